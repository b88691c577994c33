//! What the desk knows of an order to be sent, whom it tells of it, and how it is found by whoever is rung up.

use manetes::db::{self, Tx};
use manetes::settings::Settings;
use serde_json::{Value, json};

use crate::support::{NOON, Person, SKU, TRACKING, TestShop, address};

async fn set(shop: &TestShop, key: &'static str, value: &'static str) {
    shop.app.db.write(move |tx| Settings::set(tx, key, value, NOON)).await.unwrap();
}

async fn shown(desk: &Person, order: &str) -> Value {
    desk.get(&format!("/api/admin/orders/{order}")).await.expect(200).json()
}

#[tokio::test]
async fn who_comes_for_an_order_is_told_where_and_when_and_it_has_one_name_at_the_desk() {
    let shop = TestShop::demo().await;
    set(&shop, "company.address", "Carrer Nou 2, 08630 Abrera").await;
    let (desk, ana) = (shop.admin().await, shop.customer("ana@example.com").await);
    let order = shop.paid_order(&ana).await;
    desk.paper(&format!("/api/admin/orders/{order}/packing-slip")).await.says(&["Enviar a", "Núria Puig"]);
    desk.act(&order, "ship", json!({ "carrier": "pick_up" })).await.expect(200);
    let listed = desk.get("/api/admin/orders").await.expect(200).json();
    assert_eq!(listed["orders"][0]["carrier"], "pick_up");
    let known = shown(&desk, &order).await;
    let mail = known["mails"].as_array().unwrap().iter().find(|mail| mail["kind"] == "order_shipped").unwrap();
    assert_eq!(mail["carrier"], "pick_up");
    shop.app.clock.advance_seconds(120);
    desk.act(&order, "resend-mail", json!({ "mail": "order_shipped" })).await.expect(200);
    let slip = desk.paper(&format!("/api/admin/orders/{order}/packing-slip")).await;
    slip.says(&["Lo recoge", "Núria Puig"]);
    slip.hides(&["Enviar a"]);
    let mails = shop.written_mails().await;
    // By quoted-printable, what has no accent stands there as it is.
    let told: Vec<_> = mails.iter().filter(|mail| mail.contains("De lunes a viernes")).collect();
    assert!(told.len() == 2 && told.iter().all(|mail| mail.contains("Carrer Nou 2, 08630 Abrera")), "{told:?}");
    assert!(!told.iter().any(|mail| mail.contains("Carrer Major 1")), "it goes nowhere: {told:?}");
}

#[tokio::test]
async fn another_carrier_is_told_as_such_and_no_number_is_called_wrong_that_was_never_given() {
    let shop = TestShop::demo().await;
    let (desk, ana) = (shop.admin().await, shop.customer("ana@example.com").await);
    let order = shop.paid_order(&ana).await;
    desk.act(&order, "ship", json!({ "carrier": "own_van" })).await.expect(200);
    desk.act(&order, "tracking", json!({ "carrier": "pick_up" })).await.expect(200);
    desk.act(&order, "tracking", json!({ "carrier": "seur", "tracking_number": TRACKING })).await.expect(200);
    let known = shown(&desk, &order).await;
    let events = known["events"].as_array().unwrap();
    let changed: Vec<_> = events.iter().filter(|event| event["kind"] == "tracking_corrected").collect();
    assert_eq!((&changed[0]["detail"], &changed[0]["note"]), (&json!({ "carrier": "pick_up" }), &Value::Null));
    assert_eq!(changed[1]["note"], format!("- → {TRACKING}"));
    let mails = shop.mails_of("order_shipped").await;
    assert!(mails.iter().all(|mail| mail["is_corrected"] == false), "{mails:?}");
}

