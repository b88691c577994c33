//! Who takes what was bought to its buyer.

use std::fmt;
use std::str::FromStr;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};

/// Who takes it there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carrier {
    /// The post.
    #[default]
    Correos,
    /// SEUR.
    Seur,
    /// MRW.
    Mrw,
    /// GLS.
    Gls,
    /// The firm itself.
    OwnVan,
    /// The buyer, who comes for it.
    PickUp,
}

/// No carrier is called that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("takes some of correos, seur, mrw, gls, own_van and pick_up, the usual one first")]
pub struct NoSuchCarrier;

impl Carrier {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Correos, Self::Seur, Self::Mrw, Self::Gls, Self::OwnVan, Self::PickUp];

    /// As it stands on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Correos => "correos",
            Self::Seur => "seur",
            Self::Mrw => "mrw",
            Self::Gls => "gls",
            Self::OwnVan => "own_van",
            Self::PickUp => "pick_up",
        }
    }

    /// As its vans have it; `None` for who has none.
    pub const fn brand(self) -> Option<&'static str> {
        match self {
            Self::Correos => Some("Correos"),
            Self::Seur => Some("SEUR"),
            Self::Mrw => Some("MRW"),
            Self::Gls => Some("GLS"),
            Self::OwnVan | Self::PickUp => None,
        }
    }

    /// Whether its parcels can be followed by a number.
    pub const fn has_numbers(self) -> bool {
        self.brand().is_some()
    }
}

impl fmt::Display for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Carrier {
    type Err = NoSuchCarrier;

    fn from_str(text: &str) -> Result<Self, NoSuchCarrier> {
        Self::ALL.into_iter().find(|carrier| carrier.as_str() == text).ok_or(NoSuchCarrier)
    }
}

impl ToSql for Carrier {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.as_str().into())
    }
}

impl FromSql for Carrier {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map_err(|e| FromSqlError::Other(Box::new(e)))
    }
}

/// Carriers between commas, each once, the usual one first.
pub fn list(text: &str) -> Result<Vec<Carrier>, NoSuchCarrier> {
    let mut carriers = Vec::new();
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let carrier = name.parse()?;
        if !carriers.contains(&carrier) {
            carriers.push(carrier);
        }
    }
    if carriers.is_empty() { Err(NoSuchCarrier) } else { Ok(carriers) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carriers_are_listed_by_name_each_once() {
        assert_eq!(list(" seur,correos , seur"), Ok(vec![Carrier::Seur, Carrier::Correos]));
        for wrong in ["", " , ", "seur correos", "dhl"] {
            assert_eq!(list(wrong), Err(NoSuchCarrier), "{wrong}");
        }
        for carrier in Carrier::ALL {
            assert_eq!(carrier.to_string().parse(), Ok(carrier));
        }
    }
}
