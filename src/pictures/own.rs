//! The pictures the owner puts in place of those that came along.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bytes::Bytes;

use super::file;
use super::raster::{self, MAX_BYTES, Raster};
use super::{GUARANTEE_NOTICE, Picture, Rendition, Renditions, SOCIAL};
use crate::secrets::sha256;

/// Widths of the large pictures, and of the smaller ones.
const WHOLE: [u32; 5] = [480, 720, 960, 1440, 1920];
const LARGE: [u32; 5] = [320, 480, 720, 960, 1200];
const SMALL: [u32; 5] = [160, 320, 480, 720, 960];
const HERO: &str = "hero";
const TILES: [&str; 4] = ["service-construccion", "service-reformas", "service-urgencias", "service-tienda"];
const GALLERY: u32 = 14;
/// The people of the firm.
const TEAM: [&str; 4] = ["team-1", "team-2", "team-3", "team-4"];
const VAN: &str = "van";
const QUALITY: f32 = 78.0;
/// Of the picture for previews, as those who show them want it.
const SOCIAL_WIDTH: u32 = 1200;
const SOCIAL_HEIGHT: u32 = 630;
const SOCIAL_QUALITY: u8 = 82;
/// Of what is kept of a picture that is handed in: all other files are made from it.
const KEPT_QUALITY: f32 = 92.0;
/// Ends the name of a file that was sent from the desk, and not laid into the folder.
const SENT: &str = ".desk";
/// What was made of the owner's files, so that a start need not make it again. Inside the folder.
const MADE: &str = ".made";

/// A file of the owner's, as it was at one look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct File {
    name: String,
    path: PathBuf,
    length: u64,
    modified: Option<SystemTime>,
}

/// The owner's pictures.
#[derive(Default)]
pub(super) struct Pictures {
    pub(super) renditions: Renditions,
    pub(super) social: Option<Picture>,
}

/// A file that is not shown.
#[derive(Debug)]
pub struct Problem {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not shown: {}", self.path.display(), self.reason)
    }
}

/// Why a picture was not taken.
#[derive(Debug, thiserror::Error)]
pub enum NotTaken {
    /// The site has no picture of that name.
    #[error("the site has no picture of that name")]
    Name,
    /// It is none, or not one that is read.
    #[error(transparent)]
    Picture(#[from] raster::Error),
}

/// The names of the site's pictures, in the order of its pages.
pub fn names() -> impl Iterator<Item = String> {
    let gallery = (1..=GALLERY).map(|number| format!("gallery-{number:02}"));
    let first = [HERO].into_iter().chain(TILES).map(String::from);
    let firm = TEAM.into_iter().chain([VAN]).map(String::from);
    first.chain(gallery).chain(firm).chain([SOCIAL, GUARANTEE_NOTICE].map(String::from))
}

/// The file that the owner has put into the folder for a picture; the newest of several. Takes microseconds.
pub(super) fn file_of(folder: &Path, name: &str) -> Option<PathBuf> {
    files(folder).into_iter().rfind(|file| file.name == name).map(|file| file.path)
}

/// The file that is to be kept of a picture somebody sent.
pub(super) fn take(name: &str, sent: &[u8]) -> Result<Vec<u8>, NotTaken> {
    widths(name).ok_or(NotTaken::Name)?;
    Ok(Raster::read(sent, MAX_SIDE)?.webp(KEPT_QUALITY))
}

/// The file of a picture that was sent from the desk.
pub(super) fn sent_file(name: &str) -> String {
    format!("{name}{SENT}.webp")
}

fn sent_path(folder: &Path, name: &str) -> PathBuf {
    folder.join(sent_file(name))
}

/// Writes what [`put`] puts in its place.
pub(super) fn stage(folder: &Path, name: &str, file: &[u8]) -> io::Result<()> {
    file::write_aside(&sent_path(folder, name), file)
}

/// The only picture of that name in the folder from now on. The files that are gone for it.
pub(super) fn put(folder: &Path, name: &str) -> io::Result<Vec<String>> {
    let path = sent_path(folder, name);
    fs::rename(file::aside(&path), &path)?;
    take_away(folder, |other| other.name == name && other.path != path)
}

/// There is no picture of that name any more. The files that are gone.
pub(super) fn put_back(folder: &Path, name: &str) -> io::Result<Vec<String>> {
    take_away(folder, |file| file.name == name)
}

/// What was laid into the folder is its owner's: it stays, under a name that shows it no more. Those that are gone.
fn take_away(folder: &Path, which: impl Fn(&File) -> bool) -> io::Result<Vec<String>> {
    let mut gone = Vec::new();
    for File { name, path, .. } in files(folder).into_iter().filter(which) {
        let file = path.file_name().unwrap_or_default().display().to_string();
        if path == sent_path(folder, &name) {
            fs::remove_file(path)?;
        } else {
            fs::rename(&path, path.with_file_name(format!("{file}.before")))?;
        }
        gone.push(file);
    }
    Ok(gone)
}

/// The widths a picture of the site comes in; `None` when the site has no such picture.
fn widths(name: &str) -> Option<&'static [u32]> {
    // No sign before the number: one picture has one name.
    let digits = name.strip_prefix("gallery-").filter(|n| n.len() == 2 && n.bytes().all(|b| b.is_ascii_digit()));
    let number = digits.and_then(|n| n.parse::<u32>().ok());
    match name {
        HERO | VAN => Some(&WHOLE),
        GUARANTEE_NOTICE => Some(&LARGE),
        SOCIAL => Some(&[SOCIAL_WIDTH]),
        _ if TILES.contains(&name) || TEAM.contains(&name) => Some(&SMALL),
        _ => number.filter(|number| (1..=GALLERY).contains(number)).map(|_| &LARGE[..]),
    }
}

