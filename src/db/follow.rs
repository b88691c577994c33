//! The database of a standby. Litestream brings a copy up to date, in place or by putting another file there; what is read
//! is never that file but a copy of it, taken while it was whole and nobody wrote it.
//!
//! In place, Litestream locks the bytes that `SQLite` locks while it writes, and says in a file beside it how far it has
//! come once all of a change is there: a copy whose file is younger than that note is in the middle of one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime};

use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::OpenFlags;
use rustix::fs::{FlockOperation, fcntl_lock};

use super::{Db, Error, READ_DEADLINE, Readers, Result, connect, migrate, presence::Presence};
use crate::clock::Timestamp;

/// Where the copies are that are read; what is in it is nobody's.
pub const COPIES: &str = "standby.work";
/// How far Litestream has come, beside the database.
const NOTE: &str = "-txid";
/// After a copy it rests so many times as long as that took, so that the disk is not busy with nothing else.
const RESTS: u32 = 10;

/// What a copy is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    inode: u64,
    bytes: u64,
    written: SystemTime,
    /// When all of a change was there; `None` where files are put in place whole.
    whole: Option<SystemTime>,
}

impl Mark {
    fn of(file: &Path) -> io::Result<Option<Self>> {
        let about = |path: &Path| match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            about => about.map(Some),
        };
        let Some(file_is) = about(file)?.filter(|file| file.len() > 0) else { return Ok(None) };
        let note = about(&note(file))?.map(|note| note.modified()).transpose()?;
        Ok(Some(Self { inode: file_is.ino(), bytes: file_is.len(), written: file_is.modified()?, whole: note }))
    }

    fn is_whole(&self) -> bool {
        self.whole.is_none_or(|whole| whole >= self.written)
    }

    /// When something came last.
    fn came_at(&self) -> Timestamp {
        Timestamp::of(self.whole.map_or(self.written, |whole| whole.max(self.written)))
    }
}

fn note(file: &Path) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(NOTE);
    PathBuf::from(path)
}

/// What became of a try to copy.
enum Taken {
    Copied(Mark),
    /// There is no file.
    Missing,
    /// It is the one that was copied last.
    Unchanged,
    /// It is being written, or a change is half there: it is tried again.
    Unfinished,
}

/// What a followed database is read from.
pub(super) struct Followed {
    /// Where Litestream puts it.
    from: PathBuf,
    folder: PathBuf,
    /// How often another file was put in its place, whose story may be another.
    pub(super) turns: AtomicU64,
    /// Milliseconds.
    came_at: AtomicI64,
    last: Mutex<Last>,
}

/// The copy that is read.
struct Last {
    mark: Mark,
    number: u64,
    at: Instant,
    took: Duration,
}

impl Db {
    /// Follows the file that Litestream keeps in `data_dir`; `None` while there is none that is whole.
    pub fn follow(from: &Path) -> Result<Option<Self>> {
        let folder = from.with_file_name(COPIES);
        drop(fs::remove_dir_all(&folder));
        crate::files::make_folder(&folder).map_err(|error| Error::File { path: folder.clone(), error })?;
        let begun = Instant::now();
        let copy = folder.join("0.sqlite");
        let Taken::Copied(mark) = take(from, &copy, None)? else { return Ok(None) };
        let readers = readers(&copy)?;
        let last = Last { mark, number: 0, at: Instant::now(), took: begun.elapsed() };
        let followed = Followed {
            from: from.to_owned(),
            folder,
            turns: AtomicU64::new(0),
            came_at: AtomicI64::new(mark.came_at().millis()),
            last: Mutex::new(last),
        };
        let readers = Readers { pool: Arc::new(RwLock::new(readers)), followed: Some(Arc::new(followed)) };
        Ok(Some(Self::of(
            from,
            readers,
            None,
            Presence::of_none(),
            Arc::default(),
            Arc::default(),
            Some(READ_DEADLINE),
        )))
    }

