//! A sale that the owner plans: every place asks the same price before, while and after it is on.

use manetes::jobs;
use serde_json::{Value, json};

use crate::support::{Person, TestShop, address};

const MINUTES: i64 = 60;

/// A drill from ten past twelve until twenty past, on the clocks of the shop.
fn drill() -> Value {
    json!({
        "title": "Taladro", "status": "published",
        "variants": [{
            "price_in_cents": 9900, "sale_price_in_cents": 7900, "manage_inventory": false,
            "sale_starts_at": "2026-11-20T12:10", "sale_ends_at": "2026-11-20T11:20:00Z",
        }],
    })
}

impl TestShop {
    async fn minutes_later(&self, minutes: i64) {
        self.app.clock.advance_seconds(minutes * MINUTES);
        jobs::settle_sales(&self.app).await.unwrap();
    }

    /// What the list, the product, the page and its data for search engines say.
    async fn says(&self, visitor: &Person, price: &str, cents: i64, before: Option<i64>) {
        let store = "/api/store/store_manetes";
        let card = visitor.get(&format!("{store}/cards")).await.expect(200).json()["cards"][0].clone();
        assert_eq!((&card["price_in_cents"], &card["before_price_in_cents"]), (&json!(cents), &json!(before)));
        let found = visitor.get(&format!("{store}/products?q=taladro&sort_by=price")).await.expect(200).json();
        assert_eq!(found["products"][0]["price_in_cents"], cents);
        let sale = before.map(|_| cents);
        assert_eq!(found["products"][0]["variants"][0]["sale_price_in_cents"], json!(sale));
        let id = card["id"].as_str().unwrap();
        let page = visitor.get(&format!("/product/{id}")).await.expect(200).text;
        assert!(page.contains(&format!("\"price\":\"{price}\"")), "{price} in {page}");
    }
}

async fn buy(buyer: &Person, variant: &Value, euros: f64) -> crate::support::Reply {
    let items = json!([{ "variant_id": variant, "quantity": 1 }]);
    let order = json!({ "shipping_address": address(), "total_price": euros, "items": items });
    buyer.post("/api/functions/create-order-and-send-email", order).await
}

#[tokio::test]
async fn a_planned_sale_changes_every_page_and_every_order_when_its_time_comes() {
    let shop = TestShop::empty().await;
    let (admin, buyer, visitor) = (shop.admin().await, shop.customer("ana@example.com").await, shop.visitor());
    let product = admin.post("/api/products", drill()).await.expect(201).json();
    let planned = &product["variants"][0];
    let dates = [&planned["sale_starts_at"], &planned["sale_ends_at"]];
    assert_eq!(dates, ["2026-11-20T11:10:00.000Z", "2026-11-20T11:20:00.000Z"]);
    let variant = &planned["id"];

    shop.says(&visitor, "99.00", 9900, None).await;
    shop.minutes_later(9).await;
    shop.says(&visitor, "99.00", 9900, None).await;
    assert_eq!(buy(&buyer, variant, 79.0).await.refused(409, "price_changed").json()["total_in_cents"], 9900);

    shop.minutes_later(1).await;
    shop.says(&visitor, "79.00", 7900, Some(9900)).await;
    assert_eq!(admin.get("/api/products").await.expect(200).json()["products"][0]["on_sale"], true);
    assert_eq!(buy(&buyer, variant, 99.0).await.refused(409, "price_changed").json()["total_in_cents"], 7900);
    buy(&buyer, variant, 79.0).await.expect(201);

    shop.minutes_later(10).await;
    shop.says(&visitor, "99.00", 9900, None).await;
    assert_eq!(buy(&buyer, variant, 79.0).await.refused(409, "price_changed").json()["total_in_cents"], 9900);
    let after = admin.get(&format!("/api/products/{}", product["id"].as_str().unwrap())).await.expect(200).json();
    assert_eq!(after["variants"][0]["sale_price_in_cents"], Value::Null);
    assert_eq!(after["revision"], product["revision"], "whoever has the editor open can go on");
}

