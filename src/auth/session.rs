//! Sessions: issued, found, refreshed, ended. Only hashes of tokens are stored, so a session dies the moment its row does.
//!
//! An access token lives an hour. A refresh token is used once; the session lives 7 days after the last refresh and 30
//! days at most. A used refresh token shown again ends the session, except within 10 seconds and while its successor is
//! still unused: then the answer was lost, or two tabs asked at once, and the same successor is given again.
//!
//! Whoever has a second factor has only half a session until they give it: enough to give it, or to sign out.

use rusqlite::OptionalExtension;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

use super::device;
use super::token::{self, Claims, Method};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::secrets::{Secrets, sha256};

/// How long an access token lives, in seconds.
const ACCESS_SECONDS: i64 = 3600;
const IDLE_DAYS: i64 = 7;
const ABSOLUTE_DAYS: i64 = 30;
const GRACE_SECONDS: i64 = 10;
/// An administrator's session lives this long, used or not.
const ADMIN_SECONDS: i64 = 12 * 3600;
/// For this long after signing in somebody may do what asks for a fresh sign-in.
const FRESH_SECONDS: i64 = 600;

/// Somebody whose session is alive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The person.
    pub user_id: String,
    /// Their confirmed address.
    pub email: String,
    /// The session.
    pub session_id: String,
    /// How it began.
    pub method: SignInMethod,
    /// When it began.
    pub began_at: Timestamp,
    /// Whether their second factor is still to come.
    pub awaits_factor: bool,
    /// Whether they are an administrator now: with the second factor, where the role asks for one.
    pub is_admin: bool,
    /// Whether they have that role, but not the second factor it asks for.
    pub lacks_factor: bool,
}

impl SignedIn {
    /// Until when what asks for a fresh sign-in is allowed.
    pub fn fresh_until(&self) -> Timestamp {
        self.began_at.plus_seconds(FRESH_SECONDS)
    }
}

/// How somebody signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInMethod {
    /// With the password.
    Password,
    /// With a link or a code from a mail.
    Otp,
    /// With a provider's word.
    OAuth,
}

