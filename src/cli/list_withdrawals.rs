//! `manetes list-withdrawals`: statements of withdrawal, newest first.

use std::io::Write;

use super::Error;
use super::data_dir::existing;
use super::output::{Form, Table, left, minute, one_of, text, write_json};
use super::show_withdrawal::joined;
use crate::config::Global;
use crate::db;
use crate::withdrawals::wire::WithdrawalBody;
use crate::withdrawals::{self, State};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those whose case is so far
    #[arg(long, env = "MANETES_STATE", value_name = "STATE", value_parser = one_of::<State>())]
    state: Option<State>,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let read = |conn: &db::Conn| {
            let found = withdrawals::all(conn, self.state)?;
            let received: Vec<_> = found.iter().map(|made| made.received_at).collect();
            Ok::<_, db::Error>(received.into_iter().zip(WithdrawalBody::read_all(conn, found)?).collect::<Vec<_>>())
        };
        let found = existing(global)?.read_blocking(read)?;
        if self.form.json {
            let bodies: Vec<_> = found.into_iter().map(|(_, body)| body).collect();
            return write_json(out, &bodies);
        }
        let columns =
            [left("ID"), left("DATE"), left("STATE"), left("DUE"), left("ORDER"), left("MARKS"), text("EMAIL")];
        let mut table = Table::new(columns);
        for (received_at, body) in found {
            table.row([
                body.short_id,
                minute(received_at),
                body.state.to_string(),
                body.refund_due,
                body.order_number.unwrap_or_else(|| String::from("-")),
                joined(&body.marks),
                body.email,
            ]);
        }
        Ok(table.write(out)?)
    }
}
