//! Mails that ask for a proof: who follows the link or types the code reads the mailbox (`proof.rs`).
//!
//! Every request here does the same work for every address and tells nobody whether it has an account.
//!
//! What was typed for an account is in force once its address is confirmed, but only when one request was made for it
//! until then. Any other, mailed or not, contests it: of two requests nobody knows which was the owner's, nor which
//! mail they will follow. Then whoever confirms the address gets an account of which nothing was typed by anybody, and
//! chooses its password.

use super::email::EmailAddress;
use super::pkce::Challenge;
use super::{Error, NewUser, User, sql};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::mail::{self, Message, Notice};
use crate::secrets::{Secrets, hmac_sha256, sha256};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use serde::{Deserialize, Serialize};

/// Mails of one kind to one person: this far apart, in seconds, and this many in 24 hours.
const MAIL_GAP_SECONDS: i64 = 60;
const MAILS_A_DAY: i64 = 5;

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

/// What a token says of the program that asked for it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried {
    /// An address of this site that the mailed link leads on to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_to: Option<String>,
    /// Of the program that gets a code there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<Challenge>,
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

/// Whether another mail of a kind may go to an address now. The same is told of every address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Quota {
    /// It may, and is counted.
    Free,
    /// One was asked for a moment ago, or too many were today: not for so many seconds. What was mailed last works
    /// meanwhile.
    UsedUp(i64),
}

/// Signs somebody up and mails the link that confirms the address. An address with an account gets a mail that says
/// so instead. Answers with the id of every sign-up of this address, which is the account's where somebody signs up alone
/// and nobody else was told it.
pub fn sign_up(tx: &Tx<'_>, secrets: &Secrets, new: &NewUser, carried: &Carried, now: Timestamp) -> db::Result<String> {
    let purpose = Purpose::SignUp;
    let quota = count(tx, secrets, &new.email, purpose.as_str(), now)?;
    let address = hmac_sha256(&secrets.mail, format!("sign-up:{}", new.email).as_bytes());
    let fresh = id::new();
    let told = sql::sign_up_id(tx, address, &fresh, now)?;
    let user_id = match sql::user_by_email(tx, &new.email)? {
        // Always mailed: whoever asked for mails to an address that had no account cannot keep its owner out.
        None => {
            // One that was told before belongs to no account: whoever was told it would know of this one.
            let user_id = if told == fresh { fresh } else { id::new() };
            sql::insert_user(tx, &user_id, new, now)?;
            if sql::is_invited(tx, &new.email, now)? {
                sql::contest(tx, &user_id, now)?;
            }
            user_id
        }
        Some(user) => {
            if user.email_confirmed_at.is_some() {
                if quota == Quota::Free {
                    let message = Message::AlreadyRegistered { name: greeting(&user.name) };
                    mail::enqueue(tx, &user.email, user.lang, &message, now)?;
                }
                return Ok(told);
            }
            contest(tx, &user, now)?;
            if !is_due(tx, quota, &user.id, purpose, now)? {
                return Ok(told);
            }
            user.id
        }
    };
    let token_id = insert_token(tx, secrets, (&user_id, purpose, &new.email), carried, now)?;
    let name = greeting(new.profile.name());
    mail::enqueue(tx, new.email.as_str(), new.lang, &Message::ConfirmEmail { name, token_id }, now)?;
    Ok(told)
}

