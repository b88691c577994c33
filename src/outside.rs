//! Calls to other programs, by fixed rules: nobody else's proxy, no redirects, a bounded time and a bounded answer.
//! Certificates are checked against the roots the program brings along.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use rustls::{ClientConfig, RootCertStore, crypto};

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
