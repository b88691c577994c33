//! Products at the owner's desk: made, changed by several people at once, given pictures, imported and exported.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use manetes::pictures::avif;
use manetes::{catalogue, db};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{OWNER, Person, Reply, TestShop};

/// A plate in two sizes, with an English title.
fn plate() -> Value {
    json!({
        "title": "Placa de latón «Ñandú» 2026",
        "description": "<p>Grabada a mano.<script>alert(1)</script></p>",
        "type": "Cerrajería",
        "status": "published",
        "options": ["Medida"],
        "variants": [
            { "title": "Pequeña", "sku": "PLA-S", "price_in_cents": 1990, "manage_inventory": true,
              "inventory_quantity": 5, "option_values": ["10 cm"] },
            { "title": "Grande", "sku": "PLA-L", "price_in_cents": 2990, "manage_inventory": true,
              "inventory_quantity": 2, "option_values": ["20 cm"] },
        ],
        "texts": { "en": { "title": "Brass plate", "option/Medida": "Size" } },
    })
}

impl Person {
    /// Sends a product file and waits until it is imported.
    pub async fn import(&self, query: &str, text: &str) -> Reply {
        let begun = self.send_file(&format!("/api/admin/products/import{query}"), "text/csv", text.into()).await;
        if begun.status != 202 {
            return begun;
        }
        let path = format!("/api/admin/products/import/{}", begun.json()["id"].as_str().unwrap());
        loop {
            let state = self.get(&path).await;
            if state.status != 200 || !state.json()["report"].is_null() {
                return state;
            }
        }
    }

    async fn send_file(&self, path: &str, kind: &str, bytes: Vec<u8>) -> Reply {
        self.send(self.request(Method::POST, path).header("content-type", kind).body(bytes)).await
    }
}

async fn made(admin: &Person) -> Value {
    admin.post("/api/products", plate()).await.expect(201).json()
}

#[tokio::test]
async fn stock_and_sales_that_cannot_be_are_refused_with_their_field() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let product = made(&admin).await;
    let path = format!("/api/products/{}", product["id"].as_str().unwrap());
    let bulk = |change: Value| json!({ "changes": [change] });
    for (name, value) in [
        ("inventory_quantity", -5),
        ("inventory_quantity", 1_000_001),
        ("sale_price_in_cents", 0),
        ("sale_price_in_cents", 1990),
        ("sale_price_in_cents", -1),
        ("price_in_cents", 100_000_001),
    ] {
        let mut variants = product["variants"].clone();
        variants[0][name] = json!(value);
        for variant in variants.as_array_mut().unwrap() {
            variant.as_object_mut().unwrap().remove("before_price_in_cents");
        }
        let change = json!({ "revision": product["revision"], "variants": variants });
        let refused = admin.patch(&path, change).await.refused(422, "validation_failed").json();
        assert_eq!(refused["field"], format!("variants/0/{name}"));
        let change = json!({ "variant_id": product["variants"][0]["id"], name: value });
        let refused =
            admin.post("/api/admin/products/bulk", bulk(change)).await.refused(422, "validation_failed").json();
        assert_eq!(refused["field"], format!("changes/0/{name}"));
    }
    let change =
        json!({ "variant_id": product["variants"][0]["id"], "price_in_cents": 100_000_000, "inventory_quantity": 0 });
    admin.post("/api/admin/products/bulk", bulk(change)).await.expect(200);
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    RgbImage::from_pixel(width, height, Rgb([200, 120, 40])).write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

