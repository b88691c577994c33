//! The acts on a real database.

mod given_back;
mod goods;
mod undelivered;
mod unshipped;

use strum::VariantArray;

use super::*;
use crate::checkout::tests::{Shop, request};
use crate::checkout::worker;
use crate::config::Limits;
use crate::orders::{Asker, Attention};
use Status::{Cancelled, Delivered, Paid, Pending, Shipped};

const NUMBER: &str = "PQ4E8X0700012340108001A";
const OTHER_NUMBER: &str = "PQ4E8X0700012340108002B";

fn parcel(number: &str) -> Parcel {
    Parcel::new(None, Some(number.parse().unwrap()), &[]).unwrap()
}

/// Something the owner does, by the order's id.
type Act = fn(&Shop, &str) -> Result<Order, Error>;

impl Shop {
    /// An order of one unit of 20.00 with shipping of 4.95, brought to where it shall stand.
    async fn order_in(&self, status: Status) -> String {
        let order = self.place_with(request("u1", &[("a", 1)]), Limits::Relaxed).await.unwrap().order_id;
        self.start("u1", &order).await.unwrap();
        if status == Cancelled {
            payment::cancel(&self.app, &Asker::account("u1"), &order).await.unwrap();
        } else if status != Pending {
            self.pay_at_provider(&self.session(&order));
            worker::reconcile(&self.app, 0).await.unwrap();
        }
        if matches!(status, Shipped | Delivered) {
            self.act(&order, |tx, actor, id, now| ship(tx, actor, id, &parcel(NUMBER), false, now)).unwrap();
        }
        if status == Delivered {
            self.act(&order, deliver).unwrap();
        }
        assert_eq!(self.order(&order).status, status);
        order
    }

