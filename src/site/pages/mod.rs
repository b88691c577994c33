//! The pages people read: every path that is not the API, as a whole HTML document in the reader's language. It is made
//! from the data the API would answer, drawn by the front end's own code in [`render`], and kept by [`cache`] until the
//! catalogue changes, or a moment longer. Who asks changes nothing: what is personal the browser fetches afterwards.

pub mod assets;
pub mod cache;
pub mod captcha;
pub mod choices;
mod counted;
pub mod document;
pub mod editions;
mod engine;
pub mod files;
mod gathered;
pub mod head;
pub mod manifest;
mod order_link;
pub mod pictures;
mod prices;
pub mod render;
pub mod resources;
pub mod routes;
mod structured;
pub mod texts;

use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response};
use serde_json::Value;
use tokio::sync::Semaphore;

use self::cache::{Asked, Cache, Edition, Key};
use self::document::{Body, Document};
use self::files::File;
use self::gathered::{Gathered, boot, gather, source};
use self::head::{Facts, Head};
use self::manifest::Manifest;
use self::render::{Counts, Renderer};
use self::routes::{Data, Destination, NOT_FOUND, StoreQuery, Visit, localized};
use crate::app::{App, Shared};
use crate::auth::{cookies, guard};
use crate::catalogue;
use crate::clock::Clock;
use crate::config;
use crate::counts::Counts as Visits;
use crate::db::{self, Conn, Db};
use crate::lang::Lang;
use crate::oidc::Providers;
use crate::payments;
use crate::pictures::Library;
use crate::problem::{Code, Problem};
use crate::settings::Settings;
use crate::site::api::Site;
use crate::site::captions;

/// Bytes of documents kept, with their compressed forms, so that a shop under load stays within its memory.
const CACHE_LIMIT: usize = 24 << 20;
/// The start itself comes first; visitors who are faster get their page made at once.
const WARM_AFTER: Duration = Duration::from_secs(1);
/// Pages made at a time, from their data to their compressed bytes; further ones wait, holding nothing.
const PLACES: usize = 8;
/// Who waits longer for a place is sent the empty shell: more is asked than the machine can draw.
const PATIENCE: Duration = Duration::from_secs(15);
/// Engines that draw; each takes some 10 MB while it is in use.
const MAX_ENGINES: usize = 2;
/// The cookie that mirrors the reader's choice of language, as the front end's `i18n.ts` sets it.
const LANG_COOKIE: &str = "lang";
/// A year.
const LANG_SECONDS: u32 = 365 * 24 * 3600;

/// Answers every path that is not the API's; cheap to clone. Mount it where nothing is stripped from the path.
#[derive(Clone)]
pub struct Pages(Arc<Inner>);

/// What pages are made of.
#[derive(Clone)]
pub struct Sources {
    pub(in crate::site) db: Db,
    pub(in crate::site) clock: Clock,
    pub(in crate::site) config: config::Serve,
    pub(in crate::site) payments: payments::Provider,
    pub(in crate::site) providers: Arc<Providers>,
    pub(in crate::site) pictures: Arc<Library>,
    pub(in crate::site) counts: Arc<Visits>,
}

impl Sources {
    /// Those of the running program.
    pub fn of(app: &App) -> Self {
        Self {
            db: app.db.clone(),
            clock: app.clock.clone(),
            config: app.config.clone(),
            payments: app.payments.configured(),
            providers: Arc::clone(&app.providers),
            pictures: Arc::clone(&app.pictures),
            counts: Arc::clone(&app.counts),
        }
    }
}

