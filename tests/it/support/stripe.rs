//! A Stripe on this machine: its documented HTTP as far as a shop with payment pages needs it, buyers who pay, banks
//! that answer late, events signed as Stripe signs them, and faults when asked for them.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::fmt::Write as _;
use std::future::pending;
use std::io;
use std::sync::{Arc, Mutex};

use futures_util::stream;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use manetes::clock::Clock;
use manetes::config::{BaseUrl, Secret};
use manetes::payments::stripe::Settings;
use manetes::secrets::hmac_sha256;
use poem::http::uri::Scheme;
use poem::http::{Method, StatusCode};
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Body, IntoResponse};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// The account's key.
pub const KEY: &str = "sk_test_0123456789abcdefghijklmnop";

/// What signs its events.
pub const WEBHOOK_SECRET: &str = "whsec_0123456789abcdefghijklmnop";

/// What it does instead of answering.
#[derive(Debug, Clone)]
pub enum Fault {
    /// Nothing, for as long as anybody waits.
    Hang,
    /// Says so without doing anything; headers besides.
    Status(u16, &'static [(&'static str, &'static str)]),
    /// Is broken in the middle of it, and keeps that answer with the idempotency key.
    Broken,
    /// Does what it is asked, and the answer is lost.
    LoseAnswer,
    /// Does what it is asked, and never says so.
    DoneButSilent,
    /// Does what it is asked, and says that it is broken and that nobody should ask again.
    DoneButBroken,
    /// Answers with something else than JSON.
    Garbage,
    /// Answers with 50 MiB.
    Endless,
    /// Sends elsewhere.
    Redirect,
    /// Breaks off in the middle of the answer.
    BreakOff,
}

/// A request as it came in.
#[derive(Debug, Clone)]
pub struct Asked {
    pub method: Method,
    pub path: String,
    pub form: Vec<(String, String)>,
    pub key: Option<String>,
}

impl Asked {
    pub fn field(&self, name: &str) -> Option<&str> {
        self.form.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

#[derive(Default)]
struct Books {
    sessions: BTreeMap<String, Value>,
    refunds: Vec<Value>,
    disputes: BTreeMap<String, Value>,
    events: Vec<Value>,
    /// What each idempotency key was used for, and what the answer was.
    kept: BTreeMap<String, (String, StatusCode, Value)>,
    faults: VecDeque<Fault>,
    /// Until further notice.
    lasting: Option<Fault>,
    asked: Vec<Asked>,
    refund_status: Option<&'static str>,
    without_bizum: bool,
}

#[derive(Clone)]
pub struct Stripe {
    pub base: String,
    clock: Clock,
    books: Arc<Mutex<Books>>,
}

/// An answer: a status, and what it says.
type Said = (StatusCode, Value);

impl Stripe {
    pub async fn start(clock: Clock) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
        let stripe = Self { base, clock, books: Arc::default() };
        let served = stripe.clone();
        tokio::spawn(async move {
            while let Ok((stream, peer)) = listener.accept().await {
                let stripe = served.clone();
                let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
                    let stripe = stripe.clone();
                    async move {
                        let peers = (LocalAddr(peer.into()), RemoteAddr(peer.into()));
                        let request = poem::Request::from((request, peers.0, peers.1, Scheme::HTTP));
                        Ok::<_, Infallible>(hyper::Response::from(stripe.serve(request).await))
                    }
                });
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
        stripe
    }

    /// The settings that let a shop use it.
    pub fn settings(&self) -> Settings {
        Settings {
            secret_key: Some(Secret::from(KEY.to_owned())),
            webhook_secret: Some(Secret::from(WEBHOOK_SECRET.to_owned())),
            api_base: Some(BaseUrl::parse(&self.base).unwrap()),
        }
    }

    /// The next request is answered like this.
    pub fn fail_once(&self, fault: Fault) {
        self.books().faults.push_back(fault);
    }

    /// Every request is answered like this until it is told `None`.
    pub fn fail(&self, fault: Option<Fault>) {
        self.books().lasting = fault;
    }

    /// From now on refunds are made with this status.
    pub fn refunds_become(&self, status: &'static str) {
        self.books().refund_status = Some(status);
    }

    /// The account has no Bizum.
    pub fn has_no_bizum(&self) {
        self.books().without_bizum = true;
    }

    /// A day later: no idempotency key is remembered.
    pub fn forget_keys(&self) {
        self.books().kept.clear();
    }

    /// Every request so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.books().asked.clone()
    }

    /// How often something was posted to a path below `/v1/`.
    pub fn posted(&self, path: &str) -> usize {
        self.asked().iter().filter(|asked| asked.method == Method::POST && asked.path == format!("/v1/{path}")).count()
    }

    /// Every session, by its id.
    pub fn sessions(&self) -> BTreeMap<String, Value> {
        self.books().sessions.clone()
    }

    /// Every refund, oldest first.
    pub fn refunds(&self) -> Vec<Value> {
        self.books().refunds.clone()
    }

    /// What happened so far, oldest first, as it would be notified.
    pub fn events(&self) -> Vec<Value> {
        self.books().events.clone()
    }

    /// What happened last.
    pub fn last_event(&self) -> Value {
        self.events().pop().expect("something happened")
    }

    /// The buyer pays.
    pub fn pay(&self, session: &str) {
        self.complete(session, "paid");
    }

    /// A closed page takes money again, against all that was said.
    pub fn reopen(&self, session: &str) {
        let mut books = self.books();
        let session = books.sessions.get_mut(session).expect("there is such a session");
        session["status"] = json!("open");
    }

    /// Something in what was sent along with a session is another, in place of each `old`.
    pub fn rewrite(&self, session: &str, old: &str, new: &str) {
        let mut books = self.books();
        let session = books.sessions.get_mut(session).expect("there is such a session");
        for text in session["metadata"].as_object_mut().expect("it has some").values_mut() {
            *text = json!(text.as_str().expect("texts").replace(old, new));
        }
    }

    /// So many more sessions like one, each of an order and an attempt of its own.
    pub fn multiply(&self, session: &str, order: &str, times: usize) {
        let mut books = self.books();
        let one = books.sessions[session].clone();
        for n in 0..times {
            let number = books.sessions.len();
            let (id, mut copy) = (format!("cs_test_{number:04}"), one.clone());
            copy["id"] = json!(id);
            copy["client_reference_id"] = json!(format!("attempt-{n}"));
            copy["payment_intent"] = json!(format!("pi_more_{n}"));
            let sent =
                copy["metadata"]["order_0"].as_str().expect("it was sent along").replace(order, &format!("order-{n}"));
            copy["metadata"]["order_0"] = json!(sent);
            books.sessions.insert(id, copy);
        }
    }

    /// The buyer agrees to pay, and the bank takes its time.
    pub fn agree(&self, session: &str) {
        self.complete(session, "unpaid");
    }

    fn complete(&self, id: &str, payment_status: &str) {
        let now = self.now();
        let mut books = self.books();
        let number = books.events.len();
        let session = books.sessions.get_mut(id).expect("there is such a session");
        pass(session, now);
        assert_eq!(session["status"], "open", "a page that is not open cannot be paid");
        session["status"] = json!("complete");
        session["payment_status"] = json!(payment_status);
        session["payment_intent"] = json!(format!("pi_{number}{}", &id[8..]));
        session["url"] = Value::Null;
        let session = session.clone();
        books.happened("checkout.session.completed", &session, now);
    }

    /// The bank's answer to who agreed to pay.
    pub fn settle(&self, id: &str, has_paid: bool) {
        let mut books = self.books();
        let session = books.sessions.get_mut(id).expect("there is such a session");
        session["payment_status"] = json!(if has_paid { "paid" } else { "unpaid" });
        session["bank_said_no"] = json!(!has_paid);
        let kind = if has_paid { "async_payment_succeeded" } else { "async_payment_failed" };
        let session = session.clone();
        books.happened(&format!("checkout.session.{kind}"), &session, self.now());
    }

    /// Somebody pays back by hand, in Stripe's panel; the refund's id.
    pub fn refund_in_panel(&self, session: &str, amount: i64) -> String {
        let mut books = self.books();
        let payment = books.sessions[session]["payment_intent"].clone();
        let (_, refund) = books.refund(&payment, amount, &json!({}), "succeeded", self.now());
        refund["id"].as_str().expect("it is made").to_owned()
    }

    /// A refund that was made turns out otherwise.
    pub fn refund_becomes(&self, id: &str, status: &str) {
        let mut books = self.books();
        let refund = books.refunds.iter_mut().find(|refund| refund["id"] == id).expect("there is such a refund");
        refund["status"] = json!(status);
        let kind = if status == "failed" { "refund.failed" } else { "refund.updated" };
        let refund = refund.clone();
        books.happened(kind, &refund, self.now());
    }

    /// The card's owner wants the money back; the dispute's id.
    pub fn dispute(&self, session: &str) -> String {
        let mut books = self.books();
        let id = format!("dp_{}", books.events.len());
        let session = &books.sessions[session];
        let dispute = json!({
            "id": id, "object": "dispute", "amount": session["amount_total"], "currency": "eur", "livemode": false,
            "charge": "ch_1", "payment_intent": session["payment_intent"], "reason": "fraudulent",
            "status": "needs_response", "is_charge_refundable": false,
        });
        books.disputes.insert(id.clone(), dispute.clone());
        books.happened("charge.dispute.created", &dispute, self.now());
        id
    }

    /// How a dispute ended.
    pub fn close_dispute(&self, id: &str, status: &str) {
        let mut books = self.books();
        let dispute = books.disputes.get_mut(id).expect("there is such a dispute");
        dispute["status"] = json!(status);
        let dispute = dispute.clone();
        books.happened("charge.dispute.closed", &dispute, self.now());
    }

    /// The header that goes with an event now.
    pub fn signature(&self, body: &str) -> String {
        sign(WEBHOOK_SECRET, body, self.now())
    }

    fn now(&self) -> i64 {
        self.clock.now().seconds()
    }

    fn books(&self) -> std::sync::MutexGuard<'_, Books> {
        self.books.lock().unwrap()
    }
}

/// `t=…,v1=…`, made here and not in the program.
pub fn sign(secret: &str, body: &str, t: i64) -> String {
    let tag = hmac_sha256(secret.as_bytes(), format!("{t}.{body}").as_bytes());
    let mut header = format!("t={t},v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39,v1=");
    for byte in tag {
        write!(header, "{byte:02x}").unwrap();
    }
    header
}

/// An open session past its time has expired.
fn pass(session: &mut Value, now: i64) -> bool {
    let is_over = session["status"] == "open" && session["expires_at"].as_i64().unwrap() <= now;
    if is_over {
        session["status"] = json!("expired");
        session["url"] = Value::Null;
    }
    is_over
}

impl Books {
    fn happened(&mut self, kind: &str, object: &Value, now: i64) {
        let event = json!({
            "id": format!("evt_{}", self.events.len()), "object": "event", "type": kind, "created": now,
            "livemode": object["livemode"], "api_version": "2027-01-01.other", "pending_webhooks": 1,
            "data": { "object": object }, "request": { "id": null, "idempotency_key": null },
        });
        self.events.push(event);
    }

