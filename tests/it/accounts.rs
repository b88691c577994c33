//! Accounts under attack.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{PASSWORD, Person, Reply, TestShop};

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
            (answer.status, headers, answer.text)
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
        let answer = answer.refused(503, "overloaded");
        assert!(answer.headers.contains_key("retry-after"));
        overloaded += 1;
    }
    assert!(refused >= 2 && overloaded >= 1, "{refused} compared, {overloaded} sent away");
}
