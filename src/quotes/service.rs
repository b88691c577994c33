//! The trades a quote can be asked for.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::lang::{Lang, Texts};

/// A service of the firm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the labels say it in words")]
pub enum Service {
    Locksmith,
    Electrician,
    Refrigeration,
    Plumber,
    Blacksmith,
    Carpenter,
    Painter,
    Removals,
    Renovation,
}

/// No service has that key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a service of this firm")]
pub struct UnknownService;

impl Service {
    /// Every service.
    pub const ALL: [Self; 9] = [
        Self::Locksmith,
        Self::Electrician,
        Self::Refrigeration,
        Self::Plumber,
        Self::Blacksmith,
        Self::Carpenter,
        Self::Painter,
        Self::Removals,
        Self::Renovation,
    ];

    /// Its name on the wire and in the database.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Locksmith => "locksmith",
            Self::Electrician => "electrician",
            Self::Refrigeration => "refrigeration",
            Self::Plumber => "plumber",
            Self::Blacksmith => "blacksmith",
            Self::Carpenter => "carpenter",
            Self::Painter => "painter",
            Self::Removals => "removals",
            Self::Renovation => "renovation",
        }
    }

    /// What people call it.
    pub fn label(self, lang: Lang) -> &'static str {
        LABELS.of(lang).get(&format!("services.{self}.title")).map_or(self.key(), String::as_str)
    }
}

/// The page for asking a quote names the trades too.
static LABELS: Texts<BTreeMap<String, String>> = Texts::section("contact");

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

impl FromStr for Service {
    type Err = UnknownService;

    fn from_str(key: &str) -> Result<Self, UnknownService> {
        Self::ALL.into_iter().find(|service| service.key() == key).ok_or(UnknownService)
    }
}

impl ToSql for Service {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.key().into())
    }
}

impl FromSql for Service {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map_err(|e| FromSqlError::Other(Box::new(e)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_read_back_from_its_key_and_named_in_every_language() {
        for service in Service::ALL {
            assert_eq!(service.key().parse(), Ok(service));
            assert_eq!(serde_json::to_value(service).unwrap(), service.key());
            assert!(Lang::ALL.iter().all(|lang| service.label(*lang) != service.key()));
        }
        assert_eq!("Locksmith".parse::<Service>(), Err(UnknownService));
    }
}
