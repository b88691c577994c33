//! What the owner changes in daily life: one row per key in `settings`, a default in the code for each.

use std::borrow::Cow;
use std::str::FromStr;

use serde::Serialize;
use serde_json::Value;

use crate::carrier::{self, Carrier};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::holidays::{Holidays, NotHolidays};
use crate::hours::{Hours, Period};
use crate::lang::Lang;
use crate::money::Cents;
use crate::nif;
use crate::text;
use crate::wording::{self, Words};

/// Every setting with its value in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The name people know the firm by.
    pub brand: String,
    /// The name in the commercial register.
    pub legal_name: String,
    /// For calls, emergencies included. E.164, `+34600000000`.
    pub phone: String,
    /// Of the office, as [`Settings::office_phone`]; empty where it is the one for calls.
    pub own_office_phone: String,
    /// For chats, as [`Settings::whatsapp`]; empty where it is the one for calls.
    pub own_whatsapp: String,
    /// Where people write to.
    pub email: String,
    /// The town.
    pub locality: String,
    /// The tax number, in capitals; empty until the owner gives it.
    pub nif: String,
    /// The registered office, on one line; empty until the owner gives it.
    pub address: String,
    /// Where the firm stands in the Mercantile Register, such as `Registro Mercantil de Barcelona, tomo …, hoja B-…`;
    /// empty until the owner gives it.
    pub register: String,
    /// When the office is open. Emergencies are at any hour.
    pub hours: Hours,
    /// When it is closed all the same. Emergencies are at any hour.
    pub holidays: Holidays,
    /// The places the firm works in, each once.
    pub area: Vec<String>,
    /// Latitude and longitude in degrees, as the owner writes them; `None` until they are given.
    pub geo: Option<(String, String)>,
    /// What shipping costs below [`Settings::shipping_free_from`].
    pub shipping_flat: Cents,
    /// Items worth this much ship free.
    pub shipping_free_from: Cents,
    /// Who takes orders to their buyers, the usual one first; one at least.
    pub carriers: Vec<Carrier>,
    /// A variant with so many units or fewer is running out.
    pub low_stock: i64,
    /// Characters a password needs at least, 6 or more.
    pub password_min_length: usize,
    /// Whether messages can be sent from the contact form.
    pub contact_form_enabled: bool,
    /// How long what people tell of themselves is kept.
    pub retention: Retention,
    /// Whether the owner answers what people write from the mailbox, not at the desk.
    pub answers_from_mailbox: bool,
    /// Whether any text of the site is the owner's, see [`words`].
    pub own_texts: bool,
}

/// How long what people tell of themselves is kept; the privacy page says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Months of a request for a quote or a message after the last word about it.
    pub inquiries: i64,
    /// Years of who bought something, after anything has happened with the order.
    pub orders: i64,
    /// Days of an account whose address nobody confirmed.
    pub unconfirmed_accounts: i64,
    /// Days of a mail that could not be sent.
    pub dead_mails: i64,
}

impl Retention {
    /// [`Self::inquiries`] in days.
    pub const fn inquiries_days(self) -> i64 {
        self.inquiries * 365 / 12
    }

    /// [`Self::orders`] in days, leap days included.
    pub const fn orders_days(self) -> i64 {
        self.orders * 366
    }
}

impl Default for Retention {
    fn default() -> Self {
        Self { inquiries: 24, orders: 6, unconfirmed_accounts: 30, dead_mails: 30 }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            brand: String::from("Manetes"),
            legal_name: String::from("Manetes Abrera, S.L."),
            phone: String::from("+34600000000"),
            own_office_phone: String::new(),
            own_whatsapp: String::new(),
            email: String::from("hola@manetes.example"),
            locality: String::from("Abrera"),
            nif: String::new(),
            address: String::new(),
            register: String::new(),
            hours: Hours(vec![Period { days: (0, 4), opens: String::from("08:00"), closes: String::from("18:00") }]),
            holidays: Holidays::default(),
            area: ["Abrera", "Martorell", "Esparreguera", "Olesa de Montserrat", "Collbató"].map(String::from).to_vec(),
            geo: None,
            shipping_flat: Cents(495),
            shipping_free_from: Cents(6000),
            carriers: vec![Carrier::Correos, Carrier::OwnVan, Carrier::PickUp],
            low_stock: 3,
            password_min_length: 6,
            contact_form_enabled: true,
            retention: Retention::default(),
            answers_from_mailbox: false,
            own_texts: false,
        }
    }
}

