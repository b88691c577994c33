//! The store service, as its clients see it.

use manetes::db;
use manetes::lang::Lang;
use manetes::site::pages::routes::encode_component;
use reqwest::Method;
use serde_json::Value;

use crate::support::{Person, SKU, TestShop, until};

const STORE: &str = "/api/store/store_manetes";

async fn get(person: &Person, path: &str) -> Value {
    person.get(&format!("{STORE}{path}")).await.expect(200).json()
}

fn ids(products: &Value) -> Vec<&str> {
    products.as_array().unwrap().iter().map(|product| product["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_shopper_finds_a_product_and_sees_everything_the_contract_lists() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let list = get(&visitor, "/products?limit=200").await;
    assert_eq!(list["count"], list["products"].as_array().unwrap().len());
    for product in list["products"].as_array().unwrap() {
        for name in PRODUCT {
            assert!(product.get(name).is_some(), "{name} of {}", product["slug"]);
        }
        for variant in product["variants"].as_array().unwrap() {
            for name in VARIANT {
                assert!(variant.get(name).is_some(), "{name} of {}", variant["sku"]);
            }
            assert!(variant["prices"][0]["currency"]["template"].as_str().unwrap().contains("$1"));
        }
        let id = product["id"].as_str().unwrap();
        assert_eq!(get(&visitor, &format!("/products/{id}")).await["product"], *product);
    }
}

const PRODUCT: [&str; 26] = [
    "id",
    "title",
    "subtitle",
    "ribbon_text",
    "description",
    "thumbnail",
    "images",
    "media",
    "price_in_cents",
    "currency",
    "status",
    "purchasable",
    "order",
    "site_product_selection",
    "options",
    "variants",
    "product_collections",
    "additional_info",
    "type",
    "custom_fields",
    "related_products",
    "updated_at",
    "created_at",
    "deleted_at",
    "metadata",
    "slug",
];

const VARIANT: [&str; 15] = [
    "id",
    "title",
    "image_url",
    "sku",
    "prices",
    "price_in_cents",
    "price_formatted",
    "sale_price_in_cents",
    "sale_price_formatted",
    "currency",
    "currency_info",
    "manage_inventory",
    "weight",
    "options",
    "inventory_quantity",
];

#[tokio::test]
async fn a_product_on_sale_strikes_through_what_it_cost_before() {
    let shop = TestShop::demo().await;
    let product = get(&shop.visitor(), "/products/HER-TAL-18V?field=sku&lang=en").await["product"].take();
    let variant = &product["variants"][0];
    // 129 € for the month before the sale; the 139 € of before that are too long ago.
    assert_eq!(
        (variant["price_in_cents"].as_i64(), variant["sale_price_in_cents"].as_i64()),
        (Some(12900), Some(9900))
    );
    assert_eq!(variant["sale_price_formatted"], "€99.00");
    assert_eq!(product["price_in_cents"], 9900);
}

#[tokio::test]
async fn texts_come_in_the_language_asked_for_or_preferred_and_else_in_spanish() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let path = "/products/taladro-atornillador-18v?field=slug";
    let title = |answer: Value| answer["product"]["title"].as_str().unwrap().to_owned();
    let spanish = title(get(&visitor, path).await);
    let english = title(get(&visitor, &format!("{path}&lang=en")).await);
    assert_ne!(spanish, english);
    let request = visitor.request(reqwest::Method::GET, &format!("{STORE}{path}")).header("accept-language", "en-GB");
    assert_eq!(title(visitor.send(request).await.expect(200).json()), english);
}

#[tokio::test]
async fn pictures_are_described_in_the_readers_language_and_variants_have_their_own() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let product = get(&visitor, "/products/placa-puerta-grabada?field=slug&lang=en").await["product"].take();
    let alts: Vec<_> =
        product["images"].as_array().unwrap().iter().map(|image| image["alt"].as_str().unwrap()).collect();
    assert!(alts[0].contains("Brass") && alts[1].contains("steel"), "{alts:?}");
    for (n, variant) in product["variants"].as_array().unwrap().iter().enumerate() {
        assert_eq!(variant["image_url"], product["images"][n]["url"]);
    }
    let card = async |lang: &str| {
        let cards = get(&visitor, &format!("/cards?limit=200&lang={lang}")).await;
        let of_product = cards["cards"].as_array().unwrap().iter().find(|card| card["id"] == product["id"]).unwrap();
        of_product["image_alt"].as_str().unwrap().to_owned()
    };
    assert_eq!(card("en").await, alts[0]);
    assert_eq!(card("es").await, "Placa de latón grabada con un apellido");
}

