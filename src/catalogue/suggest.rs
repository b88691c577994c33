//! What is proposed while somebody types: a few products and types, at once however full the shop is.

use std::time::Duration;

use super::search;
use super::sql::read;
use super::sql::search::{Among, understand};
use super::sql::suggest::{Within, completions, named_types, some_in_store};
use super::wire;
use crate::clock::processor_time;
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
/// After so much work nothing further is looked for: among 100,000 products that share their words each look takes up to
/// 3 ms, and what comes late helps nobody who types. The search itself finds it.
pub const ENOUGH_WORK: Duration = Duration::from_micros(2_500);

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

/// What the beginning of a search may be about, as far as it is found with `work` of processor time.
pub fn suggest(conn: &Conn, typed: &str, lang: Lang, work: Duration) -> db::Result<Suggested> {
    let looks = Looks { conn, lang, end: processor_time().saturating_add(work) };
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
    let mut ids = looks.quick(&words)?;
    if ids.is_empty() && !looks.are_over() {
        let Some(meant) = understand(conn, &words.join(" "), lang, Among::Store)? else {
            return Ok(Suggested::default());
        };
        if let Some(better) = &meant.corrected {
            words = search::words(better);
            ids = looks.quick(&words)?;
        }
        for within in [Within::Titles, Within::Texts] {
            if ids.is_empty() {
                ids = ranked(looks.at(within, &meant.pattern)?, &words);
            }
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

/// The looks at the products of a store that one proposal may cost.
struct Looks<'a> {
    conn: &'a Conn,
    lang: Lang,
    end: Duration,
}

impl Looks<'_> {
    fn are_over(&self) -> bool {
        processor_time() > self.end
    }

    /// Some products in which FTS5 finds `pattern`; none once it has been looked for long enough.
    fn at(&self, within: Within, pattern: &str) -> db::Result<Vec<(String, String)>> {
        if self.are_over() { Ok(Vec::new()) } else { some_in_store(self.conn, within, pattern, self.lang) }
    }

    /// What is called so, and where that is too little what tells of it: whole words and what the last may become,
    /// before other beginnings are put together.
    fn quick(&self, words: &[String]) -> db::Result<Vec<String>> {
        let Some(last) = words.last() else { return Ok(Vec::new()) };
        // A short beginning has an index of its own.
        let completed = if last.chars().count() > INDEXED { Some(completions(self.conn, last)?) } else { None };
        let whole = completed.and_then(|completions| search::quick_pattern(words, Some(&completions)));
        let begun = search::quick_pattern(words, None);
        let mut found: Vec<String> = Vec::new();
        for within in [Within::Titles, Within::Texts] {
            for pattern in [&whole, &begun].into_iter().flatten() {
                if found.len() < PRODUCTS {
                    let more = ranked(self.at(within, pattern)?, words);
                    found.extend(more.into_iter().filter(|id| !found.contains(id)).collect::<Vec<_>>());
                }
            }
        }
        Ok(found)
    }
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
