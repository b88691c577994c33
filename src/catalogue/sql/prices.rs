//! What was asked when, and sales that begin and end by the clock.

use std::collections::HashMap;

use rusqlite::Row;

use crate::catalogue::price::{self, PricePoint, Sale};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;

/// The sale in the columns `announced_sale_in_cents`, `sale_starts_at` and `sale_ends_at` of a row.
pub fn sale(row: &Row<'_>) -> rusqlite::Result<Option<Sale>> {
    let price: Option<Cents> = row.get("announced_sale_in_cents")?;
    let (starts_at, ends_at) = (row.get("sale_starts_at")?, row.get("sale_ends_at")?);
    Ok(price.map(|price| Sale { price, starts_at, ends_at }))
}

/// Of a variant `v` of a product `p` in the store: it is on a sale that nobody has set an end for.
pub const ENDLESS_SALE: &str = "v.sale_price_in_cents IS NOT NULL AND v.sale_ends_at IS NULL AND v.deleted_at IS NULL";
/// That a product is in the store.
pub const IS_SOLD: &str = " AND p.deleted_at IS NULL AND p.status = 'published' AND p.is_hidden = 0";

/// How many such variants there are.
pub fn count_endless_sales(conn: &Conn) -> db::Result<i64> {
    let sql = format!(
        "SELECT count(*) FROM variants v CROSS JOIN products p ON p.id = v.product_id WHERE {ENDLESS_SALE}{IS_SOLD}"
    );
    Ok(conn.query_row(&sql, [], |row| row.get(0))?)
}

/// When the sales began that are on, by variant: on the day that was announced, else when the price was first asked.
/// `products` is a JSON list of ids.
pub fn began(conn: &Conn, products: &str) -> db::Result<HashMap<String, Timestamp>> {
    let mut statement = conn.prepare_cached(
        "SELECT v.id, coalesce(v.sale_starts_at, min(h.at)) FROM variants v JOIN price_history h ON h.variant_id = v.id
         WHERE v.product_id IN (SELECT value FROM json_each(?1)) AND v.deleted_at IS NULL
           AND v.sale_price_in_cents IS NOT NULL AND h.sale_price_in_cents IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM price_history n WHERE n.variant_id = v.id AND n.sale_price_in_cents IS NULL
                           AND (n.at, n.id) > (h.at, h.id))
         GROUP BY v.id",
    )?;
    let rows = statement.query_map([products], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The price before the sale when a variant is offered like this from now on, and whether that is new.
pub fn before_at(conn: &Conn, variant_id: &str, now: PricePoint) -> db::Result<(Option<Cents>, bool)> {
    let mut history = history(conn, variant_id)?;
    let is_new = history.last().is_none_or(|last| (last.price, last.sale_price) != (now.price, now.sale_price));
    if is_new {
        history.push(now);
    }
    Ok((price::before_price(&history), is_new))
}

fn history(conn: &Conn, variant_id: &str) -> db::Result<Vec<PricePoint>> {
    let mut statement = conn.prepare_cached(
        "SELECT at, price_in_cents, sale_price_in_cents FROM price_history WHERE variant_id = ?1 ORDER BY at, id",
    )?;
    let rows = statement.query_map([variant_id], |row| {
        Ok(PricePoint { at: row.get(0)?, price: row.get(1)?, sale_price: row.get(2)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Adds to the history what is asked from a moment on.
pub fn remember(tx: &Tx<'_>, variant_id: &str, point: PricePoint) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO price_history (variant_id, price_in_cents, sale_price_in_cents, at) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute((variant_id, point.price, point.sale_price, point.at))?;
    Ok(())
}

/// Takes the last entry away when no sale was on from `point.at` on and just what `point` says was asked until then.
pub fn forget_gap(tx: &Tx<'_>, variant_id: &str, point: PricePoint) -> db::Result<()> {
    let history = history(tx, variant_id)?;
    let [.., before, gap] = history.as_slice() else { return Ok(()) };
    let is_gap = gap.at == point.at && gap.sale_price.is_none();
    if is_gap && (before.price, before.sale_price) == (point.price, point.sale_price) {
        tx.prepare_cached(
            "DELETE FROM price_history WHERE variant_id = ?1 AND at = ?2 AND sale_price_in_cents IS NULL",
        )?
        .execute((variant_id, point.at))?;
    }
    Ok(())
}

/// Variants of which the clock has changed what is asked: id, regular price, sale.
pub fn due(conn: &Conn, now: Timestamp) -> db::Result<Vec<(String, Cents, Option<Sale>)>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, price_in_cents, announced_sale_in_cents, sale_starts_at, sale_ends_at
         FROM variants WHERE sale_changes_at <= ?1",
    )?;
    let rows = statement.query_map([now], |row| Ok((row.get(0)?, row.get(1)?, sale(row)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether [`due`] has any.
pub fn is_any_due(conn: &Conn, now: Timestamp) -> db::Result<bool> {
    Ok(conn.prepare_cached("SELECT 1 FROM variants WHERE sale_changes_at <= ?1")?.exists([now])?)
}

/// Asks `sale_price` of a variant, whose sale begins or ends next at `changes_at`.
pub fn set_sale_price(
    tx: &Tx<'_>,
    variant_id: &str,
    sale_price: Option<Cents>,
    before: Option<Cents>,
    changes_at: Option<Timestamp>,
) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE variants SET sale_price_in_cents = ?2, before_price_in_cents = ?3, sale_changes_at = ?4 WHERE id = ?1",
    )?
    .execute((variant_id, sale_price, before, changes_at))?;
    Ok(())
}

/// Takes away a sale that is over.
pub fn forget_sale(tx: &Tx<'_>, variant_id: &str) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE variants SET sale_price_in_cents = NULL, before_price_in_cents = NULL, announced_sale_in_cents = NULL,
                             sale_starts_at = NULL, sale_ends_at = NULL, sale_changes_at = NULL WHERE id = ?1",
    )?
    .execute([variant_id])?;
    Ok(())
}
