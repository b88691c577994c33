//! Builds the front end into `frontend/dist`, which the program embeds, and names the languages of `locales/` to
//! `src/lang.rs`. Runs `npm ci` when the packages are missing or older than the lock file; nothing else is ever
//! downloaded.

use std::env;
use std::fmt::Display;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, exit};

use serde_json::{Map, Value};

const INPUTS: [&str; 11] = [
    "locales",
    "migrations",
    "pictures",
    "frontend/src",
    "frontend/worker",
    "frontend/public",
    "frontend/build.mjs",
    "frontend/locales.mjs",
    "frontend/package.json",
    "frontend/package-lock.json",
    "frontend/tsconfig.json",
];

const OLDEST_NODE: u32 = 20;

fn main() {
    for input in INPUTS {
        println!("cargo::rerun-if-changed={input}");
    }
    pack_addresses();
    name_languages();
    needs_node();
    let frontend = Path::new("frontend");
    install_packages(frontend);
    run(frontend, "node", &["build.mjs"]);
}

/// The addresses that are put in place as the program starts take 900 kB, and packed a fortieth of it. To unpack them is
/// the C library's work, which glibc does since 2.36: a machine with another one builds without.
#[expect(clippy::disallowed_methods, reason = "how Cargo says what is built")]
fn pack_addresses() {
    let version = Command::new("getconf").arg("GNU_LIBC_VERSION").output().map(|done| done.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&version);
    let version = version.trim().trim_start_matches("glibc ").split_once('.');
    let number = |text: &str| text.parse::<u32>().ok();
    let unpacks = version.and_then(|(major, minor)| Some((number(major)?, number(minor)?) >= (2, 36))).unwrap_or(false);
    if unpacks && env::var_os("TARGET") == env::var_os("HOST") {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Writes the lines of `locales/languages.json` as Rust: one invocation of the macro in `src/lang.rs`.
#[expect(clippy::disallowed_methods, reason = "how Cargo says where to write")]
fn name_languages() {
    let wrong = |why: &dyn Display| -> ! { stop(&format!("locales/languages.json: {why}")) };
    let list = fs::read_to_string("locales/languages.json").unwrap_or_else(|error| wrong(&error));
    let list: Map<String, Value> = serde_json::from_str(&list).unwrap_or_else(|error| wrong(&error));
    let lines = list.iter().map(|(code, line)| {
        let part = |name| line[name].as_str().unwrap_or_else(|| wrong(&format!("{code} does not say its {name}")));
        let (first, rest) = code.split_at(1);
        let (name, dir, locale, money) = (part("name"), part("dir"), part("locale"), part("money"));
        format!("    {}{rest}: {code:?}, {name:?}, {dir:?}, {locale:?}, {money:?};\n", first.to_uppercase())
    });
    let languages = format!("languages! {{\n{}}}\n", lines.collect::<String>());
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    if let Err(error) = fs::write(Path::new(&out).join("languages.rs"), languages) {
        stop(&error.to_string());
    }
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

/// `npm ci` empties `node_modules` first, so two of them at once leave it broken: one build waits for the other, which then
/// has installed what both want.
fn install_packages(frontend: &Path) {
    if packages_are_current(frontend) {
        return;
    }
    let path = frontend.join(".npm-ci.lock");
    let lock = File::create(&path).and_then(|lock| lock.lock().map(|()| lock));
    let _held_until_the_end = lock.unwrap_or_else(|error| stop(&format!("{}: {error}", path.display())));
    if !packages_are_current(frontend) {
        run(frontend, "npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
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
