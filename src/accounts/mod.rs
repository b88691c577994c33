//! People: who has an account, what they tell of themselves, and who has the administrator's role. How they sign in is
//! `auth`, below.
//!
//! Nobody learns here who has an account: whatever asks for a mail does the same work and answers the same for every
//! address; only the owner of the mailbox reads which mail it was. An account works once its address is confirmed.

pub mod address;
mod admins;
pub mod confirm;
pub mod email_change;
pub mod identity;
pub mod mailed;
pub mod metadata;
pub mod passkeys_api;
pub mod people_api;
mod problem;
pub mod profile;
pub mod profile_api;
pub mod rescue;
mod sql;
#[cfg(test)]
pub(crate) mod tests;
mod way_back;

use serde_json::{Value, json};

use address::{AddressError, ShippingAddress};
pub use admins::{
    Acceptance, Administrator, Invitation, NotRevoked, SecondFactor, accept, administrators, end_invitations,
    grant_admin, invitations, invite, invited, revoke_admin, withdraw,
};
use identity::Identity;
use metadata::{Metadata, Told};
use profile::ProfileLines;

use crate::auth::factor::{self, Factor};
use crate::auth::mailbox::{self, Carried, PendingEmail};
use crate::auth::passkey::{self, Passkey};
use crate::auth::session::{self, Listed, Scope, SignedIn};
use crate::auth::{self, User, user_by_email};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::lang::Lang;
use crate::mail::Notice;
use crate::secrets::Secrets;
use crate::settings::Settings;
use crate::text;

