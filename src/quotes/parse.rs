//! RULE: what may be written to the firm. Whoever holds one of these need not check it again.

use poem_openapi::Enum;
use strum::EnumString;

use super::Service;
use crate::email::{EmailAddress, InvalidEmail};
use crate::lang::Lang;
use crate::text;

/// The longest a text may be: characters, and bytes of UTF-8.
#[derive(Debug, Clone, Copy)]
struct Limit {
    chars: usize,
    bytes: usize,
}

const LINE: Limit = Limit { chars: 100, bytes: 300 };
const MESSAGE: Limit = Limit { chars: 4000, bytes: 12_000 };
/// A phone is ASCII, and nobody's is shorter than this many digits.
const PHONE: Limit = Limit { chars: 30, bytes: 30 };
const PHONE_DIGITS: usize = 6;

/// Why something cannot be sent, and which field of the form it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Nothing stands there.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// More stands there than anybody needs.
    #[error("{0} is too long")]
    TooLong(&'static str),
    /// The address is none.
    #[error(transparent)]
    Email(#[from] InvalidEmail),
    /// The phone is none.
    #[error("phone must be a phone number")]
    Phone,
    /// The firm does no such thing.
    #[error("service must be one of the listed keys")]
    Service,
    /// There is no such kind of message.
    #[error("kind must be message or complaint")]
    Kind,
    /// The site has no such language.
    #[error("lang must be a language of this site")]
    Lang,
    /// A photo is not there, or belongs to another request, or there are too many.
    #[error("photos must be up to six that were just sent")]
    Photos,
}

impl Error {
    /// The field's name on the wire.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Missing(field) | Self::TooLong(field) => field,
            Self::Email(_) => "email",
            Self::Phone => "phone",
            Self::Service => "service",
            Self::Kind => "kind",
            Self::Lang => "lang",
            Self::Photos => "photos",
        }
    }

    /// What is wrong with the field, for the interface's text.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Missing(_) => "missing",
            Self::TooLong(_) => "too_long",
            Self::Email(_) => "email",
            Self::Phone => "phone",
            Self::Service | Self::Kind | Self::Lang => "unknown",
            Self::Photos => "photos",
        }
    }
}

/// What every form asks for, as typed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Typed<'a> {
    /// Who writes.
    pub name: &'a str,
    /// Where to answer.
    pub email: &'a str,
    /// What they write.
    pub message: &'a str,
    /// A code of a language; `None` takes `spoken`.
    pub lang: Option<&'a str>,
    /// What the browser says its reader speaks.
    pub spoken: Lang,
}

/// What a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Enum, EnumString)]
#[oai(rename = "MessageKind", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MessageKind {
    /// Anything somebody wants to say or know.
    #[default]
    Message,
    /// It is owed a receipt at once and an answer in time.
    Complaint,
}

impl MessageKind {
    /// What it is called on the wire; nothing is a plain message.
    pub fn parse(typed: Option<&str>) -> Result<Self, Error> {
        match typed.unwrap_or_default() {
            "" => Ok(Self::Message),
            kind => kind.parse().map_err(|_| Error::Kind),
        }
    }
}

/// The order that a complaint is about, as it was typed, on one line of at most 100 characters.
pub fn order_named(typed: Option<&str>) -> Result<Option<String>, Error> {
    optional("order", LINE, typed)
}

/// Who writes what, checked: all there is to a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// One line, 1–100 characters.
    pub name: String,
    /// Where to answer.
    pub email: EmailAddress,
    /// Lines, 1–4000 characters.
    pub message: String,
    /// The language to answer in.
    pub lang: Lang,
}

/// A request for a quote that can be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewQuote {
    /// Who asks for what.
    pub contact: Contact,
    /// 6 digits or more, as typed.
    pub phone: Option<String>,
    /// The trade.
    pub service: Option<Service>,
    /// One line, at most 100 characters.
    pub town_or_postcode: Option<String>,
    /// One line, at most 100 characters.
    pub wanted_when: Option<String>,
    /// Whether the sender agreed to the privacy policy.
    pub consent: bool,
}

impl Contact {
    /// Cleans and checks what was typed; the first field that is wrong is the error.
    pub fn parse(typed: &Typed<'_>) -> Result<Self, Error> {
        let lang = typed.lang.map_or(Ok(typed.spoken), |code| code.parse().map_err(|_| Error::Lang))?;
        let name = required("name", LINE, typed.name, text::line)?;
        if typed.email.trim().is_empty() {
            return Err(Error::Missing("email"));
        }
        let email = EmailAddress::parse(typed.email)?;
        Ok(Self { name, email, message: required("message", MESSAGE, typed.message, text::lines)?, lang })
    }
}

impl NewQuote {
    /// Cleans and checks a request; what is optional may also be empty.
    pub fn parse(
        typed: &Typed<'_>,
        phone: Option<&str>,
        service: Option<&str>,
        [town, when]: [Option<&str>; 2],
        consent: bool,
    ) -> Result<Self, Error> {
        let contact = Contact::parse(typed)?;
        let phone = optional("phone", PHONE, phone)?;
        if phone.as_deref().is_some_and(|phone| !is_phone(phone)) {
            return Err(Error::Phone);
        }
        let service = service.filter(|key| !key.is_empty()).map(|key| key.parse().map_err(|_| Error::Service));
        Ok(Self {
            contact,
            phone,
            service: service.transpose()?,
            town_or_postcode: optional("town", LINE, town)?,
            wanted_when: optional("when", LINE, when)?,
            consent,
        })
    }
}

