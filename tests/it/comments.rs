//! Comments on products: who reads what, in which order, who writes how much, and who decides.

use manetes::settings::Settings;
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

/// The comments of a product as everybody reads them.
async fn shown(shop: &TestShop, item: &str) -> Value {
    shop.visitor().get(&format!("{URL}?item_id={item}")).await.expect(200).json()["comments"].clone()
}

async fn from_buyers(shop: &TestShop, value: &'static str) {
    let now = shop.app.clock.now();
    let set = move |tx: &manetes::db::Tx<'_>| Settings::set(tx, "comments.from_buyers", value, now);
    shop.app.db.write(set).await.unwrap();
}

#[tokio::test]
async fn trlgdcu_20_4_a_comment_says_whether_whoever_wrote_it_bought_the_product() {
    let shop = TestShop::demo().await;
    let (item, admin) = (product(&shop).await, shop.admin().await);
    let (ana, eva, leo) =
        (shop.customer("a@x.org").await, shop.customer("e@x.org").await, shop.customer("l@x.org").await);
    let order = shop.paid_order(&ana).await;
    shop.pending_order(&leo).await;
    for (person, text) in [(&ana, "Bought"), (&eva, "Only looked"), (&leo, "Has not paid")] {
        let id = person.comment(&item, text).await;
        admin.decide(&id, json!({ "status": "approved" })).await.expect(200);
    }
    let verified = async || {
        let list = shown(&shop, &item).await;
        let marks = list.as_array().unwrap().iter().filter(|comment| comment["verified"] == true);
        marks.map(|comment| comment["content"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(verified().await, ["Bought"]);
    // The pages say how it is verified, and follow what becomes of the money.
    let page = async || shop.visitor().get(&format!("/product/{item}?lang=en")).await.expect(200).text;
    let marks = async || page().await.matches("<span class=\"muted\">Verified purchase</span>").count();
    assert!(page().await.contains("We read every text before publishing it"));
    assert_eq!(marks().await, 1);
    admin.act(&order, "cancel", json!({})).await.expect(200);
    assert_eq!(verified().await, [""; 0], "the money is on its way back");
    assert_eq!(marks().await, 0);
    let queue = admin.get(&format!("{URL}?status=approved")).await.expect(200).json();
    assert!(queue["comments"].as_array().unwrap().iter().all(|comment| comment["verified"] == false));
}

#[tokio::test]
async fn where_only_buyers_comment_it_is_said_before_somebody_writes() {
    let shop = TestShop::demo().await;
    let item = product(&shop).await;
    let (ana, eva) = (shop.customer("a@x.org").await, shop.customer("e@x.org").await);
    let may = async |person: &Person| {
        person.get(&format!("{URL}/permission?item_id={item}")).await.expect(200).json()["allowed"].clone()
    };
    assert_eq!(may(&eva).await, true, "everybody with an account, unless the owner decides otherwise");
    shop.paid_order(&ana).await;
    from_buyers(&shop, "true").await;
    assert_eq!(shop.visitor().get("/api/site").await.json()["comments_from_buyers"], true);
    assert_eq!((may(&ana).await, may(&eva).await), (json!(true), json!(false)));
    eva.post(URL, json!({ "item_id": item, "content": "Nice" })).await.refused(403, "purchase_needed");
    ana.comment(&item, "It holds").await;
    shop.app.clock.advance_seconds(30 * 86_400 - 1);
    assert_eq!(may(&shop.signed_in("a@x.org").await).await, true);
    shop.app.clock.advance_seconds(1);
    let ana = shop.signed_in("a@x.org").await;
    assert_eq!(may(&ana).await, false);
    ana.post(URL, json!({ "item_id": item, "content": "Late" })).await.refused(403, "purchase_needed");
    ana.get(&format!("{URL}/permission?item_id=none")).await.refused(404, "not_found");
    let page = shop.visitor().get(&format!("/product/{item}?lang=en")).await.expect(200).text;
    assert!(page.contains("Only people who bought this product here in the last 30 days, or who have the link we send after delivery, can comment."));
}

#[tokio::test]
async fn a_question_is_published_with_its_answer_in_one_act() {
    let shop = TestShop::demo().await;
    let (item, admin) = (product(&shop).await, shop.admin().await);
    let id = shop.customer("a@x.org").await.comment(&item, "¿Gotea?").await;
    let reply =
        async |body: Value| admin.send(admin.request(Method::PUT, &format!("{URL}/{id}/reply")).json(&body)).await;
    assert!(reply(json!({ "text": "No" })).await.status.is_client_error(), "nobody reads it yet");
    let answered = reply(json!({ "text": "No", "publish": true })).await.expect(200).json();
    assert_eq!((&answered["status"], &answered["reply"]), (&json!("approved"), &json!("No")));
    assert_eq!(shown(&shop, &item).await[0]["reply"], "No");
}

#[tokio::test]
async fn the_firms_reply_is_mailed_once_and_only_to_a_confirmed_address() {
    let shop = TestShop::demo().await;
    let (item, admin) = (product(&shop).await, shop.admin().await);
    let (ana, eva) = (shop.customer("a@x.org").await, shop.customer("e@x.org").await);
    let unconfirm = "UPDATE users SET email_confirmed_at = NULL WHERE email = 'e@x.org'";
    let mut paths = Vec::new();
    for person in [&ana, &eva] {
        let id = person.comment(&item, "Gotea").await;
        admin.decide(&id, json!({ "status": "approved" })).await.expect(200);
        paths.push(format!("{URL}/{id}/reply"));
    }
    shop.app.db.write(move |tx| tx.execute(unconfirm, []).map_err(manetes::db::Error::from)).await.unwrap();
    let reply = async |path: &str, text: &str| {
        admin.send(admin.request(Method::PUT, path).json(&json!({ "text": text }))).await.expect(200);
    };
    for path in &paths {
        reply(path, "Te lo cambiamos").await;
        reply(path, "Te lo cambiamos hoy").await;
    }
    let mails = shop.queued_mails().await;
    let told: Vec<_> = mails.iter().filter(|(.., mail)| mail["kind"] == "comment_replied").collect();
    assert_eq!(told.iter().map(|(to, ..)| to.as_str()).collect::<Vec<_>>(), ["a@x.org"]);
    assert_eq!(shown(&shop, &item).await[0]["reply"], "Te lo cambiamos hoy");
    admin.send(admin.request(Method::DELETE, &paths[0])).await.expect(204);
    let log = admin.get("/api/admin/log?act=comment").await.json();
    assert_eq!(log["entries"][0]["act"], "comment.reply_removed");
}
