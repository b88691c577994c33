//! Narrowing a list down, and how many products each further step would leave.

use rusqlite::params_from_iter;

use super::found;
use super::list::{IN_STORE, Statement, count, restrict};
use crate::catalogue::listing::Listing;
use crate::db::{self, Conn};
use crate::lang::Lang;

/// Of more products than these the values of options are not counted: it would take long, and a first step is to choose
/// a type.
const MOST_COUNTED: i64 = 2000;
/// Rows of one count.
const MOST_VALUES: i64 = 400;

/// Adds what `listing` asks of a product `p`, apart from the search.
pub(super) fn narrow(statement: &mut Statement, listing: &Listing) {
    if let Some(kind) = &listing.kind {
        statement.add(" AND p.type = ?", [kind.clone().into()]);
    }
    if let Some(cents) = listing.price_from {
        statement.add(" AND p.displayed_price_in_cents >= ?", [cents.into()]);
    }
    if let Some(cents) = listing.price_to {
        statement.add(" AND p.displayed_price_in_cents <= ?", [cents.into()]);
    }
    if listing.in_stock || !listing.options.is_empty() {
        statement.add(" AND EXISTS (SELECT 1 FROM variants v WHERE v.product_id = p.id AND v.deleted_at IS NULL", []);
        narrow_variants(statement, listing);
        statement.add(")", []);
    }
}

/// Adds what is asked of a variant `v`.
fn narrow_variants(statement: &mut Statement, listing: &Listing) {
    if listing.in_stock {
        statement.add(" AND (v.manage_inventory = 0 OR v.inventory_quantity > 0)", []);
    }
    for (title, values) in &listing.options {
        let values = serde_json::Value::from(values.as_slice()).to_string();
        statement.add(
            " AND EXISTS (SELECT 1 FROM option_values c JOIN product_options co ON co.id = c.option_id
                          WHERE c.variant_id = v.id AND co.title = ? AND c.value IN (SELECT value FROM json_each(?)))",
            [title.clone().into(), values.into()],
        );
    }
}

/// A type with products in the store: its Spanish name, and its name in the reader's language.
pub type NamedType = (String, String);

/// Every type in the store, in the order of its first product.
pub fn types(conn: &Conn, lang: Lang) -> db::Result<Vec<NamedType>> {
    // The first product of the type that has it in this language names it.
    let sql = format!(
        "SELECT t.type,
                coalesce((SELECT r.type_text FROM product_search_rows r
                          WHERE r.lang = ?1 AND r.type = t.type AND r.is_in_store = 1 AND r.type_text IS NOT NULL
                          ORDER BY r.sort_order, r.created_at, r.product_id LIMIT 1), t.type)
         FROM types_in_store t WHERE t.type <> ''
         ORDER BY (SELECT min(p.sort_order) FROM products p{IN_STORE} AND p.type = t.type), t.type"
    );
    let mut statement = conn.prepare_cached(&sql)?;
    let rows = statement.query_map([lang], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// How many products one more choice would leave.
pub struct Counts {
    /// Of those that can be had now.
    pub in_stock: i64,
    /// For each value of an option.
    pub values: Vec<ValueCount>,
}

/// A value of an option, and how many products it would leave.
pub struct ValueCount {
    /// The option in Spanish, and in the reader's language.
    pub option: (String, String),
    /// The value in Spanish, and in the reader's language.
    pub value: (String, String),
    pub count: i64,
}

/// What can be chosen: with a value of an option, what the other choices leave of the others. `None` of a list that is
/// too long to be counted; `fitting` is how many products are on this one.
pub fn counts(conn: &Conn, listing: &Listing, pattern: Option<&str>, fitting: i64) -> db::Result<Option<Counts>> {
    let all = if listing.is_narrowed() { count(conn, &listing.widened(), pattern)? } else { fitting };
    if all > MOST_COUNTED {
        return Ok(None);
    }
    let in_stock = count(conn, &Listing { in_stock: true, ..listing.clone() }, pattern)?;
    let mut values = values(conn, listing, pattern, None)?;
    values.retain(|value| !listing.options.contains_key(&value.option.0));
    for title in listing.options.keys() {
        let mut others = listing.clone();
        others.options.remove(title);
        values.extend(self::values(conn, &others, pattern, Some(title))?);
    }
    Ok(Some(Counts { in_stock, values }))
}

/// The values of all options, or of the one with this title, most products first.
fn values(conn: &Conn, listing: &Listing, pattern: Option<&str>, title: Option<&str>) -> db::Result<Vec<ValueCount>> {
    let lang = || rusqlite::types::Value::from(listing.lang.code().to_owned());
    let mut statement = Statement::default();
    found::open(&mut statement, pattern, listing.lang);
    // Of each value the row of its first product, whose texts name it. From the products on: all values are many more.
    statement.add(
        "SELECT f.title, coalesce((SELECT t.text FROM product_texts t WHERE t.product_id = f.id AND t.lang = ?
                                   AND t.path = 'option/' || f.option_id), f.title),
                f.value, coalesce((SELECT t.text FROM product_texts t WHERE t.product_id = f.id AND t.lang = ?
                                   AND t.path = 'value/' || f.value), f.value), f.n
         FROM (SELECT o.title AS title, w.value AS value, count(DISTINCT p.id) AS n, min(p.id) AS id, o.id AS option_id
               FROM products p CROSS JOIN variants v ON v.product_id = p.id AND v.deleted_at IS NULL
               CROSS JOIN option_values w ON w.variant_id = v.id CROSS JOIN product_options o ON o.id = w.option_id",
        [lang(), lang()],
    );
    restrict(&mut statement, listing, pattern.is_some());
    narrow_variants(&mut statement, listing);
    if let Some(title) = title {
        statement.add(" AND o.title = ?", [title.to_owned().into()]);
    }
    statement.add(
        " AND instr(o.title, ':') = 0 GROUP BY o.title, w.value ORDER BY n DESC, o.title, w.value LIMIT ?) f",
        [MOST_VALUES.into()],
    );
    let mut prepared = conn.prepare_cached(&statement.sql)?;
    let rows = prepared.query_map(params_from_iter(statement.params), |row| {
        Ok(ValueCount { option: (row.get(0)?, row.get(1)?), value: (row.get(2)?, row.get(3)?), count: row.get(4)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