/// What a setting was and is, as [`read`] gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    before: String,
    after: String,
}

/// A setting cannot be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No setting has that name.
    #[error("there is no setting called {0}; there are: {names}, and texts such as text.es.hero.title", names = KEYS.join(", "))]
    UnknownKey(String),
    /// The value does not fit the setting.
    #[error("{key}: {reason}")]
    BadValue {
        /// The setting.
        key: String,
        /// What it takes.
        reason: Cow<'static, str>,
    },
    /// The database could not be read or written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// The names of all settings.
pub const KEYS: [&str; 25] = [
    "company.brand",
    "company.legal_name",
    "company.phone",
    "company.office_phone",
    "company.whatsapp",
    "company.email",
    "company.locality",
    "company.nif",
    "company.address",
    "company.register",
    "company.hours",
    "hours.holidays",
    "company.area",
    "company.geo",
    "shipping.flat",
    "shipping.free_from",
    "shipping.carriers",
    "stock.low",
    "accounts.password_min_length",
    "contact.form_enabled",
    "retention.inquiries",
    "retention.orders",
    "retention.unconfirmed_accounts",
    "retention.dead_mails",
    "contact.answer_from_mailbox",
];

/// What a setting holds: `text`, `cents`, `number`, `switch`, `hours`, `holidays`, `list` or
/// `place`.
pub fn kind(key: &str) -> &'static str {
    match key {
        "company.hours" => "hours",
        "hours.holidays" => "holidays",
        "company.area" | "shipping.carriers" => "list",
        "company.geo" => "place",
        "shipping.flat" | "shipping.free_from" => "cents",
        "stock.low" | "accounts.password_min_length" => "number",
        key if key.starts_with("retention.") => "number",
        "contact.form_enabled" | "contact.answer_from_mailbox" => "switch",
        _ => "text",
    }
}

