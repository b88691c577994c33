//! Photos that go with a request for a quote. They arrive one by one before it, are written anew, and belong to nobody
//! until a request claims them; what nobody claims within a day is deleted. The owner gets them by mail and
//! sees them at the desk; nobody else does.

use std::fs;
use std::io;
use std::path::Path;

use super::sql;
use super::{Error, MAX_PHOTOS, NotSent};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Db, Tx};
use crate::files::PHOTOS;
use crate::id;
use crate::pictures;
use crate::pictures::raster::{self, Raster};

/// Pixels a side of what is kept: enough to see a crack, and six fit into a mail.
const SIDE: u32 = 1600;
const QUALITY: u8 = 82;
/// How long a photo waits for its request.
const WAITS_SECONDS: i64 = 24 * 3600;
/// All photos take no more than this, and all files of answers as much: the database needs the disk, too.
const MAX_BYTES: i64 = 4 << 30;

/// Why a photo was not kept.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// It is none, or not one that is read.
    #[error(transparent)]
    Picture(#[from] raster::Error),
    /// It begins as a PDF and does not end as one.
    #[error("this is not a whole PDF")]
    HalfPdf,
    /// It is more than a mail takes along.
    #[error("it is larger than 7 MB")]
    TooLarge,
    /// There is no room for more.
    #[error("the photos of requests take all the room they may")]
    Full,
    /// The disk.
    #[error("{0}")]
    File(#[from] io::Error),
    /// The database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// The file of a photo, as a path inside the data directory.
pub fn file(id: &str) -> String {
    format!("{PHOTOS}/{id}.jpg")
}

/// Reads a file somebody sent and keeps it under a new id. Takes up to a second and much memory: not for an async
/// thread, and not for many at once.
pub fn keep(db: &Db, data_dir: &Path, sent: &[u8], now: Timestamp) -> Result<String, NotKept> {
    let photo = Raster::read(sent, SIDE)?.jpeg(QUALITY);
    let (id, bytes) = (id::new(), i64::try_from(photo.len()).unwrap_or(i64::MAX));
    // The row first: a file without one is nobody's and swept away.
    let row = id.clone();
    db.write_blocking(move |tx| {
        is_room(sql::photo_bytes(tx)?, bytes)?;
        Ok::<_, NotKept>(sql::insert_photo(tx, &row, bytes, now)?)
    })?;
    pictures::file::write(&data_dir.join(file(&id)), &photo)?;
    Ok(id)
}

/// Whether so many bytes may be kept beside what is. What strangers send and what the owner sends have room of their own:
/// nobody can take the owner's.
pub(super) fn is_room(kept: i64, bytes: i64) -> Result<(), NotKept> {
    if kept.saturating_add(bytes) > MAX_BYTES { Err(NotKept::Full) } else { Ok(()) }
}

/// One that nobody was told of is not kept after all.
pub async fn take_back(db: &Db, data_dir: &Path, id: String) -> Result<(), NotKept> {
    let path = data_dir.join(file(&id));
    db.write(move |tx| sql::forget_photo(tx, &id)).await?;
    Ok(tokio::fs::remove_file(path).await?)
}

/// Whether a path in the data directory is that of a photo that is kept, or of a file of an answer.
pub fn is_kept(conn: &Conn, path: &str) -> db::Result<bool> {
    let id = path.strip_prefix(PHOTOS).and_then(|rest| id_of(rest.strip_prefix('/')?));
    id.map_or(Ok(false), |id| sql::is_kept(conn, id))
}

/// The id under which a file of that name is kept.
fn id_of(name: &str) -> Option<&str> {
    name.strip_suffix(".jpg").or_else(|| name.strip_suffix(".pdf"))
}

/// Gives photos to a request, in their order; all of them or none.
pub(super) fn claim(tx: &Tx<'_>, quote_id: &str, photos: &[String]) -> Result<(), NotSent> {
    if photos.len() > MAX_PHOTOS {
        return Err(Error::Photos.into());
    }
    for (photo, position) in photos.iter().zip(0..) {
        if !sql::claim_photo(tx, photo, quote_id, position)? {
            return Err(Error::Photos.into());
        }
    }
    Ok(())
}

/// Deletes what nobody claimed in time, files of answers too, and files nobody knows. For once an hour, and not for an async thread.
pub fn purge(db: &Db, data_dir: &Path, now: Timestamp) -> Result<(), NotKept> {
    let folder = data_dir.join(PHOTOS);
    // Listed before the rows are read: whatever has a file by then has a row.
    let files: Vec<_> = match fs::read_dir(&folder) {
        Ok(entries) => entries.collect::<io::Result<_>>()?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let known = db.write_blocking(move |tx| {
        sql::forget_unclaimed(tx, now.plus_seconds(-WAITS_SECONDS))?;
        sql::kept(tx)
    })?;
    for entry in files {
        let name = entry.file_name().to_string_lossy().into_owned();
        let name = name.trim_start_matches('.');
        if !known.contains(id_of(name).unwrap_or(name)) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
