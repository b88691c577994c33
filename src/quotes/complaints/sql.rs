//! Statements on complaints.

use rusqlite::{OptionalExtension, Row, params};
use serde_json::json;

use super::{Complaint, End, Key, Receipt, term};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::quotes::Contact;

/// What [`of_row`] reads of messages `m` that are joined to their complaint `c`.
pub(in crate::quotes) const JOINED: &str = "c.year AS complaint_year, c.number AS complaint_number,
    c.order_text AS complaint_order, c.due_at AS complaint_due, c.ended AS complaint_ended,
    c.ended_at AS complaint_ended_at, printf('R-%d-%04d', c.year, c.number) AS complaint_key";

/// What makes a message a complaint; none where it is none.
pub(in crate::quotes) fn of_row(row: &Row<'_>) -> rusqlite::Result<Option<Complaint>> {
    let Some(year) = row.get("complaint_year")? else { return Ok(None) };
    let due_at = row.get("complaint_due")?;
    Ok(Some(Complaint {
        key: Key { year, number: row.get("complaint_number")? },
        order: row.get("complaint_order")?,
        due_on: term::last_day(due_at).to_string(),
        ended: row.get("complaint_ended")?,
        ended_at: row.get("complaint_ended_at")?,
        due_at,
    }))
}

pub(super) fn next_key(tx: &Tx<'_>, year: i64) -> db::Result<Key> {
    let last = tx
        .prepare_cached(
            "SELECT max(coalesce((SELECT max(number) FROM complaints WHERE year = ?1), 0),
                        coalesce((SELECT last FROM inquiry_numbers WHERE kind = 'complaint' AND year = ?1), 0))",
        )?
        .query_row([year], |row| row.get::<_, i64>(0))?;
    Ok(Key { year, number: last + 1 })
}

pub(super) fn insert(
    tx: &Tx<'_>,
    key: Key,
    message_id: &str,
    order: Option<&str>,
    now: Timestamp,
    due_at: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO complaints (year, number, message_id, order_text, received_at, due_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![key.year, key.number, message_id, order, now, due_at])?;
    Ok(())
}

/// The receipt of the same complaint, where it was made since a moment.
pub(super) fn same_since(
    conn: &Conn,
    contact: &Contact,
    order: Option<&str>,
    since: Timestamp,
) -> db::Result<Option<Receipt>> {
    let sql = "SELECT c.year, c.number, c.received_at, c.due_at FROM complaints c
               JOIN contact_messages m ON m.id = c.message_id
               WHERE c.received_at >= ?1 AND m.email = ?2 AND m.name = ?3 AND m.message = ?4 AND c.order_text IS ?5
               ORDER BY c.year DESC, c.number DESC LIMIT 1";
    let receipt = |row: &Row<'_>| {
        Ok(Receipt {
            key: Key { year: row.get(0)?, number: row.get(1)? },
            received_at: row.get(2)?,
            due_on: term::last_day(row.get(3)?).to_string(),
        })
    };
    let asked = params![since, contact.email.as_str(), contact.name, contact.message, order];
    Ok(conn.prepare_cached(sql)?.query_row(asked, receipt).optional()?)
}

pub(super) fn of_message(conn: &Conn, message_id: &str) -> db::Result<Option<Complaint>> {
    let sql = format!("SELECT {JOINED} FROM complaints c WHERE c.message_id = ?1");
    Ok(conn.prepare_cached(&sql)?.query_row([message_id], of_row).optional()?.flatten())
}

/// What ends a word, and what people write for the dash of a number.
const WRITTEN: [(&str, &str); 8] =
    [(",", " "), (";", " "), ("(", " "), (")", " "), (".", " "), ("#", " "), ("/", "-"), ("\u{2013}", "-")];

