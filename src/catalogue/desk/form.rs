//! RULE: what a form of the desk makes of a product.

use std::collections::BTreeMap;

use icu_normalizer::DecomposingNormalizerBorrowed;

use crate::catalogue::draft::{ImageDraft, ProductDraft, Status, VariantDraft};
use crate::catalogue::product_id_by_slug_or_id;
use crate::db::{self, Conn};
use crate::id;
use crate::lang::Lang;

/// The standard rate, in basis points.
const TAX_RATE_BP: i64 = 2100;

/// What somebody wants a product to be; what is `None` stays as it is. Texts as in [`ProductDraft`].
#[derive(Debug, Clone, Default)]
pub struct ProductForm {
    /// From which state of the product the change was made.
    pub revision: Option<String>,
    /// In the address.
    pub slug: Option<String>,
    /// What it is called.
    pub title: Option<String>,
    /// The line under the title; `Some(None)` takes it away.
    pub subtitle: Option<Option<String>>,
    /// The word on the picture; `Some(None)` takes it away.
    pub ribbon_text: Option<Option<String>>,
    /// HTML.
    pub description: Option<String>,
    /// The Spanish name of its type.
    pub kind: Option<String>,
    /// Where it stands.
    pub status: Option<Status>,
    /// Whether the store leaves it out.
    pub is_hidden: Option<bool>,
    /// Whether it can be bought online.
    pub purchasable: Option<bool>,
    /// Ascending in the store.
    pub sort_order: Option<i64>,
    /// Whose price is shown; `Some(None)` the cheapest's.
    pub site_product_selection: Option<Option<String>>,
    /// In basis points.
    pub tax_rate_bp: Option<i64>,
    /// Free data.
    pub metadata: Option<serde_json::Map<String, serde_json::Value>>,
    /// Pictures in order.
    pub images: Option<Vec<ImageDraft>>,
    /// Titles of the options.
    pub options: Option<Vec<String>>,
    /// All variants; who is not among them goes.
    pub variants: Option<Vec<VariantForm>>,
    /// Slugs and Spanish titles.
    pub collections: Option<Vec<(String, String)>>,
    /// Titles and HTML.
    pub additional_info: Option<Vec<(String, String)>>,
    /// Titles, and whether they must be filled in.
    pub custom_fields: Option<Vec<(String, bool)>>,
    /// Section titles and slugs.
    pub related: Option<Vec<(String, String)>>,
    /// Other languages, all of them.
    pub texts: Option<BTreeMap<Lang, BTreeMap<String, String>>>,
    /// Translations that are right although the Spanish text is another by now.
    pub confirmed_texts: BTreeMap<Lang, Vec<String>>,
}

/// What somebody wants a variant to be.
#[derive(Debug, Clone)]
pub struct VariantForm {
    /// Everything but the stock, which stands in the next two.
    pub draft: VariantDraft,
    /// How many units there are to be; `None`: as many as there are.
    pub inventory_quantity: Option<i64>,
    /// How many the editor showed: then the difference counts.
    pub inventory_seen: Option<i64>,
}

/// A product nobody has said anything about.
pub(super) fn blank() -> ProductDraft {
    ProductDraft {
        id: None,
        slug: String::new(),
        title: String::new(),
        subtitle: None,
        ribbon_text: None,
        description: String::new(),
        kind: String::new(),
        status: Status::Draft,
        is_hidden: false,
        purchasable: true,
        sort_order: 0,
        site_product_selection: None,
        tax_rate_bp: TAX_RATE_BP,
        metadata: serde_json::Map::new(),
        images: Vec::new(),
        options: Vec::new(),
        variants: Vec::new(),
        collections: Vec::new(),
        additional_info: Vec::new(),
        custom_fields: Vec::new(),
        related: Vec::new(),
        texts: BTreeMap::new(),
    }
}

/// What an address is made of a title of; with a number where another product has it.
pub(super) fn free_slug(conn: &Conn, title: &str) -> db::Result<String> {
    // Letters without their accents, which stand apart in this form.
    let plain = DecomposingNormalizerBorrowed::new_nfd().normalize(title).to_lowercase();
    let plain: String = plain.chars().filter(|c| c.is_ascii() || c.is_whitespace()).collect();
    let words: Vec<&str> = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let base: String = words.join("-").chars().take(80).collect();
    let base = if base.is_empty() { String::from("producto") } else { base };
    for number in 1..100 {
        let slug = if number == 1 { base.clone() } else { format!("{base}-{number}") };
        if product_id_by_slug_or_id(conn, &slug)?.is_none() {
            return Ok(slug);
        }
    }
    Ok(format!("{base}-{}", id::short(&id::new())))
}

fn put<T: Clone>(place: &mut T, wanted: Option<&T>) {
    if let Some(wanted) = wanted {
        place.clone_from(wanted);
    }
}

impl ProductForm {
    /// `draft` as the form wants it; its stock is the stock of now.
    pub(super) fn applied_to(&self, mut draft: ProductDraft) -> ProductDraft {
        put(&mut draft.slug, self.slug.as_ref());
        put(&mut draft.title, self.title.as_ref());
        put(&mut draft.subtitle, self.subtitle.as_ref());
        put(&mut draft.ribbon_text, self.ribbon_text.as_ref());
        put(&mut draft.description, self.description.as_ref());
        put(&mut draft.kind, self.kind.as_ref());
        put(&mut draft.status, self.status.as_ref());
        put(&mut draft.is_hidden, self.is_hidden.as_ref());
        put(&mut draft.purchasable, self.purchasable.as_ref());
        put(&mut draft.sort_order, self.sort_order.as_ref());
        put(&mut draft.site_product_selection, self.site_product_selection.as_ref());
        put(&mut draft.tax_rate_bp, self.tax_rate_bp.as_ref());
        put(&mut draft.metadata, self.metadata.as_ref());
        put(&mut draft.images, self.images.as_ref());
        put(&mut draft.options, self.options.as_ref());
        put(&mut draft.collections, self.collections.as_ref());
        put(&mut draft.additional_info, self.additional_info.as_ref());
        put(&mut draft.custom_fields, self.custom_fields.as_ref());
        put(&mut draft.related, self.related.as_ref());
        put(&mut draft.texts, self.texts.as_ref());
        if let Some(variants) = &self.variants {
            draft.variants = variants.iter().map(|variant| variant.applied_to(&draft.variants)).collect();
        }
        draft
    }
}

impl VariantForm {
    /// The variant as the form wants it; it is known by its id, else its SKU.
    fn applied_to(&self, known: &[VariantDraft]) -> VariantDraft {
        let same_id = |old: &&VariantDraft| self.draft.id.is_some() && old.id == self.draft.id;
        let same_sku = |old: &&VariantDraft| self.draft.sku.is_some() && old.sku == self.draft.sku;
        let old = known.iter().find(same_id).or_else(|| known.iter().find(same_sku));
        let there = old.map_or(0, |old| old.inventory_quantity);
        let inventory_quantity = units(there, self.inventory_quantity, self.inventory_seen);
        VariantDraft { inventory_quantity, ..self.draft.clone() }
    }
}

/// How many units there are after somebody who saw `seen` wanted `wanted`; never fewer than none.
pub(super) fn units(there: i64, wanted: Option<i64>, seen: Option<i64>) -> i64 {
    match (wanted, seen) {
        (None, _) => there,
        (Some(wanted), None) => wanted,
        (Some(wanted), Some(seen)) => there.saturating_add(wanted.saturating_sub(seen)).max(0),
    }
}
