//! The machine: what it was told, who may read what, its disk and its clock.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::fmt::rfc2822;
use reqwest::header::DATE;

use super::Case;
use super::line::Line;
use crate::clock::Clock;
use crate::config::Target;
use crate::{files, outside};

/// Signed questions and second factors allow for no more, nor does the law of invoices (Orden HAC/1177/2024, art. 7).
const CLOCK_SECONDS: i64 = 60;
/// How long somebody is asked for the time.
const ASK: Duration = Duration::from_secs(5);
/// What must be free beside room for a copy of the database.
const MIN_FREE_BYTES: u64 = 64 << 20;
/// With less free than this part of the disk it fills up before long.
const LOW_PERCENT: u64 = 5;
/// Files that are named, at most.
const NAMED: usize = 3;

pub(super) fn configuration(case: &Case) -> Vec<Line> {
    let checked = case.options.check().map(|()| case.options.config.base_url.origin());
    let judged = Line::of("configuration", checked, "change the setting, and check again");
    let warned = case.options.warnings().into_iter().map(|text| Line::warn("configuration", text, ""));
    std::iter::once(judged).chain(warned).collect()
}

/// Nobody but the service reads people's data, and the service reads and writes all of it.
pub(super) fn permissions(case: &Case) -> Vec<Line> {
    let dir = &case.global.data_dir;
    let Ok(of_dir) = fs::metadata(dir) else { return Vec::new() };
    let mut lines = Vec::new();
    if of_dir.mode() & 0o077 != 0 {
        let text = format!("others on this machine can look into {}", dir.display());
        lines.push(Line::warn("permissions", text, format!("chmod 700 {}", dir.display())));
    }
    let foreign = files_that(dir, &|file| file.uid() != of_dir.uid());
    if !foreign.is_empty() {
        let text = format!("{} is not the service's to write", named(&foreign));
        let mend = format!("chown -R {}:{} {}", of_dir.uid(), of_dir.gid(), dir.display());
        lines.push(Line::fail("permissions", text, mend));
    }
    if lines.is_empty() {
        lines.push(Line::ok("permissions", format!("{} is the service's alone", dir.display())));
    }
    lines
}

/// The files of the data directory, and of its folders, of which something holds.
fn files_that(dir: &Path, holds: &dyn Fn(&Metadata) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            if holds(&metadata) {
                found.push(entry.path());
            }
            // Those of many files are filled by the service alone: their owner speaks for them.
            if metadata.is_dir() && folder == dir {
                folders.push(entry.path());
            }
        }
    }
    found
}

fn named(files: &[PathBuf]) -> String {
    let names: Vec<_> = files.iter().take(NAMED).map(|file| file.display().to_string()).collect();
    let more = if files.len() > NAMED { format!(" and {} more", files.len() - NAMED) } else { String::new() };
    names.join(", ") + &more
}

/// Room for a copy of the database, which backups and upgrades take.
pub(super) fn disk(case: &Case) -> Vec<Line> {
    let dir = &case.global.data_dir;
    let place = dir.ancestors().find(|place| place.is_dir()).unwrap_or(Path::new("."));
    let (Ok(free), Ok(all)) = (files::free_bytes(place), files::all_bytes(place)) else {
        return vec![Line::warn("disk", format!("{} cannot be asked how full it is", place.display()), "df")];
    };
    let database = fs::metadata(case.global.database()).map_or(0, |file| file.len());
    let text = format!("{} of {} are free where {} is", size(free), size(all), dir.display());
    let mend = "make space: before-restore-… and old backups in the data directory come first";
    vec![if free < database + MIN_FREE_BYTES {
        Line::fail("disk", format!("{text}, and a copy of the database takes {}", size(database)), mend)
    } else if free < all / 100 * LOW_PERCENT {
        Line::warn("disk", text, mend)
    } else {
        Line::ok("disk", text)
    }]
}

fn size(bytes: u64) -> String {
    if bytes < 10 << 30 { format!("{} MB", bytes / 1_000_000) } else { format!("{} GB", bytes / 1_000_000_000) }
}

/// Compared with whoever this shop works with and tells the time; nobody else is asked.
pub(super) async fn clock(case: Arc<Case>) -> Vec<Line> {
    let config = &case.options.config;
    let bucket = matches!(config.backup.to, Some(Target::Bucket { .. }));
    let bucket = config.backup.access.s3_endpoint.as_ref().filter(|_| bucket).map(crate::config::BaseUrl::origin);
    let mut asked = Vec::new();
    for origin in case.options.payments.origin().into_iter().chain(bucket) {
        let began = Clock::system().now();
        let Some(theirs) = date(&origin).await else {
            asked.push(origin);
            continue;
        };
        let off = Clock::system().now().seconds() - theirs;
        let took = Clock::system().now().seconds() - began.seconds();
        return vec![if off.abs() > CLOCK_SECONDS + took {
            let text = format!("this machine's clock is {off} s off that of {origin}");
            Line::fail("clock", text, "let it be set by the network: timedatectl set-ntp true")
        } else {
            Line::ok("clock", format!("within {CLOCK_SECONDS} s of {origin}"))
        }];
    }
    let nobody = if asked.is_empty() {
        String::from("nobody to compare it with")
    } else {
        format!("{} do not tell the time", asked.join(", "))
    };
    vec![Line::ok("clock", nobody)]
}

/// What time it is there, in Unix seconds.
async fn date(origin: &str) -> Option<i64> {
    let answer = outside::client(ASK).head(origin).send().await.ok()?;
    let date = answer.headers().get(DATE)?.to_str().ok()?;
    Some(rfc2822::parse(date).ok()?.timestamp().as_second())
}
