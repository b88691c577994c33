//! Statements on requests for a quote and on messages.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{OptionalExtension, Row, ToSql, params};

use super::complaints;
use super::files::AnswerFile;
use super::inbox::Kind;
use super::photos::file as photo_file;
use super::{Contact, ContactMessage, NewQuote, Number, QuoteRequest, Words};
use crate::clock::Timestamp;
use crate::db::{self, Conditions, Conn, Tx};
use crate::lang::Lang;

/// What people call a request `q` by, and a message `m` that is joined to its complaint `c`, as `called`.
pub(super) const QUOTE_CALLED: &str = "printf('P-%d-%04d', q.year, q.number) AS called";
pub(super) const MESSAGE_CALLED: &str = "iif(c.year IS NULL, printf('M-%d-%04d', m.year, m.number),
    printf('R-%d-%04d', c.year, c.number)) AS called";

/// The year of a moment and the number after the last that was given in it.
pub(super) fn next_number(conn: &Conn, kind: Kind, now: Timestamp) -> db::Result<Number> {
    let year = i64::from(now.date().year());
    let last = conn
        .prepare_cached("SELECT last FROM inquiry_numbers WHERE kind = ?1 AND year = ?2")?
        .query_row((kind.word(), year), |row| row.get::<_, i64>(0))
        .optional()?;
    Ok(Number { kind, year, place: last.unwrap_or_default() + 1 })
}

/// From now on the next number of a kind and a year is above this one.
pub(super) fn number_from(tx: &Tx<'_>, kind: &str, year: i64, place: i64) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO inquiry_numbers (kind, year, last) VALUES (?1, ?2, ?3)
         ON CONFLICT (kind, year) DO UPDATE SET last = max(last, excluded.last)",
    )?
    .execute((kind, year, place))?;
    Ok(())
}

