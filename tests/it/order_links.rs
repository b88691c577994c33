//! What becomes of what opens orders of people without an account: in mails, logs and backups, and when it ends.

use std::fs;
use std::path::Path;

use manetes::clock::Timestamp;
use manetes::db;
use manetes::order_keys::OrderKeys;
use manetes::orders;
use manetes::privacy::retention;
use serde_json::json;

use crate::guests::{Bought, CREATE, MAIL, bought, wanted};
use crate::support::{Desk, Program, SKU, TestShop};

const PASSPHRASE: (&str, &str) = ("MANETES_BACKUP_PASSPHRASE", "correct horse battery staple");

#[tokio::test]
async fn whoever_is_forgotten_takes_their_orders_keys_with_them() {
    let shop = TestShop::demo().await;
    let admin = shop.admin().await;
    let order = shop.bought(MAIL).await;
    let token = shop.claim_token(&order).await;
    let people = admin.get("/api/admin/customers?q=nuria").await.expect(200).json();
    let person = &people["customers"][0];
    assert_eq!((&person["has_account"], &person["orders_count"]), (&json!(false), &json!(1)), "{people}");
    let path = format!("/api/admin/customers/{}", person["id"].as_str().unwrap());
    let known = admin.get(&path).await.expect(200).json();
    assert_eq!(known["orders"][0]["id"], order.id, "{known}");
    admin.post(&format!("{path}/erase"), json!({})).await.refused(409, "orders_open");
    let cancel = json!({ "order_id": order.id, "order_key": order.key });
    shop.visitor().post("/api/functions/cancel-order", cancel).await.expect(200);
    admin.post(&format!("{path}/erase"), json!({ "tell": false })).await.expect(204);
    assert_eq!(shop.holding(&["nuria@", "carrer major"]).await, []);
    shop.visitor().see(&order).await.refused(404, "not_found");
    let eve = shop.customer("eve@example.com").await;
    eve.claim(&order.id, &token).await.refused(403, "otp_expired");
    // What is bought with that address later is somebody's own.
    shop.app.clock.advance_seconds(60);
    let later = shop.bought(MAIL).await;
    retention::round(&shop.app.db, &shop.app.data_dir, shop.app.clock.now()).unwrap();
    shop.visitor().see(&later).await.expect(200);
}

#[tokio::test]
async fn the_years_that_orders_are_kept_end_their_keys_as_well() {
    let shop = TestShop::demo().await;
    let order = shop.bought(MAIL).await;
    let now: Timestamp = shop.app.clock.now();
    let forget = move |tx: &db::Tx<'_>| orders::anonymise_before(tx, now.plus_days(1));
    shop.app.db.write(forget).await.unwrap();
    shop.visitor().see(&order).await.refused(404, "not_found");
}

/// What the program said so far, and every mail it wrote.
fn said(dir: &Path) -> (String, Vec<String>) {
    let mails = fs::read_dir(dir.join("mail")).into_iter().flatten().flatten();
    let mails = mails.filter_map(|mail| fs::read_to_string(mail.path()).ok());
    let plain = |text: String| text.replace("=\r\n", "").replace("=3D", "=");
    (fs::read_to_string(dir.join("said")).unwrap_or_default(), mails.map(plain).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mail_has_the_key_and_neither_the_log_nor_the_database_does() {
    let dir = tempfile::tempdir().unwrap();
    let log = format!("MANETES_LOG=info exec \"$0\" \"$@\" 2>{}", dir.path().join("said").display());
    let launcher = ["/bin/sh", "-c", &log].map(str::to_owned);
    let mut program = Program::started_by(&launcher, dir.path(), &[]).await;
    let (variant, guest) = (program.variant(SKU), program.visitor());
    let order = bought(guest.post(CREATE, wanted(&variant, 1, MAIL)).await);
    let link = format!("/order/{}?lang=es&key={}", order.id, order.key);
    while !said(dir.path()).1.iter().any(|mail| mail.contains(&link)) {
        tokio::task::yield_now().await;
    }
    guest.post(&format!("/api/orders/{}/link", order.id), json!({})).await.expect(202);
    while !said(dir.path()).1.iter().any(|mail| mail.contains("#claim=")) {
        tokio::task::yield_now().await;
    }
    guest.get(&format!("/order/{}?key={}", order.id, order.key)).await.expect(303);
    guest.get(&format!("/api/orders/{}?key={}", order.id, order.key)).await.expect(200);
    guest.see(&order).await.expect(200);
    program.signal("TERM");
    program.child.wait().unwrap();
    let (said, _) = said(dir.path());
    assert!(said.contains(&format!("/order/{}", order.id)), "a line per request: {said}");
    assert!(!said.contains(&order.key));
    // Nor does the secret lie in it: whoever has the database alone opens nothing.
    let secret = fs::read_to_string(dir.path().join("order.key")).unwrap();
    for name in ["manetes.sqlite", "manetes.sqlite-wal"] {
        let held = fs::read(dir.path().join(name)).unwrap_or_default();
        let held = String::from_utf8_lossy(&held);
        assert!(!held.contains(&order.key) && !held.contains(secret.trim()), "{name}");
    }
    fs::remove_file(dir.path().join("order.key")).unwrap();
    program.restart().await;
    guest.see(&order).await.refused(404, "not_found");
    assert!(OrderKeys::find(dir.path()).unwrap().is_some());
}

/// A shop with an order without an account, stopped.
async fn shop_with_an_order(desk: &Desk) -> Bought {
    let mut program = Program::start(&desk.data()).await;
    let order = bought(program.visitor().post(CREATE, wanted(&program.variant(SKU), 1, MAIL)).await);
    program.signal("TERM");
    assert!(tokio::task::block_in_place(|| program.child.wait()).unwrap().success());
    order
}

#[tokio::test(flavor = "multi_thread")]
async fn only_an_encrypted_backup_holds_what_opens_orders_and_a_restore_without_it_says_so() {
    let (desk, elsewhere) = (Desk::new(), Desk::new());
    let order = shop_with_an_order(&desk).await;
    let secret = |desk: &Desk| fs::read_to_string(desk.data().join("order.key")).ok();
    let first = secret(&desk);
    desk.run("backup plain.tar.zst").expect_success();
    desk.run_with("backup whole.tar.zst.age", &[PASSPHRASE]).quietly();
    let (plain, whole) = (desk.path().join("plain.tar.zst"), desk.path().join("whole.tar.zst.age"));
    let bytes = zstd::decode_all(fs::File::open(&plain).unwrap()).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains(first.as_ref().unwrap().trim()));

    // In its own place it stays, and nothing is lost.
    let told = desk.run(&format!("restore {}", plain.display())).quietly();
    assert!(!told.out.contains("open nothing any more"), "{}", told.out);
    assert_eq!(secret(&desk), first);
    // Elsewhere it is gone, and the links with it.
    let told = elsewhere.run(&format!("restore {}", plain.display())).quietly();
    assert!(told.out.contains("links in mails about 1 orders open nothing any more"), "{}", told.out);
    assert_eq!(secret(&elsewhere), None);
    // An encrypted one brings it along.
    let told = elsewhere.run_with(&format!("restore {} --json", whole.display()), &[PASSPHRASE]).quietly();
    assert_eq!(told.json()["order_links_lost"], 0);
    assert_eq!(secret(&elsewhere), first);
    let program = Program::start(&elsewhere.data()).await;
    program.visitor().see(&order).await.expect(200);
}
