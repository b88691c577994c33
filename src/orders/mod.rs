//! Orders: what was sold to whom, for how much, and where it stands. Owns `orders`, `order_items`, `order_events`
//! and `order_numbers_from`.
//!
//! An order copies what it sold, so that it stays as it was on the day. Its status is only written by compare-and-set,
//! and `paid` only by [`pay`], which takes the proof that the provider has the money.

pub mod api;
mod asker;
mod attention;
pub mod desk;
mod number;
pub mod origin;
mod parcel;
mod returns;
mod shown;
mod sql;
pub mod status;
mod tracking;
mod withdrawn;

use std::collections::HashSet;

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::IntoStaticStr;

pub use crate::accounts::address::ShippingAddress;
use crate::carrier::Carrier;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::money::Cents;
use crate::payments::VerifiedFact;
pub use asker::Asker;
pub use attention::{Attention, call_attention, call_attention_once, call_attention_to_end};
pub use desk::Event;
pub use number::{NotNumber, Number};
use origin::Origin;
pub use parcel::{HasNoNumber, Parcel};
pub use returns::{Money, Refunded};
pub use shown::{arrival, is_late, left_out, paid_summary, promised, ship_by, summary, summary_line, titled_in};
pub use status::Status;
pub use tracking::{NotTracking, TrackingNumber};
pub use withdrawn::{Withdrawn, by_line};

/// A text the customer filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomValue {
    /// The custom field.
    pub id: String,
    /// What it asked for, in the order's language.
    pub title: String,
    /// What was filled in.
    pub value: String,
}

/// A line of an order, as it was sold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The line.
    pub id: String,
    /// What was bought.
    pub product_id: String,
    pub variant_id: String,
    /// The product's title in the order's language.
    pub product_title: String,
    /// The variant's title in the order's language.
    pub variant_title: String,
    /// The stock keeping unit, where there was one.
    pub sku: Option<String>,
    /// A picture, a path of this site.
    pub image_url: Option<String>,
    /// What it shows, in the order's language, while the product has it and somebody has said so.
    pub image_alt: Option<String>,
    /// How many.
    pub quantity: i64,
    /// For how many of them the money is back or on its way back.
    pub refunded_quantity: i64,
    /// For one, tax included.
    pub unit_price: Cents,
    /// The tax contained, in basis points.
    pub tax_rate_bp: i64,
    /// Whether it took stock.
    pub stock_managed: bool,
    /// The filled-in texts.
    pub custom_field_values: Vec<CustomValue>,
    /// Working days of making it for its buyer, where it is and they are known.
    pub making_days: Option<i64>,
}

impl Item {
    /// What it is called on a paper: the product, and which of its variants where that says more.
    pub fn title(&self) -> String {
        if self.variant_title.is_empty() || self.variant_title == self.product_title {
            return self.product_title.clone();
        }
        format!("{} ({})", self.product_title, self.variant_title)
    }

    /// For how many of them the money is neither back nor on its way back.
    pub const fn unrefunded(&self) -> i64 {
        self.quantity - self.refunded_quantity
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Random; its first 8 characters tell it from others.
    pub id: String,
    /// What people call it by.
    pub number: Number,
    /// The account; `None` when it was bought without one.
    pub user_id: Option<String>,
    /// What its key is derived from, see [`crate::order_keys`]; only where it has no account.
    pub key_nonce: Option<String>,
    /// Where its mails go.
    pub email: String,
    /// The language frozen on it.
    pub lang: Lang,
    /// Where it stands.
    pub status: Status,
    /// Where it goes.
    pub shipping_address: ShippingAddress,
    /// What the lines cost.
    pub items_total: Cents,
    /// What shipping costs.
    pub shipping: Cents,
    /// What is paid.
    pub total: Cents,
    /// The tax contained in `total`.
    pub tax: Cents,
    /// What became of its money.
    pub money: Money,
    /// Who takes it there, once shipped.
    pub carrier: Option<Carrier>,
    /// The carrier's number, where there is one.
    pub tracking_number: Option<String>,
    /// Why it was cancelled: `buyer`, `owner` or `expired`.
    pub cancellation_reason: Option<String>,
    /// What needs a person, the gravest if there is more than one: see [`Attention`].
    pub attention: Option<String>,
    /// When it was placed.
    pub created_at: Timestamp,
    /// Until when a pending order holds its stock.
    pub expires_at: Timestamp,
    /// When the payment arrived.
    pub paid_at: Option<Timestamp>,
    /// The version of the terms, in the order's language, that its buyer agreed to; `None` where none was kept.
    pub terms_version: Option<i64>,
    /// The oldest case of a withdrawal or of goods that come back in which somebody has still something to do.
    pub open_return: Option<String>,
    /// The oldest statement of withdrawal that names it, while nobody has said that it is its buyer's.
    pub unproven_withdrawal: Option<String>,
    /// The lines, in order.
    pub items: Vec<Item>,
}

impl Order {
    /// Its line of that id.
    pub fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }

