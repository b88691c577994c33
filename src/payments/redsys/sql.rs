//! Statements on what was agreed with Redsys: orders that can be paid there, and refunds that were sent.

use rusqlite::{OptionalExtension, Row};

use super::{SentRefund, Session, State};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;
use crate::payments::NewSession;

/// Gives a payment attempt a session, or finds the one it has. `None` when the order number belongs to another.
pub(super) fn open(
    tx: &Tx<'_>,
    id: &str,
    order_number: &str,
    new: &NewSession,
    now: Timestamp,
) -> db::Result<Option<Session>> {
    tx.prepare_cached(
        "INSERT INTO redsys_sessions (id, order_number, reference, amount_in_cents, currency, description, lang,
             success_url, cancel_url, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT DO NOTHING",
    )?
    .execute(rusqlite::params![
        id,
        order_number,
        new.reference,
        new.amount,
        new.currency,
        new.description,
        new.lang,
        new.success_url,
        new.cancel_url,
        now,
        new.expires_at,
    ])?;
    let mut statement = tx.prepare_cached("SELECT * FROM redsys_sessions WHERE reference = ?1")?;
    Ok(statement.query_row([&new.reference], read).optional()?)
}

/// By our own id.
pub(super) fn find(conn: &Conn, id: &str) -> db::Result<Option<Session>> {
    let mut statement = conn.prepare_cached("SELECT * FROM redsys_sessions WHERE id = ?1")?;
    Ok(statement.query_row([id], read).optional()?)
}

/// By Redsys' order number.
pub(super) fn find_by_order(conn: &Conn, order_number: &str) -> db::Result<Option<Session>> {
    let mut statement = conn.prepare_cached("SELECT * FROM redsys_sessions WHERE order_number = ?1")?;
    Ok(statement.query_row([order_number], read).optional()?)
}

/// From now on our page leads to Redsys no more.
pub(super) fn close(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE redsys_sessions SET expires_at = ?2 WHERE id = ?1 AND expires_at > ?2")?
        .execute((id, now))?;
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Session> {
    Ok(Session {
        id: row.get("id")?,
        order_number: row.get("order_number")?,
        reference: row.get("reference")?,
        amount: row.get("amount_in_cents")?,
        description: row.get("description")?,
        lang: row.get("lang")?,
        success_url: row.get("success_url")?,
        cancel_url: row.get("cancel_url")?,
        expires_at: row.get("expires_at")?,
    })
}

/// Writes down that a refund is being sent; `false` when it was written down before.
pub(super) fn send_refund(tx: &Tx<'_>, id: &str, session_id: &str, amount: Cents, now: Timestamp) -> db::Result<bool> {
    let inserted = tx
        .prepare_cached(
            "INSERT INTO redsys_refunds (id, session_id, amount_in_cents, state, sent_at)
             VALUES (?1, ?2, ?3, 'sent', ?4) ON CONFLICT DO NOTHING",
        )?
        .execute((id, session_id, amount, now))?;
    Ok(inserted == 1)
}

/// A refund that never left: it may be sent.
pub(super) fn forget_refund(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM redsys_refunds WHERE id = ?1 AND state = 'sent'")?.execute([id])?;
    Ok(())
}

/// What became of a refund. `false` when that was known: nothing was changed.
pub(super) fn set_refund_state(tx: &Tx<'_>, id: &str, state: State) -> db::Result<bool> {
    let changed = tx
        .prepare_cached("UPDATE redsys_refunds SET state = ?2 WHERE id = ?1 AND state = 'sent'")?
        .execute((id, state.as_str()))?;
    Ok(changed == 1)
}

/// A notification says that a refund was made; one that a person has been called for stays as it is.
pub(super) fn confirm_refund(tx: &Tx<'_>, id: &str, told_as: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE redsys_refunds SET told_as = ?2, state = 'done' WHERE id = ?1")?
        .execute((id, told_as))?;
    Ok(())
}

/// Finds the refund that a notification without a mark may be about, and remembers that it was told: the one it told of
/// before, or the oldest that none has told of and that was sent within `seconds` of `at`. One whose answer is still owed is
/// made by that, for so much went back of that order; one that a person has been called for stays as it is. Its state.
pub(super) fn claim_refund(
    tx: &Tx<'_>,
    session_id: &str,
    amount: Cents,
    told_as: &str,
    at: Option<Timestamp>,
    seconds: i64,
) -> db::Result<Option<State>> {
    let mut statement = tx.prepare_cached(
        "UPDATE redsys_refunds SET told_as = ?3, state = iif(state = 'sent', 'done', state) WHERE id = (
             SELECT id FROM redsys_refunds WHERE session_id = ?1 AND amount_in_cents = ?2 AND state <> 'refused'
                 AND (told_as = ?3 OR told_as IS NULL AND (?4 IS NULL OR abs(sent_at - ?4) <= ?5 * 1000))
             ORDER BY told_as IS NULL, sent_at, id LIMIT 1)
         RETURNING state",
    )?;
    let read = |row: &Row<'_>| Ok(State::from_name(row.get_ref(0)?.as_str()?));
    Ok(statement.query_row((session_id, amount, told_as, at, seconds), read).optional()?)
}

/// A refund that was written down. Others are alike if they were sent later than `seconds` before it.
pub(super) fn find_refund(conn: &Conn, id: &str, seconds: i64) -> db::Result<Option<SentRefund>> {
    let mut statement = conn.prepare_cached(
        "SELECT s.order_number, r.amount_in_cents, r.state, r.sent_at,
             (SELECT count(*) FROM redsys_refunds o WHERE o.session_id = r.session_id AND o.id <> r.id
                  AND o.amount_in_cents = r.amount_in_cents AND o.state IN ('done', 'unknown')
                  AND o.sent_at > r.sent_at - ?2 * 1000)
         FROM redsys_refunds r JOIN redsys_sessions s ON s.id = r.session_id WHERE r.id = ?1",
    )?;
    let read = |row: &Row<'_>| {
        Ok(SentRefund {
            order_number: row.get(0)?,
            amount: row.get(1)?,
            state: State::from_name(row.get_ref(2)?.as_str()?),
            sent_at: row.get(3)?,
            alike: row.get(4)?,
        })
    };
    Ok(statement.query_row((id, seconds), read).optional()?)
}
