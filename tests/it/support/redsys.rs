//! A Redsys on this machine: it takes the form, refunds and questions over real HTTP, checks their signatures with code
//! of its own, and sends notifications when it is told to.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard};

use aes::cipher::{BlockCipherEncrypt, KeyInit};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE, URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use manetes::config::{BaseUrl, Secret};
use manetes::outside;
use manetes::payments::redsys::{Settings, SignatureVersion};
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use reqwest::{Client, StatusCode};
use serde_json::{Map, Value, json};
use sha2::{Sha256, Sha512};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use url::form_urlencoded;

use super::PATIENCE;

/// What Redsys publishes for tests.
pub const MERCHANT: &str = "999008881";
pub const KEY: &str = "sq7HjrUOBfKmC576ILgskD5srU870gJ7";

/// The type of a form.
pub const FORM: &str = "application/x-www-form-urlencoded";

/// What a signed form holds.
pub const FIELDS: [&str; 3] = ["Ds_SignatureVersion", "Ds_MerchantParameters", "Ds_Signature"];

/// Where it is asked what became of an order.
const QUESTIONS: &str = "/apl02/services/SerClsWSConsulta";

pub type Fields = Map<String, Value>;

/// An order as the form said it, and what was done with it since.
#[derive(Default, Clone)]
pub struct Order {
    pub said: Fields,
    pub operations: Vec<Operation>,
}

#[derive(Clone)]
pub struct Operation {
    pub kind: &'static str,
    pub response: String,
    pub amount: i64,
    /// `F` for one that is over.
    pub state: &'static str,
}

#[derive(Default)]
pub struct Mind {
    pub orders: HashMap<String, Order>,
    /// Refunds are made, and their answers lost.
    pub loses_answers: bool,
    /// The hour at which everything it lists was done, if not 17:51:02.
    pub hour: Option<&'static str>,
    /// Refunds are answered by this error.
    pub refuses_refunds: Option<&'static str>,
    /// Questions are answered by this error of the service's.
    pub refuses_questions: Option<&'static str>,
    /// Before it answers the next question, this order's notification is sent.
    pub tells_first: Option<(String, String)>,
    /// It answers nothing at all that is of use.
    pub is_down: bool,
    /// How often each path was asked for.
    pub asked: HashMap<String, usize>,
    listening: Option<JoinHandle<()>>,
}

#[derive(Clone)]
pub struct Redsys {
    pub base: String,
    port: u16,
    version: &'static str,
    client: Client,
    mind: Arc<Mutex<Mind>>,
}

impl Redsys {
    /// One whose terminal signs with SHA-512.
    pub async fn start() -> Self {
        Self::of_version("HMAC_SHA512_V2").await
    }

    /// One whose terminal signs with SHA-256.
    pub async fn start_old() -> Self {
        Self::of_version("HMAC_SHA256_V1").await
    }

    async fn of_version(version: &'static str) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (base, client) = (format!("http://127.0.0.1:{port}"), outside::client(PATIENCE));
        let redsys = Self { port, base, version, client, mind: Arc::default() };
        redsys.listen().await;
        redsys
    }

    /// Takes calls until it is stopped.
    pub async fn listen(&self) {
        let listener = TcpListener::bind(("127.0.0.1", self.port)).await.unwrap();
        let served = self.clone();
        let listening = tokio::spawn(async move {
            while let Ok((stream, peer)) = listener.accept().await {
                let redsys = served.clone();
                let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
                    let redsys = redsys.clone();
                    async move {
                        let peers = (LocalAddr(peer.into()), RemoteAddr(peer.into()));
                        let mut request = poem::Request::from((request, peers.0, peers.1, Scheme::HTTP));
                        let body = request.take_body().into_string().await.unwrap_or_default();
                        if request.uri().path() == QUESTIONS {
                            let told = redsys.mind().tells_first.take();
                            if let Some((number, notification)) = told {
                                redsys.tell(&number, &notification).await;
                            }
                        }
                        let (status, answer) = redsys.answer(request.uri().path(), &body);
                        let answer = poem::Response::builder()
                            .status(poem::http::StatusCode::from_u16(status).unwrap())
                            .body(answer);
                        Ok::<_, Infallible>(hyper::Response::from(answer))
                    }
                });
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
        self.mind().listening = Some(listening);
    }

    /// From now on nobody picks up.
    pub fn stop(&self) {
        self.mind().listening.take().expect("it listens").abort();
    }

    /// The options of a shop that is paid here.
    pub fn options(&self) -> Vec<String> {
        let signature = if self.version == "HMAC_SHA512_V2" { "sha512" } else { "sha256" };
        let options = [
            ["--payments", "redsys"],
            ["--redsys-merchant-code", MERCHANT],
            ["--redsys-terminal", "1"],
            ["--redsys-key", KEY],
            ["--redsys-signature", signature],
            ["--redsys-api-base", &self.base],
        ];
        options.concat().into_iter().map(str::to_owned).collect()
    }

    /// The same, for a shop that is not started by them.
    pub fn settings(&self) -> Settings {
        let is_new = self.version == "HMAC_SHA512_V2";
        Settings {
            has_bizum: true,
            merchant_code: Some(MERCHANT.to_owned()),
            terminal: Some(1),
            key: Some(Secret::from(KEY.to_owned())),
            signature: if is_new { SignatureVersion::Sha512 } else { SignatureVersion::Sha256 },
            api_base: Some(BaseUrl::parse(&self.base).unwrap()),
        }
    }

    pub fn mind(&self) -> MutexGuard<'_, Mind> {
        self.mind.lock().unwrap()
    }

