//! Every statement on users, their profiles, roles and identities; how they sign in is written by `auth`.

use rusqlite::OptionalExtension;

use super::metadata::Metadata;
use super::profile::{Profile, ProfileLines, PublicName};
use super::{Administrator, NewUser, SecondFactor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::lang::Lang;

/// A taken address is a unique violation of `users.email`.
pub(super) fn insert_user(tx: &Tx<'_>, id: &str, new: &NewUser, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO users (id, email, password_hash, lang, metadata, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
    )?
    .execute((id, new.email.as_str(), &new.password_hash, new.lang, new.metadata.to_value(), now))?;
    tx.prepare_cached("INSERT INTO profiles (id, updated_at) VALUES (?1, ?2)")?.execute((id, now))?;
    update_profile(tx, id, &new.profile, now)
}

/// Notes that one more request was made for an account nobody has confirmed: what was typed for it before goes.
pub(super) fn contest(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE users SET contested = 1, password_hash = '', metadata = '{}', updated_at = ?2
         WHERE id = ?1 AND email_confirmed_at IS NULL",
    )?
    .execute((id, now))?;
    clear_profile(tx, id)
}

/// Puts another account, confirmed, in the place of one that nobody had confirmed; answers with its id. Nothing of the
/// one before stays, its id and its mailed tokens included.
pub(super) fn replace_unconfirmed(tx: &Tx<'_>, id: &str, new: &NewUser, now: Timestamp) -> db::Result<String> {
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

/// Notes that an administrator's password was chosen for the role, by whoever reads the mailbox or has the machine.
pub(super) fn trust_password(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE admins SET factor_by_mail = 0 WHERE user_id = ?1")?.execute([id])?;
    Ok(())
}

pub(super) fn confirm(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, ?2), updated_at = ?2 WHERE id = ?1",
    )?
    .execute((id, now))?;
    Ok(())
}

/// Whoever has the role already may add the first factor as before.
pub(super) fn grant_admin(tx: &Tx<'_>, id: &str, factor: SecondFactor, now: Timestamp) -> db::Result<()> {
    tx.execute(
        "INSERT INTO admins (user_id, granted_at, needs_factor, factor_by_mail) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (user_id) DO UPDATE SET needs_factor = excluded.needs_factor",
        (id, now, factor != SecondFactor::Waived, factor == SecondFactor::RequiredByMail),
    )?;
    Ok(())
}

