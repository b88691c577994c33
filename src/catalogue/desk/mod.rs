//! Products at the owner's desk: read whole, changed in part, by several people at once.
//!
//! A change names the revision it was made from. When somebody else saved the product meanwhile, nothing is written and
//! the answer says who changed what. Stock is another matter: orders move it all the time, so it is changed by the
//! difference to what the editor showed, and moves no revision.

pub mod api;
mod bulk;
pub mod files_api;
mod form;
mod imports;
mod list_wire;
mod makers;
pub mod makers_api;
pub mod many_api;
mod sale;
mod status;
mod texts;
pub mod undo_api;
mod wire;

use serde_json::{Value, json};

pub use bulk::{VariantChange, change_variants};
pub use form::{ProductForm, VariantForm};
pub use imports::Imports;
pub use list_wire::{DeskProductList, DeskRow, DeskVariantList, DeskVariantRow, RestoredProduct};
pub use wire::DeskProduct;

use super::draft::{ProductDraft, ProductStatus};
use super::gone::kept_since;
use super::sql::search::{Among, Search, understand};
use super::sql::{desk as sql, gone, read};
use super::stored::Stored;
use super::{Error, check, save, stock};
use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::lang::Lang;
use crate::settings::Settings;

/// Which products are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Words of the product in Spanish, in either number, or their beginnings, or its SKUs.
    pub q: Option<String>,
    /// Where they stand.
    pub status: Option<ProductStatus>,
    /// Those left out of the store, or those that are not.
    pub hidden: Option<bool>,
    /// A variant whose stock is counted and this low.
    pub stock: Option<Stock>,
    /// In the store without what the law asks for.
    pub lacks: Option<Lack>,
    /// Those that were deleted after that, instead of those that are there; `q` is looked for in their titles.
    pub deleted_since: Option<Timestamp>,
}

/// What the law asks of a product in the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, poem_openapi::Enum)]
#[oai(rename = "ProductLack", rename_all = "snake_case")]
pub enum Lack {
    /// Who makes it, with all that has to be told of them.
    Maker,
    /// When a sale of it ends.
    SaleEnd,
    /// Its title in Catalan.
    Catalan,
}

/// How low stock is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, poem_openapi::Enum)]
#[oai(rename = "StockFilter", rename_all = "snake_case")]
pub enum Stock {
    /// Few units, as the owner's setting has it, or none.
    Low,
    /// None.
    Out,
}