#[tokio::test]
async fn the_dates_of_a_sale_outlast_a_change_of_many_prices_and_a_file() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let made = admin.post("/api/products", drill()).await.expect(201).json();
    let change = json!([{ "variant_id": made["variants"][0]["id"], "sale_price_in_cents": 6900 }]);
    admin.post("/api/admin/products/bulk", json!({ "changes": change })).await.expect(200);
    let planned = async || admin.get("/api/admin/variants").await.expect(200).json()["variants"][0].clone();
    let row = planned().await;
    assert_eq!(
        (&row["sale_price_in_cents"], &row["sale_starts_at"]),
        (&json!(6900), &json!("2026-11-20T11:10:00.000Z"))
    );

    let file = admin.get("/api/admin/products/export").await.expect(200).text;
    let import = async |text: String| admin.import("", &text).await;
    assert_eq!(import(file.clone()).await.expect(200).json()["report"]["unchanged"], 1);
    import(file.replace("2026-11-20T11:20:00.000Z", "2026-11-21")).await.expect(200);
    assert_eq!(planned().await["sale_ends_at"], "2026-11-21T23:00:00.000Z", "a day is whole");
    let wrong = import(file.replace("2026-11-20T11:20:00.000Z", "2026-11-20T11:10:00Z")).await;
    let problem = wrong.refused(422, "validation_failed").json()["problems"][0].clone();
    assert_eq!((&problem["row"], &problem["column"]), (&json!(2), &json!("sale_ends_at")));
    // A file from before says nothing of dates.
    let cut = |line: &str| line.rsplitn(3, ',').last().unwrap().to_owned();
    import(file.lines().map(cut).collect::<Vec<_>>().join("\n")).await.expect(200);
    assert_eq!(
        (&planned().await["sale_starts_at"], &planned().await["sale_price_in_cents"]),
        (&json!("2026-11-20T11:10:00.000Z"), &json!(6900))
    );
}

#[tokio::test]
async fn a_sale_that_ends_before_it_begins_is_refused_at_its_field() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    for (field, value) in [("sale_ends_at", "2026-11-20T12:10"), ("sale_starts_at", "tomorrow")] {
        let mut wrong = drill();
        wrong["variants"][0][field] = json!(value);
        let refused = admin.post("/api/products", wrong).await.refused(422, "validation_failed").json();
        assert_eq!(refused["field"], format!("variants/0/{field}"));
    }
}

/// A product with two sizes; its id and revision as a sale is decided on.
async fn sized(admin: &Person, title: &str, cents: [i64; 2]) -> Value {
    let variant = |(size, cents): (&str, i64)| json!({ "title": size, "price_in_cents": cents, "manage_inventory": false, "option_values": [size] });
    let variants: Vec<Value> = ["S", "L"].into_iter().zip(cents).map(variant).collect();
    let product = json!({ "title": title, "status": "published", "options": ["Medida"], "variants": variants });
    let made = admin.post("/api/products", product).await.expect(201).json();
    json!({ "id": made["id"], "revision": made["revision"] })
}

const SALES: &str = "/api/admin/products/sales";

async fn sale_prices(admin: &Person, product: &Value) -> Vec<Option<i64>> {
    let path = format!("/api/products/{}", product["id"].as_str().unwrap());
    let found = admin.get(&path).await.expect(200).json();
    found["variants"].as_array().unwrap().iter().map(|variant| variant["sale_price_in_cents"].as_i64()).collect()
}

