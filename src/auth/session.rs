//! Sessions: issued, found, refreshed, ended. Only hashes of tokens are stored, so a session dies the moment its row does.
//!
//! An access token lives an hour. A refresh token is used once; the session lives 7 days after the last refresh and 30
//! days at most. A used refresh token shown again ends the session, except within 10 seconds and while its successor is
//! still unused: then the answer was lost, or two tabs asked at once, and the same successor is given again.
//!
//! Whoever has a second factor has only half a session until they give it: enough to give it, or to sign out.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

use super::device;
use super::sql::sessions as sql;
use super::token::{self, Claims, Method};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::secrets::Secrets;

/// How long an access token lives, in seconds.
const ACCESS_SECONDS: i64 = 3600;
const IDLE_DAYS: i64 = 7;
const ABSOLUTE_DAYS: i64 = 30;
const GRACE_SECONDS: i64 = 10;
/// An administrator's session lives this long, used or not.
const ADMIN_SECONDS: i64 = 12 * 3600;
/// The desk of an administrator who asked nothing of it for so long is closed in that session.
const DESK_IDLE_SECONDS: i64 = 30 * 60;
/// What is asked of the desk is noted so far apart.
const DESK_NOTED_SECONDS: i64 = 60;
/// For this long after signing in somebody may do what asks for a fresh sign-in.
const FRESH_SECONDS: i64 = 600;

/// Somebody whose session is alive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The person.
    pub user_id: String,
    /// Their confirmed address.
    pub email: String,
    pub session_id: String,
    /// How it began.
    pub method: SignInMethod,
    /// When it began.
    pub began_at: Timestamp,
    /// When something was last asked of the desk in it, to the minute; else when it began or was made whole.
    pub(super) desk_seen_at: Timestamp,
    /// Whether their second factor is still to come.
    pub awaits_factor: bool,
    /// Whether they are an administrator now: with the second factor, where the role asks for one.
    pub is_admin: bool,
    /// What keeps a role they have from being in force.
    pub role_lacks: Option<Lack>,
}

/// What an administrator's role asks for and was not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// A second factor.
    Factor,
    /// A passkey, which they have and did not sign in with.
    Passkey,
}

impl SignedIn {
    /// Until when what asks for a fresh sign-in is allowed.
    pub fn fresh_until(&self) -> Timestamp {
        self.began_at.plus_seconds(FRESH_SECONDS)
    }

    /// Whether the desk is closed in this session, because nobody has asked anything of it for a while.
    pub fn desk_is_closed(&self, now: Timestamp) -> bool {
        self.desk_seen_at.plus_seconds(DESK_IDLE_SECONDS) <= now
    }

