//! Mails of an order whose address was not its buyer's.

use super::kept::OF_ORDER;
use crate::clock::Timestamp;
use crate::db::{self, Tx};

/// About an order (?1) to an address (?2), as its buyer's: the owner may have bought something, too.
const TO_BUYER: &str = "recipient = ?2 AND message ->> 'kind' NOT IN ('order_for_owner', 'order_flagged')";

/// What waits begins anew at the right address: nothing was tried there. One that must wait until a moment still does, and
/// one that is held until the owner says what becomes of it is none that goes out.
pub(in crate::mail) fn move_waiting(
    tx: &Tx<'_>,
    order_id: &str,
    wrong: &str,
    right: &str,
    nonce: &str,
    now: Timestamp,
) -> db::Result<Vec<String>> {
    let sql = format!(
        "UPDATE outbox SET recipient = ?3, message = json_replace(message, '$.key_nonce', ?4), created_at = ?5,
             next_try_at = iif(attempts = 0, next_try_at, ?5), attempts = 0, unanswered = 0, last_error = NULL
         WHERE {OF_ORDER} AND {TO_BUYER} AND state = 'queued' AND NOT is_claimed
         RETURNING iif(is_held, '', message ->> 'kind')"
    );
    let mut rows = tx.prepare_cached(&sql)?;
    let kinds = rows.query_map((order_id, wrong, right, nonce, now), |row| row.get(0))?;
    Ok(kinds.collect::<Result<_, _>>()?)
}

/// One that is on its way, or was given up, is not tried again: as one that the owner dropped, it is nobody's worry. Whoever
/// sends one of those given up after all sends it to the right address.
pub(in crate::mail) fn end_others(
    tx: &Tx<'_>,
    order_id: &str,
    wrong: &str,
    right: &str,
    nonce: &str,
) -> db::Result<()> {
    let sql = format!(
        "UPDATE outbox SET state = 'dead', is_held = 1, owner_told = 1, last_error = 'the address was corrected',
             recipient = iif(is_claimed, recipient, ?3),
             message = iif(is_claimed, message, json_replace(message, '$.key_nonce', ?4))
         WHERE {OF_ORDER} AND {TO_BUYER} AND state IN ('queued', 'dead')"
    );
    tx.prepare_cached(&sql)?.execute((order_id, wrong, right, nonce))?;
    Ok(())
}

/// The owner's answer to the word of an order goes to its buyer.
pub(in crate::mail) fn correct_reply(tx: &Tx<'_>, order_id: &str, wrong: &str, right: &str) -> db::Result<()> {
    let sql = format!(
        "UPDATE outbox SET message = json_replace(message, '$.email', ?3)
         WHERE {OF_ORDER} AND message ->> 'kind' = 'order_for_owner' AND message ->> 'email' = ?2 AND state = 'queued'"
    );
    tx.prepare_cached(&sql)?.execute((order_id, wrong, right))?;
    Ok(())
}
