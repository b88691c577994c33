//! Passkeys, shown by a device of our own that also says what no honest one would.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use manetes::accounts::{self, SecondFactor, rescue};
use manetes::audit::Actor;
use manetes::auth::session::{self, SignInMethod};
use manetes::config::BaseUrl;
use manetes::db;
use manetes::email::EmailAddress;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Authenticator, OWNER, Person, Reply, TestShop};

const ANA: &str = "ana@example.com";
/// Of an authenticator app that was enrolled.
const APP: &str = "INSERT INTO factors (id, user_id, verified_at, created_at, updated_at) VALUES ('app', ?1, 1, 1, 1)";

impl TestShop {
    /// Changes rows behind the curtain.
    async fn alter(&self, sql: &'static str, value: &str) {
        let value = value.to_owned();
        self.app.db.write(move |tx| tx.execute(sql, [value]).map_err(db::Error::from)).await.unwrap();
    }

    /// Another session of somebody, begun so.
    async fn again(&self, person: &Person, method: SignInMethod) -> Person {
        let (secrets, now, user_id) = (self.app.secrets.clone(), self.app.clock.now(), person.user_id.clone());
        let issue = move |tx: &db::Tx<'_>| session::issue(tx, &secrets, &user_id, method, "test", now);
        let tokens = self.app.db.write(issue).await.unwrap();
        Person { token: Some(tokens.access_token), ..person.clone() }
    }

    /// An administrator whose role asks for a second factor.
    async fn strict_admin(&self) -> Person {
        let admin = self.admin().await;
        self.alter("UPDATE admins SET needs_factor = 1 WHERE user_id = ?1", &admin.user_id).await;
        admin
    }

    async fn require_passkeys(&self) {
        let set = "INSERT INTO settings (key, value, updated_at) VALUES ('desk.passkeys', json_quote(?1), 0)";
        self.alter(set, "required").await;
    }

    /// What Ana was told, the latest last.
    async fn notices(&self) -> Vec<String> {
        let mails = self.queued_mails().await.into_iter().filter(|(to, ..)| to == ANA);
        mails.filter_map(|(_, _, message)| message["notice"]["what"].as_str().map(str::to_owned)).collect()
    }
}

/// A customer with a passkey.
async fn ana(shop: &TestShop) -> (Person, Authenticator) {
    let (ana, mut device) = (shop.customer(ANA).await, Authenticator::new(shop));
    device.join(&ana, "Phone").await.expect(201);
    (ana, device)
}

async fn passkeys(person: &Person) -> Value {
    person.get("/api/passkeys").await.expect(200).json()["passkeys"].clone()
}

async fn desk(person: &Person) -> Reply {
    person.get("/api/admin/today").await
}

async fn delete(person: &Person, path: &str) -> Reply {
    person.send(person.request(Method::DELETE, path)).await
}

async fn remove_first(person: &Person) -> Reply {
    let id = passkeys(person).await[0]["id"].as_str().unwrap().to_owned();
    delete(person, &format!("/api/passkeys/{id}")).await
}

#[tokio::test]
async fn a_passkey_opens_the_account_it_was_made_for_without_anybody_naming_it() {
    let shop = TestShop::empty().await;
    let (ana, mut device) = ana(&shop).await;
    assert_eq!(shop.notices().await, ["passkey_added"]);
    // It stands for both: not even an authenticator app is asked for.
    shop.alter(APP, &ana.user_id).await;

    let entered = device.sign_in(&shop).await.expect(204);
    let set: Vec<_> = entered.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    assert_eq!(set.len(), 3, "a session and the device: {set:?}");
    assert!(set.iter().all(|cookie| cookie.contains("; HttpOnly; SameSite=Strict")), "{set:?}");
    let ana = device.owner(&shop).await;
    assert_eq!(ana.get("/api/auth/user").await.expect(200).json()["email"], ANA);
    let claims = ana.token.as_deref().unwrap().split('.').nth(1).unwrap().to_owned();
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    assert_eq!(claims["aal"], "aal2");
    assert_eq!((claims["amr"].as_array().unwrap().len(), &claims["amr"][0]["method"]), (1, &json!("webauthn")));
    let listed = &passkeys(&ana).await[0];
    assert_eq!((&listed["name"], &listed["useless"]), (&json!("Phone"), &Value::Null));
    assert!(listed["last_used_at"].is_string());
}

