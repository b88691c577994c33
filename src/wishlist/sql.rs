//! Statements on wish lists.

use super::Wish;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

pub(super) fn of_user(conn: &Conn, user_id: &str) -> db::Result<Vec<Wish>> {
    let mut rows = conn.prepare_cached(
        "SELECT w.product_id, p.title, w.added_at FROM wishes w JOIN products p ON p.id = w.product_id
         WHERE w.user_id = ?1 AND p.deleted_at IS NULL AND p.status = 'published' AND p.is_hidden = 0
         ORDER BY w.added_at DESC, w.product_id",
    )?;
    let read =
        |row: &rusqlite::Row<'_>| Ok(Wish { product_id: row.get(0)?, title: row.get(1)?, added_at: row.get(2)? });
    let rows = rows.query_map([user_id], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn add(tx: &Tx<'_>, user_id: &str, product_id: &str, at: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO wishes (user_id, product_id, added_at)
         SELECT ?1, id, ?3 FROM products
         WHERE id = ?2 AND deleted_at IS NULL AND status = 'published' AND is_hidden = 0
         ON CONFLICT DO NOTHING",
    )?
    .execute((user_id, product_id, at))?;
    Ok(())
}

pub(super) fn remove(tx: &Tx<'_>, user_id: &str, product_id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM wishes WHERE user_id = ?1 AND product_id = ?2")?.execute([user_id, product_id])?;
    Ok(())
}

pub(super) fn keep_latest(tx: &Tx<'_>, user_id: &str, most: usize) -> db::Result<()> {
    tx.prepare_cached(
        "DELETE FROM wishes WHERE user_id = ?1 AND product_id NOT IN (
             SELECT product_id FROM wishes WHERE user_id = ?1 ORDER BY added_at DESC, product_id LIMIT ?2)",
    )?
    .execute((user_id, i64::try_from(most).unwrap_or(i64::MAX)))?;
    Ok(())
}

pub(super) fn forget_user(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    tx.execute("DELETE FROM wishes WHERE user_id = ?1", [user_id])?;
    Ok(())
}