impl Settings {
    /// The settings in force. A stored value that no longer fits is ignored in favour of the default.
    pub fn load(conn: &Conn) -> db::Result<Self> {
        let mut settings = Self { own_texts: has_own_texts(conn)?, ..Self::default() };
        let mut rows = conn.prepare_cached("SELECT key, value FROM settings WHERE key NOT GLOB 'text.*'")?;
        let rows = rows.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Value>(1)?)))?;
        for row in rows {
            let (key, value) = row?;
            if let Err(error) = settings.apply(&key, value.as_str().unwrap_or_default()) {
                tracing::warn!(%error, "a stored setting is ignored");
            }
        }
        Ok(settings)
    }

    /// The value of one setting, as `settings set` would take it.
    pub fn get(&self, key: &str) -> Result<String, Error> {
        Ok(match key {
            "company.brand" => self.brand.clone(),
            "company.legal_name" => self.legal_name.clone(),
            "company.phone" => self.phone.clone(),
            "company.office_phone" => self.own_office_phone.clone(),
            "company.whatsapp" => self.own_whatsapp.clone(),
            "company.email" => self.email.clone(),
            "company.locality" => self.locality.clone(),
            "company.nif" => self.nif.clone(),
            "company.address" => self.address.clone(),
            "company.register" => self.register.clone(),
            "company.hours" => self.hours.to_string(),
            "hours.holidays" => self.holidays.to_string(),
            "company.area" => self.area.join(", "),
            "company.geo" => self.geo.as_ref().map(|(lat, long)| format!("{lat}, {long}")).unwrap_or_default(),
            "shipping.flat" => self.shipping_flat.to_string(),
            "shipping.free_from" => self.shipping_free_from.to_string(),
            "shipping.carriers" => self.carriers.iter().map(|c| c.as_str()).collect::<Vec<_>>().join(", "),
            "stock.low" => self.low_stock.to_string(),
            "accounts.password_min_length" => self.password_min_length.to_string(),
            "contact.form_enabled" => self.contact_form_enabled.to_string(),
            "retention.inquiries" => self.retention.inquiries.to_string(),
            "retention.orders" => self.retention.orders.to_string(),
            "retention.unconfirmed_accounts" => self.retention.unconfirmed_accounts.to_string(),
            "retention.dead_mails" => self.retention.dead_mails.to_string(),
            "contact.answer_from_mailbox" => self.answers_from_mailbox.to_string(),
            _ => return Err(Error::UnknownKey(key.to_owned())),
        })
    }

    /// Stores one setting, or a text of the owner's, after checking it. Who lets somebody change one records it.
    pub fn set(tx: &Tx<'_>, key: &str, value: &str, now: Timestamp) -> Result<Change, Error> {
        let before = read(tx, key)?;
        let after = if let Some((_, text)) = wording::find(key) {
            let own = text.read(value).map_err(|reason| bad_value(key, reason))?;
            match &own[..] {
                "" => remove(tx, key)?,
                _ => store(tx, key, &own, now)?,
            }
            own
        } else {
            let mut settings = Self::load(tx)?;
            settings.apply(key, value)?;
            store(tx, key, value.trim(), now)?;
            settings.get(key)?
        };
        Ok(Change { before, after })
    }

    /// The number of the office, E.164.
    pub fn office_phone(&self) -> &str {
        if self.own_office_phone.is_empty() { &self.phone } else { &self.own_office_phone }
    }

    /// The number for chats, E.164.
    pub fn whatsapp(&self) -> &str {
        if self.own_whatsapp.is_empty() { &self.phone } else { &self.own_whatsapp }
    }

    fn apply(&mut self, key: &str, value: &str) -> Result<(), Error> {
        let value = value.trim();
        let bad = |reason: &'static str| bad_value(key, reason);
        let text = || match value.chars().count() {
            1..=200 if !value.chars().any(char::is_control) && !text::is_blank(value) => Ok(value.to_owned()),
            _ => Err(bad("takes 1 to 200 characters on one line")),
        };
        let text_or_nothing = || if value.is_empty() { Ok(String::new()) } else { text() };
        match key {
            "company.brand" => self.brand = text()?,
            "company.legal_name" => self.legal_name = text()?,
            "company.phone" => self.phone = number(value).ok_or_else(|| bad(NUMBER))?,
            "company.office_phone" if value.is_empty() => self.own_office_phone.clear(),
            "company.office_phone" => self.own_office_phone = number(value).ok_or_else(|| bad(NUMBER))?,
            "company.whatsapp" if value.is_empty() => self.own_whatsapp.clear(),
            "company.whatsapp" => self.own_whatsapp = number(value).ok_or_else(|| bad(NUMBER))?,
            "company.email" => {
                value.parse::<lettre::Address>().map_err(|_| bad("takes an address such as shop@example.com"))?;
                self.email = text()?;
            }
            "company.locality" => self.locality = text()?,
            "company.nif" if value.is_empty() => self.nif.clear(),
            "company.nif" => {
                self.nif = nif::normalized(value).ok_or_else(|| bad("takes a Spanish tax number such as 12345678Z"))?;
            }
            "company.address" => self.address = text_or_nothing()?,
            "company.register" => self.register = text_or_nothing()?,
            "company.hours" => {
                self.hours =
                    parse(value).ok_or_else(|| bad("takes opening hours such as Mo-Fr 08:00-18:00, Sa 09:00-13:00"))?;
            }
            "hours.holidays" => self.holidays = value.parse().map_err(|error: NotHolidays| bad(error.reason()))?,
            "company.area" => self.area = places(&text()?).ok_or_else(|| bad("takes up to 20 places and commas"))?,
            "company.geo" if value.is_empty() => self.geo = None,
            "company.geo" => {
                self.geo = Some(geo(value).ok_or_else(|| bad("takes latitude and longitude such as 41.5167, 1.9028"))?);
            }
            "shipping.flat" => self.shipping_flat = parse(value).ok_or_else(|| bad("takes an amount such as 4.95"))?,
            "shipping.free_from" => {
                self.shipping_free_from = parse(value).ok_or_else(|| bad("takes an amount such as 60.00"))?;
            }
            "shipping.carriers" => {
                self.carriers = carrier::list(value).map_err(|error| bad_value(key, error.to_string()))?;
            }
            "stock.low" => {
                self.low_stock = parse(value)
                    .filter(|n| (0..=1000).contains(n))
                    .ok_or_else(|| bad("takes a number from 0 to 1000"))?;
            }
            "accounts.password_min_length" => {
                self.password_min_length =
                    parse(value).filter(|n| (6..=64).contains(n)).ok_or_else(|| bad("takes a number from 6 to 64"))?;
            }
            "contact.form_enabled" => {
                self.contact_form_enabled = parse(value).ok_or_else(|| bad(SWITCH))?;
            }
            "contact.answer_from_mailbox" => {
                self.answers_from_mailbox = parse(value).ok_or_else(|| bad(SWITCH))?;
            }
            "retention.inquiries" => {
                self.retention.inquiries = parse(value)
                    .filter(|months| (1..=120).contains(months))
                    .ok_or_else(|| bad("takes a number of months from 1 to 120"))?;
            }
            // Commercial law asks for six years.
            "retention.orders" => {
                self.retention.orders = parse(value)
                    .filter(|years| (6..=30).contains(years))
                    .ok_or_else(|| bad("takes a number of years from 6 to 30"))?;
            }
            "retention.unconfirmed_accounts" => self.retention.unconfirmed_accounts = days(value).map_err(bad)?,
            "retention.dead_mails" => self.retention.dead_mails = days(value).map_err(bad)?,
            _ => return Err(Error::UnknownKey(key.to_owned())),
        }
        Ok(())
    }
}

