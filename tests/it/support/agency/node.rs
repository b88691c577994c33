//! XML as the stand-in reads it, by another way than the program does.

use quick_xml::Reader;
use quick_xml::escape::{escape, unescape};
use quick_xml::events::Event;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// Without its prefix.
    pub name: String,
    pub text: String,
    pub inside: Vec<Self>,
}

impl Node {
    /// The root of a document.
    pub fn parse(xml: &str) -> Result<Self, String> {
        let mut reader = Reader::from_str(xml);
        reader.config_mut().expand_empty_elements = true;
        let mut open = vec![Self::default()];
        loop {
            match reader.read_event().map_err(|error| error.to_string())? {
                Event::Start(start) => {
                    let name = start.local_name().into_inner().to_owned();
                    open.push(Self { name, ..Self::default() });
                }
                Event::End(_) => {
                    let ended = open.pop().unwrap();
                    open.last_mut().unwrap().inside.push(ended);
                }
                Event::Text(text) => open.last_mut().unwrap().text.push_str(&text),
                Event::GeneralRef(name) => {
                    let reference = format!("&{};", &*name);
                    open.last_mut().unwrap().text.push_str(&unescape(&reference).map_err(|error| error.to_string())?);
                }
                Event::Eof => break,
                _ => {}
            }
        }
        match (open.len(), open.pop().and_then(|mut around| around.inside.pop())) {
            (1, Some(root)) => Ok(root),
            _ => Err(String::from("no whole document")),
        }
    }

    /// The first under a path: `Encadenamiento/RegistroAnterior/Huella`
    pub fn find(&self, path: &str) -> Option<&Self> {
        path.split('/').try_fold(self, |node, name| node.inside.iter().find(|inside| inside.name == name))
    }

    /// What the first under a path says.
    pub fn says(&self, path: &str) -> Option<&str> {
        self.find(path).map(|node| node.text.trim())
    }

    /// Itself again, in the namespace of a prefix, all in it in that of `sf`.
    pub fn write(&self, prefix: &str) -> String {
        self.write_with(prefix, |_| "sf")
    }

    /// As `write`, with another prefix for some right in it.
    pub fn write_with(&self, prefix: &str, inside: impl Fn(&Self) -> &'static str) -> String {
        let name = &self.name;
        let text = if self.inside.is_empty() { escape(&*self.text).into_owned() } else { String::new() };
        let within: String = self.inside.iter().map(|node| node.write(inside(node))).collect();
        format!("<{prefix}:{name}>{text}{within}</{prefix}:{name}>")
    }
}
