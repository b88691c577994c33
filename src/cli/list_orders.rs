//! `manetes list-orders`: every order, newest first; what is to be sent in the order in which it is to be sent.

use std::io::Write;

use clap::builder::BoolishValueParser;

use super::data_dir::existing;
use super::output::{Form, Table, left, minute, one_of, right, text, write_json};
use super::{Error, show_order};
use crate::clock::Clock;
use crate::config::Global;
use crate::id;
use crate::money::Cents;
use crate::orders::{self, Money, Order, Refunded, Status};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those of this status
    #[arg(long, env = "MANETES_STATUS", value_name = "STATUS", value_parser = one_of::<Status>())]
    pub(super) status: Option<Status>,
    /// Only those whose money is so far back, or on its way back
    #[arg(
        long,
        env = "MANETES_REFUND",
        value_name = "STATE",
        value_parser = one_of::<Refunded>()
    )]
    pub(super) refund: Option<Refunded>,
    /// Only those that are to be sent: paid, neither given back nor withdrawn from; the one that has waited longest first
    #[arg(long, env = "MANETES_TO_SHIP", value_parser = BoolishValueParser::new())]
    pub(super) to_ship: bool,
    #[command(flatten)]
    pub(super) form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let mut orders = existing(global)?.read_blocking(|conn| orders::list(conn, self.status))?;
        orders.retain(|order| {
            self.refund.is_none_or(|wanted| order.money.refund_state() == wanted)
                && (!self.to_ship || order.is_to_ship())
        });
        if self.to_ship {
            orders.reverse();
        }
        if self.form.json {
            let now = Clock::system().now();
            let orders: Vec<_> = orders.into_iter().map(|order| show_order::json(order, now)).collect();
            return write_json(out, &orders);
        }
        let mut table = Table::new([
            left("NUMBER"),
            left("ID"),
            left("DATE"),
            left("STATUS"),
            left("REFUND"),
            right("TOTAL"),
            right("NET"),
            left("ATTENTION"),
            text("EMAIL"),
        ]);
        for order in orders {
            table.row([
                order.number.to_string(),
                id::short(&order.id).to_owned(),
                minute(order.created_at),
                order.status.to_string(),
                refund_column(order.money),
                order.total.to_string(),
                order.money.net.to_string(),
                attention_column(&order),
                order.email,
            ]);
        }
        Ok(table.write(out)?)
    }
}

/// What needs a person: its mark, or a withdrawal or return that waits.
fn attention_column(order: &Order) -> String {
    let open_return = order.open_return.as_ref().map(|_| String::from("return_open"));
    let unproven = order.unproven_withdrawal.as_ref().map(|_| String::from("withdrawal_unproven"));
    order.attention.clone().or(open_return).or(unproven).unwrap_or_else(|| String::from("-"))
}

/// What went back, and whether the rest is claimed.
fn refund_column(money: Money) -> String {
    let state = money.refund_state();
    match (state, money.disputed > Cents::ZERO) {
        (Refunded::No, false) => String::from("-"),
        (Refunded::No, true) => String::from("disputed"),
        (state, false) => state.to_string(),
        (state, true) => format!("{state}, disputed"),
    }
}
