//! Our own product CSV: what [`crate::catalogue::export`] writes, read back to the same drafts.
//!
//! One row per variant. `manetes` says what the row is: `product` begins a product and holds its first variant,
//! `variant` is a further variant of the product above; every row repeats the slug, so that a sorted file is noticed
//! instead of misread. Texts are taken as they stand. What a table cannot hold is JSON in a cell. Texts in other
//! languages stand in columns such as `title:en`, the rarer ones together in `texts:en`. What a column that is not there
//! would say stays as it is. A column that is not known is a problem, as it is probably a misspelt one.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::catalogue::content::{Content, NotContent};
use crate::catalogue::draft::{
    CustomFieldDraft, DocumentDraft, Fields, Fitting, ImageDraft, ProductDraft, ProductStatus, VariantDraft,
};
use crate::catalogue::maker::Maker;
use crate::catalogue::price::Sale;
use crate::lang::Lang;
use crate::money::Cents;

use super::cells::{Cells, Edge};
use super::shapes::{Attribute, Collection, Document, Field, Info, Picture, Related};
use super::table::{Row, Table};
use super::{Fault, Findings, MAX_QUANTITY, ParsedProduct, Read, VariantOrigin, slug};

/// The columns of a product, on its first row; `slug` is on every row.
pub(in crate::catalogue) const PRODUCT: [&str; 20] = [
    "manetes",
    "slug",
    "product_id",
    "title",
    "subtitle",
    "ribbon_text",
    "description",
    "type",
    "status",
    "is_hidden",
    "purchasable",
    "sort_order",
    "site_product_selection",
    "tax_percent",
    "images",
    "collections",
    "additional_info",
    "custom_fields",
    "related",
    "metadata",
];

/// The columns of a variant, on every row; after them come `option1_name`, `option1_value` and so on.
pub(in crate::catalogue) const VARIANT: [&str; 9] = [
    "variant_id",
    "variant_title",
    "sku",
    "variant_image",
    "price",
    "sale_price",
    "manage_inventory",
    "inventory_quantity",
    "weight_grams",
];

/// Columns of a variant that files from before do not have. A day alone is whole: a sale starts when it begins and ends
/// when it is over.
pub(in crate::catalogue) const SALE_DATES: [&str; 2] = ["sale_starts_at", "sale_ends_at"];

/// Columns of a variant that files from before do not have either.
pub(in crate::catalogue) const MEASURES: [&str; 2] = ["content", "gtin"];

/// Columns of a product, and of its maker where that is not in the shop yet, that files from before do not have.
pub(in crate::catalogue) const SAFETY: [&str; 13] = [
    "model",
    "warnings",
    "guarantee_months",
    "guarantee_producer",
    "guarantee_model",
    "maker",
    "maker_name",
    "maker_address",
    "maker_contact",
    "maker_outside_eu",
    "maker_eu_name",
    "maker_eu_address",
    "maker_eu_contact",
];

/// Columns of a product that files from before do not have. Whether it is fitted is `none`, `offered` or `only`.
pub(in crate::catalogue) const FACTS: [&str; 5] = ["fitting", "in_the_box", "attributes", "documents", "swatches"];

/// The column of a product that files from before do not have either.
pub(in crate::catalogue) const BRAND: &str = "brand";

/// The texts of a product that have a column in each language.
pub(in crate::catalogue) const TEXTS: [&str; 5] = ["title", "subtitle", "ribbon_text", "description", "type"];
/// The most options a product may have.
const MAX_OPTIONS: usize = 10;

/// The columns that must be there.
pub(super) fn columns() -> impl Iterator<Item = &'static str> {
    PRODUCT.into_iter().chain(VARIANT)
}

