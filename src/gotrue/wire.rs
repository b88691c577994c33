//! What the auth service answers: GoTrue's wire format, so that its existing clients work unchanged.

use std::collections::BTreeMap;

use poem_openapi::{Enum, Object, Tags};
use serde_json::Value;

use crate::accounts::identity::Identity;
use crate::accounts::{Account, NewUser};
use crate::auth::User;
use crate::auth::factor::Factor;
use crate::auth::password::Role;
use crate::auth::session::{SignedIn, Tokens};
use crate::clock::Timestamp;

/// Groups of operations in the API description.
#[derive(Tags)]
pub(super) enum Tag {
    /// Signing up, in and out.
    Auth,
}

/// How tokens travel; without the header they stand in the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename = "SessionTransport", rename_all = "lowercase")]
pub(super) enum Transport {
    /// In `HttpOnly` cookies only, out of reach of scripts.
    Cookie,
}

/// An empty object: what was done is not told.
#[derive(Object)]
pub(super) struct Asked {}

/// A session. With the cookie transport the tokens stand in cookies and are absent here; after confirming an address
/// with the cookie transport there is no session yet, and only `user` is present.
#[derive(Object)]
#[oai(rename = "Session", skip_serializing_if_is_none)]
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
    /// `aal1`, or `aal2` once the second factor was given.
    pub aal: Option<String>,
    /// The level this account asks for. While `aal` is lower, all but giving the second factor is refused.
    pub next_aal: Option<String>,
    /// Where the page goes now, as the program wanted that asked for the mail: an address of this site.
    pub redirect_to: Option<String>,
    /// Whose it is.
    pub user: UserBody,
}

impl SessionBody {
    /// A session; its tokens too, unless they travel in cookies.
    pub fn new(account: &Account, tokens: &Tokens, by_cookie: bool, redirect_to: Option<String>) -> Self {
        let needs_factor = account.factors.iter().any(|factor| factor.verified_at.is_some());
        let in_body = |token: &str| (!by_cookie).then(|| token.to_owned());
        Self {
            access_token: in_body(&tokens.access_token),
            token_type: Some(String::from("bearer")),
            expires_in: Some(tokens.access_seconds),
            expires_at: Some(tokens.access_expires_at.seconds()),
            refresh_token: in_body(&tokens.refresh_token),
            aal: Some(aal(tokens.has_factor)),
            next_aal: Some(aal(tokens.has_factor || needs_factor)),
            redirect_to,
            user: UserBody::new(account),
        }
    }

    /// Somebody confirmed, not signed in.
    pub fn without_session(account: &Account, redirect_to: Option<String>) -> Self {
        Self {
            access_token: None,
            token_type: None,
            expires_in: None,
            expires_at: None,
            refresh_token: None,
            aal: None,
            next_aal: None,
            redirect_to,
            user: UserBody::new(account),
        }
    }
}

fn aal(has_factor: bool) -> String {
    String::from(if has_factor { "aal2" } else { "aal1" })
}

/// How far the enrolment of a second factor is.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "lowercase")]
pub(super) enum FactorStatus {
    Verified,
    Unverified,
}

/// A second factor.
#[derive(Object)]
#[oai(rename = "Factor")]
pub(super) struct FactorBody {
    /// Its id.
    pub id: String,
    /// What its owner calls it; may be empty.
    pub friendly_name: String,
    /// Always `totp`.
    pub factor_type: String,
    /// `unverified` while it waits for its first code.
    pub status: FactorStatus,
    /// When the enrolment began.
    pub created_at: String,
    /// When it was last changed.
    pub updated_at: String,
}

impl FactorBody {
    fn new(factor: &Factor) -> Self {
        let status = if factor.verified_at.is_some() { FactorStatus::Verified } else { FactorStatus::Unverified };
        Self {
            id: factor.id.clone(),
            friendly_name: factor.friendly_name.clone(),
            factor_type: String::from("totp"),
            status,
            created_at: factor.created_at.to_rfc3339(),
            updated_at: factor.updated_at.to_rfc3339(),
        }
    }
}

