//! Who is reminded of an order that waits for its payment: once, and nobody who has paid.

use std::sync::Arc;

use manetes::audit::Actor;
use manetes::checkout::{self, reminder};
use manetes::clock::Timestamp;
use manetes::mail::outbox::Mailer;
use manetes::mail::transport::Transport;
use manetes::settings::Settings;
use manetes::{db, mail};
use reqwest::Method;
use serde_json::json;

use crate::guests::{Bought, CREATE, MAIL, bought, wanted};
use crate::support::{Person, TestShop};

const MINUTE: i64 = 60;

/// How many are reminded now.
async fn round(shop: &TestShop) -> usize {
    reminder::round(&shop.app).await.unwrap()
}

async fn reminded(shop: &TestShop) -> usize {
    shop.mails_of("order_reminder").await.len()
}

async fn set(shop: &TestShop, minutes: &'static str) {
    let now = shop.app.clock.now();
    let set = move |tx: &manetes::db::Tx<'_>| Settings::set(tx, "orders.payment_reminder", minutes, now).map(drop);
    shop.app.db.write(set).await.unwrap();
}

/// Opens the payment page of an order; its path.
async fn page_of(shop: &TestShop, buyer: &Person, order: &str) -> String {
    let pages = json!({
        "successUrl": format!("{}/success?order_id={order}", shop.base), "cancelUrl": format!("{}/cart", shop.base),
    });
    let opened = buyer.post(&format!("/api/orders/{order}/payment"), pages).await.expect(200).json();
    opened["url"].as_str().unwrap().strip_prefix(&shop.base).unwrap().to_owned()
}

async fn pay_at(buyer: &Person, page: &str) {
    let click = buyer.request(Method::POST, page).header("content-type", "application/x-www-form-urlencoded");
    buyer.send(click.body("action=pay")).await.expect(303);
}

#[tokio::test]
async fn who_leaves_an_order_is_reminded_once_while_there_is_time_to_pay() {
    let shop = TestShop::demo().await;
    let Bought { id, .. } = shop.bought(MAIL).await;
    shop.app.clock.advance_seconds(20 * MINUTE - 1);
    assert_eq!(round(&shop).await, 0);
    shop.app.clock.advance_seconds(1);
    assert_eq!((round(&shop).await, round(&shop).await), (1, 0));
    let mails = shop.mails_of("order_reminder").await;
    assert_eq!((mails.len(), &mails[0]["order_id"]), (1, &json!(id)));
    let (until, _): (i64, i64) = shop.row("SELECT expires_at, 0 FROM orders WHERE id = ?1", &id).await;
    assert_eq!(mails[0]["kept_until"], Timestamp::from_millis(until).to_local()[..16], "it says until when");
    shop.app.clock.advance_seconds(5 * MINUTE);
    assert_eq!(round(&shop).await, 0);
    let events: (i64, i64) =
        shop.row("SELECT count(*), 0 FROM order_events WHERE order_id = ?1 AND kind = 'payment_reminded'", &id).await;
    assert_eq!(events.0, 1);
}

#[tokio::test]
async fn nobody_is_reminded_of_what_ends_soon_was_cancelled_or_where_the_firm_does_not_want_it() {
    let shop = TestShop::demo().await;
    let ana = shop.customer("ana@example.com").await;
    shop.pending_order(&ana).await;
    set(&shop, "0").await;
    shop.app.clock.advance_seconds(30 * MINUTE);
    assert_eq!(round(&shop).await, 0, "switched off");
    set(&shop, "30").await;
    shop.app.clock.advance_seconds(6 * MINUTE);
    assert_eq!(round(&shop).await, 0, "it has nine minutes left");
    let pau = shop.customer("pau@example.com").await;
    let order = shop.pending_order(&pau).await;
    pau.post("/api/functions/cancel-order", json!({ "order_id": order })).await.expect(200);
    shop.app.clock.advance_seconds(30 * MINUTE);
    assert_eq!((round(&shop).await, reminded(&shop).await), (0, 0));
}

#[tokio::test]
async fn who_has_paid_is_not_reminded_though_the_provider_has_not_told_yet() {
    let shop = TestShop::demo().await;
    let ana = shop.customer("ana@example.com").await;
    let order = shop.pending_order(&ana).await;
    let page = page_of(&shop, &ana, &order).await;
    pay_at(&ana, &page).await;
    let (status, _): (String, i64) = shop.row("SELECT status, 0 FROM orders WHERE id = ?1", &order).await;
    assert_eq!(status, "pending", "no notification has come");
    shop.app.clock.advance_seconds(20 * MINUTE);
    assert_eq!((round(&shop).await, reminded(&shop).await), (0, 0));
    let (status, _): (String, i64) = shop.row("SELECT status, 0 FROM orders WHERE id = ?1", &order).await;
    assert_eq!(status, "paid", "it was asked");
}

#[tokio::test]
async fn who_has_just_opened_the_page_again_is_left_in_peace() {
    let shop = TestShop::demo().await;
    let ana = shop.customer("ana@example.com").await;
    let order = shop.pending_order(&ana).await;
    shop.app.clock.advance_seconds(15 * MINUTE);
    let page = page_of(&shop, &ana, &order).await;
    shop.app.clock.advance_seconds(6 * MINUTE);
    assert_eq!(round(&shop).await, 0);
    assert_eq!(page_of(&shop, &ana, &order).await, page, "one that is open is offered again");
    shop.app.clock.advance_seconds(19 * MINUTE);
    assert_eq!(round(&shop).await, 0);
    shop.app.clock.advance_seconds(MINUTE);
    assert_eq!(round(&shop).await, 1);
}

