//! Whether the files that are open are still those in the data directory: a program goes on happily with a file that
//! was deleted, and all it writes is gone when it ends.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::{Error, Result};

/// The database and the two files `SQLite` keeps beside it, as they were when they were opened.
pub(super) struct Presence {
    files: [(PathBuf, Identity); 3],
}

/// The device and the number of a file; `None` when it is not there.
type Identity = Option<(u64, u64)>;

impl Presence {
    /// Of an open database that has been read: all three files are there.
    pub(super) fn of(database: &Path) -> Self {
        let beside = |ending: &str| {
            let mut path = database.as_os_str().to_owned();
            path.push(ending);
            PathBuf::from(path)
        };
        let files = [database.to_owned(), beside("-wal"), beside("-shm")];
        Self { files: files.map(|path| (path.clone(), identity(&path))) }
    }

    /// Three calls of the system, a few microseconds: asked before a write begins and before it is acknowledged.
    pub(super) fn check(&self) -> Result<()> {
        match self.files.iter().find(|(path, known)| identity(path) != *known) {
            None => Ok(()),
            Some((path, _)) => Err(Error::Gone(path.clone())),
        }
    }
}

fn identity(path: &Path) -> Identity {
    fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}
