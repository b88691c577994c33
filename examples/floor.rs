//! What the machine can do at most: the same framework and the same database as the shop, and nothing in between. The
//! benchmarks measure the shop beside it, in one run.
//!
//!     cargo run --release --example floor -- PORT DIRECTORY
//!
//! `GET /constant?bytes=N` answers N bytes; `GET /page` a page of 5 kB with its style inside and one script of 70 kB;
//! `POST /insert` puts one row on disk, with whatever else waits in one commit.

use std::convert::Infallible;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};

use bytes::Bytes;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use poem::http::header;
use poem::http::uri::Scheme;
use poem::web::{Data, LocalAddr, Query, RemoteAddr};
use poem::{Endpoint, EndpointExt, Response, Route, get, handler, post};
use rusqlite::Connection;
use serde::Deserialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

/// Bytes of the page and of its script.
const PAGE: usize = 5_000;
const SCRIPT: usize = 70_000;
/// Inserts that share a commit, at most.
const BATCH: usize = 128;

type Job = (String, oneshot::Sender<()>);

#[derive(Deserialize)]
struct Size {
    bytes: usize,
}

#[handler]
fn constant(Query(size): Query<Size>, Data(bodies): Data<&Bodies>) -> Response {
    let bytes = bodies.constant.slice(..size.bytes.min(bodies.constant.len()));
    Response::builder().content_type("application/octet-stream").body(bytes)
}

#[handler]
fn page(Data(bodies): Data<&Bodies>) -> Response {
    Response::builder().content_type("text/html; charset=utf-8").body(bodies.page.clone())
}

#[handler]
fn script(Data(bodies): Data<&Bodies>) -> Response {
    Response::builder()
        .content_type("text/javascript")
        .header(header::CACHE_CONTROL, "public, max-age=31536000, immutable")
        .body(bodies.script.clone())
}

#[handler]
async fn insert(body: String, writer: Data<&SyncSender<Job>>) -> Result<String, poem::Error> {
    let (done, waiting) = oneshot::channel();
    writer.try_send((body, done)).map_err(poem::error::ServiceUnavailable)?;
    waiting.await.map_err(poem::error::InternalServerError)?;
    Ok(String::from("done"))
}

#[derive(Clone)]
struct Bodies {
    constant: Bytes,
    page: Bytes,
    script: Bytes,
}

fn write(mut conn: Connection, jobs: &Receiver<Job>) -> rusqlite::Result<()> {
    while let Ok(first) = jobs.recv() {
        let batch: Vec<Job> = std::iter::once(first).chain(jobs.try_iter().take(BATCH - 1)).collect();
        let tx = conn.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        for (text, _) in &batch {
            tx.prepare_cached("INSERT INTO rows (text) VALUES (?1)")?.execute([text])?;
        }
        tx.commit()?;
        for (_, done) in batch {
            // Who asked may be gone.
            _ = done.send(());
        }
    }
    Ok(())
}

/// A page whose first screen is a heading, a paragraph and a box, in as many bytes as asked for.
fn html() -> String {
    let style =
        "<style>body{margin:0;font:18px/1.5 sans-serif}main{padding:1rem}.box{background:#147;height:40vh}</style>";
    let head = format!(
        "<!doctype html><html lang=es><meta charset=utf-8><meta name=viewport content=width=device-width><title>floor</title>{style}"
    );
    let body = "<main><h1>Floor</h1><p>What the machine can do at most.</p><div class=box></div></main><script type=module src=/script.js></script>";
    let rest = "<p>lorem ipsum dolor sit amet</p>";
    format!("{head}{}{}", body, rest.repeat((PAGE - head.len() - body.len()) / rest.len()))
}

/// As long as it is, and as hard to compress as a script that is compressed already.
fn noise(length: usize) -> String {
    let mut state = 88_172_645_463_325_252_u64;
    let mut text = String::from("/*");
    while text.len() < length - 2 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        text.push(char::from(b'0' + u8::try_from(state % 75).unwrap_or_default()));
    }
    text.replace("*/", "**") + "*/"
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(port), Some(directory)) = (args.next(), args.next()) else {
        return Err("name a port and a directory".into());
    };
    let conn = Connection::open(Path::new(&directory).join("floor.sqlite"))?;
    conn.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;",
    )?;
    let (writer, jobs) = mpsc::sync_channel::<Job>(4096);
    std::thread::spawn(move || write(conn, &jobs));
    let routes = Route::new()
        .at("/constant", get(constant))
        .at("/page", get(page))
        .at("/script.js", get(script))
        .at("/insert", post(insert))
        .data(Bodies { constant: noise(1 << 20).into(), page: html().into(), script: noise(SCRIPT).into() })
        .data(writer);
    let (listener, routes) = (TcpListener::bind(format!("127.0.0.1:{port}")).await?, Arc::new(routes));
    loop {
        let (stream, _) = listener.accept().await?;
        tokio::spawn(converse(stream, Arc::clone(&routes)));
    }
}

async fn converse(stream: TcpStream, routes: Arc<impl Endpoint<Output = Response> + 'static>) {
    let (Ok(local), Ok(peer), Ok(())) = (stream.local_addr(), stream.peer_addr(), stream.set_nodelay(true)) else {
        return;
    };
    let service = service_fn(|request| {
        let (local, remote) = (LocalAddr(local.into()), RemoteAddr(peer.into()));
        let request = poem::Request::from((request, local, remote, Scheme::HTTP));
        let routes = Arc::clone(&routes);
        async move { Ok::<_, Infallible>(hyper::Response::from(routes.get_response(request).await)) }
    });
    // Who hangs up is gone.
    drop(http1::Builder::new().serve_connection(TokioIo::new(stream), service).await);
}
