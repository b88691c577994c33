//! OpenID Connect, as the one who relies on a provider: the configured providers, where to send somebody, and what the
//! code they bring back proves. Issuer, audience, expiry, nonce and signature are checked before anything is believed.

use std::pin::Pin;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreIdToken, CoreIdTokenClaims, CoreJwsSigningAlgorithm, CoreProviderMetadata,
    CoreUserInfoClaims,
};
use openidconnect::{
    AccessToken, AsyncHttpClient, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    HttpRequest, HttpResponse, IssuerUrl, LanguageTag, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier,
    RedirectUrl, RequestTokenError, Scope, TokenResponse,
};
use reqwest::Client;
use serde::Deserialize;
use tokio::sync::Mutex;
use url::Url;

use crate::config::Secret;
use crate::email::EmailAddress;
use crate::lang::Lang;
use crate::outside;

/// How long a provider may take to answer.
const TIMEOUT: Duration = Duration::from_secs(6);
/// Bytes of its answer, at most.
const ANSWER_CAP: usize = 256 * 1024;
/// How long what a provider says of itself is believed; and when it signs with an unknown key.
const METADATA_AGE: Duration = Duration::from_secs(3600);
const METADATA_AGE_UNKNOWN_KEY: Duration = Duration::from_secs(60);
/// How long a provider that did not answer is left alone.
const PAUSE: Duration = Duration::from_secs(10);

/// Signatures that only the provider can make.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// Why a provider proved nothing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It does not answer, or not as a provider does.
    #[error("the provider is not available: {0}")]
    Unavailable(String),
    /// It refused the code, or what it says is not to be believed.
    #[error("the provider's answer is not valid: {0}")]
    Refused(String),
}

/// The providers people may sign in with.
pub struct Providers {
    list: Vec<Provider>,
    http: Http,
}

/// How providers are asked, once there is something to ask: most shops have none.
struct Http(LazyLock<Client>);

pub struct Provider {
    settings: Settings,
    issuer: IssuerUrl,
    known: Mutex<Known>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    id: String,
    name: String,
    issuer: String,
    client_id: String,
    client_secret: Option<Secret>,
    #[serde(default)]
    domains: Vec<String>,
}

#[derive(Default)]
struct Known {
    metadata: Option<(Instant, CoreProviderMetadata)>,
    failed: Option<Instant>,
}

/// What a provider says of somebody, in a token that was verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The provider's id in the settings.
    pub provider: String,
    /// What people know the provider by.
    pub provider_name: String,
    /// The provider itself.
    pub issuer: String,
    /// Who they are there.
    pub subject: String,
    /// Their address, when it is one.
    pub email: Option<EmailAddress>,
    /// Whether the provider vouches for it.
    pub is_email_verified: bool,
    /// Their name; may be empty.
    pub name: String,
}

/// One sign-in, as the provider and this program know it.
pub struct Attempt<'a> {
    /// Where the provider sends people back to.
    pub redirect_uri: &'a str,
    /// Comes back with them.
    pub state: &'a str,
    /// Comes back in the token.
    pub nonce: String,
    /// Shown together with the code.
    pub verifier: String,
}

impl Providers {
    /// Reads the JSON list of the setting; the error is one line without anything secret.
    pub fn new(setting: Option<&Secret>) -> Result<Self, String> {
        let settings = match setting.map(|text| serde_json::from_str::<Vec<Settings>>(text.expose())) {
            None => Vec::new(),
            Some(Ok(settings)) => settings,
            // The parser's own words may repeat what stands there.
            Some(Err(error)) => {
                let place = format!("line {}, column {}", error.line(), error.column());
                return Err(format!("MANETES_OIDC is not a JSON list of providers: {place}"));
            }
        };
        let list: Vec<_> = settings.into_iter().map(Provider::new).collect::<Result<_, _>>()?;
        for (at, provider) in list.iter().enumerate() {
            let before = &list[..at];
            if before.iter().any(|other| other.id() == provider.id()) {
                return Err(format!("MANETES_OIDC: two providers are called {}", provider.id()));
            }
            let taken = provider.settings.domains.iter().find(|domain| before.iter().any(|other| other.has(domain)));
            if let Some(domain) = taken {
                return Err(format!("MANETES_OIDC: two providers have the domain {domain}"));
            }
        }
        Ok(Self { list, http: Http(LazyLock::new(|| outside::client(TIMEOUT))) })
    }

