//! What the auth service is asked: GoTrue's wire format, so that its existing clients work unchanged. Inputs take
//! exactly the fields such clients send; those that mean nothing here are accepted and have no effect.

use std::collections::BTreeMap;

use poem_openapi::{Enum, Object};
use serde_json::Value;

use crate::auth::mailbox::Purpose;

/// How a session is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum GrantType {
    /// With address and password.
    Password,
    /// With a refresh token.
    RefreshToken,
    /// With the code that a sign-in elsewhere ended with.
    Pkce,
    /// With what a provider said to the program; not offered.
    IdToken,
    /// With a wallet; not offered.
    Web3,
}

/// Which sessions to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub(super) enum LogoutScope {
    /// All of the person's.
    Global,
    /// This one.
    Local,
    /// All but this one.
    Others,
}

/// Which mailed token is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum VerifyType {
    /// The one that confirms a sign-up.
    Signup,
    /// The one that signs in, or confirms a sign-up.
    Email,
    /// The same, by its older name.
    Magiclink,
    /// The one that lets a password be set anew.
    Recovery,
    /// The one that makes an address the account's.
    EmailChange,
    /// The one that offers the administrator's role.
    Invite,
    /// One of a phone; not offered.
    Sms,
    /// One of another phone; not offered.
    PhoneChange,
}

impl VerifyType {
    /// What such a token may be good for.
    pub const fn purposes(self) -> &'static [Purpose] {
        match self {
            Self::Signup => &[Purpose::SignUp],
            Self::Email | Self::Magiclink => &[Purpose::SignIn, Purpose::SignUp],
            Self::Recovery => &[Purpose::Recovery],
            Self::EmailChange => &[Purpose::EmailChange],
            // An invitation is no account's, and nothing is sent to phones.
            Self::Invite | Self::Sms | Self::PhoneChange => &[],
        }
    }

    /// As it stands on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Signup => "signup",
            Self::Email => "email",
            Self::Magiclink => "magiclink",
            Self::Recovery => "recovery",
            Self::EmailChange => "email_change",
            Self::Invite => "invite",
            Self::Sms => "sms",
            Self::PhoneChange => "phone_change",
        }
    }

    /// Whether a browser that shows such a token is signed in by it.
    pub fn signs_in(self) -> bool {
        self.purposes().iter().any(|purpose| matches!(purpose, Purpose::SignIn | Purpose::Recovery))
    }
}

/// Which mail is sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum ResendType {
    /// The one that confirms a sign-up.
    Signup,
    /// The one to a new address that waits for its confirmation.
    EmailChange,
    /// One to a phone; not offered.
    Sms,
    /// One to another phone; not offered.
    PhoneChange,
}

/// What clients add for bot protection.
#[derive(Object)]
#[oai(deny_unknown_fields)]
pub(super) struct MetaSecurity {
    /// From the service that tells people from programs; ignored where none is configured.
    pub captcha_token: Option<String>,
}

/// Who signs up.
#[derive(Object)]
#[oai(deny_unknown_fields)]
pub(super) struct SignUpRequest {
    /// The address.
    pub email: Option<String>,
    /// Not offered.
    pub phone: Option<String>,
    /// 6 characters or more, 256 at most; see `password_min_length` of the site.
    pub password: Option<String>,
    /// What is known of the person from the start: `name`, `address`, `city`, `postal_code` and `country`, up to 200
    /// characters each, become the profile; `lang` is the language of mails, otherwise `Accept-Language` decides.
    /// Anything else is kept, up to 8,192 bytes and 6 levels in all, and answered in `user_metadata`.
    pub data: Option<Data>,
    /// How a phone is written to; not offered.
    pub channel: Option<String>,
    /// Bot protection.
    pub gotrue_meta_security: Option<MetaSecurity>,
    /// The same, where some clients put it.
    pub captcha_token: Option<String>,
    /// Of the program that the mailed link leads back to, with a code; needs its method. A token or code that is given
    /// to `verify` is answered with the session itself.
    pub code_challenge: Option<String>,
    /// `s256` or `plain`.
    pub code_challenge_method: Option<String>,
}

/// What is told of a person, by name.
pub(super) type Data = BTreeMap<String, Value>;

/// Address and password, a refresh token, or a code: what the grant needs.
#[derive(Object)]
#[oai(deny_unknown_fields)]
pub(super) struct TokenRequest {
    /// The address.
    pub email: Option<String>,
    /// Not offered.
    pub phone: Option<String>,
    /// The password.
    pub password: Option<String>,
    /// Ignored.
    pub data: Option<Value>,
    /// The refresh token; with the cookie transport the cookie holds it.
    pub refresh_token: Option<String>,
    /// The code, as the address held it that somebody came back to.
    pub auth_code: Option<String>,
    /// What the challenge was made from.
    pub code_verifier: Option<String>,
    /// Not offered.
    pub provider: Option<String>,
    /// Not offered.
    pub id_token: Option<String>,
    /// Not offered.
    pub access_token: Option<String>,
    /// Not offered.
    pub nonce: Option<String>,
    /// Not offered.
    pub chain: Option<String>,
    /// Not offered.
    pub message: Option<String>,
    /// Not offered.
    pub signature: Option<String>,
    /// Bot protection.
    pub gotrue_meta_security: Option<MetaSecurity>,
}

