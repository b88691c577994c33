//! Refunds of goods: what they come to, what goes back into stock, and when.

use super::*;
use crate::catalogue::stock;
use crate::checkout::fact::{Outcome, apply_fact};
use crate::checkout::given;
use crate::checkout::refund::{Line, Method};
use crate::invariants;
use crate::orders::desk::{Wanted, search};
use crate::page::Page;
use crate::payments::{FactKind, VerifiedFact, forged};
use crate::settings::Settings;

/// Of the order of [`Shop::of_three`].
const TOTAL: i64 = 3 * 500 + 500 + 495;

impl Shop {
    /// Three units of `a` and one of `b`, of 5.00 each, with shipping of 4.95, paid as `pi_1`.
    async fn of_three(&self) -> String {
        let order = self.place_with(request("u1", &[("a", 3), ("b", 1)]), Limits::Relaxed).await.unwrap().order_id;
        self.start("u1", &order).await.unwrap();
        self.pay_at_provider(&self.session(&order));
        worker::reconcile(&self.app, 0).await.unwrap();
        self.write(|tx| Ok(tx.execute_batch("UPDATE payment_attempts SET payment_ref = 'pi_1'")?));
        assert_eq!(self.order(&order).money.paid, Cents(TOTAL));
        order
    }

    fn units(&self, order: &str, variant: &str, quantity: i64, restock: Option<bool>) -> Units {
        let items = self.order(order).items;
        let item = items.into_iter().find(|item| item.variant_id == variant).unwrap();
        Units { item_id: item.id, quantity, restock, loss: Cents::ZERO }
    }

    fn give_goods_back(&self, order: &str, units: Vec<Units>, shipping: i64) -> Result<Order, Error> {
        self.give_back(order, GiveBack::of(What::Goods(units, Cents(shipping))))
    }

    fn hear(&self, fact: VerifiedFact) -> Outcome {
        let now = self.clock.now();
        self.app.db.write_blocking(move |tx| apply_fact(tx, &fact, now)).unwrap()
    }

    fn send(&self, order: &str) {
        self.act(order, |tx, actor, id, now| ship(tx, actor, id, &parcel(NUMBER), false, now)).unwrap();
    }

    pub(super) fn assert_sound(&self) {
        let (file, now) = (self.app.data_dir.join("t.sqlite"), self.clock.now());
        let findings = db::look(&file, |conn| invariants::check(conn, now)).unwrap();
        assert_eq!(findings.into_iter().filter(|finding| finding.broken > 0).collect::<Vec<_>>(), []);
    }
}

fn stocked() -> Shop {
    let shop = Shop::new();
    shop.sell("a", 5);
    shop.sell("b", 5);
    shop.write(|tx| Ok(tx.execute_batch("UPDATE variants SET price_in_cents = 500")?));
    shop
}

fn said(id: &str, reference: &str, kind: FactKind, cents: i64) -> VerifiedFact {
    forged::of_payment(id, "pi_1", reference, kind, Cents(cents))
}

#[tokio::test]
async fn the_price_of_units_goes_back_and_they_return_to_the_stock_once_the_money_is_back() {
    let shop = stocked();
    let order = shop.of_three().await;
    assert_eq!((shop.stock("a"), shop.stock("b")), (2, 4));
    let units = vec![shop.units(&order, "a", 2, None), shop.units(&order, "b", 1, Some(false))];
    let asked = shop.give_goods_back(&order, units, 100).unwrap();
    assert_eq!((asked.money.returning, asked.items[0].refunded_quantity), (Cents(1600), 2));
    assert_eq!(shop.stock("a"), 2, "the provider has not made it");
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!((shop.stock("a"), shop.stock("b")), (4, 4), "what is broken does not go back");
    let told = shop.number_of(
        "SELECT json_array_length(message, '$.parts.lines') FROM outbox WHERE message ->> 'kind' = 'order_refunded'",
    );
    assert_eq!(told, 2);
    assert!(shop.order(&order).is_to_ship(), "a unit is left to send");
    shop.assert_sound();
}

