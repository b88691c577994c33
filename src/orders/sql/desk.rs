//! Statements of the desk.

use std::collections::HashMap;

use rusqlite::{Row, ToSql};
use serde_json::Value;

use super::days::Days;
use super::{money, number};
use crate::clock::Timestamp;
use crate::db::{self, Conditions, Conn, Tx};
use crate::orders::desk::{Listed, News, Person, Waiting, Wanted};
use crate::orders::{Money, Number, Parcel, Refunded};
use crate::page::Page;
use crate::text;

pub(in crate::orders) fn set_shipped(tx: &Tx<'_>, order_id: &str, parcel: &Parcel, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE orders SET status = 'shipped', carrier = ?2, tracking_number = ?3, updated_at = ?4
             WHERE id = ?1 AND status = 'paid'",
        )?
        .execute((order_id, parcel.carrier(), parcel.number(), now))?;
    Ok(changed == 1)
}

pub(in crate::orders) fn set_tracking(
    tx: &Tx<'_>,
    order_id: &str,
    parcel: &Parcel,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE orders SET carrier = ?2, tracking_number = ?3, updated_at = ?4 WHERE id = ?1 AND status = 'shipped'",
        )?
        .execute((order_id, parcel.carrier(), parcel.number(), now))?;
    Ok(changed == 1)
}

pub(in crate::orders) fn set_email(
    tx: &Tx<'_>,
    order_id: &str,
    email: &str,
    nonce: &str,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE orders SET email = ?2, key_nonce = ?3, idempotency_key = NULL, request_hash = NULL, updated_at = ?4
             WHERE id = ?1 AND key_nonce IS NOT NULL",
        )?
        .execute((order_id, email, nonce, now))?;
    Ok(changed == 1)
}

pub(in crate::orders) fn set_delivered(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .prepare_cached("UPDATE orders SET status = 'delivered', updated_at = ?2 WHERE id = ?1 AND status = 'shipped'")?
        .execute((order_id, now))?;
    Ok(changed == 1)
}

pub(in crate::orders) fn set_undelivered(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .prepare_cached("UPDATE orders SET status = 'shipped', updated_at = ?2 WHERE id = ?1 AND status = 'delivered'")?
        .execute((order_id, now))?;
    Ok(changed == 1)
}

pub(in crate::orders) fn set_unshipped(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE orders SET status = 'paid', carrier = NULL, tracking_number = NULL, updated_at = ?2
             WHERE id = ?1 AND status = 'shipped'",
        )?
        .execute((order_id, now))?;
    Ok(changed == 1)
}

/// Of each line for how many the money was back, or on its way, when the order was sent.
pub(in crate::orders) fn refunded_before_sent(conn: &Conn, order_id: &str) -> db::Result<HashMap<String, i64>> {
    let mut statement = conn.prepare_cached(
        "SELECT l.item_id, sum(l.quantity) FROM refunds r JOIN refund_lines l ON l.refund_id = r.id
         WHERE r.order_id = ?1 AND r.state <> 'failed' AND r.created_at <=
             (SELECT max(e.at) FROM order_events e WHERE e.order_id = ?1 AND e.kind = 'shipped')
         GROUP BY l.item_id",
    )?;
    let lines = statement.query_map([order_id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(lines.collect::<Result<_, _>>()?)
}

/// Of a case that ended because its units were taken out before the order was sent, nothing is to come.
pub(in crate::orders) fn has_come_back(conn: &Conn, order_id: &str) -> db::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM return_cases c WHERE c.order_id = ?1
        AND (c.state IN ('received', 'goods_back', 'refunded') OR EXISTS (SELECT 1 FROM return_lines l WHERE l.case_id = c.id))
        AND (c.state IN ('received', 'goods_back')
            OR NOT EXISTS (SELECT 1 FROM return_events e WHERE e.case_id = c.id AND e.kind = 'taken_out')
            OR EXISTS (SELECT 1 FROM return_events e WHERE e.case_id = c.id AND e.kind = 'goods_back')))";
    Ok(conn.prepare_cached(sql)?.query_row([order_id], |row| row.get(0))?)
}

pub(in crate::orders) fn clear_attention(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .prepare_cached("UPDATE orders SET attention = NULL, updated_at = ?2 WHERE id = ?1 AND attention IS NOT NULL")?
        .execute((order_id, now))?;
    Ok(changed == 1)
}

