//! The type of the site, decoded once: each face as a variable font, in the two weights that are printed.

use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

use harfrust::{ShaperData, ShaperInstance};
use krilla::text::{Font, Tag};
use skrifa::FontRef;

use super::Error;

macro_rules! font {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/frontend/node_modules/@fontsource-variable/", $name))
            .as_slice()
    };
}

pub(super) const SITE: [&[u8]; 3] = [
    font!("figtree/files/figtree-latin-wght-normal.woff2"),
    font!("figtree/files/figtree-latin-ext-wght-normal.woff2"),
    font!("readex-pro/files/readex-pro-arabic-wght-normal.woff2"),
];

/// The weights of the print, by the `wght` axis.
const WEIGHTS: [f32; 2] = [400.0, 600.0];
const AXIS: [u8; 4] = *b"wght";

/// A weight of the print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

impl Weight {
    /// Of the two.
    pub fn of<T>(self, both: &[T; 2]) -> &T {
        let [regular, bold] = both;
        match self {
            Self::Regular => regular,
            Self::Bold => bold,
        }
    }
}

/// The faces, kept for as long as papers are drawn.
pub struct Fonts {
    pub(super) faces: Vec<Face>,
}

/// One font file.
pub(super) struct Face {
    bytes: Arc<Vec<u8>>,
    pub shaping: ShaperData,
    pub cuts: [Cut; 2],
}

/// A face in one weight, for the shaping and for the file.
pub(super) struct Cut {
    pub instance: ShaperInstance,
    pub font: Font,
}

impl Fonts {
    /// The site's own, read once: they take some 200 kB.
    pub fn site() -> Result<&'static Self, Error> {
        static READ: OnceLock<Fonts> = OnceLock::new();
        if let Some(fonts) = READ.get() {
            return Ok(fonts);
        }
        let fonts = Self::read(&SITE)?;
        Ok(READ.get_or_init(|| fonts))
    }

    /// From WOFF2 files, the preferred one first: a character is drawn with the first that has it.
    pub(super) fn read(files: &[&[u8]]) -> Result<Self, Error> {
        Ok(Self { faces: files.iter().map(|file| Face::read(file)).collect::<Result<_, _>>()? })
    }
}

impl Face {
    fn read(woff2: &[u8]) -> Result<Self, Error> {
        let decoded = wuff::decompress_woff2_with_custom_brotli(woff2, &mut |packed, size| Ok(unpack(packed, size)?));
        let bytes = Arc::new(decoded.map_err(|error| Error::NotWoff2(error.to_string()))?);
        let (shaping, cuts) = {
            let file = FontRef::new(&bytes).map_err(|error| Error::NotWoff2(error.to_string()))?;
            let [regular, bold] = WEIGHTS.map(|weight| Cut::new(&bytes, &file, weight));
            (ShaperData::new(&file), [regular?, bold?])
        };
        Ok(Self { bytes, shaping, cuts })
    }

    /// Its tables.
    pub fn file(&self) -> Result<FontRef<'_>, Error> {
        FontRef::new(&self.bytes).map_err(|error| Error::NotWoff2(error.to_string()))
    }
}

impl Cut {
    fn new(bytes: &Arc<Vec<u8>>, file: &FontRef<'_>, weight: f32) -> Result<Self, Error> {
        let font = Font::new_variable(Arc::clone(bytes).into(), 0, &[(Tag::new(&AXIS), weight)]);
        let instance = ShaperInstance::from_variations(file, [(harfrust::Tag::new(&AXIS), weight)]);
        Ok(Self { instance, font: font.ok_or(Error::NotVariable)? })
    }
}

/// Exactly `size` bytes.
fn unpack(packed: &[u8], size: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; size];
    brotli::Decompressor::new(packed, 4096).read_exact(&mut bytes)?;
    Ok(bytes)
}