    /// Reads from what has come since, if something has; whether it is up to date with what is there. Not for an async
    /// thread.
    pub fn catch_up(&self) -> Result<bool> {
        let Some(followed) = &self.readers.followed else { return Ok(true) };
        let mut last = followed.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.at.elapsed() < last.took * RESTS {
            return Ok(true);
        }
        let (begun, number) = (Instant::now(), last.number + 1);
        let name = |number: u64| followed.folder.join(format!("{number}.sqlite"));
        let taken = take(&followed.from, &name(number), Some(&last.mark));
        let opened = match taken {
            Ok(Taken::Copied(mark)) => readers(&name(number)).map(|readers| (mark, readers)),
            Ok(Taken::Unchanged) => return Ok(true),
            Ok(Taken::Missing | Taken::Unfinished) => return Ok(false),
            Err(error) => Err(error),
        };
        // A copy that was in vain has taken the disk's time all the same.
        (last.at, last.took) = (Instant::now(), begun.elapsed());
        let (mark, readers) = opened.inspect_err(|_| drop(fs::remove_file(name(number))))?;
        *self.readers.pool.write().unwrap_or_else(PoisonError::into_inner) = readers;
        drop(fs::remove_file(name(last.number)));
        if mark.inode != last.mark.inode {
            followed.turns.fetch_add(1, Ordering::Relaxed);
        }
        followed.came_at.store(mark.came_at().millis(), Ordering::Relaxed);
        (last.mark, last.number) = (mark, number);
        Ok(true)
    }

    /// When something came last from the machine that is followed; `None` of a database that follows none.
    pub fn came_at(&self) -> Option<Timestamp> {
        let followed = self.readers.followed.as_ref()?;
        Some(Timestamp::from_millis(followed.came_at.load(Ordering::Relaxed)))
    }

    /// Raised when what was read so far may be of another story than what is read from now on.
    pub fn turns(&self) -> u64 {
        self.readers.followed.as_ref().map_or(0, |followed| followed.turns.load(Ordering::Relaxed))
    }
}

/// Copies what Litestream keeps at `from` to the new file `to`, if it is whole.
pub fn copy_followed(from: &Path, to: &Path) -> Result<bool> {
    Ok(matches!(take(from, to, None)?, Taken::Copied(_)))
}

fn take(from: &Path, to: &Path, known: Option<&Mark>) -> Result<Taken> {
    let at = |error| Error::File { path: from.to_owned(), error };
    let Some(mark) = Mark::of(from).map_err(at)? else { return Ok(Taken::Missing) };
    if known == Some(&mark) {
        return Ok(Taken::Unchanged);
    }
    let file = match File::open(from) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Taken::Missing),
        file => file.map_err(at)?,
    };
    // As long as it is held nobody writes into the file. Whoever has locked it is in the middle of a change.
    if fcntl_lock(&file, FlockOperation::NonBlockingLockShared).is_err() {
        return Ok(Taken::Unfinished);
    }
    if !mark.is_whole() || Mark::of(from).map_err(at)? != Some(mark) {
        return Ok(Taken::Unfinished);
    }
    drop(fs::remove_file(to));
    copy(&file, to).map_err(|error| Error::File { path: to.to_owned(), error })?;
    if Mark::of(from).map_err(at)? != Some(mark) {
        drop(fs::remove_file(to));
        return Ok(Taken::Unfinished);
    }
    Ok(Taken::Copied(mark))
}

/// The copy is a file by itself, whatever its original was: bytes 18 and 19 say whether writes are kept beside it
/// (sqlite.org/fileformat2.html).
fn copy(mut file: &File, to: &Path) -> io::Result<()> {
    let mut copy = OpenOptions::new().write(true).create_new(true).mode(0o600).open(to)?;
    io::copy(&mut file, &mut copy)?;
    let mut head = [0; 20];
    file.seek(SeekFrom::Start(0))?;
    file.read_exact(&mut head)?;
    copy.seek(SeekFrom::Start(18))?;
    copy.write_all(&[1, 1])
}

/// Connections to a copy that nobody writes.
fn readers(copy: &Path) -> Result<r2d2::Pool<SqliteConnectionManager>> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = super::Conn::open_with_flags(copy, flags)?;
    migrate::check_ownership(&conn)?;
    migrate::check_version(&conn)?;
    let manager = SqliteConnectionManager::file(copy).with_flags(flags);
    connect::pool(manager.with_init(|conn| connect::set_up(conn)), 1)
}