    /// All of them, in the order of the setting.
    pub fn iter(&self) -> impl Iterator<Item = &Provider> {
        self.list.iter()
    }

    /// The provider with an id.
    pub fn find(&self, id: &str) -> Option<&Provider> {
        self.list.iter().find(|provider| provider.id() == id)
    }

    /// The provider for addresses of a mail domain.
    pub fn of_domain(&self, domain: &str) -> Option<&Provider> {
        let domain = domain.to_ascii_lowercase();
        self.list.iter().find(|provider| provider.has(&domain))
    }

    /// Whether every provider answers; otherwise which does not, and why.
    pub async fn probe(&self) -> Result<(), String> {
        for provider in &self.list {
            let found = provider.metadata(&self.http, METADATA_AGE).await;
            found.map_err(|error| format!("{}: {error}", provider.id()))?;
        }
        Ok(())
    }

    /// The provider's page that asks somebody who they are.
    pub async fn page_of(&self, provider: &Provider, attempt: &Attempt<'_>, lang: Lang) -> Result<Url, Error> {
        let metadata = provider.metadata(&self.http, METADATA_AGE).await?;
        if !outside::is_private(metadata.authorization_endpoint().url()) {
            return Err(Error::Unavailable(String::from("its page is not https")));
        }
        let client = CoreClient::from_provider_metadata(metadata, provider.client_id(), provider.client_secret())
            .set_redirect_uri(redirect_url(attempt)?);
        let (state, nonce) = (CsrfToken::new(attempt.state.to_owned()), Nonce::new(attempt.nonce.clone()));
        let verifier = PkceCodeVerifier::new(attempt.verifier.clone());
        let (url, _, _) = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, move || state, move || nonce)
            .add_scope(Scope::new(String::from("email")))
            .add_scope(Scope::new(String::from("profile")))
            .add_ui_locale(LanguageTag::new(lang.code().to_owned()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(url)
    }

    /// Who somebody is, by the code they brought back.
    pub async fn prove(&self, provider: &Provider, attempt: &Attempt<'_>, code: String) -> Result<Claims, Error> {
        let metadata = provider.metadata(&self.http, METADATA_AGE).await?;
        let client =
            CoreClient::from_provider_metadata(metadata.clone(), provider.client_id(), provider.client_secret())
                .set_redirect_uri(redirect_url(attempt)?);
        let answer = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| Error::Unavailable(error.to_string()))?
            .set_pkce_verifier(PkceCodeVerifier::new(attempt.verifier.clone()))
            .request_async(&self.http)
            .await
            .map_err(|error| match error {
                RequestTokenError::Request(error) => error,
                other => Error::Refused(other.to_string()),
            })?;
        let token = answer.id_token().ok_or_else(|| Error::Refused(String::from("it has no id_token")))?;
        let nonce = Nonce::new(attempt.nonce.clone());
        let claims = match provider.verified(&metadata, token, &nonce) {
            // It may sign with a key it did not have before.
            Err(ClaimsVerificationError::SignatureVerification(_)) => {
                let metadata = provider.metadata(&self.http, METADATA_AGE_UNKNOWN_KEY).await?;
                provider.verified(&metadata, token, &nonce)
            }
            verified => verified,
        };
        let claims = claims.map_err(|error| Error::Refused(error.to_string()))?;
        if claims.email().is_some() {
            return Ok(provider.claims(&claims));
        }
        // Some say more when they are asked than stands in the token.
        self.told(provider, &metadata, answer.access_token().clone(), &claims).await
    }

    async fn told(
        &self,
        provider: &Provider,
        metadata: &CoreProviderMetadata,
        token: AccessToken,
        claims: &CoreIdTokenClaims,
    ) -> Result<Claims, Error> {
        let client =
            CoreClient::from_provider_metadata(metadata.clone(), provider.client_id(), provider.client_secret());
        let Ok(request) = client.user_info(token, Some(claims.subject().clone())) else {
            return Ok(provider.claims(claims));
        };
        let told: CoreUserInfoClaims =
            request.request_async(&self.http).await.map_err(|error| Error::Refused(error.to_string()))?;
        let (email, verified) = (told.email().map(|email| email.as_str()), told.email_verified());
        let name = told.name().and_then(|name| name.get(None)).map(|name| name.as_str());
        Ok(provider.said(claims.subject().as_str(), email, verified, name))
    }
}

