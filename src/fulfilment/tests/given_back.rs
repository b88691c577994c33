//! Orders whose money is back, in part or whole: they say so, they are not sent, and no sum counts it.

use strum::VariantArray;

use super::*;
use crate::checkout::fact::apply_fact;
use crate::orders::desk::{Wanted, search, waiting};
use crate::orders::{Money, Refunded};
use crate::page::Page;
use crate::payments::{FactKind, forged};

const ALL: Page = Page { offset: 0, limit: 200 };

impl Shop {
    fn ship(&self, order: &str) -> Result<Order, Error> {
        self.act(order, |tx, actor, id, now| ship(tx, actor, id, &parcel(NUMBER), false, now))
    }

    /// What the list shows of orders that are `wanted`.
    fn found(&self, wanted: &Wanted) -> Vec<String> {
        let mut ids: Vec<_> = self.read(|conn| search(conn, wanted, ALL)).1.into_iter().map(|order| order.id).collect();
        ids.sort();
        ids
    }

    fn disputed(&self, order: &str, kinds: &[FactKind]) {
        for kind in kinds {
            let fact = {
                let (id, dispute) = (format!("{} {order}", kind.as_str()), format!("dp {order}"));
                forged::fact(&id, &self.session(order), &dispute, *kind, Cents(2495), "EUR")
            };
            let now = self.clock.now();
            self.write(move |tx| apply_fact(tx, &fact, now).map(drop));
        }
    }
}

fn to_ship() -> Wanted {
    Wanted { to_ship: true, ..Wanted::default() }
}

#[tokio::test]
async fn an_order_whose_money_is_back_is_not_sent() {
    let shop = shop();
    let order = shop.order_in(Paid).await;
    assert_eq!((shop.found(&to_ship()), shop.read(waiting).to_ship), (vec![order.clone()], 1));
    shop.refund(&order, None).unwrap();
    for settled in [false, true] {
        let written = shop.written();
        assert!(matches!(shop.ship(&order), Err(Error::Refunded)), "settled: {settled}");
        assert_eq!((shop.written(), shop.order(&order).status), (written, Paid));
        assert_eq!((shop.found(&to_ship()), shop.read(waiting).to_ship), (vec![], 0), "settled: {settled}");
        worker::refund_due(&shop.app).await.unwrap();
    }
    let Money { paid, refunded, returning, net, .. } = shop.order(&order).money;
    assert_eq!((paid, refunded, returning, net), (Cents(2495), Cents(2495), Cents::ZERO, Cents::ZERO));
    let told = "SELECT count(*) FROM outbox WHERE message ->> 'of' = 'whole_unsent' AND message ->> 'refunded' = 2495";
    assert_eq!(shop.number_of(told), 1);
}

#[tokio::test]
async fn a_refund_that_failed_is_none_and_one_in_part_holds_nothing_up() {
    let shop = shop();
    let (failed, partly) = (shop.order_in(Paid).await, shop.order_in(Paid).await);
    shop.refund(&failed, None).unwrap();
    shop.write(|tx| Ok(tx.execute_batch("UPDATE refunds SET state = 'failed'")?));
    shop.refund(&partly, Some(2494)).unwrap();
    assert_eq!(shop.order(&failed).money.refund_state(), Refunded::No);
    assert_eq!(shop.order(&partly).money.refund_state(), Refunded::Partly);
    for order in [&failed, &partly] {
        assert_eq!(shop.ship(order).unwrap().status, Shipped);
    }
    // What was refused once may be given back whole while the parcel is on its way: it still arrives.
    shop.refund(&partly, None).unwrap();
    assert_eq!(shop.act(&partly, deliver).unwrap().status, Delivered);
}

#[tokio::test]
async fn what_a_lost_dispute_took_is_gone_and_what_a_won_one_held_is_not() {
    let shop = shop();
    let (open, won, lost) = (shop.order_in(Paid).await, shop.order_in(Paid).await, shop.order_in(Paid).await);
    shop.disputed(&open, &[FactKind::Disputed]);
    shop.disputed(&won, &[FactKind::Disputed, FactKind::DisputeWon]);
    shop.disputed(&lost, &[FactKind::Disputed, FactKind::DisputeLost]);
    for order in [&open, &won] {
        assert_eq!(shop.order(order).money.net, Cents(2495));
    }
    let money = shop.order(&lost).money;
    assert_eq!((money.charged_back, money.refunded, money.net), (Cents(2495), Cents::ZERO, Cents::ZERO));
    assert!(matches!(shop.ship(&lost), Err(Error::Refunded)));
    assert_eq!(shop.found(&Wanted { refund: Some(Refunded::Wholly), ..Wanted::default() }), [lost]);
}

#[tokio::test]
async fn what_a_won_dispute_held_of_a_cancelled_order_goes_back_and_its_buyer_is_told() {
    for (end, back) in [(FactKind::DisputeWon, 2495), (FactKind::DisputeLost, 0)] {
        let shop = shop();
        let order = shop.order_in(Paid).await;
        shop.disputed(&order, &[FactKind::Disputed]);
        shop.act(&order, |tx, _, id, now| cancel_for_buyer(tx, id, now)).unwrap();
        assert_eq!(shop.number_of("SELECT count(*) FROM refunds"), 0, "the bank holds it");
        assert!(shop.order(&order).is_open(), "its buyer must be reached until it is known whose the money is");
        shop.disputed(&order, &[end, end]);
        let queued =
            "SELECT coalesce(sum(amount_in_cents), 0) FROM refunds WHERE state = 'queued' AND reason = 'dispute_won'";
        assert_eq!(shop.number_of(queued), back);
        assert_eq!(shop.order(&order).is_open(), back > 0);
        let made = worker::refund_due(&shop.app).await.unwrap();
        assert_eq!((made, shop.mails("order_refunded")), (usize::from(back > 0), i64::from(back > 0)));
        assert_eq!((shop.order(&order).money.refunded, shop.order(&order).money.net), (Cents(back), Cents::ZERO));
    }
}