fn days(value: &str) -> Result<i64, &'static str> {
    parse(value).filter(|days| (1..=365).contains(days)).ok_or("takes a number of days from 1 to 365")
}

/// The value of a setting, or a text of the owner's, empty where the site says what it came with.
pub fn read(conn: &Conn, key: &str) -> Result<String, Error> {
    match wording::find(key) {
        Some((lang, text)) => Ok(words(conn, lang)?.remove(text.name).unwrap_or_default()),
        None => Settings::load(conn)?.get(key),
    }
}

/// The owner's texts in a language. One that is no longer on the list is left out.
pub fn words(conn: &Conn, lang: Lang) -> db::Result<Words> {
    let mut rows = conn.prepare_cached("SELECT key, value FROM settings WHERE key GLOB ?1")?;
    let rows =
        rows.query_map([wording::key(lang, "*")], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Value>(1)?)))?;
    let mut words = Words::new();
    for row in rows {
        let (key, value) = row?;
        if let (Some((_, text)), Value::String(own)) = (wording::find(&key), value) {
            words.insert(text.name.to_owned(), own);
        }
    }
    Ok(words)
}

fn has_own_texts(conn: &Conn) -> db::Result<bool> {
    let mut any = conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM settings WHERE key GLOB 'text.*')")?;
    Ok(any.query_row([], |row| row.get(0))?)
}

fn store(tx: &Tx<'_>, key: &str, value: &str, now: Timestamp) -> db::Result<()> {
    tx.execute(
        "INSERT INTO settings (key, value, updated_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
        (key, Value::from(value), now),
    )?;
    Ok(())
}

fn remove(tx: &Tx<'_>, key: &str) -> db::Result<()> {
    tx.execute("DELETE FROM settings WHERE key = ?1", [key])?;
    Ok(())
}

fn bad_value(key: &str, reason: impl Into<Cow<'static, str>>) -> Error {
    Error::BadValue { key: key.to_owned(), reason: reason.into() }
}

