//! The second factor over HTTP: GoTrue's operations, and recovery codes.

use poem::Request;
use poem_openapi::param::{Header, Path};
use poem_openapi::payload::Json;
use poem_openapi::{Enum, Object, OpenApi};

use super::api::{Answer, SessionAnswer, answer_session};
use super::wire::{Tag, Transport};
use crate::app::Shared;
use crate::auth::factor::{self, Outcome};
use crate::auth::guard::{self, Customer, Fresh, Holder};
use crate::auth::{self, Error, device, totp};
use crate::problem::{Code, Problem};
use crate::settings::Settings;
use crate::text;

/// `/api/auth/factors` and `/api/auth/recovery-codes`.
pub struct FactorApi {
    /// The running program.
    pub app: Shared,
}

/// A kind of second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
enum FactorType {
    /// An authenticator app.
    Totp,
}

/// An enrolment to begin.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct EnrolRequest {
    /// Always `totp`.
    factor_type: FactorType,
    /// What its owner calls it, up to 100 characters.
    #[oai(validator(max_length = 100))]
    friendly_name: Option<String>,
    /// How an app names the site; without it, the shop's name.
    #[oai(validator(max_length = 100))]
    issuer: Option<String>,
}

/// An enrolment that waits for its first code.
#[derive(Object)]
struct Enrolled {
    /// The factor.
    id: String,
    /// Always `totp`.
    r#type: String,
    /// What its owner calls it; may be empty.
    friendly_name: String,
    /// What an app needs; seen this once.
    totp: EnrolledTotp,
}

/// A secret in three forms.
#[derive(Object)]
struct EnrolledTotp {
    /// A picture to scan, an SVG document.
    qr_code: String,
    /// To type by hand, base32.
    secret: String,
    /// The address the picture shows.
    uri: String,
}

/// A challenge to answer with a code.
#[derive(Object)]
struct Challenge {
    /// Its id.
    id: String,
    /// Always `totp`.
    r#type: String,
    /// When it ends, in Unix seconds.
    expires_at: i64,
}

/// The answer to a challenge.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct CodeRequest {
    /// The challenge.
    challenge_id: String,
    /// Six digits of the app, or a recovery code.
    code: String,
    /// Ignored: the path names the factor.
    factor_id: Option<String>,
}

/// A factor that is gone.
#[derive(Object)]
struct Removed {
    /// Its id.
    id: String,
}

/// Codes that each stand for the second factor once.
#[derive(Object)]
struct RecoveryCodes {
    /// Seen this once.
    codes: Vec<String>,
}

/// How many recovery codes are left.
#[derive(Object)]
struct CodesLeft {
    /// None until they are made.
    left: i64,
}

