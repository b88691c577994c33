//! Lines of type: texts are split by face and direction, shaped, measured and wrapped.

use harfrust::{Direction, Feature, ShapeOptions, Shaper, Tag, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::MetadataProvider;
use skrifa::charmap::Charmap;
use unicode_bidi::{BidiInfo, Level};

use super::Error;
use super::fonts::{Cut, Fonts, Weight};
use super::page::Color;

/// For a character no face has.
const UNKNOWN: char = '?';
/// A word that is too long is broken after these, if that leaves a good part of the line filled.
const BREAKS: [char; 7] = ['-', '/', '_', '.', ',', '@', '+'];
/// Of a line's width: with so much filled, such a word begins on the next line.
const ENOUGH: f32 = 0.7;

/// How a text is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Style {
    /// In points.
    pub size: f32,
    pub weight: Weight,
    pub color: Color,
    /// Digits as wide as each other, for columns of amounts.
    pub tabular: bool,
}

impl Style {
    pub const fn new(size: f32, weight: Weight, color: Color) -> Self {
        Self { size, weight, color, tabular: false }
    }

    pub const fn tabular(self) -> Self {
        Self { tabular: true, ..self }
    }

    /// From one baseline to the next.
    pub fn leading(self) -> f32 {
        self.size * 1.4
    }
}

/// A shaped line.
pub(super) struct Line {
    pub runs: Vec<Run>,
    /// Without the space at its end.
    pub width: f32,
    pub style: Style,
}

/// What is drawn with one face in one direction. A line has them in the order of reading.
pub(super) struct Run {
    pub font: Font,
    pub glyphs: Vec<KrillaGlyph>,
    pub text: String,
    /// From the beginning of the line.
    pub x: f32,
    width: f32,
}

/// Characters of one face and one level of direction.
struct Span {
    face: usize,
    level: Level,
    text: String,
}

/// Sets texts in the given faces.
pub(super) struct Typesetter<'a> {
    faces: Vec<Face<'a>>,
}

struct Face<'a> {
    charmap: Charmap<'a>,
    shapers: [Shaper<'a>; 2],
    cuts: &'a [Cut; 2],
}

impl<'a> Typesetter<'a> {
    pub fn new(fonts: &'a Fonts) -> Result<Self, Error> {
        let faces = fonts.faces.iter().map(|face| {
            let file = face.file()?;
            let shaper = |cut: &'a Cut| face.shaping.shaper(&file).instance(Some(&cut.instance)).build();
            let [regular, bold] = &face.cuts;
            Ok(Face { charmap: file.charmap(), shapers: [shaper(regular), shaper(bold)], cuts: &face.cuts })
        });
        Ok(Self { faces: faces.collect::<Result<_, Error>>()? })
    }

    /// One line, however long, in the direction of its first letter.
    pub fn line(&self, text: &str, style: Style) -> Line {
        self.line_along(text, style, None)
    }

    /// The same in a direction; `None` for that of its first letter. What runs the other way in it is placed as the Unicode
    /// standard says (UAX #9).
    fn line_along(&self, text: &str, style: Style, along: Option<Level>) -> Line {
        let spans = self.spans(text, along);
        let levels: Vec<_> = spans.iter().map(|span| span.level).collect();
        let mut runs: Vec<_> = spans.into_iter().map(|span| self.run(span, style)).collect();
        let mut x = 0.0;
        for at in BidiInfo::reorder_visual(&levels) {
            runs[at].x = x;
            x += runs[at].width;
        }
        Line { runs, width: x, style }
    }

