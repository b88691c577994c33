//! The calls to Redsys: a refund, and a question about an order. Each ends in one of few ways, and whether Redsys may
//! have got it is never guessed.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reqwest::{RequestBuilder, StatusCode};
use serde_json::Value;

use super::message::{EUROS, Envelope, PAYMENT, Parameters, REFUND, is_same_merchant};
use super::query::{self, Nothing, Operation};
use super::signature::Signer;
use super::{Session, Settings};
use crate::clock::Timestamp;
use crate::config::{BaseUrl, Secret};
use crate::lang::Lang;
use crate::money::Cents;
use crate::outside;

/// Where refunds are sent.
const REST: &str = "/sis/rest/trataPeticionREST";

/// How long a refund may take, its answer included.
const TIMEOUT: Duration = Duration::from_secs(15);

/// How long a question may take: somebody may be waiting.
const ASK_TIMEOUT: Duration = Duration::from_secs(5);

/// How often one order is asked about, at most.
const ASK_EVERY_SECONDS: i64 = 60;

/// How long nothing is asked after a question without an answer.
const LEFT_ALONE_SECONDS: i64 = 15;

/// Bytes of an answer, at most.
const LONGEST_ANSWER: usize = 256 * 1024;

/// Characters of an address that Redsys leads to, at most.
const LONGEST_ADDRESS: usize = 250;

/// "The operation is a duplicate; it can be tried again in a minute."
const DUPLICATE: &str = "SIS0295";

/// Errors after which no money has moved: there is no such terminal, the signature is wrong, or the order is none of
/// which so much can be given back. After any other, such as one of Redsys' own database, it may have.
const CLEAR_REFUSALS: [&str; 8] =
    ["SIS0026", "SIS0028", "SIS0042", "SIS0054", "SIS0055", "SIS0056", "SIS0057", "SIS0214"];

/// What Redsys calls Bizum among the means of payment.
const BIZUM: &str = "z";

/// The terminal at Redsys.
pub(super) struct Client {
    http: reqwest::Client,
    merchant: String,
    terminal: u16,
    signer: Signer,
    base: BaseUrl,
    /// Whether the terminal takes Bizum.
    pub(super) has_bizum: bool,
    asked: Mutex<Asked>,
}

/// When Redsys was asked what: a page that waits, and rounds of the workers, would ask it more often than it bears.
#[derive(Default)]
struct Asked {
    /// Order numbers, and when each was asked about last.
    orders: HashMap<String, Timestamp>,
    /// When it did not answer last.
    failed_at: Option<Timestamp>,
}

/// How the sending of a refund ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refunded {
    /// The bank gives the money back.
    Done,
    /// It does not, and says why.
    Refused(String),
    /// Redsys has not got it, or asks to send it again: the same may work later.
    NotSent(String),
    /// Whether Redsys has got it cannot be told.
    Unknown(String),
}

/// Why a question has no answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unanswered {
    /// Redsys could not be reached, or did not understand, or was not understood.
    Unreachable(String),
    /// This terminal may not ask.
    NotAllowed,
}

enum Failure {
    NotSent(String),
    Unknown(String),
}

impl Client {
    /// `None` unless the terminal is configured whole.
    pub(super) fn of(settings: &Settings) -> Option<Self> {
        let (merchant, terminal) = (settings.merchant_code.clone()?, settings.terminal?);
        let signer = Signer::new(settings.signature, settings.key.as_ref().map(Secret::expose)?)?;
        let (http, base) = (outside::client(TIMEOUT), settings.base());
        let has_bizum = settings.has_bizum;
        Some(Self { http, merchant, terminal, has_bizum, signer, base, asked: Mutex::default() })
    }

    /// Redsys' host, for a page's policy.
    pub(super) fn origin(&self) -> String {
        self.base.origin()
    }

    /// Where the form of an order is posted to.
    pub(super) fn payment_page(&self) -> String {
        self.base.link("/sis/realizarPago")
    }

