//! How money is given back: never more than came in, and each cent once.
//!
//! A refund is a row before it is a call; [`super::worker`] makes the call, with the row's id as the provider's
//! idempotency key.

use serde_json::json;

use super::payment::Attempt;
use super::sql;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::money::Cents;

/// Why money goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The order was cancelled before the payment arrived.
    PaidLate,
    /// The order was paid before.
    PaidTwice,
    /// The owner cancelled the order; its mail speaks of the money too.
    Cancelled,
    /// The owner gives it back.
    Owner,
}

impl Why {
    /// As it stands in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PaidLate => "paid_late",
            Self::PaidTwice => "paid_twice",
            Self::Cancelled => "cancelled",
            Self::Owner => "owner",
        }
    }
}

/// A refund as the owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// Random.
    pub id: String,
    /// How much.
    pub amount: Cents,
    /// `paid_late`, `paid_twice`, `cancelled` or `owner`.
    pub reason: String,
    /// `queued`, `done` or `failed`.
    pub state: String,
    /// What the provider said when it failed last.
    pub last_error: Option<String>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When the provider made it.
    pub done_at: Option<Timestamp>,
}

/// A try to be paid, as the owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// Our id of it.
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

/// What came in for an order and is neither back nor on its way back. A refund that failed can be asked for again.
pub fn left(conn: &Conn, order_id: &str) -> db::Result<Cents> {
    Ok(sql::refundable(conn, order_id)?.into_iter().map(|(_, left)| left).sum())
}

/// Queues a refund of `amount`, from the oldest payment on. The caller has made sure that [`left`] is as much.
pub fn queue(tx: &Tx<'_>, order_id: &str, amount: Cents, why: Why, now: Timestamp) -> db::Result<()> {
    let mut missing = amount;
    for (attempt_id, left) in sql::refundable(tx, order_id)? {
        let part = left.min(missing);
        if part > Cents::ZERO {
            sql::insert_refund(tx, &id::new(), order_id, &attempt_id, part, why, now)?;
            missing = Cents(missing.0 - part.0);
        }
    }
    Ok(())
}

/// Whether the owner asked for a refund of `amount` since a moment, and the provider has not refused it.
pub fn asked_since(conn: &Conn, order_id: &str, amount: Cents, since: Timestamp) -> db::Result<bool> {
    sql::asked_since(conn, order_id, amount, since)
}

/// Queues the return of a payment that nobody wanted, and writes it down.
pub(super) fn return_payment(tx: &Tx<'_>, attempt: &Attempt, why: Why, now: Timestamp) -> db::Result<()> {
    let refund = id::new();
    sql::insert_refund(tx, &refund, &attempt.order_id, &attempt.id, attempt.amount, why, now)?;
    let detail = json!({ "refund": refund, "amount_in_cents": attempt.amount });
    crate::orders::record(tx, &attempt.order_id, "refund_queued", &detail, now)
}