#[tokio::test]
async fn links_within_the_site_are_there_and_lead_somewhere() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    for lang in Lang::ALL {
        let list = get(&visitor, &format!("/products?limit=200&lang={lang}")).await;
        let texts = list["products"].to_string();
        assert_eq!(texts.matches(r#"href=\"/solicitar-presupuesto\""#).count(), 9, "{lang}");
    }
    visitor.get("/solicitar-presupuesto").await.expect(200);
}

#[tokio::test]
async fn lists_are_paged_sorted_and_filtered_by_ids() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let whole = get(&visitor, "/products?limit=200").await;
    let page = get(&visitor, "/products?limit=3&offset=2").await;
    assert_eq!(ids(&page["products"]), ids(&whole["products"])[2..5]);
    assert_eq!((&page["offset"], &page["limit"], &page["count"]), (&2.into(), &3.into(), &whole["count"]));
    let backwards = get(&visitor, "/products?limit=1&order=DESC").await;
    assert_eq!(ids(&backwards["products"]).first(), ids(&whole["products"]).last());
    let prices = get(&visitor, "/products?limit=200&sort_by=price").await;
    let prices: Vec<i64> =
        prices["products"].as_array().unwrap().iter().map(|p| p["price_in_cents"].as_i64().unwrap()).collect();
    assert!(prices.is_sorted());
    let (product, variant) = (ids(&whole["products"])[1], whole["products"][4]["variants"][0]["id"].as_str().unwrap());
    let some = get(&visitor, &format!("/products?ids[]={variant}&ids[]={product}&ids[]=nothing")).await;
    assert_eq!(ids(&some["products"]), [product, ids(&whole["products"])[4]]);
    assert_eq!(get(&visitor, "/products?to_date=2020-01-01").await["count"], 0);
}

#[tokio::test]
async fn parameters_that_are_wrong_are_named() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let many = (0..201).map(|n| format!("ids[]={n}")).collect::<Vec<_>>().join("&");
    let cases = [
        ("/products?limit=0", "limit"),
        ("/products?limit=201", "limit"),
        ("/products?limit=ten", "limit"),
        ("/products?offset=-1", "offset"),
        ("/products?sort_by=price;drop", "sort_by"),
        ("/products?order=asc", "order"),
        ("/products?is_hidden=1", "is_hidden"),
        ("/products?to_date=tomorrow", "to_date"),
        ("/products?lang=de", "lang"),
        ("/products/x?field=title", "field"),
        ("/variants?fields=price", "fields"),
        ("/cards?limit=1000", "limit"),
    ];
    let long = format!("/cards?q={}", "a".repeat(101));
    let too_many = format!("/products?{many}");
    for (path, field) in cases.into_iter().chain([(long.as_str(), "q"), (too_many.as_str(), "ids[]")]) {
        let reply = visitor.get(&format!("{STORE}{path}")).await.refused(400, "bad_request");
        assert_eq!(reply.json()["field"], field, "{path}");
    }
}

#[tokio::test]
async fn another_stores_id_and_what_is_not_there_are_not_found() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    for path in ["products", "products/x", "products/x/related", "cards", "variants", "collections", "settings"] {
        visitor.get(&format!("/api/store/store_other/{path}")).await.refused(404, "not_found");
    }
    for path in ["/products/x", "/products/x?field=sku", "/products/x/related"] {
        visitor.get(&format!("{STORE}{path}")).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn only_an_administrator_sees_hidden_products() {
    let shop = TestShop::demo().await;
    let hide = "UPDATE products SET is_hidden = 1 WHERE slug = 'taladro-atornillador-18v'";
    shop.app.db.write(move |tx| tx.execute(hide, []).map_err(db::Error::from)).await.unwrap();
    let path = format!("{STORE}/products?is_hidden=true");
    shop.visitor().get(&path).await.refused(403, "forbidden");
    shop.customer("nuria@example.com").await.get(&path).await.refused(403, "forbidden");
    let hidden = shop.admin().await.get(&path).await.expect(200).json();
    assert_eq!(hidden["products"][0]["slug"], "taladro-atornillador-18v");
    let by_slug = format!("{STORE}/products/taladro-atornillador-18v?field=slug");
    shop.visitor().get(&by_slug).await.refused(404, "not_found");
}

#[tokio::test]
async fn stock_numbers_are_fresh() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let product = get(&visitor, "/products/HER-TAL-18V?field=sku").await["product"].take();
    let (variant_id, left) = shop.variant("HER-TAL-18V").await;
    let path = format!("/variants?fields=inventory_quantity&product_ids[]={}", product["id"].as_str().unwrap());
    let answer = get(&visitor, &path).await;
    assert_eq!(answer, serde_json::json!({ "variants": [{ "id": variant_id, "inventory_quantity": left }] }));
}

