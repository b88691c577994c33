//! A whole page as it is sent: its bytes in three codings, and how it becomes an answer.

use std::io::{Read, Write};

use bytes::Bytes;
use flate2::Compression;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Request, Response};

use super::assets::{Coding, accepted};
use super::head::Head;
use super::manifest::Manifest;
use crate::lang::Lang;
use crate::secrets::sha256;
use crate::text::{escape, hex};

/// A finished answer: a page, or a text such as the sitemap, or a redirect.
#[derive(Debug, Clone)]
pub struct Document {
    /// The status it is sent with.
    pub status: StatusCode,
    /// `Content-Type`.
    pub content_type: HeaderValue,
    /// Its language, `None` for what has none.
    pub lang: Option<Lang>,
    /// Where to go instead, for a redirect.
    pub location: Option<String>,
    /// Not compressed; empty once it is.
    pub(super) raw: Bytes,
    /// Brotli; empty when not compressed.
    pub(super) brotli: Bytes,
    /// Gzip; empty when not compressed.
    pub(super) gzip: Bytes,
    /// Changes with the bytes. Weak, because the codings share it.
    pub etag: HeaderValue,
    /// Whether it may be kept for others.
    pub keep: bool,
    /// Whether there is no end of such documents, as of what may be searched for.
    pub endless: bool,
    /// The search of the whole store that it shows no product for.
    pub missed: Option<String>,
    /// Whether it is as small as it can be.
    pub settled: bool,
    /// Of all it was made from: where nothing of that has changed it would be made the same again.
    pub(super) source: Option<[u8; 32]>,
}

/// Brotli for an answer of the API, made each time: a fifth stays, and what more would take is twice the time for a tenth.
const SWIFT: i32 = 3;
/// Brotli for a page made for one visit: some 2 ms.
const QUICK: i32 = 5;
/// For a page that is kept: some 25 ms, and a tenth smaller.
const KEPT: i32 = 10;
/// For a page many ask for: some 100 ms, in the background.
const THOROUGH: i32 = 11;
/// Bits of brotli's window: 64 kB hold a page, and a larger one costs tens of megabytes while it is made.
const WINDOW: i32 = 16;

impl Document {
    /// A document as it is, not compressed and not kept.
    pub fn plain(status: StatusCode, text: String) -> Self {
        let raw = Bytes::from(text);
        Self {
            status,
            content_type: HTML,
            lang: None,
            location: None,
            etag: HeaderValue::try_from(etag(&sha256(&raw))).expect("it is ASCII"),
            raw,
            brotli: Bytes::new(),
            gzip: Bytes::new(),
            keep: false,
            endless: false,
            missed: None,
            settled: false,
            source: None,
        }
    }

    /// An answer of the API that is kept for others. Takes milliseconds: not for an async thread.
    pub fn json(text: String, endless: bool) -> Self {
        let whole = Self { content_type: JSON, endless, keep: true, ..Self::plain(StatusCode::OK, text) };
        let (brotli, gzip) = (brotli(&whole.raw, SWIFT), gzip(&whole.raw, Compression::fast()));
        Self { raw: Bytes::new(), brotli, gzip, ..whole }
    }

    /// A redirect to a path of this site.
    pub fn redirect(status: StatusCode, location: String) -> Self {
        Self { location: Some(location), ..Self::plain(status, String::new()) }
    }

    /// Adds the compressed forms. Takes milliseconds, some 25 for one that is kept: not for an async thread.
    #[must_use]
    pub fn compressed(self, keep: bool) -> Self {
        let quality = if keep { KEPT } else { QUICK };
        let (brotli, gzip) = (brotli(&self.raw, quality), gzip(&self.raw, Compression::default()));
        Self { raw: Bytes::new(), brotli, gzip, keep, ..self }
    }

    /// Adds the one compressed form that is asked for. Takes milliseconds: not for an async thread.
    #[must_use]
    pub fn coded(self, coding: Coding) -> Self {
        match coding {
            Coding::Brotli => Self { brotli: brotli(&self.raw, SWIFT), ..self },
            Coding::Gzip => Self { gzip: gzip(&self.raw, Compression::fast()), ..self },
        }
    }

    /// The same, as small as it can be. Takes a tenth of a second: not for an async thread.
    #[must_use]
    pub fn settled(&self) -> Self {
        Self { brotli: brotli(&self.text(), THOROUGH), settled: true, ..self.clone() }
    }

    /// Its text. Few ask for it, and it would be most of what a kept page takes.
    pub fn text(&self) -> Bytes {
        if self.gzip.is_empty() { self.raw.clone() } else { gunzip(&self.gzip) }
    }

