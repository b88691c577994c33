//! What the law wants told of each product, named after its rows.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use manetes::jobs;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Person, Reply, TestShop};

const STORE: &str = "/api/store/store_manetes";

async fn product(shop: &TestShop, lang: &str) -> Value {
    let visitor = shop.visitor();
    visitor.get(&format!("{STORE}/products?lang={lang}")).await.expect(200).json()["products"][0].clone()
}

async fn card(shop: &TestShop, lang: &str) -> Value {
    shop.visitor().get(&format!("{STORE}/cards?lang={lang}")).await.expect(200).json()["cards"][0].clone()
}

async fn page(shop: &TestShop, lang: &str) -> String {
    let id = product(shop, lang).await["id"].as_str().unwrap().to_owned();
    shop.visitor().get(&format!("/product/{id}?lang={lang}")).await.expect(200).text
}

#[tokio::test]
async fn llei_22_2010_211_11_a_promotion_says_beside_its_price_when_it_began_and_when_it_ends() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let planned = json!({
        "title": "Taladro", "status": "published",
        "variants": [{
            "price_in_cents": 9900, "sale_price_in_cents": 7900, "manage_inventory": false,
            "sale_starts_at": "2026-11-20T12:10", "sale_ends_at": "2026-12-01",
        }],
    });
    let made = admin.post("/api/products", planned).await.expect(201).json();
    let to_come = product(&shop, "es").await["variants"][0].clone();
    assert!(to_come.get("sale_dates_formatted").is_none(), "it is not on yet: {to_come}");

    shop.app.clock.advance_seconds(600);
    jobs::settle_sales(&shop.app).await.unwrap();
    for (lang, dates, in_short) in [
        ("es", "Oferta del 20/11/2026 al 30/11/2026", "Oferta del 20/11 al 30/11"),
        ("ca", "Oferta del dia 20/11/2026 al dia 30/11/2026", "Oferta del 20/11 al 30/11"),
        ("en", "Offer from 20/11/2026 to 30/11/2026", "Offer 20/11 to 30/11"),
        ("fr", "Offre du 20/11/2026 au 30/11/2026", "Offre du 20/11 au 30/11"),
        ("ar", "عرض من 20/11/2026 إلى 30/11/2026", "عرض من 20/11 إلى 30/11"),
    ] {
        assert_eq!(product(&shop, lang).await["variants"][0]["sale_dates_formatted"], dates);
        assert_eq!(card(&shop, lang).await["sale_dates_formatted"], in_short);
        let page_of_it = format!("/product/{}", made["id"].as_str().unwrap());
        for (path, dates) in [(page_of_it, dates), (String::from("/store"), in_short)] {
            let html = shop.visitor().get(&format!("{path}?lang={lang}")).await.expect(200).text;
            assert!(html.contains(&format!("<small>{dates}</small>")), "{path} in {lang}: {html}");
        }
    }
    assert!(page(&shop, "es").await.contains(r#""priceValidUntil":"2026-11-30T23:00:00.000Z""#));

    // One that the owner did not date began when its price was first asked.
    let variant = json!([{ "id": made["variants"][0]["id"], "price_in_cents": 9900, "sale_price_in_cents": 6900,
                           "manage_inventory": false }]);
    let path = format!("/api/products/{}", made["id"].as_str().unwrap());
    let revision = admin.get(&path).await.expect(200).json()["revision"].clone();
    admin.patch(&path, json!({ "revision": revision, "variants": variant })).await.expect(200);
    shop.app.clock.advance_seconds(3 * 86_400);
    assert_eq!(card(&shop, "es").await["sale_dates_formatted"], "Oferta desde el 20/11/2026");
}

/// Paint in two sizes, the smaller on sale.
fn paint() -> Value {
    json!({
        "title": "Pintura", "status": "published", "options": ["Envase"],
        "variants": [
            { "sku": "P4", "price_in_cents": 2690, "sale_price_in_cents": 2390, "manage_inventory": false, "content": "4 l",
              "gtin": "4006381333931", "option_values": ["4 L"] },
            { "sku": "P15", "price_in_cents": 7990, "manage_inventory": false, "content": "15 l", "option_values": ["15 L"] },
        ],
    })
}

#[tokio::test]
async fn rd_3423_2000_what_is_sold_by_measure_says_the_price_of_a_unit_beside_its_own_in_lists_too() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let made = admin.post("/api/products", paint()).await.expect(201).json();
    let contents = [&made["variants"][0]["content"], &made["variants"][1]["content"]];
    assert_eq!(contents, ["4 l", "15 l"]);

    let variants = product(&shop, "es").await["variants"].clone();
    let told = |n: usize| (&variants[n]["unit_price"]["price_in_cents"], &variants[n]["unit_price"]["unit"]);
    assert_eq!(told(0), (&json!(598), &json!("l")), "of the sale's price");
    assert_eq!(told(1), (&json!(533), &json!("l")));
    let html = page(&shop, "es").await;
    assert!(html.contains("<small>5,98\u{a0}€/l</small>"), "{html}");
    assert!(html.contains("(5,33\u{a0}€/l)"), "who cannot choose sees each: {html}");
    assert!(html.contains(r#""referenceQuantity":{"@type":"QuantitativeValue","unitCode":"LTR""#), "{html}");
    for (lang, price) in
        [("es", "5,98\u{a0}€/l"), ("ca", "5,98\u{a0}€/l"), ("en", "€5.98/l"), ("ar", "5,98\u{a0}€ لكل لتر")]
    {
        assert_eq!(card(&shop, lang).await["unit_price_formatted"], price);
        let store = shop.visitor().get(&format!("/store?lang={lang}")).await.expect(200).text;
        assert!(store.contains(&format!("<small>{price}</small>")), "{lang}: {store}");
    }
    let feed = shop.visitor().get("/feeds/google-es.xml").await.expect(200).text;
    assert!(!feed.contains("unit_pricing"), "without a picture it is in no feed");

    let wrong = |content: &str| {
        let mut wrong = paint();
        wrong["variants"][1]["content"] = json!(content);
        wrong
    };
    for content in ["15 gallons", "0 l", "l"] {
        let refused = admin.post("/api/products", wrong(content)).await.refused(422, "validation_failed").json();
        assert_eq!(refused["field"], "variants/1/content");
    }
}

#[tokio::test]
async fn a_gtin_is_checked_told_shopping_sites_and_taken_from_other_shops_files() {
    let shop = TestShop::demo().await;
    let admin = shop.admin().await;
    let mut wrong = paint();
    wrong["variants"][0]["gtin"] = json!("4006381333932");
    let refused = admin.post("/api/products", wrong).await.refused(422, "validation_failed").json();
    assert_eq!(refused["field"], "variants/0/gtin");

    let shopify = "Handle,Title,Variant Price,Variant Barcode,Unit Price Total Measure,Unit Price Total Measure Unit\n\
                   cola,Cola blanca,6.50,'8412345678905,750,ml\ncola-mala,Cola mala,6.50,8412345678901,,\n";
    admin.import("", shopify).await.expect(200);
    let woocommerce =
        "Type,SKU,\"GTIN, UPC, EAN, or ISBN\",Name,Published,Regular price\nsimple,S1,978-3-16-148410-0,Libro,1,12\n";
    admin.import("", woocommerce).await.expect(200);
    let found = async |q: &str| {
        let found = shop.visitor().get(&format!("{STORE}/products?q={q}")).await.expect(200).json();
        found["products"][0].clone()
    };
    let glue = found("cola+blanca").await;
    assert_eq!(glue["variants"][0]["gtin"], "8412345678905");
    assert_eq!(glue["variants"][0]["unit_price"]["price_in_cents"], 867);
    assert!(glue["metadata"].get("barcodes").is_none(), "it stands in one place");
    let bad = found("cola+mala").await;
    assert_eq!((bad["variants"][0].get("gtin"), &bad["metadata"]["barcodes"]["Cola mala"]), (None, &Value::Null));
    assert_eq!(bad["metadata"]["barcodes"].as_object().unwrap().values().next().unwrap(), "8412345678901");
    assert_eq!(found("libro").await["variants"][0]["gtin"], "9783161484100");

    // A file that has no such column leaves them as they are; our own brings them along.
    admin.import("", "Handle,Title,Variant Price\ncola,Cola blanca,7\n").await.expect(200);
    assert_eq!(found("cola+blanca").await["variants"][0]["gtin"], "8412345678905");
    let file = admin.get("/api/admin/products/export").await.expect(200).text;
    let report = admin.import("", &file).await.expect(200).json()["report"].clone();
    assert_eq!((&report["changed"], &report["created"]), (&json!(0), &json!(0)), "{report}");

    let html = shop.visitor().get(&format!("/product/{}", glue["id"].as_str().unwrap())).await.expect(200).text;
    assert!(html.contains(r#""gtin":"8412345678905""#), "{html}");
    let feed = shop.visitor().get("/feeds/google-es.xml").await.expect(200).text;
    assert!(feed.contains("<g:unit_pricing_measure>4l</g:unit_pricing_measure>"), "the demo's paint");
    assert!(feed.contains("<g:unit_pricing_base_measure>1l</g:unit_pricing_base_measure>"));
    assert!(!feed.contains("<g:gtin>2010000000014"), "a number of the shop's own is nobody else's");
}

async fn gone(admin: &Person) -> Reply {
    admin.send(admin.request(Method::DELETE, "/api/admin/makers/lejos-co")).await
}

/// A maker outside the Union, and who answers for it inside.
fn maker() -> Value {
    json!({
        "name": "Lejos & Co.", "address": "1 Far Road, Faraway", "contact": "safety@lejos.example", "is_outside_eu": true,
        "eu_name": "Importa, S.L.", "eu_address": "Calle Mayor, 1, 28001 Madrid", "eu_contact": "https://importa.example/ue",
    })
}

fn drill() -> Value {
    json!({
        "title": "Taladro", "status": "published", "maker": "lejos-co", "model": "LX-18", "warnings": "Usa gafas.\nY guantes.",
        "variants": [{ "price_in_cents": 9900, "manage_inventory": false, "gtin": "4006381333931" }],
        "texts": { "en": { "warnings": "Wear goggles.\nAnd gloves." } },
    })
}

#[tokio::test]
async fn gpsr_art_19_an_offer_names_the_maker_who_answers_in_the_union_the_model_and_the_warnings() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let refused = admin.post("/api/products", drill()).await.refused(422, "validation_failed").json();
    assert_eq!(refused["field"], "maker", "nobody knows it yet");
    let made = admin.post("/api/admin/makers", maker()).await.expect(201).json();
    assert_eq!((&made["slug"], &made["is_complete"]), (&json!("lejos-co"), &json!(true)));
    admin.post("/api/products", drill()).await.expect(201);

    let told = product(&shop, "en").await;
    assert_eq!(told["maker"]["name"], "Lejos & Co.");
    assert_eq!(told["maker"]["responsible"]["address"], "Calle Mayor, 1, 28001 Madrid");
    assert_eq!((&told["model"], &told["warnings"]), (&json!("LX-18"), &json!("Wear goggles.\nAnd gloves.")));
    for (lang, heading, warnings) in [
        ("es", "Seguridad del producto y fabricante", "Usa gafas.\nY guantes."),
        ("en", "Product safety and manufacturer", "Wear goggles.\nAnd gloves."),
        ("ca", "Seguretat del producte i fabricant", "Usa gafas.\nY guantes."),
        ("fr", "Sécurité du produit et fabricant", "Usa gafas.\nY guantes."),
        ("ar", "سلامة المنتج والشركة المصنّعة", "Usa gafas.\nY guantes."),
    ] {
        let html = page(&shop, lang).await;
        for said in [
            heading,
            warnings,
            "Lejos &amp; Co.",
            "1 Far Road, Faraway",
            "mailto:safety@lejos.example",
            "Importa, S.L.",
            "Calle Mayor, 1, 28001 Madrid",
            "https://importa.example/ue",
            "LX-18",
            "4006381333931",
        ] {
            assert!(
                html.contains(&format!(">{said}<")) || html.contains(&format!("\"{said}\"")),
                "{said} in {lang}: {html}"
            );
        }
        assert!(html.contains(r#""manufacturer":{"@type":"Organization","address":"1 Far Road, Faraway""#), "{html}");
        assert!(
            html.contains(r#""propertyID":"eu_responsible_person""#) && html.contains(r#""model":"LX-18""#),
            "{html}"
        );
    }

    // Written once for all: another address is on every page at once.
    let mut moved = maker();
    moved["address"] = json!("2 Near Road");
    admin.send(admin.request(Method::PUT, "/api/admin/makers/lejos-co").json(&moved)).await.expect(200);
    assert!(page(&shop, "es").await.contains(">2 Near Road<"));
    gone(&admin).await.refused(409, "maker_in_use");
    let log = admin.get("/api/admin/log").await.expect(200).json();
    assert_eq!(
        (&log["entries"][0]["act"], &log["entries"][0]["detail"]["name"]),
        (&json!("maker.changed"), &json!("Lejos & Co."))
    );
}

#[tokio::test]
async fn a_maker_stays_as_long_as_a_deleted_product_could_be_brought_back_without_it() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    admin.post("/api/admin/makers", maker()).await.expect(201);
    let id = admin.post("/api/products", drill()).await.expect(201).json()["id"].as_str().unwrap().to_owned();
    admin.send(admin.request(Method::DELETE, &format!("/api/products/{id}"))).await.expect(204);
    gone(&admin).await.refused(409, "maker_in_use");
    shop.app.clock.advance_seconds(31 * 86_400);
    gone(&shop.another_admin("otra@example.com").await).await.expect(204);
}

#[tokio::test]
async fn many_products_are_given_a_maker_at_once_and_files_bring_theirs_along() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    admin.post("/api/admin/makers", maker()).await.expect(201);
    let mut ids = Vec::new();
    for title in ["Uno", "Dos", "Tres"] {
        let body = json!({ "title": title, "status": "published", "variants": [{ "price_in_cents": 100, "manage_inventory": false }] });
        ids.push(admin.post("/api/products", body).await.expect(201).json()["id"].clone());
    }
    let assign = async |products: Value, maker: Value| {
        admin.post("/api/admin/products/makers", json!({ "products": products, "maker": maker })).await
    };
    assign(json!([ids[0], "nobody"]), json!("lejos-co")).await.refused(422, "validation_failed");
    assert_eq!(assign(json!(ids), json!("lejos-co")).await.expect(200).json()["changed"], 3);
    assert_eq!(
        assign(json!(ids), json!("lejos-co")).await.expect(200).json()["changed"],
        0,
        "once more changes nothing"
    );
    assert_eq!(admin.get("/api/admin/makers").await.expect(200).json()["makers"][0]["products"], 3);
    assign(json!(ids), json!("nobody")).await.refused(422, "validation_failed");

    let file = admin.get("/api/admin/products/export").await.expect(200).text;
    assert_eq!(admin.import("", &file).await.expect(200).json()["report"]["unchanged"], 3);
    let fresh = TestShop::empty().await;
    let owner = fresh.admin().await;
    owner.import("", &file).await.expect(200);
    let makers = owner.get("/api/admin/makers").await.expect(200).json();
    assert_eq!(
        (&makers["makers"][0]["eu_name"], &makers["makers"][0]["products"]),
        (&json!("Importa, S.L."), &json!(3))
    );

    assign(json!(ids), Value::Null).await.expect(200);
    gone(&admin).await.expect(204);
    assert_eq!(admin.get("/api/admin/makers").await.expect(200).json()["count"], 0);
}

#[tokio::test]
async fn directive_2024_825_a_producers_guarantee_is_told_only_with_the_producers_data() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let body = json!({ "title": "Taladro", "status": "published", "guarantee_months": 30, "guarantee_producer": "Lejos",
                       "variants": [{ "price_in_cents": 100, "manage_inventory": false }] });
    let made = admin.post("/api/products", body.clone()).await.expect(201).json();
    assert!(product(&shop, "es").await.get("guarantee").is_none(), "nobody said for which model");
    let path = format!("/api/products/{}", made["id"].as_str().unwrap());
    admin.patch(&path, json!({ "revision": made["revision"], "guarantee_model": "LX-18" })).await.expect(200);
    for (lang, said) in [
        ("es", "Garantía comercial de durabilidad: 2,5 años, de Lejos (LX-18)"),
        ("en", "Commercial guarantee of durability: 2.5 years, from Lejos (LX-18)"),
    ] {
        assert_eq!(product(&shop, lang).await["guarantee"]["formatted"], said);
        let html = page(&shop, lang).await;
        assert!(html.contains(&format!(">{said}<")) && html.contains(r#""unitCode":"MON""#), "{html}");
    }
    for months in [24, 31, 1206] {
        let mut wrong = body.clone();
        wrong["guarantee_months"] = json!(months);
        let refused = admin.post("/api/products", wrong).await.refused(422, "validation_failed").json();
        assert_eq!(refused["field"], "guarantee_months");
    }
}

#[tokio::test]
async fn directive_2024_825_the_unions_notice_is_shown_once_the_owner_has_put_it_in_and_never_imitated() {
    let shop = TestShop::demo().await;
    let (admin, visitor) = (shop.admin().await, shop.visitor());
    let site = async || visitor.get("/api/site").await.expect(200).json();
    assert!(site().await.get("own_pictures").is_none());
    visitor.get("/pictures/guarantee-notice").await.expect(404);

    let mut file = Cursor::new(Vec::new());
    RgbImage::from_pixel(1000, 1400, Rgb([0, 51, 153])).write_to(&mut file, ImageFormat::Png).unwrap();
    let put = admin.request(Method::PUT, "/api/admin/site-pictures/guarantee-notice");
    admin.send(put.header("content-type", "image/png").body(file.into_inner())).await.expect(200);
    assert_eq!(site().await["own_pictures"], json!(["guarantee-notice"]));
    let notice = visitor.get("/pictures/guarantee-notice").await.expect(200);
    assert_eq!(notice.headers["content-type"], "image/webp");

    let buyer = shop.customer("ana@example.com").await;
    shop.paid_order(&buyer).await;
    let carried = |mail: &&String| mail.contains("filename=\"guarantee-notice.webp\"");
    let mails = shop.written_mails().await;
    let [confirmation] = mails.iter().filter(carried).collect::<Vec<_>>()[..] else {
        panic!("the confirmation of the order brings it, and no other mail")
    };
    assert!(confirmation.contains("To: ana@example.com"), "{confirmation}");
}

#[tokio::test]
async fn other_shops_files_bring_maker_model_and_warnings_and_leave_the_owners_choice() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let shopify = "Handle,Title,Variant Price,Google Shopping / MPN,Fabricante (product.metafields.custom.fabricante),\
                   Avisos (product.metafields.my_fields.safety_warnings)\n\
                   sierra,Sierra,30,SR-20,Ferrum & Hijos,Usa guantes.\n";
    admin.import("", shopify).await.expect(200);
    let woocommerce = "Type,Name,Published,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,\
                       Attribute 2 name,Attribute 2 value(s),Attribute 2 visible\n\
                       simple,Cincel,1,12,Fabricante,Ferrum & Hijos,1,Modelo,CN-1,1\n";
    admin.import("", woocommerce).await.expect(200);
    let found = async |q: &str| {
        let found = shop.visitor().get(&format!("{STORE}/products?q={q}")).await.expect(200).json();
        found["products"][0].clone()
    };
    let (saw, chisel) = (found("sierra").await, found("cincel").await);
    assert_eq!((&saw["maker"]["name"], &saw["model"]), (&json!("Ferrum & Hijos"), &json!("SR-20")));
    assert_eq!(saw["warnings"], "Usa guantes.");
    assert_eq!((&chisel["maker"]["name"], &chisel["model"]), (&json!("Ferrum & Hijos"), &json!("CN-1")));
    assert_eq!(chisel["additional_info"], json!([]), "it stands in one place");
    let makers = admin.get("/api/admin/makers").await.expect(200).json();
    assert_eq!((&makers["count"], &makers["makers"][0]["is_complete"]), (&json!(1), &json!(false)));

    // Whom the owner has chosen stays, whatever the next file calls it.
    admin.post("/api/admin/makers", maker()).await.expect(201);
    let body = json!({ "products": [saw["id"]], "maker": "lejos-co" });
    admin.post("/api/admin/products/makers", body).await.expect(200);
    admin.import("", shopify).await.expect(200);
    assert_eq!(found("sierra").await["maker"]["name"], "Lejos & Co.");
}
