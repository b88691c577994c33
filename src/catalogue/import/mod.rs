//! Product files → products: Shopify's and `WooCommerce`'s CSV as those shops export them, and our own export.
//!
//! [`parse`] is pure: bytes in, drafts or every problem out, each with the row and column a spreadsheet shows.
//! [`apply`] writes the drafts in the caller's transaction. Nothing is fetched: a picture that a file names by an
//! address that is not ours is listed as missing. How each format is read stands in its own module.

mod apply;
pub(super) mod formula;
mod markup;
mod merge;
pub(super) mod own;
mod remark;
mod shopify;
mod table;
#[cfg(test)]
mod tests;
mod woocommerce;

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use serde::Serialize;

use crate::catalogue::draft::ProductDraft;
use crate::clock::Timestamp;

pub use apply::{Error, Summary, Undone, apply, apply_or_try};
pub use remark::Remark;
use table::Table;
pub use table::{MAX_BYTES, MAX_ROWS};

/// The tax rate of products that say nothing else, in basis points.
const STANDARD_TAX_BP: i64 = 2100;
/// The most units of one variant a file may state.
const MAX_QUANTITY: i64 = 1_000_000;

/// Whose file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// `manetes export-products`.
    Manetes,
    /// Shopify's product CSV, with the old or the current column names.
    Shopify,
    /// `WooCommerce`'s product CSV, with English or Spanish column names.
    WooCommerce,
}

/// A file that can be imported.
#[derive(Debug)]
pub struct Parsed {
    /// Whose file it is.
    pub format: Format,
    /// The products, in the order of the file.
    pub products: Vec<ParsedProduct>,
    /// Pictures to be added by hand.
    pub missing_pictures: Vec<MissingPicture>,
    /// What was decided where the file leaves something open or says what we cannot hold.
    pub notes: Vec<Note>,
    /// What the fields of a draft are called in the file.
    columns: BTreeMap<&'static str, String>,
}

/// A product and where it stands in the file.
#[derive(Debug)]
pub struct ParsedProduct {
    /// The row that begins the product.
    pub row: u64,
    /// The product.
    pub draft: ProductDraft,
    /// One for each variant of the draft.
    pub variants: Vec<VariantOrigin>,
}

/// Where a variant stands in the file, and whether the file says how many there are.
#[derive(Debug, Clone, Copy)]
pub struct VariantOrigin {
    /// The row of the variant.
    pub row: u64,
    /// `false`: the stock is counted but the file has no number; what the shop knows is kept.
    pub stock_known: bool,
}

/// A picture that the file names and that is not on this site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingPicture {
    /// The row that names it.
    pub row: u64,
    /// The product.
    pub slug: String,
    /// The foreign address, as written.
    pub url: String,
}

/// Something worth knowing about a row that is no problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The row.
    pub row: u64,
    /// What.
    #[serde(flatten)]
    pub remark: Remark,
}

/// A cell, a row or a whole file that cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RowProblem {
    /// The row as a spreadsheet shows it, the header being row 1; 0 for the file as a whole.
    pub row: u64,
    /// The name of the column as the file writes it; empty when the row as a whole is meant.
    pub column: String,
    /// What is wrong.
    pub message: String,
}

impl RowProblem {
    fn whole_file(message: impl Into<String>) -> Self {
        Self { row: 0, column: String::new(), message: message.into() }
    }
}

/// `row 7, column Variant Price: "abc" is not an amount of money such as 12.50`.
impl fmt::Display for RowProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.row, self.column.as_str()) {
            (0, _) => f.write_str(&self.message),
            (row, "") => write!(f, "row {row}: {}", self.message),
            (row, column) => write!(f, "row {row}, column {column}: {}", self.message),
        }
    }
}

/// What reading a file brings to light besides products.
#[derive(Debug, Default)]
struct Findings {
    problems: Vec<RowProblem>,
    missing_pictures: Vec<MissingPicture>,
    notes: Vec<Note>,
}

impl Findings {
    fn note(&mut self, row: u64, remark: Remark) {
        self.notes.push(Note { row, remark });
    }

    fn missing_picture(&mut self, row: u64, slug: &str, url: &str) {
        self.missing_pictures.push(MissingPicture { row, slug: slug.to_owned(), url: url.to_owned() });
    }

    fn problem(&mut self, row: u64, column: &str, message: impl Into<String>) {
        self.problems.push(RowProblem { row, column: column.to_owned(), message: message.into() });
    }
}

/// Reads a product file of at most [`MAX_BYTES`] and [`MAX_ROWS`]; sales that are over at `now` are noted.
///
/// Either everything is sound, or every problem is told, in the order of the rows.
pub fn parse(bytes: &[u8], now: Timestamp) -> Result<Parsed, Vec<RowProblem>> {
    let mut table = Table::read(bytes)?;
    let mut findings = Findings::default();
    let format = detect(&mut table, &mut findings);
    if matches!(format, Some(Format::Manetes | Format::WooCommerce)) {
        table.unguard();
    }
    let mut products = match format {
        Some(Format::Manetes) => own::read(&table, &mut findings),
        Some(Format::Shopify) => shopify::read(&table, &mut findings),
        Some(Format::WooCommerce) => woocommerce::read(&table, now, &mut findings),
        None => Vec::new(),
    };
    if format != Some(Format::Manetes) {
        for product in &mut products {
            name_only_variant(&mut product.draft);
        }
    }
    if let Some(format) = format
        && findings.problems.is_empty()
    {
        check(&products, &columns(format, &table), &mut findings);
    }
    match format {
        Some(format) if findings.problems.is_empty() => {
            let columns = columns(format, &table);
            let Findings { missing_pictures, notes, .. } = findings;
            Ok(Parsed { format, products, missing_pictures, notes, columns })
        }
        _ => {
            findings.problems.sort_by_key(|problem| (problem.row, table.place(&problem.column)));
            Err(findings.problems)
        }
    }
}

