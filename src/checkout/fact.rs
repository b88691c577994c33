//! What a provider says of money is applied here, once, however often and in whatever order it is said.
//!
//! [`apply_fact`] is the only way to `paid`. A fact is kept for ever, whatever came of it.

use serde_json::json;

use super::attempt::{Attempt, State};
use super::refund::{self, Why};
use super::{recall, sql};
use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::invoices;
use crate::mail;
use crate::money::Cents;
use crate::orders::{self, Attention, Status};
use crate::payments::{FactKind, VerifiedFact, sandbox};

/// What a fact did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    OrderPaid,
    /// The order was cancelled before: a refund is queued.
    PaidLate,
    /// The order was paid before by another attempt: a refund is queued.
    PaidTwice,
    /// The amount, the currency, the reference or something else is not the attempt's: nothing was done, a person must
    /// look.
    Differs,
    /// The attempt ended unpaid.
    AttemptEnded,
    /// A refund is made.
    Refunded,
    /// A refund is not made; a person must look.
    RefundFailed,
    /// A dispute began or ended; a person must look. A refund is queued if it was won and the order is cancelled.
    Disputed,
    /// Nothing new: it had ended before, in the same way or by a payment.
    AlreadyKnown,
    /// We have no such attempt, or do not know yet that we have.
    UnknownAttempt,
    /// This very fact was applied before.
    Repeated,
}

impl Outcome {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::OrderPaid => "order_paid",
            Self::PaidLate => "paid_late",
            Self::PaidTwice => "paid_twice",
            Self::Differs => "differs",
            Self::AttemptEnded => "attempt_ended",
            Self::Refunded => "refunded",
            Self::RefundFailed => "refund_failed",
            Self::Disputed => "disputed",
            Self::AlreadyKnown => "already_known",
            Self::UnknownAttempt => "unknown_attempt",
            Self::Repeated => "repeated",
        }
    }
}

/// What is said of a refund or a dispute, now or in a fact that waited for its payment to be known.
pub(super) struct ProviderEvent {
    pub(super) kind: FactKind,
    /// Our refund, or the provider's refund or dispute.
    pub(super) reference: String,
    pub(super) amount: Cents,
    pub(super) currency: String,
}

impl From<&VerifiedFact> for ProviderEvent {
    fn from(fact: &VerifiedFact) -> Self {
        let (reference, currency) = (fact.reference().to_owned(), fact.currency().to_owned());
        Self { kind: fact.kind(), reference, amount: fact.amount(), currency }
    }
}

/// [`apply_fact`] in a transaction of its own; wakes those who have work of it.
pub async fn apply_event(app: &App, fact: VerifiedFact) -> db::Result<Outcome> {
    let now = app.clock.now();
    let outcome = app.db.write(move |tx| apply_fact(tx, &fact, now)).await?;
    wake(app, outcome);
    Ok(outcome)
}

/// Wakes those who have work of what a fact did.
pub(super) fn wake(app: &App, outcome: Outcome) {
    match outcome {
        Outcome::OrderPaid | Outcome::Refunded => app.wakeups.outbox.notify_one(),
        Outcome::PaidLate | Outcome::PaidTwice | Outcome::Disputed => app.wakeups.payments.notify_one(),
        Outcome::Differs
        | Outcome::AttemptEnded
        | Outcome::RefundFailed
        | Outcome::AlreadyKnown
        | Outcome::UnknownAttempt
        | Outcome::Repeated => {}
    }
    tracing::info!(outcome = outcome.as_str(), "a payment provider's word was applied");
}

/// Applies what a provider said, once.
pub fn apply_fact(tx: &Tx<'_>, fact: &VerifiedFact, now: Timestamp) -> db::Result<Outcome> {
    if sql::knows_fact(tx, fact)? {
        return Ok(Outcome::Repeated);
    }
    let attempt = match sql::find_of_fact(tx, fact)? {
        None => recall::rebuild(tx, fact, now)?,
        known => known,
    };
    let outcome = match &attempt {
        None => Outcome::UnknownAttempt,
        Some(attempt) => apply(tx, attempt, fact, now)?,
    };
    sql::insert_fact(tx, fact, attempt.as_ref(), outcome, now)?;
    Ok(outcome)
}

fn apply(tx: &Tx<'_>, attempt: &Attempt, fact: &VerifiedFact, now: Timestamp) -> db::Result<Outcome> {
    if fact.odd().is_some() {
        return differs(tx, attempt, fact.kind(), now);
    }
    match fact.kind() {
        FactKind::Paid | FactKind::Failed | FactKind::Expired if fact.reference() != attempt.id => {
            differs(tx, attempt, fact.kind(), now)
        }
        FactKind::Paid => apply_paid(tx, attempt, fact, now),
        FactKind::Failed => apply_ended(tx, attempt, State::Failed, now),
        FactKind::Expired => apply_ended(tx, attempt, State::Expired, now),
        _ => apply_later_event(tx, attempt, &fact.into(), now),
    }
}

fn apply_paid(tx: &Tx<'_>, attempt: &Attempt, fact: &VerifiedFact, now: Timestamp) -> db::Result<Outcome> {
    if fact.amount() != attempt.amount || fact.currency() != attempt.currency {
        return differs(tx, attempt, fact.kind(), now);
    }
    let outcome =
        if sql::set_paid(tx, &attempt.id)? { pay_or_return(tx, attempt, fact, now)? } else { Outcome::AlreadyKnown };
    if let Some(payment) = fact.payment()
        && sql::set_payment_ref(tx, &attempt.id, payment)?
    {
        // What was said of this payment before we knew whose it is.
        for said in sql::waiting_facts(tx, attempt.provider, payment)? {
            apply_later_event(tx, attempt, &said, now)?;
        }
    }
    Ok(outcome)
}

