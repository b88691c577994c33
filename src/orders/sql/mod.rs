//! Statements on orders, their items and events.

/// `withdrawals` has the cases: of those of an order `o` in which somebody has something to do, the oldest; and of the
/// statements that merely name it.
macro_rules! withdrawn_from {
    () => {
        "
        (SELECT c.id FROM return_cases c WHERE c.order_id = o.id AND c.state IN ('received', 'goods_back')
         ORDER BY c.opened_at LIMIT 1) AS open_return,
        (SELECT w.id FROM withdrawals w CROSS JOIN return_cases c ON c.withdrawal_id = w.id
         WHERE w.order_id = o.id AND c.order_id IS NULL AND c.state = 'received'
         ORDER BY w.received_at LIMIT 1) AS unproven_withdrawal
        "
    };
}

mod days;
mod desk;
mod origins;
mod parties;
pub(super) mod withdrawn;

pub(super) use desk::{
    clear_attention, count_placed, has_come_back, ids_oldest_first, insert_note, money_of, news_after,
    refunded_before_sent, sales_since, search, set_delivered, set_email, set_shipped, set_tracking, set_undelivered,
    set_unshipped, tax_rates, waiting,
};
pub(super) use origins::{delete_origins, idle_seconds, insert_origin};
pub(super) use parties::{count_pending, find_by_key, guest_events_since, held_by, placed_since};
use std::collections::HashSet;

use rusqlite::{OptionalExtension, Row, ToSql};
use serde_json::Value;

use super::returns::Books;
use super::{CustomValue, Event, Item, Money, Note, Number, Order, RequestKey, ShippingAddress, Status};
use crate::catalogue;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;

const SELECT: &str =
    concat!("SELECT o.*, m.*,", withdrawn_from!(), "FROM orders o JOIN order_money m ON m.order_id = o.id");

pub(super) fn insert(tx: &Tx<'_>, order: &Order, key: Option<&RequestKey>) -> db::Result<()> {
    let to = &order.shipping_address;
    tx.prepare_cached(
        "INSERT INTO orders (id, year, number, phone, user_id, email, lang, name, address, city, postal_code, country,
             items_in_cents,
             shipping_in_cents, total_in_cents, tax_in_cents, idempotency_key, request_hash, created_at, updated_at,
             expires_at, key_nonce, terms_version)
         VALUES (?1, ?18, ?19, ?20, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?16, ?17, ?21,
             ?22)",
    )?
    .execute(rusqlite::params![
        order.id,
        order.user_id,
        order.email,
        order.lang,
        to.name,
        to.address,
        to.city,
        to.postal_code,
        to.country,
        order.items_total,
        order.shipping,
        order.total,
        order.tax,
        key.map(|k| k.key.as_str()),
        key.map(|k| k.request_hash),
        order.created_at,
        order.expires_at,
        order.number.year,
        order.number.place,
        to.phone,
        order.key_nonce,
        order.terms_version,
    ])?;
    for (position, item) in (0_i64..).zip(&order.items) {
        insert_item(tx, &order.id, position, item)?;
    }
    make_findable(tx, &order.id)
}

/// What changes later, a trigger brings into the index.
fn make_findable(tx: &Tx<'_>, order_id: &str) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO order_numbers (order_id) VALUES (?1)")?.execute([order_id])?;
    tx.prepare_cached("INSERT INTO order_search (rowid, words) SELECT n, words FROM order_words WHERE order_id = ?1")?
        .execute([order_id])?;
    Ok(())
}

fn insert_item(tx: &Tx<'_>, order_id: &str, position: i64, item: &Item) -> db::Result<()> {
    let values = serde_json::to_value(&item.custom_field_values).expect("texts are plain data");
    tx.prepare_cached(
        "INSERT INTO order_items (id, order_id, position, product_id, variant_id, product_title, variant_title, sku,
             image_url, quantity, price_in_cents, tax_rate_bp, stock_managed, custom_field_values, making_days)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    )?
    .execute(rusqlite::params![
        item.id,
        order_id,
        position,
        item.product_id,
        item.variant_id,
        item.product_title,
        item.variant_title,
        item.sku,
        item.image_url,
        item.quantity,
        item.unit_price,
        item.tax_rate_bp,
        item.stock_managed,
        values,
        item.making_days,
    ])?;
    Ok(())
}

pub(super) fn set_paid(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE orders SET status = 'paid', paid_at = ?2, updated_at = ?2 WHERE id = ?1 AND status = 'pending'",
        )?
        .execute((order_id, now))?;
    Ok(changed == 1)
}

