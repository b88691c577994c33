//! Legal texts keep every version that was shown, and orders the one that was agreed to.

use manetes::lang::Lang;
use manetes::settings::Settings;
use manetes::site::pages::editions::Editions;

use crate::support::TestShop;

async fn set(shop: &TestShop, key: &'static str, value: &'static str) {
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| Settings::set(tx, key, value, now)).await.unwrap();
}

#[tokio::test]
async fn an_order_keeps_the_terms_its_buyer_agreed_to_and_they_can_be_read_as_they_were() {
    let shop = TestShop::demo().await;
    let mut editions = Editions::default();
    set(&shop, "company.legal_name", "Panys Antics, S.L.").await;
    editions.keep(&shop.app).await.unwrap();
    let ana = shop.customer("ana@example.com").await;
    let order = shop.paid_order(&ana).await;
    assert_eq!(ana.get(&format!("/api/orders/{order}")).await.expect(200).json()["terms_version"], 1);

    shop.app.clock.advance_seconds(86_400);
    set(&shop, "company.legal_name", "Panys Nous, S.L.").await;
    editions.keep(&shop.app).await.unwrap();
    let visitor = shop.visitor();
    for lang in Lang::ALL {
        let terms = visitor.get(&format!("/api/legal/terms?lang={lang}")).await.expect(200).json();
        assert_eq!((&terms["version"], terms["versions"].as_array().unwrap().len()), (&2.into(), 2), "{lang}");
        assert!(terms["html"].is_null(), "the page has it already");
        let old = visitor.get(&format!("/api/legal/terms?lang={lang}&version=1")).await.expect(200).json();
        let html = old["html"].as_str().unwrap();
        assert!(html.contains("Panys Antics, S.L.") && !html.contains("Panys Nous"), "{lang}");
        let page = visitor.get(&format!("/legal/terms-1?lang={lang}")).await.expect(200).text;
        assert!(page.contains("Panys Antics, S.L.") && page.contains("noindex"), "{lang}");
        let today = visitor.get(&format!("/terms-and-conditions?lang={lang}")).await.expect(200).text;
        assert!(today.contains("Panys Nous, S.L.") && today.contains("/legal/terms-1"), "{lang}");
    }
    let (kept, _): (i64, i64) = shop.row("SELECT terms_version, 0 FROM orders WHERE id = ?1", &order).await;
    assert_eq!(kept, 1);
    for nowhere in ["/legal/terms-9", "/legal/terms", "/legal/other-1", "/legal/terms-x"] {
        visitor.get(nowhere).await.expect(404);
    }
    visitor.get("/api/legal/terms?version=9").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_text_that_reads_the_same_is_no_new_version() {
    let shop = TestShop::empty().await;
    Editions::default().keep(&shop.app).await.unwrap();
    let version = |text: &serde_json::Value| text["version"].as_i64().unwrap();
    set(&shop, "company.legal_name", "Panys Nous, S.L.").await;
    // As after a restart: it does not know any more what the last round was made of.
    Editions::default().keep(&shop.app).await.unwrap();
    Editions::default().keep(&shop.app).await.unwrap();
    let visitor = shop.visitor();
    assert_eq!(version(&visitor.get("/api/legal/terms").await.expect(200).json()), 2);
    assert_eq!(version(&visitor.get("/api/legal/cookies").await.expect(200).json()), 1, "it does not name the firm");
}

#[tokio::test]
async fn a_start_draws_only_what_may_read_differently() {
    let shop = TestShop::empty().await;
    // Of each text the first drawing does not yet know that it is the first version.
    for _start in 1..=2 {
        Editions::default().keep(&shop.app).await.unwrap();
    }
    let other_words = "UPDATE legal_texts SET words = zeroblob(32)";
    shop.app.db.write(move |tx| Ok::<_, manetes::db::Error>(tx.execute_batch(other_words)?)).await.unwrap();
    let versions =
        async || shop.row::<i64, i64>("SELECT max(version), count(*) FROM legal_texts WHERE ?1 = '1'", "1").await;
    let kept = versions().await;
    Editions::default().keep(&shop.app).await.unwrap();
    assert_eq!(versions().await, kept, "what is drawn again is found to have other words");
    set(&shop, "company.legal_name", "Panys Nous, S.L.").await;
    Editions::default().keep(&shop.app).await.unwrap();
    assert!(versions().await > kept);
}
