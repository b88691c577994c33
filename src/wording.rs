//! The texts of the site that speak of the firm, which its owner may replace in each language: the one list of them.
//!
//! A text of the owner's is a setting, `text.<language>.<name>`; without one the text of `locales/` is shown. It is
//! plain text, and may name what the text it replaces names, such as `{{locality}}`.

use std::collections::BTreeMap;

use crate::lang::Lang;
use crate::text;

/// The owner's texts in one language, by name.
pub type Words = BTreeMap<String, String>;

/// The pages a text stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// On every page, or on pages whose texts every page brings along.
    Everywhere,
    /// On the landing page.
    Landing,
    /// Where people write to the firm: on the landing page, and on pages of its own.
    Inquiries,
}

impl Shown {
    /// Whether the page of that route's name shows such a text.
    pub fn on(self, route: &str) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Landing => route == "home",
            Self::Inquiries => matches!(route, "home" | "contact" | "quote"),
        }
    }
}

/// A text that may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// What it is called in `locales/`.
    pub name: &'static str,
    /// Where the desk shows it.
    pub group: &'static str,
    /// Where visitors see it.
    pub shown: Shown,
    /// Characters it may have.
    pub most: usize,
    /// What it may name between double braces.
    pub values: &'static [&'static str],
}

struct Group {
    id: &'static str,
    shown: Shown,
    texts: &'static [(&'static str, usize)],
}

/// Characters of a name, of a title, of a sentence and of a paragraph.
const NAME: usize = 30;
const TITLE: usize = 80;
const LINE: usize = 200;
const LONG: usize = 500;

