//! A standby becomes the shop. Everything is made right in a copy before anybody is kept from anything; then the lease is
//! taken, from which moment the machine that had it writes no more, and one rename puts the copy in its place.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use tokio::runtime::Handle;

use super::{DATABASE, Error, Workplace, at, clear, demand_space, open_sound, own_all_like, settle, sql, sync_folder};
use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Db, Tx};
use crate::lease::{self, Lease};
use crate::mirror;
use crate::privacy::tombstones;

pub(super) const WORK: &str = "promote.work";
/// Litestream may be in the middle of a change; if it is not running, nothing will finish it.
const MAX_TRIES: u32 = 50;
const BETWEEN: Duration = Duration::from_millis(100);
/// Where nothing says how far the data goes, so many days are looked through at the providers.
const UNKNOWN_DAYS: i64 = 30;

/// What is to be promoted, and by whom.
pub struct Wish<'a> {
    /// Of a standby, which nobody serves.
    pub data_dir: &'a Path,
    /// The shop's.
    pub lease: &'a Lease,
    /// For the log of acts.
    pub actor: &'a Actor,
    /// When.
    pub now: Timestamp,
    /// Whether data that breaks an invariant is taken: better than none.
    pub unsound: bool,
}

/// What became of it.
pub struct Promoted {
    /// The lease's, from now on.
    pub generation: u64,
    /// The last write that is there.
    pub known_until: Option<Timestamp>,
    /// Mails that were still queued, which wait for the owner's word.
    pub mails_held: usize,
}

/// Makes the shop of a data directory the one that sells. Not for an async thread. Cut off anywhere it can be done again.
pub fn promote(wish: &Wish<'_>, runtime: &Handle) -> Result<Promoted, Error> {
    let (work, place) = (Workplace::take(wish.data_dir, WORK)?, wish.data_dir.join(DATABASE));
    let file = work.folder.join(DATABASE);
    demand_space(&work.folder, fs::metadata(&place).map_err(at(&place))?.len())?;
    copy(wish.data_dir, &place, &file)?;
    if let Some(trouble) = sql::trouble(&file) {
        return Err(Error::Unsound(trouble));
    }
    let db = open_sound(&file, wish.now, wish.unsound)?;
    let known_until = db.read_blocking(sql::last_write)?;
    let mails_held = make_right(&db, wish, known_until)?;
    tombstones::settle(&db, wish.data_dir)?;
    db.gather()?;
    drop(db);
    own_all_like(&work.folder, wish.data_dir)?;
    fs::File::open(&file).and_then(|file| file.sync_all()).map_err(at(&file))?;
    let generation = runtime.block_on(wish.lease.take_over())?;
    if lease::is_standby(wish.data_dir) {
        mirror::note_promotion(wish.data_dir).map_err(at(wish.data_dir))?;
    }
    put_in_place(&file, &place)?;
    clear(&wish.data_dir.join(db::COPIES))?;
    lease::leave_standby(wish.data_dir)?;
    Ok(Promoted { generation, known_until, mails_held })
}

fn copy(data_dir: &Path, from: &Path, to: &Path) -> Result<(), Error> {
    if !lease::is_standby(data_dir) {
        return Ok(db::copy_quietly(from, to)?);
    }
    for _ in 0..MAX_TRIES {
        if db::copy_followed(from, to)? {
            return Ok(());
        }
        std::thread::sleep(BETWEEN);
    }
    Err(Error::Unfinished(from.to_owned()))
}

/// What the machine that had the shop may have done since, or does still.
fn make_right(db: &Db, wish: &Wish<'_>, known_until: Option<Timestamp>) -> Result<usize, Error> {
    let (actor, now) = (wish.actor.clone(), wish.now);
    // A clock that was ahead over there would hide what came last.
    let since = known_until.map_or(now.plus_days(-UNKNOWN_DAYS), |at| at.min(now));
    let made = db.write_blocking(move |tx: &Tx<'_>| {
        let mails = settle::settle(tx, since, now)?;
        let detail = json!({ "known_until": known_until.map(Timestamp::to_rfc3339), "mails_held": mails });
        audit::record(tx, &actor, "shop.promoted", "shop", &detail, now)?;
        Ok::<_, db::Error>(mails)
    })?;
    Ok(made)
}

/// What stands beside the old file is none of the new one's. Whoever still writes into the old one writes into nothing.
fn put_in_place(file: &Path, place: &Path) -> Result<(), Error> {
    for ending in ["-wal", "-shm", "-journal", "-txid"] {
        let mut beside = place.as_os_str().to_owned();
        beside.push(ending);
        let beside = PathBuf::from(beside);
        match fs::remove_file(&beside) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(at(&beside)(error)),
            _ => {}
        }
    }
    fs::rename(file, place).map_err(at(place))?;
    sync_folder(place.parent().unwrap_or(Path::new(".")))
}
