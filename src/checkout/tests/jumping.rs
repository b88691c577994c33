//! A clock that jumps: forward by a day, back by a day, and back to the truth.

use super::*;
use crate::checkout::worker;
use crate::invariants;
use crate::orders::Status;

const DAY: i64 = 86_400;

impl Shop {
    /// A round of everything that happens by itself.
    async fn rounds(&self) {
        worker::reconcile(&self.app, 0).await.unwrap();
        worker::expire_due(&self.app).await.unwrap();
        worker::close_unwanted(&self.app).await.unwrap();
        worker::refund_due(&self.app).await.unwrap();
    }

    /// Nothing that must hold is broken but what is named.
    fn assert_broken(&self, names: &[&str]) {
        let now = self.clock.now();
        let findings = self.read(|conn| invariants::check(conn, now)).into_iter();
        let broken: Vec<_> = findings.filter(|finding| finding.broken > 0).map(|finding| finding.name).collect();
        assert_eq!(broken, names);
    }
}

#[tokio::test]
async fn a_jump_forward_ends_what_is_unpaid_once_and_a_jump_back_brings_nothing_to_life() {
    let shop = Shop::new();
    shop.sell("a", 5);
    let (paid, open, placed) =
        (shop.placed("u1", "a").await, shop.placed("u2", "a").await, shop.placed("u3", "a").await);
    shop.start("u1", &paid).await.unwrap();
    shop.start("u2", &open).await.unwrap();
    shop.pay_at_provider(&shop.session(&paid));
    for jump in [DAY, -DAY, -DAY, 2 * DAY, -DAY] {
        shop.clock.advance_seconds(jump);
        shop.rounds().await;
        let statuses = [&paid, &open, &placed].map(|id| shop.order(id).status);
        assert_eq!(statuses, [Status::Paid, Status::Cancelled, Status::Cancelled], "{jump}");
        assert_eq!((shop.stock("a"), shop.mails("order_paid")), (4, 1), "{jump}");
        assert!(matches!(shop.start("u2", &open).await, Err(Error::NotPayable)), "{jump}");
        shop.assert_broken(&[]);
    }
}

#[tokio::test]
async fn a_jump_back_ends_nothing_and_what_is_held_ends_when_the_clock_is_right_again() {
    let shop = Shop::new();
    shop.sell("a", 5);
    let (first, second) = (shop.placed("u1", "a").await, shop.placed("u2", "a").await);
    shop.start("u1", &first).await.unwrap();
    shop.clock.advance_seconds(-DAY);
    shop.rounds().await;
    let page = shop.start("u1", &first).await.unwrap();
    assert_eq!(shop.start("u1", &first).await.unwrap(), page, "the page that was open");
    shop.start("u2", &second).await.unwrap();
    let meanwhile = shop.placed("u3", "a").await;
    assert_eq!(shop.stock("a"), 2);
    shop.assert_broken(&[]);
    shop.clock.advance_seconds(DAY);
    shop.rounds().await;
    assert_eq!(shop.order(&meanwhile).status, Status::Cancelled, "its time was yesterday");
    assert_eq!([&first, &second].map(|id| shop.order(id).status), [Status::Pending; 2]);
    shop.clock.advance_seconds(46 * 60);
    shop.rounds().await;
    assert_eq!([&first, &second].map(|id| shop.order(id).status), [Status::Cancelled; 2]);
    assert_eq!(shop.stock("a"), 5);
    shop.assert_broken(&[]);
}
