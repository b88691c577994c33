//! The beginning of the paper: the code to scan before everything else, whose paper it is, what it is, and for whom.

use std::num::NonZeroU16;

use krilla::geom::Rect;
use krilla::tagging::{ArtifactType, BBox, ListNumbering, Tag};
use qrcodegen::QrCode;

use super::fonts::Weight;
use super::page::{INK, INK_SOFT, LINE, MARGIN, MEASURE, Node, PETROL, Place, Shape, WIDTH, mm};
use super::sheet::Sheet;
use super::typeset::{Line, Style};
use super::{Paper, Party, Qr};

const BRAND: Style = Style::new(15.0, Weight::Bold, PETROL);
const TITLE: Style = Style::new(20.0, Weight::Bold, INK);
const NUMBER: Style = Style::new(12.0, Weight::Regular, INK_SOFT);
const NAME: Style = Style::new(9.0, Weight::Bold, INK);
const TEXT: Style = Style::new(9.0, Weight::Regular, INK);
const LABEL: Style = Style::new(8.0, Weight::Regular, INK_SOFT);

const MARK: f32 = 30.0;
/// Of the three columns; the code stands in the middle of the page.
const COLUMN: f32 = (MEASURE - 2.0 * GAP) / 3.0;
const GAP: f32 = 12.0;
/// Of the third column.
const ASIDE: f32 = MARGIN + 2.0 * (COLUMN + GAP);
/// The law asks for 30 to 40 mm.
const QR: f32 = mm(35.0);
/// White around the code, in its modules.
const QUIET: f32 = 4.0;
/// White over and under the letters of a line, in its size.
const OVER: f32 = 0.3;
const UNDER: f32 = 0.15;
/// Facts in a row.
const FACTS: usize = 4;

/// Everything above the table.
pub(super) fn draw(sheet: &mut Sheet<'_>, paper: &Paper, code: Option<QrCode>) {
    let top = sheet.y;
    let mut bottom = top;
    if let (Some(qr), Some(code)) = (&paper.qr, code) {
        draw_qr(sheet, qr, code);
        bottom = bottom.max(sheet.y);
    }
    sheet.y = top;
    brand(sheet, &paper.brand);
    bottom = bottom.max(sheet.y);
    sheet.y = top;
    party(sheet, &paper.seller);
    sheet.y = bottom.max(sheet.y) + 20.0;
    titles(sheet, paper);
    facts(sheet, &paper.facts);
}

/// The words stand as far from the code as its quiet zone is wide.
fn draw_qr(sheet: &mut Sheet<'_>, qr: &Qr, code: QrCode) {
    let quiet = QR / f32::from(u8::try_from(code.size()).unwrap_or(u8::MAX)) * QUIET;
    let words = sheet.node(Tag::P, None);
    centred(sheet, &qr.above, words);
    let alt = format!("{} {}", qr.above, qr.content);
    let (x, y) = ((WIDTH - QR) / 2.0, sheet.y + quiet - TEXT.size * UNDER);
    let bounds = Rect::from_xywh(x, y, QR, QR).map(|rect| BBox::new(0, rect));
    let figure = sheet.node(Tag::Figure(Some(alt)).with_bbox(bounds), None);
    sheet.draw(Shape::Qr { code, x, y, side: QR }, Place::In(figure));
    sheet.y = y + QR + quiet - TEXT.size * OVER;
    if let Some(below) = &qr.below {
        let words = sheet.node(Tag::P, None);
        centred(sheet, below, words);
    }
}

fn centred(sheet: &mut Sheet<'_>, text: &str, node: Node) {
    for line in sheet.type_.wrap(text, TEXT, COLUMN) {
        let x = (WIDTH - line.width) / 2.0;
        sheet.lines(vec![line], x, Place::In(node));
    }
}

fn brand(sheet: &mut Sheet<'_>, name: &str) {
    if name.is_empty() {
        return;
    }
    let node = sheet.node(Tag::P, None);
    let x = MARGIN + MARK + 9.0;
    let lines = sheet.type_.wrap(name, BRAND, MARGIN + COLUMN - x);
    let height: f32 = lines.iter().map(|line| line.style.leading()).sum();
    let (top, tall) = (sheet.y, height.max(MARK));
    sheet.draw(Shape::Mark { x: MARGIN, y: top, side: MARK }, Place::Aside(ArtifactType::Layout));
    sheet.y = top + ((MARK - height) / 2.0).max(0.0);
    sheet.lines(lines, x, Place::In(node));
    sheet.y = top + tall;
}

/// The first line is the name.
fn party(sheet: &mut Sheet<'_>, lines: &[String]) {
    for (i, text) in lines.iter().enumerate() {
        let node = sheet.node(Tag::P, None);
        let lines = sheet.type_.wrap(text, if i == 0 { NAME } else { TEXT }, COLUMN);
        sheet.lines(lines, ASIDE, Place::In(node));
    }
}

fn titles(sheet: &mut Sheet<'_>, paper: &Paper) {
    let top = sheet.y;
    let heading = sheet.node(Tag::Hn(NonZeroU16::MIN, Some(paper.heading())), None);
    let width = if paper.buyer.is_some() { ASIDE - GAP - MARGIN } else { MEASURE };
    for (text, style) in [(&paper.title, TITLE), (&paper.number, NUMBER)] {
        let lines = sheet.type_.wrap(text, style, width);
        sheet.lines(lines, MARGIN, Place::In(heading));
    }
    let bottom = sheet.y;
    sheet.y = top + 8.0;
    if let Some(Party { heading, lines }) = &paper.buyer {
        let node = sheet.node(Tag::P, None);
        let heading = sheet.type_.wrap(heading, LABEL, COLUMN);
        sheet.lines(heading, ASIDE, Place::In(node));
        party(sheet, lines);
    }
    sheet.y = bottom.max(sheet.y) + 14.0;
}

/// In columns, between two rules: what it is above its value.
fn facts(sheet: &mut Sheet<'_>, facts: &[(String, String)]) {
    if facts.is_empty() {
        return;
    }
    let list = sheet.node(Tag::L(ListNumbering::None), None);
    sheet.rule(MARGIN, MEASURE, 0.6, LINE);
    let per_row = facts.len().clamp(3, FACTS);
    let pitch = (MEASURE + GAP) / f32::from(u8::try_from(per_row).unwrap_or(u8::MAX));
    for row in facts.chunks(per_row) {
        sheet.y += 6.0;
        let (top, mut bottom, mut x) = (sheet.y, sheet.y, MARGIN);
        for (label, value) in row {
            sheet.y = top;
            fact(sheet, [label, value], x, pitch - GAP, list);
            bottom = bottom.max(sheet.y);
            x += pitch;
        }
        sheet.y = bottom + 6.0;
        sheet.rule(MARGIN, MEASURE, 0.6, LINE);
    }
    sheet.y += 14.0;
}

fn fact(sheet: &mut Sheet<'_>, [label, value]: [&str; 2], x: f32, width: f32, list: Node) {
    let item = sheet.node(Tag::LI, Some(list));
    let set = |text, style| -> Vec<Line> { sheet.type_.wrap(text, style, width) };
    let (label, value) = (set(label, LABEL), set(value, TEXT));
    let node = sheet.node(Tag::Lbl, Some(item));
    sheet.lines(label, x, Place::In(node));
    let node = sheet.node(Tag::LBody, Some(item));
    sheet.lines(value, x, Place::In(node));
}
