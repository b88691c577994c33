//! Statements on who waits for a variant.

use rusqlite::OptionalExtension;

use crate::catalogue::waitlist::{StockRequest, Wish};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;

/// For how many variants an address waits; what anybody may have typed is left out where only the `confirmed` count.
pub fn count(conn: &Conn, address: &[u8; 32], confirmed: bool) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM stock_requests WHERE address = ?1 AND (NOT ?2 OR confirmed_at IS NOT NULL)";
    Ok(conn.prepare_cached(sql)?.query_row((address, confirmed), |row| row.get(0))?)
}

/// Stores a request, or confirms the one there is.
pub fn insert(
    tx: &Tx<'_>,
    id: &str,
    wish: &Wish<'_>,
    address: &[u8; 32],
    confirmed_at: Option<Timestamp>,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO stock_requests (id, variant_id, email, address, lang, confirmed_at, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (variant_id, email) DO UPDATE SET confirmed_at = coalesce(confirmed_at, excluded.confirmed_at)",
    )?
    .execute((id, wish.variant_id, wish.email.as_str(), address, wish.lang, confirmed_at, now))?;
    Ok(())
}

/// Whether a request needs no further word.
pub fn is_confirmed(conn: &Conn, variant_id: &str, email: &str) -> db::Result<bool> {
    let sql = "SELECT 1 FROM stock_requests WHERE variant_id = ?1 AND email = ?2 AND confirmed_at IS NOT NULL";
    Ok(conn.prepare_cached(sql)?.exists([variant_id, email])?)
}

/// Notes that an address is asked; `false` when it has been and has not answered.
pub fn insert_question(tx: &Tx<'_>, address: &[u8; 32], token: &[u8; 32], now: Timestamp) -> db::Result<bool> {
    let sql =
        "INSERT INTO stock_questions (address, token, asked_at) VALUES (?1, ?2, ?3) ON CONFLICT (address) DO NOTHING";
    Ok(tx.prepare_cached(sql)?.execute((address, token, now))? == 1)
}

/// The address that was asked with a token, which works no more.
pub fn take_question(tx: &Tx<'_>, token: &[u8; 32]) -> db::Result<Option<[u8; 32]>> {
    let sql = "DELETE FROM stock_questions WHERE token = ?1 RETURNING address";
    Ok(tx.prepare_cached(sql)?.query_row([token], |row| row.get(0)).optional()?)
}

/// Confirms what an address waits for; the variants.
pub fn confirm(tx: &Tx<'_>, address: &[u8; 32], now: Timestamp) -> db::Result<Vec<String>> {
    let mut statement = tx.prepare_cached(
        "UPDATE stock_requests SET confirmed_at = ?2 WHERE address = ?1 AND confirmed_at IS NULL RETURNING variant_id",
    )?;
    Ok(statement.query_map((address, now), |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// Who waits for a variant and has confirmed it, the longest first: request, address, language.
pub fn confirmed(conn: &Conn, variant_id: &str) -> db::Result<Vec<(String, String, Lang)>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, email, lang FROM stock_requests WHERE variant_id = ?1 AND confirmed_at IS NOT NULL ORDER BY created_at, id",
    )?;
    let rows = statement.query_map([variant_id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub fn delete(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM stock_requests WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// What somebody waits for, the latest first.
pub fn of_email(conn: &Conn, email: &str) -> db::Result<Vec<StockRequest>> {
    let mut statement = conn.prepare_cached(
        "SELECT r.variant_id, trim(p.title || ' ' || v.title), r.confirmed_at IS NOT NULL, r.created_at
         FROM stock_requests r JOIN variants v ON v.id = r.variant_id JOIN products p ON p.id = v.product_id
         WHERE r.email = ?1 ORDER BY r.created_at DESC, r.id",
    )?;
    let rows = statement.query_map([email], |row| {
        Ok(StockRequest {
            variant_id: row.get(0)?,
            title: row.get(1)?,
            is_confirmed: row.get(2)?,
            created_at: row.get(3)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Where both addresses wait for the same, one request stays, confirmed if either was.
pub fn move_address(tx: &Tx<'_>, former: &str, email: &str, address: &[u8; 32]) -> db::Result<()> {
    tx.execute(
        "UPDATE stock_requests SET confirmed_at = coalesce(confirmed_at, (SELECT f.confirmed_at FROM stock_requests f
             WHERE f.variant_id = stock_requests.variant_id AND f.email = ?1)) WHERE email = ?2",
        [former, email],
    )?;
    tx.execute(
        "UPDATE OR IGNORE stock_requests SET email = ?2, address = ?3 WHERE email = ?1",
        (former, email, address),
    )?;
    tx.execute("DELETE FROM stock_requests WHERE email = ?1", [former])?;
    Ok(())
}

pub fn forget(tx: &Tx<'_>, email: &str, address: &[u8; 32]) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM stock_requests WHERE email = ?1")?.execute([email])?;
    tx.prepare_cached("DELETE FROM stock_questions WHERE address = ?1")?.execute([address])?;
    Ok(())
}

/// Forgets requests that nobody confirmed and those that were, each from before a moment, and unanswered questions.
pub fn forget_old(tx: &Tx<'_>, unconfirmed: Timestamp, confirmed: Timestamp, unanswered: Timestamp) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM stock_requests WHERE created_at < iif(confirmed_at IS NULL, ?1, ?2)")?
        .execute((unconfirmed, confirmed))?;
    tx.prepare_cached("DELETE FROM stock_questions WHERE asked_at < ?1")?.execute([unanswered])?;
    Ok(())
}
