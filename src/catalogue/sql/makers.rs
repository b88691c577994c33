//! Who makes what.

use rusqlite::{OptionalExtension, Row};

use super::prices::IS_SOLD;
use crate::catalogue::maker::Maker;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// The columns of [`read`]; no table that makers are read with has one of these names but `slug`.
pub const COLUMNS: &str = "m.slug, name, address, contact, is_outside_eu, eu_name, eu_address, eu_contact";

/// The maker in the columns of a row from `first` on.
pub fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<Maker> {
    Ok(Maker {
        slug: row.get(first)?,
        name: row.get(first + 1)?,
        address: row.get(first + 2)?,
        contact: row.get(first + 3)?,
        is_outside_eu: row.get(first + 4)?,
        eu_name: row.get(first + 5)?,
        eu_address: row.get(first + 6)?,
        eu_contact: row.get(first + 7)?,
    })
}

/// The maker that products name so.
pub fn find(conn: &Conn, slug: &str) -> db::Result<Option<Maker>> {
    Ok(conn
        .prepare_cached(&format!("SELECT {COLUMNS} FROM makers m WHERE slug = ?1"))?
        .query_row([slug], |row| read(row, 0))
        .optional()?)
}

/// How many makers there are, and a page of them by name, each with the number of its products.
pub fn list(conn: &Conn, offset: i64, limit: i64) -> db::Result<(i64, Vec<(Maker, i64)>)> {
    let count = conn.query_row("SELECT count(*) FROM makers", [], |row| row.get(0))?;
    let mut statement = conn.prepare_cached(&format!(
        "SELECT (SELECT count(*) FROM products WHERE maker = m.slug AND deleted_at IS NULL), {COLUMNS}
         FROM makers m ORDER BY folded(name), m.slug LIMIT ?2 OFFSET ?1"
    ))?;
    let rows = statement.query_map((offset, limit), |row| Ok((read(row, 1)?, row.get(0)?)))?;
    Ok((count, rows.collect::<Result<_, _>>()?))
}

/// Of a product `p`: it does not tell who makes it, or not all that [`Maker::is_complete`] asks for.
pub const MAKERLESS: &str =
    "NOT EXISTS (SELECT 1 FROM makers m WHERE m.slug = p.maker AND m.address <> '' AND m.contact <> ''
        AND NOT (m.is_outside_eu AND (m.eu_name = '' OR m.eu_address = '' OR m.eu_contact = '')))";

pub fn count_makerless(conn: &Conn) -> db::Result<i64> {
    Ok(conn.query_row(&format!("SELECT count(*) FROM products p WHERE {MAKERLESS}{IS_SOLD}"), [], |row| row.get(0))?)
}

/// How many products name a maker.
pub fn product_count(conn: &Conn, slug: &str) -> db::Result<i64> {
    let mut statement = conn.prepare_cached("SELECT count(*) FROM products WHERE maker = ?1 AND deleted_at IS NULL")?;
    Ok(statement.query_row([slug], |row| row.get(0))?)
}

/// Writes a maker that products do not name yet, or another state of one; once more writes nothing.
pub fn put(tx: &Tx<'_>, maker: &Maker, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO makers (slug, name, address, contact, is_outside_eu, eu_name, eu_address, eu_contact, created_at,
                             updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)
         ON CONFLICT (slug) DO UPDATE SET
             name = excluded.name, address = excluded.address, contact = excluded.contact,
             is_outside_eu = excluded.is_outside_eu, eu_name = excluded.eu_name, eu_address = excluded.eu_address,
             eu_contact = excluded.eu_contact, updated_at = excluded.updated_at
         WHERE (name, address, contact, is_outside_eu, eu_name, eu_address, eu_contact)
            IS NOT (excluded.name, excluded.address, excluded.contact, excluded.is_outside_eu, excluded.eu_name,
                    excluded.eu_address, excluded.eu_contact)",
    )?
    .execute(rusqlite::params![
        maker.slug,
        maker.name,
        maker.address,
        maker.contact,
        maker.is_outside_eu,
        maker.eu_name,
        maker.eu_address,
        maker.eu_contact,
        now
    ])?;
    Ok(())
}

/// Takes a maker away; whether it could be: not while a product names it, or one that was deleted after a moment.
pub fn remove(tx: &Tx<'_>, slug: &str, since: Timestamp) -> db::Result<bool> {
    let sql = "SELECT 1 FROM products WHERE maker = ?1 AND (deleted_at IS NULL OR deleted_at > ?2)";
    if tx.prepare_cached(sql)?.exists((slug, since))? {
        return Ok(false);
    }
    tx.execute("UPDATE products SET maker = NULL WHERE maker = ?1", [slug])?;
    tx.execute("DELETE FROM makers WHERE slug = ?1", [slug])?;
    Ok(true)
}
