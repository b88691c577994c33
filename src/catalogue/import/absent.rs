//! RULE: a column that our own file does not have changes nothing. Files from before lack those that were added since:
//! the brand, the dates of sales, contents and GTINs, makers and safety, what is told line by line, how much a buyer may
//! write, and the texts of a language. Translations go with the Spanish that they are of.

use std::collections::BTreeSet;

use super::own::{BRAND, FACTS, MEASURES, SAFETY, SALE_DATES, TEXTS};
use super::table::Table;
use super::{ParsedProduct, merge};
use crate::catalogue::draft::{CustomFieldDraft, ProductDraft, VariantDraft};
use crate::catalogue::export_one;
use crate::catalogue::price::Sale;
use crate::db::{self, Conn};
use crate::lang::Lang;

/// Columns of ours that a file does not have.
pub(super) type Absent = BTreeSet<String>;

pub(super) fn absent(table: &Table) -> Absent {
    let texts = Lang::ALL
        .into_iter()
        .filter(|lang| *lang != Lang::default())
        .flat_map(|lang| TEXTS.into_iter().chain(["variant_title", "texts"]).map(move |text| format!("{text}:{lang}")));
    let added = SALE_DATES.into_iter().chain(MEASURES).chain(SAFETY).chain(FACTS).chain([BRAND]).map(str::to_owned);
    added.chain(texts).filter(|column| !table.has(column)).collect()
}

/// The product of a file of ours, with what the shop's has in columns that the file does not have.
pub(super) fn completed(conn: &Conn, product: &ParsedProduct, absent: &Absent) -> db::Result<ProductDraft> {
    let mut draft = product.draft.clone();
    if absent.is_empty() && draft.custom_fields.iter().all(|field| field.max_length.is_some()) {
        return Ok(draft);
    }
    let by_id = draft.id.as_deref().map(|id| export_one(conn, id)).transpose()?.flatten();
    let Some(existing) = by_id.map_or_else(|| export_one(conn, &draft.slug), |known| Ok(Some(known)))? else {
        return Ok(draft);
    };
    CustomFieldDraft::keep_lengths(&mut draft.custom_fields, &existing.custom_fields);
    if absent.contains(BRAND) {
        draft.fields.brand.clone_from(&existing.fields.brand);
    }
    keep_safety(&mut draft, &existing, absent);
    keep_facts(&mut draft, &existing, absent);
    let known = merge::places(&draft, &existing);
    for (variant, known) in draft.variants.iter_mut().zip(&known) {
        let Some(before) = known.map(|n| &existing.variants[n]) else { continue };
        if let (Some(sale), Some(before)) = (&mut variant.sale, before.sale) {
            keep_dates(sale, before, absent);
        }
        keep_measures(variant, before, absent);
    }
    for (lang, texts) in merge::texts(&existing, &draft, &known) {
        for (path, text) in texts {
            if absent.contains(&column(&path, lang)) || absent.contains(spanish(&path)) {
                draft.texts.entry(lang).or_default().insert(path, text);
            }
        }
    }
    Ok(draft)
}

fn keep_dates(sale: &mut Sale, before: Sale, absent: &Absent) {
    let [starts_at, ends_at] = SALE_DATES.map(|column| absent.contains(column));
    if starts_at {
        sale.starts_at = before.starts_at;
    }
    if ends_at {
        sale.ends_at = before.ends_at;
    }
}

fn keep_safety(draft: &mut ProductDraft, before: &ProductDraft, absent: &Absent) {
    let (fields, kept) = (&mut draft.fields, &before.fields);
    if absent.contains("model") {
        fields.model.clone_from(&kept.model);
    }
    if absent.contains("warnings") {
        fields.warnings.clone_from(&kept.warnings);
    }
    if absent.contains("guarantee_months") {
        fields.guarantee_months = kept.guarantee_months;
    }
    if absent.contains("guarantee_producer") {
        fields.guarantee_producer.clone_from(&kept.guarantee_producer);
    }
    if absent.contains("guarantee_model") {
        fields.guarantee_model.clone_from(&kept.guarantee_model);
    }
    if absent.contains("maker") && absent.contains("maker_name") {
        fields.maker.clone_from(&kept.maker);
    }
}

fn keep_facts(draft: &mut ProductDraft, before: &ProductDraft, absent: &Absent) {
    let [fitting, in_the_box, attributes, documents, swatches] = FACTS.map(|column| absent.contains(column));
    if fitting {
        draft.fields.fitting = before.fields.fitting;
    }
    if in_the_box {
        draft.fields.in_the_box.clone_from(&before.fields.in_the_box);
    }
    if attributes {
        draft.attributes.clone_from(&before.attributes);
    }
    if documents {
        draft.documents.clone_from(&before.documents);
    }
    if swatches {
        draft.swatches.clone_from(&before.swatches);
    }
}

fn keep_measures(variant: &mut VariantDraft, before: &VariantDraft, absent: &Absent) {
    let [content, gtin] = MEASURES.map(|column| absent.contains(column));
    if content {
        variant.content = before.content;
    }
    if gtin {
        variant.gtin.clone_from(&before.gtin);
    }
}

/// Where a text of a product stands in a file.
fn column(path: &str, lang: Lang) -> String {
    let text = if TEXTS.contains(&path) {
        path
    } else if path.starts_with("variant/") {
        "variant_title"
    } else {
        "texts"
    };
    format!("{text}:{lang}")
}

/// The column of what a text is a translation of, where a file may be without it.
fn spanish(path: &str) -> &str {
    match path.split_once('/') {
        Some(("attribute", _)) => "attributes",
        Some(("document", _)) => "documents",
        _ => path,
    }
}
