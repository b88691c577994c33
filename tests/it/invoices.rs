//! Invoices: issued with the payment, corrected with each refund, made out to whoever asks, chained, and never lost.

use manetes::checkout::refund;
use manetes::invoices;
use manetes::settings::Settings;
use manetes::{db, invariants};
use serde_json::{Value, json};

use crate::support::{NOON, Person, SKU, TestShop};

const CREATE: &str = "/api/functions/create-order-and-send-email";

fn firm() -> Value {
    json!({
        "name": "Obres Puig, S.L.", "nif": "a-58818501", "address": "C. Major, 1", "city": "Abrera",
        "postal_code": "08630", "country": "ES",
    })
}

async fn set(shop: &TestShop, key: &'static str, value: &'static str) {
    shop.app.db.write(move |tx| Settings::set(tx, key, value, NOON)).await.unwrap();
}

/// A shop that can be invoiced by.
async fn shop() -> TestShop {
    let shop = TestShop::demo().await;
    set(&shop, "company.nif", "B12345674").await;
    set(&shop, "company.address", "Carrer Major 2, 08630 Abrera").await;
    shop
}

async fn of_order(person: &Person, order: &str) -> Vec<Value> {
    let list = person.get(&format!("/api/orders/{order}/invoices")).await.expect(200).json();
    list["invoices"].as_array().unwrap().clone()
}

/// Type, total and whether it stands, of each.
fn told(invoices: &[Value]) -> Vec<(&str, i64, &str)> {
    invoices
        .iter()
        .map(|invoice| {
            let stands = if invoice["replaced"] == true { "replaced" } else { "issued" };
            (invoice["type"].as_str().unwrap(), invoice["total_in_cents"].as_i64().unwrap(), stands)
        })
        .collect()
}

/// Orders with who is to be invoiced.
async fn ordered_with(person: &Person, variant: &str, units: i64, invoice: &Value) -> crate::support::Reply {
    let mut body = json!({
        "shipping_address": crate::support::address(), "items": [{ "variant_id": variant, "quantity": units }],
    });
    if !invoice.is_null() {
        body["invoice"] = invoice.clone();
    }
    person.post(CREATE, body).await
}

async fn refunded(desk: &Person, order: &str, cents: i64) {
    let body = json!({ "amount_in_cents": cents, "elsewhere": true, "reason": "cash" });
    desk.act(order, "refund", body).await.expect(200);
}

async fn assert_sound(shop: &TestShop) {
    let broken = shop.app.db.read(|conn| invariants::broken_whenever(conn, NOON)).await.unwrap();
    assert_eq!(broken, Vec::<&str>::new());
}

async fn due(shop: &TestShop) -> i64 {
    shop.app.db.read(|conn| invoices::count_due(conn, None)).await.unwrap()
}

#[tokio::test]
async fn a_paid_order_has_its_invoice_at_once_and_a_refund_corrects_it() {
    let shop = shop().await;
    let (ana, eva, desk) =
        (shop.customer("ana@example.com").await, shop.customer("eva@example.com").await, shop.admin().await);
    let (first, second) = (shop.paid_order(&ana).await, shop.paid_order(&eva).await);
    let (one, other) = (of_order(&ana, &first).await, of_order(&eva, &second).await);
    let total = one[0]["total_in_cents"].as_i64().unwrap();
    assert_eq!(told(&one), [("F2", total, "issued")]);
    let word = |invoice: &Value, name: &str| invoice[name].as_str().map(str::to_owned);
    assert_eq!(word(&one[0], "number").as_deref(), Some("XT-2026-000001"));
    assert_eq!(word(&other[0], "number").as_deref(), Some("XT-2026-000002"));
    assert_eq!(word(&one[0], "previous_hash"), None);
    assert_eq!(word(&other[0], "previous_hash"), word(&one[0], "hash"));
    assert_eq!(one[0]["base_in_cents"].as_i64().unwrap() + one[0]["tax_in_cents"].as_i64().unwrap(), total);

    let found = desk.get("/api/admin/orders?q=xt-2026-2").await.expect(200).json();
    assert_eq!((&found["count"], &found["orders"][0]["id"]), (&json!(1), &json!(second)), "found by its invoice");

    refunded(&desk, &first, 100).await;
    refunded(&desk, &first, total - 100).await;
    let all = of_order(&ana, &first).await;
    assert_eq!(told(&all), [("F2", total, "issued"), ("R5", -100, "issued"), ("R5", 100 - total, "issued")]);
    assert_eq!(word(&all[1], "corrects").as_deref(), Some("XT-2026-000001"));
    let taxes: i64 = all.iter().map(|invoice| invoice["tax_in_cents"].as_i64().unwrap()).sum();
    assert_eq!(taxes, 0, "with all of the money all of the tax is back");
    assert_sound(&shop).await;
}