#[tokio::test]
async fn no_unit_and_no_cent_goes_back_twice() {
    let shop = stocked();
    let order = shop.of_three().await;
    let a = |quantity| vec![shop.units(&order, "a", quantity, None)];
    for (units, shipping) in [
        (a(4), 0),
        (a(0), 0),
        (a(-1), 0),
        ([a(1), a(1)].concat(), 0),
        (a(1), 496),
        (a(1), -1),
        (vec![Units { item_id: String::from("of another order"), quantity: 1, restock: None, loss: Cents::ZERO }], 0),
    ] {
        assert!(matches!(shop.give_goods_back(&order, units, shipping), Err(Error::Lines(_))), "{shipping}");
    }
    assert!(matches!(shop.give_goods_back(&order, Vec::new(), 0), Err(Error::RefundTooLarge(_))));
    shop.give_goods_back(&order, a(2), 495).unwrap();
    assert!(matches!(shop.give_goods_back(&order, a(2), 0), Err(Error::Lines(_))));
    assert!(matches!(shop.give_goods_back(&order, Vec::new(), 1), Err(Error::Lines(_))));
    // The provider refuses: the units can be named again.
    shop.write(|tx| Ok(tx.execute_batch("UPDATE refunds SET state = 'failed'")?));
    shop.give_goods_back(&order, a(3), 495).unwrap();
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!((shop.order(&order).money.refunded, shop.stock("a")), (Cents(1995), 5));
}

#[tokio::test]
async fn the_last_goods_of_an_order_come_to_what_is_left_of_its_money() {
    let shop = stocked();
    let order = shop.of_three().await;
    shop.refund(&order, Some(400)).unwrap();
    let goods = |variant, quantity| vec![shop.units(&order, variant, quantity, None)];
    shop.give_goods_back(&order, goods("a", 3), 0).unwrap();
    let last = shop.give_goods_back(&order, goods("b", 1), 495).unwrap();
    assert_eq!((last.money.net, last.money.returning), (Cents::ZERO, Cents(TOTAL)));
    let parts = "SELECT amount_in_cents * 10000 + shipping_in_cents FROM refunds ORDER BY rowid DESC LIMIT 1";
    assert_eq!(shop.number_of(parts), 595 * 10_000 + 95, "of the shipping there was less left");
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.order(&order).money.refunded, Cents(TOTAL));
    shop.assert_sound();
}

#[tokio::test]
async fn what_the_owner_was_shown_must_be_what_it_comes_to() {
    let shop = stocked();
    let order = shop.of_three().await;
    let wanted = GiveBack::of(What::Goods(vec![shop.units(&order, "b", 1, None)], Cents::ZERO));
    let shown = |cents| GiveBack { expected: Some(Cents(cents)), ..wanted.clone() };
    let written = shop.written();
    assert!(matches!(shop.give_back(&order, shown(499)), Err(Error::RefundChanged(Cents(500)))));
    assert_eq!(shop.written(), written);
    shop.give_back(&order, shown(500)).unwrap();
}

#[tokio::test]
async fn the_same_key_is_the_same_refund_whenever_it_comes_and_another_key_is_another() {
    let shop = stocked();
    let order = shop.of_three().await;
    let keyed = |key: &str, cents| GiveBack { key: Some(key.to_owned()), ..GiveBack::of(What::Amount(Cents(cents))) };
    shop.give_back(&order, keyed("one", 500)).unwrap();
    shop.give_back(&order, keyed("two", 500)).unwrap();
    assert_eq!(shop.order(&order).money.returning, Cents(1000), "two within a minute");
    worker::refund_due(&shop.app).await.unwrap();
    shop.clock.advance_seconds(3600);
    let written = shop.written();
    shop.give_back(&order, keyed("one", 500)).unwrap();
    assert_eq!(shop.written(), written, "an hour later");
    assert!(matches!(shop.give_back(&order, keyed("one", 501)), Err(Error::KeyReused)));
    let whole = || GiveBack { key: Some(String::from("rest")), ..GiveBack::of(What::Rest) };
    shop.give_back(&order, whole()).unwrap();
    shop.give_back(&order, whole()).unwrap();
    assert_eq!(shop.order(&order).money.net, Cents::ZERO);
}

