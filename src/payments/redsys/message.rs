//! RULE: what is said to Redsys and what Redsys says: JSON in base64 with a signature beside it, in a form or in JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::form_urlencoded;

use super::signature::{Signer, decode};
use crate::clock::Timestamp;
use crate::money::Cents;

/// Characters of the parameters of a notification, at most; Redsys sends some hundred.
const LONGEST: usize = 16 * 1024;

/// `Ds_TransactionType` of a payment.
pub(super) const PAYMENT: &str = "0";

/// `Ds_TransactionType` of a refund.
pub(super) const REFUND: &str = "3";

/// Euros, as Redsys numbers them (ISO 4217).
pub(super) const EUROS: &str = "978";

/// Signed parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Envelope {
    #[serde(rename = "Ds_SignatureVersion")]
    pub(super) version: String,
    #[serde(rename = "Ds_MerchantParameters")]
    pub(super) parameters: String,
    #[serde(rename = "Ds_Signature")]
    pub(super) signature: String,
}

impl Envelope {
    /// Signs what is said about an order; `None` for what cannot be an order number.
    pub(super) fn seal(signer: &Signer, order: &str, said: &BTreeMap<&str, String>) -> Option<Self> {
        let parameters = signer.encode(&serde_json::to_vec(said).ok()?);
        let signature = signer.sign(order, &parameters)?;
        Some(Self { version: signer.version().to_owned(), parameters, signature })
    }

    /// Reads a form: each of the three fields once.
    pub(super) fn from_form(body: &[u8]) -> Option<Self> {
        let mut fields: [Option<String>; 3] = [const { None }; 3];
        for (name, value) in form_urlencoded::parse(body) {
            let at = match name.as_ref() {
                "Ds_SignatureVersion" => 0,
                "Ds_MerchantParameters" => 1,
                "Ds_Signature" => 2,
                _ => continue,
            };
            if fields[at].replace(value.into_owned()).is_some() {
                return None;
            }
        }
        let [Some(version), Some(parameters), Some(signature)] = fields else { return None };
        Some(Self { version, parameters, signature })
    }

    /// What it says, if it is Redsys' and in the version of this terminal. Only the order number is read before the
    /// signature is checked, because the key is made from it. There is no other place to look for that number: what
    /// the shop itself has signed says `DS_MERCHANT_ORDER`, and is not believed when it comes back.
    pub(super) fn open(&self, signer: &Signer) -> Option<Parameters> {
        if self.version != signer.version() || self.parameters.len() > LONGEST {
            return None;
        }
        let said: Map<String, Value> = serde_json::from_slice(&decode(&self.parameters)?).ok()?;
        let order = said.get("Ds_Order")?.as_str()?;
        let is_authentic = signer.verifies(order, &self.parameters, &self.signature);
        (is_authentic && !said.keys().any(|name| name.starts_with("DS_MERCHANT"))).then_some(Parameters(said))
    }
}

/// What Redsys said, its signature checked.
#[derive(Debug)]
pub(super) struct Parameters(Map<String, Value>);

impl Parameters {
    /// A parameter as text: Redsys writes some with `%2F` for `/`. Nothing when there is none.
    pub(super) fn text(&self, name: &str) -> String {
        match self.0.get(name) {
            Some(Value::String(text)) => percent_decoded(text),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        }
    }

    /// The order number.
    pub(super) fn order(&self) -> String {
        self.text("Ds_Order")
    }

    /// Which terminal it is about; `001` is 1.
    pub(super) fn terminal(&self) -> Option<u16> {
        number(&self.text("Ds_Terminal"), 1..=3)?.try_into().ok()
    }

    /// How much; `None` unless it is a whole number of cents.
    pub(super) fn amount(&self) -> Option<Cents> {
        amount(&self.text("Ds_Amount"))
    }

    /// How it ended; `None` unless there are four digits. A missing answer is not 0000.
    pub(super) fn response(&self) -> Option<Response> {
        Response::parse(&self.text("Ds_Response"))
    }