/// Why a change was not made.
#[derive(Debug, thiserror::Error)]
pub enum NotChanged {
    /// Somebody saved the product after the revision the change was made from.
    #[error("the product was changed meanwhile")]
    Meanwhile {
        /// What the product is called.
        title: String,
        /// Who changed which fields when, oldest first.
        changed: Vec<Value>,
        /// The revision of now.
        revision: String,
    },
    /// What is to be written is not acceptable.
    #[error(transparent)]
    Product(#[from] Error),
}

impl From<db::Error> for NotChanged {
    fn from(error: db::Error) -> Self {
        Self::Product(error.into())
    }
}

/// How many products fit, and a page of them, what was changed last first.
pub fn list(conn: &Conn, filter: &Filter, offset: i64, limit: i64) -> db::Result<DeskProductList> {
    let units = units(conn, filter.stock)?;
    let q = filter.q.as_deref().filter(|_| filter.deleted_since.is_none());
    let search = understood(conn, q)?;
    let (count, products) = sql::list(conn, filter, search.as_ref().map(|s| s.pattern.as_str()), units, offset, limit)?;
    Ok(DeskProductList { count, offset, limit, products, searched_for: search.and_then(|search| search.corrected) })
}

/// Variants of products that are not deleted, for changing many at once; `q` as in [`Filter`].
pub fn list_variants(
    conn: &Conn,
    q: Option<&str>,
    stock: Option<Stock>,
    offset: i64,
    limit: i64,
) -> db::Result<DeskVariantList> {
    let (search, units) = (understood(conn, q)?, units(conn, stock)?);
    let pattern = search.as_ref().map(|search| search.pattern.as_str());
    let (count, variants) = sql::list_variants(conn, pattern, units, offset, limit)?;
    Ok(DeskVariantList { count, offset, limit, variants, searched_for: search.and_then(|search| search.corrected) })
}

/// How many units there are at most.
fn units(conn: &Conn, stock: Option<Stock>) -> db::Result<Option<i64>> {
    Ok(match stock {
        None => None,
        Some(Stock::Low) => Some(Settings::load(conn)?.low_stock),
        Some(Stock::Out) => Some(0),
    })
}

fn understood(conn: &Conn, q: Option<&str>) -> db::Result<Option<Search>> {
    understand(conn, q.unwrap_or_default(), Lang::default(), Among::All)
}

/// A product that is not deleted, whole.
pub fn find(conn: &Conn, id: &str) -> db::Result<Option<DeskProduct>> {
    load(conn, id)?.map(|stored| shown(conn, &stored)).transpose()
}

/// A product as the store would show it, whether it is there or not.
pub fn preview(conn: &Conn, id: &str, lang: Lang) -> db::Result<Option<super::wire::Product>> {
    Ok(load(conn, id)?.map(|stored| super::wire::Product::new(&stored, lang)))
}

/// Makes a product.
pub fn create(tx: &Tx<'_>, actor: &Actor, form: &ProductForm, now: Timestamp) -> Result<DeskProduct, Error> {
    super::save::nothing_is_imported(tx)?;
    let mut draft = form.applied_to(ProductDraft::default());
    if draft.slug.is_empty() {
        draft.slug = form::free_slug(tx, &draft.title)?;
    } else if super::product_id_by_slug_or_id(tx, &draft.slug)?.is_some() {
        return Err(Error::Invalid { field: String::from("slug"), reason: String::from("belongs to another product") });
    } else if gone::has_slug(tx, &draft.slug, kept_since(now))? {
        let reason = String::from("belongs to a deleted product, which can be restored");
        return Err(Error::Invalid { field: String::from("slug"), reason });
    }
    let saved = save(tx, &draft, now)?;
    audit::record(tx, actor, "product.created", &saved.id, &json!({ "slug": draft.slug }), now)?;
    find(tx, &saved.id)?.ok_or(Error::NotFound)
}

/// Changes what a form names of a product.
pub fn change(
    tx: &Tx<'_>,
    actor: &Actor,
    id: &str,
    form: &ProductForm,
    now: Timestamp,
) -> Result<DeskProduct, NotChanged> {
    super::save::nothing_is_imported(tx)?;
    let stored = load(tx, id)?.ok_or(Error::NotFound)?;
    if form.revision.as_deref() != Some(&revision(&stored)) {
        return Err(meanwhile(tx, &stored, form.revision.as_deref())?);
    }
    let old = stored.to_draft();
    let new = form.applied_to(old.clone());
    // Two changes in one millisecond are two revisions.
    let now = now.max(stored.updated_at.plus_millis(1));
    write(tx, &old, &new, now)?;
    if !form.confirmed_texts.is_empty() {
        let stored = load(tx, id)?.ok_or(Error::NotFound)?;
        for (lang, paths) in &form.confirmed_texts {
            texts::confirm(tx, &stored, *lang, paths)?;
        }
    }
    let mut fields = differing(&old, &new);
    // To say that a translation still fits is an act too, though no text is another.
    if !form.confirmed_texts.is_empty() && !fields.contains(&"texts") {
        fields.push("texts");
    }
    if !fields.is_empty() {
        audit::record(tx, actor, "product.changed", id, &json!({ "fields": fields }), now)?;
    }
    Ok(find(tx, id)?.ok_or(Error::NotFound)?)
}

/// Writes what differs. Stock alone makes no other product of it: the product's own row stays untouched.
fn write(tx: &Tx<'_>, old: &ProductDraft, new: &ProductDraft, now: Timestamp) -> Result<(), Error> {
    if !same_but_stock(old, new) {
        return save(tx, new, now).map(drop);
    }
    for (n, variant) in new.variants.iter().enumerate() {
        check::stock(n, variant.inventory_quantity)?;
        if let Some(id) = &variant.id {
            stock::set(tx, id, variant.inventory_quantity, now)?;
        }
    }
    Ok(())
}

fn load(conn: &Conn, id: &str) -> db::Result<Option<Stored>> {
    Ok(read::find(conn, id)?.filter(|stored| stored.deleted_at.is_none()))
}

fn shown(conn: &Conn, stored: &Stored) -> db::Result<DeskProduct> {
    Ok(DeskProduct::new(stored, revision(stored), texts::stale(conn, stored)?))
}

/// Names a product as it stands: every save gives another.
fn revision(stored: &Stored) -> String {
    format!("{:x}", stored.updated_at.millis())
}

/// That somebody saved a product after a revision.
fn meanwhile(conn: &Conn, stored: &Stored, since: Option<&str>) -> db::Result<NotChanged> {
    let changed = changed_since(conn, &stored.id, since)?;
    Ok(NotChanged::Meanwhile { title: stored.title.clone(), changed, revision: revision(stored) })
}

fn changed_since(conn: &Conn, id: &str, revision: Option<&str>) -> db::Result<Vec<Value>> {
    let since = revision.and_then(|revision| i64::from_str_radix(revision, 16).ok()).unwrap_or(0);
    let entries = audit::of_subject(conn, id)?.into_iter().filter(|entry| entry.at.millis() > since);
    let told = entries.map(|entry| {
        let detail: Value = serde_json::from_str(&entry.detail).unwrap_or_default();
        json!({ "by": entry.actor_label, "at": entry.at.to_rfc3339(), "fields": detail["fields"] })
    });
    Ok(told.collect())
}

/// Whether nothing differs but the number of units.
fn same_but_stock(old: &ProductDraft, new: &ProductDraft) -> bool {
    let mut alike = new.clone();
    for (variant, old) in alike.variants.iter_mut().zip(&old.variants) {
        variant.inventory_quantity = old.inventory_quantity;
    }
    alike == *old
}

/// The fields in which two drafts differ, as the wire calls them. Every field stands here, or it does not compile: what
/// is left out would be changed without a trace in the log.
fn differing(old: &ProductDraft, new: &ProductDraft) -> Vec<&'static str> {
    let ProductDraft {
        id: _,
        fields,
        // Follows from the maker that is named.
        made_by: _,
        images,
        options,
        variants,
        collections,
        additional_info,
        custom_fields,
        attributes,
        documents,
        swatches,
        related,
        texts,
    } = old;
    let same = [
        ("images", *images == new.images),
        ("options", *options == new.options),
        ("variants", *variants == new.variants),
        ("collections", *collections == new.collections),
        ("additional_info", *additional_info == new.additional_info),
        ("custom_fields", *custom_fields == new.custom_fields),
        ("attributes", *attributes == new.attributes),
        ("documents", *documents == new.documents),
        ("swatches", *swatches == new.swatches),
        ("related", *related == new.related),
        ("texts", *texts == new.texts),
    ];
    let mut differing = fields.differing(&new.fields);
    differing.extend(same.into_iter().filter(|(_, same)| !same).map(|(field, _)| field));
    differing
}
