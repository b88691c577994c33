//! The table of prices at the owner's desk, and what was published when.

use jiff::ToSpan;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};

use super::api::Tag;
use super::wire::{DeskPrices, TariffForm};
use super::{Error, Published, newest, price, sql};
use crate::app::Shared;
use crate::auth::guard::Admin;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::page::Page;
use crate::problem::{Code, Problem};
use crate::settings::Settings;

/// The endpoints of the table.
pub struct DeskApi {
    /// The program.
    pub app: Shared,
}

/// Days ahead for which the desk tells which are holidays.
const DAYS_AHEAD: i32 = 366;

/// A state of the table.
#[derive(Object)]
struct DeskTariff {
    /// Its place, from 1; 0 where none was ever saved.
    version: i64,
    /// Since when it was published; RFC 3339.
    saved_at: Option<String>,
    /// The prices.
    prices: DeskPrices,
    /// Days of the next year, beside Sundays, on which the holidays' surcharge is asked: those of the office's calendar
    /// that stand alone and are no Saturday.
    holidays: Vec<TariffHoliday>,
}

/// A day on which the holidays' surcharge is asked.
#[derive(Object)]
struct TariffHoliday {
    /// `2026-12-25`.
    date: String,
    /// What the owner calls it; may be empty.
    name: String,
}

/// When a state of the table was published.
#[derive(Object)]
struct TariffVersion {
    version: i64,
    /// RFC 3339.
    saved_at: String,
    /// Whether it has prices.
    has_prices: bool,
}

/// A page of states.
#[derive(Object)]
struct TariffVersionList {
    /// How many there are.
    count: i64,
    /// How many were left out at the beginning.
    offset: i64,
    /// How many were asked for.
    limit: i64,
    /// Newest first.
    versions: Vec<TariffVersion>,
}

#[OpenApi(prefix_path = "/admin", tag = "Tag::Tariff")]
impl DeskApi {
    /// The table of prices in force, in every language
    #[oai(path = "/tariff", method = "get", operation_id = "get_desk_tariff")]
    async fn get(&self, _admin: Admin) -> Result<Json<DeskTariff>, Problem> {
        let now = self.app.clock.now();
        Ok(Json(self.app.db.read(move |conn| DeskTariff::newest(conn, now)).await?))
    }

    /// Saves the table: a new state, which is published at once
    ///
    /// 409 `tariff_changed` when somebody saved one after `version`.
    #[oai(path = "/tariff", method = "put", operation_id = "save_tariff")]
    async fn save(&self, admin: Admin, Json(form): Json<TariffForm>) -> Result<Json<DeskTariff>, Problem> {
        let (actor, now, seen) = (admin.actor(), self.app.clock.now(), form.version);
        let tariff = form.read()?;
        let saved = self.app.db.write(move |tx| {
            super::save(tx, &actor, seen, tariff, now)?;
            Ok::<_, Error>(DeskTariff::newest(tx, now)?)
        });
        Ok(Json(saved.await?))
    }

    /// Which states were published when, newest first
    #[oai(path = "/tariff/versions", method = "get", operation_id = "list_tariffs")]
    async fn list(
        &self,
        _admin: Admin,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<TariffVersionList>, Problem> {
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        let (count, states) = self.app.db.read(move |conn| sql::list(conn, offset, limit)).await?;
        let versions = states.into_iter().map(TariffVersion::from).collect();
        Ok(Json(TariffVersionList { count, offset, limit, versions }))
    }

    /// A state that was published
    #[oai(path = "/tariff/versions/:version", method = "get", operation_id = "get_tariff_version")]
    async fn version(&self, _admin: Admin, version: Path<i64>) -> Result<Json<DeskTariff>, Problem> {
        let found = self.app.db.read(move |conn| sql::find(conn, version.0)).await?;
        found.map(|found| Json(DeskTariff::new(found, Vec::new()))).ok_or_else(|| Problem::new(Code::NotFound))
    }
}

impl DeskTariff {
    fn newest(conn: &Conn, now: Timestamp) -> db::Result<Self> {
        let holidays = holidays(&Settings::load(conn)?, now);
        let none = || Self { version: 0, saved_at: None, prices: DeskPrices::default(), holidays: Vec::new() };
        let newest = newest(conn)?.map_or_else(none, |newest| Self::new(newest, Vec::new()));
        Ok(Self { holidays, ..newest })
    }

    fn new(Published { version, saved_at, tariff }: Published, holidays: Vec<TariffHoliday>) -> Self {
        Self { version, saved_at: Some(saved_at.to_rfc3339()), prices: DeskPrices::new(tariff), holidays }
    }
}

/// The days of the calendar that count as holidays, from today on; Sundays count anyway.
fn holidays(settings: &Settings, now: Timestamp) -> Vec<TariffHoliday> {
    let today = now.date();
    let days = (0..DAYS_AHEAD).filter_map(|ahead| today.checked_add(ahead.days()).ok());
    let named = days.filter(|day| day.weekday() != jiff::civil::Weekday::Sunday).filter_map(|day| {
        let name = price::holiday(day.at(12, 0, 0, 0), &settings.holidays)?;
        Some(TariffHoliday { date: day.to_string(), name })
    });
    named.collect()
}

impl From<Published> for TariffVersion {
    fn from(Published { version, saved_at, tariff }: Published) -> Self {
        Self { version, saved_at: saved_at.to_rfc3339(), has_prices: tariff.is_some() }
    }
}
