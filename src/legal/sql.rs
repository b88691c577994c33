//! Statements on legal texts.

use rusqlite::{OptionalExtension, Row};

use super::{Document, Edition};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;

pub(super) fn insert(
    tx: &Tx<'_>,
    document: Document,
    lang: Lang,
    edition: Edition,
    words: &[u8; 32],
    html: &str,
) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO legal_texts (document, lang, version, since, words, html) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute((document.into_str(), lang, edition.version, edition.since, words, html))?;
    Ok(())
}

/// The newest version, and the hash of its words.
pub(super) fn latest(conn: &Conn, document: Document, lang: Lang) -> db::Result<Option<(Edition, [u8; 32])>> {
    let sql = "SELECT version, since, words FROM legal_texts WHERE document = ?1 AND lang = ?2
               ORDER BY version DESC LIMIT 1";
    let found =
        conn.prepare_cached(sql)?.query_row((document.into_str(), lang), |row| Ok((edition(row)?, row.get(2)?)));
    Ok(found.optional()?)
}

pub(super) fn set_drawn_of(
    tx: &Tx<'_>,
    document: Document,
    lang: Lang,
    version: i64,
    drawn_of: &[u8; 32],
) -> db::Result<()> {
    tx.prepare_cached("UPDATE legal_texts SET drawn_of = ?4 WHERE document = ?1 AND lang = ?2 AND version = ?3")?
        .execute((document.into_str(), lang, version, drawn_of))?;
    Ok(())
}

pub(super) fn drawn_of(conn: &Conn, document: Document, lang: Lang) -> db::Result<Option<[u8; 32]>> {
    let sql = "SELECT drawn_of FROM legal_texts WHERE document = ?1 AND lang = ?2 ORDER BY version DESC LIMIT 1";
    let found = conn.prepare_cached(sql)?.query_row((document.into_str(), lang), |row| row.get(0));
    Ok(found.optional()?.flatten())
}

pub(super) fn all(conn: &Conn, document: Document, lang: Lang) -> db::Result<Vec<Edition>> {
    let sql = "SELECT version, since FROM legal_texts WHERE document = ?1 AND lang = ?2 ORDER BY version DESC";
    let mut rows = conn.prepare_cached(sql)?;
    let rows = rows.query_map((document.into_str(), lang), edition)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn find(conn: &Conn, document: Document, lang: Lang, version: i64) -> db::Result<Option<(Edition, String)>> {
    let sql = "SELECT version, since, html FROM legal_texts WHERE document = ?1 AND lang = ?2 AND version = ?3";
    let values = (document.into_str(), lang, version);
    Ok(conn.prepare_cached(sql)?.query_row(values, |row| Ok((edition(row)?, row.get(2)?))).optional()?)
}

fn edition(row: &Row<'_>) -> rusqlite::Result<Edition> {
    Ok(Edition { version: row.get::<_, i64>(0)?, since: row.get::<_, Timestamp>(1)? })
}
