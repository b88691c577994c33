//! The auth service over HTTP.

use poem::Request;
use poem::http::header;
use poem_openapi::param::{Header, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::{ApiResponse, OpenApi};
use serde_json::json;

use super::address::AddressError;
use super::email::{EmailAddress, InvalidEmail};
use super::guard::{self, Customer};
use super::hashing::{Overloaded, Verdict};
use super::password::{Password, Weakness};
use super::profile::ProfileLines;
use super::session::{self, Refresh, Scope, SignInMethod, Tokens};
use super::wire::{
    AuthSettings, CurrentSession, GrantType, LogoutScope, ResendRequest, Resent, SessionBody, SignUpRequest, Tag,
    TokenRequest, Transport, UserBody, VerifyRequest,
};
use super::{Error, NewUser, User};
use crate::app::Shared;
use crate::db;
use crate::http::client_ip::ClientIp;
use crate::http::limits::{Action, ip_key};
use crate::lang::Lang;
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

type Answer<T> = Result<Response<Json<T>>, Problem>;

#[expect(clippy::unused_async, reason = "every operation is async, also the one that only states facts")]
#[OpenApi(prefix_path = "/auth", tag = "Tag::Auth")]
impl AuthApi {
    /// Signs up. The answer is the same whether or not the address has an account; a mail tells its owner.
    #[oai(path = "/signup", method = "post", operation_id = "sign_up")]
    async fn sign_up(&self, request: &Request, Json(body): Json<SignUpRequest>) -> Answer<UserBody> {
        self.app.limits.check_ip(request, Action::SignUp)?;
        let (email, password) = credentials(body.email, body.phone, body.password)?;
        let email = EmailAddress::parse(&email)?;
        let data = body.data.unwrap_or_default();
        let profile = ProfileLines::parse(
            // A form that was left empty is a name that was not given.
            data.name.as_deref().filter(|name| !name.trim().is_empty()),
            data.address.as_deref(),
            data.city.as_deref(),
            data.postal_code.as_deref(),
            data.country.as_deref(),
        )?;
        let lang = lang_of(request, data.lang.as_deref())?;
        let settings = self.app.db.read(Settings::load).await?;
        let password = Password::parse(&password)?;
        let name = profile.name.clone().unwrap_or_default();
        password.check(settings.password_min_length, &[email.as_str(), &name, &settings.brand])?;
        let password_hash = self.app.hashing.hash(password).await?;
        let (now, secrets) = (self.app.clock.now(), self.app.secrets.clone());
        let answer = UserBody::of_sign_up(email.as_str(), &name, now);
        let new = NewUser { email, password_hash, profile, lang };
        self.app.db.write(move |tx| super::sign_up(tx, &secrets, &new, now)).await?;
        self.app.bells.outbox.notify_one();
        Ok(private(Json(answer)))
    }

    /// Signs in with address and password, or refreshes a session.
    #[oai(path = "/token", method = "post", operation_id = "create_session")]
    async fn token(
        &self,
        request: &Request,
        Query(grant_type): Query<GrantType>,
        #[oai(name = "X-Session-Transport")] Header(transport): Header<Option<Transport>>,
        Json(body): Json<TokenRequest>,
    ) -> Answer<SessionBody> {
        let by_cookie = transport.is_some();
        if matches!(grant_type, GrantType::RefreshToken) {
            self.app.limits.check_ip(request, Action::Refresh)?;
        }
        let tokens = match grant_type {
            GrantType::Password => self.sign_in(request, body).await?,
            GrantType::RefreshToken if by_cookie => {
                let name = guard::cookie_names(&self.app.config.base_url).1;
                self.refresh(guard::cookie(request, name)).await?
            }
            GrantType::RefreshToken => self.refresh(body.refresh_token).await?,
        };
        self.session(&tokens, by_cookie).await
    }

    /// Ends sessions at once: all of the person's unless `scope` says otherwise.
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
        let refresh = guard::cookie(request, guard::cookie_names(base_url).1).filter(|_| by_cookie).unwrap_or_default();
        let scope = match scope {
            None | Some(LogoutScope::Global) => Scope::Global,
            Some(LogoutScope::Local) => Scope::Local,
            Some(LogoutScope::Others) => Scope::Others,
        };
        let ended = self
            .app
            .db
            .write(move |tx| match session::owner(tx, &access, &refresh)? {
                Some((user_id, session_id)) => session::end(tx, &user_id, &session_id, scope).map(|()| true),
                None => Ok::<_, db::Error>(false),
            })
            .await?;
        // With cookies there is always something to do: they go, whatever they were worth.
        if !ended && !by_cookie {
            return Err(Problem::new(Code::SessionNotFound));
        }
        let answer = Response::new(SignedOut::Done).header(header::CACHE_CONTROL, "no-store");
        if !by_cookie || scope == Scope::Others {
            return Ok(answer);
        }
        let [access, refresh] = guard::no_cookies(base_url);
        Ok(answer.header(header::SET_COOKIE, access).header(header::SET_COOKIE, refresh))
    }

    /// The person signed in.
    #[oai(path = "/user", method = "get", operation_id = "get_user")]
    async fn user(&self, customer: Customer) -> Answer<UserBody> {
        let user = self.app.db.read(move |conn| super::user(conn, &customer.0.user_id)).await?;
        let user = user.ok_or_else(|| Problem::new(Code::Unauthorized))?;
        Ok(private(Json(UserBody::new(&user))))
    }

    /// Confirms an address with the mailed token, once. Answers with a session; with the cookie transport without one,
    /// so that a link from somebody else cannot sign a browser in.
    #[oai(path = "/verify", method = "post", operation_id = "verify")]
    async fn verify(
        &self,
        request: &Request,
        #[oai(name = "X-Session-Transport")] Header(transport): Header<Option<Transport>>,
        Json(body): Json<VerifyRequest>,
    ) -> Answer<SessionBody> {
        self.app.limits.check_ip(request, Action::Verify)?;
        no_phone(body.phone.as_deref())?;
        let ((Some(token), None, email) | (None, Some(token), email @ Some(_))) =
            (body.token_hash, body.token, body.email)
        else {
            return Err(Problem::invalid("token_hash", "Verify requires either a token or a token hash"));
        };
        let email = email.map(|email| EmailAddress::parse(&email)).transpose()?;
        let (now, secrets, by_cookie) = (self.app.clock.now(), self.app.secrets.clone(), transport.is_some());
        let agent = user_agent(request);
        let (user, tokens) = self
            .app
            .db
            .write(move |tx| {
                let user = super::confirm(tx, &token, email.as_ref(), now)?;
                let begin = || session::issue(tx, &secrets, &user.id, SignInMethod::Otp, &agent, now);
                let tokens = (!by_cookie).then(begin).transpose()?;
                Ok::<_, Error>((user, tokens))
            })
            .await?;
        match tokens {
            Some(tokens) => self.session(&tokens, by_cookie).await,
            None => Ok(private(Json(SessionBody::without_session(&user)))),
        }
    }

    /// Mails the confirmation again, where one is waited for. The answer is the same for every address.
    #[oai(path = "/resend", method = "post", operation_id = "resend")]
    async fn resend(&self, request: &Request, Json(body): Json<ResendRequest>) -> Answer<Resent> {
        self.app.limits.check_ip(request, Action::SendMail)?;
        no_phone(body.phone.as_deref())?;
        let email = body.email.filter(|email| !email.is_empty());
        let email = email.ok_or_else(|| Problem::invalid("email", "Type provided requires an email address"))?;
        let email = EmailAddress::parse(&email)?;
        let (now, secrets) = (self.app.clock.now(), self.app.secrets.clone());
        self.app.db.write(move |tx| super::resend_confirmation(tx, &secrets, &email, now)).await?;
        self.app.bells.outbox.notify_one();
        Ok(private(Json(Resent {})))
    }

    /// Who is signed in; nobody is an answer too. A page whose access token has ended but whose session lives is told
    /// the person and a moment that has come: it should refresh.
    #[oai(path = "/session", method = "get", operation_id = "get_session")]
    async fn current_session(&self, request: &Request) -> Answer<CurrentSession> {
        let base_url = &self.app.config.base_url;
        let access = guard::access_token(request, base_url).unwrap_or_default();
        let refresh = guard::cookie(request, guard::cookie_names(base_url).1).unwrap_or_default();
        let now = self.app.clock.now();
        let found = self
            .app
            .db
            .read(move |conn| {
                let found = match session::find_with_end(conn, &access, now)? {
                    Some(found) => Some(found),
                    None => session::find_refreshable(conn, &refresh, now)?.map(|who| (who, now)),
                };
                let Some((who, until)) = found else { return Ok(None) };
                let name = super::user(conn, &who.user_id)?.map(|user| user.name).unwrap_or_default();
                Ok::<_, db::Error>(Some((who, until, name)))
            })
            .await?;
        Ok(private(Json(CurrentSession::new(found))))
    }

    /// What this auth service offers.
    #[oai(path = "/settings", method = "get", operation_id = "get_auth_settings")]
    async fn settings(&self) -> Json<AuthSettings> {
        Json(AuthSettings::current())
    }
}

