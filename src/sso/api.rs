//! Signing in through a provider, over HTTP: the way there and the way back. Whoever is on it is a person in a browser,
//! so what goes wrong leads to a page of this site, or to the program that asked, and says why by its code.

use poem::Request;
use poem::http::header;
use poem_openapi::param::Query;
use poem_openapi::payload::Response;
use poem_openapi::{ApiResponse, OpenApi, Tags};

use super::flow::{self, FLOW_SECONDS, Flow};
use super::sql;
use crate::accounts::identity;
use crate::app::Shared;
use crate::auth::cookies;
use crate::auth::guard::{self, user_agent};
use crate::auth::pkce::{self, Challenge};
use crate::auth::redirect::{self, local, with_query};
use crate::auth::session::{self, SignInMethod, Tokens};
use crate::config::BaseUrl;
use crate::db;
use crate::lang::Lang;
use crate::limits::Action;
use crate::oidc::{self, Attempt, Claims};
use crate::problem::{Code, Problem};

/// Where providers send people back to.
const CALLBACK: &str = "/api/auth/callback";

/// `/api/auth/authorize` and `/callback`.
pub struct SsoApi {
    /// The running program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// Signing up, in and out.
    Auth,
}

/// The way goes on elsewhere.
#[derive(ApiResponse)]
pub enum Onward {
    /// The way goes on elsewhere.
    #[oai(status = 303)]
    To(
        /// Where.
        #[oai(header = "Location")]
        String,
    ),
}

/// Where the way goes on.
pub type Redirect = Result<Response<Onward>, Problem>;

/// How a sign-in through a provider ended.
enum Arrival {
    /// The browser has a session.
    SignedIn(Tokens),
    /// A program gets a code.
    Code(String),
}

#[OpenApi(prefix_path = "/auth", tag = "Tag::Auth")]
impl SsoApi {
    /// Sends a browser to a provider, to sign in there. It comes back to `redirect_to`, an address or a path of this
    /// site: signed in by cookies or, where a challenge was given, with a `code` to exchange for a session.
    #[oai(path = "/authorize", method = "get", operation_id = "authorize")]
    async fn authorize(
        &self,
        request: &Request,
        Query(provider): Query<Option<String>>,
        Query(redirect_to): Query<Option<String>>,
        Query(code_challenge): Query<Option<String>>,
        Query(code_challenge_method): Query<Option<String>>,
        Query(lang): Query<Option<String>>,
    ) -> Redirect {
        let Ok(destination) = destination(&self.app.config.base_url, redirect_to.as_deref()) else {
            return Ok(self.refused(None, &Problem::invalid("redirect_to", "not an address of this site")));
        };
        let challenge = Challenge::parse(code_challenge.as_deref(), code_challenge_method.as_deref());
        let is_program = code_challenge.is_some();
        let left = match challenge {
            Ok(challenge) => self.leave(request, provider, &destination, challenge, lang).await,
            Err(error) => Err(error.into()),
        };
        Ok(left.unwrap_or_else(|problem| self.refused(Some((&destination, is_program)), &problem)))
    }

    /// Where a provider sends people back to.
    #[oai(path = "/callback", method = "get", operation_id = "authorize_callback")]
    async fn callback(
        &self,
        request: &Request,
        Query(state): Query<Option<String>>,
        Query(code): Query<Option<String>>,
        Query(error): Query<Option<String>>,
        Query(iss): Query<Option<String>>,
    ) -> Redirect {
        if let Err(problem) = self.app.limits.check_ip(request, Action::Verify) {
            return Ok(self.refused(None, &problem));
        }
        let state = state.unwrap_or_default();
        let Some(flow) = self.flow_of(request, &state).await? else {
            return Ok(self.refused(None, &Problem::new(Code::BadOauthState)));
        };
        let arrived = match (code.filter(|code| !code.is_empty()), error) {
            (Some(code), None) => self.arrive(request, &flow, &state, code, iss).await,
            (_, Some(error)) if error == "access_denied" => Err(Problem::new(Code::AccessDenied)),
            (_, _) => Err(Problem::new(Code::BadOauthCallback)),
        };
        Ok(match arrived {
            Ok(Arrival::SignedIn(tokens)) => self.signed_in(&flow, &tokens),
            Ok(Arrival::Code(code)) => onward(with_query(&flow.destination, &[("code", &code)])),
            Err(problem) => self.refused(Some((&flow.destination, flow.challenge.is_some())), &problem),
        })
    }
}

impl SsoApi {
    async fn leave(
        &self,
        request: &Request,
        provider: Option<String>,
        destination: &str,
        challenge: Option<Challenge>,
        lang: Option<String>,
    ) -> Result<Response<Onward>, Problem> {
        let (app, base_url) = (&self.app, &self.app.config.base_url);
        app.limits.check_ip(request, Action::SignIn)?;
        let provider = provider.as_deref().and_then(|id| app.providers.find(id));
        let provider = provider.ok_or_else(|| Problem::invalid("provider", "Provider could not be found"))?;
        let lang = lang_of(request, lang.as_deref())?;
        let state = flow::random();
        let redirect_uri = base_url.link(CALLBACK);
        let page = app.providers.page_of(provider, &self.attempt(&redirect_uri, &state), lang).await?;
        // A browser may have several sign-ins under way, in as many tabs.
        let kept =
            cookies::cookie(request, cookies::flow_cookie_name(base_url)).filter(|kept| kept.len() == state.len());
        let browser = kept.unwrap_or_else(flow::random);
        let before = guard::access_token(request, base_url).unwrap_or_default();
        let flow = Flow {
            provider: provider.id().to_owned(),
            destination: destination.to_owned(),
            challenge,
            lang,
            session_id: None,
        };
        let (now, cookie) = (app.clock.now(), cookies::flow_cookie(base_url, &browser, FLOW_SECONDS));
        app.db
            .write(move |tx| {
                let session_id = session::owner(tx, &before, "")?.map(|owner| owner.session_id);
                sql::begin(tx, &state, &browser, &Flow { session_id, ..flow }, now)
            })
            .await?;
        Ok(onward(page.into()).header(header::SET_COOKIE, cookie))
    }