#[tokio::test]
async fn one_act_puts_every_variant_of_many_products_on_sale_and_another_takes_it_back() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let (drill, hose) = (sized(&admin, "Taladro", [9995, 15000]).await, sized(&admin, "Manguera", [999, 2000]).await);
    let form = json!({
        "products": [drill, hose], "act": "percent_off", "value": 1250,
        "starts_at": "2026-11-20T12:10", "ends_at": "2026-11-30T23:59",
    });

    // A look at it changes nothing.
    let seen = admin.post(&format!("{SALES}?dry_run=true"), form.clone()).await.expect(200).json();
    let becomes = |answer: &Value, n: usize| -> Vec<i64> {
        let variants = answer["products"][n]["variants"].as_array().unwrap();
        variants.iter().map(|variant| variant["sale_price_in_cents"].as_i64().unwrap()).collect()
    };
    assert_eq!((becomes(&seen, 0), becomes(&seen, 1)), (vec![8746, 13125], vec![874, 1750]));
    assert_eq!(seen["products"][0]["title"], "Taladro");
    assert_eq!(sale_prices(&admin, &drill).await, [None, None]);

    let done = admin.post(SALES, form.clone()).await.expect(200).json();
    assert_eq!(sale_prices(&admin, &drill).await, [Some(8746), Some(13125)]);
    assert_eq!(sale_prices(&admin, &hose).await, [Some(874), Some(1750)]);
    let path = format!("/api/products/{}", drill["id"].as_str().unwrap());
    let shown = admin.get(&path).await.expect(200).json();
    assert_eq!(shown["revision"], done["products"][0]["revision"]);
    assert_eq!(shown["variants"][1]["sale_starts_at"], "2026-11-20T11:10:00.000Z", "on the clocks of the shop");
    assert_eq!(shown["variants"][1]["sale_ends_at"], "2026-11-30T22:59:00.000Z");
    let log = admin.get("/api/admin/log").await.expect(200).json();
    let acts: Vec<&Value> = log["entries"].as_array().unwrap().iter().map(|entry| &entry["act"]).take(3).collect();
    assert_eq!(acts, ["product.changed", "product.changed", "product.created"], "an entry for each product");

    // From another sale, and back to this one.
    let named = |answer: &Value, n: usize| {
        let product = &answer["products"][n];
        let sale = |variant: &Value| {
            json!({
                "variant_id": variant["variant_id"],
                "sale_price_in_cents": variant["before_sale_price_in_cents"],
                "sale_starts_at": variant["before_sale_starts_at"],
                "sale_ends_at": variant["before_sale_ends_at"],
            })
        };
        let sales: Vec<Value> = product["variants"].as_array().unwrap().iter().map(sale).collect();
        json!({ "id": product["id"], "revision": product["revision"], "sales": sales })
    };
    let now = |n: usize| json!({ "id": done["products"][n]["id"], "revision": done["products"][n]["revision"] });
    let removed = admin.post(SALES, json!({ "products": [now(0), now(1)], "act": "remove" })).await.expect(200).json();
    assert_eq!(sale_prices(&admin, &hose).await, [None, None]);
    let back = json!({ "products": [named(&removed, 0), named(&removed, 1)], "act": "restore" });
    admin.post(SALES, back).await.expect(200);
    let restored = admin.get(&path).await.expect(200).json();
    for (variant, before) in restored["variants"].as_array().unwrap().iter().zip(shown["variants"].as_array().unwrap())
    {
        for part in ["sale_price_in_cents", "sale_starts_at", "sale_ends_at"] {
            assert_eq!(variant[part], before[part], "{part}");
        }
    }
}

#[tokio::test]
async fn a_sale_that_does_not_fit_a_product_names_it_and_changes_none() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let (drill, hose) = (sized(&admin, "Taladro", [9900, 15000]).await, sized(&admin, "Manguera", [999, 2000]).await);
    let form = |act: &str, value: i64| json!({ "products": [drill, hose], "act": act, "value": value });
    for (act, value, refused) in [("amount_off", 999, "nothing_left"), ("price", 999, "not_below")] {
        let seen = admin.post(&format!("{SALES}?dry_run=true"), form(act, value)).await.expect(200).json();
        assert_eq!((&seen["products"][0]["refused"], &seen["products"][1]["refused"]), (&Value::Null, &json!(refused)));
        let problem = admin.post(SALES, form(act, value)).await.refused(422, "validation_failed").json();
        assert_eq!(problem["field"], "products/1");
        assert!(problem["detail"].as_str().unwrap().contains("Manguera"), "{problem}");
        assert_eq!(sale_prices(&admin, &drill).await, [None, None]);
    }

    // Somebody saves one of them meanwhile.
    let path = format!("/api/products/{}", hose["id"].as_str().unwrap());
    let rename = json!({ "title": "Manguera larga", "revision": hose["revision"] });
    admin.patch(&path, rename).await.expect(200);
    let problem = admin.post(SALES, form("percent_off", 1000)).await.refused(409, "product_changed").json();
    assert_eq!((&problem["product"], &problem["changed"][0]["fields"]), (&json!("Manguera larga"), &json!(["title"])));
    assert_eq!(sale_prices(&admin, &drill).await, [None, None]);

    for (wrong, field) in [
        (json!({ "products": [], "act": "remove" }), "products"),
        (json!({ "products": [drill, drill], "act": "remove" }), "products"),
        (json!({ "products": [{ "id": "none" }], "act": "remove" }), "products/0/id"),
        (form("percent_off", 10_000), "value"),
        (form("amount_off", 0), "value"),
        (json!({ "products": [drill], "act": "price" }), "value"),
        (json!({ "products": [drill], "act": "price", "value": 100, "ends_at": "2020-01-01T00:00" }), "ends_at"),
        (json!({ "products": [drill], "act": "price", "value": 100, "starts_at": "tomorrow" }), "starts_at"),
    ] {
        let problem = admin.post(SALES, wrong).await.refused(422, "validation_failed").json();
        assert_eq!(problem["field"], field, "{problem}");
    }
}

