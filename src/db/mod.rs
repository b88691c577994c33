//! The database: one SQLite file, one writer, several readers.
//!
//! Owns how the file is opened, migrated, read and written; knows no table but refinery's. Every write goes through
//! one thread that takes all waiting transactions into one durable commit, so writers never wait for a lock.
//! A [`Tx`] can only be had inside [`Db::write`]: the compiler keeps writes out of read-only code.

mod columns;
mod conditions;
mod connect;
mod copy;
mod damage;
mod error;
mod fence;
mod follow;
mod functions;
mod kept;
mod migrate;
mod prefix;
mod presence;
mod turn;
mod writer;

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::ffi;
use tokio::sync::Semaphore;

use crate::metrics::Histogram;
use crate::trace;

pub(crate) use columns::stored_by_name;
pub use conditions::Conditions;
use connect::{
    AS_IT_IS, ask_again, configure, is_replicated, keep_private, leave_checkpoints, open_connection, open_unless_blank,
    ours, patient, pool,
};
pub use connect::{is_blank, look, open_whatever_version};
pub use copy::copy_quietly;
use damage::Damage;
pub use error::{Error, Trouble};
pub use fence::Fence;
pub use follow::{COPIES, copy_followed};
pub use kept::Kept;
pub use migrate::{Copy, Upgrade, copies, latest_version, try_upgrade};
pub use prefix::ids_with_prefix;
use presence::Presence;
pub use turn::Turn;

/// A connection as reading functions take it; a [`Tx`] dereferences to one.
pub type Conn = rusqlite::Connection;

/// The result of a function that only talks to the database.
pub type Result<T> = std::result::Result<T, Error>;

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
    path: PathBuf,
    /// Closed before the writer: the connection that is closed last works everything into the one file.
    readers: Readers,
    /// `None` where nothing is written.
    writer: Option<writer::Writer>,
    /// One per reader. Whoever waits for a connection waits here, where that costs no thread.
    turns: Arc<Semaphore>,
    presence: Arc<Presence>,
    damage: Arc<Damage>,
    fence: Arc<Fence>,
    /// How long a read may take.
    deadline: Option<Duration>,
}

/// The connections that read.
#[derive(Clone)]
struct Readers {
    /// Replaced when a followed database has gone on.
    pool: Arc<RwLock<r2d2::Pool<SqliteConnectionManager>>>,
    followed: Option<Arc<follow::Followed>>,
}

const READERS: u32 = 4;
/// How long a read waits for its turn.
const READ_PATIENCE: Duration = Duration::from_secs(3);
const READ_DEADLINE: Duration = Duration::from_secs(2);
/// Shorter than a request may take.
const LONG_READ_DEADLINE: Duration = Duration::from_secs(15);
/// For so long a write that was tried shows that writes can be made.
const FRESH: Duration = Duration::from_secs(10);
/// Statements the writer keeps ready: those of an order from the cart to its mails and invoice, and more.
const WRITER_STATEMENTS: usize = 256;

impl Db {
    /// Opens the file (making it when absent), migrates it and starts the writer. For the server, and where there is
    /// none: an older program that is running would not understand what it finds afterwards.
    pub fn open(path: &Path) -> Result<Self> {
        keep_private(path)?;
        Self::migrated(open_connection(path)?, path)
    }

    /// [`Db::open`] where there is something in the file; `None` where there is not, and nothing is made.
    pub fn open_filled(path: &Path) -> Result<Option<Self>> {
        let Some(conn) = open_unless_blank(path)? else { return Ok(None) };
        Self::migrated(ours(conn)?, path).map(Some)
    }

    fn migrated(mut conn: Conn, path: &Path) -> Result<Self> {
        migrate::migrate(&mut conn, path)?;
        migrate::note_program(&conn)?;
        Self::start(conn, path, Some(READ_DEADLINE))
    }

