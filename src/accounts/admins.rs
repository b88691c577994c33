//! Who has the administrator's role: given, taken away, and offered by mail to somebody without an account.
//!
//! Whoever gets the role is told by mail, and so is everybody who has it: an administrator nobody expected is seen.

use serde::Serialize;
use serde_json::json;

use super::confirm::WithPassword;
use super::metadata::Metadata;
use super::profile::ProfileLines;
use super::sql::{self, roles};
use super::{Error, NewUser, mailed};
use crate::audit::{self, Actor};
use crate::auth::{self, User, mailbox, passkey, session, user_by_email};
use crate::clock::{self, Timestamp};
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::lang::Lang;
use crate::mail::{self, Message, Notice};
use crate::secrets::{Secrets, sha256};

/// How long an invitation can be accepted, in days.
const INVITATION_DAYS: i64 = 7;

/// Whether an administrator needs a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondFactor {
    /// The role is in force once they gave it.
    Required,
    /// The same, and the first is added in a session begun by mail: their password is older than the role.
    RequiredByMail,
    /// The administrator of a demo has none, and nobody is told of them.
    Waived,
}

/// Makes somebody an administrator; the sessions they have end, since they were begun for less, and so does what was
/// mailed to or for them, and passkeys of before.
pub fn grant_admin(tx: &Tx<'_>, actor: &Actor, user_id: &str, factor: SecondFactor, now: Timestamp) -> db::Result<()> {
    let user = auth::user(tx, user_id)?;
    if let Some(user) = user.as_ref().filter(|user| !user.is_admin && factor != SecondFactor::Waived) {
        tell_of(tx, user, now)?;
        // Like a password from before the role it may be somebody else's, and its owner need not have noticed.
        passkey::forget_all(tx, user_id)?;
    }
    roles::grant_admin(tx, user_id, factor, now)?;
    session::end_all(tx, user_id)?;
    mailbox::delete_tokens_of(tx, user_id)?;
    let email = user.map(|user| user.email);
    roles::forget_invitations(tx, email.as_deref().unwrap_or_default())?;
    audit::record(tx, actor, "admin.granted", user_id, &json!({ "email": email }), now)
}

/// Tells somebody that they are an administrator, and those who are.
fn tell_of(tx: &Tx<'_>, user: &User, now: Timestamp) -> db::Result<()> {
    mailbox::notify(tx, user, Notice::AdminGranted, now)?;
    for other in roles::administrators(tx)? {
        if let Some(other) = auth::user(tx, &other.id)? {
            mailbox::notify(tx, &other, Notice::AdminJoined { email: user.email.clone() }, now)?;
        }
    }
    Ok(())
}

/// Why a role was not taken away.
#[derive(Debug, thiserror::Error)]
pub enum NotRevoked {
    /// They have no role.
    #[error("is no administrator")]
    NoAdmin,
    /// Nobody would have it.
    #[error("is the only administrator: make another first")]
    LastAdmin,
    /// The database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Takes the role away and ends their sessions, and the invitations they sent; never the last one's.
pub fn revoke_admin(tx: &Tx<'_>, actor: &Actor, user_id: &str, now: Timestamp) -> Result<(), NotRevoked> {
    let everybody = roles::administrators(tx)?;
    let person = everybody.iter().find(|person| person.id == user_id).ok_or(NotRevoked::NoAdmin)?;
    if everybody.len() == 1 {
        return Err(NotRevoked::LastAdmin);
    }
    session::end_all(tx, user_id)?;
    roles::revoke_admin(tx, user_id)?;
    roles::delete_invitations_by(tx, user_id)?;
    Ok(audit::record(tx, actor, "admin.revoked", user_id, &json!({ "email": person.email }), now)?)
}

/// Somebody with the administrator's role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Administrator {
    /// The account.
    pub id: String,
    /// Its address.
    pub email: String,
    pub name: String,
    /// When they got the role.
    #[serde(serialize_with = "clock::rfc3339")]
    pub granted_at: Timestamp,
    /// Whether they have a second factor.
    pub has_factor: bool,
    /// When they signed in last.
    #[serde(serialize_with = "clock::rfc3339")]
    pub last_sign_in_at: Option<Timestamp>,
}

/// Everybody with the administrator's role; who got it first comes first.
pub fn administrators(conn: &Conn) -> db::Result<Vec<Administrator>> {
    roles::administrators(conn)
}

/// Somebody who was offered the role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Random; the mailed link is derived from it.
    pub id: String,
    /// Where it was mailed to.
    pub email: String,
    /// Who offers it, by their account.
    pub invited_by: String,
    /// Their address.
    pub inviter: String,
    /// Of the mail, and of mails to the account if one is made.
    pub lang: Lang,
    /// When.
    pub invited_at: Timestamp,
}

