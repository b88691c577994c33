//! Pictures of products, as the owner hands them in: written anew in five widths, under a name made of what they show
//! and how large it is. A name never stands for anything else, so whoever has fetched one may keep it for ever. They are
//! WebP files; AVIF files follow ([`super::avif`]).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file;
use super::raster::{self, Raster};
use super::sql;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Db};
use crate::files::MEDIA;
use crate::secrets::sha256;

/// The widths a product's picture comes in, as those that came along.
const WIDTHS: [u32; 5] = [160, 320, 480, 720, 960];
/// Pixels a side of the largest one.
pub(super) const SIDE: u32 = 1200;
const QUALITY: f32 = 80.0;
/// Of what AVIF files are made of: nothing that could be seen is lost.
const SOURCE_QUALITY: u8 = 95;
/// All pictures together take no more than this, four of each of ten thousand products.
const MAX_BYTES: i64 = 16 << 30;

/// Why a picture was not kept.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// It is none, or not one that is read.
    #[error(transparent)]
    Picture(#[from] raster::Error),
    /// There is no room for more.
    #[error("the pictures of products take all the room they may")]
    Full,
    /// The disk.
    #[error("{0}")]
    File(#[from] io::Error),
    /// The database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// The kinds of files a picture is served as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Made at once.
    WebP,
    /// Made later.
    Avif,
}

impl Kind {
    /// How the names of its files end.
    const fn ending(self) -> &'static str {
        match self {
            Self::WebP => "webp",
            Self::Avif => "avif",
        }
    }

    pub const fn content_type(self) -> &'static str {
        match self {
            Self::WebP => "image/webp",
            Self::Avif => "image/avif",
        }
    }
}

/// A picture that is kept: 16 bytes in hexadecimal digits, and its size in pixels.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    hash: String,
    /// Pixels from side to side.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

impl Name {
    /// Reads what [`Name::path`] wrote; `None` for everything else.
    pub fn parse(text: &str) -> Option<Self> {
        let (hash, size) = text.split_once('-')?;
        let (width, height) = size.split_once('x')?;
        let is_hash = hash.len() == 32 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let name = Self { hash: hash.to_owned(), width: width.parse().ok()?, height: height.parse().ok()? };
        // One name for one picture: no signs and no zeros before the number.
        (is_hash && name.to_string() == text).then_some(name)
    }

    /// Its address on this site.
    pub fn path(&self) -> String {
        format!("/media/{self}")
    }

    /// The picture a file belongs to, by the file's name; also while it is being written.
    pub(super) fn of_file(file_name: &str) -> Option<Self> {
        let (stem, _) = file_name.trim_start_matches('.').split_once('.')?;
        let end = stem.match_indices('-').nth(1).map_or(stem.len(), |(at, _)| at);
        Self::parse(&stem[..end])
    }

    /// The file for a wanted width: the next wider, else the widest; without a wish the widest.
    pub fn file(&self, data_dir: &Path, wanted: Option<u32>, kind: Kind) -> PathBuf {
        let width = self.widths().find(|width| wanted.is_some_and(|wanted| *width >= wanted)).unwrap_or(self.width);
        data_dir.join(MEDIA).join(format!("{self}-{width}.{}", kind.ending()))
    }

    /// Its files of a kind, as paths in the data directory.
    pub fn paths(&self, kind: Kind) -> impl Iterator<Item = String> {
        self.widths().map(move |width| self.file(Path::new(""), Some(width), kind).display().to_string())
    }

    /// What its AVIF files are made of, there until they are.
    pub(super) fn source(&self, data_dir: &Path) -> PathBuf {
        data_dir.join(MEDIA).join(format!("{self}.jpg"))
    }

    /// Every file it may have.
    pub(super) fn files(&self, data_dir: &Path) -> Vec<PathBuf> {
        let kinds = [Kind::WebP, Kind::Avif].into_iter();
        let files = kinds.flat_map(|kind| self.widths().map(move |width| self.file(data_dir, Some(width), kind)));
        let files = files.chain([self.source(data_dir)]);
        files.flat_map(|path| [file::aside(&path), path]).collect()
    }

