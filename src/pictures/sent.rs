//! A picture as it comes over HTTP.

use poem_openapi::ApiRequest;
use poem_openapi::payload::Binary;

/// A picture as it is sent; what it really is, its bytes say.
#[derive(ApiRequest)]
pub enum PictureFile {
    /// By its own word.
    #[oai(content_type = "image/jpeg")]
    Jpeg(Binary<Vec<u8>>),
    /// By its own word.
    #[oai(content_type = "image/png")]
    Png(Binary<Vec<u8>>),
    /// By its own word.
    #[oai(content_type = "image/webp")]
    WebP(Binary<Vec<u8>>),
}

impl PictureFile {
    /// The file.
    pub fn bytes(self) -> Vec<u8> {
        let (Self::Jpeg(Binary(bytes)) | Self::Png(Binary(bytes)) | Self::WebP(Binary(bytes))) = self;
        bytes
    }
}
