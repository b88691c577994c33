//! The second factor over the endpoints.

use poem::http::Method;
use serde_json::{Value, json};

use super::http::{Answer, COOKIE, PASSWORD, bearer};
use crate::accounts::tests::{House, address};
use crate::accounts::{self, SecondFactor, create_confirmed, grant_admin};
use crate::audit::Actor;
use crate::auth::factor::{self, Factor};
use crate::auth::session::{self, SignInMethod};
use crate::auth::totp::testing::{code_at, secret_of_base32};
use crate::auth::{device, user_by_email};
use crate::config::Limits;
use crate::db;

/// Somebody with a factor, and what they need to use it.
struct Enrolled {
    session: Answer,
    factor_id: String,
    secret: String,
}

impl House {
    async fn with(&self, method: Method, path: &str, session: &Answer, body: Value) -> Answer {
        let authorization = bearer(&session.text("access_token"));
        self.send(method, path, &[("authorization", &authorization)], body).await
    }

    fn code(&self, secret: &str) -> String {
        code_at(&secret_of_base32(secret), self.now())
    }

    async fn challenge(&self, session: &Answer, factor_id: &str) -> Answer {
        self.with(Method::POST, &format!("/auth/factors/{factor_id}/challenge"), session, json!({})).await
    }

    async fn answer(&self, session: &Answer, factor_id: &str, challenge: &Answer, code: &str, place: &str) -> Answer {
        let authorization = bearer(&session.text("access_token"));
        let headers = [("authorization", authorization.as_str()), ("x-forwarded-for", place)];
        let answer = json!({ "challenge_id": challenge.body["id"], "code": code });
        self.post(&format!("/auth/factors/{factor_id}/verify"), &headers, answer).await
    }

    async fn people(&self, session: &Answer) -> Answer {
        self.with(Method::GET, "/admin/people", session, Value::Null).await
    }

    async fn begin_enrolment(&self, session: &Answer) -> Answer {
        let body = json!({ "friendly_name": "Phone", "factor_type": "totp", "issuer": null });
        self.with(Method::POST, "/auth/factors", session, body).await
    }

    async fn give(&self, session: &Answer, factor_id: &str, code: &str) -> Answer {
        let path = format!("/auth/factors/{factor_id}");
        let challenge = json!({ "factorId": factor_id });
        let challenge = self.with(Method::POST, &format!("{path}/challenge"), session, challenge).await;
        assert_eq!(challenge.status, 200, "{}", challenge.body);
        let answer = json!({ "challenge_id": challenge.body["id"], "code": code, "factor_id": factor_id });
        self.with(Method::POST, &format!("{path}/verify"), session, answer).await
    }

    async fn enrol(&self) -> Enrolled {
        let session = self.sign_in(&[], PASSWORD).await;
        let begun = self.begin_enrolment(&session).await;
        assert_eq!(begun.status, 200, "{}", begun.body);
        let (factor_id, secret) = (begun.text("id"), begun.body["totp"]["secret"].as_str().unwrap().to_owned());
        let session = self.give(&session, &factor_id, &self.code(&secret)).await;
        assert_eq!(session.status, 200, "{}", session.body);
        Enrolled { session, factor_id, secret }
    }
}

fn claims(session: &Answer) -> Value {
    use base64::Engine as _;
    let token = session.text("access_token");
    let body = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(body).unwrap()).unwrap()
}

#[tokio::test]
async fn a_factor_is_enrolled_with_its_first_code() {
    let house = House::open(&[]);
    house.ana().await;
    let weaker = house.sign_in(&[], PASSWORD).await;
    let session = house.sign_in(&[], PASSWORD).await;
    let begun = house.begin_enrolment(&session).await;
    assert_eq!((&begun.body["type"], &begun.body["friendly_name"]), (&json!("totp"), &json!("Phone")));
    assert!(begun.body["totp"]["qr_code"].as_str().unwrap().starts_with("<svg "));
    let uri = begun.body["totp"]["uri"].as_str().unwrap();
    assert!(uri.starts_with("otpauth://totp/Manetes:ana@example.com?secret="), "{uri}");
    assert_eq!(house.user_of(&session).await["factors"][0]["status"], "unverified");

    let secret = begun.body["totp"]["secret"].as_str().unwrap();
    let raised = house.give(&session, &begun.text("id"), &house.code(secret)).await;
    assert_eq!((&raised.body["aal"], &raised.body["next_aal"]), (&json!("aal2"), &json!("aal2")));
    assert_eq!(raised.body["user"]["factors"][0]["status"], "verified");
    let claims = claims(&raised);
    assert_eq!((&claims["aal"], &claims["amr"][0]["method"]), (&json!("aal2"), &json!("totp")));
    assert_eq!(claims["amr"][1]["method"], "password");
    let older = async |old: &Answer| house.with(Method::GET, "/auth/user", old, Value::Null).await;
    assert_eq!(older(&weaker).await.code(), (403, "session_not_found"));
    assert_eq!(older(&session).await.code(), (401, "unauthorized"), "its session has other tokens now");
    assert_eq!(house.mails()[0].1["notice"]["what"], "factor_added");
}

