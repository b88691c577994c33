//! Returns as one case at the desk: from a statement, or from the owner's word, to goods and money.

use manetes::checkout::worker;
use manetes::withdrawals::settle;
use manetes::{db, invariants};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{NOON, Person, SKU, TRACKING, TestShop};

const ANA: &str = "ana@example.com";

/// A shop, an order that was delivered to Ana, and who sits at the desk.
struct Delivered {
    shop: TestShop,
    ana: Person,
    desk: Person,
    order: String,
    /// Its line.
    item: String,
    /// Cents: all of it, and its delivery.
    total: i64,
    shipping: i64,
}

impl Delivered {
    async fn new() -> Self {
        let shop = TestShop::demo().await;
        let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
        let order = shop.paid_order(&ana).await;
        desk.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
        desk.act(&order, "deliver", json!({})).await.expect(200);
        let (item, _): (String, i64) = shop.row("SELECT id, 0 FROM order_items WHERE order_id = ?1", &order).await;
        let (total, shipping) =
            shop.row("SELECT total_in_cents, shipping_in_cents FROM orders WHERE id = ?1", &order).await;
        Self { shop, ana, desk, order, item, total, shipping }
    }

    /// The case of a statement of Ana's.
    async fn withdrawn(&self) -> String {
        let body = json!({ "name": "Ana Soler", "contract": self.order, "email": ANA });
        let stored = self.ana.post("/api/withdrawals", body).await.expect(201).json();
        stored["id"].as_str().unwrap().to_owned()
    }

    async fn case(&self, id: &str) -> Value {
        self.desk.get(&format!("/api/admin/returns/{id}")).await.expect(200).json()
    }

    fn line(&self, restock: bool, loss: i64, note: &str) -> Value {
        json!({ "lines": [{ "item_id": self.item, "quantity": 1, "restock": restock, "loss_in_cents": loss, "note": note }] })
    }

    async fn act(&self, id: &str, act: &str, body: Value) -> crate::support::Reply {
        self.desk.post(&format!("/api/admin/returns/{id}/{act}"), body).await
    }

    async fn steps(&self) -> Vec<Value> {
        self.shop.mails_of("return_updated").await
    }

    async fn assert_sound(&self) {
        let broken = self.shop.app.db.read(|conn| invariants::broken_whenever(conn, NOON)).await.unwrap();
        assert_eq!(broken, Vec::<&str>::new());
    }
}

#[tokio::test]
async fn art_107_everything_that_comes_back_is_refunded_with_its_delivery_within_fourteen_days_of_the_statement() {
    let mut it = Delivered::new().await;
    let stock = it.shop.variant(SKU).await.1;
    let id = it.withdrawn().await;
    let case = it.case(&id).await;
    assert_eq!(
        (&case["state"], &case["refund_due"], &case["days_left"]),
        (&json!("received"), &json!("2026-12-04"), &json!(14))
    );
    it.shop.app.clock.advance_seconds(3 * 86_400);
    it.desk = it.shop.another_admin("otra@example.com").await;
    assert_eq!(it.case(&id).await["days_left"], 11);
    it.act(&id, "refund", json!({})).await.refused(409, "illegal_transition");

    let back = it.act(&id, "goods-back", it.line(true, 0, "")).await.expect(200).json();
    assert_eq!((&back["state"], &back["comes_to_in_cents"]), (&json!("goods_back"), &json!(it.total)));
    assert_eq!(back["shipping_in_cents"], it.shipping);
    it.act(&id, "goods-back", it.line(true, 0, "")).await.expect(200);
    assert_eq!(it.steps().await.len(), 1, "told once");
    let wrong = json!({ "expected_in_cents": it.total - 1 });
    let desk = it.desk.clone();
    let path = format!("/api/admin/returns/{id}/refund");
    desk.post(&path, wrong).await.refused(409, "refund_changed");
    let done = desk.post(&path, json!({ "expected_in_cents": it.total })).await.expect(200).json();
    assert_eq!((&done["state"], &done["refund_due"]), (&json!("refunded"), &Value::Null));
    desk.post(&path, json!({ "expected_in_cents": it.total })).await.expect(200);
    worker::refund_due(&it.shop.app).await.unwrap();
    let (refunds, amount): (i64, i64) = it
        .shop
        .row("SELECT count(*), sum(amount_in_cents) FROM refunds WHERE order_id = ?1 AND state = 'done'", &it.order)
        .await;
    assert_eq!((refunds, amount), (1, it.total));
    assert_eq!(it.shop.variant(SKU).await.1, stock + 1);
    assert_eq!(it.shop.mails_of("order_refunded").await.len(), 1);
    let kinds: Vec<_> = done["events"].as_array().unwrap().iter().map(|event| event["kind"].clone()).collect();
    assert_eq!(kinds, ["goods_back", "refunded"]);
    it.assert_sound().await;
}