#[tokio::test]
async fn a_product_made_at_the_desk_is_in_the_store_in_every_language() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let product = made(&admin).await;
    assert_eq!(product["slug"], "placa-de-laton-nandu-2026");
    assert_eq!(product["description"], "<p>Grabada a mano.</p>");
    let shown = shop.visitor().get("/api/store/store_manetes/products?lang=en").await.expect(200).json();
    assert_eq!((&shown["count"], &shown["products"][0]["title"]), (&json!(1), &json!("Brass plate")));
    assert_eq!(shown["products"][0]["options"][0]["title"], "Size");
    let listed = admin.get("/api/products?q=laton").await.expect(200).json();
    assert_eq!(listed["products"][0]["stock"], 7);
    assert_eq!(admin.get("/api/products?status=draft").await.json()["count"], 0);
    assert_eq!(admin.get("/api/products?stock=low").await.json()["count"], 1);
    assert_eq!(admin.get("/api/products?stock=out").await.json()["count"], 0);
    // What is low, the owner says.
    let change = admin.request(Method::PATCH, "/api/admin/settings").json(&json!({ "values": { "stock.low": "1" } }));
    admin.send(change).await.expect(200);
    assert_eq!(admin.get("/api/products?stock=low").await.json()["count"], 0);
    // The same title again is another address.
    let mut again = plate();
    again["variants"] = json!([{ "price_in_cents": 100, "manage_inventory": false }]);
    again["options"] = json!([]);
    again["texts"] = json!({});
    let second = admin.post("/api/products", again).await.expect(201).json();
    assert_eq!(second["slug"], "placa-de-laton-nandu-2026-2");
    let log = admin.get("/api/admin/log?act=product.created").await.json();
    assert_eq!((&log["count"], &log["entries"][1]["subject"]), (&json!(2), &product["id"]));
}

#[tokio::test]
async fn what_is_wrong_is_named_where_it_stands_and_nothing_is_kept() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let wrong = async |path: &[&str], value: Value, field: &str| {
        let mut form = plate();
        let place = path.iter().fold(&mut form, |place, key| match key.parse::<usize>() {
            Ok(n) => &mut place[n],
            Err(_) => &mut place[*key],
        });
        *place = value;
        let refused = admin.post("/api/products", form).await.refused(422, "validation_failed").json();
        assert_eq!(refused["field"], field, "{refused}");
    };
    wrong(&["title"], json!(" "), "title").await;
    wrong(&["variants"], json!([]), "variants").await;
    wrong(&["variants", "1", "sku"], json!("PLA-S"), "variants/1/sku").await;
    wrong(&["variants", "0", "price_in_cents"], json!(-1), "variants/0/price_in_cents").await;
    wrong(&["texts"], json!({ "de": { "title": "Schild" } }), "texts/de").await;
    wrong(&["tax_rate_bp"], json!(-1), "tax_rate_bp").await;
    wrong(&["custom_fields"], json!([{ "title": "", "is_required": true }]), "custom_fields/0").await;
    let long = json!([{ "title": "Texto", "is_required": true, "max_length": 201 }]);
    wrong(&["custom_fields"], long, "custom_fields/0/max_length").await;
    wrong(&["images"], json!([{ "url": "https://elsewhere.example/a.png" }]), "images/0/url").await;
    admin.post("/api/products", json!({ "titel": "x" })).await.refused(400, "unknown_field");
    assert_eq!(admin.get("/api/products").await.json()["count"], 0);
}

#[tokio::test]
async fn two_people_at_one_product_do_not_overwrite_each_other() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let product = made(&admin).await;
    let path = format!("/api/products/{}", product["id"].as_str().unwrap());
    let first = json!({ "revision": product["revision"], "title": "Placa nueva", "subtitle": "De latón" });
    let after = admin.patch(&path, first).await.expect(200).json();
    assert_eq!(after["variants"], product["variants"]);
    let late = json!({ "revision": product["revision"], "ribbon_text": "Oferta" });
    let refused = admin.patch(&path, late.clone()).await.refused(409, "product_changed").json();
    assert_eq!(refused["revision"], after["revision"]);
    assert_eq!(refused["changed"][0]["fields"], json!(["title", "subtitle"]));
    assert_eq!(refused["changed"][0]["by"], OWNER);
    let mut again = late;
    again["revision"] = refused["revision"].clone();
    let both = admin.patch(&path, again).await.expect(200).json();
    assert_eq!((&both["title"], &both["ribbon_text"]), (&json!("Placa nueva"), &json!("Oferta")));
    let without = json!({ "revision": both["revision"], "ribbon_text": null });
    assert_eq!(admin.patch(&path, without).await.expect(200).json()["ribbon_text"], Value::Null);
    admin.patch(&path, json!({ "title": "x" })).await.refused(409, "product_changed");
}

