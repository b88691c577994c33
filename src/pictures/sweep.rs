//! Pictures of products that nothing shows any more: their files go 30 days after that was first seen. Rows decide;
//! files without a row get one first.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;

use super::media::Name;
use super::{Error, documents, sql};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Db, Tx};
use crate::files::MEDIA;

/// How long a picture stays that nothing shows: somebody may be writing the product it is for, bring a deleted product
/// back, take an import back that took it off a product, or restore the database from a backup.
const GRACE_SECONDS: i64 = 30 * 24 * 3600;

/// The addresses of every picture that something shows, `/media/…`, and of every document, `/documents/…`; others may be
/// among them.
pub type Shown = fn(&Conn) -> db::Result<HashSet<String>>;

/// What becomes of a picture.
enum Change {
    /// It has files and no row.
    Adopt { bytes: i64, unused_since: Option<Timestamp> },
    /// It is shown again, or not any more.
    Unused(Option<Timestamp>),
    /// Its time is over, unless something shows it at the last moment.
    Due,
}

/// Deletes what nothing has shown for 30 days. For once an hour, not for an async thread, and never while a picture is
/// handed in.
pub fn sweep(db: &Db, data_dir: &Path, shown: Shown, now: Timestamp) -> Result<(), Error> {
    documents::sweep(db, data_dir, shown, now.plus_seconds(-GRACE_SECONDS), now)?;
    let on_disk = names(&data_dir.join(MEDIA))?;
    let changes = db.read_blocking(|conn| changes(conn, &on_disk, data_dir, shown, now))?;
    if changes.is_empty() {
        return Ok(());
    }
    for name in db.write_blocking(move |tx| apply(tx, changes, shown))? {
        for file in name.files(data_dir) {
            match fs::remove_file(file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
    }
    Ok(())
}

/// The pictures that have a file, or a part of one.
fn names(folder: &Path) -> io::Result<HashSet<Name>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashSet::new()),
        Err(error) => return Err(error),
    };
    let mut names = HashSet::new();
    for entry in entries {
        names.extend(entry?.file_name().to_str().and_then(Name::of_file));
    }
    Ok(names)
}

fn changes(
    conn: &Conn,
    on_disk: &HashSet<Name>,
    data_dir: &Path,
    shown: Shown,
    now: Timestamp,
) -> db::Result<Vec<(Name, Change)>> {
    let shown = shown(conn)?;
    let mut changes = Vec::new();
    let mut known = HashSet::new();
    for (stored, unused_since) in sql::all(conn)? {
        let Some(name) = Name::parse(&stored) else { continue };
        let change = match unused_since {
            Some(_) if shown.contains(&name.path()) => Some(Change::Unused(None)),
            None if !shown.contains(&name.path()) => Some(Change::Unused(Some(now))),
            Some(since) if since <= now.plus_seconds(-GRACE_SECONDS) => Some(Change::Due),
            _ => None,
        };
        changes.extend(change.map(|change| (name.clone(), change)));
        known.insert(name);
    }
    for name in on_disk.difference(&known) {
        let unused_since = (!shown.contains(&name.path())).then_some(now);
        changes.push((name.clone(), Change::Adopt { bytes: name.bytes(data_dir), unused_since }));
    }
    Ok(changes)
}

