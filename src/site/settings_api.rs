//! What the owner changes in daily life, over HTTP.

use std::collections::BTreeMap;

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};

use crate::accounts::guard::Admin;
use crate::app::Shared;
use crate::problem::Problem;
use crate::settings::{self, KEYS, Settings};

/// The endpoints of the settings.
pub struct SettingsApi {
    /// The program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The owner's desk: settings.
    Settings,
}

/// A setting.
#[derive(Object)]
struct Setting {
    /// Such as `company.phone`.
    key: String,
    /// As `manetes settings set` takes it.
    value: String,
    /// What is in force as long as nobody says anything.
    default: String,
    /// `text`, `cents`, `number`, `switch`, `hours`, `holidays`, `list` or `place`.
    kind: String,
}

/// Every setting.
#[derive(Object)]
struct SettingList {
    /// In the order of the command line.
    settings: Vec<Setting>,
}

/// New values of some settings.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct SettingsForm {
    /// By key.
    values: BTreeMap<String, String>,
}

#[OpenApi(prefix_path = "/admin", tag = "Tag::Settings")]
impl SettingsApi {
    /// Every setting with its value in force
    #[oai(path = "/settings", method = "get", operation_id = "list_settings")]
    async fn list(&self, _admin: Admin) -> Result<Json<SettingList>, Problem> {
        let (now, fresh) = (self.app.db.read(Settings::load).await?, Settings::default());
        let setting = |key: &str| Setting {
            key: key.to_owned(),
            value: now.get(key).unwrap_or_default(),
            default: fresh.get(key).unwrap_or_default(),
            kind: settings::kind(key).to_owned(),
        };
        Ok(Json(SettingList { settings: KEYS.into_iter().map(setting).collect() }))
    }

    /// Changes settings, all of them or none
    #[oai(path = "/settings", method = "patch", operation_id = "change_settings")]
    async fn change(&self, admin: Admin, Json(form): Json<SettingsForm>) -> Result<Json<SettingList>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let change = move |tx: &crate::db::Tx<'_>| {
            form.values.iter().try_for_each(|(key, value)| Settings::set(tx, &actor, key, value, now))
        };
        self.app.db.write(change).await?;
        self.list(admin).await
    }
}

impl From<settings::Error> for Problem {
    fn from(error: settings::Error) -> Self {
        match error {
            settings::Error::BadValue { key, reason } => Self::invalid(&key, reason),
            settings::Error::UnknownKey(key) => Self::invalid(&key, "is no setting"),
            settings::Error::Db(error) => error.into(),
        }
    }
}
