//! What goes on in the background, each job under supervision: one that fails or panics is logged, counted and run again.

mod supervisor;

use std::collections::HashSet;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, watch};
use tokio::task::JoinSet;

use supervisor::supervise;
pub use supervisor::{Backoff, Error, Job, Next};

use crate::app::{App, Shared};
use crate::auth::mailbox;
use crate::backup::{self, round};
use crate::catalogue::import::{self, undo};
use crate::checkout::{reminder, worker};
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::enclosures;
use crate::fulfilment;
use crate::invoices::sending::{self, Round};
use crate::mail::Message;
use crate::mail::outbox::{self, Mailer};
use crate::pager::Pager;
use crate::payments::sandbox;
use crate::pictures::{avif, documents, media, sweep};
use crate::privacy::retention;
use crate::site::pages::editions::Editions;
use crate::withdrawals::settle;
use crate::{accounts, alerts, catalogue, invoices, orders, quotes, ratings, sso, text};

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

const BACKOFF: Backoff = Backoff { first: SECOND, longest: Duration::from_secs(300) };

/// The jobs of a running program; they end when this is dropped.
pub struct Jobs {
    supervisors: JoinSet<()>,
    stop: watch::Sender<bool>,
}

impl Jobs {
    /// Starts them all.
    pub fn start(app: &Shared, mailer: Mailer) -> Self {
        Self::run(app, |stopping| all(app, mailer, stopping))
    }

    /// Starts those of a standby, which keep it up to date and do nothing of the shop's.
    pub fn of_standby(app: &Shared) -> Self {
        let site_pictures = job(app, "site_pictures", 3 * SECOND, site_pictures);
        // What the first machine has brought to the bucket by itself, and the pages want.
        let files = job(app, "files", 5 * MINUTE, fetch_files);
        Self::run(app, |_| vec![job(app, "follow", SECOND, follow), files, site_pictures])
    }

    /// That of the certificate, whoever writes the shop; none where a proxy speaks https.
    pub fn of_certificate(app: &Shared) -> Self {
        // How soon another file is taken up, and soon enough for a life of a minute.
        let renewal = app.certificates.as_ref().map(|_| job(app, "certificate", 2 * SECOND, renew_certificate));
        Self::run(app, |_| renewal.into_iter().collect())
    }

    fn run(app: &Shared, jobs: impl FnOnce(&watch::Receiver<bool>) -> Vec<Job>) -> Self {
        let (mut supervisors, (stop, stopping)) = (JoinSet::new(), watch::channel(false));
        for job in jobs(&stopping) {
            supervisors.spawn(supervise(job, app.health.clone(), app.clock.clone(), BACKOFF, stopping.clone()));
        }
        Self { supervisors, stop }
    }

    /// Begins nothing more, and waits for what has begun, so long at most.
    pub async fn stop(mut self, patience: Duration) {
        self.stop.send_replace(true);
        let ended = async { while self.supervisors.join_next().await.is_some() {} };
        _ = tokio::time::timeout(patience, ended).await;
    }
}

/// What a run came to.
type Outcome = Result<Next, Error>;

fn all(app: &Shared, mailer: Mailer, stopping: &watch::Receiver<bool>) -> Vec<Job> {
    let mut jobs = vec![
        mail(app, mailer, stopping.clone()),
        pager(app),
        reconcile(app),
        job(app, "payments", 15 * SECOND, payments).woken_by(&app.wakeups.payments),
        job(app, "alerts", 20 * SECOND, alerts),
        job(app, "invoices", 30 * SECOND, issue_invoices),
        job(app, "ratings", HOUR, ask_for_stars),
        // How soon after its moment a sale has begun or ended.
        job(app, "sales", SECOND, sales),
        // How soon a case goes with its order.
        job(app, "returns", 20 * SECOND, settle_returns).woken_by(&app.wakeups.returns),
        // How soon an import is gone on with that was cut off.
        job(app, "imports", 5 * SECOND, imports),
        // How soon a picture of the owner's is noticed.
        job(app, "site_pictures", 3 * SECOND, site_pictures),
        legal_texts(app),
        // What a killed program loses of them.
        job(app, "counts", MINUTE, write_counts),
        job(app, "avif", MINUTE, make_avif_files).woken_by(&app.wakeups.pictures),
        job(app, "purge_rows", HOUR, purge_rows),
        job(app, "purge_photos", HOUR, purge_photos),
        job(app, "retention", HOUR, forget_what_is_old),
        job(app, "purge_pictures", HOUR, purge_pictures),
    ];
    if app.config.backup.to.is_some() {
        jobs.push(job(app, "backup", 10 * MINUTE, back_up));
        jobs.push(job(app, "drill", 10 * MINUTE, drill).woken_by(&app.wakeups.drill));
    }
    if app.config.replicated {
        // However quiet the shop is, the other machine sees that what it has is not old.
        jobs.push(job(app, "replication", MINUTE, show_signs_of_life));
        jobs.push(job(app, "files", HOUR, carry_files));
    }
    if app.agency.is_some() {
        jobs.push(job(app, "tax_agency", 5 * SECOND, send_invoices));
    }
    if app.payments.configured() == sandbox::PROVIDER {
        jobs.push(job(app, "sandbox", 5 * SECOND, notify_as_sandbox).woken_by(&app.wakeups.sandbox));
    }
    jobs
}

