//! Accounts: people, their profiles and sessions. Owns every table of migration V0003.
//!
//! Nobody learns here who has an account: sign-up and resend do the same work and answer the same for every address;
//! only the owner of the mailbox reads which mail it was. An account works once its address is confirmed.

pub mod address;
pub mod api;
pub mod email;
pub mod guard;
pub mod hashing;
pub mod password;
pub mod profile;
pub mod profile_api;
pub mod session;
mod sql;
#[cfg(test)]
mod tests;
mod token;
mod wire;

use address::{AddressError, ShippingAddress};
use email::EmailAddress;
use profile::ProfileLines;
use session::{SignInMethod, Tokens};

use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::lang::Lang;
use crate::mail::{self, Message};
use crate::secrets::{Secrets, hmac_sha256, sha256};

/// A mailed link to confirm an address works this long, in seconds.
const CONFIRMATION_SECONDS: i64 = 86_400;
/// Mails of this module to one person: this far apart, in seconds, and this many in 24 hours.
const MAIL_GAP_SECONDS: i64 = 60;
const MAILS_A_DAY: i64 = 5;

const SIGN_UP: &str = "signup";

/// Why an account operation was refused.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such person, or not their password; which of the two is not told.
    #[error("invalid login credentials")]
    InvalidCredentials,
    /// The password was right, the address is not confirmed.
    #[error("email not confirmed")]
    EmailNotConfirmed,
    /// The mailed token is unknown, used or too old.
    #[error("the link is invalid or has expired")]
    LinkExpired,
    /// The address has an account.
    #[error("the address has an account already")]
    EmailTaken,
    /// A line of the profile is not acceptable.
    #[error(transparent)]
    Profile(#[from] AddressError),
    /// The database could not be read or written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// A person with an account.
#[derive(Clone)]
pub struct User {
    /// Random.
    pub id: String,
    /// In the form of [`EmailAddress`].
    pub email: String,
    /// PHC string.
    pub password_hash: String,
    /// `None` until the mailed link was followed.
    pub email_confirmed_at: Option<Timestamp>,
    /// Of mails to them.
    pub lang: Lang,
    /// When they signed up.
    pub created_at: Timestamp,
    /// When the account, not the profile, changed.
    pub updated_at: Timestamp,
    /// When they last signed in.
    pub last_sign_in_at: Option<Timestamp>,
    /// From the profile; may be empty.
    pub name: String,
    /// Whether they are an administrator.
    pub is_admin: bool,
}

/// What somebody signs up with, checked; the password is hashed before the transaction begins.
pub struct NewUser {
    /// Their address.
    pub email: EmailAddress,
    /// PHC string.
    pub password_hash: String,
    /// Name and, when given, address.
    pub profile: ProfileLines,
    /// Of mails to them from now on.
    pub lang: Lang,
}

/// Signs somebody up and mails the link that confirms the address. An address with an account gets a mail that says
/// so instead. An account nobody confirmed takes the newest sign-up's password and data, together with the only link
/// that works: whoever follows the last mail gets what was typed for it, and registering other people's addresses in
/// advance gains nothing.
pub fn sign_up(tx: &Tx<'_>, secrets: &Secrets, new: &NewUser, now: Timestamp) -> db::Result<()> {
    let name = new.profile.name.as_deref().unwrap_or_default();
    let may_mail = may_mail(tx, secrets, &new.email, now)?;
    match sql::user_by_email(tx, &new.email)? {
        // Always mailed: whoever asked for mails to an address that had no account cannot keep its owner out.
        None => {
            let user_id = id::new();
            sql::insert_user(tx, &user_id, new, now)?;
            mail_confirmation(tx, secrets, &user_id, &new.email, new.lang, name, now)
        }
        Some(_) if !may_mail => Ok(()),
        Some(user) if user.email_confirmed_at.is_some() => {
            let message = Message::AlreadyRegistered { name: greeting(&user.name) };
            mail::enqueue(tx, &user.email, user.lang, &message, now)
        }
        Some(user) => {
            sql::replace_unconfirmed(tx, &user.id, new, now)?;
            mail_confirmation(tx, secrets, &user.id, &new.email, new.lang, name, now)
        }
    }
}

/// Mails a new link to an address that waits for its confirmation; for any other it only counts the request, so that
/// the same is written either way.
pub fn resend_confirmation(tx: &Tx<'_>, secrets: &Secrets, email: &EmailAddress, now: Timestamp) -> db::Result<()> {
    let may_mail = may_mail(tx, secrets, email, now)?;
    match sql::user_by_email(tx, email)? {
        Some(user) if may_mail && user.email_confirmed_at.is_none() => {
            mail_confirmation(tx, secrets, &user.id, email, user.lang, &user.name, now)
        }
        Some(_) | None => Ok(()),
    }
}

/// Confirms an address with the mailed token, once. `email`, when given, must be the one it was mailed to.
pub fn confirm(tx: &Tx<'_>, mailed_token: &str, email: Option<&EmailAddress>, now: Timestamp) -> Result<User, Error> {
    let hash = sha256(mailed_token.as_bytes());
    let user_id = sql::use_mail_token(tx, hash, SIGN_UP, now)?.ok_or(Error::LinkExpired)?;
    sql::confirm(tx, &user_id, now)?;
    let user = sql::user_by_id(tx, &user_id)?.ok_or(Error::LinkExpired)?;
    match email {
        Some(email) if email.as_str() != user.email => Err(Error::LinkExpired),
        Some(_) | None => Ok(user),
    }
}

/// The account behind an address, for comparing its password.
pub fn user_by_email(conn: &Conn, email: &EmailAddress) -> db::Result<Option<User>> {
    sql::user_by_email(conn, email)
}

/// The account of somebody who is signed in.
pub fn user(conn: &Conn, user_id: &str) -> db::Result<Option<User>> {
    sql::user_by_id(conn, user_id)
}

/// Begins a session of somebody whose password was right against `verified_hash`; `stronger_hash` takes its place.
pub fn sign_in(
    tx: &Tx<'_>,
    secrets: &Secrets,
    user_id: &str,
    verified_hash: &str,
    stronger_hash: Option<&str>,
    user_agent: &str,
    now: Timestamp,
) -> Result<Tokens, Error> {
    // The password may have changed while it was being compared.
    let user = sql::user_by_id(tx, user_id)?.filter(|user| user.password_hash == verified_hash);
    let user = user.ok_or(Error::InvalidCredentials)?;
    if user.email_confirmed_at.is_none() {
        return Err(Error::EmailNotConfirmed);
    }
    if let Some(hash) = stronger_hash {
        sql::set_password_hash(tx, user_id, hash)?;
    }
    Ok(session::issue(tx, secrets, user_id, SignInMethod::Password, user_agent, now)?)
}

/// Makes an account whose address needs no confirmation, for commands and the demo; answers with its id.
pub fn create_confirmed(
    tx: &Tx<'_>,
    email: &EmailAddress,
    name: &str,
    password_hash: &str,
    admin: bool,
    now: Timestamp,
) -> Result<String, Error> {
    let user_id = id::new();
    let name = Some(name).filter(|name| !name.trim().is_empty());
    let profile = ProfileLines::parse(name, None, None, None, None)?;
    let new = NewUser { email: email.clone(), password_hash: password_hash.to_owned(), profile, lang: Lang::default() };
    sql::insert_user(tx, &user_id, &new, now)
        .map_err(|error| if error.is_unique_violation("users.email") { Error::EmailTaken } else { Error::Db(error) })?;
    sql::confirm(tx, &user_id, now)?;
    if admin {
        sql::grant_admin(tx, &user_id, now)?;
    }
    Ok(user_id)
}

/// Removes what is over: sessions, tokens, and accounts that were never confirmed in 30 days. For once an hour.
pub fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    session::purge(tx, now)?;
    sql::purge(tx, now)
}

