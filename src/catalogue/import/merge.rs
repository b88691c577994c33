//! RULE: another shop's file changes what it speaks of and leaves the rest of a product as the owner made it.
//!
//! Kept from the product in the shop: its name where the file has none, its texts in other languages, ribbon, place in the
//! store, further information, custom fields, documents, colours, fitting, what is in the box, and related products; its
//! attributes, pictures, subtitle, brand, maker, model, warnings, type, collections, metadata, weights, contents and GTINs
//! where the file has none of ours; that it is not purchasable; a tax rate other than the standard one; and a stock that
//! the file counts without a number.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::draft::{Fields, ProductDraft, VariantDraft};
use crate::catalogue::html;
use crate::lang::Lang;
use crate::text;

use super::ParsedProduct;
use crate::catalogue::fields::STANDARD_TAX_BP;

/// The product of the file, completed from the one in the shop.
pub(super) fn onto(existing: &ProductDraft, parsed: &ParsedProduct) -> ProductDraft {
    let mut draft = parsed.draft.clone();
    draft.id.clone_from(&existing.id);
    draft.fields = fields(&existing.fields, draft.fields);
    if parsed.is_nameless {
        keep_names(&mut draft, existing);
    }
    draft.custom_fields.clone_from(&existing.custom_fields);
    draft.documents.clone_from(&existing.documents);
    draft.swatches.clone_from(&existing.swatches);
    keep_when_empty(&mut draft.attributes, &existing.attributes);
    keep_when_empty(&mut draft.images, &existing.images);
    keep_when_empty(&mut draft.collections, &existing.collections);
    keep_when_empty(&mut draft.additional_info, &existing.additional_info);
    keep_when_empty(&mut draft.related, &existing.related);
    // What earlier imports kept as further information is told as an attribute by now.
    let is_told = |(title, html): &(String, String)| {
        draft.attributes.iter().any(|(name, value)| name == title && *html == as_section(value))
    };
    draft.additional_info.retain(|section| !is_told(section));
    let known = places(&draft, existing);
    for ((variant, origin), known) in draft.variants.iter_mut().zip(&parsed.variants).zip(&known) {
        if let Some(known) = known.map(|n| &existing.variants[n]) {
            variant.image_url = variant.image_url.take().or_else(|| known.image_url.clone());
            variant.weight_grams = variant.weight_grams.or(known.weight_grams);
            variant.content = variant.content.or(known.content);
            variant.gtin = variant.gtin.take().or_else(|| known.gtin.clone());
            if !origin.stock_known {
                variant.inventory_quantity = known.inventory_quantity;
            }
        }
    }
    draft.texts = texts(existing, &draft, &known);
    draft
}

/// A file without a name says what it costs, not what it is called.
fn keep_names(draft: &mut ProductDraft, existing: &ProductDraft) {
    draft.title.clone_from(&existing.title);
    if let ([], [only], [known, ..]) = (&draft.options[..], &mut draft.variants[..], &existing.variants[..]) {
        only.title.clone_from(&known.title);
    }
}

/// Each field of the file's or of the shop's product, or it does not compile: what is forgotten here is wiped by the next
/// import.
fn fields(existing: &Fields, file: Fields) -> Fields {
    let Fields {
        slug: _,
        title,
        subtitle,
        ribbon_text: _,
        brand,
        maker,
        model,
        warnings,
        guarantee_months,
        guarantee_producer,
        guarantee_model,
        description,
        kind,
        status,
        is_hidden,
        purchasable,
        fitting: _,
        in_the_box,
        sort_order: _,
        site_product_selection: _,
        tax_rate_bp,
        mut metadata,
    } = file;
    for (key, value) in &existing.metadata {
        metadata.entry(key).or_insert_with(|| value.clone());
    }
    Fields {
        slug: existing.slug.clone(),
        title,
        subtitle: subtitle.or_else(|| existing.subtitle.clone()),
        ribbon_text: existing.ribbon_text.clone(),
        brand: brand.or_else(|| existing.brand.clone()),
        // Whom the owner has chosen is known by more than a name.
        maker: existing.maker.clone().or(maker),
        model: model.or_else(|| existing.model.clone()),
        warnings: warnings.or_else(|| existing.warnings.clone()),
        guarantee_months: guarantee_months.or(existing.guarantee_months),
        guarantee_producer: guarantee_producer.or_else(|| existing.guarantee_producer.clone()),
        guarantee_model: guarantee_model.or_else(|| existing.guarantee_model.clone()),
        description,
        kind: if kind.is_empty() { existing.kind.clone() } else { kind },
        status,
        is_hidden,
        purchasable: purchasable && existing.purchasable,
        fitting: existing.fitting,
        in_the_box: in_the_box.or_else(|| existing.in_the_box.clone()),
        sort_order: existing.sort_order,
        site_product_selection: existing.site_product_selection.clone(),
        tax_rate_bp: if tax_rate_bp == STANDARD_TAX_BP { existing.tax_rate_bp } else { tax_rate_bp },
        metadata,
    }
}