    /// The memory it takes, in bytes, about.
    pub fn weight(&self) -> usize {
        1024 + self.raw.len() + self.brotli.len() + self.gzip.len()
    }

    /// Whether the client has it.
    pub fn is_had_by(&self, request: &Request) -> bool {
        not_modified(request, self.etag.to_str().unwrap_or_default())
    }

    /// The answer to a request: not modified, a redirect, or the bytes in a coding the client takes.
    pub fn answer(&self, request: &Request) -> Response {
        let mut response = Response::default();
        response.set_status(self.status);
        let headers = response.headers_mut();
        // What is added later fits in as well.
        headers.reserve(16);
        headers.insert(header::CACHE_CONTROL, NO_CACHE);
        headers.insert(header::VARY, if self.lang.is_some() { PAGE_VARY } else { VARY });
        if let Some(location) = &self.location {
            headers.extend(HeaderValue::from_str(location).ok().map(|location| (header::LOCATION, location)));
            return response;
        }
        headers.insert(header::ETAG, self.etag.clone());
        if let Some(lang) = self.lang {
            headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(lang.code()));
        }
        if self.status == StatusCode::OK && self.is_had_by(request) {
            response.set_status(StatusCode::NOT_MODIFIED);
            return response;
        }
        headers.insert(header::CONTENT_TYPE, self.content_type.clone());
        let (coding, bytes) = match accepted(request) {
            Some(Coding::Brotli) if !self.brotli.is_empty() => (Some(BROTLI), self.brotli.clone()),
            Some(_) if !self.gzip.is_empty() => (Some(GZIP), self.gzip.clone()),
            _ => (None, self.text()),
        };
        if let Some(coding) = coding {
            headers.insert(header::CONTENT_ENCODING, coding);
        }
        response.set_body(bytes);
        response
    }
}

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");
const BROTLI: HeaderValue = HeaderValue::from_static("br");
const GZIP: HeaderValue = HeaderValue::from_static("gzip");
const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");
const VARY: HeaderValue = HeaderValue::from_static("Accept-Encoding");
const PAGE_VARY: HeaderValue = HeaderValue::from_static("Accept-Encoding, Accept-Language, Cookie");

/// A weak entity tag from a digest of the bytes.
pub fn etag(digest: &[u8]) -> String {
    format!("W/\"{}\"", hex(&digest[..12]))
}

/// Whether the client already has what `etag` names (RFC 9110 §13.1.2, weak comparison).
pub fn not_modified(request: &Request, etag: &str) -> bool {
    let strong = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let known = request.headers().get_all(header::IF_NONE_MATCH).into_iter().filter_map(|v| v.to_str().ok());
    known.flat_map(|line| line.split(',')).any(|tag| tag.trim() == "*" || strong(tag) == strong(etag))
}

fn brotli(bytes: &[u8], quality: i32) -> Bytes {
    let params =
        brotli::enc::BrotliEncoderParams { quality, lgwin: WINDOW, size_hint: bytes.len(), ..Default::default() };
    let mut small = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut small, &params).expect("memory takes any bytes");
    small.into()
}

fn gzip(bytes: &[u8], level: Compression) -> Bytes {
    let mut small = flate2::write::GzEncoder::new(Vec::new(), level);
    small.write_all(bytes).expect("memory takes any bytes");
    small.finish().expect("memory takes any bytes").into()
}

fn gunzip(small: &[u8]) -> Bytes {
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(small).read_to_end(&mut bytes).expect("what was written here is read here");
    bytes.into()
}

/// Writes the HTML of a page. `root` is what the front end has drawn, `None` where the browser does; `unscripted` is HTML
/// for who runs no scripts; `boot` is JSON, empty for a page without a script.
pub fn html(manifest: &Manifest, lang: Lang, route: &str, head: &Head, body: &Body<'_>) -> String {
    let code = lang.code();
    let dir = lang.dir();
    let head = head.html();
    let style = manifest.style(route);
    let inline = manifest.inline(route).map(|script| format!("<script>{script}</script>")).unwrap_or_default();
    let unstyled = manifest.stylesheet(route).map(without_scripts).unwrap_or_default();
    let (root, unscripted) = (body.root.unwrap_or_default(), body.unscripted);
    let scripts =
        if body.boot.is_empty() { String::new() } else { scripts(manifest, lang, route, body.root.is_some()) };
    let boot = Some(body.boot).filter(|boot| !boot.is_empty()).map(boot_data).unwrap_or_default();
    // Named in the head it would hold back the first paint, for it is wanted for that.
    let font = manifest.font(lang).map(font_preload).unwrap_or_default();
    format!(
        "<!doctype html><html lang=\"{code}\" dir=\"{dir}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">{head}\
         <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\
         <link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">\
         <link rel=\"manifest\" href=\"/manifest.webmanifest\"><style>{style}</style>{inline}{unstyled}{scripts}</head>\
         <body><div id=\"root\">{root}</div>{unscripted}{boot}{font}</body></html>"
    )
}