#[OpenApi(prefix_path = "/auth", tag = "Tag::Auth")]
impl FactorApi {
    /// Begins an enrolment; the first right code completes it. Asks for a sign-in of the last ten minutes; an
    /// administrator's first one for a sign-in by mail, where their password is older than the role.
    #[oai(path = "/factors", method = "post", operation_id = "enrol_factor")]
    async fn enrol(&self, fresh: Fresh, Json(body): Json<EnrolRequest>) -> Answer<Enrolled> {
        let (who, secrets, now) = (fresh.0, self.app.secrets.clone(), self.app.clock.now());
        let friendly_name = text::line(&body.friendly_name.unwrap_or_default());
        let (email, name) = (who.email.clone(), friendly_name.clone());
        let begun = self.app.db.write(move |tx| factor::enrol(tx, &secrets, &who, &name, now)).await?;
        let settings = self.app.db.read(Settings::load).await?;
        let issuer = body.issuer.filter(|issuer| !text::is_blank(issuer)).unwrap_or(settings.brand);
        let uri = totp::uri(&begun.secret, &issuer, &email);
        let qr_code = totp::qr_svg(&uri).ok_or_else(|| Problem::invalid("issuer", "the name is too long"))?;
        let totp = EnrolledTotp { qr_code, secret: totp::base32(&begun.secret), uri };
        Ok(Json(Enrolled { id: begun.factor_id, r#type: String::from("totp"), friendly_name, totp }))
    }

    /// Asks for a code of one's own factor. What clients send in a body has no effect: the path names the factor.
    #[oai(path = "/factors/:id/challenge", method = "post", operation_id = "challenge_factor")]
    async fn challenge(&self, holder: Holder, Path(id): Path<String>) -> Answer<Challenge> {
        let now = self.app.clock.now();
        let (id, ends) = self.app.db.write(move |tx| factor::challenge(tx, &holder.0, &id, now)).await?;
        Ok(Json(Challenge { id, r#type: String::from("totp"), expires_at: ends.seconds() }))
    }

    /// Answers a challenge. The session's tokens are replaced by new ones of a higher level.
    #[oai(path = "/factors/:id/verify", method = "post", operation_id = "verify_factor")]
    async fn verify(
        &self,
        request: &Request,
        holder: Holder,
        #[oai(name = "X-Session-Transport")] Header(transport): Header<Option<Transport>>,
        Path(id): Path<String>,
        Json(body): Json<CodeRequest>,
    ) -> SessionAnswer {
        let (who, secrets, now) = (holder.0, self.app.secrets.clone(), self.app.clock.now());
        let user_id = who.user_id.clone();
        let user = self.app.db.read(move |conn| auth::user(conn, &user_id)).await?.ok_or(Error::FactorNotFound)?;
        let browser = guard::browser(&self.app.config.base_url, request);
        device::may_guess((&self.app.secrets, &self.app.limits), &browser, &user.id, Some(&user), device::FACTOR)?;
        let outcome = self
            .app
            .db
            .write(move |tx| {
                let answer = (id.as_str(), body.challenge_id.as_str(), body.code.as_str());
                factor::verify(tx, &secrets, &user, &who, answer, now)
            })
            .await?;
        self.app.wakeups.outbox.notify_one();
        match outcome {
            Outcome::Right(tokens) => answer_session(&self.app, &tokens, transport.is_some(), true, None).await,
            Outcome::Wrong => Err(Problem::new(Code::MfaVerificationFailed).with("field", "code")),
            Outcome::Expired => Err(Problem::new(Code::MfaChallengeExpired)),
        }
    }

    /// Removes one's own factor. Asks for a sign-in of the last ten minutes.
    #[oai(path = "/factors/:id", method = "delete", operation_id = "remove_factor")]
    async fn remove(&self, fresh: Fresh, Path(id): Path<String>) -> Answer<Removed> {
        let (who, now, factor_id) = (fresh.0, self.app.clock.now(), id.clone());
        self.app
            .db
            .write(move |tx| {
                let user = auth::user(tx, &who.user_id)?.ok_or(Error::FactorNotFound)?;
                factor::remove(tx, &user, &who, &factor_id, now)
            })
            .await?;
        self.app.wakeups.outbox.notify_one();
        Ok(Json(Removed { id }))
    }

    /// Makes ten recovery codes in place of those before. Asks for a second factor and a sign-in of the last ten
    /// minutes.
    #[oai(path = "/recovery-codes", method = "post", operation_id = "make_recovery_codes")]
    async fn make_codes(&self, fresh: Fresh) -> Answer<RecoveryCodes> {
        let (who, secrets) = (fresh.0, self.app.secrets.clone());
        let codes = self.app.db.write(move |tx| factor::new_recovery_codes(tx, &secrets, &who)).await?;
        Ok(Json(RecoveryCodes { codes }))
    }

    /// How many recovery codes are left.
    #[oai(path = "/recovery-codes", method = "get", operation_id = "count_recovery_codes")]
    async fn codes_left(&self, customer: Customer) -> Answer<CodesLeft> {
        let user_id = customer.0.user_id;
        let left = self.app.db.read(move |conn| factor::recovery_codes_left(conn, &user_id)).await?;
        Ok(Json(CodesLeft { left }))
    }
}
