//! The laid out pages as a file.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use krilla::color::rgb;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, LineCap, LineJoin, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ContentTag, Identifier, TagGroup, TagTree};
use krilla::{Document, SerializeSettings};
use qrcodegen::QrCode;

use super::page::{ACCENT, Color, HEIGHT, MARGIN, Node, ON_PETROL, PETROL, Page, Place, Shape, Structure, WIDTH};
use super::typeset::Line;
use super::{Error, Paper};

const BLACK: Color = [0, 0, 0];
/// Of a quarter of a circle, from its end to its control point, in radiuses.
const ARC: f32 = 0.552_284_8;
/// Of the mark's own drawing.
const MARK: f32 = 40.0;

/// The pages of a paper, and what it is to somebody who is read it.
pub(super) type LaidOut<'p> = ((Vec<Page>, Structure), &'p Paper);

pub(super) fn write(papers: Vec<LaidOut<'_>>) -> Result<Vec<u8>, Error> {
    let Some((_, first)) = papers.first() else { return Err(Error::Pdf(String::from("no paper"))) };
    let first = *first;
    let mut document = Document::new_with(settings()?);
    let mut outline = Outline::new();
    let (mut whole, mut leaves, mut count) = (Structure::default(), Vec::new(), 0);
    for ((pages, structure), paper) in papers {
        let begin = Point::from_xy(0.0, MARGIN);
        outline.push_child(OutlineNode::new(paper.heading(), XyzDestination::new(count, begin)));
        count += pages.len();
        // The nodes of each paper stand after those of the papers before it.
        let before = whole.nodes.len();
        let moved = |Node(node): Node| Node(before + node);
        whole.nodes.extend(structure.nodes.into_iter().map(|(kind, parent)| (kind, parent.map(moved))));
        leaves.resize_with(whole.nodes.len(), Vec::new);
        for shapes in pages {
            draw_page(&mut document, shapes, &mut leaves[before..])?;
        }
    }
    document.set_tag_tree(tree(whole, leaves, first.lang));
    document.set_outline(outline);
    document.set_metadata(metadata(first));
    document.finish().map_err(|error| Error::Pdf(format!("{error:?}")))
}

fn draw_page(document: &mut Document, shapes: Page, leaves: &mut [Vec<Identifier>]) -> Result<(), Error> {
    let size = PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(|| Error::Pdf(String::from("no such page")))?;
    let mut page = document.start_page_with(size);
    let mut surface = page.surface();
    for (shape, place) in shapes {
        let tag = match place {
            Place::In(_) => ContentTag::Other,
            Place::Aside(kind) => ContentTag::Artifact(Artifact::with_kind(kind)),
        };
        let id = surface.start_tagged(tag);
        draw(&mut surface, shape);
        surface.end_tagged();
        if let Place::In(Node(node)) = place {
            leaves[node].push(id);
        }
    }
    surface.finish();
    page.finish();
    Ok(())
}

fn settings() -> Result<SerializeSettings, Error> {
    let standards = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_A)
        .with_accessibility_validator(Accessibility::UA1);
    let configuration = standards.finish().map_err(|error| Error::Pdf(format!("{error:?}")))?;
    Ok(SerializeSettings { configuration, ..SerializeSettings::default() })
}

fn metadata(paper: &Paper) -> Metadata {
    let author = paper.seller.first().filter(|name| !name.is_empty()).unwrap_or(&paper.brand);
    Metadata::new()
        .title(paper.heading())
        .authors(vec![author.clone()])
        .language(String::from(paper.lang))
        .creation_date(date(paper.issued))
}

fn date(at: Timestamp) -> DateTime {
    let at = TimeZone::UTC.to_datetime(at);
    let part = |value: i8| u8::try_from(value).unwrap_or_default();
    DateTime::new(u16::try_from(at.year()).unwrap_or_default())
        .month(part(at.month()))
        .day(part(at.day()))
        .hour(part(at.hour()))
        .minute(part(at.minute()))
        .second(part(at.second()))
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}

/// A node's own texts come before the nodes in it; no node has both.
fn tree(structure: Structure, leaves: Vec<Vec<Identifier>>, lang: &str) -> TagTree {
    let mut tree = TagTree::new().with_lang(Some(String::from(lang)));
    let mut groups: Vec<_> = structure.nodes.into_iter().zip(leaves).collect();
    let mut inner: Vec<Vec<TagGroup>> = groups.iter().map(|_| Vec::new()).collect();
    // The inner nodes are after the outer ones, so that from the end each is complete when it is reached.
    let mut outer = Vec::new();
    while let Some(((kind, parent), leaves)) = groups.pop() {
        let mut group = TagGroup::new(kind);
        group.children.extend(leaves.into_iter().map(Into::into));
        group.children.extend(inner.pop().unwrap_or_default().into_iter().rev().map(Into::into));
        match parent {
            Some(Node(parent)) => inner[parent].push(group),
            None => outer.push(group),
        }
    }
    for group in outer.into_iter().rev() {
        tree.push(group);
    }
    tree
}

