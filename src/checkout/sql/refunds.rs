//! Statements on refunds and what they are for.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension, Row};

use super::{provider, read};
use crate::checkout::attempt::Attempt;
use crate::checkout::given::Given;
use crate::checkout::refund::{self, Line, Method, Why};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;
use crate::payments::{Provider, RefundOrder};

/// A refund that waits to be made.
#[derive(Debug, Clone)]
pub(in crate::checkout) struct Refund {
    pub(in crate::checkout) id: String,
    pub(in crate::checkout) order_id: String,
    pub(in crate::checkout) attempt_id: String,
    pub(in crate::checkout) provider: Provider,
    pub(in crate::checkout) provider_ref: String,
    pub(in crate::checkout) payment_ref: Option<String>,
    pub(in crate::checkout) amount: Cents,
    pub(in crate::checkout) reason: String,
    pub(in crate::checkout) method: Method,
    pub(in crate::checkout) shipping: Cents,
    /// The provider has it, but has not settled it.
    pub(in crate::checkout) is_sent: bool,
    /// It was given up or refused.
    pub(in crate::checkout) has_failed: bool,
    pub(in crate::checkout) is_done: bool,
    pub(in crate::checkout) tries: i64,
}

impl Refund {
    /// As the provider is asked for it.
    pub(in crate::checkout) fn order(&self) -> RefundOrder {
        RefundOrder {
            id: self.id.clone(),
            provider_ref: self.provider_ref.clone(),
            payment_ref: self.payment_ref.clone(),
            amount: self.amount,
            tried_before: self.tries > 0,
        }
    }
}

/// Units of a variant that the refunds of an order name.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::checkout) struct Named {
    /// Of refunds that were made, those that go back into stock.
    pub(in crate::checkout) restocked: i64,
    /// Those that do not.
    pub(in crate::checkout) lost: i64,
}

/// A refund that is to be made.
pub(in crate::checkout) fn insert_refund(
    tx: &Tx<'_>,
    id: &str,
    attempt: &Attempt,
    amount: Cents,
    why: Why,
    now: Timestamp,
) -> db::Result<Refund> {
    tx.prepare_cached(
        "INSERT INTO refunds (id, order_id, attempt_id, amount_in_cents, reason, next_try_at, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
    )?
    .execute((id, &attempt.order_id, &attempt.id, amount, why.as_str(), now))?;
    find_refund(tx, id)?.ok_or_else(|| rusqlite::Error::QueryReturnedNoRows.into())
}

const REFUNDS: &str = "SELECT r.*, a.provider, a.provider_ref, a.payment_ref
    FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id";

/// A refund by its id.
pub(in crate::checkout) fn find_refund(conn: &Conn, id: &str) -> db::Result<Option<Refund>> {
    Ok(conn.prepare_cached(&format!("{REFUNDS} WHERE r.id = ?1"))?.query_row([id], read_refund).optional()?)
}

/// Whether a refund `r` is of another payment than the one that pays its order: for that nothing was sold.
const IS_OF_OTHER: &str = "EXISTS (SELECT 1 FROM payment_facts f JOIN payment_attempts a ON a.id = f.attempt_id
    WHERE a.order_id = r.order_id AND f.outcome = 'order_paid' AND a.id <> r.attempt_id)";

/// Whether a refund is of the payment that pays its order: of others nothing was sold.
pub(in crate::checkout) fn is_of_sale(conn: &Conn, refund: &Refund) -> db::Result<bool> {
    // The word that the order is paid may be written down after what is said of its refunds.
    let sql = format!(
        "SELECT o.paid_at IS NOT NULL AND NOT {IS_OF_OTHER} FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.id = ?1"
    );
    Ok(conn.prepare_cached(&sql)?.query_row([&refund.id], |row| row.get(0))?)
}

