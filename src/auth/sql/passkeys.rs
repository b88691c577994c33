//! Statements on passkeys.

use rusqlite::OptionalExtension;
use serde_json::Value;

use super::super::passkey::Passkey;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// A passkey as it is compared with.
pub(in crate::auth) struct Stored {
    pub id: String,
    pub user_id: String,
    pub name: String,
    /// As the library writes it.
    pub credential: Value,
}

pub(in crate::auth) fn list(conn: &Conn, user_id: &str) -> db::Result<Vec<Passkey>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, name, domain, created_at, last_used_at, doubted_at FROM passkeys
         WHERE user_id = ?1 ORDER BY created_at, rowid",
    )?;
    let rows = statement.query_map([user_id], |row| {
        Ok(Passkey {
            id: row.get(0)?,
            name: row.get(1)?,
            domain: row.get(2)?,
            created_at: row.get(3)?,
            last_used_at: row.get(4)?,
            doubted_at: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What authenticators know somebody's passkeys of a site by.
pub(in crate::auth) fn credential_ids(conn: &Conn, user_id: &str, domain: &str) -> db::Result<Vec<Vec<u8>>> {
    let mut statement = conn.prepare_cached("SELECT credential_id FROM passkeys WHERE user_id = ?1 AND domain = ?2")?;
    let rows = statement.query_map([user_id, domain], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A passkey of a site that may open an account.
pub(in crate::auth) fn by_credential(conn: &Conn, id: &[u8], domain: &str) -> db::Result<Option<Stored>> {
    Ok(conn
        .prepare_cached(
            "SELECT id, user_id, name, credential FROM passkeys
             WHERE credential_id = ?1 AND domain = ?2 AND doubted_at IS NULL",
        )?
        .query_row((id, domain), |row| {
            Ok(Stored { id: row.get(0)?, user_id: row.get(1)?, name: row.get(2)?, credential: row.get(3)? })
        })
        .optional()?)
}

/// Stores a passkey; answers whether it was not there before, anybody's.
pub(in crate::auth) fn insert(
    tx: &Tx<'_>,
    user_id: &str,
    passkey: &Passkey,
    (credential_id, credential): (&[u8], &Value),
) -> db::Result<bool> {
    let inserted = tx
        .prepare_cached(
            "INSERT INTO passkeys (id, user_id, name, domain, credential_id, credential, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (credential_id) DO NOTHING",
        )?
        .execute((
            &passkey.id,
            user_id,
            &passkey.name,
            &passkey.domain,
            credential_id,
            credential,
            passkey.created_at,
        ))?;
    Ok(inserted == 1)
}

/// Notes that a passkey opened its account, and how far it has counted.
pub(in crate::auth) fn used(tx: &Tx<'_>, id: &str, credential: &Value, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE passkeys SET credential = ?2, last_used_at = ?3 WHERE id = ?1")?
        .execute((id, credential, now))?;
    Ok(())
}

pub(in crate::auth) fn doubt(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE passkeys SET doubted_at = ?2 WHERE id = ?1")?.execute((id, now))?;
    Ok(())
}

/// Whether it was one of theirs.
pub(in crate::auth) fn rename(tx: &Tx<'_>, user_id: &str, id: &str, name: &str) -> db::Result<bool> {
    let mut statement = tx.prepare_cached("UPDATE passkeys SET name = ?3 WHERE id = ?2 AND user_id = ?1")?;
    Ok(statement.execute((user_id, id, name))? == 1)
}

/// Deletes one of somebody's; answers with its name.
pub(in crate::auth) fn delete(tx: &Tx<'_>, user_id: &str, id: &str) -> db::Result<Option<String>> {
    Ok(tx
        .prepare_cached("DELETE FROM passkeys WHERE id = ?2 AND user_id = ?1 RETURNING name")?
        .query_row([user_id, id], |row| row.get(0))
        .optional()?)
}

/// Deletes all of somebody's; answers how many.
pub(in crate::auth) fn delete_all(tx: &Tx<'_>, user_id: &str) -> db::Result<usize> {
    Ok(tx.prepare_cached("DELETE FROM passkeys WHERE user_id = ?1")?.execute([user_id])?)
}
