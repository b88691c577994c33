//! The hosted pages, at `/sandbox`. They look like another company's: no shop data, no session of the shop.

use std::sync::Arc;

use poem::http::{StatusCode, header};
use poem::web::{Data, Form, Path, Query};
use poem::{IntoResponse, Response, Route, get, handler};
use serde::Deserialize;

use super::page::{self, Notice};
use super::{Sandbox, Session, Status, sql};
use crate::lang::Lang;
use crate::payments::{api, page as shared};
use crate::problem::Problem;

/// What a browser may do with a page: show it in our style, and post its form.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The pages; to be nested at `/sandbox`, with the provider attached to the request.
pub(super) fn routes() -> Route {
    Route::new().at("/pay/:session", get(show).post(act)).at("/style.css", get(style))
}

#[derive(Deserialize)]
struct Shown {
    /// Set after a declined try.
    declined: Option<String>,
    #[serde(flatten)]
    asked: shared::Asked,
}

#[derive(Deserialize)]
struct Click {
    action: Action,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Pay,
    Fail,
    Cancel,
}

#[handler]
async fn show(
    sandbox: Data<&Arc<Sandbox>>,
    Path(id): Path<String>,
    Query(shown): Query<Shown>,
) -> poem::Result<Response> {
    let Some(session) = find(&sandbox, id).await? else { return Ok(unknown()) };
    Ok(match session.status_at(sandbox.given.clock.now()) {
        Status::Open if shown.declined.is_some() => html(page::render(&session, Notice::Declined, shown.asked)),
        Status::Open => html(page::render(&session, Notice::None, shown.asked)),
        Status::Paid => see_other(&success(&session)),
        Status::Expired => html(page::render(&session, Notice::Expired, shown.asked)),
    })
}

#[handler]
async fn act(
    sandbox: Data<&Arc<Sandbox>>,
    Path(id): Path<String>,
    Query(asked): Query<shared::Asked>,
    Form(click): Form<Click>,
) -> poem::Result<Response> {
    let session = match click.action {
        Action::Pay => sandbox.pay(id).await.map_err(Problem::from)?,
        Action::Fail | Action::Cancel => find(&sandbox, id).await?,
    };
    let Some(session) = session else { return Ok(unknown()) };
    Ok(match (session.status_at(sandbox.given.clock.now()), click.action) {
        (Status::Paid, _) => see_other(&success(&session)),
        (_, Action::Cancel) => see_other(&session.cancel_url),
        (Status::Expired, _) => html(page::render(&session, Notice::Expired, asked)),
        (Status::Open, Action::Pay | Action::Fail) => {
            see_other(&format!("/sandbox/pay/{}?declined=1{}", session.id, asked.query()))
        }
    })
}

#[handler]
fn style() -> Response {
    api::file("text/css; charset=utf-8", shared::STYLE)
}

/// `None` for an unknown session, and where nothing is paid here any more.
async fn find(sandbox: &Sandbox, id: String) -> Result<Option<Session>, Problem> {
    if !sandbox.is_in_use {
        return Ok(None);
    }
    Ok(sandbox.given.db.read(move |conn| sql::find(conn, &id)).await?)
}

/// Where a payer goes: the shop's own address with our session id added to its query.
fn success(session: &Session) -> String {
    shared::way_back(&session.success_url, &session.id).unwrap_or_else(|| session.success_url.clone())
}

fn see_other(url: &str) -> Response {
    Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, url)
        .header(header::CACHE_CONTROL, "no-store")
        .finish()
}

fn html(page: String) -> Response {
    api::html(page, POLICY)
}

fn unknown() -> Response {
    html(page::render_unknown(Lang::default())).with_status(StatusCode::NOT_FOUND).into_response()
}