#[tokio::test]
async fn a_change_of_a_product_does_not_undo_what_was_sold_meanwhile() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let product = made(&admin).await;
    let path = format!("/api/products/{}", product["id"].as_str().unwrap());
    let small = product["variants"][0]["id"].as_str().unwrap().to_owned();
    shop.customer("ana@example.com").await.order(&small, 2).await.expect(201);
    let left = async || shop.variant("PLA-S").await.1;
    assert_eq!(left().await, 3);
    // The editor still shows five, says nothing of them, and changes a price.
    let mut variants = product["variants"].clone();
    for variant in variants.as_array_mut().unwrap() {
        variant.as_object_mut().unwrap().remove("inventory_quantity");
    }
    variants[0]["price_in_cents"] = json!(1890);
    let revision = &product["revision"];
    let saved = admin.patch(&path, json!({ "revision": revision, "variants": variants })).await.expect(200).json();
    assert_eq!(left().await, 3);
    // Ten more than the five it shows are ten more than the three there are.
    variants[0]["inventory_quantity"] = json!(15);
    variants[0]["inventory_seen"] = json!(5);
    let more = json!({ "revision": saved["revision"], "variants": variants });
    let saved_again = admin.patch(&path, more).await.expect(200).json();
    assert_eq!(left().await, 13);
    assert_eq!(saved_again["revision"], saved["revision"], "stock alone is no other product");
}

#[tokio::test]
async fn a_translation_whose_spanish_text_changed_is_marked_until_somebody_looked_at_it() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let product = made(&admin).await;
    let path = format!("/api/products/{}", product["id"].as_str().unwrap());
    assert_eq!(product["stale_texts"], json!({}));
    let form = json!({ "revision": product["revision"], "title": "Placa de bronce" });
    let changed = admin.patch(&path, form).await.expect(200).json();
    assert_eq!(changed["stale_texts"], json!({ "en": ["title"] }));
    let right = json!({ "revision": changed["revision"], "confirmed_texts": { "en": ["title"] } });
    let confirmed = admin.patch(&path, right).await.expect(200).json();
    assert_eq!(confirmed["stale_texts"], json!({}));
    let log = admin.get("/api/admin/log?act=product").await.expect(200).json();
    assert_eq!((&log["count"], &log["entries"][0]["detail"]), (&json!(3), &json!({ "fields": ["texts"] })), "{log}");
    let texts = json!({ "en": { "title": "Bronze plate", "option/Medida": "Size" } });
    let both = json!({ "revision": confirmed["revision"], "title": "Placa de acero", "texts": texts });
    assert_eq!(admin.patch(&path, both).await.expect(200).json()["stale_texts"], json!({}));
}

