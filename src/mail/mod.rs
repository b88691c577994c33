//! Mail: a row in the transaction that causes it, a message when the worker gets to it.
//!
//! Owns the outbox, the texts and the transport. A [`Message`] is plain data: no rendered text and no token rests in
//! the database.

mod breaker;
mod forget;
mod order;
pub mod outbox;
mod smtp;
mod sql;
pub mod text;
pub mod transport;
mod words;

use serde::{Deserialize, Serialize};

use crate::audit::{self, Actor};
use crate::carrier::Carrier;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::lang::Lang;
use crate::money::Cents;

pub use forget::{count_of_person, delete_files, forget_dead, forget_files, forget_inquiry, forget_person};

/// What a mail says, without its words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Message {
    /// Asks to confirm an address. The link is derived from `token_id` when the mail is sent.
    ConfirmEmail {
        /// How to greet.
        name: String,
        /// The row in `mail_tokens`.
        token_id: String,
    },
    /// A link and a code that sign in, derived as the one above.
    SignIn {
        /// How to greet.
        name: String,
        /// The row in `mail_tokens`.
        token_id: String,
    },
    /// A link and a code that let a forgotten password be set anew.
    Recover {
        /// How to greet.
        name: String,
        /// The row in `mail_tokens`.
        token_id: String,
    },
    /// A link and a code that make this address the account's.
    ConfirmNewEmail {
        /// How to greet.
        name: String,
        /// The row in `mail_tokens`.
        token_id: String,
    },
    /// A code that stands for the current password.
    Reauthenticate {
        /// How to greet.
        name: String,
        /// The row in `mail_tokens`.
        token_id: String,
    },
    /// Something happened to the account that its owner should know.
    AccountNotice {
        /// How to greet.
        name: String,
        /// What happened.
        notice: Notice,
    },
    /// Somebody signed up with an address that has an account.
    AlreadyRegistered {
        /// How to greet.
        name: String,
    },
    /// Somebody is offered the administrator's role.
    AdminInvitation {
        /// Who offers it, by their address.
        inviter: String,
        /// The row in `admin_invitations`.
        token_id: String,
    },
    /// The order is stored and waits for its payment.
    OrderReceived(OrderSummary),
    /// The payment arrived.
    OrderPaid(OrderSummary),
    /// The parcel is on its way.
    OrderShipped {
        /// What.
        #[serde(flatten)]
        order: OrderSummary,
        /// Who brings it.
        #[serde(default)]
        carrier: Carrier,
        /// The carrier's number, where there is one.
        tracking_number: Option<String>,
        /// Whether an earlier mail named another one.
        #[serde(default)]
        is_corrected: bool,
    },
    /// The parcel arrived.
    OrderDelivered(OrderSummary),
    /// The firm cancelled the order.
    OrderCancelled {
        /// What.
        #[serde(flatten)]
        order: OrderSummary,
        /// What goes back because of it; zero when nothing was left to give back.
        refund: Cents,
        /// Whether it is certain that nothing was charged.
        #[serde(default)]
        is_uncharged: bool,
    },
    /// Money went back.
    OrderRefunded {
        /// What for.
        #[serde(flatten)]
        order: OrderSummary,
        /// How much.
        amount: Cents,
        /// Of what.
        #[serde(default)]
        of: RefundOf,
        /// What it is for.
        #[serde(default)]
        parts: RefundParts,
    },
    /// An order was paid; to the owner.
    OrderForOwner {
        /// Which.
        #[serde(flatten)]
        order: OrderSummary,
        /// Who bought it.
        email: String,
    },
    /// An order needs somebody to look at it; to the owner.
    OrderFlagged {
        /// Which.
        #[serde(flatten)]
        order: OrderSummary,
        /// Why: `paid_late`, `paid_twice`, `payment_unknown`, `amount_differs`, `disputed` or `refund_failed`.
        why: String,
    },
    /// Stock is running out; to the owner.
    LowStock {
        /// Of what.
        lines: Vec<StockLine>,
    },
    /// Mails could not be sent; to the owner.
    MailsNotSent {
        /// How many.
        count: i64,
        /// What was said of the last.
        error: String,
    },
    /// A request for a quote arrived; to whoever is said to have sent it, so nothing typed freely stands in it.
    QuoteReceived {
        /// The request's short id.
        number: String,
        /// The trade, in the language of the mail.
        service: Option<String>,
    },
    /// A message arrived; as [`Message::QuoteReceived`].
    MessageReceived {
        /// The message's short id.
        number: String,
    },
    /// The firm answers what somebody wrote.
    Answer {
        /// The short id of what they wrote.
        number: String,
        /// Whether that was a request for a quote; else a message.
        about_quote: bool,
        /// How to greet.
        name: String,
        /// The answer, line by line.
        text: String,
        /// What they wrote, line by line.
        asked: String,
        /// The mail that began the thread.
        thread: Option<String>,
    },
    /// A request for a quote; to the owner.
    QuoteForOwner(Inquiry),
    /// A message; to the owner.
    MessageForOwner(Inquiry),
}

