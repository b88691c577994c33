//! RULE: how much of something a variant holds, and what a unit of measure of it costs (Directive 98/6/EC; RD 3423/2000).

use std::fmt;
use std::str::FromStr;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use strum::{EnumString, IntoStaticStr};

use crate::money::Cents;

/// What contents are measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
pub enum Unit {
    #[strum(serialize = "g")]
    Gram,
    #[strum(serialize = "kg")]
    Kilogram,
    #[strum(serialize = "ml")]
    Millilitre,
    #[strum(serialize = "cl")]
    Centilitre,
    #[strum(serialize = "l")]
    Litre,
    #[strum(serialize = "cm")]
    Centimetre,
    #[strum(serialize = "m")]
    Metre,
    #[strum(to_string = "m2", serialize = "m²")]
    SquareMetre,
    #[strum(to_string = "m3", serialize = "m³")]
    CubicMetre,
    /// A piece out of several.
    #[strum(to_string = "unit", serialize = "ud")]
    Piece,
}

impl Unit {
    /// In what prices are told, and how many of these make one of it.
    const fn base(self) -> (Self, i64) {
        match self {
            Self::Gram => (Self::Kilogram, 1000),
            Self::Millilitre => (Self::Litre, 1000),
            Self::Centilitre => (Self::Litre, 100),
            Self::Centimetre => (Self::Metre, 100),
            Self::Kilogram | Self::Litre | Self::Metre | Self::SquareMetre | Self::CubicMetre | Self::Piece => {
                (self, 1)
            }
        }
    }

    /// What it is called where programs are told: `m2`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// As UN/CEFACT's recommendation 20 codes it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Gram => "GRM",
            Self::Kilogram => "KGM",
            Self::Millilitre => "MLT",
            Self::Centilitre => "CLT",
            Self::Litre => "LTR",
            Self::Centimetre => "CMT",
            Self::Metre => "MTR",
            Self::SquareMetre => "MTK",
            Self::CubicMetre => "MTQ",
            Self::Piece => "C62",
        }
    }
}

/// The most of any unit, in thousandths.
const MOST: i64 = 1_000_000_000;

/// How much a variant holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Content {
    /// From 1 to [`MOST`].
    thousandths: i64,
    unit: Unit,
}

/// What one unit of measure costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitPrice {
    pub price: Cents,
    /// A kilogram, a litre, a metre, a square or cubic metre, or a piece.
    pub per: Unit,
}

impl Content {
    /// So many of a unit; `None` for none or too many.
    pub fn new(thousandths: i64, unit: Unit) -> Option<Self> {
        (1..=MOST).contains(&thousandths).then_some(Self { thousandths, unit })
    }

    /// In what it is measured.
    pub const fn unit(self) -> Unit {
        self.unit
    }

    /// In what its price is told.
    pub const fn per(self) -> Unit {
        self.unit.base().0
    }

    /// What one unit costs when all of it costs `price`, rounded half a cent up; `None` where that is the price itself,
    /// which need not be told twice.
    pub fn unit_price(self, price: Cents) -> Option<UnitPrice> {
        let (per, makes_one) = self.unit.base();
        let all = i128::from(self.thousandths);
        let asked = i128::from(price.0) * 1000 * i128::from(makes_one);
        let rounded = i64::try_from((asked * 2 + all) / (all * 2)).ok()?;
        (all != 1000 * i128::from(makes_one)).then_some(UnitPrice { price: Cents(rounded), per })
    }

    /// The amount with a point, `0.75`.
    pub fn amount(self) -> String {
        let (whole, rest) = (self.thousandths / 1000, self.thousandths % 1000);
        let decimals = format!(".{rest:03}");
        format!("{whole}{}", decimals.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// `0.75 l`, as it is stored and as files and programs have it.
impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.amount(), self.unit.name())
    }
}

/// The text is no content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is no content such as 0.75 l (g, kg, ml, cl, l, cm, m, m2, m3 or unit)")]
pub struct NotContent;

/// Reads `0.75 l`, `750ml`, `2,5 m²`: at most three decimals.
impl FromStr for Content {
    type Err = NotContent;

    fn from_str(text: &str) -> Result<Self, NotContent> {
        let text = text.trim();
        let end = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).ok_or(NotContent)?;
        let (amount, unit) = text.split_at(end);
        let (whole, decimals) = amount.split_once(['.', ',']).unwrap_or((amount, ""));
        let is_amount = (1..=7).contains(&whole.len()) && decimals.len() <= 3 && !decimals.contains(['.', ',']);
        if !is_amount {
            return Err(NotContent);
        }
        let digits = format!("{whole}{decimals:0<3}");
        let unit = unit.trim().to_lowercase().parse().map_err(|_| NotContent)?;
        Self::new(digits.parse().map_err(|_| NotContent)?, unit).ok_or(NotContent)
    }
}

impl ToSql for Content {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.to_string().into())
    }
}

impl FromSql for Content {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map_err(|error| FromSqlError::Other(Box::new(error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rd_3423_2000_the_price_of_a_unit_of_measure_is_told_in_whole_cents() {
        for (content, price, expected) in [
            ("4 l", 2690, Some((673, Unit::Litre))),
            ("15 l", 7990, Some((533, Unit::Litre))),
            ("750 ml", 900, Some((1200, Unit::Litre))),
            ("75 cl", 900, Some((1200, Unit::Litre))),
            ("290 ml", 645, Some((2224, Unit::Litre))),
            ("250 g", 199, Some((796, Unit::Kilogram))),
            ("2.5 kg", 1000, Some((400, Unit::Kilogram))),
            ("2500 cm", 500, Some((20, Unit::Metre))),
            ("1.44 m2", 2151, Some((1494, Unit::SquareMetre))),
            ("50 unit", 1249, Some((25, Unit::Piece))),
            // Half a cent is a cent.
            ("2 unit", 1, Some((1, Unit::Piece))),
            ("0.001 g", 100_000_000, Some((100_000_000_000_000, Unit::Kilogram))),
            // What holds just one costs what stands there already.
            ("1 l", 500, None),
            ("1000 g", 500, None),
            ("1 unit", 500, None),
        ] {
            let told = content.parse::<Content>().unwrap().unit_price(Cents(price));
            assert_eq!(told.map(|told| (told.price.0, told.per)), expected, "{content} for {price}");
        }
    }

    #[test]
    fn a_content_is_read_as_people_write_it_and_written_in_one_way() {
        for (text, written) in [
            ("0.75 l", "0.75 l"),
            ("750ml", "750 ml"),
            (" 2,5 M² ", "2.5 m2"),
            ("10 ud", "10 unit"),
            ("1000000 kg", "1000000 kg"),
            ("0.500 L", "0.5 l"),
            ("12. m", "12 m"),
        ] {
            let content: Content = text.parse().unwrap_or_else(|error| panic!("{text} {error}"));
            assert_eq!(content.to_string(), written);
            assert_eq!(written.parse(), Ok(content));
        }
        for text in ["", "l", "0 l", "-1 l", "1", "1.2345 l", "1.2.3 l", "1 gallon", "1000001 kg", ", l", "99999999 l"]
        {
            assert_eq!(text.parse::<Content>(), Err(NotContent), "{text}");
        }
    }
}
