//! The bodies of the auth service: GoTrue's wire format, so that its existing clients work unchanged. Inputs take
//! exactly the fields such clients send; those that mean nothing here are accepted and have no effect.

use std::collections::BTreeMap;

use poem_openapi::{Enum, Object, Tags};
use serde_json::Value;

use super::User;
use super::session::{ACCESS_SECONDS, SignedIn, Tokens};
use crate::clock::Timestamp;
use crate::id;

/// Groups of operations in the API description.
#[derive(Tags)]
pub(super) enum Tag {
    /// Signing up, in and out.
    Auth,
    /// What people tell of themselves.
    Profiles,
}

/// How tokens travel; without the header they stand in the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename = "SessionTransport", rename_all = "lowercase")]
pub(super) enum Transport {
    /// In `HttpOnly` cookies only, out of reach of scripts.
    Cookie,
}

/// How a session is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum GrantType {
    /// With address and password.
    Password,
    /// With a refresh token.
    RefreshToken,
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
#[oai(rename_all = "lowercase")]
pub(super) enum VerifyType {
    /// The one that confirms a sign-up.
    Signup,
    /// The same, by its newer name.
    Email,
}

/// Which mail is sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub(super) enum ResendType {
    /// The one that confirms a sign-up.
    Signup,
}

/// What clients add for bot protection; this server asks for none.
#[derive(Object)]
#[oai(deny_unknown_fields)]
pub(super) struct MetaSecurity {
    /// Ignored.
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
    /// What is known of the person from the start.
    pub data: Option<SignUpData>,
    /// How a phone is written to; not offered.
    pub channel: Option<String>,
    /// Ignored.
    pub gotrue_meta_security: Option<MetaSecurity>,
    /// Ignored.
    pub code_challenge: Option<String>,
    /// Ignored.
    pub code_challenge_method: Option<String>,
}

/// Becomes the profile. Each line up to 200 characters.
#[derive(Object, Default)]
#[oai(deny_unknown_fields)]
pub(super) struct SignUpData {
    /// The person's name.
    pub name: Option<String>,
    /// Street, number, floor.
    pub address: Option<String>,
    /// Town.
    pub city: Option<String>,
    /// Postcode.
    pub postal_code: Option<String>,
    /// Country.
    pub country: Option<String>,
    /// Of mails to them: `es`, `en`, `fr` or `ar`; otherwise `Accept-Language` decides.
    pub lang: Option<String>,
}

/// Address and password, or a refresh token: what the grant needs.
#[derive(Object)]
#[oai(deny_unknown_fields)]
pub(super) struct TokenRequest {
    /// The address.
    pub email: Option<String>,
    /// Not offered.
    pub phone: Option<String>,
    /// The password.
    pub password: Option<String>,
    /// The refresh token; with the cookie transport the cookie holds it.
    pub refresh_token: Option<String>,
    /// Ignored.
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
    /// The same token, together with `email`.
    pub token: Option<String>,
    /// Where it was mailed to.
    pub email: Option<String>,
    /// Not offered.
    pub phone: Option<String>,
    /// Ignored.
    pub redirect_to: Option<String>,
    /// Ignored.
    pub options: Option<VerifyOptions>,
    /// Ignored.
    pub gotrue_meta_security: Option<MetaSecurity>,
}

/// What some clients repeat in the body; without effect.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct VerifyOptions {
    /// Ignored: links lead to this site.
    pub redirect_to: Option<String>,
    /// Ignored.
    pub captcha_token: Option<String>,
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
    /// Ignored.
    pub gotrue_meta_security: Option<MetaSecurity>,
    /// Ignored: a mailed link carries its own token.
    pub code_challenge: Option<String>,
    /// Ignored.
    pub code_challenge_method: Option<String>,
}

/// An empty object: what was done is not told.
#[derive(Object)]
pub(super) struct Resent {}

/// A session. With the cookie transport the tokens stand in cookies and are absent here; after confirming an address
/// with the cookie transport there is no session yet, and only `user` is present.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct SessionBody {
    /// Sent as `Authorization: Bearer`.
    pub access_token: Option<String>,
    /// Always `bearer`.
    pub token_type: Option<String>,
    /// Seconds the access token lives.
    pub expires_in: Option<i64>,
    /// When the access token ends, in Unix seconds.
    pub expires_at: Option<i64>,
    /// Exchanged for a new session, once.
    pub refresh_token: Option<String>,
    /// Whose it is.
    pub user: UserBody,
}

impl SessionBody {
    /// A session; its tokens too, unless they travel in cookies.
    pub fn new(user: &User, tokens: &Tokens, by_cookie: bool) -> Self {
        let in_body = |token: &str| (!by_cookie).then(|| token.to_owned());
        Self {
            access_token: in_body(&tokens.access_token),
            token_type: Some(String::from("bearer")),
            expires_in: Some(ACCESS_SECONDS),
            expires_at: Some(tokens.access_expires_at.seconds()),
            refresh_token: in_body(&tokens.refresh_token),
            user: UserBody::new(user),
        }
    }

    /// Somebody confirmed, not signed in.
    pub fn without_session(user: &User) -> Self {
        Self {
            access_token: None,
            token_type: None,
            expires_in: None,
            expires_at: None,
            refresh_token: None,
            user: UserBody::new(user),
        }
    }
}

