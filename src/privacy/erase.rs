//! How somebody is forgotten, with an account or without one: by their address for mail.

use std::io;
use std::path::Path;

use serde::Serialize;
use serde_json::json;

use super::tombstones::{self, Tombstone};
use super::{Error, comments_of, of_person, sql};
use crate::accounts;
use crate::audit::{self, Actor};
use crate::auth::{self, User, mailbox};
use crate::catalogue::waitlist;
use crate::clock::Timestamp;
use crate::comments;
use crate::db::{self, Conn, Db, Tx};
use crate::email::EmailAddress;
use crate::lang::Lang;
use crate::mail::{self, Message, Notice};
use crate::orders;
use crate::quotes;
use crate::secrets::Secrets;
use crate::text::hex;
use crate::wishlist;
use crate::withdrawals;

/// What there is of somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Traces {
    /// Their address for mail.
    pub email: String,
    /// Whether they have an account.
    pub has_account: bool,
    /// Whether they administer the shop.
    pub is_admin: bool,
    pub orders: usize,
    /// Those of them that wait for a payment or for goods.
    pub open_orders: usize,
    /// Their comments on products.
    pub comments: usize,
    /// Their requests for a quote.
    pub quotes: usize,
    pub messages: usize,
    /// Products they wait for.
    pub stock_requests: usize,
    /// Their statements of withdrawal.
    pub withdrawals: usize,
    /// Mails to them and about them.
    pub mails: i64,
}

impl Traces {
    /// Whether there is nothing.
    pub const fn is_empty(&self) -> bool {
        !self.has_account
            && self.orders + self.quotes + self.messages + self.stock_requests + self.withdrawals == 0
            && self.mails == 0
    }
}

/// Somebody was forgotten. What lies in files is forgotten by [`Forgotten::sweep`], after the commit.
#[derive(Debug)]
#[must_use = "files are to be swept"]
pub struct Forgotten {
    /// The mails that were forgotten.
    mails: Vec<String>,
}

impl Forgotten {
    /// Deletes the files of their mails. Not for an async thread.
    pub(super) fn sweep(&self, data_dir: &Path) -> io::Result<()> {
        mail::delete_files(data_dir, &self.mails)
    }

    /// What is to be done outside the database once it is committed: writes it down beside the database, and deletes the
    /// files. What fails is done by the next round. Not for an async thread.
    pub fn finish(&self, db: &Db, data_dir: &Path, now: Timestamp) {
        let photos = |error: quotes::photos::NotKept| Error::File(io::Error::other(error.to_string()));
        let done = tombstones::write(db, data_dir)
            .and_then(|()| Ok(self.sweep(data_dir)?))
            .and_then(|()| quotes::photos::purge(db, data_dir, now).map_err(photos));
        if let Err(error) = done {
            tracing::error!(%error, "what was erased is not gone from every file yet");
        }
    }
}

/// Who wants somebody erased.
#[derive(Debug, Clone, Copy)]
pub enum Asked<'a> {
    /// The person.
    Themselves,
    /// The firm; the person is told by mail if that is wanted.
    By {
        actor: &'a Actor,
        /// Whether a mail tells the person.
        tell: bool,
    },
}

/// What there is of somebody.
pub fn traces(conn: &Conn, email: &EmailAddress) -> db::Result<Traces> {
    let account = auth::user_by_email(conn, email)?.filter(|user| !user.is_erased());
    let own = of_person(conn, account.as_ref().map(|user| user.id.as_str()), email.as_str())?;
    let comments = comments_of(conn, account.as_ref().map(|user| user.id.as_str()), &own)?;
    let (quotes, messages) = quotes::of_address(conn, email.as_str())?;
    let ids: Vec<&str> = own.iter().map(|order| order.id.as_str()).collect();
    Ok(Traces {
        email: email.to_string(),
        is_admin: account.as_ref().is_some_and(|user| user.is_admin),
        has_account: account.is_some(),
        orders: own.len(),
        open_orders: own.iter().filter(|order| order.is_open()).count(),
        comments: comments.len(),
        quotes: quotes.len(),
        messages: messages.len(),
        stock_requests: waitlist::of_address(conn, email.as_str())?.len(),
        withdrawals: withdrawals::of_person(conn, email.as_str(), &ids)?.len(),
        mails: mail::count_of_person(conn, email.as_str(), &ids)?,
    })
}

