//! What the site says of the firm in its owner's own words, and in pictures of their own.

use poem::http::Method;
use serde_json::{Value, json};

use crate::support::{Person, Reply, TestShop};

async fn change(admin: &Person, values: Value) -> Reply {
    admin.send(admin.request(Method::PATCH, "/api/admin/settings").json(&json!({ "values": values }))).await
}

async fn page(visitor: &Person, path: &str) -> String {
    visitor.get(path).await.expect(200).text
}

/// What the browser is given with a page.
fn boot(html: &str) -> Value {
    let rest = html.split_once("id=\"boot\">").unwrap().1;
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn a_text_of_the_owners_is_on_the_pages_of_its_language_at_the_next_visit() {
    let shop = TestShop::demo().await;
    let (admin, visitor) = (shop.admin().await, shop.visitor());
    let before = page(&visitor, "/").await;
    assert!(before.contains("Tu casa, en buenas manos") && boot(&before)["texts"].is_null());
    assert!(boot(&before)["site"]["own_texts"].is_null());

    let lead = "Somos <b>tres</b> & venimos en {{locality}}";
    let own = json!({
        "text.es.hero.title": "Casas que duran",
        "text.es.hero.lead": lead,
        "text.es.home.title": "Albañiles de confianza",
        "text.es.service.reformas.kitchen.title": "Cocinas a medida",
        "text.es.footer.blurb": "{{brand}}, desde 1990",
    });
    change(&admin, own).await.expect(200);
    let html = page(&visitor, "/").await;
    for part in [
        "<h1 id=\"hero-title\">Casas que duran</h1>",
        "Somos &lt;b&gt;tres&lt;/b&gt; &amp; venimos en Abrera",
        "<title>Albañiles de confianza · Manetes</title>",
        "<meta name=\"description\" content=\"Somos &lt;b&gt;tres&lt;/b&gt; &amp; venimos en Abrera\">",
        "<h4>Cocinas a medida</h4>",
        "Manetes, desde 1990",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert_eq!(boot(&html)["texts"].as_object().unwrap().len(), 5);
    assert_eq!(boot(&html)["site"]["own_texts"], true);
    // The store gets what it shows, other languages what is theirs: nothing.
    let store = page(&visitor, "/store").await;
    assert!(store.contains("Manetes, desde 1990"));
    assert_eq!(boot(&store)["texts"], json!({ "footer.blurb": "{{brand}}, desde 1990" }));
    let english = page(&visitor, "/?lang=en").await;
    assert!(!english.contains("Casas que duran") && boot(&english)["texts"] == json!({}));
    let all = visitor.get("/api/site/texts?lang=es").await.expect(200).json();
    assert_eq!(all["texts"]["hero.lead"], lead);
    assert_eq!(visitor.get("/api/site/texts?lang=fr").await.json()["texts"], json!({}));

    change(&admin, json!({ "text.es.hero.title": " " })).await.expect(200);
    assert!(page(&visitor, "/").await.contains("Tu casa, en buenas manos"));
    let log = admin.get("/api/admin/log?q=text.es.hero.title").await.json();
    assert_eq!(log["count"], 2);
    assert!(log["entries"][0]["detail"].to_string().contains("Casas que duran"));
}

#[tokio::test]
async fn texts_are_changed_together_or_not_at_all_and_only_those_of_the_list() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    for (key, text) in [
        ("text.es.hero.title", "x".repeat(81)),
        ("text.es.hero.title", String::from("En {{locality}}")),
        ("text.es.cart.title", String::from("Cesta")),
        ("text.de.hero.title", String::from("Haus")),
    ] {
        let refused = change(&admin, json!({ "text.es.about.text": "Nosotros", key: text })).await;
        assert_eq!(refused.refused(422, "validation_failed").json()["field"], key);
    }
    let wrong =
        json!({ "company.nif": "1", "company.geo": "here", "company.brand": "Manetes", "text.de.hero.title": "Haus" });
    let refused = change(&admin, wrong).await.refused(422, "validation_failed").json();
    assert_eq!(refused["fields"], json!(["company.geo", "company.nif", "text.de.hero.title"]));
    let texts = admin.get("/api/admin/texts").await.expect(200).json();
    let texts = texts["texts"].as_array().unwrap();
    assert!(texts.len() > 80 && texts.iter().all(|text| text["own"] == json!({})));
    change(&admin, json!({ "text.ar.hero.title": "بيتك في أيدٍ أمينة معنا" })).await.expect(200);
    let texts = admin.get("/api/admin/texts").await.json();
    let title = texts["texts"].as_array().unwrap().iter().find(|text| text["name"] == "hero.title").cloned().unwrap();
    assert_eq!((&title["own"]["ar"], &title["max_length"]), (&json!("بيتك في أيدٍ أمينة معنا"), &json!(80)));
    assert!(page(&shop.visitor(), "/?lang=ar").await.contains("بيتك في أيدٍ أمينة معنا"));
}

#[tokio::test]
async fn a_landing_page_all_in_the_owners_words_stays_light() {
    let shop = TestShop::demo().await;
    let admin = shop.admin().await;
    let texts = admin.get("/api/admin/texts").await.json();
    let file: Value = serde_json::from_str(&std::fs::read_to_string("locales/ar.json").unwrap()).unwrap();
    let built_in = |name: &str| {
        let section = file.as_object().unwrap().values().find_map(|section| section.get(name)).unwrap();
        section.as_str().unwrap().chars().rev().collect::<String>().replace("}}", "").replace("{{", "")
    };
    let names = texts["texts"].as_array().unwrap().iter().map(|text| text["name"].as_str().unwrap());
    let own: serde_json::Map<_, _> = names.map(|name| (format!("text.ar.{name}"), built_in(name).into())).collect();
    change(&admin, own.into()).await.expect(200);
    // In Arabic the way to withdraw bears the Spanish words too; a language is a link on each page.
    let pages = [("/", 15), ("/store", 12), ("/contact", 8), ("/solicitar-presupuesto", 8)];
    let mut heavy = Vec::new();
    for (path, most) in pages.map(|(path, packets)| (format!("{path}?lang=ar"), packets * 1_460)) {
        let request = shop.visitor().request(Method::GET, &path).header("accept-encoding", "br");
        let sent = request.send().await.unwrap().bytes().await.unwrap();
        if sent.len() > most {
            heavy.push((path, sent.len()));
        }
    }
    assert!(heavy.is_empty(), "{heavy:?}");
}

#[tokio::test]
async fn over_a_photograph_of_the_owners_never_stands_what_was_said_of_the_illustration() {
    let shop = TestShop::empty().await;
    let (admin, visitor) = (shop.admin().await, shop.visitor());
    for name in ["gallery-01", "gallery-07"] {
        let put = admin.request(Method::PUT, &format!("/api/admin/site-pictures/{name}"));
        admin.send(put.header("content-type", "image/png").body(png(1300, 900))).await.expect(200);
    }
    let html = page(&visitor, "/").await;
    for words in ["Escalera con barandilla de hierro", "La cocina, antes de la reforma", "La cocina:"] {
        assert!(!html.contains(words), "{words}");
    }
    assert!(html.contains("Foto de nuestro trabajo") && html.contains("Antes del trabajo"), "and something is said");
    assert!(html.contains("El baño, antes de la reforma"), "of an illustration what was said");
    assert_eq!(visitor.get("/api/site").await.json()["own_texts"], true);
    let french = visitor.get("/api/site/texts?lang=fr").await.expect(200).json();
    assert_eq!(french["texts"]["pictures.caption.07"], "Photo de notre travail");
    // At the desk nobody has written that.
    let texts = admin.get("/api/admin/texts").await.expect(200).text;
    assert!(!texts.contains("Foto de nuestro trabajo"));

    let own = json!({ "values": { "text.es.pictures.caption.07": "La escalera de los Puig" } });
    admin.patch("/api/admin/settings", own).await.expect(200);
    assert!(page(&visitor, "/").await.contains("La escalera de los Puig"));
}

#[tokio::test]
async fn a_picture_of_the_owners_takes_the_place_of_the_sites_until_it_is_put_back() {
    let shop = TestShop::empty().await;
    let (admin, visitor) = (shop.admin().await, shop.visitor());
    let hero = async || visitor.get("/pictures/hero?w=320").await.expect(200).headers["etag"].clone();
    let (before, page_before) = (hero().await, page(&visitor, "/").await);
    let send = async |name: &str, file: Vec<u8>| {
        let request = admin.request(Method::PUT, &format!("/api/admin/site-pictures/{name}"));
        admin.send(request.header("content-type", "image/png").body(file)).await
    };
    let all = send("hero", png(1300, 900)).await.expect(200).json();
    let own = all["pictures"].as_array().unwrap().iter().filter(|picture| picture["own"] == true);
    assert_eq!(own.map(|picture| picture["name"].as_str().unwrap()).collect::<Vec<_>>(), ["hero"]);
    assert_ne!(hero().await, before);
    let html = page(&visitor, "/").await;
    assert_eq!(boot(&html)["site"]["own_pictures"], json!(["hero"]));
    assert_eq!(boot(&html)["site"]["pictures"], all["version"]);

    // A link to the site is shown with what the picture is, not with what it should be.
    send("social", png(900, 900)).await.expect(200);
    let html = page(&visitor, "/store").await;
    assert!(html.contains("og:image:width\" content=\"900\"") && html.contains("og:image:height\" content=\"472\""));

    send("gallery-15", png(300, 200)).await.refused(404, "not_found");
    send("../manetes", png(300, 200)).await.refused(404, "not_found");
    send("hero", b"<svg onload=alert(1)>".to_vec()).await.refused(415, "unsupported_media_type");
    let put_back =
        async |name: &str| admin.send(admin.request(Method::DELETE, &format!("/api/admin/site-pictures/{name}"))).await;
    put_back("gallery-01").await.refused(404, "not_found");
    put_back("social").await.expect(200);
    put_back("hero").await.expect(200);
    assert_eq!(hero().await, before);
    assert_eq!(boot(&page(&visitor, "/").await)["site"], boot(&page_before)["site"]);
    let log = admin.get("/api/admin/log?act=picture").await.json();
    assert_eq!(
        (&log["count"], &log["entries"][0]["subject"]),
        (&json!(4), &json!("hero")),
        "what was refused is not in it"
    );
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_fn(width, height, |x, y| image::Rgb([(x % 251) as u8, (y % 241) as u8, 90]));
    picture.write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner()
}
