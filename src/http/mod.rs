//! HTTP: the route table, the middleware order, and what every request must pass.

mod docs;
mod errors;
mod gate;
mod headers;
mod health;
pub mod listener;
mod metrics;
mod names;
pub mod openapi;
mod plain_port;
mod public_answers;
mod routes;
pub mod server;

use std::sync::{Arc, LazyLock};
use std::thread;

use poem::endpoint::make_sync;
use poem::{Endpoint, EndpointExt, IntoEndpoint, Response, Route, get};

pub use health::MARK;

use self::gate::Gate;
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

/// Why no thread of [`routes`] panics.
const SOUND: &str = "the routes are the same at every start";

/// Everything this program answers.
pub fn routes(app: &Shared) -> impl Endpoint<Output = Response> + use<> {
    // Most of a start's work: each route of the framework compiles an expression.
    let (service, auth, routes) = thread::scope(|others| {
        let auth = others.spawn(|| openapi::auth(app));
        let routes = others.spawn(|| Arc::new(Routes::of(templates())));
        let service = openapi::service(app).into_endpoint();
        (service, auth.join().expect(SOUND), routes.join().expect(SOUND))
    });
    let counted = Arc::clone(&routes);
    let pages = Pages::start(app);
    let kept = pages.clone();
    let api = Route::new()
        .at("/openapi.json", get(make_sync(|_| docs::json(&DESCRIPTION))))
        .at("/docs", get(make_sync(|_| DOCS.answer())))
        .nest("/auth/v1", auth)
        .nest("/", service);
    let with_payments =
        app.payments.routes().fold(Route::new(), |routes, (name, pages)| routes.nest(format!("/{name}"), pages));
    let table = with_payments
        .nest("/api", api)
        .nest("/pay", page_api::routes())
        .at("/healthz", get(health::alive))
        .at("/readyz", get(health::ready))
        .at("/metrics", get(metrics::metrics).data(pages.clone()).data(counted))
        .at("/feeds/:file", get(Feeds::new(app)))
        .nest_no_strip("/", Forms::new(app, pages))
        .data(app.sessions())
        .data(app.clone());
    Gate { app: app.clone(), routes, next: PublicFirst::new(app, kept, table) }
}

/// The paths of all that this program answers, as [`Routes`] takes them.
fn templates() -> Vec<String> {
    let described = openapi::paths();
    let auth = described.iter().filter_map(|path| Some(format!("/api/auth/v1{}", path.strip_prefix("/api/auth")?)));
    let auth: Vec<_> = auth.collect();
    let providers = Provider::all().map(|provider| format!("/{}/*", provider.as_str()));
    let own = ["/api/openapi.json", "/api/docs", "/pay/{session}", "/healthz", "/readyz", "/metrics", "/feeds/{file}"];
    let all = described.into_iter().chain(auth).chain(providers).chain(own.map(str::to_owned));
    let all = all.chain(File::ALL.map(|file| file.path().to_owned())).chain(assets::paths());
    all.chain(pages::routes::paths().map(str::to_owned)).chain([captcha::PATH.to_owned()]).collect()
}
