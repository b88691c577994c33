//! Upgrades: tried on a copy, made, and taken back, by the real program on the real file.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use reqwest::Method;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::support::{Killer, Program, address};

const SKU: &str = "FON-LAT-40";

/// The numbers of the newest migration but one and of the newest, and what undoes that. Whoever adds another writes it here.
const UNDO: (i32, i32, &str) = (98, 99, "ALTER TABLE custom_fields DROP COLUMN max_length;");
/// Whether it has run.
const NEW: &str = "SELECT count(*) = 1 FROM pragma_table_info('custom_fields') WHERE name = 'max_length'";
const TOLD: &str = "runs  V0099 text_lengths";

/// Makes the database what the program before the newest migration had. Nobody may have it open.
pub fn make_older(data: &Path) {
    let conn = Connection::open(data.join("manetes.sqlite")).unwrap();
    let (_, newest, undo) = UNDO;
    conn.execute_batch(undo).unwrap();
    let run = "DELETE FROM refinery_schema_history WHERE version = ?1 AND version = (SELECT max(version) FROM refinery_schema_history)";
    assert_eq!(conn.execute(run, [newest]).unwrap(), 1, "UNDO is not about the newest migration");
}

fn version(file: &Path) -> i32 {
    let conn = Connection::open(file).unwrap();
    conn.query_row("SELECT max(version) FROM refinery_schema_history", [], |row| row.get(0)).unwrap()
}

/// The files of a data directory whose names hold `part`.
fn named(data: &Path, part: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(data).unwrap().map(|file| file.unwrap().path());
    files.filter(|file| file.file_name().unwrap().to_string_lossy().contains(part)).collect()
}

fn run(data: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
    let done = command.args(words).arg("--data-dir").arg(data).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

async fn place(buyer: &crate::support::Person, variant: &str) -> String {
    let body = json!({ "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": 1 }] });
    let placed = buyer.post("/api/functions/create-order-and-send-email", body).await.expect(201).json();
    placed["orderId"].as_str().unwrap().to_owned()
}

