//! The server: takes connections, no more than it can serve and none for longer than it is of use, and stops without
//! losing a request. HTTP/1.1 only: what faces the net with HTTP/2 is a proxy, and one connection is one request at a
//! time.

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::poll_fn;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::body::Body;
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Endpoint, Response};
use socket2::{SockFilter, SockRef};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::listener::Listener;
use super::stream::Stream;
use crate::app::Shared;
use crate::limits::ip_key;

/// Bytes of a request's head, at most.
const HEAD_CAP: usize = 64 * 1024;
/// Let something end first, when the system has no descriptor left for another connection; let a connection be made
/// that is half made when the server stops.
const BREATH: Duration = Duration::from_millis(100);
/// Bytes of answers the system keeps for a connection beyond those on their way: who reads nothing fills no memory.
const UNSENT: u32 = 256 * 1024;

/// How much one server takes.
#[derive(Debug, Clone)]
pub(crate) struct Bounds {
    /// Connections at a time; further ones wait to be taken.
    connections: usize,
    /// Connections of one network address at a time; further ones are closed at once.
    per_address: usize,
    /// Networks without a share of their own: this machine, and proxies that bring everybody.
    exempt: Vec<IpNet>,
    /// Until a request's head is whole, counted from the end of the answer before it.
    head: Duration,
    /// After this a connection ends with the answer it is at.
    life: Duration,
    /// How long that answer may then take.
    last_answer: Duration,
    /// How long the other end may take nothing of an answer.
    unread: Duration,
    /// How long a connection that is to end waits for a request that is on its way, and then for the other end to close.
    parting: Duration,
}

impl Bounds {
    /// What a shop takes.
    pub(crate) fn new(trusted_proxies: &[IpNet]) -> Self {
        let mut exempt = trusted_proxies.to_vec();
        exempt.extend([IpAddr::from([127, 0, 0, 1]), IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1])].map(IpNet::from));
        Self {
            connections: 1024,
            per_address: 64,
            exempt,
            head: Duration::from_secs(30),
            life: Duration::from_secs(600),
            last_answer: Duration::from_secs(60),
            unread: Duration::from_secs(30),
            parting: Duration::from_millis(500),
        }
    }
}

/// Serves the site until `stop`; what is under way then has `grace` to end.
pub async fn serve(app: &Shared, listener: Listener, stop: impl Future<Output = ()>, grace: Duration) {
    run(listener, super::routes(app), Bounds::new(&app.config.trusted_proxies), stop, grace).await;
}

/// Serves any site.
pub(crate) async fn run<E>(listener: Listener, site: E, bounds: Bounds, stop: impl Future<Output = ()>, grace: Duration)
where
    E: Endpoint<Output = Response> + 'static,
{
    let (site, bounds) = (Arc::new(site), Arc::new(bounds));
    let places = Places::new(&bounds);
    let (closing, open) = watch::channel(());
    let mut stop = pin!(stop);
    let begin = |(stream, peer, place): Taken| {
        let (site, bounds, open) = (Arc::clone(&site), Arc::clone(&bounds), open.clone());
        tokio::spawn(async move {
            converse(stream, peer, site, &bounds, open).await;
            drop(place);
        });
    };
    loop {
        tokio::select! {
            () = &mut stop => break,
            taken = places.next(&listener.socket) => begin(taken),
        }
    }
    // Whoever asks is told that it is the last answer.
    drop(closing);
    if !listener.is_held {
        close(listener.socket, &places, begin).await;
    }
    // All places free: everybody was answered.
    let everyone = u32::try_from(bounds.connections).unwrap_or(u32::MAX);
    if tokio::time::timeout(grace, places.all.acquire_many(everyone)).await.is_err() {
        tracing::warn!("connections were cut off at the end");
    }
}

/// Whoever wants to connect is told that nobody is here, and whoever has connected is answered: closing a door in front of
/// which somebody stands would reset their connection. Where somebody else holds the door open, they wait for the next run.
async fn close(socket: TcpListener, places: &Places, begin: impl Fn(Taken)) {
    turn_newcomers_away(&socket);
    let half_made = tokio::time::sleep(BREATH);
    let mut half_made = pin!(half_made);
    loop {
        tokio::select! {
            () = &mut half_made => break,
            taken = places.next(&socket) => begin(taken),
        }
    }
    places.waiting(socket).into_iter().for_each(begin);
}

