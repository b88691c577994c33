//! Whether `SQLite` has met a page that cannot be: from then on nothing more is written until somebody has looked, for each
//! write could spoil what is still whole.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};

use super::{Error, Result};

thread_local! {
    /// That a statement of this thread met one. Whose error it became, only the caller of the statement knows.
    static MET: Cell<bool> = const { Cell::new(false) };
}

/// Of a database, for as long as it is open.
#[derive(Default)]
pub(super) struct Damage(AtomicBool);

impl Damage {
    pub(super) fn check(&self) -> Result<()> {
        if self.0.load(Ordering::Relaxed) { Err(Error::Damaged) } else { Ok(()) }
    }

    /// Runs `f`, and remembers when it met such a page.
    pub(super) fn watch<T>(&self, f: impl FnOnce() -> T) -> T {
        MET.set(false);
        let outcome = f();
        if MET.take() && !self.0.swap(true, Ordering::Relaxed) {
            tracing::error!("the database is damaged: nothing more is written; `manetes check` says where");
        }
        outcome
    }
}

/// Every error of a statement passes here.
pub(super) fn note(error: &rusqlite::Error) {
    if matches!(error.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase)) {
        MET.set(true);
    }
}
