//! What the operator says of the tax agency.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use clap::builder::BoolishValueParser;
use serde::{Deserialize, Serialize};

use super::certificate::{self, Certificate};
use super::{Agency, Mode};
use crate::config::{BaseUrl, Secret, handed_over, parse_api_base};
use crate::nif;
use crate::payments;

/// Whether and how records of invoices are sent to the tax agency (VERI*FACTU).
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
pub struct Options {
    /// Whether each invoice is reported to the tax agency (VERI*FACTU); once `live`, until the year ends
    #[arg(id = "verifactu", long = "verifactu", env = "MANETES_VERIFACTU", default_value = "off", value_name = "MODE")]
    pub mode: Mode,
    /// The firm's certificate with its key: PEM, or PKCS#12 (.p12, .pfx)
    #[arg(
        id = "verifactu_certificate",
        long = "verifactu-certificate",
        env = "MANETES_VERIFACTU_CERTIFICATE",
        value_name = "FILE"
    )]
    pub certificate: Option<PathBuf>,
    /// The password of a PKCS#12 file
    #[arg(
        id = "verifactu_password",
        long = "verifactu-password",
        env = "MANETES_VERIFACTU_PASSWORD",
        value_name = "PASSWORD",
        hide_env_values = true
    )]
    pub password: Option<Secret>,
    /// The certificate is a seal of the firm, not of a person: the agency has hosts of their own for these
    #[arg(
        id = "verifactu_seal",
        long = "verifactu-seal",
        env = "MANETES_VERIFACTU_SEAL",
        value_parser = BoolishValueParser::new()
    )]
    pub is_seal: bool,
    /// Who answers for this program before the tax agency, as JSON: `{"name": "…", "nif": "…", "address": "…",
    /// "place": "Abrera", "date": "2026-12-01"}`; the declaration is theirs, of that place and date
    #[arg(
        id = "verifactu_producer",
        long = "verifactu-producer",
        env = "MANETES_VERIFACTU_PRODUCER",
        value_name = "JSON",
        hide_env_values = true,
        value_parser = parse_producer
    )]
    pub producer: Option<Producer>,
    /// Where the agency is instead, on this machine only, for tests
    #[arg(
        id = "verifactu_api_base",
        long = "verifactu-api-base",
        env = "MANETES_VERIFACTU_API_BASE",
        value_name = "URL",
        value_parser = parse_here
    )]
    pub api_base: Option<BaseUrl>,
}

/// Who makes the program, or has it made, and answers for it (RD 1007/2023, art. 13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Producer {
    pub name: String,
    pub nif: String,
    /// Postal address, on one line.
    pub address: String,
    /// Where the declaration was signed.
    pub place: String,
    /// When, `2026-12-01`.
    pub date: jiff::civil::Date,
}

impl Options {
    /// Combinations that must not serve; the error is one line.
    pub fn check(&self, payments: &payments::Options) -> Result<(), String> {
        if self.mode == Mode::Off {
            return Ok(());
        }
        if self.mode == Mode::Live {
            if self.producer.is_none() {
                return Err(String::from(
                    "MANETES_VERIFACTU=live needs MANETES_VERIFACTU_PRODUCER: who answers for the program",
                ));
            }
            if self.certificate.is_none() {
                return Err(String::from("MANETES_VERIFACTU=live needs MANETES_VERIFACTU_CERTIFICATE"));
            }
            if self.api_base.is_none() && payments.only_a_test().is_some() {
                return Err(String::from(
                    "MANETES_VERIFACTU=live would report payments that are tests (MANETES_PAYMENTS)",
                ));
            }
        } else if self.certificate.is_none() && self.api_base.is_none() {
            return Err(String::from("MANETES_VERIFACTU=test needs MANETES_VERIFACTU_CERTIFICATE"));
        }
        self.certificate()?;
        Ok(())
    }

    /// The certificate and its key; `None` where none is given.
    pub fn certificate(&self) -> Result<Option<Certificate>, String> {
        let Some(file) = &self.certificate else { return Ok(None) };
        let told = |error: String| format!("MANETES_VERIFACTU_CERTIFICATE: {}: {error}", file.display());
        let bytes = fs::read(handed_over(file)).map_err(|error| told(error.to_string()))?;
        let password = self.password.as_ref().map(Secret::expose).unwrap_or_default();
        certificate::read(&bytes, password).map(Some).map_err(|error| told(error.to_string()))
    }

    /// Who is sent the records; `None` where nothing is sent.
    pub fn agency(&self) -> Result<Option<Agency>, String> {
        if self.mode == Mode::Off {
            return Ok(None);
        }
        Agency::new(self.mode, self.is_seal, self.api_base.as_ref(), self.certificate()?.as_ref()).map(Some)
    }
}

fn parse_producer(text: &str) -> Result<Producer, String> {
    let producer: Producer = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let Producer { name, address, place, .. } = &producer;
    if [name, address, place].iter().any(|text| text.trim().is_empty()) || name.chars().count() > 120 {
        return Err(String::from("name, address and place must not be empty, the name has 120 characters at most"));
    }
    let nif = nif::normalized(&producer.nif).ok_or("nif is no Spanish tax number")?;
    Ok(Producer { nif, ..producer })
}

fn parse_here(text: &str) -> Result<BaseUrl, String> {
    let base = parse_api_base(text)?;
    if base.is_loopback() { Ok(base) } else { Err(String::from("must be on this machine")) }
}
