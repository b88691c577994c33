//! RULE: where records of invoices go.

use clap::ValueEnum;
use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use strum::{EnumString, IntoStaticStr};

/// What the tax agency is told. Each has a chain of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Mode {
    /// Nothing: invoices are numbered, chained and printed
    #[default]
    Off,
    /// Its test environment is sent each record
    Test,
    /// It is sent each record, for good
    Live,
}

impl Mode {
    /// Where a code leads that anybody may scan (Orden HAC/1177/2024, art. 20; the agency's "características del QR").
    pub const fn code_host(self) -> Option<&'static str> {
        match self {
            Self::Off => None,
            Self::Test => Some("https://prewww2.aeat.es"),
            Self::Live => Some("https://www2.agenciatributaria.gob.es"),
        }
    }
}

impl FromSql for Mode {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map_err(|_| FromSqlError::InvalidType)
    }
}

impl ToSql for Mode {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.into_str().into())
    }
}
