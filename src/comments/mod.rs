//! Comments on products: who wrote what about which product, and whether the shop shows it. Owns `comments`.
//!
//! A comment is pending until an administrator decides; only approved ones are shown to everybody. Whoever erases their
//! account takes their comments along. Names and titles are not copied: a changed name changes with its comments.
//! Whoever was asked for stars may write too, with an account or without one; the firm may answer below what is shown.
//! Beside a comment stands whether whoever wrote it bought the product (TRLGDCU art. 20.4); where the owner so decides, only
//! they may write.

pub mod api;
pub mod demo;
mod parse;
mod sql;

use std::collections::HashSet;

use serde::Serialize;
use serde_json::json;

use crate::audit::{self, Actor};
use crate::clock::{self, Timestamp};
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::mail::{self, Message};
use crate::settings::{Commenters, Settings};

pub use parse::{Act, Content, Invalid, Status};

/// Comments one account may write in an hour.
pub const MAX_AN_HOUR: i64 = 5;

/// Comments of one account that may wait at a time.
pub const MAX_PENDING: i64 = 20;

/// Where only buyers comment, they do for so many days after they paid.
pub const BUYER_DAYS: i64 = 30;

/// Seconds in which [`MAX_AN_HOUR`] are counted.
const HOUR: i64 = 3600;

/// Why a comment was not stored, or not decided about.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something in it is wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The store has no such product.
    #[error("the store has no such product")]
    NoProduct,
    /// There is no such comment.
    #[error("there is no comment {0:?}")]
    NotFound(String),
    /// Enough for this hour.
    #[error("an account writes at most {MAX_AN_HOUR} comments in an hour")]
    TooMany {
        /// Seconds until one more is taken.
        retry_after: u64,
    },
    /// Enough until some of them are decided about.
    #[error("at most {MAX_PENDING} comments of an account wait at a time")]
    TooManyPending,
    /// Only buyers comment, and they did not buy it of late.
    #[error("only who bought the product in the last {BUYER_DAYS} days comments on it")]
    NotBought,
    /// It is not shown, and nor would be what stands below it.
    #[error("only an approved comment is answered")]
    NotShown,
    /// The database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// A comment, with the names it is shown with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Comment {
    /// Random.
    pub id: String,
    /// The product.
    pub item_id: String,
    /// The product's Spanish title.
    pub product_title: String,
    /// Who wrote it; `None` without an account.
    pub user_id: Option<String>,
    /// The name in their profile, or the one they signed with; `None` when there is none.
    pub author: Option<String>,
    /// Plain text in lines.
    pub content: String,
    /// Where it stands.
    pub status: Status,
    /// Why it was rejected.
    pub reason: Option<String>,
    /// When it was written.
    #[serde(serialize_with = "clock::rfc3339")]
    pub created_at: Timestamp,
    /// When it was approved or rejected.
    #[serde(serialize_with = "clock::rfc3339")]
    pub decided_at: Option<Timestamp>,
    /// The order that brought the product to whoever wrote it, where stars were asked for.
    pub order_id: Option<String>,
    /// Whether whoever wrote it bought the product here, and not all of the order's money is back.
    pub verified: bool,
    /// The stars given with it, 1 to 5.
    pub stars: Option<i64>,
    /// What the firm answers.
    pub reply: Option<String>,
    #[serde(serialize_with = "clock::rfc3339")]
    pub replied_at: Option<Timestamp>,
}

/// Who writes about a product of an order.
#[derive(Debug, Clone, Copy)]
pub struct Buyer<'a> {
    pub order_id: &'a str,
    /// The product.
    pub item_id: &'a str,
    /// The order's account.
    pub user_id: Option<&'a str>,
    /// The name it is to be shown with, in one line of 1–60 characters, where there is no account.
    pub signed: Option<&'a str>,
}

/// Which comments an administrator looks at; what is `None` lets all through.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Where they stand.
    pub status: Option<Status>,
    /// The product.
    pub item_id: Option<String>,
    /// What stands in the text, the product's title or the author's name, case ignored.
    pub search: Option<String>,
}

/// Whether somebody with an account may comment on a product.
pub fn may_comment(conn: &Conn, user_id: &str, item_id: &str, now: Timestamp) -> Result<bool, Error> {
    if !sql::is_in_store(conn, item_id)? {
        return Err(Error::NoProduct);
    }
    let everybody = Settings::load(conn)?.commenters == Commenters::Accounts;
    Ok(everybody || sql::has_bought_since(conn, user_id, item_id, now.plus_days(-BUYER_DAYS))?)
}

/// Stores a comment, which then waits for an administrator.
pub fn post(tx: &Tx<'_>, user_id: &str, item_id: &str, content: &Content, now: Timestamp) -> Result<Comment, Error> {
    if !may_comment(tx, user_id, item_id, now)? {
        return Err(Error::NotBought);
    }
    if sql::count_pending(tx, user_id)? >= MAX_PENDING {
        return Err(Error::TooManyPending);
    }
    let free_at = sql::nth_last(tx, user_id, MAX_AN_HOUR)?.map(|oldest| oldest.plus_seconds(HOUR));
    if let Some(free_at) = free_at.filter(|at| *at > now) {
        let retry_after = (free_at.seconds() - now.seconds()).max(1).unsigned_abs();
        return Err(Error::TooMany { retry_after });
    }
    let id = id::new();
    sql::insert(tx, &id, item_id, user_id, content.as_str(), now)?;
    sql::find(tx, &id)?.ok_or(Error::NotFound(id))
}

