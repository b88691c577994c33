//! Complaints, by the duties of TRLGDCU arts. 21.2 and 21.3 and of Ley 7/2017 art. 40.3: a key and a written receipt at
//! once, an answer within fifteen days, and whoever settles disputes named.

use std::process::Command;

use manetes::clock::Timestamp;
use manetes::db;
use manetes::lang::Lang;
use manetes::privacy::retention;
use manetes::settings::Settings;
use manetes::{alerts, quotes};
use reqwest::Method;
use serde_json::{Value, json};
use url::form_urlencoded::Serializer;

use crate::support::{OWNER, Person, Reply, TestShop};

const SEND: &str = "/api/functions/send-contact-message";
const MESSAGES: &str = "/api/admin/messages";
const EMAIL: &str = "nuria@example.com";

fn complaint(text: &str) -> Value {
    json!({
        "name": "Núria Puig", "email": EMAIL, "message": text, "kind": "complaint", "order": "2026-0007", "lang": "fr",
    })
}

/// Complains; answers the receipt.
async fn complain(shop: &TestShop, text: &str) -> Value {
    shop.visitor().post(SEND, complaint(text)).await.expect(202).json()["complaint"].clone()
}

/// The path of the only message that holds a text.
async fn path_of(admin: &Person, text: &str) -> String {
    let found = admin.get(&format!("{MESSAGES}?q={text}")).await.expect(200).json();
    assert_eq!(found["count"], 1, "{found}");
    format!("{MESSAGES}/{}", found["messages"][0]["id"].as_str().unwrap())
}

async fn set(shop: &TestShop, key: &'static str, value: &'static str) {
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| Settings::set(tx, key, value, now)).await.unwrap();
}

/// Sends the form of the contact page as a browser without scripts does.
async fn send_form(visitor: &Person, fields: &[(&str, &str)]) -> Reply {
    let body = fields.iter().fold(Serializer::new(String::new()), |mut body, (name, value)| {
        body.append_pair(name, value);
        body
    });
    let request = visitor.request(Method::POST, "/contact").header("sec-fetch-site", "same-origin");
    let request = request.header("content-type", "application/x-www-form-urlencoded").body({ body }.finish());
    visitor.send(request).await
}

/// The mails to the owner of a kind, by the keys they name.
async fn told(shop: &TestShop, kind: &str) -> Vec<String> {
    let mails = shop.queued_mails().await.into_iter().filter(|(to, _, mail)| to == OWNER && mail["kind"] == kind);
    mails.map(|(_, _, mail)| mail["key"].as_str().unwrap_or_default().to_owned()).collect()
}

fn after_days(shop: &TestShop, days: i64) {
    shop.app.clock.advance_seconds(days * 86_400);
}

#[tokio::test]
async fn a_complaint_gets_a_key_and_a_written_receipt_at_once() {
    let shop = TestShop::with_owner().await;
    let receipt = complain(&shop, "El cilindro llegó roto.\nNadie contesta.").await;
    assert_eq!((&receipt["key"], &receipt["due_on"]), (&json!("R-2026-0001"), &json!("2026-12-05")));
    assert_eq!(receipt["received_at"], "2026-11-20T11:00:00.000Z");
    assert_eq!(receipt["received_locally"], "20/11/2026 12:00:00 (UTC+01:00)");
    let mails = shop.queued_mails().await;
    let [(to, lang, mail), (owner, _, notice)] = &mails[..] else { panic!("{mails:?}") };
    assert_eq!((to.as_str(), lang.as_str(), &mail["kind"]), (EMAIL, "fr", &json!("complaint_received")));
    for (name, value) in [
        ("key", json!("R-2026-0001")),
        ("at", json!("20/11/2026 12:00:00 (UTC+01:00)")),
        ("due", json!("05/12/2026")),
        ("text", json!(["El cilindro llegó roto.", "Nadie contesta."])),
        ("order", json!("2026-0007")),
    ] {
        assert_eq!(mail[name], value, "{name}");
    }
    assert_eq!((owner.as_str(), &notice["kind"]), (OWNER, &json!("complaint_for_owner")));
    assert_eq!((&notice["key"], &notice["email"]), (&json!("R-2026-0001"), &json!(EMAIL)));
    let admin = shop.admin().await;
    let log = admin.get("/api/admin/log?act=complaint.received").await.json();
    assert_eq!(log["entries"][0]["detail"], json!({ "key": "R-2026-0001", "due_on": "2026-12-05" }));
}

