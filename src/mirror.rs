//! The shop's pictures and photos in the bucket of a shop on two machines, for Litestream carries the database alone. The
//! machine that has the shop brings each file there before it is acknowledged; the standby fetches what is there.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::aws::AmazonS3;
use object_store::path::Path as Key;
use object_store::{Error as StoreError, ObjectStore, ObjectStoreExt, RetryConfig};

use crate::config::{Backup, REPLICATED_WHERE, Target};
use crate::pictures::{self, documents, file, media, raster};
use crate::problem::{Code, Problem};
use crate::{bucket, files, outside};

/// Where they are in the bucket, below the place that backups go to.
const PLACE: &str = "files";
/// Of all of them, in the data directory.
const FOLDERS: [&str; 3] = [files::MEDIA, files::PHOTOS, files::PICTURES];
/// Stands among the site's pictures of a machine that was promoted until they are what the bucket has: nothing else says
/// which there are.
const PROMOTED: &str = "pictures/.promoted";
/// Files on their way at a time.
const AT_ONCE: usize = 4;
/// How long one file may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long somebody waits who sent a picture or a photo.
const SENDERS_PATIENCE: Duration = Duration::from_secs(8);

/// Why the bucket and the folders are not alike.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The bucket cannot be reached, or says something odd.
    #[error("{0}")]
    Bucket(String),
    /// A file here.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Bucket(bucket::said(&error))
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        tracing::warn!(%error, "a picture or photo was not brought to the bucket, and is refused");
        Self::new(Code::FilesUnavailable).retry_after(60)
    }
}

/// A file, here or there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seen {
    bytes: u64,
    /// In seconds since 1970, by the clock of where it is.
    modified: i64,
}

/// Files by their paths in the data directory.
type Listing = BTreeMap<String, Seen>;

/// The files of a shop in its bucket; of a shop on one machine there are none, and everything is done at once.
#[derive(Default)]
pub struct Mirror(Option<Bucket>);

struct Bucket {
    store: Arc<AmazonS3>,
    prefix: Key,
    data_dir: PathBuf,
    /// Whether the bucket and the folders were compared since the start.
    is_settled: AtomicBool,
}

impl Mirror {
    /// The one beside the lease. The error is one line.
    pub fn of(config: &Backup, data_dir: &Path) -> Result<Self, String> {
        let Some(Target::Bucket { bucket: name, prefix }) = &config.to else {
            return Err(String::from(REPLICATED_WHERE));
        };
        let retry = RetryConfig { max_retries: 2, retry_timeout: PATIENCE, ..RetryConfig::default() };
        let store = Arc::new(bucket::open(name, &config.access, outside::client(PATIENCE), retry)?);
        let prefix = Key::parse(prefix).map_err(|error| error.to_string())?.join(PLACE);
        Ok(Self(Some(Bucket { store, prefix, data_dir: data_dir.to_owned(), is_settled: AtomicBool::new(false) })))
    }

    /// Whether every file that there should be is here.
    pub fn is_settled(&self) -> bool {
        self.0.as_ref().is_none_or(|bucket| bucket.is_settled.load(Ordering::Relaxed))
    }

    /// Brings files to the bucket, for somebody who waits: after that they outlast this machine.
    pub async fn carry(&self, files: impl IntoIterator<Item = String>) -> Result<(), Error> {
        let Some(bucket) = &self.0 else { return Ok(()) };
        in_time(each(files, |file| bucket.carry(file))).await
    }

    /// Brings there what a file is going to hold, for somebody who waits.
    pub async fn carry_as(&self, file: &str, content: Vec<u8>) -> Result<(), Error> {
        let Some(bucket) = &self.0 else { return Ok(()) };
        in_time(async { Ok(bucket.store.put(&bucket.key(file), content.into()).await.map(drop)?) }).await
    }

    /// Brings what is not there yet. Answers what is there and not here: what the shop still knows is to be fetched, and
    /// the rest to be forgotten.
    pub async fn carry_all(&self) -> Result<Vec<String>, Error> {
        let Some(bucket) = &self.0 else { return Ok(Vec::new()) };
        bucket.settle_promotion().await?;
        // In this order: whatever is there by now was here before.
        let there = bucket.list(&bucket.prefix).await?;
        let here = bucket.look().await?;
        let is_newer = |path: &str, here: &Seen, there: &Seen| {
            here.bytes != there.bytes || is_site_picture(path) && here.modified > there.modified
        };
        let wanting =
            here.iter().filter(|(path, seen)| there.get(*path).is_none_or(|there| is_newer(path, seen, there)));
        let wanting: Vec<String> = wanting.map(|(path, _)| path.clone()).collect();
        if let Err(error) = each(wanting, |file| bucket.carry(file)).await {
            // One that cannot be read keeps nobody else's from going.
            tracing::warn!(%error, "not every picture and photo is in the bucket");
        }
        Ok(there.into_keys().filter(|path| !here.contains_key(path)).collect())
    }

