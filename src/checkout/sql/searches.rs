//! Statements on searches for forgotten payments.

use rusqlite::Row;

use super::provider;
use crate::checkout::search::Search;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::payments::{FactKind, Provider, VerifiedFact};

/// Begins one, or again one that is under way or has ended: from the earlier moment if it has not.
pub(in crate::checkout) fn begin_search(
    tx: &Tx<'_>,
    provider: Provider,
    since: Timestamp,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO payment_searches (provider, since, begun_at, next_try_at) VALUES (?1, ?2, ?3, ?3)
         ON CONFLICT DO UPDATE SET since = iif(ended_at IS NULL, min(since, excluded.since), excluded.since),
             begun_at = excluded.begun_at, cursor = NULL, is_unsettled = 0, failures = 0, last_error = NULL,
             next_try_at = excluded.next_try_at, ended_at = NULL, is_by_hand = 0",
    )?
    .execute((provider.as_str(), since, now))?;
    Ok(())
}

pub(in crate::checkout) fn due_searches(conn: &Conn, now: Timestamp) -> db::Result<Vec<Search>> {
    let mut statement = conn.prepare_cached(
        "SELECT * FROM payment_searches WHERE ended_at IS NULL AND next_try_at <= ?1 ORDER BY provider",
    )?;
    let searches = statement.query_map([now], read_search)?;
    Ok(searches.collect::<Result<_, _>>()?)
}

/// Until when the shop stood that is put back and whose forgotten payments were not yet looked for to the end of a list:
/// of an older order it cannot be said that nobody paid it.
pub(in crate::checkout) fn unread_since(conn: &Conn) -> db::Result<Option<Timestamp>> {
    let sql = "SELECT max(begun_at) FROM payment_searches
        WHERE ended_at IS NULL AND (cursor IS NOT NULL OR failures > 0 OR next_try_at = begun_at)";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
}

fn read_search(row: &Row<'_>) -> rusqlite::Result<Search> {
    Ok(Search {
        provider: provider(row)?,
        since: row.get("since")?,
        begun_at: row.get("begun_at")?,
        cursor: row.get("cursor")?,
        is_unsettled: row.get("is_unsettled")?,
    })
}

/// How far a reading has come, and when it goes on.
pub(in crate::checkout) fn go_on(
    tx: &Tx<'_>,
    search: &Search,
    cursor: Option<&str>,
    is_unsettled: bool,
    next_try_at: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE payment_searches SET cursor = ?3, is_unsettled = ?4, next_try_at = ?5, failures = 0, last_error = NULL
             WHERE provider = ?1 AND begun_at = ?2 AND ended_at IS NULL",
        )?
        .execute((search.provider.as_str(), search.begun_at, cursor, is_unsettled, next_try_at))?;
    Ok(changed == 1)
}

/// What went wrong with the last page; the next try is later each time: after 1 min, 2 min, 4 min … at most an hour.
/// `cursor` is where it goes on.
pub(in crate::checkout) fn set_search_failed(
    tx: &Tx<'_>,
    search: &Search,
    cursor: Option<&str>,
    error: &str,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE payment_searches SET cursor = ?3, failures = failures + 1, last_error = ?4,
             next_try_at = ?5 + min(3600000, 60000 << min(failures, 6))
         WHERE provider = ?1 AND begun_at = ?2 AND ended_at IS NULL",
    )?
    .execute((search.provider.as_str(), search.begun_at, cursor, error, now))?;
    Ok(())
}

/// `false` when it had ended, or was begun anew.
pub(in crate::checkout) fn end_search(
    tx: &Tx<'_>,
    search: &Search,
    is_by_hand: bool,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE payment_searches SET ended_at = ?3, is_by_hand = ?4, last_error = NULL
             WHERE provider = ?1 AND begun_at = ?2 AND ended_at IS NULL",
        )?
        .execute((search.provider.as_str(), search.begun_at, now, is_by_hand))?;
    Ok(changed == 1)
}

/// Whether something on a provider's list is news: a payment that is not known to be one, or a refund of one that is.
pub(in crate::checkout) fn is_news(conn: &Conn, fact: &VerifiedFact) -> db::Result<bool> {
    if fact.kind() == FactKind::Paid {
        let is_known = "SELECT EXISTS (SELECT 1 FROM payment_attempts WHERE provider = ?1 AND provider_ref = ?2 AND state = 'paid')";
        let known: bool =
            conn.prepare_cached(is_known)?.query_row((fact.provider().as_str(), fact.session()), |row| row.get(0))?;
        return Ok(!known);
    }
    let is_ours = "SELECT EXISTS (SELECT 1 FROM payment_attempts WHERE provider = ?1 AND payment_ref = ?2)";
    Ok(conn.prepare_cached(is_ours)?.query_row((fact.provider().as_str(), fact.payment()), |row| row.get(0))?)
}