/// A person, for clients of this format. Times are RFC 3339.
#[derive(Object)]
pub(super) struct UserBody {
    /// The person's id. After a sign-up it is made up, whether or not the address had an account.
    pub id: String,
    /// Always `authenticated`.
    pub aud: String,
    /// Always `authenticated`; the profile knows administrators.
    pub role: String,
    /// The address.
    pub email: String,
    /// When the address was confirmed.
    pub email_confirmed_at: Option<String>,
    /// Always empty.
    pub phone: String,
    /// The same as `email_confirmed_at`.
    pub confirmed_at: Option<String>,
    /// When the confirmation was mailed; after a sign-up only.
    #[oai(skip_serializing_if_is_none)]
    pub confirmation_sent_at: Option<String>,
    /// When they last signed in.
    pub last_sign_in_at: Option<String>,
    /// How they sign in.
    pub app_metadata: AppMetadata,
    /// What they told.
    pub user_metadata: UserMetadata,
    /// Always empty: no other services are linked.
    pub identities: Vec<Value>,
    /// When they signed up.
    pub created_at: String,
    /// When the account changed.
    pub updated_at: String,
    /// Always false.
    pub is_anonymous: bool,
}

impl UserBody {
    pub fn new(user: &User) -> Self {
        let text = |at: Option<Timestamp>| at.map(Timestamp::to_rfc3339);
        Self {
            id: user.id.clone(),
            aud: String::from("authenticated"),
            role: String::from("authenticated"),
            email: user.email.clone(),
            email_confirmed_at: text(user.email_confirmed_at),
            phone: String::new(),
            confirmed_at: text(user.email_confirmed_at),
            confirmation_sent_at: None,
            last_sign_in_at: text(user.last_sign_in_at),
            app_metadata: AppMetadata { provider: String::from("email"), providers: vec![String::from("email")] },
            user_metadata: UserMetadata {
                name: user.name.clone(),
                email: user.email.clone(),
                email_verified: user.email_confirmed_at.is_some(),
                phone_verified: false,
            },
            identities: Vec::new(),
            created_at: user.created_at.to_rfc3339(),
            updated_at: user.updated_at.to_rfc3339(),
            is_anonymous: false,
        }
    }

    /// The answer to every sign-up, made from what was sent alone: it cannot tell whether the address was known.
    pub fn of_sign_up(email: &str, name: &str, now: Timestamp) -> Self {
        let user = User {
            id: id::new(),
            email: email.to_owned(),
            password_hash: String::new(),
            email_confirmed_at: None,
            lang: crate::lang::Lang::default(),
            created_at: now,
            updated_at: now,
            last_sign_in_at: None,
            name: name.to_owned(),
            is_admin: false,
        };
        Self { confirmation_sent_at: Some(now.to_rfc3339()), ..Self::new(&user) }
    }
}

/// How somebody signs in.
#[derive(Object)]
pub(super) struct AppMetadata {
    /// Always `email`.
    pub provider: String,
    /// Always `email` alone.
    pub providers: Vec<String>,
}

/// What somebody told of themselves.
#[derive(Object)]
pub(super) struct UserMetadata {
    /// Their name.
    pub name: String,
    /// Their address.
    pub email: String,
    /// Whether it is confirmed.
    pub email_verified: bool,
    /// Always false.
    pub phone_verified: bool,
}

/// Who is signed in, for a page that has just loaded.
#[derive(Object)]
pub(super) struct CurrentSession {
    /// Nobody: null.
    pub user: Option<CurrentUser>,
    /// When the access token ends, in Unix seconds. A moment that has come means: refresh now.
    #[oai(skip_serializing_if_is_none)]
    pub expires_at: Option<i64>,
}

/// The person signed in.
#[derive(Object)]
pub(super) struct CurrentUser {
    /// Their id.
    pub id: String,
    /// Their address.
    pub email: String,
    /// `customer` or `admin`.
    pub role: String,
    /// What they told.
    pub user_metadata: CurrentMetadata,
}

/// What a page shows of the person signed in.
#[derive(Object)]
pub(super) struct CurrentMetadata {
    /// Their name.
    pub name: String,
}

impl CurrentSession {
    /// Somebody, or nobody.
    pub fn new(found: Option<(SignedIn, Timestamp, String)>) -> Self {
        let Some((who, until, name)) = found else { return Self { user: None, expires_at: None } };
        let user = CurrentUser {
            id: who.user_id,
            email: who.email,
            role: role(who.is_admin),
            user_metadata: CurrentMetadata { name },
        };
        Self { user: Some(user), expires_at: Some(until.seconds()) }
    }
}

/// The role of a person as pages know it.
pub(super) fn role(is_admin: bool) -> String {
    String::from(if is_admin { "admin" } else { "customer" })
}

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
}

/// The ways to sign in that clients of this format ask about.
const EXTERNAL: [&str; 24] = [
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
    "spotify",
    "twitch",
    "twitter",
    "zoom",
];

impl AuthSettings {
    /// Address and password, confirmed by mail.
    pub fn current() -> Self {
        Self {
            external: EXTERNAL.into_iter().map(|name| (name.to_owned(), name == "email")).collect(),
            disable_signup: false,
            mailer_autoconfirm: false,
            phone_autoconfirm: false,
            sms_provider: String::new(),
            saml_enabled: false,
        }
    }
}
