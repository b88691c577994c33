//! Keeps each legal text as it is shown, drawn by the front end's own code, whenever what it is made of has changed.

use std::sync::Arc;

use strum::VariantArray;

use super::render::Renderer;
use super::routes::{Destination, ROUTES};
use super::{Sources, assets, boot, gather, routes};
use crate::app::App;
use crate::db;
use crate::lang::Lang;
use crate::legal::{self, Document};
use crate::settings::Settings;
use crate::site::api::Site;

/// Between these stands the text itself, as the front end's `legal-page.tsx` writes it.
const BEGIN: &str = "<article class=\"legal__text\">";
const END: &str = "</article>";

/// What the texts of the last round were made of.
#[derive(Default)]
pub struct Editions {
    made_of: Option<Settings>,
}

impl Editions {
    /// Keeps what reads differently from what was kept last. What could not be drawn is tried again in the next round.
    pub async fn keep(&mut self, app: &App) -> Result<(), db::Error> {
        let settings = app.db.read(Settings::load).await?;
        if self.made_of.as_ref() == Some(&settings) {
            return Ok(());
        }
        let sources = Sources::of(app);
        // Its engine goes with it: texts change less than once a month.
        let renderer = Renderer::start(|| assets::built("server.js"), 1);
        let mut texts = Vec::new();
        for (document, lang) in every_text() {
            texts.extend(draw(&sources, &renderer, document, lang).await?.map(|html| (document, lang, html)));
        }
        if texts.len() == every_text().count() {
            self.made_of = Some(settings);
        }
        let now = app.clock.now();
        app.db
            .write(move |tx| {
                for (document, lang, html) in &texts {
                    legal::keep(tx, *document, *lang, html, now)?;
                }
                Ok(())
            })
            .await
    }
}

fn every_text() -> impl Iterator<Item = (Document, Lang)> {
    Document::VARIANTS.iter().flat_map(|document| Lang::ALL.into_iter().map(|lang| (*document, lang)))
}

/// A text as everybody is shown it; `None` when it could not be drawn, which was logged.
async fn draw(sources: &Sources, renderer: &Renderer, document: Document, lang: Lang) -> db::Result<Option<String>> {
    let name = document.into_str();
    let path = ROUTES.iter().find(|route| route.name == name).map_or("/", |route| route.path);
    let Destination::Page(visit) = routes::find(path, "") else { return Ok(None) };
    let (asked, store_id) = (visit.clone(), sources.config.store_id.clone());
    let now = sources.clock.now();
    let data = sources.db.read(move |conn| gather(conn, &asked, &store_id, lang, now)).await?;
    let site = Site::new(&data.settings, data.shown, sources, now.date()).json();
    let boot = boot(lang, &site, &data, name).to_string();
    let page = renderer.render(name, visit.url, Arc::from(boot)).await;
    Ok(page.as_deref().and_then(text_of).map(str::to_owned))
}

/// The text alone, without what stands around it on every page.
fn text_of(page: &str) -> Option<&str> {
    let (_, text) = page.split_once(BEGIN)?;
    Some(text.split_once(END)?.0)
}
