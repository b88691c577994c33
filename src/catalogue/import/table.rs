//! Bytes of a product file → a table of text: encoding, separator, row numbers, ragged rows, limits.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::cells::Cells;
use super::formula::unguard;
use super::{Fault, Findings, Remark, RowProblem, amount};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 20 * 1024 * 1024;
/// The most rows a file may have, the header not counted.
pub const MAX_ROWS: usize = 50_000;

/// A file as a spreadsheet shows it.
pub(super) struct Table {
    /// Column names as written.
    pub(super) header: Vec<String>,
    /// Every row that is not empty.
    pub(super) rows: Vec<Row>,
    /// Whether another shop wrote it: then what can be mended is.
    pub(super) is_foreign: bool,
    /// What stands before the cents, where the amounts of the file tell it.
    pub(super) decimal_mark: Option<char>,
    /// Known name (lower case) → place in the row.
    columns: HashMap<String, usize>,
    /// Places of columns whose name an earlier one has.
    twice: Vec<usize>,
}

/// One row of the file.
pub(super) struct Row {
    /// The row number a spreadsheet shows: the header is row 1, a cell with line breaks is still one row.
    pub(super) number: u64,
    cells: Vec<String>,
}

impl Row {
    /// The cell at a place without white space around it; empty when the row ends before.
    pub(super) fn cell(&self, place: usize) -> &str {
        self.cells.get(place).map_or("", |cell| cell.trim())
    }
}

impl Table {
    /// Reads a whole file, or tells what is wrong with its form.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Vec<RowProblem>> {
        let text = decode(bytes).map_err(|fault| vec![RowProblem::whole_file(fault)])?;
        let mut problems = Vec::new();
        let mut records = read_records(text, separator(text), &mut problems).into_iter();
        let Some(header) = records.next() else {
            return Err(vec![RowProblem::whole_file(Fault::EmptyFile)]);
        };
        let rows: Vec<Row> = records.collect();
        if rows.len() > MAX_ROWS {
            return Err(vec![RowProblem::whole_file(Fault::TooManyRows { most: MAX_ROWS })]);
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut columns = HashMap::new();
        let mut twice = Vec::new();
        for (index, name) in header.cells.iter().enumerate().filter(|(_, name)| !name.trim().is_empty()) {
            match columns.entry(normalised(name)) {
                Entry::Occupied(_) => twice.push(index),
                Entry::Vacant(place) => {
                    place.insert(index);
                }
            }
        }
        Ok(Self { header: header.cells, rows, is_foreign: false, decimal_mark: None, columns, twice })
    }

    /// Columns and rows of another length than the header's: of another shop's file what is missing at the end of a row
    /// is empty, and of columns of one name the first is read.
    pub(super) fn check_form(&self, findings: &mut Findings) {
        for name in self.twice.iter().map(|&index| &self.header[index]) {
            if self.is_foreign {
                findings.note(1, Remark::ColumnTwice { column: name.clone() });
            } else {
                findings.problem(1, name, Fault::ColumnTwice);
            }
        }
        let width = self.header.len();
        for row in self.rows.iter().filter(|row| row.cells.len() != width) {
            let beyond = row.cells.iter().skip(width).any(|cell| !cell.trim().is_empty());
            if beyond || (row.cells.len() < width && !self.is_foreign) {
                findings.problem(row.number, "", Fault::Cells { cells: row.cells.len(), columns: width });
            } else if row.cells.len() < width {
                findings.note(row.number, Remark::RowShort { cells: row.cells.len(), columns: width });
            }
        }
    }

    /// Looks in these columns for what stands before the cents.
    pub(super) fn learn_decimal_mark(&mut self, columns: &[&str]) {
        let amounts = self.rows.iter().flat_map(|row| columns.iter().map(|column| self.text(row, column)));
        self.decimal_mark = amount::decimal_mark(amounts);
    }

    /// Gives the column at a place a name, unless another has it.
    pub(super) fn name(&mut self, place: usize, name: &str) {
        self.columns.entry(name.to_owned()).or_insert(place);
    }

