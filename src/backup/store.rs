//! Where backups are kept: a folder, or a bucket. What is being written has another name until it is whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use tokio::runtime::Handle;

use super::bucket::Bucket;
use super::{Error, at, format, own_like, sync_folder};
use crate::clock::Timestamp;
use crate::config::{BackupAccess, Target};

/// A backup in a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// What it is called.
    pub name: String,
    /// The moment it is of.
    pub at: Timestamp,
    /// Its size.
    pub bytes: u64,
}

impl Kept {
    /// Whether it was made while the clock was wrong.
    pub fn is_ahead(&self, now: Timestamp) -> bool {
        self.at > now.plus_seconds(AHEAD_SECONDS)
    }
}

/// Where backups are kept.
pub enum Store {
    /// A folder of this machine.
    Folder(PathBuf),
    /// Somewhere else.
    Bucket(Bucket),
}

/// The end of the name of what is being written.
const PART: &str = ".part";
/// So far two clocks may differ.
const AHEAD_SECONDS: i64 = 86_400;
/// After so long nobody writes it any more.
const FORGOTTEN_SECONDS: i64 = 2 * 86_400;

impl Store {
    /// The store that a target names; `runtime` makes the calls of a bucket.
    pub fn of(target: &Target, access: &BackupAccess, runtime: Handle) -> Result<Self, Error> {
        access.check(Some(target)).map_err(Error::Store)?;
        match target {
            Target::Stream => Err(Error::Store(String::from("- is no place to keep backups in"))),
            // Without a slash at its end.
            Target::Path(folder) => Ok(Self::Folder(folder.components().collect())),
            Target::Bucket { bucket, prefix } => Ok(Self::Bucket(Bucket::of(bucket, prefix, access, runtime)?)),
        }
    }

    /// Every backup, in no order.
    pub fn list(&self) -> Result<Vec<Kept>, Error> {
        let folder = match self {
            Self::Folder(folder) => folder,
            Self::Bucket(bucket) => return bucket.list(),
        };
        let mut kept = Vec::new();
        for entry in read_folder(folder)? {
            let entry = entry.map_err(at(folder))?;
            let (name, about) = (entry.file_name().into_string(), entry.metadata());
            if let (Ok(name), Ok(about)) = (name, about)
                && let Some(at) = format::moment(&name)
            {
                kept.push(Kept { name, at, bytes: about.len() });
            }
        }
        Ok(kept)
    }

    /// The newest backup. One that a wrong clock has dated ahead comes after all others, and where there is a passphrase
    /// so does one that is not encrypted.
    pub fn newest(&self, passphrase: Option<&str>, now: Timestamp) -> Result<Kept, Error> {
        let opens = |kept: &Kept| passphrase.is_none() || format::is_encrypted(&kept.name);
        let by_age = |kept: &Kept| (opens(kept), !kept.is_ahead(now), kept.at);
        self.list()?.into_iter().max_by_key(by_age).ok_or_else(|| Error::None(self.to_string()))
    }

    /// Reads a backup.
    pub fn open(&self, name: &str) -> Result<Box<dyn Read + Send>, Error> {
        match self {
            Self::Folder(folder) => Ok(Box::new(open_file(&folder.join(name))?)),
            Self::Bucket(bucket) => bucket.open(name),
        }
    }

    /// Writes a backup; it is there when this answers, and only then.
    pub fn put<T>(&self, name: &str, write: impl FnOnce(&mut dyn Write) -> Result<T, Error>) -> Result<T, Error> {
        match self {
            Self::Folder(folder) => {
                super::make_folder(folder)?;
                put_file(&folder.join(name), write)
            }
            Self::Bucket(bucket) => bucket.put(name, write),
        }
    }

