//! Tokens: how they are made. None is stored; only their SHA-256 is.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id;
use crate::secrets::{Secrets, hmac_sha256, hmac_sha256_verifies};

/// What an access token says of its bearer. Clients read it; this server does not believe it and looks the token up.
#[derive(Serialize)]
pub(super) struct Claims<'a> {
    pub sub: &'a str,
    pub email: &'a str,
    pub session_id: &'a str,
    pub aud: &'static str,
    pub role: &'static str,
    pub aal: &'static str,
    pub amr: Vec<Method>,
    /// Unix seconds.
    pub iat: i64,
    /// Unix seconds.
    pub exp: i64,
    /// Makes two tokens of one second differ.
    pub jti: String,
}

/// How and when (Unix seconds) somebody proved who they are.
#[derive(Serialize)]
pub(super) struct Method {
    pub method: &'static str,
    pub timestamp: i64,
}

/// A JWT (HS256), because existing clients decode access tokens.
pub(super) fn access_token(secrets: &Secrets, claims: &Claims<'_>) -> String {
    let claims = serde_json::to_vec(claims).expect("claims are plain data");
    let signed = format!("{}.{}", encode(br#"{"alg":"HS256","typ":"JWT"}"#), encode(&claims));
    let signature = encode(&hmac_sha256(&secrets.session, signed.as_bytes()));
    format!("{signed}.{signature}")
}

/// The session that an access token of this server names, which may be over; `None` when the token has ended or is
/// somebody else's.
pub(super) fn session_of(secrets: &Secrets, token: &str, now: Timestamp) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        session_id: String,
        exp: i64,
    }
    let (signed, tag) = token.rsplit_once('.')?;
    let tag =
        URL_SAFE_NO_PAD.decode(tag).ok().filter(|tag| hmac_sha256_verifies(&secrets.session, signed.as_bytes(), tag));
    let (_, claims) = tag.and_then(|_| signed.split_once('.'))?;
    let named: Named = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).ok()?).ok()?;
    (named.exp > now.seconds()).then_some(named.session_id)
}

/// The first refresh token of a session: 256 random bits.
pub(super) fn first_refresh_token() -> String {
    encode(&id::random_bytes())
}

/// The refresh token that follows another. It is derived, so that a client whose answer was lost can be given the same
/// one again although only hashes are stored; without the server's key nobody can derive it.
pub(super) fn next_refresh_token(secrets: &Secrets, token: &str) -> String {
    encode(&hmac_sha256(&secrets.session, format!("refresh:{token}").as_bytes()))
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRETS: Secrets = Secrets { session: [1; 32], mail: [2; 32], sandbox: [3; 32], factor: [4; 32] };

    fn decode(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn clients_can_read_an_access_token_and_it_is_signed() {
        let claims = Claims {
            sub: "u",
            email: "ana@example.com",
            session_id: "s",
            aud: "authenticated",
            role: "authenticated",
            aal: "aal1",
            amr: vec![Method { method: "password", timestamp: 1 }],
            iat: 1,
            exp: 3601,
            jti: id::new(),
        };
        let token = access_token(&SECRETS, &claims);
        let [header, body, signature] = token.split('.').collect::<Vec<_>>()[..] else { panic!("{token}") };
        assert_eq!(decode(header), br#"{"alg":"HS256","typ":"JWT"}"#);
        let body: serde_json::Value = serde_json::from_slice(&decode(body)).unwrap();
        assert_eq!(
            (&body["sub"], &body["exp"], &body["amr"][0]["method"]),
            (&"u".into(), &3601.into(), &"password".into())
        );
        let signed = token.rsplit_once('.').unwrap().0;
        assert!(hmac_sha256_verifies(&SECRETS.session, signed.as_bytes(), &decode(signature)));
        let at = |seconds: i64| Timestamp::from_millis(seconds * 1000);
        assert_eq!(session_of(&SECRETS, &token, at(3600)).as_deref(), Some("s"));
        assert_eq!(session_of(&SECRETS, &token, at(3601)), None);
        let forged = format!("{signed}.{}", encode(&[0; 32]));
        for token in [forged.as_str(), signed, "a.b.c", "..", "."] {
            assert_eq!(session_of(&SECRETS, token, at(1)), None, "{token}");
        }
    }

    #[test]
    fn a_successor_depends_on_its_predecessor_and_the_key() {
        let first = first_refresh_token();
        assert_eq!(decode(&first).len(), 32);
        assert_ne!(first, first_refresh_token());
        assert_eq!(next_refresh_token(&SECRETS, &first), next_refresh_token(&SECRETS, &first));
        assert_ne!(next_refresh_token(&SECRETS, &first), next_refresh_token(&SECRETS, "other"));
        let other = Secrets { session: [9; 32], ..SECRETS };
        assert_ne!(next_refresh_token(&SECRETS, &first), next_refresh_token(&other, &first));
    }
}
