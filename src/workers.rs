//! The workers: small rounds, each started by its bell or by the time, until the program stops.

use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

use crate::accounts;
use crate::app::{App, Shared};
use crate::checkout;
use crate::db;
use crate::mail::outbox::{self, Mailer};
use crate::payments::sandbox;

/// The running workers.
pub struct Workers(JoinSet<()>);

impl Workers {
    /// Waits until every worker has stopped.
    pub async fn finished(mut self) {
        while self.0.join_next().await.is_some() {}
    }
}

/// Starts them all; they stop when `stop` becomes true.
pub fn start(app: &Shared, mailer: Mailer, stop: &watch::Receiver<bool>) -> Workers {
    let mut workers = JoinSet::new();
    macro_rules! worker {
        ($name:literal, every $seconds:literal s, $bell:expr, $round:expr) => {{
            let (app, stop) = (app.clone(), stop.clone());
            workers.spawn(async move { rounds($name, Duration::from_secs($seconds), stop, &app, $bell, $round).await });
        }};
    }
    worker!("outbox", every 20 s, |app| Some(&app.bells.outbox), async |app| outbox::tick(app, &mailer).await);
    worker!("sandbox", every 2 s, |app| Some(&app.bells.sandbox), async |app| sandbox::notify_tick(app).await);
    worker!("payments", every 30 s, |app| Some(&app.bells.payments), async |app| checkout::worker::tick(app).await);
    worker!("purge", every 3600 s, |_| None, async |app| purge(app).await);
    workers
}

/// One round after the other while there is work, then a pause.
async fn rounds<B, R>(name: &str, pause: Duration, mut stop: watch::Receiver<bool>, app: &App, bell: B, round: R)
where
    B: Fn(&App) -> Option<&Notify>,
    R: AsyncFn(&App) -> db::Result<usize>,
{
    loop {
        let more = match round(app).await {
            Ok(done) => done > 0,
            Err(error) => {
                tracing::error!(worker = name, %error, "a round failed and will be tried again");
                false
            }
        };
        if *stop.borrow() {
            return;
        }
        if more {
            continue;
        }
        let rung = async {
            match bell(app) {
                Some(bell) => bell.notified().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = rung => {}
            _ = stop.changed() => return,
        }
    }
}

/// Forgets expired sessions and tokens.
async fn purge(app: &App) -> db::Result<usize> {
    let now = app.clock.now();
    app.db.write(move |tx| accounts::purge(tx, now)).await?;
    Ok(0)
}
