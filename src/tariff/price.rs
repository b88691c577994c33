//! RULE: what a visit that begins at a moment costs (Llei 22/2010, art. 251-7): night is 22 to 6 o'clock on the firm's
//! clocks; holidays are Sundays and the days of the local calendar, and never a Saturday; of both only one is asked.

use jiff::civil::{DateTime, Weekday};

use super::{Tariff, Zone};
use crate::clock::Timestamp;
use crate::holidays::Holidays;
use crate::money::Cents;

/// What a surcharge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Night,
    Holiday,
}

/// The one surcharge that is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surcharge {
    pub kind: Kind,
    /// For an hour of work.
    pub amount: Cents,
    /// The other would be due too, and is not asked.
    pub is_instead: bool,
    /// What people call the day; of holidays of the calendar.
    pub day: Option<String>,
}

/// What calling somebody out costs, with the first hour of work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    pub call_out: Cents,
    pub hour: Cents,
    /// The zone and its price; `None` where no journey is charged.
    pub travel: Option<(String, Cents)>,
    pub surcharge: Option<Surcharge>,
    pub total: Cents,
    /// `None` when it stays for more than a day.
    pub change: Option<Change>,
}

/// The price is another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub at: Timestamp,
    /// What is asked from then on.
    pub total: Cents,
}

/// The firm goes there for no published price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outside;

/// The price at a moment of a visit to a postcode of five digits.
pub fn at(tariff: &Tariff, holidays: &Holidays, postcode: &str, now: Timestamp) -> Result<Price, Outside> {
    let zone = zone_of(&tariff.zones, postcode);
    if zone.is_none() && !tariff.zones.is_empty() {
        return Err(Outside);
    }
    let travel = zone.map(|zone| (zone.name.clone(), zone.price));
    let surcharge = surcharge(tariff, holidays, now);
    let (call_out, hour) = (tariff.call_out, tariff.hour);
    let always = [call_out, hour, travel.as_ref().map_or(Cents::ZERO, |(_, price)| *price)];
    let total = |more: Cents| always.into_iter().chain([more]).sum();
    let change = change(tariff, holidays, now).map(|(at, more)| Change { at, total: total(more) });
    let total = total(surcharge.as_ref().map_or(Cents::ZERO, |surcharge| surcharge.amount));
    Ok(Price { call_out, hour, travel, surcharge, total, change })
}

/// The zone whose postcodes say most of this one.
fn zone_of<'a>(zones: &'a [Zone], postcode: &str) -> Option<&'a Zone> {
    let said = |zone: &Zone| {
        let matching = zone.postcodes.iter().filter(|prefix| postcode.starts_with(prefix.as_str()));
        matching.map(String::len).max()
    };
    zones.iter().filter_map(|zone| Some((said(zone)?, zone))).max_by_key(|(length, _)| *length).map(|(_, zone)| zone)
}

/// The one surcharge at a moment: of night and holiday the higher.
fn surcharge(tariff: &Tariff, holidays: &Holidays, now: Timestamp) -> Option<Surcharge> {
    let local = now.local();
    let night = tariff.night.filter(|_| is_night(local));
    let day = holiday(local, holidays);
    let holiday = tariff.holiday.filter(|_| day.is_some());
    let is_instead = night.is_some() && holiday.is_some();
    if night > holiday {
        return night.map(|amount| Surcharge { kind: Kind::Night, amount, is_instead, day: None });
    }
    let day = day.filter(|name| !name.is_empty());
    holiday.map(|amount| Surcharge { kind: Kind::Holiday, amount, is_instead, day })
}

/// Art. 251-7.2: between 22 and 6 o'clock.
fn is_night(local: DateTime) -> bool {
    !(6..22).contains(&local.hour())
}

/// Art. 251-7.3: the name of the holiday, empty for a Sunday. Days in a row are the firm's own holidays and nobody
/// else's; a Saturday is none.
pub fn holiday(local: DateTime, holidays: &Holidays) -> Option<String> {
    let day = local.date();
    match day.weekday() {
        Weekday::Saturday => None,
        weekday => {
            let named = holidays.upcoming(day, 0).into_iter().find(|closed| closed.first == closed.last);
            named.map(|closed| closed.name).or_else(|| (weekday == Weekday::Sunday).then(String::new))
        }
    }
}

