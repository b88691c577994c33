//! The gate: what every request passes before a handler sees it, in this order.
//!
//! 1. A known `Host`, else 421: no name an attacker points at this address is served. Another name of the shop's leads to
//!    its address, and what providers tell is taken under it.
//! 2. Rate limit per client.
//! 3. Same origin for everything that may change state, webhooks excepted: they carry a signature and no cookie counts.
//! 4. On a standby, only what is public. A bounded body that arrives in time. Who sends a page's form gets that page, also
//!    when it does not.
//! 5. The handler, within a deadline, its panics caught.
//! 6. Our error shape and our headers on every answer; nobody keeps an answer of the API that does not say it may be
//!    kept. Each request is counted, and told in one line under an id that goes along with all that is done for it.

use std::borrow::Cow;
use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use ipnet::IpNet;
use poem::http::uri::{Authority, Uri};
use poem::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use poem::{Body, Endpoint, IntoResponse, Request, Response};
use tokio::io::AsyncReadExt;

use super::late::Late;
use super::routes::Routes;
use super::{errors, headers, names};
use crate::app::{App, Shared};
use crate::catalogue::import::MAX_BYTES as PRODUCTS_BYTES;
use crate::config::BaseUrl;
use crate::db;
use crate::limits::Action;
use crate::limits::client_ip::{ClientIp, client_ip, is_brought};
use crate::limits::proxies::WATCHED;
use crate::logging::ACCESS;
use crate::pictures::documents::MAX_BYTES as DOCUMENT_BYTES;
use crate::pictures::raster::MAX_BYTES;
use crate::problem::{Code, Problem};
use crate::site::forms::{self, NotTakenIn};
use crate::site::pages::routes::QUOTE;
use crate::trace::{self, RequestId};
use crate::uploads::{Sender, Spooled};

/// Everything but files fits easily.
const BODY_CAP: usize = 256 * 1024;
/// Where files are sent to, a folder with a slash at its end, and how large they may be.
const FILES: [(&str, usize); 7] = [
    (PHOTOS, MAX_BYTES),
    // All of a request's at once, with the rest of its form.
    (QUOTE, MAX_BYTES),
    ("/api/admin/pictures", MAX_BYTES),
    ("/api/admin/site-pictures/", MAX_BYTES),
    ("/api/admin/documents", DOCUMENT_BYTES),
    ("/api/admin/inbox/files", MAX_BYTES),
    ("/api/admin/products/import", PRODUCTS_BYTES),
];
/// Where anybody sends photos to.
const PHOTOS: &str = "/api/functions/quote-photos";
/// What of the API everybody may read; a folder with a slash at its end.
const PUBLIC: [&str; 7] = [
    "/api/store/",
    "/api/comments",
    "/api/site",
    "/api/site/proof",
    "/api/site/texts",
    "/api/openapi.json",
    "/api/docs",
];
/// Pages of payments, and those that hold something of their reader's.
const PERSONAL: [&str; 5] = ["/pay/", "/sandbox/", "/stripe/", "/redsys/", "/rate/"];
/// What is let pass of a form that is too large: some photos as telephones take them.
const DRAIN_CAP: usize = 64 * 1024 * 1024;
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const BODY_DEADLINE: Duration = Duration::from_secs(30);
const HANDLER_DEADLINE: Duration = Duration::from_secs(20);

/// Lets requests pass to `next`, counts them and tells of them; never fails.
pub(super) struct Gate<E> {
    pub(super) app: Shared,
    pub(super) routes: Late<Routes>,
    pub(super) next: E,
}

impl<E: Endpoint<Output = Response>> Endpoint for Gate<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let Self { app, routes, next } = self;
        let (started, id) = (Instant::now(), request_id(&request, &app.config.trusted_proxies));
        let (method, uri) = (request.method().clone(), request.uri().clone());
        // Awaited where it is made: kept under a name it would take its room twice.
        let response = trace::on(Some(id), async {
            let mut response = answer(app, next, &uri, request).await;
            if let Ok(value) = HeaderValue::from_str(id.as_str()) {
                response.headers_mut().insert(REQUEST_ID, value);
            }
            let routes = routes.get().await;
            let (took, route, status) = (started.elapsed(), routes.find(uri.path()), response.status());
            let problem = response.data::<Code>().map(|code| code.as_str());
            routes.observe(route, &method, status, took);
            app.metrics.answer(problem);
            tell(uri.path(), || routes.shown(route, uri.path()), &method, status, took, problem);
            response
        })
        .await;
        Ok(response)
    }
}

/// One line. No query, and of the path nothing that somebody typed: either may hold what only its owner should see. What
/// programs ask again and again that watch is told to whoever wants to know more.
fn tell<'a>(
    path: &str,
    shown: impl Fn() -> Cow<'a, str>,
    method: &Method,
    status: StatusCode,
    took: Duration,
    problem: Option<&str>,
) {
    let (method, ms, code) = (method.as_str(), u64::try_from(took.as_millis()).unwrap_or(u64::MAX), status.as_u16());
    if status.is_success() && WATCHED.contains(&path) {
        tracing::debug!(target: ACCESS, method, path, status = code, ms);
    } else {
        tracing::info!(target: ACCESS, method, path = &*shown(), status = code, ms, problem);
    }
}