#[tokio::test]
async fn the_desk_reads_in_spanish_what_was_bought_in_another_language() {
    let it = Delivered::new().await;
    let id = it.withdrawn().await;
    let spanish = it.case(&id).await["order"]["items"][0]["title"].clone();
    for sql in [
        "UPDATE orders SET lang = 'ar' WHERE id = ?1",
        "UPDATE order_items SET product_title = 'مثقاب' WHERE order_id = ?1",
    ] {
        let order = it.order.clone();
        it.shop.app.db.write(move |tx| tx.execute(sql, [order]).map_err(db::Error::from)).await.unwrap();
    }
    assert_eq!(it.case(&id).await["order"]["items"][0]["title"], spanish);
}

#[tokio::test]
async fn art_108_a_loss_of_value_is_taken_off_with_its_reason_and_spoilt_goods_stay_out_of_stock() {
    let it = Delivered::new().await;
    let stock = it.shop.variant(SKU).await.1;
    let id = it.withdrawn().await;
    let refused = it.act(&id, "goods-back", it.line(false, 100, " ")).await.refused(422, "validation_failed");
    assert_eq!(refused.json()["field"], "note", "a loss is explained");
    it.act(&id, "goods-back", it.line(false, it.total + 1, "x")).await.refused(422, "validation_failed");
    let back = it.act(&id, "goods-back", it.line(false, 100, "rayado")).await.expect(200).json();
    assert_eq!(back["comes_to_in_cents"], it.total - 100);
    let told = it.steps().await.remove(0);
    assert!(told["losses"][0].as_str().unwrap().contains("rayado"), "{told}");
    let without = json!({ "shipping": false });
    it.act(&id, "refund", without).await.expect(200);
    worker::refund_due(&it.shop.app).await.unwrap();
    let (amount, _): (i64, i64) = it
        .shop
        .row("SELECT sum(amount_in_cents), 0 FROM refunds WHERE order_id = ?1 AND state = 'done'", &it.order)
        .await;
    assert_eq!(amount, it.total - it.shipping - 100);
    assert_eq!(it.shop.variant(SKU).await.1, stock, "it cannot be sold again");
    it.assert_sound().await;
}

#[tokio::test]
async fn a_return_comes_to_no_more_than_is_left_after_what_went_back_before() {
    let it = Delivered::new().await;
    let id = it.withdrawn().await;
    it.desk.act(&it.order, "refund", json!({ "amount_in_cents": 500 })).await.expect(200);
    let back = it.act(&id, "goods-back", it.line(true, 0, "")).await.expect(200).json();
    assert_eq!(back["comes_to_in_cents"], it.total - 500);
    let shown = json!({ "expected_in_cents": back["comes_to_in_cents"] });
    it.act(&id, "refund", shown).await.expect(200);
    it.assert_sound().await;

    // Where the goods were paid back at the order meanwhile, their delivery is left.
    let it = Delivered::new().await;
    let id = it.withdrawn().await;
    it.act(&id, "goods-back", it.line(true, 0, "")).await.expect(200);
    let goods = json!({ "lines": [{ "item_id": it.item, "quantity": 1 }] });
    it.desk.act(&it.order, "refund", goods).await.expect(200);
    assert_eq!(it.case(&id).await["comes_to_in_cents"], it.shipping);
    it.act(&id, "refund", json!({ "expected_in_cents": it.shipping })).await.expect(200);
    it.act(&id, "close", json!({})).await.expect(200);
}

