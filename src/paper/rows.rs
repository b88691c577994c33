//! Tables: columns as wide as their cells need, rows over as many pages as they fill, the header on each.

use krilla::tagging::{ArtifactType, TableHeaderScope, Tag};

use super::Table;
use super::fonts::Weight;
use super::page::{Color, INK, INK_SOFT, LINE, MARGIN, MEASURE, Node, PETROL, Place, RIGHT};
use super::sheet::Sheet;
use super::typeset::{Line, Style, Typesetter};

const HEADER: Style = Style::new(8.0, Weight::Bold, INK_SOFT);
const CELL: Style = Style::new(9.0, Weight::Regular, INK);
const SOFT: Style = Style::new(8.0, Weight::Regular, INK_SOFT);
/// Between columns.
const GAP: f32 = 16.0;
/// Above and below a row's text.
const PAD: f32 = 4.0;
/// Of all columns but the first together, at most, in parts of the whole.
const AMOUNTS: f32 = 0.68;

#[derive(Debug, Clone, Copy)]
enum Align {
    Left,
    Right,
}

#[derive(Debug, Clone, Copy)]
struct Column {
    x: f32,
    width: f32,
    align: Align,
}

/// The lines of each cell of a row.
type Cells = Vec<Vec<Line>>;

/// The first column is text and takes what the amounts leave; those end at the right.
pub(super) fn draw(sheet: &mut Sheet<'_>, table: &Table) {
    let mut widths = natural(sheet.type_, table);
    if widths.is_empty() {
        return;
    }
    let all = widths.iter().skip(1).map(|width| width + GAP).sum::<f32>();
    let shrink = (MEASURE * AMOUNTS / all.max(1.0)).min(1.0);
    for width in widths.iter_mut().skip(1) {
        *width = (*width + GAP) * shrink - GAP;
    }
    widths[0] = MEASURE - all * shrink;
    let mut columns = side_by_side(MARGIN, &widths);
    columns[0].align = Align::Left;
    let mut rows = Rows::begin(sheet, table, columns);
    rows.draw(table);
    rows.across(0.5, LINE);
}

/// A short table at the right, at least `least` wide; gives its left edge.
pub(super) fn draw_sums(sheet: &mut Sheet<'_>, table: &Table, least: f32) -> f32 {
    let mut widths = natural(sheet.type_, table);
    if widths.is_empty() {
        return RIGHT - least;
    }
    let count = f32::from(u8::try_from(widths.len()).unwrap_or(u8::MAX));
    let all = widths.iter().sum::<f32>() + GAP * (count - 1.0);
    let spare = ((least - all) / count).max(0.0);
    let shrink = (MEASURE / all).min(1.0);
    for width in &mut widths {
        *width = *width * shrink + spare;
    }
    let left = RIGHT - all.clamp(least, MEASURE.max(least));
    let columns = side_by_side(left, &widths);
    Rows::begin(sheet, table, columns).draw(table);
    left
}

/// The height of a table whose cells have one line each.
pub(super) fn height(table: &Table) -> f32 {
    let rows = f32::from(u16::try_from(table.rows.len()).unwrap_or(u16::MAX));
    HEADER.leading() + 2.0 * PAD + rows * (CELL.leading() + 2.0 * PAD)
}

/// As wide as the widest cell.
fn natural(type_: &Typesetter<'_>, table: &Table) -> Vec<f32> {
    let header = table.header.iter().enumerate().map(|(i, text)| {
        let cells = table.rows.iter().filter_map(|row| row.get(i));
        let cells = cells.flat_map(|text| text.lines()).map(|text| type_.line(text, CELL.tabular()).width);
        cells.fold(type_.line(text, HEADER).width, f32::max).ceil()
    });
    header.collect()
}

fn side_by_side(left: f32, widths: &[f32]) -> Vec<Column> {
    let mut x = left;
    let column = |width: &f32| {
        let column = Column { x, width: *width, align: Align::Right };
        x += width + GAP;
        column
    };
    widths.iter().map(column).collect()
}

/// A table while its rows are drawn.
struct Rows<'s, 'a, 't> {
    sheet: &'s mut Sheet<'a>,
    header: &'t [String],
    columns: Vec<Column>,
    node: Node,
}

