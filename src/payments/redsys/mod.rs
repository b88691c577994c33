//! Redsys, the virtual terminal of the Spanish banks: cards and Bizum. A buyer is led to its page by a form that we
//! sign; it tells us the outcome by a notification that it signs, and we ask it about what it has not told.
//!
//! Owns the `redsys_*` tables. What is not as with other providers:
//!
//! - A page cannot be closed there. Ours, which leads to it, refuses when its time is over; then [`GRACE_SECONDS`] pass
//!   before an order nobody paid is said to have expired. A payment even later is returned, as every late one.
//! - A refund has no idempotency key. It is written down before it is sent, and what was written down before is never
//!   sent again: whether it was made is asked, and where there is no telling, a person looks.

mod api;
mod client;
mod message;
mod page;
mod query;
mod settings;
mod signature;
mod sql;

use std::iter;
use std::sync::Arc;

use async_trait::async_trait;
use client::{Client, Refunded, Unanswered};
use message::{EUROS, PAYMENT, Parameters, REFUND, Response};
use poem::endpoint::BoxEndpoint;
use poem::{EndpointExt, Response as Page};
use query::{Operation, Stage};
use reqwest::header::HeaderMap;
pub(super) use settings::PROVIDER;
pub use settings::{Settings, SignatureVersion};
use signature::LONGEST_ORDER;

use super::{
    Error, FactKind, Gateway, Given, Means, NewSession, NotAuthentic, NotTaken, RefundOrder, RefundState, SessionState,
    Started, VerifiedFact,
};
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::id;
use crate::lang::Lang;
use crate::money::{CURRENCY, Cents};
use crate::payments::page as shared;
use crate::secrets::sha256;

/// The shop's terminal.
pub struct Redsys {
    client: Client,
    given: Given,
}

/// How long after our page stops leading there, in seconds, somebody may still be paying at Redsys. Where it cannot be
/// asked, notifications get as long again to arrive.
const GRACE_SECONDS: i64 = 30 * 60;

/// How long a refund whose answer was lost is looked for, in seconds, before a person has to.
const LOOKED_FOR_SECONDS: i64 = 30 * 60;

/// The same while Redsys cannot be asked.
const UNREACHABLE_SECONDS: i64 = 24 * 60 * 60;

/// How much Redsys' clock may be behind ours, in seconds, when it lists a refund that was sent.
const CLOCK_SLACK_SECONDS: i64 = 10 * 60;

/// Within how long of our sending a refund, in seconds, a notification without a mark may be about it: hours, in case
/// Redsys' clock has another zone.
const TOLD_WITHIN_SECONDS: i64 = 3 * 60 * 60;

/// Order numbers to try before giving up; one would do.
const TRIES: usize = 5;

/// What a person reads of a refund that was sent, never answered, and not found.
const LOST: &str = "Redsys did not answer and does not list it: look in the bank's panel before asking for it again";

/// What stands before our id of a refund where Redsys keeps a word for us.
const REFUND_MARK: &str = "refund:";

/// An order as it can be paid at Redsys.
#[derive(Debug, Clone)]
struct Session {
    /// Ours, not to be guessed: who knows it may pay, and sees with the order's own id how that stands.
    id: String,
    /// What Redsys calls it.
    order_number: String,
    /// Our id of the payment attempt.
    reference: String,
    amount: Cents,
    description: String,
    lang: Lang,
    success_url: String,
    cancel_url: String,
    expires_at: Timestamp,
}

impl Session {
    /// Where a payer comes back to.
    fn success_page(&self) -> Option<String> {
        shared::way_back(&self.success_url, &self.id)
    }

    /// `what` tells it from other facts of the same order.
    fn fact(&self, what: &str, kind: FactKind, amount: Cents) -> VerifiedFact {
        VerifiedFact {
            provider: PROVIDER,
            id: format!("{}:{what}", self.order_number),
            session: Some(self.id.clone()),
            payment: Some(self.order_number.clone()),
            reference: self.reference.clone(),
            order_copy: None,
            kind,
            amount,
            currency: CURRENCY.to_owned(),
            odd: None,
            raw: None,
        }
    }
}

