//! Money that goes back, and money that is disputed.

use std::collections::BTreeSet;

use strum::VariantArray;

use super::paying::{permutations, shop};
use super::*;
use crate::checkout::fact::{Outcome, apply_fact};
use crate::checkout::refund::Why;
use crate::checkout::{refund, sql, worker};
use crate::mail::{Message, text};
use crate::money::Cents;
use crate::orders::{Attention, Status};
use crate::payments::{FactKind, RefundState, forged};

/// An order that was paid when it was cancelled already: its money waits to go back.
async fn paid_too_late(shop: &Shop) -> String {
    let order = shop.pending_with_page().await;
    let fact = shop.fact("late", &order, FactKind::Paid);
    payment::cancel(&shop.app, &Asker::account("u1"), &order).await.unwrap();
    shop.learn(fact).await;
    order
}

#[tokio::test]
async fn a_payment_after_the_end_is_noticed_and_given_back() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let fact = shop.fact("late", &order, FactKind::Paid);
    let session = shop.session(&order);
    payment::cancel(&shop.app, &Asker::account("u1"), &order).await.unwrap();
    shop.write(|tx| Ok(tx.execute_batch("UPDATE sandbox_sessions SET status = 'paid'")?));
    assert_eq!(shop.learn(fact).await, Outcome::PaidLate);
    let late = shop.order(&order);
    assert_eq!((late.status, late.attention.as_deref()), (Status::Cancelled, Some("paid_late")));
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 0);
    assert_eq!((shop.order(&order).money.refunded, shop.stock("a"), shop.mails("order_paid")), (Cents(2495), 5, 0));
    let refunded = format!("SELECT sum(amount_in_cents) FROM sandbox_refunds WHERE session_id = '{session}'");
    assert_eq!(shop.number_of(&refunded), 2495);
}

#[tokio::test]
async fn the_second_payment_of_an_order_is_given_back() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let first = shop.fact("first", &order, FactKind::Paid);
    shop.clock.advance_seconds(30 * 60);
    shop.start("u1", &order).await.unwrap();
    let second = shop.fact("second", &order, FactKind::Paid);
    assert_ne!(first.session(), second.session());
    shop.write(|tx| Ok(tx.execute_batch("UPDATE sandbox_sessions SET status = 'paid'")?));
    assert_eq!(shop.learn(first).await, Outcome::OrderPaid);
    assert_eq!(shop.learn(second).await, Outcome::PaidTwice);
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    let paid = shop.order(&order);
    assert_eq!((paid.status, paid.money.net, paid.money.refunded), (Status::Paid, Cents(2495), Cents::ZERO));
    assert!(paid.is_to_ship(), "what came in twice is not the order's");
    assert_eq!((paid.attention.as_deref(), shop.mails("order_paid")), (Some("paid_twice"), 1));
    let told = "SELECT count(*) FROM outbox WHERE message ->> 'kind' = 'order_refunded' AND message ->> 'of' = 'second_payment'";
    assert_eq!(shop.number_of(told), 1, "the order's own money is not back");
}

#[tokio::test]
async fn a_refund_waits_for_the_provider_and_a_refused_one_calls_for_a_person() {
    let shop = shop();
    let order = paid_too_late(&shop).await;
    shop.provider_is_down(true);
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 0);
    shop.provider_is_down(false);
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 0, "not before a minute");
    assert_eq!(shop.number_of("SELECT count(*) FROM refunds WHERE state = 'queued' AND attempts = 1"), 1);
    shop.clock.advance_seconds(60);
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 0, "the provider never had the money");
    assert_eq!(shop.number_of("SELECT count(*) FROM refunds WHERE state = 'failed'"), 1);
    assert_eq!(shop.order(&order).attention.as_deref(), Some("refund_failed"));
}

#[tokio::test]
async fn a_restored_shop_counts_each_refund_that_waits_as_tried_so_that_it_is_looked_up_first() {
    let shop = shop();
    paid_too_late(&shop).await;
    let untried = "SELECT count(*) FROM refunds WHERE state = 'queued' AND attempts = 0";
    assert_eq!(shop.number_of(untried), 1);
    shop.write(refund::distrust);
    assert_eq!(shop.number_of(untried), 0);
}

