//! Money that went back, wherever people read of an order: the desk, the buyer, the command line.

use std::process::Command;

use manetes::alerts;
use manetes::checkout::worker;
use serde_json::{Value, json};

use crate::support::{SKU, TRACKING, TestShop};

impl TestShop {
    /// What the program prints for a command line.
    /// What a command prints, and what it complains about.
    pub fn printed(&self, line: &str) -> String {
        let mut program = Command::new(env!("CARGO_BIN_EXE_manetes"));
        let done = program.args(line.split(' ')).arg("--data-dir").arg(&self.app.data_dir).output().unwrap();
        String::from_utf8([done.stdout, done.stderr].concat()).unwrap()
    }
}

fn ids(list: &Value) -> Vec<&str> {
    list["orders"].as_array().unwrap().iter().map(|order| order["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_order_that_was_given_back_whole_is_shown_so_and_is_nothing_to_send() {
    let shop = TestShop::demo_with_owner().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let (kept, back) = (shop.paid_order(&buyer).await, shop.paid_order(&buyer).await);
    let total = admin.get(&format!("/api/admin/orders/{back}")).await.json()["total_in_cents"].clone();
    admin.act(&back, "refund", json!({})).await.expect(200);
    admin.act(&back, "ship", json!({ "tracking_number": TRACKING })).await.refused(409, "order_refunded");

    let own = || async { buyer.get(&format!("/api/orders/{back}")).await.expect(200).json() };
    let said = own().await;
    assert_eq!((&said["refund_state"], &said["refund_pending_in_cents"]), (&json!("refunded"), &total));
    worker::refund_due(&shop.app).await.unwrap();
    let said = own().await;
    assert_eq!((&said["refund_pending_in_cents"], &said["refunded_in_cents"]), (&json!(0), &total));
    let all = buyer.get("/api/orders").await.json();
    let listed = all["orders"].as_array().unwrap().iter().find(|order| order["id"] == back).unwrap();
    assert_eq!((&said["status"], &listed["refund_state"]), (&json!("paid"), &json!("refunded")));

    let asked = |query: &'static str| {
        let admin = admin.clone();
        async move { admin.get(&format!("/api/admin/orders?{query}")).await.expect(200).json() }
    };
    assert_eq!(ids(&asked("to_ship=true").await), [kept.as_str()]);
    let found = asked("refund=refunded").await;
    assert_eq!(
        (ids(&found), &found["count"], &found["orders"][0]["net_in_cents"]),
        (vec![back.as_str()], &json!(1), &json!(0))
    );
    assert_eq!(ids(&asked("refund=none").await), [kept.as_str()]);
    assert_eq!(asked("refund=partly_refunded").await["count"], 0);
    admin.get("/api/admin/orders?refund=some").await.refused(400, "bad_request");

    let today = admin.get("/api/admin/today").await.expect(200).json();
    let day = today["sales"].as_array().unwrap().last().unwrap().clone();
    let twice = json!(2 * total.as_i64().unwrap());
    assert_eq!((&today["to_ship"], &day["orders"]), (&json!(1), &json!(1)));
    assert_eq!((&day["total_in_cents"], &day["gross_in_cents"]), (&total, &twice));
    let customer = admin.get(&format!("/api/admin/customers/{}", buyer.user_id)).await.expect(200).json();
    assert_eq!((&customer["total_in_cents"], &customer["gross_in_cents"]), (&total, &twice));
    let customers = admin.get("/api/admin/customers?q=ana").await.expect(200).json();
    assert_eq!(customers["customers"][0]["total_in_cents"], total);

    assert!(alerts::tick(&shop.app).await.unwrap());
    let told = shop.queued_mails().await.into_iter().filter(|(_, _, mail)| mail["kind"] == "order_for_owner");
    assert_eq!(told.map(|(_, _, mail)| mail["order_id"].clone()).collect::<Vec<_>>(), [json!(kept)]);
}

#[tokio::test]
async fn the_command_line_tells_what_went_back_and_refuses_to_send_it() {
    let shop = TestShop::demo().await;
    let buyer = shop.customer("ana@example.com").await;
    let (partly, back) = (shop.paid_order(&buyer).await, shop.paid_order(&buyer).await);
    shop.printed(&format!("refund-order {partly} --amount 1.00"));
    shop.printed(&format!("refund-order {back} --yes"));
    let refused = shop.printed(&format!("ship-order {back} --tracking {TRACKING}"));
    assert!(refused.contains("nothing to send"), "{refused}");
    let listed = shop.printed("list-orders");
    let says = |order: &str, word: &str| {
        let line = listed.lines().find(|line| line.contains(&order[..8])).unwrap();
        assert!(line.split_whitespace().any(|column| column == word), "{line}");
    };
    says(&partly, "partly_refunded");
    says(&back, "refunded");
    for (line, order) in [
        ("list-orders --json --refund refunded", &back),
        ("list-orders --json --refund partly_refunded", &partly),
        ("list-orders --json --to-ship", &partly),
    ] {
        let found: Vec<Value> = serde_json::from_str(&shop.printed(line)).unwrap();
        assert_eq!(found.iter().map(|order| order["id"].as_str().unwrap()).collect::<Vec<_>>(), [order], "{line}");
    }
    let shown: Value = serde_json::from_str(&shop.printed(&format!("show-order {back} --json"))).unwrap();
    assert_eq!(
        (&shown["refund_state"], &shown["net_in_cents"], &shown["to_ship"]),
        (&json!("refunded"), &json!(0), &json!(false))
    );
    let shown = shop.printed(&format!("show-order {partly}"));
    assert!(shown.contains("paid, partly refunded") && shown.contains("on its way    1.00"), "{shown}");
}

#[tokio::test]
async fn a_refund_of_a_part_stands_beside_every_sum() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let order = shop.paid_order(&buyer).await;
    admin.act(&order, "refund", json!({ "amount_in_cents": 100 })).await.expect(200);
    worker::refund_due(&shop.app).await.unwrap();
    let known = admin.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
    let total = known["total_in_cents"].as_i64().unwrap();
    assert_eq!((&known["refund_state"], &known["to_ship"]), (&json!("partly_refunded"), &json!(true)));
    assert_eq!(known["net_in_cents"], total - 100);
    let (variant, _) = shop.variant(SKU).await;
    assert_eq!(known["order_items"][0]["variant_id"], variant);
    admin.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
    let listed = admin.get("/api/admin/orders?refund=partly_refunded").await.expect(200).json();
    assert_eq!(
        (&listed["orders"][0]["net_in_cents"], &listed["orders"][0]["status"]),
        (&json!(total - 100), &json!("shipped"))
    );
}

