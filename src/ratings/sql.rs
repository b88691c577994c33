//! Statements on stars.

use rusqlite::OptionalExtension;

use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// Product, stars and when they were given first.
type Stars = (String, i64, Timestamp);

pub(super) fn of_order(conn: &Conn, order_id: &str) -> db::Result<Vec<Stars>> {
    let mut rows = conn.prepare_cached("SELECT product_id, stars, created_at FROM ratings WHERE order_id = ?1")?;
    let rows = rows.query_map([order_id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether it is a product that was not deleted.
pub(super) fn is_product(conn: &Conn, id: &str) -> db::Result<bool> {
    Ok(conn.prepare_cached("SELECT 1 FROM products WHERE id = ?1 AND deleted_at IS NULL")?.exists([id])?)
}

pub(super) fn put(tx: &Tx<'_>, order_id: &str, product_id: &str, stars: i64, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO ratings (order_id, product_id, stars, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)
         ON CONFLICT (order_id, product_id) DO UPDATE SET stars = excluded.stars, updated_at = excluded.updated_at
         WHERE stars <> excluded.stars",
    )?
    .execute((order_id, product_id, stars, now))?;
    Ok(())
}

/// Of an event `a`: its buyer was asked, by a mail that was not taken back, or passed over for good.
const ASKED: &str = "a.kind IN ('rating_asked', 'rating_passed')
    AND NOT EXISTS (SELECT 1 FROM order_events u WHERE u.order_id = a.order_id AND a.kind = 'rating_asked'
                    AND u.kind = 'undelivered' AND u.detail ->> 'unasked' AND u.id > a.id)";

/// The orders that were delivered in this time, and whose buyer is not asked and not passed over, the first first.
pub(super) fn unasked(conn: &Conn, after: Timestamp, until: Timestamp) -> db::Result<Vec<String>> {
    let mut rows = conn.prepare_cached(&format!(
        "SELECT e.order_id FROM order_events e JOIN orders o ON o.id = e.order_id
         WHERE e.kind = 'delivered' AND e.at > ?1 AND e.at <= ?2 AND o.status = 'delivered' AND o.email <> ''
           AND NOT EXISTS (SELECT 1 FROM order_events a WHERE a.order_id = e.order_id AND {ASKED})
           AND NOT EXISTS (SELECT 1 FROM order_events u
                           WHERE u.order_id = e.order_id AND u.kind = 'undelivered' AND u.id > e.id)
         ORDER BY e.at"
    ))?;
    let rows = rows.query_map([after, until], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether its buyer was asked, or passed over for good.
pub(super) fn was_asked(conn: &Conn, order_id: &str) -> db::Result<bool> {
    let sql = format!("SELECT 1 FROM order_events a WHERE order_id = ?1 AND {ASKED}");
    Ok(conn.prepare_cached(&sql)?.exists([order_id])?)
}

/// When the firm asked for stars, and the stars with the moment of theirs.
type OfQuote = (Timestamp, Option<(i64, Timestamp)>);

pub(super) fn of_quote(conn: &Conn, quote_id: &str) -> db::Result<Option<OfQuote>> {
    let sql = "SELECT asked_at, stars, rated_at FROM firm_ratings WHERE quote_id = ?1";
    let read = |row: &rusqlite::Row<'_>| {
        let (stars, at): (Option<i64>, Option<Timestamp>) = (row.get(1)?, row.get(2)?);
        Ok((row.get(0)?, stars.zip(at)))
    };
    Ok(conn.prepare_cached(sql)?.query_row([quote_id], read).optional()?)
}

pub(super) fn ask_quote(tx: &Tx<'_>, quote_id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO firm_ratings (quote_id, asked_at) VALUES (?1, ?2)")?.execute((quote_id, now))?;
    Ok(())
}

pub(super) fn rate_quote(tx: &Tx<'_>, quote_id: &str, stars: i64, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE firm_ratings SET stars = ?2, rated_at = ?3 WHERE quote_id = ?1 AND stars IS NOT ?2")?
        .execute((quote_id, stars, now))?;
    Ok(())
}

/// How many gave the firm stars, and how many stars.
pub(super) fn of_firm(conn: &Conn) -> db::Result<(i64, i64)> {
    let sql = "SELECT count(stars), coalesce(sum(stars), 0) FROM firm_ratings";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?)
}
