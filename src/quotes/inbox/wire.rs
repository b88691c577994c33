//! What people wrote, on the wire.

use poem_openapi::Object;
use serde::Serialize;

use super::{Event, EventKind, Inquiry, Row, Status};
use crate::clock::Timestamp;
use crate::id;
use crate::lang::Lang;
use crate::quotes::Service;
use crate::wire::NameOf;

/// Characters of an excerpt.
const EXCERPT: usize = 160;

/// A request for a quote in a list.
#[derive(Object)]
pub(super) struct QuoteRow {
    id: String,
    /// Its first 8 characters, which mails name.
    short_id: String,
    /// RFC 3339.
    created_at: String,
    /// Where it stands.
    status: NameOf<Status>,
    name: String,
    email: String,
    phone: Option<String>,
    /// The trade, as the form calls it.
    service: Option<Service>,
    town_or_postcode: Option<String>,
    /// How many came with it.
    photos: i64,
    /// The beginning of the message.
    excerpt: String,
}

/// A page of requests for a quote, newest first.
#[derive(Object)]
pub(super) struct QuoteList {
    /// How many fit.
    pub count: i64,
    pub offset: i64,
    pub limit: i64,
    pub quotes: Vec<QuoteRow>,
}

/// A message in a list.
#[derive(Object)]
pub(super) struct MessageRow {
    id: String,
    /// Its first 8 characters, which mails name.
    short_id: String,
    /// RFC 3339.
    created_at: String,
    /// Where it stands.
    status: NameOf<Status>,
    name: String,
    email: String,
    /// The beginning of the message.
    excerpt: String,
}

/// A page of messages, newest first.
#[derive(Object)]
pub(super) struct MessageList {
    /// How many fit.
    pub count: i64,
    pub offset: i64,
    pub limit: i64,
    pub messages: Vec<MessageRow>,
}

/// What became of it.
#[derive(Object, Serialize)]
pub(super) struct InquiryEvent {
    /// RFC 3339.
    at: String,
    /// Whose doing it was, as the log knows them.
    by: String,
    /// What was done.
    kind: NameOf<EventKind>,
    /// The words, or the status.
    text: String,
}

/// A request for a quote, or a message, which has no phone, service, town, time and photos.
#[derive(Object, Serialize)]
pub struct InquiryBody {
    id: String,
    /// Its first 8 characters, which mails name.
    short_id: String,
    /// RFC 3339.
    created_at: String,
    /// Where it stands.
    status: NameOf<Status>,
    name: String,
    email: String,
    phone: Option<String>,
    /// In the sender's words and lines.
    message: String,
    /// The trade, as the form calls it.
    service: Option<Service>,
    town_or_postcode: Option<String>,
    wanted_when: Option<String>,
    /// The language to answer in.
    lang: Lang,
    /// When the sender agreed to the privacy policy.
    consent_at: Option<String>,
    /// Their ids.
    photos: Vec<String>,
    /// Oldest first.
    events: Vec<InquiryEvent>,
}

/// A request for a quote.
#[derive(Object)]
pub(super) struct QuoteBody {
    pub quote: InquiryBody,
}

/// A message.
#[derive(Object)]
pub(super) struct MessageBody {
    pub message: InquiryBody,
}

impl QuoteRow {
    pub fn new(row: Row) -> Self {
        Self {
            short_id: id::short(&row.id).to_owned(),
            id: row.id,
            created_at: row.created_at.to_rfc3339(),
            status: row.status.into(),
            name: row.name,
            email: row.email,
            phone: row.phone,
            service: row.service,
            town_or_postcode: row.town_or_postcode,
            photos: row.photos,
            excerpt: excerpt(&row.message),
        }
    }
}

impl MessageRow {
    pub fn new(row: Row) -> Self {
        Self {
            short_id: id::short(&row.id).to_owned(),
            id: row.id,
            created_at: row.created_at.to_rfc3339(),
            status: row.status.into(),
            name: row.name,
            email: row.email,
            excerpt: excerpt(&row.message),
        }
    }
}

impl InquiryBody {
    /// It, as it stands on the wire.
    pub fn new(inquiry: Inquiry) -> Self {
        let row = inquiry.row;
        Self {
            short_id: id::short(&row.id).to_owned(),
            id: row.id,
            created_at: row.created_at.to_rfc3339(),
            status: row.status.into(),
            name: row.name,
            email: row.email,
            phone: row.phone,
            message: row.message,
            service: row.service,
            town_or_postcode: row.town_or_postcode,
            wanted_when: inquiry.wanted_when,
            lang: inquiry.lang,
            consent_at: inquiry.consent_at.map(Timestamp::to_rfc3339),
            photos: inquiry.photos,
            events: inquiry.events.into_iter().map(InquiryEvent::new).collect(),
        }
    }
}

impl InquiryEvent {
    fn new(event: Event) -> Self {
        Self { at: event.at.to_rfc3339(), by: event.author, kind: event.kind.into(), text: event.text }
    }
}

fn excerpt(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    words.join(" ").chars().take(EXCERPT).collect()
}
