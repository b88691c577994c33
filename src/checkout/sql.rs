//! Statements on payment attempts, facts, refunds and disputes.

use rusqlite::types::{FromSqlError, Type};
use rusqlite::{OptionalExtension, Row, params};

use super::fact::{Outcome, Said};
use super::payment::{Attempt, State};
use super::refund::{self, Why};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::{CURRENCY, Cents};
use crate::orders::Order;
use crate::payments::{FactKind, Provider, RefundOrder, VerifiedFact};

/// A refund that waits to be made.
#[derive(Debug, Clone)]
pub(super) struct Refund {
    pub(super) id: String,
    pub(super) order_id: String,
    pub(super) attempt_id: String,
    pub(super) provider: Provider,
    pub(super) provider_ref: String,
    pub(super) payment_ref: Option<String>,
    pub(super) amount: Cents,
    pub(super) reason: String,
    /// The provider has it, but has not settled it.
    pub(super) is_sent: bool,
    /// It was given up or refused.
    pub(super) has_failed: bool,
    pub(super) tries: i64,
}

impl Refund {
    /// As the provider is asked for it.
    pub(super) fn order(&self) -> RefundOrder {
        RefundOrder {
            id: self.id.clone(),
            provider_ref: self.provider_ref.clone(),
            payment_ref: self.payment_ref.clone(),
            amount: self.amount,
            tried_before: self.tries > 0,
        }
    }
}

pub(super) fn insert_attempt(tx: &Tx<'_>, attempt: &Attempt, order: &Order, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO payment_attempts (id, order_id, provider, amount_in_cents, currency, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute((
        &attempt.id,
        &order.id,
        attempt.provider.as_str(),
        attempt.amount,
        CURRENCY,
        now,
        attempt.expires_at,
    ))?;
    Ok(())
}

/// created → open, with the page's address. `false` when the attempt is not in `created` any more.
pub(super) fn set_open(tx: &Tx<'_>, attempt_id: &str, provider_ref: &str, url: &str) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE payment_attempts SET state = 'open', provider_ref = ?2, url = ?3 WHERE id = ?1 AND state = 'created'",
        )?
        .execute((attempt_id, provider_ref, url))?;
    Ok(changed == 1)
}

/// Money counts whatever we believed of the attempt. `false` when it was paid before.
pub(super) fn set_paid(tx: &Tx<'_>, attempt_id: &str) -> db::Result<bool> {
    let changed = tx
        .prepare_cached("UPDATE payment_attempts SET state = 'paid', url = NULL WHERE id = ?1 AND state <> 'paid'")?
        .execute([attempt_id])?;
    Ok(changed == 1)
}

/// What the provider calls the money, once it is there. `false` when that was known.
pub(super) fn set_payment_ref(tx: &Tx<'_>, attempt_id: &str, payment: &str) -> db::Result<bool> {
    let changed = tx
        .prepare_cached("UPDATE payment_attempts SET payment_ref = ?2 WHERE id = ?1 AND payment_ref IS NULL")?
        .execute((attempt_id, payment))?;
    Ok(changed == 1)
}

/// created or open → failed or expired. `false` when it had ended before.
pub(super) fn set_ended(tx: &Tx<'_>, attempt_id: &str, state: State) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE payment_attempts SET state = ?2, url = NULL WHERE id = ?1 AND state IN ('created', 'open')",
        )?
        .execute((attempt_id, state.as_str()))?;
    Ok(changed == 1)
}

/// Attempts whose page was never opened, of an order that wants no more payment.
pub(super) fn end_unopened(tx: &Tx<'_>, order_id: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE payment_attempts SET state = 'expired' WHERE order_id = ?1 AND state = 'created'")?
        .execute([order_id])?;
    Ok(())
}

/// The attempt a fact speaks of, by the provider's own ids alone.
pub(super) fn find_of_fact(conn: &Conn, fact: &VerifiedFact) -> db::Result<Option<Attempt>> {
    match (fact.session(), fact.payment()) {
        (Some(session), _) => find_by_ref(conn, fact.provider(), session),
        (None, Some(payment)) => Ok(conn
            .prepare_cached("SELECT * FROM payment_attempts WHERE provider = ?1 AND payment_ref = ?2")?
            .query_row((fact.provider().as_str(), payment), read)
            .optional()?),
        (None, None) => Ok(None),
    }
}

