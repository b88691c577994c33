//! The endpoints, as a client of the wire format and as the website use them.

use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use poem::http::{HeaderMap, Method, StatusCode};
use poem::{Endpoint, EndpointExt, Request};
use poem_openapi::OpenApiService;
use serde_json::{Value, json};

use crate::accounts::create_confirmed;
use crate::accounts::people_api::PeopleApi;
use crate::accounts::profile_api::ProfileApi;
use crate::accounts::tests::{House, START, address};
use crate::auth::password::Password;
use crate::auth::user_by_email;
use crate::clock::Timestamp;
use crate::limits::client_ip::ClientIp;

pub(super) const PASSWORD: &str = "tres gatos grises";
pub(super) const COOKIE: (&str, &str) = ("x-session-transport", "cookie");

pub(super) struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Answer {
    pub(super) fn code(&self) -> (u16, &str) {
        (self.status.as_u16(), self.body["code"].as_str().unwrap_or_default())
    }

    pub(super) fn cookies(&self) -> Vec<&str> {
        self.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect()
    }

    /// The `Cookie` header a browser would send next.
    pub(super) fn jar(&self) -> String {
        let pairs: Vec<_> = self.cookies().into_iter().filter_map(|c| c.split(';').next()).collect();
        pairs.join("; ")
    }

    pub(super) fn text(&self, member: &str) -> String {
        self.body[member].as_str().unwrap_or_else(|| panic!("no {member} in {}", self.body)).to_owned()
    }
}

impl House {
    pub(super) async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: Value) -> Answer {
        let app = || self.app.clone();
        let apis = (crate::gotrue::apis(&self.app), ProfileApi { app: app() }, PeopleApi { app: app() });
        let endpoint = OpenApiService::new(apis, "test", "1").data(self.app.sessions());
        let mut request = Request::builder().method(method).uri(path.parse().unwrap());
        for (name, value) in headers {
            request = request.header(*name, *value);
            if *name == "x-forwarded-for" {
                request = request.extension(ClientIp(value.parse().unwrap()));
            }
        }
        let request = match body {
            Value::Null => request.finish(),
            body => request.content_type("application/json").body(body.to_string()),
        };
        let response = endpoint.get_response(request).await;
        let (parts, body) = response.into_parts();
        let body = body.into_string().await.unwrap();
        let body = serde_json::from_str(&body).unwrap_or(Value::String(body));
        Answer { status: parts.status, headers: parts.headers, body }
    }

    pub(super) async fn post(&self, path: &str, headers: &[(&str, &str)], body: Value) -> Answer {
        self.send(Method::POST, path, headers, body).await
    }

    pub(super) async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send(Method::GET, path, headers, Value::Null).await
    }

    pub(super) async fn sign_in(&self, headers: &[(&str, &str)], password: &str) -> Answer {
        let body = json!({ "email": "Ana@example.com", "password": password, "gotrue_meta_security": {} });
        self.post("/auth/token?grant_type=password", headers, body).await
    }

    /// Ana, with a real password.
    pub(super) async fn ana(&self) -> String {
        self.someone("ana@example.com").await
    }

    pub(super) async fn someone(&self, email: &str) -> String {
        let password = Password::parse(PASSWORD).unwrap();
        let hash = self.app.hashing.hash(password).await.unwrap();
        let (email, now) = (address(email), self.now());
        self.app.db.write(move |tx| create_confirmed(tx, &email, "Ana", &hash, now)).await.unwrap()
    }
}

pub(super) fn sign_up_body(email: &str) -> Value {
    json!({ "email": email, "password": PASSWORD, "data": { "name": "Ana", "city": "Abrera", "lang": "fr" },
            "gotrue_meta_security": { "captcha_token": null }, "code_challenge": null, "code_challenge_method": null })
}

pub(super) fn bearer(token: &str) -> String {
    format!("bearer {token}")
}

