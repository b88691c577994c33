//! `manetes list-messages`: every message from the contact form, newest first.

use std::io::Write;

use super::Error;
use super::data_dir::existing;
use super::output::{Form, Table, first_words, left, minute, one_of, text, write_json};
use crate::config::Global;
use crate::quotes::inbox::Status;
use crate::{id, quotes};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those of this status
    #[arg(long, env = "MANETES_STATUS", value_name = "STATUS", value_parser = one_of::<Status>())]
    status: Option<Status>,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let mut messages = existing(global)?.read_blocking(quotes::list_messages)?;
        messages.retain(|message| self.status.is_none_or(|status| message.status == status.into_str()));
        if self.form.json {
            return write_json(out, &messages);
        }
        let mut table =
            Table::new([left("ID"), left("DATE"), left("STATUS"), text("NAME"), text("EMAIL"), text("MESSAGE")]);
        for message in messages {
            table.row([
                id::short(&message.id).to_owned(),
                minute(message.created_at),
                message.status,
                message.name,
                message.email,
                first_words(&message.message),
            ]);
        }
        Ok(table.write(out)?)
    }
}
