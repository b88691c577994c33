//! Ten thousand notifications that nobody sent.

use std::sync::Arc;

use reqwest::Method;
use serde_json::json;
use tokio::sync::Semaphore;

use super::signature;
use crate::support::{Dice, Person, TestShop};

const FORGED: u64 = 10_000;

/// A notification as it is sent.
#[derive(Clone)]
struct Sent {
    signature: Option<String>,
    body: Vec<u8>,
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_forged_notifications_change_nothing() {
    let shop = TestShop::demo().await;
    let genuine = notification_of_a_payment(&shop).await;
    let watch = rusqlite::Connection::open(shop.app.data_dir.join("manetes.sqlite")).unwrap();
    let version = || watch.query_row("PRAGMA data_version", [], |row| row.get::<_, i64>(0)).unwrap();
    let (before, mut dice, places) = (version(), Dice::new(5), Arc::new(Semaphore::new(16)));
    let (t, key) = (shop.app.clock.now().seconds(), shop.app.secrets.sandbox.to_vec());
    let (visitor, mut answers) = (shop.visitor(), tokio::task::JoinSet::new());
    for n in 0..FORGED {
        let (provider, place) = (visitor.clone(), places.clone().acquire_owned().await.unwrap());
        let forged = forge(&genuine, n, &mut dice, t, &key);
        answers.spawn(async move {
            let answer = deliver(&provider, forged.clone()).await;
            drop(place);
            assert!(answer == 400 || answer == 413, "{answer}: {:?} {}", forged.signature, forged.body.len());
        });
    }
    answers.join_all().await;
    assert_eq!(version(), before, "something was written");
    assert_eq!(deliver(&visitor, genuine).await, 200, "the one that they were made of");
    assert_ne!(version(), before);
    let (status, _): (String, i64) = shop.row("SELECT status, 0 FROM orders WHERE email = ?1", "ana@example.com").await;
    assert_eq!(status, "paid");
}

async fn notification_of_a_payment(shop: &TestShop) -> Sent {
    let (variant, _) = shop.variant("HER-TAL-18V").await;
    let buyer = shop.customer("ana@example.com").await;
    let order = buyer.order(&variant, 1).await.expect(201).json()["orderId"].clone();
    let start = json!({
        "items": [{ "variant_id": variant, "quantity": 1 }], "order_id": order, "locale": "es",
        "timeZone": "Europe/Madrid",
        "successUrl": format!("{}/success", shop.base), "cancelUrl": format!("{}/cart", shop.base),
    });
    let page = buyer.post("/api/store/store_manetes/checkout", start).await.expect(200).json();
    let page = page["url"].as_str().unwrap().strip_prefix(&shop.base).unwrap().to_owned();
    let click = buyer.request(Method::POST, &page).header("content-type", "application/x-www-form-urlencoded");
    buyer.send(click.body("action=pay")).await.expect(303);
    let (body, _): (String, i64) = shop.row("SELECT body, 0 FROM sandbox_notifications WHERE id <> ?1", "").await;
    let (t, key) = (shop.app.clock.now().seconds(), shop.app.secrets.sandbox.to_vec());
    Sent { signature: Some(signature(&key, t, body.as_bytes())), body: body.into_bytes() }
}

async fn deliver(provider: &Person, sent: Sent) -> u16 {
    let request = provider.request(Method::POST, "/api/webhooks/sandbox").header("content-type", "application/json");
    let request = match sent.signature {
        Some(signature) => request.header("Sandbox-Signature", signature),
        None => request,
    };
    request.body(sent.body).send().await.unwrap().status().as_u16()
}

/// One way or another to come near the genuine one without the key.
fn forge(genuine: &Sent, n: u64, dice: &mut Dice, t: i64, key: &[u8]) -> Sent {
    let mut forged = genuine.clone();
    let header = genuine.signature.clone().unwrap();
    let v1 = header.split_once("v1=").unwrap().1.to_owned();
    let skew = i64::try_from(dice.roll(1_000_000)).unwrap() + 301;
    match n % 14 {
        // A bit of what is said, of the tag, of anything.
        0 => flip(&mut forged.body, dice),
        1 => forged.signature = Some(replaced(&v1, dice).map_or_else(String::new, |v1| format!("t={t},v1={v1}"))),
        2 => forged.body.truncate(dice.pick(genuine.body.len())),
        3 => forged.body.push(b' '),
        // Genuine once, or to be.
        4 => forged.signature = Some(signature(key, t - skew, &genuine.body)),
        5 => forged.signature = Some(signature(key, t + skew, &genuine.body)),
        6 => forged.signature = Some(format!("t={},v1={v1}", t + 1)),
        // Of another key, or none.
        7 => forged.signature = Some(signature(&dice.roll(u64::MAX >> 33).to_le_bytes(), t, &genuine.body)),
        8 => forged.signature = Some(signature(b"", t, &genuine.body)),
        9 => forged.signature = None,
        // Of another scheme, cut off, twice, nonsense.
        10 => forged.signature = Some(format!("t={t},v0={v1}")),
        11 => forged.signature = Some(header[..dice.pick(header.len())].to_owned()),
        12 => forged.signature = Some(format!("t={t},{header}")),
        _ => {
            forged.signature =
                Some((0..dice.roll(200)).map(|_| char::from(b" ~aZ09=,tv1;'\"%"[dice.pick(15)])).collect());
            forged.body = vec![b'x'; dice.pick(70 * 1024)];
        }
    }
    forged
}

fn flip(bytes: &mut [u8], dice: &mut Dice) {
    let at = dice.pick(bytes.len());
    bytes[at] ^= 1 << dice.roll(8);
}

/// With another digit in one place.
fn replaced(hex: &str, dice: &mut Dice) -> Option<String> {
    let mut digits: Vec<char> = hex.chars().collect();
    let at = dice.pick(digits.len());
    let digit = digits[at].to_digit(16)?;
    digits[at] = char::from_digit((digit + 1 + u32::try_from(dice.roll(15)).unwrap()) % 16, 16)?;
    Some(digits.into_iter().collect())
}
