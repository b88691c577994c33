//! What the owner changes in daily life: one row per key in `settings`, a default in the code for each.

pub mod demo;
mod keys;
mod sql;

use std::borrow::Cow;
use std::fmt;

use jiff::civil::Date;
use poem_openapi::Enum;
use serde::Serialize;
use serde_json::Value;

use crate::carrier::Carrier;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::dispatch;
use crate::holidays::Holidays;
use crate::hours::{Hours, Period};
use crate::lang::Lang;
use crate::money::Cents;
use crate::wording::{self, Words};

pub use demo::example;
pub use keys::{KEYS, choices, kind};

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
    /// Orders from before this hour leave on the same working day, `14:00`; empty where nothing is promised.
    pub shipping_cutoff: String,
    /// Who takes orders to their buyers, the usual one first; one at least.
    pub carriers: Vec<Carrier>,
    /// So many minutes after an order was left unpaid its buyer is reminded of it, once; 0 for never.
    pub payment_reminder: i64,
    /// A variant with so many units or fewer is running out.
    pub low_stock: i64,
    /// A topic of an ntfy server that rings the owner's telephone; empty for none.
    pub ntfy: String,
    /// An address that is told what the owner is; empty for none.
    pub webhook: String,
    /// Characters a password needs at least, 6 or more.
    pub password_min_length: usize,
    /// What administrators who have a passkey use for the desk.
    pub passkeys: Passkeys,
    /// Whether messages can be sent from the contact form.
    pub contact_form_enabled: bool,
    /// How long what people tell of themselves is kept.
    pub retention: Retention,
    /// Whether the owner answers what people write from the mailbox, not at the desk.
    pub answers_from_mailbox: bool,
    /// Who is asked for stars.
    pub ratings: Ratings,
    /// Who may comment on products.
    pub commenters: Commenters,
    /// Who settles disputes out of court.
    pub adr: Adr,
    /// Whether any text of the site is the owner's, see [`words`].
    pub own_texts: bool,
}

/// Who may comment on a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Commenters {
    /// Everybody with an account.
    Accounts,
    /// Only those of them who bought it in the last 30 days.
    Buyers,
}

/// Who settles disputes with consumers out of court (Ley 7/2017 art. 40.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adr {
    /// Whether the firm takes part.
    pub takes_part: bool,
    /// What the body is called.
    pub name: String,
    /// Where it is reached, by letter or on the web.
    pub address: String,
}

impl fmt::Display for Adr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.name, self.address)
    }
}

/// Who is asked for stars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratings {
    /// Whether buyers are asked at all.
    pub ask: bool,
    /// Days after it was delivered, 1–20.
    pub days: i64,
}

/// What an administrator who has a passkey opens the desk with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passkeys {
    /// That, or a password and a second factor.
    Allowed,
    /// That alone, or a recovery code.
    Required,
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
            shipping_cutoff: String::new(),
            carriers: vec![Carrier::Correos, Carrier::OwnVan, Carrier::PickUp],
            payment_reminder: 20,
            low_stock: 3,
            ntfy: String::new(),
            webhook: String::new(),
            password_min_length: 6,
            passkeys: Passkeys::Allowed,
            contact_form_enabled: true,
            retention: Retention::default(),
            answers_from_mailbox: false,
            ratings: Ratings { ask: true, days: 7 },
            commenters: Commenters::Accounts,
            adr: Adr {
                takes_part: false,
                name: String::from("Junta Arbitral de Consum de Catalunya"),
                address: String::from("https://consum.gencat.cat"),
            },
            own_texts: false,
        }
    }
}

/// Whoever knows their values can ring the owner's telephone: the log, which never forgets, does not have them.
const SECRET: [&str; 2] = ["alerts.ntfy", "alerts.webhook"];

/// What a setting was and is, as [`read`] gives it; of a secret one whether there is any.
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

/// What a setting holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename = "SettingKind", rename_all = "snake_case")]
pub enum Kind {
    Text,
    Cents,
    Number,
    Switch,
    Choice,
    Hours,
    Holidays,
    List,
    Place,
}

impl Settings {
    /// The settings in force. A stored value that no longer fits is ignored in favour of the default.
    pub fn load(conn: &Conn) -> db::Result<Self> {
        let mut settings = Self { own_texts: sql::has_own_texts(conn)?, ..Self::default() };
        for (key, value) in sql::stored(conn)? {
            if let Err(error) = settings.apply(&key, value.as_str().unwrap_or_default()) {
                tracing::warn!(%error, "a stored setting is ignored");
            }
        }
        Ok(settings)
    }

