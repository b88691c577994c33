//! The server from outside, with bytes of the tests' own.

mod frames;
mod http1;
mod http2;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use poem::web::Data;
use poem::{EndpointExt, Request, Route};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, oneshot};
use tokio::task::JoinHandle;

use super::*;

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/// What handlers were asked, and what holds them up.
struct Asked {
    count: AtomicUsize,
    go: Semaphore,
}

#[poem::handler]
fn hello(Data(asked): Data<&Arc<Asked>>) -> &'static str {
    asked.count.fetch_add(1, Ordering::Relaxed);
    "hello"
}

#[poem::handler]
fn long() -> Vec<u8> {
    vec![b'x'; 32 << 20]
}

#[poem::handler]
async fn slow(Data(asked): Data<&Arc<Asked>>) -> &'static str {
    asked.count.fetch_add(1, Ordering::Relaxed);
    asked.go.acquire().await.unwrap().forget();
    "at last"
}

/// How many bytes were uploaded.
#[poem::handler]
async fn upload(body: poem::Body) -> String {
    body.into_bytes().await.unwrap().len().to_string()
}

#[poem::handler]
fn cookie(request: &Request) -> String {
    request.header("cookie").unwrap_or_default().to_owned()
}

fn bounds() -> Bounds {
    Bounds { exempt: Vec::new(), ..Bounds::new(&[]) }
}

/// A server at work.
struct Server {
    address: SocketAddr,
    asked: Arc<Asked>,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Server {
    async fn start(bounds: Bounds) -> Self {
        let listener = Listener::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(Asked { count: AtomicUsize::new(0), go: Semaphore::new(0) });
        let site = Route::new()
            .at("/", poem::get(hello))
            .at("/long", poem::get(long))
            .at("/slow", poem::get(slow))
            .at("/upload", poem::post(upload))
            .at("/cookie", poem::get(cookie))
            .data(asked.clone())
            .map_to_response();
        let (stop, stopped) = oneshot::channel();
        let stopped = async move { drop(stopped.await) };
        let task = tokio::spawn(run(Door::plain(listener), site, bounds, stopped, Duration::from_secs(8)));
        Self { address, asked, stop: Some(stop), task }
    }

    /// Asks it to stop.
    fn stop(&mut self) {
        self.stop = None;
    }

    /// Waits until it has.
    async fn stopped(mut self) {
        self.stop();
        (&mut self.task).await.unwrap();
    }

    /// What is said there is on its way at once.
    async fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    fn asked(&self) -> usize {
        self.asked.count.load(Ordering::Relaxed)
    }
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
