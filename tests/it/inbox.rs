//! The owner's inbox, the people of the desk, its settings and its mails.

use manetes::backup::settle;
use manetes::db;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{OWNER, Person, TestShop};

impl TestShop {
    /// Somebody asks for a quote; answers what the inbox shows of it.
    async fn asked(&self, admin: &Person) -> Value {
        let form = json!({
            "name": "Núria Puig", "email": "nuria@example.com", "phone": "600 111 222", "service": "locksmith",
            "message": "La puerta no cierra.\nEs la del garaje.", "town": "08630", "lang": "fr",
        });
        self.visitor().post("/api/functions/send-budget-request", form).await.expect(202);
        admin.get("/api/admin/quotes").await.expect(200).json()["quotes"][0].clone()
    }
}

#[tokio::test]
async fn a_request_is_found_answered_in_its_thread_and_closed() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let row = shop.asked(&admin).await;
    assert_eq!((&row["status"], &row["excerpt"]), (&json!("new"), &json!("La puerta no cierra. Es la del garaje.")));
    for (query, count) in [
        ("q=P-2026-0001", 1),
        ("q=p+2026-1", 1),
        ("q=P-2026-0002", 0),
        ("q=puig", 1),
        ("q=garaje", 1),
        ("q=0863", 1),
        ("q=nobody", 0),
        ("status=new", 1),
        ("status=closed", 0),
        ("q=%25", 0),
    ] {
        assert_eq!(admin.get(&format!("/api/admin/quotes?{query}")).await.json()["count"], count, "{query}");
    }
    let path = format!("/api/admin/quotes/{}", row["id"].as_str().unwrap());
    admin.post(&format!("{path}/note"), json!({ "text": "Llamar por la tarde" })).await.expect(200);
    let reply = json!({ "text": "Bonjour,\n\nNous passons demain." });
    let answered = admin.post(&format!("{path}/reply"), reply).await.expect(200).json();
    assert_eq!(answered["quote"]["status"], "answered");
    let kinds: Vec<_> =
        answered["quote"]["events"].as_array().unwrap().iter().map(|event| event["kind"].clone()).collect();
    assert_eq!(kinds, ["note", "reply"]);
    assert_eq!(answered["quote"]["events"][1]["by"], OWNER);
    let mails = shop.queued_mails().await;
    let (to, lang, mail) = mails.last().unwrap();
    assert_eq!((to.as_str(), lang.as_str(), &mail["kind"]), ("nuria@example.com", "fr", &json!("answer")));
    assert_eq!((&row["number"], &mail["number"]), (&json!("P-2026-0001"), &json!("P-2026-0001")));
    let (first, _): (String, i64) =
        shop.row("SELECT id, 1 FROM outbox WHERE recipient = ?1 ORDER BY rowid LIMIT 1", to).await;
    assert_eq!(mail["thread"], first.as_str());
    let closed = admin.post(&format!("{path}/status"), json!({ "status": "closed" })).await.expect(200).json();
    assert_eq!(
        (&closed["quote"]["status"], &closed["quote"]["events"][2]["text"]),
        (&json!("closed"), &json!("closed"))
    );
    // The log knows what was done and nothing of what was written.
    let log = admin.get("/api/admin/log?act=quote").await.json();
    assert_eq!(log["count"], 3);
    assert!(!log.to_string().contains("demain") && !log.to_string().contains("tarde"));
    admin.post(&format!("{path}/reply"), json!({ "text": " \n " })).await.refused(422, "validation_failed");
    admin.post(&format!("{path}/note"), json!({ "text": "x".repeat(2001) })).await.refused(422, "validation_failed");
    admin.post("/api/admin/quotes/none/note", json!({ "text": "x" })).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_message_is_answered_too_and_forgotten_with_its_sender() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let ana = shop.customer("ana@example.com").await;
    let form = json!({ "name": "Ana", "email": "ana@example.com", "message": "¿Abrís los sábados?" });
    shop.visitor().post("/api/functions/send-contact-message", form).await.expect(202);
    let id =
        admin.get("/api/admin/messages").await.expect(200).json()["messages"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/admin/messages/{id}");
    let answered =
        admin.post(&format!("{path}/reply"), json!({ "text": "Sí, hasta la una." })).await.expect(200).json();
    assert_eq!(answered["message"]["status"], "answered");
    ana.post("/api/my-data/erase", json!({})).await.expect(204);
    admin.get(&path).await.refused(404, "not_found");
    let (left, _): (i64, i64) = shop.row("SELECT count(*), 1 FROM inquiry_events WHERE inquiry_id = ?1", &id).await;
    assert_eq!(left, 0);
}

