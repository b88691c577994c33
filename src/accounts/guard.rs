//! Who is asking: extractors for handlers. The server alone decides; nothing in a body can change it.

use std::marker::PhantomData;
use std::net::IpAddr;

use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaSecurityScheme, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::device::Browser;
use super::flow::FLOW_SECONDS;
use super::session::{self, SignedIn, Tokens};
use super::token;
use crate::app::{App, Shared};
use crate::audit::Actor;
use crate::clock::Timestamp;
use crate::config::BaseUrl;
use crate::limits::client_ip::ClientIp;
use crate::limits::ip_key;
use crate::problem::{Code, Problem};

/// Anyone; `Some` when signed in.
pub struct Visitor(pub Option<SignedIn>);

/// Somebody with a session, as far as `L` asks; everybody else gets 401 or 403.
pub struct Guard<L>(pub SignedIn, Option<IpAddr>, PhantomData<L>);

/// Somebody signed in, with their second factor if they have one.
pub type Customer = Guard<Whole>;

/// A customer who signed in within the last ten minutes: for what moves money, roles or all of somebody's data.
pub type Fresh = Guard<Recent>;

/// An administrator, with the second factor where the role asks for one.
pub type Admin = Guard<Desk>;

/// An administrator who signed in within the last ten minutes: for money, roles and exports.
pub type FreshAdmin = Guard<FreshDesk>;

/// Somebody with a session, even if their second factor is still to come: for giving it, and for signing out.
pub type Holder = Guard<Half>;

/// What a session must be worth.
pub trait Level: Send + Sync {
    /// Why it is not worth enough.
    fn refusal(who: &SignedIn, now: Timestamp) -> Option<Code>;
}

/// The second factor may still be to come.
pub struct Half;

/// Nothing is to come.
pub struct Whole;

/// Nothing is to come, and it began a moment ago.
pub struct Recent;

/// The role is in force.
pub struct Desk;

/// The role is in force, and it began a moment ago.
pub struct FreshDesk;

impl Level for Half {
    fn refusal(_: &SignedIn, _: Timestamp) -> Option<Code> {
        None
    }
}

impl Level for Whole {
    fn refusal(who: &SignedIn, _: Timestamp) -> Option<Code> {
        who.awaits_factor.then_some(Code::InsufficientAal)
    }
}

impl Level for Recent {
    fn refusal(who: &SignedIn, now: Timestamp) -> Option<Code> {
        Whole::refusal(who, now).or_else(|| (who.fresh_until() <= now).then_some(Code::ReauthenticationNeeded))
    }
}

impl Level for Desk {
    fn refusal(who: &SignedIn, now: Timestamp) -> Option<Code> {
        let role = (!who.is_admin).then_some(if who.lacks_factor { Code::InsufficientAal } else { Code::Forbidden });
        Whole::refusal(who, now).or(role)
    }
}

impl Level for FreshDesk {
    fn refusal(who: &SignedIn, now: Timestamp) -> Option<Code> {
        Desk::refusal(who, now).or_else(|| Recent::refusal(who, now))
    }
}

impl Guard<Desk> {
    /// Who acts, for the log.
    pub fn actor(&self) -> Actor {
        actor(&self.0, self.1)
    }
}

impl Guard<FreshDesk> {
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
        let found = who_asks(app_of(request)?, request).await?;
        Ok(Self(found.map(|(who, _)| who).filter(|who| !who.awaits_factor)))
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
        let app = app_of(request)?;
        let Some((who, now)) = who_asks(app, request).await? else { return Err(nobody(app, request).await?.into()) };
        match L::refusal(&who, now) {
            Some(code) => Err(Problem::new(code).into()),
            None => Ok(Self(who, request.data::<ClientIp>().map(|ip| ip.0), PhantomData)),
        }
    }
}

/// The names of the two cookies of a session. `__Host-` binds them to this origin; browsers take it over https only.
pub fn cookie_names(base_url: &BaseUrl) -> (&'static str, &'static str) {
    if base_url.is_https() {
        ("__Host-manetes-access", "__Host-manetes-refresh")
    } else {
        ("manetes-access", "manetes-refresh")
    }
}

/// The name of the cookie that says this browser has signed in before.
pub fn device_cookie_name(base_url: &BaseUrl) -> &'static str {
    if base_url.is_https() { "__Host-manetes-device" } else { "manetes-device" }
}

/// The name of the cookie that ties a sign-in through a provider to the browser that began it.
pub fn flow_cookie_name(base_url: &BaseUrl) -> &'static str {
    if base_url.is_https() { "__Host-manetes-flow" } else { "manetes-flow" }
}

/// The `Set-Cookie` value that goes with a sign-in through a provider. `Lax`: the provider's page leads back here.
pub(super) fn flow_cookie(base_url: &BaseUrl, value: &str) -> String {
    set_cookie(base_url, flow_cookie_name(base_url), value, FLOW_SECONDS, "Lax")
}

