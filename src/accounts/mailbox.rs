//! Mails that ask for a proof, and the proof: who follows the link or types the code reads the mailbox.
//!
//! Every request here does the same work for every address and tells nobody whether it has an account. A token carries
//! what was typed when it was asked for; nothing of it is in force before it is shown.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use serde::{Deserialize, Serialize};

use super::email::EmailAddress;
use super::profile::ProfileLines;
use super::{Error, NewUser, User, session, sql};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::lang::Lang;
use crate::mail::{self, Message, Notice};
use crate::secrets::{Secrets, hmac_sha256, sha256};

/// Mails of one kind to one person: this far apart, in seconds, and this many in 24 hours.
const MAIL_GAP_SECONDS: i64 = 60;
const MAILS_A_DAY: i64 = 5;
/// Codes that are tried for one address: this many after each mail, and this many in 24 hours.
const TRIES_A_CODE: i64 = 5;
const TRIES_A_DAY: i64 = 20;

/// What a mailed token is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Confirms a sign-up.
    SignUp,
    /// Signs in.
    SignIn,
    /// Lets a forgotten password be set anew.
    Recovery,
    /// Makes another address the account's.
    EmailChange,
    /// Stands for the current password once.
    Reauthentication,
}

impl Purpose {
    /// As it is stored.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::SignUp => "signup",
            Self::SignIn => "magiclink",
            Self::Recovery => "recovery",
            Self::EmailChange => "email_change",
            Self::Reauthentication => "reauthentication",
        }
    }

    /// How long such a token works, in seconds.
    const fn seconds(self) -> i64 {
        match self {
            Self::SignUp | Self::EmailChange => 86_400,
            Self::SignIn => 3600,
            Self::Recovery => 1800,
            Self::Reauthentication => 600,
        }
    }
}

/// What a token brings into force besides the address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Carried {
    /// PHC string; `None` leaves an account that was not confirmed without a password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<Lang>,
    #[serde(default)]
    pub profile: ProfileLines,
}

/// A live token.
pub(super) struct Token {
    pub id: String,
    pub user_id: String,
    pub purpose: Purpose,
    pub email: String,
    pub carried: Carried,
    pub created_at: Timestamp,
}

/// What somebody shows.
#[derive(Debug, Clone)]
pub enum Proof {
    /// The token of a link; the address, when given, must be the one it was mailed to.
    Link {
        /// As it stands in the link.
        token: String,
        /// Where it was mailed to.
        email: Option<EmailAddress>,
    },
    /// The six digits of a mail.
    Code {
        /// Where it was mailed to.
        email: EmailAddress,
        /// The digits.
        code: String,
    },
}

/// Signs somebody up and mails the link that confirms the address. An address with an account gets a mail that says
/// so instead. Several sign-ups of one address wait side by side, each with its own link, password and name.
pub fn sign_up(tx: &Tx<'_>, secrets: &Secrets, new: &NewUser, now: Timestamp) -> db::Result<()> {
    let may_mail = may_mail(tx, secrets, &new.email, Purpose::SignUp.as_str(), now)?;
    let carried =
        Carried { password_hash: Some(new.password_hash.clone()), lang: Some(new.lang), profile: new.profile.clone() };
    let user_id = match sql::user_by_email(tx, &new.email)? {
        // Always mailed: whoever asked for mails to an address that had no account cannot keep its owner out.
        None => {
            let user_id = id::new();
            sql::insert_user(tx, &user_id, new, now)?;
            user_id
        }
        Some(_) if !may_mail => return Ok(()),
        Some(user) if user.email_confirmed_at.is_some() => {
            let message = Message::AlreadyRegistered { name: greeting(&user.name) };
            return mail::enqueue(tx, &user.email, user.lang, &message, now);
        }
        Some(user) => {
            sql::replace_unconfirmed(tx, &user.id, new, now)?;
            user.id
        }
    };
    let token_id = insert_token(tx, secrets, &user_id, Purpose::SignUp, &new.email, &carried, now)?;
    let name = greeting(new.profile.name.as_deref().unwrap_or_default());
    mail::enqueue(tx, new.email.as_str(), new.lang, &Message::ConfirmEmail { name, token_id }, now)
}

