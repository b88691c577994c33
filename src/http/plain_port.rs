//! Port 80 of a shop that speaks https by itself: it shows the authority what it wants to see, and leads everybody else
//! to the shop's address. Whoever is on this machine is answered by the site, too: it watches over the program, and may not
//! wait for a certificate.

use std::sync::Arc;

use poem::http::{StatusCode, header};
use poem::{Endpoint, Request, Response};
use serde::Deserialize;

use super::names;
use crate::app::Shared;
use crate::config::BaseUrl;
use crate::lang::{Lang, Texts};
use crate::limits::client_ip::peer;
use crate::text::escape;

/// Where an authority looks (RFC 8555, 8.3).
const CHALLENGE: &str = "/.well-known/acme-challenge/";
/// Seconds after which somebody may look again whether there is a certificate.
const LOOK_AGAIN: u64 = 15;

/// What port 80 answers.
pub(super) struct PlainPort<E> {
    app: Shared,
    /// For this machine.
    site: Arc<E>,
}

impl<E> PlainPort<E> {
    pub(super) fn new(app: Shared, site: Arc<E>) -> Self {
        Self { app, site }
    }

    fn answer(&self, request: &Request) -> Response {
        let certificates = self.app.certificates.as_ref();
        if let Some(token) = request.uri().path().strip_prefix(CHALLENGE) {
            let shown = certificates.and_then(|certificates| certificates.challenge(token));
            let text = Response::builder().content_type("text/plain; charset=utf-8");
            return match shown {
                Some(answer) => text.header(header::CACHE_CONTROL, "no-store").body(answer),
                None => text.status(StatusCode::NOT_FOUND).body("nothing is shown under this name\n"),
            };
        }
        if certificates.is_some_and(|certificates| certificates.is_there()) {
            return names::moved(request, &self.app.config.base_url);
        }
        not_yet(request)
    }
}

impl<E: Endpoint<Output = Response>> Endpoint for PlainPort<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        if is_from_here(&request) && !request.uri().path().starts_with(CHALLENGE) {
            return self.site.call(request).await;
        }
        let answer = self.answer(&request);
        // Who is led on is told of where they are led to.
        tracing::debug!(method = request.method().as_str(), status = answer.status().as_u16(), "request at port 80");
        Ok(answer)
    }
}

/// Somebody on this machine, who asks for this machine.
fn is_from_here(request: &Request) -> bool {
    let named = request.header(header::HOST).unwrap_or_default();
    peer(request).is_loopback() && BaseUrl::parse(&format!("http://{named}")).is_ok_and(|url| url.is_loopback())
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    title: String,
    text: String,
}

static WORDS: Texts<Words> = Texts::section("no_certificate");

/// While there is no certificate: led to https, a browser would only say that it does not work.
fn not_yet(request: &Request) -> Response {
    let lang = request.header(header::ACCEPT_LANGUAGE).map_or(Lang::default(), Lang::negotiate);
    let Words { title, text } = WORDS.of(lang);
    let (title, text) = (escape(title), escape(text));
    let page = format!(
        "<!doctype html>\n<html lang=\"{lang}\" dir=\"{}\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><meta http-equiv=\"refresh\" content=\"{LOOK_AGAIN}\">\
         <title>{title}</title><h1>{title}</h1><p>{text}</p></html>\n",
        lang.dir()
    );
    Response::builder()
        .status(StatusCode::SERVICE_UNAVAILABLE)
        .content_type("text/html; charset=utf-8")
        .header(header::RETRY_AFTER, LOOK_AGAIN)
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::VARY, "accept-language")
        .body(page)
}
