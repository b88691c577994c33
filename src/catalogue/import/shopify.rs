//! Shopify's product CSV, with the old column names (`Handle`, `Variant Price`) and the current ones (`URL handle`,
//! `Price`). One row per variant; rows of one handle belong together; further rows may hold only a picture.
//!
//! - **Price.** A compare-at price above the price is the regular price, and the price is the sale price. A compare-at
//!   price that is not higher says nothing.
//! - **Stock.** Policy `continue` (sells below zero) → not counted. Otherwise a quantity, also 0, → counted: real files
//!   leave the tracker empty and still give quantities, and selling what is not there is worse than showing it sold
//!   out; a 0 without a tracker is noted. A tracker without a quantity (a shop with several locations) → counted,
//!   keeping the number we know, 0 for a new variant, noted. Neither → not counted. A number below zero is 0, noted.
//! - **Variants.** The option `Title` with `Default Title` is a product with a single variant and no options.
//! - **Visibility.** `Status` is ours; `Published` false and the status `unlisted` hide the product.
//! - **Type.** `Type`, else the last part of `Product category`. Tags, vendor, barcodes and search texts go to the
//!   metadata. The cost per item does not: metadata is public.
//! - **Tax.** A product none of whose variants is taxable has 0 %; any other the standard rate.
//! - **Gift cards** are imported as not purchasable, noted.
//! - The order in the store is that of the file. Columns of markets, metafields and advertisements are not read.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::catalogue::draft::{ImageDraft, ProductDraft, Status, VariantDraft};
use crate::catalogue::price::Sale;
use crate::money::Cents;

use super::table::{Cells, Row, Table};
use super::{Findings, MAX_QUANTITY, ParsedProduct, Remark, STANDARD_TAX_BP, VariantOrigin, slugify};

pub(super) const NEEDED: [&str; 3] = ["handle", "title", "variant price"];

/// The fields of a draft → the columns they come from.
pub(super) const FIELDS: [(&str, &str); 15] = [
    ("slug", "handle"),
    ("title", "title"),
    ("description", "body (html)"),
    ("type", "type"),
    ("sku", "variant sku"),
    ("price", "variant price"),
    ("sale_price", "variant compare at price"),
    ("option_values", "option1 value"),
    ("options", "option1 name"),
    ("inventory_quantity", "variant inventory qty"),
    ("weight", "variant grams"),
    ("images", "image src"),
    ("image_url", "variant image"),
    ("collections", "collection"),
    ("variants", "handle"),
];

/// The current names → the old ones, by which the columns are read.
pub(super) const ALIASES: [(&str, &str); 19] = [
    ("url handle", "handle"),
    ("description", "body (html)"),
    ("published on online store", "published"),
    ("sku", "variant sku"),
    ("barcode", "variant barcode"),
    ("barcodes", "variant barcode"),
    ("variant barcodes", "variant barcode"),
    ("price", "variant price"),
    ("compare-at price", "variant compare at price"),
    ("charge tax", "variant taxable"),
    ("inventory tracker", "variant inventory tracker"),
    ("inventory quantity", "variant inventory qty"),
    ("continue selling when out of stock", "variant inventory policy"),
    ("weight value (grams)", "variant grams"),
    ("product image url", "image src"),
    ("variant image url", "variant image"),
    ("standardized product type", "product category"),
    ("standard product type", "product category"),
    ("custom product type", "type"),
];

pub(super) fn read(table: &Table, findings: &mut Findings) -> Vec<ParsedProduct> {
    let mut products = Vec::new();
    for (handle, rows) in table.grouped_by("handle", findings) {
        products.extend(product(table, handle, &rows, products.len(), findings));
    }
    products
}

