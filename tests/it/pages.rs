//! The pages as a browser is given them, with everything the front end's build puts into them.

use manetes::comments;
use manetes::lang::Lang;
use manetes::site::pages::routes::encode_component;

use crate::support::{NOON, Person, TestShop};

/// What a page may weigh when it travels. What a server sends before it waits for the first answer is ten packets of 1,460
/// bytes: the last lines of a product with its table of facts, and its comments, come in an eleventh, and so do the last cards
/// of the store; in Arabic, whose energy classes stand beside their prices, in a twelfth. They come with the answer to the first.
const LIMIT: usize = 12 * 1_460;
/// What the landing page may weigh. It holds every panel, picture and caption and all of their style, so that it reads whole
/// without another request and without scripts, and a link to one of its sections leads there at once; what a phone shows
/// first is in its first half. Fourteen packets.
const LANDING_LIMIT: usize = 14 * 1_460;

/// The bytes of a page as they are sent once many have asked for it.
async fn brotli_bytes(visitor: &Person, path: &str) -> usize {
    let html = visitor.get(path).await.expect(200).text;
    assert!(html.contains("<h1"), "{path} was not drawn");
    let thorough = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 16, ..Default::default() };
    let mut small = Vec::new();
    brotli::BrotliCompress(&mut html.as_bytes(), &mut small, &thorough).unwrap();
    small.len()
}

#[tokio::test]
async fn the_pages_of_the_shop_are_light_in_every_language() {
    let shop = TestShop::demo().await;
    shop.app.db.write(|tx| comments::demo::load(tx, NOON)).await.unwrap();
    let visitor = shop.visitor();
    let cards = visitor.get("/api/store/store_manetes/cards?limit=1").await.expect(200).json();
    let product = format!("/product/{}", cards["cards"][0]["id"].as_str().unwrap());
    assert!(visitor.get(&product).await.text.contains("Helen Brooks"), "the page shows its comments");
    for lang in Lang::ALL {
        for path in ["/", "/store", &product] {
            let bytes = brotli_bytes(&visitor, &format!("{path}?lang={lang}")).await;
            let limit = if path == "/" { LANDING_LIMIT } else { LIMIT };
            assert!(bytes <= limit, "{path} in {lang}: {bytes} bytes");
        }
    }
}

#[tokio::test]
async fn a_chat_begins_with_what_the_page_is_about_in_its_language() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let cards = visitor.get("/api/store/store_manetes/cards?limit=1&lang=es").await.expect(200).json();
    let (id, title) = (cards["cards"][0]["id"].as_str().unwrap(), cards["cards"][0]["title"].as_str().unwrap());
    for (path, text) in [
        (format!("/product/{id}"), format!("Hola, tengo una pregunta sobre «{title}».")),
        (format!("/solicitar-presupuesto?product={id}"), format!("Hola, quiero un presupuesto para «{title}».")),
        (String::from("/solicitar-presupuesto?lang=fr"), String::from("Bonjour, je voudrais un devis.")),
    ] {
        let html = visitor.get(&path).await.expect(200).text;
        let link = format!("https://wa.me/34600000000?text={}", encode_component(&text));
        assert!(html.contains(&link), "{path} has no {link}");
    }
}

#[tokio::test]
async fn who_mistypes_in_the_store_reads_what_was_searched_for_instead() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let html = visitor.get("/store?q=griffos").await.expect(200).text;
    assert!(html.contains("No hay nada con «griffos»: esto es lo que hay con «grifo»."), "{html}");
    let asked = visitor.get("/api/store/store_manetes/cards?q=taladros").await.expect(200).json();
    assert!(asked["cards"][0]["title"].as_str().unwrap().starts_with("Taladro"));
    assert!(asked["searched_for"].is_null());
    assert!(!visitor.get("/store?q=taladros").await.expect(200).text.contains("No hay nada con"));
}
