//! Signs mails, so that receivers can tell that their sender's domain sent them (RFC 6376, with the keys of RFC 8301). What
//! verifies a signature is a record in the DNS of that domain, under a name made of the key itself: another key is
//! another name, so that both can stand there while one takes the other's place.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lettre::message::dkim::{
    DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm, DkimSigningKey, dkim_sign,
};
use lettre::message::header::HeaderName;
use rsa::RsaPrivateKey;
use rsa::pkcs1::{DecodeRsaPrivateKey, EncodeRsaPrivateKey, LineEnding};
use rsa::pkcs8::{DecodePrivateKey, EncodePublicKey};
use rsa::traits::PublicKeyParts;

use crate::config::{Secret, Serve};
use crate::secrets::sha256;
use crate::text::hex;

/// Bits of a key: as long as a record of one DNS answer allows.
const BITS: usize = 2048;
/// What nobody may change, or add, on the way. Those that a mail does not have are signed as missing. `Content-Type` is not
/// among them: lettre keeps it with the body, and would sign it as missing.
const SIGNED: [&str; 10] = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "Reply-To",
    "In-Reply-To",
    "References",
    "Auto-Submitted",
    "MIME-Version",
];

/// A key that signs for a domain.
pub struct Signer {
    config: DkimConfig,
    /// What stands before `._domainkey` in the record's name.
    selector: String,
    domain: String,
    /// The public key, as the record has it.
    public: String,
}

/// Makes a key, as [`Signer::parse`] reads it. Takes a second.
pub fn make_key() -> String {
    let key = RsaPrivateKey::new(&mut rsa::rand_core::OsRng, BITS).expect("a key of 2048 bits can be made");
    key.to_pkcs1_pem(LineEnding::LF).expect("a key that was made can be written").to_string()
}

impl Signer {
    /// As the settings have it; `None` where nothing is signed. The error is one line.
    pub fn of(config: &Serve) -> Result<Option<Self>, String> {
        let Some(key) = config.dkim_key.as_ref().map(Secret::expose).filter(|key| !key.trim().is_empty()) else {
            return Ok(None);
        };
        Self::parse(key, config.mail_from.email.domain()).map(Some)
    }

    /// From a key in PEM. The error is one line.
    pub fn parse(pem: &str, domain: &str) -> Result<Self, String> {
        let wrong = || String::from("MANETES_DKIM_KEY is no RSA key in PEM: manetes dkim makes one");
        let read = RsaPrivateKey::from_pkcs1_pem(pem).ok().or_else(|| RsaPrivateKey::from_pkcs8_pem(pem).ok());
        let key = read.ok_or_else(wrong)?;
        if key.n().bits() < BITS {
            return Err(format!("MANETES_DKIM_KEY has fewer than {BITS} bits: manetes dkim makes one that counts"));
        }
        let public = key.to_public_key().to_public_key_der().map_err(|_| wrong())?;
        let selector = format!("m{}", &hex(&sha256(public.as_bytes()))[..8]);
        let pem = key.to_pkcs1_pem(LineEnding::LF).map_err(|_| wrong())?;
        let signing = DkimSigningKey::new(&pem, DkimSigningAlgorithm::Rsa).map_err(|_| wrong())?;
        let relaxed = || DkimCanonicalizationType::Relaxed;
        let config = DkimConfig::new(
            selector.clone(),
            domain.to_owned(),
            signing,
            SIGNED.map(HeaderName::new_from_ascii_str).to_vec(),
            DkimCanonicalization { header: relaxed(), body: relaxed() },
        );
        Ok(Self { config, selector, domain: domain.to_owned(), public: STANDARD.encode(public.as_bytes()) })
    }

    /// Signs a mail from the domain.
    pub fn sign(&self, mail: &mut lettre::Message) {
        dkim_sign(mail, &self.config);
    }

    /// The name of the record that verifies its signatures.
    pub fn name(&self) -> String {
        format!("{}._domainkey.{}", self.selector, self.domain)
    }

    /// That record, of the type `TXT`.
    pub fn record(&self) -> String {
        format!("v=DKIM1; k=rsa; p={}", self.public)
    }

    /// Whether a record verifies its signatures.
    pub fn is_published_by(&self, record: &str) -> bool {
        let key = record.split(';').filter_map(|tag| tag.split_once('=')).find(|(name, _)| name.trim() == "p");
        // Long records are parted wherever somebody likes.
        key.is_some_and(|(_, key)| key.split_whitespace().collect::<String>() == self.public)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_a_name_of_its_own_and_a_record_that_one_knows_again() {
        let (one, other) = (make_key(), make_key());
        let [one, other] = [&one, &other].map(|key| Signer::parse(key, "puig.example").unwrap());
        assert_ne!(one.name(), other.name());
        assert!(one.name().starts_with('m') && one.name().ends_with("._domainkey.puig.example"));
        let record = one.record();
        assert!(one.is_published_by(&record) && !other.is_published_by(&record));
        let (begin, end) = record.split_at(100);
        assert!(one.is_published_by(&format!("{begin} {end}; t=s")));
        for wrong in ["", "v=DKIM1; k=rsa; p=", "v=DKIM1", &record[..record.len() - 8]] {
            assert!(!one.is_published_by(wrong), "{wrong}");
        }
    }

    #[test]
    fn what_is_no_key_is_refused_without_being_shown() {
        for wrong in ["hunter2", "-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----\n"] {
            let error = Signer::parse(wrong, "puig.example").err().unwrap();
            assert!(error.starts_with("MANETES_DKIM_KEY is no RSA key") && !error.contains("hunter2"), "{error}");
        }
    }
}
