//! Returns whose money does not go the straight way: amounts that pay several at once or that name their goods late, second
//! payments, refunds that fail, goods that arrive one after the other, notes that are corrected, money that the bank takes.

use manetes::checkout::worker;
use manetes::settings::Settings;
use manetes::withdrawals::settle;
use manetes::{db, invariants};
use serde_json::{Value, json};

use crate::support::{NOON, Person, SKU, TRACKING, TestShop};

const ANA: &str = "ana@example.com";
const OTHER: &str = "HER-LLA-200";

/// An order of two units of one thing and one of another; one of each comes back.
struct TwoThings {
    shop: TestShop,
    ana: Person,
    desk: Person,
    order: String,
    things: [Thing; 2],
}

struct Thing {
    sku: &'static str,
    variant: String,
    item: String,
    price: i64,
    /// Units on sale after the order.
    stock: i64,
}

impl TwoThings {
    async fn paid() -> Self {
        let shop = TestShop::demo().await;
        // Two rates of tax, and somebody to invoice.
        let change = |tx: &db::Tx<'_>| -> db::Result<()> {
            let other = "(SELECT product_id FROM variants WHERE sku = 'HER-LLA-200')";
            Ok(tx.execute_batch(&format!("UPDATE products SET tax_rate_bp = 1000 WHERE id = {other}"))?)
        };
        shop.app.db.write(change).await.unwrap();
        for (key, value) in [("company.nif", "B12345674"), ("company.address", "Carrer Major 2, 08630 Abrera")] {
            shop.app.db.write(move |tx| Settings::set(tx, key, value, NOON)).await.unwrap();
        }
        let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
        let ((one, _), (other, _)) = (shop.variant(SKU).await, shop.variant(OTHER).await);
        let items = json!([{ "variant_id": one, "quantity": 2 }, { "variant_id": other, "quantity": 1 }]);
        let order = shop.paid_order_for(&ana, &items).await;
        let things = [thing(&shop, &order, SKU, one).await, thing(&shop, &order, OTHER, other).await];
        Self { shop, ana, desk, order, things }
    }

    async fn delivered() -> Self {
        let it = Self::paid().await;
        it.desk.act(&it.order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
        it.desk.act(&it.order, "deliver", json!({})).await.expect(200);
        it
    }

    /// The path of a case of a statement about these things.
    async fn withdrawn(&self, things: &[usize]) -> String {
        self.withdrawn_with(things, "").await
    }

    /// The same words with another comment are another statement.
    async fn withdrawn_with(&self, things: &[usize], comment: &str) -> String {
        let items = things.iter().map(|at| json!({ "variant_id": self.things[*at].variant, "quantity": 1 }));
        let said = json!({ "name": "Ana Soler", "contract": self.order, "email": ANA, "comment": comment,
                           "items": items.collect::<Value>() });
        let stored = self.ana.post("/api/withdrawals", said).await.expect(201).json();
        format!("/api/admin/returns/{}", stored["id"].as_str().unwrap())
    }

    async fn noted(&self, case: &str, things: &[usize]) -> Value {
        self.noted_as(case, &things.iter().map(|at| (*at, true)).collect::<Vec<_>>()).await
    }

    /// Of each thing one unit, and whether it can be sold again.
    async fn noted_as(&self, case: &str, things: &[(usize, bool)]) -> Value {
        let line = |(at, restock): &(usize, bool)| json!({ "item_id": self.things[*at].item, "quantity": 1, "restock": restock });
        let lines = json!({ "lines": things.iter().map(line).collect::<Value>() });
        self.desk.post(&format!("{case}/goods-back"), lines).await.expect(200).json()
    }

    async fn refunded(&self, body: Value) {
        self.desk.act(&self.order, "refund", body).await.expect(200);
    }

    async fn lines_refunded(&self, lines: &[(usize, bool)]) {
        let line = |(at, restock): &(usize, bool)| json!({ "item_id": self.things[*at].item, "quantity": 1, "restock": restock });
        self.refunded(json!({ "lines": lines.iter().map(line).collect::<Value>() })).await;
    }

    /// What the program does by itself a moment later.
    async fn later(&self) {
        worker::refund_due(&self.shop.app).await.unwrap();
        self.shop.app.db.write(|tx| settle::all(tx, NOON)).await.unwrap();
        assert!(!self.shop.app.db.read(settle::is_due).await.unwrap());
        let broken = self.shop.app.db.read(|conn| invariants::broken_whenever(conn, NOON)).await.unwrap();
        assert_eq!(broken, Vec::<&str>::new());
    }

    async fn state(&self, case: &str) -> String {
        self.desk.get(case).await.expect(200).json()["state"].as_str().unwrap().to_owned()
    }

    /// Cents that are back.
    async fn given(&self) -> i64 {
        let sql = "SELECT coalesce(sum(amount_in_cents), 0), 0 FROM refunds WHERE order_id = ?1 AND state = 'done'";
        let (given, _): (i64, i64) = self.shop.row(sql, &self.order).await;
        given
    }

    /// Units that are on sale again.
    async fn back_on_sale(&self) -> [i64; 2] {
        let [one, other] = &self.things;
        [self.shop.variant(one.sku).await.1 - one.stock, self.shop.variant(other.sku).await.1 - other.stock]
    }

    /// The buyer's bank takes so much of the order's money back.
    async fn bank_takes(&self, cents: i64) {
        let lost = format!(
            "INSERT INTO payment_facts (provider, fact_id, attempt_id, kind, amount_in_cents, currency, reference, outcome, received_at)
             SELECT provider, 'lost', id, 'dispute_lost', {cents}, currency, 'dp', 'disputed', {at} FROM payment_attempts;
             INSERT INTO disputes (provider, id, attempt_id, amount_in_cents, state, created_at, closed_at)
             SELECT provider, 'dp', id, {cents}, 'lost', {at}, {at} FROM payment_attempts",
            at = NOON.millis()
        );
        self.shop.app.db.write(move |tx| db::Result::Ok(tx.execute_batch(&lost)?)).await.unwrap();
    }

    /// Of the order, in cents: all of it, and its delivery.
    async fn sums(&self) -> (i64, i64) {
        self.shop.row("SELECT total_in_cents, shipping_in_cents FROM orders WHERE id = ?1", &self.order).await
    }

    /// From now on, or no more, the provider refuses to give back.
    async fn provider(&self, gives: bool) {
        let status = if gives { "paid" } else { "open" };
        let sql = format!("UPDATE sandbox_sessions SET status = '{status}'");
        self.shop.app.db.write(move |tx| db::Result::Ok(tx.execute_batch(&sql)?)).await.unwrap();
    }
}

