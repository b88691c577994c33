//! The owner's desk: what an administrator sees and does over HTTP, and what the command line does alike.

use std::process::Command;
use std::sync::Arc;

use manetes::alerts;
use manetes::audit::{self, Actor};
use manetes::checkout::worker;
use manetes::db::{self, Tx};
use manetes::orders::{self, Attention};
use manetes::settings::{self, Settings};
use serde_json::{Value, json};
use tokio::sync::Barrier;

use crate::support::{OWNER, Person, SKU, TRACKING as NUMBER, TestShop};

impl TestShop {
    /// Sets the phone as the administrator at an address of the network.
    async fn set_phone(&self, admin: &Person, phone: &'static str) {
        let now = self.app.clock.now();
        let from = Some("203.0.113.9".parse().unwrap());
        let actor = Actor::Admin { id: admin.user_id.clone(), email: OWNER.to_owned(), from };
        let change = move |tx: &Tx<'_>| {
            let change = json!(Settings::set(tx, "company.phone", phone, now)?);
            Ok::<_, settings::Error>(audit::record(tx, &actor, "setting.changed", "company.phone", &change, now)?)
        };
        self.app.db.write(change).await.unwrap();
    }

    async fn acts_on(&self, subject: &str) -> Vec<String> {
        let subject = subject.to_owned();
        let entries = self.app.db.read(move |conn| audit::of_subject(conn, &subject)).await.unwrap();
        entries.into_iter().map(|entry| entry.act).collect()
    }

    async fn kinds_of_mails(&self) -> Vec<String> {
        let mails = self.queued_mails().await;
        mails.into_iter().map(|(_, _, message)| message["kind"].as_str().unwrap().to_owned()).collect()
    }

    async fn signed_in_long_ago(&self, person: &Person) {
        let id = person.user_id.clone();
        let sql = "UPDATE sessions SET created_at = created_at - 600000 WHERE user_id = ?1";
        self.app.db.write(move |tx| tx.execute(sql, [id]).map_err(db::Error::from)).await.unwrap();
    }
}

#[tokio::test]
async fn the_log_tells_an_administrator_who_did_what_when_and_from_where() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    shop.set_phone(&admin, "+34931234567").await;
    let log = admin.get("/api/admin/log?act=setting").await.expect(200).json();
    assert_eq!((&log["count"], &log["offset"], &log["limit"]), (&json!(1), &json!(0), &json!(50)));
    assert_eq!(
        log["entries"][0],
        json!({
            "seq": 2,
            "at": "2026-11-20T11:00:00.000Z",
            "actor": { "kind": "admin", "id": admin.user_id, "label": OWNER, "from": "203.0.113.9" },
            "act": "setting.changed",
            "subject": "company.phone",
            "name": null,
            "is_there": false,
            "detail": { "before": "+34600000000", "after": "+34931234567" },
        })
    );
    let granted = admin.get("/api/admin/log?q=GRANTED&limit=1").await.expect(200).json();
    let system = json!({ "kind": "system", "id": "", "label": "manetes", "from": Value::Null });
    assert_eq!(granted["entries"][0]["actor"], system);
    assert_eq!(admin.get("/api/admin/log?offset=1&limit=1").await.json()["entries"][0]["seq"], 1);
    admin.get("/api/admin/log?limit=201").await.refused(400, "bad_request");
    shop.visitor().get("/api/admin/log").await.refused(401, "unauthorized");
    shop.customer("ana@example.com").await.get("/api/admin/log").await.refused(403, "forbidden");
}

