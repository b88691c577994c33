//! Orders, as far as a test needs them to be.

use manetes::checkout::worker;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Person, Reply, TestShop, address};

/// What is ordered.
pub const SKU: &str = "FON-LAT-40";

/// A carrier's number.
pub const TRACKING: &str = "PQ4E8X0700012340108001A";

impl TestShop {
    /// An order of one unit that waits for its payment.
    pub async fn pending_order(&self, buyer: &Person) -> String {
        self.pending_order_of(buyer, 1).await
    }

    async fn pending_order_of(&self, buyer: &Person, units: i64) -> String {
        let (variant, _) = self.variant(SKU).await;
        buyer.order(&variant, units).await.expect(201).json()["orderId"].as_str().unwrap().to_owned()
    }

    /// An order of one unit that was paid on the provider's page.
    pub async fn paid_order(&self, buyer: &Person) -> String {
        self.paid_order_of(buyer, 1).await
    }

    /// So many units, paid likewise.
    pub async fn paid_order_of(&self, buyer: &Person, units: i64) -> String {
        let order = self.pending_order_of(buyer, units).await;
        self.pay(buyer, &order, units).await;
        order
    }

    /// An order of several things, paid likewise.
    pub async fn paid_order_for(&self, buyer: &Person, items: &Value) -> String {
        let body = json!({ "shipping_address": address(), "items": items });
        let made = buyer.post("/api/functions/create-order-and-send-email", body).await.expect(201).json();
        let order = made["orderId"].as_str().unwrap().to_owned();
        self.pay_for(buyer, &order, items).await;
        order
    }

    /// Pays an order of so many units on the provider's page.
    pub async fn pay(&self, buyer: &Person, order: &str, units: i64) {
        let (variant, _) = self.variant(SKU).await;
        self.pay_for(buyer, order, &json!([{ "variant_id": variant, "quantity": units }])).await;
    }

    async fn pay_for(&self, buyer: &Person, order: &str, items: &Value) {
        let body = json!({
            "items": items,
            "successUrl": format!("{}/success?order_id={order}", self.base),
            "cancelUrl": format!("{}/cart", self.base),
            "locale": "fr", "timeZone": "Europe/Madrid", "order_id": order,
        });
        let url = buyer.post("/api/store/store_manetes/checkout", body).await.expect(200).json()["url"].clone();
        let page = url.as_str().unwrap().strip_prefix(&self.base).unwrap();
        let click = buyer.request(Method::POST, page).header("content-type", "application/x-www-form-urlencoded");
        buyer.send(click.body("action=pay")).await;
        worker::reconcile(&self.app, 0).await.unwrap();
    }
}

impl Person {
    /// Does something with an order at the desk.
    pub async fn act(&self, order: &str, act: &str, body: Value) -> Reply {
        self.post(&format!("/api/admin/orders/{order}/{act}"), body).await
    }
}
