//! What people write to the firm from the site: requests for a quote, and messages.
//!
//! Each is stored, acknowledged to its sender and mailed to the owner in one transaction. Anybody can type anybody's
//! address into a form, so the acknowledgement carries nothing that was typed freely but a first name: it cannot be made
//! to say somebody else's words. A complaint is a message that is owed a receipt with what it says, and an answer in time.

pub mod api;
pub mod complaints;
pub mod files;
pub mod inbox;
mod number;
mod parse;
pub mod photos;
mod service;
mod sql;

use serde::Serialize;

use crate::clock::{self, Timestamp};
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::lang::Lang;
use crate::mail::{self, Inquiry, Message, OWNERS_LANG};
use crate::pager;

pub use complaints::Complaint;
pub use files::AnswerFile;
pub use number::{NotNumber, Number};
pub use parse::{Contact, Error, MessageKind, NewQuote, Typed, order_named};
pub use service::Service;

use inbox::Kind;

/// What the owner wrote about a request or a message, or answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Words {
    /// The request or the message.
    pub inquiry_id: String,
    /// `reply` or `note`.
    pub kind: String,
    /// When.
    #[serde(serialize_with = "clock::rfc3339")]
    pub at: Timestamp,
    /// The owner's words.
    pub text: String,
    /// What went with an answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<AnswerFile>,
}

/// Photos a request may have.
pub const MAX_PHOTOS: usize = 6;

/// Why a request was not stored.
#[derive(Debug, thiserror::Error)]
pub enum NotSent {
    /// Something in it is wrong.
    #[error(transparent)]
    Refused(#[from] Error),
    /// The database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// A stored request for a quote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct QuoteRequest {
    /// Random.
    pub id: String,
    /// What people call it by: `P-2026-0042`.
    pub number: String,
    /// Who asks.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// Where to call, as typed.
    pub phone: Option<String>,
    /// What is wanted, in the sender's words and lines.
    pub message: String,
    /// The trade it is about.
    pub service: Option<Service>,
    /// Where the work is.
    pub town_or_postcode: Option<String>,
    /// When it is wanted, in the sender's words.
    pub wanted_when: Option<String>,
    /// The language to answer in.
    pub lang: Lang,
    /// `new`, `answered` or `closed`.
    pub status: String,
    /// When it arrived.
    #[serde(serialize_with = "clock::rfc3339")]
    pub created_at: Timestamp,
    /// When the sender agreed to the privacy policy.
    #[serde(serialize_with = "clock::rfc3339")]
    pub consent_at: Option<Timestamp>,
    /// Photos, as paths inside the data directory.
    pub photos: Vec<String>,
}

/// A stored message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ContactMessage {
    /// Random.
    pub id: String,
    /// What people call it by: `M-2026-0042`, and a complaint by its key.
    pub number: String,
    /// Who writes.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// What they write.
    pub message: String,
    /// The language to answer in.
    pub lang: Lang,
    /// `new`, `answered` or `closed`.
    pub status: String,
    /// When it arrived.
    #[serde(serialize_with = "clock::rfc3339")]
    pub created_at: Timestamp,
    /// What makes it a complaint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complaint: Option<Complaint>,
}

/// Stores a request for a quote and queues its mails; without an `owner` nobody but the sender gets one. `photos` are
/// ids that [`photos::keep`] gave. Answers what the mails call it by.
pub fn request_quote(
    tx: &Tx<'_>,
    quote: &NewQuote,
    photos: &[String],
    owner: Option<&str>,
    now: Timestamp,
) -> Result<String, NotSent> {
    let (id, number) = (id::new(), give_number(tx, Kind::Quote, now)?);
    sql::insert_quote(tx, &id, number, quote, now)?;
    let number = number.to_string();
    photos::claim(tx, &id, photos)?;
    let Contact { email, lang, name, .. } = &quote.contact;
    let label = |lang| quote.service.map(|service| service.label(lang).to_owned());
    // Or none: the mail goes to an address anybody can type.
    let name = mail::text::first_name(name).to_owned();
    let acknowledgement = Message::QuoteReceived { name, number: number.clone(), service: label(*lang) };
    let thread = mail::begin_thread(tx, email.as_str(), *lang, &acknowledgement, now)?;
    sql::set_quote_thread(tx, &id, &thread)?;
    let inquiry = Inquiry {
        phone: quote.phone.clone(),
        service: label(OWNERS_LANG),
        town: quote.town_or_postcode.clone(),
        when: quote.wanted_when.clone(),
        attachments: photos.iter().map(|photo| photos::file(photo)).collect(),
        ..inquiry(id, number.clone(), &quote.contact)
    };
    pager::tell(tx, owner, &Message::QuoteForOwner(inquiry), now)?;
    Ok(number)
}