#[tokio::test]
async fn a_refund_that_fails_later_takes_the_units_of_an_unsent_order_out_of_the_stock_again() {
    for sold_meanwhile in [false, true] {
        let shop = stocked();
        let order = shop.of_three().await;
        shop.give_goods_back(&order, vec![shop.units(&order, "a", 3, None)], 0).unwrap();
        worker::refund_due(&shop.app).await.unwrap();
        assert_eq!(shop.stock("a"), 5);
        if sold_meanwhile {
            shop.place_with(request("u2", &[("a", 4)]), Limits::Relaxed).await.unwrap();
        }
        let id = shop.read(|conn| refunds::list(conn, &order)).remove(0).id;
        let failed = said("late", &id, FactKind::RefundFailed, 1500);
        assert_eq!(shop.hear(failed.clone()), Outcome::RefundFailed);
        assert_eq!(shop.hear(failed), Outcome::Repeated);
        assert_eq!(shop.stock("a"), if sold_meanwhile { 0 } else { 2 }, "never less than nothing");
        assert_eq!(shop.order(&order).attention.as_deref(), Some("refund_failed"));
        shop.assert_sound();
    }
}

#[tokio::test]
async fn a_second_refund_that_fails_as_well_is_heard_whatever_the_stock_allows() {
    let shop = stocked();
    let order = shop.of_three().await;
    shop.give_goods_back(&order, vec![shop.units(&order, "a", 3, None)], 0).unwrap();
    worker::refund_due(&shop.app).await.unwrap();
    let first = shop.read(|conn| refunds::list(conn, &order)).remove(0).id;
    shop.place_with(request("u2", &[("a", 5)]), Limits::Relaxed).await.unwrap();
    assert_eq!(shop.hear(said("late", &first, FactKind::RefundFailed, 1500)), Outcome::RefundFailed);
    let now = shop.clock.now();
    shop.write(move |tx| stock::set(tx, "a", 5, now).map(|_| ()));

    shop.give_goods_back(&order, vec![shop.units(&order, "a", 1, None)], 0).unwrap();
    worker::refund_due(&shop.app).await.unwrap();
    let second =
        shop.read(|conn| refunds::list(conn, &order)).into_iter().find(|refund| refund.id != first).unwrap().id;
    assert_eq!(shop.hear(said("later", &second, FactKind::RefundFailed, 500)), Outcome::RefundFailed);
    assert_eq!(shop.order(&order).attention.as_deref(), Some("refund_failed"));
    shop.assert_sound();
}

#[tokio::test]
async fn goods_that_came_back_stay_in_stock_when_their_refund_fails_and_count_once_when_it_is_made_again() {
    let shop = stocked();
    let order = shop.of_three().await;
    shop.send(&order);
    let back = || vec![shop.units(&order, "a", 1, Some(true))];
    shop.give_goods_back(&order, back(), 0).unwrap();
    worker::refund_due(&shop.app).await.unwrap();
    let id = shop.read(|conn| refunds::list(conn, &order)).remove(0).id;
    shop.hear(said("late", &id, FactKind::RefundFailed, 500));
    assert_eq!(shop.stock("a"), 3, "it lies in the shop");
    shop.clock.advance_seconds(61);
    shop.give_goods_back(&order, back(), 0).unwrap();
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.stock("a"), 3);
    shop.assert_sound();
}

