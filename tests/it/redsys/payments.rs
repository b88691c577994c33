//! The page, the notification and the question.

use manetes::backup::settle::settle;

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn the_program_is_paid_at_the_bank() {
    let (dir, redsys) = (tempfile::tempdir().unwrap(), Redsys::start().await);
    let program = Program::start_with(dir.path(), &redsys.options()).await;
    let (buyer, variant) = (program.customer("ana@example.com").await, program.variant(SKU));

    let visit = redsys.visit(&buyer, &variant).await;
    let said = redsys.order(&visit.number).said;
    let number = visit.number.as_bytes();
    assert!(number.len() == 12 && number[..4].iter().all(u8::is_ascii_digit), "{}", visit.number);
    assert!(number.iter().all(u8::is_ascii_alphanumeric), "{}", visit.number);
    assert_eq!((&said["DS_MERCHANT_CURRENCY"], &said["DS_MERCHANT_TRANSACTIONTYPE"]), (&json!("978"), &json!("0")));
    assert!(!said.contains_key("DS_MERCHANT_PAYMETHODS"), "cards and Bizum, as the terminal has them");
    assert_eq!(redsys.end(&visit.number, "0000").await, 200);
    assert_eq!(buyer.status_of(&visit.order).await, "paid");
    let check = json!({ "order_id": visit.order, "session_id": visit.session });
    let nobody = program.visitor();
    assert_eq!(nobody.post("/api/functions/check-payment", check).await.expect(200).json()["status"], "paid");
    let guess = json!({ "order_id": visit.order, "session_id": visit.number });
    nobody.post("/api/functions/check-payment", guess).await.refused(404, "not_found");
    let same = redsys.notification(&visit.number, "0000", &[]);
    for _ in 0..100 {
        assert_eq!(redsys.tell(&visit.number, &same).await, 200);
    }
    let count = "SELECT count(*) FROM payment_facts";
    assert_eq!(program.database().query_row(count, [], |row| row.get::<_, i64>(0)).unwrap(), 1);

    // A card that is denied, then another, under a number of its own.
    let denied = redsys.visit(&buyer, &variant).await;
    assert_eq!(redsys.end(&denied.number, "0190").await, 200);
    assert_eq!(buyer.status_of(&denied.order).await, "pending");
    let again = redsys.visit_again(&buyer, &variant, &denied.order).await;
    assert_ne!(again.number, denied.number);
    assert_eq!(redsys.end(&again.number, "0099").await, 200);
    assert_eq!(buyer.status_of(&denied.order).await, "paid");

    // What is paid on a page of an order that was cancelled meanwhile goes back.
    let late = redsys.visit(&buyer, &variant).await;
    buyer.post("/api/functions/cancel-order", json!({ "order_id": late.order })).await.expect(200);
    assert_eq!(redsys.end(&late.number, "0000").await, 200);
    until("it is given back", async || !redsys.refunds(&late.number).is_empty()).await;
    let paid: i64 = redsys::text(&redsys.order(&late.number).said, "DS_MERCHANT_AMOUNT").parse().unwrap();
    assert_eq!(redsys.refunds(&late.number), [paid]);
    assert_eq!(buyer.status_of(&late.order).await, "cancelled");
    program.assert_sound();
}

