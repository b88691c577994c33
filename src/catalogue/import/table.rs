//! Bytes of a product file → a table of text: encoding, separator, row numbers, ragged rows, limits.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use crate::clock::Timestamp;
use crate::money::Cents;

use super::formula::unguard;
use super::{Findings, Remark, RowProblem};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 20 * 1024 * 1024;
/// The most rows a file may have, the header not counted.
pub const MAX_ROWS: usize = 50_000;
/// The highest price, tax included; the same as the database's.
const MAX_PRICE: Cents = Cents(1_000_000);

/// A file as a spreadsheet shows it.
pub(super) struct Table {
    /// Column names as written.
    pub(super) header: Vec<String>,
    /// Every row that is not empty.
    pub(super) rows: Vec<Row>,
    /// Known name (lower case) → place in the row.
    columns: HashMap<String, usize>,
}

/// One row of the file.
pub(super) struct Row {
    /// The row number a spreadsheet shows: the header is row 1, a cell with line breaks is still one row.
    pub(super) number: u64,
    cells: Vec<String>,
}

impl Table {
    /// Reads a whole file, or tells everything that is wrong with its form.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Vec<RowProblem>> {
        let text = decode(bytes).map_err(|message| vec![RowProblem::whole_file(message)])?;
        let mut problems = Vec::new();
        let mut records = read_records(text, separator(text), &mut problems).into_iter();
        let Some(header) = records.next() else {
            return Err(vec![RowProblem::whole_file("the file is empty")]);
        };
        let rows: Vec<Row> = records.collect();
        if rows.len() > MAX_ROWS {
            return Err(vec![RowProblem::whole_file(format!("the file has more than {MAX_ROWS} rows: split it"))]);
        }
        for row in rows.iter().filter(|row| row.cells.len() != header.cells.len()) {
            let message = format!("has {} cells where the header has {}", row.cells.len(), header.cells.len());
            problems.push(RowProblem { row: row.number, column: String::new(), message });
        }
        let mut columns = HashMap::new();
        for (index, name) in header.cells.iter().enumerate() {
            if !name.trim().is_empty() && columns.insert(normalised(name), index).is_some() {
                let message = String::from("this column appears twice");
                problems.push(RowProblem { row: header.number, column: name.clone(), message });
            }
        }
        if problems.is_empty() { Ok(Self { header: header.cells, rows, columns }) } else { Err(problems) }
    }

    /// Gives columns the one name the reader of a format uses; `aliases` holds (name in a file, our name), lower case.
    pub(super) fn rename(&mut self, aliases: &[(&str, &str)]) {
        for (theirs, ours) in aliases {
            if let Some(&index) = self.columns.get(*theirs)
                && !self.columns.contains_key(*ours)
            {
                self.columns.insert((*ours).to_owned(), index);
            }
        }
    }

    /// Takes away what protects spreadsheets from formulas, in the formats that have it.
    pub(super) fn unguard(&mut self) {
        for cell in self.rows.iter_mut().flat_map(|row| &mut row.cells) {
            if unguard(cell).len() != cell.len() {
                *cell = unguard(cell).to_owned();
            }
        }
    }

    /// Whether there is a column of that name (lower case).
    pub(super) fn has(&self, column: &str) -> bool {
        self.columns.contains_key(column)
    }

    /// The column's name as the file writes it; the name itself when there is no such column.
    pub(super) fn heading<'a>(&'a self, column: &'a str) -> &'a str {
        self.columns.get(column).map_or(column, |&index| &self.header[index])
    }

    /// Where the column of that heading stands.
    pub(super) fn place(&self, heading: &str) -> Option<usize> {
        self.header.iter().position(|name| name == heading)
    }

    /// The cell as written; empty when there is no such column.
    fn raw<'a>(&'a self, row: &'a Row, column: &str) -> &'a str {
        let index = self.columns.get(column);
        index.and_then(|&index| row.cells.get(index)).map_or("", String::as_str)
    }

    /// The cell without white space around it; empty when there is no such column.
    pub(super) fn text<'a>(&'a self, row: &'a Row, column: &str) -> &'a str {
        self.raw(row, column).trim()
    }

    /// The cells of `row`, with a place for what is wrong in them.
    pub(super) fn cells<'a>(&'a self, row: &'a Row, findings: &'a mut Findings) -> Cells<'a> {
        Cells { table: self, row, findings }
    }

    /// Rows that belong together, in the order of their first one; rows without a key are a problem.
    pub(super) fn grouped_by<'a>(&'a self, column: &str, findings: &mut Findings) -> Vec<(&'a str, Vec<&'a Row>)> {
        let mut place: BTreeMap<&str, usize> = BTreeMap::new();
        let mut groups: Vec<(&str, Vec<&Row>)> = Vec::new();
        for row in &self.rows {
            let key = self.text(row, column);
            if key.is_empty() {
                self.cells(row, findings).problem(column, "is empty");
                continue;
            }
            let index = *place.entry(key).or_insert_with(|| {
                groups.push((key, Vec::new()));
                groups.len() - 1
            });
            groups[index].1.push(row);
        }
        groups
    }
}

