//! A sign-in through a provider, from leaving this site to coming back. Its state is known to the browser that left and
//! to no other, works once, and for ten minutes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::auth::pkce::Challenge;
use crate::id;
use crate::lang::Lang;
use crate::secrets::{Secrets, hmac_sha256};

/// How long somebody may take at the provider, in seconds.
pub const FLOW_SECONDS: i64 = 600;

/// What is remembered of somebody who has left for a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// Which provider, by its id.
    pub provider: String,
    /// An address of this site.
    pub destination: String,
    /// Of the program that gets a code there; `None` for the website, which gets cookies.
    pub challenge: Option<Challenge>,
    /// Of mails to them, should they be new here.
    pub lang: Lang,
    /// The session the browser had.
    pub session_id: Option<String>,
}

/// A random value as it stands in an address or a cookie.
pub fn random() -> String {
    URL_SAFE_NO_PAD.encode(id::random_bytes())
}

/// What the provider repeats in its token, made from the state: it was made for this sign-in.
pub fn nonce(secrets: &Secrets, state: &str) -> String {
    derived(secrets, "nonce", state)
}

/// What this program shows the provider together with the code, made from the state: it is the one that asked.
pub fn verifier(secrets: &Secrets, state: &str) -> String {
    derived(secrets, "verifier", state)
}

fn derived(secrets: &Secrets, purpose: &str, state: &str) -> String {
    URL_SAFE_NO_PAD.encode(hmac_sha256(&secrets.session, format!("flow:{purpose}:{state}").as_bytes()))
}
