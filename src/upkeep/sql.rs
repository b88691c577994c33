//! Statements on how the shop is kept safe.

use super::{Kind, Upkeep};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// How it went.
pub fn of(conn: &Conn, kind: Kind) -> db::Result<Upkeep> {
    let sql = "SELECT wanted_since, succeeded_at, took_ms, failed_at, error FROM upkeep WHERE kind = ?1";
    Ok(conn.prepare_cached(sql)?.query_row([kind.as_str()], |row| {
        Ok(Upkeep {
            wanted_since: row.get("wanted_since")?,
            succeeded_at: row.get("succeeded_at")?,
            took_ms: row.get("took_ms")?,
            failed_at: row.get("failed_at")?,
            error: row.get("error")?,
        })
    })?)
}

/// The server does both by itself from now on.
pub fn want(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    tx.execute("UPDATE upkeep SET wanted_since = ?1 WHERE wanted_since IS NULL", [now])?;
    Ok(())
}

/// It was done.
pub fn succeeded(tx: &Tx<'_>, kind: Kind, at: Timestamp, took_ms: i64) -> db::Result<()> {
    let sql = "UPDATE upkeep SET succeeded_at = ?2, took_ms = ?3, failed_at = NULL, error = NULL WHERE kind = ?1";
    tx.execute(sql, (kind.as_str(), at, took_ms.max(0)))?;
    Ok(())
}

/// It is begun: should the program die of it, it was tried. What was said before stays said until there is an answer.
pub fn begun(tx: &Tx<'_>, kind: Kind, at: Timestamp) -> db::Result<()> {
    let sql = "UPDATE upkeep SET failed_at = ?2, error = coalesce(error, 'it was begun and has not come to its end')
        WHERE kind = ?1";
    tx.execute(sql, (kind.as_str(), at))?;
    Ok(())
}

/// It need not rest any longer.
pub fn try_again(tx: &Tx<'_>, kind: Kind) -> db::Result<()> {
    tx.execute("UPDATE upkeep SET failed_at = NULL WHERE kind = ?1", [kind.as_str()])?;
    Ok(())
}

/// It was tried.
pub fn failed(tx: &Tx<'_>, kind: Kind, at: Timestamp, error: &str) -> db::Result<()> {
    tx.execute("UPDATE upkeep SET failed_at = ?2, error = ?3 WHERE kind = ?1", (kind.as_str(), at, error))?;
    Ok(())
}
