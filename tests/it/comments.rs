//! Comments on products: who reads what, in which order, who writes how much, and who decides.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Person, Reply, TestShop};

const URL: &str = "/api/comments";
const MANY: &str = "/api/admin/comments";

/// The id of the product that is sold under this SKU.
async fn product(shop: &TestShop) -> String {
    shop.row::<String, i64>("SELECT product_id, 0 FROM variants WHERE sku = ?1", "FON-LAT-40").await.0
}

impl Person {
    /// Writes a comment and answers its id.
    async fn comment(&self, item_id: &str, content: &str) -> String {
        let posted = self.post(URL, json!({ "item_id": item_id, "content": content })).await.expect(201).json();
        assert_eq!(posted["status"], "pending");
        posted["id"].as_str().unwrap().to_owned()
    }

    async fn decide(&self, id: &str, decision: Value) -> Reply {
        self.patch(&format!("{URL}/{id}"), decision).await
    }

    /// The texts of a list, in its order.
    async fn texts(&self, query: &str) -> Vec<String> {
        let list = self.get(&format!("{URL}?{query}")).await.expect(200).json();
        let comments = list["comments"].as_array().unwrap();
        comments.iter().map(|comment| comment["content"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn only_approved_comments_are_read_newest_first_a_page_at_a_time() {
    let shop = TestShop::demo().await;
    let (item, ana, admin) = (product(&shop).await, shop.customer("ana@example.com").await, shop.admin().await);
    for text in ["uno", "dos", "tres", "cuatro"] {
        let id = ana.comment(&item, text).await;
        if text != "cuatro" {
            admin.decide(&id, json!({ "status": "approved" })).await.expect(200);
        }
    }
    let of_item = format!("item_id={item}");
    let nobody = shop.visitor();
    assert_eq!(nobody.texts(&of_item).await, ["tres", "dos", "uno"]);
    assert_eq!(ana.texts(&of_item).await, ["tres", "dos", "uno"], "not even the author is shown what waits");
    assert_eq!(nobody.texts(&format!("{of_item}&limit=1&offset=1")).await, ["dos"]);
    let list = nobody.get(&format!("{URL}?{of_item}&limit=2")).await.expect(200).json();
    assert_eq!((&list["count"], &list["limit"]), (&json!(3), &json!(2)));
    assert_eq!(list["comments"][0]["author"], "Núria Puig");
    for secret in ["reason", "product_title", "email"] {
        assert_eq!(list["comments"][0].get(secret), None, "{secret}");
    }
    assert_eq!(nobody.texts("item_id=nothing").await, [""; 0]);
    nobody.get(&format!("{URL}?{of_item}&limit=201")).await.refused(400, "bad_request");
}

#[tokio::test]
async fn an_author_without_a_name_has_none_and_a_new_name_is_on_the_page() {
    let shop = TestShop::demo().await;
    let (item, ana, admin) = (product(&shop).await, shop.customer("ana@example.com").await, shop.admin().await);
    let id = ana.comment(&item, "Muy práctico").await;
    admin.decide(&id, json!({ "status": "approved" })).await.expect(200);
    let page = async || shop.visitor().get(&format!("/product/{item}?lang=en")).await.expect(200).text;
    assert!(page().await.contains("Núria Puig"));
    let profile = format!("/api/profiles/{}", ana.user_id);
    ana.patch(&profile, json!({ "name": "Ana Roca" })).await.expect(200);
    assert!(page().await.contains("Ana Roca"));
    shop.app
        .db
        .write(|tx| Ok::<_, manetes::db::Error>(tx.execute("UPDATE profiles SET name = ''", [])?))
        .await
        .unwrap();
    assert!(page().await.contains("Anonymous"));
}

#[tokio::test]
async fn a_comment_is_cleaned_and_has_something_to_say_about_a_product() {
    let shop = TestShop::demo().await;
    let (item, ana) = (product(&shop).await, shop.customer("ana@example.com").await);
    let say =
        async |item_id: &str, content: &str| ana.post(URL, json!({ "item_id": item_id, "content": content })).await;
    let posted = say(&item, " \r\n<b>Bien</b>\u{202e}\r\n").await.expect(201).json();
    assert_eq!(posted["content"], "<b>Bien</b>");
    for wrong in [" \n ", &"ñ".repeat(2001)] {
        let refused = say(&item, wrong).await.refused(422, "validation_failed");
        assert_eq!(refused.json()["field"], "content");
    }
    say("nothing", "Bien").await.refused(404, "not_found");
    ana.post(URL, json!({ "item_id": item, "content": "Bien", "status": "approved" }))
        .await
        .refused(400, "unknown_field");
}

#[tokio::test]
async fn an_account_writes_five_in_an_hour_and_an_address_ten() {
    let shop = TestShop::demo_with_limits().await;
    let item = product(&shop).await;
    let [ana, eva, leo] =
        [shop.customer("a@x.org").await, shop.customer("e@x.org").await, shop.customer("l@x.org").await];
    for n in 0..5 {
        ana.comment(&item, &format!("Número {n}")).await;
        eva.comment(&item, &format!("Número {n}")).await;
    }
    leo.post(URL, json!({ "item_id": item, "content": "El once" })).await.refused(429, "over_request_rate_limit");

    let shop = TestShop::demo().await;
    let (item, ana) = (product(&shop).await, shop.customer("ana@example.com").await);
    for hour in 0..4 {
        for n in 0..5 {
            ana.comment(&item, &format!("{hour}:{n}")).await;
        }
        let sixth = ana.post(URL, json!({ "item_id": item, "content": "El sexto" })).await;
        if hour < 3 {
            let refused = sixth.refused(429, "over_request_rate_limit");
            assert_eq!((&refused.json()["retry_after"], refused.headers["retry-after"].len()), (&json!(3600), 4));
        }
        shop.app
            .db
            .write(|tx| {
                Ok::<_, manetes::db::Error>(tx.execute("UPDATE comments SET created_at = created_at - 3600000", [])?)
            })
            .await
            .unwrap();
    }
    let refused = ana.post(URL, json!({ "item_id": item, "content": "El veintiuno" })).await;
    let refused = refused.refused(429, "over_request_rate_limit");
    assert_eq!(refused.json()["reason"], "pending_comments");
}

#[tokio::test]
async fn administrators_find_comments_by_status_and_words_and_nobody_else_does() {
    let shop = TestShop::demo().await;
    let (item, ana, admin) = (product(&shop).await, shop.customer("ana@example.com").await, shop.admin().await);
    ana.comment(&item, "Demasiado corto").await;
    let id = ana.comment(&item, "Largo y robusto").await;
    let decided = admin.decide(&id, json!({ "status": "rejected", "reason": " Es\nbroma " })).await.expect(200).json();
    assert_eq!((&decided["status"], &decided["reason"]), (&json!("rejected"), &json!("Es broma")));
    assert!(decided["product_title"].as_str().is_some_and(|title| !title.is_empty()));

    assert_eq!(admin.texts("").await, ["Largo y robusto", "Demasiado corto"]);
    assert_eq!(admin.texts("status=pending").await, ["Demasiado corto"]);
    assert_eq!(admin.texts(&format!("item_id={item}&status=rejected")).await, ["Largo y robusto"]);
    assert_eq!(admin.texts("q=ROBUSTO&status=").await, ["Largo y robusto"]);
    assert_eq!(admin.texts("q=puig").await.len(), 2);
    assert_eq!(admin.texts("q=100%25").await, [""; 0]);
    admin.get(&format!("{URL}?status=new")).await.refused(400, "bad_request");
    for query in ["", "?status=pending", "?q=a", &format!("?item_id={item}&status=pending")] {
        shop.visitor().get(&format!("{URL}{query}")).await.refused(401, "unauthorized");
        ana.get(&format!("{URL}{query}")).await.refused(403, "forbidden");
    }
}

#[tokio::test]
async fn a_decision_can_be_taken_back_and_only_a_rejection_has_a_reason() {
    let shop = TestShop::demo().await;
    let (item, ana, admin) = (product(&shop).await, shop.customer("ana@example.com").await, shop.admin().await);
    let id = ana.comment(&item, "Bien").await;
    admin.decide(&id, json!({ "status": "approved", "reason": "Sí" })).await.refused(422, "validation_failed");
    admin.decide(&id, json!({ "status": "hidden" })).await.refused(422, "validation_failed");
    for status in ["approved", "approved", "rejected", "pending"] {
        admin.decide(&id, json!({ "status": status })).await.expect(200);
    }
    let (entries, _): (i64, i64) = shop.row("SELECT count(*), 0 FROM audit_log WHERE subject = ?1", &id).await;
    assert_eq!(entries, 3, "what stood so already is no act");
    admin.send(admin.request(Method::DELETE, &format!("{URL}/{id}"))).await.expect(204);
    admin.decide(&id, json!({ "status": "approved" })).await.refused(404, "not_found");
}

#[tokio::test]
async fn several_comments_are_decided_about_together_or_not_at_all() {
    let shop = TestShop::demo().await;
    let (item, ana, admin) = (product(&shop).await, shop.customer("ana@example.com").await, shop.admin().await);
    let [one, two] = [ana.comment(&item, "uno").await, ana.comment(&item, "dos").await];
    let missing = admin.post(MANY, json!({ "ids": [one, "nothing"], "status": "approved" })).await;
    assert_eq!(missing.refused(404, "not_found").json()["id"], "nothing");
    assert_eq!(admin.texts("status=approved").await, [""; 0]);
    for wrong in [
        json!({ "ids": [], "delete": true }),
        json!({ "ids": [one] }),
        json!({ "ids": [one], "status": "approved", "delete": true }),
        json!({ "ids": vec!["x"; 201], "delete": true }),
    ] {
        admin.post(MANY, wrong).await.refused(422, "validation_failed");
    }
    let decided = admin.post(MANY, json!({ "ids": [one, two, one], "status": "approved" })).await.expect(200);
    assert_eq!(decided.json()["count"], 2);
    assert_eq!(shop.visitor().texts(&format!("item_id={item}")).await, ["dos", "uno"]);
    admin.post(MANY, json!({ "ids": [two, one], "delete": true })).await.expect(200);
    assert_eq!(admin.texts("").await, [""; 0]);
}

#[tokio::test]
async fn a_page_shows_a_comment_from_its_approval_until_its_author_is_erased() {
    let shop = TestShop::demo().await;
    let (item, ana, admin) = (product(&shop).await, shop.customer("ana@example.com").await, shop.admin().await);
    let version = async || shop.row::<i64, i64>("SELECT version, 0 FROM catalogue_version WHERE ?1 <> ''", "x").await.0;
    let shows = async || {
        let page = shop.visitor().get(&format!("/product/{item}")).await.expect(200);
        page.text.contains("Aguanta la presión")
    };
    let before = version().await;
    let id = ana.comment(&item, "Aguanta la presión").await;
    assert!(!shows().await);
    assert_eq!(version().await, before, "what waits makes no page anew");
    admin.decide(&id, json!({ "status": "approved" })).await.expect(200);
    assert!(shows().await);
    ana.post("/api/my-data/erase", Value::Null).await.expect(204);
    assert!(!shows().await);
    assert_eq!(admin.texts("").await, [""; 0]);
}
