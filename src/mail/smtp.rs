//! A mail server, asked step by step, each step with a bound of its own.

use std::fmt;
use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, CertificateStore, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Noop, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailParameter};
use lettre::transport::smtp::response::Response;
use percent_encoding::percent_decode_str;
use url::Url;

use super::transport::Error;
use crate::outside;

/// How long a server may take, whatever it sends meanwhile.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For each step but the next.
    pub step: Duration,
    /// To take a whole message.
    pub message: Duration,
}

impl Patience {
    /// For somebody who waits at a terminal.
    pub const SHORT: Self = Self { step: Duration::from_secs(10), message: Duration::from_secs(10) };
}

impl Default for Patience {
    fn default() -> Self {
        Self { step: Duration::from_secs(45), message: Duration::from_secs(120) }
    }
}

/// Addresses of one name that do not answer are left for the next after this.
const CONNECT: Duration = Duration::from_secs(15);
/// A goodbye nobody hears is no loss.
const GOODBYE: Duration = Duration::from_secs(5);

/// When a connection is encrypted.
enum Encryption {
    /// Never.
    None,
    /// By STARTTLS where the server offers it.
    IfOffered(TlsParameters),
    /// By STARTTLS, or there is none.
    Required(TlsParameters),
    /// From its first byte.
    Wrapped(TlsParameters),
}

/// A mail server, and how we sign in there.
pub struct Smtp {
    host: String,
    port: u16,
    encryption: Encryption,
    credentials: Option<Credentials>,
    hello: ClientId,
    patience: Patience,
}

/// Where it stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Greeting,
    StartTls,
    SignIn,
    Sender,
    Recipient,
    Data,
    /// The whole mail up to the dot, and the answer to it.
    Text,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Greeting => "greeting",
            Self::StartTls => "STARTTLS",
            Self::SignIn => "sign-in",
            Self::Sender => "MAIL FROM",
            Self::Recipient => "RCPT TO",
            Self::Data => "DATA",
            Self::Text => "end of DATA",
        })
    }
}

/// Why a step was not taken.
struct Failure {
    step: Step,
    what: What,
}

enum What {
    /// The server or the way to it.
    Said(smtp::Error),
    /// An answer to something else.
    OutOfTurn(Response),
    /// None came.
    Silence(Duration),
    /// It takes no address with such letters.
    ForeignLetters,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Said(error) => write!(f, "{}: {error}", self.step),
            What::OutOfTurn(answer) => write!(f, "{}: answered out of turn with {}", self.step, answer.code()),
            What::ForeignLetters => write!(f, "{}: the server takes no letters like those of the address", self.step),
            What::Silence(patience) => write!(f, "{}: timeout, no answer for {patience:?}", self.step),
        }
    }
}

impl Failure {
    /// Whose fault it is. Of 530 to 538 our own sign-in is the reason, which the operator can mend.
    fn judged(&self) -> Error {
        let status = match &self.what {
            What::Said(error) => error.status().map(u16::from),
            What::ForeignLetters => Some(553),
            What::OutOfTurn(_) | What::Silence(_) => None,
        };
        let said = self.to_string();
        match (self.step, status) {
            (Step::Greeting | Step::StartTls | Step::SignIn | Step::Sender, _) => Error::Unavailable(said),
            (_, Some(530..=538)) => Error::Unavailable(said),
            (_, Some(500..)) => Error::Rejected(said),
            (Step::Text, None) => Error::Unanswered(said),
            (_, None | Some(421)) => Error::Interrupted(said),
            (_, Some(_)) => Error::Deferred(said),
        }
    }
}

/// A conversation with the server, signed in, for one mail after the other.
pub struct Session(AsyncSmtpConnection);