pub(super) fn naming(conn: &Conn, since: i64, names: &[String], most: i64) -> db::Result<Vec<(String, Complaint)>> {
    let text = String::from("' ' || lower(c.order_text) || ' '");
    let words = WRITTEN.iter().fold(text, |sql, (from, to)| format!("replace({sql}, '{from}', '{to}')"));
    let sql = format!(
        "SELECT c.message_id, {JOINED} FROM complaints c WHERE c.year >= ?1 AND c.message_id IS NOT NULL
             AND EXISTS (SELECT 1 FROM json_each(?2) WHERE instr({words}, value))
         ORDER BY c.year DESC, c.number DESC LIMIT ?3"
    );
    let mut rows = conn.prepare_cached(&sql)?;
    let rows = rows.query_map((since, json!(names), most), |row| Ok((row.get(0)?, of_row(row)?)))?;
    let rows: Vec<(String, Option<Complaint>)> = rows.collect::<Result<_, _>>()?;
    Ok(rows.into_iter().filter_map(|(id, complaint)| Some((id, complaint?))).collect())
}

pub(super) fn message_of(conn: &Conn, key: Key) -> db::Result<Option<String>> {
    let sql = "SELECT message_id FROM complaints WHERE year = ?1 AND number = ?2";
    Ok(conn.prepare_cached(sql)?.query_row([key.year, key.number], |row| row.get(0)).optional()?.flatten())
}

pub(super) fn set_end(tx: &Tx<'_>, message_id: &str, end: Option<(End, Timestamp)>) -> db::Result<()> {
    // The clock of one that is opened again is told again.
    tx.prepare_cached(
        "UPDATE complaints SET ended = ?2, ended_at = ?3, warned_at = iif(?2 IS NULL, NULL, warned_at),
             overdue_told_at = iif(?2 IS NULL, NULL, overdue_told_at) WHERE message_id = ?1",
    )?
    .execute((message_id, end.map(|(how, _)| how), end.map(|(_, at)| at)))?;
    Ok(())
}

/// Those that wait, and those of them whose time is over.
pub(super) fn count_open(conn: &Conn, now: Timestamp) -> db::Result<(i64, i64)> {
    let sql = "SELECT count(*), count(*) FILTER (WHERE due_at <= ?1) FROM complaints
               WHERE ended IS NULL AND message_id IS NOT NULL";
    Ok(conn.prepare_cached(sql)?.query_row([now], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

/// Those that wait, of which the owner was not told yet that they are due before `short`, or that their time is over; with
/// their messages, the one that is due first, first.
pub(super) fn untold(
    conn: &Conn,
    now: Timestamp,
    short: Timestamp,
    limit: i64,
) -> db::Result<Vec<(String, Complaint)>> {
    let sql = format!(
        "SELECT c.message_id, {JOINED} FROM complaints c WHERE c.ended IS NULL AND c.message_id IS NOT NULL
             AND (c.due_at <= ?2 AND c.warned_at IS NULL OR c.due_at <= ?1 AND c.overdue_told_at IS NULL)
         ORDER BY c.due_at LIMIT ?3"
    );
    let mut rows = conn.prepare_cached(&sql)?;
    let rows = rows.query_map((now, short, limit), |row| Ok((row.get(0)?, of_row(row)?)))?;
    let rows: Vec<(String, Option<Complaint>)> = rows.collect::<Result<_, _>>()?;
    Ok(rows.into_iter().filter_map(|(id, complaint)| Some((id, complaint?))).collect())
}

/// Whoever is told that the time is over need not be told any more that it runs out.
/// How many were sent with an address since a moment.
pub(super) fn count_since(conn: &Conn, email: &str, since: Timestamp) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM complaints c JOIN contact_messages m ON m.id = c.message_id
               WHERE m.email = ?1 AND c.received_at > ?2";
    Ok(conn.prepare_cached(sql)?.query_row((email, since), |row| row.get(0))?)
}

pub(super) fn set_told(tx: &Tx<'_>, message_id: &str, is_overdue: bool, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE complaints SET warned_at = coalesce(warned_at, ?2), overdue_told_at = iif(?3, ?2, overdue_told_at)
         WHERE message_id = ?1",
    )?
    .execute((message_id, now, is_overdue))?;
    Ok(())
}

/// What was typed goes with the message; the row stays.
pub(in crate::quotes) fn forget_texts(tx: &Tx<'_>) -> db::Result<()> {
    tx.execute("UPDATE complaints SET order_text = NULL WHERE message_id IS NULL AND order_text IS NOT NULL", [])?;
    Ok(())
}
