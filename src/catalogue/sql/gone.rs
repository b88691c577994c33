//! Products that were deleted: marked, for orders point at them, and for a while unmarked again.

use rusqlite::OptionalExtension;

use super::write::unindex;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// Marks the product and its variants as deleted and takes it out of the search. Others still name it as related, for it may
/// come back; nobody is shown that meanwhile. Whether there was one.
pub fn mark(tx: &Tx<'_>, product_id: &str, now: Timestamp) -> db::Result<bool> {
    let sql = "UPDATE products SET deleted_at = ?2, updated_at = ?2 WHERE id = ?1 AND deleted_at IS NULL";
    if tx.execute(sql, (product_id, now))? == 0 {
        return Ok(false);
    }
    tx.execute("UPDATE variants SET deleted_at = ?2 WHERE product_id = ?1 AND deleted_at IS NULL", (product_id, now))?;
    unindex(tx, product_id)?;
    Ok(true)
}

/// Unmarks a product that was deleted after a moment, with the variants that went with it and the collections it is in.
/// Answers the SKUs that others have by now, which it comes back without; `None` when there is no such product.
pub fn unmark(tx: &Tx<'_>, product_id: &str, since: Timestamp, now: Timestamp) -> db::Result<Option<Vec<String>>> {
    let deleted_at: Option<Timestamp> = tx
        .prepare_cached("SELECT deleted_at FROM products WHERE id = ?1 AND deleted_at > ?2")?
        .query_row((product_id, since), |row| row.get(0))
        .optional()?;
    let Some(deleted_at) = deleted_at else { return Ok(None) };
    let lost: Vec<String> = tx
        .prepare_cached(
            "SELECT sku FROM variants WHERE product_id = ?1 AND deleted_at = ?2
                 AND sku IN (SELECT sku FROM variants WHERE deleted_at IS NULL) ORDER BY position",
        )?
        .query_map((product_id, deleted_at), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    tx.execute(
        "UPDATE variants SET deleted_at = NULL,
             sku = iif(sku IN (SELECT value FROM json_each(?3)), NULL, sku)
         WHERE product_id = ?1 AND deleted_at = ?2",
        (product_id, deleted_at, serde_json::Value::from(lost.clone())),
    )?;
    tx.execute("UPDATE products SET deleted_at = NULL, updated_at = ?2 WHERE id = ?1", (product_id, now))?;
    tx.execute(
        "UPDATE collections SET deleted_at = NULL, updated_at = ?2 WHERE deleted_at IS NOT NULL
             AND id IN (SELECT collection_id FROM product_collections WHERE product_id = ?1)",
        (product_id, now),
    )?;
    Ok(Some(lost))
}

/// Whether a product that was deleted after a moment has this slug.
pub fn has_slug(conn: &Conn, slug: &str, since: Timestamp) -> db::Result<bool> {
    let sql = "SELECT 1 FROM products WHERE slug = ?1 AND deleted_at > ?2";
    Ok(conn.prepare_cached(sql)?.exists((slug, since))?)
}