    /// On this machine, where it is.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Bucket(_) => None,
        }
    }

    /// Forgets a backup.
    pub(super) fn delete(&self, name: &str) -> Result<(), Error> {
        match self {
            Self::Folder(folder) => fs::remove_file(folder.join(name)).map_err(at(folder)),
            Self::Bucket(bucket) => bucket.delete(name),
        }
    }

    /// Removes what was left half written long ago.
    pub(super) fn sweep(&self, now: Timestamp) -> Result<(), Error> {
        let Self::Folder(folder) = self else { return Ok(()) };
        for entry in read_folder(folder)?.flatten() {
            let name = entry.file_name();
            let part = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(PART));
            let written = entry.metadata().and_then(|about| about.modified()).map(Timestamp::of);
            let is_old = written.is_ok_and(|at| at.plus_seconds(FORGOTTEN_SECONDS) < now);
            if is_old && part.is_some_and(|part| format::moment(part).is_some()) {
                fs::remove_file(entry.path()).map_err(at(folder))?;
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            Self::Bucket(bucket) => bucket.fmt(f),
        }
    }
}

/// One that is not there has nothing in it.
fn read_folder(folder: &Path) -> Result<impl Iterator<Item = io::Result<fs::DirEntry>>, Error> {
    match fs::read_dir(folder) {
        Ok(entries) => Ok(Some(entries).into_iter().flatten()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None.into_iter().flatten()),
        Err(error) => Err(at(folder)(error)),
    }
}

/// Reads a file.
pub fn open_file(path: &Path) -> Result<File, Error> {
    let file = File::open(path).map_err(at(path))?;
    if file.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(at(path)(io::Error::other("is a directory")));
    }
    Ok(file)
}

/// Writes a file for the owner's eyes only, under another name until it is whole and on disk.
pub fn put_file<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<T, Error>) -> Result<T, Error> {
    let path = &place(path)?;
    let name = path.file_name().unwrap_or_default().display();
    let part = path.with_file_name(format!(".{name}{PART}"));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let written = write_part(&part, write).and_then(|written| {
        own_like(&part, folder)?;
        fs::rename(&part, path).map_err(at(path))?;
        sync_folder(folder)?;
        Ok(written)
    });
    if written.as_ref().is_err_and(|error| !matches!(error, Error::AtWork(_))) {
        drop(fs::remove_file(&part));
    }
    written
}

/// Where what is called so ends up: through links, and in the place of nothing but another backup.
fn place(path: &Path) -> Result<PathBuf, Error> {
    let Ok(real) = fs::canonicalize(path) else { return Ok(path.to_owned()) };
    if !fs::metadata(&real).is_ok_and(|about| about.is_file()) {
        return Err(Error::Taken(real));
    }
    let mut begin = Vec::new();
    open_file(&real)?.take(format::AGE.len() as u64).read_to_end(&mut begin).map_err(at(&real))?;
    let is_backup = begin.is_empty() || begin.starts_with(format::AGE) || begin.starts_with(&format::ZSTD);
    if is_backup { Ok(real) } else { Err(Error::Taken(real)) }
}

fn write_part<T>(part: &Path, write: impl FnOnce(&mut dyn Write) -> Result<T, Error>) -> Result<T, Error> {
    let mut out = BufWriter::with_capacity(256 << 10, make_part(part)?);
    let written = write(&mut out)?;
    let file = out.into_inner().map_err(|error| at(part)(error.into_error()))?;
    file.sync_all().map_err(at(part))?;
    Ok(written)
}

/// A new file that is locked as long as it is written. One that nobody locks is what a cut has left.
fn make_part(part: &Path) -> Result<File, Error> {
    if let Ok(left) = File::open(part) {
        left.try_lock().map_err(|_| Error::AtWork(part.to_owned()))?;
        fs::remove_file(part).map_err(at(part))?;
    }
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(part).map_err(at(part))?;
    made.try_lock().map_err(|_| Error::AtWork(part.to_owned()))?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_do_not_write_one_file_and_what_a_cut_has_left_is_written_anew() {
        let dir = tempfile::tempdir().unwrap();
        let (file, part) = (dir.path().join("shop"), dir.path().join(".shop.part"));
        fs::write(&part, "left, and longer than what comes").unwrap();
        put_file(&file, |out| {
            out.write_all(b"whole").unwrap();
            let second = put_file(&file, |_| Ok(()));
            assert!(matches!(second, Err(Error::AtWork(_))));
            Ok(())
        })
        .unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"whole");
        assert!(!part.exists());
    }
}
