//! `manetes list-invoices`, `show-invoice` and `issue-invoices`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use super::data_dir::existing;
use super::output::{Form, Table, left, printable, right, say, text, write_json};
use super::{Error, actor};
use crate::audit;
use crate::checkout::refund;
use crate::clock::Clock;
use crate::config::Global;
use crate::db::{self, Conn};
use crate::invoices::wire::{InvoiceBody, Proven};
use crate::invoices::{self, Invoice, Number, TAX_ID_ABOVE, breakdown, document};
use crate::money::Cents;
use crate::orders;
use crate::settings::Settings;

#[derive(Debug, clap::Args)]
pub(super) struct List {
    #[command(flatten)]
    form: Form,
}

#[derive(Debug, clap::Args)]
pub(super) struct Show {
    /// Its number, such as T-2026-000001; list-invoices shows it
    number: Number,
    /// Write it to this file, as a PDF
    #[arg(long, env = "MANETES_PDF", value_name = "FILE")]
    pdf: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

#[derive(Debug, clap::Args)]
pub(super) struct Issue;

impl List {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (found, waiting) = existing(global)?.read_blocking(|conn: &Conn| {
            Ok::<_, db::Error>((invoices::all(conn)?, invoices::count_due(conn, None)?))
        })?;
        if self.form.json {
            return write_json(out, &found.iter().map(Proven::from).collect::<Vec<_>>());
        }
        let columns = [left("NUMBER"), left("TYPE"), left("DATE"), right("TOTAL"), right("TAX"), text("ORDER")];
        let mut table = Table::new(columns);
        for invoice in &found {
            let body = InvoiceBody::from(invoice);
            let kind: &str = invoice.kind.into_str();
            let amounts = [invoice.total, invoice.tax].map(|cents: Cents| cents.to_string());
            let [total, tax] = amounts;
            table.row([body.number, kind.to_owned(), body.date, total, tax, invoice.order_id.clone()]);
        }
        table.write(out)?;
        tell_waiting(waiting);
        Ok(())
    }
}

impl Show {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let read = |conn: &Conn| {
            let Some(invoice) = invoices::find(conn, &self.number)? else { return Ok(None) };
            let order = orders::find(conn, &invoice.order_id)?;
            let number = order.map(|order| order.number.to_string()).unwrap_or_default();
            Ok::<_, db::Error>(Some((invoice, number, Settings::load(conn)?.brand)))
        };
        let found = existing(global)?.read_blocking(read)?;
        let (invoice, order, brand) = found.ok_or_else(|| Error::Refused(String::from("there is no such invoice")))?;
        if let Some(file) = &self.pdf {
            let pdf = document::pdf(&invoice, &order, &brand).map_err(|error| Error::Refused(error.to_string()))?;
            fs::write(file, pdf)?;
            return Ok(());
        }
        if self.form.json {
            return write_json(out, &Proven::from(&invoice));
        }
        write(&invoice, &order, out)
    }
}

fn write(invoice: &Invoice, order: &str, out: &mut impl Write) -> Result<(), Error> {
    writeln!(out, "{}  {}  {}", invoice.number, invoice.kind.into_str(), invoice.issued_at.date())?;
    let buyer = invoice.buyer.as_ref().map(|buyer| format!("{}, {}", buyer.name, buyer.nif));
    let lines = [
        ("order", Some(order.to_owned())),
        ("seller", Some(format!("{}, {}", invoice.seller.name, invoice.seller.nif))),
        ("buyer", buyer),
        ("corrects", invoice.corrects.clone()),
        ("replaces", invoice.replaces.clone()),
        ("generated", Some(invoice.record.generated_at.clone())),
        ("hash", Some(invoice.record.hash.clone())),
        ("hash before", invoice.record.previous_hash.clone()),
    ];
    for (name, value) in lines {
        if let Some(value) = value {
            writeln!(out, "{name:<14}{}", printable(&value))?;
        }
    }
    for share in &invoice.shares {
        writeln!(out, "{:<14}{} + {} tax", breakdown::percent(share.rate_bp), share.base(), share.tax)?;
    }
    Ok(writeln!(out, "{:<14}{}", "total", invoice.total)?)
}

impl Issue {
    #[expect(clippy::unused_self, reason = "as every command is run")]
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (db, now) = (existing(global)?, Clock::system().now());
        let by = actor();
        let orders = db.write_blocking(move |tx| {
            let orders = refund::owe_older_invoices(tx, now)?;
            if orders > 0 {
                audit::record(tx, &by, "invoices.issued", "", &serde_json::json!({ "orders": orders }), now)?;
            }
            Ok::<_, db::Error>(orders)
        })?;
        // A few at a time: the shop goes on selling meanwhile.
        while db.write_blocking(move |tx| invoices::issue_due(tx, now))? > 0 {}
        writeln!(out, "{orders} orders from before are to be invoiced")?;
        tell_waiting(db.read_blocking(|conn: &Conn| invoices::count_due(conn, None))?);
        Ok(())
    }
}

/// What is not issued yet, and why that may be.
fn tell_waiting(waiting: i64) {
    if waiting > 0 {
        say(&format!(
            "{waiting} wait: for company.nif and company.address, or above {TAX_ID_ABOVE} for the buyer's tax number"
        ));
    }
}