/// What a real provider says of one payment after another, said again and again.
#[tokio::test]
async fn refunds_and_disputes_come_to_the_same_end_in_any_order() {
    let shop = Shop::new();
    shop.sell("a", 1000);
    for (n, permutation) in permutations(6).into_iter().enumerate() {
        let order = shop.place_with(request("u1", &[("a", 1)]), Limits::Relaxed).await.unwrap().order_id;
        shop.start("u1", &order).await.unwrap();
        let (payment, now) = (format!("pi_{n}"), shop.clock.now());
        let paid = forged::with_payment(shop.fact(&format!("paid{n}"), &order, FactKind::Paid), &payment);
        let of = |id, reference, kind, cents| {
            forged::of_payment(&format!("{id}{n}"), &payment, &format!("{reference}{n}"), kind, Cents(cents))
        };
        let facts = [
            paid,
            of("evt2", "re_panel", FactKind::RefundDone, 500),
            of("evt3", "re_failed", FactKind::RefundDone, 300),
            of("evt4", "re_failed", FactKind::RefundFailed, 300),
            of("evt5", "dp_1", FactKind::Disputed, 1000),
            of("evt6", "dp_1", FactKind::DisputeLost, 1000),
        ];
        // Three times in this order; of some, each more than a hundred times.
        let times = if n % 36 == 0 { 34 } else { 1 };
        let said = (0..3).flat_map(|_| &permutation).flat_map(|at| std::iter::repeat_n(facts[*at].clone(), times));
        let said: Vec<_> = said.collect();
        shop.write(move |tx| said.iter().try_for_each(|fact| apply_fact(tx, fact, now).map(drop)));
        let end = shop.order(&order);
        assert_eq!((end.status, end.money.refunded), (Status::Paid, Cents(500)), "{permutation:?}");
        assert_eq!(end.attention.as_deref(), Some("refund_failed"), "{permutation:?}");
        assert_eq!(shop.read(|conn| refund::left(conn, &order)), Cents(995), "{permutation:?}");
    }
    assert_eq!(shop.number_of("SELECT count(*) FROM disputes WHERE state = 'lost'"), 720);
    assert_eq!(shop.number_of("SELECT count(*) FROM payment_facts"), 6 * 720);
    assert_eq!((shop.mails("order_paid"), shop.mails("order_refunded") >= 720), (720, true));
}

#[tokio::test]
async fn what_is_said_of_a_refund_must_be_that_refund() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    shop.learn(forged::with_payment(shop.fact("paid", &order, FactKind::Paid), "pi_1")).await;
    let of = |id, reference, kind, cents| forged::of_payment(id, "pi_1", reference, kind, Cents(cents));
    for (fact, outcome) in [
        (of("more than was paid", "re_1", FactKind::RefundDone, 2496), Outcome::Differs),
        (of("nothing", "re_2", FactKind::RefundDone, 0), Outcome::Differs),
        (of("half", "re_3", FactKind::RefundDone, 1500), Outcome::Refunded),
        (of("the same half again", "re_3", FactKind::RefundDone, 1500), Outcome::AlreadyKnown),
        (of("with another amount", "re_3", FactKind::RefundDone, 1499), Outcome::Differs),
        (of("more than is left", "re_4", FactKind::RefundDone, 1000), Outcome::Differs),
        (forged::odd(of("of the other mode", "re_5", FactKind::RefundDone, 100)), Outcome::Differs),
        (of("never seen", "re_6", FactKind::RefundFailed, 100), Outcome::RefundFailed),
        (forged::of_payment("of another", "pi_2", "re_7", FactKind::RefundDone, Cents(5)), Outcome::UnknownAttempt),
        (of("all that is left", "re_8", FactKind::RefundDone, 995), Outcome::Refunded),
    ] {
        assert_eq!(shop.learn(fact.clone()).await, outcome, "{}", fact.id());
    }
    assert_eq!(shop.order(&order).money.refunded, Cents(2495));
    assert_eq!(shop.mails("order_refunded"), 2);
}

