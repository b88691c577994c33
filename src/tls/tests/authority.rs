//! An authority that does as RFC 8555 says, until it is told to do otherwise. It believes signatures, and looks at port 80
//! by asking the test.

use std::convert::Infallible;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use poem::http::StatusCode;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Request, Response};
use rcgen::{BasicConstraints, CertificateParams, CertificateSigningRequestParams, IsCa, Issuer, KeyPair};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::clock::Timestamp;

/// What it does instead.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Fault {
    /// Takes questions here, and answers none.
    Hangs(&'static str),
    /// Answers something here that is no answer.
    Babbles(&'static str),
    /// Begins an answer here, and goes away.
    BreaksOff(&'static str),
    /// Refuses here: the problem's type, the status, and when to come again.
    Refuses(&'static str, &'static str, u16, Option<&'static str>),
    /// So many nonces are wrong.
    BadNonces(u32),
    /// Leads to somewhere that everybody can read.
    LeadsElsewhere,
    /// Certifies other names, another key, or a time that is over.
    OtherNames,
    OtherKey,
    IsOver,
    /// Never looks.
    NeverLooks,
    /// Does not say which certificate an order replaces.
    ForgetsWhatIsReplaced,
}

/// What it knows and what it was asked.
#[derive(Default)]
pub(super) struct Mind {
    pub fault: Option<Fault>,
    /// What it says of when to renew, as JSON, and when to ask again; without one it does not speak of that.
    pub renewal: Option<(Value, Option<&'static str>)>,
    /// Paths, in order.
    pub asked: Vec<String>,
    /// What new orders say.
    pub ordered: Vec<Value>,
    /// How long the next certificate lasts, from when.
    pub life: Option<(Timestamp, i64)>,
    looked_at: Vec<(String, bool)>,
    certificate: String,
    nonces: u32,
}

type Look = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

#[derive(Clone)]
pub(super) struct StandIn {
    pub base: String,
    mind: Arc<Mutex<Mind>>,
    look: Arc<Mutex<Look>>,
    issuer: Arc<Issuer<'static, KeyPair>>,
}

impl StandIn {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = Arc::new(Issuer::new(params, KeyPair::generate().unwrap()));
        let nobody: Look = Arc::new(|_| None);
        let authority = Self { base, mind: Arc::default(), look: Arc::new(Mutex::new(nobody)), issuer };
        let served = authority.clone();
        tokio::spawn(async move {
            while let Ok((stream, peer)) = listener.accept().await {
                let authority = served.clone();
                let service = service_fn(move |request: hyper::Request<Incoming>| {
                    let (authority, peers) = (authority.clone(), (LocalAddr(peer.into()), RemoteAddr(peer.into())));
                    let request = Request::from((request, peers.0, peers.1, Scheme::HTTP));
                    async move { Ok::<_, Infallible>(hyper::Response::from(authority.answer(request).await)) }
                });
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
        authority
    }

    pub(super) fn directory(&self) -> String {
        format!("{}/directory", self.base)
    }

    /// What port 80 shows for a token.
    pub(super) fn looks(&self, look: impl Fn(&str) -> Option<String> + Send + Sync + 'static) {
        *self.look.lock().unwrap() = Arc::new(look);
    }

    pub(super) fn mind(&self) -> MutexGuard<'_, Mind> {
        self.mind.lock().unwrap()
    }

    /// How often a path was asked for.
    pub(super) fn count(&self, path: &str) -> usize {
        self.mind().asked.iter().filter(|asked| asked.starts_with(path)).count()
    }

    async fn answer(&self, mut request: Request) -> Response {
        let path = request.uri().path().to_owned();
        let body = request.take_body().into_bytes().await.unwrap_or_default();
        let jws: Value = serde_json::from_slice(&body).unwrap_or_default();
        let payload = URL_SAFE_NO_PAD.decode(jws["payload"].as_str().unwrap_or_default()).unwrap_or_default();
        let payload: Value = serde_json::from_slice(&payload).unwrap_or_default();
        let fault = {
            let mut mind = self.mind();
            mind.asked.push(path.clone());
            mind.fault.clone()
        };
        match fault {
            Some(Fault::Hangs(at)) if path.starts_with(at) => pending().await,
            Some(Fault::Babbles(at)) if path.starts_with(at) => self.reply(200, "<h1>Hello</h1>"),
            Some(Fault::BreaksOff(at)) if path.starts_with(at) => {
                let mut reply = self.reply(200, "");
                reply.headers_mut().insert("content-length", 1000.into());
                let gone = async {
                    // What was begun goes out first.
                    tokio::task::yield_now().await;
                    Err(std::io::Error::other("gone"))
                };
                let begun = stream::iter([Ok(Bytes::from_static(b"{"))]).chain(stream::once(gone));
                reply.set_body(poem::Body::from_bytes_stream(begun));
                reply
            }
            Some(Fault::Refuses(at, kind, status, again)) if path.starts_with(at) => problem(status, kind, again),
            Some(Fault::BadNonces(left)) if left > 0 && body.len() > 2 => {
                self.mind().fault = Some(Fault::BadNonces(left - 1));
                let mut reply = problem(400, "badNonce", None);
                reply.headers_mut().insert("replay-nonce", "another".parse().unwrap());
                reply
            }
            _ => self.act(&path, &payload),
        }
    }

    fn act(&self, path: &str, payload: &Value) -> Response {
        let base = &self.base;
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match parts[..] {
            ["directory"] => self.reply(200, &self.places().to_string()),
            ["nonce"] => self.reply(200, ""),
            ["account"] => self.at("account/1", &json!({ "status": "valid" })),
            ["order"] => {
                let mut mind = self.mind();
                mind.ordered.push(payload.clone());
                mind.looked_at.clear();
                mind.certificate.clear();
                for name in payload["identifiers"].as_array().unwrap() {
                    mind.looked_at.push((name["value"].as_str().unwrap().to_owned(), false));
                }
                drop(mind);
                self.at("order/1", &self.order("pending"))
            }
            ["order", _] => self.reply(200, &self.order(self.status()).to_string()),
            ["authorization", n] => self.reply(200, &self.authorization(n).to_string()),
            ["challenge", n] => {
                let token = format!("token-{n}");
                let shown = self.look.lock().unwrap().clone()(&token);
                let is_right = shown.is_some_and(|shown| shown.starts_with(&format!("{token}.")));
                if is_right && self.mind().fault != Some(Fault::NeverLooks) {
                    self.mind().looked_at[n.parse::<usize>().unwrap()].1 = true;
                } else if self.mind().fault != Some(Fault::NeverLooks) {
                    self.mind().certificate = String::from("refused");
                }
                // Whatever it finds, it says later.
                let looks =
                    json!({ "type": "http-01", "url": format!("{base}/challenge/{n}"), "status": "processing" });
                self.reply(200, &looks.to_string())
            }
            ["finalize"] => {
                let pem = self.certify(payload["csr"].as_str().unwrap());
                self.mind().certificate = pem;
                self.reply(200, &self.order("valid").to_string())
            }
            ["certificate"] => {
                let pem = self.mind().certificate.clone();
                self.reply(200, &pem)
            }
            ["renewal", _] => {
                let (said, again) = self.mind().renewal.clone().unwrap();
                let mut reply = self.reply(200, &said.to_string());
                if let Some(again) = again {
                    reply.headers_mut().insert("retry-after", again.parse().unwrap());
                }
                reply
            }
            _ => panic!("{base}{path}"),
        }
    }

    fn places(&self) -> Value {
        let base = &self.base;
        let elsewhere = self.mind().fault == Some(Fault::LeadsElsewhere);
        let orders = if elsewhere { "http://acme.example/order".to_owned() } else { format!("{base}/order") };
        let mut places = json!({
            "newNonce": format!("{base}/nonce"), "newAccount": format!("{base}/account"), "newOrder": orders,
        });
        if self.mind().renewal.is_some() {
            places["renewalInfo"] = format!("{base}/renewal").into();
        }
        places
    }

    fn order(&self, status: &str) -> Value {
        let (base, mind) = (&self.base, self.mind());
        let wish = mind.ordered.last().unwrap();
        let all: Vec<_> = (0..mind.looked_at.len()).map(|n| format!("{base}/authorization/{n}")).collect();
        let mut order = json!({
            "status": status, "identifiers": wish["identifiers"], "authorizations": all,
            "finalize": format!("{base}/finalize"), "certificate": format!("{base}/certificate"),
        });
        if mind.fault != Some(Fault::ForgetsWhatIsReplaced) && !wish["replaces"].is_null() {
            order["replaces"] = wish["replaces"].clone();
        }
        order
    }

    fn status(&self) -> &'static str {
        let mind = self.mind();
        match mind.certificate.as_str() {
            "refused" => "invalid",
            "" if mind.looked_at.iter().all(|(_, is_found)| *is_found) => "ready",
            "" => "pending",
            _ => "valid",
        }
    }

    fn authorization(&self, n: &str) -> Value {
        let challenge = self.challenge(n);
        let (name, _) = self.mind().looked_at[n.parse::<usize>().unwrap()].clone();
        json!({
            "identifier": { "type": "dns", "value": name }, "status": challenge["status"], "challenges": [challenge],
        })
    }

    fn challenge(&self, n: &str) -> Value {
        let mind = self.mind();
        let (name, is_found) = &mind.looked_at[n.parse::<usize>().unwrap()];
        let is_refused = mind.certificate == "refused" && !is_found;
        let status = if *is_found {
            "valid"
        } else if is_refused {
            "invalid"
        } else {
            "pending"
        };
        let mut challenge = json!({
            "type": "http-01", "url": format!("{}/challenge/{n}", self.base), "token": format!("token-{n}"), "status": status,
        });
        if is_refused {
            challenge["error"] = json!({
                "type": "urn:ietf:params:acme:error:connection", "detail": format!("nobody at {name}"), "status": 400,
            });
        }
        challenge
    }

    fn certify(&self, request: &str) -> String {
        let request = URL_SAFE_NO_PAD.decode(request).unwrap();
        let mut request = CertificateSigningRequestParams::from_der(&request.into()).unwrap();
        let mind = self.mind();
        let params = &mut request.params;
        params.use_authority_key_identifier_extension = true;
        let moment = |at: Timestamp| {
            rcgen::date_time_ymd(1970, 1, 1) + std::time::Duration::from_millis(at.millis().unsigned_abs())
        };
        if let Some((begins_at, seconds)) = mind.life {
            (params.not_before, params.not_after) = (moment(begins_at), moment(begins_at.plus_seconds(seconds)));
        }
        match mind.fault {
            Some(Fault::OtherNames) => {
                params.subject_alt_names =
                    CertificateParams::new([String::from("other.example")]).unwrap().subject_alt_names;
            }
            Some(Fault::IsOver) => params.not_after = rcgen::date_time_ymd(2001, 1, 1),
            Some(Fault::OtherKey) => {
                return params.signed_by(&KeyPair::generate().unwrap(), &self.issuer).unwrap().pem();
            }
            _ => {}
        }
        request.signed_by(&self.issuer).unwrap().pem()
    }

    fn at(&self, place: &str, said: &Value) -> Response {
        let mut reply = self.reply(201, &said.to_string());
        reply.headers_mut().insert("location", format!("{}/{place}", self.base).parse().unwrap());
        reply
    }

    fn reply(&self, status: u16, body: &str) -> Response {
        let mut mind = self.mind();
        mind.nonces += 1;
        let reply = Response::builder().status(of(status)).header("replay-nonce", format!("nonce-{}", mind.nonces));
        reply.body(body.to_owned())
    }
}

fn problem(status: u16, kind: &str, again: Option<&str>) -> Response {
    let said = json!({ "type": format!("urn:ietf:params:acme:error:{kind}"), "detail": "not today", "status": status });
    let reply = Response::builder().status(of(status)).content_type("application/problem+json");
    let reply = again.into_iter().fold(reply, |reply, again| reply.header("retry-after", again));
    reply.body(said.to_string())
}

fn of(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap()
}