#[tokio::test]
async fn an_unpaid_or_cancelled_order_has_no_packing_slip() {
    let shop = TestShop::demo().await;
    let (desk, ana) = (shop.admin().await, shop.customer("ana@example.com").await);
    let order = shop.pending_order(&ana).await;
    let slip = format!("/api/admin/orders/{order}/packing-slip");
    let refused = desk.get(&slip).await.refused(409, "illegal_transition").json();
    assert_eq!(refused["order_status"], "pending");
    desk.act(&order, "cancel", json!({})).await.expect(200);
    assert_eq!(desk.get(&slip).await.refused(409, "illegal_transition").json()["order_status"], "cancelled");
}

#[tokio::test]
async fn who_rings_up_is_found_by_the_telephone_however_it_is_typed() {
    let shop = TestShop::demo().await;
    let desk = shop.admin().await;
    let (variant, _) = shop.variant(SKU).await;
    let bought = async |email: &str, phone: &str| {
        let mut to = address();
        to["phone"] = json!(phone);
        let wanted =
            json!({ "email": email, "shipping_address": to, "items": [{ "variant_id": variant, "quantity": 1 }] });
        let placed = shop.visitor().post(crate::guests::CREATE, wanted).await.expect(201).json();
        placed["orderId"].as_str().unwrap().to_owned()
    };
    let (ana, eva) =
        (bought("ana@example.com", "+34 611-222-333").await, bought("eva@example.com", "622 333 444").await);
    let quote =
        json!({ "name": "Omar", "email": "omar@example.com", "message": "Una puerta", "phone": "611 22 23 33" });
    shop.visitor().post("/api/functions/send-budget-request", quote).await.expect(202);
    let signed = shop.customer("iris@example.com").await;
    let profile = format!("/api/profiles/{}", signed.user_id);
    signed.patch(&profile, json!({ "phone": "0034 633444555" })).await.expect(200);
    let orders = async |q: &str| {
        let list = desk.get(&format!("/api/admin/orders?q={q}")).await.expect(200).json();
        let ids = list["orders"].as_array().unwrap().iter().map(|order| order["id"].as_str().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    let customers = async |q: &str| {
        let list = desk.get(&format!("/api/admin/customers?q={q}")).await.expect(200).json();
        let mut emails: Vec<_> = list["customers"].as_array().unwrap().iter().map(|one| one["email"].clone()).collect();
        emails.sort_by_key(ToString::to_string);
        emails
    };
    for typed in ["611222333", "611 222 333", "%2B34611222333", "0034 611 22 23 33", "34611222333", "611222"] {
        assert_eq!(orders(typed).await, std::slice::from_ref(&ana), "{typed}");
        assert_eq!(customers(typed).await, ["ana@example.com", "omar@example.com"], "{typed}");
    }
    assert_eq!(orders("622333444").await, std::slice::from_ref(&eva));
    assert_eq!(customers("%2B34 633 44 45 55").await, ["iris@example.com"]);
    assert_eq!((orders("699999999").await.len(), customers("699999999").await.len()), (0, 0));
    desk.act(&ana, "cancel", json!({})).await.expect(200);
    shop.printed("erase-person ana@example.com --yes");
    assert_eq!(orders("611222333").await, Vec::<String>::new(), "what is forgotten is found no more");
}

#[tokio::test]
async fn an_order_is_found_by_what_was_bought() {
    let shop = TestShop::demo().await;
    let desk = shop.admin().await;
    let order = shop.paid_order(&shop.customer("ana@example.com").await).await;
    let (title, _): (String, i64) =
        shop.row("SELECT product_title, 0 FROM order_items WHERE order_id = ?1", &order).await;
    let word = title.split(' ').next().unwrap().to_lowercase();
    for q in [word.as_str(), &word[..word.len() - 1]] {
        let list = desk.get(&format!("/api/admin/orders?q={q}")).await.expect(200).json();
        assert_eq!(list["orders"][0]["id"], order, "{q}");
    }
}

#[tokio::test]
async fn the_desk_knows_what_a_buyer_was_promised_and_by_when_it_must_leave() {
    let shop = TestShop::demo().await;
    let (desk, ana) = (shop.admin().await, shop.customer("ana@example.com").await);
    set(&shop, "shipping.cutoff", "14:00").await;
    let order = shop.paid_order(&ana).await;
    let known = shown(&desk, &order).await;
    let told = ana.get(&format!("/api/orders/{order}")).await.expect(200).json();
    for day in ["arrives_from", "arrives_until"] {
        assert!(known[day].is_string() && known[day] == told[day], "{day}: {known}");
    }
    assert_eq!(known["ship_by"], "2026-11-20");
    let listed = desk.get("/api/admin/orders?to_ship=true").await.expect(200).json();
    assert_eq!(listed["orders"][0]["ship_by"], "2026-11-20");
    // It stays promised although nobody kept it.
    let earlier =
        |tx: &Tx<'_>| tx.execute("UPDATE orders SET paid_at = paid_at - 30 * 86400000", []).map_err(db::Error::from);
    assert!(told.get("is_late").is_none(), "{told}");
    shop.app.db.write(earlier).await.unwrap();
    let told = ana.get(&format!("/api/orders/{order}")).await.expect(200).json();
    assert!(told["is_late"] == true && told.get("arrives_until").is_none(), "{told}");
    let late = shown(&desk, &order).await;
    assert!(
        late["arrives_until"].as_str() < known["arrives_from"].as_str() && late["arrives_until"].is_string(),
        "{late}"
    );
    assert_eq!(late["ship_by"], "2026-10-21");
    desk.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
    let told = ana.get(&format!("/api/orders/{order}")).await.expect(200).json();
    assert!(told.get("is_late").is_none(), "it has left: {told}");
    assert_eq!(shown(&desk, &order).await["ship_by"], Value::Null);
    assert_eq!(desk.get("/api/admin/orders").await.json()["orders"][0]["ship_by"], Value::Null);
}

#[tokio::test]
async fn what_is_to_be_sent_stands_in_the_order_in_which_it_has_waited_and_all_else_the_newest_first() {
    let shop = TestShop::demo().await;
    let (desk, ana) = (shop.admin().await, shop.customer("ana@example.com").await);
    let mut orders = Vec::new();
    for _ in 0..3 {
        orders.push(shop.paid_order(&ana).await);
        shop.app.clock.advance_seconds(60);
    }
    let listed = async |query: &str| {
        let list = desk.get(&format!("/api/admin/orders?{query}")).await.expect(200).json();
        let ids = list["orders"].as_array().unwrap().iter().map(|order| order["id"].as_str().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(listed("to_ship=true").await, orders);
    assert_eq!(listed("to_ship=true&q=puig").await, orders);
    assert_eq!(listed("to_ship=true&offset=1&limit=1").await, orders[1..2]);
    orders.reverse();
    assert_eq!(listed("status=paid").await, orders);
}

#[tokio::test]
async fn what_is_made_for_its_buyer_arrives_when_the_product_said_at_the_time_and_where_it_says_nothing_nobody_knows() {
    let shop = TestShop::demo().await;
    let (desk, ana) = (shop.admin().await, shop.customer("ana@example.com").await);
    set(&shop, "shipping.cutoff", "14:00").await;
    let find = "SELECT v.id, f.id FROM custom_fields f JOIN variants v ON v.product_id = f.product_id
                WHERE f.is_required AND v.deleted_at IS NULL AND ?1 <> '' LIMIT 1";
    let (plate, field): (String, String) = shop.row(find, "x").await;
    let text = json!([{ "id": field, "value": "Puig" }]);
    let goods = json!([{ "variant_id": plate, "quantity": 1, "custom_field_values": text }]);
    let days = |told: &Value| ["arrives_from", "arrives_until"].map(|day| told[day].clone());
    let promised = days(&ana.get("/api/site/dispatch?making=3").await.expect(200).json());

    let order = shop.paid_order_for(&ana, &goods).await;
    let forget = |tx: &Tx<'_>| {
        let forgotten = "DELETE FROM product_attributes WHERE name = 'Plazo de fabricación'";
        tx.execute(forgotten, []).map_err(db::Error::from)
    };
    assert_eq!(shop.app.db.write(forget).await.unwrap(), 1);
    let own = ana.get(&format!("/api/orders/{order}")).await.expect(200).json();
    assert_eq!((days(&own), days(&shown(&desk, &order).await)), (promised.clone(), promised.clone()));
    assert_eq!(shown(&desk, &order).await["ship_by"], "2026-11-25", "three working days of the office later");
    let listed = desk.get("/api/admin/orders?to_ship=true").await.expect(200).json();
    assert_eq!(listed["orders"][0]["ship_by"], "2026-11-25");
    let mail = shop.mails_of("order_paid").await.remove(0);
    assert_eq!(mail["arrival"], json!(promised), "its mail says the same");

    let other = shop.paid_order_for(&ana, &goods).await;
    let own = ana.get(&format!("/api/orders/{other}")).await.expect(200).json();
    assert_eq!(days(&own), [Value::Null, Value::Null], "no day is known");
    let mail = shop.mails_of("order_paid").await.remove(1);
    assert!(mail.get("arrival").is_none() && mail["is_made"] == true, "{mail}");
    assert_eq!(shown(&desk, &other).await["ship_by"], Value::Null);

    let earlier =
        |tx: &Tx<'_>| tx.execute("UPDATE orders SET paid_at = paid_at - 60 * 86400000", []).map_err(db::Error::from);
    shop.app.db.write(earlier).await.unwrap();
    for (order, is_late) in [(&order, json!(true)), (&other, Value::Null)] {
        let own = ana.get(&format!("/api/orders/{order}")).await.expect(200).json();
        assert_eq!((days(&own), &own["is_late"]), ([Value::Null, Value::Null], &is_late), "{own}");
    }
}

#[tokio::test]
async fn a_complaint_that_names_an_order_shows_there_and_is_called_so_in_the_customers_file() {
    let shop = TestShop::demo().await;
    let (desk, ana) = (shop.admin().await, shop.customer("ana@example.com").await);
    let (order, other) = (shop.paid_order(&ana).await, shop.paid_order(&ana).await);
    let number = shown(&desk, &order).await["number"].as_str().unwrap().to_owned();
    let complaint = json!({
        "name": "Ana", "email": "ana@example.com", "message": "Llegó roto", "kind": "complaint", "lang": "es",
        "order": format!("pedido #{}", number.replace("-000", "/")),
    });
    shop.visitor().post("/api/functions/send-contact-message", complaint).await.expect(202);
    let about = shown(&desk, &order).await["complaints"].clone();
    let key = &about[0]["key"];
    assert!(key.as_str().is_some_and(|key| key.starts_with("R-")) && about[0]["is_open"] == true, "{about}");
    let id = about[0]["id"].as_str().unwrap();
    desk.get(&format!("/api/admin/messages/{id}")).await.expect(200);
    assert_eq!(shown(&desk, &other).await["complaints"], json!([]));
    // However people write it down, and nothing that only looks like it.
    let (year, place) = number.split_once('-').unwrap();
    let place = place.trim_start_matches('0');
    let ways = [format!("{year}\u{2013}{place}, roto"), format!("({year}-00{place})"), order[..8].to_uppercase()];
    let others = [format!("{year}-{place}0"), format!("{year}-1{place}"), format!("x{}", &order[..8])];
    let write = async |typed: &str| {
        let typed = typed.to_owned();
        let sql = "UPDATE complaints SET order_text = ?1";
        shop.app.db.write(move |tx| tx.execute(sql, [typed]).map_err(manetes::db::Error::from)).await.unwrap();
    };
    for typed in &ways {
        write(typed).await;
        assert_eq!(shown(&desk, &order).await["complaints"].as_array().unwrap().len(), 1, "{typed}");
    }
    for typed in &others {
        write(typed).await;
        assert_eq!(shown(&desk, &order).await["complaints"], json!([]), "{typed}");
    }
    let file = desk.get(&format!("/api/admin/customers/{}", ana.user_id)).await.expect(200).json();
    assert_eq!(&file["messages"][0]["complaint"], key);
}
