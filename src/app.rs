//! What every handler and job is given.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::Notify;

use crate::accounts::captcha::Captcha;
use crate::accounts::hashing::HashPool;
use crate::accounts::oidc::Providers;
use crate::clock::Clock;
use crate::config;
use crate::db::Db;
use crate::health::Health;
use crate::http::limits::RateLimits;
use crate::http::metrics::Metrics;
use crate::http::proxies::Proxies;
use crate::http::uploads::Uploads;
use crate::payments;
use crate::pictures;
use crate::secrets::Secrets;

/// The running program. Shared as [`Shared`].
pub struct App {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The settings of this start.
    pub config: config::Serve,
    /// Where media and written mails are kept.
    pub data_dir: PathBuf,
    /// The server's own keys.
    pub secrets: Secrets,
    /// The bounded pool that hashes passwords.
    pub hashing: HashPool,
    /// Who tells people from programs, where the operator has asked for it.
    pub captcha: Option<Captcha>,
    /// Who people may sign in with besides.
    pub providers: Arc<Providers>,
    /// The accounts at payment providers.
    pub payments: payments::Clients,
    /// The pictures of the site.
    pub pictures: Arc<pictures::Library>,
    /// Who asked how often.
    pub limits: RateLimits,
    /// Whether it is known who asks.
    pub proxies: Proxies,
    /// What files that are sent may take.
    pub uploads: Uploads,
    /// Rung when something was queued, so that jobs need not wait for their turn.
    pub bells: Bells,
    /// What was answered.
    pub metrics: Metrics,
    /// How the background jobs are.
    pub health: Arc<Health>,
}

/// One bell per job.
#[derive(Default)]
pub struct Bells {
    /// A mail was queued.
    pub outbox: Arc<Notify>,
    /// A sandbox notification was queued.
    pub sandbox: Arc<Notify>,
    /// A payment or a refund wants attention.
    pub payments: Arc<Notify>,
    /// A product's picture was handed in.
    pub pictures: Arc<Notify>,
}

/// The app as it is passed around.
pub type Shared = Arc<App>;
