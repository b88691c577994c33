//! RULE: what people call a request for a quote or a message by.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::inbox::Kind;
use crate::text;

/// The kind, the year on the firm's calendar and the running number in both: `P-2026-0042` a request, `M-2026-0042` a
/// message. It can be dictated, and opens nothing. No series of invoices and no complaint begins with these letters, and an
/// order's number with none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    pub kind: Kind,
    pub year: i64,
    pub place: i64,
}

/// The text is no such number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the number of a request looks like P-2026-0042, that of a message like M-2026-0042")]
pub struct NotNumber;

/// Presupuesto, pressupost; mensaje, missatge, message.
const fn letter(kind: Kind) -> char {
    match kind {
        Kind::Quote => 'P',
        Kind::Message => 'M',
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{:04}", letter(self.kind), self.year, self.place)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// As people write it down: zeros and dashes may be missing.
impl FromStr for Number {
    type Err = NotNumber;

    fn from_str(written: &str) -> Result<Self, NotNumber> {
        let read = |kind| after(letter(kind), written).map(|(year, place)| Self { kind, year, place });
        [Kind::Quote, Kind::Message].into_iter().find_map(read).ok_or(NotNumber)
    }
}

/// The year and the running number behind a letter, as people write them down.
pub(super) fn after(letter: char, written: &str) -> Option<(i64, i64)> {
    let written = text::line(written);
    let rest = written.trim().trim_start_matches('#').strip_prefix([letter, letter.to_ascii_lowercase()])?;
    let rest = rest.trim_start_matches(['-', ' ', '\u{2013}']);
    let (year, place) = rest.split_once(['-', ' ', '/', '\u{2013}'])?;
    let digits = |text: &str, most: usize| match text.len() {
        len if (1..=most).contains(&len) && text.bytes().all(|b| b.is_ascii_digit()) => text.parse().ok(),
        _ => None,
    };
    match (digits(year, 4), digits(place, 6)) {
        (Some(year @ 1970..), Some(place @ 1..)) => Some((year, place)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders;
    use crate::quotes::complaints::Key;

    #[test]
    fn a_number_is_read_as_people_write_it_down() {
        let number = Number { kind: Kind::Quote, year: 2026, place: 42 };
        assert_eq!(number.to_string(), "P-2026-0042");
        for written in ["P-2026-0042", " p-2026-42", "#P2026-42", "P 2026 042", "P–2026–0042", "p-2026/42"] {
            assert_eq!(written.parse(), Ok(number), "{written}");
        }
        let message = Number { kind: Kind::Message, year: 2026, place: 12_345 };
        assert_eq!(message.to_string(), "M-2026-12345");
        assert_eq!("m-2026-12345".parse(), Ok(message));
        for wrong in
            ["", "P", "2026-0042", "R-2026-0042", "P-2026", "P-2026-0", "P-26-42", "P-2026-1234567", "P-20a6-42"]
        {
            assert_eq!(wrong.parse::<Number>(), Err(NotNumber), "{wrong}");
        }
    }

    #[test]
    fn nothing_else_that_has_a_number_is_mistaken_for_it() {
        for others in ["2026-0042", "F-2026-000042", "T-2026-000042", "RF-2026-000042", "XT-2026-000042", "R-2026-0042"]
        {
            assert_eq!(others.parse::<Number>(), Err(NotNumber), "{others}");
        }
        assert!("P-2026-0042".parse::<orders::Number>().is_err());
        assert!("P-2026-0042".parse::<Key>().is_err());
    }
}
