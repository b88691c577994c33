//! The copies from before migrations: made, forgotten in time, and put back.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{ErrorCode, ffi};

use super::super::{Conn, Db, Error, Result, copy_quietly, open_whatever_version};
use crate::clock::Timestamp;
use crate::files;

/// How many are kept, and how large they may be together: more than that the last alone.
const COPIES: usize = 3;
const BYTES: u64 = 2 << 30;
/// For so long. They hold what people asked to be forgotten since.
const DAYS: i64 = 30;
/// The end of the names of databases in whose place a copy was put.
const ASIDE: &str = ".rolled-back-";
/// For whoever just stops to close the file.
const PATIENCE: Duration = Duration::from_secs(2);

/// Copies the database beside itself. One that is not whole never has the name of one that is.
pub(super) fn keep(path: &Path, known: i32) -> Result<()> {
    let copy = path.with_extension(format!("before-v{known}.sqlite"));
    let part = path.with_extension(format!("before-v{known}.part"));
    remove(&part)?;
    copy_quietly(path, &part)?;
    // Another is left of a migration that was interrupted: the database is still the older one.
    fs::rename(&part, &copy).map_err(at(&copy))?;
    sync_folder(path)
}

/// Keeps the last three, or as many as are not too large together.
pub(super) fn forget(path: &Path) -> Result<()> {
    let mut copies = copies(path);
    copies.sort_unstable_by_key(|(version, _)| std::cmp::Reverse(*version));
    let mut bytes = 0;
    for (n, (_, copy)) in copies.into_iter().enumerate() {
        bytes += fs::metadata(&copy).map_or(0, |copy| copy.len());
        if n >= COPIES || n > 0 && bytes > BYTES {
            remove(&copy)?;
        }
    }
    Ok(())
}

/// The copies beside a database, each with the version it is from before.
pub fn copies(path: &Path) -> Vec<(i32, PathBuf)> {
    let version = |name: &str| name.strip_prefix(".before-v")?.strip_suffix(".sqlite")?.parse().ok();
    beside(path).into_iter().filter_map(|(rest, file)| Some((version(&rest)?, file))).collect()
}

/// The files whose names begin like the database's, each with the rest of its name.
fn beside(path: &Path) -> Vec<(String, PathBuf)> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let entries = path.parent().and_then(|dir| fs::read_dir(dir).ok()).into_iter().flatten().flatten();
    let named = |entry: fs::DirEntry| {
        let rest = entry.file_name().to_str()?.strip_prefix(&stem)?.to_owned();
        Some((rest, entry.path()))
    };
    entries.filter_map(named).collect()
}

impl Db {
    /// Deletes copies of this database that are older than a month, and what was kept aside when one was put back.
    pub fn forget_old_copies(&self, now: Timestamp) -> Result<()> {
        for (rest, file) in beside(&self.path) {
            let is_copy = (rest.starts_with(".before-v") || rest.starts_with(ASIDE)) && rest.ends_with(".sqlite");
            let is_old = || made_at(&file) < now.plus_days(-DAYS);
            if is_copy && is_old() {
                remove(&file)?;
            }
        }
        Ok(())
    }
}

/// The copy from before the migration that brought a database to the version it has.
#[derive(Debug)]
pub struct Copy {
    path: PathBuf,
    /// The schema's version.
    pub version: i32,
    /// The program that served it last, where that was noted.
    pub program: Option<String>,
    /// When it was made.
    pub made_at: Timestamp,
}

impl Copy {
    /// The one that can be put in the place of the database at `path`, and is whole; `None` when there is none.
    pub fn of(path: &Path) -> Result<Option<Self>> {
        let present = super::current_version(&open_whatever_version(path)?)?;
        let Some((_, copy)) = copies(path).into_iter().find(|(version, _)| *version == present) else {
            return Ok(None);
        };
        let conn = open_whatever_version(&copy)?;
        let sound: String = conn.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if sound != "ok" {
            let code = ffi::Error::new(ffi::SQLITE_CORRUPT);
            return Err(rusqlite::Error::SqliteFailure(code, Some(format!("{}: {sound}", copy.display()))).into());
        }
        let (version, program) = (super::current_version(&conn)?, super::program(&conn)?);
        Ok(Some(Self { made_at: made_at(&copy), path: copy, version, program }))
    }

    /// Looks at the database at `path` with the copy attached as `copy`.
    pub fn beside<T>(&self, path: &Path, f: impl FnOnce(&Conn) -> Result<T>) -> Result<T> {
        let conn = open_whatever_version(path)?;
        conn.execute("ATTACH ?1 AS copy", [self.path.to_string_lossy()])?;
        f(&conn)
    }

    /// Changes it, in one transaction; when it was made stays as it was. It is of an older version: `f` uses what is there.
    pub fn change<T>(&self, f: impl FnOnce(&Conn) -> Result<T>) -> Result<T> {
        let made_at = fs::metadata(&self.path).and_then(|copy| copy.modified()).map_err(at(&self.path))?;
        let mut conn = open_whatever_version(&self.path)?;
        conn.execute_batch("PRAGMA query_only = OFF; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")?;
        let changes = conn.transaction()?;
        let done = f(&changes)?;
        changes.commit()?;
        drop(conn);
        File::open(&self.path).and_then(|copy| copy.set_modified(made_at)).map_err(at(&self.path))?;
        Ok(done)
    }

    /// Puts it in the place of the database at `path`, which nobody may have open, and keeps that one; under which name.
    /// Cut off anywhere, there is the one or the other.
    pub fn put_back(self, path: &Path, now: Timestamp) -> Result<PathBuf> {
        into_one_file(path)?;
        File::open(&self.path).and_then(|copy| copy.sync_all()).map_err(at(&self.path))?;
        let moment = now.to_rfc3339().replace(':', "-");
        let aside = path.with_extension(format!("{}{}.sqlite", &ASIDE[1..], &moment[..19]));
        remove(&aside)?;
        match fs::hard_link(path, &aside) {
            Ok(()) => {}
            // Where the files have one name each.
            Err(_) => drop(fs::copy(path, &aside).map_err(at(&aside))?),
        }
        sync_folder(path)?;
        fs::rename(&self.path, path).map_err(at(path))?;
        sync_folder(path)?;
        Ok(aside)
    }
}

/// Everything into the one file, and the lock of it: whoever has it open still is in the way, and waited for a moment.
fn into_one_file(path: &Path) -> Result<()> {
    let conn = open_whatever_version(path)?;
    conn.pragma_update(None, "query_only", false)?;
    let given_up = Instant::now() + PATIENCE;
    loop {
        // This lock alone is not waited for by SQLite.
        match conn.pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get::<_, String>(0)) {
            Ok(mode) if mode == "delete" => return Ok(()),
            Err(error) if error.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) => return Err(error.into()),
            _ if Instant::now() > given_up => return Err(Error::Busy),
            _ => thread::sleep(Duration::from_millis(20)),
        }
    }
}

fn made_at(file: &Path) -> Timestamp {
    let written = fs::metadata(file).and_then(|file| file.modified());
    written.map_or(Timestamp::from_millis(i64::MAX), Timestamp::of)
}

fn remove(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(at(file)(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Names that were given are on disk.
fn sync_folder(path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    files::sync_folder(folder).map_err(at(folder))
}

fn at(path: &Path) -> impl FnOnce(std::io::Error) -> Error {
    let path = path.to_owned();
    move |error| Error::File { path, error }
}
