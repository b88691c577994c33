//! Which products: filters, order and pages; searching; what the owner's lists show.

use std::collections::{BTreeMap, HashSet};

use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};

use super::Summary;
use super::facets::narrow;
use super::found::{self, Rows};
use crate::catalogue::listing::{Direction, Listing, SortBy};
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::lang::Lang;

/// The condition of the indexes `products_in_store…`.
pub(super) const IN_STORE: &str = " WHERE p.deleted_at IS NULL AND p.status = 'published' AND p.is_hidden = 0";

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

/// A page of a list.
pub struct Listed {
    /// The ids of its products.
    pub ids: Vec<String>,
    /// How many products fit but for their type, by the Spanish name of that; those without one are of the type "".
    pub by_type: BTreeMap<String, i64>,
}

impl Listed {
    /// How many products fit.
    pub fn count(&self, listing: &Listing) -> i64 {
        match &listing.kind {
            Some(kind) => self.by_type.get(kind).copied().unwrap_or(0),
            None => self.by_type.values().sum(),
        }
    }
}

/// The page asked for; `pattern` is what is searched for.
pub fn page(conn: &Conn, listing: &Listing, pattern: Option<&str>) -> db::Result<Listed> {
    match pattern {
        Some(pattern) => found::page(conn, listing, pattern),
        None => Ok(Listed { ids: walk(conn, listing)?, by_type: count_types(conn, listing)? }),
    }
}

/// How many products fit; `pattern` is what is searched for.
pub fn count(conn: &Conn, listing: &Listing, pattern: Option<&str>) -> db::Result<i64> {
    let mut count = Statement::default();
    found::open(&mut count, pattern, listing.lang);
    count.add("SELECT count(*) FROM products p", []);
    restrict(&mut count, listing, pattern.is_some());
    Ok(conn.prepare_cached(&count.sql)?.query_row(params_from_iter(count.params), |row| row.get(0))?)
}

/// How many products fit but for their type. Of the whole store that is kept.
fn count_types(conn: &Conn, listing: &Listing) -> db::Result<BTreeMap<String, i64>> {
    let mut counts = Statement::default();
    if listing.is_of_all() {
        counts.add("SELECT type, products FROM types_in_store", []);
    } else {
        counts.add("SELECT p.type, count(*) FROM products p", []);
        restrict(&mut counts, &Listing { kind: None, ..listing.clone() }, false);
        counts.add(" GROUP BY p.type", []);
    }
    let mut statement = conn.prepare_cached(&counts.sql)?;
    let counts = statement.query_map(params_from_iter(counts.params), |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(counts.collect::<Result<_, _>>()?)
}

/// The ids of a page, along the index of what the list is sorted by.
fn walk(conn: &Conn, listing: &Listing) -> db::Result<Vec<String>> {
    let mut ids = Statement::default();
    let kind = listing.kind.clone().map(Value::from);
    if listing.sort_by == SortBy::Title && listing.is_of_all() {
        // Two indexes in the same order: of the titles in this language, and of those that are not translated into it.
        let titles = "SELECT product_id AS id, title_key FROM product_search_rows
                      WHERE lang = ? AND instr(translated, ?) = 0 AND is_in_store = 1";
        for (n, Rows { lang, but, .. }) in found::rows_for(listing.lang).into_iter().enumerate() {
            ids.add(if n > 0 { " UNION ALL " } else { "" }, [])
                .add(titles, [lang.code().to_owned().into(), but.into()]);
            ids.add(if kind.is_some() { " AND type = ?" } else { "" }, kind.clone());
        }
    } else if listing.sort_by == SortBy::Title {
        let [lang, but] = [listing.lang.code().to_owned(), found::named(&[listing.lang])].map(Value::from);
        let titled = "SELECT p.id AS id FROM products p JOIN product_search_rows r
                      ON r.product_id = p.id AND (r.lang = ? OR r.lang = 'es' AND instr(r.translated, ?) = 0)";
        restrict(ids.add(titled, [lang, but]), listing, false);
    } else if listing.sort_by == SortBy::Order {
        restrict(ids.add("SELECT p.id FROM products p", []), listing, false);
    } else {
        let all_types = Listing { kind: None, ..listing.clone() };
        restrict(ids.add("SELECT p.id FROM products p", []), &all_types, false);
        // Not along the index of types: what is found there would have to be sorted.
        ids.add(if kind.is_some() { " AND +p.type = ?" } else { "" }, kind);
    }
    sort(&mut ids, listing, false);
    let mut statement = conn.prepare_cached(&ids.sql)?;
    Ok(statement.query_map(params_from_iter(ids.params), |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// Adds what the list asks of a product `p`; searching, it is among those that were found.
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

/// Adds the order of a list, the best match first where that counts, and which part of it is shown.
pub(super) fn sort(statement: &mut Statement, listing: &Listing, by_rank: bool) {
    let by = match (listing.sort_by, listing.order) {
        (SortBy::Order, Direction::Asc) => "sort_order, created_at, id",
        (SortBy::Order, Direction::Desc) => "sort_order DESC, created_at DESC, id DESC",
        (SortBy::Title, Direction::Asc) => "title_key, id",
        (SortBy::Title, Direction::Desc) => "title_key DESC, id DESC",
        (SortBy::Price, Direction::Asc) => "displayed_price_in_cents, id",
        (SortBy::Price, Direction::Desc) => "displayed_price_in_cents DESC, id DESC",
        (SortBy::CreatedAt, Direction::Asc) => "created_at, id",
        (SortBy::CreatedAt, Direction::Desc) => "created_at DESC, id DESC",
        (SortBy::UpdatedAt, Direction::Asc) => "updated_at, id",
        (SortBy::UpdatedAt, Direction::Desc) => "updated_at DESC, id DESC",
    };
    statement.add(if by_rank { " ORDER BY rank, " } else { " ORDER BY " }, []);
    statement.add(by, []).add(" LIMIT ? OFFSET ?", [listing.limit.into(), listing.offset.into()]);
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

/// A deleted product is told with the variants that went with it.
const SUMMARIES: &str = "SELECT p.id, p.slug, p.title, p.type, p.status, p.is_hidden, p.displayed_price_in_cents,
       (SELECT sum(v.inventory_quantity) FROM variants v
        WHERE v.product_id = p.id AND v.deleted_at IS p.deleted_at AND v.manage_inventory = 1),
       (SELECT count(*) FROM variants v WHERE v.product_id = p.id AND v.deleted_at IS p.deleted_at),
       p.deleted_at
     FROM products p";

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
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
}

/// Every product that is not deleted, for the owner's list, in the store's order.
pub fn summaries(conn: &Conn) -> db::Result<Vec<Summary>> {
    let sql = format!("{SUMMARIES} WHERE p.deleted_at IS NULL ORDER BY p.sort_order, p.created_at, p.id");
    Ok(conn.prepare_cached(&sql)?.query_map([], summary)?.collect::<Result<_, _>>()?)
}

/// Every product that was deleted after a moment, the last first, and when.
pub fn deleted_summaries(conn: &Conn, since: Timestamp) -> db::Result<Vec<(Summary, Timestamp)>> {
    let sql = format!("{SUMMARIES} WHERE p.deleted_at > ?1 ORDER BY p.deleted_at DESC, p.id");
    let mut statement = conn.prepare_cached(&sql)?;
    let rows = statement.query_map([since], |row| Ok((summary(row)?, row.get(9)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A collection row with its title in a language.
pub struct CollectionRow {
    pub id: String,
    pub title: String,
    pub image_url: Option<String>,
    pub metadata: serde_json::Value,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
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
