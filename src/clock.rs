//! Time. The only module that reads the machine's clock, so that everything else can be shown any hour.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};

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

    /// Now.
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
    fn a_fixed_clock_moves_only_when_told() {
        let clock = Clock::fixed(Timestamp::from_millis(0));
        assert_eq!(clock.now(), Timestamp::from_millis(0));
        clock.advance_seconds(90);
        assert_eq!(clock.now(), Timestamp::from_millis(90_000));
    }
}
