//! The versions of the legal texts over HTTP, for everybody.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;
use poem_openapi::{Object, OpenApi, Tags};
use serde_json::Value;

use super::{Document, Edition};
use crate::app::Shared;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::problem::{Code, Problem};

/// The endpoints of legal texts.
pub struct LegalApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What the law wants on the site.
    Legal,
}

/// A legal text with its versions.
#[derive(Debug, Object)]
struct LegalText {
    document: Document,
    /// Whose versions these are.
    lang: Lang,
    /// The one that is shown: the latest, or the one asked for; null while none was kept.
    version: Option<i64>,
    /// The day it was first shown, `2026-11-23`.
    since: Option<String>,
    /// Its text, of one that was asked for.
    html: Option<String>,
    /// All of them, the newest first.
    versions: Vec<LegalVersion>,
}

/// A version of a legal text.
#[derive(Debug, Object)]
struct LegalVersion {
    /// From 1.
    version: i64,
    /// The day it was first shown, `2026-11-23`.
    since: String,
}

impl From<Edition> for LegalVersion {
    fn from(Edition { version, since }: Edition) -> Self {
        Self { version, since: since.date().to_string() }
    }
}

impl LegalText {
    /// `None` where there is no such version.
    fn read(conn: &Conn, document: Document, lang: Lang, version: Option<i64>) -> db::Result<Option<Self>> {
        let (edition, html) = match version {
            None => (super::current(conn, document, lang)?, None),
            Some(version) => match super::find(conn, document, lang, version)? {
                Some((edition, html)) => (Some(edition), Some(html)),
                None => return Ok(None),
            },
        };
        Ok(Some(Self {
            document,
            lang,
            version: edition.map(|edition| edition.version),
            since: edition.map(|edition| edition.since.date().to_string()),
            html,
            versions: super::editions(conn, document, lang)?.into_iter().map(LegalVersion::from).collect(),
        }))
    }
}

/// What the API answers of a text, as JSON; `None` where there is no such version.
pub fn answer(conn: &Conn, document: Document, lang: Lang, version: Option<i64>) -> db::Result<Option<Value>> {
    Ok(LegalText::read(conn, document, lang, version)?.and_then(|text| text.to_json()))
}

#[OpenApi(tag = "Tag::Legal")]
impl LegalApi {
    /// A legal text's versions, and one of them whole: what a buyer agreed to can be read as it was.
    #[oai(path = "/legal/:document", method = "get", operation_id = "get_legal_text")]
    async fn get(
        &self,
        document: Path<Document>,
        /// The language; Spanish when none is named.
        lang: Query<Option<Lang>>,
        /// One of its versions, from 1.
        version: Query<Option<i64>>,
    ) -> Result<Json<LegalText>, Problem> {
        let lang = lang.0.unwrap_or_default();
        let read = move |conn: &Conn| LegalText::read(conn, document.0, lang, version.0);
        self.app.db.read(read).await?.map(Json).ok_or_else(|| Problem::new(Code::NotFound))
    }
}
