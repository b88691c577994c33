//! `manetes check`: would it serve, and is it ready for customers?

use std::io::{self, Write};
use std::path::Path;

use clap::builder::BoolishValueParser;

use super::env_file::EnvFile;
use super::options::Options;
use super::{Error, check_law, data_dir, demo, invariants, rehearsal, replication, tax_agency};
use crate::auth::captcha::Captcha;
use crate::backup::{self, store::Store};
use crate::clock::{Clock, Timestamp};
use crate::config::{self, Global};
use crate::db::{self, Conn, Db};
use crate::files;
use crate::law;
use crate::mail::{
    self,
    transport::{Patience, Transport},
};
use crate::oidc::{Provider, Providers};
use crate::payments;
use crate::pictures;
use crate::settings::Settings;
use crate::tax_agency::Mode;
use crate::upkeep::{self, Kind, Upkeep};

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags of the command line")]
pub(super) struct Args {
    #[command(flatten)]
    pub options: Options,
    #[command(flatten)]
    env_file: EnvFile,
    /// Only ask what must always hold of the data: orders, payments, stock, mails, the log and the file; read-only, and
    /// beside a running server too
    #[arg(long, env = "MANETES_INVARIANTS", value_parser = BoolishValueParser::new(), group = "listed")]
    invariants: bool,
    /// Only try this program's migrations on a copy of the database, beside a running server too: how long they take, what
    /// they change, and whether everything holds afterwards
    #[arg(long, env = "MANETES_UPGRADE", value_parser = BoolishValueParser::new(), conflicts_with = "invariants")]
    upgrade: bool,
    /// Only list what the law asks of the shop: what is met, what is owed, where it is mended and where it is written;
    /// beside a running server too
    #[arg(long, env = "MANETES_LAW", value_parser = BoolishValueParser::new(), conflicts_with_all = ["invariants", "upgrade"], group = "listed")]
    law: bool,
    /// As JSON
    #[arg(long, env = "MANETES_JSON", value_parser = BoolishValueParser::new(), requires = "listed")]
    json: bool,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        self.env_file.take(out)?;
        if self.invariants {
            return invariants::check(global, self.json, out);
        }
        if self.law {
            return check_law::check(global, self.json, out);
        }
        if self.upgrade {
            return rehearsal::check(global, out);
        }
        let db = database(global).map_err(|error| error.to_string());
        let mut failures = 0_u32;
        self.try_all(global, &db, |name, outcome| {
            let (mark, text) = match outcome {
                Ok(text) => ("ok  ", text),
                Err(text) => {
                    failures += 1;
                    ("FAIL", text)
                }
            };
            writeln!(out, "{mark}  {name:<14}{text}")
        })?;
        self.advise(global, db.as_ref().ok(), out)?;
        if failures > 0 {
            return Err(Error::Refused(format!("{failures} of these would fail")));
        }
        Ok(())
    }

    /// Tries everything that `serve` needs, one after the other, and says how each went.
    fn try_all(
        &self,
        global: &Global,
        db: &Result<Option<Db>, String>,
        mut line: impl FnMut(&str, Result<String, String>) -> io::Result<()>,
    ) -> io::Result<()> {
        let Options { config, payments, verifactu } = &self.options;
        line("configuration", self.options.check().map(|()| config.base_url.origin()))?;
        line(
            "database",
            match db {
                Ok(Some(db)) => integrity(db),
                Ok(None) => Ok(String::from("none yet: `manetes serve` makes it")),
                Err(error) => Err(error.clone()),
            },
        )?;
        line("mail", probe_mail(config, global))?;
        if config.oidc.is_some() {
            line("sign-in", probe_providers(config))?;
        }
        line("payments", probe_payments(payments))?;
        if verifactu.mode != Mode::Off {
            line(
                "tax agency",
                db.as_ref().map_err(Clone::clone).and_then(|db| tax_agency::check(verifactu, db.as_ref())),
            )?;
        }
        if let Some(service) = config.captcha.service {
            line("captcha", probe_captcha(&config.captcha).map(|()| format!("{} answers", service.title())))?;
        }
        if config.backup.to.is_some() {
            line("backup", db.as_ref().map_err(Clone::clone).and_then(|db| backups(config, global, db.as_ref())))?;
        }
        if config.replicated {
            line("replication", replication::check(config, global))?;
        }
        Ok(())
    }

    /// Says what does not stop the program and should not stay so. `db` is not there where it cannot be opened.
    fn advise(&self, global: &Global, db: Option<&Option<Db>>, out: &mut impl Write) -> Result<(), Error> {
        let Options { config, payments, .. } = &self.options;
        let (own, problems) = pictures::check(&global.data_dir);
        writeln!(out, "ok    {:<14}{own} of the owner's own", "pictures")?;
        match config.base_url.passkey_domain() {
            Ok(domain) => writeln!(out, "ok    {:<14}made for {domain}", "passkeys")?,
            Err(reason) => writeln!(out, "WARN  passkeys are not offered: {reason} (MANETES_BASE_URL)")?,
        }
        for warning in self.options.warnings() {
            writeln!(out, "WARN  {warning}")?;
        }
        let held = db.and_then(Option::as_ref).map_or(Ok(0), |db| db.read_blocking(mail::count_held))?;
        if held > 0 {
            writeln!(out, "WARN  {held} mails of before a restore wait for a word: held-mails --send, or --drop")?;
        }
        let lacks = db.map_or_else(|| Ok(Vec::new()), |db| lacks(db.as_ref(), &global.data_dir, config, payments))?;
        for lack in problems.iter().map(ToString::to_string).chain(lacks) {
            writeln!(out, "TODO  {lack}")?;
        }
        Ok(())
    }
}

