//! Paying, not paying, and what is said of it.

use futures_util::FutureExt as _;
use tokio::sync::Notify;

use super::*;
use crate::checkout::fact::{self, Outcome, apply_fact};
use crate::checkout::worker;
use crate::money::Cents;
use crate::orders::Status;
use crate::payments::sandbox::PROVIDER;
use crate::payments::{FactKind, NotTaken, VerifiedFact, forged};

impl Shop {
    pub(super) async fn learn(&self, fact: VerifiedFact) -> Outcome {
        fact::apply_event(&self.app, fact).await.unwrap()
    }

    /// A click on the hosted page's button, seen from the provider's side.
    pub(crate) fn pay_at_provider(&self, session: &str) {
        let session = session.to_owned();
        self.write(move |tx| {
            tx.execute("UPDATE sandbox_sessions SET status = 'paid' WHERE id = ?1 AND status = 'open'", [session])?;
            Ok(())
        });
    }

    pub(super) fn fact(&self, id: &str, order: &str, kind: FactKind) -> VerifiedFact {
        let session = self.session(order);
        let reference: String = self.read(|conn| {
            let sql = "SELECT id FROM payment_attempts WHERE provider_ref = ?1";
            Ok(conn.query_row(sql, [&session], |row| row.get(0))?)
        });
        forged::fact(id, &session, &reference, kind, Cents(2495), "EUR")
    }

    pub(super) async fn pending_with_page(&self) -> String {
        let order = self.placed("u1", "a").await;
        self.start("u1", &order).await.unwrap();
        order
    }
}

pub(super) fn shop() -> Shop {
    let shop = Shop::new();
    shop.sell("a", 5);
    shop
}

#[tokio::test]
async fn a_payment_makes_the_order_paid_once() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    for outcome in [Outcome::OrderPaid, Outcome::Repeated, Outcome::Repeated] {
        assert_eq!(shop.learn(shop.fact("evt", &order, FactKind::Paid)).await, outcome);
    }
    assert_eq!(shop.learn(shop.fact("another", &order, FactKind::Paid)).await, Outcome::AlreadyKnown);
    let paid = shop.order(&order);
    assert_eq!((paid.status, paid.paid_at, paid.attention), (Status::Paid, Some(START), None));
    assert_eq!((shop.mails("order_paid"), shop.stock("a")), (1, 4));
}

/// Whether a job was woken since it was last asked.
fn is_woken(wakeup: &Notify) -> bool {
    wakeup.notified().now_or_never().is_some()
}

#[tokio::test]
async fn a_payment_wakes_who_has_work_of_it() {
    let shop = shop();
    let (paid, wakeups) = (shop.pending_with_page().await, &shop.app.wakeups);
    is_woken(&wakeups.outbox);
    assert_eq!(shop.learn(shop.fact("evt", &paid, FactKind::Paid)).await, Outcome::OrderPaid);
    assert!(is_woken(&wakeups.outbox), "its mail waits");
    let late = shop.pending_with_page().await;
    let fact = shop.fact("late", &late, FactKind::Paid);
    payment::cancel(&shop.app, &Asker::account("u1"), &late).await.unwrap();
    is_woken(&wakeups.payments);
    assert_eq!(shop.learn(fact).await, Outcome::PaidLate);
    assert!(is_woken(&wakeups.payments), "its refund waits");
}

#[tokio::test]
async fn facts_in_any_order_come_to_the_same_end() {
    let kinds =
        [("e1", FactKind::Paid), ("lookup", FactKind::Paid), ("e2", FactKind::Failed), ("e3", FactKind::Expired)];
    for permutation in permutations(kinds.len()) {
        let shop = shop();
        let order = shop.pending_with_page().await;
        for at in permutation.iter().chain(&permutation) {
            let (id, kind) = kinds[*at];
            shop.learn(shop.fact(id, &order, kind)).await;
        }
        let paid = shop.order(&order);
        assert_eq!((paid.status, paid.attention), (Status::Paid, None), "{permutation:?}");
        assert_eq!((shop.mails("order_paid"), shop.stock("a")), (1, 4), "{permutation:?}");
        assert_eq!(shop.number_of("SELECT count(*) FROM payment_facts"), 4);
        assert_eq!(shop.number_of("SELECT count(*) FROM payment_attempts WHERE state = 'paid'"), 1);
    }
}

