//! Who is asking: extractors for handlers. The server alone decides; nothing in a body can change it.

use std::marker::PhantomData;
use std::net::IpAddr;

use poem::http::header;
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaSecurityScheme, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::{Map, Value};
use url::form_urlencoded;

use super::cookies::{cookie, cookie_names, device_cookie_name, order_cookie_name};
use super::device::Browser;
use super::session::{self, Lack, SignedIn};
use super::token;
use crate::audit::Actor;
use crate::clock::{Clock, Timestamp};
use crate::config::BaseUrl;
use crate::db::{Conn, Db};
use crate::lang::Lang;
use crate::limits::client_ip::ClientIp;
use crate::problem::{Code, Problem};
use crate::secrets::Secrets;

/// What it takes to know who is asking; goes with every request.
#[derive(Clone)]
pub struct Sessions {
    /// Where sessions are stored.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// What access tokens are signed with.
    pub secrets: Secrets,
    /// Where cookies come from.
    pub base_url: BaseUrl,
}

/// Anyone; `Some` when signed in.
pub struct Visitor(pub Option<SignedIn>);

/// Somebody with a session, as far as `L` asks; everybody else gets 401 or 403.
pub struct Guard<L>(pub SignedIn, Option<IpAddr>, PhantomData<L>);

/// Somebody signed in, with their second factor if they have one.
pub type Customer = Guard<FullSession>;

/// A customer who signed in within the last ten minutes: for what moves money, roles or all of somebody's data.
pub type Fresh = Guard<RecentSignIn>;

/// An administrator, with the second factor where the role asks for one.
pub type Admin = Guard<AdminRole>;

/// An administrator who signed in within the last ten minutes: for money, roles and exports.
pub type FreshAdmin = Guard<RecentAdminSignIn>;

/// An administrator, and one who signed in within the last ten minutes unless the query says `dry_run=true`.
pub type FreshAdminToAct = Guard<RecentAdminSignInToAct>;

/// Somebody with a session, even if their second factor is still to come: for giving it, and for signing out.
pub type Holder = Guard<PartialSession>;

/// Somebody signed in; or nobody, where the request brings what `I` asks for instead, which the handler judges. Everybody
/// else is refused as a [`Customer`] is.
pub struct CustomerOr<I>(pub Option<SignedIn>, PhantomData<I>);

/// What speaks for somebody without a session.
pub trait Instead: Send + Sync {
    /// Whether it also speaks for whoever brings an access token that is over, and could get another.
    const BESIDE_A_DEAD_TOKEN: bool;

    /// Whether a request with this body brings it.
    fn is_there(request: &Request, base_url: &BaseUrl, body: &[u8]) -> bool;
}

/// An address for mail in the body.
pub struct Email;

/// An order's key, in the body or as [`order_key`] finds it.
pub struct OrderKey;

impl Instead for Email {
    const BESIDE_A_DEAD_TOKEN: bool = false;

    fn is_there(_: &Request, _: &BaseUrl, body: &[u8]) -> bool {
        names(body, "email")
    }
}

impl Instead for OrderKey {
    const BESIDE_A_DEAD_TOKEN: bool = true;

    fn is_there(request: &Request, base_url: &BaseUrl, body: &[u8]) -> bool {
        order_key(request, base_url).is_some() || names(body, "order_key")
    }
}

/// Whether a body is a JSON object with something under this name.
fn names(body: &[u8], field: &str) -> bool {
    let object = serde_json::from_slice::<Map<String, Value>>(body);
    object.is_ok_and(|object| object.get(field).is_some_and(|value| !value.is_null()))
}

/// The key of an order that a request brings: its own header, the query, or the order's cookie.
pub fn order_key(request: &Request, base_url: &BaseUrl) -> Option<String> {
    let in_header = request.header("x-order-key").map(str::to_owned);
    in_header.or_else(|| key_in_query(request)).or_else(|| cookie(request, order_cookie_name(base_url)))
}

/// The key that a query brings.
pub fn key_in_query(request: &Request) -> Option<String> {
    let query = request.uri().query().unwrap_or_default().as_bytes();
    form_urlencoded::parse(query).find(|(name, _)| name == "key").map(|(_, key)| key.into_owned())
}

/// What a session must be worth.
pub trait Level: Send + Sync {
    /// Whether it opens the desk, which closes when nobody asks anything of it.
    const IS_DESK: bool = false;

    /// Why it is not worth enough.
    fn refusal(who: &SignedIn, now: Timestamp) -> Option<Code>;

    /// Why it is not worth enough for this request.
    fn refusal_of(_request: &Request, who: &SignedIn, now: Timestamp) -> Option<Code> {
        Self::refusal(who, now)
    }
}

/// The second factor may still be to come.
pub struct PartialSession;

/// Nothing is to come.
pub struct FullSession;

/// Nothing is to come, and it began a moment ago.
pub struct RecentSignIn;

