//! Mails that are forgotten: with the person they are about, with what somebody wrote, and after their time.

use serde_json::json;

use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;

/// To somebody (?1) or about them: what they wrote, their orders (?2), a change of their address, and what a mail server
/// said of it.
const OF_PERSON: &str = "recipient = ?1 OR json_extract(message, '$.email') = ?1
    OR json_extract(message, '$.notice.email') = ?1
    OR json_extract(message, '$.order_id') IN (SELECT value FROM json_each(?2))
    OR message ->> 'kind' = 'mails_not_sent' AND instr(lower(message ->> 'error'), ?1)";

/// How many mails there are to somebody and about them and their orders, sent or not.
pub fn count_of_person(conn: &Conn, email: &str, orders: &[&str]) -> db::Result<i64> {
    let sql = format!("SELECT count(*) FROM outbox WHERE {OF_PERSON}");
    Ok(conn.prepare_cached(&sql)?.query_row((email, json!(orders)), |row| row.get(0))?)
}

/// Forgets the mails to somebody and about them and their orders, sent or not; their ids.
pub fn forget_person(tx: &Tx<'_>, email: &str, orders: &[&str]) -> db::Result<Vec<String>> {
    let mut rows = tx.prepare_cached(&format!("DELETE FROM outbox WHERE {OF_PERSON} RETURNING id"))?;
    let ids = rows.query_map((email, json!(orders)), |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Forgets the mails about something that was sent with an address, and the answers to it; their ids. Mails from before
/// there were numbers call it by its short id, which another may have, too.
pub fn forget_inquiry(tx: &Tx<'_>, inquiry_id: &str, number: &str, email: &str) -> db::Result<Vec<String>> {
    let mut rows = tx.prepare_cached(
        "DELETE FROM outbox WHERE ?1 IN (message ->> 'id', message ->> 'quote_id') OR message ->> 'number' = ?2
             OR message ->> 'number' = ?3 AND (recipient = ?4 OR message ->> 'email' = ?4) RETURNING id",
    )?;
    let ids = rows.query_map((inquiry_id, number, id::short(inquiry_id), email), |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Forgets mails that were given up before a moment, and those that told somebody of their erasure, once they have.
pub fn forget_dead(tx: &Tx<'_>, moment: Timestamp) -> db::Result<()> {
    tx.execute("DELETE FROM outbox WHERE state = 'dead' AND created_at < ?1", [moment])?;
    tx.execute(
        "DELETE FROM outbox WHERE state <> 'queued'
             AND json_extract(message, '$.notice.what') IN ('erased', 'data_erased')",
        [],
    )?;
    Ok(())
}