#[tokio::test]
async fn what_does_not_match_the_attempt_pays_nothing() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let session = shop.session(&order);
    let reference = shop.fact("x", &order, FactKind::Paid).reference().to_owned();
    let fact = |id, session: &str, reference: &str, cents, currency| {
        forged::fact(id, session, reference, FactKind::Paid, Cents(cents), currency)
    };
    for (wrong, outcome) in [
        (fact("less", &session, &reference, 100, "EUR"), Outcome::Differs),
        (fact("more", &session, &reference, 249_500, "EUR"), Outcome::Differs),
        (fact("yen", &session, &reference, 2495, "JPY"), Outcome::Differs),
        (fact("other attempt", &session, "another", 2495, "EUR"), Outcome::Differs),
        (fact("our id as theirs", &reference, &reference, 2495, "EUR"), Outcome::UnknownAttempt),
        (fact("unknown", "sbx_unknown", &reference, 2495, "EUR"), Outcome::UnknownAttempt),
    ] {
        assert_eq!(shop.learn(wrong.clone()).await, outcome, "{}", wrong.id());
        assert_eq!(shop.learn(wrong).await, Outcome::Repeated);
    }
    let pending = shop.order(&order);
    assert_eq!((pending.status, pending.attention.as_deref()), (Status::Pending, Some("amount_differs")));
    assert_eq!((shop.mails("order_paid"), shop.number_of("SELECT count(*) FROM payment_facts")), (0, 6));
}

#[tokio::test]
async fn an_order_whose_payment_differs_is_not_cancelled_by_itself() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let session = shop.session(&order);
    shop.write(|tx| Ok(tx.execute_batch("UPDATE sandbox_sessions SET amount_in_cents = 1")?));
    shop.pay_at_provider(&session);
    shop.clock.advance_seconds(46 * 60);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 0);
    assert!(matches!(payment::cancel(&shop.app, &Asker::account("u1"), &order).await, Err(Error::NotCancellable)));
    let held = shop.order(&order);
    assert_eq!((held.status, held.attention.as_deref()), (Status::Pending, Some("amount_differs")));
    assert_eq!(shop.stock("a"), 4);
}

#[tokio::test]
async fn starting_twice_offers_the_same_page_until_it_is_nearly_over() {
    let shop = shop();
    let order = shop.placed("u1", "a").await;
    let (one, two) = tokio::join!(shop.start("u1", &order), shop.start("u1", &order));
    let page = one.unwrap();
    assert_eq!(page, two.unwrap());
    assert!(page.starts_with("http://localhost:8080/sandbox/pay/sbx_"));
    shop.clock.advance_seconds(28 * 60);
    assert_eq!(shop.start("u1", &order).await.unwrap(), page);
    shop.clock.advance_seconds(2 * 60);
    assert_ne!(shop.start("u1", &order).await.unwrap(), page);
    assert_eq!(shop.number_of("SELECT count(*) FROM payment_attempts WHERE state = 'open'"), 1);
    assert_eq!(shop.number_of("SELECT count(*) FROM sandbox_sessions WHERE status = 'open'"), 1);
}

#[tokio::test]
async fn only_the_own_pending_order_can_be_paid_or_cancelled() {
    let shop = shop();
    let order = shop.placed("u1", "a").await;
    assert!(matches!(shop.start("u2", &order).await, Err(Error::NotFound)));
    assert!(matches!(payment::cancel(&shop.app, &Asker::account("u2"), &order).await, Err(Error::NotFound)));
    shop.start("u1", &order).await.unwrap();
    shop.learn(shop.fact("paid", &order, FactKind::Paid)).await;
    assert!(matches!(shop.start("u1", &order).await, Err(Error::NotPayable)));
    assert!(matches!(payment::cancel(&shop.app, &Asker::account("u1"), &order).await, Err(Error::NotCancellable)));
    let other = shop.placed("u1", "a").await;
    shop.clock.advance_seconds(46 * 60);
    assert!(matches!(shop.start("u1", &other).await, Err(Error::NotPayable)), "its time is over");
}

#[tokio::test]
async fn a_cancelled_order_gives_its_stock_back_and_closes_its_page() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let session = shop.session(&order);
    for _ in 0..2 {
        let cancelled = payment::cancel(&shop.app, &Asker::account("u1"), &order).await.unwrap();
        assert_eq!(cancelled.cancellation_reason.as_deref(), Some("buyer"));
    }
    shop.pay_at_provider(&session);
    assert_eq!(shop.number_of("SELECT count(*) FROM sandbox_sessions WHERE status = 'expired'"), 1);
    assert_eq!(shop.stock("a"), 5);
}

