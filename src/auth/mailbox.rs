//! What is mailed to prove a mailbox: whoever follows the link or types the code reads it.
//!
//! How many mails of a kind an address is owed is counted for every address alike, known or not, so that nobody is told
//! whether it has an account.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use serde::{Deserialize, Serialize};

use super::pkce::Challenge;
use super::{Error, User, sql};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::mail::{self, Message, Notice};
use crate::secrets::{Secrets, hmac_sha256, sha256};

/// Mails of one kind to one person: this far apart, in seconds, and this many in 24 hours.
const MAIL_GAP_SECONDS: i64 = 60;
const MAILS_A_DAY: i64 = 5;

/// Wrong codes that are taken for one address: this many after each mail, and this many in 24 hours.
const TRIES_A_CODE: i64 = 5;
const TRIES_A_DAY: i64 = 20;

/// What a mailed token is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Confirms a sign-up.
    SignUp,
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
    pub const fn as_str(self) -> &'static str {
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

impl FromSql for Purpose {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let all = [Self::SignUp, Self::SignIn, Self::Recovery, Self::EmailChange, Self::Reauthentication];
        let text = value.as_str()?;
        all.into_iter().find(|purpose| purpose.as_str() == text).ok_or(FromSqlError::InvalidType)
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
pub struct Token {
    /// Random; what is mailed is derived from it.
    pub id: String,
    pub user_id: String,
    /// What it is good for.
    pub purpose: Purpose,
    /// Where it was mailed to.
    pub email: String,
    /// Of the program that asked for it.
    pub carried: Carried,
    /// When it was made.
    pub created_at: Timestamp,
}

/// An address somebody asked to have and has not confirmed.
pub struct PendingEmail {
    /// The token that was mailed there.
    pub token_id: String,
    /// The address.
    pub email: String,
    /// When they asked.
    pub asked_at: Timestamp,
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

/// Counts a mail of a kind to an address, whether or not the address is known, unless the quota is used up.
pub fn count(tx: &Tx<'_>, secrets: &Secrets, email: &EmailAddress, kind: &str, now: Timestamp) -> db::Result<Quota> {
    count_up_to(tx, secrets, email, (kind, MAILS_A_DAY), now)
}

/// As [`count`], with another number of mails a day.
pub fn count_up_to(
    tx: &Tx<'_>,
    secrets: &Secrets,
    email: &EmailAddress,
    (kind, a_day): (&str, i64),
    now: Timestamp,
) -> db::Result<Quota> {
    let address = hmac_sha256(&secrets.mail, format!("address:{kind}:{email}").as_bytes());
    let (count, first, last) = sql::mails_since(tx, address, now.plus_days(-1))?;
    let next = last.map(|at| at.plus_seconds(MAIL_GAP_SECONDS));
    let next = if count < a_day { next } else { first.map(|at| at.plus_days(1)).max(next) };
    if let Some(next) = next.filter(|next| *next > now) {
        return Ok(Quota::UsedUp((next.seconds() - now.seconds()).max(1)));
    }
    sql::record_mail(tx, address, now)?;
    Ok(Quota::Free)
}

/// Whether a mail carries a token that opens nothing any more: it was used, another took its place, or its time is over.
pub fn is_over(conn: &Conn, message: &Message, now: Timestamp) -> db::Result<bool> {
    match message {
        Message::ConfirmEmail { token_id, .. }
        | Message::SignIn { token_id, .. }
        | Message::Recover { token_id, .. }
        | Message::ConfirmNewEmail { token_id, .. }
        | Message::Reauthenticate { token_id, .. } => Ok(!sql::opens(conn, token_id, now)?),
        _ => Ok(false),
    }
}

/// Makes a token and answers with its id; the one of the same purpose before it, sign-ups aside, is over.
pub fn insert_token(
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

/// Whether a mail goes out. Strangers may have used up the quota: then the last mail works for as long again as it did
/// at first, and where it was used there is another.
pub fn is_due(tx: &Tx<'_>, quota: Quota, user_id: &str, purpose: Purpose, now: Timestamp) -> db::Result<bool> {
    let until = now.plus_seconds(purpose.seconds());
    Ok(quota == Quota::Free || !sql::prolong_newest(tx, user_id, purpose, now.plus_days(-1), until)?)
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

/// The live token that somebody shows; a wrong code is counted.
pub fn find(
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
            let allowed = tries.0 < TRIES_A_CODE && tries.1 < TRIES_A_DAY;
            let found = tokens.into_iter().find(|token| allowed && secrets.mailed_code(&token.id) == *code);
            if found.is_none() {
                sql::record_code_try(tx, address, now)?;
            }
            Ok(found)
        }
    }
}

/// Where the token of a link was mailed to, and whose it is; `None` when it is wrong, used or too old.
pub fn of_link(conn: &Conn, purposes: &[Purpose], token: &str, now: Timestamp) -> db::Result<Option<User>> {
    let Some(token) = sql::token_by_hash(conn, sha256(token.as_bytes()), purposes, now)? else { return Ok(None) };
    sql::user_by_id(conn, &token.user_id)
}

/// The newest live token of a purpose that was mailed to an address.
pub fn newest(conn: &Conn, email: &EmailAddress, purpose: Purpose, now: Timestamp) -> db::Result<Option<Token>> {
    Ok(sql::tokens_of_email(conn, email, &[purpose], now)?.pop())
}

/// Says anew which program asked for a token, unless none says so.
pub fn set_carried(tx: &Tx<'_>, token_id: &str, carried: &Carried) -> db::Result<()> {
    if *carried == Carried::default() { Ok(()) } else { sql::set_carried(tx, token_id, carried) }
}

/// The address somebody asked to have and has not confirmed.
pub fn pending_email(conn: &Conn, user_id: &str, now: Timestamp) -> db::Result<Option<PendingEmail>> {
    sql::pending_email(conn, user_id, now)
}

/// Uses up a token.
pub fn delete_token(tx: &Tx<'_>, token_id: &str) -> db::Result<()> {
    sql::delete_token(tx, token_id)
}

/// Ends what was mailed to somebody, and the codes that what was mailed was exchanged for.
pub fn delete_tokens_of(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    sql::delete_tokens_of(tx, user_id)
}

/// Tells somebody what happened to their account.
pub fn notify(tx: &Tx<'_>, user: &User, notice: Notice, now: Timestamp) -> db::Result<()> {
    let message = Message::AccountNotice { name: greeting(&user.name), notice };
    mail::enqueue(tx, &user.email, user.lang, &message, now)
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
