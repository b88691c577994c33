//! A rehearsal: the newest backup is restored to a place of its own, asked everything that must hold, and the store's page
//! is drawn from it; then it is thrown away. A backup that nobody has restored is a hope.

use std::path::Path;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::store::Store;
use super::{DRILL_WORK, Error, Manifest, Workplace, demand_space, restore};
use crate::clock::Timestamp;
use crate::config;
use crate::site::pages;

/// What a drill has shown.
pub struct Drilled {
    /// Of which backup.
    pub name: String,
    /// What that says of itself.
    pub manifest: Manifest,
    /// How long it took.
    pub took: Duration,
}

/// Drills with the newest backup of a store. Not for an async thread; `runtime` is for what needs one.
pub fn drill(
    store: &Store,
    data_dir: &Path,
    config: &config::Serve,
    runtime: &Handle,
    now: Timestamp,
) -> Result<Drilled, Error> {
    let begun = Instant::now();
    let passphrase = config.backup.access.passphrase();
    let newest = store.newest(passphrase, now)?;
    let work = Workplace::take(data_dir, DRILL_WORK)?;
    demand_space(&work.folder, newest.bytes)?;
    let (manifest, db) = restore::prepare(store.open(&newest.name)?, passphrase, false, &work.folder)?;
    let drawn = runtime.block_on(pages::try_store(db, config, &work.folder));
    drawn.map_err(|why| Error::Unsound(format!("the store's page: {why}")))?;
    Ok(Drilled { name: newest.name, manifest, took: begun.elapsed() })
}