#[tokio::test]
async fn a_paid_order_is_noticed_when_it_is_about_to_end() {
    let shop = shop();
    for act in 0..3 {
        let order = shop.pending_with_page().await;
        shop.pay_at_provider(&shop.session(&order));
        match act {
            0 => assert!(matches!(
                payment::cancel(&shop.app, &Asker::account("u1"), &order).await,
                Err(Error::NotCancellable)
            )),
            1 => {
                shop.clock.advance_seconds(46 * 60);
                assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 0);
            }
            _ => {
                let session = shop.session(&order);
                let checked = payment::check(&shop.app, &order, &session).await.unwrap();
                assert_eq!(checked.status, Status::Paid);
                assert!(matches!(payment::check(&shop.app, "other", &session).await, Err(Error::NotFound)));
                assert!(matches!(payment::check(&shop.app, &order, "sbx_x").await, Err(Error::NotFound)));
            }
        }
        assert_eq!(shop.order(&order).status, Status::Paid, "{act}");
    }
    assert_eq!((shop.mails("order_paid"), shop.stock("a")), (3, 2));
}

#[tokio::test]
async fn an_order_does_not_end_while_the_provider_cannot_be_asked() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let unpaid = shop.placed("u2", "a").await;
    shop.provider_is_down(true);
    assert!(matches!(shop.start("u2", &unpaid).await, Err(Error::PaymentUnavailable)));
    assert_eq!(shop.order(&unpaid).status, Status::Pending);
    assert!(matches!(payment::cancel(&shop.app, &Asker::account("u1"), &order).await, Err(Error::PaymentUnavailable)));
    assert_eq!(payment::check(&shop.app, &order, &shop.session(&order)).await.unwrap().status, Status::Pending);
    shop.clock.advance_seconds(46 * 60);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 1, "the one whose page was never opened");
    assert_eq!((shop.order(&order).status, shop.stock("a")), (Status::Pending, 4));
    shop.provider_is_down(false);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.order(&order).cancellation_reason.as_deref(), Some("expired"));
    assert_eq!(shop.stock("a"), 5);
}

#[tokio::test]
async fn a_declined_payment_stands_once_in_the_history_of_its_order() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let declined = || shop.number_of("SELECT count(*) FROM order_events WHERE kind = 'payment_failed'");
    for (said, outcome) in [("e1", Outcome::AttemptEnded), ("e2", Outcome::AlreadyKnown)] {
        assert_eq!(shop.learn(shop.fact(said, &order, FactKind::Failed)).await, outcome);
        assert_eq!(declined(), 1, "{said}");
    }
    shop.start("u1", &order).await.unwrap();
    assert_eq!(shop.learn(shop.fact("e3", &order, FactKind::Expired)).await, Outcome::AttemptEnded);
    assert_eq!((declined(), shop.order(&order).status), (1, Status::Pending));
}

#[tokio::test]
async fn a_failed_start_can_be_repeated() {
    let shop = shop();
    let order = shop.placed("u1", "a").await;
    shop.provider_is_down(true);
    assert!(matches!(shop.start("u1", &order).await, Err(Error::PaymentUnavailable)));
    shop.provider_is_down(false);
    shop.start("u1", &order).await.unwrap();
    assert_eq!(shop.number_of("SELECT count(*) FROM payment_attempts"), 1, "the same attempt");
    let other = shop.placed("u2", "a").await;
    shop.provider_is_down(true);
    assert!(shop.start("u2", &other).await.is_err());
    shop.provider_is_down(false);
    shop.clock.advance_seconds(61);
    shop.start("u2", &other).await.unwrap();
    assert_eq!(shop.number_of("SELECT count(*) FROM payment_attempts WHERE state = 'failed'"), 1, "given up");
}

#[tokio::test]
async fn a_page_that_opens_after_its_order_was_cancelled_is_not_offered() {
    let shop = shop();
    let order = shop.placed("u1", "a").await;
    shop.provider_is_down(true);
    assert!(shop.start("u1", &order).await.is_err());
    assert_eq!(shop.number_of("SELECT count(*) FROM payment_attempts WHERE state = 'created'"), 1);
    payment::cancel(&shop.app, &Asker::account("u1"), &order).await.unwrap();
    shop.provider_is_down(false);
    assert_eq!(shop.number_of("SELECT count(*) FROM payment_attempts WHERE state = 'expired'"), 1);
    assert!(matches!(shop.start("u1", &order).await, Err(Error::NotPayable)));
}

