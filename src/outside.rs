//! Calls to other programs, by fixed rules: nobody else's proxy, no redirects, a bounded time and a bounded answer.
//! Certificates are checked against the roots the program brings along and those of the machine.

use std::net::{IpAddr, SocketAddr};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Response};
use rustls::client::WantsClientCert;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, ConfigBuilder, RootCertStore, crypto};
use url::{Host, Url};

/// How long somebody may take to pick up.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a connection is kept for the next call. Node closes one after 5 s, Apache too: a call that meets it closing is
/// lost, and whether it was heard nobody knows.
const IDLE: Duration = Duration::from_secs(2);
/// How long a transfer may stand still.
const STANDSTILL: Duration = Duration::from_secs(120);

static SYSTEM_ROOTS: LazyLock<Vec<CertificateDer<'static>>> = LazyLock::new(found_here);
static TLS: LazyLock<ClientConfig> = LazyLock::new(|| trusting(&[]).with_no_client_auth());

/// Reads whom this machine trusts, a hundred files, while a start goes on: only who makes a client before waits for them.
pub fn read_roots() {
    _ = thread::Builder::new().name(String::from("roots")).spawn(|| LazyLock::force(&TLS));
}

/// Trusts these authorities besides.
fn trusting(more: &[CertificateDer<'static>]) -> ConfigBuilder<ClientConfig, WantsClientCert> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    roots.add_parsable_certificates(system_roots().iter().cloned());
    roots.add_parsable_certificates(more.iter().cloned());
    ClientConfig::builder_with_provider(crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .expect("the provider knows the protocol's versions")
        .with_root_certificates(roots)
}

/// Whom this machine trusts besides, such as a firm's own authority; those that `SSL_CERT_FILE` or `SSL_CERT_DIR` name,
/// where an operator has set one. What cannot be read is left out.
pub fn system_roots() -> &'static [CertificateDer<'static>] {
    &SYSTEM_ROOTS
}

fn found_here() -> Vec<CertificateDer<'static>> {
    let mut sound = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    for error in found.errors {
        tracing::warn!(%error, "certificates of this machine cannot be read");
    }
    found.certs.into_iter().filter(|root| sound.add(root.clone()).is_ok()).collect()
}

/// Who makes the calls; each is over after `timeout`, its answer included.
pub fn client(timeout: Duration) -> Client {
    built(rules(TLS.clone()).timeout(timeout))
}

/// The same for one name at one address, whatever DNS says; who answers shows a certificate, as [`reqwest::tls::TlsInfo`].
pub fn client_at(timeout: Duration, name: &str, address: SocketAddr) -> Client {
    built(rules(TLS.clone()).timeout(timeout).resolve(name, address).tls_info(true))
}

/// Who makes calls under a name: `pem` is its certificate, those that vouch for it, and its key.
pub fn client_of(timeout: Duration, pem: &[u8]) -> Result<Client, String> {
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    let key = PrivateKeyDer::from_pem_slice(pem).map_err(|error| error.to_string())?;
    let certificates = certificates.map_err(|error| error.to_string())?;
    let tls = trusting(&[]).with_client_auth_cert(certificates, key).map_err(|error| error.to_string())?;
    Ok(built(rules(tls).timeout(timeout)))
}

/// Who makes calls to a server that the authorities in `pem` vouch for.
pub fn client_trusting(timeout: Duration, pem: &[u8]) -> Result<Client, String> {
    let roots: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    let roots = roots.map_err(|error| error.to_string())?;
    if roots.is_empty() {
        return Err(String::from("there is no certificate in it"));
    }
    Ok(built(rules(trusting(&roots).with_no_client_auth()).timeout(timeout)))
}

/// Who moves what is large, however long it takes, as long as something moves.
pub fn client_for_transfers() -> Client {
    built(rules(TLS.clone()).read_timeout(STANDSTILL))
}

fn rules(tls: ClientConfig) -> ClientBuilder {
    let rules = Client::builder().no_proxy().redirect(Policy::none()).connect_timeout(CONNECT).pool_idle_timeout(IDLE);
    rules.tls_backend_preconfigured(tls)
}

fn built(client: ClientBuilder) -> Client {
    client.build().expect("a client of fixed settings can be built")
}

/// Why a call failed, with what is below it: that alone says that a certificate was refused.
pub fn reason(error: &reqwest::Error) -> String {
    let mut told = error.to_string();
    let mut below = std::error::Error::source(error);
    while let Some(source) = below {
        told = format!("{told}: {source}");
        below = source.source();
    }
    told
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
    match url.scheme() {
        "https" => url.has_host(),
        "http" => is_here(url),
        _ => false,
    }
}

/// Whether an address names this machine. Where its scheme is none of the web's, numbers are still a name.
pub fn is_here(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => match name.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback(),
            Err(_) => name == "localhost" || name.ends_with(".localhost"),
        },
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn a_connection_is_given_up_before_who_answers_closes_it() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let client = client(Duration::from_secs(60));
        let answer = tokio::spawn(client.get(url).send());
        let (mut connection, _) = listener.accept().await.unwrap();
        let mut request = [0; 1024];
        assert!(connection.read(&mut request).await.unwrap() > 0);
        connection.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await.unwrap();
        assert!(answer.await.unwrap().unwrap().status().is_success());
        // As Node does, which waits 5 s.
        let patience = tokio::time::timeout(Duration::from_secs(5), connection.read(&mut request));
        assert_eq!(patience.await.expect("the caller closes first").unwrap(), 0);
    }

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
