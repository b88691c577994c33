//! For whoever runs the server: alive, ready, and how it is doing.

use std::sync::atomic::Ordering;

use poem::http::{StatusCode, header};
use poem::web::Data;
use poem::{IntoResponse, Request, Response, handler};

use crate::app::Shared;
use crate::clock::Timestamp;
use crate::config::{self, BaseUrl};
use crate::desk;
use crate::limits::client_ip::peer;
use crate::limits::proxies::FORWARDED;
use crate::problem::{Code, Problem};
use crate::secrets::sha256;
use crate::settings::Settings;
use crate::site::pages::Pages;
use crate::site::pages::render::Counts;

/// The header by which `manetes check` knows whether a name leads to this shop.
pub const MARK: &str = "x-manetes-shop";

/// `GET /healthz`: the program runs.
#[handler]
pub fn alive(Data(app): Data<&Shared>) -> Response {
    "ok".with_header(MARK, app.secrets.mark()).into_response()
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

/// `GET /metrics`: for whoever has the token, and for this machine where nobody else can look as if they were on it.
#[handler]
pub async fn metrics(Data(app): Data<&Shared>, Data(pages): Data<&Pages>, request: &Request) -> Response {
    if !has_token(&app.config, request) && !is_from_here(&app.config, request) {
        return Problem::new(Code::Forbidden)
            .detail("asked for with the token of MANETES_METRICS_TOKEN, or on this machine where no proxy is in use")
            .into_response();
    }
    let Counts { drawn, empty } = pages.counts();
    let counters = [
        ("manetes_pages_drawn_total", drawn.load(Ordering::Relaxed)),
        ("manetes_pages_empty_total", empty.load(Ordering::Relaxed)),
    ];
    let came_at = app.db.came_at();
    let standby = [
        Some(("manetes_standby", i64::from(came_at.is_some()))),
        came_at.map(|came_at| ("manetes_standby_data_age_seconds", age_seconds(came_at, app.clock.now()))),
    ];
    let gauges = app
        .db
        .read(desk::gauges)
        .await
        .map(|gauges| gauges.into_iter().chain(standby.into_iter().flatten()).collect::<Vec<_>>());
    match gauges {
        Ok(gauges) => Response::builder()
            .header(header::CONTENT_TYPE, "text/plain; version=0.0.4")
            .body(app.metrics.render(&counters, &gauges) + &app.health.metrics(app.clock.now())),
        Err(error) => Problem::from(error).into_response(),
    }
}

/// How old what came last is.
fn age_seconds(came_at: Timestamp, now: Timestamp) -> i64 {
    (now.seconds() - came_at.seconds()).max(0)
}

fn has_token(config: &config::Serve, request: &Request) -> bool {
    let given = request.header(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    match (&config.metrics_token, given) {
        // Of hashes, so that the time it takes tells nothing.
        (Some(token), Some(given)) => sha256(token.expose().as_bytes()) == sha256(given.as_bytes()),
        (Some(_) | None, _) => false,
    }
}

/// A proxy that says nothing of those it asks for looks like this machine, to the last byte of a request. So this
/// machine is believed only where no proxy is in use.
fn is_from_here(config: &config::Serve, request: &Request) -> bool {
    let proxied = !config.base_url.is_loopback() || !config.trusted_proxies.is_empty();
    let forwarded = FORWARDED.iter().any(|name| request.headers().contains_key(*name));
    let named_here = request
        .header(header::HOST)
        .is_some_and(|host| BaseUrl::parse(&format!("http://{host}")).is_ok_and(|url| url.is_loopback()));
    !proxied && !forwarded && named_here && peer(request).is_loopback()
}