#[tokio::test]
async fn a_program_killed_between_order_and_payment_goes_on_where_it_stopped() {
    let shop = shop();
    let never_started = shop.placed("u1", "a").await;
    let paid_unheard = shop.placed("u2", "a").await;
    shop.start("u2", &paid_unheard).await.unwrap();
    let abandoned = shop.placed("u3", "a").await;
    shop.start("u3", &abandoned).await.unwrap();
    let half_opened = shop.placed("u4", "a").await;
    shop.start("u4", &half_opened).await.unwrap();
    let session = shop.session(&half_opened);
    let forget =
        "UPDATE payment_attempts SET state = 'created', provider_ref = NULL, url = NULL WHERE provider_ref = ?1";
    let lost = session.clone();
    shop.write(move |tx| tx.execute(forget, [lost]).map(drop).map_err(db::Error::from));
    let shop = shop.restart();
    shop.start("u4", &half_opened).await.unwrap();
    assert_eq!(shop.session(&half_opened), session, "the provider knows the attempt");
    shop.pay_at_provider(&shop.session(&paid_unheard));
    let shop = shop.restart();
    worker::reconcile(&shop.app, 0).await.unwrap();
    assert_eq!(shop.order(&paid_unheard).status, Status::Paid);
    shop.clock.advance_seconds(46 * 60);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 3);
    assert_eq!(shop.order(&never_started).status, Status::Cancelled);
    assert_eq!(shop.order(&abandoned).status, Status::Cancelled);
    assert_eq!((shop.stock("a"), shop.mails("order_paid")), (4, 1));
}

#[tokio::test]
async fn pages_of_paid_orders_are_closed() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let paid = shop.fact("first", &order, FactKind::Paid);
    shop.clock.advance_seconds(30 * 60);
    shop.start("u1", &order).await.unwrap();
    shop.learn(paid).await;
    worker::reconcile(&shop.app, 0).await.unwrap();
    assert_eq!(shop.number_of("SELECT count(*) FROM payment_attempts WHERE state = 'open'"), 0);
    assert_eq!(shop.number_of("SELECT count(*) FROM sandbox_sessions WHERE status = 'open'"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_fact_from_sixty_four_sides_pays_once() {
    let shop = std::sync::Arc::new(shop());
    let order = shop.pending_with_page().await;
    let tasks: Vec<_> = (0..64)
        .map(|n| {
            let (app, now) = (shop.app.clone(), shop.clock.now());
            let fact = shop.fact(&format!("evt{}", n % 4), &order, FactKind::Paid);
            tokio::spawn(async move { app.db.write(move |tx| apply_fact(tx, &fact, now)).await.unwrap() })
        })
        .collect();
    let mut paid = 0;
    for task in tasks {
        paid += usize::from(task.await.unwrap() == Outcome::OrderPaid);
    }
    assert_eq!((paid, shop.mails("order_paid")), (1, 1));
}

pub(super) fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let longer = |shorter: Vec<usize>| {
        (0..n).map(move |at| {
            let mut permutation = shorter.clone();
            permutation.insert(at, n - 1);
            permutation
        })
    };
    permutations(n - 1).into_iter().flat_map(longer).collect()
}

#[tokio::test]
async fn an_order_that_cannot_be_ended_keeps_no_other_waiting() {
    let shop = Shop::new();
    shop.sell("a", 5);
    let (broken, sound) = (shop.placed("u1", "a").await, shop.placed("u2", "a").await);
    let given_back = broken.clone();
    shop.write(move |tx| {
        let sql =
            "INSERT INTO stock_movements (variant_id, delta, reason, order_id, at) VALUES ('a', -1, 'released', ?1, 0)";
        tx.execute(sql, [given_back])?;
        Ok(())
    });
    shop.clock.advance_seconds(crate::checkout::HOLD_SECONDS);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.order(&broken).status, Status::Pending);
    assert_eq!(shop.order(&sound).status, Status::Cancelled);
    assert_eq!(shop.stock("a"), 4, "nothing is given back twice");
}

#[tokio::test]
async fn a_genuine_fact_of_another_mode_pays_nothing() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    assert_eq!(shop.learn(forged::odd(shop.fact("odd", &order, FactKind::Paid))).await, Outcome::Differs);
    let pending = shop.order(&order);
    assert_eq!((pending.status, pending.attention.as_deref()), (Status::Pending, Some("amount_differs")));
    assert_eq!(shop.number_of("SELECT count(*) FROM payment_facts WHERE odd = 'mode'"), 1);
}

#[tokio::test]
async fn a_buyer_who_comes_back_late_has_the_whole_time_of_the_page() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    shop.clock.advance_seconds(44 * 60);
    shop.start("u1", &order).await.unwrap();
    shop.clock.advance_seconds(30 * 60);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 0, "the new page is still open");
    shop.learn(shop.fact("paid", &order, FactKind::Paid)).await;
    assert_eq!(shop.order(&order).status, Status::Paid);
}

