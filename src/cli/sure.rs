//! Asks before what cannot be taken back.

use std::io::{self, IsTerminal, Write};

use clap::builder::BoolishValueParser;

use super::Error;

/// Flattened into commands that ask.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(super) struct Sure {
    /// Do it without asking
    #[arg(long, env = "MANETES_YES", value_parser = BoolishValueParser::new())]
    pub(super) yes: bool,
}

impl Sure {
    /// Goes on when `--yes` was given or the person at the terminal says so. `what` is to be done, without a mark at its
    /// end.
    pub(super) fn or_ask(self, what: &str) -> Result<(), Error> {
        if self.yes {
            return Ok(());
        }
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return Err(Error::Usage(format!("{what}? There is nobody to ask: --yes does it")));
        }
        eprint!("{what}? [y/N] ");
        io::stderr().flush()?;
        let mut answer = String::new();
        io::stdin().read_line(&mut answer)?;
        match answer.trim().to_lowercase().as_str() {
            "y" | "yes" | "s" | "si" | "sí" => Ok(()),
            _ => Err(Error::Refused(String::from("nothing was done"))),
        }
    }
}
