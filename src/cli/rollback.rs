//! `manetes rollback`: takes an upgrade back, with what came since.

use std::io::Write;

use super::Error;
use super::data_dir;
use super::sure::Sure;
use crate::clock::Clock;
use crate::config::Global;
use crate::db::Copy;
use crate::upgrade::{self, Paid, Waiting};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    sure: Sure,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        if !data_dir::is_there(global)? {
            return Err(Error::Refused(format!("{} does not exist", global.database().display())));
        }
        let _lock = data_dir::lock(global)?;
        let (database, now) = (global.database(), Clock::system().now());
        let copy = Copy::of(&database)?.ok_or_else(|| {
            Error::Refused(format!("{}: there is no copy from before its last migration", database.display()))
        })?;
        let came = upgrade::came_since(&copy, &database)?;
        let program = copy.program.as_ref().map_or_else(
            || format!("the program from before, whose newest migration is {}", copy.version),
            |version| format!("manetes {version}, whose newest migration is {}", copy.version),
        );
        writeln!(out, "the copy: of {}, version {}", copy.made_at.to_local(), copy.version)?;
        for (what, count) in &came {
            writeln!(out, "lost: {count} {what}")?;
        }
        if came.is_empty() {
            writeln!(out, "nothing has come since")?;
        }
        let paid = upgrade::paid_since(&copy, &database)?;
        for Paid { provider, session, amount, order_id } in &paid {
            writeln!(out, "paid since: {amount} at {provider}, {session}, for the order {order_id}")?;
        }
        out.flush()?;
        self.sure.or_ask("Put the copy in the place of the database")?;
        let (made_at, waiting) = (copy.made_at.to_local(), upgrade::settle(&copy, Clock::system().now())?);
        let aside = copy.put_back(&database, now)?;
        writeln!(out, "put back; what was there is {}", aside.display())?;
        tell(&waiting, out)?;
        writeln!(out, "Payments from {made_at} to {} are not in it: in the providers' panels,", now.to_local())?;
        writeln!(out, "give back, or deliver by what was there, those that have no order any more")?;
        writeln!(out, "start {program}: this one would migrate it again")?;
        Ok(())
    }
}

/// What the older program does not do by itself.
fn tell(waiting: &Waiting, out: &mut impl Write) -> Result<(), Error> {
    match waiting {
        Waiting { mails: 0, .. } => {}
        Waiting { mails, are_held: true, .. } => {
            writeln!(out, "{mails} mails that it had not sent wait: `manetes held-mails --send`, or --drop")?;
        }
        Waiting { mails, .. } => writeln!(
            out,
            "{mails} mails that it had not sent may have gone out and are given up: `manetes retry-mail` sends one all the same"
        )?,
    }
    if waiting.refunds > 0 {
        writeln!(out, "{} refunds that it had not made are looked for before they are", waiting.refunds)?;
    }
    Ok(())
}