    /// The column names as they are looked up, in order.
    pub(super) fn names(&self) -> Vec<String> {
        self.header.iter().map(|name| normalised(name)).collect()
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
    pub(super) fn raw<'a>(&'a self, row: &'a Row, column: &str) -> &'a str {
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
}

/// A column name as it is looked up: in lower case, with plain apostrophes and spaces.
fn normalised(name: &str) -> String {
    name.to_lowercase().replace('’', "'").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// UTF-8 with or without a byte order mark; anything else is named, with what to do about it.
fn decode(bytes: &[u8]) -> Result<&str, Fault> {
    if bytes.len() > MAX_BYTES {
        return Err(Fault::TooLarge { most: MAX_BYTES / 1024 / 1024 });
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(Fault::Workbook);
    }
    if bytes.contains(&0) {
        return Err(Fault::NotText);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        Fault::NotUtf8 { line }
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
    let open = open_quote(text, separator);
    let (mut number, mut start) = (0, 0);
    while reader.read_record(&mut record).expect("the text is in memory and is UTF-8") {
        let end = usize::try_from(reader.position().byte()).expect("the text fits in memory");
        number += 1 + empty_lines_before(text, start);
        let cells: Vec<String> = record.iter().map(str::to_owned).collect();
        if let Some(place) = open.filter(|place| (start..end).contains(place)) {
            let line = 1 + text[..place].matches('\n').count();
            let written = text[place + 1..].lines().next().unwrap_or_default().chars().take(40).collect();
            problems.push(RowProblem { row: number, column: String::new(), fault: Fault::OpenQuote { line, written } });
        }
        if cells.iter().any(|cell| !cell.trim().is_empty()) {
            rows.push(Row { number, cells });
        }
        start = end;
    }
    rows
}

/// The first quotation mark that begins a cell and is not closed in its line: no other one is, or the next one begins
/// another cell further down, and between them rows are lost.
fn open_quote(text: &str, separator: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut begins) = (0, true);
    while at < bytes.len() {
        if bytes[at] != b'"' || !begins {
            begins = bytes[at] == separator || matches!(bytes[at], b'\n' | b'\r');
            at += 1;
            continue;
        }
        let end = closing(bytes, at + 1);
        let is_closed = match bytes.get(end + 1) {
            None => end < bytes.len(),
            Some(after) => *after == separator || matches!(after, b'\n' | b'\r'),
        };
        if !is_closed && bytes[at..end].iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
            return Some(at);
        }
        (at, begins) = (end + 1, false);
    }
    None
}

/// Where the mark is that closes a cell which begins at `at`, two of them being one in the text; the end without it.
fn closing(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'"', Some(b'"')) => at += 2,
            (b'"', _) => break,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
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
        let lost = "is never closed: what follows is lost";
        let open = |row, line| format!("row {row}: the quotation mark before \"open\" in line {line} {lost}");
        assert_eq!(problems(b"a,b\n1,\"open\n2,3"), open(2, 2));
        assert_eq!(problems(b"a,b\n1,\"two\nlines\"\n2,\"open\n3,4\n"), open(3, 4), "rows are not lines");
        assert_eq!(problems(b"a,b\n1,\"open\n2,\"whole\"\n3,4\n"), open(2, 2), "the next cell's mark closes nothing");
        assert_eq!(rows("a,b\n1,\"say \"\"yes\"\"\n\"\n2,\"5\" wide\"\n3,6\"").len(), 3, "marks within are none");
    }

    #[test]
    fn rows_of_another_length_than_the_header_are_told_and_what_is_missing_is_empty() {
        let mut table = Table::read(b"a,b,A\n1,2\n1,2,3,\n1,2,3,4").unwrap();
        let mut told = |is_foreign| {
            let mut findings = Findings::default();
            table.is_foreign = is_foreign;
            table.check_form(&mut findings);
            let problems = findings.problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            let notes = findings.notes.iter().map(|note| note.remark.to_string()).collect::<Vec<_>>().join("; ");
            (problems, notes)
        };
        let four = "row 4: has 4 cells where the header has 3";
        let (problems, notes) = told(false);
        assert_eq!(
            problems,
            format!("row 1, column A: this column appears twice; row 2: has 2 cells where the header has 3; {four}")
        );
        assert_eq!(notes, "");
        let (problems, notes) = told(true);
        assert_eq!(problems, four);
        assert_eq!(
            notes,
            "the column \"A\" is there twice: the first is read; the row has 2 cells for 3 columns: what is missing is empty"
        );
        assert_eq!((table.text(&table.rows[0], "a"), table.text(&table.rows[0], "A")), ("1", ""));
    }
}
