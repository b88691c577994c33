//! The states of the table, each with its date.

use rusqlite::types::Type;
use rusqlite::{Error, OptionalExtension, Row};
use serde_json::{Value, json};

use super::Published;
use crate::db::{self, Conn, Tx};

/// A state in the columns `version, saved_at, prices`.
fn read(row: &Row<'_>) -> rusqlite::Result<Published> {
    let prices: Value = row.get(2)?;
    let tariff =
        serde_json::from_value(prices).map_err(|error| Error::FromSqlConversionFailure(2, Type::Text, error.into()))?;
    Ok(Published { version: row.get(0)?, saved_at: row.get(1)?, tariff })
}

/// The newest.
pub fn newest(conn: &Conn) -> db::Result<Option<Published>> {
    let mut statement =
        conn.prepare_cached("SELECT version, saved_at, prices FROM tariffs ORDER BY version DESC LIMIT 1")?;
    Ok(statement.query_row([], read).optional()?)
}

/// Whether the newest has prices.
pub fn has_prices(conn: &Conn) -> db::Result<bool> {
    let mut statement = conn.prepare_cached("SELECT prices <> 'null' FROM tariffs ORDER BY version DESC LIMIT 1")?;
    Ok(statement.query_row([], |row| row.get(0)).optional()?.unwrap_or(false))
}

/// The one of a number.
pub fn find(conn: &Conn, version: i64) -> db::Result<Option<Published>> {
    let mut statement = conn.prepare_cached("SELECT version, saved_at, prices FROM tariffs WHERE version = ?1")?;
    Ok(statement.query_row([version], read).optional()?)
}

/// How many there are, and a page of them, newest first.
pub fn list(conn: &Conn, offset: i64, limit: i64) -> db::Result<(i64, Vec<Published>)> {
    let count = conn.query_row("SELECT count(*) FROM tariffs", [], |row| row.get(0))?;
    let mut statement =
        conn.prepare_cached("SELECT version, saved_at, prices FROM tariffs ORDER BY version DESC LIMIT ?2 OFFSET ?1")?;
    let rows = statement.query_map((offset, limit), read)?;
    Ok((count, rows.collect::<Result<_, _>>()?))
}

/// Adds a state.
pub fn insert(tx: &Tx<'_>, published: &Published) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO tariffs (version, saved_at, prices) VALUES (?1, ?2, ?3)")?.execute((
        published.version,
        published.saved_at,
        json!(published.tariff).to_string(),
    ))?;
    Ok(())
}
