//! Pages from the address to the bytes, with a real database and a small stand-in for the front end's code.

use std::collections::BTreeMap;

use clap::Parser;
use poem::http::Uri;
use serde_json::{Map, json};
use tempfile::TempDir;

use super::*;
use crate::catalogue::draft::{Fields, ImageDraft, ProductDraft, ProductStatus, VariantDraft};
use crate::catalogue::price::Sale;
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::money::Cents;

/// Draws what it was given; `/cart` throws.
const FAKE: &str = r#"
    let drawn = 0;
    globalThis.SSR = {
        prepare: async () => {},
        render(url, bootJson) {
            if (url === "/cart") throw new Error("no cart here");
            const boot = JSON.parse(bootJson);
            const picture = url.startsWith("/product/")
                ? `<img src="/media/a" srcSet="/media/a?w=480 480w" sizes="94vw" loading="eager" fetchPriority="high"/>` : "";
            return picture + `<h1>${boot.lang} ${url} ${boot.site.brand.replace(/</g, "&lt;")} drawn ${++drawn}</h1>`;
        },
    };"#;

const MANIFEST: &[u8] = br#"{"entry":"app-1.js","start":"start-1.js","css":"body{margin:0}","stylesheet":"style-1.css",
    "styles":{"store":"main{margin:0}"},"preload":["shared-1.js"],
    "routes":{"store":["store-1.js"]},"locales":{"fr":["fr-1.js"]},"fonts":{"latin":"latin-1.woff2"}}"#;

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    serve: config::Serve,
}

struct Shop {
    pages: Pages,
    db: Db,
    clock: Clock,
    library: Arc<Library>,
    dir: TempDir,
}

impl Shop {
    fn open() -> Self {
        let dir = TempDir::new().unwrap();
        let db = Db::open(&dir.path().join("shop.sqlite")).unwrap();
        let clock = Clock::fixed(Timestamp::from_millis(1_795_195_391_250));
        let library = Arc::new(Library::new(dir.path()));
        let sources = Sources {
            db: db.clone(),
            clock: clock.clone(),
            config: Options::parse_from(["manetes", "--base-url", "https://manetes.example"]).serve,
            payments: payments::sandbox::PROVIDER,
            providers: Arc::new(Providers::new(None).unwrap()),
            counts: Arc::default(),
            pictures: Arc::clone(&library),
        };
        let pages = Pages::with(sources, Manifest::read(MANIFEST), Renderer::start(|| FAKE.as_bytes().to_vec(), 1));
        Self { pages, db, clock, library, dir }
    }

    async fn call(&self, request: Request) -> Response {
        self.pages.get_response(request).await
    }

    async fn get(&self, uri: &str) -> (Response, String) {
        let mut response = self.call(get(uri)).await;
        let text = response.take_body().into_string().await.unwrap();
        (response, text)
    }

    async fn text(&self, uri: &str) -> String {
        self.get(uri).await.1
    }

    async fn set(&self, key: &'static str, value: &'static str) {
        let now = self.clock.now();
        self.db.write(move |tx| Settings::set(tx, key, value, now)).await.unwrap();
    }
}

fn get(uri: &str) -> Request {
    Request::builder().uri(uri.parse::<Uri>().unwrap()).finish()
}

