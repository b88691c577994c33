//! What the owner looks at first: what there is to do today, how sales go, and who the customers are.
//!
//! Reads across the shop.

pub mod api;
pub mod log_api;
pub mod mails_api;
mod sql;
pub mod visits;
pub mod visits_api;

use std::path::Path;

use crate::catalogue::stock::{self, Low};
use crate::clock::Timestamp;
use crate::comments;
use crate::db::{self, Conn};
use crate::invoices::books;
use crate::law;
use crate::mail;
use crate::money::Cents;
use crate::orders::desk::{self, Listed, Person, Waiting, Wanted};
use crate::page::Page;
use crate::quotes::{self, ContactMessage, QuoteRequest, complaints};
use crate::settings::Settings;
use crate::upkeep;
use crate::withdrawals::{self, Withdrawal};

pub use sql::gauges::{Family, gauges};
pub use sql::{Called, Customer, called, customers};

/// Days of sales that are shown.
const SALES_DAYS: i32 = 28;

/// Variants that are shown as running out.
const LOW_SHOWN: i64 = 20;

/// Mails that were given up are shown for so many days.
const DEAD_DAYS: i64 = 30;

/// Orders of a customer that are shown.
const ORDERS_SHOWN: i64 = 200;

/// What was sold on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sales {
    /// A day of the firm's, `2026-11-20`.
    pub date: String,
    /// Orders that were paid then and not given back whole.
    pub orders: i64,
    /// What of their payments stays.
    pub net: Cents,
    /// What came in, with what went back since.
    pub gross: Cents,
}

/// What there is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Today {
    /// Orders that wait for something.
    pub waiting: Waiting,
    /// Comments that wait to be judged.
    pub comments_pending: i64,
    /// Requests for a quote nobody has answered.
    pub quotes_new: i64,
    /// Messages nobody has answered, besides complaints.
    pub messages_new: i64,
    /// Complaints that wait for an answer, and those of them that wait too long.
    pub complaints: (i64, i64),
    /// Withdrawals and returns that wait, and those of them whose money is overdue.
    pub returns: (i64, i64),
    /// What is running out, the fewest first.
    pub low_stock: Vec<Low>,
    /// Mails that will not go out.
    pub dead_mails: i64,
    /// Mails of a restored shop that wait for a word.
    pub held_mails: i64,
    /// Sales and refunds that cannot be invoiced until somebody says more.
    pub invoices_stuck: i64,
    /// What the law asks for and is not met.
    pub law_owed: i64,
    /// When a backup was last made.
    pub backup_at: Option<Timestamp>,
    /// When one was last restored to try it.
    pub drill_at: Option<Timestamp>,
    /// The last four weeks, oldest first; the last is today.
    pub sales: Vec<Sales>,
}

/// What there is to do at a moment.
pub fn today(conn: &Conn, data_dir: &Path, now: Timestamp) -> db::Result<Today> {
    let (quotes_new, messages_new) = quotes::count_new(conn)?;
    let to_judge = comments::Filter { status: Some(comments::Status::Pending), ..comments::Filter::default() };
    Ok(Today {
        waiting: desk::waiting(conn)?,
        comments_pending: comments::list(conn, &to_judge, 0, 1)?.0,
        quotes_new,
        messages_new,
        complaints: complaints::count_open(conn, now)?,
        returns: (withdrawals::count_waiting(conn)?, withdrawals::count_overdue(conn, now)?),
        low_stock: stock::low(conn, Settings::load(conn)?.low_stock, LOW_SHOWN)?,
        dead_mails: mail::dead_since(conn, now.plus_days(-DEAD_DAYS))?,
        held_mails: mail::count_held(conn)?,
        invoices_stuck: books::count_stuck(conn)?,
        law_owed: law::count_owed(&law::findings(conn, data_dir, now)?),
        backup_at: upkeep::of(conn, upkeep::Kind::Backup)?.succeeded_at,
        drill_at: upkeep::of(conn, upkeep::Kind::Drill)?.succeeded_at,
        sales: sales(conn, now)?,
    })
}

fn sales(conn: &Conn, now: Timestamp) -> db::Result<Vec<Sales>> {
    let days = now.last_days(SALES_DAYS);
    let Some((_, first)) = days.first() else { return Ok(Vec::new()) };
    let paid = desk::sales_since(conn, *first)?;
    let mut sales: Vec<Sales> = days
        .iter()
        .map(|(date, _)| Sales { date: date.clone(), orders: 0, net: Cents::ZERO, gross: Cents::ZERO })
        .collect();
    for (at, money) in paid {
        let day = days.partition_point(|(_, begin)| *begin <= at).saturating_sub(1);
        sales[day].orders += i64::from(money.net > Cents::ZERO);
        sales[day].net = sales[day].net.plus(money.net);
        sales[day].gross = sales[day].gross.plus(money.paid);
    }
    Ok(sales)
}

/// A customer with all that is theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub customer: Customer,
    /// Where they are called, if they ever said.
    pub phone: Option<String>,
    /// Their orders, newest first.
    pub orders: Vec<Listed>,
    /// Their requests for a quote, newest first.
    pub quotes: Vec<QuoteRequest>,
    /// Their messages, newest first.
    pub messages: Vec<ContactMessage>,
    /// Their statements of withdrawal, newest first.
    pub withdrawals: Vec<Withdrawal>,
}

/// A customer by the id of the account, or of what they sent without one; `None` when there is none.
pub fn customer(conn: &Conn, id: &str) -> db::Result<Option<Known>> {
    let Some(customer) = sql::customer(conn, id)? else { return Ok(None) };
    let person = Person { user_id: customer.id.clone(), email: customer.email.clone() };
    let wanted = Wanted { person: Some(person), ..Wanted::default() };
    let (_, orders) = desk::search(conn, &wanted, Page { offset: 0, limit: ORDERS_SHOWN })?;
    let (quotes, messages) = quotes::of_address(conn, &customer.email)?;
    let own: Vec<&str> = orders.iter().map(|order| order.id.as_str()).collect();
    let withdrawals = withdrawals::of_person(conn, &customer.email, &own)?;
    let phone = sql::phone(conn, &customer)?;
    Ok(Some(Known { customer, phone, orders, quotes, messages, withdrawals }))
}
