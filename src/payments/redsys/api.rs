//! The page at `/redsys/pay/…` that posts a signed order to Redsys. Whoever knows its address may pay; it shows the
//! amount and the order's short number, and nothing of the buyer.

use poem::http::{StatusCode, header};
use poem::web::{Data, Path};
use poem::{IntoResponse, Response, Route, get, handler};

use super::{page, sql};
use crate::app::Shared;
use crate::lang::Lang;
use crate::problem::{Code, Problem};

/// The pages; to be nested at `/redsys`, with the app attached to the request.
pub fn routes() -> Route {
    Route::new().at("/pay/:session", get(show)).at("/style.css", get(style)).at("/pay.js", get(script))
}

#[handler]
async fn show(app: Data<&Shared>, Path(id): Path<String>) -> poem::Result<Response> {
    let session = app.db.read(move |conn| sql::find(conn, &id)).await.map_err(Problem::from)?;
    let (Some(session), Ok(client)) = (session, app.payments.redsys()) else {
        return Ok(html(page::render_unknown(Lang::default()), "'none'")
            .with_status(StatusCode::NOT_FOUND)
            .into_response());
    };
    if session.expires_at <= app.clock.now() {
        return Ok(html(page::render_expired(&session), "'none'"));
    }
    let envelope = client.order(&session, &app.config.base_url).ok_or_else(|| Problem::new(Code::Internal))?;
    Ok(html(page::render(&session, &client.payment_page(), &envelope), &client.origin()))
}

#[handler]
fn style() -> Response {
    file("text/css; charset=utf-8", page::STYLE)
}

#[handler]
fn script() -> Response {
    file("text/javascript; charset=utf-8", page::SCRIPT)
}

fn file(content_type: &str, content: &'static str) -> Response {
    Response::builder().content_type(content_type).header(header::CACHE_CONTROL, "no-cache").body(content)
}

/// A browser may show the page in our style, run our script, and post its form to `form_action`.
fn html(page: String, form_action: &str) -> Response {
    let policy = format!(
        "default-src 'none'; style-src 'self'; script-src 'self'; form-action {form_action}; base-uri 'none'; \
         frame-ancestors 'none'"
    );
    Response::builder()
        .content_type("text/html; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .body(page)
}
