//! What is kept in `DATA/tls`, for the owner's eyes only: the certificate with its key, the accounts at authorities, and
//! what is remembered between tries.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use instant_acme::{AccountCredentials, CertificateIdentifier};
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;
use x509_parser::extensions::GeneralName;
use x509_parser::prelude::{FromDer, X509Certificate};

use super::renewal::{Facts, Memory};
use crate::clock::Timestamp;
use crate::files;

/// The folder in the data directory.
pub const FOLDER: &str = "tls";
/// The key and the certificate are one file, so that they always belong together.
const CERTIFICATE: &str = "certificate.pem";
const MEMORY: &str = "state.json";
/// Bytes of the largest of these that is read.
const MAX_BYTES: u64 = 1 << 20;
/// For whoever the directory belongs to.
const MODE: u32 = 0o600;

/// A certificate, ready to be shown.
pub(super) struct Certificate {
    pub(super) key: Arc<CertifiedKey>,
    pub(super) facts: Facts,
    /// As the authority is asked about it; `None` where its maker gave it none.
    pub(super) id: Option<CertificateIdentifier<'static>>,
}

impl Certificate {
    /// Of a key and certificates in PEM, the own one first; the error is one line.
    pub(super) fn read(pem: &[u8]) -> Result<Self, String> {
        let key = PrivateKeyDer::from_pem_slice(pem).map_err(|error| format!("no key: {error}"))?;
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
        let chain = chain.map_err(|error| format!("no certificate: {error}"))?;
        let own = chain.first().ok_or("there is no certificate in it")?;
        let facts = facts(own)?;
        let id = CertificateIdentifier::try_from(own).ok().map(CertificateIdentifier::into_owned);
        let key = CertifiedKey::from_der(chain, key, &ring::default_provider());
        let key = key.map_err(|error| format!("key and certificate do not belong together: {error}"))?;
        Ok(Self { key: Arc::new(key), facts, id })
    }
}

fn facts(certificate: &CertificateDer<'_>) -> Result<Facts, String> {
    let (_, parsed) = X509Certificate::from_der(certificate).map_err(|error| format!("no certificate: {error}"))?;
    let alternatives = parsed.subject_alternative_name().ok().flatten();
    let names =
        alternatives.iter().flat_map(|extension| &extension.value.general_names).filter_map(|name| match name {
            GeneralName::DNSName(name) => Some((*name).to_owned()),
            _ => None,
        });
    let moment = |at: x509_parser::time::ASN1Time| Timestamp::from_millis(at.timestamp().saturating_mul(1000));
    let validity = parsed.validity();
    Ok(Facts {
        serial: parsed.raw_serial_as_string(),
        names: names.collect(),
        begins_at: moment(validity.not_before),
        ends_at: moment(validity.not_after),
    })
}

/// The folder.
#[derive(Debug, Clone)]
pub(super) struct Store(PathBuf);

impl Store {
    /// Of a data directory; nothing is made yet.
    pub(super) fn of(data_dir: &Path) -> Self {
        Self(data_dir.join(FOLDER))
    }

    /// The certificate, where there is one; the error is one line, with the file.
    pub(super) fn certificate(&self) -> Result<Option<Certificate>, String> {
        let pem = self.read(CERTIFICATE)?;
        pem.map(|pem| Certificate::read(&pem).map_err(|error| self.of_file(CERTIFICATE, &error))).transpose()
    }

    /// When its file was written; `None` where there is none.
    pub(super) fn written_at(&self) -> Option<SystemTime> {
        fs::metadata(self.0.join(CERTIFICATE)).and_then(|file| file.modified()).ok()
    }

    pub(super) fn put_certificate(&self, pem: &str) -> io::Result<()> {
        self.put(CERTIFICATE, pem.as_bytes())
    }

    /// The account at the authority with this directory.
    pub(super) fn account(&self, directory: &str) -> Result<Option<AccountCredentials>, String> {
        let name = account_file(directory);
        let read = |json: Vec<u8>| serde_json::from_slice(&json).map_err(|error| self.of_file(&name, &error));
        self.read(&name)?.map(read).transpose()
    }

    pub(super) fn put_account(&self, directory: &str, account: &AccountCredentials) -> io::Result<()> {
        self.put(&account_file(directory), &serde_json::to_vec(account)?)
    }

