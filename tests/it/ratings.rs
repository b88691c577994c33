//! Stars: who is asked, once, what the link of that mail opens, and what becomes of stars and words.

use manetes::order_keys::Rated;
use manetes::ratings::ask;
use manetes::{db, invariants, privacy};
use reqwest::Method;
use serde_json::{Value, json};

use crate::guests::{CREATE, MAIL, bought, wanted};
use crate::support::{Person, Reply, SKU, TRACKING, TestShop};

const DAY: i64 = 86_400;
const ANA: &str = "ana@example.com";

/// A shop, an order that was delivered, and the product in it.
struct Delivered {
    shop: TestShop,
    order: String,
    product: String,
}

impl Delivered {
    async fn to_account() -> Self {
        let shop = TestShop::demo().await;
        let order = shop.paid_order(&shop.customer(ANA).await).await;
        Self::deliver(shop, order).await
    }

    /// Bought without an account.
    async fn to_guest() -> Self {
        Self::to_guest_who_wants(&[SKU]).await
    }

    async fn to_guest_who_wants(skus: &[&'static str]) -> Self {
        let (shop, mut items) = (TestShop::demo().await, Vec::new());
        for sku in skus {
            items.push(json!({ "variant_id": shop.variant(sku).await.0, "quantity": 1 }));
        }
        let (guest, mut order) = (shop.visitor(), wanted("", 1, MAIL));
        order["items"] = json!(items);
        let order = bought(guest.post(CREATE, order).await);
        let asked = json!({
            "items": items, "order_id": order.id, "order_key": order.key,
            "successUrl": format!("{}/success?order_id={}", shop.base, order.id),
            "cancelUrl": format!("{}/order/{}", shop.base, order.id),
        });
        let url = guest.post("/api/store/store_manetes/checkout", asked).await.expect(200).json()["url"].clone();
        let page = url.as_str().unwrap().strip_prefix(&shop.base).unwrap();
        let click = guest.request(Method::POST, page).header("content-type", "application/x-www-form-urlencoded");
        guest.send(click.body("action=pay")).await.expect(303);
        manetes::checkout::worker::reconcile(&shop.app, 0).await.unwrap();
        Self::deliver(shop, order.id).await
    }

    async fn deliver(shop: TestShop, order: String) -> Self {
        let admin = shop.admin().await;
        admin.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
        admin.act(&order, "deliver", json!({})).await.expect(200);
        let product =
            shop.row::<String, i64>("SELECT product_id, 0 FROM order_items WHERE order_id = ?1", &order).await.0;
        Self { shop, order, product }
    }

    /// Lets days pass, and asks who is to be asked.
    async fn after_days(&self, days: i64) {
        self.shop.app.clock.advance_seconds(days * DAY);
        ask::tick(&self.shop.app.db, self.shop.app.clock.now()).await.unwrap();
    }

    async fn asked(&self) -> usize {
        self.shop.queued_mails().await.iter().filter(|(_, _, message)| message["kind"] == "rate_order").count()
    }

    /// What the link of the mail carries.
    fn key(&self) -> String {
        self.shop.app.order_keys.rating_key(Rated::Order, &self.order)
    }

    fn path(&self) -> String {
        format!("/rate/{}", self.order)
    }

    async fn open(&self) -> Reply {
        let request = self.shop.visitor().request(Method::GET, &self.path());
        self.shop.visitor().send(request.header("cookie", format!("manetes-rate={}", self.key()))).await
    }

    async fn send(&self, form: &[(&str, &str)]) -> Reply {
        send(&self.shop, &self.path(), &self.key(), form).await
    }

    async fn give(&self, stars: &str, text: &str) -> Reply {
        let (of_stars, of_text) = (format!("stars.{}", self.product), format!("text.{}", self.product));
        self.send(&[(&of_stars, stars), (&of_text, text), ("signed", "Núria P."), ("lang", "es")]).await
    }

    async fn rating(&self) -> Value {
        let path = format!("/api/store/store_manetes/products/{}", self.product);
        self.shop.visitor().get(&path).await.expect(200).json()["product"]["rating"].clone()
    }

    /// The comments an administrator sees.
    async fn comments(&self) -> Vec<Value> {
        self.comments_seen_by(&self.shop.another_admin("otra@example.com").await).await
    }

    async fn comments_seen_by(&self, admin: &Person) -> Vec<Value> {
        let list = admin.get(&format!("/api/comments?item_id={}&status=", self.product)).await.expect(200).json();
        let own = |comment: &&Value| comment["verified"] == true;
        list["comments"].as_array().unwrap().iter().filter(own).cloned().collect()
    }

    async fn execute(&self, sql: &'static str) {
        self.shop.app.db.write(move |tx| tx.execute_batch(sql).map_err(db::Error::from)).await.unwrap();
    }
}

async fn send(shop: &TestShop, path: &str, key: &str, form: &[(&str, &str)]) -> Reply {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let request = shop.visitor().request(Method::POST, path).header("cookie", format!("manetes-rate={key}"));
    let request = request.header("origin", &shop.base).header("content-type", "application/x-www-form-urlencoded");
    shop.visitor().send(request.body(body)).await
}

async fn is_sound(shop: &TestShop) {
    let now = shop.app.clock.now();
    let broken = shop.app.db.read(move |conn| invariants::broken_whenever(conn, now)).await.unwrap();
    assert!(broken.is_empty(), "{broken:?}");
}

#[tokio::test]
async fn a_week_after_it_was_delivered_one_mail_asks_for_stars_and_never_another() {
    let it = Delivered::to_account().await;
    it.after_days(6).await;
    assert_eq!(it.asked().await, 0, "it is too early");
    it.after_days(1).await;
    assert_eq!(it.asked().await, 1);
    for _ in 0..3 {
        it.after_days(5).await;
    }
    assert_eq!(it.asked().await, 1, "once is all");
    is_sound(&it.shop).await;
}

#[tokio::test]
async fn nobody_is_asked_of_what_was_delivered_long_ago_given_back_or_while_the_owner_does_not_want_it() {
    let old = Delivered::to_account().await;
    old.after_days(24).await;
    assert_eq!(old.asked().await, 0, "the program was not there for weeks, or is new");

    let it = Delivered::to_account().await;
    let admin = it.shop.another_admin("otra@example.com").await;
    let change = |value: &str| {
        admin.request(Method::PATCH, "/api/admin/settings").json(&json!({ "values": { "ratings.ask": value } }))
    };
    admin.send(change("false")).await.expect(200);
    it.after_days(8).await;
    assert_eq!(it.asked().await, 0);
    let admin = it.shop.another_admin("tercera@example.com").await;
    it.shop
        .app
        .db
        .write(|tx| {
            manetes::settings::Settings::set(tx, "ratings.ask", "true", manetes::clock::Timestamp::from_millis(0))
        })
        .await
        .unwrap();
    admin.act(&it.order, "refund", json!({})).await.expect(200);
    it.after_days(1).await;
    assert_eq!(it.asked().await, 0, "nothing of it was kept");
    assert!(it.open().await.expect(200).text.contains("\"state\":\"gone\""));
}

#[tokio::test]
async fn the_link_goes_into_a_cookie_for_its_page_and_opens_nothing_else() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    let (visitor, key) = (it.shop.visitor(), it.key());
    let opened = visitor.get(&format!("{}?lang=fr&key={key}", it.path())).await.expect(303);
    assert_eq!(opened.headers["location"], format!("{}?lang=fr", it.path()));
    assert_eq!(opened.headers["cache-control"], "no-store");
    let cookie = opened.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.starts_with(&format!("manetes-rate={key}; Path={}; ", it.path())), "{cookie}");
    assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
    let page = it.open().await.expect(200);
    assert!(page.text.contains("type=\"radio\"") && !page.text.contains(&key));
    assert!(page.headers["cache-control"].to_str().unwrap().contains("private"));
    // It is no key of the order.
    let order = visitor.request(Method::GET, &format!("/api/orders/{}", it.order)).header("X-Order-Key", &key);
    visitor.send(order).await.refused(404, "not_found");
    // Without it, with another's or a made-up one nothing is said of the order.
    let other = it.shop.app.order_keys.rating_key(Rated::Order, "another");
    let of_quote = it.shop.app.order_keys.rating_key(Rated::Quote, &it.order);
    for wrong in ["x", other.as_str(), of_quote.as_str()] {
        let refused = visitor.get(&format!("{}?key={wrong}", it.path())).await.expect(303);
        assert_eq!(refused.headers.get("set-cookie").is_some(), wrong == of_quote);
        let request = visitor.request(Method::GET, &it.path()).header("cookie", format!("manetes-rate={wrong}"));
        let page = visitor.send(request).await;
        assert!(!page.text.contains("type=\"radio\"") || wrong == of_quote, "{wrong}");
        send(&it.shop, &it.path(), "x", &[("stars.x", "1")]).await.expect(403);
    }
    assert_eq!(it.rating().await, Value::Null);
}

