//! Calls to Stripe: one pinned version, bounded answers in bounded time, and what a failure means for the next try.

use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::form_urlencoded::Serializer;

use super::Settings;
use crate::config::Secret;
use crate::outside;
use crate::payments::Error;
use crate::secrets::sha256;

/// The version of Stripe's interface that is spoken here; a newer default of the account changes nothing.
const VERSION: &str = "2026-06-24.dahlia";

/// Where Stripe is.
pub(super) const ADDRESS: &str = "https://api.stripe.com";

/// How long an answer may take, and whatever is done with it.
pub(super) const TIMEOUT: Duration = Duration::from_secs(15);

/// Bytes of an answer: a hundred sessions with their orders.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Characters of Stripe's words that are kept.
const MAX_WORDS: usize = 300;

/// Who makes the calls, with the account's key.
pub(super) struct Client {
    http: reqwest::Client,
    address: String,
    key: Secret,
}

/// A call that came to nothing.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) error: Error,
    /// Stripe was broken when this idempotency key was first used, and will say so for as long as it keeps the key.
    pub(super) is_kept: bool,
}

impl Failure {
    fn unavailable(why: impl Into<String>) -> Self {
        Self { error: Error::Unavailable(why.into()), is_kept: false }
    }
}

/// What Stripe says of an error. Its message is left alone: it may repeat what was sent, such as the buyer's address.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorBody {
    error: Words,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Words {
    r#type: Option<String>,
    code: Option<String>,
}

impl Client {
    pub(super) fn new(settings: &Settings, key: Secret) -> Self {
        Self { http: outside::client(TIMEOUT), address: settings.origin(), key }
    }

    /// Asks for something; `path` comes after `/v1/`.
    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        self.call(self.request(Method::GET, path)).await.map_err(|failure| failure.error)
    }

    /// Has something done. With the same idempotency key again it is done once, for a day at least.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        form: &str,
        key: Option<&str>,
    ) -> Result<T, Failure> {
        let mut request = self.request(Method::POST, path).header("Content-Type", "application/x-www-form-urlencoded");
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        self.call(request.body(form.to_owned())).await
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}/v1/{path}", self.address));
        request.bearer_auth(self.key.expose()).header("Stripe-Version", VERSION)
    }

    async fn call<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, Failure> {
        let answer = request.send().await.map_err(|error| Failure::unavailable(error.without_url().to_string()))?;
        let (status, hints) = (answer.status().as_u16(), Hints::of(answer.headers()));
        let Some(body) = outside::body(answer, MAX_BYTES).await else {
            return Err(Failure::unavailable("the answer breaks off or has no end"));
        };
        if status != 200 {
            return Err(judge(status, hints, &body));
        }
        serde_json::from_slice(&body).map_err(|_| Failure::unavailable("the answer is not Stripe's"))
    }
}

/// What the headers of an answer say about asking again.
#[derive(Debug, Clone, Copy, Default)]
struct Hints {
    /// Stripe's own judgement, where it has one.
    should_retry: Option<bool>,
    /// The answer is the one this idempotency key got before.
    is_replayed: bool,
}

impl Hints {
    fn of(headers: &HeaderMap) -> Self {
        let flag = |name| match headers.get(name).map(HeaderValue::as_bytes) {
            Some(b"true") => Some(true),
            Some(b"false") => Some(false),
            _ => None,
        };
        Self { should_retry: flag("Stripe-Should-Retry"), is_replayed: flag("Idempotent-Replayed") == Some(true) }
    }
}

