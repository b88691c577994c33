//! The tax agency's service of invoice records (SOAP over mutual TLS, `SistemaFacturacion.wsdl`).

pub mod answer;
pub mod certificate;
mod mode;
pub mod options;
pub mod xml;

use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, DATE};

use self::answer::{Answer, Found, NotAnswer};
use self::certificate::Certificate;
pub use self::mode::Mode;
use crate::config::BaseUrl;
use crate::outside;

const PATH: &str = "/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP";
/// A thousand records take it a while.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Bytes of an answer, at most.
const LONGEST_ANSWER: usize = 32 << 20;

/// In every fault, whatever its prefix.
const FAULT: &[u8] = b"faultstring";

/// Who is sent the records.
#[derive(Debug, Clone)]
pub struct Agency {
    http: reqwest::Client,
    address: String,
}

/// Why nothing is known of what was sent: it may have been taken.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("the tax agency does not answer: {0}")]
    Silent(String),
    #[error(transparent)]
    NotAnswer(#[from] NotAnswer),
}

impl Agency {
    /// `base` is for tests. The error is one line.
    pub fn new(
        mode: Mode,
        is_seal: bool,
        base: Option<&BaseUrl>,
        certificate: Option<&Certificate>,
    ) -> Result<Self, String> {
        let host = match (mode, is_seal) {
            (Mode::Live, false) => "https://www1.agenciatributaria.gob.es",
            (Mode::Live, true) => "https://www10.agenciatributaria.gob.es",
            (_, false) => "https://prewww1.aeat.es",
            (_, true) => "https://prewww10.aeat.es",
        };
        let address = base.map_or_else(|| format!("{host}{PATH}"), |base| base.link(PATH));
        let http = match certificate {
            Some(certificate) => outside::client_of(TIMEOUT, &certificate.pem)?,
            None => outside::client(TIMEOUT),
        };
        Ok(Self { http, address })
    }

    /// What becomes of records that are sent.
    pub async fn submit(&self, envelope: String) -> Result<Answer, Failure> {
        Ok(answer::answer(&self.post(envelope).await?)?)
    }

    /// A page of what it has.
    pub async fn ask(&self, envelope: String) -> Result<Found, Failure> {
        Ok(answer::found(&self.post(envelope).await?)?)
    }

    async fn post(&self, envelope: String) -> Result<Vec<u8>, Failure> {
        let call = self.http.post(&self.address).header(CONTENT_TYPE, "text/xml; charset=utf-8");
        let call = call.header("SOAPAction", "\"\"").body(envelope);
        let answer = call.send().await.map_err(|error| Failure::Silent(outside::reason(&error)))?;
        let status = answer.status();
        let body = outside::body(answer, LONGEST_ANSWER).await;
        let body = body.ok_or_else(|| Failure::Silent(String::from("its answer breaks off")))?;
        // A fault comes with an error's status and is an answer; what else comes with one is none.
        if status.is_success() || body.windows(FAULT.len()).any(|part| part == FAULT) {
            return Ok(body);
        }
        Err(Failure::Silent(format!("it answers with {status}")))
    }

    /// Its clock, by which records must be generated to the minute: RFC 9110's form of a date.
    pub async fn clock(&self) -> Result<String, String> {
        let answer = self.http.head(&self.address).send().await.map_err(|error| outside::reason(&error))?;
        let date = answer.headers().get(DATE).and_then(|date| date.to_str().ok());
        date.map(str::to_owned).ok_or_else(|| String::from("it does not tell the time"))
    }
}
