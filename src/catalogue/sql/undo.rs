//! What imports changed, while it can be taken back.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension, Row};
use serde_json::Value;

use crate::catalogue::import::Format;
use crate::catalogue::import::undo::{Import, Outcome, State};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// What an import made of a product.
pub struct Change {
    pub id: i64,
    pub import_id: String,
    pub product_id: String,
    /// Our own CSV, deflated; `None` for a product that was not there.
    pub before: Option<Vec<u8>>,
    /// When it was last saved before.
    pub was_at: Option<Timestamp>,
    /// When the import saved it.
    pub is_at: Timestamp,
    /// By how many units the stock of its variants was moved.
    pub stock: BTreeMap<String, i64>,
    /// The newest movement of stock then.
    pub moved: i64,
}

/// A change beside its product of now.
pub struct Facts {
    pub product_id: String,
    pub title: String,
    pub was_there: bool,
    /// Whether nobody has saved the product since.
    pub is_as_left: bool,
    pub is_deleted: bool,
    pub outcome: Option<Outcome>,
}

/// Notes an import that begins to be written.
pub fn begin(tx: &Tx<'_>, id: &str, at: Timestamp, format: Format, created: usize, changed: usize) -> db::Result<()> {
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    tx.execute(
        "INSERT INTO imports (id, at, format, created, changed) VALUES (?1, ?2, ?3, ?4, ?5)",
        (id, at, format, count(created), count(changed)),
    )?;
    Ok(())
}

/// Makes room for so much more; whether there is any. Once there is none, the import cannot be taken back.
pub fn take_room(tx: &Tx<'_>, import_id: &str, bytes: usize, most: i64) -> db::Result<bool> {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    let state: Option<State> = tx
        .prepare_cached(
            "UPDATE imports SET bytes = bytes + ?2, state = iif(bytes + ?2 > ?3, 'too_large', state)
             WHERE id = ?1 AND state = 'kept' RETURNING state",
        )?
        .query_row((import_id, bytes, most), |row| row.get(0))
        .optional()?;
    Ok(state == Some(State::Kept))
}

/// Keeps a change. Of a product that is changed twice, what it was before the first; of one that first gave up a SKU, its
/// place is that of when it was saved.
pub fn keep(tx: &Tx<'_>, change: &Change, slug: Option<&str>) -> db::Result<()> {
    tx.prepare_cached(
        "INSERT INTO import_changes (import_id, product_id, before, slug, was_at, is_at, stock, moved)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (import_id, product_id) DO UPDATE SET is_at = excluded.is_at,
             id = iif(is_at = was_at, (SELECT max(id) + 1 FROM import_changes), id),
             stock = iif(excluded.stock = '{}', stock, excluded.stock),
             moved = iif(excluded.stock = '{}', moved, excluded.moved)",
    )?
    .execute((
        &change.import_id,
        &change.product_id,
        &change.before,
        slug,
        change.was_at,
        change.is_at,
        serde_json::to_string(&change.stock).unwrap_or_default(),
        change.moved,
    ))?;
    Ok(())
}

/// The newest movement of stock.
pub fn newest_movement(conn: &Conn) -> db::Result<i64> {
    let sql = "SELECT coalesce(max(id), 0) FROM stock_movements";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
}

/// By how many units the stock of a variant was counted otherwise since a movement.
pub fn counted_since(conn: &Conn, variant_id: &str, movement: i64) -> db::Result<i64> {
    let sql =
        "SELECT coalesce(sum(delta), 0) FROM stock_movements WHERE variant_id = ?1 AND reason = 'set' AND id > ?2";
    Ok(conn.prepare_cached(sql)?.query_row((variant_id, movement), |row| row.get(0))?)
}

/// Units of a variant, a deleted one too.
pub fn stock_of(conn: &Conn, variant_id: &str) -> db::Result<Option<i64>> {
    let sql = "SELECT inventory_quantity FROM variants WHERE id = ?1";
    Ok(conn.prepare_cached(sql)?.query_row([variant_id], |row| row.get(0)).optional()?)
}