/// A refund that was sent.
#[derive(Debug)]
struct SentRefund {
    order_number: String,
    amount: Cents,
    state: State,
    sent_at: Timestamp,
    /// Others of the same amount for the same order, sent no more than a moment before it or later, that Redsys has made,
    /// or may have.
    alike: i64,
}

/// What became of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It was, or was about to be, sent.
    Sent,
    /// It is made.
    Done,
    /// It is not.
    Refused,
    /// There was no telling until a person had to look.
    Unknown,
}

impl State {
    const ALL: [Self; 4] = [Self::Sent, Self::Done, Self::Refused, Self::Unknown];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
        }
    }

    /// The database's CHECK allows no other names.
    fn from_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|state| state.as_str() == name).unwrap_or(Self::Unknown)
    }
}

#[async_trait]
impl Gateway for Redsys {
    /// What the bank has agreed to is known to the operator alone.
    async fn means(&self) -> Vec<Means> {
        if self.client.has_bizum { vec![Means::Card, Means::Bizum] } else { vec![Means::Card] }
    }

    /// Gives the attempt an order number. Redsys is not called: the buyer brings the signed order along.
    async fn start(&self, new: NewSession) -> Result<Started, Error> {
        let (client, now, means) = (&self.client, self.given.clock.now(), shared::query(&new));
        let open = move |tx: &Tx<'_>| {
            for _ in 0..TRIES {
                if let Some(session) = sql::open(tx, &id::new(), &order_number(), &new, now)? {
                    return Ok::<_, db::Error>(Some(session));
                }
            }
            Ok(None)
        };
        let none_free = || Error::Unavailable(String::from("no order number is free"));
        let session = self.given.db.write(open).await?.ok_or_else(none_free)?;
        let too_long = || Error::Refused(String::from("an address is longer than Redsys takes"));
        client.order(&session, &self.given.base_url, false).ok_or_else(too_long)?;
        let url = self.given.base_url.link(&format!("/redsys/pay/{}?order={}{means}", session.id, session.description));
        Ok(Started { provider_ref: session.id, url })
    }

    /// Closes our page that leads to Redsys, which is all that can be closed, and asks.
    async fn expire(&self, session_id: &str) -> Result<SessionState, Error> {
        let (id, now) = (session_id.to_owned(), self.given.clock.now());
        self.given.db.write(move |tx| sql::close(tx, &id, now)).await?;
        self.look_up(session_id).await
    }

    /// Asks Redsys about an order, at most once in a while.
    async fn look_up(&self, session_id: &str) -> Result<SessionState, Error> {
        let (client, now, id) = (&self.client, self.given.clock.now(), session_id.to_owned());
        let session = self.given.db.read(move |conn| sql::find(conn, &id)).await?.ok_or_else(unknown)?;
        if !client.may_ask(&session.order_number, now) {
            return Ok(SessionState::Open);
        }
        let mut grace = GRACE_SECONDS;
        let operations = match client.ask(&session.order_number, PAYMENT, now).await {
            Ok(operations) => operations,
            Err(Unanswered::Unreachable(error)) => return Err(Error::Unavailable(error)),
            // Not every terminal may ask. Then only its notifications speak, and time.
            Err(Unanswered::NotAllowed) => {
                tracing::warn!(order_number = session.order_number, "Redsys does not say how a payment stands");
                grace *= 2;
                Vec::new()
            }
        };
        let is_over = now >= session.expires_at.plus_seconds(grace);
        Ok(ended(&session, &operations, is_over).map_or(SessionState::Open, SessionState::from))
    }

    /// Sends a refund, once.
    async fn refund(&self, order: &RefundOrder) -> Result<RefundState, Error> {
        let (client, now, id) = (&self.client, self.given.clock.now(), order.provider_ref.clone());
        let session = self.given.db.read(move |conn| sql::find(conn, &id)).await?.ok_or_else(unknown)?;
        let (refund, session_id) = (order.clone(), session.id.clone());
        let is_new =
            self.given.db.write(move |tx| sql::send_refund(tx, &refund.id, &session_id, refund.amount, now)).await?;
        if !is_new {
            return self.look_up_refund(order).await;
        }
        let mark = format!("{REFUND_MARK}{}", order.id);
        let (state, answer) = match client.refund(&session.order_number, &mark, order.amount).await {
            Refunded::Done => (State::Done, RefundState::Done),
            Refunded::Refused(code) => (State::Refused, RefundState::Refused(code)),
            Refunded::NotSent(error) => {
                let id = order.id.clone();
                self.given.db.write(move |tx| sql::forget_refund(tx, &id)).await?;
                return Err(Error::Unavailable(error));
            }
            Refunded::Unknown(error) => {
                tracing::warn!(error, refund = order.id, "whether Redsys made a refund is not known");
                return Ok(RefundState::Pending);
            }
        };
        // If not, a notification came meanwhile that speaks of it, or of another that is told apart by nothing.
        let is_settled = self.set_refund_state(&order.id, state).await?;
        if is_settled { Ok(answer) } else { self.look_up_refund(order).await }
    }

    /// Looks for a refund whose answer was lost among those Redsys has made.
    async fn look_up_refund(&self, order: &RefundOrder) -> Result<RefundState, Error> {
        let (client, now, id) = (&self.client, self.given.clock.now(), order.id.clone());
        let refund = self
            .given
            .db
            .read(move |conn| sql::find_refund(conn, &id, 2 * CLOCK_SLACK_SECONDS))
            .await?
            .ok_or_else(unknown)?;
        match refund.state {
            State::Sent => {}
            State::Done => return Ok(RefundState::Done),
            State::Refused => return Ok(RefundState::Refused(String::from("Redsys refused it"))),
            State::Unknown => return Ok(RefundState::Refused(String::from(LOST))),
        }
        let made = match client.ask(&refund.order_number, REFUND, now).await {
            Ok(operations) => operations.iter().filter(|operation| may_be(&refund, operation)).count(),
            Err(Unanswered::Unreachable(error)) if now < refund.sent_at.plus_seconds(UNREACHABLE_SECONDS) => {
                return Err(Error::Unavailable(error));
            }
            Err(_) => 0,
        };
        if i64::try_from(made).is_ok_and(|made| made > refund.alike) {
            self.set_refund_state(&order.id, State::Done).await?;
            return Ok(RefundState::Done);
        }
        if now < refund.sent_at.plus_seconds(LOOKED_FOR_SECONDS) {
            return Ok(RefundState::Pending);
        }
        // If not, a notification came while Redsys was asked: what it said is read in the next round.
        let is_lost = self.set_refund_state(&order.id, State::Unknown).await?;
        Ok(if is_lost { RefundState::Refused(String::from(LOST)) } else { RefundState::Pending })
    }

    /// Reads a notification: its signature, then whether each field is what we asked for.
    async fn read_webhook(&self, _headers: &HeaderMap, body: &[u8]) -> Result<Option<VerifiedFact>, NotTaken> {
        let client = &self.client;
        let said = client.open(body).ok_or(NotAuthentic)?;
        let order_number = said.order();
        let Some(session) = self.given.db.read(move |conn| sql::find_by_order(conn, &order_number)).await? else {
            // The terminal may have other users; or it is an order from before a backup was restored.
            tracing::warn!(
                order_number = said.order(),
                response = said.text("Ds_Response"),
                "Redsys tells of an order that is not ours"
            );
            return Ok(None);
        };
        let fact = if said.text("Ds_TransactionType") == REFUND {
            self.refund_fact(&session, &said).await?
        } else {
            payment_fact(client, &session, &said)
        };
        Ok(fact.map(|fact| VerifiedFact { raw: Some(sha256(body)), ..fact }))
    }

    fn routes(self: Arc<Self>) -> Option<BoxEndpoint<'static, Page>> {
        Some(api::routes().data(self).map_to_response().boxed())
    }
}

