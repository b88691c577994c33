//! The two forms as a browser without scripts sends them: to their own page, which answers with a page.

use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use manetes::quotes;
use manetes::settings::Settings;
use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use url::form_urlencoded::Serializer;

use crate::support::{OWNER, Person, TestShop};

const QUOTE: &str = "/solicitar-presupuesto";
const CONTACT: &str = "/contact";
const BOUNDARY: &str = "----part";

/// As a browser sends it from our own page.
fn form(visitor: &Person, path: &str, fields: &[(&str, &str)]) -> RequestBuilder {
    let body = fields.iter().fold(Serializer::new(String::new()), |mut body, (name, value)| {
        body.append_pair(name, value);
        body
    });
    from_our_page(visitor, path).header("content-type", "application/x-www-form-urlencoded").body({ body }.finish())
}

fn from_our_page(visitor: &Person, path: &str) -> RequestBuilder {
    visitor.request(Method::POST, path).header("sec-fetch-site", "same-origin").header("sec-fetch-mode", "navigate")
}

/// The same with files.
fn parts(visitor: &Person, fields: &[(&str, &str)], files: &[&[u8]]) -> RequestBuilder {
    let mut body = Vec::new();
    for (name, value) in fields {
        let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(head.as_bytes());
    }
    for file in files {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"photos\"; filename=\"a.jpg\"\r\n\
             Content-Type: image/jpeg\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(file);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    from_our_page(visitor, QUOTE).header("content-type", kind).body(body)
}

fn jpeg() -> Vec<u8> {
    let mut file = Vec::new();
    RgbImage::from_pixel(60, 40, Rgb([220, 20, 20])).write_with_encoder(JpegEncoder::new(&mut file)).unwrap();
    file
}

const WRITTEN: [(&str, &str); 5] = [
    ("name", "Núria <Puig>"),
    ("email", "nuria@example.com"),
    ("message", "Una puerta.\r\nNo cierra."),
    ("website", ""),
    ("lang", "fr"),
];

fn with<'a>(changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let kept = WRITTEN.into_iter().filter(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
    kept.chain(changes.iter().copied()).collect()
}

/// What came back to be filled in again.
fn sent_back(html: &str) -> Value {
    let (_, boot) = html.split_once("<script type=\"application/json\" id=\"boot\">").unwrap();
    serde_json::from_str::<Value>(boot.split_once("</script>").unwrap().0).unwrap()["form"].clone()
}

#[tokio::test]
async fn a_message_arrives_without_scripts_and_a_reload_does_not_send_it_again() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    let reply = visitor.send(form(&visitor, CONTACT, &WRITTEN)).await.expect(303);
    assert_eq!(reply.headers["location"], "/contact?sent=1&lang=fr");
    assert!(reply.headers.get("set-cookie").is_none(), "nobody chose a language");
    let stored = shop.app.db.read(quotes::list_messages).await.unwrap().remove(0);
    assert_eq!((stored.name.as_str(), stored.message.as_str()), ("Núria <Puig>", "Una puerta.\nNo cierra."));
    let mails = shop.queued_mails().await;
    assert_eq!(mails.iter().map(|(to, ..)| to.as_str()).collect::<Vec<_>>(), ["nuria@example.com", OWNER]);

    let thanks = visitor.get("/contact?sent=1&lang=fr").await.expect(200).text;
    assert!(thanks.contains("<strong>Message envoyé</strong>"));
    assert!(thanks.contains(&format!("<link rel=\"canonical\" href=\"{}/contact?lang=fr\">", shop.base)));
    assert!(!visitor.get(CONTACT).await.text.contains("<strong>Mensaje enviado"));
}

#[tokio::test]
async fn a_quote_about_a_product_is_begun_without_scripts_too() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let cards = visitor.get("/api/store/store_manetes/cards?limit=1&lang=fr").await.expect(200).json();
    let (id, title) = (cards["cards"][0]["id"].as_str().unwrap(), cards["cards"][0]["title"].as_str().unwrap());
    let page = visitor.get(&format!("{QUOTE}?product={id}&lang=fr")).await.expect(200).text;
    let (_, message) = page.split_once("<textarea").unwrap();
    let (message, _) = message.split_once("</textarea>").unwrap();
    assert!(message.contains(title), "{message}");
    let gone = visitor.get(&format!("{QUOTE}?product=gone")).await.expect(200).text;
    assert!(gone.contains("<textarea"), "{gone}");
}

