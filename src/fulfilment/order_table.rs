//! A list of orders as a table for the tax adviser, in Spanish (decision 54): a row for each, the oldest first.

use std::io;

use crate::cart::pricing::SHIPPING_TAX_BP;
use crate::catalogue::import::formula::guard;
use crate::checkout::refund;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::invoices::breakdown::{self, Share};
use crate::lang::Lang;
use crate::money::Cents;
use crate::orders::{self, Order, Status};

/// The table of some orders, which is written piece by piece.
pub struct OrderTable {
    /// Every rate of tax that is in one of them, the highest first: two columns for each.
    rates: Vec<i64>,
}

impl OrderTable {
    /// Of orders with goods of these rates.
    pub fn new(mut rates: Vec<i64>) -> Self {
        rates.push(SHIPPING_TAX_BP);
        rates.sort_unstable_by_key(|rate| -rate);
        rates.dedup();
        Self { rates }
    }

    /// What stands first: a byte order mark, so that accents show, and the names of the columns.
    pub fn head(&self) -> io::Result<Vec<u8>> {
        let before = ["Pedido", "Fecha", "Pagado el", "Cliente", "Código postal", "Población", "Estado"];
        let before = before.into_iter().chain(["Artículos", "Base imponible"]).map(String::from);
        let taxes = self.rates.iter().map(|rate| breakdown::percent(*rate));
        let taxes = taxes.flat_map(|rate| [format!("Base al {rate}"), format!("Cuota de IVA al {rate}")]);
        let after = ["Total", "Devuelto", "Referencia del pago", "Moneda"].map(String::from);
        let mut file = "\u{feff}".as_bytes().to_vec();
        file.extend(written([before.chain(taxes).chain(after).collect()])?);
        Ok(file)
    }

    /// The rows of these orders.
    pub fn rows(&self, conn: &Conn, ids: &[String]) -> io::Result<Vec<u8>> {
        let mut rows = Vec::with_capacity(ids.len());
        for id in ids {
            // One that was forgotten meanwhile is not there any more.
            let Some(order) = orders::find(conn, id).map_err(io::Error::other)? else { continue };
            let order = orders::titled_in(conn, &order, Lang::Es).map_err(io::Error::other)?;
            rows.push(self.row(&order, &references(conn, id).map_err(io::Error::other)?));
        }
        written(rows)
    }

    fn row(&self, order: &Order, payments: &str) -> Vec<String> {
        let shares = shares(order);
        let base: Cents = shares.iter().map(|share| share.base()).sum();
        let day = |at: Timestamp| at.date().strftime("%d/%m/%Y").to_string();
        let of_rate = |rate: &i64| {
            let share = breakdown::of_rate(&shares, *rate);
            [share.base(), share.tax].map(Cents::with_comma)
        };
        let to = &order.shipping_address;
        let before = [
            order.number.to_string(),
            day(order.created_at),
            order.paid_at.map(day).unwrap_or_default(),
            guard(&to.name),
            guard(&to.postal_code),
            guard(&to.city),
            String::from(stands(order.status)),
            guard(&bought(order)),
            base.with_comma(),
        ];
        let back = order.money.refunded.plus(order.money.charged_back);
        let after = [order.total.with_comma(), back.with_comma(), guard(payments), String::from("EUR")];
        before.into_iter().chain(self.rates.iter().flat_map(of_rate)).chain(after).collect()
    }
}

/// What was bought: "2 × Cubo, 1 × Pala (roja)".
fn bought(order: &Order) -> String {
    let items = order.items.iter().map(|item| format!("{} × {}", item.quantity, item.title()));
    items.collect::<Vec<_>>().join(", ")
}

/// What falls to each rate, shipping with the goods, as the order's invoice has it.
fn shares(order: &Order) -> Vec<Share> {
    let items = order.items.iter().map(|item| (item.tax_rate_bp, item.unit_price.times(item.quantity)));
    breakdown::of_lines(items.chain([(SHIPPING_TAX_BP, order.shipping)]))
}

/// What the providers call the payments that came in.
fn references(conn: &Conn, order_id: &str) -> db::Result<String> {
    let paid = refund::payments(conn, order_id)?.into_iter().filter(|payment| payment.state == "paid");
    let named = paid.map(|payment| payment.provider_ref.unwrap_or(payment.id));
    Ok(named.collect::<Vec<_>>().join(" "))
}

const fn stands(status: Status) -> &'static str {
    match status {
        Status::Pending => "pendiente de pago",
        Status::Paid => "pagado",
        Status::Shipped => "enviado",
        Status::Delivered => "entregado",
        Status::Cancelled => "cancelado",
    }
}

fn written(rows: impl IntoIterator<Item = Vec<String>>) -> io::Result<Vec<u8>> {
    let mut csv = csv::WriterBuilder::new().delimiter(b';').from_writer(Vec::new());
    for row in rows {
        csv.write_record(row)?;
    }
    csv.into_inner().map_err(csv::IntoInnerError::into_error)
}
