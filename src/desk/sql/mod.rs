//! Statements across the shop, reading only.

pub(super) mod gauges;

use rusqlite::{OptionalExtension, Row, named_params};
use serde_json::Value;

use crate::catalogue::kept_until;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::orders::desk::{self, Person, Spent};
use crate::page::Page;
use crate::text;

/// Somebody with an account, or who wrote, bought or withdrew without one.
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

/// Of those with the addresses `:those`.
const SELECT: &str = "SELECT w.id, w.email, w.name, w.city, w.created_at, w.has_account,
    (SELECT count(*) FROM orders o WHERE o.user_id = w.id) +
    (SELECT count(*) FROM orders o WHERE o.user_id IS NULL AND o.email = w.email) AS orders_count,
    (SELECT max(at) FROM (SELECT max(o.created_at) AS at FROM orders o WHERE o.user_id = w.id UNION ALL
                          SELECT max(o.created_at) FROM orders o WHERE o.user_id IS NULL AND o.email = w.email))
        AS last_order_at,
    (SELECT count(*) FROM quote_requests r WHERE r.email = w.email) +
    (SELECT count(*) FROM contact_messages m WHERE m.email = w.email) AS quotes_count
    FROM people w WHERE w.email IN (SELECT value FROM json_each(:those)) ORDER BY w.created_at DESC, w.id";

/// How many people have an address, a name or a telephone that holds `q`, and a page of them, the newest first. Who administers the shop
/// is no customer of it, even with an order of their own, which leads to their page.
pub fn customers(conn: &Conn, q: Option<&str>, page: Page) -> db::Result<(i64, Vec<Customer>)> {
    let (count, those) = match q {
        None => everybody(conn, page)?,
        Some(q) => found(conn, q, page)?,
    };
    let mut rows = conn.prepare_cached(SELECT)?;
    let rows = rows.query_map([Value::from(those)], read)?;
    let customers = rows.map(|customer| with_spent(conn, customer?)).collect::<db::Result<_>>()?;
    Ok((count, customers))
}

/// How many they are, and the addresses of a page.
fn everybody(conn: &Conn, page: Page) -> db::Result<(i64, Vec<String>)> {
    let count = "SELECT count(*) FROM people WHERE NOT is_admin";
    let count = conn.prepare_cached(count)?.query_row([], |row| row.get(0))?;
    let mut those = conn.prepare_cached(
        "SELECT email FROM people WHERE NOT is_admin ORDER BY created_at DESC, id LIMIT ?1 OFFSET ?2",
    )?;
    let those = those.query_map([page.limit, page.offset], |row| row.get(0))?;
    Ok((count, those.collect::<Result<_, _>>()?))
}

/// The same of those that hold what is looked for; all are gone through, once for both.
fn found(conn: &Conn, q: &str, page: Page) -> db::Result<(i64, Vec<String>)> {
    let called = text::telephone(q).map(|digits| called_by(conn, &digits)).transpose()?.unwrap_or_default();
    let mut all = conn.prepare_cached(
        "SELECT email FROM people WHERE NOT is_admin AND (holds(?1, email, name)
             OR email IN (SELECT value FROM json_each(?2))) ORDER BY created_at DESC, id",
    )?;
    let (mut rows, mut count, mut those) = (all.query((text::folded(q), Value::from(called)))?, 0, Vec::new());
    while let Some(row) = rows.next()? {
        // A page of -1 is of all.
        if count >= page.offset && (page.limit < 0 || count < page.offset + page.limit) {
            those.push(row.get(0)?);
        }
        count += 1;
    }
    Ok((count, those))
}

/// The addresses of whoever gave a telephone with these digits: with their account, an order or a request for a quote.
fn called_by(conn: &Conn, digits: &str) -> db::Result<Vec<String>> {
    let mut those = conn.prepare_cached(
        "SELECT u.email FROM profiles p CROSS JOIN users u ON u.id = p.id WHERE holds(?1, figures(p.phone))
         UNION SELECT coalesce((SELECT u.email FROM users u WHERE u.id = o.user_id), o.email) FROM orders o
               WHERE holds(?1, figures(o.phone))
         UNION SELECT email FROM quote_requests WHERE holds(?1, figures(phone))",
    )?;
    let those = those.query_map([digits], |row| row.get(0))?;
    Ok(those.collect::<Result<_, _>>()?)
}

