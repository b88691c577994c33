//! The books of a quarter: what its invoices come to is the money that came less the money that went, and its files hold
//! what the invoices say.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use manetes::invoices::{self, Buyer};
use manetes::settings::Settings;
use reqwest::Method;
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::support::{NOON, Person, TestShop};

const BOOKS: &str = "/api/admin/invoices/books";

fn buyer() -> Buyer {
    let text = String::from;
    Buyer {
        name: text("=Obres, \"Puig\" S.L."),
        nif: text("A58818501"),
        address: text("C. Major, 1"),
        city: text("Abrera"),
        postal_code: text("08630"),
        country: text("ES"),
    }
}

async fn set(shop: &TestShop, key: &'static str, value: &'static str) {
    shop.app.db.write(move |tx| Settings::set(tx, key, value, NOON)).await.unwrap();
}

async fn shop() -> TestShop {
    let shop = TestShop::demo().await;
    set(&shop, "company.nif", "B12345674").await;
    set(&shop, "company.address", "Carrer Major 2, 08630 Abrera").await;
    shop
}

async fn refunded(desk: &Person, order: &str, cents: i64) {
    let body = json!({ "amount_in_cents": cents, "elsewhere": true, "reason": "cash" });
    desk.act(order, "refund", body).await.expect(200);
}

async fn made_full(shop: &TestShop, order: &str, days: i64) {
    let order = order.to_owned();
    let write = move |tx: &manetes::db::Tx<'_>| {
        invoices::make_full(tx, &order, false, &buyer(), NOON.plus_days(days)).map_err(|error| match error {
            invoices::NotFull::Db(error) => error,
            other => panic!("{other}"),
        })
    };
    shop.app.db.write(write).await.unwrap();
}

/// Three orders: one of which a part went back, one that was made out to its buyer after that, one that stands.
async fn sold(shop: &TestShop, desk: &Person) -> [String; 3] {
    let ana = shop.customer("ana@example.com").await;
    let orders = [shop.paid_order(&ana).await, shop.paid_order_of(&ana, 2).await, shop.paid_order(&ana).await];
    refunded(desk, &orders[0], 100).await;
    refunded(desk, &orders[1], 150).await;
    made_full(shop, &orders[1], 0).await;
    refunded(desk, &orders[1], 51).await;
    orders
}

/// What came less what went.
async fn money(shop: &TestShop) -> i64 {
    let sql = "SELECT sum(received_in_cents) - sum(returned_in_cents), 0 FROM order_money WHERE ?1 = ''";
    shop.row::<i64, i64>(sql, "").await.0
}

async fn books(desk: &Person, quarter: &str) -> Value {
    desk.get(&format!("{BOOKS}?quarter={quarter}")).await.expect(200).json()
}

fn cents(sum: &Value) -> (i64, i64, i64) {
    let of = |name: &str| sum[name].as_i64().unwrap();
    (of("base_in_cents"), of("tax_in_cents"), of("total_in_cents"))
}

async fn bytes(desk: &Person, path: &str) -> (String, String, Vec<u8>) {
    let answer = desk.request(Method::GET, path).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    let (kind, name) = (header("content-type"), header("content-disposition"));
    (kind, name, answer.bytes().await.unwrap().to_vec())
}

/// The rows of a table, each by the names of its columns.
fn rows(file: &[u8]) -> Vec<BTreeMap<String, String>> {
    let text = file.strip_prefix("\u{feff}".as_bytes()).expect("spreadsheets show accents");
    let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(text);
    reader.deserialize().map(Result::unwrap).collect()
}

fn in_cents(amount: &str) -> i64 {
    amount.replace(',', "").parse().unwrap()
}

#[tokio::test]
async fn the_totals_of_a_quarter_are_the_money_that_came_less_the_money_that_went() {
    let shop = shop().await;
    let desk = shop.admin().await;
    sold(&shop, &desk).await;
    let told = books(&desk, "2026-4").await;
    assert_eq!((told["quarter"].as_str(), &told["quarters"]), (Some("2026-4"), &json!(["2026-4"])));
    let (base, tax, total) = cents(&told["total"]);
    assert_eq!((total, base + tax), (money(&shop).await, total));
    // F2 R5 · F2 R5 F3 R1 · F2, of which the F3 stands for two.
    assert_eq!((told["count"].as_i64(), told["total"]["invoices"].as_i64()), (Some(7), Some(5)));
    assert_eq!((told["months"][0]["month"].as_str(), &told["months"][0]["rates"]), (Some("2026-11"), &told["rates"]));
    assert_eq!((told["rates"][0]["rate_bp"].as_i64(), cents(&told["rates"][0])), (Some(2100), (base, tax, total)));
    let without = desk.get(BOOKS).await.expect(200).json();
    assert_eq!(without, told, "the current quarter without any");
    let before = books(&desk, "2026-3").await;
    assert_eq!(
        (before["count"].as_i64(), cents(&before["total"]), &before["months"]),
        (Some(0), (0, 0, 0), &json!([]))
    );
}

