//! What search engines read of the prices of services: schema.org in JSON-LD.

use serde::Deserialize;
use serde_json::{Value, json};

use super::head::Facts;
use super::texts;
use crate::money::{CURRENCY, Cents};

/// What the page tells, out of its wire form.
#[derive(Deserialize)]
struct Tariff {
    call_out_in_cents: Cents,
    hour_in_cents: Cents,
    night_in_cents: Option<Cents>,
    holiday_in_cents: Option<Cents>,
    zones: Vec<Zone>,
    jobs: Vec<Line>,
    parts: Vec<Line>,
}

#[derive(Deserialize)]
struct Zone {
    name: String,
    postcodes: Vec<String>,
    price_in_cents: Cents,
}

#[derive(Deserialize)]
struct Line {
    name: String,
    price_in_cents: Cents,
    is_from: bool,
}

impl Line {
    fn price(&self) -> Value {
        let mut price = specification(self.price_in_cents);
        if let Some(members) = price.as_object_mut().filter(|_| self.is_from) {
            let least = members.remove("price").unwrap_or_default();
            members.insert(String::from("minPrice"), least);
        }
        price
    }
}

/// All prices as a catalogue of offers, taxes in; `None` where none are published.
pub fn catalogue(facts: &Facts<'_>, title: &str) -> Option<Value> {
    let tariff = Tariff::deserialize(&facts.bodies.first()?["tariff"]).ok()?;
    let label = |what: &str| texts::price_of(facts.lang, what);
    let mut offers = vec![
        offer("Service", &label("call_out"), &specification(tariff.call_out_in_cents)),
        offer("Service", &label("hour"), &by_the_hour(tariff.hour_in_cents)),
    ];
    for (key, surcharge) in [("night", tariff.night_in_cents), ("holiday", tariff.holiday_in_cents)] {
        offers.extend(surcharge.map(|cents| offer("Service", &label(key), &by_the_hour(cents))));
    }
    for Zone { name, postcodes, price_in_cents } in tariff.zones {
        let mut journey = offer("Service", &format!("{}: {name}", label("travel")), &specification(price_in_cents));
        let places = postcodes.iter().map(|postcode| json!({ "@type": "Place", "name": postcode }));
        journey["areaServed"] = places.collect();
        offers.push(journey);
    }
    offers.extend(tariff.jobs.iter().map(|job| offer("Service", &job.name, &job.price())));
    // A part is no product that somebody could buy here.
    let part = |part: &Line| json!({ "@type": "Offer", "name": part.name, "priceSpecification": part.price() });
    offers.extend(tariff.parts.iter().map(part));
    Some(json!({
        "@context": "https://schema.org",
        "@type": "OfferCatalog",
        "name": title,
        "url": facts.link(facts.visit.route.path),
        "provider": { "@id": format!("{}#firm", facts.base.link("/")) },
        "itemListElement": offers,
    }))
}

fn offer(kind: &str, name: &str, price: &Value) -> Value {
    json!({
        "@type": "Offer",
        "itemOffered": { "@type": kind, "name": name },
        "priceSpecification": price,
    })
}

fn specification(price: Cents) -> Value {
    json!({
        "@type": "PriceSpecification",
        "price": price.to_string(),
        "priceCurrency": CURRENCY,
        "valueAddedTaxIncluded": true,
    })
}

fn by_the_hour(price: Cents) -> Value {
    let mut hour = specification(price);
    hour["@type"] = json!("UnitPriceSpecification");
    hour["unitCode"] = json!("HUR");
    hour
}
