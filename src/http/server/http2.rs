//! HTTP/2: many requests at a time, within bounds (decision 41).

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;

use hyper::Method;
use hyper::body::{Body, Incoming};
use hyper::header::{COOKIE, HeaderMap, HeaderValue};
use hyper::server::conn::http2::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use poem::{Endpoint, Response};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::time::timeout;

use super::bounds::Bounds;
use super::converse::Visit;
use super::exchanges::Exchanges;
use super::stream::{Allowance, Stream};

/// Requests at a time.
const STREAMS: u32 = 100;
/// Bytes of a request's head, at most; ten times what a browser sends.
const HEAD_CAP: u32 = 16 * 1024;
/// Bytes of one request's body, and of all of a connection's, that come before somebody reads them.
pub(super) const BODY_AHEAD: u32 = 64 * 1024;
pub(super) const BODIES_AHEAD: u32 = 256 * 1024;
/// Bytes of an answer that wait for the other end to read.
const ANSWER_AHEAD: usize = 64 * 1024;
/// Requests that were taken back before they were looked at, and requests that were no requests.
const TAKEN_BACK_UNSEEN: usize = 20;
const WRONG: usize = 100;

fn rules() -> Builder<TokioExecutor> {
    let mut rules = Builder::new(TokioExecutor::new());
    rules
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(HEAD_CAP)
        .initial_stream_window_size(BODY_AHEAD)
        .initial_connection_window_size(BODIES_AHEAD)
        .max_send_buf_size(ANSWER_AHEAD)
        .max_pending_accept_reset_streams(TAKEN_BACK_UNSEEN)
        .max_local_error_reset_streams(WRONG);
    rules
}

/// Answers the requests of a connection on which `said` was read, until it is to end; it comes back.
pub(super) async fn talk<S, E>(
    stream: S,
    said: Vec<u8>,
    visit: &Visit,
    site: &Arc<E>,
    bounds: &Bounds,
    open: &mut watch::Receiver<()>,
) -> Option<S>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    E: Endpoint<Output = Response> + 'static,
{
    let allowance = Allowance::default();
    let exchanges = Exchanges::new(allowance.clone());
    let (stream, comes_back) = Stream::of_frames(stream, said, allowance.clone(), bounds.unread);
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        let exchange = exchanges.begin(!request.body().is_end_stream());
        join_cookies(request.headers_mut());
        let is_head = request.method() == Method::HEAD;
        let (site, request) = (Arc::clone(site), visit.request(request));
        Box::pin(async move {
            let answer = hyper::Response::from(site.get_response(request).await);
            Ok::<_, Infallible>(answer.map(|body| exchange.answer(body, is_head)))
        })
    });
    let mut connection = rules().serve_connection(TokioIo::new(stream), service);
    let ended = tokio::select! {
        biased;
        _ = &mut connection => true,
        // The sender is dropped when the server stops; nothing is ever sent.
        _ = open.changed() => false,
        () = tokio::time::sleep(bounds.life) => false,
        () = exchanges.quiet_for(bounds.idle) => false,
        // Nobody is told: they do not read.
        () = exchanges.unread_for(bounds.unread) => true,
    };
    if !ended {
        // The other end is told that no further request is taken (GOAWAY), once those on their way have arrived.
        Pin::new(&mut connection).graceful_shutdown();
        // Who does not answer that, such as a telephone that sleeps, and asks nothing, is not waited for.
        let last = async { while timeout(bounds.parting, &mut connection).await.is_err() && !exchanges.is_quiet() {} };
        drop(timeout(bounds.last_answer, last).await);
    }
    drop(connection);
    // Who says much and asks nothing is not heard out.
    comes_back.await.ok().filter(|_| !allowance.is_spent())
}

/// A cookie may come as a header of its own (RFC 9113, 8.2.3); whoever reads them expects one.
fn join_cookies(headers: &mut HeaderMap) {
    let mut all = headers.get_all(COOKIE).iter();
    if let (Some(first), Some(second)) = (all.next(), all.next()) {
        let rest = all.map(HeaderValue::as_bytes);
        let joined = [first.as_bytes(), second.as_bytes()].into_iter().chain(rest).collect::<Vec<_>>().join(&b"; "[..]);
        if let Ok(joined) = HeaderValue::from_bytes(&joined) {
            headers.insert(COOKIE, joined);
        }
    }
}