impl AuthApi {
    async fn sign_in(&self, request: &Request, body: TokenRequest) -> Result<Tokens, Problem> {
        self.app.limits.check_ip(request, Action::SignIn)?;
        let (email, password) = credentials(body.email, body.phone, body.password)?;
        // What cannot be an address or a password belongs to nobody.
        let email = EmailAddress::parse(&email).map_err(|_| Error::InvalidCredentials)?;
        let password = Password::parse(&password).map_err(|_| Error::InvalidCredentials)?;
        let key = hmac_sha256(&self.app.secrets.session, email.as_str().as_bytes());
        let account = format!("{:02x?}", &key[..16]);
        // First the one who asks: whoever guesses from one place runs out before they lock the owner out.
        let place = request.data::<ClientIp>().map(|ip| ip_key(ip.0)).unwrap_or_default();
        self.app.limits.check(Action::SignInHere, &format!("{account} {place}"))?;
        self.app.limits.check(Action::SignInAccount, &account)?;
        let user = self.app.db.read(move |conn| super::user_by_email(conn, &email)).await?;
        let stored = user.as_ref().map(|user| user.password_hash.clone());
        let verdict = self.app.hashing.verify(password.clone(), stored).await?;
        let (user, stronger) = match (user, verdict) {
            (None, _) | (_, Verdict::Wrong) => return Err(Error::InvalidCredentials.into()),
            (Some(user), Verdict::Right) => (user, None),
            (Some(user), Verdict::RightButWeak) => (user, Some(self.app.hashing.hash(password).await?)),
        };
        let (now, secrets, agent) = (self.app.clock.now(), self.app.secrets.clone(), user_agent(request));
        let begin = move |tx: &db::Tx<'_>| {
            super::sign_in(tx, &secrets, &user.id, &user.password_hash, stronger.as_deref(), &agent, now)
        };
        Ok(self.app.db.write(begin).await?)
    }

    async fn refresh(&self, refresh_token: Option<String>) -> Result<Tokens, Problem> {
        let token = refresh_token.filter(|token| !token.is_empty());
        let token = token.ok_or_else(|| Problem::new(Code::RefreshTokenNotFound))?;
        let (now, secrets) = (self.app.clock.now(), self.app.secrets.clone());
        match self.app.db.write(move |tx| session::refresh(tx, &secrets, &token, now)).await? {
            Refresh::Refreshed(tokens) => Ok(tokens),
            Refresh::Reused => Err(Problem::new(Code::RefreshTokenAlreadyUsed)),
            Refresh::Unknown => Err(Problem::new(Code::RefreshTokenNotFound)),
        }
    }

    async fn session(&self, tokens: &Tokens, by_cookie: bool) -> Answer<SessionBody> {
        let user_id = tokens.user_id.clone();
        let user: Option<User> = self.app.db.read(move |conn| super::user(conn, &user_id)).await?;
        let user = user.ok_or_else(|| Problem::new(Code::SessionNotFound))?;
        let answer = private(Json(SessionBody::new(&user, tokens, by_cookie)));
        if !by_cookie {
            return Ok(answer);
        }
        let [access, refresh] = guard::cookies(&self.app.config.base_url, tokens, self.app.clock.now());
        Ok(answer.header(header::SET_COOKIE, access).header(header::SET_COOKIE, refresh))
    }
}

