//! The owner's inbox: what people wrote, answered by mail, with notes, until it is closed.

pub mod api;
mod sql;
pub mod wire;

use serde_json::json;
use strum::{IntoStaticStr, VariantArray};

use super::complaints::{self, Complaint, End};
use super::sql::forget_what_was_said_of_nothing;
use super::{AnswerFile, MessageKind, Service, files, photos};
use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::mail::{self, MailedFile, Message};
use crate::text;

/// What somebody wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A request for a quote.
    Quote,
    /// A message from the contact form.
    Message,
}

impl Kind {
    /// The first word of its acts in the log.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Quote => "quote",
            Self::Message => "message",
        }
    }

    /// Where it lies.
    pub(super) const fn table(self) -> &'static str {
        match self {
            Self::Quote => "quote_requests",
            Self::Message => "contact_messages",
        }
    }
}

/// Where something in the inbox stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, poem_openapi::Enum, IntoStaticStr, VariantArray)]
#[oai(rename = "InquiryStatus", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Status {
    /// Nobody has answered.
    New,
    /// It was answered.
    Answered,
    /// Nothing more is to be done.
    Closed,
}

/// What somebody did about something in the inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, poem_openapi::Enum)]
#[oai(rename = "InquiryEventKind", rename_all = "snake_case")]
pub enum EventKind {
    /// An answer by mail.
    Reply,
    /// Words for the firm alone.
    Note,
    /// It was given another status.
    Status,
}

/// Something in the inbox, as its list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Random.
    pub id: String,
    /// What people call it by: `P-2026-0042` or `M-2026-0042`, and a complaint's key.
    pub number: String,
    /// When it arrived.
    pub created_at: Timestamp,
    /// `new`, `answered` or `closed`.
    pub status: String,
    /// Who writes.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// Where to call.
    pub phone: Option<String>,
    /// The trade.
    pub service: Option<Service>,
    /// Where the work is.
    pub town_or_postcode: Option<String>,
    /// How many photos came with it.
    pub photos: i64,
    /// What they write.
    pub message: String,
    /// What makes it a complaint.
    pub complaint: Option<Complaint>,
}

/// Something in the inbox, whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inquiry {
    /// What its list shows.
    pub row: Row,
    /// When the work is wanted.
    pub wanted_when: Option<String>,
    /// The language to answer in.
    pub lang: Lang,
    /// When the sender agreed to the privacy policy.
    pub consent_at: Option<Timestamp>,
    /// The ids of the photos.
    pub photos: Vec<String>,
    /// What became of it, oldest first.
    pub events: Vec<Event>,
    /// The mail that began the thread.
    thread: Option<String>,
}

/// Something that became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// `reply`, `note` or `status`.
    pub kind: String,
    /// As the log knows them.
    pub author: String,
    /// The words, or the status.
    pub text: String,
    /// When.
    pub at: Timestamp,
    /// What went with an answer.
    pub files: Vec<AnswerFile>,
}

/// Which are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Where they stand.
    pub status: Option<Status>,
    /// What messages are. Complaints come with those first that wait for an answer, by when it is due.
    pub kind: Option<MessageKind>,
    /// Words in the number, the name, the address, the phone, the town or the message, or the beginning of the id.
    pub q: Option<String>,
}

/// What is written down when it is given another status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    pub text: String,
    /// Whether it says how it was answered otherwise than by mail, by telephone or in person; else why it was not.
    pub is_answer: bool,
}

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum NotDone {
    /// There is no such thing in the inbox.
    #[error("there is nothing like that in the inbox")]
    NotFound,
    /// The words are none, or too many.
    #[error("takes 1 to {0} characters")]
    Words(usize),
    /// Some of the files are not there, or they are too many or too large.
    #[error(
        "takes three files at most, of 7 MB together, which were sent within the last day and went with no other answer"
    )]
    Files,
    /// Somebody answered whom the writer has not read.
    #[error("somebody else answered meanwhile")]
    Answered,
    /// A complaint waits for its answer.
    #[error("the complaint was not answered by mail: say whether it was answered otherwise, and how, or why not")]
    Unanswered,
    /// The database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Characters of an answer.
const LONGEST_REPLY: usize = 4000;
/// Characters of a note.
const LONGEST_NOTE: usize = 2000;

/// How many fit, and a page of them, newest first.
pub fn list(conn: &Conn, kind: Kind, filter: &Filter, offset: i64, limit: i64) -> db::Result<(i64, Vec<Row>)> {
    sql::list(conn, kind, filter, offset, limit)
}

/// One of them, whole.
pub fn find(conn: &Conn, kind: Kind, id: &str) -> db::Result<Option<Inquiry>> {
    sql::find(conn, kind, id)
}

/// The ids that begin with `prefix`, or that have it as their number; two at most, as one more than one is enough to know
/// it is ambiguous.
pub fn ids_with_prefix(conn: &Conn, kind: Kind, prefix: &str) -> db::Result<Vec<String>> {
    sql::ids_with_prefix(conn, kind, prefix)
}

/// The file of a photo that came with a request, as a path inside the data directory.
pub fn photo(conn: &Conn, quote_id: &str, photo: &str) -> db::Result<Option<String>> {
    let found = sql::find(conn, Kind::Quote, quote_id)?;
    Ok(found.filter(|quote| quote.photos.iter().any(|own| own == photo)).map(|_| photos::file(photo)))
}

/// What is answered.
#[derive(Debug, Clone, Copy)]
pub struct Answering<'a> {
    pub words: &'a str,
    /// What goes along, by the ids that [`files::keep`] gave.
    pub files: &'a [String],
    /// How many answers whoever writes has read; `None` where nobody asks.
    pub seen: Option<usize>,
}

