//! The embedded payment provider. From outside it behaves like a real one: a hosted page on its own path, signed
//! notifications over HTTP, sessions that can be looked up, expire and be refunded. It moves no money and says so.
//!
//! Owns the `sandbox_*` tables and touches no table of the shop; the shop learns of them through the functions here.
//!
//! A session is open until it is paid or expires. A declined try is not its end, as with real providers: the page says
//! so and takes another try, and nobody is notified. Going back to the shop leaves it open.
//!
//! In a shop that takes real money nothing is paid here any more: what was left open has expired.

mod api;
pub mod notify;
mod page;
mod sql;

use std::sync::Arc;

use async_trait::async_trait;
use poem::endpoint::BoxEndpoint;
use poem::{EndpointExt, Response};
use reqwest::header::HeaderMap;
use serde::{Deserialize, Serialize};

use super::{
    Error, FactKind, Gateway, Given, Kind, Listed, Means, NewSession, NotAuthentic, NotTaken, Page, Provider,
    RefundOrder, RefundState, SessionState, Started, VerifiedFact, signed,
};
use crate::clock::Timestamp;
use crate::db;
use crate::id;
use crate::lang::Lang;
use crate::money::Cents;
use crate::payments::page as shared;
use crate::secrets::sha256;

/// It is there in every shop, but takes payments in none that takes real money.
pub(super) const KIND: Kind = Kind {
    name: "sandbox",
    closes: true,
    max_notification: 64 * 1024,
    summary: "The embedded provider: behaves like a real one, moves no money",
    check: |options, serve| {
        if options.chosen == PROVIDER && serve.is_public() && !serve.demo {
            return Err(String::from(
                "MANETES_PAYMENTS=sandbox moves no money: on a public https site it is refused without --demo",
            ));
        }
        Ok(())
    },
    only_a_test: |_| Some("no money can be taken (MANETES_PAYMENTS)"),
    suspect_refund: |_, _, _| Ok(()),
    gateway: |options, given| Some(Arc::new(Sandbox { given: given.clone(), is_in_use: options.chosen == PROVIDER })),
    probe: |_| Box::pin(async { Ok::<_, String>(String::from("sandbox, no money moves")) }),
    origin: |_| None,
    hears: |_, _| None,
};

pub const PROVIDER: Provider = Provider(&KIND);

/// The header that carries a notification's signature.
pub const SIGNATURE: &str = "Sandbox-Signature";

/// A session as the provider keeps it.
#[derive(Debug, Clone)]
pub(super) struct Session {
    id: String,
    reference: String,
    amount: Cents,
    currency: String,
    description: String,
    lang: Lang,
    success_url: String,
    cancel_url: String,
    status: Status,
    expires_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Open,
    Paid,
    Expired,
}

impl Session {
    /// How it stands: an open session past its time is expired, though nobody has written that down yet.
    fn status_at(&self, now: Timestamp) -> Status {
        if self.status == Status::Open && self.expires_at <= now { Status::Expired } else { self.status }
    }

    fn fact(&self, kind: FactKind) -> VerifiedFact {
        VerifiedFact {
            provider: PROVIDER,
            id: format!("lookup:{}:{}", self.id, kind.as_str()),
            session: Some(self.id.clone()),
            payment: None,
            reference: self.reference.clone(),
            order_copy: None,
            kind,
            amount: self.amount,
            currency: self.currency.clone(),
            odd: None,
            raw: None,
        }
    }
}

/// The body of a notification.
#[derive(Debug, Serialize, Deserialize)]
struct Event {
    id: String,
    r#type: String,
    created: i64,
    data: EventData,
}

#[derive(Debug, Serialize, Deserialize)]
struct EventData {
    session_id: String,
    reference: String,
    amount: Cents,
    currency: String,
}

const PAID: &str = "session.paid";
const EXPIRED: &str = "session.expired";

impl Event {
    fn new(r#type: &str, session: &Session, now: Timestamp) -> Self {
        let data = EventData {
            session_id: session.id.clone(),
            reference: session.reference.clone(),
            amount: session.amount,
            currency: session.currency.clone(),
        };
        Self { id: format!("evt_{}", id::new()), r#type: r#type.to_owned(), created: now.seconds(), data }
    }
}

/// The embedded provider.
pub struct Sandbox {
    given: Given,
    /// Whether the shop's payments are made here.
    is_in_use: bool,
}

#[async_trait]
impl Gateway for Sandbox {
    async fn means(&self) -> Vec<Means> {
        vec![Means::Card, Means::Bizum]
    }