/// Mails the newest link again to an address that waits for its confirmation; for any other it only counts the
/// request.
pub fn resend_confirmation(tx: &Tx<'_>, secrets: &Secrets, email: &EmailAddress, now: Timestamp) -> db::Result<()> {
    let may_mail = may_mail(tx, secrets, email, Purpose::SignUp.as_str(), now)?;
    let Some(user) = sql::user_by_email(tx, email)?.filter(|user| may_mail && user.email_confirmed_at.is_none()) else {
        return Ok(());
    };
    let waiting = sql::tokens_of_email(tx, email, &[Purpose::SignUp], now)?.pop();
    let token_id = if let Some(token) = waiting {
        token.id
    } else {
        let carried = Carried {
            password_hash: Some(user.password_hash),
            lang: Some(user.lang),
            profile: sql::profile_lines(tx, &user.id)?,
        };
        insert_token(tx, secrets, &user.id, Purpose::SignUp, email, &carried, now)?
    };
    mail::enqueue(tx, email.as_str(), user.lang, &Message::ConfirmEmail { name: greeting(&user.name), token_id }, now)
}

/// Mails the newest link again to the address that the account of `email` asked to have; for any other it only counts
/// the request.
pub fn resend_email_change(tx: &Tx<'_>, secrets: &Secrets, email: &EmailAddress, now: Timestamp) -> db::Result<()> {
    let purpose = Purpose::EmailChange;
    // Counted apart from changes, or strangers could use up what the account's owner may ask for.
    let may_ask = may_mail(tx, secrets, email, "email_change_again", now)?;
    let user = owner_of(tx, email)?.filter(|_| may_ask);
    let waiting = user.as_ref().map(|user| sql::pending_email(tx, &user.id, now)).transpose()?.flatten();
    let (Some(user), Some(pending)) = (user, waiting) else { return Ok(()) };
    let new_email = EmailAddress::of_stored(&pending.email);
    if !may_mail(tx, secrets, &new_email, purpose.as_str(), now)? {
        return Ok(());
    }
    mail_new_address(tx, &user, &new_email, pending.token_id, now)
}

/// Mails a link and a code that sign in. An address without an account gets one without a password when `create` holds
/// what it begins with, and no mail otherwise.
pub fn mail_sign_in(
    tx: &Tx<'_>,
    secrets: &Secrets,
    email: &EmailAddress,
    create: Option<&NewUser>,
    now: Timestamp,
) -> db::Result<()> {
    let may_mail = may_mail(tx, secrets, email, Purpose::SignIn.as_str(), now)?;
    let known = sql::user_by_email(tx, email)?;
    let (user_id, name, lang) = match (known, create) {
        (Some(_), _) if !may_mail => return Ok(()),
        (Some(user), _) => (user.id, user.name, user.lang),
        (None, None) => return Ok(()),
        (None, Some(new)) => {
            let user_id = id::new();
            sql::insert_user(tx, &user_id, new, now)?;
            (user_id, new.profile.name.clone().unwrap_or_default(), new.lang)
        }
    };
    let carried = Carried {
        password_hash: None,
        lang: create.map(|new| new.lang),
        profile: create.map(|new| new.profile.clone()).unwrap_or_default(),
    };
    let token_id = insert_token(tx, secrets, &user_id, Purpose::SignIn, email, &carried, now)?;
    mail::enqueue(tx, email.as_str(), lang, &Message::SignIn { name: greeting(&name), token_id }, now)
}

/// Mails a link and a code that let a forgotten password be set anew; nothing to an address without an account.
pub fn mail_recovery(tx: &Tx<'_>, secrets: &Secrets, email: &EmailAddress, now: Timestamp) -> db::Result<()> {
    let may_mail = may_mail(tx, secrets, email, Purpose::Recovery.as_str(), now)?;
    let Some(user) = sql::user_by_email(tx, email)?.filter(|_| may_mail) else { return Ok(()) };
    let token_id = insert_token(tx, secrets, &user.id, Purpose::Recovery, email, &Carried::default(), now)?;
    mail::enqueue(tx, email.as_str(), user.lang, &Message::Recover { name: greeting(&user.name), token_id }, now)
}

/// Mails a code that stands for the current password once.
pub fn mail_reauthentication(tx: &Tx<'_>, secrets: &Secrets, user: &User, now: Timestamp) -> Result<(), Error> {
    let email = EmailAddress::of_stored(&user.email);
    if !may_mail(tx, secrets, &email, Purpose::Reauthentication.as_str(), now)? {
        return Err(Error::TooManyMails);
    }
    let purpose = Purpose::Reauthentication;
    let token_id = insert_token(tx, secrets, &user.id, purpose, &email, &Carried::default(), now)?;
    let message = Message::Reauthenticate { name: greeting(&user.name), token_id };
    Ok(mail::enqueue(tx, &user.email, user.lang, &message, now)?)
}