    /// The letters and digits of the bank's own number of it.
    pub(super) fn authorisation(&self) -> String {
        alphanumeric(&self.text("Ds_AuthorisationCode"))
    }

    /// When, by the clocks of Spain: `Ds_Date` has the day first. `None` if it is not told so that it is understood.
    pub(super) fn moment(&self) -> Option<Timestamp> {
        let date = self.text("Ds_Date");
        let [day, month, year] = date.split('/').collect::<Vec<_>>()[..] else { return None };
        Timestamp::parse_local(&format!("{year}-{month}-{day}T{}", self.text("Ds_Hour")))
    }

    /// Tells two operations of one order apart.
    pub(super) fn moment_and_authorisation(&self) -> String {
        let moment = alphanumeric(&(self.text("Ds_Date") + &self.text("Ds_Hour")));
        format!("{moment}:{}", self.authorisation())
    }
}

/// `Ds_Response`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Response(u16);

impl Response {
    /// Four digits, nothing else.
    pub(super) fn parse(text: &str) -> Option<Self> {
        Some(Self(number(text, 4..=4)?.try_into().ok()?))
    }

    /// The bank has the money.
    pub(super) fn is_paid(self) -> bool {
        self.0 <= 99
    }

    /// The bank gives the money back.
    pub(super) fn is_refunded(self) -> bool {
        self.0 == 900
    }

    /// The bank says no, or the order is none that can be refunded: nothing has moved. Other codes leave that open.
    pub(super) fn is_clear_refusal(self) -> bool {
        matches!(self.0, 101..=299 | 904 | 913 | 950)
    }

    /// The buyer is still typing, or at the bank.
    pub(super) fn is_unfinished(self) -> bool {
        matches!(self.0, 9997..=9999)
    }

    /// As Redsys writes it.
    pub(super) fn code(self) -> String {
        format!("{:04}", self.0)
    }
}

/// Whether two codes of merchants are the same number; zeros in front may be left out.
pub(super) fn is_same_merchant(one: &str, other: &str) -> bool {
    let code = |text: &str| number(text, 1..=12);
    code(one).is_some() && code(one) == code(other)
}

/// A whole number of cents.
pub(super) fn amount(text: &str) -> Option<Cents> {
    Some(Cents(number(text, 1..=12)?))
}

/// The letters and digits of a text, few of them.
pub(super) fn alphanumeric(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).take(32).collect()
}

