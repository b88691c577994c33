//! Sessions: issued, found, refreshed, ended. Only hashes of tokens are stored, so a session dies the moment its row does.
//!
//! An access token lives an hour. A refresh token is used once; the session lives 7 days after the last refresh and 30
//! days at most. A used refresh token shown again ends the session, except within 10 seconds and while its successor is
//! still unused: then the answer was lost, or two tabs asked at once, and the same successor is given again.

use rusqlite::OptionalExtension;

use super::token::{self, Claims, Method};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::secrets::{Secrets, sha256};

/// How long an access token lives, in seconds.
pub const ACCESS_SECONDS: i64 = 3600;
const IDLE_DAYS: i64 = 7;
const ABSOLUTE_DAYS: i64 = 30;
const GRACE_SECONDS: i64 = 10;

/// Somebody whose session is alive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The person.
    pub user_id: String,
    /// Their confirmed address.
    pub email: String,
    /// The session.
    pub session_id: String,
    /// Whether they are an administrator now.
    pub is_admin: bool,
}

/// How somebody signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInMethod {
    /// With the password.
    Password,
    /// With a link from a mail.
    Otp,
}

impl SignInMethod {
    /// As it is stored and as it stands in `amr`.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Otp => "otp",
        }
    }
}

/// What a client holds of its session. The only place where tokens are in the clear; never printed, never stored.
#[derive(Clone)]
pub struct Tokens {
    /// Whose session it is.
    pub user_id: String,
    /// Sent with every request.
    pub access_token: String,
    /// When the access token ends.
    pub access_expires_at: Timestamp,
    /// Exchanged for new tokens.
    pub refresh_token: String,
    /// When the session ends unless it is refreshed before.
    pub session_expires_at: Timestamp,
}

/// What became of a refresh token that was shown. The caller commits in every case: `Reused` has ended the session.
pub enum Refresh {
    /// New tokens.
    Refreshed(Tokens),
    /// It was used before; its session is over.
    Reused,
    /// There is no such token, or its session is over.
    Unknown,
}

/// Which sessions a sign-out ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All of the person's.
    Global,
    /// The one that asks.
    Local,
    /// All but the one that asks.
    Others,
}

struct Session {
    id: String,
    user_id: String,
    email: String,
    method: SignInMethod,
    created_at: Timestamp,
    expires_at: Timestamp,
}

/// Begins a session of a person whose address is confirmed.
pub fn issue(
    tx: &Tx<'_>,
    secrets: &Secrets,
    user_id: &str,
    method: SignInMethod,
    user_agent: &str,
    now: Timestamp,
) -> db::Result<Tokens> {
    let email = tx.query_row("SELECT email FROM users WHERE id = ?1", [user_id], |row| row.get(0))?;
    let expires_at = now.plus_days(IDLE_DAYS);
    let session = Session { id: id::new(), user_id: user_id.to_owned(), email, method, created_at: now, expires_at };
    let user_agent: String = user_agent.chars().filter(|c| !c.is_control()).take(200).collect();
    tx.prepare_cached(
        "INSERT INTO sessions (id, user_id, method, created_at, last_seen_at, expires_at, user_agent)
         VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)",
    )?
    .execute((&session.id, user_id, method.as_str(), now, expires_at, user_agent))?;
    let refresh_token = token::first_refresh_token();
    insert_refresh_token(tx, &session.id, &refresh_token)?;
    tx.prepare_cached("UPDATE users SET last_sign_in_at = ?2 WHERE id = ?1")?.execute((user_id, now))?;
    tokens(tx, secrets, &session, refresh_token, now)
}

/// Who an access token belongs to, when it and its session are alive.
pub fn find(conn: &Conn, access_token: &str, now: Timestamp) -> db::Result<Option<SignedIn>> {
    Ok(find_with_end(conn, access_token, now)?.map(|(signed_in, _)| signed_in))
}

/// [`find`], and when the access token ends.
pub fn find_with_end(conn: &Conn, access_token: &str, now: Timestamp) -> db::Result<Option<(SignedIn, Timestamp)>> {
    Ok(conn
        .prepare_cached(
            "SELECT u.id, u.email, s.id, EXISTS (SELECT 1 FROM admins a WHERE a.user_id = u.id), t.expires_at
             FROM access_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
             WHERE t.hash = ?1 AND t.expires_at > ?2 AND s.expires_at > ?2",
        )?
        .query_row((sha256(access_token.as_bytes()), now), |row| Ok((signed_in(row)?, row.get(4)?)))
        .optional()?)
}

/// Who a refresh token belongs to, when it can still be exchanged. Changes nothing, and gives no right but to be told
/// one's own name: a page that was closed for hours learns that it should refresh.
pub fn find_refreshable(conn: &Conn, refresh_token: &str, now: Timestamp) -> db::Result<Option<SignedIn>> {
    Ok(conn
        .prepare_cached(
            "SELECT u.id, u.email, s.id, EXISTS (SELECT 1 FROM admins a WHERE a.user_id = u.id)
             FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
             WHERE t.hash = ?1 AND t.used_at IS NULL AND s.expires_at > ?2",
        )?
        .query_row((sha256(refresh_token.as_bytes()), now), signed_in)
        .optional()?)
}

fn signed_in(row: &rusqlite::Row<'_>) -> rusqlite::Result<SignedIn> {
    Ok(SignedIn { user_id: row.get(0)?, email: row.get(1)?, session_id: row.get(2)?, is_admin: row.get(3)? })
}

