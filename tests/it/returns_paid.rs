//! The money and the stock of a return whose goods are paid for at the order: whichever way, each unit once.

use manetes::checkout::worker;
use manetes::invariants;
use manetes::withdrawals::settle;
use serde_json::{Value, json};

use crate::support::{NOON, Person, Reply, SKU, TRACKING, TestShop};

const ANA: &str = "ana@example.com";

/// An order of three units that was delivered, and a return of it that the owner granted.
struct Returned {
    shop: TestShop,
    desk: Person,
    order: String,
    item: String,
    /// Cents of one unit, and of the delivery.
    price: i64,
    shipping: i64,
    /// Units on sale before anything came back.
    stock: i64,
    path: String,
}

impl Returned {
    async fn new() -> Self {
        let shop = TestShop::demo().await;
        let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
        let order = shop.paid_order_of(&ana, 3).await;
        desk.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
        desk.act(&order, "deliver", json!({})).await.expect(200);
        let (item, price): (String, i64) =
            shop.row("SELECT id, price_in_cents FROM order_items WHERE order_id = ?1", &order).await;
        let (shipping, _): (i64, i64) = shop.row("SELECT shipping_in_cents, 0 FROM orders WHERE id = ?1", &order).await;
        let stock = shop.variant(SKU).await.1;
        let case = desk.post("/api/admin/returns", json!({ "order_id": order })).await.expect(200).json();
        let path = format!("/api/admin/returns/{}", case["id"].as_str().unwrap());
        Self { shop, desk, order, item, price, shipping, stock, path }
    }

    async fn noted(&self, quantity: i64, restock: bool) -> Value {
        let lines = json!({ "lines": [{ "item_id": self.item, "quantity": quantity, "restock": restock }] });
        self.act("goods-back", lines).await.expect(200).json()
    }

    async fn act(&self, act: &str, body: Value) -> Reply {
        self.desk.post(&format!("{}/{act}", self.path), body).await
    }

    /// Gives units back at the order, with the box for the stock as it stands there: not ticked.
    async fn refunded_at_order(&self, quantity: i64) {
        let lines = json!({ "lines": [{ "item_id": self.item, "quantity": quantity, "restock": false }] });
        self.desk.act(&self.order, "refund", lines).await.expect(200);
    }

    async fn case(&self) -> Value {
        self.desk.get(&self.path).await.expect(200).json()
    }

    /// What the program does by itself a moment later.
    async fn later(&self) {
        worker::refund_due(&self.shop.app).await.unwrap();
        self.shop.app.db.write(|tx| settle::all(tx, NOON)).await.unwrap();
        assert!(!self.shop.app.db.read(settle::is_due).await.unwrap());
    }

    /// Cents that went back, units that are on sale again, and how far the return is.
    async fn ends(&self) -> (i64, i64, String) {
        self.later().await;
        let (given, _): (i64, i64) = self
            .shop
            .row(
                "SELECT coalesce(sum(amount_in_cents), 0), 0 FROM refunds WHERE order_id = ?1 AND state = 'done'",
                &self.order,
            )
            .await;
        let broken = self.shop.app.db.read(|conn| invariants::broken_whenever(conn, NOON)).await.unwrap();
        assert_eq!(broken, Vec::<&str>::new());
        let state = self.case().await["state"].as_str().unwrap().to_owned();
        (given, self.shop.variant(SKU).await.1 - self.stock, state)
    }

    fn refunded(&self, units: i64, sold: i64) -> (i64, i64, String) {
        (units * self.price, sold, String::from("refunded"))
    }
}

#[tokio::test]
async fn a_unit_that_the_order_paid_back_is_not_paid_by_its_return_and_goes_back_on_sale_once() {
    let it = Returned::new().await;
    assert_eq!(it.noted(1, true).await["comes_to_in_cents"], it.price);
    it.refunded_at_order(1).await;
    let case = it.case().await;
    assert_eq!((&case["comes_to_in_cents"], &case["paid_in_cents"]), (&json!(0), &json!(it.price)));
    // A page that was opened before.
    it.act("refund", json!({ "expected_in_cents": it.price })).await.refused(409, "refund_changed");
    assert_eq!(it.ends().await, it.refunded(1, 1));
    it.act("refund", json!({})).await.expect(200);
    assert_eq!(it.ends().await, it.refunded(1, 1), "once more is nothing more");
}

#[tokio::test]
async fn what_the_return_paid_is_not_paid_by_an_order_that_was_looked_at_before() {
    let it = Returned::new().await;
    let left = it.desk.get(&format!("/api/admin/orders/{}", it.order)).await.expect(200).json();
    it.noted(1, true).await;
    for _ in 0..2 {
        it.act("refund", json!({ "expected_in_cents": it.price })).await.expect(200);
    }
    let stale =
        json!({ "lines": [{ "item_id": it.item, "quantity": 1 }], "left_in_cents": left["refundable_in_cents"] });
    it.desk.act(&it.order, "refund", stale).await.refused(409, "refund_changed");
    assert_eq!(it.ends().await, it.refunded(1, 1));
}

