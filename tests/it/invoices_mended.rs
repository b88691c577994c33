//! What the owner does with invoices that the tax agency refuses or nobody should have: from the desk, and told by mail.

use manetes::checkout::worker;
use manetes::settings::Settings;
use manetes::{alerts, db, invariants};
use serde_json::{Value, json};

use crate::support::{NOON, OWNER, Person, SKU, TestShop};

fn firm() -> Value {
    json!({
        "name": "Obres Puig, S.L.", "nif": "A58818501", "address": "C. Major, 1", "city": "Abrera",
        "postal_code": "08630", "country": "ES",
    })
}

/// A shop that reports to an agency which says what the test does.
async fn reporting() -> TestShop {
    let shop = TestShop::demo_with_owner().await;
    for (key, value) in [("company.nif", "B12345674"), ("company.address", "Carrer Major 2, 08630 Abrera")] {
        shop.app.db.write(move |tx| Settings::set(tx, key, value, NOON)).await.unwrap();
    }
    run(&shop, "UPDATE invoicing SET mode = 'test'").await;
    shop
}

async fn run(shop: &TestShop, sql: &'static str) {
    shop.app.db.write(move |tx| tx.execute_batch(sql).map_err(db::Error::from)).await.unwrap();
}

const TAKEN: &str =
    "UPDATE invoice_sendings SET state = 'accepted', code = NULL, message = NULL WHERE state = 'waiting'";
const REFUSED: &str = "UPDATE invoice_sendings SET state = 'rejected', code = '1110', message = 'NIF no identificado'
    WHERE state = 'waiting'";

async fn at_desk(desk: &Person, order: &str) -> Vec<Value> {
    let list = desk.get(&format!("/api/admin/invoices?order={order}")).await.expect(200).json();
    list["invoices"].as_array().unwrap().clone()
}

async fn number(desk: &Person, order: &str) -> String {
    at_desk(desk, order).await.last().unwrap()["number"].as_str().unwrap().to_owned()
}

/// Whether the law's list says that sales want an invoice.
async fn is_owed(desk: &Person) -> bool {
    let law = desk.get("/api/admin/law").await.expect(200).json();
    let duties = law["duties"].as_array().unwrap().clone();
    duties.into_iter().find(|duty| duty["id"] == "invoices").unwrap()["met"] == false
}

async fn assert_sound(shop: &TestShop) {
    let broken = shop.app.db.read(|conn| invariants::broken_whenever(conn, NOON)).await.unwrap();
    assert_eq!(broken, Vec::<&str>::new());
}

#[tokio::test]
async fn a_buyer_the_agency_does_not_know_is_corrected_at_the_desk_and_in_what_follows() {
    let shop = reporting().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    let order = shop.pending_order(&ana).await;
    ana.post(&format!("/api/orders/{order}/invoice"), firm()).await.expect(201);
    shop.pay(&ana, &order, 1).await;
    let path = format!("/api/admin/invoices/{}", number(&desk, &order).await);
    desk.post(&format!("{path}/correct"), json!({})).await.refused(409, "invoice_waits");
    run(&shop, REFUSED).await;
    assert_eq!(at_desk(&desk, &order).await[0]["problem"], "NIF no identificado (1110)");
    desk.post(&format!("{path}/correct"), json!({ "buyer_nif": "B12345675" })).await.refused(422, "validation_failed");
    let made = desk.post(&format!("{path}/correct"), json!({ "buyer_nif": "b-12345674" })).await.expect(200).json();
    assert_eq!(made["state"], "waiting");
    let (content, kind): (String, String) =
        shop.row("SELECT content, kind FROM invoice_records WHERE kind <> ?1", "issue").await;
    assert!(content.contains(">B12345674<") && kind == "correction", "{content}");
    let books = desk.get("/api/admin/invoices/books/invoices").await.expect(200).json();
    assert_eq!(books["invoices"][0]["told_buyer"], json!({ "name": "Obres Puig, S.L.", "nif": "B12345674" }));
    run(&shop, TAKEN).await;

    desk.act(&order, "refund", json!({ "amount_in_cents": 100 })).await.expect(200);
    worker::refund_due(&shop.app).await.unwrap();
    let (buyer, _): (String, String) =
        shop.row("SELECT buyer, type FROM invoices WHERE type = 'R1' AND order_id = ?1", &order).await;
    assert!(buyer.contains("B12345674"), "{buyer}");
    run(&shop, TAKEN).await;
    desk.post(&format!("{path}/annul"), json!({})).await.refused(409, "invoice_in_use");
    let log = desk.get("/api/admin/log?limit=50").await.expect(200).text;
    assert!(log.contains("invoice.corrected") && !log.contains("B12345674"), "{log}");
    assert_sound(&shop).await;
}

