//! An authority that certifies by looking at port 80 (ACME, RFC 8555, HTTP-01).

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::Body;
use hyper::header::RETRY_AFTER;
use hyper::{HeaderMap, Request, Response, StatusCode};
use instant_acme::{
    Account, AuthorizationStatus, BodyWrapper, BytesResponse, CertificateIdentifier, ChallengeType, Error, HttpClient,
    Identifier, LetsEncrypt, NewAccount, NewOrder, Order, OrderStatus, RetryPolicy,
};
use reqwest::Client;
use url::Url;

use super::renewal::Kind;
use super::store::Store;
use crate::clock::Timestamp;
use crate::{config, outside};

/// How long one answer may take, and all of them together.
const ANSWER: Duration = Duration::from_secs(30);
const ALL: Duration = Duration::from_secs(300);
/// How long the authority may look, and then sign.
const LOOKING: RetryPolicy =
    RetryPolicy::new().initial_delay(Duration::from_millis(250)).backoff(1.5).timeout(Duration::from_secs(90));
/// Bytes of an answer, at most.
const MAX_BYTES: usize = 1 << 20;

/// Where to ask for certificates.
pub(super) struct Authority {
    directory: String,
    /// Where asking counts for nothing, and certificates are worth nothing.
    pub(super) rehearsal: Option<String>,
    contact: Vec<String>,
    pub(super) client: Client,
    /// How long it may look, and then sign.
    pub(super) looking: RetryPolicy,
}

/// Why there is no certificate.
#[derive(Debug, PartialEq)]
pub(super) struct Refusal {
    pub(super) kind: Kind,
    /// In one line, for people.
    pub(super) error: String,
    /// When the authority wants to be asked again.
    pub(super) told: Option<Timestamp>,
}

/// When the authority wants a certificate renewed, and in how many seconds it wants to be asked again.
pub(super) type Window = ((Timestamp, Timestamp), i64);

/// What port 80 answers the authority, by token.
#[derive(Clone, Default)]
pub(super) struct Challenges(Arc<Mutex<HashMap<String, String>>>);

impl Challenges {
    pub(super) fn answer(&self, token: &str) -> Option<String> {
        self.lock().get(token).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Authority {
    /// The one that was named, or Let's Encrypt, which has a second for trying.
    pub(super) fn of(config: &config::Https) -> Result<Self, String> {
        let (directory, rehearsal) = match &config.acme_directory {
            Some(directory) => (directory.to_string(), None),
            None => (LetsEncrypt::Production.url().to_owned(), Some(LetsEncrypt::Staging.url().to_owned())),
        };
        let client = match &config.acme_ca_file {
            Some(file) => {
                let named =
                    |error: &dyn std::fmt::Display| format!("MANETES_ACME_CA_FILE: {}: {error}", file.display());
                let pem = std::fs::read(file).map_err(|error| named(&error))?;
                outside::client_trusting(ANSWER, &pem).map_err(|error| named(&error))?
            }
            None => outside::client(ANSWER),
        };
        let contact = config.acme_email.iter().map(|mailbox| format!("mailto:{}", mailbox.email)).collect();
        Ok(Self { directory, rehearsal, contact, client, looking: LOOKING })
    }

    /// Whether there is one where asking counts for nothing.
    pub(super) fn rehearses(&self) -> bool {
        self.rehearsal.is_some()
    }

    /// Has the names looked at where it counts for nothing.
    pub(super) async fn rehearse(&self, at: &Desk<'_>, names: &[String]) -> Result<(), Refusal> {
        let visit = self.visit(self.rehearsal.as_ref().unwrap_or(&self.directory), at);
        visit.within(async { visit.proven(names, None).await.map(|_| ()) }).await
    }

    /// Gets a certificate: the key and those that vouch for it, as PEM.
    pub(super) async fn issue(
        &self,
        at: &Desk<'_>,
        names: &[String],
        replaces: Option<CertificateIdentifier<'_>>,
    ) -> Result<String, Refusal> {
        let visit = self.visit(&self.directory, at);
        let issue = async {
            let mut order = visit.proven(names, replaces).await?;
            let key = order.finalize().await?;
            let chain = order.poll_certificate(&self.looking).await?;
            Ok(key + &chain)
        };
        visit.within(issue).await
    }

    /// When a certificate is to be renewed; `None` where the authority says nothing of that.
    pub(super) async fn window(
        &self,
        at: &Desk<'_>,
        id: &CertificateIdentifier<'_>,
    ) -> Result<Option<Window>, Refusal> {
        let visit = self.visit(&self.directory, at);
        let ask = async {
            let (info, again) = match visit.account().await?.renewal_info(id).await {
                Err(Error::Unsupported(_)) => return Ok(None),
                answer => answer?,
            };
            let moment = |seconds: i64| Timestamp::from_millis(seconds.saturating_mul(1000));
            let window = info.suggested_window;
            let window = (moment(window.start.unix_timestamp()), moment(window.end.unix_timestamp()));
            if let Some(why) = info.explanation_url {
                tracing::info!(why, "the authority says when the certificate is to be renewed");
            }
            // The library has counted from its own now.
            let again = again.as_secs() + u64::from(again.subsec_nanos() > 0);
            Ok(Some((window, i64::try_from(again).unwrap_or(i64::MAX))))
        };
        visit.within(ask).await
    }

    fn visit<'a>(&'a self, directory: &'a str, at: &'a Desk<'a>) -> Visit<'a> {
        let web = Web { client: self.client.clone(), now: at.now, last_refusal: Arc::default() };
        Visit { authority: self, directory, at, web }
    }
}

/// What a visit needs of this machine.
pub(super) struct Desk<'a> {
    pub(super) store: &'a Store,
    pub(super) show: &'a Challenges,
    pub(super) now: Timestamp,
}

/// One visit at an authority.
struct Visit<'a> {
    authority: &'a Authority,
    directory: &'a str,
    at: &'a Desk<'a>,
    web: Web,
}

