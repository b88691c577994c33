//! Saving a product: recognise it and its variants, see what differs, write it whole.

use std::collections::{BTreeMap, HashSet};

use serde_json::json;

use super::draft::{ProductDraft, VariantDraft};
use super::maker::Maker;
use super::sql::{imports, known, makers, read, write};
use super::stored::Stored;
use super::{Error, check, stock};
use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::lang::Lang;

/// Why a SKU that another product has is refused.
pub(super) const SKU_TAKEN: &str = "belongs to another product";

/// What saving did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The product's id.
    pub id: String,
    /// Whether anything was written.
    pub changed: bool,
    /// Whether it is new to the shop, or was deleted and is back.
    pub created: bool,
}

/// Writes the product when anything about it differs from what is stored. It is recognised by its id, else its slug; a
/// variant by its id, else its SKU, else its option values, else (without options) its title. Variants that are not in
/// the draft are deleted. A collection that does not exist is made; the title of one that does is left alone.
pub fn save(tx: &Tx<'_>, draft: &ProductDraft, now: Timestamp) -> Result<Saved, Error> {
    Ok(save_over(tx, draft, now)?.saved)
}

/// What saving did, with what was there before.
pub(super) struct Overwritten {
    pub saved: Saved,
    /// As it is there now.
    pub draft: ProductDraft,
    /// As it was there before, and when it had been saved.
    pub old: Option<(ProductDraft, Timestamp)>,
    /// When it was saved now.
    pub at: Timestamp,
}

/// [`save`] for whoever wants to take it back.
pub(super) fn save_over(tx: &Tx<'_>, draft: &ProductDraft, now: Timestamp) -> Result<Overwritten, Error> {
    let Compared { draft, id, variant_ids, related_ids, old } = compare(tx, draft, now)?;
    let there = old.as_ref().filter(|old| old.deleted_at.is_none()).map(|old| (old.to_draft(), old.updated_at));
    let changed = there.as_ref().is_none_or(|(there, _)| *there != draft);
    if changed {
        let new = write::Resolved {
            id: &id,
            draft: &draft,
            variant_ids: &variant_ids,
            related_ids: &related_ids,
            old: old.as_ref(),
        };
        write::product(tx, &new, now)?;
    }
    let saved = Saved { id, changed, created: there.is_none() };
    Ok(Overwritten { saved, draft, old: there, at: now })
}

/// Whether the product is there and saving the draft would change nothing.
pub(super) fn is_stored(conn: &Conn, draft: &ProductDraft, now: Timestamp) -> Result<bool, Error> {
    let Compared { draft, old, .. } = compare(conn, draft, now)?;
    Ok(old.is_some_and(|old| old.deleted_at.is_none() && old.to_draft() == draft))
}

/// What [`save`] would do.
pub(super) struct WouldSave {
    pub saved: Saved,
    /// As it would be there.
    pub draft: ProductDraft,
    /// As it is there, or was until it was deleted.
    pub old: Option<ProductDraft>,
}

/// Says what [`save`] would do, and does nothing.
pub(super) fn would_save(conn: &Conn, draft: &ProductDraft, now: Timestamp) -> Result<WouldSave, Error> {
    let Compared { draft, id, old, .. } = compare(conn, draft, now)?;
    let is_live = old.as_ref().is_some_and(|old| old.deleted_at.is_none());
    let old = old.map(|old| old.to_draft());
    let saved = Saved { id, changed: !is_live || old.as_ref() != Some(&draft), created: !is_live };
    Ok(WouldSave { saved, draft, old })
}

/// A draft beside what is stored.
struct Compared {
    /// With every id that is known, new ones included.
    draft: ProductDraft,
    id: String,
    variant_ids: Vec<String>,
    related_ids: Vec<String>,
    old: Option<Stored>,
}

