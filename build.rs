//! Builds the front end into `frontend/dist`, which the program embeds. Runs `npm ci` when the packages are missing or
//! older than the lock file; nothing else is ever downloaded.

use std::path::Path;
use std::process::{Command, exit};

const INPUTS: [&str; 8] = [
    "migrations",
    "src/catalogue/demo",
    "frontend/src",
    "frontend/public",
    "frontend/build.mjs",
    "frontend/package.json",
    "frontend/package-lock.json",
    "frontend/tsconfig.json",
];

const OLDEST_NODE: u32 = 20;

fn main() {
    for input in INPUTS {
        println!("cargo::rerun-if-changed={input}");
    }
    needs_node();
    let frontend = Path::new("frontend");
    if !packages_are_current(frontend) {
        run(frontend, "npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    }
    run(frontend, "node", &["build.mjs"]);
}

/// Says plainly that Node.js is missing or too old; npm and our script would say it in riddles.
fn needs_node() {
    let version = Command::new("node").arg("--version").output().map(|done| done.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&version).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < OLDEST_NODE) {
        let found = if version.is_empty() { String::from("was not found") } else { format!("is {version}") };
        stop(&format!(
            "building the web pages takes Node.js {OLDEST_NODE} or newer with npm, and `node` {found}: install it and \
             build again"
        ));
    }
}

/// npm writes its own copy of the lock file last, so a copy as new as ours means a finished installation.
fn packages_are_current(frontend: &Path) -> bool {
    let changed = |path: &str| frontend.join(path).metadata().and_then(|meta| meta.modified());
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Ok(installed), Ok(wanted)) => installed >= wanted,
        _ => false,
    }
}

fn run(frontend: &Path, program: &str, arguments: &[&str]) {
    let line = format!("{program} {}", arguments.join(" "));
    match Command::new(program).args(arguments).current_dir(frontend).output() {
        Ok(done) if done.status.success() => {}
        Ok(done) => {
            let said = [done.stdout, done.stderr].concat();
            for line in String::from_utf8_lossy(&said).lines().filter(|line| !line.trim().is_empty()) {
                println!("cargo::warning={line}");
            }
            stop(&format!("`{line}` failed in frontend/; what it said stands above"));
        }
        Err(error) => stop(&format!(
            "`{line}` could not be started ({error}): building the web pages takes Node.js with npm; install it and \
             build again"
        )),
    }
}

fn stop(why: &str) -> ! {
    println!("cargo::error={why}");
    exit(1)
}
