//! What was said to have arrived by mistake.

use super::*;
use crate::ratings;

impl Shop {
    fn undeliver(&self, order: &str) -> Order {
        self.act(order, undeliver).unwrap()
    }

    /// What the period for withdrawing is counted from.
    fn delivered_at(&self, order: &str) -> Option<Timestamp> {
        self.read(|conn| orders::delivered_at(conn, order))
    }
}

#[tokio::test]
async fn a_delivery_taken_back_at_once_is_told_nobody_and_the_period_runs_from_the_true_one() {
    let shop = shop();
    let order = shop.order_in(Delivered).await;
    let waits = "SELECT next_try_at - created_at FROM outbox WHERE message ->> 'kind' = 'order_delivered'";
    assert_eq!(shop.number_of(waits), 120_000);
    assert_eq!(shop.undeliver(&order).status, Shipped);
    let told = "SELECT count(*) FROM outbox WHERE message ->> 'kind' IN ('order_delivered', 'order_undelivered')";
    assert_eq!(shop.number_of(told), 0, "nothing is left that somebody could still send");
    shop.assert_sound();
    let written = shop.written();
    assert_eq!(shop.undeliver(&order).status, Shipped, "the same again does nothing");
    assert_eq!(shop.written(), written);
    assert_eq!(shop.acts()[..2], ["order.undelivered", "order.delivered"]);

    shop.clock.advance_seconds(20 * 86_400);
    assert_eq!(shop.delivered_at(&order), None);
    shop.act(&order, deliver).unwrap();
    assert_eq!(shop.delivered_at(&order), Some(shop.clock.now()));
    assert_eq!(shop.waiting("order_delivered"), 1);
    let events = shop.read(|conn| orders::events(conn, &order));
    let kinds: Vec<_> = events.iter().map(|event| event.kind.as_str()).rev().take(3).collect();
    assert_eq!(kinds, ["delivered", "undelivered", "delivered"]);
    shop.assert_sound();
}

#[tokio::test]
async fn a_delivery_that_was_mailed_is_put_right_by_another_mail() {
    let shop = shop();
    let order = shop.order_in(Delivered).await;
    shop.all_mails_go_out();
    shop.clock.advance_seconds(3600);
    shop.undeliver(&order);
    assert_eq!(shop.waiting("order_undelivered"), 1);
    shop.act(&order, deliver).unwrap();
    shop.undeliver(&order);
    assert_eq!(shop.mails("order_undelivered"), 1, "of the second nobody was told");
    shop.assert_sound();
}

#[tokio::test]
async fn what_was_given_up_or_waits_is_not_sent_once_it_is_not_true_any_more() {
    let shop = shop();
    let order = shop.order_in(Delivered).await;
    shop.write(|tx| {
        tx.execute("UPDATE outbox SET state = 'dead' WHERE message ->> 'kind' = 'order_delivered'", [])?;
        Ok(())
    });
    shop.undeliver(&order);
    let now = shop.clock.now();
    shop.write(move |tx| mail::retry_all(tx, &Actor::System, now).map(drop));
    assert_eq!(shop.waiting("order_delivered"), 0, "it was given up, and is taken back");

    shop.act(&order, deliver).unwrap();
    shop.all_mails_go_out();
    shop.undeliver(&order);
    assert_eq!(shop.waiting("order_undelivered"), 1);
    shop.act(&order, deliver).unwrap();
    assert_eq!((shop.waiting("order_undelivered"), shop.waiting("order_delivered")), (0, 1));
}

#[tokio::test]
async fn nobody_is_asked_for_stars_before_the_true_delivery_is_some_days_old() {
    let shop = shop();
    let order = shop.order_in(Delivered).await;
    shop.undeliver(&order);
    shop.clock.advance_seconds(10 * 86_400);
    shop.act(&order, deliver).unwrap();
    assert!(!ratings::ask::tick(&shop.app.db, shop.clock.now()).await.unwrap());
    shop.clock.advance_seconds(10 * 86_400);
    assert_eq!(shop.waiting("rate_order"), 0);
}

#[tokio::test]
async fn who_was_not_asked_for_stars_after_all_is_asked_after_the_true_delivery_and_then_no_more() {
    let shop = shop();
    let order = shop.order_in(Delivered).await;
    let asks_later = async || {
        shop.clock.advance_seconds(10 * 86_400);
        ratings::ask::tick(&shop.app.db, shop.clock.now()).await.unwrap()
    };
    assert!(asks_later().await);
    shop.undeliver(&order);
    assert_eq!(shop.waiting("rate_order"), 0);
    shop.assert_sound();
    assert!(!asks_later().await, "it has not arrived");

    shop.act(&order, deliver).unwrap();
    assert!(asks_later().await);
    assert_eq!(shop.waiting("rate_order"), 1);
    shop.assert_sound();
    shop.all_mails_go_out();
    shop.undeliver(&order);
    shop.act(&order, deliver).unwrap();
    assert!(!asks_later().await, "that mail was read");
}