/// Somebody by the id of their account, or of anything they sent without one.
pub(super) fn customer(conn: &Conn, id: &str) -> db::Result<Option<Customer>> {
    let email = "SELECT email FROM users WHERE id = ?1
        UNION ALL SELECT email FROM quote_requests WHERE id = ?1
        UNION ALL SELECT email FROM contact_messages WHERE id = ?1
        UNION ALL SELECT email FROM withdrawals WHERE id = ?1 AND email <> ''
        UNION ALL SELECT email FROM orders WHERE id = ?1 AND user_id IS NULL AND email <> ''";
    let email = conn.prepare_cached(email)?.query_row([id], |row| row.get::<_, String>(0)).optional()?;
    let customer = conn.prepare_cached(SELECT)?.query_row([serde_json::json!([email])], read).optional()?;
    customer.map(|customer| with_spent(conn, customer)).transpose()
}

/// Where somebody is called: as their account has it, else as they gave it last.
pub(super) fn phone(conn: &Conn, customer: &Customer) -> db::Result<Option<String>> {
    let mut given = conn.prepare_cached(
        "SELECT p.phone, 1 AS is_kept, NULL AS at FROM profiles p WHERE p.id = :id AND p.phone <> ''
         UNION ALL SELECT o.phone, 0, o.created_at FROM orders o WHERE o.user_id = :id AND o.phone <> ''
         UNION ALL SELECT o.phone, 0, o.created_at FROM orders o
                   WHERE o.user_id IS NULL AND o.email = :email AND o.phone <> ''
         UNION ALL SELECT r.phone, 0, r.created_at FROM quote_requests r WHERE r.email = :email AND r.phone <> ''
         ORDER BY is_kept DESC, at DESC LIMIT 1",
    )?;
    let person = named_params! { ":id": customer.id, ":email": customer.email };
    Ok(given.query_row(person, |row| row.get(0)).optional()?)
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

/// What an entry of the log is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// What people call it; `None` for a withdrawal whose order nobody has found.
    pub name: Option<String>,
    /// Whether it has not been deleted for good: a product's name outlives it, and for a while the product does.
    pub is_there: bool,
}

/// What an entry of the log is about, while the shop knows it.
pub fn called(conn: &Conn, act: &str, subject: &str, now: Timestamp) -> db::Result<Option<Called>> {
    let kind = act.split_once('.').map_or(act, |(kind, _)| kind);
    let sql = match kind {
        "order" => "SELECT printf('%d-%04d', year, number), NULL FROM orders WHERE id = ?1",
        "product" => "SELECT title, deleted_at FROM products WHERE id = ?1",
        "stock" => {
            "SELECT iif(v.title = p.title, p.title, p.title || ' (' || v.title || ')'), p.deleted_at
             FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = ?1"
        }
        "comment" => "SELECT p.title, NULL FROM comments c JOIN products p ON p.id = c.item_id WHERE c.id = ?1",
        "account" | "passkey" => "SELECT email, NULL FROM users WHERE id = ?1",
        "mail" => "SELECT recipient, NULL FROM outbox WHERE id = ?1",
        "maker" => "SELECT name, NULL FROM makers WHERE slug = ?1",
        "quote" => "SELECT name, NULL FROM quote_requests WHERE id = ?1",
        "message" | "complaint" => "SELECT name, NULL FROM contact_messages WHERE id = ?1",
        "withdrawal" | "return" => {
            "SELECT iif(o.id IS NULL, NULL, printf('%d-%04d', o.year, o.number)), NULL
             FROM return_cases c LEFT JOIN orders o ON o.id = c.order_id WHERE c.id = ?1"
        }
        _ => return Ok(None),
    };
    let read = |row: &Row<'_>| {
        let deleted_at: Option<Timestamp> = row.get(1)?;
        Ok(Called { name: row.get(0)?, is_there: deleted_at.is_none_or(|at| now < kept_until(at)) })
    };
    Ok(conn.prepare_cached(sql)?.query_row([subject], read).optional()?)
}
