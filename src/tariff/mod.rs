//! What services cost: the one table that the owner keeps and the site shows whole, taxes in (Llei 22/2010, arts. 251-3,
//! 251-6 and 251-7). Every saved state stays with its date: no quote may exceed the one that was published.

pub mod api;
mod check;
pub mod demo;
pub mod desk_api;
mod price;
mod sql;
mod wire;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::money::Cents;

pub use wire::TariffAnswer;

/// Changed lines that an entry of the log names, on either side.
const LINES_LOGGED: usize = 60;

/// Prices of services, taxes in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tariff {
    /// Coming and looking; nothing where that is free.
    pub call_out: Cents,
    /// An hour of work.
    pub hour: Cents,
    /// More for an hour between 22 and 6 o'clock; `None` where nights cost no more.
    pub night: Option<Cents>,
    /// More for an hour on Sundays and local holidays; `None` where they cost no more.
    pub holiday: Option<Cents>,
    /// The journey, by where it goes to; nothing is charged for any where there are none.
    pub zones: Vec<Zone>,
    /// Usual jobs.
    pub jobs: Vec<Line>,
    /// Whether coming and looking is in their prices; `None` where the firm has not said.
    #[serde(default)]
    pub jobs_include_call_out: Option<bool>,
    /// Whether they cost the same at night and on holidays; `None` where the firm has not said.
    #[serde(default)]
    pub jobs_include_surcharges: Option<bool>,
    /// Parts (art. 251-6.2).
    pub parts: Vec<Line>,
}

/// Where a journey costs so much.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    /// Names of places, the same in every language.
    pub name: String,
    /// Postcodes, or their beginnings.
    pub postcodes: Vec<String>,
    pub price: Cents,
}

/// Something with a price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// In Spanish.
    pub name: String,
    /// In other languages, by code.
    pub texts: BTreeMap<String, String>,
    pub price: Cents,
    /// Whether it may cost more, as its quote says.
    pub is_from: bool,
}

impl Line {
    /// What it is called for a reader.
    fn called(&self, lang: Lang) -> &str {
        self.texts.get(lang.code()).unwrap_or(&self.name)
    }
}

/// A state of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// Its place, from 1.
    pub version: i64,
    /// Since when.
    pub saved_at: Timestamp,
    /// `None` where the owner publishes no prices any more.
    pub tariff: Option<Tariff>,
}

/// A table is not saved.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A part is not acceptable.
    #[error("{field}: {reason}")]
    Invalid {
        /// Where, `jobs/0/name`.
        field: String,
        /// A word for programs.
        reason: &'static str,
    },
    /// A line is a surcharge for urgency or availability.
    #[error("{field}: Llei 22/2010, art. 251-7.4, forbids surcharges for urgency or availability")]
    Urgency {
        /// Where.
        field: String,
    },
    /// A line is a surcharge for hours or days.
    #[error(
        "{field}: Llei 22/2010, art. 251-7, allows surcharges for the night and for holidays alone, in their fields"
    )]
    OtherSurcharge {
        /// Where.
        field: String,
    },
    /// Somebody else saved it meanwhile.
    #[error("somebody else saved version {version} meanwhile")]
    Changed {
        /// What is in force.
        version: i64,
    },
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl Error {
    fn invalid(field: &str, reason: &'static str) -> Self {
        Self::Invalid { field: field.to_owned(), reason }
    }
}

/// The state in force; `None` as long as none was ever saved.
pub fn newest(conn: &Conn) -> db::Result<Option<Published>> {
    sql::newest(conn)
}

/// Whether the site shows prices of services.
pub fn is_published(conn: &Conn) -> db::Result<bool> {
    sql::has_prices(conn)
}