/// The product of a request stands above the form, with its picture and the way back.
fn names(html: &str, product: &Value) -> bool {
    let link = format!("<a class=\"asked-for\" href=\"/product/{}\"", product["id"].as_str().unwrap());
    let named = html.split_once(&link).and_then(|(_, rest)| rest.split_once("</a>"));
    named.is_some_and(|(shown, _)| shown.contains("<img") && shown.contains(product["title"].as_str().unwrap()))
}

#[tokio::test]
async fn a_quote_about_a_product_comes_back_with_it_and_so_do_its_thanks() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let cards = visitor.get("/api/store/store_manetes/cards?limit=1&lang=fr").await.expect(200).json();
    let product = &cards["cards"][0];
    let about = format!("{QUOTE}?product={}", product["id"].as_str().unwrap());
    let page = visitor.get(&format!("{about}&lang=fr")).await.expect(200).text;
    assert!(page.contains(&format!("action=\"{about}#formulario\"")) && names(&page, product), "{page}");

    let refused = visitor.send(form(&visitor, &about, &with(&[("email", "nobody")]))).await.expect(422).text;
    assert!(refused.contains(&format!("action=\"{about}#formulario\"")) && names(&refused, product), "{refused}");
    assert!(refused.contains("value=\"nobody\"") && refused.contains("No cierra."), "{refused}");
    // Nothing of it was read but its address.
    let large = form(&visitor, &format!("{about}&lang=fr"), &with(&[("message", &"x".repeat(9 << 20))]));
    assert!(names(&visitor.send(large).await.expect(413).text, product));

    let reply = visitor.send(form(&visitor, &about, &WRITTEN)).await.expect(303);
    let thanks = about.replace('?', "?sent=1&");
    assert_eq!(reply.headers["location"], format!("{thanks}&lang=fr"));
    let thanks = visitor.get(&format!("{thanks}&lang=fr")).await.expect(200).text;
    assert!(thanks.contains("class=\"notice stack receipt\"") && names(&thanks, product), "{thanks}");
}

#[tokio::test]
async fn a_request_for_a_quote_arrives_with_its_photos() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    let fields = with(&[("service", "plumber"), ("phone", "600 111 222"), ("town", "08630"), ("when", "")]);
    let photo = jpeg();
    // A field in which nothing was chosen sends an empty file.
    let reply = visitor.send(parts(&visitor, &fields, &[&photo, &photo, b""])).await.expect(303);
    assert_eq!(reply.headers["location"], "/solicitar-presupuesto?sent=1&lang=fr");
    let stored = shop.app.db.read(quotes::list_quotes).await.unwrap().remove(0);
    assert_eq!((stored.service, stored.phone.as_deref()), (Some(quotes::Service::Plumber), Some("600 111 222")));
    assert_eq!((stored.wanted_when, stored.photos.len(), stored.lang.code()), (None, 2, "fr"));
    assert!(stored.consent_at.is_some());
}

#[tokio::test]
async fn what_was_typed_comes_back_with_what_is_wrong() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    let fields = with(&[("email", "nobody"), ("service", "plumber")]);
    let reply = visitor.send(parts(&visitor, &fields, &[&jpeg()])).await.expect(422);
    assert_eq!(
        (&reply.headers["content-language"], &reply.headers["cache-control"]),
        (&"fr".parse().unwrap(), &"private, no-cache".parse().unwrap())
    );
    let html = reply.text;
    for part in [
        "value=\"Núria &lt;Puig&gt;\"",
        "Una puerta.",
        "value=\"nobody\"",
        "aria-invalid=\"true\"",
        "<option value=\"plumber\" selected=\"\">",
        "name=\"kept\"",
        "role=\"alert\"",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let form = sent_back(&html);
    assert_eq!((&form["problem"]["field"], &form["problem"]["reason"]), (&"email".into(), &"email".into()));
    assert_eq!(shop.queued_mails().await.len(), 0);

    // The photo is there already.
    let kept = form["photos"][0].as_str().unwrap();
    let again = with(&[("kept", kept)]);
    visitor.send(parts(&visitor, &again, &[b""])).await.expect(303);
    assert_eq!(shop.app.db.read(quotes::list_quotes).await.unwrap().remove(0).photos.len(), 1);
}

