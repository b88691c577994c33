//! Which products: filters, order and pages; searching; what the owner's lists show.

use std::collections::HashSet;

use rusqlite::params_from_iter;
use rusqlite::types::Value;

use super::Summary;
use super::facets::narrow;
use crate::catalogue::listing::{Direction, Listing, SortBy};
use crate::db::{self, Conn};
use crate::lang::Lang;

/// The condition of the indexes `products_in_store…`.
pub(super) const IN_STORE: &str = " WHERE p.deleted_at IS NULL AND p.status = 'published' AND p.is_hidden = 0";

/// The products found, for counting.
pub(super) const FOUND: &str = "WITH found AS MATERIALIZED (
    SELECT r.product_id AS id FROM product_search JOIN product_search_rows r ON r.id = product_search.rowid
    WHERE product_search MATCH ? AND r.lang = ?) ";

/// The products found with how well they fit: titles weigh most, then SKUs.
const RANKED: &str = "WITH found AS MATERIALIZED (
    SELECT r.product_id AS id, bm25(product_search, 10.0, 4.0, 3.0, 8.0, 1.0) AS rank
    FROM product_search JOIN product_search_rows r ON r.id = product_search.rowid
    WHERE product_search MATCH ? AND r.lang = ?) ";

/// What a product costs in lists: the displayed price of [`crate::catalogue::price`].
pub(super) const DISPLAYED_PRICE: &str = "coalesce((
    SELECT coalesce(v.sale_price_in_cents, v.price_in_cents) FROM variants v
    WHERE v.product_id = p.id AND v.deleted_at IS NULL
    ORDER BY CASE WHEN coalesce(p.site_product_selection, 'lowest_price_first') = 'lowest_price_first'
                  THEN coalesce(v.sale_price_in_cents, v.price_in_cents) END, v.position, v.id
    LIMIT 1), 0)";

/// A statement put together from the constants of this file; what callers pass is always a parameter.
#[derive(Default)]
pub(super) struct Statement {
    pub sql: String,
    pub params: Vec<Value>,
}

impl Statement {
    pub fn add(&mut self, sql: &'static str, params: impl IntoIterator<Item = Value>) -> &mut Self {
        self.sql.push_str(sql);
        self.params.extend(params);
        self
    }
}

/// How many products fit; `pattern` is what is searched for.
pub fn count(conn: &Conn, listing: &Listing, pattern: Option<&str>) -> db::Result<i64> {
    let mut count = Statement::default();
    search(&mut count, FOUND, pattern, listing.lang);
    count.add("SELECT count(*) FROM products p", []);
    restrict(&mut count, listing, pattern.is_some());
    Ok(conn.prepare_cached(&count.sql)?.query_row(params_from_iter(count.params), |row| row.get(0))?)
}

/// How many products fit, and the ids of the page asked for; `pattern` is what is searched for.
pub fn page(conn: &Conn, listing: &Listing, pattern: Option<&str>) -> db::Result<(i64, Vec<String>)> {
    let searching = pattern.is_some();
    let fitting = count(conn, listing, pattern)?;
    let mut ids = Statement::default();
    search(&mut ids, RANKED, pattern, listing.lang);
    ids.add("SELECT p.id FROM products p", []);
    restrict(&mut ids, listing, searching);
    sort(&mut ids, listing, searching);
    ids.add(" LIMIT ? OFFSET ?", [listing.limit.into(), listing.offset.into()]);
    let mut statement = conn.prepare_cached(&ids.sql)?;
    let ids = statement.query_map(params_from_iter(ids.params), |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok((fitting, ids))
}

/// Opens the statement with what was found, when there is something to search for.
pub(super) fn search(statement: &mut Statement, found: &'static str, pattern: Option<&str>, lang: Lang) {
    if let Some(pattern) = pattern {
        statement.add(found, [pattern.to_owned().into(), lang.code().to_owned().into()]);
    }
}

pub(super) fn restrict(statement: &mut Statement, listing: &Listing, searching: bool) {
    if searching {
        statement.add(" JOIN found ON found.id = p.id", []);
    }
    if listing.hidden {
        statement.add(" WHERE p.deleted_at IS NULL AND p.is_hidden = 1", []);
    } else {
        statement.add(IN_STORE, []);
    }
    narrow(statement, listing);
    if let Some(at) = listing.created_until {
        statement.add(" AND p.created_at <= ?", [at.millis().into()]);
    }
    if !listing.ids.is_empty() {
        let ids = serde_json::Value::from(listing.ids.as_slice()).to_string();
        statement.add(
            " AND p.id IN (SELECT value FROM json_each(?) UNION
                           SELECT product_id FROM variants
                           WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(?)))",
            [ids.clone().into(), ids.into()],
        );
    }
}

