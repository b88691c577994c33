//! What was mailed, over HTTP: shown by a page or a program, or followed as a link of the wire format.

use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Query};
use poem_openapi::payload::{Json, Response};

use super::api::{SessionAnswer, answer_session, browser_session, new_password, no_phone};
use super::requests::{VerifyRequest, VerifyType};
use super::wire::{SessionBody, Tag, Transport};
use crate::accounts::confirm::{self, Outcome, Proven, WithPassword};
use crate::accounts::{self, Acceptance};
use crate::app::Shared;
use crate::auth::guard::user_agent;
use crate::auth::mailbox::{self, Carried, Proof, Purpose};
use crate::auth::password::Role;
use crate::auth::pkce;
use crate::auth::redirect::{self, with_fragment, with_query};
use crate::auth::session::{self, SignInMethod, Tokens};
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::email::EmailAddress;
use crate::limits::Action;
use crate::privacy;
use crate::problem::{Code, Problem};
use crate::secrets::Secrets;
use crate::sso::api::{Redirect, onward};

/// `/api/auth/verify`.
pub struct VerifyApi {
    /// The running program.
    pub app: Shared,
}

#[OpenApi(prefix_path = "/auth", tag = "Tag::Auth")]
impl VerifyApi {
    /// Takes a mailed token or code, once, and brings into force what it was mailed for. Answers with a session. With the
    /// cookie transport, a confirmed sign-up or address answers without one, so that a link from somebody else cannot
    /// sign a browser in; a token that does sign in is taken with its `email` only, which the page has shown. Where more
    /// than one request was made for an account before it was confirmed, it has no password: a page gets 422
    /// `password_required` and sends the token again with one, a program sets one in the session or by recovery.
    #[oai(path = "/verify", method = "post", operation_id = "verify")]
    async fn verify(
        &self,
        request: &Request,
        #[oai(name = "X-Session-Transport")] Header(transport): Header<Option<Transport>>,
        Json(body): Json<VerifyRequest>,
    ) -> SessionAnswer {
        self.app.limits.check_ip(request, Action::Verify)?;
        no_phone(body.phone.as_deref())?;
        let (kind, by_cookie) = (body.r#type, transport.is_some());
        let chosen = body.password.clone().filter(|_| matches!(kind, VerifyType::Signup | VerifyType::Invite));
        let proof = proof_of(body, by_cookie)?;
        let password = match chosen {
            Some(text) => self.chosen_password(&text, kind, &proof).await?,
            None if by_cookie => WithPassword::Needed,
            None => WithPassword::Typed,
        };
        let (now, secrets, agent) = (self.app.clock.now(), self.app.secrets.clone(), user_agent(request));
        let before = browser_session(&self.app, request, by_cookie);
        let proven = self
            .app
            .db
            .write(move |tx| {
                let proven = match show(tx, &secrets, kind, &proof, &password, now)? {
                    Outcome::Right(proven) => *proven,
                    Outcome::NeedsPassword(email) => {
                        return Ok(Err(Problem::new(Code::PasswordRequired).with("email", email)));
                    }
                    Outcome::AddressTaken => {
                        return Ok(Err(Problem::invalid("email", "another account has the address by now")));
                    }
                    Outcome::Wrong => return Ok(Err(Problem::new(Code::OtpExpired))),
                };
                let signs_in = !by_cookie || matches!(proven.purpose, Purpose::SignIn | Purpose::Recovery);
                let begin = || {
                    session::replace(tx, before.as_deref())?;
                    session::issue(tx, &secrets, &proven.user.id, SignInMethod::Otp, &agent, now)
                };
                let tokens = signs_in.then(begin).transpose()?;
                // A page goes on to where the program that asked wants it, which gets a code there.
                let onward = if by_cookie { destination(tx, &proven, now)? } else { None };
                Ok::<_, db::Error>(Ok((proven.user.id, tokens, onward)))
            })
            .await?;
        self.app.wakeups.outbox.notify_one();
        let (user_id, tokens, onward) = proven?;
        if let Some(tokens) = tokens {
            return answer_session(&self.app, &tokens, by_cookie, true, onward).await;
        }
        let account = self.app.db.read(move |conn| accounts::account(conn, &user_id, now)).await?;
        let account = account.ok_or_else(|| Problem::new(Code::OtpExpired))?;
        Ok(Response::new(Json(SessionBody::without_session(&account, onward))))
    }

    /// Takes the token of a mailed link, once, brings into force what it was mailed for, and sends the browser on, to
    /// `redirect_to`, the address that was given when the mail was asked for, or the first page: with a `code`, where a
    /// challenge was given then, else with a session in the fragment, out of the server's sight. What goes wrong is
    /// told there, too. Mails lead to pages of this site instead, whose button does this: scanners of mail follow links.
    #[oai(path = "/verify", method = "get", operation_id = "verify_by_link")]
    async fn follow(
        &self,
        request: &Request,
        Query(r#type): Query<VerifyType>,
        Query(token): Query<Option<String>>,
        Query(token_hash): Query<Option<String>>,
        Query(redirect_to): Query<Option<String>>,
    ) -> Redirect {
        let token = token.or(token_hash).filter(|token| !token.is_empty());
        let token = token.ok_or_else(|| Problem::invalid("token", "Verify requires a token or a token hash"))?;
        let base_url = &self.app.config.base_url;
        let asked = redirect_to.and_then(|asked| redirect::own(base_url, &asked));
        let home = base_url.link("/");
        if let Err(problem) = self.app.limits.check_ip(request, Action::Verify) {
            return Ok(onward(refusal(&asked.unwrap_or(home), &problem)));
        }
        let (now, secrets, agent) = (self.app.clock.now(), self.app.secrets.clone(), user_agent(request));
        let proof = Proof::Link { token, email: None };
        let arrived = self
            .app
            .db
            .write(move |tx| {
                let proven = match show(tx, &secrets, r#type, &proof, &WithPassword::Typed, now)? {
                    Outcome::Right(proven) => *proven,
                    Outcome::NeedsPassword(_) | Outcome::AddressTaken | Outcome::Wrong => {
                        return Ok(refusal(&asked.unwrap_or(home), &Problem::new(Code::OtpExpired)));
                    }
                };
                let carried =
                    Carried { redirect_to: asked.or(proven.carried.redirect_to).or(Some(home)), ..proven.carried };
                let proven = Proven { carried, ..proven };
                let to = destination(tx, &proven, now)?.unwrap_or_default();
                if proven.carried.challenge.is_some() {
                    return Ok(to);
                }
                let tokens = session::issue(tx, &secrets, &proven.user.id, SignInMethod::Otp, &agent, now)?;
                Ok::<_, db::Error>(with_session(&to, &tokens, r#type))
            })
            .await?;
        self.app.wakeups.outbox.notify_one();
        Ok(onward(arrived))
    }
}

impl VerifyApi {
    /// A password chosen at the confirmation, when it may protect the account that is confirmed.
    async fn chosen_password(&self, text: &str, kind: VerifyType, proof: &Proof) -> Result<WithPassword, Problem> {
        let now = self.app.clock.now();
        let whose = |token: String| {
            self.app.db.read(move |conn| {
                let user = mailbox::of_link(conn, kind.purposes(), &token, now)?.map(|user| (user.email, user.name));
                let invited = accounts::invited(conn, &token, now)?.map(|email| (email, String::new()));
                Ok::<_, db::Error>(user.or(invited))
            })
        };
        let (email, name) = match proof.clone() {
            Proof::Code { email, .. } => (email.to_string(), String::new()),
            Proof::Link { token, .. } => whose(token).await?.ok_or_else(|| Problem::new(Code::OtpExpired))?,
        };
        let _place = self.app.hashing.place()?;
        let role = if kind == VerifyType::Invite { Role::Admin } else { Role::Customer };
        let password = new_password(&self.app, text, (&email, &name), role).await?;
        Ok(WithPassword::Chosen(self.app.hashing.hash(password).await?))
    }
}

/// Brings into force what was mailed.
fn show(
    tx: &Tx<'_>,
    secrets: &Secrets,
    kind: VerifyType,
    proof: &Proof,
    password: &WithPassword,
    now: Timestamp,
) -> db::Result<Outcome> {
    if let (VerifyType::Invite, Proof::Link { token, email }) = (kind, proof) {
        return Ok(match accounts::accept(tx, token, email.as_ref(), password, now)? {
            Acceptance::Accepted(user) => {
                let (purpose, carried) = (Purpose::SignUp, Carried::default());
                Outcome::Right(Box::new(Proven { purpose, user, former_email: None, carried }))
            }
            Acceptance::NeedsPassword(email) => Outcome::NeedsPassword(email),
            Acceptance::Wrong => Outcome::Wrong,
        });
    }
    let shown = confirm::prove(tx, secrets, kind.purposes(), proof, password, now)?;
    if let Outcome::Right(proven) = &shown
        && let Some(former) = &proven.former_email
    {
        privacy::follow(tx, secrets, &proven.user, former)?;
    }
    Ok(shown)
}

/// Where the program that asked for the mail wants people to go, with a code for it where it sent a challenge.
fn destination(tx: &Tx<'_>, proven: &Proven, now: Timestamp) -> db::Result<Option<String>> {
    let Carried { redirect_to, challenge } = &proven.carried;
    let (Some(to), Some(challenge)) = (redirect_to, challenge) else { return Ok(redirect_to.clone()) };
    let code = pkce::issue(tx, &proven.user.id, *challenge, SignInMethod::Otp, now)?;
    Ok(Some(with_query(to, &[("code", &code)])))
}

/// A session where clients of the wire format look for it after a link was followed.
fn with_session(address: &str, tokens: &Tokens, r#type: VerifyType) -> String {
    let (expires_at, expires_in) = (tokens.access_expires_at.seconds().to_string(), tokens.access_seconds.to_string());
    with_fragment(
        address,
        &[
            ("access_token", &tokens.access_token),
            ("expires_at", &expires_at),
            ("expires_in", &expires_in),
            ("refresh_token", &tokens.refresh_token),
            ("token_type", "bearer"),
            ("type", r#type.as_str()),
        ],
    )
}

/// Why a link did nothing, where such clients look for it.
fn refusal(address: &str, problem: &Problem) -> String {
    let (code, title) = (problem.code().as_str(), problem.code().title());
    let pairs = [("error", "access_denied"), ("error_code", code), ("error_description", title)];
    with_fragment(&with_query(address, &pairs), &pairs)
}

/// What somebody shows of what was mailed to them.
fn proof_of(body: VerifyRequest, by_cookie: bool) -> Result<Proof, Problem> {
    let is_code = |token: &str| token.len() == 6 && token.bytes().all(|b| b.is_ascii_digit());
    let email = body.email.map(|email| EmailAddress::parse(&email)).transpose()?;
    match (body.token_hash, body.token, email) {
        (None, Some(code), Some(email)) if is_code(&code) => Ok(Proof::Code { email, code }),
        (None, Some(token), email @ Some(_)) => Ok(Proof::Link { token, email }),
        (Some(_), None, None) if by_cookie && body.r#type.signs_in() => {
            Err(Problem::invalid("email", "the page must have shown whose account the token is for"))
        }
        (Some(token), None, email) => Ok(Proof::Link { token, email }),
        _ => Err(Problem::invalid("token_hash", "Verify requires either a token or a token hash")),
    }
}
