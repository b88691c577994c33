//! Browsers that have signed in before. While somebody else guesses an account's password and uses up what the account
//! may be asked in all, its owner's browser is counted apart and still gets in.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::id;
use crate::secrets::{Secrets, hmac_sha256, hmac_sha256_verifies};

/// What a browser is given to keep. It opens nothing.
pub(super) fn issue(secrets: &Secrets, user_id: &str) -> String {
    let device = id::new();
    let seal = hmac_sha256(&secrets.session, &sealed(user_id, &device));
    format!("{device}.{}", URL_SAFE_NO_PAD.encode(seal))
}

/// The device, when its browser has signed in to the account before.
pub(super) fn known<'a>(secrets: &Secrets, user_id: &str, kept: &'a str) -> Option<&'a str> {
    let (device, shown) = kept.split_once('.')?;
    let seal = URL_SAFE_NO_PAD.decode(shown).ok()?;
    hmac_sha256_verifies(&secrets.session, &sealed(user_id, device), &seal).then_some(device)
}

fn sealed(user_id: &str, device: &str) -> Vec<u8> {
    format!("device:{user_id}:{device}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_known_to_the_account_it_signed_in_to_and_to_no_other() {
        let secrets = Secrets { session: [1; 32], mail: [2; 32], sandbox: [3; 32], factor: [4; 32] };
        let kept = issue(&secrets, "ana");
        assert!(known(&secrets, "ana", &kept).is_some());
        assert_eq!(known(&secrets, "eva", &kept), None);
        assert_eq!(known(&secrets, "ana", &format!("x{kept}")), None);
        assert_eq!(known(&secrets, "ana", "."), None);
    }
}
