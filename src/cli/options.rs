//! What `serve` is given, and `check` judges.

use clap::parser::ValueSource;
use clap::{ArgAction, CommandFactory, Parser};

use super::usage;
use crate::mail::dkim::Signer;
use crate::{config, payments, tax_agency};

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Options {
    #[command(flatten)]
    pub config: config::Serve,
    #[command(flatten)]
    pub payments: payments::Options,
    #[command(flatten)]
    pub verifactu: tax_agency::options::Options,
}

/// A command of nothing but them.
#[derive(Parser)]
#[command(name = "manetes")]
struct Bare {
    #[command(flatten)]
    options: Options,
}

impl Options {
    /// As a service is given them by variables, secrets in their own ones; others than these are nobody's here. The error
    /// is one line.
    pub(super) fn of(variables: &[(String, String)]) -> Result<Self, String> {
        let command = Bare::command().mut_args(|arg| arg.env(None));
        let mut words = vec![String::from("manetes")];
        for arg in Bare::command().get_arguments() {
            let name = arg.get_env().unwrap_or_default();
            let given = variables.iter().rev().find(|(known, _)| name == known.as_str()).map(|(_, value)| value);
            let (Some(value), Some(long)) = (given, arg.get_long()) else { continue };
            match arg.get_action() {
                ArgAction::SetTrue
                    if matches!(&value.to_lowercase()[..], "" | "0" | "n" | "no" | "f" | "false" | "off") => {}
                ArgAction::SetTrue => words.push(format!("--{long}")),
                _ => words.push(format!("--{long}={value}")),
            }
        }
        let in_one_line = |error: &clap::Error| usage::in_one_line(error).unwrap_or_default();
        let matches = command.try_get_matches_from(words).map_err(|error| in_one_line(&error))?;
        let mut options =
            <Self as clap::FromArgMatches>::from_arg_matches(&matches).map_err(|error| in_one_line(&error))?;
        if matches.value_source("base_url") == Some(ValueSource::DefaultValue) {
            options.config.base_url_follows();
        }
        Ok(options)
    }

    /// Combinations that must not serve; the error is one line.
    pub(super) fn check(&self) -> Result<(), String> {
        self.config.check()?;
        Signer::of(&self.config)?;
        self.payments.check(&self.config)?;
        self.verifactu.check(&self.payments)
    }

    /// What serves, and should not stay as it is; a line each.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut warnings = self.config.warnings();
        let base = &self.config.base_url;
        if !base.is_https() && !base.is_loopback() && self.payments.only_a_test().is_some() {
            warnings.push(format!("payments at {} are tests: no money moves (MANETES_PAYMENTS)", base.origin()));
        }
        warnings
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn a_site_that_others_reach_and_that_takes_no_money_says_so() {
        let warnings = |base| Program::parse_from(["manetes", "--base-url", base]).options.warnings().join("; ");
        assert!(warnings("http://example.com").contains("no money moves"));
        assert_eq!(warnings("http://localhost:8080"), "");
    }
}
