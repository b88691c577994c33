//! RULE: the numbers of invoices.

use std::fmt;
use std::str::FromStr;

use crate::clock::Timestamp;

/// 1 January 2026 in Unix seconds.
const BEGINNING: i64 = 1_767_225_600;
const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MAX_SERIES: usize = 20;

/// The series, the year on the firm's calendar and the place in both, counted without a gap: `T-2026-000001`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    pub series: String,
    pub year: i64,
    pub place: i64,
}

/// The text is no such number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the number of an invoice looks like T-2026-000001")]
pub struct NotNumber;

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{:06}", self.series, self.year, self.place)
    }
}

/// As people write it down: in any case, and zeros may be missing.
impl FromStr for Number {
    type Err = NotNumber;

    fn from_str(text: &str) -> Result<Self, NotNumber> {
        let upper = text.trim().to_ascii_uppercase();
        let mut parts = upper.split('-');
        let (Some(series), Some(year), Some(place), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(NotNumber);
        };
        let is_series = (1..=MAX_SERIES).contains(&series.len()) && series.bytes().all(|b| b.is_ascii_alphanumeric());
        let digits = |text: &str, most: usize| match text.len() {
            len if (1..=most).contains(&len) && text.bytes().all(|b| b.is_ascii_digit()) => text.parse().ok(),
            _ => None,
        };
        match (digits(year, 4), digits(place, 9)) {
            (Some(year @ 1000..), Some(place @ 1..)) if is_series => {
                Ok(Self { series: series.to_owned(), year, place })
            }
            _ => Err(NotNumber),
        }
    }
}

/// What tells the series of a shop that was put back at this moment from all it had before: the milliseconds since 2026,
/// to the base 36: a copy may be put back twice within a second.
pub fn branch(now: Timestamp) -> String {
    let mut left = (now.millis() - BEGINNING * 1000).unsigned_abs();
    let mut digits = Vec::new();
    while left > 0 {
        let digit = usize::try_from(left % 36).unwrap_or_default();
        digits.push(char::from(DIGITS[digit]));
        left /= 36;
    }
    digits.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_people_write_it_down() {
        let number = Number { series: String::from("T"), year: 2026, place: 42 };
        assert_eq!(number.to_string(), "T-2026-000042");
        for written in ["T-2026-000042", " t-2026-42 "] {
            assert_eq!(written.parse().as_ref(), Ok(&number), "{written}");
        }
        for wrong in
            ["", "T", "T-2026", "T-2026-0", "T-26-1", "-2026-1", "T-2026-1-1", "T_-2026-1", "T-2026-1234567890"]
        {
            assert_eq!(wrong.parse::<Number>(), Err(NotNumber), "{wrong}");
        }
    }

    #[test]
    fn no_two_moments_have_the_same_branch() {
        let at = |millis: i64| branch(Timestamp::from_millis(BEGINNING * 1000 + millis));
        assert_eq!((at(35).as_str(), at(36).as_str(), at(28_000_000).as_str()), ("Z", "10", "GO4XS"));
        assert!(at(100 * 366 * 86_400_000).len() < MAX_SERIES - 1);
    }
}
