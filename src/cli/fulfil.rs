//! `manetes ship-order`, `unship-order`, `deliver-order`, `undeliver-order`, `correct-email`, `cancel-order` and `refund-order`: what the owner
//! does with an order. The same acts as at the desk; mails and refunds go out by the server.

use std::io::Write;
use std::str::FromStr;

use clap::builder::BoolishValueParser;

use super::data_dir::existing;
use super::output::{one_of, printable};
use super::sure::Sure;
use super::{Error, actor, show_order};
use crate::audit::Actor;
use crate::carrier::Carrier;
use crate::checkout::refund::{self, Method};
use crate::clock::{Clock, Timestamp};
use crate::config::Global;
use crate::db::Tx;
use crate::email::EmailAddress;
use crate::fulfilment::{self, GiveBack, Units, What};
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
    /// Send it although the buyer's bank claims the money, or a withdrawal from it waits
    #[arg(long, env = "MANETES_INSIST", value_parser = BoolishValueParser::new())]
    insist: bool,
}

/// A move of one order from one status to the next, or back.
type Move = fn(&Tx<'_>, &Actor, &str, Timestamp) -> Result<Order, fulfilment::Error>;

// A doc comment would become the commands' own.
#[derive(Debug, clap::Args)]
pub(super) struct Step {
    #[command(flatten)]
    order: Named,
}

#[derive(Debug, clap::Args)]
pub(super) struct CorrectEmail {
    #[command(flatten)]
    order: Named,
    /// The address that is right
    #[arg(value_name = "EMAIL", value_parser = EmailAddress::parse)]
    email: EmailAddress,
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
    /// Euros such as 12.50; without it or --line all that is left, once somebody has said yes
    #[arg(long, env = "MANETES_AMOUNT", value_name = "EUROS")]
    amount: Option<Cents>,
    /// The price of a line, 1 being the first that show-order lists; 1:2 is two units of it
    #[arg(
        long = "line",
        env = "MANETES_LINE",
        value_name = "LINE[:UNITS]",
        value_delimiter = ',',
        conflicts_with = "amount"
    )]
    lines: Vec<Line>,
    /// With --line: euros of the shipping too
    #[arg(long, env = "MANETES_SHIPPING", value_name = "EUROS", requires = "lines")]
    shipping: Option<Cents>,
    /// With --line: whether the units go back into stock; when absent, those that were never sent do
    #[arg(long, env = "MANETES_RESTOCK", value_name = "YES_OR_NO", requires = "lines", value_parser = BoolishValueParser::new())]
    restock: Option<bool>,
    /// It was given back in another way, in cash or by a transfer: write it down, with a note on how
    #[arg(long, env = "MANETES_ELSEWHERE", value_name = "NOTE")]
    elsewhere: Option<String>,
    #[command(flatten)]
    sure: Sure,
}

/// Units of an order's line; all whose money is still here when it does not say.
#[derive(Debug, Clone, Copy)]
struct Line {
    place: usize,
    quantity: Option<i64>,
}

impl FromStr for Line {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (place, quantity) = text.split_once(':').map_or((text, None), |(place, units)| (place, Some(units)));
        let quantity = quantity.map(str::parse).transpose();
        match (place.parse(), quantity) {
            (Ok(place), Ok(quantity)) if place > 0 && quantity.is_none_or(|units: i64| units > 0) => {
                Ok(Self { place, quantity })
            }
            _ => Err("must be a line such as 1, or 1:2 for two units of it"),
        }
    }
}

