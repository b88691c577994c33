//! How money is given back: never more than came in, and each cent once.
//!
//! A refund is a row before it is a call; [`super::worker`] makes the call, with the row's id as the provider's
//! idempotency key.

use poem_openapi::Enum;
use serde::Serialize;
use serde_json::json;

use super::attempt::Attempt;
use super::{restock, sql};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::invoices::{self, MoneyBack};
use crate::mail::{self, Message, OrderLine, RefundOf, RefundParts};
use crate::money::Cents;
use crate::orders::{self, Attention, Order, Refunded, Status};
use crate::payments::{self, RefundState, sandbox};

/// Why money goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The order was cancelled before the payment arrived.
    PaidLate,
    /// The order was paid before.
    PaidTwice,
    /// The owner cancelled the order; its mail speaks of the money too.
    Cancelled,
    /// A dispute that held it when the order was cancelled was won.
    DisputeWon,
    /// The owner gives it back.
    Owner,
    /// It was made in the provider's own panel.
    Outside,
}

impl Why {
    /// As it stands in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PaidLate => "paid_late",
            Self::PaidTwice => "paid_twice",
            Self::Cancelled => "cancelled",
            Self::DisputeWon => "dispute_won",
            Self::Owner => "owner",
            Self::Outside => "outside",
        }
    }
}

/// Which way money goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Enum, Serialize)]
#[oai(rename = "RefundMethod", rename_all = "snake_case")]
pub enum Method {
    /// The provider gives it back to the means it was paid with.
    #[default]
    Provider,
    /// The owner has given it back: in cash, by a transfer.
    Elsewhere,
}

impl Method {
    /// As it stands in the database and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Provider => "provider",
            Self::Elsewhere => "elsewhere",
        }
    }

    /// The database's CHECK allows no other names.
    pub(super) fn from_name(name: &str) -> Self {
        if name == "elsewhere" { Self::Elsewhere } else { Self::Provider }
    }
}

/// Units of an order's line whose money goes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The order's line.
    pub item_id: String,
    /// How many of it.
    pub quantity: i64,
    /// What goes back for them.
    pub amount: Cents,
    /// Whether they go back into stock once the money is back.
    pub restock: bool,
    /// How many of them do, where their return says it of each.
    pub restocked: Option<i64>,
}

impl Line {
    /// How many of its units go back into stock.
    pub fn back_on_sale(&self) -> i64 {
        self.restocked.unwrap_or(if self.restock { self.quantity } else { 0 })
    }
}

/// What a refund asks for beside its amount.
#[derive(Debug, Clone, Default)]
pub struct Request<'a> {
    /// Which way.
    pub method: Method,
    /// What of the amount is for shipping.
    pub shipping: Cents,
    /// What it is for; may be empty.
    pub lines: &'a [Line],
    /// The same key is the same request.
    pub key: Option<&'a str>,
    /// SHA-256 of all that was asked for.
    pub hash: [u8; 32],
}

/// A refund as the owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// Random.
    pub id: String,
    /// How much.
    pub amount: Cents,
    pub shipping: Cents,
    /// Which way.
    pub method: Method,
    /// `paid_late`, `paid_twice`, `cancelled`, `dispute_won`, `owner` or `outside`.
    pub reason: String,
    /// `queued`, `sent` (the provider has it, but has not settled it), `done` or `failed`.
    pub state: String,
    /// What the provider said when it failed last.
    pub last_error: Option<String>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When the provider made it.
    pub done_at: Option<Timestamp>,
    /// What it is for; empty for an amount alone.
    pub lines: Vec<Line>,
}

/// A try to be paid, as the owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    pub id: String,
    /// Who takes the money.
    pub provider: String,
    /// The provider's id of it.
    pub provider_ref: Option<String>,
    /// How much was to be paid.
    pub amount: Cents,
    /// How much of it went back.
    pub refunded: Cents,
    /// `created`, `open`, `paid`, `failed` or `expired`.
    pub state: String,
    /// When it began.
    pub created_at: Timestamp,
}