/// The files of the folder that have the name of a picture, the one that counts last where there are two.
pub(super) fn files(folder: &Path) -> Vec<File> {
    let mut files: Vec<File> = entries(folder).filter(|file| widths(&file.name).is_some()).collect();
    files.sort_by(|a, b| (&a.name, a.modified, &a.path).cmp(&(&b.name, b.modified, &b.path)));
    files
}

/// Every file of the folder that looks like a picture.
fn entries(folder: &Path) -> impl Iterator<Item = File> {
    fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|entry| {
        let path = entry.path();
        let about = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
        let name = name_of(&path)?.to_owned();
        Some(File { name, path, length: about.len(), modified: about.modified().ok() })
    })
}

/// The picture that a file would be, if it looks like one.
fn name_of(file: &Path) -> Option<&str> {
    let extension = file.extension()?.to_str()?.to_ascii_lowercase();
    matches!(&extension[..], "jpg" | "jpeg" | "png" | "webp").then_some(())?;
    let stem = file.file_stem()?.to_str()?;
    Some(stem.strip_suffix(SENT).unwrap_or(stem))
}

/// Whether a file of that name is shown as one of the site's pictures.
pub(super) fn is_shown(file: &str) -> bool {
    name_of(Path::new(file)).is_some_and(|name| widths(name).is_some())
}

/// The pictures in `files`. One that cannot be read is logged and left out, so that the one that came along stays.
pub(super) fn read(folder: &Path, files: &[File]) -> Pictures {
    let mut pictures = Pictures::default();
    let mut made = Vec::new();
    let latest: BTreeMap<&str, &File> = files.iter().map(|file| (file.name.as_str(), file)).collect();
    for (name, file) in latest {
        match source(file).and_then(|bytes| renditions(folder, name, &bytes, &mut made)) {
            Ok(made) if name == SOCIAL => pictures.social = made.into_iter().next().map(|(_, picture)| picture),
            Ok(made) => {
                let rendition = |(width, picture)| Rendition { width, avif: None, webp: Some(picture) };
                pictures.renditions.insert(name.to_owned(), made.into_iter().map(rendition).collect());
            }
            Err(reason) => {
                let problem = Problem { path: file.path.clone(), reason };
                tracing::error!("{problem}; the picture that came along stays");
            }
        }
    }
    forget(folder, &made);
    pictures
}

