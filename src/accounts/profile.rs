//! Profiles: what a person tells of themselves. A profile cannot say who is an administrator.

use serde::{Deserialize, Serialize};

use super::address::{AddressError, line, phone};
use super::sql;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::text;

/// A person's own data, as only they see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The person's id.
    pub id: String,
    pub name: String,
    /// Street, number, floor; empty when not given, as all lines below.
    pub address: String,
    /// Town.
    pub city: String,
    /// Postcode.
    pub postal_code: String,
    pub country: String,
    /// For whoever brings a parcel.
    pub phone: String,
    /// Their address for mail.
    pub email: String,
    /// Whether they are an administrator.
    pub is_admin: bool,
}

/// What everybody may know of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicName {
    /// The person's id.
    pub id: String,
    pub name: String,
}

/// Lines to write, each checked; what is `None` stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileLines {
    pub name: Option<String>,
    /// Street, number, floor.
    pub address: Option<String>,
    /// Town.
    pub city: Option<String>,
    /// Postcode.
    pub postal_code: Option<String>,
    pub country: Option<String>,
    /// For whoever brings a parcel.
    #[serde(default)]
    pub phone: Option<String>,
}

impl ProfileLines {
    /// Trims and checks lines; an empty one clears, but a name that is given is not empty.
    pub fn parse(
        name: Option<&str>,
        address: Option<&str>,
        city: Option<&str>,
        postal_code: Option<&str>,
        country: Option<&str>,
    ) -> Result<Self, AddressError> {
        let lines = Self {
            name: name.map(|v| line("name", v)).transpose()?,
            address: address.map(|v| line("address", v)).transpose()?,
            city: city.map(|v| line("city", v)).transpose()?,
            postal_code: postal_code.map(|v| line("postal_code", &text::latin_figures(v))).transpose()?,
            country: country.map(|v| line("country", v)).transpose()?,
            phone: None,
        };
        if lines.name.as_deref() == Some("") { Err(AddressError::Missing("name")) } else { Ok(lines) }
    }

    /// The same with a telephone, where one is given; an empty one clears.
    pub fn with_phone(self, given: Option<&str>) -> Result<Self, AddressError> {
        Ok(Self { phone: given.map(phone).transpose()?, ..self })
    }

    /// The name; empty where none is given.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }
}

/// Somebody's profile.
pub fn profile(conn: &Conn, user_id: &str) -> db::Result<Option<Profile>> {
    sql::profile(conn, user_id)
}

/// Writes lines of somebody's profile and answers with the whole; `None` when nobody has that id.
pub fn update_profile(tx: &Tx<'_>, user_id: &str, lines: &ProfileLines, now: Timestamp) -> db::Result<Option<Profile>> {
    sql::update_profile(tx, user_id, lines, now)?;
    sql::profile(tx, user_id)
}

/// The names behind ids, for showing who wrote something; unknown ids are left out.
pub fn public_names(conn: &Conn, ids: &[String]) -> db::Result<Vec<PublicName>> {
    sql::public_names(conn, ids)
}
