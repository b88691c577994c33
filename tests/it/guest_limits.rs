//! Buying without an account, by somebody who means harm: to an address that is not theirs, to the stock, to the database.

use manetes::{db, invariants, orders};
use reqwest::Method;
use serde_json::json;

use crate::guests::{Bought, CREATE, MAIL, bought, wanted};
use crate::support::{SKU, TestShop};

async fn ask_for_link(shop: &TestShop, order: &Bought) {
    shop.visitor().post(&format!("/api/orders/{}/link", order.id), json!({})).await.expect(202);
}

#[tokio::test]
async fn an_address_gets_three_links_a_day_however_many_orders_are_placed_with_it_and_none_to_what_is_over() {
    let shop = TestShop::demo().await;
    for _ in 0..5 {
        ask_for_link(&shop, &shop.bought(MAIL).await).await;
    }
    assert_eq!(shop.mails_of("order_link").await.len(), 3);
    let over = shop.bought("eve@example.com").await;
    let cancel = shop.visitor().request(Method::POST, &format!("/api/orders/{}/cancel", over.id));
    shop.visitor().send(cancel.header("X-Order-Key", &over.key).header("content-length", "0")).await.expect(200);
    ask_for_link(&shop, &over).await;
    assert_eq!(shop.mails_of("order_link").await.len(), 3);
}

#[tokio::test]
async fn an_order_whose_receipt_was_withheld_is_sound_when_its_buyer_makes_it_their_own() {
    let shop = TestShop::demo().await;
    for _ in 0..3 {
        shop.bought(MAIL).await;
    }
    let fourth = shop.bought(MAIL).await;
    assert_eq!(shop.mails_of("order_received").await.len(), 3, "the fourth told nobody");
    let nuria = shop.customer(MAIL).await;
    nuria.claim(&fourth.id, &shop.claim_token(&fourth).await).await.expect(200);
    let now = shop.app.clock.now();
    let broken = shop.app.db.read(move |conn| invariants::broken_whenever(conn, now)).await.unwrap();
    assert!(broken.is_empty(), "{broken:?}");
}

#[tokio::test]
async fn nobody_makes_more_unpaid_orders_their_own_than_they_could_have_placed() {
    let shop = TestShop::demo().await;
    let nuria = shop.customer(MAIL).await;
    let mut claimed = Vec::new();
    for _ in 0..4 {
        let order = shop.bought(MAIL).await;
        let token = shop.claim_token(&order).await;
        claimed.push(nuria.claim(&order.id, &token).await.status.as_u16());
    }
    assert_eq!(claimed, [200, 200, 200, 429]);
}

#[tokio::test]
async fn a_program_whose_session_is_over_is_told_so_and_buys_for_nobody() {
    let shop = TestShop::demo().await;
    let (variant, _) = shop.variant(SKU).await;
    let ana = shop.customer("ana@example.com").await;
    shop.app.clock.advance_seconds(2 * 3600);
    ana.post(CREATE, wanted(&variant, 1, "ana@example.com")).await.refused(401, "unauthorized");
    // The key of an order opens it all the same.
    let order = shop.bought(MAIL).await;
    ana.see(&order).await.expect(200);
}

#[tokio::test]
async fn the_database_holds_nothing_that_could_ask_for_a_guests_key_again() {
    let shop = TestShop::demo().await;
    let (variant, _) = shop.variant(SKU).await;
    let send = async |key: &str| {
        let request = shop.visitor().request(Method::POST, CREATE).header("Idempotency-Key", key);
        shop.visitor().send(request.json(&wanted(&variant, 1, MAIL))).await
    };
    let key = "a-random-key-of-the-browser";
    let order = bought(send(key).await);
    assert_eq!(bought(send(key).await).key, order.key);
    let (kept, _): (String, i64) = shop.row("SELECT idempotency_key, 0 FROM orders WHERE id = ?1", &order.id).await;
    let again = bought(send(&kept).await);
    assert_ne!(again.id, order.id, "what is kept is not what is sent");
}

#[tokio::test]
async fn who_never_paid_is_forgotten_after_three_months_and_who_has_an_account_is_not() {
    let shop = TestShop::demo().await;
    let (order, ana) = (shop.bought(MAIL).await, shop.customer("ana@example.com").await);
    let of_account = shop.pending_order(&ana).await;
    let end = "UPDATE orders SET status = 'cancelled', cancellation_reason = 'expired'";
    shop.app.db.write(move |tx| Ok::<_, db::Error>(tx.execute(end, [])?)).await.unwrap();
    shop.app.clock.advance_seconds(91 * 86_400);
    let (db, data_dir, now) = (shop.app.db.clone(), shop.app.data_dir.clone(), shop.app.clock.now());
    let round = move || manetes::privacy::retention::round(&db, &data_dir, now);
    tokio::task::spawn_blocking(round).await.unwrap().unwrap();
    let find = |id: String| shop.app.db.read(move |conn| orders::find(conn, &id));
    let (forgotten, kept) = (find(order.id).await.unwrap().unwrap(), find(of_account).await.unwrap().unwrap());
    assert_eq!((forgotten.email.as_str(), forgotten.shipping_address.name.as_str()), ("", "-"));
    assert_eq!((forgotten.key_nonce, kept.email.as_str()), (None, "ana@example.com"));
}
