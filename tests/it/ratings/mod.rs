//! Stars: who is asked, once, what the link of that mail opens, and what becomes of stars and words.

use manetes::order_keys::Rated;
use manetes::ratings::ask;
use manetes::{db, invariants, privacy};
use reqwest::Method;
use serde_json::{Value, json};

mod asked;
mod given;

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
