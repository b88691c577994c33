//! Who writes the lines, so that nobody else waits for whoever reads them.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Lines that may wait, some 2 MB.
const WAITING: usize = 8192;
/// How long it is waited at the end for whoever takes no lines.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long lines are gathered that follow another: to wake the thread for each would cost more than the line.
const GATHERED: Duration = Duration::from_millis(10);

static LOST: AtomicU64 = AtomicU64::new(0);

/// Lines since the start that nobody took in time.
pub fn lost() -> u64 {
    LOST.load(Ordering::Relaxed)
}

enum Said {
    Line(String),
    /// Nothing more comes.
    End,
}

/// Where lines are handed in; cheap to clone.
#[derive(Clone)]
pub(super) struct Way(SyncSender<Said>);

impl Way {
    pub(super) fn write(&self, line: String) {
        if self.0.try_send(Said::Line(line)).is_err() {
            LOST.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The thread that writes; what was handed in is written when this is dropped.
pub struct Sink {
    way: Way,
    thread: Option<(JoinHandle<()>, Receiver<()>)>,
}

impl Sink {
    pub(super) fn start() -> (Self, Way) {
        let (way, lines) = sync_channel(WAITING);
        let (done, ended) = sync_channel(1);
        let write = move || {
            write_all(&lines);
            _ = done.send(());
        };
        let thread = std::thread::Builder::new().name(String::from("log")).spawn(write).ok();
        let way = Way(way);
        (Self { way: way.clone(), thread: thread.map(|thread| (thread, ended)) }, way)
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        let Some((thread, ended)) = self.thread.take() else { return };
        if self.way.0.try_send(Said::End).is_ok() && ended.recv_timeout(PATIENCE).is_ok() {
            _ = thread.join();
        }
    }
}

/// As many at a time as there are. A line that cannot be written is nobody's.
fn write_all(lines: &Receiver<Said>) {
    let mut together = String::new();
    while let Ok(first) = lines.recv() {
        let mut is_over = false;
        for said in std::iter::once(first).chain(lines.try_iter()).take(WAITING) {
            match said {
                Said::Line(line) => together.push_str(&line),
                Said::End => is_over = true,
            }
        }
        _ = io::stderr().lock().write_all(together.as_bytes());
        if is_over {
            return;
        }
        together.clear();
        together.shrink_to(1 << 16);
        std::thread::sleep(GATHERED);
    }
}
