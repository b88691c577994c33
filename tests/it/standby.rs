//! The second machine: it shows what comes from the first, takes nothing, and becomes the shop. What Litestream does is done
//! here by hand; `litestream.rs` has the real one.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use manetes::lang::Lang;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::replication::{options, until_answered};
use crate::support::{BucketServer, Done, Person, Program, SKU, until};

/// A second machine that follows the first, as soon as something has come.
pub async fn standby(dir: &Path, bucket: &BucketServer) -> Program {
    let options = [options(bucket), vec![String::from("--standby")]].concat();
    Program::start_with(dir, &options).await
}

/// The data directory of a standby that has what is in `from`.
pub fn followed(from: &Connection) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("manetes.standby"), "generation=1\n").unwrap();
    bring(from, dir.path());
    dir
}

/// What is in `from` now is put in the place of what is there, whole.
pub fn bring(from: &Connection, dir: &Path) {
    let new = dir.join("new");
    from.execute("VACUUM INTO ?1", [new.to_str().unwrap()]).unwrap();
    fs::rename(new, dir.join("manetes.sqlite")).unwrap();
}

/// A command as the operator gives it, with the settings of the service.
pub fn command(dir: &Path, words: &[&str], bucket: &[String]) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
    let settings = bucket.iter().filter(|option| *option != "--replicated" && words[0] == "promote");
    let done = command.args(words).arg("--data-dir").arg(dir).args(settings).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Done { code: done.status.code(), out: text(&done.stdout), err: text(&done.stderr) }
}

fn rename_product(conn: &Connection, name: &str) {
    conn.execute(
        "UPDATE products SET title = ?1 WHERE id = (SELECT product_id FROM variants WHERE sku = ?2)",
        [name, SKU],
    )
    .unwrap();
}

/// Looks at the product until it has that title.
async fn until_titled(visitor: &Person, product: &str, title: &str) {
    let page = format!("/product/{product}");
    let is_titled = async || visitor.get(&page).await.expect(200).text.contains(title);
    until(&format!("it is called {title}"), is_titled).await;
}