    /// Makes what [`Mirror::carry_all`] answered right: files that the shop knows come here, others go there.
    pub async fn settle(&self, known: Vec<String>, rest: Vec<String>) -> Result<(), Error> {
        let Some(bucket) = &self.0 else { return Ok(()) };
        // Somebody may have handed one in again.
        let gone = rest.into_iter().filter(|file| !bucket.data_dir.join(file).exists());
        let forgotten = each(gone, |file| bucket.forget(file)).await;
        each(known, |file| bucket.fetch(file)).await.and(forgotten)?;
        bucket.is_settled.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Takes files out of the bucket, for somebody who waits.
    pub async fn forget(&self, files: Vec<String>) -> Result<(), Error> {
        let Some(bucket) = &self.0 else { return Ok(()) };
        in_time(each(files, |file| bucket.forget(file))).await
    }

    /// Makes the folders like the bucket: what is not there goes here.
    pub async fn follow(&self) -> Result<(), Error> {
        let Some(bucket) = &self.0 else { return Ok(()) };
        bucket.follow(&bucket.prefix, |_| true).await
    }
}

/// Has a machine that becomes the shop take the site's pictures from the bucket, as soon as it serves.
pub fn note_promotion(data_dir: &Path) -> io::Result<()> {
    let note = data_dir.join(PROMOTED);
    let folder = note.parent().unwrap_or(data_dir);
    files::make_folder(folder)?;
    fs::write(&note, "")?;
    [folder, &note].into_iter().try_for_each(|made| files::own_like(made, data_dir))
}

/// What is to be fetched of `there`.
fn differing(there: &Listing, here: &Listing) -> Vec<String> {
    let is_alike = |path: &str, there: &Seen| {
        // What is fetched has the time of where it came from.
        here.get(path).is_some_and(|here| if is_site_picture(path) { here == there } else { here.bytes == there.bytes })
    };
    let wanting = there.iter().filter(|(path, seen)| !is_alike(path, seen));
    wanting.map(|(path, _)| path.clone()).collect()
}

/// A few at a time, all of them; the first error.
async fn each<F>(files: impl IntoIterator<Item = String>, act: impl Fn(String) -> F) -> Result<(), Error>
where
    F: Future<Output = Result<(), Error>>,
{
    let done = stream::iter(files).map(act).buffer_unordered(AT_ONCE);
    done.fold(Ok(()), async |all: Result<(), Error>, one| all.and(one)).await
}

async fn in_time(asked: impl Future<Output = Result<(), Error>>) -> Result<(), Error> {
    let late = || Error::Bucket(String::from("the bucket does not answer in time"));
    tokio::time::timeout(SENDERS_PATIENCE, asked).await.unwrap_or_else(|_| Err(late()))
}

impl Bucket {
    fn key(&self, file: &str) -> Key {
        file.split('/').fold(self.prefix.clone(), Key::join)
    }

    async fn carry(&self, file: String) -> Result<(), Error> {
        let path = self.data_dir.join(&file);
        let bytes = match tokio::fs::read(&path).await {
            // It has gone meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            read => read.map_err(at(&path))?,
        };
        self.store.put(&self.key(&file), bytes.into()).await?;
        Ok(())
    }

    async fn forget(&self, file: String) -> Result<(), Error> {
        match self.store.delete(&self.key(&file)).await {
            Err(error) if !matches!(error, StoreError::NotFound { .. }) => Err(error.into()),
            _ => Ok(()),
        }
    }

    async fn fetch(&self, file: String) -> Result<(), Error> {
        let got = match self.store.get(&self.key(&file)).await {
            // It has gone meanwhile.
            Err(StoreError::NotFound { .. }) => return Ok(()),
            got => got?,
        };
        let modified = got.meta.last_modified.into();
        let bytes = got.bytes().await?;
        let (path, data_dir) = (self.data_dir.join(file), self.data_dir.clone());
        let written = {
            let path = path.clone();
            tokio::task::spawn_blocking(move || write(&path, &bytes, modified, &data_dir))
        };
        written.await.map_err(io::Error::other).flatten().map_err(at(&path))
    }

    /// Makes those of the folders that are asked for like the bucket.
    async fn follow(&self, prefix: &Key, which: fn(&str) -> bool) -> Result<(), Error> {
        let there = self.list(prefix).await?;
        let mut here = self.look().await?;
        here.retain(|path, _| which(path));
        // An empty bucket is a lost one: what is here may be all there is.
        let gone = here.keys().filter(|path| !there.is_empty() && !there.contains_key(*path));
        let removed =
            gone.map(|path| self.data_dir.join(path)).try_for_each(|path| fs::remove_file(&path).map_err(at(&path)));
        each(differing(&there, &here), |file| self.fetch(file)).await.and(removed)
    }

    async fn settle_promotion(&self) -> Result<(), Error> {
        let note = self.data_dir.join(PROMOTED);
        if !note.exists() {
            return Ok(());
        }
        self.follow(&self.prefix.clone().join(files::PICTURES), is_site_picture).await?;
        fs::remove_file(&note).map_err(at(&note))
    }

