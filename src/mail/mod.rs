//! Mail: a row in the transaction that causes it, a message when the worker gets to it.
//!
//! Owns the outbox, the texts and the transport. A [`Message`] is plain data: no rendered text and no token rests in
//! the database.

pub mod attached;
mod breaker;
mod complaint;
mod contract;
pub mod dkim;
mod files;
mod headline;
mod message;
mod order;
pub mod outbox;
mod shipped;
mod smtp;
mod sold;
mod sql;
pub mod text;
pub mod transport;
mod withdrawal;
mod words;

use poem_openapi::Enum;
use strum::{IntoStaticStr, VariantArray};

use crate::audit::{self, Actor};
use crate::carrier::Carrier;
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::id;
use crate::lang::Lang;

pub use complaint::{ComplaintDue, ComplaintNotice, ComplaintReceipt};
pub use files::{delete_files, forget_files};
pub use headline::{Headline, Urgency, headline, trial};
pub use message::{Inquiry, MailedFile, Message, Notice, StockLine};
pub use sold::{InvoiceOf, OrderLine, OrderSummary, RefundOf, RefundParts};
pub use sql::forget::{count_of_person, forget_dead, forget_inquiry, forget_person};
pub use sql::held::count as count_held;
pub use sql::kept::{dead_and_untold, dead_since, ids_with_prefix, list, of_order, set_dead_told, was_queued_since};
pub use withdrawal::{GoesBack, ReturnStep, ReturnUpdate, Unsent, WithdrawalNotice, WithdrawalReceipt};

/// The language the owner reads.
pub const OWNERS_LANG: Lang = Lang::Es;

/// Queues a mail in the business transaction that causes it. Wake `app.wakeups.outbox` after the commit.
pub fn enqueue(tx: &Tx<'_>, recipient: &str, lang: Lang, message: &Message, now: Timestamp) -> db::Result<()> {
    enqueue_later(tx, recipient, lang, message, now, now).map(drop)
}

/// As [`enqueue`]; answers the mail's id, which later mails of the thread name.
pub fn begin_thread(tx: &Tx<'_>, recipient: &str, lang: Lang, message: &Message, now: Timestamp) -> db::Result<String> {
    enqueue_later(tx, recipient, lang, message, now, now)
}

/// As [`begin_thread`], for a mail that does not go out before a moment.
pub fn enqueue_later(
    tx: &Tx<'_>,
    recipient: &str,
    lang: Lang,
    message: &Message,
    now: Timestamp,
    not_before: Timestamp,
) -> db::Result<String> {
    let id = id::new();
    let message = serde_json::to_value(message).expect("a message is plain data");
    sql::kept::insert(tx, &id, recipient, lang, &message, now, not_before)?;
    Ok(id)
}

/// Puts a mail that was given up on its way again; `false` when it is no such mail.
pub fn retry(tx: &Tx<'_>, actor: &Actor, id: &str, now: Timestamp) -> db::Result<bool> {
    if !sql::kept::queue_again(tx, id, now)? {
        return Ok(false);
    }
    audit::record(tx, actor, "mail.retried", id, &serde_json::json!({}), now)?;
    Ok(true)
}

/// Puts a mail about an order that was given up on its way again, if it says the same as `message`; `false` when there is
/// none. Others of its kind never go out.
pub fn revive(tx: &Tx<'_>, order_id: &str, kind: &str, message: &Message, now: Timestamp) -> db::Result<bool> {
    let message = serde_json::to_value(message).expect("a message is plain data");
    sql::kept::revive(tx, order_id, kind, &message, now)
}

/// Ends the mails of a kind about an order that were queued since a moment and wait: what they say is not true any more.
/// Answers whether its recipient may have read one, for it went out, is on its way, or is not remembered.
pub fn take_back(tx: &Tx<'_>, order_id: &str, kind: &str, since: Timestamp) -> db::Result<bool> {
    let may_be_read = sql::kept::may_be_read(tx, order_id, kind, since)?;
    sql::kept::end_queued(tx, order_id, kind, since)?;
    Ok(may_be_read)
}

