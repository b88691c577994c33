//! `manetes dkim` and `manetes rotate-key`: the keys that an operator makes, and those that take another's place.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clap::ValueEnum;
use clap::builder::BoolishValueParser;
use lettre::message::Mailbox;

use super::check::dns::{Names, Said};
use super::data_dir::{self, existing};
use super::env_file::{USUAL, typed};
use super::service_file::ServiceFile;
use super::{Error, actor};
use crate::audit;
use crate::clock::Clock;
use crate::config::Global;
use crate::files;
use crate::id;
use crate::mail::dkim::{self, Signer};
use crate::order_keys::OrderKeys;

/// The setting of the key that signs, and the file it is made in.
const DKIM: (&str, &str) = ("MANETES_DKIM_KEY", "dkim-key");
const METRICS: (&str, &str) = ("MANETES_METRICS_TOKEN", "metrics-token");
/// For so long what the former key of orders opened is still opened, in days: as long as anything happens to most orders.
const FORMER_DAYS: i64 = 90;

#[derive(Debug, clap::Args)]
pub(super) struct DkimArgs {
    /// The file of settings of the service; the key is made in the directory of secrets beside it
    #[arg(long, env = "MANETES_ENV_FILE", value_name = "FILE", default_value = USUAL)]
    env_file: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct RotateArgs {
    /// Which key
    key: Key,
    /// Do not wait for what else must happen first: dkim takes the new key before its record is seen; links that the former
    /// key of orders opened end at once
    #[arg(long, env = "MANETES_NOW", value_parser = BoolishValueParser::new())]
    now: bool,
    /// The file of settings of the service
    #[arg(long, env = "MANETES_ENV_FILE", value_name = "FILE", default_value = USUAL)]
    env_file: PathBuf,
    /// Ask this DNS server for the record of dkim, such as 9.9.9.9:53
    #[arg(long, env = "MANETES_RESOLVER", value_name = "ADDRESS")]
    resolver: Option<SocketAddr>,
}

/// A key that can be rotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Key {
    /// What opens orders of people without an account
    Orders,
    /// What signs mails: first makes the next one and prints its record; called again once the record can be seen, takes it
    Dkim,
    /// What reads /metrics
    Metrics,
}

impl DkimArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), Error> {
        let service = ServiceFile::read(&self.env_file)?;
        let domain = domain(&service)?;
        let (key, is_new) = match service.secret(DKIM.0)? {
            Some(key) => (key, false),
            None => (dkim::make_key(), true),
        };
        let signer = Signer::parse(&key, &domain).map_err(Error::Refused)?;
        if is_new {
            let path = service.put_secret(DKIM.0, DKIM.1, &key)?;
            writeln!(out, "written  {}\n", path.display())?;
        }
        publish(&signer, out)?;
        if is_new {
            writeln!(out, "\nMails are signed from the next start on: systemctl restart manetes")?;
        }
        Ok(writeln!(out, "{} says whether the record can be seen", typed("check", &self.env_file))?)
    }
}

/// Tells what is to stand in the DNS.
fn publish(signer: &Signer, out: &mut impl Write) -> Result<(), Error> {
    writeln!(out, "Where the domain's records are kept, make this one:\n")?;
    writeln!(out, "  name   {}\n  type   TXT\n  value  {}", signer.name(), signer.record())?;
    Ok(())
}

fn domain(service: &ServiceFile) -> Result<String, Error> {
    let from: Option<Mailbox> = service.variable("MANETES_MAIL_FROM").parse().ok();
    let nobody = || Error::Refused(String::from("MANETES_MAIL_FROM is not set: whose mails are to be signed?"));
    from.map(|from| from.email.domain().to_owned()).ok_or_else(nobody)
}

impl RotateArgs {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        match self.key {
            Key::Orders => self.orders(global, out),
            Key::Dkim => self.dkim(out),
            Key::Metrics => self.metrics(out),
        }
    }

    fn orders(&self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        data_dir::demand_own(global)?;
        let (db, now) = (existing(global)?, Clock::system().now());
        let until = if self.now { now } else { now.plus_days(FORMER_DAYS) };
        OrderKeys::rotate(&global.data_dir, until, now)?;
        let detail = serde_json::json!({ "key": "orders", "former_until": until.to_rfc3339() });
        db.write_blocking(move |tx| audit::record(tx, &actor(), "key.rotated", "orders", &detail, now))?;
        if self.now {
            writeln!(
                out,
                "Links in mails that were sent open no order any more; on the order's page a new one is mailed"
            )?;
        } else {
            writeln!(out, "Links in mails that were sent go on opening their orders until {}", until.date())?;
        }
        Ok(writeln!(out, "In force from the next start on: systemctl restart manetes")?)
    }

    fn dkim(&self, out: &mut impl Write) -> Result<(), Error> {
        let service = ServiceFile::read(&self.env_file)?;
        let domain = domain(&service)?;
        let next = service.secrets().join(format!("{}.next", DKIM.1));
        let refused = |error: std::io::Error| Error::Refused(format!("{}: {error}", next.display()));
        let key = match std::fs::read_to_string(&next) {
            Ok(key) => key,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let key = dkim::make_key();
                files::make_folder(&service.secrets())?;
                files::put(&next, key.as_bytes(), 0o600).map_err(refused)?;
                key
            }
            Err(error) => return Err(refused(error)),
        };
        let signer = Signer::parse(&key, &domain).map_err(Error::Refused)?;
        if !self.now && !self.is_seen(&signer)? {
            publish(&signer, out)?;
            writeln!(out, "\nThen call this again: once the record can be seen, the key takes its place")?;
            return Ok(());
        }
        let path = service.put_secret(DKIM.0, DKIM.1, &key)?;
        std::fs::remove_file(&next).map_err(refused)?;
        writeln!(out, "{} signs from the next start on: systemctl restart manetes", path.display())?;
        Ok(writeln!(out, "Leave the former key's record for a month: mails on their way are verified by it")?)
    }

    fn is_seen(&self, signer: &Signer) -> Result<bool, Error> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let names = Names::of(self.resolver).map_err(Error::Refused)?;
        let said = runtime.block_on(names.texts(&signer.name()));
        Ok(matches!(said, Said::These(texts) if texts.iter().any(|text| signer.is_published_by(text))))
    }

    fn metrics(&self, out: &mut impl Write) -> Result<(), Error> {
        let service = ServiceFile::read(&self.env_file)?;
        let token = URL_SAFE_NO_PAD.encode(id::random_bytes());
        let path = service.put_secret(METRICS.0, METRICS.1, &format!("{token}\n"))?;
        writeln!(out, "{} holds a new token: give it to what reads /metrics", path.display())?;
        Ok(writeln!(out, "In force from the next start on: systemctl restart manetes")?)
    }
}
