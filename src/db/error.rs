//! What can go wrong in the database, and whether the same may succeed later.

use std::path::PathBuf;

use rusqlite::ffi;

/// What can go wrong in the database.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `SQLite` refused a statement.
    #[error(transparent)]
    Sqlite(rusqlite::Error),
    /// No reader became free in time, or too many writes are waiting.
    #[error("no database connection is free")]
    Busy,
    /// The write was sound but did not become durable: nobody may rely on it.
    #[error("the transaction could not be committed: {why}")]
    NotCommitted {
        /// What stood in its way.
        trouble: Trouble,
        /// In words.
        why: String,
    },
    /// The file was removed, or another put in its place, while it was open.
    #[error("{0} is not the file that was opened: it was removed or replaced; put it back, or stop the program")]
    Gone(PathBuf),
    /// The log of writes is shorter than it was.
    #[error("{0} was cut: what was written last may be lost; start the program again, and compare with the mails")]
    Cut(PathBuf),
    /// A page of the file is none.
    #[error("the database is damaged: nothing more is written; stop the program, and put a copy back")]
    Damaged,
    /// Whether this machine may write is not known yet.
    #[error("nothing is written before the lease of the shop was read: its bucket cannot be reached")]
    LeaseUnread,
    /// Another machine writes.
    #[error("another machine has taken the shop over: nothing is written here any more")]
    TakenOver,
    /// The copy on a standby.
    #[error("this is the copy on a standby: nothing is written here")]
    Standby,
    /// The file belongs to another program.
    #[error("is the database of another program")]
    Foreign,
    /// The writer has stopped, as it does when the program ends.
    #[error("the database is closed")]
    Closed,
    /// The file was written by a newer version of this program.
    #[error("the database has version {found}, this program knows up to {known}: run the newer program")]
    Newer {
        /// The version in the file.
        found: i32,
        /// The newest this program knows.
        known: i32,
    },
    /// The file was written by an older version of this program, and only looked at: nothing was migrated.
    #[error("the database has version {found}, this program {known}: `manetes serve` of this program migrates it")]
    Older {
        /// The version in the file.
        found: i32,
        /// The newest this program knows.
        known: i32,
    },
    /// Other migrations have run on the file than this program has: a number that was skipped stays skipped.
    #[error(
        "the database has another history than this program: migrations {unknown:?} ran and are not known here, \
         migrations {skipped:?} are and did not run before later ones; run the program that wrote it"
    )]
    OtherHistory {
        /// Those that ran and this program does not have.
        unknown: Vec<i32>,
        /// Those this program has that did not run, although later ones did.
        skipped: Vec<i32>,
    },
    /// A migration failed; it was undone.
    #[error("migrating the database failed: {0}")]
    Migration(#[from] refinery::Error),
    /// The data directory cannot be used.
    #[error("{path}: {error}")]
    File {
        /// Which file or directory.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        super::damage::note(&error);
        Self::Sqlite(error)
    }
}

impl Error {
    /// Why the same request may succeed later; `None` when it never will.
    pub fn trouble(&self) -> Option<Trouble> {
        match self {
            Self::Busy | Self::Closed => Some(Trouble::Busy),
            Self::NotCommitted { trouble, .. } => Some(*trouble),
            Self::LeaseUnread | Self::TakenOver | Self::Standby => Some(Trouble::Elsewhere),
            Self::Gone(_) | Self::Cut(_) | Self::Damaged => Some(Trouble::Unusable),
            Self::Sqlite(rusqlite::Error::SqliteFailure(error, _)) => trouble(*error),
            Self::Sqlite(_)
            | Self::Foreign
            | Self::Newer { .. }
            | Self::Older { .. }
            | Self::OtherHistory { .. }
            | Self::Migration(_)
            | Self::File { .. } => None,
        }
    }

    /// Whether a UNIQUE or PRIMARY KEY constraint on `table.column` refused the row.
    pub fn is_unique_violation(&self, table_column: &str) -> bool {
        match self {
            Self::Sqlite(rusqlite::Error::SqliteFailure(e, Some(message))) => {
                e.code == rusqlite::ErrorCode::ConstraintViolation && message.contains(table_column)
            }
            _ => false,
        }
    }
}

/// What stands in the way of a sound request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Too many others, or the end of the program: a moment helps.
    Busy,
    /// The disk takes no more: it is full, or a quota is, or it refuses to be written.
    Full,
    /// The file cannot be read, or is gone.
    Unusable,
    /// It is not this machine that writes.
    Elsewhere,
}

fn trouble(error: ffi::Error) -> Option<Trouble> {
    use rusqlite::ErrorCode::{
        DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, NotADatabase, OperationInterrupted, ReadOnly,
        SystemIoFailure,
    };
    match error.code {
        DatabaseBusy | DatabaseLocked | OperationInterrupted => Some(Trouble::Busy),
        DiskFull => Some(Trouble::Full),
        // `SQLite` says "full" for one reason alone; a quota and a limit on the size of a file are a failed write.
        SystemIoFailure => Some(match error.extended_code {
            ffi::SQLITE_IOERR_WRITE
            | ffi::SQLITE_IOERR_TRUNCATE
            | ffi::SQLITE_IOERR_FSYNC
            | ffi::SQLITE_IOERR_SHMSIZE => Trouble::Full,
            _ => Trouble::Unusable,
        }),
        ReadOnly | DatabaseCorrupt | NotADatabase => Some(Trouble::Unusable),
        _ => None,
    }
}
