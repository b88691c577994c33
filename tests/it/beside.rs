//! What commands do beside a shop that sells: nobody waits for them, and what is cut off in the middle is gone on with.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use manetes::db;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Desk, Program, TestShop, address};

const PRODUCTS: usize = 3000;

/// Of each product: more than can be bought while the file is taken in, however long a loaded machine needs.
const STOCK: i64 = 90_000;

/// A file of another shop in which the first product names the last, which stands below it.
fn file(dir: &Path) -> String {
    let row = |n: usize| {
        let names = if n == 0 { format!("SKU-{}", PRODUCTS - 1) } else { String::new() };
        format!(
            "{n},simple,SKU-{n},Producto {n},1,visible,{},{STOCK},10.00,{names}\n",
            usize::from(n.is_multiple_of(2))
        )
    };
    let header =
        String::from("ID,Type,SKU,Name,Published,Visibility in catalogue,In stock?,Stock,Regular price,Upsells\n");
    let path = dir.join("many.csv");
    fs::write(&path, [header].into_iter().chain((0..PRODUCTS).map(row)).collect::<String>()).unwrap();
    path.to_str().unwrap().to_owned()
}

fn import(data: &Path, file: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
    command.args(["import-products", file, "--data-dir"]).arg(data);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// How many products of the file are in the shop.
fn there(program: &rusqlite::Connection) -> usize {
    let sql = "SELECT count(*) FROM products WHERE title LIKE 'Producto %' AND deleted_at IS NULL";
    usize::try_from(program.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap()).unwrap()
}

/// How many steps are done of the import that goes on; `None` without one of which something is written.
fn done(conn: &rusqlite::Connection) -> Option<i64> {
    conn.query_row("SELECT done FROM product_import_progress", [], |row| row.get(0)).ok()
}

fn is_begun(conn: &rusqlite::Connection) -> bool {
    conn.query_row("SELECT count(*) FROM product_import", [], |row| row.get::<_, i64>(0)).unwrap() == 1
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_go_through_while_a_file_is_imported_and_their_units_stay_taken() {
    let dir = tempfile::tempdir().unwrap();
    let program = Program::start(dir.path()).await;
    let buyer = program.customer("ana@example.com").await;
    let (conn, mut importing) = (program.database(), import(dir.path(), &file(dir.path())));
    let mut orders = 0;
    while importing.try_wait().unwrap().is_none() {
        let first = conn.query_row("SELECT id FROM variants WHERE sku = 'SKU-0'", [], |row| row.get::<_, String>(0));
        let (Ok(variant), Some(before)) = (first, done(&conn)) else { continue };
        let body = json!({ "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": 1 }] });
        let asked = buyer.request(Method::POST, "/api/functions/create-order-and-send-email").json(&body);
        let answer = buyer.send(asked).await;
        assert_eq!(answer.status, 201, "after {before} steps, {orders} orders: {}", answer.text);
        orders += 1;
    }
    assert!(importing.wait().unwrap().success());
    assert!(orders > 1, "it was over before anybody could buy");
    assert_eq!(there(&conn), PRODUCTS);
    let left = "SELECT inventory_quantity, (SELECT count(*) FROM related_products r WHERE r.product_id = v.product_id)
                FROM variants v WHERE sku = 'SKU-0'";
    let left: (i64, i64) = conn.query_row(left, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    assert_eq!(left, (STOCK - orders, 1), "it names the last, and what was sold is not there again");
    program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_was_killed_is_finished_by_the_server() {
    let dir = tempfile::tempdir().unwrap();
    let program = Program::start(dir.path()).await;
    let (conn, mut importing) = (program.database(), import(dir.path(), &file(dir.path())));
    while done(&conn).is_none_or(|done| done == 0) {
        assert!(importing.try_wait().unwrap().is_none(), "it was over too soon");
    }
    importing.kill().unwrap();
    importing.wait().unwrap();
    assert!(is_begun(&conn), "it is not done");
    while is_begun(&conn) {
        tokio::task::yield_now().await;
    }
    assert_eq!(there(&conn), PRODUCTS);
    assert!(program.command(&["log", "--act", "catalogue.imported"]).contains("catalogue.imported"));
    program.assert_sound();
}

#[test]
fn an_import_that_was_killed_is_finished_by_the_next_or_forgotten_where_nothing_was_written() {
    let desk = Desk::new();
    desk.run("settings set company.phone +34931234567").quietly();
    let conn = rusqlite::Connection::open(desk.data().join("manetes.sqlite")).unwrap();
    conn.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
    let path = file(desk.path());
    let mut looking = import(&desk.data(), &path);
    while !is_begun(&conn) {}
    looking.kill().unwrap();
    looking.wait().unwrap();
    if done(&conn).is_none() {
        assert_eq!(there(&conn), 0);
    }

    let mut writing = import(&desk.data(), &path);
    while done(&conn).is_none_or(|done| done == 0) {
        assert!(writing.try_wait().unwrap().is_none(), "it was over too soon");
    }
    let other = desk.run(&format!("import-products {path}"));
    assert!(other.err.contains("another file is being imported"), "{other:?}");
    writing.kill().unwrap();
    writing.wait().unwrap();
    desk.run("delete-product producto-1 --yes").refused(1, "products are being imported");
    desk.write("one.csv", b"Handle,Title,Variant Price\none,One,1\n");
    let report = desk.run("import-products --json one.csv").quietly().json();
    assert_eq!(report["created"], 1);
    assert_eq!(there(&conn), PRODUCTS, "what was cut off is done");
    assert!(desk.run("check --invariants").code == Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_file_is_imported_products_are_not_changed_at_the_desk_but_counted() {
    let shop = TestShop::demo().await;
    let admin = shop.admin().await;
    // Somebody imports: it has the turn, and a row says so.
    let turn = File::create(shop.app.data_dir.join("import.lock")).unwrap();
    turn.try_lock().unwrap();
    let row =
        "INSERT INTO product_import (one, file, policy, actor, begun_at) VALUES (1, x'', 'all_or_nothing', '{}', 0)";
    shop.app.db.write(move |tx| tx.execute_batch(row).map_err(db::Error::from)).await.unwrap();
    let product =
        json!({ "title": "Nuevo", "variants": [{ "title": "", "price_in_cents": 100, "manage_inventory": false }] });
    admin.post("/api/products", product).await.refused(409, "import_running");
    let products: Value = admin.get("/api/products?limit=1").await.expect(200).json();
    let id = products["products"][0]["id"].as_str().unwrap().to_owned();
    let asked = admin.request(Method::DELETE, &format!("/api/products/{id}"));
    admin.send(asked).await.refused(409, "import_running");
    let product = admin.get(&format!("/api/products/{id}")).await.expect(200).json();
    let change = json!({ "revision": product["revision"], "title": "Otro" });
    let asked = admin.request(Method::PATCH, &format!("/api/products/{id}")).json(&change);
    admin.send(asked).await.refused(409, "import_running");
    let variant = product["variants"][0]["id"].as_str().unwrap();
    let counted = json!({ "changes": [{ "variant_id": variant, "inventory_quantity": 77 }] });
    admin.post("/api/admin/products/bulk", counted).await.expect(200);
    let file = admin.request(Method::POST, "/api/admin/products/import").header("Content-Type", "text/csv");
    admin.send(file.body("Handle,Title,Variant Price\na,A,1\n")).await.refused(409, "import_running");
}
