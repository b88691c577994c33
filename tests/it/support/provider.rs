//! An OpenID Connect provider that says what it is told to say, in tokens signed with its own key.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use manetes::clock::Clock;
use manetes::secrets::sha256;
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKeyId, PrivateSigningKey};
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use url::Url;

const KEY: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIOwGP/sAZO0xMlqQu6bSigj5nuc9pc9PxYbfX+54z/PZ
-----END PRIVATE KEY-----";

/// The one code it gives.
const CODE: &str = "given-once";

#[derive(Default)]
struct Mind {
    claims: Value,
    challenge: String,
    forges: bool,
    asked: Vec<String>,
}

#[derive(Clone)]
pub struct Provider {
    pub issuer: String,
    mind: Arc<Mutex<Mind>>,
}

impl Provider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
        let provider = Self { issuer, mind: Arc::default() };
        let served = provider.clone();
        tokio::spawn(async move {
            while let Ok((stream, peer)) = listener.accept().await {
                let provider = served.clone();
                let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
                    let provider = provider.clone();
                    async move {
                        let peers = (LocalAddr(peer.into()), RemoteAddr(peer.into()));
                        let mut request = poem::Request::from((request, peers.0, peers.1, Scheme::HTTP));
                        let body = request.take_body().into_string().await.unwrap_or_default();
                        let path = request.uri().path().to_owned();
                        let answer = poem::Response::builder()
                            .content_type("application/json")
                            .body(provider.answer(&path, &body).to_string());
                        Ok::<_, Infallible>(hyper::Response::from(answer))
                    }
                });
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
        provider
    }

    /// The setting that lets people sign in with it.
    pub fn setting(&self) -> Value {
        json!([{ "id": "acme", "name": "Acme", "issuer": self.issuer, "client_id": "manetes",
                 "client_secret": "a secret", "domains": ["acme.example"] }])
    }

    /// What it will say to whoever arrived at `page` with the code; `more` stands in place of the usual claims.
    pub fn will_say(&self, page: &Url, more: Value) {
        let asked = |name: &str| page.query_pairs().find(|(n, _)| n == name).unwrap().1.into_owned();
        let now = Clock::system().now().seconds();
        let mut claims = json!({
            "iss": self.issuer, "aud": "manetes", "sub": "1", "nonce": asked("nonce"), "iat": now, "exp": now + 300,
            "email": "ana@example.com", "email_verified": true, "name": "Ana",
        });
        let Value::Object(more) = more else { panic!("claims are an object") };
        claims.as_object_mut().unwrap().extend(more);
        let mut mind = self.mind.lock().unwrap();
        (mind.claims, mind.challenge) = (claims, asked("code_challenge"));
    }

    /// From now on its signatures are wrong.
    pub fn forge(&self) {
        self.mind.lock().unwrap().forges = true;
    }

    /// How often a path was asked for.
    pub fn times(&self, path: &str) -> usize {
        self.mind.lock().unwrap().asked.iter().filter(|asked| *asked == path).count()
    }

    fn answer(&self, path: &str, body: &str) -> Value {
        let mut mind = self.mind.lock().unwrap();
        mind.asked.push(path.to_owned());
        match path {
            "/.well-known/openid-configuration" => json!({
                "issuer": self.issuer,
                "authorization_endpoint": format!("{}/authorize", self.issuer),
                "token_endpoint": format!("{}/token", self.issuer),
                "userinfo_endpoint": format!("{}/me", self.issuer),
                "jwks_uri": format!("{}/jwks", self.issuer),
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["EdDSA"],
            }),
            "/jwks" => json!({ "keys": [key().as_verification_key()] }),
            "/token" => {
                let form: Vec<(String, String)> = url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
                let sent = |name: &str| form.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value);
                let challenge = URL_SAFE_NO_PAD.encode(sha256(sent("code_verifier").as_bytes()));
                if sent("code") != CODE || challenge != mind.challenge {
                    return json!({ "error": "invalid_grant" });
                }
                mind.challenge.clear();
                json!({ "access_token": "opens /me", "token_type": "Bearer", "id_token": token(&mind) })
            }
            "/me" => json!({ "sub": mind.claims["sub"], "email": "told@example.com", "email_verified": true }),
            _ => Value::Null,
        }
    }
}

fn key() -> CoreEdDsaPrivateSigningKey {
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(KEY, Some(JsonWebKeyId::new(String::from("1")))).unwrap()
}

fn token(mind: &Mind) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", part(&json!({ "alg": "EdDSA", "kid": "1", "typ": "JWT" })), part(&mind.claims));
    let mut signature = key().sign(&CoreJwsSigningAlgorithm::EdDsa, signed.as_bytes()).unwrap();
    if mind.forges {
        signature[0] ^= 1;
    }
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}