/// Which end of a time a moment is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Edge {
    Start,
    End,
}

/// The cells of one row, read as what they should hold. What cannot be read is reported and then absent.
pub(super) struct Cells<'a> {
    table: &'a Table,
    row: &'a Row,
    findings: &'a mut Findings,
}

impl<'a> Cells<'a> {
    /// The row number.
    pub(super) fn row(&self) -> u64 {
        self.row.number
    }

    /// The cell as written; empty when there is no such column.
    pub(super) fn raw(&self, column: &str) -> &'a str {
        self.table.raw(self.row, column)
    }

    /// The cell without white space around it.
    pub(super) fn text(&self, column: &str) -> &'a str {
        self.raw(column).trim()
    }

    /// The cell, `None` when it is empty.
    pub(super) fn some_text(&self, column: &str) -> Option<String> {
        Some(self.text(column)).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// An amount of at most 10,000.00; `None` when empty.
    pub(super) fn money(&mut self, column: &str) -> Option<Cents> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        match plain_decimal(text).parse::<Cents>() {
            Ok(amount) if amount <= MAX_PRICE => Some(amount),
            Ok(_) => self.refused(column, format!("{text:?} is more than {MAX_PRICE}")),
            Err(error) => self.refused(column, format!("{text:?} is {error}")),
        }
    }

    /// A whole number within limits; `None` when empty.
    pub(super) fn whole(&mut self, column: &str, limits: RangeInclusive<i64>) -> Option<i64> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        // Spreadsheets and shops write a count as `3.0` too.
        let digits = text.strip_suffix(".0").or_else(|| text.strip_suffix(",0")).unwrap_or(text);
        match digits.parse::<i64>() {
            Ok(number) if limits.contains(&number) => Some(number),
            Ok(_) => self.refused(column, format!("{text:?} is not between {} and {}", limits.start(), limits.end())),
            Err(_) => self.refused(column, format!("{text:?} is not a whole number")),
        }
    }

    /// A moment, of which one without an offset is on the clocks of the shop, and a day alone is whole; `None` when empty.
    pub(super) fn moment(&mut self, column: &str, edge: Edge) -> Option<Timestamp> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        let day = Some(text).filter(|text| text.len() == "2026-11-20".len()).and_then(Timestamp::day);
        let moment = match (day, edge) {
            (Some((begin, _)), Edge::Start) => Some(begin),
            (Some((_, end)), Edge::End) => Some(end),
            (None, _) => Timestamp::parse_local(text),
        };
        moment.or_else(|| self.refused(column, format!("{text:?} is not a date such as 2026-11-20")))
    }

    /// A weight in a unit of so many grams, in whole grams; `None` when empty or 0, which means unknown.
    #[expect(clippy::cast_possible_truncation, reason = "checked to be small")]
    pub(super) fn grams(&mut self, column: &str, grams_per_unit: f64) -> Option<i64> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        match plain_decimal(text).replace(',', ".").parse::<f64>() {
            Ok(weight) if (0.0..=1e7).contains(&(weight * grams_per_unit)) => {
                Some((weight * grams_per_unit).round() as i64).filter(|grams| *grams > 0)
            }
            _ => self.refused(column, format!("{text:?} is not a weight")),
        }
    }

    /// A yes or no, as shops and spreadsheets in English and Spanish write it; `None` when empty.
    pub(super) fn flag(&mut self, column: &str) -> Option<bool> {
        match self.text(column).to_lowercase().as_str() {
            "" => None,
            "true" | "1" | "yes" | "verdadero" | "sí" | "si" => Some(true),
            "false" | "0" | "no" | "falso" => Some(false),
            other => self.refused(column, format!("{other:?} is neither true nor false")),
        }
    }

    /// Reports a bad cell.
    pub(super) fn problem(&mut self, column: &str, message: impl Into<String>) {
        self.findings.problem(self.row.number, self.table.heading(column), message);
    }

    /// Reports a bad cell, for readers that end with it.
    fn refused<T>(&mut self, column: &str, message: impl Into<String>) -> Option<T> {
        self.problem(column, message);
        None
    }

    /// Says something about the row that the reader should know.
    pub(super) fn note(&mut self, remark: Remark) {
        self.findings.note(self.row.number, remark);
    }

    /// The picture when it is a path of this site; any other address is listed as missing, as nothing is fetched.
    pub(super) fn picture(&mut self, url: &str, slug: &str) -> Option<String> {
        if url.is_empty() {
            return None;
        }
        let ours = url.starts_with('/') && !url.starts_with("//") && !url.contains(['\\', '\n', '\r']);
        if ours {
            return Some(url.to_owned());
        }
        self.findings.missing_picture(self.row.number, slug, url);
        None
    }
}

