//! Who has a place: so many connections in all, and so many of one network address and the block around it.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::BREATH;
use super::bounds::Bounds;
use crate::limits::{Held, Hold};

/// How many connections there are, in all and by network.
pub(super) struct Places {
    pub(super) all: Arc<Semaphore>,
    held: Held,
    bounds: Arc<Bounds>,
}

/// A connection that has a place, and who is at its other end.
pub(super) type Taken = (TcpStream, SocketAddr, Place);

/// One connection's place, free again when dropped.
pub(super) struct Place {
    _hold: Option<Hold>,
    _permit: OwnedSemaphorePermit,
}

impl Places {
    pub(super) fn new(bounds: &Arc<Bounds>) -> Self {
        let all = Arc::new(Semaphore::new(bounds.connections));
        Self { all, held: Held::default(), bounds: Arc::clone(bounds) }
    }

    /// The next connection that has a place.
    pub(super) async fn next(&self, listener: &TcpListener) -> Taken {
        loop {
            let Ok(permit) = Arc::clone(&self.all).acquire_owned().await else {
                unreachable!("nobody closes the semaphore")
            };
            match listener.accept().await {
                Ok((stream, peer)) => {
                    if let Some(place) = self.take(peer.ip(), permit) {
                        return (stream, peer, place);
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }

    /// The connections that were made and not taken yet, of those that have a place; no further ones are made.
    pub(super) fn waiting(&self, listener: TcpListener) -> Vec<Taken> {
        let mut waiting = Vec::new();
        let Ok(listener) = listener.into_std() else { return waiting };
        while let Ok(permit) = Arc::clone(&self.all).try_acquire_owned()
            && let Ok((stream, peer)) = listener.accept()
        {
            let stream = stream.set_nonblocking(true).and_then(|()| TcpStream::from_std(stream));
            if let (Ok(stream), Some(place)) = (stream, self.take(peer.ip(), permit)) {
                waiting.push((stream, peer, place));
            }
        }
        waiting
    }

    /// `None` when the address or its network has its share: one line must not have half of all.
    fn take(&self, ip: IpAddr, permit: OwnedSemaphorePermit) -> Option<Place> {
        let (ip, bounds) = (ip.to_canonical(), &self.bounds);
        let exempt = bounds.exempt.iter().any(|net| net.contains(&ip));
        let share = || self.held.take(ip, bounds.per_address, bounds.connections / 2);
        let hold = if exempt { None } else { Some(share()?) };
        Some(Place { _hold: hold, _permit: permit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn this_machine_and_trusted_proxies_have_no_share() {
        let proxies = ["10.0.0.0/8".parse().unwrap()];
        let bounds = Arc::new(Bounds { per_address: 0, ..Bounds::new(&proxies) });
        let places = Places::new(&bounds);
        let take =
            |ip: &str| places.take(ip.parse().unwrap(), Arc::clone(&places.all).try_acquire_owned().unwrap()).is_some();
        for (ip, taken) in [("127.0.0.1", true), ("::1", true), ("::ffff:10.1.2.3", true), ("203.0.113.1", false)] {
            assert_eq!(take(ip), taken, "{ip}");
        }
    }
}