#[tokio::test]
async fn equal_goods_of_two_cases_are_two_refunds_with_the_same_key_or_without_one() {
    for key in [None, Some("the same")] {
        let shop = TestShop::demo().await;
        let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
        let order = shop.paid_order_of(&ana, 3).await;
        desk.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
        let (variant, _) = shop.variant(SKU).await;
        let (item, price): (String, i64) =
            shop.row("SELECT id, price_in_cents FROM order_items WHERE order_id = ?1", &order).await;
        let mut cases = Vec::new();
        for comment in ["una", "otra"] {
            let body = json!({ "name": "Ana Soler", "contract": order, "email": ANA, "comment": comment,
                               "items": [{ "variant_id": variant, "quantity": 1 }] });
            let stored = ana.post("/api/withdrawals", body).await.expect(201).json();
            let path = format!("/api/admin/returns/{}", stored["id"].as_str().unwrap());
            let back = json!({ "lines": [{ "item_id": item, "quantity": 1, "restock": true }] });
            desk.post(&format!("{path}/goods-back"), back).await.expect(200);
            cases.push(path);
        }
        for path in [&cases[0], &cases[0], &cases[1], &cases[1]] {
            let mut call = desk.request(Method::POST, &format!("{path}/refund")).json(&json!({}));
            if let Some(key) = key {
                call = call.header("Idempotency-Key", key);
            }
            assert_eq!(desk.send(call).await.expect(200).json()["state"], "refunded");
        }
        let of_order = "SELECT count(*), sum(amount_in_cents) FROM refunds WHERE order_id = ?1";
        assert_eq!(shop.row::<i64, i64>(of_order, &order).await, (2, 2 * price), "{key:?}");
    }
}

#[tokio::test]
async fn a_return_that_the_owner_grants_is_the_same_case_and_the_buyer_is_told_each_step() {
    let it = Delivered::new().await;
    let grant = json!({ "order_id": it.order, "words": "Mándanoslo con calma." });
    let case = it.desk.post("/api/admin/returns", grant.clone()).await.expect(200).json();
    let id = case["id"].as_str().unwrap();
    assert_eq!(it.desk.post("/api/admin/returns", grant).await.expect(200).json()["id"], case["id"], "once");
    assert_eq!(
        (&case["granted"], &case["withdrawal"], &case["refund_due"]),
        (&json!(true), &Value::Null, &Value::Null)
    );
    it.act(id, "goods-back", it.line(true, 0, "")).await.expect(200);
    it.act(id, "close", json!({ "words": "Te lo cambiamos." })).await.expect(200);
    it.act(id, "close", json!({ "words": "Te lo cambiamos." })).await.expect(200);
    it.act(id, "goods-back", it.line(true, 0, "")).await.refused(409, "illegal_transition");
    let told: Vec<_> = it.steps().await.iter().map(|step| step["step"].clone()).collect();
    assert_eq!(told, ["granted", "goods_back", "closed"]);
    let list = it.desk.get("/api/admin/returns?state=closed").await.expect(200).json();
    assert_eq!((&list["count"], &list["returns"][0]["id"]), (&json!(1), &case["id"]));
    let log = it.desk.get("/api/admin/log?act=return").await.expect(200).json();
    assert_eq!(log["count"], 3);
    it.assert_sound().await;
}

