//! RULE: a certificate with its key as people are given it, in one file: PEM, or PKCS#12 with a password.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use p12_keystore::Pkcs12Archive;
use p12_keystore::error::Error as NotOpened;
use rustls::pki_types::pem::{self, SectionKind};
use thiserror::Error;
use x509_parser::certificate::X509Certificate;
use x509_parser::prelude::FromDer;

#[derive(Debug, Error, PartialEq, Eq)]
pub enum NotCertificate {
    #[error("the password is not that of the certificate")]
    Password,
    #[error("there is no private key with the certificate")]
    NoKey,
    #[error("this is no certificate that can be read: {0}")]
    Malformed(String),
}

#[derive(Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The certificate, those that vouch for it, and the key, unencrypted: for `reqwest::Identity::from_pem`.
    pub pem: Vec<u8>,
    /// Unix seconds.
    pub expires: i64,
    /// Its common name, or all of its subject if it has none.
    pub subject: String,
}

impl fmt::Debug for Certificate {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { expires, subject, .. } = self;
        f.debug_struct("Certificate").field("expires", expires).field("subject", subject).finish_non_exhaustive()
    }
}

/// What a file holds, the certificates in any order.
#[derive(Default)]
struct Parts {
    /// With the word PEM has for its form.
    key: Option<(&'static str, Vec<u8>)>,
    certificates: Vec<Vec<u8>>,
}

/// The password opens PKCS#12; a key in PEM must not be locked.
pub fn read(bytes: &[u8], password: &str) -> Result<Certificate, NotCertificate> {
    let has = |word: &[u8]| bytes.windows(word.len()).any(|part| part == word);
    let Parts { key, certificates } = match (has(b"-----BEGIN "), has(b"ENCRYPTED")) {
        (true, true) => return Err(malformed("its key is locked: give it unlocked, or as PKCS#12")),
        (true, false) => of_pem(bytes)?,
        (false, _) => of_pkcs12(bytes, password)?,
    };
    let (label, key) = key.ok_or(NotCertificate::NoKey)?;
    let certificates = own_first(certificates)?;
    let own = certificates.first().ok_or_else(|| malformed("there is no certificate in it"))?;
    let own = parsed(own)?;
    let common = own.subject().iter_common_name().find_map(|name| name.as_str().ok());
    let mut pem = String::new();
    for certificate in &certificates {
        section(&mut pem, "CERTIFICATE", certificate);
    }
    section(&mut pem, label, &key);
    Ok(Certificate {
        expires: own.validity().not_after.timestamp(),
        subject: common.map_or_else(|| own.subject().to_string(), str::to_owned),
        pem: pem.into_bytes(),
    })
}

fn of_pem(mut bytes: &[u8]) -> Result<Parts, NotCertificate> {
    let mut parts = Parts::default();
    while let Some((kind, der)) = pem::from_buf(&mut bytes).map_err(|error| malformed(&format!("{error:?}")))? {
        match kind {
            SectionKind::Certificate => parts.certificates.push(der),
            SectionKind::PrivateKey => parts.key = Some(("PRIVATE KEY", der)),
            SectionKind::RsaPrivateKey => parts.key = Some(("RSA PRIVATE KEY", der)),
            SectionKind::EcPrivateKey => parts.key = Some(("EC PRIVATE KEY", der)),
            _ => {}
        }
    }
    Ok(parts)
}

fn of_pkcs12(bytes: &[u8], password: &str) -> Result<Parts, NotCertificate> {
    let mut archive = Pkcs12Archive::from_pkcs12(bytes, password).map_err(|error| match error {
        // Without a checksum a wrong password shows only in what it opens, which makes no sense.
        NotOpened::MacError(_) | NotOpened::UnpadError | NotOpened::Pkcs5Error(_) => NotCertificate::Password,
        error => malformed(&error.to_string()),
    })?;
    let of_key = archive.keys.first().and_then(|bag| bag.local_key_id.as_ref().map(|id| id.0.clone()));
    // One file may hold several people's; the sort is stable.
    archive.certs.sort_by_key(|bag| bag.local_key_id != of_key);
    let key = archive.keys.first().map(|bag| ("PRIVATE KEY", bag.key.as_der().to_vec()));
    let certificates = archive.certs.iter().map(|bag| bag.cert.as_der().to_vec()).collect();
    Ok(Parts { key, certificates })
}

/// The order TLS sends them in: one's own, who vouches for it, and so on. Those that do not belong to it are left out.
fn own_first(certificates: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, NotCertificate> {
    let mut named = Vec::new();
    for der in certificates {
        let certificate = parsed(&der)?;
        let by = (certificate.subject().as_raw().to_vec(), certificate.issuer().as_raw().to_vec());
        let vouches = certificate.is_ca();
        named.push((der, by, vouches));
    }
    let own = named.iter().position(|(.., vouches)| !vouches).unwrap_or_default();
    let mut chain = Vec::new();
    let mut next = (own < named.len()).then(|| named.remove(own));
    while let Some((der, (_, issuer), _)) = next {
        chain.push(der);
        let above = named.iter().position(|(_, (subject, _), _)| *subject == issuer);
        next = above.map(|above| named.remove(above));
    }
    Ok(chain)
}

fn parsed(der: &[u8]) -> Result<X509Certificate<'_>, NotCertificate> {
    let (_, certificate) = X509Certificate::from_der(der).map_err(|error| malformed(&error.to_string()))?;
    Ok(certificate)
}

fn section(pem: &mut String, label: &str, der: &[u8]) {
    let text = STANDARD.encode(der);
    pem.extend(["-----BEGIN ", label, "-----\n"]);
    for line in text.as_bytes().chunks(64) {
        pem.extend(line.iter().map(|byte| char::from(*byte)));
        pem.push('\n');
    }
    pem.extend(["-----END ", label, "-----\n"]);
}

fn malformed(why: &str) -> NotCertificate {
    NotCertificate::Malformed(why.to_owned())
}
