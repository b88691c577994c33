//! Payments: what every payment provider can do, and the proof of what it said.
//!
//! A leaf: knows sessions, amounts and references, nothing of orders. A [`VerifiedFact`] can only be made in here,
//! after a signature was checked or the provider was asked, so that nothing else can claim that money has moved.

mod api;
mod page;
pub mod redsys;
pub mod sandbox;
mod signed;
pub mod stripe;

use reqwest::header::HeaderMap;

use self::stripe::Stripe;
use crate::app::App;
use crate::clock::Timestamp;
use crate::config::{self, PaymentsKind};
use crate::db;
use crate::lang::Lang;
use crate::money::Cents;

/// Who takes the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// The embedded provider: behaves like a real one, moves no money.
    Sandbox,
    /// Stripe Checkout.
    Stripe,
    /// The virtual terminal of a Spanish bank: cards and Bizum.
    Redsys,
}

/// The accounts at providers outside, as far as they are set up.
pub struct Clients {
    stripe: Option<Stripe>,
    redsys: Option<redsys::Client>,
}

impl Clients {
    /// Those of a configuration that was checked.
    pub fn of(config: &config::Serve) -> Self {
        Self { stripe: Stripe::of(&config.stripe), redsys: redsys::Client::of(&config.redsys) }
    }

    fn stripe(&self) -> Result<&Stripe, Error> {
        self.stripe.as_ref().ok_or_else(|| Error::Unavailable(String::from("there is no account at Stripe")))
    }

    fn redsys(&self) -> Result<&redsys::Client, Error> {
        self.redsys.as_ref().ok_or_else(|| Error::Unavailable(String::from("there is no terminal at Redsys")))
    }
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
    /// What people see it is for: the order's short id.
    pub description: String,
    /// The buyer's address for mail; empty when it is not known.
    pub email: String,
    /// The language of the page.
    pub lang: Lang,
    /// Where a payer comes back to; `session_id` is added to its query.
    pub success_url: String,
    /// Where somebody who does not want to pay goes.
    pub cancel_url: String,
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
pub enum Standing {
    /// It can still be paid.
    Open,
    /// It cannot: this is how it ended.
    Ended(VerifiedFact),
}

/// What a fact says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactKind {
    /// The provider has the money.
    Paid,
    /// The provider will not get the money.
    Failed,
    /// Nobody paid in time, or we closed it.
    Expired,
    /// Money went back.
    RefundDone,
    /// Money did not go back, though it may have seemed so.
    RefundFailed,
    /// The buyer's bank wants the money back.
    Disputed,
    /// It does not get it.
    DisputeWon,
    /// It got it.
    DisputeLost,
}

impl FactKind {
    /// As it stands in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Expired => "expired",
            Self::RefundDone => "refund_done",
            Self::RefundFailed => "refund_failed",
            Self::Disputed => "disputed",
            Self::DisputeWon => "dispute_won",
            Self::DisputeLost => "dispute_lost",
        }
    }

    /// The kind of a stored fact.
    pub fn from_name(name: &str) -> Option<Self> {
        use FactKind::{DisputeLost, DisputeWon, Disputed, Expired, Failed, Paid, RefundDone, RefundFailed};
        let all = [Paid, Failed, Expired, RefundDone, RefundFailed, Disputed, DisputeWon, DisputeLost];
        all.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// What a provider said, verified. The fields are private: it can only be made in this module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedFact {
    provider: Provider,
    id: String,
    session: Option<String>,
    payment: Option<String>,
    reference: String,
    kind: FactKind,
    amount: Cents,
    currency: String,
    odd: Option<&'static str>,
    raw: Option<[u8; 32]>,
}

impl VerifiedFact {
    /// Who said it.
    pub fn provider(&self) -> Provider {
        self.provider
    }

    /// The provider's id of this fact: the same again is the same fact.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The provider's session it speaks of; one without speaks of a [`payment`](Self::payment).
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// The provider's id of the money, where there is some.
    pub fn payment(&self) -> Option<&str> {
        self.payment.as_deref()
    }

    /// Our own id of the attempt or the refund, as the provider kept it; of a refund made in the provider's own panel and
    /// of a dispute, the provider's id of it.
    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// What it says.
    pub fn kind(&self) -> FactKind {
        self.kind
    }

    /// Whether the provider has the money.
    pub fn is_paid(&self) -> bool {
        self.kind == FactKind::Paid
    }

    /// How much.
    pub fn amount(&self) -> Cents {
        self.amount
    }

    /// ISO 4217.
    pub fn currency(&self) -> &str {
        &self.currency
    }

