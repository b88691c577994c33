//! `/pictures/<name>`, `/media/demo/<name>` and `/media/<name>`: a picture in the width an address asks for and of the
//! kind its reader takes. `/documents/<name>/<file>.pdf`: a paper of a product's maker.
//!
//! `w` is rounded up to a width there is, or down to the widest; without it the widest is sent. Anything else in its
//! place is not found. `v` is the version of the whole set, see [`Shelf::version`].

use bytes::Bytes;
use poem::http::{StatusCode, header};
use poem::{Request, Response};

use super::assets::{FOREVER, ONE_DAY, not_found, weight};
use super::document::{etag, not_modified};
use crate::pictures::media::{Kind, Name};
use crate::pictures::{self, Library, Picture, Shelf, Wish, documents};

/// How long an address without a version, or with another one, may be taken from a cache.
const ONE_HOUR: &str = "public, max-age=3600";
const SOCIAL: &str = "/pictures/social.jpg";

/// The version as it stands in addresses.
pub fn version(shelf: &Shelf) -> String {
    format!("{:08x}", shelf.version)
}

/// The picture for previews of links, if there is one.
pub fn social(shelf: &Shelf) -> Option<Social> {
    Some(Social { size: shelf.social_size()?, path: format!("{SOCIAL}?v={}", version(shelf)) })
}

/// A picture for previews of links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Social {
    /// Its address on this site.
    pub path: String,
    /// In pixels, from side to side and from top to bottom.
    pub size: (u32, u32),
}

/// The picture a path names; `None` when the path names no picture.
pub fn answer(path: &str, request: &Request, shelf: &Shelf) -> Option<Response> {
    if let Some(name) = path.strip_prefix("/media/demo/") {
        if let Some(name) = name.strip_suffix(".svg") {
            return Some(moved(name));
        }
        let picture = wish(request).and_then(|wish| pictures::product(name, wish));
        return Some(picture.map_or_else(not_found, |picture| send(&picture, FOREVER, request)));
    }
    let name = path.strip_prefix("/pictures/")?;
    let picture = match path {
        SOCIAL => shelf.social().cloned(),
        _ => wish(request).and_then(|wish| shelf.find(name, wish)),
    };
    let is_current = parameter(request, "v").is_some_and(|v| v == version(shelf));
    let keep = if is_current { FOREVER } else { ONE_HOUR };
    Some(picture.map_or_else(not_found, |picture| send(&picture, keep, request)))
}

/// The owner's picture of a product that a path names, or a document; `None` when the path names none.
pub async fn media(path: &str, request: &Request, library: &Library) -> Option<Response> {
    if documents::is_path(path) {
        return Some(Box::pin(document(path, request, library)).await);
    }
    let name = Name::parse(path.strip_prefix("/media/")?)?;
    let Some(wish) = wish(request) else { return Some(not_found()) };
    let read = async |kind| tokio::fs::read(library.media(&name, wish.width, kind)).await.ok();
    let avif = if wish.avif { read(Kind::Avif).await } else { None };
    let (kind, file) = match avif {
        Some(file) => (Kind::Avif, Some(file)),
        None => (Kind::WebP, read(Kind::WebP).await),
    };
    let Some(file) = file else { return Some(not_found()) };
    // What a name shows never changes; only a smaller file of it may still be to come.
    let keep = if wish.avif && kind == Kind::WebP { ONE_HOUR } else { FOREVER };
    let etag = format!("\"{name}-{}-{kind:?}\"", wish.width.unwrap_or(0));
    let response = Response::builder()
        .header(header::CACHE_CONTROL, keep)
        .header(header::VARY, "Accept")
        .header(header::ETAG, &etag);
    if not_modified(request, &etag) {
        return Some(response.status(StatusCode::NOT_MODIFIED).finish());
    }
    Some(response.content_type(kind.content_type()).body(file))
}

