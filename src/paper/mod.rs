//! A business paper of the firm on A4: what is handed in is drawn as one PDF, and the same paper is always the same bytes.
//!
//! The file is PDF/A-2a and PDF/UA-1: it can be kept for years and read aloud. Lengths are in points, 1/72 inch.

mod fonts;
mod head;
mod page;
mod pdf;
mod rows;
mod sheet;
mod tail;
#[cfg(test)]
mod tests;
mod typeset;

pub use fonts::Fonts;

use jiff::Timestamp;
use qrcodegen::{QrCode, QrCodeEcc};

use sheet::Sheet;
use typeset::Typesetter;

/// A paper, every text as it is printed. An empty text, list or table takes no room; `\n` begins a new line.
#[derive(Debug, Clone, Default)]
pub struct Paper {
    /// The language of the texts, such as `es`.
    pub lang: &'static str,
    /// The file's own date, which its standard asks for, to the second; printed is only what stands in the texts.
    pub issued: Timestamp,
    /// With the number it is also the title of the file.
    pub title: String,
    pub number: String,
    /// The name beside the mark.
    pub brand: String,
    /// Who it is from, each line as it is printed; the first is the name.
    pub seller: Vec<String>,
    pub buyer: Option<Party>,
    /// Such as a date: what it is, and its value.
    pub facts: Vec<(String, String)>,
    pub qr: Option<Qr>,
    /// The first column is text; what follows its first line, such as a reference, is drawn softer.
    pub table: Table,
    pub sums: Table,
    /// What it is, and the amount, drawn large.
    pub total: (String, String),
    /// A paragraph each.
    pub notes: Vec<String>,
    /// At the foot of each page, before its number.
    pub footer: String,
}

/// Whom a paper is for.
#[derive(Debug, Clone, Default)]
pub struct Party {
    pub heading: String,
    pub lines: Vec<String>,
}

/// A code to scan, 35 mm wide, before everything else.
#[derive(Debug, Clone, Default)]
pub struct Qr {
    pub content: String,
    pub above: String,
    pub below: Option<String>,
}

/// Cells by row, in as many columns as the header has: a shorter row ends empty, what is beyond them is not drawn.
#[derive(Debug, Clone, Default)]
pub struct Table {
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Why there is no paper.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("not a WOFF2 font: {0}")]
    NotWoff2(String),
    #[error("not a font with weights")]
    NotVariable,
    #[error("the code to scan cannot hold its content: {0}")]
    Qr(#[from] qrcodegen::DataTooLong),
    /// What the standards forbid, or a font that cannot be embedded.
    #[error("the file could not be written: {0}")]
    Pdf(String),
}

/// The paper as a file.
pub fn draw(paper: &Paper, fonts: &Fonts) -> Result<Vec<u8>, Error> {
    draw_all(std::slice::from_ref(paper), fonts)
}

/// Papers one after the other in one file, each beginning on a page of its own. The file is called, dated and read aloud as
/// the first.
pub fn draw_all(papers: &[Paper], fonts: &Fonts) -> Result<Vec<u8>, Error> {
    let typesetter = Typesetter::new(fonts)?;
    let mut laid_out = Vec::with_capacity(papers.len());
    for paper in papers {
        let code = paper.qr.as_ref().map(|qr| QrCode::encode_text(&qr.content, QrCodeEcc::Medium)).transpose()?;
        let mut sheet = Sheet::new(&typesetter, paper);
        head::draw(&mut sheet, paper, code);
        rows::draw(&mut sheet, &paper.table);
        tail::draw(&mut sheet, paper);
        laid_out.push((sheet.finish(), paper));
    }
    pdf::write(laid_out)
}
