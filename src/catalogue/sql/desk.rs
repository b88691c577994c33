//! Statements of the owner's desk.

use rusqlite::{OptionalExtension, Row, params_from_iter};

use super::found;
use super::list::Statement;
use super::makers::MAKERLESS;
use super::prices::{ENDLESS_SALE, IS_SOLD};
use crate::catalogue::desk::{DeskRow, DeskVariantRow, Filter, Lack};
use crate::catalogue::kept_until;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::text;

/// Of a product `p`: nobody has said in Catalan what it is.
const NOT_IN_CATALAN: &str =
    "NOT EXISTS (SELECT 1 FROM product_texts t WHERE t.product_id = p.id AND t.lang = 'ca' AND t.path = 'title')";

/// Of a product `p`: some variant has at most so many counted units.
const HAS_AT_MOST: &str = " AND p.id IN (SELECT v.product_id FROM variants v
    WHERE v.deleted_at IS NULL AND v.manage_inventory AND v.inventory_quantity <= ?)";

pub fn count_not_in_catalan(conn: &Conn) -> db::Result<i64> {
    Ok(conn
        .query_row(&format!("SELECT count(*) FROM products p WHERE {NOT_IN_CATALAN}{IS_SOLD}"), [], |row| row.get(0))?)
}

/// How many products fit, and a page of them, what was changed last first; with `stock_up_to` those of which a variant
/// has at most so many counted units.
pub fn list(
    conn: &Conn,
    filter: &Filter,
    pattern: Option<&str>,
    stock_up_to: Option<i64>,
    offset: i64,
    limit: i64,
) -> db::Result<(i64, Vec<DeskRow>)> {
    let mut count = Statement::default();
    found::open(&mut count, pattern, Lang::Es);
    count.add("SELECT count(*) FROM products p", []);
    restrict(&mut count, filter, stock_up_to, pattern.is_some());
    let fitting = conn.prepare_cached(&count.sql)?.query_row(params_from_iter(count.params), |row| row.get(0))?;

    // The page first: what is shown of a product is only looked up for those on it.
    let mut page = Statement::default();
    found::open(&mut page, pattern, Lang::Es);
    page.add("SELECT p.id FROM products p", []);
    restrict(&mut page, filter, stock_up_to, pattern.is_some());
    page.add(" ORDER BY p.updated_at DESC, p.id LIMIT ? OFFSET ?", [limit.into(), offset.into()]);
    let mut statement = conn.prepare_cached(&page.sql)?;
    let ids = statement.query_map(params_from_iter(page.params), |row| row.get(0))?;
    let ids = ids.collect::<Result<Vec<String>, _>>()?;

    let mut shown = Statement::default();
    shown.add(
        "SELECT p.id, p.slug, p.title, p.status, p.is_hidden, p.purchasable, p.type, p.updated_at,
                (SELECT i.url FROM product_images i WHERE i.product_id = p.id ORDER BY i.position LIMIT 1),
                (SELECT count(*) FROM variants v WHERE v.product_id = p.id AND v.deleted_at IS p.deleted_at),
                EXISTS (SELECT 1 FROM variants v
                        WHERE v.product_id = p.id AND v.deleted_at IS NULL AND v.sale_price_in_cents IS NOT NULL),
                (SELECT sum(v.inventory_quantity) FROM variants v
                 WHERE v.product_id = p.id AND v.deleted_at IS p.deleted_at AND v.manage_inventory = 1),
                (SELECT min(v.sale_starts_at) FROM variants v
                 WHERE v.product_id = p.id AND v.deleted_at IS NULL AND v.sale_price_in_cents IS NULL),
                p.displayed_price_in_cents, p.deleted_at
         FROM json_each(?) page JOIN products p ON p.id = page.value ORDER BY page.key",
        [serde_json::Value::from(ids).to_string().into()],
    );
    let mut statement = conn.prepare_cached(&shown.sql)?;
    let rows = statement.query_map(params_from_iter(shown.params), product)?;
    Ok((fitting, rows.collect::<Result<_, _>>()?))
}

fn restrict(statement: &mut Statement, filter: &Filter, stock_up_to: Option<i64>, searching: bool) {
    if searching {
        statement.add(" JOIN found ON found.id = p.id", []);
    }
    match filter.deleted_since {
        None => statement.add(" WHERE p.deleted_at IS NULL", []),
        Some(since) => statement.add(" WHERE p.deleted_at > ?", [since.millis().into()]),
    };
    // What is deleted is in no index of words.
    if let (Some(_), Some(q)) = (filter.deleted_since, text::wanted(filter.q.as_deref())) {
        statement.add(" AND holds(?, p.title)", [text::folded(&q).into()]);
    }
    if let Some(status) = filter.status {
        statement.add(" AND p.status = ?", [status.as_str().to_owned().into()]);
    }
    if let Some(hidden) = filter.hidden {
        statement.add(" AND p.is_hidden = ?", [hidden.into()]);
    }
    if let Some(lack) = filter.lacks {
        statement.add(IS_SOLD, []).add(" AND ", []);
        match lack {
            Lack::Maker => statement.add(MAKERLESS, []),
            Lack::Catalan => statement.add(NOT_IN_CATALAN, []),
            Lack::SaleEnd => statement
                .add("p.id IN (SELECT v.product_id FROM variants v WHERE ", [])
                .add(ENDLESS_SALE, [])
                .add(")", []),
        };
    }
    if let Some(units) = stock_up_to {
        statement.add(HAS_AT_MOST, [units.into()]);
    }
}