/// Stores a message and queues its mails, as [`request_quote`] does.
pub fn send_message(tx: &Tx<'_>, contact: &Contact, owner: Option<&str>, now: Timestamp) -> db::Result<String> {
    let (id, number) = (id::new(), give_number(tx, Kind::Message, now)?);
    sql::insert_message(tx, &id, Some(number), contact, now)?;
    let number = number.to_string();
    let Contact { email, lang, name, .. } = contact;
    let name = mail::text::first_name(name).to_owned();
    let acknowledgement = Message::MessageReceived { name, number: number.clone() };
    let thread = mail::begin_thread(tx, email.as_str(), *lang, &acknowledgement, now)?;
    sql::set_message_thread(tx, &id, &thread)?;
    pager::tell(tx, owner, &Message::MessageForOwner(inquiry(id, number.clone(), contact)), now)?;
    Ok(number)
}

/// The number of the next one of a kind. It is that one's only in the transaction that stores it.
pub fn next_number(conn: &Conn, kind: Kind, now: Timestamp) -> db::Result<Number> {
    sql::next_number(conn, kind, now)
}

fn give_number(tx: &Tx<'_>, kind: Kind, now: Timestamp) -> db::Result<Number> {
    let number = next_number(tx, kind, now)?;
    sql::number_from(tx, kind.word(), number.year, number.place)?;
    Ok(number)
}

/// A shop that was put back does not know which numbers it gave out since: the year's go on after a place that none had.
pub fn begin_numbers(tx: &Tx<'_>, year: i64, place: i64) -> db::Result<()> {
    let kinds = [Kind::Quote.word(), Kind::Message.word(), "complaint"];
    kinds.into_iter().try_for_each(|kind| sql::number_from(tx, kind, year, place))
}

/// Every request for a quote, newest first.
pub fn list_quotes(conn: &Conn) -> db::Result<Vec<QuoteRequest>> {
    sql::list_quotes(conn, None)
}

/// Every message, newest first.
pub fn list_messages(conn: &Conn) -> db::Result<Vec<ContactMessage>> {
    sql::list_messages(conn, None)
}

/// What was sent with an address, newest first: requests for a quote, and messages.
pub fn of_address(conn: &Conn, email: &str) -> db::Result<(Vec<QuoteRequest>, Vec<ContactMessage>)> {
    Ok((sql::list_quotes(conn, Some(email))?, sql::list_messages(conn, Some(email))?))
}

/// What the owner wrote about what was sent with an address, and answered, oldest first.
pub fn words_about_address(conn: &Conn, email: &str) -> db::Result<Vec<Words>> {
    sql::words_about_address(conn, email)
}

/// How many requests for a quote wait for an answer, and how many messages.
pub fn count_new(conn: &Conn) -> db::Result<(i64, i64)> {
    sql::count_new(conn)
}

/// The address something was sent with.
pub fn address_of(conn: &Conn, id: &str) -> db::Result<Option<String>> {
    sql::address_of(conn, id)
}

/// The language in which an address wrote last.
pub fn lang_of_address(conn: &Conn, email: &str) -> db::Result<Option<Lang>> {
    sql::lang_of_address(conn, email)
}

/// Forgets what was sent with an address until a moment.
pub fn forget_address(tx: &Tx<'_>, email: &str, until: Timestamp) -> db::Result<()> {
    sql::forget_address(tx, email, until)
}

/// Forgets what nobody has said a word about since a moment.
pub fn forget_silent(tx: &Tx<'_>, moment: Timestamp) -> db::Result<()> {
    sql::forget_silent(tx, moment)
}

fn inquiry(id: String, number: String, contact: &Contact) -> Inquiry {
    Inquiry {
        number,
        id,
        name: contact.name.clone(),
        email: contact.email.to_string(),
        phone: None,
        service: None,
        town: None,
        when: None,
        lang: contact.lang,
        message: contact.message.clone(),
        attachments: Vec::new(),
    }
}