/// What has no options is called what the product is called: `Default Title` is nothing for a shopper to read.
fn name_only_variant(draft: &mut ProductDraft) {
    if let ([], [only]) = (draft.options.as_slice(), draft.variants.as_mut_slice()) {
        only.title.clone_from(&draft.title);
    }
}

/// The format by its header; columns that must be there and are not are problems.
fn detect(table: &mut Table, findings: &mut Findings) -> Option<Format> {
    let is_any = |names: &[&str]| names.iter().any(|name| table.has(name));
    let (format, needed): (Format, Vec<&str>) = if table.has("manetes") {
        (Format::Manetes, own::columns().collect())
    } else if is_any(&["handle", "url handle"]) && table.has("title") {
        table.rename(&shopify::ALIASES);
        (Format::Shopify, shopify::NEEDED.to_vec())
    } else if is_any(&["type", "tipo"]) && is_any(&["name", "nombre"]) && is_any(&["regular price", "precio normal"]) {
        table.rename(&woocommerce::ALIASES);
        (Format::WooCommerce, woocommerce::NEEDED.to_vec())
    } else {
        findings.problems.push(RowProblem {
            row: 1,
            column: String::new(),
            message: String::from("the header is neither Shopify's, nor WooCommerce's, nor that of manetes"),
        });
        return None;
    };
    for column in needed.into_iter().filter(|column| !table.has(column)) {
        findings.problem(1, column, "this column is missing");
    }
    findings.problems.is_empty().then_some(format)
}

/// What the fields of a draft are called in the file; a field that is missing here has its own name.
fn columns(format: Format, table: &Table) -> BTreeMap<&'static str, String> {
    let fields: &[(&'static str, &'static str)] = match format {
        Format::Manetes => &own::FIELDS,
        Format::Shopify => &shopify::FIELDS,
        Format::WooCommerce => &woocommerce::FIELDS,
    };
    fields.iter().map(|(field, column)| (*field, table.heading(column).to_owned())).collect()
}

/// What holds for products of every format: lengths, and what must not appear twice.
fn check(products: &[ParsedProduct], columns: &BTreeMap<&'static str, String>, findings: &mut Findings) {
    let mut slugs = HashMap::new();
    let mut skus: HashMap<&str, u64> = HashMap::new();
    for ParsedProduct { row, draft, variants } in products {
        if !(1..=200).contains(&draft.slug.chars().count()) {
            findings.problem(*row, &columns["slug"], "must have 1 to 200 characters");
        }
        if !(1..=300).contains(&draft.title.chars().count()) {
            findings.problem(*row, &columns["title"], "must have 1 to 300 characters");
        }
        if let Some(first) = slugs.insert(draft.slug.as_str(), *row) {
            findings.problem(*row, &columns["slug"], format!("{:?} is the product of row {first}", draft.slug));
        }
        let mut combinations: BTreeMap<&[String], u64> = BTreeMap::new();
        for (variant, origin) in draft.variants.iter().zip(variants) {
            if let Some(sku) = &variant.sku
                && let Some(first) = skus.insert(sku, origin.row)
            {
                findings.problem(origin.row, &columns["sku"], format!("{sku:?} is the SKU of row {first} too"));
            }
            if variant.sale.is_some_and(|sale| sale.price > variant.price) {
                findings.problem(origin.row, &columns["sale_price"], "is higher than the price");
            }
            if let Some(first) = combinations.insert(&variant.option_values, origin.row) {
                let message = format!("is the same variant as row {first}");
                findings.problem(origin.row, &columns["option_values"], message);
            }
        }
    }
}

/// A name as part of an address: Latin letters without accents, digits, and single hyphens; empty when none is left.
fn slugify(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        let plain = match c {
            'á' | 'à' | 'ä' | 'â' | 'ã' | 'å' => "a",
            'é' | 'è' | 'ë' | 'ê' => "e",
            'í' | 'ì' | 'ï' | 'î' => "i",
            'ó' | 'ò' | 'ö' | 'ô' | 'õ' => "o",
            'ú' | 'ù' | 'ü' | 'û' => "u",
            'ñ' => "n",
            'ç' => "c",
            'ß' => "ss",
            'œ' => "oe",
            'æ' => "ae",
            '\'' | '’' | '·' | 'º' | 'ª' => continue,
            c if c.is_ascii_alphanumeric() => {
                slug.push(c);
                continue;
            }
            _ if slug.is_empty() || slug.ends_with('-') => continue,
            _ => "-",
        };
        slug.push_str(plain);
    }
    slug.truncate(180);
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn a_name_becomes_part_of_an_address() {
        for (name, slug) in [
            ("Señal de Emergencia ¡LED! 3 W", "senal-de-emergencia-led-3-w"),
            ("  Llave 1/2\" – Ø20 ", "llave-1-2-20"),
            ("Col·lector d'aigua", "collector-daigua"),
            ("قفل", ""),
        ] {
            assert_eq!(slugify(name), slug, "{name}");
        }
    }

    #[test]
    fn a_file_of_another_kind_is_refused_at_its_header() {
        let problems = parse(b"name,price\nx,1\n", Timestamp::from_millis(0)).unwrap_err();
        assert_eq!(problems.len(), 1);
        assert!(problems[0].to_string().starts_with("row 1: the header is neither Shopify's"));
        let problems = parse(b"Handle,Title\nx,X\n", Timestamp::from_millis(0)).unwrap_err();
        assert_eq!(problems[0].to_string(), "row 1, column variant price: this column is missing");
    }
}
