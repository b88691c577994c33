//! Notifications signed as Stripe signs them, and the sandbox after it: `t=<unix seconds>,v1=<hex>`, the hex being
//! HMAC-SHA256 over "t.body".

use std::fmt::Write as _;

use super::NotAuthentic;
use crate::clock::Timestamp;
use crate::secrets::{hmac_sha256, hmac_sha256_verifies};
use crate::text::unhex;

/// How far a notification's time may be from ours, both ways, in seconds.
const TOLERANCE_SECONDS: u64 = 300;

/// Parts of a header that are looked at.
const MAX_PARTS: usize = 16;

/// The header of a notification that is sent now.
pub(super) fn sign(key: &[u8], body: &[u8], now: Timestamp) -> String {
    let t = now.seconds();
    let mut header = format!("t={t},v1=");
    for byte in hmac_sha256(key, &signed(t, body)) {
        let _ = write!(header, "{byte:02x}"); // writing to a String cannot fail
    }
    header
}

/// One `t` within the tolerance, and any `v1` that one of the keys made; other schemes are ignored.
pub(super) fn verify(keys: &[&[u8]], header: &str, body: &[u8], now: Timestamp) -> Result<(), NotAuthentic> {
    let parts = || header.split(',').take(MAX_PARTS).filter_map(|part| part.trim().split_once('='));
    let mut times = parts().filter(|(name, _)| *name == "t").map(|(_, value)| value.parse::<i64>());
    let (Some(Ok(t)), None) = (times.next(), times.next()) else { return Err(NotAuthentic) };
    if t.abs_diff(now.seconds()) > TOLERANCE_SECONDS {
        return Err(NotAuthentic);
    }
    let message = signed(t, body);
    let mut tags = parts().filter(|(name, _)| *name == "v1").filter_map(|(_, value)| unhex(value));
    let genuine = tags.any(|tag| keys.iter().any(|key| hmac_sha256_verifies(key, &message, &tag)));
    if genuine { Ok(()) } else { Err(NotAuthentic) }
}

fn signed(t: i64, body: &[u8]) -> Vec<u8> {
    [t.to_string().as_bytes(), b".", body].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &[u8] = &[7; 32];
    const NOW: Timestamp = Timestamp::from_millis(1_795_195_391_000);
    const BODY: &[u8] = br#"{"id":"evt_1","type":"session.paid","data":{"amount":4485}}"#;

    #[test]
    fn stripes_published_signature_is_ours() {
        let body = br#"{"id":"evt_1","object":"event","type":"checkout.session.completed"}"#;
        let now = Timestamp::from_millis(1_700_000_000_000);
        let secret: &[u8] = b"whsec_test_secret";
        let header = "t=1700000000,v1=d1e4aa90551919f198c22ba0a9691b35338d4b631d54ce1f1465e93b1d41c430";
        assert_eq!(sign(secret, body, now), header);
        assert_eq!(verify(&[secret], header, body, now), Ok(()));
        let unkeyed = "t=1700000000,v1=3dfa6041fdb2233086120bf241ae7cfa7fbaeb7abf613280c464f67ccf6e1452";
        assert_eq!(sign(&[], body, now), unkeyed);
        for keys in [&[secret][..], &[b""], &[secret, b""], &[]] {
            assert_eq!(verify(keys, unkeyed, body, now), Err(NotAuthentic), "{keys:?}");
        }
    }

    #[test]
    fn a_genuine_notification_is_believed_within_the_tolerance() {
        let header = sign(KEY, BODY, NOW);
        for skew in [-300, 0, 300] {
            assert_eq!(verify(&[KEY], &header, BODY, NOW.plus_seconds(skew)), Ok(()), "{skew}");
        }
        let among_others = header.replace(",v1=", &format!(",v0=1,v1={},v1=", "0".repeat(64)));
        assert_eq!(verify(&[KEY], &among_others, BODY, NOW), Ok(()));
    }

    #[test]
    fn while_a_key_is_replaced_both_are_good() {
        let keys: [&[u8]; 2] = [&[8; 32], KEY];
        assert_eq!(verify(&keys, &sign(KEY, BODY, NOW), BODY, NOW), Ok(()));
        assert_eq!(verify(&keys, &sign(keys[0], BODY, NOW), BODY, NOW), Ok(()));
        assert_eq!(verify(&keys, &sign(&[9; 32], BODY, NOW), BODY, NOW), Err(NotAuthentic));
    }

    #[test]
    fn a_forged_notification_is_not() {
        let header = sign(KEY, BODY, NOW);
        let t = NOW.seconds();
        let v1 = header.split_once("v1=").unwrap().1;
        for forged in [
            String::new(),
            String::from(","),
            format!("t={t}"),
            format!("v1={v1}"),
            format!("t={t},v0={v1}"),
            format!("t={},v1={v1}", t + 1),
            format!("t={t},t={t},v1={v1}"),
            format!("t={t},v1={}", &v1[..62]),
            format!("t={t},v1={v1}00"),
            format!("t=x,v1={v1}"),
            format!("t={},v1={v1}", i64::MIN),
            format!("t={t}{}v1={v1}", ",v1=0".repeat(MAX_PARTS)),
            sign(&[8; 32], BODY, NOW),
            sign(&[], BODY, NOW),
        ] {
            assert_eq!(verify(&[KEY], &forged, BODY, NOW), Err(NotAuthentic), "{forged}");
        }
        assert_eq!(verify(&[KEY], &header, b"{}", NOW), Err(NotAuthentic));
        for skew in [-301, 301, i64::MAX / 2000] {
            assert_eq!(verify(&[KEY], &header, BODY, NOW.plus_seconds(skew)), Err(NotAuthentic), "{skew}");
        }
        assert_eq!(verify(&[&[]], &sign(&[], BODY, NOW), BODY, NOW), Err(NotAuthentic), "an empty key");
    }

    #[test]
    fn any_flipped_bit_of_a_notification_is_noticed() {
        let header = sign(KEY, BODY, NOW);
        for at in 0..BODY.len() * 8 {
            let mut forged = BODY.to_vec();
            forged[at / 8] ^= 1 << (at % 8);
            assert_eq!(verify(&[KEY], &header, &forged, NOW), Err(NotAuthentic), "bit {at}");
        }
        for at in 0..64 * 4 {
            let tag_at = header.len() - 64 + at / 4;
            let nibble = u8::from_str_radix(&header[tag_at..=tag_at], 16).unwrap() ^ (1 << (at % 4));
            let mut forged = header.clone();
            forged.replace_range(tag_at..=tag_at, &format!("{nibble:x}"));
            assert_eq!(verify(&[KEY], &forged, BODY, NOW), Err(NotAuthentic), "bit {at} of the signature");
        }
    }
}
