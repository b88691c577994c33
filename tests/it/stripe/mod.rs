//! A shop that is paid through Stripe, and a Stripe that is late, broken, doubled, silent or forged.

mod events;
mod forgotten;
mod money;
mod pages;
mod restart;

use manetes::checkout::worker;
use manetes::db;
use manetes::id;
use manetes::invariants;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Person, Reply, Stripe, TestShop, stripe};

/// What is bought; it costs 99.00 € and ships free.
const SKU: &str = "HER-TAL-18V";
const PRICE: i64 = 9900;

/// A shop, the Stripe it is paid through, and somebody who buys there.
struct Sale {
    shop: TestShop,
    stripe: Stripe,
    buyer: Person,
    variant: String,
}

/// The session in the address of a payment page as a client gets it.
fn session_of(url: &Value) -> String {
    let (_, session) = url.as_str().unwrap().split_once("/pay/").unwrap();
    session.split_once('?').unwrap().0.to_owned()
}

impl Sale {
    async fn new() -> Self {
        let (shop, stripe) = TestShop::paid_through_stripe(|_| {}).await;
        Self::of(shop, stripe).await
    }

    async fn of(shop: TestShop, stripe: Stripe) -> Self {
        let (variant, _) = shop.variant(SKU).await;
        shop.set_stock(&variant, 5000).await;
        let buyer = shop.customer("ana@example.com").await;
        Self { shop, stripe, buyer, variant }
    }

    /// Places an order; its id.
    async fn order(&self) -> String {
        let placed = self.buyer.order(&self.variant, 1).await.expect(201).json();
        placed["orderId"].as_str().unwrap().to_owned()
    }

    /// Asks for the payment page of an order.
    async fn checkout(&self, order: &str) -> Reply {
        self.checkout_from(order, "/success").await
    }

    /// The same, to come back to a page of one's choice.
    async fn checkout_from(&self, order: &str, page: &str) -> Reply {
        let start = json!({
            "items": [{ "variant_id": self.variant, "quantity": 1 }], "order_id": order, "locale": "es",
            "successUrl": format!("{}{page}?order_id={order}", self.shop.base),
            "cancelUrl": format!("{}/cart?cancelled=1", self.shop.base),
        });
        self.buyer.post("/api/store/store_manetes/checkout", start).await
    }

    /// The session of an order whose payment page is open.
    async fn session(&self, order: &str) -> String {
        session_of(&self.checkout(order).await.expect(200).json()["url"])
    }

    /// An order with its payment page open; both ids.
    async fn opened(&self) -> (String, String) {
        let order = self.order().await;
        let session = self.session(&order).await;
        (order, session)
    }

    /// An order that was paid, and the shop knows.
    async fn paid(&self) -> (String, String) {
        let (order, session) = self.opened().await;
        self.stripe.pay(&session);
        self.notify(&self.stripe.last_event()).await.expect(200);
        assert_eq!(self.status(&order).await, "paid");
        (order, session)
    }

    /// Delivers an event, signed now.
    async fn notify(&self, event: &Value) -> Reply {
        let body = event.to_string();
        let signature = self.stripe.signature(&body);
        self.deliver(&body, &signature).await
    }

    async fn deliver(&self, body: &str, signature: &str) -> Reply {
        let visitor = self.shop.visitor();
        let request = visitor.request(Method::POST, "/api/webhooks/stripe").header("content-type", "application/json");
        visitor.send(request.header("Stripe-Signature", signature).body(body.to_owned())).await
    }

    async fn status(&self, order: &str) -> String {
        self.books(order).await["order"].as_str().unwrap().to_owned()
    }

    /// Lets a page come near its end without moving the clock of other orders: its attempt is made older.
    async fn expire_page(&self, session: &str) {
        let session = session.to_owned();
        let sql = "UPDATE payment_attempts SET expires_at = created_at + 60000 WHERE provider_ref = ?1";
        let changed = self.shop.app.db.write(move |tx| Ok::<_, db::Error>(tx.execute(sql, [session])?));
        assert_eq!(changed.await.unwrap(), 1);
    }

    /// Somebody who administers the shop and has just signed in.
    async fn admin(&self) -> Person {
        self.shop.another_admin(&format!("{}@manetes.example", id::new())).await
    }

    /// Lets the worker make the refunds that are due, a while later.
    async fn make_refunds(&self) {
        self.shop.app.clock.advance_seconds(7 * 60 * 60);
        worker::refund_due(&self.shop.app).await.unwrap();
    }

    /// Everything that must hold of the shop's data holds.
    fn assert_sound(&self) {
        let (file, now) = (self.shop.app.data_dir.join("manetes.sqlite"), self.shop.app.clock.now());
        let findings = db::look(&file, |conn| invariants::check(conn, now)).unwrap();
        let broken: Vec<_> = findings.iter().filter(|finding| finding.broken > 0).collect();
        assert!(broken.is_empty(), "{broken:#?}");
    }

    /// All that the shop believes of the money of an order, and what it told the buyer.
    async fn books(&self, order: &str) -> Value {
        let sql = "SELECT json_object(
                'order', o.status, 'attention', o.attention,
                'attempts', (SELECT json_group_array(json_array(state, refunded_in_cents, payment_ref IS NOT NULL))
                             FROM (SELECT * FROM payment_attempts WHERE order_id = o.id ORDER BY rowid)),
                'refunds', (SELECT json_group_array(json_array(amount_in_cents, reason, state))
                            FROM (SELECT * FROM refunds WHERE order_id = o.id ORDER BY amount_in_cents, reason)),
                'disputes', (SELECT json_group_array(json_array(d.amount_in_cents, d.state)) FROM disputes d
                             JOIN payment_attempts a ON a.id = d.attempt_id WHERE a.order_id = o.id),
                'mails', (SELECT json_group_array(kind) FROM (SELECT message ->> 'kind' AS kind FROM outbox
                          WHERE message ->> 'order_id' = o.id ORDER BY kind))), 0
            FROM orders o WHERE o.id = ?1";
        let (books, _): (String, i64) = self.shop.row(sql, order).await;
        serde_json::from_str(&books).unwrap()
    }
}

/// The same event with something else in its object.
fn with(event: &Value, field: &str, value: Value) -> Value {
    let mut event = event.clone();
    event["id"] = json!(format!("{}_{field}", event["id"].as_str().unwrap()));
    event["data"]["object"][field] = value;
    event
}