    /// Whether a payment may be started: it waits for one and still holds its stock.
    pub fn is_payable(&self, now: Timestamp) -> bool {
        self.status == Status::Pending && now < self.expires_at
    }

    /// Whether it waits for its payment, its goods or its money, or a return of it is open: somebody must be able to reach
    /// the buyer.
    pub fn is_open(&self) -> bool {
        let is_given_back = self.status == Status::Paid && !self.money.has_goods_to_send();
        // What is still here of a cancelled order is owed: its refund failed, or a dispute holds it and may be won.
        let is_held = self.status == Status::Cancelled && self.money.net > Cents::ZERO;
        let is_waited_for = self.status.is_open() && !is_given_back;
        self.money.returning > Cents::ZERO || is_held || is_waited_for || self.open_return.is_some()
    }

    /// Whether it is to be sent: it is paid, neither all of the money nor that of every unit is back or on its way back,
    /// and no withdrawal from it waits.
    pub fn is_to_ship(&self) -> bool {
        is_to_ship(self.status, &self.money, self.open_return.as_deref())
    }

    /// Whether it ended before anybody paid: nobody is told, for anybody may have placed it with any address.
    pub fn ended_unpaid(&self) -> bool {
        self.status == Status::Cancelled && self.paid_at.is_none()
    }

    /// Whether somebody waits for it to arrive: it is to be sent, or a carrier has it.
    pub fn is_to_arrive(&self) -> bool {
        let is_with_carrier =
            self.status == Status::Shipped && self.carrier.is_none_or(|carrier| carrier.brand().is_some());
        self.is_to_ship() || (is_with_carrier && self.open_return.is_none())
    }
}

fn is_to_ship(status: Status, money: &Money, open_return: Option<&str>) -> bool {
    status == Status::Paid && money.has_goods_to_send() && open_return.is_none()
}

/// The idempotency key of the request that placed an order, and the SHA-256 of that request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestKey {
    /// As the client sent it; unique per user.
    pub key: String,
    /// Of everything the request says.
    pub request_hash: [u8; 32],
}

/// Why an order is cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, IntoStaticStr)]
#[oai(rename = "CancellationReason", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Reason {
    /// The buyer did not want it any more.
    Buyer,
    /// It was not paid in time.
    Expired,
    /// The owner cannot or will not send it.
    Owner,
}

/// The number of the next order. It is that order's only in the transaction that stores it.
pub fn next_number(tx: &Tx<'_>, now: Timestamp) -> db::Result<Number> {
    sql::next_number(tx, i64::from(now.date().year()))
}

/// A shop that was put back does not know which numbers it gave out since: the year's go on after its minutes so far, which no
/// shop of this size has used up.
pub fn begin_numbers(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    sql::number_from(tx, number_after(now))
}

/// The number the next must be above, whichever copy of the shop goes on.
pub fn number_after(now: Timestamp) -> Number {
    let (date, time) = (now.date(), now.local().time());
    let minutes = i64::from(date.day_of_year() - 1) * 1440 + i64::from(time.hour()) * 60 + i64::from(time.minute());
    Number::new(i64::from(date.year()), minutes)
}

/// Stores a new order with its lines and its first event. It must be pending: its payment is another fact.
pub fn create(tx: &Tx<'_>, order: &Order, key: Option<&RequestKey>) -> db::Result<()> {
    sql::insert(tx, order, key)?;
    record(tx, &order.id, "placed", &serde_json::json!({ "total_in_cents": order.total }), order.created_at)
}

/// pending → paid, when the provider's word says so. `false` when the order is not pending: nothing was changed.
pub fn pay(tx: &Tx<'_>, order_id: &str, fact: &VerifiedFact, now: Timestamp) -> db::Result<bool> {
    if !fact.is_paid() || !sql::set_paid(tx, order_id, now)? {
        return Ok(false);
    }
    record(tx, order_id, "paid", &serde_json::json!({ "fact": fact.id() }), now)?;
    Ok(true)
}

