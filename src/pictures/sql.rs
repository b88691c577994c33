//! The tables `media`, whose names are those of [`super::media::Name`], and `documents`, with those of
//! [`super::documents::Name`].

use rusqlite::OptionalExtension;

use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// Bytes of all pictures but one.
pub(super) fn bytes_without(conn: &Conn, name: &str) -> db::Result<i64> {
    let mut statement = conn.prepare_cached("SELECT coalesce(sum(bytes), 0) FROM media WHERE name <> ?1")?;
    Ok(statement.query_row([name], |row| row.get(0))?)
}

/// Whether there is a picture of that name.
pub(super) fn is_kept(conn: &Conn, name: &str) -> db::Result<bool> {
    let mut statement = conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM media WHERE name = ?1)")?;
    Ok(statement.query_row([name], |row| row.get(0))?)
}

/// A picture that has just been handed in, perhaps once more; nothing shows it yet.
pub(super) fn keep(tx: &Tx<'_>, name: &str, bytes: i64, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO media (name, bytes, unused_since) VALUES (?1, ?2, ?3)
         ON CONFLICT (name) DO UPDATE SET bytes = ?2, avif = 'wanted', avif_attempts = 0, unused_since = ?3",
    )?
    .execute((name, bytes, now))?;
    Ok(())
}

/// A picture whose files were there without a row.
pub(super) fn adopt(tx: &Tx<'_>, name: &str, bytes: i64, unused_since: Option<Timestamp>) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO media (name, bytes, unused_since) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING",
    )?
    .execute((name, bytes, unused_since))?;
    Ok(())
}

/// A picture whose AVIF files are still to be made, with the attempts at it that never ended: the fewest first.
pub(super) fn wanted(conn: &Conn) -> db::Result<Option<(String, i64)>> {
    let sql = "SELECT name, avif_attempts FROM media WHERE avif = 'wanted' ORDER BY avif_attempts, name LIMIT 1";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
}

/// An attempt at the AVIF files begins.
pub(super) fn count_attempt(tx: &Tx<'_>, name: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE media SET avif_attempts = avif_attempts + 1 WHERE name = ?1")?.execute([name])?;
    Ok(())
}

/// The attempts so far were no fault of the picture's.
pub(super) fn forgive_attempts(tx: &Tx<'_>) -> db::Result<()> {
    tx.prepare_cached("UPDATE media SET avif_attempts = 0 WHERE avif = 'wanted'")?.execute([])?;
    Ok(())
}

/// The AVIF files are made; `bytes` are those of all files now.
pub(super) fn made(tx: &Tx<'_>, name: &str, bytes: i64) -> db::Result<()> {
    tx.prepare_cached("UPDATE media SET avif = 'made', bytes = ?2 WHERE name = ?1")?.execute((name, bytes))?;
    Ok(())
}

/// The AVIF files cannot be made.
pub(super) fn failed(tx: &Tx<'_>, name: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE media SET avif = 'failed' WHERE name = ?1")?.execute([name])?;
    Ok(())
}

/// Every picture, and since when nothing shows it.
pub(super) fn all(conn: &Conn) -> db::Result<Vec<(String, Option<Timestamp>)>> {
    let mut statement = conn.prepare_cached("SELECT name, unused_since FROM media")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Since when nothing shows it.
pub(super) fn set_unused(tx: &Tx<'_>, name: &str, since: Option<Timestamp>) -> db::Result<()> {
    tx.prepare_cached("UPDATE media SET unused_since = ?2 WHERE name = ?1")?.execute((name, since))?;
    Ok(())
}

/// It is gone.
pub(super) fn forget(tx: &Tx<'_>, name: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM media WHERE name = ?1")?.execute([name])?;
    Ok(())
}

/// Bytes of all documents but one.
pub(super) fn document_bytes_without(conn: &Conn, name: &str) -> db::Result<i64> {
    let mut statement = conn.prepare_cached("SELECT coalesce(sum(bytes), 0) FROM documents WHERE name <> ?1")?;
    Ok(statement.query_row([name], |row| row.get(0))?)
}

/// Whether there is a document of that name.
pub(super) fn is_document(conn: &Conn, name: &str) -> db::Result<bool> {
    let mut statement = conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM documents WHERE name = ?1)")?;
    Ok(statement.query_row([name], |row| row.get(0))?)
}

/// A document that has just been handed in, perhaps once more; no product has it yet.
pub(super) fn keep_document(tx: &Tx<'_>, name: &str, bytes: i64, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO documents (name, bytes, unused_since) VALUES (?1, ?2, ?3)
         ON CONFLICT (name) DO UPDATE SET unused_since = ?3",
    )?
    .execute((name, bytes, now))?;
    Ok(())
}

/// Since when no product has them, of all documents; `shown` are those that products have.
pub(super) fn note_unused_documents(tx: &Tx<'_>, shown: &[String], now: Timestamp) -> db::Result<()> {
    let shown = serde_json::Value::from(shown).to_string();
    tx.execute(
        "UPDATE documents SET unused_since =
             CASE WHEN name IN (SELECT value FROM json_each(?1)) THEN NULL ELSE coalesce(unused_since, ?2) END",
        (shown, now),
    )?;
    Ok(())
}

/// Forgets the documents that no product has had since a moment; answers their names.
pub(super) fn forget_documents(tx: &Tx<'_>, unused_before: Timestamp) -> db::Result<Vec<String>> {
    let mut statement = tx.prepare("DELETE FROM documents WHERE unused_since <= ?1 RETURNING name")?;
    let names = statement.query_map([unused_before], |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}
