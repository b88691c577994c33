//! One purchase over real HTTP, as a browser and the provider make it.

use std::collections::HashMap;
use std::time::Duration;

use poem::{EndpointExt, Route};
use poem_openapi::OpenApiService;
use reqwest::header::LOCATION;
use serde_json::{Value, json};

use super::*;
use crate::auth::session::{self, SignInMethod};
use crate::checkout::api::CheckoutApi;
use crate::http::listener::Listener;
use crate::http::server::{Bounds, Door, run};
use crate::orders::api::OrdersApi;
use crate::payments::Given;
use crate::payments::sandbox::notify;

/// A shop that listens; the server ends with it.
struct Served {
    shop: Shop,
    base: String,
    client: reqwest::Client,
    /// Access tokens by user.
    tokens: HashMap<&'static str, String>,
    server: tokio::task::JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Served {
    async fn new() -> Self {
        let socket = Listener::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
        let address = socket.local_addr().unwrap();
        let base = format!("http://{address}");
        let shop = Shop::with(&[format!("--listen={address}"), format!("--base-url={base}")]);
        shop.sell("a", 5);
        let mut tokens = HashMap::new();
        for user in ["u1", "u2"] {
            let secrets = shop.app.secrets.clone();
            let issue = move |tx: &db::Tx<'_>| session::issue(tx, &secrets, user, SignInMethod::Password, "", START);
            tokens.insert(user, shop.app.db.write(issue).await.unwrap().access_token);
        }
        let apis = (CheckoutApi { app: shop.app.clone() }, OrdersApi { app: shop.app.clone() });
        let pages = shop.app.payments.routes().next().unwrap();
        let routes = Route::new()
            .nest("/api", OpenApiService::new(apis, "test", "1"))
            .nest(format!("/{}", pages.0), pages.1)
            .data(shop.app.sessions())
            .data(shop.app.clone());
        let server =
            tokio::spawn(run(Door::plain(socket), routes, Bounds::new(&[]), std::future::pending(), Duration::ZERO));
        let client = crate::outside::client(std::time::Duration::from_secs(10));
        Self { shop, base, client, tokens, server }
    }

    /// Somebody without a session says something all the same.
    fn token(&self, user: &str) -> &str {
        self.tokens.get(user).map_or("nonsense", String::as_str)
    }

    async fn post(&self, user: &str, path: &str, body: &Value) -> (u16, Value) {
        let request = self.client.post(format!("{}/api{path}", self.base)).bearer_auth(self.token(user));
        let answer = request.header("Idempotency-Key", "k").json(body).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    async fn get(&self, user: &str, path: &str) -> (u16, Value) {
        let answer =
            self.client.get(format!("{}/api{path}", self.base)).bearer_auth(self.token(user)).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    /// A click on a button of the hosted page; where it leads.
    async fn click(&self, page: &str, action: &str) -> String {
        let request = self.client.post(page).header("Content-Type", "application/x-www-form-urlencoded");
        let answer = request.body(format!("action={action}")).send().await.unwrap();
        assert_eq!(answer.status(), 303);
        answer.headers()[LOCATION].to_str().unwrap().to_owned()
    }

    fn checkout(&self, order: &str) -> Value {
        json!({
            "items": [{ "variant_id": "a", "quantity": 1 }],
            "successUrl": format!("{}/success?order_id={order}", self.base),
            "cancelUrl": format!("{}/cart?cancelled=1", self.base),
            "locale": "es", "timeZone": "Europe/Madrid", "order_id": order,
        })
    }
}

fn order() -> Value {
    json!({
        "shipping_address": {
            "name": "Ana", "address": "Carrer Major 1", "city": "Abrera", "postal_code": "08630", "country": "ES",
        },
        "items": [{ "variant_id": "a", "quantity": 1 }],
        "total_price": 24.95,
        "locale": "es-ES",
    })
}

#[tokio::test]
async fn a_purchase_goes_from_the_cart_to_a_paid_order_over_http() {
    let served = Served::new().await;
    let (status, body) = served.post("u1", "/functions/create-order-and-send-email", &order()).await;
    assert_eq!(status, 201, "{body}");
    let id = body["orderId"].as_str().unwrap().to_owned();
    let (status, body) = served.post("u1", "/store/store_manetes/checkout", &served.checkout(&id)).await;
    assert_eq!((status, &body["order_id"]), (200, &json!(id)), "{body}");
    let page = body["url"].as_str().unwrap().to_owned();

    let shown = served.client.get(&page).send().await.unwrap();
    assert!(shown.headers()["content-security-policy"].to_str().unwrap().contains("style-src 'self'"));
    let html = shown.text().await.unwrap();
    let number = served.get("u1", &format!("/orders/{id}")).await.1["number"].as_str().unwrap().to_owned();
    assert!(html.contains("24,95\u{a0}€") && html.contains(&number), "{html}");
    let declined = served.click(&page, "fail").await;
    let html = served.client.get(format!("{}{declined}", served.base)).send().await.unwrap().text().await.unwrap();
    assert!(html.contains(r#"role="alert""#), "{html}");
    assert_eq!(served.click(&page, "cancel").await, format!("{}/cart?cancelled=1", served.base));

    let session = served.shop.session(&id);
    for _ in 0..2 {
        let back = served.click(&page, "pay").await;
        assert_eq!(back, format!("{}/success?order_id={id}&session_id={session}", served.base));
    }
    assert_eq!(served.get("u1", &format!("/orders/{id}")).await.1["status"], "pending", "nobody has told us yet");
    assert_eq!(notify::tick(&given(&served.shop)).await.unwrap(), 1);
    assert_eq!(notify::tick(&given(&served.shop)).await.unwrap(), 0);

    let (_, paid) = served.get("u1", &format!("/orders/{id}")).await;
    assert_eq!((&paid["status"], &paid["payable"], &paid["expires_at"]), (&json!("paid"), &json!(false), &Value::Null));
    assert_eq!((&paid["total_price"], &paid["order_items"][0]["price_at_purchase"]), (&json!(24.95), &json!(20.0)));
    let (_, list) = served.get("u1", "/orders?limit=1").await;
    assert_eq!((&list["count"], &list["orders"][0]), (&json!(1), &paid));
    let asked = json!({ "order_id": id, "session_id": session });
    let (_, state) = served.post("nobody", "/functions/check-payment", &asked).await;
    assert_eq!(state["status"], "paid");
}

#[tokio::test]
async fn what_is_not_allowed_is_refused_over_http_with_its_code() {
    let served = Served::new().await;
    let create = "/functions/create-order-and-send-email";
    let (_, body) = served.post("u1", create, &order()).await;
    let id = body["orderId"].as_str().unwrap().to_owned();
    let with = |mut body: Value, name: &str, value: Value| {
        body[name] = value;
        body
    };
    let six = with(order(), "items", json!([{ "variant_id": "a", "quantity": 6 }]));
    let six = with(six, "total_price", Value::Null);
    let checkout = "/store/store_manetes/checkout";
    let pay = || served.checkout(&id);
    let other_items = json!([{ "variant_id": "a", "quantity": 2 }]);
    for (user, path, body, status, code) in [
        ("nobody", create, order(), 401, "unauthorized"),
        ("u1", create, with(order(), "user_id", json!("u2")), 403, "forbidden"),
        ("u1", create, with(order(), "total_price", json!(1.0)), 422, "idempotency_key_reused"),
        ("u2", create, with(order(), "total_price", json!(1.0)), 409, "price_changed"),
        ("u2", create, with(order(), "total_price", json!(1.001)), 422, "validation_failed"),
        ("u2", create, with(order(), "items", json!([])), 422, "empty_cart"),
        ("u2", create, with(order(), "items", json!([{ "variant_id": "x", "quantity": 1 }])), 422, "unknown_variant"),
        ("u2", create, six, 409, "insufficient_stock"),
        ("nobody", checkout, pay(), 401, "unauthorized"),
        ("u2", checkout, pay(), 404, "not_found"),
        ("u1", "/store/another/checkout", pay(), 404, "not_found"),
        ("u1", checkout, with(pay(), "items", other_items), 409, "order_not_payable"),
        ("u1", checkout, with(pay(), "successUrl", json!("https://evil.example/")), 422, "validation_failed"),
        ("u1", checkout, with(pay(), "cancelUrl", json!("/cart")), 422, "validation_failed"),
        (
            "u1",
            checkout,
            with(pay(), "cancelUrl", json!(format!("{}/{}", served.base, "x".repeat(200)))),
            422,
            "validation_failed",
        ),
        ("u2", "/functions/cancel-order", json!({ "order_id": id }), 404, "not_found"),
        ("u1", "/functions/check-payment", json!({ "order_id": id, "session_id": "x" }), 404, "not_found"),
    ] {
        let (answered, problem) = served.post(user, path, &body).await;
        assert_eq!((answered, &problem["code"]), (status, &json!(code)), "{path} {body}: {problem}");
    }
    assert_eq!(served.get("u2", &format!("/orders/{id}")).await.0, 404);
    assert_eq!(served.get("u1", "/orders?limit=0").await.0, 400);
    let (_, cancelled) = served.post("u1", "/functions/cancel-order", &json!({ "order_id": id })).await;
    assert_eq!((&cancelled["status"], &cancelled["cancellation_reason"]), (&json!("cancelled"), &json!("buyer")));
    assert_eq!(served.shop.stock("a"), 5);
}

#[tokio::test]
async fn a_checkout_without_an_order_places_one_to_the_profiles_address() {
    let served = Served::new().await;
    let mut body = served.checkout("");
    body.as_object_mut().unwrap().remove("order_id");
    let (status, answer) = served.post("u1", "/store/store_manetes/checkout", &body).await;
    assert_eq!(status, 200, "{answer}");
    let order = served.shop.order(answer["order_id"].as_str().unwrap());
    assert_eq!(order.shipping_address, address("", ""));
}

#[tokio::test]
async fn a_forged_or_oversized_notification_changes_nothing() {
    let served = Served::new().await;
    let (_, body) = served.post("u1", "/functions/create-order-and-send-email", &order()).await;
    let id = body["orderId"].as_str().unwrap().to_owned();
    served.post("u1", "/store/store_manetes/checkout", &served.checkout(&id)).await;
    let event = json!({
        "id": "evt_1", "type": "session.paid", "created": START.seconds(),
        "data": { "session_id": served.shop.session(&id), "reference": "", "amount": 2495, "currency": "EUR" },
    });
    let forged = format!("t={},v1={}", START.seconds(), "0".repeat(64));
    for (signature, body, status) in [
        (None, event.to_string(), 400),
        (Some(forged.as_str()), event.to_string(), 400),
        (Some("nonsense"), "not even json".to_owned(), 400),
        (Some(forged.as_str()), "x".repeat(65 * 1024), 413),
    ] {
        let mut request = served.client.post(format!("{}/api/webhooks/sandbox", served.base));
        request = request.header("Content-Type", "application/json").body(body);
        if let Some(signature) = signature {
            request = request.header("Sandbox-Signature", signature);
        }
        assert_eq!(request.send().await.unwrap().status(), status, "{signature:?}");
    }
    assert_eq!(served.shop.number_of("SELECT count(*) FROM payment_facts"), 0);
    assert_eq!(served.shop.order(&id).status, orders::Status::Pending);
}

#[tokio::test]
async fn a_notification_nobody_takes_is_sent_again_later() {
    let served = Served::new().await;
    let (_, body) = served.post("u1", "/functions/create-order-and-send-email", &order()).await;
    let id = body["orderId"].as_str().unwrap().to_owned();
    let (_, started) = served.post("u1", "/store/store_manetes/checkout", &served.checkout(&id)).await;
    served.click(started["url"].as_str().unwrap(), "pay").await;
    served.shop.write(|tx| Ok(tx.execute_batch("ALTER TABLE payment_facts RENAME TO away")?));
    assert_eq!(notify::tick(&given(&served.shop)).await.unwrap(), 0, "the webhook answers 500");
    served.shop.write(|tx| Ok(tx.execute_batch("ALTER TABLE away RENAME TO payment_facts")?));
    assert_eq!(notify::tick(&given(&served.shop)).await.unwrap(), 0, "not at once");
    served.shop.clock.advance_seconds(5);
    assert_eq!(notify::tick(&given(&served.shop)).await.unwrap(), 1);
    assert_eq!(served.shop.order(&id).status, orders::Status::Paid);
}

fn given(shop: &Shop) -> Given {
    Given {
        db: shop.app.db.clone(),
        clock: shop.app.clock.clone(),
        base_url: shop.app.config.base_url.clone(),
        listen: shop.app.config.listen,
        sandbox_key: shop.app.secrets.sandbox,
        sandbox_wakeup: shop.app.wakeups.sandbox.clone(),
    }
}
