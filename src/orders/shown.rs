//! An order as mails and papers show it.

use std::collections::HashMap;

use jiff::civil::Date;

use super::{Item, Order, Status, sql};
use crate::carrier::Carrier;
use crate::catalogue;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::mail;
use crate::settings::Settings;

/// As its mails show it.
pub fn summary(order: &Order) -> mail::OrderSummary {
    let to = &order.shipping_address;
    mail::OrderSummary {
        order_id: order.id.clone(),
        number: Some(order.number.to_string()),
        key_nonce: order.key_nonce.clone(),
        name: to.name.clone(),
        lines: order.items.iter().map(|item| summary_line(item, order.lang)).collect(),
        items: order.items_total,
        shipping: order.shipping,
        total: order.total,
        tax: order.tax,
        refunded: order.money.back(),
        arrival: None,
        is_made: false,
        is_fetched: order.carrier == Some(Carrier::PickUp),
        kept_until: None,
        invoice_to: Vec::new(),
        terms_version: order.terms_version,
        address: [&to.name, &to.address, &format!("{} {}", to.postal_code, to.city), &to.country, &to.phone]
            .into_iter()
            .filter(|line| !line.is_empty())
            .cloned()
            .collect(),
    }
}

/// What the mail says of a payment, with the days on which it arrives.
pub fn paid_summary(conn: &Conn, order: &Order, now: Timestamp) -> db::Result<mail::OrderSummary> {
    let settings = Settings::load(conn)?;
    let is_made = making_days(kept(order)).is_none() && settings.delivery(0, now).1.is_some();
    Ok(mail::OrderSummary { arrival: arrival(order, &settings, now), is_made, ..summary(order) })
}

/// The first and the last day on which it arrives, as its buyer was told; `None` where nobody waits for it any more, nobody
/// knows or the days are over. What is made for its buyer takes its time before it leaves, and the rest waits for it.
pub fn arrival(order: &Order, settings: &Settings, now: Timestamp) -> Option<(Date, Date)> {
    promised(order, settings).filter(|(_, last)| *last >= now.date())
}

/// The same although the days are over: what its buyer counts on, whatever was given back since.
pub fn promised(order: &Order, settings: &Settings) -> Option<(Date, Date)> {
    let paid_at = order.paid_at.filter(|_| order.is_to_arrive())?;
    settings.delivery(making_days(&order.items).or_else(|| making_days(kept(order)))?, paid_at).1
}

/// Whether it waits to be sent although the days are over on which it was to arrive.
pub fn is_late(order: &Order, settings: &Settings, now: Timestamp) -> bool {
    order.is_to_ship() && promised(order, settings).is_some_and(|(_, last)| last < now.date())
}

/// The day on which it is to leave: nothing waits for what was given back whole. `None` where it is not to be sent, or nobody
/// knows.
pub fn ship_by(order: &Order, settings: &Settings) -> Option<Date> {
    let paid_at = order.paid_at.filter(|_| order.is_to_ship())?;
    settings.delivery(making_days(kept(order))?, paid_at).0
}

/// What was not given back whole.
fn kept(order: &Order) -> impl Iterator<Item = &Item> {
    order.items.iter().filter(|item| item.unrefunded() > 0)
}

/// Working days of making what bears a text of its buyer's, 0 where nothing does; `None` where they are not known of all.
fn making_days<'a>(items: impl IntoIterator<Item = &'a Item>) -> Option<i64> {
    let made = items.into_iter().filter(|item| !item.custom_field_values.is_empty());
    made.map(|item| item.making_days).try_fold(0, |longest, days| Some(longest.max(days?)))
}

/// A line of it.
pub fn summary_line(item: &Item, lang: Lang) -> mail::OrderLine {
    let mut title = item.title();
    for text in &item.custom_field_values {
        title = format!("{title}\n{}: {}", text.title, lang.isolate(&text.value));
    }
    mail::OrderLine { title, quantity: item.quantity, total: item.unit_price.times(item.quantity) }
}

/// As a reader of a language sees it, on paper and at the desk: what was bought under a title in another language has the
/// one that the shop has for it in this one, as long as the shop knows it.
pub fn titled_in(conn: &Conn, order: &Order, lang: Lang) -> db::Result<Order> {
    let mut order = order.clone();
    if order.lang == lang {
        return Ok(order);
    }
    for item in &mut order.items {
        if let Some((product, variant)) = catalogue::titles(conn, &item.variant_id, lang)? {
            (item.product_title, item.variant_title) = (product, variant);
        }
    }
    Ok(order)
}

/// Of each line of an order that was sent how many were left out of the parcel, as their money was back by then. `None`
/// while nothing is sent.
pub fn left_out(conn: &Conn, order: &Order) -> db::Result<Option<HashMap<String, i64>>> {
    match order.status {
        Status::Shipped | Status::Delivered => sql::refunded_before_sent(conn, &order.id).map(Some),
        Status::Pending | Status::Paid | Status::Cancelled => Ok(None),
    }
}
