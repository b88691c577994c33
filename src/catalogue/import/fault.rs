//! Why a cell, a row or a file cannot be imported: a code with its values for the desk, which says it in the reader's
//! language, and an English sentence for the command line.

use serde::Serialize;

/// What somebody has to look at before this can be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", content = "params", rename_all = "snake_case")]
pub enum Fault {
    /// No amount of money.
    #[error("{written:?} is not an amount of money such as 12.50")]
    NotAnAmount {
        /// As the file has it.
        written: String,
    },
    /// A whole number beyond its limits.
    #[error("{written:?} is not between {least} and {most}")]
    OutOfRange {
        /// As the file has it.
        written: String,
        /// The smallest that can be.
        least: i64,
        /// The largest that can be.
        most: i64,
    },
    /// No whole number.
    #[error("{written:?} is not a whole number")]
    NotWhole {
        /// As the file has it.
        written: String,
    },
    /// No moment.
    #[error("{written:?} is not a date such as 2026-11-20")]
    NotADate {
        /// As the file has it.
        written: String,
    },
    /// No yes and no no.
    #[error("{written:?} is neither true nor false")]
    NotYesOrNo {
        /// As the file has it.
        written: String,
    },
    /// A variant that does not stand below its product.
    #[error("is not that of the product above")]
    OtherProduct,
    /// A row of a kind that does not exist.
    #[error("{written:?} is neither product nor variant")]
    UnknownRow {
        /// As the file has it.
        written: String,
    },
    /// A column that does not exist.
    #[error("this column is not known")]
    UnknownColumn,
    /// A state that products do not have.
    #[error("{written:?} is none of published, draft, archived")]
    UnknownStatus {
        /// As the file has it.
        written: String,
    },
    /// A way of fitting that does not exist.
    #[error("is none of none, offered, only")]
    UnknownFitting,
    /// Nothing, where something has to be.
    #[error("is empty")]
    Empty,
    /// No content such as `750 ml`.
    #[error("{reason}")]
    NotContent {
        /// In English.
        reason: String,
    },
    /// No JSON, or other JSON than belongs here.
    #[error("is not the JSON that belongs here: {reason}")]
    NotJson {
        /// In English.
        reason: String,
    },
    /// A header of no format.
    #[error("the header is neither Shopify's, nor WooCommerce's, nor that of manetes")]
    UnknownHeader,
    /// A header without what each file of its format has.
    #[error("this column is missing")]
    MissingColumn,
    /// A header that names a column twice.
    #[error("this column appears twice")]
    ColumnTwice,
    /// A product that stands further up.
    #[error("{slug:?} is the product of row {row}")]
    ProductTwice {
        /// The product.
        slug: String,
        /// Where it stands first.
        row: u64,
    },
    /// A number that stands further up.
    #[error("{sku:?} is the SKU of row {row} too")]
    SkuTwice {
        /// The number.
        sku: String,
        /// Where it stands first.
        row: u64,
    },
    /// A variant that stands further up.
    #[error("is the same variant as row {row}")]
    SameVariant {
        /// Where it stands first.
        row: u64,
    },
    /// More bytes than can be.
    #[error("the file is larger than {most} MiB: split it")]
    TooLarge {
        /// In MiB.
        most: usize,
    },
    /// A workbook.
    #[error("the file is a spreadsheet workbook or an archive: save it as CSV UTF-8")]
    Workbook,
    /// Bytes that no text has.
    #[error("the file is not UTF-8 text (UTF-16?): save it as CSV UTF-8")]
    NotText,
    /// A text of another encoding.
    #[error("the file is not UTF-8 (Latin-1 or Windows-1252?), first seen in line {line}: save it as CSV UTF-8")]
    NotUtf8 {
        /// Where it was noticed.
        line: usize,
    },
    /// Nothing.
    #[error("the file is empty")]
    EmptyFile,
    /// More rows than can be.
    #[error("the file has more than {most} rows: split it")]
    TooManyRows {
        /// So many can be.
        most: usize,
    },
    /// A row that is longer or shorter than the header.
    #[error("has {cells} cells where the header has {columns}")]
    Cells {
        /// Of the row.
        cells: usize,
        /// Of the header.
        columns: usize,
    },
    /// A text without its end, in which everything below it is lost.
    #[error("the quotation mark before {written:?} in line {line} is never closed: what follows is lost")]
    OpenQuote {
        /// The line of the file it stands in, which is not the row where cells above hold line breaks.
        line: usize,
        /// What it is before.
        written: String,
    },
    /// A number of a product of the shop that is another one.
    #[error("belongs to another product")]
    SkuOfAnother,
    /// What the catalogue says of a product that it does not take.
    #[error("{reason}")]
    Refused {
        /// In English.
        reason: String,
    },
}
