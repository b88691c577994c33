//! Statements on the shop as a whole.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{OpenFlags, OptionalExtension};

use crate::audit::{self, Head};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// What a manifest says of a database.
pub(super) struct Contents {
    pub(super) schema: i32,
    pub(super) log: Head,
    pub(super) rows: BTreeMap<String, i64>,
}

/// A file nobody else has open, whatever its version.
fn open(file: &Path) -> db::Result<Conn> {
    let conn = Conn::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    conn.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
    Ok(conn)
}

/// Takes the server's own keys out of a copy, without a trace.
pub(super) fn leave_out_keys(copy: &Path) -> db::Result<()> {
    let conn = open(copy)?;
    conn.execute_batch("PRAGMA secure_delete = ON; DELETE FROM secrets;")?;
    Ok(())
}

/// Counts what is in a database.
pub(super) fn contents(file: &Path) -> db::Result<Contents> {
    let conn = open(file)?;
    let schema = conn.query_row("SELECT max(version) FROM refinery_schema_history", [], |row| row.get(0))?;
    let mut tables = conn.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
             AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_litestream\\_%' ESCAPE '\\'",
    )?;
    let tables: Vec<String> = tables.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let count = |table: String| {
        let sql = format!("SELECT count(*) FROM \"{}\"", table.replace('"', "\"\""));
        let rows = conn.query_row(&sql, [], |row| row.get(0))?;
        Ok::<_, db::Error>((table, rows))
    };
    let rows = tables.into_iter().map(count).collect::<Result<_, _>>()?;
    Ok(Contents { schema, log: audit::head(&conn)?, rows })
}

/// What is wrong with a database file by itself.
pub(super) fn trouble(file: &Path) -> Option<String> {
    let found = || {
        let conn = open(file)?;
        let ours: i64 = conn.query_row(
            "SELECT count(*) FROM sqlite_schema WHERE name IN ('refinery_schema_history', 'audit_log', 'secrets')",
            [],
            |row| row.get(0),
        )?;
        if ours != 3 {
            return Ok(Some(String::from("its database is another program's")));
        }
        let sound: String = conn.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if sound != "ok" {
            return Ok(Some(sound));
        }
        let dangling = "SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1";
        let dangling: Option<String> = conn.query_row(dangling, [], |row| row.get(0)).optional()?;
        Ok::<_, db::Error>(dangling.map(|table| format!("{table} points at what is not there")))
    };
    found().unwrap_or_else(|error| Some(error.to_string()))
}

/// When the last was written of what has a moment; `None` where nothing has come yet.
pub(super) fn last_write(conn: &Conn) -> db::Result<Option<Timestamp>> {
    let sql = "SELECT max(at) FROM (SELECT max(updated_at) AS at FROM orders UNION ALL SELECT max(created_at) FROM
               payment_attempts UNION ALL SELECT max(at) FROM audit_log)";
    Ok(conn.query_row(sql, [], |row| row.get(0))?)
}

/// The server's own keys, of a database that may be of any version.
pub(super) fn keys(conn: &Conn) -> db::Result<Vec<(String, Vec<u8>)>> {
    let mut rows = conn.prepare("SELECT name, value FROM secrets")?;
    let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Puts keys where there are none.
pub(super) fn put_keys(tx: &Tx<'_>, keys: &[(String, Vec<u8>)]) -> db::Result<()> {
    for (name, value) in keys {
        tx.execute("INSERT INTO secrets (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING", (name, value))?;
    }
    Ok(())
}
