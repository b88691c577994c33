//! Statements on withdrawals and their cases.

pub(super) mod case;

use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row, ToSql, named_params, params};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::unsent::is_proven;
use super::{Receipt, State, Withdrawal};
use crate::clock::Timestamp;
use crate::db::{self, Conditions, Conn, Tx};
use crate::page::Page;

const SELECT: &str = "SELECT w.*, c.state FROM withdrawals w JOIN return_cases c ON c.withdrawal_id = w.id";

/// Made with an address, or about orders by who has shown to be their buyer.
const OF_PERSON: &str =
    "(w.email = :email AND :email <> '' OR w.order_id IN (SELECT value FROM json_each(:orders)) AND w.proof <> 'none')";

/// What goes when who made a statement is forgotten.
const FORGET: &str = "UPDATE withdrawals AS w SET name = '-', contract = '-', email = '', items = '[]', comment = NULL,
    statement = '', salt = NULL, request_key = NULL, request_hash = zeroblob(32), erased_at = :now
    WHERE erased_at IS NULL";

pub(super) fn insert(
    tx: &Tx<'_>,
    made: &Withdrawal,
    salt: &[u8; 32],
    request_key: Option<&str>,
    request_hash: &[u8; 32],
) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO withdrawals (id, received_at, name, contract, email, lang, items, comment, statement, salt, seal,
             order_id, proof, marks, request_key, request_hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
    )?
    .execute(params![
        made.id,
        made.received_at,
        made.name,
        made.contract,
        made.email,
        made.lang,
        json!(made.items),
        made.comment,
        made.statement,
        salt,
        made.seal,
        made.order_id,
        made.proof,
        json!(made.marks),
        request_key,
        request_hash,
    ])?;
    // Whoever types a number and an address puts nothing on hold: a person says whose such a statement is.
    let known = made.order_id.as_deref().filter(|_| is_proven(made.proof));
    case::insert(tx, &made.id, Some(&made.id), known, made.received_at)
}

/// The statement made with this key, and the hash of the request.
pub(super) fn find_by_key(conn: &Conn, email: &str, key: &str) -> db::Result<Option<(Receipt, [u8; 32])>> {
    let sql = "SELECT id, received_at, statement, request_hash FROM withdrawals WHERE email = ?1 AND request_key = ?2";
    let found = conn.prepare_cached(sql)?.query_row((email, key), |row| Ok((receipt(row)?, row.get("request_hash")?)));
    Ok(found.optional()?)
}

/// The same statement, made since a moment.
pub(super) fn find_since(conn: &Conn, email: &str, hash: &[u8; 32], since: Timestamp) -> db::Result<Option<Receipt>> {
    let sql = "SELECT id, received_at, statement FROM withdrawals
               WHERE email = ?1 AND received_at > ?3 AND request_hash = ?2 ORDER BY received_at DESC LIMIT 1";
    Ok(conn.prepare_cached(sql)?.query_row((email, hash, since), receipt).optional()?)
}

fn receipt(row: &Row<'_>) -> rusqlite::Result<Receipt> {
    Ok(Receipt { id: row.get("id")?, received_at: row.get("received_at")?, statement: row.get("statement")? })
}

pub(super) fn count_since(conn: &Conn, email: &str, since: Timestamp) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM withdrawals WHERE email = ?1 AND received_at > ?2";
    Ok(conn.prepare_cached(sql)?.query_row((email, since), |row| row.get(0))?)
}

pub(super) fn list(conn: &Conn, state: Option<State>, page: Page) -> db::Result<(i64, Vec<Withdrawal>)> {
    let mut fits = Conditions::default();
    fits.add("c.state = :state", ":state", state);
    let clause = fits.clause();
    let mut values = fits.values();
    let counted = if fits.is_empty() { "withdrawals" } else { "return_cases c" };
    let also = if fits.is_empty() { "" } else { "AND c.withdrawal_id IS NOT NULL" };
    let count = conn
        .prepare_cached(&format!("SELECT count(*) FROM {counted} {clause} {also}"))?
        .query_row(values.as_slice(), |row| row.get(0))?;
    values.extend([(":limit", &page.limit as &dyn ToSql), (":offset", &page.offset)]);
    let mut rows = conn
        .prepare_cached(&format!("{SELECT} {clause} ORDER BY w.received_at DESC, w.id LIMIT :limit OFFSET :offset"))?;
    let found = rows.query_map(values.as_slice(), read)?;
    Ok((count, found.collect::<Result<_, _>>()?))
}

