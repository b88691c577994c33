//! Product files → products: Shopify's and `WooCommerce`'s CSV as those shops export them, and our own export.
//!
//! [`parse`] is pure: bytes in, drafts or every problem out, each with the row and column a spreadsheet shows. What
//! another shop writes and we cannot hold is mended where it can be, and noted; a problem is what somebody has to look
//! at, such as a price that is no amount. [`import`] writes the drafts beside a shop that sells. Nothing is fetched: a
//! picture that a file names by an address that is not ours is listed as missing. How each format is read stands in its
//! own module.

mod absent;
mod amount;
mod cells;
mod changed_fields;
mod check;
mod difference;
mod fault;
pub mod formula;
mod kept;
mod markup;
mod merge;
mod named;
pub(super) mod own;
mod plan;
mod remark;
mod run;
pub(super) mod shapes;
mod shopify;
mod slug;
mod table;
#[cfg(test)]
mod tests;
mod tidy;
pub mod undo;
mod woocommerce;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use serde::{Serialize, Serializer};

use crate::catalogue::draft::ProductDraft;
use crate::catalogue::fields::STANDARD_TAX_BP;
use crate::clock::Timestamp;
use crate::db;
use crate::money::Cents;

use absent::Absent;
pub use changed_fields::FieldDifference;
pub use difference::{Difference, VariantDifference};
pub use fault::Fault;
pub use remark::Remark;
#[cfg(test)]
pub use run::import_now;
pub use run::{Error, Summary, import, resume, try_out, turn};
pub(super) use slug::of_name as slug_of_name;
use table::Table;
pub use table::{MAX_BYTES, MAX_ROWS};

/// The most units of one variant a file may state.
const MAX_QUANTITY: i64 = 1_000_000;

/// Whose file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::EnumString, poem_openapi::Enum)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[oai(rename = "ProductFileFormat", rename_all = "lowercase")]
pub enum Format {
    /// `manetes export-products`.
    Manetes,
    /// Shopify's product CSV, with the old or the current column names.
    Shopify,
    /// `WooCommerce`'s product CSV, with English or Spanish column names.
    WooCommerce,
}

db::stored_by_name!(Format);

/// What becomes of a file of which some rows cannot be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Policy {
    #[default]
    AllOrNothing,
    /// Every product whose rows are sound is; the others are told.
    RowByRow,
}

db::stored_by_name!(Policy);

/// A file that can be imported.
#[derive(Debug)]
pub struct Parsed {
    /// Whose file it is.
    pub format: Format,
    /// What becomes of it when some rows cannot be imported.
    pub policy: Policy,
    /// The products that are sound, in the order of the file.
    pub products: Vec<ParsedProduct>,
    /// How many products are not, and what is wrong with them; none with [`Policy::AllOrNothing`].
    pub left_out: usize,
    /// In the order of the rows.
    pub problems: Vec<RowProblem>,
    /// Pictures to be added by hand.
    pub missing_pictures: Vec<MissingPicture>,
    /// What was decided where the file leaves something open or says what we cannot hold.
    pub notes: Vec<Note>,
    /// What the fields of a draft are called in the file.
    columns: Columns,
    /// Columns of ours that our own file does not have.
    absent: Absent,
}

/// What the fields of a draft are called in a file.
type Columns = BTreeMap<&'static str, String>;

/// A product and where it stands in the file.
#[derive(Debug)]
pub struct ParsedProduct {
    /// The row that begins the product.
    pub row: u64,
    pub draft: ProductDraft,
    /// The file does not say what it is called.
    pub is_nameless: bool,
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
    pub row: u64,
    #[serde(flatten)]
    pub remark: Remark,
}

/// A cell, a row or a whole file that cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowProblem {
    /// The row as a spreadsheet shows it, the header being row 1; 0 for the file as a whole.
    pub row: u64,
    /// The name of the column as the file writes it; empty when the row as a whole is meant.
    pub column: String,
    /// What is wrong.
    pub fault: Fault,
}

impl RowProblem {
    fn whole_file(fault: Fault) -> Self {
        Self { row: 0, column: String::new(), fault }
    }
}

/// With its English sentence beside the code and its values.
impl Serialize for RowProblem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Told<'a> {
            row: u64,
            column: &'a str,
            message: String,
            #[serde(flatten)]
            fault: &'a Fault,
        }
        let Self { row, column, fault } = self;
        Told { row: *row, column, message: fault.to_string(), fault }.serialize(serializer)
    }
}

