//! `manetes list-orders`: every order, newest first.

use std::io::Write;

use clap::builder::BoolishValueParser;

use super::{Error, existing, show_order};
use crate::clock::Clock;
use crate::config::Global;
use crate::id;
use crate::orders::{self, Status};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those of this status: pending, paid, shipped, delivered or cancelled
    #[arg(long, env = "MANETES_STATUS", value_name = "STATUS")]
    pub(super) status: Option<Status>,
    /// As JSON, with the lines of every order
    #[arg(long, env = "MANETES_JSON", value_parser = BoolishValueParser::new())]
    pub(super) json: bool,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let orders = existing(global)?.read_blocking(|conn| orders::list(conn, self.status))?;
        if self.json {
            let now = Clock::system().now();
            let orders: Vec<_> = orders.into_iter().map(|order| show_order::json(order, now)).collect();
            writeln!(out, "{}", serde_json::Value::from(orders))?;
            return Ok(());
        }
        writeln!(out, "{:8}  {:10}  {:9}  {:>10}  {:14}  EMAIL", "ID", "DATE", "STATUS", "TOTAL", "ATTENTION")?;
        for order in orders {
            writeln!(
                out,
                "{:8}  {:10}  {:9}  {:>10}  {:14}  {}",
                id::short(&order.id),
                &order.created_at.to_rfc3339()[..10],
                order.status,
                order.total.to_string(),
                order.attention.as_deref().unwrap_or("-"),
                order.email,
            )?;
        }
        Ok(())
    }
}