    /// The signed order: for Bizum alone, or without a list of payment methods, when Redsys offers those of the terminal.
    pub(super) fn order(&self, session: &Session, shop: &BaseUrl, is_bizum: bool) -> Option<Envelope> {
        let mut order = self.operation(PAYMENT, &session.order_number, session.amount);
        order.extend([
            ("DS_MERCHANT_MERCHANTURL", shop.link("/api/webhooks/redsys")),
            ("DS_MERCHANT_URLOK", session.success_page()?),
            ("DS_MERCHANT_URLKO", session.cancel_url.clone()),
            ("DS_MERCHANT_PRODUCTDESCRIPTION", session.description.chars().take(125).collect()),
            ("DS_MERCHANT_CONSUMERLANGUAGE", language(session.lang).to_owned()),
        ]);
        if is_bizum {
            order.insert("DS_MERCHANT_PAYMETHODS", BIZUM.to_owned());
        }
        let addresses = ["DS_MERCHANT_MERCHANTURL", "DS_MERCHANT_URLOK", "DS_MERCHANT_URLKO"];
        if addresses.iter().any(|name| order[name].len() > LONGEST_ADDRESS) {
            return None;
        }
        Envelope::seal(&self.signer, &session.order_number, &order)
    }

    /// Reads a notification.
    pub(super) fn open(&self, body: &[u8]) -> Option<Parameters> {
        Envelope::from_form(body)?.open(&self.signer)
    }

    /// What of something that was said is not as with every operation of this terminal.
    pub(super) fn odd(&self, said: &Parameters) -> Option<&'static str> {
        if !is_same_merchant(&said.text("Ds_MerchantCode"), &self.merchant) {
            Some("merchant")
        } else if said.terminal() != Some(self.terminal) {
            Some("terminal")
        } else if said.text("Ds_Currency") != EUROS {
            Some("currency")
        } else if said.amount().is_none() {
            Some("amount")
        } else if said.response().is_none() {
            Some("response")
        } else {
            None
        }
    }

    /// Whether it is time to ask about an order; taken as asked.
    pub(super) fn may_ask(&self, order: &str, now: Timestamp) -> bool {
        let is_recent = |at: &Timestamp| (now.seconds() - at.seconds()).abs() < ASK_EVERY_SECONDS;
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.orders.retain(|_, at| is_recent(at));
        let may = !asked.orders.contains_key(order);
        if may {
            asked.orders.insert(order.to_owned(), now);
        }
        may
    }

    /// Gives money of an order back. Our id of the refund comes back in the notification, if Redsys sends one.
    pub(super) async fn refund(&self, order: &str, mark: &str, amount: Cents) -> Refunded {
        let mut said = self.operation(REFUND, order, amount);
        said.insert("DS_MERCHANT_MERCHANTDATA", mark.to_owned());
        let Some(body) =
            Envelope::seal(&self.signer, order, &said).and_then(|sealed| serde_json::to_string(&sealed).ok())
        else {
            return Refunded::Refused(String::from("not an order of Redsys"));
        };
        let call = self.http.post(self.base.link(REST)).header("Content-Type", "application/json").body(body);
        match answer(call).await {
            Ok(answer) => self.read_refund(&answer, order, amount),
            Err(Failure::NotSent(error)) => Refunded::NotSent(error),
            Err(Failure::Unknown(error)) => Refunded::Unknown(error),
        }
    }

    fn read_refund(&self, answer: &[u8], order: &str, amount: Cents) -> Refunded {
        let Ok(answer) = serde_json::from_slice::<Value>(answer) else {
            return Refunded::Unknown(String::from("the answer is not JSON"));
        };
        if let Some(code) = answer.get("errorCode").and_then(Value::as_str) {
            let code: String = code.chars().filter(char::is_ascii_alphanumeric).take(16).collect();
            return match code.as_str() {
                DUPLICATE => Refunded::NotSent(code),
                clear if CLEAR_REFUSALS.contains(&clear) => Refunded::Refused(code),
                _ => Refunded::Unknown(code),
            };
        }
        let said = serde_json::from_value::<Envelope>(answer).ok().and_then(|envelope| envelope.open(&self.signer));
        let Some(said) = said else { return Refunded::Unknown(String::from("the answer is not signed by Redsys")) };
        let is_about_it = self.odd(&said).is_none()
            && said.order() == order
            && said.text("Ds_TransactionType") == REFUND
            && said.amount() == Some(amount);
        match said.response() {
            Some(response) if is_about_it && response.is_refunded() => Refunded::Done,
            Some(response) if is_about_it && response.is_clear_refusal() => Refunded::Refused(response.code()),
            _ => Refunded::Unknown(String::from("the answer does not say how the refund ended")),
        }
    }

    /// The operations of one kind (`Ds_TransactionType`) that Redsys has for an order. While it does not answer, it is
    /// left alone for a moment.
    pub(super) async fn ask(&self, order: &str, kind: &str, now: Timestamp) -> Result<Vec<Operation>, Unanswered> {
        if self.is_down(now) {
            return Err(Unanswered::Unreachable(String::from("Redsys did not answer a moment ago")));
        }
        let body = query::request(&self.signer, &self.merchant, self.terminal, order, kind)
            .ok_or_else(|| Unanswered::Unreachable(String::from("not an order of Redsys")))?;
        let call = self.http.post(self.base.link(query::PATH)).timeout(ASK_TIMEOUT).body(body);
        let call = call.header("Content-Type", "text/xml; charset=utf-8").header("SOAPAction", query::ACTION);
        match answer(call).await {
            Ok(answer) => {
                let answer = String::from_utf8_lossy(&answer);
                let operations = query::operations(&answer, &self.merchant, self.terminal, order, kind);
                operations.map_err(|nothing| match nothing {
                    Nothing::NotAllowed => Unanswered::NotAllowed,
                    Nothing::Refused(code) => {
                        tracing::warn!(code, order, "Redsys refuses a question");
                        Unanswered::Unreachable(code)
                    }
                    Nothing::Nonsense => Unanswered::Unreachable(String::from("the answer is not understood")),
                })
            }
            Err(Failure::NotSent(error) | Failure::Unknown(error)) => {
                self.asked.lock().unwrap_or_else(PoisonError::into_inner).failed_at = Some(now);
                Err(Unanswered::Unreachable(error))
            }
        }
    }

    fn is_down(&self, now: Timestamp) -> bool {
        let failed_at = self.asked.lock().unwrap_or_else(PoisonError::into_inner).failed_at;
        failed_at.is_some_and(|at| (now.seconds() - at.seconds()).abs() < LEFT_ALONE_SECONDS)
    }

    fn operation(&self, kind: &str, order: &str, amount: Cents) -> BTreeMap<&'static str, String> {
        BTreeMap::from([
            ("DS_MERCHANT_MERCHANTCODE", self.merchant.clone()),
            ("DS_MERCHANT_TERMINAL", self.terminal.to_string()),
            ("DS_MERCHANT_TRANSACTIONTYPE", kind.to_owned()),
            ("DS_MERCHANT_ORDER", order.to_owned()),
            ("DS_MERCHANT_AMOUNT", amount.0.to_string()),
            ("DS_MERCHANT_CURRENCY", EUROS.to_owned()),
        ])
    }
}

