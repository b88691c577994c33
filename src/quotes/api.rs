//! The two forms of the site over HTTP.

use std::io::ErrorKind;

use poem::Request;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::complaints::{self, Receipt};
use super::inbox::Kind;
use super::photos::{self, NotKept};
use super::{Contact, Error, MessageKind, NewQuote, NotSent, Typed};
use crate::app::Shared;
use crate::auth::guard;
use crate::db::Tx;
use crate::limits::Action;
use crate::pictures::sent::PictureFile;
use crate::problem::{Code, Problem};
use crate::settings::Settings;

/// The endpoints of the forms.
pub struct QuotesApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// Writing to the firm.
    Contact,
}

/// A request for a quote as it is sent.
#[derive(Debug, Default, Object)]
#[oai(deny_unknown_fields)]
pub struct BudgetRequest {
    /// 1–100 characters.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// Digits, spaces and `+-()./`, at most 30.
    pub phone: Option<String>,
    /// 1–4000 characters.
    pub message: String,
    /// `locksmith`, `electrician`, `refrigeration`, `plumber`, `blacksmith`, `carpenter`, `painter`, `removals` or
    /// `renovation`.
    pub service: Option<String>,
    /// Town or postcode, at most 100 characters.
    pub town: Option<String>,
    /// When the work is wanted, at most 100 characters.
    pub when: Option<String>,
    /// Whether the sender agreed to the privacy policy.
    pub consent: Option<bool>,
    /// Up to six photos, as `quote-photos` answered them.
    pub photos: Option<Vec<String>>,
    /// The language to answer in; else `Accept-Language` says it.
    pub lang: Option<String>,
    /// People do not see this field and leave it empty.
    pub website: Option<String>,
}

/// A message as it is sent.
#[derive(Debug, Default, Object)]
#[oai(deny_unknown_fields)]
pub struct ContactRequest {
    /// 1–100 characters.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// 1–4000 characters.
    pub message: String,
    /// `message`, which it is unless it says otherwise, or `complaint`: that is acknowledged with a key and what it says,
    /// and answered within fifteen days.
    pub kind: Option<String>,
    /// The order that a complaint is about, in any words; at most 100 characters.
    pub order: Option<String>,
    /// The language to answer in; else `Accept-Language` says it.
    pub lang: Option<String>,
    /// People do not see this field and leave it empty.
    pub website: Option<String>,
}

/// A request for a quote has arrived.
#[derive(Debug, Object)]
struct QuoteReceived {
    /// What people call it by: `P-2026-0042`.
    number: String,
}

/// A message or a complaint has arrived.
#[derive(Debug, Object)]
pub struct MessageReceived {
    /// What people call a message by: `M-2026-0042`.
    #[oai(skip_serializing_if_is_none)]
    number: Option<String>,
    /// What a complaint is known by.
    #[oai(skip_serializing_if_is_none)]
    pub complaint: Option<ComplaintReceived>,
}

/// A complaint has arrived.
#[derive(Debug, Clone, Object)]
pub struct ComplaintReceived {
    /// What people call it by: `R-2026-0042`.
    pub key: String,
    /// RFC 3339.
    pub received_at: String,
    /// The same on the firm's clocks, with what these are ahead of UTC: `20/11/2026 18:03:11 (UTC+01:00)`.
    pub received_locally: String,
    /// The last day for the answer, `2026-12-05`.
    pub due_on: String,
}

impl From<Receipt> for ComplaintReceived {
    fn from(receipt: Receipt) -> Self {
        Self {
            key: receipt.key.to_string(),
            received_at: receipt.received_at.to_rfc3339(),
            received_locally: receipt.received_at.to_local_with_offset(),
            due_on: receipt.due_on,
        }
    }
}

#[derive(ApiResponse)]
enum MessageAnswer {
    /// It arrived. The sender and the owner get a mail.
    #[oai(status = 202)]
    Accepted(Json<MessageReceived>),
}

