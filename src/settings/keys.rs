//! Every setting: its name, what it holds, and how it is read and written.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::str::FromStr;

use url::Url;

use super::{Commenters, Error, Kind, Passkeys, Settings};
use crate::carrier;
use crate::holidays::NotHolidays;
use crate::hours;
use crate::nif;
use crate::outside;
use crate::text;

/// What a value does not fit, for whoever gave it.
type Reason = Cow<'static, str>;

pub(super) struct Key {
    name: &'static str,
    kind: Kind,
    pub(super) get: fn(&Settings) -> String,
    /// Takes a value without blanks around it.
    pub(super) put: fn(&mut Settings, &str) -> Result<(), Reason>,
}

const fn key(
    name: &'static str,
    kind: Kind,
    get: fn(&Settings) -> String,
    put: fn(&mut Settings, &str) -> Result<(), Reason>,
) -> Key {
    Key { name, kind, get, put }
}

const TABLE: [Key; 36] = [
    key("company.brand", Kind::Text, |s| s.brand.clone(), |s, value| line(value).map(|v| s.brand = v)),
    key("company.legal_name", Kind::Text, |s| s.legal_name.clone(), |s, value| line(value).map(|v| s.legal_name = v)),
    key("company.phone", Kind::Text, |s| s.phone.clone(), |s, value| number(value).map(|v| s.phone = v)),
    key(
        "company.office_phone",
        Kind::Text,
        |s| s.own_office_phone.clone(),
        |s, value| or_nothing(value, number).map(|v| s.own_office_phone = v),
    ),
    key(
        "company.whatsapp",
        Kind::Text,
        |s| s.own_whatsapp.clone(),
        |s, value| or_nothing(value, number).map(|v| s.own_whatsapp = v),
    ),
    key("company.email", Kind::Text, |s| s.email.clone(), |s, value| email(value).map(|v| s.email = v)),
    key("company.locality", Kind::Text, |s| s.locality.clone(), |s, value| line(value).map(|v| s.locality = v)),
    key("company.nif", Kind::Text, |s| s.nif.clone(), |s, value| or_nothing(value, tax_number).map(|v| s.nif = v)),
    key(
        "company.address",
        Kind::Text,
        |s| s.address.clone(),
        |s, value| or_nothing(value, line).map(|v| s.address = v),
    ),
    key(
        "company.register",
        Kind::Text,
        |s| s.register.clone(),
        |s, value| or_nothing(value, line).map(|v| s.register = v),
    ),
    key(
        "company.hours",
        Kind::Hours,
        |s| s.hours.to_string(),
        |s, value| parse(value, "takes opening hours such as Mo-Fr 08:00-18:00, Sa 09:00-13:00").map(|v| s.hours = v),
    ),
    key(
        "hours.holidays",
        Kind::Holidays,
        |s| s.holidays.to_string(),
        |s, value| {
            s.holidays = value.parse().map_err(|error: NotHolidays| error.reason())?;
            Ok(())
        },
    ),
    key("company.area", Kind::List, |s| s.area.join(", "), |s, value| places(value).map(|v| s.area = v)),
    key(
        "company.geo",
        Kind::Place,
        |s| s.geo.as_ref().map(|(lat, long)| format!("{lat}, {long}")).unwrap_or_default(),
        |s, value| {
            let wrong = "takes latitude and longitude such as 41.5167, 1.9028";
            s.geo = if value.is_empty() { None } else { Some(geo(value).ok_or(wrong)?) };
            Ok(())
        },
    ),
    key(
        "shipping.flat",
        Kind::Cents,
        |s| s.shipping_flat.to_string(),
        |s, value| parse(value, "takes an amount such as 4.95").map(|v| s.shipping_flat = v),
    ),
    key(
        "shipping.free_from",
        Kind::Cents,
        |s| s.shipping_free_from.to_string(),
        |s, value| parse(value, "takes an amount such as 60.00").map(|v| s.shipping_free_from = v),
    ),
    key(
        "shipping.cutoff",
        Kind::Text,
        |s| s.shipping_cutoff.clone(),
        |s, value| or_nothing(value, time).map(|v| s.shipping_cutoff = v),
    ),
    key(
        "shipping.carriers",
        Kind::List,
        |s| s.carriers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        |s, value| {
            s.carriers = carrier::list(value).map_err(|error| error.to_string())?;
            Ok(())
        },
    ),
    key(
        "orders.payment_reminder",
        Kind::Number,
        |s| s.payment_reminder.to_string(),
        // An unpaid order is kept for 45 minutes; a mail must find its reader before that.
        |s, value| within(value, 0..=30, "takes minutes from 0, for never, to 30").map(|v| s.payment_reminder = v),
    ),
    key(
        "stock.low",
        Kind::Number,
        |s| s.low_stock.to_string(),
        |s, value| within(value, 0..=1000, "takes a number from 0 to 1000").map(|v| s.low_stock = v),
    ),
    key("alerts.ntfy", Kind::Text, |s| s.ntfy.clone(), |s, value| or_nothing(value, topic).map(|v| s.ntfy = v)),
    key(
        "alerts.webhook",
        Kind::Text,
        |s| s.webhook.clone(),
        |s, value| or_nothing(value, address).map(|v| s.webhook = v),
    ),
    key(
        "ratings.ask",
        Kind::Switch,
        |s| s.ratings.ask.to_string(),
        |s, value| parse(value, "takes true or false").map(|v| s.ratings.ask = v),
    ),
    key(
        "ratings.days",
        Kind::Number,
        |s| s.ratings.days.to_string(),
        |s, value| within(value, 1..=20, "takes a number of days from 1 to 20").map(|v| s.ratings.days = v),
    ),
    key(
        "comments.from_buyers",
        Kind::Switch,
        |s| (s.commenters == Commenters::Buyers).to_string(),
        |s, value| {
            let from_buyers = parse(value, "takes true or false")?;
            s.commenters = if from_buyers { Commenters::Buyers } else { Commenters::Accounts };
            Ok(())
        },
    ),
    key(
        "disputes.takes_part",
        Kind::Switch,
        |s| s.adr.takes_part.to_string(),
        |s, value| parse(value, "takes true or false").map(|v| s.adr.takes_part = v),
    ),
    key("disputes.body", Kind::Text, |s| s.adr.name.clone(), |s, value| line(value).map(|v| s.adr.name = v)),
    key("disputes.contact", Kind::Text, |s| s.adr.address.clone(), |s, value| line(value).map(|v| s.adr.address = v)),
    key(
        "accounts.password_min_length",
        Kind::Number,
        |s| s.password_min_length.to_string(),
        |s, value| within(value, 6..=64, "takes a number from 6 to 64").map(|v| s.password_min_length = v),
    ),
    key(
        "desk.passkeys",
        Kind::Choice,
        |s| String::from(if s.passkeys == Passkeys::Allowed { PASSKEYS[0] } else { PASSKEYS[1] }),
        |s, value| {
            let known = PASSKEYS.iter().position(|known| *known == value).ok_or("takes allowed or required")?;
            s.passkeys = if known == 0 { Passkeys::Allowed } else { Passkeys::Required };
            Ok(())
        },
    ),
    key(
        "contact.form_enabled",
        Kind::Switch,
        |s| s.contact_form_enabled.to_string(),
        |s, value| parse(value, "takes true or false").map(|v| s.contact_form_enabled = v),
    ),
    key(
        "retention.inquiries",
        Kind::Number,
        |s| s.retention.inquiries.to_string(),
        |s, value| within(value, 1..=120, "takes a number of months from 1 to 120").map(|v| s.retention.inquiries = v),
    ),
    key(
        "retention.orders",
        Kind::Number,
        |s| s.retention.orders.to_string(),
        // Commercial law asks for six years.
        |s, value| within(value, 6..=30, "takes a number of years from 6 to 30").map(|v| s.retention.orders = v),
    ),
    key(
        "retention.unconfirmed_accounts",
        Kind::Number,
        |s| s.retention.unconfirmed_accounts.to_string(),
        |s, value| days(value).map(|v| s.retention.unconfirmed_accounts = v),
    ),
    key(
        "retention.dead_mails",
        Kind::Number,
        |s| s.retention.dead_mails.to_string(),
        |s, value| days(value).map(|v| s.retention.dead_mails = v),
    ),
    key(
        "contact.answer_from_mailbox",
        Kind::Switch,
        |s| s.answers_from_mailbox.to_string(),
        |s, value| parse(value, "takes true or false").map(|v| s.answers_from_mailbox = v),
    ),
];

