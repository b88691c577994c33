//! Titles and descriptions of pages, in every language.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::lang::{Lang, Texts};
use crate::settings::{Settings, readable};
use crate::text::escape;

/// By name of the route; `{{brand}}` and `{{town}}` are the settings'.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pages {
    /// The name of the landing page in a trail of links.
    root: String,
    titles: BTreeMap<String, String>,
    /// Of the pages that have one of their own, and of the others.
    descriptions: BTreeMap<String, String>,
    /// Of a page that only a script draws, before the telephone.
    unscripted: String,
}

static TEXTS: Texts<Pages> = Texts::section("pages");

/// What a page is called, without the brand.
pub fn title(route: &str, lang: Lang, settings: &Settings) -> String {
    fill(named(&TEXTS.of(lang).titles, [route, "not-found"]), settings)
}

/// What a page is about, where nothing more particular is known.
pub fn description(route: &str, lang: Lang, settings: &Settings) -> String {
    fill(named(&TEXTS.of(lang).descriptions, [route, "default"]), settings)
}

/// The name of the landing page in a trail of links.
pub fn home(lang: Lang) -> &'static str {
    &TEXTS.of(lang).root
}

/// What the list of services is called, and each of them.
pub fn services(lang: Lang) -> (&'static str, Vec<&'static str>) {
    static TITLE: Texts<BTreeMap<String, String>> = Texts::section("hero");
    static NAMES: Texts<BTreeMap<String, String>> = Texts::section("contact");
    let is_name = |key: &str| key.strip_prefix("services.").is_some_and(|rest| rest.strip_suffix(".title").is_some());
    let names = NAMES.of(lang).iter().filter(|(key, _)| is_name(key)).map(|(_, name)| name.as_str());
    (TITLE.of(lang).get("services.title").map_or("", String::as_str), names.collect())
}

/// What a price is for, as the page of prices says it.
pub fn price_of(lang: Lang, what: &str) -> String {
    static TEXTS: Texts<BTreeMap<String, String>> = Texts::section("contact");
    TEXTS.of(lang).get(&format!("tariff.{what}")).cloned().unwrap_or_default()
}

/// What a browser without scripts shows of a page that only a script draws, in HTML.
pub fn unscripted(lang: Lang, settings: &Settings) -> String {
    let text = escape(&TEXTS.of(lang).unscripted);
    let (phone, shown) = (escape(settings.office_phone()), escape(&readable(settings.office_phone())));
    format!(
        "<noscript><main class=\"page\"><h1>{name}</h1><p class=\"notice\">{text} <a href=\"tel:{phone}\" dir=\"ltr\">{shown}</a> · \
         <a href=\"/\">{home}</a></p></main></noscript>",
        name = escape(&settings.brand),
        home = escape(home(lang)),
    )
}

fn named<'a>(texts: &'a BTreeMap<String, String>, names: [&str; 2]) -> &'a str {
    names.into_iter().find_map(|name| texts.get(name)).map_or("", String::as_str)
}

fn fill(text: &str, settings: &Settings) -> String {
    text.replace("{{brand}}", &settings.brand).replace("{{town}}", &settings.locality)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::pages::routes::{ADMIN, ROUTES};

    #[test]
    fn the_nine_services_have_names() {
        for lang in Lang::ALL {
            let (title, names) = services(lang);
            assert!(!title.is_empty() && names.len() == 9, "{lang}: {names:?}");
        }
    }

    #[test]
    fn every_page_has_its_own_title_and_a_description_that_is_shown_whole() {
        let settings = Settings::default();
        for lang in Lang::ALL {
            let texts = TEXTS.read(lang).unwrap_or_else(|error| panic!("{lang}: {error}"));
            let names: Vec<_> =
                ROUTES.iter().chain([&ADMIN]).map(|route| route.name).chain(["not-found", "default"]).collect();
            let keys = texts.titles.keys().chain(texts.descriptions.keys());
            assert_eq!(keys.filter(|key| !names.contains(&key.as_str())).collect::<Vec<_>>(), Vec::<&String>::new());
            let mut titles: Vec<_> =
                ROUTES.iter().chain([&ADMIN]).map(|route| title(route.name, lang, &settings)).collect();
            titles.sort();
            titles.dedup();
            assert_eq!(titles.len(), ROUTES.len() + 1, "{lang}");
            for route in &ROUTES {
                let text = description(route.name, lang, &settings);
                assert!(text.chars().count() <= 160, "{lang} {}: {}", route.name, text.chars().count());
                assert!(!text.contains(['{', '}']) && !title(route.name, lang, &settings).contains(['{', '}']));
            }
        }
    }
}