#[tokio::test]
async fn an_order_is_shipped_delivered_and_refunded_at_the_desk() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let order = shop.paid_order(&buyer).await;
    admin.act(&order, "ship", json!({ "tracking_number": "x" })).await.refused(422, "validation_failed");
    let spoken = NUMBER.to_lowercase().replace('x', "x ");
    let shipped = admin.act(&order, "ship", json!({ "tracking_number": spoken })).await.expect(200).json();
    assert_eq!((&shipped["status"], &shipped["tracking_number"]), (&json!("shipped"), &json!(NUMBER)));
    let again = admin.act(&order, "ship", json!({ "tracking_number": NUMBER })).await.expect(200).json();
    assert_eq!(again, shipped);
    let other = admin.act(&order, "ship", json!({ "tracking_number": "OTHER00000001" })).await;
    assert_eq!(other.refused(409, "illegal_transition").json()["order_status"], "shipped");
    let spoken = json!({ "tracking_number": "other 0000 0001" });
    admin.act(&order, "tracking", json!({ "tracking_number": "" })).await.refused(422, "validation_failed");
    let corrected = admin.act(&order, "tracking", spoken.clone()).await.expect(200).json();
    assert_eq!(corrected["tracking_number"], "OTHER00000001");
    assert_eq!(admin.act(&order, "tracking", spoken.clone()).await.expect(200).json(), corrected);
    admin.act(&order, "deliver", json!({})).await.expect(200);
    admin.act(&order, "tracking", spoken).await.refused(409, "illegal_transition");
    let refunded = admin.act(&order, "refund", json!({ "amount_in_cents": 100, "reason": "Rayado" })).await;
    let refunded = refunded.expect(200).json();
    assert_eq!((&refunded["status"], &refunded["refunds"][0]["state"]), (&json!("delivered"), &json!("queued")));
    let left = refunded["refundable_in_cents"].as_i64().unwrap();
    assert_eq!(left, refunded["total_in_cents"].as_i64().unwrap() - 100);
    let too_much = admin.act(&order, "refund", json!({ "amount_in_cents": left + 1 })).await;
    assert_eq!(too_much.refused(409, "refund_too_large").json()["refundable_in_cents"], left);

    let known = admin.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
    let told = |member: &str, name: &str| {
        let all = known[member].as_array().unwrap().iter();
        all.map(|one| one[name].as_str().unwrap_or("-").to_owned()).collect::<Vec<_>>()
    };
    let events = ["placed", "payment_started", "paid", "shipped", "tracking_corrected", "delivered", "refund_queued"];
    assert_eq!(told("events", "kind"), events);
    assert_eq!(told("events", "note")[4], format!("{NUMBER} → OTHER00000001"));
    assert_eq!(told("events", "by"), ["-", "-", "-", OWNER, OWNER, OWNER, OWNER]);
    assert_eq!(
        told("mails", "kind"),
        ["order_received", "order_paid", "order_shipped", "order_shipped", "order_delivered"]
    );
    assert_eq!(
        (known["payments"][0]["state"].as_str(), known["email"].as_str()),
        (Some("paid"), Some("ana@example.com"))
    );
    assert_eq!(
        shop.acts_on(&order).await,
        ["order.shipped", "order.tracking_corrected", "order.delivered", "order.refund_queued"]
    );
    let own = buyer.get(&format!("/api/orders/{order}")).await.expect(200).text;
    assert!(!own.contains("Rayado") && own.contains("OTHER00000001"));
    admin.get("/api/admin/orders/none").await.refused(404, "not_found");
}