/// What a refund is for, beside its amount.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RefundParts {
    /// Goods; empty for an amount alone.
    pub lines: Vec<OrderLine>,
    /// What of the amount is for shipping.
    pub shipping: Cents,
    /// Whether the firm gave it back by other means than it was paid with.
    pub is_elsewhere: bool,
}

/// What a refund is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundOf {
    /// A part of what was paid.
    #[default]
    Part,
    /// All that was paid, or the last of it.
    Whole,
    /// The same, of an order that is not sent any more.
    WholeUnsent,
    /// A second payment of the same order, which goes on.
    SecondPayment,
}

/// What happened to an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Notice {
    /// The password is another; other sessions have ended.
    PasswordChanged,
    /// Somebody who is signed in wants another address.
    EmailChanging {
        /// The one they want.
        email: String,
    },
    /// The account has another address now.
    EmailChanged {
        /// The one it has.
        email: String,
    },
    /// There is a second factor.
    FactorAdded,
    /// A second factor is gone.
    FactorRemoved,
    /// A recovery code stood for the second factor.
    RecoveryCodeUsed,
    /// A provider opens the account from now on.
    IdentityJoined {
        /// What people know it by.
        provider: String,
    },
    /// A provider opens it no more.
    IdentityRemoved {
        /// What people know it by.
        provider: String,
    },
    /// The account has the administrator's role.
    AdminGranted,
    /// Somebody else has it, too.
    AdminJoined {
        /// Their address.
        email: String,
    },
    /// The account is gone.
    Erased,
    /// All that was known of somebody without an account is gone.
    DataErased,
}

/// What somebody wrote to the firm, as the owner reads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inquiry {
    /// Of its conversation at the desk; empty in mails that an older version queued.
    #[serde(default)]
    pub id: String,
    /// Its short id.
    pub number: String,
    /// Who writes.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// Where to call.
    pub phone: Option<String>,
    /// The trade, in the language of the mail.
    pub service: Option<String>,
    /// Where the work is.
    pub town: Option<String>,
    /// When it is wanted.
    pub when: Option<String>,
    /// The language to answer in.
    pub lang: Lang,
    /// What they write, line by line.
    pub message: String,
    /// Files that go along, as paths inside the data directory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<String>,
}

/// An order as its mails show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrderSummary {
    /// The order's id.
    pub order_id: String,
    /// What people call it by; mails from before it had one do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// How to greet.
    pub name: String,
    /// What was bought.
    pub lines: Vec<OrderLine>,
    /// What the lines cost.
    pub items: Cents,
    /// What shipping costs; zero when free.
    pub shipping: Cents,
    /// What is paid, tax included.
    pub total: Cents,
    /// The tax contained.
    pub tax: Cents,
    /// What of it is back or on its way back.
    #[serde(default)]
    pub refunded: Cents,
    /// Where it goes, line by line.
    pub address: Vec<String>,
}