/// What is one reader's alone, by its name in what the browser is given.
pub type Own = (&'static str, Value);

struct Inner {
    sources: Sources,
    renderer: Renderer,
    places: Semaphore,
    cache: Arc<Cache>,
    /// The catalogue's, until the next commit.
    version: db::Kept<catalogue::Version>,
    manifest: Manifest,
    csp: HeaderValue,
}

impl Pages {
    /// Starts the threads that render, and makes the most visited pages in the background. Needs a tokio runtime.
    pub fn start(app: &Shared) -> Self {
        let manifest = Manifest::read(&assets::built("manifest.json"));
        let pages = Self::with(Sources::of(app), manifest, start_renderer());
        let warm = pages.clone();
        tokio::spawn(async move {
            tokio::time::sleep(WARM_AFTER).await;
            warm.warm().await;
        });
        pages
    }

    fn with(sources: Sources, manifest: Manifest, renderer: Renderer) -> Self {
        let has_captcha = sources.config.captcha.service.is_some();
        let csp = HeaderValue::from_str(&manifest.csp(has_captcha)).expect("a policy is plain text");
        let cache = Cache::new(CACHE_LIMIT);
        let places = Semaphore::new(PLACES);
        Self(Arc::new(Inner { sources, renderer, places, cache, version: db::Kept::default(), manifest, csp }))
    }

    /// How drawing pages and keeping them went so far.
    pub fn counts(&self) -> (&Counts, cache::Counts) {
        (self.0.renderer.counts(), self.0.cache.counts())
    }

    async fn warm(&self) {
        for path in ["/", "/store"] {
            for lang in Lang::ALL {
                if let Destination::Page(visit) = routes::find(path, "") {
                    // A page that fails was logged, and is made when somebody asks for it.
                    drop(self.page(visit, lang).await);
                }
            }
        }
    }

    async fn respond(&self, request: &Request) -> Result<Response, Problem> {
        let (path, query) = (request.uri().path(), request.uri().query().unwrap_or_default());
        if routes::is_shown_most(path) {
            return self.respond_with_page(request, path, query).await;
        }
        if let Some(response) = pictures::answer(path, request, &self.0.sources.pictures.shelf()) {
            return Ok(response);
        }
        if let Some(response) = pictures::media(path, request, &self.0.sources.pictures).await {
            return Ok(response);
        }
        if let Some(response) = captcha::answer(path, reader_lang(request), &self.0.sources.config.captcha) {
            return Ok(response);
        }
        if let Some(response) = assets::answer(path, request) {
            return Ok(response);
        }
        if let Some(file) = File::at(path) {
            return Ok(self.file(file, path).await?.answer(request));
        }
        self.respond_with_page(request, path, query).await
    }

    async fn respond_with_page(&self, request: &Request, path: &str, query: &str) -> Result<Response, Problem> {
        let document = match routes::find(path, query) {
            Destination::Moved(location) => Arc::new(Document::redirect(StatusCode::PERMANENT_REDIRECT, location)),
            Destination::Elsewhere(location) => Arc::new(Document::redirect(StatusCode::FOUND, location)),
            Destination::Page(visit) => {
                let document = self.page(visit.clone(), reader_lang(request)).await?;
                counted::note(&self.0.sources, request, &visit, &document);
                document
            }
        };
        let mut response = document.answer(request);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, self.0.csp.clone());
        // Who reads an old text in its own language has not chosen that for the site.
        let lang = if path.starts_with("/legal/") { None } else { chosen_lang(request) };
        if let Some(lang) = lang {
            let cookie = format!("{LANG_COOKIE}={lang}; Path=/; Max-Age={LANG_SECONDS}; SameSite=Lax");
            response.headers_mut().insert(header::SET_COOKIE, HeaderValue::try_from(cookie).expect("it is ASCII"));
        }
        Ok(response)
    }

    /// The page at an address with something that is one reader's alone, such as a form that was sent and not taken.
    pub async fn of_one(&self, address: &str, lang: Lang, own: Own, status: StatusCode) -> Result<Response, Problem> {
        let Destination::Page(visit) = routes::at(address) else { return Err(Problem::new(Code::NotFound)) };
        let document = Box::pin(self.make_page(Visit { shared: false, ..visit }, lang, Some(own))).await?;
        let mut response = Document { status, ..Document::clone(&document) }.answer(&Request::default());
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, self.0.csp.clone());
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("30"));
        }
        // Kept for who comes back to it, and for nobody else.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        Ok(response)
    }

    /// The document of a page, kept or made now.
    async fn page(&self, visit: Visit, lang: Lang) -> Result<Arc<Document>, Problem> {
        if !visit.shared {
            return Box::pin(self.make_page(visit, lang, None)).await;
        }
        let key = key(&visit, lang);
        let pages = self.clone();
        self.kept(key, move || async move { pages.make_page(visit, lang, None).await }).await
    }

    async fn file(&self, file: File, path: &str) -> Result<Arc<Document>, Problem> {
        let key = Key { url: path.to_owned(), lang: Lang::default() };
        let pages = self.clone();
        self.kept(key, move || async move { pages.make_file(file).await }).await
    }

    /// The document that [`cache`] says may be shown; when the database cannot say which that is, the last one.
    pub async fn kept<F>(&self, key: Key, make: impl FnOnce() -> F) -> Result<Arc<Document>, Problem>
    where
        F: Future<Output = Result<Arc<Document>, Problem>> + Send + 'static,
    {
        let Inner { sources, cache, version, .. } = &*self.0;
        let before = Instant::now();
        match sources.db.read_once(version, catalogue::version).await {
            Ok(version) => {
                let asked = Asked { before, now: Instant::now() };
                cache.get_or_make(key, Edition::of(sources, version), asked, make).await
            }
            Err(error) => cache.stale(&key).ok_or_else(|| Problem::from(error)),
        }
    }

    async fn make_page(&self, visit: Visit, lang: Lang, own: Option<Own>) -> Result<Arc<Document>, Problem> {
        let Inner { sources, renderer, places, cache, .. } = &*self.0;
        let place = tokio::time::timeout(PATIENCE, places.acquire()).await;
        let (asked, store_id) = (visit.clone(), sources.config.store_id.clone());
        let now = sources.clock.now();
        let mut data = sources.db.read(move |conn| gather(conn, &asked, &store_id, lang, now)).await?;
        data.settings.own_texts |= captions::stand_in(&mut data.words, &sources.pictures.shelf(), lang);
        if let Some(id) = &data.moved_to {
            let location = localized(&format!("/product/{}", routes::encode_component(id)), lang);
            return Ok(Arc::new(Document::redirect(StatusCode::PERMANENT_REDIRECT, location)));
        }
        let (today, shown) = (now.date(), data.shown);
        let site = Site::new(&data.settings, shown, sources, today).json();
        let mut boot = boot(lang, &site, &data, visit.route.name);
        if let Some((name, own)) = own {
            boot[name] = own;
        }
        let boot: Arc<str> = Arc::from(boot.to_string());
        let source = source(&data, &boot, today, sources.pictures.shelf().version);
        // An order changes few pages, and draws no other anew.
        let kept = visit.shared.then(|| cache.stale(&key(&visit, lang))).flatten();
        if let Some(same) = kept.filter(|kept| kept.source == Some(source)) {
            return Ok(same);
        }
        let root = match (visit.route.data, &place) {
            (Data::Shell, _) => None,
            (_, Ok(_)) => renderer.render(visit.route.name, visit.url.clone(), Arc::clone(&boot)).await,
            (_, Err(_)) => {
                renderer.skip();
                None
            }
        };
        let pages = self.clone();
        let document = move || {
            let document = pages.compose(&visit, lang, &data, root.as_deref(), &boot);
            Arc::new(Document { source: Some(source), ..document })
        };
        tokio::task::spawn_blocking(document).await.map_err(|error| Problem::internal(&error))
    }

    /// Puts a page together; `root` is its HTML, `None` when it is left to the browser.
    fn compose(&self, visit: &Visit, lang: Lang, data: &Gathered, root: Option<&str>, boot: &str) -> Document {
        let Inner { sources, manifest, .. } = &*self.0;
        // Where no price of a journey is published, the others are.
        let is_there = |(_, status, _): &(String, u16, Value)| *status == 200 || visit.route.data == Data::Tariff;
        let names_nothing = visit.route.data == Data::Version && data.resources.is_empty();
        let found = *visit.route != NOT_FOUND && !names_nothing && data.resources.iter().all(is_there);
        let bodies: Vec<_> = data.resources.iter().filter(|(_, s, _)| *s == 200).map(|(_, _, body)| body).collect();
        let (base, settings) = (&sources.config.base_url, &data.settings);
        let social = pictures::social(&sources.pictures.shelf());
        let today = sources.clock.now().date();
        let head = Head::new(&Facts {
            base,
            settings,
            words: &data.words,
            lang,
            visit,
            bodies: &bodies,
            root,
            found,
            social,
            today,
        });
        let boot = if visit.route.data == Data::Still { "" } else { boot };
        let unscripted = if root.is_none() { texts::unscripted(lang, settings) } else { String::new() };
        let html =
            document::html(manifest, lang, visit.route.name, &head, &Body { root, unscripted: &unscripted, boot });
        let status = if found { StatusCode::OK } else { StatusCode::NOT_FOUND };
        // A page that could not be drawn is tried again at the next visit.
        let keep = found && visit.shared && (root.is_some() || visit.route.data == Data::Shell);
        // Whatever somebody searches for has a page, and so has each shelf that nothing stands on.
        let is_bare = bodies.iter().all(|body| body["cards"].as_array().is_none_or(Vec::is_empty));
        let missed = is_bare.then(|| counted::mere_search(&visit.store)).flatten().cloned();
        let endless = visit.store.is_particular() || (visit.store != StoreQuery::default() && is_bare);
        Document { lang: Some(lang), endless, missed, ..Document::plain(status, html) }.compressed(keep)
    }

    async fn make_file(&self, file: File) -> Result<Arc<Document>, Problem> {
        let sources = &self.0.sources;
        let read = |conn: &Conn| Ok::<_, db::Error>((Settings::load(conn)?, catalogue::ids_in_store(conn)?));
        let (settings, products) = sources.db.read(read).await?;
        let text = file.text(&sources.config.base_url, &settings, &products);
        let document = Document {
            content_type: HeaderValue::from_static(file.content_type()),
            ..Document::plain(StatusCode::OK, text)
        };
        let compressed = tokio::task::spawn_blocking(move || Arc::new(document.compressed(true))).await;
        compressed.map_err(|error| Problem::internal(&error))
    }
}