fn sort(statement: &mut Statement, listing: &Listing, searching: bool) {
    statement.add(" ORDER BY ", []);
    if searching && listing.sort_by == SortBy::Order {
        statement.add("found.rank, ", []);
    }
    let descending = listing.order == Direction::Desc;
    match listing.sort_by {
        SortBy::Order => {
            let by = if descending { "p.sort_order DESC, p.created_at DESC, " } else { "p.sort_order, p.created_at, " };
            statement.add(by, []);
        }
        SortBy::Title => {
            statement.add(
                "folded(coalesce((SELECT t.text FROM product_texts t
                           WHERE t.product_id = p.id AND t.lang = ? AND t.path = 'title'), p.title))",
                [listing.lang.code().to_owned().into()],
            );
            statement.add(if descending { " DESC, " } else { ", " }, []);
        }
        SortBy::Price => {
            statement.add(DISPLAYED_PRICE, []).add(if descending { " DESC, " } else { ", " }, []);
        }
        SortBy::CreatedAt => {
            statement.add(if descending { "p.created_at DESC, " } else { "p.created_at, " }, []);
        }
        SortBy::UpdatedAt => {
            statement.add(if descending { "p.updated_at DESC, " } else { "p.updated_at, " }, []);
        }
    }
    statement.add(if descending { "p.id DESC" } else { "p.id" }, []);
}

/// The product in the store with this id.
pub fn visible_id(conn: &Conn, column: By, value: &str) -> db::Result<Option<String>> {
    use rusqlite::OptionalExtension;
    let mut statement = Statement::default();
    statement.add("SELECT p.id FROM products p", []).add(IN_STORE, []);
    let value = || [Value::from(value.to_owned())];
    match column {
        By::Id => statement.add(" AND p.id = ?", value()),
        By::Slug => statement.add(" AND p.slug = ?", value()),
        By::Sku => statement
            .add(" AND p.id = (SELECT v.product_id FROM variants v WHERE v.sku = ? AND v.deleted_at IS NULL)", value()),
    };
    Ok(conn
        .prepare_cached(&statement.sql)?
        .query_row(params_from_iter(statement.params), |row| row.get(0))
        .optional()?)
}

/// What a product is looked up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    Id,
    Slug,
    /// The SKU of one of its variants.
    Sku,
}