#[tokio::test]
async fn two_refunds_that_cannot_both_be_made_call_for_a_person_and_are_not_refused() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let paid = forged::with_payment(shop.fact("paid", &order, FactKind::Paid), "pi_1");
    shop.learn(paid).await;
    let panel = |id: &str, kind| forged::of_payment(id, "pi_1", "re_1", kind, Cents(1));
    assert_eq!(shop.learn(panel("e1", FactKind::RefundDone)).await, Outcome::Refunded);
    shop.pay_at_provider(&shop.session(&order));
    // Queued before the one in the panel was heard of.
    shop.write(|tx| {
        let sql = "INSERT INTO refunds (id, order_id, attempt_id, amount_in_cents, reason, next_try_at, created_at)
                   SELECT 'r1', order_id, id, amount_in_cents, 'owner', 0, 0 FROM payment_attempts";
        tx.execute(sql, [])?;
        Ok(())
    });
    let ours = |id: &str| forged::of_payment(id, "pi_1", "r1", FactKind::RefundDone, Cents(2495));
    assert_eq!(shop.learn(ours("e2")).await, Outcome::Differs);
    assert_eq!(shop.order(&order).attention.as_deref(), Some("refund_differs"));
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.order(&order).attention.as_deref(), Some("refund_differs"));
    assert_eq!(shop.order(&order).money.refunded, Cents(1));
    let called = || shop.number_of("SELECT count(*) FROM order_events WHERE kind = 'attention'");
    let before = called();
    for _ in 0..3 {
        shop.clock.advance_seconds(6 * 60 * 60);
        assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    }
    assert_eq!(called(), before, "asked about again, and told once");
    assert_eq!(shop.learn(panel("e3", FactKind::RefundFailed)).await, Outcome::RefundFailed);
    shop.clock.advance_seconds(6 * 60 * 60);
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.order(&order).money.refunded, Cents(2495), "asked about again");
}

#[tokio::test]
async fn a_refund_that_was_given_up_and_is_made_after_all_is_booked_and_calls_a_person() {
    for says_no_later in [false, true] {
        let shop = shop();
        let order = shop.pending_with_page().await;
        shop.learn(forged::with_payment(shop.fact("paid", &order, FactKind::Paid), "pi_1")).await;
        let now = shop.clock.now();
        let whole = order.clone();
        shop.write(move |tx| refund::queue(tx, &whole, Cents(2495), Why::Owner, now));
        assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 0, "the provider never had the money");
        assert_eq!((shop.order(&order).money.refunded, shop.order(&order).is_to_ship()), (Cents::ZERO, true));
        let id = shop.read(|conn| refund::list(conn, &order)).remove(0).id;
        let of = |event, kind| forged::of_payment(event, "pi_1", &id, kind, Cents(2495));
        assert_eq!(shop.learn(of("made", FactKind::RefundDone)).await, Outcome::Refunded);
        let made = shop.order(&order);
        assert_eq!((made.money.refunded, made.is_to_ship()), (Cents(2495), false));
        assert_eq!(made.attention.as_deref(), Some("refund_failed"), "the graver mark stays");
        assert_eq!(shop.number_of("SELECT count(*) FROM order_events WHERE detail ->> 'why' = 'refund_differs'"), 1);
        if says_no_later {
            assert_eq!(shop.learn(of("not made", FactKind::RefundFailed)).await, Outcome::RefundFailed);
            assert_eq!(shop.learn(of("made again", FactKind::RefundDone)).await, Outcome::AlreadyKnown);
            assert_eq!((shop.order(&order).money.refunded, shop.order(&order).is_to_ship()), (Cents::ZERO, true));
        }
    }
}

#[tokio::test]
async fn a_refusal_that_was_given_before_the_refund_was_made_changes_nothing() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    shop.learn(forged::with_payment(shop.fact("paid", &order, FactKind::Paid), "pi_1")).await;
    let (now, whole) = (shop.clock.now(), order.clone());
    shop.write(move |tx| refund::queue(tx, &whole, Cents(2495), Why::Owner, now));
    let asked = shop.read(|conn| sql::due_refunds(conn, now)).remove(0);
    let made = forged::of_payment("made", "pi_1", &asked.id, FactKind::RefundDone, Cents(2495));
    assert_eq!(shop.learn(made).await, Outcome::Refunded);
    let books = || {
        let count = |table: &str| shop.number_of(&format!("SELECT count(*) FROM {table}"));
        (shop.order(&order), shop.stock("a"), ["order_events", "invoices", "outbox"].map(count))
    };
    let before = books();
    assert_eq!(before.0.money.refunded, Cents(2495));
    let no = || String::from("no");
    for answer in [Ok(RefundState::Refused(no())), Err(payments::Error::Refused(no()))] {
        let asked = asked.clone();
        shop.write(move |tx| refund::apply_answer(tx, &asked, answer, now));
        assert_eq!(books(), before);
    }
}

