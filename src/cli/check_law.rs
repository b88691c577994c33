//! `manetes check --law`: what the law asks of the shop.

use std::io::Write;

use serde::Serialize;

use super::Error;
use super::data_dir::existing;
use super::output::write_json;
use crate::clock::{Clock, Timestamp};
use crate::config::Global;
use crate::law::{self, Basis, Finding};

/// A duty, as `--json` prints it.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    article: &'a str,
    met: bool,
    /// How much is missing.
    missing: i64,
    basis: Basis,
    text: &'a str,
    /// Below `/admin`; null where nothing is mended.
    place: Option<&'a str>,
    /// Who said so, of what no program can see.
    confirmed_by: Option<&'a str>,
    confirmed_at: Option<String>,
}

pub(super) fn check(global: &Global, json: bool, out: &mut impl Write) -> Result<(), Error> {
    let now = Clock::system().now();
    let found = existing(global)?.read_blocking(|conn| law::findings(conn, &global.data_dir, now))?;
    let owed = found.iter().filter(|finding| !finding.is_met()).count();
    if json {
        write_json(out, &found.iter().map(row).collect::<Vec<_>>())?;
    } else {
        for finding in &found {
            let mark = if finding.is_met() { "met " } else { "OWED" };
            writeln!(out, "{mark}  {:<18}{}", finding.duty.id, told(finding))?;
        }
    }
    if owed > 0 { Err(Error::Refused(format!("{owed} of these are owed"))) } else { Ok(()) }
}

/// What is to be met, how much of it is missing, and where it is written.
pub(super) fn told(finding: &Finding) -> String {
    let duty = finding.duty;
    let mend = match (duty.basis, &finding.confirmation) {
        (Basis::Data, _) if !finding.is_met() => format!(" ({} missing; /admin{})", finding.missing, duty.place),
        (Basis::Word, Some(said)) => format!(" (said by {} on {})", said.by, said.at.date()),
        (Basis::Word, None) => String::from(" (say so at the desk: /admin/law)"),
        _ => String::new(),
    };
    format!("{}{mend}: {}", duty.text, duty.article)
}

fn row(finding: &Finding) -> Row<'_> {
    let (duty, said) = (finding.duty, finding.confirmation.as_ref());
    Row {
        id: duty.id,
        article: duty.article,
        met: finding.is_met(),
        missing: finding.missing,
        basis: duty.basis,
        text: duty.text,
        place: Some(duty.place).filter(|place| !place.is_empty()),
        confirmed_by: said.map(|said| said.by.as_str()),
        confirmed_at: said.map(|said| Timestamp::to_rfc3339(said.at)),
    }
}
