//! `manetes erase-person`: forgets somebody, with an account or without one.

use std::io::Write;

use clap::builder::BoolishValueParser;

use super::data_dir::existing;
use super::sure::Sure;
use super::{Error, actor};
use crate::clock::Clock;
use crate::config::Global;
use crate::email::EmailAddress;
use crate::privacy::{self, Asked, Traces};
use crate::settings::Settings;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Their address for mail
    #[arg(value_name = "EMAIL", value_parser = EmailAddress::parse)]
    email: EmailAddress,
    /// No mail tells them of it
    #[arg(long, env = "MANETES_NO_MAIL", value_parser = BoolishValueParser::new())]
    no_mail: bool,
    #[command(flatten)]
    sure: Sure,
}

impl From<privacy::Error> for Error {
    fn from(error: privacy::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let email = self.email;
        let db = existing(global)?;
        let (traces, years) = db.read_blocking(|conn| {
            Ok::<_, Error>((privacy::traces(conn, &email)?, Settings::load(conn)?.retention.orders))
        })?;
        if traces.is_empty() {
            return Err(privacy::Error::NotFound.into());
        }
        if traces.is_admin {
            return Err(privacy::Error::Administrator.into());
        }
        if traces.open_orders > 0 {
            return Err(privacy::Error::OrdersOpen.into());
        }
        tell(&traces, years, out)?;
        self.sure.or_ask(&format!("Erase what is known of {email}"))?;
        let (now, tell) = (Clock::system().now(), !self.no_mail);
        let forgotten = db.write_blocking(move |tx| {
            let actor = actor();
            privacy::erase(tx, Asked::By { actor: &actor, tell }, &email, now)
        })?;
        forgotten.finish(&db, &global.data_dir, now);
        writeln!(out, "erased")?;
        Ok(())
    }
}

/// What will go and what stays.
fn tell(traces: &Traces, years: i64, out: &mut impl Write) -> Result<(), Error> {
    let Traces { email, has_account, orders, comments, quotes, messages, mails, .. } = traces;
    let account = if *has_account { "an account" } else { "no account" };
    writeln!(
        out,
        "{email}: {account}; orders {orders}, comments {comments}, requests {quotes}, messages {messages}, mails {mails}"
    )?;
    writeln!(out, "All of it goes, with photos, notes and answers, and cannot be brought back.")?;
    if *orders > 0 {
        writeln!(
            out,
            "Of the orders stay, as commercial and tax law ask for {years} years (art. 30 Código de Comercio, art. 66 Ley \
             General Tributaria): lines, amounts, dates, town and postcode; no name, street, telephone or address for mail."
        )?;
    }
    writeln!(out, "Copies made before still hold it: when one is put back, they are erased again.")?;
    Ok(())
}
