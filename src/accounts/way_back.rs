//! RULE: who gets an account back after a change of its address. Somebody who knows a password for a moment can make the
//! mailbox their own; so whoever reads the mailbox before has a link that undoes it.

use super::confirm::{Outcome, Proven};
use super::sql;
use crate::auth::mailbox::{self, Carried, Proof, Purpose, notify};
use crate::auth::{self, User, session, user_by_email};
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::mail::Notice;
use crate::secrets::{Secrets, sha256};

/// How long the link works.
const DAYS: i64 = 7;

/// What was added to the account so many days before the change counts as its beginning: whoever takes an account over does
/// it in one go. What is older was the owner's, and stays.
const DAYS_BEFORE: i64 = 1;

/// Notes that an account leaves its address; what the link back is derived from. There is none from where it goes back to
/// an address that it had: that mailbox has the older right, and what came after it none.
pub(super) fn leave(
    tx: &Tx<'_>,
    secrets: &Secrets,
    user: &User,
    new_email: &EmailAddress,
    now: Timestamp,
) -> db::Result<Option<String>> {
    if let Some(left_at) = sql::former::left_at(tx, &user.id, new_email.as_str(), now)? {
        sql::former::forget_since(tx, &user.id, left_at)?;
        return Ok(None);
    }
    let token_id = id::new();
    let hash = sha256(secrets.mailed_token(&token_id).as_bytes());
    sql::former::insert(tx, &token_id, user, hash, (now, now.plus_days(DAYS)))?;
    Ok(Some(token_id))
}

/// Mails once more, to an address that no confirmed account has, the link that leads back to it, whoever asks; whose account
/// it is. `holder` is the account that has it now.
pub(super) fn mail_again(
    tx: &Tx<'_>,
    email: &EmailAddress,
    holder: Option<&User>,
    now: Timestamp,
) -> db::Result<Option<String>> {
    if holder.is_some_and(|holder| holder.email_confirmed_at.is_some()) {
        return Ok(None);
    }
    let Some((id, user_id)) = sql::former::way_back_to(tx, email.as_str(), now)? else { return Ok(None) };
    let Some(user) = auth::user(tx, &user_id)? else { return Ok(None) };
    let notice = Notice::EmailChanged { email: user.email.clone(), way_back: Some(id) };
    notify(tx, &User { email: email.to_string(), ..user }, notice, now)?;
    Ok(Some(user_id))
}

/// Goes back: the address is what it was, nobody is signed in, no password opens the account, and what was added to it
/// since goes. Whoever shows the link chooses a password, as after a recovery.
pub(super) fn go(tx: &Tx<'_>, proof: &Proof, now: Timestamp) -> db::Result<Outcome> {
    let Proof::Link { token, email } = proof else { return Ok(Outcome::Wrong) };
    let Some(left) = sql::former::find(tx, sha256(token.as_bytes()), now)? else { return Ok(Outcome::Wrong) };
    let user = auth::user(tx, &left.user_id)?;
    let Some(user) = user.filter(|_| email.as_ref().is_none_or(|email| email.as_str() == left.email)) else {
        return Ok(Outcome::Wrong);
    };
    let email = EmailAddress::of_stored(&left.email);
    match user_by_email(tx, &email)?.filter(|other| other.id != user.id) {
        Some(other) if other.email_confirmed_at.is_some() => return Ok(Outcome::AddressTaken),
        // Nobody has shown to read that mailbox, and now somebody does.
        Some(other) => sql::delete_user(tx, &other.id)?,
        None => {}
    }
    if user.email != left.email {
        notify(tx, &user, Notice::EmailChanged { email: left.email.clone(), way_back: None }, now)?;
        sql::set_email(tx, &user.id, &email, now)?;
    }
    sql::former::forget_since(tx, &user.id, left.left_at)?;
    sql::former::forget_ways_in(tx, &user.id, left.left_at.plus_days(-DAYS_BEFORE))?;
    auth::set_password_hash(tx, &user.id, "")?;
    mailbox::delete_tokens_of(tx, &user.id)?;
    session::end_all(tx, &user.id)?;
    let former_email = (user.email != left.email).then_some(user.email);
    let Some(user) = auth::user(tx, &left.user_id)? else { return Ok(Outcome::Wrong) };
    let proven = Proven { purpose: Purpose::Recovery, user, former_email, carried: Carried::default() };
    Ok(Outcome::Right(Box::new(proven)))
}