fn product(table: &Table, handle: &str, rows: &[&Row], place: usize, findings: &mut Findings) -> Option<ParsedProduct> {
    let slug = handle.to_lowercase();
    let options = options(table, rows);
    let mut variants = Vec::new();
    let mut origins = Vec::new();
    let mut images: Vec<(i64, ImageDraft)> = Vec::new();
    let mut taxable = false;
    let mut barcodes = Map::new();
    for (index, row) in rows.iter().enumerate() {
        let mut cells = table.cells(row, findings);
        image(&mut cells, &slug, &mut images);
        // The first row is always a variant; later ones may be pictures only.
        if index > 0 && cells.text("option1 value").is_empty() && cells.text("variant price").is_empty() {
            continue;
        }
        taxable |= cells.flag("variant taxable").unwrap_or(true);
        if let Some((variant, stock_known)) = variant(&mut cells, &slug, &options) {
            if let Some(code) = unquoted(cells.text("variant barcode")) {
                barcodes.insert(variant.title.clone(), code.into());
            }
            variants.push(variant);
            origins.push(VariantOrigin { row: row.number, stock_known });
        }
    }
    images.sort_by_key(|(position, _)| *position);

    let mut cells = table.cells(rows[0], findings);
    let title = cells.text("title").to_owned();
    if title.is_empty() {
        cells.problem("title", "is empty on the first row of the product");
    }
    let (status, unlisted) = status(&mut cells);
    let published = cells.flag("published").unwrap_or(true);
    let gift_card = cells.flag("gift card").unwrap_or(false);
    if gift_card {
        cells.note(Remark::GiftCard { title: title.clone() });
    }
    let draft = ProductDraft {
        id: None,
        slug,
        title,
        subtitle: None,
        ribbon_text: None,
        description: cells.text("body (html)").to_owned(),
        kind: kind(&cells),
        status,
        is_hidden: unlisted || !published,
        purchasable: !gift_card,
        sort_order: i64::try_from(place).unwrap_or(i64::MAX),
        site_product_selection: None,
        tax_rate_bp: if taxable { STANDARD_TAX_BP } else { 0 },
        metadata: metadata(&cells, barcodes),
        images: images.into_iter().map(|(_, image)| image).collect(),
        options: options.into_iter().map(|(_, name)| name).collect(),
        variants,
        collections: collection(&cells).into_iter().collect(),
        additional_info: Vec::new(),
        custom_fields: Vec::new(),
        related: Vec::new(),
        texts: BTreeMap::new(),
    };
    (!draft.variants.is_empty()).then_some(ParsedProduct { row: rows[0].number, draft, variants: origins })
}

/// The options in use: number (1–3) and name, which stands on the first row that has it.
fn options(table: &Table, rows: &[&Row]) -> Vec<(u8, String)> {
    let mut options = Vec::new();
    for number in 1..=3_u8 {
        let column = format!("option{number} name");
        let name = rows.iter().map(|row| table.text(row, &column)).find(|name| !name.is_empty());
        let name = name.unwrap_or_default();
        let single = name.eq_ignore_ascii_case("title")
            && rows.iter().all(|row| {
                let value = table.text(row, "option1 value");
                value.is_empty() || value.eq_ignore_ascii_case("default title")
            });
        let is_default = number == 1 && single;
        if !name.is_empty() && !is_default {
            options.push((number, name.to_owned()));
        }
    }
    options
}

/// The variant of a row and whether its stock is known; `None` after a problem.
fn variant(cells: &mut Cells<'_>, slug: &str, options: &[(u8, String)]) -> Option<(VariantDraft, bool)> {
    let mut option_values = Vec::new();
    for number in 1..=3_u8 {
        let column = format!("option{number} value");
        let value = cells.text(&column);
        match options.iter().find(|(n, _)| *n == number) {
            Some((_, name)) if value.is_empty() => {
                cells.problem(&column, format!("the option {name} has no value"));
            }
            Some(_) => option_values.push(value.to_owned()),
            None if !value.is_empty() && !value.eq_ignore_ascii_case("default title") => {
                cells.problem(&column, format!("{value:?} is the value of an option without a name"));
            }
            None => {}
        }
    }
    let price = cells.money("variant price");
    if cells.text("variant price").is_empty() {
        cells.problem("variant price", "is empty");
    }
    let compare_at = cells.money("variant compare at price");
    let (manage_inventory, inventory_quantity, stock_known) = stock(cells);
    let weight_grams = cells.grams("variant grams", 1.0);
    let picture = cells.text("variant image");
    let image_url = cells.picture(picture, slug);
    let (price, sale_price) = with_sale(price?, compare_at);
    let title = if options.is_empty() { String::from("Default Title") } else { option_values.join(" / ") };
    let variant = VariantDraft {
        id: None,
        title,
        sku: unquoted(cells.text("variant sku")),
        image_url,
        price,
        sale: sale_price.map(Sale::undated),
        manage_inventory,
        inventory_quantity,
        weight_grams,
        option_values,
    };
    Some((variant, stock_known))
}

