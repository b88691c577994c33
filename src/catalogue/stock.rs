//! RULE: stock. The last unit is sold once: what is taken was there, in the same statement.

use std::collections::BTreeMap;

use super::waitlist;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// A line asks for more than there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortage {
    pub variant_id: String,
    /// Units left.
    pub available: i64,
}

/// A variant that is running out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Low {
    pub variant_id: String,
    pub product_id: String,
    /// What that is called.
    pub product_title: String,
    /// What the variant is called.
    pub variant_title: String,
    /// The stock keeping unit.
    pub sku: Option<String>,
    /// Units left.
    pub left: i64,
}

/// Variants of published products of which at most `at_most` units are left, the fewest first; `limit` of them.
pub fn low(conn: &Conn, at_most: i64, limit: i64) -> db::Result<Vec<Low>> {
    let mut rows = conn.prepare_cached(
        "SELECT v.id, v.product_id, p.title, v.title, v.sku, v.inventory_quantity
         FROM variants v JOIN products p ON p.id = v.product_id
         WHERE v.inventory_quantity <= ?1 AND v.manage_inventory AND v.deleted_at IS NULL
           AND p.deleted_at IS NULL AND p.status = 'published'
         ORDER BY v.inventory_quantity, v.id LIMIT ?2",
    )?;
    let rows = rows.query_map((at_most, limit), |row| {
        Ok(Low {
            variant_id: row.get(0)?,
            product_id: row.get(1)?,
            product_title: row.get(2)?,
            variant_title: row.get(3)?,
            sku: row.get(4)?,
            left: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Takes the stock of an order: all lines or, with a [`Shortage`], none (the caller's transaction is undone).
/// Lines name each variant once, in any order; variants whose inventory is not managed are not passed.
pub fn take(tx: &Tx<'_>, order_id: &str, lines: &[(String, i64)], now: Timestamp) -> db::Result<Result<(), Shortage>> {
    for (variant_id, quantity) in lines {
        let taken = tx
            .prepare_cached(
                "UPDATE variants SET inventory_quantity = inventory_quantity - ?2
                 WHERE id = ?1 AND manage_inventory AND inventory_quantity >= ?2 AND deleted_at IS NULL",
            )?
            .execute((variant_id, quantity))?;
        if taken != 1 {
            let available = tx
                .prepare_cached(
                    "SELECT coalesce(max(inventory_quantity), 0) FROM variants WHERE id = ?1 AND deleted_at IS NULL",
                )?
                .query_row([variant_id], |row| row.get(0))?;
            return Ok(Err(Shortage { variant_id: variant_id.clone(), available }));
        }
        record(tx, variant_id, -quantity, "reserved", Some(order_id), None, now)?;
    }
    Ok(Ok(()))
}

/// What an order took of a variant, and how much of that it has given back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub variant_id: String,
    /// Units it took.
    pub taken: i64,
    /// Units of them that are back.
    pub back: i64,
    /// Units of these that came back without a refund.
    pub came_back: i64,
}

/// What an order took, variant by variant.
pub fn taken_by(conn: &Conn, order_id: &str) -> db::Result<Vec<Taken>> {
    let mut rows = conn.prepare_cached(
        "SELECT variant_id, sum(iif(reason = 'reserved', -delta, 0)), sum(iif(reason = 'reserved', 0, delta)),
                sum(iif(reason = 'came_back', delta, 0))
         FROM stock_movements WHERE order_id = ?1 GROUP BY variant_id",
    )?;
    let rows = rows.query_map([order_id], |row| {
        Ok(Taken { variant_id: row.get(0)?, taken: row.get(1)?, back: row.get(2)?, came_back: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Gives back what an order took and has not given back, but for the units that are lost. Doing it twice is refused by
/// the database.
pub fn give_back(tx: &Tx<'_>, order_id: &str, lost: &BTreeMap<String, i64>, now: Timestamp) -> db::Result<()> {
    for Taken { variant_id, taken, back, .. } in taken_by(tx, order_id)? {
        let quantity = taken - back - lost.get(&variant_id).copied().unwrap_or_default();
        if quantity > 0 {
            add(tx, &variant_id, quantity)?;
            record(tx, &variant_id, quantity, "released", Some(order_id), None, now)?;
        }
    }
    Ok(())
}

/// Moves units of an order between the stock and the order because of a refund: back for a positive number, out again for
/// a negative one as far as there are any. How many were moved.
pub fn move_for_refund(
    tx: &Tx<'_>,
    order_id: &str,
    refund_id: &str,
    variant_id: &str,
    quantity: i64,
    now: Timestamp,
) -> db::Result<i64> {
    let there: i64 = tx
        .prepare_cached("SELECT inventory_quantity FROM variants WHERE id = ?1")?
        .query_row([variant_id], |row| row.get(0))?;
    // What was sold meanwhile is left out: the provider's word about the money is worth more.
    let quantity = quantity.max(-there);
    if quantity != 0 {
        add(tx, variant_id, quantity)?;
        record(tx, variant_id, quantity, "returned", Some(order_id), Some(refund_id), now)?;
    }
    Ok(quantity)
}

/// Puts units of an order into the stock that came back and that no refund is for.
pub fn come_back(tx: &Tx<'_>, order_id: &str, variant_id: &str, quantity: i64, now: Timestamp) -> db::Result<()> {
    add(tx, variant_id, quantity)?;
    record(tx, variant_id, quantity, "came_back", Some(order_id), None, now)
}

fn add(tx: &Tx<'_>, variant_id: &str, quantity: i64) -> db::Result<()> {
    tx.prepare_cached("UPDATE variants SET inventory_quantity = inventory_quantity + ?2 WHERE id = ?1")?
        .execute((variant_id, quantity))?;
    Ok(())
}

/// Sets the stock of a variant to a counted number; what it was before.
pub fn set(tx: &Tx<'_>, variant_id: &str, quantity: i64, now: Timestamp) -> db::Result<i64> {
    let before: i64 = tx
        .prepare_cached("SELECT inventory_quantity FROM variants WHERE id = ?1")?
        .query_row([variant_id], |row| row.get(0))?;
    if quantity != before {
        tx.prepare_cached("UPDATE variants SET inventory_quantity = ?2 WHERE id = ?1")?
            .execute((variant_id, quantity))?;
        record(tx, variant_id, quantity - before, "set", None, None, now)?;
    }
    Ok(before)
}

fn record(
    tx: &Tx<'_>,
    variant_id: &str,
    delta: i64,
    reason: &str,
    order_id: Option<&str>,
    refund_id: Option<&str>,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO stock_movements (variant_id, delta, reason, order_id, refund_id, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute((variant_id, delta, reason, order_id, refund_id, now))?;
    // Who waits for it is told in the transaction that brings it back.
    if delta > 0 { waitlist::tell(tx, variant_id, now) } else { Ok(()) }
}