impl Redsys {
    /// The terminal of options that were checked; `None` where none is set.
    fn of(settings: &Settings, given: &Given) -> Option<Self> {
        Some(Self { client: Client::of(settings)?, given: given.clone() })
    }

    async fn set_refund_state(&self, refund_id: &str, state: State) -> db::Result<bool> {
        let id = refund_id.to_owned();
        self.given.db.write(move |tx| sql::set_refund_state(tx, &id, state)).await
    }

    /// A refund of ours, or one that was made in the bank's panel.
    async fn refund_fact(&self, session: &Session, said: &Parameters) -> db::Result<Option<VerifiedFact>> {
        let (amount, told_as) = (said.amount().unwrap_or(Cents::ZERO), said.moment_and_authorisation());
        let of_panel = format!("redsys:{}:{told_as}", session.order_number);
        let mark = said.text("Ds_MerchantData");
        let (reference, odd) = if let Some(odd) = self.client.odd(said) {
            (of_panel, Some(odd))
        } else if !said.response().is_some_and(Response::is_refunded) {
            return Ok(None);
        } else if let Some(refund_id) = mark.strip_prefix(REFUND_MARK) {
            self.confirm(session, refund_id, amount, told_as).await?;
            (refund_id.to_owned(), None)
        } else {
            let (id, at) = (session.id.clone(), said.moment());
            let claim = move |tx: &Tx<'_>| sql::claim_refund(tx, &id, amount, &told_as, at, TOLD_WITHIN_SECONDS);
            match self.given.db.write(claim).await? {
                // One that we gave up is booked as if made in the panel: perhaps it was.
                Some(State::Unknown) | None => (of_panel, None),
                Some(_) => return Ok(None),
            }
        };
        let what = format!("{REFUND}:{reference}:{}:{}", amount.0, odd.unwrap_or_default());
        let fact = session.fact(&what, FactKind::RefundDone, amount);
        Ok(Some(VerifiedFact { reference, odd, ..fact }))
    }

