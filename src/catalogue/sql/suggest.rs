//! What suggestions are made of. Nothing here reads more of a full shop than of a small one.

use crate::catalogue::sql::found::{Rows, rows_for};
use crate::catalogue::sql::list::IN_STORE;
use crate::db::{self, Conn};
use crate::lang::Lang;

/// Products that are looked at, words that a beginning may become, and types.
const MOST_PRODUCTS: i64 = 100;
const MOST_COMPLETIONS: i64 = 30;
const MOST_TYPES: i64 = 200;

/// The words of products that begin with what is typed, a few of them.
pub fn completions(conn: &Conn, typed: &str) -> db::Result<Vec<String>> {
    let mut statement =
        conn.prepare_cached("SELECT word FROM product_words WHERE word >= ?1 AND word < ?2 LIMIT ?3")?;
    let (first, behind) = (typed.to_lowercase(), format!("{}\u{10ffff}", typed.to_lowercase()));
    let found = statement.query_map((first, behind, MOST_COMPLETIONS), |row| row.get(0))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// Where a product is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// What it is called, and its SKUs.
    Titles,
    /// All that is told of it.
    Texts,
}

/// A product of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub id: String,
    /// In the language asked for.
    pub title: String,
    /// The Spanish name of its type; empty for none.
    pub kind: String,
}

/// Some products in the store with what FTS5 is asked for.
pub fn some_in_store(conn: &Conn, within: Within, pattern: &str, lang: Lang) -> db::Result<Vec<Named>> {
    let index = match within {
        Within::Titles => "product_titles",
        Within::Texts => "product_search",
    };
    let mut statement = conn.prepare_cached(&format!(
        "SELECT p.id, coalesce(t.text, p.title), p.type FROM {index}
         JOIN product_search_rows r ON r.id = {index}.rowid JOIN products p ON p.id = r.product_id
         LEFT JOIN product_texts t ON t.product_id = p.id AND t.lang = ?2 AND t.path = 'title'
         WHERE {index} MATCH ?1 AND {index}.rowid BETWEEN ?3 AND ?4 AND instr(r.translated, ?5) = 0 AND r.is_in_store = 1
         LIMIT ?6"
    ))?;
    let mut found = Vec::new();
    for Rows { first, last, but, .. } in rows_for(lang) {
        let asked = (pattern, lang, first, last, but, MOST_PRODUCTS);
        for row in
            statement.query_map(asked, |row| Ok(Named { id: row.get(0)?, title: row.get(1)?, kind: row.get(2)? }))?
        {
            found.push(row?);
        }
    }
    Ok(found)
}

/// How many products are in the store.
pub fn count_in_store(conn: &Conn) -> db::Result<i64> {
    let sql = "SELECT coalesce(sum(products), 0) FROM types_in_store";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
}

/// The types with products in the store: the Spanish name, and the one that the first of their products has in a language.
pub fn named_types(conn: &Conn, lang: Lang) -> db::Result<Vec<(String, String)>> {
    let sql = format!(
        "SELECT k.type, coalesce((SELECT t.text FROM product_texts t WHERE t.lang = ?1 AND t.path = 'type'
             AND t.product_id = (SELECT p.id FROM products p{IN_STORE} AND p.type = k.type
                                 ORDER BY p.sort_order, p.created_at, p.id LIMIT 1)), k.type)
         FROM types_in_store k WHERE k.type <> '' ORDER BY k.type LIMIT ?2"
    );
    let mut statement = conn.prepare_cached(&sql)?;
    let named = statement.query_map((lang, MOST_TYPES), |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(named.collect::<Result<_, _>>()?)
}
