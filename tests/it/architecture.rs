//! The rules of the house, checked: who may use whom, who may speak SQL or HTTP, how long a file may be.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Every module, a layer per line: it uses modules of the lines above its own, and of no other.
const LAYERS: [&str; 22] = [
    // The kernel.
    "clock config files id metrics nif outside paper text trace wire",
    "bucket db health holidays hours logging",
    "carrier dispatch lang lease tls upkeep",
    "money wording",
    "problem secrets settings",
    "audit counts email limits order_keys page payments pictures printing",
    "mail mirror oidc tax_agency uploads",
    "auth pager",
    // What handlers and jobs are given.
    "app",
    // The shop.
    "proof",
    "accounts catalogue legal quotes tariff",
    "sso",
    "cart comments orders wishlist",
    "invoices",
    "checkout",
    "alerts fulfilment ratings",
    "withdrawals",
    "enclosures law privacy",
    "desk gotrue invariants site",
    "backup",
    // The edges.
    "http jobs service upgrade",
    "cli",
];

/// The only places that hold statements outside of a file or folder called `sql`.
const STATEMENTS: [&str; 4] = ["src/db/", "src/secrets.rs", "src/catalogue/stock.rs", "src/cli/check/"];

/// What sends a statement to the database.
const SENDS: [&str; 8] = [
    ".prepare(",
    ".prepare_cached(",
    ".query_row(",
    ".query_map(",
    ".execute_batch(",
    "tx.execute(",
    "conn.execute(",
    "db.execute(",
];

const MAX_LINES_OF_FILE: usize = 450;

fn every_file(dir: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            every_file(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
}

/// The code of every file. A module's tests stand outside it: they may use what they like.
fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    every_file(Path::new("src"), &mut found);
    found.retain(|(path, _)| !path.ends_with("tests.rs") && !path.components().any(|part| part.as_os_str() == "tests"));
    found.into_iter().map(|(path, text)| (path, code(&text))).collect()
}

/// The code of a file without its tests; of its comments the lines are left, and nothing on them.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().map(|line| if line.trim_start().starts_with("//") { "" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

fn module_of(path: &Path) -> String {
    let inside = path.strip_prefix("src").unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The modules named after `crate::`, each with its line, grouped imports included.
fn used(code: &str) -> BTreeSet<(usize, String)> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let (line, rest) = (code[..at].lines().count().max(1), &code[at + "crate::".len()..]);
        let Some(group) = rest.strip_prefix('{') else {
            found.extend(first_name(rest).map(|name| (line, name)));
            continue;
        };
        let (mut depth, mut item) = (0, String::new());
        for c in group.chars() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => found.extend(first_name(&std::mem::take(&mut item)).map(|name| (line, name))),
                _ if depth == 0 => item.push(c),
                _ => {}
            }
        }
        found.extend(first_name(&item).map(|name| (line, name)));
    }
    found
}

fn first_name(path: &str) -> Option<String> {
    let name: String = path.trim().chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

fn layer(module: &str) -> usize {
    let layer = LAYERS.iter().position(|layer| layer.split(' ').any(|name| name == module));
    layer.unwrap_or_else(|| panic!("{module} is in no layer"))
}

/// The uses of a file that point to its own layer or upward, as `path:line`.
fn upward(path: &Path, code: &str) -> Vec<String> {
    let module = module_of(path);
    let uses = used(code).into_iter().filter(|(_, name)| *name != module);
    uses.filter(|(_, name)| layer(name) >= layer(&module))
        .map(|(line, name)| format!("{}:{line}: {module} uses {name}, which is no lower", path.display()))
        .collect()
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let wrong: Vec<String> = sources()
        .iter()
        .filter(|(path, _)| !["lib", "main"].contains(&module_of(path).as_str()))
        .flat_map(|(path, code)| upward(path, code))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_is_in_one_layer() {
    let layers: Vec<&str> = LAYERS.iter().flat_map(|layer| layer.split(' ')).collect();
    let modules: BTreeSet<String> = sources().iter().map(|(path, _)| module_of(path)).collect();
    let modules: BTreeSet<&str> = modules.iter().map(String::as_str).filter(|m| !["lib", "main"].contains(m)).collect();
    assert_eq!(modules, layers.iter().copied().collect());
    assert_eq!(modules.len(), layers.len(), "one stands in two layers");
}

#[test]
fn a_planted_use_upward_is_found() {
    let code = code(
        "// crate::orders\nuse crate::{\n    db::{self, Tx},\n    checkout::place,\n};\nfn f() { crate::orders::find() }",
    );
    let found = upward(Path::new("src/catalogue/mod.rs"), &code);
    let expected = ["2: catalogue uses checkout", "6: catalogue uses orders"];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(&format!("src/catalogue/mod.rs:{expected}")), "{found}");
    }
    assert_eq!(upward(Path::new("src/http/gate.rs"), &code), Vec::<String>::new());
}

