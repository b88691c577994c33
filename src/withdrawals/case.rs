//! A return as one case, from a statement or from the owner's goodwill: whose goods, what came back of them and in which
//! state, what of the money goes back, and that the buyer is told of each step.
//!
//! Each act is one transaction: the case, its event, its entry in the log, its mail; money and stock move
//! by way of `fulfilment` alone. The same act again changes nothing.

use serde_json::json;

use super::due::{self, Due};
use super::sql::case as sql;
use super::{Case, Line, State, named, paid, period};
use crate::audit::{self, Actor};
use crate::checkout::refund::Method;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::fulfilment::{self, GiveBack, What};
use crate::id;
use crate::mail::{self, Message, ReturnStep, ReturnUpdate};
use crate::money::Cents;
use crate::orders::{self, Order, Status};
use crate::settings::Settings;
use crate::text;

/// Characters of a note, and of words to the buyer, at most.
pub const MAX_WORDS: usize = 1000;

/// The event of a case whose money did not go back after all.
pub(super) const REFUND_FAILED: &str = "refund_failed";

/// Why an act is not done.
#[derive(Debug, thiserror::Error)]
pub enum NotDone {
    /// There is no such case, or no such order.
    #[error("there is no such case")]
    NotFound,
    /// How far the case is does not allow it.
    #[error("the case is {0}")]
    Illegal(State),
    /// Nobody has said yet whose goods they are.
    #[error("the case has no order yet")]
    NoOrder,
    /// An order that is not on its way is cancelled, one that is cannot be.
    #[error("the order is {0}")]
    OrderIs(Status),
    /// A return of the order is open.
    #[error("a return of the order is open: {0}")]
    Open(String),
    /// The lines are not the order's, or more than was sold of them, or lose more than they cost.
    #[error("{0}")]
    Lines(&'static str),
    /// In this field nothing is written, or too much.
    #[error("takes 1 to {MAX_WORDS} characters")]
    Words(&'static str),
    /// What money and stock do.
    #[error(transparent)]
    Fulfilment(#[from] fulfilment::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// What the owner wants to give back.
#[derive(Debug, Clone)]
pub struct Refund {
    /// Whether the delivery goes back too; where everything came back, it does unless something else is said.
    pub shipping: Option<bool>,
    /// What the owner was shown that it comes to; only compared.
    pub expected: Option<Cents>,
    pub method: Method,
    /// The same key is the same refund of the case.
    pub key: Option<String>,
}

/// A return that the owner grants though the law does not ask for it; the buyer is told how. Where one is open nothing is
/// done, and nobody is told: it is answered to the same words, and refused with others.
pub fn grant(tx: &Tx<'_>, actor: &Actor, order_id: &str, words: &str, now: Timestamp) -> Result<Case, NotDone> {
    let order = orders::find(tx, order_id)?.ok_or(NotDone::NotFound)?;
    if !matches!(order.status, Status::Shipped | Status::Delivered) {
        return Err(NotDone::OrderIs(order.status));
    }
    let words = optional("words", words)?;
    if let Some(open) = sql::open_of_order(tx, order_id)? {
        let open = find(tx, &open)?;
        let is_said = open.events.iter().any(|event| event.kind == "granted" && event.note == words);
        return if is_said { Ok(open) } else { Err(NotDone::Open(open.id)) };
    }
    let id = id::new();
    sql::insert(tx, &id, None, Some(order_id), now)?;
    write_down(tx, actor, &id, "granted", words.as_deref(), now)?;
    orders::record(tx, order_id, "return_granted", &json!({ "withdrawal": id, "by": actor.label() }), now)?;
    let case = find(tx, &id)?;
    tell(tx, &case, &order, ReturnStep::Granted, words, now)?;
    Ok(case)
}

/// Says whose goods a statement is about that named no order, or not with a proof.
pub fn assign(tx: &Tx<'_>, actor: &Actor, case_id: &str, called: &str, now: Timestamp) -> Result<Case, NotDone> {
    let case = find(tx, case_id)?;
    let order = named::order(tx, called)?.ok_or(NotDone::NotFound)?;
    let order_id = order.id.as_str();
    if case.order_id.as_deref() == Some(order_id) {
        return Ok(case);
    }
    if case.state != State::Received {
        return Err(NotDone::Illegal(case.state));
    }
    sql::set_order(tx, case_id, order_id, now)?;
    write_down(tx, actor, case_id, "assigned", None, now)?;
    let detail = json!({ "withdrawal": case.id, "by": actor.label() });
    orders::record(tx, order_id, "withdrawal", &detail, now)?;
    find(tx, case_id)
}

/// Cancels an order that was not sent, because a person has seen that its buyer withdrew.
pub fn cancel(tx: &Tx<'_>, actor: &Actor, case_id: &str, now: Timestamp) -> Result<Case, NotDone> {
    let (case, order) = with_order(tx, case_id)?;
    match case.state {
        State::Cancelled => return Ok(case),
        State::Received => {}
        other => return Err(NotDone::Illegal(other)),
    }
    fulfilment::cancel_for_buyer(tx, &order.id, now)?;
    sql::set_state(tx, case_id, State::Cancelled, now)?;
    write_down(tx, actor, case_id, "cancelled", None, now)?;
    find(tx, case_id)
}

/// The goods are back: which, whether they can be sold again, and what they lost of their value. The buyer is told the
/// first time; until money goes back it can be corrected.
pub fn goods_back(tx: &Tx<'_>, actor: &Actor, case_id: &str, lines: &[Line], now: Timestamp) -> Result<Case, NotDone> {
    let (case, order) = with_order(tx, case_id)?;
    if !matches!(case.state, State::Received | State::GoodsBack) {
        return Err(NotDone::Illegal(case.state));
    }
    if !matches!(order.status, Status::Shipped | Status::Delivered) {
        return Err(NotDone::OrderIs(order.status));
    }
    let lines = checked(tx, &case, &order, lines)?;
    if case.state == State::GoodsBack && case.lines == lines {
        return Ok(case);
    }
    sql::set_lines(tx, case_id, &lines)?;
    sql::set_state(tx, case_id, State::GoodsBack, now)?;
    write_down(tx, actor, case_id, "goods_back", None, now)?;
    let is_news = case.state == State::Received;
    let case = find(tx, case_id)?;
    if is_news {
        tell(tx, &case, &order, ReturnStep::GoodsBack, None, now)?;
    }
    paid::put_back_on_sale(tx, &order, now)?;
    if !due::is_paid_back(tx, &case, &order)? {
        return Ok(case);
    }
    due::end(tx, &case, &order, now)?;
    write_down(tx, actor, case_id, "refunded", None, now)?;
    find(tx, case_id)
}

/// Gives the price of what came back, less what it lost of its value, and where everything came back the delivery.
pub fn refund(tx: &Tx<'_>, actor: &Actor, case_id: &str, wanted: &Refund, now: Timestamp) -> Result<Case, NotDone> {
    let (case, order) = with_order(tx, case_id)?;
    match case.state {
        State::Refunded => return Ok(case),
        State::GoodsBack => {}
        other => return Err(NotDone::Illegal(other)),
    }
    // Equal goods of two cases of an order are two refunds, whatever key comes with each.
    let key = refund_key(paid::RETURNED, &case, wanted.key.as_deref());
    let wanted = Refund { key: Some(key), ..wanted.clone() };
    pay_back(tx, actor, &case, &order, &wanted, now)?;
    write_down(tx, actor, case_id, "refunded", None, now)?;
    find(tx, case_id)
}

/// Units of an order that was not sent are not sent at all, and their money goes back in the same act: nobody can send
/// meanwhile what is paid back.
pub fn take_out(tx: &Tx<'_>, actor: &Actor, case_id: &str, lines: &[Line], now: Timestamp) -> Result<Case, NotDone> {
    let (case, order) = with_order(tx, case_id)?;
    match case.state {
        State::Refunded => return Ok(case),
        State::Received => {}
        other => return Err(NotDone::Illegal(other)),
    }
    if order.status != Status::Paid {
        return Err(NotDone::OrderIs(order.status));
    }
    sql::set_lines(tx, case_id, &checked(tx, &case, &order, lines)?)?;
    let key = Some(refund_key(paid::TAKEN_OUT, &case, None));
    let wanted = Refund { shipping: None, expected: None, method: Method::Provider, key };
    pay_back(tx, actor, &find(tx, case_id)?, &order, &wanted, now)?;
    write_down(tx, actor, case_id, "taken_out", None, now)?;
    find(tx, case_id)
}

/// The key of a refund; after one that failed it is another.
fn refund_key(act: &str, case: &Case, typed: Option<&str>) -> String {
    let key = paid::key(act, &case.id, typed);
    match case.events.iter().filter(|event| event.kind == REFUND_FAILED).count() {
        0 => key,
        failed => format!("{key} {}", failed + 1),
    }
}

fn pay_back(
    tx: &Tx<'_>,
    actor: &Actor,
    case: &Case,
    order: &Order,
    wanted: &Refund,
    now: Timestamp,
) -> Result<(), NotDone> {
    let due = due::of(tx, case, order, wanted.shipping)?;
    if due.is_settled() {
        // The owner was shown money that has gone back at the order since.
        if wanted.expected.is_some_and(|expected| expected != Cents::ZERO) {
            return Err(fulfilment::Error::RefundChanged(Cents::ZERO).into());
        }
        if order.status == Status::Paid && !due.is_nameable {
            return Err(NotDone::Lines("the buyer's bank took their money, and no refund can take them out"));
        }
        return Ok(due::end(tx, case, order, now)?);
    }
    let give_back = GiveBack {
        what: What::Goods(due.units, due.shipping),
        expected: wanted.expected,
        seen_left: None,
        at_most: Some(due.most),
        method: wanted.method,
        reason: (wanted.method == Method::Elsewhere).then(|| format!("{} {}", "withdrawal", id::short(&case.id))),
        key: wanted.key.clone(),
    };
    fulfilment::refund(tx, actor, &order.id, &give_back, now)?;
    Ok(sql::set_state(tx, &case.id, State::Refunded, now)?)
}

/// Nothing more is to be done. What stands in `words` is mailed to whoever is behind the case.
pub fn close(tx: &Tx<'_>, actor: &Actor, case_id: &str, words: &str, now: Timestamp) -> Result<Case, NotDone> {
    let case = find(tx, case_id)?;
    if case.state == State::Closed {
        return Ok(case);
    }
    let words = optional("words", words)?;
    sql::set_state(tx, case_id, State::Closed, now)?;
    write_down(tx, actor, case_id, "closed", words.as_deref(), now)?;
    if words.is_some() {
        tell_whoever(tx, &case, ReturnStep::Closed, words, now)?;
    }
    find(tx, case_id)
}

/// What a refund of the case comes to, and what of it is for the delivery, which goes back where everything came back.
/// Nothing while no goods are back, or once the money went back another way: that it is nothing does not say that nothing
/// is owed, see `due::is_paid_back`.
pub fn comes_to(conn: &Conn, case: &Case, order: &Order) -> Result<(Cents, Cents), NotDone> {
    if case.state != State::GoodsBack {
        return Ok((Cents::ZERO, Cents::ZERO));
    }
    let Due { units, shipping, most, .. } = due::of(conn, case, order, None)?;
    Ok(fulfilment::comes_to(conn, order, &units, shipping, Some(most))?)
}

/// The lines as they are kept, where they are the order's.
fn checked(conn: &Conn, case: &Case, order: &Order, lines: &[Line]) -> Result<Vec<Line>, NotDone> {
    let mut kept: Vec<Line> = Vec::new();
    let returnable = due::returnable(conn, case, order)?;
    for line in lines {
        let item = order.item(&line.item_id).ok_or(NotDone::Lines("no such line"))?;
        if kept.iter().any(|other| other.item_id == line.item_id) {
            return Err(NotDone::Lines("names a line twice"));
        }
        if !(1..=returnable[&item.id]).contains(&line.quantity) {
            return Err(NotDone::Lines("there are not so many units to give back"));
        }
        if line.loss < Cents::ZERO || line.loss > item.unit_price.times(line.quantity) {
            return Err(NotDone::Lines("it cannot lose more than it cost"));
        }
        let note = optional("note", line.note.as_deref().unwrap_or_default())?;
        if line.loss > Cents::ZERO && note.is_none() {
            return Err(NotDone::Words("note"));
        }
        kept.push(Line { note, ..line.clone() });
    }
    if kept.is_empty() { Err(NotDone::Lines("names no goods")) } else { Ok(kept) }
}

pub(super) fn find(conn: &Conn, case_id: &str) -> Result<Case, NotDone> {
    sql::find(conn, case_id)?.ok_or(NotDone::NotFound)
}

fn with_order(conn: &Conn, case_id: &str) -> Result<(Case, Order), NotDone> {
    let case = find(conn, case_id)?;
    let order_id = case.order_id.as_deref().ok_or(NotDone::NoOrder)?;
    let order = orders::find(conn, order_id)?.ok_or(NotDone::NotFound)?;
    Ok((case, order))
}

/// What was written in a field, as it is kept; none where nothing was.
fn optional(field: &'static str, typed: &str) -> Result<Option<String>, NotDone> {
    let words = text::lines(typed);
    match words.chars().count() {
        _ if text::is_blank(&words) => Ok(None),
        1..=MAX_WORDS => Ok(Some(words)),
        _ => Err(NotDone::Words(field)),
    }
}

/// The case's event, and the entry in the log: words stand with the case alone, where they are forgotten.
pub(super) fn write_down(
    tx: &Tx<'_>,
    actor: &Actor,
    case_id: &str,
    kind: &str,
    note: Option<&str>,
    now: Timestamp,
) -> db::Result<()> {
    audit::record(tx, actor, &format!("return.{kind}"), case_id, &json!({}), now)?;
    sql::insert_event(tx, case_id, kind, actor.label(), note, now)
}

/// Mails the order's buyer, unless they were forgotten.
fn tell(
    tx: &Tx<'_>,
    case: &Case,
    order: &Order,
    step: ReturnStep,
    words: Option<String>,
    now: Timestamp,
) -> db::Result<()> {
    if order.email.is_empty() {
        return Ok(());
    }
    let title = |line: &Line| {
        let item = order.item(&line.item_id);
        item.map(super::title_of).unwrap_or_default()
    };
    let update = ReturnUpdate {
        step,
        number: id::short(&case.id).to_owned(),
        order_id: Some(order.id.clone()),
        order: Some(order.number.to_string()),
        name: order.shipping_address.name.clone(),
        goods: case.lines.iter().map(|line| format!("{} × {}", line.quantity, title(line))).collect(),
        losses: case
            .lines
            .iter()
            .filter(|line| line.loss > Cents::ZERO)
            .map(|line| {
                format!(
                    "{}: −{} · {}",
                    title(line),
                    line.loss.format(order.lang),
                    line.note.clone().unwrap_or_default()
                )
            })
            .collect(),
        send_to: super::send_to(&Settings::load(tx)?),
        until: period::day_14_told(now),
        words: words.unwrap_or_default(),
    };
    mail::enqueue(tx, &order.email, order.lang, &Message::ReturnUpdated(update), now)
}

/// The order's buyer, or who made the statement where no order is known.
fn tell_whoever(tx: &Tx<'_>, case: &Case, step: ReturnStep, words: Option<String>, now: Timestamp) -> db::Result<()> {
    if let Some(order) = case.order_id.as_deref().map(|id| orders::find(tx, id)).transpose()?.flatten() {
        return tell(tx, case, &order, step, words, now);
    }
    let Some(made) = super::find(tx, &case.id)?.filter(|made| !made.email.is_empty()) else { return Ok(()) };
    let update = ReturnUpdate {
        step,
        number: id::short(&case.id).to_owned(),
        order_id: None,
        order: None,
        name: made.name,
        goods: Vec::new(),
        losses: Vec::new(),
        send_to: Vec::new(),
        until: String::new(),
        words: words.unwrap_or_default(),
    };
    mail::enqueue(tx, &made.email, made.lang, &Message::ReturnUpdated(update), now)
}
