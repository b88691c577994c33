//! What an upgrade does to the data before it is made, and what is lost when it is taken back. The migrations themselves
//! and the copies are `db`'s.

mod sql;

use std::fs;
use std::path::{Path, PathBuf};

pub use sql::{Change, Paid, Waiting};

use crate::clock::Timestamp;
use crate::db::{self, Copy, Upgrade};
use crate::invariants::{self, Finding};

/// How an upgrade would go.
pub struct Rehearsal {
    /// What was migrated, and how long it took.
    pub upgrade: Upgrade,
    /// Bytes of the database.
    pub bytes: u64,
    /// Tables that are made, go away or have other columns or rows than before.
    pub changes: Vec<Change>,
    /// What must hold, asked of the migrated copy.
    pub findings: Vec<Finding>,
}

/// Migrates a copy of the database, and deletes it; beside a running shop, whose writes do not wait.
pub fn rehearse(database: &Path, now: Timestamp) -> db::Result<Rehearsal> {
    let copy = Scratch(database.with_extension("upgrade-check"));
    copy.remove();
    db::copy_quietly(database, &copy.0)?;
    let bytes = fs::metadata(&copy.0).map_or(0, |copy| copy.len());
    let before = sql::tables(&db::open_whatever_version(&copy.0)?)?;
    let upgrade = db::try_upgrade(&copy.0)?;
    let (after, findings) = db::look(&copy.0, |conn| Ok((sql::tables(conn)?, invariants::check(conn, now)?)))?;
    Ok(Rehearsal { upgrade, bytes, changes: sql::differing(before, after), findings })
}

/// A copy that nobody is to find afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn remove(&self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let mut path = self.0.clone().into_os_string();
            path.push(ending);
            drop(fs::remove_file(path));
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.remove();
    }
}

/// What a copy still had to do when it was made, and may have been done since, does not go on by itself: mails wait for
/// the owner's word, and refunds are looked for before they are made. How much that is. Once more changes nothing.
pub fn settle(copy: &Copy, now: Timestamp) -> db::Result<Waiting> {
    copy.change(|conn| sql::settle(conn, now))
}

/// The payments that the database has and the copy has not, the oldest first.
pub fn paid_since(copy: &Copy, database: &Path) -> db::Result<Vec<Paid>> {
    copy.beside(database, sql::paid_since)
}

/// What came into the database since the copy was made, such as `("orders", 2)`; what did not come is left out.
pub fn came_since(copy: &Copy, database: &Path) -> db::Result<Vec<(&'static str, i64)>> {
    copy.beside(database, sql::came_since)
}