#[tokio::test]
async fn what_was_sent_goes_back_into_stock_only_where_the_owner_says_so() {
    let shop = stocked();
    let order = shop.of_three().await;
    shop.send(&order);
    shop.give_goods_back(&order, vec![shop.units(&order, "a", 1, None)], 0).unwrap();
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.stock("a"), 2);
}

#[tokio::test]
async fn cancelling_after_goods_went_back_returns_the_others_and_not_the_broken_ones() {
    let shop = stocked();
    let order = shop.of_three().await;
    let units =
        vec![shop.units(&order, "a", 1, None), Units { restock: Some(false), ..shop.units(&order, "b", 1, None) }];
    shop.give_goods_back(&order, units, 0).unwrap();
    shop.cancel(&order).unwrap();
    assert_eq!((shop.stock("a"), shop.stock("b")), (5, 4));
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!((shop.stock("a"), shop.stock("b")), (5, 4), "the refund's unit was among them");
    assert_eq!(shop.order(&order).money.refunded, Cents(TOTAL));
    shop.assert_sound();
}

#[tokio::test]
async fn an_order_whose_goods_are_all_given_back_is_not_sent_though_the_shipping_stays() {
    let shop = stocked();
    let order = shop.of_three().await;
    let units = vec![shop.units(&order, "a", 3, None), shop.units(&order, "b", 1, None)];
    let left = shop.give_goods_back(&order, units, 0).unwrap();
    assert_eq!((left.money.net, left.is_to_ship()), (Cents(495), false));
    let to_ship = desk::Wanted { to_ship: true, ..desk::Wanted::default() };
    let page = crate::page::Page { offset: 0, limit: 10 };
    assert_eq!(shop.read(|conn| desk::search(conn, &to_ship, page)).0, 0);
    let sent = shop.act(&order, |tx, actor, id, now| ship(tx, actor, id, &parcel(NUMBER), false, now));
    assert!(matches!(sent, Err(Error::Refunded)));
}

#[tokio::test]
async fn money_given_back_by_hand_is_written_down_and_never_paid_again() {
    let shop = stocked();
    let order = shop.of_three().await;
    let by_hand = |what, reason: Option<&str>| GiveBack {
        method: Method::Elsewhere,
        reason: reason.map(str::to_owned),
        ..GiveBack::of(what)
    };
    let silent = by_hand(What::Amount(Cents(1000)), Some(" "));
    assert!(matches!(shop.give_back(&order, silent), Err(Error::Words("reason"))));
    let too_much = by_hand(What::Amount(Cents(TOTAL + 1)), Some("en efectivo"));
    assert!(matches!(shop.give_back(&order, too_much), Err(Error::RefundTooLarge(_))));
    let goods = What::Goods(vec![shop.units(&order, "b", 1, None)], Cents::ZERO);
    let noted = shop.give_back(&order, by_hand(goods, Some("en efectivo"))).unwrap();
    assert_eq!((noted.money.refunded, noted.money.net), (Cents(500), Cents(TOTAL - 500)));
    assert_eq!((shop.stock("b"), shop.mails("order_refunded")), (5, 1));
    assert_eq!(shop.acts(), ["order.refunded_elsewhere"]);
    let note = shop.read(|conn| orders::events(conn, &order)).into_iter().find_map(|event| event.note);
    assert_eq!(note.as_deref(), Some("en efectivo"));
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 0, "no call is made");
    shop.cancel(&order).unwrap();
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    let paid = shop.number_of("SELECT sum(amount_in_cents) FROM sandbox_refunds");
    assert_eq!((paid, shop.order(&order).money.refunded), (TOTAL - 500, Cents(TOTAL)));
    shop.assert_sound();
}