    /// Bytes of all its files.
    pub(super) fn bytes(&self, data_dir: &Path) -> i64 {
        let lengths = self.files(data_dir).into_iter().filter_map(|path| fs::metadata(path).ok());
        lengths.map(|about| i64::try_from(about.len()).unwrap_or(i64::MAX)).sum()
    }

    /// The widths it is kept in: never wider than it was.
    pub(super) fn widths(&self) -> impl Iterator<Item = u32> {
        WIDTHS.into_iter().filter(|width| *width < self.width).chain([self.width])
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}x{}", self.hash, self.width, self.height)
    }
}

/// Reads a file somebody sent and keeps its picture. Takes up to two seconds and much memory: not for an async thread,
/// and not for many at once.
pub fn keep(db: &Db, data_dir: &Path, sent: &[u8], now: Timestamp) -> Result<Name, NotKept> {
    let picture = Raster::read(sent, SIDE)?;
    let largest = picture.webp(QUALITY);
    let digest = sha256(&largest);
    let [half, ..] = digest.as_chunks::<16>().0 else { unreachable!("32 bytes are twice 16") };
    let hash = format!("{:032x}", u128::from_be_bytes(*half));
    let name = Name { hash, width: picture.width(), height: picture.height() };
    let narrow = name.widths().filter(|width| *width < name.width);
    let narrow =
        narrow.map(|width| (name.file(data_dir, Some(width), Kind::WebP), picture.resized(width).webp(QUALITY)));
    let whole =
        [(name.file(data_dir, None, Kind::WebP), largest), (name.source(data_dir), picture.jpeg(SOURCE_QUALITY))];
    let files: Vec<_> = narrow.chain(whole).collect();
    let bytes = files.iter().map(|(_, bytes)| i64::try_from(bytes.len()).unwrap_or(i64::MAX)).sum();
    let row = name.to_string();
    // One that is kept already takes no more room.
    if db.read_blocking(|conn| sql::bytes_without(conn, &row))?.saturating_add(bytes) > MAX_BYTES {
        return Err(NotKept::Full);
    }
    // The files first: who reads the row finds them. What is left behind without a row gets one later and goes.
    for (path, bytes) in &files {
        file::write(path, bytes)?;
    }
    db.write_blocking(move |tx| sql::keep(tx, &row, bytes, now))?;
    Ok(name)
}

/// Whether that is the name of a file of some picture, or of its source.
pub fn is_file(name: &str) -> bool {
    Name::of_file(name).is_some()
}

