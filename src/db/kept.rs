//! What was read, kept for as long as nothing is committed.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::presence::Mark;
use super::{Conn, Db, Result};

/// The outcome of one read; shared by all who ask for it.
pub struct Kept<T>(Mutex<Option<(Mark, T)>>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T: Copy> Kept<T> {
    fn of(&self, mark: Mark) -> Option<T> {
        self.lock().filter(|(of, _)| *of == mark).map(|(_, value)| value)
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Mark, T)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Db {
    /// [`Db::read`], which is spared where no program has committed anything since it was last made into `kept`.
    pub async fn read_once<T>(&self, kept: &Kept<T>, f: fn(&Conn) -> Result<T>) -> Result<T>
    where
        T: Copy + Send + 'static,
    {
        // Before the read: what is committed meanwhile is not taken for what was read.
        let mark = self.presence.mark();
        if let Some(value) = mark.and_then(|mark| kept.of(mark)) {
            return Ok(value);
        }
        let value = Box::pin(self.read(f)).await?;
        if let Some(mark) = mark {
            *kept.lock() = Some((mark, value));
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::super::{Error, Tx};
    use super::*;

    static READ: AtomicU32 = AtomicU32::new(0);

    fn count(conn: &Conn) -> Result<i64> {
        READ.fetch_add(1, Ordering::SeqCst);
        Ok(conn.query_row("SELECT count(*) FROM t", [], |row| row.get(0))?)
    }

    fn write(tx: &Tx<'_>, statement: &str) -> Result<()> {
        tx.execute_batch(statement).map_err(Error::from)
    }

    #[tokio::test]
    async fn what_was_read_is_read_again_after_each_commit_of_any_program_and_not_before() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.sqlite");
        let db = Db::open(&path).unwrap();
        db.write(|tx| write(tx, "CREATE TABLE t (n INTEGER) STRICT")).await.unwrap();
        let kept = Kept::default();
        for (commits, reads) in [(0, 1), (0, 1), (1, 2)] {
            for _ in 0..commits {
                db.write(|tx| write(tx, "INSERT INTO t VALUES (1)")).await.unwrap();
            }
            assert_eq!(db.read_once(&kept, count).await.unwrap(), commits);
            assert_eq!(READ.load(Ordering::SeqCst), reads);
        }
        // Another connection, as another program has one.
        let other = Conn::open(&path).unwrap();
        for (statement, rows) in [
            ("INSERT INTO t VALUES (2)", 2),
            ("PRAGMA wal_checkpoint(TRUNCATE)", 2),
            ("INSERT INTO t VALUES (3)", 3),
            ("DELETE FROM t", 0),
        ] {
            other.execute_batch(statement).unwrap();
            assert_eq!(db.read_once(&kept, count).await.unwrap(), rows, "{statement}");
        }
    }
}