#[tokio::test]
async fn cards_are_found_by_words_and_types() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let all = get(&visitor, "/cards?lang=es&limit=24&offset=0").await;
    assert_eq!(all["cards"].as_array().unwrap().len(), 24);
    let kind = &all["types"][0];
    let of_type = get(&visitor, &format!("/cards?lang=fr&limit=200&type={}", kind["value"].as_str().unwrap())).await;
    assert_eq!((&of_type["count"], &of_type["types"][0]["value"]), (&kind["count"], &kind["value"]));
    assert!(of_type["cards"].as_array().unwrap().iter().all(|card| card["type"]["value"] == kind["value"]));
    let found = get(&visitor, "/cards?lang=es&q=TALADRO%20perc").await;
    assert!(found["cards"][0]["title"].as_str().unwrap().starts_with("Taladro"));
    for hostile in ["%22", "%22%20OR%20title:a", "*", "NEAR(a%20b)", "%00", "-a", "%27;--"] {
        get(&visitor, &format!("/cards?q={hostile}")).await;
    }
}

#[tokio::test]
async fn collections_and_settings_answer_in_the_stores_format() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let collections = get(&visitor, "/collections?lang=en").await;
    assert_eq!(collections["count"], collections["collections"].as_array().unwrap().len());
    for name in ["id", "title", "image_url", "store_id", "created_at", "updated_at", "deleted_at", "metadata"] {
        assert!(collections["collections"][0].get(name).is_some(), "{name}");
    }
    assert_eq!(get(&visitor, "/settings").await["store_owner"]["language"], "es");
}

#[tokio::test]
async fn what_the_store_is_narrowed_down_to_is_in_its_address() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let whole = get(&visitor, "/cards?limit=200&facets=true").await;
    let option = &whole["facets"]["options"][0];
    let (name, value) = (option["name"].as_str().unwrap(), &option["values"][0]);
    let choice = format!("{name}:{}", value["value"].as_str().unwrap());
    let choice = encode_component(&choice);
    assert_eq!(get(&visitor, &format!("/cards?option={choice}")).await["count"], value["count"]);
    let dear = get(&visitor, "/cards?price_from=10000&limit=200&sort_by=price&order=DESC").await;
    let prices: Vec<i64> =
        dear["cards"].as_array().unwrap().iter().map(|card| card["price_in_cents"].as_i64().unwrap()).collect();
    assert!(!prices.is_empty() && prices.iter().all(|cents| *cents >= 10000), "{prices:?}");
    assert!(prices.is_sorted_by(|a, b| a >= b), "{prices:?}");
    assert!(dear["facets"].is_null(), "nobody asked for them");
    visitor.get(&format!("{STORE}/cards?option=Rojo")).await.refused(400, "bad_request");

    // The page says the same, without a script.
    let page = visitor.get(&format!("/store?from=&option={choice}&sort=price")).await.expect(200);
    assert!(page.text.contains("<meta name=\"robots\" content=\"noindex\">"), "a choice is no page to a search engine");
}

#[tokio::test]
async fn suggestions_name_products_types_and_services() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let about = async |q: &str, lang: &str| {
        visitor.get(&format!("/api/suggestions?q={q}&lang={lang}")).await.expect(200).json()
    };
    let locks = about("cerraj", "es").await;
    assert_eq!(locks["types"][0]["value"], "Cerrajería");
    assert_eq!(locks["services"][0]["part"], "urgencias");
    assert!(!locks["products"].as_array().unwrap().is_empty());
    assert_eq!(locks["kinds_first"], true, "no product is called so");
    let begun = about("cerra", "es").await;
    assert_eq!((&begun["kinds_first"], &begun["types"][0]["value"]), (&true.into(), &"Cerrajería".into()));
    let of_type = &begun["products"][0]["type"]["value"];
    assert_eq!((of_type, begun["products"].as_array().unwrap().len()), (&"Cerrajería".into(), 3), "{begun}");
    assert_eq!(about("candado", "es").await["kinds_first"], false);
    assert_eq!(about("candadp", "es").await["searched_for"], "candado");
    assert_eq!(about("x", "es").await["products"], serde_json::json!([]));
    visitor.get(&format!("/api/suggestions?q={}", "a".repeat(101))).await.refused(400, "bad_request");
}

