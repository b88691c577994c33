//! The papers beside the invoice: what goes into a parcel, and what acknowledges a withdrawal.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use manetes::db;
use manetes::settings::Settings;
use serde_json::{Value, json};

use crate::support::{NOON, Paper, Person, SKU, TRACKING, TestShop};

const ANA: &str = "ana@example.com";
const WITHDRAW: &str = "/api/withdrawals";

async fn shop() -> TestShop {
    let shop = TestShop::demo().await;
    for (key, value) in [("company.nif", "B12345674"), ("company.address", "Carrer Nou 2, 08630 Abrera")] {
        shop.app.db.write(move |tx| Settings::set(tx, key, value, NOON)).await.unwrap();
    }
    shop
}

/// Changes an order behind the curtain.
async fn change(shop: &TestShop, sql: &'static str, order: &str) {
    let order = order.to_owned();
    shop.app.db.write(move |tx| tx.execute(sql, [order]).map_err(db::Error::from)).await.unwrap();
}

async fn number_of(desk: &Person, order: &str) -> String {
    let order = desk.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
    order["number"].as_str().unwrap().to_owned()
}

fn slip_of(order: &str) -> String {
    format!("/api/admin/orders/{order}/packing-slip")
}

fn acknowledgement_of(id: &str) -> String {
    format!("/api/admin/withdrawals/{id}/acknowledgement")
}

fn statement(contract: &str, lang: &str) -> Value {
    json!({ "name": "Ana Soler", "contract": contract, "email": ANA, "lang": lang })
}

async fn declared(person: &Person, statement: Value) -> String {
    person.post(WITHDRAW, statement).await.expect(201).json()["id"].as_str().unwrap().to_owned()
}

async fn delivered(shop: &TestShop, desk: &Person, buyer: &Person) -> String {
    let order = shop.paid_order(buyer).await;
    desk.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
    desk.act(&order, "deliver", json!({})).await.expect(200);
    order
}

#[tokio::test]
async fn a_packing_slip_says_what_goes_where_without_a_price() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = shop.paid_order_of(&ana, 3).await;
    let number = number_of(&desk, &order).await;
    let written = "UPDATE order_items SET variant_title = 'Cromado', custom_field_values =
        '[{\"id\": \"f\", \"title\": \"Grabado\", \"value\": \"Casa Puig\"}]' WHERE order_id = ?1";
    change(&shop, written, &order).await;
    let slip = desk.paper(&slip_of(&order)).await;
    assert_eq!((slip.name, slip.pages.len()), (format!("albaran-{number}.pdf"), 1));
    let slip = desk.paper(&slip_of(&order)).await;
    let (title, _): (String, i64) =
        shop.row("SELECT product_title, 0 FROM order_items WHERE order_id = ?1", &order).await;
    slip.says(&["Albarán", &number, "20/11/2026", "Manetes Abrera, S.L.", "NIF B12345674", "Carrer Nou 2"]);
    slip.says(&["Enviar a", "Núria Puig", "Carrer Major 1", "08630 Abrera", "España"]);
    slip.says(&[&title, "Cromado", "Grabado: Casa Puig", &format!("{SKU} 3"), "Gracias por comprar en Manetes."]);
    slip.hides(&["€", "IVA", "borrado"]);

    // What is back, or has its money back, does not go into the parcel.
    let line: (String, i64) = shop.row("SELECT id, 0 FROM order_items WHERE order_id = ?1", &order).await;
    let back =
        |units| json!({ "lines": [{ "item_id": line.0, "quantity": units }], "elsewhere": true, "reason": "caja" });
    desk.act(&order, "refund", back(2)).await.expect(200);
    desk.paper(&slip_of(&order)).await.says(&[&format!("{SKU} 1")]);
    desk.act(&order, "refund", back(1)).await.expect(200);
    let slip = desk.paper(&slip_of(&order)).await;
    slip.says(&["No queda nada por enviar de este pedido."]);
    slip.hides(&[SKU]);

    desk.get(&slip_of("none")).await.refused(404, "not_found");
    ana.get(&slip_of(&order)).await.refused(403, "forbidden");
    shop.visitor().get(&slip_of(&order)).await.refused(401, "unauthorized");
}