#[tokio::test]
async fn a_quarter_that_is_over_keeps_its_totals_and_nothing_counts_twice() {
    let shop = shop().await;
    let desk = shop.admin().await;
    let [_, _, third] = sold(&shop, &desk).await;
    let over = books(&desk, "2026-4").await;
    made_full(&shop, &third, 60).await;
    assert_eq!(books(&desk, "2026-4").await["total"], over["total"]);
    let next = books(&desk, "2027-1").await;
    assert_eq!((next["count"].as_i64(), cents(&next["total"])), (Some(1), (0, 0, 0)));
    let (_, _, file) = bytes(&desk, &format!("{BOOKS}.csv?quarter=2027-1")).await;
    let full = &rows(&file)[0];
    assert_eq!(next["counted_before_in_cents"].as_i64().unwrap(), in_cents(&full["Total"]));
    assert_eq!(
        (full["Tipo"].as_str(), full["Fecha de operación"].as_str(), full["Total que cuenta"].as_str()),
        ("F3", "20/11/2026", "0,00")
    );
}

#[tokio::test]
async fn the_table_has_what_the_invoices_say_and_its_sums_are_the_totals() {
    let shop = shop().await;
    let desk = shop.admin().await;
    sold(&shop, &desk).await;
    let list = desk.get(&format!("{BOOKS}/invoices?quarter=2026-4&limit=4")).await.expect(200).json();
    assert_eq!((list["count"].as_i64(), list["invoices"].as_array().unwrap().len()), (Some(7), 4));
    let newest = &list["invoices"][0];
    assert_eq!((newest["type"].as_str(), newest["buyer_name"].as_str()), (Some("R1"), Some(buyer().name.as_str())));
    assert_eq!(newest["told_buyer"], json!({ "name": buyer().name, "nif": buyer().nif }));
    assert!(newest["order_number"].as_str().unwrap().starts_with("2026-0"), "{newest}");

    let (kind, name, file) = bytes(&desk, &format!("{BOOKS}.csv?quarter=2026-4")).await;
    assert_eq!(
        (kind.as_str(), name.as_str()),
        ("text/csv; charset=utf-8", "attachment; filename=\"facturas-2026-4.csv\"")
    );
    let rows = rows(&file);
    let types: Vec<_> = rows.iter().map(|row| (row["Tipo"].as_str(), row["Sustituida"].as_str())).collect();
    let expected = [("F2", "no"), ("F2", "sí"), ("F2", "no"), ("R5", "no"), ("R5", "sí"), ("F3", "no"), ("R1", "no")];
    assert_eq!(types, expected);
    let back = &rows[6];
    let word = |name: &str| back[name].as_str();
    assert_eq!((word("Número"), word("Rectifica a"), word("Total")), ("XRF-2026-000001", "XF-2026-000001", "-0,51"));
    assert_eq!((word("Cliente"), word("NIF del cliente")), ("'=Obres, \"Puig\" S.L.", "A58818501"), "no formula");
    assert_eq!((word("Fecha de expedición"), word("Tipo de IVA"), word("Anulada")), ("20/11/2026", "21,00", "no"));
    assert_eq!((rows[5]["Sustituye a"].as_str(), rows[1]["Cliente"].as_str()), ("XT-2026-000002", ""));
    let sum = |name: &str| rows.iter().map(|row| in_cents(&row[name])).sum::<i64>();
    assert_eq!(
        (sum("Total que cuenta"), sum("Base que cuenta") + sum("Cuota que cuenta")),
        (money(&shop).await, money(&shop).await)
    );
}