impl House {
    async fn user_of(&self, session: &Answer) -> Value {
        self.with(Method::GET, "/auth/user", session, Value::Null).await.body
    }
}

#[tokio::test]
async fn without_the_second_factor_a_session_can_do_nothing_but_give_it() {
    let house = House::open(&[]);
    let ana = house.ana().await;
    let Enrolled { factor_id, secret, .. } = house.enrol().await;
    house.app.clock.advance_seconds(30);
    let half = house.sign_in(&[], PASSWORD).await;
    assert_eq!((&half.body["aal"], &half.body["next_aal"]), (&json!("aal1"), &json!("aal2")));
    for (method, path) in [
        (Method::GET, format!("/profiles/{ana}")),
        (Method::GET, String::from("/auth/sessions")),
        (Method::PUT, String::from("/auth/user")),
        (Method::POST, String::from("/auth/recovery-codes")),
        (Method::DELETE, format!("/auth/factors/{factor_id}")),
        (Method::POST, String::from("/auth/factors")),
    ] {
        let answer = house.with(method, &path, &half, json!({ "factor_type": "totp" })).await;
        assert_eq!(answer.code(), (403, "insufficient_aal"), "{path}");
    }
    assert_eq!(house.user_of(&half).await["factors"][0]["id"], factor_id.as_str());
    let whole = house.give(&half, &factor_id, &house.code(&secret)).await;
    assert_eq!(house.with(Method::GET, "/auth/sessions", &whole, Value::Null).await.status, 200);
    let refresh = json!({ "refresh_token": whole.text("refresh_token") });
    let refreshed = house.post("/auth/token?grant_type=refresh_token", &[], refresh).await;
    assert_eq!(claims(&refreshed)["aal"], "aal2", "a refresh keeps the level");
}

#[tokio::test]
async fn a_page_learns_that_the_second_factor_is_still_to_come() {
    let house = House::open(&[]);
    house.ana().await;
    let Enrolled { factor_id, secret, .. } = house.enrol().await;
    house.app.clock.advance_seconds(30);
    let jar = house.sign_in(&[COOKIE], PASSWORD).await.jar();
    assert!(!jar.contains("manetes-device"), "half a session makes no browser known: {jar}");
    let current = house.get("/auth/session", &[("cookie", &jar)]).await.body;
    assert_eq!((&current["user"], &current["awaiting"]["factors"][0]["id"]), (&Value::Null, &json!(factor_id)));
    let path = format!("/auth/factors/{factor_id}");
    let headers = [COOKIE, ("cookie", jar.as_str())];
    let challenge = house.post(&format!("{path}/challenge"), &headers, json!({})).await;
    let answer = json!({ "challenge_id": challenge.body["id"], "code": house.code(&secret) });
    let whole = house.post(&format!("{path}/verify"), &headers, answer).await;
    assert!(whole.body.get("access_token").is_none());
    assert!(whole.jar().contains("manetes-device"));
    let current = house.get("/auth/session", &[("cookie", &whole.jar())]).await.body;
    assert_eq!((&current["user"]["email"], current.get("awaiting")), (&json!("ana@example.com"), None));
}

#[tokio::test]
async fn a_code_works_once_and_few_are_tried() {
    let house = House::open(&[]);
    house.ana().await;
    let Enrolled { session, factor_id, secret } = house.enrol().await;
    let used = house.give(&session, &factor_id, &house.code(&secret)).await;
    assert_eq!(used.code(), (422, "mfa_verification_failed"), "the enrolment used it");
    house.app.clock.advance_seconds(30);
    let path = format!("/auth/factors/{factor_id}");
    let challenge = house.with(Method::POST, &format!("{path}/challenge"), &session, json!({})).await;
    let answer = |code: &str| json!({ "challenge_id": challenge.body["id"], "code": code });
    for _ in 0..5 {
        let wrong = house.with(Method::POST, &format!("{path}/verify"), &session, answer("abcdef")).await;
        assert_eq!(wrong.code(), (422, "mfa_verification_failed"));
    }
    let code = house.code(&secret);
    let late = house.with(Method::POST, &format!("{path}/verify"), &session, answer(&code)).await;
    assert_eq!(late.code(), (422, "mfa_challenge_expired"));
    assert_eq!(house.give(&session, &factor_id, &code).await.status, 200);
}

