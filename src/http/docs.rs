//! `/api/docs`: the description of the API as a page for people. Plain HTML, no script.

use std::fmt::Write as _;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use poem::Response;
use poem::http::header;
use serde_json::Value;

use crate::secrets::sha256;
use crate::text::escape;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#12312f}\
h2{margin-top:2.5rem;border-bottom:1px solid #cfd8d7}details{margin:.5rem 0;border:1px solid #cfd8d7;border-radius:.5rem;padding:.5rem .75rem}\
summary{cursor:pointer}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}\
td,th{text-align:start;padding:.25rem .5rem;border-bottom:1px solid #e5eae9;vertical-align:top}.m{display:inline-block;min-width:4rem;font-weight:700}";

/// The page, made once.
pub struct Page {
    html: String,
    policy: String,
}

/// The description itself, for programs.
pub fn json(description: &str) -> Response {
    Response::builder()
        .content_type("application/json")
        .header(header::CACHE_CONTROL, "no-cache")
        .body(description.to_owned())
}

/// Makes the page of an OpenAPI document.
pub fn page(description: &str) -> Page {
    let description: Value = serde_json::from_str(description).unwrap_or_default();
    let mut body = String::new();
    for (title, operations) in by_tag(&description) {
        _ = write!(body, "<h2>{}</h2>", escape(&title));
        for (path, method, operation) in operations {
            body.push_str(&details(path, method, operation));
        }
    }
    body.push_str("<h2>Schemas</h2>");
    for (name, schema) in members(&description["components"]["schemas"]) {
        let fields: String =
            members(&schema["properties"]).map(|(field, of)| row(&[field, &kind(of), text(of)])).collect();
        let name = escape(name);
        _ = write!(
            body,
            "<details id=\"{name}\"><summary><code>{name}</code></summary><p>{}</p><table>{fields}</table></details>",
            escape(text(schema))
        );
    }
    let style = STANDARD.encode(sha256(STYLE.as_bytes()));
    Page {
        policy: format!("default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; frame-ancestors 'none'"),
        html: format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width,initial-scale=1\"><title>manetes API</title><style>{STYLE}</style></head><body><main>\
             <h1>manetes API</h1><p>{}</p><p>For programs: <a href=\"/api/openapi.json\">openapi.json</a></p>{body}</main></body></html>",
            escape(text(&description["info"]))
        ),
    }
}

impl Page {
    /// The page as an answer.
    pub fn answer(&self) -> Response {
        Response::builder()
            .content_type("text/html; charset=utf-8")
            .header(header::CACHE_CONTROL, "no-cache")
            .header(header::CONTENT_SECURITY_POLICY, &self.policy)
            .body(self.html.clone())
    }
}

type Operation<'a> = (&'a str, &'a str, &'a Value);

fn by_tag(description: &Value) -> Vec<(String, Vec<Operation<'_>>)> {
    let mut tags: Vec<(String, Vec<Operation<'_>>)> = Vec::new();
    for (path, item) in members(&description["paths"]) {
        for (method, operation) in members(item).filter(|(_, operation)| operation["responses"].is_object()) {
            let tag = operation["tags"][0].as_str().unwrap_or("Other");
            match tags.iter_mut().find(|(name, _)| name == tag) {
                Some((_, operations)) => operations.push((path, method, operation)),
                None => tags.push((tag.to_owned(), vec![(path, method, operation)])),
            }
        }
    }
    tags
}

fn details(path: &str, method: &str, operation: &Value) -> String {
    let parameters: String = operation["parameters"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|p| row(&[p["name"].as_str().unwrap_or_default(), &kind(&p["schema"]), text(p)]))
        .collect();
    let body: String = members(&operation["requestBody"]["content"])
        .map(|(content_type, media)| row(&["body", &format!("{content_type}: {}", kind(&media["schema"])), ""]))
        .collect();
    let answers: String = members(&operation["responses"])
        .map(|(status, answer)| {
            let kinds: Vec<_> = members(&answer["content"]).map(|(_, media)| kind(&media["schema"])).collect();
            // All refusals are one shape, which is referred to.
            let kinds = if kinds.is_empty() { kind(answer) } else { kinds.join(", ") };
            row(&[status, &kinds, text(answer)])
        })
        .collect();
    format!(
        "<details><summary><span class=\"m\">{}</span> <code>{}</code> {}</summary><p>{}</p>\
         <table>{parameters}{body}</table><table>{answers}</table></details>",
        escape(&method.to_uppercase()),
        escape(path),
        escape(operation["summary"].as_str().unwrap_or_default()),
        escape(text(operation)),
    )
}

/// What a schema holds, in a word: its name, its type, or a list of either.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next()) {
        return name.to_owned();
    }
    match schema["type"].as_str() {
        Some("array") => format!("list of {}", kind(&schema["items"])),
        Some(name) => name.to_owned(),
        None => schema["allOf"].as_array().and_then(|all| all.first()).map(kind).unwrap_or_default(),
    }
}

fn row(cells: &[&str]) -> String {
    let cells = cells.iter().fold(String::new(), |row, cell| row + "<td>" + &escape(cell) + "</td>");
    format!("<tr>{cells}</tr>")
}

fn text(of: &Value) -> &str {
    of["description"].as_str().unwrap_or_default()
}

fn members(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}
