//! Whether it is known who asks. Behind a proxy of which nobody told the program, or that does not say for whom it asks,
//! all visitors have one address: five messages from anybody, and everybody is told to wait.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use ipnet::IpNet;
use poem::Request;
use poem::http::{HeaderName, header};

use super::client_ip::{ClientIp, FORWARDED_FOR, peer};
use crate::config;

/// Headers in which a proxy says for whom it asks.
static FORWARDED: [HeaderName; 3] = [FORWARDED_FOR, header::FORWARDED, HeaderName::from_static("x-real-ip")];
/// What whoever watches over the server asks for, mostly on the same machine.
pub const WATCHED: [&str; 3] = ["/healthz", "/readyz", "/metrics"];
/// So many visits from this machine alone are no operator trying things out.
const MANY: u32 = 20;

/// Why visitors cannot be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blindness {
    /// There is a proxy that is not among those that are trusted.
    ProxyUnknown,
    /// Everybody comes from this machine: a proxy on it does not say for whom it asks.
    ProxySilent,
}

impl Blindness {
    /// As it stands on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ProxyUnknown => "proxy_unknown",
            Self::ProxySilent => "proxy_silent",
        }
    }

    /// What it is and what to do, on one line.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::ProxyUnknown => config::PROXY_UNKNOWN,
            Self::ProxySilent => {
                "all visitors come from this machine, so they count as one and soon have to wait: \
                 let the proxy set X-Forwarded-For, as packaging/nginx/manetes.conf does"
            }
        }
    }
}

/// What was seen of those who ask.
#[derive(Default)]
pub struct Proxies {
    /// Somebody near spoke for others and is not trusted to.
    unknown: AtomicBool,
    /// Somebody came from elsewhere.
    outside: AtomicBool,
    /// Visits from this machine.
    inside: AtomicU32,
}

impl Proxies {
    /// Takes notice of a request, which is `client`'s.
    pub fn notice(&self, request: &Request, client: ClientIp, config: &config::Serve) {
        let (peer, before) = (peer(request), self.blindness(config));
        if speaks_for_others(request) && is_near(peer) && !is_trusted(peer, &config.trusted_proxies) {
            self.unknown.store(true, Ordering::Relaxed);
        }
        if !client.0.is_loopback() {
            self.outside.store(true, Ordering::Relaxed);
        } else if !WATCHED.contains(&request.uri().path()) && self.inside.load(Ordering::Relaxed) < MANY {
            self.inside.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(blindness) = self.blindness(config).filter(|now| before != Some(*now)) {
            tracing::warn!(%peer, "{}", blindness.advice());
        }
    }

    /// Why visitors cannot be told apart, if they cannot.
    pub fn blindness(&self, config: &config::Serve) -> Option<Blindness> {
        let all_inside = !self.outside.load(Ordering::Relaxed) && self.inside.load(Ordering::Relaxed) >= MANY;
        if self.unknown.load(Ordering::Relaxed) || config.lacks_proxy() {
            Some(Blindness::ProxyUnknown)
        } else if all_inside && !config.base_url.is_loopback() && !config.https.is_ours() {
            Some(Blindness::ProxySilent)
        } else {
            None
        }
    }
}

/// Whether a request says that it is somebody else's than who sends it.
pub fn speaks_for_others(request: &Request) -> bool {
    FORWARDED.iter().any(|name| request.headers().contains_key(name))
}

fn is_trusted(ip: IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|net| net.contains(&ip))
}

/// Whether an address is this machine's or one of its own network's: who comes from afar may claim what they like.
fn is_near(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}
