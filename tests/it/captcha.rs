//! A service that tells people from programs: asked where it should be, and never taken to have said yes.

use std::sync::{Arc, Mutex};

use manetes::config::CaptchaService;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::support::{PASSWORD, Person, Reply, TestShop};

/// A service that takes the token `good` and tells what it was asked.
struct Service {
    base: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Service {
    async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let notes = Arc::clone(&asked);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, Arc::clone(&notes)));
            }
        });
        Self { base, asked }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn answer(mut stream: TcpStream, asked: Arc<Mutex<Vec<String>>>) {
    let mut request = String::new();
    let mut bytes = [0; 4096];
    while !request.contains("secret=") {
        let count = stream.read(&mut bytes).await.unwrap();
        request.push_str(std::str::from_utf8(&bytes[..count]).unwrap());
    }
    let body = if request.contains("response=good") {
        json!({ "success": true, "hostname": "localhost" }).to_string()
    } else if request.contains("response=misconfigured") {
        json!({ "success": false, "error-codes": ["invalid-input-secret"] }).to_string()
    } else if request.contains("response=nonsense") {
        String::from("<html>")
    } else if request.contains("response=endless") {
        " ".repeat(1 << 20)
    } else {
        json!({ "success": false, "error-codes": ["invalid-input-response"] }).to_string()
    };
    asked.lock().unwrap().push(request);
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    // Who does not want to hear it all goes away.
    drop(stream.write_all((head + &body).as_bytes()).await);
}