impl Provider {
    fn new(settings: Settings) -> Result<Self, String> {
        let wrong = |what: &str| Err(format!("MANETES_OIDC: {:?} {what}", settings.id));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        let is_domain = |domain: &String| {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
            domain.contains('.') && domain.chars().all(plain)
        };
        if settings.id.is_empty() || settings.id.len() > 32 || !settings.id.chars().all(plain) {
            return wrong("is no id: 1 to 32 lower-case letters, digits, - or _");
        }
        if ["email", "phone", "anonymous_users"].contains(&&*settings.id) {
            return wrong("is a way to sign in that is not a provider");
        }
        if settings.name.trim().is_empty() || settings.name.chars().count() > 40 {
            return wrong("needs a name of 1 to 40 characters");
        }
        if settings.client_id.is_empty() {
            return wrong("needs a client_id");
        }
        if !settings.domains.iter().all(is_domain) {
            return wrong("has a domain that is none, such as example.com in lower case");
        }
        match Url::parse(&settings.issuer) {
            Ok(url) if outside::is_private(&url) && url.query().is_none() && url.fragment().is_none() => {}
            _ => return wrong("needs an issuer: https://… without a query"),
        }
        let issuer = IssuerUrl::new(settings.issuer.clone()).map_err(|error| error.to_string())?;
        Ok(Self { settings, issuer, known: Mutex::default() })
    }

    /// Names it in addresses and settings.
    pub fn id(&self) -> &str {
        &self.settings.id
    }

    /// What people know it by.
    pub fn name(&self) -> &str {
        &self.settings.name
    }

    /// The provider itself, as it calls itself.
    pub fn issuer(&self) -> &str {
        self.issuer.as_str()
    }

    fn has(&self, domain: &str) -> bool {
        self.settings.domains.iter().any(|own| own == domain)
    }

    fn client_id(&self) -> ClientId {
        ClientId::new(self.settings.client_id.clone())
    }

    fn client_secret(&self) -> Option<ClientSecret> {
        self.settings.client_secret.as_ref().map(|secret| ClientSecret::new(secret.expose().to_owned()))
    }

    /// What it says of itself, and its keys; asked for once in a while. What it said before has to do while it does not
    /// answer.
    async fn metadata(&self, http: &Http, age: Duration) -> Result<CoreProviderMetadata, Error> {
        let mut known = self.known.lock().await;
        let before = known.metadata.as_ref();
        if let Some((_, metadata)) = before.filter(|(at, _)| at.elapsed() < age) {
            return Ok(metadata.clone());
        }
        let stale = before.map(|(_, metadata)| metadata.clone());
        if known.failed.is_some_and(|at| at.elapsed() < PAUSE) {
            return stale.ok_or_else(|| Error::Unavailable(String::from("it did not answer a moment ago")));
        }
        match CoreProviderMetadata::discover_async(self.issuer.clone(), http).await {
            Ok(metadata) => {
                *known = Known { metadata: Some((Instant::now(), metadata.clone())), failed: None };
                Ok(metadata)
            }
            Err(error) => {
                known.failed = Some(Instant::now());
                stale.ok_or_else(|| Error::Unavailable(error.to_string()))
            }
        }
    }

    /// What a token says, when it is the provider's, for us, of now, and of this sign-in.
    fn verified(
        &self,
        metadata: &CoreProviderMetadata,
        token: &CoreIdToken,
        nonce: &Nonce,
    ) -> Result<CoreIdTokenClaims, ClaimsVerificationError> {
        let client = CoreClient::from_provider_metadata(metadata.clone(), self.client_id(), None);
        let verifier = client.id_token_verifier().set_allowed_algs(ALGORITHMS);
        token.claims(&verifier, nonce).cloned()
    }

    fn claims(&self, claims: &CoreIdTokenClaims) -> Claims {
        let name = claims.name().and_then(|name| name.get(None)).map(|name| name.as_str());
        let email = claims.email().map(|email| email.as_str());
        self.said(claims.subject().as_str(), email, claims.email_verified(), name)
    }

    /// An address counts as verified when the provider says so. One of a domain that the settings give to the provider
    /// does, too, unless it says the contrary: providers of a company's own addresses often say nothing.
    fn said(&self, subject: &str, email: Option<&str>, is_verified: Option<bool>, name: Option<&str>) -> Claims {
        let email = email.and_then(|email| EmailAddress::parse(email).ok());
        let domain = email.as_ref().and_then(|email| email.as_str().rsplit_once('@')).map(|(_, domain)| domain);
        Claims {
            provider: self.settings.id.clone(),
            provider_name: self.settings.name.clone(),
            issuer: self.issuer.as_str().to_owned(),
            subject: subject.to_owned(),
            is_email_verified: is_verified.unwrap_or_else(|| domain.is_some_and(|domain| self.has(domain))),
            email,
            name: name.unwrap_or_default().trim().to_owned(),
        }
    }
}

