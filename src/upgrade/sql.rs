//! Statements about two states of one database.

use std::collections::BTreeMap;

use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::invoices;
use crate::money::Cents;
use crate::orders;

/// What is counted, its table, and what tells its rows apart.
const COUNTED: [(&str, &str, &str); 9] = [
    ("orders", "orders", "id"),
    ("notices of payments", "payment_facts", "provider || ' ' || fact_id"),
    ("refunds", "refunds", "id"),
    ("invoices", "invoices", "number"),
    ("requests for a quote", "quote_requests", "id"),
    ("messages", "contact_messages", "id"),
    ("accounts", "users", "id"),
    ("comments", "comments", "id"),
    ("acts of administrators and commands", "audit_log", "seq"),
];

/// What came into `main` since `copy`.
pub fn came_since(conn: &Conn) -> db::Result<Vec<(&'static str, i64)>> {
    let mut came = Vec::new();
    for (name, table, key) in COUNTED {
        if !conn.table_exists(Some("main"), table)? {
            continue;
        }
        let since = if conn.table_exists(Some("copy"), table)? {
            format!("WHERE {key} NOT IN (SELECT {key} FROM copy.{table})")
        } else {
            String::new()
        };
        let count = conn.query_row(&format!("SELECT count(*) FROM main.{table} {since}"), [], |row| row.get(0))?;
        if count > 0 {
            came.push((name, count));
        }
    }
    Ok(came)
}

/// A payment that the copy knows nothing of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    pub provider: String,
    /// The provider's id of it.
    pub session: String,
    pub amount: Cents,
    pub order_id: String,
}

/// The payments of `main` that are none in `copy`.
pub fn paid_since(conn: &Conn) -> db::Result<Vec<Paid>> {
    let mut rows = conn.prepare(
        "SELECT provider, coalesce(provider_ref, '-'), amount_in_cents, order_id FROM main.payment_attempts
         WHERE state = 'paid' AND id NOT IN (SELECT id FROM copy.payment_attempts WHERE state = 'paid')
         ORDER BY created_at, id",
    )?;
    let rows = rows.query_map([], |row| {
        Ok(Paid { provider: row.get(0)?, session: row.get(1)?, amount: row.get(2)?, order_id: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What waits for somebody's word or for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    pub mails: usize,
    /// Whether its program knows mails that are held; else they are given up, and can be sent again one by one.
    pub are_held: bool,
    pub refunds: i64,
}

/// In a database of whatever version since there were orders and mails.
pub fn settle(conn: &Conn, now: Timestamp) -> db::Result<Waiting> {
    let are_held = conn.column_exists(None, "outbox", "is_held")?;
    let held = if are_held {
        "UPDATE outbox SET is_held = 1 WHERE state = 'queued'"
    } else {
        "UPDATE outbox SET state = 'dead', last_error = 'it may have gone out before the rollback' WHERE state = 'queued'"
    };
    let mails = conn.execute(held, [])?;
    let refunds = conn.query_row("SELECT count(*) FROM refunds WHERE state = 'queued'", [], |row| row.get(0))?;
    // One that was tried is looked for before it is asked for again.
    conn.execute("UPDATE refunds SET attempts = max(attempts, 1) WHERE state = 'queued'", [])?;
    if conn.table_exists(None, "redsys_refunds")? {
        // It knows no refund again: what has a row is never sent.
        conn.execute(
            "INSERT INTO redsys_refunds (id, session_id, amount_in_cents, state, sent_at)
             SELECT r.id, s.id, r.amount_in_cents, 'sent', r.created_at FROM refunds r
             JOIN payment_attempts a ON a.id = r.attempt_id AND a.provider = 'redsys'
             JOIN redsys_sessions s ON s.id = a.provider_ref
             WHERE r.state = 'queued' ON CONFLICT DO NOTHING",
            [],
        )?;
    }
    let after = orders::number_after(now);
    if conn.table_exists(None, "order_numbers_from")? {
        conn.execute(
            "INSERT INTO order_numbers_from (year, number) VALUES (?1, ?2)
             ON CONFLICT (year) DO UPDATE SET number = max(number, excluded.number)",
            (after.year, after.place),
        )?;
    }
    if conn.table_exists(None, "inquiry_numbers")? {
        conn.execute(
            "INSERT INTO inquiry_numbers (kind, year, last)
             VALUES ('quote', ?1, ?2), ('message', ?1, ?2), ('complaint', ?1, ?2)
             ON CONFLICT (kind, year) DO UPDATE SET last = max(last, excluded.last)",
            (after.year, after.place),
        )?;
    }
    // What was invoiced since has numbers that are not given a second time.
    if conn.table_exists(None, "invoicing")? {
        conn.execute("UPDATE invoicing SET branch = ?1", [invoices::branch(now)])?;
        if conn.column_exists(None, "invoicing", "hold")? {
            conn.execute("UPDATE invoicing SET hold = 'restored'", [])?;
        }
    }
    Ok(Waiting { mails, are_held, refunds })
}

/// What of a table is compared.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    columns: Vec<String>,
    rows: i64,
}

/// The tables of a database, but for those that belong to an index or to the list of migrations.
pub fn tables(conn: &Conn) -> db::Result<BTreeMap<String, Table>> {
    let names =
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
                 AND name NOT LIKE 'refinery_%' AND name NOT LIKE '\\_litestream\\_%' ESCAPE '\\'";
    let mut statement = conn.prepare(names)?;
    let names: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut tables = BTreeMap::new();
    for name in names {
        let mut columns = conn.prepare("SELECT name FROM pragma_table_info(?1) ORDER BY name")?;
        let columns = columns.query_map([&name], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let rows = conn.query_row(&format!("SELECT count(*) FROM \"{name}\""), [], |row| row.get(0))?;
        tables.insert(name, Table { columns, rows });
    }
    Ok(tables)
}

/// A table that is another afterwards, in words.
pub type Change = String;

/// What differs between two states.
pub fn differing(mut before: BTreeMap<String, Table>, after: BTreeMap<String, Table>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (name, new) in after {
        let Some(old) = before.remove(&name) else {
            changes.push(format!("{name}: new, {} rows", new.rows));
            continue;
        };
        let missing = |these: &Table, those: &Table, sign: &str| -> Vec<String> {
            let gone = these.columns.iter().filter(|column| !those.columns.contains(column));
            gone.map(|column| format!("{sign}{column}")).collect()
        };
        let mut said = [missing(&new, &old, "+"), missing(&old, &new, "-")].concat();
        if old.rows != new.rows {
            said.push(format!("{} rows instead of {}", new.rows, old.rows));
        }
        if !said.is_empty() {
            changes.push(format!("{name}: {}", said.join(", ")));
        }
    }
    changes.extend(before.into_iter().map(|(name, old)| format!("{name}: gone, {} rows", old.rows)));
    changes
}