#[tokio::test]
async fn what_gets_its_money_back_after_it_was_sent_was_in_the_parcel() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = shop.paid_order_of(&ana, 3).await;
    let line: (String, i64) = shop.row("SELECT id, 0 FROM order_items WHERE order_id = ?1", &order).await;
    let one = || json!({ "lines": [{ "item_id": line.0, "quantity": 1 }], "elsewhere": true, "reason": "golpe" });
    desk.act(&order, "refund", one()).await.expect(200);
    desk.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
    shop.app.clock.advance_seconds(60);
    desk.act(&order, "refund", one()).await.expect(200);
    desk.paper(&slip_of(&order)).await.says(&[&format!("{SKU} 2")]);
}

#[tokio::test]
async fn a_packing_slip_is_in_the_orders_language_and_an_arabic_one_in_spanish() {
    let shop = shop().await;
    let desk = shop.admin().await;
    let order = shop.paid_order(&shop.customer(ANA).await).await;
    for (change_to, title, name) in [
        ("UPDATE orders SET lang = 'ca' WHERE id = ?1", "S’envia a", "albara-"),
        ("UPDATE orders SET lang = 'en' WHERE id = ?1", "Ship to", "packing-slip-"),
        ("UPDATE orders SET lang = 'fr' WHERE id = ?1", "Merci de votre achat", "bon-de-livraison-"),
        ("UPDATE orders SET lang = 'ar' WHERE id = ?1", "Gracias por comprar", "albaran-"),
    ] {
        change(&shop, change_to, &order).await;
        change(&shop, "UPDATE orders SET name = 'محمد' WHERE id = ?1", &order).await;
        let slip = desk.paper(&slip_of(&order)).await;
        assert!(slip.name.starts_with(name), "{}", slip.name);
        slip.says(&[title, "محمد"]);
    }
}

#[tokio::test]
async fn a_long_packing_slip_goes_on_on_the_next_page_with_each_line_once() {
    let shop = shop().await;
    let desk = shop.admin().await;
    let order = shop.paid_order(&shop.customer(ANA).await).await;
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
        INSERT INTO order_items (id, order_id, position, product_id, variant_id, product_title, variant_title, sku, quantity,
            price_in_cents, tax_rate_bp, stock_managed)
        SELECT 'line-' || i, order_id, 100 + i, product_id, variant_id, 'Tornillo ' || i || ' fin', '', 'T-' || i, 2, 0, 2100, 0
        FROM order_items, n WHERE order_id = ?1";
    change(&shop, many, &order).await;
    let slip = desk.paper(&slip_of(&order)).await;
    let (count, text) = (slip.pages.len(), slip.text());
    assert!((2..=4).contains(&count), "{count}");
    for (page, at) in slip.pages.iter().zip(1..) {
        assert!(page.contains("Artículo Referencia Cantidad") && page.contains(&format!("{at}/{count}")), "{page}");
    }
    (1..=70).for_each(|i| assert_eq!(text.matches(&format!("Tornillo {i} fin T-{i} 2")).count(), 1, "{i}"));
    assert_eq!(text.matches("Gracias por comprar").count(), 1);
}

#[tokio::test]
async fn the_papers_of_somebody_who_was_forgotten_say_so_and_nothing_of_them() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = delivered(&shop, &desk, &ana).await;
    let id = declared(&ana, statement(&order, "es")).await;
    let seal = desk.paper(&acknowledgement_of(&id)).await.text();
    let (_, seal) = seal.split_once("(SHA-256): ").unwrap();
    desk.post(&format!("/api/admin/returns/{id}/close"), json!({})).await.expect(200);
    ana.post("/api/my-data/erase", json!({})).await.expect(204);
    let slip = desk.paper(&slip_of(&order)).await;
    slip.says(&["Los datos de quien compró se han borrado.", SKU]);
    slip.hides(&["Núria", "Carrer Major", "Gracias"]);
    let paper = desk.paper(&acknowledgement_of(&id)).await;
    paper.says(&["Se ha borrado quién hizo esta declaración y qué decía.", &seal[..64], "20/11/2026 12:00:00"]);
    paper.hides(&["Ana Soler", ANA, "Enviado por"]);
}

