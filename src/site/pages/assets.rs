//! The files of the front end's build, which are inside the binary.

use std::borrow::Cow;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use poem::http::{StatusCode, header};
use poem::{IntoResponse, Request, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::document::{etag, not_modified};
use crate::problem::{Code, Problem};

/// The front end's build; texts only as their compressed copies, for the sake of the program's size.
#[derive(RustEmbed)]
#[folder = "frontend/dist"]
#[exclude = "*.js"]
#[exclude = "*.css"]
#[exclude = "*.svg"]
#[exclude = "*.json"]
struct Dist;

/// A year: hashed names never change their bytes.
pub(super) const FOREVER: &str = "public, max-age=31536000, immutable";
pub(super) const ONE_DAY: &str = "public, max-age=86400";
const SVG: &str = "image/svg+xml";
/// The front end's worker, which runs beside the pages.
const WORKER: &str = "public/sw.js";
/// It may fetch, from us.
const WORKER_CSP: &str = "default-src 'none'; connect-src 'self'";
/// A drawing opened by itself is a document of this origin: it may run and load nothing.
const PICTURE_CSP: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// A text of the front end's build, such as `manifest.json`; empty when the build lacks it.
pub fn built(name: &str) -> Vec<u8> {
    Dist::get(&format!("{name}.br")).map(|file| expanded(bytes(&file))).unwrap_or_default()
}

/// SHA-256 that tells one build of a file from another; zeros where there is none.
pub fn mark(name: &str) -> [u8; 32] {
    Dist::get(&format!("{name}.br")).map(|file| file.metadata.sha256_hash()).unwrap_or_default()
}

/// What a compressed copy is a copy of.
fn expanded(small: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    brotli::BrotliDecompress(&mut &small[..], &mut plain).expect("the build compressed it");
    plain
}

/// For who takes nothing smaller; made anew each time, as hardly anybody does.
fn gzipped(plain: &[u8]) -> Vec<u8> {
    let mut small = GzEncoder::new(Vec::new(), Compression::default());
    small.write_all(plain).and_then(|()| small.finish()).expect("memory takes any bytes")
}

/// The bytes of a file; embedded ones are never anything but borrowed.
fn bytes(file: &EmbeddedFile) -> &'static [u8] {
    match &file.data {
        Cow::Borrowed(bytes) => bytes,
        Cow::Owned(_) => &[],
    }
}

/// The file a path names: a hashed asset, or a file of the site's root. `None` when `path` belongs to the pages.
pub fn answer(path: &str, request: &Request) -> Option<Response> {
    if let Some(name) = path.strip_prefix("/assets/") {
        return Some(file(&format!("assets/{name}"), FOREVER, request).unwrap_or_else(not_found));
    }
    if path.starts_with("/media/") || path.starts_with("/documents/") {
        return Some(not_found());
    }
    file(&format!("public{path}"), ONE_DAY, request)
}

/// The paths of all that is at the site's root, and those below which the rest is.
pub fn paths() -> impl Iterator<Item = String> {
    let root = Dist::iter().filter_map(|name| {
        let name = name.strip_prefix("public")?;
        Some(name.strip_suffix(".br").unwrap_or(name).to_owned())
    });
    root.chain(["/assets/*", "/media/*", "/pictures/*"].map(str::to_owned))
}

/// A file of the build, in a coding the client takes.
fn file(name: &str, cache_control: &str, request: &Request) -> Option<Response> {
    // The compressed copies are codings of a file, not files of their own.
    if let Some((_, "br")) = name.rsplit_once('.') {
        return None;
    }
    let (file, is_text) = match Dist::get(name) {
        Some(file) => (file, false),
        None => (Dist::get(&format!("{name}.br"))?, true),
    };
    let etag = etag(&file.metadata.sha256_hash());
    let mut response = Response::builder()
        .header(header::CACHE_CONTROL, cache_control)
        .header(header::VARY, "Accept-Encoding")
        .header(header::ETAG, &etag);
    if not_modified(request, &etag) {
        return Some(response.status(StatusCode::NOT_MODIFIED).finish());
    }
    let content_type = content_type(name);
    if content_type == SVG {
        response = response.header(header::CONTENT_SECURITY_POLICY, PICTURE_CSP);
    } else if name == WORKER {
        response = response.header(header::CONTENT_SECURITY_POLICY, WORKER_CSP);
    }
    response = response.content_type(content_type);
    if !is_text {
        return Some(response.body(bytes(&file)));
    }
    let small = bytes(&file);
    Some(match accepted(request) {
        Some(Coding::Brotli) => response.header(header::CONTENT_ENCODING, "br").body(small),
        Some(Coding::Gzip) => response.header(header::CONTENT_ENCODING, "gzip").body(gzipped(&expanded(small))),
        None => response.body(expanded(small)),
    })
}