const DEVICE_SECONDS: i64 = 180 * 86_400;

/// The `Set-Cookie` value by which a browser is known again.
pub(super) fn device_cookie(base_url: &BaseUrl, kept: &str) -> String {
    set_cookie(base_url, device_cookie_name(base_url), kept, DEVICE_SECONDS, "Strict")
}

/// The access token of a request: the `Authorization` header, else the cookie.
pub fn access_token(request: &Request, base_url: &BaseUrl) -> Option<String> {
    bearer(request).map(str::to_owned).or_else(|| cookie(request, cookie_names(base_url).0))
}

fn bearer(request: &Request) -> Option<&str> {
    let (scheme, token) = request.header("authorization")?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// The value of a cookie of the request.
pub fn cookie(request: &Request, name: &str) -> Option<String> {
    let cookies = request.headers().get_all("cookie").into_iter().filter_map(|value| value.to_str().ok());
    cookies.flat_map(|line| line.split(';')).find_map(|pair| match pair.trim().split_once('=') {
        Some((n, value)) if n == name && !value.is_empty() => Some(value.to_owned()),
        _ => None,
    })
}

/// The browser a request came from, as guesses are counted.
pub(super) fn browser(app: &App, request: &Request) -> Browser {
    let kept = cookie(request, device_cookie_name(&app.config.base_url)).unwrap_or_default();
    let place = request.data::<ClientIp>().map(|ip| ip_key(ip.0)).unwrap_or_default();
    Browser { kept, place }
}

/// The `Set-Cookie` values that carry a session: the access token first. `Strict` works because every page is public
/// and asks for what is personal itself, from the same site.
pub(super) fn cookies(base_url: &BaseUrl, tokens: &Tokens, now: Timestamp) -> [String; 2] {
    let (access, refresh) = cookie_names(base_url);
    let seconds_until = |at: Timestamp| at.seconds() - now.seconds();
    [
        set_cookie(base_url, access, &tokens.access_token, seconds_until(tokens.access_expires_at), "Strict"),
        set_cookie(base_url, refresh, &tokens.refresh_token, seconds_until(tokens.session_expires_at), "Strict"),
    ]
}

/// The `Set-Cookie` values that remove both.
pub(super) fn no_cookies(base_url: &BaseUrl) -> [String; 2] {
    let (access, refresh) = cookie_names(base_url);
    [access, refresh].map(|name| set_cookie(base_url, name, "", 0, "Strict"))
}

/// The `Set-Cookie` values that remove every cookie of this site.
pub fn no_cookies_at_all(base_url: &BaseUrl) -> [String; 4] {
    let (access, refresh) = cookie_names(base_url);
    let names = [access, refresh, device_cookie_name(base_url), flow_cookie_name(base_url)];
    names.map(|name| set_cookie(base_url, name, "", 0, "Strict"))
}

fn set_cookie(base_url: &BaseUrl, name: &str, value: &str, max_age: i64, same_site: &str) -> String {
    let secure = if base_url.is_https() { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite={same_site}{secure}")
}

/// Whether a request is an administrator's, before more of it is read.
pub async fn admit_admin(app: &App, request: &Request) -> Result<(), Problem> {
    let (who, now) = who_asks(app, request).await?.ok_or_else(|| Problem::new(Code::Unauthorized))?;
    Desk::refusal(&who, now).map_or(Ok(()), |code| Err(Problem::new(code)))
}

fn app_of(request: &Request) -> Result<&App, Problem> {
    let app = request.data::<Shared>().ok_or_else(|| Problem::internal(&"the app is not attached to the request"))?;
    Ok(app)
}

/// The refusal of a request without a session that is alive. As the wire format of the auth service has it, a program is
/// told there that the session its token names is over.
async fn nobody(app: &App, request: &Request) -> Result<Problem, Problem> {
    let is_for_auth = request.uri().path().trim_start_matches("/api").starts_with("/auth/");
    let token = bearer(request).filter(|_| is_for_auth);
    let named = token.and_then(|token| token::session_of(&app.secrets, token, app.clock.now()));
    let is_over = match named {
        Some(session_id) => !app.db.read(move |conn| session::exists(conn, &session_id)).await?,
        None => false,
    };
    Ok(Problem::new(if is_over { Code::SessionNotFound } else { Code::Unauthorized }))
}

async fn who_asks(app: &App, request: &Request) -> Result<Option<(SignedIn, Timestamp)>, Problem> {
    let Some(token) = access_token(request, &app.config.base_url) else { return Ok(None) };
    let now = app.clock.now();
    let found = app.db.read(move |conn| session::find(conn, &token, now)).await?;
    Ok(found.map(|who| (who, now)))
}
