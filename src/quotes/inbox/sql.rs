//! Statements of the inbox. Requests and messages lie in two tables of much the same shape.

use rusqlite::{OptionalExtension, Row as SqlRow, ToSql};

use super::{Event, Filter, Inquiry, Kind, Row, Status};
use crate::clock::Timestamp;
use crate::db::{self, Conditions, Conn, Tx};
use crate::quotes::sql::{MESSAGE_CALLED, QUOTE_CALLED, files_of, ids_with_number};
use crate::quotes::{MessageKind, Number, complaints};
use crate::text;

/// Where either kind lies, with the columns only requests have.
const QUOTES: &str =
    "SELECT q.id, q.created_at, q.status, q.name, q.email, q.phone, q.service, q.town_or_postcode, q.message,
        q.wanted_when, q.lang, q.consent_at, q.thread,
        (SELECT count(*) FROM quote_photos p WHERE p.quote_id = q.id) AS photos,
        NULL AS complaint_year, NULL AS complaint_order, NULL AS complaint_due, NULL AS complaint_ended";
const MESSAGES: &str = "SELECT m.id, m.created_at, m.status, m.name, m.email, NULL AS phone, NULL AS service,
        NULL AS town_or_postcode, m.message, NULL AS wanted_when, m.lang, NULL AS consent_at, m.thread, 0 AS photos";

fn selected(kind: Kind, which: Option<MessageKind>) -> String {
    // From the complaints on, where they alone are asked for: there are few.
    let from = match which {
        Some(MessageKind::Complaint) => "complaints c CROSS JOIN contact_messages m ON m.id = c.message_id",
        Some(MessageKind::Message) | None => "contact_messages m LEFT JOIN complaints c ON c.message_id = m.id",
    };
    match kind {
        Kind::Quote => format!("{QUOTES}, {QUOTE_CALLED} FROM quote_requests q"),
        Kind::Message => format!("{MESSAGES}, {MESSAGE_CALLED}, {} FROM {from}", complaints::JOINED),
    }
}

/// Complaints that wait come by the day they are due on, before those that do not.
const BY_DUE: &str = "complaint_ended IS NOT NULL, iif(complaint_ended IS NULL, complaint_due, 0), created_at DESC, id";
const NEWEST: &str = "created_at DESC, id";

pub(super) fn list(conn: &Conn, kind: Kind, filter: &Filter, offset: i64, limit: i64) -> db::Result<(i64, Vec<Row>)> {
    let from = selected(kind, filter.kind);
    let mut fits = Conditions::default();
    fits.add("status = :status", ":status", filter.status.map(|status| status.into_str()));
    match filter.kind {
        None => {}
        Some(MessageKind::Message) => fits.must("complaint_year IS NULL"),
        Some(MessageKind::Complaint) => fits.must("complaint_year IS NOT NULL"),
    }
    let holds = "(substr(id, 1, length(:q)) = :q
        OR holds(:q, called, name, email, phone, town_or_postcode, message, complaint_order))";
    // A number as people write it down, as it stands in the texts.
    let written = |q: String| q.parse::<Number>().map_or(q, |number| number.to_string());
    fits.add(holds, ":q", text::wanted(filter.q.as_deref()).map(|q| text::folded(&written(q))));
    let clause = fits.clause();
    let mut values = fits.values();
    let count = if fits.is_empty() { format!("FROM {}", kind.table()) } else { format!("FROM ({from}) {clause}") };
    let count =
        conn.prepare_cached(&format!("SELECT count(*) {count}"))?.query_row(values.as_slice(), |row| row.get(0))?;
    let order = if filter.kind == Some(MessageKind::Complaint) { BY_DUE } else { NEWEST };
    values.extend([(":limit", &limit as &dyn ToSql), (":offset", &offset)]);
    let mut page =
        conn.prepare_cached(&format!("SELECT * FROM ({from}) {clause} ORDER BY {order} LIMIT :limit OFFSET :offset"))?;
    let rows = page.query_map(values.as_slice(), row)?;
    Ok((count, rows.collect::<Result<_, _>>()?))
}

pub(super) fn find(conn: &Conn, kind: Kind, id: &str) -> db::Result<Option<Inquiry>> {
    let found = conn
        .prepare_cached(&format!("SELECT * FROM ({}) WHERE id = ?1", selected(kind, None)))?
        .query_row([id], |found| {
            Ok(Inquiry {
                row: row(found)?,
                wanted_when: found.get("wanted_when")?,
                lang: found.get("lang")?,
                consent_at: found.get("consent_at")?,
                photos: Vec::new(),
                events: Vec::new(),
                thread: found.get("thread")?,
            })
        })
        .optional()?;
    let Some(mut inquiry) = found else { return Ok(None) };
    let mut photos = conn.prepare_cached("SELECT id FROM quote_photos WHERE quote_id = ?1 ORDER BY position")?;
    inquiry.photos = photos.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut files = files_of(conn, id)?;
    let mut events =
        conn.prepare_cached("SELECT kind, author, text, at, id FROM inquiry_events WHERE inquiry_id = ?1 ORDER BY id")?;
    let events = events.query_map([id], |row| {
        let files = files.remove(&row.get::<_, i64>(4)?).unwrap_or_default();
        Ok(Event { kind: row.get(0)?, author: row.get(1)?, text: row.get(2)?, at: row.get(3)?, files })
    })?;
    inquiry.events = events.collect::<Result<_, _>>()?;
    Ok(Some(inquiry))
}

pub(super) fn ids_with_prefix(conn: &Conn, kind: Kind, prefix: &str) -> db::Result<Vec<String>> {
    if let (Kind::Message, Ok(key)) = (kind, prefix.parse()) {
        return Ok(complaints::message_of(conn, key)?.into_iter().collect());
    }
    match prefix.parse::<Number>() {
        Ok(number) if number.kind == kind => ids_with_number(conn, number),
        _ => db::ids_with_prefix(conn, kind.table(), prefix),
    }
}

fn row(row: &SqlRow<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        id: row.get("id")?,
        number: row.get("called")?,
        created_at: row.get("created_at")?,
        status: row.get("status")?,
        name: row.get("name")?,
        email: row.get("email")?,
        phone: row.get("phone")?,
        service: row.get("service")?,
        town_or_postcode: row.get("town_or_postcode")?,
        photos: row.get("photos")?,
        message: row.get("message")?,
        complaint: complaints::of_row(row)?,
    })
}

pub(super) fn set_status(tx: &Tx<'_>, kind: Kind, id: &str, status: Status) -> db::Result<()> {
    tx.prepare_cached(&format!("UPDATE {} SET status = ?2 WHERE id = ?1", kind.table()))?
        .execute((id, status.into_str()))?;
    Ok(())
}

pub(super) fn delete(tx: &Tx<'_>, kind: Kind, id: &str) -> db::Result<()> {
    tx.prepare_cached(&format!("DELETE FROM {} WHERE id = ?1", kind.table()))?.execute([id])?;
    Ok(())
}

/// The event's id.
pub(super) fn insert_event(
    tx: &Tx<'_>,
    inquiry_id: &str,
    kind: &str,
    author: &str,
    text: &str,
    now: Timestamp,
) -> db::Result<i64> {
    tx.prepare_cached("INSERT INTO inquiry_events (inquiry_id, kind, author, text, at) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute((inquiry_id, kind, author, text, now))?;
    Ok(tx.last_insert_rowid())
}
