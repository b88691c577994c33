//! How the payment pages of our own and what belongs to them are answered.

use poem::Response;
use poem::http::header;

/// A page that nobody keeps; `policy` is what a browser may do with it.
pub(super) fn html(page: String, policy: &str) -> Response {
    Response::builder()
        .content_type("text/html; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .body(page)
}

/// A file of a page.
pub(super) fn file(content_type: &str, content: &'static str) -> Response {
    Response::builder().content_type(content_type).header(header::CACHE_CONTROL, "no-cache").body(content)
}
