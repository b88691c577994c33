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

fn main() {
    for input in INPUTS {
        println!("cargo::rerun-if-changed={input}");
    }
    let frontend = Path::new("frontend");
    if !packages_are_current(frontend) {
        run(frontend, "npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    }
    run(frontend, "node", &["build.mjs"]);
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
            "`{line}` could not be started ({error}): building the web pages takes Node.js 20 or newer with npm; \
             install it and build again"
        )),
    }
}

fn stop(why: &str) -> ! {
    println!("cargo::error={why}");
    exit(1)
}