#[tokio::test]
async fn when_an_order_leaves_is_told_once_the_owner_has_set_the_hour() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    assert!(visitor.get("/api/site/dispatch").await.expect(200).json()["leaves"].is_null());
    let made = visitor.get("/api/site/dispatch?making=3").await.expect(200).json();
    assert!(made["leaves"].is_null() && made["arrives_from"].is_string(), "{made}");
    let admin = shop.admin().await;
    let set = |hour: &str| serde_json::json!({ "values": { "shipping.cutoff": hour } });
    admin.patch("/api/admin/settings", set("2 pm")).await.refused(422, "validation_failed");
    admin.patch("/api/admin/settings", set("14:00")).await.expect(200);
    let told = visitor.get("/api/site/dispatch").await.expect(200).json();
    assert!(told["leaves"].as_str().unwrap() >= told["today"].as_str().unwrap(), "{told}");
    assert_eq!(visitor.get("/api/site").await.expect(200).json()["shipping"]["cutoff"], "14:00");
    let made = visitor.get("/api/site/dispatch?making=3").await.expect(200).json();
    let first = |told: &Value| told["arrives_from"].as_str().unwrap().to_owned();
    assert!(first(&made) > first(&told), "what is made for its buyer arrives later: {made}");
    assert!(made["leaves"].as_str() > told["leaves"].as_str(), "and leaves later: {made}");
}

#[tokio::test]
async fn when_an_order_arrives_is_told_of_it_until_it_is_there_and_never_of_what_no_carrier_brings() {
    let shop = TestShop::demo().await;
    let (admin, ana) = (shop.admin().await, shop.customer("ana@example.com").await);
    let order = shop.paid_order(&ana).await;
    let days = |told: Value| [told["arrives_from"].clone(), told["arrives_until"].clone()];
    let of_shop = || async { days(ana.get("/api/site/dispatch").await.expect(200).json()) };
    let of_order = || async { days(ana.get(&format!("/api/orders/{order}")).await.expect(200).json()) };
    let nothing = [Value::Null, Value::Null];
    let known = of_order().await;
    assert!(known[0].is_string(), "{known:?}");
    assert_eq!(known, of_shop().await, "it was paid now");
    let mailed = shop.mails_of("order_paid").await.remove(0)["arrival"].clone();
    assert_eq!(mailed, serde_json::json!(known), "its mail says the same");

    let paid = |days: i64| {
        let sql = format!("UPDATE orders SET paid_at = paid_at + {}", days * 86_400_000);
        shop.app.db.write(move |tx| tx.execute(&sql, []).map_err(db::Error::from))
    };
    paid(-30).await.unwrap();
    assert_eq!(of_order().await, nothing, "reckoned from its payment, these days are over");
    paid(30).await.unwrap();
    assert_eq!(of_order().await, known);
    shop.app.clock.advance_seconds(120);
    for carrier in ["pick_up", "own_van"] {
        let usual = serde_json::json!({ "values": { "shipping.carriers": format!("{carrier}, correos") } });
        admin.patch("/api/admin/settings", usual).await.expect(200);
        assert_eq!((of_shop().await, of_order().await), (nothing.clone(), nothing.clone()), "{carrier}");
        assert_eq!(ana.get("/api/site/dispatch").await.expect(200).json()["carrier"], carrier);
    }
    let usual = serde_json::json!({ "values": { "shipping.carriers": "correos, pick_up" } });
    admin.patch("/api/admin/settings", usual).await.expect(200);
    admin.act(&order, "ship", serde_json::json!({ "carrier": "pick_up" })).await.expect(200);
    assert_eq!(of_order().await, nothing, "it waits at the office");
    admin.act(&order, "resend-mail", serde_json::json!({ "mail": "order_paid" })).await.expect(200);
    assert_eq!(shop.mails_of("order_paid").await.len(), 2);
    assert!(shop.mails_of("order_paid").await.iter().filter(|mail| mail["arrival"].is_null()).count() == 1);
    admin.act(&order, "tracking", serde_json::json!({ "carrier": "gls" })).await.expect(200);
    assert_eq!(of_order().await, known, "a carrier has it");
    admin.act(&order, "deliver", serde_json::json!({})).await.expect(200);
    assert_eq!(of_order().await, nothing, "it is there");
}