/// What is wrong with the files in the folder, and how many are right.
pub(super) fn check(folder: &Path) -> (usize, Vec<Problem>) {
    let (mut right, mut problems) = (0, Vec::new());
    for file in entries(folder) {
        let outcome = match widths(&file.name) {
            Some(_) => source(&file).and_then(|bytes| open(&bytes).map(drop)),
            None => Err(String::from("the site has no picture of that name")),
        };
        match outcome {
            Ok(()) => right += 1,
            Err(reason) => problems.push(Problem { path: file.path, reason }),
        }
    }
    problems.sort_by(|a, b| a.path.cmp(&b.path));
    (right, problems)
}

fn source(file: &File) -> Result<Vec<u8>, String> {
    if file.length > MAX_BYTES as u64 {
        return Err(raster::Error::TooLarge.to_string());
    }
    fs::read(&file.path).map_err(|error| error.to_string())
}

/// Large enough for every width of a picture that is not much higher than wide.
const MAX_SIDE: u32 = 2 * SOCIAL_WIDTH;

fn open(source: &[u8]) -> Result<Raster, String> {
    Raster::read(source, MAX_SIDE).map_err(|error| error.to_string())
}

/// A picture in its widths, none wider than itself: made now, or at an earlier start. `made` gets their file names.
fn renditions(folder: &Path, name: &str, source: &[u8], made: &mut Vec<String>) -> Result<Vec<(u32, Picture)>, String> {
    let widths = widths(name).unwrap_or_default();
    let key = sha256(source).into_iter().take(8).fold(0_u64, |key, byte| key << 8 | u64::from(byte));
    // What was made of a picture for previews before it was cut to shape has another name, and of the first one what was
    // made before it came in its present widths.
    let shape = match name {
        SOCIAL => format!("x{SOCIAL_HEIGHT}"),
        HERO => String::from("w"),
        _ => String::new(),
    };
    let file_name = |width: u32| format!("{name}-{key:016x}-{width}{shape}");
    let kept = |width: &u32| Some((*width, fs::read(folder.join(MADE).join(file_name(*width))).ok()?));
    let mut all: Vec<_> = widths.iter().map_while(kept).collect();
    if all.is_empty() {
        let picture = open(source)?;
        let picture = if name == SOCIAL { picture.shaped(SOCIAL_WIDTH, SOCIAL_HEIGHT) } else { picture };
        let fits = |(at, width): &(usize, &u32)| *at == 0 || **width <= picture.width();
        let drawn = |(_, width): (usize, &u32)| {
            // One for previews is as wide as it is by now.
            let picture = picture.resized(if name == SOCIAL { picture.width() } else { *width });
            (
                *width,
                match name {
                    SOCIAL => picture.jpeg(SOCIAL_QUALITY),
                    // What the law has drawn is not blurred.
                    GUARANTEE_NOTICE => picture.webp(KEPT_QUALITY),
                    _ => picture.webp(QUALITY),
                },
            )
        };
        all = widths.iter().enumerate().filter(fits).map(drawn).collect();
        if let Err(error) = keep(&folder.join(MADE), &all, file_name) {
            tracing::warn!(%error, name, "a picture will be made again at the next start");
        }
    }
    made.extend(all.iter().map(|(width, _)| file_name(*width)));
    let content_type = if name == SOCIAL { "image/jpeg" } else { "image/webp" };
    let picture = |(width, bytes): (u32, Vec<u8>)| {
        (width, Picture { digest: sha256(&bytes), bytes: Bytes::from(bytes), content_type })
    };
    Ok(all.into_iter().map(picture).collect())
}

/// Each written aside and renamed; the narrowest last, so that where it is, all are.
fn keep(folder: &Path, made: &[(u32, Vec<u8>)], file_name: impl Fn(u32) -> String) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (width, bytes) in made.iter().rev() {
        let file = file_name(*width);
        let aside = folder.join(format!(".{file}"));
        fs::write(&aside, bytes)?;
        fs::rename(aside, folder.join(file))?;
    }
    Ok(())
}