    /// Posts the form of a page of the shop as a browser does; the number of the order it is about.
    pub async fn arrive(&self, page: &str) -> String {
        let action = between(page, "method=\"post\" action=\"", "\"");
        let value = |name: &str| between(page, &format!("name=\"{name}\" value=\""), "\"");
        let form = form(FIELDS.map(|name| (name, value(name))));
        let call = self.client.post(action).header("Content-Type", FORM).body(form);
        let answer = call.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        answer.text().await.unwrap()
    }

    /// The order as it stands here.
    pub fn order(&self, number: &str) -> Order {
        self.mind().orders[number].clone()
    }

    /// Decides about a payment, without telling the shop.
    pub fn decide(&self, number: &str, response: &str) {
        let mut mind = self.mind();
        let order = mind.orders.get_mut(number).expect("the order has arrived");
        let amount = text(&order.said, "DS_MERCHANT_AMOUNT").parse().unwrap();
        order.operations.push(Operation { kind: "0", response: response.to_owned(), amount, state: "F" });
    }

    /// Decides about a payment and tells the shop; what that answers.
    pub async fn end(&self, number: &str, response: &str) -> u16 {
        self.decide(number, response);
        self.tell(number, &self.notification(number, response, &[])).await
    }

    /// The body of a notification, with other values for some fields; an empty one takes a field away.
    pub fn notification(&self, number: &str, response: &str, other: &[(&str, &str)]) -> String {
        self.seal_form(number, &self.said(number, response, other))
    }

    /// What a notification says.
    pub fn said(&self, number: &str, response: &str, other: &[(&str, &str)]) -> Fields {
        let order = self.order(number).said;
        let said = json!({
            "Ds_Date": "20%2F11%2F2026", "Ds_Hour": "17%3A51", "Ds_SecurePayment": "1",
            "Ds_Amount": order["DS_MERCHANT_AMOUNT"], "Ds_Currency": order["DS_MERCHANT_CURRENCY"], "Ds_Order": number,
            "Ds_MerchantCode": order["DS_MERCHANT_MERCHANTCODE"], "Ds_Terminal": "001", "Ds_Response": response,
            "Ds_MerchantData": "", "Ds_TransactionType": "0",
            "Ds_ConsumerLanguage": "1", "Ds_AuthorisationCode": "052029", "Ds_Card_Country": "724",
        });
        let Value::Object(mut said) = said else { unreachable!() };
        for (name, value) in other {
            if value.is_empty() {
                said.remove(*name);
            } else {
                said.insert((*name).to_owned(), json!(value));
            }
        }
        said
    }

    /// A form with signed fields.
    pub fn seal_form(&self, number: &str, said: &Fields) -> String {
        let sealed = self.seal(number, said);
        form(FIELDS.map(|name| (name, sealed[name].as_str().unwrap().to_owned())))
    }

    /// Sends a notification to where the order said; what the shop answers.
    pub async fn tell(&self, number: &str, body: &str) -> u16 {
        let url = text(&self.order(number).said, "DS_MERCHANT_MERCHANTURL");
        let call = self.client.post(url).header("Content-Type", FORM);
        call.body(body.to_owned()).send().await.unwrap().status().as_u16()
    }