#[tokio::test]
async fn who_sends_no_complaint_sees_no_difference() {
    let shop = TestShop::with_owner().await;
    let message = json!({ "name": "Omar", "email": EMAIL, "message": "¿Abrís los sábados?" });
    let answer = shop.visitor().post(SEND, message.clone()).await.expect(202).json();
    assert!(answer["number"].is_string() && answer.as_object().unwrap().len() == 1, "{answer}");
    let admin = shop.admin().await;
    let list = admin.get(MESSAGES).await.expect(200).json();
    assert!(list["messages"][0].get("complaint").is_none(), "{list}");
    let path = path_of(&admin, "Omar").await;
    admin.post(&format!("{path}/status"), json!({ "status": "closed" })).await.expect(200);
    admin.send(admin.request(Method::DELETE, &path)).await.expect(204);
    let mut wrong = complaint("x");
    wrong["kind"] = json!("claim");
    let refused = shop.visitor().post(SEND, wrong).await.refused(422, "validation_failed");
    assert_eq!((&refused.json()["field"], &refused.json()["reason"]), (&json!("kind"), &json!("unknown")));
    let mut long = complaint("x");
    long["order"] = json!("1".repeat(101));
    assert_eq!(shop.visitor().post(SEND, long).await.refused(422, "validation_failed").json()["field"], "order");
}

#[tokio::test]
async fn the_same_complaint_sent_twice_is_one_and_no_key_is_given_twice() {
    let shop = TestShop::with_owner().await;
    let first = complain(&shop, "Llegó roto.").await;
    assert_eq!(complain(&shop, "Llegó roto.").await, first, "a second click");
    assert_eq!(shop.queued_mails().await.len(), 2);
    assert_eq!(complain(&shop, "Y tarde.").await["key"], "R-2026-0002");
    // The newest goes; its key does not come back.
    let admin = shop.admin().await;
    let path = path_of(&admin, "tarde").await;
    let end = json!({ "status": "closed", "note": "Por teléfono", "answered": true });
    admin.post(&format!("{path}/status"), end).await.expect(200);
    admin.send(admin.request(Method::DELETE, &path)).await.expect(204);
    shop.app.clock.advance_seconds(61);
    assert_eq!(complain(&shop, "Llegó roto.").await["key"], "R-2026-0003", "a minute later it is another");
    // On the firm's calendar it is next year an hour before it is in Greenwich.
    let new_year = Timestamp::parse_local("2027-01-01 00:30:00").unwrap();
    shop.app.clock.advance_seconds(new_year.seconds() - shop.app.clock.now().seconds());
    assert_eq!(complain(&shop, "Feliz año.").await["key"], "R-2027-0001");
}

#[tokio::test]
async fn a_shop_that_was_put_back_gives_no_key_twice_that_it_does_not_know_of() {
    let shop = TestShop::with_owner().await;
    complain(&shop, "El cilindro llegó roto.").await;
    shop.app.db.write(|tx| quotes::begin_numbers(tx, 2026, 467_000)).await.unwrap();
    assert_eq!(complain(&shop, "La llave no gira.").await["key"], "R-2026-467001");
}

#[tokio::test]
async fn a_complaint_is_taken_while_the_contact_form_is_switched_off() {
    let shop = TestShop::with_owner().await;
    set(&shop, "contact.form_enabled", "false").await;
    assert_eq!(complain(&shop, "Llegó roto.").await["key"], "R-2026-0001");
    // Nobody believes that one arrived which did not.
    let mut trapped = complaint("Compra esto");
    trapped["website"] = json!("http://spam.example");
    shop.visitor().post(SEND, trapped).await.refused(422, "validation_failed");
}

