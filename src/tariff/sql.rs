//! The states of the table, each with its date.

use rusqlite::{OptionalExtension, Row};

use super::{Published, Tariff};
use crate::db::{self, Conn, Tx};

/// A state in the columns `version, saved_at, prices`.
fn read(row: &Row<'_>) -> rusqlite::Result<Published> {
    let prices: String = row.get(2)?;
    let tariff: Option<Tariff> = serde_json::from_str(&prices)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(2, rusqlite::types::Type::Text, Box::new(error)))?;
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
    let prices = serde_json::to_string(&published.tariff)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    tx.prepare_cached("INSERT INTO tariffs (version, saved_at, prices) VALUES (?1, ?2, ?3)")?.execute((
        published.version,
        published.saved_at,
        prices,
    ))?;
    Ok(())
}
