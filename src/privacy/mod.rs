//! My data: everything the shop knows of somebody, for them to take along, and its erasure.
//!
//! A module that stores what people tell of themselves gives it out and forgets it here, each with its own statements.

pub mod api;
pub mod desk_api;
mod erase;
mod follow;
pub mod retention;
mod sql;
pub mod tombstones;

use std::io;

use serde_json::Value;

use crate::catalogue::waitlist::{self, StockRequest};
use crate::clock::Timestamp;
use crate::comments::{self, Comment};
use crate::db::{self, Conn};
use crate::invoices::{self, Invoice};
use crate::orders::{self, Note, Order};
use crate::quotes::{self, ContactMessage, QuoteRequest, Words};
use crate::ratings::{self, Own};
use crate::wishlist::{self, Wish};
use crate::withdrawals;
use crate::withdrawals::wire::WithdrawalBody;
use crate::{accounts, auth};

pub use erase::{Asked, Forgotten, Traces, erase, traces};
pub use follow::follow;

/// Why somebody is not forgotten.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An order waits for its payment or is on its way, or a return of it is open: its address is needed.
    #[error("an order or a return is still open")]
    OrdersOpen,
    /// They administer the shop: the log names whoever does.
    #[error("an administrator's role is to be taken away first")]
    Administrator,
    /// There is nobody like that.
    #[error("nothing is known of them")]
    NotFound,
    /// A file could not be read or written.
    #[error("{0}")]
    File(#[from] io::Error),
    /// The database could not be read or written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// What the shop knows of somebody.
pub struct Known {
    /// The account: address, profile, sessions, second factors.
    pub account: Value,
    /// Every order, newest first.
    pub orders: Vec<Order>,
    /// What was invoiced of them.
    pub invoices: Vec<Invoice>,
    /// What the owner wrote down about the orders, oldest first: words about somebody are theirs to read.
    pub order_notes: Vec<Note>,
    /// Every comment on a product, newest first.
    pub comments: Vec<Comment>,
    /// Stars for what was bought, and for the firm.
    pub ratings: Vec<Own>,
    /// Products on the account's wish list, the latest first.
    pub wishlist: Vec<Wish>,
    /// Requests for a quote sent with the account's address.
    pub quote_requests: Vec<QuoteRequest>,
    /// Messages sent with the account's address.
    pub messages: Vec<ContactMessage>,
    /// Products of which the account's address waits for a mail that they can be had again.
    pub stock_requests: Vec<StockRequest>,
    /// What the owner wrote about those requests and messages, and answered, oldest first.
    pub inquiry_words: Vec<Words>,
    /// Statements of withdrawal, newest first.
    pub withdrawals: Vec<WithdrawalBody>,
}

/// Puts together what the shop knows of somebody.
pub fn export(conn: &Conn, user_id: &str, now: Timestamp) -> Result<Known, Error> {
    let user = auth::user(conn, user_id)?.ok_or(Error::NotFound)?;
    let account = accounts::export(conn, user_id, now)?.ok_or(Error::NotFound)?;
    let (quote_requests, messages) = quotes::of_address(conn, &user.email)?;
    let orders = of_person(conn, Some(user_id), &user.email)?;
    let ids: Vec<&str> = orders.iter().map(|order| order.id.as_str()).collect();
    let withdrawals = WithdrawalBody::read_all(conn, withdrawals::of_person(conn, &user.email, &ids)?)?;
    let mut ratings = ratings::of_orders(conn, &orders)?;
    let invoices = orders.iter().map(|order| invoices::of_order(conn, &order.id)).collect::<Result<Vec<_>, _>>()?;
    ratings.extend(ratings::firm::of_quotes(conn, &quote_requests)?);
    Ok(Known {
        account,
        comments: comments_of(conn, Some(user_id), &orders)?,
        ratings,
        wishlist: wishlist::of_user(conn, user_id)?,
        orders,
        invoices: invoices.into_iter().flatten().collect(),
        order_notes: orders::notes_on_own(conn, user_id, &user.email)?,
        quote_requests,
        messages,
        stock_requests: waitlist::of_address(conn, &user.email)?,
        inquiry_words: quotes::words_about_address(conn, &user.email)?,
        withdrawals,
    })
}

/// Every order of somebody: their account's, and those bought without one with their address.
fn of_person(conn: &Conn, user_id: Option<&str>, email: &str) -> db::Result<Vec<Order>> {
    let mut found = user_id.map(|user_id| orders::all_own(conn, user_id)).transpose()?.unwrap_or_default();
    found.extend(orders::of_address(conn, email)?);
    Ok(found)
}

/// What somebody wrote about products: with their account, and with orders that no account has.
fn comments_of(conn: &Conn, user_id: Option<&str>, orders: &[Order]) -> db::Result<Vec<Comment>> {
    let mut found = user_id.map(|user_id| comments::of_user(conn, user_id)).transpose()?.unwrap_or_default();
    for order in orders.iter().filter(|order| order.user_id.is_none()) {
        found.extend(comments::of_order(conn, &order.id)?);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use crate::orders::Status;

    #[test]
    fn an_order_is_open_until_it_is_delivered_or_cancelled() {
        for (status, open) in [
            (Status::Pending, true),
            (Status::Paid, true),
            (Status::Shipped, true),
            (Status::Delivered, false),
            (Status::Cancelled, false),
        ] {
            assert_eq!(status.is_open(), open, "{status:?}");
        }
    }
}