#[tokio::test]
async fn complaints_have_bounds_of_their_own_that_messages_do_not_use_up() {
    let shop = TestShop::with_owner().await;
    for n in 0..3 {
        let message = json!({ "name": "Omar", "email": EMAIL, "message": format!("Hola {n}") });
        shop.visitor().post(SEND, message).await.expect(202);
    }
    for n in 0..10 {
        complain(&shop, &format!("La puerta {n}")).await;
    }
    let refused = shop.visitor().post(SEND, complaint("La undécima")).await.refused(429, "over_request_rate_limit");
    assert!(refused.json()["phone"].as_str().unwrap().starts_with('+'), "they are told how else");
    // Whoever types somebody else's address fills no mailbox at once.
    let sql = "SELECT count(*), sum(next_try_at > created_at) FROM outbox WHERE recipient = ?1 AND message ->> 'kind' = 'complaint_received'";
    let (receipts, later): (i64, i64) = shop.row(sql, EMAIL).await;
    assert_eq!((receipts, later), (10, 7));
}

#[tokio::test]
async fn a_complaint_arrives_without_scripts_and_its_page_shows_the_receipt() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    let fields = [
        ("name", "Núria <Puig>"),
        ("email", EMAIL),
        ("message", "Llegó roto.\r\nY <b>tarde</b>."),
        ("kind", "complaint"),
        ("order", "2026-0007"),
        ("website", ""),
    ];
    for lang in Lang::ALL {
        let page = send_form(&visitor, &[&fields[..], &[("lang", lang.code())]].concat()).await.expect(200);
        assert!(page.headers["cache-control"].to_str().unwrap().starts_with("private"));
        let (_, main) = page.text.split_once("<main").unwrap();
        let (main, _) = main.split_once("</main>").unwrap();
        for said in ["R-2026-0001", "20/11/2026 12:00:00 (UTC+01:00)", "2026", "Llegó roto.", EMAIL] {
            assert!(main.contains(said), "{lang}: {said} in {main}");
        }
        assert!(!main.contains("<form") && !main.contains("<b>tarde"), "{lang}");
    }
    // Loaded again, it is the same complaint.
    assert_eq!(shop.app.db.read(quotes::list_messages).await.unwrap().len(), 1);
    let wrong: Vec<_> =
        fields.iter().map(|(name, value)| (*name, if *name == "email" { "x" } else { *value })).collect();
    let page = send_form(&visitor, &wrong).await.expect(422).text;
    assert!(
        page.contains("value=\"complaint\" selected=\"\"") && page.contains("2026-0007"),
        "what was typed comes back"
    );
    assert!(visitor.get("/contact").await.expect(200).text.contains("<option value=\"complaint\">"));
}

#[tokio::test]
async fn a_complaint_is_answered_within_fifteen_days_or_the_desk_says_so() {
    let shop = TestShop::with_owner().await;
    shop.admin().await;
    complain(&shop, "La primera.").await;
    after_days(&shop, 2);
    complain(&shop, "La segunda.").await;
    let left = async || {
        let admin = shop.signed_in(OWNER).await;
        let list = admin.get(&format!("{MESSAGES}?kind=complaint")).await.expect(200).json();
        let shown = list["messages"].as_array().unwrap().iter().map(|message| {
            let complaint = &message["complaint"];
            (complaint["key"].as_str().unwrap().to_owned(), complaint["days_left"].as_i64())
        });
        shown.collect::<Vec<_>>()
    };
    let key = |n: i64| format!("R-2026-000{n}");
    assert_eq!(left().await, [(key(1), Some(13)), (key(2), Some(15))], "what is due soonest comes first");
    let today = shop.signed_in(OWNER).await.get("/api/admin/today").await.json();
    assert_eq!((&today["complaints_open"], &today["complaints_overdue"]), (&json!(2), &json!(0)));
    after_days(&shop, 14);
    assert_eq!(left().await, [(key(1), Some(-1)), (key(2), Some(1))]);
    let admin = shop.signed_in(OWNER).await;
    assert_eq!(admin.get("/api/admin/today").await.json()["complaints_overdue"], 1);

    // The first answer stops the clock, and is kept.
    let path = path_of(&admin, "segunda").await;
    let answered = admin.post(&format!("{path}/reply"), json!({ "text": "Te lo cambiamos." })).await.expect(200).json();
    let complaint = &answered["message"]["complaint"];
    assert_eq!((&complaint["ended"], &complaint["in_time"]), (&json!("answer"), &json!(true)), "{complaint}");
    assert_eq!((&complaint["days_left"], &complaint["due_on"]), (&Value::Null, &json!("2026-12-07")));
    let at = complaint["ended_at"].clone();
    after_days(&shop, 3);
    let admin = shop.signed_in(OWNER).await;
    let again = admin.post(&format!("{path}/reply"), json!({ "text": "Ya va." })).await.expect(200).json();
    assert_eq!(again["message"]["complaint"]["ended_at"], at);
    let late = path_of(&admin, "primera").await;
    let late = admin.post(&format!("{late}/reply"), json!({ "text": "Perdona." })).await.expect(200).json();
    assert_eq!(late["message"]["complaint"]["in_time"], false);
    assert_eq!(left().await, [(key(2), None), (key(1), None)], "those that wait no more are newest first");
    let mails = shop.queued_mails().await;
    assert!(mails.iter().any(|(to, _, mail)| to == EMAIL && mail["kind"] == "answer" && mail["complaint"] == key(2)));
    let log = admin.get("/api/admin/log?act=complaint.ended").await.json();
    assert_eq!((&log["count"], &log["entries"][0]["detail"]["how"]), (&json!(2), &json!("answer")));
}

