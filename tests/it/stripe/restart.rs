//! The program itself, killed while Stripe works for it.

use manetes::clock::Clock;
use serde_json::json;

use super::SKU;
use crate::support::stripe::{Fault, KEY, WEBHOOK_SECRET};
use crate::support::{Person, Program, Stripe, until};

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_stripe_opens_a_page_it_finds_that_page_and_then_its_payment() {
    let stripe = Stripe::start(Clock::system()).await;
    let options = [
        String::from("--payments=stripe"),
        format!("--stripe-secret-key={KEY}"),
        format!("--stripe-webhook-secret={WEBHOOK_SECRET}"),
        format!("--stripe-api-base={}", stripe.base),
    ];
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start_with(dir.path(), &options).await;
    let buyer = program.customer("ana@example.com").await;
    let variant = program.variant(SKU);
    let order = buyer.order(&variant, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
    let start = json!({
        "items": [{ "variant_id": variant, "quantity": 1 }], "order_id": order, "locale": "fr",
        "successUrl": format!("{}/success", program.base), "cancelUrl": format!("{}/cart", program.base),
    });
    stripe.fail_once(Fault::DoneButSilent);
    let request = buyer.request(reqwest::Method::POST, "/api/store/store_manetes/checkout").json(&start);
    let waiting = tokio::spawn(request.send());
    until("Stripe has opened the page", async || stripe.sessions().len() == 1).await;
    program.kill();
    assert!(waiting.await.unwrap().is_err(), "nobody was answered");
    program.restart().await;

    let url = buyer.post("/api/store/store_manetes/checkout", start).await.expect(200).json()["url"].clone();
    let session = stripe.sessions().into_keys().next().unwrap();
    let ours = format!("{}/pay/{session}?order={}", program.base, &order[..8]);
    assert_eq!((url.as_str(), stripe.sessions().len()), (Some(ours.as_str()), 1));
    program.kill();
    stripe.pay(&session);
    program.restart().await;
    until("the payment is found", async || status(&buyer, &order).await == "paid").await;
    program.assert_sound();
}

async fn status(buyer: &Person, order: &str) -> String {
    let order = buyer.get(&format!("/api/orders/{order}")).await.expect(200).json();
    order["status"].as_str().unwrap().to_owned()
}