/// The attempt of a session, whoever provides it.
pub(super) fn find_by_session(conn: &Conn, session: &str) -> db::Result<Option<Attempt>> {
    for provider in Provider::ALL {
        if let Some(attempt) = find_by_ref(conn, provider, session)? {
            return Ok(Some(attempt));
        }
    }
    Ok(None)
}

fn find_by_ref(conn: &Conn, provider: Provider, provider_ref: &str) -> db::Result<Option<Attempt>> {
    Ok(conn
        .prepare_cached("SELECT * FROM payment_attempts WHERE provider = ?1 AND provider_ref = ?2")?
        .query_row((provider.as_str(), provider_ref), read)
        .optional()?)
}

/// The attempts of an order that have not ended, the newest first.
pub(super) fn live_of(conn: &Conn, order_id: &str) -> db::Result<Vec<Attempt>> {
    let mut statement = conn.prepare_cached(
        "SELECT * FROM payment_attempts WHERE order_id = ?1 AND state IN ('created', 'open') ORDER BY created_at DESC",
    )?;
    let attempts = statement.query_map([order_id], read)?;
    Ok(attempts.collect::<Result<_, _>>()?)
}

/// Open attempts of orders that want no payment any more.
pub(super) fn open_unwanted(conn: &Conn) -> db::Result<Vec<Attempt>> {
    let mut statement = conn.prepare_cached(
        "SELECT a.* FROM payment_attempts a JOIN orders o ON o.id = a.order_id
         WHERE a.state = 'open' AND o.status <> 'pending' AND NOT EXISTS (
             SELECT 1 FROM payment_facts f WHERE f.attempt_id = a.id AND f.outcome = 'differs')",
    )?;
    let attempts = statement.query_map([], read)?;
    Ok(attempts.collect::<Result<_, _>>()?)
}

/// Open attempts made before a moment, and whether their order still waits for a payment.
pub(super) fn open_before(conn: &Conn, before: Timestamp) -> db::Result<Vec<(Attempt, bool)>> {
    let mut statement = conn.prepare_cached(
        "SELECT a.*, o.status = 'pending' AS wanted FROM payment_attempts a JOIN orders o ON o.id = a.order_id
         WHERE a.state = 'open' AND a.created_at <= ?1 ORDER BY a.created_at",
    )?;
    let attempts = statement.query_map([before], |row| Ok((read(row)?, row.get("wanted")?)))?;
    Ok(attempts.collect::<Result<_, _>>()?)
}

