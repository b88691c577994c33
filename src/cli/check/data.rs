//! What the shop keeps: the database, its copies, pictures, and mails that wait for a word.

use super::Case;
use super::line::Line;
use crate::backup::{self, store::Store};
use crate::clock::{Clock, Timestamp};
use crate::db::{self, Db};
use crate::mail;
use crate::upkeep::{self, Kind, Upkeep};

pub(super) fn database(case: &Case) -> Vec<Line> {
    let found = match &case.db {
        Ok(Some(db)) => integrity(db),
        Ok(None) => Ok(String::from("none yet: `manetes serve` makes it")),
        Err(error) => Err(error.clone()),
    };
    vec![Line::of("database", found, "docs/OPERATIONS.md, \"It is three in the morning\"")]
}

fn integrity(db: &Db) -> Result<String, String> {
    db.write_blocking(db::probe).map_err(|error| error.to_string())?;
    let found = db.read_blocking(|conn| {
        let integrity: String = conn.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        let dangling: i64 = conn.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0))?;
        Ok::<_, db::Error>((integrity, dangling))
    });
    match found {
        Ok((integrity, 0)) if integrity == "ok" => Ok(format!("version {}, sound", db::latest_version())),
        Ok((integrity, dangling)) => Err(format!("integrity: {integrity}; {dangling} dangling references")),
        Err(error) => Err(error.to_string()),
    }
}

pub(super) fn backups(case: &Case) -> Vec<Line> {
    if case.options.config.backup.to.is_none() {
        return Vec::new();
    }
    let found = case.db.as_ref().map_err(Clone::clone).and_then(|db| kept(case, db.as_ref()));
    vec![Line::of(
        "backup",
        found,
        "look at MANETES_BACKUP_TO and `journalctl -u manetes`; `manetes backup` makes one now, `manetes drill` tries it",
    )]
}

/// When a backup and a drill last succeeded, and whether backups can be reached.
fn kept(case: &Case, db: Option<&Db>) -> Result<String, String> {
    let config = &case.options.config.backup;
    let Some(target) = &config.to else { return Ok(String::new()) };
    let runtime = crate::cli::backup::runtime().map_err(|error| error.to_string())?;
    let store = Store::of(target, &config.access, runtime.handle().clone()).map_err(|error| error.to_string())?;
    let count = store.list().map_err(|error| error.to_string())?.len();
    let Some(db) = db else { return Ok(format!("{store}: {count} are there")) };
    let now = Clock::system().now();
    let (made, drilled, overdue) = db
        .read_blocking(|conn| {
            let of = |kind| upkeep::of(conn, kind);
            Ok::<_, db::Error>((of(Kind::Backup)?, of(Kind::Drill)?, upkeep::overdue(conn, config.every, now)?))
        })
        .map_err(|error| error.to_string())?;
    let at = |upkeep: &Upkeep| upkeep.succeeded_at.map_or_else(|| String::from("never"), Timestamp::to_local);
    let told = format!("{store}: {count} are there; last made {}, last restored to try it {}", at(&made), at(&drilled));
    if let Some(folder) = store.folder() {
        backup::demand_outside(folder, &case.global.data_dir).map_err(|error| error.to_string())?;
    }
    if count == 0 && made.succeeded_at.is_some() {
        return Err(told);
    }
    match overdue.first() {
        None => match [made.error, drilled.error].into_iter().flatten().next() {
            None => Ok(told),
            Some(error) => Ok(format!("{told}; the last try failed: {error}")),
        },
        Some((kind, _, error)) => {
            let why = error.as_ref().map(|error| format!(" ({error})")).unwrap_or_default();
            Err(format!("{told}: the {} is overdue{why}", kind.as_str()))
        }
    }
}

pub(super) fn pictures(case: &Case) -> Vec<Line> {
    let (own, problems) = crate::pictures::check(&case.global.data_dir);
    let missing = problems.iter().map(|problem| Line::todo("pictures", problem.to_string(), ""));
    std::iter::once(Line::ok("pictures", format!("{own} of the owner's own"))).chain(missing).collect()
}

pub(super) fn held_mails(case: &Case) -> Vec<Line> {
    let Ok(Some(db)) = &case.db else { return Vec::new() };
    match db.read_blocking(mail::count_held) {
        Ok(0) => Vec::new(),
        Ok(held) => {
            let text = format!("{held} mails of before a restore wait for a word");
            vec![Line::warn("mails", text, "manetes held-mails --send, or --drop")]
        }
        Err(error) => vec![Line::fail("mails", error.to_string(), "")],
    }
}