/// The fields of a draft → the columns they come from.
pub(super) const FIELDS: [(&str, &str); 27] = [
    ("gtin", "gtin"),
    ("slug", "slug"),
    ("title", "title"),
    ("id", "product_id"),
    ("sku", "sku"),
    ("sale_price", "sale_price"),
    ("sale_ends_at", "sale_ends_at"),
    ("option_values", "option1_value"),
    ("options", "option1_name"),
    ("type", "type"),
    ("description", "description"),
    ("images", "images"),
    ("image_url", "variant_image"),
    ("tax_rate", "tax_percent"),
    ("info", "additional_info"),
    ("fields", "custom_fields"),
    ("attributes", "attributes"),
    ("documents", "documents"),
    ("swatches", "swatches"),
    ("in_the_box", "in_the_box"),
    ("weight", "weight_grams"),
    ("variants", "manetes"),
    ("metadata", "metadata"),
    ("related", "related"),
    ("price", "price"),
    ("inventory_quantity", "inventory_quantity"),
    ("collections", "collections"),
];

/// The rows of a product, and whether one of them stands where it cannot.
struct Group<'a> {
    rows: Vec<&'a Row>,
    misplaced: bool,
}

pub(super) fn read(table: &Table, findings: &mut Findings) -> Vec<Read> {
    report_unknown_columns(table, findings);
    let options = (1..=MAX_OPTIONS).take_while(|n| table.has(&format!("option{n}_value"))).count();
    let groups = groups(table, findings);
    let mut read = |group: Group<'_>| {
        let product = if group.misplaced {
            // Of rows without their product only what each says by itself can be looked at.
            group.rows.iter().for_each(|row| _ = variant(&mut table.cells(row, findings), "", 0));
            None
        } else {
            Some(product(table, &group.rows, options, findings))
        };
        Read { rows: group.rows.iter().map(|row| row.number).collect(), product }
    };
    groups.into_iter().map(&mut read).collect()
}

fn groups<'a>(table: &'a Table, findings: &mut Findings) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for row in &table.rows {
        let mut cells = table.cells(row, findings);
        let is_same = |group: &&mut Group<'_>| table.text(group.rows[0], "slug") == table.text(row, "slug");
        match (cells.text("manetes"), groups.last_mut().filter(is_same)) {
            ("product", _) => groups.push(Group { rows: vec![row], misplaced: false }),
            ("variant", Some(group)) => group.rows.push(row),
            (kind, _) => {
                match kind {
                    "variant" => cells.problem("slug", Fault::OtherProduct),
                    other => cells.problem("manetes", Fault::UnknownRow { written: other.to_owned() }),
                }
                // A product of which one row is lost is not imported: the variant of that row would be taken away.
                match groups.iter_mut().find(is_same) {
                    Some(group) => {
                        group.rows.push(row);
                        group.misplaced = true;
                    }
                    None => groups.push(Group { rows: vec![row], misplaced: true }),
                }
            }
        }
    }
    groups
}

fn report_unknown_columns(table: &Table, findings: &mut Findings) {
    for name in &table.header {
        let column = name.trim().to_lowercase();
        let is_option =
            (1..=MAX_OPTIONS).any(|n| column == format!("option{n}_name") || column == format!("option{n}_value"));
        let is_text = column.split_once(':').is_some_and(|(text, lang)| {
            let known = TEXTS.contains(&text) || text == "variant_title" || text == "texts";
            known && lang.parse::<Lang>().is_ok_and(|lang| lang != Lang::Es)
        });
        let is_known = columns()
            .chain(SALE_DATES)
            .chain(MEASURES)
            .chain(SAFETY)
            .chain(FACTS)
            .chain([BRAND])
            .any(|known| known == column);
        if !is_known && !is_option && !is_text {
            findings.problem(1, name, Fault::UnknownColumn);
        }
    }
}

