//! `GET /metrics`: how the shop is, for Prometheus.

use std::sync::atomic::Ordering;

use poem::http::header;
use poem::web::Data;
use poem::{IntoResponse, Request, Response, handler};

use super::late::Late;
use super::routes::Routes;
use crate::app::{App, Shared};
use crate::clock::Timestamp;
use crate::config::{self, BaseUrl};
use crate::db::Conn;
use crate::limits::client_ip::peer;
use crate::limits::proxies::speaks_for_others;
use crate::metrics::{Kind, Text, write_program};
use crate::problem::{Code, Problem};
use crate::secrets::sha256;
use crate::site::pages::Pages;
use crate::{desk, files, logging};

/// With which a sign-in that failed is answered.
const LOGIN_FAILURES: [Code; 3] = [Code::InvalidCredentials, Code::MfaVerificationFailed, Code::PasskeyRefused];

/// For whoever has the token, and for this machine where nobody else can look as if they were on it.
#[handler]
pub async fn metrics(
    Data(app): Data<&Shared>,
    Data(pages): Data<&Pages>,
    Data(routes): Data<&Late<Routes>>,
    request: &Request,
) -> Response {
    if !has_token(&app.config, request) && !is_from_here(&app.config, request) {
        return Problem::new(Code::Forbidden)
            .detail("asked for with the token of MANETES_METRICS_TOKEN, or on this machine where no proxy is in use")
            .into_response();
    }
    let now = app.clock.now();
    let shop = move |conn: &Conn| desk::gauges(conn, now);
    let shop = match app.db.read(shop).await {
        Ok(shop) => shop,
        Err(error) => return Problem::from(error).into_response(),
    };
    let mut text = Text::default();
    write_program(&mut text, app.started.seconds());
    routes.get().await.write(&mut text);
    write_answers(&mut text, app);
    write_pages(&mut text, pages);
    write_data(&mut text, app);
    for family in shop {
        text.family(family.name, Kind::Gauge, family.help);
        for (labels, value) in family.samples {
            let labels: Vec<_> = labels.iter().map(|(name, value)| (*name, value.as_str())).collect();
            text.sample(family.name, &labels, value);
        }
    }
    write_standby(&mut text, app, now);
    if let Some(certificates) = &app.certificates {
        let left = certificates.seconds_left(now);
        text.gauge("manetes_certificate_expires_seconds", "How long the certificate still counts.", left);
    }
    app.health.write(&mut text, now);
    Response::builder().header(header::CONTENT_TYPE, "text/plain; version=0.0.4").body(text.into_string())
}

fn write_answers(text: &mut Text, app: &App) {
    let problems = app.metrics.problems();
    let failures: u64 = LOGIN_FAILURES.iter().filter_map(|code| problems.get(code.as_str())).sum();
    text.counter("manetes_login_failures_total", "Passwords, second factors and passkeys that were wrong.", failures);
    text.family("manetes_problems_total", Kind::Counter, "Requests answered with a problem, by its code.");
    for (code, count) in problems {
        text.sample("manetes_problems_total", &[("code", code)], count);
    }
    text.counter("manetes_log_lines_lost_total", "Lines of the log that nobody took in time.", logging::lost());
}

fn write_pages(text: &mut Text, pages: &Pages) {
    let (drawing, kept) = pages.counts();
    let count = |count: &std::sync::atomic::AtomicU64| count.load(Ordering::Relaxed);
    text.counter("manetes_pages_drawn_total", "Pages drawn.", count(&drawing.drawn));
    text.counter(
        "manetes_pages_empty_total",
        "Pages that could not be drawn, and were left to the browser.",
        count(&drawing.empty),
    );
    text.family("manetes_page_render_seconds", Kind::Histogram, "How long drawing a page took, its turn included.");
    drawing.took.write(text, "manetes_page_render_seconds", &[]);
    text.counter("manetes_page_cache_hits_total", "Pages asked for and kept.", kept.hits);
    text.counter("manetes_page_cache_misses_total", "Pages asked for and made, or waited for.", kept.misses);
    text.gauge("manetes_page_cache_bytes", "What the kept pages take.", kept.bytes);
}

fn write_data(text: &mut Text, app: &App) {
    text.family(
        "manetes_db_commit_seconds",
        Kind::Histogram,
        "How long a commit took, with all that was written in it.",
    );
    if let Some(commits) = app.db.commits() {
        commits.write(text, "manetes_db_commit_seconds", &[]);
    }
    let [file, log] = app.db.bytes();
    text.gauge("manetes_db_bytes", "The database's file.", file);
    text.gauge("manetes_db_wal_bytes", "The log of writes beside it.", log);
    if let Ok(free) = files::free_bytes(&app.data_dir) {
        text.gauge("manetes_disk_free_bytes", "What is free on the disk of the data directory.", free);
    }
}

fn write_standby(text: &mut Text, app: &App, now: Timestamp) {
    let came_at = app.db.came_at();
    text.gauge("manetes_standby", "Whether this is a standby.", u8::from(came_at.is_some()));
    text.family("manetes_standby_data_age_seconds", Kind::Gauge, "How old a standby's data is.");
    if let Some(came_at) = came_at {
        text.sample("manetes_standby_data_age_seconds", &[], super::health::age_seconds(came_at, now));
    }
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
    let forwarded = speaks_for_others(request);
    let named_here = request
        .header(header::HOST)
        .is_some_and(|host| BaseUrl::parse(&format!("http://{host}")).is_ok_and(|url| url.is_loopback()));
    !proxied && !forwarded && named_here && peer(request).is_loopback()
}
