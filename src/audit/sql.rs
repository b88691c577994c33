//! Statements on the log.

use rusqlite::{OptionalExtension, Row, ToSql};

use super::{Entry, Filter, Head};
use crate::db::{self, Conditions, Conn, Tx};
use crate::text;

/// An entry with its place in the chain.
pub(super) struct Link {
    pub(super) entry: Entry,
    pub(super) prev_hash: [u8; 32],
    pub(super) hash: [u8; 32],
}

pub(super) fn insert(tx: &Tx<'_>, entry: &Entry, prev_hash: &[u8; 32], hash: &[u8; 32]) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO audit_log (seq, at, actor_kind, actor_id, actor_label, address, act, subject, detail, prev_hash, hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?
    .execute(rusqlite::params![
        entry.seq,
        entry.at,
        entry.actor_kind,
        entry.actor_id,
        entry.actor_label,
        entry.address,
        entry.act,
        entry.subject,
        entry.detail,
        prev_hash,
        hash,
    ])?;
    Ok(())
}

pub(super) fn head(conn: &Conn) -> db::Result<Head> {
    let last = conn
        .prepare_cached("SELECT seq, hash FROM audit_log ORDER BY seq DESC LIMIT 1")?
        .query_row([], |row| Ok(Head { seq: row.get(0)?, hash: row.get(1)? }))
        .optional()?;
    Ok(last.unwrap_or(Head::START))
}

pub(super) fn knows(conn: &Conn, hash: &[u8]) -> db::Result<bool> {
    let exists = "SELECT EXISTS (SELECT 1 FROM audit_log WHERE hash = ?1)";
    Ok(conn.prepare_cached(exists)?.query_row([hash], |row| row.get(0))?)
}

pub(super) fn list(conn: &Conn, filter: &Filter, offset: i64, limit: i64) -> db::Result<(i64, Vec<Entry>)> {
    let mut wanted = Conditions::default();
    // The slash comes right after the point: between them are those that begin so.
    let is_act = "(act = :act OR act > :act || '.' AND act < :act || '/')";
    wanted.add(is_act, ":act", filter.act.clone());
    let holds = "instr(folded(concat_ws(' ', actor_label, address, act, subject, detail)), :q)";
    wanted.add(holds, ":q", filter.q.as_deref().map(text::folded));
    // The places have no gap.
    let count = if wanted.is_empty() { "coalesce(max(seq), 0)" } else { "count(*)" };
    let clause = wanted.clause();
    let mut values = wanted.values();
    let count = conn
        .prepare_cached(&format!("SELECT {count} FROM audit_log {clause}"))?
        .query_row(values.as_slice(), |row| row.get(0))?;
    values.extend([(":limit", &limit as &dyn ToSql), (":offset", &offset)]);
    let page = format!("SELECT * FROM audit_log {clause} ORDER BY seq DESC LIMIT :limit OFFSET :offset");
    let mut page = conn.prepare_cached(&page)?;
    let page = page.query_map(values.as_slice(), read)?;
    Ok((count, page.collect::<Result<_, _>>()?))
}

pub(super) fn of_subject(conn: &Conn, subject: &str) -> db::Result<Vec<Entry>> {
    let mut entries = conn.prepare_cached("SELECT * FROM audit_log WHERE subject = ?1 ORDER BY seq")?;
    let entries = entries.query_map([subject], read)?;
    Ok(entries.collect::<Result<_, _>>()?)
}

/// Goes through the whole chain in order.
pub(super) fn fold<T>(conn: &Conn, start: T, mut step: impl FnMut(T, &Link) -> T) -> db::Result<T> {
    let mut links = conn.prepare("SELECT * FROM audit_log ORDER BY seq")?;
    let links = links.query_map([], |row| {
        Ok(Link { entry: read(row)?, prev_hash: row.get("prev_hash")?, hash: row.get("hash")? })
    })?;
    let mut so_far = start;
    for link in links {
        so_far = step(so_far, &link?);
    }
    Ok(so_far)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        seq: row.get("seq")?,
        at: row.get("at")?,
        actor_kind: row.get("actor_kind")?,
        actor_id: row.get("actor_id")?,
        actor_label: row.get("actor_label")?,
        address: row.get("address")?,
        act: row.get("act")?,
        subject: row.get("subject")?,
        detail: row.get("detail")?,
    })
}
