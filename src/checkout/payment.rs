//! How an order is paid: a page is opened at the provider, and what the provider says afterwards is applied once.
//!
//! [`apply_fact`] is the only way to `paid`. The network is never called inside a transaction.

use super::refund::{self, Why};
use super::{Error, sql, summary};
use crate::app::App;
use crate::catalogue::stock;
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::id;
use crate::mail;
use crate::money::{CURRENCY, Cents};
use crate::orders::{self, Attention, Order, Reason, Status};
use crate::payments::{FactKind, NewSession, Provider, Standing, VerifiedFact};

/// How long a payment page takes the payment, in seconds: real providers offer 30 minutes at least, and one more
/// allows for clocks that differ.
pub const PAGE_SECONDS: i64 = 31 * 60;

/// A page with less time than this left, in seconds, is replaced rather than offered again.
const WORTH_OFFERING_SECONDS: i64 = 120;

/// After this long, in seconds, an attempt whose page was never opened is given up: its buyer never saw an address.
const OPENING_SECONDS: i64 = 60;

/// One try to be paid.
#[derive(Debug, Clone)]
pub(super) struct Attempt {
    pub(super) id: String,
    pub(super) order_id: String,
    pub(super) provider: Provider,
    pub(super) provider_ref: Option<String>,
    pub(super) amount: Cents,
    pub(super) currency: String,
    pub(super) state: State,
    pub(super) url: Option<String>,
    pub(super) created_at: Timestamp,
    pub(super) expires_at: Timestamp,
}

/// created → open → paid, failed or expired. The provider's word that it has the money counts in every state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Created,
    Open,
    Paid,
    Failed,
    Expired,
}

impl State {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Expired => "expired",
        }
    }

    /// The database's CHECK allows no other names.
    pub(super) fn from_name(name: &str) -> Self {
        match name {
            "open" => Self::Open,
            "paid" => Self::Paid,
            "failed" => Self::Failed,
            "expired" => Self::Expired,
            _ => Self::Created,
        }
    }
}

/// What a fact did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The order is paid.
    OrderPaid,
    /// The order was cancelled before: a refund is queued.
    PaidLate,
    /// The order was paid before by another attempt: a refund is queued.
    PaidTwice,
    /// The amount, the currency or the reference is not the attempt's: nothing was done, a person must look.
    Differs,
    /// The attempt ended unpaid.
    AttemptEnded,
    /// The attempt had ended before, in the same way or by a payment.
    AlreadyKnown,
    /// We have no such attempt.
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
            Self::AlreadyKnown => "already_known",
            Self::UnknownAttempt => "unknown_attempt",
            Self::Repeated => "repeated",
        }
    }
}

/// Applies what a provider said, once, however often and in whatever order it is said.
pub fn apply_fact(tx: &Tx<'_>, fact: &VerifiedFact, now: Timestamp) -> db::Result<Outcome> {
    if sql::knows_fact(tx, fact)? {
        return Ok(Outcome::Repeated);
    }
    let attempt = sql::find_by_ref(tx, fact.provider(), fact.provider_ref())?;
    let outcome = match &attempt {
        None => Outcome::UnknownAttempt,
        Some(attempt) if fact.reference() != attempt.id => differs(tx, attempt, now)?,
        Some(attempt) => match fact.kind() {
            FactKind::Paid => apply_paid(tx, attempt, fact, now)?,
            FactKind::Failed => apply_ended(tx, attempt, State::Failed)?,
            FactKind::Expired => apply_ended(tx, attempt, State::Expired)?,
        },
    };
    sql::insert_fact(tx, fact, attempt.as_ref(), outcome, now)?;
    Ok(outcome)
}

fn apply_paid(tx: &Tx<'_>, attempt: &Attempt, fact: &VerifiedFact, now: Timestamp) -> db::Result<Outcome> {
    if fact.amount() != attempt.amount || fact.currency() != attempt.currency {
        return differs(tx, attempt, now);
    }
    if !sql::set_paid(tx, &attempt.id)? {
        return Ok(Outcome::AlreadyKnown);
    }
    if orders::pay(tx, &attempt.order_id, fact, now)? {
        if let Some(order) = orders::find(tx, &attempt.order_id)? {
            mail::enqueue(tx, &order.email, order.lang, &mail::Message::OrderPaid(summary(&order)), now)?;
        }
        return Ok(Outcome::OrderPaid);
    }
    let cancelled = orders::find(tx, &attempt.order_id)?.is_some_and(|order| order.status == Status::Cancelled);
    let (outcome, attention, why) = if cancelled {
        (Outcome::PaidLate, Attention::PaidLate, Why::PaidLate)
    } else {
        (Outcome::PaidTwice, Attention::PaidTwice, Why::PaidTwice)
    };
    orders::call_attention(tx, &attempt.order_id, attention, now)?;
    refund::return_payment(tx, attempt, why, now)?;
    Ok(outcome)
}