/// What stands in the body of a page.
pub struct Body<'a> {
    pub root: Option<&'a str>,
    pub unscripted: &'a str,
    pub boot: &'a str,
}

fn boot_data(boot: &str) -> String {
    format!("<script type=\"application/json\" id=\"boot\">{}</script>", script_json(boot))
}

fn font_preload(file: &str) -> String {
    let file = escape(file);
    format!("<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"/assets/{file}\">")
}

/// The whole stylesheet, which the front end applies by itself.
fn without_scripts(stylesheet: &str) -> String {
    format!("<noscript><link rel=\"stylesheet\" href=\"/assets/{}\"></noscript>", escape(stylesheet))
}

/// The code of a page: what the server has drawn is looked at before it is fetched, anything else waits for it.
fn scripts(manifest: &Manifest, lang: Lang, route: &str, is_drawn: bool) -> String {
    let (start, entry) = (escape(&manifest.start), escape(&manifest.entry));
    let chunks = manifest.chunks(route, lang);
    if !is_drawn {
        let chunks: String = chunks.into_iter().map(module_preload).collect();
        return format!("{chunks}<script type=\"module\" src=\"/assets/{entry}\" fetchpriority=\"low\"></script>");
    }
    let chunks = escape(&chunks.join(" "));
    let style = manifest.stylesheet(route).map(|file| format!(" data-style=\"{}\"", escape(file))).unwrap_or_default();
    format!(
        "<script type=\"module\" src=\"/assets/{start}\" fetchpriority=\"low\" data-app=\"{entry}\" \
         data-chunks=\"{chunks}\"{style}></script>"
    )
}

fn module_preload(file: &str) -> String {
    let file = escape(file);
    format!("<link rel=\"modulepreload\" fetchpriority=\"low\" href=\"/assets/{file}\">")
}

/// JSON that may stand inside a script element: nothing in it can end the element or open a comment.
pub fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Document {
        Document { lang: Some(Lang::Fr), ..Document::plain(StatusCode::OK, "bonjour ".repeat(100)) }.compressed(true)
    }

    fn ask(name: &'static str, value: &str) -> Request {
        Request::builder().header(name, value).finish()
    }

    #[test]
    fn data_cannot_end_the_script_it_stands_in() {
        let json = serde_json::json!({ "q": "</script><script>alert(1)</script><!--" }).to_string();
        let written = script_json(&json);
        assert!(!written.contains('<'));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&written).unwrap()["q"].as_str().unwrap().len(), 38);
    }

    #[tokio::test]
    async fn each_client_gets_a_coding_it_takes() {
        let document = document();
        for (accept, coding) in [("gzip, br", Some("br")), ("gzip", Some("gzip")), ("br;q=0, gzip;q=0.5", Some("gzip"))]
        {
            let response = document.answer(&ask("accept-encoding", accept));
            assert_eq!(response.header("content-encoding"), coding, "{accept}");
        }
        let response = document.answer(&ask("accept", "*/*"));
        assert_eq!(response.header("content-encoding"), None);
        assert_eq!(response.headers().get("vary"), Some(&PAGE_VARY));
        assert_eq!(response.header("content-language"), Some("fr"));
        assert_eq!(response.into_body().into_vec().await.unwrap(), "bonjour ".repeat(100).as_bytes());
    }

    #[test]
    fn what_the_client_has_is_not_sent_again() {
        let document = document();
        let again = document.answer(&ask("if-none-match", &format!("\"other\", {}", document.etag.to_str().unwrap())));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(again.headers().get("etag"), Some(&document.etag));
        assert_eq!(document.answer(&ask("if-none-match", "W/\"other\"")).status(), StatusCode::OK);
    }

    #[test]
    fn every_form_holds_the_same_bytes() {
        let document = document();
        for document in [document.settled(), document] {
            let mut unpacked = Vec::new();
            brotli::BrotliDecompress(&mut &document.brotli[..], &mut unpacked).unwrap();
            assert_eq!(
                (unpacked, document.text()),
                ("bonjour ".repeat(100).into_bytes(), Bytes::from("bonjour ".repeat(100)))
            );
        }
    }
}