/// What goes wrong in a visit.
enum Trouble {
    /// What the library says.
    Acme(Error),
    /// What the authority says of a name, or does not offer.
    Refused(String),
    Disk(String),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Acme(error)
    }
}

impl Visit<'_> {
    /// What came of it in time.
    async fn within<T>(&self, visit: impl Future<Output = Result<T, Trouble>>) -> Result<T, Refusal> {
        let trouble = match tokio::time::timeout(ALL, visit).await {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(trouble)) => trouble,
            Err(_elapsed) => Trouble::Acme(Error::Timeout(None)),
        };
        let (status, told) = self.web.refused();
        let (kind, error) = match trouble {
            Trouble::Acme(error) => (judge(&error, status), causes(&error)),
            Trouble::Refused(error) => (Kind::Refused, error),
            Trouble::Disk(error) => (Kind::Disk, error),
        };
        let told = told.filter(|_| matches!(kind, Kind::TooOften | Kind::Unreachable));
        Err(Refusal { kind, error: error.replace('\n', " "), told })
    }

    /// An order whose names were found to lead here.
    async fn proven(&self, names: &[String], replaces: Option<CertificateIdentifier<'_>>) -> Result<Order, Trouble> {
        let identifiers: Vec<_> = names.iter().cloned().map(Identifier::Dns).collect();
        let mut order = self.order(&identifiers, replaces).await?;
        let _shown = self.show_all(&mut order).await?;
        match order.poll_ready(&self.authority.looking).await {
            Ok(OrderStatus::Ready) => Ok(order),
            Ok(_) => {
                Err(self.why(&mut order).await.unwrap_or_else(|| Trouble::Refused(String::from("it did not say why"))))
            }
            Err(error @ Error::Api(_)) => Err(self.why(&mut order).await.unwrap_or(Trouble::Acme(error))),
            Err(error) => Err(error.into()),
        }
    }

    /// A new order; the authority may have forgotten the account, or that a certificate was replaced.
    async fn order(&self, names: &[Identifier], replaces: Option<CertificateIdentifier<'_>>) -> Result<Order, Trouble> {
        let account = self.account().await?;
        let wanted = replaces.into_iter().fold(NewOrder::new(names), NewOrder::replaces);
        let order = match account.new_order(&wanted).await {
            Err(error) if is(&error, "accountDoesNotExist") => {
                tracing::warn!("the authority does not know the account any more: a new one is made");
                self.new_account().await?.new_order(&wanted).await
            }
            order => order,
        };
        match order {
            Err(error) if is(&error, "alreadyReplaced") => Ok(account.new_order(&NewOrder::new(names)).await?),
            order => Ok(order?),
        }
    }

    async fn account(&self) -> Result<Account, Trouble> {
        match self.at.store.account(self.directory) {
            Ok(Some(known)) => return Ok(self.builder().from_credentials(known).await?),
            Ok(None) => {}
            Err(error) => tracing::warn!(error, "the account at the authority is lost: a new one is made"),
        }
        self.new_account().await
    }

    async fn new_account(&self) -> Result<Account, Trouble> {
        let contact: Vec<&str> = self.authority.contact.iter().map(String::as_str).collect();
        let wish = NewAccount { contact: &contact, terms_of_service_agreed: true, only_return_existing: false };
        let (account, credentials) = self.builder().create(&wish, self.directory.to_owned(), None).await?;
        let kept = self.at.store.put_account(self.directory, &credentials);
        kept.map_err(|error| Trouble::Disk(format!("the account cannot be kept: {error}")))?;
        Ok(account)
    }

    fn builder(&self) -> instant_acme::AccountBuilder {
        Account::builder_with_http(Box::new(self.web.clone()))
    }

    /// Has port 80 show what the authority wants to see, and tells it to look.
    async fn show_all(&self, order: &mut Order) -> Result<Shown, Trouble> {
        let mut shown = Shown { show: self.at.show.clone(), tokens: Vec::new() };
        let mut all = order.authorizations();
        while let Some(authorization) = all.next().await {
            let mut authorization = authorization?;
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let name = authorization.identifier().to_string();
            let challenge = authorization.challenge(ChallengeType::Http01);
            let none = || Trouble::Refused(format!("{name}: the authority does not look at port 80 (http-01)"));
            let mut challenge = challenge.ok_or_else(none)?;
            self.at.show.lock().insert(challenge.token.clone(), challenge.key_authorization().as_str().to_owned());
            shown.tokens.push(challenge.token.clone());
            challenge.set_ready().await?;
        }
        Ok(shown)
    }

    /// What the authority says of the names it did not find.
    async fn why(&self, order: &mut Order) -> Option<Trouble> {
        let (mut all, mut reasons) = (order.authorizations(), Vec::new());
        while let Some(authorization) = all.next().await {
            let Ok(mut authorization) = authorization else { continue };
            if authorization.refresh().await.is_err() {
                continue;
            }
            let name = authorization.identifier().to_string();
            let errors = authorization.challenges.iter().filter_map(|challenge| challenge.error.as_ref());
            reasons.extend(errors.map(|error| format!("{name}: {}", error.detail.as_deref().unwrap_or("no reason"))));
        }
        (!reasons.is_empty()).then(|| Trouble::Refused(reasons.join("; ")))
    }
}

