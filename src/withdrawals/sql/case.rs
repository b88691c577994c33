//! Statements on cases of goods that come back.

use rusqlite::{OptionalExtension, Row, ToSql};

use crate::clock::Timestamp;
use crate::db::{self, Conditions, Conn, Tx};
use crate::page::Page;
use crate::text;
use crate::withdrawals::{Case, Event, Line, State};

/// A case that has just been opened, by a statement or without one.
pub(in crate::withdrawals) fn insert(
    tx: &Tx<'_>,
    id: &str,
    withdrawal_id: Option<&str>,
    order_id: Option<&str>,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO return_cases (id, withdrawal_id, order_id, opened_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)",
    )?
    .execute((id, withdrawal_id, order_id, now))?;
    Ok(())
}

/// The case of an order that waits for goods or money, where there is one.
pub(in crate::withdrawals) fn open_of_order(conn: &Conn, order_id: &str) -> db::Result<Option<String>> {
    let sql = "SELECT id FROM return_cases WHERE order_id = ?1 AND state IN ('received', 'goods_back')
               ORDER BY opened_at LIMIT 1";
    Ok(conn.prepare_cached(sql)?.query_row([order_id], |row| row.get(0)).optional()?)
}

/// Those that wait for goods or money of a known order.
pub(in crate::withdrawals) fn waiting_with_order(conn: &Conn) -> db::Result<Vec<Case>> {
    let mut rows = conn.prepare_cached(
        "SELECT * FROM return_cases WHERE state IN ('received', 'goods_back') AND order_id IS NOT NULL ORDER BY opened_at",
    )?;
    let found = rows.query_map([], read)?;
    found.map(|case| whole(conn, case?)).collect()
}

/// All there have been of an order, oldest first.
pub(in crate::withdrawals) fn of_order(conn: &Conn, order_id: &str) -> db::Result<Vec<Case>> {
    let mut rows = conn.prepare_cached("SELECT * FROM return_cases WHERE order_id = ?1 ORDER BY opened_at, id")?;
    let found = rows.query_map([order_id], read)?;
    found.map(|case| whole(conn, case?)).collect()
}

pub(in crate::withdrawals) fn set_order(tx: &Tx<'_>, id: &str, order_id: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE return_cases SET order_id = ?2, updated_at = ?3 WHERE id = ?1")?
        .execute((id, order_id, now))?;
    Ok(())
}

pub(in crate::withdrawals) fn set_state(tx: &Tx<'_>, id: &str, state: State, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE return_cases SET state = ?2, updated_at = ?3 WHERE id = ?1")?
        .execute((id, state, now))?;
    Ok(())
}

pub(in crate::withdrawals) fn set_lines(tx: &Tx<'_>, id: &str, lines: &[Line]) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM return_lines WHERE case_id = ?1")?.execute([id])?;
    let mut insert = tx.prepare_cached(
        "INSERT INTO return_lines (case_id, item_id, quantity, restock, loss_in_cents, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for line in lines {
        insert.execute((id, &line.item_id, line.quantity, line.restock, line.loss, &line.note))?;
    }
    Ok(())
}

pub(in crate::withdrawals) fn insert_event(
    tx: &Tx<'_>,
    id: &str,
    kind: &str,
    by: &str,
    note: Option<&str>,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO return_events (case_id, kind, by_whom, note, at) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute((id, kind, by, note, now))?;
    Ok(())
}

pub(in crate::withdrawals) fn find(conn: &Conn, id: &str) -> db::Result<Option<Case>> {
    let found = conn.prepare_cached("SELECT * FROM return_cases WHERE id = ?1")?.query_row([id], read).optional()?;
    found.map(|case| whole(conn, case)).transpose()
}

pub(in crate::withdrawals) fn list(
    conn: &Conn,
    state: Option<State>,
    q: Option<&str>,
    page: Page,
) -> db::Result<(i64, Vec<Case>)> {
    let mut fits = Conditions::default();
    fits.add("state = :state", ":state", state);
    fits.add(
        "(EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = withdrawal_id AND holds(:q, w.name, w.email, w.contract))
          OR EXISTS (SELECT 1 FROM orders o WHERE o.id = order_id
                     AND holds(:q, o.name, o.email, printf('%d-%04d', o.year, o.number))))",
        ":q",
        q.map(text::folded),
    );
    let clause = fits.clause();
    let mut values = fits.values();
    let count = conn
        .prepare_cached(&format!("SELECT count(*) FROM return_cases {clause}"))?
        .query_row(values.as_slice(), |row| row.get(0))?;
    values.extend([(":limit", &page.limit as &dyn ToSql), (":offset", &page.offset)]);
    let mut rows = conn.prepare_cached(&format!(
        "SELECT * FROM return_cases {clause} ORDER BY opened_at DESC, id LIMIT :limit OFFSET :offset"
    ))?;
    let found = rows.query_map(values.as_slice(), read)?;
    let cases = found.map(|case| whole(conn, case?)).collect::<db::Result<_>>()?;
    Ok((count, cases))
}

fn whole(conn: &Conn, mut case: Case) -> db::Result<Case> {
    let mut lines = conn.prepare_cached(
        "SELECT l.* FROM return_lines l JOIN order_items i ON i.id = l.item_id WHERE case_id = ?1 ORDER BY i.position",
    )?;
    let lines = lines.query_map([&case.id], |row| {
        Ok(Line {
            item_id: row.get("item_id")?,
            quantity: row.get("quantity")?,
            restock: row.get("restock")?,
            loss: row.get("loss_in_cents")?,
            note: row.get("note")?,
        })
    })?;
    case.lines = lines.collect::<Result<_, _>>()?;
    let mut events =
        conn.prepare_cached("SELECT kind, by_whom, note, at FROM return_events WHERE case_id = ?1 ORDER BY id")?;
    let events = events.query_map([&case.id], |row| {
        Ok(Event { kind: row.get(0)?, by: row.get(1)?, note: row.get(2)?, at: row.get(3)? })
    })?;
    case.events = events.collect::<Result<_, _>>()?;
    Ok(case)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Case> {
    let withdrawal_id: Option<String> = row.get("withdrawal_id")?;
    Ok(Case {
        id: row.get("id")?,
        is_granted: withdrawal_id.is_none(),
        order_id: row.get("order_id")?,
        state: row.get("state")?,
        opened_at: row.get("opened_at")?,
        lines: Vec::new(),
        events: Vec::new(),
    })
}
