//! What is found of what somebody searches for.
//!
//! The words of a product lie in the index of full texts once in Spanish, and once in each language it is translated into.
//! Those of one language lie together, so that a search reads no other's.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use rusqlite::params_from_iter;

use super::list::{Listed, Statement, restrict, sort};
use crate::catalogue::listing::{Listing, SortBy};
use crate::db::{self, Conn};
use crate::lang::Lang;

/// The numbers of the rows in a language.
pub fn rows_in(lang: Lang) -> RangeInclusive<i64> {
    let letters = lang.code().bytes().take(2).fold(0, |number, letter| (number << 8) | i64::from(letter));
    (letters << 40)..=((letters + 1) << 40) - 1
}

/// How the languages stand in a row that a product is translated into: each between commas.
pub fn named(langs: &[Lang]) -> String {
    let codes: Vec<&str> = langs.iter().map(|lang| lang.code()).collect();
    if codes.is_empty() { String::new() } else { format!(",{},", codes.join(",")) }
}

/// Rows among which the readers of a language find products.
pub struct Rows {
    /// In which language they are.
    pub lang: Lang,
    pub first: i64,
    pub last: i64,
    /// Not those of products that are translated into this one.
    pub but: String,
}

/// The rows in the language itself, and the Spanish ones of what is not translated into it.
pub fn rows_for(lang: Lang) -> Vec<Rows> {
    let rows = |of: Lang, but: String| {
        let (first, last) = rows_in(of).into_inner();
        Rows { lang: of, first, last, but }
    };
    let own = rows(lang, String::from("-"));
    if lang == Lang::default() { vec![own] } else { vec![own, rows(Lang::default(), named(&[lang]))] }
}

/// Opens a statement with the products that are found, in the store or not, when there is something to search for.
pub(super) fn open(statement: &mut Statement, pattern: Option<&str>, lang: Lang) {
    if let Some(pattern) = pattern {
        statement.add("WITH found AS MATERIALIZED (", []);
        find(statement, "SELECT r.product_id AS id", pattern, lang, "");
        statement.add(")", []);
    }
}

/// Adds the rows in which a search finds something for the readers of a language.
fn find(statement: &mut Statement, select: &'static str, pattern: &str, lang: Lang, also: &'static str) {
    for (n, Rows { first, last, but, .. }) in rows_for(lang).into_iter().enumerate() {
        statement.add(if n > 0 { " UNION ALL " } else { "" }, []).add(select, []).add(
            " FROM product_search JOIN product_search_rows r ON r.id = product_search.rowid
              WHERE product_search MATCH ? AND product_search.rowid BETWEEN ? AND ? AND instr(r.translated, ?) = 0",
            [pattern.to_owned().into(), first.into(), last.into(), but.into()],
        );
        statement.add(also, []);
    }
}

/// By what is found is counted and sorted.
const ROWS: &str = "SELECT r.product_id AS id, r.type, r.sort_order, r.created_at, r.title_key";
/// And how well it fits: titles weigh most, then SKUs.
const RANKED: &str = "SELECT r.product_id AS id, r.type, r.sort_order, r.created_at, r.title_key,
                             bm25(product_search, 10.0, 4.0, 3.0, 8.0, 1.0) AS rank";

/// A page of what is found, and how many products of each type are. The index is looked at once for all of it.
pub(super) fn page(conn: &Conn, listing: &Listing, pattern: &str) -> db::Result<Listed> {
    let is_ranked = listing.sort_by == SortBy::Order;
    // The rows themselves say all, or it is to be had of the products.
    let is_enough = listing.is_of_all() && !matches!(listing.sort_by, SortBy::Price | SortBy::UpdatedAt);
    let mut statement = Statement::default();
    statement.add(if is_enough { "WITH fits" } else { "WITH found" }, []).add(" AS MATERIALIZED (", []);
    let also = if listing.hidden { "" } else { " AND r.is_in_store = 1" };
    find(&mut statement, if is_ranked { RANKED } else { ROWS }, pattern, listing.lang, also);
    if !is_enough {
        statement.add(
            "), fits AS MATERIALIZED (SELECT p.id, p.type, p.sort_order, p.created_at, p.updated_at,
                                             p.displayed_price_in_cents, found.title_key",
            [],
        );
        statement.add(if is_ranked { ", found.rank FROM products p" } else { " FROM products p" }, []);
        restrict(&mut statement, &Listing { kind: None, ..listing.clone() }, true);
    }
    statement.add(")", []);
    let counted =
        " SELECT type, NULL, count(*) FROM fits GROUP BY type UNION ALL SELECT NULL, id, 0 FROM (SELECT id FROM fits";
    statement.add(counted, []);
    if let Some(kind) = &listing.kind {
        statement.add(" WHERE type = ?", [kind.clone().into()]);
    }
    sort(&mut statement, listing, is_ranked);
    statement.add(")", []);

    let mut listed = Listed { ids: Vec::new(), by_type: BTreeMap::new() };
    let mut prepared = conn.prepare_cached(&statement.sql)?;
    let mut rows = prepared.query(params_from_iter(statement.params))?;
    while let Some(row) = rows.next()? {
        match row.get(1)? {
            Some(id) => listed.ids.push(id),
            None => drop(listed.by_type.insert(row.get(0)?, row.get(2)?)),
        }
    }
    Ok(listed)
}
