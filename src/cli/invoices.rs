//! `manetes list-invoices`, `show-invoice`, `issue-invoices`, and what is told the tax agency of them: `send-invoices`,
//! `correct-invoice`, `annul-invoice`, `declaration`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::builder::BoolishValueParser;

use super::data_dir::existing;
use super::output::{Form, Table, left, printable, right, say, text, write_json};
use super::sure::Sure;
use super::{Error, actor};
use crate::audit;
use crate::checkout::refund;
use crate::clock::Clock;
use crate::config::Global;
use crate::db::{self, Conn};
use crate::invoices::sending::{self, Round};
use crate::invoices::wire::{InvoiceBody, Proven};
use crate::invoices::{self, Invoice, Number, TAX_ID_ABOVE, breakdown, declaration, document};
use crate::money::Cents;
use crate::orders;
use crate::settings::Settings;
use crate::tax_agency;

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
    /// Write the record of its issue to this file, as the tax agency is sent it
    #[arg(long, env = "MANETES_XML", value_name = "FILE")]
    xml: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

#[derive(Debug, clap::Args)]
pub(super) struct Issue;

#[derive(Debug, clap::Args)]
pub(super) struct Send {
    #[command(flatten)]
    verifactu: tax_agency::options::Options,
    /// After a restore: go on without asking the agency which records it has. What it has and this shop has lost is then
    /// followed by records that do not mention it
    #[arg(long, env = "MANETES_WITHOUT_ASKING", value_parser = BoolishValueParser::new())]
    without_asking: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Correct {
    /// Its number, such as F-2026-000001; list-invoices shows it
    number: Number,
    /// Its buyer's name as the agency has it
    #[arg(long, env = "MANETES_BUYER_NAME", value_name = "NAME")]
    buyer_name: Option<String>,
    /// Its buyer's tax number
    #[arg(long, env = "MANETES_BUYER_NIF", value_name = "NIF")]
    buyer_nif: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Annul {
    /// Its number, such as T-2026-000001; list-invoices shows it
    number: Number,
    #[command(flatten)]
    sure: Sure,
}

#[derive(Debug, clap::Args)]
pub(super) struct Declaration {
    #[command(flatten)]
    verifactu: tax_agency::options::Options,
}

impl List {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (found, waiting) = existing(global)?.read_blocking(|conn: &Conn| {
            Ok::<_, db::Error>((invoices::all(conn)?, invoices::count_due(conn, None)?))
        })?;
        if self.form.json {
            return write_json(out, &found.iter().map(Proven::from).collect::<Vec<_>>());
        }
        let columns =
            [left("NUMBER"), left("TYPE"), left("DATE"), right("TOTAL"), right("TAX"), left("STATE"), text("ORDER")];
        let mut table = Table::new(columns);
        for invoice in &found {
            let body = InvoiceBody::from(invoice);
            let kind: &str = invoice.kind.into_str();
            let amounts = [invoice.total, invoice.tax].map(|cents: Cents| cents.to_string());
            let [total, tax] = amounts;
            let state = state(invoice);
            table.row([body.number, kind.to_owned(), body.date, total, tax, state, invoice.order_id.clone()]);
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
        }
        if let Some(file) = &self.xml {
            let lack = || Error::Refused(String::from("it was issued before records were kept as they are sent"));
            fs::write(file, invoice.record.content.as_ref().ok_or_else(lack)?)?;
        }
        match (self.form.json, self.pdf.is_some() || self.xml.is_some()) {
            (true, _) => write_json(out, &Proven::from(&invoice)),
            (false, true) => Ok(()),
            (false, false) => write(&invoice, &order, out),
        }
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
        ("state", Some(state(invoice))),
        ("problem", InvoiceBody::from(invoice).problem),
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

/// Where it stands, in one word.
fn state(invoice: &Invoice) -> String {
    let sent = invoice.standing.as_ref().map_or("issued", |standing| standing.fate.into_str());
    let said = match (invoice.is_annulled, invoice.is_replaced) {
        (true, _) => "annulled",
        (_, true) => "replaced",
        _ if invoice.is_trial => "trial",
        _ => return sent.to_owned(),
    };
    if sent == "issued" { said.to_owned() } else { format!("{said}, {sent}") }
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

impl Send {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let agency = self.verifactu.agency().map_err(Error::Refused)?;
        let lack = "nothing is sent: MANETES_VERIFACTU is off here (a service's variables are in its EnvironmentFile=)";
        let agency = agency.ok_or_else(|| Error::Refused(String::from(lack)))?;
        let (db, clock, by) = (existing(global)?, Clock::system(), actor());
        let mode = db.read_blocking(invoices::mode)?;
        if mode != self.verifactu.mode {
            let [shop, here] = [mode, self.verifactu.mode].map(<&str>::from);
            return Err(Error::Refused(format!(
                "the shop serves with MANETES_VERIFACTU={shop}, and here it is {here}"
            )));
        }
        if self.without_asking {
            let now = clock.now();
            db.write_blocking(move |tx| {
                if invoices::go_on(tx, now)? {
                    audit::record(tx, &by, "invoices.unasked", "", &serde_json::json!({}), now)?;
                }
                Ok::<_, db::Error>(())
            })?;
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let ended = runtime.block_on(async {
            loop {
                let now = clock.now();
                db.write(move |tx| invoices::issue_due(tx, now)).await?;
                match sending::round(&db, &agency, &clock, true).await? {
                    Round::Done => {}
                    ended => return Ok::<_, Error>(ended),
                }
            }
        })?;
        let progress = db.read_blocking(sending::progress)?;
        writeln!(out, "{} wait to be sent", progress.waiting)?;
        for (count, what) in [
            (progress.rejected, "were rejected: list-invoices, correct-invoice"),
            (progress.with_errors, "were taken with errors: list-invoices, correct-invoice"),
            (progress.lost, "are at the agency and not here: the shop was put back to before them"),
        ] {
            if count > 0 {
                say(&format!("{count} {what}"));
            }
        }
        match progress.failure.filter(|_| ended == Round::Failed) {
            Some(failure) => Err(Error::Refused(failure)),
            None => Ok(()),
        }
    }
}

impl Correct {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (now, by, number) = (Clock::system().now(), actor(), self.number.clone());
        existing(global)?.write_blocking(move |tx| {
            let correct = invoices::Correct { name: self.buyer_name, nif: self.buyer_nif };
            invoices::correct(tx, &self.number, correct, &by, now)
        })?;
        Ok(writeln!(out, "the record of {number} is made anew")?)
    }
}

impl Annul {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (now, by, number) = (Clock::system().now(), actor(), self.number.clone());
        let what =
            format!("Annul {number} as if it had never been issued (what was sold and goes back is refunded instead)");
        self.sure.or_ask(&what)?;
        existing(global)?.write_blocking(move |tx| invoices::annul(tx, &self.number, &by, now))?;
        Ok(writeln!(out, "{number} is annulled")?)
    }
}

impl Declaration {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let given = match self.verifactu.producer {
            Some(producer) => Some(producer),
            None => existing(global)?.read_blocking(invoices::producer)?,
        };
        let lack = || Error::Refused(String::from("nobody answers for this program yet: MANETES_VERIFACTU_PRODUCER"));
        Ok(out.write_all(declaration::text(&given.ok_or_else(lack)?).as_bytes())?)
    }
}

/// What is not issued yet, and why that may be.
fn tell_waiting(waiting: i64) {
    if waiting > 0 {
        say(&format!(
            "{waiting} wait: for company.nif and company.address, above {TAX_ID_ABOVE} for the buyer's tax number, or for the \
             agency's answer to an annulment"
        ));
    }
}