/// `from` is a status that may become cancelled; a trigger refuses any other.
pub(super) fn set_cancelled(
    tx: &Tx<'_>,
    order_id: &str,
    from: Status,
    reason: &str,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE orders SET status = 'cancelled', cancellation_reason = ?3, updated_at = ?4
             WHERE id = ?1 AND status = ?2",
        )?
        .execute((order_id, from, reason, now))?;
    Ok(changed == 1)
}

/// Marks an order, unless it bears one of the graver marks.
pub(super) fn set_attention(
    tx: &Tx<'_>,
    order_id: &str,
    attention: &str,
    graver: &[&str],
    now: Timestamp,
) -> db::Result<()> {
    tx.prepare_cached(
        "UPDATE orders SET attention = ?2, updated_at = ?3 WHERE id = ?1
         AND (attention IS NULL OR attention NOT IN (SELECT value FROM json_each(?4)))",
    )?
    .execute((order_id, attention, now, serde_json::json!(graver)))?;
    Ok(())
}

/// Whether an order was ever marked for this reason.
pub(super) fn had_attention(conn: &Conn, order_id: &str, attention: &str) -> db::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM order_events
                   WHERE order_id = ?1 AND kind = 'attention' AND detail ->> 'why' = ?2)";
    Ok(conn.prepare_cached(sql)?.query_row((order_id, attention), |row| row.get(0))?)
}

pub(super) fn hold_until(tx: &Tx<'_>, order_id: &str, until: Timestamp) -> db::Result<()> {
    tx.prepare_cached("UPDATE orders SET expires_at = max(expires_at, ?2) WHERE id = ?1 AND status = 'pending'")?
        .execute((order_id, until))?;
    Ok(())
}

pub(super) fn insert_event(tx: &Tx<'_>, order_id: &str, kind: &str, detail: &Value, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("INSERT INTO order_events (order_id, kind, detail, at) VALUES (?1, ?2, ?3, ?4)")?
        .execute((order_id, kind, detail, now))?;
    Ok(())
}

pub(super) fn find(conn: &Conn, order_id: &str) -> db::Result<Option<Order>> {
    let order = conn.prepare_cached(&format!("{SELECT} WHERE o.id = ?1"))?.query_row([order_id], read).optional()?;
    order.map(|order| with_items(conn, order)).transpose()
}

pub(super) fn count_of(conn: &Conn, user_id: &str) -> db::Result<i64> {
    Ok(conn.prepare_cached("SELECT count(*) FROM orders WHERE user_id = ?1")?.query_row([user_id], |row| row.get(0))?)
}

pub(super) fn page_of(conn: &Conn, user_id: &str, offset: i64, limit: i64) -> db::Result<Vec<Order>> {
    let sql = format!("{SELECT} WHERE o.user_id = ?1 ORDER BY o.created_at DESC, o.id LIMIT ?3 OFFSET ?2");
    let mut statement = conn.prepare_cached(&sql)?;
    let orders = statement.query_map((user_id, offset, limit), read)?;
    orders.map(|order| with_items(conn, order?)).collect()
}

pub(super) fn of_address(conn: &Conn, email: &str) -> db::Result<Vec<Order>> {
    let sql = format!("{SELECT} WHERE o.user_id IS NULL AND o.email = ?1 ORDER BY o.created_at DESC, o.id");
    let mut statement = conn.prepare_cached(&sql)?;
    let orders = statement.query_map([email], read)?;
    orders.map(|order| with_items(conn, order?)).collect()
}

pub(super) fn count_links(conn: &Conn) -> db::Result<i64> {
    Ok(conn.query_row("SELECT count(*) FROM orders WHERE key_nonce IS NOT NULL", [], |row| row.get(0))?)
}

pub(super) fn set_account(tx: &Tx<'_>, order_id: &str, nonce: &str, user_id: &str, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .prepare_cached(
            "UPDATE orders SET user_id = ?3, key_nonce = NULL, idempotency_key = NULL, request_hash = NULL, updated_at = ?4
             WHERE id = ?1 AND key_nonce = ?2",
        )?
        .execute((order_id, nonce, user_id, now))?;
    Ok(changed == 1)
}

pub(super) fn anonymise(tx: &Tx<'_>, user_id: &str) -> db::Result<()> {
    anonymise_those(tx, "user_id = ?1", &user_id)
}

pub(super) fn anonymise_one(tx: &Tx<'_>, order_id: &str) -> db::Result<()> {
    anonymise_those(tx, "id = ?1", &order_id)
}

pub(super) fn anonymise_before(tx: &Tx<'_>, moment: Timestamp) -> db::Result<()> {
    anonymise_those(tx, "updated_at < ?1 AND name <> '-'", &moment)
}

