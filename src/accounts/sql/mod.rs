//! Statements on users and their profiles; those on roles and identities stand beside them. How somebody signs in is
//! written by `auth`.

pub(super) mod former;
pub(super) mod identities;
pub(super) mod roles;

use rusqlite::OptionalExtension;

use super::NewUser;
use super::metadata::Metadata;
use super::profile::{Profile, ProfileLines, PublicName};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::lang::Lang;

/// A taken address is a unique violation of `users.email`.
pub(in crate::accounts) fn insert_user(tx: &Tx<'_>, id: &str, new: &NewUser, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO users (id, email, password_hash, lang, metadata, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
    )?
    .execute((id, new.email.as_str(), &new.password_hash, new.lang, new.metadata.to_value(), now))?;
    tx.prepare_cached("INSERT INTO profiles (id, updated_at) VALUES (?1, ?2)")?.execute((id, now))?;
    update_profile(tx, id, &new.profile, now)
}

/// Notes that one more request was made for an account nobody has confirmed: what was typed for it before goes.
pub(in crate::accounts) fn contest(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE users SET contested = 1, password_hash = '', metadata = '{}', updated_at = ?2
         WHERE id = ?1 AND email_confirmed_at IS NULL",
    )?
    .execute((id, now))?;
    clear_profile(tx, id)
}

/// Puts another account, confirmed, in the place of one that nobody had confirmed; answers with its id. Nothing of the
/// one before stays, its id and its mailed tokens included.
pub(in crate::accounts) fn replace_unconfirmed(
    tx: &Tx<'_>,
    id: &str,
    new: &NewUser,
    now: Timestamp,
) -> db::Result<String> {
    delete_user(tx, id)?;
    let new_id = id::new();
    insert_user(tx, &new_id, new, now)?;
    confirm(tx, &new_id, now)?;
    Ok(new_id)
}

fn clear_profile(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE profiles SET name = '', address = '', city = '', postal_code = '', country = '', phone = ''
         WHERE id = ?1",
    )?
    .execute([id])?;
    Ok(())
}

pub(in crate::accounts) fn confirm(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, ?2), updated_at = ?2 WHERE id = ?1",
    )?
    .execute((id, now))?;
    Ok(())
}

pub(in crate::accounts) fn set_email(tx: &Tx<'_>, id: &str, email: &EmailAddress, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE users SET email = ?2, address_since = ?3, updated_at = ?3 WHERE id = ?1")?.execute((
        id,
        email.as_str(),
        now,
    ))?;
    Ok(())
}

pub(in crate::accounts) fn set_lang(tx: &Tx<'_>, id: &str, lang: Lang, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE users SET lang = ?2, updated_at = ?3 WHERE id = ?1")?.execute((id, lang, now))?;
    Ok(())
}

/// Leaves of a user the id, and an address that nobody can have.
pub(in crate::accounts) fn empty_user(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    for table in [
        "sessions",
        "mail_tokens",
        "former_addresses",
        "factors",
        "recovery_codes",
        "passkeys",
        "identities",
        "auth_codes",
        "admins",
    ] {
        tx.execute(&format!("DELETE FROM {table} WHERE user_id = ?1"), [id])?;
    }
    tx.execute(
        "UPDATE users SET email = lower(id) || '@erased.invalid', password_hash = '', last_sign_in_at = NULL,
                metadata = '{}', updated_at = ?2 WHERE id = ?1",
        (id, now),
    )?;
    clear_profile(tx, id)
}

