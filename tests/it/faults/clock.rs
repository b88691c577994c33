//! A clock that is put back or forward under the running shop.

use manetes::checkout::worker;
use manetes::invariants;

use crate::support::{SKU, TestShop};

const DAY: i64 = 86_400;

async fn status(shop: &TestShop, order: &str) -> String {
    let (status, _): (String, i64) = shop.row("SELECT status, total_in_cents FROM orders WHERE id = ?1", order).await;
    status
}

async fn assert_sound(shop: &TestShop) {
    let now = shop.app.clock.now();
    let findings = shop.app.db.read(move |conn| invariants::check(conn, now)).await.unwrap();
    let broken: Vec<_> = findings.iter().filter(|finding| finding.broken > 0).collect();
    assert!(broken.is_empty(), "{broken:?}");
}

#[tokio::test]
async fn a_clock_that_goes_back_signs_nobody_out_and_ends_no_order() {
    let shop = TestShop::demo().await;
    let buyer = shop.customer("ana@example.com").await;
    let order = shop.pending_order(&buyer).await;
    shop.app.clock.advance_seconds(-2 * DAY);
    worker::tick(&shop.app).await.unwrap();
    assert_eq!(status(&shop, &order).await, "pending");
    buyer.get(&format!("/api/orders/{order}")).await.expect(200);
    // Those that come are paid, though the ones before them are of a day to come.
    let paid = shop.paid_order(&buyer).await;
    assert_eq!(status(&shop, &paid).await, "paid");
    shop.app.clock.advance_seconds(2 * DAY);
    buyer.get(&format!("/api/orders/{order}")).await.expect(200);
    assert_sound(&shop).await;
}

#[tokio::test]
async fn a_clock_that_goes_forward_ends_what_is_due_once_and_not_again_when_it_comes_back() {
    let shop = TestShop::demo().await;
    let buyer = shop.customer("ana@example.com").await;
    let (variant, before) = shop.variant(SKU).await;
    let order = shop.pending_order(&buyer).await;
    shop.app.clock.advance_seconds(2 * DAY);
    worker::tick(&shop.app).await.unwrap();
    assert_eq!(status(&shop, &order).await, "cancelled");
    assert_eq!(shop.variant(SKU).await.1, before, "its unit is back, once");
    shop.app.clock.advance_seconds(-2 * DAY);
    worker::tick(&shop.app).await.unwrap();
    assert_eq!(status(&shop, &order).await, "cancelled");
    assert_eq!(shop.variant(SKU).await.1, before);
    // Who was signed in is still, and buys.
    buyer.order(&variant, 1).await.expect(201);
    worker::tick(&shop.app).await.unwrap();
    assert_eq!(shop.variant(SKU).await.1, before - 1);
    assert_sound(&shop).await;
}
