//! Products → our own CSV, which [`crate::catalogue::import`] reads back to the same drafts. Its shape is described
//! where it is read. UTF-8 with a byte order mark, so that spreadsheets show accents; no cell is a formula.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::draft::{ProductDraft, ProductStatus, VariantDraft};
use super::import::formula::guard;
use super::import::own::{BRAND, FACTS, MEASURES, PRODUCT, SAFETY, SALE_DATES, TEXTS, VARIANT};
use super::import::shapes::{Attribute, Collection, Document, Field, Info, Picture, Related};
use super::maker::Maker;
use crate::clock::Timestamp;
use crate::lang::Lang;
use crate::money::Cents;

/// Writes the products as CSV.
pub fn write(products: &[ProductDraft], out: &mut impl Write) -> io::Result<()> {
    out.write_all("\u{feff}".as_bytes())?;
    let mut csv = csv::Writer::from_writer(out);
    let options = products.iter().map(|product| product.options.len()).max().unwrap_or(0).max(1);
    csv.write_record(header(options))?;
    for product in products {
        for (n, variant) in product.variants.iter().enumerate() {
            csv.write_record(row(product, n, variant, options).iter().map(|cell| guard(cell)))?;
        }
    }
    csv.flush()
}

fn other_languages() -> impl Iterator<Item = Lang> {
    Lang::ALL.into_iter().filter(|lang| *lang != Lang::default())
}

/// The columns of products of which one has so many options.
pub(super) fn header(options: usize) -> Vec<String> {
    let mut header: Vec<String> = PRODUCT.iter().chain(&VARIANT).map(|column| (*column).to_owned()).collect();
    header.extend((1..=options).flat_map(|n| [format!("option{n}_name"), format!("option{n}_value")]));
    for lang in other_languages() {
        header.extend(TEXTS.iter().chain(&["variant_title", "texts"]).map(|text| format!("{text}:{lang}")));
    }
    header.extend(MEASURES.map(str::to_owned));
    header.extend(SAFETY.map(str::to_owned));
    header.extend(FACTS.map(str::to_owned));
    header.push(BRAND.to_owned());
    header.extend(SALE_DATES.map(str::to_owned));
    header
}

/// The cells of a product's variant, in the order of [`header`]; with its first, those of the product.
pub(super) fn row(product: &ProductDraft, n: usize, variant: &VariantDraft, options: usize) -> Vec<String> {
    let mut cells = if n == 0 { product_cells(product) } else { further_row(product) };
    cells.extend(variant_cells(variant));
    cells.extend(option_cells(product, n, options));
    cells.extend(text_cells(product, n));
    cells.extend(measures(variant));
    cells.extend(if n == 0 { safety(product) } else { Default::default() });
    cells.extend(if n == 0 { facts(product) } else { Default::default() });
    cells.push(product.brand.clone().filter(|_| n == 0).unwrap_or_default());
    cells.extend(sale_dates(variant));
    cells
}

/// The cells of [`PRODUCT`], in its order.
fn product_cells(product: &ProductDraft) -> Vec<String> {
    let optional = |text: &Option<String>| text.clone().unwrap_or_default();
    let status = match product.status {
        ProductStatus::Published => "published",
        ProductStatus::Draft => "draft",
        ProductStatus::Archived => "archived",
    };
    let images = product.images.iter().map(|i| Picture { url: i.url.clone(), alt: i.alt.clone() });
    let collections = product.collections.iter().cloned().map(|(slug, title)| Collection { slug, title });
    let info = product.additional_info.iter().cloned().map(|(title, description)| Info { title, description });
    let fields = product.custom_fields.iter().cloned().map(Field::from);
    let related = product.related.iter().cloned().map(|(section, slug)| Related { section, slug });
    vec![
        String::from("product"),
        product.slug.clone(),
        optional(&product.id),
        product.title.clone(),
        optional(&product.subtitle),
        optional(&product.ribbon_text),
        product.description.clone(),
        product.kind.clone(),
        status.to_owned(),
        product.is_hidden.to_string(),
        product.purchasable.to_string(),
        product.sort_order.to_string(),
        optional(&product.site_product_selection),
        Cents(product.tax_rate_bp).to_string(),
        json(images),
        json(collections),
        json(info),
        json(fields),
        json(related),
        if product.metadata.is_empty() { String::new() } else { text_of(&product.metadata) },
    ]
}

