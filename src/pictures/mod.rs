//! The pictures of the site: those that came with the program, and those its owner put in their place.
//!
//! A picture of the site has a name, such as `gallery-03`, and comes in several widths. `<data-dir>/pictures/<name>.jpg`
//! (or `.jpeg`, `.png`, `.webp`) takes the place of the one that came along; it is noticed without a restart.

pub mod avif;
mod decode;
pub mod documents;
mod embedded;
pub mod file;
pub mod media;
mod own;
pub mod raster;
pub mod sent;
mod sql;
pub mod sweep;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use bytes::Bytes;

use crate::db;
use crate::files;
use crate::secrets::sha256;

pub use own::{NotTaken, Problem, names};

/// Why work on pictures in the background stopped; it is tried again.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The disk, or no thread.
    #[error("{0}")]
    File(#[from] io::Error),
    /// The database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// A picture file, as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub bytes: Bytes,
    /// `image/avif`, `image/webp` or `image/jpeg`.
    pub content_type: &'static str,
    /// SHA-256 of the file.
    pub digest: [u8; 32],
}

/// A picture in one width, in the kinds of file it comes in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Rendition {
    /// Pixels from side to side.
    width: u32,
    avif: Option<Picture>,
    webp: Option<Picture>,
}

/// Renditions by the name of their picture, the narrowest first.
type Renditions = BTreeMap<String, Vec<Rendition>>;

/// Which of a picture's files somebody wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    /// At least this wide, if there is one in a kind the reader takes; `None` wants the widest.
    pub width: Option<u32>,
    /// Whether the reader takes AVIF.
    pub avif: bool,
}

/// All pictures of the site as they are now.
#[derive(Debug, Default)]
pub struct Shelf {
    renditions: Renditions,
    social: Option<Picture>,
    /// Names of the pictures that are the owner's, in order.
    pub own: Vec<String>,
    /// Changes with any of the pictures.
    pub version: u32,
}

impl Shelf {
    fn new(own: own::Pictures) -> Self {
        let mut renditions = embedded::site();
        let names = own.renditions.keys().cloned().chain(own.social.is_some().then(|| String::from(SOCIAL))).collect();
        renditions.extend(own.renditions);
        let social = own.social.or_else(embedded::social);
        let files = renditions.values().flatten().flat_map(|one| [&one.avif, &one.webp]).chain([&social]);
        let digests: Vec<u8> = files.flatten().flat_map(|picture| picture.digest).collect();
        let [a, b, c, d, ..] = sha256(&digests);
        Self { renditions, social, own: names, version: u32::from_be_bytes([a, b, c, d]) }
    }

    /// Whether there is no picture to show on a page.
    pub fn is_empty(&self) -> bool {
        self.renditions.is_empty()
    }

    /// The file of a picture that suits a wish best.
    pub fn find(&self, name: &str, wish: Wish) -> Option<Picture> {
        choose(self.renditions.get(name)?, wish)
    }

    /// The picture that stands for the site in previews of links.
    pub fn social(&self) -> Option<&Picture> {
        self.social.as_ref()
    }

    /// Its size, in pixels from side to side and from top to bottom.
    pub fn social_size(&self) -> Option<(u32, u32)> {
        decode::jpeg_size(&self.social.as_ref()?.bytes)
    }
}

/// The name of the picture for previews of links.
const SOCIAL: &str = "social";

/// The name of the Union's notice of the legal guarantee (Implementing Regulation (EU) 2025/1960). None came along: it is the
/// Commission's, and shown as it is or not at all.
pub const GUARANTEE_NOTICE: &str = "guarantee-notice";

/// The file that the owner has put in for a picture of the site's. Takes microseconds.
pub fn own_file(data_dir: &Path, name: &str) -> Option<PathBuf> {
    own::file_of(&data_dir.join(files::PICTURES), name)
}

/// The file of a demo product's picture that suits a wish best.
pub fn product(name: &str, wish: Wish) -> Option<Picture> {
    choose(embedded::products().get(name)?, wish)
}

/// Whether a demo product has a picture of that name.
pub fn is_product(name: &str) -> bool {
    embedded::products().contains_key(name)
}

fn choose(renditions: &[Rendition], wish: Wish) -> Option<Picture> {
    let taken = |one: &Rendition| one.avif.clone().filter(|_| wish.avif).or_else(|| one.webp.clone());
    let fits: Vec<_> = renditions.iter().filter_map(|one| Some((one.width, taken(one)?))).collect();
    let wide_enough = |(width, _): &&(u32, Picture)| wish.width.is_some_and(|wanted| *width >= wanted);
    let best = fits.iter().find(wide_enough).or(fits.last()).map(|(_, picture)| picture.clone());
    // What there is in no kind the reader takes is better sent than nothing.
    best.or_else(|| renditions.last()?.avif.clone())
}

/// The pictures of the site, and the folder its owner puts others into.
pub struct Library {
    data_dir: PathBuf,
    folder: PathBuf,
    shelf: RwLock<Arc<Shelf>>,
    /// The owner's files at the last look.
    seen: Mutex<Vec<own::File>>,
}