/// Mails the newest link again to an address that waits for its confirmation; for any other it only counts the
/// request.
pub fn resend_confirmation(
    tx: &Tx<'_>,
    secrets: &Secrets,
    email: &EmailAddress,
    carried: &Carried,
    now: Timestamp,
) -> db::Result<Quota> {
    let purpose = Purpose::SignUp;
    let quota = count(tx, secrets, email, purpose.as_str(), now)?;
    let waiting = sql::user_by_email(tx, email)?.filter(|user| user.email_confirmed_at.is_none());
    let Some(user) = waiting else { return Ok(quota) };
    if !is_due(tx, quota, &user.id, purpose, now)? {
        return Ok(quota);
    }
    let token_id = match sql::tokens_of_email(tx, email, &[purpose], now)?.pop() {
        Some(token) => token.id,
        None => insert_token(tx, secrets, (&user.id, purpose, email), &Carried::default(), now)?,
    };
    sql::set_carried(tx, &token_id, carried)?;
    let message = Message::ConfirmEmail { name: greeting(&user.name), token_id };
    mail::enqueue(tx, email.as_str(), user.lang, &message, now)?;
    Ok(quota)
}

/// Mails the newest link again to the address that the account of `email` asked to have; for any other it only counts
/// the request.
pub fn resend_email_change(
    tx: &Tx<'_>,
    secrets: &Secrets,
    email: &EmailAddress,
    carried: &Carried,
    now: Timestamp,
) -> db::Result<Quota> {
    let purpose = Purpose::EmailChange;
    // Counted apart from changes, or strangers could use up what the account's owner may ask for.
    let quota = count(tx, secrets, email, "email_change_again", now)?;
    let user = owner_of(tx, email)?.filter(|_| quota == Quota::Free);
    let waiting = user.as_ref().map(|user| sql::pending_email(tx, &user.id, now)).transpose()?.flatten();
    let (Some(user), Some(pending)) = (user, waiting) else { return Ok(quota) };
    let new_email = EmailAddress::of_stored(&pending.email);
    if count(tx, secrets, &new_email, purpose.as_str(), now)? == Quota::Free {
        sql::set_carried(tx, &pending.token_id, carried)?;
        mail_new_address(tx, &user, &new_email, pending.token_id, now)?;
    }
    Ok(quota)
}

/// Mails a link and a code that sign in. An address without an account gets one without a password when `create` holds
/// what it begins with, and no mail otherwise.
pub fn mail_sign_in(
    tx: &Tx<'_>,
    secrets: &Secrets,
    email: &EmailAddress,
    create: Option<&NewUser>,
    carried: &Carried,
    now: Timestamp,
) -> db::Result<Quota> {
    let purpose = Purpose::SignIn;
    let quota = count(tx, secrets, email, purpose.as_str(), now)?;
    let (user_id, name, lang) = match (sql::user_by_email(tx, email)?, create) {
        (Some(user), _) => {
            contest(tx, &user, now)?;
            if !is_due(tx, quota, &user.id, purpose, now)? {
                return Ok(quota);
            }
            (user.id, user.name, user.lang)
        }
        (None, None) => return Ok(quota),
        // Always mailed, as a sign-up is.
        (None, Some(new)) => {
            let user_id = id::new();
            sql::insert_user(tx, &user_id, new, now)?;
            (user_id, new.profile.name().to_owned(), new.lang)
        }
    };
    let token_id = insert_token(tx, secrets, (&user_id, purpose, email), carried, now)?;
    mail::enqueue(tx, email.as_str(), lang, &Message::SignIn { name: greeting(&name), token_id }, now)?;
    Ok(quota)
}

/// Mails a link and a code that let a forgotten password be set anew; nothing to an address without an account.
pub fn mail_recovery(
    tx: &Tx<'_>,
    secrets: &Secrets,
    email: &EmailAddress,
    carried: &Carried,
    now: Timestamp,
) -> db::Result<Quota> {
    let purpose = Purpose::Recovery;
    let quota = count(tx, secrets, email, purpose.as_str(), now)?;
    let Some(user) = sql::user_by_email(tx, email)? else { return Ok(quota) };
    contest(tx, &user, now)?;
    if is_due(tx, quota, &user.id, purpose, now)? {
        mail_recovery_of(tx, secrets, &user, carried, now)?;
    }
    Ok(quota)
}

