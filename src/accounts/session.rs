//! Sessions: who a token belongs to. Only hashes of tokens are stored.

use rusqlite::OptionalExtension;

use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::secrets::sha256;

/// Somebody whose session is alive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The person.
    pub user_id: String,
    /// Their confirmed address.
    pub email: String,
    /// The session.
    pub session_id: String,
    /// Whether they are an administrator now.
    pub is_admin: bool,
}

/// Who an access token belongs to, when its session is alive.
pub fn find(conn: &Conn, access_token: &str, now: Timestamp) -> db::Result<Option<SignedIn>> {
    Ok(conn
        .prepare_cached(
            "SELECT u.id, u.email, s.id, EXISTS (SELECT 1 FROM admins a WHERE a.user_id = u.id)
             FROM access_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
             WHERE t.hash = ?1 AND t.expires_at > ?2 AND s.expires_at > ?2",
        )?
        .query_row((sha256(access_token.as_bytes()), now), |row| {
            Ok(SignedIn { user_id: row.get(0)?, email: row.get(1)?, session_id: row.get(2)?, is_admin: row.get(3)? })
        })
        .optional()?)
}
