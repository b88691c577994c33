//! RULE: what becomes at once of an order that was not sent, and what its buyer is told: that nothing is to be sent back, and
//! whether it is cancelled. That is for a session or the order's key alone; whoever only names an order learns nothing of it.

use super::parse::{Declaration, Goods};
use super::{Proof, Sender, State, Withdrawal, named, sql};
use crate::checkout::refund;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::fulfilment::{self, Units};
use crate::mail::{GoesBack, Unsent};
use crate::money::Cents;
use crate::orders::{self, Item, Order, Status};

/// What its sender is told of the order, beside the receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    pub order: Order,
    pub unsent: Unsent,
}

/// Cancels the order where that is all there is to do. What cannot be cancelled waits for a person.
pub(super) fn settle(
    tx: &Tx<'_>,
    stored: &Withdrawal,
    order: Option<&Order>,
    declared: &Declaration,
    now: Timestamp,
) -> db::Result<Option<Unsent>> {
    let Some(order) = order.filter(|order| is_proven(stored.proof) && is_unsent(order)) else { return Ok(None) };
    if order.status == Status::Cancelled {
        return Ok(Some(Unsent::Cancelled));
    }
    if !stored.marks.is_empty() || !named::is_whole(order, &declared.items) {
        return Ok(Some(Unsent::Waits));
    }
    match fulfilment::cancel_for_buyer(tx, &order.id, now) {
        Ok(_) => sql::case::set_state(tx, &stored.id, State::Cancelled, now).map(|()| Some(Unsent::Cancelled)),
        Err(fulfilment::Error::Db(error)) => Err(error),
        Err(_) => Ok(Some(Unsent::Waits)),
    }
}

/// The same of a stored statement, for who made it.
pub fn told(conn: &Conn, sender: &Sender, id: &str) -> db::Result<Option<Told>> {
    let made = sql::find(conn, id)?.filter(|made| is_proven(made.proof));
    let Some(order_id) = made.and_then(|made| made.order_id) else { return Ok(None) };
    let order = orders::find_own(conn, &sender.asker(), &order_id)?.filter(is_unsent);
    Ok(order.map(|order| Told { unsent: standing(&order), order }))
}

/// What a stored statement comes to, for who has shown to be the order's buyer.
pub fn goes_back(conn: &Conn, sender: &Sender, id: &str) -> db::Result<Option<GoesBack>> {
    let made = sql::find(conn, id)?.filter(|made| is_proven(made.proof));
    let Some(order_id) = made.and_then(|made| made.order_id) else { return Ok(None) };
    if orders::find_own(conn, &sender.asker(), &order_id)?.is_none() {
        return Ok(None);
    }
    Ok(orders::withdrawn(conn, id)?.and_then(|withdrawn| withdrawn.back))
}

/// What goes back for goods of an order if their withdrawal holds, for all that are left where none are named: the delivery
/// too, where all of it is withdrawn. What is made as its buyer wanted it is left to a person to judge, and does not count.
pub fn comes_to(conn: &Conn, order: &Order, goods: &[Goods]) -> db::Result<Option<GoesBack>> {
    let named = if goods.is_empty() { left(order) } else { goods.to_vec() };
    let named = named.iter().map(|goods| (goods.variant_id.as_str(), goods.quantity));
    let quantities = orders::by_line(&order.items, named, Item::unrefunded);
    let counts = |(item, quantity): &(&Item, i64)| *quantity > 0 && item.custom_field_values.is_empty();
    let units =
        |(item, quantity): (&Item, i64)| Units { item_id: item.id.clone(), quantity, restock: None, loss: Cents::ZERO };
    let units: Vec<_> = order.items.iter().zip(quantities).filter(counts).map(units).collect();
    let left: i64 = order.items.iter().map(Item::unrefunded).sum();
    let is_whole = units.iter().map(|units| units.quantity).sum::<i64>() == left;
    let delivery = refund::unrefunded_shipping(conn, order)?;
    let shipping = if is_whole { delivery } else { Cents::ZERO };
    match fulfilment::comes_to(conn, order, &units, shipping, None) {
        Ok((amount, _)) if amount > Cents::ZERO => {
            let is_part = !named::is_whole(order, goods);
            Ok(Some(GoesBack { amount, keeps_shipping: is_part && delivery > Cents::ZERO }))
        }
        Err(fulfilment::Error::Db(error)) => Err(error),
        Ok(_) | Err(_) => Ok(None),
    }
}

/// Units of each variant of an order, in its order, whose money is neither back nor on its way back.
pub fn left(order: &Order) -> Vec<Goods> {
    let mut left: Vec<Goods> = Vec::new();
    for item in order.items.iter().filter(|item| item.unrefunded() > 0) {
        match left.iter_mut().find(|goods| goods.variant_id == item.variant_id) {
            Some(goods) => goods.quantity += item.unrefunded(),
            None => left.push(Goods { variant_id: item.variant_id.clone(), quantity: item.unrefunded() }),
        }
    }
    left
}

pub(super) const fn is_proven(proof: Proof) -> bool {
    matches!(proof, Proof::Session | Proof::Key)
}

/// One that was sent is not cancelled any more.
const fn is_unsent(order: &Order) -> bool {
    matches!(order.status, Status::Pending | Status::Paid | Status::Cancelled)
}

fn standing(order: &Order) -> Unsent {
    if order.status == Status::Cancelled { Unsent::Cancelled } else { Unsent::Waits }
}
