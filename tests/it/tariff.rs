//! Prices of services: what is published, what may not be, and what it costs now (Llei 22/2010, arts. 251-3 to 251-7).

use manetes::clock::Timestamp;
use manetes::settings::{Error, Settings};
use manetes::tariff;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{NOON, Person, Reply, TestShop};

const DESK: &str = "/api/admin/tariff";
const NOW: &str = "/api/tariff/now?postcode=08630";
/// The headline in each language.
/// Of each language: the page's title, and the day since when the prices hold.
const PAGES: [(&str, &str, &str); 5] = [
    ("es", "Tarifas", "20 de noviembre de 2026"),
    ("ca", "Tarifes", "20 de\u{a0}novembre de 2026"),
    ("en", "Prices", "20 November 2026"),
    ("fr", "Tarifs", "20 novembre 2026"),
    ("ar", "الأسعار", "20 نوفمبر 2026"),
];

fn table(version: i64) -> Value {
    json!({
        "version": version,
        "call_out_in_cents": 3000, "hour_in_cents": 4500, "night_in_cents": 2000, "holiday_in_cents": 2500,
        "zones": [
            { "name": "Abrera", "postcodes": ["08630"], "price_in_cents": 0 },
            { "name": "Baix Llobregat", "postcodes": ["086", "0876"], "price_in_cents": 1500 },
        ],
        "jobs": [{ "name": "Grifo", "texts": { "en": "Tap" }, "price_in_cents": 6000, "is_from": true }],
        "jobs_include_surcharges": false,
        "parts": [{ "name": "Latiguillo", "price_in_cents": 650 }],
    })
}

fn with(mut table: Value, member: &str, value: Value) -> Value {
    table[member] = value;
    table
}

async fn save(admin: &Person, table: Value) -> Reply {
    admin.send(admin.request(Method::PUT, DESK).json(&table)).await
}

impl TestShop {
    /// Moves the clock on to a time of the firm's, `2026-11-22 23:00`.
    fn at(&self, local: &str) {
        let seconds = Timestamp::parse_local(local).unwrap().seconds() - self.app.clock.now().seconds();
        assert!(seconds >= 0, "{local} is over");
        self.app.clock.advance_seconds(seconds);
    }

    async fn put_setting(&self, key: &'static str, value: &'static str) {
        let now = self.app.clock.now();
        self.app.db.write(move |tx| Settings::set(tx, key, value, now)).await.unwrap_or_else(|e: Error| panic!("{e}"));
    }

    async fn acts(&self) -> Vec<Value> {
        let admin = self.another_admin("lee@example.com").await;
        let log = admin.get("/api/admin/log?act=tariff").await.expect(200).json();
        log["entries"].as_array().unwrap().clone()
    }
}

