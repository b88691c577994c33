//! Shopify's product CSV, with the old column names (`Handle`, `Variant Price`) and the current ones (`URL handle`,
//! `Price`). One row per variant; rows of one handle belong together, in whichever order they stand; further rows may
//! hold only a picture. What stands once for a product is taken from the row that has its title.
//!
//! - **Price.** A compare-at price above the price is the regular price, and the price is the sale price. A compare-at
//!   price that is not higher says nothing. A variant without a price is left out; when none has one, the product is a
//!   draft that cannot be bought. Both are noted, also for a price that is too high.
//! - **Stock.** An empty tracker → nobody counts, always available; a number that says there is none is noted. Policy
//!   `continue` (sells below zero) → not counted. A tracker with a quantity, also 0, → counted. A tracker without a
//!   quantity (a shop with several locations) → counted, keeping the number we know, 0 for a new variant, noted. A file
//!   without the column of trackers counts where it has a quantity. A number below zero is 0, noted.
//! - **Variants.** The value `Default Title`, or none, on every row is a product with a single variant and no options.
//! - **Visibility.** `Status` is ours; `Published` false and the status `unlisted` hide the product.
//! - **Type.** `Type`, else the last part of `Product category`; the brand is the vendor. Tags, search texts and
//!   barcodes that are no GTIN go to the metadata. The cost per item does not: metadata is public.
//! - **Maker, model, warnings and what is in the box** are products' own fields (metafields) of these names; the model is the
//!   advertised MPN, too. Own fields of other names become attributes, unless a program alone can read them.
//! - **Tax.** A product none of whose variants is taxable has 0 %; any other the standard rate.
//! - **Gift cards** are imported as not purchasable, noted.
//! - The order in the store is that of the file. Columns of markets and other advertisements are not read.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::catalogue::content::Content;
use crate::catalogue::draft::{Fields, ImageDraft, ProductDraft, ProductStatus, VariantDraft};
use crate::catalogue::gtin;
use crate::catalogue::price::{MAX_PRICE, Sale};
use crate::money::Cents;

use super::cells::Cells;
use super::table::{Row, Table};
use super::{Findings, ParsedProduct, Read, Remark, STANDARD_TAX_BP, VariantOrigin, named, slug, tidy};

pub(super) const NEEDED: [&str; 3] = ["handle", "title", "variant price"];

