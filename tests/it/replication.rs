//! A shop on two machines: who may write, and that Litestream's part is left to it.

use std::fs;
use std::process::Command;
use std::time::Instant;

use manetes::clock::Clock;
use manetes::config::{Backup, BackupAccess, BaseUrl, Secret, Target};
use manetes::lease::{Error, Lease, Standing};
use serde_json::{Value, json};

use crate::support::{BucketServer, PATIENCE, Person, Program, Reply};

const LEASE: &str = "main/lease.json";

/// The options of a replicated shop whose lease is in that bucket.
pub fn options(bucket: &BucketServer) -> Vec<String> {
    let endpoint = format!("--s3-endpoint={}", bucket.endpoint);
    let rest = ["--replicated", "--backup-to=s3://shop/main", "--s3-access-key=id", "--s3-secret-key=key"];
    rest.map(str::to_owned).into_iter().chain([endpoint]).collect()
}

async fn message(visitor: &Person) -> Reply {
    let body = json!({ "name": "Ana", "email": "ana@example.com", "message": "Una gotera en el techo." });
    visitor.post("/api/functions/send-contact-message", body).await
}

/// Sends messages until one is answered so; what that said.
pub async fn until_answered(visitor: &Person, status: u16) -> Reply {
    let started = Instant::now();
    loop {
        let reply = message(visitor).await;
        if reply.status == status {
            return reply;
        }
        assert!(started.elapsed() < PATIENCE, "still {}: {}", reply.status, reply.text);
        tokio::task::yield_now().await;
    }
}

fn lease(bucket: &BucketServer) -> Value {
    serde_json::from_slice(&bucket.object(LEASE).expect("there is a lease")).unwrap()
}

