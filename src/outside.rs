//! Calls to other programs, by fixed rules: nobody else's proxy, no redirects, a bounded time and a bounded answer.
//! Certificates are checked against the roots the program brings along.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use rustls::{ClientConfig, RootCertStore, crypto};
use url::{Host, Url};

/// How long somebody may take to pick up.
const CONNECT: Duration = Duration::from_secs(5);

/// Who makes the calls; each is over after `timeout`, its answer included.
pub fn client(timeout: Duration) -> Client {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let tls = ClientConfig::builder_with_provider(crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .expect("the provider knows the protocol's versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    Client::builder()
        .no_proxy()
        .redirect(Policy::none())
        .connect_timeout(CONNECT)
        .timeout(timeout)
        .tls_backend_preconfigured(tls)
        .build()
        .expect("a client of fixed settings can be built")
}

/// The body of an answer; `None` when it breaks off or is longer than `most` bytes.
pub async fn body(mut answer: Response, most: usize) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await.ok()? {
        body.extend_from_slice(&part);
        if body.len() > most {
            return None;
        }
    }
    Some(body)
}

/// Whether what is sent to an address stays between the two: https, or this machine.
pub fn is_private(url: &Url) -> bool {
    let is_here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    match url.scheme() {
        "https" => url.has_host(),
        "http" => is_here,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_may_be_asked_in_the_clear() {
        for (url, private) in [
            ("https://accounts.example/x", true),
            ("http://localhost:8080/x", true),
            ("http://127.0.0.1/x", true),
            ("http://[::1]/x", true),
            ("http://accounts.example/x", false),
            ("http://localhost.example/x", false),
            ("http://10.0.0.1/x", false),
            ("file:///etc/passwd", false),
        ] {
            assert_eq!(is_private(&Url::parse(url).unwrap()), private, "{url}");
        }
    }
}
