//! The one writer: a thread that takes every waiting transaction into one durable commit.
//!
//! Each transaction runs in its own savepoint and gets its own answer, and none is answered before the commit that
//! holds it is on disk. A transaction that fails or panics is undone alone; a commit that fails undoes them all.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::damage::Damage;
use super::fence::Fence;
use super::presence::Presence;
use super::{Conn, Error, Result, Trouble, Tx};
use crate::metrics::Histogram;
use crate::trace;

/// At most this many transactions share a commit, so that the first never waits long.
const BATCH: usize = 128;

/// Transactions that may wait; more than there are connections.
const QUEUE: usize = 4096;

/// Runs in its savepoint, then answers once the fate of the commit is known.
type Job = Box<dyn FnOnce(std::result::Result<&Conn, &Error>) -> Answer + Send>;
type Answer = Box<dyn FnOnce(&Result<()>)>;

/// What the thread is handed.
enum Asked {
    Job(Job),
    /// To show that it goes on.
    Sign(Box<dyn FnOnce() + Send>),
}

/// When nothing is written for so long, what was written is worked into the one file, and the files are looked at.
const IDLE: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub(super) struct Writer {
    thread: Arc<Thread>,
    proved: Proved,
    /// How long commits took, with what was written in them.
    pub(super) commits: Arc<Histogram>,
}

/// The thread, and the way to it; who drops the last of it waits until the file is closed.
struct Thread {
    jobs: Option<mpsc::SyncSender<Asked>>,
    handle: Option<JoinHandle<()>>,
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.jobs = None;
        let handle = self.handle.take().filter(|handle| handle.thread().id() != thread::current().id());
        if let Some(Err(_panic)) = handle.map(JoinHandle::join) {
            tracing::error!("the writer ended in the middle of something");
        }
    }
}

/// When it was last shown that writes can be made; `None` since one failed.
type Proved = Arc<Mutex<Option<Instant>>>;

impl Writer {
    /// `gathers`: whether what was written is worked into the one file now and then.
    pub(super) fn start(conn: Conn, guards: Guards, gathers: bool) -> Result<Self> {
        let (jobs, waiting) = mpsc::sync_channel(QUEUE);
        let (proved, commits) = (Proved::default(), Arc::<Histogram>::default());
        let desk = Desk { conn, guards, gathers, proved: Arc::clone(&proved), commits: Arc::clone(&commits) };
        let handle = thread::Builder::new()
            .name(String::from("db-writer"))
            .spawn(move || desk.work(&waiting))
            .map_err(|error| Error::File { path: "thread".into(), error })?;
        Ok(Self { thread: Arc::new(Thread { jobs: Some(jobs), handle: Some(handle) }), proved, commits })
    }