    async fn start(&self, new: NewSession) -> Result<Started, Error> {
        let now = self.given.clock.now();
        let (session, order) = (format!("sbx_{}", id::new()), new.description.clone());
        let means = shared::query(&new);
        let provider_ref = self.given.db.write(move |tx| sql::open(tx, &session, &new, now)).await?;
        let url = self.given.base_url.link(&format!("/sandbox/pay/{provider_ref}?order={order}{means}"));
        Ok(Started { provider_ref, url })
    }

    async fn look_up(&self, session: &str) -> Result<SessionState, Error> {
        let id = session.to_owned();
        let found = self.given.db.read(move |conn| sql::find(conn, &id)).await?.ok_or_else(unknown)?;
        match found.status_at(self.given.clock.now()) {
            Status::Open if self.is_in_use => Ok(SessionState::Open),
            Status::Paid => Ok(found.fact(FactKind::Paid).into()),
            // Written down before it is said: a payment that comes in meanwhile is either told of, or not taken.
            Status::Open | Status::Expired => self.expire(session).await,
        }
    }

    async fn expire(&self, session: &str) -> Result<SessionState, Error> {
        let session = self.end(session.to_owned(), Status::Expired).await?.ok_or_else(unknown)?;
        let kind = if session.status == Status::Paid { FactKind::Paid } else { FactKind::Expired };
        Ok(session.fact(kind).into())
    }

    async fn refund(&self, refund: &RefundOrder) -> Result<RefundState, Error> {
        let (now, refund) = (self.given.clock.now(), refund.clone());
        let give_back = move |tx: &db::Tx<'_>| sql::refund(tx, &refund.provider_ref, &refund.id, refund.amount, now);
        let made = self.given.db.write(give_back).await?;
        Ok(if made { RefundState::Done } else { RefundState::Refused(String::from("more than was paid")) })
    }

    /// Asked again for the same refund, it says how that stands.
    async fn look_up_refund(&self, refund: &RefundOrder) -> Result<RefundState, Error> {
        self.refund(refund).await
    }

    /// Nothing: its books lie in the shop's own database and are put back with it, so it knows no more than the shop.
    async fn list(&self, _since: Timestamp, _cursor: Option<&str>) -> Result<Listed, Error> {
        Ok(Listed::Page(Page::default()))
    }

    async fn read_webhook(&self, headers: &HeaderMap, body: &[u8]) -> Result<Option<VerifiedFact>, NotTaken> {
        if !self.is_in_use {
            return Err(NotTaken::NotHere);
        }
        let signature = headers.get(SIGNATURE).and_then(|value| value.to_str().ok()).ok_or(NotAuthentic)?;
        signed::verify(&[&self.given.sandbox_key], signature, body, self.given.clock.now())?;
        Ok(fact_in(body))
    }

    fn routes(self: Arc<Self>) -> Option<BoxEndpoint<'static, Response>> {
        Some(api::routes().data(self).map_to_response().boxed())
    }

    async fn tick(&self) -> db::Result<()> {
        notify::tick(&self.given).await.map(drop)
    }

    #[cfg(test)]
    async fn click_pay(&self, session: String) -> db::Result<()> {
        self.pay(session).await.map(drop)
    }
}

impl Sandbox {
    /// A click on "pay": open → paid, once; `None` for an unknown session, and where the sandbox is not in use.
    async fn pay(&self, session: String) -> db::Result<Option<Session>> {
        if self.is_in_use { self.end(session, Status::Paid).await } else { Ok(None) }
    }

    async fn end(&self, session: String, wanted: Status) -> db::Result<Option<Session>> {
        let clock = self.given.clock.clone();
        let session = self.given.db.write(move |tx| sql::end(tx, &session, wanted, clock.now())).await?;
        self.given.sandbox_wakeup.notify_one();
        Ok(session)
    }
}

fn fact_in(body: &[u8]) -> Option<VerifiedFact> {
    let event = serde_json::from_slice::<Event>(body).ok()?;
    let kind = match event.r#type.as_str() {
        PAID => FactKind::Paid,
        EXPIRED => FactKind::Expired,
        _ => return None,
    };
    Some(VerifiedFact {
        provider: PROVIDER,
        id: event.id,
        session: Some(event.data.session_id),
        payment: None,
        reference: event.data.reference,
        order_copy: None,
        kind,
        amount: event.data.amount,
        currency: event.data.currency,
        odd: None,
        raw: Some(sha256(body)),
    })
}

fn unknown() -> Error {
    Error::Refused(String::from("no such session"))
}