#[tokio::test]
async fn a_refund_that_never_gets_through_calls_a_person_once_after_a_day() {
    let shop = shop();
    let order = paid_too_late(&shop).await;
    shop.provider_is_down(true);
    for (seconds, called) in [(0, 0), (86_399, 0), (1, 1), (86_400, 0)] {
        shop.clock.advance_seconds(seconds);
        worker::refund_due(&shop.app).await.unwrap();
        assert_eq!(worker::report_unknown(&shop.app).await.unwrap(), called, "{seconds}");
    }
    assert_eq!(shop.order(&order).attention.as_deref(), Some("refund_failed"));
    assert!(shop.order(&order).is_open(), "its buyer must be reached until the money is back");
}

#[tokio::test]
async fn a_cancelled_order_whose_refund_failed_is_open_until_its_money_is_back() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    shop.learn(forged::with_payment(shop.fact("paid", &order, FactKind::Paid), "pi_1")).await;
    let (id, now) = (order.clone(), shop.clock.now());
    shop.write(move |tx| {
        orders::cancel_from(tx, &id, Status::Paid, orders::Reason::Owner, now)?;
        refund::queue(tx, &id, Cents(2495), Why::Cancelled, now)
    });
    assert!(shop.order(&order).is_open(), "it is on its way back");
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 0, "the provider never had the money");
    let owed = shop.order(&order);
    assert_eq!((owed.attention.as_deref(), owed.money.net), (Some("refund_failed"), Cents(2495)));
    assert!(owed.is_open(), "its buyer must be reached until the money is back");
    let id = order.clone();
    let elsewhere = refund::Request { method: refund::Method::Elsewhere, ..refund::Request::default() };
    shop.write(move |tx| refund::ask(tx, &id, Cents(2495), &elsewhere, now));
    assert!(!shop.order(&order).is_open());
}

#[tokio::test]
async fn a_payment_that_differs_is_left_to_a_person_and_its_page_is_not_closed_every_round() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let session = shop.session(&order);
    let attempt = shop.read(|conn| refund::payments(conn, &order)).remove(0).id;
    let other = forged::fact("other", &session, &attempt, FactKind::Paid, Cents(1), "EUR");
    assert_eq!(shop.learn(other).await, Outcome::Differs);
    let now = shop.clock.now();
    let id = order.clone();
    shop.write(move |tx| orders::cancel_from(tx, &id, Status::Pending, orders::Reason::Owner, now).map(drop));
    assert_eq!(shop.read(sql::open_unwanted).len(), 0);
    assert!(shop.read(|conn| refund::may_be_charged(conn, &order)));
}

#[tokio::test]
async fn who_was_forgotten_is_not_told_of_a_refund() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    shop.learn(forged::with_payment(shop.fact("paid", &order, FactKind::Paid), "pi_1")).await;
    shop.write(|tx| Ok(tx.execute_batch("UPDATE orders SET email = ''")?));
    let fact = forged::of_payment("refund", "pi_1", "re_1", FactKind::RefundDone, Cents(100));
    assert_eq!(shop.learn(fact).await, Outcome::Refunded);
    assert_eq!(shop.number_of("SELECT count(*) FROM outbox WHERE recipient = ''"), 0);
}

#[tokio::test]
async fn a_dispute_of_more_than_was_paid_holds_all_that_was_paid() {
    for (cents, currency, left) in [(2996, "EUR", 0), (2495, "EUR", 0), (1000, "EUR", 1495), (100, "USD", 0)] {
        let shop = shop();
        let order = shop.pending_with_page().await;
        shop.learn(forged::with_payment(shop.fact("paid", &order, FactKind::Paid), "pi_1")).await;
        let session = shop.session(&order);
        let dispute = forged::fact("evt", &session, "dp_1", FactKind::Disputed, Cents(cents), currency);
        assert_eq!(shop.learn(dispute).await, Outcome::Disputed);
        assert_eq!(shop.read(|conn| refund::left(conn, &order)), Cents(left), "{cents} {currency}");
        assert_eq!(shop.order(&order).attention.as_deref(), Some("disputed"));
    }
}

