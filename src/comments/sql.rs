//! Statements on comments. Names and titles are read where they stand, in `profiles` and `products`.

use rusqlite::{OptionalExtension, Row, ToSql, params};

use super::{Buyer, Comment, Filter, Status};
use crate::clock::Timestamp;
use crate::db::{self, Conditions, Conn, Tx};
use crate::lang::Lang;
use crate::text;

/// The columns that [`comment`] reads.
const SELECT: &str = "SELECT c.id, c.item_id, p.title, c.user_id, coalesce(c.signed, nullif(a.name, '')), c.content,
                             c.status, c.reason, c.created_at, c.decided_at, c.order_id, r.stars, c.reply, c.replied_at,
                             EXISTS (
                                 SELECT 1 FROM orders o JOIN order_items i ON i.order_id = o.id
                                 JOIN order_money m ON m.order_id = o.id
                                 WHERE (o.id = c.order_id OR o.user_id = c.user_id) AND i.product_id = c.item_id
                                   AND o.paid_at IS NOT NULL AND NOT m.is_all_returned AND m.received_in_cents >
                                       m.returned_in_cents + m.returning_in_cents + m.lost_in_cents)
                      FROM comments c JOIN products p ON p.id = c.item_id LEFT JOIN profiles a ON a.id = c.user_id
                      LEFT JOIN ratings r ON r.order_id = c.order_id AND r.product_id = c.item_id";

/// What [`Filter`] asks for. The states are written out: an index holds the approved alone.
fn conditions(filter: &Filter) -> Conditions {
    let Filter { status, item_id, search } = filter;
    let mut all = Conditions::default();
    match status {
        None => {}
        Some(Status::Pending) => all.must("c.status = 'pending'"),
        Some(Status::Approved) => all.must("c.status = 'approved'"),
        Some(Status::Rejected) => all.must("c.status = 'rejected'"),
    }
    all.add("c.item_id = :item", ":item", item_id.clone());
    let holds = "holds(:q, c.content, p.title, coalesce(c.signed, a.name))";
    all.add(holds, ":q", search.as_deref().map(text::folded));
    all
}

fn comment(row: &Row<'_>) -> rusqlite::Result<Comment> {
    Ok(Comment {
        id: row.get(0)?,
        item_id: row.get(1)?,
        product_title: row.get(2)?,
        user_id: row.get(3)?,
        author: row.get(4)?,
        content: row.get(5)?,
        status: row.get(6)?,
        reason: row.get(7)?,
        created_at: row.get(8)?,
        decided_at: row.get(9)?,
        order_id: row.get(10)?,
        stars: row.get(11)?,
        reply: row.get(12)?,
        replied_at: row.get(13)?,
        verified: row.get(14)?,
    })
}

/// Whether the product is in the store.
pub(super) fn is_in_store(conn: &Conn, item_id: &str) -> db::Result<bool> {
    let sql = "SELECT 1 FROM products WHERE id = ?1 AND deleted_at IS NULL AND status = 'published' AND is_hidden = 0";
    Ok(conn.prepare_cached(sql)?.exists([item_id])?)
}

/// Whether an order of an account's with the product was paid after a moment, and not all of its money is back.
pub(super) fn has_bought_since(conn: &Conn, user_id: &str, item_id: &str, since: Timestamp) -> db::Result<bool> {
    let sql = "SELECT 1 FROM orders o JOIN order_items i ON i.order_id = o.id JOIN order_money m ON m.order_id = o.id
               WHERE o.user_id = ?1 AND i.product_id = ?2 AND o.paid_at > ?3 AND NOT m.is_all_returned
                 AND m.received_in_cents > m.returned_in_cents + m.returning_in_cents + m.lost_in_cents";
    Ok(conn.prepare_cached(sql)?.exists((user_id, item_id, since))?)
}

pub(super) fn insert(
    tx: &Tx<'_>,
    id: &str,
    item_id: &str,
    user_id: &str,
    content: &str,
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO comments (id, item_id, user_id, content, created_at) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute((id, item_id, user_id, content, now))?;
    Ok(())
}

/// Id, words, and the name they are signed with.
type Written = (String, String, Option<String>);

/// The comment of an order on a product.
pub(super) fn find_of_order(conn: &Conn, order_id: &str, item_id: &str) -> db::Result<Option<Written>> {
    let sql = "SELECT id, content, signed FROM comments WHERE order_id = ?1 AND item_id = ?2";
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    Ok(conn.prepare_cached(sql)?.query_row([order_id, item_id], read).optional()?)
}

pub(super) fn insert_of_order(tx: &Tx<'_>, id: &str, by: &Buyer<'_>, content: &str, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO comments (id, item_id, user_id, content, created_at, order_id, signed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![id, by.item_id, by.user_id, content, now, by.order_id, by.signed])?;
    Ok(())
}

pub(super) fn set_reply(tx: &Tx<'_>, id: &str, reply: Option<&str>, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE comments SET reply = ?2, replied_at = ?3 WHERE id = ?1")?.execute((
        id,
        reply,
        reply.map(|_| now),
    ))?;
    Ok(())
}

/// Whom to tell of an answer: address, language and name. Nobody who was told before, whose address is not confirmed, or
/// whom nobody knows any more.
pub(super) fn take_writer(tx: &Tx<'_>, id: &str, now: Timestamp) -> db::Result<Option<(String, Lang, String)>> {
    let sql = "SELECT iif(u.id IS NOT NULL, iif(u.email_confirmed_at IS NULL, '', u.email), coalesce(o.email, '')),
                      coalesce(u.lang, o.lang), coalesce(a.name, o.name, '')
               FROM comments c LEFT JOIN users u ON u.id = c.user_id LEFT JOIN profiles a ON a.id = c.user_id
               LEFT JOIN orders o ON o.id = c.order_id WHERE c.id = ?1";
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?));
    let writer = tx.prepare_cached(sql)?.query_row([id], read).optional()?;
    let Some(writer) = writer.filter(|(email, ..)| !email.is_empty()) else { return Ok(None) };
    let told = tx
        .prepare_cached("UPDATE comments SET reply_told_at = ?2 WHERE id = ?1 AND reply_told_at IS NULL")?
        .execute((id, now))?;
    Ok((told > 0).then_some(writer))
}

