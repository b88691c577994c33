//! Statements on where orders came from.

use super::super::Party;
use super::super::origin::Origin;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

pub(in crate::orders) fn insert_origin(tx: &Tx<'_>, order_id: &str, origin: &Origin, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO order_origins (order_id, address, network, placed_at) VALUES (?1, ?2, ?3, ?4)")?
        .execute((order_id, origin.address, origin.network, now))?;
    Ok(())
}

pub(in crate::orders) fn delete_origins(tx: &Tx<'_>, before: Timestamp) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM order_origins WHERE placed_at < ?1")?.execute([before])?;
    Ok(())
}

/// An order that is over held its goods until it was cancelled, at the longest until its time was up.
pub(in crate::orders) fn idle_seconds(
    conn: &Conn,
    party: Party<'_>,
    origin: &Origin,
    variant_id: &str,
    fair: i64,
    since: Timestamp,
) -> db::Result<i64> {
    let (user_id, email) = match party {
        Party::Account(user_id) => (Some(user_id), None),
        Party::Mail(email) => (None, Some(email)),
        Party::Street(_) | Party::Network(_) => (None, None),
    };
    let seconds = conn
        .prepare_cached(
            "WITH idle AS (
                 SELECT o.id, o.user_id, o.email, (min(o.updated_at, o.expires_at) - o.created_at) / 1000 AS seconds
                 FROM orders o
                 WHERE o.status = 'cancelled' AND o.cancellation_reason IN ('buyer', 'expired') AND o.paid_at IS NULL
                   AND o.created_at > ?5
                   AND (SELECT sum(i.quantity) FROM order_items i
                        WHERE i.order_id = o.id AND i.variant_id = ?4 AND i.stock_managed) > ?6
             )
             SELECT coalesce(max(seconds), 0) FROM (
                 SELECT sum(seconds) AS seconds FROM idle WHERE user_id = ?1
                 UNION ALL
                 SELECT sum(seconds) FROM idle WHERE user_id IS NULL AND email = ?7
                 UNION ALL
                 SELECT sum(seconds) FROM idle JOIN order_origins r ON r.order_id = idle.id
                 WHERE r.address = ?2 AND (idle.user_id IS NULL) = (?1 IS NULL)
                 UNION ALL
                 SELECT sum(seconds) FROM idle JOIN order_origins r ON r.order_id = idle.id WHERE r.network = ?3
             )",
        )?
        .query_row((user_id, origin.address, origin.network, variant_id, since, fair, email), |row| row.get(0))?;
    Ok(seconds)
}
