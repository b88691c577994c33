//! Reads the file of a picture within bounds. What is much larger than wanted is made smaller while it is read, so that
//! the whole never stands in memory.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, GrayImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage};
use jpeg_decoder::PixelFormat;
use png::Transformations;

use super::raster::Error;

/// The largest file that is looked at.
pub const MAX_BYTES: usize = 8 << 20;
const MAX_PIXELS: u64 = 40_000_000;
/// Of what has to be held whole while it is read: WebP, and progressive JPEG and interlaced PNG.
const MAX_WHOLE_PIXELS: u64 = 16_000_000;
pub(super) const MAX_A_SIDE: u32 = 12_000;
/// What one picture may take while it is read whole, in bytes.
const MAX_MEMORY: u64 = 96 << 20;

/// A picture as it lies in its file, and how it has to be turned. Its longer side is `side` or more where that of the file
/// is; twice that and more is made smaller.
pub(super) fn read(file: &[u8], side: u32) -> Result<(DynamicImage, Orientation), Error> {
    if file.len() > MAX_BYTES {
        return Err(Error::TooLarge);
    }
    match kind(file).ok_or(Error::Kind)? {
        ImageFormat::Jpeg => jpeg(file, side),
        ImageFormat::Png => png(file, side),
        ImageFormat::WebP if says_it_is_longer(file) => Err(Error::Damaged),
        format => whole(file, format),
    }
}

/// The kind of a file by its first bytes: names and headers say what they like.
pub(super) fn kind(file: &[u8]) -> Option<ImageFormat> {
    match file {
        [0xff, 0xd8, 0xff, ..] => Some(ImageFormat::Jpeg),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(ImageFormat::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(ImageFormat::WebP),
        _ => None,
    }
}

fn fits(width: u32, height: u32, most_pixels: u64) -> Result<(), Error> {
    let fits = width.max(height) <= MAX_A_SIDE && u64::from(width) * u64::from(height) <= most_pixels;
    if fits { Ok(()) } else { Err(Error::TooLarge) }
}

/// A JPEG can be read at a half, a quarter or an eighth of its size.
fn jpeg(file: &[u8], side: u32) -> Result<(DynamicImage, Orientation), Error> {
    let most_pixels = if is_progressive(file).ok_or(Error::Damaged)? { MAX_WHOLE_PIXELS } else { MAX_PIXELS };
    let mut decoder = jpeg_decoder::Decoder::new(file);
    decoder.read_info()?;
    let info = decoder.info().ok_or(Error::Damaged)?;
    fits(info.width.into(), info.height.into(), most_pixels)?;
    if !matches!(info.pixel_format, PixelFormat::L8 | PixelFormat::RGB24) {
        return whole(file, ImageFormat::Jpeg);
    }
    let side = u16::try_from(side).unwrap_or(u16::MAX);
    let (width, height) = decoder.scale(side, side)?;
    let (pixels, width, height) = (decoder.decode()?, width.into(), height.into());
    let picture = match info.pixel_format {
        PixelFormat::L8 => GrayImage::from_raw(width, height, pixels).map(DynamicImage::from),
        _ => RgbImage::from_raw(width, height, pixels).map(DynamicImage::from),
    };
    let turned = decoder.exif_data().and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms);
    Ok((picture.ok_or(Error::Damaged)?, turned))
}

/// A PNG comes row by row: so many of them, and as many pixels of each, become one.
fn png(file: &[u8], side: u32) -> Result<(DynamicImage, Orientation), Error> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let (width, height) = reader.info().size();
    let is_interlaced = reader.info().interlaced;
    fits(width, height, if is_interlaced { MAX_WHOLE_PIXELS } else { MAX_PIXELS })?;
    let factor = width.max(height) / side.max(1);
    if is_interlaced || factor < 2 {
        return whole(file, ImageFormat::Png);
    }
    let exif = reader.info().exif_metadata.clone();
    let channels = reader.output_color_type().0.samples();
    let mut small = Averages::new(width, height, factor);
    while let Some(row) = reader.next_row()? {
        small.add_row(row.data().chunks_exact(channels).map(on_white));
    }
    let turned = exif.and_then(|exif| Orientation::from_exif_chunk(&exif)).unwrap_or(Orientation::NoTransforms);
    Ok((DynamicImage::from(small.picture().ok_or(Error::Damaged)?), turned))
}

