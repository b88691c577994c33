//! The rules of the house, checked: who may use whom, who may speak SQL or HTTP, how long a file may be.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The kernel: anyone may use it, and it uses nobody above itself.
const KERNEL: [&str; 18] = [
    "carrier", "clock", "config", "db", "health", "holidays", "hours", "id", "lang", "money", "nif", "outside", "page",
    "problem", "secrets", "settings", "text", "wording",
];

/// Which modules a module may use, besides the kernel and itself.
const EDGES: [(&str, &[&str]); 23] = [
    // Every act is written down where it is done; only who may read the log is somebody else's business.
    ("audit", &["accounts", "app"]),
    ("settings", &["audit"]),
    ("pictures", &[]),
    ("mail", &["accounts", "app", "audit"]),
    ("payments", &["app", "accounts", "http"]),
    ("catalogue", &["accounts", "app", "audit", "pictures"]),
    ("accounts", &["app", "audit", "http", "mail"]),
    ("cart", &["catalogue"]),
    ("orders", &["accounts", "app", "catalogue", "payments"]),
    ("checkout", &["accounts", "app", "cart", "catalogue", "http", "mail", "orders", "payments"]),
    ("fulfilment", &["accounts", "app", "audit", "catalogue", "checkout", "mail", "orders"]),
    ("alerts", &["app", "catalogue", "checkout", "mail", "orders"]),
    ("desk", &["accounts", "app", "catalogue", "comments", "fulfilment", "mail", "orders", "quotes"]),
    ("invariants", &["audit", "privacy"]),
    ("comments", &["accounts", "app", "audit", "catalogue", "http"]),
    ("quotes", &["accounts", "app", "audit", "http", "mail", "pictures"]),
    ("privacy", &["accounts", "app", "audit", "comments", "mail", "orders", "quotes"]),
    ("site", &["app", "audit", "catalogue", "comments", "accounts", "pictures", "quotes"]),
    (
        "jobs",
        &[
            "accounts",
            "alerts",
            "app",
            "catalogue",
            "checkout",
            "mail",
            "orders",
            "payments",
            "pictures",
            "privacy",
            "quotes",
        ],
    ),
    ("app", &["accounts", "http", "payments", "pictures", "site"]),
    (
        "http",
        &[
            "accounts",
            "app",
            "audit",
            "catalogue",
            "checkout",
            "comments",
            "mail",
            "desk",
            "fulfilment",
            "orders",
            "payments",
            "pictures",
            "privacy",
            "quotes",
            "site",
        ],
    ),
    (
        "cli",
        &[
            "accounts",
            "app",
            "audit",
            "catalogue",
            "checkout",
            "comments",
            "desk",
            "fulfilment",
            "http",
            "invariants",
            "mail",
            "orders",
            "payments",
            "pictures",
            "privacy",
            "quotes",
            "site",
            "jobs",
        ],
    ),
    ("main", &["cli"]),
];

fn sources() -> Vec<(PathBuf, String)> {
    fn walk(dir: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("tests") {
                walk(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    // A module's tests stand outside it: they may use what they like.
    let mut found = Vec::new();
    walk(Path::new("src"), &mut found);
    found
}

/// The code of a file without its tests.
fn code(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default()
}

fn module_of(path: &Path) -> String {
    let inside = path.strip_prefix("src").unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The modules named after `crate::` in a file, grouped imports included.
fn used(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    for (at, _) in lines.match_indices("crate::") {
        let rest = &lines[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut item = String::new();
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => names.extend(first_name(&std::mem::take(&mut item))),
                    _ if depth == 0 => item.push(c),
                    _ => {}
                }
            }
            names.extend(first_name(&item));
        } else {
            names.extend(first_name(rest));
        }
    }
    names
}

fn first_name(path: &str) -> Option<String> {
    let name: String = path.trim().chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

#[test]
fn modules_use_only_what_the_map_allows() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let module = module_of(&path);
        if module == "lib" {
            continue;
        }
        let allowed: &[&str] = EDGES.iter().find(|(name, _)| *name == module).map_or(&[], |(_, allowed)| allowed);
        assert!(
            KERNEL.contains(&module.as_str()) || EDGES.iter().any(|(name, _)| *name == module),
            "{module} is not on the map"
        );
        for name in used(code(&text)) {
            if name != module && !KERNEL.contains(&name.as_str()) && !allowed.contains(&name.as_str()) {
                wrong.push(format!("{} uses {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_planted_back_edge_is_found() {
    assert!(used("use crate::{db::{self, Tx}, checkout::place};").contains("checkout"));
    assert!(used("fn f() { crate::orders::sql::find() }").contains("orders"));
}

#[test]
fn only_the_edges_speak_http() {
    let allowed = |path: &str| {
        path.starts_with("src/http/")
            || path.starts_with("src/site/")
            || path.starts_with("src/payments/sandbox/")
            || path.ends_with("api.rs")
            || path.ends_with("wire.rs")
            || ["src/problem.rs", "src/accounts/guard.rs", "src/cli/serve.rs"].contains(&path)
    };
    let wrong: Vec<_> = sources()
        .into_iter()
        .filter(|(path, text)| code(text).contains("poem::") && !allowed(&path.to_string_lossy()))
        .map(|(path, _)| path)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn no_file_is_too_long_to_read() {
    let long: Vec<_> =
        sources().into_iter().filter(|(_, text)| text.lines().count() > 600).map(|(path, _)| path).collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn each_decision_has_a_number_of_its_own() {
    let mut numbers = BTreeSet::new();
    for file in fs::read_dir("docs/decisions").unwrap().map(|file| file.unwrap().path()) {
        let number: u32 = file.file_name().unwrap().to_str().unwrap()[..4].parse().unwrap();
        let begin = format!("# {number}. ");
        assert!(fs::read_to_string(&file).unwrap().starts_with(&begin), "{} does not begin {begin}", file.display());
        assert!(numbers.insert(number), "{} has another's number", file.display());
    }
}