/// Words about the order's latest event.
pub(in crate::orders) fn insert_note(tx: &Tx<'_>, order_id: &str, text: &str) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO order_notes (event_id, order_id, text)
         SELECT max(id), ?1, ?2 FROM order_events WHERE order_id = ?1",
    )?
    .execute((order_id, text))?;
    Ok(())
}

/// What a list of orders is asked for.
fn conditions(conn: &Conn, wanted: &Wanted) -> db::Result<Conditions> {
    let mut all = Conditions::default();
    all.add("o.status = :status", ":status", wanted.status);
    if let Some(Person { user_id, email }) = wanted.person.clone() {
        all.must("(o.user_id = :user_id OR o.user_id IS NULL AND o.email = :email)");
        all.with(":user_id", user_id);
        all.with(":email", email);
    }
    all.add("o.created_at >= :from", ":from", wanted.from);
    all.add("o.created_at < :before", ":before", wanted.before);
    if wanted.attention {
        all.must("o.attention IS NOT NULL");
    }
    if wanted.to_ship {
        all.must(IS_TO_SHIP);
        all.with(":is_over", nothing_to_send(conn)?);
    }
    match wanted.refund {
        None => {}
        Some(Refunded::No) => {
            let others = with_money(conn, RETURNS, |money| money.refund_state() != Refunded::No)?;
            all.add("o.id NOT IN (SELECT value FROM json_each(:refunded))", ":refunded", Some(others));
        }
        Some(state) => {
            let those = with_money(conn, RETURNS, |money| money.refund_state() == state)?;
            all.add("o.id IN (SELECT value FROM json_each(:refunded))", ":refunded", Some(those));
        }
    }
    Ok(all)
}

/// The ids of a page are found first, on indexes alone; only their rows are read.
pub(in crate::orders) fn search(conn: &Conn, wanted: &Wanted, page: Page) -> db::Result<(i64, Vec<Listed>)> {
    let mut filter = conditions(conn, wanted)?;
    let words = wanted.q.as_deref().map(phrase);
    let (counted, from, id, [newest, oldest]) = match &words {
        None => ("orders o", "orders o", "o.id", ["o.created_at DESC, o.id", "o.created_at, o.id DESC"]),
        // A word may stand in most orders: they are looked at only where something else is asked of them.
        Some(_) if filter.is_empty() => ("order_search f", FOUND, "n.order_id", ["f.rowid DESC", "f.rowid"]),
        Some(_) => (FOUND_AMONG, FOUND_AMONG, "n.order_id", ["f.rowid DESC", "f.rowid"]),
    };
    // Of what is to be sent, the one that has waited longest goes first.
    let first = if wanted.to_ship { oldest } else { newest };
    filter.add("order_search MATCH :words", ":words", words);
    let days = Days::of(conn, wanted, &filter)?;
    let count = match &days {
        Some(days) => days.total(),
        None => conn
            .prepare_cached(&format!("SELECT count(*) FROM {counted} {}", filter.clause()))?
            .query_row(filter.values().as_slice(), |row| row.get(0))?,
    };
    let begin = days.map(|days| days.begin(page.offset));
    filter.add("o.created_at < :begin", ":begin", begin.map(|begin| begin.before));
    let offset = begin.map_or(page.offset, |begin| begin.skipped);
    let clause = filter.clause();
    let mut values = filter.values();
    values.extend([(":limit", &page.limit as &dyn ToSql), (":offset", &offset)]);
    let ids = format!("SELECT {id} FROM {from} {clause} ORDER BY {first} LIMIT :limit OFFSET :offset");
    let mut rows = conn.prepare_cached(&format!("{LISTED} WHERE o.id IN ({ids}) ORDER BY o.created_at DESC, o.id"))?;
    let rows = rows.query_map(values.as_slice(), listed)?;
    let mut rows = rows.collect::<Result<Vec<_>, _>>()?;
    if wanted.to_ship {
        rows.reverse();
    }
    Ok((count, rows))
}

