//! The tables `counts` and `missed_searches`.

use super::{Counted, Missed};
use crate::db::{self, Conn, Tx};
use rusqlite::OptionalExtension;

/// Searches that are kept; past that the rarest goes.
const MAX_KEPT: i64 = 500;
/// Searches that are listed.
const MAX_LISTED: i64 = 100;

pub(super) fn add(tx: &Tx<'_>, day: &str, what: &str, how_many: i64) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO counts (day, what, how_many) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET how_many = how_many + excluded.how_many",
    )?
    .execute((day, what, how_many))?;
    Ok(())
}

pub(super) fn since(conn: &Conn, day: &str) -> db::Result<Vec<Counted>> {
    let mut rows = conn.prepare_cached("SELECT day, what, how_many FROM counts WHERE day >= ?1 ORDER BY day, what")?;
    let rows =
        rows.query_map([day], |row| Ok(Counted { day: row.get(0)?, what: row.get(1)?, how_many: row.get(2)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// `false` for one that is not kept yet.
pub(super) fn ask_again(tx: &Tx<'_>, text: &str, times: i64, day: &str) -> db::Result<bool> {
    let sql = "UPDATE missed_searches SET how_many = how_many + ?2, last_day = max(last_day, ?3) WHERE text = ?1";
    Ok(tx.prepare_cached(sql)?.execute((text, times, day))? > 0)
}

pub(super) fn keep(tx: &Tx<'_>, text: &str, times: i64, first_day: &str, last_day: &str) -> db::Result<()> {
    tx.prepare_cached(
        "DELETE FROM missed_searches WHERE (SELECT count(*) FROM missed_searches) >= ?1 AND text =
         (SELECT text FROM missed_searches ORDER BY how_many, last_day, text LIMIT 1)",
    )?
    .execute([MAX_KEPT])?;
    tx.prepare_cached("INSERT INTO missed_searches (text, how_many, first_day, last_day) VALUES (?1, ?2, ?3, ?4)")?
        .execute((text, times, first_day, last_day))?;
    Ok(())
}

pub(super) fn missed(conn: &Conn) -> db::Result<Vec<Missed>> {
    let mut rows = conn.prepare_cached(
        "SELECT text, how_many, last_day FROM missed_searches WHERE is_dismissed = 0
         ORDER BY how_many DESC, last_day DESC, text LIMIT ?1",
    )?;
    let rows = rows.query_map([MAX_LISTED], |row| {
        Ok(Missed { text: row.get(0)?, how_many: row.get(1)?, last_day: row.get(2)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn dismiss(tx: &Tx<'_>, text: &str, is_dismissed: bool) -> db::Result<Option<i64>> {
    let sql = "UPDATE missed_searches SET is_dismissed = ?2 WHERE text = ?1 AND is_dismissed <> ?2 RETURNING how_many";
    Ok(tx.prepare_cached(sql)?.query_row((text, is_dismissed), |row| row.get(0)).optional()?)
}

pub(super) fn forget_before(tx: &Tx<'_>, day: &str) -> db::Result<()> {
    tx.execute("DELETE FROM counts WHERE day < ?1", [day])?;
    tx.execute("DELETE FROM missed_searches WHERE last_day < ?1", [day])?;
    Ok(())
}
