//! `manetes list-admins`: who has the administrator's role; who got it first comes first.

use std::io::Write;

use super::Error;
use super::data_dir::existing;
use super::output::{Form, Table, left, minute, text, write_json};
use crate::accounts;
use crate::config::Global;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let people = existing(global)?.read_blocking(accounts::administrators)?;
        if self.form.json {
            return write_json(out, &people);
        }
        let mut table =
            Table::new([text("EMAIL"), text("NAME"), left("SINCE"), left("SECOND FACTOR"), left("LAST SIGN-IN")]);
        for person in people {
            table.row([
                person.email,
                person.name,
                minute(person.granted_at),
                String::from(if person.has_factor { "yes" } else { "not yet" }),
                person.last_sign_in_at.map_or_else(|| String::from("never"), minute),
            ]);
        }
        Ok(table.write(out)?)
    }
}