/// All that are wanted, however many; of those that were placed at one moment, as the list has them the other way round.
pub(in crate::orders) fn ids_oldest_first(conn: &Conn, wanted: &Wanted) -> db::Result<Vec<String>> {
    let mut filter = conditions(conn, wanted)?;
    let words = wanted.q.as_deref().map(phrase);
    let from = if words.is_some() { FOUND_AMONG } else { "orders o" };
    filter.add("order_search MATCH :words", ":words", words);
    let sql = format!("SELECT o.id FROM {from} {} ORDER BY o.created_at, o.id DESC", filter.clause());
    let mut rows = conn.prepare_cached(&sql)?;
    let rows = rows.query_map(filter.values().as_slice(), |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(in crate::orders) fn tax_rates(conn: &Conn, ids: &[String]) -> db::Result<Vec<i64>> {
    let sql = "SELECT DISTINCT tax_rate_bp FROM order_items WHERE order_id IN (SELECT value FROM json_each(?1))";
    let mut rows = conn.prepare_cached(sql)?;
    let rows = rows.query_map([Value::from(ids)], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Orders of which any money is back or on its way back.
const RETURNS: &str = "SELECT * FROM order_money WHERE order_id IN (SELECT order_id FROM orders_with_returns)";
/// Those of them that wait to be sent.
const RETURNS_OF_PAID: &str = "SELECT m.* FROM orders o CROSS JOIN order_money m ON m.order_id = o.id
    WHERE o.status = 'paid' AND (EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.state <> 'failed')
        OR EXISTS (SELECT 1 FROM payment_attempts a JOIN disputes d ON d.attempt_id = a.id
                   WHERE a.order_id = o.id AND d.state = 'lost'))";

/// Of an order `o`: whether it waits to be sent. `:is_over` are those with [`nothing_to_send`].
const IS_TO_SHIP: &str = "o.status = 'paid' AND o.id NOT IN (SELECT value FROM json_each(:is_over)) AND NOT EXISTS
    (SELECT 1 FROM return_cases c WHERE c.order_id = o.id AND c.state IN ('received', 'goods_back'))";

/// The paid orders with nothing to send any more.
fn nothing_to_send(conn: &Conn) -> db::Result<Value> {
    with_money(conn, RETURNS_OF_PAID, |money| !money.has_goods_to_send())
}

/// The orders among those whose money stands so.
fn with_money(conn: &Conn, among: &str, fits: impl Fn(Money) -> bool) -> db::Result<Value> {
    let mut rows = conn.prepare_cached(among)?;
    let rows = rows.query_map([], |row| Ok((row.get::<_, String>("order_id")?, money(row)?)))?;
    let mut ids = Vec::new();
    for row in rows {
        let (id, money) = row?;
        if fits(money) {
            ids.push(Value::from(id));
        }
    }
    Ok(ids.into())
}

/// `CROSS JOIN` keeps the order: the index of words is asked once, and not for every order.
const FOUND: &str = "order_search f CROSS JOIN order_numbers n ON n.n = f.rowid";
const FOUND_AMONG: &str =
    "order_search f CROSS JOIN order_numbers n ON n.n = f.rowid CROSS JOIN orders o ON o.id = n.order_id";

const LISTED: &str = concat!(
    "SELECT o.id, o.year, o.number, o.created_at, o.lang, o.status, o.attention, o.email, o.name, o.city, o.total_in_cents,
        o.carrier, o.tracking_number, o.paid_at, o.key_nonce IS NOT NULL AS is_guest, m.*,
        (SELECT CASE WHEN count(*) = count(i.making_days) THEN coalesce(max(i.making_days), 0) END FROM order_items i
         WHERE i.order_id = o.id AND i.custom_field_values <> '[]'
           AND i.quantity > (SELECT coalesce(sum(b.quantity), 0) FROM order_item_returns b WHERE b.item_id = i.id)
        ) AS making_days,",
    withdrawn_from!(),
    ",
        (SELECT json_group_array(json_object('variant_id', variant_id, 'title', product_title, 'image_url', image_url,
            'quantity', quantity))
         FROM (SELECT * FROM order_items i WHERE i.order_id = o.id ORDER BY i.position LIMIT 4)) AS goods,
        (SELECT coalesce(sum(i.quantity), 0) FROM order_items i WHERE i.order_id = o.id) AS items_count
    FROM orders o JOIN order_money m ON m.order_id = o.id"
);

fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    Ok(Listed {
        id: row.get("id")?,
        number: number(row)?,
        created_at: row.get("created_at")?,
        lang: row.get("lang")?,
        status: row.get("status")?,
        attention: row.get("attention")?,
        email: row.get("email")?,
        name: row.get("name")?,
        city: row.get("city")?,
        total: row.get("total_in_cents")?,
        money: money(row)?,
        is_guest: row.get("is_guest")?,
        items_count: row.get("items_count")?,
        carrier: row.get("carrier")?,
        tracking_number: row.get("tracking_number")?,
        open_return: row.get("open_return")?,
        unproven_withdrawal: row.get("unproven_withdrawal")?,
        paid_at: row.get("paid_at")?,
        making_days: row.get("making_days")?,
        ship_by: None,
        goods: serde_json::from_value(row.get("goods")?).unwrap_or_default(),
    })
}

/// Every word people typed, in any order; each may be the beginning of one, and the number of an order is found however
/// it is written, as a telephone is, which stands there with its prefix or without. The quotes keep what is an operator for the index a word.
fn phrase(q: &str) -> String {
    let words = q.split_whitespace().map(|word| {
        let typed = format!("\"{}\"*", word.replace('"', " "));
        word.parse::<Number>().map_or(typed.clone(), |number| format!("(\"{number}\" OR {typed})"))
    });
    let words = words.collect::<Vec<_>>().join(" AND ");
    let telephone = text::telephone(q).map(|n| format!(" OR \"{n}\"* OR \"34{n}\"* OR \"0034{n}\"*"));
    words + &telephone.unwrap_or_default()
}

pub(in crate::orders) fn waiting(conn: &Conn) -> db::Result<Waiting> {
    let is_over = nothing_to_send(conn)?;
    let sql = format!(
        "SELECT (SELECT count(*) FROM orders o WHERE {IS_TO_SHIP}),
                (SELECT count(*) FROM orders WHERE status = 'pending'),
                (SELECT count(*) FROM orders WHERE attention IS NOT NULL),
                (SELECT count(*) FROM orders o WHERE attention IS NOT NULL AND NOT ({IS_TO_SHIP}))"
    );
    let read = |row: &Row<'_>| {
        let (to_ship, pending, attention) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Waiting { to_ship, pending, attention, attention_only: row.get(3)? })
    };
    Ok(conn.prepare_cached(&sql)?.query_row(&[(":is_over", &is_over)], read)?)
}