    /// A notification says that a refund of ours is made. If it is not the refund that was sent, nothing is believed, and
    /// whoever applies the fact will see it.
    async fn confirm(&self, session: &Session, refund_id: &str, amount: Cents, told_as: String) -> db::Result<()> {
        let (order_number, id) = (session.order_number.clone(), refund_id.to_owned());
        let confirm = move |tx: &Tx<'_>| {
            let sent = sql::find_refund(tx, &id, 0)?;
            if sent.is_some_and(|sent| sent.order_number == order_number && sent.amount == amount) {
                sql::confirm_refund(tx, &id, &told_as)?;
            }
            Ok(())
        };
        self.given.db.write(confirm).await
    }
}

/// How a session ended, by Redsys' list of its operations and by whether its time is over; `None` while it can be paid,
/// which it can after a denial too.
fn ended(session: &Session, operations: &[Operation], is_over: bool) -> Option<VerifiedFact> {
    let mut ended = operations.iter().filter(|operation| operation.stage == Stage::Over);
    let is = |what: fn(Response) -> bool| move |o: &&Operation| o.response.is_some_and(what);
    if let Some(paid) = ended.clone().find(is(Response::is_paid)) {
        return Some(listed(session, paid, FactKind::Paid));
    }
    if !is_over || operations.iter().any(|operation| operation.stage == Stage::Moving) {
        return None;
    }
    let unread = ended.clone().find(|operation| operation.response.is_none());
    if let Some(denied) = unread.or_else(|| ended.rfind(|o| !is(Response::is_unfinished)(o))) {
        return Some(listed(session, denied, FactKind::Failed));
    }
    Some(session.fact("silence", FactKind::Expired, session.amount))
}

