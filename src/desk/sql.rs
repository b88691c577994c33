//! Statements across the shop, reading only.

use rusqlite::{OptionalExtension, Row, named_params};

use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::money::Cents;
use crate::page::Page;

/// Somebody with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    /// The account.
    pub id: String,
    /// Its address.
    pub email: String,
    /// As they call themselves; may be empty.
    pub name: String,
    /// Where they live; may be empty.
    pub city: String,
    /// When they signed up.
    pub created_at: Timestamp,
    /// Their orders, unpaid ones too.
    pub orders_count: i64,
    /// What they paid, orders that were cancelled left out.
    pub total: Cents,
    /// When they ordered last.
    pub last_order_at: Option<Timestamp>,
    /// Requests for a quote and messages with their address.
    pub quotes_count: i64,
}

/// Accounts that were erased are an empty shell for their orders, and nobody's.
const CUSTOMERS: &str = "FROM users u JOIN profiles p ON p.id = u.id
    WHERE u.email_confirmed_at IS NOT NULL AND u.email NOT LIKE '%@erased.invalid'";

const FOUND: &str = "AND (:q IS NULL OR instr(u.email, lower(:q)) OR instr(lower(p.name), lower(:q)))";

const SELECT: &str = "SELECT u.id, u.email, p.name, p.city, u.created_at,
    (SELECT count(*) FROM orders o WHERE o.user_id = u.id) AS orders_count,
    (SELECT coalesce(sum(o.total_in_cents), 0) FROM orders o
        WHERE o.user_id = u.id AND o.paid_at IS NOT NULL AND o.status <> 'cancelled') AS total,
    (SELECT max(o.created_at) FROM orders o WHERE o.user_id = u.id) AS last_order_at,
    (SELECT count(*) FROM quote_requests r WHERE r.email = u.email) +
    (SELECT count(*) FROM contact_messages m WHERE m.email = u.email) AS quotes_count";

/// How many people have an account whose address or name holds `q`, and a page of them, the newest first.
pub fn customers(conn: &Conn, q: Option<&str>, page: Page) -> db::Result<(i64, Vec<Customer>)> {
    let count = conn
        .prepare_cached(&format!("SELECT count(*) {CUSTOMERS} {FOUND}"))?
        .query_row(named_params! { ":q": q }, |row| row.get(0))?;
    let ids = format!("SELECT u.id {CUSTOMERS} {FOUND} ORDER BY u.created_at DESC, u.id LIMIT :limit OFFSET :offset");
    // What is counted for each is counted for those of the page alone.
    let sql = format!("{SELECT} {CUSTOMERS} AND u.id IN ({ids}) ORDER BY u.created_at DESC, u.id");
    let mut rows = conn.prepare_cached(&sql)?;
    let rows = rows.query_map(named_params! { ":q": q, ":limit": page.limit, ":offset": page.offset }, read)?;
    Ok((count, rows.collect::<Result<_, _>>()?))
}

pub(super) fn customer(conn: &Conn, user_id: &str) -> db::Result<Option<Customer>> {
    let sql = format!("{SELECT} {CUSTOMERS} AND u.id = ?1");
    Ok(conn.prepare_cached(&sql)?.query_row([user_id], read).optional()?)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Customer> {
    Ok(Customer {
        id: row.get("id")?,
        email: row.get("email")?,
        name: row.get("name")?,
        city: row.get("city")?,
        created_at: row.get("created_at")?,
        orders_count: row.get("orders_count")?,
        total: row.get("total")?,
        last_order_at: row.get("last_order_at")?,
        quotes_count: row.get("quotes_count")?,
    })
}
