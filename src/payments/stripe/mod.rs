//! Stripe Checkout: cards and Bizum on a page of Stripe's.
//!
//! Nothing here is stored: sessions are asked for with what is stored of the attempt, refunds with what is stored of
//! the refund, and the idempotency keys are made of both, so that asking again, after a restart too, finds what was made
//! before. Keys are kept for a day only, and so is Stripe's answer that it is broken; therefore
//! - a session that is asked for anew under another key is harmless: nobody was told the address of the first;
//! - a refund is looked for among those of its payment, by our id of it, before it is asked for again.

mod client;
mod endpoints;
mod list;
mod methods;
mod session;
mod settings;
mod wire;

use std::time::Duration;

use async_trait::async_trait;
use reqwest::header::HeaderMap;
use tokio::sync::Mutex;
use tokio::time::timeout;

use self::client::{Client, Failure, TIMEOUT, form, key};
use self::session::Comfort;
pub(super) use self::settings::PROVIDER;
pub use self::settings::Settings;
use self::wire::{Account, List, MAX_ID, Refund, Session};
use super::{
    Error, Gateway, Listed, Means, NewSession, NotAuthentic, NotTaken, RefundOrder, RefundState, SessionState, Started,
    VerifiedFact, signed,
};
use crate::clock::{Clock, Timestamp};
use crate::config::Secret;

/// How long what the page takes is believed, in seconds, and how long nobody is asked again who did not say.
const MEANS_SECONDS: i64 = 60 * 60;
const SILENCE_SECONDS: i64 = 5 * 60;

/// How long somebody waits to be told what the page takes.
const MEANS_PATIENCE: Duration = Duration::from_secs(3);

/// Idempotency keys of one thing that may be spoiled by answers that Stripe is broken.
const MAX_KEYS: u32 = 5;

/// The account at Stripe. Each operation is over within 15 s, however many calls it takes.
pub struct Stripe {
    client: Client,
    clock: Clock,
    webhook_secrets: Vec<Secret>,
    account: Account,
    /// What the page takes, and until when that holds.
    means: Mutex<Option<(Timestamp, Vec<Means>)>>,
}

impl Stripe {
    /// The account of a configuration that was checked; `None` where none is set.
    fn of(config: &Settings, clock: Clock, site: String) -> Option<Self> {
        Some(Self {
            clock,
            client: Client::new(config, config.secret_key.clone()?),
            webhook_secrets: config.webhook_secrets().map(|secret| Secret::from(secret.to_owned())).collect(),
            account: Account { is_live: config.is_live(), site },
            means: Mutex::default(),
        })
    }

    /// Whether the key may do what it must; answers what the page shows.
    async fn probe(&self) -> Result<String, Error> {
        let asked = async {
            for path in ["checkout/sessions?limit=1", "payment_intents?limit=1", "refunds?limit=1"] {
                self.client.get::<serde::de::IgnoredAny>(path).await?;
            }
            Ok(methods::told(&self.client).await)
        };
        within_bounds(asked).await
    }

    async fn open_page(&self, new: &NewSession) -> Result<Started, Error> {
        let opened = async {
            let mut answer = self.open(new, Comfort::Whole).await;
            for less in [Comfort::Plain, Comfort::Bare] {
                let Err(Error::Refused(why)) = &answer else { break };
                tracing::warn!(why, "Stripe refuses a payment page: asking for one with less");
                answer = self.open(new, less).await;
            }
            answer
        };
        let session = within_bounds(opened).await?;
        let is_one = path(&session.id).is_ok();
        let url = session.url.filter(|_| is_one);
        let url = url.ok_or_else(|| Error::Unavailable(String::from("a session without a page or an id")))?;
        Ok(Started { provider_ref: session.id, url })
    }

    async fn open(&self, new: &NewSession, comfort: Comfort) -> Result<Session, Error> {
        let form = session::fields(new, &self.account.site, comfort);
        for used_up in 0..MAX_KEYS {
            match self.client.post("checkout/sessions", &form, Some(&key(&new.reference, &form, used_up))).await {
                Ok(session) => return Ok(session),
                Err(failure) if failure.is_kept => {}
                Err(failure) => return Err(failure.error),
            }
        }
        Err(broken())
    }

    async fn retrieve(&self, session: &str) -> Result<SessionState, Error> {
        let session = self.client.get(&format!("{}?expand[]=payment_intent", path(session)?)).await?;
        self.state_of(&session)
    }

    /// Closes a session. Stripe refuses that for one that was paid or has ended, which then says so itself.
    async fn close(&self, session: &str) -> Result<SessionState, Error> {
        let ended = async {
            match self.client.post(&format!("{}/expire", path(session)?), "", None).await {
                Ok(session) => self.state_of(&session),
                Err(failure) if matches!(failure.error, Error::Refused(_)) => self.retrieve(session).await,
                Err(failure) => Err(failure.error),
            }
        };
        within_bounds(ended).await
    }

    fn state_of(&self, session: &Session) -> Result<SessionState, Error> {
        let Some(kind) = session.end() else { return Ok(SessionState::Open) };
        let id = format!("lookup:{}:{}", session.id, kind.as_str());
        let fact = session.fact(id, kind, &self.account);
        fact.map(SessionState::from).ok_or_else(|| Error::Unavailable(String::from("a session with no id of Stripe's")))
    }

