//! Prices of services as they stand on the wire.

use std::collections::BTreeMap;

use poem_openapi::{Enum, Object};

use super::price::{Kind, Price};
use super::{Error, Line, Published, Tariff, Zone, newest};
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::money::Cents;
use crate::problem::{Code, Problem};
use crate::proof;

/// What the site shows of prices of services.
#[derive(Debug, Object)]
pub struct TariffAnswer {
    /// Null while no prices are published: they are told by telephone, before anybody comes.
    tariff: Option<ShownTariff>,
    /// Months every service is guaranteed for, at least, whoever does it: the law's.
    guarantee_months: i64,
    /// Months this firm answers for its work, as its home page says; left out where it promises nothing of its own.
    #[oai(skip_serializing_if_is_none)]
    own_guarantee_months: Option<i64>,
}

/// Prices of services in cents, taxes in.
#[derive(Debug, Object)]
struct ShownTariff {
    /// Which state of the table it is, from 1.
    version: i64,
    /// Since which day of the firm's it is published, `2026-11-20`.
    published_on: String,
    /// Coming and looking.
    call_out_in_cents: i64,
    /// An hour of work.
    hour_in_cents: i64,
    /// More for an hour between 22 and 6 o'clock; null where nights cost no more.
    night_in_cents: Option<i64>,
    /// More for an hour on Sundays and local holidays, in place of the night's; null where they cost no more.
    holiday_in_cents: Option<i64>,
    /// What the journey costs; nothing is charged for it where there are none.
    zones: Vec<TariffZone>,
    /// Usual jobs.
    jobs: Vec<ShownLine>,
    /// Whether coming and looking is in their prices; null where the firm has not said.
    jobs_include_call_out: Option<bool>,
    /// Whether they cost the same at night and on holidays; null where the firm has not said.
    jobs_include_surcharges: Option<bool>,
    /// Parts.
    parts: Vec<ShownLine>,
}

/// Where a journey costs so much.
#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
pub(super) struct TariffZone {
    /// Names of places; 1–120 characters.
    name: String,
    /// Postcodes of five digits, or what they begin with, two digits at least.
    postcodes: Vec<String>,
    /// What the journey costs.
    price_in_cents: i64,
}

/// Something with a price.
#[derive(Debug, Object)]
struct ShownLine {
    /// In the reader's language, where the firm says it in that.
    name: String,
    price_in_cents: i64,
    /// Whether it may cost more, as its quote says.
    is_from: bool,
}

/// Something with a price, in every language.
#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
pub(super) struct TariffLine {
    /// In Spanish; 1–120 characters.
    name: String,
    /// In other languages of the site, by code.
    #[oai(default)]
    texts: BTreeMap<String, String>,
    price_in_cents: i64,
    /// Whether it may cost more, as its quote says.
    #[oai(default)]
    is_from: bool,
}

/// The prices of a state of the table; all are null or empty where none are published.
#[derive(Debug, Default, Object)]
pub(super) struct DeskPrices {
    /// Coming and looking; 0 where that is free.
    call_out_in_cents: Option<i64>,
    /// An hour of work.
    hour_in_cents: Option<i64>,
    /// More for an hour between 22 and 6 o'clock.
    night_in_cents: Option<i64>,
    /// More for an hour on Sundays and local holidays.
    holiday_in_cents: Option<i64>,
    /// At most 40.
    zones: Vec<TariffZone>,
    /// At most 100.
    jobs: Vec<TariffLine>,
    /// Whether coming and looking is in their prices.
    jobs_include_call_out: Option<bool>,
    /// Whether they cost the same at night and on holidays.
    jobs_include_surcharges: Option<bool>,
    /// At most 200.
    parts: Vec<TariffLine>,
}

