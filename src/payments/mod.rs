//! Payments: what every payment provider can do, and the proof of what it said.
//!
//! A leaf: knows sessions, amounts and references, nothing of orders. A [`VerifiedFact`] can only be made in here,
//! after a signature was checked or the provider was asked, so that nothing else can claim that money has moved.
//!
//! A provider is a folder with a [`Kind`] of its own, a line in [`PROVIDERS`] and one in [`Options`]: what it is called,
//! its account, its pages, its notifications and what `check` asks it all come with it.

mod api;
mod fact;
mod gateway;
mod listed;
mod options;
mod page;
pub mod redsys;
pub mod sandbox;
mod signed;
pub mod stripe;
mod wire;

#[cfg(test)]
pub use fact::forged;
pub use fact::{FactKind, VerifiedFact};
pub use gateway::{Gateway, Given, Kind, Payments, Probe, Provider, hears, probe};
pub use listed::{Listed, OpenSession, Page};
pub use options::Options;

use poem_openapi::Enum;

use crate::clock::Timestamp;
use crate::db;
use crate::lang::Lang;
use crate::money::Cents;

/// Every provider there is.
static PROVIDERS: [Provider; 3] = [sandbox::PROVIDER, stripe::PROVIDER, redsys::PROVIDER];

/// Characters of an order that are sent along with its payment page: what Stripe takes at most, less a fifth.
pub const MAX_ORDER_COPY: usize = 20_000;

/// A means of payment that buyers know by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename = "PaymentMeans", rename_all = "snake_case")]
pub enum Means {
    /// Credit and debit cards.
    Card,
    /// Bizum.
    Bizum,
    /// Apple Pay.
    ApplePay,
    /// Google Pay.
    GooglePay,
    /// Link.
    Link,
}

/// A payment page to be opened.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Our own id of the payment attempt; asking twice with the same gives the same session.
    pub reference: String,
    /// What is to be paid.
    pub amount: Cents,
    /// ISO 4217.
    pub currency: &'static str,
    /// What people see it is for: the order's number.
    pub description: String,
    /// The buyer's address for mail; empty when it is not known.
    pub email: String,
    /// What the order is written down again from, should the shop forget it: where the provider keeps that, it comes back
    /// with a payment. At most [`MAX_ORDER_COPY`] characters.
    pub order_copy: String,
    /// The language of the page.
    pub lang: Lang,
    /// Where a payer comes back to; `session_id` is added to its query.
    pub success_url: String,
    /// Where somebody who does not want to pay goes.
    pub cancel_url: String,
    /// Whether it takes Bizum and nothing else, where the provider can.
    pub is_bizum: bool,
    /// When it was first asked for; the same each time.
    pub created_at: Timestamp,
    /// When the page stops taking the payment.
    pub expires_at: Timestamp,
}

/// A payment page that was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// The provider's id of the session.
    pub provider_ref: String,
    /// Where the buyer goes.
    pub url: String,
}

/// What a provider says of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionState {
    /// It can still be paid.
    Open,
    /// It cannot: this is how it ended.
    Ended(Box<VerifiedFact>),
}

impl From<VerifiedFact> for SessionState {
    fn from(fact: VerifiedFact) -> Self {
        Self::Ended(Box::new(fact))
    }
}

/// Money that is to go back.
#[derive(Debug, Clone)]
pub struct RefundOrder {
    /// Our own id of it: the same again is the same refund.
    pub id: String,
    /// The session it was paid on.
    pub provider_ref: String,
    /// The provider's id of the money, if it has one.
    pub payment_ref: Option<String>,
    /// How much.
    pub amount: Cents,
    /// Whether it may have been asked for before, with the answer lost.
    pub tried_before: bool,
}

/// How a refund stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundState {
    /// It is made.
    Done,
    /// The provider has it and will say how it ends, or can be asked.
    Pending,
    /// It will not be made, for the reason given.
    Refused(String),
}

/// Why a provider did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It could not be reached or did not understand; the same may work later.
    #[error("the payment provider is unavailable: {0}")]
    Unavailable(String),
    /// It refuses, and will again.
    #[error("the payment provider refuses: {0}")]
    Refused(String),
}

/// The sandbox keeps its books in our database.
impl From<db::Error> for Error {
    fn from(error: db::Error) -> Self {
        Self::Unavailable(error.to_string())
    }
}

/// A notification whose signature is not the provider's, or is too old or too new.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the notification's signature is not valid")]
pub struct NotAuthentic;

/// Why a notification is not taken.
#[derive(Debug, thiserror::Error)]
pub enum NotTaken {
    /// We have no account at that provider.
    #[error("there is no account at that provider")]
    NotHere,
    /// Nobody knows whose it is.
    #[error(transparent)]
    NotAuthentic(#[from] NotAuthentic),
    /// It is of a kind we act on, and cannot be read; the provider shall send it again.
    #[error("the notification is not understood")]
    NotUnderstood,
    /// It could not be compared with what we know; the provider shall send it again.
    #[error(transparent)]
    Db(#[from] db::Error),
}
