//! Wish lists: the products somebody wants to remember. Owns `wishes`. Without an account the browser keeps the list; at a
//! sign-in it hands it over, and the account's list is the same on every device.

pub mod api;
mod sql;

use serde::Serialize;

use crate::clock::{self, Timestamp};
use crate::db::{self, Conn, Tx};

/// Products of one list, at most.
pub const MOST: usize = 200;

/// A product of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Wish {
    pub product_id: String,
    /// In Spanish.
    pub title: String,
    #[serde(serialize_with = "clock::rfc3339")]
    pub added_at: Timestamp,
}

/// What somebody wants to remember of what is in the store, the latest first.
pub fn of_user(conn: &Conn, user_id: &str) -> db::Result<Vec<Wish>> {
    sql::of_user(conn, user_id)
}

/// Adds products, the first the latest, and takes others away. What is not in the store is left out; past [`MOST`] those
/// that were added first go.
pub fn change(tx: &Tx<'_>, user_id: &str, add: &[String], remove: &[String], now: Timestamp) -> db::Result<Vec<Wish>> {
    for product_id in remove {
        sql::remove(tx, user_id, product_id)?;
    }
    for (place, product_id) in (0..).zip(add) {
        sql::add(tx, user_id, product_id, Timestamp::from_millis(now.millis() - place))?;
    }
    sql::keep_latest(tx, user_id, MOST)?;
    of_user(tx, user_id)
}

/// Forgets what somebody wanted to remember.
pub fn forget_user(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    sql::forget_user(tx, user_id)
}
