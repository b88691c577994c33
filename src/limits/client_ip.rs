//! Whose request it is: the peer, unless the peer is a proxy we trust; then what that proxy says.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use ipnet::IpNet;
use poem::Request;
use poem::http::{HeaderMap, HeaderName};

/// In which a proxy says for whom it asks.
pub(super) const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The client's address, attached to every request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientIp(pub IpAddr);

/// The address a request came from. `X-Forwarded-For` is read from the right, past trusted proxies only; nothing else
/// a client can write is believed.
pub fn client_ip(request: &Request, trusted: &[IpNet]) -> ClientIp {
    ClientIp(rightmost_untrusted(peer(request), &forwarded(request.headers()), trusted))
}

/// Whether a proxy that is trusted has brought a request: what it says of it is believed.
pub fn is_brought(request: &Request, trusted: &[IpNet]) -> bool {
    let peer = peer(request);
    trusted.iter().any(|net| net.contains(&peer))
}

/// Who is at the other end of the connection.
pub fn peer(request: &Request) -> IpAddr {
    let address = request.remote_addr().as_socket_addr();
    address.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), SocketAddr::ip).to_canonical()
}

/// The entries of every `X-Forwarded-For`, in order. A proxy adds its own to whatever the client sent, so bytes that
/// are no text spoil their own entry and no other.
fn forwarded(headers: &HeaderMap) -> Vec<String> {
    let lines = headers.get_all(FORWARDED_FOR).into_iter().map(|line| String::from_utf8_lossy(line.as_bytes()));
    lines.flat_map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn rightmost_untrusted(peer: IpAddr, forwarded: &[String], trusted: &[IpNet]) -> IpAddr {
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
    use poem::http::HeaderValue;

    use super::*;

    fn found(peer: &str, forwarded: &[&str]) -> String {
        let trusted = ["127.0.0.0/8".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
        let forwarded: Vec<String> = forwarded.iter().map(|entry| (*entry).to_owned()).collect();
        rightmost_untrusted(peer.parse().unwrap(), &forwarded, &trusted).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        assert_eq!(found("203.0.113.9", &["1.2.3.4"]), "203.0.113.9");
        assert_eq!(found("127.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(found("127.0.0.1", &["6.6.6.6", "1.2.3.4", "10.0.0.7"]), "1.2.3.4");
        assert_eq!(found("127.0.0.1", &["1.2.3.4", "nonsense"]), "127.0.0.1");
        assert_eq!(found("127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn bytes_that_are_no_text_do_not_hide_what_the_proxy_wrote_after_them() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_bytes(b"\xff, 1.2.3.4").unwrap());
        assert_eq!(forwarded(&headers).last().map(|entry| entry.trim()), Some("1.2.3.4"));
    }
}