/// Every order that was paid and who took the money, in the order of the payments.
pub(in crate::checkout) fn ever_paid(conn: &Conn) -> db::Result<Vec<(String, String)>> {
    let mut rows = conn.prepare_cached(
        "SELECT a.order_id, a.provider FROM payment_facts f JOIN payment_attempts a ON a.id = f.attempt_id
         JOIN orders o ON o.id = a.order_id WHERE f.outcome = 'order_paid' ORDER BY f.received_at, o.year, o.number",
    )?;
    let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What of an attempt's payment is not back.
pub(in crate::checkout) fn unrefunded(conn: &Conn, attempt_id: &str) -> db::Result<Cents> {
    Ok(conn
        .prepare_cached("SELECT amount_in_cents - refunded_in_cents FROM payment_attempts WHERE id = ?1")?
        .query_row([attempt_id], |row| row.get(0))?)
}

/// The paid attempts of an order with what of each is neither back, nor on its way, nor disputed: what came in beyond the
/// order first, for its own payment is invoiced; then the oldest.
pub(in crate::checkout) fn refundable(conn: &Conn, order_id: &str) -> db::Result<Vec<(Attempt, Cents)>> {
    let mut rows = conn.prepare_cached(
        "SELECT a.*, max(0, a.amount_in_cents
             - coalesce((SELECT sum(r.amount_in_cents) FROM refunds r
                 WHERE r.attempt_id = a.id AND r.state IN ('queued', 'sent', 'done')), 0)
             - coalesce((SELECT sum(d.amount_in_cents) FROM disputes d
                 WHERE d.attempt_id = a.id AND d.state IN ('open', 'lost')), 0)) AS left_in_cents
         FROM payment_attempts a WHERE a.order_id = ?1 AND a.state = 'paid'
         ORDER BY EXISTS (SELECT 1 FROM payment_facts f WHERE f.attempt_id = a.id AND f.outcome = 'order_paid'),
                  a.created_at, a.id",
    )?;
    let rows = rows.query_map([order_id], |row| Ok((read(row)?, row.get("left_in_cents")?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What the refund asks for, beside its amount.
pub(in crate::checkout) fn set_request(tx: &Tx<'_>, refund_id: &str, request: &refund::Request<'_>) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE refunds SET method = ?2, shipping_in_cents = ?3, idempotency_key = ?4, request_hash = ?5 WHERE id = ?1",
    )?
    .execute((refund_id, request.method.as_str(), request.shipping, request.key, request.hash))?;
    request.lines.iter().try_for_each(|line| insert_line(tx, refund_id, line))
}

/// More units of a line join those that the refund names of it already.
pub(in crate::checkout) fn insert_line(tx: &Tx<'_>, refund_id: &str, line: &Line) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO refund_lines (refund_id, item_id, quantity, amount_in_cents, restock) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity,
             amount_in_cents = amount_in_cents + excluded.amount_in_cents,
             restocked = coalesce(restocked, restock * quantity) + excluded.restock * excluded.quantity",
    )?
    .execute((refund_id, &line.item_id, line.quantity, line.amount, line.restock))?;
    Ok(())
}

/// The hash of the request that was made of an order with a key.
pub(in crate::checkout) fn request_with_key(conn: &Conn, order_id: &str, key: &str) -> db::Result<Option<Vec<u8>>> {
    let sql = "SELECT request_hash FROM refunds WHERE order_id = ?1 AND idempotency_key = ?2";
    Ok(conn.prepare_cached(sql)?.query_row((order_id, key), |row| row.get(0)).optional()?)
}

pub(in crate::checkout) fn asked_since(
    conn: &Conn,
    order_id: &str,
    hash: [u8; 32],
    since: Timestamp,
) -> db::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM refunds
                   WHERE order_id = ?1 AND request_hash = ?2 AND state <> 'failed' AND created_at > ?3)";
    Ok(conn.prepare_cached(sql)?.query_row((order_id, hash, since), |row| row.get(0))?)
}

/// What of an order's shipping is back or on its way back.
pub(in crate::checkout) fn refunded_shipping(conn: &Conn, order_id: &str) -> db::Result<Cents> {
    let sql = "SELECT coalesce(sum(shipping_in_cents), 0) FROM refunds WHERE order_id = ?1 AND state <> 'failed'";
    Ok(conn.prepare_cached(sql)?.query_row([order_id], |row| row.get(0))?)
}

