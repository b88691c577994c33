//! What Stripe says, read leniently: it says more than we ask for, and more from version to version.

use serde::Deserialize;
use serde_json::Value;

use super::PROVIDER;
use crate::money::Cents;
use crate::payments::{FactKind, MAX_ORDER_COPY, NotTaken, OpenSession, RefundState, VerifiedFact};
use crate::secrets::sha256;

/// Bytes of an id of Stripe's that is stored.
pub(super) const MAX_ID: usize = 255;

/// Characters of one value of a session's metadata, at most.
pub(super) const MAX_METADATA: usize = 500;

/// The shop as Stripe knows it.
#[derive(Debug, Clone)]
pub(super) struct Account {
    /// The mode of its key.
    pub(super) is_live: bool,
    /// Where the site is: another of the same account has sessions that are none of ours.
    pub(super) site: String,
}

/// A Checkout Session.
#[derive(Debug, Deserialize)]
pub(super) struct Session {
    pub(super) id: String,
    pub(super) url: Option<String>,
    status: Option<String>,
    payment_status: Option<String>,
    amount_total: Option<i64>,
    currency: Option<String>,
    client_reference_id: Option<String>,
    payment_intent: Option<PaymentIntent>,
    livemode: bool,
    #[serde(default)]
    metadata: Value,
}

/// A payment intent: its id, or all of it where that was asked for.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PaymentIntent {
    Id(String),
    Whole { id: String, status: Option<String> },
}

impl Session {
    /// How it ended; `None` while it can still be paid, or the bank has not answered.
    pub(super) fn end(&self) -> Option<FactKind> {
        match self.status.as_deref() {
            Some("expired") => Some(FactKind::Expired),
            Some("complete") if self.is_paid() => Some(FactKind::Paid),
            Some("complete") if self.bank_said_no() => Some(FactKind::Failed),
            _ => None,
        }
    }

    /// A session that cost nothing is as good as paid: its amount says that it is none of ours.
    fn is_paid(&self) -> bool {
        matches!(self.payment_status.as_deref(), Some("paid" | "no_payment_required"))
    }

    fn bank_said_no(&self) -> bool {
        let Some(PaymentIntent::Whole { status, .. }) = &self.payment_intent else { return false };
        matches!(status.as_deref(), Some("requires_payment_method" | "canceled"))
    }

    /// The payment intent's id, there once somebody has paid.
    pub(super) fn payment(&self) -> Option<&str> {
        match self.payment_intent.as_ref()? {
            PaymentIntent::Id(id) | PaymentIntent::Whole { id, .. } => Some(id),
        }
    }

    /// Whether it was begun by this site.
    pub(super) fn is_of(&self, account: &Account) -> bool {
        self.metadata["site"].as_str() == Some(&account.site)
    }

    /// It, if it can still be paid; `reference` is said to be ours.
    pub(super) fn if_open(&self) -> Option<OpenSession> {
        let reference = self.client_reference_id.clone().unwrap_or_default();
        (self.status.as_deref() == Some("open")).then(|| OpenSession { session: self.id.clone(), reference })
    }

    /// The order that was sent along, put together again.
    fn order_copy(&self) -> Option<String> {
        let parts = (0..).map_while(|n| self.metadata[format!("order_{n}")].as_str());
        let parts: String = parts.take(MAX_ORDER_COPY / MAX_METADATA).collect();
        (!parts.is_empty() && parts.chars().count() <= MAX_ORDER_COPY).then_some(parts)
    }

    /// That it ended as `kind`. `None` when its ids are not like Stripe's.
    pub(super) fn fact(&self, id: String, kind: FactKind, account: &Account) -> Option<VerifiedFact> {
        bounded(VerifiedFact {
            provider: PROVIDER,
            id,
            session: Some(self.id.clone()),
            payment: self.payment().map(str::to_owned),
            reference: self.client_reference_id.clone().unwrap_or_default(),
            order_copy: if self.is_of(account) { self.order_copy() } else { None },
            kind,
            amount: Cents(self.amount_total.unwrap_or_default()),
            currency: currency(self.currency.as_deref()),
            odd: odd(self.livemode, account.is_live),
            raw: None,
        })
    }
}

