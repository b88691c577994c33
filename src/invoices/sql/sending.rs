//! Statements on what is sent to the tax agency.

use rusqlite::{OptionalExtension, named_params};

use super::{json, parsed};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::invoices::recovery::Lost;
use crate::invoices::sending::{Batch, Progress, Sent, Settled};
use crate::invoices::told::Link;
use crate::invoices::{Fate, Hold, Seller};
use crate::tax_agency::Mode;
use crate::tax_agency::options::Producer;

/// What was tried in a chain may have been taken, so its agency is asked first.
pub(in crate::invoices) fn begin(tx: &Tx<'_>, mode: Mode, producer: Option<&Producer>) -> db::Result<()> {
    tx.execute(
        "UPDATE invoicing SET mode = ?1, producer = ?2, claimed_until = 0,
            hold = iif(EXISTS (SELECT 1 FROM invoice_sendings s JOIN invoice_records r ON r.seq = s.seq
                WHERE r.chain = ?1 AND s.tries > 0), coalesce(hold, 'start'), hold)",
        (mode, producer.map(json).transpose()?),
    )?;
    Ok(())
}

pub(in crate::invoices) fn hold(tx: &Tx<'_>, why: Hold) -> db::Result<()> {
    tx.execute("UPDATE invoicing SET hold = ?1", [why])?;
    Ok(())
}

pub(in crate::invoices) fn release(tx: &Tx<'_>) -> db::Result<bool> {
    Ok(tx.execute("UPDATE invoicing SET hold = NULL WHERE hold IS NOT NULL", [])? > 0)
}

/// What decides when something is sent.
#[derive(Debug, Clone)]
pub(in crate::invoices) struct Flow {
    pub(in crate::invoices) waiting: i64,
    /// Nothing before; `None` until a first record waits.
    pub(in crate::invoices) next_at: Option<Timestamp>,
    /// Somebody sends a batch until then.
    pub(in crate::invoices) claimed_until: Timestamp,
    /// Tries in a row that failed, and how many of them because the batch was refused as a whole.
    pub(in crate::invoices) failures: i64,
    pub(in crate::invoices) faults: i64,
    pub(in crate::invoices) is_held: bool,
}

/// Waiting records of the chain in use.
const WAITING: &str = "FROM invoice_sendings s JOIN invoice_records r ON r.seq = s.seq
    WHERE s.state = 'waiting' AND r.chain = (SELECT mode FROM invoicing)";

pub(in crate::invoices) fn flow(conn: &Conn) -> db::Result<Flow> {
    let sql = format!(
        "SELECT (SELECT count(*) {WAITING}), next_sending_at, claimed_until, failures, faults, hold IS NOT NULL FROM invoicing"
    );
    Ok(conn.prepare_cached(&sql)?.query_row([], |row| {
        Ok(Flow {
            waiting: row.get(0)?,
            next_at: row.get(1)?,
            claimed_until: row.get(2)?,
            failures: row.get(3)?,
            faults: row.get(4)?,
            is_held: row.get(5)?,
        })
    })?)
}

/// The oldest that wait, of one seller; late is also what was made before a moment.
pub(in crate::invoices) fn batch(conn: &Conn, limit: i64, is_late: bool, late_before: Timestamp) -> db::Result<Batch> {
    let sql = format!(
        "SELECT r.seq, r.number, r.kind = 'annulment', r.content, s.tries, i.seller, r.generated_at {}
         ORDER BY r.seq LIMIT ?1",
        WAITING.replace("WHERE", "JOIN invoices i ON i.number = r.number WHERE")
    );
    let mut rows = conn.prepare_cached(&sql)?;
    let mut rows = rows.query([limit])?;
    let mut batch = Batch { issuer_name: String::new(), issuer_nif: String::new(), is_late, records: Vec::new() };
    while let Some(row) = rows.next()? {
        let seller: Seller = parsed(&row.get::<_, String>(5)?)?;
        if batch.records.is_empty() {
            (batch.issuer_name, batch.issuer_nif) = (seller.name, seller.nif);
            batch.is_late |= Timestamp::parse_rfc3339(&row.get::<_, String>(6)?).is_some_and(|made| made < late_before);
        } else if batch.issuer_nif != seller.nif {
            break;
        }
        batch.records.push(Sent {
            seq: row.get(0)?,
            number: row.get(1)?,
            is_annulment: row.get(2)?,
            content: row.get::<_, Option<String>>(3)?.unwrap_or_default(),
            tries: row.get(4)?,
        });
    }
    Ok(batch)
}

pub(in crate::invoices) fn claim(tx: &Tx<'_>, records: &[Sent], until: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE invoicing SET claimed_until = ?1")?.execute([until])?;
    let mut tried = tx.prepare_cached("UPDATE invoice_sendings SET tries = tries + 1 WHERE seq = ?1")?;
    for record in records {
        tried.execute([record.seq])?;
    }
    Ok(())
}