    /// Whether it is time to note that something was asked of the desk.
    pub fn is_desk_to_be_noted(&self, now: Timestamp) -> bool {
        self.desk_seen_at.plus_seconds(DESK_NOTED_SECONDS) <= now
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
    /// With a passkey, which stands for the second factor too.
    Passkey,
}

impl FromSql for SignInMethod {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "password" => Ok(Self::Password),
            "otp" => Ok(Self::Otp),
            "oauth" => Ok(Self::OAuth),
            "webauthn" => Ok(Self::Passkey),
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
            Self::Passkey => "webauthn",
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

pub(super) struct Session {
    pub(super) id: String,
    pub(super) user_id: String,
    pub(super) email: String,
    pub(super) is_admin: bool,
    pub(super) method: SignInMethod,
    pub(super) created_at: Timestamp,
    pub(super) expires_at: Timestamp,
    pub(super) factor_at: Option<Timestamp>,
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
    /// When it was last refreshed; an administrator's, when something was last asked of the desk.
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
    begin(tx, secrets, user_id, (method, None), user_agent, now)
}

/// [`issue`] to somebody who has shown a passkey: nothing is to come.
pub(super) fn issue_by_passkey(
    tx: &Tx<'_>,
    secrets: &Secrets,
    (user_id, passkey_id): (&str, &str),
    user_agent: &str,
    now: Timestamp,
) -> db::Result<Tokens> {
    begin(tx, secrets, user_id, (SignInMethod::Passkey, Some(passkey_id)), user_agent, now)
}

fn begin(
    tx: &Tx<'_>,
    secrets: &Secrets,
    user_id: &str,
    (method, passkey_id): (SignInMethod, Option<&str>),
    user_agent: &str,
    now: Timestamp,
) -> db::Result<Tokens> {
    let (email, is_admin) = sql::person(tx, user_id)?;
    let mut session = Session {
        id: id::new(),
        user_id: user_id.to_owned(),
        email,
        is_admin,
        method,
        created_at: now,
        expires_at: now,
        factor_at: passkey_id.map(|_| now),
    };
    session.expires_at = session.end_after(now);
    let user_agent: String = user_agent.chars().filter(|c| !c.is_control()).take(200).collect();
    sql::insert(tx, &session, passkey_id, &user_agent)?;
    let refresh_token = token::first_refresh_token();
    sql::insert_refresh_token(tx, &session.id, &refresh_token)?;
    tokens(tx, secrets, &session, refresh_token, now)
}

/// Who an access token belongs to, when it and its session are alive. Passkeys count as they were made for `domain`.
pub fn find(conn: &Conn, domain: Option<&str>, access_token: &str, now: Timestamp) -> db::Result<Option<SignedIn>> {
    Ok(find_with_end(conn, domain, access_token, now)?.map(|(signed_in, _)| signed_in))
}

/// [`find`], and when the access token ends.
pub fn find_with_end(
    conn: &Conn,
    domain: Option<&str>,
    access_token: &str,
    now: Timestamp,
) -> db::Result<Option<(SignedIn, Timestamp)>> {
    sql::of_access_token(conn, domain, access_token, now)
}

/// Who a refresh token belongs to, when it can still be exchanged. Changes nothing, and gives no right but to be told
/// one's own name: a page that was closed for hours learns that it should refresh.
pub fn find_refreshable(
    conn: &Conn,
    domain: Option<&str>,
    refresh_token: &str,
    now: Timestamp,
) -> db::Result<Option<SignedIn>> {
    sql::of_unused_refresh_token(conn, domain, refresh_token, now)
}

/// Exchanges a refresh token.
pub fn refresh(tx: &Tx<'_>, secrets: &Secrets, refresh_token: &str, now: Timestamp) -> db::Result<Refresh> {
    let Some((session, used_at)) = sql::of_refresh_token(tx, refresh_token)? else { return Ok(Refresh::Unknown) };
    if session.expires_at <= now {
        return Ok(Refresh::Unknown);
    }
    let successor = token::next_refresh_token(secrets, refresh_token);
    match used_at {
        None => {
            sql::use_refresh_token(tx, refresh_token, now)?;
            sql::insert_refresh_token(tx, &session.id, &successor)?;
        }
        Some(at) if now < at.plus_seconds(GRACE_SECONDS) && sql::is_unused(tx, &successor)? => {}
        Some(_) => {
            sql::end_one(tx, &session.id)?;
            return Ok(Refresh::Reused);
        }
    }
    let session = Session { expires_at: session.end_after(now), ..session };
    sql::prolong(tx, &session.id, session.expires_at)?;
    if !session.is_admin {
        sql::set_seen(tx, &session.id, now)?;
    }
    Ok(Refresh::Refreshed(tokens(tx, secrets, &session, successor, now)?))
}

/// Notes that something was asked of the desk in a session. A page that is left open refreshes its tokens, and asks nothing.
pub(super) fn note_desk(tx: &Tx<'_>, session_id: &str, now: Timestamp) -> db::Result<()> {
    sql::set_seen(tx, session_id, now)
}

/// Notes that the second factor was given in a session, and gives it new tokens in place of the old.
pub(super) fn raise(
    tx: &Tx<'_>,
    secrets: &Secrets,
    session_id: &str,
    by_code: bool,
    now: Timestamp,
) -> db::Result<Option<Tokens>> {
    sql::give_factor(tx, session_id, by_code, now)?;
    let Some(session) = sql::by_id(tx, session_id)? else { return Ok(None) };
    let refresh_token = token::first_refresh_token();
    sql::insert_refresh_token(tx, &session.id, &refresh_token)?;
    tokens(tx, secrets, &session, refresh_token, now).map(Some)
}

/// Whether a session has not been ended; it may be too old.
pub fn exists(conn: &Conn, session_id: &str) -> db::Result<bool> {
    sql::exists(conn, session_id)
}

/// A person's sessions that are alive, the last used first.
pub fn list(conn: &Conn, user_id: &str, now: Timestamp) -> db::Result<Vec<Listed>> {
    sql::list(conn, user_id, now)
}

/// Whose session a client's tokens name.
pub struct Owner {
    /// The person.
    pub user_id: String,
    pub session_id: String,
    /// Whether their second factor is still to come.
    pub awaits_factor: bool,
}

/// Whose session a client's tokens name, alive or not: enough to end it.
pub fn owner(tx: &Tx<'_>, access_token: &str, refresh_token: &str) -> db::Result<Option<Owner>> {
    sql::owner(tx, access_token, refresh_token)
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
    sql::end_one(tx, session_id)
}

/// Ends all sessions of a person at once.
pub fn end_all(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    end(tx, user_id, "", Scope::Global).map(|_| ())
}

/// Ends sessions of a person at once, seen from one of them; answers how many.
pub fn end(tx: &Tx<'_>, user_id: &str, session_id: &str, scope: Scope) -> db::Result<usize> {
    sql::end(tx, user_id, session_id, scope)
}

/// Removes what is over.
pub(super) fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    sql::purge(tx, now)
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
    let gave_factor = session.factor_at.is_some();
    let claims = Claims {
        sub: &session.user_id,
        email: &session.email,
        session_id: &session.id,
        aud: "authenticated",
        role: "authenticated",
        aal: if gave_factor { "aal2" } else { "aal1" },
        amr: proofs(session),
        iat: now.seconds(),
        exp: access_expires_at.seconds(),
        jti: id::new(),
    };
    let access_token = token::access_token(secrets, &claims);
    sql::insert_access_token(tx, &session.id, &access_token, access_expires_at)?;
    let (password_hash, has_factor) = sql::credentials(tx, &session.user_id)?;
    let is_whole = gave_factor || !has_factor;
    let device = is_whole.then(|| device::issue(secrets, &session.user_id, &password_hash));
    Ok(Tokens {
        user_id: session.user_id.clone(),
        access_token,
        access_expires_at,
        access_seconds: access_expires_at.seconds() - now.seconds(),
        refresh_token,
        session_expires_at: session.expires_at,
        has_factor: gave_factor,
        device,
    })
}

/// How somebody proved who they are, the latest first.
fn proofs(session: &Session) -> Vec<Method> {
    let first = Method { method: session.method.as_str(), timestamp: session.created_at.seconds() };
    // A passkey is both at once.
    let app = session.factor_at.filter(|_| session.method != SignInMethod::Passkey);
    let second = app.map(|at| Method { method: "totp", timestamp: at.seconds() });
    second.into_iter().chain([first]).collect()
}
