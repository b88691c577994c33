//! Statements on addresses that accounts had, and on what was added to an account since.

use rusqlite::OptionalExtension;

use crate::auth::User;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// An address that an account left.
pub(in crate::accounts) struct Former {
    pub user_id: String,
    pub email: String,
    pub left_at: Timestamp,
}

pub(in crate::accounts) fn insert(
    tx: &Tx<'_>,
    id: &str,
    user: &User,
    hash: [u8; 32],
    (left_at, expires_at): (Timestamp, Timestamp),
) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO former_addresses (id, user_id, email, hash, left_at, expires_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute((id, &user.id, &user.email, hash, left_at, expires_at))?;
    Ok(())
}

/// The one whose link carries what this is the hash of.
pub(in crate::accounts) fn find(conn: &Conn, hash: [u8; 32], now: Timestamp) -> db::Result<Option<Former>> {
    let mut statement = conn
        .prepare_cached("SELECT user_id, email, left_at FROM former_addresses WHERE hash = ?1 AND expires_at > ?2")?;
    let read = |row: &rusqlite::Row<'_>| Ok(Former { user_id: row.get(0)?, email: row.get(1)?, left_at: row.get(2)? });
    Ok(statement.query_row((hash, now), read).optional()?)
}

/// The newest way back to an address: its id, and the account.
pub(in crate::accounts) fn way_back_to(
    conn: &Conn,
    email: &str,
    now: Timestamp,
) -> db::Result<Option<(String, String)>> {
    let sql =
        "SELECT id, user_id FROM former_addresses WHERE email = ?1 AND expires_at > ?2 ORDER BY left_at DESC LIMIT 1";
    Ok(conn.prepare_cached(sql)?.query_row((email, now), |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
}

/// When an account left an address for the first time, while there is a way back to it.
pub(in crate::accounts) fn left_at(
    conn: &Conn,
    user_id: &str,
    email: &str,
    now: Timestamp,
) -> db::Result<Option<Timestamp>> {
    let sql = "SELECT min(left_at) FROM former_addresses WHERE user_id = ?1 AND email = ?2 AND expires_at > ?3";
    Ok(conn.prepare_cached(sql)?.query_row((user_id, email, now), |row| row.get(0))?)
}

/// The addresses that an account left, and when.
pub(in crate::accounts) fn list(conn: &Conn, user_id: &str) -> db::Result<Vec<(String, Timestamp)>> {
    let mut statement =
        conn.prepare_cached("SELECT email, left_at FROM former_addresses WHERE user_id = ?1 ORDER BY left_at, rowid")?;
    let rows = statement.query_map([user_id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Ends the way back to what an account left at a moment or later.
pub(in crate::accounts) fn forget_since(tx: &Tx<'_>, user_id: &str, left_at: Timestamp) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM former_addresses WHERE user_id = ?1 AND left_at >= ?2")?
        .execute((user_id, left_at))?;
    Ok(())
}

/// Takes away what opens an account and was added at a moment or later; nobody knows how old a recovery code is, so all go.
pub(in crate::accounts) fn forget_ways_in(tx: &Tx<'_>, user_id: &str, since: Timestamp) -> db::Result<()> {
    for sql in [
        "DELETE FROM passkeys WHERE user_id = ?1 AND created_at >= ?2",
        "DELETE FROM identities WHERE user_id = ?1 AND created_at >= ?2",
        "DELETE FROM factors WHERE user_id = ?1 AND coalesce(verified_at, ?2) >= ?2",
        "DELETE FROM recovery_codes WHERE user_id = ?1 AND ?2 IS NOT NULL",
    ] {
        tx.prepare_cached(sql)?.execute((user_id, since))?;
    }
    Ok(())
}

pub(in crate::accounts) fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM former_addresses WHERE expires_at <= ?1")?.execute([now])?;
    Ok(())
}
