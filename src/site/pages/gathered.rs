//! What a page is made from.

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use super::resources;
use super::routes::{Data, Visit};
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::secrets::sha256;
use crate::settings::{self, Settings};
use crate::site::api::Shown;
use crate::wording::{self, Words};

/// A page's data, read in one snapshot.
pub(super) struct Gathered {
    pub settings: Settings,
    /// What every page tells.
    pub shown: Shown,
    /// The owner's texts in the page's language.
    pub words: Words,
    /// Address, status and body of each resource.
    pub resources: Vec<(String, u16, Value)>,
    /// The id of the product whose slug was asked for.
    pub moved_to: Option<String>,
}

/// Reads what a page shows.
pub(super) fn gather(conn: &Conn, visit: &Visit, store_id: &str, lang: Lang, now: Timestamp) -> db::Result<Gathered> {
    let settings = Settings::load(conn)?;
    let words = if settings.own_texts { settings::words(conn, lang)? } else { Words::new() };
    let mut resources = Vec::new();
    for resource in visit.resources() {
        let (status, body) = resource.read(conn, lang, now)?;
        // A form that is about a product which is gone is a form all the same.
        if status != 200 && visit.route.data == Data::Form {
            continue;
        }
        resources.push((resource.path(store_id, lang), status, body));
    }
    let missing = resources.iter().any(|(_, status, _)| *status != 200);
    let moved_to = match &visit.id {
        Some(slug) if missing && visit.route.data == Data::Product => resources::id_of_slug(conn, slug, lang)?,
        _ => None,
    };
    let shown = Shown::read(conn)?;
    Ok(Gathered { settings, shown, words, resources, moved_to })
}

/// Tells what a page is made from apart; its address and language, which do not change, are its key.
pub(super) fn source(data: &Gathered, boot: &str, today: Date, pictures: u32) -> [u8; 32] {
    sha256(format!("{:?} {:?} {today} {pictures} {boot}", data.settings, data.words).as_bytes())
}

/// What the browser is given beside the HTML, so that it need not ask for it.
pub(super) fn boot(lang: Lang, site: &Value, data: &Gathered, route: &str) -> Value {
    let resources = data.resources.iter();
    let resources: Map<_, _> =
        resources.map(|(path, status, body)| (path.clone(), json!({ "status": status, "body": body }))).collect();
    let mut boot = json!({ "lang": lang, "site": site, "resources": resources });
    if data.settings.own_texts {
        let shown = wording::all().filter(|text| text.shown.on(route)).map(|text| text.name);
        let texts = shown.filter_map(|name| Some((name.to_owned(), data.words.get(name)?.as_str().into())));
        boot["texts"] = Value::Object(texts.collect());
    }
    boot
}