/// Mails an answer to the sender, in the thread of the mail they already have.
pub fn reply(
    tx: &Tx<'_>,
    actor: &Actor,
    kind: Kind,
    id: &str,
    Answering { words, files, seen }: Answering<'_>,
    now: Timestamp,
) -> Result<Inquiry, NotDone> {
    let words = checked(words, LONGEST_REPLY)?;
    let inquiry = sql::find(tx, kind, id)?.ok_or(NotDone::NotFound)?;
    let answers = inquiry.events.iter().filter(|event| event.kind == "reply").count();
    if seen.is_some_and(|seen| seen < answers) {
        return Err(NotDone::Answered);
    }
    let event = record(tx, actor, kind, id, "reply", &words, now)?;
    let files = files::claim(tx, event, files)?.ok_or(NotDone::Files)?;
    let answer = Message::Answer {
        number: inquiry.row.number.clone(),
        about_quote: kind == Kind::Quote,
        name: inquiry.row.name.clone(),
        text: words.clone(),
        asked: inquiry.row.message.clone(),
        thread: inquiry.thread.clone(),
        complaint: inquiry.row.complaint.as_ref().map(|complaint| complaint.key.to_string()),
        files: files.into_iter().map(|file| MailedFile { path: file.path(), name: file.name }).collect(),
    };
    mail::enqueue(tx, &inquiry.row.email, inquiry.lang, &answer, now)?;
    sql::set_status(tx, kind, id, Status::Answered)?;
    complaints::end(tx, actor, id, End::Answer, now)?;
    sql::find(tx, kind, id)?.ok_or(NotDone::NotFound)
}

/// Writes something down that only the firm reads.
pub fn note(tx: &Tx<'_>, actor: &Actor, kind: Kind, id: &str, words: &str, now: Timestamp) -> Result<Inquiry, NotDone> {
    let words = checked(words, LONGEST_NOTE)?;
    done(tx, actor, kind, id, "note", &words, now)
}

/// Says where it stands; the same again changes nothing. A complaint that was not answered by mail takes a remark with it,
/// which says what became of it.
pub fn set_status(
    tx: &Tx<'_>,
    actor: &Actor,
    kind: Kind,
    id: &str,
    (status, remark): (Status, Option<&Remark>),
    now: Timestamp,
) -> Result<Inquiry, NotDone> {
    let inquiry = sql::find(tx, kind, id)?.ok_or(NotDone::NotFound)?;
    if inquiry.row.status == status.into_str() {
        return Ok(inquiry);
    }
    let waits = inquiry.row.complaint.as_ref().is_some_and(Complaint::is_open);
    match remark {
        // What is answered is not what was left.
        Some(remark) if status == Status::Answered && waits && !remark.is_answer => return Err(NotDone::Unanswered),
        None if status != Status::New && waits => return Err(NotDone::Unanswered),
        Some(remark) => drop(note(tx, actor, kind, id, &remark.text, now)?),
        None => {}
    }
    if status == Status::New {
        complaints::reopen(tx, id)?;
    } else if waits {
        let is_answer = remark.is_some_and(|remark| remark.is_answer);
        complaints::end(tx, actor, id, if is_answer { End::Otherwise } else { End::Unanswered }, now)?;
    } else if status == Status::Answered && remark.is_some_and(|remark| remark.is_answer) {
        // What was left is answered after all.
        complaints::end(tx, actor, id, End::Otherwise, now)?;
    }
    sql::set_status(tx, kind, id, status)?;
    done(tx, actor, kind, id, "status", status.into_str(), now)
}

/// Deletes it with all that was said about it, and the mails about it; the ids of those. Not a complaint that waits.
pub fn delete(tx: &Tx<'_>, actor: &Actor, kind: Kind, id: &str, now: Timestamp) -> Result<Vec<String>, NotDone> {
    let inquiry = sql::find(tx, kind, id)?.ok_or(NotDone::NotFound)?;
    if inquiry.row.complaint.as_ref().is_some_and(Complaint::is_open) {
        return Err(NotDone::Unanswered);
    }
    let mails = mail::forget_inquiry(tx, id, &inquiry.row.number, &inquiry.row.email)?;
    sql::delete(tx, kind, id)?;
    forget_what_was_said_of_nothing(tx)?;
    audit::record(tx, actor, &format!("{}.deleted", kind.word()), id, &json!({}), now)?;
    Ok(mails)
}

fn checked(words: &str, longest: usize) -> Result<String, NotDone> {
    let words = text::lines(words);
    if (1..=longest).contains(&words.chars().count()) { Ok(words) } else { Err(NotDone::Words(longest)) }
}

fn done(
    tx: &Tx<'_>,
    actor: &Actor,
    kind: Kind,
    id: &str,
    what: &'static str,
    words: &str,
    now: Timestamp,
) -> Result<Inquiry, NotDone> {
    let found = || sql::find(tx, kind, id)?.ok_or(NotDone::NotFound);
    found()?;
    record(tx, actor, kind, id, what, words, now)?;
    found()
}

/// Writes down what was done, in the conversation and in the log; its id in the conversation.
fn record(
    tx: &Tx<'_>,
    actor: &Actor,
    kind: Kind,
    id: &str,
    what: &'static str,
    words: &str,
    now: Timestamp,
) -> db::Result<i64> {
    let event = sql::insert_event(tx, id, what, actor.label(), words, now)?;
    // What people write is theirs to have forgotten; the log forgets nothing, so it does not hold it.
    let detail = if what == "status" { json!({ "status": words }) } else { json!({}) };
    let act = format!("{}.{}", kind.word(), if what == "reply" { "answered" } else { what });
    audit::record(tx, actor, &act, id, &detail, now)?;
    Ok(event)
}