#[tokio::test]
async fn many_prices_and_numbers_change_together_or_not_at_all() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    made(&admin).await;
    let rows = admin.get("/api/admin/variants?q=placa").await.expect(200).json();
    assert_eq!((&rows["count"], &rows["variants"][1]["sku"]), (&json!(2), &json!("PLA-L")));
    let [small, large] = [0, 1].map(|n| rows["variants"][n]["id"].clone());
    let bulk = async |changes: Value| admin.post("/api/admin/products/bulk", json!({ "changes": changes })).await;
    let wrong = bulk(json!([
        { "variant_id": small, "price_in_cents": 2100 },
        { "variant_id": large, "sale_price_in_cents": 9900 },
    ]));
    assert_eq!(wrong.await.refused(422, "validation_failed").json()["field"], "changes/1/sale_price_in_cents");
    bulk(json!([{ "variant_id": "none" }])).await.refused(422, "validation_failed");
    assert_eq!(admin.get("/api/admin/variants").await.json()["variants"], rows["variants"]);
    let right = bulk(json!([
        { "variant_id": small, "price_in_cents": 2100, "inventory_quantity": 9, "inventory_seen": 5 },
        { "variant_id": large, "sale_price_in_cents": 2500 },
    ]));
    assert_eq!(right.await.expect(200).json()["changed"], 2);
    let rows = admin.get("/api/admin/variants").await.json();
    assert_eq!(
        (&rows["variants"][0]["inventory_quantity"], &rows["variants"][1]["sale_price_in_cents"]),
        (&json!(9), &json!(2500))
    );
    bulk(json!([{ "variant_id": large, "sale_price_in_cents": null }])).await.expect(200);
    let stock = |id: &Value, units: i64| json!({ "variant_id": id, "inventory_quantity": units });
    bulk(json!([stock(&small, 0), stock(&large, 4)])).await.expect(200);
    for (query, expected) in
        [("stock=out", json!([small])), ("stock=low&q=placa", json!([small])), ("", json!([small, large]))]
    {
        let rows = admin.get(&format!("/api/admin/variants?{query}")).await.expect(200).json();
        let ids: Vec<_> = rows["variants"].as_array().unwrap().iter().map(|row| row["id"].clone()).collect();
        assert_eq!((json!(ids), &rows["count"]), (expected, &json!(ids.len())), "{query}");
    }
    bulk(json!([stock(&small, 1), stock(&large, 0)])).await.expect(200);
    let rows = admin.get("/api/admin/variants?stock=low").await.expect(200).json();
    assert_eq!([&rows["variants"][0]["id"], &rows["variants"][1]["id"]], [&large, &small], "the fewest first");
    admin.get("/api/admin/variants?stock=many").await.refused(400, "bad_request");

    for (name, value) in [("content", "a lot"), ("gtin", "8412345678901")] {
        let wrong = bulk(json!([{ "variant_id": small }, { "variant_id": large, name: value }])).await;
        assert_eq!(wrong.refused(422, "validation_failed").json()["field"], format!("changes/1/{name}"));
    }
    let measured = json!([{ "variant_id": large, "content": "750 ml", "gtin": "8412345678905" }]);
    bulk(measured).await.expect(200);
    let row = async || admin.get("/api/admin/variants").await.json()["variants"][1].clone();
    assert_eq!((&row().await["content"], &row().await["gtin"]), (&json!("750 ml"), &json!("8412345678905")));
    bulk(json!([{ "variant_id": large, "content": "", "gtin": null }])).await.expect(200);
    assert_eq!((&row().await["content"], &row().await["gtin"]), (&Value::Null, &Value::Null));
    assert_eq!(admin.get("/api/admin/variants").await.json()["variants"][1]["sale_price_in_cents"], Value::Null);
}

#[tokio::test]
async fn a_deleted_product_is_gone_and_a_draft_is_only_at_the_desk() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let product = made(&admin).await;
    let id = product["id"].as_str().unwrap();
    let path = format!("/api/products/{id}");
    let form = json!({ "revision": product["revision"], "status": "draft" });
    admin.patch(&path, form).await.expect(200);
    shop.visitor().get(&format!("/api/store/store_manetes/products/{id}")).await.refused(404, "not_found");
    let preview = admin.get(&format!("/api/admin/products/{id}/preview?lang=en")).await.expect(200).json();
    assert_eq!(preview["product"]["title"], "Brass plate");
    let logged =
        async || admin.get("/api/admin/log?act=product&limit=1").await.expect(200).json()["entries"][0].clone();
    assert_eq!(logged().await["is_there"], true);
    admin.send(admin.request(Method::DELETE, &path)).await.expect(204);
    admin.send(admin.request(Method::DELETE, &path)).await.refused(404, "not_found");
    let gone = admin.get(&path).await.refused(404, "not_found").json();
    assert_eq!(
        (&gone["product"], &gone["restorable_until"]),
        (&product["title"], &json!("2026-12-20T11:00:00.000Z")),
        "whoever has its address is told until when it comes back"
    );
    let named = |entry: Value, is_there: bool| {
        assert_eq!((&entry["name"], &entry["is_there"]), (&product["title"], &json!(is_there)));
    };
    named(logged().await, true);
    shop.app.clock.advance_seconds(30 * 24 * 3600);
    let admin = shop.signed_in(OWNER).await;
    let gone = admin.get(&path).await.refused(404, "not_found").json();
    assert_eq!(gone["restorable_until"], Value::Null);
    let entries = admin.get("/api/admin/log?act=product&limit=1").await.expect(200).json();
    named(entries["entries"][0].clone(), false);
}

