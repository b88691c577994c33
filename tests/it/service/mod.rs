//! The program as systemd runs it: sockets that outlive it, what it tells of itself, and how it shows that it lives. The
//! tests stand in for systemd: they hold the socket, and listen to what is told.

mod reload;
mod restarts;
mod told;

use std::collections::VecDeque;
use std::net::TcpListener;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::io::{FdFlags, fcntl_setfd};

use crate::support::PATIENCE;

/// Hands sockets over as systemd does.
const ACTIVATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sandbox/activate");

/// A socket unit: the place where the shop is asked, held open whatever becomes of the program.
struct Held(TcpListener);

impl Held {
    fn new() -> Self {
        Self::at(0)
    }

    fn at(port: u16) -> Self {
        let socket = TcpListener::bind(("127.0.0.1", port)).unwrap();
        // What is started by this process has it, too.
        fcntl_setfd(&socket, FdFlags::empty()).unwrap();
        Self(socket)
    }

    fn port(&self) -> u16 {
        self.0.local_addr().unwrap().port()
    }

    /// What hands it over, under this name; a program follows.
    fn launcher(&self, name: &str) -> Vec<String> {
        launcher(&[(self, name)])
    }
}

/// What hands several over, each under its name.
fn launcher(held: &[(&Held, &str)]) -> Vec<String> {
    let named = held.iter().map(|(held, name)| format!("{}:{name}", held.0.as_raw_fd()));
    [String::from(ACTIVATE)].into_iter().chain(named).chain([String::from("--")]).collect()
}

/// Where a service tells how it is.
struct Manager {
    socket: UnixDatagram,
    path: PathBuf,
    /// Lines that have come and nobody has asked for yet.
    told: VecDeque<String>,
}

impl Manager {
    fn new(dir: &Path) -> Self {
        let path = dir.join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        socket.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        Self { socket, path, told: VecDeque::new() }
    }

    /// What names it to a program that follows, and after how long without a sign it is taken for dead.
    fn launcher(&self, watchdog: Duration) -> Vec<String> {
        let path = self.path.display();
        ["env", &format!("NOTIFY_SOCKET={path}"), &format!("WATCHDOG_USEC={}", watchdog.as_micros())]
            .map(str::to_owned)
            .to_vec()
    }

    /// The next line that is told; `None` when none comes for a while.
    fn next(&mut self) -> Option<String> {
        if self.told.is_empty() {
            let mut message = [0; 4096];
            let read = tokio::task::block_in_place(|| self.socket.recv(&mut message)).ok()?;
            let message = String::from_utf8(message[..read].to_vec()).unwrap();
            self.told.extend(message.lines().map(str::to_owned));
        }
        self.told.pop_front()
    }

    /// Waits for a line that begins so; with the lines before it.
    fn until(&mut self, begin: &str) -> Vec<String> {
        let (started, mut lines) = (Instant::now(), Vec::new());
        loop {
            lines.extend(self.next());
            if lines.last().is_some_and(|line| line.starts_with(begin)) {
                return lines;
            }
            assert!(started.elapsed() < PATIENCE, "{begin} was not told, but {lines:?}");
        }
    }
}