fn redirect_url(attempt: &Attempt<'_>) -> Result<RedirectUrl, Error> {
    RedirectUrl::new(attempt.redirect_uri.to_owned()).map_err(|error| Error::Unavailable(error.to_string()))
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, Error>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(ask(&self.0, request))
    }
}

/// Asks a provider: only in private, for a short time, and reads no more than fits.
async fn ask(http: &Client, request: HttpRequest) -> Result<HttpResponse, Error> {
    let unavailable = |error: &dyn std::fmt::Display| Error::Unavailable(error.to_string());
    let request = reqwest::Request::try_from(request).map_err(|error| unavailable(&error))?;
    if !outside::is_private(request.url()) {
        return Err(Error::Unavailable(format!("{} is not https", request.url().origin().ascii_serialization())));
    }
    let answer = http.execute(request).await.map_err(|error| unavailable(&error.without_url()))?;
    let (status, headers) = (answer.status(), answer.headers().clone());
    let body =
        outside::body(answer, ANSWER_CAP).await.ok_or_else(|| unavailable(&"its answer broke off or is too long"))?;
    let mut response = HttpResponse::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOGLE: &str = r#"{"id":"google","name":"Google","issuer":"https://accounts.example","client_id":"c",
        "client_secret":"hunter2","domains":["firm.example"]}"#;

    fn read(json: &str) -> Result<Providers, String> {
        Providers::new(Some(&Secret::from(json.to_owned())))
    }

    fn refusal(json: &str) -> String {
        read(json).err().unwrap_or_default()
    }

    #[test]
    fn a_provider_is_found_by_its_id_and_by_its_mail_domains() {
        let providers = read(&format!("[{GOOGLE}]")).unwrap();
        assert_eq!(providers.find("google").map(Provider::name), Some("Google"));
        assert_eq!(providers.of_domain("Firm.example").map(Provider::id), Some("google"));
        assert!(providers.find("other").is_none() && providers.of_domain("other.example").is_none());
        assert_eq!(Providers::new(None).unwrap().iter().count(), 0);
    }

    #[test]
    fn a_setting_that_is_wrong_is_refused_in_one_line_without_its_secret() {
        let with = |from: &str, to: &str| format!("[{}]", GOOGLE.replace(from, to));
        for (json, says) in [
            (String::from("hunter2"), "line 1"),
            (with("\"c\"", "{\"hunter2\":1}"), "line 1"),
            (with("\"client_id\"", "\"client\""), "line 1"),
            (with("https:", "http:"), "issuer"),
            (with("accounts.example", "accounts.example?x=1"), "issuer"),
            (with("\"google\"", "\"Go ogle\""), "id"),
            (with("\"google\"", "\"email\""), "not a provider"),
            (with("\"Google\"", "\" \""), "name"),
            (with("firm.example", "Firm"), "domain"),
            (format!("[{GOOGLE},{GOOGLE}]"), "two providers"),
            (format!("[{GOOGLE},{}]", GOOGLE.replace("google", "other")), "two providers have the domain"),
        ] {
            let refusal = refusal(&json);
            assert!(refusal.contains("MANETES_OIDC") && refusal.contains(says), "{json}: {refusal}");
            assert!(!refusal.contains("hunter2") && !refusal.contains('\n'), "{refusal}");
        }
    }

    #[test]
    fn an_address_is_verified_by_the_providers_word_or_by_its_own_domain() {
        let providers = read(&format!("[{GOOGLE}]")).unwrap();
        let provider = providers.find("google").unwrap();
        for (email, says, verified) in [
            ("ana@example.com", Some(true), true),
            ("ana@example.com", Some(false), false),
            ("ana@example.com", None, false),
            ("ana@firm.example", None, true),
            ("ana@firm.example", Some(false), false),
        ] {
            let said = provider.said("1", Some(email), says, Some(" Ana "));
            assert_eq!((said.is_email_verified, said.name.as_str()), (verified, "Ana"), "{email} {says:?}");
        }
        assert_eq!(provider.said("1", Some("none"), Some(true), None).email, None);
    }
}
