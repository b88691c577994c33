//! Every statement on users, profiles, administrators and mailed tokens; those on sessions stand in `session.rs`.

use rusqlite::OptionalExtension;

use super::email::EmailAddress;
use super::mailbox::{Carried, Purpose, Token};
use super::metadata::Metadata;
use super::profile::{Profile, ProfileLines, PublicName};
use super::{Administrator, NewUser, PendingEmail, SecondFactor, User};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::lang::Lang;

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

pub(super) fn set_password_hash(tx: &Tx<'_>, id: &str, hash: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE users SET password_hash = ?2 WHERE id = ?1")?.execute((id, hash))?;
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

/// Stores a token; the one of the same purpose before it, sign-ups aside, goes.
pub(super) fn insert_token(tx: &Tx<'_>, token: &Token, hash: [u8; 32], expires_at: Timestamp) -> db::Result<()> {
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

/// Says anew which program asked for a token, unless none says so.
pub(super) fn set_carried(tx: &Tx<'_>, token_id: &str, carried: &Carried) -> db::Result<()> {
    if *carried != Carried::default() {
        tx.prepare_cached("UPDATE mail_tokens SET carried = ?2 WHERE id = ?1")?
            .execute((token_id, as_json(carried)))?;
    }
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
pub(super) fn token_by_hash(
    conn: &Conn,
    hash: [u8; 32],
    purposes: &[Purpose],
    now: Timestamp,
) -> db::Result<Option<Token>> {
    let mut statement = conn.prepare_cached(&[TOKEN, "WHERE hash = ?1 AND expires_at > ?2"].join(" "))?;
    let found = statement.query_row((hash, now), token).optional()?;
    Ok(found.filter(|token| purposes.contains(&token.purpose)))
}

/// The live tokens mailed to an address that serve one of the purposes, the newest last.
pub(super) fn tokens_of_email(
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
pub(super) fn pending_email(conn: &Conn, user_id: &str, now: Timestamp) -> db::Result<Option<PendingEmail>> {
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

pub(super) fn delete_token(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM mail_tokens WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// Ends what was mailed to somebody, and the codes that what was mailed was exchanged for.
pub(super) fn delete_tokens_of(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM mail_tokens WHERE user_id = ?1")?.execute([user_id])?;
    tx.prepare_cached("DELETE FROM auth_codes WHERE user_id = ?1")?.execute([user_id])?;
    Ok(())
}

/// Lets the newest token of a purpose work until `until`, if it was made after `since`; answers whether there is one.
pub(super) fn prolong_newest(
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
pub(super) fn code_tries(tx: &Tx<'_>, address: [u8; 32], newest: Timestamp, day: Timestamp) -> db::Result<(i64, i64)> {
    Ok(tx
        .prepare_cached(
            "SELECT count(*) FILTER (WHERE at >= ?2), count(*) FROM code_tries WHERE address = ?1 AND at > ?3",
        )?
        .query_row((address, newest, day), |row| Ok((row.get(0)?, row.get(1)?)))?)
}

pub(super) fn record_code_try(tx: &Tx<'_>, address: [u8; 32], now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO code_tries (address, at) VALUES (?1, ?2)")?.execute((address, now))?;
    Ok(())
}

/// When an address was owed mails since `since`: how many, the first, and the last.
pub(super) fn mails_since(
    tx: &Tx<'_>,
    address: [u8; 32],
    since: Timestamp,
) -> db::Result<(i64, Option<Timestamp>, Option<Timestamp>)> {
    Ok(tx
        .prepare_cached("SELECT count(*), min(at), max(at) FROM account_mails WHERE address = ?1 AND at > ?2")?
        .query_row((address, since), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?)
}

pub(super) fn record_mail(tx: &Tx<'_>, address: [u8; 32], now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO account_mails (address, at) VALUES (?1, ?2)")?.execute((address, now))?;
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

/// Removes what is over: tokens, enrolments, sign-ins under way, the record of mails and tries older than a day, and
/// accounts of which nobody has confirmed anything since a moment.
pub(super) fn purge(tx: &Tx<'_>, now: Timestamp, unconfirmed_since: Timestamp) -> db::Result<()> {
    // Whoever asks for more mails than there are in a day is given time to use the last.
    tx.execute("DELETE FROM mail_tokens WHERE expires_at <= ?1 AND created_at <= ?2", (now, now.plus_days(-1)))?;
    tx.execute("DELETE FROM factor_challenges WHERE expires_at <= ?1", [now])?;
    tx.execute("DELETE FROM sign_in_flows WHERE expires_at <= ?1", [now])?;
    tx.execute("DELETE FROM auth_codes WHERE expires_at <= ?1", [now])?;
    tx.execute("DELETE FROM admin_invitations WHERE expires_at <= ?1", [now])?;
    tx.execute("DELETE FROM factors WHERE verified_at IS NULL AND created_at <= ?1", [now.plus_days(-1)])?;
    tx.execute("DELETE FROM account_mails WHERE at <= ?1", [now.plus_days(-1)])?;
    tx.execute("DELETE FROM code_tries WHERE at <= ?1", [now.plus_days(-1)])?;
    tx.execute("DELETE FROM users WHERE email_confirmed_at IS NULL AND updated_at <= ?1", [unconfirmed_since])?;
    tx.execute("DELETE FROM sign_up_ids WHERE asked_at <= ?1", [now.plus_days(-30)])?;
    Ok(())
}