#[tokio::test]
async fn goods_are_given_back_at_the_desk_once_for_each_key() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let order = shop.paid_order(&buyer).await;
    let (_, stock) = shop.variant(SKU).await;
    let known = admin.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
    let (item, price) =
        (&known["order_items"][0]["id"], known["order_items"][0]["price_at_purchase_in_cents"].as_i64().unwrap());
    let asked = |body: Value| admin.act(&order, "refund", body);
    let lines = json!([{ "item_id": item, "quantity": 1 }]);
    asked(json!({ "lines": lines, "amount_in_cents": 1 })).await.refused(422, "validation_failed");
    asked(json!({ "lines": [{ "item_id": item, "quantity": 2 }] })).await.refused(422, "validation_failed");
    asked(json!({ "lines": lines, "expected_in_cents": price + 1 })).await.refused(409, "refund_changed");
    asked(json!({ "amount_in_cents": 1, "elsewhere": true })).await.refused(422, "validation_failed");
    let keyed = |key: &'static str, body: Value| {
        let path = format!("/api/admin/orders/{order}/refund");
        let request = admin.request(reqwest::Method::POST, &path).header("Idempotency-Key", key).json(&body);
        admin.send(request)
    };
    let wanted = json!({ "lines": lines, "expected_in_cents": price });
    for _ in 0..2 {
        let done = keyed("k-1", wanted.clone()).await.expect(200).json();
        assert_eq!((&done["refund_pending_in_cents"], &done["to_ship"]), (&json!(price), &json!(false)));
        assert_eq!(done["refunds"].as_array().unwrap().len(), 1);
        assert_eq!(done["refunds"][0]["lines"][0]["quantity"], 1);
    }
    keyed("k-1", json!({ "amount_in_cents": 1 })).await.refused(422, "idempotency_key_reused");
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.variant(SKU).await.1, stock + 1);
    let own = buyer.get(&format!("/api/orders/{order}")).await.expect(200).json();
    assert_eq!((&own["order_items"][0]["refunded_quantity"], &own["refunded_in_cents"]), (&json!(1), &json!(price)));
    let mails = shop.queued_mails().await;
    let told = mails.iter().find(|(_, _, mail)| mail["kind"] == "order_refunded").unwrap();
    assert_eq!(told.2["parts"]["lines"][0]["total"], json!(price));
}

