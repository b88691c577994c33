//! Accounts under attack.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{PASSWORD, Person, Reply, TestShop};

const ANA: &str = "ana@example.com";

/// What a browser at `place` posts.
async fn browse(shop: &TestShop, place: &str, path: &str, body: Value) -> Reply {
    let visitor = shop.visitor();
    let request = visitor
        .request(Method::POST, path)
        .header("x-forwarded-for", place)
        .header("x-session-transport", "cookie")
        .header("sec-fetch-site", "same-origin");
    visitor.send(request.json(&body)).await
}

/// The token and the code of the newest mail to Ana.
async fn last_mail(shop: &TestShop) -> (String, String) {
    let mails = shop.queued_mails().await;
    let newest = mails.iter().rev().find(|(to, _, message)| to == ANA && message["token_id"].is_string()).unwrap();
    let token_id = newest.2["token_id"].as_str().unwrap();
    (shop.app.secrets.mailed_token(token_id), shop.app.secrets.mailed_code(token_id))
}

#[tokio::test]
async fn a_stranger_who_signed_up_first_and_used_up_the_mails_has_no_password_that_opens_the_account() {
    let shop = TestShop::empty().await;
    let sign_up = async |place: &str, password: &str| {
        let body = json!({ "email": ANA, "password": password, "data": { "name": "Eva" } });
        browse(&shop, place, "/api/auth/signup", body).await.expect(200)
    };
    let opens = async |password: &str| {
        let credentials = json!({ "email": ANA, "password": password });
        browse(&shop, "192.0.2.1", "/api/auth/token?grant_type=password", credentials).await.status == 200
    };
    let (strangers, owners, chosen) = ("siete cuervos negros", "tres gatos grises", "ocho mirlos blancos");
    for _ in 0..5 {
        sign_up("203.0.113.1", strangers).await;
        shop.app.clock.advance_seconds(61);
    }
    let mails = shop.queued_mails().await.len();
    sign_up("192.0.2.1", owners).await;
    assert_eq!(shop.queued_mails().await.len(), mails, "there are no more mails today");

    let (token, code) = last_mail(&shop).await;
    let confirm = async |body: Value| browse(&shop, "192.0.2.1", "/api/auth/verify", body).await;
    let asked = confirm(json!({ "type": "signup", "token_hash": token })).await.refused(422, "password_required");
    assert_eq!(asked.json()["email"], ANA);
    assert!(!opens(strangers).await && !opens(owners).await);
    confirm(json!({ "type": "signup", "email": ANA, "token": code, "password": chosen })).await.expect(200);
    assert!(!opens(strangers).await && !opens(owners).await);
    assert!(opens(chosen).await);
}

#[tokio::test]
async fn while_strangers_guess_and_use_up_the_mails_the_owner_gets_in_on_a_new_device_by_mail() {
    let shop = TestShop::demo_with_limits().await;
    shop.customer(ANA).await;
    let place = |n: usize| format!("198.51.100.{n}");
    let password = async |place: &str, password: &str| {
        let credentials = json!({ "email": ANA, "password": password });
        browse(&shop, place, "/api/auth/token?grant_type=password", credentials).await
    };
    for n in 0..80 {
        password(&place(n), "wrong").await;
    }
    password("192.0.2.2", PASSWORD).await.refused(429, "over_request_rate_limit");
    // The mail is offered there, and it works.
    let ask = async |place: &str| {
        let body = json!({ "email": ANA, "create_user": false });
        browse(&shop, place, "/api/auth/otp", body).await
    };
    let verify = async |place: &str, body: Value| browse(&shop, place, "/api/auth/verify", body).await;
    ask("192.0.2.2").await.expect(200);
    let (_, code) = last_mail(&shop).await;
    let entered = verify("192.0.2.2", json!({ "type": "magiclink", "email": ANA, "token": code })).await.expect(200);
    let cookies: Vec<_> = entered.headers.get_all("set-cookie").iter().map(|c| c.to_str().unwrap()).collect();
    assert!(cookies.iter().any(|cookie| cookie.starts_with("manetes-device=")), "and the browser is known from now on");

    // Strangers use up the mails of the day, the tries of their codes, and wait until the links are over.
    for n in 0..4 {
        shop.app.clock.advance_seconds(61);
        ask(&place(n)).await.expect(200);
        for m in 0..5 {
            let wrong = json!({ "type": "magiclink", "email": ANA, "token": "000000" });
            verify(&place(100 + 5 * n + m), wrong).await.refused(403, "otp_expired");
        }
    }
    shop.app.clock.advance_seconds(2 * 3600);
    let told = ask("192.0.2.3").await.refused(429, "over_email_send_rate_limit");
    assert!(told.json()["retry_after"].as_i64().unwrap() > 3600);
    let (token, _) = last_mail(&shop).await;
    verify("192.0.2.3", json!({ "type": "magiclink", "email": ANA, "token_hash": token })).await.expect(200);
}

/// Signs in as a browser at `place` that kept `cookie`.
async fn sign_in(visitor: &Person, place: &str, cookie: &str, password: &str) -> Reply {
    let credentials = json!({ "email": "ana@example.com", "password": password });
    let request = visitor
        .request(Method::POST, "/api/auth/token?grant_type=password")
        .header("x-forwarded-for", place)
        .header("x-session-transport", "cookie")
        .header("sec-fetch-site", "same-origin");
    let request = if cookie.is_empty() { request } else { request.header("cookie", cookie) };
    visitor.send(request.json(&credentials)).await
}

