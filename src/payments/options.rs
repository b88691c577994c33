//! What the operator says of who takes the money.

use clap::Args;
use clap::ValueEnum;
use clap::builder::PossibleValue;

use super::{PROVIDERS, Provider, redsys, stripe};
use crate::config::Serve;

/// The provider that is chosen, and the accounts there are: money of an earlier provider still goes back through it.
#[derive(Debug, Clone, Args)]
#[group(skip)]
pub struct Options {
    /// The payment provider
    #[arg(
        id = "payments",
        long = "payments",
        env = "MANETES_PAYMENTS",
        default_value = "sandbox",
        value_name = "PROVIDER"
    )]
    pub chosen: Provider,
    /// The account at Stripe
    #[command(flatten)]
    pub stripe: stripe::Settings,
    /// The virtual terminal of a bank, where Redsys takes the money
    #[command(flatten)]
    pub redsys: redsys::Settings,
}

impl Options {
    /// Combinations that must not serve; the error is one line.
    pub fn check(&self, serve: &Serve) -> Result<(), String> {
        PROVIDERS.iter().try_for_each(|provider| (provider.0.check)(self, serve))
    }

    /// Where the chosen provider is on the web; `None` where it is nowhere but here.
    pub fn origin(&self) -> Option<String> {
        (self.chosen.0.origin)(self)
    }

    /// Why no money moves; `None` where it does.
    pub fn only_a_test(&self) -> Option<&'static str> {
        (self.chosen.0.only_a_test)(self)
    }
}

impl ValueEnum for Provider {
    fn value_variants<'a>() -> &'a [Self] {
        &PROVIDERS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name).help(self.0.summary))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        serve: Serve,
        #[command(flatten)]
        payments: Options,
    }

    /// What becomes of a start with these options.
    pub(in crate::payments) fn outcome(options: &[&str]) -> Result<(), String> {
        let parsed = Program::try_parse_from([&["manetes"], options].concat()).map_err(|error| error.to_string())?;
        parsed.payments.check(&parsed.serve)
    }

    #[test]
    fn a_payment_that_is_only_played_is_no_public_shop() {
        assert_eq!(outcome(&[]), Ok(()));
        let public = ["--base-url", "https://manetes.example"];
        assert!(outcome(&public).unwrap_err().starts_with("MANETES_PAYMENTS=sandbox"));
        assert_eq!(outcome(&[&public[..], &["--demo"]].concat()), Ok(()));
        assert!(outcome(&["--payments", "another"]).is_err());
    }
}