/// Pending orders without a mark for a person that have an open page whose time was over at a moment.
pub(super) fn unknown_since(conn: &Conn, moment: Timestamp) -> db::Result<Vec<String>> {
    let mut statement = conn.prepare_cached(
        "SELECT DISTINCT o.id FROM payment_attempts a JOIN orders o ON o.id = a.order_id
         WHERE a.state = 'open' AND a.expires_at <= ?1 AND o.status = 'pending' AND o.attention IS NULL",
    )?;
    let ids = statement.query_map([moment], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Orders with a refund that was asked for before a moment and that the provider has neither made nor refused.
pub(super) fn unreturned_since(conn: &Conn, moment: Timestamp) -> db::Result<Vec<String>> {
    let mut statement = conn.prepare_cached(
        "SELECT DISTINCT order_id FROM refunds WHERE state IN ('queued', 'sent') AND created_at <= ?1",
    )?;
    let ids = statement.query_map([moment], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Whether something came in for an order, or may have: a payment, one that differs, or a page that is open still.
pub(super) fn may_be_charged(conn: &Conn, order_id: &str) -> db::Result<bool> {
    Ok(conn
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.order_id = ?1 AND (a.state IN ('open', 'paid')
                 OR EXISTS (SELECT 1 FROM payment_facts f WHERE f.attempt_id = a.id AND f.outcome = 'differs')))",
        )?
        .query_row([order_id], |row| row.get(0))?)
}

pub(super) fn knows_fact(conn: &Conn, fact: &VerifiedFact) -> db::Result<bool> {
    Ok(conn
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM payment_facts WHERE provider = ?1 AND fact_id = ?2)")?
        .query_row((fact.provider().as_str(), fact.id()), |row| row.get(0))?)
}

pub(super) fn insert_fact(
    tx: &Tx<'_>,
    fact: &VerifiedFact,
    attempt: Option<&Attempt>,
    outcome: Outcome,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO payment_facts (provider, fact_id, attempt_id, kind, session, payment, reference, amount_in_cents,
             currency, odd, outcome, raw_sha256, received_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?
    .execute(params![
        fact.provider().as_str(),
        fact.id(),
        attempt.map(|a| a.id.as_str()),
        fact.kind().as_str(),
        fact.session(),
        fact.payment(),
        fact.reference(),
        fact.amount(),
        fact.currency(),
        fact.odd(),
        outcome.as_str(),
        fact.raw(),
        now,
    ])?;
    Ok(())
}

/// What was said of a payment while nobody knew whose it is, oldest first.
pub(super) fn waiting_facts(conn: &Conn, provider: Provider, payment: &str) -> db::Result<Vec<Said>> {
    let mut rows = conn.prepare_cached(
        "SELECT * FROM payment_facts WHERE provider = ?1 AND payment = ?2 AND attempt_id IS NULL AND session IS NULL
         AND odd IS NULL ORDER BY id",
    )?;
    let rows = rows.query_map((provider.as_str(), payment), |row| {
        let kind: String = row.get("kind")?;
        Ok(Said {
            kind: FactKind::from_name(&kind).ok_or_else(unreadable)?,
            reference: row.get("reference")?,
            amount: row.get("amount_in_cents")?,
            currency: row.get("currency")?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A dispute as it stands: begun, or ended for good. `false` when that was known.
pub(super) fn set_dispute(
    tx: &Tx<'_>,
    attempt: &Attempt,
    id: &str,
    held: Cents,
    state: &str,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "INSERT INTO disputes (provider, id, attempt_id, amount_in_cents, state, created_at, closed_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, iif(?5 = 'open', NULL, ?6))
             ON CONFLICT DO UPDATE SET state = excluded.state, closed_at = excluded.closed_at
             WHERE state = 'open' AND excluded.state <> 'open'",
        )?
        .execute((attempt.provider.as_str(), id, &attempt.id, held, state, now))?;
    Ok(changed == 1)
}

/// A refund that is to be made.
pub(super) fn insert_refund(
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
pub(super) fn find_refund(conn: &Conn, id: &str) -> db::Result<Option<Refund>> {
    Ok(conn.prepare_cached(&format!("{REFUNDS} WHERE r.id = ?1"))?.query_row([id], read_refund).optional()?)
}

/// What of an attempt's payment is not back.
pub(super) fn unrefunded(conn: &Conn, attempt_id: &str) -> db::Result<Cents> {
    Ok(conn
        .prepare_cached("SELECT amount_in_cents - refunded_in_cents FROM payment_attempts WHERE id = ?1")?
        .query_row([attempt_id], |row| row.get(0))?)
}

/// The paid attempts of an order, oldest first, with what of each is neither back, nor on its way, nor disputed.
pub(super) fn refundable(conn: &Conn, order_id: &str) -> db::Result<Vec<(Attempt, Cents)>> {
    let mut rows = conn.prepare_cached(
        "SELECT a.*, max(0, a.amount_in_cents
             - coalesce((SELECT sum(r.amount_in_cents) FROM refunds r
                 WHERE r.attempt_id = a.id AND r.state IN ('queued', 'sent', 'done')), 0)
             - coalesce((SELECT sum(d.amount_in_cents) FROM disputes d
                 WHERE d.attempt_id = a.id AND d.state IN ('open', 'lost')), 0)) AS left_in_cents
         FROM payment_attempts a WHERE a.order_id = ?1 AND a.state = 'paid' ORDER BY a.created_at, a.id",
    )?;
    let rows = rows.query_map([order_id], |row| Ok((read(row)?, row.get("left_in_cents")?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn asked_since(conn: &Conn, order_id: &str, amount: Cents, since: Timestamp) -> db::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM refunds
                   WHERE attempt_id IN (SELECT id FROM payment_attempts WHERE order_id = ?1)
                     AND reason = 'owner' AND state <> 'failed' AND created_at > ?3
                   GROUP BY created_at HAVING sum(amount_in_cents) = ?2)";
    Ok(conn.prepare_cached(sql)?.query_row((order_id, amount, since), |row| row.get(0))?)
}

pub(super) fn refunds_of(conn: &Conn, order_id: &str) -> db::Result<Vec<refund::Refund>> {
    let mut rows = conn.prepare_cached(
        "SELECT r.* FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id WHERE a.order_id = ?1
         ORDER BY r.created_at, r.id",
    )?;
    let rows = rows.query_map([order_id], |row| {
        Ok(refund::Refund {
            id: row.get("id")?,
            amount: row.get("amount_in_cents")?,
            reason: row.get("reason")?,
            state: row.get("state")?,
            last_error: row.get("last_error")?,
            created_at: row.get("created_at")?,
            done_at: row.get("done_at")?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn payments_of(conn: &Conn, order_id: &str) -> db::Result<Vec<refund::Payment>> {
    let mut rows = conn.prepare_cached("SELECT * FROM payment_attempts WHERE order_id = ?1 ORDER BY created_at, id")?;
    let rows = rows.query_map([order_id], |row| {
        Ok(refund::Payment {
            id: row.get("id")?,
            provider: row.get("provider")?,
            provider_ref: row.get("provider_ref")?,
            amount: row.get("amount_in_cents")?,
            refunded: row.get("refunded_in_cents")?,
            state: row.get("state")?,
            created_at: row.get("created_at")?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The refunds to be made, or to be asked about, those that wait longest first.
pub(super) fn due_refunds(conn: &Conn, now: Timestamp) -> db::Result<Vec<Refund>> {
    let sql = format!("{REFUNDS} WHERE r.state IN ('queued', 'sent') AND r.next_try_at <= ?1 ORDER BY r.next_try_at");
    let mut statement = conn.prepare_cached(&sql)?;
    let refunds = statement.query_map([now], read_refund)?;
    Ok(refunds.collect::<Result<_, _>>()?)
}

/// Before each call; the next is later each time: after 1 min, 2 min, 4 min … at most 6 hours.
pub(super) fn count_refund_try(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE refunds SET attempts = attempts + 1, next_try_at = ?2 + min(21600000, 60000 << min(attempts, 12))
         WHERE id = ?1 AND state IN ('queued', 'sent')",
    )?
    .execute((id, now))?;
    Ok(())
}

/// queued → sent: the provider has it.
pub(super) fn set_refund_sent(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE refunds SET state = 'sent', last_error = NULL WHERE id = ?1 AND state = 'queued'")?
        .execute([id])?;
    Ok(())
}

/// Done, or failed by the provider's own later word: nothing that is said of it changes it any more.
pub(super) fn is_final(conn: &Conn, id: &str) -> db::Result<bool> {
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
pub(super) fn set_refunded(tx: &Tx<'_>, refund: &Refund, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE refunds SET state = 'done', last_error = NULL, done_at = ?2 WHERE id = ?1")?
        .execute((&refund.id, now))?;
    add_refunded(tx, refund, refund.amount)
}

/// What went wrong with the last call.
pub(super) fn set_refund_error(tx: &Tx<'_>, id: &str, error: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE refunds SET last_error = ?2 WHERE id = ?1 AND state IN ('queued', 'sent')")?
        .execute((id, error))?;
    Ok(())
}

/// queued, sent or even done → failed, and the amount off the attempt if it was on it. `false` when it had failed.
pub(super) fn set_refund_failed(tx: &Tx<'_>, refund: &Refund, error: &str) -> db::Result<bool> {
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
    Ok(changed == 1)
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
        is_sent: row.get_ref("state")?.as_str()? == "sent",
        has_failed: row.get_ref("state")?.as_str()? == "failed",
        tries: row.get("attempts")?,
    })
}

fn read(row: &Row<'_>) -> rusqlite::Result<Attempt> {
    Ok(Attempt {
        id: row.get("id")?,
        order_id: row.get("order_id")?,
        provider: provider(row)?,
        provider_ref: row.get("provider_ref")?,
        amount: row.get("amount_in_cents")?,
        currency: row.get("currency")?,
        state: State::from_name(row.get_ref("state")?.as_str()?),
        url: row.get("url")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
    })
}

fn provider(row: &Row<'_>) -> rusqlite::Result<Provider> {
    let name: String = row.get("provider")?;
    Provider::from_name(&name).ok_or_else(unreadable)
}

fn unreadable() -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(FromSqlError::InvalidType))
}