#[tokio::test]
async fn the_button_for_bizum_leads_to_the_banks_page_for_bizum() {
    let (shop, redsys, buyer, variant) = shop().await;
    let means = shop.visitor().get("/api/payment-means").await.expect(200).json();
    assert_eq!(means["means"], json!(["card", "bizum"]));
    let order = buyer.order(&variant, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
    let pages = json!({
        "successUrl": format!("{}/success", shop.base), "cancelUrl": format!("{}/cart", shop.base), "bizum": true,
    });
    let opened = buyer.post(&format!("/api/orders/{order}/payment"), pages).await.expect(200).json();
    let path = opened["url"].as_str().unwrap().strip_prefix(&shop.base).unwrap().to_owned();
    let page = shop.visitor().get(&path).await.expect(200);
    let number = redsys.arrive(&page.text).await;
    assert_eq!(redsys.order(&number).said["DS_MERCHANT_PAYMETHODS"], json!("z"));
    assert_eq!(redsys.end(&number, "0000").await, 200);
    assert_eq!(buyer.status_of(&order).await, "paid");
}

#[tokio::test]
async fn the_page_says_where_one_goes_and_may_go_nowhere_else() {
    let (shop, redsys, buyer, variant) = shop().await;
    let visit = redsys.visit(&buyer, &variant).await;
    assert!(visit.page.text.contains("Redsys") && !visit.page.text.contains("ana@example.com"));
    assert_eq!(visit.page.headers["cache-control"], "no-store");
    let policy = visit.page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains(&format!("form-action {};", redsys.base)), "{policy}");
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    for (file, content) in [("pay.js", "submit()"), ("style.css", "button")] {
        assert!(shop.visitor().get(&format!("/redsys/{file}")).await.expect(200).text.contains(content));
    }
    for unknown in ["none", &visit.number, &visit.order] {
        let page = shop.visitor().get(&format!("/redsys/pay/{unknown}")).await.expect(404);
        assert!(!page.text.contains("<form"));
    }
    shop.app.clock.advance_seconds(PAGE);
    let expired = shop.visitor().get(&visit.path).await.expect(200).text;
    assert!(!expired.contains("<form") && !expired.contains("Ds_Signature"), "{expired}");
    assert!(expired.contains("/cart?cancelled=1"), "there is a way back");
}

#[tokio::test]
async fn a_terminal_of_the_older_version_is_spoken_to_in_it() {
    let redsys = Redsys::start_old().await;
    let shop = TestShop::paid_through_redsys(&redsys).await;
    let (buyer, (variant, _)) = (shop.customer("ana@example.com").await, shop.variant(SKU).await);
    let visit = redsys.visit(&buyer, &variant).await;
    assert_eq!(redsys.end(&visit.number, "0000").await, 200);
    assert_eq!(buyer.status_of(&visit.order).await, "paid");
    let admin = shop.admin().await;
    admin.post(&format!("/api/admin/orders/{}/refund", visit.order), json!({})).await.expect(200);
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(redsys.refunds(&visit.number).len(), 1);
}

#[tokio::test]
async fn a_shop_without_a_terminal_has_no_webhook_for_one() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let call = visitor.request(Method::POST, "/api/webhooks/redsys").header("Content-Type", redsys::FORM).body("x");
    visitor.send(call).await.refused(404, "not_found");
}

#[tokio::test]
async fn forged_notifications_change_nothing() {
    let (shop, redsys, buyer, variant) = shop().await;
    let (visit, other) = (redsys.visit(&buyer, &variant).await, redsys.visit(&buyer, &variant).await);
    let genuine = redsys.notification(&visit.number, "0000", &[]);
    let said = redsys.said(&visit.number, "0000", &[]);
    let mut forged = vec![
        String::new(),
        String::from("Ds_SignatureVersion=HMAC_SHA512_V2&Ds_MerchantParameters=&Ds_Signature="),
        String::from("{}"),
        String::from("\u{0}\u{ff}%ff%00=%"),
        // Signed for another order.
        redsys.seal_form(&other.number, &said),
        redsys.seal_form("", &said),
        format!("{genuine}&Ds_Signature=x"),
        format!("{genuine}&Ds_MerchantParameters=e30"),
        format!("Ds_SignatureVersion=HMAC_SHA512_V2&Ds_MerchantParameters={}&Ds_Signature=x", "A".repeat(60_000)),
    ];
    // Every sign that is not part of an escape, replaced by others.
    let plain = |at: &usize| {
        let bytes = genuine.as_bytes();
        bytes[*at].is_ascii_alphanumeric() && !(1..3).any(|back| *at >= back && bytes[at - back] == b'%')
    };
    for at in (0..genuine.len()).filter(plain) {
        for sign in "AbCdEfGhIjKlMnOp0+-_".split("").chain(["%00", "%2B", "=="]) {
            if &genuine[at..=at] != sign {
                forged.push(format!("{}{sign}{}", &genuine[..at], &genuine[at + 1..]));
            }
        }
    }
    assert!(forged.len() > 10_000, "{}", forged.len());
    let mut statuses = BTreeMap::new();
    for body in &forged {
        *statuses.entry(redsys.tell(&visit.number, body).await).or_insert(0) += 1;
    }
    assert_eq!(statuses, BTreeMap::from([(400, forged.len())]));
    assert_eq!(redsys.tell(&visit.number, &format!("{genuine}&more={}", "x".repeat(70_000))).await, 413);
    assert_eq!(shop.facts().await, (0, 0));
    assert_eq!(buyer.status_of(&visit.order).await, "pending");
    assert_eq!(redsys.tell(&visit.number, &genuine).await, 200);
    assert_eq!(buyer.status_of(&visit.order).await, "paid");
}

