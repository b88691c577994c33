//! Statements on sessions and their tokens, of which the hashes are stored.

use rusqlite::OptionalExtension;

use super::super::session::{Lack, Listed, Owner, Scope, Session, SignedIn};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::secrets::sha256;
use crate::settings::{Passkeys, Settings};

type Result<T> = db::Result<T>;

/// Address and role of somebody who signs in.
pub(in crate::auth) fn person(tx: &Tx<'_>, user_id: &str) -> Result<(String, bool)> {
    Ok(tx
        .prepare_cached(
            "SELECT email, EXISTS (SELECT 1 FROM admins WHERE user_id = users.id) FROM users WHERE id = ?1",
        )?
        .query_row([user_id], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

pub(in crate::auth) fn insert(
    tx: &Tx<'_>,
    session: &Session,
    passkey_id: Option<&str>,
    user_agent: &str,
) -> Result<()> {
    tx.prepare_cached(
        "INSERT INTO sessions (id, user_id, method, created_at, last_seen_at, expires_at, user_agent, factor_at, passkey_id)
         VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute((
        &session.id,
        &session.user_id,
        session.method.as_str(),
        session.created_at,
        session.expires_at,
        user_agent,
        session.factor_at,
        passkey_id,
    ))?;
    tx.prepare_cached("UPDATE users SET last_sign_in_at = ?2 WHERE id = ?1")?
        .execute((&session.user_id, session.created_at))?;
    Ok(())
}

/// `?3` is the site's name for passkeys.
const SIGNED_IN: &str = "SELECT u.id, u.email, s.id, s.method, s.created_at, s.factor_at IS NOT NULL,
    EXISTS (SELECT 1 FROM factors f WHERE f.user_id = u.id AND f.verified_at IS NOT NULL),
    (SELECT a.needs_factor FROM admins a WHERE a.user_id = u.id),
    EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id AND k.domain = ?3 AND k.doubted_at IS NULL),
    s.method = 'webauthn' OR s.by_code = 1,
    max(s.last_seen_at, coalesce(s.factor_at, 0))";

/// Somebody, and whether the desk opens to them only where it lets other proofs in than a passkey.
fn signed_in(row: &rusqlite::Row<'_>) -> rusqlite::Result<(SignedIn, bool)> {
    let (gave_factor, has_app, has_passkey): (bool, bool, bool) = (row.get(5)?, row.get(6)?, row.get(8)?);
    let admin_needs_factor: Option<bool> = row.get(7)?;
    let is_admin = admin_needs_factor.is_some_and(|needed| {
        // Not once the factor that was given is removed.
        if gave_factor { has_app || has_passkey || !needed } else { !has_app && !needed }
    });
    let who = SignedIn {
        user_id: row.get(0)?,
        email: row.get(1)?,
        session_id: row.get(2)?,
        method: row.get(3)?,
        began_at: row.get(4)?,
        desk_seen_at: row.get(10)?,
        awaits_factor: has_app && !gave_factor,
        is_admin,
        role_lacks: (admin_needs_factor.is_some() && !is_admin).then_some(Lack::Factor),
    };
    let shown_enough: bool = row.get(9)?;
    Ok((who, admin_needs_factor == Some(true) && has_passkey && !shown_enough))
}

/// The desk's setting is read for administrators alone, and only where it matters.
fn with_desk_rule(conn: &Conn, (who, only_if_allowed): (SignedIn, bool)) -> Result<SignedIn> {
    if only_if_allowed && Settings::load(conn)?.passkeys == Passkeys::Required {
        return Ok(SignedIn { is_admin: false, role_lacks: Some(Lack::Passkey), ..who });
    }
    Ok(who)
}

/// Who a live access token belongs to, and when it ends.
pub(in crate::auth) fn of_access_token(
    conn: &Conn,
    domain: Option<&str>,
    token: &str,
    now: Timestamp,
) -> Result<Option<(SignedIn, Timestamp)>> {
    let from = "FROM access_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
                WHERE t.hash = ?1 AND t.expires_at > ?2 AND s.expires_at > ?2";
    let mut statement = conn.prepare_cached(&[SIGNED_IN, ", t.expires_at", from].join(" "))?;
    let row = |row: &rusqlite::Row<'_>| Ok((signed_in(row)?, row.get(11)?));
    let found = statement.query_row((sha256(token.as_bytes()), now, domain), row).optional()?;
    found.map(|(found, ends)| Ok((with_desk_rule(conn, found)?, ends))).transpose()
}

/// Who an unused refresh token of a live session belongs to.
pub(in crate::auth) fn of_unused_refresh_token(
    conn: &Conn,
    domain: Option<&str>,
    token: &str,
    now: Timestamp,
) -> Result<Option<SignedIn>> {
    let from = "FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
                WHERE t.hash = ?1 AND t.used_at IS NULL AND s.expires_at > ?2";
    let mut statement = conn.prepare_cached(&[SIGNED_IN, from].join(" "))?;
    let found = statement.query_row((sha256(token.as_bytes()), now, domain), signed_in).optional()?;
    found.map(|found| with_desk_rule(conn, found)).transpose()
}

const SESSION: &str = "SELECT s.id, s.user_id, u.email, EXISTS (SELECT 1 FROM admins a WHERE a.user_id = u.id),
    s.method, s.created_at, s.expires_at, s.factor_at";

fn session(row: &rusqlite::Row<'_>) -> rusqlite::Result<Session> {
    Ok(Session {
        id: row.get(0)?,
        user_id: row.get(1)?,
        email: row.get(2)?,
        is_admin: row.get(3)?,
        method: row.get(4)?,
        created_at: row.get(5)?,
        expires_at: row.get(6)?,
        factor_at: row.get(7)?,
    })
}

pub(in crate::auth) fn by_id(conn: &Conn, session_id: &str) -> Result<Option<Session>> {
    let from = "FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ?1";
    Ok(conn.prepare_cached(&[SESSION, from].join(" "))?.query_row([session_id], session).optional()?)
}

/// The session of a refresh token, and when the token was used.
pub(in crate::auth) fn of_refresh_token(tx: &Tx<'_>, token: &str) -> Result<Option<(Session, Option<Timestamp>)>> {
    let from = "FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
                WHERE t.hash = ?1";
    let mut statement = tx.prepare_cached(&[SESSION, ", t.used_at", from].join(" "))?;
    let row = |row: &rusqlite::Row<'_>| Ok((session(row)?, row.get(8)?));
    Ok(statement.query_row([sha256(token.as_bytes())], row).optional()?)
}

pub(in crate::auth) fn insert_refresh_token(tx: &Tx<'_>, session_id: &str, token: &str) -> Result<()> {
    tx.prepare_cached("INSERT INTO refresh_tokens (hash, session_id) VALUES (?1, ?2)")?
        .execute((sha256(token.as_bytes()), session_id))?;
    Ok(())
}

pub(in crate::auth) fn use_refresh_token(tx: &Tx<'_>, token: &str, now: Timestamp) -> Result<()> {
    tx.prepare_cached("UPDATE refresh_tokens SET used_at = ?2 WHERE hash = ?1")?
        .execute((sha256(token.as_bytes()), now))?;
    Ok(())
}

/// Whether a refresh token was made and not used.
pub(in crate::auth) fn is_unused(tx: &Tx<'_>, token: &str) -> Result<bool> {
    Ok(tx
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM refresh_tokens WHERE hash = ?1 AND used_at IS NULL)")?
        .query_row([sha256(token.as_bytes())], |row| row.get(0))?)
}

pub(in crate::auth) fn insert_access_token(
    tx: &Tx<'_>,
    session_id: &str,
    token: &str,
    expires_at: Timestamp,
) -> Result<()> {
    tx.prepare_cached("INSERT INTO access_tokens (hash, session_id, expires_at) VALUES (?1, ?2, ?3)")?.execute((
        sha256(token.as_bytes()),
        session_id,
        expires_at,
    ))?;
    Ok(())
}

/// Notes when a session ends now.
pub(in crate::auth) fn prolong(tx: &Tx<'_>, session_id: &str, expires_at: Timestamp) -> Result<()> {
    tx.prepare_cached("UPDATE sessions SET expires_at = ?2 WHERE id = ?1")?.execute((session_id, expires_at))?;
    Ok(())
}

/// Notes that a session was used.
pub(in crate::auth) fn set_seen(tx: &Tx<'_>, session_id: &str, now: Timestamp) -> Result<()> {
    tx.prepare_cached("UPDATE sessions SET last_seen_at = ?2 WHERE id = ?1")?.execute((session_id, now))?;
    Ok(())
}

/// Notes that the second factor was given in a session, perhaps with a recovery code; its tokens are over.
pub(in crate::auth) fn give_factor(tx: &Tx<'_>, session_id: &str, by_code: bool, now: Timestamp) -> Result<()> {
    tx.prepare_cached("UPDATE sessions SET factor_at = ?2, by_code = ?3 WHERE id = ?1")?
        .execute((session_id, now, by_code))?;
    tx.prepare_cached("DELETE FROM access_tokens WHERE session_id = ?1")?.execute([session_id])?;
    tx.prepare_cached("DELETE FROM refresh_tokens WHERE session_id = ?1")?.execute([session_id])?;
    Ok(())
}

/// The password's hash of somebody, and whether they have a second factor.
pub(in crate::auth) fn credentials(tx: &Tx<'_>, user_id: &str) -> Result<(String, bool)> {
    Ok(tx
        .prepare_cached(
            "SELECT password_hash, EXISTS (SELECT 1 FROM factors WHERE user_id = ?1 AND verified_at IS NOT NULL)
             FROM users WHERE id = ?1",
        )?
        .query_row([user_id], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

pub(in crate::auth) fn exists(conn: &Conn, session_id: &str) -> Result<bool> {
    let mut statement = conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM sessions WHERE id = ?1)")?;
    Ok(statement.query_row([session_id], |row| row.get(0))?)
}

pub(in crate::auth) fn list(conn: &Conn, user_id: &str, now: Timestamp) -> Result<Vec<Listed>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, user_agent, created_at, last_seen_at FROM sessions
         WHERE user_id = ?1 AND expires_at > ?2 ORDER BY last_seen_at DESC, rowid DESC",
    )?;
    let rows = statement.query_map((user_id, now), |row| {
        Ok(Listed { id: row.get(0)?, user_agent: row.get(1)?, created_at: row.get(2)?, last_seen_at: row.get(3)? })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(in crate::auth) fn owner(tx: &Tx<'_>, access_token: &str, refresh_token: &str) -> Result<Option<Owner>> {
    Ok(tx
        .prepare_cached(
            "SELECT s.user_id, s.id, s.factor_at IS NULL
                    AND EXISTS (SELECT 1 FROM factors f WHERE f.user_id = s.user_id AND f.verified_at IS NOT NULL)
             FROM sessions s
             WHERE s.id IN (SELECT session_id FROM access_tokens WHERE hash = ?1
                            UNION SELECT session_id FROM refresh_tokens WHERE hash = ?2 AND used_at IS NULL)",
        )?
        .query_row((sha256(access_token.as_bytes()), sha256(refresh_token.as_bytes())), |row| {
            Ok(Owner { user_id: row.get(0)?, session_id: row.get(1)?, awaits_factor: row.get(2)? })
        })
        .optional()?)
}

pub(in crate::auth) fn end_one(tx: &Tx<'_>, session_id: &str) -> Result<()> {
    tx.prepare_cached("DELETE FROM sessions WHERE id = ?1")?.execute([session_id])?;
    Ok(())
}

pub(in crate::auth) fn end(tx: &Tx<'_>, user_id: &str, session_id: &str, scope: Scope) -> Result<usize> {
    let which = match scope {
        Scope::Global => "",
        Scope::Local => "AND id = ?2",
        Scope::Others => "AND id <> ?2",
    };
    let mut statement = tx.prepare_cached(&["DELETE FROM sessions WHERE user_id = ?1", which].join(" "))?;
    Ok(match scope {
        Scope::Global => statement.execute([user_id])?,
        Scope::Local | Scope::Others => statement.execute([user_id, session_id])?,
    })
}

/// Ends the sessions that began with a passkey, but for one.
pub(in crate::auth) fn end_of_passkey(tx: &Tx<'_>, passkey_id: &str, but: &str) -> Result<()> {
    tx.prepare_cached("DELETE FROM sessions WHERE passkey_id = ?1 AND id <> ?2")?.execute((passkey_id, but))?;
    Ok(())
}

/// Ends the sessions of somebody in which the second factor was not given.
pub(in crate::auth) fn end_without_factor(tx: &Tx<'_>, user_id: &str) -> Result<()> {
    tx.prepare_cached("DELETE FROM sessions WHERE user_id = ?1 AND factor_at IS NULL")?.execute([user_id])?;
    Ok(())
}

pub(in crate::auth) fn purge(tx: &Tx<'_>, now: Timestamp) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE expires_at <= ?1", [now])?;
    tx.execute("DELETE FROM access_tokens WHERE expires_at <= ?1", [now])?;
    Ok(())
}
