//! Statements on the codes that programs exchange for sessions, of which the hashes are stored.

use rusqlite::OptionalExtension;

use super::super::pkce::Challenge;
use super::super::session::SignInMethod;
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::secrets::sha256;

/// What is stored of a code.
pub(in crate::auth) struct Stored {
    pub user_id: String,
    pub challenge: Challenge,
    pub method: SignInMethod,
    pub expires_at: Timestamp,
}

pub(in crate::auth) fn insert(tx: &Tx<'_>, code: &str, stored: &Stored) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO auth_codes (hash, user_id, challenge, method, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute((
        sha256(code.as_bytes()),
        &stored.user_id,
        stored.challenge.bytes(),
        stored.method.as_str(),
        stored.expires_at,
    ))?;
    Ok(())
}

/// Uses up a code.
pub(in crate::auth) fn take(tx: &Tx<'_>, code: &str) -> db::Result<Option<Stored>> {
    Ok(tx
        .prepare_cached("DELETE FROM auth_codes WHERE hash = ?1 RETURNING user_id, challenge, method, expires_at")?
        .query_row([sha256(code.as_bytes())], |row| {
            Ok(Stored {
                user_id: row.get(0)?,
                challenge: Challenge::of_stored(row.get(1)?),
                method: row.get(2)?,
                expires_at: row.get(3)?,
            })
        })
        .optional()?)
}
