//! Telling people from programs, where the operator has asked a service for it: the browser gets a token from the
//! service, and the service tells what it is worth. Asked before a password is hashed or a mail is written.

use std::net::IpAddr;
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::Semaphore;
use url::form_urlencoded::Serializer;

use crate::config::{self, CaptchaService, Secret};
use crate::outside;

/// Whoever signs in does not wait for longer than this.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Questions to the service at a time.
const MAX_QUESTIONS: usize = 64;
/// Bytes of a token and of an answer.
const MAX_BYTES: usize = 16 * 1024;

/// Why a request is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is no token, or the service does not take it.
    #[error("captcha protection: request disallowed")]
    Failed,
    /// The service cannot be asked now, or does not know this site.
    #[error("the captcha service did not answer")]
    Unavailable,
}

/// The service that is asked.
pub struct Captcha {
    client: reqwest::Client,
    address: String,
    secret: Secret,
    questions: Semaphore,
}

/// What the services answer; they have more to say.
#[derive(Deserialize)]
struct Outcome {
    success: bool,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
}

impl Captcha {
    /// The service of a configuration that was checked; `None` where none is set.
    pub fn of(config: &config::Captcha) -> Option<Self> {
        let (service, secret) = (config.service?, config.secret.clone()?);
        let base = config.api_base.as_ref().map(config::BaseUrl::origin);
        let address = match service {
            CaptchaService::Turnstile => {
                format!("{}/turnstile/v0/siteverify", base.as_deref().unwrap_or("https://challenges.cloudflare.com"))
            }
            CaptchaService::HCaptcha => format!("{}/siteverify", base.as_deref().unwrap_or("https://api.hcaptcha.com")),
        };
        let (client, questions) = (outside::client(TIMEOUT), Semaphore::new(MAX_QUESTIONS));
        Some(Self { client, address, secret, questions })
    }

    /// Asks what a token is worth; each is worth something once.
    pub async fn check(&self, token: Option<&str>, ip: Option<IpAddr>) -> Result<(), Error> {
        let token = token.map(str::trim).filter(|token| !token.is_empty() && token.len() <= MAX_BYTES);
        let token = token.ok_or(Error::Failed)?;
        let _question = self.questions.try_acquire().map_err(|_| Error::Unavailable)?;
        let outcome = self.ask(token, ip).await?;
        if outcome.success {
            return Ok(());
        }
        // Not the person's fault, and not to be taken for it: the secret is wrong, or the service is ill.
        if outcome.error_codes.iter().any(|code| code.contains("secret") || code == "internal-error") {
            tracing::error!(codes = ?outcome.error_codes, "the captcha service does not serve this site");
            return Err(Error::Unavailable);
        }
        Err(Error::Failed)
    }

    /// Whether the service answers and knows the secret.
    pub async fn probe(&self) -> Result<(), Error> {
        match self.check(Some("probe"), None).await {
            Ok(()) | Err(Error::Failed) => Ok(()),
            Err(Error::Unavailable) => Err(Error::Unavailable),
        }
    }

    async fn ask(&self, token: &str, ip: Option<IpAddr>) -> Result<Outcome, Error> {
        let fields =
            [("secret", self.secret.expose().trim()), ("response", token)].map(|(name, text)| (name, text.to_owned()));
        let form = Serializer::new(String::new())
            .extend_pairs(fields.into_iter().chain(ip.map(|ip| ("remoteip", ip.to_string()))))
            .finish();
        let request = self.client.post(&self.address).header("Content-Type", "application/x-www-form-urlencoded");
        let answer = request.body(form).send().await.map_err(|error| {
            tracing::warn!(%error, "the captcha service could not be reached");
            Error::Unavailable
        })?;
        let status = answer.status().as_u16();
        // Some say no with a status, and why in the body all the same.
        let body = outside::body(answer, MAX_BYTES).await.unwrap_or_default();
        serde_json::from_slice(&body).map_err(|_| {
            tracing::warn!(status, "the captcha service gave no answer of its kind");
            Error::Unavailable
        })
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn nobody_waits_for_a_service_that_is_silent_and_few_ask_it_at_once() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let captcha = Captcha {
            client: outside::client(Duration::from_millis(20)),
            address: format!("http://{}/siteverify", silent.local_addr().unwrap()),
            secret: Secret::from(String::from("secret")),
            questions: Semaphore::new(1),
        };
        assert_eq!(captcha.check(Some("token"), None).await, Err(Error::Unavailable));
        assert_eq!(captcha.probe().await, Err(Error::Unavailable));
        let _question = captcha.questions.try_acquire().unwrap();
        assert_eq!(captcha.check(Some("token"), None).await, Err(Error::Unavailable));
        assert_eq!(captcha.check(None, None).await, Err(Error::Failed));
        assert_eq!(captcha.check(Some(&"x".repeat(MAX_BYTES + 1)), None).await, Err(Error::Failed));
    }
}