#[tokio::test]
async fn stars_count_at_once_and_words_wait_and_sent_twice_they_are_one_of_each() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    for _ in 0..2 {
        let sent = it.give("2", "Gotea un poco").await.expect(303);
        assert_eq!(sent.headers["location"], format!("{}?sent=1", it.path()));
    }
    assert_eq!(it.rating().await, json!({ "average": 2.0, "count": 1 }));
    let [comment] = &it.comments().await[..] else { panic!("not one comment") };
    assert_eq!(
        (&comment["content"], &comment["author"], &comment["stars"], &comment["status"], &comment["user_id"]),
        (&json!("Gotea un poco"), &json!("Núria P."), &json!(2), &json!("pending"), &Value::Null)
    );
    let shown = format!("/api/comments?item_id={}", it.product);
    let public = it.shop.visitor().get(&shown).await.expect(200);
    assert!(!public.text.contains("Gotea"), "words wait");
    let page = it.shop.visitor().get(&format!("/product/{}", it.product)).await.expect(200).text;
    assert!(page.contains("\"aggregateRating\"") && page.contains("\"ratingCount\":1"));

    // An owner can keep the words off the page, and not the stars.
    let admin = it.shop.another_admin("una@example.com").await;
    let path = format!("/api/comments/{}", comment["id"].as_str().unwrap());
    admin.send(admin.request(Method::DELETE, &path)).await.expect(204);
    assert_eq!(it.rating().await["count"], 1);
    // Changed, they are counted anew, and other words wait again.
    it.give("5", "Apretado, ya no").await.expect(303);
    assert_eq!(it.rating().await, json!({ "average": 5.0, "count": 1 }));
    is_sound(&it.shop).await;
}