impl Library {
    /// The pictures that came along; [`Library::refresh`] adds the owner's.
    pub fn new(data_dir: &Path) -> Self {
        let shelf = Shelf::new(own::Pictures::default());
        Self {
            data_dir: data_dir.to_owned(),
            folder: data_dir.join(files::PICTURES),
            shelf: RwLock::new(Arc::new(shelf)),
            seen: Mutex::default(),
        }
    }

    /// The file of a product's picture in the width nearest to the one wanted. One of AVIF need not be there.
    pub fn media(&self, name: &media::Name, width: Option<u32>, kind: media::Kind) -> PathBuf {
        name.file(&self.data_dir, width, kind)
    }

    /// The file of a document.
    pub fn document(&self, name: &documents::Name) -> PathBuf {
        documents::file(&self.data_dir, name)
    }

    /// The pictures as they are now.
    pub fn shelf(&self) -> Arc<Shelf> {
        Arc::clone(&self.shelf.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Looks into the owner's folder and, when a file there is another than before, takes it up. A look takes
    /// microseconds; a new picture half a second: not for an async thread.
    pub fn refresh(&self) {
        let mut seen = self.seen();
        let files = own::files(&self.folder);
        if *seen != files {
            // First, so that a file nobody can read is not read for ever.
            seen.clone_from(&files);
            let now = Arc::new(Shelf::new(own::read(&self.folder, &files)));
            *self.shelf.write().unwrap_or_else(PoisonError::into_inner) = now;
        }
    }

    /// Writes a picture anew, as it is to take the place of the one called `name`. Takes up to a second and much memory:
    /// not for an async thread, and not for many at once.
    pub fn take(name: &str, sent: &[u8]) -> Result<Vec<u8>, NotTaken> {
        own::take(name, sent)
    }

    /// Writes what [`Library::take`] made, for [`Library::put`]; not for two at once.
    /// [`io::ErrorKind::StorageFull`] when there is no room.
    pub fn stage(&self, name: &str, file: &[u8]) -> io::Result<()> {
        own::stage(&self.folder, name, file)
    }

    /// Puts what was staged in the place of the picture called `name`; [`Library::refresh`] shows it. A file that its
    /// owner laid there is called `<file>.before` from then on. Takes microseconds. Answers, as paths in the data
    /// directory, the files that are gone.
    pub fn put(&self, name: &str) -> io::Result<Vec<String>> {
        Ok(own::put(&self.folder, name)?.iter().map(|file| in_folder(file)).collect())
    }

    /// The file of a picture that was put, as a path in the data directory.
    pub fn put_file(name: &str) -> String {
        in_folder(&own::sent_file(name))
    }

    /// Makes what was put or put back outlast a power cut.
    pub fn sync(&self) -> io::Result<()> {
        files::sync_folder(&self.folder)
    }

    /// Takes the owner's picture away, so that the one that came along is shown again by [`Library::refresh`]. A file
    /// that its owner laid there stays as `<file>.before`. Answers as [`Library::put`] does; nothing when there was none.
    pub fn put_back(&self, name: &str) -> io::Result<Vec<String>> {
        Ok(own::put_back(&self.folder, name)?.iter().map(|file| in_folder(file)).collect())
    }

    fn seen(&self) -> MutexGuard<'_, Vec<own::File>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a file of that name in the owner's folder is shown as one of the site's pictures.
pub fn is_shown(file: &str) -> bool {
    own::is_shown(file)
}

fn in_folder(file: &str) -> String {
    format!("{}/{file}", files::PICTURES)
}

/// What is wrong with the files in the owner's folder, and how many are right.
pub fn check(data_dir: &Path) -> (usize, Vec<Problem>) {
    own::check(&data_dir.join(files::PICTURES))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(content_type: &'static str, number: u8) -> Picture {
        Picture { bytes: Bytes::new(), content_type, digest: [number; 32] }
    }

    #[test]
    fn a_wish_gets_the_next_wider_file_of_a_kind_it_takes() {
        let rendition = |number: u8, avif: bool, webp: bool| Rendition {
            width: 160 * u32::from(number),
            avif: avif.then(|| picture("image/avif", number)),
            webp: webp.then(|| picture("image/webp", number)),
        };
        let renditions = [rendition(1, true, true), rendition(2, false, true), rendition(3, true, false)];
        for (width, avif, expected) in [
            (Some(1), true, "image/avif"),
            (Some(1), false, "image/webp"),
            (Some(161), true, "image/webp"),
            (Some(320), false, "image/webp"),
            (Some(481), true, "image/avif"),
            (Some(481), false, "image/webp"),
            (None, false, "image/webp"),
        ] {
            assert_eq!(choose(&renditions, Wish { width, avif }).unwrap().content_type, expected, "{width:?} {avif}");
        }
        assert_eq!(choose(&renditions, Wish { width: Some(161), avif: false }).unwrap().digest, [2; 32]);
        let only_avif = choose(&renditions[2..], Wish { width: None, avif: false }).unwrap();
        assert_eq!(only_avif.content_type, "image/avif", "better than nothing");
        assert_eq!(choose(&[], Wish { width: None, avif: false }), None);
    }
}
