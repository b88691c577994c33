//! The server: takes connections, no more than it can serve and none for longer than it is of use, and stops without
//! losing a request. It speaks HTTP/1.1, and HTTP/2 with who begins with it (decisions 7, 17 and 41).

mod bounds;
mod converse;
mod exchanges;
mod http1;
mod http2;
mod places;
mod stream;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use poem::{Endpoint, Response};
use socket2::{SockFilter, SockRef};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;

pub(crate) use bounds::Bounds;

use converse::converse;
use places::{Places, Taken};

use super::listener::Listener;
use super::plain_port::PlainPort;
use crate::app::Shared;

/// Let something end first, when the system has no descriptor left for another connection; let a connection be made
/// that is half made when the server stops.
const BREATH: Duration = Duration::from_millis(100);

/// Where visitors come in.
pub struct Doors {
    /// Where the site is.
    pub site: Listener,
    /// Port 80, where the site is reached by https.
    pub plain: Option<Listener>,
}

/// Serves the site until `stop`; what is under way then has `grace` to end.
pub async fn serve(app: &Shared, doors: Doors, stop: impl Future<Output = ()>, grace: Duration) {
    let (site, bounds) = (Arc::new(super::routes(app)), Bounds::new(&app.config.trusted_proxies));
    let (told, stopping) = watch::channel(());
    let stopped = || {
        let mut stopping = stopping.clone();
        async move { while stopping.changed().await.is_ok() {} }
    };
    let plain = async {
        let Some(listener) = doors.plain else { return };
        let port = PlainPort::new(app.clone(), site.clone());
        run(Door::plain(listener), port, bounds.of_plain_port(), stopped(), grace).await;
    };
    let https = app.certificates.as_ref().map(|certificates| TlsAcceptor::from(certificates.spoken()));
    let site = run(Door { listener: doors.site, https }, site.clone(), bounds.clone(), stopped(), grace);
    let asked = async {
        stop.await;
        drop(told);
    };
    tokio::join!(asked, site, plain);
}

/// One of the doors.
pub(crate) struct Door {
    listener: Listener,
    /// Whether https is spoken there.
    https: Option<TlsAcceptor>,
}

impl Door {
    /// Where no https is spoken.
    pub(crate) fn plain(listener: Listener) -> Self {
        Self { listener, https: None }
    }
}

/// Serves any site at one door.
pub(crate) async fn run<E>(door: Door, site: E, bounds: Bounds, stop: impl Future<Output = ()>, grace: Duration)
where
    E: Endpoint<Output = Response> + 'static,
{
    let (Door { listener, https }, site, bounds) = (door, Arc::new(site), Arc::new(bounds));
    let places = Places::new(&bounds);
    let (closing, open) = watch::channel(());
    let mut stop = pin!(stop);
    let begin = |(stream, peer, place): Taken| {
        let (site, https, bounds, open) = (Arc::clone(&site), https.clone(), Arc::clone(&bounds), open.clone());
        tokio::spawn(async move {
            converse(stream, peer, https, site, &bounds, open).await;
            drop(place);
        });
    };
    loop {
        tokio::select! {
            () = &mut stop => break,
            taken = places.next(&listener.socket) => begin(taken),
        }
    }
    // Whoever asks is told that it is the last answer.
    drop(closing);
    if !listener.is_held {
        close(listener.socket, &places, begin).await;
    }
    // All places free: everybody was answered.
    let everyone = u32::try_from(bounds.connections).unwrap_or(u32::MAX);
    if tokio::time::timeout(grace, places.all.acquire_many(everyone)).await.is_err() {
        tracing::warn!("connections were cut off at the end");
    }
}

/// Whoever wants to connect is told that nobody is here, and whoever has connected is answered: closing a door in front of
/// which somebody stands would reset their connection. Where somebody else holds the door open, they wait for the next run.
async fn close(socket: TcpListener, places: &Places, begin: impl Fn(Taken)) {
    turn_newcomers_away(&socket);
    let half_made = tokio::time::sleep(BREATH);
    let mut half_made = pin!(half_made);
    loop {
        tokio::select! {
            () = &mut half_made => break,
            taken = places.next(&socket) => begin(taken),
        }
    }
    places.waiting(socket).into_iter().for_each(begin);
}

/// From now on the system drops what begins a connection, and lets those go on that have begun: they can all be taken
/// before the door is closed. Whoever is dropped tries again after a second, when somebody else may listen.
fn turn_newcomers_away(listener: &TcpListener) {
    /// The flags of a TCP segment, of which SYN alone begins a connection.
    const FLAGS: u32 = 13;
    const SYN: u32 = 0x02;
    const ACK: u32 = 0x10;
    let filter = [
        SockFilter::new(0x30, 0, 0, FLAGS),     // load the byte
        SockFilter::new(0x54, 0, 0, SYN | ACK), // keep two bits of it
        SockFilter::new(0x15, 0, 1, SYN),       // SYN alone: go on, else skip one
        SockFilter::new(0x06, 0, 0, 0),         // drop it
        SockFilter::new(0x06, 0, 0, u32::MAX),  // keep it
    ];
    if let Err(error) = SockRef::from(listener).attach_filter(&filter) {
        tracing::warn!(%error, "whoever connects in this moment may be reset");
    }
}

#[cfg(test)]
mod tests;
