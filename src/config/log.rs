//! What is said on standard error: how much, and in which form.

use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// The lines of a program that serves.
#[derive(Debug, Clone, Default, Args)]
pub struct Log {
    /// How much is told on standard error: `error`, `warn`, `info`, which is a line for each request besides, `debug` or
    /// `trace`; or by module, such as `warn,manetes::mail=debug`. `manetes reload` changes it in a server that runs
    #[arg(id = "log", long = "log", env = "MANETES_LOG", default_value = "info", value_name = "LEVEL", value_parser = Level::parse)]
    pub level: Level,
    /// How a line is written: for people, or as JSON for a program that collects them
    #[arg(
        id = "log_format",
        long = "log-format",
        env = "MANETES_LOG_FORMAT",
        default_value = "text",
        value_name = "FORMAT"
    )]
    pub format: LogFormat,
}

/// How a line is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// To be read.
    #[default]
    Text,
    /// A JSON object for each.
    Json,
}

/// How much is told; it can be read as a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level(String);

impl Default for Level {
    fn default() -> Self {
        Self(String::from("info"))
    }
}

impl Level {
    /// A level, or directives as [`EnvFilter`] takes them.
    pub fn parse(text: &str) -> Result<Self, String> {
        let level = Self(text.trim().to_ascii_lowercase());
        // A word by itself would be the name of a module, of which all is told, and of all others nothing.
        let is_a_word = !level.0.contains(['=', ',']);
        let is_known = !is_a_word || LEVELS.contains(&level.as_str());
        let reads = is_known && EnvFilter::try_new(level.directives()).is_ok();
        reads.then_some(level).ok_or_else(|| {
            String::from("must be error, warn, info, debug or trace, or by module, such as warn,manetes::mail=debug")
        })
    }

    /// As it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What lets pass as much.
    pub fn filter(&self) -> EnvFilter {
        EnvFilter::new(self.directives())
    }

    /// A level by itself is this program's: libraries say nothing that an operator could use below a warning.
    fn directives(&self) -> String {
        match self.0.as_str() {
            level @ ("info" | "debug" | "trace") => format!("warn,manetes={level}"),
            other => other.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn a_level_is_a_word_or_says_it_by_module() {
        let directives = |text| Level::parse(text).map(|level| level.directives());
        assert_eq!(directives("info").as_deref(), Ok("warn,manetes=info"));
        assert_eq!(directives(" Error ").as_deref(), Ok("error"));
        assert_eq!(directives("warn,manetes::mail=debug").as_deref(), Ok("warn,manetes::mail=debug"));
        assert!(["manetes=loud", "loud=very", "verbose", ""].iter().all(|text| directives(text).is_err()));
    }
}