#[tokio::test]
async fn an_order_that_was_not_sent_is_taken_back_unless_a_return_of_it_is_open() {
    let shop = TestShop::demo().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = shop.paid_order(&ana).await;
    let act = async |name: &str, body: Value| desk.post(&format!("/api/admin/orders/{order}/{name}"), body).await;
    act("ship", json!({ "carrier": "pick_up" })).await.expect(200);
    for _ in 0..2 {
        let back = act("unship", json!({})).await.expect(200).json();
        assert_eq!((&back["status"], &back["carrier"], &back["to_ship"]), (&json!("paid"), &Value::Null, &json!(true)));
    }
    act("ship", json!({ "carrier": "pick_up" })).await.expect(200);
    let case = desk.post("/api/admin/returns", json!({ "order_id": order })).await.expect(200).json();
    act("unship", json!({})).await.refused(409, "order_came_back");
    let close = format!("/api/admin/returns/{}/close", case["id"].as_str().unwrap());
    desk.post(&close, json!({ "words": "Se lo queda." })).await.expect(200);
    act("unship", json!({})).await.expect(200);
    act("ship", json!({ "carrier": "pick_up" })).await.expect(200);
    act("refund", json!({})).await.expect(200);
    act("unship", json!({})).await.refused(409, "order_came_back");
    let broken = shop.app.db.read(|conn| invariants::broken_whenever(conn, NOON)).await.unwrap();
    assert_eq!(broken, Vec::<&str>::new());
}

#[tokio::test]
async fn an_order_that_was_not_sent_is_taken_back_though_a_part_was_taken_out_of_it_before() {
    let shop = TestShop::demo().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = shop.paid_order_of(&ana, 2).await;
    let (variant, _) = shop.variant(SKU).await;
    let (item, _): (String, i64) = shop.row("SELECT id, 0 FROM order_items WHERE order_id = ?1", &order).await;
    let all = json!({ "name": "Ana Soler", "contract": order, "email": ANA });
    let mut one = all.clone();
    one["items"] = json!([{ "variant_id": variant, "quantity": 1 }]);
    let stored = ana.post("/api/withdrawals", one).await.expect(201).json();
    let take_out = format!("/api/admin/returns/{}/take-out", stored["id"].as_str().unwrap());
    let lines = json!({ "lines": [{ "item_id": item, "quantity": 1, "restock": true }] });
    desk.post(&take_out, lines).await.expect(200);
    worker::refund_due(&shop.app).await.unwrap();
    let send = async || desk.act(&order, "ship", json!({ "carrier": "pick_up" })).await.expect(200);
    send().await;
    let back = desk.act(&order, "unship", json!({})).await.expect(200).json();
    assert_eq!((&back["status"], &back["to_ship"]), (&json!("paid"), &json!(true)));
    // The rest is withdrawn from once it is on its way: that is to come back.
    send().await;
    ana.post("/api/withdrawals", all).await.expect(201);
    desk.act(&order, "unship", json!({})).await.refused(409, "order_came_back");
    let broken = shop.app.db.read(|conn| invariants::broken_whenever(conn, NOON)).await.unwrap();
    assert_eq!(broken, Vec::<&str>::new());
}

#[tokio::test]
async fn a_person_says_whose_a_statement_is_and_an_order_not_sent_is_cancelled() {
    let shop = TestShop::demo().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = shop.paid_order(&ana).await;
    let body = json!({ "name": "Ana", "contract": "lo de ayer", "email": "ana@otro.example" });
    let stored = shop.visitor().post("/api/withdrawals", body).await.expect(201).json();
    let found = async |q: &str| desk.get(&format!("/api/admin/returns?q={q}")).await.expect(200).json();
    for q in ["ANA%40otro", "de%20ayer", "an%C3%A0"] {
        let found = found(q).await;
        assert_eq!((&found["count"], &found["returns"][0]["id"]), (&json!(1), &stored["id"]), "{q}");
    }
    assert_eq!(found("eva").await["count"], 0);
    let people = desk.get("/api/admin/customers?q=ana%40otro").await.expect(200).json();
    assert_eq!(
        (&people["count"], &people["customers"][0]["id"]),
        (&json!(1), &stored["id"]),
        "who only withdrew is known"
    );
    let known = desk.get(&format!("/api/admin/customers/{}", stored["id"].as_str().unwrap())).await.expect(200).json();
    assert_eq!(
        (&known["withdrawals"][0]["id"], &known["withdrawals"][0]["contract"]),
        (&stored["id"], &json!("lo de ayer"))
    );
    let path = |act: &str| format!("/api/admin/returns/{}/{act}", stored["id"].as_str().unwrap());
    desk.post(&path("cancel"), json!({})).await.refused(409, "illegal_transition");
    desk.post(&path("assign"), json!({ "order_id": "nothing" })).await.refused(404, "not_found");
    let number = desk.get(&format!("/api/admin/orders/{order}")).await.expect(200).json()["number"].clone();
    let case = desk.post(&path("assign"), json!({ "order_id": number })).await.expect(200).json();
    assert_eq!(case["order"]["id"], json!(order));
    let case = desk.post(&path("cancel"), json!({})).await.expect(200).json();
    assert_eq!((&case["state"], &case["order"]["status"]), (&json!("cancelled"), &json!("cancelled")));
    worker::refund_due(&shop.app).await.unwrap();
    let (refunded, _): (i64, i64) =
        shop.row("SELECT count(*), 0 FROM refunds WHERE order_id = ?1 AND state = 'done'", &order).await;
    assert_eq!(refunded, 1);
    let broken = shop.app.db.read(|conn| invariants::broken_whenever(conn, NOON)).await.unwrap();
    assert_eq!(broken, Vec::<&str>::new());
}