/// The tokens in the mails of links of a kind.
fn mailed(data: &Path, kind: &str) -> BTreeSet<String> {
    let mails = fs::read_dir(data.join("mail")).into_iter().flatten().flatten();
    let texts = mails.filter_map(|mail| fs::read_to_string(mail.path()).ok());
    let texts = texts.map(|text| text.replace("=\r\n", "").replace("=3D", "="));
    let ending = format!("&type={kind}");
    let token = |text: String| {
        let (before, _) = text.split_once(&ending)?;
        Some(before.rsplit_once("token_hash=")?.1.to_owned())
    };
    texts.filter_map(token).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn open_orders_sessions_and_links_in_mails_work_across_an_upgrade_and_its_rollback() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path();
    let mut program = Program::start(data).await;
    let buyer = program.customer("ana@example.com").await;
    let variant = program.variant(SKU);
    let order = place(&buyer, &variant).await;
    let asked = json!({
        "items": [{ "variant_id": variant, "quantity": 1 }], "order_id": order,
        "successUrl": format!("{}/success?order_id={order}", program.base), "cancelUrl": format!("{}/cart", program.base),
    });
    let page = buyer.post("/api/store/store_manetes/checkout", asked).await.expect(200).json()["url"].clone();
    let page = page.as_str().unwrap().strip_prefix(&program.base).unwrap().to_owned();
    let signup = json!({ "email": "nuria@example.com", "password": crate::support::PASSWORD });
    let known = mailed(data, "signup");
    program.visitor().post("/api/auth/signup", signup).await.expect(200);
    let link = loop {
        if let Some(link) = mailed(data, "signup").difference(&known).next() {
            break link.clone();
        }
        tokio::task::yield_now().await;
    };
    program.end();
    // One that will not go out before the copy is made.
    let waits = "INSERT INTO outbox (id, recipient, lang, message, next_try_at, created_at)
        SELECT 'waits', recipient, lang, message, 99999999999999, 1 FROM outbox LIMIT 1";
    Connection::open(data.join("manetes.sqlite")).unwrap().execute(waits, []).unwrap();
    make_older(data);
    let (before, newest, _) = UNDO;

    // Tried on a copy, which leaves no trace.
    let (code, out, err) = run(data, &["check", "--upgrade"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains(&format!(" to {newest}: ")) && out.contains(&format!("runs  V00{newest} ")), "{out}");
    assert!(out.contains(TOLD), "{out}");
    assert_eq!(version(&data.join("manetes.sqlite")), before);
    assert!(named(data, "upgrade-check").is_empty());

    // Made: what was open goes on, and more comes.
    program.restart().await;
    assert_eq!(version(&data.join("manetes.sqlite")), newest);
    assert_eq!(run(data, &["rollback", "--yes"]).0, Some(1), "beside the server");
    buyer.get(&format!("/api/orders/{order}")).await.expect(200);
    program.visitor().get(&page).await.expect(200);
    place(&buyer, &variant).await;
    program.end();

    // Taken back.
    let (code, _, err) = run(data, &["rollback"]);
    assert!(code == Some(2) && err.contains("--yes"), "{err}");
    let (code, out, err) = run(data, &["rollback", "--yes"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("lost: 1 orders"), "{out}");
    assert!(out.contains(&format!("whose newest migration is {before}")), "{out}");
    assert!(out.contains("wait: `manetes held-mails --send`") && out.contains("Payments from "), "{out}");
    assert_eq!(version(&data.join("manetes.sqlite")), before);
    let held = "SELECT is_held FROM outbox WHERE id = 'waits'";
    let held: bool =
        Connection::open(data.join("manetes.sqlite")).unwrap().query_row(held, [], |row| row.get(0)).unwrap();
    assert!(held);
    let aside = named(data, ".rolled-back-");
    assert_eq!(aside.len(), 1);
    assert_eq!(version(&aside[0]), newest);
    let (code, _, err) = run(data, &["rollback", "--yes"]);
    assert!(code == Some(1) && err.contains("there is no copy"), "once is enough: {err}");
    let (code, _, err) = run(data, &["list-orders"]);
    assert!(code == Some(1) && err.contains("`manetes serve` of this program migrates it"), "{err}");

    // The shop is the one from before: the payment page is open, the session stands, the link works.
    program.restart().await;
    let orders: Value = buyer.get("/api/orders").await.expect(200).json();
    assert_eq!(orders["orders"].as_array().unwrap().len(), 1, "{orders}");
    let click = program.visitor().request(Method::POST, &page);
    let click = click.header("content-type", "application/x-www-form-urlencoded").body("action=pay");
    program.visitor().send(click).await;
    while buyer.get(&format!("/api/orders/{order}")).await.expect(200).json()["status"] != "paid" {
        tokio::task::yield_now().await;
    }
    let proof = json!({ "type": "signup", "token_hash": link });
    program.visitor().post("/api/auth/verify", proof).await.expect(200);
    program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rollback_that_failed_leaves_it_known_when_its_copy_was_made() {
    let (dir, _) = older_shop().await;
    let data = dir.path();
    let mut program = Program::start(data).await;
    program.end();
    let [copy] = &named(data, ".before-v")[..] else { panic!("one copy is made") };
    let earlier = fs::metadata(copy).unwrap().modified().unwrap() - Duration::from_secs(3 * 86_400);
    File::open(copy).unwrap().set_modified(earlier).unwrap();
    let in_use = Connection::open(data.join("manetes.sqlite")).unwrap();
    in_use.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (code, first, _) = run(data, &["rollback", "--yes"]);
    assert_eq!(code, Some(1), "{first}");
    drop(in_use);
    let (code, second, err) = run(data, &["rollback", "--yes"]);
    assert_eq!(code, Some(0), "{err}");
    let made = |said: &str| said.lines().find(|line| line.starts_with("the copy: of ")).map(str::to_owned);
    assert!(made(&first).is_some() && made(&first) == made(&second), "{first}{second}");
}

/// A shop of the version before the newest, to begin each round with.
async fn older_shop() -> (tempfile::TempDir, Vec<u8>) {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    program.end();
    make_older(dir.path());
    let file = fs::read(dir.path().join("manetes.sqlite")).unwrap();
    (dir, file)
}

fn begin(data: &Path, words: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
    command.args(words).arg("--data-dir").arg(data).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// That the database is of the one version or of the other, whole.
fn assert_old_or_new(data: &Path) -> i32 {
    let file = data.join("manetes.sqlite");
    let found = version(&file);
    assert!([UNDO.0, UNDO.1].contains(&found), "{found}");
    let conn = Connection::open(&file).unwrap();
    let sound: String = conn.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    assert_eq!(conn.query_row(NEW, [], |row| row.get::<_, bool>(0)).unwrap(), found == UNDO.1);
    found
}

async fn killed_while_migrating_and_rolling_back(times: u32) {
    let (dir, file) = older_shop().await;
    let data = dir.path();
    let mut migrating = Killer::new(times, Duration::from_millis(75));
    let mut rolling_back = Killer::new(times, Duration::from_millis(20));
    for _ in 0..times {
        for leftover in named(data, "manetes.sqlite-").into_iter().chain(named(data, ".rolled-back-")) {
            fs::remove_file(leftover).unwrap();
        }
        fs::write(data.join("manetes.sqlite"), &file).unwrap();
        migrating.kill(begin(data, &["serve", "--listen=127.0.0.1:0"]));
        migrating.hear(assert_old_or_new(data) == UNDO.1);

        // Whatever the first was cut off at, the next goes to the end.
        let mut program = Program::start(data).await;
        program.end();
        assert_eq!(assert_old_or_new(data), UNDO.1);
        rolling_back.kill(begin(data, &["rollback", "--yes"]));
        rolling_back.hear(assert_old_or_new(data) != UNDO.1);
    }
    println!("migrating: {}; rolling back: {}", migrating.told(), rolling_back.told());
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_it_migrates_or_rolls_back_the_shop_is_old_or_new() {
    killed_while_migrating_and_rolling_back(4).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn killed_while_it_migrates_or_rolls_back_fifty_times() {
    killed_while_migrating_and_rolling_back(50).await;
}