#[tokio::test]
async fn what_the_shop_signed_itself_and_what_is_signed_the_old_way_is_refused() {
    let (shop, redsys, buyer, variant) = shop().await;
    let visit = redsys.visit(&buyer, &variant).await;
    // The very form the browser carried to the bank, and one with the answer beside what the shop said.
    let own = redsys.order(&visit.number).said;
    assert_eq!(redsys.tell(&visit.number, &redsys.seal_form(&visit.number, &own)).await, 400);
    let mut both = redsys.said(&visit.number, "0000", &[]);
    both.extend(own);
    assert_eq!(redsys.tell(&visit.number, &redsys.seal_form(&visit.number, &both)).await, 400);
    let mut unsaid = redsys.said(&visit.number, "0000", &[("Ds_Order", "")]);
    unsaid.insert(String::from("DS_MERCHANT_ORDER"), json!(visit.number));
    assert_eq!(redsys.tell(&visit.number, &redsys.seal_form(&visit.number, &unsaid)).await, 400);

    let genuine = redsys.notification(&visit.number, "0000", &[]);
    let form: BTreeMap<String, String> = url::form_urlencoded::parse(genuine.as_bytes()).into_owned().collect();
    let old = redsys::sign("HMAC_SHA256_V1", &visit.number, &form["Ds_MerchantParameters"]);
    let values = [String::from("HMAC_SHA256_V1"), form["Ds_MerchantParameters"].clone(), old];
    let downgraded = redsys::form([0, 1, 2].map(|at| (redsys::FIELDS[at], values[at].clone())));
    for body in [downgraded.clone(), downgraded.replace("SHA256_V1", "SHA512_V2"), genuine.replace("SHA512", "SHA256")]
    {
        assert_eq!(redsys.tell(&visit.number, &body).await, 400);
    }
    assert_eq!((shop.facts().await, buyer.status_of(&visit.order).await), ((0, 0), String::from("pending")));
}