/// Why an account operation was refused.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It takes a sign-in, a factor or a mail that is not there.
    #[error(transparent)]
    Auth(#[from] auth::Error),
    /// The address has an account.
    #[error("the address has an account already")]
    EmailTaken,
    /// Nobody has that address.
    #[error("no account has that address")]
    UnknownEmail,
    /// A line of the profile is not acceptable.
    #[error(transparent)]
    Profile(#[from] AddressError),
    /// What a program tells of somebody is not acceptable.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
    /// The database could not be read or written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// What somebody signs up with, checked; the password is hashed before the transaction begins.
pub struct NewUser {
    pub email: EmailAddress,
    /// PHC string.
    pub password_hash: String,
    /// Name and, when given, address.
    pub profile: ProfileLines,
    /// Of mails to them from now on.
    pub lang: Lang,
    /// Whatever else their program keeps.
    pub metadata: Metadata,
}

/// A person as their own account page shows them.
pub struct Account {
    /// Who they are.
    pub user: User,
    pub profile: ProfileLines,
    /// Whatever else their program keeps.
    pub metadata: Metadata,
    /// Their second factors, enrolments begun included.
    pub factors: Vec<Factor>,
    /// Who they are at providers that open the account.
    pub identities: Vec<Identity>,
    /// The address they asked to have and have not confirmed.
    pub pending_email: Option<PendingEmail>,
}

/// The account of somebody who is signed in, whole.
pub fn account(conn: &Conn, user_id: &str, now: Timestamp) -> db::Result<Option<Account>> {
    let Some(user) = auth::user(conn, user_id)? else { return Ok(None) };
    Ok(Some(Account {
        user,
        profile: sql::profile_lines(conn, user_id)?,
        metadata: sql::metadata(conn, user_id)?,
        factors: factor::list(conn, user_id)?,
        identities: identity::list(conn, user_id)?,
        pending_email: mailbox::pending_email(conn, user_id, now)?,
    }))
}

/// What somebody changes of their own account; what is `None` stays.
#[derive(Default)]
pub struct Change {
    /// What is told of them.
    pub told: Told,
    /// PHC string.
    pub password_hash: Option<String>,
    /// The address they want to have, in force once it is confirmed.
    pub email: Option<EmailAddress>,
    /// Of the program that asks for that.
    pub carried: Carried,
}

/// Changes an account. A new password ends every other session and whatever was mailed before. `verified_hash` is the
/// one the current password was right against, where it was asked for; without, the mailbox was shown.
pub fn change(
    tx: &Tx<'_>,
    secrets: &Secrets,
    who: &SignedIn,
    verified_hash: Option<&str>,
    change: &Change,
    now: Timestamp,
) -> Result<(), Error> {
    let user = auth::user(tx, &who.user_id)?.ok_or(auth::Error::InvalidCredentials)?;
    // The password may have changed while it was being compared, and the role while the new one was measured.
    let is_over = !session::exists(tx, &who.session_id)?;
    if is_over || verified_hash.is_some_and(|hash| hash != user.password_hash) {
        return Err(auth::Error::InvalidCredentials.into());
    }
    sql::update_profile(tx, &user.id, &change.told.profile, now)?;
    if let Some(lang) = change.told.lang {
        sql::set_lang(tx, &user.id, lang, now)?;
    }
    if change.told.more != Metadata::default() {
        let metadata = sql::metadata(tx, &user.id)?.changed_by(&change.told.more)?;
        sql::set_metadata(tx, &user.id, &metadata, now)?;
    }
    if let Some(hash) = &change.password_hash {
        auth::set_password_hash(tx, &user.id, hash)?;
        if verified_hash.is_none() {
            sql::roles::trust_password(tx, &user.id)?;
        }
        mailbox::delete_tokens_of(tx, &user.id)?;
        session::end(tx, &user.id, &who.session_id, Scope::Others)?;
        mailbox::notify(tx, &user, Notice::PasswordChanged, now)?;
    }
    match &change.email {
        Some(email) if email.as_str() != user.email => {
            if verified_hash.is_some() {
                factor::ask_for_mailbox(tx, who)?;
            }
            email_change::ask(tx, secrets, &user, email, &change.carried, now)
        }
        Some(_) | None => Ok(()),
    }
}

/// Makes an account whose address needs no confirmation, for commands and the demo; answers with its id.
pub fn create_confirmed(
    tx: &Tx<'_>,
    email: &EmailAddress,
    name: &str,
    password_hash: &str,
    now: Timestamp,
) -> Result<String, Error> {
    let user_id = id::new();
    let name = Some(name).filter(|name| !text::is_blank(name));
    let profile = ProfileLines::parse(name, None, None, None, None)?;
    let new = NewUser {
        email: email.clone(),
        password_hash: password_hash.to_owned(),
        profile,
        lang: Lang::default(),
        metadata: Metadata::default(),
    };
    sql::insert_user(tx, &user_id, &new, now)
        .map_err(|error| if error.is_unique_violation("users.email") { Error::EmailTaken } else { Error::Db(error) })?;
    sql::confirm(tx, &user_id, now)?;
    Ok(user_id)
}

/// [`create_confirmed`] on the word of whoever has the machine: an account nobody confirmed gives way.
pub fn create_trusted(
    tx: &Tx<'_>,
    email: &EmailAddress,
    name: &str,
    password_hash: &str,
    now: Timestamp,
) -> Result<String, Error> {
    if let Some(user) = user_by_email(tx, email)?.filter(|user| user.email_confirmed_at.is_none()) {
        sql::delete_user(tx, &user.id)?;
    }
    create_confirmed(tx, email, name, password_hash, now)
}

/// Who bought something, as it was written down elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct Bought<'a> {
    /// The account's id.
    pub by: &'a str,
    /// Its address for mail, which was confirmed.
    pub email: &'a EmailAddress,
    pub name: &'a str,
    pub lang: Lang,
}

/// The account of whoever bought something, by its id or else by its address for mail, and whether that is the empty
/// shell of somebody who was erased. One that is gone is made again, without a password: a mail sets one.
pub fn bring_back(tx: &Tx<'_>, bought: &Bought<'_>, since: Timestamp) -> db::Result<(String, bool)> {
    let by_id = auth::user(tx, bought.by)?;
    if let Some(user) = by_id.as_ref().filter(|user| user.is_erased() || user.email_confirmed_at.is_some()) {
        return Ok((user.id.clone(), user.is_erased()));
    }
    let by_email = user_by_email(tx, bought.email)?;
    if let Some(user) = by_email.as_ref().filter(|user| user.email_confirmed_at.is_some()) {
        return Ok((user.id.clone(), false));
    }
    // Who did not prove to read that mail has set a password that must open nothing of the buyer's.
    for unproven in by_id.iter().chain(&by_email) {
        sql::delete_user(tx, &unproven.id)?;
    }
    let new = NewUser {
        email: bought.email.clone(),
        password_hash: String::new(),
        profile: ProfileLines::parse(Some(bought.name), None, None, None, None).unwrap_or_default(),
        lang: bought.lang,
        metadata: Metadata::default(),
    };
    sql::insert_user(tx, bought.by, &new, since)?;
    sql::confirm(tx, bought.by, since)?;
    Ok((bought.by.to_owned(), false))
}

/// What an account holds, as JSON for its owner; `None` when there is none.
pub fn export(conn: &Conn, user_id: &str, now: Timestamp) -> db::Result<Option<Value>> {
    let Some(account) = account(conn, user_id, now)? else { return Ok(None) };
    let profile = account.profile;
    let text = |at: Option<Timestamp>| at.map(Timestamp::to_rfc3339);
    let session = |listed: Listed| {
        json!({ "user_agent": listed.user_agent, "created_at": listed.created_at.to_rfc3339(),
                "last_seen_at": listed.last_seen_at.to_rfc3339() })
    };
    let factor = |factor: Factor| {
        json!({ "friendly_name": factor.friendly_name, "created_at": factor.created_at.to_rfc3339(),
                "verified_at": text(factor.verified_at) })
    };
    let key = |key: Passkey| {
        json!({ "name": key.name, "domain": key.domain, "created_at": key.created_at.to_rfc3339(),
                "last_used_at": text(key.last_used_at) })
    };
    let identity = |identity: Identity| {
        json!({ "provider": identity.provider, "subject": identity.subject, "email": identity.email,
                "created_at": identity.created_at.to_rfc3339(),
                "last_sign_in_at": identity.last_sign_in_at.to_rfc3339() })
    };
    let former = |(email, left_at): (String, Timestamp)| json!({ "email": email, "left_at": left_at.to_rfc3339() });
    let user = account.user;
    Ok(Some(json!({
        "id": user.id,
        "email": user.email,
        "former_emails": sql::former::list(conn, user_id)?.into_iter().map(former).collect::<Vec<_>>(),
        "email_confirmed_at": text(user.email_confirmed_at),
        "new_email": account.pending_email.map(|pending| pending.email),
        "lang": user.lang,
        "created_at": user.created_at.to_rfc3339(),
        "last_sign_in_at": text(user.last_sign_in_at),
        "is_admin": user.is_admin,
        "name": profile.name,
        "address": profile.address,
        "city": profile.city,
        "postal_code": profile.postal_code,
        "country": profile.country,
        "phone": profile.phone,
        "metadata": account.metadata.to_value(),
        "sessions": session::list(conn, user_id, now)?.into_iter().map(session).collect::<Vec<_>>(),
        "passkeys": passkey::list(conn, user_id)?.into_iter().map(key).collect::<Vec<_>>(),
        "factors": account.factors.into_iter().map(factor).collect::<Vec<_>>(),
        "identities": account.identities.into_iter().map(identity).collect::<Vec<_>>(),
    })))
}

/// Takes back what was offered at an address, also where it never became an account.
pub fn forget_invitations(tx: &Tx<'_>, email: &str) -> db::Result<()> {
    sql::roles::forget_invitations(tx, email)
}

/// Erases an account. With `keep_shell` a row without a name, an address or a way in stays, which other rows refer to.
pub fn erase(tx: &Tx<'_>, user_id: &str, keep_shell: bool, now: Timestamp) -> db::Result<()> {
    if keep_shell { sql::empty_user(tx, user_id, now) } else { sql::delete_user(tx, user_id) }
}

/// Removes what is over, also of signing in, and accounts that were not confirmed in their time. For once an hour.
pub fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    auth::purge(tx, now)?;
    let unconfirmed = Settings::load(tx)?.retention.unconfirmed_accounts;
    sql::purge(tx, now, now.plus_days(-unconfirmed))
}

/// What an order needs of an account: where its mails go, in which language, and the address of the profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buyer {
    /// The confirmed mail address.
    pub email: String,
    /// The account's language.
    pub lang: Lang,
    /// As the profile has it, its lines perhaps empty.
    pub address: ShippingAddress,
}

impl Buyer {
    /// Somebody without an account, who says where mail reaches them.
    pub fn guest(email: &EmailAddress, lang: Lang) -> Self {
        Self { email: email.to_string(), lang, address: ShippingAddress::default() }
    }
}

/// The buyer and their shipping address; `None` unless the account's mail address is confirmed.
pub fn buyer(conn: &Conn, user_id: &str) -> db::Result<Option<Buyer>> {
    let Some(user) = auth::user(conn, user_id)?.filter(|user| user.email_confirmed_at.is_some()) else {
        return Ok(None);
    };
    Ok(sql::profile(conn, user_id)?.map(|p| Buyer {
        email: user.email,
        lang: user.lang,
        address: ShippingAddress {
            name: p.name,
            address: p.address,
            city: p.city,
            postal_code: p.postal_code,
            country: p.country,
            phone: p.phone,
        },
    }))
}
