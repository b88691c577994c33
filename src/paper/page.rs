//! What is on a page: its measures, its colours, and the things drawn on it.

use krilla::tagging::{ArtifactType, TagKind};
use qrcodegen::QrCode;

use super::typeset::Line;

/// Of A4.
pub(super) const WIDTH: f32 = mm(210.0);
pub(super) const HEIGHT: f32 = mm(297.0);
/// At the left, at the right and at the top.
pub(super) const MARGIN: f32 = mm(18.0);
/// Between the margins.
pub(super) const MEASURE: f32 = WIDTH - 2.0 * MARGIN;
/// From the left edge.
pub(super) const RIGHT: f32 = WIDTH - MARGIN;

/// Red, green, blue: the site's light colours, see its `tokens.css`.
pub(super) type Color = [u8; 3];

pub(super) const INK: Color = [0x0f, 0x2e, 0x36];
pub(super) const INK_SOFT: Color = [0x46, 0x60, 0x5f];
pub(super) const LINE: Color = [0xe2, 0xd8, 0xc7];
pub(super) const PETROL: Color = [0x0f, 0x3a, 0x44];
pub(super) const ON_PETROL: Color = [0xf7, 0xf2, 0xe8];
pub(super) const ACCENT: Color = [0xf4, 0xb3, 0x35];

/// Millimetres in points.
pub(super) const fn mm(length: f32) -> f32 {
    length * 72.0 / 25.4
}

/// A thing drawn on a page. `x` is from the left edge, `y` from the top one.
pub(super) enum Shape {
    /// `y` is the baseline.
    Text { line: Line, x: f32, y: f32 },
    /// A filled bar.
    Rule { x: f32, y: f32, width: f32, thickness: f32, color: Color },
    /// The mark of the site, `side` wide and high.
    Mark { x: f32, y: f32, side: f32 },
    /// Without its quiet zone, `side` wide and high.
    Qr { code: QrCode, x: f32, y: f32, side: f32 },
}

/// What a thing is to somebody who is read the paper.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// Part of the text, at this node of it.
    In(Node),
    /// Nothing to be read.
    Aside(ArtifactType),
}

/// An index into the nodes of an outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node(pub usize);

/// The text's structure: each node's kind and what it is part of, the outer before the inner, in reading order.
#[derive(Default)]
pub(super) struct Structure {
    pub nodes: Vec<(TagKind, Option<Node>)>,
}

impl Structure {
    pub fn add(&mut self, kind: impl Into<TagKind>, parent: Option<Node>) -> Node {
        self.nodes.push((kind.into(), parent));
        Node(self.nodes.len() - 1)
    }
}

/// One page, in the order of drawing.
pub(super) type Page = Vec<(Shape, Place)>;
