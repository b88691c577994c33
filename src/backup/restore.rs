//! The way back: everything is read, compared and made right in a folder of its own before anything of the shop is
//! touched, and then takes its place whole ([`super::swap`]).

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::format::{self, Manifest};
use super::{
    DATABASE, Error, ORDER_KEY, RESTORE_WORK, Workplace, at, open_sound, own_all_like, read, settle, sql, swap,
};
use crate::audit::{self, Actor};
use crate::auth;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Db, Tx};
use crate::orders;
use crate::privacy::tombstones;
use crate::secrets::Secrets;
use crate::text::unhex;

/// What is to be restored, and where.
pub struct Wish<'a> {
    /// Where the shop is to be. Nobody serves it, and nobody begins to.
    pub data_dir: &'a Path,
    /// What the backup opens with.
    pub passphrase: Option<&'a str>,
    /// Whether it is taken although its data breaks an invariant: better than none.
    pub unsound: bool,
    /// For the log of acts.
    pub actor: &'a Actor,
    /// When.
    pub now: Timestamp,
}

/// What became of it.
pub struct Restored {
    /// What the backup said of itself.
    pub manifest: Manifest,
    /// Where the data is that was there before.
    pub aside: Option<PathBuf>,
    /// People who were erased since and came back with it; they are erased again.
    pub erased_again: usize,
    /// Mails it still had queued, which wait for the owner's word.
    pub mails_held: usize,
    /// Whether the server's own keys were lost with it.
    pub keys: Keys,
    /// Orders bought without an account whose links open nothing any more, for what made them was lost with it.
    pub links_lost: i64,
}

/// Where the server's own keys come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// They were in the backup.
    Kept,
    /// From the database that was in the place, which is the same shop.
    Taken,
    /// They are lost: new ones are made. So many people have no second factor any more.
    Lost {
        /// How many.
        factors: usize,
    },
}

/// Restores a backup. Not for an async thread.
pub fn restore(source: impl Read, wish: &Wish<'_>) -> Result<Restored, Error> {
    let work = Workplace::take(wish.data_dir, RESTORE_WORK)?;
    let (manifest, db) = prepare(source, wish.passphrase, wish.unsound, &work.folder)?;
    let old = Old::look(wish.data_dir, &manifest);
    tombstones::carry(wish.data_dir, old.conn.as_ref(), &work.folder)?;
    let (keys, mails_held) = settle(&db, &manifest, &old, wish)?;
    let links_lost =
        if keep_order_key(wish.data_dir, &old, &work.folder)? { 0 } else { db.read_blocking(orders::count_links)? };
    drop(old);
    let erased_again = tombstones::settle(&db, &work.folder)?;
    db.gather()?;
    drop(db);
    own_all_like(&work.folder, wish.data_dir)?;
    sync_all(&work.folder)?;
    swap::commit(&work.folder, wish.data_dir, &format::stamp(wish.now))?;
    let aside = swap::finish(wish.data_dir)?;
    Ok(Restored { manifest, aside, erased_again, mails_held, keys, links_lost })
}

/// Reads a backup into a folder, brings it to this program's version and asks everything that must hold.
pub(super) fn prepare(
    source: impl Read,
    passphrase: Option<&str>,
    unsound: bool,
    into: &Path,
) -> Result<(Manifest, Db), Error> {
    let manifest = read::unpack(source, passphrase, into)?;
    let db = open_sound(&into.join(DATABASE), manifest.made_at(), unsound)?;
    Ok((manifest, db))
}

/// The shop that is there, as far as it can be read.
struct Old {
    conn: Option<Conn>,
    /// Its keys, if it is the shop the backup is of.
    keys: Vec<(String, Vec<u8>)>,
    /// Whether it is known to be another shop.
    is_another: bool,
}

impl Old {
    fn look(data_dir: &Path, manifest: &Manifest) -> Self {
        let conn = db::open_whatever_version(&data_dir.join(DATABASE)).ok();
        let is_another = conn.as_ref().is_some_and(|conn| !is_of_same_shop(conn, manifest));
        let keys = conn.as_ref().filter(|_| !is_another).and_then(|conn| sql::keys(conn).ok());
        Self { conn, keys: keys.unwrap_or_default(), is_another }
    }
}

/// Where the backup does not have it, what opens orders of people without an account is that of the shop in the place, if it
/// is not known to be another. Answers whether there is one.
fn keep_order_key(data_dir: &Path, old: &Old, work: &Path) -> Result<bool, Error> {
    let (from, to) = (data_dir.join(ORDER_KEY), work.join(ORDER_KEY));
    if to.exists() {
        return Ok(true);
    }
    if old.is_another || !from.exists() {
        return Ok(false);
    }
    fs::copy(&from, &to).map_err(at(&from))?;
    Ok(true)
}

/// Whether the log that a backup ends with stands in the log of a database.
fn is_of_same_shop(conn: &Conn, manifest: &Manifest) -> bool {
    let Some(hash) = unhex(&manifest.log.hash) else { return false };
    manifest.log.entries > 0 && audit::knows(conn, &hash).unwrap_or(false)
}

/// What must not go on as it was when the backup was made.
fn settle(db: &Db, manifest: &Manifest, old: &Old, wish: &Wish<'_>) -> Result<(Keys, usize), Error> {
    let (has_keys, known_until, keys, now) = (manifest.has_keys, manifest.made_at(), old.keys.clone(), wish.now);
    let (actor, about) = (
        wish.actor.clone(),
        json!({
            "made_at": manifest.made_at, "program": manifest.program, "schema": manifest.schema,
            "log_entries": manifest.log.entries, "log_head": manifest.log.hash,
        }),
    );
    let settled = db.write_blocking(move |tx: &Tx<'_>| {
        let keys = if has_keys {
            Keys::Kept
        } else if keys.is_empty() {
            Secrets::load(tx)?;
            Keys::Lost { factors: auth::forget_factors(tx)? }
        } else {
            sql::put_keys(tx, &keys)?;
            Keys::Taken
        };
        let mails = settle::settle(tx, known_until, now)?;
        let detail = json!({ "backup": about, "mails_held": mails });
        audit::record(tx, &actor, "shop.restored", "shop", &detail, now)?;
        Ok::<_, db::Error>((keys, mails))
    })?;
    Ok(settled)
}

/// Everything in the folder is on its disk.
fn sync_all(folder: &Path) -> Result<(), Error> {
    let open = fs::File::open(folder).map_err(at(folder))?;
    rustix::fs::syncfs(&open).map_err(|error| at(folder)(error.into()))
}
