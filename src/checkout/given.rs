//! What the owner gave back of an order, or the buyer's bank took, for whoever counts the money and the stock of goods that
//! come back.

use std::collections::BTreeMap;

use super::refund::{Line, money_back};
use super::{restock, sql};
use crate::cart::pricing::SHIPPING_TAX_BP;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::invoices;
use crate::money::Cents;
use crate::orders::Order;

/// A refund that the owner asked for, or made in the provider's own panel, and that has not failed; or what the buyer's bank
/// took back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// `None` of what the bank took.
    pub refund_id: Option<String>,
    /// What its request came with.
    pub key: Option<String>,
    /// When it was asked for, or lost.
    pub at: Timestamp,
    /// What it is for.
    pub lines: Vec<Line>,
    /// What of it is for nothing that was named, and of the payment that pays the order.
    pub plain: Cents,
}

/// What the owner gave back of an order and the bank took, oldest first.
pub fn of(conn: &Conn, order_id: &str) -> db::Result<Vec<Given>> {
    let parts = sql::given_of(conn, order_id)?;
    let is_one = |one: &sql::Part, next: &sql::Part| {
        one.request.is_some() && (one.given.at, &one.request) == (next.given.at, &next.request)
    };
    let mut all: Vec<_> = parts.chunk_by(is_one).flat_map(plain_of).collect();
    all.extend(sql::charged_back(conn, order_id)?);
    all.sort_by_key(|given| given.at);
    Ok(all)
}

/// What one request has given. The goods it is for stand with its first part and may cost more than that.
fn plain_of(parts: &[sql::Part]) -> Vec<Given> {
    let named = |part: &sql::Part| part.given.lines.iter().map(|line| line.amount).sum::<Cents>().plus(part.shipping);
    let beyond = |part: &sql::Part| (named(part).0 - part.amount.0).max(0);
    let mut elsewhere: i64 = parts.iter().map(beyond).sum();
    let plain = |part: &sql::Part| {
        let own = (part.amount.0 - named(part).0).max(0);
        let others = own.min(elsewhere);
        elsewhere -= others;
        let plain = if part.is_of_other { Cents::ZERO } else { Cents(own - others) };
        Given { plain, ..part.given.clone() }
    };
    parts.iter().map(plain).collect()
}

/// When each refund that the owner asked for failed, of those that have since a moment.
pub fn failures(conn: &Conn, order_id: &str, from: Timestamp) -> db::Result<Vec<Timestamp>> {
    sql::failures(conn, order_id, from)
}

/// The orders of which a refund that the owner asked for has failed.
pub fn failed(conn: &Conn) -> db::Result<Vec<String>> {
    sql::orders_with_failed(conn)
}

/// What so much of an amount alone was for, as it turns out: each share is at most what is left of it.
pub fn name_goods(
    tx: &Tx<'_>,
    order: &Order,
    refund_id: &str,
    amount: Cents,
    lines: impl Iterator<Item = Line>,
    now: Timestamp,
) -> db::Result<()> {
    let mut lines = lines.peekable();
    let Some(refund) = sql::find_refund(tx, refund_id)?.filter(|_| lines.peek().is_some()) else { return Ok(()) };
    let before = money_back(tx, &refund)?;
    let mut left = amount;
    for line in lines {
        let amount = line.amount.min(left);
        left = Cents(left.0 - amount.0);
        sql::insert_line(tx, refund_id, &Line { amount, ..line })?;
    }
    if !refund.is_done {
        return Ok(());
    }
    if has_many_rates(order) && sql::is_of_sale(tx, &refund)? {
        // Its invoice has taken the tax from every rate alike.
        invoices::not_given_back(tx, &order.id, before, now)?;
        invoices::given_back(tx, &order.id, money_back(tx, &refund)?, now)?;
    }
    restock::follow(tx, &refund, now)
}

fn has_many_rates(order: &Order) -> bool {
    let of_shipping = (order.shipping > Cents::ZERO).then_some(SHIPPING_TAX_BP);
    let mut rates = order.items.iter().map(|item| item.tax_rate_bp).chain(of_shipping);
    let first = rates.next();
    rates.any(|rate| Some(rate) != first)
}

