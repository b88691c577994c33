//! Passkeys over HTTP, for browsers: their session comes in cookies. The wire format of `/api/auth` knows nothing of them.

use std::net::IpAddr;

use poem::Request;
use poem::http::header;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use poem_openapi::types::Any;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi, Tags};
use serde_json::Value;

use crate::app::Shared;
use crate::auth::cookies;
use crate::auth::guard::{self, Customer, Fresh, user_agent};
use crate::auth::passkey::{self, Outcome, Passkey};
use crate::auth::session::{Lack, SignedIn};
use crate::auth::webauthn::Question;
use crate::auth::{self, Error};
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::limits::Action;
use crate::limits::client_ip::ClientIp;
use crate::problem::Problem;
use crate::settings::{Passkeys, Settings};
use crate::text;

/// `/api/passkeys`.
pub struct PasskeysApi {
    /// The running program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// Signing in with the key in a device.
    Passkeys,
}

/// What a browser hands to its authenticator.
#[derive(Object)]
struct PasskeyQuestion {
    /// Goes with the answer, within five minutes and once.
    id: String,
    /// `publicKey` of `navigator.credentials`, in the JSON of the standard.
    options: Any<Value>,
}

impl From<Question> for PasskeyQuestion {
    fn from(Question { id, options }: Question) -> Self {
        Self { id, options: Any(options) }
    }
}

/// A passkey that was made.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct NewPasskey {
    /// Of the question.
    id: String,
    /// What its owner calls it.
    #[oai(validator(max_length = 60))]
    name: String,
    /// What the authenticator answered, in the JSON of the standard.
    credential: Any<Value>,
}

/// A passkey that is shown.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct ShownPasskey {
    /// Of the question.
    id: String,
    /// What the authenticator answered, in the JSON of the standard.
    credential: Any<Value>,
}

/// Another name.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct PasskeyName {
    /// What its owner calls it.
    #[oai(validator(max_length = 60))]
    name: String,
}

/// A passkey.
#[derive(Object)]
struct ListedPasskey {
    id: String,
    /// What its owner calls it.
    name: String,
    /// RFC 3339.
    created_at: String,
    /// RFC 3339; left out when it never was.
    #[oai(skip_serializing_if_is_none)]
    last_used_at: Option<String>,
    /// Why it opens nothing; left out where it does.
    #[oai(skip_serializing_if_is_none)]
    useless: Option<Useless>,
}

/// Why a passkey opens nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename = "UselessPasskey", rename_all = "snake_case")]
enum Useless {
    /// There may be a copy of it.
    Doubted,
    /// It was made for a former address of the site.
    Elsewhere,
}

/// What the desk asks of an administrator whose session does not open it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename = "DeskAsks", rename_all = "snake_case")]
enum DeskAsks {
    /// A sign-in with one of the passkeys they have.
    SignIn,
    /// An authenticator app, or a passkey.
    SecondFactor,
    /// Nothing now; a passkey would be better.
    Passkey,
}

/// One's own passkeys.
#[derive(Object)]
struct PasskeyList {
    /// The oldest first.
    passkeys: Vec<ListedPasskey>,
    /// What the desk asks for; left out where nothing.
    #[oai(skip_serializing_if_is_none)]
    desk_asks: Option<DeskAsks>,
}

/// The passkey is there.
#[derive(ApiResponse)]
enum Added {
    #[oai(status = 201)]
    Added(Json<ListedPasskey>),
}

/// It is done.
#[derive(ApiResponse)]
enum Done {
    #[oai(status = 204)]
    Done,
}

#[expect(clippy::unused_async, reason = "every operation is async, also those that wait for nothing")]
#[OpenApi(prefix_path = "/passkeys", tag = "Tag::Passkeys")]
impl PasskeysApi {
    /// One's own passkeys
    #[oai(path = "/", method = "get", operation_id = "list_passkeys")]
    async fn list(&self, customer: Customer) -> Result<Json<PasskeyList>, Problem> {
        let who = customer.0;
        let domain = self.app.passkeys.domain().ok().map(str::to_owned);
        let read = move |conn: &Conn| {
            let found = passkey::list(conn, &who.user_id)?;
            let desk_asks = desk_asks(conn, &who, domain.as_deref(), &found)?;
            let passkeys = found.into_iter().map(|found| listed(found, domain.as_deref())).collect();
            Ok::<_, db::Error>(PasskeyList { passkeys, desk_asks })
        };
        Ok(Json(self.app.db.read(read).await?))
    }

    /// Asks for a passkey. Asks for a sign-in of the last ten minutes; of an administrator also what any other second
    /// factor asks for.
    #[oai(path = "/question", method = "post", operation_id = "begin_passkey")]
    async fn begin(&self, request: &Request, fresh: Fresh) -> Result<Json<PasskeyQuestion>, Problem> {
        self.app.limits.check_ip(request, Action::Passkey)?;
        let (who, domain) = (fresh.0, self.app.passkeys.domain()?.to_owned());
        let read = move |conn: &Conn| {
            let known = passkey::known_before_adding(conn, &who, &domain)?;
            let user = auth::user(conn, &who.user_id)?.ok_or(Error::InvalidCredentials)?;
            Ok::<_, Error>((user, known, Settings::load(conn)?.brand))
        };
        let (user, known, brand) = self.app.db.read(read).await?;
        let question = self.app.passkeys.ask_to_register(&user, &brand, known, place(request), self.app.clock.now())?;
        Ok(Json(question.into()))
    }

