//! What every request must pass, whatever it asks for.

use manetes::config::{BaseUrl, Secret};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{PASSWORD, Person, Program, TestShop};

#[tokio::test]
async fn a_name_that_is_not_ours_is_not_served() {
    let shop = TestShop::empty().await;
    let visitor = shop.visitor();
    let request = visitor.request(Method::GET, "/healthz").header("host", "rebound.example");
    visitor.send(request).await.refused(421, "misdirected_request");
}

#[tokio::test]
async fn whoever_asks_under_a_former_name_is_led_to_the_address_and_a_provider_is_heard_there() {
    let shop = TestShop::configured(|serve| serve.other_domains = vec![String::from("old.example")]).await;
    let visitor = shop.visitor();
    let asked = |method, path: &str, host: &str| visitor.request(method, path).header("host", host.to_owned());
    let product = "/store/llave-ajustable?x=1&y=%20";
    for (path, host) in [
        (product, "old.example"),
        ("/order/0198?key=k", "OLD.example:443"),
        ("/pictures/hero-480.avif", "old.example"),
        ("/api/invoices/2026-000001.pdf?key=k", "old.example"),
    ] {
        let answer = asked(Method::GET, path, host).send().await.unwrap();
        assert_eq!(answer.status(), 308, "{path}");
        assert_eq!(answer.headers()["location"].to_str().unwrap(), format!("{}{path}", visitor.base));
    }
    for host in ["older.example", "x.old.example", "old.example.evil.example"] {
        visitor.send(asked(Method::GET, product, host)).await.refused(421, "misdirected_request");
    }
    // Stripe follows nobody: a notification is judged where it comes in.
    let told = |host| asked(Method::POST, "/api/webhooks/sandbox", host).body("{}");
    let here = visitor.request(Method::POST, "/api/webhooks/sandbox").body("{}");
    let unsigned = visitor.send(here).await;
    assert_eq!(visitor.send(told("old.example")).await.status, unsigned.status);
    visitor.send(told("older.example")).await.refused(421, "misdirected_request");
    assert!(!unsigned.status.is_redirection() && unsigned.status != 421, "{}", unsigned.status);
}

#[tokio::test]
async fn another_site_cannot_make_a_browser_act() {
    let shop = TestShop::empty().await;
    let visitor = shop.visitor();
    let post = || visitor.request(Method::POST, "/api/auth/token?grant_type=password").json(&json!({}));
    for request in [
        post().header("sec-fetch-site", "cross-site").header("origin", "https://evil.example"),
        post().header("sec-fetch-site", "same-site").header("origin", "https://sub.evil.example"),
        post().header("origin", "https://evil.example"),
        post().header("origin", "null"),
        post().header("cookie", "manetes-access=x"),
    ] {
        visitor.send(request).await.refused(403, "cross_site_request");
    }
    let own = visitor.send(post().header("sec-fetch-site", "same-origin")).await;
    assert_ne!(own.code(), "cross_site_request");
}

#[tokio::test]
async fn a_body_larger_than_anything_we_take_is_refused() {
    let shop = TestShop::empty().await;
    let visitor = shop.visitor();
    let request = visitor
        .request(Method::POST, "/api/auth/signup")
        .header("content-type", "application/json")
        .body(vec![b' '; 300 * 1024]);
    visitor.send(request).await.refused(413, "payload_too_large");
}

