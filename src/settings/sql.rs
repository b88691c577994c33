//! Statements on the settings.

use serde_json::Value;

use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::wording;

/// Every stored setting that is no text of the site.
pub(super) fn stored(conn: &Conn) -> db::Result<Vec<(String, Value)>> {
    let mut rows = conn.prepare_cached("SELECT key, value FROM settings WHERE key NOT GLOB 'text.*'")?;
    let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The owner's texts in a language.
pub(super) fn texts(conn: &Conn, lang: Lang) -> db::Result<Vec<(String, Value)>> {
    let mut rows = conn.prepare_cached("SELECT key, value FROM settings WHERE key GLOB ?1")?;
    let rows = rows.query_map([wording::key(lang, "*")], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn has_own_texts(conn: &Conn) -> db::Result<bool> {
    let mut any = conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM settings WHERE key GLOB 'text.*')")?;
    Ok(any.query_row([], |row| row.get(0))?)
}

pub(super) fn store(tx: &Tx<'_>, key: &str, value: &str, now: Timestamp) -> db::Result<()> {
    tx.execute(
        "INSERT INTO settings (key, value, updated_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
        (key, Value::from(value), now),
    )?;
    Ok(())
}

pub(super) fn remove(tx: &Tx<'_>, key: &str) -> db::Result<()> {
    tx.execute("DELETE FROM settings WHERE key = ?1", [key])?;
    Ok(())
}
