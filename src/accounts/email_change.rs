//! Another address for an account: asked for by its owner, in force once the link that is mailed there was followed.

use super::{Error, sql, way_back};
use crate::auth::mailbox::{self, Carried, Purpose, Quota, Token, count, count_up_to, greeting, insert_token, notify};
use crate::auth::{self, User, user_by_email};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::mail::{self, Message, Notice};
use crate::secrets::Secrets;

/// Mails a day to an address that somebody wants to have, whoever asks for it; each account may ask for fewer.
const MAILS_A_DAY_FROM_ALL: i64 = 25;

/// Mails a link and a code to the address somebody wants to have, and a notice to the one they have. A new address that
/// belongs to another account is told so; the answer is the same.
pub(super) fn ask(
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
    for quota in [count_new(tx, secrets, user, new_email, now)?, count(tx, secrets, &own, "email_change_from", now)?] {
        if let Quota::UsedUp(seconds) = quota {
            return Err(auth::Error::TooManyMails(seconds).into());
        }
    }
    let token_id = insert_token(tx, secrets, (&user.id, purpose, new_email), carried, now)?;
    mail_new_address(tx, user, new_email, token_id, now)?;
    Ok(notify(tx, user, Notice::EmailChanging { email: new_email.to_string() }, now)?)
}

/// Counts a mail to the address an account wants to have: of those that this account asks for, and of all.
fn count_new(
    tx: &Tx<'_>,
    secrets: &Secrets,
    user: &User,
    new_email: &EmailAddress,
    now: Timestamp,
) -> db::Result<Quota> {
    let kind = Purpose::EmailChange.as_str();
    let own = count(tx, secrets, new_email, &format!("{kind}:{}", user.id), now)?;
    if own != Quota::Free {
        return Ok(own);
    }
    count_up_to(tx, secrets, new_email, (kind, MAILS_A_DAY_FROM_ALL), now)
}

/// Mails the newest link again to the address that the account of `email` asked to have; for any other it only counts
/// the request.
pub fn resend(
    tx: &Tx<'_>,
    secrets: &Secrets,
    email: &EmailAddress,
    carried: &Carried,
    now: Timestamp,
) -> db::Result<Quota> {
    // Counted apart from changes, or strangers could use up what the account's owner may ask for.
    let quota = count(tx, secrets, email, "email_change_again", now)?;
    let user = owner_of(tx, email)?.filter(|_| quota == Quota::Free);
    let waiting = user.as_ref().map(|user| mailbox::pending_email(tx, &user.id, now)).transpose()?.flatten();
    let (Some(user), Some(pending)) = (user, waiting) else { return Ok(quota) };
    let new_email = EmailAddress::of_stored(&pending.email);
    if count_new(tx, secrets, &user, &new_email, now)? == Quota::Free {
        mailbox::set_carried(tx, &pending.token_id, carried)?;
        mail_new_address(tx, &user, &new_email, pending.token_id, now)?;
    }
    Ok(quota)
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

/// Takes the new address, unless it got an account meanwhile, or somebody asked for one there in the last day or is
/// invited there: they may have followed this link for the one that was mailed to them. What was asked for longer ago
/// gives way.
pub(super) fn take(tx: &Tx<'_>, secrets: &Secrets, user: &User, token: &Token, now: Timestamp) -> db::Result<bool> {
    let new_email = EmailAddress::of_stored(&token.email);
    if sql::roles::is_invited(tx, &new_email, now)? {
        return Ok(false);
    }
    match user_by_email(tx, &new_email)? {
        Some(other) if other.email_confirmed_at.is_some() || other.updated_at > now.plus_days(-1) => return Ok(false),
        Some(other) => sql::delete_user(tx, &other.id)?,
        None => {}
    }
    let way_back = way_back::leave(tx, secrets, user, &new_email, now)?;
    notify(tx, user, Notice::EmailChanged { email: token.email.clone(), way_back }, now)?;
    sql::set_email(tx, &user.id, &new_email, now)?;
    mailbox::delete_tokens_of(tx, &user.id)?;
    Ok(true)
}

/// The confirmed account of an address.
fn owner_of(conn: &Conn, email: &EmailAddress) -> db::Result<Option<User>> {
    Ok(user_by_email(conn, email)?.filter(|user| user.email_confirmed_at.is_some()))
}
