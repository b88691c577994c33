//! The headers every answer carries.

use poem::Response;
use poem::http::{HeaderName, HeaderValue, header};

use crate::config::Serve;

/// What the API allows a browser to do with an answer it displays: nothing.
pub const API_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

const POLICY: HeaderValue = HeaderValue::from_static(API_POLICY);
const HTTPS: HeaderValue = HeaderValue::from_static("max-age=31536000");
const HTTPS_AND_BELOW: HeaderValue = HeaderValue::from_static("max-age=31536000; includeSubDomains");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

static EVERYWHERE: [(HeaderName, HeaderValue); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(
            "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
        ),
    ),
];

/// Lets no cache keep an answer, unless its handler said how it may be kept.
pub fn keep_nowhere(response: &mut Response) {
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(NO_STORE);
}

/// Adds them; a handler's own policy stands.
pub fn secure(response: &mut Response, config: &Serve) {
    let headers = response.headers_mut();
    headers.reserve(EVERYWHERE.len() + 2);
    for (name, value) in &EVERYWHERE {
        headers.entry(name).or_insert_with(|| value.clone());
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(POLICY);
    if config.base_url.is_https() {
        let promise = if config.hsts_subdomains { HTTPS_AND_BELOW } else { HTTPS };
        headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(promise);
    }
}
