//! What the owner is told: by mail, where they have an address, and at once on their telephone, by an ntfy topic or a
//! webhook of their own (the settings `alerts.ntfy` and `alerts.webhook`). A call is a row in the transaction that causes
//! it, and says nothing of anybody: it goes to somebody else's server.

mod send;
mod sql;

use std::time::Duration;

use reqwest::Client;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::clock::Timestamp;
use crate::config::BaseUrl;
use crate::db::{self, Db, Tx};
use crate::health::Health;
use crate::mail::{self, Headline, Message, OWNERS_LANG};
use crate::outside;
use crate::settings::Settings;

/// How long a server may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// A call that could not be made for so long is of no use any more.
const USELESS_AFTER_SECONDS: i64 = 24 * 3600;
/// How long a way rests that failed, at first and at most.
const FIRST_REST_SECONDS: i64 = 15;
const LONGEST_REST_SECONDS: i64 = 1800;

/// A way to the owner's telephone; in [`Health`] it stands under its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString, VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Way {
    /// A topic of an ntfy server.
    Ntfy,
    /// Any server that takes JSON.
    Webhook,
}

impl Way {
    /// Its address; empty where the owner has none.
    fn address(self, settings: &Settings) -> &str {
        match self {
            Self::Ntfy => &settings.ntfy,
            Self::Webhook => &settings.webhook,
        }
    }
}

/// Tells the owner: a mail to `owner`, and a call on every way there is. Wake the outbox and the pager after the commit.
pub fn tell(tx: &Tx<'_>, owner: Option<&str>, message: &Message, now: Timestamp) -> db::Result<()> {
    let settings = Settings::load(tx)?;
    if let Some(headline) = mail::headline(message) {
        for way in Way::VARIANTS.iter().filter(|way| !way.address(&settings).is_empty()) {
            sql::queue(tx, *way, &headline, now)?;
        }
    }
    owner.map_or(Ok(()), |owner| mail::enqueue(tx, owner, OWNERS_LANG, message, now))
}

/// Forgets what waits: in a shop that was put back it is old.
pub fn forget_all(tx: &Tx<'_>) -> db::Result<()> {
    sql::forget_all(tx)
}

/// Who makes the calls.
pub struct Pager {
    client: Client,
    base_url: BaseUrl,
}

impl Pager {
    /// Calls lead to pages of `base_url`.
    pub fn new(base_url: BaseUrl) -> Self {
        Self { client: outside::client(PATIENCE), base_url }
    }

    /// Makes the next call that is due; false when there is none. Cut off, it is made again later.
    pub async fn step(&self, db: &Db, health: &Health, now: Timestamp) -> db::Result<bool> {
        let latest = now.plus_seconds(LONGEST_REST_SECONDS);
        let next =
            db.read(move |conn| Ok::<_, db::Error>((sql::next(conn, now, latest)?, Settings::load(conn)?))).await?;
        let (call, settings) = next;
        for way in Way::VARIANTS.iter().filter(|way| way.address(&settings).is_empty()) {
            health.trouble_is_over(way.into());
        }
        let Some(call) = call else { return Ok(false) };
        let (id, way, address) = (call.id, call.way, call.way.address(&settings));
        let rest = (FIRST_REST_SECONDS << call.attempts.clamp(0, 10)).min(LONGEST_REST_SECONDS);
        let then = now.plus_seconds(rest);
        // Before the telephone rings: where nothing can be written down it would ring again and again.
        db.write(move |tx| sql::begin(tx, id, then)).await?;
        let made = if address.is_empty() { Ok(()) } else { self.call(way, address, &call.headline, now).await };
        match made {
            Ok(()) => {
                health.trouble_is_over(way.into());
                db.write(move |tx| sql::forget(tx, id)).await?;
            }
            Err(error) => {
                tracing::warn!(error, way = <&str>::from(way), "the owner could not be called");
                health.trouble(way.into(), error, now);
                let oldest = now.plus_seconds(-USELESS_AFTER_SECONDS);
                db.write(move |tx| sql::put_off(tx, way, then, oldest)).await?;
            }
        }
        Ok(true)
    }

    /// Makes a call on every way there is, to try them; what became of each.
    pub async fn try_all(&self, settings: &Settings, now: Timestamp) -> Vec<(Way, Result<(), String>)> {
        let mut tried = Vec::new();
        for way in Way::VARIANTS.iter().filter(|way| !way.address(settings).is_empty()) {
            tried.push((*way, self.call(*way, way.address(settings), &mail::trial(), now).await));
        }
        tried
    }

    async fn call(&self, way: Way, address: &str, headline: &Headline, now: Timestamp) -> Result<(), String> {
        let url = format!("{}{}", self.base_url.origin(), headline.path);
        match way {
            Way::Ntfy => send::ntfy(&self.client, address, headline, &url).await,
            Way::Webhook => send::webhook(&self.client, address, headline, &url, now).await,
        }
    }
}