#[tokio::test]
async fn an_order_goes_with_the_shops_own_carriers_with_a_number_or_without() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let set = async |value: &str| {
        admin.patch("/api/admin/settings", json!({ "values": { "shipping.carriers": value } })).await
    };
    set("dhl").await.refused(422, "validation_failed");
    set("own_van, seur, pick_up").await.expect(200);
    let order = shop.paid_order(&buyer).await;
    let known = admin.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
    assert_eq!((&known["carriers"], &known["carrier"]), (&json!(["own_van", "seur", "pick_up"]), &Value::Null));
    for wrong in [json!({ "carrier": "dhl" }), json!({ "carrier": "pick_up", "tracking_number": NUMBER })] {
        admin.act(&order, "ship", wrong).await.refused(422, "validation_failed");
    }
    let shipped = admin.act(&order, "ship", json!({})).await.expect(200).json();
    assert_eq!((&shipped["carrier"], &shipped["tracking_number"]), (&json!("own_van"), &Value::Null));
    let corrected = admin.act(&order, "tracking", json!({ "tracking_number": NUMBER })).await.expect(200).json();
    assert_eq!((&corrected["carrier"], &corrected["tracking_number"]), (&json!("seur"), &json!(NUMBER)));
    let own = buyer.get(&format!("/api/orders/{order}")).await.expect(200).json();
    assert_eq!((&own["carrier"], &own["number"]), (&json!("seur"), &known["number"]));
    let id = known["number"].as_str().unwrap().to_owned();
    let second = shop.paid_order(&buyer).await;
    assert!(shop.printed(&format!("ship-order {} --carrier pick_up", &second[..8])).ends_with("is shipped: pick_up\n"));
    assert!(shop.printed(&format!("show-order {id}")).contains("carrier       seur"));
    let mails = shop.queued_mails().await;
    let carriers: Vec<_> = mails.iter().filter_map(|(_, _, message)| message["carrier"].as_str()).collect();
    assert_eq!(carriers, ["own_van", "seur", "pick_up"]);
}

#[tokio::test]
async fn a_telephone_goes_from_the_profile_to_the_order_and_is_forgotten_with_its_owner() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let profile = format!("/api/profiles/{}", buyer.user_id);
    buyer.patch(&profile, json!({ "phone": "call me" })).await.refused(422, "validation_failed");
    let address = crate::support::address();
    buyer.patch(&profile, address).await.expect(200);
    let changed = buyer.patch(&profile, json!({ "phone": " +34 600 111 222 " })).await.expect(200).json();
    assert_eq!(changed["phone"], "+34 600 111 222");
    let (variant, _) = shop.variant(SKU).await;
    let body = json!({
        "items": [{ "variant_id": variant, "quantity": 1 }],
        "successUrl": shop.base, "cancelUrl": shop.base, "locale": "es", "timeZone": "Europe/Madrid",
    });
    let order = buyer.post("/api/store/store_manetes/checkout", body).await.expect(200).json()["order_id"].clone();
    let order = order.as_str().unwrap();
    let known = admin.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
    assert_eq!(known["shipping_address"]["phone"], "+34 600 111 222");
    assert!(shop.printed(&format!("show-order {order}")).contains("+34 600 111 222"));
    admin.act(order, "cancel", json!({})).await.expect(200);
    shop.printed("erase-person ana@example.com --yes");
    let known = admin.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
    assert_eq!(known["shipping_address"]["phone"], "");
}

#[tokio::test]
async fn money_asks_for_a_sign_in_of_the_last_ten_minutes() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let (pending, paid) = (shop.pending_order(&buyer).await, shop.paid_order(&buyer).await);
    shop.signed_in_long_ago(&admin).await;
    admin.act(&paid, "cancel", json!({})).await.refused(403, "reauthentication_needed");
    admin.act(&paid, "refund", json!({})).await.refused(403, "reauthentication_needed");
    let cancelled = admin.act(&pending, "cancel", json!({})).await.expect(200).json();
    assert_eq!((&cancelled["status"], &cancelled["cancellation_reason"]), (&json!("cancelled"), &json!("owner")));
    assert_eq!(shop.acts_on(&paid).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_refunds_at_once_give_back_no_more_than_was_paid() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let order = shop.paid_order(&buyer).await;
    let total = admin.get(&format!("/api/admin/orders/{order}")).await.json()["total_in_cents"].as_i64().unwrap();
    let start = Arc::new(Barrier::new(20));
    let clicks: Vec<_> = (0..20)
        .map(|n| {
            let (admin, order, start) = (admin.clone(), order.clone(), start.clone());
            tokio::spawn(async move {
                start.wait().await;
                // Half of them the same click, half of them refunds of their own.
                let cents = if n % 2 == 0 { total / 2 } else { total / 4 + n };
                admin.act(&order, "refund", json!({ "amount_in_cents": cents })).await.status.as_u16()
            })
        })
        .collect();
    for click in clicks {
        assert!([200, 409].contains(&click.await.unwrap()));
    }
    admin.act(&order, "refund", json!({})).await.expect(200);
    worker::refund_due(&shop.app).await.unwrap();
    let (given_back, made): (i64, i64) = shop
        .row("SELECT sum(amount_in_cents), (SELECT sum(amount_in_cents) FROM sandbox_refunds) FROM refunds WHERE order_id = ?1", &order)
        .await;
    assert_eq!((given_back, made), (total, total));
}