impl Line {
    fn units(self, order: &Order, restock: Option<bool>) -> Result<Units, Error> {
        let item = order.items.get(self.place - 1);
        let item = item.ok_or_else(|| Error::Refused(format!("the order has no line {}", self.place)))?;
        let quantity = self.quantity.unwrap_or(item.unrefunded());
        Ok(Units { item_id: item.id.clone(), quantity, restock, loss: Cents::ZERO })
    }
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
            let order = show_order::find(tx, id)?;
            if order.status == Status::Shipped {
                let parcel = other_parcel(&order, number, carrier)?;
                return Ok::<_, Error>(fulfilment::correct_tracking(tx, &actor(), id, &parcel, now)?);
            }
            let parcel = parcel(carrier, number, &Settings::load(tx)?.carriers)?;
            Ok(fulfilment::ship(tx, &actor(), id, &parcel, insists, now)?)
        })?;
        writeln!(out, "{} is {}: {}", short(&order), order.status, how(&order))?;
        Ok(())
    }
}

fn parcel(carrier: Option<Carrier>, number: Option<TrackingNumber>, usual: &[Carrier]) -> Result<Parcel, Error> {
    Parcel::new(carrier, number, usual).map_err(|error| Error::Refused(error.to_string()))
}

/// How an order that is on its way goes after all: what is not said stays, but for the number of a carrier it left.
fn other_parcel(order: &Order, number: Option<TrackingNumber>, carrier: Option<Carrier>) -> Result<Parcel, Error> {
    if number.is_none() && carrier.is_none() {
        let how = how(order);
        let refused = format!("the order is on its way: {how}; --tracking or --carrier puts that right");
        return Err(Error::Refused(refused));
    }
    let stays = carrier.is_none() || carrier == order.carrier;
    let was = order.tracking_number.as_deref().filter(|_| stays).and_then(|number| number.parse().ok());
    parcel(carrier.or(order.carrier), number.or(was), &[])
}

/// The number of an order's parcel, or else who brings it.
fn how(order: &Order) -> &str {
    let carrier = order.carrier.map(|carrier| carrier.into_str());
    order.tracking_number.as_deref().or(carrier).unwrap_or_default()
}

impl Step {
    /// Moves the order as `step` does.
    pub(super) fn run(self, step: Move, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let order = self.order.act(global, move |tx, id, now| step(tx, &actor(), id, now))?;
        writeln!(out, "{} is {}", short(&order), order.status)?;
        Ok(())
    }
}

impl CorrectEmail {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let email = self.email;
        let act = move |tx: &Tx<'_>, id: &str, now| fulfilment::correct_email(tx, &actor(), id, &email, now);
        let order = self.order.act(global, act)?;
        writeln!(out, "the mails of {} go to {}", short(&order), order.email)?;
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
        let (order, left) = existing(global)?.read_blocking(|conn| {
            let order = show_order::find(conn, &self.order.id)?;
            let left = refund::left(conn, &order.id)?;
            Ok::<_, Error>((order, left))
        })?;
        let (what, before) = (self.what(&order)?, order.money);
        let is_all = what == What::Rest;
        let wanted = GiveBack {
            method: if self.elsewhere.is_some() { Method::Elsewhere } else { Method::Provider },
            reason: self.elsewhere,
            ..GiveBack::of(what)
        };
        if is_all && left > Cents::ZERO {
            let whose = format!("{} of {} <{}>", short(&order), printable(&order.shipping_address.name), order.email);
            self.sure.or_ask(&format!("Give back {left}, all that is left of order {whose}"))?;
        }
        let order = self.order.act(global, move |tx, id, now| {
            if is_all && refund::left(tx, id)? != left {
                return Err(Error::Refused(String::from(
                    "meanwhile other money went back: nothing was done, look again",
                )));
            }
            Ok(fulfilment::refund(tx, &actor(), id, &wanted, now)?)
        })?;
        if !is_all && order.money == before {
            writeln!(out, "{}: nothing new, the same is on its way back already", short(&order))?;
        }
        writeln!(out, "{}: {}", short(&order), money(&order))?;
        Ok(())
    }

    fn what(&self, order: &Order) -> Result<What, Error> {
        if self.lines.is_empty() {
            return Ok(self.amount.map_or(What::Rest, What::Amount));
        }
        let units: Result<_, Error> = self.lines.iter().map(|line| line.units(order, self.restock)).collect();
        Ok(What::Goods(units?, self.shipping.unwrap_or(Cents::ZERO)))
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
