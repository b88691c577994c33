//! Searching: what is asked of FTS5, and what is proposed when nobody wrote what is asked for.

use std::collections::BTreeSet;

use rusqlite::OptionalExtension;

use super::found::{Rows, rows_for};
use crate::catalogue::search::{Near, grams, likely, may_be_slips, near, pattern, whole_pattern, word_pattern, words};
use crate::catalogue::synonyms;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::text;

/// A search that is understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// What FTS5 is asked.
    pub pattern: String,
    /// What was asked for instead of what was typed, of which there is nothing.
    pub corrected: Option<String>,
}

/// Among which products is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// Those in the store: of others nothing is proposed either.
    Store,
    /// All that are not deleted.
    All,
}

/// What a query means; `None` when there is nothing to search for. When nothing has all of its words, those that nobody
/// wrote are taken for another name of a thing, or for slips of a word that somebody did, and what still finds nothing
/// beside the words before it is left out in the store.
pub fn understand(conn: &Conn, q: &str, lang: Lang, among: Among) -> db::Result<Option<Search>> {
    let Some(asked) = pattern(q) else { return Ok(None) };
    let search = Search { pattern: asked, corrected: None };
    let typed = words(q);
    if !may_be_slips(&typed) || is_found(conn, &typed, lang, among)? {
        return Ok(Some(search));
    }
    let mut meant = Vec::new();
    for word in &typed {
        let Some(better) = meaning(conn, word, lang, among)? else { continue };
        meant.push(better);
        if meant.len() > 1 && !is_found(conn, &meant, lang, among)? {
            meant.pop();
        }
    }
    // Who keeps the shop looks for one thing; who visits it is better served with something like it.
    if meant.is_empty() || among == Among::All && meant.len() < typed.len() {
        return Ok(Some(search));
    }
    let meant = meant.join(" ");
    Ok(pattern(&meant).map(|pattern| Search { pattern, corrected: Some(meant) }))
}

/// A word that products have for a typed one: itself, another name of the thing, or what it is a slip of.
fn meaning(conn: &Conn, typed: &str, lang: Lang, among: Among) -> db::Result<Option<String>> {
    if is_found(conn, &[typed.to_owned()], lang, among)? {
        return Ok(Some(typed.to_owned()));
    }
    for word in synonyms::others(typed) {
        if let Some(written) = example(conn, &word_pattern(word), lang, among)? {
            return Ok(Some(written));
        }
    }
    correction(conn, typed, lang, among)
}

/// Whether a product has all these words or what begins with them. Whole words are looked for first: beginnings are put
/// together from all the products that have them.
fn is_found(conn: &Conn, words: &[String], lang: Lang, among: Among) -> db::Result<bool> {
    for asked in [whole_pattern(words), pattern(&words.join(" "))].into_iter().flatten() {
        if example(conn, &asked, lang, among)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The word that a typed one is a slip of, as a product writes it.
fn correction(conn: &Conn, typed: &str, lang: Lang, among: Among) -> db::Result<Option<String>> {
    let Some(Near { grams, letters, shared }) = near(typed) else { return Ok(None) };
    let mut statement = conn.prepare_cached(
        "SELECT word FROM product_word_grams
         WHERE gram IN (SELECT value FROM json_each(?1)) AND letters BETWEEN ?2 AND ?3
         GROUP BY word HAVING count(*) >= ?4",
    )?;
    let grams = serde_json::json!(grams).to_string();
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let bounds = (grams, number(*letters.start()), number(*letters.end()), number(shared));
    let known = statement.query_map(bounds, |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    for word in likely(typed, known.into_iter()) {
        if let Some(written) = example(conn, &format!("\"{word}\""), lang, among)? {
            return Ok(Some(written));
        }
    }
    Ok(None)
}

/// Marks around the word that was found, which no text has.
const MARKS: [char; 2] = ['\u{2}', '\u{3}'];

/// The first word with which a product is found, in lower case; `None` when none is.
fn example(conn: &Conn, pattern: &str, lang: Lang, among: Among) -> db::Result<Option<String>> {
    let mut statement = conn.prepare_cached(
        "SELECT snippet(product_search, -1, ?3, ?4, '', 1) FROM product_search
         JOIN product_search_rows r ON r.id = product_search.rowid
         WHERE product_search MATCH ?1 AND product_search.rowid BETWEEN ?5 AND ?6 AND instr(r.translated, ?2) = 0
           AND (?7 OR r.is_in_store = 1) LIMIT 1",
    )?;
    let word = |text: String| {
        let (_, rest) = text.split_once(MARKS[0])?;
        Some(rest.split_once(MARKS[1])?.0.to_lowercase())
    };
    for Rows { first, last, but, .. } in rows_for(lang) {
        let [before, after] = MARKS.map(String::from);
        let asked = (pattern, but, before, after, first, last, among == Among::All);
        let found: Option<String> = statement.query_row(asked, |row| row.get(0)).optional()?;
        if let Some(text) = found {
            return Ok(Some(word(text).unwrap_or_default()));
        }
    }
    Ok(None)
}

/// Keeps words that stand in products.
pub fn remember_words(tx: &Tx<'_>, words: &BTreeSet<String>) -> db::Result<()> {
    let mut remember = tx.prepare_cached("INSERT OR IGNORE INTO product_words (word) VALUES (?1)")?;
    let mut add =
        tx.prepare_cached("INSERT OR IGNORE INTO product_word_grams (gram, letters, word) VALUES (?1, ?2, ?3)")?;
    for word in words {
        if remember.execute([word])? == 1 {
            let folded = text::folded(word);
            let letters = i64::try_from(folded.chars().count()).unwrap_or(i64::MAX);
            for gram in grams(&folded) {
                add.execute((gram, letters, word))?;
            }
        }
    }
    Ok(())
}
