//! `manetes list-messages`: every message from the contact form, newest first.

use std::io::Write;

use clap::builder::BoolishValueParser;

use super::{Error, existing};
use crate::config::Global;
use crate::{id, quotes};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// As JSON, with whole messages
    #[arg(long, env = "MANETES_JSON", value_parser = BoolishValueParser::new())]
    json: bool,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let messages = existing(global)?.read_blocking(quotes::list_messages)?;
        if self.json {
            return super::write_json(out, &messages);
        }
        writeln!(out, "{:8}  {:10}  {:8}  NAME, EMAIL, MESSAGE", "ID", "DATE", "STATUS")?;
        for message in messages {
            writeln!(
                out,
                "{:8}  {:10}  {:8}  {} <{}>: {}",
                id::short(&message.id),
                &message.created_at.to_rfc3339()[..10],
                message.status,
                message.name,
                message.email,
                super::first_words(&message.message),
            )?;
        }
        Ok(())
    }
}
