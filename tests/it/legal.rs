//! The pages the law asks for.

use manetes::auth::cookies;
use manetes::config::BaseUrl;
use manetes::lang::Lang;
use manetes::settings::{Error, Settings};

use crate::support::{Person, TestShop};

const PAGES: [&str; 7] = [
    "/terms-and-conditions",
    "/privacy-policy",
    "/legal-notice",
    "/cookies",
    "/withdrawal",
    "/shipping-and-returns",
    "/accessibility",
];

async fn set(shop: &TestShop, key: &'static str, value: &'static str) {
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| Settings::set(tx, key, value, now)).await.unwrap_or_else(|e: Error| panic!("{e}"));
}

/// What the reader sees of a page, before any script runs: the page between header and footer.
async fn read(visitor: &Person, path: &str, lang: Lang) -> String {
    let html = visitor.get(&format!("{path}?lang={lang}")).await.expect(200).text;
    let (_, main) = html.split_once("<main").unwrap_or_else(|| panic!("{path} in {lang} was not rendered"));
    main.split_once("</main>").unwrap().0.to_owned()
}

#[tokio::test]
async fn every_legal_page_is_there_in_every_language() {
    let shop = TestShop::empty().await;
    set(&shop, "company.legal_name", "Clau i Pany, S.L.").await;
    let visitor = shop.visitor();
    for path in PAGES {
        let mut texts = Vec::new();
        for lang in Lang::ALL {
            let html = visitor.get(&format!("{path}?lang={lang}")).await.expect(200).text;
            assert!(html.contains(&format!("<html lang=\"{lang}\" dir=\"{}\">", lang.dir())), "{path} {lang}");
            assert!(html.contains("hreflang=\"ar\"") && html.contains("BreadcrumbList"), "{path} {lang}");
            let text = read(&visitor, path, lang).await;
            assert!(text.contains("<h1") && text.contains("href=\"/\""), "{path} {lang}");
            assert!(!text.contains("{{") && !text.contains("]("), "{path} {lang} has an unfilled place");
            texts.push(text);
        }
        texts.dedup();
        assert_eq!(texts.len(), Lang::ALL.len(), "{path} reads the same in two languages");
    }
    for path in ["/terms-and-conditions", "/privacy-policy", "/legal-notice", "/withdrawal"] {
        for lang in Lang::ALL {
            assert!(read(&visitor, path, lang).await.contains("Clau i Pany, S.L."), "{path} {lang}");
        }
    }
    let sitemap = visitor.get("/sitemap.xml").await.expect(200).text;
    for path in PAGES {
        assert!(sitemap.contains(&format!("{path}?lang=fr</loc>")), "{path}");
    }
}

#[tokio::test]
async fn the_terms_have_five_headings_and_give_notice_of_changes() {
    let shop = TestShop::empty().await;
    for lang in Lang::ALL {
        let terms = read(&shop.visitor(), "/terms-and-conditions", lang).await;
        assert_eq!(terms.matches("<h2").count(), 5, "{lang}");
        assert!(terms.contains("30"), "{lang}");
    }
}

#[tokio::test]
async fn the_legal_notice_shows_what_the_owner_gave_and_says_what_is_missing() {
    let shop = TestShop::empty().await;
    let visitor = shop.visitor();
    let waiting = "Dato pendiente de publicar";
    assert_eq!(read(&visitor, "/legal-notice", Lang::Es).await.matches(waiting).count(), 3);
    assert!(visitor.get("/api/site").await.expect(200).json()["nif"].is_null());

    set(&shop, "company.nif", "b-12345674").await;
    set(&shop, "company.address", "Carrer Major, 1, 08630 Abrera").await;
    set(&shop, "company.register", "Registro Mercantil de Barcelona, hoja B-1").await;
    let notice = read(&visitor, "/legal-notice", Lang::Es).await;
    for fact in ["B12345674", "Carrer Major, 1, 08630 Abrera", "Registro Mercantil de Barcelona, hoja B-1"] {
        assert!(notice.contains(fact), "{fact}");
    }
    assert!(!notice.contains(waiting));
    assert!(read(&visitor, "/withdrawal", Lang::Es).await.contains("Carrer Major, 1"));
    assert_eq!(visitor.get("/api/site").await.expect(200).json()["address"], "Carrer Major, 1, 08630 Abrera");
}

#[tokio::test]
async fn the_shipping_page_follows_the_rates() {
    let shop = TestShop::empty().await;
    let visitor = shop.visitor();
    let page = read(&visitor, "/shipping-and-returns", Lang::Es).await;
    assert!(page.contains("4,95\u{a0}€ por pedido, y gratis a partir de 60,00\u{a0}€"), "{page}");
    set(&shop, "shipping.flat", "7.50").await;
    assert!(read(&visitor, "/shipping-and-returns", Lang::Es).await.contains("7,50\u{a0}€ por pedido"));
    set(&shop, "shipping.free_from", "0").await;
    let page = read(&visitor, "/shipping-and-returns", Lang::Es).await;
    assert!(page.contains("<bdi>gratis en todos los pedidos</bdi>"), "{page}");
}

#[tokio::test]
async fn the_page_on_cookies_names_those_of_a_session() {
    let shop = TestShop::empty().await;
    let base_url = BaseUrl::parse("https://manetes.example").unwrap();
    let (access, refresh) = cookies::cookie_names(&base_url);
    let device = cookies::device_cookie_name(&base_url);
    for lang in Lang::ALL {
        let page = read(&shop.visitor(), "/cookies", lang).await;
        assert!([access, refresh, device].iter().all(|name| page.contains(name)), "{lang}");
    }
}
