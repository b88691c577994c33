//! The one writer: a thread that takes every waiting transaction into one durable commit.
//!
//! Each transaction runs in its own savepoint and gets its own answer, and none is answered before the commit that
//! holds it is on disk. A transaction that fails or panics is undone alone; a commit that fails undoes them all.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;

use super::{Conn, Error, Result, Tx};

/// At most this many transactions share a commit, so that the first never waits long.
const BATCH: usize = 128;

/// Transactions that may wait; more than there are connections.
const QUEUE: usize = 4096;

/// Runs in its savepoint, then answers once the fate of the commit is known.
type Job = Box<dyn FnOnce(std::result::Result<&Conn, &Error>) -> Answer + Send>;
type Answer = Box<dyn FnOnce(&Result<()>)>;

#[derive(Clone)]
pub(super) struct Writer(mpsc::SyncSender<Job>);

impl Writer {
    pub(super) fn start(conn: Conn) -> Result<Self> {
        let (jobs, waiting) = mpsc::sync_channel::<Job>(QUEUE);
        std::thread::Builder::new()
            .name(String::from("db-writer"))
            .spawn(move || {
                while let Ok(first) = waiting.recv() {
                    let batch = std::iter::once(first).chain(waiting.try_iter().take(BATCH - 1)).collect();
                    run_batch(&conn, batch);
                }
            })
            .map_err(|error| Error::File { path: "thread".into(), error })?;
        Ok(Self(jobs))
    }

    pub(super) fn submit<T, E, F, A>(&self, f: F, answer: A) -> Result<()>
    where
        F: FnOnce(&Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
        A: FnOnce(std::result::Result<T, E>) + Send + 'static,
        T: 'static,
        E: From<Error> + 'static,
    {
        let job: Job = Box::new(move |conn| {
            let outcome = match conn {
                Ok(conn) => in_savepoint(conn, f),
                Err(error) => Ok(Err(Error::NotCommitted(error.to_string()).into())),
            };
            Box::new(move |committed| match (outcome, committed) {
                // The answer channel is dropped: the caller sees `Closed`, and the panic was reported when it happened.
                (Err(_panic), _) => {}
                (Ok(Ok(_)), Err(error)) => answer(Err(Error::NotCommitted(error.to_string()).into())),
                (Ok(result), _) => answer(result),
            })
        });
        // Never waits: the caller may be on a thread that serves everybody.
        self.0.try_send(job).map_err(|error| match error {
            mpsc::TrySendError::Full(_) => Error::Busy,
            mpsc::TrySendError::Disconnected(_) => Error::Closed,
        })
    }
}

fn run_batch(conn: &Conn, batch: Vec<Job>) {
    let begun = conn.execute_batch("BEGIN IMMEDIATE").map_err(Error::from);
    let mut answers = Vec::with_capacity(batch.len());
    for job in batch {
        // A full disk or an I/O error makes SQLite end the whole transaction by itself.
        let state = match &begun {
            Ok(()) if !conn.is_autocommit() => Ok(conn),
            Ok(()) => Err(&Error::Closed),
            Err(error) => Err(error),
        };
        answers.push(job(state));
    }
    let committed = begun.and_then(|()| {
        conn.execute_batch("COMMIT").map_err(|error| {
            if !conn.is_autocommit() {
                drop(conn.execute_batch("ROLLBACK"));
            }
            Error::from(error)
        })
    });
    if let Err(error) = &committed {
        tracing::error!(%error, transactions = answers.len(), "a commit failed and was undone");
    }
    for answer in answers {
        answer(&committed);
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
            db.writer.submit(
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
        assert!(stopped.unwrap_err().is_temporary());
    }
}