impl<'s, 'a, 't> Rows<'s, 'a, 't> {
    fn begin(sheet: &'s mut Sheet<'a>, table: &'t Table, columns: Vec<Column>) -> Self {
        let node = sheet.node(Tag::Table, None);
        Self { sheet, header: &table.header, columns, node }
    }

    fn draw(&mut self, table: &Table) {
        let first = table.rows.first().map_or(0.0, |row| row_height(&self.cells(row)));
        let header = self.set(self.header, HEADER);
        if !self.sheet.fits(first + row_height(&header)) {
            self.sheet.next_page();
        }
        let head = self.sheet.node(Tag::THead, Some(self.node));
        let row = self.sheet.node(Tag::TR, Some(head));
        let cell = |_: &Column| Place::In(self.sheet.node(Tag::TH(TableHeaderScope::Column), Some(row)));
        let places: Vec<_> = self.columns.iter().map(cell).collect();
        self.header_row(header, &places);
        let body = self.sheet.node(Tag::TBody, Some(self.node));
        for (i, texts) in table.rows.iter().enumerate() {
            if i > 0 {
                self.across(0.5, LINE);
            }
            let row = self.sheet.node(Tag::TR, Some(body));
            let cell = |_: &Column| Place::In(self.sheet.node(Tag::TD, Some(row)));
            let places: Vec<_> = self.columns.iter().map(cell).collect();
            let cells = self.cells(texts);
            self.row(cells, &places);
        }
    }

    fn header_row(&mut self, cells: Cells, places: &[Place]) {
        self.sheet.y += PAD;
        self.side_by_side(cells, places);
        self.sheet.y += PAD;
        self.across(0.9, PETROL);
    }

    fn row(&mut self, cells: Cells, places: &[Place]) {
        if !self.sheet.fits(row_height(&cells)) {
            self.next_page();
        }
        self.sheet.y += PAD;
        self.side_by_side(cells, places);
        self.sheet.y += PAD;
    }

    /// Line by line; where a row is longer than a page, it goes on on the next.
    fn side_by_side(&mut self, cells: Cells, places: &[Place]) {
        let height = cells.iter().map(Vec::len).max().unwrap_or_default();
        let leading = leading(&cells);
        let mut cells: Vec<_> = cells.into_iter().map(Vec::into_iter).collect();
        for i in 0..height {
            if i > 0 && !self.sheet.fits(leading) {
                self.next_page();
            }
            for ((cell, column), place) in cells.iter_mut().zip(&self.columns).zip(places) {
                let Some(line) = cell.next() else { continue };
                let x = match column.align {
                    Align::Left => column.x,
                    Align::Right => column.x + column.width - line.width,
                };
                self.sheet.text(line, x, *place);
            }
            self.sheet.y += leading;
        }
    }

    /// With the header again, which is not read again.
    fn next_page(&mut self) {
        self.sheet.next_page();
        let header = self.set(self.header, HEADER);
        let places = vec![Place::Aside(ArtifactType::PaginationOther); self.columns.len()];
        self.header_row(header, &places);
    }

    fn across(&mut self, thickness: f32, color: Color) {
        let left = self.columns.first().map_or(MARGIN, |column| column.x);
        self.sheet.rule(left, RIGHT - left, thickness, color);
    }

    /// One cell to a column.
    fn set(&self, texts: &[String], style: Style) -> Cells {
        let cell = |(i, column): (usize, &Column)| {
            texts.get(i).map_or_else(Vec::new, |text| self.sheet.type_.wrap(text, style, column.width + 0.5))
        };
        self.columns.iter().enumerate().map(cell).collect()
    }

    fn cells(&self, texts: &[String]) -> Cells {
        let mut cells = self.set(texts, CELL.tabular());
        if let (Some(text), Some(cell), Some(column)) = (texts.first(), cells.first_mut(), self.columns.first())
            && matches!(column.align, Align::Left)
        {
            let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
            *cell = self.sheet.type_.wrap(first, CELL, column.width);
            cell.extend(self.sheet.type_.wrap(rest, SOFT, column.width));
        }
        cells
    }
}

fn row_height(cells: &Cells) -> f32 {
    let lines = cells.iter().map(Vec::len).max().unwrap_or_default();
    f32::from(u16::try_from(lines).unwrap_or(u16::MAX)) * leading(cells) + 2.0 * PAD
}

/// Of its largest type.
fn leading(cells: &Cells) -> f32 {
    cells.iter().flatten().map(|line| line.style.leading()).fold(0.0, f32::max)
}