#[tokio::test]
async fn a_deleted_product_is_listed_and_restored() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let product = made(&admin).await;
    let id = product["id"].as_str().unwrap();
    let path = format!("/api/products/{id}");
    let listed = async |query: &str| {
        let list = admin.get(&format!("/api/products{query}")).await.expect(200).json();
        list["products"].as_array().unwrap().clone()
    };
    assert_eq!(listed("?deleted=true").await.len(), 0);
    admin.send(admin.request(Method::DELETE, &path)).await.expect(204);
    assert_eq!(listed("").await.len(), 0);
    let row = listed("?deleted=true&q=latón").await.remove(0);
    assert_eq!((&row["id"], &row["variants"], &row["stock"]), (&product["id"], &json!(2), &json!(7)));
    assert_eq!(row["restorable_until"], "2026-12-20T11:00:00.000Z");
    assert_eq!(listed("?deleted=true&q=otro").await.len(), 0);
    // Its address stays its own: a new one of the name gets another, and nobody takes it.
    let again = admin.post("/api/products", json!({ "title": "Otra", "slug": product["slug"] })).await;
    assert_eq!(again.refused(422, "validation_failed").json()["field"], "slug");
    let mut twin = plate();
    twin["variants"][1]["sku"] = json!("PLA-XL");
    let twin = admin.post("/api/products", twin).await.expect(201).json();
    assert_ne!((&twin["id"], &twin["slug"]), (&product["id"], &product["slug"]));

    let restore = format!("/api/admin/products/{id}/restore");
    let back = admin.post(&restore, json!({})).await.expect(200).json();
    assert_eq!(back, json!({ "id": id, "title": product["title"], "lost_skus": ["PLA-S"] }));
    let shown = admin.get(&path).await.expect(200).json();
    assert_eq!((&shown["images"], &shown["texts"]), (&product["images"], &product["texts"]));
    shop.visitor().get(&format!("/api/store/store_manetes/products/{id}")).await.expect(200);
    admin.post("/api/admin/products/none/restore", json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn many_products_are_published_hidden_and_put_away_together_or_not_at_all_and_put_back() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let one = made(&admin).await["id"].clone();
    let mut two = plate();
    (two["title"], two["status"]) = (json!("Tirador"), json!("draft"));
    (two["variants"][0]["sku"], two["variants"][1]["sku"]) = (json!("TIR-S"), json!("TIR-L"));
    let two = admin.post("/api/products", two).await.expect(201).json();
    let two = two["id"].clone();
    let put = async |products: Value| admin.post("/api/admin/products/status", json!({ "products": products })).await;
    let statuses = async || {
        let mut found = Vec::new();
        for id in [&one, &two] {
            let path = format!("/api/products/{}", id.as_str().unwrap());
            found.push(admin.get(&path).await.expect(200).json()["status"].clone());
        }
        found
    };
    let wrong = put(json!([{ "id": one, "status": "archived" }, { "id": "none", "status": "archived" }])).await;
    assert_eq!(wrong.refused(422, "validation_failed").json()["field"], "products/1");
    assert_eq!(statuses().await, ["published", "draft"]);
    put(json!([])).await.refused(422, "validation_failed");

    let done =
        put(json!([{ "id": one, "status": "draft" }, { "id": two, "status": "draft" }])).await.expect(200).json();
    let back = json!([{ "id": one, "status": "published", "from": "draft" }]);
    assert_eq!((&done["before"], &done["left"]), (&back, &json!([])), "the other stood there already");
    let log = admin.get("/api/admin/log?act=product&limit=1").await.json();
    assert_eq!((&log["entries"][0]["subject"], &log["entries"][0]["detail"]), (&one, &json!({ "fields": ["status"] })));
    put(json!([{ "id": one, "status": "archived" }, { "id": two, "status": "published" }])).await.expect(200);
    assert_eq!(statuses().await, ["archived", "published"]);
    // Somebody has put it elsewhere since, and the other is gone by then.
    let undone = put(done["before"].clone()).await.expect(200).json();
    assert_eq!((&undone["before"], &undone["left"]), (&json!([]), &json!([one])));
    assert_eq!(statuses().await, ["archived", "published"]);
    let done =
        put(json!([{ "id": one, "status": "draft" }, { "id": two, "status": "draft" }])).await.expect(200).json();
    admin.send(admin.request(Method::DELETE, &format!("/api/products/{}", two.as_str().unwrap()))).await.expect(204);
    let undone = put(done["before"].clone()).await.expect(200).json();
    assert_eq!((undone["before"][0]["id"].clone(), &undone["left"]), (one.clone(), &json!([two])));
    let one = admin.get(&format!("/api/products/{}", one.as_str().unwrap())).await.expect(200).json();
    assert_eq!(one["status"], "archived");
}

