//! The cells of one row, read as what they should hold.

use std::ops::RangeInclusive;

use crate::clock::Timestamp;
use crate::money::Cents;

use super::table::{Row, Table};
use super::{Fault, Findings, MAX_QUANTITY, Remark, amount};

/// The heaviest that is believed, in grams.
const MAX_GRAMS: f64 = 1e6;

/// Which end of a time a moment is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Edge {
    Start,
    End,
}

/// The cells of one row. What cannot be read is reported and then absent.
pub(super) struct Cells<'a> {
    pub(super) table: &'a Table,
    pub(super) row: &'a Row,
    pub(super) findings: &'a mut Findings,
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

    /// An amount; `None` when empty. Of another shop's, parts of a cent are rounded.
    pub(super) fn money(&mut self, column: &str) -> Option<Cents> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        let read = amount::read(text, self.table.decimal_mark);
        match read.filter(|amount| self.table.is_foreign || !amount.rounded) {
            Some(amount) => {
                if amount.rounded {
                    self.note(Remark::Rounded { written: text.to_owned(), amount: amount.cents.to_string() });
                }
                Some(amount.cents)
            }
            None => self.refused(column, Fault::NotAnAmount { written: text.to_owned() }),
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
            Ok(_) => {
                let (least, most) = limits.into_inner();
                self.refused(column, Fault::OutOfRange { written: text.to_owned(), least, most })
            }
            Err(_) => self.refused(column, Fault::NotWhole { written: text.to_owned() }),
        }
    }

    /// A number of units as another shop counts them, at most [`MAX_QUANTITY`] and without halves; `None` when empty.
    pub(super) fn units(&mut self, column: &str) -> Option<i64> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        let (digits, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
        let is_fraction = fraction.bytes().all(|b| b.is_ascii_digit()) && fraction != "000";
        let is_whole = digits.strip_prefix('-').unwrap_or(digits).bytes().all(|b| b.is_ascii_digit());
        if digits.is_empty() || digits == "-" || !is_whole || !is_fraction {
            return self.refused(column, Fault::NotWhole { written: text.to_owned() });
        }
        let most = if digits.starts_with('-') { -MAX_QUANTITY } else { MAX_QUANTITY };
        let units = digits.parse::<i64>().unwrap_or(most).clamp(-MAX_QUANTITY, MAX_QUANTITY);
        if fraction.contains(|c| c != '0') || (units == MAX_QUANTITY && digits != "1000000") {
            self.note(Remark::StockCut { written: text.to_owned(), stock: units });
        }
        Some(units)
    }

    /// A moment, of which one without an offset is on the clocks of the shop, and a day alone is whole; `None` when empty.
    pub(super) fn moment(&mut self, column: &str, edge: Edge) -> Option<Timestamp> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        let written = with_two_digits(text);
        let day = Some(&written).filter(|text| text.len() == "2026-11-20".len()).and_then(|text| Timestamp::day(text));
        let moment = match (day, edge) {
            (Some((begin, _)), Edge::Start) => Some(begin),
            (Some((_, end)), Edge::End) => Some(end),
            (None, _) => Timestamp::parse_local(&written),
        };
        moment.or_else(|| self.refused(column, Fault::NotADate { written: text.to_owned() }))
    }

    /// A weight in a unit of so many grams, in whole grams; `None` when empty or 0, which means unknown.
    #[expect(clippy::cast_possible_truncation, reason = "checked to be small")]
    pub(super) fn grams(&mut self, column: &str, grams_per_unit: f64) -> Option<i64> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        match plain_decimal(text).replace(',', ".").parse::<f64>() {
            Ok(weight) if (0.0..=MAX_GRAMS).contains(&(weight * grams_per_unit)) => {
                Some((weight * grams_per_unit).round() as i64).filter(|grams| *grams > 0)
            }
            _ => {
                self.note(Remark::NoWeight { written: text.to_owned() });
                None
            }
        }
    }

    /// A yes or no, as shops and spreadsheets write it; `None` when empty.
    pub(super) fn flag(&mut self, column: &str) -> Option<bool> {
        match self.text(column).to_lowercase().as_str() {
            "" => None,
            "true" | "1" | "yes" | "y" | "verdadero" | "sí" | "si" | "vrai" | "oui" | "wahr" | "ja" | "waar"
            | "vero" | "verdadeiro" | "sim" | "cert" => Some(true),
            "false" | "0" | "no" | "n" | "falso" | "faux" | "non" | "falsch" | "nein" | "onwaar" | "nee" | "não"
            | "fals" => Some(false),
            other => self.refused(column, Fault::NotYesOrNo { written: other.to_owned() }),
        }
    }

    /// Reports a bad cell.
    pub(super) fn problem(&mut self, column: &str, fault: Fault) {
        self.findings.problem(self.row.number, self.table.heading(column), fault);
    }

    /// Reports a bad cell, for readers that end with it.
    fn refused<T>(&mut self, column: &str, fault: Fault) -> Option<T> {
        self.problem(column, fault);
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

/// A moment with two digits where one is written: `2030-1-5 0:00:00` is `2030-01-05 00:00:00`. Parts of a second stay.
fn with_two_digits(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 4);
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_alone =
            c.is_ascii_digit() && !before.is_ascii_digit() && !chars.peek().is_some_and(char::is_ascii_digit);
        if is_alone && before != '.' {
            written.push('0');
        }
        written.push(c);
        before = c;
    }
    written
}

/// `1.234,50` and `1,234.50` without their thousands separators; everything else as it is.
fn plain_decimal(text: &str) -> String {
    match (text.rfind('.'), text.rfind(',')) {
        (Some(point), Some(comma)) => text.replace(if point < comma { '.' } else { ',' }, ""),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        Table::read(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems:?}"))
    }

    #[test]
    fn weights_are_read_with_a_decimal_comma_and_units_without_halves() {
        let mut table = table("s;w\n3,0;0,5\n2.5;1.5\n-2;0\nx;x\n99999999999999999999;-1\n1.000;2000");
        table.is_foreign = true;
        let mut findings = Findings::default();
        let read: Vec<_> = table
            .rows
            .iter()
            .map(|row| {
                let mut cells = table.cells(row, &mut findings);
                (cells.units("s"), cells.grams("w", 1000.0))
            })
            .collect();
        let expected = [
            (Some(3), Some(500)),
            (Some(2), Some(1500)),
            (Some(-2), None),
            (None, None),
            (Some(MAX_QUANTITY), None),
            (None, None),
        ];
        assert_eq!(read, expected);
        let rows: Vec<_> = findings.problems.iter().map(|p| (p.row, p.column.as_str())).collect();
        assert_eq!(rows, [(5, "s"), (7, "s")]);
        let noted: Vec<_> = findings.notes.iter().map(|note| note.row).collect();
        assert_eq!(noted, [3, 5, 6, 6, 7], "what was cut, and weights that are none");
    }

    #[test]
    fn a_moment_may_be_written_with_single_digits() {
        for (text, expected) in [
            ("2030-01-01 0:00:00", "2030-01-01 00:00:00"),
            ("2030-1-5", "2030-01-05"),
            ("2030-01-01T08:30:00.5+2:00", "2030-01-01T08:30:00.5+02:00"),
            ("2030-01-01 00:00:00", "2030-01-01 00:00:00"),
        ] {
            assert_eq!(with_two_digits(text), expected);
        }
    }
}
