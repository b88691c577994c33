//! RULE: what becomes of a record that the tax agency is sent, and why none is made or sent for a while.

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use strum::{EnumString, IntoStaticStr};

/// What became of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Fate {
    /// It is to be sent, or the agency has not answered.
    Waiting,
    Accepted,
    /// Taken, but something in it is to be mended.
    AcceptedWithErrors,
    Rejected,
}

/// Why nothing is issued or sent before the agency was asked which records it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Hold {
    /// The program has started: the shop may be an older copy of itself without knowing.
    Start,
    /// The shop was put back.
    Restored,
}

/// Where the newest record of an invoice stands with the tax agency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub fate: Fate,
    /// What the agency calls what is wrong, and says of it.
    pub code: Option<String>,
    pub message: Option<String>,
}

impl FromSql for Fate {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map_err(|_| FromSqlError::InvalidType)
    }
}

impl ToSql for Fate {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.into_str().into())
    }
}

impl FromSql for Hold {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map_err(|_| FromSqlError::InvalidType)
    }
}

impl ToSql for Hold {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.into_str().into())
    }
}
