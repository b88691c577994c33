//! What the owner changes in daily life, over HTTP.

use std::collections::BTreeMap;

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};
use serde_json::json;

use super::api::Opening;
use crate::app::Shared;
use crate::audit;
use crate::auth::guard::{Admin, Level, RecentAdminSignIn};
use crate::db::{self, Conn};
use crate::hours::{Hours, NotHours, Period};
use crate::lang::Lang;
use crate::pager::Pager;
use crate::problem::Problem;
use crate::settings::{self, KEYS, Kind, Settings};
use crate::wording::{self, Text, Words};

/// Whether the desk asks for a passkey.
const PASSKEYS: &str = "desk.passkeys";

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
    /// Whether the value is an example's, true of no firm.
    is_example: bool,
    /// What it holds.
    kind: Kind,
    /// What it may be; only of the kind `choice`.
    #[oai(skip_serializing_if_is_empty, default)]
    choices: Vec<String>,
    /// The times of opening that the value says, Monday's first; only of the kind `hours`.
    #[oai(skip_serializing_if_is_none)]
    openings: Option<Vec<Opening>>,
}

/// Every setting.
#[derive(Object)]
struct SettingList {
    /// In the order of the command line.
    settings: Vec<Setting>,
}

/// A text of the site that may be replaced.
#[derive(Object)]
struct SiteText {
    /// Such as `hero.title`; its setting is `text.<language>.hero.title`.
    name: String,
    /// The part of the site it belongs to.
    group: String,
    /// Characters it may have.
    max_length: usize,
    /// What it may name between double braces.
    values: Vec<String>,
    /// The owner's text by language; the site says what it came with where there is none.
    own: BTreeMap<String, String>,
}

/// Every text of the site that may be replaced.
#[derive(Object)]
struct SiteTextList {
    /// As the pages show them.
    texts: Vec<SiteText>,
}

/// A way to the owner's telephone, tried.
#[derive(Object)]
struct Tried {
    /// `ntfy` or `webhook`.
    way: String,
    /// Why it did not ring.
    #[oai(skip_serializing_if_is_none)]
    error: Option<String>,
}

/// Every way that is set.
#[derive(Object)]
struct TriedList {
    tried: Vec<Tried>,
}

/// New values of some settings.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct SettingsForm {
    /// By key.
    values: BTreeMap<String, String>,
    /// By key, of settings of the kind `hours`.
    #[oai(default)]
    openings: BTreeMap<String, Vec<Opening>>,
}

impl SettingsForm {
    /// Every value as `manetes settings set` takes it.
    fn into_values(self) -> Result<BTreeMap<String, String>, Problem> {
        let Self { mut values, openings } = self;
        for (key, openings) in openings {
            if settings::kind(&key) != Kind::Hours {
                return Err(Problem::invalid(&key, "takes no times of opening"));
            }
            let periods = openings.into_iter().map(Period::try_from).collect::<Result<_, _>>();
            let hours = periods.map(Hours).map_err(|error: NotHours| Problem::invalid(&key, error.to_string()))?;
            values.insert(key, hours.to_string());
        }
        Ok(values)
    }
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
            is_example: settings::example(key).is_some_and(|example| now.get(key).is_ok_and(|value| value == example)),
            kind: settings::kind(key),
            choices: settings::choices(key).iter().map(ToString::to_string).collect(),
            openings: (settings::kind(key) == Kind::Hours).then(|| now.hours.0.iter().map(Opening::from).collect()),
        };
        Ok(Json(SettingList { settings: KEYS.into_iter().map(setting).collect() }))
    }

    /// Every text of the site that may be replaced, and what the owner says instead
    #[oai(path = "/texts", method = "get", operation_id = "list_site_texts")]
    async fn texts(&self, _admin: Admin) -> Result<Json<SiteTextList>, Problem> {
        let read = |conn: &Conn| -> db::Result<Vec<(Lang, Words)>> {
            Lang::ALL.into_iter().map(|lang| Ok((lang, settings::words(conn, lang)?))).collect()
        };
        let words = self.app.db.read(read).await?;
        let own = |name| words.iter().filter_map(move |(lang, own)| Some((lang.to_string(), own.get(name)?.clone())));
        let text = |text: Text| SiteText {
            name: text.name.to_owned(),
            group: text.group.to_owned(),
            max_length: text.most,
            values: text.values.iter().map(ToString::to_string).collect(),
            own: own(text.name).collect(),
        };
        Ok(Json(SiteTextList { texts: wording::all().map(text).collect() }))
    }

    /// Changes settings and texts of the site, all of them or none
    ///
    /// The key of a text is `text.<language>.<name>`; an empty one gives back the text the site came with.
    #[oai(path = "/settings", method = "patch", operation_id = "change_settings")]
    async fn change(&self, admin: Admin, Json(form): Json<SettingsForm>) -> Result<Json<SettingList>, Problem> {
        let (actor, now, values) = (admin.actor(), self.app.clock.now(), form.into_values()?);
        check(&values)?;
        self.ask_for_recent_sign_in(&admin, &values).await?;
        let change = move |tx: &crate::db::Tx<'_>| {
            values.iter().try_for_each(|(key, value)| {
                let change = json!(Settings::set(tx, key, value, now)?);
                Ok::<_, settings::Error>(audit::record(tx, &actor, "setting.changed", key, &change, now)?)
            })
        };
        self.app.db.write(change).await?;
        self.list(admin).await
    }

    /// Rings the owner's telephone on every way that is set, to try it
    #[oai(path = "/alerts/test", method = "post", operation_id = "try_alerts")]
    async fn try_alerts(&self, _admin: Admin) -> Result<Json<TriedList>, Problem> {
        let settings = self.app.db.read(Settings::load).await?;
        let pager = Pager::new(self.app.config.base_url.clone());
        let tried = pager.try_all(&settings, self.app.clock.now()).await.into_iter();
        let tried = tried.map(|(way, called)| Tried { way: <&str>::from(way).to_owned(), error: called.err() });
        Ok(Json(TriedList { tried: tried.collect() }))
    }
}

impl SettingsApi {
    /// Who opens the desk, and with what, is said by somebody who signed in a moment ago, as roles are given.
    async fn ask_for_recent_sign_in(&self, admin: &Admin, values: &BTreeMap<String, String>) -> Result<(), Problem> {
        let Some(wanted) = values.get(PASSKEYS) else { return Ok(()) };
        let stored = self.app.db.read(Settings::load).await?.get(PASSKEYS)?;
        let refusal = RecentAdminSignIn::refusal(&admin.0, self.app.clock.now());
        refusal.filter(|_| stored != *wanted).map_or(Ok(()), |code| Err(Problem::new(code)))
    }
}

/// Names every value that is not acceptable, not the first alone.
fn check(values: &BTreeMap<String, String>) -> Result<(), Problem> {
    let refused = |(key, value): (&String, &String)| Some((key.clone(), Settings::check(key, value).err()?));
    let (keys, errors): (Vec<_>, Vec<_>) = values.iter().filter_map(refused).unzip();
    errors.into_iter().next().map_or(Ok(()), |first| Err(Problem::from(first).with("fields", keys)))
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
