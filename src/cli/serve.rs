//! `manetes serve`: migrate, start the jobs, listen; stop without losing a request.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::BoolishValueParser;
use tokio::signal::unix::{SignalKind, signal};

use super::env_file::EnvFile;
use super::options::Options;
use super::primary::{self, Opened, Work};
use super::{Error, data_dir, demo, standby};
use crate::app::{App, Parts, Shared};
use crate::audit;
use crate::auth::hashing::HashPool;
use crate::clock::Clock;
use crate::config::{self, Global};
use crate::db::Trouble;
use crate::files;
use crate::http;
use crate::http::listener::{Listener, Purpose, Sockets};
use crate::http::server::Doors;
use crate::jobs::Jobs;
use crate::logging::{self, tell};
use crate::mail::dkim::Signer;
use crate::mail::outbox::Mailer;
use crate::mail::transport::Transport;
use crate::oidc::Providers;
use crate::outside;
use crate::pictures;
use crate::service;
use crate::service::reload::{self, Reload};
use crate::text::hex;
use crate::tls::Certificates;

/// In-flight requests have this long to finish.
pub(super) const GRACE: Duration = Duration::from_secs(8);
/// And then background jobs this long.
pub(super) const JOBS_GRACE: Duration = Duration::from_secs(2);

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    pub options: Options,
    #[command(flatten)]
    env_file: EnvFile,
    /// Follow another machine's shop, which Litestream brings here: show its pages, and take nothing
    #[arg(long, env = "MANETES_STANDBY", value_parser = BoolishValueParser::new())]
    standby: bool,
}

impl Args {
    pub(super) fn run(self, global: &Global) -> Result<(), Error> {
        self.env_file.take(&mut io::stderr())?;
        self.options.check().map_err(Error::Refused)?;
        let (logging, _lines) = logging::start(&self.options.config.log);
        outside::read_roots();
        let reload = Reload::default();
        reload.also(reload::level(global.data_dir.clone(), logging));
        let sockets = Sockets::handed_over()
            .map_err(|error| Error::Refused(format!("what the service manager hands over: {error}")))?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let runs: Pin<Box<dyn Future<Output = Result<(), Error>>>> = if self.standby {
            Box::pin(standby::serve(global, self.options, sockets, reload))
        } else {
            Box::pin(serve(global, self.options, sockets, reload))
        };
        runtime.block_on(runs)
    }
}

async fn serve(global: &Global, mut options: Options, sockets: Sockets, reload: Reload) -> Result<(), Error> {
    let clock = Clock::system();
    tokio::spawn(reload.whenever_hung_up(signal(SignalKind::hangup())?));
    // All that can refuse comes first: nothing is migrated under a running server, and no demo password is made that
    // nobody is told.
    data_dir::make(global)?;
    let lock = data_dir::lock(global)?;
    let mailer = mailer(&options.config, &global.data_dir)?;
    let providers = Providers::new(options.config.oidc.as_ref()).map_err(Error::Refused)?;
    let agency = options.verifactu.agency().map_err(Error::Refused)?;
    let certificates = certificates(&options.config, global, &clock, true)?;
    let doors = listen(&mut options.config, sockets).await?;
    lock.serves_at(options.config.plain_address())?;
    service::says("Opens the database, and migrates it where that is due");
    let start = primary::Start {
        data_dir: global.data_dir.clone(),
        mode: options.verifactu.mode,
        producer: options.verifactu.producer.clone(),
    };
    let Opened { db, secrets, order_keys, lease, mirror, is_ours } =
        primary::open(&options.config, global, &lock, &clock, &start).await?;
    let greeting = if options.config.demo && is_ours { demo::load(&db, clock.now()).await? } else { None };
    let warnings = options.warnings();
    let only_a_test = options.payments.only_a_test();
    let app = Arc::new(App::new(Parts {
        db,
        clock,
        config: options.config,
        payments: options.payments,
        agency,
        data_dir: global.data_dir.clone(),
        secrets,
        order_keys,
        hashing: HashPool::start()?,
        providers,
        mirror,
        certificates,
    }));
    let stop = asked_to_stop()?;
    say_where(&app, greeting.as_deref(), only_a_test.is_some());
    for warning in warnings {
        tracing::warn!("{warning}");
    }
    // Outside the database, so that a log which was cut off shows.
    let log = app.db.read(audit::head).await?;
    tell(&format!("The log of acts has {} entries; its head is {}", log.seq, hex(&log.hash)));
    let watch = lease.map(|lease| lease.watch(app.db.fence(), app.health.clone(), is_ours)).transpose()?;
    let (work, renewal) = (Work::begin(&app, start, mailer, is_ours), Jobs::of_certificate(&app));
    tokio::spawn(service::accompany(app.clone(), app.config.plain_address()));
    // Every acknowledged write is on disk already; a job cut off in the middle takes up its row at the next start.
    http::server::serve(&app, doors, stop, GRACE).await;
    tokio::join!(work.end(JOBS_GRACE), renewal.stop(JOBS_GRACE));
    drop(watch);
    finish(&app).await
}

