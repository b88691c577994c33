//! HTTP: the route table, the middleware order, and what every request must pass.

mod docs;
mod errors;
mod gate;
mod headers;
mod health;
mod late;
pub mod listener;
mod metrics;
mod names;
pub mod openapi;
mod plain_port;
mod public_answers;
mod routes;
pub mod server;

use std::sync::LazyLock;
use std::thread;

use poem::endpoint::make_sync;
use poem::{Endpoint, EndpointExt, IntoEndpoint, Response, Route, get};

pub use health::MARK;

use self::gate::Gate;
use self::late::Late;
use self::public_answers::PublicFirst;
use self::routes::Routes;
use crate::app::Shared;
use crate::checkout::page_api;
use crate::payments::Provider;
use crate::site::feeds::Feeds;
use crate::site::forms::Forms;
use crate::site::pages::files::File;
use crate::site::pages::{self, Pages, assets, captcha};

/// Made when somebody asks for it: it takes as long as all else of a start.
static DESCRIPTION: LazyLock<String> = LazyLock::new(openapi::description);
static DOCS: LazyLock<docs::Page> = LazyLock::new(|| docs::page(&DESCRIPTION));

/// Why no thread of [`table`] panics but where there can be no more threads.
const SOUND: &str = "the routes are the same at every start";

/// Everything this program answers. What most visitors ask for, and whoever watches the program, is answered while the
/// table of routes is being made; all wait for what counts them, which takes a moment.
pub fn routes(app: &Shared) -> impl Endpoint<Output = Response> + use<> {
    let routes = Late::made_by(|| Routes::of(templates()));
    let pages = Pages::start(app);
    let given = (app.clone(), pages.clone(), routes.clone());
    let table = Late::made_by(move || table(given));
    Gate { app: app.clone(), routes, next: PublicFirst::new(app, pages, table) }
}

/// The table of routes. Each compiles an expression in the framework: together they take as long as all else of a start.
fn table((app, pages, routes): (Shared, Pages, Late<Routes>)) -> impl Endpoint<Output = Response> {
    let (service, auth) = thread::scope(|others| {
        let auth = others.spawn(|| openapi::auth(&app));
        (openapi::service(&app).into_endpoint(), auth.join().expect(SOUND))
    });
    let api = Route::new()
        .at("/openapi.json", get(make_sync(|_| docs::json(&DESCRIPTION))))
        .at("/docs", get(make_sync(|_| DOCS.answer())))
        .nest("/auth/v1", auth)
        .nest("/", service);
    let with_payments =
        app.payments.routes().fold(Route::new(), |routes, (name, pages)| routes.nest(format!("/{name}"), pages));
    with_payments
        .nest("/api", api)
        .nest("/pay", page_api::routes())
        .at("/readyz", get(health::ready))
        .at("/metrics", get(metrics::metrics).data(pages.clone()).data(routes))
        .at("/feeds/:file", get(Feeds::new(&app)))
        .nest_no_strip("/", Forms::new(&app, pages))
        .data(app.sessions())
        .data(app)
}

/// The paths of all that this program answers, as [`Routes`] takes them.
fn templates() -> Vec<String> {
    let described = openapi::paths();
    let auth = described.iter().filter_map(|path| Some(format!("/api/auth/v1{}", path.strip_prefix("/api/auth")?)));
    let auth: Vec<_> = auth.collect();
    let providers = Provider::all().map(|provider| format!("/{}/*", provider.as_str()));
    let own =
        ["/api/openapi.json", "/api/docs", "/pay/{session}", health::ALIVE, "/readyz", "/metrics", "/feeds/{file}"];
    let all = described.into_iter().chain(auth).chain(providers).chain(own.map(str::to_owned));
    let all = all.chain(File::ALL.map(|file| file.path().to_owned())).chain(assets::paths());
    all.chain(pages::routes::paths().map(str::to_owned)).chain([captcha::PATH.to_owned()]).collect()
}
