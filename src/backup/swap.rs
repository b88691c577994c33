//! How what was restored takes the place of what was there. RULE each step is one that can be cut off and done again:
//!
//! 1. everything is in the folder `restore.work`, on disk; cut off here, the shop is the old one;
//! 2. the folder is renamed `restore.ready-<moment>`: from here on the shop is the new one, whoever finishes it;
//! 3. what was there is moved into `before-restore-<moment>`, one name after the other; where one cannot be moved, such
//!    as a folder that is a disk of its own, all of them go back, and the shop is the old one;
//! 4. the folder is renamed `restore.moving-<moment>`;
//! 5. what is in it is moved out, one name after the other, and the empty folder is removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{DATABASE, ERASED, Error, FOLDERS, ORDER_KEY, RESTORE_WORK, at, make_folder, own_like, sync_folder};
use crate::clock::Timestamp;
use crate::db;

const READY: &str = "restore.ready-";
const MOVING: &str = "restore.moving-";
const ASIDE: &str = "before-restore-";
/// So long what was there is kept.
const ASIDE_DAYS: i64 = 30;

/// Step 2.
pub(super) fn commit(work: &Path, data_dir: &Path, stamp: &str) -> Result<(), Error> {
    let is_free = |stamp: &String| !data_dir.join(format!("{ASIDE}{stamp}")).exists();
    let more = (2_u32..).map(|n| format!("{stamp}-{n}"));
    let stamp = std::iter::once(stamp.to_owned()).chain(more).find(is_free).unwrap_or_default();
    let ready = data_dir.join(format!("{READY}{stamp}"));
    fs::rename(work, &ready).map_err(at(&ready))?;
    sync_folder(data_dir)
}

/// Whether a restore was cut off after its second step. Its data directory is neither shop until [`finish`] was called.
pub fn is_pending(data_dir: &Path) -> bool {
    begun(data_dir, READY).or_else(|| begun(data_dir, MOVING)).is_some()
}

/// Does what is left of the steps, if any; where the old data is. Only for whoever has the data directory to themselves.
pub fn finish(data_dir: &Path) -> Result<Option<PathBuf>, Error> {
    if let Some((ready, stamp)) = begun(data_dir, READY) {
        let aside = data_dir.join(format!("{ASIDE}{stamp}"));
        make_folder(&aside)?;
        own_like(&aside, data_dir)?;
        if let Err(error) = move_all(data_dir, &aside) {
            give_up(data_dir, &aside, &ready)?;
            return Err(error);
        }
        sync_folder(&aside)?;
        sync_folder(data_dir)?;
        let moving = data_dir.join(format!("{MOVING}{stamp}"));
        fs::rename(&ready, &moving).map_err(at(&moving))?;
        sync_folder(data_dir)?;
    }
    let Some((moving, stamp)) = begun(data_dir, MOVING) else { return Ok(None) };
    for entry in fs::read_dir(&moving).map_err(at(&moving))? {
        let entry = entry.map_err(at(&moving))?;
        move_there(&entry.path(), &data_dir.join(entry.file_name())).map_err(at(&entry.path()))?;
    }
    sync_folder(data_dir)?;
    fs::remove_dir(&moving).map_err(at(&moving))?;
    sync_folder(data_dir)?;
    let aside = data_dir.join(format!("{ASIDE}{stamp}"));
    // Where nothing was before.
    drop(fs::remove_dir(&aside));
    Ok(aside.exists().then_some(aside))
}

/// Deletes what was kept aside more than a month ago: it holds people who asked to be forgotten since.
pub fn forget_aside(data_dir: &Path, now: Timestamp) -> Result<(), Error> {
    for entry in fs::read_dir(data_dir).map_err(at(data_dir))?.flatten() {
        let is_aside = entry.file_name().to_string_lossy().starts_with(ASIDE);
        let moved = entry.metadata().and_then(|about| about.modified()).map(Timestamp::of);
        if is_aside && moved.is_ok_and(|moved| moved < now.plus_days(-ASIDE_DAYS)) {
            fs::remove_dir_all(entry.path()).map_err(at(&entry.path()))?;
        }
    }
    Ok(())
}

fn move_all(data_dir: &Path, aside: &Path) -> Result<(), Error> {
    for name in old(data_dir) {
        let from = data_dir.join(&name);
        move_there(&from, &aside.join(&name)).map_err(|error| Error::InTheWay { path: from, error })?;
    }
    Ok(())
}

/// Undoes step 3 and 2. Cut off, step 3 is tried again first.
fn give_up(data_dir: &Path, aside: &Path, ready: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(aside).map_err(at(aside))? {
        let (from, to) = entry.map(|entry| (entry.path(), data_dir.join(entry.file_name()))).map_err(at(aside))?;
        if to.symlink_metadata().is_err() {
            fs::rename(&from, &to).map_err(at(&from))?;
        }
    }
    drop(fs::remove_dir(aside));
    let work = data_dir.join(RESTORE_WORK);
    fs::rename(ready, &work).map_err(at(ready))?;
    sync_folder(data_dir)
}

/// The folder of a restore that was begun, and its moment.
fn begun(data_dir: &Path, begin: &str) -> Option<(PathBuf, String)> {
    let entries = fs::read_dir(data_dir).ok()?.flatten();
    let mut found = entries.filter_map(|entry| {
        let stamp = entry.file_name().to_str()?.strip_prefix(begin)?.to_owned();
        Some((entry.path(), stamp))
    });
    found.next()
}