/// A mailed token.
#[derive(Object)]
#[oai(deny_unknown_fields)]
pub(super) struct VerifyRequest {
    /// What the token is for.
    pub r#type: VerifyType,
    /// The token of the link.
    pub token_hash: Option<String>,
    /// The six digits, or the token of the link; together with `email`.
    pub token: Option<String>,
    /// Where it was mailed to. With the cookie transport a token that signs in needs it too: the page has shown whose
    /// account it is.
    pub email: Option<String>,
    /// A password chosen now: in place of the one typed at a `signup`, or for the account that an `invite` makes.
    pub password: Option<String>,
    /// Not offered.
    pub phone: Option<String>,
    /// Ignored: where people go on to is said when the mail is asked for.
    pub redirect_to: Option<String>,
    /// Ignored: what some clients repeat.
    pub options: Option<Value>,
    /// Ignored.
    pub gotrue_meta_security: Option<MetaSecurity>,
}

/// Who needs the mail again.
#[derive(Object)]
#[oai(deny_unknown_fields)]
pub(super) struct ResendRequest {
    /// Which mail.
    pub r#type: ResendType,
    /// The address.
    pub email: Option<String>,
    /// Not offered.
    pub phone: Option<String>,
    /// Bot protection.
    pub gotrue_meta_security: Option<MetaSecurity>,
    /// The same, where some clients put it.
    pub captcha_token: Option<String>,
    /// Of the program that the mailed link leads back to, with a code; needs its method. A token or code that is given
    /// to `verify` is answered with the session itself.
    pub code_challenge: Option<String>,
    /// `s256` or `plain`.
    pub code_challenge_method: Option<String>,
    /// The `redirect_to` of the address, where some clients put it.
    pub email_redirect_to: Option<String>,
}

/// Who wants a link and a code to sign in with.
#[derive(Object)]
#[oai(deny_unknown_fields)]
pub(super) struct OtpRequest {
    /// The address.
    pub email: Option<String>,
    /// Not offered.
    pub phone: Option<String>,
    /// Whether an address without an account gets one; unless it is false.
    pub create_user: Option<bool>,
    /// What is known of the person, when an account is made; as for a sign-up.
    pub data: Option<Data>,
    /// How a phone is written to; not offered.
    pub channel: Option<String>,
    /// Bot protection.
    pub gotrue_meta_security: Option<MetaSecurity>,
    /// The same, where some clients put it.
    pub captcha_token: Option<String>,
    /// Of the program that the mailed link leads back to, with a code; needs its method. A token or code that is given
    /// to `verify` is answered with the session itself.
    pub code_challenge: Option<String>,
    /// `s256` or `plain`.
    pub code_challenge_method: Option<String>,
    /// The `redirect_to` of the address, where some clients put it.
    pub email_redirect_to: Option<String>,
}

/// Who forgot their password.
#[derive(Object)]
#[oai(deny_unknown_fields)]
pub(super) struct RecoverRequest {
    /// The address.
    pub email: Option<String>,
    /// Bot protection.
    pub gotrue_meta_security: Option<MetaSecurity>,
    /// The same, where some clients put it.
    pub captcha_token: Option<String>,
    /// Of the program that the mailed link leads back to, with a code; needs its method. A token or code that is given
    /// to `verify` is answered with the session itself.
    pub code_challenge: Option<String>,
    /// `s256` or `plain`.
    pub code_challenge_method: Option<String>,
}

/// What to change of one's own account; what is absent or null stays.
#[derive(Object)]
#[oai(deny_unknown_fields)]
pub(super) struct UserChange {
    /// Another address: in force once it is confirmed there. Asks for the same as another password.
    pub email: Option<String>,
    /// Another password; of an administrator, 12 characters at least. Asks for `current_password` or `nonce`, or a
    /// sign-in by mail in the last ten minutes.
    pub password: Option<String>,
    /// The password they have.
    pub current_password: Option<String>,
    /// The six digits that `reauthenticate` mails.
    pub nonce: Option<String>,
    /// What is told of the person, as for a sign-up; a null takes away what was kept.
    pub data: Option<Data>,
    /// Not offered.
    pub phone: Option<String>,
    /// How a phone is written to; not offered.
    pub channel: Option<String>,
    /// Of the program that the mailed link leads back to, with a code; needs its method. A token or code that is given
    /// to `verify` is answered with the session itself.
    pub code_challenge: Option<String>,
    /// `s256` or `plain`.
    pub code_challenge_method: Option<String>,
}

/// Who signs in through the provider of their mail domain.
#[derive(Object)]
#[oai(deny_unknown_fields)]
pub(super) struct SsoRequest {
    /// The provider.
    pub provider_id: Option<String>,
    /// Or a mail domain it has.
    pub domain: Option<String>,
    /// Where to go afterwards: an address of this site.
    pub redirect_to: Option<String>,
    /// Whether the address is answered instead of a redirect.
    #[oai(default)]
    pub skip_http_redirect: bool,
    /// Ignored.
    pub gotrue_meta_security: Option<MetaSecurity>,
    /// Ignored: what some clients repeat.
    pub options: Option<Value>,
    /// Of the program that gets a code.
    pub code_challenge: Option<String>,
    /// `s256` or `plain`.
    pub code_challenge_method: Option<String>,
}