/// `1.234,50` and `1,234.50` without their thousands separators; everything else as it is.
fn plain_decimal(text: &str) -> String {
    match (text.rfind('.'), text.rfind(',')) {
        (Some(point), Some(comma)) => text.replace(if point < comma { '.' } else { ',' }, ""),
        _ => text.to_owned(),
    }
}

/// A column name as it is looked up.
fn normalised(name: &str) -> String {
    name.trim().to_lowercase()
}

/// UTF-8 with or without a byte order mark; anything else is named, with what to do about it.
fn decode(bytes: &[u8]) -> Result<&str, String> {
    if bytes.len() > MAX_BYTES {
        return Err(format!("the file is larger than {} MiB: split it", MAX_BYTES / 1024 / 1024));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(String::from("the file is a spreadsheet workbook or an archive: save it as CSV UTF-8"));
    }
    if bytes.contains(&0) {
        return Err(String::from("the file is not UTF-8 text (UTF-16?): save it as CSV UTF-8"));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        format!("the file is not UTF-8 (Latin-1 or Windows-1252?), first seen in line {line}: save it as CSV UTF-8")
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The separator of the header: the one of `,`, `;` and tab that stands most often outside its quotes.
fn separator(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in text.trim_start_matches(['\n', '\r']).bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' | b'\r' if !quoted => break,
            _ if quoted => {}
            _ => counts.iter_mut().filter(|(separator, _)| *separator == byte).for_each(|(_, count)| *count += 1),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    counts.iter().find(|(_, count)| *count == most).map_or(b',', |(separator, _)| *separator)
}

/// Every record that is not empty, with its row number. The library skips empty lines, a spreadsheet shows them as
/// rows: they are counted in the text in front of each record.
fn read_records(text: &str, separator: u8, problems: &mut Vec<RowProblem>) -> Vec<Row> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut record = csv::StringRecord::new();
    let (mut number, mut start) = (0, 0);
    while reader.read_record(&mut record).expect("the text is in memory and is UTF-8") {
        let end = usize::try_from(reader.position().byte()).expect("the text fits in memory");
        let written = &text[start..end];
        number += 1 + empty_lines_before(text, start);
        let cells: Vec<String> = record.iter().map(str::to_owned).collect();
        let open = end == text.len() && written.bytes().filter(|&byte| byte == b'"').count() % 2 == 1;
        if open && cells.last().is_some_and(|cell| cell.contains(['\n', '\r'])) {
            let message = String::from("a quotation mark is opened and never closed");
            problems.push(RowProblem { row: number, column: String::new(), message });
        }
        if cells.iter().any(|cell| !cell.trim().is_empty()) {
            rows.push(Row { number, cells });
        }
        start = end;
    }
    rows
}

/// How many empty lines stand at `start`, which is the end of the record before.
fn empty_lines_before(text: &str, start: usize) -> u64 {
    let mut rest = &text[start..];
    // The record before may have been ended by the first half of a Windows line end.
    if start > 0 && text.as_bytes()[start - 1] == b'\r' {
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    let mut lines = 0;
    while let Some(after) = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r'])) {
        (rest, lines) = (after, lines + 1);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(u64, Vec<String>)> {
        let table = Table::read(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems:?}"));
        table.rows.into_iter().map(|row| (row.number, row.cells)).collect()
    }

    fn problems(bytes: &[u8]) -> String {
        let Err(problems) = Table::read(bytes) else { panic!("no problem was found") };
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn separators_line_ends_and_the_byte_order_mark_are_told_from_the_file() {
        let expected = vec![(2, vec![String::from("x"), String::from("1,5")])];
        for text in ["a;b\nx;1,5\n", "a\tb\nx\t1,5", "a,b\r\nx,\"1,5\"\r\n", "\u{feff}a,\"b\"\nx,\"1,5\"\n"] {
            assert_eq!(rows(text), expected, "{text:?}");
        }
        assert_eq!(separator("ID,\"GTIN; UPC; EAN; or ISBN\",Name"), b',');
    }

    #[test]
    fn rows_are_numbered_as_a_spreadsheet_shows_them() {
        for end in ["\n", "\r\n"] {
            let text = ["a,b", "\"two\nlines\",1", "", ",", "", "x,2", "y,3"].join(end);
            let numbers: Vec<u64> = rows(&text).iter().map(|(number, _)| *number).collect();
            assert_eq!(numbers, [2, 6, 7], "{text:?}");
        }
    }

    #[test]
    fn a_file_of_the_wrong_form_is_named() {
        assert!(problems("título\ncafé".chars().map(|c| c as u8).collect::<Vec<_>>().as_slice()).contains("Latin-1"));
        assert!(problems(b"\xff\xfea\0b\0").contains("UTF-16"));
        assert!(problems(b"PK\x03\x04rest").contains("workbook"));
        assert!(problems(b"").contains("empty"));
        assert!(problems(&vec![b'a'; MAX_BYTES + 1]).contains("20 MiB"));
        assert!(problems("a\n".repeat(MAX_ROWS + 2).as_bytes()).contains("50000 rows"));
        assert_eq!(problems(b"a,A\n1,2"), "row 1, column A: this column appears twice");
        assert_eq!(problems(b"a,b\n1,\"open\n2,3"), "row 2: a quotation mark is opened and never closed");
    }

    #[test]
    fn every_ragged_row_is_reported() {
        assert_eq!(
            problems(b"a,b\n1\n1,2\n1,2,3"),
            "row 2: has 1 cells where the header has 2\nrow 4: has 3 cells where the header has 2"
        );
    }

    #[test]
    fn amounts_may_be_written_with_a_decimal_comma_and_thousands() {
        let table = Table::read(b"p;w\n1.234,50;0,5\n\"1,234.50\";1.5\n12,5;0\n1.234;x\n10000,01;-1").unwrap();
        let mut findings = Findings::default();
        let read: Vec<_> = table
            .rows
            .iter()
            .map(|row| {
                let mut cells = table.cells(row, &mut findings);
                (cells.money("p"), cells.grams("w", 1000.0))
            })
            .collect();
        assert_eq!(read[0], (Some(Cents(123_450)), Some(500)));
        assert_eq!(read[1], (Some(Cents(123_450)), Some(1500)));
        assert_eq!(read[2], (Some(Cents(1250)), None));
        assert_eq!(read[3..], [(None, None), (None, None)]);
        let rows: Vec<_> = findings.problems.iter().map(|p| (p.row, p.column.as_str())).collect();
        assert_eq!(rows, [(5, "p"), (5, "w"), (6, "p"), (6, "w")]);
    }
}
