//! Where a mail goes: an SMTP server, or a directory of `.eml` files.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::{Body, Mailbox, MultiPart, SinglePart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::text::Rendered;

/// The way out.
pub enum Transport {
    /// A server, over TLS unless its address says otherwise.
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
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
    /// It never will: the address or the mail was refused for good.
    #[error("{0}")]
    Permanent(String),
    /// It may, later.
    #[error("{0}")]
    Temporary(String),
}

const TIMEOUT: Duration = Duration::from_secs(15);

impl Transport {
    /// From the setting; the error is one line. Must be called inside a Tokio runtime.
    pub fn new(smtp_url: Option<&str>, directory: PathBuf) -> Result<Self, String> {
        let Some(url) = smtp_url else { return Ok(Self::Directory(directory)) };
        let builder =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|e| format!("MANETES_SMTP_URL: {e}"))?;
        Ok(Self::Smtp(builder.timeout(Some(TIMEOUT)).build()))
    }

    /// Whether the server answers; a directory is made when missing.
    pub async fn probe(&self) -> Result<(), String> {
        match self {
            Self::Smtp(smtp) => match smtp.test_connection().await {
                Ok(true) => Ok(()),
                Ok(false) => Err(String::from("the SMTP server does not answer")),
                Err(error) => Err(error.to_string()),
            },
            Self::Directory(dir) => make_directory(dir).map_err(|e| format!("{}: {e}", dir.display())),
        }
    }

    /// Sends one mail.
    pub async fn send(&self, envelope: &Envelope<'_>, mail: &Rendered) -> Result<(), Error> {
        let message = build(envelope, mail)?;
        match self {
            Self::Smtp(smtp) => match smtp.send(message).await {
                Ok(_) => Ok(()),
                Err(error) if is_hopeless(&error) => Err(Error::Permanent(error.to_string())),
                Err(error) => Err(Error::Temporary(error.to_string())),
            },
            Self::Directory(dir) => write_file(dir.clone(), envelope.id.to_owned(), message.formatted()).await,
        }
    }
}

/// A refusal of the mail itself. Of 530 to 538 the shop's own sign-in is the reason, which its operator can mend.
fn is_hopeless(error: &lettre::transport::smtp::Error) -> bool {
    error.is_permanent() && !error.status().is_some_and(|code| (530..=538).contains(&u16::from(code)))
}

fn build(envelope: &Envelope<'_>, mail: &Rendered) -> Result<lettre::Message, Error> {
    let permanent = |error: &dyn std::fmt::Display| Error::Permanent(error.to_string());
    let to: Mailbox = envelope.to.parse().map_err(|e: lettre::address::AddressError| permanent(&e))?;
    // Always encoded: a bare line break in a body must never reach the server's dialogue.
    let part = |kind: ContentType, text: &str| {
        let body = Body::new_with_encoding(text.replace('\r', ""), ContentTransferEncoding::QuotedPrintable)
            .map_err(|_| Error::Permanent(String::from("a body could not be encoded")))?;
        Ok::<_, Error>(SinglePart::builder().header(kind).body(body))
    };
    let words = MultiPart::alternative()
        .singlepart(part(ContentType::TEXT_PLAIN, &mail.text)?)
        .singlepart(part(ContentType::TEXT_HTML, &mail.html)?);
    let mut whole = MultiPart::mixed().multipart(words);
    for file in &envelope.attachments {
        let kind = ContentType::parse(file.content_type).map_err(|e| permanent(&e))?;
        let body = Body::new_with_encoding(file.bytes.clone(), ContentTransferEncoding::Base64)
            .map_err(|_| Error::Permanent(String::from("a file could not be encoded")))?;
        whole = whole.singlepart(lettre::message::Attachment::new(file.name.clone()).body(body, kind));
    }
    let mut message = lettre::Message::builder().from(envelope.from.clone()).to(to);
    if let Ok(reply_to) = envelope.reply_to.parse() {
        message = message.reply_to(reply_to);
    }
    if let Some(thread) = envelope.thread {
        let first = format!("<{thread}@{}>", envelope.from.email.domain());
        message = message.in_reply_to(first.clone()).references(first);
    }
    message
        .subject(mail.subject.replace(char::is_control, " "))
        .message_id(Some(format!("<{}@{}>", envelope.id, envelope.from.email.domain())))
        .multipart(whole)
        .map_err(|e| permanent(&e))
}

/// For the owner's eyes only: the mails hold links that prove who somebody is.
fn make_directory(dir: &Path) -> std::io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(dir)
}

/// Written aside and renamed, so that a reader never sees half a mail.
async fn write_file(dir: PathBuf, id: String, bytes: Vec<u8>) -> Result<(), Error> {
    let write = move || {
        make_directory(&dir)?;
        let aside = dir.join(format!(".{id}"));
        std::fs::write(&aside, bytes)?;
        std::fs::rename(aside, dir.join(format!("{id}.eml")))
    };
    match tokio::task::spawn_blocking(write).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(Error::Temporary(error.to_string())),
        Err(error) => Err(Error::Temporary(error.to_string())),
    }
}
