//! Statements on tombstones, and on where addresses for mail lie.

use std::collections::BTreeSet;

use super::tombstones::Tombstone;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

pub(super) fn tombstones(conn: &Conn) -> db::Result<BTreeSet<Tombstone>> {
    let mut rows = conn.prepare_cached("SELECT address, erased_at FROM tombstones")?;
    let rows = rows.query_map([], |row| Ok(Tombstone { address: row.get(0)?, erased_at: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn insert_tombstone(tx: &Tx<'_>, tombstone: &Tombstone) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO tombstones (address, erased_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
        .execute((tombstone.address, tombstone.erased_at))?;
    Ok(())
}

/// Somebody who is here.
pub(super) struct Present {
    /// Their address for mail, or the id of their account: that stays when the address becomes another.
    pub(super) known_by: String,
    pub(super) email: String,
    pub(super) since: Timestamp,
}

/// Everybody of whom there is anything. The mail that tells somebody of their erasure is left out, and so is what nobody
/// can be reached by any more.
pub(super) fn present(conn: &Conn) -> db::Result<Vec<Present>> {
    let mut rows = conn.prepare_cached(
        "SELECT known_by, email, min(at) FROM (
             SELECT id AS known_by, email, created_at AS at FROM users WHERE email NOT LIKE '%@erased.invalid'
             UNION ALL SELECT email, email, created_at FROM users WHERE email NOT LIKE '%@erased.invalid'
             UNION ALL SELECT email, email, created_at FROM orders WHERE email <> ''
             UNION ALL SELECT email, email, created_at FROM quote_requests
             UNION ALL SELECT email, email, created_at FROM contact_messages
             UNION ALL SELECT email, email, created_at FROM stock_requests
             UNION ALL SELECT email, email, received_at FROM withdrawals WHERE email <> ''
             UNION ALL SELECT recipient, recipient, created_at FROM outbox
                 WHERE coalesce(json_extract(message, '$.notice.what'), '') NOT IN ('erased', 'data_erased')
             UNION ALL SELECT json_extract(message, '$.email'), json_extract(message, '$.email'), created_at FROM outbox
                 WHERE json_extract(message, '$.email') IS NOT NULL)
         GROUP BY known_by, email",
    )?;
    let rows =
        rows.query_map([], |row| Ok(Present { known_by: row.get(0)?, email: row.get(1)?, since: row.get(2)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