/// The role is in force.
pub struct AdminRole;

/// The role is in force, and it began a moment ago.
pub struct RecentAdminSignIn;

/// The role is in force, and it began a moment ago where anything is to be done.
pub struct RecentAdminSignInToAct;

impl Level for PartialSession {
    fn refusal(_: &SignedIn, _: Timestamp) -> Option<Code> {
        None
    }
}

impl Level for FullSession {
    fn refusal(who: &SignedIn, _: Timestamp) -> Option<Code> {
        who.awaits_factor.then_some(Code::InsufficientAal)
    }
}

impl Level for RecentSignIn {
    fn refusal(who: &SignedIn, now: Timestamp) -> Option<Code> {
        FullSession::refusal(who, now).or_else(|| (who.fresh_until() <= now).then_some(Code::ReauthenticationNeeded))
    }
}

impl Level for AdminRole {
    const IS_DESK: bool = true;

    fn refusal(who: &SignedIn, now: Timestamp) -> Option<Code> {
        let role = || match who {
            SignedIn { is_admin: true, .. } => None,
            SignedIn { role_lacks: Some(Lack::Passkey), .. } => Some(Code::PasskeyRequired),
            SignedIn { role_lacks: Some(Lack::Factor), .. } => Some(Code::InsufficientAal),
            SignedIn { role_lacks: None, .. } => Some(Code::Forbidden),
        };
        let closed = || who.desk_is_closed(now).then_some(Code::ReauthenticationNeeded);
        FullSession::refusal(who, now).or_else(role).or_else(closed)
    }
}

impl Level for RecentAdminSignIn {
    const IS_DESK: bool = true;

    fn refusal(who: &SignedIn, now: Timestamp) -> Option<Code> {
        AdminRole::refusal(who, now).or_else(|| RecentSignIn::refusal(who, now))
    }
}

impl Level for RecentAdminSignInToAct {
    const IS_DESK: bool = true;

    fn refusal(who: &SignedIn, now: Timestamp) -> Option<Code> {
        RecentAdminSignIn::refusal(who, now)
    }

    fn refusal_of(request: &Request, who: &SignedIn, now: Timestamp) -> Option<Code> {
        let query = request.uri().query().unwrap_or_default().as_bytes();
        let is_dry_run = form_urlencoded::parse(query).any(|(name, value)| name == "dry_run" && value == "true");
        if is_dry_run { AdminRole::refusal(who, now) } else { Self::refusal(who, now) }
    }
}

/// A refusal as it is told: whoever is asked for a sign-in reads whether the desk has closed, or a recent one is wanted.
fn told<L: Level>(code: Code, who: &SignedIn, now: Timestamp) -> Problem {
    let is_closed = L::IS_DESK && code == Code::ReauthenticationNeeded && who.desk_is_closed(now);
    let problem = Problem::new(code);
    if is_closed { problem.with("desk", "closed") } else { problem }
}

/// Whether somebody may do as an administrator.
pub fn as_admin(who: &SignedIn, now: Timestamp) -> Result<(), Problem> {
    AdminRole::refusal(who, now).map_or(Ok(()), |code| Err(told::<AdminRole>(code, who, now)))
}

impl Guard<AdminRole> {
    /// Who acts, for the log.
    pub fn actor(&self) -> Actor {
        actor(&self.0, self.1)
    }
}

impl Guard<RecentAdminSignIn> {
    /// Who acts, for the log.
    pub fn actor(&self) -> Actor {
        actor(&self.0, self.1)
    }
}

impl Guard<RecentAdminSignInToAct> {
    /// Who acts, for the log.
    pub fn actor(&self) -> Actor {
        actor(&self.0, self.1)
    }
}

fn actor(who: &SignedIn, from: Option<IpAddr>) -> Actor {
    Actor::Admin { id: who.user_id.clone(), email: who.email.clone(), from }
}

const SCHEME: &str = "session";

impl<'a> ApiExtractor<'a> for Visitor {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::PoemExtractor];
    type ParamType = ();
    type ParamRawType = ();

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(Self(visitor(request).await?))
    }
}

impl<'a, L: Level> ApiExtractor<'a> for Guard<L> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        registry.create_security_scheme(
            SCHEME,
            MetaSecurityScheme {
                ty: "http",
                description: Some("The access token of a session; browsers send it in a cookie no script can read."),
                name: None,
                key_in: None,
                scheme: Some("bearer"),
                bearer_format: None,
                flows: None,
                openid_connect_url: None,
            },
        );
    }

    fn security_schemes() -> Vec<&'static str> {
        vec![SCHEME]
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let sessions = sessions_of(request)?;
        let Some((who, now)) = sessions.who_asks(request).await? else {
            return Err(sessions.nobody(request).await?.into());
        };
        if let Some(code) = L::refusal_of(request, &who, now) {
            return Err(told::<L>(code, &who, now).into());
        }
        if L::IS_DESK {
            sessions.note_desk(&who, now).await;
        }
        Ok(Self(who, request.data::<ClientIp>().map(|ip| ip.0), PhantomData))
    }
}