#[tokio::test]
async fn a_part_of_an_order_that_was_not_sent_is_taken_out_and_refunded_and_the_rest_is_sent() {
    let shop = TestShop::demo().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = shop.paid_order_of(&ana, 3).await;
    let (variant, stock) = shop.variant(SKU).await;
    let (item, price): (String, i64) =
        shop.row("SELECT id, price_in_cents FROM order_items WHERE order_id = ?1", &order).await;
    let body = json!({ "name": "Ana Soler", "contract": order, "email": ANA,
                       "items": [{ "variant_id": variant, "quantity": 1 }] });
    let stored = ana.post("/api/withdrawals", body).await.expect(201).json();
    let path = |act: &str| format!("/api/admin/returns/{}/{act}", stored["id"].as_str().unwrap());
    let units = |quantity: i64| json!({ "lines": [{ "item_id": item, "quantity": quantity, "restock": true }] });
    desk.post(&path("take-out"), units(4)).await.refused(422, "validation_failed");
    let done = desk.post(&path("take-out"), units(1)).await.expect(200).json();
    assert_eq!((&done["state"], &done["order"]["status"]), (&json!("refunded"), &json!("paid")));
    assert_eq!(done["events"][0]["kind"], "taken_out");
    desk.post(&path("take-out"), units(1)).await.expect(200);
    assert_eq!(shop.mails_of("return_updated").await, Vec::<Value>::new(), "nothing came back");
    worker::refund_due(&shop.app).await.unwrap();
    let (refunds, amount): (i64, i64) = shop
        .row("SELECT count(*), sum(amount_in_cents) FROM refunds WHERE order_id = ?1 AND state = 'done'", &order)
        .await;
    assert_eq!((refunds, amount), (1, price));
    assert_eq!(shop.variant(SKU).await.1, stock + 1);
    assert_eq!(shop.mails_of("order_refunded").await.len(), 1);
    desk.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);

    let sent = ana.post("/api/withdrawals", json!({ "name": "Ana Soler", "contract": order, "email": ANA })).await;
    let sent = format!("/api/admin/returns/{}/take-out", sent.expect(201).json()["id"].as_str().unwrap());
    desk.post(&sent, units(1)).await.refused(409, "illegal_transition");
    let broken = shop.app.db.read(|conn| invariants::broken_whenever(conn, NOON)).await.unwrap();
    assert_eq!(broken, Vec::<&str>::new());
}

