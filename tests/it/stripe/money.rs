//! Money that comes late, twice or not, goes back, does not, or is disputed.

use manetes::checkout::worker;
use serde_json::json;

use super::{PRICE, Sale};
use crate::support::stripe::Fault;

#[tokio::test]
async fn what_is_paid_after_the_order_was_cancelled_goes_back() {
    let sale = Sale::new().await;
    let (order, session) = sale.opened().await;
    // The owner cancels while Stripe cannot be reached, so that the page stays open.
    sale.stripe.fail(Some(Fault::Status(500, &[])));
    let path = format!("/api/admin/orders/{order}/cancel");
    sale.admin().await.post(&path, json!({})).await.expect(200);
    sale.stripe.fail(None);
    sale.stripe.pay(&session);
    sale.notify(&sale.stripe.last_event()).await.expect(200);
    let books = sale.books(&order).await;
    assert_eq!((&books["order"], &books["attention"]), (&json!("cancelled"), &json!("paid_late")));
    sale.make_refunds().await;
    let refunds = sale.stripe.refunds();
    assert_eq!((refunds.len(), refunds[0]["amount"].as_i64()), (1, Some(PRICE)));
    assert_eq!(sale.books(&order).await["attempts"], json!([["paid", PRICE, 1]]));
    sale.assert_sound();
}

#[tokio::test]
async fn cancelling_an_order_that_was_paid_a_moment_ago_finds_the_payment() {
    let sale = Sale::new().await;
    let (order, session) = sale.opened().await;
    sale.stripe.pay(&session);
    let cancel = json!({ "order_id": order });
    sale.buyer.post("/api/functions/cancel-order", cancel).await.refused(409, "illegal_transition");
    assert_eq!(sale.status(&order).await, "paid");
    sale.assert_sound();
}

#[tokio::test]
async fn a_bank_that_takes_its_time_is_waited_for() {
    let sale = Sale::new().await;
    for (says_yes, order_is) in [(true, "paid"), (false, "cancelled")] {
        let (order, session) = sale.opened().await;
        sale.stripe.agree(&session);
        sale.notify(&sale.stripe.last_event()).await.expect(200);
        sale.shop.app.clock.advance_seconds(46 * 60);
        worker::expire_due(&sale.shop.app).await.unwrap();
        assert_eq!(sale.status(&order).await, "pending", "it may still be paid");
        sale.stripe.settle(&session, says_yes);
        // The word gets lost: it is asked for.
        worker::reconcile(&sale.shop.app, 180).await.unwrap();
        worker::expire_due(&sale.shop.app).await.unwrap();
        assert_eq!(sale.status(&order).await, order_is);
        let books = sale.books(&order).await;
        sale.notify(&sale.stripe.last_event()).await.expect(200);
        assert_eq!(sale.books(&order).await, books);
    }
    sale.assert_sound();
}

#[tokio::test]
async fn a_second_payment_of_one_order_goes_back() {
    let sale = Sale::new().await;
    let (order, first) = sale.opened().await;
    sale.expire_page(&first).await;
    let second = sale.session(&order).await;
    sale.stripe.pay(&second);
    sale.notify(&sale.stripe.last_event()).await.expect(200);
    // Stripe took money on a page it had closed, against its word.
    sale.stripe.reopen(&first);
    sale.stripe.pay(&first);
    sale.notify(&sale.stripe.last_event()).await.expect(200);
    assert_eq!(sale.books(&order).await["attention"], "paid_twice");
    sale.make_refunds().await;
    let books = sale.books(&order).await;
    assert_eq!(books["attempts"], json!([["paid", PRICE, 1], ["paid", 0, 1]]));
    assert_eq!((&books["order"], sale.stripe.refunds().len()), (&json!("paid"), 1));
    sale.assert_sound();
}

