//! Fulfilment: what the owner does with an order after it was placed. Ship, deliver, cancel, give money back, write again;
//! and the paper in its parcel.
//!
//! One function per act, called by the desk and by the command line alike; each is one transaction: the move as
//! compare-and-set, its event, its entry in the log, its mail. The same act again, as by a double click, answers the same
//! and does nothing; one that the order's status does not allow changes nothing and is refused. What people are called
//! and the words written about them stand with the order, where they can be forgotten, and not in the log.

mod address;
pub mod api;
mod asked;
mod complained;
pub mod many_api;
mod order_table;
mod packing_slip;
mod refund;
mod resend;
#[cfg(test)]
mod tests;
mod wire;

use serde_json::{Map, Value, json};

use crate::audit::{self, Actor};
use crate::carrier::Carrier;
use crate::catalogue::stock;
use crate::checkout::refund::{self as refunds, Why};
use crate::checkout::{payment, restock};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::mail::{self, Message};
use crate::money::Cents;
use crate::orders::{self, Order, Parcel, Reason, Status, desk};
use crate::text;

pub use address::{correct_email, is_over};
pub use refund::{GiveBack, Units, What, comes_to, refund};
pub use resend::{Kind, resend, resend_invoice};
pub use wire::ListedBody;

/// Characters of a note, at most.
pub const MAX_WORDS: usize = 1000;

/// The same partial refund again within so many seconds is a second click, not a second refund.
const SECOND_CLICK_SECONDS: i64 = 60;

/// The mail that it arrived waits so long: until then a tap by mistake is taken back and its buyer hears nothing of it.
const SECOND_THOUGHTS_SECONDS: i64 = 120;

/// The kind of the mail that puts right what was said of a delivery.
const UNDELIVERED: &str = "order_undelivered";

/// The kind of the mail that puts right what was said of a parcel on its way.
const UNSHIPPED: &str = "order_unshipped";

