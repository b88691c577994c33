//! One's own account over HTTP: reading and changing it, and where it is signed in.

use poem::Request;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::api::{Answer, carried, new_password, no_phone};
use super::requests::UserChange;
use super::wire::{Asked, Tag, UserBody};
use crate::accounts::confirm::{self, Outcome, WithPassword};
use crate::accounts::metadata::Told;
use crate::accounts::{self, Change};
use crate::app::Shared;
use crate::auth::guard::{Customer, Holder};
use crate::auth::hashing::Verdict;
use crate::auth::mailbox::{self, Proof, Purpose};
use crate::auth::password::Password;
use crate::auth::session::{self, Listed, Scope, SignInMethod, SignedIn};
use crate::auth::{self, Error, User};
use crate::db;
use crate::email::EmailAddress;
use crate::limits::Action;
use crate::problem::{Code, Problem};

/// `/api/auth/user` and `/api/auth/sessions`.
pub struct UserApi {
    /// The running program.
    pub app: Shared,
}

/// Where an account is signed in.
#[derive(Object)]
struct SessionList {
    /// The last used first.
    sessions: Vec<ListedSession>,
}

/// A session.
#[derive(Object)]
struct ListedSession {
    /// Names it, opens nothing.
    id: String,
    /// What the program called itself when it signed in; may be empty.
    user_agent: String,
    /// When it began.
    created_at: String,
    /// When it was last refreshed.
    last_seen_at: String,
    /// Whether it is the one that asks.
    current: bool,
}

/// The session is over.
#[derive(ApiResponse)]
enum Ended {
    /// The session is over.
    #[oai(status = 204)]
    Done,
}

#[OpenApi(prefix_path = "/auth", tag = "Tag::Auth")]
impl UserApi {
    /// The person signed in, also while their second factor is still to come.
    #[oai(path = "/user", method = "get", operation_id = "get_user")]
    async fn user(&self, holder: Holder) -> Answer<UserBody> {
        self.answer(holder.0.user_id).await
    }

    /// Changes one's own account. The link that confirms another address leads on to `redirect_to`, where that is an
    /// address of this site.
    #[oai(path = "/user", method = "put", operation_id = "update_user")]
    async fn update(
        &self,
        request: &Request,
        customer: Customer,
        Query(redirect_to): Query<Option<String>>,
        Json(mut body): Json<UserChange>,
    ) -> Answer<UserBody> {
        no_phone(body.phone.as_deref())?;
        let who = customer.0;
        let carried =
            carried(&self.app, redirect_to, body.code_challenge.as_deref(), body.code_challenge_method.as_deref())?;
        let email = body.email.as_deref().map(EmailAddress::parse).transpose()?;
        let email = email.filter(|email| email.as_str() != who.email);
        let told = Told::parse(body.data.take().unwrap_or_default())?;
        let change = Change { told, password_hash: None, email, carried };
        let user_id = who.user_id.clone();
        let user = self.app.db.read(move |conn| auth::user(conn, &user_id)).await?;
        let user = user.ok_or_else(|| Problem::new(Code::Unauthorized))?;
        // Before a mailed code is used up for it.
        let password = match &body.password {
            Some(text) => Some(new_password(&self.app, text, (&user.email, &user.name), user.role()).await?),
            None => None,
        };
        let is_sensitive = password.is_some() || change.email.is_some();
        let verified_hash = if is_sensitive { self.prove(request, &body, &who, &user).await? } else { None };
        let change = match password {
            Some(password) => Change { password_hash: Some(self.new_hash(password, &user).await?), ..change },
            None => change,
        };
        let (secrets, now, user_id) = (self.app.secrets.clone(), self.app.clock.now(), who.user_id.clone());
        let write = move |tx: &db::Tx<'_>| accounts::change(tx, &secrets, &who, verified_hash.as_deref(), &change, now);
        self.app.db.write(write).await?;
        self.app.wakeups.outbox.notify_one();
        self.answer(user_id).await
    }

    /// Mails a code that stands for the current password once, as `nonce`.
    #[oai(path = "/reauthenticate", method = "get", operation_id = "reauthenticate")]
    async fn reauthenticate(&self, customer: Customer) -> Answer<Asked> {
        let (secrets, now) = (self.app.secrets.clone(), self.app.clock.now());
        self.app
            .db
            .write(move |tx| {
                let user = auth::user(tx, &customer.0.user_id)?.ok_or(Error::InvalidCredentials)?;
                mailbox::mail_reauthentication(tx, &secrets, &user, now)
            })
            .await?;
        self.app.wakeups.outbox.notify_one();
        Ok(Json(Asked {}))
    }

