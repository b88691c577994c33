//! Product files at the desk: one at a time, written by a task of its own while the page asks how far it is.
//!
//! The task holds the database's one writer for one transaction, so that a file is imported whole or not at all: 3.2 s
//! for the 10,000 products it may have. Pages are read meanwhile, and what shoppers write waits that long, far from the
//! 20 s after which a request is given up; in pieces nobody would wait, and half a file could be left behind. How far it
//! is stands in memory: a restart forgets it together with the transaction.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::audit::Actor;
use crate::catalogue::import::{self, Parsed, Summary, Undone};
use crate::clock::Timestamp;
use crate::db::Db;
use crate::id;

/// More products than that hold the writer for too long; `manetes import-products` takes any number.
pub const MOST_PRODUCTS: usize = 10_000;

/// The import that is running, or the last one.
#[derive(Default)]
pub struct Imports(Mutex<Option<Arc<Import>>>);

/// A file that is being imported, or was.
pub struct Import {
    /// What the page asks for it by.
    pub id: String,
    /// Whether nothing is to be written.
    pub dry_run: bool,
    /// The file.
    pub parsed: Parsed,
    done: AtomicUsize,
    outcome: OnceLock<Result<Summary, import::Error>>,
}

impl Import {
    /// How many products are done.
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// How it went; `None` while it goes on.
    pub fn outcome(&self) -> Option<&Result<Summary, import::Error>> {
        self.outcome.get()
    }
}

impl Imports {
    /// Begins to import a file; `None` while another one is being imported.
    pub fn begin(&self, db: &Db, actor: Actor, parsed: Parsed, dry_run: bool, now: Timestamp) -> Option<Arc<Import>> {
        let (done, outcome) = (AtomicUsize::new(0), OnceLock::new());
        let import = Arc::new(Import { id: id::new(), dry_run, parsed, done, outcome });
        {
            let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if place.as_ref().is_some_and(|import| import.outcome().is_none()) {
                return None;
            }
            *place = Some(Arc::clone(&import));
        }
        let (db, running) = (db.clone(), Arc::clone(&import));
        tokio::spawn(async move {
            let file = Arc::clone(&running);
            let written = db.write(move |tx| {
                let progress = |done| file.done.store(done, Ordering::Relaxed);
                import::apply_or_try(tx, &actor, &file.parsed, dry_run, now, progress)
            });
            // There is one task for an import: nobody else has said how it went.
            let _ = running.outcome.set(Undone::settle(written.await));
        });
        Some(import)
    }

    /// The import of that id, as long as no other was begun.
    pub fn find(&self, id: &str) -> Option<Arc<Import>> {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        place.as_ref().filter(|import| import.id == id).cloned()
    }
}