/// Forgets somebody and writes down that it was done, not who it was. Of their orders stays what the tax law asks, without
/// their name, address and texts; an account that has some stays as an empty shell for them.
pub fn erase(tx: &Tx<'_>, asked: Asked<'_>, email: &EmailAddress, now: Timestamp) -> Result<Forgotten, Error> {
    let found = traces(tx, email)?;
    if found.is_empty() {
        return Err(Error::NotFound);
    }
    if found.is_admin {
        return Err(Error::Administrator);
    }
    if found.open_orders > 0 {
        return Err(Error::OrdersOpen);
    }
    let account = auth::user_by_email(tx, email)?;
    let lang = match &account {
        Some(user) => user.lang,
        None => match quotes::lang_of_address(tx, email.as_str())? {
            Some(lang) => lang,
            None => orders::of_address(tx, email.as_str())?.first().map(|order| order.lang).unwrap_or_default(),
        },
    };
    let name = account.as_ref().map(|user| user.name.clone()).unwrap_or_default();
    let forgotten = forget(tx, email.as_str(), account.as_ref(), now)?;
    let secrets = Secrets::load(tx)?;
    let address = tombstones::hash(&secrets, email.as_str());
    sql::insert_tombstone(tx, &Tombstone { erased_at: now, address })?;
    if let Some(user) = &account {
        // In an older copy they may have another address.
        let address = tombstones::hash(&secrets, &user.id);
        sql::insert_tombstone(tx, &Tombstone { erased_at: now, address })?;
    }
    let (actor, tell) = match asked {
        Asked::Themselves => (&Actor::System, true),
        Asked::By { actor, tell } => (actor, tell),
    };
    let detail = json!({
        "asked_by": if matches!(asked, Asked::Themselves) { "person" } else { "firm" },
        "orders": found.orders, "comments": found.comments, "quotes": found.quotes, "messages": found.messages,
    });
    audit::record(tx, actor, "person.erased", &self::name(&address), &detail, now)?;
    if tell {
        say_farewell(tx, email, lang, &name, found.has_account, now)?;
    }
    Ok(forgotten)
}

/// The last mail they get; it is forgotten once it has gone out.
fn say_farewell(
    tx: &Tx<'_>,
    email: &EmailAddress,
    lang: Lang,
    name: &str,
    had_account: bool,
    now: Timestamp,
) -> db::Result<()> {
    let notice = if had_account { Notice::Erased } else { Notice::DataErased };
    let farewell = Message::AccountNotice { name: mailbox::greeting(name), notice };
    mail::enqueue(tx, email.as_str(), lang, &farewell, now)
}

/// Forgets once more somebody whom an older copy of the database brought back.
pub(super) fn again(tx: &Tx<'_>, email: &str, erased_at: Timestamp) -> Result<Forgotten, Error> {
    let address = EmailAddress::parse(email).ok();
    let account = address.map(|address| auth::user_by_email(tx, &address)).transpose()?.flatten();
    let account = account.filter(|user| user.created_at <= erased_at);
    let forgotten = forget(tx, email, account.as_ref(), erased_at)?;
    let name = name(&tombstones::hash(&Secrets::load(tx)?, email));
    audit::record(tx, &Actor::System, "person.erased", &name, &json!({ "asked_by": "tombstone" }), erased_at)?;
    Ok(forgotten)
}

/// What the log calls somebody who was erased: whoever knows the address can find it, and nobody else.
pub(super) fn name(address: &[u8; 32]) -> String {
    hex(&address[..8])
}

/// Everything that came before a moment.
fn forget(tx: &Tx<'_>, email: &str, account: Option<&User>, until: Timestamp) -> Result<Forgotten, Error> {
    let mut own = of_person(tx, account.map(|user| user.id.as_str()), email)?;
    own.retain(|order| order.user_id.is_some() || order.created_at <= until);
    own.iter().filter(|order| order.user_id.is_none()).try_for_each(|order| orders::anonymise(tx, &order.id))?;
    if let Some(user) = account {
        orders::anonymise_own(tx, &user.id)?;
        comments::forget_user(tx, &user.id)?;
        wishlist::forget_user(tx, &user.id)?;
    }
    comments::forget_of_nobody(tx)?;
    let has_orders = own.iter().any(|order| order.user_id.is_some());
    let ids: Vec<&str> = own.iter().map(|order| order.id.as_str()).collect();
    withdrawals::forget_person(tx, email, &ids, until)?;
    let mut mails = sql::forget_mails_to_former(tx, email)?;
    mails.extend(mail::forget_person(tx, email, &ids)?);
    quotes::forget_address(tx, email, until)?;
    waitlist::forget_address(tx, &Secrets::load(tx)?, email)?;
    accounts::forget_invitations(tx, email)?;
    if let Some(user) = account {
        accounts::erase(tx, &user.id, has_orders, until)?;
    }
    orders::forget_address(tx, email)?;
    Ok(Forgotten { mails })
}