fn draw(surface: &mut Surface<'_>, shape: Shape) {
    match shape {
        Shape::Text { line, x, y } => draw_text(surface, line, x, y),
        Shape::Rule { x, y, width, thickness, color } => {
            fill(surface, color, Rect::from_xywh(x, y, width, thickness).and_then(rectangle));
        }
        Shape::Mark { x, y, side } => {
            surface.push_transform(&Transform::from_row(side / MARK, 0.0, 0.0, side / MARK, x, y));
            draw_mark(surface);
            surface.pop();
        }
        Shape::Qr { code, x, y, side } => {
            surface.push_transform(&Transform::from_translate(x, y));
            fill(surface, BLACK, modules(&code, side));
            surface.pop();
        }
    }
}

fn draw_text(surface: &mut Surface<'_>, line: Line, x: f32, y: f32) {
    surface.set_fill(Some(paint(line.style.color)));
    for run in line.runs {
        surface.draw_glyphs(Point::from_xy(x + run.x, y), &run.glyphs, run.font, &run.text, line.style.size, false);
    }
}

fn fill(surface: &mut Surface<'_>, color: Color, path: Option<Path>) {
    if let Some(path) = path {
        surface.set_fill(Some(paint(color)));
        surface.draw_path(&path);
    }
}

fn paint([red, green, blue]: Color) -> Fill {
    Fill { paint: rgb::Color::new(red, green, blue).into(), ..Fill::default() }
}

fn rectangle(rect: Rect) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.push_rect(rect);
    path.finish()
}

/// The dark modules, each row's neighbours as one bar.
fn modules(code: &QrCode, side: f32) -> Option<Path> {
    let side_of = |modules: i32| side * f32::from(i16::try_from(modules).unwrap_or_default());
    let whole = f32::from(i16::try_from(code.size()).unwrap_or(i16::MAX));
    let mut path = PathBuilder::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let dark = (x..code.size()).take_while(|x| code.get_module(*x, y)).count();
            let end = x + i32::try_from(dark).unwrap_or_default();
            let [left, top, right, bottom] = [x, y, end, y + 1].map(|at| side_of(at) / whole);
            if let Some(bar) = Rect::from_ltrb(left, top, right, bottom).filter(|_| dark > 0) {
                path.push_rect(bar);
            }
            x = end.max(x + 1);
        }
    }
    path.finish()
}

/// The same drawing as the site's `favicon.svg`.
fn draw_mark(surface: &mut Surface<'_>) {
    fill(surface, PETROL, rounded(MARK, 11.0));
    let mut roof = PathBuilder::new();
    roof.move_to(9.5, 30.5);
    for (x, y) in [(9.5, 14.5), (20.0, 24.0), (30.5, 14.5), (30.5, 30.5)] {
        roof.line_to(x, y);
    }
    if let Some(roof) = roof.finish() {
        let paint = paint(ON_PETROL).paint;
        let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
        surface.set_fill(None);
        surface.set_stroke(Some(Stroke { paint, width: 4.0, line_cap, line_join, ..Stroke::default() }));
        surface.draw_path(&roof);
        surface.set_stroke(None);
    }
    surface.push_transform(&Transform::from_translate(20.0 - 3.6, 11.5 - 3.6));
    fill(surface, ACCENT, rounded(7.2, 3.6));
    surface.pop();
}

/// A square with rounded corners; with the radius of half its side, a circle.
fn rounded(side: f32, radius: f32) -> Option<Path> {
    let (far, bend) = (side - radius, radius * (1.0 - ARC));
    let mut path = PathBuilder::new();
    path.move_to(radius, 0.0);
    path.line_to(far, 0.0);
    path.cubic_to(side - bend, 0.0, side, bend, side, radius);
    path.line_to(side, far);
    path.cubic_to(side, side - bend, side - bend, side, far, side);
    path.line_to(radius, side);
    path.cubic_to(bend, side, 0.0, side - bend, 0.0, far);
    path.line_to(0.0, radius);
    path.cubic_to(0.0, bend, bend, 0.0, radius, 0.0);
    path.close();
    path.finish()
}