/// Stores what a buyer writes about a product of an order, in place of what they wrote before; it waits for an
/// administrator like any other. Nothing takes it away. Other words, or another name below them, are another comment: who
/// decided or answered, or still has the one before on the screen, has read that one.
pub fn post_of_order(tx: &Tx<'_>, by: &Buyer<'_>, content: Option<&Content>, now: Timestamp) -> db::Result<()> {
    if let Some((id, words, signed)) = sql::find_of_order(tx, by.order_id, by.item_id)? {
        if content.is_some_and(|content| content.as_str() == words) && signed.as_deref() == by.signed {
            return Ok(());
        }
        sql::delete(tx, &id)?;
    }
    content.map_or(Ok(()), |content| sql::insert_of_order(tx, &id::new(), by, content.as_str(), now))
}

/// What was written with an order, newest first.
pub fn of_order(conn: &Conn, order_id: &str) -> db::Result<Vec<Comment>> {
    sql::of_order(conn, order_id)
}

/// What was written with an order is that account's from now on, as the order is.
pub fn claim(tx: &Tx<'_>, order_id: &str, user_id: &str) -> db::Result<()> {
    sql::set_account(tx, order_id, user_id)
}

/// Writes the firm's answer below a comment, in place of the one before; `None` takes it away. Whoever wrote the comment
/// is told of the first one.
pub fn reply(tx: &Tx<'_>, actor: &Actor, id: &str, words: Option<&Content>, now: Timestamp) -> Result<Comment, Error> {
    let found = || sql::find(tx, id)?.ok_or_else(|| Error::NotFound(id.to_owned()));
    let (comment, words) = (found()?, words.map(Content::as_str));
    if comment.reply.as_deref() == words {
        return Ok(comment);
    }
    if words.is_some() && comment.status != Status::Approved {
        return Err(Error::NotShown);
    }
    sql::set_reply(tx, id, words, now)?;
    let act = if words.is_some() { "comment.replied" } else { "comment.reply_removed" };
    audit::record(tx, actor, act, id, &json!({ "item_id": comment.item_id }), now)?;
    if let Some(words) = words
        && let Some((email, lang, name)) = sql::take_writer(tx, id, now)?
    {
        let message = Message::CommentReplied {
            name,
            title: comment.product_title,
            product_id: comment.item_id,
            text: words.to_owned(),
        };
        mail::enqueue(tx, &email, lang, &message, now)?;
    }
    found()
}

/// How many approved comments a product has, and a page of them, newest first.
pub fn approved(conn: &Conn, item_id: &str, offset: i64, limit: i64) -> db::Result<(i64, Vec<Comment>)> {
    sql::approved(conn, item_id, offset, limit)
}

/// How many comments the filter lets through, and a page of them, newest first; a limit of -1 is none.
pub fn list(conn: &Conn, filter: &Filter, offset: i64, limit: i64) -> db::Result<(i64, Vec<Comment>)> {
    sql::list(conn, filter, offset, limit)
}

/// A comment, whatever its status; `None` when there is none.
pub fn find(conn: &Conn, id: &str) -> db::Result<Option<Comment>> {
    sql::find(conn, id)
}

/// At most two ids that begin with `prefix`, for operators.
pub fn ids_with_prefix(conn: &Conn, prefix: &str) -> db::Result<Vec<String>> {
    sql::ids_with_prefix(conn, prefix)
}

/// Does the same with several comments, or, when one of them is not there, with none; answers each as it is now, or
/// was before it was deleted. What stands as asked already is left alone.
pub fn moderate(tx: &Tx<'_>, actor: &Actor, ids: &[String], act: &Act, now: Timestamp) -> Result<Vec<Comment>, Error> {
    let mut seen = HashSet::new();
    ids.iter().filter(|id| seen.insert(*id)).map(|id| moderate_one(tx, actor, id, act, now)).collect()
}

fn moderate_one(tx: &Tx<'_>, actor: &Actor, id: &str, act: &Act, now: Timestamp) -> Result<Comment, Error> {
    let unknown = || Error::NotFound(id.to_owned());
    let comment = sql::find(tx, id)?.ok_or_else(unknown)?;
    // The log never forgets, so it is not told what the customer wrote.
    let detail = json!({ "item_id": comment.item_id, "before": comment.status.into_str() });
    match act {
        Act::Delete => {
            sql::delete(tx, id)?;
            audit::record(tx, actor, "comment.deleted", id, &detail, now)?;
            Ok(comment)
        }
        Act::Decide { status, reason } if (comment.status, &comment.reason) == (*status, reason) => Ok(comment),
        Act::Decide { status, reason } => {
            sql::set_status(tx, id, *status, reason.as_deref(), now)?;
            audit::record(tx, actor, &format!("comment.{status}"), id, &detail, now)?;
            sql::find(tx, id)?.ok_or_else(unknown)
        }
    }
}

/// What somebody wrote, newest first.
pub fn of_user(conn: &Conn, user_id: &str) -> db::Result<Vec<Comment>> {
    sql::of_user(conn, user_id)
}

/// Forgets what somebody wrote.
pub fn forget_user(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    sql::forget_user(tx, user_id)
}

/// Forgets what was written with orders that have forgotten their buyer, where no account has it.
pub fn forget_of_nobody(tx: &Tx<'_>) -> db::Result<()> {
    sql::forget_of_nobody(tx)
}