#[tokio::test]
async fn an_order_that_was_withdrawn_from_is_nothing_to_send_until_somebody_has_looked() {
    let shop = TestShop::demo().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = shop.paid_order_of(&ana, 2).await;
    let to_ship = async || {
        let list = desk.get("/api/admin/orders?to_ship=true").await.expect(200).json();
        let today = desk.get("/api/admin/today").await.expect(200).json();
        assert_eq!(list["count"], today["to_ship"]);
        list["count"].as_i64().unwrap()
    };
    assert_eq!(to_ship().await, 1);
    let (variant, _) = shop.variant(SKU).await;
    let part = json!({ "name": "Ana Soler", "contract": order, "email": ANA,
                       "items": [{ "variant_id": variant, "quantity": 1 }] });
    let id = ana.post("/api/withdrawals", part).await.expect(201).json()["id"].clone();
    assert_eq!(to_ship().await, 0);
    let path = format!("/api/admin/orders/{order}");
    let shown = desk.get(&path).await.expect(200).json();
    assert_eq!((&shown["to_ship"], &shown["open_return"]), (&json!(false), &id));
    let list = desk.get("/api/admin/orders").await.expect(200).json();
    assert_eq!((&list["orders"][0]["open_return"], &list["orders"][0]["goods"][0]["quantity"]), (&id, &json!(2)));
    desk.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.refused(409, "order_withdrawn");

    let close = format!("/api/admin/returns/{}/close", id.as_str().unwrap());
    desk.post(&close, json!({ "words": "Quedamos en enviarlo" })).await.expect(200);
    assert_eq!(to_ship().await, 1);
    desk.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
}

#[tokio::test]
async fn who_types_an_address_and_a_number_holds_nothing_up_and_the_owner_is_asked_before_it_is_sent() {
    let shop = TestShop::demo().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = shop.paid_order(&ana).await;
    let own = format!("/api/orders/{order}");
    let before = ana.get(&own).await.expect(200).json();
    let said = json!({ "name": "Ana Soler", "contract": order, "email": ANA });
    let id = shop.visitor().post("/api/withdrawals", said).await.expect(201).json()["id"].clone();
    assert_eq!(ana.get(&own).await.expect(200).json(), before, "nothing of it shows to the buyer");

    let path = format!("/api/admin/orders/{order}");
    let shown = desk.get(&path).await.expect(200).json();
    assert_eq!((&shown["to_ship"], &shown["open_return"]), (&json!(true), &Value::Null));
    assert_eq!(shown["unproven_withdrawal"], id);
    let list = desk.get("/api/admin/orders?to_ship=true").await.expect(200).json();
    assert_eq!((&list["count"], &list["orders"][0]["unproven_withdrawal"]), (&json!(1), &id));
    let today = desk.get("/api/admin/today").await.expect(200).json();
    assert_eq!((&today["to_ship"], &today["returns_open"]), (&json!(1), &json!(1)));
    let log = desk.get("/api/admin/log?act=withdrawal").await.expect(200).json();
    let entry = &log["entries"][0];
    assert_eq!((&entry["subject"], &entry["is_there"], &entry["name"]), (&id, &json!(true), &Value::Null));
    let parcel = json!({ "tracking_number": TRACKING });
    desk.act(&order, "ship", parcel).await.refused(409, "order_withdrawn");

    // The owner has found that it is hers.
    let case = format!("/api/admin/returns/{}", id.as_str().unwrap());
    desk.post(&format!("{case}/assign"), json!({ "order_id": order })).await.expect(200);
    let shown = desk.get(&path).await.expect(200).json();
    assert_eq!((&shown["open_return"], &shown["unproven_withdrawal"]), (&id, &Value::Null));
    assert_eq!(shown["to_ship"], false);
    assert!(ana.get(&own).await.expect(200).json()["withdrawn_at"].is_string());

    // Another, which is not, is sent after all: once somebody insists, or has put the statement aside.
    let (one, other) = (shop.paid_order(&ana).await, shop.paid_order(&ana).await);
    for order in [&one, &other] {
        let said = json!({ "name": "Ana", "contract": order, "email": "x@otro.example" });
        let id = shop.visitor().post("/api/withdrawals", said).await.expect(201).json()["id"].clone();
        assert_eq!(desk.get(&format!("/api/admin/orders/{order}")).await.expect(200).json()["unproven_withdrawal"], id);
        let mut parcel = json!({ "tracking_number": TRACKING });
        desk.act(order, "ship", parcel.clone()).await.refused(409, "order_withdrawn");
        if order == &one {
            parcel["insist"] = json!(true);
        } else {
            desk.post(&format!("/api/admin/returns/{}/close", id.as_str().unwrap()), json!({})).await.expect(200);
        }
        desk.act(order, "ship", parcel).await.expect(200);
    }
    let broken = shop.app.db.read(|conn| invariants::broken_whenever(conn, NOON)).await.unwrap();
    assert_eq!(broken, Vec::<&str>::new());
}

