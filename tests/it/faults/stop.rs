//! Asked to stop while people buy.

use std::collections::BTreeSet;
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