#[tokio::test]
async fn the_command_line_writes_down_what_was_given_back_by_hand() {
    let shop = TestShop::demo().await;
    let buyer = shop.customer("ana@example.com").await;
    let order = shop.paid_order(&buyer).await;
    let said = shop.printed(&format!("refund-order {order} --amount 1.00 --elsewhere cash"));
    assert!(said.contains("refunded 1.00, on its way back 0.00"), "{said}");
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 0, "nobody is asked for it");
    let shown = shop.printed(&format!("show-order {order}"));
    assert!(shown.contains("refunded elsewhere") && shown.contains("cash"), "{shown}");
}

#[tokio::test]
async fn the_command_line_gives_back_the_price_of_lines() {
    let shop = TestShop::demo().await;
    let buyer = shop.customer("ana@example.com").await;
    let order = shop.paid_order(&buyer).await;
    let stock = shop.variant(SKU).await.1;
    let own = async || buyer.get(&format!("/api/orders/{order}")).await.expect(200).json();
    let unit = own().await["order_items"][0]["price_at_purchase_in_cents"].as_i64().unwrap();
    for (line, why) in
        [("2", "no line 2"), ("1:9", "not so many units"), ("0", "must be a line"), ("1:x", "must be a line")]
    {
        let refused = shop.printed(&format!("refund-order {order} --line {line}"));
        assert!(refused.contains(why), "{refused}");
    }
    let refused = shop.printed(&format!("refund-order {order} --line 1 --amount 1.00"));
    assert!(refused.contains("cannot be used with"), "{refused}");

    shop.printed(&format!("refund-order {order} --line 1:1 --elsewhere cash"));
    let once = own().await;
    assert_eq!((&once["order_items"][0]["refunded_quantity"], &once["refunded_in_cents"]), (&json!(1), &json!(unit)));
    assert_eq!(shop.variant(SKU).await.1, stock + 1);
}

#[tokio::test]
async fn a_claimed_order_says_so_everywhere_and_is_sent_only_on_insistence() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let order = shop.paid_order(&buyer).await;
    let claim = "INSERT INTO disputes (provider, id, attempt_id, amount_in_cents, state, created_at)
                 SELECT provider, 'dp_1', id, 100, 'open', 1 FROM payment_attempts WHERE state = 'paid'";
    shop.app.db.write(move |tx| Ok::<_, manetes::db::Error>(tx.execute(claim, [])?)).await.unwrap();
    let known = admin.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
    let listed = admin.get("/api/admin/orders").await.expect(200).json();
    assert_eq!((&known["disputed_in_cents"], &listed["orders"][0]["disputed_in_cents"]), (&json!(100), &json!(100)));
    let list = shop.printed("list-orders");
    assert!(list.lines().any(|line| line.contains(&order[..8]) && line.contains("disputed")), "{list}");
    assert!(shop.printed(&format!("show-order {order}")).contains("in dispute    1.00"));
    admin.act(&order, "ship", json!({ "carrier": "own_van" })).await.refused(409, "order_disputed");
    let refused = shop.printed(&format!("ship-order {order} --carrier own_van"));
    assert!(refused.contains("insist"), "{refused}");
    let sent = admin.act(&order, "ship", json!({ "carrier": "own_van", "insist": true })).await.expect(200).json();
    assert_eq!(sent["status"], "shipped");
}
