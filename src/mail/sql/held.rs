//! Mails of a restored shop, which may have gone out before: held until the owner has said what becomes of them.

use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// What a dropped mail says of itself.
const DROPPED: &str = "dropped after a restore";

/// Their links and codes lead nowhere any more.
const HOPELESS: &str = "message ->> 'kind' IN ('sign_in', 'recover', 'confirm_new_email', 'reauthenticate')";

/// Holds all that wait; how many. Those whose links are over are dropped.
pub(in crate::mail) fn hold_queued(tx: &Tx<'_>) -> db::Result<usize> {
    tx.execute("UPDATE outbox SET is_held = 1, is_claimed = 0 WHERE state = 'queued'", [])?;
    let dropped = end(tx, HOPELESS)?;
    Ok(usize::try_from(count(tx)?).unwrap_or(dropped))
}

/// How many are held.
pub fn count(conn: &Conn) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM outbox WHERE is_held AND state = 'queued'";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
}

pub(in crate::mail) fn send(tx: &Tx<'_>, now: Timestamp) -> db::Result<usize> {
    let sql = "UPDATE outbox SET is_held = 0, attempts = 0, next_try_at = ?1, created_at = ?1
               WHERE is_held AND state = 'queued'";
    Ok(tx.execute(sql, [now])?)
}

pub(in crate::mail) fn drop(tx: &Tx<'_>) -> db::Result<usize> {
    end(tx, "TRUE")
}

fn end(tx: &Tx<'_>, which: &str) -> db::Result<usize> {
    let sql = format!(
        "UPDATE outbox SET state = 'dead', last_error = ?1, owner_told = 1 WHERE is_held AND state = 'queued' AND {which}"
    );
    Ok(tx.execute(&sql, [DROPPED])?)
}
