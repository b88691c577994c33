//! Statements across the shop, reading only.

pub(super) mod gauges;

use rusqlite::{OptionalExtension, Row, ToSql};

use crate::clock::Timestamp;
use crate::db::{self, Conditions, Conn};
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
/// their orders; and people who wrote or bought without one, by what they sent last. Each part in the order of an index,
/// of which a page takes no more than it shows.
const PEOPLE: &str = "WITH people AS (
        SELECT u.id, u.email, p.name, p.city, u.created_at, 1 AS has_account,
               EXISTS (SELECT 1 FROM admins a WHERE a.user_id = u.id) AS is_admin
        FROM users u JOIN profiles p ON p.id = u.id
        WHERE u.email_confirmed_at IS NOT NULL AND u.email NOT LIKE '%@erased.invalid'
        UNION ALL
        SELECT w.id, w.email, w.name, CAST('' AS TEXT), w.created_at, 0, 0 FROM orders w
        WHERE w.user_id IS NULL AND w.email <> ''
          AND NOT EXISTS (SELECT 1 FROM orders n WHERE n.user_id IS NULL AND n.email = w.email
                          AND (n.created_at, n.id) > (w.created_at, w.id))
          AND NOT EXISTS (SELECT 1 FROM quote_requests n WHERE n.email = w.email AND n.created_at >= w.created_at)
          AND NOT EXISTS (SELECT 1 FROM contact_messages n WHERE n.email = w.email AND n.created_at >= w.created_at)
          AND NOT EXISTS (SELECT 1 FROM users u WHERE u.email = w.email AND u.email_confirmed_at IS NOT NULL)
        UNION ALL
        SELECT w.id, w.email, w.name, CAST('' AS TEXT), w.created_at, 0, 0 FROM quote_requests w
        WHERE NOT EXISTS (SELECT 1 FROM quote_requests n WHERE n.email = w.email
                          AND (n.created_at, n.id) > (w.created_at, w.id))
          AND NOT EXISTS (SELECT 1 FROM orders n WHERE n.user_id IS NULL AND n.email = w.email AND n.created_at > w.created_at)
          AND NOT EXISTS (SELECT 1 FROM contact_messages n WHERE n.email = w.email AND n.created_at >= w.created_at)
          AND NOT EXISTS (SELECT 1 FROM users u WHERE u.email = w.email AND u.email_confirmed_at IS NOT NULL)
        UNION ALL
        SELECT w.id, w.email, w.name, CAST('' AS TEXT), w.created_at, 0, 0 FROM contact_messages w
        WHERE NOT EXISTS (SELECT 1 FROM contact_messages n WHERE n.email = w.email
                          AND (n.created_at, n.id) > (w.created_at, w.id))
          AND NOT EXISTS (SELECT 1 FROM orders n WHERE n.user_id IS NULL AND n.email = w.email AND n.created_at > w.created_at)
          AND NOT EXISTS (SELECT 1 FROM quote_requests n WHERE n.email = w.email AND n.created_at > w.created_at)
          AND NOT EXISTS (SELECT 1 FROM users u WHERE u.email = w.email AND u.email_confirmed_at IS NOT NULL)
    )";

/// How many they are without who administers the shop, counted along indexes.
const EVERYBODY: &str = "SELECT
    (SELECT count(*) FROM users u WHERE u.email_confirmed_at IS NOT NULL AND u.email NOT LIKE '%@erased.invalid'
         AND NOT EXISTS (SELECT 1 FROM admins a WHERE a.user_id = u.id)) +
    (SELECT count(*) FROM (SELECT email FROM orders INDEXED BY orders_of_guests WHERE user_id IS NULL AND email <> ''
                           UNION SELECT email FROM quote_requests UNION SELECT email FROM contact_messages) w
     WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.email = w.email AND u.email_confirmed_at IS NOT NULL))";

/// Who administers the shop is no customer of it, even with an order of their own, which leads to their page.
fn found(q: Option<&str>) -> Conditions {
    let mut found = Conditions::default();
    found.must("NOT is_admin");
    found.add("instr(folded(email || char(10) || name), :q)", ":q", q.map(text::folded));
    found
}

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
    let found = found(q);
    let clause = found.clause();
    let mut values = found.values();
    let count =
        if q.is_none() { EVERYBODY.to_owned() } else { format!("{PEOPLE} SELECT count(*) FROM people {clause}") };
    let count = conn.prepare_cached(&count)?.query_row(values.as_slice(), |row| row.get(0))?;
    let order = "ORDER BY created_at DESC, id";
    // What is counted for each is counted for those of the page alone.
    let shown = format!("(SELECT * FROM people {clause} {order} LIMIT :limit OFFSET :offset)");
    let mut rows = conn.prepare_cached(&format!("{PEOPLE} {SELECT} FROM {shown} w {order}"))?;
    values.extend([(":limit", &page.limit as &dyn ToSql), (":offset", &page.offset)]);
    let rows = rows.query_map(values.as_slice(), read)?;
    let customers = rows.map(|customer| with_spent(conn, customer?)).collect::<db::Result<_>>()?;
    Ok((count, customers))
}

/// Somebody by the id of their account, or of anything they sent without one.
pub(super) fn customer(conn: &Conn, id: &str) -> db::Result<Option<Customer>> {
    let email = "SELECT email FROM users WHERE id = ?1
        UNION ALL SELECT email FROM quote_requests WHERE id = ?1
        UNION ALL SELECT email FROM contact_messages WHERE id = ?1
        UNION ALL SELECT email FROM orders WHERE id = ?1 AND user_id IS NULL AND email <> ''";
    let email = conn.prepare_cached(email)?.query_row([id], |row| row.get::<_, String>(0)).optional()?;
    let sql = format!("{PEOPLE} {SELECT} FROM (SELECT * FROM people WHERE email = ?1) w");
    let customer = conn.prepare_cached(&sql)?.query_row([email], read).optional()?;
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

/// What people call what an entry of the log is about, while the shop knows it; `None` where it has no such name.
pub fn called(conn: &Conn, act: &str, subject: &str) -> db::Result<Option<String>> {
    let kind = act.split_once('.').map_or(act, |(kind, _)| kind);
    let sql = match kind {
        "order" => "SELECT printf('%d-%04d', year, number) FROM orders WHERE id = ?1",
        "product" => "SELECT title FROM products WHERE id = ?1",
        "stock" => {
            "SELECT iif(v.title = p.title, p.title, p.title || ' (' || v.title || ')')
             FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = ?1"
        }
        "comment" => "SELECT p.title FROM comments c JOIN products p ON p.id = c.item_id WHERE c.id = ?1",
        "maker" => "SELECT name FROM makers WHERE slug = ?1",
        "quote" => "SELECT name FROM quote_requests WHERE id = ?1",
        "message" | "complaint" => "SELECT name FROM contact_messages WHERE id = ?1",
        "withdrawal" | "return" => {
            "SELECT printf('%d-%04d', o.year, o.number) FROM return_cases c JOIN orders o ON o.id = c.order_id WHERE c.id = ?1"
        }
        _ => return Ok(None),
    };
    Ok(conn.prepare_cached(sql)?.query_row([subject], |row| row.get(0)).optional()?)
}
