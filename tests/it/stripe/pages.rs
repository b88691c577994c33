//! Payment pages: how they are opened, and what comes of a Stripe that does not answer as it should.

use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use manetes::checkout::worker;
use serde_json::json;

use super::{PRICE, Sale, session_of};
use crate::support::stripe::{Fault, KEY, WEBHOOK_SECRET};

#[tokio::test]
async fn a_purchase_is_paid_when_stripe_says_so() {
    let sale = Sale::new().await;
    let (order, session) = sale.opened().await;
    let asked = sale.stripe.sessions()[&session].clone();
    assert_eq!(asked["amount_total"], PRICE);
    assert_eq!((&asked["locale"], &asked["customer_email"]), (&json!("es"), &json!("ana@example.com")));
    assert_eq!(asked["expires_at"].as_i64().unwrap(), sale.shop.app.clock.now().seconds() + 31 * 60);
    let back = format!("{}/success?order_id={order}&session_id={{CHECKOUT_SESSION_ID}}", sale.shop.base);
    assert_eq!(asked["success_url"], back);
    let again = sale.session(&order).await;
    assert_eq!((again, sale.stripe.posted("checkout/sessions")), (session.clone(), 1), "an open page is offered again");

    sale.stripe.pay(&session);
    assert_eq!(sale.status(&order).await, "pending");
    sale.notify(&sale.stripe.last_event()).await.expect(200);
    let books = sale.books(&order).await;
    assert_eq!(books["order"], "paid");
    assert_eq!(books["attempts"], json!([["paid", 0, 1]]));
    assert_eq!(books["mails"], json!(["order_paid", "order_received"]));
    sale.assert_sound();
}

#[tokio::test]
async fn a_payment_nobody_told_us_of_is_found() {
    let sale = Sale::new().await;
    let (order, session) = sale.opened().await;
    let (other, unpaid) = (sale.order().await, sale.order().await);
    let looked_at = sale.session(&other).await;
    sale.stripe.pay(&session);
    sale.stripe.pay(&looked_at);
    let check = json!({ "order_id": other, "session_id": looked_at });
    let seen = sale.buyer.post("/api/functions/check-payment", check).await.expect(200).json();
    assert_eq!(seen["status"], "paid", "the page of thanks asks");
    sale.shop.app.clock.advance_seconds(4 * 60);
    worker::reconcile(&sale.shop.app, 180).await.unwrap();
    let books = sale.books(&order).await;
    assert_eq!(books["order"], "paid", "the worker asks");
    assert_eq!(sale.status(&unpaid).await, "pending");
    for event in sale.stripe.events() {
        sale.notify(&event).await.expect(200);
    }
    assert_eq!(sale.books(&order).await, books, "late news is no news");
    sale.assert_sound();
}

#[tokio::test]
async fn an_order_nobody_paid_ends_with_its_page() {
    let sale = Sale::new().await;
    let (order, session) = sale.opened().await;
    sale.shop.app.clock.advance_seconds(46 * 60);
    worker::expire_due(&sale.shop.app).await.unwrap();
    assert_eq!(sale.status(&order).await, "cancelled");
    assert_eq!(sale.stripe.sessions()[&session]["status"], "expired");
    let (order, session) = sale.opened().await;
    let cancel = json!({ "order_id": order });
    sale.buyer.post("/api/functions/cancel-order", cancel).await.expect(200);
    assert_eq!(sale.stripe.sessions()[&session]["status"], "expired", "a cancelled order cannot be paid");
    assert_eq!(sale.books(&order).await["attempts"], json!([["expired", 0, 0]]));
    sale.assert_sound();
}

