//! The paper while it is laid out: pages are begun as they are needed, and get their head and foot at the end.

use krilla::tagging::{ArtifactType, TagKind};

use super::Paper;
use super::fonts::Weight;
use super::page::{Color, HEIGHT, INK_SOFT, LINE, MARGIN, MEASURE, Node, Page, Place, RIGHT, Shape, Structure, mm};
use super::typeset::{Line, Style, Typesetter};

const SMALL: Style = Style::new(8.0, Weight::Regular, INK_SOFT);
/// From the foot to the lower edge of the page.
const BELOW: f32 = mm(13.0);
/// Between the text and the rule of the foot.
const CLEAR: f32 = 14.0;
/// From the rule of the foot to its text.
const FOOT_PAD: f32 = 4.0;
/// What the head of a following page takes.
const RUNNING_HEAD: f32 = 30.0;
/// Room for `12/34` beside the foot.
const NUMBER: f32 = 50.0;

/// The pages so far and the place on the last of them.
pub(super) struct Sheet<'a> {
    pub type_: &'a Typesetter<'a>,
    /// The next thing's upper edge.
    pub y: f32,
    pages: Vec<Page>,
    structure: Structure,
    title: String,
    foot: String,
    bottom: f32,
}

impl<'a> Sheet<'a> {
    pub fn new(type_: &'a Typesetter<'a>, paper: &Paper) -> Self {
        let lines = type_.wrap(&paper.footer, SMALL, MEASURE - NUMBER).len().max(1);
        let height = f32::from(u16::try_from(lines).unwrap_or(u16::MAX)) * SMALL.leading();
        Self {
            type_,
            y: MARGIN,
            pages: vec![Page::new()],
            structure: Structure::default(),
            title: paper.heading(),
            foot: paper.footer.clone(),
            bottom: HEIGHT - BELOW - height - FOOT_PAD,
        }
    }

    /// A part of the text, after those before it.
    pub fn node(&mut self, kind: impl Into<TagKind>, parent: Option<Node>) -> Node {
        self.structure.add(kind, parent)
    }

    /// Whether so much more height is left on the page.
    pub fn fits(&self, height: f32) -> bool {
        self.y + height <= self.bottom - CLEAR
    }

    pub fn next_page(&mut self) {
        self.pages.push(Page::new());
        self.y = MARGIN + RUNNING_HEAD;
    }

    pub fn draw(&mut self, shape: Shape, place: Place) {
        if let Some(page) = self.pages.last_mut() {
            page.push((shape, place));
        }
    }

    /// With its upper edge at the place on the page, which it does not move.
    pub fn text(&mut self, line: Line, x: f32, place: Place) {
        let y = baseline(self.y, line.style);
        self.draw(Shape::Text { line, x, y }, place);
    }

    /// One below the other from the place on the page, which it moves below them.
    pub fn lines(&mut self, lines: Vec<Line>, x: f32, place: Place) {
        for line in lines {
            let leading = line.style.leading();
            self.text(line, x, place);
            self.y += leading;
        }
    }

    pub fn rule(&mut self, x: f32, width: f32, thickness: f32, color: Color) {
        let rule = Shape::Rule { x, y: self.y - thickness / 2.0, width, thickness, color };
        self.draw(rule, Place::Aside(ArtifactType::Layout));
    }

    /// The pages, each with its head and its foot.
    pub fn finish(mut self) -> (Vec<Page>, Structure) {
        let all = self.pages.len();
        for (i, mut page) in std::mem::take(&mut self.pages).into_iter().enumerate() {
            if i > 0 {
                self.running_head(&mut page);
            }
            self.foot(&mut page, &format!("{}/{all}", i + 1));
            self.pages.push(page);
        }
        (self.pages, self.structure)
    }

    fn running_head(&self, page: &mut Page) {
        let head = Place::Aside(ArtifactType::Header);
        page.push((Shape::Mark { x: MARGIN, y: MARGIN - 4.0, side: 14.0 }, Place::Aside(ArtifactType::Layout)));
        let line = self.type_.line(&self.title, SMALL);
        page.push((Shape::Text { line, x: MARGIN + 20.0, y: MARGIN + 6.0 }, head));
    }

    fn foot(&self, page: &mut Page, number: &str) {
        let foot = Place::Aside(ArtifactType::Footer);
        let rule = Shape::Rule { x: MARGIN, y: self.bottom, width: MEASURE, thickness: 0.6, color: LINE };
        page.push((rule, Place::Aside(ArtifactType::Layout)));
        let mut y = self.bottom + FOOT_PAD;
        let line = self.type_.line(number, SMALL.tabular());
        page.push((Shape::Text { x: RIGHT - line.width, y: baseline(y, SMALL), line }, foot));
        for line in self.type_.wrap(&self.foot, SMALL, MEASURE - NUMBER) {
            page.push((Shape::Text { line, x: MARGIN, y: baseline(y, SMALL) }, foot));
            y += SMALL.leading();
        }
    }
}

/// Of a line whose upper edge is at `y`.
fn baseline(y: f32, style: Style) -> f32 {
    y + style.size * 1.05
}

impl Paper {
    /// What it is called.
    pub(super) fn heading(&self) -> String {
        [&*self.title, &*self.number].join(" ")
    }
}
