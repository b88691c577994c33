//! Statements on users as they sign in, mailed tokens, and the record of mails and tries; those on sessions, factors
//! and codes stand beside them.

pub(super) mod codes;
pub(super) mod factors;
pub(super) mod passkeys;
pub(super) mod sessions;

use rusqlite::OptionalExtension;

use super::User;
use super::mailbox::{Carried, PendingEmail, Purpose, Token};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;

const USER: &str = "SELECT u.id, u.email, u.password_hash, u.email_confirmed_at, u.lang, u.created_at, u.updated_at,
           u.last_sign_in_at, p.name, EXISTS (SELECT 1 FROM admins a WHERE a.user_id = u.id), u.contested
    FROM users u JOIN profiles p ON p.id = u.id";

fn user(row: &rusqlite::Row<'_>) -> rusqlite::Result<User> {
    Ok(User {
        id: row.get(0)?,
        email: row.get(1)?,
        password_hash: row.get(2)?,
        email_confirmed_at: row.get(3)?,
        lang: row.get(4)?,
        created_at: row.get(5)?,
        updated_at: row.get(6)?,
        last_sign_in_at: row.get(7)?,
        name: row.get(8)?,
        is_admin: row.get(9)?,
        is_contested: row.get(10)?,
    })
}

pub(in crate::auth) fn user_by_email(conn: &Conn, email: &EmailAddress) -> db::Result<Option<User>> {
    let mut statement = conn.prepare_cached(&[USER, "WHERE u.email = ?1"].join(" "))?;
    Ok(statement.query_row([email.as_str()], user).optional()?)
}

pub(in crate::auth) fn user_by_id(conn: &Conn, id: &str) -> db::Result<Option<User>> {
    let mut statement = conn.prepare_cached(&[USER, "WHERE u.id = ?1"].join(" "))?;
    Ok(statement.query_row([id], user).optional()?)
}

pub(in crate::auth) fn set_password_hash(tx: &Tx<'_>, id: &str, hash: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE users SET password_hash = ?2 WHERE id = ?1")?.execute((id, hash))?;
    Ok(())
}

/// Stores a token; the one of the same purpose before it, sign-ups aside, goes.
pub(in crate::auth) fn insert_token(
    tx: &Tx<'_>,
    token: &Token,
    hash: [u8; 32],
    expires_at: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM mail_tokens WHERE user_id = ?1 AND purpose = ?2 AND purpose <> 'signup'")?
        .execute((&token.user_id, token.purpose.as_str()))?;
    tx.prepare_cached(
        "INSERT INTO mail_tokens (id, user_id, purpose, email, hash, carried, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute((
        &token.id,
        &token.user_id,
        token.purpose.as_str(),
        &token.email,
        hash,
        as_json(&token.carried),
        token.created_at,
        expires_at,
    ))?;
    Ok(())
}

pub(in crate::auth) fn set_carried(tx: &Tx<'_>, token_id: &str, carried: &Carried) -> db::Result<()> {
    tx.prepare_cached("UPDATE mail_tokens SET carried = ?2 WHERE id = ?1")?.execute((token_id, as_json(carried)))?;
    Ok(())
}

fn as_json(carried: &Carried) -> serde_json::Value {
    serde_json::to_value(carried).expect("what a token carries is plain data")
}

const TOKEN: &str = "SELECT id, user_id, purpose, email, created_at, carried FROM mail_tokens";

fn token(row: &rusqlite::Row<'_>) -> rusqlite::Result<Token> {
    let carried: serde_json::Value = row.get(5)?;
    Ok(Token {
        id: row.get(0)?,
        user_id: row.get(1)?,
        purpose: row.get(2)?,
        email: row.get(3)?,
        created_at: row.get(4)?,
        carried: serde_json::from_value(carried).unwrap_or_default(),
    })
}

/// The live token with a hash, when it serves one of the purposes.
pub(in crate::auth) fn token_by_hash(
    conn: &Conn,
    hash: [u8; 32],
    purposes: &[Purpose],
    now: Timestamp,
) -> db::Result<Option<Token>> {
    let mut statement = conn.prepare_cached(&[TOKEN, "WHERE hash = ?1 AND expires_at > ?2"].join(" "))?;
    let found = statement.query_row((hash, now), token).optional()?;
    Ok(found.filter(|token| purposes.contains(&token.purpose)))
}

/// Whether a token is live.
pub(in crate::auth) fn opens(conn: &Conn, token_id: &str, now: Timestamp) -> db::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM mail_tokens WHERE id = ?1 AND expires_at > ?2)";
    Ok(conn.prepare_cached(sql)?.query_row((token_id, now), |row| row.get(0))?)
}