/// The mail of [`mail_recovery`], whoever asked for it and however often.
pub(super) fn mail_recovery_of(
    tx: &Tx<'_>,
    secrets: &Secrets,
    user: &User,
    carried: &Carried,
    now: Timestamp,
) -> db::Result<()> {
    let email = EmailAddress::of_stored(&user.email);
    let token_id = insert_token(tx, secrets, (&user.id, Purpose::Recovery, &email), carried, now)?;
    mail::enqueue(tx, &user.email, user.lang, &Message::Recover { name: greeting(&user.name), token_id }, now)
}

/// Mails a code that stands for the current password once.
pub fn mail_reauthentication(tx: &Tx<'_>, secrets: &Secrets, user: &User, now: Timestamp) -> Result<(), Error> {
    let email = EmailAddress::of_stored(&user.email);
    let purpose = Purpose::Reauthentication;
    if let Quota::UsedUp(seconds) = count(tx, secrets, &email, purpose.as_str(), now)? {
        return Err(Error::TooManyMails(seconds));
    }
    let token_id = insert_token(tx, secrets, (&user.id, purpose, &email), &Carried::default(), now)?;
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
    carried: &Carried,
    now: Timestamp,
) -> Result<(), Error> {
    let purpose = Purpose::EmailChange;
    let own = EmailAddress::of_stored(&user.email);
    // Counted apart: others may ask to have somebody's address, and must not use up what its owner may ask for.
    for (email, kind) in [(new_email, purpose.as_str()), (&own, "email_change_from")] {
        if let Quota::UsedUp(seconds) = count(tx, secrets, email, kind, now)? {
            return Err(Error::TooManyMails(seconds));
        }
    }
    let token_id = insert_token(tx, secrets, (&user.id, purpose, new_email), carried, now)?;
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

/// The confirmed account of an address.
fn owner_of(conn: &Conn, email: &EmailAddress) -> db::Result<Option<User>> {
    Ok(sql::user_by_email(conn, email)?.filter(|user| user.email_confirmed_at.is_some()))
}

/// Makes a token and answers with its id; the one of the same purpose before it, sign-ups aside, is over.
fn insert_token(
    tx: &Tx<'_>,
    secrets: &Secrets,
    (user_id, purpose, email): (&str, Purpose, &EmailAddress),
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

/// One more request for an account: what was typed for one that nobody has confirmed goes.
pub(super) fn contest(tx: &Tx<'_>, user: &User, now: Timestamp) -> db::Result<()> {
    if user.email_confirmed_at.is_some() { Ok(()) } else { sql::contest(tx, &user.id, now) }
}

/// Whether a mail goes out. Strangers may have used up the quota: then the last mail works for as long again as it did
/// at first, and where it was used there is another.
fn is_due(tx: &Tx<'_>, quota: Quota, user_id: &str, purpose: Purpose, now: Timestamp) -> db::Result<bool> {
    let until = now.plus_seconds(purpose.seconds());
    Ok(quota == Quota::Free || !sql::prolong_newest(tx, user_id, purpose, now.plus_days(-1), until)?)
}

/// Counts a mail of a kind to an address, whether or not the address is known, unless the quota is used up.
fn count(tx: &Tx<'_>, secrets: &Secrets, email: &EmailAddress, kind: &str, now: Timestamp) -> db::Result<Quota> {
    let address = hmac_sha256(&secrets.mail, format!("address:{kind}:{email}").as_bytes());
    let (count, first, last) = sql::mails_since(tx, address, now.plus_days(-1))?;
    let next = last.map(|at| at.plus_seconds(MAIL_GAP_SECONDS));
    let next = if count < MAILS_A_DAY { next } else { first.map(|at| at.plus_days(1)).max(next) };
    if let Some(next) = next.filter(|next| *next > now) {
        return Ok(Quota::UsedUp((next.seconds() - now.seconds()).max(1)));
    }
    sql::record_mail(tx, address, now)?;
    Ok(Quota::Free)
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
