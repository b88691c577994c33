//! The second factor: an authenticator app, and codes on paper for whoever loses it.
//!
//! A secret is derived from the server's key and the factor's id. No column holds it, so no query, export or log shows
//! one; but the key lies in the same file, and whoever can read the file can make them all. A code works once, and few
//! are tried per challenge.

use super::session::{self, Lack, SignInMethod, SignedIn, Tokens};
use super::sql::{factors as sql, sessions};
use super::totp::{self, Secret};
use super::{Error, User, mailbox};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::mail::Notice;
use crate::secrets::{Secrets, hmac_sha256};

/// Factors one person may have, enrolments begun included.
const MAX_FACTORS: usize = 10;
/// How long a challenge may be answered, in seconds, and how often it is tried.
const CHALLENGE_SECONDS: i64 = 300;
const TRIES_A_CHALLENGE: i64 = 5;
const RECOVERY_CODES: usize = 10;

/// A second factor, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    /// Random.
    pub id: String,
    /// What its owner calls it; may be empty.
    pub friendly_name: String,
    /// `None` while the enrolment waits for its first code.
    pub verified_at: Option<Timestamp>,
    /// When the enrolment began.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// What an authenticator app is given.
pub struct Enrolment {
    pub factor_id: String,
    /// What its codes are made from.
    pub secret: Secret,
}

/// What became of a code. The caller commits in every case: a wrong one was counted.
pub enum Outcome {
    /// It was right; the session has new tokens.
    Right(Tokens),
    /// It was wrong, or used before.
    Wrong,
    /// The challenge is unknown, too old or tried too often.
    Expired,
}

/// Begins an enrolment. What was begun before and never verified goes.
pub fn enrol(
    tx: &Tx<'_>,
    secrets: &Secrets,
    who: &SignedIn,
    friendly_name: &str,
    now: Timestamp,
) -> Result<Enrolment, Error> {
    ask_for_mailbox(tx, who)?;
    let user_id = &who.user_id;
    sql::delete_unverified(tx, user_id)?;
    let factors = list(tx, user_id)?;
    if factors.len() >= MAX_FACTORS {
        return Err(Error::TooManyFactors);
    }
    if factors.iter().any(|factor| factor.friendly_name == friendly_name && !friendly_name.is_empty()) {
        return Err(Error::FactorNameTaken);
    }
    let factor_id = id::new();
    sql::insert(tx, &factor_id, user_id, friendly_name, now)?;
    let secret = secret_of(secrets, &factor_id);
    Ok(Enrolment { factor_id, secret })
}

/// The first factor brings an administrator's role into force. Where their password is older than the role, whoever
/// guessed it must not add that factor, nor make the mailbox their own: until then either takes a session that was begun
/// by mail. So does what changes the ways in of one who has passkeys, in a session that began without: else a password
/// would do where a passkey is asked for.
pub fn ask_for_mailbox(conn: &Conn, who: &SignedIn) -> Result<(), Error> {
    if who.method == SignInMethod::Otp {
        return Ok(());
    }
    if who.role_lacks == Some(Lack::Passkey) {
        return Err(Error::NeedsPasskey);
    }
    if sql::takes_mailbox(conn, &who.user_id, &who.session_id)? { Err(Error::NeedsMail) } else { Ok(()) }
}

/// A person's factors, the oldest first.
pub fn list(conn: &Conn, user_id: &str) -> db::Result<Vec<Factor>> {
    sql::list(conn, user_id)
}

fn has_verified(conn: &Conn, user_id: &str) -> db::Result<bool> {
    Ok(list(conn, user_id)?.iter().any(|factor| factor.verified_at.is_some()))
}

/// Asks for a code of one's own factor; answers with the challenge and when it ends. It is the session's own; the one
/// before it is over.
pub fn challenge(tx: &Tx<'_>, who: &SignedIn, factor_id: &str, now: Timestamp) -> Result<(String, Timestamp), Error> {
    own(tx, &who.user_id, factor_id)?;
    let (challenge_id, expires_at) = (id::new(), now.plus_seconds(CHALLENGE_SECONDS));
    sql::challenge(tx, &challenge_id, (factor_id, &who.session_id), expires_at)?;
    Ok((challenge_id, expires_at))
}