impl FromSql for SignInMethod {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "password" => Ok(Self::Password),
            "otp" => Ok(Self::Otp),
            "oauth" => Ok(Self::OAuth),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

impl SignInMethod {
    /// As it is stored and as it stands in `amr`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Otp => "otp",
            Self::OAuth => "oauth",
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
    /// How long it lives from now, in seconds: an hour, less where the session ends before.
    pub access_seconds: i64,
    /// Exchanged for new tokens.
    pub refresh_token: String,
    /// When the session ends unless it is refreshed before.
    pub session_expires_at: Timestamp,
    /// Whether the second factor was given in it.
    pub has_factor: bool,
    /// What the browser keeps to be known again; nothing while the second factor is still to come.
    pub device: Option<String>,
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
    is_admin: bool,
    method: SignInMethod,
    created_at: Timestamp,
    expires_at: Timestamp,
    factor_at: Option<Timestamp>,
}

impl Session {
    /// When it ends if it is used at `now` and not again.
    fn end_after(&self, now: Timestamp) -> Timestamp {
        if self.is_admin {
            return self.created_at.plus_seconds(ADMIN_SECONDS);
        }
        now.plus_days(IDLE_DAYS).min(self.created_at.plus_days(ABSOLUTE_DAYS))
    }
}

/// A session as its owner sees it in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Names it, opens nothing.
    pub id: String,
    /// What the program called itself when it signed in.
    pub user_agent: String,
    /// When it began.
    pub created_at: Timestamp,
    /// When it was last refreshed.
    pub last_seen_at: Timestamp,
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
    let (email, is_admin) = tx
        .prepare_cached(
            "SELECT email, EXISTS (SELECT 1 FROM admins WHERE user_id = users.id) FROM users WHERE id = ?1",
        )?
        .query_row([user_id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut session = Session {
        id: id::new(),
        user_id: user_id.to_owned(),
        email,
        is_admin,
        method,
        created_at: now,
        expires_at: now,
        factor_at: None,
    };
    session.expires_at = session.end_after(now);
    let user_agent: String = user_agent.chars().filter(|c| !c.is_control()).take(200).collect();
    tx.prepare_cached(
        "INSERT INTO sessions (id, user_id, method, created_at, last_seen_at, expires_at, user_agent)
         VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)",
    )?
    .execute((&session.id, user_id, method.as_str(), now, session.expires_at, user_agent))?;
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
    let from = "FROM access_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
                WHERE t.hash = ?1 AND t.expires_at > ?2 AND s.expires_at > ?2";
    let mut statement = conn.prepare_cached(&[SIGNED_IN, ", t.expires_at", from].join(" "))?;
    let row = |row: &rusqlite::Row<'_>| Ok((signed_in(row)?, row.get(8)?));
    Ok(statement.query_row((sha256(access_token.as_bytes()), now), row).optional()?)
}

/// Who a refresh token belongs to, when it can still be exchanged. Changes nothing, and gives no right but to be told
/// one's own name: a page that was closed for hours learns that it should refresh.
pub fn find_refreshable(conn: &Conn, refresh_token: &str, now: Timestamp) -> db::Result<Option<SignedIn>> {
    let from = "FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
                WHERE t.hash = ?1 AND t.used_at IS NULL AND s.expires_at > ?2";
    let mut statement = conn.prepare_cached(&[SIGNED_IN, from].join(" "))?;
    Ok(statement.query_row((sha256(refresh_token.as_bytes()), now), signed_in).optional()?)
}

const SIGNED_IN: &str = "SELECT u.id, u.email, s.id, s.method, s.created_at, s.factor_at IS NOT NULL,
    EXISTS (SELECT 1 FROM factors f WHERE f.user_id = u.id AND f.verified_at IS NOT NULL),
    (SELECT a.needs_factor FROM admins a WHERE a.user_id = u.id)";

fn signed_in(row: &rusqlite::Row<'_>) -> rusqlite::Result<SignedIn> {
    let (gave_factor, has_factor): (bool, bool) = (row.get(5)?, row.get(6)?);
    let admin_needs_factor: Option<bool> = row.get(7)?;
    // Not once the factor that was given is removed.
    let is_admin = admin_needs_factor.is_some_and(|needed| if has_factor { gave_factor } else { !needed });
    Ok(SignedIn {
        user_id: row.get(0)?,
        email: row.get(1)?,
        session_id: row.get(2)?,
        method: row.get(3)?,
        began_at: row.get(4)?,
        awaits_factor: has_factor && !gave_factor,
        is_admin,
        lacks_factor: admin_needs_factor.is_some() && !is_admin,
    })
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
    let session = Session { expires_at: session.end_after(now), ..session };
    tx.prepare_cached("UPDATE sessions SET last_seen_at = ?2, expires_at = ?3 WHERE id = ?1")?.execute((
        &session.id,
        now,
        session.expires_at,
    ))?;
    Ok(Refresh::Refreshed(tokens(tx, secrets, &session, successor, now)?))
}

/// Notes that the second factor was given in a session, and gives it new tokens in place of the old.
pub(super) fn raise(tx: &Tx<'_>, secrets: &Secrets, session_id: &str, now: Timestamp) -> db::Result<Option<Tokens>> {
    tx.prepare_cached("UPDATE sessions SET factor_at = ?2 WHERE id = ?1")?.execute((session_id, now))?;
    tx.prepare_cached("DELETE FROM access_tokens WHERE session_id = ?1")?.execute([session_id])?;
    tx.prepare_cached("DELETE FROM refresh_tokens WHERE session_id = ?1")?.execute([session_id])?;
    let from = "FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ?1";
    let found = tx.prepare_cached(&[SESSION, from].join(" "))?.query_row([session_id], session).optional()?;
    let Some(session) = found else { return Ok(None) };
    let refresh_token = token::first_refresh_token();
    insert_refresh_token(tx, &session.id, &refresh_token)?;
    tokens(tx, secrets, &session, refresh_token, now).map(Some)
}

/// Whether a session has not been ended; it may be too old.
pub fn exists(conn: &Conn, session_id: &str) -> db::Result<bool> {
    let mut statement = conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM sessions WHERE id = ?1)")?;
    Ok(statement.query_row([session_id], |row| row.get(0))?)
}

