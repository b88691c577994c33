//! Statements on the books of a quarter.

use rusqlite::{OptionalExtension, Row, named_params};

use super::{Entry, Quarter};
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::invoices::sql::{SELECT, WITHOUT_BUYER, parsed, read};
use crate::invoices::{TAX_ID_ABOVE, breakdown};
use crate::orders;
use crate::page::Page;

/// Trials stand in the books only of a shop that has sold nothing yet, so that its owner sees how they will look.
const IN_QUARTER: &str = "is_trial = NOT EXISTS (SELECT 1 FROM invoices WHERE is_trial = 0)
    AND issued_at >= :begin AND issued_at < :end";

/// Orders that are named at once.
const NAMED: i64 = 20;

/// Invoices of a quarter, the newest first; a limit below nothing is none.
pub(super) fn entries(conn: &Conn, quarter: Quarter, page: Page) -> db::Result<Vec<Entry>> {
    let (begin, end) = quarter.bounds();
    let mut statement = conn.prepare_cached(&format!(
        "SELECT q.*, o.year AS order_year, o.number AS order_number,
            (SELECT b.buyer FROM invoice_buyers b WHERE b.order_id = q.order_id AND q.buyer IS NOT NULL) AS corrected,
            (SELECT min(f.issued_at) FROM invoices f WHERE q.is_replaced AND f.order_id = q.order_id AND f.type = 'F3'
                AND f.number NOT IN (SELECT number FROM invoices_annulled))
                AS replaced_at,
            (SELECT json_group_array(json(b.shares)) FROM invoices b JOIN invoice_records br ON br.number = b.number AND br.kind = 'issue'
                WHERE q.type = 'F3' AND b.order_id = q.order_id AND b.type IN ('F2', 'R5') AND br.seq < qr.seq
                AND b.number NOT IN (SELECT number FROM invoices_annulled)
                AND b.issued_at < :begin) AS earlier
         FROM ({SELECT}) q JOIN invoice_records qr ON qr.number = q.number AND qr.kind = 'issue' JOIN orders o ON o.id = q.order_id
         WHERE q.number IN (SELECT i.number FROM invoices i JOIN invoice_records r ON r.number = i.number AND r.kind = 'issue'
                            WHERE {IN_QUARTER} ORDER BY i.issued_at DESC, r.seq DESC LIMIT :limit OFFSET :offset)
         ORDER BY q.issued_at DESC, qr.seq DESC"
    ))?;
    let (limit, offset) = (page.limit, page.offset);
    let named = named_params! { ":begin": begin, ":end": end, ":limit": limit, ":offset": offset };
    let rows = statement.query_map(named, entry)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let before: Vec<Vec<breakdown::Share>> = parsed(&row.get::<_, String>("earlier")?)?;
    let corrected = row.get::<_, Option<String>>("corrected")?;
    Ok(Entry {
        invoice: read(row)?,
        corrected: corrected.as_deref().map(parsed).transpose()?,
        order: orders::Number::new(row.get("order_year")?, row.get("order_number")?).to_string(),
        replaced_at: row.get("replaced_at")?,
        before: breakdown::sum(before.into_iter().flatten()),
    })
}

pub(super) fn count(conn: &Conn, quarter: Quarter) -> db::Result<i64> {
    let (begin, end) = quarter.bounds();
    let mut statement = conn.prepare_cached(&format!("SELECT count(*) FROM invoices WHERE {IN_QUARTER}"))?;
    let named = named_params! { ":begin": begin, ":end": end };
    Ok(statement.query_row(named, |row| row.get(0))?)
}

/// When the first of all was issued.
pub(super) fn first(conn: &Conn) -> db::Result<Option<Timestamp>> {
    let sql = "SELECT i.issued_at FROM invoice_records r JOIN invoices i ON i.number = r.number ORDER BY r.seq LIMIT 1";
    Ok(conn.prepare_cached(sql)?.query_row([], |row| row.get(0)).optional()?)
}

/// Sales and refunds that wait: all of them, or those that do for whom they are to be made out to.
pub(super) fn count_stuck(conn: &Conn, all: bool) -> db::Result<i64> {
    let mut statement =
        conn.prepare_cached(&format!("SELECT count(*) FROM invoices_due w WHERE :all OR {WITHOUT_BUYER}"))?;
    Ok(statement.query_row(named_params! { ":all": all, ":above": TAX_ID_ABOVE }, |row| row.get(0))?)
}

/// Sales that wait for whom they are to be made out to, a few of the oldest: the order's id and what people call it by.
pub(super) fn without_buyer(conn: &Conn) -> db::Result<Vec<(String, String)>> {
    let mut statement = conn.prepare_cached(&format!(
        "SELECT o.id, o.year, o.number FROM invoices_due w JOIN orders o ON o.id = w.order_id
        WHERE {WITHOUT_BUYER} ORDER BY w.id LIMIT :most"
    ))?;
    let rows = statement.query_map(named_params! { ":above": TAX_ID_ABOVE, ":most": NAMED }, |row| {
        Ok((row.get(0)?, orders::Number::new(row.get(1)?, row.get(2)?).to_string()))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
