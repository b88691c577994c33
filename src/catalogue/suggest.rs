//! What is proposed while somebody types: a few products and types, at once however full the shop is.

use super::search;
use super::sql::read;
use super::sql::search::{Among, understand};
use super::sql::suggest::{Within, completions, named_types, some_in_store};
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
        if let Some(better) = &meant.corrected {
            words = search::words(better);
            ids = quick(conn, &words, lang)?;
        }
        if ids.is_empty() {
            ids = ranked(some_in_store(conn, Within::Texts, &meant.pattern, lang)?, &words);
        }
        corrected = meant.corrected;
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

/// What is called so, and where that is too little what tells of it: whole words and what the last may become, before
/// other beginnings are put together.
fn quick(conn: &Conn, words: &[String], lang: Lang) -> db::Result<Vec<String>> {
    let Some(last) = words.last() else { return Ok(Vec::new()) };
    // A short beginning has an index of its own.
    let completed = if last.chars().count() > INDEXED { Some(completions(conn, last)?) } else { None };
    let whole = completed.and_then(|completions| search::quick_pattern(words, Some(&completions)));
    let begun = search::quick_pattern(words, None);
    let mut found: Vec<String> = Vec::new();
    for within in [Within::Titles, Within::Texts] {
        for pattern in [&whole, &begun].into_iter().flatten() {
            if found.len() < PRODUCTS {
                let more = ranked(some_in_store(conn, within, pattern, lang)?, words);
                found.extend(more.into_iter().filter(|id| !found.contains(id)).collect::<Vec<_>>());
            }
        }
    }
    Ok(found)
}

/// The ids of products by how well their titles fit.
fn ranked(mut found: Vec<(String, String)>, words: &[String]) -> Vec<String> {
    let typed = text::folded(&words.join(" "));
    let first = words.first().map(|word| text::folded(word)).unwrap_or_default();
    found.sort_by_cached_key(|(_, title)| {
        let folded = text::folded(title);
        (!search::fits(words, title), !folded.starts_with(&typed), !folded.starts_with(&first))
    });
    found.into_iter().map(|(id, _)| id).collect()
}
