//! Statements on tombstones, and on where addresses for mail lie.

use std::collections::BTreeSet;

use rusqlite::named_params;

use super::tombstones::Tombstone;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

pub(super) fn tombstones(conn: &Conn) -> db::Result<BTreeSet<Tombstone>> {
    let mut rows = conn.prepare_cached("SELECT address, erased_at FROM tombstones")?;
    let rows = rows.query_map([], |row| Ok(Tombstone { address: row.get(0)?, erased_at: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn insert_tombstone(tx: &Tx<'_>, tombstone: &Tombstone) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO tombstones (address, erased_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
        .execute((tombstone.address, tombstone.erased_at))?;
    Ok(())
}

/// Somebody who is here.
pub(super) struct Present {
    /// Their address for mail, or the id of their account: that stays when the address becomes another.
    pub(super) known_by: String,
    pub(super) email: String,
    pub(super) since: Timestamp,
}

/// Everybody of whom there is anything. The mail that tells somebody of their erasure is left out, and so is what nobody
/// can be reached by any more. What stands under an address that an account took is there since it did: what is older was
/// brought along.
pub(super) fn present(conn: &Conn) -> db::Result<Vec<Present>> {
    let mut rows = conn.prepare_cached(
        "SELECT known_by, found.email, max(min(at), iif(known_by = found.email, coalesce(max(u.address_since), 0), 0)) FROM (
             SELECT id AS known_by, email, created_at AS at FROM users WHERE email NOT LIKE '%@erased.invalid'
             UNION ALL SELECT email, email, created_at FROM users WHERE email NOT LIKE '%@erased.invalid'
             UNION ALL SELECT email, email, created_at FROM orders WHERE email <> ''
             UNION ALL SELECT email, email, created_at FROM quote_requests
             UNION ALL SELECT email, email, created_at FROM contact_messages
             UNION ALL SELECT email, email, created_at FROM stock_requests
             UNION ALL SELECT email, email, received_at FROM withdrawals WHERE email <> ''
             UNION ALL SELECT recipient, recipient, created_at FROM outbox
                 WHERE coalesce(json_extract(message, '$.notice.what'), '') NOT IN ('erased', 'data_erased')
             UNION ALL SELECT json_extract(message, '$.email'), json_extract(message, '$.email'), created_at FROM outbox
                 WHERE json_extract(message, '$.email') IS NOT NULL) found
         LEFT JOIN users u ON u.email = found.email
         GROUP BY known_by, found.email",
    )?;
    let rows =
        rows.query_map([], |row| Ok(Present { known_by: row.get(0)?, email: row.get(1)?, since: row.get(2)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Mails to a customer that are not about the account itself: those stay with the address they were meant for.
const TO_CUSTOMERS: &str = "'order_received', 'order_paid', 'order_shipped', 'order_unshipped', 'order_delivered',
    'order_undelivered', 'order_cancelled', 'order_reminder', 'order_refunded', 'order_invoiced', 'rate_order', 'rate_firm', 'back_in_stock', 'answer',
    'quote_received', 'message_received', 'complaint_received', 'withdrawal_received', 'return_updated',
    'comment_replied'";

/// Gives what an account has under an address the one that the account has now: its orders, what was sent and stated with
/// the address, and the mails of all that which have not gone out.
pub(super) fn follow(tx: &Tx<'_>, user_id: &str, former: &str, email: &str) -> db::Result<()> {
    let own = "IN (SELECT id FROM orders WHERE user_id = :user)";
    let statements = [
        String::from("UPDATE orders SET email = :email WHERE user_id = :user AND email = :former"),
        format!("UPDATE withdrawals SET email = :email WHERE email = :former AND (order_id IS NULL OR order_id {own})"),
        format!(
            "UPDATE outbox SET recipient = :email
             WHERE state = 'queued' AND recipient = :former AND message ->> 'kind' IN ({TO_CUSTOMERS})
                 AND (message ->> 'order_id' IS NULL OR message ->> 'order_id' {own})"
        ),
    ];
    let values = named_params! { ":user": user_id, ":former": former, ":email": email };
    statements.iter().try_for_each(|sql| tx.execute(sql, values).map(drop))?;
    for table in ["quote_requests", "contact_messages"] {
        tx.execute(&format!("UPDATE {table} SET email = ?2 WHERE email = ?1"), [former, email])?;
    }
    Ok(())
}

/// Forgets the mails to addresses that somebody had before, and about them there; their ids. The notice of each change says
/// which those were, and it goes after the mails before it.
pub(super) fn forget_mails_to_former(tx: &Tx<'_>, email: &str) -> db::Result<Vec<String>> {
    let mut rows = tx.prepare_cached(
        "WITH RECURSIVE former (email, until) AS (
             SELECT ?1, NULL
             UNION SELECT recipient, created_at FROM outbox JOIN former ON message ->> '$.notice.email' = former.email
             WHERE message ->> '$.notice.what' = 'email_changed')
         DELETE FROM outbox WHERE EXISTS (SELECT 1 FROM former WHERE created_at <= former.until
             AND (recipient = former.email OR message ->> 'email' = former.email)) RETURNING id",
    )?;
    let ids = rows.query_map([email], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}
