//! Writing to the firm: requests for a quote, and messages.

use manetes::clock::Timestamp;
use manetes::lang::Lang;
use manetes::quotes;
use manetes::settings::Settings;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{OWNER, Person, Reply, TestShop};

const QUOTE: &str = "/api/functions/send-budget-request";
const MESSAGE: &str = "/api/functions/send-contact-message";

fn quote() -> Value {
    json!({
        "name": "Núria Puig",
        "email": "Nuria@example.com",
        "phone": "600 111 222",
        "message": "La puerta no cierra.\r\nCompra barato en http://spam.example",
        "service": "locksmith",
        "town": "08630",
        "when": "esta semana",
        "consent": true,
        "lang": "fr",
        "website": "",
    })
}

fn message(email: &str) -> Value {
    json!({ "name": "Omar", "email": email, "message": "¿Abrís los sábados?" })
}

/// An answer with a word for the number that it names.
fn shape(reply: &Reply) -> String {
    let number = reply.json()["number"].as_str().unwrap().to_owned();
    reply.text.replace(&number, "number")
}

async fn count(shop: &TestShop) -> (usize, usize, usize) {
    let quotes = shop.app.db.read(quotes::list_quotes).await.unwrap().len();
    let messages = shop.app.db.read(quotes::list_messages).await.unwrap().len();
    (quotes, messages, shop.queued_mails().await.len())
}

#[tokio::test]
async fn a_request_for_a_quote_is_stored_acknowledged_and_mailed_to_the_owner() {
    let shop = TestShop::with_owner().await;
    let reply = shop.visitor().post(QUOTE, quote()).await.expect(202);
    let stored = shop.app.db.read(quotes::list_quotes).await.unwrap().remove(0);
    assert_eq!((reply.json(), stored.number.as_str()), (json!({ "number": "P-2026-0001" }), "P-2026-0001"));
    assert_eq!((stored.name.as_str(), stored.email.as_str()), ("Núria Puig", "nuria@example.com"));
    assert_eq!(stored.message, "La puerta no cierra.\nCompra barato en http://spam.example");
    assert_eq!(stored.service, Some(quotes::Service::Locksmith));
    assert_eq!(
        (stored.town_or_postcode.as_deref(), stored.wanted_when.as_deref()),
        (Some("08630"), Some("esta semana"))
    );
    assert_eq!((stored.status.as_str(), stored.lang.code()), ("new", "fr"));
    assert_eq!(stored.consent_at, Some(shop.app.clock.now()));

    let number = &stored.number;
    let [(sender, lang, acknowledgement), (owner, owners_lang, news)] = &shop.queued_mails().await[..] else {
        panic!("two mails")
    };
    assert_eq!((sender.as_str(), lang.as_str()), ("nuria@example.com", "fr"));
    // Nothing that was typed freely but a first name: the address may be somebody else's.
    let said = json!({ "kind": "quote_received", "name": "Núria", "number": number, "service": "Serrurerie" });
    assert_eq!(*acknowledgement, said);
    assert_eq!((owner.as_str(), owners_lang.as_str()), (OWNER, "es"));
    assert_eq!((&news["kind"], &news["service"]), (&json!("quote_for_owner"), &json!("Cerrajería")));
    assert_eq!((&news["phone"], &news["lang"]), (&json!("600 111 222"), &json!("fr")));
    assert_eq!(news["message"], stored.message);
    // The mail leads to the page of the conversation.
    assert_eq!((&news["id"], &news["number"]), (&json!(stored.id), &json!(number)));
}

#[tokio::test]
async fn only_name_address_and_message_are_needed() {
    let shop = TestShop::with_owner().await;
    let body = json!({ "name": "Omar", "email": "omar@example.com", "message": "Un grifo gotea." });
    let visitor = shop.visitor();
    let request = visitor.request(Method::POST, QUOTE).header("accept-language", "ar").json(&body);
    visitor.send(request).await.expect(202);
    let stored = shop.app.db.read(quotes::list_quotes).await.unwrap().remove(0);
    assert_eq!((stored.phone, stored.service, stored.consent_at), (None, None, None));
    assert_eq!(stored.lang.code(), "ar");
}

