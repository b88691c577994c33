//! The trades a quote can be asked for.

use std::collections::BTreeMap;

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::db;
use crate::lang::{Lang, Texts};

/// A service of the firm.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    poem_openapi::Enum,
    serde::Serialize,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str, parse_err_ty = UnknownService, parse_err_fn = unknown)]
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
    /// What people call it.
    pub fn label(self, lang: Lang) -> &'static str {
        LABELS.of(lang).get(&format!("services.{self}.title")).map_or(self.into_str(), String::as_str)
    }
}

/// The page for asking a quote names the trades too.
static LABELS: Texts<BTreeMap<String, String>> = Texts::section("contact");

fn unknown(_: &str) -> UnknownService {
    UnknownService
}

db::stored_by_name!(Service);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_read_back_from_its_key_and_named_in_every_language() {
        for service in Service::VARIANTS {
            assert_eq!(service.to_string().parse(), Ok(*service));
            assert_eq!(serde_json::to_value(service).unwrap(), service.into_str());
            assert!(Lang::ALL.iter().all(|lang| service.label(*lang) != service.into_str()));
        }
        assert_eq!("Locksmith".parse::<Service>(), Err(UnknownService));
    }
}