/// The money is there: it pays the order, or goes back.
fn pay_or_return(tx: &Tx<'_>, attempt: &Attempt, fact: &VerifiedFact, now: Timestamp) -> db::Result<Outcome> {
    if orders::pay(tx, &attempt.order_id, fact, now)? {
        invoices::sold(tx, &attempt.order_id, attempt.provider == sandbox::PROVIDER, now)?;
        // Who was forgotten is told nothing.
        if let Some(order) = orders::find(tx, &attempt.order_id)?.filter(|order| !order.email.is_empty()) {
            mail::enqueue(tx, &order.email, order.lang, &super::paid(tx, &order, now)?, now)?;
        }
        return Ok(Outcome::OrderPaid);
    }
    let (outcome, attention, why) = if is_cancelled(tx, attempt)? {
        (Outcome::PaidLate, Attention::PaidLate, Why::PaidLate)
    } else {
        (Outcome::PaidTwice, Attention::PaidTwice, Why::PaidTwice)
    };
    orders::call_attention(tx, &attempt.order_id, attention, now)?;
    refund::return_payment(tx, attempt, why, now)?;
    Ok(outcome)
}

fn is_cancelled(tx: &Tx<'_>, attempt: &Attempt) -> db::Result<bool> {
    Ok(orders::find(tx, &attempt.order_id)?.is_some_and(|order| order.status == Status::Cancelled))
}

fn apply_ended(tx: &Tx<'_>, attempt: &Attempt, state: State, now: Timestamp) -> db::Result<Outcome> {
    if !sql::set_ended(tx, &attempt.id, state)? {
        return Ok(Outcome::AlreadyKnown);
    }
    if state == State::Failed {
        // Whoever calls because their card was declined is answered from the order's history.
        orders::record(tx, &attempt.order_id, "payment_failed", &json!({}), now)?;
    }
    Ok(Outcome::AttemptEnded)
}

fn apply_later_event(tx: &Tx<'_>, attempt: &Attempt, said: &ProviderEvent, now: Timestamp) -> db::Result<Outcome> {
    if !matches!(said.kind, FactKind::RefundDone | FactKind::RefundFailed) {
        return apply_dispute(tx, attempt, said, now);
    }
    if said.currency != attempt.currency || !(1..=attempt.amount.0).contains(&said.amount.0) {
        return differs(tx, attempt, said.kind, now);
    }
    apply_refund(tx, attempt, said, now)
}

/// A refund of ours, or one that was made in the provider's own panel.
fn apply_refund(tx: &Tx<'_>, attempt: &Attempt, said: &ProviderEvent, now: Timestamp) -> db::Result<Outcome> {
    let done = said.kind == FactKind::RefundDone;
    let refund = match sql::find_refund(tx, &said.reference)? {
        Some(refund) if refund.attempt_id != attempt.id || refund.amount != said.amount => {
            return differs(tx, attempt, said.kind, now);
        }
        Some(refund) if done && refund::is_too_much(tx, &refund)? => return differs(tx, attempt, said.kind, now),
        Some(refund) => refund,
        None if done && said.amount > sql::unrefunded(tx, &attempt.id)? => return differs(tx, attempt, said.kind, now),
        None => sql::insert_refund(tx, &said.reference, attempt, said.amount, Why::Outside, now)?,
    };
    let news = if done {
        refund::mark_done(tx, &refund, now)?.then_some(Outcome::Refunded)
    } else {
        refund::mark_failed(tx, &refund, "it failed later on", now)?.then_some(Outcome::RefundFailed)
    };
    Ok(news.unwrap_or(Outcome::AlreadyKnown))
}

fn apply_dispute(tx: &Tx<'_>, attempt: &Attempt, said: &ProviderEvent, now: Timestamp) -> db::Result<Outcome> {
    let (state, attention) = match said.kind {
        FactKind::DisputeWon => ("won", Attention::DisputeWon),
        FactKind::DisputeLost => ("lost", Attention::DisputeLost),
        _ => ("open", Attention::Disputed),
    };
    let held = disputed(attempt, said);
    if !sql::set_dispute(tx, attempt, &said.reference, held, state, now)? {
        return Ok(Outcome::AlreadyKnown);
    }
    let detail = json!({ "dispute": said.reference, "amount_in_cents": held });
    orders::record(tx, &attempt.order_id, said.kind.as_str(), &detail, now)?;
    if sql::is_disputed(tx, &attempt.order_id)? {
        orders::call_attention(tx, &attempt.order_id, attention, now)?;
    } else {
        orders::call_attention_to_end(tx, &attempt.order_id, Attention::Disputed, attention, now)?;
    }
    if said.kind == FactKind::DisputeWon && is_cancelled(tx, attempt)? {
        refund::return_freed(tx, attempt, held, now)?;
    }
    Ok(Outcome::Disputed)
}

/// What of a payment a dispute holds. Banks add their fees, or count in the buyer's currency: then it is all of it.
fn disputed(attempt: &Attempt, said: &ProviderEvent) -> Cents {
    if said.currency == attempt.currency { said.amount.min(attempt.amount).max(Cents(1)) } else { attempt.amount }
}

/// The fact is kept and nothing else is believed. An open attempt stays open, so that its order is not cancelled.
fn differs(tx: &Tx<'_>, attempt: &Attempt, kind: FactKind, now: Timestamp) -> db::Result<Outcome> {
    let attention = match kind {
        FactKind::RefundDone | FactKind::RefundFailed => Attention::RefundDiffers,
        _ => Attention::AmountDiffers,
    };
    orders::call_attention(tx, &attempt.order_id, attention, now)?;
    Ok(Outcome::Differs)
}
