//! Statements on payment attempts, facts and disputes.

mod refunds;
mod reminders;
mod searches;

use rusqlite::types::{FromSqlError, Type};
use rusqlite::{OptionalExtension, Row, params};

use super::attempt::{Attempt, State};
use super::fact::{Outcome, ProviderEvent};
use super::refund;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;
use crate::payments::{FactKind, Provider, VerifiedFact};
pub(super) use refunds::*;
pub(super) use reminders::*;
pub(super) use searches::*;

pub(super) fn insert_attempt(tx: &Tx<'_>, attempt: &Attempt) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO payment_attempts (id, order_id, provider, amount_in_cents, currency, created_at, expires_at, is_bizum)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute((
        &attempt.id,
        &attempt.order_id,
        attempt.provider.as_str(),
        attempt.amount,
        &attempt.currency,
        attempt.created_at,
        attempt.expires_at,
        attempt.is_bizum,
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

/// The page of an attempt of which none was known, whatever became of it since. `false` when one was.
pub(super) fn set_page(tx: &Tx<'_>, attempt_id: &str, provider_ref: &str) -> db::Result<bool> {
    let changed = tx
        .prepare_cached("UPDATE payment_attempts SET provider_ref = ?2 WHERE id = ?1 AND provider_ref IS NULL")?
        .execute((attempt_id, provider_ref))?;
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

/// The attempt of this id.
pub(super) fn find_attempt(conn: &Conn, id: &str) -> db::Result<Option<Attempt>> {
    Ok(conn.prepare_cached("SELECT * FROM payment_attempts WHERE id = ?1")?.query_row([id], read).optional()?)
}

/// The attempt of a session, whoever provides it.
pub(super) fn find_by_session(conn: &Conn, session: &str) -> db::Result<Option<Attempt>> {
    for provider in Provider::all() {
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

/// Word for word the condition of the index of open attempts, and which of them are meant.
const OPEN: &str = "a.state IN ('created', 'open') AND a.state = 'open'";

/// Open attempts of orders that want no payment any more.
pub(super) fn open_unwanted(conn: &Conn) -> db::Result<Vec<Attempt>> {
    let mut statement = conn.prepare_cached(&format!(
        "SELECT a.* FROM payment_attempts a JOIN orders o ON o.id = a.order_id
         WHERE {OPEN} AND o.status <> 'pending' AND NOT EXISTS (
             SELECT 1 FROM payment_facts f WHERE f.attempt_id = a.id AND f.outcome = 'differs')"
    ))?;
    let attempts = statement.query_map([], read)?;
    Ok(attempts.collect::<Result<_, _>>()?)
}

/// Open attempts made before a moment, and whether their order still waits for a payment.
pub(super) fn open_before(conn: &Conn, before: Timestamp) -> db::Result<Vec<(Attempt, bool)>> {
    let mut statement = conn.prepare_cached(&format!(
        "SELECT a.*, o.status = 'pending' AS wanted FROM payment_attempts a JOIN orders o ON o.id = a.order_id
         WHERE {OPEN} AND a.created_at <= ?1 ORDER BY a.created_at"
    ))?;
    let attempts = statement.query_map([before], |row| Ok((read(row)?, row.get("wanted")?)))?;
    Ok(attempts.collect::<Result<_, _>>()?)
}

/// Pending orders without a mark for a person that have an open page whose time was over at a moment.
pub(super) fn unknown_since(conn: &Conn, moment: Timestamp) -> db::Result<Vec<String>> {
    let mut statement = conn.prepare_cached(&format!(
        "SELECT DISTINCT o.id FROM payment_attempts a JOIN orders o ON o.id = a.order_id
         WHERE {OPEN} AND a.expires_at <= ?1 AND o.status = 'pending' AND o.attention IS NULL"
    ))?;
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
pub(super) fn waiting_facts(conn: &Conn, provider: Provider, payment: &str) -> db::Result<Vec<ProviderEvent>> {
    let mut rows = conn.prepare_cached(
        "SELECT * FROM payment_facts WHERE provider = ?1 AND payment = ?2 AND attempt_id IS NULL AND session IS NULL
         AND odd IS NULL ORDER BY id",
    )?;
    let rows = rows.query_map((provider.as_str(), payment), |row| {
        let kind: String = row.get("kind")?;
        Ok(ProviderEvent {
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

/// Whether a dispute about an order's money has not ended.
pub(super) fn is_disputed(conn: &Conn, order_id: &str) -> db::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM disputes d JOIN payment_attempts a ON a.id = d.attempt_id
                   WHERE a.order_id = ?1 AND d.state = 'open')";
    Ok(conn.prepare_cached(sql)?.query_row([order_id], |row| row.get(0))?)
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
        is_bizum: row.get("is_bizum")?,
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