#[tokio::test]
async fn a_card_says_that_none_of_its_variants_can_be_had() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let card = || async {
        let list = get(&visitor, "/cards?q=candado+arco").await;
        list["cards"].as_array().unwrap()[0].clone()
    };
    assert!(card().await["sold_out"].is_null());
    let none = |tx: &db::Tx<'_>| tx.execute("UPDATE variants SET inventory_quantity = 0", []).map_err(db::Error::from);
    shop.app.db.write(none).await.unwrap();
    let told = card().await;
    assert_eq!((&told["sold_out"], &told["variant"]), (&Value::Bool(true), &Value::Null), "{told}");
}

#[tokio::test]
async fn a_list_travels_small_and_once() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let path = format!("{STORE}/products?limit=200");
    let whole = visitor.get(&path).await.expect(200);
    assert!(whole.headers.get("content-encoding").is_none());
    let ask = async |person: &Person, name: &'static str, value: &str| {
        let answer = person.request(Method::GET, &path).header(name, value).send().await.unwrap();
        (answer.status().as_u16(), answer.headers().clone(), answer.bytes().await.unwrap())
    };
    let (_, headers, bytes) = ask(&visitor, "accept-encoding", "br, gzip").await;
    let mut text = Vec::new();
    brotli::BrotliDecompress(&mut &*bytes, &mut text).unwrap();
    assert_eq!((&headers["content-encoding"], text == whole.text.as_bytes()), (&"br".parse().unwrap(), true));
    assert!(bytes.len() * 4 < text.len(), "{} of {}", bytes.len(), text.len());
    let (_, headers, bytes) = ask(&visitor, "accept-encoding", "gzip").await;
    assert_eq!((&headers["content-encoding"], bytes.len() < text.len() / 3), (&"gzip".parse().unwrap(), true));
    assert!(headers["vary"].to_str().unwrap().contains("Accept-Encoding"));

    let tag = headers["etag"].to_str().unwrap().to_owned();
    assert_eq!(whole.headers["etag"], *tag);
    let (status, _, bytes) = ask(&visitor, "if-none-match", &tag).await;
    assert_eq!((status, bytes.len()), (304, 0));
    let ana = shop.customer("ana@example.com").await;
    let (status, headers, bytes) = ask(&ana, "if-none-match", &tag).await;
    assert_eq!((status, bytes.len(), &headers["cache-control"]), (200, text.len(), &"no-store".parse().unwrap()));
    let (_, headers, _) = ask(&ana, "accept-encoding", "br").await;
    assert!(headers.get("content-encoding").is_none() && headers.get("etag").is_none());

    // Whoever buys one changes it, soon; what the owner does, at once.
    shop.bought("nuria@example.com").await;
    until("what was bought is told", async || ask(&visitor, "if-none-match", &tag).await.0 != 304).await;
    let known = ask(&visitor, "accept", "*/*").await.1["etag"].to_str().unwrap().to_owned();
    shop.set_stock(&shop.variant(SKU).await.0, 1).await;
    assert_eq!(ask(&visitor, "if-none-match", &known).await.0, 200);
}

#[tokio::test]
async fn what_is_refused_is_told_each_who_asks_and_kept_for_nobody() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    for _ in 0..2 {
        visitor.get(&format!("{STORE}/products/none")).await.refused(404, "not_found");
        visitor.get(&format!("{STORE}/products?limit=9999")).await.refused(400, "bad_request");
        visitor.get(&format!("{STORE}/products?is_hidden=true")).await.refused(403, "forbidden");
    }
    // Languages are kept apart, also when only a header names them.
    let title = async |lang: &str| {
        let answer = visitor.request(Method::GET, &format!("{STORE}/products?limit=1")).header("accept-language", lang);
        answer.send().await.unwrap().json::<serde_json::Value>().await.unwrap()["products"][0]["title"].clone()
    };
    assert_ne!(title("es").await, title("en").await);
    assert_eq!(title("es-ES,en").await, title("es").await);
    let found = visitor.get(&format!("{STORE}/products?q=grifo")).await.expect(200).json();
    assert!(found["count"].as_i64().unwrap() > 0, "{found}");
}