#[tokio::test]
async fn guessing_from_everywhere_is_bounded_and_the_owners_browser_still_gets_in() {
    let shop = TestShop::demo_with_limits().await;
    shop.customer("ana@example.com").await;
    let visitor = shop.visitor();
    let before = sign_in(&visitor, "192.0.2.1", "", PASSWORD).await.expect(200);
    let cookies = before.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let kept =
        cookies.filter_map(|cookie| cookie.split(';').next()).find(|c| c.starts_with("manetes-device=")).unwrap();

    let mut compared = 0;
    for n in 0..300 {
        let place = format!("198.51.{}.{}", n / 250, n % 250);
        let answer = sign_in(&visitor, &place, "", "wrong").await;
        if answer.code() == "invalid_credentials" {
            compared += 1;
        } else {
            answer.refused(429, "over_request_rate_limit");
        }
    }
    assert!((15..=50).contains(&compared), "{compared}");
    let elsewhere = sign_in(&visitor, "192.0.2.2", "", PASSWORD).await.refused(429, "over_request_rate_limit");
    assert!(elsewhere.headers.contains_key("retry-after"));
    sign_in(&visitor, "192.0.2.1", kept, PASSWORD).await.expect(200);
    sign_in(&visitor, "192.0.2.1", "manetes-device=x.y", PASSWORD).await.refused(429, "over_request_rate_limit");
}

#[tokio::test]
async fn a_browser_that_is_known_is_so_until_the_password_is_another() {
    let shop = TestShop::demo_with_limits().await;
    let ana = shop.customer(ANA).await;
    let visitor = shop.visitor();
    let before = sign_in(&visitor, "192.0.2.1", "", PASSWORD).await.expect(200);
    let cookies = before.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let kept =
        cookies.filter_map(|cookie| cookie.split(';').next()).find(|c| c.starts_with("manetes-device=")).unwrap();
    let change = json!({ "password": "ocho mirlos blancos", "current_password": PASSWORD });
    ana.send(ana.request(Method::PUT, "/api/auth/user").json(&change)).await.expect(200);
    for n in 0..30 {
        sign_in(&visitor, &format!("198.51.100.{n}"), "", "wrong").await;
    }
    sign_in(&visitor, "192.0.2.1", kept, "wrong").await.refused(429, "over_request_rate_limit");
}

#[tokio::test]
async fn answers_about_known_and_unknown_addresses_do_not_differ() {
    let shop = TestShop::empty().await;
    shop.customer("ana@example.com").await;
    let visitor = shop.visitor();
    for (path, more) in [
        ("/api/auth/token?grant_type=password", json!({ "password": "cinco gatos grises" })),
        ("/api/auth/recover", json!({})),
        ("/api/auth/otp", json!({ "create_user": false })),
        ("/api/auth/resend", json!({ "type": "signup" })),
        ("/api/auth/verify", json!({ "type": "recovery", "token": "123456" })),
    ] {
        let ask = async |email: &str| {
            let mut body = more.clone();
            body["email"] = Value::from(email);
            let answer = visitor.post(path, body).await;
            let mut headers = answer.headers.clone();
            for of_the_moment in ["x-request-id", "date"] {
                headers.remove(of_the_moment);
            }
            let mut body: Value = serde_json::from_str(&answer.text).unwrap_or_else(|_| Value::from(answer.text));
            body.as_object_mut().map(|body| body.remove("request_id"));
            (answer.status, headers, body)
        };
        assert_eq!(ask("ana@example.com").await, ask("nobody@example.com").await, "{path}");
    }
}

#[tokio::test]
async fn a_storm_of_sign_ins_is_answered_at_once_and_the_shop_goes_on() {
    let shop = TestShop::demo().await;
    shop.customer("ana@example.com").await;
    let visitor = shop.visitor();
    let storm: Vec<_> = (0..300)
        .map(|n| {
            let visitor = visitor.clone();
            tokio::spawn(async move { sign_in(&visitor, &format!("203.0.113.{}", n % 250), "", "wrong").await })
        })
        .collect();
    let browsing = visitor.get("/api/store/store_manetes/products").await;
    browsing.expect(200);
    let (mut refused, mut overloaded) = (0, 0);
    for answer in storm {
        let answer = answer.await.unwrap();
        if answer.code() == "invalid_credentials" {
            refused += 1;
            continue;
        }
        // What is read and written for each of them has its bounds, too, which a machine without time meets.
        overloaded += usize::from(answer.code() == "overloaded");
        let answer = answer.expect(503);
        assert!(answer.headers.contains_key("retry-after"));
    }
    assert!(refused >= 2 && overloaded >= 1, "{refused} compared, {overloaded} sent away");
}

#[tokio::test]
async fn a_client_that_is_told_the_address_of_a_project_finds_the_auth_service_in_it() {
    let shop = TestShop::empty().await;
    let (ana, visitor) = (shop.customer(ANA).await, shop.visitor());
    assert_eq!(ana.get("/api/auth/v1/user").await.expect(200).json()["email"], ANA);
    let health = visitor.get("/api/auth/health").await.expect(200).json();
    assert_eq!(visitor.get("/api/auth/v1/health").await.expect(200).json(), health);
    let password = "/api/auth/v1/token?grant_type=password";
    visitor.post(password, json!({ "email": ANA, "password": PASSWORD })).await.expect(200);
    visitor.post(password, json!({ "email": ANA, "password": "another" })).await.refused(400, "invalid_credentials");
    visitor.get("/api/auth/v1/store").await.refused(404, "not_found");
}
