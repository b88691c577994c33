//! Mails of the outbox: those that wait, and what became of the others.

use rusqlite::{OptionalExtension, ToSql};
use serde_json::Value;

use crate::clock::Timestamp;
use crate::db::{self, Conditions, Conn, Tx};
use crate::lang::Lang;
use crate::mail::{Queued, Sent};
use crate::text;
use crate::trace::{self, RequestId};

/// Word for word what the index of the outbox is on.
pub(super) const OF_ORDER: &str = "json_extract(message, '$.order_id') = ?1";

pub(in crate::mail) fn insert(
    tx: &Tx<'_>,
    id: &str,
    recipient: &str,
    lang: Lang,
    message: &Value,
    now: Timestamp,
    not_before: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO outbox (id, recipient, lang, message, next_try_at, created_at, request_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute((id, recipient, lang, message, not_before, now, trace::current().as_ref().map(RequestId::as_str)))?;
    Ok(())
}

/// Puts a mail that was given up on its way again; `false` when it is no such mail.
pub(in crate::mail) fn queue_again(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<bool> {
    let sql = "UPDATE outbox SET state = 'queued', attempts = 0, unanswered = 0, next_try_at = ?2, created_at = ?2, owner_told = 0,
                   is_held = 0
               WHERE id = ?1 AND state = 'dead'";
    Ok(tx.prepare_cached(sql)?.execute((id, now))? > 0)
}

/// The ids of the mails that were given up, the oldest first; not those that the owner dropped.
pub(in crate::mail) fn dead(conn: &Conn) -> db::Result<Vec<String>> {
    let mut rows =
        conn.prepare_cached("SELECT id FROM outbox WHERE state = 'dead' AND NOT is_held ORDER BY created_at, id")?;
    let rows = rows.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// How many mails fit, and a page of them, newest first: of one state, or with this in the recipient's address.
pub fn list(
    conn: &Conn,
    state: Option<&str>,
    q: Option<&str>,
    offset: i64,
    limit: i64,
) -> db::Result<(i64, Vec<Queued>)> {
    let mut fits = Conditions::default();
    fits.add("state = :state", ":state", state.map(str::to_owned));
    fits.add("holds(:q, recipient)", ":q", text::wanted(q).map(|q| text::folded(&q)));
    let clause = fits.clause();
    let mut values = fits.values();
    let count = conn
        .prepare_cached(&format!("SELECT count(*) FROM outbox {clause}"))?
        .query_row(values.as_slice(), |row| row.get(0))?;
    values.extend([(":limit", &limit as &dyn ToSql), (":offset", &offset)]);
    let mut page = conn.prepare_cached(&format!(
        "SELECT * FROM outbox {clause} ORDER BY created_at DESC, id LIMIT :limit OFFSET :offset"
    ))?;
    let mails = page.query_map(values.as_slice(), |row| {
        Ok(Queued {
            id: row.get("id")?,
            recipient: row.get("recipient")?,
            lang: row.get("lang")?,
            message: row.get("message")?,
            state: row.get("state")?,
            attempts: row.get("attempts")?,
            last_error: row.get("last_error")?,
            created_at: row.get("created_at")?,
            next_try_at: row.get("next_try_at")?,
            is_held: row.get("is_held")?,
        })
    })?;
    Ok((count, mails.collect::<Result<_, _>>()?))
}

/// The ids that begin with `prefix`; two at most, as one more than one is enough to know it is ambiguous.
pub fn ids_with_prefix(conn: &Conn, prefix: &str) -> db::Result<Vec<String>> {
    db::ids_with_prefix(conn, "outbox", prefix)
}

/// The mails of an order, oldest first, as long as they are remembered.
pub fn of_order(conn: &Conn, order_id: &str) -> db::Result<Vec<Sent>> {
    let mut rows = conn.prepare_cached(&format!(
        "SELECT id, message ->> 'kind' AS kind, message ->> 'carrier' AS carrier, recipient, state, attempts, last_error,
             created_at, sent_at, coalesce(message ->> 'is_corrected', message ->> 'of' = 'correction', 0) AS is_corrected,
             message ->> 'invoice' AS invoice FROM outbox
         WHERE {OF_ORDER} ORDER BY created_at, rowid"
    ))?;
    let rows = rows.query_map([order_id], |row| {
        Ok(Sent {
            id: row.get("id")?,
            kind: row.get("kind")?,
            carrier: row.get("carrier")?,
            is_corrected: row.get("is_corrected")?,
            invoice: row.get("invoice")?,
            recipient: row.get("recipient")?,
            state: row.get("state")?,
            attempts: row.get("attempts")?,
            last_error: row.get("last_error")?,
            created_at: row.get("created_at")?,
            sent_at: row.get("sent_at")?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether a mail of this kind about an order was queued since a moment, and is not given up.
pub fn was_queued_since(
    conn: &Conn,
    order_id: &str,
    kind: &str,
    invoice: Option<&str>,
    since: Timestamp,
) -> db::Result<bool> {
    let sql = format!(
        "SELECT EXISTS (SELECT 1 FROM outbox WHERE {OF_ORDER} AND message ->> 'kind' = ?2 AND created_at > ?3
             AND state <> 'dead' AND (?4 IS NULL OR message ->> 'invoice' = ?4))"
    );
    Ok(conn.prepare_cached(&sql)?.query_row((order_id, kind, since, invoice), |row| row.get(0))?)
}

/// Of the mails of this kind about an order that were given up, puts one that says the same as `message` on its way again,
/// `false` when there is none; the others would say what is not true any more, and are dropped.
pub(in crate::mail) fn revive(
    tx: &Tx<'_>,
    order_id: &str,
    kind: &str,
    message: &Value,
    now: Timestamp,
) -> db::Result<bool> {
    let dead = format!("{OF_ORDER} AND message ->> 'kind' = ?2 AND state = 'dead'");
    let same =
        format!("SELECT id FROM outbox WHERE {dead} AND json(message) = json(?3) ORDER BY created_at DESC LIMIT 1");
    let same: Option<String> =
        tx.prepare_cached(&same)?.query_row((order_id, kind, message), |row| row.get(0)).optional()?;
    let is_revived = same.map_or(Ok(false), |id| queue_again(tx, &id, now))?;
    let drop = format!("UPDATE outbox SET is_held = 1, owner_told = 1, last_error = 'told anew' WHERE {dead}");
    tx.prepare_cached(&drop)?.execute((order_id, kind))?;
    Ok(is_revived)
}

/// Whether a mail of this kind about an order, queued since a moment, went out, is on its way or may have arrived; of what is
/// not remembered nobody knows.
pub(in crate::mail) fn may_be_read(conn: &Conn, order_id: &str, kind: &str, since: Timestamp) -> db::Result<bool> {
    let sql = format!(
        "SELECT count(*) = 0 OR max(state = 'sent' OR is_claimed OR unanswered > 0) FROM outbox
         WHERE {OF_ORDER} AND message ->> 'kind' = ?2 AND created_at >= ?3"
    );
    Ok(conn.prepare_cached(&sql)?.query_row((order_id, kind, since), |row| row.get(0))?)
}

/// When a mail of this kind about an order was queued last that was not taken back.
pub(in crate::mail) fn last_told(conn: &Conn, order_id: &str, kind: &str) -> db::Result<Option<Timestamp>> {
    let sql = format!(
        "SELECT max(created_at) FROM outbox WHERE {OF_ORDER} AND message ->> 'kind' = ?2 AND NOT (state = 'dead' AND is_held)"
    );
    Ok(conn.prepare_cached(&sql)?.query_row((order_id, kind), |row| row.get(0))?)
}

/// Forgets those of them that wait, for nobody may send them any more. One that is on its way, or was given up, is not tried
/// again: as one that the owner dropped, it is nobody's worry.
pub(in crate::mail) fn end_queued(tx: &Tx<'_>, order_id: &str, kind: &str, since: Timestamp) -> db::Result<()> {
    let told = format!("{OF_ORDER} AND message ->> 'kind' = ?2 AND created_at >= ?3");
    let forget = format!("DELETE FROM outbox WHERE {told} AND state = 'queued' AND NOT is_claimed AND unanswered = 0");
    let end = format!(
        "UPDATE outbox SET state = 'dead', is_held = 1, owner_told = 1, last_error = 'taken back'
         WHERE {told} AND state IN ('queued', 'dead')"
    );
    for sql in [forget, end] {
        tx.prepare_cached(&sql)?.execute((order_id, kind, since))?;
    }
    Ok(())
}

/// How many mails were given up of those queued since a moment.
pub fn dead_since(conn: &Conn, since: Timestamp) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM outbox WHERE state = 'dead' AND NOT is_held AND created_at > ?1";
    Ok(conn.prepare_cached(sql)?.query_row([since], |row| row.get(0))?)
}

/// How many mails were given up that the owner does not know of, and what was said of the last; those that would have
/// told the owner so do not count, but where one of these was given up itself, the owner knows of none.
pub fn dead_and_untold(conn: &Conn) -> db::Result<(i64, String)> {
    let sql = "SELECT count(*), coalesce(max(last_error), '') FROM outbox
               WHERE state = 'dead' AND NOT is_held AND message ->> 'kind' <> 'mails_not_sent' AND (NOT owner_told OR EXISTS
                   (SELECT 1 FROM outbox
                    WHERE state = 'dead' AND message ->> 'kind' = 'mails_not_sent' AND NOT owner_told))";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

/// The owner knows of all mails that were given up.
pub fn set_dead_told(tx: &Tx<'_>) -> db::Result<()> {
    tx.prepare_cached("UPDATE outbox SET owner_told = 1 WHERE state = 'dead' AND NOT owner_told")?.execute([])?;
    Ok(())
}
