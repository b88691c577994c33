//! `manetes list-counts`: how the site was visited, as the desk shows it.

use std::io::Write;

use super::Error;
use super::data_dir::existing;
use super::output::{Form, Table, left, printable, right, text, write_json};
use crate::clock::Clock;
use crate::config::Global;
use crate::desk::visits::{self, DAYS, MAX_DAYS, Visits};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// So many days, today's included; what was counted in the last minute may not be written yet
    #[arg(long, env = "MANETES_DAYS", default_value_t = DAYS, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DAYS)))]
    days: i32,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let now = Clock::system().now();
        let visits = existing(global)?.read_blocking(|conn| visits::visits(conn, self.days, now))?;
        if self.form.json {
            return write_json(out, &visits.days);
        }
        let Visits { days, pages, steps, searches } = visits;
        let mut table = Table::new([left("DAY"), right("PAGES"), right("CALLS"), right("CHATS")]);
        for day in days {
            table.row([day.date, day.pages.to_string(), day.calls.to_string(), day.chats.to_string()]);
        }
        table.write(out)?;
        let kinds: Vec<_> = pages.iter().map(|pages| format!("{} {}", pages.kind, pages.how_many)).collect();
        writeln!(out, "\nPages: {}", kinds.join(", "))?;
        writeln!(
            out,
            "Steps: {} products seen, {} put into a cart, {} checkouts, {} orders, {} of them paid",
            steps.products, steps.added, steps.checkouts, steps.placed, steps.paid
        )?;
        if searches.is_empty() {
            return Ok(());
        }
        let mut table = Table::new([right("DAYS"), left("LAST"), text("FOUND NOTHING")]);
        for missed in searches {
            table.row([missed.how_many.to_string(), missed.last_day, printable(&missed.text)]);
        }
        writeln!(out)?;
        Ok(table.write(out)?)
    }
}