#[tokio::test]
async fn a_statement_that_was_forgotten_names_no_goods_instead_of_all() {
    let it = Delivered::new().await;
    let (variant, _) = it.shop.variant(SKU).await;
    let part = json!({ "name": "Eva", "contract": "lo de ayer", "email": "eva@example.com",
                       "items": [{ "variant_id": variant, "quantity": 1 }] });
    let eva = it.shop.customer("eva@example.com").await;
    let id = eva.post("/api/withdrawals", part).await.expect(201).json()["id"].as_str().unwrap().to_owned();
    eva.post("/api/my-data/erase", json!({})).await.expect(204);
    let case = it.act(&id, "assign", json!({ "order_id": it.order })).await.expect(200).json();
    assert_eq!((&case["order"]["items"][0]["returnable"], &case["order"]["items"][0]["named"]), (&json!(1), &json!(0)));
}

/// What the program does by itself a moment after an act on an order.
async fn settle(shop: &TestShop) -> usize {
    shop.app.db.write(|tx| settle::all(tx, NOON)).await.unwrap()
}

#[tokio::test]
async fn a_case_ends_with_its_order_when_that_is_paid_back_or_cancelled_by_itself() {
    let it = Delivered::new().await;
    let id = it.withdrawn().await;
    it.act(&id, "goods-back", it.line(true, 0, "")).await.expect(200);
    assert_eq!(settle(&it.shop).await, 0, "its money is still here");
    let today = it.desk.get("/api/admin/today").await.expect(200).json();
    assert_eq!((&today["returns_open"], &today["returns_overdue"]), (&json!(1), &json!(0)));
    let part = json!({ "amount_in_cents": 100, "elsewhere": true, "reason": "cash" });
    it.desk.act(&it.order, "refund", part).await.expect(200);
    assert_eq!(settle(&it.shop).await, 0, "most of its money is still here");
    let rest = json!({ "amount_in_cents": it.total - 100, "elsewhere": true, "reason": "cash" });
    it.desk.act(&it.order, "refund", rest).await.expect(200);
    assert_eq!((settle(&it.shop).await, settle(&it.shop).await), (1, 0));
    let case = it.case(&id).await;
    assert_eq!((&case["state"], &case["events"][1]["kind"]), (&json!("refunded"), &json!("refunded")));
    let today = it.desk.get("/api/admin/today").await.expect(200).json();
    assert_eq!(today["returns_open"], 0);

    let eva = it.shop.customer("eva@example.com").await;
    let order = it.shop.paid_order_of(&eva, 2).await;
    let (variant, _) = it.shop.variant(SKU).await;
    let part = json!({ "name": "Eva", "contract": order, "email": "eva@example.com",
                       "items": [{ "variant_id": variant, "quantity": 1 }] });
    let stored = eva.post("/api/withdrawals", part).await.expect(201).json();
    it.desk.act(&order, "cancel", json!({})).await.expect(200);
    assert_eq!(settle(&it.shop).await, 1);
    assert_eq!(it.case(stored["id"].as_str().unwrap()).await["state"], "cancelled");
    it.assert_sound().await;
}

