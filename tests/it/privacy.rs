//! My data: taken along, and forgotten.

use serde_json::{Value, json};

use crate::support::{Person, TestShop};

const CONTACT: &str = "/api/functions/send-contact-message";

/// Núria, who wrote to the shop and has one order of one unit.
async fn customer_with_order(shop: &TestShop) -> (Person, String) {
    let nuria = shop.customer("nuria@example.com").await;
    nuria.patch(&format!("/api/profiles/{}", nuria.user_id), crate::support::address()).await.expect(200);
    let message = json!({ "name": "Núria Puig", "email": "nuria@example.com", "message": "Carrer Major 1, urgent" });
    nuria.post(CONTACT, message).await.expect(202);
    let (bulb, _) = shop.variant("FON-LAT-40").await;
    let (product, _): (String, i64) = shop.row("SELECT product_id, 0 FROM variants WHERE id = ?1", &bulb).await;
    let comment = json!({ "item_id": product, "content": "Lo tengo en el Carrer Major 1" });
    nuria.post("/api/comments", comment).await.expect(201);
    let order = nuria.order(&bulb, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
    (nuria, order)
}

const OF_NURIA: &[&str] = &["núria", "nuria@", "carrer major"];

#[tokio::test]
async fn everything_known_of_somebody_is_theirs_to_take_along() {
    let shop = TestShop::demo().await;
    let (nuria, order) = customer_with_order(&shop).await;
    let eva = shop.customer("eva@example.com").await;
    let file = nuria.get("/api/my-data").await.expect(200);
    assert_eq!(file.headers["content-disposition"], "attachment; filename=\"my-data.json\"");
    let data = file.json();
    assert_eq!(data["account"]["email"], "nuria@example.com");
    assert_eq!(data["account"]["city"], "Abrera");
    assert_eq!(data["account"]["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(data["orders"][0]["id"], order.as_str());
    assert_eq!(data["messages"][0]["message"], "Carrer Major 1, urgent");
    assert_eq!(data["messages"][0]["number"], "M-2026-0001");
    assert_eq!(data["comments"][0]["content"], "Lo tengo en el Carrer Major 1");
    assert_eq!(data["quote_requests"], json!([]));
    assert!(!file.text.contains("argon2"), "no hash of a password leaves");
    let others = eva.get("/api/my-data").await.expect(200);
    for kind in ["orders", "comments", "messages"] {
        assert_eq!(others.json()[kind], json!([]), "{kind}");
    }
}

#[tokio::test]
async fn what_the_owner_writes_about_somebody_is_theirs_to_read() {
    let shop = TestShop::demo().await;
    let (nuria, order) = customer_with_order(&shop).await;
    let eva = shop.customer("eva@example.com").await;
    let admin = shop.admin().await;
    let note = |text: &str| json!({ "text": text });
    admin.post(&format!("/api/admin/orders/{order}/note"), note("Abre la vecina")).await.expect(200);
    let (message, _): (String, i64) = shop.row("SELECT id, 0 FROM contact_messages WHERE ?1 <> ''", "x").await;
    admin.post(&format!("/api/admin/messages/{message}/note"), note("Llamar por la tarde")).await.expect(200);
    admin.post(&format!("/api/admin/messages/{message}/reply"), note("Vamos el lunes")).await.expect(200);
    let data = nuria.get("/api/my-data").await.expect(200).json();
    assert_eq!(data["order_notes"][0]["order_id"], order.as_str());
    assert_eq!(data["order_notes"][0]["text"], "Abre la vecina");
    let words = data["inquiry_words"].as_array().unwrap();
    let words: Vec<_> = words.iter().map(|w| (w["kind"].as_str().unwrap(), w["text"].as_str().unwrap())).collect();
    assert_eq!(words, [("note", "Llamar por la tarde"), ("reply", "Vamos el lunes")]);
    assert!(!data.to_string().contains("owner@"), "who wrote it is not about her");
    let others = eva.get("/api/my-data").await.expect(200).json();
    assert_eq!((&others["order_notes"], &others["inquiry_words"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn an_account_is_not_erased_while_an_order_is_open() {
    let shop = TestShop::demo().await;
    let (nuria, _) = customer_with_order(&shop).await;
    nuria.post("/api/my-data/erase", Value::Null).await.refused(409, "orders_open");
    nuria.get("/api/auth/user").await.expect(200);
}

#[tokio::test]
async fn what_is_erased_is_nowhere_and_the_order_stays_without_a_name() {
    let shop = TestShop::demo().await;
    let (nuria, order) = customer_with_order(&shop).await;
    assert!(shop.holding(OF_NURIA).await.len() >= 5, "the search finds what is there");
    nuria.post("/api/functions/cancel-order", json!({ "order_id": order })).await.expect(200);
    let erased = nuria.post("/api/my-data/erase", Value::Null).await.expect(204);
    assert_eq!(erased.headers.get_all("set-cookie").iter().count(), 4);

    let left = shop.holding(OF_NURIA).await;
    assert!(left.iter().all(|(table, _)| table == "outbox"), "{left:?}");
    let mails = shop.queued_mails().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!((mails[0].0.as_str(), &mails[0].2["notice"]["what"]), ("nuria@example.com", &json!("erased")));
    let (total, city): (i64, String) = shop.row("SELECT total_in_cents, city FROM orders WHERE id = ?1", &order).await;
    assert!(total > 0 && city == "Abrera");
    nuria.get("/api/auth/user").await.refused(403, "session_not_found");
    nuria.get("/api/orders").await.refused(401, "unauthorized");
    // The address is free again.
    shop.customer("nuria@example.com").await.get("/api/orders").await.expect(200);
}

#[tokio::test]
async fn an_account_without_orders_leaves_no_row() {
    let shop = TestShop::empty().await;
    let nuria = shop.customer("nuria@example.com").await;
    nuria.post("/api/my-data/erase", Value::Null).await.expect(204);
    let (users, profiles): (i64, i64) =
        shop.row("SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM profiles) WHERE ?1 <> ''", "x").await;
    assert_eq!((users, profiles), (0, 0));
}
