//! Money that the owner gives back: an amount, all that is left, or the price of goods. What goods come to is counted
//! here; never does more go back than is left of what came in, nor for more units than were sold.

use serde::Serialize;
use serde_json::json;

use super::{Error, SECOND_CLICK_SECONDS, find, words, write_down};
use crate::audit::Actor;
use crate::checkout::refund::{self, Line, Method, Request};
use crate::clock::Timestamp;
use crate::db::{Conn, Tx};
use crate::money::Cents;
use crate::orders::{Order, Status};
use crate::secrets::sha256;

/// What money is given back for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum What {
    /// All that is left of it.
    Rest,
    Amount(Cents),
    /// Units of lines, and so much of the shipping.
    Goods(Vec<Units>, Cents),
}

/// Units of an order's line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Units {
    /// The order's line.
    pub item_id: String,
    /// How many, 1 or more.
    pub quantity: i64,
    /// Whether they go back into stock once the money is back; those that were never sent do when nothing is said.
    pub restock: Option<bool>,
    /// What of their price stays here, because they lost of their value.
    pub loss: Cents,
}

/// What the owner asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GiveBack {
    pub what: What,
    /// What the owner was shown that it comes to; only compared.
    pub expected: Option<Cents>,
    /// What the owner was shown that is left to give back; only compared.
    #[serde(skip)]
    pub seen_left: Option<Cents>,
    /// No more than that, because the rest went back another way.
    #[serde(skip)]
    pub at_most: Option<Cents>,
    /// Which way; what was given back elsewhere is only written down.
    pub method: Method,
    /// For the owner's own memory; needed for what was given back elsewhere.
    pub reason: Option<String>,
    /// The same key with the same request is the same refund.
    #[serde(skip)]
    pub key: Option<String>,
}

impl GiveBack {
    /// By way of the provider, without a word.
    pub const fn of(what: What) -> Self {
        Self { what, expected: None, seen_left: None, at_most: None, method: Method::Provider, reason: None, key: None }
    }

    /// Of all that is asked for, so that a key can tell a repetition from another request.
    fn hash(&self) -> [u8; 32] {
        sha256(serde_json::to_string(self).unwrap_or_default().as_bytes())
    }
}

/// Gives money back; the order stays where it stands. The buyer is told when the provider has made it, or at once of what
/// was given back elsewhere.
pub fn refund(tx: &Tx<'_>, actor: &Actor, order_id: &str, wanted: &GiveBack, now: Timestamp) -> Result<Order, Error> {
    let order = find(tx, order_id)?;
    let reason = wanted.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    let reason = reason.map(|reason| words("reason", reason)).transpose()?;
    if wanted.method == Method::Elsewhere && reason.is_none() {
        return Err(Error::Words("reason"));
    }
    let left = refund::left(tx, order_id)?;
    if was_asked(tx, &order, wanted, left, now)? {
        return Ok(order);
    }
    if wanted.seen_left.is_some_and(|seen| seen != left) {
        return Err(Error::RefundChanged(left));
    }
    let (amount, lines, shipping) = match &wanted.what {
        What::Rest => (left, Vec::new(), Cents::ZERO),
        What::Amount(amount) => (*amount, Vec::new(), Cents::ZERO),
        What::Goods(units, shipping) => priced(tx, &order, units, *shipping, capped(left, wanted.at_most))?,
    };
    if amount <= Cents::ZERO || amount > left {
        return Err(Error::RefundTooLarge(left));
    }
    if wanted.expected.is_some_and(|expected| expected != amount) {
        return Err(Error::RefundChanged(amount));
    }
    let kind = match wanted.method {
        Method::Provider => "refund_queued",
        Method::Elsewhere => "refunded_elsewhere",
    };
    let units: i64 = lines.iter().map(|line| line.quantity).sum();
    let mut detail = json!({ "amount_in_cents": amount });
    if units > 0 {
        detail["units"] = units.into();
    }
    write_down(tx, actor, order_id, kind, detail, reason.as_deref(), now)?;
    let key = wanted.key.as_deref();
    let request = Request { method: wanted.method, shipping, lines: &lines, key, hash: wanted.hash() };
    refund::ask(tx, order_id, amount, &request, now)?;
    find(tx, order_id)
}

/// Whether this was asked for before: with the same key, or, without one, a moment ago as by a second click.
fn was_asked(tx: &Tx<'_>, order: &Order, wanted: &GiveBack, left: Cents, now: Timestamp) -> Result<bool, Error> {
    if let Some(key) = &wanted.key {
        return match refund::request_with_key(tx, &order.id, key)? {
            Some(hash) if hash == wanted.hash() => Ok(true),
            Some(_) => Err(Error::KeyReused),
            None => Ok(false),
        };
    }
    Ok(match wanted.what {
        What::Rest => {
            left == Cents::ZERO && refund::list(tx, &order.id)?.iter().any(|made| made.method == wanted.method)
        }
        _ => refund::asked_since(tx, &order.id, wanted.hash(), now.plus_seconds(-SECOND_CLICK_SECONDS))?,
    })
}

/// What goods and shipping come to if their money is given back now, and what of it is for the shipping.
pub fn comes_to(
    conn: &Conn,
    order: &Order,
    units: &[Units],
    shipping: Cents,
    at_most: Option<Cents>,
) -> Result<(Cents, Cents), Error> {
    let left = capped(refund::left(conn, &order.id)?, at_most);
    let (amount, _, shipping) = priced(conn, order, units, shipping, left)?;
    Ok((amount, shipping))
}

fn capped(left: Cents, at_most: Option<Cents>) -> Cents {
    at_most.map_or(left, |most| most.min(left))
}

/// What goods and shipping come to, and the share of each. Where an amount was given back before there may be less left
/// than that: then it is what is left, and the last share is the smaller.
fn priced(
    conn: &Conn,
    order: &Order,
    units: &[Units],
    shipping: Cents,
    left: Cents,
) -> Result<(Cents, Vec<Line>, Cents), Error> {
    if shipping < Cents::ZERO || shipping > refund::unrefunded_shipping(conn, order)? {
        return Err(Error::Lines("there is not so much shipping to give back"));
    }
    let mut rest = left;
    let mut share = |wanted: Cents| {
        let share = wanted.min(rest);
        rest = Cents(rest.0 - share.0);
        share
    };
    let mut lines: Vec<Line> = Vec::new();
    for Units { item_id, quantity, restock, loss } in units {
        let item = order.item(item_id).ok_or(Error::Lines("no such line"))?;
        if lines.iter().any(|line| line.item_id == *item_id) {
            return Err(Error::Lines("names a line twice"));
        }
        if !(1..=item.unrefunded()).contains(quantity) {
            return Err(Error::Lines("there are not so many units to give back"));
        }
        let price = item.unit_price.times(*quantity);
        if !(Cents::ZERO..=price).contains(loss) {
            return Err(Error::Lines("it cannot lose more than it cost"));
        }
        lines.push(Line {
            item_id: item_id.clone(),
            quantity: *quantity,
            amount: share(Cents(price.0 - loss.0)),
            restock: restock.unwrap_or(order.status == Status::Paid),
            restocked: None,
        });
    }
    let shipping = share(shipping);
    Ok((Cents(left.0 - rest.0), lines, shipping))
}