pub(super) fn anonymise_unpaid_guests(tx: &Tx<'_>, moment: Timestamp) -> db::Result<()> {
    let which = "updated_at < ?1 AND name <> '-' AND user_id IS NULL AND status = 'cancelled' AND paid_at IS NULL";
    anonymise_those(tx, which, &moment)
}

/// The name goes last: it says which have theirs.
fn anonymise_those(tx: &Tx<'_>, which: &str, value: &dyn ToSql) -> db::Result<()> {
    let those = format!("SELECT id FROM orders WHERE {which}");
    tx.execute(&format!("DELETE FROM order_notes WHERE order_id IN ({those})"), [value])?;
    tx.execute(&format!("DELETE FROM order_origins WHERE order_id IN ({those})"), [value])?;
    tx.execute(&format!("UPDATE order_items SET custom_field_values = '[]' WHERE order_id IN ({those})"), [value])?;
    tx.execute(
        &format!(
            "UPDATE orders SET email = '', name = '-', address = '-', phone = '', tracking_number = NULL, idempotency_key = NULL,
                 request_hash = NULL, key_nonce = NULL WHERE {which}"
        ),
        [value],
    )?;
    Ok(())
}

pub(super) fn forget_address(tx: &Tx<'_>, email: &str) -> db::Result<()> {
    tx.execute(
        "UPDATE orders SET email = (SELECT u.email FROM users u WHERE u.id = user_id)
         WHERE email = ?1 AND user_id IS NOT NULL",
        [email],
    )?;
    Ok(())
}

pub(super) fn list(conn: &Conn, status: Option<Status>) -> db::Result<Vec<Order>> {
    let sql = format!("{SELECT} WHERE ?1 IS NULL OR o.status = ?1 ORDER BY o.created_at DESC, o.id");
    let mut statement = conn.prepare_cached(&sql)?;
    let orders = statement.query_map([status], read)?;
    orders.map(|order| with_items(conn, order?)).collect()
}

pub(super) fn ids_with_prefix(conn: &Conn, prefix: &str) -> db::Result<Vec<String>> {
    db::ids_with_prefix(conn, "orders", prefix)
}

