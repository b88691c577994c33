//! Migrations: embedded, append-only, run on start; a database of a newer program is refused.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::OptionalExtension;

use super::{Conn, Error, Result};

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

/// How many copies from before a migration are kept.
const COPIES: usize = 3;

/// Brings the database to [`latest_version`]; an older one that holds data is copied beside itself first, and of those
/// copies the last are kept.
pub(super) fn migrate(conn: &mut Conn, path: &Path) -> Result<()> {
    let (found, known) = (current_version(conn)?, latest_version());
    if !pending(conn)?.is_empty() {
        if found > 0 {
            copy(conn, &path.with_extension(format!("before-v{known}.sqlite")))?;
        }
        embedded::migrations::runner().run(conn)?;
        // Into the one file: it is a shop from here on, whatever becomes of those beside it.
        conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    }
    forget_old_copies(path)
}

fn copy(conn: &Conn, copy: &Path) -> Result<()> {
    let failed = |error| Error::File { path: copy.to_owned(), error };
    if copy.exists() {
        // Left by a migration that was interrupted: the database is still the older one, so is a fresh copy.
        fs::remove_file(copy).map_err(failed)?;
    }
    super::keep_private(copy)?;
    conn.execute("VACUUM INTO ?", [copy.to_string_lossy()])?;
    // What it is kept for comes next.
    fs::File::open(copy).and_then(|file| file.sync_all()).map_err(failed)
}

fn forget_old_copies(path: &Path) -> Result<()> {
    let mut copies = copies(path);
    copies.sort_unstable_by_key(|(version, _)| std::cmp::Reverse(*version));
    for (_, copy) in copies.into_iter().skip(COPIES) {
        fs::remove_file(&copy).map_err(|error| Error::File { path: copy, error })?;
    }
    Ok(())
}

/// The copies beside a database, each with the version it is from before.
pub fn copies(path: &Path) -> Vec<(i32, PathBuf)> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let begin = format!("{stem}.before-v");
    let beside = path.parent().and_then(|dir| fs::read_dir(dir).ok()).into_iter().flatten().flatten();
    let numbered = |entry: fs::DirEntry| {
        let name = entry.file_name();
        let version = name.to_str()?.strip_prefix(&begin)?.strip_suffix(".sqlite")?.parse().ok()?;
        Some((version, entry.path()))
    };
    beside.filter_map(numbered).collect()
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

/// Whether nobody has made a table.
pub(super) fn is_blank(conn: &Conn) -> Result<bool> {
    Ok(conn.query_row("SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))?)
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
