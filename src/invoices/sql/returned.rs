//! Statements on money that went back, for whoever mends what was said of it.

use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::invoices::MoneyBack;

/// Refunds `r` that have not failed, of the payment that pays their order: for another nothing was sold.
const OF_SALES: &str = "SELECT 1 FROM refunds r WHERE r.state <> 'failed' AND NOT EXISTS (
    SELECT 1 FROM payment_facts f JOIN payment_attempts a ON a.id = f.attempt_id
    WHERE a.order_id = r.order_id AND f.outcome = 'order_paid' AND a.id <> r.attempt_id)";

/// Orders whose sale waits to be invoiced, or whose invoice was annulled with nothing in its place while none of their money
/// went back.
pub(in crate::invoices) fn count_uninvoiced(conn: &Conn) -> db::Result<i64> {
    let sql = format!(
        "SELECT (SELECT count(DISTINCT order_id) FROM invoices_due WHERE event = 'sale')
            + (SELECT count(DISTINCT i.order_id) FROM invoices_annulled a JOIN invoices i ON i.number = a.number
               WHERE NOT EXISTS (SELECT 1 FROM invoices s WHERE s.order_id = i.order_id
                       AND s.number NOT IN (SELECT number FROM invoices_annulled))
                   AND NOT EXISTS (SELECT 1 FROM invoices_due d WHERE d.order_id = i.order_id)
                   AND NOT EXISTS ({OF_SALES} AND r.order_id = i.order_id))"
    );
    Ok(conn.prepare_cached(&sql)?.query_row([], |row| row.get(0))?)
}

/// Whether any of the money of an order's sale is back or on its way back.
pub(in crate::invoices) fn has_refunds(conn: &Conn, order_id: &str) -> db::Result<bool> {
    let sql = format!("SELECT EXISTS ({OF_SALES} AND r.order_id = ?1)");
    Ok(conn.prepare_cached(&sql)?.query_row([order_id], |row| row.get(0))?)
}

/// What a refund gives back, and since when it is made; `None` while it is not, or not after all.
pub(in crate::invoices) fn money_back(conn: &Conn, refund_id: &str) -> db::Result<(MoneyBack, Option<Timestamp>)> {
    let mut statement = conn.prepare_cached(
        "SELECT l.item_id, l.quantity, l.amount_in_cents FROM refund_lines l JOIN order_items i ON i.id = l.item_id
         WHERE l.refund_id = ?1 ORDER BY i.position",
    )?;
    let items = statement.query_map([refund_id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let items = items.collect::<Result<Vec<_>, _>>()?;
    let sql = "SELECT amount_in_cents, shipping_in_cents, iif(state = 'done', coalesce(done_at, created_at), NULL)
        FROM refunds WHERE id = ?1";
    Ok(conn.prepare_cached(sql)?.query_row([refund_id], |row| {
        let back = MoneyBack { refund_id: refund_id.to_owned(), amount: row.get(0)?, shipping: row.get(1)?, items };
        Ok((back, row.get(2)?))
    })?)
}
