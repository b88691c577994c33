//! RULE: what the value of an attribute says: a number with its unit, yes or no, or words. Owners write `2,6 kW`, as they
//! would on paper; programs get the number and the unit.

use super::terms;
use crate::dispatch;
use crate::lang::Lang;

/// What a value says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Reading<'a> {
    /// A number, and of what; the unit may be empty.
    Number {
        /// As a program takes it.
        number: f64,
        /// As it is written, with a comma or a point.
        written: &'a str,
        /// Such as `kW`.
        unit: &'a str,
    },
    /// Yes or no.
    Is(bool),
    /// Anything else.
    Words,
}

/// Reads a Spanish value.
pub(super) fn read(value: &str) -> Reading<'_> {
    match value.to_lowercase().as_str() {
        "sí" | "si" => return Reading::Is(true),
        "no" => return Reading::Is(false),
        _ => {}
    }
    let end = value.find(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | '.')).unwrap_or(value.len());
    let (written, unit) = (&value[..end], value[end..].trim());
    let number = decimal(written).filter(|_| !unit.contains(|c: char| c.is_ascii_digit()));
    number.map_or(Reading::Words, |number| Reading::Number { number, written, unit })
}

/// The working days that making something for its buyer takes, as `Plazo de fabricación` says them: `3 días laborables`.
pub(super) fn making_days(name: &str, value: &str) -> Option<i64> {
    let (days, unit) = value.trim().split_once(' ').filter(|_| name.trim().to_lowercase() == "plazo de fabricación")?;
    let days = days.parse().ok().filter(|days| (1..=dispatch::LONGEST_MAKING).contains(days))?;
    unit.trim().to_lowercase().starts_with("día").then_some(days)
}

/// `2,6` and `2.6`; a point before three digits stands for thousands in Spanish, and is read as neither.
fn decimal(written: &str) -> Option<f64> {
    let (whole, part) = written.split_once([',', '.']).unwrap_or((written, ""));
    let is_number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
    let is_thousand = written.contains('.') && part.len() == 3;
    let fits = (1..=9).contains(&whole.len()) && part.len() <= 3 && is_number(whole) && is_number(part);
    if !fits || is_thousand || (part.is_empty() && written.len() != whole.len()) {
        return None;
    }
    format!("{whole}.{part}0").parse().ok()
}

/// The Spanish value as it is shown in a language that has no text of its own for it.
pub(super) fn shown(value: &str, lang: Lang) -> String {
    match read(value) {
        Reading::Number { written, .. } => {
            let point = if lang.money().contains(',') { "," } else { "." };
            written.replace([',', '.'], point) + &value[written.len()..]
        }
        Reading::Is(yes) => terms::yes_or_no(yes, lang),
        Reading::Words => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_a_number_with_its_unit_yes_or_no_or_words() {
        let number = |value: &'static str| match read(value) {
            Reading::Number { number, unit, .. } => Some((number.to_string(), unit)),
            Reading::Is(_) | Reading::Words => None,
        };
        for (value, expected, unit) in [
            ("18 V", "18", "V"),
            ("2,6 kW", "2.6", "kW"),
            ("0.75 l", "0.75", "l"),
            ("10", "10", ""),
            ("60°", "60", "°"),
        ] {
            assert_eq!(number(value), Some((expected.to_owned(), unit)), "{value}");
        }
        for words in ["30 × 30 mm", "2,4 / 5 GHz", "1.000 V", "A+++", "", "18,", "-5 °C", "IP66", "1,2,3 m"] {
            assert_eq!(read(words), Reading::Words, "{words}");
        }
        assert_eq!((read("Sí"), read("no")), (Reading::Is(true), Reading::Is(false)));
    }

    #[test]
    fn a_number_is_shown_with_the_point_of_the_language_and_yes_in_its_word() {
        assert_eq!(shown("2,6 kW", Lang::En), "2.6 kW");
        assert_eq!(shown("2.6 kW", Lang::Fr), "2,6 kW");
        assert_eq!(shown("30 × 30 mm", Lang::En), "30 × 30 mm");
        assert_eq!(shown("sí", Lang::En), "Yes");
    }
}