#[test]
fn only_the_edges_speak_http() {
    let allowed = |path: &str| {
        path.starts_with("src/http/")
            || path.starts_with("src/limits/")
            || path.starts_with("src/site/")
            || path.starts_with("src/payments/")
            || path.ends_with("api.rs")
            || path.ends_with("wire.rs")
            || [
                "src/printing.rs",
                "src/problem.rs",
                "src/uploads.rs",
                "src/auth/guard.rs",
                "src/auth/cookies.rs",
                "src/cli/serve.rs",
                "src/counts/visitor.rs",
            ]
            .contains(&path)
    };
    let wrong: Vec<_> = sources()
        .into_iter()
        .filter(|(path, code)| code.contains("poem::") && !allowed(&path.to_string_lossy()))
        .map(|(path, _)| path)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn statements_stand_in_sql() {
    let is_sql = |path: &Path| path.ends_with("sql.rs") || path.components().any(|part| part.as_os_str() == "sql");
    let wrong: Vec<_> = sources()
        .into_iter()
        .filter(|(path, _)| {
            !is_sql(path) && !STATEMENTS.iter().any(|allowed| path.to_string_lossy().starts_with(allowed))
        })
        .filter(|(_, code)| SENDS.iter().any(|send| code.contains(send)))
        .map(|(path, _)| path)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn no_file_is_too_long_to_read() {
    let long: Vec<_> = sources()
        .into_iter()
        .filter(|(_, code)| code.lines().count() > MAX_LINES_OF_FILE)
        .map(|(path, _)| path)
        .collect();
    assert!(long.is_empty(), "{long:?}");
}

/// What names a crate: a path that begins with it.
fn is_used(name: &str, code: &[String]) -> bool {
    let path = format!("{}::", name.replace('-', "_"));
    let begins = |at: usize, code: &str| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
    code.iter().any(|code| code.match_indices(&path).any(|(at, _)| begins(at, code)))
}

#[test]
fn every_dependency_is_used() {
    let read = |dir: &str| {
        let mut found = Vec::new();
        every_file(Path::new(dir), &mut found);
        found.into_iter().map(|(_, text)| text).collect::<Vec<_>>()
    };
    let (src, build) = (read("src"), vec![fs::read_to_string("build.rs").unwrap()]);
    let tests = [src.clone(), read("tests"), read("examples")].concat();
    let mut unused = Vec::new();
    let (mut section, manifest) = ("", fs::read_to_string("Cargo.toml").unwrap());
    for line in manifest.lines() {
        section = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')).unwrap_or(section);
        let code = match section {
            "dependencies" => &src,
            "build-dependencies" => &build,
            "dev-dependencies" => &tests,
            _ => continue,
        };
        let name = line.split_once(" = ").map(|(name, _)| name);
        unused.extend(name.filter(|name| !is_used(name, code)));
    }
    assert!(unused.is_empty(), "nothing uses {unused:?}");
    assert!(is_used("serde", &src) && !is_used("httpdate", &src), "the look finds what is there and nothing else");
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