pub(super) fn not_found() -> Response {
    Problem::new(Code::NotFound).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => SVG,
        Some("webp") => "image/webp",
        Some("avif") => "image/avif",
        Some("png") => "image/png",
        Some("jpg") => "image/jpeg",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A coding we can send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// `br`
    Brotli,
    /// `gzip`
    Gzip,
}

/// The smallest coding a client takes (RFC 9110 §12.5.3); which it likes best does not matter to it.
pub fn accepted(request: &Request) -> Option<Coding> {
    let header = request.header(header::ACCEPT_ENCODING).unwrap_or_default();
    let takes = |coding| weight(header, coding).or_else(|| weight(header, "*")).is_some_and(|q| q > 0.0);
    if takes("br") { Some(Coding::Brotli) } else { takes("gzip").then_some(Coding::Gzip) }
}

/// How much a client wants `name`, 0 to 1, if its `Accept` or `Accept-Encoding` names it (RFC 9110 §12.4.2).
pub(super) fn weight(header: &str, name: &str) -> Option<f32> {
    header.split(',').take(32).find_map(|part| {
        let mut part = part.split(';').map(str::trim);
        let is_it = part.next().is_some_and(|named| named.eq_ignore_ascii_case(name));
        let q = part.find_map(|p| p.strip_prefix("q=")).map_or(1.0, |q| q.parse().unwrap_or(0.0));
        is_it.then_some(q)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(path: &str) -> Option<Response> {
        answer(path, &Request::builder().finish())
    }

    #[test]
    fn a_coding_is_chosen_by_what_the_client_takes() {
        for (header, coding) in [
            ("gzip, deflate, br, zstd", Some(Coding::Brotli)),
            ("gzip;q=1.0, br;q=0.1", Some(Coding::Brotli)),
            ("br;q=0, gzip", Some(Coding::Gzip)),
            ("*", Some(Coding::Brotli)),
            ("*;q=0, gzip", Some(Coding::Gzip)),
            ("brotli", None),
            ("identity", None),
            ("br;q=x", None),
            ("", None),
        ] {
            let request = Request::builder().header("accept-encoding", header).finish();
            assert_eq!(accepted(&request), coding, "{header}");
        }
    }

    #[test]
    fn nothing_outside_the_folders_can_be_reached() {
        for path in [
            "/assets/../manifest.json",
            "/assets/..%2fmanifest.json",
            "/assets/%2e%2e/manifest.json",
            "/assets//etc/passwd",
            "/assets/",
            "/assets/app.js.br",
            "/media/../manetes.sqlite",
        ] {
            assert_eq!(get(path).unwrap().status(), StatusCode::NOT_FOUND, "{path}");
        }
        for path in ["/../server.js", "/..", "/", "", "/server.js", "/manifest.json"] {
            assert!(get(path).is_none(), "{path}");
        }
    }

    #[test]
    fn a_tab_that_shows_no_page_finds_the_shops_icon_where_browsers_look_for_it() {
        let response = get("/favicon.ico").unwrap();
        assert_eq!((response.status(), response.content_type()), (StatusCode::OK, Some("image/x-icon")));
    }

    #[test]
    fn a_picture_can_do_nothing_when_opened_by_itself() {
        let response = get("/favicon.svg").unwrap();
        assert_eq!(response.content_type(), Some(SVG));
        assert_eq!(response.header("content-security-policy"), Some(PICTURE_CSP));
        let tag = response.header("etag").unwrap().to_owned();
        let small = Request::builder().header("accept-encoding", "br").finish();
        assert_eq!(answer("/favicon.svg", &small).unwrap().header("content-encoding"), Some("br"));
        let again = Request::builder().header("if-none-match", tag).finish();
        assert_eq!(answer("/favicon.svg", &again).unwrap().status(), StatusCode::NOT_MODIFIED);
    }
}
