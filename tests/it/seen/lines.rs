//! Lines: one for a request at most, short, and nothing of anybody in them.

use std::collections::BTreeMap;
use std::fs;

use reqwest::Method;
use serde_json::{Value, json};

use super::{all_said, told};
use crate::support::{ANYWHERE, PASSWORD, Person, Program, mail_server};

const SKU: &str = "FON-LAT-40";
/// What somebody types, says and is, in every place there is for it; none of it is to be found.
const CANARIES: [&str; 8] = [
    "kanarienvogel@example.com",
    "kanarienvogel%40example.com",
    "Kanarien",
    "Carrer del Canari 77",
    "canari-search-words",
    "600123123",
    "203.0.113.77",
    "canari-secret-token",
];
/// A gigabyte, for ten thousand requests on each day of a year.
const MOST_BYTES: usize = 1_000_000_000 / (365 * 10_000);

/// Somebody who comes through a proxy.
fn from_afar(person: &Person, method: Method, path: &str) -> reqwest::RequestBuilder {
    person.request(method, path).header("x-forwarded-for", "203.0.113.77")
}

/// Signs up, looks around, mistypes, buys, pays, withdraws, and asks for what is not there; how many requests that were.
async fn lives(program: &Program) -> usize {
    let visitor = program.visitor();
    let ana = program.customer("kanarienvogel@example.com").await;
    let send = async |request: reqwest::RequestBuilder| visitor.send(request).await.status.as_u16();
    let get = |path: &str| from_afar(&visitor, Method::GET, path);
    let post = |path: &str, body: Value| from_afar(&visitor, Method::POST, path).json(&body);
    let mut asked = 3;
    for (request, status) in [
        (get("/store?q=canari-search-words"), 200),
        (get("/api/store/store_manetes/cards?q=canari-search-words"), 200),
        (get("/product/kanarienvogel@example.com"), 404),
        (get("/kanarienvogel@example.com/Kanarien"), 404),
        (get("/welcome?token_hash=canari-secret-token"), 200),
        (get("/api/orders/canari-secret-token?key=canari-secret-token"), 404),
        (
            post(
                "/api/auth/token?grant_type=password",
                json!({ "email": "kanarienvogel@example.com", "password": "x" }),
            ),
            400,
        ),
        (post("/api/auth/recover", json!({ "email": "kanarienvogel@example.com" })), 200),
        (
            post(
                "/api/functions/send-contact-message",
                json!({ "name": "Kanarien Vogel", "email": "kanarienvogel@example.com", "message": "600123123, Carrer del Canari 77" }),
            ),
            202,
        ),
        (
            post(
                "/api/functions/send-contact-message",
                json!({ "name": "Kanarien", "email": "kanarienvogel@example", "message": "x" }),
            ),
            422,
        ),
        (
            post(
                "/api/withdrawals",
                json!({ "name": "Kanarien Vogel", "contract": "Carrer del Canari 77", "email": "kanarienvogel@example.com" }),
            ),
            201,
        ),
    ] {
        assert_eq!(send(request).await, status);
        asked += 1;
    }
    let profile =
        from_afar(&ana, Method::PATCH, &format!("/api/profiles/{}", "me")).json(&json!({ "name": "Kanarien" }));
    ana.send(profile).await;
    program.bought(&ana, SKU).await;
    asked + 4
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_anybody_is_in_any_line_whatever_they_do_and_however_much_is_told() {
    // A mail server that repeats what it was told.
    let (server, _) = mail_server(ANYWHERE, "550 5.1.1 <kanarienvogel@example.com>: Kanarien is unknown here").await;
    for (format, level) in [("text", "debug"), ("json", "trace")] {
        let dir = tempfile::tempdir().unwrap();
        let options = ["--trusted-proxies=127.0.0.1", &format!("--log={level}"), &format!("--log-format={format}")];
        let (program, said) = told(dir.path(), &options).await;
        lives(&program).await;
        let smtp = format!("--smtp-url=smtp://{server}");
        drop(all_said(program, &said));
        // Now what it queued goes out, and is refused.
        let again = [options.as_slice(), &[smtp.as_str()]].concat();
        let (program, said) = told(dir.path(), &again).await;
        let withdrawal = json!({ "name": "Kanarien Vogel", "contract": "Carrer del Canari 77, 2", "email": "kanarienvogel@example.com" });
        program.visitor().post("/api/withdrawals", withdrawal).await.expect(201);
        let conn = program.database();
        let dead = "SELECT count(*) FROM outbox WHERE state = 'dead'";
        while conn.query_row(dead, [], |row| row.get::<_, i64>(0)).unwrap() == 0 {
            tokio::task::yield_now().await;
        }
        let said = all_said(program, &said);
        assert!(said.contains("a mail will not go out"), "{said}");
        for canary in CANARIES.iter().filter(|canary| **canary != "Kanarien") {
            let line = said.lines().find(|line| line.contains(canary));
            assert_eq!(line, None, "{canary}, {format}");
        }
        // The mail server's own words may say a name; ours never do.
        let named = said.lines().filter(|line| line.contains("Kanarien") && !line.contains("is unknown here"));
        assert_eq!(named.collect::<Vec<_>>(), Vec::<&str>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_has_one_line_and_a_year_of_them_fits_into_a_gigabyte() {
    for format in ["text", "json"] {
        let dir = tempfile::tempdir().unwrap();
        let (program, said) =
            told(dir.path(), &["--trusted-proxies=127.0.0.1", &format!("--log-format={format}")]).await;
        let start = fs::read_to_string(&said).unwrap().len();
        let least = lives(&program).await;
        let said = all_said(program, &said);
        let lines: Vec<&str> = said.lines().collect();
        let requests: Vec<&str> = lines
            .iter()
            .copied()
            .filter(|line| line.contains("\"message\":\"request\"") || line.contains("ms "))
            .collect();
        assert!(requests.len() >= least, "{} lines for {least} requests: {said}", requests.len());
        let mut of_id = BTreeMap::<&str, usize>::new();
        for line in &requests {
            *of_id.entry(id(line)).or_default() += 1;
        }
        assert!(of_id.values().all(|count| *count == 1), "{of_id:?}");
        let bytes = (said.len() - start) / requests.len();
        println!("{format}: {bytes} bytes a request, all lines together");
        assert!(bytes <= MOST_BYTES, "{bytes}");
    }
}

/// The id of the request of a line.
fn id(line: &str) -> &str {
    match line.split_once("\"request_id\":\"") {
        Some((_, rest)) => rest.split('"').next().unwrap(),
        None => line.rsplit(' ').next().unwrap(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_read_by_people_and_one_of_json_by_programs() {
    let dir = tempfile::tempdir().unwrap();
    let (program, said) = told(dir.path(), &["--log-format=json"]).await;
    let (visitor, nobodys) = (program.visitor(), json!({ "email": "a@example.com", "password": PASSWORD }));
    visitor.post("/api/auth/token?grant_type=password", nobodys).await.expect(400);
    let said = all_said(program, &said);
    let lines: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let line = lines.iter().find(|line| line["path"] == "/api/auth/token").unwrap();
    assert_eq!((&line["method"], &line["status"], &line["level"]), (&json!("POST"), &json!(400), &json!("info")));
    assert_eq!((&line["problem"], line["ms"].is_u64()), (&json!("invalid_credentials"), true));

    let (program, said) = told(dir.path(), &[]).await;
    program.visitor().get("/api/orders/2f1c6c1e-33b0-4d7d-9a55-3a1c3f1b8f0e").await.expect(401);
    let said = all_said(program, &said);
    let line = said.lines().find(|line| line.contains(" GET /api/orders/")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words[1..5], ["INFO", "GET", "/api/orders/2f1c6c1e-33b0-4d7d-9a55-3a1c3f1b8f0e", "401"], "{line}");
    assert!(words[5].ends_with("ms") && words[6] == "unauthorized" && words[7].len() == 16, "{line}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_level_tells_less() {
    let dir = tempfile::tempdir().unwrap();
    let (program, said) = told(dir.path(), &["--log=warn"]).await;
    let before = fs::read_to_string(&said).unwrap();
    program.visitor().get("/store").await.expect(200);
    assert!(!all_said(program, &said).replace(&before, "").contains("/store"));
}