fn product(table: &Table, rows: &[&Row], options: usize, findings: &mut Findings) -> ParsedProduct {
    let mut cells = table.cells(rows[0], findings);
    let names = (1..=options).map(|n| cells.raw(&format!("option{n}_name"))).take_while(|name| !name.is_empty());
    let names: Vec<String> = names.map(str::to_owned).collect();
    let fields = fields(&mut cells);
    let mut draft = ProductDraft {
        id: optional(&cells, "product_id"),
        made_by: made_by(&cells),
        images: images(&mut cells, &fields.slug),
        collections: json::<Vec<Collection>>(&mut cells, "collections")
            .into_iter()
            .map(|c| (c.slug, c.title))
            .collect(),
        additional_info: json::<Vec<Info>>(&mut cells, "additional_info")
            .into_iter()
            .map(|i| (i.title, i.description))
            .collect(),
        custom_fields: json::<Vec<Field>>(&mut cells, "custom_fields")
            .into_iter()
            .map(CustomFieldDraft::from)
            .collect(),
        attributes: json::<Vec<Attribute>>(&mut cells, "attributes").into_iter().map(|a| (a.name, a.value)).collect(),
        documents: json::<Vec<Document>>(&mut cells, "documents")
            .into_iter()
            .map(|d| DocumentDraft { url: d.url, title: d.title })
            .collect(),
        swatches: json::<BTreeMap<String, String>>(&mut cells, "swatches"),
        related: json::<Vec<Related>>(&mut cells, "related").into_iter().map(|r| (r.section, r.slug)).collect(),
        options: names,
        variants: Vec::new(),
        texts: texts(&mut cells),
        fields,
    };
    for row in rows {
        let mut cells = table.cells(row, findings);
        variant_titles(&cells, draft.variants.len(), &mut draft.texts);
        let variant = variant(&mut cells, &draft.slug, draft.options.len());
        draft.variants.push(variant);
    }
    let variants = rows.iter().map(|row| VariantOrigin { row: row.number, stock_known: true }).collect();
    ParsedProduct { row: rows[0].number, draft, is_nameless: false, variants }
}

fn fields(cells: &mut Cells<'_>) -> Fields {
    let status = match cells.text("status") {
        "published" => ProductStatus::Published,
        "draft" => ProductStatus::Draft,
        "archived" => ProductStatus::Archived,
        other => {
            cells.problem("status", Fault::UnknownStatus { written: other.to_owned() });
            ProductStatus::Draft
        }
    };
    Fields {
        title: cells.raw("title").to_owned(),
        subtitle: optional(cells, "subtitle"),
        ribbon_text: optional(cells, "ribbon_text"),
        brand: optional(cells, BRAND),
        maker: made_by(cells).map(|maker| maker.slug),
        model: optional(cells, "model"),
        warnings: optional(cells, "warnings"),
        guarantee_months: cells.whole("guarantee_months", 0..=i64::MAX),
        guarantee_producer: optional(cells, "guarantee_producer"),
        guarantee_model: optional(cells, "guarantee_model"),
        description: cells.raw("description").to_owned(),
        kind: cells.raw("type").to_owned(),
        status,
        is_hidden: flag(cells, "is_hidden"),
        purchasable: flag(cells, "purchasable"),
        fitting: fitting(cells),
        in_the_box: optional(cells, "in_the_box"),
        sort_order: whole(cells, "sort_order", i64::MIN..=i64::MAX),
        site_product_selection: optional(cells, "site_product_selection"),
        tax_rate_bp: price(cells, "tax_percent").map_or(0, |percent| percent.0),
        metadata: json::<Map<String, Value>>(cells, "metadata"),
        slug: cells.raw("slug").to_owned(),
    }
}

fn fitting(cells: &mut Cells<'_>) -> Fitting {
    match cells.text("fitting") {
        "" => Fitting::default(),
        text => Fitting::parse(text).unwrap_or_else(|| {
            cells.problem("fitting", Fault::UnknownFitting);
            Fitting::default()
        }),
    }
}

/// The maker that is named, by its name where the file has no other for it.
fn made_by(cells: &Cells<'_>) -> Option<Maker> {
    let text = |column: &str| cells.raw(column).to_owned();
    let name = text("maker_name");
    let slug = optional(cells, "maker").unwrap_or_else(|| slug::of_name(&name));
    (!slug.is_empty()).then(|| Maker {
        slug,
        name,
        address: text("maker_address"),
        contact: text("maker_contact"),
        is_outside_eu: cells.text("maker_outside_eu") == "true",
        eu_name: text("maker_eu_name"),
        eu_address: text("maker_eu_address"),
        eu_contact: text("maker_eu_contact"),
    })
}

