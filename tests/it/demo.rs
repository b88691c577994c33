//! A shop that was tried out with the demo becomes a real one.

use reqwest::Method;
use serde_json::json;

use crate::support::{Desk, Program};

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_goes_but_for_what_was_sold_or_changed() {
    let desk = Desk::new();
    let program = Program::start(&desk.data()).await;
    let count = |line: &str| desk.run(&format!("{line} --json")).quietly().json().as_array().unwrap().len();
    let (products, comments) = (count("list-products"), count("list-comments"));
    let buyer = program.customer("ana@example.com").await;
    let order = json!({
        "shipping_address": crate::support::address(),
        "items": [{ "variant_id": program.variant("FON-LAT-40"), "quantity": 1 }],
    });
    buyer.post("/api/functions/create-order-and-send-email", order).await.expect(201);
    let listed = desk.run("list-products --json").quietly().json();
    let sku = |product: &serde_json::Value| product["variants"][0]["sku"].as_str().unwrap().to_owned();
    let counted = listed.as_array().unwrap().iter().find(|product| sku(product) != "FON-LAT-40").unwrap();
    desk.run(&format!("set-stock {} 4321", sku(counted))).quietly();
    desk.write("own.csv", b"Handle,Title,Variant Price,Variant Inventory Qty\nmine,Mine,9.00,3\n");
    assert_eq!(desk.run("import-products own.csv").code, Some(0));

    let removed = desk.run("demo remove").quietly().out;
    let lines: Vec<&str> = removed.lines().collect();
    assert_eq!(
        lines[0],
        format!(
            "removed: {} products, {comments} comments, 5 accounts, the prices of services, the firm's tax number, address \
             and register, the firm's licences, team and figures",
            products - 2
        )
    );
    assert!(lines[1].ends_with(": it is in an order"), "{removed}");
    assert_eq!(lines[2], format!("stays: {}: somebody has changed it", counted["title"].as_str().unwrap()));
    assert!(lines[3].starts_with("stays: admin@manetes.example: nobody else is an administrator"), "{removed}");
    assert_eq!(lines.len(), 4);
    assert_eq!((count("list-products"), count("list-comments")), (3, 0));
    let store = program.visitor().get("/store").await.expect(200).text;
    assert!(store.contains("Mine"), "what is the shop's own stays");
    assert_eq!(program.visitor().get("/api/tariff").await.expect(200).json()["tariff"], json!(null));

    let told = |desk: &Desk| desk.run("check").quietly().out.contains("the demo's administrator can still sign in");
    assert!(told(&desk));
    desk.run_typing("create-admin --email jefa@example.com", "doce gatos grises\n").quietly();
    let again = desk.run("demo remove").quietly().out;
    assert!(again.starts_with("removed: 0 products, 0 comments, 1 accounts\n"), "{again}");
    assert!(!again.contains("admin@manetes.example"), "{again}");
    assert!(!told(&desk));
    let once_more = desk.run("demo remove").quietly().out;
    assert!(once_more.starts_with("removed: 0 products, 0 comments, 0 accounts\n"), "{once_more}");
    let log = desk.run("log --act demo --json").quietly().json();
    assert_eq!(log.as_array().unwrap().len(), 2);
    program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_that_was_removed_does_not_come_back_with_the_next_start() {
    let desk = Desk::new();
    let mut program = Program::start(&desk.data()).await;
    desk.run("demo remove").quietly();
    program.kill();
    program.restart().await;
    assert_eq!(desk.run("list-products --json").quietly().json().as_array().unwrap().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_the_firms_sheet_the_demos_entries_go_and_what_the_owner_wrote_stays() {
    let desk = Desk::new();
    let program = Program::start(&desk.data()).await;
    program.customer("jefa@example.com").await;
    program.make_admin("jefa@example.com");
    let (owner, sheet) = (program.signed_in("jefa@example.com").await, "/api/site/proof");
    let mut edited = owner.get(sheet).await.expect(200).json();
    let own = json!({ "name": "Ona", "trade": "painter", "since": 2020 });
    edited["since"] = json!(1987);
    edited["insurance"]["cover_in_euros"] = json!(900_000);
    edited["team"].as_array_mut().unwrap().push(own.clone());
    owner.send(owner.request(Method::PUT, "/api/admin/proof").json(&edited)).await.expect(200);

    let removed = desk.run("demo remove").quietly().out;
    let first = removed.lines().next().unwrap();
    assert!(first.ends_with(", the demo's part of the firm's licences, team and figures"), "{removed}");
    let changed = "stays: Assegurances Exemple: somebody has changed it\n";
    assert!(removed.contains(changed), "{removed}");
    assert!(removed.contains("stays: the firm's licences, team and figures: what is not the demo's; "), "{removed}");
    let left = owner.get(sheet).await.expect(200).json();
    assert_eq!((&left["since"], &left["team"]), (&json!(1987), &json!([own])), "{left}");
    assert_eq!(left["insurance"]["cover_in_euros"], 900_000, "{left}");
    assert_eq!((&left["licences"], &left["words"]), (&json!([]), &json!([])), "{left}");
    assert!(left["jobs"].is_null() && left["guarantee_months"].is_null(), "{left}");

    let again = desk.run("demo remove").quietly().out;
    assert_eq!(again, format!("removed: 0 products, 0 comments, 0 accounts\n{changed}"));
}
