//! Copies of the whole shop, and the way back from one.
//!
//! A backup is one file: `tar` inside `zstd`, inside `age` when there is a passphrase, so that standard tools open it. It
//! holds the database as it stood at one moment, every picture and photo, and, last, a manifest with the hash of each.
//! [`restore`] believes nothing of it before all of it was read and compared, and puts it in place whole or not at all;
//! [`drill`] does the same with the newest and throws the result away.

mod bucket;
pub mod drill;
mod format;
mod keep;
pub mod promote;
mod read;
pub mod restore;
pub mod round;
mod sealed;
pub mod settle;
mod sql;
pub mod store;
mod swap;
mod write;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::clock::Timestamp;
use crate::db::{self, Db};
use crate::files;
use crate::invariants;
use crate::lease;
use crate::order_keys;
use crate::privacy;

pub use format::Manifest;
pub use keep::forget_old;
pub use swap::{finish, forget_aside, is_pending};
pub use write::{Made, Wish, demand_outside, write};

/// What of a data directory is in a backup besides the database. What begins with a dot is on its way.
const FOLDERS: [&str; 4] = [files::MEDIA, files::PHOTOS, files::PICTURES, files::MAIL];
/// Who was erased, beside the database.
const ERASED: &str = "erased.log";
/// What opens orders of people without an account: a key, in encrypted backups alone.
const ORDER_KEY: &str = order_keys::FILE;
const DATABASE: &str = "manetes.sqlite";
/// What is left free for the shop, in bytes.
const LEFT_FREE: u64 = 64 << 20;
/// Folders of jobs at work.
const BACKUP_WORK: &str = "backup.work";
const RESTORE_WORK: &str = "restore.work";
const DRILL_WORK: &str = "drill.work";