#[tokio::test]
async fn a_genuine_notification_that_is_not_as_asked_for_is_kept_and_pays_nothing() {
    let (shop, redsys, buyer, variant) = shop().await;
    for (kept, other) in [
        ("Ds_Amount", "1"),
        ("Ds_Amount", "49,99"),
        ("Ds_Amount", "-4999"),
        ("Ds_Amount", ""),
        ("Ds_Currency", "840"),
        ("Ds_Currency", ""),
        ("Ds_MerchantCode", "999008882"),
        ("Ds_MerchantCode", ""),
        ("Ds_Terminal", "2"),
        ("Ds_Terminal", ""),
        ("Ds_TransactionType", "1"),
        ("Ds_TransactionType", ""),
        ("Ds_Response", "0"),
        ("Ds_Response", "000x"),
        ("Ds_Response", ""),
    ] {
        let visit = redsys.visit(&buyer, &variant).await;
        redsys.decide(&visit.number, "0000");
        let body = redsys.notification(&visit.number, "0000", &[(kept, other)]);
        for _ in 0..2 {
            assert_eq!(redsys.tell(&visit.number, &body).await, 200);
        }
        let expected = (String::from("pending"), Some(String::from("amount_differs")));
        assert_eq!(shop.stands(&visit.order).await, expected, "{kept}={other}");
        buyer.post("/api/functions/cancel-order", json!({ "order_id": visit.order })).await;
    }
    let (facts, in_vain) = shop.facts().await;
    assert!(facts >= 15 && in_vain == 15, "{facts}, {in_vain}");

    let unfinished = redsys.visit(&buyer, &variant).await;
    for response in ["9997", "9998", "9999"] {
        assert_eq!(redsys.tell(&unfinished.number, &redsys.notification(&unfinished.number, response, &[])).await, 200);
    }
    let said = redsys.said(&unfinished.number, "0000", &[("Ds_Order", "1234OTHERS12")]);
    assert_eq!(redsys.tell(&unfinished.number, &redsys.seal_form("1234OTHERS12", &said)).await, 200);
    assert_eq!(shop.stands(&unfinished.order).await, (String::from("pending"), None));
    assert_eq!(redsys.end(&unfinished.number, "0000").await, 200);
    assert_eq!(shop.stands(&unfinished.order).await, (String::from("paid"), None));
}

#[tokio::test]
async fn a_payment_whose_notification_was_lost_is_found_by_asking() {
    let (shop, redsys, buyer, variant) = shop().await;
    let (paid, denied) = (redsys.visit(&buyer, &variant).await, redsys.visit(&buyer, &variant).await);
    redsys.decide(&paid.number, "0000");
    redsys.decide(&denied.number, "0190");
    worker::reconcile(&shop.app, 0).await.unwrap();
    assert_eq!(shop.stands(&paid.order).await, (String::from("paid"), None));
    assert_eq!(shop.stands(&denied.order).await, (String::from("pending"), None));
    // The notification, when it comes after all, is the same news.
    assert_eq!(redsys.end(&paid.number, "0000").await, 200);
    assert_eq!(shop.stands(&paid.order).await, (String::from("paid"), None));

    // One who waits for the thanks, and the workers, do not ask for ever.
    let waiting = redsys.visit(&buyer, &variant).await;
    let questions = || redsys.mind().asked["/apl02/services/SerClsWSConsulta"];
    let before = questions();
    let check = json!({ "order_id": waiting.order, "session_id": waiting.session });
    for _ in 0..10 {
        let state = buyer.post("/api/functions/check-payment", check.clone()).await.expect(200).json();
        assert_eq!(state["status"], "pending");
    }
    assert_eq!(questions(), before + 1);
    redsys.decide(&waiting.number, "0001");
    shop.app.clock.advance_seconds(60);
    assert_eq!(buyer.post("/api/functions/check-payment", check).await.expect(200).json()["status"], "paid");
}

#[tokio::test]
async fn an_order_is_held_until_nobody_can_be_paying_any_more() {
    let (shop, redsys, buyer, variant) = shop().await;
    let stock = shop.variant(SKU).await.1;
    let visit = redsys.visit(&buyer, &variant).await;
    let typing = Operation { kind: "0", response: String::new(), amount: 1, state: "A" };
    redsys.mind().orders.get_mut(&visit.number).unwrap().operations.push(typing);
    shop.app.clock.advance_seconds(PAGE + GRACE - 1);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 0);
    assert_eq!(shop.variant(SKU).await.1, stock - 1);

    // While Redsys cannot be reached, whether it was paid is not known.
    shop.app.clock.advance_seconds(61);
    redsys.mind().is_down = true;
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 0);
    redsys.mind().is_down = false;
    shop.app.clock.advance_seconds(61);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.stands(&visit.order).await, (String::from("cancelled"), None));
    assert_eq!(shop.variant(SKU).await.1, stock);

    redsys.mind().orders.get_mut(&visit.number).unwrap().operations.clear();
    assert_eq!(redsys.end(&visit.number, "0000").await, 200);
    assert_eq!(shop.stands(&visit.order).await, (String::from("cancelled"), Some(String::from("paid_late"))));
    worker::refund_due(&shop.app).await.unwrap();
    assert_eq!(redsys.refunds(&visit.number).len(), 1);
}