#[tokio::test]
async fn whoever_gives_a_tax_number_is_named_and_above_3000_euros_it_is_needed() {
    let shop = shop().await;
    let ana = shop.customer("ana@example.com").await;
    let (variant, _) = shop.variant(SKU).await;
    shop.set_stock(&variant, 1000).await;
    let price: i64 = shop.row::<i64, i64>("SELECT price_in_cents, 0 FROM variants WHERE id = ?1", &variant).await.0;
    let many = 99.min(300_000 / price + 1);
    if price * many > 300_000 {
        ordered_with(&ana, &variant, many, &Value::Null).await.refused(422, "tax_id_required");
        ordered_with(&ana, &variant, many, &firm()).await.expect(201);
    }
    let mut wrong = firm();
    wrong["nif"] = json!("A58818502");
    let refusal = ordered_with(&ana, &variant, 1, &wrong).await;
    assert_eq!((refusal.status.as_u16(), refusal.json()["field"].as_str()), (422, Some("invoice.nif")));
    for part in ["address", "city", "postal_code"] {
        let mut half = firm();
        half[part] = json!("");
        let refusal = ordered_with(&ana, &variant, 1, &half).await;
        let field = format!("invoice.{part}");
        assert_eq!((refusal.status.as_u16(), refusal.json()["field"].as_str()), (422, Some(&*field)));
    }
    let placed = ordered_with(&ana, &variant, 1, &firm()).await.expect(201).json();
    let order = placed["orderId"].as_str().unwrap();
    let waits = ana.get(&format!("/api/orders/{order}/invoices")).await.expect(200).json();
    assert_eq!((&waits["buyer"]["nif"], &waits["count"]), (&json!("A58818501"), &json!(0)), "before it is paid, too");
    shop.pay(&ana, order, 1).await;
    let invoices = of_order(&ana, order).await;
    assert_eq!((invoices[0]["type"].as_str(), invoices[0]["number"].as_str()), (Some("F1"), Some("XF-2026-000001")));
    let to = json!(["Obres Puig, S.L.", "NIF A58818501", "C. Major, 1", "08630 Abrera"]);
    for mail in ["order_received", "order_paid"] {
        assert_eq!(shop.mails_of(mail).await.pop().unwrap()["invoice_to"], to, "{mail}");
    }
    let received = shop.mails_of("order_received").await.pop().unwrap();
    assert_eq!(received["kept_until"], "2026-11-20 12:45", "by the firm's clocks");
    assert_sound(&shop).await;
}

#[tokio::test]
async fn a_buyer_who_asks_later_gets_an_invoice_for_what_is_left_and_what_goes_back_then_corrects_that() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    let order = shop.paid_order(&ana).await;
    let total = of_order(&ana, &order).await[0]["total_in_cents"].as_i64().unwrap();
    refunded(&desk, &order, 100).await;
    let ask = format!("/api/orders/{order}/invoice");
    let eva = shop.customer("eva@example.com").await;
    eva.post(&ask, firm()).await.refused(404, "not_found");
    ana.post(&ask, firm()).await.expect(201);
    ana.post(&ask, firm()).await.refused(409, "illegal_transition");
    refunded(&desk, &order, total - 100).await;
    let all = of_order(&ana, &order).await;
    let left = total - 100;
    assert_eq!(
        told(&all),
        [("F2", total, "replaced"), ("R5", -100, "replaced"), ("F3", left, "issued"), ("R1", -left, "issued")]
    );
    assert_eq!(all[2]["replaces"], all[0]["number"]);
    assert_sound(&shop).await;
}

/// A refund that was made outside, by what the provider says of it later.
async fn undo_refunds(shop: &TestShop, order: &str) {
    let order = order.to_owned();
    let undo = move |tx: &db::Tx<'_>| {
        for made in refund::list(tx, &order)?.into_iter().filter(|refund| refund.state == "done") {
            let back = invoices::MoneyBack {
                refund_id: made.id.clone(),
                amount: made.amount,
                shipping: made.shipping,
                items: Vec::new(),
            };
            invoices::not_given_back(tx, &order, back, NOON)?;
            let less = "UPDATE payment_attempts SET refunded_in_cents = refunded_in_cents - ?1 WHERE order_id = ?2";
            tx.execute(less, (made.amount.0, &order))?;
            tx.execute("UPDATE refunds SET state = 'failed', done_at = NULL WHERE id = ?1", [made.id])?;
        }
        Ok::<_, db::Error>(())
    };
    shop.app.db.write(undo).await.unwrap();
}

