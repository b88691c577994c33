//! `manetes settings get|set KEY [VALUE]`: what the owner changes in daily life.

use std::io::Write;

use clap::Subcommand;

use super::{Error, actor, existing, open};
use crate::clock::Clock;
use crate::config::Global;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::settings::{self, KEYS, Settings};
use crate::wording;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Print one setting, or all of them
    Get {
        /// Such as company.phone, or text.es.hero.title for a text of the site
        key: Option<String>,
    },
    /// Change one setting
    Set {
        /// Such as company.phone, or text.es.hero.title for a text of the site
        key: String,
        /// The new value; an empty text gives back the one the site came with
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
                let value = existing(global)?.read_blocking(move |conn| settings::read(conn, &key))?;
                writeln!(out, "{value}")?;
            }
            Act::Get { key: None } => {
                let all = |conn: &Conn| {
                    let words = Lang::ALL.map(|lang| Ok((lang, settings::words(conn, lang)?)));
                    Ok::<_, db::Error>((Settings::load(conn)?, words.into_iter().collect::<db::Result<Vec<_>>>()?))
                };
                let (settings, words) = existing(global)?.read_blocking(all)?;
                for key in KEYS {
                    writeln!(out, "{key:<32}{}", settings.get(key)?)?;
                }
                for (lang, name, text) in
                    words.iter().flat_map(|(lang, own)| own.iter().map(move |(n, t)| (*lang, n, t)))
                {
                    writeln!(out, "{:<32}{text}", wording::key(lang, name))?;
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