    /// What is remembered; nothing, where it cannot be read.
    pub(super) fn memory(&self) -> Memory {
        let read = self.read(MEMORY).and_then(|json| match json {
            Some(json) => serde_json::from_slice(&json).map_err(|error| self.of_file(MEMORY, &error)),
            None => Ok(Memory::default()),
        });
        read.unwrap_or_else(|error| {
            tracing::warn!(error, "what was remembered of certificates is lost");
            Memory::default()
        })
    }

    pub(super) fn put_memory(&self, memory: &Memory) -> io::Result<()> {
        self.put(MEMORY, &serde_json::to_vec_pretty(memory)?)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        files::make_folder(&self.0)?;
        files::put(&self.0.join(name), bytes, MODE)
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let path = self.0.join(name);
        match fs::metadata(&path).map(|file| file.len()) {
            Ok(length) if length > MAX_BYTES => return Err(self.of_file(name, &"it is too large")),
            _ => {}
        }
        match fs::read(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.of_file(name, &error)),
        }
    }

    fn of_file(&self, name: &str, error: &dyn std::fmt::Display) -> String {
        format!("{}: {error}", self.0.join(name).display())
    }
}

/// A file for each authority: `account-acme-v02.api.letsencrypt.org-directory.json`.
fn account_file(directory: &str) -> String {
    let place = directory.split_once("://").map_or(directory, |(_, place)| place);
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    format!("account-{}.json", place.chars().map(plain).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key and a certificate for names, both as PEM.
    fn pem(names: &[&str]) -> (String, String) {
        let key = rcgen::KeyPair::generate().unwrap();
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let certificate = rcgen::CertificateParams::new(names).unwrap().self_signed(&key).unwrap();
        (key.serialize_pem(), certificate.pem())
    }

    #[test]
    fn a_certificate_is_kept_with_its_key_for_nobody_else_to_read() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let store = Store::of(dir.path());
        assert!(store.certificate().unwrap().is_none() && store.written_at().is_none());
        let (key, certificate) = pem(&["example.com", "www.example.com"]);
        store.put_certificate(&(key + &certificate)).unwrap();
        let kept = store.certificate().unwrap().unwrap();
        assert_eq!(kept.facts.names, ["example.com", "www.example.com"]);
        assert!(kept.facts.begins_at < kept.facts.ends_at);
        let mode = |path: PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(dir.path().join(FOLDER)), 0o700);
        assert_eq!(mode(dir.path().join(FOLDER).join(CERTIFICATE)), 0o600);
    }

    #[test]
    fn what_is_no_certificate_with_its_key_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::of(dir.path());
        let ((key, certificate), (other_key, _)) = (pem(&["example.com"]), pem(&["example.com"]));
        let cut = &certificate[..certificate.len() / 2];
        for wrong in ["", "nonsense", &key, &certificate, &(other_key + &certificate), &(key.clone() + cut)] {
            store.put_certificate(wrong).unwrap();
            let error = store.certificate().err().expect(wrong);
            assert!(error.contains("tls/certificate.pem: ") && !error.contains('\n'), "{error}");
        }
        let huge = key + &certificate + &"x".repeat(usize::try_from(MAX_BYTES).unwrap());
        store.put_certificate(&huge).unwrap();
        assert!(store.certificate().err().unwrap().contains("too large"));
    }

    #[test]
    fn what_is_remembered_comes_back_and_nonsense_is_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::of(dir.path());
        assert_eq!(store.memory(), Memory::default());
        let mut memory = Memory::default();
        memory.begin(Timestamp::from_millis(1));
        store.put_memory(&memory).unwrap();
        assert_eq!(store.memory(), memory);
        store.put(MEMORY, b"{\"failures\": -").unwrap();
        assert_eq!(store.memory(), Memory::default());
    }

    #[test]
    fn authorities_have_a_file_each() {
        let file = account_file("https://acme-v02.api.letsencrypt.org/directory");
        assert_eq!(file, "account-acme-v02.api.letsencrypt.org-directory.json");
        assert_eq!(account_file("https://127.0.0.1:14000/dir/../x"), "account-127.0.0.1-14000-dir-..-x.json");
    }
}
