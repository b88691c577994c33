//! The two forms of the site over HTTP.

use poem::Request;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::{Contact, Error, NewQuote, Typed};
use crate::app::Shared;
use crate::http::client_ip::ClientIp;
use crate::http::limits::{Action, ip_key};
use crate::lang::Lang;
use crate::problem::{Code, Problem};
use crate::secrets::hmac_sha256;
use crate::settings::Settings;

/// The endpoints of the forms.
pub struct QuotesApi {
    /// The app.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// Writing to the firm.
    Contact,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct BudgetRequest {
    /// 1–100 characters.
    name: String,
    /// Where to answer.
    email: String,
    /// Digits, spaces and `+-()./`, at most 30.
    phone: Option<String>,
    /// 1–4000 characters.
    message: String,
    /// `locksmith`, `electrician`, `refrigeration`, `plumber`, `blacksmith`, `carpenter`, `painter`, `removals` or
    /// `renovation`.
    service: Option<String>,
    /// Town or postcode, at most 100 characters.
    town: Option<String>,
    /// When the work is wanted, at most 100 characters.
    when: Option<String>,
    /// Whether the sender agreed to the privacy policy.
    consent: Option<bool>,
    /// The language to answer in; else `Accept-Language` says it.
    lang: Option<String>,
    /// People do not see this field and leave it empty.
    website: Option<String>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct ContactRequest {
    /// 1–100 characters.
    name: String,
    /// Where to answer.
    email: String,
    /// 1–4000 characters.
    message: String,
    /// The language to answer in; else `Accept-Language` says it.
    lang: Option<String>,
    /// People do not see this field and leave it empty.
    website: Option<String>,
}

/// Nothing: who wants to know more reads the mail.
#[derive(Debug, Object)]
struct Received {}

#[derive(ApiResponse)]
enum Answer {
    /// It arrived. The sender and the owner get a mail.
    #[oai(status = 202)]
    Accepted(Json<Received>),
}

const ACCEPTED: Result<Answer, Problem> = Ok(Answer::Accepted(Json(Received {})));

#[OpenApi(prefix_path = "/functions", tag = "Tag::Contact")]
impl QuotesApi {
    /// Asks for a quote.
    #[oai(path = "/send-budget-request", method = "post", operation_id = "send_budget_request")]
    async fn send_budget_request(&self, request: &Request, Json(body): Json<BudgetRequest>) -> Result<Answer, Problem> {
        if is_filled(body.website.as_deref()) {
            return ACCEPTED;
        }
        let typed = Typed {
            name: &body.name,
            email: &body.email,
            message: &body.message,
            lang: body.lang.as_deref(),
            spoken: spoken(request),
        };
        let quote = NewQuote::parse(
            &typed,
            body.phone.as_deref(),
            body.service.as_deref(),
            [body.town.as_deref(), body.when.as_deref()],
            body.consent == Some(true),
        )?;
        self.limit(request, &quote.contact)?;
        let (now, owner) = (self.app.clock.now(), self.owner());
        self.app.db.write(move |tx| super::request_quote(tx, &quote, owner.as_deref(), now)).await?;
        self.app.bells.outbox.notify_one();
        ACCEPTED
    }

    /// Sends a message, unless the owner has switched the form off.
    #[oai(path = "/send-contact-message", method = "post", operation_id = "send_contact_message")]
    async fn send_contact_message(
        &self,
        request: &Request,
        Json(body): Json<ContactRequest>,
    ) -> Result<Answer, Problem> {
        if !self.app.db.read(Settings::load).await?.contact_form_enabled {
            return Err(Problem::new(Code::ContactFormOff));
        }
        if is_filled(body.website.as_deref()) {
            return ACCEPTED;
        }
        let contact = Contact::parse(&Typed {
            name: &body.name,
            email: &body.email,
            message: &body.message,
            lang: body.lang.as_deref(),
            spoken: spoken(request),
        })?;
        self.limit(request, &contact)?;
        let (now, owner) = (self.app.clock.now(), self.owner());
        self.app.db.write(move |tx| super::send_message(tx, &contact, owner.as_deref(), now)).await?;
        self.app.bells.outbox.notify_one();
        ACCEPTED
    }
}

impl QuotesApi {
    fn owner(&self) -> Option<String> {
        self.app.config.owner_email.as_ref().map(|mailbox| mailbox.email.to_string())
    }

    /// Counts what is really sent, so that nobody is locked out by a misspelt address. The sender's address is counted
    /// too: whoever it belongs to gets a mail.
    fn limit(&self, request: &Request, contact: &Contact) -> Result<(), Problem> {
        if let Some(ip) = request.data::<ClientIp>() {
            self.app.limits.check(Action::Contact, &ip_key(ip.0))?;
        }
        let key = hmac_sha256(&self.app.secrets.session, contact.email.as_str().as_bytes());
        self.app.limits.check(Action::ContactAddress, &format!("{:02x?}", &key[..16]))
    }
}

/// Machines fill in every field; they are told what people are told.
fn is_filled(website: Option<&str>) -> bool {
    website.is_some_and(|text| !text.is_empty())
}

fn spoken(request: &Request) -> Lang {
    Lang::negotiate(request.header("accept-language").unwrap_or_default())
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::invalid(error.field(), error.to_string())
    }
}
