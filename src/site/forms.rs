//! The forms of the site as a browser without scripts sends them: to the address of their page, which answers with a
//! page. They are judged, stored and counted by [`quotes`](crate::quotes) as those that the front end sends.

use std::collections::BTreeMap;

use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::web::Multipart;
use poem::{Endpoint, FromRequest, IntoResponse, Request, RequestBody, Response};
use poem_openapi::types::ToJSON;
use serde_json::json;
use url::form_urlencoded;

use super::pages::routes::{self, CONTACT, QUOTE};
use super::pages::{Pages, reader_lang, usual_lang};
use super::rate::Rate;
use super::withdraw::Withdraw;
use crate::app::Shared;
use crate::lang::Lang;
use crate::problem::{Code, Problem};
use crate::quotes::api::{BudgetRequest, ComplaintReceived, ContactRequest, QuotesApi};
use crate::quotes::{self, MAX_PHOTOS};

/// Where forms are sent to.
pub const PATHS: [&str; 2] = [CONTACT, QUOTE];
/// The fields people fill in, by their names on the wire.
const FIELDS: [&str; 9] = ["name", "email", "phone", "service", "town", "when", "message", "kind", "order"];

/// Why the body of a form could not be taken in; the gate hands it on, so that a page can say so.
#[derive(Debug, Clone)]
pub struct NotTakenIn(pub Problem);

/// Answers forms, and leaves everything else to the pages.
pub struct Forms {
    quotes: QuotesApi,
    rate: Rate,
    withdraw: Withdraw,
    pages: Pages,
}

/// A form as it was sent.
#[derive(Debug, Default)]
struct Sent {
    fields: BTreeMap<String, String>,
    /// Files with this try.
    files: Vec<Vec<u8>>,
    /// Ids of photos that came with an earlier one.
    photos: Vec<String>,
}

impl Forms {
    /// Mount it where nothing is stripped from the path.
    pub fn new(app: &Shared, pages: Pages) -> Self {
        let (rate, withdraw) = (Rate::new(app, pages.clone()), Withdraw::new(app, pages.clone()));
        Self { quotes: QuotesApi { app: app.clone() }, rate, withdraw, pages }
    }

    async fn answer(&self, mut request: Request) -> Result<Response, Problem> {
        let path = if request.uri().path() == QUOTE { QUOTE } else { CONTACT };
        // It stands in the address, so that it is known of a form that could not be read, too.
        let query = request.uri().query().unwrap_or_default();
        let product = (path == QUOTE).then(|| routes::product_in(query)).flatten();
        let mut sent = Sent::default();
        let taken = match sent.read(&mut request).await {
            Ok(()) => self.take(path, &request, &mut sent).await,
            Err(problem) => Err(problem),
        };
        let named = sent.fields.get("lang").and_then(|code| code.parse().ok());
        let lang = named.unwrap_or_else(|| reader_lang(&request));
        let (status, problem, receipt) = match taken {
            Ok(None) => return Ok(see_other(&thanks(path, product.as_deref(), lang, &request))),
            // Shown at once: the key is nobody's to find under an address.
            Ok(Some(receipt)) => (StatusCode::OK, None, Some(receipt.to_json())),
            Err(problem) => (problem.code().status(), Some(problem.body()), None),
        };
        let fields: BTreeMap<_, _> = sent.fields.iter().filter(|(name, _)| FIELDS.contains(&name.as_str())).collect();
        let form = json!({
            "path": path,
            "values": fields,
            "photos": sent.photos,
            "status": status.as_u16(),
            "problem": problem,
            "receipt": receipt,
        });
        // As the front end's `sent-form.ts` reads it.
        let address = routes::form(path, false, product.as_deref());
        self.pages.of_one(&address, lang, ("form", form), status).await
    }