fn number(text: &str, digits: std::ops::RangeInclusive<usize>) -> Option<i64> {
    let is_number = digits.contains(&text.len()) && text.bytes().all(|c| c.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

fn percent_decoded(text: &str) -> String {
    // A plus sign is one: only `%` is an escape here.
    let query = format!("v={}", text.replace('+', "%2B").replace('&', "%26"));
    form_urlencoded::parse(query.as_bytes()).next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::redsys::SignatureVersion;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    const KEY: &str = "sq7HjrUOBfKmC576ILgskD5srU870gJ7";
    const ORDER: &str = "0001ABCD2345";

    fn signer() -> Signer {
        Signer::new(SignatureVersion::Sha512, KEY).unwrap()
    }

    fn envelope(said: &Value) -> Envelope {
        let parameters = URL_SAFE_NO_PAD.encode(said.to_string());
        let signature = signer().sign(ORDER, &parameters).unwrap();
        Envelope { version: String::from("HMAC_SHA512_V2"), parameters, signature }
    }

    #[test]
    fn what_redsys_says_is_read() {
        let said = envelope(&serde_json::json!({
            "Ds_Order": ORDER, "Ds_Date": "20%2F11%2F2026", "Ds_Hour": "17%3A51", "Ds_Terminal": "001", "Ds_Amount": "4999",
            "Ds_Response": "0000", "Ds_AuthorisationCode": "+05%202029+", "Ds_Odd": "1+1%26&2", "Ds_Number": 978,
        }));
        let said = said.open(&signer()).unwrap();
        assert_eq!((said.order().as_str(), said.terminal(), said.amount()), (ORDER, Some(1), Some(Cents(4999))));
        assert_eq!((said.text("Ds_Date"), said.text("Ds_Odd")), (String::from("20/11/2026"), String::from("1+1&&2")));
        assert_eq!((said.text("Ds_Number"), said.text("Ds_Missing")), (String::from("978"), String::new()));
        assert_eq!(said.authorisation(), "052029");
        assert_eq!(said.moment().unwrap().to_rfc3339(), "2026-11-20T16:51:00.000Z");
        assert!(said.response().unwrap().is_paid());
    }

    #[test]
    fn only_four_digits_are_a_response() {
        for (text, paid) in [
            ("0000", Some(true)),
            ("0099", Some(true)),
            ("0100", Some(false)),
            ("0900", Some(false)),
            ("9999", Some(false)),
            ("", None),
            ("0", None),
            ("00000", None),
            ("-001", None),
            ("+000", None),
            (" 000", None),
            ("٠٠٠٠", None),
        ] {
            assert_eq!(Response::parse(text).map(Response::is_paid), paid, "{text}");
        }
        let unfinished = (0..=9999).filter(|code| Response(*code).is_unfinished()).collect::<Vec<_>>();
        assert_eq!(unfinished, [9997, 9998, 9999]);
        let refunded = (0..=9999).filter(|code| Response(*code).is_refunded()).collect::<Vec<_>>();
        assert_eq!(refunded, [900]);
        for (code, is_clear) in
            [(99, false), (101, true), (190, true), (299, true), (900, false), (909, false), (950, true)]
        {
            assert_eq!(Response(code).is_clear_refusal(), is_clear, "{code}");
        }
    }

    #[test]
    fn the_code_of_a_merchant_is_a_number() {
        assert!(is_same_merchant("012345678", "12345678") && is_same_merchant("999008881", "999008881"));
        for (one, other) in [("999008882", "999008881"), ("", ""), ("", "0"), ("x", "x"), ("+1", "1")] {
            assert!(!is_same_merchant(one, other), "{one} {other}");
        }
    }

    #[test]
    fn what_the_shop_signed_itself_is_not_believed() {
        let own = serde_json::json!({ "DS_MERCHANT_ORDER": ORDER, "DS_MERCHANT_AMOUNT": "4999" });
        assert!(envelope(&own).open(&signer()).is_none());
        let both = serde_json::json!({ "DS_MERCHANT_ORDER": ORDER, "Ds_Order": ORDER, "Ds_Response": "0000" });
        assert!(envelope(&both).open(&signer()).is_none());
    }

    #[test]
    fn the_other_version_is_refused_though_its_signature_is_right() {
        let old = Signer::new(SignatureVersion::Sha256, KEY).unwrap();
        let mut sealed = envelope(&serde_json::json!({ "Ds_Order": ORDER, "Ds_Response": "0000" }));
        assert!(sealed.open(&signer()).is_some() && sealed.open(&old).is_none());
        sealed.version = String::from("HMAC_SHA256_V1");
        sealed.signature = old.sign(ORDER, &sealed.parameters).unwrap();
        assert!(sealed.open(&old).is_some() && sealed.open(&signer()).is_none());
    }

    #[test]
    fn a_form_says_each_thing_once() {
        let form = "Ds_SignatureVersion=HMAC_SHA512_V2&Ds_MerchantParameters=a%2Bb&Ds_Signature=c&other=d";
        assert_eq!(Envelope::from_form(form.as_bytes()).unwrap().parameters, "a+b");
        for wrong in [form.replace("Ds_Signature=", "ds_signature="), format!("{form}&Ds_Signature=e"), String::new()] {
            assert!(Envelope::from_form(wrong.as_bytes()).is_none(), "{wrong}");
        }
    }
}
