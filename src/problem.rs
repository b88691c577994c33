//! The one shape of an error on the wire: `application/problem+json` (RFC 9457) with a stable code.
//!
//! Modules have their own error enums; each becomes a [`Problem`] in that module's `api.rs`, and nowhere else. The
//! interface translates by `code`; `title` and `detail` are English for people who read logs. Never a stack, a path of
//! the server or SQL: what goes wrong inside is logged once, here, and answered `internal`.

use std::borrow::Cow;

use poem::http::{HeaderName, HeaderValue, StatusCode, header};
use poem::{IntoResponse, Response};
use poem_openapi::registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, MetaSchemaRef, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Enum, Object};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::db::{self, Trouble};

/// What went wrong, for programs. The strings are part of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum, Serialize)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Code {
    BadRequest,
    UnknownField,
    ValidationFailed,
    NotFound,
    MethodNotAllowed,
    MisdirectedRequest,
    PayloadTooLarge,
    UnsupportedMediaType,
    RequestTimeout,
    Unauthorized,
    Forbidden,
    CrossSiteRequest,
    InvalidCredentials,
    EmailNotConfirmed,
    CaptchaFailed,
    CaptchaUnavailable,
    WeakPassword,
    SamePassword,
    PasswordRequired,
    OtpExpired,
    CurrentPasswordRequired,
    CurrentPasswordMismatch,
    ReauthenticationNeeded,
    ReauthenticationNotValid,
    InsufficientAal,
    MfaFactorNotFound,
    MfaFactorNameConflict,
    MfaChallengeExpired,
    MfaVerificationFailed,
    TooManyEnrolledMfaFactors,
    SessionNotFound,
    RefreshTokenNotFound,
    RefreshTokenAlreadyUsed,
    OverRequestRateLimit,
    OverEmailSendRateLimit,
    PhoneProviderDisabled,
    AnonymousProviderDisabled,
    ProviderDisabled,
    Web3ProviderDisabled,
    BadCodeVerifier,
    FlowStateNotFound,
    FlowStateExpired,
    BadOauthState,
    BadOauthCallback,
    AccessDenied,
    ProviderEmailNeedsVerification,
    ProviderUnavailable,
    SsoProviderNotFound,
    IdentityNotFound,
    InsufficientStock,
    PriceChanged,
    ProductChanged,
    ImportRunning,
    EmptyCart,
    UnknownVariant,
    NotPurchasable,
    IncompleteAddress,
    OutsideDeliveryArea,
    CustomFieldRequired,
    OrderLimit,
    IdempotencyKeyReused,
    OrderNotPayable,
    IllegalTransition,
    OrderRefunded,
    RefundTooLarge,
    RefundChanged,
    OrderDisputed,
    NothingToTell,
    OrdersOpen,
    IsAdministrator,
    LastAdmin,
    TooManyOpenOrders,
    HeldInVain,
    PaymentUnavailable,
    ContactFormOff,
    InvalidSignature,
    StorageFull,
    Overloaded,
    DatabaseBusy,
    DiskFull,
    DatabaseUnavailable,
    Internal,
}

