//! What the program tells of itself.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use reqwest::Method;

use super::{Held, Manager};
use crate::support::{Desk, Program};

const ANA: &str = "ana@example.com";
const SKU: &str = "FON-LAT-40";

#[tokio::test(flavor = "multi_thread")]
async fn it_says_when_it_answers_how_it_is_and_that_it_stops() {
    let (dir, held) = (tempfile::tempdir().unwrap(), Held::new());
    let mut manager = Manager::new(dir.path());
    let launcher =
        [manager.launcher(Duration::from_secs(2)), held.launcher("shop"), Program::limits().unwrap_or_default()];
    let mut program = Program::started_at(held.port(), &launcher.concat(), dir.path(), &[]).await;
    let before = manager.until("READY=1");
    assert!(before.iter().any(|line| line.starts_with("STATUS=Opens the database")), "{before:?}");
    assert!(!before.iter().any(|line| line == "WATCHDOG=1"), "{before:?}");
    manager.until("WATCHDOG=1");
    let how = manager.until("STATUS=").pop().unwrap();
    assert!(how.contains(" requests a second; all is well"), "{how}");
    program.end();
    manager.until("STOPPING=1");
}

#[test]
fn a_socket_at_which_nobody_would_answer_is_refused() {
    let (desk, one, other) = (Desk::new(), Held::new(), Held::new());
    let mut command = Command::new(&one.launcher("shop")[0]);
    command.arg(&one.launcher("shop")[1]).arg(&other.launcher("https")[1]).arg("--");
    command.args([env!("CARGO_BIN_EXE_manetes"), "serve", "--data-dir"]).arg(desk.data());
    let done = command.output().unwrap();
    let told = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(1), "{told}");
    assert!(told.contains(&format!("hands over a socket at 127.0.0.1:{} at which nobody", other.port())), "{told}");
}

/// The system does not take what is written; a disk that hangs, say.
#[tokio::test(flavor = "multi_thread")]
async fn while_the_writer_hangs_it_shows_no_sign_of_life_and_what_it_acknowledged_stays() {
    let dir = tempfile::tempdir().unwrap();
    let (mut manager, hang) = (Manager::new(dir.path()), dir.path().join("hang"));
    let shim = disk_that_hangs(dir.path());
    let variables = [format!("LD_PRELOAD={}", shim.display()), format!("HANGS_WHILE={}", hang.display())];
    let launcher = [manager.launcher(Duration::from_secs(2)), variables.to_vec()].concat();
    let mut program = Program::started_by(&launcher, dir.path(), &[]).await;
    let (ana, variant) = (program.customer(ANA).await, program.variant(SKU));
    let first = ana.order(&variant, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
    manager.until("WATCHDOG=1");

    std::fs::write(&hang, "").unwrap();
    let (waiting, wanted) = (ana.clone(), variant.clone());
    let waits = tokio::spawn(async move { waiting.order(&wanted, 1).await });
    manager.until("STATUS=The database does not go on");
    // Twice as long as a service manager would wait.
    let mut doubts = 0;
    while doubts < 8 {
        let line = manager.next();
        assert_ne!(line.as_deref(), Some("WATCHDOG=1"));
        doubts += usize::from(line.is_some_and(|line| line.starts_with("STATUS=")));
    }
    // Whoever only reads is answered all the while.
    program.visitor().get("/store").await.expect(200);
    waits.abort();

    // Which a service manager does then.
    program.signal("ABRT");
    tokio::task::block_in_place(|| program.child.wait()).unwrap();
    std::fs::remove_file(&hang).unwrap();
    program.restart().await;
    manager.until("WATCHDOG=1");
    ana.get(&format!("/api/orders/{first}")).await.expect(200);
    program.assert_sound();
}

/// A library whose `fsync` and `fdatasync` return only once the file that `HANGS_WHILE` names is gone.
fn disk_that_hangs(dir: &Path) -> std::path::PathBuf {
    let (source, library) = (dir.join("hangs.c"), dir.join("hangs.so"));
    std::fs::write(
        &source,
        r#"#define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdlib.h>
        #include <unistd.h>
        static int then(const char *call, int fd) {
            const char *file = getenv("HANGS_WHILE");
            while (file && access(file, F_OK) == 0) usleep(10000);
            return ((int (*)(int)) dlsym(RTLD_NEXT, call))(fd);
        }
        int fsync(int fd) { return then("fsync", fd); }
        int fdatasync(int fd) { return then("fdatasync", fd); }
        "#,
    )
    .unwrap();
    let made = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status().unwrap();
    assert!(made.success());
    library
}

#[tokio::test(flavor = "multi_thread")]
async fn while_an_import_and_a_backup_run_it_shows_that_it_lives() {
    let (dir, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut manager = Manager::new(dir.path());
    let mut program = Program::started_by(&manager.launcher(Duration::from_secs(2)), dir.path(), &[]).await;
    program.customer(ANA).await;
    program.make_admin(ANA);
    let ana = program.signed_in(ANA).await;
    let file = ana.request(Method::POST, "/api/admin/products/import").header("content-type", "text/csv");
    let begun = ana.send(file.body(products(4000))).await.expect(202).json();
    let import = format!("/api/admin/products/import/{}", begun["id"].as_str().unwrap());
    let to = elsewhere.path().join("copy");
    let backup = tokio::task::spawn_blocking({
        let data_dir = dir.path().to_owned();
        move || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
            command.arg("backup").arg(to).arg("--data-dir").arg(data_dir).output().unwrap()
        }
    });
    let mut signs = 0;
    loop {
        let is_over = !ana.get(&import).await.expect(200).json()["report"].is_null() && backup.is_finished();
        if is_over {
            break;
        }
        signs += usize::from(manager.next().is_some_and(|line| line == "WATCHDOG=1"));
    }
    assert!(backup.await.unwrap().status.success());
    assert!(signs >= 2, "{signs} signs of life");
    program.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_that_does_not_read_holds_up_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let manager = Manager::new(dir.path());
    let mut program = Program::started_by(&manager.launcher(Duration::from_millis(100)), dir.path(), &[]).await;
    // Its socket takes ten lines, and a sign of life is due every 25 milliseconds.
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(1) {
        program.visitor().get("/healthz").await.expect(200);
    }
    program.end();
}

/// A file of so many products.
fn products(count: u32) -> String {
    let header =
        "Handle,Title,Body (HTML),Type,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price\n";
    (0..count).fold(String::from(header), |mut file, n| {
        writeln!(file, "p{n},Producto {n},<p>Para uso diario.</p>,{},M-{n},shopify,9,9.95", n % 50).unwrap();
        file
    })
}
