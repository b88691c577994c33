//! What a provider said, verified.

use super::Provider;
use crate::money::Cents;

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

/// What a provider said, verified. Its fields are this module's: nobody else can make one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedFact {
    pub(super) provider: Provider,
    pub(super) id: String,
    pub(super) session: Option<String>,
    pub(super) payment: Option<String>,
    pub(super) reference: String,
    pub(super) order_copy: Option<String>,
    pub(super) kind: FactKind,
    pub(super) amount: Cents,
    pub(super) currency: String,
    pub(super) odd: Option<&'static str>,
    pub(super) raw: Option<[u8; 32]>,
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

    /// What was sent along with the payment page to write its order down again, where the provider keeps that and the page
    /// is one of this site's.
    pub fn order_copy(&self) -> Option<&str> {
        self.order_copy.as_deref()
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

/// Facts for tests of what is done with them.
#[cfg(test)]
pub mod forged {
    use super::{Cents, FactKind, VerifiedFact};
    use crate::payments::Payments;
    use crate::payments::sandbox::PROVIDER;

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
            provider: PROVIDER,
            id: id.to_owned(),
            session: Some(session.to_owned()),
            payment: None,
            reference: reference.to_owned(),
            order_copy: None,
            kind,
            amount,
            currency: currency.to_owned(),
            odd: None,
            raw: None,
        }
    }

    /// A click on "pay" of the sandbox's page.
    pub async fn click_pay(payments: &Payments, session: &str) {
        payments.of(PROVIDER).unwrap().click_pay(session.to_owned()).await.unwrap();
    }
}