#[tokio::test]
async fn of_two_orders_of_the_same_only_the_later_is_told_of_and_none_once_one_is_paid() {
    let shop = TestShop::demo().await;
    let (ana, pau) = (shop.customer("ana@example.com").await, shop.customer("pau@example.com").await);
    shop.pending_order(&ana).await;
    shop.pending_order(&pau).await;
    shop.app.clock.advance_seconds(MINUTE);
    let later = shop.pending_order(&ana).await;
    let paid = shop.pending_order(&pau).await;
    let page = page_of(&shop, &pau, &paid).await;
    pay_at(&pau, &page).await;
    manetes::checkout::worker::reconcile(&shop.app, 0).await.unwrap();
    shop.app.clock.advance_seconds(20 * MINUTE);
    assert_eq!(round(&shop).await, 1);
    assert_eq!(shop.mails_of("order_reminder").await[0]["order_id"], json!(later));
}

#[tokio::test]
async fn an_address_that_nobody_has_proven_gets_one_reminder_a_day() {
    let shop = TestShop::demo().await;
    shop.bought(MAIL).await;
    shop.app.clock.advance_seconds(20 * MINUTE);
    assert_eq!(round(&shop).await, 1);
    let (variant, _) = shop.variant("CER-CIL-3030").await;
    shop.visitor().post(CREATE, wanted(&variant, 1, MAIL)).await.expect(201);
    shop.app.clock.advance_seconds(20 * MINUTE);
    assert_eq!((round(&shop).await, reminded(&shop).await), (0, 1));
}

#[tokio::test]
async fn a_reminder_that_waited_until_its_order_was_paid_or_over_ends_unsent_and_nobody_is_told() {
    let shop = TestShop::demo().await;
    let (ana, pau) = (shop.customer("ana@example.com").await, shop.customer("pau@example.com").await);
    let paid = shop.pending_order(&ana).await;
    let page = page_of(&shop, &ana, &paid).await;
    let over = shop.pending_order(&pau).await;
    shop.app.clock.advance_seconds(20 * MINUTE);
    assert_eq!(round(&shop).await, 2);
    let outgoing = tempfile::tempdir().unwrap();
    let transport = Transport::new(None, outgoing.path().to_owned()).unwrap();
    let mailer = Arc::new(Mailer::new(transport, "no-reply@example.com".parse().unwrap()));
    pay_at(&ana, &page).await;
    checkout::worker::reconcile(&shop.app, 0).await.unwrap();
    shop.app.clock.advance_seconds(26 * MINUTE);
    shop.send_due(&mailer).await.unwrap();
    let ended = "SELECT state, owner_told FROM outbox WHERE message ->> 'kind' = 'order_reminder'
                     AND message ->> 'order_id' = ?1";
    for order in [&paid, &over] {
        assert_eq!(shop.row::<String, i64>(ended, order).await, (String::from("dead"), 1));
    }

    // Tried again by hand, it is no less over; all that were given up, it is none of them.
    let now = shop.app.clock.now();
    let again = move |tx: &db::Tx<'_>| mail::retry_all(tx, &Actor::System, now);
    assert_eq!(shop.app.db.write(again).await.unwrap(), 0);
    let (id, _): (String, i64) = shop
        .row(
            "SELECT id, 0 FROM outbox WHERE message ->> 'kind' = 'order_reminder' AND message ->> 'order_id' = ?1",
            &over,
        )
        .await;
    assert!(shop.app.db.write(move |tx| mail::retry(tx, &Actor::System, &id, now)).await.unwrap());
    shop.send_due(&mailer).await.unwrap();
    assert_eq!(shop.row::<String, i64>(ended, &over).await, (String::from("dead"), 1));
}

#[tokio::test]
async fn of_a_guest_who_was_reminded_today_the_provider_is_not_asked() {
    let shop = TestShop::demo().await;
    shop.bought(MAIL).await;
    shop.app.clock.advance_seconds(20 * MINUTE);
    assert_eq!(round(&shop).await, 1);
    let (variant, _) = shop.variant("CER-CIL-3030").await;
    let guest = shop.visitor();
    let order = bought(guest.post(CREATE, wanted(&variant, 1, MAIL)).await);
    let pages = json!({
        "items": [{ "variant_id": variant, "quantity": 1 }], "order_id": order.id, "order_key": order.key,
        "successUrl": format!("{}/success?order_id={}", shop.base, order.id), "cancelUrl": format!("{}/cart", shop.base),
    });
    let opened = guest.post("/api/store/store_manetes/checkout", pages).await.expect(200).json();
    pay_at(&guest, opened["url"].as_str().unwrap().strip_prefix(&shop.base).unwrap()).await;
    shop.app.clock.advance_seconds(20 * MINUTE);
    assert_eq!(round(&shop).await, 0);
    let (status, _): (String, i64) = shop.row("SELECT status, 0 FROM orders WHERE id = ?1", &order.id).await;
    assert_eq!(status, "pending", "asked, it would have told of the payment");
}