/// Lets a pending order hold its stock until a later moment; it never holds it shorter.
pub fn hold_until(tx: &Tx<'_>, order_id: &str, until: Timestamp) -> db::Result<()> {
    sql::hold_until(tx, order_id, until)
}

/// pending → cancelled. `false` when the order is not pending: nothing was changed. Stock is the caller's to give back.
pub fn cancel(tx: &Tx<'_>, order_id: &str, reason: Reason, now: Timestamp) -> db::Result<bool> {
    if !sql::set_cancelled(tx, order_id, Status::Pending, reason.into_str(), now)? {
        return Ok(false);
    }
    record(tx, order_id, "cancelled", &serde_json::json!({ "reason": reason.into_str() }), now)?;
    Ok(true)
}

/// pending or paid → cancelled; whoever does it writes it down. `false` when the order is not in `from` any more: nothing
/// was changed. Stock and money are the caller's to give back.
pub fn cancel_from(tx: &Tx<'_>, order_id: &str, from: Status, reason: Reason, now: Timestamp) -> db::Result<bool> {
    sql::set_cancelled(tx, order_id, from, reason.into_str(), now)
}

/// Writes down that something happened to an order.
pub fn record(tx: &Tx<'_>, order_id: &str, kind: &str, detail: &Value, now: Timestamp) -> db::Result<()> {
    sql::insert_event(tx, order_id, kind, detail, now)
}

/// An order of whoever asks, by their account or by its key; somebody else's is not found.
pub fn find_own(conn: &Conn, asker: &Asker, order_id: &str) -> db::Result<Option<Order>> {
    Ok(sql::find(conn, order_id)?.filter(|order| asker.may_open(order)))
}

/// The statement of withdrawal that a case began with; `None` where the owner granted it.
pub fn withdrawn(conn: &Conn, case_id: &str) -> db::Result<Option<Withdrawn>> {
    sql::withdrawn::find(conn, case_id)
}

/// Makes an order an account's that was bought without one; from then on no key opens it. `false` when it is not to be
/// had any more.
pub fn claim(tx: &Tx<'_>, order_id: &str, nonce: &str, user_id: &str, now: Timestamp) -> db::Result<bool> {
    if !sql::set_account(tx, order_id, nonce, user_id, now)? {
        return Ok(false);
    }
    record(tx, order_id, "claimed", &serde_json::json!({}), now)?;
    Ok(true)
}

/// An order, for the server's own work and for operators.
pub fn find(conn: &Conn, order_id: &str) -> db::Result<Option<Order>> {
    sql::find(conn, order_id)
}

/// How many orders this user has, and a page of them, newest first.
pub fn list_own(conn: &Conn, user_id: &str, offset: i64, limit: i64) -> db::Result<(i64, Vec<Order>)> {
    Ok((sql::count_of(conn, user_id)?, sql::page_of(conn, user_id, offset, limit)?))
}

/// Every order of this user, newest first.
pub fn all_own(conn: &Conn, user_id: &str) -> db::Result<Vec<Order>> {
    sql::page_of(conn, user_id, 0, -1)
}

/// Every order that was bought without an account with this address for mail, newest first.
pub fn of_address(conn: &Conn, email: &str) -> db::Result<Vec<Order>> {
    sql::of_address(conn, email)
}

/// Takes out of this user's orders who they are: name, street, mail address, tracking number and filled-in texts. What
/// was sold, when and for how much stays, and so does the town, for the tax office.
pub fn anonymise_own(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    sql::anonymise(tx, user_id)
}

/// [`anonymise_own`] for one order. No key opens it any more.
pub fn anonymise(tx: &Tx<'_>, order_id: &str) -> db::Result<()> {
    sql::anonymise_one(tx, order_id)
}

/// How many orders a key opens.
pub fn count_links(conn: &Conn) -> db::Result<i64> {
    sql::count_links(conn)
}

/// Takes an address for mail out of the orders of accounts that have another one now.
pub fn forget_address(tx: &Tx<'_>, email: &str) -> db::Result<()> {
    sql::forget_address(tx, email)
}

/// [`anonymise_own`] for every order on which nothing has happened since a moment.
pub fn anonymise_before(tx: &Tx<'_>, moment: Timestamp) -> db::Result<()> {
    sql::anonymise_before(tx, moment)
}