/// A paper of a product's maker, to be kept: it is not the shop's own, and never shown as a part of its pages.
async fn document(path: &str, request: &Request, library: &Library) -> Response {
    let etag = format!("\"{}\"", path.trim_start_matches('/'));
    let file = match documents::Name::of_path(path) {
        Some(name) => tokio::fs::read(library.document(&name)).await.ok().map(Into::into),
        None => documents::demo(path),
    };
    let Some(file) = file else { return not_found() };
    let response = Response::builder().header(header::CACHE_CONTROL, FOREVER).header(header::ETAG, &etag);
    if not_modified(request, &etag) {
        return response.status(StatusCode::NOT_MODIFIED).finish();
    }
    let kept_as = format!("attachment; filename=\"{}\"", documents::file_name(path));
    let body: Bytes = file;
    response.header(header::CONTENT_DISPOSITION, kept_as).content_type("application/pdf").body(body)
}

/// What a request wants; `None` when its width is none.
fn wish(request: &Request) -> Option<Wish> {
    let width = match parameter(request, "w") {
        Some(width) => Some(width.parse().ok().filter(|width| *width > 0)?),
        None => None,
    };
    Some(Wish { width, avif: takes_avif(request) })
}

fn parameter<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    let query = request.uri().query().unwrap_or_default();
    query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
}

/// Only who names AVIF gets it: many who take "any picture" cannot show it.
fn takes_avif(request: &Request) -> bool {
    weight(request.header(header::ACCEPT).unwrap_or_default(), "image/avif").is_some_and(|q| q > 0.0)
}

fn send(picture: &Picture, keep: &str, request: &Request) -> Response {
    let etag = etag(&picture.digest);
    let response = Response::builder()
        .header(header::CACHE_CONTROL, keep)
        .header(header::VARY, "Accept")
        .header(header::ETAG, &etag);
    if not_modified(request, &etag) {
        return response.status(StatusCode::NOT_MODIFIED).finish();
    }
    response.content_type(picture.content_type).body(picture.bytes.clone())
}

/// Where demo pictures were before they had widths; carts and orders in browsers still name them.
fn moved(name: &str) -> Response {
    if !pictures::is_product(name) {
        return not_found();
    }
    Response::builder()
        .status(StatusCode::MOVED_PERMANENTLY)
        .header(header::CACHE_CONTROL, ONE_DAY)
        .header(header::LOCATION, format!("/media/demo/{name}"))
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_names_avif_gets_it() {
        for (accept, takes) in [
            ("image/avif,image/webp,*/*;q=0.8", true),
            ("text/html, IMAGE/AVIF;q=0.1", true),
            ("image/avif;q=0, image/webp", false),
            ("image/*", false),
            ("*/*", false),
            ("", false),
        ] {
            assert_eq!(takes_avif(&Request::builder().header("accept", accept).finish()), takes, "{accept}");
        }
    }

    #[test]
    fn a_width_is_a_number_above_zero() {
        let asks = |query: &str| wish(&Request::builder().uri_str(format!("/pictures/hero?{query}")).finish());
        assert_eq!(asks("v=1&w=480").unwrap().width, Some(480));
        assert_eq!(asks("v=1").unwrap().width, None);
        for nonsense in ["w=", "w=0", "w=-1", "w=4.5", "w=99999999999", "w=wide"] {
            assert!(asks(nonsense).is_none(), "{nonsense}");
        }
    }

    #[test]
    fn an_old_address_of_a_demo_picture_leads_to_the_new_one() {
        let ask = |path: &str| answer(path, &Request::builder().finish(), &Shelf::default()).unwrap();
        let moved = ask("/media/demo/extintor.svg");
        assert_eq!(moved.status(), StatusCode::MOVED_PERMANENTLY);
        assert_eq!(moved.header("location"), Some("/media/demo/extintor"));
        assert_eq!(ask("/media/demo/extintor").status(), StatusCode::OK);
        for missing in [
            "/media/demo/no-such.svg",
            "/media/demo/no-such",
            "/media/demo/",
            "/media/demo/../demo.json",
            "/media/demo//x.svg",
        ] {
            assert_eq!(ask(missing).status(), StatusCode::NOT_FOUND, "{missing}");
        }
    }

    #[test]
    fn a_missing_picture_is_not_found() {
        let ask = |path: &str| answer(path, &Request::builder().finish(), &Shelf::default());
        for path in ["/pictures/hero", "/pictures/social.jpg", "/pictures/", "/pictures/../app.js"] {
            assert_eq!(ask(path).unwrap().status(), StatusCode::NOT_FOUND, "{path}");
        }
        assert!(ask("/store").is_none());
        assert_eq!(social(&Shelf::default()), None);
    }
}