#[tokio::test]
async fn an_api_client_signs_up_confirms_signs_in_refreshes_and_signs_out() {
    let house = House::open(&[]);
    let answer = house.post("/auth/signup", &[], sign_up_body("ana@example.com")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body["user_metadata"]["name"], "Ana");
    assert!(answer.body.get("access_token").is_none());
    assert_eq!(house.sign_in(&[], "another password").await.code(), (400, "invalid_credentials"));
    assert_eq!(house.sign_in(&[], PASSWORD).await.code(), (400, "email_not_confirmed"));

    let token = house.mailed_token();
    let verify = json!({ "type": "signup", "token_hash": token });
    let session = house.post("/auth/verify", &[], verify.clone()).await;
    assert_eq!(session.status, 200);
    assert_eq!(session.body["token_type"], "bearer");
    assert_eq!(session.body["expires_in"], 3600);
    assert_eq!(session.body["expires_at"], START.seconds() + 3600);
    assert_eq!(house.post("/auth/verify", &[], verify).await.code(), (403, "otp_expired"));

    let session = house.sign_in(&[], PASSWORD).await;
    assert_eq!(session.status, 200);
    assert!(session.cookies().is_empty());
    let user = house.get("/auth/user", &[("authorization", &bearer(&session.text("access_token")))]).await;
    assert_eq!(user.body, session.body["user"]);
    assert_eq!(user.body["email_confirmed_at"], Timestamp::to_rfc3339(START));

    let refresh = json!({ "refresh_token": session.text("refresh_token") });
    let session = house.post("/auth/token?grant_type=refresh_token", &[], refresh.clone()).await;
    assert_eq!(session.status, 200);
    house.app.clock.advance_seconds(11);
    let reused = house.post("/auth/token?grant_type=refresh_token", &[], refresh).await;
    assert_eq!(reused.code(), (400, "refresh_token_already_used"));
    let authorization = bearer(&session.text("access_token"));
    let headers = [("authorization", authorization.as_str())];
    assert_eq!(house.get("/auth/user", &headers).await.code(), (403, "session_not_found"));
    assert_eq!(house.post("/auth/logout", &headers, Value::Null).await.code(), (403, "session_not_found"));

    let session = house.sign_in(&[], PASSWORD).await;
    let authorization = bearer(&session.text("access_token"));
    let headers = [("authorization", authorization.as_str())];
    assert_eq!(house.post("/auth/logout?scope=local", &headers, Value::Null).await.status, 204);
    assert_eq!(house.get("/auth/user", &headers).await.code(), (403, "session_not_found"));
    let forged = format!("{}x", headers[0].1);
    assert_eq!(house.get("/auth/user", &[("authorization", &forged)]).await.code(), (401, "unauthorized"));
    house.app.clock.advance_seconds(3601);
    assert_eq!(house.get("/auth/user", &headers).await.code(), (401, "unauthorized"), "what has ended says nothing");
}

