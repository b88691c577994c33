//! Killed while payments arrive: the buyer clicks, the provider tells us until we have taken it.

use manetes::clock::Clock;
use reqwest::Method;
use serde_json::json;

use super::{Ordered, Ready, let_pass, order, signature};
use crate::support::{Dice, Person, Program, until};

const SKU: &str = "FON-LAT-40";
const BUYERS: usize = 4;

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_payments_arrive_it_applies_each_once() {
    every_payment_is_applied_once(12).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn killed_a_hundred_times_while_payments_arrive() {
    every_payment_is_applied_once(100).await;
}

/// A payment under way.
#[derive(Clone)]
pub struct Payment {
    pub order: String,
    /// The path of the provider's page.
    page: String,
    /// What the provider says of it.
    notification: String,
}

async fn every_payment_is_applied_once(kills: u64) {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    let buyer = program.customer("ana@example.com").await;
    let variant = program.variant(SKU);
    program.command(&["set-stock", SKU, "5000"]);
    let key: Vec<u8> =
        program.database().query_row("SELECT value FROM secrets WHERE name = 'sandbox'", [], |row| row.get(0)).unwrap();
    let (mut dice, mut ready, mut lost, mut to_cancel) = (Dice::new(2), Ready::default(), 0, None);
    for round in 0..kills {
        let mut payments = Vec::new();
        for n in 0..BUYERS {
            payments.push(begin(&program, &buyer, &variant, &format!("{round}-{n}")).await);
        }
        let paying: Vec<_> =
            payments.iter().map(|payment| tokio::spawn(pay(buyer.clone(), payment.clone(), key.clone()))).collect();
        let_pass(&mut dice, 25).await;
        program.kill();
        ready.0.push(program.restart().await);
        for (payment, paying) in payments.iter().zip(paying) {
            if !paying.await.unwrap() {
                lost += 1;
                assert!(pay(buyer.clone(), payment.clone(), key.clone()).await, "the program is up again");
            }
        }
        for payment in &payments {
            until_paid(&buyer, &payment.order).await;
        }
        // Its refund is made around the next kill.
        if let Some(order) = to_cancel.replace(payments.swap_remove(0).order) {
            program.command(&["cancel-order", &order]);
        }
        program.assert_sound();
    }
    assert!(lost > 0, "no kill was in any payment's way");
    ready.report(&format!("{} payments, {lost} of them without an answer at first", kills * BUYERS as u64));
    all_refunds_are_made(&mut program).await;
    program.assert_sound();
}

/// An order with its payment page open.
pub async fn begin(program: &Program, buyer: &Person, variant: &str, key: &str) -> Payment {
    let Ordered::Placed(order) = order(buyer, variant, key).await else { panic!("an order is placed") };
    let started = buyer
        .post(
            "/api/store/store_manetes/checkout",
            json!({
                "items": [{ "variant_id": variant, "quantity": 1 }], "order_id": order, "locale": "es",
                "timeZone": "Europe/Madrid",
                "successUrl": format!("{}/success", program.base), "cancelUrl": format!("{}/cart", program.base),
            }),
        )
        .await
        .expect(200)
        .json();
    let page = started["url"].as_str().unwrap().strip_prefix(&program.base).unwrap().to_owned();
    let path = page.split('?').next().unwrap();
    let session = path.rsplit('/').next().unwrap();
    let sql = "SELECT id, amount_in_cents FROM payment_attempts WHERE provider_ref = ?1";
    let (attempt, amount): (String, i64) =
        program.database().query_row(sql, [session], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let notification = json!({
        "id": format!("evt_{key}"), "type": "session.paid", "created": Clock::system().now().seconds(),
        "data": { "session_id": session, "reference": attempt, "amount": amount, "currency": "EUR" },
    });
    Payment { order, page, notification: notification.to_string() }
}

/// A click on the provider's page, and the provider's notification; whether both were answered.
pub async fn pay(buyer: Person, payment: Payment, key: Vec<u8>) -> bool {
    let click = buyer.request(Method::POST, &payment.page).header("content-type", "application/x-www-form-urlencoded");
    match click.body("action=pay").send().await {
        Ok(answer) => assert_eq!(answer.status(), 303),
        Err(_) => return false,
    }
    let t = Clock::system().now().seconds();
    let header = signature(&key, t, payment.notification.as_bytes());
    let request = buyer.request(Method::POST, "/api/webhooks/sandbox").header("content-type", "application/json");
    match request.header("Sandbox-Signature", header).body(payment.notification).send().await {
        Ok(answer) => assert_eq!(answer.status(), 200),
        Err(_) => return false,
    }
    true
}

pub async fn until_paid(buyer: &Person, order: &str) {
    let is_paid = async || buyer.get(&format!("/api/orders/{order}")).await.expect(200).json()["status"] == "paid";
    until(&format!("{order} is paid"), is_paid).await;
}

/// The provider's books at the end: each refund once, as it was asked for.
async fn all_refunds_are_made(program: &mut Program) {
    program.kill();
    program.restart().await;
    let conn = program.database();
    let number = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    until("every refund is made", async || number("SELECT count(*) FROM refunds WHERE state <> 'done'") == 0).await;
    let wrong = "SELECT count(*) FROM refunds r FULL JOIN sandbox_refunds s ON s.id = r.id
                 WHERE s.amount_in_cents IS NOT r.amount_in_cents";
    assert_eq!(number(wrong), 0, "the provider has given back what was asked for");
    assert!(number("SELECT count(*) FROM refunds") > 0);
}
