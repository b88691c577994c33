//! The program itself, killed, stopped and starved while people buy. Every test ends with `check --invariants`.
//!
//! The moments are chance, from a seed. Those of a hundred kills take minutes and print figures:
//! `cargo test --test it a_hundred_times -- --ignored --nocapture --test-threads=1`.

mod clock;
mod database;
mod disk;
mod forged;
mod mails;
mod orders;
pub mod payments;
mod reporting;
mod stop;

use std::fmt::Write as _;
use std::time::Duration;

use manetes::secrets::hmac_sha256;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Dice, Person, address};

/// Chaos, not waiting: up to so many milliseconds pass.
async fn let_pass(dice: &mut Dice, most_millis: u64) {
    tokio::time::sleep(Duration::from_micros(dice.roll(most_millis * 1000))).await;
}

/// What became of an order that somebody tried to place.
#[derive(Debug, PartialEq)]
enum Ordered {
    /// Confirmed, by its id.
    Placed(String),
    /// Refused: no more are left.
    SoldOut,
    /// Nobody answered.
    Unanswered,
}

/// Orders one unit; any other answer is a failure.
async fn order(buyer: &Person, variant: &str, key: &str) -> Ordered {
    let body = json!({ "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": 1 }] });
    let request = buyer.request(Method::POST, "/api/functions/create-order-and-send-email");
    let Ok(response) = request.header("Idempotency-Key", key).json(&body).send().await else {
        return Ordered::Unanswered;
    };
    let status = response.status().as_u16();
    let Ok(answer) = response.json::<Value>().await else { return Ordered::Unanswered };
    match (status, answer["code"].as_str()) {
        (201, _) => Ordered::Placed(answer["orderId"].as_str().unwrap().to_owned()),
        (409, Some("insufficient_stock")) => Ordered::SoldOut,
        _ => panic!("{status}: {answer}"),
    }
}

/// The times it took to be up again.
#[derive(Default)]
struct Ready(Vec<Duration>);

impl Ready {
    /// To whoever asked for figures.
    fn report(&mut self, what: &str) {
        self.0.sort_unstable();
        let (half, all) = (self.0[self.0.len() / 2], self.0[self.0.len() - 1]);
        println!("{what}: {} kills; up again after {half:.0?} (median), {all:.0?} (at most)", self.0.len());
    }
}

/// The header of a notification as the sandbox provider signs it.
fn signature(key: &[u8], t: i64, body: &[u8]) -> String {
    let tag = hmac_sha256(key, &[t.to_string().as_bytes(), b".", body].concat());
    tag.iter().fold(format!("t={t},v1="), |mut header, byte| {
        write!(header, "{byte:02x}").unwrap();
        header
    })
}