#[tokio::test]
async fn a_complaint_is_found_by_its_key_and_its_order_and_apart_from_messages() {
    let shop = TestShop::with_owner().await;
    let admin = shop.admin().await;
    complain(&shop, "Llegó roto.").await;
    let message = json!({ "name": "Omar", "email": EMAIL, "message": "Hola" });
    shop.visitor().post(SEND, message).await.expect(202);
    for (query, count) in [
        ("kind=complaint", 1),
        ("kind=message", 1),
        ("", 2),
        ("q=r-2026-0001", 1),
        ("q=2026-0007", 1),
        ("q=R-2026-0002", 0),
        ("kind=message&q=r-2026", 0),
        ("kind=complaint&status=closed", 0),
    ] {
        assert_eq!(admin.get(&format!("{MESSAGES}?{query}")).await.expect(200).json()["count"], count, "{query}");
    }
    admin.get(&format!("{MESSAGES}?kind=claim")).await.refused(400, "bad_request");
}

#[tokio::test]
async fn closing_without_an_answer_asks_how_it_was_answered_and_keeps_the_note() {
    let shop = TestShop::with_owner().await;
    let admin = shop.admin().await;
    complain(&shop, "Llegó roto.").await;
    let path = path_of(&admin, "roto").await;
    let become_ = async |body: Value| admin.post(&format!("{path}/status"), body).await;
    become_(json!({ "status": "closed" })).await.refused(409, "complaint_unanswered");
    become_(json!({ "status": "answered" })).await.refused(409, "complaint_unanswered");
    become_(json!({ "status": "answered", "note": "Spam", "answered": false }))
        .await
        .refused(409, "complaint_unanswered");
    become_(json!({ "status": "closed", "note": " ", "answered": true })).await.refused(422, "validation_failed");
    admin.send(admin.request(Method::DELETE, &path)).await.refused(409, "complaint_unanswered");
    assert_eq!(admin.get(&path).await.json()["message"]["events"], json!([]), "nothing half done");

    // Without an answer it waits again when it is opened again, and can be answered yet.
    let spam =
        become_(json!({ "status": "closed", "note": "Es publicidad", "answered": false })).await.expect(200).json();
    assert_eq!(spam["message"]["complaint"]["ended"], "unanswered");
    let open = become_(json!({ "status": "new" })).await.expect(200).json();
    assert_eq!(
        (&open["message"]["complaint"]["ended"], &open["message"]["complaint"]["days_left"]),
        (&Value::Null, &json!(15))
    );

    let note = "Llamada del lunes: se le cambia";
    let closed = become_(json!({ "status": "closed", "note": note, "answered": true })).await.expect(200).json();
    let complaint = &closed["message"]["complaint"];
    assert_eq!((&complaint["ended"], &complaint["in_time"]), (&json!("otherwise"), &json!(true)));
    let events = closed["message"]["events"].as_array().unwrap();
    assert!(events.iter().any(|event| event["kind"] == "note" && event["text"] == note), "{events:?}");
    // A reply afterwards changes nothing of when it was answered.
    let replied = admin.post(&format!("{path}/reply"), json!({ "text": "Como hablamos." })).await.expect(200).json();
    assert_eq!(replied["message"]["complaint"]["ended"], "otherwise");
    let log = admin.get("/api/admin/log?act=complaint.ended").await.json();
    assert!(!log.to_string().contains("lunes"), "the log holds no words: {log}");
}

