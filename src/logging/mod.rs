//! The program's lines on standard error: readable, or JSON for a program that collects them. One for a request at most,
//! and nothing of anybody in any of them (decision 43). Whoever says something waits for nobody: a thread writes it, and
//! where nobody takes the lines they are lost and counted, not the time of those who buy.

mod line;
mod scrub;
mod sink;

use std::panic::PanicHookInfo;
use std::sync::OnceLock;

use serde_json::json;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Registry, reload};

pub use line::ACCESS;
pub use sink::{Sink, lost};

use crate::config::{Level, Log, LogFormat};
use line::Lines;

/// How the lines of this program are written, once that is settled.
static FORMAT: OnceLock<LogFormat> = OnceLock::new();

/// How much is told, while the program runs.
pub struct Logging(reload::Handle<EnvFilter, Registry>);

/// Begins to write lines, once in a program; what was said last is written when the second is dropped.
pub fn start(options: &Log) -> (Logging, Sink) {
    let (filter, handle) = reload::Layer::new(options.level.filter());
    let (sink, way) = Sink::start();
    let lines = Lines::new(options.format, line::is_journal(), way);
    tracing_subscriber::registry().with(filter).with(lines).init();
    _ = FORMAT.set(options.format);
    std::panic::set_hook(Box::new(say_of_panic));
    (Logging(handle), sink)
}

impl Logging {
    /// Says as much as another level wants from now on.
    pub fn set_level(&self, level: &Level) {
        // It can only fail once nobody writes lines any more.
        _ = self.0.reload(level.filter());
    }
}

/// For the person at the terminal, whatever else is told; to a program that collects lines, as one of them.
pub fn tell(words: &str) {
    match FORMAT.get() {
        Some(LogFormat::Json) => eprintln!("{}", json!({ "level": "info", "message": words })),
        Some(LogFormat::Text) | None => eprintln!("{words}"),
    }
}

fn say_of_panic(panic: &PanicHookInfo<'_>) {
    let at = panic.location().map(ToString::to_string).unwrap_or_default();
    let said = panic.payload_as_str().unwrap_or("it did not say why");
    tracing::error!(at, said, "a part of the program broke off");
}
