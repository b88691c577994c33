//! The languages of the site. Adding one: its file in `locales/`, and its line in `locales/languages.json`.

use std::sync::OnceLock;

use poem_openapi::Enum;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use strum::{Display, EnumString, IntoStaticStr};

use crate::db;

/// What a line of `locales/languages.json` says of a language, and the server's part of its file.
struct Line {
    name: &'static str,
    dir: &'static str,
    locale: &'static str,
    money: &'static str,
    texts: &'static str,
}

/// Takes all lines of `locales/languages.json`; `build.rs` writes the invocation.
macro_rules! languages {
    ($($variant:ident: $code:literal, $name:literal, $dir:literal, $locale:literal, $money:literal;)*) => {
        /// A language of the interface. The first is the fallback.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Enum, Serialize, Deserialize)]
        #[derive(Display, EnumString, IntoStaticStr)]
        #[oai(rename_all = "lowercase")]
        #[serde(rename_all = "lowercase")]
        #[strum(serialize_all = "lowercase", const_into_str, parse_err_ty = UnknownLang, parse_err_fn = unknown)]
        pub enum Lang {
            $(#[doc = $name] $variant,)*
        }

        impl Lang {
            const COUNT: usize = [$(Self::$variant),*].len();

            /// Every language, the fallback first.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant),*];

            const fn line(self) -> Line {
                match self {
                    $(Self::$variant => Line {
                        name: $name,
                        dir: $dir,
                        locale: $locale,
                        money: $money,
                        texts: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/frontend/dist/texts/", $code, ".json")),
                    },)*
                }
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// No language of the site is called that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a language of this site")]
pub struct UnknownLang;

fn unknown(_: &str) -> UnknownLang {
    UnknownLang
}

db::stored_by_name!(Lang);

impl Lang {
    /// The two-letter code, as in `<html lang>`.
    pub const fn code(self) -> &'static str {
        self.into_str()
    }

    /// What it calls itself.
    pub const fn name(self) -> &'static str {
        self.line().name
    }

    /// The writing direction, as in `<html dir>`.
    pub const fn dir(self) -> &'static str {
        self.line().dir
    }

    /// Language and country, as in `og:locale`: `es_ES`.
    pub const fn locale(self) -> &'static str {
        self.line().locale
    }

    /// How nothing at all reads as an amount of money: `0,00 €`.
    pub const fn money(self) -> &'static str {
        self.line().money
    }

    /// The best language for an `Accept-Language` header (RFC 9110 §12.5.4): highest weight first, then order;
    /// Spanish when none is ours.
    pub fn negotiate(accept_language: &str) -> Self {
        let mut best: Option<(f32, Self)> = None;
        for range in accept_language.split(',').take(32) {
            let mut parts = range.split(';');
            let tag = parts.next().unwrap_or_default().trim();
            let primary = tag.split('-').next().unwrap_or_default();
            let weight =
                parts.find_map(|p| p.trim().strip_prefix("q=").map(|q| q.parse::<f32>().unwrap_or(0.0))).unwrap_or(1.0);
            let Ok(lang) = primary.to_ascii_lowercase().parse::<Self>() else { continue };
            if weight > 0.0 && best.is_none_or(|(w, _)| weight > w) {
                best = Some((weight, lang));
            }
        }
        best.map_or(Self::default(), |(_, lang)| lang)
    }

    /// The language of papers for its readers: they are laid out from left to right.
    #[must_use]
    pub fn on_paper(self) -> Self {
        if self.dir() == "rtl" { Self::default() } else { self }
    }

    /// A value inside a text written right to left keeps its own order; without this, the groups of a phone number
    /// change places.
    pub fn isolate(self, value: &str) -> String {
        if self.dir() == "rtl" { format!("\u{2068}{value}\u{2069}") } else { value.to_owned() }
    }
}

