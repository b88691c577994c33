//! What is answered by a mail, over HTTP: signing up, and asking for a link or a code.

use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

use super::api::{Answer, carried, credentials, new_password, no_phone, verify_captcha};
use super::requests::{MetaSecurity, OtpRequest, RecoverRequest, ResendRequest, ResendType, SignUpRequest};
use super::wire::{Asked, Tag, UserBody};
use crate::accounts::metadata::{Metadata, Told};
use crate::accounts::{NewUser, email_change, mailed};
use crate::app::Shared;
use crate::auth::mailbox::{Carried, Quota};
use crate::auth::password::Role;
use crate::auth::{Error, guard};
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::email::EmailAddress;
use crate::limits::Action;
use crate::problem::{Code, Problem};
use crate::secrets::Secrets;

/// `/api/auth/signup`, `/resend`, `/otp`, `/magiclink` and `/recover`.
pub struct MailApi {
    /// The running program.
    pub app: Shared,
}

/// What every request for a mail says of who asks.
struct Asking {
    email: Option<String>,
    phone: Option<String>,
    redirect_to: Option<String>,
    code_challenge: Option<String>,
    code_challenge_method: Option<String>,
    security: Option<MetaSecurity>,
    captcha_token: Option<String>,
}

#[OpenApi(prefix_path = "/auth", tag = "Tag::Auth")]
impl MailApi {
    /// Signs up. The answer is the same whether or not the address has an account; a mail tells its owner. Its link
    /// leads on to `redirect_to`, where that is an address of this site.
    #[oai(path = "/signup", method = "post", operation_id = "sign_up")]
    async fn sign_up(
        &self,
        request: &Request,
        Query(redirect_to): Query<Option<String>>,
        Json(body): Json<SignUpRequest>,
    ) -> Answer<UserBody> {
        self.app.limits.check_ip(request, Action::SignUp)?;
        let carried =
            carried(&self.app, redirect_to, body.code_challenge.as_deref(), body.code_challenge_method.as_deref())?;
        if is_anonymous(body.email.as_deref(), body.phone.as_deref()) {
            return Err(Problem::new(Code::AnonymousProviderDisabled));
        }
        let (email, password) = credentials(body.email, body.phone, body.password)?;
        let email = EmailAddress::parse(&email)?;
        let told = Told::parse(body.data.unwrap_or_default())?;
        verify_captcha(&self.app, request, body.gotrue_meta_security, body.captcha_token).await?;
        let _place = self.app.hashing.place()?;
        let password =
            new_password(&self.app, &password, (email.as_str(), told.profile.name()), Role::Customer).await?;
        let password_hash = self.app.hashing.hash(password).await?;
        let new = new_user(request, email, password_hash, told)?;
        let (now, secrets) = (self.app.clock.now(), self.app.secrets.clone());
        let write = move |tx: &db::Tx<'_>| {
            let id = mailed::sign_up(tx, &secrets, &new, &carried, now)?;
            Ok::<_, db::Error>(UserBody::of_sign_up(id, &new, now))
        };
        let answer = self.app.db.write(write).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(Json(answer))
    }

    /// Mails the confirmation of a sign-up, or of another address, again where one is waited for. The answer is the same
    /// for every address; that of a change is the one the account has now. 429 `over_email_send_rate_limit` says when
    /// another can be asked for; what was mailed last works meanwhile.
    #[oai(path = "/resend", method = "post", operation_id = "resend")]
    async fn resend(
        &self,
        request: &Request,
        Query(redirect_to): Query<Option<String>>,
        Json(body): Json<ResendRequest>,
    ) -> Answer<Asked> {
        let resend = match body.r#type {
            ResendType::Signup => mailed::resend_confirmation,
            ResendType::EmailChange => email_change::resend,
            ResendType::Sms | ResendType::PhoneChange => return Err(Problem::new(Code::PhoneProviderDisabled)),
        };
        let asking = Asking {
            email: body.email,
            phone: body.phone,
            redirect_to: redirect_to.or(body.email_redirect_to),
            code_challenge: body.code_challenge,
            code_challenge_method: body.code_challenge_method,
            security: body.gotrue_meta_security,
            captcha_token: body.captcha_token,
        };
        let (email, carried) = self.admit(request, asking).await?;
        self.ask(move |tx, secrets, now| resend(tx, secrets, &email, &carried, now)).await
    }

    /// Mails a link and a code that sign in. The answer is the same for every address, 429 as for `resend`.
    #[oai(path = "/otp", method = "post", operation_id = "mail_sign_in")]
    async fn otp(
        &self,
        request: &Request,
        Query(redirect_to): Query<Option<String>>,
        Json(body): Json<OtpRequest>,
    ) -> Answer<Asked> {
        self.mail_sign_in(request, redirect_to, body).await
    }

    /// The same as `otp`, by its older name.
    #[oai(path = "/magiclink", method = "post", operation_id = "mail_magic_link")]
    async fn magic_link(
        &self,
        request: &Request,
        Query(redirect_to): Query<Option<String>>,
        Json(body): Json<OtpRequest>,
    ) -> Answer<Asked> {
        self.mail_sign_in(request, redirect_to, body).await
    }

    /// Mails a link and a code that let a forgotten password be set anew. The answer is the same for every address, 429
    /// as for `resend`.
    #[oai(path = "/recover", method = "post", operation_id = "recover")]
    async fn recover(
        &self,
        request: &Request,
        Query(redirect_to): Query<Option<String>>,
        Json(body): Json<RecoverRequest>,
    ) -> Answer<Asked> {
        let asking = Asking {
            email: body.email,
            phone: None,
            redirect_to,
            code_challenge: body.code_challenge,
            code_challenge_method: body.code_challenge_method,
            security: body.gotrue_meta_security,
            captcha_token: body.captcha_token,
        };
        let (email, carried) = self.admit(request, asking).await?;
        self.ask(move |tx, secrets, now| mailed::mail_recovery(tx, secrets, &email, &carried, now)).await
    }
}

