//! The region's own language: who is given it, and where it must not be missing.

use manetes::quotes;
use reqwest::Method;
use serde_json::json;

use crate::support::TestShop;

#[tokio::test]
async fn a_browser_that_asks_for_catalan_reads_catalan_whatever_variety_it_names() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    for accepts in ["ca", "ca-ES,ca;q=0.9,es;q=0.8,en;q=0.7", "ca-valencia", "gl,ca;q=0.9,es;q=0.5"] {
        let request = visitor.request(Method::GET, "/store").header("accept-language", accepts);
        let html = visitor.send(request).await.expect(200).text;
        for part in [
            "<html lang=\"ca\" dir=\"ltr\">",
            "<meta property=\"og:locale\" content=\"ca_ES\">",
            "Afegeix a la cistella",
            "Cilindre de seguretat antibumping",
        ] {
            assert!(html.contains(part), "{accepts}: {part}");
        }
    }
    let request = visitor.request(Method::GET, "/store").header("accept-language", "es-ES,es;q=0.9,ca;q=0.8");
    assert!(visitor.send(request).await.expect(200).text.contains("<html lang=\"es\""), "who prefers Spanish reads it");
}

#[tokio::test]
async fn a_page_names_its_five_languages_in_the_order_in_which_one_chooses() {
    let shop = TestShop::empty().await;
    let html = shop.visitor().get("/contact?lang=ca").await.expect(200).text;
    let named = |begin: &str| -> Vec<String> {
        html.split(begin).skip(1).map(|part| part.split_once('"').unwrap().0.to_owned()).collect()
    };
    let languages = ["es", "ca", "en", "fr", "ar"].map(String::from);
    let (head, body) = html.split_once("</head>").unwrap();
    let alternates = head.split("<link rel=\"alternate\"").skip(1);
    let alternates: Vec<_> =
        alternates.map(|link| link.split("hreflang=\"").nth(1).unwrap().split('"').next().unwrap()).collect();
    assert_eq!(alternates[..5], languages);
    assert_eq!(alternates[5..], ["x-default"]);
    assert!(head.contains("<title>Contacte · "), "{head}");
    assert!(body.contains("Català"));
    let chosen = named("?lang=").into_iter().filter(|code| languages.contains(code)).collect::<Vec<_>>();
    assert!(chosen.starts_with(&languages[1..]) || chosen.windows(4).any(|four| four == &languages[1..]), "{chosen:?}");
}

#[tokio::test]
async fn shopping_sites_and_search_engines_are_told_of_the_catalan_pages() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let feed = visitor.get("/feeds/google-ca.xml").await.expect(200).text;
    for part in ["Trepant cargolador percussor 18 V", "lang=ca</link>", "Eines"] {
        assert!(feed.contains(part), "{part}");
    }
    let sitemap = visitor.get("/sitemap.xml").await.expect(200).text;
    assert!(sitemap.contains("/store?lang=ca</loc>") && sitemap.contains("hreflang=\"ca\""));
}

#[tokio::test]
async fn who_writes_in_catalan_is_answered_in_catalan_and_the_owner_in_spanish() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    let body = json!({ "name": "Núria", "email": "nuria@example.com", "message": "Perd aigua.", "service": "plumber" });
    let request = visitor.request(Method::POST, "/api/functions/send-budget-request");
    visitor.send(request.header("accept-language", "ca-ES,ca;q=0.9").json(&body)).await.expect(202);
    let stored = shop.app.db.read(quotes::list_quotes).await.unwrap().remove(0);
    assert_eq!(stored.lang.code(), "ca");
    let [(_, lang, told), (_, owners, news)] = &shop.queued_mails().await[..] else { panic!("two mails") };
    assert_eq!((lang.as_str(), &told["service"]), ("ca", &json!("Lampisteria")));
    assert_eq!((owners.as_str(), &news["service"]), ("es", &json!("Fontanería")));
}

#[tokio::test]
async fn the_desk_the_export_and_the_import_take_catalan_texts() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let product = json!({
        "title": "Bombín", "status": "published", "texts": { "ca": { "title": "Bombí" } },
        "variants": [{ "sku": "B-1", "price_in_cents": 1000, "manage_inventory": false }],
    });
    admin.post("/api/products", product).await.expect(201);
    let csv = admin.get("/api/admin/products/export").await.expect(200).text;
    let header = csv.lines().next().unwrap();
    for column in ["title:ca", "description:ca", "variant_title:ca", "texts:ca"] {
        assert!(header.contains(column), "{column}: {header}");
    }
    assert!(csv.contains("Bombí"), "{csv}");
}