/// One line of an order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrderLine {
    /// Product and, when it says something, variant and filled-in texts.
    pub title: String,
    /// How many.
    pub quantity: i64,
    /// What they cost together.
    pub total: Cents,
}

/// A variant that is running out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StockLine {
    /// Product and variant.
    pub title: String,
    /// The stock keeping unit.
    pub sku: Option<String>,
    /// Units left.
    pub left: i64,
}

/// The language the owner reads.
pub const OWNERS_LANG: Lang = Lang::Es;

/// Queues a mail in the business transaction that causes it. Ring `app.wakeups.outbox` after the commit.
pub fn enqueue(tx: &Tx<'_>, recipient: &str, lang: Lang, message: &Message, now: Timestamp) -> db::Result<()> {
    begin_thread(tx, recipient, lang, message, now).map(drop)
}

/// As [`enqueue`]; answers the mail's id, which later mails of the thread name.
pub fn begin_thread(tx: &Tx<'_>, recipient: &str, lang: Lang, message: &Message, now: Timestamp) -> db::Result<String> {
    let id = id::new();
    let message = serde_json::to_value(message).expect("a message is plain data");
    tx.prepare_cached(
        "INSERT INTO outbox (id, recipient, lang, message, next_try_at, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
    )?
    .execute((&id, recipient, lang, message, now))?;
    Ok(id)
}

/// A mail of the outbox.
#[derive(Debug, Clone)]
pub struct Queued {
    /// Random; the local part of its Message-ID.
    pub id: String,
    /// Where it goes.
    pub recipient: String,
    /// In which language.
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
}

/// How many mails fit, and a page of them, newest first: of one state, or with this in the recipient's address.
pub fn list(
    conn: &Conn,
    state: Option<&str>,
    q: Option<&str>,
    offset: i64,
    limit: i64,
) -> db::Result<(i64, Vec<Queued>)> {
    let part = crate::text::wanted(q).map(|q| crate::text::folded(&q));
    let fits = "(?1 IS NULL OR state = ?1) AND (?2 IS NULL OR instr(folded(recipient), ?2))";
    let count = conn
        .prepare_cached(&format!("SELECT count(*) FROM outbox WHERE {fits}"))?
        .query_row((state, &part), |row| row.get(0))?;
    let mut page = conn.prepare_cached(&format!(
        "SELECT * FROM outbox WHERE {fits} ORDER BY created_at DESC, id LIMIT ?3 OFFSET ?4"
    ))?;
    let mails = page.query_map((state, &part, limit, offset), |row| {
        Ok(Queued {
            id: row.get("id")?,
            recipient: row.get("recipient")?,
            lang: row.get("lang")?,
            message: row.get("message")?,
            state: row.get("state")?,
            attempts: row.get("attempts")?,
            last_error: row.get("last_error")?,
            created_at: row.get("created_at")?,
            next_try_at: row.get("next_try_at")?,
        })
    })?;
    Ok((count, mails.collect::<Result<_, _>>()?))
}

/// Puts a mail that was given up on its way again; `false` when it is no such mail.
pub fn retry(tx: &Tx<'_>, actor: &Actor, id: &str, now: Timestamp) -> db::Result<bool> {
    let sql = "UPDATE outbox SET state = 'queued', attempts = 0, unanswered = 0, next_try_at = ?2, created_at = ?2, owner_told = 0
               WHERE id = ?1 AND state = 'dead'";
    if tx.prepare_cached(sql)?.execute((id, now))? == 0 {
        return Ok(false);
    }
    audit::record(tx, actor, "mail.retried", id, &serde_json::json!({}), now)?;
    Ok(true)
}