fn apply_ended(tx: &Tx<'_>, attempt: &Attempt, state: State) -> db::Result<Outcome> {
    Ok(if sql::set_ended(tx, &attempt.id, state)? { Outcome::AttemptEnded } else { Outcome::AlreadyKnown })
}

/// The fact is kept and nothing else is believed. An open attempt stays open, so that its order is not cancelled.
fn differs(tx: &Tx<'_>, attempt: &Attempt, now: Timestamp) -> db::Result<Outcome> {
    orders::call_attention(tx, &attempt.order_id, Attention::AmountDiffers, now)?;
    Ok(Outcome::Differs)
}

/// [`apply_fact`] in a transaction of its own; wakes those who have work of it.
pub async fn learn(app: &App, fact: VerifiedFact) -> db::Result<Outcome> {
    let now = app.clock.now();
    let outcome = app.db.write(move |tx| apply_fact(tx, &fact, now)).await?;
    match outcome {
        Outcome::OrderPaid => app.bells.outbox.notify_one(),
        Outcome::PaidLate | Outcome::PaidTwice => app.bells.payments.notify_one(),
        Outcome::Differs
        | Outcome::AttemptEnded
        | Outcome::AlreadyKnown
        | Outcome::UnknownAttempt
        | Outcome::Repeated => {}
    }
    tracing::info!(outcome = outcome.as_str(), "a payment provider's word was applied");
    Ok(outcome)
}

/// Where the buyer comes back to; both are addresses of this site.
#[derive(Debug, Clone)]
pub struct ReturnPages {
    /// After paying.
    pub success_url: String,
    /// After not paying.
    pub cancel_url: String,
}

/// What to do about the attempts an order has.
enum Next {
    /// This page is open and has time left.
    Offer(String),
    /// This one must end first.
    End(Attempt),
    /// Open the page of this one.
    Open(Attempt, Box<Order>),
}

/// Opens a payment page for the caller's own pending order, or finds the one that is open; its address. The provider
/// failing leaves the order pending.
pub async fn start(app: &App, user_id: &str, order_id: &str, pages: ReturnPages) -> Result<String, Error> {
    let provider = Provider::configured(&app.config);
    // One old page to end at most, as there is never more than one; the rest is for a race with another start.
    for _ in 0..3 {
        let (user_id, order_id, now) = (user_id.to_owned(), order_id.to_owned(), app.clock.now());
        match app.db.write(move |tx| next(tx, &user_id, &order_id, provider, now)).await? {
            Next::Offer(url) => return Ok(url),
            Next::End(attempt) => end_at_provider(app, &attempt).await?,
            Next::Open(attempt, order) => return open_page(app, attempt, &order, pages).await,
        }
    }
    Err(Error::PaymentUnavailable)
}

fn next(tx: &Tx<'_>, user_id: &str, order_id: &str, provider: Provider, now: Timestamp) -> Result<Next, Error> {
    let order = orders::find_own(tx, user_id, order_id)?.ok_or(Error::NotFound)?;
    if !order.is_payable(now) {
        return Err(Error::NotPayable);
    }
    for attempt in sql::live_of(tx, order_id)? {
        let fresh = attempt.provider == provider && now.plus_seconds(WORTH_OFFERING_SECONDS) < attempt.expires_at;
        match (&attempt.url, attempt.state) {
            (Some(url), State::Open) if fresh => return Ok(Next::Offer(url.clone())),
            (_, State::Open) => return Ok(Next::End(attempt)),
            // Another request is opening it: the provider gives both the same session.
            _ if fresh && now < attempt.created_at.plus_seconds(OPENING_SECONDS) => {
                return Ok(Next::Open(attempt, Box::new(order)));
            }
            _ => {
                sql::set_ended(tx, &attempt.id, State::Failed)?;
            }
        }
    }
    let attempt = Attempt {
        id: id::new(),
        order_id: order.id.clone(),
        provider,
        provider_ref: None,
        amount: order.total,
        currency: CURRENCY.to_owned(),
        state: State::Created,
        url: None,
        created_at: now,
        expires_at: now.plus_seconds(PAGE_SECONDS),
    };
    sql::insert_attempt(tx, &attempt, &order, now)?;
    orders::record(tx, &order.id, "payment_started", &serde_json::json!({ "attempt": attempt.id }), now)?;
    Ok(Next::Open(attempt, Box::new(order)))
}

