//! What programs made for the wire format send and look for.

use poem::http::Method;
use serde_json::{Value, json};
use url::Url;

use super::http::{Answer, COOKIE, PASSWORD, bearer, sign_up_body};
use crate::accounts::tests::House;

// The example of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

impl House {
    /// Asks for a mail of a kind to Ana, who signs up where that is the kind.
    async fn ask_as_program(&self, path: &str, redirect_to: &str, has_challenge: bool) {
        let mut body = if path == "/auth/signup" { sign_up_body("ana@example.com") } else { json!({}) };
        body["email"] = json!("ana@example.com");
        if has_challenge {
            body["code_challenge"] = json!(CHALLENGE);
            body["code_challenge_method"] = json!("s256");
        }
        let query = [("redirect_to", redirect_to)];
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
        let answer = self.post(&format!("{path}?{query}"), &[], body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    /// Follows the link of the wire format; answers where it leads.
    async fn follow(&self, kind: &str, token: &str, more: &str) -> Url {
        let answer = self.get(&format!("/auth/verify?type={kind}&token={token}{more}"), &[]).await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        assert!(answer.cookies().is_empty(), "a link that was followed signs no browser in");
        Url::parse(answer.headers["location"].to_str().unwrap()).unwrap()
    }

    async fn exchange(&self, code: &str, verifier: &str) -> Answer {
        let body = json!({ "auth_code": code, "code_verifier": verifier });
        self.post("/auth/token?grant_type=pkce", &[], body).await
    }
}

fn fragment(url: &Url) -> std::collections::HashMap<String, String> {
    url::form_urlencoded::parse(url.fragment().unwrap_or_default().as_bytes()).into_owned().collect()
}

fn query(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value.into_owned())
}

const KINDS: [(&str, &str); 3] =
    [("/auth/signup", "signup"), ("/auth/otp", "magiclink"), ("/auth/recover", "recovery")];

#[tokio::test]
async fn a_link_of_the_wire_format_leads_on_with_a_session_in_the_fragment() {
    for (path, kind) in KINDS {
        let house = House::open(&[]);
        if kind != "signup" {
            house.ana().await;
        }
        house.ask_as_program(path, "http://localhost:8080/thanks?x=1", false).await;
        let token = house.mailed_token();
        let arrived = house.follow(kind, &token, "").await;
        assert!(arrived.as_str().starts_with("http://localhost:8080/thanks?x=1#"), "{arrived}");
        let session = fragment(&arrived);
        assert_eq!((session["type"].as_str(), session["token_type"].as_str()), (kind, "bearer"));
        assert_eq!(session["expires_in"], "3600");
        let user = house.get("/auth/user", &[("authorization", &bearer(&session["access_token"]))]).await;
        assert_eq!(user.body["email"], "ana@example.com");
        let refresh = json!({ "refresh_token": session["refresh_token"] });
        assert_eq!(house.post("/auth/token?grant_type=refresh_token", &[], refresh).await.status, 200);

        let again = house.follow(kind, &token, "&redirect_to=/elsewhere").await;
        assert_eq!((again.path(), query(&again, "error_code").as_deref()), ("/elsewhere", Some("otp_expired")));
        assert_eq!(fragment(&again)["error"], "access_denied");
    }
}

#[tokio::test]
async fn a_link_leads_back_to_the_program_that_sent_a_challenge_with_a_code_for_it_alone() {
    for (path, kind) in KINDS {
        for by_page in [false, true] {
            let house = House::open(&[]);
            if kind != "signup" {
                house.ana().await;
            }
            house.ask_as_program(path, "/thanks", true).await;
            let token = house.mailed_token();
            let arrived = if by_page {
                let body = json!({ "type": kind, "token_hash": token, "email": "ana@example.com" });
                let answer = house.post("/auth/verify", &[COOKIE], body).await;
                assert_eq!(answer.cookies().is_empty(), kind == "signup", "what it does for the page stays");
                Url::parse(&answer.text("redirect_to")).unwrap()
            } else {
                house.follow(kind, &token, "").await
            };
            assert_eq!((arrived.path(), arrived.fragment()), ("/thanks", None));
            let code = query(&arrived, "code").unwrap();
            assert_eq!(house.exchange(&code, "another").await.code(), (400, "bad_code_verifier"));
            assert_eq!(house.exchange(&code, VERIFIER).await.code(), (404, "flow_state_not_found"), "it is used up");
        }
        let house = House::open(&[]);
        house.ana().await;
        house.ask_as_program("/auth/otp", "/thanks", true).await;
        let code = query(&house.follow("magiclink", &house.mailed_token(), "").await, "code").unwrap();
        let session = house.exchange(&code, VERIFIER).await;
        assert_eq!(session.body["user"]["email"], "ana@example.com");
    }
}

#[tokio::test]
async fn the_newest_request_says_where_a_mailed_again_link_leads() {
    let house = House::open(&[]);
    house.ask_as_program("/auth/signup", "/first", true).await;
    house.app.clock.advance_seconds(60);
    let body = json!({ "type": "signup", "email": "ana@example.com", "email_redirect_to": "/second" });
    assert_eq!(house.post("/auth/resend", &[], body).await.status, 200);
    let arrived = house.follow("signup", &house.mailed_token(), "").await;
    assert_eq!(arrived.path(), "/second");
    assert!(arrived.fragment().is_some(), "the program that asked last sent no challenge");
}

#[tokio::test]
async fn nobody_is_led_to_another_site() {
    for foreign in
        ["https://evil.example/", "//evil.example", "javascript:alert(1)", "http://localhost:8080@evil.example"]
    {
        let house = House::open(&[]);
        house.ask_as_program("/auth/signup", foreign, false).await;
        let token = house.mailed_token();
        let arrived = house.follow("signup", &token, &format!("&redirect_to={foreign}")).await;
        assert_eq!(arrived.host_str(), Some("localhost"), "{foreign}: {arrived}");
    }
    let house = House::open(&[]);
    house.ask_as_program("/auth/signup", "https://evil.example/", true).await;
    let body = json!({ "type": "signup", "token_hash": house.mailed_token() });
    let answer = house.post("/auth/verify", &[COOKIE], body).await;
    assert_eq!((answer.status.as_u16(), answer.body.get("redirect_to")), (200, None));
}

#[tokio::test]
async fn a_link_without_what_it_needs_is_refused() {
    let house = House::open(&[]);
    assert_eq!(house.get("/auth/verify?type=signup", &[]).await.code(), (422, "validation_failed"));
    assert_eq!(house.get("/auth/verify?token=x", &[]).await.status, 400);
    assert_eq!(house.get("/auth/verify?token=x&type=other", &[]).await.status, 400);
    let arrived = house.follow("signup", "x", "").await;
    assert_eq!((arrived.as_str().split('?').next().unwrap(), arrived.path()), ("http://localhost:8080/", "/"));
}

#[tokio::test]
async fn another_address_is_confirmed_by_a_link_that_leads_on() {
    let house = House::open(&[]);
    house.ana().await;
    let session = house.sign_in(&[], PASSWORD).await;
    let authorization = bearer(&session.text("access_token"));
    let body = json!({ "email": "nueva@example.com", "current_password": PASSWORD, "code_challenge": CHALLENGE,
                       "code_challenge_method": "s256" });
    let headers = [("authorization", authorization.as_str())];
    let changed = house.send(Method::PUT, "/auth/user?redirect_to=/account", &headers, body).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    let arrived = house.follow("email_change", &house.mailed_token(), "").await;
    let session = house.exchange(&query(&arrived, "code").unwrap(), VERIFIER).await;
    assert_eq!((arrived.path(), &session.body["user"]["email"]), ("/account", &json!("nueva@example.com")));
}

#[tokio::test]
async fn what_clients_put_elsewhere_or_leave_empty_is_taken() {
    let house = House::open(&[]);
    let body = json!({ "email": "ana@example.com", "password": PASSWORD, "data": null, "captcha_token": null });
    assert_eq!(house.post("/auth/signup", &[], body).await.status, 200);
    let body = json!({ "email": "eva@example.com", "create_user": null, "data": null, "captcha_token": null,
                       "email_redirect_to": null });
    assert_eq!(house.post("/auth/otp", &[], body).await.status, 200);
    assert_eq!(house.mails()[0].0, "eva@example.com", "an account is made unless that is refused");
    let body = json!({ "email": "ana@example.com", "captcha_token": null });
    assert_eq!(house.post("/auth/recover", &[], body).await.status, 200);
    house.app.clock.advance_seconds(60);
    let body =
        json!({ "type": "signup", "email": "ana@example.com", "captcha_token": null, "email_redirect_to": null });
    assert_eq!(house.post("/auth/resend", &[], body).await.status, 200);
}

#[tokio::test]
async fn a_challenge_of_a_factor_needs_no_body() {
    let house = House::open(&[]);
    house.ana().await;
    let session = house.sign_in(&[], PASSWORD).await;
    let authorization = bearer(&session.text("access_token"));
    let headers = [("authorization", authorization.as_str())];
    let begun = house.post("/auth/factors", &headers, json!({ "factor_type": "totp" })).await;
    let path = format!("/auth/factors/{}/challenge", begun.text("id"));
    for body in [Value::Null, json!({}), json!({ "factorId": begun.text("id") })] {
        let challenge = house.post(&path, &headers, body).await;
        assert_eq!((challenge.status.as_u16(), &challenge.body["type"]), (200, &json!("totp")), "{}", challenge.body);
    }
}

#[tokio::test]
async fn what_a_program_repeats_beside_a_token_is_let_be() {
    let house = House::open(&[]);
    house.post("/auth/signup", &[], sign_up_body("ana@example.com")).await;
    for options in [json!({ "redirectTo": "/" }), json!({ "redirect_to": "/", "captcha_token": null }), Value::Null] {
        let body = json!({ "type": "signup", "token_hash": "wrong", "options": options });
        assert_eq!(house.post("/auth/verify", &[], body).await.code(), (403, "otp_expired"), "{options}");
        let body = json!({ "domain": "example.com", "options": options });
        assert_eq!(house.post("/auth/sso", &[], body).await.code(), (404, "sso_provider_not_found"), "{options}");
    }
}

#[tokio::test]
async fn what_is_not_offered_is_refused_by_its_name() {
    let house = House::open(&[]);
    let phone = json!({ "phone": "600000000", "token": "123456", "type": "sms" });
    for (path, body, code) in [
        ("/auth/verify", phone, (422, "phone_provider_disabled")),
        ("/auth/resend", json!({ "phone": "600000000", "type": "sms" }), (422, "phone_provider_disabled")),
        ("/auth/resend", json!({ "phone": "600000000", "type": "phone_change" }), (422, "phone_provider_disabled")),
        (
            "/auth/token?grant_type=id_token",
            json!({ "provider": "google", "id_token": "none", "access_token": null, "nonce": null }),
            (400, "provider_disabled"),
        ),
        (
            "/auth/token?grant_type=web3",
            json!({ "chain": "ethereum", "message": "none", "signature": "0x00" }),
            (422, "web3_provider_disabled"),
        ),
    ] {
        assert_eq!(house.post(path, &[], body).await.code(), code, "{path}");
    }
    let body = json!({ "type": "sms", "token_hash": "wrong" });
    assert_eq!(house.post("/auth/verify", &[], body).await.code(), (403, "otp_expired"));
}