#[tokio::test]
async fn a_challenge_ends_and_another_persons_factor_is_not_found() {
    let house = House::open(&[]);
    house.ana().await;
    house.someone("eva@example.com").await;
    let Enrolled { session, factor_id, secret } = house.enrol().await;
    let eva = json!({ "email": "eva@example.com", "password": PASSWORD });
    let eva = house.post("/auth/token?grant_type=password", &[], eva).await;
    let path = format!("/auth/factors/{factor_id}");
    for (method, path) in [(Method::POST, format!("{path}/challenge")), (Method::DELETE, path.clone())] {
        assert_eq!(house.with(method, &path, &eva, json!({})).await.code(), (404, "mfa_factor_not_found"));
    }
    let challenge = house.with(Method::POST, &format!("{path}/challenge"), &session, json!({})).await;
    house.app.clock.advance_seconds(300);
    let answer = json!({ "challenge_id": challenge.body["id"], "code": house.code(&secret) });
    let late = house.with(Method::POST, &format!("{path}/verify"), &session, answer).await;
    assert_eq!(late.code(), (422, "mfa_challenge_expired"));
}

#[tokio::test]
async fn a_recovery_code_stands_for_the_factor_once() {
    let house = House::open(&[]);
    house.ana().await;
    let Enrolled { session, factor_id, .. } = house.enrol().await;
    let made = house.with(Method::POST, "/auth/recovery-codes", &session, Value::Null).await;
    let codes: Vec<_> = made.body["codes"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    assert_eq!(codes.len(), 10);
    let typed = codes[3].to_uppercase().replace('-', " ");
    let half = house.sign_in(&[], PASSWORD).await;
    let whole = house.give(&half, &factor_id, &typed).await;
    assert_eq!(whole.body["aal"], "aal2", "{}", whole.body);
    assert_eq!(house.mails()[0].1["notice"]["what"], "recovery_code_used");
    let left = house.with(Method::GET, "/auth/recovery-codes", &whole, Value::Null).await;
    assert_eq!(left.body, json!({ "left": 9 }));
    assert_eq!(house.count("sessions WHERE by_code = 1"), 1, "a desk that requires passkeys lets it in");
    let half = house.sign_in(&[], PASSWORD).await;
    assert_eq!(house.give(&half, &factor_id, &typed).await.code(), (422, "mfa_verification_failed"));
}

#[tokio::test]
async fn what_an_enrolment_changes_asks_for_a_fresh_sign_in() {
    let house = House::open(&[]);
    house.ana().await;
    let Enrolled { session, factor_id, .. } = house.enrol().await;
    house.app.clock.advance_seconds(600);
    let path = format!("/auth/factors/{factor_id}");
    for (method, path) in
        [(Method::POST, "/auth/factors"), (Method::POST, "/auth/recovery-codes"), (Method::DELETE, &path)]
    {
        let answer = house.with(method, path, &session, json!({ "factor_type": "totp" })).await;
        assert_eq!(answer.code(), (403, "reauthentication_needed"), "{path}");
    }
    assert_eq!(house.count("factors"), 1);
}

#[tokio::test]
async fn without_its_factor_an_account_asks_for_the_password_alone() {
    let house = House::open(&[]);
    house.ana().await;
    let Enrolled { session, factor_id, .. } = house.enrol().await;
    house.with(Method::POST, "/auth/recovery-codes", &session, Value::Null).await;
    let gone = house.with(Method::DELETE, &format!("/auth/factors/{factor_id}"), &session, Value::Null).await;
    assert_eq!(gone.body, json!({ "id": factor_id }));
    assert_eq!(house.count("recovery_codes"), 0);
    assert_eq!(house.mails()[0].1["notice"]["what"], "factor_removed");
    let session = house.sign_in(&[], PASSWORD).await;
    assert_eq!(house.with(Method::GET, "/auth/sessions", &session, Value::Null).await.status, 200);
    let none = house.with(Method::POST, "/auth/recovery-codes", &session, Value::Null).await;
    assert_eq!(none.code(), (404, "mfa_factor_not_found"));
}

#[tokio::test]
async fn the_role_of_an_administrator_is_in_force_with_the_second_factor_only() {
    let house = House::open(&[]);
    let ana = house.ana().await;
    house.grant(&ana, SecondFactor::Required).await;
    let jar = house.sign_in(&[COOKIE], PASSWORD).await.jar();
    let user = house.get("/auth/session", &[("cookie", &jar)]).await.body["user"].clone();
    assert_eq!((&user["role"], &user["admin_needs_factor"]), (&json!("customer"), &json!(true)));
    let Enrolled { session, .. } = house.enrol().await;
    let authorization = bearer(&session.text("access_token"));
    let user = house.get("/auth/session", &[("authorization", &authorization)]).await.body["user"].clone();
    assert_eq!((&user["role"], &user["admin_needs_factor"]), (&json!("admin"), &json!(false)));
}

#[tokio::test]
async fn an_administrator_who_removes_the_last_factor_is_none_until_there_is_another() {
    let house = House::open(&[]);
    let ana = house.ana().await;
    house.grant(&ana, SecondFactor::Required).await;
    let Enrolled { session, factor_id, .. } = house.enrol().await;
    assert_eq!(house.people(&session).await.status, 200);
    house.with(Method::DELETE, &format!("/auth/factors/{factor_id}"), &session, Value::Null).await;
    assert_eq!(house.people(&session).await.code(), (403, "insufficient_aal"));
}

#[tokio::test]
async fn whoever_knows_the_password_alone_does_not_keep_the_owner_from_giving_the_factor() {
    let house = House::with_limits(&[], Limits::Normal);
    house.ana().await;
    let Enrolled { factor_id, secret, session } = house.enrol().await;
    house.app.clock.advance_seconds(30);
    let (owner, stranger) = (house.sign_in(&[], PASSWORD).await, house.sign_in(&[], PASSWORD).await);
    let asked = house.challenge(&owner, &factor_id).await;
    let others = house.challenge(&stranger, &factor_id).await;
    let code = house.code(&secret);
    let stolen = house.answer(&stranger, &factor_id, &asked, &code, "198.51.100.1").await;
    assert_eq!(stolen.code(), (422, "mfa_challenge_expired"), "a challenge is its session's");
    for _ in 0..20 {
        let wrong = house.answer(&stranger, &factor_id, &others, "abcdef", "198.51.100.1").await;
        assert!([422, 429].contains(&wrong.status.as_u16()), "{}", wrong.body);
    }
    for scope in ["global", "others"] {
        house.with(Method::POST, &format!("/auth/logout?scope={scope}"), &stranger, Value::Null).await;
    }
    assert_eq!(house.with(Method::GET, "/auth/user", &session, Value::Null).await.status, 200, "it lives on");
    let given = house.answer(&owner, &factor_id, &asked, &code, "192.0.2.1").await;
    assert_eq!(given.status, 200, "{}", given.body);
}

#[tokio::test]
async fn half_a_session_ends_no_other() {
    let house = House::open(&[]);
    house.ana().await;
    let Enrolled { session, .. } = house.enrol().await;
    let half = house.sign_in(&[], PASSWORD).await;
    let end = async |scope: &str| house.with(Method::POST, &format!("/auth/logout{scope}"), &half, Value::Null).await;
    assert_eq!(end("?scope=others").await.code(), (403, "insufficient_aal"));
    assert_eq!(end("").await.status, 204);
    assert_eq!(end("?scope=local").await.code(), (403, "session_not_found"), "it has ended itself");
    assert_eq!(house.with(Method::GET, "/auth/sessions", &session, Value::Null).await.status, 200);
}

#[tokio::test]
async fn a_browser_that_gave_the_factor_before_is_counted_apart_from_those_that_guess() {
    let house = House::with_limits(&[], Limits::Normal);
    house.ana().await;
    let Enrolled { factor_id, secret, .. } = house.enrol().await;
    house.app.clock.advance_seconds(30);
    let half = house.sign_in(&[], PASSWORD).await;
    let whole = house.give(&half, &factor_id, &house.code(&secret)).await;
    assert_eq!(whole.status, 200, "{}", whole.body);
    let stored = house.app.db.read(|conn| user_by_email(conn, &address("ana@example.com"))).await;
    let user = stored.unwrap().unwrap();
    let device = format!("manetes-device={}", device::issue(&house.app.secrets, &user.id, &user.password_hash));
    let half = house.sign_in(&[], PASSWORD).await;
    let challenge = house.challenge(&half, &factor_id).await;
    for n in 0..30 {
        house.answer(&half, &factor_id, &challenge, "abcdef", &format!("198.51.100.{n}")).await;
    }
    house.app.clock.advance_seconds(30);
    let challenge = house.challenge(&half, &factor_id).await;
    let code = house.code(&secret);
    let unknown = house.answer(&half, &factor_id, &challenge, &code, "192.0.2.1").await;
    assert_eq!(unknown.code(), (429, "over_request_rate_limit"));
    let authorization = bearer(&half.text("access_token"));
    let headers = [("authorization", authorization.as_str()), ("cookie", &device)];
    let answer = json!({ "challenge_id": challenge.body["id"], "code": code });
    let known = house.post(&format!("/auth/factors/{factor_id}/verify"), &headers, answer).await;
    assert_eq!(known.status, 200, "{}", known.body);
}

impl House {
    async fn grant(&self, user_id: &str, factor: SecondFactor) {
        let (user_id, now) = (user_id.to_owned(), self.now());
        let grant = move |tx: &db::Tx<'_>| grant_admin(tx, &Actor::System, &user_id, factor, now);
        self.app.db.write(grant).await.unwrap();
    }

    async fn sign_in_by_mail(&self) -> Answer {
        self.app.clock.advance_seconds(60);
        self.post("/auth/otp", &[], json!({ "email": "ana@example.com" })).await;
        self.post("/auth/verify", &[], json!({ "type": "magiclink", "token_hash": self.mailed_token() })).await
    }
}

#[tokio::test]
async fn a_password_older_than_the_role_brings_it_into_force_by_mail_only() {
    let house = House::open(&[]);
    let ana = house.ana().await;
    let put = async |session: &Answer, body: Value| house.with(Method::PUT, "/auth/user", session, body).await;
    // Somebody who guessed the password prepares for the day when Ana gets the role.
    let stranger = house.sign_in(&[], PASSWORD).await;
    let begun = house.begin_enrolment(&stranger).await;
    let change = json!({ "email": "eva@example.com", "current_password": PASSWORD });
    assert_eq!(put(&stranger, change.clone()).await.status, 200);
    let link = house.mailed_token();
    house.grant(&ana, SecondFactor::RequiredByMail).await;
    let followed = json!({ "type": "email_change", "token_hash": link });
    assert_eq!(house.post("/auth/verify", &[], followed).await.code(), (403, "otp_expired"));
    house.app.clock.advance_seconds(61);

    let stranger = house.sign_in(&[], PASSWORD).await;
    let secret = begun.body["totp"]["secret"].as_str().unwrap();
    let refused = house.give(&stranger, &begun.text("id"), &house.code(secret)).await;
    assert_eq!(refused.code(), (403, "reauthentication_needed"));
    let long = json!({ "password": "cinco perros pardos", "current_password": PASSWORD });
    assert_eq!(put(&stranger, long).await.status, 200);
    let change = json!({ "email": "eva@example.com", "current_password": "cinco perros pardos" });
    assert_eq!(put(&stranger, change).await.code(), (403, "reauthentication_needed"));
    let refused = house.begin_enrolment(&stranger).await;
    assert_eq!((refused.code(), &refused.body["method"]), ((403, "reauthentication_needed"), &json!("otp")));

    let session = house.sign_in_by_mail().await;
    let begun = house.begin_enrolment(&session).await;
    let session =
        house.give(&session, &begun.text("id"), &house.code(begun.body["totp"]["secret"].as_str().unwrap())).await;
    assert_eq!(house.people(&session).await.status, 200);
}

#[tokio::test]
async fn a_password_chosen_for_the_role_brings_it_into_force() {
    let house = House::open(&[]);
    let ana = house.ana().await;
    house.grant(&ana, SecondFactor::RequiredByMail).await;
    let session = house.sign_in_by_mail().await;
    let body = json!({ "password": "cinco perros pardos" });
    assert_eq!(house.with(Method::PUT, "/auth/user", &session, body).await.status, 200);
    let session = house.sign_in(&[], "cinco perros pardos").await;
    assert_eq!(house.begin_enrolment(&session).await.status, 200);
}

#[test]
fn a_factor_that_was_never_verified_is_forgotten() {
    let house = House::open(&[]);
    let (now, secrets) = (house.now(), house.app.secrets.clone());
    let left: Vec<Factor> = house
        .app
        .db
        .write_blocking(move |tx| {
            let ana = create_confirmed(tx, &address("ana@example.com"), "Ana", "hash", now).unwrap();
            let tokens = session::issue(tx, &secrets, &ana, SignInMethod::Password, "", now)?;
            let who = session::find(tx, Some("localhost"), &tokens.access_token, now)?.unwrap();
            factor::enrol(tx, &secrets, &who, "Phone", now).unwrap();
            accounts::purge(tx, now.plus_days(1))?;
            factor::list(tx, &ana)
        })
        .unwrap();
    assert_eq!(left, []);
}
