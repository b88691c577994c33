//! `manetes setup`: from a machine with nothing but the program to a shop that serves; called again, it shows what stands
//! and changes only what is answered. Nothing is written before everything was answered and fits together.

mod answers;
mod ask;
mod https;
mod plan;
mod questions;
mod standing;
mod units;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::builder::{BoolishValueParser, PossibleValuesParser};

use self::answers::Answers;
use self::plan::Plan;
use self::standing::Standing;
use super::env_file::{USUAL, typed};
use super::{Error, data_dir, terminal};
use crate::config::{Global, env_file};

/// Where the unit that comes along keeps the shop.
const DATA_DIR: &str = "/var/lib/manetes";

#[expect(clippy::doc_markdown, reason = "it is the help, and names are typed as they stand")]
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file of settings to write, which a service reads; secrets are kept beside it, in a directory of the same name that
    /// ends in .secrets
    #[arg(long, env = "MANETES_ENV_FILE", value_name = "FILE", default_value = USUAL)]
    env_file: PathBuf,
    /// Secrets, as NAME=VALUE lines in a file, or - for standard input: MANETES_SMTP_URL, MANETES_STRIPE_SECRET_KEY,
    /// MANETES_STRIPE_WEBHOOK_SECRET, MANETES_REDSYS_KEY, and ADMIN_PASSWORD
    #[arg(long, env = "MANETES_SECRETS", value_name = "FILE")]
    secrets: Option<PathBuf>,
    /// The site's domain, such as example.com, or its address, such as <http://localhost:8080>; of several
    /// names, the first, to which the others lead
    #[arg(long, env = "MANETES_DOMAIN", value_name = "NAME")]
    domain: Option<String>,
    /// Who speaks https there: the program itself, at ports 80 and 443 of this machine, to which all names lead, with a
    /// certificate it gets by itself; or a proxy in front. Without it that stays as it is, at first a proxy
    #[arg(long, env = "MANETES_HTTPS_BY", value_name = "WHO", value_parser = PossibleValuesParser::new([https::PROGRAM, https::PROXY]))]
    https_by: Option<String>,
    /// Where systemd is told of units: what https by the program takes is put there [default: /etc/systemd/system
    /// where systemd runs]
    #[arg(long, env = "MANETES_UNITS", value_name = "DIR")]
    units: Option<PathBuf>,
    /// The name people know the firm by
    #[arg(long, env = "MANETES_BRAND", value_name = "NAME")]
    brand: Option<String>,
    /// Its name in the register
    #[arg(long, env = "MANETES_LEGAL_NAME", value_name = "NAME")]
    legal_name: Option<String>,
    /// Its tax number
    #[arg(long, env = "MANETES_NIF", value_name = "NIF")]
    nif: Option<String>,
    /// Its registered office, on one line
    #[arg(long, env = "MANETES_ADDRESS", value_name = "ADDRESS")]
    address: Option<String>,
    /// Its town
    #[arg(long, env = "MANETES_LOCALITY", value_name = "TOWN")]
    locality: Option<String>,
    /// Its telephone for calls, such as +34931234567
    #[arg(long, env = "MANETES_PHONE", value_name = "NUMBER")]
    phone: Option<String>,
    /// Where people write to
    #[arg(long, env = "MANETES_CONTACT_EMAIL", value_name = "ADDRESS")]
    contact_email: Option<String>,
    /// The sender of every mail
    #[arg(long, env = "MANETES_MAIL_FROM", value_name = "MAILBOX")]
    mail_from: Option<String>,
    /// Who is told of orders, requests and messages
    #[arg(long, env = "MANETES_OWNER_EMAIL", value_name = "MAILBOX")]
    owner_email: Option<String>,
    /// Who takes the money: stripe, redsys or sandbox
    #[arg(long, env = "MANETES_PAYMENTS", value_name = "PROVIDER")]
    payments: Option<String>,
    /// The shop's number at Redsys
    #[arg(long, env = "MANETES_REDSYS_MERCHANT_CODE", value_name = "FUC")]
    redsys_merchant_code: Option<String>,
    /// The terminal's number there
    #[arg(long, env = "MANETES_REDSYS_TERMINAL", value_name = "NUMBER")]
    redsys_terminal: Option<String>,
    /// A shop to try: products of a demo at the first start, and payments that move no money at a public address, too
    #[arg(long, env = "MANETES_DEMO", value_parser = BoolishValueParser::new())]
    demo: bool,
    /// Who administers the shop; an account that has the address keeps its password
    #[arg(long, env = "MANETES_ADMIN_EMAIL", value_name = "ADDRESS")]
    admin_email: Option<String>,
    /// Their name
    #[arg(long, env = "MANETES_ADMIN_NAME", value_name = "NAME")]
    admin_name: Option<String>,
    /// Whether --data-dir was given, by an option or a variable.
    #[arg(skip)]
    pub data_dir_is_given: bool,
}

impl Args {
    pub(super) fn run(self, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let (env_file, global) = (std::path::absolute(&self.env_file)?, self.place(global)?);
        let units = self.units.clone().or_else(|| runs_systemd(&env_file).then(|| units::USUAL.into()));
        let is_dialogue = terminal::somebody();
        let given = self.answers()?;
        terminal::end_well_when_interrupted()?;
        let standing = Standing::read(&env_file, &global)?;
        let plan = loop {
            let mut answers = given.clone();
            if is_dialogue {
                questions::ask_all(&standing, &mut answers)?;
            }
            match Plan::of(&env_file, units.as_deref(), &global, &standing, &answers) {
                Ok(plan) => break plan,
                Err(line) if is_dialogue => eprintln!("\n{line}\nOnce more, please: nothing was changed yet.\n"),
                Err(line) => return Err(Error::Refused(line)),
            }
        };
        let has_new_units = !plan.units.is_empty();
        if plan.is_empty() {
            writeln!(out, "Nothing was changed in {}, nor in {}", env_file.display(), global.data_dir.display())?;
        } else {
            terminal::uninterrupted(|| plan.carry_out(&env_file, &global, out))?;
        }
        examine(&env_file, out)?;
        say_what_is_next(&env_file, units.as_deref(), has_new_units, &global, out)
    }