fn kinds(price: &Value) -> Vec<&str> {
    price["lines"].as_array().unwrap().iter().map(|line| line["kind"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn art_251_3_1_the_site_shows_all_prices_taxes_in_without_scripts() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let saved = save(&admin, table(0)).await.expect(200).json();
    assert_eq!((&saved["version"], &saved["prices"]["jobs"][0]["texts"]["en"]), (&json!(1), &json!("Tap")));
    let visitor = shop.visitor();
    for (lang, title, since) in PAGES {
        let html = visitor.get(&format!("/tarifas?lang={lang}")).await.expect(200).text;
        assert!(html.contains(&format!("<h1>{title}</h1>")), "{lang}: {html}");
        let (point, job) = if lang == "en" { ('.', "Tap") } else { (',', "Grifo") };
        for price in ["30P00", "45P00", "20P00", "25P00", "15P00", "60P00", "6P50"] {
            assert!(html.contains(&price.replace('P', &point.to_string())), "{price} in {lang}: {html}");
        }
        for text in [job, "08630", since] {
            assert!(html.contains(text), "{text} in {lang}");
        }
        assert!(html.contains("0876") && !html.contains("0876…"), "in words, which have a direction: {lang}");
        let footer = html.split_once("<footer").unwrap().1;
        assert!(footer.contains("href=\"/tarifas"), "{lang}");
    }
    let html = visitor.get("/tarifas").await.expect(200).text;
    assert!(html.contains("los demás que empiezan por 086"), "Abrera's begins so, too: {html}");
    assert!(html.contains("los que empiezan por 0876"), "{html}");
    assert!(html.contains("6 meses"), "art. 251-5.2");
    assert!(html.contains("presupuesto por escrito") && html.contains("hojas oficiales de queja"));
    assert!(html.contains("factura de su compra"), "art. 251-6.2");
    assert!(html.contains(r#""@type":"OfferCatalog""#) && html.contains(r#""valueAddedTaxIncluded":true"#), "{html}");
    let sitemap = visitor.get("/sitemap.xml").await.expect(200).text;
    assert!(sitemap.contains("/tarifas</loc>") && sitemap.contains("/tarifas?lang=ar</loc>"));

    let told = visitor.get("/api/tariff?lang=en").await.expect(200);
    assert_eq!(told.headers["cache-control"], "public, max-age=60");
    let told = told.json();
    assert_eq!((&told["guarantee_months"], &told["tariff"]["jobs"][0]["name"]), (&json!(6), &json!("Tap")));
    assert_eq!(told["tariff"]["published_on"], "2026-11-20");
    assert_eq!(told["tariff"]["jobs_include_surcharges"], false);
    assert_eq!(visitor.get("/api/site").await.expect(200).json()["tariff"], true);
}

#[tokio::test]
async fn the_firms_own_guarantee_is_promised_on_both_pages_and_the_laws_is_named_as_the_least() {
    let shop = TestShop::empty().await;
    let (admin, visitor) = (shop.admin().await, shop.visitor());
    let sheet = json!({ "guarantee_months": 24, "licences": [], "team": [], "words": [] });
    admin.send(admin.request(Method::PUT, "/api/admin/proof").json(&sheet)).await.expect(200);
    let told = visitor.get("/api/tariff").await.expect(200).json();
    assert_eq!((&told["guarantee_months"], &told["own_guarantee_months"]), (&json!(6), &json!(24)));
    for (lang, promised, least) in
        [("es", "24 meses", "La ley pide 6 como mínimo"), ("ar", "24 شهرًا", "والقانون يطلب 6 على الأقل")]
    {
        let prices = visitor.get(&format!("/tarifas?lang={lang}")).await.expect(200).text;
        assert!(prices.contains(promised) && prices.contains(least), "{lang}: {prices}");
        assert!(visitor.get(&format!("/?lang={lang}")).await.expect(200).text.contains(promised), "{lang}");
    }
}

#[tokio::test]
async fn without_prices_the_site_says_that_they_are_told_by_telephone_and_the_desk_what_is_owed() {
    let shop = TestShop::empty().await;
    let visitor = shop.visitor();
    let html = visitor.get("/tarifas").await.expect(200).text;
    assert!(html.contains("antes de ir") && html.contains("tel:+34600000000"), "{html}");
    assert!(html.contains("6 meses") && !html.contains("OfferCatalog"));
    assert!(!html.contains("name=\"postcode\""), "there is nothing to ask");
    for path in ["/?service=urgencias", "/contact"] {
        let html = visitor.get(path).await.expect(200).text;
        assert!(!html.contains("name=\"postcode\""), "{path}");
    }
    assert_eq!(visitor.get("/api/tariff").await.expect(200).json()["tariff"], Value::Null);
    visitor.get(NOW).await.refused(404, "no_tariff");
    assert_eq!(visitor.get("/api/site").await.expect(200).json().get("tariff"), None);

    let admin = shop.admin().await;
    let is_met = async || {
        let law = admin.get("/api/admin/law").await.expect(200).json();
        law["duties"].as_array().unwrap().iter().any(|duty| duty["id"] == "tariff" && duty["met"] == true)
    };
    assert!(!is_met().await);
    assert_eq!(admin.get(DESK).await.expect(200).json()["version"], 0);
    save(&admin, json!({ "version": 0 })).await.refused(422, "validation_failed");
    save(&admin, table(0)).await.expect(200);
    assert!(is_met().await);
    for path in ["/?service=urgencias", "/contact"] {
        let html = visitor.get(path).await.expect(200).text;
        assert!(html.contains("action=\"/tarifas#ahora\"") && html.contains("name=\"postcode\""), "{path}: {html}");
    }
    // They may be taken back, and what was published stays.
    let gone = save(&admin, json!({ "version": 1 })).await.expect(200).json();
    assert_eq!((&gone["version"], &gone["prices"]["hour_in_cents"]), (&json!(2), &Value::Null));
    assert!(!is_met().await);
    visitor.get(NOW).await.refused(404, "no_tariff");
}

#[tokio::test]
async fn what_it_costs_now_comes_from_the_clock_the_postcode_and_the_local_holidays() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    shop.put_setting(
        "hours.holidays",
        "08-12 Inmaculada, 25-12 Navidad, 26-12 Sant Esteve, 21-12-2026/24-12-2026 Vacaciones",
    )
    .await;
    save(&admin, table(0)).await.expect(200);
    let visitor = shop.visitor();
    let now =
        async |postcode: &str| visitor.get(&format!("/api/tariff/now?postcode={postcode}")).await.expect(200).json();
    let price = now("08640").await;
    assert_eq!(kinds(&price), ["call_out", "hour", "travel"], "noon of a Friday");
    assert_eq!((&price["total_in_cents"], &price["at"]), (&json!(9000), &json!("2026-11-20 12:00:00")));
    assert_eq!(
        (&price["lines"][2]["name"], &price["changes_at"]),
        (&json!("Baix Llobregat"), &json!("2026-11-20 22:00:00"))
    );
    assert_eq!(price["changes_to_in_cents"], 9000 + 2000);

    for (local, surcharge, is_instead) in [
        ("2026-11-20 21:59", None, false),
        ("2026-11-20 22:00", Some(("night", 2000)), false),
        ("2026-11-21 12:00", None, false),
        ("2026-11-22 12:00", Some(("holiday", 2500)), false),
        ("2026-11-22 23:30", Some(("holiday", 2500)), true),
        ("2026-11-23 06:00", None, false),
        ("2026-12-08 12:00", Some(("holiday", 2500)), false),
        ("2026-12-22 12:00", None, false),
        ("2026-12-26 12:00", None, false),
        // Clocks go on from two to three.
        ("2027-03-27 23:00", Some(("night", 2000)), false),
        ("2027-03-28 05:59", Some(("holiday", 2500)), true),
        ("2027-03-29 05:59", Some(("night", 2000)), false),
    ] {
        shop.at(local);
        let price = now("08630").await;
        let lines = price["lines"].as_array().unwrap();
        let told = lines.iter().find(|line| ["night", "holiday"].contains(&line["kind"].as_str().unwrap()));
        let told = told.map(|line| (line["kind"].as_str().unwrap(), line["price_in_cents"].as_i64().unwrap()));
        assert_eq!((told, &price["is_instead"]), (surcharge, &json!(is_instead)), "{local}");
        let sum: i64 = lines.iter().map(|line| line["price_in_cents"].as_i64().unwrap()).sum();
        assert_eq!(
            (sum, price["total_in_cents"].as_i64()),
            (7500 + surcharge.map_or(0, |it| it.1), Some(sum)),
            "{local}"
        );
    }
    // Nobody keeps it past the hour.
    shop.app.clock.advance_seconds(50);
    let answer = visitor.get(NOW).await.expect(200);
    assert_eq!(answer.headers["cache-control"], "public, max-age=10");
}

#[tokio::test]
async fn the_page_answers_the_form_that_every_browser_sends() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    shop.put_setting("hours.holidays", "08-12 Inmaculada").await;
    save(&admin, table(0)).await.expect(200);
    let visitor = shop.visitor();
    let page = async |query: &str| visitor.get(&format!("/tarifas?{query}")).await.expect(200).text;
    let html = page("postcode=08640&lang=es").await;
    assert!(html.contains("90,00\u{a0}€") && html.contains("Ahora no se aplica ningún recargo."), "{html}");
    assert!(
        html.contains("20 de noviembre de 2026 a las 12:00, hora de Madrid") && html.contains("Baix Llobregat"),
        "{html}"
    );
    assert!(
        html.contains(&format!("<link rel=\"canonical\" href=\"{}/tarifas?lang=es\">", shop.base))
            || html.contains("/tarifas\">")
    );
    shop.at("2026-11-22 23:00");
    let html = page("postcode=08630").await;
    assert!(html.contains("hoy es domingo") && html.contains("nunca se suman") && html.contains("100,00"), "{html}");
    shop.at("2026-12-08 12:00");
    assert!(page("postcode=08630").await.contains("hoy es Inmaculada"));
    for (query, said) in [
        ("postcode=28001", "no hay un precio de desplazamiento publicado"),
        ("postcode=8630", "cinco cifras"),
        ("postcode=%3Cscript%3E", "cinco cifras"),
    ] {
        let html = page(query).await;
        assert!(html.contains(said) && html.contains("45,00"), "{query}: {html}");
        assert!(!html.contains("<script>\"") && !html.contains("value=\"<"), "{query}");
    }
    // Of the postcodes somebody makes up none is kept, and none leads to a product.
    assert!(page("postcode=&utm_source=x").await.contains("45,00"));
}

#[tokio::test]
async fn a_postcode_is_bounded_and_refused_with_its_reason() {
    let shop = TestShop::empty().await;
    save(&shop.admin().await, table(0)).await.expect(200);
    let visitor = shop.visitor();
    for postcode in ["", "0863", "086301", "99999", "abcde"] {
        let refused = visitor.get(&format!("/api/tariff/now?postcode={postcode}")).await;
        assert_eq!(refused.refused(422, "validation_failed").json()["field"], "postcode", "{postcode}");
    }
    visitor.get("/api/tariff/now?postcode=28001").await.refused(404, "outside_tariff");
    assert_eq!(visitor.get("/api/tariff/now").await.status, 400);
    assert_eq!(visitor.get(&format!("/api/tariff/now?postcode={}", "0".repeat(4000))).await.status, 400);
    visitor.get("/api/tariff/now?postcode=%D9%A0%D9%A8%D9%A6%D9%A3%D9%A0").await.expect(200);
    assert_eq!(visitor.post(NOW, json!({})).await.status, 405);
}

#[tokio::test]
async fn art_251_7_what_the_law_forbids_is_not_saved() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let line = |name: &str| json!([{ "name": name, "price_in_cents": 3000 }]);
    for name in
        ["Recargo por urgencia", "Suplement d'urgència", "Disponibilidad inmediata", "Urgent", "Urgence", "استعجال"]
    {
        for part in ["jobs", "parts"] {
            let refused = save(&admin, with(table(0), part, line(name))).await.refused(422, "urgency_art251_7").json();
            assert_eq!((&refused["field"], &refused["article"]), (&json!(format!("{part}/0/name")), &json!("251-7.4")));
        }
    }
    let translated = json!([{ "name": "Salida", "texts": { "en": "Urgency fee" }, "price_in_cents": 1 }]);
    let refused = save(&admin, with(table(0), "jobs", translated)).await.refused(422, "urgency_art251_7").json();
    assert_eq!(refused["field"], "jobs/0/texts/en");
    for name in ["Recargo nocturno 20-8 h", "Salida en sábado", "Suplemento festivo"] {
        save(&admin, with(table(0), "jobs", line(name))).await.refused(422, "surcharge_art251_7");
    }
    // There is no field for one, and none for other hours.
    for field in ["urgency_in_cents", "saturday_in_cents", "night_from"] {
        save(&admin, with(table(0), field, json!(1))).await.refused(400, "unknown_field");
    }
    for (member, value, field) in [
        ("hour_in_cents", json!(-1), "hour_in_cents"),
        ("hour_in_cents", Value::Null, "hour_in_cents"),
        ("zones", json!([{ "name": "A", "postcodes": ["8"], "price_in_cents": 1 }]), "zones/0/postcodes"),
        ("jobs", line(""), "jobs/0/name"),
    ] {
        let refused = save(&admin, with(table(0), member, value)).await.refused(422, "validation_failed").json();
        assert_eq!(refused["field"], field);
    }
    assert_eq!(admin.get(DESK).await.expect(200).json()["version"], 0, "nothing was saved");
    assert!(shop.acts().await.is_empty());
}

#[tokio::test]
async fn what_was_published_stays_with_its_date_and_the_log_says_what_changed() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    save(&admin, table(0)).await.expect(200);
    shop.app.clock.advance_seconds(1_200);
    let dearer = with(table(1), "hour_in_cents", json!(5000));
    save(&admin, dearer.clone()).await.expect(200);
    let same = save(&admin, with(dearer, "version", json!(2))).await.expect(200).json();
    assert_eq!(same["version"], 2, "once more the same is no other state");
    let kept = admin.get("/api/admin/tariff/versions").await.expect(200).json();
    assert_eq!(kept["count"], 2);
    let dates: Vec<_> =
        kept["versions"].as_array().unwrap().iter().map(|it| it["saved_at"].as_str().unwrap()).collect();
    assert_eq!(dates, [NOON.plus_seconds(1_200).to_rfc3339(), NOON.to_rfc3339()]);
    let first = admin.get("/api/admin/tariff/versions/1").await.expect(200).json();
    assert_eq!(first["prices"]["hour_in_cents"], 4500);
    admin.get("/api/admin/tariff/versions/3").await.refused(404, "not_found");
    let changed =
        shop.app.db.write(|tx| tx.execute("UPDATE tariffs SET prices = 'null'", []).map_err(manetes::db::Error::from));
    assert!(changed.await.is_err(), "nothing published is changed");

    let log = shop.acts().await;
    assert_eq!((log.len(), &log[0]["act"], &log[0]["subject"]), (2, &json!("tariff.saved"), &json!("2")));
    assert_eq!(log[0]["detail"], json!({ "before": ["hour 45.00"], "after": ["hour 50.00"] }));
}