#[tokio::test]
async fn whatever_stripe_answers_the_buyer_is_told_to_try_again_and_then_can() {
    let sale = Sale::new().await;
    for fault in [
        Fault::Status(500, &[]),
        Fault::Status(503, &[("Stripe-Should-Retry", "true")]),
        Fault::Status(429, &[]),
        Fault::Status(409, &[]),
        Fault::Status(401, &[]),
        Fault::Broken,
        Fault::LoseAnswer,
        Fault::Garbage,
        Fault::Endless,
        Fault::Redirect,
        Fault::BreakOff,
    ] {
        let (order, before) = (sale.order().await, sale.stripe.sessions().len());
        sale.stripe.fail_once(fault.clone());
        sale.checkout(&order).await.refused(502, "payment_unavailable");
        let asked = sale.stripe.asked().pop().unwrap().key;
        sale.session(&order).await;
        assert_eq!(sale.stripe.sessions().len(), before + 1, "{fault:?}: one session");
        assert_eq!(sale.books(&order).await["attempts"], json!([["open", 0, 0]]), "{fault:?}: one attempt");
        if !matches!(fault, Fault::Broken) {
            assert_eq!(sale.stripe.asked().pop().unwrap().key, asked, "{fault:?}: under the same key");
        }
    }
    assert!(sale.stripe.asked().iter().all(|asked| asked.path != "/elsewhere"), "a redirect is not followed");
    sale.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_get_one_page() {
    let sale = Sale::new().await;
    let order = sale.order().await;
    let (one, other) = tokio::join!(sale.checkout(&order), sale.checkout_from(&order, "/fr/success"));
    let url = one.expect(200).json()["url"].clone();
    assert_eq!(other.expect(200).json()["url"], url);
    assert_eq!(sale.books(&order).await["attempts"], json!([["open", 0, 0]]));
    sale.stripe.pay(&session_of(&url));
    sale.notify(&sale.stripe.last_event()).await.expect(200);
    assert_eq!(sale.status(&order).await, "paid");
    sale.assert_sound();
}

#[tokio::test]
async fn an_account_without_bizum_takes_cards() {
    let sale = Sale::new().await;
    sale.stripe.has_no_bizum();
    let order = sale.order().await;
    sale.session(&order).await;
    let form = sale.stripe.asked().pop().unwrap().form;
    let methods: Vec<_> = form.iter().filter(|(name, _)| name.starts_with("payment_method_types")).collect();
    assert_eq!(methods, [&("payment_method_types[0]".to_owned(), "card".to_owned())]);
    assert_eq!(sale.stripe.sessions().len(), 1);
    sale.assert_sound();
}

/// What the latest page was asked to take.
fn taken(sale: &Sale) -> Vec<String> {
    let form = sale.stripe.asked().into_iter().rev().find(|asked| asked.method == "POST").unwrap().form;
    form.into_iter().filter(|(name, _)| name.starts_with("payment_method_types")).map(|(_, means)| means).collect()
}

#[tokio::test]
async fn the_button_for_bizum_leads_to_a_page_for_bizum_alone_where_the_account_has_it() {
    let sale = Sale::new().await;
    let means = sale.shop.visitor().get("/api/payment-means").await.expect(200).json();
    assert_eq!(means["means"], json!(["card", "bizum", "apple_pay"]));
    let asked = sale.stripe.asked().len();
    sale.shop.visitor().get("/api/payment-means").await.expect(200);
    assert_eq!(sale.stripe.asked().len(), asked, "what Stripe said holds for an hour");
    let order = sale.order().await;
    let pages = json!({
        "successUrl": format!("{}/success", sale.shop.base), "cancelUrl": format!("{}/cart", sale.shop.base), "bizum": true,
    });
    sale.buyer.post(&format!("/api/orders/{order}/payment"), pages.clone()).await.expect(200);
    assert_eq!(taken(&sale), ["bizum"]);

    let other = Sale::new().await;
    other.stripe.has_no_bizum();
    let means = other.shop.visitor().get("/api/payment-means").await.expect(200).json();
    assert_eq!(means["means"], json!(["card", "apple_pay"]));
    let order = other.order().await;
    let pages = json!({
        "successUrl": format!("{}/success", other.shop.base), "cancelUrl": format!("{}/cart", other.shop.base), "bizum": true,
    });
    other.buyer.post(&format!("/api/orders/{order}/payment"), pages).await.expect(200);
    assert_eq!(taken(&other), ["card"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stripe_that_hangs_keeps_nobody_else_waiting_and_the_buyer_for_fifteen_seconds() {
    let sale = Arc::new(Sale::new().await);
    let order = sale.order().await;
    sale.stripe.fail(Some(Fault::Hang));
    let started = Instant::now();
    let checkout = tokio::spawn({
        let (sale, order) = (sale.clone(), order.clone());
        async move { (sale.checkout(&order).await, started.elapsed()) }
    });
    let (visitor, mut pages) = (sale.shop.visitor(), 0);
    while !checkout.is_finished() {
        visitor.get("/store").await.expect(200);
        pages += 1;
    }
    let (reply, waited) = checkout.await.unwrap();
    reply.refused(502, "payment_unavailable");
    // A busy machine makes it longer, and the pages fewer.
    assert!((14..=40).contains(&waited.as_secs()), "{waited:?}");
    assert!(pages > 20, "pages waited for Stripe: {pages} in {waited:?}");
    assert_eq!(sale.status(&order).await, "pending");
    sale.stripe.fail(None);
    sale.session(&order).await;
    assert_eq!(sale.stripe.sessions().len(), 1);
    assert_eq!(sale.books(&order).await["attempts"], json!([["open", 0, 0]]), "nothing is left behind");
    sale.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn check_asks_stripe_about_the_key() {
    let sale = Sale::new().await;
    let check = |key: &'static str| {
        let (base, data) = (sale.stripe.base.clone(), tempfile::tempdir().unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
        command.args(["check", "--payments", "stripe", "--data-dir"]).arg(data.path());
        command.env("MANETES_STRIPE_SECRET_KEY", key).env("MANETES_STRIPE_WEBHOOK_SECRET", WEBHOOK_SECRET);
        let done = tokio::task::spawn_blocking(move || {
            let _data = data;
            command.env("MANETES_STRIPE_API_BASE", base).output().unwrap()
        });
        async move { String::from_utf8(done.await.unwrap().stdout).unwrap() }
    };
    let said = check(KEY).await;
    let wallets = "wallets on its page: Apple Pay; not switched on in its dashboard: Google Pay, Link";
    assert!(said.contains(&format!("ok    payments      Stripe answers, test mode; {wallets}")), "{said}");
    assert!(said.contains("TODO  payments      the key is for tests"), "{said}");
    let said = check("sk_test_of_another_account_entirely").await;
    assert!(said.contains("FAIL  payments      ") && said.contains("status 401"), "{said}");
}

#[tokio::test]
async fn a_client_may_append_to_the_address_of_the_page_and_still_gets_there() {
    let sale = Sale::new().await;
    let order = sale.order().await;
    let url = sale.checkout(&order).await.expect(200).json()["url"].as_str().unwrap().to_owned();
    let (session, visitor) = (session_of(&json!(url)), sale.shop.visitor());
    let path = url.strip_prefix(&sale.shop.base).unwrap();
    let lead = async |path: &str| {
        let answer = visitor.get(path).await.expect(303);
        answer.headers["location"].to_str().unwrap().to_owned()
    };
    let page = format!("{}/c/pay/{session}", sale.stripe.base);
    assert_eq!(lead(&format!("{path}&lang=es")).await, page);
    assert_eq!(lead(path).await, page);
    sale.stripe.pay(&session);
    sale.notify(&sale.stripe.last_event()).await.expect(200);
    assert_eq!(lead(&format!("{path}&lang=es")).await, format!("{}/order/{order}", sale.shop.base));
    assert_eq!(lead("/pay/none?order=1&lang=es").await, format!("{}/account", sale.shop.base));
}
