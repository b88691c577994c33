//! Makers at the owner's desk: written once, and chosen by many products at a time.

use serde_json::json;

use super::load;
use crate::audit::{self, Actor};
use crate::catalogue::gone::kept_since;
use crate::catalogue::import::slug_of_name;
use crate::catalogue::maker::Maker;
use crate::catalogue::save::nothing_is_imported;
use crate::catalogue::sql::makers as sql;
use crate::catalogue::{Error, save};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// Products that are given a maker in one act, at most.
pub const MAX_PRODUCTS: usize = 200;

/// Why a maker stays.
#[derive(Debug, thiserror::Error)]
pub enum NotRemoved {
    /// Products name it, or would if they were brought back.
    #[error("products name this maker")]
    InUse,
    #[error(transparent)]
    Catalogue(#[from] Error),
}

impl From<db::Error> for NotRemoved {
    fn from(error: db::Error) -> Self {
        Self::Catalogue(error.into())
    }
}

/// How many makers there are, and a page of them by name, each with the number of its products.
pub fn list(conn: &Conn, offset: i64, limit: i64) -> db::Result<(i64, Vec<(Maker, i64)>)> {
    sql::list(conn, offset, limit)
}

/// How many products name a maker.
pub fn product_count(conn: &Conn, slug: &str) -> db::Result<i64> {
    sql::product_count(conn, slug)
}

/// Writes a new maker, which is named after its name.
pub fn create(tx: &Tx<'_>, actor: &Actor, maker: Maker, now: Timestamp) -> Result<Maker, Error> {
    let base = slug_of_name(&maker.name);
    let base = if base.is_empty() { String::from("fabricante") } else { base };
    let mut slug = base.clone();
    let mut number = 2;
    while sql::find(tx, &slug)?.is_some() {
        slug = format!("{base}-{number}");
        number += 1;
    }
    let maker = Maker { slug, ..maker }.checked()?;
    sql::put(tx, &maker, now)?;
    audit::record(tx, actor, "maker.created", &maker.slug, &json!({ "name": maker.name }), now)?;
    Ok(maker)
}

/// Writes a maker anew; every page of its products says so at once.
pub fn change(tx: &Tx<'_>, actor: &Actor, maker: Maker, now: Timestamp) -> Result<Maker, Error> {
    let old = sql::find(tx, &maker.slug)?.ok_or(Error::NotFound)?;
    let maker = maker.checked()?;
    if maker != old {
        sql::put(tx, &maker, now)?;
        audit::record(tx, actor, "maker.changed", &maker.slug, &json!({ "name": maker.name }), now)?;
    }
    Ok(maker)
}

/// Takes away a maker that no product names, nor one that can be brought back.
pub fn remove(tx: &Tx<'_>, actor: &Actor, slug: &str, now: Timestamp) -> Result<(), NotRemoved> {
    nothing_is_imported(tx)?;
    let maker = sql::find(tx, slug)?.ok_or(Error::NotFound)?;
    if !sql::remove(tx, slug, kept_since(now))? {
        return Err(NotRemoved::InUse);
    }
    Ok(audit::record(tx, actor, "maker.deleted", slug, &json!({ "name": maker.name }), now)?)
}

/// Gives products a maker, or takes it from them; all of them or none. Answers how many have another than before.
pub fn assign(
    tx: &Tx<'_>,
    actor: &Actor,
    products: &[String],
    maker: Option<&str>,
    now: Timestamp,
) -> Result<usize, Error> {
    nothing_is_imported(tx)?;
    if !(1..=MAX_PRODUCTS).contains(&products.len()) {
        let reason = format!("must be from 1 to {MAX_PRODUCTS}");
        return Err(Error::Invalid { field: String::from("products"), reason });
    }
    let mut changed = 0;
    for (place, id) in products.iter().enumerate() {
        let unknown = || Error::Invalid { field: format!("products/{place}"), reason: String::from("is no product") };
        let stored = load(tx, id)?.ok_or_else(unknown)?;
        let mut draft = stored.to_draft();
        if draft.fields.maker.as_deref() == maker {
            continue;
        }
        draft.fields.maker = maker.map(str::to_owned);
        save(tx, &draft, now.max(stored.updated_at.plus_millis(1)))?;
        audit::record(tx, actor, "product.changed", id, &json!({ "fields": ["maker"] }), now)?;
        changed += 1;
    }
    Ok(changed)
}
