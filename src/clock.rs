//! Time. The only module that reads the machine's clock, so that everything else can be shown any hour.

use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize, Serializer};

/// A moment: Unix milliseconds, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// From Unix milliseconds.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Unix milliseconds.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Unix seconds, rounded down.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// This moment moved by a number of seconds, negative for earlier.
    #[must_use]
    pub const fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds.saturating_mul(1000)))
    }

    /// This moment moved by a number of milliseconds.
    #[must_use]
    pub const fn plus_millis(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    /// This moment moved by a number of days of 24 hours.
    #[must_use]
    pub const fn plus_days(self, days: i64) -> Self {
        self.plus_seconds(days.saturating_mul(86_400))
    }

    /// When a file was written.
    pub fn of(time: std::time::SystemTime) -> Self {
        jiff::Timestamp::try_from(time).map_or(Self(0), |at| Self(at.as_millisecond()))
    }

    /// RFC 3339 in UTC with milliseconds, `2026-11-20T18:03:11.250Z`.
    pub fn to_rfc3339(self) -> String {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(at) => format!("{at:.3}"),
            Err(_) => String::from("1970-01-01T00:00:00.000Z"),
        }
    }

    /// Reads RFC 3339; `None` when the text is not such a moment.
    pub fn parse_rfc3339(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>().ok().map(|at| Self(at.as_millisecond()))
    }
}

/// A moment, or none, as programs read it: RFC 3339.
pub fn rfc3339<S: Serializer>(at: &(impl Copy + Into<Option<Timestamp>>), serializer: S) -> Result<S::Ok, S::Error> {
    let at: Option<Timestamp> = (*at).into();
    at.map(Timestamp::to_rfc3339).serialize(serializer)
}

/// The firm's time, in winter an hour and in summer two before UTC, as the law has it for the whole Union: a rule in the
/// program, so that no table of zones is needed on the machine.
static FIRM: LazyLock<TimeZone> = LazyLock::new(|| {
    TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").expect("the rule is a constant that a test shows to be sound")
});

impl Timestamp {
    /// The beginning of a day of the firm's, `2026-11-20`, and of the day after.
    pub fn day(text: &str) -> Option<(Self, Self)> {
        bounds(text.parse().ok()?)
    }

    /// The firm's day at this moment.
    pub fn date(self) -> Date {
        let at = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        FIRM.to_datetime(at).date()
    }

    /// What the firm's clocks show at this moment.
    pub fn local(self) -> DateTime {
        let at = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        FIRM.to_datetime(at)
    }

    /// On the firm's clocks, for people: `2026-11-20 18:03:11`.
    pub fn to_local(self) -> String {
        let at = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        at.to_zoned(FIRM.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// On the firm's clocks, with what these are ahead of UTC: `20/11/2026 18:03:11 (UTC+01:00)`.
    pub fn to_local_with_offset(self) -> String {
        let at = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        at.to_zoned(FIRM.clone()).strftime("%d/%m/%Y %H:%M:%S (UTC%:z)").to_string()
    }

    /// RFC 3339 on the firm's clocks, to the second: `2026-11-20T18:03:11+01:00`.
    pub fn to_offset(self) -> String {
        let at = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        at.to_zoned(FIRM.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
    }

    /// Reads RFC 3339, or a moment without an offset on the firm's clocks, `2026-11-20T08:30` or `2026-11-20 08:30:00`;
    /// a day alone is its beginning. `None` when the text is no moment.
    pub fn parse_local(text: &str) -> Option<Self> {
        Self::parse_rfc3339(text).or_else(|| {
            let zoned = text.parse::<DateTime>().ok()?.to_zoned(FIRM.clone()).ok()?;
            Some(Self(zoned.timestamp().as_millisecond()))
        })
    }

    /// The last `days` days of the firm's up to this moment's own, oldest first, with the beginning of each.
    pub fn last_days(self, days: i32) -> Vec<(String, Self)> {
        let today = self.date();
        let dates = (0..days).rev().filter_map(|back| today.checked_sub(back.days()).ok());
        dates.filter_map(|date| Some((date.to_string(), bounds(date)?.0))).collect()
    }
}

fn bounds(date: Date) -> Option<(Timestamp, Timestamp)> {
    let begin = |date: Date| {
        let zoned = date.to_zoned(FIRM.clone()).ok()?;
        Some(Timestamp(zoned.timestamp().as_millisecond()))
    };
    Some((begin(date)?, begin(date.tomorrow().ok()?)?))
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_rfc3339())
    }
}

impl ToSql for Timestamp {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}

impl FromSql for Timestamp {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(Self)
    }
}