#[tokio::test]
async fn a_picture_is_kept_smaller_and_served_for_ever() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let kept = admin.send_file("/api/admin/pictures", "image/png", png(1600, 800)).await.expect(201).json();
    assert_eq!((&kept["width"], &kept["height"]), (&json!(1200), &json!(600)));
    let url = kept["url"].as_str().unwrap();
    let answer = shop.visitor().send(shop.visitor().request(Method::GET, &format!("{url}?w=300"))).await.expect(200);
    assert_eq!(answer.headers["content-type"], "image/webp");
    assert!(answer.headers["cache-control"].to_str().unwrap().contains("immutable"));
    // Who takes AVIF gets it once it is made; until then it is asked for again.
    let modern = async || {
        let request =
            shop.visitor().request(Method::GET, &format!("{url}?w=300")).header("accept", "image/avif,image/webp");
        let answer = shop.visitor().send(request).await.expect(200);
        assert_eq!(answer.headers["vary"], "Accept");
        let header = |name: &str| answer.headers[name].to_str().unwrap().to_owned();
        (header("content-type"), header("cache-control").contains("immutable"), header("etag"))
    };
    let before = modern().await;
    assert_eq!((before.0.as_str(), before.1), ("image/webp", false));
    assert!(avif::make_next(&shop.app.db, &shop.app.data_dir).await.unwrap().is_some());
    let after = modern().await;
    assert_eq!((after.0.as_str(), after.1), ("image/avif", true));
    assert_ne!(before.2, after.2);
    shop.visitor().get(&format!("{url}?w=300")).await.expect(200);
    for nowhere in [format!("{url}?w=0"), format!("{url}x"), String::from("/media/..%2fmanetes.sqlite")] {
        shop.visitor().get(&nowhere).await.expect(404);
    }
    let send = async |kind: &str, bytes: Vec<u8>| admin.send_file("/api/admin/pictures", kind, bytes).await;
    send("image/png", b"<svg onload=alert(1)>".to_vec()).await.refused(415, "unsupported_media_type");
    send("image/svg+xml", b"<svg>".to_vec()).await.refused(415, "unsupported_media_type");
    send("image/png", png(300, 300)[..200].to_vec()).await.refused(422, "validation_failed");
    send("image/jpeg", vec![0xff; (8 << 20) + 1]).await.refused(413, "payload_too_large");
    // Nobody else's bytes are even read.
    let visitor = shop.visitor();
    visitor
        .send_file("/api/admin/pictures", "image/jpeg", vec![0xff; (8 << 20) + 1])
        .await
        .refused(401, "unauthorized");
    let form = json!({ "images": [{ "url": url, "alt": "Una placa" }], "title": "Con foto",
                       "variants": [{ "price_in_cents": 100, "manage_inventory": false }] });
    let shown = async || shop.app.db.read(catalogue::picture_urls).await.unwrap().contains(url);
    assert!(!shown().await);
    let product = admin.post("/api/products", form.clone()).await.expect(201).json();
    assert_eq!(product["images"][0]["url"], url);
    assert!(shown().await, "nobody deletes it");
    let path = format!("/api/products/{}", product["id"].as_str().unwrap());
    admin.send(admin.request(Method::DELETE, &path)).await.expect(204);
    assert!(!shown().await);
    std::fs::remove_dir_all(shop.app.data_dir.join("media")).unwrap();
    let gone = admin.post("/api/products", form).await.refused(422, "validation_failed").json();
    assert_eq!(gone["field"], "images/0/url");
}