    /// What of it is not as we asked for it, as the merchant or the mode: genuine, but not to be believed.
    pub fn odd(&self) -> Option<&'static str> {
        self.odd
    }

    /// The SHA-256 of the bytes it was read from; none for one that we asked for.
    pub fn raw(&self) -> Option<[u8; 32]> {
        self.raw
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

impl Provider {
    /// The provider that new payments use.
    pub fn configured(config: &config::Serve) -> Self {
        match config.payments {
            PaymentsKind::Sandbox => Self::Sandbox,
            PaymentsKind::Stripe => Self::Stripe,
            PaymentsKind::Redsys => Self::Redsys,
        }
    }

    /// As it stands in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Stripe => "stripe",
            Self::Redsys => "redsys",
        }
    }

    /// All there are.
    pub const ALL: [Self; 3] = [Self::Sandbox, Self::Stripe, Self::Redsys];

    /// The provider of a stored attempt.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == name)
    }

    /// Opens a payment page.
    pub async fn start(self, app: &App, session: NewSession) -> Result<Started, Error> {
        match self {
            Self::Sandbox => sandbox::start(app, session).await,
            Self::Stripe => app.payments.stripe()?.start(&session).await,
            Self::Redsys => redsys::start(app, session).await,
        }
    }

    /// Asks how a session stands.
    pub async fn look_up(self, app: &App, provider_ref: &str) -> Result<Standing, Error> {
        match self {
            Self::Sandbox => sandbox::look_up(app, provider_ref).await,
            Self::Stripe => app.payments.stripe()?.look_up(provider_ref).await,
            Self::Redsys => redsys::look_up(app, provider_ref).await,
        }
    }

    /// Whether it closes a session that it is asked to close. A page of one that does not can be paid until its time is
    /// over, whatever we do.
    pub const fn closes(self) -> bool {
        match self {
            Self::Sandbox | Self::Stripe => true,
            Self::Redsys => false,
        }
    }

    /// Closes a session and says how it ended: afterwards nobody can pay it, unless somebody already had. It is still
    /// open where the provider does not close sessions.
    pub async fn expire(self, app: &App, provider_ref: &str) -> Result<Standing, Error> {
        match self {
            Self::Sandbox => sandbox::expire(app, provider_ref).await,
            Self::Stripe => app.payments.stripe()?.expire(provider_ref).await,
            Self::Redsys => redsys::expire(app, provider_ref).await,
        }
    }

    /// Gives money back. The same refund again is the same refund.
    pub async fn refund(self, app: &App, refund: &RefundOrder) -> Result<RefundState, Error> {
        match self {
            Self::Sandbox => sandbox::refund(app, refund).await,
            Self::Stripe => app.payments.stripe()?.refund(refund).await,
            Self::Redsys => redsys::refund(app, refund).await,
        }
    }

    /// Asks how a refund stands that was pending.
    pub async fn look_up_refund(self, app: &App, refund: &RefundOrder) -> Result<RefundState, Error> {
        match self {
            // Asked again for the same refund, it says how that stands.
            Self::Sandbox => sandbox::refund(app, refund).await,
            Self::Stripe => app.payments.stripe()?.look_up_refund(refund).await,
            Self::Redsys => redsys::look_up_refund(app, refund).await,
        }
    }

    /// Reads a notification: its signature first. `None` when it is genuine but says nothing we act on.
    pub async fn read_webhook(
        self,
        app: &App,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<Option<VerifiedFact>, NotTaken> {
        match self {
            Self::Sandbox => sandbox::read_webhook(app, headers, body),
            Self::Stripe => {
                let stripe = app.payments.stripe.as_ref().ok_or(NotTaken::NotHere)?;
                stripe.read_webhook(headers, body, app.clock.now())
            }
            Self::Redsys => redsys::read_webhook(app, body).await,
        }
    }
}

/// Facts for tests of what is done with them.
#[cfg(test)]
pub mod forged {
    use super::{Cents, FactKind, Provider, VerifiedFact};

    /// A sandbox fact that nobody verified, about a payment whose session it does not say.
    pub fn of_payment(id: &str, payment: &str, reference: &str, kind: FactKind, amount: Cents) -> VerifiedFact {
        let fact = fact(id, "", reference, kind, amount, "EUR");
        VerifiedFact { session: None, payment: Some(payment.to_owned()), ..fact }
    }

    /// The same fact, with the provider's id of the money.
    pub fn with_payment(fact: VerifiedFact, payment: &str) -> VerifiedFact {
        VerifiedFact { payment: Some(payment.to_owned()), ..fact }
    }

    /// The same fact, with something in it that is not as we asked for it.
    pub fn odd(fact: VerifiedFact) -> VerifiedFact {
        VerifiedFact { odd: Some("mode"), ..fact }
    }

    /// A sandbox fact that nobody verified.
    pub fn fact(
        id: &str,
        session: &str,
        reference: &str,
        kind: FactKind,
        amount: Cents,
        currency: &str,
    ) -> VerifiedFact {
        VerifiedFact {
            provider: Provider::Sandbox,
            id: id.to_owned(),
            session: Some(session.to_owned()),
            payment: None,
            reference: reference.to_owned(),
            kind,
            amount,
            currency: currency.to_owned(),
            odd: None,
            raw: None,
        }
    }

    /// A click on "pay" of the sandbox's page.
    pub async fn click_pay(app: &crate::app::App, session: &str) {
        super::sandbox::pay(app, session.to_owned()).await.unwrap();
    }
}