async fn thing(shop: &TestShop, order: &str, sku: &'static str, variant: String) -> Thing {
    let sql = "SELECT id, price_in_cents FROM order_items WHERE order_id = ?1 AND sku = 'HER-LLA-200'";
    let not = "SELECT id, price_in_cents FROM order_items WHERE order_id = ?1 AND sku <> 'HER-LLA-200'";
    let (item, price) = shop.row(if sku == OTHER { sql } else { not }, order).await;
    Thing { sku, variant, item, price, stock: shop.variant(sku).await.1 }
}

#[tokio::test]
async fn an_amount_for_two_returns_pays_both_and_each_once() {
    let it = TwoThings::delivered().await;
    let (first, second) = (it.withdrawn(&[0]).await, it.withdrawn(&[1]).await);
    let price = it.things[0].price + it.things[1].price;
    it.refunded(json!({ "amount_in_cents": price })).await;
    it.later().await;
    it.noted(&first, &[0]).await;
    it.noted(&second, &[1]).await;
    it.later().await;
    assert_eq!((it.state(&first).await, it.state(&second).await), (String::from("refunded"), String::from("refunded")));
    assert_eq!((it.given().await, it.back_on_sale().await), (price, [1, 1]));
}

#[tokio::test]
async fn a_second_payment_that_goes_back_pays_no_return() {
    let it = TwoThings::delivered().await;
    let case = it.withdrawn(&[0]).await;
    let twice = "INSERT INTO payment_attempts (id, order_id, provider, provider_ref, amount_in_cents, currency, state, created_at, expires_at)
                 SELECT 'twice', order_id, provider, 'session-twice', amount_in_cents, currency, 'paid', created_at, expires_at
                 FROM payment_attempts";
    it.shop.app.db.write(move |tx| db::Result::Ok(tx.execute_batch(twice)?)).await.unwrap();
    it.noted(&case, &[0]).await;
    it.refunded(json!({ "amount_in_cents": it.things[0].price, "elsewhere": true, "reason": "pagó dos veces" })).await;
    assert!(!it.shop.app.db.read(settle::is_due).await.unwrap());
    let open = it.desk.get(&case).await.expect(200).json();
    assert_eq!((&open["state"], &open["comes_to_in_cents"]), (&json!("goods_back"), &json!(it.things[0].price)));
    it.desk.post(&format!("{case}/refund"), json!({})).await.expect(200);
}

