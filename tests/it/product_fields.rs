//! Every plain field of a product goes every way: changed at the desk, told in the log, exported, imported, and kept by a
//! file of another shop that does not speak of it. A field that this file does not know fails it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{Person, TestShop};

/// What is no plain field.
const OTHERS: [&str; 17] = [
    "id",
    "revision",
    "created_at",
    "updated_at",
    "images",
    "options",
    "variants",
    "collections",
    "additional_info",
    "custom_fields",
    "attributes",
    "documents",
    "swatches",
    "related",
    "related_titles",
    "texts",
    "stale_texts",
];

/// Another value than a product has that was made with a title and a price alone.
fn other_values() -> BTreeMap<&'static str, Value> {
    BTreeMap::from([
        ("slug", json!("otra-direccion")),
        ("title", json!("Otro título")),
        ("subtitle", json!("Otro subtítulo")),
        ("ribbon_text", json!("Otra cinta")),
        ("brand", json!("Otra marca")),
        ("maker", json!("otro-fabricante")),
        ("model", json!("Otro modelo")),
        ("warnings", json!("Otra advertencia\nen dos líneas")),
        ("guarantee_months", json!(42)),
        ("guarantee_producer", json!("Otro productor")),
        ("guarantee_model", json!("Otro modelo garantizado")),
        ("description", json!("<p>Otra descripción</p>")),
        ("type", json!("Otro tipo")),
        ("status", json!("archived")),
        ("is_hidden", json!(true)),
        ("purchasable", json!(false)),
        ("fitting", json!("none")),
        ("in_the_box", json!("Otra cosa\ny otra más")),
        ("order", json!(77)),
        ("site_product_selection", json!("first")),
        ("tax_rate_bp", json!(1000)),
        ("metadata", json!({ "otro": [1, null] })),
    ])
}

/// What every file of another shop says of its products; the rest stays as the owner made it.
const SAID_BY_EVERY_FILE: [&str; 4] = ["title", "description", "status", "is_hidden"];

async fn made(admin: &Person) -> Value {
    let variants = json!([{ "sku": "UNO", "price_in_cents": 1000, "manage_inventory": false }]);
    admin.post("/api/products", json!({ "title": "Uno", "variants": variants })).await.expect(201).json()
}

fn plain_fields(product: &Value) -> impl Iterator<Item = (&String, &Value)> {
    product.as_object().unwrap().iter().filter(|(name, _)| !OTHERS.contains(&name.as_str()))
}

#[tokio::test]
async fn every_field_is_changed_told_exported_imported_and_kept() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let mut product = made(&admin).await;
    let path = format!("/api/products/{}", product["id"].as_str().unwrap());
    let wanted = other_values();
    let maker = json!({ "name": "Otro fabricante", "address": "Calle Mayor, 1", "contact": "hola@otro.example" });
    assert_eq!(admin.post("/api/admin/makers", maker).await.expect(201).json()["slug"], "otro-fabricante");
    let fields: Vec<String> = plain_fields(&product).map(|(name, _)| name.clone()).collect();
    assert!(fields.iter().map(String::as_str).eq(wanted.keys().copied()), "{fields:?} are not those of this test");

    for (name, value) in &wanted {
        assert_ne!(product[*name], *value, "{name}");
        let change = json!({ "revision": product["revision"], (*name): value });
        product = admin.patch(&path, change).await.expect(200).json();
        assert_eq!(product[*name], *value, "{name} was not changed");
        let log = admin.get("/api/admin/log").await.expect(200).json();
        assert_eq!(log["entries"][0]["detail"]["fields"], json!([name]), "{name} is not in the log");
    }

    let file = admin.get("/api/admin/products/export").await.expect(200).text;
    let fresh = TestShop::empty().await;
    let owner = fresh.admin().await;
    assert_eq!(owner.import("", &file).await.expect(200).json()["report"]["created"], 1);
    let imported = owner.get(&path).await.expect(200).json();
    for (name, value) in &wanted {
        assert_eq!(imported[*name], *value, "{name} was not exported or not imported");
    }

    let file = "Handle,Title,Status,Variant SKU,Variant Price\notra-direccion,Otro título,archived,UNO,11\n";
    assert_eq!(owner.import("", file).await.expect(200).json()["report"]["changed"], 1);
    let merged = owner.get(&path).await.expect(200).json();
    assert_eq!(merged["variants"][0]["price_in_cents"], 1100);
    for (name, value) in wanted.iter().filter(|(name, _)| !SAID_BY_EVERY_FILE.contains(name)) {
        assert_eq!(merged[*name], *value, "{name} was wiped by the file of another shop");
    }
}

#[tokio::test]
async fn a_brand_comes_with_other_shops_files_and_is_shown_found_and_told_search_engines() {
    let shop = TestShop::empty().await;
    let (admin, visitor) = (shop.admin().await, shop.visitor());
    let shopify = "Handle,Title,Vendor,Type,Variant Price\nsierra,Sierra,Ferrum & Hijos,Herramientas,30\n";
    admin.import("", shopify).await.expect(200);
    let woocommerce = "Type,Name,Published,Regular price,Brands\nsimple,Cincel,1,12,\"Acero > Templado, Otra\"\n";
    admin.import("", woocommerce).await.expect(200);
    let brand = async |q: &str| {
        let found = visitor.get(&format!("/api/store/store_manetes/products?q={q}")).await.expect(200).json();
        assert_eq!(found["count"], 1, "{q}");
        found["products"][0]["brand"].clone()
    };
    assert_eq!(brand("ferrum").await, "Ferrum & Hijos");
    assert_eq!(brand("cincel").await, "Templado");
    let saw = visitor.get("/api/store/store_manetes/products/sierra?field=slug").await.expect(200).json();
    assert!(saw["product"]["metadata"].get("vendor").is_none(), "it stands in one place");
    let page = visitor.get(&format!("/product/{}", saw["product"]["id"].as_str().unwrap())).await.expect(200).text;
    assert!(page.contains("Marca</th><td><bdi>Ferrum &amp; Hijos"), "{page}");
    assert!(page.contains(r#""brand":{"@type":"Brand","name":"Ferrum"#), "{page}");
}
