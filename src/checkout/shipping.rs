//! RULE: where we ship, and what it costs.

use crate::money::Cents;
use crate::orders::ShippingAddress;

/// Why an address cannot be shipped to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undeliverable {
    /// This line is missing, too long, or not one line of text.
    Incomplete(&'static str),
    /// Not on the peninsula.
    OutsideArea,
}

/// Provinces beyond the peninsula: the Balearics, the Canaries (two), Ceuta and Melilla.
const NOT_PENINSULAR: [&str; 5] = ["07", "35", "38", "51", "52"];

/// Spain as people write it in our languages and in Catalan, in lower case.
const SPAIN: [&str; 10] =
    ["es", "esp", "españa", "espana", "spain", "espagne", "espanya", "إسبانيا", "اسبانيا", "أسبانيا"];

/// Whether this is the postcode of a place on the peninsula. Spaces around it do not matter.
pub fn is_peninsular(postcode: &str) -> bool {
    let postcode = postcode.trim();
    let province = postcode.get(..2).unwrap_or_default();
    postcode.len() == 5
        && postcode.bytes().all(|b| b.is_ascii_digit())
        && ("01"..="52").contains(&province)
        && !NOT_PENINSULAR.contains(&province)
}

/// Whether this names Spain.
pub fn is_spain(country: &str) -> bool {
    SPAIN.contains(&country.trim().to_lowercase().as_str())
}

/// The address as it is kept: complete, on one line each, and where we ship.
pub fn check(address: &ShippingAddress) -> Result<ShippingAddress, Undeliverable> {
    let ShippingAddress { name, address, city, postal_code, country, phone } = address;
    let checked = ShippingAddress::parse(name, address, city, postal_code, country)
        .and_then(|checked| checked.with_phone(phone))
        .map_err(|error| Undeliverable::Incomplete(error.field()))?;
    if is_spain(&checked.country) && is_peninsular(&checked.postal_code) {
        Ok(checked)
    } else {
        Err(Undeliverable::OutsideArea)
    }
}

/// What shipping costs: a flat rate, nothing from an amount on, and nothing when there is nothing to pay for.
pub fn cost(items: Cents, flat: Cents, free_from: Cents) -> Cents {
    if items == Cents::ZERO || items >= free_from { Cents::ZERO } else { flat }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn we_ship_where_the_shared_cases_say() {
        let cases: serde_json::Value = serde_json::from_str(include_str!("../../tests/cases/postcodes.json")).unwrap();
        for case in cases.as_array().unwrap() {
            let postcode = case["postcode"].as_str().unwrap();
            assert_eq!(is_peninsular(postcode), case["delivered"].as_bool().unwrap(), "{postcode}: {}", case["why"]);
        }
        let provinces = (0..100).filter(|n| is_peninsular(&format!("{n:02}001"))).count();
        assert_eq!(provinces, 47);
    }

    #[test]
    fn spain_is_known_by_its_names() {
        let cases: serde_json::Value = serde_json::from_str(include_str!("../../tests/cases/countries.json")).unwrap();
        for case in cases.as_array().unwrap() {
            let country = case["country"].as_str().unwrap();
            assert_eq!(is_spain(country), case["spain"].as_bool().unwrap(), "{country}");
        }
    }

    #[test]
    fn shipping_costs_what_the_shared_cases_say() {
        let cases: serde_json::Value = serde_json::from_str(include_str!("../../tests/cases/pricing.json")).unwrap();
        let cases = cases["shipping"].as_array().unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            let cents = |name: &str| Cents(case[name].as_i64().unwrap());
            let cost = cost(cents("items_in_cents"), cents("flat_in_cents"), cents("free_from_in_cents"));
            assert_eq!(cost, cents("expected_in_cents"), "{}", case["name"]);
        }
    }

    #[test]
    fn an_address_must_be_complete_with_each_line_on_one_line() {
        let address = |field: &str, value: &str| {
            let or = |name: &str, usual: &str| if name == field { value.to_owned() } else { usual.to_owned() };
            ShippingAddress {
                name: or("name", "Ana"),
                address: or("address", "Carrer Major 1"),
                city: or("city", "Abrera"),
                postal_code: or("postal_code", "08630"),
                country: or("country", "España"),
                phone: or("phone", ""),
            }
        };
        let long = "x".repeat(201);
        for field in ["name", "address", "city", "postal_code", "country"] {
            for value in ["", "  ", "\n", "\u{202e}", "Abrera\nX", &long] {
                assert_eq!(check(&address(field, value)), Err(Undeliverable::Incomplete(field)), "{field} {value:?}");
            }
        }
        assert_eq!(check(&address("postal_code", "07001")), Err(Undeliverable::OutsideArea));
        assert_eq!(check(&address("country", "Portugal")), Err(Undeliverable::OutsideArea));
        assert_eq!(check(&address("city", " Abrera ")).unwrap().city, "Abrera");
    }
}