/// Mails a link and a code to the address somebody wants to have, and a notice to the one they have. A new address that
/// belongs to another account is told so; the answer is the same.
pub fn mail_email_change(
    tx: &Tx<'_>,
    secrets: &Secrets,
    user: &User,
    new_email: &EmailAddress,
    now: Timestamp,
) -> Result<(), Error> {
    let purpose = Purpose::EmailChange;
    let own = EmailAddress::of_stored(&user.email);
    let may_mail =
        may_mail(tx, secrets, new_email, purpose.as_str(), now)? && may_mail(tx, secrets, &own, purpose.as_str(), now)?;
    if !may_mail {
        return Err(Error::TooManyMails);
    }
    let token_id = insert_token(tx, secrets, &user.id, purpose, new_email, &Carried::default(), now)?;
    mail_new_address(tx, user, new_email, token_id, now)?;
    Ok(notify(tx, user, Notice::EmailChanging { email: new_email.to_string() }, now)?)
}

/// The mail to the address somebody wants to have; its owner, if it has one, is told so instead.
fn mail_new_address(
    tx: &Tx<'_>,
    user: &User,
    new_email: &EmailAddress,
    token_id: String,
    now: Timestamp,
) -> db::Result<()> {
    let (to, lang, message) = if let Some(owner) = owner_of(tx, new_email)? {
        (owner.email, owner.lang, Message::AlreadyRegistered { name: greeting(&owner.name) })
    } else {
        let message = Message::ConfirmNewEmail { name: greeting(&user.name), token_id };
        (new_email.to_string(), user.lang, message)
    };
    mail::enqueue(tx, &to, lang, &message, now)
}

/// Tells somebody what happened to their account.
pub(super) fn notify(tx: &Tx<'_>, user: &User, notice: Notice, now: Timestamp) -> db::Result<()> {
    let message = Message::AccountNotice { name: greeting(&user.name), notice };
    mail::enqueue(tx, &user.email, user.lang, &message, now)
}

/// Uses up what was mailed and brings into force what it carries; `None` when it is wrong, used or too old. The caller
/// commits in either case: a wrong code was counted.
pub fn prove(
    tx: &Tx<'_>,
    secrets: &Secrets,
    purposes: &[Purpose],
    proof: &Proof,
    now: Timestamp,
) -> db::Result<Option<(Purpose, User)>> {
    let Some(token) = find(tx, secrets, purposes, proof, now)? else { return Ok(None) };
    let Some(user) = sql::user_by_id(tx, &token.user_id)? else { return Ok(None) };
    let in_force = match token.purpose {
        Purpose::SignUp | Purpose::SignIn | Purpose::Recovery => confirm(tx, &user, &token, now)?,
        Purpose::EmailChange => change_email(tx, &user, &token, now)?,
        Purpose::Reauthentication => true,
    };
    sql::delete_token(tx, &token.id)?;
    let user = sql::user_by_id(tx, &user.id)?;
    Ok(user.filter(|_| in_force).map(|user| (token.purpose, user)))
}

/// Confirms the address. What others typed for an account that nobody had confirmed goes: its password, its name, and
/// the links mailed for them. Recovering an account ends its sessions.
fn confirm(tx: &Tx<'_>, user: &User, token: &Token, now: Timestamp) -> db::Result<bool> {
    if user.email_confirmed_at.is_none() {
        let carried = &token.carried;
        let new = NewUser {
            email: EmailAddress::of_stored(&user.email),
            password_hash: carried.password_hash.clone().unwrap_or_default(),
            profile: carried.profile.clone(),
            lang: carried.lang.unwrap_or(user.lang),
        };
        sql::replace_unconfirmed(tx, &user.id, &new, now)?;
        sql::confirm(tx, &user.id, now)?;
        sql::delete_tokens_of(tx, &user.id)?;
    }
    if token.purpose == Purpose::Recovery {
        sql::delete_tokens_of(tx, &user.id)?;
        session::end_all(tx, &user.id)?;
    }
    Ok(true)
}

