//! Orders as the owner handles them: the moves only the owner makes, what is written down about them, and the list.
//!
//! The acts themselves, with their mails and refunds, are in `fulfilment`; here is what of them concerns an order alone.

use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Money, Number, Parcel, Refunded, Status, sql};
use crate::carrier::Carrier;
use crate::catalogue;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::lang::Lang;
use crate::money::Cents;
use crate::page::Page;
use crate::settings::Settings;

/// Something that happened to an order.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// What, such as `placed` or `shipped`.
    pub kind: String,
    /// What else there is to know; `by` is who did it, where somebody did.
    pub detail: Value,
    /// When.
    pub at: Timestamp,
    /// Words about it.
    pub note: Option<String>,
}

/// Which orders are wanted; all that is given must fit.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Where they stand.
    pub status: Option<Status>,
    /// Whose they are.
    pub person: Option<Person>,
    /// Only those that need a person.
    pub attention: bool,
    /// Only those that are to be sent.
    pub to_ship: bool,
    /// Whether their money is back.
    pub refund: Option<Refunded>,
    /// The beginnings of words of id, number, address for mail, name, telephone, tracking number, SKUs and titles.
    pub q: Option<String>,
    /// Placed then or later.
    pub from: Option<Timestamp>,
    /// Placed before.
    pub before: Option<Timestamp>,
}

/// Somebody with an account, or without one.
#[derive(Debug, Clone)]
pub struct Person {
    /// Of the account; of somebody without one it is nobody's.
    pub user_id: String,
    /// Under which they buy without one.
    pub email: String,
}

/// A line of the list of orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The order.
    pub id: String,
    /// What people call it by.
    pub number: Number,
    /// When it was placed.
    pub created_at: Timestamp,
    /// The language it was placed in.
    pub lang: Lang,
    /// Where it stands.
    pub status: Status,
    /// What needs a person.
    pub attention: Option<String>,
    /// Where its mails go.
    pub email: String,
    /// Who receives it.
    pub name: String,
    /// Where.
    pub city: String,
    /// What is paid.
    pub total: Cents,
    /// What became of its money.
    pub money: Money,
    /// Whether it was bought without an account and is in none.
    pub is_guest: bool,
    /// Units of all lines.
    pub items_count: i64,
    /// Who takes it there, once shipped.
    pub carrier: Option<Carrier>,
    /// The carrier's number.
    pub tracking_number: Option<String>,
    /// See [`super::Order::open_return`].
    pub open_return: Option<String>,
    /// See [`super::Order::unproven_withdrawal`].
    pub unproven_withdrawal: Option<String>,
    /// When it was paid.
    pub paid_at: Option<Timestamp>,
    /// Working days of making what bears a text of its buyer's and was not given back whole, 0 where nothing does; `None`
    /// where they are not known of all.
    pub making_days: Option<i64>,
    /// See [`super::ship_by`].
    pub ship_by: Option<Date>,
    /// Its first lines.
    pub goods: Vec<Goods>,
}

impl Listed {
    /// See [`super::Order::is_to_ship`].
    pub fn is_to_ship(&self) -> bool {
        super::is_to_ship(self.status, &self.money, self.open_return.as_deref())
    }
}

/// What a line of an order is told by at a glance.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Goods {
    /// The variant.
    pub variant_id: String,
    /// As the shop calls it in Spanish, else as it was bought.
    pub title: String,
    /// A path of this site.
    pub image_url: Option<String>,
    /// How many.
    pub quantity: i64,
}

/// What there is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// Paid, not on their way, neither given back nor withdrawn from.
    pub to_ship: i64,
    /// Not paid yet.
    pub pending: i64,
    /// Marked for a person.
    pub attention: i64,
    /// Of these, those that are not to be shipped as well.
    pub attention_only: i64,
}

/// paid → shipped. `false` when the order is not paid: nothing was changed.
pub fn ship(tx: &Tx<'_>, order_id: &str, parcel: &Parcel, now: Timestamp) -> db::Result<bool> {
    sql::set_shipped(tx, order_id, parcel, now)
}

