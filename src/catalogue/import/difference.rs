//! What an import makes of a product, for whoever decides about it: its name, prices, stock and all else that becomes
//! another, before and after.

use serde::Serialize;

use super::changed_fields::{FieldDifference, changed_fields};
use super::merge;
use crate::catalogue::draft::{ProductDraft, VariantDraft};
use crate::money::Cents;

/// Variants of a product that are told.
const VARIANTS_TOLD: usize = 5;
/// Fields of a product that are told besides.
const FIELDS_TOLD: usize = 8;

/// What becomes of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The row that begins it.
    pub row: u64,
    /// As it will be called.
    pub title: String,
    /// As it was called, where that is another name.
    pub old_title: Option<String>,
    /// Whether the shop did not have it.
    pub is_new: bool,
    /// The first of its variants whose price or stock is new.
    pub variants: Vec<VariantDifference>,
    /// How many more there are.
    pub more_variants: usize,
    /// The first of what else becomes another; none of a new product.
    pub fields: Vec<FieldDifference>,
    /// How many more there are.
    pub more_fields: usize,
}

/// What becomes of a variant; what stays is `None`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VariantDifference {
    pub title: String,
    /// Its price in a sale, where it is in one.
    pub price: Option<Cents>,
    /// `None` for a new one.
    pub old_price: Option<Cents>,
    /// `None` also where nobody counts it.
    pub stock: Option<i64>,
    pub old_stock: Option<i64>,
}

impl Difference {
    /// Of a row and what it is to become, with what the shop has.
    pub(super) fn of(row: u64, known: Option<&ProductDraft>, wanted: &ProductDraft) -> Self {
        let places = known.map(|known| merge::places(wanted, known)).unwrap_or_default();
        let old = |place: usize| known?.variants.get((*places.get(place)?)?);
        let differing = wanted.variants.iter().enumerate();
        let mut variants: Vec<_> =
            differing.filter_map(|(place, variant)| VariantDifference::of(old(place), variant)).collect();
        let more_variants = variants.len().saturating_sub(VARIANTS_TOLD);
        variants.truncate(VARIANTS_TOLD);
        let mut fields = known.map(|known| changed_fields(known, wanted, &places)).unwrap_or_default();
        let more_fields = fields.len().saturating_sub(FIELDS_TOLD);
        fields.truncate(FIELDS_TOLD);
        Self {
            row,
            title: wanted.title.clone(),
            old_title: known.map(|known| known.title.clone()).filter(|title| *title != wanted.title),
            is_new: known.is_none(),
            variants,
            more_variants,
            fields,
            more_fields,
        }
    }
}

impl VariantDifference {
    fn of(old: Option<&VariantDraft>, new: &VariantDraft) -> Option<Self> {
        let asked = |variant: &VariantDraft| variant.sale.map_or(variant.price, |sale| sale.price);
        let counted = |variant: &VariantDraft| variant.manage_inventory.then_some(variant.inventory_quantity);
        let (price, stock) = (asked(new), counted(new));
        let (old_price, old_stock) = (old.map(asked), old.and_then(counted));
        let (is_repriced, is_restocked) = (old_price != Some(price), stock != old_stock);
        (is_repriced || is_restocked).then(|| Self {
            title: new.title.clone(),
            price: is_repriced.then_some(price),
            old_price: old_price.filter(|_| is_repriced),
            stock: stock.filter(|_| is_restocked),
            old_stock: old_stock.filter(|_| is_restocked),
        })
    }
}