/// Takes the new address, unless it got an account meanwhile; one that nobody confirmed gives way.
fn change_email(tx: &Tx<'_>, user: &User, token: &Token, now: Timestamp) -> db::Result<bool> {
    let new_email = EmailAddress::of_stored(&token.email);
    match sql::user_by_email(tx, &new_email)? {
        Some(other) if other.email_confirmed_at.is_some() => return Ok(false),
        Some(other) => sql::delete_user(tx, &other.id)?,
        None => {}
    }
    notify(tx, user, Notice::EmailChanged { email: token.email.clone() }, now)?;
    sql::set_email(tx, &user.id, &new_email, now)?;
    sql::delete_tokens_of(tx, &user.id)?;
    Ok(true)
}

fn find(
    tx: &Tx<'_>,
    secrets: &Secrets,
    purposes: &[Purpose],
    proof: &Proof,
    now: Timestamp,
) -> db::Result<Option<Token>> {
    match proof {
        Proof::Link { token, email } => {
            let found = sql::token_by_hash(tx, sha256(token.as_bytes()), purposes, now)?;
            Ok(found.filter(|found| email.as_ref().is_none_or(|email| email.as_str() == found.email)))
        }
        Proof::Code { email, code } => {
            let address = hmac_sha256(&secrets.mail, format!("code:{email}").as_bytes());
            let tokens = sql::tokens_of_email(tx, email, purposes, now)?;
            let newest = tokens.last().map_or(now, |token| token.created_at);
            let tries = sql::code_tries(tx, address, newest, now.plus_days(-1))?;
            sql::record_code_try(tx, address, now)?;
            let allowed = tries.0 < TRIES_A_CODE && tries.1 < TRIES_A_DAY;
            Ok(tokens.into_iter().find(|token| allowed && secrets.mailed_code(&token.id) == *code))
        }
    }
}

/// The confirmed account of an address.
fn owner_of(conn: &Conn, email: &EmailAddress) -> db::Result<Option<User>> {
    Ok(sql::user_by_email(conn, email)?.filter(|user| user.email_confirmed_at.is_some()))
}

/// Makes a token and answers with its id; the one of the same purpose before it, sign-ups aside, is over.
fn insert_token(
    tx: &Tx<'_>,
    secrets: &Secrets,
    user_id: &str,
    purpose: Purpose,
    email: &EmailAddress,
    carried: &Carried,
    now: Timestamp,
) -> db::Result<String> {
    let token_id = id::new();
    let hash = sha256(secrets.mailed_token(&token_id).as_bytes());
    let token = Token {
        id: token_id.clone(),
        user_id: user_id.to_owned(),
        purpose,
        email: email.to_string(),
        carried: carried.clone(),
        created_at: now,
    };
    sql::insert_token(tx, &token, hash, now.plus_seconds(purpose.seconds()))?;
    Ok(token_id)
}

/// Whether another mail of a kind may go to an address now; if so it is counted, whether or not the address is known.
fn may_mail(tx: &Tx<'_>, secrets: &Secrets, email: &EmailAddress, kind: &str, now: Timestamp) -> db::Result<bool> {
    let address = hmac_sha256(&secrets.mail, format!("address:{kind}:{email}").as_bytes());
    let (count, last) = sql::mails_since(tx, address, now.plus_days(-1))?;
    let allowed = count < MAILS_A_DAY && last.is_none_or(|at| at.plus_seconds(MAIL_GAP_SECONDS) <= now);
    if allowed {
        sql::record_mail(tx, address, now)?;
    }
    Ok(allowed)
}

/// A name as a mail may greet with. Anyone can have these mails sent to anyone, so a name that could carry a message or
/// a link is left out.
pub fn greeting(name: &str) -> String {
    let harmless = |c: char| c.is_alphabetic() || matches!(c, ' ' | '\'' | '’' | '-' | '·') || is_mark(c);
    if name.chars().count() <= 60 && name.chars().all(harmless) { name.to_owned() } else { String::new() }
}

/// Marks that Arabic and decomposed Latin names are written with.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

impl FromSql for Purpose {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let all = [Self::SignUp, Self::SignIn, Self::Recovery, Self::EmailChange, Self::Reauthentication];
        let text = value.as_str()?;
        all.into_iter().find(|purpose| purpose.as_str() == text).ok_or(FromSqlError::InvalidType)
    }
}
