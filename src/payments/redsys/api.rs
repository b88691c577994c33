//! The page at `/redsys/pay/…` that posts a signed order to Redsys. Whoever knows its address may pay; it shows the
//! amount and the order's number, and nothing of the buyer.

use std::sync::Arc;

use poem::http::StatusCode;
use poem::web::{Data, Path, Query};
use poem::{IntoResponse, Response, Route, get, handler};

use super::{Redsys, page, sql};
use crate::lang::Lang;
use crate::payments::{api, page as shared};
use crate::problem::{Code, Problem};

/// The pages; to be nested at `/redsys`, with the terminal attached to the request.
pub(super) fn routes() -> Route {
    Route::new().at("/pay/:session", get(show)).at("/style.css", get(style)).at("/pay.js", get(script))
}

#[handler]
async fn show(
    redsys: Data<&Arc<Redsys>>,
    Path(id): Path<String>,
    Query(asked): Query<shared::Asked>,
) -> poem::Result<Response> {
    let session = redsys.given.db.read(move |conn| sql::find(conn, &id)).await.map_err(Problem::from)?;
    let Some(session) = session else {
        return Ok(html(page::render_unknown(Lang::default()), "'none'")
            .with_status(StatusCode::NOT_FOUND)
            .into_response());
    };
    if session.expires_at <= redsys.given.clock.now() {
        return Ok(html(page::render_expired(&session), "'none'"));
    }
    let client = &redsys.client;
    let envelope = client.order(&session, &redsys.given.base_url, asked.is_bizum());
    let envelope = envelope.ok_or_else(|| Problem::new(Code::Internal))?;
    Ok(html(page::render(&session, &client.payment_page(), &envelope), &client.origin()))
}

#[handler]
fn style() -> Response {
    api::file("text/css; charset=utf-8", shared::STYLE)
}

#[handler]
fn script() -> Response {
    api::file("text/javascript; charset=utf-8", page::SCRIPT)
}

/// A browser may show the page in our style, run our script, and post its form to `form_action`.
fn html(page: String, form_action: &str) -> Response {
    let policy = format!(
        "default-src 'none'; style-src 'self'; script-src 'self'; form-action {form_action}; base-uri 'none'; \
         frame-ancestors 'none'"
    );
    api::html(page, &policy)
}