#[tokio::test]
async fn the_acknowledgement_of_a_withdrawal_is_a_paper_with_its_words_its_moment_and_its_seal() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = delivered(&shop, &desk, &ana).await;
    let number = number_of(&desk, &order).await;
    let id = declared(&ana, statement("lo que compré ayer", "es")).await;
    let known = declared(&ana, statement(&order, "fr")).await;
    let paper = desk.paper(&acknowledgement_of(&known)).await;
    assert_eq!(paper.name, format!("retractation-{}.pdf", &known[..8]));
    let made = desk.get(&format!("/api/admin/withdrawals/{known}")).await.expect(200).json();
    paper.says(&["Accusé de réception de", "20/11/2026 12:00:00 (UTC+01:00)", "Commande", &number]);
    paper.says(&["Manetes Abrera, S.L.", "NIF B12345674", "Carrer Nou 2", made["seal"].as_str().unwrap(), "Ana Soler"]);
    for line in made["statement"].as_str().unwrap().lines() {
        paper.says(&[&line.split_whitespace().collect::<Vec<_>>().join(" ")]);
    }
    paper.says(&["Montant de la rétractation"]);
    // It says which order only where its buyer is known to have made it.
    desk.paper(&acknowledgement_of(&id)).await.hides(&["Pedido", &number]);
    let stranger = json!({ "name": "Eva", "contract": number, "email": "eva@example.com", "lang": "es" });
    let unproven = declared(&shop.visitor(), stranger).await;
    let paper = desk.paper(&acknowledgement_of(&unproven)).await;
    paper.says(&["Acuse de recibo de desistimiento", "Eva"]);
    paper.hides(&["Pedido", "Importe del desistimiento"]);

    desk.get(&acknowledgement_of("none")).await.refused(404, "not_found");
    ana.get(&acknowledgement_of(&known)).await.refused(403, "forbidden");
    shop.visitor().get(&acknowledgement_of(&known)).await.refused(401, "unauthorized");
}

#[tokio::test]
async fn an_arabic_statement_stands_word_for_word_on_a_spanish_paper() {
    let shop = shop().await;
    let id = declared(&shop.visitor(), statement("2026-0042", "ar")).await;
    let paper = shop.admin().await.paper(&acknowledgement_of(&id)).await;
    paper.says(&["Acuse de recibo de desistimiento", "Recibido el", "Ana Soler", "2026-0042", "أعدل عن العقد كله"]);
    paper.hides(&["?"]);
}

/// The PDF that goes along with a mail.
fn enclosed(mail: &str) -> Paper {
    let (_, part) = mail.split_once("Content-Type: application/pdf").unwrap_or_else(|| panic!("{mail}"));
    let names: Vec<_> = mail.split("Content-Disposition: attachment; filename=\"").skip(1).collect();
    assert_eq!(names.len(), 1, "one paper, whose name every program understands");
    let (name, _) = names[0].split_once('"').unwrap();
    let (_, body) = part.split_once("\r\n\r\n").unwrap();
    let body: String = body.split("\r\n--").next().unwrap().split_whitespace().collect();
    Paper::read(name, &STANDARD.decode(body).unwrap())
}

#[tokio::test]
async fn the_mail_about_a_withdrawal_carries_its_paper_and_that_of_a_paid_order_the_invoice() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = shop.paid_order(&ana).await;
    let mails = shop.written_mails().await;
    let paid: Vec<_> = mails.iter().filter(|mail| mail.contains("application/pdf")).collect();
    assert_eq!(paid.len(), 1, "of the mails about an order that of its payment");
    let invoice = enclosed(paid[0]);
    assert_eq!(invoice.name, "XT-2026-000001.pdf");
    invoice.says(&["Factura simplificada", &number_of(&desk, &order).await]);

    let id = declared(&ana, statement(&order, "es")).await;
    let mails = shop.written_mails().await;
    let about: Vec<_> = mails.iter().filter(|mail| mail.contains("application/pdf")).collect();
    assert_eq!(about.len(), 1, "of the mails about a withdrawal its acknowledgement");
    let paper = enclosed(about[0]);
    let at_the_desk = desk.paper(&acknowledgement_of(&id)).await;
    assert_eq!((&paper.name, &paper.pages), (&at_the_desk.name, &at_the_desk.pages));
}