pub(in crate::invoices) fn settle(
    tx: &Tx<'_>,
    all: &[Settled],
    receipt: Option<&str>,
    now: Timestamp,
) -> db::Result<()> {
    let mut settled = tx.prepare_cached(
        "UPDATE invoice_sendings SET state = ?2, code = ?3, message = ?4, receipt = ?5, answered_at = ?6
         WHERE seq = ?1 AND (state = 'waiting' OR state = 'rejected' AND ?2 <> 'rejected')",
    )?;
    for Settled { seq, fate, code, message } in all {
        settled.execute((seq, fate, code, message, receipt, now))?;
    }
    Ok(())
}

/// What was asked of a seller is answered.
pub(in crate::invoices) fn asked(tx: &Tx<'_>, seller: &Seller, next_at: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE invoicing SET next_sending_at = ?1, asked_for = ?2, failing_since = NULL, failure = NULL",
    )?
    .execute((next_at, &seller.nif))?;
    Ok(())
}

/// It could not be asked.
pub(in crate::invoices) fn not_asked(tx: &Tx<'_>, error: &str, next_at: Timestamp, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE invoicing SET next_sending_at = ?1, failures = failures + 1,
            failing_since = coalesce(failing_since, ?2), failure = ?3",
    )?
    .execute((next_at, now, error))?;
    Ok(())
}

/// A batch was answered.
pub(in crate::invoices) fn sent(tx: &Tx<'_>, next_at: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE invoicing SET claimed_until = 0, next_sending_at = ?1, failures = 0, faults = 0, failing_since = NULL,
            failure = NULL",
    )?
    .execute([next_at])?;
    Ok(())
}

/// A try failed; `is_fault`: what was sent was refused as a whole.
pub(in crate::invoices) fn failed(
    tx: &Tx<'_>,
    error: &str,
    is_fault: bool,
    next_at: Timestamp,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE invoicing SET claimed_until = 0, next_sending_at = :next, failures = failures + 1,
            faults = iif(:fault, faults + 1, 0), failing_since = coalesce(failing_since, :now), failure = :error",
    )?
    .execute(named_params! { ":next": next_at, ":fault": is_fault, ":now": now, ":error": error })?;
    Ok(())
}

/// What the agency has to be asked.
#[derive(Debug, Clone)]
pub(in crate::invoices) struct Question {
    pub(in crate::invoices) installation: String,
    /// When the first sale was that is known here.
    pub(in crate::invoices) oldest: Option<Timestamp>,
    pub(in crate::invoices) next_at: Option<Timestamp>,
    pub(in crate::invoices) failures: i64,
}

/// `None` where nothing is held.
pub(in crate::invoices) fn question(conn: &Conn) -> db::Result<Option<Question>> {
    let mut row = conn.prepare_cached(
        "SELECT installation, (SELECT min(sold_at) FROM invoices), next_sending_at, failures
         FROM invoicing WHERE hold IS NOT NULL AND mode <> 'off'",
    )?;
    let read = |row: &rusqlite::Row<'_>| {
        Ok(Question { installation: row.get(0)?, oldest: row.get(1)?, next_at: row.get(2)?, failures: row.get(3)? })
    };
    Ok(row.query_row([], read).optional()?)
}

/// Whether a record with this hash is here.
pub(in crate::invoices) fn has(conn: &Conn, hash: &str) -> db::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM invoice_records WHERE hash = ?1)";
    Ok(conn.prepare_cached(sql)?.query_row([hash], |row| row.get(0))?)
}

/// Whether it is, or a chain went on after it.
pub(in crate::invoices) fn knows(conn: &Conn, hash: &str) -> db::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM invoice_records WHERE hash = ?1)
        OR EXISTS (SELECT 1 FROM invoice_heads WHERE hash = ?1)";
    Ok(conn.prepare_cached(sql)?.query_row([hash], |row| row.get(0))?)
}

/// A record was sent once, by the shop that had it then.
pub(in crate::invoices) fn was_sent(tx: &Tx<'_>, hash: &str) -> db::Result<()> {
    let sql = "UPDATE invoice_sendings SET tries = 1 WHERE seq IN (SELECT seq FROM invoice_records WHERE hash = ?1)";
    tx.prepare_cached(sql)?.execute([hash])?;
    Ok(())
}

/// The agency has a record that waits here, or that was set aside.
pub(in crate::invoices) fn was_taken(tx: &Tx<'_>, hash: &str, fate: Fate, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE invoice_sendings SET state = ?2, answered_at = ?3
         WHERE state IN ('waiting', 'rejected') AND seq IN (SELECT seq FROM invoice_records WHERE hash = ?1)",
    )?
    .execute((hash, fate, now))?;
    Ok(())
}

/// The agency has a record of an invoice that is newer than those here: what waits of it is there, too, but no annulment of
/// one that stands there.
pub(in crate::invoices) fn was_followed(
    tx: &Tx<'_>,
    number: &str,
    is_annulled: bool,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE invoice_sendings SET state = 'accepted', answered_at = ?2
         WHERE state = 'waiting'
             AND seq IN (SELECT seq FROM invoice_records WHERE number = ?1 AND (?3 OR kind <> 'annulment'))",
    )?
    .execute((number, now, is_annulled))?;
    Ok(())
}

