//! How the file is opened.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::OpenFlags;
use rusqlite::config::DbConfig;

use super::{Conn, Error, LEASE, READ_PATIENCE, READERS, Result, functions, migrate};

/// A file that is not there is not made.
pub(super) const AS_IT_IS: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);
/// How long a write waits while another program writes.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);
const BETWEEN_ASKING: Duration = Duration::from_millis(2);

/// Looks at one snapshot of a file that is there, beside a running server or without one: nothing is made, migrated or
/// written, and however long `f` takes, it is not interrupted.
pub fn look<T>(path: &Path, f: impl FnOnce(&Conn) -> Result<T>) -> Result<T> {
    // Not `READ_ONLY`, with which `SQLite` leaves the CHECK constraints out of its integrity check.
    let conn = patient(path)?;
    conn.execute_batch(
        "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;",
    )?;
    functions::add(&conn)?;
    let snapshot = conn.unchecked_transaction()?;
    migrate::check_ownership(&snapshot)?;
    migrate::check_version(&snapshot)?;
    f(&snapshot)
}

/// A file of ours of whatever version, only to look at.
pub fn open_whatever_version(path: &Path) -> Result<Conn> {
    let conn = patient(path)?;
    conn.execute_batch("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;")?;
    functions::add(&conn)?;
    migrate::check_ownership(&conn)?;
    Ok(conn)
}

/// Whether the log of writes is Litestream's to work into the file, and nobody else's: it would miss what it has not
/// carried away yet.
pub(super) fn is_replicated(path: &Path) -> bool {
    path.with_file_name(LEASE).exists()
}

/// Neither by itself nor when it is closed does a connection to a replicated database work the log into the file.
pub(super) fn leave_checkpoints(conn: &Conn, is_replicated: bool) -> rusqlite::Result<()> {
    if is_replicated {
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        conn.pragma_update_and_check(None, "wal_autocheckpoint", 0, |_| Ok(()))?;
    }
    Ok(())
}

/// Whether there is nothing in a file: no table of anybody's. A missing file is left missing.
pub fn is_blank(path: &Path) -> Result<bool> {
    Ok(open_unless_blank(path)?.is_none())
}

/// Opened once to look and to work with; `None` where nobody has made a table, and nothing is made.
pub(super) fn open_unless_blank(path: &Path) -> Result<Option<Conn>> {
    // A file of no length would take along what lies beside it.
    if std::fs::metadata(path).map_or(true, |file| file.len() == 0) {
        return Ok(None);
    }
    let conn = patient(path)?;
    Ok(if migrate::is_blank(&conn)? { None } else { Some(conn) })
}

/// Makes the file when it is absent, for the owner's eyes only: it holds people's data and the server's keys. `SQLite`
/// gives the files beside it the same mode.
pub(super) fn keep_private(path: &Path) -> Result<()> {
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    match made {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(Error::File { path: path.to_owned(), error }),
    }
}

pub(super) fn open_connection(path: &Path) -> Result<Conn> {
    ours(patient(path)?)
}

/// A connection that waits for others, and is not configured yet.
pub(super) fn patient(path: &Path) -> Result<Conn> {
    let conn = Conn::open_with_flags(path, AS_IT_IS)?;
    conn.busy_timeout(WRITE_PATIENCE)?;
    Ok(conn)
}

/// Only one that is ours is configured: that writes into it.
pub(super) fn ours(conn: Conn) -> Result<Conn> {
    migrate::check_ownership(&conn)?;
    configure(&conn)?;
    Ok(conn)
}

/// Commands write too, for some milliseconds at a time: who asks often gets in between. `SQLite`'s own way is to ask at
/// ever longer intervals.
pub(super) fn ask_again(asked: i32) -> bool {
    std::thread::sleep(BETWEEN_ASKING);
    u128::from(asked.unsigned_abs()) * BETWEEN_ASKING.as_millis() < WRITE_PATIENCE.as_millis()
}

/// Connections of which `ready` are there before they are asked for: each reads the whole schema, which takes milliseconds.
pub(super) fn pool(manager: SqliteConnectionManager, ready: u32) -> Result<r2d2::Pool<SqliteConnectionManager>> {
    let pool = r2d2::Pool::builder().max_size(READERS).min_idle(Some(ready)).test_on_check_out(false);
    pool.connection_timeout(READ_PATIENCE).build(manager).map_err(|_| Error::Busy)
}

pub(super) fn configure(conn: &Conn) -> rusqlite::Result<()> {
    conn.busy_timeout(WRITE_PATIENCE)?; // first: the next line takes a lock
    conn.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    set_up(conn)
}

/// The same for every connection; the reasons are `SQLite`'s own advice for data one cannot lose.
pub(super) fn set_up(conn: &Conn) -> rusqlite::Result<()> {
    conn.execute_batch(
        "PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA trusted_schema = OFF;
         PRAGMA cell_size_check = ON;
         PRAGMA secure_delete = FAST;
         PRAGMA temp_store = MEMORY;
         PRAGMA cache_size = -4000;",
    )?;
    conn.set_prepared_statement_cache_capacity(64);
    functions::add(conn)
}
