//! Returns, on the wire.

use std::collections::BTreeMap;

use poem_openapi::Object;

use super::case::{self, NotDone};
use super::wire::WithdrawalBody;
use super::{Case, Event, Line, State, due, period, title_of};
use crate::clock::Timestamp;
use crate::db::Conn;
use crate::holidays::Holidays;
use crate::id;
use crate::lang::Lang;
use crate::money::Cents;
use crate::orders::{self, Item, Status};
use crate::settings::Settings;

/// A page of returns, newest first.
#[derive(Debug, Object)]
#[oai(rename = "ReturnList")]
pub(super) struct CaseList {
    /// How many fit.
    pub count: i64,
    pub offset: i64,
    pub limit: i64,
    pub returns: Vec<CaseBody>,
}

/// A return, from a statement of withdrawal or granted by the owner.
#[derive(Debug, Object)]
#[oai(rename = "DeskReturn")]
pub(super) struct CaseBody {
    /// Of a statement its own.
    id: String,
    /// Its first 8 characters, which mails name.
    short_id: String,
    /// RFC 3339.
    opened_at: String,
    state: State,
    /// Whether the owner granted it, without a statement.
    granted: bool,
    /// The statement it comes from.
    withdrawal: Option<WithdrawalBody>,
    /// Whose goods they are; null while nobody has said.
    order: Option<ReturnOrder>,
    /// The last day for the money after a statement, `2026-12-04`; null where nothing waits for it.
    refund_due: Option<String>,
    /// Days from today to that day; negative when it is over.
    days_left: Option<i64>,
    /// What came back.
    lines: Vec<ReturnLine>,
    /// Cents that a refund of these comes to, the delivery included.
    comes_to_in_cents: i64,
    /// Cents of these for the delivery.
    shipping_in_cents: i64,
    /// Cents that went back for it at the order since it was opened.
    paid_in_cents: i64,
    /// What happened, oldest first.
    events: Vec<ReturnEvent>,
}

/// The order of a return.
#[derive(Debug, Object)]
struct ReturnOrder {
    id: String,
    number: String,
    status: Status,
    /// Who bought it.
    name: String,
    items: Vec<ReturnItem>,
}

/// A line of the order.
#[derive(Debug, Object)]
struct ReturnItem {
    id: String,
    title: String,
    quantity: i64,
    /// Units whose money is neither back nor on its way back.
    left: i64,
    /// For one.
    price_in_cents: i64,
    /// Units that may be said to have come back: these, and those paid back at the order since the return was opened.
    returnable: i64,
    /// Units that the statement names; all that are returnable where it names none.
    named: i64,
}

/// Units of a line that came back.
#[derive(Debug, Object)]
struct ReturnLine {
    item_id: String,
    quantity: i64,
    /// Whether they can be sold again.
    restock: bool,
    /// Cents of value that they lost.
    loss_in_cents: i64,
    note: Option<String>,
}

/// Something that happened in a case.
#[derive(Debug, Object)]
struct ReturnEvent {
    /// `granted`, `assigned`, `cancelled`, `taken_out`, `goods_back`, `refunded`, `refund_failed` or `closed`.
    kind: String,
    /// RFC 3339.
    at: String,
    /// Whose doing it was, as the log knows them.
    by: String,
    /// Words to the buyer.
    note: Option<String>,
}

impl From<Line> for ReturnLine {
    fn from(line: Line) -> Self {
        let Line { item_id, quantity, restock, loss, note } = line;
        Self { item_id, quantity, restock, loss_in_cents: loss.0, note }
    }
}

impl From<Event> for ReturnEvent {
    fn from(event: Event) -> Self {
        Self { kind: event.kind, at: event.at.to_rfc3339(), by: event.by, note: event.note }
    }
}

impl CaseBody {
    /// A case with its statement and what the shop knows of its order.
    pub fn one(conn: &Conn, case: Case, now: Timestamp) -> Result<Self, NotDone> {
        Self::read(conn, case, &Settings::load(conn)?.holidays, now)
    }

    /// One of many.
    pub fn read(conn: &Conn, case: Case, holidays: &Holidays, now: Timestamp) -> Result<Self, NotDone> {
        let made = if case.is_granted { None } else { super::find(conn, &case.id)? };
        let order = case.order_id.as_deref().map(|id| orders::find(conn, id)).transpose()?.flatten();
        let order = order.map(|order| orders::titled_in(conn, &order, Lang::Es)).transpose()?;
        let (comes_to, shipping) = match &order {
            Some(order) => case::comes_to(conn, &case, order)?,
            None => (Cents::ZERO, Cents::ZERO),
        };
        let (paid, returnable) = match &order {
            Some(order) => (due::paid_before(conn, &case, order)?, due::returnable(conn, &case, order)?),
            None => (Cents::ZERO, BTreeMap::new()),
        };
        let is_waited_for = matches!(case.state, State::Received | State::GoodsBack);
        let refund_due = made.as_ref().filter(|_| is_waited_for).map(|made| period::day_14(made.received_at));
        let days_left = refund_due.and_then(|due| now.date().until(due).ok()).map(|span| i64::from(span.get_days()));
        let returnable = |item: &Item| returnable.get(&item.id).copied().unwrap_or_default();
        let named = made.as_ref().map(|made| made.items.clone()).unwrap_or_default();
        // Whoever was forgotten has named nothing any more.
        let is_whole = named.is_empty() && made.as_ref().is_none_or(|made| !made.email.is_empty());
        let item = |(item, wanted): (&Item, i64)| ReturnItem {
            id: item.id.clone(),
            title: title_of(item),
            quantity: item.quantity,
            left: item.unrefunded(),
            returnable: returnable(item),
            price_in_cents: item.unit_price.0,
            named: if is_whole { returnable(item) } else { wanted },
        };
        Ok(Self {
            short_id: id::short(&case.id).to_owned(),
            id: case.id,
            opened_at: case.opened_at.to_rfc3339(),
            state: case.state,
            granted: case.is_granted,
            withdrawal: made.map(|made| WithdrawalBody::with(conn, made, holidays)).transpose()?,
            order: order.map(|order| ReturnOrder {
                number: order.number.to_string(),
                status: order.status,
                name: order.shipping_address.name.clone(),
                items: {
                    let by_variant = named.iter().map(|item| (item.variant_id.as_str(), item.quantity));
                    let units = orders::by_line(&order.items, by_variant, returnable);
                    order.items.iter().zip(units).map(item).collect()
                },
                id: order.id,
            }),
            refund_due: refund_due.map(|due| due.to_string()),
            days_left,
            lines: case.lines.into_iter().map(ReturnLine::from).collect(),
            comes_to_in_cents: comes_to.0,
            paid_in_cents: paid.0,
            shipping_in_cents: shipping.0,
            events: case.events.into_iter().map(ReturnEvent::from).collect(),
        })
    }
}
