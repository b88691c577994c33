//! Statements on the sandbox provider's own books.

use rusqlite::{OptionalExtension, Row};

use super::{EXPIRED, Event, PAID, Session, Status};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;
use crate::payments::NewSession;

/// Opens a session, or finds the one already opened for this reference; its id.
pub(super) fn open(tx: &Tx<'_>, id: &str, new: &NewSession, now: Timestamp) -> db::Result<String> {
    tx.prepare_cached(
        "INSERT INTO sandbox_sessions (id, reference, amount_in_cents, currency, description, lang, success_url,
             cancel_url, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (reference) DO NOTHING",
    )?
    .execute(rusqlite::params![
        id,
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
    Ok(tx
        .prepare_cached("SELECT id FROM sandbox_sessions WHERE reference = ?1")?
        .query_row([&new.reference], |row| row.get(0))?)
}

pub(super) fn find(conn: &Conn, id: &str) -> db::Result<Option<Session>> {
    Ok(conn.prepare_cached("SELECT * FROM sandbox_sessions WHERE id = ?1")?.query_row([id], read).optional()?)
}

/// Ends an open session as `wanted`, or as expired when its time is over, and queues the notification. A session that
/// has ended stays as it is. The session as it stands afterwards; `None` when there is none.
pub(super) fn end(tx: &Tx<'_>, id: &str, wanted: Status, now: Timestamp) -> db::Result<Option<Session>> {
    let Some(mut session) = find(tx, id)? else { return Ok(None) };
    if session.status != Status::Open {
        return Ok(Some(session));
    }
    session.status = if session.status_at(now) == Status::Expired { Status::Expired } else { wanted };
    let (status, event) = match session.status {
        Status::Paid => ("paid", PAID),
        Status::Expired => ("expired", EXPIRED),
        Status::Open => return Ok(Some(session)),
    };
    tx.prepare_cached("UPDATE sandbox_sessions SET status = ?2 WHERE id = ?1 AND status = 'open'")?
        .execute((id, status))?;
    let event = Event::new(event, &session, now);
    let body = serde_json::to_string(&event).expect("an event is plain data");
    tx.prepare_cached("INSERT INTO sandbox_notifications (id, body, next_try_at) VALUES (?1, ?2, ?3)")?
        .execute((&event.id, body, now))?;
    Ok(Some(session))
}

/// Open sessions whose time is over.
pub(super) fn overdue(conn: &Conn, now: Timestamp) -> db::Result<Vec<String>> {
    let mut statement =
        conn.prepare_cached("SELECT id FROM sandbox_sessions WHERE status = 'open' AND expires_at <= ?1 LIMIT 500")?;
    let ids = statement.query_map([now], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// `false` when the session was not paid or has less left.
pub(super) fn refund(tx: &Tx<'_>, session: &str, id: &str, amount: Cents, now: Timestamp) -> db::Result<bool> {
    let known: bool = tx
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM sandbox_refunds WHERE id = ?1)")?
        .query_row([id], |row| row.get(0))?;
    if known {
        return Ok(true);
    }
    let inserted = tx
        .prepare_cached(
            "INSERT INTO sandbox_refunds (id, session_id, amount_in_cents, created_at)
             SELECT ?1, s.id, ?3, ?4 FROM sandbox_sessions s WHERE s.id = ?2 AND s.status = 'paid' AND s.amount_in_cents >=
                 ?3 + (SELECT coalesce(sum(r.amount_in_cents), 0) FROM sandbox_refunds r WHERE r.session_id = s.id)",
        )?
        .execute((id, session, amount, now))?;
    Ok(inserted == 1)
}

/// Notifications to be sent now: id and body, the oldest first.
pub(super) fn due(conn: &Conn, now: Timestamp) -> db::Result<Vec<(String, String)>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, body FROM sandbox_notifications WHERE delivered_at IS NULL AND next_try_at <= ?1
         ORDER BY next_try_at LIMIT 100",
    )?;
    let due = statement.query_map([now], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(due.collect::<Result<_, _>>()?)
}

pub(super) fn delivered(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE sandbox_notifications SET delivered_at = ?2, attempts = attempts + 1 WHERE id = ?1")?
        .execute((id, now))?;
    Ok(())
}

/// To be tried again, later each time: after 5 s, 10 s, 20 s … at most an hour.
pub(super) fn try_later(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE sandbox_notifications
         SET attempts = attempts + 1, next_try_at = ?2 + min(3600000, 5000 << min(attempts, 12)) WHERE id = ?1",
    )?
    .execute((id, now))?;
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Session> {
    Ok(Session {
        id: row.get("id")?,
        reference: row.get("reference")?,
        amount: row.get("amount_in_cents")?,
        currency: row.get("currency")?,
        description: row.get("description")?,
        lang: row.get("lang")?,
        success_url: row.get("success_url")?,
        cancel_url: row.get("cancel_url")?,
        status: match row.get_ref("status")?.as_str()? {
            "paid" => Status::Paid,
            "expired" => Status::Expired,
            _ => Status::Open,
        },
        expires_at: row.get("expires_at")?,
    })
}