/// shipped → paid, for what was said by mistake. `false` when the order is not shipped: nothing was changed.
pub fn unship(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> db::Result<bool> {
    sql::set_unshipped(tx, order_id, now)
}

/// Whether goods of an order came back, or are to.
pub fn has_come_back(conn: &Conn, order_id: &str) -> db::Result<bool> {
    sql::has_come_back(conn, order_id)
}

/// Another carrier or number for an order that is on its way. `false` when it is not: nothing was changed.
pub fn correct_tracking(tx: &Tx<'_>, order_id: &str, parcel: &Parcel, now: Timestamp) -> db::Result<bool> {
    sql::set_tracking(tx, order_id, parcel, now)
}

/// Another address for mail of an order that was bought without an account. No key and no token that was made before opens
/// it any more, and its request cannot be sent again: that would be answered with the new key. `false` when it is no such
/// order: nothing was changed.
pub fn correct_email(tx: &Tx<'_>, order_id: &str, email: &EmailAddress, now: Timestamp) -> db::Result<bool> {
    sql::set_email(tx, order_id, email.as_str(), &id::new(), now)
}

/// shipped → delivered. `false` when the order is not shipped: nothing was changed.
pub fn deliver(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> db::Result<bool> {
    sql::set_delivered(tx, order_id, now)
}

/// delivered → shipped, for what was said by mistake. `false` when the order is not delivered: nothing was changed.
pub fn undeliver(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> db::Result<bool> {
    sql::set_undelivered(tx, order_id, now)
}

/// Takes the mark for a person away. `false` when there is none.
pub fn clear_attention(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> db::Result<bool> {
    sql::clear_attention(tx, order_id, now)
}

/// Writes down what somebody did to an order, and their words about it.
pub fn record_by(
    tx: &Tx<'_>,
    order_id: &str,
    kind: &str,
    by: &str,
    mut detail: Map<String, Value>,
    note: Option<&str>,
    now: Timestamp,
) -> db::Result<()> {
    detail.insert(String::from("by"), by.into());
    sql::insert_event(tx, order_id, kind, &Value::Object(detail), now)?;
    note.map_or(Ok(()), |note| sql::insert_note(tx, order_id, note))
}

/// How many orders are wanted, and a page of them: newest first, but what is to be sent oldest first.
pub fn search(conn: &Conn, wanted: &Wanted, page: Page) -> db::Result<(i64, Vec<Listed>)> {
    let (count, mut orders) = sql::search(conn, wanted, page)?;
    if orders.iter().any(Listed::is_to_ship) {
        let settings = Settings::load(conn)?;
        for order in orders.iter_mut().filter(|order| order.is_to_ship()) {
            order.ship_by = order.paid_at.and_then(|at| settings.delivery(order.making_days?, at).0);
        }
    }
    for order in orders.iter_mut().filter(|order| order.lang != Lang::Es) {
        for goods in &mut order.goods {
            if let Some((title, _)) = catalogue::titles(conn, &goods.variant_id, Lang::Es)? {
                goods.title = title;
            }
        }
    }
    Ok((count, orders))
}

/// The ids of all orders that are wanted, the oldest first.
pub fn ids_oldest_first(conn: &Conn, wanted: &Wanted) -> db::Result<Vec<String>> {
    sql::ids_oldest_first(conn, wanted)
}

/// The rates of tax that are in these orders' goods, in basis points.
pub fn tax_rates(conn: &Conn, ids: &[String]) -> db::Result<Vec<i64>> {
    sql::tax_rates(conn, ids)
}

/// What there is to do.
pub fn waiting(conn: &Conn) -> db::Result<Waiting> {
    sql::waiting(conn)
}

/// When orders were paid since a moment, and what became of their money, oldest first.
pub fn sales_since(conn: &Conn, since: Timestamp) -> db::Result<Vec<(Timestamp, Money)>> {
    sql::sales_since(conn, since)
}

/// How many orders were placed since a moment, and how many of them were paid.
pub fn count_placed(conn: &Conn, since: Timestamp) -> db::Result<(i64, i64)> {
    sql::count_placed(conn, since)
}

/// What somebody paid for their orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// What of it stays.
    pub net: Cents,
    /// All of it, with what went back since.
    pub gross: Cents,
}

/// What somebody paid for their orders.
pub fn spent_by(conn: &Conn, person: &Person) -> db::Result<Spent> {
    let mut spent = Spent::default();
    for money in sql::money_of(conn, person)? {
        spent = Spent { net: spent.net.plus(money.net), gross: spent.gross.plus(money.paid) };
    }
    Ok(spent)
}

/// What the owner wants to hear of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// The place of its event.
    pub event: i64,
    pub order_id: String,
    /// Why it needs a person, see [`super::Attention`]; none when it was paid.
    pub attention: Option<String>,
}

/// The orders that were paid or marked for a person after an event; a page of at most `limit`, oldest first.
pub fn news_after(conn: &Conn, event: i64, limit: i64) -> db::Result<Vec<News>> {
    sql::news_after(conn, event, limit)
}
