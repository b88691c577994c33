//! That an invoice was made: to the order's history, and to its buyer by mail.

use serde_json::{Map, Value, json};

use super::sql::{Due, Event};
use super::{Invoice, Line, What, sql};
use crate::audit::Actor;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::mail::{self, InvoiceOf, Message, OrderLine, OrderSummary};
use crate::money::Cents;
use crate::orders::{self, Order, desk};

/// Nobody waits by mail for the simplified invoice of what is longer ago; it stands with the order.
const NEWS_DAYS: i64 = 30;

/// Writes down that an invoice was issued for what was due, and mails it unless the confirmation of the payment, which is
/// queued in the same transaction, brings it along.
pub(super) fn issued(tx: &Tx<'_>, order: &Order, invoice: &Invoice, due: &Due, now: Timestamp) -> db::Result<()> {
    let number = invoice.number.to_string();
    let mut detail = json!({ "invoice": number, "type": invoice.kind.into_str() });
    for (name, other) in [("replaces", &invoice.replaces), ("corrects", &invoice.corrects)] {
        if let Some(other) = other {
            detail[name] = other.as_str().into();
        }
    }
    orders::record(tx, &order.id, "invoiced", &detail, now)?;
    let goes_along = due.event()? == Event::Sale && due.at == now;
    let is_old = invoice.buyer.is_none() && due.at.plus_days(NEWS_DAYS) < now;
    if goes_along || is_old || order.email.is_empty() {
        return Ok(());
    }
    mail::enqueue(tx, &order.email, order.lang, &message(order, invoice), now)
}

/// Writes down what somebody did with an invoice.
pub(super) fn mended(tx: &Tx<'_>, invoice: &Invoice, kind: &str, by: &Actor, now: Timestamp) -> db::Result<()> {
    let mut detail = Map::new();
    detail.insert(String::from("invoice"), Value::from(invoice.number.to_string()));
    desk::record_by(tx, &invoice.order_id, kind, by.label(), detail, None, now)
}

/// The mail that brings an invoice of an order that stands: the one of that number, or the newest; `None` where there is none.
pub fn standing(conn: &Conn, order: &Order, number: Option<&str>) -> db::Result<Option<Message>> {
    let fits = |invoice: &Invoice| {
        !invoice.is_replaced && !invoice.is_annulled && number.is_none_or(|number| invoice.number.to_string() == number)
    };
    Ok(sql::of_order(conn, &order.id)?.iter().rfind(|invoice| fits(invoice)).map(|invoice| message(order, invoice)))
}

fn message(order: &Order, invoice: &Invoice) -> Message {
    let of = match (&invoice.corrects, &invoice.replaces) {
        (Some(_), _) => InvoiceOf::Correction,
        (None, Some(_)) => InvoiceOf::Replacement,
        (None, None) => InvoiceOf::Sale,
    };
    let summary = if of == InvoiceOf::Correction { corrected(order, invoice) } else { orders::summary(order) };
    Message::OrderInvoiced { order: summary, invoice: invoice.number.to_string(), of }
}

/// The order with what a corrective invoice is about alone: its own lines and sums, below nothing for money that went back.
fn corrected(order: &Order, invoice: &Invoice) -> OrderSummary {
    let line = |line: &Line| match &line.what {
        What::Item { title, quantity, .. } => {
            Some(OrderLine { title: title.clone(), quantity: *quantity, total: line.total })
        }
        What::Shipping | What::Amount => None,
    };
    let shipping = invoice.lines.iter().filter(|line| line.what == What::Shipping).map(|line| line.total).sum();
    let lines: Vec<_> = invoice.lines.iter().filter_map(line).collect();
    OrderSummary {
        items: lines.iter().map(|line| line.total).sum(),
        lines,
        shipping,
        total: invoice.total,
        tax: invoice.tax,
        refunded: Cents::ZERO,
        ..orders::summary(order)
    }
}
