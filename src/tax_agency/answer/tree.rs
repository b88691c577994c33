//! A small document in memory, its many rows one at a time.

use std::fmt::Display;

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, Event};

use super::NotAnswer;

const DEEPEST: usize = 32;
/// Elements in memory at once: a row has some 80, an odd one with 1000 corrected invoices 4000.
const MOST: usize = 20_000;

#[derive(Debug, Default)]
pub struct Element {
    /// Without its prefix.
    pub name: String,
    text: String,
    children: Vec<Self>,
}

impl Element {
    pub fn child(&self, name: &str) -> Result<&Self, NotAnswer> {
        self.children.iter().find(|child| child.name == name).ok_or_else(|| self.without(name))
    }

    pub fn into_child(self, name: &str) -> Result<Self, NotAnswer> {
        let missing = self.without(name);
        self.children.into_iter().find(|child| child.name == name).ok_or(missing)
    }

    pub fn into_first(self) -> Result<Self, NotAnswer> {
        let missing = self.without("anything");
        self.children.into_iter().next().ok_or(missing)
    }

    /// What an element in it says, without space around; none if that is nothing.
    pub fn optional(&self, name: &str) -> Option<String> {
        let text = self.child(name).ok()?.text.trim();
        Some(text.to_owned()).filter(|text| !text.is_empty())
    }

    pub fn required(&self, name: &str) -> Result<String, NotAnswer> {
        self.optional(name).ok_or_else(|| self.without(name))
    }

    fn size(&self) -> usize {
        1 + self.children.iter().map(Self::size).sum::<usize>()
    }

    fn without(&self, name: &str) -> NotAnswer {
        NotAnswer::Garbage(format!("{} without {name}", self.name))
    }
}

/// The root of a whole document. Elements called `row` go to `each` as they end, and are not kept.
pub fn read(
    body: &[u8],
    row: &str,
    mut each: impl FnMut(&Element) -> Result<(), NotAnswer>,
) -> Result<Element, NotAnswer> {
    let text = std::str::from_utf8(body).map_err(garbage)?;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{FEFF}'));
    reader.config_mut().expand_empty_elements = true;
    let (mut open, mut root, mut kept): (Vec<Element>, _, usize) = (Vec::new(), None, 0);
    loop {
        match reader.read_event().map_err(garbage)? {
            Event::Start(_) | Event::Empty(_) if root.is_some() => return Err(garbage("more than one document")),
            Event::Start(start) | Event::Empty(start) => {
                kept += 1;
                if open.len() >= DEEPEST || kept > MOST {
                    return Err(garbage("deeper or wider than any answer"));
                }
                let name = start.local_name().into_inner().to_owned();
                open.push(Element { name, ..Element::default() });
            }
            Event::End(_) => match (open.pop(), open.last_mut()) {
                (Some(ended), Some(_)) if ended.name == row => {
                    kept -= ended.size();
                    each(&ended)?;
                }
                (Some(ended), Some(around)) => around.children.push(ended),
                (ended, _) => root = ended,
            },
            Event::Text(text) => say(&mut open, &text.xml10_content())?,
            Event::CData(text) => say(&mut open, &text.xml10_content())?,
            Event::GeneralRef(reference) => say(&mut open, &resolved(&reference)?)?,
            Event::Comment(_) | Event::PI(_) | Event::Decl(_) => {}
            // It could make a small answer a large one.
            Event::DocType(_) => return Err(garbage("a document with a DTD")),
            Event::Eof => break,
        }
    }
    root.ok_or_else(|| garbage("an end before the end"))
}

fn say(open: &mut [Element], text: &str) -> Result<(), NotAnswer> {
    match open.last_mut() {
        Some(element) => element.text.push_str(text),
        None if text.trim().is_empty() => {}
        None => return Err(garbage("words outside a document")),
    }
    Ok(())
}

fn resolved(reference: &BytesRef) -> Result<String, NotAnswer> {
    if let Some(char) = reference.resolve_char_ref().map_err(garbage)? {
        return Ok(char.to_string());
    }
    let known = resolve_predefined_entity(reference).map(str::to_owned);
    known.ok_or_else(|| garbage(format!("an entity {}", &**reference)))
}

fn garbage(what: impl Display) -> NotAnswer {
    NotAnswer::Garbage(format!("{what}"))
}
