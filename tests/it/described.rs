//! The description of the API, as others' tools read it.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_description_of_the_api_is_one_that_tools_understand() {
    let dir = tempfile::tempdir().unwrap();
    let described = Command::new(env!("CARGO_BIN_EXE_manetes")).arg("openapi").output().unwrap();
    let file = dir.path().join("openapi.json");
    fs::write(&file, described.stdout).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let linted = Command::new("node")
        .arg(root.join("frontend/node_modules/@redocly/cli/bin/cli.js"))
        .args(["lint", "--format=stylish", "--max-problems=20"])
        .arg(format!("--config={}", root.join("tests/redocly.yaml").display()))
        .arg(&file)
        .env("REDOCLY_TELEMETRY", "off")
        .env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true")
        .current_dir(dir.path())
        .output()
        .unwrap();
    let told = [linted.stdout, linted.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    // Before its result it may say that it wants a newer machine.
    let (_, told) = told.split_once("validating").unwrap_or_default();
    assert!(linted.status.success() && !told.contains("warning"), "{told}");
    assert!(told.contains("Your API description is valid"), "{told}");
}

#[test]
fn the_description_that_the_front_end_is_made_from_is_this_programs() {
    let described = Command::new(env!("CARGO_BIN_EXE_manetes")).arg("openapi").output().unwrap();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("frontend/src/api/openapi.json");
    assert!(fs::read(kept).unwrap() == described.stdout, "run `npm --prefix frontend run generate`");
}