fn boot_of(html: &str) -> Value {
    let (_, boot) = html.split_once("<script type=\"application/json\" id=\"boot\">").unwrap();
    serde_json::from_str(boot.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn a_page_arrives_whole() {
    let shop = Shop::open();
    let (response, html) = shop.get("/store?lang=fr&page=2").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.header("content-language"), Some("fr"));
    assert_eq!(response.header("cache-control"), Some("no-cache"));
    assert!(response.header("content-security-policy").unwrap().starts_with("default-src 'none'; script-src 'self';"));
    for part in [
        "<!doctype html><html lang=\"fr\" dir=\"ltr\">",
        "<title>Boutique · Manetes</title>",
        "<link rel=\"canonical\" href=\"https://manetes.example/store?page=2&amp;lang=fr\">",
        "href=\"https://manetes.example/store?page=2\" hreflang=\"x-default\">",
        "<style>main{margin:0}</style><noscript><link rel=\"stylesheet\" href=\"/assets/style-1.css\"></noscript>\
         <script type=\"module\" src=\"/assets/start-1.js\" fetchpriority=\"low\" data-app=\"app-1.js\" ",
        "store-1.js fr-1.js\" data-style=\"style-1.css\"></script></head>",
        "crossorigin href=\"/assets/latin-1.woff2\"></body>",
        "<div id=\"root\"><h1>fr /store?page=2 Manetes drawn 1</h1></div>",
        "\"@type\":\"ItemList\"",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
    let boot = boot_of(&html);
    assert_eq!(boot["lang"], "fr");
    assert_eq!(boot["site"]["phone_display"], "600 000 000");
    let cards = &boot["resources"]["/api/store/store_manetes/cards?lang=fr&limit=24&offset=24&facets=true"];
    assert_eq!(cards["status"], 200);
    assert!(cards["body"]["cards"].is_array());
}

#[tokio::test]
async fn a_page_is_drawn_again_only_when_what_it_shows_changed() {
    let shop = Shop::open();
    assert!(shop.text("/").await.contains("Manetes drawn 1"));
    assert!(shop.text("/?utm_source=x").await.contains("Manetes drawn 1"));
    shop.set("company.brand", "Clau i Pany").await;
    assert!(shop.text("/").await.contains("Clau i Pany drawn 2"));
    shop.clock.advance_seconds(86_400);
    assert!(shop.text("/").await.contains("drawn 3"));
}

#[tokio::test]
async fn a_sale_draws_no_page_anew_but_those_that_show_it() {
    let shop = Shop::open();
    shop.save(lock()).await;
    let [store, product] = ["/store", "/product/lock-1"];
    let drawn = async |url| shop.text(url).await.split("drawn ").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let before = [drawn("/").await, drawn(store).await, drawn(product).await];
    let now = shop.clock.now();
    let sell = move |tx: &Tx<'_>| {
        let variant = tx.query_row("SELECT id FROM variants WHERE inventory_quantity = 3", [], |row| row.get(0))?;
        catalogue::stock::take(tx, "order-1", &[(variant, 1)], now)
    };
    shop.db.write(sell).await.unwrap().unwrap();
    // What a buyer takes may show a moment later.
    while drawn(product).await == before[2] {
        tokio::task::yield_now().await;
    }
    let after = [drawn("/").await, drawn(store).await];
    assert_eq!(after, before[..2], "nothing on them has changed");
}

#[tokio::test]
async fn the_language_is_the_readers() {
    let shop = Shop::open();
    for (query, cookie, accepts, lang) in [
        ("?lang=ar", "lang=fr", "en", "ar"),
        ("?lang=xx", "lang=fr", "en", "fr"),
        ("", "a=b; lang=en", "fr", "en"),
        ("", "lang=tlh", "de, fr;q=0.5", "fr"),
        ("", "", "ca-ES,es;q=0.9", "ca"),
        ("", "", "gl", "es"),
    ] {
        let mut request = get(&format!("/{query}"));
        request.headers_mut().insert(header::COOKIE, HeaderValue::from_str(cookie).unwrap());
        request.headers_mut().insert(header::ACCEPT_LANGUAGE, HeaderValue::from_str(accepts).unwrap());
        let response = shop.call(request).await;
        assert_eq!(response.header("content-language"), Some(lang), "{query} {cookie} {accepts}");
        assert_eq!(response.header("vary"), Some("Accept-Encoding, Accept-Language, Cookie"));
    }
    assert!(shop.text("/?lang=ar").await.contains("<html lang=\"ar\" dir=\"rtl\">"));
}

#[tokio::test]
async fn what_does_not_exist_is_a_page_that_says_so() {
    let shop = Shop::open();
    let (response, html) = shop.get("/no-such-page").await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert!(html.contains("<title>Página no encontrada · Manetes</title>"));
    assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(html.contains("<h1>es /no-such-page"));

    let (response, html) = shop.get("/product/no-such-product").await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    let product = &boot_of(&html)["resources"]["/api/store/store_manetes/products/no-such-product?lang=es"];
    assert_eq!((&product["status"], &product["body"]["code"]), (&json!(404), &json!("not_found")));
    assert!(!html.contains("canonical"));
}

#[tokio::test]
async fn a_page_that_cannot_be_drawn_is_left_to_the_browser() {
    let shop = Shop::open();
    let (response, html) = shop.get("/cart").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert!(html.contains("<div id=\"root\"></div>"));
    assert_eq!(boot_of(&html)["lang"], "es");
    assert!(shop.text("/").await.contains("drawn 1"));
}

#[tokio::test]
async fn data_cannot_break_out_of_the_document() {
    let shop = Shop::open();
    shop.set("company.brand", "</script><script>alert(1)</script>").await;
    let html = shop.text("/").await;
    assert!(!html.contains("<script>alert"), "{html}");
    assert_eq!(boot_of(&html)["site"]["brand"], "</script><script>alert(1)</script>");
}

#[tokio::test]
async fn old_and_untidy_addresses_are_redirected() {
    let shop = Shop::open();
    for (uri, status, location) in [
        ("/store/?page=2", StatusCode::PERMANENT_REDIRECT, "/store?page=2"),
        ("/my-orders", StatusCode::FOUND, "/account"),
    ] {
        let (response, _) = shop.get(uri).await;
        assert_eq!((response.status(), response.header("location")), (status, Some(location)), "{uri}");
    }
}

#[tokio::test]
async fn pages_are_only_read() {
    let shop = Shop::open();
    let response = shop.call(Request::builder().method(Method::POST).uri_str("/store").finish()).await;
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(response.header("allow"), Some("GET, HEAD"));
}

#[tokio::test]
async fn machines_find_their_files() {
    let shop = Shop::open();
    assert!(shop.text("/robots.txt").await.contains("Sitemap: https://manetes.example/sitemap.xml"));
    let (response, xml) = shop.get("/sitemap.xml").await;
    assert_eq!(response.content_type(), Some("application/xml; charset=utf-8"));
    assert!(xml.contains("<loc>https://manetes.example/store</loc>"));
    let manifest: Value = serde_json::from_str(&shop.text("/manifest.webmanifest").await).unwrap();
    assert_eq!(manifest["name"], "Manetes");
}

fn lock() -> ProductDraft {
    let variant = |sku: &str, price, sale: Option<Cents>, stock| VariantDraft {
        id: None,
        title: sku.to_owned(),
        sku: Some(sku.to_owned()),
        image_url: None,
        price: Cents(price),
        sale: sale.map(Sale::undated),
        manage_inventory: true,
        inventory_quantity: stock,
        weight_grams: None,
        content: None,
        gtin: None,
        option_values: vec![sku.to_owned()],
    };
    ProductDraft {
        id: Some(String::from("lock-1")),
        made_by: None,
        images: vec![ImageDraft { url: String::from("/media/demo/candado-arco"), alt: String::from("Candado") }],
        options: vec![String::from("Medida")],
        variants: vec![variant("C-30", 1250, None, 3), variant("C-50", 1995, None, 0)],
        attributes: vec![(String::from("Arco"), String::from("8,5 mm"))],
        texts: BTreeMap::from([(
            Lang::Fr,
            BTreeMap::from([
                (String::from("title"), String::from("Cadenas")),
                (String::from("type"), String::from("Serrurerie")),
            ]),
        )]),
        fields: Fields {
            slug: String::from("candado-de-arco"),
            title: String::from("Candado <de> arco"),
            description: format!("<p>Acero &amp; latón. {}</p>", "Muy resistente. ".repeat(20)),
            kind: String::from("Cerrajería"),
            status: ProductStatus::Published,
            metadata: Map::new(),
            ..Fields::default()
        },
        ..ProductDraft::default()
    }
}

/// The JSON-LD of a page, by its type.
fn structured(html: &str, kind: &str) -> Value {
    html.split("<script type=\"application/ld+json\">")
        .skip(1)
        .map(|part| serde_json::from_str::<Value>(part.split_once("</script>").unwrap().0).unwrap())
        .find(|value| value["@type"] == kind)
        .unwrap_or_else(|| panic!("no {kind} in {html}"))
}

impl Shop {
    async fn save(&self, draft: ProductDraft) {
        let now = self.clock.now();
        self.db.write(move |tx| catalogue::save(tx, &draft, now)).await.unwrap();
    }
}

#[tokio::test]
async fn a_product_page_says_what_is_there_and_not_sold_online() {
    let shop = Shop::open();
    let mut lock = lock();
    lock.purchasable = false;
    lock.images.push(ImageDraft { url: String::from("/media/demo/candado-abierto"), alt: String::new() });
    lock.variants[0].image_url = Some(String::from("/media/demo/candado-abierto"));
    shop.save(lock).await;
    let (_, html) = shop.get("/product/lock-1").await;
    assert!(html.contains("<meta property=\"og:image\" content=\"https://manetes.example/media/demo/candado-arco\">"));
    let offers = &structured(&html, "Product")["offers"]["offers"];
    assert_eq!(offers[0]["availability"], "https://schema.org/InStoreOnly", "it is there, and not sold online");
    assert_eq!(offers[1]["availability"], "https://schema.org/OutOfStock");
}

#[tokio::test]
async fn a_product_page_says_what_the_product_is() {
    let shop = Shop::open();
    shop.save(lock()).await;
    let (response, html) = shop.get("/product/lock-1").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert!(html.contains("<title>Candado &lt;de&gt; arco · Manetes</title>"), "{html}");
    let (_, description) = html.split_once("name=\"description\" content=\"").unwrap();
    let description = description.split_once('"').unwrap().0.replace("&amp;", "&");
    assert!(description.starts_with("Acero & latón. Muy resistente."), "{description}");
    assert!(description.ends_with('…') && description.chars().count() <= 160);
    assert!(html.contains("<meta property=\"og:image\" content=\"https://manetes.example/media/demo/candado-arco\">"));
    assert!(html.contains(
        "<link rel=\"preload\" href=\"/media/a\" as=\"image\" fetchpriority=\"high\" \
             imagesrcset=\"/media/a?w=480 480w\" imagesizes=\"94vw\">"
    ));

    let product = structured(&html, "Product");
    assert_eq!(product["name"], "Candado <de> arco");
    let arc = json!([{ "@type": "PropertyValue", "name": "Arco", "value": 8.5, "unitText": "mm" }]);
    assert_eq!(product["additionalProperty"], arc);
    let offer = &product["offers"];
    assert_eq!((&offer["lowPrice"], &offer["highPrice"]), (&json!("12.50"), &json!("19.95")));
    assert_eq!(offer["offers"][0]["availability"], "https://schema.org/InStock");
    assert_eq!(offer["offers"][1]["availability"], "https://schema.org/OutOfStock");
    assert!(html.contains("<meta property=\"og:image:alt\" content=\"Candado\">"));
    assert_eq!(structured(&html, "BreadcrumbList")["itemListElement"][2]["name"], "Candado <de> arco");

    let resources = &boot_of(&html)["resources"];
    assert_eq!(
        resources["/api/store/store_manetes/products/lock-1?lang=es"]["body"]["product"]["slug"],
        "candado-de-arco"
    );
    assert_eq!(resources["/api/store/store_manetes/products/lock-1/related?lang=es"]["body"]["sections"], json!([]));
    assert!(shop.text("/sitemap.xml").await.contains("<loc>https://manetes.example/product/lock-1?lang=ar</loc>"));
}

#[tokio::test]
async fn a_product_is_found_by_its_old_name_and_shown_under_its_id() {
    let shop = Shop::open();
    shop.save(lock()).await;
    for (uri, location) in [
        ("/product/candado-de-arco", "/product/lock-1"),
        ("/product/candado-de-arco?lang=fr", "/product/lock-1?lang=fr"),
    ] {
        let (response, _) = shop.get(uri).await;
        assert_eq!(response.status(), StatusCode::PERMANENT_REDIRECT);
        assert_eq!(response.header("location"), Some(location));
    }
    let mut hidden = lock();
    hidden.is_hidden = true;
    shop.save(hidden).await;
    assert_eq!(shop.get("/product/candado-de-arco").await.0.status(), StatusCode::NOT_FOUND);
    assert_eq!(shop.get("/product/lock-1").await.0.status(), StatusCode::NOT_FOUND);
    assert!(!shop.text("/sitemap.xml").await.contains("lock-1"));
}

#[tokio::test]
async fn a_sold_unit_is_on_the_page_within_a_second() {
    let shop = Shop::open();
    shop.save(lock()).await;
    let before = shop.text("/product/lock-1").await;
    let variant = boot_of(&before)["resources"]["/api/store/store_manetes/products/lock-1?lang=es"]["body"]["product"]
        ["variants"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let now = shop.clock.now();
    let sell = move |tx: &Tx<'_>| catalogue::stock::take(tx, "order-1", &[(variant, 3)], now);
    shop.db.write(sell).await.unwrap().unwrap();
    let sold = Instant::now();
    loop {
        let asked = sold.elapsed();
        let html = shop.text("/product/lock-1").await;
        let offers = &structured(&html, "Product")["offers"]["offers"];
        if offers[0]["availability"] == "https://schema.org/OutOfStock" {
            break;
        }
        assert!(asked < Duration::from_secs(1), "asked after {asked:?}");
    }
}

#[tokio::test]
async fn the_store_is_listed_in_the_readers_language() {
    let shop = Shop::open();
    shop.save(lock()).await;
    let html = shop.text("/store?type=Cerrajer%C3%ADa&lang=fr").await;
    assert!(html.contains("<title>Serrurerie · Boutique · Manetes</title>"), "{html}");
    let item = &structured(&html, "ItemList")["itemListElement"][0];
    assert_eq!(item["url"], "https://manetes.example/product/lock-1?lang=fr");
    let found = shop.text("/store?q=candado").await;
    assert!(found.contains("<meta name=\"robots\" content=\"noindex\">"));
}

#[tokio::test]
async fn a_picture_of_the_owners_is_on_the_page_at_the_next_visit() {
    let shop = Shop::open();
    let before = boot_of(&shop.text("/").await)["site"].clone();
    assert_eq!(before["own_pictures"], Value::Null);

    let picture = image::RgbImage::from_pixel(1300, 800, image::Rgb([20, 120, 90]));
    let folder = shop.dir.path().join("pictures");
    std::fs::create_dir(&folder).unwrap();
    for name in ["hero.png", "social.png"] {
        picture.save(folder.join(name)).unwrap();
    }
    shop.library.refresh();
    let site = boot_of(&shop.text("/").await)["site"].clone();
    assert_eq!(site["own_pictures"], json!(["hero", "social"]));
    let version = site["pictures"].as_str().unwrap();
    assert_eq!(version.len(), 8);
    assert_ne!(before["pictures"], version);
    let preview =
        format!("<meta property=\"og:image\" content=\"https://manetes.example/pictures/social.jpg?v={version}\">");
    let html = shop.text("/store").await;
    for part in [
        &preview,
        "<meta property=\"og:image:alt\" content=\"Construcción, reformas",
        "<meta property=\"og:image:width\" content=\"1200\">",
        "<meta property=\"og:image:height\" content=\"630\">",
        "<meta name=\"twitter:card\" content=\"summary_large_image\">",
    ] {
        assert!(html.contains(part), "{part}");
    }

    let mut request = get(&format!("/pictures/hero?w=400&v={version}"));
    request.headers_mut().insert(header::ACCEPT, HeaderValue::from_static("image/avif,image/webp"));
    let mut response = shop.call(request).await;
    assert_eq!(response.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!((response.header("vary"), response.content_type()), (Some("Accept"), Some("image/webp")));
    let tag = response.header("etag").unwrap().to_owned();
    let sent = image::load_from_memory(&response.take_body().into_vec().await.unwrap()).unwrap();
    assert_eq!((sent.width(), sent.height()), (480, 296));
    let mut again = get("/pictures/hero?w=480&v=00000000");
    again.headers_mut().insert(header::IF_NONE_MATCH, HeaderValue::from_str(&tag).unwrap());
    let again = shop.call(again).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(again.header("cache-control"), Some("public, max-age=3600"));
    assert_eq!(shop.call(get("/pictures/social.jpg")).await.content_type(), Some("image/jpeg"));
}
