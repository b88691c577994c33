//! Statements on the orders of one party: what it holds, and how often it orders.

use rusqlite::types::Null;
use rusqlite::{OptionalExtension, ToSql};

use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::orders::Party;

/// Which orders `o` are a party's, and the value `?1` of that.
fn whose<'a>(party: &'a Party<'a>) -> (&'static str, &'a dyn ToSql) {
    match party {
        Party::Account(user_id) => ("o.user_id = ?1", user_id),
        Party::Mail(email) => ("o.user_id IS NULL AND o.email = ?1", email),
        Party::Street(origin) => {
            ("o.user_id IS NULL AND o.id IN (SELECT order_id FROM order_origins WHERE address = ?1)", &origin.address)
        }
        Party::Network(origin) => {
            let network: &dyn ToSql = origin.network.as_ref().map_or(&Null, |network| network);
            ("o.user_id IS NULL AND o.id IN (SELECT order_id FROM order_origins WHERE network = ?1)", network)
        }
    }
}

pub(in crate::orders) fn find_by_key(
    conn: &Conn,
    party: Party<'_>,
    key: &str,
) -> db::Result<Option<(String, Vec<u8>)>> {
    let (which, value) = whose(&party);
    Ok(conn
        .prepare_cached(&format!("SELECT o.id, o.request_hash FROM orders o WHERE {which} AND o.idempotency_key = ?2"))?
        .query_row((value, key), |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}

pub(in crate::orders) fn count_pending(conn: &Conn, party: Party<'_>) -> db::Result<i64> {
    let (which, value) = whose(&party);
    Ok(conn
        .prepare_cached(&format!("SELECT count(*) FROM orders o WHERE {which} AND o.status = 'pending'"))?
        .query_row([value], |row| row.get(0))?)
}

pub(in crate::orders) fn guest_events_since(conn: &Conn, email: &str, kind: &str, since: Timestamp) -> db::Result<i64> {
    let mut statement = conn.prepare_cached(
        "SELECT count(*) FROM orders o JOIN order_events e ON e.order_id = o.id
         WHERE o.user_id IS NULL AND o.email = ?1 AND e.kind = ?2 AND e.at > ?3",
    )?;
    Ok(statement.query_row((email, kind, since), |row| row.get(0))?)
}

pub(in crate::orders) fn placed_since(conn: &Conn, party: Party<'_>, since: Timestamp) -> db::Result<Vec<Timestamp>> {
    let (which, value) = whose(&party);
    let sql = format!("SELECT o.created_at FROM orders o WHERE {which} AND o.created_at > ?2 ORDER BY o.created_at");
    let mut statement = conn.prepare_cached(&sql)?;
    let times = statement.query_map((value, since), |row| row.get(0))?;
    Ok(times.collect::<Result<_, _>>()?)
}

pub(in crate::orders) fn held_by(conn: &Conn, party: Party<'_>, variant_id: &str) -> db::Result<i64> {
    let (which, value) = whose(&party);
    let sql = format!(
        "SELECT coalesce(sum(i.quantity), 0) FROM order_items i JOIN orders o ON o.id = i.order_id
         WHERE {which} AND o.status = 'pending' AND i.variant_id = ?2 AND i.stock_managed"
    );
    Ok(conn.prepare_cached(&sql)?.query_row((value, variant_id), |row| row.get(0))?)
}