#[tokio::test]
async fn units_that_were_taken_out_wait_again_when_their_money_does_not_go_back() {
    let it = TwoThings::paid().await;
    let case = it.withdrawn(&[0]).await;
    let taken = json!({ "lines": [{ "item_id": it.things[0].item, "quantity": 1, "restock": true }] });
    it.desk.post(&format!("{case}/take-out"), taken.clone()).await.expect(200);
    it.provider(false).await;
    it.later().await;
    let open = it.desk.get(&case).await.expect(200).json();
    assert_eq!((&open["state"], &open["lines"]), (&json!("received"), &json!([])));
    assert_eq!(open["events"][1]["kind"], "refund_failed");
    it.desk.act(&it.order, "ship", json!({ "tracking_number": TRACKING })).await.refused(409, "order_withdrawn");
    it.provider(true).await;
    it.desk.post(&format!("{case}/take-out"), taken).await.expect(200);
    it.later().await;
    assert_eq!((it.state(&case).await, it.given().await), (String::from("refunded"), it.things[0].price));
    assert_eq!(it.back_on_sale().await, [1, 0]);
}

#[tokio::test]
async fn what_came_back_is_due_again_when_its_money_does_not_go_back_whoever_paid_it() {
    for at_order in [false, true] {
        let it = TwoThings::delivered().await;
        let case = it.withdrawn(&[0]).await;
        it.noted(&case, &[0]).await;
        if at_order {
            it.lines_refunded(&[(0, true)]).await;
            it.shop.app.db.write(|tx| settle::all(tx, NOON)).await.unwrap();
        } else {
            it.desk.post(&format!("{case}/refund"), json!({})).await.expect(200);
        }
        assert_eq!(it.state(&case).await, "refunded");
        it.provider(false).await;
        it.later().await;
        assert_eq!((it.state(&case).await, it.given().await), (String::from("goods_back"), 0));
        it.provider(true).await;
        it.desk.post(&format!("{case}/refund"), json!({})).await.expect(200);
        it.later().await;
        assert_eq!((it.state(&case).await, it.given().await), (String::from("refunded"), it.things[0].price));
        assert_eq!(it.back_on_sale().await, [1, 0]);
    }
}

#[tokio::test]
async fn a_return_that_was_stated_after_all_was_queued_to_go_back_is_open_again_when_that_fails() {
    let it = TwoThings::delivered().await;
    it.refunded(json!({})).await;
    it.shop.app.clock.advance_seconds(60);
    let case = it.withdrawn(&[0]).await;
    let now = it.shop.app.clock.now();
    it.shop.app.db.write(move |tx| settle::all(tx, now)).await.unwrap();
    assert_eq!(it.state(&case).await, "refunded", "nothing of the order's money was left");
    it.provider(false).await;
    it.later().await;
    assert_eq!((it.state(&case).await, it.given().await), (String::from("received"), 0));
    it.provider(true).await;
    assert_eq!(it.noted(&case, &[0]).await["state"], "goods_back");
    it.desk.post(&format!("{case}/refund"), json!({})).await.expect(200);
    it.later().await;
    assert_eq!((it.state(&case).await, it.given().await), (String::from("refunded"), it.things[0].price));
}

#[tokio::test]
async fn what_the_owner_gave_back_anew_after_a_failure_is_not_due_again() {
    let it = TwoThings::delivered().await;
    let case = it.withdrawn(&[0]).await;
    it.noted(&case, &[0]).await;
    it.desk.post(&format!("{case}/refund"), json!({})).await.expect(200);
    it.provider(false).await;
    worker::refund_due(&it.shop.app).await.unwrap();
    it.refunded(json!({ "amount_in_cents": it.things[0].price, "elsewhere": true, "reason": "en mano" })).await;
    it.later().await;
    assert_eq!((it.state(&case).await, it.given().await), (String::from("refunded"), it.things[0].price));
}

