//! `manetes ship-order`, `deliver-order`, `cancel-order` and `refund-order`: what the owner does with an order. The same
//! acts as at the desk; mails and refunds go out by the server.

use std::io::Write;

use clap::builder::BoolishValueParser;

use super::data_dir::existing;
use super::output::{one_of, printable};
use super::sure::Sure;
use super::{Error, actor, show_order};
use crate::carrier::Carrier;
use crate::checkout::refund::{self, Method};
use crate::clock::{Clock, Timestamp};
use crate::config::Global;
use crate::db::Tx;
use crate::fulfilment::{self, GiveBack, What};
use crate::id;
use crate::money::Cents;
use crate::orders::{Money, Order, Parcel, Status, TrackingNumber};
use crate::settings::Settings;

/// What an order is called by on the command line.
#[derive(Debug, clap::Args)]
struct Named {
    /// Its number, such as 2026-0042; or its id, or the first characters of that
    id: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct Ship {
    #[command(flatten)]
    order: Named,
    /// The carrier's number, 10 to 30 letters and digits; another one for an order on its way puts it right
    #[arg(long, env = "MANETES_TRACKING", value_name = "NUMBER")]
    tracking: Option<TrackingNumber>,
    /// Who brings it; when absent, the first of the setting shipping.carriers that fits
    #[arg(long, env = "MANETES_CARRIER", value_name = "CARRIER", value_parser = one_of::<Carrier>())]
    carrier: Option<Carrier>,
    /// Send it although the buyer's bank claims the money
    #[arg(long, env = "MANETES_INSIST", value_parser = BoolishValueParser::new())]
    insist: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Deliver {
    #[command(flatten)]
    order: Named,
}

#[derive(Debug, clap::Args)]
pub(super) struct Cancel {
    #[command(flatten)]
    order: Named,
    /// The goods do not go back into stock
    #[arg(long, env = "MANETES_NO_RESTOCK", value_parser = BoolishValueParser::new())]
    no_restock: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Refund {
    #[command(flatten)]
    order: Named,
    /// Euros such as 12.50; without it all that is left, once somebody has said yes
    #[arg(long, env = "MANETES_AMOUNT", value_name = "EUROS")]
    amount: Option<Cents>,
    /// It was given back in another way, in cash or by a transfer: write it down, with a note on how
    #[arg(long, env = "MANETES_ELSEWHERE", value_name = "NOTE")]
    elsewhere: Option<String>,
    #[command(flatten)]
    sure: Sure,
}

impl From<fulfilment::Error> for Error {
    fn from(error: fulfilment::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Ship {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (number, carrier, insists) = (self.tracking, self.carrier, self.insist);
        let order = self.order.act(global, move |tx, id, now| {
            let parcel = Parcel::new(carrier, number, &Settings::load(tx)?.carriers)
                .map_err(|error| Error::Refused(error.to_string()))?;
            Ok::<_, Error>(match fulfilment::ship(tx, &actor(), id, &parcel, insists, now) {
                Err(fulfilment::Error::Illegal(Status::Shipped)) => {
                    fulfilment::correct_tracking(tx, &actor(), id, &parcel, now)
                }
                done => done,
            }?)
        })?;
        let number = order.tracking_number.as_deref();
        let how = number.or_else(|| order.carrier.map(|carrier| carrier.into_str())).unwrap_or_default();
        writeln!(out, "{} is {}: {how}", short(&order), order.status)?;
        Ok(())
    }
}

impl Deliver {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let order = self.order.act(global, |tx, id, now| fulfilment::deliver(tx, &actor(), id, now))?;
        writeln!(out, "{} is {}", short(&order), order.status)?;
        Ok(())
    }
}

impl Cancel {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let restock = !self.no_restock;
        let order = self.order.act(global, move |tx, id, now| fulfilment::cancel(tx, &actor(), id, restock, now))?;
        writeln!(out, "{} is {}; {}", short(&order), order.status, money(&order))?;
        Ok(())
    }
}

impl Refund {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let amount = self.amount;
        let (order, left) = existing(global)?.read_blocking(|conn| {
            let order = show_order::find(conn, &self.order.id)?;
            let left = refund::left(conn, &order.id)?;
            Ok::<_, Error>((order, left))
        })?;
        let wanted = GiveBack {
            method: if self.elsewhere.is_some() { Method::Elsewhere } else { Method::Provider },
            reason: self.elsewhere,
            ..GiveBack::of(amount.map_or(What::Rest, What::Amount))
        };
        if amount.is_none() && left > Cents::ZERO {
            let whose = format!("{} of {} <{}>", short(&order), printable(&order.shipping_address.name), order.email);
            self.sure.or_ask(&format!("Give back {left}, all that is left of order {whose}"))?;
        }
        let order = self.order.act(global, move |tx, id, now| {
            if amount.is_none() && refund::left(tx, id)? != left {
                return Err(Error::Refused(String::from(
                    "meanwhile other money went back: nothing was done, look again",
                )));
            }
            Ok(fulfilment::refund(tx, &actor(), id, &wanted, now)?)
        })?;
        writeln!(out, "{}: {}", short(&order), money(&order))?;
        Ok(())
    }
}

impl Named {
    /// Does an act to the one order whose id begins so.
    fn act<F, E>(self, global: &Global, act: F) -> Result<Order, Error>
    where
        F: FnOnce(&Tx<'_>, &str, Timestamp) -> Result<Order, E> + Send + 'static,
        Error: From<E>,
    {
        let now = Clock::system().now();
        existing(global)?.write_blocking(move |tx| {
            let order = show_order::find(tx, &self.id)?;
            Ok::<_, Error>(act(tx, &order.id, now)?)
        })
    }
}

fn short(order: &Order) -> &str {
    id::short(&order.id)
}

/// What went back of an order and what is on its way back.
fn money(order: &Order) -> String {
    let Money { refunded, returning, .. } = order.money;
    format!("refunded {refunded}, on its way back {returning}, of {}", order.total)
}