/// Saves a table made from the state `seen`, 0 where there was none; once more the same saves nothing.
pub fn save(tx: &Tx<'_>, actor: &Actor, seen: i64, tariff: Option<Tariff>, now: Timestamp) -> Result<Published, Error> {
    let before = sql::newest(tx)?;
    let version = before.as_ref().map_or(0, |before| before.version);
    if version != seen {
        return Err(Error::Changed { version });
    }
    let tariff = tariff.map(check::checked).transpose()?;
    let (old, last) = before.map_or((None, None), |before| (before.tariff, Some(before.saved_at)));
    if let Some(saved_at) = last.filter(|_| old == tariff) {
        return Ok(Published { version, saved_at, tariff });
    }
    if last.is_none() && tariff.is_none() {
        return Err(Error::invalid("hour_in_cents", "missing"));
    }
    // What was published when is a question of order, whatever the clock does.
    let saved_at = last.map_or(now, |last| now.max(last.plus_millis(1)));
    let published = Published { version: version + 1, saved_at, tariff };
    sql::insert(tx, &published)?;
    let (before, after) = changes(old.as_ref(), published.tariff.as_ref());
    let sides = [("before", before), ("after", after)].into_iter().filter(|(_, lines)| !lines.is_empty());
    let detail: Map<String, Value> = sides.map(|(side, lines)| (side.to_owned(), json!(lines))).collect();
    let subject = published.version.to_string();
    audit::record(tx, actor, "tariff.saved", &subject, &Value::Object(detail), now)?;
    Ok(published)
}

/// The lines that are other ones, as they were and as they are.
fn changes(before: Option<&Tariff>, after: Option<&Tariff>) -> (Vec<String>, Vec<String>) {
    let told = |tariff: Option<&Tariff>| tariff.map(lines).unwrap_or_default();
    let (before, after) = (told(before), told(after));
    let only = |these: &[String], others: &[String]| {
        let mut only: Vec<String> = these.iter().filter(|line| !others.contains(line)).cloned().collect();
        if only.len() > LINES_LOGGED {
            only.truncate(LINES_LOGGED);
            only.push(String::from("…"));
        }
        only
    };
    (only(&before, &after), only(&after, &before))
}

/// Each line in words for the log; the first says what it is a price of.
fn lines(tariff: &Tariff) -> Vec<String> {
    let fixed = [
        ("call_out", Some(tariff.call_out)),
        ("hour", Some(tariff.hour)),
        ("night", tariff.night),
        ("holiday", tariff.holiday),
    ];
    let fixed = fixed.into_iter().filter_map(|(kind, price)| Some(format!("{kind} {}", price?)));
    let zones = tariff.zones.iter();
    let zones = zones.map(|zone| format!("zone {} ({}) {}", zone.name, zone.postcodes.join(" "), zone.price));
    let named = |kind: &'static str, lines: &[Line]| {
        let told = lines.iter().map(move |line| {
            let texts: Vec<_> = line.texts.iter().map(|(lang, text)| format!(" · {lang}: {text}")).collect();
            format!("{kind} {}{} {}{}", line.name, texts.concat(), if line.is_from { "≥ " } else { "" }, line.price)
        });
        told.collect::<Vec<_>>()
    };
    let included =
        [("call_out_in_jobs", tariff.jobs_include_call_out), ("surcharges_in_jobs", tariff.jobs_include_surcharges)];
    let include = included
        .into_iter()
        .filter_map(|(kind, said)| said.map(|is_in| format!("{kind} {}", if is_in { "yes" } else { "no" })));
    fixed.chain(zones).chain(named("job", &tariff.jobs)).chain(include).chain(named("part", &tariff.parts)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_names_the_lines_that_are_other_ones() {
        let line = |name: &str, price| Line {
            name: name.to_owned(),
            texts: BTreeMap::new(),
            price: Cents(price),
            is_from: true,
        };
        let before = Tariff {
            call_out: Cents(3000),
            hour: Cents(4500),
            jobs: vec![line("Grifo", 6000), line("Enchufe", 4000)],
            ..Tariff::default()
        };
        let after =
            Tariff { hour: Cents(5000), night: Some(Cents(2000)), jobs: vec![line("Enchufe", 4000)], ..before.clone() };
        let (old, new) = changes(Some(&before), Some(&after));
        assert_eq!(old, ["hour 45.00", "job Grifo ≥ 60.00"]);
        assert_eq!(new, ["hour 50.00", "night 20.00"]);
        assert_eq!(changes(None, Some(&before)).1.len(), 4);
    }
}
