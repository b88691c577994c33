//! The shop has one address; whoever asks under another name of its own is led there, but for providers, who follow nobody:
//! what they tell is taken under every name.

use poem::http::uri::{Authority, PathAndQuery};
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Request, Response};

use crate::config::{self, BaseUrl};

/// The answer to a request under another of the shop's names; `None` where it is at the right one, or at none.
pub(super) fn leads_elsewhere(request: &Request, config: &config::Serve) -> Option<Response> {
    let named = request.uri().authority().map(Authority::as_str);
    let host = named.or_else(|| request.header(header::HOST))?;
    (config.is_other_name(host) && !is_told(request)).then(|| moved(request, &config.base_url))
}

/// Whether a provider tells something. It is signed, and whoever sends it is told nothing.
pub(super) fn is_told(request: &Request) -> bool {
    request.uri().path().starts_with("/api/webhooks/")
}

/// The same request at the shop's address, whatever its sender calls it.
pub(super) fn moved(request: &Request, base_url: &BaseUrl) -> Response {
    let path = request.uri().path_and_query().map_or("/", PathAndQuery::as_str);
    let path = if path.starts_with('/') { path } else { "/" };
    match HeaderValue::from_str(&base_url.link(path)) {
        Ok(there) => Response::builder()
            .status(StatusCode::PERMANENT_REDIRECT)
            .header(header::LOCATION, there)
            .header(header::CACHE_CONTROL, "max-age=3600")
            .finish(),
        Err(_) => Response::builder().status(StatusCode::BAD_REQUEST).finish(),
    }
}
