//! RULE: how Redsys signs. A key for each order is made from the merchant's, and an HMAC over the parameters, as they
//! are sent, from that key. There are two versions; a terminal has one, and nothing signed by the other is believed.

use aes::Aes128;
use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD, URL_SAFE_NO_PAD};
use cbc::Encryptor;
use cbc::cipher::block_padding::{Padding, Pkcs7, ZeroPadding};
use cbc::cipher::{BlockModeEncrypt, KeyIvInit};
use des::TdesEde3;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Sha256, Sha512};

use crate::payments::redsys::SignatureVersion;

/// Characters of an order number, at most.
pub(super) const LONGEST_ORDER: usize = 12;

/// Bytes of an enciphered order number, at most: it is the longest, and a block of either cipher divides this.
const BUFFER: usize = 16;

/// Either alphabet, with or without padding, once `-` and `_` are `+` and `/`: Redsys sends more than one form.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Signs and checks with one merchant's key, in one version.
#[derive(Clone)]
pub(super) struct Signer {
    version: SignatureVersion,
    /// The key as bytes, for version 1 and for queries.
    key: [u8; 24],
    /// The first characters of the key as it is written, for version 2.
    text: [u8; 16],
}

impl Signer {
    /// `None` unless the key is 24 bytes in base64.
    pub(super) fn new(version: SignatureVersion, key: &str) -> Option<Self> {
        let bytes = STANDARD.decode(key).ok()?.try_into().ok()?;
        Some(Self { version, key: bytes, text: *key.as_bytes().first_chunk()? })
    }

    /// As `Ds_SignatureVersion` names it.
    pub(super) fn version(&self) -> &'static str {
        match self.version {
            SignatureVersion::Sha512 => "HMAC_SHA512_V2",
            SignatureVersion::Sha256 => "HMAC_SHA256_V1",
        }
    }

    /// Parameters as this version sends them.
    pub(super) fn encode(&self, json: &[u8]) -> String {
        match self.version {
            SignatureVersion::Sha512 => URL_SAFE_NO_PAD.encode(json),
            SignatureVersion::Sha256 => STANDARD.encode(json),
        }
    }

    /// The signature of an order's encoded parameters; `None` for what cannot be an order number.
    pub(super) fn sign(&self, order: &str, parameters: &str) -> Option<String> {
        match self.version {
            SignatureVersion::Sha512 => {
                Some(URL_SAFE_NO_PAD.encode(self.mac_v2(order, parameters)?.finalize().into_bytes()))
            }
            SignatureVersion::Sha256 => self.sign_v1(order, parameters),
        }
    }

    /// Version 1, which the query service takes whatever the terminal's version.
    pub(super) fn sign_v1(&self, order: &str, message: &str) -> Option<String> {
        Some(STANDARD.encode(self.mac_v1(order, message)?.finalize().into_bytes()))
    }

    /// Whether a signature is that of the order's parameters, in constant time.
    pub(super) fn verifies(&self, order: &str, parameters: &str, signature: &str) -> bool {
        let Some(signature) = decode(signature) else { return false };
        match self.version {
            SignatureVersion::Sha512 => {
                self.mac_v2(order, parameters).is_some_and(|mac| mac.verify_slice(&signature).is_ok())
            }
            SignatureVersion::Sha256 => {
                self.mac_v1(order, parameters).is_some_and(|mac| mac.verify_slice(&signature).is_ok())
            }
        }
    }

    fn mac_v1(&self, order: &str, message: &str) -> Option<Hmac<Sha256>> {
        let cipher = Encryptor::<TdesEde3>::new(&self.key.into(), &[0; 8].into());
        let mut mac = Hmac::new_from_slice(&enciphered::<ZeroPadding, _>(cipher, order)?).ok()?;
        mac.update(message.as_bytes());
        Some(mac)
    }

    /// The order's key is the base64 text of what was enciphered, not its bytes.
    fn mac_v2(&self, order: &str, message: &str) -> Option<Hmac<Sha512>> {
        let cipher = Encryptor::<Aes128>::new(&self.text.into(), &[0; 16].into());
        let mut mac = Hmac::new_from_slice(STANDARD.encode(enciphered::<Pkcs7, _>(cipher, order)?).as_bytes()).ok()?;
        mac.update(message.as_bytes());
        Some(mac)
    }
}