#[tokio::test]
async fn when_there_is_no_room_for_pictures_the_desk_says_so() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let fill = "INSERT INTO media (name, bytes) VALUES ('everything', 16 * 1024 * 1024 * 1024)";
    shop.app.db.write(move |tx| Ok::<_, db::Error>(tx.execute(fill, [])?)).await.unwrap();
    admin.send_file("/api/admin/pictures", "image/png", png(300, 200)).await.refused(507, "storage_full");
    assert!(!shop.app.data_dir.join("media").exists());
}

#[tokio::test]
async fn products_are_exported_and_imported_again() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    made(&admin).await;
    let file = admin.get("/api/admin/products/export").await.expect(200);
    assert!(file.headers["content-disposition"].to_str().unwrap().contains("products.csv"));
    let import = async |query: &str, text: &str| admin.import(query, text).await;
    let same = import("", &file.text).await.expect(200).json();
    assert_eq!((&same["done"], &same["total"]), (&json!(1), &json!(1)));
    let same = &same["report"];
    assert_eq!((&same["format"], &same["unchanged"]), (&json!("manetes"), &json!(1)));
    let other = file.text.replace("19.90", "18.50");
    let told = import("?dry_run=true", &other).await.expect(200).json()["report"].clone();
    assert_eq!((&told["dry_run"], &told["changed"]), (&json!(true), &json!(1)));
    assert_eq!(admin.get("/api/admin/variants").await.json()["variants"][0]["price_in_cents"], 1990);
    import("", &other).await.expect(200);
    assert_eq!(admin.get("/api/admin/variants").await.json()["variants"][0]["price_in_cents"], 1850);
    let refused = import("", &file.text.replace("19.90", "cheap")).await.refused(422, "validation_failed").json();
    assert_eq!((&refused["count"], &refused["problems"][0]["row"]), (&json!(1), &json!(2)));
    assert_eq!(refused["sound"], json!(0), "without that row nothing is left");
    import("", "no product file").await.refused(422, "validation_failed");
}

#[tokio::test]
async fn a_file_is_looked_at_without_another_sign_in_and_told_with_what_changes() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let file = "Handle,Title,Variant Price,Variant Inventory Qty\npot,Maceta,10,5\n";
    admin.import("", file).await.expect(200);
    shop.app.clock.advance_seconds(601);
    let other = "Handle,Title,Variant Price,Variant Inventory Qty\npot,Maceta grande,12,5\nmuestra,Muestra,0,\n";
    let report = admin.import("?dry_run=true", other).await.expect(200).json()["report"].clone();
    let variant = json!({
        "title": "Maceta grande", "price_in_cents": 1200, "old_price_in_cents": 1000, "stock": null, "old_stock": null,
    });
    assert_eq!(report["differences"][0]["variants"], json!([variant]), "{report}");
    assert_eq!(
        (&report["differences"][0]["old_title"], &report["differences"][1]["is_new"]),
        (&json!("Maceta"), &json!(true))
    );
    assert_eq!((&report["notes"][0]["code"], &report["notes"][0]["row"]), (&json!("free"), &json!(3)));
    admin.import("", other).await.refused(403, "reauthentication_needed");
}