/// Answers a challenge with a code of the app or one from paper. The first right code completes an enrolment, which ends
/// the sessions that were begun without a second factor.
pub fn verify(
    tx: &Tx<'_>,
    secrets: &Secrets,
    user: &User,
    who: &SignedIn,
    (factor_id, challenge_id, code): (&str, &str, &str),
    now: Timestamp,
) -> Result<Outcome, Error> {
    let (is_verified, last_step) = own(tx, &user.id, factor_id)?;
    if !is_verified {
        ask_for_mailbox(tx, who)?;
    }
    let tries = sql::count_try(tx, challenge_id, (factor_id, &who.session_id), now)?;
    if tries.is_none_or(|tries| tries > TRIES_A_CHALLENGE) {
        return Ok(Outcome::Expired);
    }
    let mut by_code = false;
    let code: String = code.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    if let Some(step) = totp::accept(&secret_of(secrets, factor_id), &code, last_step, now) {
        sql::accept(tx, factor_id, step, now)?;
    } else if is_verified && use_recovery_code(tx, secrets, user, &code, now)? {
        by_code = true;
    } else {
        return Ok(Outcome::Wrong);
    }
    sql::delete_challenge(tx, challenge_id)?;
    let tokens = session::raise(tx, secrets, &who.session_id, by_code, now)?.ok_or(Error::InvalidCredentials)?;
    if !is_verified {
        sessions::end_without_factor(tx, &user.id)?;
        mailbox::notify(tx, user, Notice::FactorAdded, now)?;
    }
    Ok(Outcome::Right(tokens))
}

/// Removes one's own factor; with the last one the recovery codes go.
pub fn remove(tx: &Tx<'_>, user: &User, who: &SignedIn, factor_id: &str, now: Timestamp) -> Result<(), Error> {
    ask_for_mailbox(tx, who)?;
    let (is_verified, _) = own(tx, &user.id, factor_id)?;
    sql::delete(tx, factor_id)?;
    if is_verified {
        mailbox::notify(tx, user, Notice::FactorRemoved, now)?;
    }
    if !has_verified(tx, &user.id)? {
        sql::delete_recovery_codes(tx, &user.id)?;
    }
    Ok(())
}

/// Makes ten new recovery codes in place of the old; the only time they are seen.
pub fn new_recovery_codes(tx: &Tx<'_>, secrets: &Secrets, who: &SignedIn) -> Result<Vec<String>, Error> {
    ask_for_mailbox(tx, who)?;
    let user_id = who.user_id.as_str();
    if !has_verified(tx, user_id)? {
        return Err(Error::NoFactor);
    }
    sql::delete_recovery_codes(tx, user_id)?;
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| recovery_code()).collect();
    for code in &codes {
        sql::insert_recovery_code(tx, user_id, recovery_hash(secrets, user_id, code))?;
    }
    Ok(codes.iter().map(|code| format!("{}-{}", &code[..5], &code[5..])).collect())
}

/// How many recovery codes somebody has left.
pub fn recovery_codes_left(conn: &Conn, user_id: &str) -> db::Result<i64> {
    sql::recovery_codes_left(conn, user_id)
}

fn use_recovery_code(tx: &Tx<'_>, secrets: &Secrets, user: &User, code: &str, now: Timestamp) -> Result<bool, Error> {
    let hash = recovery_hash(secrets, &user.id, &code.to_ascii_lowercase());
    let is_right = sql::use_recovery_code(tx, &user.id, hash)?;
    if is_right {
        mailbox::notify(tx, user, Notice::RecoveryCodeUsed, now)?;
    }
    Ok(is_right)
}

/// Ten characters of 31 that nobody mistakes for one another: 49 bits, tried a few times a day at most.
fn recovery_code() -> String {
    const LETTERS: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let fair = id::random_bytes().into_iter().chain(id::random_bytes()).filter(|byte| *byte < 248);
    fair.take(10).map(|byte| char::from(LETTERS[usize::from(byte % 31)])).collect()
}

fn recovery_hash(secrets: &Secrets, user_id: &str, code: &str) -> [u8; 32] {
    hmac_sha256(&secrets.factor, format!("recovery:{user_id}:{code}").as_bytes())
}

fn secret_of(secrets: &Secrets, factor_id: &str) -> Secret {
    let tag = hmac_sha256(&secrets.factor, format!("totp:{factor_id}").as_bytes());
    std::array::from_fn(|n| tag[n])
}

/// Whether one's own factor is verified, and the step of its last code; another's is not found.
fn own(conn: &Conn, user_id: &str, factor_id: &str) -> Result<(bool, i64), Error> {
    sql::own(conn, user_id, factor_id)?.ok_or(Error::FactorNotFound)
}
