//! Statements on who people are at providers.

use rusqlite::OptionalExtension;

use super::super::identity::Identity;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::oidc::Claims;

/// The account that an identity opens already.
pub(in crate::accounts) fn known(tx: &Tx<'_>, claims: &Claims, now: Timestamp) -> db::Result<Option<String>> {
    let email = claims.email.as_ref().map(EmailAddress::as_str);
    Ok(tx
        .prepare_cached(
            "UPDATE identities SET last_sign_in_at = ?3, email = coalesce(?4, email), provider = ?5
             WHERE issuer = ?1 AND subject = ?2 RETURNING user_id",
        )?
        .query_row((&claims.issuer, &claims.subject, now, email, &claims.provider), |row| row.get(0))
        .optional()?)
}

pub(in crate::accounts) fn join(tx: &Tx<'_>, user_id: &str, claims: &Claims, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO identities (id, user_id, provider, issuer, subject, email, created_at, last_sign_in_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
    )?
    .execute((
        id::new(),
        user_id,
        &claims.provider,
        &claims.issuer,
        &claims.subject,
        claims.email.as_ref().map(EmailAddress::as_str),
        now,
    ))?;
    Ok(())
}

pub(in crate::accounts) fn list(conn: &Conn, user_id: &str) -> db::Result<Vec<Identity>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, provider, subject, email, created_at, last_sign_in_at FROM identities
         WHERE user_id = ?1 ORDER BY created_at, rowid",
    )?;
    let rows = statement.query_map([user_id], |row| {
        Ok(Identity {
            id: row.get(0)?,
            provider: row.get(1)?,
            subject: row.get(2)?,
            email: row.get(3)?,
            created_at: row.get(4)?,
            last_sign_in_at: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether it was theirs.
pub(in crate::accounts) fn delete(tx: &Tx<'_>, user_id: &str, identity_id: &str) -> db::Result<bool> {
    let mut statement = tx.prepare_cached("DELETE FROM identities WHERE id = ?1 AND user_id = ?2")?;
    Ok(statement.execute((identity_id, user_id))? == 1)
}
