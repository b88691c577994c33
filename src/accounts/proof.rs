//! What was mailed comes back: a link that was followed, or six digits that were typed.

use super::email::EmailAddress;
use super::mailbox::{self, Carried, Purpose, Token};
use super::metadata::Metadata;
use super::profile::ProfileLines;
use super::{NewUser, User, session, sql};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::mail::Notice;
use crate::secrets::{Secrets, hmac_sha256, sha256};

/// Wrong codes that are taken for one address: this many after each mail, and this many in 24 hours.
const TRIES_A_CODE: i64 = 5;
const TRIES_A_DAY: i64 = 20;

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

/// With which password a sign-up is confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WithPassword {
    /// The one it was made with. A contested one stays without: whoever is given a session can set one in it.
    Typed,
    /// The same, but a contested one is not confirmed without: a page asks for one.
    Needed,
    /// This one, as a PHC string.
    Chosen(String),
}

impl WithPassword {
    /// The PHC string of one that was chosen.
    pub(super) fn chosen(&self) -> Option<&str> {
        if let Self::Chosen(hash) = self { Some(hash) } else { None }
    }
}

/// What was right.
pub struct Proven {
    /// What it was mailed for.
    pub purpose: Purpose,
    /// Whose it was.
    pub user: User,
    /// What it says of the program that asked for it.
    pub carried: Carried,
}

/// What became of what was shown.
pub enum Outcome {
    /// It was right, is used up, and what it was mailed for is in force.
    Right(Proven),
    /// It was right and can be shown again, together with a password for the account of this address.
    NeedsPassword(String),
    /// It is wrong, used or too old.
    Wrong,
}

/// Uses up what was mailed and brings into force what it was mailed for. The caller commits in every case: a wrong code
/// was counted.
pub fn prove(
    tx: &Tx<'_>,
    secrets: &Secrets,
    purposes: &[Purpose],
    proof: &Proof,
    password: &WithPassword,
    now: Timestamp,
) -> db::Result<Outcome> {
    let Some(token) = find(tx, secrets, purposes, proof, now)? else { return Ok(Outcome::Wrong) };
    let Some(user) = sql::user_by_id(tx, &token.user_id)? else { return Ok(Outcome::Wrong) };
    let user_id = match token.purpose {
        Purpose::SignUp if user.is_contested && *password == WithPassword::Needed => {
            return Ok(Outcome::NeedsPassword(user.email));
        }
        Purpose::SignUp | Purpose::SignIn | Purpose::Recovery => confirm(tx, &user, password, now)?,
        Purpose::EmailChange if !change_email(tx, &user, &token, now)? => {
            sql::delete_token(tx, &token.id)?;
            return Ok(Outcome::Wrong);
        }
        Purpose::EmailChange | Purpose::Reauthentication => user.id,
    };
    if token.purpose == Purpose::Recovery {
        sql::delete_tokens_of(tx, &user_id)?;
        session::end_all(tx, &user_id)?;
    }
    sql::delete_token(tx, &token.id)?;
    let Some(user) = sql::user_by_id(tx, &user_id)? else { return Ok(Outcome::Wrong) };
    Ok(Outcome::Right(Proven { purpose: token.purpose, user, carried: token.carried }))
}

/// Where the token of a link was mailed to, and whose it is; `None` when it is wrong, used or too old.
pub fn of_link(conn: &Conn, purposes: &[Purpose], token: &str, now: Timestamp) -> db::Result<Option<User>> {
    let Some(token) = sql::token_by_hash(conn, sha256(token.as_bytes()), purposes, now)? else { return Ok(None) };
    sql::user_by_id(conn, &token.user_id)
}

/// Confirms the address and ends what else was mailed for that; answers with the account, which is another where it was
/// contested: nothing that anybody typed for it stays.
fn confirm(tx: &Tx<'_>, user: &User, password: &WithPassword, now: Timestamp) -> db::Result<String> {
    if user.email_confirmed_at.is_some() {
        return Ok(user.id.clone());
    }
    if user.is_contested {
        let new = NewUser {
            email: EmailAddress::of_stored(&user.email),
            password_hash: password.chosen().unwrap_or_default().to_owned(),
            profile: ProfileLines::default(),
            lang: user.lang,
            metadata: Metadata::default(),
        };
        return sql::replace_unconfirmed(tx, &user.id, &new, now);
    }
    if let Some(hash) = password.chosen() {
        sql::set_password_hash(tx, &user.id, hash)?;
    }
    sql::confirm(tx, &user.id, now)?;
    // From now on nobody else is told the account's id.
    sql::forget_sign_up_id(tx, &user.id)?;
    sql::delete_tokens_of(tx, &user.id)?;
    Ok(user.id.clone())
}

/// Takes the new address, unless it got an account meanwhile, or somebody asked for one there in the last day or is
/// invited there: they may have followed this link for the one that was mailed to them. What was asked for longer ago
/// gives way.
fn change_email(tx: &Tx<'_>, user: &User, token: &Token, now: Timestamp) -> db::Result<bool> {
    let new_email = EmailAddress::of_stored(&token.email);
    if sql::is_invited(tx, &new_email, now)? {
        return Ok(false);
    }
    match sql::user_by_email(tx, &new_email)? {
        Some(other) if other.email_confirmed_at.is_some() || other.updated_at > now.plus_days(-1) => return Ok(false),
        Some(other) => sql::delete_user(tx, &other.id)?,
        None => {}
    }
    mailbox::notify(tx, user, Notice::EmailChanged { email: token.email.clone() }, now)?;
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
            let allowed = tries.0 < TRIES_A_CODE && tries.1 < TRIES_A_DAY;
            let found = tokens.into_iter().find(|token| allowed && secrets.mailed_code(&token.id) == *code);
            if found.is_none() {
                sql::record_code_try(tx, address, now)?;
            }
            Ok(found)
        }
    }
}