fn required(field: &'static str, limit: Limit, typed: &str, clean: fn(&str) -> String) -> Result<String, Error> {
    let text = clean(typed);
    if text.is_empty() {
        return Err(Error::Missing(field));
    }
    if text.len() > limit.bytes || text.chars().count() > limit.chars {
        return Err(Error::TooLong(field));
    }
    Ok(text)
}

fn optional(field: &'static str, limit: Limit, typed: Option<&str>) -> Result<Option<String>, Error> {
    match required(field, limit, typed.unwrap_or_default(), text::line) {
        Ok(text) => Ok(Some(text)),
        Err(Error::Missing(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits >= PHONE_DIGITS && text.bytes().all(|c| c.is_ascii_digit() || b" +-()./".contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPED: Typed<'_> =
        Typed { name: "Núria Puig", email: "nuria@example.com", message: "Hola", lang: None, spoken: Lang::Fr };

    #[test]
    fn what_people_write_is_cleaned_and_keeps_its_lines() {
        let contact = Contact::parse(&Typed {
            name: " Núria\r\nBcc: all@example.com\u{202e} ",
            email: " Nuria@Example.com ",
            message: "\r\nUna puerta.\r\n\r\n\tNo cierra.\u{0}\u{1b}[31m\n",
            ..TYPED
        });
        let contact = contact.unwrap();
        assert_eq!(contact.name, "Núria  Bcc: all@example.com");
        assert_eq!(contact.email.as_str(), "nuria@example.com");
        assert_eq!(contact.message, "Una puerta.\n\n No cierra.[31m");
        assert_eq!(contact.lang, Lang::Fr);
        assert_eq!(Contact::parse(&Typed { lang: Some("ar"), ..TYPED }).unwrap().lang, Lang::Ar);
    }

    #[test]
    fn the_first_field_that_is_wrong_is_named() {
        let (name, long) = ("ñ".repeat(101), "a".repeat(4001));
        // Fewer characters than allowed, and still too much to keep.
        let heavy = "👩‍🔧".repeat(1200);
        for (typed, error) in [
            (Typed { name: " \u{202e}\n", ..TYPED }, Error::Missing("name")),
            (Typed { name: &name, ..TYPED }, Error::TooLong("name")),
            (Typed { email: " ", ..TYPED }, Error::Missing("email")),
            (Typed { email: "nuria@example.com\r\nBcc: x@y.es", ..TYPED }, Error::Email(InvalidEmail)),
            (Typed { message: "\u{0}\r\n ", ..TYPED }, Error::Missing("message")),
            (Typed { message: &long, ..TYPED }, Error::TooLong("message")),
            (Typed { message: &heavy, ..TYPED }, Error::TooLong("message")),
            (Typed { lang: Some("de"), ..TYPED }, Error::Lang),
        ] {
            assert_eq!(Contact::parse(&typed), Err(error), "{typed:?}");
        }
        assert!(Contact::parse(&Typed { message: &long[..4000], name: &name[..200], ..TYPED }).is_ok());
    }

    #[test]
    fn a_message_is_a_complaint_only_if_it_says_so() {
        for (typed, kind) in [
            (None, Ok(MessageKind::Message)),
            (Some(""), Ok(MessageKind::Message)),
            (Some("message"), Ok(MessageKind::Message)),
            (Some("complaint"), Ok(MessageKind::Complaint)),
            (Some("Complaint"), Err(Error::Kind)),
        ] {
            assert_eq!(MessageKind::parse(typed), kind, "{typed:?}");
        }
        assert_eq!(order_named(Some(" 2026-0042\n")), Ok(Some(String::from("2026-0042"))));
        assert_eq!((order_named(Some("  ")), order_named(None)), (Ok(None), Ok(None)));
        assert_eq!(order_named(Some(&"1".repeat(101))), Err(Error::TooLong("order")));
    }

    #[test]
    fn what_is_optional_may_be_empty_but_not_wrong() {
        let quote = |phone, service, town, when| NewQuote::parse(&TYPED, phone, service, [town, when], true);
        let empty = quote(Some(" "), Some(""), None, Some("\n")).unwrap();
        assert_eq!((empty.phone, empty.service, empty.town_or_postcode, empty.wanted_when), (None, None, None, None));
        let full = quote(Some("+34 600-000.000"), Some("plumber"), Some("08630"), Some("en marzo")).unwrap();
        assert_eq!((full.phone.as_deref(), full.service), (Some("+34 600-000.000"), Some(Service::Plumber)));
        for phone in ["12345", "call me maybe", "600000000<b>", "٦٠٠٠٠٠٠٠٠"] {
            assert_eq!(quote(Some(phone), None, None, None), Err(Error::Phone), "{phone}");
        }
        let long = "1".repeat(101);
        assert_eq!(quote(Some(&long), None, None, None), Err(Error::TooLong("phone")));
        assert_eq!(quote(None, Some("astrology"), None, None), Err(Error::Service));
        assert_eq!(quote(None, None, Some(&long), None), Err(Error::TooLong("town")));
        assert_eq!(quote(None, None, None, Some(&long)), Err(Error::TooLong("when")));
    }
}