/// From now on the system drops what begins a connection, and lets those go on that have begun: they can all be taken
/// before the door is closed. Whoever is dropped tries again after a second, when somebody else may listen.
fn turn_newcomers_away(listener: &TcpListener) {
    /// The flags of a TCP segment, of which SYN alone begins a connection.
    const FLAGS: u32 = 13;
    const SYN: u32 = 0x02;
    const ACK: u32 = 0x10;
    let filter = [
        SockFilter::new(0x30, 0, 0, FLAGS),     // load the byte
        SockFilter::new(0x54, 0, 0, SYN | ACK), // keep two bits of it
        SockFilter::new(0x15, 0, 1, SYN),       // SYN alone: go on, else skip one
        SockFilter::new(0x06, 0, 0, 0),         // drop it
        SockFilter::new(0x06, 0, 0, u32::MAX),  // keep it
    ];
    if let Err(error) = SockRef::from(listener).attach_filter(&filter) {
        tracing::warn!(%error, "whoever connects in this moment may be reset");
    }
}

/// Answers the requests of one connection.
async fn converse<E>(stream: TcpStream, peer: SocketAddr, site: Arc<E>, bounds: &Bounds, mut open: watch::Receiver<()>)
where
    E: Endpoint<Output = Response> + 'static,
{
    let Ok(local) = stream.local_addr() else { return };
    prepare(&stream, bounds);
    if !speaks(&stream, bounds, &mut open).await {
        return part(stream, bounds).await;
    }
    let stream = Stream::new(stream, bounds.unread);
    let (announced, ending) = (stream.announced(), Arc::new(AtomicBool::new(false)));
    let is_last = Arc::clone(&ending);
    let service = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
        let length = request.body().size_hint().exact();
        announced.body(length);
        let (local, remote) = (LocalAddr(local.into()), RemoteAddr(peer.into()));
        let request = poem::Request::from((request, local, remote, Scheme::HTTP));
        // Where a body ends that does not say so beforehand is not known here.
        let answer = answer(Arc::clone(&site), request, length.is_none(), Arc::clone(&is_last));
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
    part(connection.into_parts().io.into_inner().into_inner(), bounds).await;
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

/// Whether something is said in time. When the server stops, only what is on its way is still waited for.
async fn speaks(stream: &TcpStream, bounds: &Bounds, open: &mut watch::Receiver<()>) -> bool {
    let said = tokio::select! {
        said = tokio::time::timeout(bounds.head, stream.readable()) => said,
        _ = open.changed() => tokio::time::timeout(bounds.parting, stream.readable()).await,
    };
    matches!(said, Ok(Ok(())))
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

/// Says that nothing more comes, and hears the other end out until it has understood: closed with something unread, the
/// connection would be reset, and the last answer might be lost with it.
async fn part(mut stream: TcpStream, bounds: &Bounds) {
    let heard_out = async {
        stream.shutdown().await?;
        let mut unread = [0; 4096];
        while stream.read(&mut unread).await? > 0 {}
        Ok::<_, std::io::Error>(())
    };
    // Whoever does not understand is left.
    drop(tokio::time::timeout(bounds.parting, heard_out).await);
}

/// How many connections there are, in all and by network address.
struct Places {
    all: Arc<Semaphore>,
    by_address: Arc<Mutex<HashMap<String, usize>>>,
    bounds: Arc<Bounds>,
}

/// A connection that has a place, and who is at its other end.
type Taken = (TcpStream, SocketAddr, Place);

/// One connection's place, free again when dropped.
struct Place {
    address: Option<String>,
    by_address: Arc<Mutex<HashMap<String, usize>>>,
    _permit: OwnedSemaphorePermit,
}

impl Places {
    fn new(bounds: &Arc<Bounds>) -> Self {
        let all = Arc::new(Semaphore::new(bounds.connections));
        Self { all, by_address: Arc::default(), bounds: Arc::clone(bounds) }
    }

    /// The next connection that has a place.
    async fn next(&self, listener: &TcpListener) -> Taken {
        loop {
            let Ok(permit) = Arc::clone(&self.all).acquire_owned().await else {
                unreachable!("nobody closes the semaphore")
            };
            match listener.accept().await {
                Ok((stream, peer)) => {
                    if let Some(place) = self.take(peer.ip(), permit) {
                        return (stream, peer, place);
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }

    /// The connections that were made and not taken yet, of those that have a place; no further ones are made.
    fn waiting(&self, listener: TcpListener) -> Vec<Taken> {
        let mut waiting = Vec::new();
        let Ok(listener) = listener.into_std() else { return waiting };
        while let Ok(permit) = Arc::clone(&self.all).try_acquire_owned()
            && let Ok((stream, peer)) = listener.accept()
        {
            let stream = stream.set_nonblocking(true).and_then(|()| TcpStream::from_std(stream));
            if let (Ok(stream), Some(place)) = (stream, self.take(peer.ip(), permit)) {
                waiting.push((stream, peer, place));
            }
        }
        waiting
    }

    /// `None` when the address has its share.
    fn take(&self, ip: IpAddr, permit: OwnedSemaphorePermit) -> Option<Place> {
        let ip = ip.to_canonical();
        let exempt = self.bounds.exempt.iter().any(|net| net.contains(&ip));
        let address = (!exempt).then(|| ip_key(ip));
        if let Some(address) = &address {
            let mut taken = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
            let count = taken.entry(address.clone()).or_default();
            if *count >= self.bounds.per_address {
                return None;
            }
            *count += 1;
        }
        Some(Place { address, by_address: Arc::clone(&self.by_address), _permit: permit })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(address) = &self.address else { return };
        let mut taken = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use poem::Route;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::oneshot;

    use super::*;

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";

    #[poem::handler]
    fn hello() -> &'static str {
        "hello"
    }

    fn bounds() -> Bounds {
        Bounds { exempt: Vec::new(), ..Bounds::new(&[]) }
    }

    /// A server of these bounds; it stops when the sender is dropped or used.
    async fn start(bounds: Bounds) -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
        let listener = Listener::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let site = Route::new().at("/", poem::get(hello)).at("/long", poem::get(long));
        let stopped = async move { drop(stopped.await) };
        let grace = Duration::from_secs(8);
        (address, stop, tokio::spawn(run(listener, poem::EndpointExt::map_to_response(site), bounds, stopped, grace)))
    }

    /// What comes back until the server closes.
    async fn rest(mut stream: TcpStream) -> String {
        let mut all = Vec::new();
        // A reset is an end too.
        drop(stream.read_to_end(&mut all).await);
        String::from_utf8(all).unwrap()
    }

    async fn ask(stream: &mut TcpStream) -> String {
        stream.write_all(REQUEST).await.unwrap();
        let mut buffer = [0; 1024];
        let n = stream.read(&mut buffer).await.unwrap();
        String::from_utf8_lossy(&buffer[..n]).into_owned()
    }

    #[tokio::test]
    async fn a_head_that_never_ends_is_cut_off_however_often_a_byte_comes() {
        let (address, _stop, _server) = start(Bounds { head: Duration::from_millis(300), ..bounds() }).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        let begun = tokio::time::Instant::now();
        stream.write_all(b"GET / HTTP/1.1\r\nX: ").await.unwrap();
        let mut tick = tokio::time::interval(Duration::from_millis(20));
        let mut byte = [0];
        loop {
            tokio::select! {
                _ = tick.tick() => if stream.write_all(b"a").await.is_err() { break },
                read = stream.read(&mut byte) => { assert!(matches!(read, Ok(0) | Err(_))); break }
            }
            assert!(begun.elapsed() < Duration::from_secs(10), "it is still being listened to");
        }
    }

    #[tokio::test]
    async fn one_address_has_its_share_of_connections_and_no_more() {
        let (address, _stop, _server) = start(Bounds { per_address: 2, ..bounds() }).await;
        let mut first = TcpStream::connect(address).await.unwrap();
        let mut second = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut first).await.ends_with("hello"));
        assert!(ask(&mut second).await.ends_with("hello"));
        assert_eq!(rest(TcpStream::connect(address).await.unwrap()).await, "");
        drop(first);
        loop {
            let mut next = TcpStream::connect(address).await.unwrap();
            if next.write_all(REQUEST).await.is_ok() && matches!(next.read(&mut [0; 64]).await, Ok(1..)) {
                return; // the place was free again
            }
        }
    }

    #[tokio::test]
    async fn this_machine_and_trusted_proxies_have_no_share() {
        let proxies = ["10.0.0.0/8".parse().unwrap()];
        let bounds = Arc::new(Bounds { per_address: 0, ..Bounds::new(&proxies) });
        let places = Places::new(&bounds);
        let take =
            |ip: &str| places.take(ip.parse().unwrap(), Arc::clone(&places.all).try_acquire_owned().unwrap()).is_some();
        for (ip, taken) in [("127.0.0.1", true), ("::1", true), ("::ffff:10.1.2.3", true), ("203.0.113.1", false)] {
            assert_eq!(take(ip), taken, "{ip}");
        }
    }

    #[tokio::test]
    async fn beyond_all_places_a_connection_waits_its_turn() {
        let (address, _stop, _server) = start(Bounds { connections: 1, ..bounds() }).await;
        let mut first = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut first).await.ends_with("hello"));
        let mut second = TcpStream::connect(address).await.unwrap();
        second.write_all(REQUEST).await.unwrap();
        let mut answer = [0; 1024];
        let waits = tokio::time::timeout(Duration::from_millis(200), second.read(&mut answer)).await;
        assert!(waits.is_err(), "it was served beside the first");
        drop(first);
        assert!(second.read(&mut answer).await.unwrap() > 0);
    }

    #[tokio::test]
    async fn a_connection_that_grew_old_ends_after_its_answer() {
        let (address, _stop, _server) = start(Bounds { life: Duration::from_millis(100), ..bounds() }).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut stream).await.ends_with("hello"));
        assert_eq!(rest(stream).await, "");
    }

    #[tokio::test]
    async fn asked_to_stop_it_lets_idle_connections_go_at_once() {
        let (address, stop, server) = start(bounds()).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut stream).await.ends_with("hello"));
        let begun = tokio::time::Instant::now();
        drop(stop);
        server.await.unwrap();
        assert!(begun.elapsed() < Duration::from_secs(4));
        assert_eq!(rest(stream).await, "");
    }

    #[tokio::test]
    async fn asked_to_stop_it_answers_what_is_on_its_way_on_an_idle_connection_and_says_that_it_is_the_last() {
        let (address, stop, server) = start(bounds()).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        assert!(!ask(&mut stream).await.to_lowercase().contains("connection: close"));
        drop(stop);
        // The server has its turn, and finds nothing said.
        tokio::task::yield_now().await;
        let last = ask(&mut stream).await;
        assert!(last.ends_with("hello") && last.to_lowercase().contains("connection: close"), "{last}");
        assert_eq!(rest(stream).await, "");
        server.await.unwrap();
    }

    #[poem::handler]
    fn long() -> Vec<u8> {
        vec![b'x'; 32 << 20]
    }

    #[tokio::test]
    async fn who_reads_nothing_of_an_answer_is_let_go() {
        let bounds = Bounds { unread: Duration::from_millis(300), connections: 4, ..bounds() };
        let (address, _stop, _server) = start(bounds).await;
        let mut deaf = Vec::new();
        for _ in 0..4 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
            deaf.push(stream);
        }
        // All places are taken: this one is served when somebody was let go.
        let mut next = TcpStream::connect(address).await.unwrap();
        assert!(ask(&mut next).await.ends_with("hello"));
    }

    #[tokio::test]
    async fn a_long_answer_is_read_to_its_end() {
        let (address, _stop, _server) = start(bounds()).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
        assert!(rest(stream).await.len() > 32 << 20);
    }

    #[tokio::test]
    async fn asked_to_stop_it_answers_who_has_connected_and_was_not_taken_yet() {
        let (address, stop, server) = start(bounds()).await;
        // One thread: the server has no turn until the first wait, and the system connects without it.
        let mut streams: Vec<_> = (0..5).map(|_| std::net::TcpStream::connect(address).unwrap()).collect();
        for stream in &mut streams {
            std::io::Write::write_all(stream, REQUEST).unwrap();
        }
        drop(stop);
        server.await.unwrap();
        for mut stream in streams {
            let mut answer = String::new();
            std::io::Read::read_to_string(&mut stream, &mut answer).unwrap();
            assert!(answer.ends_with("hello"), "{answer:?}");
        }
    }
}