impl Endpoint for Pages {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            let mut refusal = Problem::new(Code::MethodNotAllowed).into_response();
            refusal.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
            return Ok(refusal);
        }
        if let Some(response) = order_link::answer(&request).await? {
            return Ok(response);
        }
        Ok(self.respond(&request).await?)
    }
}

/// Draws the store's page of a shop that nobody serves; the error says in one line why it could not be.
pub async fn try_store(db: Db, config: &config::Serve, data_dir: &Path) -> Result<(), String> {
    let sources = Sources {
        db,
        clock: Clock::system(),
        config: config.clone(),
        payments: payments::sandbox::PROVIDER,
        providers: Arc::new(Providers::new(None)?),
        counts: Arc::default(),
        pictures: Arc::new(Library::new(data_dir)),
    };
    let pages = Pages::with(sources, Manifest::read(&assets::built("manifest.json")), start_renderer());
    let Destination::Page(visit) = routes::find("/store", "") else { return Err(String::from("has no path")) };
    let page = pages.page(visit, Lang::default()).await.map_err(|problem| format!("{problem:?}"))?;
    let drawn = pages.counts().0.drawn.load(Ordering::Relaxed);
    if page.status == StatusCode::OK && drawn > 0 { Ok(()) } else { Err(format!("{}, drawn {drawn}", page.status)) }
}

