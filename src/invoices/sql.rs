//! Statements on invoices.

use rusqlite::types::{FromSqlError, Type};
use rusqlite::{OptionalExtension, Row, named_params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Buyer, Invoice, Kind, MoneyBack, Number, Record};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;
use crate::page::Page;

pub(super) const SELECT: &str = "SELECT i.*, r.generated_at, r.previous_hash, r.hashed, r.hash,
        i.type IN ('F2', 'R5') AND EXISTS (SELECT 1 FROM invoices f JOIN invoice_records fr ON fr.number = f.number
            WHERE f.order_id = i.order_id AND f.type = 'F3' AND fr.seq > r.seq) AS is_replaced
    FROM invoices i JOIN invoice_records r ON r.number = i.number";

/// What happened that is to be invoiced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Event {
    Sale,
    Refund(MoneyBack),
    RefundUndone(MoneyBack),
    /// The buyer wants an invoice made out to them.
    Full,
}

impl Event {
    /// As it stands in the database, and the refund it is about.
    const fn parts(&self) -> (&'static str, Option<&MoneyBack>) {
        match self {
            Self::Sale => ("sale", None),
            Self::Refund(back) => ("refund", Some(back)),
            Self::RefundUndone(back) => ("refund_undone", Some(back)),
            Self::Full => ("full", None),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Due {
    pub(super) id: i64,
    pub(super) order_id: String,
    name: String,
    refund: Option<String>,
    /// When it happened.
    pub(super) at: Timestamp,
}

impl Due {
    pub(super) fn event(&self) -> db::Result<Event> {
        let refund = || parsed(self.refund.as_deref().unwrap_or_default());
        Ok(match self.name.as_str() {
            "refund" => Event::Refund(refund()?),
            "refund_undone" => Event::RefundUndone(refund()?),
            "full" => Event::Full,
            // The database's CHECK allows no other name.
            _ => Event::Sale,
        })
    }
}

fn json<T: Serialize>(value: &T) -> db::Result<String> {
    Ok(serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?)
}

pub(super) fn parsed<T: DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, error.into()))
}

pub(super) fn begin_try(tx: &Tx<'_>) -> db::Result<()> {
    Ok(tx.execute_batch("SAVEPOINT invoices")?)
}

pub(super) fn undo_try(tx: &Tx<'_>) -> db::Result<()> {
    Ok(tx.execute_batch("ROLLBACK TO invoices")?)
}

pub(super) fn end_try(tx: &Tx<'_>) -> db::Result<()> {
    Ok(tx.execute_batch("RELEASE invoices")?)
}

pub(super) fn insert_due(tx: &Tx<'_>, order_id: &str, event: &Event, at: Timestamp) -> db::Result<()> {
    let (name, refund) = event.parts();
    tx.prepare_cached("INSERT INTO invoices_due (order_id, event, refund, at) VALUES (?1, ?2, ?3, ?4)")?.execute((
        order_id,
        name,
        refund.map(json).transpose()?,
        at,
    ))?;
    Ok(())
}

/// What is due, the oldest first.
pub(super) fn due(conn: &Conn, limit: i64) -> db::Result<Vec<Due>> {
    let mut rows =
        conn.prepare_cached("SELECT id, order_id, event, refund, at FROM invoices_due ORDER BY id LIMIT ?1")?;
    let rows = rows.query_map([limit], |row| {
        Ok(Due { id: row.get(0)?, order_id: row.get(1)?, name: row.get(2)?, refund: row.get(3)?, at: row.get(4)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn end_due(tx: &Tx<'_>, id: i64) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM invoices_due WHERE id = ?1")?.execute([id])?;
    Ok(())
}

pub(super) fn count_due(conn: &Conn, order_id: Option<&str>) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM invoices_due WHERE ?1 IS NULL OR order_id = ?1";
    Ok(conn.prepare_cached(sql)?.query_row([order_id], |row| row.get(0))?)
}

/// Whether an order is invoiced, or will be.
pub(super) fn is_sold(conn: &Conn, order_id: &str) -> db::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM invoices WHERE order_id = ?1)
               OR EXISTS (SELECT 1 FROM invoices_due WHERE order_id = ?1 AND event = 'sale')";
    Ok(conn.prepare_cached(sql)?.query_row([order_id], |row| row.get(0))?)
}

pub(super) fn set_buyer(tx: &Tx<'_>, order_id: &str, buyer: &Buyer) -> db::Result<()> {
    tx.prepare_cached("INSERT OR REPLACE INTO invoice_buyers (order_id, buyer) VALUES (?1, ?2)")?
        .execute((order_id, json(buyer)?))?;
    Ok(())
}

pub(super) fn buyer_of(conn: &Conn, order_id: &str) -> db::Result<Option<Buyer>> {
    let mut statement = conn.prepare_cached("SELECT buyer FROM invoice_buyers WHERE order_id = ?1")?;
    Ok(statement.query_row([order_id], |row| parsed(&row.get::<_, String>(0)?)).optional()?)
}

pub(super) fn branch(conn: &Conn) -> db::Result<String> {
    Ok(conn.prepare_cached("SELECT branch FROM invoicing")?.query_row([], |row| row.get(0))?)
}

pub(super) fn set_branch(tx: &Tx<'_>, branch: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE invoicing SET branch = ?1")?.execute([branch])?;
    Ok(())
}

pub(super) fn next_place(tx: &Tx<'_>, series: &str, year: i64) -> db::Result<i64> {
    let sql = "SELECT coalesce(max(place), 0) + 1 FROM invoices WHERE series = ?1 AND year = ?2";
    Ok(tx.prepare_cached(sql)?.query_row((series, year), |row| row.get(0))?)
}

/// Of the newest record.
pub(super) fn last_hash(conn: &Conn) -> db::Result<Option<String>> {
    let sql = "SELECT hash FROM invoice_records ORDER BY seq DESC LIMIT 1";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| row.get(0)).optional()?)
}