#[tokio::test]
async fn every_refusal_is_a_page_with_the_telephone() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    let now = shop.app.clock.now();
    for (request, status) in [
        (form(&visitor, QUOTE, &with(&[("name", " ")])), 422),
        (form(&visitor, QUOTE, &with(&[("phone", "call me")])), 422),
        (parts(&visitor, &WRITTEN, &[b"no picture"]), 422),
        (parts(&visitor, &WRITTEN, &[&vec![0; 9 << 20]]), 413),
        (from_our_page(&visitor, QUOTE).header("content-type", "text/plain").body("name=x"), 415),
        (from_our_page(&visitor, QUOTE).header("content-type", "multipart/form-data").body("x"), 400),
    ] {
        let reply = visitor.send(request).await.expect(status);
        assert_eq!(reply.headers["content-type"], "text/html; charset=utf-8");
        assert!(reply.text.contains("role=\"alert\"") && reply.text.contains("href=\"tel:"), "{status}");
    }
    let off = move |tx: &manetes::db::Tx<'_>| Settings::set(tx, "contact.form_enabled", "false", now);
    shop.app.db.write(off).await.unwrap();
    let reply = visitor.send(form(&visitor, CONTACT, &with(&[("lang", "es")]))).await.expect(409);
    assert!(reply.text.contains("<strong>Trabajo en curso</strong>"));
    assert_eq!(shop.queued_mails().await.len(), 0);
}

#[tokio::test]
async fn another_site_cannot_send_a_form_in_a_readers_name() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    for header in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
        let body = visitor.request(Method::POST, CONTACT).header("content-type", "application/x-www-form-urlencoded");
        let request = body.header(header.0, header.1).header("cookie", "a=b").body("name=x&email=x%40y.es&message=x");
        visitor.send(request).await.refused(403, "cross_site_request");
    }
    assert_eq!(shop.queued_mails().await.len(), 0);
}

#[tokio::test]
async fn machines_and_those_in_a_hurry_are_bounded_as_everywhere() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    visitor.send(form(&visitor, CONTACT, &with(&[("website", "http://spam.example")]))).await.expect(303);
    assert_eq!(shop.queued_mails().await.len(), 0);
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(visitor.send(form(&visitor, CONTACT, &WRITTEN)).await.status.as_u16());
    }
    assert_eq!(statuses, [303, 303, 303, 429]);
}

#[tokio::test]
async fn a_language_chosen_without_scripts_is_remembered_and_one_that_was_linked_to_is_not() {
    let shop = TestShop::empty().await;
    let visitor = shop.visitor();
    let open = |path: &str, site: &str, cookie: &str| {
        let request = visitor.request(Method::GET, path).header("sec-fetch-site", site);
        request.header("sec-fetch-mode", "navigate").header("cookie", cookie)
    };
    for (path, site, cookie, remembered) in [
        ("/contact?lang=fr", "same-origin", "a=b", true),
        ("/contact?lang=fr", "same-origin", "lang=ar", true),
        ("/contact?lang=fr", "same-origin", "lang=fr", false),
        ("/contact?lang=fr", "cross-site", "a=b", false),
        ("/contact?lang=fr", "none", "a=b", false),
        ("/contact?lang=xx", "same-origin", "a=b", false),
        ("/contact", "same-origin", "a=b", false),
        ("/contact?sent=1&lang=fr", "same-origin", "a=b", false),
    ] {
        let reply = visitor.send(open(path, site, cookie)).await.expect(200);
        let cookie = reply.headers.get("set-cookie").map(|value| value.to_str().unwrap());
        let expected = remembered.then_some("lang=fr; Path=/; Max-Age=31536000; SameSite=Lax");
        assert_eq!(cookie, expected, "{path} {site}");
    }
}