fn messages(program: &Program) -> i64 {
    program.database().query_row("SELECT count(*) FROM contact_messages", [], |row| row.get(0)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_start_takes_the_lease_and_the_next_one_keeps_it() {
    let (dir, bucket) = (tempfile::tempdir().unwrap(), BucketServer::start().await);
    let mut program = Program::start_with(dir.path(), &options(&bucket)).await;
    let taken = lease(&bucket);
    assert_eq!(taken["generation"], 1);
    message(&program.visitor()).await.expect(202);
    program.kill();
    program.restart().await;
    message(&program.visitor()).await.expect(202);
    assert_eq!(lease(&bucket), taken);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_primary_that_finds_a_later_generation_writes_no_more_and_does_not_start_again() {
    let (dir, bucket) = (tempfile::tempdir().unwrap(), BucketServer::start().await);
    let mut program = Program::start_with(dir.path(), &options(&bucket)).await;
    let visitor = program.visitor();
    message(&visitor).await.expect(202);
    bucket.put(LEASE, r#"{"generation":2,"holder":"elsewhere","taken_at":"2026-11-22T03:00:00Z"}"#);
    let refused = until_answered(&visitor, 503).await;
    assert_eq!(refused.json()["code"], "read_only");
    assert!(refused.json()["retry_after"].as_u64().unwrap() > 0);
    let kept = messages(&program);
    message(&visitor).await.expect(503);
    visitor.get("/store").await.expect(200);
    visitor.get("/readyz").await.expect(503);
    // Nothing gets round it: no job has written either.
    let changes =
        |conn: &rusqlite::Connection| -> i64 { conn.query_row("PRAGMA data_version", [], |row| row.get(0)).unwrap() };
    let conn = program.database();
    let before = changes(&conn);
    program.signal("TERM");
    assert!(program.child.wait().unwrap().success());
    assert_eq!((messages(&program), changes(&conn)), (kept, before));
    let started = Command::new(env!("CARGO_BIN_EXE_manetes"))
        .args(["serve", "--listen=127.0.0.1:0", "--data-dir"])
        .arg(dir.path())
        .args(options(&bucket))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&started.stderr).into_owned();
    assert_eq!(started.status.code(), Some(1), "{said}");
    assert!(said.contains("belongs to another machine") && said.contains("manetes promote"), "{said}");
    // Nor by a command, nor when the setting is forgotten.
    for (words, line) in
        [(&["set-stock", "x", "1"][..], "give commands there"), (&["serve", "--listen=127.0.0.1:0"], "replicated shop")]
    {
        let command =
            Command::new(env!("CARGO_BIN_EXE_manetes")).args(words).arg("--data-dir").arg(dir.path()).output();
        let command = command.unwrap();
        let said = String::from_utf8_lossy(&command.stderr).into_owned();
        assert!(command.status.code() == Some(1) && said.contains(line), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_bucket_a_shop_goes_on_selling_and_one_that_starts_waits_to_write() {
    let (dir, bucket) = (tempfile::tempdir().unwrap(), BucketServer::start().await);
    let mut program = Program::start_with(dir.path(), &options(&bucket)).await;
    let visitor = program.visitor();
    bucket.set_away(true);
    let started = Instant::now();
    while bucket.asked_in_vain() < 3 {
        message(&visitor).await.expect(202);
        assert!(started.elapsed() < PATIENCE, "nobody looks at the lease");
    }
    message(&visitor).await.expect(202);
    let taken = messages(&program);
    program.kill();
    // What the settings said before.
    program.database().execute("UPDATE invoicing SET mode = 'test'", []).unwrap();
    program.restart().await;
    let refused = message(&visitor).await.expect(503).json();
    assert_eq!(refused["code"], "read_only");
    visitor.get("/store").await.expect(200);
    visitor.get("/readyz").await.expect(503);
    assert_eq!(messages(&program), taken);
    bucket.set_away(false);
    until_answered(&visitor, 202).await;
    assert_eq!(messages(&program), taken + 1);
    visitor.get("/readyz").await.expect(200);
    let mode =
        || program.database().query_row("SELECT mode FROM invoicing", [], |row| row.get::<_, String>(0)).unwrap();
    let started = Instant::now();
    while mode() != "off" {
        assert!(started.elapsed() < PATIENCE, "what this start says of invoices never holds");
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_of_writes_is_litestreams_to_cut_and_its_tables_are_nobodys() {
    let (dir, bucket) = (tempfile::tempdir().unwrap(), BucketServer::start().await);
    let mut program = Program::start_with(dir.path(), &options(&bucket)).await;
    let visitor = program.visitor();
    let (theirs, log) = (program.database(), dir.path().join("manetes.sqlite-wal"));
    let tables = "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
                  CREATE TABLE _litestream_lock (id INTEGER);
                  INSERT INTO _litestream_seq VALUES (1, 1);";
    theirs.execute_batch(tables).unwrap();
    // As it does now and then; the next write is none the worse for it.
    for _ in 0..3 {
        message(&visitor).await.expect(202);
        let cut = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        assert_eq!(theirs.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], cut).unwrap(), 0);
        assert_eq!(fs::metadata(&log).unwrap().len(), 0);
        message(&visitor).await.expect(202);
    }
    program.assert_sound();
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = elsewhere.path().join("copy.tar.zst");
    program.command(&["backup", copy.to_str().unwrap()]);
    drop(theirs);
    program.signal("TERM");
    assert!(program.child.wait().unwrap().success());
    assert!(fs::metadata(&log).is_ok_and(|log| log.len() > 0), "it was worked in behind Litestream's back");
    let restored = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
    let done = command.arg("restore").arg(&copy).arg("--data-dir").arg(restored.path()).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// The lease as seen from a machine with that data directory.
fn seen(bucket: &BucketServer, data_dir: &std::path::Path) -> Lease {
    let access = BackupAccess {
        passphrase: None,
        s3_endpoint: Some(BaseUrl::parse(&bucket.endpoint).unwrap()),
        s3_region: String::from("us-east-1"),
        s3_access_key: Some(String::from("id")),
        s3_secret_key: Some(Secret::from(String::from("key"))),
    };
    let to = Some(Target::Bucket { bucket: String::from("shop"), prefix: String::from("main") });
    Lease::of(&Backup { to, access, ..Backup::default() }, data_dir, &Clock::system()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_take_the_lease_at_once_each_has_a_generation_of_its_own_and_the_last_has_it() {
    let (bucket, dirs) = (BucketServer::start().await, [(); 4].map(|()| tempfile::tempdir().unwrap()));
    let leases = dirs.each_ref().map(|dir| seen(&bucket, dir.path()));
    let [a, b, c, d] = leases.each_ref().map(Lease::take_over);
    let taken = tokio::join!(a, b, c, d);
    let mut generations = [taken.0, taken.1, taken.2, taken.3].map(Result::unwrap);
    generations.sort_unstable();
    assert_eq!(generations, [1, 2, 3, 4]);
    let mut ours = 0;
    for lease in &leases {
        match lease.look().await.unwrap() {
            Standing::Ours(4) => ours += 1,
            standing => assert!(matches!(standing, Standing::Another(held) if held.generation == 4)),
        }
    }
    assert_eq!(ours, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_takes_what_it_should_refuse_holds_no_lease() {
    let (bucket, dir) = (BucketServer::start().await, tempfile::tempdir().unwrap());
    bucket.forget_conditions();
    assert!(matches!(seen(&bucket, dir.path()).look().await, Err(Error::Unconditional(_))));
}

#[test]
fn without_a_bucket_there_is_no_lease_to_keep() {
    let dir = tempfile::tempdir().unwrap();
    for options in [&["--replicated"][..], &["--replicated", "--backup-to=/mnt/backups"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
        command.args(["serve", "--listen=127.0.0.1:0", "--data-dir"]).arg(dir.path()).args(options);
        let done = command.output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.code() == Some(1) && said.contains("s3://BUCKET/PREFIX"), "{said}");
    }
}