#[tokio::test]
async fn what_is_wrong_with_the_form_comes_back_with_what_was_typed_and_stores_nothing() {
    let it = Delivered::to_account().await;
    it.after_days(8).await;
    let of_text = format!("text.{}", it.product);
    let page = it.send(&[(&of_text, "Sin estrellas")]).await.expect(422).text;
    assert!(page.contains("Sin estrellas") && page.contains("role=\"alert\""));
    it.give("6", "").await.expect(422);
    it.give("5", &"x".repeat(2001)).await.expect(422);
    it.send(&[("stars.another", "5")]).await.expect(422);
    assert_eq!(it.rating().await, Value::Null);
    it.shop.app.clock.advance_seconds(22 * DAY);
    it.give("5", "").await.expect(410);
    assert!(it.open().await.expect(200).text.contains("\"state\":\"over\""));
}

#[tokio::test]
async fn a_page_without_stars_tells_search_engines_of_none() {
    let it = Delivered::to_account().await;
    let page = it.shop.visitor().get(&format!("/product/{}", it.product)).await.expect(200).text;
    assert!(!page.contains("aggregateRating"));
    it.after_days(8).await;
    it.give("4", "").await.expect(303);
    let feed = it.shop.visitor().get("/feeds/google-es.xml").await.expect(200).text;
    assert!(!feed.contains("rating"));
}

#[tokio::test]
async fn an_account_finds_the_page_from_its_order_and_nobody_else_does() {
    let it = Delivered::to_account().await;
    let path = format!("/api/orders/{}/rating", it.order);
    let eve = it.shop.customer("eve@example.com").await;
    eve.get(&path).await.refused(404, "not_found");
    it.shop.visitor().get(&path).await.refused(401, "unauthorized");
    let ana = it.sign_in_ana().await;
    let url = ana.get(&path).await.expect(200).json()["url"].as_str().unwrap().to_owned();
    assert_eq!(url, format!("{}?key={}", it.path(), it.key()));
    it.shop.app.clock.advance_seconds(31 * DAY);
    let ana = it.sign_in_ana().await;
    assert_eq!(ana.get(&path).await.expect(200).json()["url"], Value::Null);
}