/// A delivered order of two units of one thing and one of another, and its two lines as they come back.
async fn delivered_of_two_things(shop: &TestShop, buyer: &Person, desk: &Person) -> (String, [Value; 2]) {
    let ((one, _), (other, _)) = (shop.variant(SKU).await, shop.variant("HER-LLA-200").await);
    let items = json!([{ "variant_id": one, "quantity": 2 }, { "variant_id": other, "quantity": 1 }]);
    let order = shop.paid_order_for(buyer, &items).await;
    desk.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
    desk.act(&order, "deliver", json!({})).await.expect(200);
    let line = "SELECT id, quantity FROM order_items WHERE order_id = ?1 AND quantity = 2";
    let (two, _): (String, i64) = shop.row(line, &order).await;
    let line = "SELECT id, quantity FROM order_items WHERE order_id = ?1 AND quantity = 1";
    let (single, _): (String, i64) = shop.row(line, &order).await;
    let back = |item: String, quantity: i64| json!({ "item_id": item, "quantity": quantity, "restock": true });
    (order, [back(two, 2), back(single, 1)])
}

#[tokio::test]
async fn a_case_stays_open_until_each_of_its_lines_and_their_delivery_are_paid_back_at_the_order() {
    let shop = TestShop::demo().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let back = async |order: &str, lines: Value| {
        let grant = json!({ "order_id": order, "words": "Mándanoslo con calma." });
        let case = desk.post("/api/admin/returns", grant).await.expect(200).json();
        let path = format!("/api/admin/returns/{}", case["id"].as_str().unwrap());
        let case = desk.post(&format!("{path}/goods-back"), json!({ "lines": lines })).await.expect(200).json();
        (path, case["comes_to_in_cents"].as_i64().unwrap())
    };
    let give = async |order: &str, line: &Value| {
        let lines = json!({ "lines": [{ "item_id": line["item_id"], "quantity": line["quantity"] }] });
        desk.act(order, "refund", lines).await.expect(200);
    };
    let state = async |path: &str| desk.get(path).await.expect(200).json()["state"].clone();

    let (order, [two, single]) = delivered_of_two_things(&shop, &ana, &desk).await;
    let (total, shipping): (i64, i64) =
        shop.row("SELECT total_in_cents, shipping_in_cents FROM orders WHERE id = ?1", &order).await;
    let (path, comes_to) = back(&order, json!([two, single])).await;
    assert_eq!(comes_to, total);
    give(&order, &two).await;
    assert_eq!(settle(&shop).await, 0, "the money of the other line is still here");
    assert_eq!(state(&path).await, "goods_back");
    let (price, _): (i64, i64) =
        shop.row("SELECT price_in_cents, 0 FROM order_items WHERE order_id = ?1 AND quantity = 1", &order).await;
    assert_eq!(back(&order, json!([single])).await, (path.clone(), price + shipping), "it is the same case, corrected");
    give(&order, &single).await;
    assert_eq!(settle(&shop).await, 0, "what the delivery cost is still here");
    desk.act(&order, "refund", json!({ "shipping_in_cents": shipping })).await.expect(200);
    assert_eq!((settle(&shop).await, state(&path).await), (1, json!("refunded")));

    let eva = shop.customer("eva@example.com").await;
    let (order, [two, _]) = delivered_of_two_things(&shop, &eva, &desk).await;
    let (path, _) = back(&order, json!([two])).await;
    assert_eq!(settle(&shop).await, 0, "its money is still here");
    give(&order, &two).await;
    assert_eq!((settle(&shop).await, state(&path).await), (1, json!("refunded")), "the other line did not come back");
}

#[tokio::test]
async fn words_of_a_case_are_forgotten_with_its_buyer() {
    let it = Delivered::new().await;
    let id = it.withdrawn().await;
    it.act(&id, "goods-back", it.line(false, 100, "manchado de pintura")).await.expect(200);
    it.act(&id, "close", json!({ "words": "Hola, Ana Soler" })).await.expect(200);
    it.ana.post("/api/my-data/erase", json!({})).await.expect(204);
    assert_eq!(it.shop.holding(&["ana soler", "manchado"]).await, Vec::new());
    let check = |conn: &db::Conn| invariants::broken_whenever(conn, NOON);
    assert_eq!(it.shop.app.db.read(check).await.unwrap(), Vec::<&str>::new());
}