fn firm() -> Value {
    json!({ "name": "Obres Puig, S.L.", "nif": "A58818501", "address": "C. Major, 1", "city": "Abrera",
            "postal_code": "08630", "country": "ES" })
}

#[tokio::test]
async fn an_invoice_that_is_made_later_is_looked_at_first_then_mailed_and_stands_in_the_orders_history() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let order = shop.paid_order(&ana).await;
    shop.written_mails().await;
    let path = format!("/api/admin/orders/{order}/invoice");
    let look = desk.post(&format!("{path}/look"), firm()).await.expect(200).json();
    assert_eq!((&look["invoice"]["type"], &look["buyer"]["nif"]), (&json!("F3"), &json!("A58818501")));
    assert_eq!(look["invoice"]["replaces"], "XT-2026-000001");
    let own = ana.post(&format!("/api/orders/{order}/invoice/look"), firm()).await.expect(200).json();
    assert_eq!(own, look);
    for (field, wrong) in [("postal_code", "8630"), ("country", "XX"), ("address", "12"), ("city", "-"), ("nif", "1")] {
        let mut buyer = firm();
        buyer[field] = json!(wrong);
        let refusal = desk.post(&format!("{path}/look"), buyer).await;
        assert_eq!((refusal.status.as_u16(), refusal.json()["field"].as_str()), (422, Some(field)));
    }
    let types = async || {
        let list = ana.get(&format!("/api/orders/{order}/invoices")).await.expect(200).json();
        list["invoices"].as_array().unwrap().iter().map(|invoice| invoice["type"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((types().await, shop.written_mails().await), (vec![json!("F2")], Vec::<String>::new()));

    desk.post(&path, firm()).await.expect(201);
    let mails = shop.written_mails().await;
    assert_eq!(mails.len(), 1);
    let paper = enclosed(&mails[0]);
    assert_eq!(paper.name, "XF-2026-000001.pdf");
    paper.says(&["XF-2026-000001", "Obres Puig, S.L.", "NIF A58818501", "XT-2026-000001"]);
    desk.act(&order, "refund", json!({ "amount_in_cents": 100, "elsewhere": true, "reason": "cash" }))
        .await
        .expect(200);
    let mails = shop.written_mails().await;
    let papers: Vec<_> = mails.iter().filter(|mail| mail.contains("application/pdf")).collect();
    assert_eq!((mails.len(), papers.len()), (2, 1));
    enclosed(papers[0]).says(&["Factura rectificativa", "XRF-2026-000001"]);

    let shown = desk.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
    let events = shown["events"].as_array().unwrap().iter().filter(|event| event["kind"] == "invoiced");
    let invoiced: Vec<_> = events.map(|event| event["detail"]["invoice"].as_str().unwrap()).collect();
    assert_eq!(invoiced, ["XT-2026-000001", "XF-2026-000001", "XRF-2026-000001"]);
    let told = shop.mails_of("order_invoiced").await.pop().unwrap();
    assert_eq!(
        (&told["total"], &told["lines"], &told["refunded"]),
        (&json!(-100), &json!([]), &json!(0)),
        "the mail of a corrective invoice is about that alone"
    );
    let named: Vec<_> =
        shown["mails"].as_array().unwrap().iter().filter(|mail| mail["kind"] == "order_invoiced").collect();
    let named: Vec<_> =
        named.iter().map(|mail| (mail["invoice"].as_str().unwrap(), mail["corrected"] == true)).collect();
    assert_eq!(named, [("XF-2026-000001", false), ("XRF-2026-000001", true)]);

    shop.app.clock.advance_seconds(61);
    let wanted = json!({ "mail": "order_invoiced", "invoice": "XF-2026-000001" });
    desk.act(&order, "resend-mail", wanted).await.expect(200);
    shop.app.clock.advance_seconds(61);
    desk.act(&order, "resend-mail", json!({ "mail": "order_invoiced" })).await.expect(200);
    let again = shop.mails_of("order_invoiced").await.split_off(2);
    assert_eq!(again.iter().map(|mail| &mail["invoice"]).collect::<Vec<_>>(), ["XF-2026-000001", "XRF-2026-000001"]);
}

#[tokio::test]
async fn an_annulled_invoice_says_so_on_its_paper_and_one_that_another_stands_for_too() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let (first, second) = (shop.paid_order(&ana).await, shop.paid_order(&ana).await);
    let paper = async |number: &str| desk.paper(&format!("/api/admin/invoices/{number}.pdf")).await;
    paper("XT-2026-000001").await.hides(&["anulada"]);
    desk.post("/api/admin/invoices/XT-2026-000001/annul", json!({})).await.expect(200);
    paper("XT-2026-000001").await.says(&["Factura simplificada anulada", "no tiene validez"]);
    let shown = desk.get(&format!("/api/admin/orders/{first}")).await.expect(200).json();
    assert_eq!(shown["events"].as_array().unwrap().last().unwrap()["kind"], "invoice_annulled");
    desk.post(&format!("/api/admin/orders/{second}/invoice"), firm()).await.expect(201);
    paper("XT-2026-000002").await.says(&["La sustituye otra factura"]);
}

#[tokio::test]
async fn what_was_bought_in_arabic_is_called_in_spanish_on_spanish_papers_and_at_the_desk() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer(ANA).await, shop.admin().await);
    let (variant, _) = shop.variant(SKU).await;
    let body = json!({
        "shipping_address": crate::support::address(), "items": [{ "variant_id": variant, "quantity": 1 }], "locale": "ar",
    });
    let placed = ana.post("/api/functions/create-order-and-send-email", body).await.expect(201).json();
    let order = placed["orderId"].as_str().unwrap();
    shop.pay(&ana, order, 1).await;
    let (title, bought): (String, String) = shop
        .row("SELECT p.title, i.product_title FROM order_items i JOIN products p ON p.id = i.product_id WHERE i.order_id = ?1", order)
        .await;
    assert_ne!(title, bought, "it was bought under its Arabic name");
    let first_words: String = title.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    for paper in [slip_of(order), String::from("/api/admin/invoices/XT-2026-000001.pdf")] {
        desk.paper(&paper).await.says(&[&first_words]);
    }
    let listed = desk.get("/api/admin/orders").await.expect(200).json();
    assert_eq!(listed["orders"][0]["goods"][0]["title"], title);
    let shown = desk.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
    let (item, bought_as) = (&shown["order_items"][0], &shown["bought_as"]);
    assert_eq!((&item["product_title"], &item["sku"]), (&json!(title), &json!(SKU)));
    assert_eq!((&bought_as[0]["item_id"], &bought_as[0]["product_title"]), (&item["id"], &json!(bought)));
    let own = ana.get(&format!("/api/orders/{order}")).await.expect(200).json();
    assert_eq!(own["order_items"][0]["product_title"], bought, "its buyer reads what was bought");
    let spanish = shop.paid_order(&ana).await;
    let shown = desk.get(&format!("/api/admin/orders/{spanish}")).await.expect(200).json();
    assert_eq!(shown["bought_as"], json!([]));
}

#[tokio::test]
async fn an_acknowledgement_that_was_queued_before_there_were_papers_goes_out_without_one() {
    let shop = shop().await;
    declared(&shop.visitor(), statement("mi pedido", "es")).await;
    let older = "UPDATE outbox SET message = json_remove(message, '$.id') WHERE recipient = ?1";
    change(&shop, older, ANA).await;
    let mails = shop.written_mails().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains(ANA) && !mails[0].contains("application/pdf"), "{}", mails[0]);
}