pub(super) fn ids_with_number(conn: &Conn, number: Number) -> db::Result<Vec<String>> {
    let mut statement = conn.prepare_cached("SELECT id FROM orders WHERE year = ?1 AND number = ?2")?;
    let ids = statement.query_map((number.year, number.place), |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

pub(super) fn next_number(tx: &Tx<'_>, year: i64) -> db::Result<Number> {
    let last: i64 = tx
        .prepare_cached(
            "SELECT max(coalesce((SELECT max(number) FROM orders WHERE year = ?1), 0),
                coalesce((SELECT number FROM order_numbers_from WHERE year = ?1), 0))",
        )?
        .query_row([year], |row| row.get(0))?;
    Ok(Number::new(year, last + 1))
}

pub(super) fn number_from(tx: &Tx<'_>, number: Number) -> db::Result<()> {
    tx.execute(
        "INSERT INTO order_numbers_from (year, number) VALUES (?1, ?2)
         ON CONFLICT (year) DO UPDATE SET number = max(number, excluded.number)",
        (number.year, number.place),
    )?;
    Ok(())
}

pub(super) fn notes_on_own(conn: &Conn, user_id: &str, email: &str) -> db::Result<Vec<Note>> {
    let mut statement = conn.prepare_cached(
        "SELECT n.order_id, e.at, n.text FROM order_notes n
         JOIN order_events e ON e.id = n.event_id JOIN orders o ON o.id = n.order_id
         WHERE o.user_id = ?1 OR o.user_id IS NULL AND o.email = ?2 ORDER BY e.id",
    )?;
    let notes = statement
        .query_map([user_id, email], |row| Ok(Note { order_id: row.get(0)?, at: row.get(1)?, text: row.get(2)? }))?;
    Ok(notes.collect::<Result<_, _>>()?)
}

pub(super) fn picture_urls(conn: &Conn) -> db::Result<HashSet<String>> {
    let mut statement =
        conn.prepare_cached("SELECT DISTINCT image_url FROM order_items WHERE image_url IS NOT NULL")?;
    let urls = statement.query_map([], |row| row.get(0))?;
    Ok(urls.collect::<Result<_, _>>()?)
}

pub(super) fn is_ordered_since(conn: &Conn, variant_ids: &[String], since: Timestamp) -> db::Result<bool> {
    let sql = "SELECT 1 FROM json_each(?1) AS wanted CROSS JOIN order_items i ON i.variant_id = wanted.value
               JOIN orders o ON o.id = i.order_id WHERE o.created_at >= ?2";
    Ok(conn.prepare_cached(sql)?.exists((serde_json::Value::from(variant_ids).to_string(), since))?)
}

pub(super) fn events(conn: &Conn, order_id: &str) -> db::Result<Vec<Event>> {
    let mut statement = conn.prepare_cached(
        "SELECT e.kind, e.detail, e.at, n.text AS note FROM order_events e LEFT JOIN order_notes n ON n.event_id = e.id
         WHERE e.order_id = ?1 ORDER BY e.id",
    )?;
    let events = statement.query_map([order_id], |row| {
        Ok(Event { kind: row.get("kind")?, detail: row.get("detail")?, at: row.get("at")?, note: row.get("note")? })
    })?;
    Ok(events.collect::<Result<_, _>>()?)
}

pub(super) fn overdue(conn: &Conn, now: Timestamp, placed_after: Option<Timestamp>) -> db::Result<Vec<String>> {
    let mut statement = conn.prepare_cached(
        "SELECT id FROM orders WHERE status = 'pending' AND expires_at <= ?1 AND (?2 IS NULL OR created_at > ?2)
         ORDER BY expires_at",
    )?;
    let ids = statement.query_map((now, placed_after), |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Order> {
    Ok(Order {
        id: row.get("id")?,
        number: number(row)?,
        user_id: row.get("user_id")?,
        key_nonce: row.get("key_nonce")?,
        terms_version: row.get("terms_version")?,
        email: row.get("email")?,
        lang: row.get("lang")?,
        status: row.get("status")?,
        shipping_address: ShippingAddress {
            name: row.get("name")?,
            address: row.get("address")?,
            city: row.get("city")?,
            postal_code: row.get("postal_code")?,
            country: row.get("country")?,
            phone: row.get("phone")?,
        },
        items_total: row.get("items_in_cents")?,
        shipping: row.get("shipping_in_cents")?,
        total: row.get("total_in_cents")?,
        tax: row.get("tax_in_cents")?,
        money: money(row)?,
        carrier: row.get("carrier")?,
        tracking_number: row.get("tracking_number")?,
        cancellation_reason: row.get("cancellation_reason")?,
        attention: row.get("attention")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
        paid_at: row.get("paid_at")?,
        open_return: row.get("open_return")?,
        unproven_withdrawal: row.get("unproven_withdrawal")?,
        items: Vec::new(),
    })
}

/// Of a row that has the columns of `orders`.
fn number(row: &Row<'_>) -> rusqlite::Result<Number> {
    Ok(Number::new(row.get("year")?, row.get("number")?))
}

/// Of a row that has the columns of `order_money`.
fn money(row: &Row<'_>) -> rusqlite::Result<Money> {
    Ok(Money::of(Books {
        due: row.get("due_in_cents")?,
        received: row.get("received_in_cents")?,
        returned: row.get("returned_in_cents")?,
        lost: row.get("lost_in_cents")?,
        returning: row.get("returning_in_cents")?,
        disputed: row.get("disputed_in_cents")?,
        is_all_returned: row.get("is_all_returned")?,
    }))
}

fn with_items(conn: &Conn, mut order: Order) -> db::Result<Order> {
    let mut statement = conn.prepare_cached(
        "SELECT *, (SELECT coalesce(sum(b.quantity), 0) FROM order_item_returns b WHERE b.item_id = order_items.id)
                   AS refunded_quantity
         FROM order_items WHERE order_id = ?1 ORDER BY position",
    )?;
    let items = statement.query_map([&order.id], |row| {
        Ok(Item {
            id: row.get("id")?,
            product_id: row.get("product_id")?,
            variant_id: row.get("variant_id")?,
            product_title: row.get("product_title")?,
            variant_title: row.get("variant_title")?,
            sku: row.get("sku")?,
            image_url: row.get("image_url")?,
            image_alt: None,
            quantity: row.get("quantity")?,
            // One that was given up and made after all may name units that another has named since.
            refunded_quantity: row.get::<_, i64>("refunded_quantity")?.min(row.get("quantity")?),
            unit_price: row.get::<_, Cents>("price_in_cents")?,
            tax_rate_bp: row.get("tax_rate_bp")?,
            stock_managed: row.get("stock_managed")?,
            custom_field_values: texts(&row.get("custom_field_values")?),
            making_days: row.get("making_days")?,
        })
    })?;
    order.items = items.collect::<Result<_, _>>()?;
    for item in &mut order.items {
        if let Some(url) = &item.image_url {
            item.image_alt = catalogue::picture_alt(conn, &item.product_id, url, order.lang)?;
        }
    }
    Ok(order)
}

fn texts(stored: &Value) -> Vec<CustomValue> {
    serde_json::from_value(stored.clone()).unwrap_or_default()
}