/// `row 7, column Variant Price: "abc" is not an amount of money such as 12.50`.
impl fmt::Display for RowProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.row, self.column.as_str()) {
            (0, _) => self.fault.fmt(f),
            (row, "") => write!(f, "row {row}: {}", self.fault),
            (row, column) => write!(f, "row {row}, column {column}: {}", self.fault),
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

    fn problem(&mut self, row: u64, column: &str, fault: Fault) {
        self.problems.push(RowProblem { row, column: column.to_owned(), fault });
    }
}

/// What the rows of a product were read as.
struct Read {
    /// All rows that speak of it.
    rows: Vec<u64>,
    /// `None`: it cannot be sold here, as a note says, or a problem does.
    product: Option<ParsedProduct>,
}

/// [`parse_with`] for a file that is to be imported whole.
pub fn parse(bytes: &[u8], now: Timestamp) -> Result<Parsed, Vec<RowProblem>> {
    parse_with(Policy::AllOrNothing, bytes, now)
}

/// Reads a product file of at most [`MAX_BYTES`] and [`MAX_ROWS`]; sales that are over at `now` are noted.
///
/// Either everything that is wanted is sound, or every problem is told, in the order of the rows. A file whose form or
/// header is wrong has nothing that is sound.
pub fn parse_with(policy: Policy, bytes: &[u8], now: Timestamp) -> Result<Parsed, Vec<RowProblem>> {
    let mut table = Table::read(bytes)?;
    let mut findings = Findings::default();
    let Some(format) = detect(&mut table, &mut findings) else { return Err(findings.problems) };
    table.check_form(&mut findings);
    if findings.problems.iter().any(|problem| problem.row <= 1) {
        return Err(findings.problems);
    }
    let mut read = match format {
        Format::Manetes => own::read(&table, &mut findings),
        Format::Shopify => shopify::read(&table, &mut findings),
        Format::WooCommerce => woocommerce::read(&table, now, &mut findings),
    };
    let columns = columns(format, &table);
    if format == Format::Manetes {
        check(&read, &columns, &mut findings);
        check_fields(&read, &columns, now, &mut findings);
    } else {
        tidy::tidy(&mut read, &columns, &mut findings);
    }
    note_free(&read, &mut findings);
    tell_ragged_alone(&mut findings.problems);
    findings.problems.sort_by_key(|problem| (problem.row, table.place(&problem.column)));
    if policy == Policy::AllOrNothing && !findings.problems.is_empty() {
        return Err(findings.problems);
    }
    let Findings { missing_pictures, mut notes, problems } = findings;
    notes.sort_by_key(|note| note.row);
    let bad: HashSet<u64> = problems.iter().map(|problem| problem.row).collect();
    let (refused, sound): (Vec<_>, Vec<_>) =
        read.into_iter().partition(|read| read.rows.iter().any(|row| bad.contains(row)));
    let gone: HashSet<u64> = refused.iter().flat_map(|read| &read.rows).copied().collect();
    Ok(Parsed {
        format,
        policy,
        products: sound.into_iter().filter_map(|read| read.product).collect(),
        left_out: refused.len(),
        problems,
        missing_pictures: missing_pictures.into_iter().filter(|picture| !gone.contains(&picture.row)).collect(),
        notes: notes.into_iter().filter(|note| !gone.contains(&note.row)).collect(),
        columns,
        absent: if format == Format::Manetes { absent::absent(&table) } else { Absent::new() },
    })
}

/// The format by its header; columns that must be there and are not are problems.
fn detect(table: &mut Table, findings: &mut Findings) -> Option<Format> {
    let is_any = |table: &Table, names: &[&str]| names.iter().any(|name| table.has(name));
    let (format, needed): (Format, Vec<&str>) = if table.has("manetes") {
        table.unguard();
        (Format::Manetes, own::columns().collect())
    } else if is_any(table, &["handle", "url handle"]) && table.has("title") {
        table.rename(&shopify::ALIASES);
        table.is_foreign = true;
        table.learn_decimal_mark(&["variant price", "variant compare at price"]);
        (Format::Shopify, shopify::NEEDED.to_vec())
    } else if woocommerce::name_columns(table) {
        table.unguard();
        table.is_foreign = true;
        table.learn_decimal_mark(&["regular price", "sale price"]);
        (Format::WooCommerce, Vec::new())
    } else {
        findings.problem(1, "", Fault::UnknownHeader);
        return None;
    };
    for column in needed.into_iter().filter(|column| !table.has(column)) {
        findings.problem(1, column, Fault::MissingColumn);
    }
    findings.problems.is_empty().then_some(format)
}

