//! The program itself, killed and stopped while people buy.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Person, Program, address};

const PASSWORD: &str = "una clau sota l'estora";

impl Program {
    /// Somebody with a confirmed account, made as people make one.
    async fn customer(&self, data_dir: &Path) -> Person {
        let visitor = self.visitor();
        visitor.post("/api/auth/signup", json!({ "email": "ana@example.com", "password": PASSWORD })).await.expect(200);
        let token = mailed_token(&data_dir.join("mail")).await;
        visitor.post("/api/auth/verify", json!({ "type": "signup", "token_hash": token })).await.expect(200);
        self.signed_in().await
    }

    async fn signed_in(&self) -> Person {
        let visitor = self.visitor();
        let credentials = json!({ "email": "ana@example.com", "password": PASSWORD });
        let session = visitor.post("/api/auth/token?grant_type=password", credentials).await.expect(200).json();
        Person { token: session["access_token"].as_str().map(str::to_owned), ..visitor }
    }
}

/// The token in the first mail of the directory, once it is there.
async fn mailed_token(mail: &Path) -> String {
    let started = Instant::now();
    loop {
        let mails = std::fs::read_dir(mail).into_iter().flatten().flatten().map(|entry| entry.path());
        for path in mails.filter(|path| path.extension().is_some_and(|e| e == "eml")) {
            // Quoted-printable: a soft line break, and `=` written as `=3D`.
            let text = std::fs::read_to_string(path).unwrap().replace("=\r\n", "").replace("=3D", "=");
            if let Some((_, rest)) = text.split_once("token_hash=") {
                return rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
            }
        }
        assert!(started.elapsed() < Duration::from_secs(10), "no mail was written");
        tokio::task::yield_now().await;
    }
}

fn database(data_dir: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(data_dir.join("manetes.sqlite")).unwrap()
}

/// What must hold whenever the program is down: stock adds up, orders are whole, nothing dangles.
fn assert_sound(conn: &rusqlite::Connection) {
    let number = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    let wrong_stock = "SELECT count(*) FROM variants v WHERE inventory_quantity <>
        (SELECT coalesce(sum(delta), 0) FROM stock_movements m WHERE m.variant_id = v.id)";
    assert_eq!(number(wrong_stock), 0, "stock is not the sum of its movements");
    let wrong_total = "SELECT count(*) FROM orders o WHERE items_in_cents <>
        (SELECT coalesce(sum(quantity * price_in_cents), 0) FROM order_items i WHERE i.order_id = o.id)";
    assert_eq!(number(wrong_total), 0, "an order is not the sum of its lines");
    let unmailed = "SELECT count(*) FROM orders o WHERE 1 <> (SELECT count(*) FROM outbox
        WHERE message ->> 'kind' = 'order_received' AND message ->> 'order_id' = o.id)";
    assert_eq!(number(unmailed), 0, "an order has not exactly one mail");
    assert_eq!(number("SELECT count(*) FROM pragma_foreign_key_check"), 0);
    assert_eq!(conn.query_row("PRAGMA integrity_check", [], |r| r.get::<_, String>(0)).unwrap(), "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_orders_come_in_it_keeps_every_order_it_confirmed_exactly_once() {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    let mut buyer = program.customer(dir.path()).await;
    let mut confirmed: BTreeSet<(String, String)> = BTreeSet::new();
    for round in 0..8_usize {
        let variant: String = database(dir.path())
            .query_row("SELECT id FROM variants WHERE sku = 'FON-LAT-40'", [], |row| row.get(0))
            .unwrap();
        set_stock(dir.path(), "FON-LAT-40", 500);
        let acknowledged = Arc::new(AtomicUsize::new(0));
        let mut clients = Vec::new();
        for client in 0..8 {
            let (buyer, variant, acknowledged) = (buyer.clone(), variant.clone(), acknowledged.clone());
            clients.push(tokio::spawn(async move {
                let mut done = Vec::new();
                for n in 0..40 {
                    let key = format!("{round}-{client}-{n}");
                    let Some(id) = try_order(&buyer, &variant, &key).await else { return (done, Some(key)) };
                    acknowledged.fetch_add(1, Ordering::SeqCst);
                    done.push((key, id));
                }
                (done, None)
            }));
        }
        while acknowledged.load(Ordering::SeqCst) < 3 + round * 9 {
            tokio::task::yield_now().await;
        }
        program.kill();
        let mut unanswered = Vec::new();
        for client in clients {
            let (done, lost) = client.await.unwrap();
            confirmed.extend(done);
            unanswered.extend(lost);
        }
        assert_sound(&database(dir.path()));
        program = Program::start(dir.path()).await;
        buyer = program.signed_in().await;
        for key in unanswered {
            let id = try_order(&buyer, &variant, &key).await.expect("the program is up again");
            confirmed.insert((key, id));
        }
    }
    program.kill();
    let conn = database(dir.path());
    assert_sound(&conn);
    let mut stored = conn.prepare("SELECT idempotency_key, id FROM orders").unwrap();
    let stored: BTreeSet<(String, String)> =
        stored.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
    assert_eq!(stored, confirmed);
}

#[tokio::test(flavor = "multi_thread")]
async fn asked_to_stop_it_finishes_what_it_began_and_leaves() {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    let visitor = program.visitor();
    visitor.get("/store").await.expect(200);
    let id = program.child.id().to_string();
    let asked = Instant::now();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let status = program.child.wait().unwrap();
    assert!(status.success(), "{status}");
    assert!(asked.elapsed() < Duration::from_secs(10));
}

async fn try_order(buyer: &Person, variant: &str, key: &str) -> Option<String> {
    let body = json!({ "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": 1 }] });
    let request = buyer.request(Method::POST, "/api/functions/create-order-and-send-email");
    let response = request.header("Idempotency-Key", key).json(&body).send().await.ok()?;
    let (status, answer) = (response.status(), response.json::<Value>().await.ok()?);
    assert_eq!(status.as_u16(), 201, "{answer}");
    answer["orderId"].as_str().map(str::to_owned)
}

fn set_stock(data_dir: &Path, sku: &str, quantity: i64) {
    let done = Command::new(env!("CARGO_BIN_EXE_manetes"))
        .args(["set-stock", sku, &quantity.to_string(), "--data-dir"])
        .arg(data_dir)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}