#[tokio::test]
async fn settings_change_together_or_not_at_all() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let value = async |key: &str| {
        let all = admin.get("/api/admin/settings").await.expect(200).json();
        let found = all["settings"].as_array().unwrap().iter().find(|setting| setting["key"] == key).cloned();
        found.unwrap()["value"].clone()
    };
    let change = async |values: Value| {
        admin.send(admin.request(Method::PATCH, "/api/admin/settings").json(&json!({ "values": values }))).await
    };
    let wrong = change(json!({ "company.brand": "Otra", "company.phone": "600" })).await;
    assert_eq!(wrong.refused(422, "validation_failed").json()["field"], "company.phone");
    assert_eq!(value("company.brand").await, "Manetes");
    change(json!({ "company.brand": "Otra", "shipping.flat": "3.50" })).await.expect(200);
    assert_eq!((value("company.brand").await, value("shipping.flat").await), (json!("Otra"), json!("3.50")));
    change(json!({ "company.colour": "red" })).await.refused(422, "validation_failed");
    assert_eq!(admin.get("/api/admin/log?act=setting").await.json()["count"], 2);
}

#[tokio::test]
async fn opening_hours_come_and_go_as_times_of_opening() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let hours = async || {
        let all = admin.get("/api/admin/settings").await.expect(200).json();
        let settings = all["settings"].as_array().unwrap();
        assert_eq!(settings.iter().filter(|setting| setting.get("openings").is_some()).count(), 1);
        let found = settings.iter().find(|setting| setting["key"] == "company.hours").unwrap();
        (found["value"].clone(), found["openings"].clone())
    };
    let change = async |key: &str, openings: &Value| {
        let form = json!({ "values": {}, "openings": { (key): openings } });
        admin.send(admin.request(Method::PATCH, "/api/admin/settings").json(&form)).await
    };
    let opening = |first: u8, last: u8, opens: &str, closes: &str| json!({ "first_day": first, "last_day": last, "opens": opens, "closes": closes });
    let week = json!([opening(0, 3, "08:00", "14:00"), opening(5, 5, "09:00", "13:00")]);
    change("company.hours", &week).await.expect(200);
    assert_eq!(hours().await, (json!("Mo-Th 08:00-14:00, Sa 09:00-13:00"), week.clone()));
    let told = admin.get("/api/site").await.expect(200).json();
    assert_eq!(told["hours"], week);
    for wrong in [opening(0, 7, "08:00", "14:00"), opening(0, 0, "14:00", "08:00"), opening(0, 0, "08:00", "")] {
        let refused = change("company.hours", &json!([wrong])).await.refused(422, "validation_failed");
        assert_eq!(refused.json()["field"], "company.hours");
    }
    change("company.brand", &week).await.refused(422, "validation_failed");
    assert_eq!(hours().await.1, week);
    change("company.hours", &json!([])).await.expect(200);
    assert_eq!(hours().await, (json!(""), json!([])));
}

#[tokio::test]
async fn a_role_is_given_to_a_confirmed_account_and_never_taken_from_the_last() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let ana = shop.customer("ana@example.com").await;
    let grant = async |email: &str| admin.post("/api/admin/people", json!({ "email": email })).await;
    grant("nobody").await.refused(422, "validation_failed");
    let people = grant("Ana@example.com").await.expect(201).json();
    assert_eq!(people["people"].as_array().unwrap().len(), 2);
    let has = |email: &str, what: &str| {
        let everybody = people["people"].as_array().unwrap();
        everybody.iter().find(|person| person["email"] == email).unwrap()[what].clone()
    };
    assert_eq!((has(OWNER, "is_me"), has("ana@example.com", "is_me")), (json!(true), json!(false)));
    assert_eq!(has("ana@example.com", "has_factor"), false);
    // Their session ended with it: it was not begun by an administrator.
    ana.get("/api/orders").await.refused(401, "unauthorized");
    let revoke = async |id: &str| admin.send(admin.request(Method::DELETE, &format!("/api/admin/people/{id}"))).await;
    revoke("none").await.refused(404, "not_found");
    revoke(&ana.user_id).await.expect(200);
    revoke(&admin.user_id).await.refused(409, "last_admin");
    let log = admin.get("/api/admin/log?act=admin").await.json();
    assert_eq!(log["entries"][0]["act"], "admin.revoked");
    let told = shop.queued_mails().await;
    let told: Vec<_> = told.iter().map(|(to, _, message)| (to.as_str(), message["notice"]["what"].as_str())).collect();
    assert_eq!(told, [("ana@example.com", Some("admin_granted")), (OWNER, Some("admin_joined"))]);
}