/// Forgets who was behind orders without an account that ended unpaid before `moment`: nobody has proven who that was, and
/// no law wants them kept.
pub fn anonymise_unpaid_guests(tx: &Tx<'_>, moment: Timestamp) -> db::Result<()> {
    sql::anonymise_unpaid_guests(tx, moment)
}

/// All orders, or those of one status, newest first, for operators.
pub fn list(conn: &Conn, status: Option<Status>) -> db::Result<Vec<Order>> {
    sql::list(conn, status)
}

/// The ids that begin with `prefix`, or that of the order with this number; two at most, as one more than one is enough
/// to know it is ambiguous.
pub fn ids_with_prefix(conn: &Conn, prefix: &str) -> db::Result<Vec<String>> {
    match prefix.parse() {
        Ok(number) => sql::ids_with_number(conn, number),
        Err(NotNumber) => sql::ids_with_prefix(conn, prefix),
    }
}

/// What the owner wrote down about an order, as whom it is about may read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub order_id: String,
    /// When.
    pub at: Timestamp,
    /// The owner's words.
    pub text: String,
}

/// What the owner wrote down about a user's orders, oldest first.
pub fn notes_on_own(conn: &Conn, user_id: &str, email: &str) -> db::Result<Vec<Note>> {
    sql::notes_on_own(conn, user_id, email)
}

/// The addresses of the pictures that orders show.
pub fn picture_urls(conn: &Conn) -> db::Result<HashSet<String>> {
    sql::picture_urls(conn)
}

/// Whether one of these variants was ordered since a moment.
pub fn is_ordered_since(conn: &Conn, variant_ids: &[String], since: Timestamp) -> db::Result<bool> {
    sql::is_ordered_since(conn, variant_ids, since)
}

/// What happened to an order, oldest first.
pub fn events(conn: &Conn, order_id: &str) -> db::Result<Vec<Event>> {
    sql::events(conn, order_id)
}

/// When an order arrived, the last time it was said to have; `None` where it never was, or where that was taken back.
pub fn delivered_at(conn: &Conn, order_id: &str) -> db::Result<Option<Timestamp>> {
    let said = |event: &Event| matches!(event.kind.as_str(), "delivered" | "undelivered");
    let last = events(conn, order_id)?.into_iter().rev().find(said);
    Ok(last.filter(|event| event.kind == "delivered").map(|event| event.at))
}

/// Of whom orders are counted.
#[derive(Debug, Clone, Copy)]
pub enum Party<'a> {
    /// An account.
    Account(&'a str),
    /// Whoever buys without an account and gives this address for mail.
    Mail(&'a str),
    /// Whoever buys without an account and has it sent to this street.
    Street(&'a Origin),
    /// Whoever buys without an account from this network; nobody where it is not known.
    Network(&'a Origin),
}

/// The order that somebody placed with this idempotency key, and the hash of the request that placed it.
pub fn find_by_key(conn: &Conn, party: Party<'_>, key: &str) -> db::Result<Option<(Order, Vec<u8>)>> {
    let Some((id, hash)) = sql::find_by_key(conn, party, key)? else { return Ok(None) };
    Ok(sql::find(conn, &id)?.map(|order| (order, hash)))
}

/// How many of their orders are pending.
pub fn pending_of(conn: &Conn, party: Party<'_>) -> db::Result<i64> {
    sql::count_pending(conn, party)
}

/// How often something happened, since a moment, to the orders that were bought without an account with this address.
pub fn guest_events_since(conn: &Conn, email: &str, kind: &str, since: Timestamp) -> db::Result<i64> {
    sql::guest_events_since(conn, email, kind, since)
}

/// When they placed their orders since a moment, oldest first.
pub fn placed_since(conn: &Conn, party: Party<'_>, since: Timestamp) -> db::Result<Vec<Timestamp>> {
    sql::placed_since(conn, party, since)
}

/// Units of a variant that their pending orders hold.
pub fn held_by(conn: &Conn, party: Party<'_>, variant_id: &str) -> db::Result<i64> {
    sql::held_by(conn, party, variant_id)
}

/// Pending orders whose time is over, the longest first; only those that were placed after `placed_after`, if that is given.
pub fn overdue(conn: &Conn, now: Timestamp, placed_after: Option<Timestamp>) -> db::Result<Vec<String>> {
    sql::overdue(conn, now, placed_after)
}
