//! The end of the paper: the breakdown and the total, kept together, and the notes.

use krilla::tagging::Tag;

use super::Paper;
use super::fonts::Weight;
use super::page::{INK, INK_SOFT, MARGIN, MEASURE, PETROL, Place, RIGHT};
use super::rows;
use super::sheet::Sheet;
use super::typeset::Style;

const LABEL: Style = Style::new(11.0, Weight::Bold, INK);
const TOTAL: Style = Style::new(18.0, Weight::Bold, INK).tabular();
const NOTE: Style = Style::new(8.5, Weight::Regular, INK_SOFT);
/// The least width of the breakdown and the total.
const SUMS: f32 = MEASURE * 0.45;

/// Between a total's words and its amount, at least.
const BETWEEN: f32 = 16.0;

/// Everything below the table.
pub(super) fn draw(sheet: &mut Sheet<'_>, paper: &Paper) {
    sheet.y += 16.0;
    if !sheet.fits(rows::height(&paper.sums) + 12.0 + TOTAL.leading()) {
        sheet.next_page();
    }
    let left = rows::draw_sums(sheet, &paper.sums, SUMS);
    draw_total(sheet, &paper.total, left);
    sheet.y += 18.0;
    for note in &paper.notes {
        paragraph(sheet, note);
    }
}

fn draw_total(sheet: &mut Sheet<'_>, (label, amount): &(String, String), left: f32) {
    if label.is_empty() && amount.is_empty() {
        return;
    }
    let node = sheet.node(Tag::P, None);
    let (label, amount) = (sheet.type_.line(label, LABEL), sheet.type_.line(amount, TOTAL));
    let right = RIGHT - amount.width;
    let left = left.min(right - BETWEEN - label.width);
    sheet.y += 2.0;
    sheet.rule(left, RIGHT - left, 1.4, PETROL);
    // On one baseline.
    let down = (TOTAL.size - LABEL.size) * 1.05;
    sheet.y += 4.0 + down;
    sheet.text(label, left, Place::In(node));
    sheet.y -= down;
    sheet.lines(vec![amount], right, Place::In(node));
}

fn paragraph(sheet: &mut Sheet<'_>, text: &str) {
    let node = sheet.node(Tag::P, None);
    for line in sheet.type_.wrap(text, NOTE, MEASURE) {
        if !sheet.fits(NOTE.leading()) {
            sheet.next_page();
        }
        sheet.lines(vec![line], MARGIN, Place::In(node));
    }
    sheet.y += 5.0;
}
