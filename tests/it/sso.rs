//! Signing in through a provider, there and back, and what must not come of it.

use reqwest::Method;
use serde_json::{Value, json};
use url::Url;

use crate::support::{PASSWORD, Person, Provider, Reply, TestShop};

// The example of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const CODE: &str = "given-once";

/// Somebody's browser, which keeps cookies.
struct Browser {
    person: Person,
    jar: Vec<(String, String)>,
}

impl Browser {
    fn new(shop: &TestShop) -> Self {
        Self { person: shop.visitor(), jar: Vec::new() }
    }

    async fn send(&mut self, method: Method, path: &str, body: Option<Value>) -> Reply {
        let kept: Vec<_> = self.jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = self.person.request(method, path).header("cookie", kept.join("; "));
        let request = request.header("sec-fetch-site", "same-origin").header("x-session-transport", "cookie");
        let request = if let Some(body) = body { request.json(&body) } else { request };
        let reply = self.person.send(request).await;
        for cookie in reply.headers.get_all("set-cookie") {
            let (name, value) = cookie.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
            self.jar.retain(|(kept, _)| kept != name);
            self.jar.push((name.to_owned(), value.to_owned()));
        }
        reply
    }

    async fn get(&mut self, path: &str) -> Reply {
        self.send(Method::GET, path, None).await
    }

    /// Leaves for the provider; answers the address of its page.
    async fn leave(&mut self, more: &str) -> Url {
        location(&self.get(&format!("/api/auth/authorize?provider=acme{more}")).await)
    }

    /// Comes back with a state and the code; answers where that leads.
    async fn return_with(&mut self, state: &str) -> String {
        location(&self.get(&format!("/api/auth/callback?state={state}&code={CODE}")).await).into()
    }

    /// There and back, while the provider says `more`.
    async fn sign_in(&mut self, provider: &Provider, more: Value) -> String {
        let page = self.leave("").await;
        provider.will_say(&page, more);
        self.return_with(&state(&page)).await
    }

    async fn user(&mut self) -> Value {
        self.get("/api/auth/user").await.expect(200).json()
    }

    async fn is_nobody(&mut self) -> bool {
        self.get("/api/auth/session").await.json() == json!({ "user": null })
    }
}

fn location(reply: &Reply) -> Url {
    assert_eq!(reply.status.as_u16(), 303, "{}", reply.text);
    Url::parse(reply.headers["location"].to_str().unwrap()).unwrap()
}

fn state(page: &Url) -> String {
    value(page, "state")
}

fn value(url: &Url, name: &str) -> String {
    url.query_pairs().find(|(n, _)| n == name).unwrap_or_else(|| panic!("no {name} in {url}")).1.into_owned()
}

async fn shop_and_provider() -> (TestShop, Provider) {
    let provider = Provider::start().await;
    (TestShop::with_providers(provider.setting()).await, provider)
}

#[tokio::test]
async fn a_newcomer_gets_an_account_which_the_provider_opens_again() {
    let (shop, provider) = shop_and_provider().await;
    let mut browser = Browser::new(&shop);
    let page = browser.leave("&redirect_to=/store%3Fq=x&lang=fr").await;
    assert!(page.as_str().starts_with(&format!("{}/authorize?", provider.issuer)));
    assert_eq!(value(&page, "redirect_uri"), format!("{}/api/auth/callback", shop.base));
    assert_eq!(value(&page, "scope"), "openid email profile");
    assert_eq!((value(&page, "code_challenge_method"), value(&page, "ui_locales")), ("S256".into(), "fr".into()));
    provider.will_say(&page, json!({}));
    let arrived = browser.return_with(&state(&page)).await;
    assert_eq!(arrived, format!("{}/login?with=provider&next=%2Fstore%3Fq%3Dx", shop.base));
    let user = browser.user().await;
    assert_eq!((&user["email"], &user["user_metadata"]["name"]), (&json!("ana@example.com"), &json!("Ana")));
    assert_eq!(user["identities"][0]["provider"], "acme");
    assert_eq!(user["app_metadata"]["providers"], json!(["email", "acme"]));

    let mut elsewhere = Browser::new(&shop);
    elsewhere.sign_in(&provider, json!({ "email": "new@example.com", "email_verified": false })).await;
    assert_eq!(elsewhere.user().await["id"], user["id"], "who they are is the subject, not the address");
    assert_eq!(elsewhere.user().await["email"], "ana@example.com");
    assert_eq!(provider.times("/.well-known/openid-configuration"), 1);
    assert!(shop.queued_mails().await.is_empty());

    let data = browser.get("/api/my-data").await.expect(200).json();
    assert_eq!(data["account"]["identities"][0]["subject"], "1");
    browser.send(Method::POST, "/api/my-data/erase", Some(json!({}))).await.expect(204);
    browser.sign_in(&provider, json!({})).await;
    assert_ne!(browser.user().await["id"], user["id"]);
}