/// What a switch takes.
const SWITCH: &str = "takes true or false";
/// What a telephone number is.
const NUMBER: &str = "takes an international number such as +34600000000";

fn number(value: &str) -> Option<String> {
    let digits = value.strip_prefix('+')?;
    let is_number = (8..=15).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| value.to_owned())
}

/// A number as people read it: `600 000 000` for a Spanish one.
pub fn readable(number: &str) -> String {
    match number.strip_prefix("+34") {
        Some(n) if n.len() == 9 => format!("{} {} {}", &n[..3], &n[3..6], &n[6..]),
        _ => number.to_owned(),
    }
}

/// Places between commas, each once.
fn places(value: &str) -> Option<Vec<String>> {
    let mut places: Vec<String> = Vec::new();
    for place in value.split(',').map(str::trim).filter(|place| !place.is_empty()) {
        if !places.iter().any(|known| known == place) {
            places.push(place.to_owned());
        }
    }
    (1..=20).contains(&places.len()).then_some(places)
}

/// Degrees north and east, as they were written.
fn geo(value: &str) -> Option<(String, String)> {
    let (lat, long) = value.split_once(',')?;
    let degrees = |text: &str, most: f64| {
        let text = text.trim();
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-');
        (plain && text.parse::<f64>().is_ok_and(|degrees| degrees.abs() <= most)).then(|| text.to_owned())
    };
    Some((degrees(lat, 90.0)?, degrees(long, 180.0)?))
}

fn parse<T: FromStr>(value: &str) -> Option<T> {
    value.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_read_and_written_back() {
        let settings = Settings::default();
        for key in KEYS {
            let value = settings.get(key).unwrap();
            let mut again = Settings::default();
            again.apply(key, &value).unwrap();
            assert_eq!(again, settings, "{key}");
        }
    }

    #[test]
    fn a_setting_refuses_what_does_not_fit() {
        let mut settings = Settings::default();
        for (key, value) in [
            ("company.phone", "600 000 000"),
            ("company.phone", ""),
            ("company.office_phone", "+34"),
            ("company.whatsapp", "wa.me/34600000000"),
            ("company.brand", ""),
            ("company.email", "shop"),
            ("company.nif", "B12345675"),
            ("company.register", "two\nlines"),
            ("shipping.flat", "-1"),
            ("shipping.carriers", "dhl"),
            ("accounts.password_min_length", "3"),
            ("contact.form_enabled", "off"),
            ("no.such", "x"),
        ] {
            assert!(settings.apply(key, value).is_err(), "{key}={value}");
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn the_office_and_the_chat_have_the_number_for_calls_until_they_are_given_their_own() {
        let mut settings = Settings::default();
        settings.apply("company.phone", "+34931234567").unwrap();
        assert_eq!((settings.office_phone(), settings.whatsapp()), ("+34931234567", "+34931234567"));
        settings.apply("company.office_phone", "+34937654321").unwrap();
        settings.apply("company.whatsapp", "+34611222333").unwrap();
        assert_eq!((settings.office_phone(), settings.whatsapp()), ("+34937654321", "+34611222333"));
        assert_eq!((settings.phone.as_str(), readable(settings.whatsapp()).as_str()), ("+34931234567", "611 222 333"));
        settings.apply("company.office_phone", " ").unwrap();
        settings.apply("company.whatsapp", "").unwrap();
        assert_eq!((settings.office_phone(), settings.whatsapp()), ("+34931234567", "+34931234567"));
    }

    #[test]
    fn what_the_law_asks_for_can_be_given_and_taken_back() {
        let mut settings = Settings::default();
        settings.apply("company.nif", "b-12345674").unwrap();
        settings.apply("company.address", " Carrer Major, 1, 08630 Abrera ").unwrap();
        assert_eq!((settings.nif.as_str(), settings.address.as_str()), ("B12345674", "Carrer Major, 1, 08630 Abrera"));
        for key in ["company.nif", "company.address", "company.register"] {
            settings.apply(key, "").unwrap();
        }
        assert_eq!(settings, Settings::default());
    }
}
