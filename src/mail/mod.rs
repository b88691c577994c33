//! Mail: a row in the transaction that causes it, a message when the worker gets to it.
//!
//! Owns the outbox, the texts and the transport. A [`Message`] is plain data: no rendered text and no token rests in
//! the database.

pub mod outbox;
pub mod text;
pub mod transport;
mod words;

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::db::{self, Tx};
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
    let message = serde_json::to_value(message).expect("a message is plain data");
    tx.prepare_cached(
        "INSERT INTO outbox (id, recipient, lang, message, next_try_at, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
    )?
    .execute((id::new(), recipient, lang, message, now))?;
    Ok(())
}

/// Forgets the mails to somebody, sent or not, and those that tell the owner what they wrote.
pub fn forget_recipient(tx: &Tx<'_>, recipient: &str) -> db::Result<()> {
    tx.execute("DELETE FROM outbox WHERE recipient = ?1 OR json_extract(message, '$.email') = ?1", [recipient])?;
    Ok(())
}
