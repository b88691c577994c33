//! Money that goes back.

use super::*;

/// An order paid at the bank, and what was paid for it.
async fn paid(redsys: &Redsys, buyer: &Person, variant: &str) -> (Visit, i64) {
    let visit = redsys.visit(buyer, variant).await;
    assert_eq!(redsys.end(&visit.number, "0000").await, 200);
    let amount = redsys::text(&redsys.order(&visit.number).said, "DS_MERCHANT_AMOUNT").parse().unwrap();
    (visit, amount)
}

async fn ask_for_refund(admin: &Person, order: &str, body: Value) {
    admin.post(&format!("/api/admin/orders/{order}/refund"), body).await.expect(200);
}

/// A shop, its bank, its administrator, and an order that was paid there.
async fn shop_with_a_payment() -> (TestShop, Redsys, Person, Visit) {
    let (shop, redsys, buyer, variant) = shop().await;
    let admin = shop.admin().await;
    let (visit, _) = paid(&redsys, &buyer, &variant).await;
    (shop, redsys, admin, visit)
}

#[tokio::test]
async fn money_goes_back_in_part_and_whole() {
    let (shop, redsys, buyer, variant) = shop().await;
    let admin = shop.admin().await;
    let (visit, amount) = paid(&redsys, &buyer, &variant).await;
    ask_for_refund(&admin, &visit.order, json!({ "amount_in_cents": 100 })).await;
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    ask_for_refund(&admin, &visit.order, json!({})).await;
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 0);
    assert_eq!(redsys.refunds(&visit.number), [100, amount - 100]);

    // A notification of a refund of ours is no news; one of a refund made in the bank's panel is.
    let of_refund = |number: &str, amount: i64, hour: &str| redsys.of_refund(number, amount, "", hour);
    for _ in 0..2 {
        assert_eq!(redsys.tell(&visit.number, &of_refund(&visit.number, 100, "12%3A01")).await, 200);
    }
    let (other, _) = paid(&redsys, &buyer, &variant).await;
    for _ in 0..2 {
        assert_eq!(redsys.tell(&other.number, &of_refund(&other.number, 50, "12%3A01")).await, 200);
    }
    let sql = "SELECT count(*), sum(amount_in_cents) FROM refunds WHERE reason = ?1";
    assert_eq!(shop.row::<i64, i64>(sql, "outside").await, (1, 50));
    assert_eq!(shop.stands(&visit.order).await.1, None);

    // So is one as large as one of ours: later, or beside one that was told of.
    let (alike, _) = paid(&redsys, &buyer, &variant).await;
    ask_for_refund(&admin, &alike.order, json!({ "amount_in_cents": 100 })).await;
    worker::refund_due(&shop.app).await.unwrap();
    for hour in ["17%3A51", "12%3A01", "12%3A02"] {
        assert_eq!(redsys.tell(&alike.number, &of_refund(&alike.number, 100, hour)).await, 200);
    }
    assert_eq!(shop.row::<i64, i64>(sql, "outside").await, (3, 250));

    // More than is left there.
    redsys.mind().orders.get_mut(&other.number).unwrap().operations[0].amount = 10;
    ask_for_refund(&admin, &other.order, json!({ "amount_in_cents": 60 })).await;
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.refund(&other.order).await, (String::from("failed"), Some(String::from("SIS0057"))));
    assert_eq!(shop.stands(&other.order).await.1.as_deref(), Some("refund_failed"));
}

#[tokio::test]
async fn a_refund_whose_answer_was_lost_is_made_once() {
    let (shop, redsys, admin, visit) = shop_with_a_payment().await;
    redsys.mind().loses_answers = true;
    for cents in [100, 100, 50] {
        ask_for_refund(&admin, &visit.order, json!({ "amount_in_cents": cents, "reason": format!("{cents}") })).await;
        shop.app.clock.advance_seconds(61);
    }
    worker::refund_due(&shop.app).await.unwrap();
    let sent = redsys.refunds(&visit.number);
    assert_eq!(sent, [100, 100, 50]);
    redsys.mind().loses_answers = false;
    for _ in 0..5 {
        shop.app.clock.advance_seconds(3600);
        worker::refund_due(&shop.app).await.unwrap();
    }
    assert_eq!(redsys.refunds(&visit.number), sent, "nothing was sent twice");
    let sql = "SELECT count(*), count(*) FILTER (WHERE state = 'done') FROM refunds WHERE order_id = ?1";
    assert_eq!(shop.row::<i64, i64>(sql, &visit.order).await, (3, 3));
}

