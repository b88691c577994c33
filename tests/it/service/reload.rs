//! What is taken up anew while the program runs.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use super::Manager;
use crate::support::{PATIENCE, Program};

const LINE: &str = " INFO  GET /api/site 200 ";

/// Runs `manetes reload` as systemd does: with these variables, and the id of the server.
fn reload(data_dir: &Path, server: u32, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
    command.arg("reload").arg("--data-dir").arg(data_dir).env("MAINPID", server.to_string());
    tokio::task::block_in_place(|| command.envs(variables.iter().copied()).output()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reload_changes_how_much_is_told_and_says_what_it_does_not_change() {
    let dir = tempfile::tempdir().unwrap();
    let mut manager = Manager::new(dir.path());
    let said = dir.path().join("said");
    let quiet = ["env", "MANETES_LOG=warn", "MANETES_STORE_ID=store_one"].map(str::to_owned);
    let to_file = ["sh", "-c", &format!("exec \"$@\" 2>{}", said.display()), "sh"].map(str::to_owned);
    let launcher = [manager.launcher(Duration::from_secs(60)), quiet.to_vec(), to_file.to_vec()].concat();
    let mut program = Program::started_by(&launcher, dir.path(), &[]).await;
    manager.until("READY=1");
    let lines = || std::fs::read_to_string(&said).unwrap();
    program.visitor().get("/api/site").await.expect(200);

    let variables = [("MANETES_LOG", "info"), ("MANETES_STORE_ID", "store_two")];
    let done = reload(dir.path(), program.child.id(), &variables);
    let out = String::from_utf8(done.stdout).unwrap();
    assert!(
        done.status.success() && out.contains("MANETES_LOG=info"),
        "{out}{}",
        String::from_utf8_lossy(&done.stderr)
    );
    assert!(out.contains("MANETES_STORE_ID has changed") && !out.contains("MANETES_LOG has changed"), "{out}");
    let told = manager.until("READY=1");
    assert!(told.iter().any(|line| line == "RELOADING=1"), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("MONOTONIC_USEC=")), "{told:?}");

    program.visitor().get("/api/site").await.expect(200);
    let started = Instant::now();
    while !lines().contains(LINE) {
        assert!(started.elapsed() < PATIENCE, "{}", lines());
    }
    assert_eq!(lines().matches(LINE).count(), 1, "{}", lines());
    assert!(lines().contains("other settings are read at the start"), "{}", lines());

    let wrong = reload(dir.path(), program.child.id(), &[("MANETES_LOG", "loud=very")]);
    assert_eq!(wrong.status.code(), Some(2));
    program.end();
    let nobody = reload(dir.path(), program.child.id(), &variables);
    assert_eq!(nobody.status.code(), Some(1));
    assert!(String::from_utf8(nobody.stderr).unwrap().contains("no manetes is serving"));
}