pub(super) fn insert(tx: &Tx<'_>, invoice: &Invoice) -> db::Result<()> {
    let number = invoice.number.to_string();
    tx.prepare_cached(
        "INSERT INTO invoices (number, series, year, place, type, order_id, refund_id, corrects, replaces, issued_at,
             sold_at, lang, seller, buyer, lines, shares, total_in_cents, tax_in_cents)
         VALUES (:number, :series, :year, :place, :type, :order_id, :refund_id, :corrects, :replaces, :issued_at,
             :sold_at, :lang, :seller, :buyer, :lines, :shares, :total, :tax)",
    )?
    .execute(named_params! {
        ":number": number,
        ":series": invoice.number.series,
        ":year": invoice.number.year,
        ":place": invoice.number.place,
        ":type": invoice.kind.into_str(),
        ":order_id": invoice.order_id,
        ":refund_id": invoice.refund_id,
        ":corrects": invoice.corrects,
        ":replaces": invoice.replaces,
        ":issued_at": invoice.issued_at,
        ":sold_at": invoice.sold_at,
        ":lang": invoice.lang,
        ":seller": json(&invoice.seller)?,
        ":buyer": invoice.buyer.as_ref().map(json).transpose()?,
        ":lines": json(&invoice.lines)?,
        ":shares": json(&invoice.shares)?,
        ":total": invoice.total,
        ":tax": invoice.tax,
    })?;
    let Record { generated_at, previous_hash, hashed, hash } = &invoice.record;
    tx.prepare_cached(
        "INSERT INTO invoice_records (number, generated_at, previous_hash, hashed, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute((number, generated_at, previous_hash, hashed, hash))?;
    Ok(())
}

pub(super) fn of_order(conn: &Conn, order_id: &str) -> db::Result<Vec<Invoice>> {
    let mut rows = conn.prepare_cached(&format!("{SELECT} WHERE i.order_id = ?1 ORDER BY r.seq"))?;
    let rows = rows.query_map([order_id], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn find(conn: &Conn, number: &str) -> db::Result<Option<Invoice>> {
    let mut statement = conn.prepare_cached(&format!("{SELECT} WHERE i.number = ?1"))?;
    Ok(statement.query_row([number], read).optional()?)
}

pub(super) fn count(conn: &Conn) -> db::Result<i64> {
    Ok(conn.prepare_cached("SELECT count(*) FROM invoices")?.query_row([], |row| row.get(0))?)
}

pub(super) fn page(conn: &Conn, page: Page) -> db::Result<Vec<Invoice>> {
    let mut rows = conn.prepare_cached(&format!("{SELECT} ORDER BY r.seq DESC LIMIT ?1 OFFSET ?2"))?;
    let rows = rows.query_map([page.limit, page.offset], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Invoice> {
    let text = |name: &str| row.get::<_, String>(name);
    let kind = text("type")?.parse::<Kind>().map_err(|_| FromSqlError::InvalidType)?;
    let buyer = row.get::<_, Option<String>>("buyer")?;
    Ok(Invoice {
        number: Number { series: text("series")?, year: row.get("year")?, place: row.get("place")? },
        kind,
        order_id: text("order_id")?,
        refund_id: row.get("refund_id")?,
        corrects: row.get("corrects")?,
        replaces: row.get("replaces")?,
        issued_at: row.get("issued_at")?,
        sold_at: row.get("sold_at")?,
        lang: row.get("lang")?,
        seller: parsed(&text("seller")?)?,
        buyer: buyer.as_deref().map(parsed).transpose()?,
        lines: parsed(&text("lines")?)?,
        shares: parsed(&text("shares")?)?,
        total: row.get::<_, Cents>("total_in_cents")?,
        tax: row.get::<_, Cents>("tax_in_cents")?,
        record: Record {
            generated_at: text("generated_at")?,
            previous_hash: row.get("previous_hash")?,
            hashed: text("hashed")?,
            hash: text("hash")?,
        },
        is_replaced: row.get("is_replaced")?,
    })
}

/// Every invoice in the order of the chain.
pub(super) fn each_in_chain(conn: &Conn, mut look: impl FnMut(&Invoice)) -> db::Result<()> {
    let mut statement = conn.prepare(&format!("{SELECT} ORDER BY r.seq"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        look(&read(row)?);
    }
    Ok(())
}
