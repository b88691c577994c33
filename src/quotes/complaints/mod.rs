//! Complaints: messages that get a key and a written receipt at once, and an answer within fifteen days (TRLGDCU
//! arts. 21.2 and 21.3). Owns `complaints`.
//!
//! Its first answer stops the clock: a mail from the conversation, or what the owner says was done otherwise, by telephone
//! or in person. The receipt repeats what was written, for that is what the law asks of it; see docs/decisions/0035.

mod key;
mod sql;
mod term;

use poem_openapi::Enum;
use serde::Serialize;
use serde_json::json;
use strum::{EnumString, IntoStaticStr};

use super::{Contact, inquiry, sql as messages};
use crate::audit::{self, Actor};
use crate::clock::{self, Timestamp};
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::mail::{self, ComplaintDue, ComplaintNotice, ComplaintReceipt, Message};
use crate::pager;
use crate::settings::Settings;

pub(super) use sql::{JOINED, forget_texts, of_row};

pub use key::{Key, NotKey};

/// The same complaint again within so many seconds is a second click.
const SECOND_CLICK_SECONDS: i64 = 60;
/// So many receipts a day go to one address at once; each further one waits longer than the one before.
const PROMPT_RECEIPTS: i64 = 3;
const RECEIPT_WAIT_SECONDS: i64 = 1800;
/// The owner is told again when so many days are left.
const FEW_DAYS: i32 = 3;
/// Complaints the owner is told of in one round.
const AT_ONCE: i64 = 50;

/// How a complaint came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize, EnumString, IntoStaticStr)]
#[oai(rename = "ComplaintEnd", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum End {
    /// It was answered by mail.
    Answer,
    /// It was answered otherwise, by telephone or in person; a note says how.
    Otherwise,
    /// It was not answered; a note says why.
    Unanswered,
}

db::stored_by_name!(End);

/// What makes a message a complaint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Complaint {
    /// What people call it by.
    pub key: Key,
    /// The order it is about, as it was typed.
    pub order: Option<String>,
    /// The last day for the answer, `2026-12-05`.
    pub due_on: String,
    /// How it came to its end; none while it waits for an answer.
    pub ended: Option<End>,
    /// When.
    #[serde(serialize_with = "clock::rfc3339")]
    pub ended_at: Option<Timestamp>,
    /// The first moment that is too late.
    #[serde(skip)]
    pub due_at: Timestamp,
}

impl Complaint {
    pub const fn is_open(&self) -> bool {
        self.ended.is_none()
    }

    /// Days until the last one, 0 on that day and less afterwards; none once it has come to its end.
    pub fn days_left(&self, now: Timestamp) -> Option<i64> {
        self.is_open().then(|| term::days_left(self.due_at, now))
    }

    /// Whether its end came in time; none while there is none.
    pub fn was_in_time(&self) -> Option<bool> {
        self.ended_at.map(|at| at < self.due_at)
    }
}

/// What its sender is told at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    pub key: Key,
    pub received_at: Timestamp,
    /// The last day for the answer, `2026-12-05`.
    pub due_on: String,
}

/// Stores a complaint and queues its receipt and the word to the owner; the same again at once is the same.
pub fn complain(
    tx: &Tx<'_>,
    contact: &Contact,
    order: Option<&str>,
    owner: Option<&str>,
    now: Timestamp,
) -> db::Result<Receipt> {
    let since = now.plus_seconds(-SECOND_CLICK_SECONDS);
    if let Some(receipt) = sql::same_since(tx, contact, order, since)? {
        return Ok(receipt);
    }
    let (id, due_at) = (id::new(), term::due_at(now));
    messages::insert_message(tx, &id, None, contact, now)?;
    let key = sql::next_key(tx, i64::from(now.date().year()))?;
    sql::insert(tx, key, &id, order, now, due_at)?;
    let last = term::last_day(due_at);
    let due = last.strftime("%d/%m/%Y").to_string();
    acknowledge(tx, &id, key, contact, order, &due, now)?;
    let inquiry = inquiry(id.clone(), key.to_string(), contact);
    let notice = ComplaintNotice { inquiry, key: key.to_string(), order: order.map(str::to_owned), due };
    pager::tell(tx, owner, &Message::ComplaintForOwner(Box::new(notice)), now)?;
    let detail = json!({ "key": key, "due_on": last.to_string() });
    audit::record(tx, &Actor::System, "complaint.received", &id, &detail, now)?;
    Ok(Receipt { key, received_at: now, due_on: last.to_string() })
}

