//! A picture somebody handed in: read within bounds, made smaller, turned upright, and written anew, so that nothing
//! else that was in its file goes any further.

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageError, Rgb, RgbImage};

use super::decode::{self, MAX_A_SIDE};
use crate::problem::{Code, Problem};

pub use super::decode::MAX_BYTES;

/// Why a picture is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Its first bytes are none of a kind that is read.
    #[error("it is no JPEG, PNG or WebP picture")]
    Kind,
    /// It would take too much room.
    #[error("it is larger than 8 MiB, 40 megapixels (WebP, progressive and interlaced: 16) or 12,000 pixels a side")]
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

impl From<jpeg_decoder::Error> for Error {
    fn from(_: jpeg_decoder::Error) -> Self {
        Self::Damaged
    }
}

impl From<png::DecodingError> for Error {
    fn from(error: png::DecodingError) -> Self {
        match error {
            png::DecodingError::LimitsExceeded => Self::TooLarge,
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
    /// Reads a file and makes the picture at most `side` pixels high and wide. Takes up to a second and 100 MiB: not for an
    /// async thread, and not for many at once.
    pub fn read(file: &[u8], side: u32) -> Result<Self, Error> {
        let (picture, orientation) = decode::read(file, side)?;
        let mut picture = within(picture, side);
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
        let height = u32::try_from(height).unwrap_or(MAX_A_SIDE);
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

/// Made smaller in two steps: a quick one that takes little memory, then a good one.
fn within(picture: DynamicImage, side: u32) -> DynamicImage {
    if picture.width().max(picture.height()) <= side {
        return picture;
    }
    // The good one holds four numbers of four bytes for each pixel of a row of each row that is left.
    let most = side + side / 2;
    let rough = if picture.width().max(picture.height()) > most { picture.thumbnail(most, most) } else { picture };
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
    use image::codecs::png::PngEncoder;
    use image::{ImageEncoder, ImageFormat};

    use super::super::decode::kind;
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

    /// Red, green, blue and white, a quarter each.
    fn four_colours(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| match (x < width / 2, y < height / 2) {
            (true, true) => Rgb([220, 20, 20]),
            (false, true) => Rgb([20, 220, 20]),
            (true, false) => Rgb([20, 20, 220]),
            (false, false) => Rgb([250; 3]),
        })
    }

    #[test]
    fn a_large_picture_is_made_smaller_while_it_is_read_and_looks_the_same() {
        let picture = four_colours(3001, 2003);
        let mut png = Vec::new();
        PngEncoder::new(&mut png).write_image(&picture, 3001, 2003, image::ExtendedColorType::Rgb8).unwrap();
        let mut clear = Vec::new();
        let rgba = image::DynamicImage::from(picture.clone()).into_rgba8();
        PngEncoder::new(&mut clear).write_image(&rgba, 3001, 2003, image::ExtendedColorType::Rgba8).unwrap();
        let grey = image::DynamicImage::from(picture.clone()).into_luma8();
        let mut grey_jpeg = Vec::new();
        grey.write_with_encoder(JpegEncoder::new_with_quality(&mut grey_jpeg, 90)).unwrap();
        for (file, is_grey) in [(jpeg(picture), false), (png, false), (clear, false), (grey_jpeg, true)] {
            for side in [100, 700, 1600] {
                let shown = Raster::read(&file, side).unwrap();
                assert_eq!((shown.width(), shown.height().abs_diff(side * 2003 / 3001) <= 1), (side, true));
                let corner = |right: bool, below: bool| {
                    let at = |far: bool, of: u32| if far { of * 9 / 10 } else { of / 10 };
                    shown.0.get_pixel(at(right, shown.width()), at(below, shown.height())).0
                };
                let corners = [corner(false, false), corner(true, false), corner(false, true), corner(true, true)];
                let [red, green, blue, white] = corners;
                assert!(white.iter().all(|colour| *colour > 240), "{corners:?}");
                let is_coloured = red[0] > 200 && green[1] > 200 && blue[2] > 200 && red[2] < 40;
                assert_eq!(is_coloured, !is_grey, "{corners:?}");
            }
        }
    }

    #[test]
    fn what_is_too_large_is_refused_by_what_it_says_of_itself() {
        for (width, height) in [(50_000, 50_000), (12_001, 10), (10, 12_001), (7000, 7000)] {
            assert_eq!(Raster::read(&claiming(width, height), 1600).err(), Some(Error::TooLarge), "{width}×{height}");
        }
        assert_eq!(Raster::read(&claiming(100, 100), 1600).err(), Some(Error::Damaged));
        let mut padded = jpeg(two_colours(10, 10));
        padded.resize(MAX_BYTES + 1, 0);
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
