//! For whoever runs the server: alive, ready, and how it is doing.

use std::sync::atomic::Ordering;

use poem::http::{StatusCode, header};
use poem::web::Data;
use poem::{IntoResponse, Request, Response, handler};

use crate::app::Shared;
use crate::db::{self, Conn};
use crate::http::client_ip::ClientIp;
use crate::problem::{Code, Problem};
use crate::site::pages::Pages;
use crate::site::pages::render::Counts;

/// `GET /healthz`: the program runs.
#[handler]
pub fn alive() -> &'static str {
    "ok"
}

/// `GET /readyz`: the database answers and is migrated.
#[handler]
pub async fn ready(Data(app): Data<&Shared>) -> Response {
    let answers =
        app.db.read(|conn| Ok::<i64, db::Error>(conn.query_row("SELECT count(*) FROM settings", [], |r| r.get(0))?));
    match answers.await {
        Ok(_) => "ready".into_response(),
        Err(error) => Problem::from(error).into_response().with_status(StatusCode::SERVICE_UNAVAILABLE).into_response(),
    }
}

/// `GET /metrics`: for this machine only. What comes through a proxy on this machine comes from elsewhere, also when
/// the proxy is not among those we trust.
#[handler]
pub async fn metrics(Data(app): Data<&Shared>, Data(pages): Data<&Pages>, request: &Request) -> Response {
    let forwarded =
        ["x-forwarded-for", "forwarded", "x-real-ip"].iter().any(|name| request.headers().contains_key(*name));
    let local = request.data::<ClientIp>().is_some_and(|ip| ip.0.is_loopback());
    if forwarded || !local {
        return Problem::new(Code::Forbidden).into_response();
    }
    let Counts { drawn, empty } = pages.counts();
    let counters = [
        ("manetes_pages_drawn_total", drawn.load(Ordering::Relaxed)),
        ("manetes_pages_empty_total", empty.load(Ordering::Relaxed)),
    ];
    match app.db.read(gauges).await {
        Ok(gauges) => Response::builder()
            .header(header::CONTENT_TYPE, "text/plain; version=0.0.4")
            .body(app.metrics.render(&counters, &gauges)),
        Err(error) => Problem::from(error).into_response(),
    }
}

fn gauges(conn: &Conn) -> db::Result<Vec<(&'static str, i64)>> {
    [
        ("manetes_mails_queued", "SELECT count(*) FROM outbox WHERE state = 'queued'"),
        ("manetes_mails_dead", "SELECT count(*) FROM outbox WHERE state = 'dead'"),
        ("manetes_orders_pending", "SELECT count(*) FROM orders WHERE status = 'pending'"),
        ("manetes_orders_attention", "SELECT count(*) FROM orders WHERE attention IS NOT NULL"),
        ("manetes_refunds_queued", "SELECT count(*) FROM refunds WHERE state = 'queued'"),
    ]
    .into_iter()
    .map(|(name, sql)| Ok((name, conn.query_row(sql, [], |row| row.get(0))?)))
    .collect()
}