#[tokio::test]
async fn the_website_never_sees_a_token() {
    let house = House::open(&[]);
    house.post("/auth/signup", &[COOKIE], sign_up_body("ana@example.com")).await;
    let verify = json!({ "type": "signup", "token_hash": house.mailed_token() });
    let confirmed = house.post("/auth/verify", &[COOKIE], verify).await;
    assert_eq!(confirmed.status, 200);
    assert!(confirmed.cookies().is_empty(), "a link does not sign in");
    assert_eq!(house.count("sessions"), 0);

    let session = house.sign_in(&[COOKIE], PASSWORD).await;
    assert!(session.body.get("access_token").is_none() && session.body.get("refresh_token").is_none());
    let [access, refresh, device] = session.cookies()[..] else { panic!("{:?}", session.cookies()) };
    assert!(device.starts_with("manetes-device=") && device.contains("; HttpOnly; "), "{device}");
    assert!(access.ends_with("; Path=/; Max-Age=3600; HttpOnly; SameSite=Strict"), "{access}");
    assert!(refresh.ends_with("; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict"), "{refresh}");

    let jar = session.jar();
    let current = house.get("/auth/session", &[("cookie", &jar)]).await;
    assert_eq!(current.body["user"]["user_metadata"]["name"], "Ana");
    assert_eq!(current.body["user"]["role"], "customer");
    assert_eq!(current.body["expires_at"], session.body["expires_at"]);

    house.app.clock.advance_seconds(7200);
    let current = house.get("/auth/session", &[("cookie", &jar)]).await;
    assert_eq!(current.body["user"]["email"], "ana@example.com");
    assert_eq!(current.body["expires_at"], house.now().seconds(), "due for a refresh");
    assert_eq!(house.get("/auth/user", &[("cookie", &jar)]).await.status, 401);

    let refresh = "/auth/token?grant_type=refresh_token";
    assert_eq!(house.post(refresh, &[("cookie", &jar)], json!({})).await.code(), (400, "refresh_token_not_found"));
    let session = house.post(refresh, &[COOKIE, ("cookie", &jar)], json!({})).await;
    assert_eq!(session.status, 200);
    assert!(session.body.get("refresh_token").is_none());
    let jar = session.jar();
    assert_eq!(house.get("/auth/user", &[("cookie", &jar)]).await.status, 200);

    let out = house.post("/auth/logout", &[COOKIE, ("cookie", &jar)], Value::Null).await;
    assert_eq!(out.status, 204);
    assert_eq!(out.cookies().len(), 2);
    assert!(out.cookies().iter().all(|c| c.contains("=; Path=/; Max-Age=0;")));
    assert_eq!(house.get("/auth/session", &[("cookie", &jar)]).await.body, json!({ "user": null }));
    let again = house.post("/auth/logout", &[COOKIE], Value::Null).await;
    assert_eq!((again.status, again.cookies().len()), (StatusCode::NO_CONTENT, 2));
}

#[tokio::test]
async fn an_https_site_binds_its_cookies_to_itself() {
    let house = House::open(&["--base-url", "https://shop.example"]);
    house.ana().await;
    let session = house.sign_in(&[COOKIE], PASSWORD).await;
    for cookie in session.cookies() {
        assert!(cookie.starts_with("__Host-") && cookie.contains("; Path=/;") && cookie.ends_with("; Secure"));
    }
}

#[tokio::test]
async fn an_expired_access_cookie_does_not_keep_anybody_from_signing_out() {
    let house = House::open(&[]);
    house.ana().await;
    let jar = house.sign_in(&[COOKIE], PASSWORD).await.jar();
    let refresh = jar.split("; ").nth(1).unwrap();
    assert_eq!(house.post("/auth/logout", &[COOKIE, ("cookie", refresh)], Value::Null).await.status, 204);
    assert_eq!(house.count("sessions"), 0);
}

#[tokio::test]
async fn signing_up_tells_nobody_whether_an_address_is_known() {
    let house = House::open(&[]);
    let mut answers = Vec::new();
    // Unknown; waiting for its confirmation; confirmed; and confirmed, too soon for another mail.
    for wait in [0, 60, 60, 0] {
        house.app.clock.advance_seconds(wait);
        if answers.len() == 2 {
            let verify = json!({ "type": "signup", "token_hash": house.mailed_token(), "password": PASSWORD });
            assert_eq!(house.post("/auth/verify", &[COOKIE], verify).await.status, 200);
        }
        let mut answer = house.post("/auth/signup", &[], sign_up_body("ana@example.com")).await;
        let now = house.now().to_rfc3339();
        for member in ["created_at", "updated_at", "confirmation_sent_at"] {
            assert_eq!(answer.body.as_object_mut().unwrap().remove(member), Some(json!(now)));
        }
        for member in ["created_at", "updated_at", "last_sign_in_at"] {
            assert_eq!(answer.body["identities"][0].as_object_mut().unwrap().remove(member), Some(json!(now)));
        }
        answers.push(answer);
    }
    let kinds: Vec<_> = house.mails().into_iter().map(|(_, message)| message["kind"].clone()).collect();
    assert_eq!(kinds, ["already_registered", "confirm_email", "confirm_email"]);
    for answer in &answers {
        assert_eq!(answer.status, answers[0].status);
        assert_eq!(answer.headers, answers[0].headers);
        assert_eq!(answer.body, answers[0].body);
    }
    assert_eq!(answers[0].body["identities"][0]["provider"], "email");
    let account = house.sign_in(&[], PASSWORD).await.body["user"]["id"].clone();
    assert_ne!(answers[0].body["id"], account, "strangers are not told the id of the account");
}

