//! What the server does by itself: a backup when its hour has come, a drill once a week.

use std::path::Path;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::drill::drill;
use super::store::Store;
use super::{Error, Made, Wish, forget_old, format, write};
use crate::app::{App, Shared};
use crate::clock::Timestamp;
use crate::config;
use crate::db::{self, Tx};
use crate::upkeep::{self, Kind, Upkeep};

/// After a failure it rests so long, in seconds.
const REST_SECONDS: [(Kind, i64); 2] = [(Kind::Backup, 15 * 60), (Kind::Drill, 6 * 3600)];

/// Why a round came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It was tried.
    #[error(transparent)]
    Failed(#[from] Error),
    /// It could not even be looked at.
    #[error(transparent)]
    Db(#[from] db::Error),
    /// The thread that was at it is gone.
    #[error("it ended in the middle of something")]
    CutOff,
}

/// Makes a backup if it is time.
pub async fn back_up_if_due(app: &Shared) -> Result<(), Failure> {
    let (now, every) = (app.clock.now(), i64::from(app.config.backup.every) * 3600);
    let last = app.db.read(|conn| upkeep::of(conn, Kind::Backup)).await?;
    if last.wanted_since.is_none() {
        app.db.write(move |tx| upkeep::want(tx, now)).await?;
    }
    if !is_due(&last, Kind::Backup, every, now) {
        return Ok(());
    }
    begin(app, Kind::Backup, now).await?;
    let shop = app.clone();
    let made = run(move |runtime| back_up(&shop.data_dir, &shop.config.backup, runtime, now).map(drop));
    note(app, Kind::Backup, made.await, now).await?;
    app.db.write(|tx| upkeep::try_again(tx, Kind::Drill)).await?;
    app.wakeups.drill.notify_one();
    Ok(())
}

/// Drills if it is time and there is something to drill with.
pub async fn drill_if_due(app: &Shared) -> Result<(), Failure> {
    let now = app.clock.now();
    let (backup, last) = app
        .db
        .read(|conn| Ok::<_, db::Error>((upkeep::of(conn, Kind::Backup)?, upkeep::of(conn, Kind::Drill)?)))
        .await?;
    if backup.succeeded_at.is_none() || !is_due(&last, Kind::Drill, upkeep::DRILL_SECONDS, now) {
        return Ok(());
    }
    begin(app, Kind::Drill, now).await?;
    let shop = app.clone();
    let drilled = run(move |runtime| {
        let Some(target) = &shop.config.backup.to else { return Ok(()) };
        let store = Store::of(target, &shop.config.backup.access, runtime.clone())?;
        drill(&store, &shop.data_dir, &shop.config, &runtime, now).map(drop)
    });
    note(app, Kind::Drill, drilled.await, now).await
}

fn is_due(last: &Upkeep, kind: Kind, every_seconds: i64, now: Timestamp) -> bool {
    let rest = REST_SECONDS.iter().find(|(of, _)| *of == kind).map_or(0, |(_, seconds)| *seconds);
    // What lies ahead was noted while the clock was wrong.
    let is_past = |at: Option<Timestamp>, seconds| at.is_none_or(|at| at > now || at.plus_seconds(seconds) <= now);
    is_past(last.failed_at, rest) && is_past(last.succeeded_at, every_seconds)
}

/// What is done with a backup, with how long it took. On a thread of its own, which the end of the program does not wait
/// for: what it leaves half done has no name.
async fn run(f: impl FnOnce(Handle) -> Result<(), Error> + Send + 'static) -> Result<Duration, Failure> {
    let (answer, asked) = oneshot::channel();
    let runtime = Handle::current();
    let work = move || {
        let begun = Instant::now();
        drop(answer.send(f(runtime).map(|()| begun.elapsed())));
    };
    let started = std::thread::Builder::new().name(String::from("backup")).spawn(work);
    started.map_err(|error| Error::Store(error.to_string()))?;
    Ok(asked.await.map_err(|_| Failure::CutOff)??)
}

/// It has failed until it is done: should the program die of it, it rests before it tries again.
async fn begin(app: &App, kind: Kind, now: Timestamp) -> db::Result<()> {
    app.db.write(move |tx| upkeep::begun(tx, kind, now)).await
}

async fn note(app: &App, kind: Kind, done: Result<Duration, Failure>, now: Timestamp) -> Result<(), Failure> {
    let failure = match done {
        Ok(took) => {
            app.health.trouble_is_over(kind.as_str());
            return Ok(app.db.write(move |tx| record(tx, kind, took, now)).await?);
        }
        Err(failure) => failure,
    };
    let error = failure.to_string();
    app.health.trouble(kind.as_str(), error.clone(), now);
    app.db.write(move |tx| upkeep::failed(tx, kind, now, &error)).await?;
    Err(failure)
}

/// Writes down that it was done at `now`.
pub fn record(tx: &Tx<'_>, kind: Kind, took: Duration, now: Timestamp) -> db::Result<()> {
    upkeep::succeeded(tx, kind, now, i64::try_from(took.as_millis()).unwrap_or(i64::MAX))
}

/// Makes a backup where the settings say, and forgets those that are not kept any more; where it is. Not for an
/// async thread.
pub fn back_up(
    data_dir: &Path,
    config: &config::Backup,
    runtime: Handle,
    now: Timestamp,
) -> Result<(String, Made), Error> {
    let target = config.to.as_ref().ok_or_else(|| Error::Store(String::from("MANETES_BACKUP_TO says where to")))?;
    let store = Store::of(target, &config.access, runtime)?;
    let (name, made) = put(&store, data_dir, config.access.passphrase(), now)?;
    // It is made, whether the old ones go or not: a key that may not delete is a good one to have.
    if let Err(error) = store.sweep(now).and_then(|()| forget_old(&store, config.keep, now)) {
        tracing::warn!(%error, "a backup is made, but those that are kept no longer stay");
    }
    Ok((format!("{store}/{name}"), made))
}

/// Makes a backup in a store; what it is called.
pub fn put(store: &Store, data_dir: &Path, passphrase: Option<&str>, now: Timestamp) -> Result<(String, Made), Error> {
    let name = format::name(now, passphrase.is_some());
    let wish = Wish { data_dir, passphrase, now };
    let made = store.put(&name, |out| write(&wish, store.folder(), out))?;
    Ok((name, made))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_by_a_clock_that_was_ahead_puts_nothing_off() {
        let now = Timestamp::from_millis(1_795_172_400_000);
        let at = |seconds| Some(now.plus_seconds(seconds));
        let last = |succeeded_at, failed_at| Upkeep {
            wanted_since: None,
            succeeded_at,
            took_ms: None,
            failed_at,
            error: None,
        };
        let is_due = |last| is_due(&last, Kind::Backup, 86_400, now);
        assert!(is_due(last(None, None)) && is_due(last(at(-86_400), at(-900))));
        assert!(!is_due(last(at(-86_399), None)) && !is_due(last(at(-86_400), at(-899))));
        assert!(is_due(last(at(365 * 86_400), None)) && is_due(last(None, at(365 * 86_400))));
    }
}
