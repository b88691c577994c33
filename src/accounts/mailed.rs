//! Mails that somebody asks for: to confirm a sign-up, to sign in, to choose a password anew. What comes of them stands
//! in `confirm.rs`.
//!
//! Every request here does the same work for every address and tells nobody whether it has an account.
//!
//! What was typed for an account is in force once its address is confirmed, but only when one request was made for it
//! until then. Any other, mailed or not, contests it: of two requests nobody knows which was the owner's, nor which
//! mail they will follow. Then whoever confirms the address gets an account of which nothing was typed by anybody, and
//! chooses its password.

use super::{NewUser, sql, way_back};
use crate::auth::mailbox::{self, Carried, Purpose, Quota, count, greeting, insert_token, is_due};
use crate::auth::{User, user_by_email};
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::mail::{self, Message};
use crate::secrets::{Secrets, hmac_sha256};

/// Signs somebody up and mails the link that confirms the address. An address with an account gets a mail that says
/// so instead. Answers with the id of every sign-up of this address, which is the account's where somebody signs up alone
/// and nobody else was told it.
pub fn sign_up(tx: &Tx<'_>, secrets: &Secrets, new: &NewUser, carried: &Carried, now: Timestamp) -> db::Result<String> {
    let purpose = Purpose::SignUp;
    let quota = count(tx, secrets, &new.email, purpose.as_str(), now)?;
    let address = hmac_sha256(&secrets.mail, format!("sign-up:{}", new.email).as_bytes());
    let fresh = id::new();
    let told = sql::sign_up_id(tx, address, &fresh, now)?;
    let user_id = match user_by_email(tx, &new.email)? {
        // Always mailed: whoever asked for mails to an address that had no account cannot keep its owner out.
        None => {
            // One that was told before belongs to no account: whoever was told it would know of this one.
            let user_id = if told == fresh { fresh } else { id::new() };
            sql::insert_user(tx, &user_id, new, now)?;
            if sql::roles::is_invited(tx, &new.email, now)? {
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
    let waiting = user_by_email(tx, email)?.filter(|user| user.email_confirmed_at.is_none());
    let Some(user) = waiting else { return Ok(quota) };
    if !is_due(tx, quota, &user.id, purpose, now)? {
        return Ok(quota);
    }
    let token_id = match mailbox::newest(tx, email, purpose, now)? {
        Some(token) => token.id,
        None => insert_token(tx, secrets, (&user.id, purpose, email), &Carried::default(), now)?,
    };
    mailbox::set_carried(tx, &token_id, carried)?;
    let message = Message::ConfirmEmail { name: greeting(&user.name), token_id };
    mail::enqueue(tx, email.as_str(), user.lang, &message, now)?;
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
    let (user_id, name, lang) = match (user_by_email(tx, email)?, create) {
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

/// Mails a link and a code that let a forgotten password be set anew. An address that an account had until lately gets the
/// way back instead, whoever has signed up there since without confirming it; any other without an account gets nothing.
pub fn mail_recovery(
    tx: &Tx<'_>,
    secrets: &Secrets,
    email: &EmailAddress,
    carried: &Carried,
    now: Timestamp,
) -> db::Result<Quota> {
    let purpose = Purpose::Recovery;
    let quota = count(tx, secrets, email, purpose.as_str(), now)?;
    let user = user_by_email(tx, email)?;
    let is_led_back = quota == Quota::Free && way_back::mail_again(tx, email, user.as_ref(), now)?.is_some();
    let Some(user) = user.filter(|_| !is_led_back) else { return Ok(quota) };
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

/// One more request for an account: what was typed for one that nobody has confirmed goes.
pub(super) fn contest(tx: &Tx<'_>, user: &User, now: Timestamp) -> db::Result<()> {
    if user.email_confirmed_at.is_some() { Ok(()) } else { sql::contest(tx, &user.id, now) }
}