impl Code {
    /// The HTTP status this code is answered with.
    pub const fn status(self) -> StatusCode {
        match self {
            Self::BadRequest
            | Self::ProviderDisabled
            | Self::UnknownField
            | Self::InvalidCredentials
            | Self::CurrentPasswordRequired
            | Self::CurrentPasswordMismatch
            | Self::EmailNotConfirmed
            | Self::CaptchaFailed
            | Self::RefreshTokenNotFound
            | Self::RefreshTokenAlreadyUsed
            | Self::BadCodeVerifier
            | Self::BadOauthState
            | Self::BadOauthCallback
            | Self::InvalidSignature => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::Forbidden
            | Self::SessionNotFound
            | Self::CrossSiteRequest
            | Self::OtpExpired
            | Self::FlowStateExpired
            | Self::AccessDenied
            | Self::ReauthenticationNeeded
            | Self::InsufficientAal => StatusCode::FORBIDDEN,
            Self::NotFound
            | Self::MfaFactorNotFound
            | Self::FlowStateNotFound
            | Self::SsoProviderNotFound
            | Self::IdentityNotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::MisdirectedRequest => StatusCode::MISDIRECTED_REQUEST,
            Self::InsufficientStock
            | Self::PriceChanged
            | Self::ProductChanged
            | Self::ImportRunning
            | Self::NotPurchasable
            | Self::OrderNotPayable
            | Self::IllegalTransition
            | Self::OrderRefunded
            | Self::RefundTooLarge
            | Self::RefundChanged
            | Self::OrderDisputed
            | Self::NothingToTell
            | Self::OrdersOpen
            | Self::IsAdministrator
            | Self::LastAdmin
            | Self::ContactFormOff => StatusCode::CONFLICT,
            Self::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::ValidationFailed
            | Self::WeakPassword
            | Self::SamePassword
            | Self::PasswordRequired
            | Self::ReauthenticationNotValid
            | Self::MfaFactorNameConflict
            | Self::MfaChallengeExpired
            | Self::MfaVerificationFailed
            | Self::TooManyEnrolledMfaFactors
            | Self::PhoneProviderDisabled
            | Self::AnonymousProviderDisabled
            | Self::Web3ProviderDisabled
            | Self::ProviderEmailNeedsVerification
            | Self::EmptyCart
            | Self::UnknownVariant
            | Self::IncompleteAddress
            | Self::OutsideDeliveryArea
            | Self::CustomFieldRequired
            | Self::OrderLimit
            | Self::IdempotencyKeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::OverRequestRateLimit | Self::OverEmailSendRateLimit | Self::TooManyOpenOrders | Self::HeldInVain => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::PaymentUnavailable | Self::ProviderUnavailable => StatusCode::BAD_GATEWAY,
            Self::RequestTimeout
            | Self::Overloaded
            | Self::DatabaseBusy
            | Self::DiskFull
            | Self::DatabaseUnavailable
            | Self::CaptchaUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::StorageFull => StatusCode::INSUFFICIENT_STORAGE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// One English line.
    pub const fn title(self) -> &'static str {
        match self {
            Self::BadRequest => "The request could not be understood",
            Self::UnknownField => "The request has a field this operation does not take",
            Self::ValidationFailed => "A value is not acceptable",
            Self::NotFound => "There is nothing here",
            Self::MethodNotAllowed => "This path does not take that method",
            Self::MisdirectedRequest => "This site has another name",
            Self::PayloadTooLarge => "The request is too large",
            Self::UnsupportedMediaType => "The request has the wrong content type",
            Self::RequestTimeout => "The request took too long",
            Self::Unauthorized => "Sign in first",
            Self::Forbidden => "You may not do that",
            Self::CrossSiteRequest => "The request came from another site",
            Self::InvalidCredentials => "Invalid login credentials",
            Self::EmailNotConfirmed => "Email not confirmed",
            Self::CaptchaFailed => "captcha protection: request disallowed",
            Self::CaptchaUnavailable => "The captcha service did not answer, try again in a moment",
            Self::WeakPassword => "The password is too easy to guess",
            Self::SamePassword => "The new password is the old one",
            Self::PasswordRequired => "Choose the password of this account now",
            Self::OtpExpired => "Email link is invalid or has expired",
            Self::CurrentPasswordRequired => "The current password is needed",
            Self::CurrentPasswordMismatch => "The current password is another",
            Self::ReauthenticationNeeded => "Sign in again first",
            Self::ReauthenticationNotValid => "The code is invalid or has expired",
            Self::InsufficientAal => "The second factor is needed",
            Self::MfaFactorNotFound => "There is no such second factor",
            Self::MfaFactorNameConflict => "Another second factor has that name",
            Self::MfaChallengeExpired => "The challenge has expired, ask for another",
            Self::MfaVerificationFailed => "Invalid code",
            Self::TooManyEnrolledMfaFactors => "There are too many second factors",
            Self::SessionNotFound => "The session does not exist",
            Self::RefreshTokenNotFound => "Invalid Refresh Token: Refresh Token Not Found",
            Self::RefreshTokenAlreadyUsed => "Invalid Refresh Token: Already Used",
            Self::OverRequestRateLimit => "Too many requests",
            Self::OverEmailSendRateLimit => "Too many mails to this address",
            Self::PhoneProviderDisabled => "Phone sign-in is not offered",
            Self::AnonymousProviderDisabled => "Anonymous sign-ins are disabled",
            Self::ProviderDisabled => "The provider's word is not taken from a program",
            Self::Web3ProviderDisabled => "Wallets open no account",
            Self::BadCodeVerifier => "The code was asked for with another verifier",
            Self::FlowStateNotFound => "There is no such code, or it was used",
            Self::FlowStateExpired => "The code has expired",
            Self::BadOauthState => "The sign-in was not begun in this browser, or too long ago",
            Self::BadOauthCallback => "The provider's answer is not valid",
            Self::AccessDenied => "The sign-in was not granted",
            Self::ProviderEmailNeedsVerification => "The provider does not vouch for the email address",
            Self::ProviderUnavailable => "The provider does not answer",
            Self::SsoProviderNotFound => "No SSO provider assigned for this domain",
            Self::IdentityNotFound => "There is no such identity",
            Self::InsufficientStock => "Not enough stock",
            Self::PriceChanged => "The price has changed",
            Self::ImportRunning => "A file of products is being imported",
            Self::ProductChanged => "Somebody else changed the product meanwhile",
            Self::EmptyCart => "The cart is empty",
            Self::UnknownVariant => "A variant does not exist",
            Self::NotPurchasable => "A product cannot be bought",
            Self::IncompleteAddress => "The shipping address is incomplete",
            Self::OutsideDeliveryArea => "We ship to peninsular Spain only",
            Self::CustomFieldRequired => "A product needs a text from you",
            Self::OrderLimit => "The order is larger than the shop accepts",
            Self::IdempotencyKeyReused => "The idempotency key was used for another request",
            Self::OrderNotPayable => "The order cannot be paid",
            Self::IllegalTransition => "The order's status does not allow that",
            Self::OrderRefunded => "The order's money is back: there is nothing to send",
            Self::RefundTooLarge => "More than can be refunded",
            Self::RefundChanged => "The refund comes to another amount",
            Self::OrderDisputed => "The buyer's bank claims the order's money",
            Self::NothingToTell => "There is no such mail to send",
            Self::OrdersOpen => "An order is still open",
            Self::IsAdministrator => "They administer the shop",
            Self::LastAdmin => "Nobody else is an administrator",
            Self::TooManyOpenOrders => "Too many unpaid orders",
            Self::HeldInVain => "Orders were not paid",
            Self::PaymentUnavailable => "Could not initiate payment",
            Self::ContactFormOff => "The contact form is switched off",
            Self::InvalidSignature => "The signature is not valid",
            Self::StorageFull => "There is no room for more files",
            Self::Overloaded => "Too busy, try again in a moment",
            Self::DatabaseBusy => "The database is busy, try again in a moment",
            Self::DiskFull => "The server's disk takes no more: nothing can be saved until there is room again",
            Self::DatabaseUnavailable => "The server's data cannot be used at the moment: nothing can be saved",
            Self::Internal => "Something went wrong",
        }
    }

    /// The code as it stands on the wire.
    pub fn as_str(self) -> String {
        serde_json::to_value(self).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
    }
}

/// An error answer. Build it with [`Problem::new`] and the `with…` methods.
#[derive(Debug, Clone)]
pub struct Problem {
    code: Code,
    detail: Cow<'static, str>,
    extra: Map<String, Value>,
    retry_after: Option<u64>,
}

impl Problem {
    /// A problem whose detail is its title.
    pub fn new(code: Code) -> Self {
        Self { code, detail: Cow::Borrowed(code.title()), extra: Map::new(), retry_after: None }
    }