/// How much of which payment a refund or a dispute is about.
#[derive(Debug, Deserialize)]
struct Money {
    amount: i64,
    currency: Option<String>,
    payment_intent: Option<String>,
}

impl Money {
    /// A fact named after `object`, the refund or the dispute, and not after the event: Stripe speaks of the same object
    /// several times. `None` when it is about no payment, or its ids are not like Stripe's.
    fn fact(self, object: &str, reference: String, kind: FactKind, odd: Option<&'static str>) -> Option<VerifiedFact> {
        bounded(VerifiedFact {
            provider: PROVIDER,
            id: format!("{object}:{}", kind.as_str()),
            session: None,
            reference,
            order_copy: None,
            payment: Some(self.payment_intent?),
            kind,
            amount: Cents(self.amount),
            currency: currency(self.currency.as_deref()),
            odd,
            raw: None,
        })
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Refund {
    pub(super) id: String,
    status: Option<String>,
    #[serde(flatten)]
    money: Money,
    failure_reason: Option<String>,
    metadata: Option<Metadata>,
}

#[derive(Debug, Deserialize)]
struct Metadata {
    refund: Option<String>,
}

/// A part of a list, the newest first.
#[derive(Debug, Deserialize)]
pub(super) struct List<T> {
    pub(super) data: Vec<T>,
    /// Whether it goes on.
    #[serde(default)]
    pub(super) has_more: bool,
}

impl Refund {
    /// Our own id of it; none when it was made in Stripe's panel.
    pub(super) fn reference(&self) -> Option<&str> {
        self.metadata.as_ref()?.refund.as_deref().filter(|id| !id.is_empty())
    }

    pub(super) fn state(&self) -> RefundState {
        match self.status.as_deref() {
            Some("succeeded") => RefundState::Done,
            Some(status @ ("failed" | "canceled")) => {
                RefundState::Refused(self.failure_reason.clone().unwrap_or_else(|| status.to_owned()))
            }
            _ => RefundState::Pending,
        }
    }

    /// What it says once it is settled.
    pub(super) fn fact(self, livemode: bool, is_live: bool) -> Option<VerifiedFact> {
        let kind = match self.state() {
            RefundState::Done => FactKind::RefundDone,
            RefundState::Refused(_) => FactKind::RefundFailed,
            RefundState::Pending => return None,
        };
        let reference = self.reference().unwrap_or(&self.id).to_owned();
        self.money.fact(&self.id, reference, kind, odd(livemode, is_live))
    }
}

/// A dispute: the card's owner wants the money back.
#[derive(Debug, Deserialize)]
struct Dispute {
    id: String,
    status: Option<String>,
    #[serde(flatten)]
    money: Money,
}

impl Dispute {
    /// What it says: that its money is held, or how it ended. A mere inquiry (`warning_…`) moves no money.
    fn fact(self, livemode: bool, is_live: bool) -> Option<VerifiedFact> {
        let kind = match self.status.as_deref()? {
            "lost" => FactKind::DisputeLost,
            "won" | "prevented" => FactKind::DisputeWon,
            inquiry if inquiry.starts_with("warning_") => return None,
            _ => FactKind::Disputed,
        };
        self.money.fact(&self.id, self.id.clone(), kind, odd(livemode, is_live))
    }
}

/// A notification.
#[derive(Debug, Deserialize)]
struct Event {
    id: String,
    r#type: String,
    livemode: bool,
    data: Data,
}

#[derive(Debug, Deserialize)]
struct Data {
    object: Value,
}

/// What a notification says, where we act on it; its signature was checked. What is no event at all says nothing.
pub(super) fn read_event(body: &[u8], account: &Account) -> Result<Option<VerifiedFact>, NotTaken> {
    let Ok(event) = understood::<Event>(serde_json::from_slice(body)) else { return Ok(None) };
    let fact = event.fact(account)?;
    Ok(fact.map(|fact| VerifiedFact { raw: Some(sha256(body)), ..fact }))
}

impl Event {
    fn fact(self, account: &Account) -> Result<Option<VerifiedFact>, NotTaken> {
        let is_live = account.is_live;
        let Self { id, r#type, livemode, data: Data { object } } = self;
        let session = |object| understood::<Session>(serde_json::from_value(object));
        Ok(match r#type.as_str() {
            // Whoever has not paid yet will: the bank's answer comes as an event of its own.
            "checkout.session.completed" | "checkout.session.async_payment_succeeded" => {
                session(object)?.fact_if_paid(id, account)
            }
            "checkout.session.async_payment_failed" => session(object)?.fact(id, FactKind::Failed, account),
            "checkout.session.expired" => session(object)?.fact(id, FactKind::Expired, account),
            "refund.created" | "refund.updated" | "refund.failed" => {
                understood::<Refund>(serde_json::from_value(object))?.fact(livemode, is_live)
            }
            "charge.dispute.created" | "charge.dispute.funds_withdrawn" | "charge.dispute.closed" => {
                understood::<Dispute>(serde_json::from_value(object))?.fact(livemode, is_live)
            }
            _ => None,
        })
    }
}

impl Session {
    fn fact_if_paid(&self, id: String, account: &Account) -> Option<VerifiedFact> {
        if self.is_paid() { self.fact(id, FactKind::Paid, account) } else { None }
    }
}

fn understood<T>(read: serde_json::Result<T>) -> Result<T, NotTaken> {
    read.map_err(|error| {
        tracing::warn!(%error, "a notification of Stripe's was not understood");
        NotTaken::NotUnderstood
    })
}

/// Stripe writes it in small letters.
fn currency(code: Option<&str>) -> String {
    code.unwrap_or_default().to_ascii_uppercase()
}

/// What happened in test mode did not happen to real money, and the reverse.
fn odd(livemode: bool, is_live: bool) -> Option<&'static str> {
    (livemode != is_live).then_some("mode")
}

/// The fact, if what is going to be stored of it is as short and plain as Stripe's ids are.
fn bounded(fact: VerifiedFact) -> Option<VerifiedFact> {
    let plain = |text: &str| text.len() <= MAX_ID && text.bytes().all(|byte| byte.is_ascii_graphic());
    let ids = [Some(&fact.id), fact.session.as_ref(), fact.payment.as_ref()];
    let fits = ids.into_iter().flatten().all(|id| !id.is_empty() && plain(id));
    if fits && plain(&fact.reference) && plain(&fact.currency) {
        return Some(fact);
    }
    tracing::warn!("a notification of Stripe's carries ids that are not Stripe's");
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(kind: &str, object: &Value) -> Value {
        json!({ "id": "evt_1", "object": "event", "api_version": "2031-01-01.other", "type": kind, "livemode": false,
                "data": { "object": object, "previous_attributes": {} }, "context": "of next year" })
    }

    fn read(event: &Value) -> Option<VerifiedFact> {
        read_event(event.to_string().as_bytes(), &account(false)).unwrap()
    }

    fn account(is_live: bool) -> Account {
        Account { is_live, site: String::from("https://manetes.example") }
    }

    fn session() -> Value {
        json!({ "id": "cs_test_1", "object": "checkout.session", "status": "complete", "payment_status": "paid",
                "amount_total": 4485, "currency": "eur", "client_reference_id": "5f8e", "livemode": false,
                "payment_intent": "pi_1", "url": null,
                "metadata": { "site": "https://manetes.example", "order_0": "{\"id\":", "order_1": "\"1a2b\"}" },
                "customer_details": { "email": "a@example.com" } })
    }

    fn with(mut object: Value, field: &str, value: Value) -> Value {
        object[field] = value;
        object
    }

    #[test]
    fn a_session_that_was_paid_says_all_that_is_compared() {
        let event = event("checkout.session.completed", &session());
        let fact = read(&event).unwrap();
        let expected = VerifiedFact {
            provider: PROVIDER,
            id: "evt_1".to_owned(),
            session: Some("cs_test_1".to_owned()),
            payment: Some("pi_1".to_owned()),
            reference: "5f8e".to_owned(),
            order_copy: Some(String::from(r#"{"id":"1a2b"}"#)),
            kind: FactKind::Paid,
            amount: Cents(4485),
            currency: "EUR".to_owned(),
            odd: None,
            raw: Some(sha256(event.to_string().as_bytes())),
        };
        assert_eq!(fact, expected);
        let in_live_mode = read_event(event.to_string().as_bytes(), &account(true)).unwrap().unwrap();
        assert_eq!(in_live_mode.odd, Some("mode"));
    }

    #[test]
    fn each_event_says_one_thing_or_nothing() {
        let unpaid = with(session(), "payment_status", json!("unpaid"));
        let refund = json!({ "id": "re_1", "status": "succeeded", "amount": 100, "currency": "eur",
                             "payment_intent": "pi_1", "metadata": { "refund": "7c1a" } });
        let dispute = json!({ "id": "dp_1", "status": "needs_response", "amount": 4485, "currency": "eur",
                              "payment_intent": "pi_1" });
        let refund_is = |status: &str| with(refund.clone(), "status", json!(status));
        let dispute_is = |status: &str| with(dispute.clone(), "status", json!(status));
        for (kind, object, said) in [
            ("checkout.session.completed", session(), Some(FactKind::Paid)),
            ("checkout.session.completed", unpaid.clone(), None),
            ("checkout.session.async_payment_succeeded", session(), Some(FactKind::Paid)),
            ("checkout.session.async_payment_succeeded", unpaid.clone(), None),
            ("checkout.session.async_payment_failed", unpaid.clone(), Some(FactKind::Failed)),
            ("checkout.session.expired", unpaid, Some(FactKind::Expired)),
            ("refund.created", refund_is("succeeded"), Some(FactKind::RefundDone)),
            ("refund.created", refund_is("pending"), None),
            ("refund.created", refund_is("requires_action"), None),
            ("refund.updated", refund_is("succeeded"), Some(FactKind::RefundDone)),
            ("refund.updated", refund_is("canceled"), Some(FactKind::RefundFailed)),
            ("refund.failed", refund_is("failed"), Some(FactKind::RefundFailed)),
            ("charge.dispute.created", dispute_is("needs_response"), Some(FactKind::Disputed)),
            ("charge.dispute.created", dispute_is("warning_needs_response"), None),
            ("charge.dispute.funds_withdrawn", dispute_is("under_review"), Some(FactKind::Disputed)),
            ("charge.dispute.closed", dispute_is("won"), Some(FactKind::DisputeWon)),
            ("charge.dispute.closed", dispute_is("lost"), Some(FactKind::DisputeLost)),
            ("charge.dispute.closed", dispute_is("warning_closed"), None),
            ("charge.refunded", refund_is("succeeded"), None),
            ("payment_intent.succeeded", session(), None),
            ("of.next.year", session(), None),
        ] {
            assert_eq!(read(&event(kind, &object)).map(|fact| fact.kind), said, "{kind} {object}");
        }
    }

    #[test]
    fn the_same_end_of_a_refund_or_a_dispute_is_the_same_fact_in_whatever_event() {
        let refund = json!({ "id": "re_1", "status": "succeeded", "amount": 100, "currency": "eur",
                             "payment_intent": "pi_1", "metadata": { "refund": "7c1a" } });
        let told =
            |kind, object: &Value| read(&event(kind, object)).map(|fact| (fact.id, fact.reference, fact.payment));
        let expected = ("re_1:refund_done".to_owned(), "7c1a".to_owned(), Some("pi_1".to_owned()));
        assert_eq!(told("refund.created", &refund), Some(expected.clone()));
        assert_eq!(told("refund.updated", &refund), Some(expected));
        for metadata in [json!({}), Value::Null, json!({ "refund": "" }), json!({ "other": "x" })] {
            let by_hand = with(refund.clone(), "metadata", metadata);
            assert_eq!(told("refund.created", &by_hand).unwrap().1, "re_1", "{by_hand}");
        }
    }

    #[test]
    fn a_session_that_is_looked_up_ended_only_when_it_did() {
        let end = |status: &str, payment_status: &str, intent: Value| {
            let object = with(with(session(), "status", json!(status)), "payment_status", json!(payment_status));
            serde_json::from_value::<Session>(with(object, "payment_intent", intent)).unwrap().end()
        };
        let intent = |status: &str| json!({ "id": "pi_1", "object": "payment_intent", "status": status });
        for (status, payment_status, intent, ended) in [
            ("open", "unpaid", Value::Null, None),
            ("expired", "unpaid", Value::Null, Some(FactKind::Expired)),
            ("complete", "paid", intent("succeeded"), Some(FactKind::Paid)),
            ("complete", "paid", json!("pi_1"), Some(FactKind::Paid)),
            ("complete", "no_payment_required", Value::Null, Some(FactKind::Paid)),
            ("complete", "unpaid", intent("processing"), None),
            ("complete", "unpaid", intent("requires_payment_method"), Some(FactKind::Failed)),
            ("complete", "unpaid", intent("canceled"), Some(FactKind::Failed)),
            ("complete", "unpaid", json!("pi_1"), None),
            ("of next year", "paid", json!("pi_1"), None),
        ] {
            assert_eq!(end(status, payment_status, intent.clone()), ended, "{status} {payment_status} {intent}");
        }
    }

    #[test]
    fn whatever_a_notification_is_made_of_it_is_read_without_harm() {
        let whole = event("checkout.session.completed", &session());
        for field in ["id", "type", "livemode", "data"] {
            for wrong in [Value::Null, json!([]), json!(-1), json!("x".repeat(300)), json!({ "object": [[]] })] {
                drop(read_event(with(whole.clone(), field, wrong).to_string().as_bytes(), &account(false)));
            }
        }
        let fields: Vec<String> = session().as_object().unwrap().keys().cloned().collect();
        for field in fields {
            for wrong in [Value::Null, json!({}), json!(f64::MAX), json!("\u{202e}\n"), json!("x".repeat(300))] {
                let told = event("checkout.session.completed", &with(session(), &field, wrong));
                let fact = read_event(told.to_string().as_bytes(), &account(false)).ok().flatten();
                let stored =
                    fact.iter().flat_map(|fact| [Some(&fact.reference), fact.session.as_ref(), fact.payment.as_ref()]);
                assert!(stored.flatten().all(|text| text.len() <= MAX_ID && text.is_ascii()), "{field}");
            }
        }
        let nested = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        for body in ["", "null", "{", "[]", &nested, "\u{feff}{}"] {
            assert_eq!(read_event(body.as_bytes(), &account(false)).unwrap(), None);
        }
    }

    #[test]
    fn an_event_we_act_on_that_cannot_be_read_is_to_be_sent_again() {
        let garbled = json!({ "id": "x_1", "amount": "a hundred", "livemode": 7 });
        let told = |kind: &str| read_event(event(kind, &garbled).to_string().as_bytes(), &account(false));
        for kind in ["checkout.session.completed", "refund.updated", "charge.dispute.created"] {
            assert!(matches!(told(kind), Err(NotTaken::NotUnderstood)), "{kind}");
        }
        assert!(matches!(told("invoice.paid"), Ok(None)));
    }
}