#[tokio::test]
async fn an_order_that_is_cancelled_after_its_refund_does_not_say_that_nothing_was_paid() {
    let shop = shop();
    let (whole, part) = (shop.order_in(Paid).await, shop.order_in(Paid).await);
    shop.refund(&whole, None).unwrap();
    shop.refund(&part, Some(500)).unwrap();
    for order in [&whole, &part] {
        shop.cancel(order).unwrap();
    }
    let told = |order: &str| {
        let sql = format!(
            "SELECT json_array(message ->> 'refund', message ->> 'refunded') FROM outbox
             WHERE message ->> 'kind' = 'order_cancelled' AND message ->> 'order_id' = '{order}'"
        );
        shop.read(|conn| Ok(conn.query_row(&sql, [], |row| row.get::<_, String>(0))?))
    };
    assert_eq!((told(&whole), told(&part)), (String::from("[0,2495]"), String::from("[1995,2495]")));
    assert_eq!(shop.stock("a"), 5);
}

#[tokio::test]
async fn the_mail_of_where_an_order_stands_is_that_of_its_refund_once_it_is_not_sent() {
    let shop = shop();
    let order = shop.order_in(Paid).await;
    let again = |kind| shop.act(&order, move |tx, actor, id, now| resend(tx, actor, id, kind, now));
    shop.refund(&order, None).unwrap();
    shop.clock.advance_seconds(61);
    assert!(matches!(again(None), Err(Error::NothingToTell)), "the provider has not made it");
    worker::refund_due(&shop.app).await.unwrap();
    shop.clock.advance_seconds(61);
    again(None).unwrap();
    assert_eq!((shop.mails("order_refunded"), shop.mails("order_paid")), (2, 1));
    assert!(matches!(again(Some(Kind::OrderPaid)), Err(Error::NothingToTell)), "nothing is prepared any more");
}

/// The list is searched in SQL; what it finds is what the rules say of each order.
#[tokio::test]
async fn the_list_finds_what_the_rules_say() {
    let shop = Shop::new();
    shop.sell("a", 50);
    let mut orders = Vec::new();
    for status in Status::VARIANTS.iter().copied() {
        // Nothing, all, a part, and a part that failed; refused where nothing came in.
        for cents in [Some(0), None, Some(500), Some(1)] {
            let order = shop.order_in(status).await;
            _ = shop.refund(&order, cents);
            shop.write(|tx| Ok(tx.execute_batch("UPDATE refunds SET state = 'failed' WHERE amount_in_cents = 1")?));
            orders.push(shop.order(&order));
        }
    }
    let lost = shop.order_in(Paid).await;
    shop.disputed(&lost, &[FactKind::DisputeLost]);
    orders.push(shop.order(&lost));
    let said = |rule: &dyn Fn(&Order) -> bool| {
        let mut ids: Vec<_> = orders.iter().filter(|order| rule(order)).map(|order| order.id.clone()).collect();
        ids.sort();
        assert!(!ids.is_empty());
        ids
    };
    assert_eq!(shop.found(&to_ship()), said(&Order::is_to_ship));
    for state in Refunded::VARIANTS.iter().copied() {
        let wanted = Wanted { refund: Some(state), ..Wanted::default() };
        assert_eq!(shop.found(&wanted), said(&|order| order.money.refund_state() == state), "{state}");
        let wanted = Wanted { status: Some(Paid), q: Some(String::from("ana")), ..wanted };
        let expected = said(&|order| order.status == Paid && order.money.refund_state() == state);
        assert_eq!(shop.found(&wanted), expected, "{state}");
    }
}

#[tokio::test]
async fn who_was_charged_is_not_told_that_nothing_was() {
    let shop = shop();
    let (disputed, with_a_page) = (shop.order_in(Paid).await, shop.order_in(Pending).await);
    let without_a_page = shop.place_with(request("u1", &[("a", 1)]), Limits::Relaxed).await.unwrap().order_id;
    shop.disputed(&disputed, &[FactKind::Disputed]);
    for (order, is_uncharged) in [(disputed, 0), (with_a_page, 0), (without_a_page, 1)] {
        shop.act(&order, |tx, actor, id, now| cancel(tx, actor, id, true, now)).unwrap();
        let told = format!(
            "SELECT message ->> 'is_uncharged' FROM outbox
             WHERE message ->> 'kind' = 'order_cancelled' AND message ->> 'order_id' = '{order}'"
        );
        assert_eq!(shop.number_of(&told), is_uncharged);
    }
}

#[tokio::test]
async fn the_mail_of_a_whole_refund_says_whether_the_goods_were_sent() {
    for (status, of) in [(Paid, "whole_unsent"), (Shipped, "whole")] {
        let shop = shop();
        let order = shop.order_in(status).await;
        shop.refund(&order, None).unwrap();
        assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
        let told = "SELECT count(*) FROM outbox WHERE message ->> 'kind' = 'order_refunded' AND message ->> 'of'";
        assert_eq!(shop.number_of(&format!("{told} = '{of}'")), 1, "{of}");
    }
}
