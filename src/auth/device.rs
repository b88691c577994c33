//! Who may guess how often. While somebody else guesses an account's password or second factor and uses up what the
//! account may be asked in all, a browser in which its owner has signed in before is counted apart and still gets in.

use std::net::IpAddr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::User;
use crate::id;
use crate::limits::{Action, RateLimits};
use crate::problem::Problem;
use crate::secrets::{Secrets, hmac_sha256, hmac_sha256_verifies};

/// How guesses at something are counted.
#[derive(Clone, Copy)]
pub struct Guesses {
    /// From a browser that is known.
    device: Action,
    /// At one account from one place.
    here: Action,
    /// At one account in all.
    account: Action,
}

/// Who guesses.
pub struct Browser {
    /// What [`issue`] gave it, or nothing.
    pub kept: String,
    /// Where it is, as far as that is known.
    pub place: Option<IpAddr>,
}

/// Guesses at a password.
pub const PASSWORD: Guesses =
    Guesses { device: Action::SignInDevice, here: Action::SignInHere, account: Action::SignInAccount };

/// Guesses at a second factor.
pub const FACTOR: Guesses = Guesses { device: Action::FactorDevice, here: Action::FactorHere, account: Action::Factor };

/// Whether one more guess at an account may be compared. First the one who asks is counted: whoever guesses from one
/// place runs out before they use up what the account may be asked in all.
pub fn may_guess(
    (secrets, limits): (&Secrets, &RateLimits),
    browser: &Browser,
    account: &str,
    user: Option<&User>,
    guesses: Guesses,
) -> Result<(), Problem> {
    if let Some(device) = user.and_then(|user| known(secrets, &user.id, &user.password_hash, &browser.kept)) {
        return limits.check(guesses.device, device);
    }
    limits.check_at(browser.place, guesses.here, account)?;
    limits.check(guesses.account, account)
}

/// What a browser is given to keep. It opens nothing, and is worth nothing once the password is another.
pub fn issue(secrets: &Secrets, user_id: &str, password_hash: &str) -> String {
    let device = id::new();
    let seal = hmac_sha256(&secrets.session, &sealed(user_id, password_hash, &device));
    format!("{device}.{}", URL_SAFE_NO_PAD.encode(seal))
}

/// The device, when its browser has signed in to the account since it has its password.
fn known<'a>(secrets: &Secrets, user_id: &str, password_hash: &str, kept: &'a str) -> Option<&'a str> {
    let (device, shown) = kept.split_once('.')?;
    let seal = URL_SAFE_NO_PAD.decode(shown).ok()?;
    hmac_sha256_verifies(&secrets.session, &sealed(user_id, password_hash, device), &seal).then_some(device)
}

fn sealed(user_id: &str, password_hash: &str, device: &str) -> Vec<u8> {
    format!("device:{user_id}:{device}:{password_hash}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_known_to_the_account_it_signed_in_to_and_to_no_other() {
        let secrets = Secrets { session: [1; 32], mail: [2; 32], sandbox: [3; 32], factor: [4; 32] };
        let kept = issue(&secrets, "ana", "hash");
        assert!(known(&secrets, "ana", "hash", &kept).is_some());
        assert_eq!(known(&secrets, "eva", "hash", &kept), None);
        assert_eq!(known(&secrets, "ana", "another", &kept), None);
        assert_eq!(known(&secrets, "ana", "hash", &format!("x{kept}")), None);
        assert_eq!(known(&secrets, "ana", "hash", "."), None);
    }
}