    /// Where the shop is kept: as given, or where the file of settings says, or where the unit keeps it.
    fn place(&self, global: &Global) -> Result<Global, Error> {
        if self.data_dir_is_given {
            return Ok(global.clone());
        }
        let text = std::fs::read_to_string(&self.env_file).unwrap_or_default();
        let variables = env_file::read(&text).map_err(Error::Refused)?;
        let told = variables.into_iter().rev().find(|(name, _)| name == "MANETES_DATA_DIR").map(|(_, dir)| dir);
        Ok(match told {
            Some(dir) => Global { data_dir: dir.into() },
            None if self.env_file == Path::new(USUAL) => Global { data_dir: DATA_DIR.into() },
            None => global.clone(),
        })
    }

    /// What was answered before anybody is asked.
    fn answers(self) -> Result<Answers, Error> {
        let mut answers = Answers::default();
        // The server's variable of this name holds as many as it speaks https for, parted by commas.
        let (first, others) = match self.domain.as_deref().map(|names| names.split_once(',').unwrap_or((names, ""))) {
            Some((first, others)) => {
                (Some(questions::origin(first.trim()).map_err(Error::Usage)?), Some(others.to_owned()))
            }
            None => (None, None),
        };
        let others = others.filter(|_| self.https_by.as_deref() == Some(https::PROGRAM));
        for (name, given) in [
            ("company.brand", self.brand),
            ("company.legal_name", self.legal_name),
            ("company.nif", self.nif),
            ("company.address", self.address),
            ("company.locality", self.locality),
            ("company.phone", self.phone),
            ("company.email", self.contact_email),
            ("MANETES_BASE_URL", first),
            ("https.by", self.https_by),
            ("https.others", others),
            ("MANETES_MAIL_FROM", self.mail_from),
            ("MANETES_OWNER_EMAIL", self.owner_email),
            ("MANETES_PAYMENTS", self.payments),
            ("MANETES_REDSYS_MERCHANT_CODE", self.redsys_merchant_code),
            ("MANETES_REDSYS_TERMINAL", self.redsys_terminal),
            ("MANETES_DEMO", self.demo.then(|| String::from("true"))),
            ("admin.email", self.admin_email),
            ("admin.name", self.admin_name),
        ] {
            if let Some(answer) = given {
                answers.give(name, answer);
            }
        }
        if let Some(file) = &self.secrets {
            answers.take_secrets(file)?;
        }
        Ok(answers)
    }
}

/// What `check` finds, as the service is given it. What it finds wrong is for the operator to mend, no failure of this.
fn examine(env_file: &Path, out: &mut impl Write) -> Result<(), Error> {
    writeln!(out, "\n{}", typed("check", env_file))?;
    out.flush()?;
    let mut check = Command::new(std::env::current_exe()?);
    check.arg("check").arg("--env-file").arg(env_file).status()?;
    Ok(())
}

/// Whether systemd is to run the shop.
fn runs_systemd(env_file: &Path) -> bool {
    Path::new("/run/systemd/system").exists() && env_file == Path::new(USUAL)
}

/// What is left to do, and what is typed for it.
fn say_what_is_next(
    env_file: &Path,
    units: Option<&Path>,
    has_new_units: bool,
    global: &Global,
    out: &mut impl Write,
) -> Result<(), Error> {
    let standing = Standing::read(env_file, global)?;
    let base = standing.base();
    let is_served = data_dir::is_served(global)?;
    let is_managed = runs_systemd(env_file);
    writeln!(out, "\nNext:")?;
    if standing.speaks_https() {
        let names = standing.https_names().collect::<Vec<_>>().join(", ");
        writeln!(out, "  lead {names} to this machine, and let everybody reach its ports 80 and 443")?;
        if units.is_some_and(|folder| folder.join("sockets.target.wants/manetes.socket").exists()) {
            writeln!(out, "  systemctl disable --now manetes.socket")?;
        }
    }
    if has_new_units {
        // A socket is not opened beside a service that runs.
        writeln!(out, "  systemctl daemon-reload; systemctl stop manetes manetes-http.socket manetes-https.socket")?;
    }
    let start = match (is_managed, is_served && !(is_managed && has_new_units)) {
        (true, false) => String::from("systemctl enable --now manetes"),
        (true, true) => String::from("systemctl restart manetes"),
        (false, false) => typed("serve", env_file),
        (false, true) => format!("stop the server, and start it anew: {}", typed("serve", env_file)),
    };
    writeln!(out, "  {start}")?;
    if !standing.speaks_https() && !standing.variable("MANETES_TRUSTED_PROXIES").is_empty() {
        writeln!(out, "  put https in front, as packaging/caddy and packaging/nginx show")?;
    }
    match standing.admins.first() {
        Some(admin) => writeln!(
            out,
            "  open {base}/login and sign in as {admin}: an authenticator app is added the first time; then {base}/admin"
        )?,
        None => writeln!(out, "  manetes create-admin --data-dir {} --email ADDRESS", global.data_dir.display())?,
    }
    writeln!(out, "  {}, until nothing in it is a FAIL; run it from cron afterwards", typed("check", env_file))?;
    Ok(writeln!(out, "  {}, for what the law asks besides", typed("check --law", env_file))?)
}
