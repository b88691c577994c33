//! Restarts while people look and buy, with a socket that stays.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use manetes::outside;
use reqwest::Method;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore, crypto};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::{Held, launcher};
use crate::support::{PATIENCE, Pebble, Person, Program, address};

const SKU: &str = "FON-LAT-40";
/// A name that leads to this machine, where limits may be lifted.
const NAME: &str = "shop.localhost";
const YEAR: u64 = 365 * 86_400;

#[tokio::test(flavor = "multi_thread")]
async fn started_anew_under_load_it_refuses_nobody_breaks_nothing_and_loses_nothing() {
    restarts(3).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn started_anew_a_hundred_times_under_load_it_refuses_nobody() {
    restarts(100).await;
}

async fn restarts(times: u64) {
    let (dir, held) = (tempfile::tempdir().unwrap(), Held::new());
    let launcher = [held.launcher("shop"), Program::limits().unwrap_or_default()].concat();
    let mut program = Program::started_at(held.port(), &launcher, dir.path(), &[]).await;
    let buyer = program.customer("ana@example.com").await;
    let variant = program.variant(SKU);
    program.command(&["set-stock", SKU, "100000"]);

    let over = Arc::new(AtomicBool::new(false));
    let address = SocketAddr::from(([127, 0, 0, 1], held.port()));
    let visitors: Vec<_> = [true, true, false, false]
        .map(|stays| {
            let over = over.clone();
            std::thread::spawn(move || visits(address, stays, &over))
        })
        .into();
    let buyers: Vec<_> = (0..4)
        .map(|n| {
            tokio::spawn(buys(buyer.clone(), variant.clone(), n, over.clone(), |buyer| {
                buyer.client = outside::client(PATIENCE);
            }))
        })
        .collect();
    let confirmed = starts_anew(&mut program, times, &over, buyers).await;
    let answers: u64 =
        visitors.into_iter().map(|visitor| tokio::task::block_in_place(|| visitor.join()).unwrap()).sum();
    all_is_there(&program, times, answers, &confirmed);
}

/// Ends it and starts it so often, and waits until everybody is done; the orders that were confirmed.
async fn starts_anew(
    program: &mut Program,
    times: u64,
    over: &AtomicBool,
    buyers: Vec<JoinHandle<Vec<String>>>,
) -> BTreeSet<String> {
    for _ in 0..times {
        tokio::time::sleep(Duration::from_millis(300)).await;
        program.end();
        program.restart().await;
    }
    over.store(true, Ordering::Relaxed);
    let mut confirmed = BTreeSet::new();
    for buying in buyers {
        confirmed.extend(buying.await.unwrap());
    }
    confirmed
}

fn all_is_there(program: &Program, times: u64, answers: u64, confirmed: &BTreeSet<String>) {
    assert!(answers > times && confirmed.len() as u64 > times, "{answers} answers, {} orders", confirmed.len());
    let conn = program.database();
    let mut stored = conn.prepare("SELECT id FROM orders").unwrap();
    let stored: BTreeSet<String> = stored.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(stored, *confirmed, "what is stored was confirmed, and what was confirmed is stored");
    program.assert_sound();
    println!("{times} restarts under load: {answers} answers, {} orders, none refused, broken or lost", stored.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn started_anew_where_it_speaks_https_by_itself_it_refuses_nobody() {
    restarts_in_https(3).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn started_anew_a_hundred_times_where_it_speaks_https_by_itself_it_refuses_nobody() {
    restarts_in_https(100).await;
}

async fn restarts_in_https(times: u64) {
    let (dir, pebble) = (tempfile::tempdir().unwrap(), Pebble::start(YEAR, 0));
    let (https, http) = (Held::new(), Held::at(pebble.looks_at));
    let launcher = [launcher(&[(&http, "http"), (&https, "https")]), Program::limits().unwrap_or_default()].concat();
    let base = format!("https://{NAME}:{}", https.port());
    let own = [format!("--domain={NAME}"), format!("--base-url={base}")];
    let options = [&own[..], &pebble.options(dir.path())].concat();
    let mut program = Program::started_at(http.port(), &launcher, dir.path(), &options).await;
    let (authority, port) = (CertificateDer::from_pem_file(pebble.root()).unwrap(), https.port());
    let client = move || trusting(&authority, port);
    while client().get(format!("{base}/healthz")).send().await.is_err() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let buyer = Person { base: base.clone(), ..program.customer("ana@example.com").await };
    let variant = program.variant(SKU);
    program.command(&["set-stock", SKU, "100000"]);

    let over = Arc::new(AtomicBool::new(false));
    let (root, resolved) = (pebble.root(), format!("{NAME}:{}:127.0.0.1", https.port()));
    let visitors = [("--http2", 1), ("--http2", 50), ("--http1.1", 1), ("--http1.1", 50)].map(|(version, at_once)| {
        let mut curl = Command::new("curl");
        curl.args(["-sS", "--max-time", "60", "-w", "%{http_code} ", version, "--resolve", &resolved, "--cacert"]);
        curl.arg(&root).arg(format!("{base}/healthz?[1-{at_once}]"));
        let over = over.clone();
        std::thread::spawn(move || visits_by_curl(&mut curl, at_once, &over))
    });
    let renewed = move |buyer: &mut Person| buyer.client = client();
    let buyers = (0..4).map(|n| tokio::spawn(buys(buyer.clone(), variant.clone(), n, over.clone(), renewed.clone())));
    let confirmed = starts_anew(&mut program, times, &over, buyers.collect()).await;
    let answers = visitors.into_iter().map(|visitor| tokio::task::block_in_place(|| visitor.join()).unwrap()).sum();
    all_is_there(&program, times, answers, &confirmed);
}

/// Asks again and again, so often on one connection; how often. Each request is answered.
fn visits_by_curl(curl: &mut Command, at_once: usize, over: &AtomicBool) -> u64 {
    let mut answers = 0;
    while !over.load(Ordering::Relaxed) {
        let done = curl.output().unwrap();
        let (out, told) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.success() && out == "ok200 ".repeat(at_once), "{curl:?}: {told}{out}");
        answers += at_once as u64;
    }
    answers
}

/// Somebody who trusts an authority, and finds the shop at a port of this machine.
fn trusting(root: &CertificateDer<'static>, port: u16) -> reqwest::Client {
    let mut roots = RootCertStore::empty();
    roots.add(root.clone()).unwrap();
    let tls = ClientConfig::builder_with_provider(crypto::ring::default_provider().into());
    let tls = tls.with_safe_default_protocol_versions().unwrap().with_root_certificates(roots).with_no_client_auth();
    let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE).tls_backend_preconfigured(tls);
    client.resolve(NAME, SocketAddr::from(([127, 0, 0, 1], port))).build().unwrap()
}

/// Asks again and again, on one connection as long as the server goes on with it or on a new one each time; how often. Each
/// connection is taken, and each request answered.
fn visits(address: SocketAddr, stays: bool, over: &AtomicBool) -> u64 {
    let mut answers = 0;
    while !over.load(Ordering::Relaxed) {
        let mut stream = TcpStream::connect(address).expect("nobody is refused");
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        while !over.load(Ordering::Relaxed) {
            let connection = if stays { "keep-alive" } else { "close" };
            write!(stream, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: {connection}\r\n\r\n").unwrap();
            let (mut answer, mut part) = (Vec::new(), [0; 4096]);
            while !answer.ends_with(b"\r\n\r\nok") {
                let read = stream.read(&mut part).expect("nobody is reset");
                assert!(read > 0, "cut off: {:?}", String::from_utf8_lossy(&answer));
                answer.extend_from_slice(&part[..read]);
            }
            answers += 1;
            if String::from_utf8_lossy(&answer).to_lowercase().contains("connection: close") {
                break;
            }
        }
    }
    answers
}

/// Orders one after the other, each by a `renewed` client and so on a connection of its own; their ids.
async fn buys(
    mut buyer: Person,
    variant: String,
    buyer_number: u32,
    over: Arc<AtomicBool>,
    renewed: impl Fn(&mut Person),
) -> Vec<String> {
    let body = json!({ "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": 1 }] });
    let mut placed = Vec::new();
    while !over.load(Ordering::Relaxed) {
        renewed(&mut buyer);
        let request = buyer.request(Method::POST, "/api/functions/create-order-and-send-email");
        let request = request.header("Idempotency-Key", format!("{buyer_number}-{}", placed.len())).json(&body);
        let answer = request.send().await.expect("no request breaks");
        assert_eq!(answer.status(), 201);
        placed.push(answer.json::<Value>().await.unwrap()["orderId"].as_str().unwrap().to_owned());
    }
    placed
}