#[tokio::test]
async fn an_invoice_that_should_never_have_been_is_annulled_at_the_desk_once() {
    let shop = reporting().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    let order = shop.paid_order(&ana).await;
    let path = format!("/api/admin/invoices/{}/annul", number(&desk, &order).await);
    run(&shop, TAKEN).await;
    assert_eq!(desk.post(&path, json!({})).await.expect(200).json()["annulled"], true);
    run(&shop, TAKEN).await;
    desk.post(&path, json!({})).await.refused(409, "illegal_transition");
    desk.post("/api/admin/invoices/T-2026-009999/annul", json!({})).await.refused(404, "not_found");
    desk.post("/api/admin/invoices/none/annul", json!({})).await.refused(404, "not_found");
    assert_sound(&shop).await;

    // The sale has no invoice now: the law's list says so until it has one, made out to its buyer.
    assert!(is_owed(&desk).await);
    desk.post(&format!("/api/admin/orders/{order}/invoice"), firm()).await.expect(201);
    let again = at_desk(&desk, &order).await;
    assert_eq!(
        (again.len(), &again[1]["type"], &again[1]["total_in_cents"]),
        (2, &json!("F1"), &again[0]["total_in_cents"])
    );
    assert!(!is_owed(&desk).await);
    assert_sound(&shop).await;
}

#[tokio::test]
async fn a_sale_whose_own_money_is_here_is_invoiced_anew_whatever_of_another_payment_is_back_or_failed_to_go() {
    for (own, is_here) in [("failed", true), ("done", false)] {
        let shop = reporting().await;
        let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
        let order = shop.paid_order(&ana).await;
        let path = format!("/api/admin/invoices/{}/annul", number(&desk, &order).await);
        run(&shop, TAKEN).await;
        desk.post(&path, json!({})).await.expect(200);
        run(&shop, TAKEN).await;
        run(
            &shop,
            "INSERT INTO payment_attempts (id, order_id, provider, provider_ref, amount_in_cents, currency, state,
                 created_at, expires_at)
             SELECT 'twice', order_id, provider, 'session-twice', amount_in_cents, currency, 'paid', created_at, expires_at
             FROM payment_attempts;
             INSERT INTO refunds (id, order_id, attempt_id, amount_in_cents, reason, state, next_try_at, created_at)
             SELECT 'second', order_id, id, amount_in_cents, 'paid_twice', 'done', 0, 0 FROM payment_attempts
             WHERE id = 'twice';
             INSERT INTO refunds (id, order_id, attempt_id, amount_in_cents, reason, state, next_try_at, created_at)
             SELECT 'own', order_id, id, 100, 'owner', 'failed', 0, 0 FROM payment_attempts WHERE id <> 'twice'",
        )
        .await;
        let state = move |tx: &db::Tx<'_>| {
            Ok::<_, db::Error>(tx.execute("UPDATE refunds SET state = ?1 WHERE id = 'own'", [own])?)
        };
        shop.app.db.write(state).await.unwrap();
        assert_eq!(is_owed(&desk).await, is_here, "{own}");
        let made = desk.post(&format!("/api/admin/orders/{order}/invoice"), firm()).await;
        if is_here {
            made.expect(201);
            assert_eq!(at_desk(&desk, &order).await.last().unwrap()["type"], "F1");
        } else {
            made.refused(409, "illegal_transition");
        }
        assert!(!is_owed(&desk).await);
    }
}

#[tokio::test]
async fn what_went_back_is_told_of_the_simplified_invoice_that_stands_again_and_of_the_next_full_one() {
    let shop = reporting().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    let order = shop.paid_order(&ana).await;
    let full = format!("/api/admin/orders/{order}/invoice");
    desk.post(&full, firm()).await.expect(201);
    desk.act(&order, "refund", json!({ "amount_in_cents": 100 })).await.expect(200);
    worker::refund_due(&shop.app).await.unwrap();
    run(&shop, TAKEN).await;
    let issued = at_desk(&desk, &order).await;
    for at in [2, 1] {
        let path = format!("/api/admin/invoices/{}/annul", issued[at]["number"].as_str().unwrap());
        desk.post(&path, json!({})).await.expect(200);
        assert_eq!(at_desk(&desk, &order).await.len(), 3, "the agency's answer comes first");
        run(&shop, TAKEN).await;
    }
    desk.post(&full, firm()).await.expect(201);
    let total = issued[0]["total_in_cents"].as_i64().unwrap();
    let said = at_desk(&desk, &order).await;
    let said: Vec<_> = said
        .iter()
        .map(|invoice| (invoice["type"].as_str().unwrap(), invoice["total_in_cents"].as_i64().unwrap()))
        .collect();
    assert_eq!(said, [("F2", total), ("F3", total), ("R1", -100), ("R5", -100), ("F3", total - 100)]);
    assert_sound(&shop).await;
}