/// What a proxy that is trusted calls the request; else a name of our own.
fn request_id(request: &Request, trusted: &[IpNet]) -> RequestId {
    let given = is_brought(request, trusted).then(|| request.header(REQUEST_ID)).flatten();
    given.and_then(RequestId::parse).unwrap_or_default()
}

async fn answer(app: &App, next: &impl Endpoint<Output = Response>, uri: &Uri, mut request: Request) -> Response {
    let ip = client_ip(&request, &app.config.trusted_proxies);
    app.proxies.notice(&request, ip, &app.config);
    request.set_data(ip);
    // On the heap: each of what it is handed through would make room for it again.
    let answer = Box::pin(async {
        if let Some(moved) = names::leads_elsewhere(&request, &app.config) {
            return moved;
        }
        if let Err(problem) = admit(app, ip, &request) {
            return problem.into_response();
        }
        match take_in(app, ip, &mut request).await {
            Ok(()) => handle(next, request).await,
            // Whoever sent a page's form is answered with that page.
            Err(problem) if forms::PATHS.contains(&uri.path()) => {
                Box::pin(drain(request.take_body())).await;
                request.set_data(NotTakenIn(problem));
                handle(next, request).await
            }
            Err(problem) => problem.into_response(),
        }
    });
    let mut response = app.limits.answer(answer).await;
    headers::secure(&mut response, &app.config);
    if uri.path().starts_with("/api/") {
        headers::keep_nowhere(&mut response);
    }
    response
}

fn admit(app: &App, ip: ClientIp, request: &Request) -> Result<(), Problem> {
    let (path, is_webhook) = (request.uri().path(), names::is_told(request));
    if !is_for_us(request, |name| {
        host_is_ours(name, &app.config.base_url) || (is_webhook && app.config.is_other_name(name))
    }) {
        return Err(Problem::new(Code::MisdirectedRequest));
    }
    if is_webhook {
        app.limits.check_from(ip.0, Action::Webhook)?;
    } else if !["/assets/", "/media/", "/pictures/"].iter().any(|folder| path.starts_with(folder)) {
        app.limits.check_from(ip.0, Action::Request)?;
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) && !is_webhook {
        same_origin(request, &app.config.base_url)?;
    }
    Ok(())
}

/// What a standby lets pass: the pages and what stands in them. Nothing personal, for it may be minutes old. A page's form
/// is read, so that what was typed comes back with the page; nothing of it can be written.
fn passes_a_standby(request: &Request) -> bool {
    let path = request.uri().path();
    let is_public =
        |path: &str| PUBLIC.iter().any(|place| path == *place || (place.ends_with('/') && path.starts_with(place)));
    match *request.method() {
        Method::GET | Method::HEAD | Method::OPTIONS => {
            (!path.starts_with("/api/") || is_public(path)) && !PERSONAL.iter().any(|at| path.starts_with(at))
        }
        _ => forms::PATHS.contains(&path) && !is_of_files(request),
    }
}

/// Whether a form brings files.
fn is_of_files(request: &Request) -> bool {
    request.content_type().is_some_and(|kind| kind.starts_with("multipart/"))
}

/// Reads the body, of files only as far as there is a place for them.
async fn take_in(app: &App, ip: ClientIp, request: &mut Request) -> Result<(), Problem> {
    if app.db.came_at().is_some() && !passes_a_standby(request) {
        return Err(db::Error::Standby.into());
    }
    let path = request.uri().path();
    let takes = |place: &str| path == place || (place.ends_with('/') && path.starts_with(place));
    let Some((path, cap)) = FILES.into_iter().find(|(place, _)| takes(place)) else {
        return read_body(request, BODY_CAP).await;
    };
    if path == QUOTE && !is_of_files(request) {
        return read_body(request, BODY_CAP).await;
    }
    let sender = if path == PHOTOS || path == QUOTE {
        app.limits.check_ip(request, Action::Photo)?;
        Sender::Visitor(ip.0)
    } else {
        // A file is only read for somebody who may send it.
        app.sessions().admit_admin(request).await?;
        Sender::Administrator
    };
    Box::pin(read_file(app, request, cap, sender)).await
}

