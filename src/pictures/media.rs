//! Pictures of products, as the owner hands them in: written anew in five widths, under a name made of what they show
//! and how large it is. A name never stands for anything else, so whoever has fetched one may keep it for ever.

use std::io;
use std::path::{Path, PathBuf};

use super::file;
use super::raster::{self, Raster};
use crate::secrets::sha256;

/// Their folder in the data directory.
const FOLDER: &str = "media";
/// The widths a product's picture comes in, as those that came along.
const WIDTHS: [u32; 5] = [160, 320, 480, 720, 960];
/// Pixels a side of the largest one.
const SIDE: u32 = 1200;
const QUALITY: f32 = 80.0;

/// Why a picture was not kept.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// It is none, or not one that is read.
    #[error(transparent)]
    Picture(#[from] raster::Error),
    /// The disk.
    #[error("{0}")]
    File(#[from] io::Error),
}

/// A picture that is kept: 16 bytes in hexadecimal digits, and its size in pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
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

    /// The file for a wanted width: the next wider, else the widest; without a wish the widest.
    pub fn file(&self, data_dir: &Path, wanted: Option<u32>) -> PathBuf {
        let width = self.widths().find(|width| wanted.is_some_and(|wanted| *width >= wanted)).unwrap_or(self.width);
        data_dir.join(FOLDER).join(format!("{self}-{width}.webp"))
    }

    /// The widths it is kept in: never wider than it was.
    fn widths(&self) -> impl Iterator<Item = u32> {
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
pub fn keep(data_dir: &Path, sent: &[u8]) -> Result<Name, NotKept> {
    let picture = Raster::read(sent, SIDE)?;
    let largest = picture.webp(QUALITY);
    let digest = sha256(&largest);
    let [half, ..] = digest.as_chunks::<16>().0 else { unreachable!("32 bytes are twice 16") };
    let hash = format!("{:032x}", u128::from_be_bytes(*half));
    let name = Name { hash, width: picture.width(), height: picture.height() };
    for width in name.widths().filter(|width| *width < name.width) {
        file::write(&name.file(data_dir, Some(width)), &picture.resized(width).webp(QUALITY))?;
    }
    file::write(&name.file(data_dir, None), &largest)?;
    Ok(name)
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

    #[test]
    fn a_picture_is_kept_in_five_widths_and_the_same_again_is_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let name = keep(dir.path(), &picture(1500, 1000)).unwrap();
        assert_eq!((name.width, name.height), (1200, 800));
        assert_eq!(keep(dir.path(), &picture(1500, 1000)).unwrap(), name);
        assert_eq!(fs::read_dir(dir.path().join(FOLDER)).unwrap().count(), 6);
        for (wanted, width) in [(Some(1), 160), (Some(161), 320), (Some(960), 960), (Some(961), 1200), (None, 1200)] {
            let file = fs::read(name.file(dir.path(), wanted)).unwrap();
            assert_eq!(Raster::read(&file, 2000).unwrap().width(), width, "{wanted:?}");
        }
        assert_ne!(keep(dir.path(), &picture(1500, 1001)).unwrap(), name);
    }

    #[test]
    fn a_small_picture_is_not_made_larger() {
        let dir = tempfile::tempdir().unwrap();
        let name = keep(dir.path(), &picture(200, 300)).unwrap();
        assert_eq!(name.file(dir.path(), Some(720)), name.file(dir.path(), None));
        assert_eq!(fs::read_dir(dir.path().join(FOLDER)).unwrap().count(), 2);
    }

    #[test]
    fn what_is_no_picture_leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        assert!(matches!(keep(dir.path(), b"<svg onload=alert(1)>"), Err(NotKept::Picture(raster::Error::Kind))));
        let half = picture(300, 300);
        assert!(matches!(keep(dir.path(), &half[..half.len() / 2]), Err(NotKept::Picture(raster::Error::Damaged))));
        assert!(!dir.path().join(FOLDER).exists());
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