#[tokio::test]
async fn who_asks_by_telephone_gets_a_full_invoice_from_the_desk() {
    let shop = reporting().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    let order = shop.paid_order(&ana).await;
    let path = format!("/api/admin/orders/{order}/invoice");
    let mut wrong = firm();
    wrong["nif"] = json!("A58818502");
    desk.post(&path, wrong).await.refused(422, "validation_failed");
    desk.post("/api/admin/orders/none/invoice", firm()).await.refused(404, "not_found");
    let made = desk.post(&path, firm()).await.expect(201).json();
    let types: Vec<_> = made["invoices"].as_array().unwrap().iter().map(|invoice| &invoice["type"]).collect();
    assert_eq!(types, ["F2", "F3"]);
    desk.post(&path, firm()).await.refused(409, "illegal_transition");
    assert!(desk.get("/api/admin/log?limit=50").await.expect(200).text.contains("order.invoiced"));
    assert_sound(&shop).await;
}

#[tokio::test]
async fn the_owner_is_mailed_once_a_day_when_the_agency_is_silent_for_hours_or_finds_fault() {
    let shop = reporting().await;
    let ana = shop.customer("ana@example.com").await;
    shop.paid_order(&ana).await;
    let told = async || {
        alerts::tick(&shop.app).await.unwrap();
        let mails = shop.queued_mails().await.into_iter().filter(|(to, ..)| to == OWNER).map(|(.., message)| message);
        mails.filter(|message| message["kind"] == "invoices_not_taken").collect::<Vec<_>>()
    };
    run(&shop, "UPDATE invoicing SET failure = 'HTTP 503', failing_since = 0").await;
    let now = shop.app.clock.now().millis();
    let since =
        move |tx: &db::Tx<'_>| Ok::<_, db::Error>(tx.execute("UPDATE invoicing SET failing_since = ?1", [now])?);
    shop.app.db.write(since).await.unwrap();
    assert_eq!(told().await.len(), 0, "a silence of a moment is none");
    shop.app.clock.advance_seconds(3 * 3600 + 1);
    let mails = told().await;
    assert_eq!((mails.len(), &mails[0]["unsent"], &mails[0]["error"]), (1, &json!(1), &json!("HTTP 503")));
    shop.app.clock.advance_seconds(3600);
    assert_eq!(told().await.len(), 1);
    run(&shop, "UPDATE invoicing SET failure = NULL, failing_since = NULL").await;
    shop.app.clock.advance_seconds(24 * 3600);
    assert_eq!(told().await.len(), 1, "it answers again");
    run(&shop, REFUSED).await;
    let mails = told().await;
    assert_eq!((mails.len(), &mails[1]["wrong"], &mails[1]["unsent"]), (2, &json!(1), &json!(0)));
    shop.app.clock.advance_seconds(24 * 3600 + 1);
    assert_eq!(told().await.len(), 2, "what was told is no news");
}

#[tokio::test]
async fn however_much_waits_for_its_buyer_what_comes_after_is_invoiced() {
    let shop = reporting().await;
    let (ana, eva) = (shop.customer("ana@example.com").await, shop.customer("eva@example.com").await);
    let large = shop.pending_order(&ana).await;
    run(
        &shop,
        "UPDATE order_items SET price_in_cents = 400000, quantity = 1;
         UPDATE orders SET items_in_cents = 400000, shipping_in_cents = 0, total_in_cents = 400000, tax_in_cents = 69421",
    )
    .await;
    shop.pay(&ana, &large, 1).await;
    run(
        &shop,
        "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 120)
         INSERT INTO invoices_due (order_id, event, at) SELECT order_id, 'full', at FROM invoices_due, n",
    )
    .await;
    let small = shop.paid_order(&eva).await;
    let desk = shop.admin().await;
    assert_eq!((at_desk(&desk, &large).await.len(), at_desk(&desk, &small).await.len()), (0, 1));
    desk.post(&format!("/api/admin/orders/{large}/invoice"), firm()).await.expect(201);
    assert_eq!(at_desk(&desk, &large).await.len(), 1);
    assert!(shop.variant(SKU).await.1 > 0);
}