/// Prices to be saved. A surcharge for urgency has no field, for the law allows none.
#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
pub(super) struct TariffForm {
    /// The state that was changed; 0 where there was none.
    pub(super) version: i64,
    /// Coming and looking; 0 where that is free.
    call_out_in_cents: Option<i64>,
    /// An hour of work. With nothing at all, no prices are published any more.
    hour_in_cents: Option<i64>,
    /// More for an hour between 22 and 6 o'clock.
    night_in_cents: Option<i64>,
    /// More for an hour on Sundays and local holidays.
    holiday_in_cents: Option<i64>,
    /// At most 40.
    #[oai(default)]
    zones: Vec<TariffZone>,
    /// At most 100.
    #[oai(default)]
    jobs: Vec<TariffLine>,
    /// Whether coming and looking is in their prices.
    jobs_include_call_out: Option<bool>,
    /// Whether they cost the same at night and on holidays.
    jobs_include_surcharges: Option<bool>,
    /// At most 200.
    #[oai(default)]
    parts: Vec<TariffLine>,
}

/// What calling somebody out costs now, with the first hour of work.
#[derive(Debug, Object)]
pub(super) struct PriceNow {
    /// Which state of the table it is from.
    version: i64,
    /// Where to, five digits.
    postcode: String,
    /// The moment it is the price of, on the firm's clocks: `2026-11-23 22:15:00`.
    at: String,
    /// What it is made of.
    lines: Vec<PriceLine>,
    /// Their sum, taxes in.
    total_in_cents: i64,
    /// The other surcharge would be due too, and is not asked: they never add up.
    is_instead: bool,
    /// When the price is another, on the firm's clocks; null when it stays for more than a day.
    changes_at: Option<String>,
    /// What it is then; null when it stays.
    changes_to_in_cents: Option<i64>,
}

/// A part of a price.
#[derive(Debug, Object)]
struct PriceLine {
    kind: PriceKind,
    price_in_cents: i64,
    /// Of the journey its zone; of a holiday of the calendar its name.
    #[oai(skip_serializing_if_is_none)]
    name: Option<String>,
}

/// What a part of a price is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
enum PriceKind {
    CallOut,
    Hour,
    Travel,
    Night,
    Holiday,
}

impl TariffAnswer {
    /// As a reader of `lang` sees it.
    pub fn read(conn: &Conn, lang: Lang) -> db::Result<Self> {
        let shown = |published: Published| {
            let Published { version, saved_at, tariff } = published;
            let Tariff {
                call_out,
                hour,
                night,
                holiday,
                zones,
                jobs,
                jobs_include_call_out,
                jobs_include_surcharges,
                parts,
            } = tariff?;
            let lines = |lines: Vec<Line>| lines.iter().map(|line| ShownLine::new(line, lang)).collect();
            Some(ShownTariff {
                version,
                published_on: saved_at.date().to_string(),
                call_out_in_cents: call_out.0,
                hour_in_cents: hour.0,
                night_in_cents: night.map(|cents| cents.0),
                holiday_in_cents: holiday.map(|cents| cents.0),
                zones: zones.into_iter().map(TariffZone::from).collect(),
                jobs: lines(jobs),
                jobs_include_call_out,
                jobs_include_surcharges,
                parts: lines(parts),
            })
        };
        Ok(Self {
            tariff: newest(conn)?.and_then(shown),
            guarantee_months: proof::LEAST_GUARANTEE_MONTHS,
            own_guarantee_months: proof::find(conn)?.guarantee_months,
        })
    }
}

impl ShownLine {
    fn new(line: &Line, lang: Lang) -> Self {
        Self { name: line.called(lang).to_owned(), price_in_cents: line.price.0, is_from: line.is_from }
    }
}

impl DeskPrices {
    pub(super) fn new(tariff: Option<Tariff>) -> Self {
        let Some(tariff) = tariff else { return Self::default() };
        let Tariff {
            call_out,
            hour,
            night,
            holiday,
            zones,
            jobs,
            jobs_include_call_out,
            jobs_include_surcharges,
            parts,
        } = tariff;
        let lines = |lines: Vec<Line>| lines.into_iter().map(TariffLine::from).collect();
        Self {
            call_out_in_cents: Some(call_out.0),
            hour_in_cents: Some(hour.0),
            night_in_cents: night.map(|cents| cents.0),
            holiday_in_cents: holiday.map(|cents| cents.0),
            zones: zones.into_iter().map(TariffZone::from).collect(),
            jobs: lines(jobs),
            jobs_include_call_out,
            jobs_include_surcharges,
            parts: lines(parts),
        }
    }
}

