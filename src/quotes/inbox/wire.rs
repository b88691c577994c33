//! What people wrote, on the wire.

use poem_openapi::Object;
use serde::Serialize;

use super::{Event, EventKind, Inquiry, Row, Status};
use crate::clock::Timestamp;
use crate::id;
use crate::lang::Lang;
use crate::quotes::complaints::{Complaint, End};
use crate::quotes::{AnswerFile, Service};
use crate::text::cut;
use crate::wire::NameOf;

/// Characters of an excerpt, before the dots that say that there is more.
const EXCERPT: usize = 160;

/// A request for a quote in a list.
#[derive(Object)]
pub(super) struct QuoteRow {
    id: String,
    /// Its first 8 characters.
    short_id: String,
    /// What people call it by: `P-2026-0042`.
    number: String,
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
    /// Its first 8 characters.
    short_id: String,
    /// What people call it by: `M-2026-0042`, and a complaint by its key.
    number: String,
    /// RFC 3339.
    created_at: String,
    /// Where it stands.
    status: NameOf<Status>,
    name: String,
    email: String,
    /// The beginning of the message.
    excerpt: String,
    /// What makes it a complaint; left out where it is none.
    #[oai(skip_serializing_if_is_none)]
    complaint: Option<ComplaintBody>,
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

/// What makes a message a complaint.
#[derive(Object, Serialize)]
#[oai(rename = "Complaint")]
pub struct ComplaintBody {
    /// What people call it by: `R-2026-0042`.
    key: String,
    /// The order it is about, as it was typed.
    order: Option<String>,
    /// The last day for the answer, `2026-12-05`.
    due_on: String,
    /// Days until that, 0 on the day itself and less afterwards; null once it has come to its end.
    days_left: Option<i64>,
    /// How it came to its end.
    ended: Option<End>,
    /// RFC 3339.
    ended_at: Option<String>,
    /// Whether that was in time.
    in_time: Option<bool>,
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
    /// What went with an answer; left out where nothing did.
    #[oai(skip_serializing_if_is_empty, default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<AnswerFileBody>,
}

/// A file that goes with an answer.
#[derive(Object, Serialize)]
#[oai(rename = "AnswerFile")]
pub struct AnswerFileBody {
    /// What it is asked for by, and named by in an answer.
    id: String,
    /// What whoever gets it keeps it under, `presupuesto.pdf`.
    name: String,
    bytes: i64,
}

/// A request for a quote, or a message, which has no phone, service, town, time and photos.
#[derive(Object, Serialize)]
pub struct InquiryBody {
    id: String,
    /// Its first 8 characters.
    short_id: String,
    /// What people call it by: `P-2026-0042` or `M-2026-0042`, and a complaint by its key.
    number: String,
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
    /// What makes it a complaint; left out where it is none.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    complaint: Option<ComplaintBody>,
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
            number: row.number,
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
    pub fn new(row: Row, now: Timestamp) -> Self {
        Self {
            short_id: id::short(&row.id).to_owned(),
            id: row.id,
            number: row.number,
            created_at: row.created_at.to_rfc3339(),
            status: row.status.into(),
            name: row.name,
            email: row.email,
            excerpt: excerpt(&row.message),
            complaint: row.complaint.map(|complaint| ComplaintBody::new(complaint, now)),
        }
    }
}

impl ComplaintBody {
    /// It, as it stands on the wire at a moment.
    pub fn new(complaint: Complaint, now: Timestamp) -> Self {
        Self {
            key: complaint.key.to_string(),
            days_left: complaint.days_left(now),
            in_time: complaint.was_in_time(),
            order: complaint.order,
            due_on: complaint.due_on,
            ended: complaint.ended,
            ended_at: complaint.ended_at.map(Timestamp::to_rfc3339),
        }
    }
}

impl InquiryBody {
    /// It, as it stands on the wire at a moment.
    pub fn new(inquiry: Inquiry, now: Timestamp) -> Self {
        let row = inquiry.row;
        Self {
            short_id: id::short(&row.id).to_owned(),
            id: row.id,
            number: row.number,
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
            complaint: row.complaint.map(|complaint| ComplaintBody::new(complaint, now)),
        }
    }
}

impl InquiryEvent {
    fn new(event: Event) -> Self {
        let files = event.files.into_iter().map(AnswerFileBody::from).collect();
        Self { at: event.at.to_rfc3339(), by: event.author, kind: event.kind.into(), text: event.text, files }
    }
}

impl From<AnswerFile> for AnswerFileBody {
    fn from(AnswerFile { id, name, bytes }: AnswerFile) -> Self {
        Self { id, name, bytes }
    }
}

fn excerpt(message: &str) -> String {
    let words = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let kept = cut(&words, EXCERPT);
    if kept.len() == words.len() { words } else { format!("{kept}…") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_that_leaves_words_out_says_so() {
        let whole = "á".repeat(EXCERPT);
        assert_eq!(excerpt(&whole), whole);
        assert_eq!(excerpt(&format!("{whole}b")), format!("{whole}…"));
        assert_eq!(excerpt(&format!("{} \n b", &whole[2..])), format!("{}…", &whole[2..]));
        assert_eq!(excerpt(&format!("{} tardaríais", &whole[10..])), format!("{}…", &whole[10..]));
        assert_eq!(excerpt(" La puerta\n\nno cierra. "), "La puerta no cierra.");
    }
}