/// How many units of a refund's lines go back on sale, now that their return says it; at once where the money is back.
pub fn set_back_on_sale(
    tx: &Tx<'_>,
    order: &Order,
    refund_id: &str,
    units: &[(String, i64)],
    now: Timestamp,
) -> db::Result<()> {
    let before = sql::lines_of(tx, refund_id)?;
    let mut fewer = BTreeMap::new();
    for (item_id, units) in units {
        sql::set_restocked(tx, refund_id, item_id, *units)?;
        if let Some(line) = before.iter().find(|line| line.item_id == *item_id)
            && let Some(item) = order.item(item_id)
        {
            *fewer.entry(item.variant_id.clone()).or_default() += line.back_on_sale() - units;
        }
    }
    match sql::find_refund(tx, refund_id)? {
        Some(refund) if refund.is_done => restock::follow_note(tx, &refund, &fewer, now),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::tests::{Shop, request};
    use crate::config::Limits;

    fn part(id: &str, amount: i64, named: i64, is_of_other: bool) -> sql::Part {
        let line = |amount| Line {
            item_id: String::from("drill"),
            quantity: 1,
            amount: Cents(amount),
            restock: false,
            restocked: None,
        };
        let lines = if named > 0 { vec![line(named)] } else { Vec::new() };
        let at = Timestamp::from_millis(1000);
        sql::Part {
            given: Given { refund_id: Some(id.to_owned()), key: None, at, lines, plain: Cents::ZERO },
            amount: Cents(amount),
            shipping: Cents::ZERO,
            request: Some(vec![1]),
            is_of_other,
        }
    }

    fn plain(parts: &[sql::Part]) -> Vec<i64> {
        plain_of(parts).into_iter().map(|given| given.plain.0).collect()
    }

    #[test]
    fn an_amount_names_nothing_but_for_what_was_found_out_of_it_since() {
        assert_eq!(plain(&[part("r", 100, 0, false)]), [100]);
        assert_eq!(plain(&[part("r", 100, 30, false)]), [70]);
        assert_eq!(plain(&[part("r", 100, 100, false)]), [0]);
    }

    #[test]
    fn goods_that_two_payments_give_back_are_named_by_both() {
        assert_eq!(plain(&[part("r", 40, 100, false), part("s", 60, 0, false)]), [0, 0]);
        assert_eq!(plain(&[part("r", 40, 90, false), part("s", 60, 0, false)]), [0, 10]);
        let of_three = [part("r", 40, 100, false), part("s", 60, 0, false), part("t", 50, 0, false)];
        assert_eq!(plain(&of_three), [0, 0, 50], "no cent is named twice");
        let dear = part("r", 40, 35, false);
        let with_delivery = sql::Part { shipping: Cents(20), ..dear };
        assert_eq!(plain(&[part("q", 10, 0, false), with_delivery]), [0, 0], "the delivery is named, too");
    }

    #[test]
    fn what_goes_back_of_a_second_payment_is_for_nothing_that_was_sold() {
        assert_eq!(plain(&[part("r", 100, 0, true)]), [0]);
        assert_eq!(plain(&[part("r", 100, 0, true), part("s", 50, 0, false)]), [0, 50]);
    }

    #[tokio::test]
    async fn the_rates_of_an_order_are_those_of_its_goods_and_of_their_delivery() {
        let shop = Shop::new();
        shop.sell("a", 5);
        shop.sell("b", 5);
        let wanted = request("u1", &[("a", 1), ("b", 1)]);
        let mut order = shop.order(&shop.place_with(wanted, Limits::Normal).await.unwrap().order_id);
        for (rates, shipping, many) in [
            ([2100, 2100], 495, false),
            ([2100, 2100], 0, false),
            ([1000, 1000], 0, false),
            ([1000, 1000], 495, true),
            ([1000, 2100], 0, true),
            ([2100, 1000], 495, true),
        ] {
            order.shipping = Cents(shipping);
            for (item, rate) in order.items.iter_mut().zip(rates) {
                item.tax_rate_bp = rate;
            }
            assert_eq!(has_many_rates(&order), many, "{rates:?} {shipping}");
        }
    }
}
