//! RULE: what people call an order by.

use std::fmt;
use std::str::FromStr;

use crate::text;

/// The year on the firm's calendar and the running number in it: `2026-0042`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    pub year: i64,
    pub place: i64,
}

/// The text is no such number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the number of an order looks like 2026-0042")]
pub struct NotNumber;

impl Number {
    /// The number of a year's order, counted from 1.
    pub const fn new(year: i64, place: i64) -> Self {
        Self { year, place }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:04}", self.year, self.place)
    }
}

/// As people write it down: zeros may be missing, and a stroke does for the dash.
impl FromStr for Number {
    type Err = NotNumber;

    fn from_str(text: &str) -> Result<Self, NotNumber> {
        let text = text::line(text);
        let (year, place) = text.trim_start_matches('#').split_once(['-', '/', '\u{2013}']).ok_or(NotNumber)?;
        let digits = |text: &str, most: usize| match text.len() {
            len if (1..=most).contains(&len) && text.bytes().all(|b| b.is_ascii_digit()) => text.parse().ok(),
            _ => None,
        };
        match (digits(year, 4), digits(place, 6)) {
            (Some(year @ 1000..), Some(place @ 1..)) => Ok(Self { year, place }),
            _ => Err(NotNumber),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_people_write_it_down() {
        for written in ["2026-0042", " 2026-42", "#2026/042", "2026–42"] {
            assert_eq!(written.parse(), Ok(Number::new(2026, 42)), "{written}");
        }
        assert_eq!(Number::new(2026, 42).to_string(), "2026-0042");
        assert_eq!(Number::new(2026, 12_345).to_string(), "2026-12345");
        for wrong in ["", "2026", "2026-", "2026-0", "26-42", "2026-1234567", "20a6-42", "2026--4", "-42", "2026-4 2"] {
            assert_eq!(wrong.parse::<Number>(), Err(NotNumber), "{wrong}");
        }
    }
}
