//! A copy of the database while it is written.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};

use super::connect::{AS_IT_IS, patient};
use super::{Conn, Error, Result, migrate};

/// Pages copied at a time, 1 MiB, and the rest after them, so that the disk is the shop's in between.
const PAGES: i32 = 256;
const REST: Duration = Duration::from_millis(1);
/// How long to wait, and how often, for somebody who has locked the whole file.
const WAIT: Duration = Duration::from_millis(100);
const WAITS: u32 = 300;

/// Copies the database at `from`, as it stands at one moment, into the new file `to`: by `SQLite`'s online copy, from a
/// reader, so that no write waits for it. `to` is one file that is on disk, for the owner's eyes only; there is none, and
/// no journal of it, when this fails. Not for an async thread.
pub fn copy_quietly(from: &Path, to: &Path) -> Result<()> {
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(to);
    made.map_err(|error| Error::File { path: to.to_owned(), error })?;
    let mut journal = to.to_owned().into_os_string();
    journal.push("-journal");
    // A copy that was killed leaves one.
    drop(fs::remove_file(&journal));
    let copied = copy_into(from, to);
    if copied.is_err() {
        drop(fs::remove_file(to));
        drop(fs::remove_file(&journal));
    }
    copied
}

fn copy_into(from: &Path, to: &Path) -> Result<()> {
    let source = patient(from)?;
    source.execute_batch("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -2000;")?;
    migrate::check_ownership(&source)?;
    // As long as it lasts the copy is of one moment, and a write does not make it begin again.
    let snapshot = source.unchecked_transaction()?;
    snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let mut copy = Conn::open_with_flags(to, AS_IT_IS)?;
    copy.execute_batch("PRAGMA synchronous = OFF; PRAGMA cache_size = -2000;")?;
    copy_pages(&Backup::new(&snapshot, &mut copy)?)?;
    drop(copy);
    // The copy takes the original's mode, which keeps writes in a file beside it.
    let copy = Conn::open_with_flags(to, AS_IT_IS)?;
    copy.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
    drop(copy);
    File::open(to).and_then(|file| file.sync_all()).map_err(|error| Error::File { path: to.to_owned(), error })
}

fn copy_pages(backup: &Backup<'_, '_>) -> Result<()> {
    let mut waits = 0;
    loop {
        match backup.step(PAGES)? {
            StepResult::Done => return Ok(()),
            StepResult::More => thread::sleep(REST),
            _ if waits < WAITS => {
                waits += 1;
                thread::sleep(WAIT);
            }
            _ => return Err(Error::Busy),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Db, is_blank};
    use super::*;

    #[test]
    fn a_copy_is_of_one_moment_and_no_write_waits_for_it() {
        let dir = tempfile::tempdir().unwrap();
        let (file, to) = (dir.path().join("t.sqlite"), dir.path().join("copy.sqlite"));
        let db = Db::open(&file).unwrap();
        // Two tables that are always written together, and more than is copied at a time.
        let tables =
            "CREATE TABLE a (n INTEGER) STRICT; CREATE TABLE b (n INTEGER) STRICT; CREATE TABLE filler (x BLOB) STRICT;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000)
            INSERT INTO filler SELECT randomblob(2000) FROM n;";
        db.write_blocking(move |tx| tx.execute_batch(tables).map_err(Error::from)).unwrap();
        let (mut written, before) = (0, 50);
        let write = |n: i64| {
            db.write_blocking(move |tx| {
                tx.execute("INSERT INTO a VALUES (?1)", [n])?;
                tx.execute("INSERT INTO b VALUES (?1)", [n])?;
                Ok::<_, Error>(())
            })
            .unwrap();
        };
        (0..before).for_each(write);
        thread::scope(|scope| {
            let copying = scope.spawn(|| copy_quietly(&file, &to));
            while !copying.is_finished() {
                write(before + written);
                written += 1;
            }
            copying.join().unwrap().unwrap();
        });
        assert!(written > 0, "nothing was written meanwhile");
        let copy = Conn::open(&to).unwrap();
        let count = |sql: &str| copy.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(count("SELECT count(*) FROM a"), count("SELECT count(*) FROM b"));
        assert!((before..=before + written).contains(&count("SELECT count(*) FROM a")));
        assert_eq!(count("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
        assert!(!dir.path().join("copy.sqlite-wal").exists());
    }

    #[test]
    fn what_is_not_ours_is_not_copied_and_nothing_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let (file, to) = (dir.path().join("t.sqlite"), dir.path().join("copy.sqlite"));
        Conn::open(&file).unwrap().execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
        assert!(matches!(copy_quietly(&file, &to), Err(Error::Foreign)));
        assert!(copy_quietly(&dir.path().join("none"), &to).is_err());
        assert!(!to.exists() && is_blank(&to).unwrap());
        fs::write(&to, "mine").unwrap();
        assert!(matches!(copy_quietly(&file, &to), Err(Error::File { .. })));
        assert_eq!(fs::read_to_string(&to).unwrap(), "mine");
    }
}