/// The fields of a draft → the columns they come from.
pub(super) const FIELDS: [(&str, &str); 16] = [
    ("slug", "handle"),
    ("title", "title"),
    ("description", "body (html)"),
    ("type", "type"),
    ("brand", "vendor"),
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

/// The options of a product: number (1–3) and name.
type Options = Vec<(u8, String)>;

/// What an option that a variant says nothing of is.
const NO_VALUE: &str = "-";

pub(super) fn read(table: &Table, findings: &mut Findings) -> Vec<Read> {
    let groups = groups(table, findings);
    let mut place = 0;
    let read = |(slug, rows): (String, Vec<&Row>)| {
        let product = product(table, slug, &rows, place, findings);
        place += 1;
        Read { rows: rows.iter().map(|row| row.number).collect(), product: Some(product) }
    };
    groups.into_iter().map(read).collect()
}

/// The rows of each product, by its address here; in the order of their first ones.
fn groups<'a>(table: &'a Table, findings: &mut Findings) -> Vec<(String, Vec<&'a Row>)> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<(String, Vec<&Row>)> = Vec::new();
    for row in &table.rows {
        let (handle, title) = (table.text(row, "handle"), table.text(row, "title"));
        let slug = match slug::of_handle(handle) {
            slug if slug.is_empty() => slug::of_name(title),
            slug => slug,
        };
        if slug.is_empty() {
            findings.note(row.number, Remark::NoProduct);
            continue;
        }
        let place = *places.entry(slug.clone()).or_insert_with(|| {
            if slug != handle.to_lowercase() && !handle.is_empty() {
                findings.note(row.number, Remark::Address { handle: handle.to_owned(), slug: slug.clone() });
            }
            groups.push((slug, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(row);
    }
    groups
}

fn product(table: &Table, slug: String, rows: &[&Row], place: i64, findings: &mut Findings) -> ParsedProduct {
    let mut images: Vec<(i64, ImageDraft)> = Vec::new();
    for row in rows {
        image(&mut table.cells(row, findings), &slug, &mut images);
    }
    images.sort_by_key(|(position, _)| *position);
    let variants = variants(table, &slug, rows, findings);

    let titled = rows.iter().find(|row| !table.text(row, "title").is_empty()).unwrap_or(&rows[0]);
    let mut cells = table.cells(titled, findings);
    let title = cells.text("title").to_owned();
    let (mut status, unlisted) = status(&mut cells);
    let published = cells.flag("published").unwrap_or(true);
    let gift_card = cells.flag("gift card").unwrap_or(false);
    if gift_card {
        cells.note(Remark::GiftCard { title: title.clone() });
    }
    if !variants.priced {
        cells.note(Remark::NoPrice { title: title.clone() });
        status = ProductStatus::Draft;
    }
    let made_by = named::own_field(&cells, &named::MAKER).and_then(|name| named::maker(&name));
    let draft = ProductDraft {
        made_by: made_by.clone(),
        images: images.into_iter().map(|(_, image)| image).collect(),
        options: variants.options.into_iter().map(|(_, name)| name).collect(),
        variants: variants.drafts,
        collections: collection(&cells).into_iter().collect(),
        attributes: named::attributes(&cells),
        fields: Fields {
            slug,
            title,
            brand: cells.some_text("vendor"),
            maker: made_by.map(|maker| maker.slug),
            model: cells.some_text("google shopping / mpn").or_else(|| named::own_field(&cells, &named::MODEL)),
            in_the_box: named::own_field(&cells, &named::IN_THE_BOX),
            warnings: named::own_field(&cells, &named::WARNINGS),
            description: cells.text("body (html)").to_owned(),
            kind: kind(&cells),
            status,
            is_hidden: unlisted || !published,
            purchasable: !gift_card && variants.priced,
            sort_order: place,
            tax_rate_bp: if variants.taxable { STANDARD_TAX_BP } else { 0 },
            metadata: metadata(&cells, variants.barcodes),
            ..Fields::default()
        },
        ..ProductDraft::default()
    };
    ParsedProduct { row: titled.number, draft, is_nameless: false, variants: variants.origins }
}

/// What the rows of a product say of its variants.
struct Variants {
    options: Options,
    drafts: Vec<VariantDraft>,
    origins: Vec<VariantOrigin>,
    /// Whether any has a price; the drafts of a product without one cost nothing.
    priced: bool,
    taxable: bool,
    /// Those that are no GTIN, by the variant's title.
    barcodes: Map<String, Value>,
}

fn variants(table: &Table, slug: &str, rows: &[&Row], findings: &mut Findings) -> Variants {
    let says = |row: &Row, column: &str| !table.text(row, column).is_empty();
    let mut with: Vec<&Row> =
        rows.iter().copied().filter(|row| says(row, "option1 value") || says(row, "variant price")).collect();
    if with.is_empty() {
        with.push(rows[0]);
    }
    let options = options(table, &with, findings);
    let mut variants = Variants {
        options,
        drafts: Vec::new(),
        origins: Vec::new(),
        priced: with.iter().any(|row| price(&mut table.cells(row, &mut Findings::default())).is_some()),
        taxable: false,
        barcodes: Map::new(),
    };
    for row in with {
        let mut cells = table.cells(row, findings);
        variants.taxable |= cells.flag("variant taxable").unwrap_or(true);
        let (price, sale) = match price(&mut cells) {
            Some(price) => price,
            None if variants.priced => {
                cells.note(Remark::VariationOff);
                continue;
            }
            None => (Cents::ZERO, None),
        };
        let (variant, stock_known) = variant(&mut cells, slug, &variants.options, price, sale);
        if let Some(code) = unquoted(cells.text("variant barcode")).filter(|_| variant.gtin.is_none()) {
            variants.barcodes.insert(variant.title.clone(), code.into());
        }
        variants.drafts.push(variant);
        variants.origins.push(VariantOrigin { row: row.number, stock_known });
    }
    variants
}

/// The options in use: those of which a row has a value. The name stands on the first row, or on any.
fn options(table: &Table, rows: &[&Row], findings: &mut Findings) -> Options {
    let mut options = Vec::new();
    for number in 1..=3_u8 {
        let value = format!("option{number} value");
        let is_value = |row: &Row| {
            let text = table.text(row, &value);
            let is_default = number == 1 && text.eq_ignore_ascii_case("default title");
            !is_default && !text.is_empty()
        };
        if !rows.iter().any(|row| is_value(row)) {
            continue;
        }
        let column = format!("option{number} name");
        let name = rows.iter().map(|row| table.text(row, &column)).find(|name| !name.is_empty());
        let name = name.map_or_else(
            || {
                let option = format!("Opción {number}");
                findings.note(rows[0].number, Remark::NoOptionName { option: option.clone() });
                option
            },
            str::to_owned,
        );
        options.push((number, name));
    }
    options
}

/// The regular price and the sale; `None` without a price.
fn price(cells: &mut Cells<'_>) -> Option<(Cents, Option<Sale>)> {
    let (price, before) = (cells.money("variant price"), cells.money("variant compare at price"));
    let price = tidy::affordable(price?, cells.row(), cells.findings)?;
    match before {
        Some(before) if before > MAX_PRICE => {
            cells.note(Remark::NoSale { sale: price.to_string(), price: before.to_string() });
            Some((price, None))
        }
        // What costs nothing is given away, whatever it cost before.
        Some(before) if before > price && price > Cents::ZERO => Some((before, Some(Sale::undated(price)))),
        _ => Some((price, None)),
    }
}

/// The variant of a row and whether its stock is known.
fn variant(
    cells: &mut Cells<'_>,
    slug: &str,
    options: &Options,
    price: Cents,
    sale: Option<Sale>,
) -> (VariantDraft, bool) {
    let mut option_values = Vec::new();
    for (number, name) in options {
        let value = cells.text(&format!("option{number} value"));
        if value.is_empty() {
            cells.note(Remark::AnyValue { option: name.clone(), value: NO_VALUE.to_owned() });
        }
        option_values.push(if value.is_empty() { NO_VALUE } else { value }.to_owned());
    }
    let (manage_inventory, inventory_quantity, stock_known) = stock(cells);
    let picture = cells.text("variant image");
    let variant = VariantDraft {
        id: None,
        title: if options.is_empty() { String::from("Default Title") } else { option_values.join(" / ") },
        sku: unquoted(cells.text("variant sku")),
        image_url: cells.picture(picture, slug),
        price,
        sale,
        manage_inventory,
        inventory_quantity,
        weight_grams: cells.grams("variant grams", 1.0),
        content: content(cells),
        gtin: gtin::normalized(cells.text("variant barcode")),
        option_values,
    };
    (variant, stock_known)
}

/// `750` and `ml`; of what is measured otherwise nothing is taken.
fn content(cells: &Cells<'_>) -> Option<Content> {
    let (amount, unit) = (cells.text("unit price total measure"), cells.text("unit price total measure unit"));
    format!("{amount} {unit}").parse().ok()
}

/// Whether stock is counted, how much there is, and whether the file says so; the module explains the rule.
fn stock(cells: &mut Cells<'_>) -> (bool, i64, bool) {
    let quantity = cells.units("variant inventory qty");
    let policy = cells.text("variant inventory policy").to_lowercase();
    let sells_on = matches!(policy.as_str(), "continue" | "true");
    let tracked = if cells.table.has("variant inventory tracker") {
        !cells.text("variant inventory tracker").is_empty()
    } else {
        quantity.is_some()
    };
    match quantity {
        _ if sells_on => (false, quantity.unwrap_or(0).max(0), true),
        _ if !tracked => {
            if let Some(stock) = quantity.filter(|quantity| *quantity <= 0) {
                cells.note(Remark::UncountedNone { stock });
            }
            (false, quantity.unwrap_or(0).max(0), true)
        }
        Some(below) if below < 0 => {
            cells.note(Remark::StockNegative { stock: below });
            (true, 0, true)
        }
        Some(quantity) => (true, quantity, true),
        None => {
            cells.note(Remark::StockUnknown);
            (true, 0, false)
        }
    }
}

fn image(cells: &mut Cells<'_>, slug: &str, images: &mut Vec<(i64, ImageDraft)>) {
    let position = cells.text("image position").parse().unwrap_or(i64::MAX);
    let source = cells.text("image src");
    if let Some(url) = cells.picture(source, slug)
        && images.iter().all(|(_, image)| image.url != url)
    {
        images.push((position, ImageDraft { url, alt: cells.text("image alt text").to_owned() }));
    }
}

/// The status and whether the product is unlisted.
fn status(cells: &mut Cells<'_>) -> (ProductStatus, bool) {
    match cells.text("status").to_lowercase().as_str() {
        "" | "active" => (ProductStatus::Published, false),
        "unlisted" => (ProductStatus::Published, true),
        "draft" => (ProductStatus::Draft, false),
        "archived" => (ProductStatus::Archived, false),
        other => {
            cells.note(Remark::UnknownStatus { status: other.to_owned() });
            (ProductStatus::Draft, false)
        }
    }
}

fn kind(cells: &Cells<'_>) -> String {
    let category = cells.text("product category").rsplit('>').next().unwrap_or_default().trim();
    cells.some_text("type").unwrap_or_else(|| category.to_owned())
}

fn collection(cells: &Cells<'_>) -> Option<(String, String)> {
    let title = cells.some_text("collection")?;
    Some((slug::of_name(&title), title)).filter(|(slug, _)| !slug.is_empty())
}

fn metadata(cells: &Cells<'_>, barcodes: Map<String, Value>) -> Map<String, Value> {
    let mut metadata = Map::new();
    for (key, column) in [("seo_title", "seo title"), ("seo_description", "seo description")] {
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
