//! RULE: time-based one-time codes (RFC 6238): SHA-1, six digits, 30 seconds, the form every authenticator app knows.

use std::fmt::Write as _;

use hmac::{Hmac, KeyInit, Mac};
use qrcodegen::{QrCode, QrCodeEcc};
use sha1::Sha1;
use url::{Url, form_urlencoded};

use crate::clock::Timestamp;

/// How long a code is shown, in seconds.
const STEP_SECONDS: i64 = 30;
/// Clocks may differ by this many steps.
const SKEW: i64 = 1;

/// The 160 bits an authenticator app and this server share.
pub type Secret = [u8; 20];

/// The step whose code this is, when it is one of now and later than `last_step`: a code works once.
pub fn accept(secret: &Secret, code: &str, last_step: i64, now: Timestamp) -> Option<i64> {
    let current = now.seconds() / STEP_SECONDS;
    (current - SKEW..=current + SKEW).find(|&step| step > last_step && code_of(secret, step) == code)
}

/// The code of a step: dynamic truncation (RFC 4226 §5.3).
fn code_of(secret: &Secret, step: i64) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("HMAC takes a key of any length");
    mac.update(&step.to_be_bytes());
    let tag = mac.finalize().into_bytes();
    let at = usize::from(tag[19] & 15);
    let number = u32::from_be_bytes([tag[at] & 0x7f, tag[at + 1], tag[at + 2], tag[at + 3]]);
    format!("{:06}", number % 1_000_000)
}

/// A secret as people type it: base32 (RFC 4648), 32 characters.
pub fn base32(secret: &Secret) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let digits = |five: &[u8]| {
        let bits = five.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        (0..8).rev().map(move |n| char::from(ALPHABET[usize::try_from(bits >> (5 * n) & 31).unwrap_or_default()]))
    };
    secret.chunks(5).flat_map(digits).collect()
}

/// The address that hands a secret to an app.
pub fn uri(secret: &Secret, issuer: &str, account: &str) -> String {
    // A colon would end the issuer's part of the label.
    let issuer = issuer.replace(':', " ");
    let mut label = Url::parse("otpauth://totp/").expect("it is an address");
    label.set_path(&format!("{issuer}:{account}"));
    // Some apps show a plus sign as it is.
    let issuer = form_urlencoded::byte_serialize(issuer.as_bytes()).collect::<String>().replace('+', "%20");
    format!("{label}?secret={}&issuer={issuer}&algorithm=SHA1&digits=6&period=30", base32(secret))
}

/// A picture of an address, as SVG: dark on white whatever the page's colours, with the quiet zone scanners need.
pub fn qr_svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let is_dark = |x, y| code.get_module(x, y);
    let mut dark = String::new();
    for (x, y) in (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y))) {
        if is_dark(x, y) && !is_dark(x - 1, y) {
            let length = (x..code.size()).take_while(|&x| is_dark(x, y)).count();
            _ = write!(dark, "M{},{}h{length}v1h-{length}z", x + 4, y + 4);
        }
    }
    let size = code.size() + 8;
    // Colours by name: a `#` would end the data address that clients make of this.
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"white\" d=\"M0,0h{size}v{size}h-{size}z\"/><path fill=\"black\" d=\"{dark}\"/></svg>"
    ))
}

/// An app, for tests.
#[cfg(test)]
pub(crate) mod testing {
    use super::{STEP_SECONDS, Secret, Timestamp, code_of};

    pub fn code_at(secret: &Secret, now: Timestamp) -> String {
        code_of(secret, now.seconds() / STEP_SECONDS)
    }

    pub fn secret_of_base32(text: &str) -> Secret {
        let digit = |c: u8| if c.is_ascii_digit() { c - b'2' + 26 } else { c - b'A' };
        let bit = |n: usize| digit(text.as_bytes()[n / 5]) >> (4 - n % 5) & 1;
        std::array::from_fn(|n| (0..8).fold(0, |byte, b| byte << 1 | bit(n * 8 + b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the RFC's test vectors.
    const SECRET: &Secret = b"12345678901234567890";

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    #[test]
    fn the_vectors_of_the_rfc_hold() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(accept(SECRET, code, 0, at(seconds)), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_taken_one_step_early_or_late_and_once() {
        let code = code_of(SECRET, 100);
        for (seconds, taken) in [(2969, false), (2970, true), (3000, true), (3059, true), (3060, false)] {
            assert_eq!(accept(SECRET, &code, 0, at(seconds)).is_some(), taken, "{seconds}");
        }
        assert_eq!(accept(SECRET, &code, 100, at(3000)), None);
        assert_eq!(accept(SECRET, &code_of(SECRET, 101), 100, at(3000)), Some(101));
        assert_eq!(accept(SECRET, "", 0, at(3000)), None);
    }

    #[test]
    fn an_app_can_read_the_secret() {
        assert_eq!(base32(SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let uri = uri(SECRET, "Manetes: Abrera", "ana+x@example.com");
        assert_eq!(
            uri,
            "otpauth://totp/Manetes%20%20Abrera:ana+x@example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=Manetes%20%20Abrera&algorithm=SHA1&digits=6&period=30"
        );
        let svg = qr_svg(&uri).unwrap();
        assert!(svg.starts_with("<svg ") && !svg.contains('#') && svg.len() < 20_000, "{}", svg.len());
    }
}
