//! Sessions over HTTP: begun, refreshed, ended, and asked for; and what the service offers.

use poem::Request;
use poem::http::header;
use poem_openapi::param::{Header, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::{ApiResponse, OpenApi};

use super::requests::{GrantType, LogoutScope, MetaSecurity, TokenRequest};
use super::settings::{AuthHealth, AuthSettings};
use super::wire::{CurrentSession, SessionBody, Tag, Transport};
use crate::accounts;
use crate::app::{App, Shared};
use crate::auth::cookies::{self, cookie};
use crate::auth::guard::{self, user_agent};
use crate::auth::hashing::Verdict;
use crate::auth::mailbox::Carried;
use crate::auth::password::{Password, Role};
use crate::auth::pkce::{self, Challenge, Exchange, InvalidChallenge};
use crate::auth::session::{self, Refresh, Scope, Tokens};
use crate::auth::{self, Error, captcha, device, redirect};
use crate::db;
use crate::email::EmailAddress;
use crate::limits::Action;
use crate::limits::client_ip::ClientIp;
use crate::problem::{Code, Problem};
use crate::secrets::hmac_sha256;
use crate::settings::Settings;

/// `/api/auth`.
pub struct AuthApi {
    /// The running program.
    pub app: Shared,
}

/// The sessions are ended.
#[derive(ApiResponse)]
pub(super) enum SignedOut {
    /// The sessions are ended.
    #[oai(status = 204)]
    Done,
}

pub(super) type Answer<T> = Result<Json<T>, Problem>;

/// A session, with its cookies where they carry it.
pub(super) type SessionAnswer = Result<Response<Json<SessionBody>>, Problem>;

#[expect(clippy::unused_async, reason = "every operation is async, also those that only state facts")]
#[OpenApi(prefix_path = "/auth", tag = "Tag::Auth")]
impl AuthApi {
    /// Signs in with address and password, refreshes a session, or exchanges a code for one.
    #[oai(path = "/token", method = "post", operation_id = "create_session")]
    async fn token(
        &self,
        request: &Request,
        Query(grant_type): Query<GrantType>,
        #[oai(name = "X-Session-Transport")] Header(transport): Header<Option<Transport>>,
        Json(body): Json<TokenRequest>,
    ) -> SessionAnswer {
        let by_cookie = transport.is_some();
        let (tokens, signed_in) = match grant_type {
            GrantType::Password => (self.sign_in(request, body, by_cookie).await?, true),
            GrantType::RefreshToken => (self.refresh(request, body, by_cookie).await?, false),
            GrantType::Pkce => (self.exchange(request, body, by_cookie).await?, true),
            GrantType::IdToken => return Err(Problem::new(Code::ProviderDisabled)),
            GrantType::Web3 => return Err(Problem::new(Code::Web3ProviderDisabled)),
        };
        answer_session(&self.app, &tokens, by_cookie, signed_in, None).await
    }

    /// Ends sessions at once: all of the person's unless `scope` says otherwise. One whose second factor is still to come
    /// ends itself alone.
    #[oai(path = "/logout", method = "post", operation_id = "sign_out")]
    async fn logout(
        &self,
        request: &Request,
        Query(scope): Query<Option<LogoutScope>>,
        #[oai(name = "X-Session-Transport")] Header(transport): Header<Option<Transport>>,
    ) -> Result<Response<SignedOut>, Problem> {
        let by_cookie = transport.is_some();
        let base_url = &self.app.config.base_url;
        let access = guard::access_token(request, base_url).unwrap_or_default();
        let refresh = cookie(request, cookies::cookie_names(base_url).1).filter(|_| by_cookie).unwrap_or_default();
        let scope = match scope {
            None | Some(LogoutScope::Global) => Scope::Global,
            Some(LogoutScope::Local) => Scope::Local,
            Some(LogoutScope::Others) => Scope::Others,
        };
        let ended = self
            .app
            .db
            .write(move |tx| {
                let Some(owner) = session::owner(tx, &access, &refresh)? else { return Ok(Ok(false)) };
                let scope = match scope {
                    Scope::Others if owner.awaits_factor => return Ok(Err(Code::InsufficientAal)),
                    Scope::Global if owner.awaits_factor => Scope::Local,
                    scope => scope,
                };
                session::end(tx, &owner.user_id, &owner.session_id, scope)?;
                Ok::<_, db::Error>(Ok(true))
            })
            .await?
            .map_err(Problem::new)?;
        // With cookies there is always something to do: they go, whatever they were worth.
        if !ended && !by_cookie {
            return Err(Problem::new(Code::SessionNotFound));
        }
        let answer = Response::new(SignedOut::Done);
        if !by_cookie || scope == Scope::Others {
            return Ok(answer);
        }
        let [access, refresh] = cookies::no_session_cookies(base_url);
        Ok(answer.header(header::SET_COOKIE, access).header(header::SET_COOKIE, refresh))
    }

    /// Who is signed in; nobody is an answer too, and so is somebody whose second factor is still to come. A page whose
    /// access token has ended but whose session lives is told the person and a moment that has come: it should refresh.
    #[oai(path = "/session", method = "get", operation_id = "get_session")]
    async fn current_session(&self, request: &Request) -> Answer<CurrentSession> {
        let base_url = &self.app.config.base_url;
        let access = guard::access_token(request, base_url).unwrap_or_default();
        let refresh = cookie(request, cookies::cookie_names(base_url).1).unwrap_or_default();
        let (now, base_url) = (self.app.clock.now(), base_url.clone());
        let found = self
            .app
            .db
            .read(move |conn| {
                let domain = base_url.passkey_domain().ok();
                let found = match session::find_with_end(conn, domain, &access, now)? {
                    Some(found) => Some(found),
                    None => session::find_refreshable(conn, domain, &refresh, now)?.map(|who| (who, now)),
                };
                let Some((who, until)) = found else { return Ok(None) };
                let account = accounts::account(conn, &who.user_id, now)?;
                Ok::<_, db::Error>(account.map(|account| CurrentSession::new(who, until, account)))
            })
            .await?;
        Ok(Json(found.unwrap_or(CurrentSession::NOBODY)))
    }

    /// What this auth service offers.
    #[oai(path = "/settings", method = "get", operation_id = "get_auth_settings")]
    async fn settings(&self) -> Json<AuthSettings> {
        Json(AuthSettings::current(&self.app.providers))
    }

    /// That this auth service is alive.
    #[oai(path = "/health", method = "get", operation_id = "get_auth_health")]
    async fn health(&self) -> Json<AuthHealth> {
        Json(AuthHealth::current())
    }
}

impl AuthApi {
    async fn sign_in(&self, request: &Request, body: TokenRequest, by_cookie: bool) -> Result<Tokens, Problem> {
        self.app.limits.check_ip(request, Action::SignIn)?;
        let (email, password) = credentials(body.email, body.phone, body.password)?;
        // What cannot be an address or a password belongs to nobody.
        let email = EmailAddress::parse(&email).map_err(|_| Error::InvalidCredentials)?;
        let password = Password::parse(&password).map_err(|_| Error::InvalidCredentials)?;
        verify_captcha(&self.app, request, body.gotrue_meta_security, None).await?;
        let _place = self.app.hashing.place()?;
        let found = email.clone();
        let user = self.app.db.read(move |conn| auth::user_by_email(conn, &found)).await?;
        let key = hmac_sha256(&self.app.secrets.session, email.as_str().as_bytes());
        let account = format!("{:02x?}", &key[..16]);
        let browser = guard::browser(&self.app.config.base_url, request);
        device::may_guess((&self.app.secrets, &self.app.limits), &browser, &account, user.as_ref(), device::PASSWORD)?;
        let stored = user.as_ref().map(|user| user.password_hash.clone());
        let verdict = self.app.hashing.verify(password.clone(), stored).await?;
        let (user, stronger) = match (user, verdict) {
            (None, _) | (_, Verdict::Wrong) => return Err(Error::InvalidCredentials.into()),
            (Some(user), Verdict::Right) => (user, None),
            (Some(user), Verdict::RightButWeak) => (user, Some(self.app.hashing.hash(password).await?)),
        };
        let (now, secrets, agent) = (self.app.clock.now(), self.app.secrets.clone(), user_agent(request));
        let before = browser_session(&self.app, request, by_cookie);
        let begin = move |tx: &db::Tx<'_>| {
            session::replace(tx, before.as_deref())?;
            let verified = (user.id.as_str(), user.password_hash.as_str());
            auth::sign_in(tx, &secrets, verified, stronger.as_deref(), &agent, now)
        };
        Ok(self.app.db.write(begin).await?)
    }

    async fn refresh(&self, request: &Request, body: TokenRequest, by_cookie: bool) -> Result<Tokens, Problem> {
        self.app.limits.check_ip(request, Action::Refresh)?;
        let kept = || cookie(request, cookies::cookie_names(&self.app.config.base_url).1);
        let token = if by_cookie { kept() } else { body.refresh_token }.filter(|token| !token.is_empty());
        let token = token.ok_or_else(|| Problem::new(Code::RefreshTokenNotFound))?;
        let (now, secrets) = (self.app.clock.now(), self.app.secrets.clone());
        match self.app.db.write(move |tx| session::refresh(tx, &secrets, &token, now)).await? {
            Refresh::Refreshed(tokens) => Ok(tokens),
            Refresh::Reused => Err(Problem::new(Code::RefreshTokenAlreadyUsed)),
            Refresh::Unknown => Err(Problem::new(Code::RefreshTokenNotFound)),
        }
    }
}