/// Tells the time: the machine's, or in tests a time that stands still until it is moved.
#[derive(Debug, Clone, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(None)
    }

    /// A clock that stands at `at` until [`Clock::advance_seconds`] moves it.
    pub fn fixed(at: Timestamp) -> Self {
        Self(Some(Arc::new(AtomicI64::new(at.millis()))))
    }

    #[expect(clippy::disallowed_methods, reason = "the one place that reads the clock")]
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Some(fixed) => Timestamp(fixed.load(Ordering::SeqCst)),
            None => Timestamp(jiff::Timestamp::now().as_millisecond()),
        }
    }

    /// Moves a fixed clock; the machine's clock is left alone.
    pub fn advance_seconds(&self, seconds: i64) {
        if let Some(fixed) = &self.0 {
            fixed.fetch_add(seconds.saturating_mul(1000), Ordering::SeqCst);
        }
    }
}

/// What this thread has had of the processors so far: bounds that a busy machine does not cut short.
pub fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_survives_being_written_and_read() {
        let at = Timestamp::from_millis(1_795_195_391_250);
        assert_eq!(at.to_rfc3339(), "2026-11-20T17:23:11.250Z");
        assert_eq!(Timestamp::parse_rfc3339(&at.to_rfc3339()), Some(at));
    }

    #[test]
    fn a_day_begins_at_midnight_in_the_firms_time_also_when_the_clocks_change() {
        let day = |text| Timestamp::day(text).map(|(from, to)| (from.to_rfc3339(), (to.0 - from.0) / 3_600_000));
        let at = str::to_owned;
        assert_eq!(day("2026-11-20"), Some((at("2026-11-19T23:00:00.000Z"), 24)));
        assert_eq!(day("2026-07-01"), Some((at("2026-06-30T22:00:00.000Z"), 24)));
        assert_eq!(day("2026-03-29"), Some((at("2026-03-28T23:00:00.000Z"), 23)));
        assert_eq!(day("2026-10-25"), Some((at("2026-10-24T22:00:00.000Z"), 25)));
        assert_eq!((day("2026-02-30"), day("today")), (None, None));
        let late = Timestamp::parse_rfc3339("2026-11-01T23:30:00Z").unwrap();
        let days: Vec<_> = late.last_days(3).into_iter().map(|(day, _)| day).collect();
        assert_eq!(days, ["2026-10-31", "2026-11-01", "2026-11-02"]);
        assert_eq!(late.date().to_string(), "2026-11-02");
    }

    #[test]
    fn a_moment_without_an_offset_is_one_on_the_firms_clocks() {
        let read = |text| Timestamp::parse_local(text).map(Timestamp::to_rfc3339);
        let at = |text: &str| Some(text.to_owned());
        assert_eq!(read("2026-11-20T08:30"), at("2026-11-20T07:30:00.000Z"));
        assert_eq!(read("2026-07-01 08:30:15"), at("2026-07-01T06:30:15.000Z"));
        assert_eq!(read("2026-07-01"), at("2026-06-30T22:00:00.000Z"));
        assert_eq!(read("2026-11-20T08:30:00.250+02:00"), at("2026-11-20T06:30:00.250Z"));
        assert_eq!((read("mañana"), read("2026-02-30"), read("")), (None, None, None));
    }

    #[test]
    fn people_read_a_moment_on_the_firms_clocks() {
        let told = |text| Timestamp::parse_rfc3339(text).map(Timestamp::to_local);
        assert_eq!(told("2026-11-20T23:30:15.250Z").as_deref(), Some("2026-11-21 00:30:15"));
        assert_eq!(told("2026-07-01T22:00:00Z").as_deref(), Some("2026-07-02 00:00:00"));
    }

    #[test]
    fn a_fixed_clock_moves_only_when_told() {
        let clock = Clock::fixed(Timestamp::from_millis(0));
        assert_eq!(clock.now(), Timestamp::from_millis(0));
        clock.advance_seconds(90);
        assert_eq!(clock.now(), Timestamp::from_millis(90_000));
    }
}