/// Id and units in stock of the variants of these products in the store.
pub fn stock_of(conn: &Conn, product_ids: &[String]) -> db::Result<Vec<(String, i64)>> {
    let wanted = serde_json::Value::from(product_ids).to_string();
    let mut statement = conn.prepare_cached(
        "SELECT v.id, v.inventory_quantity FROM variants v JOIN products p ON p.id = v.product_id
         WHERE v.product_id IN (SELECT value FROM json_each(?1)) AND v.deleted_at IS NULL
           AND p.deleted_at IS NULL AND p.status = 'published' AND p.is_hidden = 0
         ORDER BY v.product_id, v.position",
    )?;
    Ok(statement.query_map([wanted], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
}

/// The ids of the first products in the store after this id, in the order of their ids.
pub fn ids_after(conn: &Conn, after: &str, limit: i64) -> db::Result<Vec<String>> {
    let mut sql = Statement::default();
    sql.add("SELECT p.id FROM products p", []).add(IN_STORE, []);
    sql.add(" AND p.id > ? ORDER BY p.id LIMIT ?", [after.to_owned().into(), limit.into()]);
    let mut statement = conn.prepare_cached(&sql.sql)?;
    Ok(statement.query_map(params_from_iter(sql.params), |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// The ids of every product in the store, in its order.
pub fn ids_in_store(conn: &Conn) -> db::Result<Vec<String>> {
    let mut sql = Statement::default();
    sql.add("SELECT p.id FROM products p", []).add(IN_STORE, []);
    sql.add(" ORDER BY p.sort_order, p.created_at, p.id", []);
    let mut statement = conn.prepare_cached(&sql.sql)?;
    Ok(statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// The ids of all products that are not deleted, in the store's order.
pub fn all_ids(conn: &Conn) -> db::Result<Vec<String>> {
    let mut statement =
        conn.prepare_cached("SELECT id FROM products WHERE deleted_at IS NULL ORDER BY sort_order, created_at, id")?;
    Ok(statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// Every product that is not deleted, for the owner's list, in the store's order.
pub fn summaries(conn: &Conn) -> db::Result<Vec<Summary>> {
    let mut sql = Statement::default();
    sql.add("SELECT p.id, p.slug, p.title, p.type, p.status, p.is_hidden, ", []).add(DISPLAYED_PRICE, []).add(
        ", (SELECT sum(v.inventory_quantity) FROM variants v
            WHERE v.product_id = p.id AND v.deleted_at IS NULL AND v.manage_inventory = 1),
           (SELECT count(*) FROM variants v WHERE v.product_id = p.id AND v.deleted_at IS NULL)
         FROM products p WHERE p.deleted_at IS NULL ORDER BY p.sort_order, p.created_at, p.id",
        [],
    );
    let mut statement = conn.prepare_cached(&sql.sql)?;
    let rows = statement.query_map([], |row| {
        Ok(Summary {
            id: row.get(0)?,
            slug: row.get(1)?,
            title: row.get(2)?,
            kind: row.get(3)?,
            status: row.get(4)?,
            is_hidden: row.get(5)?,
            price_in_cents: row.get(6)?,
            stock: row.get(7)?,
            variant_count: row.get(8)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A collection row with its title in a language.
pub struct CollectionRow {
    pub id: String,
    pub title: String,
    pub image_url: Option<String>,
    pub metadata: serde_json::Value,
    pub created_at: crate::clock::Timestamp,
    pub updated_at: crate::clock::Timestamp,
}

/// All collections that are not deleted, oldest first.
pub fn collections(conn: &Conn, lang: Lang) -> db::Result<Vec<CollectionRow>> {
    let mut statement = conn.prepare_cached(
        "SELECT c.id, coalesce(t.title, c.title), c.image_url, c.metadata, c.created_at, c.updated_at
         FROM collections c LEFT JOIN collection_texts t ON t.collection_id = c.id AND t.lang = ?1
         WHERE c.deleted_at IS NULL ORDER BY c.created_at, c.rowid",
    )?;
    let rows = statement.query_map([lang], |row| {
        Ok(CollectionRow {
            id: row.get(0)?,
            title: row.get(1)?,
            image_url: row.get(2)?,
            metadata: row.get(3)?,
            created_at: row.get(4)?,
            updated_at: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Tells states of the catalogue, and of all else that its pages show, apart: triggers raise it with every write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Version {
    /// Goes up with everything but what the other number counts.
    pub all: i64,
    /// Goes up with what buyers do: the units they take and give back, and that their orders are paid and theirs.
    pub stock: i64,
}

/// The version of now.
pub fn version(conn: &Conn) -> db::Result<Version> {
    let mut row = conn.prepare_cached("SELECT version, stock FROM catalogue_version")?;
    Ok(row.query_row([], |row| Ok(Version { all: row.get(0)?, stock: row.get(1)? }))?)
}

/// Whether there has never been a product, deleted ones included.
pub fn is_empty(conn: &Conn) -> db::Result<bool> {
    Ok(conn.query_row("SELECT NOT EXISTS (SELECT 1 FROM products)", [], |row| row.get(0))?)
}

/// The addresses of the pictures that products, variants and collections show, which are not deleted.
pub fn picture_urls(conn: &Conn) -> db::Result<HashSet<String>> {
    let mut statement = conn.prepare_cached(
        "SELECT i.url FROM product_images i JOIN products p ON p.id = i.product_id WHERE p.deleted_at IS NULL
         UNION SELECT image_url FROM variants WHERE image_url IS NOT NULL AND deleted_at IS NULL
         UNION SELECT image_url FROM collections WHERE image_url IS NOT NULL AND deleted_at IS NULL
         UNION SELECT d.url FROM product_documents d JOIN products p ON p.id = d.product_id WHERE p.deleted_at IS NULL",
    )?;
    let urls = statement.query_map([], |row| row.get(0))?;
    Ok(urls.collect::<Result<_, _>>()?)
}
