//! What the answers change, judged as a whole before anything is written, and then written all at once.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::Error;
use super::answers::{Answers, SECRETS};
use super::standing::Standing;
use super::units::Units;
use super::{https, questions};
use crate::audit;
use crate::auth;
use crate::auth::hashing;
use crate::cli::actor;
use crate::cli::create_admin::grant;
use crate::cli::data_dir::existing_or_new;
use crate::cli::options::Options;
use crate::clock::{Clock, Timestamp};
use crate::config::{Global, Secret, env_file};
use crate::db::Tx;
use crate::email::EmailAddress;
use crate::files::{self, Staged};
use crate::mail::transport::Transport;
use crate::settings::Settings;

/// A variable of the file, and what it becomes; `None` where it goes.
pub(super) type Change = (String, Option<String>);

/// Secrets, each by its file.
type Secrets = Vec<(PathBuf, String)>;

/// Everything that is to be written.
pub(super) struct Plan {
    /// Settings of the shop.
    settings: Vec<(&'static str, String)>,
    /// The file of the service's settings, where it changes.
    file: Option<String>,
    secrets: Secrets,
    pub units: Units,
    admin: Option<Admin>,
}

struct Admin {
    email: EmailAddress,
    name: String,
    /// Of the password; `None` for somebody who has an account.
    hash: Option<String>,
}

impl Plan {
    /// What changes; `units` is where systemd is told of units, where it is. The error is one line.
    pub(super) fn of(
        env_file: &Path,
        units: Option<&Path>,
        global: &Global,
        standing: &Standing,
        answers: &Answers,
    ) -> Result<Self, String> {
        let settings: Vec<_> = answers
            .beginning("company.")
            .filter(|(key, value)| !value.is_empty() || !standing.setting(key).is_empty())
            .filter(|(key, value)| standing.settings.get(key).ok().as_deref() != Some(*value))
            .map(|(key, value)| (key, value.to_owned()))
            .collect();
        settings.iter().try_for_each(|(key, value)| Settings::check(key, value)).map_err(|error| error.to_string())?;
        let (file, secrets) = service(env_file, global, standing, answers)?;
        // Who was not asked has the units as they want them.
        let units = units.filter(|_| answers.has("https.by"));
        let units = units.map(|folder| Units::of(folder, https::is_ours(standing, answers))).unwrap_or_default();
        Ok(Self { settings, file, secrets, units, admin: admin(global, standing, answers)? })
    }

    pub(super) fn is_empty(&self) -> bool {
        let is_of_service = self.file.is_none() && self.secrets.is_empty() && self.units.is_empty();
        self.settings.is_empty() && is_of_service && self.admin.is_none()
    }