/// The cells of [`PRODUCT`] on a row that only adds a variant.
fn further_row(product: &ProductDraft) -> Vec<String> {
    let mut cells = vec![String::from("variant"), product.slug.clone()];
    cells.resize(PRODUCT.len(), String::new());
    cells
}

/// The cells of [`VARIANT`], in its order.
fn variant_cells(variant: &VariantDraft) -> [String; VARIANT.len()] {
    [
        variant.id.clone().unwrap_or_default(),
        variant.title.clone(),
        variant.sku.clone().unwrap_or_default(),
        variant.image_url.clone().unwrap_or_default(),
        variant.price.to_string(),
        variant.sale.map(|sale| sale.price.to_string()).unwrap_or_default(),
        variant.manage_inventory.to_string(),
        variant.inventory_quantity.to_string(),
        variant.weight_grams.map(|grams| grams.to_string()).unwrap_or_default(),
    ]
}

/// The cells of [`MEASURES`].
fn measures(variant: &VariantDraft) -> [String; MEASURES.len()] {
    let content = variant.content.map(|content| content.to_string());
    [content.unwrap_or_default(), variant.gtin.clone().unwrap_or_default()]
}

/// The cells of [`SAFETY`].
fn safety(product: &ProductDraft) -> [String; SAFETY.len()] {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let Maker { slug, name, address, contact, is_outside_eu, eu_name, eu_address, eu_contact } =
        product.made_by.clone().unwrap_or_default();
    let months = product.guarantee_months.map(|months| months.to_string()).unwrap_or_default();
    let outside = if is_outside_eu { String::from("true") } else { String::new() };
    [
        text(&product.model),
        text(&product.warnings),
        months,
        text(&product.guarantee_producer),
        text(&product.guarantee_model),
        slug,
        name,
        address,
        contact,
        outside,
        eu_name,
        eu_address,
        eu_contact,
    ]
}

/// The cells of [`FACTS`].
fn facts(product: &ProductDraft) -> [String; FACTS.len()] {
    let attributes = product.attributes.iter().cloned().map(|(name, value)| Attribute { name, value });
    let documents = product.documents.iter().map(|d| Document { url: d.url.clone(), title: d.title.clone() });
    [
        product.fitting.as_str().to_owned(),
        product.in_the_box.clone().unwrap_or_default(),
        json(attributes),
        json(documents),
        if product.swatches.is_empty() { String::new() } else { text_of(&product.swatches) },
    ]
}

/// The cells of [`SALE_DATES`].
fn sale_dates(variant: &VariantDraft) -> [String; SALE_DATES.len()] {
    let written = |moment: Option<Timestamp>| moment.map(Timestamp::to_rfc3339).unwrap_or_default();
    let (starts_at, ends_at) = variant.sale.map(|sale| (sale.starts_at, sale.ends_at)).unwrap_or_default();
    [written(starts_at), written(ends_at)]
}

/// Name, on the first row, and value of each option.
fn option_cells(product: &ProductDraft, row: usize, options: usize) -> impl Iterator<Item = String> {
    (0..options).flat_map(move |n| {
        let name = product.options.get(n).filter(|_| row == 0).cloned();
        let value = product.variants[row].option_values.get(n).cloned();
        [name.unwrap_or_default(), value.unwrap_or_default()]
    })
}

/// The texts in every other language: those with a column of their own, and the rest as JSON on the first row.
fn text_cells(product: &ProductDraft, row: usize) -> Vec<String> {
    let mut cells = Vec::new();
    for lang in other_languages() {
        let mut rest: BTreeMap<&str, &str> = BTreeMap::new();
        for (path, text) in product.texts.get(&lang).into_iter().flatten() {
            rest.insert(path, text);
        }
        let titles: Vec<&str> = (0..product.variants.len())
            .map(|n| rest.remove(format!("variant/{n}").as_str()).unwrap_or_default())
            .collect();
        let texts = TEXTS.map(|path| rest.remove(path).unwrap_or_default());
        cells.extend(texts.iter().map(|text| if row == 0 { (*text).to_owned() } else { String::new() }));
        cells.push(titles[row].to_owned());
        cells.push(if row == 0 && !rest.is_empty() { text_of(&rest) } else { String::new() });
    }
    cells
}

/// A list as JSON; an empty cell for an empty one.
fn json<T: Serialize>(items: impl Iterator<Item = T>) -> String {
    let items: Vec<T> = items.collect();
    if items.is_empty() { String::new() } else { text_of(&items) }
}

fn text_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and flags are JSON")
}
