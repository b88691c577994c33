//! Every statement on users, profiles, administrators and mailed tokens; those on sessions stand in `session.rs`.

use rusqlite::OptionalExtension;

use super::email::EmailAddress;
use super::profile::{Profile, ProfileLines, PublicName};
use super::{NewUser, User};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

const USER: &str = "SELECT u.id, u.email, u.password_hash, u.email_confirmed_at, u.lang, u.created_at, u.updated_at,
           u.last_sign_in_at, p.name, EXISTS (SELECT 1 FROM admins a WHERE a.user_id = u.id)
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
    })
}

pub(super) fn user_by_email(conn: &Conn, email: &EmailAddress) -> db::Result<Option<User>> {
    let mut statement = conn.prepare_cached(&[USER, "WHERE u.email = ?1"].join(" "))?;
    Ok(statement.query_row([email.as_str()], user).optional()?)
}

pub(super) fn user_by_id(conn: &Conn, id: &str) -> db::Result<Option<User>> {
    let mut statement = conn.prepare_cached(&[USER, "WHERE u.id = ?1"].join(" "))?;
    Ok(statement.query_row([id], user).optional()?)
}

/// A taken address is a unique violation of `users.email`.
pub(super) fn insert_user(tx: &Tx<'_>, id: &str, new: &NewUser, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO users (id, email, password_hash, lang, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
    )?
    .execute((id, new.email.as_str(), &new.password_hash, new.lang, now))?;
    tx.prepare_cached("INSERT INTO profiles (id, updated_at) VALUES (?1, ?2)")?.execute((id, now))?;
    update_profile(tx, id, &new.profile, now)
}

/// Takes the newest sign-up's word for an account nobody has confirmed yet.
pub(super) fn replace_unconfirmed(tx: &Tx<'_>, id: &str, new: &NewUser, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE users SET password_hash = ?2, lang = ?3, updated_at = ?4
         WHERE id = ?1 AND email_confirmed_at IS NULL",
    )?
    .execute((id, &new.password_hash, new.lang, now))?;
    tx.prepare_cached(
        "UPDATE profiles SET name = '', address = '', city = '', postal_code = '', country = '' WHERE id = ?1",
    )?
    .execute([id])?;
    update_profile(tx, id, &new.profile, now)
}

pub(super) fn set_password_hash(tx: &Tx<'_>, id: &str, hash: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE users SET password_hash = ?2 WHERE id = ?1")?.execute((id, hash))?;
    Ok(())
}

pub(super) fn confirm(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, ?2), updated_at = ?2 WHERE id = ?1",
    )?
    .execute((id, now))?;
    Ok(())
}

pub(super) fn grant_admin(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.execute("INSERT INTO admins (user_id, granted_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING", (id, now))?;
    Ok(())
}

/// Puts a new token in the place of the live one of the same purpose.
pub(super) fn replace_mail_token(
    tx: &Tx<'_>,
    (id, hash): (&str, [u8; 32]),
    user_id: &str,
    purpose: &str,
    (now, expires_at): (Timestamp, Timestamp),
) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM mail_tokens WHERE user_id = ?1 AND purpose = ?2 AND used_at IS NULL")?
        .execute((user_id, purpose))?;
    tx.prepare_cached(
        "INSERT INTO mail_tokens (id, user_id, purpose, hash, created_at, expires_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute((id, user_id, purpose, hash, now, expires_at))?;
    Ok(())
}

/// Marks a live token as used and says whose it was.
pub(super) fn use_mail_token(tx: &Tx<'_>, hash: [u8; 32], purpose: &str, now: Timestamp) -> db::Result<Option<String>> {
    Ok(tx
        .prepare_cached(
            "UPDATE mail_tokens SET used_at = ?3
             WHERE hash = ?1 AND purpose = ?2 AND used_at IS NULL AND expires_at > ?3 RETURNING user_id",
        )?
        .query_row((hash, purpose, now), |row| row.get(0))
        .optional()?)
}

/// How many mails an address was owed since `since`, and when the last was.
pub(super) fn mails_since(tx: &Tx<'_>, address: [u8; 32], since: Timestamp) -> db::Result<(i64, Option<Timestamp>)> {
    Ok(tx
        .prepare_cached("SELECT count(*), max(at) FROM account_mails WHERE address = ?1 AND at > ?2")?
        .query_row((address, since), |row| Ok((row.get(0)?, row.get(1)?)))?)
}

pub(super) fn record_mail(tx: &Tx<'_>, address: [u8; 32], now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO account_mails (address, at) VALUES (?1, ?2)")?.execute((address, now))?;
    Ok(())
}

pub(super) fn profile(conn: &Conn, id: &str) -> db::Result<Option<Profile>> {
    Ok(conn
        .prepare_cached(
            "SELECT p.id, p.name, p.address, p.city, p.postal_code, p.country, u.email,
                    EXISTS (SELECT 1 FROM admins a WHERE a.user_id = p.id)
             FROM profiles p JOIN users u ON u.id = p.id WHERE p.id = ?1",
        )?
        .query_row([id], |row| {
            Ok(Profile {
                id: row.get(0)?,
                name: row.get(1)?,
                address: row.get(2)?,
                city: row.get(3)?,
                postal_code: row.get(4)?,
                country: row.get(5)?,
                email: row.get(6)?,
                is_admin: row.get(7)?,
            })
        })
        .optional()?)
}

/// Changes the lines that are given.
pub(super) fn update_profile(tx: &Tx<'_>, id: &str, lines: &ProfileLines, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE profiles SET name = coalesce(?2, name), address = coalesce(?3, address), city = coalesce(?4, city),
                postal_code = coalesce(?5, postal_code), country = coalesce(?6, country), updated_at = ?7
         WHERE id = ?1",
    )?
    .execute((id, &lines.name, &lines.address, &lines.city, &lines.postal_code, &lines.country, now))?;
    Ok(())
}

pub(super) fn public_names(conn: &Conn, ids: &[String]) -> db::Result<Vec<PublicName>> {
    let ids = serde_json::Value::from(ids);
    let mut statement = conn.prepare_cached(
        "SELECT p.id, p.name FROM profiles p JOIN users u ON u.id = p.id
         WHERE p.id IN (SELECT value FROM json_each(?1)) AND u.email_confirmed_at IS NOT NULL ORDER BY p.id",
    )?;
    let rows = statement.query_map([ids], |row| Ok(PublicName { id: row.get(0)?, name: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Removes what is over: tokens, the record of mails older than a day, accounts nobody confirmed in 30 days.
pub(super) fn purge(tx: &Tx<'_>, now: Timestamp) -> db::Result<()> {
    tx.execute("DELETE FROM mail_tokens WHERE expires_at <= ?1 OR used_at IS NOT NULL", [now])?;
    tx.execute("DELETE FROM account_mails WHERE at <= ?1", [now.plus_days(-1)])?;
    tx.execute("DELETE FROM users WHERE email_confirmed_at IS NULL AND updated_at <= ?1", [now.plus_days(-30)])?;
    Ok(())
}