/// What of it cannot be read is told, and stands for nothing.
fn variant(cells: &mut Cells<'_>, slug: &str, options: usize) -> VariantDraft {
    let price = price(cells, "price").unwrap_or_default();
    let sale_price = cells.money("sale_price");
    let starts_at = cells.moment("sale_starts_at", Edge::Start);
    let ends_at = cells.moment("sale_ends_at", Edge::End);
    let manage_inventory = flag(cells, "manage_inventory");
    let inventory_quantity = whole(cells, "inventory_quantity", 0..=MAX_QUANTITY);
    let weight_grams = cells.whole("weight_grams", 0..=MAX_QUANTITY);
    let content = content(cells);
    let picture = cells.raw("variant_image");
    let image_url = cells.picture(picture, slug);
    let mut option_values = Vec::new();
    for n in 1..=options {
        let column = format!("option{n}_value");
        if cells.raw(&column).is_empty() {
            cells.problem(&column, Fault::Empty);
        }
        option_values.push(cells.raw(&column).to_owned());
    }
    VariantDraft {
        id: optional(cells, "variant_id"),
        title: cells.raw("variant_title").to_owned(),
        sku: optional(cells, "sku"),
        image_url,
        price,
        sale: sale_price.map(|price| Sale { price, starts_at, ends_at }),
        manage_inventory,
        inventory_quantity,
        weight_grams,
        content,
        gtin: optional(cells, "gtin"),
        option_values,
    }
}

fn content(cells: &mut Cells<'_>) -> Option<Content> {
    let text = Some(cells.text("content")).filter(|text| !text.is_empty())?;
    text.parse()
        .map_err(|error: NotContent| cells.problem("content", Fault::NotContent { reason: error.to_string() }))
        .ok()
}

fn optional(cells: &Cells<'_>, column: &str) -> Option<String> {
    Some(cells.raw(column)).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// What a cell holds, with a problem when it is empty.
fn required<T>(cells: &mut Cells<'_>, column: &str, value: Option<T>) -> Option<T> {
    if cells.text(column).is_empty() {
        cells.problem(column, Fault::Empty);
    }
    value
}

fn price(cells: &mut Cells<'_>, column: &str) -> Option<Cents> {
    let amount = cells.money(column);
    required(cells, column, amount)
}

fn flag(cells: &mut Cells<'_>, column: &str) -> bool {
    let flag = cells.flag(column);
    required(cells, column, flag).unwrap_or_default()
}

fn whole(cells: &mut Cells<'_>, column: &str, limits: RangeInclusive<i64>) -> i64 {
    let number = cells.whole(column, limits);
    required(cells, column, number).unwrap_or_default()
}

/// JSON in a cell; an empty cell is the empty value.
fn json<T: DeserializeOwned + Default>(cells: &mut Cells<'_>, column: &str) -> T {
    if cells.text(column).is_empty() {
        return T::default();
    }
    serde_json::from_str(cells.raw(column)).unwrap_or_else(|error| {
        cells.problem(column, Fault::NotJson { reason: error.to_string() });
        T::default()
    })
}

fn images(cells: &mut Cells<'_>, slug: &str) -> Vec<ImageDraft> {
    let pictures: Vec<Picture> = json(cells, "images");
    pictures
        .into_iter()
        .filter_map(|picture| Some(ImageDraft { url: cells.picture(&picture.url, slug)?, alt: picture.alt }))
        .collect()
}

/// The texts of a product in other languages, those of its variants excepted.
fn texts(cells: &mut Cells<'_>) -> BTreeMap<Lang, BTreeMap<String, String>> {
    let mut texts = BTreeMap::new();
    for lang in Lang::ALL {
        let mut of_lang: BTreeMap<String, String> = json(cells, &format!("texts:{lang}"));
        for path in TEXTS {
            let text = cells.raw(&format!("{path}:{lang}"));
            if !text.is_empty() {
                of_lang.insert(path.to_owned(), text.to_owned());
            }
        }
        if !of_lang.is_empty() {
            texts.insert(lang, of_lang);
        }
    }
    texts
}

fn variant_titles(cells: &Cells<'_>, position: usize, texts: &mut BTreeMap<Lang, BTreeMap<String, String>>) {
    for lang in Lang::ALL {
        let title = cells.raw(&format!("variant_title:{lang}"));
        if !title.is_empty() {
            texts.entry(lang).or_default().insert(format!("variant/{position}"), title.to_owned());
        }
    }
}
