//! What goes on in the background. Each worker may be dropped at any moment: its work is rows, done again at the next
//! start.

use std::collections::HashSet;
use std::time::Duration;

use tokio::task::JoinSet;

use crate::app::{App, Shared};
use crate::db::{self, Conn, Tx};
use crate::mail::outbox::{self, Mailer};
use crate::pictures::{avif, sweep};
use crate::{accounts, alerts, catalogue, checkout, orders, payments, quotes, text};

const MINUTE: Duration = Duration::from_secs(60);
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
    workers.spawn(make_avif_files(app.clone()));
    workers
}

/// Forgets expired sessions and tokens, mails that went out long ago, photos nobody claimed and pictures nothing shows,
/// once an hour.
async fn purge(app: Shared) {
    loop {
        let now = app.clock.now();
        let forget = move |tx: &Tx<'_>| accounts::purge(tx, now).and_then(|()| outbox::purge(tx, now));
        if let Err(error) = app.db.write(forget).await {
            tracing::warn!(%error, "what is over could not be forgotten");
        }
        let shop = app.clone();
        let sweep = move || quotes::photos::purge(&shop.db, &shop.data_dir, now);
        match tokio::task::spawn_blocking(sweep).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "photos nobody claimed could not be deleted"),
            Err(error) => tracing::error!(%error, "photos nobody claimed could not be looked through"),
        }
        let shop = app.clone();
        // In its turn among those who hand in pictures.
        let swept = app.uploads.read(move || sweep::sweep(&shop.db, &shop.data_dir, shown, now));
        match swept.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "pictures nothing shows could not be deleted"),
            Err(problem) => tracing::error!(?problem, "pictures nothing shows could not be looked through"),
        }
        // It may have found some that nobody knew.
        app.bells.pictures.notify_one();
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

/// The paths of the pictures that products show, and orders, which keep what was bought.
fn shown(conn: &Conn) -> db::Result<HashSet<String>> {
    let mut shown = catalogue::picture_urls(conn)?;
    shown.extend(orders::picture_urls(conn)?);
    // Older versions stored addresses with a query.
    Ok(shown.iter().map(|url| text::path(url).to_owned()).collect())
}

/// Makes the AVIF files of products' pictures, one picture after the other.
async fn make_avif_files(app: Shared) {
    loop {
        match avif::make_next(&app.db, &app.data_dir).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "the AVIF files of a picture could not be made yet"),
        }
        // The bell may have rung for one that then could not be done.
        _ = tokio::time::timeout(MINUTE, app.bells.pictures.notified()).await;
    }
}
