//! `/metrics`: what one can alert on, as Prometheus reads it.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use reqwest::Method;
use serde_json::json;

use crate::support::Program;

const SKU: &str = "FON-LAT-40";
const TOKEN: &str = "a token that nobody guesses";
const RULES: &str = include_str!("../../../packaging/prometheus/manetes.rules.yml");
const BOARD: &str = include_str!("../../../packaging/grafana/manetes.json");

async fn metrics(program: &Program) -> String {
    let visitor = program.visitor();
    visitor.send(visitor.request(Method::GET, "/metrics").bearer_auth(TOKEN)).await.expect(200).text
}

/// A shop in which somebody has bought, mistyped, and looked for what is not there.
async fn lived_in(dir: &std::path::Path) -> Program {
    let program = Program::start_with(dir, &[format!("--metrics-token={TOKEN}")]).await;
    let ana = program.customer("ana@example.com").await;
    program.bought(&ana, SKU).await;
    for n in 0..3 {
        let wrong = json!({ "email": "ana@example.com", "password": format!("not the right one {n}") });
        program.visitor().post("/api/auth/token?grant_type=password", wrong).await.expect(400);
    }
    for path in ["/", "/store", "/store", "/nowhere", "/api/nowhere"] {
        program.visitor().get(path).await;
    }
    program
}

/// The names of families in a text, such as `manetes_db_bytes`.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let ours = words.filter(|word| word.starts_with("manetes_") || word.starts_with("process_"));
    ours.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn prometheus_reads_every_number_and_the_rules_and_the_board_name_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let program = lived_in(dir.path()).await;
    let text = metrics(&program).await;
    println!("{} lines of /metrics", text.lines().count());

    let mut check = Command::new("promtool");
    check.args(["check", "metrics"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = check.spawn().expect("promtool is missing: apt-get install prometheus");
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let judged = child.wait_with_output().unwrap();
    let said = String::from_utf8(judged.stdout).unwrap() + &String::from_utf8(judged.stderr).unwrap();
    // A name that operators know, from before it was asked.
    let wrong = said.lines().filter(|line| !line.starts_with("manetes_drill_took_milliseconds "));
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<&str>::new());

    let families: BTreeSet<String> = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")).map(first).collect();
    let family = |name: &str| {
        let parts = ["_bucket", "_count", "_sum"];
        let whole = parts.iter().find_map(|part| name.strip_suffix(part)).filter(|whole| families.contains(*whole));
        whole.unwrap_or(name).to_owned()
    };
    // Of a shop that speaks https by itself.
    let elsewhere = |name: &String| name == "manetes_certificate_expires_seconds";
    for (what, text) in [("rules", RULES), ("board", BOARD)] {
        let missing: Vec<_> = names(text)
            .iter()
            .map(|name| family(name))
            .filter(|name| !families.contains(name) && !elsewhere(name))
            .collect();
        assert_eq!(missing, Vec::<String>::new(), "the {what} name what there is not");
    }
    for line in [
        "manetes_login_failures_total 3",
        "manetes_problems_total{code=\"invalid_credentials\"} 3",
        "manetes_http_request_duration_seconds_count{route=\"/store\",method=\"GET\",status=\"2xx\"} 2",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
}

fn first(line: &str) -> String {
    line.split(' ').next().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_asked_for_makes_no_more_lines() {
    let dir = tempfile::tempdir().unwrap();
    let program = lived_in(dir.path()).await;
    let before = metrics(&program).await.lines().count();
    for n in 0..200 {
        program.visitor().get(&format!("/nowhere/{n}")).await;
        program.visitor().get(&format!("/product/{n}")).await;
    }
    let after = metrics(&program).await.lines().count();
    // A product that is not there, and what it costs to draw pages, were not seen before.
    assert!(after <= before + 40, "{before} lines, then {after}");
}

#[test]
fn prometheus_understands_the_rules_and_they_ring_when_they_should() {
    for words in [
        ["check", "rules", "packaging/prometheus/manetes.rules.yml"],
        ["test", "rules", "tests/prometheus/manetes.test.yml"],
    ] {
        let done = Command::new("promtool").args(words).output().expect("apt-get install prometheus");
        assert!(
            done.status.success(),
            "{}{}",
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr)
        );
    }
    let config = fs::read_to_string("packaging/prometheus/prometheus.yml").unwrap();
    let dir = tempfile::tempdir().unwrap();
    let here = |name: &str| dir.path().join(name).display().to_string();
    fs::write(here("token"), TOKEN).unwrap();
    fs::write(here("rules.yml"), RULES).unwrap();
    let config = config.replace("/etc/prometheus/manetes-token", &here("token"));
    fs::write(here("prometheus.yml"), config.replace("/etc/prometheus/manetes.rules.yml", &here("rules.yml"))).unwrap();
    let done = Command::new("promtool").args(["check", "config", &here("prometheus.yml")]).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn operators_are_told_what_to_do_at_each_alert() {
    let manual = fs::read_to_string("docs/OPERATIONS.md").unwrap();
    let alerts = RULES.lines().filter_map(|line| line.trim().strip_prefix("- alert: "));
    let untold: Vec<_> = alerts.filter(|alert| !manual.contains(&format!("`{alert}`"))).collect();
    assert_eq!(untold, Vec::<&str>::new());
}