/// Offers the role by mail to an address without an account. Once more mails another link, and the one before is over.
pub fn invite(
    tx: &Tx<'_>,
    secrets: &Secrets,
    actor: &Actor,
    inviter_id: &str,
    email: &EmailAddress,
    now: Timestamp,
) -> Result<(), Error> {
    let inviter = auth::user(tx, inviter_id)?.ok_or(auth::Error::InvalidCredentials)?;
    // Whoever signed up there before may be somebody else, and must not become the administrator.
    if let Some(user) = user_by_email(tx, email)? {
        mailed::contest(tx, &user, now)?;
    }
    let token_id = id::new();
    let hash = sha256(secrets.mailed_token(&token_id).as_bytes());
    let expires_at = now.plus_days(INVITATION_DAYS);
    roles::insert_invitation(tx, (&token_id, email, inviter_id), hash, (now, expires_at))?;
    // Without the address: whoever does not accept is not kept in a log that nobody can change.
    audit::record(tx, actor, "admin.invited", &token_id, &json!({}), now)?;
    let message = Message::AdminInvitation { inviter: inviter.email, token_id };
    Ok(mail::enqueue(tx, email.as_str(), inviter.lang, &message, now)?)
}

/// The invitations that can be accepted; the first comes first.
pub fn invitations(conn: &Conn, now: Timestamp) -> db::Result<Vec<Invitation>> {
    roles::invitations(conn, now)
}

/// Takes an invitation back; answers whether there was one.
pub fn withdraw(tx: &Tx<'_>, actor: &Actor, invitation_id: &str, now: Timestamp) -> db::Result<bool> {
    if !roles::delete_invitation(tx, invitation_id)? {
        return Ok(false);
    }
    audit::record(tx, actor, "admin.invitation_withdrawn", invitation_id, &json!({}), now)?;
    Ok(true)
}

/// Takes all invitations back: one that was taken back may have come again with an older copy of the database.
pub fn end_invitations(tx: &Tx<'_>) -> db::Result<()> {
    roles::delete_invitations(tx)
}

/// What became of an invitation's link.
pub enum Acceptance {
    /// Whose account has the role now.
    Accepted(User),
    /// It can be shown again, together with a password for the account of this address.
    NeedsPassword(String),
    /// It is wrong, used, too old or taken back.
    Wrong,
}

/// Gives the role that the link of an invitation offers: to the account of its address or, where there is none that was
/// confirmed, to a new one; whoever follows the link reads the mailbox.
pub fn accept(
    tx: &Tx<'_>,
    token: &str,
    email: Option<&EmailAddress>,
    password: &WithPassword,
    now: Timestamp,
) -> db::Result<Acceptance> {
    let found = roles::invitation_by_token(tx, token, now)?;
    let found = found.filter(|found| email.is_none_or(|email| email.as_str() == found.email));
    let Some(Invitation { email, invited_by, inviter, lang, .. }) = found else { return Ok(Acceptance::Wrong) };
    let email = EmailAddress::of_stored(&email);
    let known = user_by_email(tx, &email)?;
    let chosen_for_role = match password.chosen() {
        Some(_) => SecondFactor::Required,
        None => SecondFactor::RequiredByMail,
    };
    let (user_id, factor) = match (known, password) {
        (Some(user), _) if user.email_confirmed_at.is_some() => (user.id, SecondFactor::RequiredByMail),
        (_, WithPassword::Needed) => return Ok(Acceptance::NeedsPassword(email.to_string())),
        (known, password) => {
            let password_hash = password.chosen().unwrap_or_default().to_owned();
            let (profile, metadata) = (ProfileLines::default(), Metadata::default());
            let new = NewUser { email, password_hash, profile, lang, metadata };
            let user_id = if let Some(user) = known {
                sql::replace_unconfirmed(tx, &user.id, &new, now)?
            } else {
                let user_id = id::new();
                sql::insert_user(tx, &user_id, &new, now)?;
                sql::confirm(tx, &user_id, now)?;
                user_id
            };
            (user_id, chosen_for_role)
        }
    };
    let actor = Actor::Admin { id: invited_by, email: inviter, from: None };
    grant_admin(tx, &actor, &user_id, factor, now)?;
    Ok(auth::user(tx, &user_id)?.map_or(Acceptance::Wrong, Acceptance::Accepted))
}

/// Where an invitation was mailed to; `None` when its link is wrong, used or too old.
pub fn invited(conn: &Conn, token: &str, now: Timestamp) -> db::Result<Option<String>> {
    Ok(roles::invitation_by_token(conn, token, now)?.map(|found| found.email))
}
