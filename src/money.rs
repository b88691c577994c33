//! Money: whole cents of a euro, never a float.

use std::fmt;
use std::iter::Sum;
use std::str::FromStr;

use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};

use crate::lang::Lang;

/// The one currency of the shop, ISO 4217.
pub const CURRENCY: &str = "EUR";

/// An amount in cents. Sums saturate instead of wrapping; the limits on orders keep far below that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cents(pub i64);

impl Cents {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// This amount `quantity` times.
    #[must_use]
    pub const fn times(self, quantity: i64) -> Self {
        Self(self.0.saturating_mul(quantity))
    }

    /// The sum of two amounts.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// In euros, for the wire formats that carry a number of euros with two decimals.
    #[expect(clippy::cast_precision_loss, reason = "amounts stay far below 2^52 cents")]
    pub fn euros(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// From a number of euros on the wire; `None` when it is not a whole number of cents or absurd.
    #[expect(clippy::cast_possible_truncation, reason = "checked to be a small whole number")]
    pub fn from_euros(euros: f64) -> Option<Self> {
        let cents = (euros * 100.0).round();
        (cents.abs() < 1e12 && (euros * 100.0 - cents).abs() < 1e-6).then_some(Self(cents as i64))
    }

    /// The tax contained in this amount at a rate in basis points (2100 = 21 %), rounded half up.
    #[must_use]
    pub const fn tax_contained(self, rate_bp: i64) -> Self {
        let divisor = 10_000 + rate_bp;
        Self((self.0 * rate_bp * 2 + divisor) / (divisor * 2))
    }

    /// As spreadsheets in Spain read it: `1234,50`.
    pub fn with_comma(self) -> String {
        self.to_string().replace('.', ",")
    }

    /// As people read it: `1234,50 €`, in English `€1234.50`.
    pub fn format(self, lang: Lang) -> String {
        // Before Arabic letters a sign would change sides: the mark keeps it before its number.
        let sign = match lang.dir() {
            _ if self.0 >= 0 => "",
            "rtl" => "\u{200e}-",
            _ => "-",
        };
        let (euros, cents) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let (before, rest) = lang.money().split_once('0').unwrap_or_default();
        let (point, after) = rest.split_once("00").unwrap_or_default();
        format!("{sign}{before}{euros}{point}{cents:02}{after}")
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Self::plus)
    }
}

/// The decimal form, `12.50`, as commands and product files read and write it.
impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100)
    }
}

/// The text is not an amount with at most two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an amount of money such as 12.50")]
pub struct NotMoney;

/// Reads `12`, `12.5`, `12.50` and `12,50`.
impl FromStr for Cents {
    type Err = NotMoney;

    fn from_str(text: &str) -> Result<Self, NotMoney> {
        let text = text.trim();
        let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || whole.len() > 9 || fraction.len() > 2 || !digits(whole) || !digits(fraction) {
            return Err(NotMoney);
        }
        let cents = format!("{fraction:0<2}").parse::<i64>().map_err(|_| NotMoney)?;
        let euros = whole.parse::<i64>().map_err(|_| NotMoney)?;
        Ok(Self(euros * 100 + cents))
    }
}

impl ToSql for Cents {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}

impl FromSql for Cents {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        for (text, cents) in [("12", 1200), ("12.5", 1250), ("12,50", 1250), ("0.07", 7), (" 9.99 ", 999)] {
            assert_eq!(text.parse(), Ok(Cents(cents)), "{text}");
        }
        for text in ["", ".5", "-1", "1.234", "1e3", "12.5.0", "€5", "9999999999"] {
            assert_eq!(text.parse::<Cents>(), Err(NotMoney), "{text}");
        }
    }

    #[test]
    fn euros_on_the_wire_must_be_whole_cents() {
        assert_eq!(Cents::from_euros(44.85), Some(Cents(4485)));
        assert_eq!(Cents::from_euros(0.1 + 0.2), Some(Cents(30)));
        assert_eq!(Cents::from_euros(1.005), None);
        assert_eq!(Cents::from_euros(f64::NAN), None);
        assert_eq!(Cents::from_euros(1e300), None);
    }

    #[test]
    fn tax_is_the_part_contained_in_the_price() {
        assert_eq!(Cents(12_100).tax_contained(2100), Cents(2100));
        assert_eq!(Cents(999).tax_contained(2100), Cents(173));
        assert_eq!(Cents(999).tax_contained(0), Cents(0));
    }

    #[test]
    fn amounts_are_shown_in_the_readers_way() {
        for lang in Lang::ALL {
            assert_eq!(Cents::ZERO.format(lang), lang.money());
        }
        assert_eq!(Cents(-20_001).format(Lang::Fr), "-200,01\u{a0}€");
        assert_eq!(Cents(-2290).format(Lang::Ar), "\u{200e}-22,90\u{a0}€");
        assert_eq!(Cents(4485).format(Lang::Es), "44,85\u{a0}€");
        assert_eq!(Cents(4485).format(Lang::En), "€44.85");
        assert_eq!(Cents(7).to_string(), "0.07");
    }
}
