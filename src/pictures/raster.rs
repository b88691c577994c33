//! A picture somebody handed in: read within bounds, made smaller, turned upright, and written anew, so that nothing
//! else that was in its file goes any further.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, Rgb, RgbImage};

use crate::problem::{Code, Problem};

/// The largest file that is looked at.
pub const MOST_BYTES: usize = 8 << 20;
const MOST_PIXELS: u64 = 40_000_000;
/// A progressive JPEG is held twice while it is read, as coefficients and as pixels.
const MOST_PROGRESSIVE_PIXELS: u64 = 20_000_000;
const MOST_A_SIDE: u32 = 12_000;
/// What one picture may take while it is read, in bytes.
const MOST_MEMORY: u64 = 192 << 20;

/// Why a picture is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Its first bytes are none of a kind that is read.
    #[error("it is no JPEG, PNG or WebP picture")]
    Kind,
    /// It would take too much room.
    #[error("it is larger than 8 MiB, 40 megapixels or 12,000 pixels a side")]
    TooLarge,
    /// It is cut off, or no picture behind its first bytes.
    #[error("it is damaged")]
    Damaged,
}

impl From<ImageError> for Error {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooLarge,
            _ => Self::Damaged,
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Kind => Self::new(Code::UnsupportedMediaType).detail(error.to_string()),
            Error::TooLarge => Self::new(Code::PayloadTooLarge).detail(error.to_string()),
            Error::Damaged => Self::invalid("photo", error.to_string()),
        }
    }
}

/// A picture in memory: upright, opaque, without metadata.
pub struct Raster(RgbImage);

impl Raster {
    /// Reads a file and makes the picture at most `side` pixels high and wide. Takes up to a second and
    /// [`MOST_MEMORY`]: not for an async thread, and not for many at once.
    pub fn read(file: &[u8], side: u32) -> Result<Self, Error> {
        if file.len() > MOST_BYTES {
            return Err(Error::TooLarge);
        }
        let format = kind(file).ok_or(Error::Kind)?;
        let most_pixels = match format {
            ImageFormat::Jpeg if is_progressive(file).ok_or(Error::Damaged)? => MOST_PROGRESSIVE_PIXELS,
            ImageFormat::WebP if says_it_is_longer(file) => return Err(Error::Damaged),
            _ => MOST_PIXELS,
        };
        let mut limits = Limits::default();
        limits.max_image_width = Some(MOST_A_SIDE);
        limits.max_image_height = Some(MOST_A_SIDE);
        limits.max_alloc = Some(MOST_MEMORY);
        let mut reader = ImageReader::with_format(Cursor::new(file), format);
        reader.limits(limits);
        let mut decoder = reader.into_decoder()?;
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > most_pixels || decoder.total_bytes() > MOST_MEMORY {
            return Err(Error::TooLarge);
        }
        let orientation = decoder.orientation()?;
        let mut picture = within(DynamicImage::from_decoder(decoder)?, side);
        picture.apply_orientation(orientation);
        Ok(Self(opaque(picture)))
    }

    /// Pixels from side to side.
    pub fn width(&self) -> u32 {
        self.0.width()
    }

    /// Pixels from top to bottom.
    pub fn height(&self) -> u32 {
        self.0.height()
    }

    /// The middle of the picture, as much of it as has the shape of `width` to `height`, and no larger than that.
    #[must_use]
    pub fn shaped(&self, width: u32, height: u32) -> Self {
        let part =
            |of: u32, by: u32, to: u32| u32::try_from(u64::from(of) * u64::from(by) / u64::from(to)).unwrap_or(of);
        let kept_width = self.width().min(part(self.height(), width, height)).max(1);
        let kept_height = self.height().min(part(self.width(), height, width)).max(1);
        let (x, y) = ((self.width() - kept_width) / 2, (self.height() - kept_height) / 2);
        let middle = image::imageops::crop_imm(&self.0, x, y, kept_width, kept_height).to_image();
        if kept_width <= width {
            return Self(middle);
        }
        Self(image::imageops::resize(&middle, width, height, FilterType::Lanczos3))
    }

    /// The same picture, `width` pixels wide.
    #[must_use]
    pub fn resized(&self, width: u32) -> Self {
        let height = (u64::from(self.height()) * u64::from(width)).div_ceil(u64::from(self.width()));
        let height = u32::try_from(height).unwrap_or(MOST_A_SIDE);
        Self(image::imageops::resize(&self.0, width, height, FilterType::Lanczos3))
    }

