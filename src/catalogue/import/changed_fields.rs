//! What of a product becomes another by an import, besides its name, what is asked for it and its stock: read off the
//! rows of our own file, which hold all there is.

use serde::Serialize;

use crate::catalogue::draft::{ProductDraft, VariantDraft};
use crate::catalogue::{export, html};
use crate::lang::Lang;

/// Characters of a text that are told.
const TOLD: usize = 90;
/// Characters of it before the first change.
const BEFORE: usize = 16;

/// What becomes of a field, of one text in one language or of one variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldDifference {
    /// As the desk calls it.
    pub field: &'static str,
    /// The language of the text, where it is not Spanish.
    pub lang: Option<Lang>,
    /// The variant, where the product has several.
    pub variant: Option<String>,
    /// What stood there, of a long text what is around the first change. Empty for nothing, `None` for what is no text.
    pub old: Option<String>,
    /// What will stand there.
    pub new: Option<String>,
}

/// How a column is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum As {
    Text,
    Html,
    /// JSON, or a list: that it is another is told, not how.
    List,
}

/// Columns of a product: as the file calls them, as the desk does.
const PRODUCT: [(&str, &str, As); 30] = [
    ("slug", "slug", As::Text),
    ("subtitle", "subtitle", As::Text),
    ("ribbon_text", "ribbon_text", As::Text),
    ("brand", "brand", As::Text),
    ("description", "description", As::Html),
    ("type", "type", As::Text),
    ("status", "status", As::Text),
    ("is_hidden", "is_hidden", As::Text),
    ("purchasable", "purchasable", As::Text),
    ("sort_order", "order", As::Text),
    ("site_product_selection", "site_product_selection", As::List),
    ("tax_percent", "tax_rate_bp", As::Text),
    ("images", "images", As::List),
    ("collections", "collections", As::List),
    ("additional_info", "additional_info", As::List),
    ("custom_fields", "custom_fields", As::List),
    ("related", "related", As::List),
    ("metadata", "metadata", As::List),
    ("model", "model", As::Text),
    ("warnings", "warnings", As::Text),
    ("guarantee_months", "guarantee_months", As::Text),
    ("guarantee_producer", "guarantee_producer", As::Text),
    ("guarantee_model", "guarantee_model", As::Text),
    ("maker", "maker", As::Text),
    ("fitting", "fitting", As::Text),
    ("in_the_box", "in_the_box", As::Text),
    ("attributes", "attributes", As::List),
    ("documents", "documents", As::List),
    ("swatches", "swatches", As::List),
    ("texts", "texts", As::List),
];

/// Columns of a variant.
const VARIANT: [(&str, &str, As); 10] = [
    ("sku", "sku", As::Text),
    ("variant_image", "image_url", As::List),
    ("price", "price", As::Text),
    ("sale_price", "sale_price", As::Text),
    ("sale_starts_at", "sale_starts_at", As::Text),
    ("sale_ends_at", "sale_ends_at", As::Text),
    ("weight_grams", "weight_grams", As::Text),
    ("content", "content", As::Text),
    ("gtin", "gtin", As::Text),
    ("variant_title", "variant_title", As::Text),
];

/// What becomes another, product first; `places` are those of the wanted variants among the old.
pub(super) fn changed_fields(old: &ProductDraft, new: &ProductDraft, places: &[Option<usize>]) -> Vec<FieldDifference> {
    let mut told = of_product(old, new);
    for (place, variant) in new.variants.iter().enumerate() {
        let known = places.get(place).copied().flatten().and_then(|n| Some((n, old.variants.get(n)?)));
        if let Some((n, known)) = known {
            told.extend(of_variant((old, n, known), (new, place, variant)));
        }
    }
    let gone = |place: &usize| !places.contains(&Some(*place));
    told.extend((0..old.variants.len()).filter(gone).map(|place| FieldDifference {
        field: "variants",
        lang: None,
        variant: None,
        old: Some(old.variants[place].title.clone()),
        new: Some(String::new()),
    }));
    told
}

/// Columns of the two rows that differ, by name, without the language; options are one column.
fn differing(old: &[String], new: &[String], options: usize) -> Vec<(String, Option<Lang>, String, String)> {
    let cells = old.iter().zip(new);
    let differing = export::header(options).into_iter().zip(cells).filter(|(_, (old, new))| old != new);
    let told = differing.map(|(column, (old, new))| {
        let (name, lang) = column.split_once(':').unwrap_or((&column, ""));
        (name.to_owned(), lang.parse().ok(), old.clone(), new.clone())
    });
    told.collect()
}

