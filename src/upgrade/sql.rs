//! Statements about two states of one database.

use std::collections::BTreeMap;

use crate::db::{self, Conn};

/// What is counted, its table, and what tells its rows apart.
const COUNTED: [(&str, &str, &str); 8] = [
    ("orders", "orders", "id"),
    ("notices of payments", "payment_facts", "provider || ' ' || fact_id"),
    ("refunds", "refunds", "id"),
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
