//! One event, as a line.

use std::fmt::{self, Write};
use std::io::stderr;

use serde_json::{Map, Value};
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
}

impl<S: Subscriber> Layer<S> for Lines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut said = Said::default();
        event.record(&mut said);
        let metadata = event.metadata();
        let target = said.target.take().unwrap_or_else(|| metadata.target().to_owned());
        let line = Line { level: *metadata.level(), target: &target, said: &said, time: self.clock.now().to_rfc3339() };
        self.way.write(match self.format {
            LogFormat::Text => line.as_text(self.is_journal),
            LogFormat::Json => line.as_json(self.is_journal),
        });
    }
}

/// The fields of an event, as they were said and without what is somebody's.
#[derive(Default)]
struct Said {
    message: String,
    /// Of what comes by way of the crate `log`.
    target: Option<String>,
    fields: Vec<(&'static str, Value)>,
}

impl Said {
    fn text(&mut self, name: &'static str, text: &str) {
        let mut clean = scrub(text);
        if let Some((at, _)) = clean.char_indices().nth(MAX_VALUE) {
            clean.truncate(at);
            clean.push('…');
        }
        match name {
            "message" => self.message = clean,
            "log.target" => self.target = Some(clean),
            _ => self.value(name, Value::String(clean)),
        }
    }

    fn value(&mut self, name: &'static str, value: Value) {
        if !name.starts_with("log.") {
            self.fields.push((name, value));
        }
    }
}

impl Visit for Said {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.text(field.name(), &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.text(field.name(), value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.value(field.name(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.value(field.name(), value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.value(field.name(), value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.value(field.name(), value.into());
    }
}

struct Line<'a> {
    level: Level,
    target: &'a str,
    said: &'a Said,
    time: String,
}

impl Line<'_> {
    /// For people: `2026-11-20T11:00:00.000Z INFO  GET /api/site 200 3ms 9f86d081884c7d65`.
    fn as_text(&self, is_journal: bool) -> String {
        // Who reads the journal is told the time by it.
        let mut text =
            if is_journal { priority(self.level).to_owned() } else { format!("{} {:<5} ", self.time, self.level) };
        let begun = text.len();
        text.push_str(&self.said.message);
        let is_access = self.target == ACCESS;
        for (name, value) in &self.said.fields {
            let space = if text.len() > begun { " " } else { "" };
            // Writing to a text does not fail.
            _ = match value {
                Value::String(word) if is_access => write!(text, "{space}{word}"),
                value if is_access && *name == "ms" => write!(text, "{space}{value}ms"),
                value if is_access => write!(text, "{space}{value}"),
                value => write!(text, "{space}{name}={value}"),
            };
        }
        if let Some(id) = trace::current() {
            _ = write!(text, " {}", id.as_str());
        }
        if !is_access && !self.target.starts_with("manetes") {
            _ = write!(text, " ({})", self.target);
        }
        text.push('\n');
        text
    }

    fn as_json(&self, is_journal: bool) -> String {
        let mut members = Map::new();
        members.insert("time".into(), self.time.clone().into());
        members.insert("level".into(), self.level.as_str().to_ascii_lowercase().into());
        if self.target == ACCESS {
            members.insert("message".into(), "request".into());
        } else {
            members.insert("target".into(), self.target.into());
            members.insert("message".into(), self.said.message.clone().into());
        }
        members.extend(self.said.fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        if let Some(id) = trace::current() {
            members.insert("request_id".into(), id.as_str().into());
        }
        let priority = if is_journal { priority(self.level) } else { "" };
        format!("{priority}{}\n", Value::Object(members))
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
