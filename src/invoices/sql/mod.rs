//! Statements on invoices.

mod returned;
pub(super) mod sending;

use rusqlite::types::{FromSqlError, Type};
use rusqlite::{OptionalExtension, Row, named_params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::told::Link;
use super::{Buyer, Fate, Hold, Invoice, Kind, MoneyBack, Number, Record, Seller, Standing, TAX_ID_ABOVE, day};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;
use crate::page::Page;
use crate::tax_agency::Mode;
use crate::tax_agency::options::Producer;
pub(super) use returned::{count_uninvoiced, has_refunds, money_back};

pub(super) const SELECT: &str =
    "SELECT i.*, r.chain, r.generated_at, r.previous_hash, r.hashed, r.hash, r.content, r.is_recovered,
        s.state, s.code, s.message,
        i.type IN ('F2', 'R5') AND EXISTS (SELECT 1 FROM invoices f
            JOIN invoice_records fr ON fr.number = f.number AND fr.kind = 'issue'
            WHERE f.order_id = i.order_id AND f.type = 'F3' AND fr.seq > r.seq
                AND NOT EXISTS (SELECT 1 FROM invoices_annulled a WHERE a.number = f.number)) AS is_replaced,
        EXISTS (SELECT 1 FROM invoices_annulled a WHERE a.number = i.number) AS is_annulled
    FROM invoices i JOIN invoice_records r ON r.number = i.number AND r.kind = 'issue'
    LEFT JOIN invoice_sendings s ON s.seq = (SELECT max(n.seq) FROM invoice_records n WHERE n.number = i.number)";

/// How long the first record of all waits for others to be sent with it.
const FIRST_WAIT_SECONDS: i64 = 60;

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
    /// Of a payment to the sandbox.
    pub(super) is_trial: bool,
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

pub(super) fn insert_due(tx: &Tx<'_>, order_id: &str, event: &Event, is_trial: bool, at: Timestamp) -> db::Result<()> {
    let (name, refund) = event.parts();
    let sql = "INSERT INTO invoices_due (order_id, event, refund, at, is_trial) VALUES (?1, ?2, ?3, ?4, ?5)";
    tx.prepare_cached(sql)?.execute((order_id, name, refund.map(json).transpose()?, at, is_trial))?;
    Ok(())
}

/// What is due as `w`: a sale of more than `:above`, so much that the law wants to know to whom, which nobody has said yet. It
/// waits, and so does what follows it.
pub(super) const WITHOUT_BUYER: &str =
    "w.event = 'sale' AND NOT EXISTS (SELECT 1 FROM invoice_buyers b WHERE b.order_id = w.order_id)
    AND (SELECT total_in_cents FROM orders o WHERE o.id = w.order_id) > :above";

/// Orders of which an invoice is to be annulled. The agency may refuse it: until it answers nobody knows which of theirs stand, and
/// all that is due of them waits. What is for an agency that is sent nothing now keeps nobody waiting.
const ANNULLING: &str = "SELECT i.order_id FROM invoice_records r JOIN invoices i ON i.number = r.number
    JOIN invoice_sendings s ON s.seq = r.seq
    WHERE r.kind = 'annulment' AND s.state = 'waiting' AND r.chain = (SELECT mode FROM invoicing)";

/// What is due and need not wait, the oldest first, after one.
pub(super) fn due(conn: &Conn, after: i64, limit: i64) -> db::Result<Vec<Due>> {
    let mut rows = conn.prepare_cached(&format!(
        "SELECT id, order_id, event, refund, at, is_trial FROM invoices_due d
         WHERE id > :after AND NOT EXISTS (SELECT 1 FROM invoices_due w
             WHERE w.order_id = d.order_id AND w.id <= d.id AND {WITHOUT_BUYER})
             AND order_id NOT IN ({ANNULLING})
         ORDER BY id LIMIT :limit"
    ))?;
    let rows = rows.query_map(named_params! { ":after": after, ":limit": limit, ":above": TAX_ID_ABOVE }, |row| {
        Ok(Due {
            id: row.get(0)?,
            order_id: row.get(1)?,
            name: row.get(2)?,
            refund: row.get(3)?,
            at: row.get(4)?,
            is_trial: row.get(5)?,
        })
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

/// Of all or of one order.
pub(super) fn waits_for_buyer(conn: &Conn, order_id: Option<&str>) -> db::Result<bool> {
    let mut statement = conn.prepare_cached(&format!(
        "SELECT EXISTS (SELECT 1 FROM invoices_due w WHERE (:order IS NULL OR w.order_id = :order) AND {WITHOUT_BUYER})"
    ))?;
    Ok(statement.query_row(named_params! { ":order": order_id, ":above": TAX_ID_ABOVE }, |row| row.get(0))?)
}

/// Whether the agency has not answered yet to the annulment of an invoice of an order.
pub(super) fn annulment_waits(conn: &Conn, order_id: &str) -> db::Result<bool> {
    let sql = format!("SELECT ?1 IN ({ANNULLING})");
    Ok(conn.prepare_cached(&sql)?.query_row([order_id], |row| row.get(0))?)
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

/// Nothing where the buyer has been forgotten.
pub(super) fn correct_buyer(tx: &Tx<'_>, order_id: &str, buyer: &Buyer) -> db::Result<()> {
    tx.prepare_cached("UPDATE invoice_buyers SET buyer = ?2 WHERE order_id = ?1")?.execute((order_id, json(buyer)?))?;
    Ok(())
}

pub(super) fn buyer_of(conn: &Conn, order_id: &str) -> db::Result<Option<Buyer>> {
    let mut statement = conn.prepare_cached("SELECT buyer FROM invoice_buyers WHERE order_id = ?1")?;
    Ok(statement.query_row([order_id], |row| parsed(&row.get::<_, String>(0)?)).optional()?)
}

/// How invoices are made now.
#[derive(Debug, Clone)]
pub(super) struct Invoicing {
    /// Added to the names of series.
    pub(super) branch: String,
    pub(super) mode: Mode,
    pub(super) producer: Option<Producer>,
    pub(super) installation: String,
    /// For which tax number the agency was asked last; `None` while it had not to be.
    pub(super) asked_for: Option<String>,
    /// Why nothing is issued or sent before the agency was asked.
    pub(super) hold: Option<Hold>,
}

impl Invoicing {
    /// Whether nothing is issued before the agency was asked; where nothing is sent, nobody is asked.
    pub(super) fn is_held(&self) -> bool {
        self.hold.is_some() && self.mode != Mode::Off
    }

    /// Whether the agency was asked which records it has, but not of this seller, who may have been this shop's before.
    pub(super) fn is_unknown(&self, seller: &Seller) -> bool {
        self.mode != Mode::Off && self.asked_for.as_ref().is_some_and(|nif| *nif != seller.nif)
    }
}

pub(super) fn invoicing(conn: &Conn) -> db::Result<Invoicing> {
    let mut row = conn.prepare_cached("SELECT branch, mode, producer, installation, asked_for, hold FROM invoicing")?;
    Ok(row.query_row([], |row| {
        Ok(Invoicing {
            branch: row.get(0)?,
            mode: row.get(1)?,
            producer: row.get::<_, Option<String>>(2)?.as_deref().map(parsed).transpose()?,
            installation: row.get(3)?,
            asked_for: row.get(4)?,
            hold: row.get(5)?,
        })
    })?)
}

pub(super) fn set_branch(tx: &Tx<'_>, branch: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE invoicing SET branch = ?1")?.execute([branch])?;
    Ok(())
}

pub(super) fn next_place(tx: &Tx<'_>, series: &str, year: i64) -> db::Result<i64> {
    let sql = "SELECT coalesce(max(place), 0) + 1 FROM invoices WHERE series = ?1 AND year = ?2";
    Ok(tx.prepare_cached(sql)?.query_row((series, year), |row| row.get(0))?)
}

/// Whether a record was ever made that annuls an invoice.
pub(super) fn was_annulled(conn: &Conn, number: &str) -> db::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM invoice_records WHERE number = ?1 AND kind = 'annulment')";
    Ok(conn.prepare_cached(sql)?.query_row([number], |row| row.get(0))?)
}

/// The end of a seller's chain, where the next record is linked, and when it was made; `None` before its first.
pub(super) fn chain_end(conn: &Conn, chain: Mode, seller: &Seller) -> db::Result<Option<(Link, Option<Timestamp>)>> {
    let mut last = conn.prepare_cached(
        "SELECT r.seq, i.seller ->> 'nif', r.number, i.issued_at, r.hash, r.generated_at
         FROM invoice_records r JOIN invoices i ON i.number = r.number
         WHERE r.chain = ?1 AND i.seller ->> 'nif' = ?2 AND NOT r.is_recovered ORDER BY r.seq DESC LIMIT 1",
    )?;
    let last = last.query_row((chain, &seller.nif), |row| {
        let (number, date) = (row.get(2)?, day(row.get(3)?));
        let link = Link { issuer: row.get(1)?, number, date, hash: row.get(4)? };
        Ok((row.get::<_, i64>(0)?, link, Timestamp::parse_rfc3339(&row.get::<_, String>(5)?)))
    });
    let last = last.optional()?;
    let mut head = conn.prepare_cached(
        "SELECT issuer, number, date, hash FROM invoice_heads WHERE chain = ?1 AND issuer = ?2 AND after_seq >= ?3
         ORDER BY after_seq DESC LIMIT 1",
    )?;
    let after = last.as_ref().map_or(0, |(seq, ..)| *seq);
    Ok(match head.query_row((chain, &seller.nif, after), link).optional()? {
        Some(head) => Some((head, None)),
        None => last.map(|(_, link, at)| (link, at)),
    })
}

fn link(row: &Row<'_>) -> rusqlite::Result<Link> {
    Ok(Link { issuer: row.get(0)?, number: row.get(1)?, date: row.get(2)?, hash: row.get(3)? })
}

pub(super) fn insert(tx: &Tx<'_>, invoice: &Invoice) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO invoices (number, series, year, place, type, order_id, refund_id, corrects, replaces, issued_at,
             sold_at, lang, seller, buyer, lines, shares, total_in_cents, tax_in_cents, is_trial)
         VALUES (:number, :series, :year, :place, :type, :order_id, :refund_id, :corrects, :replaces, :issued_at,
             :sold_at, :lang, :seller, :buyer, :lines, :shares, :total, :tax, :is_trial)",
    )?
    .execute(named_params! {
        ":number": invoice.number.to_string(),
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
        ":is_trial": invoice.is_trial,
    })?;
    Ok(())
}

/// `kind` is what a record says of its invoice: `issue`, `correction`, `annulment`. One that is sent waits from now on; the
/// first of all for a minute (Orden HAC/1177/2024, art. 16).
pub(super) fn insert_record(
    tx: &Tx<'_>,
    number: &Number,
    kind: &str,
    record: &Record,
    now: Timestamp,
) -> db::Result<()> {
    let Record { chain, generated_at, previous_hash, hashed, hash, content, is_recovered } = record;
    tx.prepare_cached(
        "INSERT INTO invoice_records (number, kind, chain, generated_at, previous_hash, hashed, hash, content, is_recovered)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?
    .execute((number.to_string(), kind, chain, generated_at, previous_hash, hashed, hash, content, is_recovered))?;
    if *chain != Mode::Off {
        tx.prepare_cached("INSERT INTO invoice_sendings (seq) VALUES (last_insert_rowid())")?.execute([])?;
        let sql = "UPDATE invoicing SET next_sending_at = ?1 WHERE next_sending_at IS NULL";
        tx.prepare_cached(sql)?.execute([now.plus_seconds(FIRST_WAIT_SECONDS)])?;
    }
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
    // Which they are says an index; the records themselves are long.
    let mut rows = conn.prepare_cached(&format!(
        "{SELECT} WHERE i.number IN (SELECT number FROM invoice_records INDEXED BY invoice_records_issued WHERE kind = 'issue'
                                     ORDER BY seq DESC LIMIT ?1 OFFSET ?2) ORDER BY r.seq DESC"
    ))?;
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
        record: record(row)?,
        standing: row
            .get::<_, Option<Fate>>("state")?
            .map(|fate| {
                Ok::<_, rusqlite::Error>(Standing { fate, code: row.get("code")?, message: row.get("message")? })
            })
            .transpose()?,
        is_replaced: row.get("is_replaced")?,
        is_annulled: row.get("is_annulled")?,
        is_trial: row.get("is_trial")?,
    })
}