    /// The amounts that went back for an order.
    pub fn refunds(&self, number: &str) -> Vec<i64> {
        let made = |o: &&Operation| o.kind == "3" && o.response == "0900";
        self.order(number).operations.iter().filter(made).map(|o| o.amount).collect()
    }

    fn answer(&self, path: &str, body: &str) -> (u16, String) {
        let mut mind = self.mind();
        *mind.asked.entry(path.to_owned()).or_default() += 1;
        if mind.is_down {
            return (503, String::from("down for maintenance"));
        }
        match path {
            "/sis/realizarPago" => self.take(&mut mind, body),
            "/sis/rest/trataPeticionREST" => self.give_back(&mut mind, body),
            QUESTIONS => (200, Self::tell_about(&mind, body)),
            _ => (404, String::new()),
        }
    }

    fn take(&self, mind: &mut Mind, body: &str) -> (u16, String) {
        let form: HashMap<String, String> = form_urlencoded::parse(body.as_bytes()).into_owned().collect();
        let Some(said) = self.open(&json!(form)) else { return (400, String::from("SIS0042")) };
        let number = text(&said, "DS_MERCHANT_ORDER");
        let order = Order { said, operations: Vec::new() };
        if mind.orders.insert(number.clone(), order).is_some() {
            return (400, String::from("SIS0051"));
        }
        (200, number)
    }

    fn give_back(&self, mind: &mut Mind, body: &str) -> (u16, String) {
        let refused = |code: &str| (200, json!({ "errorCode": code, "errorCodeDescription": "no" }).to_string());
        let Some(said) = serde_json::from_str(body).ok().and_then(|sealed| self.open(&sealed)) else {
            return refused("SIS0042");
        };
        if let Some(code) = mind.refuses_refunds {
            return refused(code);
        }
        let loses_answers = mind.loses_answers;
        let number = text(&said, "DS_MERCHANT_ORDER");
        let Some(order) = mind.orders.get_mut(&number) else { return refused("SIS0054") };
        let amount: i64 = text(&said, "DS_MERCHANT_AMOUNT").parse().unwrap();
        let sum = |kind: &str| order.operations.iter().filter(|o| o.kind == kind).map(|o| o.amount).sum::<i64>();
        if text(&said, "DS_MERCHANT_TRANSACTIONTYPE") != "3" || sum("3") + amount > sum("0") {
            return refused("SIS0057");
        }
        order.operations.push(Operation { kind: "3", response: String::from("0900"), amount, state: "F" });
        if loses_answers {
            return (502, String::from("the way back is broken"));
        }
        let answer = json!({
            "Ds_Amount": amount.to_string(), "Ds_Currency": "978", "Ds_Order": number, "Ds_MerchantCode": MERCHANT,
            "Ds_Terminal": "1", "Ds_Response": "0900", "Ds_AuthorisationCode": "123456", "Ds_TransactionType": "3",
            "Ds_MerchantData": said["DS_MERCHANT_MERCHANTDATA"],
        });
        let Value::Object(answer) = answer else { unreachable!() };
        (200, self.seal(&number, &answer).to_string())
    }

    fn tell_about(mind: &Mind, body: &str) -> String {
        let asked = format!("<Version{}</Version>", between(body, "<Version", "</Version>"));
        let (number, kind) = (between(&asked, "<Ds_Order>", "<"), between(&asked, "<Ds_TransactionType>", "<"));
        let error = |code: &str| format!("<ErrorMsg><Ds_ErrorCode>{code}</Ds_ErrorCode></ErrorMsg>");
        let hour = mind.hour.unwrap_or("17:51:02");
        let operation = |o: &Operation| {
            let (amount, state, response) = (o.amount, o.state, &o.response);
            format!(
                "<Response Ds_Version=\"0.0\"><Ds_MerchantCode>{MERCHANT}</Ds_MerchantCode>\
                 <Ds_Terminal>1</Ds_Terminal><Ds_Order>{number}</Ds_Order>\
                 <Ds_TransactionType>{kind}</Ds_TransactionType><Ds_Date>2026-11-20</Ds_Date>\
                 <Ds_Hour>{hour}</Ds_Hour><Ds_Amount>{amount}</Ds_Amount><Ds_Currency>978</Ds_Currency>\
                 <Ds_State>{state}</Ds_State><Ds_Response>{response}</Ds_Response></Response>"
            )
        };
        let list = match mind.orders.get(&number) {
            _ if mind.refuses_questions.is_some() => error(mind.refuses_questions.unwrap()),
            _ if sign_v1(&number, &asked) != between(body, "<Signature>", "</Signature>") => error("XML0023"),
            Some(order) if order.operations.iter().any(|o| o.kind == kind) => {
                order.operations.iter().filter(|o| o.kind == kind).map(operation).collect()
            }
            _ => error("XML0024"),
        };
        let inner = format!("<Messages><Version Ds_Version=\"0.0\"><Message>{list}</Message></Version></Messages>");
        format!(
            "<?xml version=\"1.0\"?><soapenv:Envelope><soapenv:Body><p259:consultaOperacionesResponse>\
             <consultaOperacionesReturn>{}</consultaOperacionesReturn></p259:consultaOperacionesResponse>\
             </soapenv:Body></soapenv:Envelope>",
            manetes::text::escape(&inner)
        )
    }