/// Units of an order that its refunds name, by variant: of those that were made the ones that go back into stock, and of
/// those that have not failed the ones that do not.
pub(in crate::checkout) fn named_units(conn: &Conn, order_id: &str) -> db::Result<BTreeMap<String, Named>> {
    let mut rows = conn.prepare_cached(
        "SELECT i.variant_id,
                sum(iif(r.state = 'done', coalesce(l.restocked, l.restock * l.quantity), 0)) AS restocked,
                sum(l.quantity - coalesce(l.restocked, l.restock * l.quantity)) AS lost
         FROM refund_lines l JOIN refunds r ON r.id = l.refund_id JOIN order_items i ON i.id = l.item_id
         WHERE r.order_id = ?1 AND r.state <> 'failed' GROUP BY i.variant_id",
    )?;
    let rows = rows.query_map([order_id], |row| {
        Ok((row.get("variant_id")?, Named { restocked: row.get("restocked")?, lost: row.get("lost")? }))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(in crate::checkout) fn refunds_of(conn: &Conn, order_id: &str) -> db::Result<Vec<refund::Refund>> {
    let mut rows = conn.prepare_cached("SELECT * FROM refunds WHERE order_id = ?1 ORDER BY created_at, id")?;
    let rows = rows.query_map([order_id], |row| {
        Ok(refund::Refund {
            id: row.get("id")?,
            amount: row.get("amount_in_cents")?,
            shipping: row.get("shipping_in_cents")?,
            method: Method::from_name(row.get_ref("method")?.as_str()?),
            reason: row.get("reason")?,
            state: row.get("state")?,
            last_error: row.get("last_error")?,
            created_at: row.get("created_at")?,
            done_at: row.get("done_at")?,
            lines: Vec::new(),
        })
    })?;
    let mut refunds = rows.collect::<Result<Vec<_>, _>>()?;
    for refund in &mut refunds {
        refund.lines = lines_of(conn, &refund.id)?;
    }
    Ok(refunds)
}

/// What the owner gave back of an order, here or in the provider's own panel, and has not failed; oldest first. The parts of
/// a request that more than one payment serves stand together.
pub(in crate::checkout) fn given_of(conn: &Conn, order_id: &str) -> db::Result<Vec<Part>> {
    let mut rows = conn.prepare_cached(&format!(
        "SELECT r.id, r.idempotency_key, r.created_at, r.amount_in_cents, r.shipping_in_cents, r.request_hash,
                {IS_OF_OTHER} AS is_of_other
         FROM refunds r WHERE r.order_id = ?1 AND r.reason IN ('owner', 'outside') AND r.state <> 'failed'
         ORDER BY r.created_at, r.request_hash, r.id"
    ))?;
    let rows = rows.query_map([order_id], |row| {
        Ok(Part {
            given: Given {
                refund_id: Some(row.get("id")?),
                key: row.get("idempotency_key")?,
                at: row.get("created_at")?,
                plain: Cents::ZERO,
                lines: Vec::new(),
            },
            amount: row.get("amount_in_cents")?,
            shipping: row.get("shipping_in_cents")?,
            request: row.get("request_hash")?,
            is_of_other: row.get("is_of_other")?,
        })
    })?;
    let mut parts = rows.collect::<Result<Vec<_>, _>>()?;
    for part in &mut parts {
        part.given.lines = lines_of(conn, part.given.refund_id.as_deref().unwrap_or_default())?;
    }
    Ok(parts)
}

/// What the buyer's bank took back of the payment that pays an order.
pub(in crate::checkout) fn charged_back(conn: &Conn, order_id: &str) -> db::Result<Vec<Given>> {
    let mut rows = conn.prepare_cached(&format!(
        "SELECT r.amount_in_cents, r.closed_at
         FROM (SELECT a.order_id, d.attempt_id, d.amount_in_cents, d.closed_at
               FROM payment_attempts a JOIN disputes d ON d.attempt_id = a.id
               WHERE a.order_id = ?1 AND d.state = 'lost') r
         WHERE NOT {IS_OF_OTHER}"
    ))?;
    let rows = rows.query_map([order_id], |row| {
        Ok(Given { refund_id: None, key: None, at: row.get(1)?, lines: Vec::new(), plain: row.get(0)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// One payment's part of what the owner asked for.
#[derive(Debug)]
pub(in crate::checkout) struct Part {
    /// Without what of it names nothing.
    pub(in crate::checkout) given: Given,
    pub(in crate::checkout) amount: Cents,
    pub(in crate::checkout) shipping: Cents,
    /// The hash of the request; none of what was made in the provider's own panel.
    pub(in crate::checkout) request: Option<Vec<u8>>,
    /// The payment is not the one that pays the order.
    pub(in crate::checkout) is_of_other: bool,
}

/// How many units of a refund's line go back into stock.
pub(in crate::checkout) fn set_restocked(tx: &Tx<'_>, refund_id: &str, item_id: &str, units: i64) -> db::Result<()> {
    tx.prepare_cached("UPDATE refund_lines SET restocked = ?3 WHERE refund_id = ?1 AND item_id = ?2")?
        .execute((refund_id, item_id, units))?;
    Ok(())
}

/// When each refund that the owner asked for failed, of those that have from a moment on, whenever they were asked for.
pub(in crate::checkout) fn failures(conn: &Conn, order_id: &str, from: Timestamp) -> db::Result<Vec<Timestamp>> {
    let mut rows = conn.prepare_cached(
        "SELECT max(e.at) FROM refunds r
         JOIN order_events e ON e.order_id = r.order_id AND e.kind = 'refund_failed' AND e.detail ->> '$.refund' = r.id
         WHERE r.order_id = ?1 AND r.state = 'failed' AND r.reason IN ('owner', 'outside')
         GROUP BY r.id HAVING max(e.at) >= ?2",
    )?;
    let rows = rows.query_map((order_id, from), |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The orders of which a refund that the owner asked for has failed.
pub(in crate::checkout) fn orders_with_failed(conn: &Conn) -> db::Result<Vec<String>> {
    let sql = "SELECT DISTINCT order_id FROM refunds WHERE state = 'failed' AND reason IN ('owner', 'outside')";
    let mut rows = conn.prepare_cached(sql)?;
    let rows = rows.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// In the order of the order's lines.
pub(in crate::checkout) fn lines_of(conn: &Conn, refund_id: &str) -> db::Result<Vec<Line>> {
    let mut rows = conn.prepare_cached(
        "SELECT l.* FROM refund_lines l JOIN order_items i ON i.id = l.item_id WHERE l.refund_id = ?1 ORDER BY i.position",
    )?;
    let rows = rows.query_map([refund_id], |row| {
        Ok(Line {
            item_id: row.get("item_id")?,
            quantity: row.get("quantity")?,
            amount: row.get("amount_in_cents")?,
            restock: row.get("restock")?,
            restocked: row.get("restocked")?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The refunds to be made, or to be asked about, those that wait longest first. None rests for a day, unless a clock that was
/// ahead said so.
pub(in crate::checkout) fn due_refunds(conn: &Conn, now: Timestamp) -> db::Result<Vec<Refund>> {
    let sql = format!(
        "{REFUNDS} WHERE r.state IN ('queued', 'sent') AND r.method = 'provider'
             AND (r.next_try_at <= ?1 OR r.next_try_at > ?2) ORDER BY r.next_try_at"
    );
    let mut statement = conn.prepare_cached(&sql)?;
    let refunds = statement.query_map((now, now.plus_days(1)), read_refund)?;
    Ok(refunds.collect::<Result<_, _>>()?)
}

/// Before each call; the next is later each time: after 1 min, 2 min, 4 min … at most 6 hours.
pub(in crate::checkout) fn count_refund_try(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE refunds SET attempts = attempts + 1, next_try_at = ?2 + min(21600000, 60000 << min(attempts, 12))
         WHERE id = ?1 AND state IN ('queued', 'sent')",
    )?
    .execute((id, now))?;
    Ok(())
}

/// queued → sent: the provider has it.
pub(in crate::checkout) fn set_refund_sent(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE refunds SET state = 'sent', last_error = NULL WHERE id = ?1 AND state = 'queued'")?
        .execute([id])?;
    Ok(())
}

/// Whether the provider has neither made nor refused it, as far as is known.
pub(in crate::checkout) fn is_waiting(conn: &Conn, id: &str) -> db::Result<bool> {
    let sql = "SELECT state IN ('queued', 'sent') FROM refunds WHERE id = ?1";
    Ok(conn.prepare_cached(sql)?.query_row([id], |row| row.get(0))?)
}

/// Done, or failed by the provider's own later word: nothing that is said of it changes it any more.
pub(in crate::checkout) fn is_final(conn: &Conn, id: &str) -> db::Result<bool> {
    Ok(conn
        .prepare_cached(
            "SELECT state = 'done' OR state = 'failed' AND EXISTS (
                 SELECT 1 FROM payment_facts WHERE kind = 'refund_failed' AND outcome <> 'differs' AND reference = refunds.id)
             FROM refunds WHERE id = ?1",
        )?
        .query_row([id], |row| row.get(0))?)
}

/// → done, and the amount onto the attempt. The caller has made sure that it is not final: one that we gave up, or that
/// was refused at first, may be made after all.
pub(in crate::checkout) fn set_refunded(tx: &Tx<'_>, refund: &Refund, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE refunds SET state = 'done', last_error = NULL, done_at = ?2 WHERE id = ?1")?
        .execute((&refund.id, now))?;
    add_refunded(tx, refund, refund.amount)
}

/// What went wrong with the last call.
pub(in crate::checkout) fn set_refund_error(tx: &Tx<'_>, id: &str, error: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE refunds SET last_error = ?2 WHERE id = ?1 AND state IN ('queued', 'sent')")?
        .execute((id, error))?;
    Ok(())
}

/// queued, sent or even done → failed, and the amount off the attempt if it was on it; whether it was. `None` when it had
/// failed before.
pub(in crate::checkout) fn set_refund_failed(tx: &Tx<'_>, refund: &Refund, error: &str) -> db::Result<Option<bool>> {
    let was_done: bool = tx
        .prepare_cached("SELECT state = 'done' FROM refunds WHERE id = ?1")?
        .query_row([&refund.id], |row| row.get(0))?;
    let changed = tx
        .prepare_cached(
            "UPDATE refunds SET state = 'failed', last_error = ?2, done_at = NULL WHERE id = ?1 AND state <> 'failed'",
        )?
        .execute((&refund.id, error))?;
    if was_done {
        add_refunded(tx, refund, Cents(-refund.amount.0))?;
    }
    Ok((changed == 1).then_some(was_done))
}

fn add_refunded(tx: &Tx<'_>, refund: &Refund, amount: Cents) -> db::Result<()> {
    tx.prepare_cached("UPDATE payment_attempts SET refunded_in_cents = refunded_in_cents + ?2 WHERE id = ?1")?
        .execute((&refund.attempt_id, amount))?;
    Ok(())
}

fn read_refund(row: &Row<'_>) -> rusqlite::Result<Refund> {
    Ok(Refund {
        id: row.get("id")?,
        order_id: row.get("order_id")?,
        attempt_id: row.get("attempt_id")?,
        provider: provider(row)?,
        provider_ref: row.get("provider_ref")?,
        payment_ref: row.get("payment_ref")?,
        amount: row.get("amount_in_cents")?,
        reason: row.get("reason")?,
        method: Method::from_name(row.get_ref("method")?.as_str()?),
        shipping: row.get("shipping_in_cents")?,
        is_sent: row.get_ref("state")?.as_str()? == "sent",
        has_failed: row.get_ref("state")?.as_str()? == "failed",
        is_done: row.get_ref("state")?.as_str()? == "done",
        tries: row.get("attempts")?,
    })
}

/// Orders with a refund that was asked for before a moment and that the provider has neither made nor refused.
pub(in crate::checkout) fn unreturned_since(conn: &Conn, moment: Timestamp) -> db::Result<Vec<String>> {
    let mut statement = conn.prepare_cached(
        "SELECT DISTINCT order_id FROM refunds WHERE state IN ('queued', 'sent') AND created_at <= ?1",
    )?;
    let ids = statement.query_map([moment], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Refunds that wait to be asked for, and since when.
pub(in crate::checkout) fn queued(conn: &Conn) -> db::Result<Vec<(Refund, Timestamp)>> {
    let mut statement =
        conn.prepare_cached(&format!("{REFUNDS} WHERE r.state = 'queued' AND r.method = 'provider'"))?;
    let refunds = statement.query_map([], |row| Ok((read_refund(row)?, row.get("created_at")?)))?;
    Ok(refunds.collect::<Result<_, _>>()?)
}

/// Each refund that waits counts as one that was tried.
pub(in crate::checkout) fn distrust(tx: &Tx<'_>) -> db::Result<()> {
    tx.execute("UPDATE refunds SET attempts = max(attempts, 1) WHERE state = 'queued'", [])?;
    Ok(())
}