fn of_product(old: &ProductDraft, new: &ProductDraft) -> Vec<FieldDifference> {
    let ([first, ..], [wanted, ..]) = (&old.variants[..], &new.variants[..]) else { return Vec::new() };
    let options = old.options.len().max(new.options.len()).max(1);
    let (rows, wanted) = (export::row(old, 0, first, options), export::row(new, 0, wanted, options));
    let told = differing(&rows, &wanted, options).into_iter().filter_map(|(column, lang, old, new)| {
        // Its name in Spanish is told at the head; a translation of it is not.
        let known =
            if column == "title" && lang.is_some() { Some(("title", As::Text)) } else { named(&PRODUCT, &column) };
        let (field, told_as) = known?;
        Some(difference(field, told_as, lang, None, (&old, &new)))
    });
    let mut told: Vec<_> = told.collect();
    if old.options != new.options {
        told.push(difference("options", As::Text, None, None, (&old.options.join(", "), &new.options.join(", "))));
    }
    told
}

/// A variant with its product and its place there.
type Placed<'a> = (&'a ProductDraft, usize, &'a VariantDraft);

fn of_variant((old, old_place, known): Placed<'_>, (new, place, wanted): Placed<'_>) -> Vec<FieldDifference> {
    let options = old.options.len().max(new.options.len()).max(1);
    let rows = (export::row(old, old_place, known, options), export::row(new, place, wanted, options));
    let asked = |variant: &VariantDraft| variant.sale.map_or(variant.price, |sale| sale.price);
    let is_repriced = asked(known) != asked(wanted);
    let is_one_of_many = new.variants.len() > 1;
    let told = differing(&rows.0, &rows.1, options).into_iter().filter_map(|(column, lang, old, new)| {
        let (field, told_as) = named(&VARIANT, &column)?;
        let is_told = is_repriced && matches!(field, "price" | "sale_price");
        // The only variant is called as its product is.
        let is_name = field == "variant_title" && !is_one_of_many;
        let variant = is_one_of_many.then(|| wanted.title.clone());
        (!is_told && !is_name).then(|| difference(field, told_as, lang, variant, (&old, &new)))
    });
    told.collect()
}

fn named(columns: &[(&str, &'static str, As)], column: &str) -> Option<(&'static str, As)> {
    columns.iter().find(|(name, ..)| *name == column).map(|(_, field, told_as)| (*field, *told_as))
}

fn difference(
    field: &'static str,
    told_as: As,
    lang: Option<Lang>,
    variant: Option<String>,
    (old, new): (&str, &str),
) -> FieldDifference {
    let texts = match told_as {
        As::Text => Some((old.to_owned(), new.to_owned())),
        // Where the words are the same, it is how they are set.
        As::Html => Some((html::words(old), html::words(new))).filter(|(old, new)| old != new),
        As::List => None,
    };
    let (old, new) = texts.map(|(old, new)| around_the_change(&old, &new)).unzip();
    FieldDifference { field, lang, variant, old, new }
}

/// Both texts from shortly before the first character that differs, as far as they are told.
fn around_the_change(old: &str, new: &str) -> (String, String) {
    let same = old.chars().zip(new.chars()).take_while(|(old, new)| old == new).count();
    let is_short = old.chars().count().max(new.chars().count()) <= TOLD;
    let from = if is_short { 0 } else { same.saturating_sub(BEFORE) };
    let told = |text: &str| {
        let begin = if from > 0 { "…" } else { "" };
        let end = if text.chars().count() > from + TOLD { "…" } else { "" };
        format!("{begin}{}{end}", text.chars().skip(from).take(TOLD).collect::<String>())
    };
    (told(old), told(new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_text_the_place_that_changes_is_told() {
        let old = format!("{}taladro", "a".repeat(200));
        let new = format!("{}taladradora {}", "a".repeat(200), "b".repeat(200));
        let (old, new) = around_the_change(&old, &new);
        assert_eq!(old, "…aaaaaaaaaataladro");
        assert!(new.starts_with("…aaaaaaaaaataladradora bb") && new.ends_with("b…"), "{new}");
        assert_eq!(new.chars().count(), TOLD + 2);
        assert_eq!(around_the_change("Pintura", "Pinturas"), (String::from("Pintura"), String::from("Pinturas")));
        assert_eq!(around_the_change("", "Ñandú"), (String::new(), String::from("Ñandú")));
    }

    #[test]
    fn each_column_of_our_file_is_told_or_left_out_on_purpose() {
        let elsewhere = ["manetes", "product_id", "title", "variant_id", "manage_inventory", "inventory_quantity"];
        for column in export::header(1) {
            let name = column.split(':').next().unwrap_or_default();
            let is_told = named(&PRODUCT, name).or(named(&VARIANT, name)).is_some();
            // Of a maker the shop's word stands; options are told as they are.
            let is_of_others = name.starts_with("maker_") || name.starts_with("option1_");
            assert!(is_told || is_of_others || elsewhere.contains(&name), "{column}");
        }
    }
}
