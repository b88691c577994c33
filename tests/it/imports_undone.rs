//! An import of products that is taken back: at the desk, and by command.

use manetes::catalogue::import;
use serde_json::{Value, json};

use crate::support::{Desk, SKU, TestShop, address, until};

const OWN: &str = "Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty\n";

#[tokio::test]
async fn an_import_is_taken_back_at_the_desk_but_for_what_was_changed_and_ordered_since() {
    let shop = TestShop::demo().await;
    let (admin, buyer) = (shop.admin().await, shop.customer("ana@example.com").await);
    let file = |rows: &str| format!("{OWN}{rows}");
    admin.import("", &file("pot,Maceta,P-1,10,5\npala,Pala,P-2,20,5\n")).await.expect(200);
    let before = admin.get("/api/admin/products/export").await.expect(200).text;
    shop.app.clock.advance_seconds(60);
    let rows = "pot,Maceta rota,P-1,1,5\npala,Pala,P-2,2,5\ncubo,Cubo,P-3,3,5\nred,Red,P-4,4,5\n";
    admin.import("", &file(rows)).await.expect(200);
    let of = async |sku: &str, field: &str| {
        let found = admin.get(&format!("/api/admin/variants?q={sku}")).await.expect(200).json();
        found["variants"][0][field].as_str().unwrap().to_owned()
    };
    let variant = of("P-4", "id").await;
    let (pot, bucket) = (of("P-1", "product_id").await, of("P-3", "product_id").await);
    let page = async |product: &str| shop.visitor().get(&format!("/product/{product}")).await;
    let body = json!({ "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": 1 }] });
    buyer.post("/api/functions/create-order-and-send-email", body).await.expect(201);
    let shown = page(&pot).await.expect(200).text;
    assert!(shown.contains("Maceta rota"), "the page shows what the file says");

    let imports = admin.get("/api/admin/imports").await.expect(200).json();
    let last = &imports["imports"][0];
    assert_eq!((&imports["count"], &last["created"], &last["changed"]), (&json!(2), &json!(2), &json!(2)));
    assert_eq!((&last["state"], &last["format"]), (&json!("kept"), &json!("shopify")));
    let path_of = |import: &Value| format!("/api/admin/imports/{}", import["id"].as_str().unwrap());
    let (path, other) = (path_of(last), path_of(&imports["imports"][1]));
    let counts = |report: &Value| ["back", "binned", "left", "done"].map(|count| report[count].as_i64().unwrap());
    assert_eq!(counts(&admin.get(&path).await.expect(200).json()), [2, 1, 1, 0]);

    shop.app.clock.advance_seconds(601);
    admin.post(&format!("{path}/undo"), json!({})).await.refused(403, "reauthentication_needed");
    let admin = shop.another_admin("eva@example.com").await;
    admin.post(&format!("{path}/undo"), json!({})).await.expect(202);
    let report = loop {
        let report = admin.get(&path).await.expect(200).json();
        if report["import"]["state"] == "undone" {
            break report;
        }
    };
    assert_eq!(counts(&report), [2, 1, 1, 4]);
    assert_eq!((&report["told"][0]["title"], &report["told"][0]["outcome"]), (&json!("Red"), &json!("ordered")));
    let shown = page(&pot).await.expect(200).text;
    assert!(!shown.contains("Maceta rota") && shown.contains("10,00"), "the page shows what was, at once");
    page(&bucket).await.expect(404);
    let after = admin.get("/api/admin/products/export").await.expect(200).text;
    let others = |file: &str| file.lines().filter(|line| !line.contains("P-4")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(others(&after), others(&before));

    let turn = || import::turn(&shop.app.db).unwrap();
    until("it is out of the way of other imports", async || turn().is_some()).await;
    let turn = turn();
    admin.post(&format!("{path}/undo"), json!({})).await.expect(202);
    admin.post(&format!("{other}/undo"), json!({})).await.refused(409, "import_running");
    drop(turn);
    admin.post(&format!("{path}/undo"), json!({})).await.expect(202);
    admin.post("/api/admin/imports/none/undo", json!({})).await.refused(404, "not_found");
    let log = admin.get("/api/admin/log?act=catalogue.import_undone").await.expect(200).json();
    assert_eq!(log["count"], 1, "once more did nothing: {log}");
}

#[test]
fn an_import_is_taken_back_by_command_as_its_report_says() {
    let desk = Desk::new();
    desk.write("right.csv", format!("{OWN}pot,Maceta,{SKU},10,5\n").as_bytes());
    desk.write("wrong.csv", format!("{OWN}pot,Error,{SKU},1,90\nnuevo,Nuevo,P-9,2,1\n").as_bytes());
    desk.run("import-products right.csv").quietly();
    desk.run("export-products before.csv").quietly();
    let id = desk.run("import-products --json wrong.csv").quietly().json()["id"].as_str().unwrap().to_owned();
    let listed = desk.run("undo-import --json").quietly().json();
    assert_eq!((&listed[0]["id"], &listed[0]["state"]), (&json!(id), &json!("kept")));
    let tried = desk.run(&format!("undo-import {} --dry-run", &id[..8])).quietly();
    assert_eq!(tried.out, "as before: 1\ndeleted: 1\nleft alone: 0\nThis was a dry run: nothing was written\n");
    for _ in 0..2 {
        let done = desk.run(&format!("undo-import {} --json", &id[..8])).quietly().json();
        assert_eq!((&done["back"], &done["binned"], &done["done"]), (&json!(1), &json!(1), &json!(2)));
    }
    desk.run("export-products after.csv").quietly();
    let read = |name: &str| std::fs::read(desk.path().join(name)).unwrap();
    assert_eq!(read("after.csv"), read("before.csv"));
    assert!(desk.run("undo-import").quietly().out.contains("undone"));
    desk.run("undo-import feedbeef").refused(1, "no import begins with");
    assert_eq!(desk.run("check --invariants").code, Some(0));
}
