//! What a service manager is told of the program (`sd_notify(3)`): when it answers, how it is, that it lives, that it stops.
//! Where there is none, nobody is told.

pub mod reload;

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::LazyLock;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use sd_notify::NotifyState as State;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::Shared;
use crate::db::Db;

/// How often it says how it is, where it need not show more often that it lives.
const EVERY: Duration = Duration::from_secs(10);
/// So many signs of life are due in the time after which it would be taken for dead.
const SIGNS: u32 = 4;
/// How long it waits for its own answer, and before it asks again.
const PATIENCE: Duration = Duration::from_secs(10);
const BREATH: Duration = Duration::from_millis(20);
/// How long a manager may take to hear that the program stops.
const MOMENT: Duration = Duration::from_secs(1);
/// Lines that may wait for a manager: more would tell of moments that are over.
const MOST_WAITING: usize = 8;

/// What is told, and who is dropped when it has been.
type Line = (String, SyncSender<()>);

/// The way to the manager. A thread of its own: one that does not read holds up whoever tells it something.
static MANAGER: LazyLock<SyncSender<Line>> = LazyLock::new(|| {
    let (lines, told) = mpsc::sync_channel::<Line>(MOST_WAITING);
    let tell = move || told.iter().for_each(|(line, _told)| write(&line));
    if let Err(error) = thread::Builder::new().name(String::from("notify")).spawn(tell) {
        tracing::warn!(%error, "the service manager is told nothing");
    }
    lines
});

/// What it is doing, in a line that `systemctl status` shows.
pub fn says(line: &str) {
    tell(&[State::Status(line)]);
}

/// It stops.
pub fn stops() {
    let told = hand_over(&[State::Stopping, State::Status("Answers what it has taken")]);
    // Its end must not come before it.
    if told.recv_timeout(MOMENT) == Err(RecvTimeoutError::Timeout) {
        tracing::debug!("the service manager does not hear that it stops");
    }
}

/// Says that the program answers once it does so at `address`, and from then on how it is and that it lives.
pub async fn accompany(app: Shared, address: SocketAddr) {
    if !is_managed() {
        return;
    }
    until_answered(reachable(address)).await;
    tell(&[State::Ready]);
    let watched = sd_notify::watchdog_enabled();
    let every = watched.map_or(EVERY, |within| (within / SIGNS).min(EVERY));
    let (mut answered, mut since) = (app.metrics.answered(), Instant::now());
    loop {
        if lives(&app.db, every).await {
            let (before, begun) = (answered, since);
            (answered, since) = (app.metrics.answered(), Instant::now());
            let rate = per_second(answered - before, since - begun);
            tell(&[State::Watchdog, State::Status(&how_it_is(&app, rate))]);
        } else {
            tracing::error!("the database does not go on: if it stays so, the service manager starts the program anew");
            says("The database does not go on");
        }
        tokio::time::sleep(every).await;
    }
}

/// Whether the writer and a reader go on, and so does whoever runs this. However long one import or backup takes, both have
/// their turns in between.
async fn lives(db: &Db, within: Duration) -> bool {
    matches!(tokio::time::timeout(within, db.goes_on()).await, Ok(Ok(())))
}

#[expect(clippy::cast_precision_loss, reason = "nobody answers so often")]
fn per_second(count: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { count as f64 / time.as_secs_f64() }
}

/// Names alone: what is said of a trouble may hold what only the owner should read.
fn how_it_is(app: &Shared, rate: f64) -> String {
    let troubles: Vec<_> = app.health.troubles(app.clock.now()).into_iter().map(|trouble| trouble.name).collect();
    let wrong = if troubles.is_empty() { String::from("all is well") } else { troubles.join(", ") };
    let what = if app.db.came_at().is_some() { "Shows" } else { "Serves" };
    format!("{what} {}; {rate:.1} requests a second; {wrong}", app.config.base_url.origin())
}

/// Asks at an address until somebody answers in HTTP.
async fn until_answered(address: SocketAddr) {
    while !matches!(tokio::time::timeout(PATIENCE, answers(address)).await, Ok(Ok(true))) {
        tokio::time::sleep(BREATH).await;
    }
}

async fn answers(address: SocketAddr) -> io::Result<bool> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await?;
    let mut begin = [0; 7];
    stream.read_exact(&mut begin).await?;
    Ok(&begin == b"HTTP/1.")
}

/// Where this machine finds what listens at every address.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

#[expect(clippy::disallowed_methods, reason = "what a service manager says is no setting")]
fn is_managed() -> bool {
    std::env::var_os("NOTIFY_SOCKET").is_some()
}

/// Tells it without waiting.
fn tell(states: &[State<'_>]) {
    drop(hand_over(states));
}

/// Has it told; the answer ends when it has been, or will not be.
fn hand_over(states: &[State<'_>]) -> Receiver<()> {
    let (done, told) = mpsc::sync_channel(0);
    if is_managed() {
        let line = states.iter().map(State::to_string).collect::<Vec<_>>().join("\n");
        drop(MANAGER.try_send((line, done)));
    }
    told
}

/// A manager that cannot be told is none.
fn write(line: &str) {
    if let Err(error) = sd_notify::notify(&[State::Custom(line)]) {
        tracing::debug!(%error, "the service manager could not be told");
    }
}
