//! Statements on what the buyer of an order has withdrawn from: `withdrawals` has it.

use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row};
use serde::de::DeserializeOwned;

use crate::db::{self, Conn};
use crate::orders::Withdrawn;

/// The statement that a case began with. Whoever was forgotten has named nothing any more.
pub(in crate::orders) fn find(conn: &Conn, case_id: &str) -> db::Result<Option<Withdrawn>> {
    let sql = "SELECT w.received_at, CASE WHEN w.erased_at IS NULL THEN w.items END AS goods,
                   (SELECT e.detail -> '$.back' FROM order_events e WHERE e.order_id = c.order_id
                        AND e.kind = 'withdrawal' AND e.detail ->> '$.withdrawal' = w.id ORDER BY e.id LIMIT 1) AS back
               FROM return_cases c JOIN withdrawals w ON w.id = c.withdrawal_id WHERE c.id = ?1";
    Ok(conn.prepare_cached(sql)?.query_row([case_id], read).optional()?)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Withdrawn> {
    Ok(Withdrawn { at: row.get("received_at")?, goods: json(row, "goods")?, back: json(row, "back")? })
}

fn json<T: DeserializeOwned>(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<T>> {
    let text: Option<String> = row.get(column)?;
    let read = text.map(|text| serde_json::from_str(&text)).transpose();
    Ok(read.map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, error.into()))?.flatten())
}
