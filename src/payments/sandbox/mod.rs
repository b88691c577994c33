//! The embedded payment provider. From outside it behaves like a real one: a hosted page on its own path, signed
//! notifications over HTTP, sessions that can be looked up, expire and be refunded. It moves no money and says so.
//!
//! Owns the `sandbox_*` tables and touches no table of the shop; the shop learns of them through the functions here.
//!
//! A session is open until it is paid or expires. A declined try is not its end, as with real providers: the page says
//! so and takes another try, and nobody is notified. Going back to the shop leaves it open.

pub mod api;
pub mod notify;
mod page;
mod sql;

use std::fmt::Write as _;

use reqwest::header::HeaderMap;
use serde::{Deserialize, Serialize};

use super::{
    Error, FactKind, NewSession, NotAuthentic, Provider, RefundOrder, RefundState, Standing, Started, VerifiedFact,
};
use crate::app::App;
use crate::clock::Timestamp;
use crate::db;
use crate::id;
use crate::lang::Lang;
use crate::money::Cents;
use crate::secrets::{Secrets, hmac_sha256, hmac_sha256_verifies, sha256};

/// The header that carries a notification's signature.
pub const SIGNATURE: &str = "Sandbox-Signature";

/// How far a notification's time may be from ours, both ways, in seconds.
pub const TOLERANCE_SECONDS: i64 = 300;

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
    let session = format!("sbx_{}", id::new());
    let provider_ref = app.db.write(move |tx| sql::open(tx, &session, &new, now)).await?;
    let url = app.config.base_url.link(&format!("/sandbox/pay/{provider_ref}"));
    Ok(Started { provider_ref, url })
}

pub(super) async fn look_up(app: &App, session: &str) -> Result<Standing, Error> {
    let (now, id) = (app.clock.now(), session.to_owned());
    let session = app.db.read(move |conn| sql::find(conn, &id)).await?.ok_or_else(unknown)?;
    Ok(match session.status_at(now) {
        Status::Open => Standing::Open,
        Status::Paid => Standing::Ended(session.fact(FactKind::Paid)),
        Status::Expired => Standing::Ended(session.fact(FactKind::Expired)),
    })
}

pub(super) async fn expire(app: &App, session: &str) -> Result<Standing, Error> {
    let (now, id) = (app.clock.now(), session.to_owned());
    let session = app.db.write(move |tx| sql::end(tx, &id, Status::Expired, now)).await?;
    app.bells.sandbox.notify_one();
    let session = session.ok_or_else(unknown)?;
    Ok(Standing::Ended(session.fact(if session.status == Status::Paid { FactKind::Paid } else { FactKind::Expired })))
}

pub(super) async fn refund(app: &App, refund: &RefundOrder) -> Result<RefundState, Error> {
    let (now, refund) = (app.clock.now(), refund.clone());
    let made = app.db.write(move |tx| sql::refund(tx, &refund.provider_ref, &refund.id, refund.amount, now)).await?;
    Ok(if made { RefundState::Done } else { RefundState::Refused(String::from("more than was paid")) })
}

/// A click on "pay": open → paid, once; `None` for an unknown session.
pub(super) async fn pay(app: &App, session: String) -> db::Result<Option<Session>> {
    let now = app.clock.now();
    let session = app.db.write(move |tx| sql::end(tx, &session, Status::Paid, now)).await?;
    app.bells.sandbox.notify_one();
    Ok(session)
}