fn job<F>(app: &Shared, name: &'static str, every: Duration, run: fn(Shared) -> F) -> Job
where
    F: Future<Output = Outcome> + Send + 'static,
{
    let app = app.clone();
    Job::new(name, every, move || run(app.clone()))
}

/// Gets a certificate when it is time, and takes up one that was put there.
async fn renew_certificate(app: Shared) -> Outcome {
    let Some(certificates) = &app.certificates else { return Ok(Next::Rest) };
    Ok(if certificates.tick(&app.health).await { Next::Again } else { Next::Rest })
}

/// Copies the whole shop when it is time.
async fn back_up(app: Shared) -> Outcome {
    round::back_up_if_due(&app).await?;
    Ok(Next::Rest)
}

async fn show_signs_of_life(app: Shared) -> Outcome {
    app.db.write(db::probe).await?;
    Ok(Next::Rest)
}

/// Brings to the bucket what is not there yet, such as files that were made later or before there was a second machine. What
/// only the bucket has comes back if the shop knows it, as after a promotion, and goes there too if not.
async fn carry_files(app: Shared) -> Outcome {
    let settled = settle_files(&app).await;
    match &settled {
        Ok(()) => app.health.trouble_is_over("files"),
        Err(error) => app.health.trouble("files", error.to_string(), app.clock.now()),
    }
    // They waited for what they are made of.
    app.wakeups.pictures.notify_one();
    settled.map(|()| Next::Rest)
}

async fn settle_files(app: &App) -> Result<(), Error> {
    let absent = app.mirror.carry_all().await?;
    let (known, rest) = app
        .db
        .read(move |conn| {
            let mut parts = (Vec::new(), Vec::new());
            for file in absent {
                let is_known = media::is_kept(conn, &file)?
                    || documents::is_kept(conn, &file)?
                    || quotes::photos::is_kept(conn, &file)?;
                if is_known { &mut parts.0 } else { &mut parts.1 }.push(file);
            }
            Ok::<_, db::Error>(parts)
        })
        .await?;
    Ok(app.mirror.settle(known, rest).await?)
}

/// Makes the folders of pictures and photos like those of the first machine.
async fn fetch_files(app: Shared) -> Outcome {
    app.mirror.follow().await?;
    Ok(Next::Rest)
}

/// Nothing came from the first machine for so long that somebody should look: it shows signs of life each minute.
const SILENCE_SECONDS: i64 = 5 * 60;

/// Takes up what came from the first machine.
async fn follow(app: Shared) -> Outcome {
    let (db, now) = (app.db.clone(), app.clock.now());
    let caught_up = tokio::task::spawn_blocking(move || db.catch_up()).await?;
    let silent = app.db.came_at().is_some_and(|came_at| came_at.plus_seconds(SILENCE_SECONDS) < now);
    match caught_up {
        Err(error) => app.health.trouble("follow", error.to_string(), now),
        Ok(_) if silent => app.health.trouble("follow", String::from("nothing comes from the first machine"), now),
        Ok(_) => app.health.trouble_is_over("follow"),
    }
    Ok(Next::Rest)
}

/// Restores the newest copy to throw it away, once a week.
async fn drill(app: Shared) -> Outcome {
    round::drill_if_due(&app).await?;
    Ok(Next::Rest)
}

/// Whether what a mail asks for, or the way it shows, is over. Mails wait as long as the mail server does not work.
pub fn is_over(conn: &Conn, message: &Message, now: Timestamp) -> db::Result<bool> {
    Ok(reminder::is_over(conn, message, now)?
        || mailbox::is_over(conn, message, now)?
        || fulfilment::is_over(conn, message)?)
}

/// Sends what waits in the outbox.
fn mail(app: &Shared, mailer: Mailer, stopping: watch::Receiver<bool>) -> Job {
    let outbox = Arc::new(app.outbox(Arc::new(mailer), is_over, enclosures::of_mail, stopping));
    let run = move || {
        let outbox = outbox.clone();
        async move { Ok(outbox.step().await?.map_or(Next::Rest, |_| Next::Again)) }
    };
    Job::new("mail", 20 * SECOND, run).woken_by(&app.wakeups.outbox)
}

/// Rings the owner's telephone.
fn pager(app: &Shared) -> Job {
    let (shop, pager) = (app.clone(), Arc::new(Pager::new(app.config.base_url.clone())));
    let run = move || {
        let (app, pager) = (shop.clone(), pager.clone());
        async move {
            let made = pager.step(&app.db, &app.health, app.clock.now()).await?;
            Ok(if made { Next::Again } else { Next::Rest })
        }
    };
    Job::new("pager", 20 * SECOND, run).woken_by(&app.wakeups.pager)
}

/// Keeps the legal texts as they are shown, soon after the owner has changed what they say.
fn legal_texts(app: &Shared) -> Job {
    let (shop, editions) = (app.clone(), Arc::new(Mutex::new(Editions::default())));
    Job::new("legal_texts", 10 * SECOND, move || {
        let (app, editions) = (shop.clone(), editions.clone());
        async move { Ok(editions.lock().await.keep(&app).await.map(|()| Next::Rest)?) }
    })
}

/// Sends the records of invoices to the tax agency, and says as long as any cannot be sent how many they are, as the law wants.
async fn send_invoices(app: Shared) -> Outcome {
    let Some(agency) = &app.agency else { return Ok(Next::Rest) };
    let round = sending::round(&app.db, agency, &app.clock, false).await?;
    let progress = app.db.read(sending::progress).await?;
    let now = app.clock.now();
    match &progress.failure {
        Some(error) if progress.waiting > 0 || progress.hold.is_some() => {
            app.health.trouble("tax_agency_silent", format!("{}: {error}", progress.waiting), now);
        }
        _ => app.health.trouble_is_over("tax_agency_silent"),
    }
    let wrong = progress.rejected + progress.with_errors;
    if wrong > 0 {
        app.health.trouble("invoices_rejected", wrong.to_string(), now);
    } else {
        app.health.trouble_is_over("invoices_rejected");
    }
    Ok(if round == Round::Done { Next::Again } else { Next::Rest })
}

/// Issues what waited for the firm's tax number and address.
async fn issue_invoices(app: Shared) -> Outcome {
    let now = app.clock.now();
    let issued = app.db.write(move |tx| invoices::issue_due(tx, now)).await?;
    Ok(if issued > 0 { Next::Again } else { Next::Rest })
}

/// Asks providers what they did not tell; at the start about every open page.
fn reconcile(app: &Shared) -> Job {
    let (shop, mut age_seconds) = (app.clone(), 0);
    Job::new("reconcile", 5 * MINUTE, move || {
        let (app, age_seconds) = (shop.clone(), mem::replace(&mut age_seconds, worker::QUIET_SECONDS));
        async move { Ok(worker::reconcile_and_report(&app, age_seconds).await.map(|()| Next::Rest)?) }
    })
}

/// Ends unpaid orders, closes payment pages nobody should use, and makes refunds.
async fn payments(app: Shared) -> Outcome {
    worker::tick(&app).await?;
    Ok(Next::Rest)
}

async fn notify_as_sandbox(app: Shared) -> Outcome {
    app.payments.of(sandbox::PROVIDER)?.tick().await?;
    Ok(Next::Rest)
}

async fn alerts(app: Shared) -> Outcome {
    if alerts::tick(&app).await? {
        app.wakeups.outbox.notify_one();
        app.wakeups.pager.notify_one();
    }
    Ok(Next::Rest)
}

/// Asks buyers for stars, some days after it was delivered.
async fn ask_for_stars(app: Shared) -> Outcome {
    if ratings::ask::tick(&app.db, app.clock.now()).await? {
        app.wakeups.outbox.notify_one();
    }
    Ok(Next::Rest)
}

/// Ends cases of goods that come back whose order was cancelled or paid back by itself.
async fn settle_returns(app: Shared) -> Outcome {
    if app.db.read(settle::is_due).await? {
        let now = app.clock.now();
        app.db.write(move |tx| settle::all(tx, now)).await?;
    }
    Ok(Next::Rest)
}

async fn sales(app: Shared) -> Outcome {
    settle_sales(&app).await?;
    Ok(Next::Rest)
}

/// Begins and ends sales by the clock; once more does nothing more.
pub async fn settle_sales(app: &App) -> db::Result<()> {
    let now = app.clock.now();
    if app.db.read(move |conn| catalogue::are_sales_due(conn, now)).await? {
        app.db.write(move |tx| catalogue::settle_sales(tx, now)).await?;
    }
    Ok(())
}

/// Writes down what was counted since the last time.
async fn write_counts(app: Shared) -> Outcome {
    app.counts.write_down(&app.db, app.clock.now()).await?;
    Ok(Next::Rest)
}

/// Goes on with an import that was cut off, or with taking one back.
async fn imports(app: Shared) -> Outcome {
    import::resume(&app.db, orders::is_ordered_since, app.clock.now()).await?;
    Ok(Next::Rest)
}

/// Takes up the pictures the owner changes while the site is up.
async fn site_pictures(app: Shared) -> Outcome {
    tokio::task::spawn_blocking(move || app.pictures.refresh()).await?;
    Ok(Next::Rest)
}

/// Makes the AVIF files of products' pictures, one picture after the other.
async fn make_avif_files(app: Shared) -> Outcome {
    if !app.mirror.is_settled() {
        return Ok(Next::Rest);
    }
    let Some(made) = avif::make_next(&app.db, &app.data_dir).await? else { return Ok(Next::Rest) };
    if let Err(error) = app.mirror.carry(made).await {
        tracing::warn!(%error, "files of a picture go to the bucket within the hour");
    }
    Ok(Next::Again)
}

/// Forgets expired sessions and tokens, mails that went out long ago, imports that are not taken back any more, and old
/// copies of the database.
async fn purge_rows(app: Shared) -> Outcome {
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            accounts::purge(tx, now)?;
            sso::purge(tx, now)?;
            outbox::purge(tx, now)
        })
        .await?;
    undo::purge(&app.db, now).await?;
    app.db.forget_old_copies(now)?;
    tokio::task::spawn_blocking(move || backup::forget_aside(&app.data_dir, now)).await??;
    Ok(Next::Rest)
}