async fn open_page(app: &App, attempt: Attempt, order: &Order, pages: ReturnPages) -> Result<String, Error> {
    let session = NewSession {
        reference: attempt.id.clone(),
        amount: attempt.amount,
        currency: CURRENCY,
        description: id::short(&order.id).to_owned(),
        lang: order.lang,
        success_url: pages.success_url,
        cancel_url: pages.cancel_url,
        expires_at: attempt.expires_at,
    };
    let started = attempt.provider.start(app, session).await?;
    let (attempt_id, order_id, opened) = (attempt.id.clone(), order.id.clone(), started.clone());
    let live = app
        .db
        .write(move |tx| {
            sql::set_open(tx, &attempt_id, &opened.provider_ref, &opened.url)?;
            let live = sql::live_of(tx, &order_id)?;
            Ok::<_, Error>(live.iter().any(|a| a.id == attempt_id && a.state == State::Open))
        })
        .await?;
    if !live {
        // The order was cancelled while the page was being opened: nobody may pay it.
        attempt.provider.expire(app, &started.provider_ref).await?;
        return Err(Error::NotPayable);
    }
    Ok(started.url)
}

/// Closes an attempt's page at the provider and applies how it ended.
pub(super) async fn end_at_provider(app: &App, attempt: &Attempt) -> Result<(), Error> {
    let Some(provider_ref) = &attempt.provider_ref else { return Ok(()) };
    let fact = attempt.provider.expire(app, provider_ref).await?;
    learn(app, fact).await?;
    Ok(())
}

/// Asks the provider about an attempt and applies what it says.
pub(super) async fn ask(app: &App, attempt: &Attempt) -> Result<(), Error> {
    let Some(provider_ref) = &attempt.provider_ref else { return Ok(()) };
    match attempt.provider.look_up(app, provider_ref).await? {
        Standing::Open => {}
        Standing::Ended(fact) => {
            learn(app, fact).await?;
        }
    }
    Ok(())
}

/// The order of a payment session, after asking the provider how that stands. The session id is the permission: only
/// who paid has it. When the provider cannot be reached the answer is what we know.
pub async fn check(app: &App, order_id: &str, session_id: &str) -> Result<Order, Error> {
    let (provider, session_id) = (Provider::configured(&app.config), session_id.to_owned());
    let attempt = app.db.read(move |conn| sql::find_by_ref(conn, provider, &session_id)).await?;
    let attempt = attempt.filter(|attempt| attempt.order_id == order_id).ok_or(Error::NotFound)?;
    if attempt.state == State::Open {
        match ask(app, &attempt).await {
            Ok(()) | Err(Error::PaymentUnavailable) => {}
            Err(error) => return Err(error),
        }
    }
    app.db.read(move |conn| orders::find(conn, &attempt.order_id)).await?.ok_or(Error::NotFound)
}

/// Cancels the caller's own pending order; the order as it stands afterwards. Refused when it turns out to be paid.
pub async fn cancel(app: &App, user_id: &str, order_id: &str) -> Result<Order, Error> {
    let find = || {
        let (user_id, order_id) = (user_id.to_owned(), order_id.to_owned());
        app.db.read(move |conn| orders::find_own(conn, &user_id, &order_id))
    };
    let order = find().await?.ok_or(Error::NotFound)?;
    if order.status == Status::Pending {
        end_unpaid(app, order_id, Reason::Buyer).await?;
    }
    match find().await?.ok_or(Error::NotFound)? {
        order if order.status == Status::Cancelled => Ok(order),
        _ => Err(Error::NotCancellable),
    }
}

/// Ends a pending order once it is sure that it is unpaid: closes its pages at the provider first, then cancels it and
/// gives its stock back in one transaction. `false` when it was paid, or whether it is cannot be told.
pub(super) async fn end_unpaid(app: &App, order_id: &str, reason: Reason) -> Result<bool, Error> {
    close_pages(app, order_id).await?;
    let (id, now) = (order_id.to_owned(), app.clock.now());
    Ok(app.db.write(move |tx| release(tx, &id, reason, now)).await?)
}

/// Closes the payment pages of an order at the provider and applies how each ended: it may turn out to be paid.
pub async fn close_pages(app: &App, order_id: &str) -> Result<(), Error> {
    let id = order_id.to_owned();
    for attempt in app.db.read(move |conn| sql::live_of(conn, &id)).await? {
        end_at_provider(app, &attempt).await?;
    }
    Ok(())
}

/// Ends the attempts of an order whose page was never opened: it wants no more payment. Pages that are open are closed
/// by the worker; what is paid on one until then is given back.
pub fn end_unopened(tx: &Tx<'_>, order_id: &str) -> db::Result<()> {
    sql::end_unopened(tx, order_id)
}

fn release(tx: &Tx<'_>, order_id: &str, reason: Reason, now: Timestamp) -> db::Result<bool> {
    if sql::live_of(tx, order_id)?.iter().any(|attempt| attempt.state == State::Open) {
        return Ok(false);
    }
    if !orders::cancel(tx, order_id, reason, now)? {
        return Ok(false);
    }
    sql::end_unopened(tx, order_id)?;
    stock::give_back(tx, order_id, now)?;
    Ok(true)
}