#[tokio::test]
async fn parts_go_back_once_each_however_often_stripe_fails() {
    let sale = Sale::new().await;
    let (order, _) = sale.paid().await;
    let path = format!("/api/admin/orders/{order}/refund");
    for (n, (part, fault)) in [
        (1000, None),
        (2000, Some(Fault::LoseAnswer)),
        (1500, Some(Fault::Broken)),
        (600, Some(Fault::Garbage)),
        (100, Some(Fault::DoneButBroken)),
        (800, Some(Fault::Status(429, &[("Stripe-Should-Retry", "false")]))),
    ]
    .into_iter()
    .enumerate()
    {
        let refund = json!({ "amount_in_cents": part });
        sale.admin().await.post(&path, refund).await.expect(200);
        if let Some(fault) = fault {
            sale.stripe.fail_once(fault);
            sale.make_refunds().await;
        }
        if n == 1 {
            // The program was off for more than a day.
            sale.stripe.forget_keys();
        }
        sale.make_refunds().await;
        sale.make_refunds().await;
        assert_eq!(sale.stripe.refunds().len(), n + 1, "{part}: made once");
    }
    sale.admin().await.post(&path, json!({})).await.expect(200);
    sale.make_refunds().await;
    let amounts: Vec<_> = sale.stripe.refunds().iter().filter_map(|refund| refund["amount"].as_i64()).collect();
    assert_eq!(amounts, [1000, 2000, 1500, 600, 100, 800, 3900]);
    let books = sale.books(&order).await;
    assert_eq!(books["attempts"], json!([["paid", PRICE, 1]]));
    for event in sale.stripe.events() {
        sale.notify(&event).await.expect(200);
    }
    assert_eq!(sale.books(&order).await, books, "the events say what is known");
    sale.assert_sound();
}

#[tokio::test]
async fn a_refund_that_is_pending_is_asked_about_and_may_fail_in_the_end() {
    let mut seen = Vec::new();
    for (status, is_told) in [("succeeded", true), ("failed", true), ("succeeded", false), ("failed", false)] {
        let sale = Sale::new().await;
        sale.stripe.refunds_become("pending");
        let (order, _) = sale.paid().await;
        sale.admin().await.post(&format!("/api/admin/orders/{order}/refund"), json!({})).await.expect(200);
        sale.make_refunds().await;
        assert_eq!(sale.books(&order).await["refunds"], json!([[PRICE, "owner", "sent"]]));
        let refund = sale.stripe.refunds().pop().unwrap()["id"].as_str().unwrap().to_owned();
        sale.stripe.refund_becomes(&refund, status);
        if is_told {
            sale.notify(&sale.stripe.last_event()).await.expect(200);
        } else {
            sale.make_refunds().await;
        }
        let books = sale.books(&order).await;
        sale.assert_sound();
        seen.push((books["refunds"][0][2].clone(), books["attention"].clone(), books["attempts"][0][1].clone()));
    }
    let [done, failed] =
        [(json!("done"), json!(null), json!(PRICE)), (json!("failed"), json!("refund_failed"), json!(0))];
    assert_eq!(seen, [done.clone(), failed.clone(), done, failed]);
}

#[tokio::test]
async fn a_refund_that_seemed_made_can_fail_afterwards() {
    let sale = Sale::new().await;
    let (order, _) = sale.paid().await;
    sale.admin().await.post(&format!("/api/admin/orders/{order}/refund"), json!({})).await.expect(200);
    sale.make_refunds().await;
    assert_eq!(sale.books(&order).await["attempts"], json!([["paid", PRICE, 1]]));
    let made = sale.stripe.last_event();
    sale.stripe.refund_becomes("re_0", "failed");
    sale.notify(&sale.stripe.last_event()).await.expect(200);
    sale.notify(&made).await.expect(200);
    let books = sale.books(&order).await;
    assert_eq!((&books["attempts"], &books["attention"]), (&json!([["paid", 0, 1]]), &json!("refund_failed")));
    sale.assert_sound();
}

#[tokio::test]
async fn a_disputed_payment_needs_a_person_and_is_not_given_back() {
    let sale = Sale::new().await;
    for (ends, state) in [("won", "won"), ("lost", "lost")] {
        let (order, session) = sale.paid().await;
        let dispute = sale.stripe.dispute(&session);
        sale.notify(&sale.stripe.last_event()).await.expect(200);
        let books = sale.books(&order).await;
        assert_eq!((&books["attention"], &books["disputes"]), (&json!("disputed"), &json!([[PRICE, "open"]])));
        let refused = sale.admin().await.post(&format!("/api/admin/orders/{order}/refund"), json!({})).await;
        assert!(refused.status.is_client_error(), "{}", refused.text);
        sale.stripe.close_dispute(&dispute, ends);
        sale.notify(&sale.stripe.last_event()).await.expect(200);
        let (books, mark) = (sale.books(&order).await, format!("dispute_{ends}"));
        assert_eq!((&books["attention"], &books["disputes"]), (&json!(mark), &json!([[PRICE, state]])));
    }
    sale.assert_sound();
}