#[tokio::test]
async fn orders_are_found_by_what_the_owner_has_of_them() {
    let shop = TestShop::demo().await;
    let (admin, ana, eva) =
        (shop.admin().await, shop.customer("ana@example.com").await, shop.customer("eva@example.org").await);
    let (pending, paid) = (shop.pending_order(&ana).await, shop.paid_order(&eva).await);
    let mut numbers = Vec::new();
    for (order, place) in [(&pending, 1), (&paid, 2)] {
        let shown = admin.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
        let year = &shown["created_at"].as_str().unwrap()[..4];
        assert_eq!(shown["number"], format!("{year}-{place:04}"));
        numbers.push(shown["number"].as_str().unwrap().to_owned());
    }
    admin.act(&paid, "ship", json!({ "tracking_number": NUMBER })).await.expect(200);
    let found = async |query: &str| {
        let list = admin.get(&format!("/api/admin/orders?{query}")).await.expect(200).json();
        let orders = list["orders"].as_array().unwrap().clone();
        assert_eq!(list["count"], orders.len());
        orders.into_iter().map(|order| order["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let both = if pending > paid { vec![paid.clone(), pending.clone()] } else { vec![pending.clone(), paid.clone()] };
    for (query, expected) in [
        (String::new(), &both[..]),
        (format!("q={}", &pending[..8]), std::slice::from_ref(&pending)),
        (format!("q={pending}"), std::slice::from_ref(&pending)),
        (String::from("q=eva@example.org"), std::slice::from_ref(&paid)),
        (format!("q=%23{}", numbers[1].replace("-000", "%2F")), std::slice::from_ref(&paid)),
        (format!("q={}", numbers[0]), std::slice::from_ref(&pending)),
        (String::from("q=EVA"), std::slice::from_ref(&paid)),
        // The name is Núria Puig.
        (String::from("q=nuria pu"), &both[..]),
        (String::from("q=puig nuria eva"), std::slice::from_ref(&paid)),
        (String::from("q=pq4e8x07"), std::slice::from_ref(&paid)),
        (String::from("q=fon-lat-40"), &both[..]),
        (String::from("q=%22-%20AND%20*"), &[]),
        (String::from("q=-"), &[]),
        (String::from("status=shipped"), std::slice::from_ref(&paid)),
        (String::from("status=pending&q=nuria"), std::slice::from_ref(&pending)),
        (String::from("attention=true"), &[]),
        (String::from("from=2026-11-20&to=2026-11-20"), &both[..]),
        (String::from("from=2026-11-21"), &[]),
        (String::from("to=2026-11-19"), &[]),
    ] {
        assert_eq!(found(&query).await, expected, "{query}");
    }
    let line = &admin.get("/api/admin/orders?status=shipped").await.json()["orders"][0];
    assert_eq!((&line["items_count"], &line["short_id"]), (&json!(1), &json!(paid[..8])));
    admin.get("/api/admin/orders?status=lost").await.refused(400, "bad_request");
    admin.get("/api/admin/orders?from=yesterday").await.refused(422, "validation_failed");
}

#[tokio::test]
async fn today_tells_what_there_is_to_do_and_how_sales_go() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let unpaid = shop.pending_order(&buyer).await;
    let paid = shop.paid_order(&buyer).await;
    let (variant, _) = shop.variant(SKU).await;
    shop.set_stock(&variant, 1).await;
    let quote = json!({ "name": "Ana", "email": "ana@example.com", "message": "Una puerta" });
    shop.visitor().post("/api/functions/send-budget-request", quote).await.expect(202);
    let today = admin.get("/api/admin/today").await.expect(200).json();
    for (what, number) in [
        ("to_ship", 1),
        ("pending_orders", 1),
        ("attention", 0),
        ("quotes_new", 1),
        ("dead_mails", 0),
        ("invoices_stuck", 1),
    ] {
        assert_eq!(today[what], number, "{what}");
    }
    assert_eq!(today["is_owner_told"], false, "no address is set");
    assert!(today["low_stock"].as_array().unwrap().iter().any(|low| low["sku"] == SKU && low["left"] == 1));
    let sales = today["sales"].as_array().unwrap();
    assert_eq!((sales.len(), &sales[27]["date"], &sales[27]["orders"]), (28, &json!("2026-11-20"), &json!(1)));
    assert!(sales[27]["total_in_cents"].as_i64().unwrap() > 0 && sales[26]["orders"] == 0);

    let people = admin.get("/api/admin/customers?q=ANA@").await.expect(200).json();
    let ana = &people["customers"][0];
    assert_eq!((&people["count"], &ana["orders_count"], &ana["quotes_count"]), (&json!(1), &json!(2), &json!(1)));
    assert_eq!(ana["total_in_cents"], sales[27]["total_in_cents"]);
    for (order, marked) in [(paid.clone(), (1, 0)), (unpaid, (2, 1))] {
        let now = shop.app.clock.now();
        let flag = move |tx: &db::Tx<'_>| orders::call_attention(tx, &order, Attention::PaymentUnknown, now);
        shop.app.db.write(flag).await.unwrap();
        let today = admin.get("/api/admin/today").await.expect(200).json();
        let found = (today["attention"].as_i64().unwrap(), today["attention_only"].as_i64().unwrap());
        assert_eq!((found, &today["to_ship"]), (marked, &json!(1)), "what is to be sent as well counts once");
    }
    let known = admin.get(&format!("/api/admin/customers/{}", buyer.user_id)).await.expect(200).json();
    assert_eq!((known["orders"].as_array().unwrap().len(), &known["quotes"][0]["message"]), (2, &json!("Una puerta")));
    admin.act(&paid, "cancel", json!({})).await.expect(200);
    assert_eq!(admin.get("/api/admin/today").await.json()["sales"][27]["orders"], 0);
    admin.get("/api/admin/customers/none").await.refused(404, "not_found");
    // Who only wrote is a customer too: once, whatever they sent, and by anything of it.
    for (path, message) in [("send-budget-request", "Un baño"), ("send-contact-message", "¿Cuándo?")] {
        let mut asked = json!({ "name": "Eva", "email": "eva@example.com", "message": message });
        if path == "send-budget-request" {
            asked["phone"] = json!("611 222 333");
        }
        shop.visitor().post(&format!("/api/functions/{path}"), asked).await.expect(202);
    }
    let people = admin.get("/api/admin/customers?q=eva@").await.expect(200).json();
    let eva = &people["customers"][0];
    assert_eq!((&people["count"], &eva["has_account"], &eva["quotes_count"]), (&json!(1), &json!(false), &json!(2)));
    let quotes = admin.get("/api/admin/quotes?q=eva@").await.json();
    for id in [&eva["id"], &quotes["quotes"][0]["id"]] {
        let known = admin.get(&format!("/api/admin/customers/{}", id.as_str().unwrap())).await.expect(200).json();
        let sent = [&known["orders"], &known["quotes"], &known["messages"]].map(|list| list.as_array().unwrap().len());
        assert_eq!((&known["email"], sent), (&json!("eva@example.com"), [0, 1, 1]));
        assert_eq!(known["phone"], "611 222 333");
    }
}

#[tokio::test]
async fn the_owner_is_told_once_of_each_order_each_shortage_and_of_mails_that_do_not_go_out() {
    let shop = TestShop::demo_with_owner().await;
    // What the demo begins with is no news.
    alerts::tick(&shop.app).await.unwrap();
    let forget = |tx: &db::Tx<'_>| tx.execute_batch("DELETE FROM outbox").map_err(db::Error::from);
    shop.app.db.write(forget).await.unwrap();

    let buyer = shop.customer("ana@example.com").await;
    let order = shop.paid_order(&buyer).await;
    let (variant, stock) = shop.variant(SKU).await;
    let count = async |quantity: i64| {
        shop.set_stock(&variant, quantity).await;
        alerts::tick(&shop.app).await.unwrap();
        let to_owner = shop.queued_mails().await.into_iter().filter(|(to, ..)| to == OWNER);
        to_owner.map(|(_, lang, message)| (lang, message)).collect::<Vec<_>>()
    };
    let told = count(stock).await;
    assert_eq!((told.len(), told[0].0.as_str(), &told[0].1["kind"]), (1, "es", &json!("order_for_owner")));
    assert_eq!((&told[0].1["order_id"], &told[0].1["email"]), (&json!(order), &json!("ana@example.com")));
    for (quantity, mails) in [(3, 2), (2, 2), (4, 2), (0, 3), (0, 3)] {
        assert_eq!(count(quantity).await.len(), mails, "{quantity}");
    }
    assert_eq!(count(0).await[2].1["lines"][0]["left"], 0);

    let die = |tx: &db::Tx<'_>| {
        tx.execute_batch("UPDATE outbox SET state = 'dead', last_error = '550' WHERE recipient = 'ana@example.com'")
            .map_err(db::Error::from)
    };
    shop.app.db.write(die).await.unwrap();
    let told = count(0).await;
    assert_eq!((told.len(), &told[3].1["kind"], &told[3].1["count"]), (4, &json!("mails_not_sent"), &json!(2)));
    assert_eq!(count(0).await.len(), 4);
    shop.app.clock.advance_seconds(86_400);
    assert_eq!(count(0).await.len(), 4, "it is the same two mails");

    let give_up = "UPDATE outbox SET state = 'dead' WHERE message ->> 'kind' = 'mails_not_sent'";
    for (days, mails) in [(0, 5), (0, 5), (1, 6), (0, 6), (1, 7)] {
        shop.app.db.write(move |tx| tx.execute_batch(give_up).map_err(db::Error::from)).await.unwrap();
        shop.app.clock.advance_seconds(days * 86_400);
        let told = count(0).await;
        assert_eq!((told.len(), &told[mails - 1].1["count"]), (mails, &json!(2)), "what was given up told nobody");
    }
    let sent = "UPDATE outbox SET state = 'sent' WHERE recipient = 'ana@example.com'";
    for change in [give_up, sent] {
        shop.app.db.write(move |tx| tx.execute_batch(change).map_err(db::Error::from)).await.unwrap();
    }
    shop.app.clock.advance_seconds(86_400);
    assert_eq!(count(0).await.len(), 7, "all went out in the end");

    let (flagged, now) = (order.clone(), shop.app.clock.now());
    let flag = move |tx: &db::Tx<'_>| orders::call_attention(tx, &flagged, Attention::Disputed, now);
    shop.app.db.write(flag).await.unwrap();
    let told = count(0).await;
    assert_eq!((told.len(), &told[7].1["kind"], &told[7].1["why"]), (8, &json!("order_flagged"), &json!("disputed")));
    assert_eq!((&told[7].1["order_id"], count(0).await.len()), (&json!(order), 8));

    // The clock was ahead when it was told last.
    let dead = "UPDATE outbox SET state = 'dead', owner_told = 0 WHERE recipient = 'ana@example.com'";
    shop.app.db.write(move |tx| tx.execute_batch(dead).map_err(db::Error::from)).await.unwrap();
    shop.app.clock.advance_seconds(-400 * 86_400);
    assert_eq!((count(0).await.len(), count(0).await.len()), (9, 9));
}

#[tokio::test]
async fn a_shop_without_an_owners_address_remembers_what_it_would_have_told() {
    let shop = TestShop::demo().await;
    shop.paid_order(&shop.customer("ana@example.com").await).await;
    assert!(alerts::tick(&shop.app).await.unwrap());
    assert!(!alerts::tick(&shop.app).await.unwrap());
    assert!(!shop.kinds_of_mails().await.contains(&String::from("order_for_owner")));
}

#[tokio::test]
async fn the_command_line_does_the_same_acts_and_stands_in_the_same_log() {
    let shop = TestShop::demo().await;
    let buyer = shop.customer("ana@example.com").await;
    let run = |line: &str| {
        let done = Command::new(env!("CARGO_BIN_EXE_manetes"))
            .args(line.split(' '))
            .arg("--data-dir")
            .arg(&shop.app.data_dir)
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (done.status.code(), text(done.stdout), text(done.stderr))
    };
    let done = |line: &str| {
        let (code, out, err) = run(line);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{line}: {out}");
        out
    };
    let refused = |line: &str, words: &str| {
        let (code, out, err) = run(line);
        assert_eq!((code, out.as_str(), err.lines().count()), (Some(1), "", 1), "{line}: {err}");
        assert!(err.contains(words), "{line}: {err}");
    };
    let (paid, pending) = (shop.paid_order(&buyer).await, shop.pending_order(&buyer).await);
    let id = &paid[..8];
    refused(&format!("deliver-order {id}"), "the order is paid");
    assert_eq!(done(&format!("ship-order {id} --tracking {NUMBER}")), format!("{id} is shipped: {NUMBER}\n"));
    done(&format!("ship-order {id} --tracking {NUMBER}"));
    let corrected = format!("{id} is shipped: OTHER00000001\n");
    assert_eq!(done(&format!("ship-order {id} --tracking OTHER00000001")), corrected);
    refused(&format!("ship-order {id}"), "is on its way: OTHER00000001; --tracking or --carrier");
    assert_eq!(done(&format!("ship-order {id} --carrier correos")), corrected, "what is not said stays");
    assert_eq!(run(&format!("ship-order {id} --tracking x")).0, Some(2));
    assert_eq!(done(&format!("deliver-order {id}")), format!("{id} is delivered\n"));
    refused(&format!("cancel-order {id}"), "the order is delivered");
    let refunded = done(&format!("refund-order {id} --amount 1.50"));
    assert!(refunded.contains("on its way back 1.50") && !refunded.contains("nothing new"), "{refunded}");
    let again = done(&format!("refund-order {id} --amount 1.50"));
    assert!(again.contains("nothing new") && again.contains("on its way back 1.50"), "{again}");
    refused(&format!("refund-order {id} --amount 5000"), "at most");
    assert!(done(&format!("cancel-order {}", &pending[..8])).contains("is cancelled"));
    refused("ship-order zzzz --tracking 1234567890", "no order begins with");
    assert_eq!(
        shop.acts_on(&paid).await,
        ["order.shipped", "order.tracking_corrected", "order.delivered", "order.refund_queued"]
    );
    assert!(done(&format!("log --search {paid} --json")).contains("command_line"));
    assert!(done("log --verify").contains("all as they were written"));
    assert!(done(&format!("show-order {id}")).contains("  shipped  by "));
}

#[tokio::test]
async fn whoever_administers_the_shop_is_not_among_the_customers() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let order = shop.pending_order(&admin).await;
    let listed = admin.get("/api/admin/customers").await.expect(200).json();
    let ids: Vec<_> = listed["customers"].as_array().unwrap().iter().map(|customer| customer["id"].clone()).collect();
    assert_eq!((&listed["count"], ids), (&json!(1), vec![json!(buyer.user_id)]));
    // What they ordered still leads to a page.
    let page = admin.get(&format!("/api/admin/customers/{}", admin.user_id)).await.expect(200).json();
    assert_eq!(page["orders"][0]["id"], order);
}
