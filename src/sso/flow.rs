//! A sign-in through a provider, from leaving this site to coming back. Its state is known to the browser that left and
//! to no other, works once, and for ten minutes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rusqlite::OptionalExtension;

use crate::auth::pkce::Challenge;
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::id;
use crate::lang::Lang;
use crate::secrets::{Secrets, hmac_sha256, sha256};

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

/// Notes that a browser leaves for a provider with this state.
pub fn begin(tx: &Tx<'_>, state: &str, browser: &str, flow: &Flow, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO sign_in_flows (state, browser, provider, destination, challenge, lang, session_id, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute((
        sha256(state.as_bytes()),
        sha256(browser.as_bytes()),
        &flow.provider,
        &flow.destination,
        flow.challenge.map(Challenge::bytes),
        flow.lang,
        &flow.session_id,
        now.plus_seconds(FLOW_SECONDS),
    ))?;
    Ok(())
}

/// Uses up a state; `None` when it is unknown, used, too old or another browser's.
pub fn take(tx: &Tx<'_>, state: &str, browser: &str, now: Timestamp) -> db::Result<Option<Flow>> {
    let taken = tx
        .prepare_cached(
            "DELETE FROM sign_in_flows WHERE state = ?1 AND browser = ?2
             RETURNING provider, destination, challenge, lang, session_id, expires_at",
        )?
        .query_row((sha256(state.as_bytes()), sha256(browser.as_bytes())), |row| {
            let flow = Flow {
                provider: row.get(0)?,
                destination: row.get(1)?,
                challenge: row.get::<_, Option<_>>(2)?.map(Challenge::of_stored),
                lang: row.get(3)?,
                session_id: row.get(4)?,
            };
            Ok((flow, row.get::<_, Timestamp>(5)?))
        })
        .optional()?;
    Ok(taken.filter(|(_, expires_at)| *expires_at > now).map(|(flow, _)| flow))
}

/// Forgets those who did not come back in time.
pub(super) fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    tx.execute("DELETE FROM sign_in_flows WHERE expires_at <= ?1", [now])?;
    Ok(())
}