    async fn list(&self, prefix: &Key) -> Result<Listing, Error> {
        let mut objects = self.store.list(Some(prefix));
        let mut found = Listing::new();
        while let Some(object) = objects.try_next().await? {
            let path =
                object.location.as_ref().strip_prefix(self.prefix.as_ref()).unwrap_or_default().trim_start_matches('/');
            let seen = Seen { bytes: object.size, modified: object.last_modified.timestamp() };
            if is_ours(path, seen.bytes) {
                found.insert(path.to_owned(), seen);
            }
        }
        Ok(found)
    }

    async fn look(&self) -> Result<Listing, Error> {
        let data_dir = self.data_dir.clone();
        let looked = tokio::task::spawn_blocking(move || look(&data_dir)).await;
        looked.unwrap_or_else(|error| Err(at(&self.data_dir)(io::Error::other(error))))
    }
}

/// Every file that there is here.
fn look(data_dir: &Path) -> Result<Listing, Error> {
    let mut found = Listing::new();
    for folder in FOLDERS {
        let place = data_dir.join(folder);
        let entries = match fs::read_dir(&place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.map_err(at(&place))?,
        };
        for entry in entries {
            let entry = entry.map_err(at(&place))?;
            let path = format!("{folder}/{}", entry.file_name().display());
            // What is gone meanwhile is gone.
            let Ok(about) = fs::metadata(entry.path()) else { continue };
            if about.is_file() && is_ours(&path, about.len()) {
                found.insert(path, Seen { bytes: about.len(), modified: seconds(about.modified().ok()) });
            }
        }
    }
    Ok(found)
}

fn seconds(time: Option<SystemTime>) -> i64 {
    let since = time.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

fn write(path: &Path, bytes: &[u8], modified: SystemTime, data_dir: &Path) -> io::Result<()> {
    file::write(path, bytes)?;
    fs::File::options().write(true).open(path)?.set_modified(modified)?;
    files::own_with_folder(path, data_dir)
}

/// Whether a path is one of those that are carried: a file that the shop shows, and nothing that leads elsewhere.
fn is_ours(path: &str, bytes: u64) -> bool {
    let Some((folder, name)) = path.split_once('/') else { return false };
    let ends = |endings: &[&str]| {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| endings.iter().any(|one| ending.eq_ignore_ascii_case(one)))
    };
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'.' | b'_');
    let is_safe = !name.starts_with('.') && name.bytes().all(is_plain);
    is_safe
        && match folder {
            files::MEDIA => (media::is_file(name) && ends(&["webp", "avif"])) || documents::is_file(name),
            files::PHOTOS => ends(&["jpg", "pdf"]),
            files::PICTURES => pictures::is_shown(name) && bytes <= raster::MAX_BYTES as u64,
            _ => false,
        }
}

/// Whether a file may change under its name; no other does.
fn is_site_picture(path: &str) -> bool {
    path.strip_prefix(files::PICTURES).is_some_and(|rest| rest.starts_with('/'))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + use<'_> {
    move |error| Error::File { path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_carried_but_files_that_the_shop_shows() {
        let name = "0123456789abcdef0123456789abcdef-20x10";
        let is = |paths: &[&str], ours: bool| {
            for path in paths {
                assert_eq!(is_ours(&path.replace('N', name), 1000), ours, "{path}");
            }
        };
        is(
            &[
                "media/N-20.webp",
                "media/N-20.avif",
                "media/0123456789abcdef0123456789abcdef-120.pdf",
                "quote-photos/1.jpg",
                "quote-photos/1.pdf",
                "pictures/hero.desk.webp",
                "pictures/hero.Jpg",
            ],
            true,
        );
        is(
            &[
                "media/N.jpg",
                "media/manual.pdf",
                "media/.N-20.webp",
                "media/a.webp",
                "pictures/hero.jpg.before",
                "pictures/notes.png",
            ],
            false,
        );
        is(&["pictures/.made/a.webp", "quote-photos/a", "quote-photos/.a.jpg", "pictures/.promoted"], false);
        is(
            &["manetes.sqlite", "media/../manetes.webp", "pictures/a/../hero.jpg", "media/.webp", "/media/a.webp", ""],
            false,
        );
        assert!(!is_ours("pictures/hero.jpg", 1 << 30), "the shop shows none of that size");
    }

    #[test]
    fn a_site_picture_is_fetched_when_it_is_another_and_all_else_when_it_is_not_here() {
        let seen = |bytes, modified| Seen { bytes, modified };
        let there: Listing =
            [("media/a.webp", seen(1, 5)), ("media/b.webp", seen(2, 5)), ("pictures/hero.jpg", seen(1, 5))]
                .map(|(path, seen)| (path.to_owned(), seen))
                .into();
        let here: Listing = [("media/a.webp", seen(1, 9)), ("pictures/hero.jpg", seen(1, 4))]
            .map(|(path, seen)| (path.to_owned(), seen))
            .into();
        assert_eq!(differing(&there, &here), ["media/b.webp", "pictures/hero.jpg"]);
        assert!(differing(&there, &there).is_empty());
    }
}
