//! HTTP: the route table, the middleware order, and what every request must pass.

pub mod client_ip;
mod errors;
mod gate;
mod headers;
mod health;
pub mod limits;
pub mod metrics;

use poem::{Endpoint, EndpointExt, Response, Route, get};

use crate::app::Shared;

/// Everything this program answers.
pub fn routes(app: Shared) -> impl Endpoint<Output = Response> {
    let gate = app.clone();
    Route::new()
        .at("/healthz", get(health::alive))
        .at("/readyz", get(health::ready))
        .at("/metrics", get(health::metrics))
        .data(app)
        .around(move |next, request| {
            let app = gate.clone();
            async move { Ok(gate::pass(app, next, request).await) }
        })
}