#[tokio::test]
async fn a_page_of_an_order_that_wants_no_payment_leads_nowhere() {
    let (shop, redsys, buyer, variant) = shop().await;
    let first = redsys.visit(&buyer, &variant).await;
    let second = redsys.visit_again(&buyer, &variant, &first.order).await;
    let leads = async |visit: &Visit| shop.visitor().get(&visit.path).await.expect(200).text.contains("<form");
    assert!(!leads(&first).await && leads(&second).await);
    buyer.post("/api/functions/cancel-order", json!({ "order_id": first.order })).await.expect(200);
    assert!(!leads(&second).await);

    let unwanted = redsys.visit(&buyer, &variant).await;
    let admin = shop.admin().await;
    admin.post(&format!("/api/admin/orders/{}/cancel", unwanted.order), json!({})).await.expect(200);
    worker::close_unwanted(&shop.app).await.unwrap();
    assert!(!leads(&unwanted).await);

    // Who was there already has paid twice, and for nothing.
    for visit in [&first, &second, &unwanted] {
        assert_eq!(redsys.end(&visit.number, "0000").await, 200);
    }
    worker::refund_due(&shop.app).await.unwrap();
    for visit in [&first, &second, &unwanted] {
        assert_eq!(redsys.refunds(&visit.number).len(), 1);
    }
}

#[tokio::test]
async fn an_amount_that_the_bank_writes_in_another_way_calls_a_person() {
    let (shop, redsys, buyer, variant) = shop().await;
    let visit = redsys.visit(&buyer, &variant).await;
    redsys.decide(&visit.number, "0000");
    redsys.mind().orders.get_mut(&visit.number).unwrap().operations[0].amount = -1;
    worker::reconcile(&shop.app, 0).await.unwrap();
    shop.app.clock.advance_seconds(PAGE + GRACE + 60);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 0);
    assert_eq!(shop.stands(&visit.order).await, (String::from("pending"), Some(String::from("amount_differs"))));
}

#[tokio::test]
async fn a_terminal_that_may_not_ask_lives_on_its_notifications() {
    let (shop, redsys, buyer, variant) = shop().await;
    redsys.mind().refuses_questions = Some("XML0041");
    let (paid, left) = (redsys.visit(&buyer, &variant).await, redsys.visit(&buyer, &variant).await);
    worker::reconcile(&shop.app, 0).await.unwrap();
    assert_eq!(redsys.end(&paid.number, "0000").await, 200);
    shop.app.clock.advance_seconds(PAGE + GRACE + 60);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 0, "its notification may still come");
    shop.app.clock.advance_seconds(GRACE);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.stands(&paid.order).await.0, "paid");
    assert_eq!(shop.stands(&left.order).await.0, "cancelled");
}

#[tokio::test]
async fn a_question_that_is_refused_says_nothing_of_the_order() {
    let (shop, redsys, buyer, variant) = shop().await;
    let visit = redsys.visit(&buyer, &variant).await;
    redsys.decide(&visit.number, "0000");
    redsys.mind().refuses_questions = Some("XML0023");
    shop.app.clock.advance_seconds(PAGE + 3 * GRACE);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 0);
    redsys.mind().refuses_questions = None;
    shop.app.clock.advance_seconds(61);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 0);
    assert_eq!(shop.stands(&visit.order).await, (String::from("paid"), None));
}