/// Exchanges a refresh token.
pub fn refresh(tx: &Tx<'_>, secrets: &Secrets, refresh_token: &str, now: Timestamp) -> db::Result<Refresh> {
    let Some((session, used_at)) = session_of_refresh_token(tx, refresh_token)? else { return Ok(Refresh::Unknown) };
    if session.expires_at <= now {
        return Ok(Refresh::Unknown);
    }
    let successor = token::next_refresh_token(secrets, refresh_token);
    match used_at {
        None => {
            tx.prepare_cached("UPDATE refresh_tokens SET used_at = ?2 WHERE hash = ?1")?
                .execute((sha256(refresh_token.as_bytes()), now))?;
            insert_refresh_token(tx, &session.id, &successor)?;
        }
        Some(at) if now < at.plus_seconds(GRACE_SECONDS) && is_live(tx, &successor)? => {}
        Some(_) => {
            end(tx, &session.user_id, &session.id, Scope::Local)?;
            return Ok(Refresh::Reused);
        }
    }
    let idle_end = now.plus_days(IDLE_DAYS);
    let session = Session { expires_at: idle_end.min(session.created_at.plus_days(ABSOLUTE_DAYS)), ..session };
    tx.prepare_cached("UPDATE sessions SET last_seen_at = ?2, expires_at = ?3 WHERE id = ?1")?.execute((
        &session.id,
        now,
        session.expires_at,
    ))?;
    Ok(Refresh::Refreshed(tokens(tx, secrets, &session, successor, now)?))
}

/// Whose session a client's tokens name, alive or not: enough to end it.
pub fn owner(tx: &Tx<'_>, access_token: &str, refresh_token: &str) -> db::Result<Option<(String, String)>> {
    Ok(tx
        .prepare_cached(
            "SELECT s.user_id, s.id FROM sessions s
             WHERE s.id IN (SELECT session_id FROM access_tokens WHERE hash = ?1
                            UNION SELECT session_id FROM refresh_tokens WHERE hash = ?2 AND used_at IS NULL)",
        )?
        .query_row((sha256(access_token.as_bytes()), sha256(refresh_token.as_bytes())), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?)
}

/// Ends sessions of a person at once, seen from one of them.
pub fn end(tx: &Tx<'_>, user_id: &str, session_id: &str, scope: Scope) -> db::Result<()> {
    match scope {
        Scope::Global => tx.prepare_cached("DELETE FROM sessions WHERE user_id = ?1")?.execute([user_id])?,
        Scope::Local => {
            tx.prepare_cached("DELETE FROM sessions WHERE user_id = ?1 AND id = ?2")?.execute([user_id, session_id])?
        }
        Scope::Others => {
            tx.prepare_cached("DELETE FROM sessions WHERE user_id = ?1 AND id <> ?2")?.execute([user_id, session_id])?
        }
    };
    Ok(())
}

/// Removes what is over.
pub(super) fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    tx.execute("DELETE FROM sessions WHERE expires_at <= ?1", [now])?;
    tx.execute("DELETE FROM access_tokens WHERE expires_at <= ?1", [now])?;
    Ok(())
}

/// A new access token beside a refresh token.
fn tokens(
    tx: &Tx<'_>,
    secrets: &Secrets,
    session: &Session,
    refresh_token: String,
    now: Timestamp,
) -> db::Result<Tokens> {
    let access_expires_at = now.plus_seconds(ACCESS_SECONDS).min(session.expires_at);
    let claims = Claims {
        sub: &session.user_id,
        email: &session.email,
        session_id: &session.id,
        aud: "authenticated",
        role: "authenticated",
        aal: "aal1",
        amr: [Method { method: session.method.as_str(), timestamp: session.created_at.seconds() }],
        iat: now.seconds(),
        exp: access_expires_at.seconds(),
        jti: id::new(),
    };
    let access_token = token::access_token(secrets, &claims);
    tx.prepare_cached("INSERT INTO access_tokens (hash, session_id, expires_at) VALUES (?1, ?2, ?3)")?.execute((
        sha256(access_token.as_bytes()),
        &session.id,
        access_expires_at,
    ))?;
    Ok(Tokens {
        user_id: session.user_id.clone(),
        access_token,
        access_expires_at,
        refresh_token,
        session_expires_at: session.expires_at,
    })
}

fn insert_refresh_token(tx: &Tx<'_>, session_id: &str, refresh_token: &str) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO refresh_tokens (hash, session_id) VALUES (?1, ?2)")?
        .execute((sha256(refresh_token.as_bytes()), session_id))?;
    Ok(())
}

fn is_live(tx: &Tx<'_>, refresh_token: &str) -> db::Result<bool> {
    Ok(tx
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM refresh_tokens WHERE hash = ?1 AND used_at IS NULL)")?
        .query_row([sha256(refresh_token.as_bytes())], |row| row.get(0))?)
}

/// The session of a refresh token, and when the token was used.
fn session_of_refresh_token(tx: &Tx<'_>, refresh_token: &str) -> db::Result<Option<(Session, Option<Timestamp>)>> {
    Ok(tx
        .prepare_cached(
            "SELECT s.id, s.user_id, u.email, s.method = 'otp', s.created_at, s.expires_at, t.used_at
             FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
             WHERE t.hash = ?1",
        )?
        .query_row([sha256(refresh_token.as_bytes())], |row| {
            let method = if row.get(3)? { SignInMethod::Otp } else { SignInMethod::Password };
            let session = Session {
                id: row.get(0)?,
                user_id: row.get(1)?,
                email: row.get(2)?,
                method,
                created_at: row.get(4)?,
                expires_at: row.get(5)?,
            };
            Ok((session, row.get(6)?))
        })
        .optional()?)
}