/// An answer for one person's eyes: no cache may keep it.
pub(super) fn private<T>(body: T) -> Response<T> {
    Response::new(body).header(header::CACHE_CONTROL, "no-store")
}

/// Address and password of a body, which may lack either.
fn credentials(
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

fn no_phone(phone: Option<&str>) -> Result<(), Problem> {
    match phone {
        None | Some("") => Ok(()),
        Some(_) => Err(Problem::new(Code::PhoneProviderDisabled)),
    }
}

fn lang_of(request: &Request, asked: Option<&str>) -> Result<Lang, Problem> {
    match asked {
        Some(code) => code.parse().map_err(|_| Problem::invalid("lang", "not a language of this site")),
        None => Ok(Lang::negotiate(request.header("accept-language").unwrap_or_default())),
    }
}

fn user_agent(request: &Request) -> String {
    request.header("user-agent").unwrap_or_default().to_owned()
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::InvalidCredentials => Self::new(Code::InvalidCredentials),
            Error::EmailNotConfirmed => Self::new(Code::EmailNotConfirmed),
            Error::LinkExpired => Self::new(Code::OtpExpired),
            Error::EmailTaken => Self::invalid("email", "the address has an account already"),
            Error::Profile(error) => error.into(),
            Error::Db(error) => error.into(),
        }
    }
}

impl From<InvalidEmail> for Problem {
    fn from(error: InvalidEmail) -> Self {
        Self::invalid("email", error.to_string())
    }
}

impl From<AddressError> for Problem {
    fn from(error: AddressError) -> Self {
        Self::invalid(error.field(), error.to_string())
    }
}

impl From<Overloaded> for Problem {
    fn from(_: Overloaded) -> Self {
        Self::new(Code::Overloaded).retry_after(2)
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
