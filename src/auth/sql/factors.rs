//! Statements on second factors, their challenges, and recovery codes.

use rusqlite::OptionalExtension;

use super::super::factor::Factor;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

fn execute<P: rusqlite::Params>(tx: &Tx<'_>, sql: &str, params: P) -> db::Result<usize> {
    Ok(tx.prepare_cached(sql)?.execute(params)?)
}

pub(in crate::auth) fn list(conn: &Conn, user_id: &str) -> db::Result<Vec<Factor>> {
    let mut statement = conn.prepare_cached(
        "SELECT id, friendly_name, verified_at, created_at, updated_at FROM factors
         WHERE user_id = ?1 ORDER BY created_at, rowid",
    )?;
    let rows = statement.query_map([user_id], |row| {
        Ok(Factor {
            id: row.get(0)?,
            friendly_name: row.get(1)?,
            verified_at: row.get(2)?,
            created_at: row.get(3)?,
            updated_at: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(in crate::auth) fn insert(tx: &Tx<'_>, id: &str, user_id: &str, name: &str, now: Timestamp) -> db::Result<()> {
    execute(
        tx,
        "INSERT INTO factors (id, user_id, friendly_name, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)",
        (id, user_id, name, now),
    )?;
    Ok(())
}

/// Whether one's own factor is verified, and the step of its last code.
pub(in crate::auth) fn own(conn: &Conn, user_id: &str, factor_id: &str) -> db::Result<Option<(bool, i64)>> {
    Ok(conn
        .prepare_cached("SELECT verified_at IS NOT NULL, last_step FROM factors WHERE id = ?1 AND user_id = ?2")?
        .query_row([factor_id, user_id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}

/// Notes the step of a right code, the first of which verifies the factor.
pub(in crate::auth) fn accept(tx: &Tx<'_>, factor_id: &str, step: i64, now: Timestamp) -> db::Result<()> {
    execute(
        tx,
        "UPDATE factors SET last_step = ?2, verified_at = coalesce(verified_at, ?3), updated_at = ?3 WHERE id = ?1",
        (factor_id, step, now),
    )?;
    Ok(())
}

pub(in crate::auth) fn delete(tx: &Tx<'_>, factor_id: &str) -> db::Result<()> {
    execute(tx, "DELETE FROM factors WHERE id = ?1", [factor_id])?;
    Ok(())
}

/// Removes what was begun and never verified.
pub(in crate::auth) fn delete_unverified(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    execute(tx, "DELETE FROM factors WHERE user_id = ?1 AND verified_at IS NULL", [user_id])?;
    Ok(())
}

/// Whether somebody is an administrator without an app, whose other proof of who they are this session has not seen: their
/// password is older than the role, or they have passkeys and it began without one.
pub(in crate::auth) fn takes_mailbox(conn: &Conn, user_id: &str, session_id: &str) -> db::Result<bool> {
    Ok(conn
        .prepare_cached(
            "SELECT EXISTS (
                 SELECT 1 FROM admins a WHERE a.user_id = ?1 AND a.needs_factor = 1
                 AND NOT EXISTS (SELECT 1 FROM factors WHERE user_id = ?1 AND verified_at IS NOT NULL)
                 AND CASE WHEN EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?1)
                     THEN NOT EXISTS (SELECT 1 FROM sessions WHERE id = ?2 AND factor_at IS NOT NULL)
                     ELSE a.factor_by_mail = 1 END)",
        )?
        .query_row((user_id, session_id), |row| row.get(0))?)
}

/// Stores a challenge in the place of the session's one before.
pub(in crate::auth) fn challenge(
    tx: &Tx<'_>,
    id: &str,
    (factor_id, session_id): (&str, &str),
    expires_at: Timestamp,
) -> db::Result<()> {
    execute(tx, "DELETE FROM factor_challenges WHERE factor_id = ?1 AND session_id = ?2", (factor_id, session_id))?;
    execute(
        tx,
        "INSERT INTO factor_challenges (id, factor_id, session_id, expires_at) VALUES (?1, ?2, ?3, ?4)",
        (id, factor_id, session_id, expires_at),
    )?;
    Ok(())
}

/// Counts a try at a live challenge; answers how many there were, this one included.
pub(in crate::auth) fn count_try(
    tx: &Tx<'_>,
    id: &str,
    (factor_id, session_id): (&str, &str),
    now: Timestamp,
) -> db::Result<Option<i64>> {
    Ok(tx
        .prepare_cached(
            "UPDATE factor_challenges SET tries = tries + 1
             WHERE id = ?1 AND factor_id = ?2 AND session_id = ?3 AND expires_at > ?4 RETURNING tries",
        )?
        .query_row((id, factor_id, session_id, now), |row| row.get(0))
        .optional()?)
}

pub(in crate::auth) fn delete_challenge(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    execute(tx, "DELETE FROM factor_challenges WHERE id = ?1", [id])?;
    Ok(())
}

pub(in crate::auth) fn insert_recovery_code(tx: &Tx<'_>, user_id: &str, hash: [u8; 32]) -> db::Result<()> {
    execute(tx, "INSERT INTO recovery_codes (hash, user_id) VALUES (?1, ?2)", (hash, user_id))?;
    Ok(())
}

/// Whether it was one of somebody's codes, which is used up.
pub(in crate::auth) fn use_recovery_code(tx: &Tx<'_>, user_id: &str, hash: [u8; 32]) -> db::Result<bool> {
    Ok(execute(tx, "DELETE FROM recovery_codes WHERE hash = ?1 AND user_id = ?2", (hash, user_id))? == 1)
}

pub(in crate::auth) fn delete_recovery_codes(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    execute(tx, "DELETE FROM recovery_codes WHERE user_id = ?1", [user_id])?;
    Ok(())
}

pub(in crate::auth) fn recovery_codes_left(conn: &Conn, user_id: &str) -> db::Result<i64> {
    let mut statement = conn.prepare_cached("SELECT count(*) FROM recovery_codes WHERE user_id = ?1")?;
    Ok(statement.query_row([user_id], |row| row.get(0))?)
}

/// Every factor and recovery code; of how many people.
pub(in crate::auth) fn forget_all(tx: &Tx<'_>) -> db::Result<usize> {
    let people: i64 =
        tx.query_row("SELECT count(DISTINCT user_id) FROM factors WHERE verified_at IS NOT NULL", [], |row| {
            row.get(0)
        })?;
    tx.execute_batch("DELETE FROM factors; DELETE FROM recovery_codes;")?;
    Ok(usize::try_from(people).unwrap_or(0))
}
