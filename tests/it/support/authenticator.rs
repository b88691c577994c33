//! A device that makes a passkey and shows it, as a browser passes it on.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

use super::{Person, Reply, TestShop};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const NEW_CREDENTIAL: u8 = 0x40;

/// A passkey in a device. What it says can be changed, to see whether it is believed.
pub struct Authenticator {
    key: EcdsaKeyPair,
    pub credential_id: Vec<u8>,
    /// The account it says it opens: 16 bytes, as the site gave them.
    pub handle: Vec<u8>,
    /// Where the browser says it is.
    pub origin: String,
    /// The site that it says it signs for.
    pub domain: String,
    /// Whether it asked who holds it.
    pub verifies: bool,
    /// How often it has signed; `None` counts nothing.
    pub counter: Option<u32>,
}

impl Authenticator {
    /// A device that has signed nothing.
    pub fn new(shop: &TestShop) -> Self {
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, key.as_ref(), &random).unwrap();
        let credential_id = digest(&SHA256, key.public_key().as_ref()).as_ref().to_vec();
        Self {
            key,
            credential_id,
            handle: Vec::new(),
            origin: shop.base.clone(),
            domain: String::from("localhost"),
            verifies: true,
            counter: None,
        }
    }

    /// Makes the passkey that the options of a question ask for.
    pub fn make(&mut self, options: &Value) -> Value {
        self.handle = decode(&options["user"]["id"]);
        let mut data = self.data(NEW_CREDENTIAL);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.credential_id.len()).unwrap().to_be_bytes());
        data.extend(&self.credential_id);
        let point = self.key.public_key().as_ref();
        // COSE: an elliptic curve key, ES256, P-256.
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..]);
        // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
        let mut attestation = vec![0xa3, 0x63];
        attestation.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(data);
        let client = self.client_data("webauthn.create", options);
        self.credential(&json!({ "attestationObject": encode(&attestation), "clientDataJSON": encode(&client) }))
    }

    /// Signs what the options of a question ask for.
    pub fn show(&mut self, options: &Value) -> Value {
        self.counter = self.counter.map(|counter| counter + 1);
        let (data, client) = (self.data(0), self.client_data("webauthn.get", options));
        let mut signed = data.clone();
        signed.extend(digest(&SHA256, &client).as_ref());
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        self.credential(&json!({
            "authenticatorData": encode(&data), "clientDataJSON": encode(&client),
            "signature": encode(signature.as_ref()), "userHandle": encode(&self.handle),
        }))
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let verified = if self.verifies { USER_VERIFIED } else { 0 };
        let mut data = digest(&SHA256, self.domain.as_bytes()).as_ref().to_vec();
        data.push(USER_PRESENT | verified | more);
        data.extend(self.counter.unwrap_or(0).to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let said =
            json!({ "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false });
        said.to_string().into_bytes()
    }

    fn credential(&self, response: &Value) -> Value {
        let id = encode(&self.credential_id);
        json!({ "id": id, "rawId": id, "type": "public-key", "response": response })
    }
}

impl Authenticator {
    /// Makes a passkey for somebody who is signed in; the answer to it.
    pub async fn join(&mut self, person: &Person, name: &str) -> Reply {
        let question = person.post("/api/passkeys/question", json!({})).await.expect(200).json();
        let credential = self.make(&question["options"]);
        person.post("/api/passkeys", json!({ "id": question["id"], "name": name, "credential": credential })).await
    }

    /// Signs in as a browser does; the answer to it.
    pub async fn sign_in(&mut self, shop: &TestShop) -> Reply {
        let visitor = shop.visitor();
        let question = visitor.post("/api/passkeys/sign-in/question", json!({})).await.expect(200).json();
        let credential = self.show(&question["options"]);
        visitor.post("/api/passkeys/sign-in", json!({ "id": question["id"], "credential": credential })).await
    }

    /// Somebody who signed in with it.
    pub async fn owner(&mut self, shop: &TestShop) -> Person {
        let token = access_cookie(&self.sign_in(shop).await.expect(204));
        let who = Person { token: Some(token), ..shop.visitor() };
        let user_id = who.get("/api/auth/user").await.expect(200).json()["id"].as_str().unwrap().to_owned();
        Person { user_id, ..who }
    }
}

/// The access token that an answer sets.
fn access_cookie(reply: &Reply) -> String {
    let set = reply.headers.get_all("set-cookie").into_iter().map(|value| value.to_str().unwrap());
    let access = set.into_iter().find_map(|cookie| cookie.strip_prefix("manetes-access=")).expect("a session");
    access.split(';').next().unwrap().to_owned()
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decode(text: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text.as_str().unwrap()).unwrap()
}