    fn refund(&mut self, payment: &Value, amount: i64, metadata: &Value, status: &str, now: i64) -> Said {
        let Some(session) =
            self.sessions.values().find(|session| !payment.is_null() && session["payment_intent"] == *payment)
        else {
            return refused("resource_missing", "No such payment_intent");
        };
        let gone: i64 = self
            .refunds_of(payment)
            .filter(|refund| refund["status"] != "failed")
            .filter_map(|r| r["amount"].as_i64())
            .sum();
        if amount < 1 || gone + amount > session["amount_total"].as_i64().unwrap() {
            return refused("charge_already_refunded", "Refund amount is greater than unrefunded amount on charge");
        }
        let refund = json!({
            "id": format!("re_{}", self.refunds.len()), "object": "refund", "amount": amount, "currency": "eur",
            "payment_intent": payment, "charge": "ch_1", "metadata": metadata, "status": status, "livemode": false,
            "created": now, "destination_details": { "type": "card" },
        });
        self.refunds.push(refund.clone());
        self.happened("refund.created", &refund, now);
        self.happened("charge.refunded", &json!({ "id": "ch_1", "object": "charge", "livemode": false }), now);
        (StatusCode::OK, refund)
    }

    fn refunds_of(&self, payment: &Value) -> impl Iterator<Item = &Value> {
        self.refunds.iter().filter(move |refund| refund["payment_intent"] == *payment)
    }

