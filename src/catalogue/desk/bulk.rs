//! Prices, stock, contents and barcodes of many variants in one act.

use std::collections::BTreeMap;

use serde_json::json;

use super::form::units;
use super::load;
use crate::audit::{self, Actor};
use crate::catalogue::Error;
use crate::catalogue::content::Content;
use crate::catalogue::draft::VariantDraft;
use crate::catalogue::price::Sale;
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::money::Cents;

/// Variants that are changed in one act, at most.
pub const MAX_CHANGES: usize = 500;

/// What a variant is to cost and to hold, and how many there are to be; what is `None` stays.
#[derive(Debug, Clone)]
pub struct VariantChange {
    pub variant_id: String,
    /// The regular price.
    pub price: Option<Cents>,
    /// The price of the sale, which begins and ends as before; `Some(None)` takes it away.
    pub sale_price: Option<Option<Cents>>,
    /// Units.
    pub inventory_quantity: Option<i64>,
    /// How many units the editor showed: then the difference counts.
    pub inventory_seen: Option<i64>,
    /// How much it holds; `Some(None)` takes it away.
    pub content: Option<Option<Content>>,
    /// Its barcode's number; `Some(None)` takes it away.
    pub gtin: Option<Option<String>>,
}

/// Changes them all, or none; the error names the place of the change that is not acceptable. Answers how many variants
/// are another than before.
pub fn change_variants(tx: &Tx<'_>, actor: &Actor, changes: &[VariantChange], now: Timestamp) -> Result<usize, Error> {
    if changes.len() > MAX_CHANGES {
        return Err(invalid("changes", format!("must be at most {MAX_CHANGES}")));
    }
    let mut by_product: BTreeMap<String, Vec<(usize, &VariantChange)>> = BTreeMap::new();
    for (place, change) in changes.iter().enumerate() {
        let product = super::sql::product_of_variant(tx, &change.variant_id)?;
        let product = product.ok_or_else(|| invalid(&format!("changes/{place}/variant_id"), "is no variant"))?;
        by_product.entry(product).or_default().push((place, change));
    }
    let mut done = 0;
    for (product_id, changes) in by_product {
        done += change_product(tx, actor, &product_id, &changes, now)?;
    }
    Ok(done)
}

fn change_product(
    tx: &Tx<'_>,
    actor: &Actor,
    product_id: &str,
    changes: &[(usize, &VariantChange)],
    now: Timestamp,
) -> Result<usize, Error> {
    let stored = load(tx, product_id)?.ok_or(Error::NotFound)?;
    let old = stored.to_draft();
    let mut new = old.clone();
    let mut others = Vec::new();
    let mut places = BTreeMap::new();
    for (place, change) in changes {
        let found = new.variants.iter().position(|variant| variant.id.as_deref() == Some(&change.variant_id));
        let Some(position) = found else { continue };
        apply(change, &mut new.variants[position]);
        places.insert(position, *place);
        if new.variants[position] != old.variants[position] {
            others.push(&change.variant_id);
        }
    }
    if others.is_empty() {
        return Ok(0);
    }
    super::write(tx, &old, &new, now.max(stored.updated_at.plus_millis(1)))
        .map_err(|error| at_change(error, &places))?;
    let detail = json!({ "fields": ["variants"], "variants": others });
    audit::record(tx, actor, "product.changed", product_id, &detail, now)?;
    Ok(others.len())
}

fn apply(change: &VariantChange, variant: &mut VariantDraft) {
    if let Some(price) = change.price {
        variant.price = price;
    }
    if let Some(sale_price) = change.sale_price {
        // Of a sale that is there, only the price: it begins and ends as it was to.
        let dates = variant.sale;
        variant.sale = sale_price.map(|price| Sale { price, ..dates.unwrap_or(Sale::undated(price)) });
    }
    if let Some(content) = change.content {
        variant.content = content;
    }
    if let Some(gtin) = &change.gtin {
        variant.gtin.clone_from(gtin);
    }
    variant.inventory_quantity = units(variant.inventory_quantity, change.inventory_quantity, change.inventory_seen);
}

/// `variants/2/price` of a product is `changes/7/price_in_cents` of the list.
fn at_change(error: Error, places: &BTreeMap<usize, usize>) -> Error {
    let Error::Invalid { field, reason } = error else { return error };
    let place = || {
        let (position, name) = field.strip_prefix("variants/")?.split_once('/')?;
        let place = places.get(&position.parse().ok()?)?;
        let unit = if name.ends_with("price") { "_in_cents" } else { "" };
        Some(format!("changes/{place}/{name}{unit}"))
    };
    Error::Invalid { field: place().unwrap_or(field), reason }
}

fn invalid(field: &str, reason: impl Into<String>) -> Error {
    Error::Invalid { field: field.to_owned(), reason: reason.into() }
}