/// Puts every mail that was given up on its way again; how many those are.
pub fn retry_all(tx: &Tx<'_>, actor: &Actor, now: Timestamp) -> db::Result<usize> {
    let dead: Vec<String> = tx
        .prepare_cached("SELECT id FROM outbox WHERE state = 'dead' ORDER BY created_at, id")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    dead.iter().try_for_each(|id| retry(tx, actor, id, now).map(drop))?;
    Ok(dead.len())
}

/// The ids that begin with `prefix`; two at most, as one more than one is enough to know it is ambiguous.
pub fn ids_with_prefix(conn: &Conn, prefix: &str) -> db::Result<Vec<String>> {
    let mut rows = conn.prepare_cached("SELECT id FROM outbox WHERE substr(id, 1, length(?1)) = ?1 LIMIT 2")?;
    let rows = rows.query_map([prefix], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A mail that was queued, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// Random; the local part of its Message-ID.
    pub id: String,
    /// Such as `order_shipped`.
    pub kind: String,
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

/// The mails of an order, oldest first, as long as they are remembered.
pub fn of_order(conn: &Conn, order_id: &str) -> db::Result<Vec<Sent>> {
    let mut rows = conn.prepare_cached(&format!(
        "SELECT id, message ->> 'kind' AS kind, recipient, state, attempts, last_error, created_at, sent_at FROM outbox
         WHERE {OF_ORDER} ORDER BY created_at, rowid"
    ))?;
    let rows = rows.query_map([order_id], |row| {
        Ok(Sent {
            id: row.get("id")?,
            kind: row.get("kind")?,
            recipient: row.get("recipient")?,
            state: row.get("state")?,
            attempts: row.get("attempts")?,
            last_error: row.get("last_error")?,
            created_at: row.get("created_at")?,
            sent_at: row.get("sent_at")?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Word for word what the index of the outbox is on.
const OF_ORDER: &str = "json_extract(message, '$.order_id') = ?1";

/// Whether a mail of this kind about an order was queued since a moment, and is not given up.
pub fn was_queued_since(conn: &Conn, order_id: &str, kind: &str, since: Timestamp) -> db::Result<bool> {
    let sql = format!(
        "SELECT EXISTS (SELECT 1 FROM outbox WHERE {OF_ORDER} AND message ->> 'kind' = ?2 AND created_at > ?3
             AND state <> 'dead')"
    );
    Ok(conn.prepare_cached(&sql)?.query_row((order_id, kind, since), |row| row.get(0))?)
}

/// Puts the mails of this kind about an order that were given up on their way again; `false` when there is none.
pub fn revive(tx: &Tx<'_>, order_id: &str, kind: &str, now: Timestamp) -> db::Result<bool> {
    let sql = format!(
        "UPDATE outbox SET state = 'queued', attempts = 0, unanswered = 0, next_try_at = ?3, created_at = ?3, owner_told = 0
         WHERE {OF_ORDER} AND message ->> 'kind' = ?2 AND state = 'dead'"
    );
    Ok(tx.prepare_cached(&sql)?.execute((order_id, kind, now))? > 0)
}

/// How many mails were given up of those queued since a moment.
pub fn dead_since(conn: &Conn, since: Timestamp) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM outbox WHERE state = 'dead' AND created_at > ?1";
    Ok(conn.prepare_cached(sql)?.query_row([since], |row| row.get(0))?)
}

/// How many mails were given up that the owner does not know of, and what was said of the last; those that would have
/// told the owner so do not count.
pub fn dead_and_untold(conn: &Conn) -> db::Result<(i64, String)> {
    let sql = "SELECT count(*), coalesce(max(last_error), '') FROM outbox
               WHERE state = 'dead' AND NOT owner_told AND message ->> 'kind' <> 'mails_not_sent'";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

/// The owner knows of all mails that were given up.
pub fn set_dead_told(tx: &Tx<'_>) -> db::Result<()> {
    tx.prepare_cached("UPDATE outbox SET owner_told = 1 WHERE state = 'dead' AND NOT owner_told")?.execute([])?;
    Ok(())
}
