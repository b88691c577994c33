//! The AVIF files of products' pictures: a third smaller than the WebP files that are made at once, and too slow to be
//! waited for. Which are missing, rows say, so that a restart goes on where it was.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;

use tokio::sync::oneshot;

use super::media::{Kind, Name, SIDE};
use super::raster::{self, Raster};
use super::{Error, file, sql};
use crate::db::{self, Db, Tx};

/// 1 to 10: the quickest that is not larger for it.
pub(super) const SPEED: u8 = 8;
/// 1 to 100: what looks like the WebP file beside it.
pub(super) const QUALITY: f32 = 72.0;
/// The encoder puts whole tables on its stack.
const STACK_BYTES: usize = 8 << 20;
/// Attempts that never ended before a picture is given up: each may have taken the program down with it.
const MAX_ATTEMPTS: i64 = 3;

/// Why a picture gets no AVIF files.
#[derive(Debug, thiserror::Error)]
enum NotMade {
    #[error(transparent)]
    Picture(#[from] raster::Error),
    #[error("{0}")]
    File(#[from] io::Error),
}

/// Makes the files of one picture that lacks them; their paths in the data directory, `None` when none does. Takes seconds
/// of a thread, and some 40 MiB.
pub async fn make_next(db: &Db, data_dir: &Path) -> Result<Option<Vec<String>>, Error> {
    let Some((stored, attempts)) = db.read(sql::wanted).await? else { return Ok(None) };
    let made = match Name::parse(&stored) {
        Some(_) if attempts >= MAX_ATTEMPTS => Err(String::from("the program ended at every attempt")),
        Some(name) => attempt(db, data_dir, name.clone()).await?.map(|bytes| (name, bytes)),
        None => Err(String::from("its name is none")),
    };
    match made {
        Ok((name, bytes)) => {
            db.write(move |tx| sql::made(tx, &stored, bytes)).await?;
            Ok(Some(name.paths(Kind::Avif).collect()))
        }
        Err(why) => {
            tracing::error!(picture = stored, why, "a picture gets no AVIF files");
            db.write(move |tx| sql::failed(tx, &stored)).await?;
            Ok(Some(Vec::new()))
        }
    }
}

/// Counted before it is made. The bytes of all files, or why the picture gets none; the error is no fault of its own.
async fn attempt(db: &Db, data_dir: &Path, name: Name) -> Result<Result<i64, String>, Error> {
    let (stored, data_dir) = (name.to_string(), data_dir.to_owned());
    db.write(move |tx| sql::count_attempt(tx, &stored)).await?;
    match in_the_background(move || make(&data_dir, &name)).await {
        Ok(Some(Ok(bytes))) => Ok(Ok(bytes)),
        // Room may come back. A file that cannot be read must not keep the others waiting.
        Ok(Some(Err(NotMade::File(error)))) if error.kind() != io::ErrorKind::StorageFull => Ok(Err(error.to_string())),
        Ok(Some(Err(NotMade::File(error)))) | Err(error) => {
            db.write(sql::forgive_attempts).await?;
            Err(error.into())
        }
        Ok(Some(Err(error))) => Ok(Err(error.to_string())),
        Ok(None) => Ok(Err(String::from("the encoder gave up"))),
    }
}

/// For an orderly stop, which ends an attempt that is no fault of the picture's.
pub fn forgive(tx: &Tx<'_>) -> db::Result<()> {
    sql::forgive_attempts(tx)
}

/// Writes the files, removes the source, which was kept for them, and answers the bytes of all files there are now.
fn make(data_dir: &Path, name: &Name) -> Result<i64, NotMade> {
    let source = name.source(data_dir);
    // Pictures of older versions have no source: their widest file has to do.
    let bytes = fs::read(&source).or_else(|_| fs::read(name.file(data_dir, None, Kind::WebP)))?;
    let picture = Raster::read(&bytes, SIDE)?;
    for width in name.widths() {
        let small = picture.resized(width).avif(QUALITY, SPEED).ok_or(raster::Error::Damaged)?;
        file::write(&name.file(data_dir, Some(width), Kind::Avif), &small)?;
    }
    match fs::remove_file(source) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(name.bytes(data_dir)),
    }
}

/// Does `work` on a thread of its own. `None` when it panicked; the thread ends with the program.
async fn in_the_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<Option<T>> {
    let (answer, asked) = oneshot::channel();
    thread::Builder::new().name(String::from("avif")).stack_size(STACK_BYTES).spawn(move || {
        _ = answer.send(work());
    })?;
    Ok(asked.await.ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Timestamp;
    use crate::db;
    use crate::files::MEDIA;
    use crate::pictures::media;

    const NOW: Timestamp = Timestamp::from_millis(1_795_172_400_000);

    fn shop() -> (tempfile::TempDir, Db, Name) {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
        let mut sent = io::Cursor::new(Vec::new());
        image::RgbImage::from_fn(200, 150, |x, y| image::Rgb([(x % 200) as u8, (y % 150) as u8, 90]))
            .write_to(&mut sent, image::ImageFormat::Png)
            .unwrap();
        let name = media::keep(&db, dir.path(), &sent.into_inner(), NOW).unwrap();
        (dir, db, name)
    }

    fn state(db: &Db) -> (String, i64) {
        let read = |conn: &db::Conn| {
            Ok::<_, db::Error>(
                conn.query_row("SELECT avif, bytes FROM media", [], |row| Ok((row.get(0)?, row.get(1)?)))?,
            )
        };
        db.read_blocking(read).unwrap()
    }

    #[tokio::test]
    async fn a_picture_gets_its_files_once_and_its_source_goes() {
        let (dir, db, name) = shop();
        assert!(name.source(dir.path()).exists());
        assert!(make_next(&db, dir.path()).await.unwrap().is_some());
        for width in [160, 200] {
            let file = fs::read(name.file(dir.path(), Some(width), Kind::Avif)).unwrap();
            assert_eq!(&file[4..12], b"ftypavif", "{width}");
        }
        assert!(!name.source(dir.path()).exists());
        assert_eq!(state(&db), (String::from("made"), name.bytes(dir.path())));
        assert!(make_next(&db, dir.path()).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_picture_of_an_older_version_has_its_widest_file_for_a_source() {
        let (dir, db, name) = shop();
        fs::remove_file(name.source(dir.path())).unwrap();
        assert!(make_next(&db, dir.path()).await.unwrap().is_some());
        assert!(name.file(dir.path(), None, Kind::Avif).exists());
    }

    /// A folder in the place of the widest file, which has to do without a source.
    fn a_file_nobody_can_read(source: &Path) -> io::Result<()> {
        let name = Name::of_file(source.file_name().unwrap().to_str().unwrap()).unwrap();
        let data_dir = source.ancestors().nth(2).unwrap();
        fs::create_dir(name.file(data_dir, None, Kind::WebP))
    }

    #[tokio::test]
    async fn what_cannot_be_done_is_not_tried_for_ever() {
        for damage in [|_: &Path| Ok(()), |path: &Path| fs::write(path, b"<svg>"), a_file_nobody_can_read] {
            let (dir, db, name) = shop();
            fs::remove_dir_all(dir.path().join(MEDIA)).unwrap();
            fs::create_dir(dir.path().join(MEDIA)).unwrap();
            damage(&name.source(dir.path())).unwrap();
            assert!(make_next(&db, dir.path()).await.unwrap().is_some());
            assert_eq!(state(&db).0, "failed");
            assert!(make_next(&db, dir.path()).await.unwrap().is_none());
        }
    }

    /// As if the program had ended in the middle of it.
    async fn an_attempt_that_never_ends(db: &Db, name: &Name) {
        let stored = name.to_string();
        db.write(move |tx| sql::count_attempt(tx, &stored)).await.unwrap();
    }

    #[tokio::test]
    async fn a_picture_that_takes_the_program_down_with_it_three_times_is_given_up() {
        let (dir, db, name) = shop();
        for _ in 0..MAX_ATTEMPTS {
            assert_eq!(state(&db).0, "wanted");
            an_attempt_that_never_ends(&db, &name).await;
        }
        assert!(make_next(&db, dir.path()).await.unwrap().is_some());
        assert_eq!(state(&db).0, "failed");
        assert!(!name.file(dir.path(), None, Kind::Avif).exists());
        assert!(make_next(&db, dir.path()).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn an_orderly_stop_is_held_against_no_picture() {
        let (dir, db, name) = shop();
        for _ in 0..MAX_ATTEMPTS {
            an_attempt_that_never_ends(&db, &name).await;
        }
        db.write(forgive).await.unwrap();
        assert!(make_next(&db, dir.path()).await.unwrap().is_some());
        assert_eq!(state(&db).0, "made");
    }

    #[tokio::test]
    async fn work_that_panics_is_noticed() {
        let panics = || -> u8 { panic!("on purpose") };
        assert_eq!(in_the_background(panics).await.unwrap(), None);
        assert_eq!(in_the_background(|| 7).await.unwrap(), Some(7));
    }
}