#[tokio::test]
async fn a_refund_that_was_not_made_after_all_is_invoiced_back_also_when_a_full_invoice_came_between() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    for asks in [false, true] {
        let order = shop.paid_order(&ana).await;
        let total = of_order(&ana, &order).await[0]["total_in_cents"].as_i64().unwrap();
        refunded(&desk, &order, 100).await;
        if asks {
            ana.post(&format!("/api/orders/{order}/invoice"), firm()).await.expect(201);
        }
        undo_refunds(&shop, &order).await;
        let all = of_order(&ana, &order).await;
        let standing = told(&all).into_iter().filter(|(_, _, state)| *state == "issued");
        assert_eq!(standing.map(|(_, total, _)| total).sum::<i64>(), total, "{all:?}");
        assert_eq!(told(&all).last().unwrap(), &(if asks { "R1" } else { "R5" }, 100, "issued"));
    }
}

#[tokio::test]
async fn what_goes_back_to_somebody_who_was_forgotten_is_corrected_in_the_name_it_was_sold_to() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    let placed = ordered_with(&ana, &shop.variant(SKU).await.0, 1, &firm()).await.expect(201).json();
    let order = placed["orderId"].as_str().unwrap().to_owned();
    shop.pay(&ana, &order, 1).await;
    let forgotten = order.clone();
    shop.app.db.write(move |tx| manetes::orders::anonymise(tx, &forgotten)).await.unwrap();
    let (left, _): (i64, i64) = shop.row("SELECT count(*), 0 FROM invoice_buyers WHERE order_id = ?1", &order).await;
    assert_eq!(left, 0);
    refunded(&desk, &order, 100).await;
    let (number, buyer): (String, String) =
        shop.row("SELECT number, buyer FROM invoices WHERE order_id = ?1 AND type = 'R1'", &order).await;
    assert_eq!(number, "XRF-2026-000001");
    assert!(buyer.contains("A58818501"), "{buyer}");
    assert_sound(&shop).await;
}

#[tokio::test]
async fn above_3000_euros_what_was_sold_to_nobody_waits_for_its_buyer_and_keeps_nobody_waiting() {
    let shop = shop().await;
    let (ana, eva) = (shop.customer("ana@example.com").await, shop.customer("eva@example.com").await);
    // As an order that was placed before there were invoices.
    let large = shop.pending_order(&ana).await;
    let dearer = "UPDATE orders SET items_in_cents = 400000, shipping_in_cents = 0, total_in_cents = 400000, tax_in_cents = 69421
                  WHERE id = ?1";
    let (id, items) =
        (large.clone(), "UPDATE order_items SET price_in_cents = 400000, quantity = 1 WHERE order_id = ?1");
    let change = move |tx: &db::Tx<'_>| {
        tx.execute(dearer, [&id])?;
        Ok::<_, db::Error>(tx.execute(items, [&id])?)
    };
    shop.app.db.write(change).await.unwrap();
    shop.pay(&ana, &large, 1).await;
    let small = shop.paid_order(&eva).await;
    assert_eq!((of_order(&ana, &large).await.len(), of_order(&eva, &small).await.len(), due(&shop).await), (0, 1, 1));
    assert_sound(&shop).await;
    ana.post(&format!("/api/orders/{large}/invoice"), firm()).await.expect(201);
    assert_eq!(told(&of_order(&ana, &large).await), [("F1", 400_000, "issued")]);
    assert_sound(&shop).await;
}

#[tokio::test]
async fn an_invoice_is_a_paper_for_its_buyer_and_the_desk_alone() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    let placed = ordered_with(&ana, &shop.variant(SKU).await.0, 1, &firm()).await.expect(201).json();
    let order = placed["orderId"].as_str().unwrap();
    shop.pay(&ana, order, 1).await;
    let own = String::from("/api/invoices/XF-2026-000001.pdf");
    let of_order = format!("/api/orders/{order}/invoices/xf-2026-1.pdf");
    for (person, path) in [(&ana, own.as_str()), (&ana, &of_order), (&desk, "/api/admin/invoices/XF-2026-000001.pdf")] {
        let paper = person.paper(path).await;
        assert_eq!(paper.name, "XF-2026-000001.pdf");
        paper.says(&["Factura", "XF-2026-000001", "B12345674", "Obres Puig, S.L.", "A58818501", "21 %"]);
        paper.says(&["Total, IVA incluido"]);
    }
    let eva = shop.customer("eva@example.com").await;
    for path in [own.as_str(), &of_order, "/api/invoices/XF-2026-000002.pdf", "/api/invoices/XF-2026-000001"] {
        eva.get(path).await.refused(404, "not_found");
    }
    shop.visitor().get(&own).await.refused(401, "unauthorized");
}