/// A phrase with the one value it is about in the place of its name in double braces.
pub fn fill(phrase: &str, value: &str) -> String {
    let Some((before, rest)) = phrase.split_once("{{") else { return phrase.to_owned() };
    let after = rest.split_once("}}").map_or("", |(_, after)| after);
    format!("{before}{value}{after}")
}

impl Default for Lang {
    fn default() -> Self {
        Self::ALL[0]
    }
}

/// One section of the texts, in every language; read when a text of it is first asked for.
pub struct Texts<T> {
    section: &'static str,
    ready: OnceLock<[T; Lang::COUNT]>,
}

impl<T: DeserializeOwned + Default> Texts<T> {
    /// The section of that name in `locales/<code>.json`, one of the server's in `frontend/locales.mjs`.
    pub const fn section(section: &'static str) -> Self {
        Self { section, ready: OnceLock::new() }
    }

    /// The texts in a language. Where they cannot be read, which a test of every section rules out, those of the
    /// fallback stand in.
    pub fn of(&self, lang: Lang) -> &T {
        let ready = self.ready.get_or_init(|| {
            Lang::ALL.map(|lang| {
                self.read(lang)
                    .or_else(|error| {
                        tracing::error!(%lang, section = self.section, %error, "texts are missing");
                        self.read(Lang::default())
                    })
                    .unwrap_or_default()
            })
        });
        &ready[lang as usize]
    }

    /// Reads the texts in a language; an error when one is missing or none of ours.
    pub fn read(&self, lang: Lang) -> serde_json::Result<T> {
        let mut sections: Map<String, Value> = serde_json::from_str(lang.line().texts)?;
        serde_json::from_value(sections.remove(self.section).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn the_list_and_the_files_are_all_there_is_to_a_language() {
        let list = include_str!("../locales/languages.json");
        let listed: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(list).unwrap();
        assert_eq!(listed.len(), Lang::ALL.len());
        for lang in Lang::ALL {
            let line = &listed[lang.code()];
            assert_eq!(
                [line["dir"].as_str(), &line["locale"], &line["money"]],
                [lang.dir(), lang.locale(), lang.money()]
            );
            assert_eq!(serde_json::to_value(lang).unwrap(), lang.code());
        }
        let files = std::fs::read_dir("locales").unwrap().count();
        assert_eq!(files, Lang::ALL.len() + 1, "a file without a line");
    }

    #[test]
    fn every_language_is_there_for_a_browser_that_asks_for_it() {
        for lang in Lang::ALL {
            let header = format!("xx-YY,{lang}-{};q=0.8,*;q=0.1", &lang.locale()[3..]);
            assert_eq!(Lang::negotiate(&header), lang);
        }
    }

    #[test]
    fn a_section_that_cannot_be_read_is_the_fallbacks() {
        static MISSING: Texts<BTreeMap<String, String>> = Texts::section("no such section");
        assert!(MISSING.read(Lang::Fr).is_err());
        assert!(MISSING.of(Lang::Fr).is_empty());
    }

    #[test]
    fn the_heaviest_language_of_ours_wins() {
        for (header, expected) in [
            ("ar", Lang::Ar),
            ("de-DE,de;q=0.9,fr;q=0.8,en;q=0.9", Lang::En),
            ("en-GB,es;q=0.5", Lang::En),
            ("ca", Lang::Ca),
            ("ca-ES,ca;q=0.9,es;q=0.8", Lang::Ca),
            ("ca-valencia", Lang::Ca),
            ("gl,ca;q=0.5,es;q=0.9", Lang::Es),
            ("gl,de", Lang::Es),
            ("fr;q=0,en;q=0.1", Lang::En),
            ("", Lang::Es),
            (";;;,,q=1", Lang::Es),
        ] {
            assert_eq!(Lang::negotiate(header), expected, "{header}");
        }
    }

    #[test]
    fn a_value_takes_the_place_of_its_name() {
        assert_eq!(fill("Hola, {{name}}:", "{{x}}"), "Hola, {{x}}:");
        assert_eq!(fill("nothing", "x"), "nothing");
    }
}