fn enciphered<P: Padding, C: BlockModeEncrypt>(cipher: C, order: &str) -> Option<Vec<u8>> {
    if order.is_empty() || order.len() > LONGEST_ORDER {
        return None;
    }
    let mut buffer = [0; BUFFER];
    buffer[..order.len()].copy_from_slice(order.as_bytes());
    Some(cipher.encrypt_padded::<P>(&mut buffer, order.len()).ok()?.to_vec())
}

/// Base64 of either alphabet, padded or not.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    LENIENT.decode(text.replace('-', "+").replace('_', "/")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "sq7HjrUOBfKmC576ILgskD5srU870gJ7";

    /// What Redsys would say of an order that was paid.
    const PAID: &str = "eyJEc19EYXRlIjoiMjAvMTEvMjAyNiIsIkRzX0hvdXIiOiIxNzo1MSIsIkRzX1NlY3VyZVBheW1lbnQiOiIxIiwiRHNfQW1vdW50IjoiNDk5OSIsIkRzX0N1cnJlbmN5IjoiOTc4IiwiRHNfT3JkZXIiOiIwMDAxQUJDRDIzNDUiLCJEc19NZXJjaGFudENvZGUiOiI5OTkwMDg4ODEiLCJEc19UZXJtaW5hbCI6IjAwMSIsIkRzX1Jlc3BvbnNlIjoiMDAwMCIsIkRzX01lcmNoYW50RGF0YSI6IiIsIkRzX1RyYW5zYWN0aW9uVHlwZSI6IjAiLCJEc19Db25zdW1lckxhbmd1YWdlIjoiMSIsIkRzX0F1dGhvcmlzYXRpb25Db2RlIjoiMDUyMDI5In0";

    /// The official library's own example.
    const OFFICIAL: &str = "eyJEU19NRVJDSEFOVF9BTU9VTlQiOiI5OTkiLCJEU19NRVJDSEFOVF9PUkRFUiI6IjEyMzQ1Njc4OTAiLCJEU19NRVJDSEFOVF9NRVJDSEFOVENPREUiOiI5OTkwMDg4ODEiLCJEU19NRVJDSEFOVF9DVVJSRU5DWSI6Ijk3OCIsIkRTX01FUkNIQU5UX1RSQU5TQUNUSU9OVFlQRSI6IjAiLCJEU19NRVJDSEFOVF9URVJNSU5BTCI6IjEiLCJEU19NRVJDSEFOVF9NRVJDSEFOVFVSTCI6Imh0dHA6XC9cL3d3dy5wcnVlYmEuY29tXC91cmxOb3RpZmljYWNpb24ucGhwIiwiRFNfTUVSQ0hBTlRfVVJMT0siOiJodHRwOlwvXC93d3cucHJ1ZWJhLmNvbVwvdXJsT0sucGhwIiwiRFNfTUVSQ0hBTlRfVVJMS08iOiJodHRwOlwvXC93d3cucHJ1ZWJhLmNvbVwvdXJsS08ucGhwIn0";

    fn signer(version: SignatureVersion) -> Signer {
        Signer::new(version, KEY).unwrap()
    }

    #[test]
    fn the_key_of_an_order_is_the_published_one() {
        let key = STANDARD.decode(KEY).unwrap();
        for (order, expected) in
            [("012345678", "ub0/L8+E9+9ITQJwk3SvHA=="), ("123456789012", "ntVrJPxp2xknOmuiIiyQpg==")]
        {
            let cipher = Encryptor::<TdesEde3>::new_from_slices(&key, &[0; 8]).unwrap();
            assert_eq!(STANDARD.encode(enciphered::<ZeroPadding, _>(cipher, order).unwrap()), expected);
        }
        let cipher = Encryptor::<Aes128>::new_from_slices(&KEY.as_bytes()[..16], &[0; 16]).unwrap();
        let enciphered = enciphered::<Pkcs7, _>(cipher, "1234567890").unwrap();
        assert_eq!(STANDARD.encode(enciphered), "RWt3/IPTzYRMXsQtkiGRKg==");
    }

    #[test]
    fn signatures_are_the_published_ones() {
        let published = "eyJEU19NRVJDSEFOVF9BTU9VTlQiOiI5OTkiLCJEU19NRVJDSEFOVF9PUkRFUiI6IjEyMzQ1Njc4OTAxMiJ9";
        let v1 = "BPEXSazbBJ6gjbF6vxi9jF/PGpZsr4BSXHV2qf39fD0=";
        let v2 = "Vjo02eSWq249IeZZp3R-ArFnGLhKY0OuzDDlx1BuVtZDC2yhczA7_11uZhsYzLZBCMFAz8u8uzGDX3AErHKmmw";
        for (version, order, parameters, expected) in [
            (SignatureVersion::Sha256, "123456789012", published, v1),
            (SignatureVersion::Sha512, "1234567890", OFFICIAL, v2),
            (SignatureVersion::Sha256, "0001ABCD2345", PAID, "06lDkNnXUBQ9ExKajNNri2N8Wl27sMO4n7vdcbKpTmQ="),
            (
                SignatureVersion::Sha512,
                "0001ABCD2345",
                PAID,
                "YtKVWu4KU3o-tSQKFgpEH_NMYDyxUgLeWYcOP_gzzN4qXFeHvcoJParRd5R2SNXVeTxmJgmrtiGQOLmC5e4EhQ",
            ),
        ] {
            assert_eq!(signer(version).sign(order, parameters).as_deref(), Some(expected));
            assert!(signer(version).verifies(order, parameters, expected));
        }
    }

    #[test]
    fn a_signature_may_be_written_in_either_alphabet_and_padded_or_not() {
        let tag = "06lDkNnXUBQ9ExKajNNri2N8Wl27sMO4n7vdcbKpTmQ";
        let other = "BPEXSazbBJ6gjbF6vxi9jF_PGpZsr4BSXHV2qf39fD0";
        let v1 = signer(SignatureVersion::Sha256);
        assert!(v1.verifies("0001ABCD2345", PAID, tag) && v1.verifies("0001ABCD2345", PAID, &format!("{tag}=")));
        let published = "eyJEU19NRVJDSEFOVF9BTU9VTlQiOiI5OTkiLCJEU19NRVJDSEFOVF9PUkRFUiI6IjEyMzQ1Njc4OTAxMiJ9";
        assert!(v1.verifies("123456789012", published, other));
    }

    #[test]
    fn nothing_else_is_a_signature() {
        let tag = signer(SignatureVersion::Sha512).sign("0001ABCD2345", PAID).unwrap();
        let v1_tag = signer(SignatureVersion::Sha256).sign("0001ABCD2345", PAID).unwrap();
        let v2 = signer(SignatureVersion::Sha512);
        for wrong in ["", "=", "AA", &v1_tag, &tag[..84], &format!("{tag}AA"), "\u{e9}"] {
            assert!(!v2.verifies("0001ABCD2345", PAID, wrong), "{wrong}");
        }
        assert!(!v2.verifies("0001ABCD2346", PAID, &tag) && !v2.verifies("0001ABCD2345", OFFICIAL, &tag));
        assert!(!v2.verifies("", PAID, &tag) && v2.sign("", PAID).is_none());
        assert!(v2.sign("0001ABCD23456", PAID).is_none(), "no order number is that long");
    }

    #[test]
    fn a_key_is_24_bytes_in_base64() {
        for wrong in ["", "short", "sq7HjrUOBfKmC576ILgskD5srU870gJ", "sq7HjrUOBfKmC576ILgskD5srU870gJ7AAAA", "ñ"] {
            assert!(Signer::new(SignatureVersion::Sha512, wrong).is_none(), "{wrong}");
        }
    }
}