/// Whether a file, by its path in the data directory, is one of a picture that is kept.
pub fn is_kept(conn: &Conn, file: &str) -> db::Result<bool> {
    let name = file.strip_prefix(MEDIA).and_then(|rest| Name::of_file(rest.strip_prefix('/')?));
    name.map_or(Ok(false), |name| sql::is_kept(conn, &name.to_string()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn picture(width: u32, height: u32) -> Vec<u8> {
        let mut file = std::io::Cursor::new(Vec::new());
        image::RgbImage::from_fn(width, height, |x, y| image::Rgb([(x % 251) as u8, (y % 241) as u8, 90]))
            .write_to(&mut file, image::ImageFormat::Png)
            .unwrap();
        file.into_inner()
    }

    const NOW: Timestamp = Timestamp::from_millis(1_795_172_400_000);

    fn shop() -> (tempfile::TempDir, Db) {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
        (dir, db)
    }

    fn kept(dir: &Path) -> usize {
        fs::read_dir(dir.join(MEDIA)).unwrap().count()
    }

    #[test]
    fn a_picture_is_kept_in_five_widths_and_the_same_again_is_the_same() {
        let (dir, db) = shop();
        let name = keep(&db, dir.path(), &picture(1500, 1000), NOW).unwrap();
        assert_eq!((name.width, name.height), (1200, 800));
        assert_eq!(keep(&db, dir.path(), &picture(1500, 1000), NOW).unwrap(), name);
        assert_eq!(kept(dir.path()), 7, "six widths, and what AVIF files are made of");
        for (wanted, width) in [(Some(1), 160), (Some(161), 320), (Some(960), 960), (Some(961), 1200), (None, 1200)] {
            let file = fs::read(name.file(dir.path(), wanted, Kind::WebP)).unwrap();
            assert_eq!(Raster::read(&file, 2000).unwrap().width(), width, "{wanted:?}");
        }
        assert_eq!(db.read_blocking(|conn| sql::bytes_without(conn, "")).unwrap(), name.bytes(dir.path()));
        assert_ne!(keep(&db, dir.path(), &picture(1500, 1001), NOW).unwrap(), name);
    }

    #[test]
    fn when_the_room_is_taken_a_picture_is_refused_and_leaves_nothing() {
        let (dir, db) = shop();
        db.write_blocking(|tx| sql::keep(tx, "large", MAX_BYTES - 1000, NOW)).unwrap();
        assert!(matches!(keep(&db, dir.path(), &picture(300, 200), NOW), Err(NotKept::Full)));
        assert!(!dir.path().join(MEDIA).exists());
    }

    #[test]
    fn a_picture_that_is_kept_may_be_sent_again_when_the_room_is_taken() {
        let (dir, db) = shop();
        let name = keep(&db, dir.path(), &picture(300, 200), NOW).unwrap();
        let left = MAX_BYTES - name.bytes(dir.path());
        db.write_blocking(move |tx| sql::keep(tx, "large", left, NOW)).unwrap();
        assert_eq!(keep(&db, dir.path(), &picture(300, 200), NOW).unwrap(), name);
        assert!(matches!(keep(&db, dir.path(), &picture(301, 200), NOW), Err(NotKept::Full)));
    }

    #[test]
    fn a_file_says_which_picture_it_belongs_to() {
        let (dir, db) = shop();
        let name = keep(&db, dir.path(), &picture(200, 300), NOW).unwrap();
        for path in name.files(dir.path()) {
            let file_name = path.file_name().unwrap().to_str().unwrap();
            assert_eq!(Name::of_file(file_name), Some(name.clone()), "{file_name}");
        }
        for other in ["notes.txt", ".x", "0123-1x1.webp", "", "-.-"] {
            assert_eq!(Name::of_file(other), None, "{other}");
        }
    }

    #[test]
    fn a_small_picture_is_not_made_larger() {
        let (dir, db) = shop();
        let name = keep(&db, dir.path(), &picture(200, 300), NOW).unwrap();
        assert_eq!(name.file(dir.path(), Some(720), Kind::WebP), name.file(dir.path(), None, Kind::WebP));
        assert_eq!(kept(dir.path()), 3);
    }

    #[test]
    fn what_is_no_picture_leaves_nothing_behind() {
        let (dir, db) = shop();
        let refusal = |sent: &[u8]| match keep(&db, dir.path(), sent, NOW) {
            Err(NotKept::Picture(error)) => Some(error),
            _ => None,
        };
        assert_eq!(refusal(b"<svg onload=alert(1)>"), Some(raster::Error::Kind));
        let half = picture(300, 300);
        assert_eq!(refusal(&half[..half.len() / 2]), Some(raster::Error::Damaged));
        assert!(!dir.path().join(MEDIA).exists());
    }

    #[test]
    fn a_name_has_one_form_and_leads_nowhere_else() {
        let name = Name { hash: "0123456789abcdef".repeat(2), width: 1200, height: 800 };
        assert_eq!(Name::parse(&name.to_string()), Some(name.clone()));
        for text in [
            "../manetes.sqlite",
            "0123456789abcdef0123456789abcdef",
            "0123456789abcdef0123456789abcdef-01200x800",
            "0123456789abcdef0123456789abcdef-+1200x800",
            "0123456789ABCDEF0123456789abcdef-1200x800",
            "0123456789abcdef0123456789abcdef-1200x800/..",
            "0123456789abcde/0123456789abcdef-1200x800",
            "-1x1",
            "",
        ] {
            assert_eq!(Name::parse(text), None, "{text}");
        }
    }
}
