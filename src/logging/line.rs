//! One event, as a line.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::io::stderr;

use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use super::scrub::scrub;
use super::sink::Way;
use crate::clock::Clock;
use crate::config::LogFormat;
use crate::trace;

/// The target of the lines of requests.
pub const ACCESS: &str = "manetes::access";
/// Characters of one value.
const MAX_VALUE: usize = 1000;
/// Bytes of what the line of a request says besides, usually.
const FIELDS: usize = 128;
/// Bytes of the whole line, usually.
const LINE: usize = 2 * FIELDS;

/// Writes events as lines.
pub(super) struct Lines {
    format: LogFormat,
    is_journal: bool,
    clock: Clock,
    way: Way,
}

impl Lines {
    pub(super) fn new(format: LogFormat, is_journal: bool, way: Way) -> Self {
        Self { format, is_journal, clock: Clock::system(), way }
    }

    /// For people: `2026-11-20T11:00:00.000Z INFO  GET /api/site 200 3ms 9f86d081884c7d65`.
    fn as_text(&self, level: Level, said: &Said<'_>) -> String {
        let mut text = String::with_capacity(LINE);
        // Who reads the journal is told the time by it. Writing to a text does not fail.
        _ = if self.is_journal {
            text.write_str(priority(level))
        } else {
            write!(text, "{} {level:<5} ", self.clock.now().to_rfc3339())
        };
        text.push_str(&said.message);
        text.push_str(if said.message.is_empty() { said.fields.trim_start() } else { &said.fields });
        if let Some(id) = trace::current() {
            _ = write!(text, " {}", id.as_str());
        }
        if !said.is_access && !said.target.starts_with("manetes") {
            _ = write!(text, " ({})", said.target);
        }
        text.push('\n');
        text
    }

    fn as_json(&self, level: Level, said: &Said<'_>) -> String {
        let begin = if self.is_journal { priority(level) } else { "" };
        let (time, level) = (self.clock.now().to_rfc3339(), level.as_str().to_ascii_lowercase());
        let mut text = String::with_capacity(LINE);
        _ = write!(text, "{begin}{{\"time\":\"{time}\",\"level\":\"{level}\",");
        if said.is_access {
            text.push_str("\"message\":\"request\"");
        } else {
            _ = write!(text, "\"target\":{},\"message\":{}", json!(said.target), json!(said.message));
        }
        text.push_str(&said.fields);
        if let Some(id) = trace::current() {
            _ = write!(text, ",\"request_id\":\"{}\"", id.as_str());
        }
        text.push_str("}\n");
        text
    }
}

impl<S: Subscriber> Layer<S> for Lines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        let mut said = Said::of(self.format, metadata.target());
        event.record(&mut said);
        self.way.write(match self.format {
            LogFormat::Text => self.as_text(*metadata.level(), &said),
            LogFormat::Json => self.as_json(*metadata.level(), &said),
        });
    }
}

/// What an event says, without what is somebody's.
struct Said<'a> {
    format: LogFormat,
    /// Who says it.
    target: Cow<'a, str>,
    is_access: bool,
    message: String,
    /// What is said besides, as the line has it.
    fields: String,
}

impl<'a> Said<'a> {
    fn of(format: LogFormat, target: &'a str) -> Self {
        let (message, fields) = (String::new(), String::with_capacity(FIELDS));
        Self { format, target: target.into(), is_access: target == ACCESS, message, fields }
    }

    fn text(&mut self, name: &str, text: &str) {
        let mut clean = scrub(text);
        // It has no more characters than bytes.
        let too_long = if clean.len() > MAX_VALUE { clean.char_indices().nth(MAX_VALUE) } else { None };
        if let Some((at, _)) = too_long {
            clean.truncate(at);
            clean.push('…');
        }
        match name {
            "message" => self.message = clean,
            // Of what comes by way of the crate `log`.
            "log.target" => self.target = clean.into(),
            _ => self.value(name, &Value::String(clean)),
        }
    }

    fn value(&mut self, name: &str, value: &Value) {
        if name.starts_with("log.") {
            return;
        }
        // Writing to a text does not fail.
        _ = match (self.format, value) {
            (LogFormat::Json, value) => write!(self.fields, ",\"{name}\":{value}"),
            (LogFormat::Text, Value::String(word)) if self.is_access => write!(self.fields, " {word}"),
            (LogFormat::Text, value) if self.is_access && name == "ms" => write!(self.fields, " {value}ms"),
            (LogFormat::Text, value) if self.is_access => write!(self.fields, " {value}"),
            (LogFormat::Text, value) => write!(self.fields, " {name}={value}"),
        };
    }
}

impl Visit for Said<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.text(field.name(), &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.text(field.name(), value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.value(field.name(), &value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.value(field.name(), &value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.value(field.name(), &value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.value(field.name(), &value.into());
    }
}

/// By which the journal knows how much a line matters (`sd-daemon(3)`).
fn priority(level: Level) -> &'static str {
    match level {
        Level::ERROR => "<3>",
        Level::WARN => "<4>",
        Level::INFO => "<6>",
        Level::DEBUG | Level::TRACE => "<7>",
    }
}

/// Whether standard error is the journal.
#[expect(clippy::disallowed_methods, reason = "what a service manager says is no setting")]
pub(super) fn is_journal() -> bool {
    let Ok(journal) = std::env::var("JOURNAL_STREAM") else { return false };
    rustix::fs::fstat(stderr()).is_ok_and(|file| journal == format!("{}:{}", file.st_dev, file.st_ino))
}
