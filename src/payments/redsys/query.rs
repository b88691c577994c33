//! RULE: how Redsys' query service is asked about an order, and what its answer says.
//!
//! A SOAP call whose one argument is XML as text, signed in version 1 whatever the terminal's version is; the answer is
//! XML as text again. Its fields are flat, so they are looked for by name, and a value that is more than letters,
//! digits and a few signs is none. The answer's authenticity is that of the TLS connection.

use super::message::{Response, alphanumeric, amount, is_same_merchant};
use super::signature::Signer;
use crate::clock::Timestamp;
use crate::money::Cents;

/// Where the service is at Redsys' host.
pub(super) const PATH: &str = "/apl02/services/SerClsWSConsulta";

/// The call, for the header `SOAPAction`.
pub(super) const ACTION: &str = "consultaOperaciones";

/// "There are no operations for what was asked."
const NO_OPERATIONS: &str = "XML0024";

/// "The merchant may not use this query."
const NOT_ALLOWED: &str = "XML0041";

/// One operation of an order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Operation {
    /// How far it is.
    pub(super) stage: Stage,
    /// How it ended.
    pub(super) response: Option<Response>,
    /// When, by the clocks of Spain; `None` if it is not told so that it is understood.
    pub(super) at: Option<Timestamp>,
    /// How much; `None` unless it is a whole number of cents.
    pub(super) amount: Option<Cents>,
    /// As Redsys numbers it.
    pub(super) currency: String,
    /// The bank's own number of it, if it is told.
    pub(super) authorisation: String,
}

/// `Ds_State`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// It was asked for (`S`) or its buyer is being authenticated (`A`): no money moved.
    Begun,
    /// It is being authorised (`P`), or there is no telling: money may be moving.
    Moving,
    /// It is over (`F`).
    Over,
}

/// Why an answer says nothing of an order.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Nothing {
    /// This terminal may not ask.
    NotAllowed,
    /// The service refuses the question, by this code.
    Refused(String),
    /// It is not understood.
    Nonsense,
}

/// What is asked about the operations of one kind (`Ds_TransactionType`) of an order; the fields stand in the order of
/// the service's DTD. `None` for what cannot be an order number.
pub(super) fn request(signer: &Signer, merchant: &str, terminal: u16, order: &str, kind: &str) -> Option<String> {
    if !order.bytes().all(|c| c.is_ascii_alphanumeric()) {
        return None;
    }
    let asked = format!(
        "<Version Ds_Version=\"0.0\"><Message><Transaction><Ds_MerchantCode>{merchant}</Ds_MerchantCode>\
         <Ds_Terminal>{terminal}</Ds_Terminal><Ds_Order>{order}</Ds_Order>\
         <Ds_TransactionType>{kind}</Ds_TransactionType></Transaction></Message></Version>"
    );
    let signature = signer.sign_v1(order, &asked)?;
    Some(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
         <soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\" \
         xmlns:web=\"http://webservices.apl02.redsys.es\"><soapenv:Header/><soapenv:Body><web:consultaOperaciones>\
         <cadenaXML><![CDATA[<Messages>{asked}<Signature>{signature}</Signature>\
         <SignatureVersion>HMAC_SHA256_V1</SignatureVersion></Messages>]]></cadenaXML>\
         </web:consultaOperaciones></soapenv:Body></soapenv:Envelope>"
    ))
}

/// The operations of one kind that an answer lists for an order of this terminal; those of others are left out.
pub(super) fn operations(
    answer: &str,
    merchant: &str,
    terminal: u16,
    order: &str,
    kind: &str,
) -> Result<Vec<Operation>, Nothing> {
    let text = unescaped(answer);
    match field(&text, "Ds_ErrorCode") {
        Some(NO_OPERATIONS) => return Ok(Vec::new()),
        Some(NOT_ALLOWED) => return Err(Nothing::NotAllowed),
        Some(code) => return Err(Nothing::Refused(code.to_owned())),
        None => {}
    }
    let mut found = Vec::new();
    for part in text.split("<Response").skip(1) {
        let part = part.split("</Response>").next().unwrap_or_default();
        let is = |name: &str, value: &str| field(part, name) == Some(value);
        let is_ours = field(part, "Ds_MerchantCode").is_some_and(|text| is_same_merchant(text, merchant))
            && field(part, "Ds_Terminal").and_then(|text| text.parse().ok()) == Some(terminal);
        if is_ours && is("Ds_Order", order) && is("Ds_TransactionType", kind) {
            found.push(operation(part));
        }
    }
    if found.is_empty() { Err(Nothing::Nonsense) } else { Ok(found) }
}

fn operation(part: &str) -> Operation {
    let text = |name: &str| field(part, name).unwrap_or_default();
    Operation {
        stage: match text("Ds_State") {
            "F" => Stage::Over,
            "S" | "A" => Stage::Begun,
            _ => Stage::Moving,
        },
        response: Response::parse(text("Ds_Response")),
        at: Timestamp::parse_local(&format!("{}T{}", text("Ds_Date"), text("Ds_Hour"))),
        amount: amount(text("Ds_Amount")),
        currency: text("Ds_Currency").to_owned(),
        authorisation: alphanumeric(text("Ds_AuthorisationCode")),
    }
}

