//! What is told over HTTP of why somebody was not let in.

use serde_json::json;

use super::Error;
use super::captcha;
use super::hashing::Overloaded;
use super::password::Weakness;
use super::pkce::InvalidChallenge;
use super::session::SignInMethod;
use crate::problem::{Code, Problem};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::InvalidCredentials => Self::new(Code::InvalidCredentials),
            Error::EmailNotConfirmed => Self::new(Code::EmailNotConfirmed),
            Error::TooManyMails(seconds) => {
                Self::new(Code::OverEmailSendRateLimit).retry_after(u64::try_from(seconds).unwrap_or_default())
            }
            Error::TooManyFactors => Self::new(Code::TooManyEnrolledMfaFactors),
            Error::FactorNameTaken => Self::new(Code::MfaFactorNameConflict).with("field", "friendly_name"),
            Error::NeedsMail => Self::new(Code::ReauthenticationNeeded).with("method", SignInMethod::Otp.as_str()),
            Error::NeedsPasskey => Self::new(Code::PasskeyRequired),
            Error::PasskeysOff => Self::new(Code::PasskeysOff),
            Error::PasskeyRefused => Self::new(Code::PasskeyRefused),
            Error::PasskeyExpired => Self::new(Code::PasskeyExpired),
            Error::TooManyPasskeys => Self::new(Code::TooManyPasskeys),
            Error::PasskeyNotFound => Self::new(Code::NotFound),
            Error::FactorNotFound | Error::NoFactor => Self::new(Code::MfaFactorNotFound),
            Error::Db(error) => error.into(),
        }
    }
}

impl From<InvalidChallenge> for Problem {
    fn from(error: InvalidChallenge) -> Self {
        Self::invalid("code_challenge", error.to_string())
    }
}

impl From<Overloaded> for Problem {
    fn from(_: Overloaded) -> Self {
        Self::new(Code::Overloaded).retry_after(2)
    }
}

impl From<captcha::Error> for Problem {
    fn from(error: captcha::Error) -> Self {
        match error {
            captcha::Error::Failed => Self::new(Code::CaptchaFailed),
            captcha::Error::Unavailable => Self::new(Code::CaptchaUnavailable).retry_after(10),
        }
    }
}

impl From<Weakness> for Problem {
    fn from(weakness: Weakness) -> Self {
        let (reason, wire) = match weakness {
            Weakness::TooShort(_) => ("too_short", "length"),
            Weakness::TooLong => ("too_long", "length"),
            Weakness::Common => ("common", "pwned"),
            Weakness::Personal => ("personal", "pwned"),
        };
        let problem = Self::new(Code::WeakPassword)
            .detail(weakness.to_string())
            .with("field", "password")
            .with("reason", reason)
            // Where clients of this wire format look.
            .with("weak_password", json!({ "reasons": [wire] }));
        match weakness {
            Weakness::TooShort(min_length) => problem.with("min_length", min_length),
            Weakness::TooLong | Weakness::Common | Weakness::Personal => problem,
        }
    }
}
