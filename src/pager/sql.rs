//! The table `owner_calls`: what the owner's telephone is still to be told.

use rusqlite::OptionalExtension;

use super::Way;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::mail::{Headline, Urgency};

/// A call that waits.
pub(super) struct Call {
    pub(super) id: i64,
    pub(super) way: Way,
    pub(super) headline: Headline,
    /// In vain, so far.
    pub(super) attempts: i64,
}

pub(super) fn queue(tx: &Tx<'_>, way: Way, headline: &Headline, now: Timestamp) -> db::Result<()> {
    let Headline { title, text, path, urgency } = headline;
    tx.prepare_cached(
        "INSERT INTO owner_calls (way, title, text, path, urgency, created_at, next_try_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
    )?
    .execute((<&str>::from(way), title, text, path, <&str>::from(*urgency), now))?;
    Ok(())
}

/// The first that is due. None rests beyond `latest`, unless the clock was put back.
pub(super) fn next(conn: &Conn, now: Timestamp, latest: Timestamp) -> db::Result<Option<Call>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, way, title, text, path, urgency, attempts FROM owner_calls
         WHERE next_try_at <= ?1 OR next_try_at > ?2 ORDER BY id LIMIT 1",
    )?;
    let call = |row: &rusqlite::Row<'_>| {
        let (way, urgency): (String, String) = (row.get("way")?, row.get("urgency")?);
        Ok(Call {
            id: row.get("id")?,
            way: way.parse().unwrap_or(Way::Webhook),
            headline: Headline {
                title: row.get("title")?,
                text: row.get("text")?,
                path: row.get("path")?,
                urgency: urgency.parse().unwrap_or(Urgency::Usual),
            },
            attempts: row.get("attempts")?,
        })
    };
    Ok(statement.query_row((now, latest), call).optional()?)
}

/// It is tried, and if nothing comes of it again `then`.
pub(super) fn begin(tx: &Tx<'_>, id: i64, then: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE owner_calls SET attempts = attempts + 1, next_try_at = ?2 WHERE id = ?1")?
        .execute((id, then))?;
    Ok(())
}

pub(super) fn forget(tx: &Tx<'_>, id: i64) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM owner_calls WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// A way has failed: all that waits for it rests until `then`, and what is from before `oldest` goes.
pub(super) fn put_off(tx: &Tx<'_>, way: Way, then: Timestamp, oldest: Timestamp) -> db::Result<()> {
    tx.execute("DELETE FROM owner_calls WHERE way = ?1 AND created_at < ?2", (<&str>::from(way), oldest))?;
    tx.execute("UPDATE owner_calls SET next_try_at = ?2 WHERE way = ?1", (<&str>::from(way), then))?;
    Ok(())
}

pub(super) fn forget_all(tx: &Tx<'_>) -> db::Result<()> {
    tx.execute("DELETE FROM owner_calls", [])?;
    Ok(())
}