/// What port 80 shows, until this is dropped.
struct Shown {
    show: Challenges,
    tokens: Vec<String>,
}

impl Drop for Shown {
    fn drop(&mut self) {
        let mut shown = self.show.lock();
        for token in &self.tokens {
            shown.remove(token);
        }
    }
}

fn is(error: &Error, kind: &str) -> bool {
    kind_of(error).is_some_and(|found| found == kind)
}

/// The last part of a problem's type.
fn kind_of(error: &Error) -> Option<&str> {
    let Error::Api(problem) = error else { return None };
    problem.r#type.as_deref()?.strip_prefix("urn:ietf:params:acme:error:")
}

/// What an error is; `status` is of the answer that was no success.
fn judge(error: &Error, status: Option<StatusCode>) -> Kind {
    match kind_of(error) {
        Some("rateLimited") => Kind::TooOften,
        _ if status == Some(StatusCode::TOO_MANY_REQUESTS) => Kind::TooOften,
        Some("serverInternal" | "badNonce") | None => Kind::Unreachable,
        Some(_) => Kind::Refused,
    }
}

/// An error with what is behind it.
fn causes(error: &dyn std::error::Error) -> String {
    let (mut text, mut next) = (error.to_string(), error.source());
    while let Some(cause) = next {
        let said = cause.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        next = cause.source();
    }
    text
}