async fn answer(call: RequestBuilder) -> Result<Vec<u8>, Failure> {
    let answer = call.send().await.map_err(|error| {
        let text = error.to_string();
        if error.is_connect() { Failure::NotSent(text) } else { Failure::Unknown(text) }
    })?;
    let status = answer.status();
    match outside::body(answer, LONGEST_ANSWER).await {
        Some(body) if status == StatusCode::OK => Ok(body),
        _ => Err(Failure::Unknown(format!("Redsys answered {status}"))),
    }
}

/// As Redsys numbers the languages of its pages; in any other one reads English.
const LANGUAGES: [(&str, &str); 12] = [
    ("es", "001"),
    ("en", ENGLISH),
    ("ca", "003"),
    ("fr", "004"),
    ("de", "005"),
    ("nl", "006"),
    ("it", "007"),
    ("sv", "008"),
    ("pt", "009"),
    ("pl", "011"),
    ("gl", "012"),
    ("eu", "013"),
];
const ENGLISH: &str = "002";

fn language(lang: Lang) -> &'static str {
    LANGUAGES.iter().find(|(code, _)| *code == lang.code()).map_or(ENGLISH, |(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn catalan_is_003_and_arabic_which_redsys_does_not_speak_english() {
        let numbers: Vec<_> = Lang::ALL.into_iter().map(language).collect();
        assert_eq!(numbers, ["001", "003", "002", "004", "002"]);
    }
}
