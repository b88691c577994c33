//! What goes on in the background. Each worker may be dropped at any moment: its work is rows, done again at the next
//! start.

use std::time::Duration;

use tokio::task::JoinSet;

use crate::app::{App, Shared};
use crate::db::{self, Tx};
use crate::mail::outbox::{self, Mailer};
use crate::{accounts, alerts, catalogue, checkout, payments, quotes};

const HOUR: Duration = Duration::from_secs(3600);
/// How soon after its moment a sale has begun or ended.
const TICK: Duration = Duration::from_secs(1);
/// How soon a picture of the owner's is noticed.
const GLANCE: Duration = Duration::from_secs(3);

/// Starts them all; they end when the set is dropped.
pub fn start(app: &Shared, mailer: Mailer) -> JoinSet<()> {
    let mut workers = JoinSet::new();
    workers.spawn(outbox::work(app.clone(), mailer));
    workers.spawn(payments::work(app.clone()));
    workers.spawn(checkout::worker::work(app.clone()));
    workers.spawn(alerts::work(app.clone()));
    workers.spawn(purge(app.clone()));
    workers.spawn(keep_sales(app.clone()));
    workers.spawn(look_at_pictures(app.clone()));
    workers
}

/// Forgets expired sessions and tokens, mails that went out long ago, and photos nobody claimed, once an hour.
async fn purge(app: Shared) {
    loop {
        let now = app.clock.now();
        let forget = move |tx: &Tx<'_>| accounts::purge(tx, now).and_then(|()| outbox::purge(tx, now));
        if let Err(error) = app.db.write(forget).await {
            tracing::warn!(%error, "what is over could not be forgotten");
        }
        let shop = app.clone();
        let sweep = move || quotes::photos::purge(&shop.db, &shop.data_dir, now);
        if let Ok(Err(error)) = tokio::task::spawn_blocking(sweep).await {
            tracing::warn!(%error, "photos nobody claimed could not be deleted");
        }
        tokio::time::sleep(HOUR).await;
    }
}

/// Begins and ends sales by the clock.
async fn keep_sales(app: Shared) {
    loop {
        if let Err(error) = settle_sales(&app).await {
            tracing::warn!(%error, "sales could not begin or end");
        }
        tokio::time::sleep(TICK).await;
    }
}

/// One round; once more does nothing more.
pub async fn settle_sales(app: &App) -> db::Result<()> {
    let now = app.clock.now();
    if app.db.read(move |conn| catalogue::are_sales_due(conn, now)).await? {
        app.db.write(move |tx| catalogue::settle_sales(tx, now)).await?;
    }
    Ok(())
}

/// Takes up the pictures the owner changes while the site is up.
async fn look_at_pictures(app: Shared) {
    loop {
        let library = app.clone();
        if let Err(error) = tokio::task::spawn_blocking(move || library.pictures.refresh()).await {
            tracing::error!(%error, "the owner's pictures could not be looked at");
        }
        tokio::time::sleep(GLANCE).await;
    }
}