#[tokio::test]
async fn a_card_that_is_denied_may_be_followed_by_one_that_is_not() {
    let (shop, redsys, buyer, variant) = shop().await;
    let [paid, denied] = [redsys.visit(&buyer, &variant).await, redsys.visit(&buyer, &variant).await];
    for visit in [&paid, &denied] {
        assert_eq!(redsys.end(&visit.number, "0190").await, 200);
    }
    worker::reconcile(&shop.app, 0).await.unwrap();
    assert_eq!(shop.facts().await, (0, 0), "a denial is no end");
    // Another card at the bank, whose notification is lost.
    redsys.decide(&paid.number, "0000");
    shop.app.clock.advance_seconds(PAGE + GRACE);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.stands(&paid.order).await, (String::from("paid"), None));
    assert_eq!(shop.stands(&denied.order).await, (String::from("cancelled"), None));
}

#[tokio::test]
async fn a_list_that_is_odd_does_not_swallow_the_notification() {
    let (shop, redsys, buyer, variant) = shop().await;
    let visit = redsys.visit(&buyer, &variant).await;
    for amount in [-1, 1] {
        redsys.mind().orders.get_mut(&visit.number).unwrap().operations.clear();
        redsys.decide(&visit.number, "0000");
        redsys.mind().orders.get_mut(&visit.number).unwrap().operations[0].amount = amount;
        worker::reconcile(&shop.app, 0).await.unwrap();
        shop.app.clock.advance_seconds(61);
    }
    assert_eq!(shop.facts().await, (2, 2));
    assert_eq!(redsys.tell(&visit.number, &redsys.notification(&visit.number, "0000", &[])).await, 200);
    assert_eq!(shop.stands(&visit.order).await.0, "paid");
}

#[tokio::test]
async fn what_may_have_been_paid_is_not_cancelled() {
    let (shop, redsys, buyer, variant) = shop().await;
    let flagged = Some("amount_differs");
    let mut visits = Vec::new();
    for (state, response, flag) in [("F", "0", flagged), ("F", "", flagged), ("P", "", None), ("", "", None)] {
        let visit = redsys.visit(&buyer, &variant).await;
        let unread = Operation { kind: "0", response: response.to_owned(), amount: 1, state };
        redsys.mind().orders.get_mut(&visit.number).unwrap().operations.push(unread);
        visits.push((visit.order, flag));
    }
    shop.app.clock.advance_seconds(PAGE + GRACE);
    assert_eq!(worker::expire_due(&shop.app).await.unwrap(), 0);
    for (at, (order, flag)) in visits.iter().enumerate() {
        assert_eq!(shop.stands(order).await, (String::from("pending"), flag.map(str::to_owned)), "{at}");
    }
}

#[tokio::test]
async fn a_client_may_append_to_the_address_of_the_page_and_still_gets_there() {
    let (shop, redsys, buyer, variant) = shop().await;
    let visit = redsys.visit(&buyer, &variant).await;
    let page = shop.visitor().get(&format!("{}&lang=es", visit.path)).await.expect(200);
    assert!(page.text.contains("Ds_MerchantParameters"), "{}", page.text);
}

#[tokio::test]
async fn after_a_restore_the_owner_is_told_to_look_for_payments_as_redsys_has_no_list() {
    let shop = TestShop::paid_through_redsys(&Redsys::start().await).await;
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| settle(tx, now.plus_days(-1), now)).await.unwrap();
    for _ in 0..2 {
        worker::tick(&shop.app).await.unwrap();
    }
    let mails = "SELECT count(*), max(message ->> 'provider') FROM outbox WHERE message ->> 'kind' = 'payments_by_hand' AND ?1 = ''";
    let told: (i64, String) = shop.row(mails, "").await;
    assert_eq!(told, (1, String::from("redsys")));
}
