//! What becomes of the database's files under the running program, and before it starts: refused with a reason, or 503 for
//! writes until it is put right. Never a new shop in the place of one.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

use rusqlite::Connection;
use serde_json::json;

use crate::support::{Desk, Person, Program, Reply};

async fn message(visitor: &Person) -> Reply {
    let body = json!({ "name": "Ana", "email": "ana@example.com", "message": "Hola, buenos días" });
    visitor.post("/api/functions/send-contact-message", body).await
}

fn messages(program: &Program) -> usize {
    let listed: serde_json::Value = serde_json::from_str(&program.command(&["list-messages", "--json"])).unwrap();
    listed.as_array().unwrap().len()
}

fn stop(program: &mut Program) {
    program.signal("TERM");
    assert!(tokio::task::block_in_place(|| program.child.wait()).unwrap().success());
}

/// Leaves so many quarters of the frames that count: after a checkpoint the log begins anew in a file that stays as long.
fn cut_log(program: &Program, dir: &Path, quarters: u64) {
    // Closed last of all: closing any file of the index gives back the locks this process has on it.
    let index = File::open(dir.join("manetes.sqlite-shm")).unwrap();
    let other = program.database();
    // Whoever writes just now would begin the log again: nobody does.
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut frames = [0; 4];
    index.read_exact_at(&mut frames, 16).unwrap();
    let page: u32 = other.query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    let kept = u64::from(u32::from_ne_bytes(frames)) * quarters / 4;
    let left = if kept == 0 { 0 } else { 32 + kept * (24 + u64::from(page)) };
    OpenOptions::new().write(true).open(dir.join("manetes.sqlite-wal")).unwrap().set_len(left).unwrap();
    other.execute_batch("ROLLBACK").unwrap();
}

/// Spoils the first page of a table in a database that nobody has open.
fn spoil(file: &Path, table: &str) {
    let conn = Connection::open(file).unwrap();
    let size: i64 = conn.query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
    let page: i64 = conn.query_row(sql, [table], |row| row.get(0)).unwrap();
    drop(conn);
    let at = u64::try_from((page - 1) * size).unwrap();
    OpenOptions::new().write(true).open(file).unwrap().write_all_at(&[0xff; 64], at).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_spoilt_ends_all_writing_until_a_copy_is_put_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    message(&program.visitor()).await.expect(202);
    stop(&mut program);
    let file = dir.path().join("manetes.sqlite");
    let whole = fs::read(&file).unwrap();
    spoil(&file, "contact_messages");
    program.restart().await;
    let visitor = program.visitor();
    message(&visitor).await.refused(503, "database_unavailable");
    visitor.get("/readyz").await.refused(503, "database_unavailable");
    // Another table is whole, but nobody knows what else is not.
    let signup = json!({ "email": "ana@example.com", "password": crate::support::PASSWORD });
    visitor.post("/api/auth/signup", signup).await.refused(503, "database_unavailable");
    visitor.get("/store").await.expect(200);
    program.kill();
    fs::write(&file, whole).unwrap();
    for ending in ["-wal", "-shm"] {
        drop(fs::remove_file(dir.path().join(format!("manetes.sqlite{ending}"))));
    }
    program.restart().await;
    message(&program.visitor()).await.expect(202);
    assert_eq!(messages(&program), 2);
    program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_of_writes_that_is_cut_is_noticed_before_anything_more_is_acknowledged() {
    for quarters in [0, 2] {
        let dir = tempfile::tempdir().unwrap();
        let mut program = Program::start(dir.path()).await;
        let visitor = program.visitor();
        message(&visitor).await.expect(202);
        program.database().query_row("PRAGMA wal_checkpoint(FULL)", [], |_| Ok(())).unwrap();
        message(&visitor).await.expect(202);
        cut_log(&program, dir.path(), quarters);
        message(&visitor).await.refused(503, "database_unavailable");
        visitor.get("/readyz").await.refused(503, "database_unavailable");
        program.kill();
        program.restart().await;
        let kept = messages(&program);
        assert!((1..=2).contains(&kept), "what was in the database before the cut: {kept}");
        message(&program.visitor()).await.expect(202);
        assert_eq!(messages(&program), kept + 1);
        program.assert_sound();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn while_another_program_keeps_the_lock_writes_are_refused_in_time_and_go_on_after_it() {
    let dir = tempfile::tempdir().unwrap();
    let program = Program::start(dir.path()).await;
    let (visitor, other) = (program.visitor(), program.database());
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let refused = message(&visitor).await.refused(503, "database_busy");
    assert!(refused.headers.contains_key("retry-after"));
    visitor.get("/store").await.expect(200);
    // One that waits when the lock is given back is taken.
    let waiting = tokio::spawn(async move { message(&visitor).await });
    tokio::task::yield_now().await;
    other.execute_batch("ROLLBACK").unwrap();
    waiting.await.unwrap().expect(202);
    assert_eq!(messages(&program), 1);
    program.assert_sound();
}

/// A command as a user who may do nothing but what the files allow.
fn as_nobody(desk: &Desk, line: &str) -> (Option<i32>, String) {
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", env!("CARGO_BIN_EXE_manetes")]);
    let done = command.args(line.split(' ')).arg("--data-dir").arg(desk.data()).output().unwrap();
    (done.status.code(), String::from_utf8(done.stderr).unwrap())
}

#[test]
fn a_directory_or_a_file_that_must_not_be_written_is_refused_with_the_reason() {
    let desk = Desk::new();
    desk.run("settings set company.phone +34931234567").quietly();
    let file = desk.data().join("manetes.sqlite");
    let mode = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    mode(desk.path(), 0o755);
    mode(&desk.data(), 0o555);
    mode(&file, 0o444);
    mode(&desk.data().join("manetes.shop"), 0o444);
    let before = fs::read(&file).unwrap();
    for line in ["serve --listen 127.0.0.1:0", "settings set company.phone +34931234568"] {
        let (code, err) = as_nobody(&desk, line);
        assert_eq!((code, err.lines().count()), (Some(1), 1), "{line}: {err}");
        let said = ["Permission denied", "readonly database", "unable to open database file"];
        assert!(said.iter().any(|said| err.contains(said)), "{line}: {err}");
    }
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_room_for_the_copy_nothing_is_migrated() {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    stop(&mut program);
    crate::upgrades::make_older(dir.path());
    let file = dir.path().join("manetes.sqlite");
    let before = fs::read(&file).unwrap();
    let serve = "trap '' XFSZ; ulimit -f 64; exec \"$0\" serve --listen 127.0.0.1:0 --data-dir \"$1\"";
    let done = Command::new("sh").args(["-c", serve, env!("CARGO_BIN_EXE_manetes")]).arg(dir.path()).output().unwrap();
    let err = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(1), "{err}");
    assert!(err.contains("disk I/O error") || err.contains("full"), "{err}");
    assert_eq!(fs::read(&file).unwrap(), before);
    let names = fs::read_dir(dir.path()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let is_copy = |name: &String| name.contains(".before-v");
    assert!(!names.into_iter().any(|name| is_copy(&name)), "no half of a copy has the name of a whole one");
    program.restart().await;
    program.assert_sound();
}