fn product(row: &Row<'_>) -> rusqlite::Result<DeskRow> {
    let status: crate::catalogue::draft::ProductStatus = row.get(3)?;
    let updated_at: Timestamp = row.get(7)?;
    let planned_sale_at: Option<Timestamp> = row.get(12)?;
    let deleted_at: Option<Timestamp> = row.get(14)?;
    Ok(DeskRow {
        id: row.get(0)?,
        slug: row.get(1)?,
        title: row.get(2)?,
        thumbnail: row.get(8)?,
        status,
        is_hidden: row.get(4)?,
        purchasable: row.get(5)?,
        r#type: row.get(6)?,
        variants: row.get(9)?,
        price_in_cents: row.get(13)?,
        on_sale: row.get(10)?,
        planned_sale_at: planned_sale_at.map(Timestamp::to_rfc3339),
        stock: row.get(11)?,
        updated_at: updated_at.to_rfc3339(),
        deleted_at: deleted_at.map(Timestamp::to_rfc3339),
        restorable_until: deleted_at.map(kept_until).map(Timestamp::to_rfc3339),
    })
}

/// How many variants fit, and a page of them in the store's order; with `stock_up_to` those with at most so many counted
/// units, the fewest first.
pub fn list_variants(
    conn: &Conn,
    pattern: Option<&str>,
    stock_up_to: Option<i64>,
    offset: i64,
    limit: i64,
) -> db::Result<(i64, Vec<DeskVariantRow>)> {
    let from = |select: &'static str| {
        let mut statement = Statement::default();
        found::open(&mut statement, pattern, Lang::Es);
        statement.add(select, []).add(" FROM products p", []);
        if pattern.is_some() {
            statement.add(" JOIN found ON found.id = p.id", []);
        }
        // A cross join keeps the order of the products.
        statement.add(" CROSS JOIN variants v ON v.product_id = p.id", []);
        statement.add(" WHERE p.deleted_at IS NULL AND v.deleted_at IS NULL", []);
        if let Some(units) = stock_up_to {
            // The products first, along the index of stock.
            statement.add(HAS_AT_MOST, [units.into()]);
            statement.add(" AND v.manage_inventory AND v.inventory_quantity <= ?", [units.into()]);
        }
        statement
    };
    let count = from("SELECT count(*)");
    let fitting = conn.prepare_cached(&count.sql)?.query_row(params_from_iter(count.params), |row| row.get(0))?;

    let mut page = from("SELECT v.id");
    page.add(if stock_up_to.is_some() { " ORDER BY v.inventory_quantity, " } else { " ORDER BY " }, []);
    page.add("p.sort_order, p.created_at, p.id, v.position LIMIT ? OFFSET ?", [limit.into(), offset.into()]);
    let mut statement = conn.prepare_cached(&page.sql)?;
    let ids = statement.query_map(params_from_iter(page.params), |row| row.get(0))?;
    let ids = serde_json::Value::from(ids.collect::<Result<Vec<String>, _>>()?).to_string();
    let mut statement = conn.prepare_cached(
        "SELECT v.id, p.id, p.title, v.title, v.sku, v.price_in_cents, v.announced_sale_in_cents, v.manage_inventory,
                v.inventory_quantity, v.sale_starts_at, v.sale_ends_at, v.content, v.gtin
         FROM json_each(?1) page JOIN variants v ON v.id = page.value JOIN products p ON p.id = v.product_id
         ORDER BY page.key",
    )?;
    let moment = |at: Option<Timestamp>| at.map(Timestamp::to_rfc3339);
    let rows = statement.query_map([ids], |row| {
        Ok(DeskVariantRow {
            id: row.get(0)?,
            product_id: row.get(1)?,
            product_title: row.get(2)?,
            title: row.get(3)?,
            sku: row.get(4)?,
            price_in_cents: row.get(5)?,
            sale_price_in_cents: row.get(6)?,
            manage_inventory: row.get(7)?,
            content: row.get(11)?,
            gtin: row.get(12)?,
            inventory_quantity: row.get(8)?,
            sale_starts_at: moment(row.get(9)?),
            sale_ends_at: moment(row.get(10)?),
        })
    })?;
    Ok((fitting, rows.collect::<Result<_, _>>()?))
}

/// The product of a variant that is not deleted.
pub fn product_of_variant(conn: &Conn, variant_id: &str) -> db::Result<Option<String>> {
    Ok(conn
        .prepare_cached("SELECT product_id FROM variants WHERE id = ?1 AND deleted_at IS NULL")?
        .query_row([variant_id], |row| row.get(0))
        .optional()?)
}

/// The translations of a product of which it is known what they were made of: language, stored path, that.
pub fn text_sources(conn: &Conn, product_id: &str) -> db::Result<Vec<(Lang, String, Vec<u8>)>> {
    let mut statement = conn.prepare_cached(
        "SELECT lang, path, source FROM product_texts
         WHERE product_id = ?1 AND source IS NOT NULL ORDER BY lang, path",
    )?;
    let rows = statement.query_map([product_id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Says what a translation was made of.
pub fn set_text_source(tx: &Tx<'_>, product_id: &str, lang: Lang, path: &str, source: &[u8]) -> db::Result<()> {
    tx.prepare_cached("UPDATE product_texts SET source = ?4 WHERE product_id = ?1 AND lang = ?2 AND path = ?3")?
        .execute((product_id, lang, path, source))?;
    Ok(())
}
