//! Whose request it is: the peer, unless the peer is a proxy we trust; then what that proxy says.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use ipnet::IpNet;
use poem::Request;

/// The client's address, attached to every request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientIp(pub IpAddr);

/// The address a request came from. `X-Forwarded-For` is read from the right, past trusted proxies only; nothing else
/// a client can write is believed.
pub fn client_ip(request: &Request, trusted: &[IpNet]) -> ClientIp {
    let peer = request.remote_addr().as_socket_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), SocketAddr::ip);
    let forwarded: Vec<&str> = request
        .headers()
        .get_all("x-forwarded-for")
        .into_iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(','))
        .collect();
    ClientIp(rightmost_untrusted(peer.to_canonical(), &forwarded, trusted))
}

fn rightmost_untrusted(peer: IpAddr, forwarded: &[&str], trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |ip: &IpAddr| trusted.iter().any(|net| net.contains(ip));
    let mut nearest = peer;
    for entry in forwarded.iter().rev() {
        if !is_trusted(&nearest) {
            break;
        }
        // A trusted proxy that writes nonsense is as far as the chain can be followed.
        let Ok(ip) = entry.trim().parse::<IpAddr>() else { break };
        nearest = ip.to_canonical();
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(peer: &str, forwarded: &[&str]) -> String {
        let trusted = ["127.0.0.0/8".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
        rightmost_untrusted(peer.parse().unwrap(), forwarded, &trusted).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        assert_eq!(found("203.0.113.9", &["1.2.3.4"]), "203.0.113.9");
        assert_eq!(found("127.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(found("127.0.0.1", &["6.6.6.6", "1.2.3.4", "10.0.0.7"]), "1.2.3.4");
        assert_eq!(found("127.0.0.1", &["1.2.3.4", "nonsense"]), "127.0.0.1");
        assert_eq!(found("127.0.0.1", &[]), "127.0.0.1");
    }
}