#[tokio::test]
async fn the_owner_is_told_when_three_days_are_left_and_when_none_is_each_once() {
    let shop = TestShop::with_owner().await;
    complain(&shop, "Llegó roto.").await;
    let tick = async || while alerts::tick(&shop.app).await.unwrap() {};
    assert_eq!(told(&shop, "complaint_for_owner").await, ["R-2026-0001"]);
    after_days(&shop, 11);
    tick().await;
    assert_eq!(told(&shop, "complaint_due").await, [""; 0]);
    // Midnight after it: three days are left.
    shop.app.clock.advance_seconds(12 * 3600);
    tick().await;
    tick().await;
    assert_eq!(told(&shop, "complaint_due").await, ["R-2026-0001"]);
    after_days(&shop, 4);
    tick().await;
    tick().await;
    let mails = shop.queued_mails().await;
    let due: Vec<_> = mails.iter().filter(|(.., mail)| mail["kind"] == "complaint_due").collect();
    assert_eq!(
        due.iter().map(|(.., mail)| mail["is_overdue"].clone()).collect::<Vec<_>>(),
        [json!(false), json!(true)]
    );
    assert!(!due.iter().any(|(.., mail)| mail.to_string().contains("nuria")), "it says nothing of anybody");

    // Of what was answered nobody is reminded; of what was found late, once.
    let admin = shop.admin().await;
    complain(&shop, "Otra más.").await;
    let path = path_of(&admin, "Otra").await;
    admin.post(&format!("{path}/reply"), json!({ "text": "Resuelto." })).await.expect(200);
    complain(&shop, "La tercera.").await;
    after_days(&shop, 40);
    tick().await;
    assert_eq!(told(&shop, "complaint_due").await.len(), 3);
    assert_eq!(told(&shop, "complaint_due").await[2], "R-2026-0003");
}

#[tokio::test]
async fn a_complaint_is_kept_until_it_is_answered_and_its_row_says_nothing_of_anybody_afterwards() {
    let shop = TestShop::with_owner().await;
    let admin = shop.admin().await;
    complain(&shop, "La puerta llegó rota.").await;
    let retain = || retention::round(&shop.app.db, &shop.app.data_dir, shop.app.clock.now()).unwrap();
    let path = path_of(&admin, "rota").await;
    after_days(&shop, 3 * 366);
    retain();
    let end = "UPDATE complaints SET ended = 'otherwise', ended_at = received_at + 1";
    shop.app.db.read(|conn| quotes::list_messages(conn).map(|messages| assert_eq!(messages.len(), 1))).await.unwrap();
    shop.app.db.write(move |tx| tx.execute(end, []).map_err(db::Error::from)).await.unwrap();
    retain();
    shop.signed_in(OWNER).await.get(&path).await.refused(404, "not_found");
    let (key, order): (i64, Option<String>) =
        shop.row("SELECT number, order_text FROM complaints WHERE ?1 <> ''", "x").await;
    assert_eq!((key, order), (1, None));
}

#[tokio::test]
async fn a_complaint_is_exported_and_forgotten_with_its_sender() {
    let shop = TestShop::with_owner().await;
    let nuria = shop.customer(EMAIL).await;
    complain(&shop, "La puerta llegó rota.").await;
    let data = nuria.get("/api/my-data").await.expect(200).json();
    let exported = &data["messages"][0]["complaint"];
    assert_eq!((&exported["key"], &exported["order"]), (&json!("R-2026-0001"), &json!("2026-0007")), "{data}");
    assert_eq!((&exported["due_on"], &exported["ended"]), (&json!("2026-12-05"), &Value::Null));
    nuria.post("/api/my-data/erase", json!({})).await.expect(204);
    let left = shop.holding(&["rota", "2026-0007"]).await;
    assert!(left.is_empty(), "{left:?}");
    // Nobody is reminded of what nobody can answer.
    after_days(&shop, 20);
    while alerts::tick(&shop.app).await.unwrap() {}
    assert_eq!(told(&shop, "complaint_due").await, [""; 0]);
}