#[derive(ApiResponse)]
enum Answer {
    /// It arrived. The sender and the owner get a mail.
    #[oai(status = 202)]
    Accepted(Json<QuoteReceived>),
}

#[derive(Debug, Object)]
struct KeptPhoto {
    /// Names it in `photos` of a request.
    photo: String,
}

#[derive(ApiResponse)]
enum Kept {
    /// It is kept for a day.
    #[oai(status = 201)]
    Kept(Json<KeptPhoto>),
}

#[OpenApi(prefix_path = "/functions", tag = "Tag::Contact")]
impl QuotesApi {
    /// Asks for a quote.
    #[oai(path = "/send-budget-request", method = "post", operation_id = "send_budget_request")]
    async fn send_budget_request(&self, request: &Request, Json(body): Json<BudgetRequest>) -> Result<Answer, Problem> {
        let number = self.request_quote(request, body).await?;
        Ok(Answer::Accepted(Json(QuoteReceived { number })))
    }

    /// Sends one photo of at most 8 MiB for a request that follows within a day. It is kept smaller, and without what
    /// else was in its file.
    #[oai(path = "/quote-photos", method = "post", operation_id = "send_quote_photo")]
    async fn send_quote_photo(&self, photo: PictureFile) -> Result<Kept, Problem> {
        Ok(Kept::Kept(Json(KeptPhoto { photo: self.keep_photo(photo.bytes()).await? })))
    }

    /// Sends a message, unless the owner has switched the form off, or a complaint, which is always taken.
    #[oai(path = "/send-contact-message", method = "post", operation_id = "send_contact_message")]
    async fn send_contact_message(
        &self,
        request: &Request,
        Json(body): Json<ContactRequest>,
    ) -> Result<MessageAnswer, Problem> {
        Ok(MessageAnswer::Accepted(Json(self.send_message(request, body).await?)))
    }
}

/// What the operations do, also for who sends a form without a script.
impl QuotesApi {
    /// Stores a request for a quote, whoever sent `request`; answers its number.
    pub async fn request_quote(&self, request: &Request, body: BudgetRequest) -> Result<String, Problem> {
        if is_filled(body.website.as_deref()) {
            return self.number_of_none(Kind::Quote).await;
        }
        let typed = Typed {
            name: &body.name,
            email: &body.email,
            message: &body.message,
            lang: body.lang.as_deref(),
            spoken: guard::spoken(request),
        };
        let quote = NewQuote::parse(
            &typed,
            body.phone.as_deref(),
            body.service.as_deref(),
            [body.town.as_deref(), body.when.as_deref()],
            body.consent == Some(true),
        )?;
        self.limit(request, &quote.contact)?;
        let (now, owner, photos) = (self.app.clock.now(), self.owner(), body.photos.unwrap_or_default());
        let number =
            self.app.db.write(move |tx| super::request_quote(tx, &quote, &photos, owner.as_deref(), now)).await?;
        self.app.wakeups.outbox.notify_one();
        self.app.wakeups.pager.notify_one();
        Ok(number)
    }

    /// Keeps a photo for a request that follows; answers its id.
    pub async fn keep_photo(&self, sent: Vec<u8>) -> Result<String, Problem> {
        let app = self.app.clone();
        let keep = move || photos::keep(&app.db, &app.data_dir, &sent, app.clock.now());
        let photo = self.app.uploads.read(keep).await??;
        if let Err(error) = self.app.mirror.carry([photos::file(&photo)]).await {
            photos::take_back(&self.app.db, &self.app.data_dir, photo).await?;
            return Err(error.into());
        }
        Ok(photo)
    }