    async fn make_refund(&self, order: &RefundOrder) -> Result<RefundState, Error> {
        let payment = self.payment_of(order).await?;
        let form = form([
            ("payment_intent", payment.clone()),
            ("amount", order.amount.0.to_string()),
            ("metadata[refund]", order.id.clone()),
        ]);
        for used_up in 0..MAX_KEYS {
            if (used_up > 0 || order.tried_before)
                && let Some(made) = self.find_refund(&payment, &order.id).await?
            {
                return Ok(made.state());
            }
            match self.client.post::<Refund>("refunds", &form, Some(&key(&order.id, &form, used_up))).await {
                Ok(refund) => return Ok(refund.state()),
                Err(failure) if failure.is_kept => {}
                Err(Failure { error: error @ Error::Refused(_), .. }) => {
                    // What Stripe says it will not try again may have been done all the same.
                    return self.find_refund(&payment, &order.id).await?.map(|made| made.state()).ok_or(error);
                }
                Err(failure) => return Err(failure.error),
            }
        }
        Err(broken())
    }

    /// How a refund stands that was pending when it was made.
    async fn ask_of_refund(&self, order: &RefundOrder) -> Result<RefundState, Error> {
        let found = async {
            let payment = self.payment_of(order).await?;
            let found = self.find_refund(&payment, &order.id).await?;
            found.map(|refund| refund.state()).ok_or_else(|| Error::Unavailable(String::from("it is not on the list")))
        };
        within_bounds(found).await
    }

    /// The refund that carries our id; the list is never long, and begins with the newest.
    async fn find_refund(&self, payment: &str, id: &str) -> Result<Option<Refund>, Error> {
        let path =
            format!("refunds?{}", form([("payment_intent", payment.to_owned()), ("limit", String::from("100"))]));
        let refunds: List<Refund> = self.client.get(&path).await?;
        Ok(refunds.data.into_iter().find(|refund| refund.reference() == Some(id)))
    }

    async fn payment_of(&self, order: &RefundOrder) -> Result<String, Error> {
        if let Some(payment) = &order.payment_ref {
            return Ok(payment.clone());
        }
        let session: Session = self.client.get(&path(&order.provider_ref)?).await?;
        session.payment().map(str::to_owned).ok_or_else(|| Error::Refused(String::from("nobody has paid that")))
    }
}

#[async_trait]
impl Gateway for Stripe {
    async fn means(&self) -> Vec<Means> {
        // Whoever comes meanwhile waits for the same answer.
        let mut known = self.means.lock().await;
        let now = self.clock.now();
        if let Some((_, means)) = known.as_ref().filter(|(until, _)| now < *until) {
            return means.clone();
        }
        let asked = timeout(MEANS_PATIENCE, methods::known(&self.client)).await.ok().flatten();
        let seconds = if asked.is_some() { MEANS_SECONDS } else { SILENCE_SECONDS };
        let before = known.take().map(|(_, means)| means);
        let means = asked.or(before).unwrap_or_else(|| vec![Means::Card]);
        *known = Some((now.plus_seconds(seconds), means.clone()));
        means
    }

    async fn start(&self, new: NewSession) -> Result<Started, Error> {
        self.open_page(&new).await
    }

    async fn look_up(&self, session: &str) -> Result<SessionState, Error> {
        within_bounds(self.retrieve(session)).await
    }

    async fn expire(&self, session: &str) -> Result<SessionState, Error> {
        self.close(session).await
    }

    async fn refund(&self, order: &RefundOrder) -> Result<RefundState, Error> {
        within_bounds(self.make_refund(order)).await
    }

    async fn look_up_refund(&self, order: &RefundOrder) -> Result<RefundState, Error> {
        self.ask_of_refund(order).await
    }

    async fn list(&self, since: Timestamp, cursor: Option<&str>) -> Result<Listed, Error> {
        within_bounds(self.page(since, cursor)).await.map(Listed::Page)
    }

    async fn read_webhook(&self, headers: &HeaderMap, body: &[u8]) -> Result<Option<VerifiedFact>, NotTaken> {
        let signature = headers.get("Stripe-Signature").and_then(|value| value.to_str().ok()).ok_or(NotAuthentic)?;
        let secrets: Vec<&[u8]> = self.webhook_secrets.iter().map(|secret| secret.expose().as_bytes()).collect();
        signed::verify(&secrets, signature, body, self.clock.now())?;
        wire::read_event(body, &self.account)
    }
}

/// The path of a session.
fn path(session: &str) -> Result<String, Error> {
    if is_id(session) && session.starts_with("cs_") {
        Ok(format!("checkout/sessions/{session}"))
    } else {
        Err(Error::Refused(String::from("no session of Stripe's")))
    }
}

/// Whether something is like an id of Stripe's.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_ID && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

async fn within_bounds<T>(work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    timeout(TIMEOUT, work).await.unwrap_or_else(|_| Err(Error::Unavailable(String::from("it took too long"))))
}

fn broken() -> Error {
    Error::Unavailable(String::from("Stripe has been broken each time it was asked"))
}
