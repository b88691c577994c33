//! What is proposed while somebody types: a few products and types, at once however full the shop is.

use super::search;
use super::sql::read;
use super::sql::search::{Among, understand};
use super::sql::suggest::{named_types, some_in_store};
use super::wire;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::text;

/// Letters a word needs to be looked for: fewer begin the words of every other product.
const MIN_LETTERS: usize = 2;
const PRODUCTS: usize = 5;
const TYPES: usize = 3;

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
    let words: Vec<String> =
        search::words(typed).into_iter().filter(|word| word.chars().count() >= MIN_LETTERS).collect();
    if words.is_empty() {
        return Ok(Suggested::default());
    }
    let Some(meant) = understand(conn, &words.join(" "), lang, Among::Store)? else { return Ok(Suggested::default()) };
    let words = meant.corrected.as_deref().map_or(words, search::words);
    // What is called so comes before what only tells of it.
    let mut ids = ranked(some_in_store(conn, &format!("{{title sku}} : ({})", meant.pattern), lang)?, &words);
    if ids.len() < PRODUCTS {
        let others = ranked(some_in_store(conn, &meant.pattern, lang)?, &words);
        let others: Vec<String> = others.into_iter().filter(|id| !ids.contains(id)).collect();
        ids.extend(others);
    }
    ids.truncate(PRODUCTS);
    let products = read::load(conn, &ids, Some(lang))?;
    let kinds = named_types(conn, lang)?.into_iter().filter(|(_, label)| search::fits(&words, label));
    Ok(Suggested {
        searched_for: meant.corrected,
        products: products.iter().filter_map(|product| wire::Card::new(product, lang)).collect(),
        types: kinds.take(TYPES).collect(),
        words,
    })
}

/// The ids of products by how their titles begin, then in the order they came in.
fn ranked(mut found: Vec<(String, String)>, words: &[String]) -> Vec<String> {
    let typed = text::folded(&words.join(" "));
    let first = words.first().map(|word| text::folded(word)).unwrap_or_default();
    found.sort_by_cached_key(|(_, title)| {
        let title = text::folded(title);
        (!title.starts_with(&typed), !title.starts_with(&first))
    });
    found.into_iter().map(|(id, _)| id).collect()
}
