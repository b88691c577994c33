//! What commands print: JSON for programs, tables and lines for people.

use std::io::{self, Write};

use clap::builder::{BoolishValueParser, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use serde_json::Value;
use strum::VariantArray;

use super::Error;
use crate::clock::Timestamp;
use crate::money::Cents;

pub(super) use super::table::{Table, left, right, text};

/// Characters of a text that a list shows.
const WORDS_SHOWN: usize = 60;

/// For whom a list or a thing is printed; flattened into every command that prints one.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(super) struct Form {
    /// Print JSON: whole texts, times in UTC; of a list, an array
    #[arg(long, env = "MANETES_JSON", value_parser = BoolishValueParser::new())]
    pub(super) json: bool,
}

/// What `--json` prints: indented, for people read it too.
pub(super) fn write_json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Error> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    Ok(writeln!(out)?)
}

/// Tells the person at the terminal something that is not the result. That nobody listens is no failure.
pub(super) fn say(line: &str) {
    _ = writeln!(io::stderr(), "{line}");
}

/// One of a few words, which shells complete.
pub(super) fn one_of<T>() -> impl TypedValueParser<Value = T>
where
    T: VariantArray + Copy + Into<&'static str> + Send + Sync,
{
    let word = |value: &T| -> &'static str { (*value).into() };
    let named = move |text: String| T::VARIANTS.iter().copied().find(|value| word(value) == text);
    PossibleValuesParser::new(T::VARIANTS.iter().map(word))
        .map(move |text| named(text).expect("the parser takes no other word"))
}

/// A moment on the firm's clocks to the minute, as lists show it.
pub(super) fn minute(at: Timestamp) -> String {
    at.to_local().chars().take("2026-11-20 18:23".len()).collect()
}

/// A line of text without what a terminal would obey.
pub(super) fn printable(line: &str) -> String {
    line.replace(char::is_control, "\u{fffd}")
}

/// What an entry tells, for people: `carrier seur, amount 12.50`.
pub(super) fn in_words(detail: &Value) -> String {
    let fact = |(name, value): (&String, &Value)| match (name.strip_suffix("_in_cents"), value.as_i64()) {
        (Some(name), Some(cents)) => format!("{} {}", name.replace('_', " "), Cents(cents)),
        _ => format!("{} {}", name.replace('_', " "), in_words(value)),
    };
    match detail {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(in_words).collect::<Vec<_>>().join("; "),
        Value::Object(facts) => {
            facts.iter().filter(|(_, value)| !value.is_null()).map(fact).collect::<Vec<_>>().join(", ")
        }
        Value::Bool(_) | Value::Number(_) => detail.to_string(),
    }
}

/// The beginning of a text on one line, for a list.
pub(super) fn first_words(text: &str) -> String {
    let mut words: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(WORDS_SHOWN) {
        words.truncate(end);
        words.push('…');
    }
    words
}