#[tokio::test]
async fn the_folder_has_the_table_and_every_paper() {
    let shop = shop().await;
    let desk = shop.admin().await;
    sold(&shop, &desk).await;
    let (_, _, table) = bytes(&desk, &format!("{BOOKS}.csv")).await;
    let (kind, name, folder) = bytes(&desk, &format!("{BOOKS}.zip")).await;
    assert_eq!((kind.as_str(), name.as_str()), ("application/zip", "attachment; filename=\"facturas-2026-4.zip\""));
    let mut folder = ZipArchive::new(Cursor::new(folder)).unwrap();
    let mut names: Vec<String> = folder.file_names().map(|name| name.unwrap().into_owned()).collect();
    let mut file = |name: &str| {
        let mut bytes = Vec::new();
        folder.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    };
    assert_eq!(file("facturas-2026-4.csv"), table);
    let mut expected: Vec<String> = rows(&table).iter().map(|row| format!("{}.pdf", row["Número"])).collect();
    for paper in &expected {
        let (_, _, alone) = bytes(&desk, &format!("/api/admin/invoices/{paper}")).await;
        assert!(file(paper) == alone, "{paper}");
    }
    expected.push(String::from("facturas-2026-4.csv"));
    expected.sort();
    names.sort();
    assert_eq!(names, expected);
}

#[tokio::test]
async fn what_is_no_quarter_is_refused_and_nobody_else_is_answered() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    for path in ["", "/invoices", ".csv", ".zip"] {
        for wrong in ["2026", "2026-5", "x", ""] {
            let refusal = desk.get(&format!("{BOOKS}{path}?quarter={wrong}")).await;
            assert_eq!((refusal.code().as_str(), refusal.json()["field"].as_str()), ("bad_request", Some("quarter")));
            refusal.refused(400, "bad_request");
        }
        ana.get(&format!("{BOOKS}{path}")).await.refused(403, "forbidden");
        shop.visitor().get(&format!("{BOOKS}{path}")).await.refused(401, "unauthorized");
    }
    let empty = books(&desk, "2026-4").await;
    assert_eq!((empty["count"].as_i64(), &empty["quarters"]), (Some(0), &json!(["2026-4"])));
    let (_, _, folder) = bytes(&desk, &format!("{BOOKS}.zip")).await;
    assert_eq!(ZipArchive::new(Cursor::new(folder)).unwrap().len(), 1);
}

#[tokio::test]
async fn what_waits_says_for_what() {
    let shop = shop().await;
    let (ana, desk) = (shop.customer("ana@example.com").await, shop.admin().await);
    let waiting = async || books(&desk, "2026-4").await["waiting"].clone();
    assert_eq!(waiting().await, json!({ "count": 0, "for_seller": false, "orders_without_buyer": [] }));
    // As an order that was placed before there were invoices.
    let order = shop.pending_order(&ana).await;
    let dearer = "UPDATE orders SET items_in_cents = 400000, shipping_in_cents = 0, total_in_cents = 400000, tax_in_cents = 69421
                  WHERE id = ?1";
    let id = order.clone();
    let change = move |tx: &manetes::db::Tx<'_>| {
        tx.execute("UPDATE order_items SET price_in_cents = 400000, quantity = 1 WHERE order_id = ?1", [&id])?;
        Ok::<_, manetes::db::Error>(tx.execute(dearer, [&id])?)
    };
    shop.app.db.write(change).await.unwrap();
    shop.pay(&ana, &order, 1).await;
    let number = desk.get(&format!("/api/admin/orders/{order}")).await.expect(200).json()["number"].clone();
    let told = json!({ "count": 1, "for_seller": false, "orders_without_buyer": [{ "id": order, "number": number }] });
    assert_eq!(waiting().await, told);
    let stuck = async || desk.get("/api/admin/today").await.expect(200).json()["invoices_stuck"].clone();
    assert_eq!(stuck().await, 1);
    let of_order = desk.get(&format!("/api/admin/invoices?order={order}")).await.expect(200).json();
    assert_eq!((of_order["waiting"].as_i64(), of_order["waits_for_buyer"].as_bool()), (Some(1), Some(true)));
    set(&shop, "company.nif", "").await;
    let small = shop.paid_order(&ana).await;
    let of_order = desk.get(&format!("/api/admin/invoices?order={small}")).await.expect(200).json();
    assert_eq!((of_order["waiting"].as_i64(), of_order["waits_for_buyer"].as_bool()), (Some(1), Some(false)));
    let told = waiting().await;
    assert_eq!((told["count"].as_i64(), told["for_seller"].as_bool()), (Some(2), Some(true)));
    assert_eq!(stuck().await, 2, "whoever buys, nothing can be invoiced");
}
