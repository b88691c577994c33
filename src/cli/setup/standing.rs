//! What stands before anything is answered: the service's settings, the shop's, and who administers it.

use std::fs;
use std::io;
use std::path::Path;

use super::Error;
use crate::accounts;
use crate::cli::data_dir::{existing, is_there};
use crate::config::{Global, env_file};
use crate::db::{self, Conn};
use crate::settings::Settings;

/// What a new file of settings is made of.
const EXAMPLE: &str = include_str!("../../../packaging/manetes.env.example");

/// How things stand.
pub(super) struct Standing {
    /// The file of the service's settings, or what it begins as.
    pub file: String,
    /// Its variables.
    pub variables: Vec<(String, String)>,
    pub settings: Settings,
    /// Whether a shop is there.
    pub has_shop: bool,
    /// The addresses of the administrators.
    pub admins: Vec<String>,
}

impl Standing {
    pub(super) fn read(env_file: &Path, global: &Global) -> Result<Self, Error> {
        let refused = |error: &dyn std::fmt::Display| Error::Refused(format!("{}: {error}", env_file.display()));
        let file = match fs::read_to_string(env_file) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => blank(EXAMPLE),
            Err(error) => return Err(refused(&error)),
        };
        let variables = env_file::read(&file).map_err(|error| refused(&error))?;
        let has_shop = is_there(global)?;
        let (settings, admins) = if has_shop {
            existing(global)?.read_blocking(|conn: &Conn| {
                Ok::<_, db::Error>((Settings::load(conn)?, accounts::administrators(conn)?))
            })?
        } else {
            Default::default()
        };
        let admins = admins.into_iter().map(|admin| admin.email).collect();
        Ok(Self { file, variables, settings, has_shop, admins })
    }

    /// A variable of the file; empty where it is not set.
    pub(super) fn variable(&self, name: &str) -> &str {
        self.variables.iter().rev().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Whether a secret is set, in the file or beside it.
    pub(super) fn has_secret(&self, name: &str) -> bool {
        !self.variable(name).is_empty() || !self.variable(&format!("{name}_FILE")).is_empty()
    }

    /// A setting of the shop; empty where it is the example's.
    pub(super) fn setting(&self, key: &str) -> String {
        let of = |settings: &Settings| settings.get(key).unwrap_or_default();
        let value = of(&self.settings);
        if value == of(&Settings::default()) { String::new() } else { value }
    }
}

/// The example with nothing set: what it shows is nobody's yet.
fn blank(example: &str) -> String {
    let line = |line: &str| if line.starts_with("MANETES_") { format!("#{line}\n") } else { format!("{line}\n") };
    example.lines().map(line).collect()
}