#[tokio::test]
async fn the_session_before_it_ends_in_the_browser_that_signs_in() {
    let shop = TestShop::empty().await;
    let (ana, mut device) = ana(&shop).await;
    let visitor = shop.visitor();
    let question = visitor.post("/api/passkeys/sign-in/question", json!({})).await.json();
    let body = json!({ "id": question["id"], "credential": device.show(&question["options"]) });
    let cookie = format!("manetes-access={}", ana.token.as_deref().unwrap());
    let request = visitor.request(Method::POST, "/api/passkeys/sign-in").header("cookie", &cookie).json(&body);
    visitor.send(request).await.refused(403, "cross_site_request");
    let request = visitor.request(Method::POST, "/api/passkeys/sign-in").header("cookie", cookie);
    visitor.send(request.header("sec-fetch-site", "same-origin").json(&body)).await.expect(204);
    assert_eq!(ana.get("/api/passkeys").await.status.as_u16(), 401);
}

#[tokio::test]
async fn what_was_signed_for_another_site_question_or_person_opens_nothing() {
    let shop = TestShop::empty().await;
    let (_, mut device) = ana(&shop).await;
    let eva = shop.customer("eva@example.com").await;
    let handle = device.handle.clone();
    let other_site = |device: &mut Authenticator| device.domain = String::from("shop.example");
    let other_origin = |device: &mut Authenticator| device.origin = String::from("https://localhost.example");
    let nobody_asked = |device: &mut Authenticator| device.verifies = false;
    let evas = URL_SAFE_NO_PAD.encode(uuid_bytes(&eva.user_id));
    let of_another = move |device: &mut Authenticator| device.handle = URL_SAFE_NO_PAD.decode(&evas).unwrap();
    let unknown = |device: &mut Authenticator| device.credential_id = vec![7; 32];
    let lies: [&dyn Fn(&mut Authenticator); 5] = [&other_site, &other_origin, &nobody_asked, &of_another, &unknown];
    for (n, lie) in lies.into_iter().enumerate() {
        let (domain, origin, id) = (device.domain.clone(), device.origin.clone(), device.credential_id.clone());
        lie(&mut device);
        let answer = device.sign_in(&shop).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (400, "passkey_refused"), "lie {n}");
        assert!(answer.headers.get("set-cookie").is_none());
        (device.domain, device.origin, device.credential_id) = (domain, origin, id);
        (device.verifies, device.handle) = (true, handle.clone());
        device.sign_in(&shop).await.expect(204);
    }
    // Somebody else's signature under this passkey's name.
    let mut other = Authenticator::new(&shop);
    (other.credential_id, other.handle) = (device.credential_id.clone(), handle);
    other.sign_in(&shop).await.refused(400, "passkey_refused");
}