/// What of a data directory is the shop.
fn old(data_dir: &Path) -> Vec<String> {
    let database = [DATABASE.to_owned(), format!("{DATABASE}-wal"), format!("{DATABASE}-shm")];
    let copies = db::copies(&data_dir.join(DATABASE)).into_iter();
    let copies = copies.filter_map(|(_, copy)| Some(copy.file_name()?.to_str()?.to_owned()));
    let rest = FOLDERS.into_iter().chain([ERASED, ORDER_KEY]).map(str::to_owned);
    database.into_iter().chain(copies).chain(rest).collect()
}

/// `from` may be there no more.
fn move_there(from: &Path, to: &Path) -> io::Result<()> {
    if from.symlink_metadata().is_err() {
        return Ok(());
    }
    fs::rename(from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// A shop called `old` and, ready to take its place, one called `new`.
    fn ready() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        let work = dir.path().join("restore.work");
        for (folder, text) in [(dir.path(), "old"), (&work, "new")] {
            fs::create_dir_all(folder.join("media")).unwrap();
            fs::write(folder.join("media/a"), text).unwrap();
            fs::write(folder.join(DATABASE), text).unwrap();
        }
        fs::write(dir.path().join("manetes.sqlite-wal"), "old").unwrap();
        fs::write(dir.path().join("manetes.before-v7.sqlite"), "old").unwrap();
        fs::write(dir.path().join("lock"), "").unwrap();
        dir
    }

    fn assert_new(dir: &Path) {
        let aside = dir.join("before-restore-x");
        assert_eq!(names(dir), ["before-restore-x", "lock", "manetes.sqlite", "media"]);
        assert_eq!(names(&aside), ["manetes.before-v7.sqlite", "manetes.sqlite", "manetes.sqlite-wal", "media"]);
        for (folder, text) in [(dir, "new"), (&aside, "old")] {
            assert_eq!(fs::read_to_string(folder.join(DATABASE)).unwrap(), text);
            assert_eq!(fs::read_to_string(folder.join("media/a")).unwrap(), text);
        }
    }

    #[test]
    fn the_new_takes_the_place_of_the_old_which_is_kept() {
        let dir = ready();
        assert!(!is_pending(dir.path()) && finish(dir.path()).unwrap().is_none());
        commit(&dir.path().join("restore.work"), dir.path(), "x").unwrap();
        assert!(is_pending(dir.path()));
        assert_eq!(finish(dir.path()).unwrap(), Some(dir.path().join("before-restore-x")));
        assert!(!is_pending(dir.path()));
        assert_new(dir.path());
    }

    #[test]
    fn cut_off_after_any_move_it_is_finished_by_the_next() {
        // As if each of the names had been moved and nothing after it.
        for moved in 0..4 {
            let dir = ready();
            commit(&dir.path().join("restore.work"), dir.path(), "x").unwrap();
            let aside = dir.path().join("before-restore-x");
            fs::create_dir(&aside).unwrap();
            for name in old(dir.path()).iter().filter(|name| dir.path().join(name).exists()).take(moved) {
                fs::rename(dir.path().join(name), aside.join(name)).unwrap();
            }
            finish(dir.path()).unwrap();
            assert_new(dir.path());
        }
        let dir = ready();
        commit(&dir.path().join("restore.work"), dir.path(), "x").unwrap();
        let (ready, aside) = (dir.path().join("restore.ready-x"), dir.path().join("before-restore-x"));
        fs::create_dir(&aside).unwrap();
        for name in old(dir.path()) {
            move_there(&dir.path().join(&name), &aside.join(&name)).unwrap();
        }
        let moving = dir.path().join("restore.moving-x");
        fs::rename(ready, &moving).unwrap();
        fs::rename(moving.join(DATABASE), dir.path().join(DATABASE)).unwrap();
        assert!(is_pending(dir.path()));
        finish(dir.path()).unwrap();
        assert_new(dir.path());
    }

    #[test]
    fn where_one_name_cannot_be_moved_the_shop_is_the_old_one() {
        let dir = ready();
        commit(&dir.path().join("restore.work"), dir.path(), "x").unwrap();
        // No folder takes the place of one with something in it, as no folder leaves a disk of its own.
        fs::create_dir_all(dir.path().join("before-restore-x/media/other")).unwrap();
        let error = finish(dir.path()).unwrap_err().to_string();
        assert!(error.contains("/media: ") && error.contains("the shop is as it was"), "{error}");
        assert!(!is_pending(dir.path()));
        for (name, text) in [(DATABASE, "old"), ("manetes.sqlite-wal", "old"), ("media/a", "old")] {
            assert_eq!(fs::read_to_string(dir.path().join(name)).unwrap(), text, "{name}");
        }
        assert!(dir.path().join("manetes.before-v7.sqlite").exists() && dir.path().join("restore.work").exists());
    }

    #[test]
    fn what_was_kept_at_the_same_moment_stays() {
        let dir = ready();
        fs::create_dir(dir.path().join("before-restore-x")).unwrap();
        commit(&dir.path().join("restore.work"), dir.path(), "x").unwrap();
        assert_eq!(finish(dir.path()).unwrap(), Some(dir.path().join("before-restore-x-2")));
    }
}