/// Removes what was made of files that are gone.
fn forget(folder: &Path, made: &[String]) {
    for entry in fs::read_dir(folder.join(MADE)).into_iter().flatten().flatten() {
        if !made.iter().any(|file| *file == entry.file_name().to_string_lossy()) {
            _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Library, Shelf, Wish};
    use super::*;

    const WIDE: Wish = Wish { width: None, avif: true };

    fn jpeg(width: u32, height: u32) -> Vec<u8> {
        let picture = image::RgbImage::from_pixel(width, height, image::Rgb([200, 120, 40]));
        let mut file = Vec::new();
        picture.write_with_encoder(image::codecs::jpeg::JpegEncoder::new(&mut file)).unwrap();
        file
    }

    struct Owner {
        data: tempfile::TempDir,
        library: Library,
    }

    impl Owner {
        fn new() -> Self {
            let data = tempfile::tempdir().unwrap();
            fs::create_dir(data.path().join("pictures")).unwrap();
            Self { library: Library::new(data.path()), data }
        }

        fn put(&self, file: &str, bytes: &[u8]) {
            fs::write(self.data.path().join("pictures").join(file), bytes).unwrap();
            self.library.refresh();
        }

        fn send(&self, name: &str, file: &[u8]) {
            self.library.stage(name, file).unwrap();
            self.library.put(name).unwrap();
            self.library.sync().unwrap();
            self.library.refresh();
        }

        fn made(&self) -> usize {
            fs::read_dir(self.data.path().join("pictures").join(MADE)).unwrap().count()
        }
    }

    #[test]
    fn a_picture_of_the_owners_is_shown_in_every_width_and_without_a_restart() {
        let owner = Owner::new();
        let before = owner.library.shelf();
        owner.put("gallery-03.jpg", &jpeg(1500, 1000));
        let after = owner.library.shelf();
        assert_eq!(after.own, ["gallery-03"]);
        assert_ne!(before.version, after.version);
        let widths: Vec<u32> = after.renditions["gallery-03"].iter().map(|one| one.width).collect();
        assert_eq!(widths, LARGE);
        let widest = after.find("gallery-03", WIDE).unwrap();
        assert_eq!(widest.content_type, "image/webp");
        let size = image::load_from_memory(&widest.bytes).unwrap();
        assert_eq!((size.width(), size.height()), (1200, 800));

        owner.put("gallery-03.jpg", &jpeg(500, 900));
        let narrow = owner.library.shelf();
        assert_ne!(narrow.version, after.version);
        let size = image::load_from_memory(&narrow.find("gallery-03", WIDE).unwrap().bytes).unwrap();
        assert_eq!((size.width(), size.height()), (480, 864));
        assert_eq!(owner.made(), 2);

        fs::remove_file(owner.data.path().join("pictures/gallery-03.jpg")).unwrap();
        owner.library.refresh();
        assert_eq!((owner.library.shelf().version, owner.made()), (before.version, 0));
    }

    #[test]
    fn a_start_finds_what_an_earlier_one_made() {
        let owner = Owner::new();
        owner.put("hero.png", &jpeg(1500, 1000));
        let made = owner.data.path().join("pictures").join(MADE);
        for entry in fs::read_dir(&made).unwrap() {
            fs::write(entry.unwrap().path(), b"made before").unwrap();
        }
        let again = Library::new(owner.data.path());
        again.refresh();
        assert_eq!(&again.shelf().find("hero", WIDE).unwrap().bytes[..], b"made before");
        assert_eq!(again.shelf().renditions["hero"].len(), WHOLE.len() - 1, "one is wider than the picture");
    }

    #[test]
    fn the_picture_for_previews_can_be_the_owners_too_and_gets_their_shape() {
        let owner = Owner::new();
        for ((width, height), size) in [
            ((2400, 1260), (1200, 630)),
            ((3000, 1000), (1200, 630)),
            ((1300, 2600), (1200, 630)),
            ((900, 900), (900, 472)),
            ((1000, 300), (571, 300)),
        ] {
            owner.put("social.webp", &jpeg(width, height));
            let shelf = owner.library.shelf();
            let social = shelf.social().unwrap();
            assert_eq!((social.content_type, shelf.own.as_slice()), ("image/jpeg", &[String::from("social")][..]));
            let shown = image::load_from_memory(&social.bytes).unwrap();
            assert_eq!((shown.width(), shown.height()), size, "{width} x {height}");
            assert_eq!(shelf.social_size(), Some(size));
        }
        assert_eq!(Shelf::new(Pictures::default()).social_size(), Some((1200, 630)));
    }

    #[test]
    fn a_picture_that_is_handed_in_is_the_only_one_of_its_name_until_it_is_put_back() {
        let owner = Owner::new();
        owner.put("hero.jpg", &jpeg(600, 400));
        let before = owner.library.shelf().version;
        let file = Library::take("hero", &jpeg(1500, 1000)).unwrap();
        assert!(file.starts_with(b"RIFF"), "written anew");
        owner.send("hero", &file);
        assert_ne!(owner.library.shelf().version, before);
        let folder = owner.data.path().join("pictures");
        let files: Vec<_> = files(&folder).into_iter().map(|file| file.path).collect();
        assert_eq!(files, [folder.join("hero.desk.webp")]);
        assert_eq!(super::super::check(owner.data.path()).1.len(), 0);
        assert_eq!(
            fs::read(folder.join("hero.jpg.before")).unwrap(),
            jpeg(600, 400),
            "what the owner laid there stays"
        );
        owner.send("hero", &file);
        owner.put("hero.webp", &jpeg(600, 400));
        assert_eq!(owner.library.put_back("hero").unwrap(), ["pictures/hero.desk.webp", "pictures/hero.webp"]);
        assert!(folder.join("hero.webp.before").exists());
        assert!(owner.library.put_back("hero").unwrap().is_empty());
        owner.library.refresh();
        assert!(owner.library.shelf().own.is_empty());
        for name in ["gallery-15", "gallery-+1", "gallery-1", "hero.desk"] {
            assert!(matches!(Library::take(name, &jpeg(600, 400)), Err(NotTaken::Name)), "{name}");
        }
        assert!(matches!(Library::take("hero", b"<svg/>"), Err(NotTaken::Picture(raster::Error::Kind))));
    }

    #[test]
    fn every_picture_that_may_be_replaced_came_with_the_site_but_the_one_that_is_the_commissions() {
        let shelf = Shelf::new(Pictures::default());
        for name in names().filter(|name| name != SOCIAL) {
            assert_eq!(shelf.find(&name, WIDE).is_some(), name != GUARANTEE_NOTICE, "{name}");
        }
        assert_eq!(names().count(), 26);
    }

    #[test]
    fn a_bad_file_changes_nothing_and_is_told() {
        let owner = Owner::new();
        let before = owner.library.shelf();
        owner.put("hero.jpg", b"<!doctype html>");
        owner.put("gallery-15.jpg", &jpeg(600, 400));
        owner.put("service-tienda.jpg", &jpeg(600, 400)[..900]);
        owner.put("notes.txt", b"mine");
        let after = owner.library.shelf();
        assert_eq!((after.version, after.own.len()), (before.version, 0));
        owner.put("gallery-01.jpeg", &jpeg(600, 400));
        let (right, problems) = super::super::check(owner.data.path());
        assert_eq!(right, 1);
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let [missing, kind, damaged] = &told[..] else { panic!("{told:?}") };
        assert!(missing.ends_with("gallery-15.jpg is not shown: the site has no picture of that name"), "{missing}");
        assert!(kind.contains("hero.jpg") && kind.contains("no JPEG, PNG or WebP"), "{kind}");
        assert!(damaged.contains("service-tienda.jpg") && damaged.contains("damaged"), "{damaged}");
    }
}
