//! HTTP: the route table, the middleware order, and what every request must pass.

mod docs;
mod errors;
mod gate;
mod headers;
mod health;
pub mod openapi;
mod public_answers;
pub mod server;
mod stream;

use poem::endpoint::make_sync;
use poem::{Endpoint, EndpointExt, Response, Route, get};

pub use health::MARK;

use crate::app::Shared;
use crate::checkout::page_api;
use crate::site::feeds::Feeds;
use crate::site::forms::Forms;
use crate::site::pages::Pages;

/// Everything this program answers.
pub fn routes(app: &Shared) -> impl Endpoint<Output = Response> + use<> {
    let (gate, shop) = (app.clone(), app.clone());
    let description = openapi::description();
    let docs = docs::page(&description);
    let pages = Pages::start(app);
    let kept = pages.clone();
    let api = Route::new()
        .at("/openapi.json", get(make_sync(move |_| docs::json(&description))))
        .at("/docs", get(make_sync(move |_| docs.answer())))
        .nest("/auth/v1", openapi::auth(app))
        .nest(
            "/",
            openapi::service(app).around(move |next, request| {
                let (app, pages) = (shop.clone(), kept.clone());
                async move { public_answers::pass(app, pages, next, request).await }
            }),
        );
    let with_payments =
        app.payments.routes().fold(Route::new(), |routes, (name, pages)| routes.nest(format!("/{name}"), pages));
    with_payments
        .nest("/api", api)
        .nest("/pay", page_api::routes())
        .at("/healthz", get(health::alive))
        .at("/readyz", get(health::ready))
        .at("/metrics", get(health::metrics).data(pages.clone()))
        .at("/feeds/:file", get(Feeds::new(app)))
        .nest_no_strip("/", Forms::new(app, pages))
        .data(app.sessions())
        .data(app.clone())
        .around(move |next, request| {
            let app = gate.clone();
            async move { Ok(Box::pin(gate::pass(app, next, request)).await) }
        })
}
