//! What only the machine does that writes: it settles what was left, and runs the jobs.

use std::path::PathBuf;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::Error;
use super::data_dir::{self, Lock};
use crate::app::Shared;
use crate::catalogue;
use crate::clock::{Clock, Timestamp};
use crate::config::{self, Global};
use crate::db::Db;
use crate::invoices;
use crate::jobs::Jobs;
use crate::lease::{Lease, Note, Standing};
use crate::logging::tell;
use crate::mail::outbox::{self, Mailer};
use crate::mirror::Mirror;
use crate::order_keys::{self, OrderKeys};
use crate::orders;
use crate::privacy;
use crate::secrets::Secrets;
use crate::tax_agency::Mode;
use crate::tax_agency::options::Producer;

/// What could not be written down is tried again after that.
const AGAIN: Duration = Duration::from_secs(5);
/// The start itself comes first: visitors are answered before jobs look round.
const BREATH: Duration = Duration::from_millis(100);

/// A shop that is about to be served.
pub(super) struct Opened {
    pub(super) db: Db,
    pub(super) secrets: Secrets,
    pub(super) order_keys: OrderKeys,
    /// Of a replicated shop.
    pub(super) lease: Option<Lease>,
    /// Its pictures and photos in the bucket.
    pub(super) mirror: Mirror,
    /// Whether it is known that this machine may write.
    pub(super) is_ours: bool,
}

/// Opens the shop of a data directory; migrated and settled, if this machine may write.
pub(super) async fn open(
    config: &config::Serve,
    global: &Global,
    lock: &Lock,
    clock: &Clock,
    start: &Start,
) -> Result<Opened, Error> {
    let (lease, is_ours) = match lease(config, global, clock).await? {
        Some((lease, is_ours)) => (Some(lease), is_ours),
        None => (None, true),
    };
    let db = if is_ours { data_dir::migrated(global, lock)? } else { data_dir::held(global)? };
    let order_keys = order_keys(&db, global).await?;
    // The first reader opens while the writer settles.
    let settled = async { if is_ours { start.begin(&db, clock.now()).await } else { Ok(()) } };
    let (secrets, ()) = tokio::try_join!(secrets(&db), settled)?;
    let mirror = if lease.is_some() {
        Mirror::of(&config.backup, &global.data_dir).map_err(Error::Refused)?
    } else {
        Mirror::default()
    };
    Ok(Opened { db, secrets, order_keys, lease, mirror, is_ours })
}

/// The server's own keys, made where there are none.
async fn secrets(db: &Db) -> Result<Secrets, Error> {
    match db.read(Secrets::find).await? {
        Some(secrets) => Ok(secrets),
        None => Ok(db.write(Secrets::load).await?),
    }
}

/// What opens orders of people without an account; made anew where it did not come along with the database.
async fn order_keys(db: &Db, global: &Global) -> Result<OrderKeys, Error> {
    let refused = |error: std::io::Error| Error::Refused(error.to_string());
    if let Some(keys) = OrderKeys::find(&global.data_dir).map_err(refused)? {
        return Ok(keys);
    }
    let links = db.read(orders::count_links).await?;
    if links > 0 {
        tell(&format!(
            "{} is made anew: the links in mails about {links} orders open nothing any more. If another machine has the file, \
             stop, copy it here and start again",
            global.data_dir.join(order_keys::FILE).display()
        ));
    }
    OrderKeys::load(&global.data_dir).map_err(refused)
}

/// The lease of a replicated shop, and whether it is known to be this machine's. Refused where it is another's.
async fn lease(config: &config::Serve, global: &Global, clock: &Clock) -> Result<Option<(Lease, bool)>, Error> {
    if !config.replicated {
        return match Note::find(&global.data_dir)? {
            None => Ok(None),
            Some(_) => Err(Error::Refused(format!(
                "{} is of a replicated shop: set MANETES_REPLICATED=1, or delete manetes.lease there when no second machine \
                 follows it any more",
                global.data_dir.display()
            ))),
        };
    }
    data_dir::demand_no_standby(global)?;
    let lease = Lease::of(&config.backup, &global.data_dir, clock).map_err(Error::Refused)?;
    match lease.look().await {
        Ok(Standing::Ours(generation)) => {
            tell(&format!("The lease at {} is this machine's, generation {generation}", lease.place()));
            Ok(Some((lease, true)))
        }
        Ok(Standing::Another(held)) => Err(Error::Refused(lease.refusal(&held)?)),
        Err(error) => {
            tell(&format!("Nothing is written before the lease at {} can be read: {error}", lease.place()));
            Ok(Some((lease, false)))
        }
    }
}