fn uuid_bytes(id: &str) -> Vec<u8> {
    let hex: String = id.chars().filter(|c| *c != '-').collect();
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[tokio::test]
async fn a_question_is_answered_once_in_five_minutes_and_for_what_it_was_asked() {
    let shop = TestShop::empty().await;
    let (ana, mut device) = ana(&shop).await;
    let visitor = shop.visitor();
    let ask = async || visitor.post("/api/passkeys/sign-in/question", json!({})).await.expect(200).json();
    let answer = async |question: &Value, credential: &Value| {
        visitor.post("/api/passkeys/sign-in", json!({ "id": question["id"], "credential": credential })).await
    };
    let question = ask().await;
    let shown = device.show(&question["options"]);
    answer(&question, &shown).await.expect(204);
    answer(&question, &shown).await.refused(400, "passkey_expired");
    // The same signature under another question.
    answer(&ask().await, &shown).await.refused(400, "passkey_refused");
    // A question that was answered wrongly is used up, too.
    let question = ask().await;
    answer(&question, &json!({})).await.refused(400, "passkey_refused");
    let shown = device.show(&question["options"]);
    answer(&question, &shown).await.refused(400, "passkey_expired");
    let late = ask().await;
    let shown = device.show(&late["options"]);
    shop.app.clock.advance_seconds(300);
    answer(&late, &shown).await.refused(400, "passkey_expired");
    // One to make a passkey is none to show one.
    let ana = shop.again(&ana, SignInMethod::Password).await;
    let making = ana.post("/api/passkeys/question", json!({})).await.expect(200).json();
    let shown = device.show(&making["options"]);
    answer(&making, &shown).await.refused(400, "passkey_expired");
}

#[tokio::test]
async fn a_passkey_that_counts_backwards_opens_nothing_any_more_and_its_owner_is_told() {
    let shop = TestShop::empty().await;
    let (ana, mut device) = (shop.customer(ANA).await, Authenticator::new(&shop));
    device.counter = Some(7);
    device.join(&ana, "Key").await.expect(201);
    let copied = device.owner(&shop).await;
    device.sign_in(&shop).await.expect(204);
    // The copy has signed less often.
    device.counter = Some(3);
    device.sign_in(&shop).await.refused(400, "passkey_refused");
    device.counter = Some(50);
    device.sign_in(&shop).await.refused(400, "passkey_refused");
    assert_eq!(copied.get("/api/passkeys").await.status.as_u16(), 401, "sessions that began with it are over");
    assert_eq!(shop.notices().await, ["passkey_added", "passkey_doubted"]);
    assert_eq!(passkeys(&ana).await[0]["useless"], "doubted");
    remove_first(&ana).await.expect(204);
}

#[tokio::test]
async fn making_a_passkey_asks_for_a_fresh_sign_in_and_for_what_the_site_asked() {
    let shop = TestShop::empty().await;
    let (ana, eva) = (shop.customer(ANA).await, shop.customer("eva@example.com").await);
    let ask = async |person: &Person| person.post("/api/passkeys/question", json!({})).await;
    let add = async |person: &Person, question: &Value, credential: &Value| {
        let body = json!({ "id": question["id"], "name": "Phone", "credential": credential });
        person.post("/api/passkeys", body).await
    };
    let question = ask(&ana).await.expect(200).json();
    let options = &question["options"];
    assert_eq!((&options["rp"]["id"], &options["rp"]["name"]), (&json!("localhost"), &json!("Manetes")));
    let asked = &options["authenticatorSelection"];
    assert_eq!((&asked["residentKey"], &asked["userVerification"]), (&json!("required"), &json!("required")));
    let mut device = Authenticator::new(&shop);
    let made = device.make(options);
    add(&eva, &question, &made).await.refused(400, "passkey_expired");
    add(&ana, &question, &made).await.refused(400, "passkey_expired");

    let lies: [&dyn Fn(&mut Authenticator); 3] = [
        &|device| device.verifies = false,
        &|device| device.origin = String::from("https://localhost.example"),
        &|device| device.domain = String::from("shop.example"),
    ];
    for lie in lies {
        let mut device = Authenticator::new(&shop);
        lie(&mut device);
        device.join(&ana, "Phone").await.refused(400, "passkey_refused");
    }
    device.join(&ana, " ").await.refused(422, "validation_failed");
    device.join(&ana, "Phone").await.expect(201);
    // The next question names it, so that no device makes a second; and it opens nobody else's account.
    let excluded = ask(&ana).await.json()["options"]["excludeCredentials"][0]["id"].clone();
    assert_eq!(excluded, URL_SAFE_NO_PAD.encode(&device.credential_id));
    device.join(&eva, "Phone").await.refused(400, "passkey_refused");

    for n in 1..10 {
        Authenticator::new(&shop).join(&ana, &n.to_string()).await.expect(201);
    }
    ask(&ana).await.refused(422, "too_many_passkeys");
    shop.app.clock.advance_seconds(600);
    ask(&ana).await.refused(403, "reauthentication_needed");
    remove_first(&ana).await.refused(403, "reauthentication_needed");
}

#[tokio::test]
async fn a_passkey_is_renamed_and_removed_by_its_owner_and_with_it_go_the_sessions_it_began() {
    let shop = TestShop::empty().await;
    let (ana, mut device) = ana(&shop).await;
    let (here, elsewhere) = (device.owner(&shop).await, device.owner(&shop).await);
    let id = passkeys(&ana).await[0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/passkeys/{id}");
    let eva = shop.customer("eva@example.com").await;
    eva.patch(&path, json!({ "name": "Mine" })).await.refused(404, "not_found");
    delete(&eva, &path).await.refused(404, "not_found");
    here.patch(&path, json!({ "name": " Work phone " })).await.expect(204);
    assert_eq!(passkeys(&ana).await[0]["name"], "Work phone");
    delete(&here, &path).await.expect(204);
    device.sign_in(&shop).await.refused(400, "passkey_refused");
    assert_eq!(elsewhere.get("/api/passkeys").await.status.as_u16(), 401);
    for stays in [&here, &ana] {
        assert_eq!(passkeys(stays).await, json!([]));
    }
    assert_eq!(shop.notices().await, ["passkey_added", "passkey_removed"]);
    let (acts, details): (String, String) = shop
        .row("SELECT group_concat(act), group_concat(detail) FROM audit_log WHERE subject = ?1", &ana.user_id)
        .await;
    assert_eq!(acts, "passkey.added,passkey.removed");
    assert!(!details.contains("phone") && !details.contains(ANA), "{details}");
}

#[tokio::test]
async fn a_new_password_leaves_passkeys_alone_and_ends_the_sessions_they_began() {
    let shop = TestShop::empty().await;
    let (ana, mut device) = ana(&shop).await;
    let elsewhere = device.owner(&shop).await;
    // It was not the password that was shown: a new one asks for the old one or for the mailbox.
    let change = json!({ "password": "cuatro llaves nuevas" });
    let request = elsewhere.request(Method::PUT, "/api/auth/user").json(&change);
    elsewhere.send(request).await.refused(400, "current_password_required");
    let change = json!({ "password": "cuatro llaves nuevas", "current_password": crate::support::PASSWORD });
    ana.send(ana.request(Method::PUT, "/api/auth/user").json(&change)).await.expect(200);
    assert_eq!(elsewhere.get("/api/passkeys").await.status.as_u16(), 401);
    let again = device.owner(&shop).await;
    again.post("/api/auth/logout?scope=global", json!({})).await.expect(204);
    assert_eq!(ana.get("/api/passkeys").await.status.as_u16(), 401);
    device.sign_in(&shop).await.expect(204);
}

#[tokio::test]
async fn nothing_tells_whose_a_passkey_is_or_whether_an_address_has_one() {
    let shop = TestShop::empty().await;
    let (_, mut known) = ana(&shop).await;
    let mut unknown = Authenticator::new(&shop);
    unknown.handle = known.handle.clone();
    let visitor = shop.visitor();
    // No operation takes an address.
    visitor.post("/api/passkeys/sign-in", json!({ "id": "x", "credential": {}, "email": ANA })).await.expect(400);
    let seen = |reply: &Reply| {
        let mut names: Vec<String> = reply.headers.keys().map(ToString::to_string).collect();
        names.sort();
        let mut body = reply.json();
        body.as_object_mut().unwrap().remove("request_id");
        (reply.status, names, body)
    };
    let mut questions = Vec::new();
    for _ in 0..500 {
        let question = visitor.post("/api/passkeys/sign-in/question", json!({})).await.expect(200);
        let (mut body, mut shapes) = (question.json(), Vec::new());
        for device in [&mut known, &mut unknown] {
            // The known one is shown with a signature that fits nothing.
            device.verifies = false;
            shapes.push(seen(&device.sign_in(&shop).await));
        }
        assert_eq!(shapes[0], shapes[1]);
        (body["id"], body["options"]["challenge"]) = (Value::Null, Value::Null);
        questions.push(body);
    }
    assert!(questions.iter().all(|question| *question == questions[0]), "only the challenge differs");
    assert_eq!(questions[0]["options"]["allowCredentials"], json!([]));
}

#[tokio::test]
async fn a_passkey_alone_brings_an_administrators_role_into_force_and_a_password_alone_does_not() {
    let shop = TestShop::empty().await;
    let admin = shop.strict_admin().await;
    desk(&admin).await.refused(403, "insufficient_aal");
    assert_eq!(admin.get("/api/passkeys").await.json()["desk_asks"], "second_factor");
    let mut device = Authenticator::new(&shop);
    device.join(&admin, "Phone").await.expect(201);
    desk(&admin).await.refused(403, "insufficient_aal");
    assert_eq!(admin.get("/api/passkeys").await.json()["desk_asks"], "sign_in");
    let opened = device.owner(&shop).await;
    desk(&opened).await.expect(200);
    opened.get("/api/admin/people").await.expect(200);

    // Whoever guessed the password adds no other proof, and takes none away.
    let guessed = shop.again(&admin, SignInMethod::Password).await;
    let app = json!({ "factor_type": "totp" });
    for refused in [
        guessed.post("/api/auth/factors", app.clone()).await,
        guessed.post("/api/passkeys/question", json!({})).await,
        remove_first(&guessed).await,
    ] {
        assert_eq!(refused.refused(403, "reauthentication_needed").json()["method"], "otp");
    }
    // Whoever lost the device reads the mailbox.
    let mailed = shop.again(&admin, SignInMethod::Otp).await;
    desk(&mailed).await.refused(403, "insufficient_aal");
    mailed.post("/api/auth/factors", app).await.expect(200);
    Authenticator::new(&shop).join(&mailed, "Another").await.expect(201);

    remove_first(&opened).await.expect(204);
    remove_first(&opened).await.expect(204);
    desk(&opened).await.refused(403, "insufficient_aal");
}

#[tokio::test]
async fn a_desk_that_requires_passkeys_opens_to_one_or_to_a_recovery_code() {
    let shop = TestShop::empty().await;
    let admin = shop.strict_admin().await;
    shop.alter(APP, &admin.user_id).await;
    shop.alter("UPDATE sessions SET factor_at = created_at WHERE user_id = ?1", &admin.user_id).await;
    shop.require_passkeys().await;
    // Who has none is told to add one, and can.
    desk(&admin).await.expect(200);
    assert_eq!(admin.get("/api/passkeys").await.json()["desk_asks"], "passkey");
    let mut device = Authenticator::new(&shop);
    device.join(&admin, "Phone").await.expect(201);
    desk(&admin).await.refused(403, "passkey_required");
    assert_eq!(admin.get("/api/passkeys").await.json()["desk_asks"], "sign_in");
    desk(&device.owner(&shop).await).await.expect(200);

    // A password and a code of the app, however they were got, do not lead past it.
    for refused in [
        admin.post("/api/passkeys/question", json!({})).await,
        admin.post("/api/auth/factors", json!({ "factor_type": "totp" })).await,
        admin.send(admin.request(Method::DELETE, "/api/auth/factors/app")).await,
        admin.post("/api/auth/recovery-codes", json!({})).await,
        remove_first(&admin).await,
    ] {
        refused.refused(403, "passkey_required");
    }
    shop.alter("UPDATE sessions SET by_code = 1 WHERE user_id = ?1 AND method = 'password'", &admin.user_id).await;
    desk(&admin).await.expect(200);
    remove_first(&admin).await.expect(204);
    desk(&admin).await.expect(200);
}

#[tokio::test]
async fn what_opens_the_desk_is_set_by_who_has_just_signed_in() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    shop.alter("UPDATE sessions SET created_at = created_at - 600000 WHERE user_id = ?1", &admin.user_id).await;
    let set = async |who: &Person, wanted: &str| {
        let values = json!({ "values": { "desk.passkeys": wanted, "stock.low": "2" } });
        who.patch("/api/admin/settings", values).await
    };
    set(&admin, "required").await.refused(403, "reauthentication_needed");
    // All else is daily life, and so is saying what holds already.
    set(&admin, "allowed").await.expect(200);
    set(&shop.again(&admin, SignInMethod::Password).await, "required").await.expect(200);
}

#[tokio::test]
async fn no_setting_keeps_the_last_owner_out_for_good() {
    let shop = TestShop::empty().await;
    let admin = shop.strict_admin().await;
    let mut device = Authenticator::new(&shop);
    device.join(&admin, "Phone").await.expect(201);
    shop.require_passkeys().await;
    // A passkey that opens nothing any more is asked for by nobody.
    shop.alter(APP, &admin.user_id).await;
    shop.alter("UPDATE sessions SET factor_at = created_at WHERE user_id = ?1", &admin.user_id).await;
    desk(&admin).await.refused(403, "passkey_required");
    shop.alter("UPDATE passkeys SET domain = 'former.example' WHERE user_id = ?1", &admin.user_id).await;
    desk(&admin).await.expect(200);
    assert_eq!(passkeys(&admin).await[0]["useless"], "elsewhere");
    shop.alter("UPDATE passkeys SET domain = 'localhost', doubted_at = 1 WHERE user_id = ?1", &admin.user_id).await;
    desk(&admin).await.expect(200);
    shop.alter("UPDATE passkeys SET doubted_at = NULL WHERE user_id = ?1", &admin.user_id).await;
    desk(&admin).await.refused(403, "passkey_required");
    // The machine's operator types a password: passkeys are gone, and the first proof is added anew.
    let (email, now) = (EmailAddress::parse(OWNER).unwrap(), shop.app.clock.now());
    shop.alter("DELETE FROM factors WHERE user_id = ?1", &admin.user_id).await;
    let typed = move |tx: &db::Tx<'_>| {
        rescue::set_password(tx, &Actor::System, &email, "hash", now).map_err(|_| db::Error::Standby)
    };
    shop.app.db.write(typed).await.unwrap();
    device.sign_in(&shop).await.refused(400, "passkey_refused");
    let admin = shop.again(&admin, SignInMethod::Password).await;
    assert_eq!(passkeys(&admin).await, json!([]));
    device.join(&admin, "Phone").await.expect(201);
    desk(&device.owner(&shop).await).await.expect(200);
}