#[tokio::test]
async fn a_claimed_order_is_sent_only_if_the_owner_insists() {
    let shop = stocked();
    let order = shop.of_three().await;
    assert_eq!(shop.hear(said("begins", "dp_1", FactKind::Disputed, 1000)), Outcome::Disputed);
    assert_eq!(shop.order(&order).money.disputed, Cents(1000));
    let sent = |insists| shop.act(&order, move |tx, actor, id, now| ship(tx, actor, id, &parcel(NUMBER), insists, now));
    let written = shop.written();
    assert!(matches!(sent(false), Err(Error::Disputed(Cents(1000)))));
    assert_eq!(shop.written(), written);
    assert_eq!(sent(true).unwrap().status, Shipped);
    let won = stocked();
    let order = won.of_three().await;
    won.hear(said("begins", "dp_1", FactKind::Disputed, 1000));
    won.hear(said("ends", "dp_1", FactKind::DisputeWon, 1000));
    assert_eq!(won.order(&order).money.disputed, Cents::ZERO);
    won.send(&order);
}

#[tokio::test]
async fn a_whole_refund_in_the_providers_panel_releases_what_was_not_sent() {
    let shop = stocked();
    let order = shop.of_three().await;
    shop.hear(said("half", "re_1", FactKind::RefundDone, 1000));
    assert_eq!((shop.stock("a"), shop.order(&order).is_to_ship()), (2, true));
    shop.hear(said("rest", "re_2", FactKind::RefundDone, TOTAL - 1000));
    assert_eq!((shop.stock("a"), shop.stock("b"), shop.order(&order).is_to_ship()), (5, 5, false));
    shop.assert_sound();
    shop.cancel(&order).unwrap();
    assert_eq!((shop.stock("a"), shop.stock("b")), (5, 5), "not twice");
    shop.assert_sound();

    let sent = stocked();
    let order = sent.of_three().await;
    sent.send(&order);
    sent.hear(said("all", "re_1", FactKind::RefundDone, TOTAL));
    assert_eq!(sent.stock("a"), 2, "what is on its way is not in the shop");
    sent.assert_sound();
}

#[tokio::test]
async fn a_whole_refund_in_the_panel_that_fails_later_reserves_the_goods_again() {
    let shop = stocked();
    let order = shop.of_three().await;
    shop.hear(said("all", "re_1", FactKind::RefundDone, TOTAL));
    assert_eq!(shop.stock("a"), 5);
    shop.hear(said("not", "re_1", FactKind::RefundFailed, TOTAL));
    assert_eq!((shop.stock("a"), shop.stock("b"), shop.order(&order).is_to_ship()), (2, 4, true));
    shop.assert_sound();
}

#[tokio::test]
async fn the_mail_of_a_refund_tells_what_it_is_for_and_which_way_it_went() {
    let shop = stocked();
    let order = shop.of_three().await;
    let told = || -> serde_json::Value {
        let sql = "SELECT message -> 'parts' FROM outbox WHERE message ->> 'kind' = 'order_refunded'
                   ORDER BY rowid DESC LIMIT 1";
        let parts: String = shop.read(|conn| Ok(conn.query_row(sql, [], |row| row.get(0))?));
        serde_json::from_str(&parts).unwrap()
    };
    let by_hand = GiveBack {
        method: Method::Elsewhere,
        reason: Some(String::from("en efectivo")),
        ..GiveBack::of(What::Goods(vec![shop.units(&order, "b", 1, None)], Cents(495)))
    };
    shop.give_back(&order, by_hand).unwrap();
    let parts = told();
    assert_eq!((&parts["shipping"], &parts["is_elsewhere"]), (&json!(495), &json!(true)));
    assert_eq!(parts["lines"], json!([{ "title": parts["lines"][0]["title"], "quantity": 1, "total": 500 }]));
    assert!(parts["lines"][0]["title"].as_str().unwrap().starts_with("Llave b"), "{parts}");

    shop.clock.advance_seconds(1);
    shop.give_goods_back(&order, vec![shop.units(&order, "a", 2, None)], 0).unwrap();
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    let parts = told();
    assert_eq!((&parts["shipping"], &parts["is_elsewhere"]), (&json!(0), &json!(false)));
    assert_eq!(parts["lines"], json!([{ "title": parts["lines"][0]["title"], "quantity": 2, "total": 1000 }]));
    assert!(parts["lines"][0]["title"].as_str().unwrap().starts_with("Llave a"), "{parts}");
    let made: Vec<_> = shop.read(|conn| refunds::list(conn, &order)).into_iter().map(|made| made.method).collect();
    assert_eq!(made, [Method::Elsewhere, Method::Provider]);
}

