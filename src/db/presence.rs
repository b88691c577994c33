//! Whether the files that are open are still those in the data directory, and whole: a program goes on happily with a file
//! that was deleted, and all it writes is gone when it ends.

use std::fs::{self, File};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Error, Result};

/// The database and the two files `SQLite` keeps beside it, as they were when they were opened.
pub(super) struct Presence {
    files: Vec<(PathBuf, Identity)>,
    /// Where `SQLite` says how long the log of writes is.
    index: Option<File>,
}

/// See [`Presence::mark`].
pub(super) type Mark = [u8; 48];

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
        let index = File::open(&files[2]).ok();
        Self { files: files.map(|path| (path.clone(), identity(&path))).to_vec(), index }
    }

    /// Of a copy that nobody else knows.
    pub(super) fn of_none() -> Arc<Self> {
        Arc::new(Self { files: Vec::new(), index: None })
    }

    /// A few calls of the system, some microseconds: asked before a write begins and before it is acknowledged.
    pub(super) fn check(&self) -> Result<()> {
        if let Some((path, _)) = self.files.iter().find(|(path, known)| identity(path) != *known) {
            return Err(Error::Gone(path.clone()));
        }
        let Some((log, _)) = self.files.get(1) else { return Ok(()) };
        match self.cut(log) {
            // Whoever works the log into the database cuts it too, after the index says so.
            Some(frames) if self.cut(log) == Some(frames) => Err(Error::Cut(log.clone())),
            Some(_) | None => Ok(()),
        }
    }

    /// What is committed so far, as a mark that changes with each commit, by whatever program: two copies of the index's
    /// header, 48 bytes each (sqlite.org/walformat.html), equal but in the moment it is written. A call of the system, less
    /// than a microsecond. `None` where it cannot be told.
    pub(super) fn mark(&self) -> Option<Mark> {
        let mut copies = [0; 96];
        self.index.as_ref()?.read_exact_at(&mut copies, 0).ok()?;
        let (first, second) = copies.split_at(48);
        let mark = Mark::try_from(first).ok()?;
        (first == second).then_some(mark)
    }

    /// How many frames the log of writes should have, when it is shorter than that.
    fn cut(&self, log: &Path) -> Option<u32> {
        // The header of the index (sqlite.org/walformat.html): the page's size at 14, 1 for 65,536, and the frames at 16.
        let mut header = [0; 20];
        self.index.as_ref()?.read_exact_at(&mut header, 0).ok()?;
        let page = match u16::from_ne_bytes([header[14], header[15]]) {
            1 => 65_536,
            size => u64::from(size),
        };
        let frames = u32::from_ne_bytes([header[16], header[17], header[18], header[19]]);
        let whole = if frames == 0 { 0 } else { 32 + u64::from(frames) * (24 + page) };
        (fs::metadata(log).ok()?.len() < whole).then_some(frames)
    }
}

fn identity(path: &Path) -> Identity {
    fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}
