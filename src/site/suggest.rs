//! What is proposed while somebody types into the search of the site: products, types of them, and services of the firm.

use std::collections::BTreeMap;

use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};

use crate::app::Shared;
use crate::catalogue::{self, search, wire};
use crate::lang::{Lang, Texts};
use crate::problem::Problem;

const SERVICES: usize = 3;
/// The services that are work, as the landing page groups them; the shop's own part is in the products.
const WORK: [&str; 3] = ["urgencias", "reformas", "construccion"];

/// `GET /api/suggestions`.
pub struct SuggestApi {
    /// The program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The firm and its site.
    Site,
}

/// A few things somebody may mean.
#[derive(Object)]
struct Suggestions {
    /// What was looked for instead of `q`, which nothing has and which seems to be a slip; else null.
    searched_for: Option<String>,
    /// Products, at most five.
    products: Vec<wire::Card>,
    /// Types of products, at most three.
    types: Vec<SuggestedType>,
    /// Services of the firm, at most three.
    services: Vec<SuggestedService>,
    /// Whether a type or a service is called so and no product is: then they come before the products, which only tell of it.
    kinds_first: bool,
}

/// A type of products.
#[derive(Object)]
struct SuggestedType {
    /// The stable Spanish name.
    value: String,
    /// Its name in the language asked for.
    label: String,
}

/// Something the firm does.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
struct SuggestedService {
    /// The part of the landing page that tells of it.
    part: String,
    /// What it is called.
    title: String,
}

#[OpenApi(tag = "Tag::Site")]
impl SuggestApi {
    /// What somebody who types may mean
    #[oai(path = "/suggestions", method = "get", operation_id = "suggest")]
    async fn suggest(
        &self,
        /// What has been typed, at most 100 characters; nothing is proposed for a single letter.
        #[oai(validator(max_length = 100))]
        q: Query<String>,
        /// `es`, `en`, `fr` or `ar`.
        lang: Query<Option<String>>,
    ) -> Result<Json<Suggestions>, Problem> {
        let lang: Lang = lang.0.as_deref().unwrap_or_default().parse().unwrap_or_default();
        let suggested =
            self.app.db.read(move |conn| catalogue::suggest(conn, &q, lang, catalogue::ENOUGH_WORK)).await?;
        let services = services(&suggested.words, lang);
        // Those that are called so come first among them.
        let is_kind = !suggested.types.is_empty()
            || services.first().is_some_and(|service| search::fits(&suggested.words, &service.title));
        let types = suggested.types.into_iter().map(|(value, label)| SuggestedType { value, label });
        Ok(Json(Suggestions {
            kinds_first: is_kind && !suggested.is_called_so,
            services,
            searched_for: suggested.searched_for,
            products: suggested.products,
            types: types.collect(),
        }))
    }
}

/// The services that are called so, then those that are described so; each title once.
fn services(words: &[String], lang: Lang) -> Vec<SuggestedService> {
    static TEXTS: Texts<BTreeMap<String, String>> = Texts::section("home");
    if words.is_empty() {
        return Vec::new();
    }
    let texts = TEXTS.of(lang);
    let all = WORK.iter().flat_map(|part| {
        let prefix = format!("service.{part}.");
        let named = texts.iter().filter(move |(key, _)| key.starts_with(&prefix));
        named.filter_map(move |(key, title)| {
            let item = key.strip_suffix(".title")?;
            Some((*part, title, texts.get(&format!("{item}.text"))?))
        })
    });
    let (mut called, mut described) = (Vec::new(), Vec::new());
    for (part, title, text) in all {
        let service = || SuggestedService { part: part.to_owned(), title: title.clone() };
        if search::fits(words, title) {
            called.push(service());
        } else if search::fits(words, text) {
            described.push(service());
        }
    }
    called.append(&mut described);
    called.truncate(SERVICES);
    called
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_found_by_its_name_and_by_what_it_does() {
        let found = |typed: &str, lang| -> Vec<(String, String)> {
            services(&search::words(typed), lang).into_iter().map(|service| (service.part, service.title)).collect()
        };
        let pair = |part: &str, title: &str| (part.to_owned(), title.to_owned());
        assert_eq!(found("cerrajeros", Lang::Es), [pair("urgencias", "Cerrajero")]);
        assert_eq!(found("cerradura", Lang::Es), [pair("urgencias", "Cerrajero")], "its text says so");
        assert_eq!(found("fontan", Lang::Es)[0], pair("urgencias", "Fontanero"), "an emergency comes first");
        assert_eq!(found("سباك", Lang::Ar)[0].0, "urgencias");
        assert_eq!(found("taladro", Lang::Es), []);
        assert_eq!(services(&[], Lang::Es), []);
    }
}
