//! What stands before anything is answered: the service's settings, the shop's, and who administers it.

use std::path::Path;

use super::Error;
use crate::accounts;
use crate::cli::data_dir::{existing, is_there};
use crate::cli::service_file::ServiceFile;
use crate::config::Global;
use crate::db::{self, Conn};
use crate::settings::Settings;

/// How things stand.
pub(super) struct Standing {
    /// The service's settings.
    pub service: ServiceFile,
    pub settings: Settings,
    /// Whether a shop is there.
    pub has_shop: bool,
    /// The addresses of the administrators.
    pub admins: Vec<String>,
}

impl Standing {
    pub(super) fn read(env_file: &Path, global: &Global) -> Result<Self, Error> {
        let service = ServiceFile::read(env_file)?;
        let has_shop = is_there(global)?;
        let (settings, admins) = if has_shop {
            existing(global)?.read_blocking(|conn: &Conn| {
                Ok::<_, db::Error>((Settings::load(conn)?, accounts::administrators(conn)?))
            })?
        } else {
            Default::default()
        };
        let admins = admins.into_iter().map(|admin| admin.email).collect();
        Ok(Self { service, settings, has_shop, admins })
    }

    /// A variable of the file; empty where it is not set.
    pub(super) fn variable(&self, name: &str) -> &str {
        self.service.variable(name)
    }

    /// The names the shop speaks https for by itself; none where a proxy does it.
    pub(super) fn https_names(&self) -> impl Iterator<Item = &str> {
        self.variable("MANETES_DOMAIN").split(',').map(str::trim).filter(|name| !name.is_empty())
    }

    /// Whether the shop speaks https by itself.
    pub(super) fn speaks_https(&self) -> bool {
        self.https_names().next().is_some()
    }

    /// The site's address, as the server takes it from the file; empty where it is not known.
    pub(super) fn base(&self) -> String {
        match (self.variable("MANETES_BASE_URL"), self.https_names().next()) {
            ("", Some(name)) => format!("https://{name}"),
            (base, _) => base.to_owned(),
        }
    }

    /// Whether a secret is set, in the file or beside it.
    pub(super) fn has_secret(&self, name: &str) -> bool {
        !self.variable(name).is_empty() || self.service.secret_file(name).is_some()
    }

    /// A setting of the shop; empty where it is the example's.
    pub(super) fn setting(&self, key: &str) -> String {
        let of = |settings: &Settings| settings.get(key).unwrap_or_default();
        let value = of(&self.settings);
        if value == of(&Settings::default()) { String::new() } else { value }
    }
}
