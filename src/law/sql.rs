//! Statements on what the owner has confirmed.

use std::collections::HashMap;

use super::Confirmation;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// By duty.
pub(super) fn all(conn: &Conn) -> db::Result<HashMap<String, Confirmation>> {
    let mut rows = conn.prepare_cached("SELECT duty, by_whom, note, confirmed_at FROM law_confirmations")?;
    let rows = rows
        .query_map([], |row| Ok((row.get(0)?, Confirmation { by: row.get(1)?, note: row.get(2)?, at: row.get(3)? })))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn confirm(tx: &Tx<'_>, duty: &str, by: &str, note: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT OR REPLACE INTO law_confirmations (duty, by_whom, note, confirmed_at) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute((duty, by, note, now))?;
    Ok(())
}

pub(super) fn take_back(tx: &Tx<'_>, duty: &str) -> db::Result<bool> {
    Ok(tx.prepare_cached("DELETE FROM law_confirmations WHERE duty = ?1")?.execute([duty])? > 0)
}
