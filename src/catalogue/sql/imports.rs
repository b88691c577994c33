//! The product file that is being imported, and how far it is.

use rusqlite::OptionalExtension;

use crate::catalogue::import::Policy;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// A file that is being imported.
pub struct Begun {
    /// `None` for one that cannot be taken back.
    pub id: Option<String>,
    /// Deflated.
    pub file: Vec<u8>,
    pub policy: Policy,
    /// JSON.
    pub actor: String,
    pub at: Timestamp,
    /// What was met in the shop, JSON, and the steps that are done; `None` while nothing is written.
    pub progress: Option<(String, usize)>,
}

/// Whether a file is being imported, or was and is to be gone on with.
pub fn is_begun(conn: &Conn) -> db::Result<bool> {
    Ok(conn.prepare_cached("SELECT 1 FROM product_import")?.exists([])?)
}

/// The file that is being imported.
pub fn begun(conn: &Conn) -> db::Result<Option<Begun>> {
    let row = conn.query_row(
        "SELECT i.file, i.policy, i.actor, i.begun_at, p.met, p.done, i.id
         FROM product_import i LEFT JOIN product_import_progress p USING (one)",
        [],
        |row| {
            let (met, done): (Option<String>, Option<i64>) = (row.get(4)?, row.get(5)?);
            let done = done.and_then(|done| usize::try_from(done).ok());
            Ok(Begun {
                id: row.get(6)?,
                file: row.get(0)?,
                policy: row.get(1)?,
                actor: row.get(2)?,
                at: row.get(3)?,
                progress: met.zip(done),
            })
        },
    );
    Ok(row.optional()?)
}

/// Notes that a file is about to be imported.
pub fn begin(tx: &Tx<'_>, begun: &Begun) -> db::Result<()> {
    tx.execute(
        "INSERT INTO product_import (one, file, policy, actor, begun_at, id) VALUES (1, ?1, ?2, ?3, ?4, ?5)",
        (&begun.file, begun.policy, &begun.actor, begun.at, &begun.id),
    )?;
    Ok(())
}

/// Notes that from here on the file is written.
pub fn found_sound(tx: &Tx<'_>, met: &str) -> db::Result<()> {
    tx.execute("INSERT INTO product_import_progress (one, met) VALUES (1, ?1)", [met])?;
    Ok(())
}

/// Notes how many steps are done.
pub fn advance(tx: &Tx<'_>, done: usize) -> db::Result<()> {
    let done = i64::try_from(done).unwrap_or(i64::MAX);
    tx.prepare_cached("UPDATE product_import_progress SET done = ?1")?.execute([done])?;
    Ok(())
}

/// Forgets the file: it is written, or nothing of it is to be.
pub fn end(tx: &Tx<'_>) -> db::Result<()> {
    tx.execute("DELETE FROM product_import", [])?;
    Ok(())
}
