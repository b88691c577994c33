//! What a provider brings along, and which of them this shop has.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;

use async_trait::async_trait;
use poem::Response;
use poem::endpoint::BoxEndpoint;
use reqwest::header::HeaderMap;
use tokio::sync::Notify;

use super::{
    Error, Listed, Means, NewSession, NotTaken, Options, PROVIDERS, RefundOrder, RefundState, SessionState, Started,
    VerifiedFact,
};
use crate::clock::{Clock, Timestamp};
use crate::config::{BaseUrl, Serve};
use crate::db::{self, Db, Tx};

/// What a provider is asked by `check`: how it stands in a few words, or why it cannot be used.
pub type Probe = Pin<Box<dyn Future<Output = Result<String, String>> + Send>>;

/// A provider, as it is before anybody has an account there.
pub struct Kind {
    /// As it stands in the database, in addresses and in the settings.
    pub name: &'static str,
    /// What takes the money, in a line of the help.
    pub summary: &'static str,
    /// Whether it closes a session that it is asked to close. A page of one that does not can be paid until its time is
    /// over, whatever we do.
    pub closes: bool,
    /// Bytes of a notification, at most.
    pub max_notification: usize,
    /// Whether its account may serve here; the error is one line.
    pub check: fn(&Options, &Serve) -> Result<(), String>,
    /// Why no money moves there, in a few words; `None` where it does.
    pub only_a_test: fn(&Options) -> Option<&'static str>,
    /// Writes down that a refund may have been sent at a time that is not remembered, where the provider itself does not
    /// know the same refund again; nothing where it does.
    pub suspect_refund: fn(&Tx<'_>, &RefundOrder, Timestamp) -> db::Result<()>,
    /// The shop's account there; `None` where none is set up.
    pub gateway: fn(&Options, &Given) -> Option<Arc<dyn Gateway>>,
    /// Whether it can be used as it is configured.
    pub probe: fn(&Options) -> Probe,
    /// Where it is on the web; `None` where it is nowhere but here.
    pub origin: fn(&Options) -> Option<String>,
    /// Whether it tells the shop at an address of payments, as far as it says; `None` where it is nowhere but here.
    pub hears: fn(&Options, &BaseUrl) -> Option<Probe>,
}

/// What a provider may need of the program.
#[derive(Clone)]
pub struct Given {
    /// The database, for books of its own.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Where the site is.
    pub base_url: BaseUrl,
    /// Where the program listens.
    pub listen: SocketAddr,
    /// The key of the embedded provider's notifications.
    pub sandbox_key: [u8; 32],
    /// Woken when one of these is queued.
    pub sandbox_wakeup: Arc<Notify>,
}

/// The shop's account at a provider.
#[async_trait]
pub trait Gateway: Send + Sync {
    /// What its page takes, as far as is known; answered within seconds, whatever the provider does.
    async fn means(&self) -> Vec<Means> {
        vec![Means::Card]
    }

    /// Opens a payment page.
    async fn start(&self, session: NewSession) -> Result<Started, Error>;

    /// Asks how a session stands.
    async fn look_up(&self, provider_ref: &str) -> Result<SessionState, Error>;

    /// Closes a session and says how it ended: afterwards nobody can pay it, unless somebody already had. It is still
    /// open where the provider does not close sessions.
    async fn expire(&self, provider_ref: &str) -> Result<SessionState, Error>;

    /// Gives money back. The same refund again is the same refund.
    async fn refund(&self, refund: &RefundOrder) -> Result<RefundState, Error>;

    /// Asks how a refund stands that was pending.
    async fn look_up_refund(&self, refund: &RefundOrder) -> Result<RefundState, Error>;

    /// What was paid and given back since a moment, page by page: the first without a `cursor`, each other with the one
    /// before. The same page may come twice, and a list may have grown at its beginning meanwhile.
    async fn list(&self, _since: Timestamp, _cursor: Option<&str>) -> Result<Listed, Error> {
        Ok(Listed::Nowhere)
    }

