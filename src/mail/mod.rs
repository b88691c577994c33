//! Mail: a row in the transaction that causes it, a message when the worker gets to it.
//!
//! Owns the outbox, the texts and the transport. A [`Message`] is plain data: no rendered text and no token rests in
//! the database.

pub mod api;
pub mod outbox;
pub mod text;
pub mod transport;
mod words;

use serde::{Deserialize, Serialize};

use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::lang::Lang;
use crate::money::Cents;

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
    /// The order is stored and waits for its payment.
    OrderReceived(OrderSummary),
    /// The payment arrived.
    OrderPaid(OrderSummary),
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
    /// The account is gone.
    Erased,
}

/// What somebody wrote to the firm, as the owner reads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inquiry {
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

/// Queues a mail in the business transaction that causes it. Ring `app.bells.outbox` after the commit.
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
    let like = q.map(|q| format!("%{}%", q.trim().replace(['\\', '%', '_'], " ")));
    let fits = "(?1 IS NULL OR state = ?1) AND (?2 IS NULL OR recipient LIKE ?2)";
    let count = conn
        .prepare_cached(&format!("SELECT count(*) FROM outbox WHERE {fits}"))?
        .query_row((state, &like), |row| row.get(0))?;
    let mut page = conn.prepare_cached(&format!(
        "SELECT * FROM outbox WHERE {fits} ORDER BY created_at DESC, id LIMIT ?3 OFFSET ?4"
    ))?;
    let mails = page.query_map((state, &like, limit, offset), |row| {
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
    let sql = "UPDATE outbox SET state = 'queued', attempts = 0, next_try_at = ?2, created_at = ?2
               WHERE id = ?1 AND state = 'dead'";
    if tx.prepare_cached(sql)?.execute((id, now))? == 0 {
        return Ok(false);
    }
    audit::record(tx, actor, "mail.retried", id, &serde_json::json!({}), now)?;
    Ok(true)
}

/// Forgets the mails to somebody, sent or not, and those that tell the owner what they wrote.
pub fn forget_recipient(tx: &Tx<'_>, recipient: &str) -> db::Result<()> {
    tx.execute("DELETE FROM outbox WHERE recipient = ?1 OR json_extract(message, '$.email') = ?1", [recipient])?;
    Ok(())
}
