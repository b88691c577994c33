//! RULE which searches without a result are remembered: people type all kinds of things into a field. What was looked for
//! on one day stays in memory; what is written down was looked for on two. A day counts once, however often: pages are
//! refreshed and change their language. Numbers that could be a telephone's, a document's or a code, addresses for mail
//! and links are never even held in memory.

use std::collections::HashMap;

use jiff::civil::Date;

use super::sql;
use crate::db::{self, Tx};
use crate::text;

/// Characters of a search.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=60;
/// More digits than these in a search may be a telephone number, a document or a code.
const MAX_DIGITS: usize = 5;
/// Searches held in memory.
const MAX_HELD: usize = 1000;

/// A search as it is counted, in small letters with single spaces; `None` for one that must not be remembered.
pub(super) fn fit(typed: &str) -> Option<String> {
    let text = text::line(typed).to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    let is_private = digits > MAX_DIGITS || text.contains('@') || text.contains("://") || text.contains("www.");
    (LENGTH.contains(&text.chars().count()) && !is_private).then_some(text)
}

/// Searches that were made, and may never be written down.
#[derive(Debug, Clone, Default)]
pub(super) struct Searches(HashMap<String, Asked>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asked {
    first: Date,
    last: Date,
}

impl Searches {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes one; where there is no place left, instead of the oldest.
    pub(super) fn note(&mut self, text: String, day: Date) {
        self.add(text, Asked { first: day, last: day });
    }

    /// Forgets those that were last made before a day.
    pub(super) fn forget_before(&mut self, day: Date) {
        self.0.retain(|_, asked| asked.last >= day);
    }

    pub(super) fn merge(&mut self, other: Self) {
        for (text, asked) in other.0 {
            self.add(text, asked);
        }
    }

    fn add(&mut self, text: String, asked: Asked) {
        if let Some(held) = self.0.get_mut(&text) {
            held.first = held.first.min(asked.first);
            held.last = held.last.max(asked.last);
            return;
        }
        if self.0.len() >= MAX_HELD {
            let oldest = self.0.iter().min_by_key(|(_, held)| held.last).map(|(text, _)| text.clone());
            oldest.map(|text| self.0.remove(&text));
        }
        self.0.insert(text, asked);
    }

    /// Writes those that may be; the rest.
    pub(super) fn write(self, tx: &Tx<'_>) -> db::Result<Self> {
        let mut rest = HashMap::new();
        for (text, asked) in self.0 {
            let Asked { first, last } = asked;
            let is_written = sql::ask_again(tx, &text, &last.to_string())?;
            if !is_written && first < last {
                sql::keep(tx, &text, &first.to_string(), &last.to_string())?;
            } else if !is_written {
                rest.insert(text, asked);
            }
        }
        Ok(Self(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_somebodys_own_is_not_remembered() {
        for typed in [
            "ana@example.com",
            "600 111 222",
            "+34 600-111-222",
            "12345678Z",
            "123456",
            "AAA123456",
            "ES91 2100 0418 4502 0005 1332",
            "٦٠٠١١١٢٢٢",
            "https://example.com/?token=a",
            "www.example.com",
            "x",
            "  ",
            &"a".repeat(61),
        ] {
            assert_eq!(fit(typed), None, "{typed}");
        }
        assert_eq!(fit("  Bombín   30x40\t6 mm "), Some(String::from("bombín 30x40 6 mm")));
        assert_eq!(fit("اسطوانة قفل"), Some(String::from("اسطوانة قفل")));
    }

    #[test]
    fn memory_holds_so_many_and_the_oldest_give_way() {
        let (mut searches, day) = (Searches::default(), jiff::civil::date(2026, 11, 24));
        let next = day.tomorrow().unwrap();
        searches.note(String::from("old"), day);
        for n in 1..MAX_HELD {
            searches.note(format!("search {n}"), next);
        }
        searches.note(String::from("new"), next);
        assert_eq!(searches.0.len(), MAX_HELD);
        assert!(searches.0.contains_key("new") && !searches.0.contains_key("old"));
        searches.note(String::from("search 1"), next);
        assert_eq!(searches.0.len(), MAX_HELD);
        searches.forget_before(next.tomorrow().unwrap());
        assert!(searches.is_empty());
    }
}
