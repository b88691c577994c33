//! Which orders were left unpaid.

use crate::clock::Timestamp;
use crate::db::{self, Conn};

/// Pending orders that were placed, and whose last payment page was opened or resumed, `before` a moment, and that hold
/// their stock `beyond` another; without the event `reminded`. Left out is who has bought all of the same since, or is
/// about to with a later order.
pub(in crate::checkout) fn left_unpaid(
    conn: &Conn,
    (reminded, resumed): (&str, &str),
    before: Timestamp,
    beyond: Timestamp,
) -> db::Result<Vec<String>> {
    let mut statement = conn.prepare_cached(
        "SELECT o.id FROM orders o
         WHERE o.status = 'pending' AND o.created_at <= ?2 AND o.expires_at >= ?3 AND o.attention IS NULL AND o.email <> ''
             AND NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.order_id = o.id AND a.created_at > ?2)
             AND NOT EXISTS (
                 SELECT 1 FROM order_events e
                 WHERE e.order_id = o.id AND (e.kind = ?1 OR e.kind = ?4 AND e.at > ?2))
             AND NOT EXISTS (
                 SELECT 1 FROM orders other
                 WHERE other.id <> o.id AND (other.user_id = o.user_id OR other.email = o.email)
                     AND (other.paid_at >= o.created_at
                         OR other.status = 'pending' AND (other.created_at, other.id) > (o.created_at, o.id))
                     AND NOT EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND NOT EXISTS (
                         SELECT 1 FROM order_items j WHERE j.order_id = other.id AND j.variant_id = i.variant_id)))
         ORDER BY o.created_at",
    )?;
    let ids = statement.query_map((reminded, before, beyond, resumed), |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}