#[tokio::test]
async fn a_state_works_once_in_the_browser_that_left_and_for_ten_minutes() {
    let (shop, provider) = shop_and_provider().await;
    let mut browser = Browser::new(&shop);
    let refused = format!("{}/login?failed=bad_oauth_state", shop.base);
    let page = browser.leave("").await;
    provider.will_say(&page, json!({}));
    assert_eq!(browser.return_with("forged").await, refused);
    let mut other = Browser::new(&shop);
    other.leave("").await;
    assert_eq!(other.return_with(&state(&page)).await, refused);
    assert_eq!(Browser::new(&shop).return_with(&state(&page)).await, refused);
    assert!(other.is_nobody().await);
    assert_eq!(provider.times("/token"), 0);

    browser.return_with(&state(&page)).await;
    assert!(!browser.is_nobody().await);
    assert_eq!(browser.return_with(&state(&page)).await, refused, "replayed");
    let page = browser.leave("").await;
    shop.app.clock.advance_seconds(600);
    assert_eq!(browser.return_with(&state(&page)).await, refused, "too late");
}

#[tokio::test]
async fn a_token_that_is_not_for_this_sign_in_signs_nobody_in() {
    let (shop, provider) = shop_and_provider().await;
    for (says, code) in [
        (json!({ "nonce": "another" }), "bad_oauth_callback"),
        (json!({ "nonce": null }), "bad_oauth_callback"),
        (json!({ "aud": "another" }), "bad_oauth_callback"),
        (json!({ "iss": "https://evil.example" }), "bad_oauth_callback"),
        (json!({ "exp": 1 }), "bad_oauth_callback"),
        (json!({ "email_verified": false }), "provider_email_needs_verification"),
        (json!({ "email_verified": null }), "provider_email_needs_verification"),
        (json!({ "email": "none" }), "provider_email_needs_verification"),
    ] {
        let mut browser = Browser::new(&shop);
        let arrived = browser.sign_in(&provider, says.clone()).await;
        assert_eq!(arrived, format!("{}/login?failed={code}&next=%2Faccount", shop.base), "{says}");
        assert!(browser.is_nobody().await, "{says}");
    }
    let mut browser = Browser::new(&shop);
    let page = browser.leave("").await;
    provider.will_say(&page, json!({}));
    let path = format!("/api/auth/callback?state={}&code={CODE}&iss=https://evil.example", state(&page));
    assert_eq!(value(&location(&browser.get(&path).await), "failed"), "bad_oauth_callback");
    provider.forge();
    let arrived = browser.sign_in(&provider, json!({})).await;
    assert!(arrived.contains("failed=bad_oauth_callback"), "{arrived}");
}

