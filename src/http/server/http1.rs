//! HTTP/1.1: one request at a time.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hyper::body::{Body, Incoming};
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use poem::{Endpoint, Response};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

use super::bounds::Bounds;
use super::converse::Visit;
use super::stream::{Announced, Stream};

/// Bytes of a request's head, at most.
const HEAD_CAP: usize = 64 * 1024;

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
    let (announced, ending) = (Announced::default(), Arc::new(AtomicBool::new(false)));
    let (stream, comes_back) = Stream::of_heads(stream, said, announced.clone(), bounds.unread);
    let is_last = Arc::clone(&ending);
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let length = request.body().size_hint().exact();
        announced.body(length);
        // Where a body ends that does not say so beforehand is not known here.
        let answer = answer(Arc::clone(site), visit.request(request), length.is_none(), Arc::clone(&is_last));
        Box::pin(async { Ok::<_, Infallible>(hyper::Response::from(answer.await)) })
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.head)
        .max_buf_size(HEAD_CAP)
        .serve_connection(TokioIo::new(stream), service);
    let ended = tokio::select! {
        // First of all what was said is read: asked to stop before that, the connection would close without an answer.
        biased;
        _ = poll_fn(|cx| connection.poll_without_shutdown(cx)) => true,
        // The sender is dropped when the server stops; nothing is ever sent.
        _ = open.changed() => false,
        () = tokio::time::sleep(bounds.life) => false,
    };
    if !ended {
        // The next answer says that it is the last. Only who asks nothing finds the connection closed.
        ending.store(true, Ordering::Relaxed);
        let asked = tokio::time::timeout(bounds.parting, poll_fn(|cx| connection.poll_without_shutdown(cx))).await;
        if asked.is_err() {
            Pin::new(&mut connection).graceful_shutdown();
            let last = poll_fn(|cx| connection.poll_without_shutdown(cx));
            drop(tokio::time::timeout(bounds.last_answer, last).await);
        }
    }
    // A client that breaks off or talks nonsense is no fault of ours.
    drop(connection);
    comes_back.await.ok()
}

/// The answer to one request, which says so when it is the connection's last.
async fn answer<E: Endpoint<Output = Response>>(
    site: Arc<E>,
    request: poem::Request,
    closes: bool,
    is_last: Arc<AtomicBool>,
) -> Response {
    let mut answer = site.get_response(request).await;
    if closes || is_last.load(Ordering::Relaxed) {
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    answer
}
