//! The embedded payment provider. From outside it behaves like a real one: a hosted page on its own path, signed
//! notifications over HTTP, sessions that can be looked up, expire and be refunded. It moves no money and says so.
//!
//! Owns the `sandbox_*` tables and touches no table of the shop; the shop learns of them through the functions here.
//!
//! A session is open until it is paid or expires. A declined try is not its end, as with real providers: the page says
//! so and takes another try, and nobody is notified. Going back to the shop leaves it open.
//!
//! In a shop that takes real money nothing is paid here any more: what was left open has expired.

pub mod api;
pub mod notify;
mod page;
mod sql;

use reqwest::header::HeaderMap;
use serde::{Deserialize, Serialize};

use super::{
    Error, FactKind, NewSession, NotAuthentic, NotTaken, Provider, RefundOrder, RefundState, Standing, Started,
    VerifiedFact, signed,
};
use crate::app::App;
use crate::clock::Timestamp;
use crate::db;
use crate::id;
use crate::lang::Lang;
use crate::money::Cents;
use crate::secrets::sha256;

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
            provider: Provider::Sandbox,
            id: format!("lookup:{}:{}", self.id, kind.as_str()),
            session: Some(self.id.clone()),
            payment: None,
            reference: self.reference.clone(),
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

pub(super) async fn start(app: &App, new: NewSession) -> Result<Started, Error> {
    let now = app.clock.now();
    let (session, order) = (format!("sbx_{}", id::new()), new.description.clone());
    let provider_ref = app.db.write(move |tx| sql::open(tx, &session, &new, now)).await?;
    let url = app.config.base_url.link(&format!("/sandbox/pay/{provider_ref}?order={order}"));
    Ok(Started { provider_ref, url })
}

/// Whether the shop's payments are made here.
fn is_in_use(app: &App) -> bool {
    Provider::configured(&app.config) == Provider::Sandbox
}

pub(super) async fn look_up(app: &App, session: &str) -> Result<Standing, Error> {
    let (now, id) = (app.clock.now(), session.to_owned());
    let session = app.db.read(move |conn| sql::find(conn, &id)).await?.ok_or_else(unknown)?;
    Ok(match session.status_at(now) {
        Status::Open if is_in_use(app) => Standing::Open,
        Status::Paid => Standing::Ended(session.fact(FactKind::Paid)),
        Status::Open | Status::Expired => Standing::Ended(session.fact(FactKind::Expired)),
    })
}

pub(super) async fn expire(app: &App, session: &str) -> Result<Standing, Error> {
    let (now, id) = (app.clock.now(), session.to_owned());
    let session = app.db.write(move |tx| sql::end(tx, &id, Status::Expired, now)).await?;
    app.wakeups.sandbox.notify_one();
    let session = session.ok_or_else(unknown)?;
    Ok(Standing::Ended(session.fact(if session.status == Status::Paid { FactKind::Paid } else { FactKind::Expired })))
}

pub(super) async fn refund(app: &App, refund: &RefundOrder) -> Result<RefundState, Error> {
    let (now, refund) = (app.clock.now(), refund.clone());
    let made = app.db.write(move |tx| sql::refund(tx, &refund.provider_ref, &refund.id, refund.amount, now)).await?;
    Ok(if made { RefundState::Done } else { RefundState::Refused(String::from("more than was paid")) })
}

/// A click on "pay": open → paid, once; `None` for an unknown session, and where the sandbox is not in use.
pub(super) async fn pay(app: &App, session: String) -> db::Result<Option<Session>> {
    if !is_in_use(app) {
        return Ok(None);
    }
    let now = app.clock.now();
    let session = app.db.write(move |tx| sql::end(tx, &session, Status::Paid, now)).await?;
    app.wakeups.sandbox.notify_one();
    Ok(session)
}

pub(super) fn read_webhook(app: &App, headers: &HeaderMap, body: &[u8]) -> Result<Option<VerifiedFact>, NotTaken> {
    if !is_in_use(app) {
        return Err(NotTaken::NotHere);
    }
    let signature = headers.get(SIGNATURE).and_then(|value| value.to_str().ok()).ok_or(NotAuthentic)?;
    signed::verify(&[&app.secrets.sandbox], signature, body, app.clock.now())?;
    let Ok(event) = serde_json::from_slice::<Event>(body) else { return Ok(None) };
    let kind = match event.r#type.as_str() {
        PAID => FactKind::Paid,
        EXPIRED => FactKind::Expired,
        _ => return Ok(None),
    };
    Ok(Some(VerifiedFact {
        provider: Provider::Sandbox,
        id: event.id,
        session: Some(event.data.session_id),
        payment: None,
        reference: event.data.reference,
        kind,
        amount: event.data.amount,
        currency: event.data.currency,
        odd: None,
        raw: Some(sha256(body)),
    }))
}

fn unknown() -> Error {
    Error::Refused(String::from("no such session"))
}