/// Deletes photos nobody claimed.
async fn purge_photos(app: Shared) -> Outcome {
    tokio::task::spawn_blocking(move || quotes::photos::purge(&app.db, &app.data_dir, app.clock.now())).await??;
    Ok(Next::Rest)
}

/// Forgets what was kept as long as the settings say.
async fn forget_what_is_old(app: Shared) -> Outcome {
    tokio::task::spawn_blocking(move || retention::round(&app.db, &app.data_dir, app.clock.now())).await??;
    Ok(Next::Rest)
}

/// Deletes pictures nothing shows, in its turn among those who hand in pictures.
async fn purge_pictures(app: Shared) -> Outcome {
    let (shop, now) = (app.clone(), app.clock.now());
    let swept = app.uploads.read(move || sweep::sweep(&shop.db, &shop.data_dir, shown, now)).await;
    swept.map_err(|problem| format!("{problem:?}"))??;
    // It may have found some that nobody knew.
    app.wakeups.pictures.notify_one();
    Ok(Next::Rest)
}

/// The paths of the pictures that products show, and orders, which keep what was bought.
fn shown(conn: &Conn) -> db::Result<HashSet<String>> {
    let mut shown = catalogue::picture_urls(conn)?;
    shown.extend(orders::picture_urls(conn)?);
    // Older versions stored addresses with a query.
    Ok(shown.iter().map(|url| text::path(url).to_owned()).collect())
}