/// Nothing is made: a shop that is looked at before its first start has none.
fn database(global: &Global) -> Result<Option<Db>, Error> {
    if data_dir::is_there(global)? { data_dir::existing(global).map(Some) } else { Ok(None) }
}

fn integrity(db: &Db) -> Result<String, String> {
    db.write_blocking(db::probe).map_err(|error| error.to_string())?;
    let found = db.read_blocking(|conn| {
        let integrity: String = conn.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        let dangling: i64 = conn.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0))?;
        Ok::<_, db::Error>((integrity, dangling))
    });
    match found {
        Ok((integrity, 0)) if integrity == "ok" => Ok(format!("version {}, sound", db::latest_version())),
        Ok((integrity, dangling)) => Err(format!("integrity: {integrity}; {dangling} dangling references")),
        Err(error) => Err(error.to_string()),
    }
}

/// When a backup and a drill last succeeded, and whether backups can be reached.
fn backups(config: &config::Serve, global: &Global, db: Option<&Db>) -> Result<String, String> {
    let Some(target) = &config.backup.to else { return Ok(String::new()) };
    let runtime = super::backup::runtime().map_err(|error| error.to_string())?;
    let store =
        Store::of(target, &config.backup.access, runtime.handle().clone()).map_err(|error| error.to_string())?;
    let count = store.list().map_err(|error| error.to_string())?.len();
    let Some(db) = db else { return Ok(format!("{store}: {count} are there")) };
    let now = Clock::system().now();
    let (made, drilled, overdue) = db
        .read_blocking(|conn| {
            let of = |kind| upkeep::of(conn, kind);
            Ok::<_, db::Error>((of(Kind::Backup)?, of(Kind::Drill)?, upkeep::overdue(conn, config.backup.every, now)?))
        })
        .map_err(|error| error.to_string())?;
    let at = |upkeep: &Upkeep| upkeep.succeeded_at.map_or_else(|| String::from("never"), Timestamp::to_local);
    let told = format!("{store}: {count} are there; last made {}, last restored to try it {}", at(&made), at(&drilled));
    if let Some(folder) = store.folder() {
        backup::demand_outside(folder, &global.data_dir).map_err(|error| error.to_string())?;
    }
    if count == 0 && made.succeeded_at.is_some() {
        return Err(told);
    }
    match overdue.first() {
        None => match [made.error, drilled.error].into_iter().flatten().next() {
            None => Ok(told),
            Some(error) => Ok(format!("{told}; the last try failed: {error}")),
        },
        Some((kind, _, error)) => {
            let why = error.as_ref().map(|error| format!(" ({error})")).unwrap_or_default();
            Err(format!("{told}: the {} is overdue{why}", kind.as_str()))
        }
    }
}

