//! Where a mail goes: an SMTP server, or a directory of `.eml` files.

use std::path::PathBuf;
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
    /// From the setting; the error is one line.
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
            Self::Directory(dir) => std::fs::create_dir_all(dir).map_err(|e| format!("{}: {e}", dir.display())),
        }
    }

    /// Sends one mail. `id` makes the Message-ID, so that a repetition is recognised as one.
    pub async fn send(&self, id: &str, from: &Mailbox, to: &str, mail: &Rendered) -> Result<(), Error> {
        let message = build(id, from, to, mail)?;
        match self {
            Self::Smtp(smtp) => match smtp.send(message).await {
                Ok(_) => Ok(()),
                Err(error) if error.is_permanent() => Err(Error::Permanent(error.to_string())),
                Err(error) => Err(Error::Temporary(error.to_string())),
            },
            Self::Directory(dir) => write_file(dir.clone(), id.to_owned(), message.formatted()).await,
        }
    }
}

fn build(id: &str, from: &Mailbox, to: &str, mail: &Rendered) -> Result<lettre::Message, Error> {
    let permanent = |error: &dyn std::fmt::Display| Error::Permanent(error.to_string());
    let to: Mailbox = to.parse().map_err(|e: lettre::address::AddressError| permanent(&e))?;
    // Always encoded: a bare line break in a body must never reach the server's dialogue.
    let part = |kind: ContentType, text: &str| {
        let body = Body::new_with_encoding(text.replace('\r', ""), ContentTransferEncoding::QuotedPrintable)
            .map_err(|_| Error::Permanent(String::from("a body could not be encoded")))?;
        Ok::<_, Error>(SinglePart::builder().header(kind).body(body))
    };
    let parts = MultiPart::alternative()
        .singlepart(part(ContentType::TEXT_PLAIN, &mail.text)?)
        .singlepart(part(ContentType::TEXT_HTML, &mail.html)?);
    let reply_to = mail.reply_to.as_deref().map(str::parse::<Mailbox>).transpose().map_err(|e| permanent(&e))?;
    let mut builder = lettre::Message::builder();
    if let Some(reply_to) = reply_to {
        builder = builder.reply_to(reply_to);
    }
    builder
        .from(from.clone())
        .to(to)
        .subject(mail.subject.replace(char::is_control, " "))
        .message_id(Some(format!("<{id}@{}>", from.email.domain())))
        .multipart(parts)
        .map_err(|e| permanent(&e))
}

/// Written aside and renamed, so that a reader never sees half a mail.
async fn write_file(dir: PathBuf, id: String, bytes: Vec<u8>) -> Result<(), Error> {
    let write = move || {
        std::fs::create_dir_all(&dir)?;
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