/// Those of a year and later whose sender named an order in one of these ways, each with its message, the newest first.
/// In a name ` 2026-42 ` spaces stand for where words end; it is in small letters.
pub fn naming(conn: &Conn, since: i64, names: &[String], most: i64) -> db::Result<Vec<(String, Complaint)>> {
    sql::naming(conn, since, names, most)
}

fn acknowledge(
    tx: &Tx<'_>,
    id: &str,
    key: Key,
    contact: &Contact,
    order: Option<&str>,
    due: &str,
    now: Timestamp,
) -> db::Result<()> {
    let adr = Settings::load(tx)?.adr;
    let receipt = ComplaintReceipt {
        number: key.to_string(),
        key: key.to_string(),
        name: contact.name.clone(),
        order: order.map(str::to_owned),
        text: contact.message.lines().map(str::to_owned).collect(),
        at: now.to_local_with_offset(),
        due: due.to_owned(),
        takes_part: adr.takes_part,
        body: adr.to_string(),
    };
    let message = Message::ComplaintReceived(receipt);
    // What anybody can type, anybody can have sent to somebody else: the first go out at once, each further one later.
    let before = sql::count_since(tx, contact.email.as_str(), now.plus_days(-1))? - 1;
    let wait = (before - PROMPT_RECEIPTS + 1).clamp(0, 48) * RECEIPT_WAIT_SECONDS;
    let not_before = now.plus_seconds(wait);
    let thread = mail::enqueue_later(tx, contact.email.as_str(), contact.lang, &message, now, not_before)?;
    messages::set_message_thread(tx, id, &thread)
}

/// Stops the clock of a message that is a complaint: at the first answer, and not again.
pub(super) fn end(tx: &Tx<'_>, actor: &Actor, message_id: &str, how: End, now: Timestamp) -> db::Result<()> {
    let Some(complaint) = sql::of_message(tx, message_id)? else { return Ok(()) };
    // What was closed without an answer can be answered yet.
    if complaint.ended.is_none_or(|ended| ended == End::Unanswered && how != End::Unanswered) {
        sql::set_end(tx, message_id, Some((how, now)))?;
        let detail = json!({ "key": complaint.key, "how": how });
        audit::record(tx, actor, "complaint.ended", message_id, &detail, now)?;
    }
    Ok(())
}

/// The clock of a complaint that is opened again runs on, where it was not answered.
pub(super) fn reopen(tx: &Tx<'_>, message_id: &str) -> db::Result<()> {
    match sql::of_message(tx, message_id)? {
        Some(Complaint { ended: Some(End::Unanswered), .. }) => sql::set_end(tx, message_id, None),
        _ => Ok(()),
    }
}

/// The message that a key calls.
pub fn message_of(conn: &Conn, key: Key) -> db::Result<Option<String>> {
    sql::message_of(conn, key)
}

/// How many wait for an answer, and how many of these too long.
pub fn count_open(conn: &Conn, now: Timestamp) -> db::Result<(i64, i64)> {
    sql::count_open(conn, now)
}

/// Whether the owner is to be told that time runs out, or has run out.
pub fn is_time_short(conn: &Conn, now: Timestamp) -> db::Result<bool> {
    Ok(!sql::untold(conn, now, term::end_in(now, FEW_DAYS), 1)?.is_empty())
}

/// Tells the owner of every complaint that few days are left for, and again when none is; of each once.
pub fn tell_time_short(tx: &Tx<'_>, owner: Option<&str>, now: Timestamp) -> db::Result<()> {
    for (id, complaint) in sql::untold(tx, now, term::end_in(now, FEW_DAYS), AT_ONCE)? {
        let is_overdue = complaint.due_at <= now;
        let due = ComplaintDue {
            id: id.clone(),
            key: complaint.key.to_string(),
            due: term::last_day(complaint.due_at).strftime("%d/%m/%Y").to_string(),
            is_overdue,
        };
        pager::tell(tx, owner, &Message::ComplaintDue(due), now)?;
        sql::set_told(tx, &id, is_overdue, now)?;
    }
    Ok(())
}
