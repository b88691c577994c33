//! One's own account over the endpoints: recovery, codes by mail, changes, sessions.

use poem::http::Method;
use serde_json::{Value, json};

use super::http::{Answer, COOKIE, PASSWORD, bearer};
use crate::accounts::tests::{House, START};
use crate::accounts::{SecondFactor, grant_admin};
use crate::audit::Actor;
use crate::db;

const OTHER: &str = "cinco perros pardos";

impl House {
    pub(super) async fn put_user(&self, session: &Answer, body: Value) -> Answer {
        let authorization = bearer(&session.text("access_token"));
        self.send(Method::PUT, "/auth/user", &[("authorization", &authorization)], body).await
    }

    pub(super) async fn ask(&self, path: &str, email: &str) {
        let answer = self.post(path, &[], json!({ "email": email, "code_challenge": null })).await;
        assert_eq!((answer.status.as_u16(), answer.body), (200, json!({})), "{path} {email}");
    }

    pub(super) async fn user(&self, session: &Answer) -> Answer {
        self.get("/auth/user", &[("authorization", &bearer(&session.text("access_token")))]).await
    }

    pub(super) fn kinds(&self) -> Vec<String> {
        let kind = |message: &Value| {
            let notice = message["notice"]["what"].as_str();
            notice.or(message["kind"].as_str()).unwrap().to_owned()
        };
        self.mails().iter().map(|(recipient, message)| format!("{recipient} {}", kind(message))).collect()
    }
}

#[tokio::test]
async fn a_forgotten_password_is_set_anew_and_everything_else_ends() {
    let house = House::open(&[]);
    house.ana().await;
    let before = house.sign_in(&[], PASSWORD).await;
    house.ask("/auth/recover", "ana@example.com").await;
    let verify = json!({ "type": "recovery", "token_hash": house.mailed_token() });
    let session = house.post("/auth/verify", &[], verify.clone()).await;
    assert_eq!(session.status, 200, "{}", session.body);
    assert_eq!(house.user(&before).await.status, 403, "recovering ends the sessions before");
    assert_eq!(house.post("/auth/verify", &[], verify).await.code(), (403, "otp_expired"));

    let weak = house.put_user(&session, json!({ "password": "123456" })).await;
    assert_eq!(weak.code(), (422, "weak_password"));
    assert_eq!(house.put_user(&session, json!({ "password": PASSWORD })).await.code(), (422, "same_password"));
    let changed = house.put_user(&session, json!({ "password": OTHER, "code_challenge": null })).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    assert_eq!(house.sign_in(&[], PASSWORD).await.code(), (400, "invalid_credentials"));
    assert_eq!(house.sign_in(&[], OTHER).await.status, 200);
    assert_eq!(house.kinds(), ["ana@example.com password_changed", "ana@example.com recover"]);
}

#[tokio::test]
async fn a_browser_is_signed_in_by_a_link_only_after_seeing_whose_account_it_is() {
    let house = House::open(&[]);
    house.ana().await;
    house.ask("/auth/otp", "ana@example.com").await;
    let token = house.mailed_token();
    let blind = json!({ "type": "magiclink", "token_hash": token });
    assert_eq!(house.post("/auth/verify", &[COOKIE], blind).await.code(), (422, "validation_failed"));
    let other = json!({ "type": "magiclink", "token_hash": token, "email": "eva@example.com" });
    assert_eq!(house.post("/auth/verify", &[COOKIE], other).await.code(), (403, "otp_expired"));
    let seen = json!({ "type": "magiclink", "token_hash": token, "email": "ana@example.com" });
    let session = house.post("/auth/verify", &[COOKIE], seen).await;
    assert_eq!((session.status.as_u16(), session.cookies().len()), (200, 3));
    let current = house.get("/auth/session", &[("cookie", &session.jar())]).await;
    assert_eq!(current.body["user"]["email"], "ana@example.com");
    assert_eq!(current.body["fresh_until"], START.seconds() + 600);
}