/// What Redsys lists, as a fact of its own beside the notification of the same: either may be odd, and the other not.
fn listed(session: &Session, operation: &Operation, kind: FactKind) -> VerifiedFact {
    let odd = if operation.response.is_none() {
        Some("response")
    } else if operation.amount.is_none() {
        Some("amount")
    } else if operation.currency != EUROS {
        Some("currency")
    } else {
        None
    };
    let what = event(PAYMENT, operation.response, &operation.authorisation, operation.amount, odd);
    let fact = session.fact(&format!("lookup:{what}"), kind, operation.amount.unwrap_or(Cents::ZERO));
    VerifiedFact { currency: currency(&operation.currency), odd, ..fact }
}

/// Whether what Redsys lists may be a refund that was sent: one of that amount, made since. What was made in the bank's
/// panel before is not.
fn may_be(refund: &SentRefund, operation: &Operation) -> bool {
    operation.stage == Stage::Over
        && operation.response.is_some_and(Response::is_refunded)
        && operation.amount == Some(refund.amount)
        && operation.at.is_some_and(|at| at >= refund.sent_at.plus_seconds(-CLOCK_SLACK_SECONDS))
}

fn payment_fact(client: &Client, session: &Session, said: &Parameters) -> Option<VerifiedFact> {
    let kind_of = said.text("Ds_TransactionType");
    let odd = client.odd(said).or((kind_of != PAYMENT).then_some("type"));
    let response = said.response();
    let is_paid = response.is_some_and(Response::is_paid);
    // A denial is no end: at the bank the buyer may take another card, and that is paid under the same number.
    if odd.is_none() && !is_paid {
        return None;
    }
    let kind = if is_paid { FactKind::Paid } else { FactKind::Failed };
    let what = event(&kind_of, response, &said.authorisation(), said.amount(), odd);
    let fact = session.fact(&what, kind, said.amount().unwrap_or(Cents::ZERO));
    Some(VerifiedFact { currency: currency(&said.text("Ds_Currency")), odd, ..fact })
}

/// The same event is the same text, however often it is told in the same way.
fn event(
    kind: &str,
    response: Option<Response>,
    authorisation: &str,
    amount: Option<Cents>,
    odd: Option<&str>,
) -> String {
    let (response, odd) = (response.map(Response::code).unwrap_or_default(), odd.unwrap_or_default());
    let amount = amount.map(|amount| amount.0.to_string()).unwrap_or_default();
    format!("{kind}:{response}:{authorisation}:{amount}:{odd}")
}

fn currency(number: &str) -> String {
    if number == EUROS { CURRENCY.to_owned() } else { number.to_owned() }
}

/// Four digits, then eight digits or capital letters. Nobody can tell the next from the last, and there are so many that
/// one is hardly ever met twice.
fn order_number() -> String {
    let mut random = iter::repeat_with(id::random_bytes).flatten();
    let mut pick = |signs: &[u8]| {
        // A byte past the last whole round of signs would favour the first of them.
        let whole = 256 / signs.len() * signs.len();
        let byte = random.find(|byte| usize::from(*byte) < whole).unwrap_or_default();
        char::from(signs[usize::from(byte) % signs.len()])
    };
    let signs = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    (0..LONGEST_ORDER).map(|at| pick(if at < 4 { &signs[..10] } else { signs })).collect()
}

fn unknown() -> Error {
    Error::Refused(String::from("Redsys was never asked for that"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_number_is_four_digits_and_eight_letters_or_digits() {
        let numbers = (0..1000).map(|_| order_number()).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(numbers.len(), 1000, "one came twice");
        for number in &numbers {
            let (head, tail) = number.split_at(4);
            assert!(head.bytes().all(|sign| sign.is_ascii_digit()), "{number}");
            assert!(tail.len() == 8 && tail.bytes().all(|s| s.is_ascii_digit() || s.is_ascii_uppercase()), "{number}");
        }
    }
}