#[tokio::test]
async fn a_message_is_stored_acknowledged_and_mailed_to_the_owner() {
    let shop = TestShop::with_owner().await;
    let reply = shop.visitor().post(MESSAGE, message("omar@example.com")).await.expect(202);
    let stored = shop.app.db.read(quotes::list_messages).await.unwrap().remove(0);
    assert_eq!((reply.json(), stored.number.as_str()), (json!({ "number": "M-2026-0001" }), "M-2026-0001"));
    assert_eq!((stored.name.as_str(), stored.message.as_str()), ("Omar", "¿Abrís los sábados?"));
    let [(sender, _, acknowledgement), (owner, _, news)] = &shop.queued_mails().await[..] else { panic!("two mails") };
    assert_eq!((sender.as_str(), owner.as_str()), ("omar@example.com", OWNER));
    assert_eq!(*acknowledgement, json!({ "kind": "message_received", "name": "Omar", "number": "M-2026-0001" }));
    assert_eq!((&news["name"], &news["email"]), (&json!("Omar"), &json!("omar@example.com")));
}

#[tokio::test]
async fn without_an_owner_only_the_sender_gets_a_mail() {
    let shop = TestShop::empty().await;
    shop.visitor().post(QUOTE, quote()).await.expect(202);
    shop.visitor().post(MESSAGE, message("omar@example.com")).await.expect(202);
    let recipients: Vec<_> = shop.queued_mails().await.into_iter().map(|(recipient, ..)| recipient).collect();
    assert_eq!(recipients, ["nuria@example.com", "omar@example.com"]);
}

#[tokio::test]
async fn what_is_wrong_is_named_and_nothing_is_kept() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    let wrong = |field: &str, value: Value| {
        let mut body = quote();
        body[field] = value;
        body
    };
    for (field, value) in [
        ("name", json!(" \u{202e}")),
        ("name", json!("ñ".repeat(101))),
        ("email", json!("nuria")),
        ("email", json!("a@example.com,b@example.com")),
        ("message", json!("\u{0}\n")),
        ("message", json!("x".repeat(4001))),
        ("phone", json!("call me")),
        ("service", json!("astrology")),
        ("town", json!("x".repeat(101))),
        ("when", json!("x".repeat(101))),
        ("lang", json!("de")),
    ] {
        let reply = visitor.post(QUOTE, wrong(field, value)).await.refused(422, "validation_failed");
        assert_eq!(reply.json()["field"], field);
    }
    visitor.post(QUOTE, json!({ "name": "Omar" })).await.refused(400, "bad_request");
    visitor.post(QUOTE, wrong("status", json!("closed"))).await.refused(400, "unknown_field");
    visitor.post(MESSAGE, message("omar@")).await.refused(422, "validation_failed");
    assert_eq!(count(&shop).await, (0, 0, 0));
    // Mistakes did not count against the limit.
    visitor.post(QUOTE, quote()).await.expect(202);
}

#[tokio::test]
async fn a_machine_that_fills_in_every_field_is_told_what_people_are_told() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    for (path, mut body) in [(QUOTE, quote()), (MESSAGE, message("omar@example.com"))] {
        body["website"] = json!("http://spam.example");
        let dropped = visitor.post(path, body.clone()).await.expect(202);
        assert_eq!(count(&shop).await, (0, 0, 0));
        body["website"] = json!("");
        let kept = visitor.post(path, body).await.expect(202);
        assert_eq!(
            (&dropped.text, &dropped.headers["content-type"]),
            (&kept.text, &kept.headers["content-type"]),
            "the number that comes next, which it does not use up"
        );
        shop.app.db.write(|tx| tx.execute_batch(FORGET).map_err(manetes::db::Error::from)).await.unwrap();
    }
}

const FORGET: &str = "DELETE FROM quote_requests; DELETE FROM contact_messages; DELETE FROM outbox;";