#[tokio::test]
async fn whoever_signs_up_alone_keeps_the_id_and_nobody_else_is_told_it() {
    let house = House::open(&[]);
    let sign_up = async || house.post("/auth/signup", &[], sign_up_body("ana@example.com")).await.text("id");
    let own = sign_up().await;
    let verify = json!({ "type": "signup", "token_hash": house.mailed_token() });
    let session = house.post("/auth/verify", &[], verify).await;
    assert_eq!(session.body["user"]["id"], own);
    assert_eq!(session.body["user"]["identities"][0]["user_id"], own);
    let told = sign_up().await;
    assert_ne!(told, own);
    assert_eq!(sign_up().await, told);
    // Somebody who is known otherwise, and somebody who is forgotten meanwhile.
    house.someone("eva@example.com").await;
    let eva = async || house.post("/auth/signup", &[], sign_up_body("eva@example.com")).await.text("id");
    let told = eva().await;
    assert_eq!(eva().await, told);
    let gone = |tx: &crate::db::Tx<'_>| {
        tx.execute("DELETE FROM users WHERE email = 'eva@example.com'", []).map_err(crate::db::Error::from)
    };
    house.app.db.write(gone).await.unwrap();
    assert_eq!(eva().await, told);
    let verify = json!({ "type": "signup", "token_hash": house.mailed_token() });
    let session = house.post("/auth/verify", &[], verify).await;
    assert_ne!(session.body["user"]["id"], told, "others were told that one before");
}

#[tokio::test]
async fn what_a_program_keeps_of_somebody_is_given_back_and_changed_a_name_at_a_time() {
    let house = House::open(&[]);
    let data = json!({ "name": "Ana", "city": "Abrera", "lang": "fr", "full_name": "Ana Puig", "avatar": { "url": "x" },
                       "email_verified": true, "role": "admin" });
    let body = json!({ "email": "ana@example.com", "password": PASSWORD, "data": data });
    let mut expected = data;
    expected["email"] = json!("ana@example.com");
    expected["email_verified"] = json!(false);
    expected["phone_verified"] = json!(false);
    let answer = house.post("/auth/signup", &[], body).await;
    expected["sub"] = answer.body["id"].clone();
    assert_eq!(answer.body["user_metadata"], expected);
    let verify = json!({ "type": "signup", "token_hash": house.mailed_token() });
    let session = house.post("/auth/verify", &[], verify).await;
    expected["email_verified"] = json!(true);
    assert_eq!(session.body["user"]["user_metadata"], expected);

    let authorization = bearer(&session.text("access_token"));
    let headers = [("authorization", authorization.as_str())];
    let put = async |data: Value| house.send(Method::PUT, "/auth/user", &headers, json!({ "data": data })).await;
    let changed = put(json!({ "name": "Núria", "avatar": null, "theme": ["dark"] })).await;
    expected["name"] = json!("Núria");
    expected["theme"] = json!(["dark"]);
    expected.as_object_mut().unwrap().remove("avatar");
    assert_eq!(changed.body["user_metadata"], expected);
    assert_eq!(changed.body["role"], "authenticated");
    let large = put(json!({ "theme": "x".repeat(9000) })).await;
    assert_eq!((large.code(), &large.body["field"]), ((422, "validation_failed"), &json!("data")));
    assert_eq!(put(json!({ "name": 1 })).await.code(), (422, "validation_failed"));
    assert_eq!(house.get("/auth/user", &headers).await.body["user_metadata"], expected);
}