/// Why there is no backup, or nothing was restored. One line each.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Its first bytes are nothing of ours.
    #[error("is not a backup of manetes")]
    Foreign,
    /// It begins as one and goes on as something else, or ends too early.
    #[error("is no whole backup, it was cut off or changed: {0}")]
    Damaged(String),
    /// It cannot be read to its end, or its seal is broken.
    #[error("is no whole backup, it was cut off or changed: {0}")]
    Broken(io::Error),
    /// It could not be written to its end.
    #[error("{0}")]
    NotWritten(io::Error),
    /// No passphrase was given.
    #[error("is encrypted: MANETES_BACKUP_PASSPHRASE opens it")]
    Encrypted,
    /// A passphrase was given, and anybody could have made it.
    #[error(
        "is not encrypted, so anybody could have made it: without MANETES_BACKUP_PASSPHRASE it is taken all the same"
    )]
    NotEncrypted,
    /// It does not open with the passphrase.
    #[error("does not open: MANETES_BACKUP_PASSPHRASE is not the one it was made with, or the file was changed")]
    WrongPassphrase,
    /// A later version of this program wrote it, in another form.
    #[error("is of format {0}, this program reads up to {known}: run the newer program", known = format::FORMAT)]
    NewerFormat(u32),
    /// It is whole, and what is in it does not hold together.
    #[error("is whole, but its data does not hold together: {0}")]
    Unsound(String),
    /// Not enough space.
    #[error("{path}: {free} MB are free and {wanted} MB may be needed")]
    NoSpace {
        /// Where.
        path: PathBuf,
        /// What there is.
        free: u64,
        /// What it takes at most.
        wanted: u64,
    },
    /// What is there cannot be moved aside.
    #[error(
        "{path}: {error}: it cannot be moved aside, so the shop is as it was; a folder that is a disk of its own must be unmounted first"
    )]
    InTheWay {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A standby's file in the middle of a change.
    #[error("{0} is not whole, a change is half there: let litestream finish it, or restore it anew")]
    Unfinished(PathBuf),
    /// The lease could not be taken.
    #[error("the lease: {0}")]
    Lease(#[from] lease::Error),
    /// Something else has the name already.
    #[error("{0} is there and is no backup: nothing is written over it")]
    Taken(PathBuf),
    /// It would be among the shop's own files.
    #[error("{0} holds the shop itself: a backup belongs elsewhere, best on another machine")]
    Inside(PathBuf),
    /// Another one works on the same data directory.
    #[error("another backup, restore or drill is at work in {0}")]
    AtWork(PathBuf),
    /// There is none yet.
    #[error("there is no backup in {0}")]
    None(String),
    /// Where backups are kept cannot be used.
    #[error("{0}")]
    Store(String),
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The database could not be read or written.
    #[error(transparent)]
    Db(#[from] db::Error),
    /// Somebody could not be erased again.
    #[error("who was erased could not be erased again: {0}")]
    Erasure(#[from] privacy::Error),
}

/// An error of a file, with its path.
fn at(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    |error| Error::File { path, error }
}

/// A folder of the data directory for one job, which no second can use at the same time; gone when this is dropped.
struct Workplace {
    folder: PathBuf,
    _lock: fs::File,
}

impl Workplace {
    /// What a job that was cut off has left in it is thrown away.
    fn take(data_dir: &Path, name: &str) -> Result<Self, Error> {
        let (lock, folder) = (data_dir.join(format!("{name}.lock")), data_dir.join(name));
        let file = fs::File::create(&lock).map_err(at(&lock))?;
        own_like(&lock, data_dir)?;
        file.try_lock().map_err(|_| Error::AtWork(data_dir.to_owned()))?;
        clear(&folder)?;
        make_folder(&folder)?;
        own_like(&folder, data_dir)?;
        Ok(Self { folder, _lock: file })
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        if let Err(error) = clear(&self.folder) {
            tracing::warn!(%error, "a folder of a backup was left behind");
        }
    }
}

/// Whether this is what a backup is called.
pub fn is_name(name: &str) -> bool {
    format::moment(name).is_some()
}

/// Throws away what jobs that were cut off have left in a data directory: copies of what is in it.
pub fn sweep(data_dir: &Path) {
    for name in
        [BACKUP_WORK, RESTORE_WORK, DRILL_WORK, promote::WORK].into_iter().filter(|name| data_dir.join(name).exists())
    {
        // One that is at work keeps it.
        drop(Workplace::take(data_dir, name));
    }
}

fn clear(folder: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(folder)(error)),
        _ => Ok(()),
    }
}

/// Opens the copy of a shop, brings it to this program's version and asks everything that must hold of `moment`. What was
/// due since the shop stood still is nobody's fault.
fn open_sound(file: &Path, moment: Timestamp, unsound: bool) -> Result<Db, Error> {
    let db = Db::open(file)?;
    for (_, older) in db::copies(file) {
        fs::remove_file(&older).map_err(at(&older))?;
    }
    let broken = db::look(file, |conn| invariants::broken_whenever(conn, moment))?;
    if broken.is_empty() || unsound {
        return Ok(db);
    }
    Err(Error::Unsound(format!("{} (--unsound takes it all the same)", broken.join(", "))))
}

fn own_like(path: &Path, like: &Path) -> Result<(), Error> {
    files::own_like(path, like).map_err(at(path))
}

/// [`own_like`] of a folder and all that is in it.
fn own_all_like(path: &Path, like: &Path) -> Result<(), Error> {
    match files::own_like(path, like) {
        // A connection that is closed a moment later takes its log of writes along.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        owned => owned.map_err(at(path))?,
    }
    if path.is_dir() {
        for entry in fs::read_dir(path).map_err(at(path))? {
            own_all_like(&entry.map_err(at(path))?.path(), like)?;
        }
    }
    Ok(())
}

fn make_folder(folder: &Path) -> Result<(), Error> {
    files::make_folder(folder).map_err(at(folder))
}

fn sync_folder(folder: &Path) -> Result<(), Error> {
    files::sync_folder(folder).map_err(at(folder))
}

/// Refuses when `bytes` would not leave the shop its space where `path` is.
fn demand_space(path: &Path, bytes: u64) -> Result<(), Error> {
    let (wanted, free) = (bytes + LEFT_FREE, files::free_bytes(path).map_err(at(path))?);
    if free >= wanted {
        return Ok(());
    }
    Err(Error::NoSpace { path: path.to_owned(), free: free >> 20, wanted: (wanted >> 20) + 1 })
}