    /// Lines no wider than `width`, broken at spaces, and within a word that is wider by itself.
    pub fn wrap(&self, text: &str, style: Style, width: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        for paragraph in text.lines().map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
            let whole = self.line(paragraph, style);
            if whole.width <= width {
                lines.push(whole);
                continue;
            }
            let texts = self.broken(paragraph, style, width);
            let along = direction(paragraph);
            let last = texts.len().saturating_sub(1);
            lines.extend(texts.iter().enumerate().map(|(i, text)| match text.strip_suffix(' ') {
                Some(text) if i < last => self.continued(text, style, along),
                _ => self.line_along(text.trim_end(), style, along),
            }));
        }
        lines
    }

    /// A line with the space at its end that tells its last word from the first of the next line.
    fn continued(&self, text: &str, style: Style, along: Option<Level>) -> Line {
        let bare = self.line_along(text, style, along);
        if along.is_some_and(|level| level.is_rtl()) {
            return bare;
        }
        Line { width: bare.width, ..self.line_along(&format!("{text} "), style, along) }
    }

    /// The texts of the lines; one that ends with a word ends with a space.
    fn broken(&self, paragraph: &str, style: Style, width: f32) -> Vec<String> {
        let space = self.line(" ", style).width;
        let (mut texts, mut current, mut used) = (Vec::new(), String::new(), 0.0);
        for mut word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let mut wide = self.line(word, style).width;
            if used > 0.0 && used + wide > width && (wide <= width || used > width * ENOUGH) {
                texts.push(std::mem::take(&mut current));
                used = 0.0;
            }
            while used + wide > width {
                let (fits, rest) = word.split_at(self.prefix(word, style, width - used));
                texts.push(std::mem::take(&mut current) + fits);
                used = 0.0;
                word = rest;
                wide = self.line(word, style).width;
            }
            current.push_str(word);
            current.push(' ');
            used += wide + space;
        }
        texts.push(current);
        texts
    }

    /// How many bytes of a word fit, at least one character.
    fn prefix(&self, word: &str, style: Style, width: f32) -> usize {
        let ends: Vec<_> = word.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
        let fitting = ends.partition_point(|end| self.line(&word[..*end], style).width <= width).max(1);
        let end = ends.get(fitting - 1).copied().unwrap_or(word.len());
        let after = word[..end].rfind(BREAKS).map_or(0, |at| at + 1);
        if after * 2 > end { after } else { end }
    }

    /// By face and level, in the order of reading. Marks that only steer the direction have done so then, and are left out.
    fn spans(&self, text: &str, along: Option<Level>) -> Vec<Span> {
        // What would end the line is a space in it.
        let text: String = text.chars().filter(|c| !c.is_control() || *c == '\t').map(one_line).collect();
        let bidi = BidiInfo::new(&text, along);
        let Some(line) = bidi.paragraphs.first() else { return Vec::new() };
        let levels = bidi.reordered_levels(line, line.range.clone());
        let mut spans: Vec<Span> = Vec::new();
        for (at, c) in text.char_indices() {
            let Some(c) = printed(c).map(|c| self.known(c)) else { continue };
            let Some(level) = levels.get(at).copied() else { continue };
            let before = spans.last().filter(|span| span.level == level).map(|span| span.face);
            let same = before.filter(|face| (level.is_rtl() || c == ' ') && self.has(*face, c));
            let Some(face) = same.or_else(|| self.face(c)) else { continue };
            match spans.last_mut() {
                Some(span) if span.face == face && span.level == level => span.text.push(c),
                _ => spans.push(Span { face, level, text: String::from(c) }),
            }
        }
        spans
    }

    fn known(&self, c: char) -> char {
        if self.face(c).is_some() { c } else { UNKNOWN }
    }

    fn face(&self, c: char) -> Option<usize> {
        (0..self.faces.len()).find(|face| self.has(*face, c))
    }

    fn has(&self, face: usize, c: char) -> bool {
        self.faces[face].charmap.map(c).is_some_and(|glyph| glyph.to_u32() != 0)
    }

    fn run(&self, span: Span, style: Style) -> Run {
        let face = &self.faces[span.face];
        let font = style.weight.of(face.cuts).font.clone();
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&span.text);
        buffer.guess_segment_properties();
        buffer.set_direction(if span.level.is_rtl() { Direction::RightToLeft } else { Direction::LeftToRight });
        let tabular = [Feature::new(Tag::new(b"tnum"), 1, ..)];
        let options = ShapeOptions::new().features(if style.tabular { &tabular } else { &[] });
        let shaped = style.weight.of(&face.shapers).shape(buffer, options);
        let clusters = clusters(&shaped, span.text.len());
        let em = font.units_per_em();
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions()).map(|(info, at)| {
            let start = index(info.cluster);
            let end = clusters[clusters.partition_point(|cluster| *cluster <= start)];
            let [advance, right, up] = [at.x_advance, at.x_offset, at.y_offset].map(|units| exact(units) / em);
            KrillaGlyph::new(GlyphId::new(info.glyph_id), advance, right, up, 0.0, start..end, None)
        });
        let glyphs: Vec<_> = glyphs.collect();
        let width = glyphs.iter().map(|glyph| glyph.x_advance * style.size).sum();
        Run { font, glyphs, text: span.text, x: 0.0, width }
    }
}

/// Where the clusters begin, in order, and the end of the text.
fn clusters(shaped: &harfrust::GlyphBuffer, end: usize) -> Vec<usize> {
    let mut starts: Vec<_> = shaped.glyph_infos().iter().map(|info| index(info.cluster)).collect();
    starts.push(end);
    starts.sort_unstable();
    starts.dedup();
    starts
}

fn index(cluster: u32) -> usize {
    usize::try_from(cluster).unwrap_or(usize::MAX)
}

/// Units of a font, of which an em has a few thousand at most.
fn exact(units: i32) -> f32 {
    f32::from(i16::try_from(units).unwrap_or_default())
}

const fn one_line(c: char) -> char {
    match c {
        '\t' | '\u{2028}' | '\u{2029}' => ' ',
        c => c,
    }
}

/// As it can be printed: spaces as such, marks that only steer the setting left out.
fn printed(c: char) -> Option<char> {
    match c {
        '\u{a0}' | '\u{2007}' | '\u{202f}' => Some('\u{a0}'),
        '\u{2010}' | '\u{2011}' => Some('-'),
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
        '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0000}'..='\u{e0fff}' => None,
        c if c.is_control() => None,
        c => Some(c),
    }
}

/// That of the first letter; `None` where there is none.
fn direction(text: &str) -> Option<Level> {
    BidiInfo::new(text, None).paragraphs.first().map(|paragraph| paragraph.level)
}
