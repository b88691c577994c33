//! `manetes show-withdrawal`: a statement of withdrawal, word for word.

use std::io::{self, Write};

use super::data_dir::existing;
use super::output::{Form, printable, write_json};
use super::{Error, ids};
use crate::clock::Timestamp;
use crate::config::Global;
use crate::db;
use crate::withdrawals::wire::WithdrawalBody;
use crate::withdrawals::{self, Mark};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Its id, or the first characters of it
    id: String,
    #[command(flatten)]
    form: Form,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let named = ids::Kind { name: "withdrawal", list: "list-withdrawals" };
        let read = |conn: &db::Conn| {
            let id = ids::meant(&named, &self.id, |beginning| withdrawals::ids_with_prefix(conn, beginning))?;
            let found = withdrawals::find(conn, &id)?;
            let found = found.map(|made| WithdrawalBody::read(conn, made)).transpose()?;
            found.ok_or_else(|| Error::Refused(String::from("there is no such withdrawal")))
        };
        let body = existing(global)?.read_blocking(read)?;
        if self.form.json { write_json(out, &body) } else { Ok(write(&body, out)?) }
    }
}

/// Why a person must look at it, in one line.
pub(super) fn joined(marks: &[Mark]) -> String {
    let marks: Vec<&str> = marks.iter().map(<&str>::from).collect();
    if marks.is_empty() { String::from("-") } else { marks.join(", ") }
}

fn write(body: &WithdrawalBody, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}  {}", body.id, body.state)?;
    let local = |at: &String| Timestamp::parse_rfc3339(at).map_or_else(|| at.clone(), Timestamp::to_local);
    let lines = [
        ("received", Some(local(&body.received_at))),
        ("from", Some(format!("{} <{}>, {}", body.name, body.email, body.lang))),
        ("contract", Some(body.contract.clone())),
        ("order", body.order_number.clone()),
        ("proof", Some(<&str>::from(body.proof).to_owned())),
        ("marks", Some(joined(&body.marks))),
        ("period ends", body.period_ends_at.as_ref().map(local)),
        ("refund due", Some(body.refund_due.clone())),
        ("seal", Some(body.seal.clone())),
    ];
    for (name, value) in lines {
        if let Some(value) = value {
            writeln!(out, "{name:<14}{}", printable(&value))?;
        }
    }
    writeln!(out)?;
    body.statement.lines().try_for_each(|line| writeln!(out, "{}", printable(line)))?;
    if let Some(comment) = &body.comment {
        writeln!(out)?;
        comment.lines().try_for_each(|line| writeln!(out, "        {}", printable(line)))?;
    }
    Ok(())
}