#[tokio::test]
async fn of_two_units_the_order_paid_one_and_the_return_pays_the_other() {
    let it = Returned::new().await;
    it.noted(2, true).await;
    it.refunded_at_order(1).await;
    it.later().await;
    let case = it.case().await;
    assert_eq!(
        (&case["state"], &case["comes_to_in_cents"], &case["paid_in_cents"]),
        (&json!("goods_back"), &json!(it.price), &json!(it.price))
    );
    it.act("refund", json!({ "expected_in_cents": it.price })).await.expect(200);
    assert_eq!(it.ends().await, it.refunded(2, 2));
}

#[tokio::test]
async fn an_amount_without_goods_that_was_given_back_meanwhile_is_taken_off() {
    let it = Returned::new().await;
    it.noted(1, true).await;
    it.desk.act(&it.order, "refund", json!({ "amount_in_cents": 100 })).await.expect(200);
    let case = it.case().await;
    assert_eq!((&case["comes_to_in_cents"], &case["paid_in_cents"]), (&json!(it.price - 100), &json!(100)));
    it.act("refund", json!({ "expected_in_cents": it.price - 100 })).await.expect(200);
    assert_eq!(it.ends().await, it.refunded(1, 1));

    let it = Returned::new().await;
    it.noted(1, true).await;
    it.desk.act(&it.order, "refund", json!({ "amount_in_cents": it.price })).await.expect(200);
    assert_eq!(it.ends().await, it.refunded(1, 1));
    let order = it.desk.get(&format!("/api/admin/orders/{}", it.order)).await.expect(200).json();
    assert_eq!(order["order_items"][0]["refunded_quantity"], 1, "the amount was for the unit that came back");
}

#[tokio::test]
async fn units_that_came_back_after_the_order_paid_them_are_noted_and_sold_again() {
    let it = Returned::new().await;
    it.refunded_at_order(1).await;
    it.later().await;
    assert_eq!(it.case().await["state"], "received", "nobody has said what came back");
    assert_eq!(it.noted(1, true).await["state"], "refunded");
    assert_eq!(it.ends().await, it.refunded(1, 1));

    let it = Returned::new().await;
    it.refunded_at_order(3).await;
    it.later().await;
    assert_eq!(it.case().await["order"]["items"][0]["returnable"], 3);
    let case = it.noted(2, true).await;
    assert_eq!(case["comes_to_in_cents"], it.shipping, "all of it is paid back but the delivery");
}

#[tokio::test]
async fn what_cannot_be_sold_stays_out_of_stock_though_the_box_at_the_order_was_ticked() {
    let it = Returned::new().await;
    it.noted(1, false).await;
    let lines = json!({ "lines": [{ "item_id": it.item, "quantity": 2, "restock": true }] });
    it.desk.act(&it.order, "refund", lines).await.expect(200);
    it.shop.app.db.write(|tx| settle::all(tx, NOON)).await.unwrap();
    assert_eq!(it.ends().await, it.refunded(2, 1), "the other unit is none of the return's");
}

#[tokio::test]
async fn a_return_that_was_refused_pays_nothing_and_the_order_can() {
    let it = Returned::new().await;
    it.noted(1, true).await;
    it.act("close", json!({ "words": "No es nuestro." })).await.expect(200);
    it.shop.app.clock.advance_seconds(1);
    it.refunded_at_order(1).await;
    assert_eq!(it.ends().await, (it.price, 0, String::from("closed")));
}

#[tokio::test]
async fn everything_that_came_back_still_has_its_delivery_after_the_order_paid_the_goods() {
    let it = Returned::new().await;
    assert_eq!(it.noted(3, true).await["comes_to_in_cents"], 3 * it.price + it.shipping);
    it.refunded_at_order(3).await;
    it.later().await;
    let case = it.case().await;
    assert_eq!((&case["state"], &case["comes_to_in_cents"]), (&json!("goods_back"), &json!(it.shipping)));
    it.act("refund", json!({ "expected_in_cents": it.shipping })).await.expect(200);
    let (given, sold, state) = it.ends().await;
    assert_eq!((given, sold, state.as_str()), (3 * it.price + it.shipping, 3, "refunded"));
}

#[tokio::test]
async fn a_return_is_not_granted_twice_and_no_words_are_lost() {
    let it = Returned::new().await;
    let again = json!({ "order_id": it.order, "words": "Mándanoslo con calma." });
    let refused = it.desk.post("/api/admin/returns", again).await.refused(409, "return_open").json();
    assert!(it.path.ends_with(refused["return"].as_str().unwrap()), "{refused}");
    it.desk.post("/api/admin/returns", json!({ "order_id": it.order })).await.expect(200);
    assert_eq!(it.shop.mails_of("return_updated").await.len(), 1, "a repeated request tells nobody");
    let shown = it.desk.get(&format!("/api/admin/orders/{}", it.order)).await.expect(200).json();
    let events = shown["events"].as_array().unwrap();
    assert_eq!(events.iter().filter(|event| event["kind"] == "return_granted").count(), 1);
}