impl TariffForm {
    /// The table, whose prices are complete; `None` where nothing is to be published.
    pub(super) fn read(self) -> Result<Option<Tariff>, Error> {
        let Self {
            version: _,
            call_out_in_cents,
            hour_in_cents,
            night_in_cents,
            holiday_in_cents,
            zones,
            jobs,
            jobs_include_call_out,
            jobs_include_surcharges,
            parts,
        } = self;
        let is_empty = [call_out_in_cents, hour_in_cents, night_in_cents, holiday_in_cents].iter().all(Option::is_none)
            && zones.is_empty()
            && jobs.is_empty()
            && parts.is_empty();
        if is_empty {
            return Ok(None);
        }
        let given = |field, cents: Option<i64>| cents.map(Cents).ok_or_else(|| Error::invalid(field, "missing"));
        let lines = |lines: Vec<TariffLine>| lines.into_iter().map(Line::from).collect();
        Ok(Some(Tariff {
            call_out: given("call_out_in_cents", call_out_in_cents)?,
            hour: given("hour_in_cents", hour_in_cents)?,
            night: night_in_cents.map(Cents),
            holiday: holiday_in_cents.map(Cents),
            zones: zones.into_iter().map(Zone::from).collect(),
            jobs: lines(jobs),
            jobs_include_call_out,
            jobs_include_surcharges,
            parts: lines(parts),
        }))
    }
}

impl From<Zone> for TariffZone {
    fn from(Zone { name, postcodes, price }: Zone) -> Self {
        Self { name, postcodes, price_in_cents: price.0 }
    }
}

impl From<TariffZone> for Zone {
    fn from(TariffZone { name, postcodes, price_in_cents }: TariffZone) -> Self {
        Self { name, postcodes, price: Cents(price_in_cents) }
    }
}

impl From<Line> for TariffLine {
    fn from(Line { name, texts, price, is_from }: Line) -> Self {
        Self { name, texts, price_in_cents: price.0, is_from }
    }
}

impl From<TariffLine> for Line {
    fn from(TariffLine { name, texts, price_in_cents, is_from }: TariffLine) -> Self {
        Self { name, texts, price: Cents(price_in_cents), is_from }
    }
}

impl PriceNow {
    pub(super) fn new(version: i64, postcode: String, at: String, price: Price) -> Self {
        let Price { call_out, hour, travel, surcharge, total, change } = price;
        let line = |kind, price: Cents, name| PriceLine { kind, price_in_cents: price.0, name };
        let is_instead = surcharge.as_ref().is_some_and(|surcharge| surcharge.is_instead);
        let mut lines = vec![line(PriceKind::CallOut, call_out, None), line(PriceKind::Hour, hour, None)];
        lines.extend(surcharge.map(|surcharge| line(surcharge.kind.into(), surcharge.amount, surcharge.day)));
        lines.extend(travel.map(|(zone, price)| line(PriceKind::Travel, price, Some(zone))));
        Self {
            version,
            postcode,
            at,
            lines,
            total_in_cents: total.0,
            is_instead,
            changes_at: change.map(|change| change.at.to_local()),
            changes_to_in_cents: change.map(|change| change.total.0),
        }
    }
}

impl From<Kind> for PriceKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Night => Self::Night,
            Kind::Holiday => Self::Holiday,
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let said = error.to_string();
        match error {
            Error::Invalid { field, reason } => {
                // What every form may lack has words already.
                let is_common = matches!(reason, "missing" | "too_long");
                let reason = if is_common { reason.to_owned() } else { format!("tariff_{reason}") };
                Self::invalid(&field, said).with("reason", reason)
            }
            Error::Urgency { field } => {
                Self::new(Code::UrgencyArt251_7).with("field", field).with("article", "251-7.4")
            }
            Error::OtherSurcharge { field } => {
                Self::new(Code::SurchargeArt251_7).with("field", field).with("article", "251-7")
            }
            Error::Changed { version } => Self::new(Code::TariffChanged).with("version", version),
            Error::Db(error) => error.into(),
        }
    }
}
