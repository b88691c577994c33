//! `manetes show-order`: one order with its lines and what happened to it.

use std::io::Write;

use serde_json::{Value, json};

use super::{Error, open};
use crate::clock::{Clock, Timestamp};
use crate::config::Global;
use crate::db::Conn;
use crate::orders::api::OrderBody;
use crate::orders::{self, Order};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Its id, or the first characters of it
    #[arg(value_name = "ID")]
    id: String,
    /// As JSON
    #[arg(long, env = "MANETES_JSON")]
    json: bool,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (order, events) = open(global)?.read_blocking(|conn| {
            let order = find(conn, &self.id)?;
            let events = orders::events(conn, &order.id)?;
            Ok::<_, Error>((order, events))
        })?;
        if self.json {
            let mut body = json(order, Clock::system().now());
            body["events"] = events
                .iter()
                .map(|(kind, detail, at)| json!({ "kind": kind, "detail": detail, "at": at.to_rfc3339() }))
                .collect();
            writeln!(out, "{body}")?;
            return Ok(());
        }
        write_order(&order, out)?;
        for (kind, detail, at) in events {
            writeln!(out, "{at}  {kind} {detail}")?;
        }
        Ok(())
    }
}

/// The order on the wire, and what only the owner sees.
pub(super) fn json(order: Order, now: Timestamp) -> Value {
    let (email, lang, attention) = (order.email.clone(), order.lang, order.attention.clone());
    let mut body = serde_json::to_value(OrderBody::new(order, now)).unwrap_or_default();
    body["email"] = email.into();
    body["lang"] = lang.code().into();
    body["attention"] = attention.into();
    body
}

fn find(conn: &Conn, prefix: &str) -> Result<Order, Error> {
    let unknown = || Error::Refused(format!("no order begins with {prefix}"));
    let ids = orders::ids_with_prefix(conn, prefix)?;
    match ids.as_slice() {
        [id] if !prefix.is_empty() => orders::find(conn, id)?.ok_or_else(unknown),
        [] => Err(unknown()),
        _ => Err(Error::Refused(format!("more than one order begins with {prefix}"))),
    }
}

fn write_order(order: &Order, out: &mut impl Write) -> Result<(), Error> {
    let to = &order.shipping_address;
    writeln!(out, "{}  {}", order.id, order.status)?;
    if let Some(reason) = &order.cancellation_reason {
        writeln!(out, "cancelled by  {reason}")?;
    }
    if let Some(attention) = &order.attention {
        writeln!(out, "attention     {attention}")?;
    }
    writeln!(out, "placed        {}", order.created_at)?;
    if let Some(paid_at) = order.paid_at {
        writeln!(out, "paid          {paid_at}")?;
    }
    writeln!(out, "buyer         {} <{}>, {}", to.name, order.email, order.lang)?;
    writeln!(out, "to            {}, {} {}, {}", to.address, to.postal_code, to.city, to.country)?;
    if let Some(tracking) = &order.tracking_number {
        writeln!(out, "tracking      {tracking}")?;
    }
    for item in &order.items {
        let total = item.unit_price.times(item.quantity).to_string();
        let sku = item.sku.as_deref().unwrap_or("-");
        writeln!(out, "{:>5} × {}, {} [{sku}]  {total}", item.quantity, item.product_title, item.variant_title)?;
        for text in &item.custom_field_values {
            writeln!(out, "        {}: {}", text.title, text.value)?;
        }
    }
    writeln!(out, "shipping      {}", order.shipping)?;
    writeln!(out, "total         {} (of it tax {})", order.total, order.tax)?;
    if order.refunded > crate::money::Cents::ZERO {
        writeln!(out, "refunded      {}", order.refunded)?;
    }
    Ok(())
}