    /// As a JPEG file of a quality of 1 to 100.
    pub fn jpeg(&self, quality: u8) -> Vec<u8> {
        let mut file = Vec::new();
        self.0.write_with_encoder(JpegEncoder::new_with_quality(&mut file, quality)).expect("memory takes any bytes");
        file
    }

    /// As an AVIF file of a quality of 1 to 100, made with a speed of 1 to 10: seconds of one thread. `None` when the
    /// encoder does not manage.
    pub fn avif(&self, quality: f32, speed: u8) -> Option<Vec<u8>> {
        let pixels: Vec<_> =
            self.0.pixels().map(|Rgb([red, green, blue])| ravif::RGB8::new(*red, *green, *blue)).collect();
        // Eight bits: more of what shows pictures can show them, and nothing was finer before.
        let encoder =
            ravif::Encoder::new().with_quality(quality).with_speed(speed).with_bit_depth(ravif::BitDepth::Eight);
        let (width, height) = (self.width() as usize, self.height() as usize);
        Some(encoder.encode_rgb(ravif::Img::new(&pixels[..], width, height)).ok()?.avif_file)
    }

    /// As a WebP file of a quality of 1 to 100.
    pub fn webp(&self, quality: f32) -> Vec<u8> {
        webp::Encoder::from_rgb(&self.0, self.width(), self.height()).encode(quality).to_vec()
    }
}

/// What a JPEG file says of its own size, in pixels from side to side and from top to bottom.
pub fn jpeg_size(file: &[u8]) -> Option<(u32, u32)> {
    ImageReader::with_format(Cursor::new(file), ImageFormat::Jpeg).into_dimensions().ok()
}

