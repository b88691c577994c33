//! RULE: what is still to be given back for goods of a return, after what went back at the order.

use std::collections::BTreeMap;

use super::sql::case as sql;
use super::{Case, State, paid};
use crate::checkout::{given, refund as refunds, restock};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::fulfilment::Units;
use crate::money::Cents;
use crate::orders::{self, Order};

/// What went back at the order for what the case is about.
pub(super) fn paid_before(conn: &Conn, case: &Case, order: &Order) -> db::Result<Cents> {
    Ok(paid::of(conn, case, order)?.total())
}

/// Whether the money went back at the order for all that came back, and where everything did, for the delivery; and nothing
/// that went back there is still on its way here.
pub(super) fn is_paid_back(conn: &Conn, case: &Case, order: &Order) -> db::Result<bool> {
    if case.state != State::GoodsBack || case.lines.is_empty() {
        return Ok(false);
    }
    Ok(is_paid_out(conn, case, order)? && !is_awaited(conn, case, order)?)
}

/// Whether the money went back at the order for all that is noted as returned.
pub(super) fn is_paid_out(conn: &Conn, case: &Case, order: &Order) -> db::Result<bool> {
    Ok(of(conn, case, order, None)?.is_settled())
}

/// Whether units that the statement is about were paid back at the order and have not come back yet. What the owner granted
/// was not said in units.
fn is_awaited(conn: &Conn, case: &Case, order: &Order) -> db::Result<bool> {
    if case.is_granted {
        return Ok(false);
    }
    let paid = paid::of_statement(conn, case, order)?;
    let arrived =
        |item_id: &str| case.lines.iter().find(|line| line.item_id == item_id).map_or(0, |line| line.quantity);
    Ok(order.items.iter().any(|item| paid.of_line(&item.id).0 > arrived(&item.id)))
}

/// Ends a case whose money went back at the order.
pub(super) fn end(tx: &Tx<'_>, case: &Case, order: &Order, now: Timestamp) -> db::Result<()> {
    // What the return paid itself names its goods.
    if !paid::pays_itself(tx, case, order)? {
        settle_goods(tx, case, order, now)?;
    }
    paid::put_back_on_sale(tx, order, now)?;
    sql::set_state(tx, &case.id, State::Refunded, now)
}

/// Units that an amount alone has paid are named with it: they are not paid again, and those that can be sold go back on
/// sale. So do those whose money the buyer's bank took, which no refund can name.
fn settle_goods(tx: &Tx<'_>, case: &Case, order: &Order, now: Timestamp) -> db::Result<()> {
    let units = of(tx, case, order, None)?.units.into_iter();
    if let Some((refund_id, amount)) = paid::of(tx, case, order)?.last_plain {
        let line = |units: Units| refunds::Line {
            amount: Cents(price_of(order, &units.item_id).times(units.quantity).0 - units.loss.0),
            item_id: units.item_id,
            quantity: units.quantity,
            restock: units.restock.unwrap_or_default(),
            restocked: None,
        };
        return given::name_goods(tx, order, &refund_id, amount, units.map(line), now);
    }
    let sold = units.filter(|units| units.restock.unwrap_or_default()).map(|units| (units.item_id, units.quantity));
    restock::come_back(tx, order, sold, now)
}

fn price_of(order: &Order, item_id: &str) -> Cents {
    order.item(item_id).map_or(Cents::ZERO, |item| item.unit_price)
}

/// What is still to be given back for what came back.
pub(super) struct Due {
    pub(super) units: Vec<Units>,
    pub(super) shipping: Cents,
    /// No more than that, because an amount went back that named no goods.
    pub(super) most: Cents,
    /// Whether something of it went back at the order.
    is_begun: bool,
    /// Whether a refund of that names no goods, and may name these.
    pub(super) is_nameable: bool,
}

impl Due {
    pub(super) fn is_settled(&self) -> bool {
        self.is_begun && self.most == Cents::ZERO
    }
}

pub(super) fn of(conn: &Conn, case: &Case, order: &Order, with_shipping: Option<bool>) -> db::Result<Due> {
    let paid = paid::of(conn, case, order)?;
    let (mut units, mut goods) = (Vec::new(), Cents::ZERO);
    let mut is_whole = true;
    for item in &order.items {
        let line = case.lines.iter().find(|line| line.item_id == item.id);
        let (paid_units, paid_amount) = paid.of_line(&item.id);
        let quantity = line.map_or(0, |line| (line.quantity - paid_units).clamp(0, item.unrefunded()));
        is_whole &= quantity >= item.unrefunded();
        let Some(line) = line.filter(|_| quantity > 0) else { continue };
        let price = item.unit_price.times(quantity);
        let wanted = item.unit_price.times(line.quantity).0 - line.loss.0 - paid_amount.0;
        let amount = Cents(wanted.clamp(0, price.0));
        goods = goods.plus(amount);
        units.push(Units {
            item_id: item.id.clone(),
            quantity,
            restock: Some(line.restock),
            loss: Cents(price.0 - amount.0),
        });
    }
    let is_with_shipping = with_shipping.unwrap_or(is_whole);
    let shipping = if is_with_shipping { refunds::unrefunded_shipping(conn, order)? } else { Cents::ZERO };
    let most = Cents(goods.plus(shipping).0 - paid.plain.0).max(Cents::ZERO);
    Ok(Due { units, shipping, most, is_begun: paid.total() > Cents::ZERO, is_nameable: paid.last_plain.is_some() })
}

/// Units of a line that may be said to have come back: those whose money is here, or went back since the case was opened.
pub(super) fn returnable(conn: &Conn, case: &Case, order: &Order) -> db::Result<BTreeMap<String, i64>> {
    let paid = paid::of_everything(conn, case, order)?;
    let units = |item: &orders::Item| {
        let units = item.unrefunded() + paid.of_line(&item.id).0;
        (item.id.clone(), units.min(item.quantity))
    };
    Ok(order.items.iter().map(units).collect())
}
