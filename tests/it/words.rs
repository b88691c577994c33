//! What people type: a text that nobody can see is none, and what is searched is found however it is written.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Person, TestShop, address};

/// Zero-width space, Hangul filler, empty Braille pattern, soft hyphen, and several together.
const INVISIBLE: [&str; 6] = ["\u{200b}", "\u{3164}", "\u{2800}", "\u{ad}", "\u{feff} \u{2060}", "\u{e0061}\u{fe0f}"];

/// The variant of the demo that is ordered here.
const SKU: &str = "FON-LAT-40";

/// Every path whose answers can be searched, with the store's id where it belongs.
async fn searched(visitor: &Person) -> Vec<String> {
    let described = visitor.get("/api/openapi.json").await.expect(200).json();
    let has_q = |operation: &Value| {
        let parameters = operation["get"]["parameters"].as_array();
        parameters.is_some_and(|parameters| parameters.iter().any(|parameter| parameter["name"] == "q"))
    };
    let paths = described["paths"].as_object().unwrap().iter().filter(|(_, operation)| has_q(operation));
    paths.map(|(path, _)| path.replace("{store_id}", "store_manetes")).collect()
}

#[tokio::test]
async fn whatever_is_searched_for_is_answered() {
    let shop = TestShop::demo().await;
    let admin = shop.admin().await;
    let paths = searched(&admin).await;
    assert!(paths.len() >= 11, "{paths:?}");
    for path in paths {
        for q in
            ["%00", "%00a", "%22", "%22%00*", "'", "%25", "_", "*", "%5C", "%E2%80%8B", "NOT", "a%0Ab", "%F0%9F%94%A7"]
        {
            admin.get(&format!("{path}?q={q}")).await.expect(200);
        }
    }
}

#[tokio::test]
async fn people_and_what_they_wrote_are_found_without_case_and_accents() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("angel@example.com").await);
    let profile = format!("/api/profiles/{}", buyer.user_id);
    buyer.patch(&profile, json!({ "name": "Ángel Núñez" })).await.expect(200);
    let (variant, product): (String, String) =
        shop.row("SELECT id, product_id FROM variants WHERE sku = ?1", SKU).await;
    let mut to = address();
    to["name"] = json!("Ángel Núñez");
    let order = json!({ "shipping_address": to, "items": [{ "variant_id": variant, "quantity": 1 }] });
    buyer.post("/api/functions/create-order-and-send-email", order).await.expect(201);
    buyer.post("/api/comments", json!({ "item_id": product, "content": "¡Qué ÁNGEL!" })).await.expect(201);
    let written = json!({ "name": "Ángel Ó.", "email": "otro@example.com", "message": "¿Venís a Esparreguera?" });
    shop.visitor().post("/api/functions/send-contact-message", written.clone()).await.expect(202);
    let mut request = written;
    request["consent"] = json!(true);
    shop.visitor().post("/api/functions/send-budget-request", request).await.expect(202);
    let brand = json!({ "values": { "company.brand": "Ángel Reformas" } });
    admin.send(admin.request(Method::PATCH, "/api/admin/settings").json(&brand)).await.expect(200);

    for (path, count) in [
        ("/api/comments?status=pending", 1),
        ("/api/admin/customers?limit=9", 2),
        ("/api/admin/messages?limit=9", 1),
        ("/api/admin/quotes?limit=9", 1),
        ("/api/admin/orders?limit=9", 1),
        ("/api/admin/log?act=setting", 1),
    ] {
        for q in ["ángel", "Ángel", "ANGEL", "angel", "A%CC%81ngel"] {
            let found = admin.get(&format!("{path}&q={q}")).await.expect(200).json();
            assert_eq!(found["count"], count, "{path} {q}");
        }
        assert_eq!(admin.get(&format!("{path}&q=angela")).await.expect(200).json()["count"], 0, "{path}");
    }
    assert_eq!(admin.get("/api/admin/mails?q=ANGEL%40example").await.expect(200).json()["count"], 1);
}

#[tokio::test]
async fn a_text_that_nobody_can_see_is_missing() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let (variant, product): (String, String) =
        shop.row("SELECT id, product_id FROM variants WHERE sku = ?1", SKU).await;
    let profile = format!("/api/profiles/{}", buyer.user_id);
    for blank in INVISIBLE {
        let contact = |name: &str, message: &str| json!({ "name": name, "email": "a@example.com", "message": message });
        for body in [contact(blank, "Hola"), contact("Ana", blank)] {
            buyer.post("/api/functions/send-contact-message", body.clone()).await.refused(422, "validation_failed");
            buyer.post("/api/functions/send-budget-request", body).await.refused(422, "validation_failed");
        }
        let comment = json!({ "item_id": product, "content": blank });
        buyer.post("/api/comments", comment).await.refused(422, "validation_failed");
        buyer.patch(&profile, json!({ "name": blank })).await.refused(422, "validation_failed");
        for line in ["name", "address", "city", "postal_code", "country"] {
            let mut to = address();
            to[line] = json!(blank);
            let order = json!({ "shipping_address": to, "items": [{ "variant_id": variant, "quantity": 1 }] });
            let refused = buyer.post("/api/functions/create-order-and-send-email", order).await;
            assert_eq!(refused.refused(422, "incomplete_address").json()["field"], line);
        }
        let titled = json!({ "title": blank, "variants": [{ "price_in_cents": 100, "manage_inventory": false }] });
        let refused = admin.post("/api/products", titled).await.refused(422, "validation_failed").json();
        assert_eq!(refused["field"], "title");
        let brand = json!({ "values": { "company.brand": blank } });
        admin
            .send(admin.request(Method::PATCH, "/api/admin/settings").json(&brand))
            .await
            .refused(422, "validation_failed");
    }
}
