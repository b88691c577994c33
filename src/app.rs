//! What every handler and job is given.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::{Notify, watch};

use crate::auth::captcha::Captcha;
use crate::auth::guard::Sessions;
use crate::auth::hashing::HashPool;
use crate::auth::webauthn::Ceremonies;
use crate::clock::{Clock, Timestamp};
use crate::config;
use crate::counts::Counts;
use crate::db::Db;
use crate::health::Health;
use crate::limits::RateLimits;
use crate::limits::proxies::Proxies;
use crate::mail::attached::{EnclosureOf, Enclosures};
use crate::mail::outbox::{IsOver, Mailer, Outbox, Sources};
use crate::metrics::Metrics;
use crate::mirror::Mirror;
use crate::oidc::Providers;
use crate::order_keys::OrderKeys;
use crate::payments::{self, Payments};
use crate::pictures;
use crate::secrets::Secrets;
use crate::tax_agency::Agency;
use crate::tls::Certificates;
use crate::uploads::Uploads;

/// The running program. Shared as [`Shared`].
pub struct App {
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The settings of this start.
    pub config: config::Serve,
    /// Where media and written mails are kept.
    pub data_dir: PathBuf,
    /// The server's own keys.
    pub secrets: Secrets,
    /// What opens orders of people without an account.
    pub order_keys: OrderKeys,
    /// The bounded pool that hashes passwords.
    pub hashing: HashPool,
    /// Who tells people from programs, where the operator has asked for it.
    pub captcha: Option<Captcha>,
    /// What passkeys are being asked.
    pub passkeys: Ceremonies,
    /// Who people may sign in with besides.
    pub providers: Arc<Providers>,
    /// The accounts at payment providers.
    pub payments: Payments,
    /// Who is sent the records of invoices; `None` where nothing is.
    pub agency: Option<Agency>,
    /// The pictures of the site.
    pub pictures: Arc<pictures::Library>,
    /// Where a second machine finds pictures and photos.
    pub mirror: Mirror,
    /// Where the program speaks https by itself: what it shows.
    pub certificates: Option<Arc<Certificates>>,
    /// Who asked how often.
    pub limits: RateLimits,
    /// Whether it is known who asks.
    pub proxies: Proxies,
    /// What files that are sent may take.
    pub uploads: Uploads,
    /// Given when something was queued, so that jobs need not wait for their turn.
    pub wakeups: Wakeups,
    /// What happens on the site, in numbers.
    pub counts: Arc<Counts>,
    /// When this program began.
    pub started: Timestamp,
    /// What was answered.
    pub metrics: Metrics,
    /// How the background jobs are.
    pub health: Arc<Health>,
}

/// What an [`App`] is made of; the rest follows from it.
pub struct Parts {
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The settings of this start, with the address that is listened on.
    pub config: config::Serve,
    /// Who takes the money.
    pub payments: payments::Options,
    /// Who is sent the records of invoices; `None` where nothing is.
    pub agency: Option<Agency>,
    /// Where media and written mails are kept.
    pub data_dir: PathBuf,
    /// The server's own keys.
    pub secrets: Secrets,
    /// What opens orders of people without an account.
    pub order_keys: OrderKeys,
    /// The bounded pool that hashes passwords.
    pub hashing: HashPool,
    /// Who people may sign in with besides.
    pub providers: Providers,
    /// Where a second machine finds pictures and photos.
    pub mirror: Mirror,
    /// Where the program speaks https by itself: what it shows.
    pub certificates: Option<Certificates>,
}

/// One wake-up per job.
#[derive(Default)]
pub struct Wakeups {
    /// A mail was queued.
    pub outbox: Arc<Notify>,
    /// The owner's telephone is to ring.
    pub pager: Arc<Notify>,
    /// A sandbox notification was queued.
    pub sandbox: Arc<Notify>,
    /// A payment or a refund wants attention.
    pub payments: Arc<Notify>,
    /// An order was cancelled or paid back.
    pub returns: Arc<Notify>,
    /// A backup was made.
    pub drill: Arc<Notify>,
    /// A product's picture was handed in.
    pub pictures: Arc<Notify>,
}

impl App {
    /// A program that runs, without its jobs.
    pub fn new(parts: Parts) -> Self {
        let Parts {
            db,
            clock,
            config,
            payments,
            agency,
            data_dir,
            secrets,
            order_keys,
            hashing,
            providers,
            mirror,
            certificates,
        } = parts;
        let (wakeups, started) = (Wakeups::default(), clock.now());
        let given = payments::Given {
            db: db.clone(),
            clock: clock.clone(),
            base_url: config.base_url.clone(),
            listen: config.plain_address(),
            sandbox_key: secrets.sandbox,
            sandbox_wakeup: wakeups.sandbox.clone(),
        };
        Self {
            db,
            clock,
            captcha: Captcha::of(&config.captcha),
            limits: RateLimits::new(config.limits),
            passkeys: Ceremonies::of_site(&config.base_url),
            config,
            pictures: Arc::new(pictures::Library::new(&data_dir)),
            mirror,
            certificates: certificates.map(Arc::new),
            data_dir,
            secrets,
            order_keys,
            hashing,
            providers: Arc::new(providers),
            payments: Payments::of_shop(&payments, &given),
            agency,
            proxies: Proxies::default(),
            uploads: Uploads::default(),
            wakeups,
            counts: Arc::default(),
            started,
            metrics: Metrics::default(),
            health: Arc::default(),
        }
    }

    /// The outbox; once `stopping`, it begins nothing more.
    pub fn outbox(
        &self,
        mailer: Arc<Mailer>,
        is_over: IsOver,
        enclosure_of: EnclosureOf,
        stopping: watch::Receiver<bool>,
    ) -> Outbox {
        let sources = Sources {
            db: self.db.clone(),
            clock: self.clock.clone(),
            secrets: self.secrets.clone(),
            order_keys: self.order_keys.clone(),
            data_dir: self.data_dir.clone(),
            origin: self.config.base_url.origin(),
            wakeup: self.wakeups.outbox.clone(),
            health: self.health.clone(),
            is_over,
            enclosures: Enclosures::new(enclosure_of),
        };
        Outbox::new(sources, mailer, stopping)
    }

    /// What it takes to know who is asking.
    pub fn sessions(&self) -> Sessions {
        let (db, clock, secrets) = (self.db.clone(), self.clock.clone(), self.secrets.clone());
        Sessions { db, clock, secrets, base_url: self.config.base_url.clone() }
    }
}

/// The app as it is passed around.
pub type Shared = Arc<App>;
