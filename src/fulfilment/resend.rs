//! A mail of an order once more: one that was given up is put on its way again if it is still true, else the order tells it
//! anew.

use poem_openapi::Enum;
use serde_json::{Value, json};

use super::{Error, SECOND_CLICK_SECONDS, find, shipped, tell, write_down};
use crate::audit::Actor;
use crate::checkout::refund::{self, Method, Refund};
use crate::checkout::{paid, received};
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::invoices::mailed;
use crate::mail::{self, Message, RefundParts};
use crate::money::Cents;
use crate::orders::{self, Order, Status};

/// Which mail of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename = "OrderMail", rename_all = "snake_case")]
pub enum Kind {
    /// It is stored and waits for its payment.
    OrderReceived,
    /// The payment arrived.
    OrderPaid,
    /// It is on its way.
    OrderShipped,
    /// It arrived.
    OrderDelivered,
    /// The firm cancelled it.
    OrderCancelled,
    /// Money went back.
    OrderRefunded,
    /// Its newest invoice.
    OrderInvoiced,
}

impl Kind {
    /// As it stands in the message.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OrderReceived => "order_received",
            Self::OrderPaid => "order_paid",
            Self::OrderShipped => "order_shipped",
            Self::OrderDelivered => "order_delivered",
            Self::OrderCancelled => "order_cancelled",
            Self::OrderRefunded => "order_refunded",
            Self::OrderInvoiced => "order_invoiced",
        }
    }

    /// The mail of where an order stands.
    pub(super) fn of(order: &Order) -> Self {
        match order.status {
            Status::Paid if is_given_back(order) => Self::OrderRefunded,
            Status::Pending => Self::OrderReceived,
            Status::Paid => Self::OrderPaid,
            Status::Shipped => Self::OrderShipped,
            Status::Delivered => Self::OrderDelivered,
            Status::Cancelled => Self::OrderCancelled,
        }
    }
}

/// Mails the buyer again: the `kind` that is wanted, or the one of where the order stands; of invoices the newest.
pub fn resend(tx: &Tx<'_>, actor: &Actor, order_id: &str, kind: Option<Kind>, now: Timestamp) -> Result<Order, Error> {
    again(tx, actor, order_id, kind, None, now)
}

/// Mails the invoice of that number again.
pub fn resend_invoice(
    tx: &Tx<'_>,
    actor: &Actor,
    order_id: &str,
    number: &str,
    now: Timestamp,
) -> Result<Order, Error> {
    again(tx, actor, order_id, Some(Kind::OrderInvoiced), Some(number), now)
}

fn again(
    tx: &Tx<'_>,
    actor: &Actor,
    order_id: &str,
    kind: Option<Kind>,
    invoice: Option<&str>,
    now: Timestamp,
) -> Result<Order, Error> {
    let order = find(tx, order_id)?;
    if order.email.is_empty() {
        return Err(Error::NoAddress);
    }
    let kind = kind.unwrap_or_else(|| Kind::of(&order));
    let message = message(tx, &order, kind, invoice, now)?.ok_or(Error::NothingToTell)?;
    if mail::was_queued_since(tx, order_id, kind.as_str(), invoice, now.plus_seconds(-SECOND_CLICK_SECONDS))? {
        return Ok(order);
    }
    if !mail::revive(tx, order_id, kind.as_str(), &message, now)? {
        tell(tx, &order, &message, now)?;
    }
    write_down(tx, actor, order_id, "mail_resent", detail_of(&order, kind, invoice), None, now)?;
    Ok(order)
}

/// Which mail was queued, for the log.
pub(super) fn detail_of(order: &Order, kind: Kind, invoice: Option<&str>) -> Value {
    let mut detail = json!({ "mail": kind.as_str() });
    if let (Kind::OrderInvoiced, Some(invoice)) = (kind, invoice) {
        detail["invoice"] = json!(invoice);
    }
    if let (Kind::OrderShipped, Some(carrier)) = (kind, order.carrier) {
        detail["carrier"] = json!(carrier);
    }
    detail
}

/// Whether an order that was paid is not sent any more, for the money is back.
fn is_given_back(order: &Order) -> bool {
    order.status == Status::Paid && !order.is_to_ship()
}

/// What the mail says of the order as it stands; `None` when it has not come so far.
pub(super) fn message(
    tx: &Tx<'_>,
    order: &Order,
    kind: Kind,
    invoice: Option<&str>,
    now: Timestamp,
) -> Result<Option<Message>, Error> {
    let what = orders::summary(order);
    let is = |status| order.status == status;
    Ok(match kind {
        Kind::OrderReceived => Some(received(tx, order)?),
        // It says that the order is being prepared.
        Kind::OrderPaid if order.paid_at.is_none() || is_given_back(order) => None,
        Kind::OrderPaid => Some(paid(tx, order, now)?),
        Kind::OrderShipped => order.carrier.is_some().then(|| shipped(order, false)),
        Kind::OrderDelivered => is(Status::Delivered).then_some(Message::OrderDelivered(what)),
        Kind::OrderCancelled if is(Status::Cancelled) => {
            let refund = refund::list(tx, &order.id)?.into_iter().filter(|refund| refund.state != "failed");
            let refund = refund.map(|refund| refund.amount).sum();
            let is_uncharged = !refund::may_be_charged(tx, &order.id)?;
            let by_buyer = order.cancellation_reason.as_deref() == Some("buyer");
            Some(Message::OrderCancelled { order: what, refund, is_uncharged, by_buyer })
        }
        Kind::OrderCancelled => None,
        Kind::OrderRefunded => {
            let amount = order.money.refunded;
            let is_by_hand = |refund: &Refund| refund.method == Method::Elsewhere || refund.state != "done";
            let is_elsewhere = refund::list(tx, &order.id)?.iter().all(is_by_hand);
            let parts = RefundParts { is_elsewhere, ..RefundParts::default() };
            (amount > Cents::ZERO).then(|| refund::told(order, amount, parts, false))
        }
        Kind::OrderInvoiced => mailed::standing(tx, order, invoice)?,
    })
}