pub(super) fn read_webhook(
    secrets: &Secrets,
    headers: &HeaderMap,
    body: &[u8],
    now: Timestamp,
) -> Result<Option<VerifiedFact>, NotAuthentic> {
    let signature = headers.get(SIGNATURE).and_then(|value| value.to_str().ok()).ok_or(NotAuthentic)?;
    verify(&secrets.sandbox, signature, body, now)?;
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

/// The header of a notification: `t=<unix seconds>,v1=<hex of HMAC-SHA256 over "t.body">`.
fn sign(key: &[u8], body: &[u8], now: Timestamp) -> String {
    let t = now.seconds();
    let mut header = format!("t={t},v1=");
    for byte in hmac_sha256(key, &signed(t, body)) {
        let _ = write!(header, "{byte:02x}"); // writing to a String cannot fail
    }
    header
}

/// One `t` within the tolerance, and any `v1` that matches; other schemes are ignored.
fn verify(key: &[u8], header: &str, body: &[u8], now: Timestamp) -> Result<(), NotAuthentic> {
    let parts = || header.split(',').take(16).filter_map(|part| part.trim().split_once('='));
    let mut times = parts().filter(|(name, _)| *name == "t").map(|(_, value)| value.parse::<i64>());
    let (Some(Ok(t)), None) = (times.next(), times.next()) else { return Err(NotAuthentic) };
    if t.abs_diff(now.seconds()) > TOLERANCE_SECONDS.unsigned_abs() {
        return Err(NotAuthentic);
    }
    let message = signed(t, body);
    let genuine = parts()
        .filter(|(name, _)| *name == "v1")
        .filter_map(|(_, value)| from_hex(value))
        .any(|tag| hmac_sha256_verifies(key, &message, &tag));
    if genuine { Ok(()) } else { Err(NotAuthentic) }
}

fn signed(t: i64, body: &[u8]) -> Vec<u8> {
    [t.to_string().as_bytes(), b".", body].concat()
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(at * 2..at * 2 + 2)?, 16).ok()?;
    }
    Some(bytes)
}

fn unknown() -> Error {
    Error::Refused(String::from("no such session"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; 32] = [7; 32];
    const NOW: Timestamp = Timestamp::from_millis(1_795_195_391_000);

    fn body() -> Vec<u8> {
        let data = EventData {
            session_id: "s".to_owned(),
            reference: "r".to_owned(),
            amount: Cents(4485),
            currency: "EUR".to_owned(),
        };
        let event = Event { id: "evt_1".to_owned(), r#type: PAID.to_owned(), created: NOW.seconds(), data };
        serde_json::to_vec(&event).unwrap()
    }

    #[test]
    fn a_genuine_notification_is_believed_within_the_tolerance() {
        let header = sign(&KEY, &body(), NOW);
        for skew in [-300, 0, 300] {
            assert_eq!(verify(&KEY, &header, &body(), NOW.plus_seconds(skew)), Ok(()), "{skew}");
        }
        let rotated = header.replace(",v1=", &format!(",v0=1,v1={},v1=", "0".repeat(64)));
        assert_eq!(verify(&KEY, &rotated, &body(), NOW), Ok(()));
    }

    #[test]
    fn a_forged_notification_is_not() {
        let header = sign(&KEY, &body(), NOW);
        let t = NOW.seconds();
        let v1 = header.split_once("v1=").unwrap().1;
        for forged in [
            String::new(),
            String::from(","),
            format!("t={t}"),
            format!("v1={v1}"),
            format!("t={t},v0={v1}"),
            format!("t={},v1={v1}", t + 1),
            format!("t={t},t={t},v1={v1}"),
            format!("t={t},v1={}", &v1[..62]),
            format!("t={t},v1={v1}00"),
            format!("t=x,v1={v1}"),
            format!("t={},v1={v1}", i64::MIN),
            sign(&[8; 32], &body(), NOW),
            sign(&[], &body(), NOW),
        ] {
            assert_eq!(verify(&KEY, &forged, &body(), NOW), Err(NotAuthentic), "{forged}");
        }
        assert_eq!(verify(&KEY, &header, b"{}", NOW), Err(NotAuthentic));
        for skew in [-301, 301, i64::MAX / 2000] {
            assert_eq!(verify(&KEY, &header, &body(), NOW.plus_seconds(skew)), Err(NotAuthentic), "{skew}");
        }
        assert_eq!(verify(&[], &sign(&[], &body(), NOW), &body(), NOW), Err(NotAuthentic), "an empty key");
    }

    #[test]
    fn any_flipped_bit_of_a_notification_is_noticed() {
        let (header, body) = (sign(&KEY, &body(), NOW), body());
        for at in 0..body.len() * 8 {
            let mut forged = body.clone();
            forged[at / 8] ^= 1 << (at % 8);
            assert_eq!(verify(&KEY, &header, &forged, NOW), Err(NotAuthentic), "bit {at}");
        }
    }
}