impl Delivered {
    async fn sign_in_ana(&self) -> Person {
        let (id, _): (String, i64) = self.shop.row("SELECT id, 0 FROM users WHERE email = ?1", ANA).await;
        let (secrets, now, user) = (self.shop.app.secrets.clone(), self.shop.app.clock.now(), id.clone());
        let issue = move |tx: &db::Tx<'_>| {
            let method = manetes::auth::session::SignInMethod::Password;
            manetes::auth::session::issue(tx, &secrets, &user, method, "test", now)
        };
        let tokens = self.shop.app.db.write(issue).await.unwrap();
        Person { token: Some(tokens.access_token), user_id: id, ..self.shop.visitor() }
    }
}

#[tokio::test]
async fn the_firms_answer_stands_below_a_shown_comment_and_its_writer_is_told_once() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    it.give("3", "Justo").await.expect(303);
    let id = it.comments().await[0]["id"].as_str().unwrap().to_owned();
    let admin = it.shop.another_admin("una@example.com").await;
    let path = format!("/api/comments/{id}/reply");
    let answer = |text: &str| admin.send(admin.request(Method::PUT, &path).json(&json!({ "text": text })));
    answer("Gracias").await.refused(422, "validation_failed");
    admin.patch(&format!("/api/comments/{id}"), json!({ "status": "approved" })).await.expect(200);
    it.shop
        .visitor()
        .send(it.shop.visitor().request(Method::PUT, &path).json(&json!({ "text": "x" })))
        .await
        .refused(401, "unauthorized");
    answer("  ").await.refused(422, "validation_failed");
    for text in ["Gracias", "Gracias", "Gracias, Núria"] {
        answer(text).await.expect(200);
    }
    let list = it.shop.visitor().get(&format!("/api/comments?item_id={}", it.product)).await.expect(200).json();
    assert_eq!(list["comments"][0]["reply"], "Gracias, Núria");
    assert_eq!(list["comments"][0].get("order_id"), None);
    admin.send(admin.request(Method::DELETE, &path)).await.expect(204);
    answer("De nuevo").await.expect(200);
    let told: Vec<_> =
        it.shop.queued_mails().await.into_iter().filter(|mail| mail.2["kind"] == "comment_replied").collect();
    let [(recipient, _, message)] = &told[..] else { panic!("{told:?}") };
    assert_eq!((recipient.as_str(), &message["text"]), (MAIL, &json!("Gracias")));
}

#[tokio::test]
async fn whoever_is_forgotten_takes_their_words_along_and_leaves_the_stars() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    it.give("1", "Muy malo").await.expect(303);
    let now = it.shop.app.clock.now();
    let email = manetes::email::EmailAddress::parse(MAIL).unwrap();
    let found = it
        .shop
        .app
        .db
        .read({
            let email = email.clone();
            move |conn| privacy::traces(conn, &email)
        })
        .await
        .unwrap();
    assert_eq!(found.comments, 1);
    let erase = move |tx: &db::Tx<'_>| privacy::erase(tx, privacy::Asked::Themselves, &email, now);
    drop(it.shop.app.db.write(erase).await.unwrap());
    assert!(it.comments().await.is_empty());
    assert!(it.shop.holding(&["muy malo", "núria p."]).await.is_empty());
    assert_eq!(it.rating().await, json!({ "average": 1.0, "count": 1 }));
    assert!(it.open().await.expect(200).text.contains("\"state\":\"gone\""));
    it.give("5", "").await.expect(410);
}

#[tokio::test]
async fn a_guests_words_are_the_accounts_that_claims_the_order_and_come_with_its_data() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    it.give("4", "Bien").await.expect(303);
    let nuria = it.shop.customer(MAIL).await;
    let data = nuria.get("/api/my-data").await.expect(200).json();
    assert_eq!((&data["comments"][0]["content"], &data["ratings"][0]["stars"]), (&json!("Bien"), &json!(4)));
    let (nonce, _): (String, i64) = it.shop.row("SELECT key_nonce, 0 FROM orders WHERE id = ?1", &it.order).await;
    let token = it.shop.app.order_keys.claim_token(&it.order, &nonce, it.shop.app.clock.now());
    nuria.post(&format!("/api/orders/{}/claim", it.order), json!({ "token": token })).await.expect(200);
    assert_eq!(it.comments().await[0]["user_id"], json!(nuria.user_id));
    it.give("3", "Bien, sin más").await.expect(303);
    assert_eq!(it.rating().await["average"], 3.0);
}

