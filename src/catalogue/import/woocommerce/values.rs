//! What a cell or a few of `WooCommerce`'s say: attributes, stock, weight, tax, brand and categories.

use serde_json::{Map, Value, json};

use super::columns::{GTIN, MAX_ATTRIBUTES};
use crate::catalogue::fields::STANDARD_TAX_BP;
use crate::catalogue::gtin;
use crate::catalogue::import::Remark;
use crate::catalogue::import::cells::Cells;
use crate::catalogue::import::markup::{list, name};
use crate::catalogue::import::named;
use crate::catalogue::import::slug;
use crate::catalogue::import::table::{Row, Table};

const UNITS: [(&str, f64); 4] =
    [("weight (kg)", 1000.0), ("weight (g)", 1.0), ("weight (lbs)", 453.592_37), ("weight (oz)", 28.349_523_125)];

/// A name with its values, such as a colour.
pub(super) struct Attribute {
    pub name: String,
    pub values: Vec<String>,
    pub visible: bool,
}

pub(super) fn attributes(table: &Table, row: &Row) -> Vec<Attribute> {
    let attribute = |n: usize| {
        let title = name(table.text(row, &format!("attribute {n} name")));
        let values = list(table.text(row, &format!("attribute {n} value(s)")));
        let visible = table.text(row, &format!("attribute {n} visible")) != "0";
        (!title.is_empty()).then(|| Attribute {
            name: title,
            values: values.iter().map(|v| name(v)).collect(),
            visible,
        })
    };
    (1..=MAX_ATTRIBUTES).filter_map(attribute).collect()
}

/// What the attributes tell that are no options, nor the maker or the model.
pub(super) fn told(attributes: &[Attribute], options: &[String]) -> Vec<(String, String)> {
    let names = [&named::MAKER[..], &named::MODEL].concat();
    let is_told = |a: &Attribute| a.values.len() == 1 && names.contains(&a.name.to_lowercase().as_str());
    let is_option = |a: &Attribute| options.iter().any(|o| same(o, &a.name));
    let rest = attributes.iter().filter(|a| a.visible && !a.values.is_empty() && !is_option(a) && !is_told(a));
    rest.map(|a| (a.name.clone(), a.values.join(", "))).collect()
}

/// What an attribute of one value says that is called so.
pub(super) fn called<'a>(attributes: &'a [Attribute], names: &[&str]) -> Option<&'a str> {
    let is_one = |attribute: &&Attribute| names.contains(&attribute.name.to_lowercase().as_str());
    match attributes.iter().find(is_one)?.values.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

pub(super) fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// Whether stock is counted, and how much there is; the module explains the rule.
pub(super) fn stock(cells: &mut Cells<'_>) -> (bool, i64) {
    let backorders = !matches!(cells.text("backorders allowed?").to_lowercase().as_str(), "" | "0" | "no" | "false");
    // Of a product whose variations share it, only those say so.
    let quantity = if cells.text("stock").eq_ignore_ascii_case("parent") { None } else { cells.units("stock") };
    let there_is = cells.text("in stock?").to_lowercase();
    match quantity {
        _ if backorders || there_is.contains("backorder") => (false, quantity.unwrap_or(0).max(0)),
        Some(below) if below < 0 => {
            cells.note(Remark::StockNegative { stock: below });
            (true, 0)
        }
        Some(quantity) => (true, quantity),
        None => (matches!(there_is.as_str(), "0" | "false" | "no" | "outofstock"), 0),
    }
}

pub(super) fn weight(cells: &mut Cells<'_>) -> Option<i64> {
    UNITS.iter().find_map(|(column, grams)| cells.grams(column, *grams))
}

pub(super) fn tax_rate(cells: &mut Cells<'_>) -> i64 {
    if cells.text("tax status").eq_ignore_ascii_case("none") {
        return 0;
    }
    match cells.text("tax class").to_lowercase().as_str() {
        "" | "standard" | "parent" => STANDARD_TAX_BP,
        "reduced-rate" | "tasa-reducida" => 1000,
        "super-reduced" | "super-reduced-rate" | "tasa-superreducida" => 400,
        "zero-rate" | "tasa-cero" => 0,
        other => {
            cells.note(Remark::TaxClass { name: other.to_owned() });
            STANDARD_TAX_BP
        }
    }
}

pub(super) fn metadata(cells: &Cells<'_>) -> Map<String, Value> {
    let mut metadata = Map::new();
    let named = [("gtin", GTIN), ("external_url", "external url")];
    for (key, column) in named {
        // One that is right is the variant's.
        let is_taken = |text: &String| column == GTIN && gtin::normalized(text).is_some();
        if let Some(text) = cells.some_text(column).filter(|text| !is_taken(text)) {
            metadata.insert(key.to_owned(), text.into());
        }
    }
    let tags: Vec<String> = list(cells.text("tags")).iter().map(|tag| name(tag)).collect();
    if !tags.is_empty() {
        metadata.insert(String::from("tags"), json!(tags));
    }
    metadata
}

/// The first brand, of a brand within another the inner one.
pub(super) fn brand(cells: &Cells<'_>) -> Option<String> {
    let first = list(cells.text("brands")).into_iter().next()?;
    Some(name(first.rsplit('>').next().unwrap_or_default())).filter(|brand| !brand.is_empty())
}

/// The first part of `Fontanería > Grifos`.
pub(super) fn top(path: &str) -> &str {
    path.split('>').next().unwrap_or_default().trim()
}

/// Slug and title of the collection that a category becomes.
pub(super) fn collection(path: &str) -> Option<(String, String)> {
    let title = path.rsplit('>').next()?.trim();
    Some((slug::of_name(path), title.to_owned())).filter(|(slug, title)| !slug.is_empty() && !title.is_empty())
}