/// The value of the first element of that name.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let value = text.split_once(&format!("<{name}>"))?.1.split_once("</")?.0;
    let plain = |c: char| c.is_ascii_alphanumeric() || " -.:".contains(c);
    (value.len() <= 64 && value.chars().all(plain)).then_some(value)
}

/// The inner XML stands escaped within the outer.
fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::redsys::SignatureVersion;

    const ORDER: &str = "0001ABCD2345";

    fn answer(inner: &str) -> String {
        let inner = format!("<Messages><Version Ds_Version=\"0.0\"><Message>{inner}</Message></Version></Messages>");
        format!(
            "<soapenv:Envelope><soapenv:Body><p259:consultaOperacionesResponse><consultaOperacionesReturn>{}\
             </consultaOperacionesReturn></p259:consultaOperacionesResponse></soapenv:Body></soapenv:Envelope>",
            crate::text::escape(&inner)
        )
    }

    fn response(more: &str) -> String {
        format!(
            "<Response Ds_Version=\"0.0\"><Ds_MerchantCode>999008881</Ds_MerchantCode><Ds_Terminal>001</Ds_Terminal>\
             <Ds_Order>{ORDER}</Ds_Order><Ds_TransactionType>0</Ds_TransactionType><Ds_Date>2026-11-20</Ds_Date>\
             <Ds_Hour>17:51:02</Ds_Hour><Ds_Amount>4999</Ds_Amount><Ds_Currency>978</Ds_Currency>{more}</Response>"
        )
    }

    fn read(answer: &str) -> Result<Vec<Operation>, Nothing> {
        operations(answer, "999008881", 1, ORDER, "0")
    }

    #[test]
    fn the_request_is_signed_over_what_it_asks() {
        let signer = Signer::new(SignatureVersion::Sha512, "sq7HjrUOBfKmC576ILgskD5srU870gJ7").unwrap();
        let asked = request(&signer, "999008881", 1, ORDER, "0").unwrap();
        let inner = asked.split_once("<Messages>").unwrap().1.split_once("<Signature>").unwrap();
        let signature = inner.1.split_once("</Signature>").unwrap().0;
        assert_eq!(signer.sign_v1(ORDER, inner.0).unwrap(), signature);
        assert!(inner.0.starts_with("<Version ") && inner.0.ends_with("</Version>"));
        assert!(request(&signer, "999008881", 1, "1234<x/>", "0").is_none());
    }

    #[test]
    fn an_operation_is_read() {
        let paid = "<Ds_State>F</Ds_State><Ds_Response>0000</Ds_Response>";
        let found = read(&answer(&response(paid))).unwrap();
        let [operation] = found.as_slice() else { panic!("{found:?}") };
        assert!(operation.stage == Stage::Over && operation.response.unwrap().is_paid());
        assert_eq!((operation.amount, operation.currency.as_str()), (Some(Cents(4999)), "978"));
        assert_eq!(operation.at.unwrap().to_rfc3339(), "2026-11-20T16:51:02.000Z");
        for (state, stage) in [("S", Stage::Begun), ("A", Stage::Begun), ("P", Stage::Moving), ("X", Stage::Moving)] {
            let open = read(&answer(&response(&format!("<Ds_State>{state}</Ds_State>")))).unwrap();
            assert_eq!((open[0].stage, open[0].response), (stage, None), "{state}");
        }
        let two = format!("{}{}", response("<Ds_State>F</Ds_State><Ds_Response>0190</Ds_Response>"), response(paid));
        let denied_then_paid = read(&answer(&two)).unwrap();
        assert_eq!(denied_then_paid.iter().filter(|o| o.response.unwrap().is_paid()).count(), 1);
    }

    #[test]
    fn no_operation_and_an_error_are_two_things() {
        let error = |code: &str| answer(&format!("<ErrorMsg><Ds_ErrorCode>{code}</Ds_ErrorCode></ErrorMsg>"));
        assert_eq!(read(&error("XML0024")), Ok(Vec::new()));
        assert_eq!(read(&error("XML0023")), Err(Nothing::Refused(String::from("XML0023"))));
        assert_eq!(read(&error("XML0041")), Err(Nothing::NotAllowed));
        for nonsense in ["", "<html>down for maintenance</html>", &answer("")] {
            assert_eq!(read(nonsense), Err(Nothing::Nonsense), "{nonsense}");
        }
    }

    #[test]
    fn what_is_about_something_else_says_nothing() {
        let paid = response("<Ds_State>F</Ds_State><Ds_Response>0000</Ds_Response>");
        for (from, to) in
            [("999008881", "999008882"), (">001<", ">002<"), (ORDER, "0001ABCD2346"), ("Type>0<", "Type>3<")]
        {
            assert_eq!(read(&answer(&paid.replace(from, to))), Err(Nothing::Nonsense), "{to}");
        }
        let one = |from: &str, to: &str| read(&answer(&paid.replace(from, to))).unwrap().remove(0);
        assert_eq!(one("<Ds_State>F</Ds_State>", "").stage, Stage::Moving);
        assert!(one(">999008881<", ">0999008881<").response.is_some(), "the merchant's code is a number");
        assert_eq!(one(">4999<", ">49,99<").amount, None);
        assert_eq!(one(">17:51:02<", "><").at, None);
        assert_eq!(one(">978<", "><b>978</b><").currency, "");
        assert_eq!(one(">0000<", ">0<").response, None);
    }
}
