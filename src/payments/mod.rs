//! Payments: what every payment provider can do, and the proof of what it said.
//!
//! A leaf: knows sessions, amounts and references, nothing of orders. A [`VerifiedFact`] can only be made in here,
//! after a signature was checked or the provider was asked, so that nothing else can claim that money has moved.

pub mod sandbox;

use crate::app::App;
use crate::clock::Timestamp;
use crate::config::{self, PaymentsKind};
use crate::db;
use crate::lang::Lang;
use crate::money::Cents;
use crate::secrets::Secrets;

/// Who takes the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// The embedded provider: behaves like a real one, moves no money.
    Sandbox,
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
    /// The language of the page.
    pub lang: Lang,
    /// Where a payer comes back to; `session_id` is added to its query.
    pub success_url: String,
    /// Where somebody who does not want to pay goes.
    pub cancel_url: String,
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

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactKind {
    /// The provider has the money.
    Paid,
    /// The provider will not get the money.
    Failed,
    /// Nobody paid in time, or we closed it.
    Expired,
}

impl FactKind {
    /// As it stands in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Expired => "expired",
        }
    }
}

/// What a provider said, verified. The fields are private: it can only be made in this module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedFact {
    provider: Provider,
    id: String,
    provider_ref: String,
    reference: String,
    kind: FactKind,
    amount: Cents,
    currency: String,
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

    /// The provider's session.
    pub fn provider_ref(&self) -> &str {
        &self.provider_ref
    }

    /// Our own id of the attempt, as the provider kept it.
    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// How the session ended.
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
}

/// Why a provider did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It could not be reached or did not understand; the same may work later.
    #[error("the payment provider is unavailable: {0}")]
    Unavailable(String),
    /// It refuses, and will again.
    #[error("the payment provider refuses: {0}")]
    Refused(&'static str),
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

impl Provider {
    /// The provider that new payments use.
    pub fn configured(config: &config::Serve) -> Self {
        match config.payments {
            PaymentsKind::Sandbox => Self::Sandbox,
        }
    }

    /// As it stands in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
        }
    }

    /// The provider of a stored attempt.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Sandbox].into_iter().find(|provider| provider.as_str() == name)
    }

    /// Opens a payment page.
    pub async fn start(self, app: &App, session: NewSession) -> Result<Started, Error> {
        match self {
            Self::Sandbox => sandbox::start(app, session).await,
        }
    }

    /// Asks how a session stands.
    pub async fn look_up(self, app: &App, provider_ref: &str) -> Result<Standing, Error> {
        match self {
            Self::Sandbox => sandbox::look_up(app, provider_ref).await,
        }
    }

    /// Closes a session and says how it ended: afterwards nobody can pay it, unless somebody already had.
    pub async fn expire(self, app: &App, provider_ref: &str) -> Result<VerifiedFact, Error> {
        match self {
            Self::Sandbox => sandbox::expire(app, provider_ref).await,
        }
    }

    /// Gives money back. The same `refund_id` again is the same refund.
    pub async fn refund(self, app: &App, provider_ref: &str, refund_id: &str, amount: Cents) -> Result<(), Error> {
        match self {
            Self::Sandbox => sandbox::refund(app, provider_ref, refund_id, amount).await,
        }
    }

    /// The header that carries a notification's signature.
    pub const fn signature_header(self) -> &'static str {
        match self {
            Self::Sandbox => "Sandbox-Signature",
        }
    }

    /// Reads a notification: its signature first. `None` when it is genuine but says nothing we act on.
    pub fn read_webhook(
        self,
        secrets: &Secrets,
        signature: Option<&str>,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Option<VerifiedFact>, NotAuthentic> {
        match self {
            Self::Sandbox => sandbox::read_webhook(secrets, signature, body, now),
        }
    }
}

/// What a provider needs done in the background; never returns, may be dropped at any moment.
pub async fn work(app: crate::app::Shared) {
    match Provider::configured(&app.config) {
        Provider::Sandbox => sandbox::notify::work(app).await,
    }
}

/// Facts for tests of what is done with them.
#[cfg(test)]
pub mod forged {
    use super::{Cents, FactKind, Provider, VerifiedFact};

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
            provider_ref: session.to_owned(),
            reference: reference.to_owned(),
            kind,
            amount,
            currency: currency.to_owned(),
        }
    }

    /// A click on "pay" of the sandbox's page.
    pub async fn click_pay(app: &crate::app::App, session: &str) {
        super::sandbox::pay(app, session.to_owned()).await.unwrap();
    }
}