    fn answer(&mut self, asked: &Asked, base: &str, now: i64) -> Said {
        for session in self.sessions.values_mut() {
            pass(session, now);
        }
        let parts: Vec<&str> = asked.path.trim_start_matches("/v1/").split('/').collect();
        match (asked.method.as_str(), parts.as_slice()) {
            ("POST", ["checkout", "sessions"]) => self.open(asked, base, now),
            ("GET", ["checkout", "sessions", id]) => match self.sessions.get(*id) {
                Some(session) => (StatusCode::OK, expanded(session, asked)),
                None => missing("No such checkout.session"),
            },
            ("POST", ["checkout", "sessions", id, "expire"]) => self.expire(id, now),
            ("POST", ["refunds"]) => {
                let Some(amount) = asked.field("amount").and_then(|amount| amount.parse().ok()) else {
                    return refused("parameter_invalid_integer", "Invalid integer: amount");
                };
                let metadata = json!({ "refund": asked.field("metadata[refund]") });
                let payment = json!(asked.field("payment_intent"));
                self.refund(&payment, amount, &metadata, self.refund_status.unwrap_or("succeeded"), now)
            }
            ("GET", ["refunds"]) => {
                let payment = asked.field("payment_intent");
                let is_wanted = |refund: &&Value| payment.is_none_or(|payment| refund["payment_intent"] == payment);
                list(self.refunds.iter().rev().filter(is_wanted), asked)
            }
            ("GET", ["checkout", "sessions"]) => list(self.sessions.values().rev(), asked),
            ("GET", ["payment_intents"]) => list([].iter(), asked),
            ("GET", ["payment_method_configurations"]) => {
                let method = |is_on| {
                    json!({ "available": true, "display_preference": { "overridable": null,
                    "preference": if is_on { "on" } else { "off" }, "value": if is_on { "on" } else { "off" } } })
                };
                let lost = json!({ "id": "pmc_1", "is_default": false, "created": now, "link": method(true) });
                let default = json!({ "id": "pmc_2", "is_default": true, "created": now,
                    "apple_pay": method(true), "google_pay": method(false), "link": { "available": false },
                    "bizum": { "available": !self.without_bizum } });
                list([lost, default].iter(), asked)
            }
            _ => missing("Unrecognized request URL"),
        }
    }

