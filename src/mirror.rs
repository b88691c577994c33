//! The shop's pictures and photos in the bucket of a shop on two machines, for Litestream carries the database alone. The
//! machine that has the shop brings each file there before it is acknowledged; the standby fetches what is there.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::aws::AmazonS3;
use object_store::path::Path as Key;
use object_store::{Error as StoreError, ObjectMeta, ObjectStore, ObjectStoreExt, RetryConfig};

use crate::config::{Backup, REPLICATED_WHERE, Target};
use crate::pictures::{self, file, media};
use crate::problem::{Code, Problem};
use crate::{bucket, files, outside};

/// Where they are, below the place that backups go to.
const PLACE: &str = "files";
/// Which files there are: by their folder in the data directory, and how their names end.
const FILES: [(&str, &[&str]); 3] = [
    (media::FOLDER, &["webp", "avif"]),
    ("quote-photos", &["jpg"]),
    (pictures::FOLDER, &["jpg", "jpeg", "png", "webp", "JPG", "JPEG", "PNG", "WEBP"]),
];
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
}

impl Mirror {
    /// The one beside the lease. The error is one line.
    pub fn of(config: &Backup, data_dir: &Path) -> Result<Self, String> {
        let Some(Target::Bucket { bucket: name, prefix }) = &config.to else {
            return Err(String::from(REPLICATED_WHERE));
        };
        let retry = RetryConfig { max_retries: 2, retry_timeout: PATIENCE, ..RetryConfig::default() };
        let store = bucket::open(name, &config.access, outside::client(PATIENCE), retry)?;
        let prefix = Key::parse(prefix).map_err(|error| error.to_string())?.join(PLACE);
        Ok(Self(Some(Bucket { store: Arc::new(store), prefix, data_dir: data_dir.to_owned() })))
    }

    /// Brings files to the bucket, for somebody who waits: after that they outlast this machine.
    pub async fn carry(&self, files: impl IntoIterator<Item = String>) -> Result<(), Error> {
        let Some(bucket) = &self.0 else { return Ok(()) };
        in_time(each(files, |file| bucket.carry(file))).await
    }

    /// Takes files out of the bucket, for somebody who waits.
    pub async fn forget(&self, files: impl IntoIterator<Item = String>) -> Result<(), Error> {
        let Some(bucket) = &self.0 else { return Ok(()) };
        in_time(each(files, |file| bucket.forget(file))).await
    }

    /// Brings what is not there yet. Answers what is there and not here: what the shop still knows is to be fetched, and
    /// the rest to be forgotten.
    pub async fn carry_all(&self) -> Result<Vec<String>, Error> {
        let Some(bucket) = &self.0 else { return Ok(Vec::new()) };
        // In this order: whatever is there by now was here before.
        let there = bucket.list().await?;
        let here = bucket.look().await?;
        let is_newer = |path: &str, here: &Seen, there: &Seen| {
            here.bytes != there.bytes || is_site_picture(path) && here.modified > there.modified
        };
        let wanting =
            here.iter().filter(|(path, seen)| there.get(*path).is_none_or(|there| is_newer(path, seen, there)));
        let wanting: Vec<String> = wanting.map(|(path, _)| path.clone()).collect();
        each(wanting, |file| bucket.carry(file)).await?;
        Ok(there.into_keys().filter(|path| !here.contains_key(path)).collect())
    }

    /// Fetches files that are not here.
    pub async fn fetch(&self, files: impl IntoIterator<Item = String>) -> Result<(), Error> {
        let Some(bucket) = &self.0 else { return Ok(()) };
        each(files, |file| bucket.fetch(file)).await
    }

    /// Makes the folders like the bucket; what is not there goes here.
    pub async fn follow(&self) -> Result<(), Error> {
        let Some(bucket) = &self.0 else { return Ok(()) };
        let (there, here) = (bucket.list().await?, bucket.look().await?);
        each(differing(&there, &here, |_| true), |file| bucket.fetch(file)).await?;
        for path in here.keys().filter(|path| !there.contains_key(*path)) {
            let path = bucket.data_dir.join(path);
            fs::remove_file(&path).map_err(at(&path))?;
        }
        Ok(())
    }