impl<'a, I: Instead> ApiExtractor<'a> for CustomerOr<I> {
    const TYPES: &'static [ApiExtractorType] = Customer::TYPES;
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        Customer::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        Customer::security_schemes()
    }

    fn has_security_fallback() -> bool {
        true
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let sessions = sessions_of(request)?;
        let who = sessions.who_asks(request).await?;
        let is_over = who.is_none() && bearer(request).is_some();
        // Half a session is worth no more than none.
        let is_nobody = who.is_none_or(|(who, _)| who.awaits_factor);
        if is_nobody && (I::BESIDE_A_DEAD_TOKEN || !is_over) {
            // The gate has bounded it and read it whole.
            let bytes = body.take()?.into_bytes().await?;
            let is_there = I::is_there(request, &sessions.base_url, &bytes);
            *body = RequestBody::new(bytes.into());
            if is_there {
                return Ok(Self(None, PhantomData));
            }
        }
        let customer = Customer::from_request(request, body, options).await?;
        Ok(Self(Some(customer.0), PhantomData))
    }
}

/// The access token of a request: the `Authorization` header, else the cookie.
pub fn access_token(request: &Request, base_url: &BaseUrl) -> Option<String> {
    bearer(request).map(str::to_owned).or_else(|| cookie(request, cookie_names(base_url).0))
}

fn bearer(request: &Request) -> Option<&str> {
    let (scheme, token) = request.header(header::AUTHORIZATION)?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// The browser a request came from, as guesses are counted.
pub fn browser(base_url: &BaseUrl, request: &Request) -> Browser {
    let kept = cookie(request, device_cookie_name(base_url)).unwrap_or_default();
    let place = request.data::<ClientIp>().map(|ip| ip.0);
    Browser { kept, place }
}

impl Sessions {
    /// Whether a request is an administrator's, before more of it is read.
    pub async fn admit_admin(&self, request: &Request) -> Result<(), Problem> {
        let (who, now) = self.who_asks(request).await?.ok_or_else(|| Problem::new(Code::Unauthorized))?;
        as_admin(&who, now)
    }

    /// Notes that something was asked of the desk. Where that cannot be written the desk stays readable meanwhile.
    async fn note_desk(&self, who: &SignedIn, now: Timestamp) {
        if who.is_desk_to_be_noted(now) {
            let session_id = who.session_id.clone();
            if let Err(error) = self.db.write(move |tx| session::note_desk(tx, &session_id, now)).await {
                tracing::debug!(%error, "that the desk was used could not be noted");
            }
        }
    }

    async fn who_asks(&self, request: &Request) -> Result<Option<(SignedIn, Timestamp)>, Problem> {
        let Some(token) = access_token(request, &self.base_url) else { return Ok(None) };
        let now = self.clock.now();
        let base_url = self.base_url.clone();
        let find = move |conn: &Conn| session::find(conn, base_url.passkey_domain().ok(), &token, now);
        let found = self.db.read(find).await?;
        Ok(found.map(|who| (who, now)))
    }

    /// The refusal of a request without a session that is alive. As the wire format of the auth service has it, a program
    /// is told there that the session its token names is over.
    async fn nobody(&self, request: &Request) -> Result<Problem, Problem> {
        let is_for_auth = request.uri().path().trim_start_matches("/api").starts_with("/auth/");
        let token = bearer(request).filter(|_| is_for_auth);
        let named = token.and_then(|token| token::session_of(&self.secrets, token, self.clock.now()));
        let is_over = match named {
            Some(session_id) => !self.db.read(move |conn| session::exists(conn, &session_id)).await?,
            None => false,
        };
        Ok(Problem::new(if is_over { Code::SessionNotFound } else { Code::Unauthorized }))
    }
}

fn sessions_of(request: &Request) -> Result<&Sessions, Problem> {
    request.data::<Sessions>().ok_or_else(|| Problem::internal(&"no sessions are attached to the request"))
}

/// Whoever is signed in, with their second factor if they have one; for pages.
pub async fn visitor(request: &Request) -> Result<Option<SignedIn>, Problem> {
    let found = sessions_of(request)?.who_asks(request).await?;
    Ok(found.map(|(who, _)| who).filter(|who| !who.awaits_factor))
}

/// The language of who sent a request that names none.
pub fn spoken(request: &Request) -> Lang {
    Lang::negotiate(request.header(header::ACCEPT_LANGUAGE).unwrap_or_default())
}

/// What the program that asks calls itself.
pub fn user_agent(request: &Request) -> String {
    request.header(header::USER_AGENT).unwrap_or_default().to_owned()
}