    fn open(&mut self, asked: &Asked, base: &str, now: i64) -> Said {
        let is_known = |name: &str| SESSION_FIELDS.contains(&name) || metadata_key(name).is_some();
        if let Some((name, _)) = asked.form.iter().find(|(name, _)| !is_known(name)) {
            return refused("parameter_unknown", &format!("Received unknown parameter: {name}"));
        }
        let metadata: serde_json::Map<String, Value> =
            asked.form.iter().filter_map(|(name, text)| Some((metadata_key(name)?.to_owned(), json!(text)))).collect();
        let is_short = |(key, value): (&String, &Value)| {
            key.chars().count() <= 40 && value.as_str().is_some_and(|value| value.chars().count() <= 500)
        };
        if metadata.len() > 50 || !metadata.iter().all(is_short) {
            return refused("parameter_invalid", "Metadata has too many keys, or one that is too long");
        }
        let number = |name| asked.field(name).and_then(|text| text.parse::<i64>().ok());
        let item = |field: &str| asked.field(&format!("line_items[0]{field}"));
        let (Some(price), Some(quantity)) =
            (number("line_items[0][price_data][unit_amount]"), number("line_items[0][quantity]"))
        else {
            return refused("parameter_missing", "Missing required param: line_items");
        };
        if asked.field("mode") != Some("payment") || item("[price_data][currency]") != Some("eur") || price < 1 {
            return refused("parameter_invalid", "Invalid mode, currency or amount");
        }
        if item("[price_data][product_data][name]").is_none_or(str::is_empty) || asked.field("success_url").is_none() {
            return refused("parameter_missing", "Missing required param");
        }
        if !number("expires_at").is_some_and(|at| (now + 30 * 60..=now + 24 * 60 * 60).contains(&at)) {
            return refused(
                "parameter_invalid",
                "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
            );
        }
        let has_bizum = |n: u8| asked.field(&format!("payment_method_types[{n}]")) == Some("bizum");
        if self.without_bizum && (has_bizum(0) || has_bizum(1)) {
            return refused("payment_method_types", "The payment method type provided: bizum is invalid.");
        }
        let id = format!("cs_test_{:04}", self.sessions.len());
        let session = json!({
            "id": id, "object": "checkout.session", "mode": "payment", "status": "open", "payment_status": "unpaid",
            "amount_total": price * quantity, "currency": "eur", "livemode": false, "created": now,
            "client_reference_id": asked.field("client_reference_id"), "customer_email": asked.field("customer_email"),
            "metadata": metadata, "locale": asked.field("locale"),
            "expires_at": number("expires_at"), "payment_intent": null, "url": format!("{base}/c/pay/{id}"),
            "success_url": asked.field("success_url"), "cancel_url": asked.field("cancel_url"),
            "ui_mode": "hosted_page", "a_field_of_next_year": [{ "x": 1 }],
        });
        self.sessions.insert(id, session.clone());
        (StatusCode::OK, session)
    }

