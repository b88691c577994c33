//! What shows that the firm is real: the owner's sheet, as the site shows it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Person, Reply, TestShop};

const SHEET: &str = "/api/site/proof";

fn sheet() -> Value {
    json!({
        "since": 2009, "jobs": 3400, "guarantee_months": 24,
        "insurance": { "insurer": "Assegurances Exemple", "cover_in_euros": 600_000 },
        "licences": [{ "kind": "electricity", "number": "RASIC 080012345" }],
        "team": [{ "name": "Aina", "trade": "electrician", "since": 2011 }],
        "words": [{
            "text": "Vino y lo dejó como nuevo.", "author": "Núria P.", "place": "Abrera", "month": "2026-09",
            "trade": "plumber",
        }],
    })
}

async fn save(somebody: &Person, sheet: &Value) -> Reply {
    somebody.send(somebody.request(Method::PUT, "/api/admin/proof").json(sheet)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_owner_gives_is_on_the_home_page_at_once_and_nothing_else() {
    let shop = TestShop::empty().await;
    let (visitor, admin) = (shop.visitor(), shop.admin().await);
    let none = visitor.get(SHEET).await.expect(200).json();
    assert_eq!(none["licences"], json!([]));
    assert!(!visitor.get("/").await.expect(200).text.contains("firm-title"));

    let saved = save(&admin, &sheet()).await.expect(200).json();
    assert_eq!(saved, visitor.get(SHEET).await.expect(200).json());
    let home = visitor.get("/").await.expect(200).text;
    for shown in ["RASIC 080012345", "Aina", "Assegurances Exemple", "Vino y lo dejó como nuevo."] {
        assert!(home.contains(shown), "{shown}");
    }

    let mut told = sheet();
    told["words"][0]["lang"] = json!("es");
    save(&admin, &told).await.expect(200);
    let own = "<blockquote lang=\"es\"";
    let spanish = visitor.get("/").await.expect(200).text;
    assert!(spanish.contains(own) && !spanish.contains("Escrito en"), "{spanish}");
    let english = visitor.get("/?lang=en").await.expect(200).text;
    assert!(english.contains(own) && english.contains("Written in Spanish"), "{english}");

    save(&admin, &json!({ "since": 2009, "licences": [], "team": [], "words": [] })).await.expect(200);
    let home = visitor.get("/").await.expect(200).text;
    assert!(home.contains("Desde 2009") && !home.contains("firm-title"));
    let log = admin.get("/api/admin/log?act=proof").await.expect(200).json();
    assert_eq!(log["entries"].as_array().unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sheet_that_is_not_acceptable_changes_nothing_and_says_where() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let mut wrong = sheet();
    wrong["words"][0]["month"] = json!("2099-01");
    let refused = save(&admin, &wrong).await.expect(422).json();
    assert_eq!(refused["field"], "words/0/month", "{refused}");
    assert_eq!(admin.get(SHEET).await.expect(200).json()["words"], json!([]));
}