/// Midnights and hours at which nights begin and end, looked at for the next change.
const BOUNDS: usize = 6;

/// When the surcharge is another, and how much it is then.
fn change(tariff: &Tariff, holidays: &Holidays, now: Timestamp) -> Option<(Timestamp, Cents)> {
    let asked = |at| surcharge(tariff, holidays, at).map_or(Cents::ZERO, |surcharge| surcharge.amount);
    let mut at = now;
    for _ in 0..BOUNDS {
        let local = at.local();
        let next = match local.hour() {
            0..6 => format!("{} 06:00", local.date()),
            6..22 => format!("{} 22:00", local.date()),
            _ => format!("{} 00:00", local.date().tomorrow().ok()?),
        };
        at = Timestamp::parse_local(&next)?;
        if asked(at) != asked(now) {
            return Some((at, asked(at)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tariff() -> Tariff {
        let zone = |name: &str, postcodes: &[&str], price| Zone {
            name: name.to_owned(),
            postcodes: postcodes.iter().map(ToString::to_string).collect(),
            price: Cents(price),
        };
        Tariff {
            call_out: Cents(3000),
            hour: Cents(4500),
            night: Some(Cents(2000)),
            holiday: Some(Cents(2500)),
            zones: vec![zone("Abrera", &["08630"], 0), zone("Baix Llobregat", &["086", "0876"], 1500)],
            ..Tariff::default()
        }
    }

    fn holidays() -> Holidays {
        "25-12 Navidad, 26-12 Sant Esteve, 08-12 Inmaculada, 03-08/21-08 Vacaciones".parse().unwrap()
    }

    /// Kind and total at a time of the firm's clocks.
    fn asked(tariff: &Tariff, local: &str) -> (Option<Kind>, i64) {
        let now = Timestamp::parse_local(local).unwrap();
        let price = at(tariff, &holidays(), "08630", now).unwrap();
        (price.surcharge.map(|surcharge| surcharge.kind), price.total.0)
    }

    #[test]
    fn art_251_7_2_night_is_from_22_to_6_and_not_a_minute_more() {
        for (time, kind) in [
            ("2026-11-24 21:59:59", None),
            ("2026-11-24 22:00", Some(Kind::Night)),
            ("2026-11-25 00:00", Some(Kind::Night)),
            ("2026-11-25 05:59:59", Some(Kind::Night)),
            ("2026-11-25 06:00", None),
            ("2026-11-25 12:00", None),
        ] {
            assert_eq!(asked(&tariff(), time).0, kind, "{time}");
        }
    }

    #[test]
    fn art_251_7_2_night_ends_at_6_on_the_days_the_clocks_change() {
        // Sundays: without the holidays' surcharge nothing but the night is left.
        let nights = Tariff { holiday: None, ..tariff() };
        let kind = |utc| {
            let price = at(&nights, &holidays(), "08630", Timestamp::parse_rfc3339(utc).unwrap()).unwrap();
            price.surcharge.map(|surcharge| surcharge.kind)
        };
        for (utc, expected) in [
            ("2026-03-28T20:59:59Z", None),
            ("2026-03-28T21:00:00Z", Some(Kind::Night)),
            ("2026-03-29T00:59:59Z", Some(Kind::Night)),
            ("2026-03-29T03:59:59Z", Some(Kind::Night)),
            ("2026-03-29T04:00:00Z", None),
            ("2026-10-24T19:59:59Z", None),
            ("2026-10-24T20:00:00Z", Some(Kind::Night)),
            ("2026-10-25T04:59:59Z", Some(Kind::Night)),
            ("2026-10-25T05:00:00Z", None),
        ] {
            assert_eq!(kind(utc), expected, "{utc}");
        }
    }

    #[test]
    fn art_251_7_3_sundays_and_local_holidays_are_holidays_and_saturdays_and_the_firms_own_closures_are_not() {
        for (time, kind) in [
            ("2026-11-21 12:00", None),
            ("2026-11-22 12:00", Some(Kind::Holiday)),
            ("2026-12-08 12:00", Some(Kind::Holiday)),
            ("2026-12-25 23:59:59", Some(Kind::Holiday)),
            ("2026-12-26 12:00", None),
            ("2026-08-04 12:00", None),
            ("2026-08-09 12:00", Some(Kind::Holiday)),
        ] {
            assert_eq!(asked(&tariff(), time).0, kind, "{time}");
        }
        let christmas = Timestamp::parse_local("2026-12-25 10:00").unwrap();
        let price = at(&tariff(), &holidays(), "08630", christmas).unwrap();
        assert_eq!(price.surcharge.unwrap().day.as_deref(), Some("Navidad"));
    }

    #[test]
    fn art_251_7_5_night_and_holiday_never_add_up_and_the_higher_is_asked() {
        assert_eq!(asked(&tariff(), "2026-11-22 23:00"), (Some(Kind::Holiday), 3000 + 4500 + 2500));
        let dear_nights = Tariff { night: Some(Cents(4000)), ..tariff() };
        assert_eq!(asked(&dear_nights, "2026-11-22 23:00"), (Some(Kind::Night), 3000 + 4500 + 4000));
        assert_eq!(asked(&dear_nights, "2026-11-22 12:00"), (Some(Kind::Holiday), 3000 + 4500 + 2500));
        let alike = Tariff { night: Some(Cents(2500)), ..tariff() };
        assert_eq!(asked(&alike, "2026-11-22 23:00").1, 3000 + 4500 + 2500);
        let now = Timestamp::parse_local("2026-11-22 23:00").unwrap();
        assert!(at(&tariff(), &holidays(), "08630", now).unwrap().surcharge.unwrap().is_instead);
    }

    #[test]
    fn art_251_7_4_the_hour_at_which_somebody_calls_changes_nothing_else() {
        assert_eq!(asked(&tariff(), "2026-11-24 21:00"), (None, 3000 + 4500));
        let none = Tariff { night: None, holiday: None, ..tariff() };
        assert_eq!(asked(&none, "2026-11-22 23:00"), (None, 3000 + 4500));
    }

    #[test]
    fn the_zone_that_says_most_of_a_postcode_is_its_own() {
        let travel = |tariff: &Tariff, postcode: &str| {
            let now = Timestamp::parse_local("2026-11-24 12:00").unwrap();
            at(tariff, &Holidays::default(), postcode, now)
                .map(|price| price.travel.map(|(name, cents)| (name, cents.0)))
        };
        assert_eq!(travel(&tariff(), "08630"), Ok(Some((String::from("Abrera"), 0))));
        assert_eq!(travel(&tariff(), "08640"), Ok(Some((String::from("Baix Llobregat"), 1500))));
        assert_eq!(travel(&tariff(), "28001"), Err(Outside));
        assert_eq!(travel(&Tariff { zones: Vec::new(), ..tariff() }, "28001"), Ok(None));
    }

    #[test]
    fn it_is_told_when_the_price_is_another_and_how_much_it_is_then() {
        let change = |local: &str| {
            let now = Timestamp::parse_local(local).unwrap();
            let price = at(&tariff(), &holidays(), "08630", now).unwrap();
            let Change { at, total } = price.change.unwrap();
            (at.to_local()[..16].to_owned(), total.0)
        };
        let (plain, night) = (3000 + 4500, 3000 + 4500 + 2000);
        assert_eq!(change("2026-11-24 12:00"), (String::from("2026-11-24 22:00"), night));
        assert_eq!(change("2026-11-24 23:00"), (String::from("2026-11-25 06:00"), plain));
        // Of a Sunday the holiday's stays through its night, and the night's follows at midnight.
        assert_eq!(change("2026-11-22 20:00"), (String::from("2026-11-23 00:00"), night));
        assert_eq!(change("2026-03-29 12:00"), (String::from("2026-03-30 00:00"), night));
    }
}
