//! What the law asks of the shop, at the desk and from the command line.

use std::process::Command;

use manetes::db;
use manetes::settings::{Settings, demo};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Person, Reply, TestShop};

/// What a duty's line says.
async fn duty(desk: &Person, id: &str) -> Value {
    let law = desk.get("/api/admin/law").await.expect(200).json();
    law["duties"].as_array().unwrap().iter().find(|duty| duty["id"] == id).unwrap().clone()
}

async fn set(shop: &TestShop, key: &'static str, value: &'static str) {
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| Settings::set(tx, key, value, now)).await.unwrap();
}

/// Says that a duty is met, with a note, or takes that back.
async fn say(desk: &Person, id: &str, note: Option<&str>) -> Reply {
    let path = format!("/api/admin/law/{id}");
    match note {
        Some(note) => desk.send(desk.request(Method::PUT, &path).json(&json!({ "note": note }))).await,
        None => desk.send(desk.request(Method::DELETE, &path)).await,
    }
}

/// What `check --law` says, and whether it is content.
fn checked(shop: &TestShop, more: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
    let done = command.args(["check", "--law"]).args(more).arg("--data-dir").arg(&shop.app.data_dir).output().unwrap();
    (done.status.success(), String::from_utf8(done.stdout).unwrap())
}

#[tokio::test]
async fn lssi_art_10_what_the_site_does_not_say_of_the_firm_is_owed_until_it_does() {
    let shop = TestShop::empty().await;
    let desk = shop.admin().await;
    let owed = duty(&desk, "identity").await;
    assert_eq!((&owed["met"], &owed["place"]), (&json!(false), &json!("/settings#group-legal")), "{owed}");
    let particulars = [
        ("company.legal_name", "Clau i Pany, S.L."),
        ("company.nif", "B12345674"),
        ("company.address", "Carrer Major, 1, 08630 Abrera"),
        ("company.register", "Registro Mercantil de Barcelona, hoja B-1"),
        ("company.phone", "+34931234567"),
        ("company.email", "info@clauipany.example"),
    ];
    for (key, value) in particulars {
        let owed = duty(&desk, "identity").await;
        assert_eq!(owed["met"], false, "before {key}");
        assert!(owed["lacks"].as_array().unwrap().contains(&json!(key)), "{owed}");
        set(&shop, key, value).await;
    }
    let told = duty(&desk, "identity").await;
    assert_eq!((&told["met"], told.get("lacks")), (&json!(true), None));
}

#[tokio::test]
async fn llei_22_2010_what_is_sold_and_has_no_name_in_catalan_is_counted_and_listed() {
    let shop = TestShop::demo().await;
    let desk = shop.admin().await;
    assert_eq!(duty(&desk, "catalan").await["met"], true, "the demo speaks it");
    let file = "Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty\npot,Maceta,P-1,10,5\n";
    desk.import("", file).await.expect(200);
    let owed = duty(&desk, "catalan").await;
    assert_eq!((&owed["met"], &owed["missing"]), (&json!(false), &json!(1)), "{owed}");
    let listed = desk.get(&format!("/api{}", owed["place"].as_str().unwrap())).await.expect(200).json();
    assert_eq!((&listed["count"], &listed["products"][0]["title"]), (&json!(1), &json!("Maceta")));
    let say = "INSERT INTO product_texts (product_id, lang, path, text)
               SELECT id, 'ca', 'title', 'Test' FROM products WHERE title = 'Maceta'";
    shop.app.db.write(move |tx| tx.execute(say, []).map_err(db::Error::from)).await.unwrap();
    assert_eq!(duty(&desk, "catalan").await["met"], true);
}

#[tokio::test]
async fn what_the_demo_says_of_the_firm_is_marked_as_an_examples_at_the_desk() {
    let shop = TestShop::empty().await;
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| demo::load(tx, now)).await.unwrap();
    let desk = shop.admin().await;
    let examples = async || {
        let answer = desk.get("/api/admin/settings").await.expect(200).json();
        let settings = answer["settings"].as_array().unwrap().clone().into_iter();
        let those = settings.filter(|setting| setting["is_example"] == true).map(|setting| setting["key"].clone());
        those.collect::<Vec<_>>()
    };
    let firm =
        ["legal_name", "phone", "email", "nif", "address", "register"].map(|key| json!(format!("company.{key}")));
    assert_eq!(examples().await, firm);
    set(&shop, "company.register", "Registro Mercantil de Barcelona, hoja B-1").await;
    assert!(!examples().await.contains(&json!("company.register")));
}

#[tokio::test]
async fn what_no_program_can_see_is_met_by_the_owners_word_which_is_logged_and_can_be_taken_back() {
    let shop = TestShop::empty().await;
    let desk = shop.admin().await;
    let owed = |law: &Value| law["owed"].as_i64().unwrap();
    let before = owed(&desk.get("/api/admin/law").await.expect(200).json());
    assert_eq!(desk.get("/api/admin/today").await.json()["law_owed"], before);
    let said = say(&desk, "quotes", Some("las hace la gestoría")).await.expect(200).json();
    assert_eq!(owed(&said), before - 1);
    let invoices = duty(&desk, "quotes").await;
    assert_eq!((&invoices["met"], &invoices["confirmed"]["note"]), (&json!(true), &json!("las hace la gestoría")));
    let log = desk.get("/api/admin/log?limit=1").await.expect(200).json();
    assert_eq!(log["entries"][0]["act"], "law.confirmed");
    let taken_back = say(&desk, "quotes", None).await.expect(200).json();
    assert_eq!(owed(&taken_back), before);

    say(&desk, "identity", Some("")).await.refused(422, "validation_failed");
    say(&desk, "nothing", Some("")).await.refused(404, "not_found");
    say(&desk, "quotes", Some(&"x".repeat(1001))).await.refused(422, "validation_failed");
}

#[tokio::test]
async fn check_law_lists_every_duty_with_its_article_and_fails_while_one_is_owed() {
    let shop = TestShop::empty().await;
    let (is_content, told) = checked(&shop, &[]);
    assert!(!is_content && told.contains("OWED  quotes") && told.contains("art. 251-3.2"), "{told}");
    assert!(told.contains("met   withdrawal") && told.contains("art. 11 bis"), "{told}");
    let rows: Value = serde_json::from_str(&checked(&shop, &["--json"]).1).unwrap();
    let told: Vec<_> = rows.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    let known: Vec<_> = manetes::law::DUTIES.iter().map(|duty| duty.id).collect();
    assert_eq!(told, known);
    assert!(rows.as_array().unwrap().iter().all(|row| row["article"].as_str().unwrap().contains(char::is_numeric)));
}
