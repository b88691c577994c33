//! For whoever runs the server: alive and ready.

use poem::error::MethodNotAllowedError;
use poem::http::StatusCode;
use poem::web::Data;
use poem::{IntoResponse, Response, handler};

use crate::app::{App, Shared};
use crate::clock::Timestamp;
use crate::problem::Problem;
use crate::settings::Settings;

/// The header by which `manetes check` knows whether a name leads to this shop.
pub const MARK: &str = "x-manetes-shop";

/// Where it is asked whether the program runs.
pub(super) const ALIVE: &str = "/healthz";

/// `GET /healthz`: the program runs.
///
/// # Errors
/// Something else is asked than to read.
pub(super) fn alive(app: &App, is_read: bool) -> poem::Result<Response> {
    if !is_read {
        return Err(MethodNotAllowedError.into());
    }
    Ok("ok".with_header(MARK, app.secrets.mark()).into_response())
}

/// `GET /readyz`: the database answers, is migrated, stands where it stood and takes what is written. A shop whose mails do
/// not go out still serves, so what else is wrong only changes the words. A standby is ready when it can be read, and says
/// how old that is.
#[handler]
pub async fn ready(Data(app): Data<&Shared>) -> Response {
    let now = app.clock.now();
    let age = app.db.came_at().map(|came_at| age_seconds(came_at, now));
    let works = async {
        if age.is_none() {
            app.db.is_writable().await?;
        }
        app.db.read(Settings::load).await
    };
    let troubles: Vec<_> = app.health.troubles(now).into_iter().map(|trouble| trouble.name).collect();
    let troubles = troubles.join(", ");
    match (works.await, age) {
        (Ok(_), None) if troubles.is_empty() => "ready".into_response(),
        (Ok(_), None) => format!("degraded: {troubles}").into_response(),
        (Ok(_), Some(age)) if troubles.is_empty() => format!("standby: its data is {age} s old").into_response(),
        (Ok(_), Some(age)) => format!("standby: its data is {age} s old; degraded: {troubles}").into_response(),
        (Err(error), _) => {
            Problem::from(error).into_response().with_status(StatusCode::SERVICE_UNAVAILABLE).into_response()
        }
    }
}

/// How old what came last is.
pub(super) fn age_seconds(came_at: Timestamp, now: Timestamp) -> i64 {
    (now.seconds() - came_at.seconds()).max(0)
}