/// A person, for clients of this format. Times are RFC 3339.
#[derive(Object)]
#[oai(rename = "User")]
pub(super) struct UserBody {
    /// The person's id. After a sign-up it is the same for every sign-up of the address, and that of the account where
    /// there was one sign-up and no account before.
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
    /// The address they asked to have and have not confirmed.
    #[oai(skip_serializing_if_is_none)]
    pub new_email: Option<String>,
    /// When they asked for it.
    #[oai(skip_serializing_if_is_none)]
    pub email_change_sent_at: Option<String>,
    /// Second factors, enrolments begun included.
    pub factors: Vec<FactorBody>,
    /// When they last signed in.
    pub last_sign_in_at: Option<String>,
    /// How they sign in.
    pub app_metadata: AppMetadata,
    /// What they told: the lines of the profile, the language of mails, whatever their program keeps; and what the server
    /// knows: `sub`, `email`, `email_verified`, `phone_verified`.
    pub user_metadata: BTreeMap<String, Value>,
    /// Who they are at providers that open the account, and their address where it has a password or nothing else.
    pub identities: Vec<IdentityBody>,
    /// When they signed up.
    pub created_at: String,
    /// When the account changed.
    pub updated_at: String,
    /// Always false.
    pub is_anonymous: bool,
}

impl UserBody {
    pub fn new(account: &Account) -> Self {
        let (user, pending) = (&account.user, account.pending_email.as_ref());
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
            new_email: pending.map(|pending| pending.email.clone()),
            email_change_sent_at: text(pending.map(|pending| pending.asked_at)),
            factors: account.factors.iter().map(FactorBody::new).collect(),
            last_sign_in_at: text(user.last_sign_in_at),
            app_metadata: AppMetadata::new(&account.identities),
            user_metadata: user_metadata(account),
            identities: identities(account),
            created_at: user.created_at.to_rfc3339(),
            updated_at: user.updated_at.to_rfc3339(),
            is_anonymous: false,
        }
    }

    /// The answer to every sign-up, made from what was sent: it cannot tell whether the address was known.
    pub fn of_sign_up(id: String, new: &NewUser, now: Timestamp) -> Self {
        let user = User {
            id,
            email: new.email.to_string(),
            password_hash: String::new(),
            email_confirmed_at: None,
            lang: new.lang,
            created_at: now,
            updated_at: now,
            last_sign_in_at: None,
            name: new.profile.name().to_owned(),
            is_admin: false,
            is_contested: false,
        };
        let (profile, metadata) = (new.profile.clone(), new.metadata.clone());
        let account =
            Account { user, profile, metadata, factors: Vec::new(), identities: Vec::new(), pending_email: None };
        Self { confirmation_sent_at: Some(now.to_rfc3339()), ..Self::new(&account) }
    }
}

/// What is told of somebody; what the server knows stands above it.
fn user_metadata(account: &Account) -> BTreeMap<String, Value> {
    let (user, profile) = (&account.user, &account.profile);
    let mut told: BTreeMap<String, Value> = account.metadata.members().map(|(k, v)| (k.clone(), v.clone())).collect();
    let lines = [
        ("address", &profile.address),
        ("city", &profile.city),
        ("postal_code", &profile.postal_code),
        ("country", &profile.country),
    ];
    let given = lines.into_iter().filter_map(|(name, line)| Some((name, line.as_deref().filter(|l| !l.is_empty())?)));
    told.extend(given.map(|(name, line)| (name.to_owned(), Value::from(line))));
    let known = [
        ("name", Value::from(user.name.clone())),
        ("lang", Value::from(user.lang.to_string())),
        ("sub", Value::from(user.id.clone())),
        ("email", Value::from(user.email.clone())),
        ("email_verified", Value::from(user.email_confirmed_at.is_some())),
        ("phone_verified", Value::from(false)),
    ];
    told.extend(known.map(|(name, value)| (name.to_owned(), value)));
    told
}

/// How somebody signs in.
#[derive(Object)]
pub(super) struct AppMetadata {
    /// Always `email`: it opens every account.
    pub provider: String,
    /// `email`, and the providers that open the account.
    pub providers: Vec<String>,
}

impl AppMetadata {
    fn new(identities: &[Identity]) -> Self {
        let mut providers = vec![String::from("email")];
        providers.extend(identities.iter().map(|identity| identity.provider.clone()));
        providers.dedup();
        Self { provider: String::from("email"), providers }
    }
}

/// The providers that open the account and, where it has a password or nothing else, the address.
fn identities(account: &Account) -> Vec<IdentityBody> {
    let user = &account.user;
    let last = user.last_sign_in_at.unwrap_or(user.created_at);
    let own = || {
        identity_body(
            [&user.id, &user.id, &user.id, "email", &user.email],
            user.email_confirmed_at.is_some(),
            [user.created_at, last],
        )
    };
    let providers = account.identities.iter().map(|it| {
        identity_body(
            [&it.id, &it.subject, &user.id, &it.provider, &it.email],
            // A provider's word opened the account because it vouches for the address.
            true,
            [it.created_at, it.last_sign_in_at],
        )
    });
    let has_own = account.identities.is_empty() || !user.password_hash.is_empty();
    providers.chain(has_own.then(own)).collect()
}

