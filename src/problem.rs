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
use strum::{IntoStaticStr, VariantArray};

use crate::db::{self, Trouble};
use crate::trace;

/// The codes, each under its status and with its title: one English line.
macro_rules! codes {
    ($($status:ident { $($code:ident $title:literal;)* })*) => {
        /// What went wrong, for programs. The strings are part of the contract.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum, IntoStaticStr, Serialize, VariantArray)]
        #[oai(rename_all = "snake_case")]
        #[serde(rename_all = "snake_case")]
        #[strum(serialize_all = "snake_case", const_into_str)]
        pub enum Code {
            $($($code,)*)*
        }

        impl Code {
            /// The status it is answered with.
            pub const fn status(self) -> StatusCode {
                match self {
                    $($(Self::$code)|* => StatusCode::$status,)*
                }
            }

            /// One English line.
            pub const fn title(self) -> &'static str {
                match self {
                    $($(Self::$code => $title,)*)*
                }
            }
        }
    };
}

codes! {
    BAD_REQUEST {
        BadRequest "The request could not be understood";
        ProviderDisabled "The provider's word is not taken from a program";
        UnknownField "The request has a field this operation does not take";
        InvalidCredentials "Invalid login credentials";
        EmailNotConfirmed "Email not confirmed";
        CaptchaFailed "captcha protection: request disallowed";
        CurrentPasswordRequired "The current password is needed";
        CurrentPasswordMismatch "The current password is another";
        RefreshTokenNotFound "Invalid Refresh Token: Refresh Token Not Found";
        RefreshTokenAlreadyUsed "Invalid Refresh Token: Already Used";
        BadCodeVerifier "The code was asked for with another verifier";
        BadOauthState "The sign-in was not begun in this browser, or too long ago";
        BadOauthCallback "The provider's answer is not valid";
        InvalidSignature "The signature is not valid";
        PasskeyRefused "The passkey was not accepted";
        PasskeyExpired "The question to the passkey is over, ask for another";
    }
    UNAUTHORIZED {
        Unauthorized "Sign in first";
    }
    FORBIDDEN {
        Forbidden "You may not do that";
        PurchaseNeeded "Only who bought the product in the last 30 days comments on it";
        CrossSiteRequest "The request came from another site";
        OtpExpired "Email link is invalid or has expired";
        ReauthenticationNeeded "Sign in again first";
        InsufficientAal "The second factor is needed";
        PasskeyRequired "Sign in with your passkey";
        SessionNotFound "The session does not exist";
        FlowStateExpired "The code has expired";
        AccessDenied "The sign-in was not granted";
    }
    NOT_FOUND {
        NotFound "There is nothing here";
        MfaFactorNotFound "There is no such second factor";
        FlowStateNotFound "There is no such code, or it was used";
        SsoProviderNotFound "No SSO provider assigned for this domain";
        NoTariff "No prices of services are published";
        OutsideTariff "No price of a journey there is published";
        IdentityNotFound "There is no such identity";
        ManualLinkingDisabled "A provider that vouches for the account's address opens it by itself: sign in there";
    }
    METHOD_NOT_ALLOWED {
        MethodNotAllowed "This path does not take that method";
    }
    REQUEST_TIMEOUT {
        BodyTooSlow "The request took too long to arrive";
    }
    CONFLICT {
        InsufficientStock "Not enough stock";
        PriceChanged "The price has changed";
        ProductChanged "Somebody else changed the product meanwhile";
        MakerInUse "Products name this maker";
        InquiryAnswered "Somebody else answered meanwhile";
        TariffChanged "Somebody else changed the prices of services meanwhile";
        ImportRunning "A file of products is being imported";
        ImportTooLarge "The import changed more than is kept: it cannot be taken back";
        NotPurchasable "A product cannot be bought";
        OrderNotPayable "The order cannot be paid";
        IllegalTransition "The order's status does not allow that";
        InvoiceWaits "The tax agency has not answered yet: try again later";
        InvoiceInUse "Another invoice stands on it: annul that one first";
        OrderRefunded "The order's money is back: there is nothing to send";
        RefundTooLarge "More than can be refunded";
        RefundChanged "The refund comes to another amount";
        OrderDisputed "The buyer's bank claims the order's money";
        OrderWithdrawn "A withdrawal from the order waits";
        OrderCameBack "Goods of the order came back, or all of its money: it had left";
        ReturnOpen "A return of the order is open";
        NothingToTell "There is no such mail to send";
        OrderNotGuests "The order was not bought without an account";
        OrdersOpen "An order or a return is still open";
        IsAdministrator "They administer the shop";
        LastAdmin "Nobody else is an administrator";
        PasskeysOff "The site's address allows no passkeys";
        ContactFormOff "The contact form is switched off";
        ComplaintUnanswered "The complaint waits for its answer";
    }
    PAYLOAD_TOO_LARGE {
        PayloadTooLarge "The request is too large";
    }
    UNSUPPORTED_MEDIA_TYPE {
        UnsupportedMediaType "The request has the wrong content type";
    }
    MISDIRECTED_REQUEST {
        MisdirectedRequest "This site has another name";
    }
    UNPROCESSABLE_ENTITY {
        ValidationFailed "A value is not acceptable";
        WeakPassword "The password is too easy to guess";
        SamePassword "The new password is the old one";
        PasswordRequired "Choose the password of this account now";
        ReauthenticationNotValid "The code is invalid or has expired";
        MfaFactorNameConflict "Another second factor has that name";
        MfaChallengeExpired "The challenge has expired, ask for another";
        MfaVerificationFailed "Invalid code";
        TooManyEnrolledMfaFactors "There are too many second factors";
        TooManyPasskeys "There are too many passkeys";
        TooManyWaitedFor "The address waits for as many products as it may";
        PhoneProviderDisabled "Phone sign-in is not offered";
        AnonymousProviderDisabled "Anonymous sign-ins are disabled";
        Web3ProviderDisabled "Wallets open no account";
        ProviderEmailNeedsVerification "The provider does not vouch for the email address";
        EmptyCart "The cart is empty";
        UnknownVariant "A variant does not exist";
        IncompleteAddress "The shipping address is incomplete";
        OutsideDeliveryArea "We ship to peninsular Spain only";
        CustomFieldRequired "A product needs a text from you";
        CustomTextTooLong "A text is longer than the product takes";
        OrderLimit "The order is larger than the shop accepts";
        TaxIdRequired "An order of that size is invoiced: give the buyer's tax number";
        UrgencyArt251_7 "Llei 22/2010, art. 251-7.4, forbids surcharges for urgency or availability";
        SurchargeArt251_7 "Llei 22/2010, art. 251-7, allows surcharges for the night and for holidays alone";
        IdempotencyKeyReused "The idempotency key was used for another request";
    }
    TOO_MANY_REQUESTS {
        OverRequestRateLimit "Too many requests";
        OverEmailSendRateLimit "Too many mails to this address";
        TooManyOpenOrders "Too many unpaid orders";
        HeldInVain "Orders were not paid";
    }
    INTERNAL_SERVER_ERROR {
        Internal "Something went wrong";
    }
    BAD_GATEWAY {
        ProviderUnavailable "The provider does not answer";
        PaymentUnavailable "Could not initiate payment";
    }
    SERVICE_UNAVAILABLE {
        RequestTimeout "The request took too long";
        CaptchaUnavailable "The captcha service did not answer, try again in a moment";
        Overloaded "Too busy, try again in a moment";
        DatabaseBusy "The database is busy, try again in a moment";
        DiskFull "The server's disk takes no more: nothing can be saved until there is room again";
        DatabaseUnavailable "The server's data cannot be used at the moment: nothing can be saved";
        FilesUnavailable "Pictures and photos cannot be kept at the moment: all else can";
        ReadOnly "The shop can only be looked at for the moment: nothing can be saved, and nothing personal is shown";
    }
    INSUFFICIENT_STORAGE {
        StorageFull "There is no room for more files";
    }
}