#[tokio::test]
async fn units_of_one_refund_go_back_on_sale_as_each_of_them_comes_back() {
    let it = TwoThings::delivered().await;
    let case = it.withdrawn(&[0, 1]).await;
    it.lines_refunded(&[(0, true), (1, false)]).await;
    it.later().await;
    assert_eq!(it.back_on_sale().await, [1, 0], "as the boxes said");
    assert_eq!(it.noted(&case, &[0]).await["state"], "goods_back", "the other is paid and still on its way");
    it.later().await;
    assert_eq!(it.noted(&case, &[0, 1]).await["state"], "refunded");
    it.later().await;
    assert_eq!(it.back_on_sale().await, [1, 1]);
}

#[tokio::test]
async fn art_15_the_credit_note_of_an_amount_has_the_tax_of_the_goods_it_was_for() {
    let it = TwoThings::delivered().await;
    let case = it.withdrawn(&[1]).await;
    let price = it.things[1].price;
    it.refunded(json!({ "amount_in_cents": price, "elsewhere": true, "reason": "en mano" })).await;
    assert_eq!(it.noted(&case, &[1]).await["state"], "refunded");
    it.later().await;
    let sql =
        "SELECT sum(tax_in_cents), sum(total_in_cents) FROM invoices WHERE order_id = ?1 AND corrects IS NOT NULL";
    let (tax, total): (i64, i64) = it.shop.row(sql, &it.order).await;
    // Of 110 cents, to the nearest cent.
    let of_ten_percent = (2 * price + 11) / 22;
    assert_eq!((tax, total), (-of_ten_percent, -price));
}

#[tokio::test]
async fn goods_that_came_back_are_sold_again_though_the_bank_took_the_money_of_the_whole_order() {
    for can_be_sold in [true, false] {
        let it = TwoThings::delivered().await;
        let case = it.withdrawn(&[0]).await;
        it.noted_as(&case, &[(0, can_be_sold)]).await;
        it.bank_takes(it.sums().await.0).await;
        it.later().await;
        assert_eq!((it.state(&case).await, it.given().await), (String::from("refunded"), 0));
        assert_eq!(it.back_on_sale().await, [i64::from(can_be_sold), 0]);
        it.later().await;
        assert_eq!(it.back_on_sale().await, [i64::from(can_be_sold), 0], "once");
    }
}

#[tokio::test]
async fn what_the_bank_took_while_a_return_is_open_is_not_paid_again() {
    let it = TwoThings::delivered().await;
    let price = it.things[0].price;
    let case = it.withdrawn(&[0]).await;
    it.noted(&case, &[0]).await;
    it.bank_takes(price - 100).await;
    let open = it.desk.get(&case).await.expect(200).json();
    assert_eq!((&open["comes_to_in_cents"], &open["paid_in_cents"]), (&json!(100), &json!(price - 100)));
    it.desk.post(&format!("{case}/refund"), json!({ "expected_in_cents": 100 })).await.expect(200);
    it.later().await;
    assert_eq!((it.given().await, it.back_on_sale().await), (100, [1, 0]));

    let it = TwoThings::delivered().await;
    let case = it.withdrawn(&[0]).await;
    it.noted(&case, &[0]).await;
    it.bank_takes(price).await;
    it.later().await;
    assert_eq!((it.state(&case).await, it.given().await), (String::from("refunded"), 0));
    assert_eq!(it.back_on_sale().await, [1, 0]);
    it.lines_refunded(&[(0, true)]).await;
    it.later().await;
    assert_eq!(it.back_on_sale().await, [2, 0], "the other unit of its line");
}

#[tokio::test]
async fn an_amount_for_two_returns_of_one_line_puts_the_units_of_both_on_sale() {
    for is_older_first in [true, false] {
        let it = TwoThings::delivered().await;
        let mut cases = vec![it.withdrawn(&[0]).await];
        it.shop.app.clock.advance_seconds(1);
        cases.push(it.withdrawn_with(&[0], "la otra").await);
        if !is_older_first {
            cases.reverse();
        }
        it.refunded(json!({ "amount_in_cents": 2 * it.things[0].price })).await;
        it.later().await;
        for (case, units) in cases.iter().zip(1..) {
            it.noted(case, &[0]).await;
            it.later().await;
            assert_eq!((it.state(case).await.as_str(), it.back_on_sale().await), ("refunded", [units, 0]));
        }
        assert_eq!(it.given().await, 2 * it.things[0].price);
    }
}

