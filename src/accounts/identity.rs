//! Who somebody is at a provider, and whose account here that opens.
//!
//! An identity opens the account it was joined to. A new one is joined to the account of its address, which must be
//! verified: a confirmed account's owner is told by mail; one that nobody had confirmed loses what others typed for it.

use super::NewUser;
use super::metadata::Metadata;
use super::profile::ProfileLines;
use super::sql::{self, identities};
use crate::auth::{User, mailbox, user_by_email};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::lang::Lang;
use crate::mail::Notice;
use crate::oidc::Claims;

/// An identity that opens somebody's account, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Random.
    pub id: String,
    /// The provider's id in the settings.
    pub provider: String,
    /// Who they are there.
    pub subject: String,
    /// Their address, as the provider said it last; may be empty.
    pub email: String,
    /// When it was joined.
    pub created_at: Timestamp,
    /// When it last opened the account.
    pub last_sign_in_at: Timestamp,
}

/// The account that an identity opens, joined or made where there is none; `None` when that takes a verified address
/// and there is none.
pub fn open(tx: &Tx<'_>, claims: &Claims, lang: Lang, now: Timestamp) -> db::Result<Option<String>> {
    if let Some(user_id) = identities::known(tx, claims, now)? {
        return Ok(Some(user_id));
    }
    let Some(email) = claims.email.as_ref().filter(|_| claims.is_email_verified) else { return Ok(None) };
    let profile = ProfileLines::parse(Some(&claims.name), None, None, None, None).unwrap_or_default();
    let (email_of_new, password_hash, metadata) = (email.clone(), String::new(), Metadata::default());
    let new = NewUser { email: email_of_new, password_hash, profile, lang, metadata };
    let user_id = match user_by_email(tx, email)? {
        None => {
            let user_id = id::new();
            sql::insert_user(tx, &user_id, &new, now)?;
            sql::confirm(tx, &user_id, now)?;
            user_id
        }
        Some(user) if user.email_confirmed_at.is_none() => sql::replace_unconfirmed(tx, &user.id, &new, now)?,
        Some(user) => {
            mailbox::notify(tx, &user, Notice::IdentityJoined { provider: claims.provider_name.clone() }, now)?;
            user.id
        }
    };
    identities::join(tx, &user_id, claims, now)?;
    Ok(Some(user_id))
}

/// A person's identities, the first joined first.
pub fn list(conn: &Conn, user_id: &str) -> db::Result<Vec<Identity>> {
    identities::list(conn, user_id)
}

/// Removes one of a person's own identities, and tells them; answers whether it was theirs. There is always another way
/// in: a code mailed to the account's address.
pub fn remove(tx: &Tx<'_>, user: &User, identity_id: &str, provider_name: &str, now: Timestamp) -> db::Result<bool> {
    if !identities::delete(tx, &user.id, identity_id)? {
        return Ok(false);
    }
    mailbox::notify(tx, user, Notice::IdentityRemoved { provider: provider_name.to_owned() }, now)?;
    Ok(true)
}
