//! The tables `counts` and `missed_searches`.

use super::{Counted, Missed};
use crate::db::{self, Conn, Tx};
use crate::secrets::sha256;
use rusqlite::OptionalExtension;

/// Searches that are kept, beside those that were dismissed; past that the rarest goes.
const MAX_KEPT: i64 = 500;
/// So much of a hash tells searches apart.
const HASH_BYTES: usize = 16;
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

/// Counts another day of one; `false` for one that is not kept yet.
pub(super) fn ask_again(tx: &Tx<'_>, text: &str, day: &str) -> db::Result<bool> {
    let sql = "UPDATE missed_searches SET how_many = how_many + (last_day < ?3), last_day = max(last_day, ?3)
               WHERE text IN (?1, ?2)";
    Ok(tx.prepare_cached(sql)?.execute((text, dismissed(text), day))? > 0)
}

/// Keeps one that was made on two days. One that was dismissed never gives way: it would be listed again.
pub(super) fn keep(tx: &Tx<'_>, text: &str, first_day: &str, last_day: &str) -> db::Result<()> {
    tx.prepare_cached(
        "DELETE FROM missed_searches WHERE (SELECT count(*) FROM missed_searches WHERE is_dismissed = 0) >= ?1 AND text =
         (SELECT text FROM missed_searches WHERE is_dismissed = 0 ORDER BY how_many, last_day, text LIMIT 1)",
    )?
    .execute([MAX_KEPT])?;
    tx.prepare_cached("INSERT INTO missed_searches (text, how_many, first_day, last_day) VALUES (?1, 2, ?2, ?3)")?
        .execute((text, first_day, last_day))?;
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
    let hash = dismissed(text);
    let (held_as, holds) = if is_dismissed { (text, hash.as_str()) } else { (hash.as_str(), text) };
    let sql = "UPDATE missed_searches SET is_dismissed = ?2, text = ?3 WHERE text = ?1 AND is_dismissed <> ?2
               RETURNING how_many";
    Ok(tx.prepare_cached(sql)?.query_row((held_as, is_dismissed, holds), |row| row.get(0)).optional()?)
}

/// What stands for the text of one that was dismissed: enough to know it again, and not to read it.
fn dismissed(text: &str) -> String {
    crate::text::hex(&sha256(text.as_bytes())[..HASH_BYTES])
}

pub(super) fn forget_before(tx: &Tx<'_>, day: &str) -> db::Result<()> {
    tx.execute("DELETE FROM counts WHERE day < ?1", [day])?;
    tx.execute("DELETE FROM missed_searches WHERE last_day < ?1", [day])?;
    Ok(())
}