#[tokio::test]
async fn a_second_file_waits_its_turn_and_a_lost_import_is_told() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let file = "Handle,Title,Variant Price,Variant Inventory Qty\npot,Maceta,10,-1\n";
    let send = async || admin.send_file("/api/admin/products/import", "text/csv", file.into()).await;
    // The writer is held, so that the first cannot end.
    let (release, held) = std::sync::mpsc::channel::<()>();
    let db = shop.app.db.clone();
    let holder = tokio::spawn(async move {
        db.write(move |_| {
            assert!(held.recv().is_err(), "nothing is sent, the gate is dropped");
            Ok::<_, manetes::db::Error>(())
        })
        .await
    });
    let begun = send().await.expect(202).json();
    assert_eq!((&begun["done"], &begun["total"], &begun["report"]), (&json!(0), &json!(1), &Value::Null));
    send().await.refused(409, "import_running");
    drop(release);
    holder.await.unwrap().unwrap();
    let path = format!("/api/admin/products/import/{}", begun["id"].as_str().unwrap());
    while admin.get(&path).await.expect(200).json()["report"].is_null() {}
    let note = admin.get(&path).await.json()["report"]["notes"][0].clone();
    assert_eq!((&note["code"], &note["params"]), (&json!("stock_negative"), &json!({ "stock": -1 })));
    assert_eq!(note["message"], "the stock is -1: imported as 0");
    assert_eq!(admin.import("", file).await.expect(200).json()["report"]["unchanged"], 1);
    admin.get(&path).await.refused(404, "not_found");
}

/// Files that are no good pictures: cut off, changed at random, or lying about themselves.
fn hostile_files() -> Vec<Vec<u8>> {
    let picture = RgbImage::from_fn(320, 200, |x, y| Rgb([(x * 7 % 251) as u8, (y * 11 % 251) as u8, 80]));
    let mut files = Vec::new();
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let mut whole = Cursor::new(Vec::new());
        picture.write_to(&mut whole, format).unwrap();
        let whole = whole.into_inner();
        for part in 1..=20 {
            files.push(whole[..whole.len() * part / 21].to_vec());
        }
        for seed in 0..40_usize {
            let mut changed = whole.clone();
            for n in 0..=seed {
                // The first bytes say what it is, and stay.
                let place = 12 + (seed * 7919 + n * 104_729) % (changed.len() - 12);
                changed[place] ^= u8::try_from(1 + (seed * 31 + n * 17) % 255).unwrap();
            }
            files.push(changed);
        }
        files.push([&whole[..12], &[0xff; 4096]].concat());
    }
    for (width, height) in
        [(60_000_u32, 60_000_u32), (12_001, 1), (1, 12_001), (u32::MAX, u32::MAX), (0, 0), (9000, 9000)]
    {
        let mut header = b"IHDR".to_vec();
        header.extend(width.to_be_bytes());
        header.extend(height.to_be_bytes());
        header.extend([8, 6, 0, 0, 0]);
        let mut sum = flate2::Crc::new();
        sum.update(&header);
        let head: [&[u8]; 4] = [b"\x89PNG\r\n\x1a\n", &13_u32.to_be_bytes(), &header, &sum.sum().to_be_bytes()];
        files.push(head.concat());
    }
    for text in [
        "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        "<!doctype html>",
        "GIF89a",
        "%PDF-1.7",
        "PK\u{3}\u{4}",
        "",
    ] {
        files.push(text.as_bytes().to_vec());
    }
    files.extend((1..=8).map(|n| b"RIFF\xff\xff\xff\xffWEBPVP8L".repeat(n)));
    files
}

#[tokio::test]
async fn two_hundred_hostile_files_are_refused_or_written_anew_and_harm_nothing() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let files = hostile_files();
    assert!(files.len() >= 200, "{}", files.len());
    let mut refused = 0;
    for (n, file) in files.into_iter().enumerate() {
        let answer = admin.send_file("/api/admin/pictures", "image/png", file).await;
        match answer.status.as_u16() {
            201 => {
                let kept = answer.json();
                let file = shop.visitor().get(kept["url"].as_str().unwrap()).await.expect(200);
                assert_eq!(file.headers["content-type"], "image/webp", "file {n}");
            }
            413 | 415 | 422 => refused += 1,
            status => panic!("file {n}: {status} {}", answer.text),
        }
    }
    assert!(refused >= 80, "only {refused} were refused");
    shop.visitor().get("/store").await.expect(200);
}
