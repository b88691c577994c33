//! Signing in: passwords, sessions, second factors, what is mailed to prove a mailbox, and who is asking (`guard.rs`).
//! Writes the tables of sessions, tokens and factors of migrations V0003, V0010, V0011, V0022 and V0055, and the password of a
//! user; who people are besides is written by `accounts`, above it.

pub mod captcha;
pub mod cookies;
pub mod device;
pub mod factor;
pub mod guard;
pub mod hashing;
pub mod mailbox;
pub mod passkey;
pub mod password;
pub mod pkce;
mod problem;
pub mod redirect;
pub mod session;
mod sql;
mod token;
pub mod totp;
pub mod webauthn;

use password::Role;
use session::{SignInMethod, Tokens};

use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::lang::Lang;
use crate::secrets::Secrets;

/// Why somebody was not let in, or may not change how they get in.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such person, or not their password; which of the two is not told.
    #[error("invalid login credentials")]
    InvalidCredentials,
    /// The password was right, the address is not confirmed.
    #[error("email not confirmed")]
    EmailNotConfirmed,
    /// A mail of this kind went there a moment ago, or too many did today: another may in so many seconds.
    #[error("too many mails to this address")]
    TooManyMails(i64),
    /// Ten factors are enough.
    #[error("too many second factors")]
    TooManyFactors,
    /// Another factor of the same person is called that.
    #[error("another second factor has that name")]
    FactorNameTaken,
    /// No such factor, or not theirs.
    #[error("there is no such second factor")]
    FactorNotFound,
    /// The password of this administrator is older than the role, and they have not shown that they read the mailbox.
    #[error("this takes a sign-in by mail")]
    NeedsMail,
    /// The desk asks for a passkey, and this session began without.
    #[error("this takes a sign-in with a passkey, or by mail")]
    NeedsPasskey,
    /// Browsers make no passkeys at the site's address.
    #[error("the site's address allows no passkeys")]
    PasskeysOff,
    /// It is unknown, removed, somebody else's, made for another site, or not rightly signed; which is not told.
    #[error("the passkey was not accepted")]
    PasskeyRefused,
    /// What it answers was asked too long ago, or was answered.
    #[error("the question to the passkey is over")]
    PasskeyExpired,
    /// Ten passkeys are enough.
    #[error("too many passkeys")]
    TooManyPasskeys,
    /// No such passkey, or not theirs.
    #[error("there is no such passkey")]
    PasskeyNotFound,
    /// There is no second factor that recovery codes could stand for.
    #[error("there is no second factor")]
    NoFactor,
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
    /// Whether more than one request was made for it before its address was confirmed. Who made which is not known, so
    /// nothing that was typed for it comes into force.
    pub is_contested: bool,
}

/// The domain of what an erased account has for an address, where other rows still need the account.
const ERASED: &str = "@erased.invalid";

impl User {
    /// Whether it is the empty shell of somebody who was erased.
    pub fn is_erased(&self) -> bool {
        self.email.ends_with(ERASED)
    }

    /// What their password protects.
    pub fn role(&self) -> Role {
        Role::of(self.is_admin)
    }
}

/// The account behind an address, confirmed or not.
pub fn user_by_email(conn: &Conn, email: &EmailAddress) -> db::Result<Option<User>> {
    sql::user_by_email(conn, email)
}

/// The account with an id.
pub fn user(conn: &Conn, user_id: &str) -> db::Result<Option<User>> {
    sql::user_by_id(conn, user_id)
}

/// Gives an account another password, a PHC string.
pub fn set_password_hash(tx: &Tx<'_>, user_id: &str, hash: &str) -> db::Result<()> {
    sql::set_password_hash(tx, user_id, hash)
}

/// Begins a session of somebody whose password was right against `verified_hash`; `stronger_hash` takes its place.
pub fn sign_in(
    tx: &Tx<'_>,
    secrets: &Secrets,
    (user_id, verified_hash): (&str, &str),
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

/// Signs everybody out, and lets no link or code of a mail lead in any more, but for those that confirm a new account.
pub fn end_everything(tx: &Tx<'_>) -> db::Result<()> {
    sql::end_everything(tx)
}

/// Forgets every second factor, for the key they are made of is lost; of how many people.
pub fn forget_factors(tx: &Tx<'_>) -> db::Result<usize> {
    sql::factors::forget_all(tx)
}

/// Removes what is over: sessions, tokens, codes, enrolments, and the record of mails and tries.
pub fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    session::purge(tx, now)?;
    sql::purge(tx, now)
}