    /// Where one's own account is signed in.
    #[oai(path = "/sessions", method = "get", operation_id = "list_sessions")]
    async fn sessions(&self, customer: Customer) -> Answer<SessionList> {
        let (now, SignedIn { user_id, session_id, .. }) = (self.app.clock.now(), customer.0);
        let found = self.app.db.read(move |conn| session::list(conn, &user_id, now)).await?;
        let listed = |found: Listed| ListedSession {
            current: found.id == session_id,
            id: found.id,
            user_agent: found.user_agent,
            created_at: found.created_at.to_rfc3339(),
            last_seen_at: found.last_seen_at.to_rfc3339(),
        };
        Ok(Json(SessionList { sessions: found.into_iter().map(listed).collect() }))
    }

    /// Ends one of one's own sessions at once.
    #[oai(path = "/sessions/:id", method = "delete", operation_id = "end_session")]
    async fn end(&self, customer: Customer, Path(id): Path<String>) -> Result<Ended, Problem> {
        let user_id = customer.0.user_id;
        let ended = self.app.db.write(move |tx| session::end(tx, &user_id, &id, Scope::Local)).await?;
        match ended {
            0 => Err(Problem::new(Code::NotFound)),
            _ => Ok(Ended::Done),
        }
    }
}

impl UserApi {
    async fn answer(&self, user_id: String) -> Answer<UserBody> {
        let now = self.app.clock.now();
        let account = self.app.db.read(move |conn| accounts::account(conn, &user_id, now)).await?;
        let account = account.ok_or_else(|| Problem::new(Code::Unauthorized))?;
        Ok(Json(UserBody::new(&account)))
    }

    /// Asks for what a new password or address needs: the current password, a mailed code, or a sign-in by mail of a
    /// moment ago, since whoever finds an open browser may not take the account over. Answers with the hash that the
    /// current password was right against, where it was given; without, the mailbox was shown.
    async fn prove(
        &self,
        request: &Request,
        body: &UserChange,
        who: &SignedIn,
        user: &User,
    ) -> Result<Option<String>, Problem> {
        let now = self.app.clock.now();
        if let Some(current) = &body.current_password {
            self.app.limits.check_ip(request, Action::SignIn)?;
            self.app.limits.check(Action::SignInDevice, &user.id)?;
            let wrong = || Problem::new(Code::CurrentPasswordMismatch).with("field", "current_password");
            let current = Password::parse(current).map_err(|_| wrong())?;
            let stored = user.password_hash.clone();
            return match self.app.hashing.verify(current, Some(stored.clone())).await? {
                Verdict::Wrong => Err(wrong()),
                Verdict::Right | Verdict::RightButWeak => Ok(Some(stored)),
            };
        }
        if let Some(code) = body.nonce.clone() {
            self.app.limits.check_ip(request, Action::Verify)?;
            let (secrets, user_id) = (self.app.secrets.clone(), user.id.clone());
            let proof = Proof::Code { email: EmailAddress::of_stored(&user.email), code };
            let purposes = &[Purpose::Reauthentication];
            let prove =
                move |tx: &db::Tx<'_>| confirm::prove(tx, &secrets, purposes, &proof, &WithPassword::Typed, now);
            let proven = self.app.db.write(prove).await?;
            let is_theirs = matches!(proven, Outcome::Right(proven) if proven.user.id == user_id);
            let wrong = || Problem::new(Code::ReauthenticationNotValid).with("field", "nonce");
            return if is_theirs { Ok(None) } else { Err(wrong()) };
        }
        if who.method == SignInMethod::Otp && now < who.fresh_until() {
            return Ok(None);
        }
        Err(Problem::new(Code::CurrentPasswordRequired).with("field", "current_password"))
    }

    /// The hash of another password than the one they have.
    async fn new_hash(&self, password: Password, user: &User) -> Result<String, Problem> {
        match self.app.hashing.verify(password.clone(), Some(user.password_hash.clone())).await? {
            Verdict::Wrong => Ok(self.app.hashing.hash(password).await?),
            Verdict::Right | Verdict::RightButWeak => Err(Problem::new(Code::SamePassword).with("field", "password")),
        }
    }
}
