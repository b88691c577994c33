//! The mails on their way: statements of the job that sends them.

pub(super) mod forget;
pub(super) mod held;
pub(super) mod kept;
pub(super) mod redirect;

use rusqlite::OptionalExtension;
use serde_json::Value;

use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::trace::RequestId;

/// A mail that is being sent.
pub(super) struct Claimed {
    pub id: String,
    pub recipient: String,
    pub lang: Lang,
    pub message: Value,
    /// This one included.
    pub attempts: i64,
    /// How often it was handed over whole without an answer.
    pub unanswered: i64,
    pub created_at: Timestamp,
    /// The request that caused it.
    pub request: Option<RequestId>,
}

/// How many mails are due, counted up to `most`, but for those with these ids, a JSON list.
pub(super) fn count_due(conn: &Conn, now: Timestamp, most: i64, without: &Value) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM outbox WHERE state = 'queued' AND NOT is_held AND next_try_at <= ?1
                   AND id NOT IN (SELECT value FROM json_each(?3)) LIMIT ?2)";
    Ok(conn.prepare_cached(sql)?.query_row((now, most, without), |row| row.get(0))?)
}

/// Takes the mail that has been due for longest; nobody else does until `until`. Its attempt is counted before it is made:
/// while nothing can be written, on a full disk, nothing is sent twice either. Those with the ids `without`, a JSON list,
/// are on their way, whatever the clock says. One that the server would not have is due again after those that wait: else
/// it would be the one that tries, each time, and hold up all others.
pub(super) fn claim(tx: &Tx<'_>, now: Timestamp, until: Timestamp, without: &Value) -> db::Result<Option<Claimed>> {
    let mut claim = tx.prepare_cached(
        "UPDATE outbox SET attempts = attempts + 1, is_claimed = 1, next_try_at = ?2
         WHERE id = (SELECT id FROM outbox WHERE state = 'queued' AND NOT is_held AND next_try_at <= ?1
             AND id NOT IN (SELECT value FROM json_each(?3)) ORDER BY next_try_at, created_at, id LIMIT 1)
         RETURNING id, recipient, lang, message, attempts, unanswered, created_at, request_id",
    )?;
    let claimed = claim.query_row((now, until, without), |row| {
        Ok(Claimed {
            id: row.get("id")?,
            recipient: row.get("recipient")?,
            lang: row.get("lang")?,
            message: row.get("message")?,
            attempts: row.get("attempts")?,
            unanswered: row.get("unanswered")?,
            created_at: row.get("created_at")?,
            request: row.get::<_, Option<String>>("request_id")?.as_deref().and_then(RequestId::parse),
        })
    });
    Ok(claimed.optional()?)
}

/// It went out.
pub(super) fn set_sent(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    let sql = "UPDATE outbox SET state = 'sent', is_claimed = 0, sent_at = ?2 WHERE id = ?1";
    tx.prepare_cached(sql)?.execute((id, now))?;
    Ok(())
}

/// It will not go out.
pub(super) fn set_dead(tx: &Tx<'_>, id: &str, error: &str) -> db::Result<()> {
    let sql = "UPDATE outbox SET state = 'dead', is_claimed = 0, last_error = ?2 WHERE id = ?1";
    tx.prepare_cached(sql)?.execute((id, error))?;
    Ok(())
}

/// It does not go out, for what it asks for is over; as one that the owner dropped, it is nobody's worry.
pub(super) fn set_over(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    let sql = "UPDATE outbox SET state = 'dead', is_claimed = 0, is_held = 1, owner_told = 1, last_error = 'it is over'
               WHERE id = ?1";
    tx.prepare_cached(sql)?.execute([id])?;
    Ok(())
}

/// It is tried again at `at`.
pub(super) fn set_due(tx: &Tx<'_>, id: &str, at: Timestamp, error: &str) -> db::Result<()> {
    let sql = "UPDATE outbox SET is_claimed = 0, next_try_at = ?2, last_error = ?3 WHERE id = ?1";
    tx.prepare_cached(sql)?.execute((id, at, error))?;
    Ok(())
}

/// It was handed over whole, and no answer came.
pub(super) fn count_unanswered(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE outbox SET unanswered = unanswered + 1 WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// It was not the mail that was tried, but the server.
pub(super) fn discount_attempt(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE outbox SET attempts = attempts - 1 WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// None rests beyond `latest`, unless the clock was ahead when that was written down: it is due.
pub(super) fn bring_forward(tx: &Tx<'_>, now: Timestamp, latest: Timestamp) -> db::Result<()> {
    let sql = "UPDATE outbox SET next_try_at = ?1 WHERE state = 'queued' AND NOT is_claimed AND next_try_at > ?2";
    tx.prepare_cached(sql)?.execute((now, latest))?;
    Ok(())
}

/// What was on its way when the program ended is due at once, unless it was so for the `most`th time and may be the reason.
pub(super) fn release(tx: &Tx<'_>, now: Timestamp, most: i64) -> db::Result<usize> {
    let sql = "UPDATE outbox SET is_claimed = 0, next_try_at = iif(attempts < ?2, ?1, next_try_at)
               WHERE state = 'queued' AND is_claimed";
    Ok(tx.prepare_cached(sql)?.execute((now, most))?)
}

/// Forgets mails that went out before a moment.
pub(super) fn forget_sent(tx: &Tx<'_>, before: Timestamp) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM outbox WHERE state = 'sent' AND sent_at <= ?1")?.execute([before])?;
    Ok(())
}