    /// Reads a notification: its signature first. `None` when it is genuine but says nothing we act on.
    async fn read_webhook(&self, headers: &HeaderMap, body: &[u8]) -> Result<Option<VerifiedFact>, NotTaken>;

    /// Pages of our own on the way to it, to be nested at its name.
    fn routes(self: Arc<Self>) -> Option<BoxEndpoint<'static, Response>> {
        None
    }

    /// What it does by itself.
    async fn tick(&self) -> db::Result<()> {
        Ok(())
    }

    /// A click on "pay", where the page is our own.
    #[cfg(test)]
    async fn click_pay(&self, _session: String) -> db::Result<()> {
        Ok(())
    }
}

/// Who takes the money.
#[derive(Clone, Copy)]
pub struct Provider(pub(super) &'static Kind);

impl Provider {
    /// Every provider there is.
    pub fn all() -> impl Iterator<Item = Self> {
        PROVIDERS.iter().copied()
    }

    /// The provider of a stored attempt.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|provider| provider.as_str() == name)
    }

    /// As it stands in the database.
    pub const fn as_str(self) -> &'static str {
        self.0.name
    }

    /// Whether it closes a session that it is asked to close.
    pub const fn closes(self) -> bool {
        self.0.closes
    }

    /// For a shop that was restored: a refund it has queued may have been sent since.
    pub fn suspect_refund(self, tx: &Tx<'_>, refund: &RefundOrder, queued_at: Timestamp) -> db::Result<()> {
        (self.0.suspect_refund)(tx, refund, queued_at)
    }

    /// Bytes of a notification, at most.
    pub const fn max_notification(self) -> usize {
        self.0.max_notification
    }
}

impl PartialEq for Provider {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Provider {}

impl std::fmt::Debug for Provider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The accounts of this shop.
pub struct Payments {
    configured: Provider,
    gateways: Vec<(Provider, Arc<dyn Gateway>)>,
}

impl Payments {
    /// Those of a configuration that was checked.
    pub fn of_shop(options: &Options, given: &Given) -> Self {
        let gateways = Provider::all().filter_map(|provider| Some((provider, (provider.0.gateway)(options, given)?)));
        Self { configured: options.chosen, gateways: gateways.collect() }
    }

    /// The provider that new payments use.
    pub const fn configured(&self) -> Provider {
        self.configured
    }

    /// The account at a provider.
    pub fn of(&self, provider: Provider) -> Result<&dyn Gateway, Error> {
        let found = self.gateways.iter().find(|(known, _)| *known == provider);
        let none = || Error::Unavailable(format!("there is no account at {}", provider.as_str()));
        found.map(|(_, gateway)| gateway.as_ref()).ok_or_else(none)
    }

    /// The pages of our own on the way to providers, each to be nested at its provider's name.
    pub fn routes(&self) -> impl Iterator<Item = (&'static str, BoxEndpoint<'static, Response>)> {
        self.gateways.iter().filter_map(|(provider, gateway)| Some((provider.as_str(), gateway.clone().routes()?)))
    }
}

/// Whether the provider that new payments use can be used as it is configured.
pub fn probe(options: &Options) -> Probe {
    (options.chosen.0.probe)(options)
}

/// Whether the chosen provider tells a shop at this address of payments; `None` where it is nowhere but here.
pub async fn hears(options: &Options, base: &BaseUrl) -> Option<Result<String, String>> {
    Some((options.chosen.0.hears)(options, base)?.await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_is_found_by_the_name_it_is_stored_under_and_no_other_has_it() {
        for provider in Provider::all() {
            assert_eq!(Provider::from_name(provider.as_str()), Some(provider));
            assert_eq!(Provider::all().filter(|other| *other == provider).count(), 1, "{provider:?}");
        }
        assert_eq!(Provider::from_name("another"), None);
    }
}
