//! Statements on administrators and on invitations to become one, of whose links the hashes are stored.

use rusqlite::OptionalExtension;

use super::super::{Administrator, Invitation, SecondFactor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::secrets::sha256;

/// Notes that an administrator's password was chosen for the role, by whoever reads the mailbox or has the machine.
pub(in crate::accounts) fn trust_password(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE admins SET factor_by_mail = 0 WHERE user_id = ?1")?.execute([id])?;
    Ok(())
}

/// Whoever has the role already may add the first factor as before.
pub(in crate::accounts) fn grant_admin(tx: &Tx<'_>, id: &str, factor: SecondFactor, now: Timestamp) -> db::Result<()> {
    tx.execute(
        "INSERT INTO admins (user_id, granted_at, needs_factor, factor_by_mail) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (user_id) DO UPDATE SET needs_factor = excluded.needs_factor",
        (id, now, factor != SecondFactor::Waived, factor == SecondFactor::RequiredByMail),
    )?;
    Ok(())
}

pub(in crate::accounts) fn administrators(conn: &Conn) -> db::Result<Vec<Administrator>> {
    let mut rows = conn.prepare_cached(
        "SELECT u.id, u.email, p.name, a.granted_at, u.last_sign_in_at,
                EXISTS (SELECT 1 FROM factors f WHERE f.user_id = u.id AND f.verified_at IS NOT NULL)
                OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id AND k.doubted_at IS NULL)
         FROM admins a CROSS JOIN users u ON u.id = a.user_id JOIN profiles p ON p.id = u.id
         ORDER BY a.granted_at, u.id",
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
pub(in crate::accounts) fn revoke_admin(tx: &Tx<'_>, id: &str) -> db::Result<bool> {
    Ok(tx.execute("DELETE FROM admins WHERE user_id = ?1", [id])? == 1)
}

/// Whether somebody was offered the administrator's role at an address.
pub(in crate::accounts) fn is_invited(conn: &Conn, email: &EmailAddress, now: Timestamp) -> db::Result<bool> {
    let mut statement =
        conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM admin_invitations WHERE email = ?1 AND expires_at > ?2)")?;
    Ok(statement.query_row((email.as_str(), now), |row| row.get(0))?)
}

pub(in crate::accounts) fn forget_invitations(tx: &Tx<'_>, email: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM admin_invitations WHERE email = ?1")?.execute([email])?;
    Ok(())
}

const INVITATION: &str = "SELECT i.id, i.email, i.invited_by, u.email, u.lang, i.invited_at
    FROM admin_invitations i JOIN users u ON u.id = i.invited_by JOIN admins a ON a.user_id = u.id";

fn invitation(row: &rusqlite::Row<'_>) -> rusqlite::Result<Invitation> {
    Ok(Invitation {
        id: row.get(0)?,
        email: row.get(1)?,
        invited_by: row.get(2)?,
        inviter: row.get(3)?,
        lang: row.get(4)?,
        invited_at: row.get(5)?,
    })
}

/// Stores an invitation in the place of the address's one before.
pub(in crate::accounts) fn insert_invitation(
    tx: &Tx<'_>,
    (id, email, inviter_id): (&str, &EmailAddress, &str),
    hash: [u8; 32],
    (now, expires_at): (Timestamp, Timestamp),
) -> db::Result<()> {
    tx.execute(
        "INSERT INTO admin_invitations (id, email, hash, invited_by, invited_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (email) DO UPDATE SET id = excluded.id, hash = excluded.hash, invited_by = excluded.invited_by,
             invited_at = excluded.invited_at, expires_at = excluded.expires_at",
        (id, email.as_str(), hash, inviter_id, now, expires_at),
    )?;
    Ok(())
}

pub(in crate::accounts) fn invitations(conn: &Conn, now: Timestamp) -> db::Result<Vec<Invitation>> {
    let mut statement =
        conn.prepare_cached(&[INVITATION, "WHERE i.expires_at > ?1 ORDER BY i.invited_at, i.id"].join(" "))?;
    let rows = statement.query_map([now], invitation)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The live invitation of a link.
pub(in crate::accounts) fn invitation_by_token(
    conn: &Conn,
    token: &str,
    now: Timestamp,
) -> db::Result<Option<Invitation>> {
    let mut statement = conn.prepare_cached(&[INVITATION, "WHERE i.hash = ?1 AND i.expires_at > ?2"].join(" "))?;
    Ok(statement.query_row((sha256(token.as_bytes()), now), invitation).optional()?)
}

/// Deletes an invitation; answers whether there was one.
pub(in crate::accounts) fn delete_invitation(tx: &Tx<'_>, id: &str) -> db::Result<bool> {
    Ok(tx.prepare_cached("DELETE FROM admin_invitations WHERE id = ?1")?.execute([id])? > 0)
}

pub(in crate::accounts) fn delete_invitations(tx: &Tx<'_>) -> db::Result<()> {
    tx.execute("DELETE FROM admin_invitations", [])?;
    Ok(())
}

pub(in crate::accounts) fn delete_invitations_by(tx: &Tx<'_>, inviter_id: &str) -> db::Result<()> {
    tx.execute("DELETE FROM admin_invitations WHERE invited_by = ?1", [inviter_id])?;
    Ok(())
}