impl Shop {
    /// An order of 24.95 that was paid twice, and keeps both: the return of the second payment failed.
    async fn paid_twice(&self) -> String {
        let order = self.place_with(request("u1", &[("a", 1)]), Limits::Relaxed).await.unwrap().order_id;
        let mut paid = Vec::new();
        for (n, outcome) in [Outcome::OrderPaid, Outcome::PaidTwice].into_iter().enumerate() {
            self.start("u1", &order).await.unwrap();
            self.clock.advance_seconds(30 * 60);
            paid.push((n, self.session(&order), outcome));
        }
        self.write(|tx| Ok(tx.execute_batch("UPDATE sandbox_sessions SET status = 'paid'")?));
        for (n, session, outcome) in paid {
            let sql = "SELECT id FROM payment_attempts WHERE provider_ref = ?1";
            let attempt: String = self.read(|conn| Ok(conn.query_row(sql, [&session], |row| row.get(0))?));
            let fact = forged::fact(&format!("paid {n}"), &session, &attempt, FactKind::Paid, Cents(2495), "EUR");
            assert_eq!(self.hear(fact), outcome);
        }
        self.fails(&order, 2495);
        assert_eq!(self.read(|conn| refunds::left(conn, &order)), Cents(2 * 2495));
        order
    }

    /// The provider says that the order's refund of an amount was not made.
    fn fails(&self, order: &str, cents: i64) {
        let mut asked = self.read(|conn| refunds::list(conn, order)).into_iter();
        let id = asked.find(|asked| asked.amount.0 == cents && asked.state != "failed").unwrap().id;
        let session: String = self.read(|conn| {
            let sql =
                "SELECT a.provider_ref FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id WHERE r.id = ?1";
            Ok(conn.query_row(sql, [&id], |row| row.get(0))?)
        });
        let fact = forged::fact(&format!("of {id}"), &session, &id, FactKind::RefundFailed, Cents(cents), "EUR");
        assert_eq!(self.hear(fact), Outcome::RefundFailed);
    }
}

#[tokio::test]
async fn what_was_paid_twice_goes_back_from_both_payments_one_way_or_the_other() {
    let shop = shop();
    let order = shop.paid_twice().await;
    let parts = || -> Vec<_> {
        let made = shop.read(|conn| refunds::list(conn, &order)).into_iter().filter(|made| made.state != "failed");
        let mut parts: Vec<_> = made.map(|made| (made.amount.0, made.method, made.state)).collect();
        parts.sort_by_key(|(cents, ..)| *cents);
        parts
    };
    shop.refund(&order, Some(100)).unwrap();
    assert_eq!(parts(), [(100, Method::Provider, String::from("queued"))], "one payment is enough");
    let reason = Some(String::from("en efectivo"));
    shop.give_back(&order, GiveBack { method: Method::Elsewhere, reason, ..GiveBack::of(What::Rest) }).unwrap();
    let done = |cents| (cents, Method::Elsewhere, String::from("done"));
    assert_eq!(parts()[1..], [done(2395), done(2495)]);
    assert_eq!(shop.read(|conn| refunds::left(conn, &order)), Cents::ZERO);
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1, "what went back by hand is not paid again");
}