/// The kind of a file by its first bytes: names and headers say what they like.
fn kind(file: &[u8]) -> Option<ImageFormat> {
    match file {
        [0xff, 0xd8, 0xff, ..] => Some(ImageFormat::Jpeg),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(ImageFormat::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(ImageFormat::WebP),
        _ => None,
    }
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

/// Made smaller in two steps: a quick one that takes little memory, then a good one.
fn within(picture: DynamicImage, side: u32) -> DynamicImage {
    if picture.width().max(picture.height()) <= side {
        return picture;
    }
    let rough =
        if picture.width().max(picture.height()) > 2 * side { picture.thumbnail(2 * side, 2 * side) } else { picture };
    rough.resize(side, side, FilterType::Lanczos3)
}

/// On white, where the picture lets something shine through.
fn opaque(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let rgba = picture.into_rgba8();
    RgbImage::from_fn(rgba.width(), rgba.height(), |x, y| {
        let [red, green, blue, alpha] = rgba.get_pixel(x, y).0.map(u16::from);
        let over = |colour: u16| u8::try_from((colour * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX);
        Rgb([over(red), over(green), over(blue)])
    })
}

#[cfg(test)]
mod tests {
    use image::ImageEncoder;
    use image::codecs::png::PngEncoder;

    use super::*;

    /// Red on the left, blue on the right.
    fn two_colours(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) })
    }

    fn jpeg(picture: RgbImage) -> Vec<u8> {
        Raster(picture).jpeg(90)
    }

    /// A JPEG with EXIF in it: an orientation, and a place.
    fn with_exif(picture: RgbImage, orientation: u8) -> Vec<u8> {
        let mut tiff = b"II*\0\x08\0\0\0\x02\0\x12\x01\x03\0\x01\0\0\0".to_vec();
        tiff.extend([orientation, 0, 0, 0]);
        tiff.extend(b"\x25\x88\x04\0\x01\0\0\0\x26\0\0\0\0\0\0\0"); // a table of places at 38
        tiff.extend(b"\x01\0\x01\0\x02\0\x02\0\0\0N\0\0\0\0\0\0\0GPS-41.5N-1.9E");
        let file = jpeg(picture);
        let length = u16::try_from(tiff.len() + 8).unwrap().to_be_bytes();
        [&file[..2], &[0xff, 0xe1], &length, b"Exif\0\0", &tiff, &file[2..]].concat()
    }

    fn contains(file: &[u8], part: &[u8]) -> bool {
        file.windows(part.len()).any(|window| window == part)
    }

    #[test]
    fn a_picture_is_made_smaller_and_never_larger() {
        let file = jpeg(two_colours(4000, 1000));
        let read = Raster::read(&file, 1600).unwrap();
        assert_eq!((read.width(), read.height()), (1600, 400));
        let small = Raster::read(&jpeg(two_colours(40, 30)), 1600).unwrap();
        assert_eq!((small.width(), small.height()), (40, 30));
        assert_eq!((small.resized(20).width(), small.resized(20).height()), (20, 15));
        assert_eq!(kind(&small.webp(78.0)), Some(ImageFormat::WebP));
    }

    #[test]
    fn a_picture_is_turned_upright_and_forgets_where_it_was_taken() {
        let file = with_exif(two_colours(80, 40), 6);
        assert!(contains(&file, b"GPS-41.5N") && contains(&file, b"Exif"));
        let upright = Raster::read(&file, 1600).unwrap();
        assert_eq!((upright.width(), upright.height()), (40, 80));
        // What was left is above now.
        assert!(upright.0.get_pixel(20, 10).0[0] > 150 && upright.0.get_pixel(20, 70).0[2] > 150);
        for written in [upright.jpeg(82), upright.webp(78.0)] {
            assert!(!contains(&written, b"GPS") && !contains(&written, b"Exif") && !contains(&written, b"EXIF"));
        }
        assert_eq!(Raster::read(&with_exif(two_colours(80, 40), 1), 1600).unwrap().width(), 80);
    }

    #[test]
    fn a_picture_that_lets_something_through_stands_on_white() {
        let clear = image::RgbaImage::from_pixel(8, 8, image::Rgba([0, 0, 0, 0]));
        let mut file = Vec::new();
        PngEncoder::new(&mut file).write_image(&clear, 8, 8, image::ExtendedColorType::Rgba8).unwrap();
        assert_eq!(Raster::read(&file, 100).unwrap().0.get_pixel(3, 3).0, [255; 3]);
    }

    /// A PNG of a size it only says it has.
    fn claiming(width: u32, height: u32) -> Vec<u8> {
        let mut header = b"IHDR".to_vec();
        header.extend(width.to_be_bytes());
        header.extend(height.to_be_bytes());
        header.extend([8, 2, 0, 0, 0]);
        let mut sum = flate2::Crc::new();
        sum.update(&header);
        let parts: [&[u8]; 4] = [b"\x89PNG\r\n\x1a\n", &13_u32.to_be_bytes(), &header, &sum.sum().to_be_bytes()];
        [&parts.concat(), &b"\0\0\0\0IDAT\x35\xaf\x06\x1e"[..]].concat()
    }

    #[test]
    fn what_is_too_large_is_refused_by_what_it_says_of_itself() {
        for (width, height) in [(50_000, 50_000), (12_001, 10), (10, 12_001), (7000, 7000)] {
            assert_eq!(Raster::read(&claiming(width, height), 1600).err(), Some(Error::TooLarge), "{width}×{height}");
        }
        assert_eq!(Raster::read(&claiming(100, 100), 1600).err(), Some(Error::Damaged));
        let mut padded = jpeg(two_colours(10, 10));
        padded.resize(MOST_BYTES + 1, 0);
        assert_eq!(Raster::read(&padded, 1600).err(), Some(Error::TooLarge));
    }

    #[test]
    fn half_a_picture_is_damaged_and_a_page_is_none() {
        let mut png = Vec::new();
        let picture = two_colours(300, 300);
        PngEncoder::new(&mut png).write_image(&picture, 300, 300, image::ExtendedColorType::Rgb8).unwrap();
        let webp = Raster(two_colours(300, 300)).webp(80.0);
        for (file, short) in [(with_exif(picture, 6), 1), (png, 40), (webp, 1)] {
            assert!(Raster::read(&file, 100).is_ok());
            for length in [file.len() - short, file.len() / 2, 40, 12] {
                assert_eq!(
                    Raster::read(&file[..length], 100).err(),
                    Some(Error::Damaged),
                    "{length} of {}",
                    file.len()
                );
            }
        }
        for text in [&b"<!doctype html><script>alert(1)</script>"[..], b"GIF89a", b"<svg xmlns=", b"\xff\xd8", b""] {
            assert_eq!(Raster::read(text, 100).err(), Some(Error::Kind));
        }
    }

    #[test]
    fn what_stands_behind_the_end_of_a_picture_goes_no_further() {
        let file = [jpeg(two_colours(30, 30)), b"<script>alert(1)</script>".to_vec()].concat();
        assert!(!contains(&Raster::read(&file, 100).unwrap().jpeg(82), b"script"));
    }
}