#[tokio::test]
async fn somebody_without_an_account_is_invited_by_mail() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let invite =
        async || admin.post("/api/admin/people", json!({ "email": "Eva@example.com" })).await.expect(201).json();
    let people = invite().await;
    assert_eq!(people["people"].as_array().unwrap().len(), 1);
    assert_eq!(people["invitations"][0]["email"], "eva@example.com");
    assert_eq!(people["invitations"][0]["invited_by"], OWNER);
    let withdraw = async |id: &Value| {
        let path = format!("/api/admin/invitations/{}", id.as_str().unwrap());
        admin.send(admin.request(Method::DELETE, &path)).await
    };
    let id = &people["invitations"][0]["id"];
    assert_eq!(withdraw(id).await.expect(200).json()["invitations"], json!([]));
    withdraw(id).await.refused(404, "not_found");

    invite().await;
    let mails = shop.queued_mails().await;
    let token_id = mails.last().unwrap().2["token_id"].as_str().unwrap().to_owned();
    let body = json!({ "type": "invite", "token_hash": shop.app.secrets.mailed_token(&token_id) });
    shop.visitor().post("/api/auth/verify", body).await.expect(200);
    let people = admin.get("/api/admin/people").await.expect(200).json();
    let has_it = |email: &str| people["people"].as_array().unwrap().iter().any(|person| person["email"] == email);
    assert!(has_it("eva@example.com") && people["invitations"] == json!([]), "{people}");
    let log = admin.get("/api/admin/log?act=admin").await.json();
    let acts: Vec<_> = log["entries"].as_array().unwrap().iter().map(|entry| entry["act"].clone()).collect();
    assert_eq!(acts[..4], ["admin.granted", "admin.invited", "admin.invitation_withdrawn", "admin.invited"]);
    assert_eq!(log["entries"][0]["actor"]["label"], OWNER, "on the word of whoever invited them");
    for entry in &log["entries"].as_array().unwrap()[1..4] {
        assert!(!entry.to_string().contains("eva@"), "who has not accepted is in no log: {entry}");
    }
}

#[tokio::test]
async fn an_invitation_that_comes_again_with_an_older_copy_of_the_shop_opens_nothing() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    admin.post("/api/admin/people", json!({ "email": "eva@example.com" })).await.expect(201);
    let mails = shop.queued_mails().await;
    let token_id = mails.last().unwrap().2["token_id"].as_str().unwrap().to_owned();
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| settle::settle(tx, now, now)).await.unwrap();
    let body = json!({ "type": "invite", "token_hash": shop.app.secrets.mailed_token(&token_id) });
    shop.visitor().post("/api/auth/verify", body).await.refused(403, "otp_expired");
}

#[tokio::test]
async fn a_mail_that_will_not_go_out_is_shown_with_its_reason_and_tried_again() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    shop.asked(&admin).await;
    let dead = "UPDATE outbox SET state = 'dead', last_error = '550 no such user' WHERE recipient = ?1";
    shop.app.db.write(move |tx| tx.execute(dead, ["nuria@example.com"]).map_err(db::Error::from)).await.unwrap();
    let mails = admin.get("/api/admin/mails?state=dead").await.expect(200).json();
    assert_eq!(mails["count"], 1);
    let mail = &mails["mails"][0];
    assert_eq!((&mail["to"], &mail["last_error"]), (&json!("nuria@example.com"), &json!("550 no such user")));
    assert!(mail["subject"].as_str().unwrap().ends_with(" · Manetes"), "{mail}");
    let path = format!("/api/admin/mails/{}/retry", mail["id"].as_str().unwrap());
    admin.post(&path, json!({})).await.expect(204);
    admin.post(&path, json!({})).await.refused(404, "not_found");
    assert_eq!(admin.get("/api/admin/mails?state=queued&q=NURIA").await.json()["count"], 1);
}

#[tokio::test]
async fn all_mails_that_will_not_go_out_are_tried_again_in_one_act() {
    let shop = TestShop::with_owner().await;
    let admin = shop.admin().await;
    shop.asked(&admin).await;
    let dead = "UPDATE outbox SET state = 'dead', attempts = 4";
    shop.app.db.write(move |tx| tx.execute(dead, []).map_err(db::Error::from)).await.unwrap();
    let state = async |state: &str| admin.get(&format!("/api/admin/mails?state={state}")).await.json()["count"].clone();
    assert_eq!((state("dead").await, state("queued").await), (json!(2), json!(0)));
    assert_eq!(admin.post("/api/admin/mails/retry", json!({})).await.expect(200).json(), json!({ "count": 2 }));
    assert_eq!((state("dead").await, state("queued").await), (json!(0), json!(2)));
    assert_eq!(admin.post("/api/admin/mails/retry", json!({})).await.expect(200).json(), json!({ "count": 0 }));
    assert_eq!(admin.get("/api/admin/log?act=mail").await.json()["count"], 2);
}