/// Answers whose rows are gone.
fn apply(tx: &Tx<'_>, changes: Vec<(Name, Change)>, shown: Shown) -> db::Result<Vec<Name>> {
    let mut due = Vec::new();
    for (name, change) in changes {
        match change {
            Change::Adopt { bytes, unused_since } => sql::adopt(tx, &name.to_string(), bytes, unused_since)?,
            Change::Unused(since) => sql::set_unused(tx, &name.to_string(), since)?,
            Change::Due => due.push(name),
        }
    }
    if !due.is_empty() {
        let shown = shown(tx)?;
        due.retain(|name| !shown.contains(&name.path()));
    }
    for name in &due {
        sql::forget(tx, &name.to_string())?;
    }
    Ok(due)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::media;

    const NOW: Timestamp = Timestamp::from_millis(1_795_172_400_000);

    struct Shop {
        dir: tempfile::TempDir,
        db: Db,
    }

    impl Shop {
        fn new() -> Self {
            let dir = tempfile::tempdir().unwrap();
            let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
            Self { dir, db }
        }

        fn keep(&self, shade: u8, now: Timestamp) -> Name {
            let mut sent = io::Cursor::new(Vec::new());
            let picture = image::RgbImage::from_pixel(20, 10, image::Rgb([shade; 3]));
            picture.write_to(&mut sent, image::ImageFormat::Png).unwrap();
            media::keep(&self.db, self.dir.path(), &sent.into_inner(), now).unwrap()
        }

        fn sweep(&self, days: i64) {
            sweep(&self.db, self.dir.path(), shown, NOW.plus_seconds(days * 24 * 3600)).unwrap();
        }

        /// What the database says is shown stands in for products and orders.
        fn show(&self, name: &Name) {
            let path = name.path();
            let sql = "INSERT INTO settings (key, value, updated_at) VALUES (?1, '1', 0)";
            self.db.write_blocking(move |tx| Ok::<_, db::Error>(tx.execute(sql, [path])?)).unwrap();
        }

        fn hide_all(&self) {
            let sql = "DELETE FROM settings WHERE key LIKE '/media/%'";
            self.db.write_blocking(move |tx| Ok::<_, db::Error>(tx.execute(sql, [])?)).unwrap();
        }

        fn files(&self) -> usize {
            fs::read_dir(self.dir.path().join(MEDIA)).unwrap().count()
        }

        fn rows(&self) -> usize {
            self.db.read_blocking(sql::all).unwrap().len()
        }
    }

    fn shown(conn: &Conn) -> db::Result<HashSet<String>> {
        let mut statement = conn.prepare("SELECT key FROM settings WHERE key LIKE '/media/%'")?;
        let paths = statement.query_map([], |row| row.get(0))?;
        Ok(paths.collect::<Result<_, _>>()?)
    }

    #[test]
    fn what_nothing_shows_for_a_month_goes_and_what_is_shown_stays() {
        let shop = Shop::new();
        let (shown, _) = (shop.keep(1, NOW), shop.keep(2, NOW));
        shop.show(&shown);
        shop.sweep(29);
        assert_eq!((shop.files(), shop.rows()), (4, 2), "a WebP file and a source each");
        shop.sweep(30);
        assert_eq!((shop.files(), shop.rows()), (2, 1));
        assert!(shown.file(shop.dir.path(), None, media::Kind::WebP).exists());
        shop.sweep(365);
        assert_eq!((shop.files(), shop.rows()), (2, 1));
    }

    #[test]
    fn the_month_begins_when_the_last_that_showed_it_went_and_ends_when_something_shows_it_again() {
        let shop = Shop::new();
        let name = shop.keep(1, NOW);
        shop.show(&name);
        shop.sweep(1);
        shop.hide_all();
        shop.sweep(100);
        shop.sweep(129);
        shop.show(&name);
        shop.sweep(130);
        shop.hide_all();
        shop.sweep(131);
        shop.sweep(160);
        assert_eq!(shop.rows(), 1);
        shop.sweep(161);
        assert_eq!((shop.rows(), shop.files()), (0, 0));
    }

    #[test]
    fn a_picture_handed_in_again_has_another_month() {
        let shop = Shop::new();
        shop.keep(1, NOW);
        shop.keep(1, NOW.plus_seconds(29 * 24 * 3600));
        shop.sweep(35);
        assert_eq!(shop.rows(), 1);
    }

    #[test]
    fn files_without_a_row_get_one_and_files_of_others_are_left_alone() {
        let shop = Shop::new();
        let (shown, lost) = (shop.keep(1, NOW), shop.keep(2, NOW));
        let whole = lost.bytes(shop.dir.path());
        shop.db.write_blocking(|tx| Ok::<_, db::Error>(tx.execute("DELETE FROM media", [])?)).unwrap();
        shop.show(&shown);
        let folder = shop.dir.path().join(MEDIA);
        fs::write(folder.join(format!(".{lost}-20.avif")), b"half").unwrap();
        fs::write(folder.join("notes.txt"), b"mine").unwrap();
        shop.sweep(0);
        assert_eq!(shop.rows(), 2);
        assert_eq!(
            shop.db.read_blocking(|conn| sql::bytes_without(conn, "")).unwrap(),
            whole + 4 + shown.bytes(shop.dir.path())
        );
        shop.sweep(30);
        assert_eq!((shop.rows(), shop.files()), (1, 3));
    }
}