#[tokio::test]
async fn a_refund_that_nobody_can_tell_of_needs_a_person() {
    let (shop, redsys, admin, visit) = shop_with_a_payment().await;
    // It answers, but nothing that says whether it was made; and it lists nothing.
    redsys.mind().is_down = true;
    ask_for_refund(&admin, &visit.order, json!({ "amount_in_cents": 100 })).await;
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.refund(&visit.order).await, (String::from("sent"), None));
    redsys.mind().is_down = false;
    shop.app.clock.advance_seconds(120);
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.refund(&visit.order).await.0, "sent", "it may still be on its way");
    shop.app.clock.advance_seconds(1800);
    worker::refund_due(&shop.app).await.unwrap();
    let (state, error) = shop.refund(&visit.order).await;
    assert_eq!(state, "failed");
    assert!(error.unwrap().contains("bank's panel"));
    assert_eq!(shop.stands(&visit.order).await.1.as_deref(), Some("refund_failed"));
    assert!(redsys.refunds(&visit.number).is_empty());
}

#[tokio::test]
async fn a_refund_whose_answer_was_lost_is_made_when_a_notification_without_a_mark_says_so() {
    let (shop, redsys, admin, visit) = shop_with_a_payment().await;
    redsys.mind().loses_answers = true;
    redsys.mind().refuses_questions = Some("XML0041");
    ask_for_refund(&admin, &visit.order, json!({ "amount_in_cents": 100 })).await;
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.refund(&visit.order).await, (String::from("sent"), None));
    // What nobody at the bank has signed, or was not made, or is of another amount, says nothing of it.
    let told = redsys.of_refund(&visit.number, 100, "", "12%3A01");
    assert_ne!(redsys.tell(&visit.number, &told.replace("Ds_Signature=", "Ds_Signature=A")).await, 200);
    let other = [("Ds_TransactionType", "3"), ("Ds_Amount", "100"), ("Ds_Hour", "12%3A01")];
    assert_eq!(redsys.tell(&visit.number, &redsys.notification(&visit.number, "0190", &other)).await, 200);
    let of_panel = redsys.of_refund(&visit.number, 50, "", "12%3A01");
    assert_eq!(redsys.tell(&visit.number, &of_panel).await, 200);
    let ours = "SELECT r.state, s.state FROM refunds r JOIN redsys_refunds s ON s.id = r.id WHERE r.order_id = ?1";
    let both = |state: &str| (state.to_owned(), state.to_owned());
    assert_eq!(shop.row::<String, String>(ours, &visit.order).await, both("sent"));

    for _ in 0..2 {
        assert_eq!(redsys.tell(&visit.number, &told).await, 200);
    }
    shop.app.clock.advance_seconds(1800);
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.row::<String, String>(ours, &visit.order).await, both("done"));
    let back = "SELECT count(*), sum(amount_in_cents) FROM refunds WHERE order_id = ?1 AND state = 'done'";
    assert_eq!(shop.row::<i64, i64>(back, &visit.order).await, (2, 150));
    assert_eq!((shop.stands(&visit.order).await.1, redsys.refunds(&visit.number)), (None, vec![100]));
}

#[tokio::test]
async fn a_refund_that_was_given_up_and_is_made_after_all_is_booked() {
    let (shop, redsys, admin, visit) = shop_with_a_payment().await;
    redsys.mind().is_down = true;
    ask_for_refund(&admin, &visit.order, json!({ "amount_in_cents": 100 })).await;
    worker::refund_due(&shop.app).await.unwrap();
    let sql = "SELECT r.id, s.state FROM refunds r JOIN redsys_refunds s ON s.id = r.id WHERE order_id = ?1";
    let (id, _) = shop.row::<String, String>(sql, &visit.order).await;
    let mark = format!("refund:{id}");

    // What is not as it was sent is kept, and settles nothing.
    let wrong = redsys.of_refund(&visit.number, 99, &mark, "12%3A01");
    assert_eq!(redsys.tell(&visit.number, &wrong).await, 200);
    assert_eq!((shop.facts().await, shop.row(sql, &visit.order).await), ((2, 1), (id.clone(), String::from("sent"))));

    shop.app.clock.advance_seconds(86_400);
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.refund(&visit.order).await.0, "failed");
    for _ in 0..2 {
        let late = redsys.of_refund(&visit.number, 100, &mark, "12%3A01");
        assert_eq!(redsys.tell(&visit.number, &late).await, 200);
    }
    assert_eq!((shop.facts().await, shop.row(sql, &visit.order).await), ((3, 1), (id, String::from("done"))));
    assert_eq!(shop.refund(&visit.order).await.0, "done");

    // Others that are not as they should be are each kept.
    for amount in [10, 20] {
        let amount = amount.to_string();
        let other = [("Ds_TransactionType", "3"), ("Ds_Amount", amount.as_str()), ("Ds_Currency", "840")];
        let odd = redsys.notification(&visit.number, "0900", &other);
        assert_eq!(redsys.tell(&visit.number, &odd).await, 200);
    }
    assert_eq!(shop.facts().await, (5, 3));
}