    /// Stores a message, unless the owner has switched the form off, or a complaint.
    pub async fn send_message(&self, request: &Request, body: ContactRequest) -> Result<MessageReceived, Problem> {
        let kind = MessageKind::parse(body.kind.as_deref())?;
        let is_message = kind == MessageKind::Message;
        if is_message && !self.app.db.read(Settings::load).await?.contact_form_enabled {
            return Err(Problem::new(Code::ContactFormOff));
        }
        if is_filled(body.website.as_deref()) {
            // Nobody is to believe that a complaint arrived which did not.
            return if is_message {
                Ok(MessageReceived { number: Some(self.number_of_none(Kind::Message).await?), complaint: None })
            } else {
                Err(Problem::new(Code::ValidationFailed).with("reason", "trap"))
            };
        }
        let contact = Contact::parse(&Typed {
            name: &body.name,
            email: &body.email,
            message: &body.message,
            lang: body.lang.as_deref(),
            spoken: guard::spoken(request),
        })?;
        let (now, owner) = (self.app.clock.now(), self.owner());
        let received = if is_message {
            self.limit(request, &contact)?;
            let send = move |tx: &Tx<'_>| super::send_message(tx, &contact, owner.as_deref(), now);
            MessageReceived { number: Some(self.app.db.write(send).await?), complaint: None }
        } else {
            let order = super::order_named(body.order.as_deref())?;
            self.limit_complaints(request, &contact).await?;
            let complain =
                move |tx: &Tx<'_>| complaints::complain(tx, &contact, order.as_deref(), owner.as_deref(), now);
            MessageReceived { number: None, complaint: Some(self.app.db.write(complain).await?.into()) }
        };
        self.app.wakeups.outbox.notify_one();
        self.app.wakeups.pager.notify_one();
        Ok(received)
    }

    /// As of something that was stored, for machines.
    async fn number_of_none(&self, kind: Kind) -> Result<String, Problem> {
        let now = self.app.clock.now();
        Ok(self.app.db.read(move |conn| super::next_number(conn, kind, now)).await?.to_string())
    }

    fn owner(&self) -> Option<String> {
        self.app.config.owner_email.as_ref().map(|mailbox| mailbox.email.to_string())
    }

    /// So many are more than anybody has to complain of. Who has had them is told how else the firm is reached.
    async fn limit_complaints(&self, request: &Request, contact: &Contact) -> Result<(), Problem> {
        let (limits, address) = (&self.app.limits, self.app.secrets.address_key(contact.email.as_str()));
        let limited =
            limits.check_ip(request, Action::Complaint).and_then(|()| limits.check(Action::ComplaintAddress, &address));
        let Err(problem) = limited else { return Ok(()) };
        let firm = self.app.db.read(Settings::load).await?;
        Err(problem.with("email", firm.email).with("phone", firm.phone))
    }

    /// Counts what is really sent, so that nobody is locked out by a misspelt address. The sender's address is counted
    /// too: whoever it belongs to gets a mail.
    fn limit(&self, request: &Request, contact: &Contact) -> Result<(), Problem> {
        self.app.limits.check_ip(request, Action::Contact)?;
        self.app.limits.check(Action::ContactAddress, &self.app.secrets.address_key(contact.email.as_str()))
    }
}

/// Machines fill in every field; they are told what people are told.
fn is_filled(website: Option<&str>) -> bool {
    website.is_some_and(|text| !text.is_empty())
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::invalid(error.field(), error.to_string()).with("reason", error.reason())
    }
}

impl From<NotSent> for Problem {
    fn from(error: NotSent) -> Self {
        match error {
            NotSent::Refused(error) => error.into(),
            NotSent::Db(error) => error.into(),
        }
    }
}

impl From<NotKept> for Problem {
    fn from(error: NotKept) -> Self {
        match error {
            NotKept::Picture(reason) => reason.into(),
            NotKept::HalfPdf => Self::invalid("file", error.to_string()),
            NotKept::TooLarge => Self::new(Code::PayloadTooLarge).detail(error.to_string()),
            NotKept::File(error) if error.kind() != ErrorKind::StorageFull => Self::internal(&error),
            NotKept::Full | NotKept::File(_) => {
                tracing::error!(%error, "a photo was refused");
                Self::new(Code::Overloaded).retry_after(3600)
            }
            NotKept::Db(error) => error.into(),
        }
    }
}