#[tokio::test]
async fn resending_tells_nobody_whether_an_address_is_known() {
    let house = House::open(&[]);
    house.ana().await;
    house.post("/auth/signup", &[], sign_up_body("eva@example.com")).await;
    house.app.clock.advance_seconds(60);
    for email in ["ana@example.com", "eva@example.com", "nobody@example.com"] {
        let answer = house
            .post(
                "/auth/resend",
                &[],
                json!({ "type": "signup", "email": email, "code_challenge": null, "code_challenge_method": null }),
            )
            .await;
        assert_eq!((answer.status, answer.body), (StatusCode::OK, json!({})), "{email}");
    }
    let recipients: Vec<_> = house.mails().into_iter().map(|(recipient, _)| recipient).collect();
    assert_eq!(recipients, ["eva@example.com", "eva@example.com"]);
}

#[tokio::test]
async fn an_unknown_person_and_a_wrong_password_are_answered_alike() {
    let house = House::open(&[]);
    let unknown = house.sign_in(&[], PASSWORD).await;
    house.ana().await;
    let wrong = house.sign_in(&[], "tres gatos pardos").await;
    assert_eq!(unknown.code(), (400, "invalid_credentials"));
    assert_eq!((unknown.status, unknown.headers, unknown.body), (wrong.status, wrong.headers, wrong.body));
}