#[tokio::test]
async fn a_refund_that_is_confirmed_while_it_is_asked_about_is_not_given_up() {
    let (shop, redsys, admin, visit) = shop_with_a_payment().await;
    redsys.mind().is_down = true;
    ask_for_refund(&admin, &visit.order, json!({ "amount_in_cents": 100 })).await;
    worker::refund_due(&shop.app).await.unwrap();
    redsys.mind().is_down = false;
    let sql = "SELECT id, state FROM refunds WHERE order_id = ?1";
    let (id, state) = shop.row::<String, String>(sql, &visit.order).await;
    assert_eq!(state, "sent");
    let confirmed = redsys.of_refund(&visit.number, 100, &format!("refund:{id}"), "12%3A01");
    redsys.mind().tells_first = Some((visit.number.clone(), confirmed));
    shop.app.clock.advance_seconds(1800);
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(redsys.mind().tells_first, None, "it was asked");
    assert_eq!(
        (shop.refund(&visit.order).await, shop.stands(&visit.order).await.1),
        ((String::from("done"), None), None)
    );
}

#[tokio::test]
async fn a_refund_made_in_the_panel_before_is_not_taken_for_a_lost_one() {
    let (shop, redsys, admin, visit) = shop_with_a_payment().await;
    let of_panel = Operation { kind: "3", response: String::from("0900"), amount: 100, state: "F" };
    redsys.mind().orders.get_mut(&visit.number).unwrap().operations.push(of_panel);
    redsys.mind().hour = Some("11:45:00");
    redsys.mind().is_down = true;
    ask_for_refund(&admin, &visit.order, json!({ "amount_in_cents": 100 })).await;
    worker::refund_due(&shop.app).await.unwrap();
    redsys.mind().is_down = false;
    shop.app.clock.advance_seconds(1800);
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.refund(&visit.order).await.0, "failed");
}

#[tokio::test]
async fn an_error_that_does_not_say_whether_money_moved_needs_a_person() {
    let (shop, redsys, admin, visit) = shop_with_a_payment().await;
    redsys.mind().refuses_refunds = Some("SIS0034");
    ask_for_refund(&admin, &visit.order, json!({ "amount_in_cents": 100 })).await;
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.refund(&visit.order).await, (String::from("sent"), None));
    shop.app.clock.advance_seconds(1800);
    worker::refund_due(&shop.app).await.unwrap();
    let (state, error) = shop.refund(&visit.order).await;
    assert!(state == "failed" && error.unwrap().contains("bank's panel"));
    assert_eq!(shop.stands(&visit.order).await.1.as_deref(), Some("refund_failed"));
}

#[tokio::test]
async fn a_refund_that_cannot_be_asked_about_needs_a_person_in_the_end() {
    let (shop, redsys, admin, visit) = shop_with_a_payment().await;
    redsys.mind().is_down = true;
    ask_for_refund(&admin, &visit.order, json!({ "amount_in_cents": 100 })).await;
    worker::refund_due(&shop.app).await.unwrap();
    shop.app.clock.advance_seconds(86_399);
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.refund(&visit.order).await.0, "sent");
    shop.app.clock.advance_seconds(3600);
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.refund(&visit.order).await.0, "failed");
}

#[tokio::test]
async fn a_refund_that_never_left_is_sent_later() {
    let (shop, redsys, admin, visit) = shop_with_a_payment().await;
    redsys.stop();
    ask_for_refund(&admin, &visit.order, json!({ "amount_in_cents": 100 })).await;
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.refund(&visit.order).await.0, "queued");
    redsys.listen().await;
    shop.app.clock.advance_seconds(120);
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(shop.refund(&visit.order).await.0, "done");
    assert_eq!(redsys.refunds(&visit.number), [100]);
}

#[tokio::test]
async fn a_restored_shop_does_not_send_again_what_was_sent_since_its_backup() {
    let (shop, redsys, admin, visit) = shop_with_a_payment().await;
    ask_for_refund(&admin, &visit.order, json!({ "amount_in_cents": 100 })).await;
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
    assert_eq!(redsys.refunds(&visit.number), [100]);
    // What a backup from before that knows.
    let restore = |tx: &manetes::db::Tx<'_>| {
        tx.execute_batch(
            "DELETE FROM redsys_refunds; UPDATE payment_attempts SET refunded_in_cents = 0;
             UPDATE refunds SET state = 'queued', attempts = 0, done_at = NULL;",
        )?;
        manetes::checkout::refund::distrust(tx)
    };
    shop.app.db.write(restore).await.unwrap();
    worker::refund_due(&shop.app).await.unwrap();
    shop.app.clock.advance_seconds(120);
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(redsys.refunds(&visit.number), [100], "once");
    assert_eq!(shop.refund(&visit.order).await, (String::from("done"), None));
}