/// What the fields of a draft are called in the file; a field that is missing here has its own name.
fn columns(format: Format, table: &Table) -> Columns {
    let fields: &[(&'static str, &'static str)] = match format {
        Format::Manetes => &own::FIELDS,
        Format::Shopify => &shopify::FIELDS,
        Format::WooCommerce => &woocommerce::FIELDS,
    };
    fields.iter().map(|(field, column)| (*field, table.heading(column).to_owned())).collect()
}

/// What is given away is named: a price of nothing is rarely meant.
fn note_free(read: &[Read], findings: &mut Findings) {
    for ParsedProduct { draft, variants, .. } in read.iter().filter_map(|read| read.product.as_ref()) {
        let free = draft.variants.iter().position(|variant| variant.price == Cents::ZERO);
        if let Some(origin) = free.and_then(|place| variants.get(place)).filter(|_| draft.purchasable) {
            findings.note(origin.row, Remark::Free { title: draft.title.clone() });
        }
    }
}

/// What our own file must not say twice.
fn check(read: &[Read], columns: &Columns, findings: &mut Findings) {
    let mut slugs = HashMap::new();
    let mut skus: HashMap<&str, u64> = HashMap::new();
    for ParsedProduct { row, draft, variants, .. } in read.iter().filter_map(|read| read.product.as_ref()) {
        if let Some(first) = slugs.insert(draft.slug.as_str(), *row) {
            findings.problem(*row, &columns["slug"], Fault::ProductTwice { slug: draft.slug.clone(), row: first });
        }
        let mut combinations: BTreeMap<&[String], u64> = BTreeMap::new();
        for (variant, origin) in draft.variants.iter().zip(variants) {
            if let Some(sku) = &variant.sku
                && let Some(first) = skus.insert(sku, origin.row)
            {
                findings.problem(origin.row, &columns["sku"], Fault::SkuTwice { sku: sku.clone(), row: first });
            }
            if let Some(first) = combinations.insert(&variant.option_values, origin.row) {
                findings.problem(origin.row, &columns["option_values"], Fault::SameVariant { row: first });
            }
        }
    }
}

/// What the shop does not take of products that cannot be read either, whatever it has: told together, so that a row is
/// mended once. What hangs on a cell that cannot be read waits until that is sound. The others are looked at beside the
/// shop.
fn check_fields(read: &[Read], columns: &Columns, now: Timestamp, findings: &mut Findings) {
    let mut unread: HashMap<u64, Vec<String>> = HashMap::new();
    for problem in &findings.problems {
        unread.entry(problem.row).or_default().push(problem.column.clone());
    }
    let is_unread = |read: &&Read| read.rows.iter().any(|row| unread.contains_key(row));
    for product in read.iter().filter(is_unread).filter_map(|read| read.product.as_ref()) {
        for error in check::faults(&product.draft, now) {
            let Ok(problem) = check::located(error, product, columns) else { continue };
            let told = unread.get(&problem.row).map(Vec::as_slice).unwrap_or_default();
            let hangs_on = |field: &&str| problem.column == columns[*field] && !told.is_empty();
            if !told.contains(&problem.column) && !["sale_price", "option_values"].iter().any(hangs_on) {
                findings.problems.push(problem);
            }
        }
    }
}

/// Of a row that has more cells than the header, or fewer, nobody knows what they are.
fn tell_ragged_alone(problems: &mut Vec<RowProblem>) {
    let is_ragged = |problem: &RowProblem| matches!(problem.fault, Fault::Cells { .. });
    let ragged: HashSet<u64> =
        problems.iter().filter(|problem| is_ragged(problem)).map(|problem| problem.row).collect();
    problems.retain(|problem| is_ragged(problem) || !ragged.contains(&problem.row));
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn a_file_of_another_kind_is_refused_at_its_header() {
        for policy in [Policy::AllOrNothing, Policy::RowByRow] {
            let told = |file: &[u8]| parse_with(policy, file, Timestamp::from_millis(0)).unwrap_err();
            let problems = told(b"name,price\nx,1\n");
            assert_eq!(problems.len(), 1);
            assert!(problems[0].to_string().starts_with("row 1: the header is neither Shopify's"));
            assert_eq!(
                told(b"Handle,Title\nx,X\n")[0].to_string(),
                "row 1, column variant price: this column is missing"
            );
        }
    }
}
