//! `manetes reset-password --email E`: lets somebody in again who forgot their password.

use std::io::{self, Write};

use clap::builder::BoolishValueParser;

use super::create_admin::read_password;
use super::data_dir::existing;
use super::{Error, actor, terminal};
use crate::accounts::rescue::{self, Mailed, NotRescued};
use crate::auth::hashing;
use crate::clock::Clock;
use crate::config::Global;
use crate::email::EmailAddress;
use crate::secrets::Secrets;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Their address
    #[arg(long, env = "MANETES_EMAIL", value_name = "ADDRESS", value_parser = EmailAddress::parse)]
    email: EmailAddress,
    /// Set a password that is typed here, from a prompt or standard input, instead of mailing a link: for an
    /// administrator who does not read that mailbox any more. Their authenticator app stays, their passkeys go
    #[arg(long, env = "MANETES_TYPED", value_parser = BoolishValueParser::new())]
    typed: bool,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let email = self.email;
        let (db, now) = (existing(global)?, Clock::system().now());
        let refused = |error| refusal(&email, error);
        let whom = email.clone();
        if !self.typed {
            let mailed = db.write_blocking(move |tx| {
                let secrets = Secrets::load(tx)?;
                rescue::mail_link(tx, &secrets, &actor(), &whom, now)
            });
            return Ok(tell(&email, &mailed.map_err(refused)?, out)?);
        }
        let name = db.read_blocking(move |conn| rescue::administrators_name(conn, &whom)).map_err(refused)?;
        let hash = hashing::hash(&read_password(&db, &email, &name)?);
        let whom = email.clone();
        let set = || db.write_blocking(move |tx| rescue::set_password(tx, &actor(), &whom, &hash, now));
        terminal::uninterrupted(set).map_err(refused)?;
        writeln!(out, "{email} has another password now; their sessions have ended, their second factor stays")?;
        Ok(())
    }
}

fn tell(email: &EmailAddress, mailed: &Mailed, out: &mut impl Write) -> io::Result<()> {
    let Mailed::Recovery { former } = mailed else {
        return writeln!(
            out,
            "An account had {email} until lately. A link that gives it that address again, and another password, goes there by \
             the server"
        );
    };
    writeln!(out, "A link to choose another password goes to {email} by the server; it works for half an hour")?;
    if !former.is_empty() {
        let former = former.join(", ");
        writeln!(
            out,
            "Until lately the account had {former}. If its owner did not change that, run this with that address: whoever \
             reads mails there gets the account back"
        )?;
    }
    Ok(())
}

fn refusal(email: &EmailAddress, error: NotRescued) -> Error {
    match error {
        NotRescued::UnknownEmail | NotRescued::NoAdmin => Error::Refused(format!("{email}: {error}")),
        NotRescued::Db(error) => error.into(),
    }
}
