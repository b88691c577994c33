//! What the auth service says of itself.

use std::collections::BTreeMap;

use poem_openapi::Object;

use crate::oidc::{Provider, Providers};

/// What this auth service offers.
#[expect(clippy::struct_excessive_bools, reason = "the wire format has them")]
#[derive(Object)]
pub(super) struct AuthSettings {
    /// Ways to sign in, by name.
    pub external: BTreeMap<String, bool>,
    /// Whether nobody can sign up.
    pub disable_signup: bool,
    /// Whether addresses need no confirmation.
    pub mailer_autoconfirm: bool,
    /// Whether phones need no confirmation.
    pub phone_autoconfirm: bool,
    /// Always empty.
    pub sms_provider: String,
    /// Whether companies sign in through their own service.
    pub saml_enabled: bool,
    /// Always false.
    pub saml_private_key_next_configured: bool,
    /// Always false.
    pub passkeys_enabled: bool,
}

/// That this auth service is alive.
#[derive(Object)]
pub(super) struct AuthHealth {
    /// Of this program.
    pub version: String,
    /// Whose wire format it speaks.
    pub name: String,
    /// In words.
    pub description: String,
}

/// The ways to sign in that clients of this format ask about.
const EXTERNAL: [&str; 27] = [
    "anonymous_users",
    "apple",
    "azure",
    "bitbucket",
    "discord",
    "email",
    "facebook",
    "figma",
    "fly",
    "github",
    "gitlab",
    "google",
    "kakao",
    "keycloak",
    "linkedin",
    "linkedin_oidc",
    "notion",
    "phone",
    "slack",
    "slack_oidc",
    "snapchat",
    "spotify",
    "twitch",
    "twitter",
    "workos",
    "x",
    "zoom",
];

impl AuthHealth {
    /// This program.
    pub fn current() -> Self {
        Self {
            version: String::from(env!("CARGO_PKG_VERSION")),
            name: String::from("GoTrue"),
            description: String::from("manetes speaks GoTrue's wire format"),
        }
    }
}

impl AuthSettings {
    /// Address and password, confirmed by mail, and the providers.
    pub fn current(providers: &Providers) -> Self {
        let known = EXTERNAL.into_iter().map(|name| (name.to_owned(), name == "email"));
        let configured = providers.iter().map(Provider::id).map(|id| (id.to_owned(), true));
        Self {
            external: known.chain(configured).collect(),
            disable_signup: false,
            mailer_autoconfirm: false,
            phone_autoconfirm: false,
            sms_provider: String::new(),
            saml_enabled: false,
            saml_private_key_next_configured: false,
            passkeys_enabled: false,
        }
    }
}
