//! Letting somebody in again on the word of whoever has the machine: by a link to their mailbox, or, for an
//! administrator who lost that too, by a password typed at the machine.
//!
//! A typed password is for administrators alone: nobody else's password is anybody else's to know. It ends whatever the
//! old one began and every passkey, leaves the authenticator app as it is, and is told to the address and to the log.

use serde_json::json;

use super::{mailed, sql, way_back};
use crate::audit::{self, Actor};
use crate::auth::mailbox::{self, Carried};
use crate::auth::{self, User, passkey, session, user_by_email};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::mail::Notice;
use crate::secrets::Secrets;

/// Why somebody was not let in again.
#[derive(Debug, thiserror::Error)]
pub enum NotRescued {
    /// Nobody has that address.
    #[error("no account has that address; list-customers shows them")]
    UnknownEmail,
    /// They have no role that would need it.
    #[error("is no administrator: only a link to their mailbox lets a customer in again")]
    NoAdmin,
    /// The database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// What was mailed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mailed {
    /// The link and the code that let a forgotten password be set anew.
    Recovery {
        /// The addresses that the account had until lately: whoever reads one of them may have it back.
        former: Vec<String>,
    },
    /// The link that leads back to the address, which the account had until lately.
    WayBack,
}

/// Mails the link and the code that let a forgotten password be set anew, or the way back to an address that an account had
/// until lately: there its owner still is when somebody else made another mailbox its own. However many such mails there
/// were today.
pub fn mail_link(
    tx: &Tx<'_>,
    secrets: &Secrets,
    actor: &Actor,
    email: &EmailAddress,
    now: Timestamp,
) -> Result<Mailed, NotRescued> {
    let user = user_by_email(tx, email)?;
    if let Some(user_id) = way_back::mail_again(tx, email, user.as_ref(), now)? {
        audit::record(tx, actor, "account.recovery_mailed", &user_id, &json!({}), now)?;
        return Ok(Mailed::WayBack);
    }
    let user = user.ok_or(NotRescued::UnknownEmail)?;
    mailed::contest(tx, &user, now)?;
    mailed::mail_recovery_of(tx, secrets, &user, &Carried::default(), now)?;
    audit::record(tx, actor, "account.recovery_mailed", &user.id, &json!({}), now)?;
    let former = sql::former::list(tx, &user.id)?.into_iter().map(|(email, _)| email).collect();
    Ok(Mailed::Recovery { former })
}

/// Gives an administrator another password, a PHC string. Their sessions, whatever was mailed before and their passkeys
/// end: whoever lost those too gets in, however the desk asks for them.
pub fn set_password(
    tx: &Tx<'_>,
    actor: &Actor,
    email: &EmailAddress,
    password_hash: &str,
    now: Timestamp,
) -> Result<(), NotRescued> {
    let user = administrator(find(tx, email)?)?;
    auth::set_password_hash(tx, &user.id, password_hash)?;
    sql::roles::trust_password(tx, &user.id)?;
    let passkeys = passkey::forget_all(tx, &user.id)?;
    mailbox::delete_tokens_of(tx, &user.id)?;
    session::end_all(tx, &user.id)?;
    mailbox::notify(tx, &user, Notice::PasswordChanged, now)?;
    let detail = json!({ "email": user.email, "passkeys_removed": passkeys });
    Ok(audit::record(tx, actor, "account.password_typed", &user.id, &detail, now)?)
}

/// What an administrator is called, whose password may be set; asked before anybody types one.
pub fn administrators_name(conn: &Conn, email: &EmailAddress) -> Result<String, NotRescued> {
    Ok(administrator(find(conn, email)?)?.name)
}

fn find(conn: &Conn, email: &EmailAddress) -> Result<User, NotRescued> {
    user_by_email(conn, email)?.ok_or(NotRescued::UnknownEmail)
}

fn administrator(user: User) -> Result<User, NotRescued> {
    if user.is_admin { Ok(user) } else { Err(NotRescued::NoAdmin) }
}