async fn metric(visitor: &Person, name: &str) -> i64 {
    let metrics = visitor.get("/metrics").await.expect(200).text;
    let value = metrics.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    value.unwrap_or_else(|| panic!("{name} in {metrics}")).parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_shows_the_shop_and_answers_whatever_is_written_or_personal_with_503() {
    let (first, bucket) = (tempfile::tempdir().unwrap(), BucketServer::start().await);
    let primary = Program::start_with(first.path(), &options(&bucket)).await;
    let buyer = primary.customer("ana@example.com").await;
    let second = followed(&primary.database());
    let standby = standby(second.path(), &bucket).await;
    let visitor = Person { base: standby.base.clone(), ..buyer };
    for path in ["/", "/store", "/store?lang=fr", "/api/store/store_manetes/cards?lang=es", "/api/site"] {
        visitor.get(path).await.expect(200);
    }
    assert!(visitor.get("/readyz").await.expect(200).text.starts_with("standby: its data is "));
    assert_eq!(metric(&visitor, "manetes_standby").await, 1);
    assert!(metric(&visitor, "manetes_standby_data_age_seconds").await >= 0);
    for path in ["/api/orders", "/api/auth/user", "/api/admin/today", "/pay/x"] {
        let refused = visitor.get(path).await;
        assert_eq!(refused.headers["retry-after"], "30", "{path}");
        refused.refused(503, "read_only");
    }
    let variant = primary.variant(SKU);
    visitor.order(&variant, 1).await.refused(503, "read_only");
    // A form without a script comes back as its page, in the reader's language.
    for lang in Lang::ALL.map(Lang::code) {
        let texts: Value = serde_json::from_str(&fs::read_to_string(format!("locales/{lang}.json")).unwrap()).unwrap();
        let said = texts.as_object().unwrap().values().find_map(|section| section["error.read_only"].as_str()).unwrap();
        let form = [("name", "Ana"), ("email", "ana@example.com"), ("message", "Una gotera."), ("lang", lang)];
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let sent = visitor.request(reqwest::Method::POST, "/contact");
        let sent = sent.header("content-type", "application/x-www-form-urlencoded").body(body);
        let page = visitor.send(sent).await.expect(503);
        assert_eq!(page.headers["retry-after"], "30");
        assert!(page.text.contains("Una gotera."), "what was typed is lost");
        // Up to an apostrophe, which HTML may write otherwise.
        assert!(page.text.contains(said.split(['’', '\'']).next().unwrap()), "{lang}: {}", page.text);
    }
    command(second.path(), &["list-orders"], &[]).refused(1, "is a standby's");
    command(second.path(), &["promote"], &options(&bucket)).refused(1, "another manetes is serving");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_goes_on_to_what_came_and_never_shows_half_a_change() {
    let (first, bucket) = (tempfile::tempdir().unwrap(), BucketServer::start().await);
    let primary = Program::start_with(first.path(), &options(&bucket)).await;
    let source = primary.database();
    let sql = "SELECT product_id FROM variants WHERE sku = ?1";
    let product: String = source.query_row(sql, [SKU], |row| row.get(0)).unwrap();
    let second = followed(&source);
    let standby = standby(second.path(), &bucket).await;
    let visitor = standby.visitor();
    rename_product(&source, "Traído entero");
    bring(&source, second.path());
    until_titled(&visitor, &product, "Traído entero").await;
    // In place, as Litestream's follow mode does it: the note comes last.
    let (file, note) = (second.path().join("manetes.sqlite"), second.path().join("manetes.sqlite-txid"));
    fs::write(&note, "1").unwrap();
    {
        let in_place = Connection::open(&file).unwrap();
        in_place.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(())).unwrap();
        rename_product(&in_place, "Traído en su sitio");
    }
    // It is not whole before the note says so, however often it is looked at.
    let older = fs::metadata(&file).unwrap().modified().unwrap() - Duration::from_secs(5);
    fs::File::options().write(true).open(&note).unwrap().set_modified(older).unwrap();
    let looks = "manetes_job_successes_total{job=\"follow\"}";
    let before = metric(&visitor, looks).await;
    while metric(&visitor, looks).await < before + 3 {
        let page = visitor.get(&format!("/product/{product}")).await.expect(200).text;
        assert!(page.contains("Traído entero"), "half a change is shown");
    }
    command(second.path(), &["promote"], &options(&bucket)).refused(1, "another manetes is serving");
    fs::write(&note, "2").unwrap();
    until_titled(&visitor, &product, "Traído en su sitio").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_promoted_standby_sells_and_the_first_machine_takes_no_order_any_more() {
    let (first, bucket) = (tempfile::tempdir().unwrap(), BucketServer::start().await);
    let mut primary = Program::start_with(first.path(), &options(&bucket)).await;
    let (buyer, variant) = (primary.customer("ana@example.com").await, primary.variant(SKU));
    let order = buyer.order(&variant, 1).await.expect(201).json()["orderId"].clone();
    let second = followed(&primary.database());
    // It is still there, and sells until the lease is taken.
    buyer.order(&variant, 1).await.expect(201);
    let promoted = command(second.path(), &["promote", "--json"], &options(&bucket)).quietly().json();
    assert_eq!(promoted["generation"], 2);
    let fenced = until_answered(&primary.visitor(), 503).await;
    assert_eq!(fenced.code(), "read_only");
    buyer.order(&variant, 1).await.refused(503, "read_only");

    let shop = Program::start_with(second.path(), &options(&bucket)).await;
    let there = Person { base: shop.base.clone(), ..buyer };
    there.get("/api/orders").await.expect(401);
    let back = shop.signed_in("ana@example.com").await;
    back.order(&variant, 1).await.expect(201);
    let orders = back.get("/api/orders").await.expect(200).text;
    assert!(orders.contains(order.as_str().unwrap()), "{orders}");
    assert!(shop.command(&["log", "--act", "shop.promoted"]).contains("shop.promoted"));
    shop.assert_sound();

    primary.kill();
    let words = ["serve", "--listen=127.0.0.1:0"];
    let settings = options(&bucket);
    let words: Vec<&str> = words.into_iter().chain(settings.iter().map(String::as_str)).collect();
    let again = command(first.path(), &words, &[]);
    assert!(again.code == Some(1) && again.err.contains("belongs to another machine"), "{again:?}");
    command(first.path(), &["promote"], &settings).refused(1, "what a former primary had");
    // Nor does it become a standby over what only it has.
    let words: Vec<&str> = words.iter().copied().chain(["--standby"]).collect();
    command(first.path(), &words, &[]).refused(1, "set it aside");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_whole_is_not_promoted_and_keeps_nobody_from_selling() {
    let (first, bucket) = (tempfile::tempdir().unwrap(), BucketServer::start().await);
    let primary = Program::start_with(first.path(), &options(&bucket)).await;
    let second = followed(&primary.database());
    let file = second.path().join("manetes.sqlite");
    let whole = fs::read(&file).unwrap();
    // A page in the middle.
    let mut spoilt = whole.clone();
    let middle = spoilt.len() / 2 / 4096 * 4096;
    spoilt[middle..middle + 4096].fill(0xA5);
    fs::write(&file, spoilt).unwrap();
    let refused = command(second.path(), &["promote"], &options(&bucket));
    assert_eq!((refused.code, refused.err.lines().count()), (Some(1), 1), "{refused:?}");
    fs::write(&file, &whole).unwrap();
    let note = second.path().join("manetes.sqlite-txid");
    fs::write(&note, "1").unwrap();
    let older = fs::metadata(&file).unwrap().modified().unwrap() - Duration::from_secs(5);
    fs::File::options().write(true).open(&note).unwrap().set_modified(older).unwrap();
    command(second.path(), &["promote"], &options(&bucket)).refused(1, "a change is half there");
    let held: Value = serde_json::from_slice(&bucket.object("main/lease.json").unwrap()).unwrap();
    assert_eq!(held["generation"], 1);
    let body = json!({ "name": "Ana", "email": "ana@example.com", "message": "Una gotera en el techo." });
    primary.visitor().post("/api/functions/send-contact-message", body).await.expect(202);
    // Cut off after the lease was taken, it is done again.
    fs::remove_file(&note).unwrap();
    for _ in 0..2 {
        let promoted = command(second.path(), &["promote", "--json"], &options(&bucket)).quietly().json();
        assert_eq!(promoted["generation"], 2);
    }
}