#[tokio::test]
async fn what_came_in_beyond_an_order_goes_back_first_and_its_invoice_stands() {
    for method in [Method::Provider, Method::Elsewhere] {
        let shop = shop();
        let order = shop.paid_twice().await;
        let reason = Some(String::from("el segundo pago"));
        let wanted = GiveBack { method, reason, ..GiveBack::of(What::Amount(Cents(2495))) };
        shop.give_back(&order, wanted).unwrap();
        worker::refund_due(&shop.app).await.unwrap();
        let of_second = "SELECT count(*) FROM refunds r JOIN payment_facts f ON f.attempt_id = r.attempt_id
                         WHERE r.state = 'done' AND f.outcome = 'paid_twice'";
        assert_eq!(shop.number_of(of_second), 1, "{method:?}");
        assert_eq!(shop.number_of("SELECT sum(total_in_cents) FROM invoices"), 2495, "{method:?}");
        assert_eq!(shop.number_of("SELECT count(*) FROM invoices"), 1, "{method:?}");
        let kept = shop.order(&order);
        assert_eq!((kept.money.net, kept.is_to_ship()), (Cents(2495), true), "{method:?}");
    }
}

#[tokio::test]
async fn a_second_click_is_known_by_each_part_of_what_the_first_asked_for() {
    let shop = shop();
    let order = shop.paid_twice().await;
    shop.refund(&order, Some(3000)).unwrap();
    assert_eq!(shop.number_of("SELECT count(*) FROM refunds"), 3);
    shop.fails(&order, 2495);
    shop.refund(&order, Some(3000)).unwrap();
    assert_eq!(shop.number_of("SELECT count(*) FROM refunds"), 3, "the other part is on its way");
}

#[tokio::test]
async fn goods_that_both_payments_of_an_order_give_back_are_taken_off_no_other_refund() {
    let shop = shop();
    let order = shop.paid_twice().await;
    let amount = |cents| {
        shop.clock.advance_seconds(1);
        shop.refund(&order, Some(cents)).unwrap();
    };
    // While the whole second payment is on its way back, what is asked for is of the first.
    amount(2495);
    amount(100);
    let (placed, failed) = (shop.order(&order).created_at, shop.clock.now());
    shop.fails(&order, 2495);
    assert_eq!(shop.read(given::failed), [order.as_str()]);
    assert_eq!(shop.read(|conn| given::failures(conn, &order, placed)), [failed]);
    amount(50);
    shop.clock.advance_seconds(1);
    shop.give_goods_back(&order, vec![shop.units(&order, "a", 1, None)], 495).unwrap();
    let plain = shop.read(|conn| given::of(conn, &order)).into_iter().map(|given| given.plain.0);
    assert_eq!(plain.collect::<Vec<_>>(), [100, 0, 0, 0]);
}

#[tokio::test]
async fn an_amount_that_turns_out_to_be_for_goods_is_shared_among_them_and_invoiced_anew_by_their_rates() {
    for (rate, anew) in [(2100, 0), (1000, 2)] {
        let shop = stocked();
        let set_rate = format!("UPDATE products SET tax_rate_bp = {rate} WHERE id = 'b'");
        shop.write(move |tx| Ok(tx.execute_batch(&set_rate)?));
        let order = shop.of_three().await;
        shop.refund(&order, Some(1200)).unwrap();
        worker::refund_due(&shop.app).await.unwrap();
        let invoices = || shop.number_of("SELECT count(*) FROM invoices");
        assert_eq!(invoices(), 2, "the sale and what went back of it");
        let line = |variant, quantity| {
            let Units { item_id, .. } = shop.units(&order, variant, quantity, None);
            Line { item_id, quantity, amount: Cents(quantity * 500), restock: true, restocked: None }
        };
        let (lines, now) = ([line("a", 2), line("b", 1)], shop.clock.now());
        let (held, id) = (shop.order(&order), shop.read(|conn| refunds::list(conn, &order)).remove(0).id);
        shop.write(move |tx| given::name_goods(tx, &held, &id, Cents(1200), lines.into_iter(), now));
        let named = shop.read(|conn| refunds::list(conn, &order)).remove(0).lines.into_iter().map(|line| line.amount.0);
        assert_eq!(named.collect::<Vec<_>>(), [1000, 200], "of the last one there is less left");
        assert_eq!((shop.stock("a"), shop.stock("b"), invoices()), (4, 5, 2 + anew), "{rate}");
    }
}