    /// The value of one setting, as `settings set` would take it.
    pub fn get(&self, key: &str) -> Result<String, Error> {
        Ok((keys::find(key)?.get)(self))
    }

    /// Whether a setting, or a text of the owner's, takes a value.
    pub fn check(key: &str, value: &str) -> Result<(), Error> {
        match wording::find(key) {
            Some((_, text)) => text.read(value).map(drop).map_err(|reason| bad_value(key, reason)),
            None => Self::default().apply(key, value),
        }
    }

    /// Stores one setting, or a text of the owner's, after checking it. Who lets somebody change one records it.
    pub fn set(tx: &Tx<'_>, key: &str, value: &str, now: Timestamp) -> Result<Change, Error> {
        let before = read(tx, key)?;
        let after = if let Some((_, text)) = wording::find(key) {
            let own = text.read(value).map_err(|reason| bad_value(key, reason))?;
            match &own[..] {
                "" => sql::remove(tx, key)?,
                _ => sql::store(tx, key, &own, now)?,
            }
            own
        } else {
            let mut settings = Self::load(tx)?;
            settings.apply(key, value)?;
            sql::store(tx, key, value.trim(), now)?;
            settings.get(key)?
        };
        let shown =
            |value: String| if SECRET.contains(&key) && !value.is_empty() { String::from("…") } else { value };
        Ok(Change { before: shown(before), after: shown(after) })
    }

    /// The day on which an order that is paid `now` leaves, and the first and the last on which it arrives, where they are
    /// known: of what its buyer fetches, or the firm brings at an hour to be agreed, nobody knows. `making` is the working
    /// days of making what is in it, 0 where nothing is to be made.
    pub fn delivery(&self, making: i64, now: Timestamp) -> (Option<Date>, Option<(Date, Date)>) {
        let leaves = dispatch::day(&self.hours, &self.holidays, &self.shipping_cutoff, now);
        let goes_by_carrier = self.usual_carrier().brand().is_some();
        let arrives = |day| dispatch::arrival(&self.holidays, day, now).filter(|_| goes_by_carrier);
        if making <= 0 {
            return (leaves, arrives(leaves));
        }
        let made = dispatch::made(&self.hours, &self.holidays, leaves.unwrap_or_else(|| now.date()), making);
        (made.filter(|_| leaves.is_some()), made.and_then(|day| arrives(Some(day))))
    }

    /// Who takes what was bought to its buyer, unless the owner says otherwise of an order.
    pub fn usual_carrier(&self) -> Carrier {
        self.carriers.first().copied().unwrap_or_default()
    }

    /// The number of the office, E.164.
    pub fn office_phone(&self) -> &str {
        if self.own_office_phone.is_empty() { &self.phone } else { &self.own_office_phone }
    }

    /// The number for chats, E.164.
    pub fn whatsapp(&self) -> &str {
        if self.own_whatsapp.is_empty() { &self.phone } else { &self.own_whatsapp }
    }

    /// The firm at the head of a paper, line by line: its name, its tax number, where it is, and how it is reached.
    pub fn letterhead(&self) -> Vec<String> {
        let nif = Some(&self.nif).filter(|nif| !nif.is_empty()).map(|nif| format!("NIF {nif}"));
        let reached = [self.place().to_owned(), readable(self.office_phone()), self.email.clone()];
        let lines = [self.legal_name.clone()].into_iter().chain(nif).chain(reached);
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// The registered office, or the town while that is not given.
    pub fn place(&self) -> &str {
        if self.address.is_empty() { &self.locality } else { &self.address }
    }

    fn apply(&mut self, key: &str, value: &str) -> Result<(), Error> {
        (keys::find(key)?.put)(self, value.trim()).map_err(|reason| bad_value(key, reason))
    }
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
    let mut words = Words::new();
    for (key, value) in sql::texts(conn, lang)? {
        if let (Some((_, text)), Value::String(own)) = (wording::find(&key), value) {
            words.insert(text.name.to_owned(), own);
        }
    }
    Ok(words)
}

fn bad_value(key: &str, reason: impl Into<Cow<'static, str>>) -> Error {
    Error::BadValue { key: key.to_owned(), reason: reason.into() }
}

/// A number as people read it: `600 000 000` for a Spanish one.
pub fn readable(number: &str) -> String {
    match number.strip_prefix("+34") {
        Some(n) if n.len() == 9 => format!("{} {} {}", &n[..3], &n[3..6], &n[6..]),
        _ => number.to_owned(),
    }
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
            ("shipping.cutoff", "2 pm"),
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
