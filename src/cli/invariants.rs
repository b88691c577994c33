//! `manetes check --invariants`: what must always hold of the data, and what of it does not.

use std::io::Write;

use super::output::write_json;
use super::{Error, data_dir};
use crate::clock::Clock;
use crate::config::Global;
use crate::invariants::{self, Finding};

/// A line each; refused when any is broken.
pub(super) fn check(global: &Global, json: bool, out: &mut impl Write) -> Result<(), Error> {
    let now = Clock::system().now();
    let findings = data_dir::look(global, |conn| invariants::check(conn, now))?;
    if json {
        write_json(out, &findings)?;
        return judge(&findings);
    }
    tell(&findings, out)
}

/// A line each; refused when any is broken.
pub(super) fn tell(findings: &[Finding], out: &mut impl Write) -> Result<(), Error> {
    findings.iter().try_for_each(|finding| line(finding, out))?;
    judge(findings)
}

fn judge(findings: &[Finding]) -> Result<(), Error> {
    let broken: Vec<_> = findings.iter().filter(|finding| finding.broken > 0).map(|finding| finding.name).collect();
    if broken.is_empty() { Ok(()) } else { Err(Error::Refused(format!("these do not hold: {}", broken.join(", ")))) }
}

fn line(finding: &Finding, out: &mut impl Write) -> Result<(), Error> {
    let Finding { name, says, looked_at, broken, ids } = finding;
    if *broken == 0 {
        return Ok(writeln!(out, "ok    {name:<14}{looked_at:>8}  {says}")?);
    }
    let more = if *broken > ids.len() { " …" } else { "" };
    Ok(writeln!(out, "FAIL  {name:<14}{looked_at:>8}  {says}: {broken} do not: {}{more}", ids.join(", "))?)
}