#[tokio::test]
async fn who_wanted_a_quote_is_asked_once_it_is_closed_and_the_stars_stay_when_the_request_goes() {
    let it = Delivered::to_guest().await;
    let form = json!({
        "name": "www.example.com", "email": "omar@example.com", "message": "La puerta no cierra.", "lang": "fr"
    });
    it.shop.visitor().post("/api/functions/send-budget-request", form).await.expect(202);
    let (quote, _): (String, i64) =
        it.shop.row("SELECT id, 0 FROM quote_requests WHERE email = ?1", "omar@example.com").await;
    let admin = it.shop.another_admin("una@example.com").await;
    let path = format!("/api/admin/quotes/{quote}/rating");
    admin.post(&path, json!({})).await.refused(422, "validation_failed");
    admin.post(&format!("/api/admin/quotes/{quote}/status"), json!({ "status": "closed" })).await.expect(200);
    assert_eq!(admin.get(&path).await.expect(200).json()["asked_at"], Value::Null);
    for _ in 0..2 {
        admin.post(&path, json!({})).await.expect(200);
    }
    let asked: Vec<_> = it.shop.queued_mails().await.into_iter().filter(|mail| mail.2["kind"] == "rate_firm").collect();
    assert_eq!((asked.len(), asked[0].1.as_str()), (1, "fr"));
    assert_eq!(asked[0].2["name"], "", "what anybody typed as a name carries no link to others");
    let key = it.shop.app.order_keys.rating_key(Rated::Quote, &quote);
    for stars in ["2", "4"] {
        send(&it.shop, &format!("/rate/{quote}"), &key, &[("stars.firm", stars)]).await.expect(303);
    }
    let rating = async || it.shop.visitor().get("/api/site").await.expect(200).json()["rating"].clone();
    assert_eq!(rating().await, json!({ "average": 4.0, "count": 1 }));
    assert_eq!(admin.get(&path).await.expect(200).json()["stars"], 4);
    let landing = it.shop.visitor().get("/").await.expect(200).text;
    assert!(!landing.contains("aggregateRating"), "a firm does not mark up its own stars");
    admin.send(admin.request(Method::DELETE, &format!("/api/admin/quotes/{quote}"))).await.expect(204);
    assert_eq!(rating().await["count"], 1, "who could delete them could choose which count");
    send(&it.shop, &format!("/rate/{quote}"), &key, &[("stars.firm", "1")]).await.expect(410);
}

#[tokio::test]
async fn a_product_that_is_gone_is_not_asked_about() {
    let it = Delivered::to_account().await;
    it.execute("UPDATE products SET deleted_at = 1").await;
    it.after_days(8).await;
    assert_eq!(it.asked().await, 0);
    assert!(it.open().await.expect(200).text.contains("\"state\":\"gone\""));
}

#[tokio::test]
async fn other_words_or_another_name_are_another_comment_that_nobody_has_approved_or_answered() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    let admin = it.shop.another_admin("una@example.com").await;
    let (of_stars, of_text) = (format!("stars.{}", it.product), format!("text.{}", it.product));
    let approved = json!({ "status": "approved" });
    let mut before = String::new();
    for (text, signed) in
        [("Va bien", "Núria"), ("Compren en otra tienda", "Núria"), ("Compren en otra tienda", "El jefe")]
    {
        for stars in ["5", "4"] {
            let form = [(&*of_stars, stars), (&*of_text, text), ("signed", signed), ("lang", "es")];
            it.send(&form).await.expect(303);
        }
        let [comment] = &it.comments_seen_by(&admin).await[..] else { panic!("not one comment") };
        let id = comment["id"].as_str().unwrap().to_owned();
        assert_eq!(
            (&comment["status"], &comment["reply"], &comment["author"]),
            (&json!("pending"), &Value::Null, &json!(signed))
        );
        // Whoever still has the one before on the screen publishes nothing that they have not read.
        assert_ne!(id, before);
        if !before.is_empty() {
            admin.patch(&format!("/api/comments/{before}"), approved.clone()).await.refused(404, "not_found");
        }
        admin.patch(&format!("/api/comments/{id}"), approved.clone()).await.expect(200);
        let path = format!("/api/comments/{id}/reply");
        admin.send(admin.request(Method::PUT, &path).json(&json!({ "text": "Gracias" }))).await.expect(200);
        // The same again, with other stars, stays as it is.
        it.send(&[(&of_stars, "3"), (&of_text, text), ("signed", signed), ("lang", "es")]).await.expect(303);
        let kept = &it.comments_seen_by(&admin).await[0];
        assert_eq!((&kept["id"], &kept["status"], &kept["reply"]), (&json!(id), &json!("approved"), &json!("Gracias")));
        before = id;
    }
}

