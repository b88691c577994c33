//! What was mailed comes back: a link that was followed, or six digits that were typed.

use super::metadata::Metadata;
use super::profile::ProfileLines;
use super::{NewUser, email_change, sql, way_back};
use crate::auth::mailbox::{self, Carried, Proof, Purpose};
use crate::auth::{self, User, session};
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::email::EmailAddress;
use crate::secrets::Secrets;

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
    /// The address that another took the place of: what stands under it is to follow.
    pub former_email: Option<String>,
    /// What it says of the program that asked for it.
    pub carried: Carried,
}

/// What became of what was shown.
pub enum Outcome {
    /// It was right, is used up, and what it was mailed for is in force.
    Right(Box<Proven>),
    /// It was right and can be shown again, together with a password for the account of this address.
    NeedsPassword(String),
    /// It leads back to an address that another account has by now, and can be shown again.
    AddressTaken,
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
    let Some(token) = mailbox::find(tx, secrets, purposes, proof, now)? else {
        return if purposes.contains(&Purpose::Recovery) { way_back::go(tx, proof, now) } else { Ok(Outcome::Wrong) };
    };
    let Some(user) = auth::user(tx, &token.user_id)? else { return Ok(Outcome::Wrong) };
    let user_id = match token.purpose {
        Purpose::SignUp if user.is_contested && *password == WithPassword::Needed => {
            return Ok(Outcome::NeedsPassword(user.email));
        }
        Purpose::SignUp | Purpose::SignIn | Purpose::Recovery => confirm(tx, &user, password, now)?,
        Purpose::EmailChange if !email_change::take(tx, secrets, &user, &token, now)? => {
            mailbox::delete_token(tx, &token.id)?;
            return Ok(Outcome::Wrong);
        }
        Purpose::EmailChange | Purpose::Reauthentication => user.id.clone(),
    };
    if token.purpose == Purpose::Recovery {
        mailbox::delete_tokens_of(tx, &user_id)?;
        session::end_all(tx, &user_id)?;
    }
    mailbox::delete_token(tx, &token.id)?;
    let Some(now_has) = auth::user(tx, &user_id)? else { return Ok(Outcome::Wrong) };
    let former_email = (token.purpose == Purpose::EmailChange).then_some(user.email);
    let proven = Proven { purpose: token.purpose, user: now_has, former_email, carried: token.carried };
    Ok(Outcome::Right(Box::new(proven)))
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
        auth::set_password_hash(tx, &user.id, hash)?;
    }
    sql::confirm(tx, &user.id, now)?;
    // From now on nobody else is told the account's id.
    sql::forget_sign_up_id(tx, &user.id)?;
    mailbox::delete_tokens_of(tx, &user.id)?;
    Ok(user.id.clone())
}
