//! `manetes list-customers`: everybody the shop knows, the newest first.

use std::io::Write;

use super::Error;
use super::data_dir::existing;
use super::output::{Form, Table, minute, right, text, write_json};
use crate::config::Global;
use crate::desk::{self, api::CustomerBody};
use crate::page::Page;

/// Nobody is left out.
const ALL: Page = Page { offset: 0, limit: -1 };

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those with these words in their address or name
    #[arg(long, env = "MANETES_SEARCH", value_name = "WORDS")]
    search: Option<String>,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (_, people) = existing(global)?.read_blocking(|conn| desk::customers(conn, self.search.as_deref(), ALL))?;
        if self.form.json {
            let people: Vec<_> = people.into_iter().map(CustomerBody::from).collect();
            return write_json(out, &people);
        }
        let mut table = Table::new([
            text("NAME"),
            text("EMAIL"),
            text("TOWN"),
            right("ORDERS"),
            right("PAID"),
            right("NET"),
            right("WROTE"),
            right("LAST ORDER"),
            right("KNOWN SINCE"),
        ]);
        for person in people {
            table.row([
                person.name,
                person.email,
                person.city,
                person.orders_count.to_string(),
                person.spent.gross.to_string(),
                person.spent.net.to_string(),
                person.quotes_count.to_string(),
                person.last_order_at.map_or_else(|| String::from("-"), minute),
                minute(person.created_at),
            ]);
        }
        Ok(table.write(out)?)
    }
}