impl Code {
    /// The code as it stands on the wire.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
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
        // What could not be committed was told where that failed.
        if !matches!(error, db::Error::NotCommitted { .. }) {
            tracing::warn!(%error, "the database could not take a request");
        }
        match trouble {
            Trouble::Busy => Self::new(Code::DatabaseBusy).retry_after(2),
            Trouble::Full => Self::new(Code::DiskFull).retry_after(60),
            Trouble::Unusable => Self::new(Code::DatabaseUnavailable).retry_after(60),
            Trouble::Elsewhere => Self::new(Code::ReadOnly).retry_after(30),
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
        if let Some(id) = trace::current() {
            body.insert("request_id".into(), id.as_str().into());
        }
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
        // For lines and numbers.
        response.set_data(self.code);
        response
    }
}

impl From<Problem> for poem::Error {
    fn from(problem: Problem) -> Self {
        let code = problem.code;
        let mut error = Self::from_response(problem.into_response());
        // What the answer carries is the error's own.
        error.set_data(code);
        error
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
    /// By which the shop finds in its lines what happened; the header `X-Request-Id` of the answer.
    request_id: Option<String>,
    /// Which field of the request.
    field: Option<String>,
    /// All that are not acceptable, where more than the first is looked for.
    fields: Option<Vec<String>>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_one_name() {
        for code in Code::VARIANTS {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
    }
}
