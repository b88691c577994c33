//! Statements across the shop, reading only.

pub(super) mod gauges;

use rusqlite::{OptionalExtension, Row, named_params};

use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::orders::desk::{self, Person, Spent};
use crate::page::Page;
use crate::text;

/// Somebody with an account, or who wrote or bought without one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    /// The account, or what they sent last.
    pub id: String,
    /// Whether they have an account.
    pub has_account: bool,
    /// Where mail reaches them.
    pub email: String,
    /// As they call themselves; may be empty.
    pub name: String,
    /// Where they live; may be empty.
    pub city: String,
    /// When they signed up, or wrote last.
    pub created_at: Timestamp,
    /// Their orders, unpaid ones too.
    pub orders_count: i64,
    /// What they paid.
    pub spent: Spent,
    /// When they ordered last.
    pub last_order_at: Option<Timestamp>,
    /// Requests for a quote and messages with their address.
    pub quotes_count: i64,
}

/// Everybody the shop knows: people with an account, those that were erased left out, for they are an empty shell for
/// their orders; and people who wrote or bought without one, by what they sent last.
const PEOPLE: &str = "WITH accounts AS (
        SELECT u.id, u.email, p.name, p.city, u.created_at, 1 AS has_account,
               EXISTS (SELECT 1 FROM admins a WHERE a.user_id = u.id) AS is_admin
        FROM users u JOIN profiles p ON p.id = u.id
        WHERE u.email_confirmed_at IS NOT NULL AND u.email NOT LIKE '%@erased.invalid'
    ), people AS (
        SELECT * FROM accounts
        UNION ALL
        SELECT id, email, name, '', max(created_at), 0, 0
        FROM (SELECT id, email, name, created_at FROM quote_requests
              UNION ALL SELECT id, email, name, created_at FROM contact_messages
              UNION ALL SELECT id, email, name, created_at FROM orders WHERE user_id IS NULL AND email <> '')
        WHERE email NOT IN (SELECT email FROM accounts)
        GROUP BY email
    )";

/// Who administers the shop is no customer of it, even with an order of their own, which leads to their page.
const FOUND: &str = "NOT is_admin AND (:q IS NULL OR instr(folded(email || char(10) || name), :q))";

const SELECT: &str = "SELECT w.id, w.email, w.name, w.city, w.created_at, w.has_account,
    (SELECT count(*) FROM orders o WHERE o.user_id = w.id) +
    (SELECT count(*) FROM orders o WHERE o.user_id IS NULL AND o.email = w.email) AS orders_count,
    (SELECT max(at) FROM (SELECT max(o.created_at) AS at FROM orders o WHERE o.user_id = w.id UNION ALL
                          SELECT max(o.created_at) FROM orders o WHERE o.user_id IS NULL AND o.email = w.email))
        AS last_order_at,
    (SELECT count(*) FROM quote_requests r WHERE r.email = w.email) +
    (SELECT count(*) FROM contact_messages m WHERE m.email = w.email) AS quotes_count";

/// How many people have an address or a name that holds `q`, and a page of them, the newest first.
pub fn customers(conn: &Conn, q: Option<&str>, page: Page) -> db::Result<(i64, Vec<Customer>)> {
    let q = q.map(text::folded);
    let count = conn
        .prepare_cached(&format!("{PEOPLE} SELECT count(*) FROM people WHERE {FOUND}"))?
        .query_row(named_params! { ":q": q }, |row| row.get(0))?;
    let order = "ORDER BY created_at DESC, id";
    // What is counted for each is counted for those of the page alone.
    let shown = format!("(SELECT * FROM people WHERE {FOUND} {order} LIMIT :limit OFFSET :offset)");
    let mut rows = conn.prepare_cached(&format!("{PEOPLE} {SELECT} FROM {shown} w {order}"))?;
    let rows = rows.query_map(named_params! { ":q": q, ":limit": page.limit, ":offset": page.offset }, read)?;
    let customers = rows.map(|customer| with_spent(conn, customer?)).collect::<db::Result<_>>()?;
    Ok((count, customers))
}

/// Somebody by the id of their account, or of anything they sent without one.
pub(super) fn customer(conn: &Conn, id: &str) -> db::Result<Option<Customer>> {
    let sql = format!(
        "{PEOPLE} {SELECT} FROM people w WHERE w.id = ?1
             OR w.email = (SELECT email FROM quote_requests WHERE id = ?1
                           UNION ALL SELECT email FROM contact_messages WHERE id = ?1
                           UNION ALL SELECT email FROM orders WHERE id = ?1 AND user_id IS NULL AND email <> '')"
    );
    let customer = conn.prepare_cached(&sql)?.query_row([id], read).optional()?;
    customer.map(|customer| with_spent(conn, customer)).transpose()
}

fn with_spent(conn: &Conn, customer: Customer) -> db::Result<Customer> {
    let person = Person { user_id: customer.id.clone(), email: customer.email.clone() };
    Ok(Customer { spent: desk::spent_by(conn, &person)?, ..customer })
}

fn read(row: &Row<'_>) -> rusqlite::Result<Customer> {
    Ok(Customer {
        id: row.get("id")?,
        has_account: row.get("has_account")?,
        email: row.get("email")?,
        name: row.get("name")?,
        city: row.get("city")?,
        created_at: row.get("created_at")?,
        orders_count: row.get("orders_count")?,
        spent: Spent::default(),
        last_order_at: row.get("last_order_at")?,
        quotes_count: row.get("quotes_count")?,
    })
}