fn compare(conn: &Conn, draft: &ProductDraft, now: Timestamp) -> Result<Compared, Error> {
    let mut draft = check::checked(draft, now)?;
    let (id, known) = recognise(conn, &draft)?;
    let old = if known { read::find(conn, &id)? } else { None };
    check::picture_count(&draft, old.as_ref().map_or(0, |old| old.images.len()))?;
    for (slug, title) in &mut draft.collections {
        if let Some((_, stored_title)) = write::collection(conn, slug)? {
            *title = stored_title;
        }
    }
    draft.made_by = made_by(conn, &draft)?;
    let related_ids = related_ids(conn, &draft, &id)?;
    let variant_ids = recognise_variants(conn, &draft.variants, old.as_ref())?;
    for (n, (variant, variant_id)) in draft.variants.iter_mut().zip(&variant_ids).enumerate() {
        variant.id = Some(variant_id.clone());
        if let Some(sku) = &variant.sku
            && known::sku_is_taken(conn, sku, &id)?
        {
            return Err(invalid(format!("variants/{n}/sku"), SKU_TAKEN));
        }
    }
    draft.id = Some(id.clone());
    Ok(Compared { draft, id, variant_ids, related_ids, old })
}

/// Saves many products, which may name each other as related in any order. The error says at which place.
pub fn save_all(tx: &Tx<'_>, drafts: &[ProductDraft], now: Timestamp) -> Result<Vec<Saved>, (usize, Error)> {
    let mut first = Vec::with_capacity(drafts.len());
    for (place, draft) in drafts.iter().enumerate() {
        let mut missing = false;
        for (_, slug) in &draft.related {
            missing |= known::live_product_id(tx, slug).map_err(|error| (place, error.into()))?.is_none();
        }
        let saved = if missing {
            save(tx, &ProductDraft { related: Vec::new(), texts: without_sections(draft), ..draft.clone() }, now)
        } else {
            save(tx, draft, now)
        };
        first.push((missing, saved.map_err(|error| (place, error))?));
    }
    let mut all = Vec::with_capacity(drafts.len());
    for (place, (missing, saved)) in first.into_iter().enumerate() {
        if missing {
            save(tx, &drafts[place], now).map_err(|error| (place, error))?;
        }
        all.push(saved);
    }
    Ok(all)
}

fn without_sections(draft: &ProductDraft) -> BTreeMap<Lang, BTreeMap<String, String>> {
    let mut texts = draft.texts.clone();
    for texts in texts.values_mut() {
        texts.retain(|path, _| !path.starts_with("section/"));
    }
    texts
}

/// Sets the stock of a variant to a counted number; what it was before.
pub fn set_stock(tx: &Tx<'_>, actor: &Actor, variant_id: &str, quantity: i64, now: Timestamp) -> db::Result<i64> {
    let before = stock::set(tx, variant_id, quantity, now)?;
    let detail = json!({ "before": before, "after": quantity });
    audit::record(tx, actor, "stock.counted", variant_id, &detail, now)?;
    Ok(before)
}

/// Sets the titles of a collection, Spanish and others; makes it when there is none.
pub fn set_collection_texts(
    tx: &Tx<'_>,
    slug: &str,
    title: &str,
    texts: &BTreeMap<Lang, String>,
    now: Timestamp,
) -> db::Result<()> {
    write::collection_texts(tx, slug, title, texts, now)
}

/// A file that is being imported was found sound beside the products that there are: none comes, goes or takes another's
/// name meanwhile.
pub(super) fn nothing_is_imported(conn: &Conn) -> Result<(), Error> {
    if imports::is_begun(conn)? { Err(Error::Importing) } else { Ok(()) }
}

fn invalid(field: impl Into<String>, reason: &str) -> Error {
    Error::Invalid { field: field.into(), reason: reason.to_owned() }
}

/// The product's id, and whether there is a row with it.
fn recognise(conn: &Conn, draft: &ProductDraft) -> Result<(String, bool), Error> {
    match known::product_id(conn, draft.id.as_deref(), &draft.slug)? {
        (Some(by_id), Some(by_slug)) if by_id != by_slug => Err(invalid("slug", "belongs to another product")),
        (Some(id), _) | (None, Some(id)) => Ok((id, true)),
        (None, None) => Ok((draft.id.as_ref().map_or_else(id::new, Clone::clone), false)),
    }
}