    /// Fetches the site's own pictures, of which nothing but the bucket says which there are.
    pub async fn fetch_site_pictures(&self) -> Result<(), Error> {
        let Some(bucket) = &self.0 else { return Ok(()) };
        let (there, here) = (bucket.list().await?, bucket.look().await?);
        each(differing(&there, &here, is_site_picture), |file| bucket.fetch(file)).await
    }
}

/// What is to be fetched of `there`.
fn differing(there: &Listing, here: &Listing, which: fn(&str) -> bool) -> Vec<String> {
    let is_alike = |path: &str, there: &Seen| {
        // What is fetched has the time of where it came from.
        here.get(path).is_some_and(|here| if is_site_picture(path) { here == there } else { here.bytes == there.bytes })
    };
    let wanting = there.iter().filter(|(path, seen)| which(path) && !is_alike(path, seen));
    wanting.map(|(path, _)| path.clone()).collect()
}

/// A few at a time; the first that fails ends it.
async fn each<F>(files: impl IntoIterator<Item = String>, act: impl Fn(String) -> F) -> Result<(), Error>
where
    F: Future<Output = Result<(), Error>>,
{
    stream::iter(files).map(act).buffer_unordered(AT_ONCE).try_collect().await
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

    async fn list(&self) -> Result<Listing, Error> {
        let objects: Vec<ObjectMeta> = self.store.list(Some(&self.prefix)).try_collect().await?;
        let seen = |object: ObjectMeta| {
            let path = object.location.as_ref().strip_prefix(self.prefix.as_ref())?.trim_start_matches('/').to_owned();
            is_ours(&path).then_some((path, Seen { bytes: object.size, modified: object.last_modified.timestamp() }))
        };
        Ok(objects.into_iter().filter_map(seen).collect())
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
    for (folder, _) in FILES {
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
            if about.is_file() && is_ours(&path) {
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
    for made in path.parent().into_iter().chain([path]) {
        files::own_like(made, data_dir)?;
    }
    Ok(())
}

/// Whether a path is one of those that are carried: a plain name in one of the folders, and nothing that leads elsewhere.
fn is_ours(path: &str) -> bool {
    let Some((folder, name)) = path.split_once('/') else { return false };
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'.' | b'_');
    !stem.is_empty()
        && !name.starts_with('.')
        && name.bytes().all(is_plain)
        && FILES.iter().any(|(ours, endings)| *ours == folder && endings.contains(&ending))
}

/// Whether a file may change under its name; no other does.
fn is_site_picture(path: &str) -> bool {
    path.strip_prefix(pictures::FOLDER).is_some_and(|rest| rest.starts_with('/'))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + use<'_> {
    move |error| Error::File { path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_carried_but_files_of_pictures_and_photos() {
        let is = |paths: &[&str], ours: bool| {
            for path in paths {
                assert_eq!(is_ours(path), ours, "{path}");
            }
        };
        is(
            &["media/a-1x1-1.webp", "media/a.avif", "quote-photos/1.jpg", "pictures/hero.desk.webp", "pictures/a.JPG"],
            true,
        );
        is(
            &["media/a.jpg", "media/.a.webp", "pictures/hero.jpg.before", "pictures/.made/a.webp", "quote-photos/a"],
            false,
        );
        is(
            &["manetes.sqlite", "media/../manetes.webp", "pictures/a/../b.jpg", "media/.webp", "/media/a.webp", ""],
            false,
        );
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
        assert_eq!(differing(&there, &here, |_| true), ["media/b.webp", "pictures/hero.jpg"]);
        assert_eq!(differing(&there, &here, is_site_picture), ["pictures/hero.jpg"]);
        assert!(differing(&there, &there, |_| true).is_empty());
    }
}
