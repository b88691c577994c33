//! The database: one SQLite file, one writer, several readers.
//!
//! Owns how the file is opened, migrated, read and written; knows no table but refinery's. Every write goes through
//! one thread that takes all waiting transactions into one durable commit, so writers never wait for a lock.
//! A [`Tx`] can only be had inside [`Db::write`]: the compiler keeps writes out of read-only code.

mod migrate;
mod writer;

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::ops::Deref;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::OpenFlags;
use tokio::sync::Semaphore;

pub use migrate::latest_version;

/// A connection as reading functions take it; a [`Tx`] dereferences to one.
pub type Conn = rusqlite::Connection;

/// The result of a function that only talks to the database.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong in the database.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `SQLite` refused a statement.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// No reader became free in time, or too many writes are waiting.
    #[error("no database connection is free")]
    Busy,
    /// The write was sound but did not become durable, and was undone.
    #[error("the transaction could not be committed: {0}")]
    NotCommitted(String),
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
    #[error("the database has version {found}, this program {known}: start the server, which migrates it")]
    Older {
        /// The version in the file.
        found: i32,
        /// The newest this program knows.
        known: i32,
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

impl Error {
    /// Whether the same request may succeed in a moment: a busy, full or closing database.
    pub fn is_temporary(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked, DiskFull, OperationInterrupted, SystemIoFailure};
        match self {
            Self::Busy | Self::NotCommitted(_) | Self::Closed => true,
            Self::Sqlite(rusqlite::Error::SqliteFailure(e, _)) => {
                matches!(e.code, DatabaseBusy | DatabaseLocked | DiskFull | OperationInterrupted | SystemIoFailure)
            }
            Self::Sqlite(_) | Self::Newer { .. } | Self::Older { .. } | Self::Migration(_) | Self::File { .. } => false,
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

/// A write transaction: proof that the caller is inside [`Db::write`].
pub struct Tx<'a>(&'a Conn);

impl Deref for Tx<'_> {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        self.0
    }
}

/// The open database; cheap to clone.
#[derive(Clone)]
pub struct Db {
    writer: writer::Writer,
    readers: r2d2::Pool<SqliteConnectionManager>,
    /// One per reader. Whoever waits for a connection waits here, where that costs no thread.
    turns: Arc<Semaphore>,
}

const READERS: u32 = 4;
/// How long a read waits for its turn.
const READ_PATIENCE: Duration = Duration::from_secs(3);
const READ_DEADLINE: Duration = Duration::from_secs(2);

impl Db {
    /// Opens the file (making it when absent), migrates it and starts the writer.
    pub fn open(path: &Path) -> Result<Self> {
        keep_private(path)?;
        let mut conn = open_connection(path)?;
        migrate::migrate(&mut conn, path)?;
        let manager = SqliteConnectionManager::file(path).with_init(|conn| {
            configure(conn)?;
            conn.pragma_update(None, "query_only", true)
        });
        let readers = r2d2::Pool::builder()
            .max_size(READERS)
            .min_idle(Some(1))
            .test_on_check_out(false)
            .connection_timeout(READ_PATIENCE)
            .build(manager)
            .map_err(|_| Error::Busy)?;
        let turns = Arc::new(Semaphore::new(READERS as usize));
        Ok(Self { writer: writer::Writer::start(conn)?, readers, turns })
    }

    /// Runs `f` in a write transaction and answers when it is durable. An `Err` undoes what `f` did.
    pub async fn write<T, E, F>(&self, f: F) -> std::result::Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let (answer, asked) = tokio::sync::oneshot::channel();
        self.writer.submit(f, move |result| drop(answer.send(result)))?;
        asked.await.map_err(|_| Error::Closed)?
    }

    /// [`Db::write`] for commands, which have no runtime to wait in.
    pub fn write_blocking<T, E, F>(&self, f: F) -> std::result::Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let (answer, asked) = std::sync::mpsc::sync_channel(1);
        self.writer.submit(f, move |result| drop(answer.send(result)))?;
        asked.recv().map_err(|_| Error::Closed)?
    }

    /// Runs `f` on one consistent snapshot, on a thread that may block; interrupted after 2 seconds.
    pub async fn read<T, E, F>(&self, f: F) -> std::result::Result<T, E>
    where
        F: FnOnce(&Conn) -> std::result::Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let turn = tokio::time::timeout(READ_PATIENCE, Arc::clone(&self.turns).acquire_owned());
        let Ok(Ok(turn)) = turn.await else { return Err(Error::Busy.into()) };
        let db = self.clone();
        let read = move || {
            let read = db.read_blocking(f);
            drop(turn);
            read
        };
        match tokio::task::spawn_blocking(read).await {
            Ok(result) => result,
            Err(join) if join.is_panic() => std::panic::resume_unwind(join.into_panic()),
            Err(_) => Err(Error::Closed.into()),
        }
    }

    /// [`Db::read`] on the calling thread.
    pub fn read_blocking<T, E, F>(&self, f: F) -> std::result::Result<T, E>
    where
        F: FnOnce(&Conn) -> std::result::Result<T, E>,
        E: From<Error>,
    {
        let conn = self.readers.get().map_err(|_| Error::Busy)?;
        let started = Instant::now();
        conn.progress_handler(10_000, Some(move || started.elapsed() > READ_DEADLINE)).map_err(Error::from)?;
        // Deferred: the snapshot begins with the first statement and ends when this is dropped.
        let snapshot = conn.unchecked_transaction().map_err(Error::from)?;
        f(&snapshot)
    }
}

/// Looks at one snapshot of a file that is there, beside a running server or without one: nothing is made, migrated or
/// written, and however long `f` takes, it is not interrupted.
pub fn look<T>(path: &Path, f: impl FnOnce(&Conn) -> Result<T>) -> Result<T> {
    // Not `READ_ONLY`, with which `SQLite` leaves the CHECK constraints out of its integrity check.
    let conn = Conn::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    conn.busy_timeout(Duration::from_secs(5))?;
    conn.execute_batch(
        "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;",
    )?;
    let snapshot = conn.unchecked_transaction()?;
    match (migrate::current_version(&snapshot)?, latest_version()) {
        (found, known) if found > known => Err(Error::Newer { found, known }),
        (found, known) if found < known => Err(Error::Older { found, known }),
        _ => f(&snapshot),
    }
}

/// Makes the file when it is absent, for the owner's eyes only: it holds people's data and the server's keys. `SQLite`
/// gives the files beside it the same mode.
fn keep_private(path: &Path) -> Result<()> {
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    match made {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(Error::File { path: path.to_owned(), error }),
    }
}

fn open_connection(path: &Path) -> Result<Conn> {
    let conn = Conn::open(path)?;
    configure(&conn)?;
    Ok(conn)
}

/// The same for every connection; the reasons are `SQLite`'s own advice for data one cannot lose.
fn configure(conn: &Conn) -> rusqlite::Result<()> {
    conn.busy_timeout(Duration::from_secs(5))?; // first: the next line takes a lock
    conn.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
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
    Ok(())
}