/// The live tokens mailed to an address that serve one of the purposes, the newest last.
pub(in crate::auth) fn tokens_of_email(
    conn: &Conn,
    email: &EmailAddress,
    purposes: &[Purpose],
    now: Timestamp,
) -> db::Result<Vec<Token>> {
    let order = "WHERE email = ?1 AND expires_at > ?2 ORDER BY created_at, rowid";
    let mut statement = conn.prepare_cached(&[TOKEN, order].join(" "))?;
    let rows = statement.query_map((email.as_str(), now), token)?;
    let tokens = rows.collect::<Result<Vec<_>, _>>()?;
    Ok(tokens.into_iter().filter(|token| purposes.contains(&token.purpose)).collect())
}

/// The address somebody asked to have and has not confirmed.
pub(in crate::auth) fn pending_email(conn: &Conn, user_id: &str, now: Timestamp) -> db::Result<Option<PendingEmail>> {
    Ok(conn
        .prepare_cached(
            "SELECT id, email, created_at FROM mail_tokens
             WHERE user_id = ?1 AND purpose = 'email_change' AND expires_at > ?2",
        )?
        .query_row((user_id, now), |row| {
            Ok(PendingEmail { token_id: row.get(0)?, email: row.get(1)?, asked_at: row.get(2)? })
        })
        .optional()?)
}

pub(in crate::auth) fn delete_token(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM mail_tokens WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// Ends what was mailed to somebody, and the codes that what was mailed was exchanged for.
pub(in crate::auth) fn delete_tokens_of(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM mail_tokens WHERE user_id = ?1")?.execute([user_id])?;
    tx.prepare_cached("DELETE FROM auth_codes WHERE user_id = ?1")?.execute([user_id])?;
    Ok(())
}

/// Lets the newest token of a purpose work until `until`, if it was made after `since`; answers whether there is one.
pub(in crate::auth) fn prolong_newest(
    tx: &Tx<'_>,
    user_id: &str,
    purpose: Purpose,
    since: Timestamp,
    until: Timestamp,
) -> db::Result<bool> {
    let mut statement = tx.prepare_cached(
        "UPDATE mail_tokens SET expires_at = max(expires_at, ?4)
         WHERE id = (SELECT id FROM mail_tokens WHERE user_id = ?1 AND purpose = ?2 AND created_at > ?3
                     ORDER BY created_at DESC, rowid DESC LIMIT 1)",
    )?;
    Ok(statement.execute((user_id, purpose.as_str(), since, until))? == 1)
}

/// How often codes were tried for an address after `newest`, and since `day`.
pub(in crate::auth) fn code_tries(
    tx: &Tx<'_>,
    address: [u8; 32],
    newest: Timestamp,
    day: Timestamp,
) -> db::Result<(i64, i64)> {
    Ok(tx
        .prepare_cached(
            "SELECT count(*) FILTER (WHERE at >= ?2), count(*) FROM code_tries WHERE address = ?1 AND at > ?3",
        )?
        .query_row((address, newest, day), |row| Ok((row.get(0)?, row.get(1)?)))?)
}

pub(in crate::auth) fn record_code_try(tx: &Tx<'_>, address: [u8; 32], now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO code_tries (address, at) VALUES (?1, ?2)")?.execute((address, now))?;
    Ok(())
}

/// When an address was owed mails since `since`: how many, the first, and the last.
pub(in crate::auth) fn mails_since(
    tx: &Tx<'_>,
    address: [u8; 32],
    since: Timestamp,
) -> db::Result<(i64, Option<Timestamp>, Option<Timestamp>)> {
    Ok(tx
        .prepare_cached("SELECT count(*), min(at), max(at) FROM account_mails WHERE address = ?1 AND at > ?2")?
        .query_row((address, since), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?)
}

pub(in crate::auth) fn record_mail(tx: &Tx<'_>, address: [u8; 32], now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO account_mails (address, at) VALUES (?1, ?2)")?.execute((address, now))?;
    Ok(())
}

/// Removes what is over: tokens, codes, enrolments, and the record of mails and tries older than a day.
pub(in crate::auth) fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    // Whoever asks for more mails than there are in a day is given time to use the last.
    tx.execute("DELETE FROM mail_tokens WHERE expires_at <= ?1 AND created_at <= ?2", (now, now.plus_days(-1)))?;
    tx.execute("DELETE FROM factor_challenges WHERE expires_at <= ?1", [now])?;
    tx.execute("DELETE FROM auth_codes WHERE expires_at <= ?1", [now])?;
    tx.execute("DELETE FROM factors WHERE verified_at IS NULL AND created_at <= ?1", [now.plus_days(-1)])?;
    tx.execute("DELETE FROM account_mails WHERE at <= ?1", [now.plus_days(-1)])?;
    tx.execute("DELETE FROM code_tries WHERE at <= ?1", [now.plus_days(-1)])?;
    Ok(())
}

pub(in crate::auth) fn end_everything(tx: &Tx<'_>) -> db::Result<()> {
    tx.execute_batch(
        "DELETE FROM sessions; DELETE FROM access_tokens; DELETE FROM refresh_tokens; DELETE FROM auth_codes;
         DELETE FROM factor_challenges; DELETE FROM mail_tokens WHERE purpose <> 'signup';",
    )?;
    Ok(())
}
