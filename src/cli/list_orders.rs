//! `manetes list-orders`: every order, newest first.

use std::io::Write;

use super::data_dir::existing;
use super::output::{Form, Table, left, minute, one_of, right, text, write_json};
use super::{Error, show_order};
use crate::clock::Clock;
use crate::config::Global;
use crate::id;
use crate::orders::{self, Status};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those of this status
    #[arg(long, env = "MANETES_STATUS", value_name = "STATUS", value_parser = one_of(Status::ALL, Status::as_str))]
    pub(super) status: Option<Status>,
    #[command(flatten)]
    pub(super) form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let orders = existing(global)?.read_blocking(|conn| orders::list(conn, self.status))?;
        if self.form.json {
            let now = Clock::system().now();
            let orders: Vec<_> = orders.into_iter().map(|order| show_order::json(order, now)).collect();
            return write_json(out, &orders);
        }
        let mut table =
            Table::new([left("ID"), left("DATE"), left("STATUS"), right("TOTAL"), left("ATTENTION"), text("EMAIL")]);
        for order in orders {
            table.row([
                id::short(&order.id).to_owned(),
                minute(order.created_at),
                order.status.to_string(),
                order.total.to_string(),
                order.attention.unwrap_or_else(|| String::from("-")),
                order.email,
            ]);
        }
        Ok(table.write(out)?)
    }
}
