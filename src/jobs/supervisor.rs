//! Runs a job again and again, whatever becomes of one run.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::{Notify, watch};

use crate::clock::Clock;
use crate::health::Health;

/// Why a run failed, in one line.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

type Run = Pin<Box<dyn Future<Output = Result<Next, Error>> + Send>>;

/// What follows a run that ended well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Another at once: there is more to do.
    Again,
    /// A rest, as long as the job's turns are apart or until something wakes it.
    Rest,
}

/// Work that is done in turns. A run may be dropped at any moment: what is to do is in rows.
pub struct Job {
    /// For the log and `/metrics`.
    pub name: &'static str,
    /// How long it rests.
    pub every: Duration,
    /// What ends its rest sooner.
    wakeup: Option<Arc<Notify>>,
    run: Box<dyn FnMut() -> Run + Send>,
}

impl Job {
    /// One that only its turns begin.
    pub fn new<F>(name: &'static str, every: Duration, mut run: impl FnMut() -> F + Send + 'static) -> Self
    where
        F: Future<Output = Result<Next, Error>> + Send + 'static,
    {
        Self { name, every, wakeup: None, run: Box::new(move || Box::pin(run())) }
    }

    /// It also runs when `wakeup` is notified.
    #[must_use]
    pub fn woken_by(self, wakeup: &Arc<Notify>) -> Self {
        Self { wakeup: Some(wakeup.clone()), ..self }
    }

    async fn rest(&mut self) {
        match &self.wakeup {
            Some(wakeup) => _ = tokio::time::timeout(self.every, wakeup.notified()).await,
            None => tokio::time::sleep(self.every).await,
        }
    }
}

/// After how long a job that failed is tried again; each further failure in a row doubles it.
#[derive(Debug, Clone, Copy)]
pub struct Backoff {
    /// After the first failure.
    pub first: Duration,
    /// At most.
    pub longest: Duration,
}

impl Backoff {
    fn after(self, failures: u32) -> Duration {
        self.first.saturating_mul(1 << failures.saturating_sub(1).min(20)).min(self.longest)
    }
}

/// Runs `job` until `stopping` says otherwise; a run that has begun is not cut off.
pub async fn supervise(
    mut job: Job,
    health: Arc<Health>,
    clock: Clock,
    backoff: Backoff,
    mut stopping: watch::Receiver<bool>,
) {
    health.watch(job.name, job.every, clock.now());
    let mut failures = 0;
    while !*stopping.borrow() {
        let run = AssertUnwindSafe(async { (job.run)().await }).catch_unwind().await;
        let error = match run {
            Ok(Ok(next)) => {
                health.succeeded(job.name, clock.now());
                failures = 0;
                if next == Next::Rest {
                    tokio::select! { () = job.rest() => {}, _ = stopping.changed() => {} }
                }
                continue;
            }
            Ok(Err(error)) => error.to_string(),
            Err(panic) => format!("it panicked: {}", said(&*panic)),
        };
        failures += 1;
        let wait = backoff.after(failures);
        tracing::error!(job = job.name, error, failures, retry_in = ?wait, "a background job failed");
        health.failed(job.name, error);
        // Nothing wakes it: what would is what it failed at.
        tokio::select! { () = tokio::time::sleep(wait) => {}, _ = stopping.changed() => {} }
    }
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it did not say why")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    use super::*;
    use crate::clock::Timestamp;

    const NEVER: Duration = Duration::from_secs(3600);
    const SOON: Backoff = Backoff { first: Duration::from_millis(1), longest: Duration::from_millis(2) };

    struct Watched {
        health: Arc<Health>,
        runs: UnboundedReceiver<u32>,
        wakeup: Arc<Notify>,
        stop: watch::Sender<bool>,
        supervisor: tokio::task::JoinHandle<()>,
    }

    /// A job that tells the number of its run and then does what `act` says.
    fn watched(act: impl Fn(u32) -> Result<Next, Error> + Send + Sync + 'static) -> Watched {
        let ((told, runs), count, act) = (unbounded_channel(), Arc::new(AtomicU32::new(0)), Arc::new(act));
        let (health, wakeup, (stop, stopping)) = (Arc::new(Health::default()), Arc::default(), watch::channel(false));
        let run = move || {
            let (told, act, n) = (told.clone(), act.clone(), count.fetch_add(1, Ordering::Relaxed) + 1);
            async move {
                told.send(n).unwrap();
                act(n)
            }
        };
        let job = Job::new("test", NEVER, run).woken_by(&wakeup);
        let clock = Clock::fixed(Timestamp::from_millis(0));
        let supervisor = tokio::spawn(supervise(job, health.clone(), clock, SOON, stopping));
        Watched { health, runs, wakeup, stop, supervisor }
    }

    impl Watched {
        /// Ends it, and says how often runs succeeded and failed.
        async fn ended(self) -> (u64, u64) {
            self.stop.send_replace(true);
            self.supervisor.await.unwrap();
            let job = self.health.jobs().remove(0);
            (job.successes, job.failures)
        }
    }

    #[tokio::test]
    async fn a_job_that_panics_or_fails_is_counted_and_run_again() {
        let mut watched = watched(|n| match n {
            1 => panic!("on purpose"),
            2 => Err("no luck".into()),
            _ => Ok(Next::Rest),
        });
        for n in 1..=3 {
            assert_eq!(watched.runs.recv().await, Some(n));
        }
        assert_eq!(watched.ended().await, (1, 2));
    }

    #[tokio::test]
    async fn what_a_panic_said_can_be_read_where_the_job_is_watched() {
        let mut watched = watched(|_| panic!("on purpose"));
        for n in 1..=2 {
            assert_eq!(watched.runs.recv().await, Some(n));
        }
        assert_eq!(watched.health.jobs()[0].error.as_deref(), Some("it panicked: on purpose"));
    }

    #[tokio::test]
    async fn a_job_with_more_to_do_does_not_rest() {
        let mut watched = watched(|n| Ok(if n < 3 { Next::Again } else { Next::Rest }));
        for n in 1..=3 {
            assert_eq!(watched.runs.recv().await, Some(n));
        }
        assert_eq!(watched.ended().await, (3, 0));
    }

    #[tokio::test]
    async fn a_wake_up_during_a_run_is_not_lost() {
        let mut watched = watched(|_| Ok(Next::Rest));
        assert_eq!(watched.runs.recv().await, Some(1));
        watched.wakeup.notify_one();
        assert_eq!(watched.runs.recv().await, Some(2));
        watched.ended().await;
    }

    #[test]
    fn the_wait_doubles_up_to_its_bound() {
        let backoff = Backoff { first: Duration::from_secs(1), longest: Duration::from_secs(300) };
        assert_eq!([1, 2, 3, 9, 10, u32::MAX].map(|n| backoff.after(n).as_secs()), [1, 2, 4, 256, 300, 300]);
    }
}