/// A person's sessions that are alive, the last used first.
pub fn list(conn: &Conn, user_id: &str, now: Timestamp) -> db::Result<Vec<Listed>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, user_agent, created_at, last_seen_at FROM sessions
         WHERE user_id = ?1 AND expires_at > ?2 ORDER BY last_seen_at DESC, rowid DESC",
    )?;
    let rows = statement.query_map((user_id, now), |row| {
        Ok(Listed { id: row.get(0)?, user_agent: row.get(1)?, created_at: row.get(2)?, last_seen_at: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whose session a client's tokens name.
pub struct Owner {
    /// The person.
    pub user_id: String,
    /// The session.
    pub session_id: String,
    /// Whether their second factor is still to come.
    pub awaits_factor: bool,
}

/// Whose session a client's tokens name, alive or not: enough to end it.
pub fn owner(tx: &Tx<'_>, access_token: &str, refresh_token: &str) -> db::Result<Option<Owner>> {
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

/// Ends the session a browser had, by its access token: it holds one at a time.
pub fn replace(tx: &Tx<'_>, access_token: Option<&str>) -> db::Result<()> {
    match owner(tx, access_token.unwrap_or_default(), "")? {
        Some(owner) => end_one(tx, &owner.session_id),
        None => Ok(()),
    }
}

/// Ends a session that the caller knows to be the browser's own.
pub fn end_one(tx: &Tx<'_>, session_id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM sessions WHERE id = ?1")?.execute([session_id])?;
    Ok(())
}

/// Ends all sessions of a person at once.
pub fn end_all(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    end(tx, user_id, "", Scope::Global).map(|_| ())
}

/// Ends sessions of a person at once, seen from one of them; answers how many.
pub fn end(tx: &Tx<'_>, user_id: &str, session_id: &str, scope: Scope) -> db::Result<usize> {
    let ended = match scope {
        Scope::Global => tx.prepare_cached("DELETE FROM sessions WHERE user_id = ?1")?.execute([user_id])?,
        Scope::Local => {
            tx.prepare_cached("DELETE FROM sessions WHERE user_id = ?1 AND id = ?2")?.execute([user_id, session_id])?
        }
        Scope::Others => {
            tx.prepare_cached("DELETE FROM sessions WHERE user_id = ?1 AND id <> ?2")?.execute([user_id, session_id])?
        }
    };
    Ok(ended)
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
        aal: if session.factor_at.is_some() { "aal2" } else { "aal1" },
        amr: proofs(session),
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
    let (password_hash, awaits_factor): (String, bool) = tx
        .prepare_cached(
            "SELECT password_hash, ?2 AND EXISTS (SELECT 1 FROM factors WHERE user_id = ?1 AND verified_at IS NOT NULL)
             FROM users WHERE id = ?1",
        )?
        .query_row((&session.user_id, session.factor_at.is_none()), |row| Ok((row.get(0)?, row.get(1)?)))?;
    let device = (!awaits_factor).then(|| device::issue(secrets, &session.user_id, &password_hash));
    Ok(Tokens {
        user_id: session.user_id.clone(),
        access_token,
        access_expires_at,
        access_seconds: access_expires_at.seconds() - now.seconds(),
        refresh_token,
        session_expires_at: session.expires_at,
        has_factor: session.factor_at.is_some(),
        device,
    })
}

/// How somebody proved who they are, the latest first.
fn proofs(session: &Session) -> Vec<Method> {
    let first = Method { method: session.method.as_str(), timestamp: session.created_at.seconds() };
    let second = session.factor_at.map(|at| Method { method: "totp", timestamp: at.seconds() });
    second.into_iter().chain([first]).collect()
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

/// The session of a refresh token, and when the token was used.
fn session_of_refresh_token(tx: &Tx<'_>, refresh_token: &str) -> db::Result<Option<(Session, Option<Timestamp>)>> {
    let from = "FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
                WHERE t.hash = ?1";
    let mut statement = tx.prepare_cached(&[SESSION, ", t.used_at", from].join(" "))?;
    let row = |row: &rusqlite::Row<'_>| Ok((session(row)?, row.get(8)?));
    Ok(statement.query_row([sha256(refresh_token.as_bytes())], row).optional()?)
}
