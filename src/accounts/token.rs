//! Tokens: how they are made. None is stored; only their SHA-256 is.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;

use crate::clock::Timestamp;
use crate::id;
use crate::secrets::{Secrets, hmac_sha256};

/// What an access token says of its bearer. Clients read it; this server does not believe it and looks the token up.
#[derive(Serialize)]
pub(super) struct Claims<'a> {
    pub sub: &'a str,
    pub email: &'a str,
    pub session_id: &'a str,
    pub aud: &'static str,
    pub role: &'static str,
    pub aal: &'static str,
    pub amr: [Method; 1],
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

/// The first refresh token of a session: 256 random bits.
pub(super) fn first_refresh_token() -> String {
    encode(&id::random_bytes())
}

/// The refresh token that follows another. It is derived, so that a client whose answer was lost can be given the same
/// one again although only hashes are stored; without the server's key nobody can derive it.
pub(super) fn next_refresh_token(secrets: &Secrets, token: &str) -> String {
    encode(&hmac_sha256(&secrets.session, format!("refresh:{token}").as_bytes()))
}

/// The token that is mailed for a row of `mail_tokens`: derived when the mail is sent, so that a second try sends the
/// same link and no token rests in the outbox.
pub fn mailed_token(secrets: &Secrets, token_id: &str) -> String {
    encode(&hmac_sha256(&secrets.mail, format!("mail-token:{token_id}").as_bytes()))
}


fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