/// What a pixel of one to four channels looks like on white.
fn on_white(pixel: &[u8]) -> [u8; 3] {
    let over = |colour: u8, alpha: u8| {
        let (colour, alpha) = (u16::from(colour), u16::from(alpha));
        u8::try_from((colour * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
    };
    match *pixel {
        [grey] => [grey; 3],
        [grey, alpha] => [over(grey, alpha); 3],
        [red, green, blue] => [red, green, blue],
        [red, green, blue, alpha, ..] => [red, green, blue].map(|colour| over(colour, alpha)),
        [] => [255; 3],
    }
}

/// A picture that is made smaller by a whole factor, row by row.
struct Averages {
    factor: usize,
    width: usize,
    pixels: Vec<u8>,
    /// Of the rows that become one: their colours' sums, and how many pixels they are.
    sums: Vec<([u32; 3], u32)>,
    rows: usize,
    rows_left: u32,
}

impl Averages {
    fn new(width: u32, height: u32, factor: u32) -> Self {
        let (width, small_height) = (width.div_ceil(factor) as usize, height.div_ceil(factor) as usize);
        let pixels = Vec::with_capacity(3 * width * small_height);
        Self { factor: factor as usize, width, pixels, sums: vec![([0; 3], 0); width], rows: 0, rows_left: height }
    }

    fn add_row(&mut self, row: impl Iterator<Item = [u8; 3]>) {
        for (n, pixel) in row.enumerate() {
            if let Some((sums, count)) = self.sums.get_mut(n / self.factor) {
                sums.iter_mut().zip(pixel).for_each(|(sum, colour)| *sum += u32::from(colour));
                *count += 1;
            }
        }
        (self.rows, self.rows_left) = (self.rows + 1, self.rows_left.saturating_sub(1));
        if self.rows == self.factor || self.rows_left == 0 {
            for (sums, count) in &mut self.sums {
                let mean = sums.map(|sum| u8::try_from(sum / (*count).max(1)).unwrap_or(u8::MAX));
                self.pixels.extend(mean);
                (*sums, *count) = ([0; 3], 0);
            }
            self.rows = 0;
        }
    }

    /// `None` when rows are missing.
    fn picture(self) -> Option<RgbImage> {
        let height = self.pixels.len() / (3 * self.width).max(1);
        let is_whole = self.rows_left == 0;
        RgbImage::from_raw(u32::try_from(self.width).ok()?, u32::try_from(height).ok()?, self.pixels)
            .filter(|_| is_whole)
    }
}

/// Everything else stands in memory at once.
fn whole(file: &[u8], format: ImageFormat) -> Result<(DynamicImage, Orientation), Error> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_A_SIDE);
    limits.max_image_height = Some(MAX_A_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    fits(width, height, MAX_WHOLE_PIXELS)?;
    if decoder.total_bytes() > MAX_MEMORY {
        return Err(Error::TooLarge);
    }
    let turned = decoder.orientation()?;
    Ok((DynamicImage::from_decoder(decoder)?, turned))
}

/// What a JPEG file says of its own size, in pixels from side to side and from top to bottom.
pub(super) fn jpeg_size(file: &[u8]) -> Option<(u32, u32)> {
    ImageReader::with_format(Cursor::new(file), ImageFormat::Jpeg).into_dimensions().ok()
}

/// Whether a JPEG is progressive; `None` when it has no end: the decoder takes half a file for a picture that is grey
/// below.
fn is_progressive(file: &[u8]) -> Option<bool> {
    let (mut at, mut progressive) = (2, false);
    loop {
        // Zeros after FF and restarts (D0 to D7) belong to the data of a scan, a second FF fills up.
        let marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7 | 0xff);
        at += file.get(at..)?.windows(2).position(marker)?;
        match file[at + 1] {
            0xd9 => return Some(progressive),
            0xc2 => progressive = true,
            _ => {}
        }
        at += 2 + usize::from(u16::from_be_bytes([*file.get(at + 2)?, *file.get(at + 3)?]));
    }
}

/// Whether a WebP file lacks its end.
fn says_it_is_longer(file: &[u8]) -> bool {
    let length = file.get(4..8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes);
    u64::from(length) + 8 > file.len() as u64
}
