//! What is proposed while somebody types: a few products and types, at once however full the shop is.

use std::time::Duration;

use super::search;
use super::sql::read;
use super::sql::search::{Among, understand};
use super::sql::suggest::{Named, Within, completions, count_in_store, named_types, some_in_store};
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
/// Of them no more that are not called so: what a description says in passing is seldom what is meant.
const ONLY_TOLD: usize = 3;
const TYPES: usize = 3;
/// Letters of the longest beginnings that the index of words holds.
const INDEXED: usize = 3;
/// In a store of more products than these, nothing further is looked for after so much work: among 100,000 that share their
/// words each look takes up to 3 ms, and what comes late helps nobody who types. The search itself finds it. In a smaller one
/// a look costs little, and a machine that is slow or only just started is no reason to find nothing.
const FEW: i64 = 5_000;
/// That work, in processor time.
pub const ENOUGH_WORK: Duration = Duration::from_micros(2_500);

/// A few things somebody may mean.
#[derive(Debug, Default)]
pub struct Suggested {
    /// The words that were looked for: those typed or, where nothing has them, what they seem to be a slip of.
    pub words: Vec<String>,
    /// Those words when they are not the typed ones.
    pub searched_for: Option<String>,
    pub products: Vec<wire::Card>,
    /// Whether one of them is called so, or has such an SKU; of the others it is only told.
    pub is_called_so: bool,
    /// Spanish name, and name in the reader's language.
    pub types: Vec<(String, String)>,
}

/// What the beginning of a search may be about; in a store of many products, as far as it is found with `work` of
/// processor time.
pub fn suggest(conn: &Conn, typed: &str, lang: Lang, work: Duration) -> db::Result<Suggested> {
    let is_full = count_in_store(conn)? > FEW;
    let looks = Looks { conn, lang, end: is_full.then(|| processor_time().saturating_add(work)) };
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
    let mut found = looks.quick(&words)?;
    if found.is_empty() && !looks.are_over() {
        let Some(meant) = understand(conn, &words.join(" "), lang, Among::Store)? else {
            return Ok(Suggested::default());
        };
        if let Some(better) = &meant.corrected {
            words = search::words(better);
            found = looks.quick(&words)?;
        }
        for within in [Within::Titles, Within::Texts] {
            if found.is_empty() {
                found.add(within, looks.at(within, &meant.pattern)?, &words);
            }
        }
        corrected = meant.corrected;
    }
    let mut kinds = named_types(conn, lang)?;
    kinds.retain(|(_, label)| search::fits(&words, label));
    let is_called_so = !found.called.is_empty();
    let products = read::load(conn, &found.best(&kinds), Some(lang))?;
    kinds.truncate(TYPES);
    Ok(Suggested {
        searched_for: corrected,
        products: products.iter().filter_map(|product| wire::Card::new(product, lang)).collect(),
        is_called_so,
        types: kinds,
        words,
    })
}

/// The products that were found, in order and each once.
#[derive(Default)]
struct Found {
    /// Those that are called so.
    called: Vec<Named>,
    /// Those that are only told of so.
    told: Vec<Named>,
}

impl Found {
    fn len(&self) -> usize {
        self.called.len() + self.told.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn add(&mut self, within: Within, more: Vec<Named>, words: &[String]) {
        for product in ranked(more, words) {
            if self.called.iter().chain(&self.told).all(|known| known.id != product.id) {
                match within {
                    Within::Titles => self.called.push(product),
                    Within::Texts => self.told.push(product),
                }
            }
        }
    }

    /// The ids of those that are proposed: of what is only told of, first what is of one of the `types` that are called so.
    fn best(mut self, types: &[(String, String)]) -> Vec<String> {
        self.told.sort_by_key(|product| types.iter().all(|(name, _)| *name != product.kind));
        let ids = self.called.into_iter().chain(self.told.into_iter().take(ONLY_TOLD)).map(|product| product.id);
        ids.take(PRODUCTS).collect()
    }
}

/// The looks at the products of a store that one proposal may cost.
struct Looks<'a> {
    conn: &'a Conn,
    lang: Lang,
    end: Option<Duration>,
}

impl Looks<'_> {
    fn are_over(&self) -> bool {
        self.end.is_some_and(|end| processor_time() > end)
    }

    /// Some products in which FTS5 finds `pattern`; none once it has been looked for long enough.
    fn at(&self, within: Within, pattern: &str) -> db::Result<Vec<Named>> {
        if self.are_over() { Ok(Vec::new()) } else { some_in_store(self.conn, within, pattern, self.lang) }
    }

    /// What is called so, and where that is too little what tells of it: whole words and what the last may become,
    /// before other beginnings are put together.
    fn quick(&self, words: &[String]) -> db::Result<Found> {
        let mut found = Found::default();
        let Some(last) = words.last() else { return Ok(found) };
        // A short beginning has an index of its own.
        let completed = if last.chars().count() > INDEXED { Some(completions(self.conn, last)?) } else { None };
        let whole = completed.and_then(|completions| search::quick_pattern(words, Some(&completions)));
        let begun = search::quick_pattern(words, None);
        for within in [Within::Titles, Within::Texts] {
            for pattern in [&whole, &begun].into_iter().flatten() {
                if found.len() < PRODUCTS {
                    found.add(within, self.at(within, pattern)?, words);
                }
            }
        }
        Ok(found)
    }
}

/// Products by how well their titles fit.
fn ranked(mut found: Vec<Named>, words: &[String]) -> Vec<Named> {
    let typed = text::folded(&words.join(" "));
    let first = words.first().map(|word| text::folded(word)).unwrap_or_default();
    found.sort_by_cached_key(|Named { title, .. }| {
        let folded = text::folded(title);
        (!search::fits(words, title), !folded.starts_with(&typed), !folded.starts_with(&first))
    });
    found
}