/// What an answer other than 200 means. Stripe's own word on asking again counts, except where nothing was judged but
/// the key or the pace: that may be another in a minute.
fn judge(status: u16, hints: Hints, body: &[u8]) -> Failure {
    let said = serde_json::from_slice::<ErrorBody>(body).unwrap_or_default().error;
    let parts = [Some(format!("status {status}")), said.r#type, said.code];
    let words: String = parts.into_iter().flatten().collect::<Vec<_>>().join(", ").chars().take(MAX_WORDS).collect();
    if matches!(status, 401 | 403) {
        tracing::error!(words, "Stripe does not take MANETES_STRIPE_SECRET_KEY");
    }
    let may_pass = match (status, hints.should_retry) {
        (401 | 403 | 429, _) => true,
        (_, Some(should_retry)) => should_retry,
        (408 | 409, None) => true,
        (status, None) => !(400..500).contains(&status),
    };
    let error = if may_pass { Error::Unavailable(words) } else { Error::Refused(words) };
    Failure { error, is_kept: status >= 500 && hints.is_replayed }
}

/// Fields as Stripe reads them, nested ones with brackets in their names.
pub(super) fn form<'a>(fields: impl IntoIterator<Item = (&'a str, String)>) -> String {
    Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// The idempotency key of a deed: its name, what is asked in its words, and how many keys were used up before. Made of
/// what is stored alone, so that it is the same after a restart.
pub(super) fn key(name: &str, form: &str, used_up: u32) -> String {
    let digest = sha256(form.as_bytes());
    let words = digest.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    format!("{name}-{words:016x}-{used_up}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_whether_to_ask_again() {
        let [none, yes, no] = [None, Some(true), Some(false)];
        for (status, should_retry, may_pass) in [
            (400, none, false),
            (402, none, false),
            (404, none, false),
            (401, none, true),
            (403, no, true),
            (408, none, true),
            (409, none, true),
            (409, no, false),
            (429, none, true),
            (429, no, true),
            (400, yes, true),
            (500, none, true),
            (500, no, false),
            (503, none, true),
            (302, none, true),
            (204, none, true),
        ] {
            let failure = judge(status, Hints { should_retry, is_replayed: false }, b"");
            assert_eq!(matches!(failure.error, Error::Unavailable(_)), may_pass, "{status} {should_retry:?}");
            assert!(!failure.is_kept);
        }
        let replayed = Hints { should_retry: None, is_replayed: true };
        assert!(judge(500, replayed, b"").is_kept && !judge(400, replayed, b"").is_kept);
    }

    #[test]
    fn stripes_codes_are_kept_within_bounds_and_its_message_is_not() {
        let body =
            br#"{"error":{"type":"invalid_request_error","code":"email_invalid","message":"Not: a@b.example","n":1}}"#;
        let failure = judge(400, Hints::default(), body);
        let said = "the payment provider refuses: status 400, invalid_request_error, email_invalid";
        assert_eq!(failure.error.to_string(), said);
        let endless = format!(r#"{{"error":{{"code":"{}"}}}}"#, "ñ".repeat(5000));
        assert!(judge(400, Hints::default(), endless.as_bytes()).error.to_string().chars().count() < 400);
        for garbage in [&b"<html>"[..], b"[]", b"{\"error\":7}", b"\xff\xfe"] {
            assert!(judge(500, Hints::default(), garbage).error.to_string().ends_with("status 500"));
        }
    }

    #[test]
    fn hints_are_read_and_other_values_are_none() {
        let read = |retry: &'static str, replayed: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("stripe-should-retry", retry.parse().unwrap());
            headers.insert("idempotent-replayed", replayed.parse().unwrap());
            let hints = Hints::of(&headers);
            (hints.should_retry, hints.is_replayed)
        };
        assert_eq!(read("true", "true"), (Some(true), true));
        assert_eq!(read("false", "false"), (Some(false), false));
        assert_eq!(read("perhaps", "1"), (None, false));
    }

    #[test]
    fn a_key_is_the_same_for_the_same_words_only() {
        let form_of = |amount: &str| form([("amount", amount.to_owned()), ("metadata[refund]", "r & d".to_owned())]);
        assert_eq!(form_of("100"), "amount=100&metadata%5Brefund%5D=r+%26+d");
        let once = key("5f8e", &form_of("100"), 0);
        assert_eq!(once, key("5f8e", &form_of("100"), 0));
        assert_ne!(once, key("5f8e", &form_of("101"), 0));
        assert_ne!(once, key("5f8e", &form_of("100"), 1));
        assert!(once.starts_with("5f8e-") && once.len() <= 255, "{once}");
    }
}
