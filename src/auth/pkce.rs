//! Proof Key for Code Exchange (RFC 7636): whoever exchanges a code for a session shows that they are the program that
//! asked for it. A code works once, and only its hash rests here.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::session::SignInMethod;
use super::sql::codes::{self as sql, Stored};
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::id;
use crate::secrets::sha256;

/// How long a code can be exchanged, in seconds.
const CODE_SECONDS: i64 = 300;

/// The hash of a verifier that only the program that asks knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge([u8; 32]);

/// What was sent is no challenge.
#[derive(Debug, thiserror::Error)]
#[error("PKCE needs both code_challenge and code_challenge_method, which is s256 or plain")]
pub struct InvalidChallenge;

impl Challenge {
    /// Reads a challenge and its method; `None` when neither is there.
    pub fn parse(challenge: Option<&str>, method: Option<&str>) -> Result<Option<Self>, InvalidChallenge> {
        let given = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
        let (text, method) = match (given(challenge), given(method)) {
            (None, None) => return Ok(None),
            (Some(text), Some(method)) => (text, method.to_ascii_lowercase()),
            _ => return Err(InvalidChallenge),
        };
        let unreserved = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
        if !(43..=128).contains(&text.len()) || !text.bytes().all(unreserved) {
            return Err(InvalidChallenge);
        }
        let hash = match method.as_str() {
            "s256" => URL_SAFE_NO_PAD.decode(text).ok().and_then(|hash| hash.try_into().ok()),
            // The verifier itself: from here on it is treated as if it had been hashed by the program.
            "plain" => Some(sha256(text.as_bytes())),
            _ => None,
        };
        hash.map(|hash| Some(Self(hash))).ok_or(InvalidChallenge)
    }

    fn is_met_by(self, verifier: &str) -> bool {
        self.0 == sha256(verifier.as_bytes())
    }

    /// As it is stored.
    pub const fn bytes(self) -> [u8; 32] {
        self.0
    }

    /// As it was stored.
    pub const fn of_stored(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

/// What became of a code that was shown. The caller commits in every case: it is used up.
#[derive(Debug, PartialEq, Eq)]
pub enum Exchange {
    /// It was right: whose session to begin, and how they proved who they are.
    Right(String, SignInMethod),
    /// There is no such code, or it was used.
    Unknown,
    /// It is too old.
    Expired,
    /// Another program asked for it.
    WrongVerifier,
}

/// Makes the code that the program of a challenge exchanges for a session.
pub fn issue(
    tx: &Tx<'_>,
    user_id: &str,
    challenge: Challenge,
    method: SignInMethod,
    now: Timestamp,
) -> db::Result<String> {
    let code = URL_SAFE_NO_PAD.encode(id::random_bytes());
    let expires_at = now.plus_seconds(CODE_SECONDS);
    sql::insert(tx, &code, &Stored { user_id: user_id.to_owned(), challenge, method, expires_at })?;
    Ok(code)
}

/// Uses up a code.
pub fn exchange(tx: &Tx<'_>, code: &str, verifier: &str, now: Timestamp) -> db::Result<Exchange> {
    Ok(match sql::take(tx, code)? {
        None => Exchange::Unknown,
        Some(stored) if stored.expires_at <= now => Exchange::Expired,
        Some(stored) if !stored.challenge.is_met_by(verifier) => Exchange::WrongVerifier,
        Some(stored) => Exchange::Right(stored.user_id, stored.method),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // The example of RFC 7636, appendix B.
    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const HASHED: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    #[test]
    fn a_challenge_is_met_by_its_verifier_alone() {
        for (text, method) in [(HASHED, "s256"), (HASHED, "S256"), (VERIFIER, "plain")] {
            let challenge = Challenge::parse(Some(text), Some(method)).unwrap().unwrap();
            assert!(challenge.is_met_by(VERIFIER), "{method}");
            assert!(!challenge.is_met_by(HASHED), "{method}");
        }
    }

    #[test]
    fn half_a_challenge_and_none_of_ours_are_told_apart() {
        assert_eq!(Challenge::parse(None, None).unwrap(), None);
        assert_eq!(Challenge::parse(Some(""), Some("")).unwrap(), None);
        for (text, method) in [
            (Some(HASHED), None),
            (None, Some("s256")),
            (Some("short"), Some("s256")),
            (Some(HASHED), Some("md5")),
            (Some(&*"x".repeat(129)), Some("plain")),
            (Some("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw cM"), Some("s256")),
        ] {
            assert!(Challenge::parse(text, method).is_err(), "{text:?} {method:?}");
        }
    }
}
