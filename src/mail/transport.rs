//! Where a mail goes: an SMTP server, or a directory of `.eml` files.

use std::path::PathBuf;

use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, MultiPart, SinglePart};

use super::smtp::Smtp;
pub use super::smtp::{Patience, Session};
use super::text::Rendered;
use crate::files::make_folder;

/// The way out.
pub enum Transport {
    /// A server, over TLS unless its address says otherwise.
    Smtp(Box<Smtp>),
    /// One file per mail, for development and for shops without a mail server yet.
    Directory(PathBuf),
}

/// Who a mail is from and who it is for.
pub struct Envelope<'a> {
    /// Makes the Message-ID, so that a repetition is recognised as one.
    pub id: &'a str,
    /// The sender.
    pub from: &'a Mailbox,
    /// Where answers go; left out when it is no address.
    pub reply_to: &'a str,
    /// The recipient.
    pub to: &'a str,
    /// The mail that began the thread this one belongs to.
    pub thread: Option<&'a str>,
    /// Whether nobody wrote it: whoever answers mails by program leaves it unanswered.
    pub is_automatic: bool,
    /// The request that caused it, as the program's lines name it.
    pub request: Option<&'a str>,
    /// What goes along.
    pub attachments: Vec<Attachment>,
}

/// A file that goes along with a mail.
pub struct Attachment {
    /// Its name for the recipient.
    pub name: String,
    /// What it is, such as `image/jpeg`.
    pub content_type: &'static str,
    /// The file.
    pub bytes: Vec<u8>,
}

/// A mail that did not go out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server does not work, or not for us: no fault of the mail's.
    #[error("{0}")]
    Unavailable(String),
    /// The conversation broke off in the middle of this mail: the server's fault or the mail's.
    #[error("{0}")]
    Interrupted(String),
    /// The mail was handed over and the answer is missing: it may have gone out.
    #[error("{0}")]
    Unanswered(String),
    /// The server does not want it now.
    #[error("{0}")]
    Deferred(String),
    /// It never will: the address or the mail was refused for good.
    #[error("{0}")]
    Rejected(String),
}

impl Transport {
    /// From the setting; the error is one line.
    pub fn new(smtp_url: Option<&str>, directory: PathBuf) -> Result<Self, String> {
        Self::with_patience(smtp_url, directory, Patience::default())
    }

    /// The same, with a server that may take so long.
    pub fn with_patience(smtp_url: Option<&str>, directory: PathBuf, patience: Patience) -> Result<Self, String> {
        let Some(url) = smtp_url else { return Ok(Self::Directory(directory)) };
        let smtp = Smtp::parse(url, patience).map_err(|error| format!("MANETES_SMTP_URL {error}"))?;
        Ok(Self::Smtp(Box::new(smtp)))
    }

    /// Whether the server lets us in; a directory is made when missing.
    pub async fn probe(&self) -> Result<(), String> {
        match self {
            Self::Smtp(smtp) => smtp.probe().await,
            Self::Directory(dir) => make_folder(dir).map_err(|e| format!("{}: {e}", dir.display())),
        }
    }

    /// Sends one mail, in the session there is; one is there afterwards where it is good for another mail.
    pub async fn send(&self, session: &mut Option<Session>, id: &str, mail: &lettre::Message) -> Result<(), Error> {
        match self {
            Self::Smtp(smtp) => smtp.send(session, mail.envelope(), &mail.formatted()).await,
            Self::Directory(dir) => write_file(dir.clone(), id.to_owned(), mail.formatted()).await,
        }
    }

    /// Ends a session there is.
    pub async fn close(&self, session: Option<Session>) {
        if let (Self::Smtp(smtp), Some(session)) = (self, session) {
            smtp.close(session).await;
        }
    }
}

/// RFC 3834: programs that answer mails, such as those of somebody on holiday, leave alone what nobody wrote.
const AUTO_SUBMITTED: HeaderName = HeaderName::new_from_ascii_str("Auto-Submitted");

/// By which a mail is found in the program's lines.
const REQUEST_ID: HeaderName = HeaderName::new_from_ascii_str("X-Request-Id");

/// A mail in its envelope; the error is the mail's own.
pub fn build(envelope: &Envelope<'_>, mail: &Rendered) -> Result<lettre::Message, Error> {
    let rejected = |error: &dyn std::fmt::Display| Error::Rejected(error.to_string());
    let to: Mailbox = envelope.to.parse().map_err(|e: lettre::address::AddressError| rejected(&e))?;
    // Always encoded: a bare line break in a body must never reach the server's dialogue.
    let part = |kind: ContentType, text: &str| {
        let body = Body::new_with_encoding(text.replace('\r', ""), ContentTransferEncoding::QuotedPrintable)
            .map_err(|_| Error::Rejected(String::from("a body could not be encoded")))?;
        Ok::<_, Error>(SinglePart::builder().header(kind).body(body))
    };
    let words = MultiPart::alternative()
        .singlepart(part(ContentType::TEXT_PLAIN, &mail.text)?)
        .singlepart(part(ContentType::TEXT_HTML, &mail.html)?);
    let mut whole = MultiPart::mixed().multipart(words);
    for file in &envelope.attachments {
        let kind = ContentType::parse(file.content_type).map_err(|e| rejected(&e))?;
        let body = Body::new_with_encoding(file.bytes.clone(), ContentTransferEncoding::Base64)
            .map_err(|_| Error::Rejected(String::from("a file could not be encoded")))?;
        whole = whole.singlepart(lettre::message::Attachment::new(file.name.clone()).body(body, kind));
    }
    let mut message = lettre::Message::builder().from(envelope.from.clone()).to(to);
    if let Ok(reply_to) = envelope.reply_to.parse() {
        message = message.reply_to(reply_to);
    }
    if envelope.is_automatic {
        message = message.raw_header(HeaderValue::new(AUTO_SUBMITTED, String::from("auto-generated")));
    }
    if let Some(request) = envelope.request {
        message = message.raw_header(HeaderValue::new(REQUEST_ID, request.to_owned()));
    }
    if let Some(thread) = envelope.thread {
        let first = format!("<{thread}@{}>", envelope.from.email.domain());
        message = message.in_reply_to(first.clone()).references(first);
    }
    message
        .subject(mail.subject.replace(char::is_control, " "))
        .message_id(Some(format!("<{}@{}>", envelope.id, envelope.from.email.domain())))
        .multipart(whole)
        .map_err(|e| rejected(&e))
}

/// Written aside and renamed, so that a reader never sees half a mail.
async fn write_file(dir: PathBuf, id: String, bytes: Vec<u8>) -> Result<(), Error> {
    let write = move || {
        make_folder(&dir)?;
        let aside = dir.join(format!(".{id}"));
        std::fs::write(&aside, bytes)?;
        std::fs::rename(aside, dir.join(format!("{id}.eml")))
    };
    match tokio::task::spawn_blocking(write).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(Error::Unavailable(error.to_string())),
        Err(error) => Err(Error::Unavailable(error.to_string())),
    }
}
