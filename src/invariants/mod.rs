//! What must hold of the shop's data whatever has happened to the machine, the network or the payment provider: a look
//! across the tables, changing nothing. `manetes check --invariants` prints it, and every test of a fault ends with it.

mod sql;
#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::audit;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::invoices;
use crate::privacy;

/// Of what is broken, so many are named.
const NAMED: usize = 10;

/// How one invariant was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub name: &'static str,
    pub says: &'static str,
    /// How many things it was asked of.
    pub looked_at: i64,
    /// How many of them break it.
    pub broken: usize,
    /// The ids of the first of those.
    pub ids: Vec<String>,
}

/// Asks every invariant of one snapshot. On a connection of its own ([`db::look`]): one that has asked before takes a search
/// index that another connection changed meanwhile for damaged, until it searches it (`SQLite` 3.53.2).
pub fn check(conn: &Conn, now: Timestamp) -> db::Result<Vec<Finding>> {
    let mut findings = check_shop(conn, now)?;
    findings.extend(sql::check_file(conn, now)?);
    let (looked_at, there) = privacy::tombstones::still_there(conn)?;
    findings.push(Finding {
        name: "erasures",
        says: "nothing is here of anybody who was erased",
        looked_at,
        broken: there.len(),
        ids: there.into_iter().take(NAMED).collect(),
    });
    let (looked_at, broken) = invoices::check_chain(conn)?;
    findings.push(Finding {
        name: "invoice records",
        says: "every record of an invoice is as it was made, and has the hash of the one before",
        looked_at,
        broken: broken.len(),
        ids: broken.into_iter().take(NAMED).collect(),
    });
    let (looked_at, broken) = match audit::verify(conn)? {
        Ok(head) => (head.seq, None),
        Err(seq) => (seq, Some(seq.to_string())),
    };
    findings.push(Finding {
        name: "log",
        says: "every entry of the log is as it was written",
        looked_at,
        broken: usize::from(broken.is_some()),
        ids: broken.into_iter().collect(),
    });
    Ok(findings)
}

/// The names of those that are broken at that moment and at any other: not of what only should have been done by then.
pub fn broken_whenever(conn: &Conn, now: Timestamp) -> db::Result<Vec<&'static str>> {
    let names = |now| {
        let broken = check(conn, now)?.into_iter().filter(|finding| finding.broken > 0);
        Ok::<Vec<_>, db::Error>(broken.map(|finding| finding.name).collect())
    };
    let mut broken = names(now)?;
    if !broken.is_empty() {
        let before_all = names(Timestamp::from_millis(0))?;
        broken.retain(|name| before_all.contains(name));
    }
    Ok(broken)
}

/// Those of orders, payments, stock and mails.
pub fn check_shop(conn: &Conn, now: Timestamp) -> db::Result<Vec<Finding>> {
    sql::check_shop(conn, now)
}
