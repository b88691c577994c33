//! What `serve` is given, and `check` judges.

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

impl Options {
    /// Combinations that must not serve; the error is one line.
    pub(super) fn check(&self) -> Result<(), String> {
        self.config.check()?;
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