/// A drill at 99 euros without a sale, as a sale is decided on.
async fn plain(admin: &Person) -> Value {
    let variant = json!({ "price_in_cents": 9900, "manage_inventory": false });
    let product = json!({ "title": "Taladro", "status": "published", "variants": [variant] });
    admin.post("/api/products", product).await.expect(201).json()
}

impl Person {
    /// Puts the product an answer tells of on a sale.
    async fn announce(&self, answer: &Value, query: &str, form: Value) -> Value {
        let mut form = form;
        form["products"] = json!([{ "id": answer["id"], "revision": answer["revision"] }]);
        self.post(&format!("{SALES}{query}"), form).await.expect(200).json()["products"][0].clone()
    }

    /// Puts back the sale that was there before the act an answer tells of.
    async fn take_back(&self, answer: &Value) -> Value {
        let variant = &answer["variants"][0];
        let sale = json!({
            "variant_id": variant["variant_id"],
            "sale_price_in_cents": variant["before_sale_price_in_cents"],
            "sale_starts_at": variant["before_sale_starts_at"],
            "sale_ends_at": variant["before_sale_ends_at"],
        });
        let product = json!({ "id": answer["id"], "revision": answer["revision"], "sales": [sale] });
        let form = json!({ "products": [product], "act": "restore" });
        self.post(SALES, form).await.expect(200).json()["products"][0].clone()
    }

    /// Whether the one product of the desk's list is on sale, and when its next sale begins.
    async fn marks(&self) -> (Value, Value) {
        let row = self.get("/api/products").await.expect(200).json()["products"][0].clone();
        (row["on_sale"].clone(), row["planned_sale_at"].clone())
    }
}

#[tokio::test]
async fn a_planned_sale_says_which_running_one_it_ends_and_is_taken_back_without_a_trace() {
    let shop = TestShop::empty().await;
    let (admin, visitor) = (shop.admin().await, shop.visitor());
    let drill = plain(&admin).await;
    shop.minutes_later(1).await;
    let running = admin.announce(&drill, "", json!({ "act": "price", "value": 7900 })).await;
    assert_eq!(running["variants"][0]["ends_running_sale"], false);
    shop.says(&visitor, "79.00", 7900, Some(9900)).await;

    shop.minutes_later(1).await;
    let later =
        json!({ "act": "price", "value": 6900, "starts_at": "2026-11-27T08:00", "ends_at": "2026-11-28T08:00" });
    let seen = admin.announce(&running, "?dry_run=true", later.clone()).await["variants"][0].clone();
    assert_eq!((&seen["asked_in_cents"], &seen["ends_running_sale"]), (&json!(7900), &json!(true)));
    assert_eq!(seen["sale_starts_at"], "2026-11-27T07:00:00.000Z");
    assert_eq!(seen["sale_ends_at"], "2026-11-28T07:00:00.000Z");
    assert_eq!(admin.marks().await, (json!(true), Value::Null));
    let planned = admin.announce(&running, "", later.clone()).await;
    assert_eq!(admin.marks().await, (json!(false), json!("2026-11-27T07:00:00.000Z")));
    shop.says(&visitor, "99.00", 9900, None).await;

    shop.minutes_later(10).await;
    let restored = admin.take_back(&planned).await;
    assert_eq!(admin.marks().await, (json!(true), Value::Null));
    shop.says(&visitor, "79.00", 7900, Some(9900)).await;

    // What was away for longer than a day is a sale of its own, judged by what was asked before it.
    let removed = admin.announce(&restored, "", json!({ "act": "remove" })).await;
    assert_eq!(removed["variants"][0]["ends_running_sale"], false, "that it ends is what was asked for");
    shop.minutes_later(24 * 60 + 1).await;
    shop.another_admin("berta@example.com").await.take_back(&removed).await;
    shop.says(&visitor, "79.00", 7900, None).await;
}