#[tokio::test]
async fn a_passkey_from_before_the_role_does_not_open_the_desk() {
    let shop = TestShop::empty().await;
    let (ana, mut device) = ana(&shop).await;
    let (user_id, now) = (ana.user_id.clone(), shop.app.clock.now());
    let grant =
        move |tx: &db::Tx<'_>| accounts::grant_admin(tx, &Actor::System, &user_id, SecondFactor::RequiredByMail, now);
    shop.app.db.write(grant).await.unwrap();
    device.sign_in(&shop).await.refused(400, "passkey_refused");
    let guessed = shop.again(&ana, SignInMethod::Password).await;
    guessed.post("/api/passkeys/question", json!({})).await.refused(403, "reauthentication_needed");
    let mailed = shop.again(&ana, SignInMethod::Otp).await;
    device.join(&mailed, "Phone").await.expect(201);
    desk(&device.owner(&shop).await).await.expect(200);
}

#[tokio::test]
async fn somebodys_passkeys_are_in_their_data_and_go_with_them() {
    let shop = TestShop::demo().await;
    let (ana, mut device) = ana(&shop).await;
    let account = ana.get("/api/my-data").await.expect(200).json()["account"].clone();
    assert_eq!(
        (&account["passkeys"][0]["name"], &account["passkeys"][0]["domain"]),
        (&json!("Phone"), &json!("localhost"))
    );
    let (bulb, _) = shop.variant(crate::support::SKU).await;
    let order = ana.order(&bulb, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
    shop.alter("UPDATE orders SET status = 'cancelled', cancellation_reason = 'buyer' WHERE id = ?1", &order).await;
    let (email, now) = (EmailAddress::parse(ANA).unwrap(), shop.app.clock.now());
    let erase = move |tx: &db::Tx<'_>| {
        manetes::privacy::erase(tx, manetes::privacy::Asked::Themselves, &email, now).map_err(|_| db::Error::Standby)
    };
    _ = shop.app.db.write(erase).await.unwrap();
    let (left, shells): (i64, i64) =
        shop.row("SELECT (SELECT count(*) FROM passkeys), count(*) FROM users WHERE id = ?1", &ana.user_id).await;
    assert_eq!((left, shells), (0, 1), "the order keeps an empty shell");
    device.sign_in(&shop).await.refused(400, "passkey_refused");
}

#[tokio::test]
async fn an_address_without_a_name_offers_no_passkeys() {
    let shop = TestShop::configured(|serve| serve.base_url = BaseUrl::parse("http://127.0.0.1:8080").unwrap()).await;
    let ana = shop.customer(ANA).await;
    assert_eq!(ana.get("/api/site").await.json()["passkeys"], Value::Null);
    assert_eq!(passkeys(&ana).await, json!([]));
    ana.post("/api/passkeys/question", json!({})).await.refused(409, "passkeys_off");
    shop.visitor().post("/api/passkeys/sign-in/question", json!({})).await.refused(409, "passkeys_off");
    let offering = TestShop::empty().await;
    assert_eq!(offering.visitor().get("/api/site").await.json()["passkeys"], "localhost");
}