#[tokio::test]
async fn a_note_that_is_corrected_after_its_units_went_on_sale_is_followed_as_often_as_it_is() {
    let it = TwoThings::delivered().await;
    let case = it.withdrawn(&[0, 1]).await;
    it.lines_refunded(&[(0, false)]).await;
    it.later().await;
    for can_be_sold in [true, false, true, false] {
        it.noted_as(&case, &[(0, can_be_sold), (1, true)]).await;
        it.later().await;
        assert_eq!(it.back_on_sale().await, [i64::from(can_be_sold), 0]);
    }
    it.noted(&case, &[0, 1]).await;
    it.noted(&case, &[1]).await;
    it.later().await;
    assert_eq!(it.back_on_sale().await, [0, 0], "it did not come back: the box at the order holds");
}

#[tokio::test]
async fn a_return_whose_refund_fails_is_open_again_though_another_was_paid_meanwhile() {
    let it = TwoThings::delivered().await;
    let (first, second) = (it.withdrawn(&[0]).await, it.withdrawn(&[1]).await);
    it.noted(&first, &[0]).await;
    it.noted(&second, &[1]).await;
    it.desk.post(&format!("{first}/refund"), json!({})).await.expect(200);
    it.shop.app.clock.advance_seconds(60);
    it.desk.post(&format!("{second}/refund"), json!({ "elsewhere": true })).await.expect(200);
    it.shop.app.clock.advance_seconds(60);
    it.provider(false).await;
    it.later().await;
    assert_eq!(
        (it.state(&first).await, it.state(&second).await),
        (String::from("goods_back"), String::from("refunded"))
    );
}

#[tokio::test]
async fn a_return_that_is_settled_takes_no_amount_from_an_older_one_that_is_open() {
    let it = TwoThings::delivered().await;
    let prices = [it.things[0].price, it.things[1].price];
    let older = it.withdrawn(&[0]).await;
    it.shop.app.clock.advance_seconds(1);
    let younger = it.withdrawn(&[1]).await;
    for price in prices {
        it.shop.app.clock.advance_seconds(1);
        it.refunded(json!({ "amount_in_cents": price })).await;
        it.later().await;
    }
    it.noted(&younger, &[1]).await;
    it.later().await;
    let open = it.desk.get(&older).await.expect(200).json();
    assert_eq!((it.state(&younger).await.as_str(), &open["paid_in_cents"]), ("refunded", &json!(prices[0])));
    it.noted(&older, &[0]).await;
    it.later().await;
    assert_eq!((it.state(&older).await, it.given().await), (String::from("refunded"), prices[0] + prices[1]));
    assert_eq!(it.back_on_sale().await, [1, 1]);
}

#[tokio::test]
async fn units_that_were_refunded_for_one_return_are_not_those_of_another_that_pays_itself() {
    let it = TwoThings::delivered().await;
    let older = it.withdrawn(&[0]).await;
    it.shop.app.clock.advance_seconds(1);
    let younger = it.withdrawn_with(&[0], "la otra").await;
    it.shop.app.clock.advance_seconds(1);
    it.lines_refunded(&[(0, false)]).await;
    it.later().await;
    it.shop.app.clock.advance_seconds(1);
    it.noted(&younger, &[0]).await;
    it.desk.post(&format!("{younger}/refund"), json!({})).await.expect(200);
    it.later().await;
    assert_eq!(it.back_on_sale().await, [1, 0]);
    it.noted(&older, &[0]).await;
    it.later().await;
    assert_eq!((it.state(&older).await, it.given().await), (String::from("refunded"), 2 * it.things[0].price));
    assert_eq!(it.back_on_sale().await, [2, 0]);
}

#[tokio::test]
async fn goods_of_an_unsent_order_whose_money_the_bank_took_are_not_taken_out_as_no_refund_names_them() {
    let it = TwoThings::paid().await;
    let case = it.withdrawn(&[0]).await;
    it.bank_takes(it.things[0].price).await;
    it.later().await;
    let taken = json!({ "lines": [{ "item_id": it.things[0].item, "quantity": 1, "restock": true }] });
    it.desk.post(&format!("{case}/take-out"), taken).await.refused(422, "validation_failed");
    assert_eq!((it.state(&case).await, it.back_on_sale().await), (String::from("received"), [0, 0]));
}