#[tokio::test]
async fn only_the_very_act_before_is_taken_back_without_a_trace() {
    let shop = TestShop::empty().await;
    let (admin, visitor) = (shop.admin().await, shop.visitor());
    let drill = plain(&admin).await;
    shop.minutes_later(1).await;
    let running = admin.announce(&drill, "", json!({ "act": "price", "value": 7900 })).await;
    shop.minutes_later(1).await;
    let removed = admin.announce(&running, "", json!({ "act": "remove" })).await;
    shop.minutes_later(1).await;
    let path = format!("/api/products/{}", drill["id"].as_str().unwrap());
    let renamed = json!({ "title": "Taladro nuevo", "revision": removed["revision"] });
    let mut renamed = admin.patch(&path, renamed).await.expect(200).json();
    renamed["variants"] = removed["variants"].clone();
    admin.take_back(&renamed).await;
    shop.says(&visitor, "79.00", 7900, None).await;
}

#[tokio::test]
async fn a_look_at_a_sale_waits_for_no_writer() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let drill = plain(&admin).await;
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let db = shop.app.db.clone();
    let writing =
        tokio::spawn(async move { db.write(move |_| Ok::<_, manetes::db::Error>(wait.recv().is_ok())).await });
    let seen = admin.announce(&drill, "?dry_run=true", json!({ "act": "percent_off", "value": 1000 })).await;
    assert_eq!(seen["variants"][0]["sale_price_in_cents"], 8910);
    done.send(()).unwrap();
    assert!(writing.await.unwrap().unwrap());
}

/// A table without some of its columns.
fn without(file: &str, is_absent: impl Fn(&str) -> bool) -> String {
    let mut table = csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    let kept: Vec<bool> = table.headers().unwrap().iter().map(|column| !is_absent(column)).collect();
    let mut left = csv::Writer::from_writer(Vec::new());
    let header = table.headers().unwrap().clone();
    for row in std::iter::once(Ok(header)).chain(table.into_records()) {
        let row = row.unwrap();
        left.write_record(row.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(cell, _)| cell)).unwrap();
    }
    String::from_utf8(left.into_inner().unwrap()).unwrap()
}

#[tokio::test]
async fn a_file_from_before_a_column_was_added_leaves_what_the_column_would_say() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let mut product = drill();
    product["brand"] = json!("Bellota");
    product["subtitle"] = json!("Con maletín");
    product["texts"] = json!({ "fr": { "title": "Perceuse" }, "en": { "title": "Drill", "subtitle": "With a case" } });
    let made = admin.post("/api/products", product).await.expect(201).json();
    let path = format!("/api/products/{}", made["id"].as_str().unwrap());
    let known = async || admin.get(&path).await.expect(200).json();

    let file = admin.get("/api/admin/products/export").await.expect(200).text;
    let old = |column: &str| {
        column == "brand" || column.starts_with("sale_") && column != "sale_price" || column.ends_with(":fr")
    };
    let cheaper = file.replace("99.00", "98.00").replace("Con maletín", "").replace("With a case", "");
    admin.import("", &without(&cheaper, old)).await.expect(200);
    let now = known().await;
    assert_eq!((&now["variants"][0]["price_in_cents"], &now["subtitle"]), (&json!(9800), &Value::Null));
    assert_eq!((&now["brand"], &now["texts"]["fr"]), (&json!("Bellota"), &json!({ "title": "Perceuse" })));
    assert_eq!(now["texts"]["en"], json!({ "title": "Drill" }), "a column that is there says what there is");
    assert_eq!(now["variants"][0]["sale_starts_at"], "2026-11-20T11:10:00.000Z");
    assert_eq!(now["variants"][0]["sale_ends_at"], "2026-11-20T11:20:00.000Z");

    // A cell that is there and empty takes away.
    let file = admin.get("/api/admin/products/export").await.expect(200).text;
    admin.import("", &file.replace("Bellota", "").replace("Perceuse", "")).await.expect(200);
    assert_eq!((&known().await["brand"], &known().await["texts"]["fr"]), (&Value::Null, &Value::Null));
}