#[tokio::test]
async fn of_two_administrators_the_second_is_told_that_the_first_has_saved() {
    let shop = TestShop::empty().await;
    let (one, other) = (shop.admin().await, shop.another_admin("jefa@example.com").await);
    save(&one, table(0)).await.expect(200);
    save(&one, with(table(1), "hour_in_cents", json!(5000))).await.expect(200);
    let refused =
        save(&other, with(table(1), "hour_in_cents", json!(6000))).await.refused(409, "tariff_changed").json();
    assert_eq!(refused["version"], 2);
    let now = shop.visitor().get(NOW).await.expect(200).json();
    assert_eq!((&now["version"], &now["total_in_cents"]), (&json!(2), &json!(8000)));
    save(&other, with(table(2), "hour_in_cents", json!(6000))).await.expect(200);
}

#[tokio::test]
async fn the_demo_brings_prices_where_there_are_none() {
    let shop = TestShop::empty().await;
    let now = shop.app.clock.now();
    for _ in 0..2 {
        shop.app.db.write(move |tx| tariff::demo::load(tx, now)).await.unwrap();
    }
    let told = shop.visitor().get("/api/tariff?lang=ar").await.expect(200).json();
    assert_eq!(told["tariff"]["version"], 1);
    assert!(told["tariff"]["jobs"][0]["name"].as_str().unwrap().contains("باب"));
}