/// The tries to pay an order, oldest first.
pub fn payments(conn: &Conn, order_id: &str) -> db::Result<Vec<Payment>> {
    sql::payments_of(conn, order_id)
}

/// The refunds of an order, oldest first.
pub fn list(conn: &Conn, order_id: &str) -> db::Result<Vec<Refund>> {
    sql::refunds_of(conn, order_id)
}

/// What came in for an order and is neither back, nor on its way back, nor held by a dispute. A refund that failed can
/// be asked for again.
pub fn left(conn: &Conn, order_id: &str) -> db::Result<Cents> {
    Ok(sql::refundable(conn, order_id)?.into_iter().map(|(_, left)| left).sum())
}

/// Whether something came in for an order, or may have.
pub fn may_be_charged(conn: &Conn, order_id: &str) -> db::Result<bool> {
    sql::may_be_charged(conn, order_id)
}

/// Queues a refund of `amount`, first of what came in beyond the order. The caller has made sure that [`left`] is as much.
pub fn queue(tx: &Tx<'_>, order_id: &str, amount: Cents, why: Why, now: Timestamp) -> db::Result<()> {
    insert_parts(tx, order_id, amount, why, now).map(drop)
}

/// The same for what the owner asks for; one that was made elsewhere is made. What it is for stands with its first part.
pub fn ask(tx: &Tx<'_>, order_id: &str, amount: Cents, request: &Request<'_>, now: Timestamp) -> db::Result<()> {
    let parts = insert_parts(tx, order_id, amount, Why::Owner, now)?;
    for (n, id) in parts.iter().enumerate() {
        let whole = Request { method: request.method, hash: request.hash, ..Request::default() };
        sql::set_request(tx, id, if n == 0 { request } else { &whole })?;
        if request.method == Method::Elsewhere
            && let Some(refund) = sql::find_refund(tx, id)?
        {
            mark_done(tx, &refund, now)?;
        }
    }
    Ok(())
}

fn insert_parts(tx: &Tx<'_>, order_id: &str, amount: Cents, why: Why, now: Timestamp) -> db::Result<Vec<String>> {
    let (mut missing, mut parts) = (amount, Vec::new());
    for (attempt, left) in sql::refundable(tx, order_id)? {
        let part = left.min(missing);
        if part > Cents::ZERO {
            parts.push(sql::insert_refund(tx, &id::new(), &attempt, part, why, now)?.id);
            missing = Cents(missing.0 - part.0);
        }
    }
    Ok(parts)
}

/// Whether the owner asked for just this since a moment, and the provider has not refused it.
pub fn asked_since(conn: &Conn, order_id: &str, hash: [u8; 32], since: Timestamp) -> db::Result<bool> {
    sql::asked_since(conn, order_id, hash, since)
}

/// The hash of what was asked for of an order with a key before.
pub fn request_with_key(conn: &Conn, order_id: &str, key: &str) -> db::Result<Option<Vec<u8>>> {
    sql::request_with_key(conn, order_id, key)
}

/// What of an order's shipping no refund has named. Never below zero, though a refund that was given up may be made after
/// all when another has taken its place.
pub fn unrefunded_shipping(conn: &Conn, order: &Order) -> db::Result<Cents> {
    let refunded = sql::refunded_shipping(conn, &order.id)?;
    Ok(Cents(order.shipping.0 - refunded.0).max(Cents::ZERO))
}

/// Queues the return of a payment that nobody wanted, and writes it down.
pub(super) fn return_payment(tx: &Tx<'_>, attempt: &Attempt, why: Why, now: Timestamp) -> db::Result<()> {
    return_part(tx, attempt, attempt.amount, why, now)
}

