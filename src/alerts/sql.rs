//! Statements on how far the owner has been told.

use std::collections::HashSet;

use crate::db::{self, Conn, Tx};

/// An event's place or a moment, by what is told.
pub(super) fn told(conn: &Conn, kind: &str) -> db::Result<i64> {
    let sql = "SELECT told FROM owner_alerts WHERE kind = ?1";
    Ok(conn.prepare_cached(sql)?.query_row([kind], |row| row.get(0))?)
}

pub(super) fn set_told(tx: &Tx<'_>, kind: &str, told: i64) -> db::Result<()> {
    tx.prepare_cached("UPDATE owner_alerts SET told = ?2 WHERE kind = ?1")?.execute((kind, told))?;
    Ok(())
}

pub(super) fn low_told(conn: &Conn) -> db::Result<HashSet<String>> {
    let mut rows = conn.prepare_cached("SELECT variant_id FROM low_stock_told")?;
    let rows = rows.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn remember_low(tx: &Tx<'_>, variant_id: &str) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO low_stock_told (variant_id) VALUES (?1) ON CONFLICT DO NOTHING")?
        .execute([variant_id])?;
    Ok(())
}

const RECOVERED: &str = "variant_id IN (SELECT id FROM variants WHERE inventory_quantity > ?1 OR NOT manage_inventory OR deleted_at IS NOT NULL)";

pub(super) fn has_recovered(conn: &Conn, at_most: i64) -> db::Result<bool> {
    let sql = format!("SELECT EXISTS (SELECT 1 FROM low_stock_told WHERE {RECOVERED})");
    Ok(conn.prepare_cached(&sql)?.query_row([at_most], |row| row.get(0))?)
}

pub(super) fn forget_recovered(tx: &Tx<'_>, at_most: i64) -> db::Result<()> {
    tx.prepare_cached(&format!("DELETE FROM low_stock_told WHERE {RECOVERED}"))?.execute([at_most])?;
    Ok(())
}
