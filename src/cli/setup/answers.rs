//! What was answered, by options, in a file of secrets or at the terminal.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use super::Error;
use crate::config::env_file;

/// The secrets that can be given, and the files they are kept in.
pub(super) const SECRETS: [(&str, &str); 4] = [
    ("MANETES_SMTP_URL", "smtp-url"),
    ("MANETES_STRIPE_SECRET_KEY", "stripe-secret-key"),
    ("MANETES_STRIPE_WEBHOOK_SECRET", "stripe-webhook-secret"),
    ("MANETES_REDSYS_KEY", "redsys-key"),
];
/// The administrator's password among them, which is kept nowhere.
const PASSWORD: &str = "ADMIN_PASSWORD";

/// By the name of a setting (`company.brand`), of a variable (`MANETES_BASE_URL`), or `admin.email`, `admin.name`,
/// `admin.password`, `https.by`, `https.others`.
#[derive(Clone, Default)]
pub(super) struct Answers(BTreeMap<&'static str, String>);

impl Answers {
    pub(super) fn give(&mut self, name: &'static str, answer: String) {
        self.0.insert(name, answer);
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// What was answered, or what stands.
    pub(super) fn or(&self, name: &str, standing: impl FnOnce() -> String) -> String {
        self.get(name).map_or_else(standing, str::to_owned)
    }

    /// Those whose names begin so.
    pub(super) fn beginning<'a>(&'a self, with: &'a str) -> impl Iterator<Item = (&'static str, &'a str)> {
        self.0.iter().filter(move |(name, _)| name.starts_with(with)).map(|(name, answer)| (*name, answer.as_str()))
    }

    /// Reads secrets from a file of `NAME=VALUE` lines, `-` being standard input.
    pub(super) fn take_secrets(&mut self, file: &Path) -> Result<(), Error> {
        let refused = |error: &dyn std::fmt::Display| Error::Refused(format!("{}: {error}", file.display()));
        let mut text = String::new();
        let read = match file.to_str() {
            Some("-") => io::stdin().lock().read_to_string(&mut text),
            _ => std::fs::read_to_string(file).map(|read| {
                text = read;
                text.len()
            }),
        };
        read.map_err(|error| refused(&error))?;
        for (name, value) in env_file::read(&text).map_err(|error| refused(&error))? {
            let known = SECRETS.iter().map(|(known, _)| *known).find(|known| *known == name);
            match known {
                Some(known) => self.give(known, value),
                None if name == PASSWORD => self.give("admin.password", value),
                None => {
                    let names: Vec<_> = SECRETS.iter().map(|(known, _)| *known).chain([PASSWORD]).collect();
                    return Err(refused(&format!("{name} is no secret of this; there are {}", names.join(", "))));
                }
            }
        }
        Ok(())
    }
}