/// What asks for the captcha, and a body it takes.
fn forms() -> [(&'static str, Value); 7] {
    let email = "ana@example.com";
    [
        ("/api/auth/signup", json!({ "email": "eva@example.com", "password": PASSWORD })),
        ("/api/auth/token?grant_type=password", json!({ "email": email, "password": PASSWORD })),
        ("/api/auth/recover", json!({ "email": email })),
        ("/api/auth/resend", json!({ "type": "signup", "email": email })),
        ("/api/auth/resend", json!({ "type": "email_change", "email": email })),
        ("/api/auth/otp", json!({ "email": email, "create_user": false })),
        ("/api/auth/magiclink", json!({ "email": email, "create_user": false })),
    ]
}

async fn post(visitor: &Person, path: &str, body: &Value, token: Option<&str>) -> Reply {
    let mut body = body.clone();
    if let Some(token) = token {
        body["gotrue_meta_security"] = json!({ "captcha_token": token });
    }
    visitor.post(path, body).await
}

#[tokio::test]
async fn every_form_of_accounts_wants_a_token_that_the_service_takes() {
    let service = Service::open().await;
    let shop = TestShop::with_captcha(CaptchaService::Turnstile, &service.base).await;
    shop.customer("ana@example.com").await;
    let visitor = shop.visitor();
    for (path, body) in forms() {
        post(&visitor, path, &body, None).await.refused(400, "captcha_failed");
        post(&visitor, path, &body, Some(" ")).await.refused(400, "captcha_failed");
    }
    assert_eq!(service.asked().len(), 0, "there was nothing to ask about");
    for (path, body) in forms() {
        // A mail a minute.
        shop.app.clock.advance_seconds(60);
        post(&visitor, path, &body, Some("wrong")).await.refused(400, "captcha_failed");
        post(&visitor, path, &body, Some("good")).await.expect(200);
    }
    let asked = service.asked();
    assert_eq!(asked.len(), 14);
    let first = &asked[0];
    assert!(first.starts_with("POST /turnstile/v0/siteverify HTTP/1.1\r\n"), "{first}");
    assert!(first.to_lowercase().contains("content-type: application/x-www-form-urlencoded\r\n"), "{first}");
    assert!(first.ends_with("\r\n\r\nsecret=captcha-secret&response=wrong&remoteip=127.0.0.1"), "{first}");
}

#[tokio::test]
async fn what_needs_no_captcha_is_not_asked_for_one() {
    let service = Service::open().await;
    let shop = TestShop::with_captcha(CaptchaService::HCaptcha, &service.base).await;
    shop.customer("ana@example.com").await;
    let visitor = shop.visitor();
    let (path, body) = &forms()[1];
    let session = post(&visitor, path, body, Some("good")).await.expect(200).json();
    assert!(service.asked()[0].starts_with("POST /siteverify HTTP/1.1\r\n"));
    let refresh = json!({ "refresh_token": session["refresh_token"] });
    post(&visitor, "/api/auth/token?grant_type=refresh_token", &refresh, None).await.expect(200);
    let code = json!({ "type": "recovery", "email": "ana@example.com", "token": "123456" });
    post(&visitor, "/api/auth/verify", &code, None).await.refused(403, "otp_expired");
    assert_eq!(service.asked().len(), 1);
}

#[tokio::test]
async fn a_service_that_cannot_be_asked_lets_nobody_in() {
    let service = Service::open().await;
    let shop = TestShop::with_captcha(CaptchaService::Turnstile, &service.base).await;
    let visitor = shop.visitor();
    for token in ["misconfigured", "nonsense", "endless"] {
        let (path, body) = &forms()[1];
        let refusal = post(&visitor, path, body, Some(token)).await.refused(503, "captcha_unavailable");
        assert_eq!(refusal.headers["retry-after"], "10", "{token}");
    }
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let shop = TestShop::with_captcha(CaptchaService::Turnstile, &format!("http://{closed}")).await;
    for (path, body) in forms() {
        post(&shop.visitor(), path, &body, Some("good")).await.refused(503, "captcha_unavailable");
    }
}

#[tokio::test]
async fn a_program_is_sent_away_before_a_password_is_hashed() {
    let service = Service::open().await;
    let shop = TestShop::with_captcha(CaptchaService::Turnstile, &service.base).await;
    shop.customer("ana@example.com").await;
    let visitor = shop.visitor();
    let places: Vec<_> = std::iter::from_fn(|| shop.app.hashing.place().ok()).collect();
    for (path, body) in &forms()[..2] {
        post(&visitor, path, body, Some("wrong")).await.refused(400, "captcha_failed");
        post(&visitor, path, body, Some("good")).await.refused(503, "overloaded");
    }
    drop(places);
    let (path, body) = &forms()[1];
    post(&visitor, path, body, Some("good")).await.expect(200);
}

#[tokio::test]
async fn the_services_scripts_run_in_a_page_of_their_own() {
    let shop = TestShop::with_captcha(CaptchaService::Turnstile, "https://captcha.example").await;
    let visitor = shop.visitor();
    let page = visitor.get("/login").await.expect(200);
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("frame-src 'self';") && !policy.contains("captcha.example"), "{policy}");
    assert!(!page.text.contains("captcha.example"));
    let frame = visitor.get("/captcha?lang=ar").await.expect(200);
    let policy = frame.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("script-src 'self' https://captcha.example;"), "{policy}");
    assert!(policy.contains("frame-ancestors 'self'"), "{policy}");
    assert!(frame.text.contains("data-site-key=\"site-key\"") && frame.text.contains("<html lang=\"ar\" dir=\"rtl\">"));
    assert!(!frame.text.contains("captcha-secret"));
    assert_eq!(visitor.get("/api/site").await.json()["captcha"], "Cloudflare Turnstile");
    assert_eq!(visitor.get("/api/auth/settings").await.json(), settings_without_captcha().await);
}

#[tokio::test]
async fn without_a_service_a_token_means_nothing_and_no_page_holds_another() {
    let shop = TestShop::demo().await;
    shop.customer("ana@example.com").await;
    let visitor = shop.visitor();
    for (path, body) in forms() {
        // A mail a minute.
        shop.app.clock.advance_seconds(60);
        post(&visitor, path, &body, Some("anything")).await.expect(200);
    }
    let page = visitor.get("/login").await.expect(200);
    assert!(!page.headers["content-security-policy"].to_str().unwrap().contains("frame-src"));
    visitor.get("/captcha").await.expect(404);
    assert_eq!(visitor.get("/api/site").await.json()["captcha"], Value::Null);
}

/// The format has no word for a captcha.
async fn settings_without_captcha() -> Value {
    TestShop::empty().await.visitor().get("/api/auth/settings").await.json()
}