#[tokio::test]
async fn as_many_units_go_off_sale_and_back_as_their_return_takes_back_and_none_before_the_money_is_back() {
    let shop = stocked();
    let order = shop.of_three().await;
    shop.send(&order);
    shop.give_goods_back(&order, vec![shop.units(&order, "a", 2, Some(true))], 0).unwrap();
    worker::refund_due(&shop.app).await.unwrap();
    shop.clock.advance_seconds(1);
    shop.give_goods_back(&order, vec![shop.units(&order, "a", 1, Some(true))], 0).unwrap();
    let item = shop.units(&order, "a", 1, None).item_id;
    let ids: Vec<_> = shop.read(|conn| refunds::list(conn, &order)).into_iter().map(|made| made.id).collect();
    assert_eq!(shop.stock("a"), 4);
    for (at, units, stock) in [(0, 1, 3), (1, 0, 3), (0, 2, 4)] {
        let (id, units, now) = (ids[at].clone(), [(item.clone(), units)], shop.clock.now());
        let held = shop.order(&order);
        shop.write(move |tx| given::set_back_on_sale(tx, &held, &id, &units, now));
        assert_eq!(shop.stock("a"), stock);
    }
    let moved = "SELECT group_concat(kind || ' ' || (detail ->> 'units'), ', ' ORDER BY rowid) FROM order_events
                 WHERE kind IN ('restocked', 'off_sale')";
    let moved = shop.read(|conn| Ok(conn.query_row(moved, [], |row| row.get::<_, String>(0))?));
    assert_eq!(moved, "restocked 2, off_sale 1, restocked 1");
    shop.assert_sound();
}

/// The days on which the only order is to leave, as its page and the desk's list say, and on which it is to arrive at last.
fn days_of(shop: &Shop, order: &str) -> [String; 3] {
    let (settings, order) = (shop.read(Settings::load), shop.order(order));
    let listed = shop.read(|conn| search(conn, &Wanted::default(), Page { offset: 0, limit: 1 })).1.remove(0);
    let arrives = orders::promised(&order, &settings).map(|(_, last)| last);
    [orders::ship_by(&order, &settings), listed.ship_by, arrives].map(|day| day.unwrap().to_string())
}

#[tokio::test]
async fn what_is_made_holds_the_rest_up_until_it_is_given_back_whole() {
    let shop = stocked();
    let now = shop.clock.now();
    shop.app.db.write_blocking(move |tx| Settings::set(tx, "shipping.cutoff", "14:00", now)).unwrap();
    let order = shop.of_three().await;
    let ready = days_of(&shop, &order);
    shop.write(|tx| {
        let texts = r#"[{"id":"f","title":"Nombre","value":"Puig"}]"#;
        let made = "UPDATE order_items SET custom_field_values = ?1, making_days = 10 WHERE variant_id = 'a'";
        tx.execute(made, [texts]).map(drop).map_err(db::Error::from)
    });
    let made = days_of(&shop, &order);
    assert!(made.iter().zip(&ready).all(|(made, ready)| made > ready) && made[0] == made[1], "{made:?} {ready:?}");
    shop.give_goods_back(&order, vec![shop.units(&order, "a", 2, None)], 0).unwrap();
    assert_eq!(days_of(&shop, &order), made, "one is still made");
    shop.give_goods_back(&order, vec![shop.units(&order, "a", 1, None)], 0).unwrap();
    let [leaves, listed, _] = ready;
    assert_eq!(days_of(&shop, &order), [leaves, listed, made[2].clone()], "its buyer was told so");
    // Its maker is still to make what was not given back after all.
    shop.write(|tx| Ok(tx.execute_batch("UPDATE refunds SET state = 'failed'")?));
    assert_eq!(days_of(&shop, &order), made);
}
