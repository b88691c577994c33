//! Copies of the whole shop and the way back, with the real program.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::json;

use crate::support::{BucketServer, Desk, Dice, Killer, PASSWORD, PATIENCE, Program, SKU};

const ANA: &str = "ana@example.com";
const PASSPHRASE: (&str, &str) = ("MANETES_BACKUP_PASSPHRASE", "correct horse battery staple");

fn open(desk: &Desk) -> Connection {
    Connection::open(desk.data().join("manetes.sqlite")).unwrap()
}

/// Every row of every table of a shop, but for what a restore changes and what jobs write by themselves.
fn rows(conn: &Connection) -> Vec<String> {
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT IN
        ('secrets', 'sessions', 'access_tokens', 'refresh_tokens', 'mail_tokens', 'audit_log', 'audit_acts', 'upkeep', 'outbox', 'payment_searches', 'invoicing', 'order_numbers_from', 'inquiry_numbers') ORDER BY name";
    let mut names = conn.prepare(names).unwrap();
    let names: Vec<String> = names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let mut all = Vec::new();
    for name in names {
        let mut statement = conn.prepare(&format!("SELECT * FROM \"{name}\"")).unwrap();
        let columns = statement.column_count();
        let mut found = statement.query([]).unwrap();
        let mut lines = Vec::new();
        while let Some(row) = found.next().unwrap() {
            let values: Vec<_> = (0..columns).map(|n| format!("{:?}", row.get_ref(n).unwrap())).collect();
            lines.push(format!("{name}: {}", values.join(", ")));
        }
        lines.sort();
        all.extend(lines);
    }
    all
}