/// The value of an attribute as earlier imports wrote it to further information; what the owner wrote is another text.
fn as_section(value: &str) -> String {
    html::clean(&format!("<p>{}</p>", text::escape(value)))
}

fn keep_when_empty<T: Clone>(new: &mut Vec<T>, existing: &[T]) {
    if new.is_empty() {
        new.extend_from_slice(existing);
    }
}

/// Where each variant of the file stands in the shop.
pub(super) fn places(file: &ProductDraft, existing: &ProductDraft) -> Vec<Option<usize>> {
    file.variants.iter().map(|variant| find(variant, &existing.variants)).collect()
}

/// By its id, else its SKU, else its option values.
fn find(variant: &VariantDraft, existing: &[VariantDraft]) -> Option<usize> {
    let by_id = existing.iter().position(|known| known.id.is_some() && known.id == variant.id);
    let by_sku = || existing.iter().position(|known| known.sku.is_some() && known.sku == variant.sku);
    by_id.or_else(by_sku).or_else(|| existing.iter().position(|known| known.option_values == variant.option_values))
}

/// Where each section of further information of the shop stands now: what is the same, else what has its title.
fn sections(existing: &ProductDraft, draft: &ProductDraft) -> Vec<Option<usize>> {
    let (old, new) = (&existing.additional_info, &draft.additional_info);
    let mut places: Vec<Option<usize>> = vec![None; old.len()];
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let mut pair = |is_it: fn(&(String, String), &(String, String)) -> bool| {
        for (section, place) in old.iter().zip(&mut places).filter(|(_, place)| place.is_none()) {
            *place = (0..new.len()).find(|n| !taken.contains(n) && is_it(section, &new[*n]));
            taken.extend(*place);
        }
    };
    pair(|before, now| before == now);
    pair(|before, now| before.0 == now.0);
    places
}

/// The translations whose Spanish text is still there; those of variants and of further information move with them.
pub(super) fn texts(
    existing: &ProductDraft,
    draft: &ProductDraft,
    known: &[Option<usize>],
) -> BTreeMap<Lang, BTreeMap<String, String>> {
    let sections = sections(existing, draft);
    let path = |path: &str| -> Option<String> {
        let (what, rest) = path.split_once('/').unwrap_or((path, ""));
        let stays = match what {
            "option" => draft.options.iter().any(|option| option == rest),
            "value" => draft.variants.iter().flat_map(|variant| &variant.option_values).any(|value| value == rest),
            "image" => draft.images == existing.images,
            "info" => {
                let (before, part) = rest.split_once('/')?;
                let now = sections.get(before.parse::<usize>().ok()?).copied().flatten()?;
                return Some(format!("info/{now}/{part}"));
            }
            "attribute" => draft.attributes == existing.attributes,
            "section" => draft.related.iter().any(|(section, _)| section == rest),
            "variant" => {
                let before = rest.parse().ok()?;
                return known.iter().position(|known| *known == Some(before)).map(|now| format!("variant/{now}"));
            }
            _ => true,
        };
        stays.then(|| path.to_owned())
    };
    let translate = |texts: &BTreeMap<String, String>| {
        texts.iter().filter_map(|(old, text)| Some((path(old)?, text.clone()))).collect()
    };
    existing.texts.iter().map(|(lang, texts)| (*lang, translate(texts))).collect()
}
