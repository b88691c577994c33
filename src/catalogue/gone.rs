//! Products that are deleted: shoppers, feeds and searches see them no more; orders do, and for 30 days they come back as
//! they were. A slug stays with its product for so long; a SKU is free at once, and comes back where nobody else has it.

use serde_json::json;

use super::Error;
use super::save::nothing_is_imported;
use super::sql::list::deleted_summaries;
use super::sql::{Summary, gone, read, write};
use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// How long a deleted product can be brought back, as its pictures stay; see `pictures::sweep`.
const KEPT_DAYS: i64 = 30;

/// A product that is back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    pub id: String,
    /// In Spanish.
    pub title: String,
    /// What other products have by now: its variants are without them.
    pub lost_skus: Vec<String>,
}

/// Deletes a product: it is kept, because orders point at it, but not found any more.
pub fn delete(tx: &Tx<'_>, actor: &Actor, product_id: &str, now: Timestamp) -> Result<(), Error> {
    nothing_is_imported(tx)?;
    let slug = read::find(tx, product_id)?.map(|product| product.fields.slug);
    if !gone::mark(tx, product_id, now)? {
        return Err(Error::NotFound);
    }
    Ok(audit::record(tx, actor, "product.deleted", product_id, &json!({ "slug": slug }), now)?)
}

/// Brings a product back that was deleted in the last 30 days. One that is there stays as it is.
pub fn restore(tx: &Tx<'_>, actor: &Actor, product_id: &str, now: Timestamp) -> Result<Restored, Error> {
    nothing_is_imported(tx)?;
    let there = read::find(tx, product_id)?.ok_or(Error::NotFound)?;
    if there.deleted_at.is_none() {
        return Ok(Restored { title: there.title.clone(), id: there.id, lost_skus: Vec::new() });
    }
    let now = now.max(there.updated_at.plus_millis(1));
    let lost_skus = gone::unmark(tx, product_id, kept_since(now), now)?.ok_or(Error::NotFound)?;
    let back = read::find(tx, product_id)?.ok_or(Error::NotFound)?;
    write::index(tx, product_id, &back.to_draft())?;
    let detail = json!({ "slug": back.fields.slug, "lost_skus": lost_skus });
    audit::record(tx, actor, "product.restored", product_id, &detail, now)?;
    Ok(Restored { title: back.title.clone(), id: back.id, lost_skus })
}

/// What a product is called that can be brought back, and until when; `None` where it is not deleted, or for too long.
pub fn restorable(conn: &Conn, product_id: &str, now: Timestamp) -> db::Result<Option<(String, Timestamp)>> {
    let found = read::find(conn, product_id)?;
    let deleted = found.and_then(|product| Some((product.title.clone(), product.deleted_at?)));
    Ok(deleted.filter(|(_, at)| *at > kept_since(now)).map(|(title, at)| (title, kept_until(at))))
}

/// The products that can be brought back, what was deleted last first, each with until when.
pub fn deleted(conn: &Conn, now: Timestamp) -> db::Result<Vec<(Summary, Timestamp)>> {
    let found = deleted_summaries(conn, kept_since(now))?;
    Ok(found.into_iter().map(|(summary, deleted_at)| (summary, kept_until(deleted_at))).collect())
}

/// What was deleted after that can be brought back.
pub(super) fn kept_since(now: Timestamp) -> Timestamp {
    now.plus_days(-KEPT_DAYS)
}

/// Until when what was deleted then can be brought back.
pub fn kept_until(deleted_at: Timestamp) -> Timestamp {
    deleted_at.plus_days(KEPT_DAYS)
}
