//! Counts of what happens on the site, without anything that could tell one visitor from another: a day, what, and how
//! many. Owns `counts` and `missed_searches`.
//!
//! They are gathered in memory and written once a minute and at the end ([`Counts::write_down`]); a program that is killed
//! loses its last minute. See docs/decisions/0027.

mod missed;
mod sql;
mod visitor;

use std::collections::HashMap;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::ToSpan;
use jiff::civil::Date;
use poem_openapi::Enum;
use serde::Serialize;
use strum::IntoStaticStr;

use crate::clock::Timestamp;
use crate::db::{self, Conn, Db, Tx};
use missed::Searches;

pub use visitor::{is_opened_by_somebody, is_somebody};

/// For so many months counts are kept, and searches after they were last made.
const MONTHS_KEPT: i32 = 13;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum, IntoStaticStr)]
#[oai(rename = "Counted", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum What {
    /// The landing page was opened.
    Home,
    /// A page of the store.
    Store,
    /// A product.
    Product,
    /// The cart.
    Cart,
    /// The checkout.
    Checkout,
    /// The form for messages.
    Contact,
    /// The form for quotes.
    Quote,
    /// Any other page for visitors.
    Other,
    /// Something was put into a cart.
    Added,
    /// The telephone number was tapped.
    Call,
    /// A chat was opened.
    Whatsapp,
}

impl What {
    /// The pages.
    pub const PAGES: [Self; 8] =
        [Self::Home, Self::Store, Self::Product, Self::Cart, Self::Checkout, Self::Contact, Self::Quote, Self::Other];

    /// The word it is stored under.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// How often something happened on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// `2026-11-24`.
    pub day: String,
    /// The word of a [`What`].
    pub what: String,
    pub how_many: i64,
}

/// A search that found nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Missed {
    pub text: String,
    /// On so many days.
    pub how_many: i64,
    /// `2026-11-24`.
    pub last_day: String,
}

/// What was counted and is not written yet.
#[derive(Default)]
pub struct Counts(Mutex<Memory>);

#[derive(Default)]
struct Memory {
    counted: HashMap<(Date, What), i64>,
    searches: Searches,
}

impl Counts {
    /// Counts something.
    pub fn count(&self, what: What, now: Timestamp) {
        *self.memory().counted.entry((now.date(), what)).or_default() += 1;
    }

    /// Counts a search that found nothing, if it may be remembered at all.
    pub fn count_missed(&self, typed: &str, now: Timestamp) {
        if let Some(text) = missed::fit(typed) {
            self.memory().searches.note(text, now.date());
        }
    }

    /// Writes what was counted, in one transaction; what cannot be written is counted on.
    pub async fn write_down(&self, db: &Db, now: Timestamp) -> db::Result<()> {
        let taken = mem::take(&mut *self.memory());
        let (counted, mut searches) = (taken.counted.clone(), taken.searches.clone());
        searches.forget_before(month_ago(now));
        if counted.is_empty() && searches.is_empty() {
            return Ok(());
        }
        let written = db
            .write(move |tx| {
                for ((day, what), how_many) in counted {
                    sql::add(tx, &day.to_string(), what.name(), how_many)?;
                }
                searches.write(tx)
            })
            .await;
        let mut memory = self.memory();
        match written {
            Ok(unwritten) => {
                memory.searches.merge(unwritten);
                Ok(())
            }
            Err(error) => {
                for (key, how_many) in taken.counted {
                    *memory.counted.entry(key).or_default() += how_many;
                }
                memory.searches.merge(taken.searches);
                Err(error)
            }
        }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn month_ago(now: Timestamp) -> Date {
    now.date().saturating_sub(1.month())
}

/// What was counted on a day and since, the oldest first.
pub fn since(conn: &Conn, day: &str) -> db::Result<Vec<Counted>> {
    sql::since(conn, day)
}

/// The searches that found nothing on two days or more and were not dismissed, the most frequent first.
pub fn missed(conn: &Conn) -> db::Result<Vec<Missed>> {
    sql::missed(conn)
}

/// Takes a search off the list, and forgets its text, or puts it back; on how many days it was made. `None` when there is none to move.
pub fn dismiss(tx: &Tx<'_>, text: &str, is_dismissed: bool) -> db::Result<Option<i64>> {
    sql::dismiss(tx, text, is_dismissed)
}

/// Forgets what was kept long enough.
pub fn forget_old(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    sql::forget_before(tx, &now.date().saturating_sub(MONTHS_KEPT.months()).to_string())
}