pub(in crate::orders) fn sales_since(conn: &Conn, since: Timestamp) -> db::Result<Vec<(Timestamp, Money)>> {
    let mut rows = conn.prepare_cached(
        "SELECT o.paid_at, m.* FROM orders o JOIN order_money m ON m.order_id = o.id
         WHERE o.paid_at >= ?1 ORDER BY o.paid_at",
    )?;
    let rows = rows.query_map([since], |row| Ok((row.get("paid_at")?, money(row)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(in crate::orders) fn count_placed(conn: &Conn, since: Timestamp) -> db::Result<(i64, i64)> {
    let sql = "SELECT count(*), count(paid_at) FROM orders WHERE created_at >= ?1";
    Ok(conn.prepare_cached(sql)?.query_row([since], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

/// What became of the money of each order of somebody that was paid.
pub(in crate::orders) fn money_of(conn: &Conn, person: &Person) -> db::Result<Vec<Money>> {
    let mut rows = conn.prepare_cached(
        "SELECT m.* FROM orders o JOIN order_money m ON m.order_id = o.id
         WHERE (o.user_id = ?1 OR o.user_id IS NULL AND o.email = ?2) AND o.paid_at IS NOT NULL",
    )?;
    let rows = rows.query_map([&person.user_id, &person.email], money)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(in crate::orders) fn news_after(conn: &Conn, event: i64, limit: i64) -> db::Result<Vec<News>> {
    let mut rows = conn.prepare_cached(
        "SELECT id, order_id, iif(kind = 'paid', NULL, detail ->> 'why') FROM order_events
         WHERE id > ?1 AND kind IN ('paid', 'attention') ORDER BY id LIMIT ?2",
    )?;
    let rows = rows.query_map((event, limit), |row| {
        Ok(News { event: row.get(0)?, order_id: row.get(1)?, attention: row.get(2)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::phrase;

    #[test]
    fn what_people_type_is_words_for_the_index_and_never_its_language() {
        assert_eq!(phrase("ana  OR"), "\"ana\"* AND \"OR\"*");
        assert_eq!(phrase("#2026/7"), "(\"2026-0007\" OR \"#2026/7\"*)");
        assert_eq!(phrase("a\"b NEAR(x)"), "\"a b\"* AND \"NEAR(x)\"*");
        let called = "\"+34\"* AND \"611222\"* OR \"611222\"* OR \"34611222\"* OR \"0034611222\"*";
        assert_eq!(phrase("+34 611222"), called);
    }
}