/// The last answer that was no success: its status, and when it wants the next question.
type LastRefusal = (Option<StatusCode>, Option<Timestamp>);

/// The library's requests, made by the rules for all calls to others.
#[derive(Clone)]
struct Web {
    client: Client,
    now: Timestamp,
    last_refusal: Arc<Mutex<LastRefusal>>,
}

impl Web {
    fn refused(&self) -> LastRefusal {
        *self.last_refusal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn ask(self, request: Request<BodyWrapper<Bytes>>) -> Result<BytesResponse, Error> {
        let (parts, mut body) = request.into_parts();
        let other = |error: String| Error::Other(error.into());
        let url = Url::parse(&parts.uri.to_string()).map_err(|error| other(error.to_string()))?;
        if !outside::is_private(&url) {
            return Err(other(format!("the authority leads to {url}, which everybody could read")));
        }
        // All there is comes in one frame.
        let body = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await;
        let body = body.and_then(Result::ok).and_then(|frame| frame.into_data().ok()).unwrap_or_default();
        let question = self.client.request(parts.method, url).headers(parts.headers).body(body);
        let answer = question.send().await.map_err(|error| Error::Other(Box::new(error)))?;
        let (mut response, status) = (Response::new(()), answer.status());
        *response.status_mut() = status;
        *response.headers_mut() = answer.headers().clone();
        if !status.is_success() {
            let told = retry_after(answer.headers(), self.now);
            *self.last_refusal.lock().unwrap_or_else(PoisonError::into_inner) = (Some(status), told);
        }
        let body = outside::body(answer, MAX_BYTES).await;
        let body = body.ok_or_else(|| other(String::from("the answer broke off, or is too long")))?;
        Ok(BytesResponse { parts: response.into_parts().0, body: Box::new(Bytes::from(body)) })
    }
}

impl HttpClient for Web {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        Box::pin(self.clone().ask(request))
    }
}

/// Seconds, or a moment as HTTP writes it.
fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Timestamp> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<u32>() {
        return Some(now.plus_seconds(seconds.into()));
    }
    let moment = jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(text).ok()?;
    Some(Timestamp::from_millis(moment.as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_to_come_again_is_said_in_seconds_or_as_a_moment() {
        let now = Timestamp::from_millis(1_795_172_400_000);
        for (said, told) in [
            ("120", Some(now.plus_seconds(120))),
            (" Fri, 20 Nov 2026 12:00:00 GMT", Timestamp::parse_rfc3339("2026-11-20T12:00:00Z")),
            ("-5", None),
            ("99999999999", None),
            ("tomorrow", None),
        ] {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, said.parse().unwrap())]);
            assert_eq!(retry_after(&headers, now), told, "{said}");
        }
    }

    #[test]
    fn what_the_authority_says_of_a_name_is_no_trouble_of_the_network() {
        let problem = |kind: &str| {
            let json = serde_json::json!({ "type": format!("urn:ietf:params:acme:error:{kind}"), "detail": "x" });
            Error::Api(serde_json::from_value(json).unwrap())
        };
        for (kind, expected) in [
            ("dns", Kind::Refused),
            ("connection", Kind::Refused),
            ("caa", Kind::Refused),
            ("rejectedIdentifier", Kind::Refused),
            ("externalAccountRequired", Kind::Refused),
            ("rateLimited", Kind::TooOften),
            ("badNonce", Kind::Unreachable),
            ("serverInternal", Kind::Unreachable),
        ] {
            assert_eq!(judge(&problem(kind), Some(StatusCode::BAD_REQUEST)), expected, "{kind}");
        }
        let garbage = Error::Str("no nonce");
        assert_eq!(judge(&garbage, Some(StatusCode::TOO_MANY_REQUESTS)), Kind::TooOften);
        assert_eq!(judge(&garbage, Some(StatusCode::SERVICE_UNAVAILABLE)), Kind::Unreachable);
        assert_eq!(judge(&garbage, None), Kind::Unreachable);
    }
}