pub(super) fn ids_with_number(conn: &Conn, Number { kind, year, place }: Number) -> db::Result<Vec<String>> {
    let mut ids = conn.prepare_cached(&format!("SELECT id FROM {} WHERE year = ?1 AND number = ?2", kind.table()))?;
    let ids = ids.query_map((year, place), |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

pub(super) fn insert_quote(tx: &Tx<'_>, id: &str, number: Number, quote: &NewQuote, now: Timestamp) -> db::Result<()> {
    let contact = &quote.contact;
    tx.prepare_cached(
        "INSERT INTO quote_requests (id, name, email, phone, message, service, town_or_postcode, wanted_when, lang,
             created_at, consent_at, year, number)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?
    .execute(params![
        id,
        contact.name,
        contact.email.as_str(),
        quote.phone,
        contact.message,
        quote.service,
        quote.town_or_postcode,
        quote.wanted_when,
        contact.lang,
        now,
        quote.consent.then_some(now),
        number.year,
        number.place,
    ])?;
    Ok(())
}

/// A complaint has a key instead of a number.
pub(super) fn insert_message(
    tx: &Tx<'_>,
    id: &str,
    number: Option<Number>,
    contact: &Contact,
    now: Timestamp,
) -> db::Result<()> {
    let (year, place) = number.map(|number| (number.year, number.place)).unzip();
    tx.prepare_cached(
        "INSERT INTO contact_messages (id, name, email, message, lang, created_at, year, number)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute((id, &contact.name, contact.email.as_str(), &contact.message, contact.lang, now, year, place))?;
    Ok(())
}

/// Remembers the mail that began the thread with the sender.
pub(super) fn set_quote_thread(tx: &Tx<'_>, id: &str, mail: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE quote_requests SET thread = ?2 WHERE id = ?1")?.execute((id, mail))?;
    Ok(())
}

/// As [`set_quote_thread`].
pub(super) fn set_message_thread(tx: &Tx<'_>, id: &str, mail: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE contact_messages SET thread = ?2 WHERE id = ?1")?.execute((id, mail))?;
    Ok(())
}

pub(super) fn insert_photo(tx: &Tx<'_>, id: &str, bytes: i64, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO quote_photos (id, bytes, created_at) VALUES (?1, ?2, ?3)")?
        .execute((id, bytes, now))?;
    Ok(())
}

/// The bytes of all photos.
pub(super) fn photo_bytes(tx: &Tx<'_>) -> db::Result<i64> {
    Ok(tx.query_row("SELECT coalesce(sum(bytes), 0) FROM quote_photos", [], |row| row.get(0))?)
}

/// The bytes of all files of answers.
pub(super) fn file_bytes(tx: &Tx<'_>) -> db::Result<i64> {
    Ok(tx.query_row("SELECT coalesce(sum(bytes), 0) FROM answer_files", [], |row| row.get(0))?)
}

pub(super) fn insert_file(tx: &Tx<'_>, file: &AnswerFile, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO answer_files (id, name, bytes, created_at) VALUES (?1, ?2, ?3, ?4)")?
        .execute((&file.id, &file.name, file.bytes, now))?;
    Ok(())
}

/// Whether the file was there and no answer's.
pub(super) fn claim_file(tx: &Tx<'_>, id: &str, event_id: i64, position: i64) -> db::Result<bool> {
    let claimed = tx
        .prepare_cached("UPDATE answer_files SET event_id = ?2, position = ?3 WHERE id = ?1 AND event_id IS NULL")?
        .execute((id, event_id, position))?;
    Ok(claimed == 1)
}

/// Forgets a file that no answer has.
pub(super) fn forget_file(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.execute("DELETE FROM answer_files WHERE id = ?1 AND event_id IS NULL", [id])?;
    Ok(())
}

pub(super) fn file(conn: &Conn, id: &str) -> db::Result<Option<AnswerFile>> {
    let mut statement = conn.prepare_cached("SELECT id, name, bytes FROM answer_files WHERE id = ?1")?;
    Ok(statement.query_row([id], |row| answer_file(row, 0)).optional()?)
}

/// The file of that id, where it went with an answer to what was sent with an address.
pub(super) fn file_of_address(conn: &Conn, id: &str, email: &str) -> db::Result<Option<AnswerFile>> {
    let sql = "SELECT f.id, f.name, f.bytes FROM answer_files f JOIN inquiry_events e ON e.id = f.event_id
               WHERE f.id = ?1 AND (EXISTS (SELECT 1 FROM quote_requests q WHERE q.id = e.inquiry_id AND q.email = ?2)
                   OR EXISTS (SELECT 1 FROM contact_messages m WHERE m.id = e.inquiry_id AND m.email = ?2))";
    Ok(conn.prepare_cached(sql)?.query_row((id, email), |row| answer_file(row, 0)).optional()?)
}

/// The files of the answers to a request or a message, by the answer, in their order.
pub(super) fn files_of(conn: &Conn, inquiry_id: &str) -> db::Result<BTreeMap<i64, Vec<AnswerFile>>> {
    let mut rows = conn.prepare_cached(
        "SELECT f.event_id, f.id, f.name, f.bytes FROM inquiry_events e JOIN answer_files f ON f.event_id = e.id
         WHERE e.inquiry_id = ?1 ORDER BY f.event_id, f.position",
    )?;
    let rows = rows.query_map([inquiry_id], |row| Ok((row.get(0)?, answer_file(row, 1)?)))?;
    let mut all: BTreeMap<i64, Vec<AnswerFile>> = BTreeMap::new();
    for row in rows {
        let (event, file) = row?;
        all.entry(event).or_default().push(file);
    }
    Ok(all)
}

/// From a column on.
fn answer_file(row: &Row<'_>, from: usize) -> rusqlite::Result<AnswerFile> {
    Ok(AnswerFile { id: row.get(from)?, name: row.get(from + 1)?, bytes: row.get(from + 2)? })
}

/// Whether the photo was there and nobody's.
pub(super) fn claim_photo(tx: &Tx<'_>, id: &str, quote_id: &str, position: i64) -> db::Result<bool> {
    let claimed = tx
        .prepare_cached("UPDATE quote_photos SET quote_id = ?2, position = ?3 WHERE id = ?1 AND quote_id IS NULL")?
        .execute((id, quote_id, position))?;
    Ok(claimed == 1)
}

/// Forgets photos and files of answers nobody claimed that arrived before `then`.
pub(super) fn forget_unclaimed(tx: &Tx<'_>, then: Timestamp) -> db::Result<()> {
    tx.execute("DELETE FROM quote_photos WHERE quote_id IS NULL AND created_at < ?1", [then])?;
    tx.execute("DELETE FROM answer_files WHERE event_id IS NULL AND created_at < ?1", [then])?;
    Ok(())
}

/// Forgets a photo nobody claimed.
pub(super) fn forget_photo(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.execute("DELETE FROM quote_photos WHERE id = ?1 AND quote_id IS NULL", [id])?;
    Ok(())
}

/// Whether there is a photo or a file of that id.
pub(super) fn is_kept(conn: &Conn, id: &str) -> db::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM quote_photos WHERE id = ?1)
                   OR EXISTS (SELECT 1 FROM answer_files WHERE id = ?1)";
    Ok(conn.prepare_cached(sql)?.query_row([id], |row| row.get(0))?)
}

/// The ids of all photos and files of answers.
pub(super) fn kept(tx: &Tx<'_>) -> db::Result<BTreeSet<String>> {
    let mut rows = tx.prepare("SELECT id FROM quote_photos UNION ALL SELECT id FROM answer_files")?;
    let rows = rows.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The ids of the photos of each request, in their order.
fn photos_by_quote(conn: &Conn, wanted: &Conditions) -> db::Result<BTreeMap<String, Vec<String>>> {
    let mut rows = conn.prepare(&format!(
        "SELECT p.quote_id, p.id FROM quote_requests q CROSS JOIN quote_photos p ON p.quote_id = q.id {}
         ORDER BY p.quote_id, p.position",
        wanted.clause()
    ))?;
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let rows = rows.query_map(wanted.values().as_slice(), read)?;
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in rows {
        let (quote, photo) = row?;
        all.entry(quote).or_default().push(photo);
    }
    Ok(all)
}

/// All, or those sent with an address, where `which` says that they were.
fn of_address(which: &'static str, email: Option<&str>) -> Conditions {
    let mut wanted = Conditions::default();
    wanted.add(which, ":email", email.map(str::to_owned));
    wanted
}

/// All, or those sent with an address, newest first.
pub(super) fn list_quotes(conn: &Conn, email: Option<&str>) -> db::Result<Vec<QuoteRequest>> {
    let wanted = of_address("q.email = :email", email);
    let clause = wanted.clause();
    let mut photos = photos_by_quote(conn, &wanted)?;
    let mut rows = conn.prepare_cached(&format!(
        "SELECT q.*, {QUOTE_CALLED} FROM quote_requests q {clause} ORDER BY created_at DESC, id"
    ))?;
    let rows = rows.query_map(wanted.values().as_slice(), |row| {
        let own = photos.remove(&row.get::<_, String>("id")?).unwrap_or_default();
        Ok(QuoteRequest {
            id: row.get("id")?,
            number: row.get("called")?,
            name: row.get("name")?,
            email: row.get("email")?,
            phone: row.get("phone")?,
            message: row.get("message")?,
            service: row.get("service")?,
            town_or_postcode: row.get("town_or_postcode")?,
            wanted_when: row.get("wanted_when")?,
            lang: row.get("lang")?,
            status: row.get("status")?,
            created_at: row.get("created_at")?,
            consent_at: row.get("consent_at")?,
            photos: own.iter().map(|photo| photo_file(photo)).collect(),
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// All, or those sent with an address, newest first.
pub(super) fn list_messages(conn: &Conn, email: Option<&str>) -> db::Result<Vec<ContactMessage>> {
    let wanted = of_address("m.email = :email", email);
    let clause = wanted.clause();
    let mut rows = conn.prepare_cached(&format!(
        "SELECT m.*, {MESSAGE_CALLED}, {} FROM contact_messages m LEFT JOIN complaints c ON c.message_id = m.id
         {clause} ORDER BY m.created_at DESC, m.id",
        complaints::JOINED
    ))?;
    let rows = rows.query_map(wanted.values().as_slice(), |row| {
        Ok(ContactMessage {
            id: row.get("id")?,
            number: row.get("called")?,
            name: row.get("name")?,
            email: row.get("email")?,
            message: row.get("message")?,
            lang: row.get("lang")?,
            status: row.get("status")?,
            created_at: row.get("created_at")?,
            complaint: complaints::of_row(row)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn words_about_address(conn: &Conn, email: &str) -> db::Result<Vec<Words>> {
    let mut rows = conn.prepare_cached(
        "SELECT inquiry_id, kind, at, text, id FROM inquiry_events
         WHERE kind IN ('reply', 'note') AND inquiry_id IN (SELECT id FROM quote_requests WHERE email = ?1
             UNION SELECT id FROM contact_messages WHERE email = ?1)
         ORDER BY id",
    )?;
    let rows = rows.query_map([email], |row| {
        let words =
            Words { inquiry_id: row.get(0)?, kind: row.get(1)?, at: row.get(2)?, text: row.get(3)?, files: Vec::new() };
        Ok((row.get::<_, i64>(4)?, words))
    })?;
    let mut all = rows.collect::<Result<Vec<_>, _>>()?;
    let inquiries: BTreeSet<_> = all.iter().map(|(_, words)| words.inquiry_id.clone()).collect();
    let mut files = BTreeMap::new();
    for inquiry in inquiries {
        files.append(&mut files_of(conn, &inquiry)?);
    }
    for (event, words) in &mut all {
        words.files = files.remove(event).unwrap_or_default();
    }
    Ok(all.into_iter().map(|(_, words)| words).collect())
}

pub(super) fn count_new(conn: &Conn) -> db::Result<(i64, i64)> {
    let sql = "SELECT (SELECT count(*) FROM quote_requests WHERE status = 'new'),
                      (SELECT count(*) FROM contact_messages WHERE status = 'new'
                          AND NOT EXISTS (SELECT 1 FROM complaints c
                                          WHERE c.message_id = contact_messages.id AND c.ended IS NULL))";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

pub(super) fn address_of(conn: &Conn, id: &str) -> db::Result<Option<String>> {
    let sql =
        "SELECT email FROM quote_requests WHERE id = ?1 UNION ALL SELECT email FROM contact_messages WHERE id = ?1";
    Ok(conn.prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()?)
}

pub(super) fn lang_of_address(conn: &Conn, email: &str) -> db::Result<Option<Lang>> {
    let sql = "SELECT lang FROM (SELECT lang, created_at FROM quote_requests WHERE email = ?1
                                 UNION ALL SELECT lang, created_at FROM contact_messages WHERE email = ?1)
               ORDER BY created_at DESC LIMIT 1";
    Ok(conn.prepare_cached(sql)?.query_row([email], |row| row.get(0)).optional()?)
}

pub(super) fn forget_address(tx: &Tx<'_>, email: &str, until: Timestamp) -> db::Result<()> {
    forget_those(tx, "i.email = ?1 AND i.created_at <= ?2", params![email, until])
}

/// The last word is what was written or done about it last. A complaint is kept until it has come to its end, however long
/// nobody says a word.
pub(super) fn forget_silent(tx: &Tx<'_>, moment: Timestamp) -> db::Result<()> {
    let silent = "i.created_at < ?1 AND NOT EXISTS (SELECT 1 FROM inquiry_events e
                      WHERE e.inquiry_id = i.id AND e.at >= ?1)
                  AND i.id NOT IN (SELECT message_id FROM complaints WHERE ended IS NULL AND message_id IS NOT NULL)";
    forget_those(tx, silent, params![moment])
}

/// Requests and messages; `which` speaks of `i`. Photos go with their request.
fn forget_those(tx: &Tx<'_>, which: &str, values: &[&dyn ToSql]) -> db::Result<()> {
    for table in ["quote_requests", "contact_messages"] {
        tx.execute(&format!("DELETE FROM {table} AS i WHERE {which}"), values)?;
    }
    forget_what_was_said_of_nothing(tx)
}

/// What was said about requests and messages that are gone.
pub(super) fn forget_what_was_said_of_nothing(tx: &Tx<'_>) -> db::Result<()> {
    tx.execute(
        "DELETE FROM inquiry_events
         WHERE inquiry_id NOT IN (SELECT id FROM quote_requests UNION ALL SELECT id FROM contact_messages)",
        [],
    )?;
    complaints::forget_texts(tx)
}