#[tokio::test]
async fn a_weak_hash_is_replaced_at_the_next_sign_in() {
    let house = House::open(&[]);
    house.ana().await;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 1, 1, None).unwrap());
    let store = argon2.hash_password(PASSWORD.as_bytes()).unwrap().to_string();
    house
        .app
        .db
        .write(move |tx| tx.execute("UPDATE users SET password_hash = ?1", [store]).map_err(crate::db::Error::from))
        .await
        .unwrap();
    assert_eq!(house.sign_in(&[], PASSWORD).await.status, 200);
    let stored = house.app.db.read(|c| user_by_email(c, &address("ana@example.com"))).await.unwrap();
    assert!(stored.unwrap().password_hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
    assert_eq!(house.sign_in(&[], PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_sign_up_that_is_not_acceptable_leaves_nothing() {
    let house = House::open(&[]);
    let phone = "You must provide either an email or phone number and a password";
    let anonymous = "Anonymous sign-ins are disabled";
    for (body, code, detail) in [
        (json!({ "email": "ana@example.com" }), (422, "validation_failed"), phone),
        // Whoever names nobody asks to be nobody, whatever else they send.
        (json!({}), (422, "anonymous_provider_disabled"), anonymous),
        (json!({ "email": "", "password": PASSWORD, "data": {} }), (422, "anonymous_provider_disabled"), anonymous),
        (
            json!({ "phone": "+34600000000", "password": PASSWORD, "channel": "sms" }),
            (422, "phone_provider_disabled"),
            "",
        ),
        (json!({ "email": "ana", "password": PASSWORD }), (422, "validation_failed"), ""),
        (
            json!({ "email": "ana@example.com", "password": "k7#m" }),
            (422, "weak_password"),
            "Password should be at least 6 characters",
        ),
        (json!({ "email": "ana@example.com", "password": "123456" }), (422, "weak_password"), ""),
        (json!({ "email": "ana@example.com", "password": "Manetes1" }), (422, "weak_password"), ""),
        (json!({ "email": "ana@example.com", "password": "x7é".repeat(100) }), (422, "weak_password"), ""),
        (
            json!({ "email": "ana@example.com", "password": PASSWORD, "data": { "name": "A\nB" } }),
            (422, "validation_failed"),
            "",
        ),
        (
            json!({ "email": "ana@example.com", "password": PASSWORD, "data": { "lang": "xx" } }),
            (422, "validation_failed"),
            "",
        ),
    ] {
        let answer = house.post("/auth/signup", &[], body.clone()).await;
        assert_eq!(answer.code(), code, "{body}");
        assert!(detail.is_empty() || answer.body["detail"] == detail, "{}", answer.body);
    }
    for body in [json!({ "email": "a@example.com", "password": PASSWORD, "role": "admin" }), json!([]), json!(1)] {
        assert_eq!(house.post("/auth/signup", &[], body).await.status, 400);
    }
    assert_eq!(house.post("/auth/token?grant_type=magic", &[], json!({})).await.status, 400);
    assert_eq!(house.count("users"), 0);
    assert!(house.mails().is_empty());
}

#[tokio::test]
async fn a_person_reads_and_changes_only_their_own_profile() {
    let house = House::open(&[]);
    let (ana, eva) = (house.ana().await, house.someone("eva@example.com").await);
    let session = house.sign_in(&[], PASSWORD).await;
    let authorization = bearer(&session.text("access_token"));
    let headers = [("authorization", authorization.as_str())];
    let path = format!("/profiles/{ana}");
    let lines = json!({ "address": " Carrer Major 1 ", "city": "Abrera" });
    let changed = house.send(Method::PATCH, &path, &headers, lines).await;
    let expected = json!({ "id": ana, "name": "Ana", "address": "Carrer Major 1", "city": "Abrera", "postal_code": "",
                           "country": "", "phone": "", "role": "customer", "email": "ana@example.com" });
    assert_eq!(changed.body, expected);
    assert_eq!(house.get(&path, &headers).await.body, expected);
    for (body, status) in [
        (json!({ "role": "admin" }), 400),
        (json!({ "id": eva }), 400),
        (json!({ "name": "  " }), 422),
        (json!({ "city": "x".repeat(201) }), 422),
    ] {
        assert_eq!(house.send(Method::PATCH, &path, &headers, body).await.status.as_u16(), status);
    }
    let others = format!("/profiles/{eva}");
    assert_eq!(house.get(&others, &headers).await.code(), (404, "not_found"));
    assert_eq!(house.send(Method::PATCH, &others, &headers, json!({ "city": "x" })).await.code(), (404, "not_found"));
    assert_eq!(house.get(&path, &[]).await.code(), (401, "unauthorized"));
    assert_eq!(house.get(&path, &headers).await.body, expected);
}

#[tokio::test]
async fn names_are_public_and_nothing_else_is() {
    let house = House::open(&[]);
    let ana = house.ana().await;
    house.post("/auth/signup", &[], sign_up_body("eva@example.com")).await;
    let listed = house.get(&format!("/profiles?ids[]={ana}&ids[]=nobody"), &[]).await;
    let expected = json!({ "count": 1, "offset": 0, "limit": 50, "profiles": [{ "id": ana, "name": "Ana" }] });
    assert_eq!(listed.body, expected);
    assert_eq!(house.get("/profiles", &[]).await.body["count"], 0);
    assert_eq!(house.get("/profiles?limit=0", &[]).await.status, 400);
    let many = format!("/profiles?{}", "ids[]=x&".repeat(51));
    assert_eq!(house.get(&many, &[]).await.status, 400);
}

#[tokio::test]
async fn the_settings_offer_the_address_alone() {
    let house = House::open(&[]);
    let settings = house.get("/auth/settings", &[]).await.body;
    let offered: Vec<_> = settings["external"].as_object().unwrap().iter().filter(|(_, on)| **on == true).collect();
    assert_eq!(offered.len(), 1);
    assert_eq!(settings["external"]["email"], true);
    assert_eq!(settings["mailer_autoconfirm"], false);
    // What the wire format's own service answers: clients of it read each.
    for name in
        "anonymous_users apple azure bitbucket discord email facebook figma fly github gitlab google kakao keycloak \
                 linkedin linkedin_oidc notion phone slack slack_oidc snapchat spotify twitch twitter workos zoom"
            .split_whitespace()
    {
        assert!(settings["external"][name].is_boolean(), "{name}");
    }
    for name in ["disable_signup", "phone_autoconfirm", "saml_enabled", "passkeys_enabled"] {
        assert_eq!(settings[name], false, "{name}");
    }
}
