//! What was said to be on its way by mistake.

use super::*;

impl Shop {
    fn unship(&self, order: &str) -> Order {
        self.act(order, unship).unwrap()
    }

    fn ship_again(&self, order: &str, number: &'static str) -> Order {
        self.act(order, move |tx, actor, id, now| ship(tx, actor, id, &parcel(number), false, now)).unwrap()
    }
}

#[tokio::test]
async fn an_order_sent_by_mistake_is_to_be_sent_again_and_a_mail_that_waits_is_not_sent() {
    let shop = shop();
    let order = shop.order_in(Shipped).await;
    let back = shop.unship(&order);
    assert_eq!((back.status, back.carrier, back.tracking_number.as_deref()), (Paid, None, None));
    assert_eq!((shop.mails("order_shipped"), shop.mails("order_unshipped")), (0, 0), "nobody was told of either");
    shop.assert_sound();
    let written = shop.written();
    assert_eq!(shop.unship(&order).status, Paid, "the same again does nothing");
    assert_eq!(shop.written(), written);
    assert_eq!(shop.acts(), ["order.unshipped", "order.shipped"]);

    let sent = shop.ship_again(&order, OTHER_NUMBER);
    assert_eq!((sent.status, sent.tracking_number.as_deref()), (Shipped, Some(OTHER_NUMBER)));
    assert_eq!(shop.mails("order_shipped"), 1);
    shop.assert_sound();
    shop.act(&order, deliver).unwrap();
    shop.assert_sound();
}

#[tokio::test]
async fn who_read_that_it_was_on_its_way_is_told_once_that_it_is_not() {
    let shop = shop();
    let order = shop.order_in(Shipped).await;
    shop.all_mails_go_out();
    shop.clock.advance_seconds(60);
    shop.unship(&order);
    assert_eq!(shop.waiting("order_unshipped"), 1);
    shop.assert_sound();

    shop.clock.advance_seconds(60);
    shop.ship_again(&order, OTHER_NUMBER);
    assert_eq!((shop.waiting("order_unshipped"), shop.waiting("order_shipped")), (0, 1), "it is not true any more");
    shop.assert_sound();
    shop.all_mails_go_out();
    shop.clock.advance_seconds(60);
    shop.unship(&order);
    shop.all_mails_go_out();
    shop.clock.advance_seconds(60);
    shop.ship_again(&order, NUMBER);
    shop.unship(&order);
    assert_eq!(shop.mails("order_unshipped"), 1, "of the third nobody was told");
    shop.assert_sound();
}

#[tokio::test]
async fn what_had_arrived_by_mistake_too_is_taken_back_step_by_step() {
    let shop = shop();
    let order = shop.order_in(Delivered).await;
    assert!(matches!(shop.act(&order, unship), Err(Error::Illegal(Delivered))));
    shop.all_mails_go_out();
    shop.act(&order, undeliver).unwrap();
    shop.unship(&order);
    assert_eq!((shop.waiting("order_undelivered"), shop.waiting("order_unshipped")), (0, 1), "one word, the last");
    shop.assert_sound();
    shop.cancel(&order).unwrap();
    shop.assert_sound();
}
