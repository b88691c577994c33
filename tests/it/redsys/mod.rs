//! Paying at the bank: the form, the notification, the question and the refund, with a Redsys on this machine.

mod payments;
mod refunds;

use std::collections::BTreeMap;

use manetes::checkout::worker;
use reqwest::Method;
use serde_json::{Value, json};
use url::Url;

use crate::support::redsys::{self, Operation};
use crate::support::{Person, Program, Redsys, Reply, TestShop, until};

/// How long a page leads to the bank, and how long the bank's own may last after it.
const PAGE: i64 = 31 * 60;
const GRACE: i64 = 30 * 60;

const SKU: &str = "FON-LAT-40";

/// Somebody who has been led to the bank.
struct Visit {
    order: String,
    session: String,
    /// What the bank calls the order.
    number: String,
    path: String,
    page: Reply,
}

impl Redsys {
    async fn visit(&self, buyer: &Person, variant: &str) -> Visit {
        let order = buyer.order(variant, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
        self.visit_again(buyer, variant, &order).await
    }

    async fn visit_again(&self, buyer: &Person, variant: &str, order: &str) -> Visit {
        let start = json!({
            "items": [{ "variant_id": variant, "quantity": 1 }], "order_id": order,
            "successUrl": format!("{}/success?order_id={order}", buyer.base),
            "cancelUrl": format!("{}/cart?cancelled=1", buyer.base),
        });
        let url = buyer.post("/api/store/store_manetes/checkout", start).await.expect(200).json()["url"].clone();
        let path = url.as_str().unwrap().strip_prefix(&buyer.base).unwrap().to_owned();
        let page = Person { token: None, ..buyer.clone() }.get(&path).await.expect(200);
        let number = self.arrive(&page.text).await;
        let back = Url::parse(&redsys::text(&self.order(&number).said, "DS_MERCHANT_URLOK")).unwrap();
        let session = back.query_pairs().find(|(name, _)| name == "session_id").unwrap().1.into_owned();
        Visit { order: order.to_owned(), session, number, path, page }
    }
}

impl Redsys {
    /// The body of a notification of a refund.
    fn of_refund(&self, number: &str, amount: i64, mark: &str, hour: &str) -> String {
        let amount = amount.to_string();
        let other =
            [("Ds_TransactionType", "3"), ("Ds_Amount", &*amount), ("Ds_MerchantData", mark), ("Ds_Hour", hour)];
        self.notification(number, "0900", &other)
    }
}

impl Person {
    async fn status_of(&self, order: &str) -> String {
        let order = self.get(&format!("/api/orders/{order}")).await.expect(200).json();
        order["status"].as_str().unwrap().to_owned()
    }
}

impl TestShop {
    /// Status and flag of an order.
    async fn stands(&self, order: &str) -> (String, Option<String>) {
        self.row("SELECT status, attention FROM orders WHERE id = ?1", order).await
    }

    /// How many facts were stored, and how many of them in vain.
    async fn facts(&self) -> (i64, i64) {
        let sql = "SELECT count(*), count(*) FILTER (WHERE outcome = 'differs') FROM payment_facts WHERE provider = ?1";
        self.row(sql, "redsys").await
    }

    /// State and last error of an order's newest refund.
    async fn refund(&self, order: &str) -> (String, Option<String>) {
        let sql = "SELECT state, last_error FROM refunds WHERE order_id = ?1 ORDER BY created_at DESC, rowid DESC";
        self.row(sql, order).await
    }
}

async fn shop() -> (TestShop, Redsys, Person, String) {
    let redsys = Redsys::start().await;
    let shop = TestShop::paid_through_redsys(&redsys).await;
    let (buyer, (variant, _)) = (shop.customer("ana@example.com").await, shop.variant(SKU).await);
    (shop, redsys, buyer, variant)
}
