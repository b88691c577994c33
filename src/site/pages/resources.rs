//! The data of a page: the same answers the browser would fetch, under the same addresses.

use poem_openapi::types::ToJSON;
use serde_json::Value;

use super::choices::Choices;
use super::routes::encode_component;
use crate::catalogue::wire::ProductAnswer;
use crate::catalogue::{self, By, Listing};
use crate::clock::Timestamp;
use crate::comments;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::legal::{self, Document};
use crate::problem::{Code, Problem};
use crate::proof;
use crate::tariff::{self, TariffAnswer};

/// Something a page shows, as the API answers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resource {
    /// A part of the list of products.
    Cards {
        /// How many.
        limit: u32,
        /// How many are left out before them.
        offset: u32,
        /// Only this type, by its Spanish name.
        kind: Option<String>,
        /// Only what this search finds.
        search: Option<String>,
        /// How the store's page narrows and sorts them; `None` on any other.
        choices: Option<Choices>,
    },
    /// One product, whole.
    Product {
        /// The product.
        id: String,
    },
    /// Products that go with one.
    Related {
        /// The product.
        id: String,
    },
    /// The latest approved comments on one.
    Comments {
        /// The product.
        id: String,
    },
    /// The versions of a legal text, and one of them whole where one is named.
    LegalText { document: Document, version: Option<i64> },
    /// What shows that the firm is real.
    Proof,
    /// What services cost.
    Tariff,
    /// What calling somebody out costs now.
    PriceNow {
        /// Where to, as it was typed.
        postcode: String,
    },
}

/// Comments that come with a page, as the front end asks for them.
const COMMENTS: i64 = 5;

impl Resource {
    /// What is told of a legal text on its own page.
    pub const fn current(document: Document) -> Self {
        Self::LegalText { document, version: None }
    }

    /// A version of a legal text, as its address names it: `terms-2`.
    pub fn version(named: &str) -> Option<Self> {
        let (document, typed) = named.rsplit_once('-')?;
        let version: i64 = typed.parse().ok()?;
        // One address each.
        (version.to_string() == typed).then_some(())?;
        Some(Self::LegalText { document: document.parse().ok()?, version: Some(version) })
    }

    /// Its address, letter by letter as the front end's `api/paths.ts` writes it.
    pub fn path(&self, store_id: &str, lang: Lang) -> String {
        let store = format!("/api/store/{}", encode_component(store_id));
        match self {
            Self::Cards { limit, offset, kind, search, choices } => {
                let part = |name, value: &Option<String>| {
                    value.as_ref().map(|v| format!("&{name}={}", encode_component(v))).unwrap_or_default()
                };
                let (kind, search) = (part("type", kind), part("q", search));
                let choices = choices.as_ref().map(Choices::of_the_api).unwrap_or_default();
                format!("{store}/cards?lang={lang}&limit={limit}&offset={offset}{kind}{search}{choices}")
            }
            Self::Product { id } => format!("{store}/products/{}?lang={lang}", encode_component(id)),
            Self::Related { id } => format!("{store}/products/{}/related?lang={lang}", encode_component(id)),
            Self::Comments { id } => {
                format!("/api/comments?item_id={}&limit={COMMENTS}&offset=0", encode_component(id))
            }
            Self::LegalText { document, version } => {
                let version = version.map(|version| format!("&version={version}")).unwrap_or_default();
                format!("/api/legal/{}?lang={lang}{version}", document.into_str())
            }
            Self::Proof => String::from("/api/site/proof"),
            Self::Tariff => format!("/api/tariff?lang={lang}"),
            Self::PriceNow { postcode } => format!("/api/tariff/now?postcode={}", encode_component(postcode)),
        }
    }

    /// Its status and body, as the API answers it at a moment.
    pub fn read(&self, conn: &Conn, lang: Lang, now: Timestamp) -> db::Result<(u16, Value)> {
        let body = match self {
            Self::Cards { limit, offset, kind, search, choices } => {
                let mut listing = Listing {
                    kind: kind.clone(),
                    q: search.clone(),
                    offset: i64::from(*offset),
                    limit: i64::from(*limit),
                    lang,
                    ..Listing::default()
                };
                if let Some(choices) = choices {
                    choices.put_into(&mut listing);
                }
                catalogue::cards(conn, &listing)?.to_json()
            }
            Self::Product { id } => {
                catalogue::find(conn, id, lang)?.and_then(|product| ProductAnswer { product }.to_json())
            }
            Self::Related { id } => catalogue::related(conn, id, lang)?.and_then(|related| related.to_json()),
            Self::Comments { id } => comments::api::approved(conn, id, 0, COMMENTS)?.to_json(),
            Self::LegalText { document, version } => legal::api::answer(conn, *document, lang, *version)?,
            Self::Proof => proof::find(conn)?.to_json(),
            Self::Tariff => TariffAnswer::read(conn, lang)?.to_json(),
            Self::PriceNow { postcode } => return Ok(tariff::api::answer_now(conn, postcode, now)),
        };
        Ok(body.map_or_else(|| (404, Problem::new(Code::NotFound).body()), |body| (200, body)))
    }
}

/// The id of the product in the store with this slug.
pub fn id_of_slug(conn: &Conn, slug: &str, lang: Lang) -> db::Result<Option<String>> {
    Ok(catalogue::find_by(conn, By::Slug, slug, lang)?.map(|product| product.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_the_front_end_asks_for() {
        let cards = Resource::Cards {
            limit: 24,
            offset: 0,
            kind: Some(String::from("Cerrajería")),
            search: Some(String::from("llave & candado (2)")),
            choices: None,
        };
        assert_eq!(
            cards.path("store_manetes", Lang::Fr),
            "/api/store/store_manetes/cards?lang=fr&limit=24&offset=0&type=Cerrajer%C3%ADa&q=llave%20%26%20candado%20(2)"
        );
        let related = Resource::Related { id: String::from("a/b") };
        assert_eq!(related.path("s", Lang::Es), "/api/store/s/products/a%2Fb/related?lang=es");
        let version = Resource::version("legal-notice-2").unwrap();
        assert_eq!(version.path("s", Lang::Fr), "/api/legal/legal-notice?lang=fr&version=2");
        for other in ["legal-notice", "terms-x", "terms-02", "terms-+2", "other-1"] {
            assert_eq!(Resource::version(other), None, "{other}");
        }
        let comments = Resource::Comments { id: String::from("a/b") };
        assert_eq!(comments.path("s", Lang::Fr), "/api/comments?item_id=a%2Fb&limit=5&offset=0");
        assert_eq!(Resource::Proof.path("s", Lang::Fr), "/api/site/proof");
        assert_eq!(Resource::Tariff.path("s", Lang::Ar), "/api/tariff?lang=ar");
        let now = Resource::PriceNow { postcode: String::from("08 630") };
        assert_eq!(now.path("s", Lang::Fr), "/api/tariff/now?postcode=08%20630");
    }
}
