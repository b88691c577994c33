//! Buying, when many do it at once, twice, or wrongly.

use std::collections::BTreeMap;
use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::Barrier;

use crate::support::{Person, TestShop, address};

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_buyers_of_five_units_make_five_orders_and_995_polite_refusals() {
    let shop = TestShop::demo().await;
    let (variant, _) = shop.variant("HER-TAL-18V").await;
    shop.set_stock(&variant, 5).await;
    let start = Arc::new(Barrier::new(1000));
    let mut buyers = Vec::new();
    for n in 0..1000 {
        let (buyer, variant, start) =
            (shop.customer(&format!("b{n}@example.com")).await, variant.clone(), start.clone());
        buyers.push(tokio::spawn(async move {
            start.wait().await;
            let reply = buyer.order(&variant, 1).await;
            (reply.status.as_u16(), reply.code())
        }));
    }
    let mut outcomes = BTreeMap::new();
    for buyer in buyers {
        *outcomes.entry(buyer.await.unwrap()).or_insert(0) += 1;
    }
    let expected = [((201, String::new()), 5), ((409, String::from("insufficient_stock")), 995)];
    assert_eq!(outcomes, BTreeMap::from(expected));
    assert_eq!(shop.variant("HER-TAL-18V").await.1, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_of_the_same_two_things_in_opposite_order_all_end() {
    let shop = TestShop::demo().await;
    let ((one, _), (other, _)) = (shop.variant("HER-TAL-18V").await, shop.variant("FON-LAT-40").await);
    shop.set_stock(&one, 100).await;
    shop.set_stock(&other, 100).await;
    let mut buyers = Vec::new();
    for n in 0..40 {
        let buyer = shop.customer(&format!("b{n}@example.com")).await;
        let mut items = vec![json!({"variant_id": one, "quantity": 1}), json!({"variant_id": other, "quantity": 1})];
        if n % 2 == 1 {
            items.reverse();
        }
        let body = json!({ "shipping_address": address(), "items": items });
        buyers.push(tokio::spawn(async move { create(&buyer, body).await.expect(201) }));
    }
    for buyer in buyers {
        buyer.await.unwrap();
    }
    assert_eq!(shop.variant("HER-TAL-18V").await.1, 60);
    assert_eq!(shop.variant("FON-LAT-40").await.1, 60);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_click_is_one_order() {
    let shop = TestShop::demo().await;
    let (variant, stock) = shop.variant("HER-TAL-18V").await;
    let buyer = shop.customer("ana@example.com").await;
    let mut clicks = Vec::new();
    for _ in 0..20 {
        let (buyer, variant) = (buyer.clone(), variant.clone());
        clicks.push(tokio::spawn(
            async move { buyer.order_with_key(&variant, 1, Some("one-key")).await.expect(201).text },
        ));
    }
    let mut answers = Vec::new();
    for click in clicks {
        answers.push(click.await.unwrap());
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(shop.variant("HER-TAL-18V").await.1, stock - 1);
    buyer.order_with_key(&variant, 2, Some("one-key")).await.refused(422, "idempotency_key_reused");
}

#[tokio::test]
async fn the_server_decides_the_price() {
    let shop = TestShop::demo().await;
    let (variant, stock) = shop.variant("HER-TAL-18V").await;
    let buyer = shop.customer("ana@example.com").await;
    let order = |total: f64| {
        json!({
            "shipping_address": address(),
            "total_price": total,
            "items": [{ "variant_id": variant, "quantity": 1, "price_at_purchase": 0.01, "product_title": "Gratis" }],
        })
    };
    let refusal = create(&buyer, order(0.01)).await.refused(409, "price_changed");
    assert_eq!(refusal.json()["total_in_cents"], 9900);
    assert_eq!(shop.variant("HER-TAL-18V").await.1, stock);
    let order_id = create(&buyer, order(99.0)).await.expect(201).json()["orderId"].clone();
    let stored = buyer.get(&format!("/api/orders/{}", order_id.as_str().unwrap())).await.expect(200).json();
    assert_eq!(stored["total_price"], 99.0);
    assert_eq!(stored["order_items"][0]["price_at_purchase"], 99.0);
    assert_eq!(stored["order_items"][0]["product_title"], "Taladro atornillador percutor 18 V");
}

#[tokio::test]
async fn bad_orders_are_refused_with_a_code_and_change_nothing() {
    let shop = TestShop::demo().await;
    let (variant, stock) = shop.variant("HER-TAL-18V").await;
    let (plate, _) = shop.variant("CER-PLA-INO").await;
    let buyer = shop.customer("ana@example.com").await;
    let item = |quantity: i64| json!([{ "variant_id": variant, "quantity": quantity }]);
    let with =
        |address: serde_json::Value, items: serde_json::Value| json!({ "shipping_address": address, "items": items });
    let mut island = address();
    island["postal_code"] = json!("07001");
    let mut nameless = address();
    nameless["name"] = json!("  ");
    for (body, status, code) in [
        (with(address(), json!([])), 422, "empty_cart"),
        (with(address(), json!([{ "variant_id": "none", "quantity": 1 }])), 422, "unknown_variant"),
        (with(address(), item(0)), 422, "validation_failed"),
        (with(address(), item(-1)), 422, "validation_failed"),
        (with(address(), item(100)), 422, "validation_failed"),
        (with(island, item(1)), 422, "outside_delivery_area"),
        (with(nameless, item(1)), 422, "incomplete_address"),
        (with(address(), json!([{ "variant_id": plate, "quantity": 1 }])), 422, "custom_field_required"),
        (json!({ "shipping_address": address(), "items": item(1), "status": "paid" }), 400, "unknown_field"),
        (json!({ "items": item(1) }), 400, "bad_request"),
    ] {
        let reply = create(&buyer, body.clone()).await;
        assert_eq!((reply.status.as_u16(), reply.code().as_str()), (status, code), "{body}: {}", reply.text);
    }
    let anonymous = with(address(), item(1));
    create(&shop.visitor(), anonymous).await.refused(401, "unauthorized");
    assert_eq!(shop.variant("HER-TAL-18V").await.1, stock);
    assert_eq!(buyer.get("/api/orders").await.expect(200).json()["count"], 0);
}

#[tokio::test]
async fn another_persons_order_does_not_exist() {
    let shop = TestShop::demo().await;
    let (variant, _) = shop.variant("HER-TAL-18V").await;
    let (ana, eve) = (shop.customer("ana@example.com").await, shop.customer("eve@example.com").await);
    let id = ana.order(&variant, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
    eve.get(&format!("/api/orders/{id}")).await.refused(404, "not_found");
    eve.post("/api/functions/cancel-order", json!({ "order_id": id })).await.refused(404, "not_found");
    shop.visitor().get(&format!("/api/orders/{id}")).await.refused(401, "unauthorized");
    eve.get(&format!("/api/profiles/{}", ana.user_id)).await.refused(404, "not_found");
    let patch = eve.patch(&format!("/api/profiles/{}", ana.user_id), json!({ "name": "Eve" })).await;
    patch.refused(404, "not_found");
    assert_eq!(ana.get("/api/orders").await.expect(200).json()["orders"][0]["status"], "pending");
}

#[tokio::test]
async fn a_payment_page_returns_to_this_site_only() {
    let shop = TestShop::demo().await;
    let (variant, _) = shop.variant("HER-TAL-18V").await;
    let buyer = shop.customer("ana@example.com").await;
    let id = buyer.order(&variant, 1).await.expect(201).json()["orderId"].clone();
    let start = |success: String| {
        json!({
            "items": [{ "variant_id": variant, "quantity": 1 }], "order_id": id, "locale": "es", "timeZone": "Europe/Madrid",
            "successUrl": success, "cancelUrl": format!("{}/cart?cancelled=1", shop.base),
        })
    };
    let path = "/api/store/store_manetes/checkout";
    for foreign in ["https://evil.example/success", "//evil.example", "javascript:alert(1)", "/success"] {
        buyer.post(path, start(foreign.to_owned())).await.refused(422, "validation_failed");
    }
    let url = buyer.post(path, start(format!("{}/success", shop.base))).await.expect(200).json()["url"].clone();
    assert!(url.as_str().unwrap().starts_with(&format!("{}/sandbox/pay/", shop.base)), "{url}");
}

#[tokio::test]
async fn a_client_may_append_to_the_address_of_the_payment_page_and_still_gets_there() {
    let shop = TestShop::demo().await;
    let (variant, _) = shop.variant("HER-TAL-18V").await;
    let buyer = shop.customer("ana@example.com").await;
    let start = json!({
        "items": [{ "variant_id": variant, "quantity": 1 }], "locale": "es", "timeZone": "Europe/Madrid",
        "successUrl": format!("{}/success", shop.base), "cancelUrl": format!("{}/cart", shop.base),
    });
    let profile = format!("/api/profiles/{}", buyer.user_id);
    buyer.patch(&profile, address()).await.expect(200);
    let started = buyer.post("/api/store/store_manetes/checkout", start).await.expect(200).json();
    let url = format!("{}&lang=es", started["url"].as_str().unwrap());
    let page = url.strip_prefix(&shop.base).unwrap();
    let shown = shop.visitor().get(page).await.expect(200);
    assert!(shown.text.contains("<form"), "{}", shown.text);
    let click = shop.visitor().request(Method::POST, page).header("content-type", "application/x-www-form-urlencoded");
    let paid = shop.visitor().send(click.body("action=pay")).await.expect(303);
    assert!(paid.headers["location"].to_str().unwrap().contains("/success?"), "{:?}", paid.headers);
}

#[tokio::test]
async fn texts_on_products_are_taken_under_either_name_of_their_field() {
    let shop = TestShop::demo().await;
    let buyer = shop.customer("ana@example.com").await;
    let (variant, field): (String, String) = shop
        .row(
            "SELECT v.id, f.id FROM custom_fields f JOIN variants v ON v.product_id = f.product_id
             WHERE f.is_required AND v.deleted_at IS NULL AND ?1 <> '' LIMIT 1",
            "x",
        )
        .await;
    let order = |texts: Value| {
        let item = json!({ "variant_id": variant, "quantity": 1, "custom_field_values": texts });
        create(&buyer, json!({ "shipping_address": address(), "items": [item] }))
    };
    for texts in [
        json!([{ "id": field, "value": "Puig" }]),
        json!([{ "custom_field_id": field, "value": "Puig" }]),
        json!([{ "custom_field_id": field, "id": field, "value": "Puig" }]),
    ] {
        order(texts).await.expect(201);
    }
    let long = order(json!([{ "id": field, "value": "Família ".repeat(6) }]))
        .await
        .refused(422, "custom_text_too_long")
        .json();
    assert_eq!((&long["max_length"], &long["field"]), (&json!(40), &json!(field)), "{long}");
    for texts in [json!([{ "value": "Puig" }]), json!([{ "custom_field_id": field, "id": "other", "value": "Puig" }])] {
        assert_eq!(order(texts).await.refused(422, "validation_failed").json()["field"], "custom_field_values");
    }
    let orders = buyer.get("/api/orders").await.expect(200).json();
    for order in orders["orders"].as_array().unwrap() {
        assert_eq!(order["order_items"][0]["custom_field_values"][0]["value"], "Puig");
    }
}

#[tokio::test]
async fn the_limits_of_a_real_shop_hold() {
    let shop = TestShop::demo_with_limits().await;
    let (variant, _) = shop.variant("CER-PLA-LAT").await;
    shop.set_stock(&variant, 1).await;
    let visitor = shop.visitor();
    let sign_up = |n: u32| {
        visitor.post(
            "/api/auth/signup",
            json!({ "email": format!("p{n}@example.com"), "password": "una clau sota l'estora" }),
        )
    };
    for n in 0..5 {
        sign_up(n).await.expect(200);
    }
    let refusal = sign_up(5).await.refused(429, "over_request_rate_limit");
    assert!(refusal.headers.contains_key("retry-after"));
}

async fn create(person: &Person, body: serde_json::Value) -> crate::support::Reply {
    person.post("/api/functions/create-order-and-send-email", body).await
}