const GROUPS: [Group; 12] = [
    Group {
        id: "hero",
        shown: Shown::Landing,
        texts: &[("hero.place", TITLE), ("hero.title", TITLE), ("hero.lead", LONG), ("home.title", TITLE)],
    },
    Group {
        id: "tiles",
        shown: Shown::Landing,
        texts: &[
            ("services.construccion.name", NAME),
            ("services.construccion.note", TITLE),
            ("services.reformas.name", NAME),
            ("services.reformas.note", TITLE),
            ("services.urgencias.name", NAME),
            ("services.urgencias.note", TITLE),
            ("services.tienda.name", NAME),
            ("services.tienda.note", TITLE),
        ],
    },
    Group { id: "services", shown: Shown::Landing, texts: &[("services.heading", TITLE), ("services.lead", LONG)] },
    Group {
        id: "construccion",
        shown: Shown::Landing,
        texts: &[
            ("service.construccion.title", TITLE),
            ("service.construccion.text", LONG),
            ("service.construccion.building.title", TITLE),
            ("service.construccion.building.text", LINE),
            ("service.construccion.facade.title", TITLE),
            ("service.construccion.facade.text", LINE),
            ("service.construccion.outdoor.title", TITLE),
            ("service.construccion.outdoor.text", LINE),
            ("service.construccion.blacksmith.title", TITLE),
            ("service.construccion.blacksmith.text", LINE),
            ("service.construccion.wood.title", TITLE),
            ("service.construccion.wood.text", LINE),
            ("service.construccion.permit.title", TITLE),
            ("service.construccion.permit.text", LINE),
        ],
    },
    Group {
        id: "reformas",
        shown: Shown::Landing,
        texts: &[
            ("service.reformas.title", TITLE),
            ("service.reformas.text", LONG),
            ("service.reformas.whole.title", TITLE),
            ("service.reformas.whole.text", LINE),
            ("service.reformas.kitchen.title", TITLE),
            ("service.reformas.kitchen.text", LINE),
            ("service.reformas.bathroom.title", TITLE),
            ("service.reformas.bathroom.text", LINE),
            ("service.reformas.wiring.title", TITLE),
            ("service.reformas.wiring.text", LINE),
            ("service.reformas.climate.title", TITLE),
            ("service.reformas.climate.text", LINE),
            ("service.reformas.carpenter.title", TITLE),
            ("service.reformas.carpenter.text", LINE),
            ("service.reformas.painter.title", TITLE),
            ("service.reformas.painter.text", LINE),
            ("service.reformas.removals.title", TITLE),
            ("service.reformas.removals.text", LINE),
        ],
    },
    Group {
        id: "urgencias",
        shown: Shown::Landing,
        texts: &[
            ("service.urgencias.title", TITLE),
            ("service.urgencias.text", LONG),
            ("service.urgencias.locksmith.title", TITLE),
            ("service.urgencias.locksmith.text", LINE),
            ("service.urgencias.electrician.title", TITLE),
            ("service.urgencias.electrician.text", LINE),
            ("service.urgencias.plumber.title", TITLE),
            ("service.urgencias.plumber.text", LINE),
            ("service.urgencias.refrigeration.title", TITLE),
            ("service.urgencias.refrigeration.text", LINE),
        ],
    },
    Group {
        id: "tienda",
        shown: Shown::Landing,
        texts: &[
            ("service.tienda.title", TITLE),
            ("service.tienda.text", LONG),
            ("service.tienda.locks.title", TITLE),
            ("service.tienda.locks.text", LINE),
            ("service.tienda.power.title", TITLE),
            ("service.tienda.power.text", LINE),
            ("service.tienda.water.title", TITLE),
            ("service.tienda.water.text", LINE),
            ("service.tienda.tools.title", TITLE),
            ("service.tienda.tools.text", LINE),
        ],
    },
    Group {
        id: "about",
        shown: Shown::Landing,
        texts: &[
            ("about.lead", LONG),
            ("about.text", LONG),
            ("about.price.title", TITLE),
            ("about.price.text", LINE),
            ("about.person.title", TITLE),
            ("about.person.text", LINE),
            ("about.tidy.title", TITLE),
            ("about.tidy.text", LINE),
            ("about.near.title", TITLE),
            ("about.near.text", LINE),
        ],
    },
    Group {
        id: "pictures",
        shown: Shown::Landing,
        texts: &[
            ("pictures.lead", LINE),
            ("pictures.kitchen", NAME),
            ("pictures.bathroom", NAME),
            ("pictures.caption.01", TITLE),
            ("pictures.caption.02", TITLE),
            ("pictures.caption.03", TITLE),
            ("pictures.caption.04", TITLE),
            ("pictures.caption.05", TITLE),
            ("pictures.caption.06", TITLE),
            ("pictures.caption.07", TITLE),
            ("pictures.caption.08", TITLE),
            ("pictures.caption.09", TITLE),
            ("pictures.caption.10", TITLE),
            ("pictures.caption.11", TITLE),
            ("pictures.caption.12", TITLE),
            ("pictures.caption.13", TITLE),
            ("pictures.caption.14", TITLE),
        ],
    },
    Group { id: "contact", shown: Shown::Inquiries, texts: &[("contact.lead", LONG), ("quote.lead", LONG)] },
    Group { id: "store", shown: Shown::Everywhere, texts: &[("store.intro", LINE)] },
    Group { id: "footer", shown: Shown::Everywhere, texts: &[("footer.blurb", LINE)] },
];

/// What those texts may name that name something.
const VALUES: [(&str, &[&str]); 6] = [
    ("hero.place", &["locality"]),
    ("hero.lead", &["locality"]),
    ("about.lead", &["brand", "locality"]),
    ("about.near.text", &["locality"]),
    ("quote.lead", &["locality"]),
    ("footer.blurb", &["brand", "places"]),
];

/// Every text that may be replaced, as the desk shows them.
pub fn all() -> impl Iterator<Item = Text> {
    GROUPS.iter().flat_map(|group| {
        let &Group { id, shown, texts } = group;
        let values = |name: &str| VALUES.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, values)| values);
        texts.iter().map(move |&(name, most)| Text { name, group: id, shown, most, values: values(name) })
    })
}

/// What a setting's key begins with when it is a text.
pub const PREFIX: &str = "text.";

/// The key of a text in a language.
pub fn key(lang: Lang, name: &str) -> String {
    format!("{PREFIX}{lang}.{name}")
}

/// The text a key names, and its language.
pub fn find(key: &str) -> Option<(Lang, Text)> {
    let (lang, name) = key.strip_prefix(PREFIX)?.split_once('.')?;
    Some((lang.parse().ok()?, all().find(|text| text.name == name)?))
}

