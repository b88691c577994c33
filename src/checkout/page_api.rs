//! `/pay/…`: the way to a payment page whose own address takes nothing that is appended to it. Clients of the hosted
//! store append `&lang=es` to the address they are given; what a provider's address makes of that nobody knows.

use poem::http::{StatusCode, header};
use poem::web::{Data, Path};
use poem::{Response, Route, get, handler};

use super::payment;
use crate::app::Shared;
use crate::problem::Problem;

/// To be nested at `/pay`, with the app attached to the request.
pub fn routes() -> Route {
    Route::new().at("/:session", get(lead))
}

/// Whoever knows the session may pay; one that is over leads to its order.
#[handler]
async fn lead(app: Data<&Shared>, Path(session): Path<String>) -> poem::Result<Response> {
    let page = payment::page_of(&app, &session).await.map_err(Problem::from)?;
    Ok(Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, page)
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::REFERRER_POLICY, "no-referrer")
        .finish())
}