/// What waits for the buyer of an order under an address that was not theirs goes to the right one, with the `nonce` that
/// opens the order from now on; no mail goes to the wrong one any more. The kinds of those that go out.
pub fn redirect(
    tx: &Tx<'_>,
    order_id: &str,
    wrong: &str,
    right: &str,
    nonce: &str,
    now: Timestamp,
) -> db::Result<Vec<String>> {
    sql::redirect::correct_reply(tx, order_id, wrong, right)?;
    let kinds = sql::redirect::move_waiting(tx, order_id, wrong, right, nonce, now)?;
    sql::redirect::end_others(tx, order_id, wrong, right, nonce)?;
    Ok(kinds)
}

/// When a mail of a kind about an order was queued last that was not taken back.
pub fn last_told(conn: &db::Conn, order_id: &str, kind: &str) -> db::Result<Option<Timestamp>> {
    sql::kept::last_told(conn, order_id, kind)
}

/// Puts every mail that was given up on its way again; how many those are.
pub fn retry_all(tx: &Tx<'_>, actor: &Actor, now: Timestamp) -> db::Result<usize> {
    let dead = sql::kept::dead(tx)?;
    dead.iter().try_for_each(|id| retry(tx, actor, id, now).map(drop))?;
    Ok(dead.len())
}

/// Where a mail stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, IntoStaticStr, VariantArray)]
#[oai(rename = "MailState", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum State {
    /// It waits, or waits again.
    Queued,
    /// It went out.
    Sent,
    /// It will not go out.
    Dead,
}

/// Holds every mail that waits, for a restored shop may have sent it before; how many.
pub fn hold_queued(tx: &Tx<'_>) -> db::Result<usize> {
    sql::held::hold_queued(tx)
}

/// What becomes of the mails that are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Release {
    /// They go out.
    Send,
    /// They never do.
    Drop,
}

/// Does with every held mail what the owner says; how many those are.
pub fn release_held(tx: &Tx<'_>, actor: &Actor, release: Release, now: Timestamp) -> db::Result<usize> {
    let (count, act) = match release {
        Release::Send => (sql::held::send(tx, now)?, "mails.released"),
        Release::Drop => (sql::held::drop(tx)?, "mails.dropped"),
    };
    if count > 0 {
        audit::record(tx, actor, act, "held", &serde_json::json!({ "count": count }), now)?;
    }
    Ok(count)
}

/// A mail of the outbox.
#[derive(Debug, Clone)]
pub struct Queued {
    /// Random; the local part of its Message-ID.
    pub id: String,
    /// Where it goes.
    pub recipient: String,
    pub lang: Lang,
    /// A [`Message`].
    pub message: serde_json::Value,
    /// `queued`, `sent` or `dead`.
    pub state: String,
    /// How often it was tried.
    pub attempts: i64,
    /// What was said when it failed last.
    pub last_error: Option<String>,
    /// When it was queued.
    pub created_at: Timestamp,
    /// When it is tried next.
    pub next_try_at: Timestamp,
    /// Whether a restored shop still had to send it, and it waits for a word.
    pub is_held: bool,
}

/// A mail that was queued, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// Random; the local part of its Message-ID.
    pub id: String,
    /// Such as `order_shipped`.
    pub kind: String,
    /// Who takes an order there, in the mail that says so.
    pub carrier: Option<Carrier>,
    /// Whether it says another tracking number, or brings an invoice that corrects one.
    pub is_corrected: bool,
    /// The number of the invoice that it brings.
    pub invoice: Option<String>,
    /// Where it goes.
    pub recipient: String,
    /// `queued`, `sent` or `dead`.
    pub state: String,
    /// How often it was tried.
    pub attempts: i64,
    /// What was said when it failed last.
    pub last_error: Option<String>,
    /// When it was queued.
    pub created_at: Timestamp,
    /// When it went out.
    pub sent_at: Option<Timestamp>,
}