impl MailApi {
    /// Lets a person ask who has not asked too often; answers for which address, and for which program.
    async fn admit(&self, request: &Request, asking: Asking) -> Result<(EmailAddress, Carried), Problem> {
        self.app.limits.check_ip(request, Action::SendMail)?;
        no_phone(asking.phone.as_deref())?;
        let (challenge, method) = (asking.code_challenge.as_deref(), asking.code_challenge_method.as_deref());
        let carried = carried(&self.app, asking.redirect_to, challenge, method)?;
        let email = email_of(asking.email)?;
        verify_captcha(&self.app, request, asking.security, asking.captcha_token).await?;
        Ok((email, carried))
    }

    /// Writes what may queue a mail; the answer tells when another can be asked for, and nothing else.
    async fn ask<F>(&self, write: F) -> Answer<Asked>
    where
        F: FnOnce(&Tx<'_>, &Secrets, Timestamp) -> db::Result<Quota> + Send + 'static,
    {
        let (secrets, now) = (self.app.secrets.clone(), self.app.clock.now());
        let quota = self.app.db.write(move |tx| write(tx, &secrets, now)).await?;
        self.app.wakeups.outbox.notify_one();
        match quota {
            Quota::Free => Ok(Json(Asked {})),
            Quota::UsedUp(seconds) => Err(Error::TooManyMails(seconds).into()),
        }
    }

    async fn mail_sign_in(&self, request: &Request, redirect_to: Option<String>, body: OtpRequest) -> Answer<Asked> {
        let told = Told::parse(body.data.unwrap_or_default())?;
        let asking = Asking {
            email: body.email,
            phone: body.phone,
            redirect_to: redirect_to.or(body.email_redirect_to),
            code_challenge: body.code_challenge,
            code_challenge_method: body.code_challenge_method,
            security: body.gotrue_meta_security,
            captcha_token: body.captcha_token,
        };
        let (email, carried) = self.admit(request, asking).await?;
        let new = new_user(request, email.clone(), String::new(), told)?;
        let new = body.create_user.unwrap_or(true).then_some(new);
        self.ask(move |tx, secrets, now| mailed::mail_sign_in(tx, secrets, &email, new.as_ref(), &carried, now)).await
    }
}

/// Somebody new, as their program tells of them.
fn new_user(request: &Request, email: EmailAddress, password_hash: String, told: Told) -> Result<NewUser, Problem> {
    let lang = told.lang.unwrap_or_else(|| guard::spoken(request));
    let metadata = Metadata::default().changed_by(&told.more)?;
    Ok(NewUser { email, password_hash, profile: told.profile, lang, metadata })
}

/// The address of a body that may lack one.
fn email_of(email: Option<String>) -> Result<EmailAddress, Problem> {
    let email = email.filter(|email| !email.is_empty());
    let email = email.ok_or_else(|| Problem::invalid("email", "Type provided requires an email address"))?;
    Ok(EmailAddress::parse(&email)?)
}

/// Whether a sign-up is one of nobody in particular, as the wire format has it.
fn is_anonymous(email: Option<&str>, phone: Option<&str>) -> bool {
    email.is_none_or(str::is_empty) && phone.is_none_or(str::is_empty)
}
