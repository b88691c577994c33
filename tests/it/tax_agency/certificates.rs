//! Certificates as people have them, made by `certificates/make.sh` with OpenSSL.

use std::fs;
use std::path::Path;
use std::sync::Once;

use manetes::tax_agency::certificate::{Certificate, NotCertificate, read};

fn file(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/certificates").join(name)).unwrap()
}

/// That TLS takes it: the certificate comes first, and the key is its own.
fn assert_usable(certificate: &Certificate) {
    static PROVIDER: Once = Once::new();
    PROVIDER.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
    let identity = reqwest::Identity::from_pem(&certificate.pem).unwrap();
    reqwest::Client::builder().identity(identity).tls_certs_only([]).build().unwrap();
}

#[test]
fn old_and_new_files_and_pem_give_the_same_certificate() {
    let expires: i64 = String::from_utf8(file("expires")).unwrap().trim().parse().unwrap();
    let files = [
        ("new.p12", "a secret"),
        ("old.p12", "a secret"),
        ("accent.p12", "contraseña"),
        ("old-accent.p12", "contraseña"),
        ("empty.p12", ""),
        ("without-mac.p12", "a secret"),
        ("pkcs8.pem", ""),
        ("pkcs1.pem", "not asked for"),
    ];
    let first = read(&file("new.p12"), "a secret").unwrap();
    for (name, password) in files {
        let certificate = read(&file(name), password).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(certificate.subject, "12345678Z ANA PEÑA (R: B12345674)", "{name}");
        assert_eq!(certificate.expires, expires, "{name}");
        let (chain, _) = first.pem.split_at(first.pem.len() / 2);
        assert!(certificate.pem.starts_with(chain), "{name}: another order");
        assert_eq!(String::from_utf8_lossy(&certificate.pem).matches("BEGIN CERTIFICATE").count(), 2, "{name}");
        assert_usable(&certificate);
    }
}

#[test]
fn a_key_on_a_curve_will_do_and_so_will_a_subject_without_a_common_name() {
    let certificate = read(&file("ec.pem"), "").unwrap();
    assert_eq!(certificate.subject, "C=ES, O=No common name");
    assert_usable(&certificate);
}

#[test]
fn a_wrong_password_is_told_from_a_broken_file() {
    for name in ["new.p12", "old.p12", "accent.p12", "old-accent.p12", "without-mac.p12"] {
        assert_eq!(read(&file(name), "wrong"), Err(NotCertificate::Password), "{name}");
        assert_eq!(read(&file(name), ""), Err(NotCertificate::Password), "{name}");
        let mut broken = file(name);
        broken.truncate(broken.len() / 2);
        assert!(matches!(read(&broken, "a secret"), Err(NotCertificate::Malformed(_))), "{name}");
    }
}

#[test]
fn a_file_without_a_key_is_refused() {
    assert_eq!(read(&file("no-key.pem"), ""), Err(NotCertificate::NoKey));
    assert_eq!(read(&file("no-key.p12"), "a secret"), Err(NotCertificate::NoKey));
}

#[test]
fn what_is_no_certificate_is_refused() {
    let locked = read(&file("locked.pem"), "a secret").unwrap_err();
    assert!(locked.to_string().contains("locked"), "{locked}");
    let key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
    let nonsense = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    for text in ["", "a word", "-----BEGIN CERTIFICATE-----\n!!!\n", key, &format!("{nonsense}{key}")] {
        assert!(matches!(read(text.as_bytes(), ""), Err(NotCertificate::Malformed(_))), "{text}");
    }
}
