//! What of the shop a draft may be, or stands in the way of it.

use rusqlite::OptionalExtension;

use crate::db::{self, Conn};

/// The product with this id or slug, deleted ones too.
pub fn product_id(conn: &Conn, id: Option<&str>, slug: &str) -> db::Result<(Option<String>, Option<String>)> {
    let by = |sql, value: &str| conn.prepare_cached(sql)?.query_row([value], |row| row.get(0)).optional();
    let by_id = id.map(|id| by("SELECT id FROM products WHERE id = ?1", id)).transpose()?.flatten();
    Ok((by_id, by("SELECT id FROM products WHERE slug = ?1", slug)?))
}

/// The product with this slug, unless it is deleted.
pub fn live_product_id(conn: &Conn, slug: &str) -> db::Result<Option<String>> {
    Ok(conn
        .prepare_cached("SELECT id FROM products WHERE slug = ?1 AND deleted_at IS NULL")?
        .query_row([slug], |row| row.get(0))
        .optional()?)
}

/// Whether a product has this slug, a deleted one included.
pub fn slug_exists(conn: &Conn, slug: &str) -> db::Result<bool> {
    Ok(conn.prepare_cached("SELECT 1 FROM products WHERE slug = ?1")?.exists([slug])?)
}

/// The product's deleted variants: id, SKU, title.
pub fn deleted_variants(conn: &Conn, product_id: &str) -> db::Result<Vec<(String, Option<String>, String)>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, sku, title FROM variants WHERE product_id = ?1 AND deleted_at IS NOT NULL ORDER BY deleted_at DESC, position",
    )?;
    Ok(statement
        .query_map([product_id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?)
}

/// The place in the store after the last product.
pub fn free_place(conn: &Conn) -> db::Result<i64> {
    let sql = "SELECT coalesce(max(sort_order) + 1, 0) FROM products WHERE deleted_at IS NULL";
    Ok(conn.query_row(sql, [], |row| row.get(0))?)
}

/// The slug of a product.
pub fn slug_of(conn: &Conn, id: &str) -> db::Result<Option<String>> {
    let mut statement = conn.prepare_cached("SELECT slug FROM products WHERE id = ?1")?;
    Ok(statement.query_row([id], |row| row.get(0)).optional()?)
}

/// Whether a variant with this id exists, deleted or not.
pub fn variant_exists(conn: &Conn, id: &str) -> db::Result<bool> {
    Ok(conn.prepare_cached("SELECT 1 FROM variants WHERE id = ?1")?.exists([id])?)
}

/// Whether another product has a variant with this SKU.
pub fn sku_is_taken(conn: &Conn, sku: &str, product_id: &str) -> db::Result<bool> {
    let sql = "SELECT 1 FROM variants WHERE sku = ?1 AND product_id <> ?2 AND deleted_at IS NULL";
    Ok(conn.prepare_cached(sql)?.exists([sku, product_id])?)
}

/// A product that has a variant with some SKU.
pub struct Holder {
    pub id: String,
    pub slug: String,
    pub title: String,
}

/// The product that has a variant with this SKU.
pub fn sku_holder(conn: &Conn, sku: &str) -> db::Result<Option<Holder>> {
    Ok(conn
        .prepare_cached(
            "SELECT p.id, p.slug, p.title FROM variants v JOIN products p ON p.id = v.product_id
             WHERE v.sku = ?1 AND v.deleted_at IS NULL",
        )?
        .query_row([sku], |row| Ok(Holder { id: row.get(0)?, slug: row.get(1)?, title: row.get(2)? }))
        .optional()?)
}