/// The regular price and the sale price.
fn with_sale(price: Cents, compare_at: Option<Cents>) -> (Cents, Option<Cents>) {
    match compare_at {
        Some(before) if before > price => (before, Some(price)),
        _ => (price, None),
    }
}

/// Whether stock is counted, how much there is, and whether the file says so; the module explains the rule.
fn stock(cells: &mut Cells<'_>) -> (bool, i64, bool) {
    let tracked = !cells.text("variant inventory tracker").is_empty();
    let quantity = cells.whole("variant inventory qty", -MAX_QUANTITY..=MAX_QUANTITY);
    let sells_on = match cells.text("variant inventory policy").to_lowercase().as_str() {
        "continue" | "true" => true,
        "" | "deny" | "false" => false,
        other => {
            cells.problem("variant inventory policy", format!("{other:?} is neither deny nor continue"));
            false
        }
    };
    match quantity {
        _ if sells_on => (false, quantity.unwrap_or(0).max(0), true),
        Some(below) if below < 0 => {
            cells.note(Remark::StockNegative { stock: below });
            (true, 0, true)
        }
        Some(quantity) => {
            if quantity == 0 && !tracked {
                cells.note(Remark::UncountedNone);
            }
            (true, quantity, true)
        }
        None if tracked => {
            cells.note(Remark::StockUnknown);
            (true, 0, false)
        }
        None => (false, 0, true),
    }
}

fn image(cells: &mut Cells<'_>, slug: &str, images: &mut Vec<(i64, ImageDraft)>) {
    let position = cells.whole("image position", 0..=10_000);
    let source = cells.text("image src");
    if let Some(url) = cells.picture(source, slug)
        && images.iter().all(|(_, image)| image.url != url)
    {
        images.push((position.unwrap_or(10_000), ImageDraft { url, alt: cells.text("image alt text").to_owned() }));
    }
}

/// The status and whether the product is unlisted.
fn status(cells: &mut Cells<'_>) -> (Status, bool) {
    match cells.text("status").to_lowercase().as_str() {
        "" | "active" => (Status::Published, false),
        "unlisted" => (Status::Published, true),
        "draft" => (Status::Draft, false),
        "archived" => (Status::Archived, false),
        other => {
            cells.problem("status", format!("{other:?} is none of active, draft, archived, unlisted"));
            (Status::Draft, false)
        }
    }
}

fn kind(cells: &Cells<'_>) -> String {
    let category = cells.text("product category").rsplit('>').next().unwrap_or_default().trim();
    cells.some_text("type").unwrap_or_else(|| category.to_owned())
}

fn collection(cells: &Cells<'_>) -> Option<(String, String)> {
    let title = cells.some_text("collection")?;
    Some((slugify(&title), title)).filter(|(slug, _)| !slug.is_empty())
}

fn metadata(cells: &Cells<'_>, barcodes: Map<String, Value>) -> Map<String, Value> {
    let mut metadata = Map::new();
    for (key, column) in [("vendor", "vendor"), ("seo_title", "seo title"), ("seo_description", "seo description")] {
        if let Some(text) = cells.some_text(column) {
            metadata.insert(key.to_owned(), text.into());
        }
    }
    let tags: Vec<&str> = cells.text("tags").split(',').map(str::trim).filter(|tag| !tag.is_empty()).collect();
    if !tags.is_empty() {
        metadata.insert(String::from("tags"), json!(tags));
    }
    if !barcodes.is_empty() {
        metadata.insert(String::from("barcodes"), barcodes.into());
    }
    metadata
}

/// A code without the apostrophe that Shopify puts before it so that spreadsheets keep its zeros.
fn unquoted(code: &str) -> Option<String> {
    Some(code.strip_prefix('\'').unwrap_or(code).trim()).filter(|code| !code.is_empty()).map(str::to_owned)
}