impl Text {
    /// The text on one line, empty for the one the site came with; or what it takes.
    pub fn read(&self, written: &str) -> Result<String, String> {
        let line = text::line(written);
        if line.chars().count() > self.most {
            return Err(format!("takes up to {} characters", self.most));
        }
        if named(&line).any(|name| !self.values.contains(&name)) {
            let known: Vec<_> = self.values.iter().map(|name| format!("{{{{{name}}}}}")).collect();
            let known = if known.is_empty() { String::from("nothing") } else { known.join(" and ") };
            return Err(format!("takes {known} between double braces"));
        }
        Ok(line)
    }
}

/// What stands between double braces.
fn named(text: &str) -> impl Iterator<Item = &str> {
    // One that is not closed is without a name, which nothing is called.
    text.split("{{").skip(1).map(|rest| rest.split_once("}}").map_or("", |(name, _)| name))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The texts of a language, by name.
    fn built_in(lang: Lang) -> BTreeMap<String, String> {
        let file = std::fs::read_to_string(format!("locales/{lang}.json")).unwrap();
        let sections: BTreeMap<String, BTreeMap<String, serde_json::Value>> = serde_json::from_str(&file).unwrap();
        let texts = sections.into_values().flatten();
        texts.filter_map(|(name, text)| Some((name, text.as_str()?.to_owned()))).collect()
    }

    #[test]
    fn every_text_is_one_of_the_sites_and_fits_what_an_own_one_may_be() {
        let names: BTreeSet<_> = all().map(|text| text.name).collect();
        assert_eq!(names.len(), all().count(), "each once");
        for (name, _) in VALUES {
            assert!(names.contains(name), "{name}");
        }
        for lang in Lang::ALL {
            let texts = built_in(lang);
            for text in all() {
                let known = texts.get(text.name).unwrap_or_else(|| panic!("{lang} has no {}", text.name));
                assert_eq!(text.read(known).as_ref(), Ok(known), "{lang} {}", text.name);
                assert_eq!(find(&key(lang, text.name)), Some((lang, text)));
            }
        }
    }

    #[test]
    fn a_text_of_the_section_that_is_never_fetched_again_comes_with_every_page() {
        let file = std::fs::read_to_string("locales/es.json").unwrap();
        let sections: BTreeMap<String, BTreeMap<String, serde_json::Value>> = serde_json::from_str(&file).unwrap();
        let everywhere: BTreeSet<_> =
            all().filter(|text| text.shown == Shown::Everywhere).map(|text| text.name).collect();
        let fetched_once = all().map(|text| text.name).filter(|name| sections["shop"].contains_key(*name));
        assert_eq!(everywhere, fetched_once.collect());
    }

    #[test]
    fn only_texts_of_the_list_and_languages_of_the_site_have_a_key() {
        for key in ["text.es.cart.title", "text.de.hero.title", "text.es", "hero.title", "text.es.hero.title.", ""] {
            assert_eq!(find(key), None, "{key}");
        }
    }

    #[test]
    fn a_text_keeps_to_one_line_to_its_length_and_to_the_values_it_may_name() {
        let text = |name: &str| all().find(|text| text.name == name).unwrap();
        let (title, lead) = (text("hero.title"), text("hero.lead"));
        assert_eq!(title.read(" Manos\n<b>buenas</b>\u{202e} ").unwrap(), "Manos <b>buenas</b>");
        assert_eq!(lead.read("En {{locality}}, desde 1990").unwrap(), "En {{locality}}, desde 1990");
        assert_eq!(title.read("").unwrap(), "");
        assert!(title.read(&"x".repeat(80)).is_ok());
        assert_eq!(title.read(&"x".repeat(81)).unwrap_err(), "takes up to 80 characters");
        assert_eq!(title.read("En {{locality}}").unwrap_err(), "takes nothing between double braces");
        assert_eq!(lead.read("{{brand}}").unwrap_err(), "takes {{locality}} between double braces");
        assert!(text("footer.blurb").read("{{brand").is_err());
    }
}