/// The maker that the product names, as the shop knows it, else as the draft has it.
fn made_by(conn: &Conn, draft: &ProductDraft) -> Result<Option<Maker>, Error> {
    let Some(slug) = &draft.fields.maker else { return Ok(None) };
    if let Some(known) = makers::find(conn, slug)? {
        return Ok(Some(known));
    }
    let told = draft.made_by.clone().filter(|maker| maker.slug == *slug);
    let told = told.ok_or_else(|| invalid("maker", "is no maker of this shop"))?;
    let named = |error| match error {
        Error::Invalid { field, reason } => Error::Invalid { field: format!("maker_{field}"), reason },
        other => other,
    };
    told.checked().map(Some).map_err(named)
}

fn related_ids(conn: &Conn, draft: &ProductDraft, product_id: &str) -> Result<Vec<String>, Error> {
    let mut ids = Vec::with_capacity(draft.related.len());
    for (n, (_, slug)) in draft.related.iter().enumerate() {
        let found = known::live_product_id(conn, slug)?;
        let id = found.ok_or_else(|| invalid(format!("related/{n}/slug"), "is not a product of this shop"))?;
        if id == product_id {
            return Err(invalid(format!("related/{n}/slug"), "cannot be the product itself"));
        }
        ids.push(id);
    }
    Ok(ids)
}

/// A stored variant as it is recognised.
struct Known {
    id: String,
    sku: Option<String>,
    title: String,
    /// `None` for a deleted one: its values are gone.
    values: Option<Vec<String>>,
}

/// One id per variant of the draft, a new one where none is recognised.
fn recognise_variants(conn: &Conn, drafts: &[VariantDraft], old: Option<&Stored>) -> Result<Vec<String>, Error> {
    let mut known: Vec<Known> = Vec::new();
    if let Some(old) = old {
        known.extend(old.variants.iter().map(|variant| Known {
            id: variant.id.clone(),
            sku: variant.sku.clone(),
            title: variant.title.clone(),
            values: Some(variant.values.iter().map(|value| value.value.clone()).collect()),
        }));
        let deleted = known::deleted_variants(conn, &old.id)?;
        known.extend(deleted.into_iter().map(|(id, sku, title)| Known { id, sku, title, values: None }));
    }
    let mut ids = matched(drafts, &known);
    for (variant, id) in drafts.iter().zip(&mut ids) {
        if id.is_none() {
            let free = match &variant.id {
                Some(id) if !known::variant_exists(conn, id)? => Some(id.clone()),
                Some(_) | None => None,
            };
            *id = Some(free.unwrap_or_else(id::new));
        }
    }
    Ok(ids.into_iter().flatten().collect())
}

/// The surest sign first, over all variants, before the next is looked at.
fn matched(drafts: &[VariantDraft], known: &[Known]) -> Vec<Option<String>> {
    let signs: [fn(&VariantDraft, &Known) -> bool; 4] = [
        |draft, known| draft.id.as_ref() == Some(&known.id),
        |draft, known| draft.sku.is_some() && draft.sku == known.sku,
        |draft, known| !draft.option_values.is_empty() && known.values.as_ref() == Some(&draft.option_values),
        |draft, known| draft.title == known.title && known.values.as_ref().is_none_or(Vec::is_empty),
    ];
    let mut ids: Vec<Option<String>> = vec![None; drafts.len()];
    let mut taken = HashSet::new();
    for sign in signs {
        for (draft, id) in drafts.iter().zip(&mut ids).filter(|(_, id)| id.is_none()) {
            let found = known.iter().find(|known| !taken.contains(&known.id) && sign(draft, known));
            if let Some(found) = found {
                taken.insert(found.id.clone());
                *id = Some(found.id.clone());
            }
        }
    }
    // A product with one variant keeps it, whatever it is called now.
    let live: Vec<&Known> = known.iter().filter(|known| known.values.is_some()).collect();
    if let ([id @ None], [only]) = (ids.as_mut_slice(), live.as_slice())
        && !taken.contains(&only.id)
    {
        *id = Some(only.id.clone());
    }
    ids
}
