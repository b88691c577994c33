//! Keeps each legal text as it is shown, drawn by the front end's own code, whenever what it is made of has changed.

use std::sync::Arc;

use strum::VariantArray;

use super::render::Renderer;
use super::routes::{Destination, ROUTES};
use super::{Sources, assets, boot, gather, routes};
use crate::app::App;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::legal::{self, Document, Shown};
use crate::secrets::sha256;
use crate::settings::Settings;
use crate::site::api::Site;

/// Between these stands the text, as the front end's `legal-page.tsx` writes it: what it says first, then its sections.
const PARTS: [(&str, &str); 2] =
    [("<div class=\"legal__said stack\">", "</div>"), ("<article class=\"legal__text\">", "</article>")];
/// What can be done with a form is no part of it.
const TOOLS: (&str, &str) = ("<div class=\"row legal__tools\">", "</div>");

/// What the texts of the last round were made of.
#[derive(Default)]
pub struct Editions {
    made_of: Option<Settings>,
}

/// Why not all of them are kept.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// So many could not be drawn, which was logged; they are tried again in the next round.
    #[error("{0} legal texts could not be drawn")]
    NotDrawn(usize),
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl Editions {
    /// Keeps what reads differently from what was kept last.
    pub async fn keep(&mut self, app: &App) -> Result<(), Error> {
        let settings = app.db.read(Settings::load).await?;
        if self.made_of.as_ref() == Some(&settings) {
            return Ok(());
        }
        let sources = Sources::of(app);
        // Most starts find nothing to draw. Otherwise the engine goes with this round: texts change less than once a month.
        let renderer = Renderer::start(|| assets::built("server.js"), 1);
        let (mut texts, mut missing) = (Vec::new(), 0);
        for (document, lang) in every_text() {
            let Some(drawing) = Drawing::of(&sources, document, lang).await? else { continue };
            let drawn_of = drawing.mark();
            match drawing.text(&renderer).await {
                Some(html) => texts.push((document, lang, Shown { html, drawn_of })),
                None => missing += 1,
            }
        }
        let now = app.clock.now();
        app.db
            .write(move |tx| {
                for (document, lang, shown) in &texts {
                    legal::keep(tx, *document, *lang, shown, now)?;
                }
                Ok::<_, db::Error>(())
            })
            .await?;
        if missing > 0 {
            return Err(Error::NotDrawn(missing));
        }
        self.made_of = Some(settings);
        Ok(())
    }
}

fn every_text() -> impl Iterator<Item = (Document, Lang)> {
    Document::VARIANTS.iter().flat_map(|document| Lang::ALL.into_iter().map(|lang| (*document, lang)))
}

/// What a text is drawn from.
struct Drawing {
    name: &'static str,
    url: String,
    boot: String,
}

impl Drawing {
    /// `None` when the text that is kept was drawn from the same.
    async fn of(sources: &Sources, document: Document, lang: Lang) -> db::Result<Option<Self>> {
        let name = document.into_str();
        let path = ROUTES.iter().find(|route| route.name == name).map_or("/", |route| route.path);
        let Destination::Page(visit) = routes::find(path, "") else { return Ok(None) };
        let (asked, store_id) = (visit.clone(), sources.config.store_id.clone());
        let now = sources.clock.now();
        let read = move |conn: &Conn| {
            let kept = legal::drawn_of(conn, document, lang)?;
            Ok::<_, db::Error>((gather(conn, &asked, &store_id, lang, now)?, kept))
        };
        let (data, kept) = sources.db.read(read).await?;
        let site = Site::new(&data.settings, data.shown, sources, now.date()).json();
        let drawing = Self { name, url: visit.url, boot: boot(lang, &site, &data, name).to_string() };
        Ok((kept != Some(drawing.mark())).then_some(drawing))
    }

    fn mark(&self) -> [u8; 32] {
        let Self { url, boot, .. } = self;
        sha256(&[&assets::mark("server.js"), url.as_bytes(), boot.as_bytes()].concat())
    }

    /// The text as everybody is shown it; `None` when it could not be drawn, which was logged.
    async fn text(self, renderer: &Renderer) -> Option<String> {
        text_of(&renderer.render(self.name, self.url, Arc::from(self.boot)).await?)
    }
}

/// The text alone, without what stands around it on every page.
fn text_of(page: &str) -> Option<String> {
    let parts = PARTS.map(|(begin, end)| Some(page.split_once(begin)?.1.split_once(end)?.0));
    let [Some(said), Some(sections)] = parts else { return None };
    let sections = match sections.split_once(TOOLS.0) {
        Some((before, rest)) => format!("{before}{}", rest.split_once(TOOLS.1).map_or("", |(_, after)| after)),
        None => sections.to_owned(),
    };
    Some(format!("{said}{sections}"))
}