#[tokio::test]
async fn what_goes_wrong_on_the_way_leads_back_to_the_sign_in_page() {
    let (shop, provider) = shop_and_provider().await;
    let mut browser = Browser::new(&shop);
    let failed = |reply: Reply| value(&location(&reply), "failed");
    for path in [
        "/api/auth/authorize?provider=acme&redirect_to=https://evil.example/",
        "/api/auth/authorize?provider=nobody",
        "/api/auth/authorize",
        "/api/auth/authorize?provider=acme&lang=xx",
    ] {
        assert_eq!(failed(browser.get(path).await), "validation_failed", "{path}");
    }
    let page = browser.leave("").await;
    let path = format!("/api/auth/callback?state={}&error=access_denied&error_description=x", state(&page));
    assert_eq!(failed(browser.get(&path).await), "access_denied");
    let page = browser.leave("").await;
    let path = format!("/api/auth/callback?state={}&error=server_error", state(&page));
    assert_eq!(failed(browser.get(&path).await), "bad_oauth_callback");
    assert_eq!(provider.times("/token"), 0);

    let mut setting = provider.setting();
    setting[0]["issuer"] = json!("http://127.0.0.1:9");
    let shop = TestShop::with_providers(setting).await;
    for _ in 0..2 {
        let answer = Browser::new(&shop).get("/api/auth/authorize?provider=acme&redirect_to=/cart").await;
        assert_eq!(location(&answer).query(), Some("failed=provider_unavailable&next=%2Fcart"));
    }
}

#[tokio::test]
async fn a_confirmed_account_is_joined_its_owner_told_and_the_second_factor_still_asked_for() {
    let (shop, provider) = shop_and_provider().await;
    let ana = shop.customer("ana@example.com").await;
    let begun = ana.post("/api/auth/factors", json!({ "factor_type": "totp" })).await.expect(200).json();
    let factor = begun["id"].as_str().unwrap().to_owned();
    let verify = "UPDATE factors SET verified_at = created_at WHERE id = ?1";
    shop.app.db.write(move |tx| tx.execute(verify, [factor]).map_err(manetes::db::Error::from)).await.unwrap();
    let mut browser = Browser::new(&shop);
    browser.sign_in(&provider, json!({})).await;
    let session = browser.get("/api/auth/session").await.json();
    assert_eq!(session["awaiting"]["email"], "ana@example.com", "{session}");
    browser.get("/api/auth/sessions").await.refused(403, "insufficient_aal");
    let mails = shop.queued_mails().await;
    assert_eq!(mails[0].2["notice"], json!({ "what": "identity_joined", "provider": "Acme" }));
    assert_eq!(mails.len(), 1);
}

#[tokio::test]
async fn what_others_typed_for_an_unconfirmed_account_goes_when_the_provider_brings_its_owner() {
    let (shop, provider) = shop_and_provider().await;
    let squatter = json!({ "email": "ana@example.com", "password": PASSWORD, "data": { "name": "Eve" } });
    shop.visitor().post("/api/auth/signup", squatter).await.expect(200);
    let mut browser = Browser::new(&shop);
    browser.sign_in(&provider, json!({})).await;
    assert_eq!(browser.user().await["user_metadata"]["name"], "Ana");
    let tried = json!({ "email": "ana@example.com", "password": PASSWORD });
    shop.visitor().post("/api/auth/token?grant_type=password", tried).await.refused(400, "invalid_credentials");
    let (left, _): (i64, String) = shop.row("SELECT count(*), ?1 FROM mail_tokens", "").await;
    assert_eq!(left, 0, "the mailed link is over, too");
}