#[tokio::test]
async fn no_number_is_given_twice_and_each_year_of_the_firm_begins_anew() {
    let shop = TestShop::with_owner().await;
    let ask = async |email: &str| {
        let mut form = quote();
        form["email"] = json!(email);
        shop.visitor().post(QUOTE, form).await.expect(202).json()["number"].clone()
    };
    assert_eq!(ask("a@example.com").await, "P-2026-0001");
    assert_eq!(ask("b@example.com").await, "P-2026-0002");
    // What is deleted or erased takes its number along.
    shop.app.db.write(|tx| tx.execute_batch(FORGET).map_err(manetes::db::Error::from)).await.unwrap();
    assert_eq!(ask("c@example.com").await, "P-2026-0003");
    let new_year = Timestamp::parse_local("2027-01-01 00:30:00").unwrap();
    shop.app.clock.advance_seconds(new_year.seconds() - shop.app.clock.now().seconds());
    assert_eq!(ask("d@example.com").await, "P-2027-0001");
}

#[tokio::test]
async fn one_visitor_writes_five_times_an_hour() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    for n in 0..5 {
        let path = if n % 2 == 0 { MESSAGE } else { QUOTE };
        visitor.post(path, message(&format!("omar{n}@example.com"))).await.expect(202);
    }
    let reply = visitor.post(MESSAGE, message("omar6@example.com")).await.refused(429, "over_request_rate_limit");
    assert!(reply.headers.contains_key("retry-after"));
    let (quotes, messages, _) = count(&shop).await;
    assert_eq!(quotes + messages, 5);
}

#[tokio::test]
async fn one_address_gets_three_acknowledgements_a_day_whoever_writes() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    for email in ["victim@example.com", "Victim@Example.com", "victim@example.com"] {
        visitor.post(MESSAGE, message(email)).await.expect(202);
    }
    visitor.post(QUOTE, message("victim@example.com")).await.refused(429, "over_request_rate_limit");
    let to_victim = shop.queued_mails().await.into_iter().filter(|(to, ..)| to == "victim@example.com").count();
    assert_eq!(to_victim, 3);
}

#[tokio::test]
async fn whether_an_address_has_an_account_is_nobodys_business() {
    let shop = TestShop::with_owner().await;
    shop.customer("nuria@example.com").await;
    let visitor = shop.visitor();
    let known = visitor.post(MESSAGE, message("nuria@example.com")).await.expect(202);
    let unknown = visitor.post(MESSAGE, message("nobody@example.com")).await.expect(202);
    assert_eq!(shape(&known), shape(&unknown));
    let names = |reply: &Reply| reply.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&known), names(&unknown));
}

async fn switch(shop: &TestShop, value: &'static str) {
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| Settings::set(tx, "contact.form_enabled", value, now)).await.unwrap();
}

#[tokio::test]
async fn the_owner_can_switch_the_contact_form_off_but_quotes_can_always_be_asked_for() {
    let shop = TestShop::with_owner().await;
    let visitor: Person = shop.visitor();
    switch(&shop, "false").await;
    visitor.post(MESSAGE, message("omar@example.com")).await.refused(409, "contact_form_off");
    assert_eq!(visitor.get("/api/site").await.expect(200).json()["contact_form_enabled"], false);
    visitor.post(QUOTE, quote()).await.expect(202);
    assert_eq!(count(&shop).await, (1, 0, 2));
    switch(&shop, "true").await;
    visitor.post(MESSAGE, message("omar@example.com")).await.expect(202);
}

#[tokio::test]
async fn both_pages_arrive_whole_in_every_language() {
    let shop = TestShop::empty().await;
    for (path, titles) in [
        ("/contact", ["Contacto", "Contacte", "Contact", "Contact", "اتصل بنا"]),
        (
            "/solicitar-presupuesto",
            ["Pedir presupuesto", "Demanar pressupost", "Request a quote", "Demander un devis", "اطلب عرض سعر"],
        ),
    ] {
        for (lang, title) in Lang::ALL.into_iter().zip(titles) {
            let html = shop.visitor().get(&format!("{path}?lang={lang}")).await.expect(200).text;
            assert!(html.contains(&format!("<title>{title} · Manetes</title>")), "{path} {lang}");
            assert!(html.contains("name=\"website\"") && html.contains("method=\"post\""), "{path} {lang}");
            assert!(html.contains("href=\"tel:+34600000000\""), "{path} {lang}");
        }
    }
}