impl AuthApi {
    /// The session of a code, for the program that asked for it.
    async fn exchange(&self, request: &Request, body: TokenRequest, by_cookie: bool) -> Result<Tokens, Problem> {
        self.app.limits.check_ip(request, Action::Verify)?;
        let given = |text: Option<String>, field| {
            let text = text.filter(|text| !text.is_empty());
            text.ok_or_else(|| Problem::invalid(field, "both auth code and code verifier should be non-empty"))
        };
        let (code, verifier) = (given(body.auth_code, "auth_code")?, given(body.code_verifier, "code_verifier")?);
        let (now, secrets, agent) = (self.app.clock.now(), self.app.secrets.clone(), user_agent(request));
        let before = browser_session(&self.app, request, by_cookie);
        let exchanged = self
            .app
            .db
            .write(move |tx| match pkce::exchange(tx, &code, &verifier, now)? {
                Exchange::Right(user_id, method) => {
                    session::replace(tx, before.as_deref())?;
                    session::issue(tx, &secrets, &user_id, method, &agent, now).map(Ok)
                }
                Exchange::Unknown => Ok::<_, db::Error>(Err(Code::FlowStateNotFound)),
                Exchange::Expired => Ok(Err(Code::FlowStateExpired)),
                Exchange::WrongVerifier => Ok(Err(Code::BadCodeVerifier)),
            })
            .await?;
        exchanged.map_err(Problem::new)
    }
}