fn identity_body(
    [identity_id, subject, user_id, provider, email]: [&str; 5],
    is_verified: bool,
    [created_at, last_sign_in_at]: [Timestamp; 2],
) -> IdentityBody {
    IdentityBody {
        identity_id: identity_id.to_owned(),
        id: subject.to_owned(),
        user_id: user_id.to_owned(),
        provider: provider.to_owned(),
        email: email.to_owned(),
        identity_data: IdentityData {
            sub: subject.to_owned(),
            email: email.to_owned(),
            email_verified: is_verified,
            phone_verified: false,
        },
        created_at: created_at.to_rfc3339(),
        last_sign_in_at: last_sign_in_at.to_rfc3339(),
        updated_at: last_sign_in_at.to_rfc3339(),
    }
}

/// What opens an account: its address, or who its owner is at a provider.
#[derive(Object)]
#[oai(rename = "Identity")]
pub(super) struct IdentityBody {
    /// Its own id.
    identity_id: String,
    /// Who they are there.
    id: String,
    /// The account.
    user_id: String,
    /// `email`, or the provider's name.
    provider: String,
    /// The address there.
    email: String,
    /// What is known of them there.
    identity_data: IdentityData,
    /// When it opened the account first, RFC 3339.
    created_at: String,
    /// When it opened the account last, RFC 3339.
    last_sign_in_at: String,
    /// The same as `last_sign_in_at`.
    updated_at: String,
}

/// What a provider says of somebody.
#[derive(Object)]
struct IdentityData {
    /// Who they are there.
    sub: String,
    /// The address there.
    email: String,
    /// Whether it is theirs for sure.
    email_verified: bool,
    /// Always false.
    phone_verified: bool,
}

/// Who is signed in, for a page that has just loaded.
#[derive(Object)]
pub(super) struct CurrentSession {
    /// Nobody, or somebody whose second factor is still to come: null.
    pub user: Option<CurrentUser>,
    /// Somebody whose second factor is still to come.
    #[oai(skip_serializing_if_is_none)]
    pub awaiting: Option<Awaiting>,
    /// When the access token ends, in Unix seconds. A moment that has come means: refresh now.
    #[oai(skip_serializing_if_is_none)]
    pub expires_at: Option<i64>,
    /// Until when, in Unix seconds, what asks for a fresh sign-in is allowed.
    #[oai(skip_serializing_if_is_none)]
    pub fresh_until: Option<i64>,
}

/// The person signed in.
#[derive(Object)]
pub(super) struct CurrentUser {
    /// Their id.
    pub id: String,
    /// Their address.
    pub email: String,
    /// What they may do.
    pub role: Role,
    /// Whether they administer the shop but must add a second factor, or give it, before they can.
    pub admin_needs_factor: bool,
    /// What they told.
    pub user_metadata: CurrentMetadata,
}

/// What a page shows of the person signed in.
#[derive(Object)]
pub(super) struct CurrentMetadata {
    /// Their name.
    pub name: String,
}

/// What is asked of somebody who signed in without their second factor.
#[derive(Object)]
pub(super) struct Awaiting {
    /// Their address.
    pub email: String,
    /// The factors that any one of them may answer a challenge of.
    pub factors: Vec<FactorBody>,
}

impl CurrentSession {
    /// Nobody.
    pub const NOBODY: Self = Self { user: None, awaiting: None, expires_at: None, fresh_until: None };

    /// Somebody whose access token ends at `until`.
    pub fn new(who: SignedIn, until: Timestamp, account: Account) -> Self {
        let (expires_at, fresh_until) = (Some(until.seconds()), Some(who.fresh_until().seconds()));
        if who.awaits_factor {
            let verified = account.factors.iter().filter(|factor| factor.verified_at.is_some());
            let awaiting = Awaiting { email: who.email, factors: verified.map(FactorBody::new).collect() };
            return Self { user: None, awaiting: Some(awaiting), expires_at, fresh_until: None };
        }
        let user = CurrentUser {
            id: who.user_id,
            email: who.email,
            role: Role::of(who.is_admin),
            admin_needs_factor: account.user.is_admin && !who.is_admin,
            user_metadata: CurrentMetadata { name: account.user.name },
        };
        Self { user: Some(user), awaiting: None, expires_at, fresh_until }
    }
}