/// Whether another mail may go to an address now; if so it is counted, whether or not the address is known.
fn may_mail(tx: &Tx<'_>, secrets: &Secrets, email: &EmailAddress, now: Timestamp) -> db::Result<bool> {
    let address = hmac_sha256(&secrets.mail, format!("address:{email}").as_bytes());
    let (count, last) = sql::mails_since(tx, address, now.plus_days(-1))?;
    let allowed = count < MAILS_A_DAY && last.is_none_or(|at| at.plus_seconds(MAIL_GAP_SECONDS) <= now);
    if allowed {
        sql::record_mail(tx, address, now)?;
    }
    Ok(allowed)
}

fn mail_confirmation(
    tx: &Tx<'_>,
    secrets: &Secrets,
    user_id: &str,
    email: &EmailAddress,
    lang: Lang,
    name: &str,
    now: Timestamp,
) -> db::Result<()> {
    let token_id = id::new();
    let hash = sha256(secrets.mailed_token(&token_id).as_bytes());
    let expires_at = now.plus_seconds(CONFIRMATION_SECONDS);
    sql::replace_mail_token(tx, (&token_id, hash), user_id, SIGN_UP, (now, expires_at))?;
    mail::enqueue(tx, email.as_str(), lang, &Message::ConfirmEmail { name: greeting(name), token_id }, now)
}

/// A name as a mail may greet with. Anyone can have this mail sent to anyone, so a name that could carry a message or
/// a link is left out.
fn greeting(name: &str) -> String {
    let harmless = |c: char| c.is_alphabetic() || matches!(c, ' ' | '\'' | '’' | '-' | '·') || is_mark(c);
    if name.chars().count() <= 60 && name.chars().all(harmless) { name.to_owned() } else { String::new() }
}

/// Marks that Arabic and decomposed Latin names are written with.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

/// What an order needs of an account: where its mails go, in which language, and the address of the profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buyer {
    /// The confirmed mail address.
    pub email: String,
    /// The account's language.
    pub lang: Lang,
    /// As the profile has it, its lines perhaps empty.
    pub address: ShippingAddress,
}

/// The buyer and their shipping address; `None` unless the account's mail address is confirmed.
pub fn buyer(conn: &Conn, user_id: &str) -> db::Result<Option<Buyer>> {
    let Some(user) = sql::user_by_id(conn, user_id)?.filter(|user| user.email_confirmed_at.is_some()) else {
        return Ok(None);
    };
    Ok(sql::profile(conn, user_id)?.map(|p| Buyer {
        email: user.email,
        lang: user.lang,
        address: ShippingAddress {
            name: p.name,
            address: p.address,
            city: p.city,
            postal_code: p.postal_code,
            country: p.country,
        },
    }))
}
