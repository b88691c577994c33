//! What a program tells of somebody at a sign-up or later: lines of the profile, the language of mails, and whatever
//! else it wants kept, within bounds.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::address::AddressError;
use super::profile::ProfileLines;
use crate::lang::Lang;

/// Bytes of JSON that are kept for one person, and how deep lists and objects in it go.
const MAX_BYTES: usize = 8192;
const MAX_DEPTH: usize = 6;

/// Lines of the profile.
const LINES: [&str; 5] = ["name", "address", "city", "postal_code", "country"];
/// What the server says of somebody; what is sent under these names is left out.
const RESERVED: [&str; 4] = ["sub", "email", "email_verified", "phone_verified"];

/// What is told and is no line of the profile, as JSON.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Metadata(Map<String, Value>);

/// What somebody is told to be; what is `None` was not told.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Told {
    pub profile: ProfileLines,
    /// Of mails.
    pub lang: Option<Lang>,
    /// What else; a null takes away what was kept under its name.
    pub more: Metadata,
}

/// Why what is told is refused.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A line is not acceptable.
    #[error(transparent)]
    Line(#[from] AddressError),
    /// It has to be a text.
    #[error("takes a text")]
    NotText(&'static str),
    /// Not a language of this site.
    #[error("not a language of this site")]
    Lang,
    /// It is larger or deeper than what is kept.
    #[error("data takes {MAX_BYTES} bytes of JSON and {MAX_DEPTH} levels at most")]
    TooMuch,
}

impl Told {
    /// Reads the `data` of the wire format.
    pub fn parse(mut data: BTreeMap<String, Value>) -> Result<Self, Error> {
        let mut text = |name: &'static str| match data.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Error::NotText(name)),
        };
        let [name, address, city, postal_code, country] = LINES;
        let profile = ProfileLines::parse(
            // A form that was left empty is a name that was not given.
            text(name)?.as_deref().filter(|name| !name.trim().is_empty()),
            text(address)?.as_deref(),
            text(city)?.as_deref(),
            text(postal_code)?.as_deref(),
            text(country)?.as_deref(),
        )?;
        let lang = text("lang")?.map(|code| code.parse().map_err(|_| Error::Lang)).transpose()?;
        let more = Metadata(data.into_iter().filter(|(name, _)| !RESERVED.contains(&name.as_str())).collect());
        if more.fits() { Ok(Self { profile, lang, more }) } else { Err(Error::TooMuch) }
    }
}

impl Metadata {
    /// As it was stored.
    pub(super) fn of_stored(value: Value) -> Self {
        if let Value::Object(map) = value { Self(map) } else { Self::default() }
    }

    /// As it is stored.
    pub fn to_value(&self) -> Value {
        Value::Object(self.0.clone())
    }

    /// What is kept, by name.
    pub fn members(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.0.iter()
    }

    /// With what is told now: a null takes away.
    pub fn changed_by(mut self, told: &Self) -> Result<Self, Error> {
        for (name, value) in &told.0 {
            if value.is_null() {
                self.0.remove(name);
            } else {
                self.0.insert(name.clone(), value.clone());
            }
        }
        if self.fits() { Ok(self) } else { Err(Error::TooMuch) }
    }

    fn fits(&self) -> bool {
        let value = self.to_value();
        value.to_string().len() <= MAX_BYTES && depth(&value) <= MAX_DEPTH
    }
}

/// Levels of lists and objects.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(data: Value) -> Result<Told, Error> {
        Told::parse(serde_json::from_value(data).unwrap())
    }

    #[test]
    fn what_is_told_is_kept_as_it_is_but_for_what_the_server_says() {
        let data = json!({ "name": " Ana ", "city": null, "lang": "fr", "full_name": "Ana Puig", "tags": [1, { "a": null }],
                           "email": "eva@example.com", "email_verified": true, "gone": null });
        let told = told(data).unwrap();
        let lines = ProfileLines::parse(Some("Ana"), None, None, None, None).unwrap();
        assert_eq!((told.profile, told.lang), (lines, Some(Lang::Fr)));
        let kept = Metadata::default().changed_by(&told.more).unwrap();
        assert_eq!(kept.to_value(), json!({ "full_name": "Ana Puig", "tags": [1, { "a": null }] }));
        let changed = Metadata(serde_json::from_value(json!({ "tags": null, "age": 7 })).unwrap());
        assert_eq!(kept.changed_by(&changed).unwrap().to_value(), json!({ "full_name": "Ana Puig", "age": 7 }));
    }

    #[test]
    fn what_is_too_large_too_deep_or_no_text_is_refused() {
        assert!(matches!(told(json!({ "name": 1 })), Err(Error::NotText("name"))));
        assert!(matches!(told(json!({ "lang": "xx" })), Err(Error::Lang)));
        assert!(matches!(told(json!({ "city": "x".repeat(201) })), Err(Error::Line(_))));
        assert!(told(json!({ "a": "x".repeat(MAX_BYTES - 8) })).is_ok());
        assert!(matches!(told(json!({ "a": "x".repeat(MAX_BYTES - 7) })), Err(Error::TooMuch)));
        let nested = |levels| (1..levels).fold(json!(1), |inner, _| json!([inner]));
        assert!(told(json!({ "a": nested(MAX_DEPTH) })).is_ok());
        assert!(matches!(told(json!({ "a": nested(MAX_DEPTH + 1) })), Err(Error::TooMuch)));
    }

    #[test]
    fn what_is_kept_does_not_grow_beyond_its_bounds_bit_by_bit() {
        let mut kept = Metadata::default();
        let refused = (0..100).find(|n| {
            let more = told(json!({ format!("key{n}"): "x".repeat(200) })).unwrap().more;
            kept.clone().changed_by(&more).map(|changed| kept = changed).is_err()
        });
        assert_eq!(refused, Some(38));
    }
}