/// Reads a file, which takes a place in memory once it has come.
async fn read_file(app: &App, request: &mut Request, cap: usize, sender: Sender) -> Result<(), Problem> {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(());
    }
    is_announced_to_fit(request, cap)?;
    let upload = app.uploads.begin(sender)?;
    let spooling = Spooled::take(request.take_body(), cap, &app.data_dir);
    let spooled = match tokio::time::timeout(BODY_DEADLINE, spooling).await {
        Ok(Ok(spooled)) => spooled.ok_or_else(|| Problem::new(Code::PayloadTooLarge))?,
        Ok(Err(error)) => return Err(unread(&error)),
        Err(_elapsed) => return Err(Problem::new(Code::BodyTooSlow)),
    };
    let place = app.uploads.place(&upload).await?;
    request.set_body(Body::from_bytes(spooled.read().await.map_err(|error| Problem::internal(&error))?.into()));
    // Both are given back with the request, once it has been answered.
    request.set_data(Arc::new((upload, place)));
    Ok(())
}

/// The disk's fault, or of whoever stopped sending or sends too slowly.
fn unread(error: &io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            tracing::error!(%error, "a file was refused");
            Problem::new(Code::StorageFull)
        }
        io::ErrorKind::TimedOut => Problem::new(Code::BodyTooSlow),
        _ => Problem::new(Code::BadRequest).detail("the body could not be read"),
    }
}

fn is_announced_to_fit(request: &Request, cap: usize) -> Result<(), Problem> {
    let announced = request.header(header::CONTENT_LENGTH).and_then(|n| n.parse::<usize>().ok());
    if announced.is_some_and(|n| n > cap) { Err(Problem::new(Code::PayloadTooLarge)) } else { Ok(()) }
}

async fn handle(next: &impl Endpoint<Output = Response>, request: Request) -> Response {
    match tokio::time::timeout(HANDLER_DEADLINE, AssertUnwindSafe(next.call(request)).catch_unwind()).await {
        Ok(Ok(Ok(answer))) => answer,
        Ok(Ok(Err(error))) => errors::answer(error),
        // The panic's own text went to the log when it happened.
        Ok(Err(_panic)) => Problem::new(Code::Internal).into_response(),
        Err(_elapsed) => Problem::new(Code::RequestTimeout).retry_after(5).into_response(),
    }
}

/// Fetch metadata first; browsers that do not send it send `Origin`; programs send neither and carry no cookie.
fn same_origin(request: &Request, base_url: &BaseUrl) -> Result<(), Problem> {
    let refuse = || Err(Problem::new(Code::CrossSiteRequest));
    match (request.header("sec-fetch-site"), request.header(header::ORIGIN)) {
        (Some("same-origin"), _) => Ok(()),
        // A server-side program whose fetch implementation sends the header without a page behind it.
        (Some(_), None) if request.header(header::COOKIE).is_none() => Ok(()),
        (Some(_), _) => refuse(),
        (None, Some(origin)) if base_url.owns(origin) => Ok(()),
        (None, Some(_)) => refuse(),
        (None, None) if request.header(header::COOKIE).is_some() => refuse(),
        (None, None) => Ok(()),
    }
}

/// A request may say twice where it is going, in its first line and in `Host`; every name must be ours.
fn is_for_us(request: &Request, is_ours: impl Fn(&str) -> bool) -> bool {
    let headers = request.headers().get_all(header::HOST).into_iter().map(|value| value.to_str().unwrap_or_default());
    let mut names = headers.chain(request.uri().authority().map(Authority::as_str)).peekable();
    names.peek().is_some() && names.all(is_ours)
}

fn host_is_ours(host: &str, base_url: &BaseUrl) -> bool {
    host.eq_ignore_ascii_case(base_url.host())
        || BaseUrl::parse(&format!("http://{host}")).is_ok_and(|url| url.is_loopback())
}

/// Lets the rest of a body arrive and forgets it: a browser that is still sending reads no answer.
async fn drain(body: Body) {
    let mut rest = body.into_async_read();
    let arriving = async {
        let (mut buffer, mut left) = (vec![0; 16 * 1024], DRAIN_CAP);
        while let Ok(read @ 1..) = rest.read(&mut buffer).await {
            left = left.saturating_sub(read);
            if left == 0 {
                return;
            }
        }
    };
    drop(tokio::time::timeout(BODY_DEADLINE, arriving).await);
}

/// Reads the body before the handler, so that nothing behind can wait for it or take more than the cap.
async fn read_body(request: &mut Request, cap: usize) -> Result<(), Problem> {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(());
    }
    is_announced_to_fit(request, cap)?;
    let reading = request.take_body().into_bytes_limit(cap);
    match tokio::time::timeout(BODY_DEADLINE, reading).await {
        Ok(Ok(bytes)) => {
            request.set_body(Body::from_bytes(bytes));
            Ok(())
        }
        Ok(Err(poem::error::ReadBodyError::PayloadTooLarge)) => Err(Problem::new(Code::PayloadTooLarge)),
        Ok(Err(_)) => Err(Problem::new(Code::BadRequest).detail("the body could not be read")),
        Err(_elapsed) => Err(Problem::new(Code::BodyTooSlow)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_too_slowly_is_its_senders_fault_and_counts_as_a_try() {
        let problem = unread(&io::Error::from(io::ErrorKind::TimedOut));
        assert_eq!(problem.into_response().status(), StatusCode::REQUEST_TIMEOUT);
    }
}