pub(in crate::accounts) fn delete_user(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM users WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// The id that sign-ups of an address are told: the one of those before, else `fresh`.
pub(in crate::accounts) fn sign_up_id(
    tx: &Tx<'_>,
    address: [u8; 32],
    fresh: &str,
    now: Timestamp,
) -> db::Result<String> {
    Ok(tx
        .prepare_cached(
            "INSERT INTO sign_up_ids (address, id, asked_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (address) DO UPDATE SET asked_at = excluded.asked_at RETURNING id",
        )?
        .query_row((address, fresh, now), |row| row.get(0))?)
}

pub(in crate::accounts) fn forget_sign_up_id(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM sign_up_ids WHERE id = ?1")?.execute([id])?;
    Ok(())
}

pub(in crate::accounts) fn metadata(conn: &Conn, id: &str) -> db::Result<Metadata> {
    let mut statement = conn.prepare_cached("SELECT metadata FROM users WHERE id = ?1")?;
    Ok(Metadata::of_stored(statement.query_row([id], |row| row.get(0))?))
}

pub(in crate::accounts) fn set_metadata(tx: &Tx<'_>, id: &str, metadata: &Metadata, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE users SET metadata = ?2, updated_at = ?3 WHERE id = ?1")?.execute((
        id,
        metadata.to_value(),
        now,
    ))?;
    Ok(())
}

pub(in crate::accounts) fn profile(conn: &Conn, id: &str) -> db::Result<Option<Profile>> {
    Ok(conn
        .prepare_cached(
            "SELECT p.id, p.name, p.address, p.city, p.postal_code, p.country, p.phone, u.email,
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
                phone: row.get(6)?,
                email: row.get(7)?,
                is_admin: row.get(8)?,
            })
        })
        .optional()?)
}

pub(in crate::accounts) fn profile_lines(conn: &Conn, id: &str) -> db::Result<ProfileLines> {
    Ok(conn
        .prepare_cached("SELECT name, address, city, postal_code, country, phone FROM profiles WHERE id = ?1")?
        .query_row([id], |row| {
            Ok(ProfileLines {
                name: row.get(0)?,
                address: row.get(1)?,
                city: row.get(2)?,
                postal_code: row.get(3)?,
                country: row.get(4)?,
                phone: row.get(5)?,
            })
        })?)
}

/// Changes the lines that are given.
pub(in crate::accounts) fn update_profile(
    tx: &Tx<'_>,
    id: &str,
    lines: &ProfileLines,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE profiles SET name = coalesce(?2, name), address = coalesce(?3, address), city = coalesce(?4, city),
                postal_code = coalesce(?5, postal_code), country = coalesce(?6, country),
                phone = coalesce(?7, phone), updated_at = ?8
         WHERE id = ?1",
    )?
    .execute((
        id,
        &lines.name,
        &lines.address,
        &lines.city,
        &lines.postal_code,
        &lines.country,
        &lines.phone,
        now,
    ))?;
    Ok(())
}

pub(in crate::accounts) fn public_names(conn: &Conn, ids: &[String]) -> db::Result<Vec<PublicName>> {
    let ids = serde_json::Value::from(ids);
    let mut statement = conn.prepare_cached(
        "SELECT p.id, p.name FROM profiles p JOIN users u ON u.id = p.id
         WHERE p.id IN (SELECT value FROM json_each(?1)) AND u.email_confirmed_at IS NOT NULL ORDER BY p.id",
    )?;
    let rows = statement.query_map([ids], |row| Ok(PublicName { id: row.get(0)?, name: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Removes invitations and ways back that are over, accounts of which nobody has confirmed anything since a moment, and the
/// ids of sign-ups nobody repeats.
pub(in crate::accounts) fn purge(tx: &Tx<'_>, now: Timestamp, unconfirmed_since: Timestamp) -> db::Result<()> {
    tx.execute("DELETE FROM admin_invitations WHERE expires_at <= ?1", [now])?;
    former::purge(tx, now)?;
    tx.execute("DELETE FROM users WHERE email_confirmed_at IS NULL AND updated_at <= ?1", [unconfirmed_since])?;
    tx.execute("DELETE FROM sign_up_ids WHERE asked_at <= ?1", [now.plus_days(-30)])?;
    Ok(())
}
