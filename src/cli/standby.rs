//! `manetes serve --standby`: shows the shop of another machine, as Litestream brings it here.

use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};

use super::options::Options;
use super::serve::{GRACE, JOBS_GRACE, asked_to_stop, certificates, listen};
use super::{Error, data_dir};
use crate::app::{App, Parts};
use crate::auth::hashing::HashPool;
use crate::clock::Clock;
use crate::config::Global;
use crate::db::Db;
use crate::http;
use crate::http::listener::Sockets;
use crate::jobs::Jobs;
use crate::lease::{self, Lease, Note};
use crate::logging::tell;
use crate::mirror::Mirror;
use crate::oidc::Providers;
use crate::order_keys::OrderKeys;
use crate::secrets::Secrets;
use crate::service;
use crate::service::reload::Reload;

/// How often it is looked whether the first copy has come.
const WAIT: Duration = Duration::from_millis(200);
/// How often it is looked which generation there is to follow.
const LOOK: Duration = Duration::from_secs(10);

pub(super) async fn serve(
    global: &Global,
    mut options: Options,
    sockets: Sockets,
    reload: Reload,
) -> Result<(), Error> {
    let clock = Clock::system();
    tokio::spawn(reload.whenever_hung_up(signal(SignalKind::hangup())?));
    data_dir::make(global)?;
    let lock = data_dir::lock(global)?;
    let lease = Lease::of(&options.config.backup, &global.data_dir, &clock).map_err(Error::Refused)?;
    let mirror = Mirror::of(&options.config.backup, &global.data_dir).map_err(Error::Refused)?;
    demand_no_primary(global)?;
    note_generation(&lease, global).await?;
    let providers = Providers::new(options.config.oidc.as_ref()).map_err(Error::Refused)?;
    let certificates = certificates(&options.config, global, &clock, false)?;
    let doors = listen(&mut options.config, sockets).await?;
    let address = options.config.listen;
    lock.serves_at(options.config.plain_address())?;
    let mut stop = asked_to_stop()?;
    let db = tokio::select! {
        db = first_copy(global) => db?,
        () = &mut stop => return Ok(()),
    };
    let no_keys = || Error::Refused(String::from("the copy has no keys: the first machine has never served"));
    let secrets = db.read(Secrets::find).await?.ok_or_else(no_keys)?;
    let app = Arc::new(App::new(Parts {
        db,
        clock,
        config: options.config,
        payments: options.payments,
        // The shop sends.
        agency: None,
        data_dir: global.data_dir.clone(),
        secrets,
        // It opens no order and sends no mail.
        order_keys: OrderKeys::passing(),
        hashing: HashPool::start()?,
        providers,
        mirror,
        certificates,
    }));
    tell(&format!("manetes, a standby, listens on {address}; it shows the shop and takes nothing"));
    let (jobs, renewal) = (Jobs::of_standby(&app), Jobs::of_certificate(&app));
    tokio::spawn(service::accompany(app.clone(), app.config.plain_address()));
    let following = tokio::spawn(follow_generations(lease, global.clone()));
    http::server::serve(&app, doors, stop, GRACE).await;
    following.abort();
    tokio::join!(jobs.stop(JOBS_GRACE), renewal.stop(JOBS_GRACE));
    Ok(())
}

/// What a former primary still has is no copy: Litestream would write into it, and what it did not carry away would be
/// gone.
fn demand_no_primary(global: &Global) -> Result<(), Error> {
    let data_dir = &global.data_dir;
    let was_primary = Note::find(data_dir)?.is_some_and(|note| note.generation.is_some());
    if !lease::is_standby(data_dir) && (was_primary || global.database().exists()) {
        return Err(Error::Refused(format!(
            "{} holds a shop's own data: set it aside, for what the second machine has not received is nowhere else, and let \
             the standby begin with an empty directory",
            data_dir.display()
        )));
    }
    Ok(())
}

/// Notes for the scripts beside Litestream which generation there is; what was noted stands while nobody can say.
async fn note_generation(lease: &Lease, global: &Global) -> Result<(), Error> {
    match lease.holder().await {
        Ok(held) => lease::note_standby(&global.data_dir, held.map(|held| held.generation))?,
        Err(error) => {
            tracing::warn!(%error, "which generation is to be followed is not known");
            if !lease::is_standby(&global.data_dir) {
                lease::note_standby(&global.data_dir, None)?;
            }
        }
    }
    Ok(())
}

async fn follow_generations(lease: Lease, global: Global) {
    loop {
        tokio::time::sleep(LOOK).await;
        if let Err(error) = note_generation(&lease, &global).await {
            tracing::warn!(%error, "which generation is to be followed could not be noted");
        }
    }
}

async fn first_copy(global: &Global) -> Result<Db, Error> {
    let mut is_told = false;
    loop {
        let file = global.database();
        let followed = tokio::task::spawn_blocking(move || Db::follow(&file)).await;
        if let Some(db) = followed.map_err(|error| Error::Refused(error.to_string()))?? {
            return Ok(db);
        }
        if !std::mem::replace(&mut is_told, true) {
            service::says("Waits for litestream to bring the database");
            tell(&format!("Waits for litestream to bring {}", global.database().display()));
        }
        tokio::time::sleep(WAIT).await;
    }
}