impl Smtp {
    /// From `smtp(s)://user:password@host:port/name?tls=required`; the error is one line.
    pub fn parse(text: &str, patience: Patience) -> Result<Self, String> {
        let url = Url::parse(text).map_err(|error| error.to_string())?;
        let host = match url.host().ok_or("names no host")? {
            url::Host::Domain(name) => name.to_owned(),
            url::Host::Ipv4(ip) => ip.to_string(),
            url::Host::Ipv6(ip) => ip.to_string(),
        };
        let wish = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
        let (encryption, usual_port) = match (url.scheme(), wish.as_deref()) {
            ("smtp", None) => (Encryption::None, 25),
            ("smtp", Some("opportunistic")) => (Encryption::IfOffered(tls(&host)?), 587),
            ("smtp", Some("required")) => (Encryption::Required(tls(&host)?), 587),
            ("smtps", _) => (Encryption::Wrapped(tls(&host)?), 465),
            _ => return Err(String::from("takes smtps://…, smtp://…?tls=required or smtp://… on this machine")),
        };
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let credentials = url.password().map(|word| Credentials::new(decoded(url.username()), decoded(word)));
        let may_be_read = matches!(encryption, Encryption::None | Encryption::IfOffered(_));
        if credentials.is_some() && may_be_read && !outside::is_here(&url) {
            return Err(String::from("sends a password that others can read: use smtps:// or add ?tls=required"));
        }
        let hello = match url.path().trim_matches('/') {
            "" => ClientId::default(),
            name => ClientId::Domain(name.to_owned()),
        };
        Ok(Self { port: url.port().unwrap_or(usual_port), host, encryption, credentials, hello, patience })
    }

    /// Whether the server lets us in.
    pub async fn probe(&self) -> Result<(), String> {
        let mut session = self.open().await.map_err(|failure| failure.to_string())?;
        let outcome = self.ask(Step::Greeting, session.0.command(Noop)).await;
        self.close(session).await;
        outcome.map(drop).map_err(|failure| failure.to_string())
    }

    /// Sends one mail, in the session there is; one is there afterwards where it is good for another mail.
    pub async fn send(&self, session: &mut Option<Session>, envelope: &Envelope, mail: &[u8]) -> Result<(), Error> {
        if let Some(mut used) = session.take() {
            match self.hand_over(&mut used, envelope, mail).await {
                // A server may want a new conversation after so many mails.
                Err(Failure { step: Step::Sender, .. }) => {}
                outcome => return self.ended(session, used, outcome).await,
            }
        }
        let mut new = self.open().await.map_err(|failure| failure.judged())?;
        let outcome = self.hand_over(&mut new, envelope, mail).await;
        self.ended(session, new, outcome).await
    }

    async fn ended(
        &self,
        session: &mut Option<Session>,
        used: Session,
        outcome: Result<(), Failure>,
    ) -> Result<(), Error> {
        let Err(failure) = outcome else {
            *session = Some(used);
            return Ok(());
        };
        if let What::Said(_) | What::ForeignLetters = failure.what {
            self.close(used).await;
        }
        Err(failure.judged())
    }

    /// Connects and signs in.
    async fn open(&self) -> Result<Session, Failure> {
        let wrapped = match &self.encryption {
            Encryption::Wrapped(tls) => Some(tls.clone()),
            _ => None,
        };
        let address = (self.host.as_str(), self.port);
        let connecting = AsyncSmtpConnection::connect_tokio1(address, Some(CONNECT), &self.hello, wrapped, None);
        let mut connection = self.ask(Step::Greeting, connecting).await?;
        match &self.encryption {
            Encryption::Required(tls) => self.encrypt(&mut connection, tls).await?,
            Encryption::IfOffered(tls) if connection.can_starttls() => self.encrypt(&mut connection, tls).await?,
            _ => {}
        }
        if let Some(credentials) = &self.credentials {
            let signing_in = connection.auth(DEFAULT_MECHANISMS, credentials);
            self.expect(&[235], self.patience.step, Step::SignIn, signing_in).await?;
        }
        Ok(Session(connection))
    }

    async fn encrypt(&self, connection: &mut AsyncSmtpConnection, tls: &TlsParameters) -> Result<(), Failure> {
        self.ask(Step::StartTls, connection.starttls(tls.clone(), &self.hello)).await
    }