    /// A value that is not acceptable, and where it stands.
    pub fn invalid(field: &str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Code::ValidationFailed).detail(detail).with("field", field)
    }

    /// Says more, in English.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<Cow<'static, str>>) -> Self {
        self.detail = detail.into();
        self
    }

    /// Adds a member the interface needs for its text, such as `available` or `field`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.extra.insert(name.to_owned(), value.into());
        self
    }

    /// Sets `Retry-After` and the member `retry_after`, in seconds.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self.with("retry_after", seconds)
    }

    /// The code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// An inner failure: logged here with its text, answered without it.
    pub fn internal(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "a request failed inside");
        Self::new(Code::Internal)
    }
}

impl From<db::Error> for Problem {
    fn from(error: db::Error) -> Self {
        let Some(trouble) = error.trouble() else { return Self::internal(&error) };
        tracing::warn!(%error, "the database could not take a request");
        match trouble {
            Trouble::Busy => Self::new(Code::DatabaseBusy).retry_after(2),
            Trouble::Full => Self::new(Code::DiskFull).retry_after(60),
            Trouble::Unusable => Self::new(Code::DatabaseUnavailable).retry_after(60),
        }
    }
}

impl Problem {
    /// The members as they stand on the wire.
    pub fn body(&self) -> Value {
        let status = self.code.status();
        let mut body = Map::new();
        body.insert("type".into(), "about:blank".into());
        body.insert("title".into(), self.code.title().into());
        body.insert("status".into(), status.as_u16().into());
        body.insert("code".into(), self.code.as_str().into());
        body.insert("detail".into(), self.detail.as_ref().into());
        // Clients of the auth wire format read the message here.
        body.insert("message".into(), self.detail.as_ref().into());
        body.extend(self.extra.clone());
        Value::Object(body)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = Response::builder()
            .status(self.code.status())
            .content_type("application/problem+json")
            .header(header::CACHE_CONTROL, "no-store")
            .body(self.body().to_string());
        // Tells clients of the auth wire format that `code` is a string.
        response
            .headers_mut()
            .insert(HeaderName::from_static("x-supabase-api-version"), HeaderValue::from_static("2024-01-01"));
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<Problem> for poem::Error {
    fn from(problem: Problem) -> Self {
        Self::from_response(problem.into_response())
    }
}

/// The documented body of every error answer; a problem may carry further members.
#[derive(Object)]
#[oai(rename = "Problem")]
struct ProblemBody {
    /// Always `about:blank`: the code says which problem it is.
    r#type: String,
    /// One English line for the code.
    title: String,
    /// The HTTP status.
    status: u16,
    /// Stable, for programs.
    code: Code,
    /// What exactly, in English.
    detail: String,
    /// The same as `detail`.
    message: String,
    /// Which field of the request.
    field: Option<String>,
    /// How many units are left.
    available: Option<i64>,
    /// Seconds to wait.
    retry_after: Option<u64>,
}

impl ApiResponse for Problem {
    fn meta() -> MetaResponses {
        let response = |status: u16| MetaResponse {
            description: "A problem; `code` says which.",
            status: Some(status),
            status_range: None,
            content: vec![MetaMediaType {
                content_type: "application/problem+json",
                schema: ProblemBody::schema_ref(),
            }],
            headers: vec![MetaHeader {
                name: String::from("Retry-After"),
                description: Some(String::from("Seconds to wait, where waiting helps.")),
                required: false,
                deprecated: false,
                schema: MetaSchemaRef::Inline(Box::new(poem_openapi::registry::MetaSchema::new("integer"))),
            }],
        };
        let statuses = [400, 401, 403, 404, 405, 409, 413, 415, 421, 422, 429, 500, 502, 503, 507];
        MetaResponses { responses: statuses.into_iter().map(response).collect() }
    }

    fn register(registry: &mut Registry) {
        ProblemBody::register(registry);
    }
}