    fn act<F>(&self, order: &str, act: F) -> Result<Order, Error>
    where
        F: FnOnce(&Tx<'_>, &Actor, &str, Timestamp) -> Result<Order, Error> + Send + 'static,
    {
        let (order, now) = (order.to_owned(), self.clock.now());
        let owner = Actor::Admin { id: String::from("a1"), email: String::from("jefa@example.com"), from: None };
        self.app.db.write_blocking(move |tx| act(tx, &owner, &order, now))
    }

    fn cancel(&self, order: &str) -> Result<Order, Error> {
        self.act(order, |tx, actor, id, now| cancel(tx, actor, id, true, now))
    }

    fn refund(&self, order: &str, cents: Option<i64>) -> Result<Order, Error> {
        let what = cents.map_or(What::Rest, |cents| What::Amount(Cents(cents)));
        self.give_back(order, GiveBack { reason: Some(String::from("roto")), ..GiveBack::of(what) })
    }

    fn give_back(&self, order: &str, wanted: GiveBack) -> Result<Order, Error> {
        self.act(order, move |tx, actor, id, now| refund(tx, actor, id, &wanted, now))
    }

    fn waiting(&self, kind: &str) -> i64 {
        let sql = "SELECT count(*) FROM outbox WHERE state = 'queued' AND message ->> 'kind' = ";
        self.number_of(&format!("{sql}'{kind}'"))
    }

    fn all_mails_go_out(&self) {
        self.write(|tx| {
            tx.execute("UPDATE outbox SET state = 'sent', sent_at = created_at WHERE state = 'queued'", [])?;
            Ok(())
        });
    }

    /// Everything the acts write, to see that one which is refused or repeated writes nothing.
    fn written(&self) -> Vec<i64> {
        let tables = ["audit_log", "order_events", "order_notes", "outbox", "refunds", "stock_movements"];
        tables.iter().map(|table| self.number_of(&format!("SELECT count(*) FROM {table}"))).collect()
    }

    fn acts(&self) -> Vec<String> {
        self.read(|conn| Ok(audit::list(conn, &audit::Filter::default(), 0, 50)?.1))
            .into_iter()
            .map(|entry| entry.act)
            .collect()
    }
}

fn shop() -> Shop {
    let shop = Shop::new();
    shop.sell("a", 5);
    shop
}

#[tokio::test]
async fn a_paid_order_is_shipped_and_delivered_and_the_buyer_is_told() {
    let shop = shop();
    let order = shop.order_in(Paid).await;
    let shipped = shop.act(&order, |tx, actor, id, now| ship(tx, actor, id, &parcel(NUMBER), false, now)).unwrap();
    assert_eq!((shipped.status, shipped.tracking_number.as_deref()), (Shipped, Some(NUMBER)));
    assert_eq!(shop.act(&order, deliver).unwrap().status, Delivered);
    assert_eq!((shop.mails("order_shipped"), shop.mails("order_delivered")), (1, 1));
    assert_eq!(shop.acts(), ["order.delivered", "order.shipped"]);
    let events = shop.read(|conn| orders::events(conn, &order));
    let told: Vec<_> = events.iter().rev().take(2).map(|event| (event.kind.as_str(), &event.detail["by"])).collect();
    assert_eq!(told, [("delivered", &json!("jefa@example.com")), ("shipped", &json!("jefa@example.com"))]);
}

#[tokio::test]
async fn the_same_act_again_answers_the_same_and_does_nothing() {
    let shop = shop();
    let paid = shop.order_in(Paid).await;
    let acts: [Act; 4] = [
        |shop, order| shop.act(order, |tx, actor, id, now| ship(tx, actor, id, &parcel(NUMBER), false, now)),
        |shop, order| shop.act(order, deliver),
        |shop, order| shop.refund(order, Some(500)),
        |shop, order| shop.refund(order, None),
    ];
    for act in acts {
        let first = act(&shop, &paid).unwrap();
        let written = shop.written();
        assert_eq!(act(&shop, &paid).unwrap(), first);
        assert_eq!(shop.written(), written);
    }
    let pending = shop.order_in(Pending).await;
    let first = shop.cancel(&pending).unwrap();
    let written = shop.written();
    assert_eq!(shop.cancel(&pending).unwrap(), first);
    assert_eq!(shop.written(), written);
}

#[tokio::test]
async fn what_the_status_does_not_allow_is_refused_and_writes_nothing() {
    let shop = shop();
    for status in Status::VARIANTS.iter().copied() {
        let order = shop.order_in(status).await;
        let written = shop.written();
        let refusals = [
            (
                status == Paid,
                shop_act(&shop, &order, |tx, actor, id, now| ship(tx, actor, id, &parcel("ANOTHER000001"), false, now)),
            ),
            (matches!(status, Shipped | Delivered), shop_act(&shop, &order, deliver)),
            (matches!(status, Pending | Paid), shop_act(&shop, &order, |tx, a, id, now| cancel(tx, a, id, true, now))),
        ];
        for (allowed, outcome) in refusals {
            match outcome {
                Err(Error::Illegal(found)) if !allowed => assert_eq!(found, status),
                outcome => assert!(allowed && outcome.is_ok(), "{status}: {outcome:?}"),
            }
        }
        assert_eq!(shop.written(), written, "{status}");
    }
    assert!(matches!(shop.act("no such order", deliver), Err(Error::NotFound)));
}

/// An act that is undone, so that the next finds the order as it was.
fn shop_act<F>(shop: &Shop, order: &str, act: F) -> Result<(), Error>
where
    F: FnOnce(&Tx<'_>, &Actor, &str, Timestamp) -> Result<Order, Error> + Send + 'static,
{
    enum Undone {
        Refused(Error),
        Done,
    }
    impl From<db::Error> for Undone {
        fn from(error: db::Error) -> Self {
            Self::Refused(error.into())
        }
    }
    let (order, now) = (order.to_owned(), shop.clock.now());
    let outcome = shop.app.db.write_blocking(move |tx| match act(tx, &Actor::System, &order, now) {
        Ok(_) => Err::<(), _>(Undone::Done),
        Err(error) => Err(Undone::Refused(error)),
    });
    match outcome {
        Err(Undone::Refused(error)) => Err(error),
        Err(Undone::Done) | Ok(()) => Ok(()),
    }
}

#[tokio::test]
async fn cancelling_gives_stock_and_money_back() {
    let shop = shop();
    let (pending, paid) = (shop.order_in(Pending).await, shop.order_in(Paid).await);
    assert_eq!(shop.stock("a"), 3);
    for order in [&pending, &paid] {
        let cancelled = shop.cancel(order).unwrap();
        assert_eq!((cancelled.status, cancelled.cancellation_reason.as_deref()), (Cancelled, Some("owner")));
    }
    assert_eq!((shop.stock("a"), shop.mails("order_cancelled")), (5, 2));
    assert_eq!(shop.number_of("SELECT sum(amount_in_cents) FROM refunds"), 2495);
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.order(&paid).money.refunded, Cents(2495));
    assert_eq!(shop.mails("order_refunded"), 0, "the mail of the cancellation has said it");
}

#[tokio::test]
async fn goods_that_cannot_be_sold_do_not_go_back_into_stock() {
    let shop = shop();
    let order = shop.order_in(Paid).await;
    shop.act(&order, |tx, actor, id, now| cancel(tx, actor, id, false, now)).unwrap();
    assert_eq!(shop.stock("a"), 4);
}

#[tokio::test]
async fn a_payment_page_that_was_open_is_closed_and_what_was_paid_on_it_goes_back() {
    let shop = shop();
    let (closed, paid) = (shop.order_in(Pending).await, shop.order_in(Pending).await);
    shop.cancel(&closed).unwrap();
    shop.cancel(&paid).unwrap();
    shop.pay_at_provider(&shop.session(&paid));
    assert_eq!(worker::close_unwanted(&shop.app).await.unwrap(), 2);
    assert_eq!(worker::close_unwanted(&shop.app).await.unwrap(), 0);
    let (closed, paid) = (shop.order(&closed), shop.order(&paid));
    assert_eq!((closed.status, closed.attention), (Cancelled, None));
    assert_eq!((paid.status, paid.attention.as_deref()), (Cancelled, Some("paid_late")));
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    assert_eq!((shop.order(&paid.id).money.refunded, shop.mails("order_refunded")), (Cents(2495), 1));
}

#[tokio::test]
async fn refunds_never_come_to_more_than_was_paid() {
    let shop = shop();
    let order = shop.order_in(Shipped).await;
    for cents in [0, -1, 2496] {
        assert!(matches!(shop.refund(&order, Some(cents)), Err(Error::RefundTooLarge(Cents(2495)))), "{cents}");
    }
    assert_eq!(shop.refund(&order, Some(1000)).unwrap().status, Shipped);
    assert!(matches!(shop.refund(&order, Some(1496)), Err(Error::RefundTooLarge(Cents(1495)))));
    worker::refund_due(&shop.app).await.unwrap();
    assert!(matches!(shop.refund(&order, Some(1496)), Err(Error::RefundTooLarge(Cents(1495)))));
    shop.refund(&order, None).unwrap();
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!((shop.order(&order).money.refunded, shop.mails("order_refunded")), (Cents(2495), 2));
    assert!(matches!(shop.refund(&order, Some(1)), Err(Error::RefundTooLarge(Cents::ZERO))));
    let events = shop.read(|conn| orders::events(conn, &order));
    assert_eq!(events.iter().filter(|event| event.note.as_deref() == Some("roto")).count(), 2);
    let logged = shop.read(|conn| audit::of_subject(conn, &order));
    assert!(logged.iter().all(|entry| !entry.detail.contains("roto")), "words stay with the order");
    let unpaid = shop.order_in(Pending).await;
    assert!(matches!(shop.refund(&unpaid, None), Err(Error::RefundTooLarge(Cents::ZERO))));
}

#[tokio::test]
async fn the_same_amount_twice_is_one_refund_within_a_minute_and_two_after_it() {
    let shop = shop();
    let order = shop.order_in(Paid).await;
    shop.refund(&order, Some(500)).unwrap();
    shop.refund(&order, Some(500)).unwrap();
    assert_eq!(shop.number_of("SELECT count(*) FROM refunds"), 1);
    shop.clock.advance_seconds(61);
    shop.refund(&order, Some(500)).unwrap();
    assert_eq!(shop.number_of("SELECT sum(amount_in_cents) FROM refunds"), 1000);
}

#[tokio::test]
async fn a_refund_the_provider_refused_can_be_asked_for_again() {
    let shop = shop();
    let order = shop.order_in(Paid).await;
    shop.refund(&order, None).unwrap();
    shop.write(|tx| Ok(tx.execute_batch("UPDATE refunds SET state = 'failed'")?));
    shop.refund(&order, None).unwrap();
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.order(&order).money.refunded, Cents(2495));
}

