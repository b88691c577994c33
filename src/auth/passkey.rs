//! Passkeys: keys in people's devices that open an account by themselves, since the device asks who holds it. So one
//! counts as the password and the second factor together; decision 29 says what that means for the desk.

use std::net::IpAddr;

use serde_json::{Value, json};

use super::session::{self, SignedIn, Tokens};
use super::sql::{passkeys as sql, sessions};
use super::webauthn::{Assertion, Verdict};
use super::{Error, User, factor, mailbox};
use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::mail::Notice;
use crate::secrets::Secrets;

/// Passkeys one person may have.
const MOST: usize = 10;

/// A passkey, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    /// Random.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// The site's name it was made for.
    pub domain: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    /// Since when it opens nothing, for it counted backwards.
    pub doubted_at: Option<Timestamp>,
}

/// Whether somebody signs in with it. The caller commits in every case: it may be doubted from now on.
pub enum Outcome {
    /// Their session.
    Right(Tokens),
    /// The passkey was not accepted.
    Refused,
}

/// A person's passkeys, the oldest first.
pub fn list(conn: &Conn, user_id: &str) -> db::Result<Vec<Passkey>> {
    sql::list(conn, user_id)
}

/// What the authenticators that hold one of somebody's passkeys know them by, when somebody may add another.
pub fn known_before_adding(conn: &Conn, who: &SignedIn, domain: &str) -> Result<Vec<Vec<u8>>, Error> {
    factor::ask_for_mailbox(conn, who)?;
    if list(conn, &who.user_id)?.len() >= MOST {
        return Err(Error::TooManyPasskeys);
    }
    Ok(sql::credential_ids(conn, &who.user_id, domain)?)
}

/// Adds a passkey that was made for `domain`. Its owner is told by mail.
pub fn add(
    tx: &Tx<'_>,
    (who, from): (&SignedIn, Option<IpAddr>),
    (name, domain): (&str, &str),
    made: &webauthn_rs::prelude::Passkey,
    now: Timestamp,
) -> Result<Passkey, Error> {
    known_before_adding(tx, who, domain)?;
    let user = super::user(tx, &who.user_id)?.ok_or(Error::InvalidCredentials)?;
    let (id, name, domain) = (id::new(), name.to_owned(), domain.to_owned());
    let passkey = Passkey { id, name, domain, created_at: now, last_used_at: None, doubted_at: None };
    if !sql::insert(tx, &user.id, &passkey, (made.cred_id().as_ref(), &json!(made)))? {
        return Err(Error::PasskeyRefused);
    }
    mailbox::notify(tx, &user, Notice::PasskeyAdded { name: passkey.name.clone() }, now)?;
    record(tx, &user, from, ("passkey.added", &passkey.id), now)?;
    Ok(passkey)
}

/// Calls one's own passkey something else.
pub fn rename(tx: &Tx<'_>, user_id: &str, passkey_id: &str, name: &str) -> Result<(), Error> {
    if sql::rename(tx, user_id, passkey_id, name)? { Ok(()) } else { Err(Error::PasskeyNotFound) }
}

/// Removes one's own passkey. The sessions that began with it end, but for the one that asks; its owner is told by mail.
pub fn remove(
    tx: &Tx<'_>,
    (who, from): (&SignedIn, Option<IpAddr>),
    passkey_id: &str,
    now: Timestamp,
) -> Result<(), Error> {
    factor::ask_for_mailbox(tx, who)?;
    let user = super::user(tx, &who.user_id)?.ok_or(Error::InvalidCredentials)?;
    let name = sql::delete(tx, &user.id, passkey_id)?.ok_or(Error::PasskeyNotFound)?;
    sessions::end_of_passkey(tx, passkey_id, &who.session_id)?;
    mailbox::notify(tx, &user, Notice::PasskeyRemoved { name }, now)?;
    Ok(record(tx, &user, from, ("passkey.removed", passkey_id), now)?)
}

/// Removes all passkeys of somebody; answers how many. Their sessions are the caller's to end.
pub fn forget_all(tx: &Tx<'_>, user_id: &str) -> db::Result<usize> {
    sql::delete_all(tx, user_id)
}

/// Signs in whoever shows a passkey of `domain`; `before` is the access token of the session the browser had.
pub fn sign_in(
    tx: &Tx<'_>,
    secrets: &Secrets,
    (shown, domain): (Assertion, &str),
    (before, user_agent): (Option<&str>, &str),
    now: Timestamp,
) -> db::Result<Outcome> {
    let Some(stored) = sql::by_credential(tx, shown.credential_id(), domain)? else { return Ok(Outcome::Refused) };
    let is_theirs = shown.user_id().is_some_and(|user_id| user_id == stored.user_id);
    let user = super::user(tx, &stored.user_id)?.filter(|user| user.email_confirmed_at.is_some());
    let (Some(user), true) = (user, is_theirs) else { return Ok(Outcome::Refused) };
    let mut passkey = match serde_json::from_value(stored.credential) {
        Ok(passkey) => passkey,
        Err(error) => {
            tracing::error!(%error, passkey = stored.id, "a passkey cannot be read");
            return Ok(Outcome::Refused);
        }
    };
    match shown.compare(&mut passkey) {
        Verdict::Right => {
            sql::used(tx, &stored.id, &json!(passkey), now)?;
            session::replace(tx, before)?;
            let tokens = session::issue_by_passkey(tx, secrets, (&user.id, &stored.id), user_agent, now)?;
            Ok(Outcome::Right(tokens))
        }
        Verdict::CountedBackwards => {
            sql::doubt(tx, &stored.id, now)?;
            sessions::end_of_passkey(tx, &stored.id, "")?;
            mailbox::notify(tx, &user, Notice::PasskeyDoubted { name: stored.name }, now)?;
            record(tx, &user, None, ("passkey.doubted", &stored.id), now)?;
            Ok(Outcome::Refused)
        }
        Verdict::Wrong => Ok(Outcome::Refused),
    }
}

/// Customers stand in the log by their id alone.
fn record(
    tx: &Tx<'_>,
    user: &User,
    from: Option<IpAddr>,
    (act, passkey_id): (&str, &str),
    now: Timestamp,
) -> db::Result<()> {
    let actor = match act {
        "passkey.doubted" => Actor::System,
        _ if user.is_admin => Actor::Admin { id: user.id.clone(), email: user.email.clone(), from },
        _ => Actor::System,
    };
    let detail: Value = json!({ "passkey": passkey_id, "of_administrator": user.is_admin });
    audit::record(tx, &actor, act, &user.id, &detail, now)
}