    async fn hand_over(&self, session: &mut Session, envelope: &Envelope, mail: &[u8]) -> Result<(), Failure> {
        let Session(connection) = session;
        let patience = self.patience;
        let addresses = || envelope.to().iter().chain(envelope.from());
        let international = addresses().any(|address| !AsRef::<str>::as_ref(address).is_ascii());
        if international && !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Err(Failure { step: Step::Recipient, what: What::ForeignLetters });
        }
        let parameters = international.then_some(MailParameter::SmtpUtfEight).into_iter().collect();
        let sender = Mail::new(envelope.from().cloned(), parameters);
        self.expect(&[250], patience.step, Step::Sender, connection.command(sender)).await?;
        for recipient in envelope.to() {
            let recipient = Rcpt::new(recipient.clone(), Vec::new());
            self.expect(&[250, 251, 252], patience.step, Step::Recipient, connection.command(recipient)).await?;
        }
        self.expect(&[354], patience.step, Step::Data, connection.command(Data)).await?;
        self.expect(&[250], patience.message, Step::Text, connection.message(mail)).await
    }

    /// Says goodbye.
    pub async fn close(&self, mut session: Session) {
        _ = tokio::time::timeout(GOODBYE, session.0.quit()).await;
    }

    /// An answer that is none of `codes` belongs to something else, and whatever follows it, too.
    async fn expect(
        &self,
        codes: &[u16],
        patience: Duration,
        step: Step,
        asked: impl Future<Output = Result<Response, smtp::Error>>,
    ) -> Result<(), Failure> {
        let answer = within(patience, step, asked).await?;
        if !codes.contains(&u16::from(answer.code())) {
            return Err(Failure { step, what: What::OutOfTurn(answer) });
        }
        Ok(())
    }

    async fn ask<T>(&self, step: Step, asked: impl Future<Output = Result<T, smtp::Error>>) -> Result<T, Failure> {
        within(self.patience.step, step, asked).await
    }
}

async fn within<T>(
    patience: Duration,
    step: Step,
    asked: impl Future<Output = Result<T, smtp::Error>>,
) -> Result<T, Failure> {
    match tokio::time::timeout(patience, asked).await {
        Ok(answer) => answer.map_err(|error| Failure { step, what: What::Said(error) }),
        Err(_) => Err(Failure { step, what: What::Silence(patience) }),
    }
}

/// Trusts whom the rest of the program trusts.
fn tls(host: &str) -> Result<TlsParameters, String> {
    let mut parameters = TlsParameters::builder(host.to_owned()).certificate_store(CertificateStore::WebpkiRoots);
    for root in outside::system_roots() {
        let root = Certificate::from_der(root.to_vec()).map_err(|error| error.to_string())?;
        parameters = parameters.add_root_certificate(root);
    }
    parameters.build().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_travels_unreadable_or_stays_on_this_machine() {
        let refused = |url: &str| Smtp::parse(url, Patience::default()).is_err();
        for url in [
            "smtp://shop:secret@mail.example.com",
            "smtp://shop:secret@mail.example.com:587?tls=opportunistic",
            "smtp://shop:secret@192.0.2.1",
            "smtp://shop:secret@localhost.example.com",
        ] {
            assert!(refused(url), "{url}");
        }
        for url in [
            "smtps://shop:secret@mail.example.com",
            "smtp://shop:secret@mail.example.com?tls=required",
            "smtp://shop:secret@localhost:1025",
            "smtp://shop:secret@127.0.0.1:1025",
            "smtp://shop:secret@[::1]:1025",
            "smtp://mail.example.com",
        ] {
            assert!(!refused(url), "{url}");
        }
    }

    #[test]
    fn an_address_says_where_the_server_is_and_who_we_are() {
        let smtp =
            Smtp::parse("smtps://shop%40example.com:p%2Bw+d@mail.example.com/shop.example.com", Patience::default());
        let smtp = smtp.unwrap();
        assert_eq!((smtp.host.as_str(), smtp.port), ("mail.example.com", 465));
        assert_eq!(smtp.hello, ClientId::Domain(String::from("shop.example.com")));
        let credentials = Credentials::new(String::from("shop@example.com"), String::from("p+w+d"));
        assert_eq!(smtp.credentials, Some(credentials));
        let port = |url| Smtp::parse(url, Patience::default()).unwrap().port;
        assert_eq!((port("smtp://a.example"), port("smtp://a.example?tls=required")), (25, 587));
        for url in ["http://a.example", "smtp://a.example?tls=maybe", "smtp:///x", "mail.example.com"] {
            assert!(Smtp::parse(url, Patience::default()).is_err(), "{url}");
        }
    }
}