    fn expire(&mut self, id: &str, now: i64) -> Said {
        let Some(session) = self.sessions.get_mut(id) else { return missing("No such checkout.session") };
        if session["status"] != "open" {
            let why = r#"Only Checkout Sessions with a status in ["open"] can be expired."#;
            return refused("", why);
        }
        session["status"] = json!("expired");
        session["url"] = Value::Null;
        let session = session.clone();
        self.happened("checkout.session.expired", &session, now);
        (StatusCode::OK, session)
    }
}

/// The key of a field of a session's metadata.
fn metadata_key(name: &str) -> Option<&str> {
    name.strip_prefix("metadata[")?.strip_suffix(']')
}

const SESSION_FIELDS: [&str; 14] = [
    "mode",
    "client_reference_id",
    "payment_intent_data[metadata][reference]",
    "line_items[0][quantity]",
    "line_items[0][price_data][currency]",
    "line_items[0][price_data][unit_amount]",
    "line_items[0][price_data][product_data][name]",
    "payment_method_types[0]",
    "payment_method_types[1]",
    "customer_email",
    "locale",
    "expires_at",
    "success_url",
    "cancel_url",
];

/// A page of a list, the newest first.
fn list<'a>(newest_first: impl Iterator<Item = &'a Value>, asked: &Asked) -> Said {
    let number = |name| asked.field(name).and_then(|text| text.parse::<usize>().ok());
    let limit = number("limit").unwrap_or(10);
    if !(1..=100).contains(&limit) {
        return refused("parameter_invalid_integer", "limit must be between 1 and 100");
    }
    let since = number("created[gte]").and_then(|since| i64::try_from(since).ok()).unwrap_or(0);
    let mut found: Vec<&Value> = newest_first.filter(|one| one["created"].as_i64() >= Some(since)).collect();
    if let Some(last) = asked.field("starting_after") {
        let Some(at) = found.iter().position(|one| one["id"] == last) else { return missing("No such object") };
        found.drain(..=at);
    }
    let has_more = found.len() > limit;
    found.truncate(limit);
    (StatusCode::OK, json!({ "object": "list", "data": found, "has_more": has_more, "url": "/v1/…" }))
}

/// A session as it is retrieved: with all of its payment intent when that is asked for.
fn expanded(session: &Value, asked: &Asked) -> Value {
    let mut session = session.clone();
    if asked.field("expand[]") == Some("payment_intent") && session["payment_intent"].is_string() {
        let status = match (session["payment_status"] == "paid", session["bank_said_no"] == true) {
            (true, _) => "succeeded",
            (_, true) => "requires_payment_method",
            _ => "processing",
        };
        session["payment_intent"] =
            json!({ "id": session["payment_intent"], "object": "payment_intent", "status": status });
    }
    session
}

fn refused(code: &str, message: &str) -> Said {
    let error = json!({ "type": "invalid_request_error", "code": code, "message": message });
    (StatusCode::BAD_REQUEST, json!({ "error": error }))
}

fn missing(message: &str) -> Said {
    let error = json!({ "type": "invalid_request_error", "code": "resource_missing", "message": message });
    (StatusCode::NOT_FOUND, json!({ "error": error }))
}