pub(super) fn find(conn: &Conn, id: &str) -> db::Result<Option<Withdrawal>> {
    Ok(conn.prepare_cached(&format!("{SELECT} WHERE w.id = ?1"))?.query_row([id], read).optional()?)
}

pub(super) fn ids_with_prefix(conn: &Conn, prefix: &str) -> db::Result<Vec<String>> {
    db::ids_with_prefix(conn, "withdrawals", prefix)
}

pub(super) fn count_waiting(conn: &Conn) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM return_cases WHERE state IN ('received', 'goods_back')";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
}

/// Those whose statement is from before a moment, with their goods back or with goods that never left: also of an order that
/// it merely names, for its days run all the same if it is the buyer's.
pub(super) fn count_overdue(conn: &Conn, before: Timestamp) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM return_cases c JOIN withdrawals w ON w.id = c.withdrawal_id
                   LEFT JOIN orders o ON o.id = coalesce(c.order_id, w.order_id)
               WHERE (c.state = 'goods_back' OR c.state = 'received' AND o.status = 'paid') AND w.received_at < ?1";
    Ok(conn.prepare_cached(sql)?.query_row([before], |row| row.get(0))?)
}

pub(super) fn of_person(conn: &Conn, email: &str, orders: &[&str]) -> db::Result<Vec<Withdrawal>> {
    let sql = format!("{SELECT} WHERE {OF_PERSON} ORDER BY w.received_at DESC, w.id");
    let mut rows = conn.prepare_cached(&sql)?;
    let rows = rows.query_map(named_params! { ":email": email, ":orders": json!(orders) }, read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn forget_person(tx: &Tx<'_>, email: &str, orders: &[&str], now: Timestamp) -> db::Result<()> {
    let sql = format!("{FORGET} AND received_at <= :now AND {OF_PERSON}");
    let values = named_params! { ":email": email, ":orders": json!(orders), ":now": now };
    tx.prepare_cached(&sql)?.execute(values)?;
    forget_words(tx)
}

/// What was written in cases whose statement or order has forgotten who is behind it.
fn forget_words(tx: &Tx<'_>) -> db::Result<()> {
    let gone = "SELECT c.id FROM return_cases c LEFT JOIN withdrawals w ON w.id = c.withdrawal_id
                    LEFT JOIN orders o ON o.id = c.order_id
                WHERE w.erased_at IS NOT NULL OR o.name = '-'";
    tx.execute(&format!("UPDATE return_events SET note = NULL WHERE note IS NOT NULL AND case_id IN ({gone})"), [])?;
    tx.execute(
        &format!("UPDATE return_lines SET note = '-' WHERE note IS NOT NULL AND note <> '-' AND case_id IN ({gone})"),
        [],
    )?;
    Ok(())
}

pub(super) fn forget_old(tx: &Tx<'_>, before: Timestamp, now: Timestamp) -> db::Result<()> {
    let sql = format!(
        "{FORGET} AND coalesce((SELECT o.name = '-' FROM orders o WHERE o.id = w.order_id AND w.proof <> 'none'),
                               received_at < :before)"
    );
    tx.prepare_cached(&sql)?.execute(named_params! { ":before": before, ":now": now })?;
    forget_words(tx)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Withdrawal> {
    Ok(Withdrawal {
        id: row.get("id")?,
        received_at: row.get("received_at")?,
        name: row.get("name")?,
        contract: row.get("contract")?,
        email: row.get("email")?,
        lang: row.get("lang")?,
        items: list_in(row, "items")?,
        comment: row.get("comment")?,
        statement: row.get("statement")?,
        seal: row.get("seal")?,
        order_id: row.get("order_id")?,
        proof: row.get("proof")?,
        marks: list_in(row, "marks")?,
        state: row.get("state")?,
    })
}

fn list_in<T: DeserializeOwned>(row: &Row<'_>, column: &'static str) -> rusqlite::Result<Vec<T>> {
    let list: Value = row.get(column)?;
    serde_json::from_value(list).map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, error.into()))
}