/// Why an act is not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such order.
    #[error("there is no such order")]
    NotFound,
    /// The order's status does not allow it.
    #[error("the order is {0}")]
    Illegal(Status),
    /// All of the money is back or on its way back: there is nothing to send.
    #[error("its money is back or on its way back: there is nothing to send")]
    Refunded,
    /// More than is left of what came in.
    #[error("at most {0} can be refunded")]
    RefundTooLarge(Cents),
    /// The buyer's bank claims the money.
    #[error("the buyer's bank claims {0} of its money: send it only if you insist")]
    Disputed(Cents),
    /// A withdrawal from it waits, or one that names it and may be its buyer's.
    #[error("a withdrawal from it waits, see the case {0}: send it only if you insist")]
    Withdrawn(String),
    /// Goods of it came back or are to, or all of its money did.
    #[error("its goods or its money came back: it had left")]
    CameBack,
    /// What was asked for comes to another amount than the owner was shown.
    #[error("it comes to {0} now")]
    RefundChanged(Cents),
    /// The lines of a refund are not the order's, or more than was sold of them.
    #[error("{0}")]
    Lines(&'static str),
    /// The key was used for another request.
    #[error("the idempotency key was used for another request")]
    KeyReused,
    /// The order has not come so far that it could be told.
    #[error("there is nothing of that kind to tell")]
    NothingToTell,
    /// Nobody would read it: the buyer was forgotten.
    #[error("the order has no address for mail any more")]
    NoAddress,
    /// The order is an account's, or its buyer was forgotten.
    #[error("only the address of an order that was bought without an account is corrected")]
    NotGuests,
    /// In this field nothing is written, or too much.
    #[error("takes 1 to {MAX_WORDS} characters")]
    Words(&'static str),
    /// The database could not be read or written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// paid → shipped: the buyer is told who brings it, and the carrier's number. Refused when the money is back, and
/// unless the owner `insists` while the buyer's bank claims it or a withdrawal from it waits, be it proven or not.
pub fn ship(
    tx: &Tx<'_>,
    actor: &Actor,
    order_id: &str,
    parcel: &Parcel,
    insists: bool,
    now: Timestamp,
) -> Result<Order, Error> {
    let order = find(tx, order_id)?;
    if goes_as(&order, parcel) {
        return Ok(order);
    }
    if order.status == Status::Paid && !order.money.has_goods_to_send() {
        return Err(Error::Refunded);
    }
    if order.status == Status::Paid && order.money.disputed > Cents::ZERO && !insists {
        return Err(Error::Disputed(order.money.disputed));
    }
    let withdrawal = order.open_return.as_ref().or(order.unproven_withdrawal.as_ref());
    if let (Status::Paid, Some(case), false) = (order.status, withdrawal, insists) {
        return Err(Error::Withdrawn(id::short(case).to_owned()));
    }
    if !desk::ship(tx, order_id, parcel, now)? {
        return Err(Error::Illegal(order.status));
    }
    write_down(tx, actor, order_id, "shipped", json!({ "carrier": parcel.carrier() }), None, now)?;
    // A word that it has not left, which still waits, is not true any more.
    mail::take_back(tx, order_id, UNSHIPPED, order.created_at)?;
    let order = find(tx, order_id)?;
    tell(tx, &order, &shipped(&order, false), now)?;
    Ok(order)
}

/// shipped → paid, for what was said by mistake: it is to be sent again. The mail that said so does not go out where it
/// waits; what its buyer may have read is put right. Refused where goods or all of the money came back: then it had left.
pub fn unship(tx: &Tx<'_>, actor: &Actor, order_id: &str, now: Timestamp) -> Result<Order, Error> {
    let order = find(tx, order_id)?;
    if order.status == Status::Paid {
        return Ok(order);
    }
    if order.status == Status::Shipped && (!order.money.has_goods_to_send() || desk::has_come_back(tx, order_id)?) {
        return Err(Error::CameBack);
    }
    if !desk::unship(tx, order_id, now)? {
        return Err(Error::Illegal(order.status));
    }
    write_down(tx, actor, order_id, "unshipped", json!({}), None, now)?;
    mail::take_back(tx, order_id, UNDELIVERED, order.created_at)?;
    let since = mail::last_told(tx, order_id, UNSHIPPED)?.unwrap_or(order.created_at);
    if mail::take_back(tx, order_id, resend::Kind::OrderShipped.as_str(), since)? {
        tell(tx, &order, &Message::OrderUnshipped(orders::summary(&order)), now)?;
    }
    find(tx, order_id)
}

/// Puts right the carrier or the number of an order that is on its way: the buyer is told the other one.
pub fn correct_tracking(
    tx: &Tx<'_>,
    actor: &Actor,
    order_id: &str,
    parcel: &Parcel,
    now: Timestamp,
) -> Result<Order, Error> {
    let order = find(tx, order_id)?;
    if goes_as(&order, parcel) {
        return Ok(order);
    }
    if !desk::correct_tracking(tx, order_id, parcel, now)? {
        return Err(Error::Illegal(order.status));
    }
    // A note, for that is forgotten with the buyer, as the number itself is.
    let number = |number: Option<&str>| number.unwrap_or("-").to_owned();
    let (before, after) = (order.tracking_number.as_deref(), parcel.number());
    let numbers = (before != after).then(|| format!("{} → {}", number(before), number(after)));
    let is_another = order.carrier != Some(parcel.carrier());
    let detail = if is_another { json!({ "carrier": parcel.carrier() }) } else { json!({}) };
    write_down(tx, actor, order_id, "tracking_corrected", detail, numbers.as_deref(), now)?;
    // The mail of a number calls the one before wrong: only where there was one.
    let is_corrected = before.is_some() && after.is_some();
    let order = find(tx, order_id)?;
    tell(tx, &order, &shipped(&order, is_corrected), now)?;
    Ok(order)
}

/// Whether an order is on its way in this very manner.
fn goes_as(order: &Order, parcel: &Parcel) -> bool {
    order.status == Status::Shipped
        && order.carrier == Some(parcel.carrier())
        && order.tracking_number.as_deref() == parcel.number()
}

/// The mail of an order that is on its way.
fn shipped(order: &Order, is_corrected: bool) -> Message {
    let carrier = order.carrier.unwrap_or(Carrier::Correos);
    Message::OrderShipped {
        order: orders::summary(order),
        carrier,
        tracking_number: order.tracking_number.clone(),
        is_corrected,
    }
}

/// shipped → delivered.
pub fn deliver(tx: &Tx<'_>, actor: &Actor, order_id: &str, now: Timestamp) -> Result<Order, Error> {
    let order = find(tx, order_id)?;
    if order.status == Status::Delivered {
        return Ok(order);
    }
    if !desk::deliver(tx, order_id, now)? {
        return Err(Error::Illegal(order.status));
    }
    write_down(tx, actor, order_id, "delivered", json!({}), None, now)?;
    // A word that it has not arrived, which still waits, is not true any more.
    mail::take_back(tx, order_id, UNDELIVERED, order.created_at)?;
    if !order.email.is_empty() {
        let (message, at) =
            (Message::OrderDelivered(orders::summary(&order)), now.plus_seconds(SECOND_THOUGHTS_SECONDS));
        mail::enqueue_later(tx, &order.email, order.lang, &message, now, at)?;
    }
    find(tx, order_id)
}

/// delivered → shipped, for what was said by mistake: the period for withdrawing runs from no day any more. What the buyer
/// would be told of it is not; what they may have read is put right.
pub fn undeliver(tx: &Tx<'_>, actor: &Actor, order_id: &str, now: Timestamp) -> Result<Order, Error> {
    let order = find(tx, order_id)?;
    if order.status == Status::Shipped {
        return Ok(order);
    }
    let delivered_at = orders::delivered_at(tx, order_id)?.unwrap_or(order.created_at);
    if !desk::undeliver(tx, order_id, now)? {
        return Err(Error::Illegal(order.status));
    }
    // Who was not asked for stars after all is asked once it has arrived: the event that says otherwise stays.
    let is_unasked = !mail::take_back(tx, order_id, "rate_order", delivered_at)?;
    let detail = if is_unasked { json!({ "unasked": true }) } else { json!({}) };
    write_down(tx, actor, order_id, "undelivered", detail, None, now)?;
    let since = mail::last_told(tx, order_id, UNDELIVERED)?.unwrap_or(order.created_at);
    if mail::take_back(tx, order_id, resend::Kind::OrderDelivered.as_str(), since)? {
        tell(tx, &order, &Message::OrderUndelivered(orders::summary(&order)), now)?;
    }
    find(tx, order_id)
}

/// pending or paid → cancelled: all that came in goes back, and so does the stock if it `restocks`.
///
/// A payment page may still be open. Close it first where that can be waited for ([`payment::close_pages`]); a payment
/// that arrives all the same is noticed and given back.
pub fn cancel(tx: &Tx<'_>, actor: &Actor, order_id: &str, restocks: bool, now: Timestamp) -> Result<Order, Error> {
    end_unsent(tx, actor, order_id, Reason::Owner, restocks, now)
}

/// [`cancel`], with its stock, because its buyer withdrew before it was sent; who that is, is proven.
pub fn cancel_for_buyer(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> Result<Order, Error> {
    end_unsent(tx, &Actor::System, order_id, Reason::Buyer, true, now)
}

fn end_unsent(
    tx: &Tx<'_>,
    actor: &Actor,
    order_id: &str,
    reason: Reason,
    restocks: bool,
    now: Timestamp,
) -> Result<Order, Error> {
    let order = find(tx, order_id)?;
    if order.status == Status::Cancelled && order.cancellation_reason.as_deref() == Some(reason.into_str()) {
        return Ok(order);
    }
    if !order.status.may_become(Status::Cancelled) || !orders::cancel_from(tx, order_id, order.status, reason, now)? {
        return Err(Error::Illegal(order.status));
    }
    payment::end_unopened(tx, order_id)?;
    mail::take_back(tx, order_id, UNSHIPPED, order.created_at)?;
    if restocks {
        stock::give_back(tx, order_id, &restock::lost_units(tx, order_id)?, now)?;
    }
    let refund = refunds::left(tx, order_id)?;
    refunds::queue(tx, order_id, refund, Why::Cancelled, now)?;
    let detail = json!({ "reason": reason.into_str(), "refund_in_cents": refund, "restock": restocks });
    write_down(tx, actor, order_id, "cancelled", detail, None, now)?;
    let order = find(tx, order_id)?;
    let is_uncharged = !refunds::may_be_charged(tx, order_id)?;
    let by_buyer = reason == Reason::Buyer;
    tell(tx, &order, &Message::OrderCancelled { order: orders::summary(&order), refund, is_uncharged, by_buyer }, now)?;
    Ok(order)
}

/// Writes the owner's words to an order; the buyer does not see them.
pub fn note(tx: &Tx<'_>, actor: &Actor, order_id: &str, text: &str, now: Timestamp) -> Result<Order, Error> {
    let order = find(tx, order_id)?;
    write_down(tx, actor, order_id, "note", json!({}), Some(&words("text", text)?), now)?;
    Ok(order)
}

/// Takes the mark for a person away, with a note on what was done about it.
pub fn clear_attention(tx: &Tx<'_>, actor: &Actor, order_id: &str, text: &str, now: Timestamp) -> Result<Order, Error> {
    let order = find(tx, order_id)?;
    let words = words("note", text)?;
    if desk::clear_attention(tx, order_id, now)? {
        let detail = json!({ "why": order.attention });
        write_down(tx, actor, order_id, "attention_cleared", detail, Some(&words), now)?;
    }
    find(tx, order_id)
}

fn find(conn: &Conn, order_id: &str) -> Result<Order, Error> {
    orders::find(conn, order_id)?.ok_or(Error::NotFound)
}

/// What was written in a field, as it is kept.
fn words(field: &'static str, text: &str) -> Result<String, Error> {
    let text = text::lines(text);
    if (1..=MAX_WORDS).contains(&text.chars().count()) { Ok(text) } else { Err(Error::Words(field)) }
}

/// The order's event, and the entry in the log: the same facts, but the words only with the order.
fn write_down(
    tx: &Tx<'_>,
    actor: &Actor,
    order_id: &str,
    kind: &str,
    detail: Value,
    note: Option<&str>,
    now: Timestamp,
) -> db::Result<()> {
    audit::record(tx, actor, &format!("order.{kind}"), order_id, &detail, now)?;
    let detail = if let Value::Object(detail) = detail { detail } else { Map::new() };
    desk::record_by(tx, order_id, kind, actor.label(), detail, note, now)
}

/// Mails the buyer, unless they were forgotten.
fn tell(tx: &Tx<'_>, order: &Order, message: &Message, now: Timestamp) -> db::Result<()> {
    if order.email.is_empty() {
        return Ok(());
    }
    mail::enqueue(tx, &order.email, order.lang, message, now)
}