    /// Photos first: they are kept for the next try when something else is wrong.
    async fn take(&self, path: &str, request: &Request, sent: &mut Sent) -> Result<Option<ComplaintReceived>, Problem> {
        let field = |name: &str| sent.fields.get(name).cloned();
        let text = |name: &str| field(name).unwrap_or_default();
        if path == CONTACT {
            let message = ContactRequest {
                name: text("name"),
                email: text("email"),
                message: text("message"),
                kind: field("kind"),
                order: field("order"),
                lang: field("lang"),
                website: field("website"),
            };
            return Ok(self.quotes.send_message(request, message).await?.complaint);
        }
        for file in std::mem::take(&mut sent.files) {
            if sent.photos.len() == MAX_PHOTOS {
                return Err(quotes::Error::Photos.into());
            }
            let photo = self.quotes.keep_photo(file).await.map_err(unreadable)?;
            sent.photos.push(photo);
        }
        let quote = BudgetRequest {
            name: text("name"),
            email: text("email"),
            phone: field("phone"),
            message: text("message"),
            service: field("service"),
            town: field("town"),
            when: field("when"),
            // The line below the button says so.
            consent: Some(true),
            photos: Some(sent.photos.clone()),
            lang: field("lang"),
            website: field("website"),
        };
        self.quotes.request_quote(request, quote).await.map(|_| None)
    }
}

impl Sent {
    async fn read(&mut self, request: &mut Request) -> Result<(), Problem> {
        if let Some(NotTakenIn(problem)) = request.data() {
            return Err(problem.clone());
        }
        let mut body = RequestBody::new(request.take_body());
        let kind = request.content_type().unwrap_or_default();
        if kind.starts_with("multipart/form-data") {
            return self.read_parts(request, &mut body).await.map_err(|_| Problem::new(Code::BadRequest));
        }
        if !kind.starts_with("application/x-www-form-urlencoded") {
            return Err(Problem::new(Code::UnsupportedMediaType));
        }
        let unread = |_| Problem::new(Code::BadRequest);
        let bytes = body.take().map_err(unread)?.into_vec().await.map_err(|_| Problem::new(Code::BadRequest))?;
        for (name, value) in form_urlencoded::parse(&bytes) {
            self.add(&name, value.into_owned());
        }
        Ok(())
    }

    async fn read_parts(&mut self, request: &Request, body: &mut RequestBody) -> poem::Result<()> {
        let mut parts = Multipart::from_request(request, body).await?;
        while let Some(part) = parts.next_field().await? {
            let name = part.name().unwrap_or_default().to_owned();
            if part.file_name().is_none() {
                self.add(&name, part.text().await?);
                continue;
            }
            let file = part.bytes().await?;
            // A field in which no file was chosen sends an empty one.
            if name == "photos" && !file.is_empty() {
                self.files.push(file);
            }
        }
        Ok(())
    }

    fn add(&mut self, name: &str, value: String) {
        if name == "kept" {
            self.photos.push(value);
        } else {
            self.fields.insert(name.to_owned(), value);
        }
    }
}

impl Endpoint for Forms {
    type Output = Response;

    async fn call(&self, mut request: Request) -> poem::Result<Response> {
        if let Some(answer) = self.rate.answer(&mut request).await {
            return Ok(answer?);
        }
        if let Some(answer) = self.withdraw.answer(&mut request).await {
            return Ok(answer?);
        }
        let path = request.uri().path();
        match *request.method() {
            _ if !PATHS.contains(&path) => self.pages.call(request).await,
            Method::POST => Ok(Box::pin(self.answer(request)).await?),
            Method::GET | Method::HEAD => self.pages.call(request).await,
            _ => {
                let mut refusal = Problem::new(Code::MethodNotAllowed).into_response();
                refusal.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD, POST"));
                Ok(refusal)
            }
        }
    }
}

/// Where the reader goes on; the language is named where the browser would not ask for it by itself.
fn thanks(path: &str, product: Option<&str>, lang: Lang, request: &Request) -> String {
    let sent = routes::form(path, true, product);
    if usual_lang(request) == lang { sent } else { format!("{sent}&lang={lang}") }
}

/// A photo that is none is one of the form's fields that are wrong.
fn unreadable(problem: Problem) -> Problem {
    match problem.code() {
        Code::UnsupportedMediaType | Code::ValidationFailed => {
            Problem::invalid("photos", "a photo cannot be read").with("reason", "unreadable")
        }
        _ => problem,
    }
}

pub(super) fn see_other(location: &str) -> Response {
    Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, location)
        .header(header::CACHE_CONTROL, "no-store")
        .finish()
}
