//! `manetes create-admin --email E`: gives somebody the administrator's role, or takes it away. Nobody else can, but
//! another administrator.

use std::io::{self, BufRead, IsTerminal, Write};

use clap::builder::BoolishValueParser;

use super::data_dir::{existing, existing_or_new};
use super::{Error, actor, terminal};
use crate::accounts::{self, NotRevoked, SecondFactor};
use crate::auth::password::{Password, Role};
use crate::auth::{self, hashing};
use crate::clock::{Clock, Timestamp};
use crate::config::Global;
use crate::db::{Db, Tx};
use crate::email::EmailAddress;
use crate::settings::Settings;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Their address; an account that has it keeps its password, otherwise one is made
    #[arg(long, env = "MANETES_EMAIL", value_name = "ADDRESS")]
    email: String,
    /// Their name, for a new account
    #[arg(long, env = "MANETES_NAME", default_value = "", hide_default_value = true)]
    name: String,
    /// Take the role away instead; the account stays
    #[arg(long, env = "MANETES_REVOKE", value_parser = BoolishValueParser::new())]
    revoke: bool,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let email = EmailAddress::parse(&self.email).map_err(|error| Error::Usage(error.to_string()))?;
        if self.revoke {
            return revoke(&existing(global)?, email, Clock::system().now(), out);
        }
        let (db, now) = (existing_or_new(global)?, Clock::system().now());
        let found = email.clone();
        let known = db.read_blocking(move |conn| auth::user_by_email(conn, &found))?;
        let (to, name) = (email.clone(), self.name);
        if known.is_some_and(|user| user.email_confirmed_at.is_some()) {
            db.write_blocking(move |tx| grant(tx, &to, &name, None, now))?;
            writeln!(out, "{email} is an administrator now, with the password they have")?;
            writeln!(
                out,
                "After signing in by mail they add an authenticator app to their account: the role asks for one"
            )?;
        } else {
            let hash = hashing::hash(&read_password(&db, &email, &name)?);
            terminal::uninterrupted(|| db.write_blocking(move |tx| grant(tx, &to, &name, Some(&hash), now)))?;
            writeln!(out, "{email} is an administrator now")?;
            writeln!(out, "After signing in they add an authenticator app to their account: the role asks for one")?;
        }
        Ok(())
    }
}

/// Gives the role to the account of an address, or to one that is made with the hash of a password.
pub(super) fn grant(
    tx: &Tx<'_>,
    email: &EmailAddress,
    name: &str,
    hash: Option<&str>,
    now: Timestamp,
) -> Result<(), Error> {
    let known = auth::user_by_email(tx, email)?.filter(|user| user.email_confirmed_at.is_some());
    let (user_id, factor) = match (known, hash) {
        (Some(user), _) => (user.id, SecondFactor::RequiredByMail),
        (None, Some(hash)) => {
            let made = accounts::create_trusted(tx, email, name, hash, now);
            (made.map_err(|error| Error::Refused(error.to_string()))?, SecondFactor::Required)
        }
        (None, None) => return Err(Error::Refused(format!("{email} has no account any more: try again"))),
    };
    Ok(accounts::grant_admin(tx, &actor(), &user_id, factor, now)?)
}

fn revoke(db: &Db, email: EmailAddress, now: Timestamp, out: &mut impl Write) -> Result<(), Error> {
    let (found, told) = (email.clone(), email);
    let user = db.read_blocking(move |conn| auth::user_by_email(conn, &found))?;
    let user = user.ok_or_else(|| Error::Refused(String::from("no account has that address")))?;
    db.write_blocking(move |tx| accounts::revoke_admin(tx, &actor(), &user.id, now)).map_err(|error| match error {
        NotRevoked::Db(error) => error.into(),
        NotRevoked::NoAdmin | NotRevoked::LastAdmin => Error::Refused(format!("{told} {error}")),
    })?;
    writeln!(out, "{told} is no longer an administrator; their sessions have ended")?;
    Ok(())
}

/// From the keyboard, unseen and twice; or the first line of standard input. Never from an argument, which others on
/// the machine can read.
pub(super) fn read_password(db: &Db, email: &EmailAddress, name: &str) -> Result<Password, Error> {
    let settings = db.read_blocking(Settings::load)?;
    let min_length = Role::Admin.min_length(settings.password_min_length);
    let about = [email.as_str(), name, &settings.brand];
    let judged = |text: &str| {
        let password = Password::parse(text).and_then(|password| password.check(min_length, &about).map(|()| password));
        password.map_err(|error| error.to_string())
    };
    let text = if io::stdin().is_terminal() {
        terminal::end_well_when_interrupted()?;
        let prompt = format!("Password for {email}, {min_length} characters or more");
        terminal::new_password(&prompt, |text| judged(text).map(drop))?
    } else {
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line)?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    };
    judged(&text).map_err(Error::Refused)
}
