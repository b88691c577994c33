//! `manetes list-messages`: every message from the contact form, newest first.

use std::io::Write;

use clap::builder::BoolishValueParser;

use super::Error;
use super::data_dir::existing;
use super::inbox::due;
use super::output::{Form, Table, first_words, left, minute, one_of, text, write_json};
use crate::clock::Clock;
use crate::config::Global;
use crate::quotes::inbox::Status;
use crate::{id, quotes};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those of this status
    #[arg(long, env = "MANETES_STATUS", value_name = "STATUS", value_parser = one_of::<Status>())]
    status: Option<Status>,
    /// Only complaints, those first that wait, by when their answer is due
    #[arg(long, env = "MANETES_COMPLAINTS", value_parser = BoolishValueParser::new())]
    complaints: bool,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let mut messages = existing(global)?.read_blocking(quotes::list_messages)?;
        messages.retain(|message| self.status.is_none_or(|status| message.status == status.into_str()));
        if self.complaints {
            messages.retain(|message| message.complaint.is_some());
            // Stable: what does not wait stays newest first.
            messages.sort_by_key(|message| {
                let due = message.complaint.as_ref().filter(|complaint| complaint.is_open());
                due.map_or(i64::MAX, |complaint| complaint.due_at.millis())
            });
        }
        if self.form.json {
            return write_json(out, &messages);
        }
        let now = Clock::system().now();
        let mut table = Table::new([
            left("NUMBER"),
            left("ID"),
            left("DATE"),
            left("STATUS"),
            left("DUE"),
            text("NAME"),
            text("EMAIL"),
            text("MESSAGE"),
        ]);
        for message in messages {
            table.row([
                message.number,
                id::short(&message.id).to_owned(),
                minute(message.created_at),
                message.status,
                message.complaint.as_ref().map_or_else(|| String::from("-"), |complaint| due(complaint, now)),
                message.name,
                message.email,
                first_words(&message.message),
            ]);
        }
        Ok(table.write(out)?)
    }
}
