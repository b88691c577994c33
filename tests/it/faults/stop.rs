//! Asked to stop while people buy.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use manetes::outside;
use reqwest::Method;
use serde_json::{Value, json};

use super::let_pass;
use crate::support::{Dice, PATIENCE, Person, Program, address};

const SKU: &str = "FON-LAT-40";

#[tokio::test(flavor = "multi_thread")]
async fn asked_to_stop_under_load_it_answers_what_it_took_and_leaves() {
    nothing_is_lost(6).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn asked_to_stop_a_hundred_times_under_load() {
    nothing_is_lost(100).await;
}

async fn nothing_is_lost(stops: u64) {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    let buyer = program.customer("ana@example.com").await;
    let variant = program.variant(SKU);
    let (mut dice, mut slowest, mut confirmed) = (Dice::new(4), Duration::ZERO, BTreeSet::new());
    for round in 0..stops {
        program.command(&["set-stock", SKU, "5000"]);
        let buyers: Vec<_> = (0..8)
            .map(|n| tokio::spawn(buy_until_it_is_gone(buyer.clone(), variant.clone(), format!("{round}-{n}"))))
            .collect();
        tokio::time::sleep(Duration::from_millis(50)).await;
        let_pass(&mut dice, 100).await;
        let asked = Instant::now();
        program.signal("TERM");
        let status = tokio::task::block_in_place(|| program.child.wait()).unwrap();
        slowest = slowest.max(asked.elapsed());
        assert!(status.success(), "{status}");
        for buying in buyers {
            confirmed.extend(buying.await.unwrap());
        }
        program.restart().await;
        program.assert_sound();
    }
    assert!(slowest < Duration::from_secs(10), "{slowest:?}");
    let conn = program.database();
    let mut stored = conn.prepare("SELECT id FROM orders").unwrap();
    let stored: BTreeSet<String> = stored.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(stored, confirmed, "every order that is stored was confirmed, and every one confirmed is stored");
    println!("{} orders, {stops} stops; gone after {slowest:.0?} at most", stored.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn asked_to_stop_under_load_it_resets_nobody() {
    nobody_is_reset(5).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn asked_to_stop_a_hundred_times_under_load_it_resets_nobody() {
    nobody_is_reset(100).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hung_up_it_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    for _ in 0..3 {
        program.signal("HUP");
        program.visitor().get("/readyz").await.expect(200);
    }
    assert!(program.child.try_wait().unwrap().is_none());
}

async fn nobody_is_reset(stops: u64) {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    let address = program.base.replace("http://localhost", "127.0.0.1");
    let (mut dice, mut answers, mut slowest) = (Dice::new(7), 0, Duration::ZERO);
    for _ in 0..stops {
        let visit = |stays: bool| {
            let address = address.clone();
            std::thread::spawn(move || visit_until_it_is_gone(&address, stays))
        };
        let visitors: Vec<_> = (0..8).map(|n| visit(n % 2 == 0)).collect();
        tokio::time::sleep(Duration::from_millis(50)).await;
        let_pass(&mut dice, 100).await;
        let asked = Instant::now();
        program.signal("TERM");
        let status = tokio::task::block_in_place(|| program.child.wait()).unwrap();
        slowest = slowest.max(asked.elapsed());
        assert!(status.success(), "{status}");
        for visitor in visitors {
            answers += tokio::task::block_in_place(|| visitor.join()).unwrap().unwrap();
        }
        program.restart().await;
    }
    println!("{answers} answers, {stops} stops; gone after {slowest:.0?} at most");
}

/// Asks on one connection as long as the server goes on with it, or on a new one each time, until nobody can be
/// connected to; how often. Any other end is a failure.
fn visit_until_it_is_gone(address: &str, stays: bool) -> io::Result<u64> {
    let address = address.parse().unwrap();
    let mut answers = 0;
    loop {
        // A connection that the server does not take any more is tried again by the system after a second.
        let Ok(mut stream) = TcpStream::connect_timeout(&address, Duration::from_secs(5)) else { return Ok(answers) };
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        loop {
            let connection = if stays { "keep-alive" } else { "close" };
            write!(stream, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: {connection}\r\n\r\n")?;
            let mut answer = Vec::new();
            while !answer.ends_with(b"\r\n\r\nok") {
                let mut part = [0; 4096];
                match stream.read(&mut part)? {
                    0 => return Err(io::Error::other(format!("cut off: {:?}", String::from_utf8_lossy(&answer)))),
                    read => answer.extend_from_slice(&part[..read]),
                }
            }
            answers += 1;
            if String::from_utf8_lossy(&answer).to_lowercase().contains("connection: close") {
                break;
            }
        }
    }
}

/// Orders on a connection of its own each time, until none is to be had. One that nobody had taken yet as the door was
/// closed is reset; a request that was taken is answered, or its order is one that nobody was told of.
async fn buy_until_it_is_gone(buyer: Person, variant: String, name: String) -> Vec<String> {
    let body = json!({ "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": 1 }] });
    let mut placed = Vec::new();
    for n in 0.. {
        let buyer = Person { client: outside::client(PATIENCE), ..buyer.clone() };
        let request = buyer.request(Method::POST, "/api/functions/create-order-and-send-email");
        match request.header("Idempotency-Key", format!("{name}-{n}")).json(&body).send().await {
            Ok(answer) => {
                assert_eq!(answer.status(), 201);
                placed.push(answer.json::<Value>().await.unwrap()["orderId"].as_str().unwrap().to_owned());
            }
            Err(_) => break,
        }
    }
    placed
}

/// A program that begins to listen for signals only once it serves dies of one that comes just before.
#[test]
fn whoever_has_read_where_it_listens_may_stop_it() {
    let dir = tempfile::tempdir().unwrap();
    for _ in 0..10 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
        command.args(["serve", "--listen=127.0.0.1:0", "--data-dir"]).arg(dir.path()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let rest: Vec<String> = said
            .inspect(|line| {
                if line.starts_with("manetes listens on") {
                    let id = child.id().to_string();
                    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
                }
            })
            .collect();
        assert!(child.wait().unwrap().success(), "{rest:?}");
    }
}