#[tokio::test]
async fn a_mail_is_sent_again_once_a_minute_and_one_that_was_given_up_takes_its_own_place() {
    let shop = shop();
    let order = shop.order_in(Paid).await;
    let again = |kind| shop.act(&order, move |tx, actor, id, now| resend(tx, actor, id, kind, now));
    again(None).unwrap();
    assert_eq!(shop.mails("order_paid"), 1, "it was queued a moment ago");
    shop.clock.advance_seconds(61);
    again(None).unwrap();
    again(Some(Kind::OrderPaid)).unwrap();
    assert_eq!(shop.mails("order_paid"), 2);
    shop.write(|tx| Ok(tx.execute_batch("UPDATE outbox SET state = 'dead', attempts = 9")?));
    again(Some(Kind::OrderReceived)).unwrap();
    assert_eq!(shop.mails("order_received"), 1);
    assert_eq!(shop.number_of("SELECT attempts FROM outbox WHERE state = 'queued'"), 0);
    for kind in [Kind::OrderShipped, Kind::OrderDelivered, Kind::OrderCancelled, Kind::OrderRefunded] {
        assert!(matches!(again(Some(kind)), Err(Error::NothingToTell)), "{kind:?}");
    }
    let id = order.clone();
    shop.write(move |tx| {
        tx.execute("UPDATE orders SET email = '' WHERE id = ?1", [id]).map(drop).map_err(db::Error::from)
    });
    assert!(matches!(again(None), Err(Error::NoAddress)));
}