    async fn flow_of(&self, request: &Request, state: &str) -> Result<Option<Flow>, Problem> {
        let browser = cookies::cookie(request, cookies::flow_cookie_name(&self.app.config.base_url));
        let (state, now) = (state.to_owned(), self.app.clock.now());
        Ok(self.app.db.write(move |tx| sql::take(tx, &state, &browser.unwrap_or_default(), now)).await?)
    }

    async fn arrive(
        &self,
        request: &Request,
        flow: &Flow,
        state: &str,
        code: String,
        iss: Option<String>,
    ) -> Result<Arrival, Problem> {
        let app = &self.app;
        let provider = app.providers.find(&flow.provider).ok_or_else(|| Problem::new(Code::ProviderUnavailable))?;
        // Where it says who answers, it is the one who was asked (RFC 9207).
        if iss.is_some_and(|iss| iss != provider.issuer()) {
            return Err(Problem::new(Code::BadOauthCallback));
        }
        let redirect_uri = app.config.base_url.link(CALLBACK);
        let claims = app.providers.prove(provider, &self.attempt(&redirect_uri, state), code).await?;
        let (flow, agent) = (flow.clone(), user_agent(request));
        self.enter(claims, flow, agent).await
    }

    async fn enter(&self, claims: Claims, flow: Flow, agent: String) -> Result<Arrival, Problem> {
        let (now, secrets) = (self.app.clock.now(), self.app.secrets.clone());
        let arrived = self
            .app
            .db
            .write(move |tx| {
                let Some(user_id) = identity::open(tx, &claims, flow.lang, now)? else { return Ok(None) };
                if let Some(challenge) = flow.challenge {
                    return pkce::issue(tx, &user_id, challenge, SignInMethod::OAuth, now)
                        .map(|c| Some(Arrival::Code(c)));
                }
                if let Some(session_id) = &flow.session_id {
                    session::end_one(tx, session_id)?;
                }
                let tokens = session::issue(tx, &secrets, &user_id, SignInMethod::OAuth, &agent, now)?;
                Ok::<_, db::Error>(Some(Arrival::SignedIn(tokens)))
            })
            .await?;
        self.app.wakeups.outbox.notify_one();
        arrived.ok_or_else(|| Problem::new(Code::ProviderEmailNeedsVerification))
    }

    fn attempt<'a>(&self, redirect_uri: &'a str, state: &'a str) -> Attempt<'a> {
        let secrets = &self.app.secrets;
        let (nonce, verifier) = (flow::nonce(secrets, state), flow::verifier(secrets, state));
        Attempt { redirect_uri, state, nonce, verifier }
    }

    /// By way of the sign-in page: it asks for the second factor where there is one, tells the other tabs, and goes on.
    fn signed_in(&self, flow: &Flow, tokens: &Tokens) -> Response<Onward> {
        let (app, base_url) = (&self.app, &self.app.config.base_url);
        let next = local(&flow.destination);
        let answer = onward(with_query(&base_url.link("/login"), &[("with", "provider"), ("next", &next)]));
        let device = tokens.device.as_ref().map(|kept| cookies::device_cookie(base_url, kept));
        let set = cookies::session_cookies(base_url, tokens, app.clock.now());
        set.into_iter().chain(device).fold(answer, |answer, cookie| answer.header(header::SET_COOKIE, cookie))
    }

    /// To the sign-in page, which says why; a program is told at its own address.
    fn refused(&self, destination: Option<(&str, bool)>, problem: &Problem) -> Response<Onward> {
        let code = problem.code().as_str();
        let login = self.app.config.base_url.link("/login");
        onward(match destination {
            Some((destination, true)) => {
                let denied = problem.code() == Code::AccessDenied;
                let error = if denied { "access_denied" } else { "server_error" };
                let description = problem.code().title();
                with_query(destination, &[("error", error), ("error_code", code), ("error_description", description)])
            }
            Some((destination, false)) => with_query(&login, &[("failed", code), ("next", &local(destination))]),
            None => with_query(&login, &[("failed", code)]),
        })
    }
}

/// Where to go afterwards: an address of this site, or a path in it.
pub fn destination(base_url: &BaseUrl, redirect_to: Option<&str>) -> Result<String, Problem> {
    let asked = redirect_to.filter(|asked| !asked.is_empty()).unwrap_or("/account");
    redirect::own(base_url, asked).ok_or_else(|| Problem::invalid("redirect_to", "not an address of this site"))
}

/// The language asked for, otherwise the browser's.
fn lang_of(request: &Request, asked: Option<&str>) -> Result<Lang, Problem> {
    match asked {
        Some(code) => code.parse().map_err(|_| Problem::invalid("lang", "not a language of this site")),
        None => Ok(guard::spoken(request)),
    }
}

/// An answer that leads on.
pub fn onward(location: String) -> Response<Onward> {
    Response::new(Onward::To(location))
}

impl From<oidc::Error> for Problem {
    fn from(error: oidc::Error) -> Self {
        tracing::warn!(%error, "a sign-in through a provider failed");
        match error {
            oidc::Error::Unavailable(_) => Self::new(Code::ProviderUnavailable),
            oidc::Error::Refused(_) => Self::new(Code::BadOauthCallback),
        }
    }
}
