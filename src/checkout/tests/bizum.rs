//! The button for Bizum beside the one for everything else: the same order, and one page at a time.

use super::paying::shop;
use super::*;
use crate::orders::Status;

const OPEN: &str = "SELECT count(*) FROM payment_attempts WHERE state = 'open'";

#[tokio::test]
async fn each_button_opens_its_own_page_and_closes_the_others() {
    let shop = shop();
    let order = shop.placed("u1", "a").await;
    let usual = shop.start("u1", &order).await.unwrap();
    assert!(!usual.contains("bizum"), "{usual}");
    let card = shop.session(&order);
    let bizum = shop.start_with("u1", &order, true).await.unwrap();
    assert!(bizum.contains("&means=bizum") && !bizum.contains(&card), "{bizum}");
    assert_eq!(shop.start_with("u1", &order, true).await.unwrap(), bizum, "pressed once more it is the same page");
    assert_eq!((shop.number_of(OPEN), shop.order(&order).status), (1, Status::Pending));
    assert_ne!(shop.start("u1", &order).await.unwrap(), usual, "that one was closed");
    assert_eq!(shop.number_of(OPEN), 1);
}

#[tokio::test]
async fn who_has_paid_on_one_page_cannot_open_the_other() {
    let shop = shop();
    let order = shop.placed("u1", "a").await;
    shop.start("u1", &order).await.unwrap();
    shop.pay_at_provider(&shop.session(&order));
    assert!(matches!(shop.start_with("u1", &order, true).await, Err(Error::NotPayable)));
    assert_eq!((shop.order(&order).status, shop.mails("order_paid")), (Status::Paid, 1));
    assert_eq!(shop.number_of("SELECT count(*) FROM refunds"), 0);
}