/// Whether administrators may use a passkey for the desk, or must where they have one.
const PASSKEYS: [&str; 2] = ["allowed", "required"];

/// What a setting of the kind [`Kind::Choice`] may be.
pub fn choices(key: &str) -> &'static [&'static str] {
    if key == "desk.passkeys" { &PASSKEYS } else { &[] }
}

/// The names of all settings.
pub const KEYS: [&str; TABLE.len()] = {
    let (mut names, mut n) = ([""; TABLE.len()], 0);
    while n < TABLE.len() {
        names[n] = TABLE[n].name;
        n += 1;
    }
    names
};

/// What a setting holds.
pub fn kind(key: &str) -> Kind {
    find(key).map_or(Kind::Text, |key| key.kind)
}

pub(super) fn find(key: &str) -> Result<&'static Key, Error> {
    static ALL: [Key; TABLE.len()] = TABLE;
    ALL.iter().find(|known| known.name == key).ok_or_else(|| Error::UnknownKey(key.to_owned()))
}

fn parse<T: FromStr>(value: &str, wrong: &'static str) -> Result<T, Reason> {
    value.parse().map_err(|_| Reason::from(wrong))
}

fn within<T: FromStr + PartialOrd>(value: &str, range: RangeInclusive<T>, wrong: &'static str) -> Result<T, Reason> {
    parse(value, wrong).and_then(|number| if range.contains(&number) { Ok(number) } else { Err(wrong.into()) })
}