/// The comments that were written with an order, newest first.
pub(super) fn of_order(conn: &Conn, order_id: &str) -> db::Result<Vec<Comment>> {
    let mut rows =
        conn.prepare_cached(&format!("{SELECT} WHERE c.order_id = ?1 ORDER BY c.created_at DESC, c.rowid"))?;
    let rows = rows.query_map([order_id], comment)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn set_account(tx: &Tx<'_>, order_id: &str, user_id: &str) -> db::Result<()> {
    tx.prepare_cached("UPDATE comments SET user_id = ?2 WHERE order_id = ?1 AND user_id IS NULL")?
        .execute([order_id, user_id])?;
    Ok(())
}

pub(super) fn forget_of_nobody(tx: &Tx<'_>) -> db::Result<()> {
    tx.execute(
        "DELETE FROM comments WHERE user_id IS NULL AND order_id IN (SELECT id FROM orders WHERE name = '-' AND email = '')",
        [],
    )?;
    Ok(())
}

/// How many comments of somebody wait.
pub(super) fn count_pending(conn: &Conn, user_id: &str) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM comments WHERE user_id = ?1 AND status = 'pending'";
    Ok(conn.prepare_cached(sql)?.query_row([user_id], |row| row.get(0))?)
}

/// When somebody wrote their `nth` comment from the end, counted from 1.
pub(super) fn nth_last(conn: &Conn, user_id: &str, nth: i64) -> db::Result<Option<Timestamp>> {
    let sql = "SELECT created_at FROM comments WHERE user_id = ?1 ORDER BY created_at DESC LIMIT 1 OFFSET ?2";
    Ok(conn.prepare_cached(sql)?.query_row((user_id, nth - 1), |row| row.get(0)).optional()?)
}

pub(super) fn find(conn: &Conn, id: &str) -> db::Result<Option<Comment>> {
    Ok(conn.prepare_cached(&format!("{SELECT} WHERE c.id = ?1"))?.query_row([id], comment).optional()?)
}

/// How many approved comments a product has, and a page of them, newest first.
pub(super) fn approved(conn: &Conn, item_id: &str, offset: i64, limit: i64) -> db::Result<(i64, Vec<Comment>)> {
    let count = "SELECT count(*) FROM comments c WHERE c.item_id = ?1 AND c.status = 'approved'";
    let count = conn.prepare_cached(count)?.query_row([item_id], |row| row.get(0))?;
    let page = format!(
        "{SELECT} WHERE c.item_id = ?1 AND c.status = 'approved'
         ORDER BY c.created_at DESC, c.rowid DESC LIMIT ?2 OFFSET ?3"
    );
    let mut page = conn.prepare_cached(&page)?;
    let page = page.query_map((item_id, limit, offset), comment)?;
    Ok((count, page.collect::<Result<_, _>>()?))
}

/// How many comments the filter lets through, and a page of them, newest first; a limit of -1 is none.
pub(super) fn list(conn: &Conn, filter: &Filter, offset: i64, limit: i64) -> db::Result<(i64, Vec<Comment>)> {
    let conditions = conditions(filter);
    let clause = conditions.clause();
    let mut values = conditions.values();
    // Names and titles are looked up where they are searched.
    let beside = match filter.search {
        None => "",
        Some(_) => "JOIN products p ON p.id = c.item_id LEFT JOIN profiles a ON a.id = c.user_id",
    };
    let count = format!("SELECT count(*) FROM comments c {beside} {clause}");
    let count = conn.prepare_cached(&count)?.query_row(values.as_slice(), |row| row.get(0))?;
    values.extend([(":limit", &limit as &dyn ToSql), (":offset", &offset)]);
    let page = format!("{SELECT} {clause} ORDER BY c.created_at DESC, c.rowid DESC LIMIT :limit OFFSET :offset");
    let mut page = conn.prepare_cached(&page)?;
    let page = page.query_map(values.as_slice(), comment)?;
    Ok((count, page.collect::<Result<_, _>>()?))
}

pub(super) fn of_user(conn: &Conn, user_id: &str) -> db::Result<Vec<Comment>> {
    let mut rows =
        conn.prepare_cached(&format!("{SELECT} WHERE c.user_id = ?1 ORDER BY c.created_at DESC, c.rowid DESC"))?;
    let rows = rows.query_map([user_id], comment)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// At most two ids that begin with `prefix`.
pub(super) fn ids_with_prefix(conn: &Conn, prefix: &str) -> db::Result<Vec<String>> {
    db::ids_with_prefix(conn, "comments", prefix)
}

pub(super) fn set_status(
    tx: &Tx<'_>,
    id: &str,
    status: Status,
    reason: Option<&str>,
    now: Timestamp,
) -> db::Result<()> {
    let decided_at = (status != Status::Pending).then_some(now);
    tx.prepare_cached("UPDATE comments SET status = ?2, reason = ?3, decided_at = ?4 WHERE id = ?1")?
        .execute((id, status, reason, decided_at))?;
    Ok(())
}

pub(super) fn delete(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM comments WHERE id = ?1")?.execute([id])?;
    Ok(())
}

pub(super) fn forget_user(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    tx.execute("DELETE FROM comments WHERE user_id = ?1", [user_id])?;
    Ok(())
}
