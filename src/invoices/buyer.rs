//! RULE: to whom an invoice is made out.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::money::Cents;
use crate::{nif, text};

/// An order above this is invoiced with its buyer: 3,000.00 (RD 1619/2012, art. 4.2).
pub const TAX_ID_ABOVE: Cents = Cents(300_000);

/// Where Spanish tax numbers are from, ISO 3166-1.
const SPAIN: &str = "ES";
/// All that the standard has; the desk offers them too.
static COUNTRIES: LazyLock<Vec<String>> =
    LazyLock::new(|| serde_json::from_str(include_str!("countries.json")).expect("a list of codes"));
const MAX_NAME: usize = 120;
const MAX_ADDRESS: usize = 200;
const MAX_CITY: usize = 100;
const MAX_POSTAL_CODE: usize = 12;
const MAX_FOREIGN_ID: usize = 20;

/// A buyer as an invoice names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buyer {
    pub name: String,
    /// A Spanish tax number, or that of another country.
    pub nif: String,
    pub address: String,
    pub city: String,
    pub postal_code: String,
    /// ISO 3166-1, two capitals.
    pub country: String,
}

/// The field that is missing, too long or wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("what an invoice is made out to lacks: {0}")]
pub struct NotBuyer(pub &'static str);

impl Buyer {
    /// What was typed, as it will be printed.
    pub fn parse(self) -> Result<Self, NotBuyer> {
        let line = |field: &'static str, typed: &str, most: usize| {
            let line = text::line(typed).split_whitespace().collect::<Vec<_>>().join(" ");
            let fits = !line.is_empty() && line.chars().count() <= most;
            fits.then_some(line).ok_or(NotBuyer(field))
        };
        // A name, a street and a town are words.
        let words = |field: &'static str, typed: &str, most: usize| {
            line(field, typed, most)
                .ok()
                .filter(|line| line.chars().filter(|c| c.is_alphabetic()).count() >= 2)
                .ok_or(NotBuyer(field))
        };
        let country = line("country", &self.country, 2)?.to_uppercase();
        if !COUNTRIES.contains(&country) {
            return Err(NotBuyer("country"));
        }
        let postal_code = line("postal_code", &self.postal_code, MAX_POSTAL_CODE)?;
        if country == SPAIN && !is_spanish_postcode(&postal_code) {
            return Err(NotBuyer("postal_code"));
        }
        let nif = if country == SPAIN {
            nif::normalized(&self.nif).ok_or(NotBuyer("nif"))?
        } else {
            line("nif", &self.nif, MAX_FOREIGN_ID)?
        };
        Ok(Self {
            name: words("name", &self.name, MAX_NAME)?,
            nif,
            address: words("address", &self.address, MAX_ADDRESS)?,
            city: words("city", &self.city, MAX_CITY)?,
            postal_code,
            country,
        })
    }

    /// As it stands on paper, line by line.
    pub fn lines(&self) -> Vec<String> {
        let Self { name, nif, address, city, postal_code, country } = self;
        let country = if country == SPAIN { String::new() } else { format!(", {country}") };
        vec![name.clone(), format!("NIF {nif}"), address.clone(), format!("{postal_code} {city}{country}")]
    }
}

/// Five digits, of which the first two number the province.
fn is_spanish_postcode(text: &str) -> bool {
    let province = text.get(..2).and_then(|digits| digits.parse::<u8>().ok());
    text.len() == 5 && text.bytes().all(|b| b.is_ascii_digit()) && province.is_some_and(|n| (1..=52).contains(&n))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed() -> Buyer {
        let text = String::from;
        Buyer {
            name: text(" Obres  Puig, S.L. "),
            nif: text("a-58818501"),
            address: text("C. Major, 1"),
            city: text("Abrera"),
            postal_code: text("08630"),
            country: text("es"),
        }
    }

    #[test]
    fn what_was_typed_is_printed_in_order() {
        let buyer = typed().parse().unwrap();
        assert_eq!(
            (buyer.name.as_str(), buyer.nif.as_str(), buyer.country.as_str()),
            ("Obres Puig, S.L.", "A58818501", "ES")
        );
        let postal_code = String::from("F-75001");
        let foreign = Buyer { nif: String::from("FR 123"), country: String::from("FR"), postal_code, ..typed() };
        assert_eq!(foreign.parse().unwrap().nif, "FR 123");
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let wrong = |field: &'static str, buyer: Buyer| assert_eq!(buyer.parse(), Err(NotBuyer(field)));
        wrong("nif", Buyer { nif: String::from("A58818502"), ..typed() });
        wrong("country", Buyer { country: String::from("E1"), ..typed() });
        wrong("name", Buyer { name: String::from(" "), ..typed() });
        wrong("country", Buyer { country: String::from("XX"), ..typed() });
        wrong("address", Buyer { address: "a".repeat(201), ..typed() });
        wrong("address", Buyer { address: String::from("12, 3"), ..typed() });
        wrong("city", Buyer { city: String::from("-"), ..typed() });
        for postcode in ["0863", "086300", "00630", "53001", "8630A", "F-75001"] {
            wrong("postal_code", Buyer { postal_code: String::from(postcode), ..typed() });
        }
    }
}