    /// Opens a file of this program's version, for a command: nothing is made or migrated, and however long a read
    /// takes, it is not interrupted.
    pub fn open_as_it_is(path: &Path) -> Result<Self> {
        Self::start(open_connection(path)?, path, None)
    }

    /// Opens a file of this program's version for a server that does not know yet whether it may write: nothing is
    /// made, migrated or written before its fence is opened.
    pub fn open_held(path: &Path) -> Result<Self> {
        let db = Self::start(open_connection(path)?, path, Some(READ_DEADLINE))?;
        db.fence.hold();
        Ok(db)
    }

    fn start(conn: Conn, path: &Path, deadline: Option<Duration>) -> Result<Self> {
        migrate::check_version(&conn)?;
        conn.busy_handler(Some(ask_again))?;
        conn.set_prepared_statement_cache_capacity(WRITER_STATEMENTS);
        let is_replicated = is_replicated(path);
        leave_checkpoints(&conn, is_replicated)?;
        let presence = Arc::new(Presence::of(path));
        let still_the_same = Arc::clone(&presence);
        let manager = SqliteConnectionManager::file(path).with_flags(AS_IT_IS).with_init(move |conn| {
            // One that is opened later must not show another file than the one that is written, nor write into it, as to
            // configure it does; the files beside it are opened then.
            let cannot_open = ffi::Error::new(ffi::SQLITE_CANTOPEN);
            let gone = |error: Error| rusqlite::Error::SqliteFailure(cannot_open, Some(error.to_string()));
            still_the_same.check().map_err(gone)?;
            configure(conn)?;
            still_the_same.check().map_err(gone)?;
            leave_checkpoints(conn, is_replicated)?;
            conn.pragma_update(None, "query_only", true)
        });
        let readers = Readers { pool: Arc::new(RwLock::new(pool(manager, 0)?)), followed: None };
        let (damage, fence) = (Arc::<Damage>::default(), Arc::<Fence>::default());
        let guards = writer::Guards { presence: presence.clone(), damage: damage.clone(), fence: fence.clone() };
        let writer = writer::Writer::start(conn, guards, !is_replicated)?;
        Ok(Self::of(path, readers, Some(writer), presence, damage, fence, deadline))
    }

    fn of(
        path: &Path,
        readers: Readers,
        writer: Option<writer::Writer>,
        presence: Arc<Presence>,
        damage: Arc<Damage>,
        fence: Arc<Fence>,
        deadline: Option<Duration>,
    ) -> Self {
        let turns = Arc::new(Semaphore::new(READERS as usize));
        Self { path: path.to_owned(), readers, writer, turns, presence, damage, fence, deadline }
    }

    /// How long commits took; `None` where nothing is written.
    pub fn commits(&self) -> Option<&Histogram> {
        self.writer.as_ref().map(|writer| &*writer.commits)
    }

    /// Bytes of the file, and of the log of writes beside it.
    pub fn bytes(&self) -> [u64; 2] {
        ["", "-wal"].map(|ending| {
            let mut path = self.path.clone().into_os_string();
            path.push(ending);
            std::fs::metadata(path).map_or(0, |file| file.len())
        })
    }

    /// What stands in front of the writer.
    pub fn fence(&self) -> Arc<Fence> {
        Arc::clone(&self.fence)
    }

