//! Who the stand-in is and whom it lets in.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

/// The files a client needs.
#[derive(Debug, Clone)]
pub struct Papers {
    /// Who vouches for the stand-in, for `SSL_CERT_FILE`.
    pub ca: PathBuf,
    /// A certificate it lets in and its key, in one PEM file.
    pub client: PathBuf,
}

fn params(name: &str, hosts: &[&str], usage: Option<ExtendedKeyUsagePurpose>) -> CertificateParams {
    let hosts: Vec<String> = hosts.iter().copied().map(String::from).collect();
    let mut params = CertificateParams::new(hosts).unwrap();
    params.distinguished_name.push(DnType::CommonName, name);
    params.extended_key_usages.extend(usage);
    params
}

/// Makes everything anew, and writes what a client needs into a directory.
pub fn papers(directory: &Path) -> (Papers, TlsAcceptor) {
    let mut ca = params("Stand-in CA", &[], None);
    ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let ca = CertifiedIssuer::self_signed(ca, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let own = params("localhost", &["localhost", "127.0.0.1"], Some(ExtendedKeyUsagePurpose::ServerAuth));
    let own = own.signed_by(&key, &ca).unwrap();

    let provider = Arc::new(ring::default_provider());
    let mut roots = RootCertStore::empty();
    roots.add(ca.der().clone()).unwrap();
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build().unwrap();
    let secret = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_client_cert_verifier(verifier)
        .with_single_cert(vec![own.der().clone()], secret)
        .unwrap();

    let papers = Papers { ca: directory.join("agency-ca.pem"), client: directory.join("agency-client.pem") };
    fs::write(&papers.ca, ca.pem()).unwrap();
    fs::write(&papers.client, client("ANA PEREZ (R: B12345674)", &ca)).unwrap();
    (papers, TlsAcceptor::from(Arc::new(config)))
}

fn client(name: &str, ca: &CertifiedIssuer<KeyPair>) -> String {
    let key = KeyPair::generate().unwrap();
    let certificate = params(name, &[], Some(ExtendedKeyUsagePurpose::ClientAuth)).signed_by(&key, ca).unwrap();
    format!("{}{}", certificate.pem(), key.serialize_pem())
}

/// A certificate with its key that nobody here vouches for.
pub fn stranger() -> String {
    let mut ca = params("Another CA", &[], None);
    ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    client("NOBODY", &CertifiedIssuer::self_signed(ca, KeyPair::generate().unwrap()).unwrap())
}