#[tokio::test]
async fn half_a_challenge_is_refused_wherever_one_is_taken() {
    let house = House::open(&[]);
    for path in ["/auth/signup", "/auth/otp", "/auth/recover", "/auth/resend"] {
        let mut body = json!({ "email": "ana@example.com", "code_challenge": "A".repeat(43) });
        match path {
            "/auth/signup" => body["password"] = json!(PASSWORD),
            "/auth/resend" => body["type"] = json!("signup"),
            _ => {}
        }
        let answer = house.post(path, &[], body.clone()).await;
        assert_eq!((answer.code(), &answer.body["field"]), ((422, "validation_failed"), &json!("code_challenge")));
        body["code_challenge_method"] = json!("s256");
        house.app.clock.advance_seconds(60);
        assert_eq!(house.post(path, &[], body).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_browser_holds_one_session_however_it_signs_in() {
    let house = House::open(&[]);
    house.ana().await;
    house.someone("eva@example.com").await;
    let mut jar = house.sign_in(&[COOKIE], PASSWORD).await.jar();
    for (path, kind) in [("/auth/otp", "magiclink"), ("/auth/recover", "recovery")] {
        house.ask(path, "eva@example.com").await;
        let verify = json!({ "type": kind, "email": "eva@example.com", "token": house.mailed_code() });
        let session = house.post("/auth/verify", &[COOKIE, ("cookie", &jar)], verify).await;
        assert_eq!(session.status, 200, "{kind}: {}", session.body);
        assert_eq!(house.get("/auth/user", &[("cookie", &jar)]).await.status, 401, "{kind}");
        assert_eq!(house.count("sessions"), 1, "{kind}");
        jar = session.jar();
    }
}

#[tokio::test]
async fn near_the_end_of_a_session_an_access_token_lives_no_longer_than_it() {
    let house = House::open(&[]);
    let (ana, now) = (house.ana().await, house.now());
    let grant = move |tx: &db::Tx<'_>| grant_admin(tx, &Actor::System, &ana, SecondFactor::Waived, now);
    house.app.db.write(grant).await.unwrap();
    let session = house.sign_in(&[], PASSWORD).await;
    assert_eq!(session.body["expires_in"], 3600);
    house.app.clock.advance_seconds(12 * 3600 - 900);
    let refresh = json!({ "refresh_token": session.text("refresh_token") });
    let session = house.post("/auth/token?grant_type=refresh_token", &[], refresh).await;
    assert_eq!(session.body["expires_in"], 900);
    assert_eq!(session.body["expires_at"], house.now().seconds() + 900);
}

#[tokio::test]
async fn a_code_by_mail_signs_in_and_makes_an_account_where_it_may() {
    let house = House::open(&[]);
    let ask = json!({ "email": "ana@example.com", "create_user": false, "data": {} });
    assert_eq!(house.post("/auth/otp", &[], ask).await.body, json!({}));
    assert!(house.mails().is_empty());
    house.app.clock.advance_seconds(60);
    house.ask("/auth/magiclink", "ana@example.com").await;
    let code = house.mailed_code();
    let verify = json!({ "type": "email", "email": "ana@example.com", "token": code });
    let session = house.post("/auth/verify", &[], verify).await;
    assert_eq!(session.status, 200, "{}", session.body);
    assert_eq!(house.sign_in(&[], "").await.code(), (422, "validation_failed"));
    assert_eq!(house.sign_in(&[], PASSWORD).await.code(), (400, "invalid_credentials"), "it has no password");
    assert_eq!(house.put_user(&session, json!({ "password": PASSWORD })).await.status, 200);
    assert_eq!(house.sign_in(&[], PASSWORD).await.status, 200);
}

#[tokio::test]
async fn what_others_typed_for_an_unconfirmed_account_goes_when_its_owner_comes() {
    let house = House::open(&[]);
    house.post("/auth/signup", &[], super::http::sign_up_body("ana@example.com")).await;
    let squatters = house.mailed_token();
    house.ask("/auth/otp", "ana@example.com").await;
    let verify = json!({ "type": "magiclink", "token_hash": house.mailed_token() });
    let session = house.post("/auth/verify", &[], verify).await;
    assert_eq!(session.body["user"]["user_metadata"]["name"], "");
    assert_eq!(house.sign_in(&[], PASSWORD).await.code(), (400, "invalid_credentials"));
    let verify = json!({ "type": "signup", "token_hash": squatters });
    assert_eq!(house.post("/auth/verify", &[], verify).await.code(), (403, "otp_expired"));
}

#[tokio::test]
async fn asking_for_mails_tells_nobody_whether_an_address_is_known() {
    let house = House::open(&[]);
    house.ana().await;
    for path in ["/auth/recover", "/auth/otp", "/auth/resend"] {
        let body = |email: &str| match path {
            "/auth/resend" => json!({ "email": email, "type": "signup" }),
            "/auth/otp" => json!({ "email": email, "create_user": false }),
            _ => json!({ "email": email }),
        };
        let known = house.post(path, &[], body("ana@example.com")).await;
        let unknown = house.post(path, &[], body("nobody@example.com")).await;
        assert_eq!(
            (known.status, known.headers, known.body),
            (unknown.status, unknown.headers, unknown.body),
            "{path}"
        );
    }
    assert_eq!(house.count("account_mails"), 6);
    assert_eq!(house.kinds(), ["ana@example.com sign_in", "ana@example.com recover"]);
    house.app.clock.advance_seconds(20);
    for email in ["ana@example.com", "nobody@example.com"] {
        for path in ["/auth/recover", "/auth/otp", "/auth/resend"] {
            let body = json!({ "email": email, "type": "signup" });
            let body = if path == "/auth/resend" { body } else { json!({ "email": email }) };
            let answer = house.post(path, &[], body).await;
            assert_eq!(answer.code(), (429, "over_email_send_rate_limit"), "{path} {email}");
            assert_eq!(answer.body["retry_after"], 40);
            assert_eq!(answer.headers["retry-after"], "40");
        }
    }
}

#[tokio::test]
async fn a_password_is_changed_with_the_current_one_or_a_mailed_code() {
    let house = House::open(&[]);
    house.ana().await;
    let (session, other) = (house.sign_in(&[], PASSWORD).await, house.sign_in(&[], PASSWORD).await);
    let refused = house.put_user(&session, json!({ "password": OTHER })).await;
    assert_eq!(refused.code(), (400, "current_password_required"));
    let wrong = house.put_user(&session, json!({ "password": OTHER, "current_password": "wrong" })).await;
    assert_eq!(wrong.code(), (400, "current_password_mismatch"));
    let changed = house.put_user(&session, json!({ "password": OTHER, "current_password": PASSWORD })).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    assert_eq!(house.user(&session).await.status, 200);
    assert_eq!(house.user(&other).await.status, 403);

    let headers = bearer(&session.text("access_token"));
    let asked = house.get("/auth/reauthenticate", &[("authorization", &headers)]).await;
    assert_eq!((asked.status.as_u16(), asked.body), (200, json!({})));
    let again = house.get("/auth/reauthenticate", &[("authorization", &headers)]).await;
    assert_eq!(again.code(), (429, "over_email_send_rate_limit"));
    let code = house.mailed_code();
    let wrong = if code == "000000" { "000001" } else { "000000" };
    let refused = house.put_user(&session, json!({ "password": PASSWORD, "nonce": wrong })).await;
    assert_eq!(refused.code(), (422, "reauthentication_not_valid"));
    let weak = house.put_user(&session, json!({ "password": "123456", "nonce": code })).await;
    assert_eq!(weak.code(), (422, "weak_password"), "and the code is not used up");
    assert_eq!(house.put_user(&session, json!({ "password": PASSWORD, "nonce": code })).await.status, 200);
    assert_eq!(house.sign_in(&[], PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_new_address_counts_once_it_is_confirmed_and_the_old_one_hears_of_it() {
    let house = House::open(&[]);
    house.ana().await;
    house.someone("taken@example.com").await;
    let session = house.sign_in(&[], PASSWORD).await;
    let changed = house
        .put_user(
            &session,
            json!({ "email": "Nueva@example.com", "current_password": PASSWORD,
                                                "data": { "name": "Ana B" } }),
        )
        .await;
    assert_eq!(
        (&changed.body["email"], &changed.body["new_email"]),
        (&json!("ana@example.com"), &json!("nueva@example.com"))
    );
    assert_eq!(changed.body["user_metadata"]["name"], "Ana B");
    assert_eq!(house.kinds(), ["ana@example.com email_changing", "nueva@example.com confirm_new_email"]);
    let verify = json!({ "type": "email_change", "email": "nueva@example.com", "token": house.mailed_code() });
    let confirmed = house.post("/auth/verify", &[COOKIE], verify).await;
    assert_eq!((confirmed.status.as_u16(), confirmed.cookies().len()), (200, 0));
    assert_eq!(house.user(&session).await.body["email"], "nueva@example.com");
    assert_eq!(house.kinds()[0], "ana@example.com email_changed");

    house.app.clock.advance_seconds(61);
    let taken = json!({ "email": "taken@example.com", "current_password": PASSWORD });
    let taken = house.put_user(&session, taken).await;
    assert_eq!(taken.body["new_email"], "taken@example.com", "the same as for an address nobody has");
    assert_eq!(house.kinds()[..2], ["nueva@example.com email_changing", "taken@example.com already_registered"]);
}

#[tokio::test]
async fn whoever_finds_an_open_browser_cannot_have_the_address_changed() {
    let house = House::open(&[]);
    house.ana().await;
    let change = json!({ "email": "eva@example.com" });
    let session = house.sign_in(&[], PASSWORD).await;
    let refused = house.put_user(&session, change.clone()).await;
    assert_eq!(
        (refused.code(), &refused.body["field"]),
        ((400, "current_password_required"), &json!("current_password"))
    );
    assert_eq!(house.kinds(), Vec::<String>::new());
    house.ask("/auth/otp", "ana@example.com").await;
    let verify = json!({ "type": "magiclink", "token_hash": house.mailed_token() });
    let session = house.post("/auth/verify", &[], verify).await;
    assert_eq!(house.put_user(&session, change.clone()).await.status, 200, "a mail opened it a moment ago");
    house.app.clock.advance_seconds(600);
    assert_eq!(house.put_user(&session, change).await.code(), (400, "current_password_required"));
}

#[tokio::test]
async fn nobody_can_use_up_the_changes_of_an_address_by_asking_to_have_it() {
    let house = House::open(&[]);
    house.ana().await;
    house.someone("eva@example.com").await;
    let eva = json!({ "email": "eva@example.com", "password": PASSWORD });
    let eva = house.post("/auth/token?grant_type=password", &[], eva).await;
    let to = |email: &str| json!({ "email": email, "current_password": PASSWORD });
    for _ in 0..5 {
        assert_eq!(house.put_user(&eva, to("ana@example.com")).await.status, 200);
        house.app.clock.advance_seconds(61);
    }
    assert_eq!(house.put_user(&eva, to("ana@example.com")).await.code(), (429, "over_email_send_rate_limit"));
    let ana = house.sign_in(&[], PASSWORD).await;
    assert_eq!(house.put_user(&ana, to("nueva@example.com")).await.status, 200);
}

#[tokio::test]
async fn the_mail_to_a_new_address_comes_again_where_one_is_waited_for() {
    let house = House::open(&[]);
    house.ana().await;
    let resend = async |email: &str| {
        let answer = house.post("/auth/resend", &[], json!({ "type": "email_change", "email": email })).await;
        assert_eq!((answer.status.as_u16(), answer.body), (200, json!({})), "{email}");
    };
    house.app.clock.advance_seconds(60);
    resend("ana@example.com").await;
    assert!(house.kinds().iter().all(|kind| !kind.ends_with("new_email")), "nothing is waited for");
    house.app.clock.advance_seconds(60);
    let session = house.sign_in(&[], PASSWORD).await;
    house.put_user(&session, json!({ "email": "nueva@example.com", "current_password": PASSWORD })).await;
    let first = house.mailed_code();
    let count = || house.kinds().iter().filter(|kind| *kind == "nueva@example.com confirm_new_email").count();
    resend("ana@example.com").await;
    assert_eq!(count(), 1, "one mail a minute");
    house.app.clock.advance_seconds(60);
    for email in ["nobody@example.com", "nueva@example.com", "ana@example.com"] {
        resend(email).await;
    }
    assert_eq!(count(), 2);
    assert_eq!(house.mailed_code(), first, "the same link and code");
    let verify = json!({ "type": "email_change", "email": "nueva@example.com", "token": first });
    assert_eq!(house.post("/auth/verify", &[COOKIE], verify).await.status, 200);
    for _ in 0..4 {
        house.app.clock.advance_seconds(60);
        resend("nueva@example.com").await;
    }
    assert_eq!(count(), 2, "it is not waited for any more");
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one_by_their_owner_only() {
    let house = House::open(&[]);
    house.ana().await;
    house.someone("eva@example.com").await;
    let eva = json!({ "email": "eva@example.com", "password": PASSWORD });
    let eva = house.post("/auth/token?grant_type=password", &[], eva).await;
    let phone = house.sign_in(&[("user-agent", "Phone")], PASSWORD).await;
    house.app.clock.advance_seconds(5);
    let laptop = house.sign_in(&[("user-agent", "Laptop")], PASSWORD).await;
    let authorization = bearer(&laptop.text("access_token"));
    let headers = [("authorization", authorization.as_str())];
    let listed = house.get("/auth/sessions", &headers).await.body;
    let seen: Vec<_> = listed["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| (s["user_agent"].clone(), s["current"].clone()))
        .collect();
    assert_eq!(seen, [(json!("Laptop"), json!(true)), (json!("Phone"), json!(false))]);

    let path = format!("/auth/sessions/{}", listed["sessions"][1]["id"].as_str().unwrap());
    let others = bearer(&eva.text("access_token"));
    let end = |authorization: &str| {
        let authorization = authorization.to_owned();
        let (house, path) = (&house, &path);
        async move { house.send(Method::DELETE, path, &[("authorization", &authorization)], Value::Null).await }
    };
    assert_eq!(end(&others).await.code(), (404, "not_found"));
    assert_eq!(house.user(&phone).await.status, 200);
    assert_eq!(end(&authorization).await.status, 204);
    assert_eq!(house.user(&phone).await.status, 403);
    assert_eq!(house.user(&laptop).await.status, 200);
}

#[tokio::test]
async fn a_browser_that_signs_in_again_leaves_no_session_behind() {
    let house = House::open(&[]);
    house.ana().await;
    let first = house.sign_in(&[COOKIE], PASSWORD).await;
    let again = house.sign_in(&[COOKIE, ("cookie", &first.jar())], PASSWORD).await;
    assert_eq!(house.count("sessions"), 1);
    assert_eq!(house.get("/auth/user", &[("cookie", &again.jar())]).await.status, 200);
}
