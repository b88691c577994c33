//! Statements on sign-ins through a provider under way, of whose states the hashes are stored.

use rusqlite::OptionalExtension;

use super::flow::{FLOW_SECONDS, Flow};
use crate::auth::pkce::Challenge;
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::secrets::sha256;

/// Notes that a browser leaves for a provider with this state.
pub(super) fn begin(tx: &Tx<'_>, state: &str, browser: &str, flow: &Flow, now: Timestamp) -> db::Result<()> {
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
pub(super) fn take(tx: &Tx<'_>, state: &str, browser: &str, now: Timestamp) -> db::Result<Option<Flow>> {
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

/// Nobody who is on their way to a provider comes back from it.
pub(super) fn end_everything(tx: &Tx<'_>) -> db::Result<()> {
    tx.execute("DELETE FROM sign_in_flows", [])?;
    Ok(())
}