pub(super) fn administrators(conn: &Conn) -> db::Result<Vec<Administrator>> {
    let mut rows = conn.prepare_cached(
        "SELECT u.id, u.email, p.name, a.granted_at, u.last_sign_in_at,
                EXISTS (SELECT 1 FROM factors f WHERE f.user_id = u.id AND f.verified_at IS NOT NULL)
         FROM admins a JOIN users u ON u.id = a.user_id JOIN profiles p ON p.id = u.id ORDER BY a.granted_at, u.id",
    )?;
    let rows = rows.query_map([], |row| {
        Ok(Administrator {
            id: row.get(0)?,
            email: row.get(1)?,
            name: row.get(2)?,
            granted_at: row.get(3)?,
            last_sign_in_at: row.get(4)?,
            has_factor: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether they were one.
pub(super) fn revoke_admin(tx: &Tx<'_>, id: &str) -> db::Result<bool> {
    Ok(tx.execute("DELETE FROM admins WHERE user_id = ?1", [id])? == 1)
}

pub(super) fn set_email(tx: &Tx<'_>, id: &str, email: &EmailAddress, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE users SET email = ?2, updated_at = ?3 WHERE id = ?1")?.execute((
        id,
        email.as_str(),
        now,
    ))?;
    Ok(())
}

pub(super) fn set_lang(tx: &Tx<'_>, id: &str, lang: Lang, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE users SET lang = ?2, updated_at = ?3 WHERE id = ?1")?.execute((id, lang, now))?;
    Ok(())
}

/// Whether somebody was offered the administrator's role at an address.
pub(super) fn is_invited(conn: &Conn, email: &EmailAddress, now: Timestamp) -> db::Result<bool> {
    let mut statement =
        conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM admin_invitations WHERE email = ?1 AND expires_at > ?2)")?;
    Ok(statement.query_row((email.as_str(), now), |row| row.get(0))?)
}

pub(super) fn forget_invitations(tx: &Tx<'_>, email: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM admin_invitations WHERE email = ?1")?.execute([email])?;
    Ok(())
}

/// Leaves of a user the id, and an address that nobody can have.
pub(super) fn empty_user(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    for table in ["sessions", "mail_tokens", "factors", "recovery_codes", "identities", "auth_codes", "admins"] {
        tx.execute(&format!("DELETE FROM {table} WHERE user_id = ?1"), [id])?;
    }
    tx.execute(
        "UPDATE users SET email = lower(id) || '@erased.invalid', password_hash = '', last_sign_in_at = NULL,
                metadata = '{}', updated_at = ?2 WHERE id = ?1",
        (id, now),
    )?;
    clear_profile(tx, id)
}

pub(super) fn delete_user(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM users WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// The id that sign-ups of an address are told: the one of those before, else `fresh`.
pub(super) fn sign_up_id(tx: &Tx<'_>, address: [u8; 32], fresh: &str, now: Timestamp) -> db::Result<String> {
    Ok(tx
        .prepare_cached(
            "INSERT INTO sign_up_ids (address, id, asked_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (address) DO UPDATE SET asked_at = excluded.asked_at RETURNING id",
        )?
        .query_row((address, fresh, now), |row| row.get(0))?)
}

pub(super) fn forget_sign_up_id(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM sign_up_ids WHERE id = ?1")?.execute([id])?;
    Ok(())
}

pub(super) fn metadata(conn: &Conn, id: &str) -> db::Result<Metadata> {
    let mut statement = conn.prepare_cached("SELECT metadata FROM users WHERE id = ?1")?;
    Ok(Metadata::of_stored(statement.query_row([id], |row| row.get(0))?))
}

pub(super) fn set_metadata(tx: &Tx<'_>, id: &str, metadata: &Metadata, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE users SET metadata = ?2, updated_at = ?3 WHERE id = ?1")?.execute((
        id,
        metadata.to_value(),
        now,
    ))?;
    Ok(())
}

pub(super) fn profile(conn: &Conn, id: &str) -> db::Result<Option<Profile>> {
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

pub(super) fn profile_lines(conn: &Conn, id: &str) -> db::Result<ProfileLines> {
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
pub(super) fn update_profile(tx: &Tx<'_>, id: &str, lines: &ProfileLines, now: Timestamp) -> db::Result<()> {
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

pub(super) fn public_names(conn: &Conn, ids: &[String]) -> db::Result<Vec<PublicName>> {
    let ids = serde_json::Value::from(ids);
    let mut statement = conn.prepare_cached(
        "SELECT p.id, p.name FROM profiles p JOIN users u ON u.id = p.id
         WHERE p.id IN (SELECT value FROM json_each(?1)) AND u.email_confirmed_at IS NOT NULL ORDER BY p.id",
    )?;
    let rows = statement.query_map([ids], |row| Ok(PublicName { id: row.get(0)?, name: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Removes invitations that are over, accounts of which nobody has confirmed anything since a moment, and the ids of
/// sign-ups nobody repeats.
pub(super) fn purge(tx: &Tx<'_>, now: Timestamp, unconfirmed_since: Timestamp) -> db::Result<()> {
    tx.execute("DELETE FROM admin_invitations WHERE expires_at <= ?1", [now])?;
    tx.execute("DELETE FROM users WHERE email_confirmed_at IS NULL AND updated_at <= ?1", [unconfirmed_since])?;
    tx.execute("DELETE FROM sign_up_ids WHERE asked_at <= ?1", [now.plus_days(-30)])?;
    Ok(())
}