    /// Whether it was shown so lately that writes can be made, and none has failed since.
    pub(super) fn proved_within(&self, time: Duration) -> bool {
        self.proved.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|at| at.elapsed() < time)
    }

    /// Notes that it was shown now.
    pub(super) fn prove(&self) {
        *self.proved.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    pub(super) fn submit<T, E, F, A>(&self, f: F, answer: A) -> Result<()>
    where
        F: FnOnce(&Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
        A: FnOnce(std::result::Result<T, E>) + Send + 'static,
        T: 'static,
        E: From<Error> + 'static,
    {
        let request = trace::current();
        let job: Job = Box::new(move |conn| {
            let outcome = match conn {
                Ok(conn) => trace::on_thread(request, || in_savepoint(conn, f)),
                Err(error) => Ok(Err(not_committed(error).into())),
            };
            Box::new(move |committed| match (outcome, committed) {
                // The answer channel is dropped: the caller sees `Closed`, and the panic was reported when it happened.
                (Err(_panic), _) => {}
                (Ok(Ok(_)), Err(error)) => answer(Err(not_committed(error).into())),
                (Ok(result), _) => answer(result),
            })
        });
        self.hand_in(Asked::Job(job))
    }

    /// Calls `answer` when the thread has come so far, which it does not while it hangs.
    pub(super) fn ask_for_a_sign(&self, answer: impl FnOnce() + Send + 'static) -> Result<()> {
        self.hand_in(Asked::Sign(Box::new(answer)))
    }

    /// Never waits: the caller may be on a thread that serves everybody.
    fn hand_in(&self, asked: Asked) -> Result<()> {
        let Some(jobs) = &self.thread.jobs else { return Err(Error::Closed) };
        jobs.try_send(asked).map_err(|error| match error {
            mpsc::TrySendError::Full(_) => Error::Busy,
            mpsc::TrySendError::Disconnected(_) => Error::Closed,
        })
    }
}

/// What is to be written; a sign is given at once.
fn job_of(asked: Asked) -> Option<Job> {
    match asked {
        Asked::Job(job) => Some(job),
        Asked::Sign(answer) => {
            answer();
            None
        }
    }
}

fn not_committed(error: &Error) -> Error {
    Error::NotCommitted { trouble: error.trouble().unwrap_or(Trouble::Unusable), why: error.to_string() }
}

/// What must be so before anything is written, and before it is acknowledged.
pub(super) struct Guards {
    pub(super) presence: Arc<Presence>,
    pub(super) damage: Arc<Damage>,
    pub(super) fence: Arc<Fence>,
}

impl Guards {
    fn check(&self) -> Result<()> {
        self.fence.check()?;
        self.damage.check()?;
        self.presence.check()
    }
}

/// What the writing thread works with.
struct Desk {
    conn: Conn,
    guards: Guards,
    gathers: bool,
    proved: Proved,
    commits: Arc<Histogram>,
}

impl Desk {
    /// Until nobody can hand in anything more.
    fn work(&self, waiting: &mpsc::Receiver<Asked>) {
        let (mut all_there, mut gathered) = (true, true);
        loop {
            match waiting.recv_timeout(IDLE) {
                Ok(first) => {
                    let asked = std::iter::once(first).chain(waiting.try_iter().take(BATCH - 1));
                    let batch: Vec<Job> = asked.filter_map(job_of).collect();
                    if !batch.is_empty() {
                        self.run(batch);
                        gathered = false;
                    }
                }
                // Should the log of writes be lost, the file alone is the shop but for the last moments.
                // What was cut or is damaged would only be spread.
                Err(RecvTimeoutError::Timeout) if self.gathers && !gathered && self.guards.check().is_ok() => {
                    gathered = true;
                    if let Err(error) = self.conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
                        tracing::warn!(%error, "what was written stays in the log of writes");
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            match self.guards.presence.check() {
                Ok(()) if !all_there => tracing::error!("the database is in its place again"),
                Err(error) if all_there => tracing::error!(%error, "nothing can be written"),
                Ok(()) | Err(_) => continue,
            }
            all_there = !all_there;
        }
    }

    fn run(&self, batch: Vec<Job>) {
        let (conn, started) = (&self.conn, Instant::now());
        let begun = self.begin();
        let mut answers = Vec::with_capacity(batch.len());
        // A full disk or an I/O error makes SQLite end the whole transaction by itself.
        let cut_off = Error::NotCommitted { trouble: Trouble::Full, why: String::from("it was cut off in the middle") };
        for job in batch {
            let state = match &begun {
                Ok(()) if !conn.is_autocommit() => Ok(conn),
                Ok(()) => Err(&cut_off),
                Err(error) => Err(error),
            };
            answers.push(self.guards.damage.watch(|| job(state)));
        }
        let committed = match begun {
            Ok(()) if conn.is_autocommit() => Err(cut_off),
            Ok(()) => self.commit(),
            Err(error) => Err(error),
        };
        self.commits.observe(started.elapsed());
        if let Err(error) = &committed {
            // Whoever may not write was told so when that began.
            if error.trouble() != Some(Trouble::Elsewhere) {
                tracing::error!(%error, transactions = answers.len(), "a commit failed: nothing of it was acknowledged");
            }
            *self.proved.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        for answer in answers {
            answer(&committed);
        }
    }

    fn begin(&self) -> Result<()> {
        self.guards.check()?;
        self.conn.execute_batch("BEGIN IMMEDIATE")?;
        // Another program may have kept the lock for seconds: what was whole before may not be now.
        self.guards.check().inspect_err(|_| drop(self.conn.execute_batch("ROLLBACK")))
    }

    fn commit(&self) -> Result<()> {
        let committed = self.guards.fence.check().and_then(|()| Ok(self.conn.execute_batch("COMMIT")?));
        if let Err(error) = committed {
            if !self.conn.is_autocommit() {
                drop(self.conn.execute_batch("ROLLBACK"));
            }
            return Err(error);
        }
        // On which disk, though? The file may have been removed meanwhile.
        self.guards.presence.check()
    }
}

/// Runs `f` between SAVEPOINT and RELEASE; the outer error is a panic of `f`, undone like any failure.
fn in_savepoint<T, E, F>(conn: &Conn, f: F) -> std::result::Result<std::result::Result<T, E>, Box<dyn Any + Send>>
where
    F: FnOnce(&Tx<'_>) -> std::result::Result<T, E>,
    E: From<Error>,
{
    if let Err(error) = conn.execute_batch("SAVEPOINT job") {
        return Ok(Err(Error::from(error).into()));
    }
    let outcome = catch_unwind(AssertUnwindSafe(|| f(&Tx(conn))));
    let end = if matches!(outcome, Ok(Ok(_))) { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
    match (conn.execute_batch(end), outcome) {
        (Err(error), Ok(Ok(_))) => Ok(Err(Error::from(error).into())),
        (_, outcome) => outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;

    fn open() -> (tempfile::TempDir, Db) {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
        db.write_blocking(|tx| tx.execute_batch("CREATE TABLE t (n INTEGER UNIQUE) STRICT").map_err(Error::from))
            .unwrap();
        (dir, db)
    }

    fn count(db: &Db) -> i64 {
        db.read_blocking(|c| c.query_row("SELECT count(*) FROM t", [], |r| r.get(0)).map_err(Error::from)).unwrap()
    }

    #[test]
    fn many_writers_are_all_answered_and_all_durable() {
        let (_dir, db) = open();
        std::thread::scope(|scope| {
            for n in 0..200 {
                let db = &db;
                scope.spawn(move || {
                    db.write_blocking(move |tx| tx.execute("INSERT INTO t VALUES (?)", [n]).map_err(Error::from))
                        .unwrap()
                });
            }
        });
        assert_eq!(count(&db), 200);
    }

    #[test]
    fn a_failed_transaction_is_undone_alone() {
        let (_dir, db) = open();
        let failed: Result<()> = db.write_blocking(|tx| {
            tx.execute("INSERT INTO t VALUES (1)", [])?;
            tx.execute("INSERT INTO t VALUES (1)", [])?;
            Ok(())
        });
        assert!(failed.unwrap_err().is_unique_violation("t.n"));
        db.write_blocking(|tx| tx.execute("INSERT INTO t VALUES (2)", []).map_err(Error::from)).unwrap();
        assert_eq!(count(&db), 1);
    }

    #[test]
    fn nothing_is_acknowledged_that_would_be_gone_at_the_end() {
        let insert = |tx: &Tx<'_>| tx.execute("INSERT INTO t VALUES (NULL)", []).map_err(Error::from);
        for ending in ["", "-wal", "-shm"] {
            let (dir, db) = open();
            let file = dir.path().join(format!("t.sqlite{ending}"));
            let aside = dir.path().join("aside");
            db.write_blocking(insert).unwrap();
            std::fs::rename(&file, &aside).unwrap();
            let lost = db.write_blocking(insert).unwrap_err();
            assert!(matches!(lost, Error::NotCommitted { trouble: Trouble::Unusable, .. }), "{ending}: {lost}");
            // Another file in its place is none of ours.
            std::fs::copy(&aside, &file).unwrap();
            assert!(db.write_blocking(insert).is_err(), "{ending}");
            std::fs::rename(&aside, &file).unwrap();
            db.write_blocking(insert).unwrap();
            assert_eq!(count(&db), 2, "{ending}");
        }
    }

    #[test]
    fn a_file_that_is_removed_while_it_is_written_to_is_not_acknowledged() {
        let (dir, db) = open();
        let lost = db.write_blocking(move |tx| {
            std::fs::remove_file(dir.path().join("t.sqlite")).unwrap();
            tx.execute("INSERT INTO t VALUES (1)", []).map_err(Error::from)
        });
        assert!(matches!(lost.unwrap_err(), Error::NotCommitted { trouble: Trouble::Unusable, .. }));
    }

    #[test]
    fn a_panicking_transaction_is_undone_and_the_writer_lives_on() {
        let (_dir, db) = open();
        let panicked: Result<()> = db.write_blocking(|tx| {
            tx.execute("INSERT INTO t VALUES (1)", [])?;
            panic!("on purpose");
        });
        assert!(matches!(panicked, Err(Error::Closed)));
        db.write_blocking(|tx| tx.execute("INSERT INTO t VALUES (2)", []).map_err(Error::from)).unwrap();
        assert_eq!(count(&db), 1);
    }

    #[test]
    fn a_full_queue_refuses_at_once_instead_of_holding_the_caller() {
        let (_dir, db) = open();
        let (started, starting) = std::sync::mpsc::channel();
        let (gate, closed) = std::sync::mpsc::channel::<()>();
        let submit = |f: Box<dyn FnOnce() + Send>| {
            db.writer.as_ref().unwrap().submit(
                move |_| {
                    f();
                    Ok::<_, Error>(())
                },
                |_| {},
            )
        };
        let hold = move || {
            started.send(()).unwrap();
            assert!(closed.recv().is_err(), "nothing is sent, the gate is dropped");
        };
        submit(Box::new(hold)).unwrap();
        starting.recv().unwrap();
        for _ in 0..super::QUEUE {
            submit(Box::new(|| ())).unwrap();
        }
        assert!(matches!(submit(Box::new(|| ())), Err(Error::Busy)));
        drop(gate);
    }

    #[test]
    fn a_reader_cannot_write() {
        let (_dir, db) = open();
        assert!(db.read_blocking(|c| c.execute("INSERT INTO t VALUES (1)", []).map_err(Error::from)).is_err());
    }

    #[test]
    fn a_reader_that_takes_too_long_is_interrupted() {
        let (_dir, db) = open();
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
        let stopped = db.read_blocking(|c| c.query_row(endless, [], |r| r.get::<_, i64>(0)).map_err(Error::from));
        assert!(stopped.unwrap_err().trouble().is_some());
        // What a short read may not, a long one may, and a command's.
        let longer = |c: &Conn| {
            let (begun, mut is_late) = (Instant::now(), false);
            while !is_late {
                // Once more when it is: a busy machine may have put the one before aside until then.
                is_late = begun.elapsed() > READ_DEADLINE;
                let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50000) SELECT count(*) FROM n";
                c.query_row(many, [], |r| r.get::<_, i64>(0))?;
            }
            Ok::<_, Error>(())
        };
        assert!(db.read_blocking(longer).is_err());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(db.read_much(longer)).unwrap();
    }
}
