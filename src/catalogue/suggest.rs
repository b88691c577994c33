//! What is proposed while somebody types: a few products and types, at once however full the shop is.

use std::collections::HashSet;

use super::search;
use super::sql::read;
use super::sql::search::{Among, understand};
use super::sql::suggest::{MOST_PRODUCTS, completions, named_types, some_in_store};
use super::wire;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::text;

/// Letters a word needs to be looked for: fewer begin the words of every other product.
const MIN_LETTERS: usize = 2;
/// Of what somebody types no more are looked for at each letter.
const MOST_WORDS: usize = 8;
const PRODUCTS: usize = 5;
const TYPES: usize = 3;
/// Letters of the longest beginnings that the index of words holds.
const INDEXED: usize = 3;
/// How much further titles are looked at than a hundred products lie apart, by the words that are compared.
const WINDOW: i64 = 10;

/// A few things somebody may mean.
#[derive(Debug, Default)]
pub struct Suggested {
    /// The words that were looked for: those typed or, where nothing has them, what they seem to be a slip of.
    pub words: Vec<String>,
    /// Those words when they are not the typed ones.
    pub searched_for: Option<String>,
    pub products: Vec<wire::Card>,
    /// Spanish name, and name in the reader's language.
    pub types: Vec<(String, String)>,
}

/// What the beginning of a search may be about.
pub fn suggest(conn: &Conn, typed: &str, lang: Lang) -> db::Result<Suggested> {
    let mut words: Vec<String> = Vec::new();
    for word in search::words(typed).into_iter().filter(|word| word.chars().count() >= MIN_LETTERS) {
        if words.len() < MOST_WORDS && !words.contains(&word) {
            words.push(word);
        }
    }
    if words.is_empty() {
        return Ok(Suggested::default());
    }
    let mut corrected = None;
    let mut ids = quick(conn, &words, lang)?;
    if ids.is_empty() {
        let Some(meant) = understand(conn, &words.join(" "), lang, Among::Store)? else {
            return Ok(Suggested::default());
        };
        corrected = meant.corrected;
        words = corrected.as_deref().map_or(words, search::words);
        ids = best(conn, &meant.pattern, &words, lang)?;
    }
    ids.truncate(PRODUCTS);
    let products = read::load(conn, &ids, Some(lang))?;
    let kinds = named_types(conn, lang)?.into_iter().filter(|(_, label)| search::fits(&words, label));
    Ok(Suggested {
        searched_for: corrected,
        products: products.iter().filter_map(|product| wire::Card::new(product, lang)).collect(),
        types: kinds.take(TYPES).collect(),
        words,
    })
}

/// What whole words find and what the last may become, without putting other beginnings together.
fn quick(conn: &Conn, words: &[String], lang: Lang) -> db::Result<Vec<String>> {
    let Some(last) = words.last() else { return Ok(Vec::new()) };
    let mut ids = Vec::new();
    // A short beginning has an index of its own.
    let completed = if last.chars().count() > INDEXED { Some(completions(conn, last)?) } else { None };
    let tries = [completed.as_deref(), None];
    for completions in tries.into_iter().skip(usize::from(completed.is_none())) {
        let Some(pattern) = search::quick_pattern(words, completions) else { continue };
        ids = best(conn, &pattern, words, lang)?;
        if ids.len() >= PRODUCTS {
            break;
        }
    }
    Ok(ids)
}

/// The ids of the products that fit best: what is called so comes before what only tells of it.
fn best(conn: &Conn, pattern: &str, words: &[String], lang: Lang) -> db::Result<Vec<String>> {
    let some = some_in_store(conn, pattern, lang, i64::MAX)?;
    let mut found = Vec::new();
    let further = (WINDOW / i64::try_from(words.len()).unwrap_or(WINDOW).max(1)).max(1);
    // Of many only the first are looked at, where as many more are expected as can be read at once.
    if let Some((_, _, place)) = some.get(MOST_PRODUCTS - 1) {
        found = some_in_store(conn, &format!("{{title sku}} : ({pattern})"), lang, place.saturating_mul(further))?;
    }
    found.extend(some);
    let typed = text::folded(&words.join(" "));
    let first = words.first().map(|word| text::folded(word)).unwrap_or_default();
    found.sort_by_cached_key(|(_, title, _)| {
        let folded = text::folded(title);
        (!search::fits(words, title), !folded.starts_with(&typed), !folded.starts_with(&first))
    });
    let mut seen = HashSet::new();
    Ok(found.into_iter().map(|(id, ..)| id).filter(|id| seen.insert(id.clone())).collect())
}