#[tokio::test]
async fn a_browser_that_signs_in_again_ends_the_session_it_had() {
    let (shop, provider) = shop_and_provider().await;
    let mut browser = Browser::new(&shop);
    browser.sign_in(&provider, json!({})).await;
    browser.sign_in(&provider, json!({})).await;
    let sessions = browser.get("/api/auth/sessions").await.expect(200).json();
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_company_signs_in_by_its_mail_domain_and_says_more_when_asked() {
    let (shop, provider) = shop_and_provider().await;
    let visitor = shop.visitor();
    let settings = visitor.get("/api/auth/settings").await.expect(200).json();
    assert_eq!((&settings["external"]["acme"], &settings["external"]["google"]), (&json!(true), &json!(false)));
    let ask = json!({ "domain": "Acme.example", "redirect_to": shop.base, "skip_http_redirect": true,
                      "gotrue_meta_security": null });
    let url = visitor.post("/api/auth/sso", ask).await.expect(200).json()["url"].as_str().unwrap().to_owned();
    let mut browser = Browser::new(&shop);
    let page = location(&browser.get(url.strip_prefix(&shop.base).unwrap()).await);
    provider.will_say(&page, json!({ "email": "eva@acme.example", "email_verified": null }));
    assert!(browser.return_with(&state(&page)).await.contains("with=provider"));
    assert_eq!(browser.user().await["email"], "eva@acme.example");

    let redirect = visitor.post("/api/auth/sso", json!({ "provider_id": "acme" })).await;
    assert!(location(&redirect).path().ends_with("/authorize"));
    let unknown = json!({ "domain": "other.example" });
    visitor.post("/api/auth/sso", unknown).await.refused(404, "sso_provider_not_found");
    visitor.post("/api/auth/sso", json!({})).await.refused(422, "validation_failed");
    let foreign = json!({ "domain": "acme.example", "redirect_to": "https://evil.example" });
    visitor.post("/api/auth/sso", foreign).await.refused(422, "validation_failed");

    browser.sign_in(&provider, json!({ "sub": "2", "email": null })).await;
    assert_eq!(browser.user().await["email"], "told@example.com");
}

#[tokio::test]
async fn a_program_exchanges_its_code_once_with_its_own_verifier() {
    let (shop, provider) = shop_and_provider().await;
    let visitor = shop.visitor();
    let mut browser = Browser::new(&shop);
    let program = format!("&redirect_to={}/app%23x&code_challenge={CHALLENGE}&code_challenge_method=s256", shop.base);
    let exchange = async |code: &str, verifier: &str| {
        let body = json!({ "auth_code": code, "code_verifier": verifier });
        visitor.post("/api/auth/token?grant_type=pkce", body).await
    };
    let mut codes = Vec::new();
    for _ in 0..3 {
        let page = browser.leave(&program).await;
        provider.will_say(&page, json!({}));
        let arrived = Url::parse(&browser.return_with(&state(&page)).await).unwrap();
        assert_eq!((arrived.path(), arrived.fragment()), ("/app", Some("x")));
        codes.push(value(&arrived, "code"));
    }
    assert!(browser.is_nobody().await, "the session is the program's");
    let session = exchange(&codes[0], VERIFIER).await.expect(200).json();
    assert_eq!((&session["user"]["email"], &session["aal"]), (&json!("ana@example.com"), &json!("aal1")));
    assert!(session["access_token"].is_string() && session["refresh_token"].is_string());
    exchange(&codes[0], VERIFIER).await.refused(404, "flow_state_not_found");
    exchange(&codes[1], CHALLENGE).await.refused(400, "bad_code_verifier");
    exchange(&codes[1], VERIFIER).await.refused(404, "flow_state_not_found");
    exchange("", VERIFIER).await.refused(422, "validation_failed");
    shop.app.clock.advance_seconds(300);
    exchange(&codes[2], VERIFIER).await.refused(403, "flow_state_expired");

    let page = browser.leave(&program).await;
    let denied = format!("/api/auth/callback?state={}&error=access_denied", state(&page));
    let told = location(&browser.get(&denied).await);
    assert_eq!((told.path(), value(&told, "error")), ("/app", String::from("access_denied")));
    let half = browser.leave(&format!("&redirect_to={}/app&code_challenge={CHALLENGE}", shop.base)).await;
    assert_eq!(value(&half, "error_code"), "validation_failed");
}

#[tokio::test]
async fn an_identity_is_removed_by_its_owner_who_is_told() {
    let (shop, provider) = shop_and_provider().await;
    let mut browser = Browser::new(&shop);
    browser.sign_in(&provider, json!({})).await;
    let identity = browser.user().await["identities"][0]["identity_id"].as_str().unwrap().to_owned();
    let path = format!("/api/auth/user/identities/{identity}");
    let eva = shop.customer("eva@example.com").await;
    eva.send(eva.request(Method::DELETE, &path)).await.refused(404, "identity_not_found");
    browser.send(Method::DELETE, &path, None).await.expect(200);
    let left = browser.user().await["identities"].clone();
    assert_eq!((left.as_array().unwrap().len(), &left[0]["provider"]), (1, &json!("email")), "a code by mail opens it");
    let mails = shop.queued_mails().await;
    assert_eq!(mails[0].2["notice"], json!({ "what": "identity_removed", "provider": "Acme" }));
    browser.send(Method::DELETE, &path, None).await.refused(404, "identity_not_found");
}
