//! Events: forged, doubled, in any order, of another mode, and signed with a secret that is being replaced.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{PRICE, Sale, stripe, with};
use crate::support::TestShop;

/// An order of whose money Stripe has six things to say: a page that expired, another that was paid, a refund made in
/// Stripe's panel, the same refund again, and a dispute that was opened and won.
async fn six_events(sale: &Sale) -> (String, Vec<Value>) {
    let (order, first) = sale.opened().await;
    // A page with less than two minutes left is closed, and another opened.
    sale.expire_page(&first).await;
    let second = sale.session(&order).await;
    assert_ne!(first, second);
    sale.stripe.pay(&second);
    let refund = sale.stripe.refund_in_panel(&second, 1000);
    sale.stripe.refund_becomes(&refund, "succeeded");
    let dispute = sale.stripe.dispute(&second);
    sale.stripe.close_dispute(&dispute, "won");
    let payment = &sale.stripe.sessions()[&second]["payment_intent"];
    let is_of_it = |object: &Value| object["id"] == *first || object["payment_intent"] == *payment;
    let events = sale.stripe.events().into_iter().filter(|event| is_of_it(&event["data"]["object"])).collect();
    (order, events)
}

/// Every order of `n` things.
fn orders_of(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in orders_of(n - 1) {
        for at in 0..n {
            let mut longer = shorter.clone();
            longer.insert(at, n - 1);
            all.push(longer);
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn six_events_in_every_order_and_a_hundred_times_each_end_alike() {
    let sale = Arc::new(Sale::new().await);
    let (order, events) = six_events(&sale).await;
    assert_eq!(events.len(), 6, "{events:#?}");
    for event in &events {
        sale.notify(event).await.expect(200);
    }
    let expected = sale.books(&order).await;
    let mails = json!(["order_paid", "order_received", "order_refunded"]);
    assert_eq!(
        expected,
        json!({ "order": "paid", "attention": "dispute_won", "attempts": [["expired", 0, 0], ["paid", 1000, 1]],
                "refunds": [[1000, "outside", "done"]], "disputes": [[PRICE, "won"]], "mails": mails }),
    );
    for event in &events {
        for _ in 0..100 {
            sale.notify(event).await.expect(200);
        }
    }
    assert_eq!(sale.books(&order).await, expected, "each a hundred times");

    let mut all = orders_of(6);
    assert_eq!(all.len(), 720);
    let mut runs = JoinSet::new();
    while let Some(sequence) = all.pop() {
        if runs.len() == 16 {
            runs.join_next().await.unwrap().unwrap();
        }
        let (sale, expected) = (sale.clone(), expected.clone());
        runs.spawn(async move {
            let (order, events) = six_events(&sale).await;
            for at in &sequence {
                sale.notify(&events[*at]).await.expect(200);
            }
            assert_eq!(sale.books(&order).await, expected, "{sequence:?}");
        });
    }
    runs.join_all().await;
    sale.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_forged_events_change_nothing() {
    let sale = Arc::new(Sale::new().await);
    let (order, session) = sale.opened().await;
    sale.stripe.pay(&session);
    let body = sale.stripe.last_event().to_string();
    let now = sale.shop.app.clock.now().seconds();
    let genuine = stripe::sign(stripe::WEBHOOK_SECRET, &body, now);
    let watch = rusqlite::Connection::open(sale.shop.app.data_dir.join("manetes.sqlite")).unwrap();
    let version = || watch.query_row("PRAGMA data_version", [], |row| row.get::<_, i64>(0)).unwrap();
    let before = version();
    let mut deliveries = JoinSet::new();
    for n in 0..10_000_usize {
        if deliveries.len() == 16 {
            deliveries.join_next().await.unwrap().unwrap();
        }
        let skew = 301 + i64::try_from(n).unwrap();
        let (forged, signature) = match n % 8 {
            0 => (body.replacen("evt_", &format!("evt_{n}"), 1), genuine.clone()),
            1 => (body.clone(), stripe::sign(&format!("whsec_{n:0>26}"), &body, now)),
            2 => (body.clone(), stripe::sign("", &body, now)),
            3 => (body.clone(), stripe::sign(stripe::WEBHOOK_SECRET, &body, now - skew)),
            4 => (body.clone(), stripe::sign(stripe::WEBHOOK_SECRET, &body, now + skew)),
            5 => (body.clone(), genuine.replace("v1=", "v2=")),
            6 => (body.clone(), genuine[..n % genuine.len().min(70)].to_owned()),
            _ => (body.chars().take(n % body.chars().count()).collect(), genuine.clone()),
        };
        let sale = sale.clone();
        deliveries.spawn(async move {
            sale.deliver(&forged, &signature).await.refused(400, "invalid_signature");
        });
    }
    deliveries.join_all().await;
    assert_eq!(version(), before, "something was written");
    assert_eq!(sale.status(&order).await, "pending");
    sale.deliver(&body, &genuine).await.expect(200);
    assert_eq!(sale.status(&order).await, "paid", "the one they were made of");
    sale.assert_sound();
}

#[tokio::test]
async fn what_differs_from_what_was_asked_is_kept_and_shown_to_a_person() {
    let sale = Sale::new().await;
    for (field, value) in [
        ("amount_total", json!(PRICE - 1)),
        ("amount_total", json!(PRICE + 1)),
        ("amount_total", json!(0)),
        ("currency", json!("usd")),
        ("livemode", json!(true)),
        ("client_reference_id", json!("another")),
        ("client_reference_id", json!(null)),
    ] {
        let (order, session) = sale.opened().await;
        sale.stripe.pay(&session);
        let event = sale.stripe.last_event();
        sale.notify(&with(&event, field, value.clone())).await.expect(200);
        let books = sale.books(&order).await;
        assert_eq!(
            (&books["order"], &books["attention"]),
            (&json!("pending"), &json!("amount_differs")),
            "{field} {value}"
        );
        assert_eq!(books["attempts"], json!([["open", 0, 0]]));
        let sql = "SELECT count(*), f.outcome FROM payment_facts f JOIN payment_attempts a ON a.id = f.attempt_id
                   WHERE a.order_id = ?1 AND length(f.raw_sha256) = 32";
        assert_eq!(sale.shop.row(sql, &order).await, (1, String::from("differs")), "{field} {value}");
        sale.notify(&event).await.expect(200);
        assert_eq!(sale.status(&order).await, "paid", "the truth still counts");
    }
    sale.assert_sound();
}

#[tokio::test]
async fn while_a_webhook_secret_is_replaced_both_are_good() {
    let next = "whsec_9876543210abcdefghijklmnop";
    let (shop, stripe) = TestShop::paid_through_stripe(|settings| {
        settings.webhook_secret = Some(format!("{next}, {}", stripe::WEBHOOK_SECRET).into());
    })
    .await;
    let sale = Sale::of(shop, stripe).await;
    for secret in [stripe::WEBHOOK_SECRET, next] {
        let (order, session) = sale.opened().await;
        sale.stripe.pay(&session);
        let body = sale.stripe.last_event().to_string();
        let now = sale.shop.app.clock.now().seconds();
        sale.deliver(&body, &stripe::sign("whsec_of_nobody_at_all_______", &body, now)).await.expect(400);
        sale.deliver(&body, &stripe::sign(secret, &body, now)).await.expect(200);
        assert_eq!(sale.status(&order).await, "paid");
    }
    sale.assert_sound();
}

#[tokio::test]
async fn what_says_nothing_is_taken_and_what_is_too_long_is_not() {
    let sale = Sale::new().await;
    let (order, _) = sale.opened().await;
    for event in [
        json!({}),
        json!([]),
        json!({ "id": "evt_1", "type": "customer.created", "livemode": false, "data": { "object": {} } }),
    ] {
        sale.notify(&event).await.expect(200);
    }
    sale.notify(&json!({ "id": "evt_2", "padding": "x".repeat(256 * 1024) })).await.expect(413);
    let visitor = TestShop::empty().await.visitor();
    visitor.post("/api/webhooks/stripe", json!({})).await.refused(404, "not_found");
    assert_eq!(sale.books(&order).await["attempts"], json!([["open", 0, 0]]));
    sale.assert_sound();
}