#[tokio::test]
async fn unreadable_requests_are_problems_with_a_code() {
    let shop = TestShop::empty().await;
    let visitor = shop.visitor();
    let post = |body: &'static str, kind: &str| {
        visitor.request(Method::POST, "/api/auth/signup").header("content-type", kind).body(body)
    };
    visitor.send(post("{", "application/json")).await.refused(400, "bad_request");
    visitor.send(post("[]", "application/json")).await.refused(400, "bad_request");
    visitor.send(post("a=b", "application/x-www-form-urlencoded")).await.refused(415, "unsupported_media_type");
    let extra = r#"{"email":"a@b.es","password":"x","role":"admin"}"#;
    visitor.send(post(extra, "application/json")).await.refused(400, "unknown_field");
    visitor.get("/api/nothing").await.refused(404, "not_found");
    let wrong_method = visitor.request(Method::DELETE, "/api/auth/signup");
    visitor.send(wrong_method).await.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn every_answer_carries_the_safety_headers() {
    let shop = TestShop::empty().await;
    for path in
        ["/healthz", "/api/openapi.json", "/api/nothing", "/store", "/nowhere", "/robots.txt", "/assets/none.js"]
    {
        let reply = shop.visitor().get(path).await;
        let header = |name: &str| reply.headers.get(name).map(|v| v.to_str().unwrap().to_owned()).unwrap_or_default();
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "same-origin", "{path}");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert!(header("permissions-policy").contains("camera=()"), "{path}");
        let policy = header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("unsafe-eval"), "{path}: {policy}");
        assert!(!header("x-request-id").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn https_is_promised_for_this_name_and_for_those_below_it_where_that_was_asked_for() {
    let base = String::from("--base-url=https://localhost");
    for (options, promise) in [
        (vec![], None),
        (vec![base.clone()], Some("max-age=31536000")),
        (vec![base, String::from("--hsts-subdomains")], Some("max-age=31536000; includeSubDomains")),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let program = Program::start_with(dir.path(), &options).await;
        let answer = program.visitor().get("/healthz").await;
        let header = answer.headers.get("strict-transport-security");
        assert_eq!(header.map(|value| value.to_str().unwrap()), promise, "{options:?}");
    }
}

#[tokio::test]
async fn no_page_sets_a_cookie_before_somebody_signs_in() {
    let shop = TestShop::demo().await;
    for path in ["/", "/store", "/cart", "/login", "/api/auth/session", "/api/site"] {
        let reply = shop.visitor().get(path).await.expect(200);
        assert!(reply.headers.get("set-cookie").is_none(), "{path}");
    }
}

#[tokio::test]
async fn metrics_and_health_answer_this_machine() {
    let shop = TestShop::configured(|serve| serve.trusted_proxies.clear()).await;
    shop.visitor().get("/readyz").await.expect(200);
    let text = shop.visitor().get("/metrics").await.expect(200).text;
    assert!(text.contains("manetes_http_requests_total{status=\"2xx\"}"), "{text}");
    for header in ["x-forwarded-for", "forwarded", "x-real-ip"] {
        let request = shop.visitor().request(Method::GET, "/metrics").header(header, "203.0.113.7");
        shop.visitor().send(request).await.refused(403, "forbidden");
    }
}

#[tokio::test]
async fn whoever_runs_the_shop_sees_how_many_pages_went_out_empty() {
    let shop = TestShop::configured(|serve| serve.trusted_proxies.clear()).await;
    shop.visitor().get("/no-such-page").await.expect(404);
    let text = shop.visitor().get("/metrics").await.expect(200).text;
    assert!(text.contains("\nmanetes_pages_drawn_total ") && !text.contains("drawn_total 0\n"), "{text}");
    assert!(text.contains("\nmanetes_pages_empty_total 0\n"), "{text}");
}

#[tokio::test]
async fn where_a_proxy_is_in_use_metrics_are_for_whoever_has_the_token() {
    let token = "a token nobody guesses";
    let secret = || Some(Secret::from(token.to_owned()));
    let behind = [
        TestShop::configured(|serve| serve.metrics_token = secret()).await,
        TestShop::configured(|serve| {
            (serve.metrics_token, serve.trusted_proxies) = (secret(), Vec::new());
            serve.base_url = BaseUrl::parse("https://shop.example").unwrap();
        })
        .await,
    ];
    for shop in behind {
        let ask = async |token: &str| {
            let request = shop.visitor().request(Method::GET, "/metrics");
            shop.visitor().send(request.header("authorization", format!("Bearer {token}"))).await
        };
        // As a proxy that says nothing of those it asks for.
        shop.visitor().get("/metrics").await.refused(403, "forbidden");
        ask("another token").await.refused(403, "forbidden");
        ask("").await.refused(403, "forbidden");
        assert!(ask(token).await.expect(200).text.contains("manetes_mails_queued"));
    }
    let without = TestShop::empty().await;
    let request = without.visitor().request(Method::GET, "/metrics").header("authorization", "Bearer ");
    without.visitor().send(request).await.refused(403, "forbidden");
}

#[tokio::test]
async fn the_owner_is_told_when_all_visitors_look_like_one() {
    let warned = async |admin: &Person| {
        let today = admin.get("/api/admin/today").await.expect(200).json();
        let names = today["troubles"].as_array().unwrap().iter().map(|trouble| trouble["name"].clone());
        names.collect::<Value>()
    };
    let visit = async |shop: &TestShop, from: Option<&str>| {
        let request = shop.visitor().request(Method::GET, "/api/site");
        let request = from.into_iter().fold(request, |request, from| request.header("x-forwarded-for", from));
        shop.visitor().send(request).await.expect(200);
    };
    let https = BaseUrl::parse("https://shop.example").unwrap();
    let unnamed = TestShop::configured(|serve| {
        (serve.base_url, serve.trusted_proxies) = (https.clone(), Vec::new());
    })
    .await;
    assert_eq!(warned(&unnamed.admin().await).await, json!(["proxy_unknown"]), "https comes from a proxy");

    let surprised = TestShop::configured(|serve| serve.trusted_proxies.clear()).await;
    let owner = surprised.admin().await;
    visit(&surprised, None).await;
    assert_eq!(warned(&owner).await, json!([]));
    visit(&surprised, Some("203.0.113.7")).await;
    assert_eq!(warned(&owner).await, json!(["proxy_unknown"]));

    let silent = TestShop::configured(|serve| serve.base_url = https.clone()).await;
    let owner = silent.admin().await;
    for _ in 0..30 {
        visit(&silent, None).await;
    }
    assert_eq!(warned(&owner).await, json!(["proxy_silent"]));
    visit(&silent, Some("203.0.113.7")).await;
    assert_eq!(warned(&owner).await, json!([]));
}

#[tokio::test]
async fn a_bare_line_feed_in_a_head_is_refused() {
    let shop = TestShop::empty().await;
    let ours = shop.base.trim_start_matches("http://").to_owned();
    for head in [
        format!("GET /healthz HTTP/1.1\nHost: {ours}\r\n"),
        format!("GET /healthz HTTP/1.1\r\nHost: {ours}\nX: y\r\n"),
        format!("\nGET /healthz HTTP/1.1\r\nHost: {ours}\r\n"),
        format!("GET /healthz HTTP/1.1\r\nHost: {ours}\r\n\r\nGET /healthz HTTP/1.1\nHost: {ours}\r\n"),
    ] {
        let answer = shop.raw(format!("{head}Connection: close\r\n\r\n").as_bytes()).await;
        assert!(answer.contains("HTTP/1.1 400 "), "{head}: {answer}");
    }
    // In a body it is anybody's own affair.
    let body = "{\n\"email\": \"ana@example.com\",\n\"password\": \"x\"\n}";
    let post = format!(
        "POST /api/auth/token?grant_type=password HTTP/1.1\r\nHost: {ours}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let get = format!("GET /healthz HTTP/1.1\r\nHost: {ours}\r\nConnection: close\r\n\r\n");
    let answer = shop.raw(format!("{post}{get}").as_bytes()).await;
    assert!(answer.contains("\"invalid_credentials\"") && answer.ends_with("ok"), "{answer}");
    let chunked = format!(
        "POST /api/auth/token?grant_type=password HTTP/1.1\r\nHost: {ours}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n",
        body.len()
    );
    let answer = shop.raw(chunked.as_bytes()).await.to_lowercase();
    assert!(answer.contains("\"invalid_credentials\"") && answer.contains("connection: close"), "{answer}");
}

#[tokio::test]
async fn a_request_that_names_another_site_beside_ours_is_not_served() {
    let shop = TestShop::empty().await;
    let ours = shop.base.trim_start_matches("http://").to_owned();
    for head in [
        format!("GET /healthz HTTP/1.1\r\nHost: {ours}\r\nHost: evil.example\r\n"),
        format!("GET http://evil.example/healthz HTTP/1.1\r\nHost: {ours}\r\n"),
        String::from("GET /healthz HTTP/1.1\r\n"),
    ] {
        let answer = shop.raw(format!("{head}Connection: close\r\n\r\n").as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 421 "), "{head}: {answer}");
        assert!(answer.contains("\"misdirected_request\""), "{head}: {answer}");
    }
}

#[tokio::test]
async fn guessing_from_one_place_does_not_lock_the_owner_out() {
    let shop = TestShop::demo_with_limits().await;
    shop.customer("ana@example.com").await;
    let visitor = shop.visitor();
    let sign_in = |place: &str, password: &str| {
        let credentials = json!({ "email": "ana@example.com", "password": password });
        let request = visitor.request(Method::POST, "/api/auth/token?grant_type=password");
        visitor.send(request.header("x-forwarded-for", place).json(&credentials))
    };
    for _ in 0..10 {
        sign_in("203.0.113.1", "wrong").await.refused(400, "invalid_credentials");
    }
    sign_in("203.0.113.1", "wrong").await.refused(429, "over_request_rate_limit");
    sign_in("198.51.100.7", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn guessing_from_the_many_networks_of_one_line_does_not_lock_the_owner_out() {
    let shop = TestShop::demo_with_limits().await;
    shop.customer("ana@example.com").await;
    let visitor = shop.visitor();
    let sign_in = |place: String, password: &str| {
        let credentials = json!({ "email": "ana@example.com", "password": password });
        let request = visitor.request(Method::POST, "/api/auth/token?grant_type=password");
        visitor.send(request.header("x-forwarded-for", place).json(&credentials))
    };
    for n in 0..10 {
        sign_in(format!("2001:db8:1:{n:x}00::1"), "wrong").await.refused(400, "invalid_credentials");
    }
    sign_in(String::from("2001:db8:1:ffff::1"), "wrong").await.refused(429, "over_request_rate_limit");
    sign_in(String::from("2001:db8:2::1"), PASSWORD).await.expect(200);
}

#[tokio::test]
async fn sessions_are_not_refreshed_without_end() {
    let shop = TestShop::demo_with_limits().await;
    let visitor = shop.visitor();
    let refresh = || visitor.post("/api/auth/token?grant_type=refresh_token", json!({ "refresh_token": "x" }));
    // One more is allowed every two seconds, so it may take a few more on a slow machine.
    for n in 0..200 {
        let answer = refresh().await;
        if answer.status.as_u16() == 429 {
            assert!(n >= 60, "refused after {n}");
            return;
        }
        answer.refused(400, "refresh_token_not_found");
    }
    panic!("200 were allowed");
}
