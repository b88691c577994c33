//! A command line that cannot be read, in one line: what is wrong, and where to read how it goes.

use std::error::Error as _;
use std::num::ParseIntError;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// What is wrong, or `None` where help or the version was asked for, which is no error.
pub(super) fn in_one_line(error: &clap::Error) -> Option<String> {
    let said = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let wrong = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return None;
        }
        // Says itself what would do.
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => return Some(does_not_fit(error)),
        ErrorKind::InvalidSubcommand => {
            let close = best(error, ContextKind::SuggestedSubcommand);
            format!("there is no command {:?}{close}", said(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingSubcommand => format!("a command is missing: {}", said(ContextKind::ValidSubcommand)),
        ErrorKind::UnknownArgument => {
            let argument = said(ContextKind::InvalidArg);
            let close = best(error, ContextKind::SuggestedArg);
            let what = if argument.starts_with('-') { "there is no option" } else { "there is no place for" };
            format!("{what} {argument:?}{close}")
        }
        ErrorKind::MissingRequiredArgument => format!("{} is missing", said(ContextKind::InvalidArg)),
        _ => first_line(error),
    };
    Some(format!("{wrong}; see `manetes help{}`", command(error)))
}

/// Which value does not fit what; an option may have come from its variable, so both are named.
fn does_not_fit(error: &clap::Error) -> String {
    let said = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let argument = said(ContextKind::InvalidArg);
    let option = argument.split([' ', '[', '=']).next().unwrap_or_default();
    let name = match option.strip_prefix("--") {
        Some(long) => format!("MANETES_{} ({option})", long.to_uppercase().replace('-', "_")),
        None => argument,
    };
    let values = said(ContextKind::ValidValue);
    let reason = match error.source() {
        Some(source) if source.is::<ParseIntError>() => String::from("takes a whole number"),
        Some(source) => source.to_string(),
        None => format!("takes one of: {values}"),
    };
    format!("{name}: {:?}: {reason}", said(ContextKind::InvalidValue))
}

/// What was most likely meant: of several, clap names the closest last.
fn best(error: &clap::Error, kind: ContextKind) -> String {
    let closest = match error.get(kind) {
        Some(ContextValue::String(one)) => Some(one),
        Some(ContextValue::Strings(several)) => several.last(),
        _ => None,
    };
    closest.map_or_else(String::new, |closest| format!(", did you mean {closest}?"))
}

fn first_line(error: &clap::Error) -> String {
    let told = error.to_string();
    told.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

/// The words of the command that was being read, from clap's own usage line.
fn command(error: &clap::Error) -> String {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let is_command = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
    let words = usage.split_whitespace().skip_while(|word| *word != "manetes").skip(1);
    words.take_while(is_command).fold(String::new(), |words, word| words + " " + word)
}
