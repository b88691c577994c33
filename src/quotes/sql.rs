//! Statements on requests for a quote and on messages.

use rusqlite::params;

use super::{Contact, ContactMessage, NewQuote, QuoteRequest};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

pub(super) fn insert_quote(tx: &Tx<'_>, id: &str, quote: &NewQuote, now: Timestamp) -> db::Result<()> {
    let contact = &quote.contact;
    tx.prepare_cached(
        "INSERT INTO quote_requests (id, name, email, phone, message, service, town_or_postcode, wanted_when, lang,
             created_at, consent_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
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
    ])?;
    Ok(())
}

pub(super) fn insert_message(tx: &Tx<'_>, id: &str, contact: &Contact, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO contact_messages (id, name, email, message, lang, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute((id, &contact.name, contact.email.as_str(), &contact.message, contact.lang, now))?;
    Ok(())
}

pub(super) fn list_quotes(conn: &Conn) -> db::Result<Vec<QuoteRequest>> {
    let mut rows = conn.prepare_cached("SELECT * FROM quote_requests ORDER BY created_at DESC, id")?;
    let rows = rows.query_map([], |row| {
        Ok(QuoteRequest {
            id: row.get("id")?,
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
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn list_messages(conn: &Conn) -> db::Result<Vec<ContactMessage>> {
    let mut rows = conn.prepare_cached("SELECT * FROM contact_messages ORDER BY created_at DESC, id")?;
    let rows = rows.query_map([], |row| {
        Ok(ContactMessage {
            id: row.get("id")?,
            name: row.get("name")?,
            email: row.get("email")?,
            message: row.get("message")?,
            lang: row.get("lang")?,
            status: row.get("status")?,
            created_at: row.get("created_at")?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