#[tokio::test]
async fn a_mail_that_was_given_up_and_is_not_true_any_more_is_told_anew_and_never_goes_out() {
    let shop = shop();
    let order = shop.order_in(Shipped).await;
    shop.write(|tx| Ok(tx.execute_batch("UPDATE outbox SET state = 'dead'")?));
    shop.act(&order, |tx, actor, id, now| correct_tracking(tx, actor, id, &parcel(OTHER_NUMBER), now)).unwrap();
    shop.clock.advance_seconds(61);
    shop.act(&order, |tx, actor, id, now| resend(tx, actor, id, Some(Kind::OrderShipped), now)).unwrap();
    let numbers = |state: &str| {
        let sql = format!(
            "SELECT group_concat(DISTINCT message ->> 'tracking_number') FROM outbox
             WHERE message ->> 'kind' = 'order_shipped' AND {state}"
        );
        shop.read(|conn| Ok(conn.query_row(&sql, [], |row| row.get::<_, Option<String>>(0))?))
    };
    assert_eq!(numbers("state = 'queued'").as_deref(), Some(OTHER_NUMBER));
    assert_ne!(numbers("state = 'dead' AND is_held AND owner_told").as_deref(), Some(OTHER_NUMBER));
    shop.write(|tx| mail::retry_all(tx, &Actor::System, Timestamp::from_millis(0)).map(drop));
    assert_eq!(numbers("state = 'queued'").as_deref(), Some(OTHER_NUMBER), "all others that were given up are tried");
}

#[tokio::test]
async fn notes_stand_with_the_order_and_are_forgotten_with_its_buyer() {
    let shop = shop();
    let order = shop.order_in(Delivered).await;
    let write = |text: &str| {
        let text = text.to_owned();
        shop.act(&order, move |tx, actor, id, now| note(tx, actor, id, &text, now))
    };
    write(" Llama por la tarde\u{202e} ").unwrap();
    for wrong in ["", " \n ", &"x".repeat(1001)] {
        assert!(matches!(write(wrong), Err(Error::Words(_))));
    }
    let last = || shop.read(|conn| orders::events(conn, &order)).pop().unwrap();
    assert_eq!((last().kind.as_str(), last().note.as_deref()), ("note", Some("Llama por la tarde")));
    shop.write(|tx| orders::anonymise_own(tx, "u1"));
    assert_eq!((last().kind.as_str(), last().note), ("note", None));
}

#[tokio::test]
async fn a_mark_for_a_person_is_taken_away_with_a_word_on_what_was_done() {
    let shop = shop();
    let order = shop.order_in(Paid).await;
    let id = order.clone();
    shop.write(move |tx| orders::call_attention(tx, &id, Attention::AmountDiffers, Timestamp::from_millis(0)));
    let clear =
        |text: &'static str| shop.act(&order, move |tx, actor, id, now| clear_attention(tx, actor, id, text, now));
    assert!(matches!(clear(""), Err(Error::Words(_))));
    assert_eq!(clear("Hablado con el banco").unwrap().attention, None);
    let written = shop.written();
    clear("Otra vez").unwrap();
    assert_eq!(shop.written(), written, "there was nothing to clear");
    assert_eq!(shop.acts(), ["order.attention_cleared"]);
}
