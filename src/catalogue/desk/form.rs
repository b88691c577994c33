//! RULE: what a form of the desk makes of a product.

use std::collections::BTreeMap;

use icu_normalizer::DecomposingNormalizerBorrowed;

use crate::catalogue::draft::{CustomFieldDraft, DocumentDraft, FieldChanges, ImageDraft, ProductDraft, VariantDraft};
use crate::catalogue::product_id_by_slug_or_id;
use crate::catalogue::sql::known::slug_exists;
use crate::db::{self, Conn};
use crate::id;
use crate::lang::Lang;

/// What somebody wants a product to be; what is `None` stays as it is. Texts as in [`ProductDraft`].
#[derive(Debug, Clone, Default)]
pub struct ProductForm {
    /// From which state of the product the change was made.
    pub revision: Option<String>,
    /// Its plain fields.
    pub fields: FieldChanges,
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
    /// What the customer fills in.
    pub custom_fields: Option<Vec<CustomFieldDraft>>,
    /// Names and values.
    pub attributes: Option<Vec<(String, String)>>,
    /// The maker's papers.
    pub documents: Option<Vec<DocumentDraft>>,
    /// Colours by Spanish option values.
    pub swatches: Option<BTreeMap<String, String>>,
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
        // That of a deleted product stays with it.
        if product_id_by_slug_or_id(conn, &slug)?.is_none() && !slug_exists(conn, &slug)? {
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
    /// `draft` as the form wants it; its stock is the stock of now. Every part of the form stands here, or it does not
    /// compile: what is left out would be ignored.
    pub(super) fn applied_to(&self, mut draft: ProductDraft) -> ProductDraft {
        let Self {
            revision: _,
            fields,
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
            confirmed_texts: _,
        } = self;
        fields.apply(&mut draft.fields);
        put(&mut draft.images, images.as_ref());
        put(&mut draft.options, options.as_ref());
        put(&mut draft.collections, collections.as_ref());
        put(&mut draft.additional_info, additional_info.as_ref());
        let asked = draft.custom_fields.clone();
        put(&mut draft.custom_fields, custom_fields.as_ref());
        CustomFieldDraft::keep_lengths(&mut draft.custom_fields, &asked);
        put(&mut draft.attributes, attributes.as_ref());
        put(&mut draft.documents, documents.as_ref());
        put(&mut draft.swatches, swatches.as_ref());
        put(&mut draft.related, related.as_ref());
        put(&mut draft.texts, texts.as_ref());
        if let Some(variants) = variants {
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
