//! `manetes list-mails` and `retry-mail`: what the shop sends, and what would not go out. The running server sends them.

use std::io::Write;

use clap::builder::BoolishValueParser;

use super::data_dir::existing;
use super::ids::{self, Kind};
use super::output::{Form, Table, first_words, left, minute, one_of, right, text, write_json};
use super::{Error, actor};
use crate::clock::Clock;
use crate::config::Global;
use crate::db::{self, Tx};
use crate::desk::mails_api::Mail;
use crate::mail::{Release, State};
use crate::settings::Settings;
use crate::{id, mail};

#[derive(Debug, clap::Args)]
pub(super) struct List {
    /// Only those that wait, went out, or will not go out by themselves
    #[arg(long, env = "MANETES_STATE", value_name = "STATE", value_parser = one_of::<State>())]
    state: Option<State>,
    /// Only those whose recipient has this in their address
    #[arg(long, env = "MANETES_SEARCH", value_name = "WORDS")]
    search: Option<String>,
    #[command(flatten)]
    form: Form,
}

#[derive(Debug, clap::Args)]
pub(super) struct Retry {
    /// Their ids, or the first characters of each; list-mails shows them
    #[arg(value_name = "ID", required_unless_present = "all")]
    ids: Vec<String>,
    /// Every mail that would not go out
    #[arg(long, env = "MANETES_ALL", value_parser = BoolishValueParser::new(), conflicts_with = "ids")]
    all: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Held {
    /// They go out now
    #[arg(long, env = "MANETES_SEND", value_parser = BoolishValueParser::new(), conflicts_with = "drop")]
    send: bool,
    /// They never do
    #[arg(long, env = "MANETES_DROP", value_parser = BoolishValueParser::new())]
    drop: bool,
}

impl Held {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (db, now) = (existing(global)?, Clock::system().now());
        let (release, done) = match (self.send, self.drop) {
            (true, _) => (Release::Send, "sent"),
            (_, true) => (Release::Drop, "dropped"),
            _ => {
                let count = db.read_blocking(mail::count_held)?;
                return Ok(writeln!(out, "held: {count}")?);
            }
        };
        let count = db.write_blocking(move |tx| mail::release_held(tx, &actor(), release, now))?;
        Ok(writeln!(out, "{done}: {count}")?)
    }
}

impl List {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (mails, settings) = existing(global)?.read_blocking(move |conn| {
            let (_, mails) = mail::list(conn, self.state.map(|state| state.into_str()), self.search.as_deref(), 0, -1)?;
            Ok::<_, db::Error>((mails, Settings::load(conn)?))
        })?;
        if self.form.json {
            let mails: Vec<_> = mails.into_iter().map(|mail| Mail::new(mail, &settings)).collect();
            return write_json(out, &mails);
        }
        let columns =
            [left("ID"), left("DATE"), left("STATE"), right("TRIES"), text("TO"), text("SUBJECT"), text("ERROR")];
        let mut table = Table::new(columns);
        for queued in mails {
            let date = minute(queued.created_at);
            let Mail { id, state, attempts, to, subject, last_error, .. } = Mail::new(queued, &settings);
            let error = last_error.map_or_else(|| String::from("-"), |error| first_words(&error));
            table.row([id::short(&id).to_owned(), date, state.to_string(), attempts.to_string(), to, subject, error]);
        }
        Ok(table.write(out)?)
    }
}

impl Retry {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (db, now) = (existing(global)?, Clock::system().now());
        if self.all {
            let count = db.write_blocking(move |tx| mail::retry_all(tx, &actor(), now))?;
            return Ok(writeln!(out, "queued again: {count}")?);
        }
        let ids = db.write_blocking(move |tx: &Tx<'_>| {
            let retry = |given: &String| {
                let id = ids::meant(&Kind { name: "mail", list: "list-mails" }, given, |beginning| {
                    mail::ids_with_prefix(tx, beginning)
                })?;
                if mail::retry(tx, &actor(), &id, now)? {
                    return Ok(id);
                }
                Err(Error::Refused(format!("{} went out, or still waits", id::short(&id))))
            };
            self.ids.iter().map(retry).collect::<Result<Vec<_>, Error>>()
        })?;
        ids.iter().try_for_each(|id| writeln!(out, "queued again: {}", id::short(id)))?;
        Ok(())
    }
}
