//! `manetes show-order`: one order with its lines and what happened to it.

use std::io::Write;

use serde_json::{Value, json};

use super::Error;
use super::data_dir::existing;
use super::ids::{self, Kind};
use super::output::{Form, in_words, printable, write_json};
use crate::clock::{Clock, Timestamp};
use crate::config::Global;
use crate::db::Conn;
use crate::id;
use crate::money::Cents;
use crate::orders::api::OrderBody;
use crate::orders::{self, Event, Money, Order, Refunded};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Its number, such as 2026-0042; or its id, or the first characters of that
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (order, events) = existing(global)?.read_blocking(|conn| {
            let order = find(conn, &self.id)?;
            let events = orders::events(conn, &order.id)?;
            Ok::<_, Error>((order, events))
        })?;
        if self.form.json {
            let mut body = json(order, Clock::system().now());
            let event = |event: &Event| json!({ "kind": event.kind, "detail": event.detail, "at": event.at.to_rfc3339(), "note": event.note });
            body["events"] = events.iter().map(event).collect();
            return write_json(out, &body);
        }
        write_order(&order, out)?;
        for Event { kind, detail, at, note } in events {
            let told = format!("{}  {}  {}", at.to_local(), kind.replace('_', " "), printable(&in_words(&detail)));
            writeln!(out, "{}", told.trim_end())?;
            for line in note.iter().flat_map(|note| note.lines()) {
                writeln!(out, "        {}", printable(line))?;
            }
        }
        Ok(())
    }
}

/// The order on the wire, and what only the owner sees.
pub(super) fn json(order: Order, now: Timestamp) -> Value {
    let (email, lang, attention) = (order.email.clone(), order.lang, order.attention.clone());
    let (open_return, unproven) = (order.open_return.clone(), order.unproven_withdrawal.clone());
    let (net, disputed, to_ship) = (order.money.net, order.money.disputed, order.is_to_ship());
    let mut body = serde_json::to_value(OrderBody::new(order, now)).unwrap_or_default();
    body["email"] = email.into();
    body["lang"] = lang.code().into();
    body["attention"] = attention.into();
    body["net_in_cents"] = net.0.into();
    body["disputed_in_cents"] = disputed.0.into();
    body["to_ship"] = to_ship.into();
    body["open_return"] = open_return.into();
    body["unproven_withdrawal"] = unproven.into();
    body
}

pub(super) fn find(conn: &Conn, given: &str) -> Result<Order, Error> {
    let kind = Kind { name: "order", list: "list-orders" };
    let id = ids::meant(&kind, given, |beginning| orders::ids_with_prefix(conn, beginning))?;
    orders::find(conn, &id)?.ok_or_else(|| Error::Refused(format!("the order {id} is gone")))
}

fn write_order(order: &Order, out: &mut impl Write) -> Result<(), Error> {
    let to = &order.shipping_address;
    match order.money.refund_state() {
        Refunded::No => writeln!(out, "{}  {}  {}", order.number, order.id, order.status)?,
        refund => {
            writeln!(out, "{}  {}  {}, {}", order.number, order.id, order.status, refund.into_str().replace('_', " "))?;
        }
    }
    if let Some(reason) = &order.cancellation_reason {
        writeln!(out, "cancelled by  {reason}")?;
    }
    if let Some(attention) = &order.attention {
        writeln!(out, "attention     {attention}")?;
    }
    if let Some(case) = &order.open_return {
        writeln!(out, "return open   {}", id::short(case))?;
    }
    if let Some(made) = &order.unproven_withdrawal {
        writeln!(out, "named in      withdrawal {}, unproven", id::short(made))?;
    }
    writeln!(out, "placed        {}", order.created_at.to_local())?;
    if let Some(paid_at) = order.paid_at {
        writeln!(out, "paid          {}", paid_at.to_local())?;
    }
    writeln!(out, "buyer         {} <{}>, {}", to.name, order.email, order.lang)?;
    writeln!(out, "to            {}, {} {}, {}", to.address, to.postal_code, to.city, to.country)?;
    if !to.phone.is_empty() {
        writeln!(out, "telephone     {}", to.phone)?;
    }
    if let Some(carrier) = order.carrier {
        writeln!(out, "carrier       {carrier}")?;
    }
    if let Some(tracking) = &order.tracking_number {
        writeln!(out, "tracking      {tracking}")?;
    }
    for item in &order.items {
        let total = item.unit_price.times(item.quantity).to_string();
        let sku = item.sku.as_deref().unwrap_or("-");
        write!(out, "{:>5} × {}", item.quantity, item.product_title)?;
        // A product that comes in one variant alone is called as that is.
        if item.variant_title != item.product_title {
            write!(out, ", {}", item.variant_title)?;
        }
        write!(out, " [{sku}]  {total}")?;
        match item.refunded_quantity {
            0 => writeln!(out)?,
            returned => writeln!(out, "  ({returned} given back)")?,
        }
        for text in &item.custom_field_values {
            writeln!(out, "        {}: {}", text.title, text.value)?;
        }
    }
    writeln!(out, "shipping      {}", order.shipping)?;
    writeln!(out, "total         {} (of it tax {})", order.total, order.tax)?;
    write_money(&order.money, out)
}