#[tokio::test]
async fn without_the_firms_tax_number_orders_go_on_and_their_invoices_follow_in_order() {
    let shop = TestShop::demo().await;
    set(&shop, "company.nif", "").await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    let first = shop.paid_order(&ana).await;
    refunded(&desk, &first, 100).await;
    let second = shop.paid_order(&ana).await;
    assert_eq!((of_order(&ana, &first).await.len(), due(&shop).await), (0, 3));
    assert_sound(&shop).await;
    set(&shop, "company.nif", "B12345674").await;
    set(&shop, "company.address", "Carrer Major 2, 08630 Abrera").await;
    shop.app.db.write(|tx| invoices::issue_due(tx, NOON)).await.unwrap();
    let numbers =
        |invoices: Vec<Value>| invoices.iter().map(|i| i["number"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(numbers(of_order(&ana, &first).await), ["XT-2026-000001", "XR-2026-000001"]);
    assert_eq!(numbers(of_order(&ana, &second).await), ["XT-2026-000002"]);
    assert_eq!(due(&shop).await, 0);
    assert_sound(&shop).await;
}

#[tokio::test]
async fn an_invoice_that_cannot_be_issued_is_issued_later_with_what_follows_it_and_the_payment_counts() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    let change =
        |sql: &'static str| shop.app.db.write(move |tx: &db::Tx<'_>| Ok::<_, db::Error>(tx.execute_batch(sql)?));
    change("CREATE TRIGGER broken BEFORE INSERT ON invoice_records BEGIN SELECT RAISE(ABORT, 'broken'); END")
        .await
        .unwrap();
    let order = shop.paid_order(&ana).await;
    let (status, _): (String, i64) = shop.row("SELECT status, 0 FROM orders WHERE id = ?1", &order).await;
    assert_eq!((status.as_str(), of_order(&ana, &order).await.len(), due(&shop).await), ("paid", 0, 1));
    refunded(&desk, &order, 100).await;
    shop.app.db.write(|tx| invoices::issue_due(tx, NOON)).await.unwrap();
    assert_eq!(due(&shop).await, 2, "the refund waits for the invoice that it corrects");
    change("DROP TRIGGER broken").await.unwrap();
    shop.app.db.write(|tx| invoices::issue_due(tx, NOON)).await.unwrap();
    let numbers: Vec<_> = of_order(&ana, &order).await.iter().map(|invoice| invoice["number"].clone()).collect();
    assert_eq!(numbers, ["XT-2026-000001", "XR-2026-000001"]);
    assert_eq!(due(&shop).await, 0);
    assert_sound(&shop).await;
}

#[tokio::test]
async fn a_shop_that_was_put_back_numbers_in_series_of_its_own() {
    let shop = shop().await;
    let ana = shop.customer("ana@example.com").await;
    shop.paid_order(&ana).await;
    shop.app.db.write(|tx| invoices::begin_series(tx, NOON)).await.unwrap();
    let order = shop.paid_order(&ana).await;
    let number = of_order(&ana, &order).await[0]["number"].as_str().unwrap().to_owned();
    assert!(number.starts_with("XT") && number.ends_with("-2026-000001") && number != "XT-2026-000001", "{number}");
    assert_sound(&shop).await;
}

#[tokio::test]
async fn what_was_paid_before_there_were_invoices_is_invoiced_when_the_owner_says_so() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    let (first, second) = (shop.paid_order(&ana).await, shop.paid_order(&ana).await);
    refunded(&desk, &first, 100).await;
    let forget = "DROP TRIGGER invoices_stay; DROP TRIGGER invoice_records_stay; DELETE FROM invoice_records;
        PRAGMA defer_foreign_keys = on; DELETE FROM invoices; UPDATE invoicing SET since = 9000000000000";
    shop.app.db.write(move |tx| Ok::<_, db::Error>(tx.execute_batch(forget)?)).await.unwrap();
    refunded(&desk, &second, 50).await;
    assert_eq!((of_order(&ana, &second).await.len(), due(&shop).await), (0, 0), "of nothing nothing is corrected");
    assert_sound(&shop).await;
    let later = NOON.plus_days(1);
    let owe = move |tx: &db::Tx<'_>| {
        let orders = refund::owe_older_invoices(tx, later)?;
        invoices::issue_due(tx, later)?;
        Ok::<_, db::Error>(orders)
    };
    assert_eq!(shop.app.db.write(owe).await.unwrap(), 2);
    let kinds =
        |invoices: Vec<Value>| invoices.iter().map(|i| i["number"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(kinds(of_order(&ana, &first).await), ["XT-2026-000001", "XR-2026-000001"]);
    assert_eq!(kinds(of_order(&ana, &second).await), ["XT-2026-000002", "XR-2026-000002"]);
    let (sold_at, issued_at): (i64, i64) =
        shop.row("SELECT sold_at, issued_at FROM invoices WHERE number = ?1", "XT-2026-000001").await;
    assert_eq!(issued_at - sold_at, 86_400_000, "dated as issued, with the day of the payment beside it");
    assert_eq!(shop.app.db.write(owe).await.unwrap(), 0);
    assert_sound(&shop).await;
}
