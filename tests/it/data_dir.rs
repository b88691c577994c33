//! What becomes of the data when files are deleted, replaced or cut away, and when programs of several versions meet.

use std::fs;
use std::path::Path;

use reqwest::Method;
use rusqlite::Connection;

use crate::support::{Desk, Program};

/// What a writing and a reading command, and the server, are called with.
const ALL_KINDS: [&str; 5] = [
    "serve",
    "list-products",
    "set-stock FON-LAT-40 1",
    "settings set company.phone +34931234567",
    "check --invariants",
];

/// Every file of the directory, with what is in it.
fn contents(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(dir).unwrap().map(Result::unwrap).filter(|file| file.path().is_file());
    let mut files: Vec<_> = files
        .map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap()))
        .filter(|(name, _)| !name.ends_with("-shm") && name != "lock")
        .collect();
    files.sort();
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_removed_or_replaced_is_noticed_and_nothing_is_acknowledged() {
    let desk = Desk::new();
    let program = Program::start(&desk.data()).await;
    let visitor = program.visitor();
    let message = || {
        let body = serde_json::json!({ "name": "Ana", "email": "ana@example.com", "message": "Hola, buenos días" });
        visitor.post("/api/functions/send-contact-message", body)
    };
    message().await.expect(202);
    visitor.get("/readyz").await.expect(200);
    let (file, aside) = (desk.data().join("manetes.sqlite"), desk.data().join("aside"));
    fs::rename(&file, &aside).unwrap();
    message().await.refused(503, "database_unavailable");
    visitor.get("/readyz").await.refused(503, "database_unavailable");
    // What is read is what is still open.
    visitor.get("/store").await.expect(200);
    fs::copy(&aside, &file).unwrap();
    message().await.refused(503, "database_unavailable");
    visitor.get("/readyz").await.refused(503, "database_unavailable");
    fs::rename(&aside, &file).unwrap();
    message().await.expect(202);
    visitor.get("/readyz").await.expect(200);
    let messages = desk.run("list-messages --json").quietly().json();
    assert_eq!(messages.as_array().unwrap().len(), 2, "those that were acknowledged");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_shop_was_kept_no_empty_one_begins_in_silence() {
    let desk = Desk::new();
    drop(Program::start(&desk.data()).await);
    let file = desk.data().join("manetes.sqlite");
    let whole = fs::read(&file).unwrap();
    for ending in ["", "-wal", "-shm"] {
        drop(fs::remove_file(desk.data().join(format!("manetes.sqlite{ending}"))));
    }
    for line in ALL_KINDS {
        desk.run(line).refused(1, "manetes.sqlite is missing, but a shop was kept here (manetes.shop");
    }
    assert!(!file.exists(), "nothing was made");
    fs::write(&file, "").unwrap();
    for line in ALL_KINDS {
        desk.run(line).refused(1, "manetes.sqlite has nothing in it, but a shop was kept here");
    }
    // What is left of a database whose log of writes was cut away before anything was worked in.
    let blank = Connection::open(&file).unwrap();
    blank.pragma_update(None, "journal_mode", "WAL").unwrap();
    drop(blank);
    assert!(fs::metadata(&file).unwrap().len() > 0);
    for line in ALL_KINDS {
        desk.run(line).refused(1, "manetes.sqlite has nothing in it, but a shop was kept here");
    }
    let checked = desk.run("check").refused(1, "1 of these would fail");
    assert!(checked.out.contains("FAIL  database      ./data/manetes.sqlite has nothing in it"), "{}", checked.out);
    fs::write(&file, whole).unwrap();
    assert!(desk.run("list-products").quietly().out.contains("FON-LAT-40"));
}

#[test]
fn each_trace_of_a_shop_is_enough_and_what_comes_before_one_is_none() {
    for trace in [
        "manetes.shop",
        "manetes.sqlite-wal",
        "manetes.before-v12.sqlite",
        "media/a.webp",
        "quote-photos/a.jpg",
        "mail/a.eml",
    ] {
        let desk = Desk::new();
        let path = desk.data().join(trace);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "x").unwrap();
        let name = trace.split('/').next().unwrap();
        desk.run("settings set company.phone +34931234567").refused(1, &format!("a shop was kept here ({name})"));
        assert!(!desk.data().join("manetes.sqlite").exists(), "{trace}");
    }
    let desk = Desk::new();
    fs::create_dir_all(desk.data().join("pictures")).unwrap();
    fs::create_dir_all(desk.data().join("mail")).unwrap();
    fs::write(desk.data().join("pictures/hero.jpg"), "x").unwrap();
    // Left by a start that failed before there was a shop.
    fs::write(desk.data().join("lock"), "").unwrap();
    fs::write(desk.data().join("manetes.sqlite"), "").unwrap();
    desk.run("settings set company.phone +34931234567").quietly();
    assert!(desk.data().join("manetes.shop").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_alone_is_the_shop_from_its_first_moment_on() {
    let desk = Desk::new();
    let mut program = Program::start(&desk.data()).await;
    program.kill();
    for ending in ["-wal", "-shm"] {
        drop(fs::remove_file(desk.data().join(format!("manetes.sqlite{ending}"))));
    }
    program.restart().await;
    assert!(program.visitor().get("/store").await.expect(200).text.contains("/product/"));
    program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn asked_to_stop_it_leaves_everything_in_the_one_file() {
    let desk = Desk::new();
    let mut program = Program::start(&desk.data()).await;
    program.command(&["set-stock", "FON-LAT-40", "77"]);
    program.signal("TERM");
    assert!(tokio::task::block_in_place(|| program.child.wait()).unwrap().success());
    let log = desk.data().join("manetes.sqlite-wal");
    assert!(fs::metadata(log).map_or(0, |log| log.len()) == 0);
    assert_eq!(desk.run("list-products --json").quietly().json().to_string().matches(":77").count(), 1);
}

#[test]
fn a_command_of_another_version_says_both_and_changes_nothing() {
    let desk = Desk::new();
    desk.run("settings set company.phone +34931234567").quietly();
    let file = desk.data().join("manetes.sqlite");
    let conn = Connection::open(&file).unwrap();
    let newest =
        || -> i32 { conn.query_row("SELECT max(version) FROM refinery_schema_history", [], |row| row.get(0)).unwrap() };
    // As if this program had come with one more migration.
    let known = newest();
    conn.execute("DELETE FROM refinery_schema_history WHERE version = ?1", [known]).unwrap();
    let older = newest();
    drop(conn);
    let before = contents(&desk.data());
    let words = format!("the database has version {older}, this program {known}: `manetes serve`");
    // All but the server, which would migrate it.
    for line in ALL_KINDS.into_iter().skip(1).chain(["create-admin --email a@example.com"]) {
        desk.run(line).refused(1, &words);
    }
    let checked = desk.run("check").refused(1, "1 of these would fail");
    assert!(checked.out.contains(&words), "{}", checked.out);
    assert_eq!(contents(&desk.data()), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_command_makes_a_database_beside_a_running_server() {
    let desk = Desk::new();
    let program = Program::start(&desk.data()).await;
    for entry in fs::read_dir(desk.data()).unwrap().map(Result::unwrap).filter(|entry| entry.file_name() != "lock") {
        if entry.path().is_dir() { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) }.unwrap();
    }
    desk.run("settings set company.phone +34931234567").refused(1, "another manetes is serving");
    assert!(!desk.data().join("manetes.sqlite").exists());
    let ready = program.visitor().request(Method::GET, "/readyz");
    program.visitor().send(ready).await.refused(503, "database_unavailable");
}

#[test]
fn the_database_of_another_program_is_refused_in_one_line() {
    let desk = Desk::new();
    fs::create_dir(desk.data()).unwrap();
    let other = Connection::open(desk.data().join("manetes.sqlite")).unwrap();
    other.execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
    drop(other);
    let before = contents(&desk.data());
    for line in ALL_KINDS {
        desk.run(line).refused(1, "manetes.sqlite: is the database of another program");
    }
    assert_eq!(contents(&desk.data()), before);
}