#[tokio::test]
async fn an_order_is_not_held_for_ever_by_opening_page_after_page() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let mut minutes = 0;
    while minutes < 2 * 60 {
        shop.clock.advance_seconds(30 * 60);
        minutes += 30;
        worker::expire_due(&shop.app).await.unwrap();
        let _ = shop.start("u1", &order).await;
    }
    worker::expire_due(&shop.app).await.unwrap();
    assert_eq!((shop.order(&order).status, shop.stock("a")), (Status::Cancelled, 5));
}

/// What a shop says when it takes real money from now on.
fn through_stripe() -> [String; 3] {
    let options = ["--payments=stripe", "--stripe-secret-key=sk_test_1", "--stripe-webhook-secret=whsec_1"];
    options.map(str::to_owned)
}

#[tokio::test]
async fn a_page_of_the_sandbox_pays_nothing_once_the_shop_takes_real_money() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    let paid_before = shop.placed("u2", "a").await;
    shop.start("u2", &paid_before).await.unwrap();
    let (session, before) = (shop.session(&order), shop.session(&paid_before));
    shop.pay_at_provider(&before);
    let shop = shop.restart_with(&through_stripe());
    forged::click_pay(&shop.app.payments, &session).await;
    assert_eq!(shop.number_of("SELECT count(*) FROM sandbox_sessions WHERE status = 'paid'"), 1);
    let told = shop.app.payments.of(PROVIDER).unwrap().read_webhook(&reqwest::header::HeaderMap::new(), b"").await;
    assert!(matches!(told, Err(NotTaken::NotHere)));
    worker::reconcile(&shop.app, 0).await.unwrap();
    let state = shop.number_of("SELECT count(*) FROM payment_attempts WHERE state = 'expired'");
    assert_eq!((shop.order(&order).status, state), (Status::Pending, 1));
    assert_eq!(shop.order(&paid_before).status, Status::Paid);
}

#[tokio::test]
async fn a_buyer_need_not_wait_for_a_provider_that_closes_no_pages() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    shop.write(|tx| Ok(tx.execute_batch("UPDATE payment_attempts SET provider = 'redsys'")?));
    assert_eq!(payment::cancel(&shop.app, &Asker::account("u1"), &order).await.unwrap().status, Status::Cancelled);
    assert_eq!(shop.stock("a"), 5);
}

#[tokio::test]
async fn a_provider_that_is_silent_keeps_no_other_waiting() {
    let shop = shop();
    for user in ["u1", "u2", "u3", "u4"] {
        let order = shop.placed(user, "a").await;
        shop.start(user, &order).await.unwrap();
    }
    shop.write(|tx| {
        let away = "UPDATE payment_attempts SET provider = 'stripe' WHERE order_id NOT IN
                        (SELECT id FROM orders WHERE user_id = 'u4')";
        Ok(tx.execute_batch(away)?)
    });
    assert_eq!(worker::reconcile(&shop.app, 0).await.unwrap(), 3, "Stripe twice, the sandbox once");
    shop.clock.advance_seconds(46 * 60);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.stock("a"), 2);
}

#[tokio::test]
async fn the_owner_is_told_once_of_a_payment_that_nobody_knows_of() {
    let shop = shop();
    let order = shop.pending_with_page().await;
    shop.write(|tx| Ok(tx.execute_batch("UPDATE payment_attempts SET provider_ref = 'of another account'")?));
    let hours = |hours: i64| shop.clock.advance_seconds(hours * 60 * 60);
    hours(6);
    worker::expire_due(&shop.app).await.unwrap();
    assert_eq!(worker::report_unknown(&shop.app).await.unwrap(), 0);
    hours(1);
    for told in [1, 0] {
        worker::reconcile(&shop.app, 0).await.unwrap();
        assert_eq!(worker::report_unknown(&shop.app).await.unwrap(), told);
    }
    assert_eq!(shop.order(&order).attention.as_deref(), Some("payment_unknown"));
    shop.write(|tx| Ok(tx.execute_batch("UPDATE orders SET attention = NULL")?));
    assert_eq!(worker::report_unknown(&shop.app).await.unwrap(), 0, "the owner has seen it");
    assert_eq!((shop.order(&order).status, shop.stock("a")), (Status::Pending, 4));
}

#[tokio::test]
async fn a_new_provider_needs_no_other_schema() {
    let shop = shop();
    shop.pending_with_page().await;
    shop.write(|tx| Ok(tx.execute_batch("UPDATE payment_attempts SET provider = 'another'")?));
    assert_eq!(shop.number_of("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
}