/// Every file below a folder but for locks, with what is in it.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap().map(Result::unwrap) {
            let name = entry.path().strip_prefix(folder).unwrap().display().to_string();
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else if !name.ends_with("lock") && !name.ends_with("-shm") && !name.ends_with("-wal") {
                found.push((name, fs::read(entry.path()).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_written_over_nothing_but_a_backup_and_never_into_the_data_directory() {
    let desk = Desk::new();
    shop_that_was_used(&desk).await;
    let path = |name: &str| desk.path().join(name);
    fs::write(path("accounts.xlsx"), "of years").unwrap();
    desk.run("backup accounts.xlsx").refused(1, "accounts.xlsx is there and is no backup");
    assert_eq!(fs::read(path("accounts.xlsx")).unwrap(), b"of years");
    assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    desk.run("backup pipe").refused(1, "pipe is there and is no backup");
    assert!(!fs::metadata(path("pipe")).unwrap().is_file());
    // Through a link, and once more over what it has written itself.
    fs::create_dir(path("disk")).unwrap();
    std::os::unix::fs::symlink(path("disk/shop.zst"), path("link.zst")).unwrap();
    fs::write(path("disk/shop.zst"), "").unwrap();
    for _ in 0..2 {
        desk.run("backup link.zst").expect_success();
        assert!(fs::symlink_metadata(path("link.zst")).unwrap().is_symlink());
        assert!(fs::metadata(path("disk/shop.zst")).unwrap().len() > 1000);
    }
    let (data, before) = (desk.data(), files(&desk.data()));
    for inside in ["manetes.sqlite", "shop.zst", "pictures/", ""] {
        let refused = desk.run(&format!("backup {}", data.join(inside).display()));
        assert_eq!((refused.code, refused.err.lines().count()), (Some(1), 1), "{inside}: {refused:?}");
    }
    let after: Vec<_> = files(&desk.data()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(after, before.into_iter().map(|(name, _)| name).collect::<Vec<_>>());
    desk.run("check --invariants").quietly();
    // Not encrypted, on whatever way.
    let told = desk.command("backup -").stdout(Stdio::null()).output().unwrap();
    assert!(String::from_utf8(told.stderr).unwrap().contains("not encrypted"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_that_stood_still_with_an_unpaid_order_is_backed_up_and_restored() {
    let (desk, elsewhere) = (Desk::new(), Desk::new());
    shop_that_was_used(&desk).await;
    let conn = open(&desk);
    // As if its time had been over three hours ago; the day on which it was made is counted elsewhere.
    conn.execute_batch("UPDATE orders SET expires_at = expires_at - 10800000").unwrap();
    drop(conn);
    desk.run("backup shop.tar.zst").expect_success();
    elsewhere.run(&format!("restore {}", desk.path().join("shop.tar.zst").display())).expect_success();
    // What breaks at any time is refused as before.
    open(&desk)
        .execute_batch("UPDATE variants SET inventory_quantity = inventory_quantity + 1 WHERE manage_inventory")
        .unwrap();
    desk.run("backup broken.tar.zst").expect_success();
    elsewhere
        .run(&format!("restore {}", desk.path().join("broken.tar.zst").display()))
        .refused(1, "does not hold together");
}

/// A shop with an order, pictures and a customer, stopped.
async fn shop_that_was_used(desk: &Desk) {
    let mut program = Program::start(&desk.data()).await;
    let ana = program.customer(ANA).await;
    ana.order(&program.variant(SKU), 1).await.expect(201);
    fs::create_dir_all(desk.data().join("quote-photos")).unwrap();
    fs::write(desk.data().join("quote-photos/a.jpg"), vec![7; 300_000]).unwrap();
    // Longer than its place in the archive.
    fs::write(desk.data().join(format!("quote-photos/{}.jpg", "long".repeat(60))), "b").unwrap();
    program.signal("TERM");
    assert!(tokio::task::block_in_place(|| program.child.wait()).unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_made_while_orders_come_in_restores_to_the_same_shop() {
    let (desk, elsewhere) = (Desk::new(), Desk::new());
    let program = Program::start(&desk.data()).await;
    let ana = program.customer(ANA).await;
    let variant = program.variant(SKU);
    let order = async || ana.order(&variant, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
    let before = order().await;
    let mut backup = desk.command("backup shop.tar.zst --json").stdout(Stdio::piped()).spawn().unwrap();
    let mut during = 0;
    while backup.try_wait().unwrap().is_none() {
        order().await;
        during += 1;
    }
    let told = backup.wait_with_output().unwrap();
    assert!(told.status.success());
    assert!(during > 0, "nothing was ordered meanwhile");
    let file = desk.path().join("shop.tar.zst");
    assert!(!told.stdout.is_empty());
    elsewhere.run(&format!("restore {} --json", file.display())).quietly();
    elsewhere.run("check --invariants").quietly();
    let conn = open(&elsewhere);
    let count = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    let there = count("SELECT count(*) FROM orders");
    assert!((1..=1 + during).contains(&there), "{there} of {during}");
    assert_eq!(count(&format!("SELECT count(*) FROM orders WHERE id = '{before}'")), 1);
    assert_eq!(count("SELECT count(*) FROM sessions"), 0);
    assert!(count("SELECT count(*) FROM secrets") > 0, "the way is open for new ones");
    program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_brings_everything_back_and_keeps_what_was_there() {
    let desk = Desk::new();
    shop_that_was_used(&desk).await;
    desk.run_with("backup shop.tar.zst.age", &[PASSPHRASE]).quietly();
    let (then, photos) = (rows(&open(&desk)), files(&desk.data().join("quote-photos")));
    // What happens afterwards is gone, but for who was erased.
    desk.run("settings set company.phone +34931234567").quietly();
    desk.run(&format!("set-stock {SKU} 77")).quietly();
    fs::remove_dir_all(desk.data().join("quote-photos")).unwrap();
    assert_ne!(rows(&open(&desk)), then);

    let restored = desk.run_with("restore shop.tar.zst.age", &[PASSPHRASE]).quietly();
    assert!(restored.out.contains("What was there before is in"), "{}", restored.out);
    assert_eq!(rows(&open(&desk)), then);
    assert_eq!(files(&desk.data().join("quote-photos")), photos);
    desk.run("check --invariants").quietly();
    desk.run("log --verify").quietly();
    let log = desk.run("log --act shop.restored --json").quietly().json();
    assert_eq!(log.as_array().unwrap().len(), 1, "{log}");
    let aside = fs::read_dir(desk.data()).unwrap().map(|entry| entry.unwrap().path());
    let aside: Vec<_> = aside.filter(|path| path.to_string_lossy().contains("before-restore-")).collect();
    assert_eq!(aside.len(), 1);
    let old = Connection::open(aside[0].join("manetes.sqlite")).unwrap();
    let phone: String =
        old.query_row("SELECT value FROM settings WHERE key = 'company.phone'", [], |row| row.get(0)).unwrap();
    assert!(phone.contains("931234567"), "{phone}");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restore_nobody_is_signed_in_mails_wait_and_the_erased_stay_erased() {
    let desk = Desk::new();
    let mut program = Program::start(&desk.data()).await;
    let ana = program.customer(ANA).await;
    // An act in the log is what the shop is known by.
    desk.run("settings set company.phone +34930000001").quietly();
    let form = json!({ "name": "Pau", "email": "pau@example.com", "message": "¿Abrís el sábado?" });
    program.visitor().post("/api/functions/send-contact-message", form).await.expect(202);
    // One that will not go out while the backup is made.
    let waits = "INSERT INTO outbox (id, recipient, lang, message, next_try_at, created_at)
        SELECT 'waits', recipient, lang, message, 99999999999999, 1 FROM outbox LIMIT 1";
    program.database().execute(waits, []).unwrap();
    desk.run("backup backups/").expect_success();
    desk.run("erase-person pau@example.com --yes --no-mail").quietly();
    desk.run("restore backups").refused(1, "another manetes is serving");
    program.signal("TERM");
    tokio::task::block_in_place(|| program.child.wait()).unwrap();

    let told = desk.run("restore backups --json").quietly().json();
    assert_eq!((&told["keys"], &told["erased_again"]), (&json!("taken"), &json!(1)));
    desk.run("check --invariants").quietly();
    assert_eq!(desk.run("list-messages --json").quietly().json(), json!([]));
    program.restart().await;
    assert!(ana.get("/api/auth/user").await.status.is_client_error());
    let credentials = json!({ "email": ANA, "password": PASSWORD });
    program.visitor().post("/api/auth/token?grant_type=password", credentials).await.expect(200);
    let held = desk.run("held-mails").quietly().out;
    assert_ne!(held, "held: 0\n");
    desk.run("held-mails --send --drop").refused(2, "");
    assert_eq!(desk.run("held-mails --drop").quietly().out, held.replace("held", "dropped"));
    assert_eq!(desk.run("held-mails").quietly().out, "held: 0\n");
    assert_eq!(desk.run("retry-mail --all").quietly().out, "queued again: 0\n", "what was dropped stays so");
    program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plain_backup_holds_no_keys_and_its_restore_elsewhere_says_what_is_lost() {
    let (desk, elsewhere) = (Desk::new(), Desk::new());
    shop_that_was_used(&desk).await;
    let keys: Vec<Vec<u8>> = {
        let conn = open(&desk);
        let mut rows = conn.prepare("SELECT value FROM secrets").unwrap();
        rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    desk.run("backup plain.tar.zst").expect_success();
    desk.run_with("backup whole.tar.zst.age", &[PASSPHRASE]).quietly();
    let plain = zstd::decode_all(fs::File::open(desk.path().join("plain.tar.zst")).unwrap()).unwrap();
    for key in &keys {
        assert!(!plain.windows(key.len()).any(|bytes| bytes == key), "a key is in it");
    }
    let made = "SELECT count(*) FROM upkeep WHERE succeeded_at IS NOT NULL";
    let made: i64 = open(&desk).query_row(made, [], |row| row.get(0)).unwrap();
    assert_eq!(made, 0, "what goes elsewhere is not what the server makes by itself");
    let told = elsewhere.run(&format!("restore {}", desk.path().join("plain.tar.zst").display())).quietly();
    assert!(told.out.contains("second factors are to be set up again (0 people)"), "{}", told.out);
    let whole = desk.path().join("whole.tar.zst.age");
    elsewhere.run_with(&format!("restore {}", whole.display()), &[PASSPHRASE]).quietly();
    let same: i64 = open(&elsewhere)
        .query_row("SELECT count(*) FROM secrets WHERE value = ?1", [&keys[0]], |row| row.get(0))
        .unwrap();
    assert_eq!(same, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_whole_backup_is_refused_in_one_line_and_nothing_is_touched() {
    let desk = Desk::new();
    shop_that_was_used(&desk).await;
    desk.run("backup plain.tar.zst").expect_success();
    desk.run_with("backup whole.tar.zst.age", &[PASSPHRASE]).quietly();
    let before = files(&desk.data());
    let wrong = [("MANETES_BACKUP_PASSPHRASE", "another one of sixteen")];
    desk.run("restore whole.tar.zst.age").refused(1, "whole.tar.zst.age: is encrypted");
    desk.run_with("restore plain.tar.zst", &[PASSPHRASE]).refused(1, "plain.tar.zst: is not encrypted");
    desk.run_with("restore whole.tar.zst.age", &wrong).refused(1, "MANETES_BACKUP_PASSPHRASE is not the one");
    desk.run_with("restore whole.tar.zst.age", &[("MANETES_BACKUP_PASSPHRASE", "short")]).refused(2, "16 characters");
    desk.write("notes.txt", b"milk, eggs");
    desk.write("empty", b"");
    desk.write("other.tar.zst", &zstd::encode_all(&b"milk, eggs"[..], 3).unwrap());
    desk.run("restore notes.txt").refused(1, "notes.txt: is not a backup of manetes");
    desk.run("restore empty").refused(1, "empty: is not a backup of manetes");
    desk.run("restore other.tar.zst").refused(1, "other.tar.zst: is no whole backup");
    desk.run("restore nothing").refused(1, "nothing: ");
    fs::create_dir(desk.path().join("nowhere")).unwrap();
    desk.run("restore nowhere").refused(1, "there is no backup in nowhere");
    let mut dice = Dice::new(13);
    for name in ["plain.tar.zst", "whole.tar.zst.age"] {
        refuse_changes(&desk, name, 20, &mut dice);
    }
    assert_eq!(files(&desk.data()), before, "nothing was touched");
}

/// So many bytes flipped, one at a time, and the file cut off in as many places: none is taken.
fn refuse_changes(desk: &Desk, name: &str, times: usize, dice: &mut Dice) {
    let whole = fs::read(desk.path().join(name)).unwrap();
    let opens = if name.contains(".age") { &[PASSPHRASE][..] } else { &[] };
    for time in 0..times {
        let at = dice.pick(whole.len());
        let mut changed = whole.clone();
        changed[at] ^= 1 << dice.pick(8);
        desk.write("changed", &changed);
        desk.run_with("restore changed", opens).refused(1, "changed: ");
        if time % 4 == 0 {
            desk.write("changed", &whole[..at]);
            desk.run_with("restore changed", opens).refused(1, "changed: ");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes"]
async fn a_thousand_flipped_bytes_are_refused_each() {
    let desk = Desk::new();
    shop_that_was_used(&desk).await;
    desk.run("backup plain.tar.zst").expect_success();
    desk.run_with("backup whole.tar.zst.age", &[PASSPHRASE]).quietly();
    let before = files(&desk.data());
    let mut dice = Dice::new(1000);
    for name in ["plain.tar.zst", "whole.tar.zst.age"] {
        refuse_changes(&desk, name, 500, &mut dice);
    }
    assert_eq!(files(&desk.data()), before);
}

/// Kills a restore again and again: whenever that is, the shop is the old one or the new one.
async fn kill_restores(times: u32) {
    let desk = Desk::new();
    shop_that_was_used(&desk).await;
    let phone = || desk.run("settings get company.phone").quietly().out;
    desk.run("settings set company.phone +34930000000").quietly();
    let new = phone();
    desk.run("backup shop.tar.zst").expect_success();
    let begun = Instant::now();
    desk.run("restore shop.tar.zst").quietly();
    let mut killer = Killer::new(times, begun.elapsed());
    for time in 0..times {
        desk.run("settings set company.phone +34931111111").quietly();
        let old = phone();
        killer.kill(desk.command("restore shop.tar.zst").stdout(Stdio::null()).spawn().unwrap());
        let found = phone();
        assert!(found == old || found == new, "time {time}: {found}");
        killer.hear(found == new);
        desk.run("check --invariants").quietly();
        assert_eq!(files(&desk.data().join("quote-photos")).len(), 2);
    }
    println!("restore: {}", killer.told());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_that_is_killed_leaves_the_old_shop_or_the_new_one() {
    kill_restores(4).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes"]
async fn a_restore_that_is_killed_fifty_times_leaves_the_old_shop_or_the_new_one() {
    kill_restores(50).await;
}

fn is_whole(entry: &std::io::Result<fs::DirEntry>) -> bool {
    entry.as_ref().is_ok_and(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
}

/// Kills a backup again and again: no file has the name of a whole one and is none.
async fn kill_backups(times: u32) {
    let (desk, elsewhere) = (Desk::new(), Desk::new());
    shop_that_was_used(&desk).await;
    let whole = || fs::read_dir(desk.path().join("backups")).unwrap().filter(is_whole).count();
    let begun = Instant::now();
    desk.run("backup backups/").expect_success();
    let mut killer = Killer::new(times, begun.elapsed());
    for _ in 0..times {
        let before = whole();
        killer.kill(desk.command("backup backups/").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        killer.hear(whole() > before);
        elsewhere.run(&format!("restore {}", desk.path().join("backups").display())).quietly();
    }
    println!("backup: {}", killer.told());
    desk.run("check --invariants").quietly();
    desk.run("backup backups/").expect_success();
    assert!(!desk.data().join("backup.work").exists(), "what was left half done is gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_is_killed_is_none() {
    kill_backups(3).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes"]
async fn a_backup_that_is_killed_fifty_times_is_none() {
    kill_backups(50).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_backs_up_and_drills_by_itself_and_says_so() {
    let desk = Desk::new();
    let to = desk.path().join("backups");
    let options = [format!("--backup-to={}", to.display()), format!("--backup-passphrase={}", PASSPHRASE.1)];
    let program = Program::start_with(&desk.data(), &options).await;
    let (conn, started) = (program.database(), Instant::now());
    let undone = || -> i64 {
        conn.query_row("SELECT count(*) FROM upkeep WHERE succeeded_at IS NULL", [], |row| row.get(0)).unwrap()
    };
    while undone() > 0 {
        assert!(started.elapsed() < PATIENCE, "nothing was backed up and tried");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let names: Vec<_> =
        fs::read_dir(&to).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.len() == 1 && names[0].ends_with(".tar.zst.age"), "{names:?}");
    let metrics = program.visitor().get("/metrics").await.expect(200).text;
    for name in ["manetes_backup_last_success_timestamp_seconds", "manetes_drill_last_success_timestamp_seconds"] {
        let value = metrics.lines().find_map(|line| line.strip_prefix(&format!("{name} "))).unwrap();
        assert!(value.parse::<i64>().unwrap() > 1_700_000_000, "{name} {value}");
    }
    let variables = [PASSPHRASE, ("MANETES_BACKUP_TO", "backups")];
    let checked = desk.run_with("check", &variables).out;
    assert!(checked.contains("ok    backup        backups: 1 are there; last made 20"), "{checked}");
    let drilled = desk.run_with("drill --json", &variables).quietly().json();
    assert_eq!(drilled["name"], names[0].as_str());
    // What a wrong clock has dated ahead is not the newest.
    fs::write(to.join("manetes-20991231T235959Z.tar.zst.age"), "not it").unwrap();
    desk.run_with("drill", &variables).quietly();
    // A drill says so when the newest cannot be restored.
    fs::write(to.join(&names[0]), "not it").unwrap();
    desk.run_with("drill", &variables).refused(1, "is not a backup of manetes");
    assert!(!desk.data().join("drill.work").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_kills_the_program_is_not_begun_again_at_once() {
    let (desk, server) = (Desk::new(), BucketServer::start().await);
    server.hang();
    let options = [
        format!("--s3-endpoint={}", server.endpoint),
        String::from("--s3-access-key=id"),
        String::from("--s3-secret-key=key"),
        String::from("--backup-to=s3://shop"),
    ];
    let mut program = Program::start_with(&desk.data(), &options).await;
    let (conn, started) = (program.database(), Instant::now());
    let told = || -> Option<String> {
        conn.query_row("SELECT error FROM upkeep WHERE kind = 'backup'", [], |row| row.get(0)).unwrap()
    };
    while told().is_none() {
        assert!(started.elapsed() < PATIENCE, "nothing was begun");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    program.child.kill().unwrap();
    program.child.wait().unwrap();
    assert_eq!(told().unwrap(), "it was begun and has not come to its end");
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_go_to_a_bucket_and_come_back() {
    let (desk, elsewhere, server) = (Desk::new(), Desk::new(), BucketServer::start().await);
    shop_that_was_used(&desk).await;
    let variables = [
        ("MANETES_S3_ENDPOINT", server.endpoint.as_str()),
        ("MANETES_S3_ACCESS_KEY", "id"),
        ("MANETES_S3_SECRET_KEY", "key"),
        ("MANETES_BACKUP_TO", "s3://shop/of/ana"),
        ("MANETES_BACKUP_KEEP", "1d"),
        PASSPHRASE,
    ];
    let run = |desk: &Desk, line: &str| tokio::task::block_in_place(|| desk.run_with(line, &variables));
    let first = run(&desk, "backup --json").quietly().json()["name"].as_str().unwrap().to_owned();
    assert!(first.starts_with("s3://shop/of/ana/manetes-20") && server.names().len() == 1, "{first}");
    run(&elsewhere, "restore s3://shop/of/ana").quietly();
    assert_eq!(rows(&open(&elsewhere)), rows(&open(&desk)));
    run(&elsewhere, &format!("restore {first}")).quietly();
    run(&desk, "drill").quietly();
    run(&desk, "restore s3://shop/nothing").refused(1, "there is no backup in s3://shop/nothing");
    desk.run("backup s3://shop").refused(2, "MANETES_S3_ACCESS_KEY");
    let nobody = [("MANETES_S3_ENDPOINT", "http://127.0.0.1:9"), variables[1], variables[2]];
    let refused = tokio::task::block_in_place(|| desk.run_with("drill s3://shop", &nobody));
    assert_eq!((refused.code, refused.err.lines().count()), (Some(1), 1), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn standard_tools_open_a_backup() {
    let desk = Desk::new();
    shop_that_was_used(&desk).await;
    desk.run_with("backup shop.tar.zst.age", &[PASSPHRASE]).quietly();
    // It asks at a terminal.
    let mut age = Command::new("script")
        .args(["-qec", "age -d -o shop.tar.zst shop.tar.zst.age", "/dev/null"])
        .current_dir(desk.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut keyboard = age.stdin.take().unwrap();
    keyboard.write_all(format!("{}\n", PASSPHRASE.1).as_bytes()).unwrap();
    assert!(age.wait().unwrap().success());
    drop(keyboard);
    let listed = Command::new("tar").args(["--zstd", "-tf", "shop.tar.zst"]).current_dir(desk.path()).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.starts_with("manetes.sqlite\n") && listed.ends_with("manifest.json\n"), "{listed}");
    assert!(listed.contains("quote-photos/a.jpg\n"), "{listed}");
}