    /// Works everything that was written into the one file, so that it alone is the shop, whatever becomes of those
    /// beside it. Best after the first load and at the end; what cannot be worked in now stays beside it. Of a replicated
    /// database that is Litestream's to do.
    pub fn gather(&self) -> Result<()> {
        if is_replicated(&self.path) {
            return Ok(());
        }
        self.presence.check()?;
        let conn = patient(&self.path)?;
        Ok(conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
    }

    /// Whether writes are taken: the files are in their place, and a write can be made. It is tried once in ten seconds
    /// and whenever the last one failed.
    pub async fn is_writable(&self) -> Result<()> {
        self.presence.check()?;
        self.damage.check()?;
        let Some(writer) = &self.writer else { return Err(Error::Standby) };
        if !writer.proved_within(FRESH) {
            self.write(probe).await?;
            writer.prove();
        }
        Ok(())
    }

    /// Whether both the writer and a reader do something at all: ends when they have, whatever they would say to what they
    /// are asked. A full disk or another machine's lease is no reason to start anew; a thread that hangs is.
    ///
    /// # Errors
    /// The writer has ended, or more waits for it than may.
    pub async fn goes_on(&self) -> Result<()> {
        if let Some(writer) = &self.writer {
            let (answer, asked) = tokio::sync::oneshot::channel();
            writer.ask_for_a_sign(move || _ = answer.send(()))?;
            asked.await.map_err(|_| Error::Closed)?;
        }
        match self.read(|_| Ok::<_, Error>(())).await {
            Err(error @ Error::Busy) => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Runs `f` in a write transaction and answers when it is durable. An `Err` undoes what `f` did.
    pub async fn write<T, E, F>(&self, f: F) -> std::result::Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let (answer, asked) = tokio::sync::oneshot::channel();
        self.writer.as_ref().ok_or(Error::Standby)?.submit(f, move |result| drop(answer.send(result)))?;
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
        self.writer.as_ref().ok_or(Error::Standby)?.submit(f, move |result| drop(answer.send(result)))?;
        asked.recv().map_err(|_| Error::Closed)?
    }

    /// Runs `f` on one consistent snapshot, on a thread that may block; interrupted after 2 seconds.
    pub async fn read<T, E, F>(&self, f: F) -> std::result::Result<T, E>
    where
        F: FnOnce(&Conn) -> std::result::Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.read_within(self.deadline, f).await
    }

    /// [`Db::read`] for what takes its time because it is much, such as everything there is: interrupted after 15
    /// seconds.
    pub async fn read_much<T, E, F>(&self, f: F) -> std::result::Result<T, E>
    where
        F: FnOnce(&Conn) -> std::result::Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.read_within(Some(LONG_READ_DEADLINE), f).await
    }

    async fn read_within<T, E, F>(&self, deadline: Option<Duration>, f: F) -> std::result::Result<T, E>
    where
        F: FnOnce(&Conn) -> std::result::Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let turn = tokio::time::timeout(READ_PATIENCE, Arc::clone(&self.turns).acquire_owned());
        let Ok(Ok(turn)) = turn.await else { return Err(Error::Busy.into()) };
        let db = self.clone();
        let read = trace::carried(move || {
            let read = db.read_here(deadline, f);
            drop(turn);
            read
        });
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
        self.read_here(self.deadline, f)
    }

    fn read_here<T, E, F>(&self, deadline: Option<Duration>, f: F) -> std::result::Result<T, E>
    where
        F: FnOnce(&Conn) -> std::result::Result<T, E>,
        E: From<Error>,
    {
        let pool = self.readers.pool.read().unwrap_or_else(PoisonError::into_inner).clone();
        let conn = pool.get().map_err(|_| self.presence.check().err().unwrap_or(Error::Busy))?;
        let started = Instant::now();
        let is_over = move || deadline.is_some_and(|deadline| started.elapsed() > deadline);
        conn.progress_handler(10_000, Some(is_over)).map_err(Error::from)?;
        // Deferred: the snapshot begins with the first statement and ends when this is dropped.
        self.damage.watch(|| {
            let snapshot = conn.unchecked_transaction().map_err(Error::from)?;
            f(&snapshot)
        })
    }
}

/// Writes a number that nobody uses: the disk may be full, or the file somebody else's.
pub fn probe(tx: &Tx<'_>) -> Result<()> {
    Ok(tx.pragma_update(None, "user_version", 0)?)
}

/// Beside a database that Litestream carries to another place: what this machine knows of the lease.
pub const LEASE: &str = "manetes.lease";