fn probe_captcha(config: &config::Captcha) -> Result<(), String> {
    let captcha = Captcha::of(config).ok_or("MANETES_CAPTCHA_SECRET is missing")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| e.to_string())?;
    runtime.block_on(captcha.probe()).map_err(|_| String::from("the service does not answer, or not to this secret"))
}

fn probe_payments(options: &payments::Options) -> Result<String, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| e.to_string())?;
    runtime.block_on(payments::probe(options))
}

fn probe_mail(config: &config::Serve, global: &Global) -> Result<String, String> {
    let url = config.smtp_url.as_ref().map(config::Secret::expose);
    if url.is_none() && !global.data_dir.exists() {
        return Ok(String::from("will be written to files"));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| e.to_string())?;
    let transport = Transport::with_patience(url, global.data_dir.join(files::MAIL), Patience::SHORT)?;
    runtime.block_on(transport.probe())?;
    Ok(String::from(if url.is_some() { "the SMTP server answers" } else { "written to files" }))
}

fn probe_providers(config: &config::Serve) -> Result<String, String> {
    let providers = Providers::new(config.oidc.as_ref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| e.to_string())?;
    runtime.block_on(providers.probe())?;
    let names: Vec<_> = providers.iter().map(Provider::name).collect();
    Ok(names.join(", "))
}

/// What of the database a launch is judged by.
#[derive(Default)]
struct Contents {
    settings: Settings,
    /// Products in the store.
    products: i64,
    /// Variants on sale without a price before it.
    unproven: i64,
    /// Whether the demo's administrator is one.
    demo_admin: bool,
}

impl Contents {
    fn read(conn: &Conn) -> db::Result<Self> {
        let count = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0));
        Ok(Self {
            settings: Settings::load(conn)?,
            products: count("SELECT count(*) FROM products WHERE deleted_at IS NULL AND status = 'published'")?,
            unproven: count(
                "SELECT count(*) FROM variants v WHERE sale_price_in_cents IS NOT NULL AND deleted_at IS NULL AND NOT EXISTS
                 (SELECT 1 FROM price_history h WHERE h.variant_id = v.id AND h.sale_price_in_cents IS NULL)",
            )?,
            demo_admin: demo::has_admin(conn)?,
        })
    }
}

/// What a launch still lacks; none of it stops the program.
fn lacks(
    db: Option<&Db>,
    data_dir: &Path,
    config: &config::Serve,
    payments: &payments::Options,
) -> Result<Vec<String>, Error> {
    let contents = db.map_or_else(|| Ok(Contents::default()), |db| db.read_blocking(Contents::read))?;
    let Contents { settings, products, unproven, demo_admin } = &contents;
    let defaults = Settings::default();
    let launch = [
        (!config.base_url.is_https(), "the base URL is not https (MANETES_BASE_URL)"),
        (config.smtp_url.is_none(), "no mail leaves this machine (MANETES_SMTP_URL)"),
        (config.owner_email.is_none(), "nobody is told of orders, quote requests and messages (MANETES_OWNER_EMAIL)"),
        (payments.only_a_test().is_some(), payments.only_a_test().unwrap_or_default()),
        (config.backup.to.is_none(), "nothing is copied to another place (MANETES_BACKUP_TO)"),
        (
            config.backup.to.is_some() && config.backup.access.passphrase.is_none(),
            "backups are not encrypted, and hold no keys of second factors (MANETES_BACKUP_PASSPHRASE)",
        ),
        (settings.phone == defaults.phone, "the phone is the example's (settings set company.phone)"),
        (settings.email == defaults.email, "the e-mail is the example's (settings set company.email)"),
        (*demo_admin, "the demo's administrator can still sign in, without a second factor (demo remove)"),
        (*products == 0, "the store is empty (import-products)"),
        (*unproven > 0, "some sales have no recorded price before them, so their old price rests on the import alone"),
    ];
    let lacks = launch.into_iter().filter(|(lacking, _)| *lacking).map(|(_, text)| text.to_owned());
    let owed = match db {
        Some(db) => db.read_blocking(|conn| law::findings(conn, data_dir, Clock::system().now()))?,
        None => Vec::new(),
    };
    let owed = owed.iter().filter(|finding| !finding.is_met());
    Ok(lacks.chain(owed.map(|finding| format!("the law: {}", check_law::told(finding)))).collect())
}
