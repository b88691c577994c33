//! Who takes what was bought to its buyer.

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::db;

/// Who takes it there.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Enum,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str, parse_err_ty = NoSuchCarrier, parse_err_fn = no_such_carrier)]
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

fn no_such_carrier(_: &str) -> NoSuchCarrier {
    NoSuchCarrier
}

db::stored_by_name!(Carrier);

impl Carrier {
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
        for carrier in Carrier::VARIANTS {
            assert_eq!(carrier.to_string().parse(), Ok(*carrier));
        }
    }
}
