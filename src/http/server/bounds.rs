//! How much one server takes.

use std::net::IpAddr;
use std::time::Duration;

use ipnet::IpNet;

/// How much one server takes.
#[derive(Debug, Clone)]
pub(crate) struct Bounds {
    /// Connections at a time; further ones wait to be taken.
    pub(super) connections: usize,
    /// Connections of one network address at a time; further ones are closed at once.
    pub(super) per_address: usize,
    /// Networks without a share of their own: this machine, and proxies that bring everybody.
    pub(super) exempt: Vec<IpNet>,
    /// How long it may take to agree on how https is spoken.
    pub(super) handshake: Duration,
    /// Until something is said, and then until a request's head is whole, counted from the end of the answer before it.
    pub(super) head: Duration,
    /// How long a connection of many requests at a time may have none.
    pub(super) idle: Duration,
    /// After this a connection ends with the answers it is at.
    pub(super) life: Duration,
    /// How long those may then take.
    pub(super) last_answer: Duration,
    /// How long the other end may take nothing of an answer.
    pub(super) unread: Duration,
    /// How long a connection that is to end waits for a request that is on its way, and then for the other end to close.
    pub(super) parting: Duration,
}

impl Bounds {
    /// What a shop takes.
    pub(crate) fn new(trusted_proxies: &[IpNet]) -> Self {
        let mut exempt = trusted_proxies.to_vec();
        exempt.extend([IpAddr::from([127, 0, 0, 1]), IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1])].map(IpNet::from));
        Self {
            connections: 1024,
            per_address: 64,
            exempt,
            handshake: Duration::from_secs(10),
            head: Duration::from_secs(30),
            idle: Duration::from_secs(60),
            life: Duration::from_secs(600),
            last_answer: Duration::from_secs(60),
            unread: Duration::from_secs(30),
            parting: Duration::from_millis(500),
        }
    }

    /// What port 80 takes, where everybody is led elsewhere in a line.
    pub(super) fn of_plain_port(&self) -> Self {
        let (head, life) = (Duration::from_secs(10), Duration::from_secs(60));
        Self { connections: 256, per_address: 16, head, life, ..self.clone() }
    }
}