#[tokio::test]
async fn a_shop_that_was_put_back_asks_nobody_whom_the_lost_one_asked() {
    let it = Delivered::to_account().await;
    let (clock, db) = (&it.shop.app.clock, &it.shop.app.db);
    clock.advance_seconds(5 * DAY);
    let known_until = clock.now();
    clock.advance_seconds(5 * DAY);
    let now = clock.now();
    db.write(move |tx| manetes::backup::settle::settle(tx, known_until, now)).await.unwrap();
    it.after_days(0).await;
    it.after_days(1).await;
    assert_eq!(it.asked().await, 0, "the shop that is lost has asked");
    is_sound(&it.shop).await;

    let early = Delivered::to_account().await;
    let (clock, db) = (&early.shop.app.clock, &early.shop.app.db);
    let known_until = clock.now();
    clock.advance_seconds(3 * DAY);
    let now = clock.now();
    db.write(move |tx| manetes::backup::settle::settle(tx, known_until, now)).await.unwrap();
    early.after_days(5).await;
    assert_eq!(early.asked().await, 1, "nobody has asked yet");
}

#[tokio::test]
async fn an_order_that_cannot_be_asked_about_stops_no_other() {
    let it = Delivered::to_account().await;
    let second = it.shop.paid_order(&it.sign_in_ana().await).await;
    let admin = it.shop.another_admin("otra@example.com").await;
    admin.act(&second, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
    admin.act(&second, "deliver", json!({})).await.expect(200);
    it.shop.app.clock.advance_seconds(8 * DAY);
    let broken = format!(
        "CREATE TRIGGER broken BEFORE INSERT ON order_events WHEN NEW.order_id = '{}' BEGIN SELECT RAISE(ABORT, 'no'); END",
        it.order
    );
    it.shop.app.db.write(move |tx| tx.execute_batch(&broken).map_err(db::Error::from)).await.unwrap();
    assert!(ask::tick(&it.shop.app.db, it.shop.app.clock.now()).await.is_err());
    let asked: Vec<_> =
        it.shop.queued_mails().await.into_iter().filter(|mail| mail.2["kind"] == "rate_order").collect();
    let [(_, _, message)] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!(message["order_id"], json!(second));
}

#[tokio::test]
async fn nobody_is_asked_about_a_request_that_was_closed_long_ago() {
    let it = TestShop::demo().await;
    let form = json!({ "name": "Omar", "email": "omar@example.com", "message": "La puerta no cierra.", "lang": "fr" });
    it.visitor().post("/api/functions/send-budget-request", form).await.expect(202);
    let (quote, _): (String, i64) =
        it.row("SELECT id, 0 FROM quote_requests WHERE email = ?1", "omar@example.com").await;
    let admin = it.admin().await;
    admin.post(&format!("/api/admin/quotes/{quote}/status"), json!({ "status": "closed" })).await.expect(200);
    it.app.clock.advance_seconds(30 * DAY);
    let admin = it.another_admin("otra@example.com").await;
    let path = format!("/api/admin/quotes/{quote}/rating");
    admin.post(&path, json!({})).await.refused(422, "validation_failed");
    assert_eq!(admin.get(&path).await.expect(200).json()["asked_at"], Value::Null);
}

#[tokio::test]
async fn the_mail_lists_what_stars_can_be_given_to() {
    let it = Delivered::to_guest_who_wants(&[SKU, "HER-TAL-18V"]).await;
    it.execute(
        "UPDATE products SET deleted_at = 1 WHERE id = (SELECT product_id FROM variants WHERE sku = 'HER-TAL-18V')",
    )
    .await;
    it.after_days(8).await;
    let of_kept =
        "SELECT i.product_title, 0 FROM order_items i JOIN variants v ON v.product_id = i.product_id WHERE v.sku = ?1";
    let (kept, _): (String, i64) = it.shop.row(of_kept, SKU).await;
    let asked: Vec<_> =
        it.shop.queued_mails().await.into_iter().filter(|mail| mail.2["kind"] == "rate_order").collect();
    let [(_, _, message)] = &asked[..] else { panic!("{asked:?}") };
    let lines = message["lines"].as_array().unwrap();
    assert!(lines.len() == 1 && lines[0]["title"].as_str().unwrap().starts_with(&kept), "{lines:?}");
}
