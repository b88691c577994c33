//! Migrations: embedded, append-only, run on start; a database of a newer program is refused.

mod copies;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::OptionalExtension;

use super::{Conn, Error, Result};

pub use copies::{Copy, copies};

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// The newest version this program knows.
pub fn latest_version() -> i32 {
    known().last().copied().unwrap_or(0)
}

/// The versions this program knows.
fn known() -> BTreeSet<i32> {
    embedded::migrations::runner().get_migrations().iter().map(refinery::Migration::version).collect()
}

/// Brings the database to [`latest_version`], in one transaction: whatever cuts it off, the file is of the one version or of
/// the other. An older one that holds data is copied beside itself first.
pub(super) fn migrate(conn: &mut Conn, path: &Path) -> Result<()> {
    let found = current_version(conn)?;
    if !pending(conn)?.is_empty() {
        if found > 0 {
            copies::keep(path, latest_version())?;
        }
        run_pending(conn, path)?;
    }
    copies::forget(path)
}

fn run_pending(conn: &mut Conn, path: &Path) -> Result<()> {
    embedded::migrations::runner().set_grouped(true).run(conn)?;
    if super::connect::is_replicated(path) {
        return Ok(());
    }
    // Into the one file: it is a shop from here on, whatever becomes of those beside it.
    Ok(conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
}

/// What migrating a file did.
#[derive(Debug)]
pub struct Upgrade {
    /// The version it had.
    pub from: i32,
    /// The migrations that ran, such as `V0044 product_imports`.
    pub steps: Vec<String>,
    /// How long they took.
    pub took: Duration,
}

/// Migrates a file that nobody else has open and that is no shop: a copy, to see how it goes.
pub fn try_upgrade(path: &Path) -> Result<Upgrade> {
    let mut conn = super::connect::open_connection(path)?;
    let (from, pending) = (current_version(&conn)?, pending(&conn)?);
    let known = embedded::migrations::runner();
    let steps = known.get_migrations().iter().filter(|step| pending.contains(&step.version()));
    let steps = steps.map(|step| format!("V{:04} {}", step.version(), step.name())).collect();
    let begun = Instant::now();
    run_pending(&mut conn, path)?;
    Ok(Upgrade { from, steps, took: begun.elapsed() })
}

/// Notes that this program serves the database.
pub(super) fn note_program(conn: &Conn) -> Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    conn.execute(
        "INSERT INTO program (one, version) VALUES (1, ?1)
         ON CONFLICT (one) DO UPDATE SET version = excluded.version WHERE version <> excluded.version",
        [version],
    )?;
    Ok(())
}

/// The version of the program that served a database last; `None` for one from before that was noted.
fn program(conn: &Conn) -> Result<Option<String>> {
    if !conn.table_exists(None, "program")? {
        return Ok(None);
    }
    Ok(conn.query_row("SELECT version FROM program", [], |row| row.get(0)).optional()?)
}

/// An error unless the database is one of this program's version.
pub(super) fn check_version(conn: &Conn) -> Result<()> {
    if pending(conn)?.is_empty() {
        return Ok(());
    }
    Err(Error::Older { found: current_version(conn)?, known: latest_version() })
}

/// The migrations that are still to run. It is not the highest number that says so, but the set: one that comes before
/// another which has run will never run, and what runs after it may count on it.
fn pending(conn: &Conn) -> Result<BTreeSet<i32>> {
    let (run, known) = (run(conn)?, known());
    let newest = run.last().copied().unwrap_or(0);
    let unknown: Vec<i32> = run.difference(&known).copied().collect();
    if newest > latest_version() {
        return Err(Error::Newer { found: newest, known: latest_version() });
    }
    let pending: BTreeSet<i32> = known.difference(&run).copied().collect();
    let skipped: Vec<i32> = pending.iter().copied().filter(|version| *version < newest).collect();
    if unknown.is_empty() && skipped.is_empty() { Ok(pending) } else { Err(Error::OtherHistory { unknown, skipped }) }
}

/// An error when the database is another program's.
pub(super) fn check_ownership(conn: &Conn) -> Result<()> {
    let first: Option<String> = if conn.table_exists(None, HISTORY)? {
        let sql = format!("SELECT name FROM {HISTORY} ORDER BY version LIMIT 1");
        conn.query_row(&sql, [], |row| row.get(0)).optional()?
    } else if is_blank(conn)? {
        None
    } else {
        return Err(Error::Foreign);
    };
    let ours = embedded::migrations::runner().get_migrations().first().map(|migration| migration.name().to_owned());
    if first.is_none() || first == ours { Ok(()) } else { Err(Error::Foreign) }
}

/// Whether nobody has made a table; Litestream's do not count.
pub(super) fn is_blank(conn: &Conn) -> Result<bool> {
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE tbl_name NOT LIKE '\\_litestream\\_%' ESCAPE '\\')";
    Ok(conn.query_row(sql, [], |row| row.get(0))?)
}

/// Where the runner notes what was migrated.
const HISTORY: &str = "refinery_schema_history";

fn current_version(conn: &Conn) -> Result<i32> {
    Ok(run(conn)?.last().copied().unwrap_or(0))
}

/// The versions that have run.
fn run(conn: &Conn) -> Result<BTreeSet<i32>> {
    if !conn.table_exists(None, HISTORY)? {
        return Ok(BTreeSet::new());
    }
    let mut versions = conn.prepare(&format!("SELECT version FROM {HISTORY}"))?;
    let versions = versions.query_map([], |row| row.get(0))?;
    Ok(versions.collect::<rusqlite::Result<_>>()?)
}

#[cfg(test)]
mod tests;
