//! RULE: which amount of money a cell holds. Shops write `1234.5`, `12,3400` or `8.264463`, and spreadsheets make
//! `1.234,50 €` of it.

use crate::money::Cents;

/// An amount of money as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amount {
    /// To the nearest cent.
    pub(super) cents: Cents,
    /// Whether parts of a cent were written.
    pub(super) rounded: bool,
}

/// The decimal mark of a column, where its cells tell it and do not contradict each other.
pub(super) fn decimal_mark<'a>(cells: impl Iterator<Item = &'a str>) -> Option<char> {
    let mut marks = cells.filter_map(|cell| split(&bare(cell)?, None)?.mark);
    let first = marks.next()?;
    marks.all(|mark| mark == first).then_some(first)
}

/// The amount; `None` when the text is none, or could be one of two and `mark` is not known.
pub(super) fn read(text: &str, mark: Option<char>) -> Option<Amount> {
    let text = bare(text)?;
    let Split { whole, fraction, .. } = split(&text, mark)?;
    if whole.is_empty() || whole.len() > 15 {
        return None;
    }
    let digits = |digits: &str| digits.parse::<i64>().ok();
    let (cents, rest) = fraction.split_at(fraction.len().min(2));
    let up = i64::from(rest.starts_with(|c: char| c >= '5'));
    let cents = digits(&whole)? * 100 + digits(&format!("{cents:0<2}"))? + up;
    Some(Amount { cents: Cents(cents), rounded: rest.contains(|c: char| c != '0') })
}

/// Digits, points and commas; without the currency and the spaces. `None` when anything else is written.
fn bare(text: &str) -> Option<String> {
    let mut text = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '€' | '$' | '£'));
    for name in ["EUR", "USD", "GBP"] {
        text = text.strip_prefix(name).or_else(|| text.strip_suffix(name)).unwrap_or(text).trim();
    }
    let text: String = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '\'' | '’')).collect();
    let is_amount = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    (is_amount && text.contains(|c: char| c.is_ascii_digit())).then_some(text)
}

struct Split {
    whole: String,
    fraction: String,
    /// What stands between them, as far as the text itself tells.
    mark: Option<char>,
}

/// `1.234` alone could be two things: `mark` decides, and without it nobody knows.
fn split(text: &str, mark: Option<char>) -> Option<Split> {
    let Some(place) = text.rfind(['.', ',']) else {
        return Some(Split { whole: text.to_owned(), fraction: String::new(), mark: None });
    };
    let (whole, fraction) = (&text[..place], &text[place + 1..]);
    let last = if text[place..].starts_with('.') { '.' } else { ',' };
    let other = if last == '.' { ',' } else { '.' };
    let divided = |told: bool| {
        Some(Split {
            whole: whole.replace(other, ""),
            fraction: fraction.to_owned(),
            mark: Some(last).filter(|_| told),
        })
    };
    let whole_only = |told: bool| {
        let whole = text.replace(last, "");
        Some(Split { whole, fraction: String::new(), mark: Some(other).filter(|_| told) })
    };
    match (whole.contains(last), whole.contains(other)) {
        (true, true) => None,
        // Twice the same: it divides thousands.
        (true, false) => text.split(last).skip(1).all(|group| group.len() == 3).then(|| whole_only(true))?,
        (false, true) => divided(true),
        (false, false) if fraction.len() == 3 && (1..=3).contains(&whole.len()) && whole != "0" => match mark {
            Some(mark) if mark == last => divided(false),
            Some(_) => whole_only(false),
            None => None,
        },
        (false, false) => divided(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_read_as_shops_and_spreadsheets_write_it() {
        for (text, cents) in [
            ("12", 1200),
            ("12.5", 1250),
            ("12,50", 1250),
            ("0.07", 7),
            (" 9.99 ", 999),
            ("12.", 1200),
            ("1.234,50", 123_450),
            ("1,234.50", 123_450),
            ("1.234.567", 123_456_700),
            ("1\u{202f}234,50 €", 123_450),
            ("EUR 12.50", 1250),
            ("1'234.50", 123_450),
            ("1234.000", 123_400),
            ("0.123", 12),
            ("9999999999", 999_999_999_900),
        ] {
            assert_eq!(read(text, None).map(|amount| amount.cents), Some(Cents(cents)), "{text}");
        }
        for text in ["", ".", "€", "-1", "1e3", "12.5.0", "1.23,4.5", "abc", "12 o 13", "1.234", "12,345"] {
            assert_eq!(read(text, None), None, "{text}");
        }
    }

    #[test]
    fn parts_of_a_cent_are_rounded_half_up() {
        let read = |text| read(text, None).map(|amount| (amount.cents.0, amount.rounded));
        assert_eq!(read("8.264463"), Some((826, true)));
        assert_eq!(read("0.005"), Some((1, true)));
        assert_eq!(read("12.3400"), Some((1234, false)));
        assert_eq!(read("9.9999"), Some((1000, true)));
    }

    #[test]
    fn three_digits_are_thousands_or_not_as_the_column_has_it() {
        let mark = |cells: &[&str]| decimal_mark(cells.iter().copied());
        assert_eq!(mark(&["12", "1.234", "8.2645", "x"]), Some('.'));
        assert_eq!(mark(&["1.234,50", "1.234"]), Some(','));
        assert_eq!(mark(&["1.234.567"]), Some(','));
        assert_eq!((mark(&["1.5", "1,5"]), mark(&["1.234", ""])), (None, None));
        let cents = |mark| read("1.234", mark).map(|amount| amount.cents.0);
        assert_eq!((cents(Some('.')), cents(Some(',')), cents(None)), (Some(123), Some(123_400), None));
    }
}
