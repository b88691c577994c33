//! Statements on payment attempts, facts and refunds.

use rusqlite::types::{FromSqlError, Type};
use rusqlite::{OptionalExtension, Row};

use super::payment::{Attempt, Outcome, State};
use super::refund::{self, Why};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::{CURRENCY, Cents};
use crate::orders::Order;
use crate::payments::{Provider, VerifiedFact};

/// A refund that waits to be made.
#[derive(Debug, Clone)]
pub(super) struct Refund {
    pub(super) id: String,
    pub(super) order_id: String,
    pub(super) attempt_id: String,
    pub(super) provider: Provider,
    pub(super) provider_ref: String,
    pub(super) amount: Cents,
    pub(super) reason: String,
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

pub(super) fn find_by_ref(conn: &Conn, provider: Provider, provider_ref: &str) -> db::Result<Option<Attempt>> {
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
         WHERE a.state = 'open' AND o.status <> 'pending'",
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
        "INSERT INTO payment_facts (provider, fact_id, attempt_id, kind, amount_in_cents, currency, outcome, received_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute((
        fact.provider().as_str(),
        fact.id(),
        attempt.map(|a| a.id.as_str()),
        fact.kind().as_str(),
        fact.amount(),
        fact.currency(),
        outcome.as_str(),
        now,
    ))?;
    Ok(())
}

pub(super) fn insert_refund(
    tx: &Tx<'_>,
    id: &str,
    order_id: &str,
    attempt_id: &str,
    amount: Cents,
    why: Why,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO refunds (id, order_id, attempt_id, amount_in_cents, reason, next_try_at, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
    )?
    .execute((id, order_id, attempt_id, amount, why.as_str(), now))?;
    Ok(())
}

/// The paid attempts of an order, oldest first, with what of each is neither back nor on its way.
pub(super) fn refundable(conn: &Conn, order_id: &str) -> db::Result<Vec<(String, Cents)>> {
    let mut rows = conn.prepare_cached(
        "SELECT a.id, a.amount_in_cents - coalesce((SELECT sum(r.amount_in_cents) FROM refunds r
             WHERE r.attempt_id = a.id AND r.state IN ('queued', 'done')), 0)
         FROM payment_attempts a WHERE a.order_id = ?1 AND a.state = 'paid' ORDER BY a.created_at, a.id",
    )?;
    let rows = rows.query_map([order_id], |row| Ok((row.get(0)?, row.get(1)?)))?;
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

pub(super) fn due_refunds(conn: &Conn, now: Timestamp) -> db::Result<Vec<Refund>> {
    let mut statement = conn.prepare_cached(
        "SELECT r.id, r.order_id, r.attempt_id, r.amount_in_cents, r.reason, a.provider, a.provider_ref
         FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id
         WHERE r.state = 'queued' AND r.next_try_at <= ?1 ORDER BY r.next_try_at",
    )?;
    let refunds = statement.query_map([now], |row| {
        Ok(Refund {
            id: row.get("id")?,
            order_id: row.get("order_id")?,
            attempt_id: row.get("attempt_id")?,
            provider: provider(row)?,
            provider_ref: row.get("provider_ref")?,
            amount: row.get("amount_in_cents")?,
            reason: row.get("reason")?,
        })
    })?;
    Ok(refunds.collect::<Result<_, _>>()?)
}

/// queued → done, and the amount onto the attempt. `false` when it was not queued any more.
pub(super) fn set_refunded(tx: &Tx<'_>, refund: &Refund, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE refunds SET state = 'done', attempts = attempts + 1, done_at = ?2 WHERE id = ?1 AND state = 'queued'",
        )?
        .execute((&refund.id, now))?;
    if changed == 1 {
        tx.prepare_cached("UPDATE payment_attempts SET refunded_in_cents = refunded_in_cents + ?2 WHERE id = ?1")?
            .execute((&refund.attempt_id, refund.amount))?;
    }
    Ok(changed == 1)
}

/// To be tried again, later each time: after 1 min, 2 min, 4 min … at most 6 hours.
pub(super) fn try_refund_later(tx: &Tx<'_>, id: &str, error: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE refunds SET attempts = attempts + 1, last_error = ?2,
             next_try_at = ?3 + min(21600000, 60000 << min(attempts, 12)) WHERE id = ?1 AND state = 'queued'",
    )?
    .execute((id, error, now))?;
    Ok(())
}

/// queued → failed: the provider refuses. `false` when it was not queued any more.
pub(super) fn set_refund_failed(tx: &Tx<'_>, id: &str, error: &str) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE refunds SET state = 'failed', attempts = attempts + 1, last_error = ?2
             WHERE id = ?1 AND state = 'queued'",
        )?
        .execute((id, error))?;
    Ok(changed == 1)
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
    Provider::from_name(&name)
        .ok_or_else(|| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(FromSqlError::InvalidType)))
}