#[tokio::test]
async fn goods_that_come_back_after_the_bank_took_all_the_money_are_sold_again() {
    let it = TwoThings::delivered().await;
    let case = it.withdrawn(&[0]).await;
    it.bank_takes(it.sums().await.0).await;
    it.later().await;
    assert_eq!(it.state(&case).await, "received", "they are on their way");
    it.noted(&case, &[0]).await;
    it.later().await;
    assert_eq!((it.state(&case).await, it.given().await), (String::from("refunded"), 0));
    assert_eq!(it.back_on_sale().await, [1, 0]);
}

#[tokio::test]
async fn units_that_a_failed_refund_left_on_sale_go_there_once_when_the_bank_takes_the_money() {
    let it = TwoThings::delivered().await;
    let case = it.withdrawn(&[0]).await;
    it.noted(&case, &[0]).await;
    it.desk.post(&format!("{case}/refund"), json!({})).await.expect(200);
    it.later().await;
    assert_eq!(it.back_on_sale().await, [1, 0]);
    let failed = format!(
        "UPDATE refunds SET state = 'failed';
         INSERT INTO order_events (order_id, kind, detail, at)
         SELECT order_id, 'refund_failed', json_object('refund', id), {} FROM refunds",
        NOON.millis()
    );
    it.shop.app.db.write(move |tx| db::Result::Ok(tx.execute_batch(&failed)?)).await.unwrap();
    it.shop.app.db.write(|tx| settle::all(tx, NOON)).await.unwrap();
    assert_eq!(it.state(&case).await, "goods_back");
    it.bank_takes(it.sums().await.0).await;
    it.shop.app.db.write(|tx| settle::all(tx, NOON)).await.unwrap();
    assert_eq!((it.state(&case).await, it.back_on_sale().await), (String::from("refunded"), [1, 0]));
}

#[tokio::test]
async fn a_refund_that_is_made_after_all_names_no_more_units_than_came_back() {
    let it = TwoThings::delivered().await;
    let case = it.withdrawn(&[0]).await;
    it.noted(&case, &[0]).await;
    it.refunded(json!({ "amount_in_cents": 100 })).await;
    worker::refund_due(&it.shop.app).await.unwrap();
    it.shop.app.clock.advance_seconds(1);
    it.desk.post(&format!("{case}/refund"), json!({})).await.expect(200);
    it.provider(false).await;
    it.later().await;
    assert_eq!(it.state(&case).await, "goods_back");
    let made = "UPDATE refunds SET state = 'done' WHERE state = 'failed'";
    it.shop.app.db.write(move |tx| db::Result::Ok(tx.execute_batch(made)?)).await.unwrap();
    it.shop.app.db.write(|tx| settle::all(tx, NOON)).await.unwrap();
    let order = it.desk.get(&format!("/api/admin/orders/{}", it.order)).await.expect(200).json();
    let units = |at: usize| order["order_items"][at]["refunded_quantity"].as_i64().unwrap();
    assert_eq!((it.state(&case).await, units(0) + units(1)), (String::from("refunded"), 1));
}

#[tokio::test]
async fn an_amount_that_was_for_no_goods_makes_no_credit_note_anew() {
    let it = TwoThings::delivered().await;
    let (_, shipping) = it.sums().await;
    let said = json!({ "name": "Ana Soler", "contract": it.order, "email": ANA });
    let case = it.ana.post("/api/withdrawals", said).await.expect(201).json();
    let case = format!("/api/admin/returns/{}", case["id"].as_str().unwrap());
    let line = |at: usize, units: i64| json!({ "item_id": it.things[at].item, "quantity": units, "restock": true });
    let lines = json!({ "lines": [line(0, 2), line(1, 1)] });
    it.refunded(lines.clone()).await;
    it.desk.post(&format!("{case}/goods-back"), lines).await.expect(200);
    it.refunded(json!({ "amount_in_cents": shipping })).await;
    it.later().await;
    assert_eq!(it.state(&case).await, "refunded");
    let sql = "SELECT count(*), sum(total_in_cents) FROM invoices WHERE order_id = ?1 AND corrects IS NOT NULL";
    let notes: (i64, i64) = it.shop.row(sql, &it.order).await;
    assert_eq!(notes, (2, -it.sums().await.0));
}
