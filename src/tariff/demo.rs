//! The prices of the demo, and how they leave a shop that becomes a real one.

use super::{Error, Published, Tariff, newest, save};
use crate::audit::Actor;
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::lang::Lang;

static PRICES: &str = include_str!("demo.json");

fn prices() -> Tariff {
    let mut tariff: Tariff = serde_json::from_str(PRICES).expect("a test reads it");
    // They are written in more languages than every site has.
    for line in tariff.jobs.iter_mut().chain(&mut tariff.parts) {
        line.texts.retain(|lang, _| lang.parse::<Lang>().is_ok());
    }
    tariff
}

/// Publishes the demo's prices where none ever were.
pub fn load(tx: &Tx<'_>, now: Timestamp) -> Result<(), Error> {
    match newest(tx)? {
        None => save(tx, &Actor::System, 0, Some(prices()), now).map(drop),
        Some(_) => Ok(()),
    }
}

/// Publishes the demo's prices no more; whether they were the ones in force.
pub fn remove(tx: &Tx<'_>, actor: &Actor, now: Timestamp) -> Result<bool, Error> {
    match newest(tx)? {
        Some(Published { version, tariff, .. }) if tariff.as_ref() == Some(&prices()) => {
            save(tx, actor, version, None, now).map(|_| true)
        }
        _ => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tariff::check;

    #[test]
    fn a_part_costs_what_it_costs_in_the_demos_store() {
        let text = include_str!("../catalogue/demo/catalogue.json");
        let catalogue: serde_json::Value = serde_json::from_str(text).unwrap();
        let sold = catalogue["products"].as_array().unwrap().iter().flat_map(|product| {
            let title = product["title"].as_str().unwrap();
            product["variants"].as_array().unwrap().iter().map(move |variant| {
                let named = variant["title"].as_str().unwrap();
                let name = if named == title { title.to_owned() } else { format!("{title}, {named}") };
                (name, variant["price_in_cents"].as_i64(), variant["sale_price_in_cents"].as_i64())
            })
        });
        let parts = prices().parts;
        let alike: Vec<_> = sold
            .filter_map(|(name, price, sale)| {
                let part = parts.iter().find(|part| part.name == name)?;
                Some((sale.or(price), Some(part.price.0)))
            })
            .collect();
        assert_eq!(alike.len(), 2, "the others are not sold");
        assert!(alike.iter().all(|(there, here)| there == here), "{alike:?}");
    }

    #[test]
    fn the_demos_prices_may_be_published_and_are_said_in_every_language() {
        let tariff = prices();
        assert_eq!(check::checked(tariff.clone()).unwrap(), tariff);
        for line in tariff.jobs.iter().chain(&tariff.parts) {
            for lang in Lang::ALL.into_iter().skip(1) {
                assert!(line.texts.contains_key(lang.code()), "{} in {lang}", line.name);
            }
        }
    }
}
