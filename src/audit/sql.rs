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
    // A kind of act is what stands before its point, as an index has it.
    let is_act = match &filter.act {
        Some(act) if act.contains('.') => "act = :act",
        _ => "substr(act, 1, instr(act, '.') - 1) = :act",
    };
    wanted.add(is_act, ":act", filter.act.clone());
    let holds = "holds(:q, concat_ws(' ', actor_label, address, act, subject, detail))";
    wanted.add(holds, ":q", filter.q.as_deref().map(text::folded));
    // How many there are of an act is kept.
    let counted = if filter.q.is_none() { "sum(how_many) FROM audit_acts" } else { "count(*) FROM audit_log" };
    let count = conn
        .prepare_cached(&format!("SELECT {counted} {}", wanted.clause()))?
        .query_row(wanted.values().as_slice(), |row| row.get::<_, Option<i64>>(0))?;
    // The places have no gap: in the whole log none is gone through to be skipped.
    let (newest, offset) =
        if wanted.is_empty() { (Some(head(conn)?.seq.saturating_sub(offset)), 0) } else { (None, offset) };
    wanted.add("seq <= :newest", ":newest", newest);
    let clause = wanted.clause();
    let mut values = wanted.values();
    values.extend([(":limit", &limit as &dyn ToSql), (":offset", &offset)]);
    let places = format!("SELECT seq FROM audit_log {clause} ORDER BY seq DESC LIMIT :limit OFFSET :offset");
    let mut page =
        conn.prepare_cached(&format!("SELECT * FROM audit_log WHERE seq IN ({places}) ORDER BY seq DESC"))?;
    let page = page.query_map(values.as_slice(), read)?;
    Ok((count.unwrap_or(0), page.collect::<Result<_, _>>()?))
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