fn record(row: &Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record {
        chain: row.get("chain")?,
        generated_at: row.get("generated_at")?,
        previous_hash: row.get("previous_hash")?,
        hashed: row.get("hashed")?,
        hash: row.get("hash")?,
        content: row.get("content")?,
        is_recovered: row.get("is_recovered")?,
    })
}

/// A record of a chain, and what it says of its invoice.
pub(super) struct Chained {
    pub(super) kind: String,
    pub(super) record: Record,
    /// `None` where it is gone, which it never is.
    pub(super) invoice: Option<Invoice>,
    pub(super) number: String,
    /// Where the chain went on before it, as the agency had it.
    pub(super) head: Option<String>,
}

/// Every record in the order it was made.
pub(super) fn each_in_chain(conn: &Conn, mut look: impl FnMut(&Chained)) -> db::Result<()> {
    let mut invoices = conn.prepare(&format!("{SELECT} WHERE i.number = ?1"))?;
    let mut records = conn.prepare(
        "SELECT r.*, (SELECT h.hash FROM invoice_heads h
            WHERE h.chain = r.chain AND h.issuer = i.seller ->> 'nif' AND h.after_seq < r.seq
                AND NOT EXISTS (SELECT 1 FROM invoice_records b JOIN invoices bi ON bi.number = b.number
                    WHERE b.chain = r.chain AND bi.seller ->> 'nif' = h.issuer AND NOT b.is_recovered
                        AND b.seq > h.after_seq AND b.seq < r.seq)
            ORDER BY h.after_seq DESC LIMIT 1) AS head
         FROM invoice_records r LEFT JOIN invoices i ON i.number = r.number ORDER BY r.seq",
    )?;
    let mut rows = records.query([])?;
    while let Some(row) = rows.next()? {
        let number: String = row.get("number")?;
        let invoice = invoices.query_row([&number], read).optional()?;
        look(&Chained { kind: row.get("kind")?, record: record(row)?, invoice, number, head: row.get("head")? });
    }
    Ok(())
}