/// The access token of the session a browser has, which is over when another begins in it.
pub(super) fn browser_session(app: &App, request: &Request, by_cookie: bool) -> Option<String> {
    guard::access_token(request, &app.config.base_url).filter(|_| by_cookie)
}

/// A session as an answer: its tokens in the body or in cookies. With `signed_in` a browser is known again; `onward` is
/// where its page goes then.
pub(super) async fn answer_session(
    app: &App,
    tokens: &Tokens,
    by_cookie: bool,
    signed_in: bool,
    onward: Option<String>,
) -> SessionAnswer {
    let (user_id, now, base_url) = (tokens.user_id.clone(), app.clock.now(), &app.config.base_url);
    let account = app.db.read(move |conn| accounts::account(conn, &user_id, now)).await?;
    let account = account.ok_or_else(|| Problem::new(Code::SessionNotFound))?;
    let answer = Response::new(Json(SessionBody::new(&account, tokens, by_cookie, onward)));
    if !by_cookie {
        return Ok(answer);
    }
    let [access, refresh] = cookies::session_cookies(base_url, tokens, now);
    let answer = answer.header(header::SET_COOKIE, access).header(header::SET_COOKIE, refresh);
    Ok(match tokens.device.as_ref().filter(|_| signed_in) {
        Some(kept) => answer.header(header::SET_COOKIE, cookies::device_cookie(base_url, kept)),
        None => answer,
    })
}

/// Whether a person asks, where a service that can tell is configured.
pub(super) async fn verify_captcha(
    app: &App,
    request: &Request,
    shown: Option<MetaSecurity>,
    token: Option<String>,
) -> Result<(), captcha::Error> {
    let Some(captcha) = &app.captcha else { return Ok(()) };
    let token = shown.and_then(|shown| shown.captcha_token).or(token);
    captcha.check(token.as_deref(), request.data::<ClientIp>().map(|ip| ip.0)).await
}

/// A password somebody wants to have, when it may protect their account.
pub(super) async fn new_password(
    app: &App,
    text: &str,
    (email, name): (&str, &str),
    role: Role,
) -> Result<Password, Problem> {
    let settings = app.db.read(Settings::load).await?;
    let password = Password::parse(text)?;
    password.check(role.min_length(settings.password_min_length), &[email, name, &settings.brand])?;
    Ok(password)
}

/// What a request for a mail says of whoever asked. An address that is not of this site is left out, as the wire format
/// has it: its clients send the one they were made for.
pub(super) fn carried(
    app: &App,
    redirect_to: Option<String>,
    challenge: Option<&str>,
    method: Option<&str>,
) -> Result<Carried, InvalidChallenge> {
    let challenge = Challenge::parse(challenge, method)?;
    let redirect_to = redirect_to.and_then(|asked| redirect::own(&app.config.base_url, &asked));
    Ok(Carried { redirect_to, challenge })
}

/// Address and password of a body, which may lack either.
pub(super) fn credentials(
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
) -> Result<(String, String), Problem> {
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    match (given(email), given(phone), given(password)) {
        (_, Some(_), Some(_)) => Err(Problem::new(Code::PhoneProviderDisabled)),
        (Some(email), None, Some(password)) => Ok((email, password)),
        (email, _, _) => {
            let field = if email.is_none() { "email" } else { "password" };
            Err(Problem::invalid(field, "You must provide either an email or phone number and a password"))
        }
    }
}

pub(super) fn no_phone(phone: Option<&str>) -> Result<(), Problem> {
    match phone {
        None | Some("") => Ok(()),
        Some(_) => Err(Problem::new(Code::PhoneProviderDisabled)),
    }
}
