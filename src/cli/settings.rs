//! `manetes settings get|set KEY [VALUE]`: what the owner changes in daily life.

use std::io::Write;

use clap::Subcommand;

use super::{Error, actor, existing, open};
use crate::clock::Clock;
use crate::config::Global;
use crate::settings::{self, KEYS, Settings};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Print one setting, or all of them
    Get {
        /// Such as company.phone
        key: Option<String>,
    },
    /// Change one setting
    Set {
        /// Such as company.phone
        key: String,
        /// The new value
        #[arg(allow_negative_numbers = true)]
        value: String,
    },
}

impl From<settings::Error> for Error {
    fn from(error: settings::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        match self.act {
            Act::Get { key: Some(key) } => {
                let settings = existing(global)?.read_blocking(Settings::load)?;
                writeln!(out, "{}", settings.get(&key)?)?;
            }
            Act::Get { key: None } => {
                let settings = existing(global)?.read_blocking(Settings::load)?;
                for key in KEYS {
                    writeln!(out, "{key:<32}{}", settings.get(key)?)?;
                }
            }
            Act::Set { key, value } => {
                let now = Clock::system().now();
                open(global)?.write_blocking(move |tx| Settings::set(tx, &actor(), &key, &value, now))?;
            }
        }
        Ok(())
    }
}