/// What the document of a page that everybody is shown is kept under.
fn key(visit: &Visit, lang: Lang) -> Key {
    Key { url: visit.localized(&visit.url), lang }
}

/// The language of a visit: named in the address, chosen before, preferred by the browser, Spanish.
pub fn reader_lang(request: &Request) -> Lang {
    let named = routes::named_lang(request.uri().query().unwrap_or_default());
    named.unwrap_or_else(|| usual_lang(request))
}

/// The language a reader has just chosen by following a link of the picker: without scripts nobody else remembers it.
fn chosen_lang(request: &Request) -> Option<Lang> {
    let query = request.uri().query().unwrap_or_default();
    let lang = routes::named_lang(query)?;
    let is_link = request.header("sec-fetch-site") == Some("same-origin")
        && request.header("sec-fetch-mode") == Some("navigate")
        && !routes::is_form(query);
    (is_link && cookies::cookie(request, LANG_COOKIE).as_deref() != Some(lang.code())).then_some(lang)
}

/// The language of a reader where the address names none.
pub fn usual_lang(request: &Request) -> Lang {
    let chosen = cookies::cookie(request, LANG_COOKIE).and_then(|code| code.parse().ok());
    chosen.unwrap_or_else(|| guard::spoken(request))
}

fn start_renderer() -> Renderer {
    let cores = available_parallelism().map_or(1, NonZero::get);
    Renderer::start(|| assets::built("server.js"), cores.min(MAX_ENGINES))
}

#[cfg(test)]
mod tests;