impl Stripe {
    async fn serve(&self, mut request: poem::Request) -> poem::Response {
        let body = request.take_body().into_string().await.unwrap_or_default();
        let text =
            if request.method() == Method::POST { body } else { request.uri().query().unwrap_or_default().to_owned() };
        let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let asked = Asked {
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            form: url::form_urlencoded::parse(text.as_bytes()).into_owned().collect(),
            key: header("Idempotency-Key"),
        };
        let fault = {
            let mut books = self.books();
            books.asked.push(asked.clone());
            books.faults.pop_front().or_else(|| books.lasting.clone())
        };
        if header("Authorization").as_deref() != Some(&format!("Bearer {KEY}")) {
            return plain((StatusCode::UNAUTHORIZED, json!({ "error": { "message": "Invalid API Key provided" } })));
        }
        if header("Stripe-Version").as_deref() != Some("2026-06-24.dahlia") {
            return plain(refused("", "Invalid Stripe API version"));
        }
        match fault {
            None => self.reply(&asked, &text, false),
            Some(Fault::Broken) => self.reply(&asked, &text, true),
            Some(Fault::LoseAnswer) => {
                self.reply(&asked, &text, false);
                broken_off("")
            }
            Some(Fault::DoneButBroken) => {
                self.reply(&asked, &text, false);
                let said = json!({ "error": { "type": "api_error", "message": "Sorry" } });
                plain((StatusCode::INTERNAL_SERVER_ERROR, said))
                    .with_header("Stripe-Should-Retry", "false")
                    .into_response()
            }
            Some(Fault::DoneButSilent) => {
                self.reply(&asked, &text, false);
                pending().await
            }
            Some(Fault::Hang) => pending().await,
            Some(Fault::Status(status, headers)) => {
                let mut answer = poem::Response::builder().status(StatusCode::from_u16(status).unwrap());
                for (name, value) in headers {
                    answer = answer.header(*name, *value);
                }
                answer.body(r#"{"error":{"type":"api_error","message":"Sorry"}}"#)
            }
            Some(Fault::Garbage) => poem::Response::builder().body("<html>Bad gateway</html>"),
            Some(Fault::Endless) => poem::Response::builder().body(" ".repeat(50 * 1024 * 1024)),
            Some(Fault::Redirect) => poem::Response::builder()
                .status(StatusCode::FOUND)
                .header("Location", format!("{}/elsewhere", self.base))
                .body(""),
            Some(Fault::BreakOff) => broken_off(r#"{"id":"cs_test_0000","#),
        }
    }

    /// The answer to a request, and to the same request under the same key once more.
    fn reply(&self, asked: &Asked, text: &str, is_broken: bool) -> poem::Response {
        let mut books = self.books();
        let words = format!("{}?{text}", asked.path);
        let Some(key) = asked.key.clone() else { return plain(books.answer(asked, &self.base, self.now())) };
        if let Some((first, status, said)) = books.kept.get(&key) {
            if *first != words {
                let error = json!({ "type": "idempotency_error", "message": "Keys for idempotent requests can only be used with the same parameters they were first used with." });
                return plain((StatusCode::BAD_REQUEST, json!({ "error": error })));
            }
            let mut answer = plain((*status, said.clone()));
            answer.headers_mut().insert("Idempotent-Replayed", "true".parse().unwrap());
            return answer;
        }
        let (status, said) = if is_broken {
            (StatusCode::INTERNAL_SERVER_ERROR, json!({ "error": { "type": "api_error", "message": "Sorry" } }))
        } else {
            books.answer(asked, &self.base, self.now())
        };
        // What did not pass the checks was never begun, and is not kept.
        if !status.is_client_error() {
            books.kept.insert(key, (words, status, said.clone()));
        }
        plain((status, said))
    }
}

fn plain((status, said): Said) -> poem::Response {
    poem::Response::builder().status(status).content_type("application/json").body(said.to_string())
}

/// An answer whose connection ends before it does.
fn broken_off(beginning: &'static str) -> poem::Response {
    let parts = [Ok(beginning), Err(io::Error::other("broken off"))];
    poem::Response::builder().body(Body::from_bytes_stream(stream::iter(parts)))
}
