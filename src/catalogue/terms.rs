//! What stands beside a price, in the reader's language: from when until when a sale is on, and what a unit
//! of measure costs.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::content::UnitPrice;
use crate::clock::Timestamp;
use crate::lang::{Lang, Texts};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    /// With `{{from}}` and `{{until}}`, the first and the last day.
    sale_between: String,
    /// The same where there is little room: days and months.
    sale_short: String,
    /// With `{{from}}`, of a sale whose end nobody has set.
    sale_from: String,
    /// With `{{price}}` and `{{unit}}`.
    per: String,
    /// With `{{years}}`, `{{producer}}` and `{{model}}`.
    guarantee: String,
    /// What the units are called, by their names.
    units: BTreeMap<String, String>,
    yes: String,
    no: String,
}

static WORDS: Texts<Words> = Texts::section("prices");

/// The days of a sale on the clocks of the shop: the first and the last of them, as the law of Catalonia wants them told
/// (Llei 22/2010, art. 211-11).
pub(super) fn promotion(starts_at: Timestamp, ends_at: Option<Timestamp>, lang: Lang) -> String {
    let words = WORDS.of(lang);
    let from = day(starts_at);
    match ends_at {
        Some(end) => words.sale_between.replace("{{from}}", &from).replace("{{until}}", &last_day(end)),
        None => words.sale_from.replace("{{from}}", &from),
    }
}

/// The same for a card: the year is told on the product's own page.
pub(super) fn promotion_in_short(starts_at: Timestamp, ends_at: Option<Timestamp>, lang: Lang) -> String {
    let Some(end) = ends_at else { return promotion(starts_at, None, lang) };
    let without_year = |day: String| day.replacen(&format!("/{}", &day[6..10]), "", 1);
    let until = without_year(last_day(end));
    WORDS.of(lang).sale_short.replace("{{from}}", &without_year(day(starts_at))).replace("{{until}}", &until)
}

/// `6,73 €/l`.
pub(super) fn unit_price(price: UnitPrice, lang: Lang) -> String {
    let words = WORDS.of(lang);
    let unit = words.units.get(price.per.name()).map_or("", String::as_str);
    words.per.replace("{{price}}", &price.price.format(lang)).replace("{{unit}}", unit)
}

/// What a producer promises beyond the law: half years are told as such.
pub(super) fn guarantee(months: i64, producer: &str, model: &str, lang: Lang) -> String {
    let half = if months % 12 == 0 {
        ""
    } else if lang.money().contains(',') {
        ",5"
    } else {
        ".5"
    };
    let years = format!("{}{half}", months / 12);
    let said = WORDS.of(lang).guarantee.replace("{{years}}", &years);
    said.replace("{{producer}}", producer).replace("{{model}}", model)
}

pub(super) fn yes_or_no(yes: bool, lang: Lang) -> String {
    let words = WORDS.of(lang);
    if yes { words.yes.clone() } else { words.no.clone() }
}

fn day(at: Timestamp) -> String {
    at.date().strftime("%d/%m/%Y").to_string()
}

/// The last day before an end, with the hour where that day goes on without the sale.
fn last_day(end: Timestamp) -> String {
    let last = end.plus_millis(-1);
    let hour = |at: Timestamp| at.to_local().chars().skip(11).take(5).collect::<String>();
    if hour(last) == "23:59" { day(last) } else { format!("{} {}", day(last), hour(end)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::content::Content;
    use crate::money::Cents;

    #[test]
    fn llei_22_2010_art_211_11_a_sale_says_its_first_and_its_last_day_in_madrid() {
        let told = |starts, ends: Option<&str>| {
            let at = |text| Timestamp::parse_local(text).unwrap();
            promotion(at(starts), ends.map(at), Lang::Es)
        };
        assert_eq!(told("2026-11-20", Some("2026-12-01")), "Oferta del 20/11/2026 al 30/11/2026");
        assert_eq!(told("2026-11-20T09:30", Some("2026-11-30T14:00")), "Oferta del 20/11/2026 al 30/11/2026 14:00");
        // Midnight in Madrid is another day in UTC, and the clocks change within this one.
        assert_eq!(told("2026-10-24T22:00:00Z", Some("2026-10-25T23:00:00Z")), "Oferta del 25/10/2026 al 25/10/2026");
        assert_eq!(told("2026-11-20", None), "Oferta desde el 20/11/2026");
        let in_short = |starts, ends: Option<&str>| {
            let at = |text| Timestamp::parse_local(text).unwrap();
            promotion_in_short(at(starts), ends.map(at), Lang::Es)
        };
        assert_eq!(in_short("2026-12-20", Some("2027-01-07")), "Oferta del 20/12 al 06/01");
        assert_eq!(in_short("2026-11-20", Some("2026-11-30T14:00")), "Oferta del 20/11 al 30/11 14:00");
        assert_eq!(in_short("2026-11-20", None), "Oferta desde el 20/11/2026");
    }

    #[test]
    fn rd_3423_2000_a_unit_price_is_said_in_the_readers_language() {
        let price: UnitPrice = "4 l".parse::<Content>().unwrap().unit_price(Cents(2690)).unwrap();
        assert_eq!(unit_price(price, Lang::Es), "6,73\u{a0}€/l");
        assert_eq!(unit_price(price, Lang::En), "€6.73/l");
        let tiles: UnitPrice = "1.44 m2".parse::<Content>().unwrap().unit_price(Cents(2151)).unwrap();
        assert_eq!(unit_price(tiles, Lang::Fr), "14,94\u{a0}€/m²");
    }

    #[test]
    fn the_words_of_every_language_name_the_days() {
        for lang in Lang::ALL {
            let words = WORDS.read(lang).unwrap_or_else(|error| panic!("{lang}: {error}"));
            assert!(words.sale_between.contains("{{from}}") && words.sale_between.contains("{{until}}"), "{lang}");
            assert!(words.sale_short.contains("{{from}}") && words.sale_short.contains("{{until}}"), "{lang}");
            assert!(words.sale_from.contains("{{from}}"), "{lang}");
            let units: Vec<_> = words.units.keys().map(String::as_str).collect();
            assert_eq!(units, ["kg", "l", "m", "m2", "m3", "unit"], "{lang}");
        }
    }
}