/// Queues what a won dispute has freed of the payment of a cancelled order, and writes it down: when the order was
/// cancelled it could not go back, and nobody will ask for it.
pub(super) fn return_freed(tx: &Tx<'_>, attempt: &Attempt, held: Cents, now: Timestamp) -> db::Result<()> {
    let paid = sql::refundable(tx, &attempt.order_id)?.into_iter().find(|(paid, _)| paid.id == attempt.id);
    match paid.map_or(Cents::ZERO, |(_, left)| left.min(held)) {
        Cents::ZERO => Ok(()),
        freed => return_part(tx, attempt, freed, Why::DisputeWon, now),
    }
}

fn return_part(tx: &Tx<'_>, attempt: &Attempt, amount: Cents, why: Why, now: Timestamp) -> db::Result<()> {
    let refund = sql::insert_refund(tx, &id::new(), attempt, amount, why, now)?;
    orders::record(tx, &attempt.order_id, "refund_queued", &detail(&refund), now)
}

/// Writes down what came of a call to the provider, if it is news.
pub(super) fn apply_answer(
    tx: &Tx<'_>,
    refund: &sql::Refund,
    answer: Result<RefundState, payments::Error>,
    now: Timestamp,
) -> db::Result<()> {
    match answer {
        Ok(RefundState::Done) if is_too_much(tx, refund)? => {
            // Asked about again later, when what was said of the other may have been taken back.
            sql::set_refund_sent(tx, &refund.id)?;
            orders::call_attention_once(tx, &refund.order_id, Attention::RefundDiffers, now).map(drop)
        }
        Ok(RefundState::Done) => mark_done(tx, refund, now).map(drop),
        Ok(RefundState::Pending) => sql::set_refund_sent(tx, &refund.id),
        // It was asked before the transaction: the provider may have said since that the refund is made, and takes that
        // back in a fact only.
        Ok(RefundState::Refused(_)) | Err(payments::Error::Refused(_)) if !sql::is_waiting(tx, &refund.id)? => Ok(()),
        Ok(RefundState::Refused(why)) | Err(payments::Error::Refused(why)) => {
            mark_failed(tx, refund, &why, now).map(drop)
        }
        Err(error @ payments::Error::Unavailable(_)) => sql::set_refund_error(tx, &refund.id, &error.to_string()),
    }
}

/// Whether with a refund that is not settled yet more would be back than came in: then the provider has made another one
/// that it had not made, or not to this amount.
pub(super) fn is_too_much(tx: &Tx<'_>, refund: &sql::Refund) -> db::Result<bool> {
    Ok(!sql::is_final(tx, &refund.id)? && refund.amount > sql::unrefunded(tx, &refund.attempt_id)?)
}

/// The money is back, perhaps after we gave it up: then somebody may have given it back in another way too. `false` when
/// that was known, or when the provider has said since that it failed, which is final.
pub(super) fn mark_done(tx: &Tx<'_>, refund: &sql::Refund, now: Timestamp) -> db::Result<bool> {
    if sql::is_final(tx, &refund.id)? {
        return Ok(false);
    }
    sql::set_refunded(tx, refund, now)?;
    if refund.has_failed {
        orders::call_attention(tx, &refund.order_id, Attention::RefundDiffers, now)?;
    }
    orders::record(tx, &refund.order_id, "refunded", &detail(refund), now)?;
    if sql::is_of_sale(tx, refund)? {
        invoices::given_back(tx, &refund.order_id, money_back(tx, refund)?, now)?;
    }
    restock::follow(tx, refund, now)?;
    // The mail of a cancelled order has told it, and who was forgotten is told nothing.
    let is_news = refund.reason != Why::Cancelled.as_str();
    if let Some(order) = orders::find(tx, &refund.order_id)?.filter(|order| is_news && !order.email.is_empty()) {
        let was_paid_twice = refund.reason == Why::PaidTwice.as_str();
        let message = told(&order, refund.amount, parts(tx, &order, refund)?, was_paid_twice);
        mail::enqueue(tx, &order.email, order.lang, &message, now)?;
    }
    Ok(true)
}

