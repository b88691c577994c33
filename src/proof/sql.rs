//! The one row of `proof`.

use rusqlite::OptionalExtension;
use serde_json::{Value, json};

use super::Proof;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// What was saved last. A sheet that cannot be read any more is none.
pub(super) fn find(conn: &Conn) -> db::Result<Option<Proof>> {
    let mut statement = conn.prepare_cached("SELECT sheet FROM proof")?;
    let sheet: Option<Value> = statement.query_row([], |row| row.get(0)).optional()?;
    Ok(sheet.and_then(|sheet| serde_json::from_value(sheet).ok()))
}

/// Puts a sheet in its place.
pub(super) fn put(tx: &Tx<'_>, proof: &Proof, now: Timestamp) -> db::Result<()> {
    let sql = "INSERT INTO proof (id, saved_at, sheet) VALUES (1, ?1, ?2)
               ON CONFLICT (id) DO UPDATE SET saved_at = excluded.saved_at, sheet = excluded.sheet";
    tx.prepare_cached(sql)?.execute((now, json!(proof).to_string()))?;
    Ok(())
}