/// The variants of a product, deleted ones too.
pub fn variant_ids(conn: &Conn, product_id: &str) -> db::Result<Vec<String>> {
    let mut statement = conn.prepare_cached("SELECT id FROM variants WHERE product_id = ?1")?;
    Ok(statement.query_map([product_id], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

const IMPORTS: &str = "SELECT id, at, format, created, changed, state FROM imports";

fn import(row: &Row<'_>) -> rusqlite::Result<Import> {
    let count = |n: i64| usize::try_from(n).unwrap_or_default();
    Ok(Import {
        id: row.get(0)?,
        at: row.get(1)?,
        format: row.get(2)?,
        created: count(row.get(3)?),
        changed: count(row.get(4)?),
        state: row.get(5)?,
    })
}

/// The imports after a moment, the newest first.
pub fn imports(conn: &Conn, since: Timestamp) -> db::Result<Vec<Import>> {
    let mut statement = conn.prepare_cached(&format!("{IMPORTS} WHERE at > ?1 ORDER BY at DESC, id"))?;
    Ok(statement.query_map([since], import)?.collect::<Result<_, _>>()?)
}

/// An import.
pub fn find(conn: &Conn, id: &str) -> db::Result<Option<Import>> {
    let sql = format!("{IMPORTS} WHERE id = ?1");
    Ok(conn.prepare_cached(&sql)?.query_row([id], import).optional()?)
}

/// The import that is being taken back, the newest where there are several, and who does.
pub fn undoing(conn: &Conn) -> db::Result<Option<(String, Timestamp, String)>> {
    let sql = "SELECT id, at, actor FROM imports WHERE state = 'undoing' ORDER BY at DESC LIMIT 1";
    let row = conn.prepare_cached(sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    Ok(row.optional()?)
}

/// Notes that an import is to be taken back.
pub fn set_undoing(tx: &Tx<'_>, id: &str, actor: &str) -> db::Result<()> {
    tx.execute("UPDATE imports SET state = 'undoing', actor = ?2 WHERE id = ?1", [id, actor])?;
    Ok(())
}

/// Notes that an import is taken back.
pub fn set_undone(tx: &Tx<'_>, id: &str) -> db::Result<()> {
    tx.execute("UPDATE imports SET state = 'undone', actor = NULL WHERE id = ?1", [id])?;
    Ok(())
}

const COLUMNS: &str = "id, import_id, product_id, before, was_at, is_at, stock, moved";

fn change(row: &Row<'_>) -> rusqlite::Result<Change> {
    let stock: Value = row.get(6)?;
    Ok(Change {
        id: row.get(0)?,
        import_id: row.get(1)?,
        product_id: row.get(2)?,
        before: row.get(3)?,
        was_at: row.get(4)?,
        is_at: row.get(5)?,
        stock: serde_json::from_value(stock).unwrap_or_default(),
        moved: row.get(7)?,
    })
}

/// The last change of an import of which nothing has become yet.
pub fn last_open(conn: &Conn, import_id: &str) -> db::Result<Option<Change>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM import_changes WHERE import_id = ?1 AND outcome IS NULL ORDER BY id DESC LIMIT 1"
    );
    Ok(conn.prepare_cached(&sql)?.query_row([import_id], change).optional()?)
}

/// What an import made of a product, of which nothing has become yet.
pub fn open_of(conn: &Conn, import_id: &str, product_id: &str) -> db::Result<Option<Change>> {
    let sql =
        format!("SELECT {COLUMNS} FROM import_changes WHERE import_id = ?1 AND product_id = ?2 AND outcome IS NULL");
    Ok(conn.prepare_cached(&sql)?.query_row([import_id, product_id], change).optional()?)
}

/// What a product is called now that was called so before an import, by its address.
pub fn slug_since(conn: &Conn, import_id: &str, slug: &str) -> db::Result<Option<String>> {
    let sql = "SELECT p.slug FROM import_changes c JOIN products p ON p.id = c.product_id
               WHERE c.import_id = ?1 AND c.slug = ?2 AND p.deleted_at IS NULL";
    Ok(conn.prepare_cached(sql)?.query_row([import_id, slug], |row| row.get(0)).optional()?)
}

/// Notes what became of a change.
pub fn settle(tx: &Tx<'_>, change: i64, outcome: Outcome) -> db::Result<()> {
    let sql = "UPDATE import_changes SET outcome = ?2 WHERE id = ?1";
    tx.prepare_cached(sql)?.execute((change, outcome))?;
    Ok(())
}

/// A product is again as another import left it: that one can be taken back too.
pub fn follow(tx: &Tx<'_>, product_id: &str, was_at: Option<Timestamp>, is_at: Timestamp) -> db::Result<()> {
    let sql = "UPDATE import_changes SET is_at = ?3 WHERE product_id = ?1 AND is_at = ?2 AND outcome IS NULL";
    tx.prepare_cached(sql)?.execute((product_id, was_at, is_at))?;
    Ok(())
}

/// Every change of an import, the first first.
pub fn facts(conn: &Conn, import_id: &str) -> db::Result<Vec<Facts>> {
    let mut statement = conn.prepare_cached(
        "SELECT c.product_id, p.title, c.before IS NOT NULL, c.is_at = p.updated_at, p.deleted_at IS NOT NULL, c.outcome
         FROM import_changes c JOIN products p ON p.id = c.product_id WHERE c.import_id = ?1 ORDER BY c.id",
    )?;
    let rows = statement.query_map([import_id], |row| {
        Ok(Facts {
            product_id: row.get(0)?,
            title: row.get(1)?,
            was_there: row.get(2)?,
            is_as_left: row.get(3)?,
            is_deleted: row.get(4)?,
            outcome: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// How many products came to which end.
pub struct Ends {
    pub restored: i64,
    pub binned: i64,
    pub stays: i64,
}

/// The ends of an import that is taken back.
pub fn ends(conn: &Conn, import_id: &str) -> db::Result<Ends> {
    let sql = "SELECT count(*) FILTER (WHERE outcome IN ('back', 'back_but_stock')),
                      count(*) FILTER (WHERE outcome = 'binned'), count(*) FROM import_changes WHERE import_id = ?1";
    let (restored, binned, all): (i64, i64, i64) =
        conn.prepare_cached(sql)?.query_row([import_id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(Ends { restored, binned, stays: all - restored - binned })
}

/// Deletes collections that came with an import and that nothing is in.
pub fn delete_empty_collections(tx: &Tx<'_>, since: Timestamp, now: Timestamp) -> db::Result<()> {
    tx.execute(
        "UPDATE collections SET deleted_at = ?2, updated_at = ?2
         WHERE deleted_at IS NULL AND created_at >= ?1 AND NOT EXISTS
             (SELECT 1 FROM product_collections c JOIN products p ON p.id = c.product_id
              WHERE c.collection_id = collections.id AND p.deleted_at IS NULL)",
        (since, now),
    )?;
    Ok(())
}

/// Forgets some of what cannot be taken back any more; whether there was anything.
pub fn purge_some(tx: &Tx<'_>, since: Timestamp) -> db::Result<bool> {
    const OVER: &str = "(at <= ?1 AND state <> 'undoing' OR state = 'too_large')";
    let with_changes = format!(
        "SELECT id FROM imports i WHERE {OVER} AND EXISTS (SELECT 1 FROM import_changes WHERE import_id = i.id)"
    );
    let over: Option<String> = tx.query_row(&with_changes, [since], |row| row.get(0)).optional()?;
    let Some(over) = over else {
        tx.execute("DELETE FROM imports WHERE at <= ?1 AND state <> 'undoing'", [since])?;
        return Ok(false);
    };
    tx.execute(
        "DELETE FROM import_changes WHERE id IN (SELECT id FROM import_changes WHERE import_id = ?1 LIMIT 200)",
        [over],
    )?;
    Ok(true)
}