/// What a start settles before anybody sees a price.
#[derive(Clone)]
pub(super) struct Start {
    pub(super) data_dir: PathBuf,
    /// Whom records of invoices are made for from here on, and by whose program.
    pub(super) mode: Mode,
    pub(super) producer: Option<Producer>,
}

impl Start {
    async fn begin(&self, db: &Db, now: Timestamp) -> Result<(), Error> {
        self.begin_invoices(db).await?;
        self.settle(db, now).await
    }

    async fn begin_invoices(&self, db: &Db) -> Result<(), Error> {
        let (mode, producer) = (self.mode, self.producer.clone());
        Ok(db.write(move |tx| invoices::begin(tx, mode, producer.as_ref())).await?)
    }

    /// What began or ended while nobody served.
    async fn settle(&self, db: &Db, now: Timestamp) -> Result<(), Error> {
        db.write(move |tx| catalogue::settle_sales(tx, now)).await?;
        self.erase_again(db).await?;
        db.write(move |tx| outbox::take_up(tx, now)).await?;
        Ok(())
    }

    /// Whoever was erased and is back with an older copy of the database.
    async fn erase_again(&self, db: &Db) -> Result<(), Error> {
        let (db, data_dir) = (db.clone(), self.data_dir.clone());
        let settled = tokio::task::spawn_blocking(move || privacy::tombstones::settle(&db, &data_dir)).await;
        let back = settled.map_err(|error| Error::Refused(error.to_string()))??;
        if back > 0 {
            tell(&format!("Erased again {back} of those whom an older copy of the database had brought back"));
        }
        Ok(())
    }

    /// As soon as this machine may write. No job begins before: it would report records as the settings no longer say.
    async fn settle_once_open(&self, app: &Shared) {
        app.db.fence().opened().await;
        while let Err(error) = self.begin_invoices(&app.db).await {
            tracing::error!(%error, "whom records of invoices are made for is not written down yet");
            tokio::time::sleep(AGAIN).await;
        }
        if let Err(error) = self.settle(&app.db, app.clock.now()).await {
            tracing::error!(%error, "what was left from before is settled at the next start");
        }
    }
}

/// What goes on in the background while this machine writes.
pub(super) struct Work {
    stop: oneshot::Sender<Duration>,
    task: JoinHandle<()>,
}

impl Work {
    /// Begins as soon as this machine may write, and ends when it may no longer: what it would ask providers or send is
    /// another machine's to do. `is_ours`: it may, and all is settled.
    pub(super) fn begin(app: &Shared, start: Start, mailer: Mailer, is_ours: bool) -> Self {
        let (app, (stop, mut stopped)) = (app.clone(), oneshot::channel());
        let task = tokio::spawn(async move {
            let fence = app.db.fence();
            if !is_ours {
                tokio::select! {
                    () = fence.closed() => return,
                    () = start.settle_once_open(&app) => {}
                }
            }
            tokio::select! {
                _ = &mut stopped => return,
                () = fence.closed() => return,
                () = tokio::time::sleep(BREATH) => {}
            }
            let jobs = Jobs::start(&app, mailer);
            tokio::select! {
                () = fence.closed() => drop(jobs),
                Ok(patience) = stopped => jobs.stop(patience).await,
            }
        });
        Self { stop, task }
    }

    /// Begins nothing more, and waits so long at most for what has begun.
    pub(super) async fn end(self, patience: Duration) {
        _ = self.stop.send(patience);
        _ = tokio::time::timeout(patience, self.task).await;
    }
}