    fn seal(&self, number: &str, said: &Fields) -> Value {
        let parameters = URL_SAFE.encode(serde_json::to_string(said).unwrap());
        let signature = sign(self.version, number, &parameters).replace('+', "-").replace('/', "_");
        json!({ "Ds_SignatureVersion": self.version, "Ds_MerchantParameters": parameters, "Ds_Signature": signature })
    }

    fn open(&self, sealed: &Value) -> Option<Fields> {
        let parameters = sealed["Ds_MerchantParameters"].as_str()?;
        // Version 2 is sent in the other alphabet, without padding.
        let decoded = if self.version == "HMAC_SHA512_V2" {
            URL_SAFE_NO_PAD.decode(parameters)
        } else {
            STANDARD.decode(parameters)
        };
        let said: Fields = serde_json::from_slice(&decoded.ok()?).ok()?;
        let signature = sign(self.version, &text(&said, "DS_MERCHANT_ORDER"), parameters);
        let is_own = sealed["Ds_SignatureVersion"] == self.version
            && sealed["Ds_Signature"] == signature
            && said["DS_MERCHANT_MERCHANTCODE"] == MERCHANT
            && said["DS_MERCHANT_TERMINAL"] == "1";
        is_own.then_some(said)
    }
}

/// The body of a form.
pub fn form(fields: [(&str, String); 3]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// A value of what was said, as text.
pub fn text(said: &Fields, name: &str) -> String {
    said.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn between(text: &str, before: &str, after: &str) -> String {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{before} is not in {text}"));
    rest.split_once(after).unwrap().0.replace("&amp;", "&")
}

pub fn sign(version: &str, number: &str, message: &str) -> String {
    if version == "HMAC_SHA512_V2" { sign_v2(number, message) } else { sign_v1(number, message) }
}

/// Triple DES in chained blocks, by hand; then HMAC-SHA256 under that.
fn sign_v1(number: &str, message: &str) -> String {
    let key: [u8; 24] = STANDARD.decode(KEY).unwrap().try_into().unwrap();
    let cipher = des::TdesEde3::new(&key.into());
    let mut padded = number.as_bytes().to_vec();
    padded.resize(number.len().div_ceil(8) * 8, 0);
    let (mut last, mut enciphered) = ([0; 8], Vec::new());
    for chunk in padded.chunks(8) {
        let mut block = [0; 8];
        for (at, byte) in chunk.iter().enumerate() {
            block[at] = byte ^ last[at];
        }
        let mut block = block.into();
        cipher.encrypt_block(&mut block);
        last = block.into();
        enciphered.extend(last);
    }
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&enciphered).unwrap();
    mac.update(message.as_bytes());
    STANDARD.encode(mac.finalize().into_bytes())
}

/// One block of AES, because no number fills it; then HMAC-SHA512 under its base64.
fn sign_v2(number: &str, message: &str) -> String {
    let key: [u8; 16] = KEY.as_bytes()[..16].try_into().unwrap();
    let mut block = [u8::try_from(16 - number.len()).unwrap(); 16];
    block[..number.len()].copy_from_slice(number.as_bytes());
    let mut block = block.into();
    aes::Aes128::new(&key.into()).encrypt_block(&mut block);
    let mut mac = <Hmac<Sha512> as KeyInit>::new_from_slice(STANDARD.encode(block).as_bytes()).unwrap();
    mac.update(message.as_bytes());
    URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}