fn days(value: &str) -> Result<i64, Reason> {
    within(value, 1..=365, "takes a number of days from 1 to 365")
}

fn or_nothing(value: &str, read: fn(&str) -> Result<String, Reason>) -> Result<String, Reason> {
    if value.is_empty() { Ok(String::new()) } else { read(value) }
}

fn line(value: &str) -> Result<String, Reason> {
    match value.chars().count() {
        1..=200 if !value.chars().any(char::is_control) && !text::is_blank(value) => Ok(value.to_owned()),
        _ => Err("takes 1 to 200 characters on one line".into()),
    }
}

fn number(value: &str) -> Result<String, Reason> {
    let digits = value.strip_prefix('+').unwrap_or_default();
    let is_number = (8..=15).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    if is_number { Ok(value.to_owned()) } else { Err("takes an international number such as +34600000000".into()) }
}

fn email(value: &str) -> Result<String, Reason> {
    parse::<lettre::Address>(value, "takes an address such as shop@example.com").and_then(|_| line(value))
}

/// An address that nobody on the way reads.
fn address(value: &str) -> Result<String, Reason> {
    let is_address = value.len() <= 200 && Url::parse(value).is_ok_and(|url| outside::is_private(&url));
    if is_address {
        Ok(value.to_owned())
    } else {
        Err("takes an address such as https://hooks.example.com/secret".into())
    }
}

/// An address whose path is one name.
fn topic(value: &str) -> Result<String, Reason> {
    let has_name = |url: Url| url.path().trim_matches('/').split('/').filter(|name| !name.is_empty()).count() == 1;
    match address(value) {
        Ok(value) if Url::parse(&value).is_ok_and(has_name) => Ok(value),
        _ => Err("takes a topic's address such as https://ntfy.sh/my-secret-topic".into()),
    }
}

fn tax_number(value: &str) -> Result<String, Reason> {
    nif::normalized(value).ok_or_else(|| "takes a Spanish tax number such as 12345678Z".into())
}

fn time(value: &str) -> Result<String, Reason> {
    if hours::is_time(value) { Ok(value.to_owned()) } else { Err("takes an hour such as 14:00".into()) }
}

/// Places between commas, each once.
fn places(value: &str) -> Result<Vec<String>, Reason> {
    let mut places: Vec<String> = Vec::new();
    for place in line(value)?.split(',').map(str::trim).filter(|place| !place.is_empty()) {
        if !places.iter().any(|known| known == place) {
            places.push(place.to_owned());
        }
    }
    if (1..=20).contains(&places.len()) { Ok(places) } else { Err("takes up to 20 places and commas".into()) }
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
