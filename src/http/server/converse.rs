//! One connection, from its first byte to its end.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;

use hyper::body::Incoming;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Endpoint, Response};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use super::bounds::Bounds;
use super::{http1, http2};

/// Bytes of answers the system keeps for a connection beyond those on their way: who reads nothing fills no memory.
const UNSENT: u32 = 256 * 1024;
/// What HTTP/2 begins with (RFC 9113, 3.4), and no request of HTTP/1.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Who is at the two ends.
#[derive(Clone)]
pub(super) struct Visit {
    local: SocketAddr,
    remote: SocketAddr,
    scheme: Scheme,
}

impl Visit {
    /// A request as the site is given it.
    pub(super) fn request(&self, request: hyper::Request<Incoming>) -> poem::Request {
        let (local, remote) = (LocalAddr(self.local.into()), RemoteAddr(self.remote.into()));
        poem::Request::from((request, local, remote, self.scheme.clone()))
    }
}

/// Answers the requests of one connection.
pub(super) async fn converse<E>(
    stream: TcpStream,
    remote: SocketAddr,
    https: Option<TlsAcceptor>,
    site: Arc<E>,
    bounds: &Bounds,
    mut open: watch::Receiver<()>,
) where
    E: Endpoint<Output = Response> + 'static,
{
    let Ok(local) = stream.local_addr() else { return };
    prepare(&stream, bounds);
    if !speaks(&stream, bounds, &mut open).await {
        return part(stream, bounds).await;
    }
    let talk = Talk { visit: Visit { local, remote, scheme: Scheme::HTTP }, site, bounds, open };
    match https {
        Some(acceptor) => talk.over_tls(stream, &acceptor).await,
        None => talk.in_the_clear(stream).await,
    }
}

/// What a connection is about.
struct Talk<'a, E> {
    visit: Visit,
    site: Arc<E>,
    bounds: &'a Bounds,
    open: watch::Receiver<()>,
}

impl<E: Endpoint<Output = Response> + 'static> Talk<'_, E> {
    async fn in_the_clear(self, mut stream: TcpStream) {
        match timeout(self.bounds.head, opening(&mut stream)).await {
            Ok(Ok(said)) => {
                let is_http2 = said == PREFACE;
                self.go_on(stream, said, is_http2).await;
            }
            Ok(Err(_)) | Err(_) => part(stream, self.bounds).await,
        }
    }

    async fn over_tls(mut self, stream: TcpStream, acceptor: &TlsAcceptor) {
        let mut shake = pin!(acceptor.accept(stream).into_fallible());
        let shaken = tokio::select! {
            shaken = timeout(self.bounds.handshake, &mut shake) => shaken,
            // The sender is dropped when the server stops; nothing is ever sent.
            _ = self.open.changed() => timeout(4 * self.bounds.parting, &mut shake).await,
        };
        match shaken {
            Ok(Ok(stream)) => {
                let is_http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
                self.visit.scheme = Scheme::HTTPS;
                self.go_on(stream, Vec::new(), is_http2).await;
            }
            // The other end hears why.
            Ok(Err((_, stream))) => part(stream, self.bounds).await,
            Err(_elapsed) => {}
        }
    }

    async fn go_on<S>(mut self, stream: S, said: Vec<u8>, is_http2: bool)
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let Self { visit, site, bounds, open } = &mut self;
        let left = if is_http2 {
            http2::talk(stream, said, visit, site, bounds, open).await
        } else {
            http1::talk(stream, said, visit, site, bounds, open).await
        };
        if let Some(stream) = left {
            part(stream, bounds).await;
        }
    }
}

/// An answer is written at once, for holding its end back for more would only delay it; and who reads nothing of it, in
/// the program's memory or the system's, is let go.
fn prepare(stream: &TcpStream, bounds: &Bounds) {
    let socket = SockRef::from(stream);
    let done = [
        socket.set_tcp_nodelay(true),
        socket.set_tcp_notsent_lowat(UNSENT),
        socket.set_tcp_user_timeout(Some(bounds.unread)),
    ];
    if let Some(error) = done.into_iter().find_map(Result::err) {
        tracing::debug!(%error, "a connection goes on with the system's settings");
    }
}

/// Whether something is said in time. When the server stops, only what is on its way is still waited for.
async fn speaks(stream: &TcpStream, bounds: &Bounds, open: &mut watch::Receiver<()>) -> bool {
    let said = tokio::select! {
        said = timeout(bounds.head, stream.readable()) => said,
        _ = open.changed() => timeout(bounds.parting, stream.readable()).await,
    };
    matches!(said, Ok(Ok(())))
}

/// What is said first, as far as it may be what HTTP/2 begins with.
async fn opening(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let mut said = Vec::with_capacity(PREFACE.len());
    while said.len() < PREFACE.len() && PREFACE.starts_with(&said) {
        if stream.take((PREFACE.len() - said.len()) as u64).read_buf(&mut said).await? == 0 {
            break;
        }
    }
    Ok(said)
}

/// Says that nothing more comes, and hears the other end out until it has understood: closed with something unread, the
/// connection would be reset, and the last answer might be lost with it.
async fn part(mut stream: impl AsyncRead + AsyncWrite + Unpin, bounds: &Bounds) {
    let heard_out = async {
        stream.shutdown().await?;
        let mut unread = [0; 4096];
        while stream.read(&mut unread).await? > 0 {}
        Ok::<_, std::io::Error>(())
    };
    // Whoever does not understand is left.
    drop(timeout(bounds.parting, heard_out).await);
}