/// The places where visitors are heard; nobody is answered yet. The settings then say where they are.
pub(super) async fn listen(config: &mut config::Serve, mut sockets: Sockets) -> Result<Doors, Error> {
    let of_site = if config.https.is_ours() { Purpose::Https } else { Purpose::Plain };
    let site = door(&mut config.listen, sockets.take(of_site)?).await?;
    let plain = match &mut config.https.listen_http {
        Some(address) => Some(door(address, sockets.take(Purpose::Http)?).await?),
        None => None,
    };
    match sockets.left().first() {
        None => Ok(Doors { site, plain }),
        Some(left) => Err(Error::Refused(format!(
            "the service manager hands over a socket at {left} at which nobody would answer: disable its unit, or name its \
             sockets (FileDescriptorName=) https and http where the program speaks https by itself"
        ))),
    }
}

/// At the socket that is handed over, else at the address.
async fn door(address: &mut SocketAddr, handed_over: Option<Listener>) -> Result<Listener, Error> {
    let listener = match handed_over {
        Some(listener) => listener,
        None => Listener::bind(*address).await.map_err(|error| Error::Refused(format!("{address}: {error}")))?,
    };
    *address = listener.local_addr()?;
    Ok(listener)
}

/// Where the program speaks https by itself, what it shows. `issues`: this machine gets it.
pub(super) fn certificates(
    config: &config::Serve,
    global: &Global,
    clock: &Clock,
    issues: bool,
) -> Result<Option<Certificates>, Error> {
    let open = || Certificates::open(&global.data_dir, &config.https, clock.clone(), issues);
    config.https.is_ours().then(open).transpose().map_err(Error::Refused)
}

/// What is best done while nobody is served.
async fn finish(app: &Shared) -> Result<(), Error> {
    match app.db.write(pictures::avif::forgive).await {
        Err(error) if error.trouble() == Some(Trouble::Elsewhere) => return Ok(()),
        forgiven => forgiven?,
    }
    if let Err(error) = app.counts.write_down(&app.db, app.clock.now()).await {
        tracing::warn!(%error, "what was counted last is lost");
    }
    if let Err(error) = app.db.gather() {
        tracing::warn!(%error, "what was written last stays in the log of writes");
    }
    Ok(())
}

fn mailer(config: &config::Serve, data_dir: &Path) -> Result<Mailer, Error> {
    let url = config.smtp_url.as_ref().map(config::Secret::expose);
    let transport = Transport::new(url, data_dir.join(files::MAIL)).map_err(Error::Refused)?;
    let signer = Signer::of(config).map_err(Error::Refused)?;
    Ok(Mailer::new(transport, config.mail_from.clone()).signed_by(signer))
}

/// For the person at the terminal; a log would be the wrong place.
fn say_where(app: &Shared, sign_in: Option<&str>, only_a_test: bool) {
    let open = app.config.base_url.link("/store");
    tell(&format!("manetes listens on {}; open {open}", app.config.listen));
    match sign_in {
        Some(sign_in) => tell(&format!("Demo shop loaded. Administrator: {sign_in}")),
        None if app.config.demo => tell("The database was not empty: no demo data was loaded"),
        None => {}
    }
    if app.config.smtp_url.is_none() {
        tell(&format!("Mails are written to {}", app.data_dir.join(files::MAIL).display()));
    }
    if only_a_test && !app.config.demo {
        tell("Payments are tests: no money moves");
    }
}

/// Ends when the program is to stop. It listens from the call on, not from the first look: whoever has read where the
/// program listens may stop it.
pub(super) fn asked_to_stop() -> io::Result<Pin<Box<dyn Future<Output = ()> + Send>>> {
    let (mut interrupted, mut terminated) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(Box::pin(async move {
        tokio::select! { _ = interrupted.recv() => {}, _ = terminated.recv() => {} }
        service::stops();
    }))
}
