//! A thread of its own that looks at the lease again and again, so that nothing the server is busy with holds it up.

use std::fs;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::{Error, Lease, PATIENCE, Standing, within};
use crate::db::Fence;
use crate::health::Health;

/// Between two looks.
const REST: Duration = Duration::from_secs(2);
/// For so long nobody is told that the bucket cannot be reached, or that nothing is carried away.
const QUIET: Duration = Duration::from_secs(60);
/// Litestream works the log of writes into the database long before it has so many bytes.
const MAX_LOG: u64 = 64 << 20;

/// As they are called where troubles are shown.
const TROUBLE: &str = "lease";
const NOT_CARRIED: &str = "replication";

/// Looks until it is dropped.
pub struct Watch(#[expect(dead_code, reason = "the thread ends when it is gone")] Sender<()>);

/// What it looks with.
struct Sentry {
    lease: Lease,
    fence: Arc<Fence>,
    health: Arc<Health>,
    /// When it last was this machine's.
    seen: Option<Instant>,
    /// Whether somebody was told that it cannot be read.
    is_told: bool,
    /// Since when the log of writes is too long.
    long_since: Option<Instant>,
}

impl Lease {
    /// Opens and closes the fence by what it finds; `is_ours`: it was this machine's a moment ago.
    pub fn watch(self, fence: Arc<Fence>, health: Arc<Health>, is_ours: bool) -> std::io::Result<Watch> {
        let (stop, stopped) = mpsc::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let seen = is_ours.then(Instant::now);
        let mut sentry = Sentry { lease: self, fence, health, seen, is_told: false, long_since: None };
        thread::Builder::new().name(String::from("lease")).spawn(move || {
            while sentry.look(&runtime) && stopped.recv_timeout(REST) == Err(RecvTimeoutError::Timeout) {}
        })?;
        Ok(Watch(stop))
    }
}

impl Sentry {
    /// Whether to look again.
    fn look(&mut self, runtime: &tokio::runtime::Runtime) -> bool {
        match runtime.block_on(within(PATIENCE, self.lease.look_or_make())) {
            Ok(Standing::Ours(_)) => self.keep(),
            Ok(Standing::Another(held)) => {
                self.fence.close();
                let line = self.lease.refusal(&held).unwrap_or_else(|error| error.to_string());
                tracing::error!("nothing more is written: {line}");
                self.health.trouble(TROUBLE, line, self.lease.clock.now());
                return false;
            }
            Err(error) => self.miss(&error),
        }
        self.measure_log();
        true
    }

    fn keep(&mut self) {
        if self.is_told {
            tracing::warn!("the lease is read again");
        }
        self.is_told = false;
        self.fence.open();
        self.health.trouble_is_over(TROUBLE);
        self.seen = Some(Instant::now());
    }

    fn miss(&mut self, error: &Error) {
        if self.seen.is_some_and(|seen| seen.elapsed() <= QUIET) {
            return;
        }
        if !self.is_told {
            tracing::warn!(%error, "the lease at {} cannot be read", self.lease.place());
        }
        self.is_told = true;
        self.health.trouble(TROUBLE, error.to_string(), self.lease.clock.now());
    }

    fn measure_log(&mut self) {
        let bytes = fs::metadata(self.lease.data_dir.join("manetes.sqlite-wal")).map_or(0, |log| log.len());
        if bytes <= MAX_LOG {
            self.long_since = None;
            self.health.trouble_is_over(NOT_CARRIED);
        } else if self.long_since.get_or_insert_with(Instant::now).elapsed() > QUIET {
            let line = format!("the log of writes has {} MB: is litestream running?", bytes >> 20);
            self.health.trouble(NOT_CARRIED, line, self.lease.clock.now());
        }
    }
}
