//! A disk on which nothing more fits: no file may grow.

use std::process::Command;

use super::{Ordered, order};
use crate::support::{Person, Program, address};
use serde_json::json;

const SKU: &str = "FON-LAT-40";

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_orders_are_refused_whole_and_go_on_when_there_is_room_again() {
    let dir = tempfile::tempdir().unwrap();
    let program = Program::start(dir.path()).await;
    let buyer = program.customer("ana@example.com").await;
    let variant = program.variant(SKU);
    program.command(&["set-stock", SKU, "5000"]);
    let (mut confirmed, mut refused) = (0, 0);
    for round in 0..5 {
        // The log of writes begins anew, and will be longer than this before it is worked into the database.
        program.database().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
        let size = std::fs::metadata(dir.path().join("manetes.sqlite")).unwrap().len();
        may_grow_to(&program, &(size + 64 * 1024).to_string());
        let mut full = 0;
        for n in 0..200 {
            match place(&buyer, &variant, &format!("{round}-{n}")).await {
                201 => confirmed += 1,
                503 => full += 1,
                other => panic!("{other}"),
            }
            if full == 3 {
                break;
            }
        }
        assert_eq!(full, 3, "the disk is not full");
        refused += full;
        buyer.get("/api/orders").await.expect(200);
        program.visitor().get("/store").await.expect(200);
        may_grow_to(&program, "unlimited");
        let placed = order(&buyer, &variant, &format!("{round}-after")).await;
        assert!(matches!(placed, Ordered::Placed(_)), "{placed:?}");
        confirmed += 1;
        program.assert_sound();
    }
    let stored: i64 = program.database().query_row("SELECT count(*) FROM orders", [], |row| row.get(0)).unwrap();
    assert_eq!(stored, confirmed);
    println!("{confirmed} orders, {refused} refused");
}

async fn place(buyer: &Person, variant: &str, key: &str) -> u16 {
    let body = json!({ "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": 1 }] });
    let path = "/api/functions/create-order-and-send-email";
    let reply = buyer.send(buyer.request(reqwest::Method::POST, path).header("Idempotency-Key", key).json(&body)).await;
    if reply.status == 503 {
        assert!(reply.headers.contains_key("retry-after"), "{}", reply.text);
        assert_eq!(reply.code(), "disk_full");
    }
    reply.status.as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_says_so_and_uses_up_nobodys_share() {
    let dir = tempfile::tempdir().unwrap();
    let program = Program::start_with(dir.path(), &[String::from("--limits=normal")]).await;
    let visitor = program.visitor();
    let message = async || {
        let body = json!({ "name": "Ana", "email": "ana@example.com", "message": "Hola, buenos días" });
        visitor.post("/api/functions/send-contact-message", body).await
    };
    visitor.get("/readyz").await.expect(200);
    may_grow_to(&program, "1");
    for _ in 0..10 {
        message().await.refused(503, "disk_full");
    }
    visitor.get("/readyz").await.refused(503, "disk_full");
    may_grow_to(&program, "unlimited");
    visitor.get("/readyz").await.expect(200);
    // As many as an address may have, and not one more.
    for _ in 0..3 {
        message().await.expect(202);
    }
    message().await.refused(429, "over_request_rate_limit");
}

/// The largest file the program may write, in bytes.
fn may_grow_to(program: &Program, bytes: &str) {
    let id = program.child.id().to_string();
    let set = Command::new("prlimit").args(["--pid", &id, &format!("--fsize={bytes}:")]).status().unwrap();
    assert!(set.success());
}