    /// Writes all of it: what can fail comes first, and what is seen last.
    pub(super) fn carry_out(self, env_file: &Path, global: &Global, out: &mut impl Write) -> Result<(), Error> {
        let named = |path: &Path| {
            let path = path.to_owned();
            move |error: std::io::Error| Error::Refused(format!("{}: {error}", path.display()))
        };
        let folder = env_file.with_extension("secrets");
        if !self.secrets.is_empty() {
            files::make_folder(&folder).map_err(named(&folder))?;
        }
        let mut staged = Vec::new();
        for (path, secret) in &self.secrets {
            let secret = format!("{secret}\n");
            staged.push((path.clone(), Staged::write(path, secret.as_bytes(), 0o600).map_err(named(path))?));
        }
        if let Some(file) = &self.file {
            let file = Staged::rewrite(env_file, file.as_bytes()).map_err(named(env_file))?;
            staged.push((env_file.to_owned(), file));
        }
        let of_unit = |(path, error): (PathBuf, std::io::Error)| named(&path)(error);
        staged.extend(self.units.stage().map_err(of_unit)?);
        let now = Clock::system().now();
        let (settings, admin) = (self.settings.clone(), self.admin);
        let administrator = admin.as_ref().map(|admin| admin.email.to_string());
        if !settings.is_empty() || admin.is_some() {
            existing_or_new(global)?.write_blocking(move |tx| in_the_shop(tx, settings, admin, now))?;
        }
        for (key, value) in &self.settings {
            writeln!(out, "set      {key:<20}{value}")?;
        }
        if let Some(email) = administrator {
            writeln!(out, "made     {email} an administrator")?;
        }
        for (path, staged) in staged {
            staged.take_place().map_err(named(&path))?;
            writeln!(out, "written  {}", path.display())?;
        }
        if let Some(path) = self.units.remove().map_err(of_unit)? {
            writeln!(out, "removed  {}", path.display())?;
        }
        Ok(())
    }
}

fn in_the_shop(
    tx: &Tx<'_>,
    settings: Vec<(&'static str, String)>,
    admin: Option<Admin>,
    now: Timestamp,
) -> Result<(), Error> {
    for (key, value) in settings {
        let change = json!(Settings::set(tx, key, &value, now)?);
        audit::record(tx, &actor(), "setting.changed", key, &change, now)?;
    }
    match admin {
        Some(Admin { email, name, hash }) => grant(tx, &email, &name, hash.as_deref(), now),
        None => Ok(()),
    }
}

/// What becomes of the service's settings: its file, where it changes, and the files of secrets.
fn service(
    env_file: &Path,
    global: &Global,
    standing: &Standing,
    answers: &Answers,
) -> Result<(Option<String>, Secrets), String> {
    let (mut changes, secrets) = answered(standing, answers);
    changes.extend(https::changes(standing, answers)?);
    let data_dir = std::path::absolute(&global.data_dir).map_err(|error| error.to_string())?;
    changes.push((String::from("MANETES_DATA_DIR"), Some(data_dir.display().to_string())));
    let file = env_file::edit(&standing.service.text, &changes)?;
    judge(&file, &secrets)?;
    let is_new = !env_file.exists();
    Ok((Some(file).filter(|file| is_new || *file != standing.service.text), secrets))
}

/// What the answers change in the file, and the files of secrets.
fn answered(standing: &Standing, answers: &Answers) -> (Vec<Change>, Secrets) {
    let mut changes = Vec::new();
    let mut secrets = Vec::new();
    for (name, value) in answers.beginning("MANETES_").filter(|(name, _)| *name != "MANETES_BASE_URL") {
        let secret = SECRETS.iter().find(|(known, _)| *known == name);
        let Some((_, file)) = secret else {
            changes.push((name.to_owned(), Some(value.to_owned()).filter(|value| !value.is_empty())));
            continue;
        };
        let path = standing.service.secrets().join(file);
        changes.push((name.to_owned(), None));
        let there = Some(path.display().to_string()).filter(|_| !value.is_empty());
        changes.push((format!("{name}_FILE"), there));
        if !value.is_empty() {
            secrets.push((path, value.to_owned()));
        }
    }
    (changes, secrets)
}

/// Refuses what would not serve.
fn judge(file: &str, secrets: &[(PathBuf, String)]) -> Result<(), String> {
    let mut variables = Vec::new();
    for (name, value) in env_file::read(file)? {
        match name.strip_suffix("_FILE") {
            None => variables.push((name, value)),
            Some(secret) => {
                let new = secrets.iter().find(|(path, _)| path.as_os_str() == value.as_str());
                let text = match new {
                    Some((_, text)) => text.clone(),
                    None => std::fs::read_to_string(&value).map_err(|error| format!("{name}: {value}: {error}"))?,
                };
                variables.push((secret.to_owned(), text.trim_end().to_owned()));
            }
        }
    }
    let options = Options::of(&variables)?;
    let url = options.config.smtp_url.as_ref().map(Secret::expose);
    Transport::new(url, PathBuf::new())?;
    options.check()
}

fn admin(global: &Global, standing: &Standing, answers: &Answers) -> Result<Option<Admin>, String> {
    let Some(email) = answers.get("admin.email") else { return Ok(None) };
    let email = EmailAddress::parse(email).map_err(|error| error.to_string())?;
    if standing.admins.iter().any(|known| known == email.as_str()) {
        return Ok(None);
    }
    let known = standing.has_shop && {
        let (found, db) = (email.clone(), existing_or_new(global).map_err(|error| error.to_string())?);
        let user =
            db.read_blocking(move |conn| auth::user_by_email(conn, &found)).map_err(|error| error.to_string())?;
        user.is_some_and(|user| user.email_confirmed_at.is_some())
    };
    let hash = if known {
        None
    } else {
        let text = answers
            .get("admin.password")
            .ok_or("the administrator has no password: give one as ADMIN_PASSWORD in --secrets")?;
        Some(hashing::hash(&questions::password(text, standing, answers)?))
    };
    let name = answers.get("admin.name").unwrap_or_default().to_owned();
    Ok(Some(Admin { email, name, hash }))
}
