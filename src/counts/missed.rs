//! RULE which searches without a result are remembered: people type all kinds of things into a field. What was looked for
//! once stays in memory; what is written down was looked for on two days or three times. Numbers that could be a
//! telephone's or a document's, addresses for mail and links are never even held in memory.

use std::collections::HashMap;

use jiff::civil::Date;

use super::sql;
use crate::db::{self, Tx};
use crate::text;

/// Characters of a search.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=60;
/// So many digits in a search may be a telephone number or a document.
const MAX_DIGITS: usize = 6;
/// Searches held in memory.
const MAX_HELD: usize = 1000;
/// Asked so often on one day, a search is somebody's no more.
const OFTEN: i64 = 3;

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
    times: i64,
}

impl Searches {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes one; where there is no place left, not.
    pub(super) fn note(&mut self, text: String, day: Date) {
        self.add(text, Asked { first: day, last: day, times: 1 });
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
            held.times += asked.times;
        } else if self.0.len() < MAX_HELD {
            self.0.insert(text, asked);
        }
    }

    /// Writes those that may be; the rest.
    pub(super) fn write(self, tx: &Tx<'_>) -> db::Result<Self> {
        let mut rest = HashMap::new();
        for (text, asked) in self.0 {
            let Asked { first, last, times } = asked;
            let is_written = sql::ask_again(tx, &text, times, &last.to_string())?;
            if !is_written && (times >= OFTEN || first < last) {
                sql::keep(tx, &text, times, &first.to_string(), &last.to_string())?;
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
    fn memory_holds_so_many_and_no_more() {
        let (mut searches, day) = (Searches::default(), jiff::civil::date(2026, 11, 24));
        for n in 0..2 * MAX_HELD {
            searches.note(format!("search {n}"), day);
        }
        searches.note(String::from("search 1"), day);
        assert_eq!((searches.0.len(), searches.0["search 1"].times), (MAX_HELD, 2));
        searches.forget_before(day.tomorrow().unwrap());
        assert!(searches.is_empty());
    }
}