/// An invoice the agency has and the shop has lost.
pub(in crate::invoices) fn lose(tx: &Tx<'_>, chain: Mode, lost: &Lost, now: Timestamp) -> db::Result<()> {
    let Lost { link, order_id, total, buyer, about, previous_hash, generated_at, fate } = lost;
    tx.prepare_cached(
        "INSERT INTO invoices_lost (number, date, order_id, total, found_at, chain, issuer, hash, previous_hash,
             generated_at, fate, buyer, about)
         SELECT :number, :date, :order_id, :total, :now, :chain, :issuer, :hash, :previous_hash, :generated_at, :fate,
             :buyer, :about
         WHERE NOT EXISTS (SELECT 1 FROM invoices WHERE number = :number)
         ON CONFLICT DO UPDATE SET chain = excluded.chain, issuer = excluded.issuer, hash = excluded.hash,
             previous_hash = excluded.previous_hash, generated_at = excluded.generated_at, fate = excluded.fate,
             buyer = excluded.buyer, about = excluded.about",
    )?
    .execute(named_params! {
        ":number": link.number,
        ":date": link.date,
        ":order_id": order_id,
        ":total": total,
        ":now": now,
        ":chain": chain,
        ":issuer": link.issuer,
        ":hash": link.hash,
        ":previous_hash": previous_hash,
        ":generated_at": generated_at,
        ":fate": fate,
        ":buyer": buyer,
        ":about": about,
    })?;
    Ok(())
}

/// What of an order the agency of a chain has and is not here, annulled invoices left out.
pub(in crate::invoices) fn lost_of_order(conn: &Conn, chain: Mode, order_id: &str) -> db::Result<Vec<Lost>> {
    let mut rows = conn.prepare_cached(
        "SELECT issuer, number, date, hash, total, previous_hash, generated_at, fate, buyer, about FROM invoices_lost
         WHERE order_id = ?1 AND chain = ?2 AND hash IS NOT NULL AND fate IS NOT NULL ORDER BY generated_at",
    )?;
    let rows = rows.query_map((order_id, chain), |row| {
        Ok(Lost {
            link: super::link(row)?,
            order_id: Some(order_id.to_owned()),
            total: row.get(4)?,
            previous_hash: row.get(5)?,
            generated_at: row.get(6)?,
            fate: row.get(7)?,
            buyer: row.get(8)?,
            about: row.get(9)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A lost invoice is here again.
pub(in crate::invoices) fn found_again(tx: &Tx<'_>, number: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM invoices_lost WHERE number = ?1")?.execute([number])?;
    Ok(())
}

/// The chain goes on after a record that only the agency has.
pub(in crate::invoices) fn adopt(tx: &Tx<'_>, chain: Mode, head: &Link, now: Timestamp) -> db::Result<()> {
    tx.execute(
        "INSERT OR REPLACE INTO invoice_heads (chain, after_seq, issuer, number, date, hash, asked_at)
         SELECT ?1, coalesce((SELECT max(seq) FROM invoice_records WHERE chain = ?1), 0), ?2, ?3, ?4, ?5, ?6",
        (chain, &head.issuer, &head.number, &head.date, &head.hash, now),
    )?;
    Ok(())
}

/// How the records of an invoice ended, the newest first.
pub(in crate::invoices) fn fates(conn: &Conn, number: &str) -> db::Result<Vec<Fate>> {
    let mut rows = conn.prepare_cached(
        "SELECT s.state FROM invoice_sendings s JOIN invoice_records r ON r.seq = s.seq WHERE r.number = ?1 ORDER BY s.seq DESC",
    )?;
    let rows = rows.query_map([number], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(in crate::invoices) fn progress(conn: &Conn) -> db::Result<Progress> {
    let newest = "(SELECT count(*) FROM invoice_sendings s JOIN invoice_records r ON r.seq = s.seq
        WHERE s.state = '{}' AND r.chain = n.mode
            AND r.seq = (SELECT max(m.seq) FROM invoice_records m WHERE m.number = r.number))";
    let sql = format!(
        "SELECT (SELECT count(*) {WAITING}), {}, {}, (SELECT count(*) FROM invoices_lost),
            (SELECT coalesce(max(s.seq), 0) FROM invoice_sendings s WHERE s.state IN ('rejected', 'accepted_with_errors')), iif(n.mode = 'off', NULL, hold), failure, failing_since
         FROM invoicing n",
        newest.replace("{}", "rejected"),
        newest.replace("{}", "accepted_with_errors"),
    );
    Ok(conn.prepare_cached(&sql)?.query_row([], |row| {
        Ok(Progress {
            waiting: row.get(0)?,
            rejected: row.get(1)?,
            with_errors: row.get(2)?,
            lost: row.get(3)?,
            newest_wrong: row.get(4)?,
            hold: row.get(5)?,
            failure: row.get(6)?,
            failing_since: row.get(7)?,
        })
    })?)
}
