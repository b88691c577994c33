//! `manetes settings get|set KEY [VALUE]`: what the owner changes in daily life.

use std::ffi::OsStr;
use std::io::Write;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Subcommand};
use serde_json::json;

use super::data_dir::{existing, existing_or_new};
use super::{Error, actor};
use crate::audit;
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
        #[arg(value_parser = Key, hide_possible_values = true)]
        key: Option<String>,
    },
    /// Change one setting
    Set {
        /// Such as company.phone, or text.es.hero.title for a text of the site
        #[arg(value_parser = Key, hide_possible_values = true)]
        key: String,
        /// The new value; an empty text gives back the one the site came with
        #[arg(allow_negative_numbers = true)]
        value: String,
    },
}

/// A key, which the settings themselves judge; shells complete those there are.
#[derive(Clone)]
struct Key;

impl TypedValueParser for Key {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        let texts =
            Lang::ALL.into_iter().flat_map(|lang| wording::all().map(move |text| wording::key(lang, text.name)));
        Some(Box::new(KEYS.into_iter().map(str::to_owned).chain(texts).map(PossibleValue::new)))
    }
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
                existing_or_new(global)?.write_blocking(move |tx| {
                    let change = json!(Settings::set(tx, &key, &value, now)?);
                    Ok::<_, settings::Error>(audit::record(tx, &actor(), "setting.changed", &key, &change, now)?)
                })?;
            }
        }
        Ok(())
    }
}