/// What a refund was for, as its mail tells it.
fn parts(conn: &Conn, order: &Order, refund: &sql::Refund) -> db::Result<RefundParts> {
    let line = |part: Line| {
        let item = order.item(&part.item_id)?;
        Some(OrderLine { quantity: part.quantity, total: part.amount, ..orders::summary_line(item, order.lang) })
    };
    Ok(RefundParts {
        lines: sql::lines_of(conn, &refund.id)?.into_iter().filter_map(line).collect(),
        shipping: refund.shipping,
        is_elsewhere: refund.method == Method::Elsewhere,
    })
}

/// The mail of money that went back, by what is left of the order's.
pub fn told(order: &Order, amount: Cents, parts: RefundParts, was_paid_twice: bool) -> Message {
    let of = match order.money.refund_state() {
        _ if was_paid_twice => RefundOf::SecondPayment,
        Refunded::Wholly if order.status == Status::Paid => RefundOf::WholeUnsent,
        Refunded::Wholly => RefundOf::Whole,
        Refunded::Partly | Refunded::No => RefundOf::Part,
    };
    Message::OrderRefunded { order: orders::summary(order), amount, of, parts }
}

/// The money is not back, even if the provider said so before. `false` when that was known.
pub(super) fn mark_failed(tx: &Tx<'_>, refund: &sql::Refund, why: &str, now: Timestamp) -> db::Result<bool> {
    let Some(was_done) = sql::set_refund_failed(tx, refund, why)? else { return Ok(false) };
    orders::record(tx, &refund.order_id, "refund_failed", &detail(refund), now)?;
    if was_done {
        restock::follow(tx, refund, now)?;
        if sql::is_of_sale(tx, refund)? {
            invoices::not_given_back(tx, &refund.order_id, money_back(tx, refund)?, now)?;
        }
    }
    orders::call_attention(tx, &refund.order_id, Attention::RefundFailed, now)?;
    Ok(true)
}

/// What is told of a refund to whoever invoices.
pub(super) fn money_back(conn: &Conn, refund: &sql::Refund) -> db::Result<MoneyBack> {
    let lines = sql::lines_of(conn, &refund.id)?.into_iter();
    Ok(MoneyBack {
        refund_id: refund.id.clone(),
        amount: refund.amount,
        shipping: refund.shipping,
        items: lines.map(|line| (line.item_id, line.quantity, line.amount)).collect(),
    })
}

fn detail(refund: &sql::Refund) -> serde_json::Value {
    json!({ "refund": refund.id, "amount_in_cents": refund.amount })
}

/// What was paid before orders were invoiced by themselves is to be invoiced, and what of it went back since, the oldest
/// first; how many orders.
pub fn owe_older_invoices(tx: &Tx<'_>, now: Timestamp) -> db::Result<usize> {
    let mut orders = 0;
    for (order_id, provider) in sql::ever_paid(tx)? {
        if invoices::is_sold(tx, &order_id)? {
            continue;
        }
        let paid_at = orders::find(tx, &order_id)?.and_then(|order| order.paid_at);
        invoices::owe_sale(tx, &order_id, provider == sandbox::PROVIDER.as_str(), paid_at.unwrap_or(now))?;
        for made in list(tx, &order_id)?.into_iter().filter(|refund| refund.state == "done") {
            if let Some(refund) = sql::find_refund(tx, &made.id)?
                && sql::is_of_sale(tx, &refund)?
            {
                invoices::owe_refund(tx, &order_id, money_back(tx, &refund)?, made.done_at.unwrap_or(now))?;
            }
        }
        orders += 1;
    }
    Ok(orders)
}

/// For a shop that was restored and does not know which of its refunds were asked for since: each is looked up before it
/// is made.
pub fn distrust(tx: &Tx<'_>) -> db::Result<()> {
    for (refund, queued_at) in sql::queued(tx)? {
        refund.provider.suspect_refund(tx, &refund.order(), queued_at)?;
    }
    sql::distrust(tx)
}