#[tokio::test]
async fn a_dispute_holds_its_money_until_it_is_won() {
    for (end, left) in [(FactKind::DisputeWon, 2495), (FactKind::DisputeLost, 1495)] {
        let shop = shop();
        let order = shop.pending_with_page().await;
        shop.learn(forged::with_payment(shop.fact("paid", &order, FactKind::Paid), "pi_1")).await;
        let of = |id, kind| forged::of_payment(id, "pi_1", "dp_1", kind, Cents(1000));
        let refundable = || shop.read(|conn| refund::left(conn, &order));
        assert_eq!(shop.learn(of("begins", FactKind::Disputed)).await, Outcome::Disputed);
        assert_eq!(refundable(), Cents(1495));
        assert_eq!(shop.learn(of("ends", end)).await, Outcome::Disputed);
        assert_eq!(refundable(), Cents(left));
        assert_eq!(shop.learn(of("begins again", FactKind::Disputed)).await, Outcome::AlreadyKnown);
        assert_eq!(refundable(), Cents(left));
    }
}

#[tokio::test]
async fn the_owner_is_told_whether_a_dispute_begins_is_won_or_is_lost() {
    let begins = FactKind::Disputed;
    for (kinds, mark) in [
        (vec![begins], "disputed"),
        (vec![begins, FactKind::DisputeWon], "dispute_won"),
        (vec![FactKind::DisputeLost, begins], "dispute_lost"),
    ] {
        let shop = shop();
        let order = shop.pending_with_page().await;
        shop.learn(forged::with_payment(shop.fact("paid", &order, FactKind::Paid), "pi_1")).await;
        for kind in kinds {
            shop.learn(forged::of_payment(kind.as_str(), "pi_1", "dp_1", kind, Cents(2495))).await;
        }
        let newest = shop.read(|conn| orders::desk::news_after(conn, 0, 50)).pop().unwrap();
        assert_eq!((newest.attention.as_deref(), shop.order(&order).attention.as_deref()), (Some(mark), Some(mark)));
    }
}

#[tokio::test]
async fn a_dispute_that_ends_does_not_hide_another_that_has_to_be_answered() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    shop.learn(forged::with_payment(shop.fact("paid", &order, FactKind::Paid), "pi_1")).await;
    let of = |id, dispute, kind| forged::of_payment(id, "pi_1", dispute, kind, Cents(1000));
    for (fact, mark) in [
        (of("one", "dp_1", FactKind::Disputed), "disputed"),
        (of("two", "dp_2", FactKind::Disputed), "disputed"),
        (of("one lost", "dp_1", FactKind::DisputeLost), "disputed"),
        (of("two won", "dp_2", FactKind::DisputeWon), "dispute_won"),
        (of("three", "dp_3", FactKind::Disputed), "disputed"),
    ] {
        assert_eq!(shop.learn(fact).await, Outcome::Disputed);
        assert_eq!(shop.order(&order).attention.as_deref(), Some(mark));
    }
}

#[tokio::test]
async fn each_mark_is_told_the_owner_in_words_of_its_own() {
    let shop = shop();
    let order = orders::summary(&shop.order(&shop.pending_with_page().await));
    for lang in Lang::ALL {
        let told = Attention::VARIANTS.iter().map(|mark| {
            let flagged = Message::OrderFlagged { order: order.clone(), why: mark.into_str().to_owned() };
            text::render(&flagged, lang, &text::Shop::default(), &text::Proof::default()).text
        });
        assert_eq!(told.collect::<BTreeSet<_>>().len(), Attention::VARIANTS.len(), "{lang}");
    }
}

#[tokio::test]
async fn what_waited_for_its_payment_is_applied_once() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let early = forged::of_payment("early", "pi_1", "re_1", FactKind::RefundDone, Cents(9999));
    assert_eq!(shop.learn(early).await, Outcome::UnknownAttempt);
    for id in ["paid", "again", "and again"] {
        shop.learn(forged::with_payment(shop.fact(id, &order, FactKind::Paid), "pi_1")).await;
    }
    assert_eq!(shop.number_of("SELECT count(*) FROM order_events WHERE kind = 'attention'"), 1);
}