/// What of the money is not here any more, and what stays.
fn write_money(money: &Money, out: &mut impl Write) -> Result<(), Error> {
    let gone = [
        ("refunded", money.refunded),
        ("on its way", money.returning),
        ("charged back", money.charged_back),
        ("in dispute", money.disputed),
    ];
    for (what, amount) in gone.into_iter().filter(|(_, amount)| *amount > Cents::ZERO) {
        writeln!(out, "{what:12}  {amount}")?;
    }
    if money.refund_state() != Refunded::No {
        writeln!(out, "net           {}", money.net)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::data_dir::existing_or_new;
    use super::super::list_orders;
    use super::*;
    use crate::db;
    use crate::lang::Lang;
    use crate::orders::{Item, Number, ShippingAddress, Status};

    const AT: Timestamp = Timestamp::from_millis(1_795_195_391_000);

    fn order(id: &str, number: i64) -> Order {
        let text = str::to_owned;
        let item = Item {
            id: format!("item of {id}"),
            product_id: text("p"),
            variant_id: text("v"),
            product_title: text("Llave"),
            variant_title: text("Grande"),
            sku: Some(text("LL-1")),
            image_url: None,
            image_alt: None,
            quantity: 2,
            refunded_quantity: 0,
            unit_price: Cents(2000),
            tax_rate_bp: 2100,
            stock_managed: true,
            custom_field_values: Vec::new(),
            making_days: None,
        };
        Order {
            id: text(id),
            number: Number::new(2026, number),
            user_id: Some(text("u")),
            key_nonce: None,
            terms_version: None,
            open_return: None,
            unproven_withdrawal: None,
            email: text("u@example.com"),
            lang: Lang::Fr,
            status: Status::Pending,
            shipping_address: ShippingAddress {
                name: text("Ana"),
                address: text("Carrer Major 1"),
                city: text("Abrera"),
                postal_code: text("08630"),
                country: text("ES"),
                phone: String::new(),
            },
            items_total: Cents(4000),
            shipping: Cents(495),
            total: Cents(4495),
            tax: Cents(780),
            money: Money::default(),
            carrier: None,
            tracking_number: None,
            cancellation_reason: None,
            attention: None,
            created_at: AT,
            expires_at: AT,
            paid_at: None,
            items: vec![item],
        }
    }

    fn shop(ids: &'static [&str]) -> (tempfile::TempDir, Global) {
        let dir = tempfile::tempdir().unwrap();
        let global = Global { data_dir: dir.path().to_owned() };
        let fill = move |tx: &db::Tx<'_>| {
            tx.execute_batch(
                "INSERT INTO users (id, email, password_hash, created_at, updated_at) VALUES ('u', 'u@x', '', 0, 0);
                 INSERT INTO products (id, slug, title, created_at, updated_at) VALUES ('p', 'p', 'Llave', 0, 0);
                 INSERT INTO variants (id, product_id, position, title, price_in_cents) VALUES ('v', 'p', 0, '', 2000)",
            )?;
            (1..).zip(ids).try_for_each(|(n, id)| orders::create(tx, &order(id, n), None))
        };
        existing_or_new(&global).unwrap().write_blocking(fill).unwrap();
        (dir, global)
    }

    fn show(global: &Global, id: &str, json: bool) -> Result<String, Error> {
        let mut out = Vec::new();
        Args { id: id.to_owned(), form: Form { json } }.run(global, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn an_order_is_found_by_an_unambiguous_beginning() {
        let (_dir, global) = shop(&["12ab-1", "12ab-2", "34cd-1"]);
        for id in ["34cd-1", "34cd", "12AB-2", "2026-0003", "#2026/1"] {
            assert!(show(&global, id, false).unwrap().contains("44.95"), "{id}");
        }
        for id in ["", "34c", "12ab-", "9999", "34cd-1x", "%", "____-_", "2026-4", "2026"] {
            assert!(matches!(show(&global, id, false), Err(Error::Refused(_))), "{id}");
        }
    }

    #[test]
    fn orders_are_shown_as_json_and_listed_by_status() {
        let (_dir, global) = shop(&["12ab-1", "34cd-1"]);
        let shown: Value = serde_json::from_str(&show(&global, "12ab-1", true).unwrap()).unwrap();
        assert_eq!((&shown["total_in_cents"], &shown["email"]), (&json!(4495), &json!("u@example.com")));
        assert_eq!(shown["events"][0]["kind"], "placed");
        for (status, expected) in [(None, 2), (Some(Status::Pending), 2), (Some(Status::Paid), 0)] {
            let mut out = Vec::new();
            list_orders::Args { status, refund: None, to_ship: false, form: Form { json: true } }
                .run(&global, &mut out)
                .unwrap();
            let listed: Value = serde_json::from_slice(&out).unwrap();
            assert_eq!(listed.as_array().unwrap().len(), expected);
            let mut table = Vec::new();
            list_orders::Args { status, refund: None, to_ship: false, form: Form { json: false } }
                .run(&global, &mut table)
                .unwrap();
            assert_eq!(String::from_utf8(table).unwrap().lines().count(), expected + 1);
        }
    }
}