#[tokio::test]
async fn commands_show_kind_key_and_the_day_of_the_answer() {
    let shop = TestShop::with_owner().await;
    complain(&shop, "Llegó roto.").await;
    let message = json!({ "name": "Omar", "email": EMAIL, "message": "Hola" });
    shop.visitor().post(SEND, message).await.expect(202);
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
        let done = command.args(words).arg("--data-dir").arg(&shop.app.data_dir).output().unwrap();
        (done.status.code(), String::from_utf8([done.stdout, done.stderr].concat()).unwrap())
    };
    let (_, list) = run(&["list-messages"]);
    assert!(list.contains("R-2026-0001  ") && list.contains("M-2026-0001  ") && list.contains("2026-12-05"), "{list}");
    let (_, only) = run(&["list-messages", "--complaints", "--json"]);
    let only: Value = serde_json::from_str(&only).unwrap();
    assert_eq!((only.as_array().unwrap().len(), &only[0]["complaint"]["due_on"]), (1, &json!("2026-12-05")));
    let (_, shown) = run(&["show-message", "r-2026-1"]);
    assert!(shown.contains("complaint     R-2026-0001") && shown.contains("order         2026-0007"), "{shown}");
    let (code, refused) = run(&["close-message", "R-2026-0001"]);
    assert!(code == Some(1) && refused.contains("was not answered by mail"), "{refused}");
    let (code, closed) = run(&["close-message", "R-2026-0001", "--note", "Por teléfono"]);
    assert!(code == Some(0) && closed.starts_with("closed: "), "{closed}");
    assert!(run(&["show-message", "R-2026-0001"]).1.contains("2026-12-05, otherwise"));
}

#[tokio::test]
async fn the_terms_name_the_sheets_the_body_and_whether_the_firm_takes_part_in_every_language() {
    let shop = TestShop::with_owner().await;
    let terms = async |lang: Lang| {
        let html = shop.visitor().get(&format!("/terms-and-conditions?lang={lang}")).await.expect(200).text;
        let (_, main) = html.split_once("<main").unwrap();
        main.split_once("</main>").unwrap().0.to_owned()
    };
    let mut before = Vec::new();
    for lang in Lang::ALL {
        let text = terms(lang).await;
        assert!(text.contains("Junta Arbitral de Consum de Catalunya") && text.contains("https://consum.gencat.cat"));
        assert!(text.contains("href=\"/contact\""), "{lang}: the web itself is a way");
        before.push(text);
    }
    set(&shop, "disputes.takes_part", "true").await;
    set(&shop, "disputes.body", "Cámara de Arbitraje").await;
    set(&shop, "disputes.contact", "Rambla 1, Barcelona").await;
    for (lang, before) in Lang::ALL.iter().zip(before) {
        let text = terms(*lang).await;
        assert!(text.contains("Cámara de Arbitraje (Rambla 1, Barcelona)") && text != before, "{lang}");
    }
    complain(&shop, "Llegó roto.").await;
    let mail = shop.queued_mails().await.remove(0).2;
    assert_eq!(
        (&mail["takes_part"], &mail["body"]),
        (&json!(true), &json!("Cámara de Arbitraje, Rambla 1, Barcelona"))
    );
}

/// How each language says fifteen days.
fn fifteen(lang: Lang) -> &'static str {
    match lang.code() {
        "es" => "quince días",
        "ca" => "quinze dies",
        "en" => "fifteen days",
        "fr" => "quinze jours",
        "ar" => "خمسة عشر يومًا",
        other => panic!("how does {other} say it?"),
    }
}

#[tokio::test]
async fn the_terms_the_contact_page_and_the_receipt_all_say_fifteen_days() {
    let shop = TestShop::with_owner().await;
    for lang in Lang::ALL {
        for path in ["/terms-and-conditions", "/contact"] {
            let html = shop.visitor().get(&format!("{path}?lang={lang}")).await.expect(200).text;
            let (_, main) = html.split_once("<main").unwrap();
            assert!(main.split_once("</main>").unwrap().0.contains(fifteen(lang)), "{path} {lang}");
        }
        let texts = std::fs::read_to_string(format!("locales/{lang}.json")).unwrap();
        let texts: Value = serde_json::from_str(&texts).unwrap();
        assert!(texts["mail"]["complaint_intro"].as_str().unwrap().contains(fifteen(lang)), "{lang}");
    }
}
