//! Restarts while people look and buy, with a socket that stays.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use manetes::outside;
use reqwest::Method;
use serde_json::{Value, json};

use super::Held;
use crate::support::{PATIENCE, Person, Program, address};

const SKU: &str = "FON-LAT-40";

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
    let buyers: Vec<_> = (0..4).map(|n| tokio::spawn(buys(buyer.clone(), variant.clone(), n, over.clone()))).collect();
    for _ in 0..times {
        tokio::time::sleep(Duration::from_millis(300)).await;
        program.end();
        program.restart().await;
    }
    over.store(true, Ordering::Relaxed);
    let (mut answers, mut confirmed) = (0, BTreeSet::new());
    for visitor in visitors {
        answers += tokio::task::block_in_place(|| visitor.join()).unwrap();
    }
    for buying in buyers {
        confirmed.extend(buying.await.unwrap());
    }
    assert!(answers > times && confirmed.len() as u64 > times, "{answers} answers, {} orders", confirmed.len());
    let conn = program.database();
    let mut stored = conn.prepare("SELECT id FROM orders").unwrap();
    let stored: BTreeSet<String> = stored.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(stored, confirmed, "what is stored was confirmed, and what was confirmed is stored");
    program.assert_sound();
    println!("{times} restarts under load: {answers} answers, {} orders, none refused, broken or lost", stored.len());
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

/// Orders one after the other, each on a connection of its own; their ids.
async fn buys(buyer: Person, variant: String, buyer_number: u32, over: Arc<AtomicBool>) -> Vec<String> {
    let body = json!({ "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": 1 }] });
    let mut placed = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let buyer = Person { client: outside::client(PATIENCE), ..buyer.clone() };
        let request = buyer.request(Method::POST, "/api/functions/create-order-and-send-email");
        let request = request.header("Idempotency-Key", format!("{buyer_number}-{}", placed.len())).json(&body);
        let answer = request.send().await.expect("no request breaks");
        assert_eq!(answer.status(), 201);
        placed.push(answer.json::<Value>().await.unwrap()["orderId"].as_str().unwrap().to_owned());
    }
    placed
}