    /// Adds the passkey that answers such a question. Its owner is told by mail.
    #[oai(path = "/", method = "post", operation_id = "add_passkey")]
    async fn add(&self, request: &Request, fresh: Fresh, Json(body): Json<NewPasskey>) -> Result<Added, Problem> {
        let (who, now, from) = (fresh.0, self.app.clock.now(), place(request));
        let (domain, name) = (self.app.passkeys.domain()?.to_owned(), name(&body.name)?);
        let made = self.app.passkeys.registered(&who.user_id, &body.id, body.credential.0, now)?;
        let made_for = domain.clone();
        let add = move |tx: &db::Tx<'_>| passkey::add(tx, (&who, from), (&name, &made_for), &made, now);
        let added = self.app.db.write(add).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(Added::Added(Json(listed(added, Some(&domain)))))
    }

    /// Calls one's own passkey something else
    #[oai(path = "/:id", method = "patch", operation_id = "rename_passkey")]
    async fn rename(&self, customer: Customer, id: Path<String>, body: Json<PasskeyName>) -> Result<Done, Problem> {
        let (user_id, name) = (customer.0.user_id, name(&body.name)?);
        self.app.db.write(move |tx| passkey::rename(tx, &user_id, &id, &name)).await?;
        Ok(Done::Done)
    }

    /// Removes one's own passkey; sessions that began with it end, but for the one that asks. Asks for a sign-in of the
    /// last ten minutes. Its owner is told by mail.
    #[oai(path = "/:id", method = "delete", operation_id = "remove_passkey")]
    async fn remove(&self, request: &Request, fresh: Fresh, id: Path<String>) -> Result<Done, Problem> {
        let (who, now, from) = (fresh.0, self.app.clock.now(), place(request));
        self.app.db.write(move |tx| passkey::remove(tx, (&who, from), &id, now)).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(Done::Done)
    }

    /// Asks whoever it is for a passkey of this site, to sign in with
    #[oai(path = "/sign-in/question", method = "post", operation_id = "begin_passkey_sign_in")]
    async fn begin_sign_in(&self, request: &Request) -> Result<Json<PasskeyQuestion>, Problem> {
        self.app.limits.check_ip(request, Action::Passkey)?;
        Ok(Json(self.app.passkeys.ask_to_sign_in(place(request), self.app.clock.now())?.into()))
    }

    /// Signs in with the passkey that answers such a question; the session comes in cookies, in the place of the
    /// browser's one before.
    #[oai(path = "/sign-in", method = "post", operation_id = "sign_in_with_passkey")]
    async fn sign_in(&self, request: &Request, Json(body): Json<ShownPasskey>) -> Result<Response<Done>, Problem> {
        self.app.limits.check_ip(request, Action::SignIn)?;
        let (now, secrets, base_url) = (self.app.clock.now(), self.app.secrets.clone(), &self.app.config.base_url);
        let domain = self.app.passkeys.domain()?.to_owned();
        let shown = self.app.passkeys.shown(&body.id, body.credential.0, now)?;
        let (before, agent) = (guard::access_token(request, base_url), user_agent(request));
        let sign_in =
            move |tx: &db::Tx<'_>| passkey::sign_in(tx, &secrets, (shown, &domain), (before.as_deref(), &agent), now);
        let outcome = self.app.db.write(sign_in).await?;
        self.app.wakeups.outbox.notify_one();
        let Outcome::Right(tokens) = outcome else { return Err(Error::PasskeyRefused.into()) };
        let device = tokens.device.as_ref().map(|kept| cookies::device_cookie(base_url, kept));
        let set = cookies::session_cookies(base_url, &tokens, now).into_iter().chain(device);
        Ok(set.fold(Response::new(Done::Done), |answer, cookie| answer.header(header::SET_COOKIE, cookie)))
    }
}

fn name(typed: &str) -> Result<String, Problem> {
    let name = text::line(typed);
    if text::is_blank(&name) { Err(Problem::invalid("name", "a passkey has a name")) } else { Ok(name) }
}

fn place(request: &Request) -> Option<IpAddr> {
    request.data::<ClientIp>().map(|ip| ip.0)
}

fn useless(passkey: &Passkey, domain: Option<&str>) -> Option<Useless> {
    match passkey {
        Passkey { doubted_at: Some(_), .. } => Some(Useless::Doubted),
        Passkey { domain: made_for, .. } if Some(made_for.as_str()) != domain => Some(Useless::Elsewhere),
        _ => None,
    }
}

fn listed(passkey: Passkey, domain: Option<&str>) -> ListedPasskey {
    ListedPasskey {
        useless: useless(&passkey, domain),
        id: passkey.id,
        name: passkey.name,
        created_at: passkey.created_at.to_rfc3339(),
        last_used_at: passkey.last_used_at.map(Timestamp::to_rfc3339),
    }
}

fn desk_asks(conn: &Conn, who: &SignedIn, domain: Option<&str>, passkeys: &[Passkey]) -> db::Result<Option<DeskAsks>> {
    let has_one = passkeys.iter().any(|passkey| useless(passkey, domain).is_none());
    Ok(match who {
        SignedIn { role_lacks: Some(Lack::Passkey), .. } => Some(DeskAsks::SignIn),
        SignedIn { role_lacks: Some(Lack::Factor), .. } if has_one => Some(DeskAsks::SignIn),
        SignedIn { role_lacks: Some(Lack::Factor), .. } => Some(DeskAsks::SecondFactor),
        SignedIn { is_admin: true, .. } if domain.is_some() && !has_one => {
            let is_required = Settings::load(conn)?.passkeys == Passkeys::Required;
            is_required.then_some(DeskAsks::Passkey)
        }
        _ => None,
    })
}
